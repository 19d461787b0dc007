/* standing.h - how a game stands, in a few lines of words: mate in how many moves if a table of
 * endgames is at hand; captured pieces and what is left, rights to castle, en passant, who is out;
 * and where a piece can go. Texts are ASCII. */
#ifndef CHESSCADE_TUI_SESSION_STANDING_H
#define CHESSCADE_TUI_SESSION_STANDING_H

#include "tui/session/game_session.h"

enum { STANDING_ROOM = 400 };

/* Called for each line; the text is valid only during the call. */
typedef void standing_fn(void *argument, const char *line);

/* Describe the position at the reader's spot of a game, whose rules must be known. A line is left
 * out if it would say nothing, so there may be no line at all. In a live game nobody gets help, so
 * the table of endgames is left out. */
void standing_tell(const struct game_session *game, standing_fn *each, void *argument);

/* Write the cells to which the piece on a cell can move: "f3 xe5 h3"; "" if it cannot move.
 * Returns false, and writes "", if the cell has no piece of the side to move. */
bool standing_reach(const struct position *now, cell_t cell, char out[STANDING_ROOM]);

#endif
