/* guest_policy.h - decides what a guest may change in a game: add notes, and remove the guest's own
 * notes.
 *
 * All guests use the one account of their host (chesscade lobby --as NAME). Its files belong to
 * this account, so the system cannot tell guests apart. A guest cannot change what was played, who
 * played it and how it ended, nor the comments, variations and marks of others; everything that a
 * guest adds is signed with the guest's name. Things without an author (judgements, tags, unsigned
 * marks, comments before a ply) belong to the game, so only its players may change them; in a
 * variation, only the author of the variation may change them. The game's log records who saved. */
#ifndef CHESSCADE_ARCHIVE_STORE_GUEST_POLICY_H
#define CHESSCADE_ARCHIVE_STORE_GUEST_POLICY_H

#include "archive/record/record.h"

/* Checks whether `user` may replace the old version by the new one. FAIL_RULE says what must
 * stay. */
int guest_may_save(const struct record *old, const struct record *new, const char *user,
                   struct note *why);

#endif
