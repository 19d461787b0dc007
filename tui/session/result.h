/* result.h - records how a game ended: the score, the reason, the points. */
#ifndef CHESSCADE_TUI_SESSION_RESULT_H
#define CHESSCADE_TUI_SESSION_RESULT_H

#include "archive/record/record.h"
#include "core/position.h"

/* Record the end of a game in that position: `winner` is an enum side, NOBODY for a draw among those still in the
 * game. `reason` in words: "resignation". */
void result_set(struct record *record, const struct position *end, int winner, const char *reason);
/* Reopen the game: its score becomes "*". */
void result_forget(struct record *record);
/* True if the record has a result. */
bool result_stands(const struct record *record);
/* One of three sides leaves after a ply, out of time or resigning, and the others play on. */
void result_side_leaves(struct node *node, int side, bool time);
/* The reason for a result when the last player to leave ended the game; the rules themselves have no reason for it. */
const char *result_of_leaving(const struct node *node);

#endif
