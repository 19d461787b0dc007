/* following.h - a shared reading of an archive's game: who has it open, who leads, and what the leader shows. Used
 * by the screen (tui/views/game/following.h) and by plain mode (tui/plain/following.c). */
#ifndef CHESSCADE_TUI_SESSION_FOLLOWING_H
#define CHESSCADE_TUI_SESSION_FOLLOWING_H

#include "archive/record/cursor.h"
#include "tui/session/lobby.h"

/* List the others who have a game open: returns how many; the caller frees *out. */
int together_others(struct lobby_place *place, const char *game, struct person **out);
/* Which of them leads; NULL: nobody. */
const struct person *together_leader(const struct person *person, int persons);
/* Encode what the leader shows as "REVISION SPOT"; for a spot too long to encode, the nearest one above it. The
 * reader returns false if there is no valid spot; *rev is set all the same. */
void together_write(int64_t rev, const struct spot *spot, char out[PRESENCE_TEXT_MAX + 1]);
bool together_read(const char *text, int64_t *rev, struct spot *spot);

#endif
