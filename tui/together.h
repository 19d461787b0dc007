/* together.h - a game of the archive that several people read at once, as the tables of the screen (table_together.h) and
 * plain mode (plain_together.c) agree on it: who is at it, who leads, and what the leader shows. */
#ifndef CHESSCADE_TOGETHER_H
#define CHESSCADE_TOGETHER_H

#include "archive/spot.h"
#include "tui/lobby.h"

/* The others at a game: how many; *out is the caller's to free. */
int together_others(struct lobby_place *place, const char *game, struct person **out);
/* Who of them leads; NULL: nobody does. */
const struct person *together_leader(const struct person *person, int persons);
/* What a leader shows, "REVISION SPOT"; of a spot too long to be said the nearest one above it. False: it says no spot,
 * *rev is set. */
void together_write(int64_t rev, const struct spot *spot, char out[PRESENCE_TEXT_MAX + 1]);
bool together_read(const char *text, int64_t *rev, struct spot *spot);

#endif
