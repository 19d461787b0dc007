/* guest.h - what somebody may change in a game of an archive that is not their own: add, and take back what they added.
 *
 * For those who come from afar to a host under one account (chesscade lobby --as NAME): the files are the account's, so
 * the system tells nobody apart. What was played, by whom and how it ended stays as it is, and so do the comments,
 * variations and marks of others; whatever somebody adds is signed by them. What has no author - judgements, tags, unsigned
 * marks, comments before a ply - is the game's own: those who played it change it, and within a variation whose that is;
 * nobody else. The log of the game tells who saved. */
#ifndef CHESSCADE_GUEST_H
#define CHESSCADE_GUEST_H

#include "archive/record.h"

/* May `user` save the new version in the place of the old one? FAIL_RULE and what is to stay. */
int guest_may_save(const struct record *old, const struct record *new, const char *user, struct note *why);

#endif
