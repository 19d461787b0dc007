/* standing.h - how a game stands, in a few lines of words: captured pieces and what is left, rights
 * to castle, en passant, who is out; and where a piece can go. Texts are ASCII. */
#ifndef CHESSCADE_TUI_SESSION_STANDING_H
#define CHESSCADE_TUI_SESSION_STANDING_H

#include "core/family.h"

enum { STANDING_ROOM = 400 };

/* Called for each line, borrowed during the call. */
typedef void standing_fn(void *argument, const char *line);

/* Tell how a position stands in a game that began at `start`. Nothing that goes without saying:
 * in a position without captures, rights or exits there is no line. */
void standing_tell(const struct position *start, const struct position *now, standing_fn *each,
                   void *argument);

/* Where the piece on a cell can go, if its side is to move: "f3 xe5 h3"; "" if it cannot move, or
 * is not to move. False in the second case. */
bool standing_reach(const struct position *now, cell_t cell, char out[STANDING_ROOM]);

#endif
