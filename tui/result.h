/* result.h - how a game ended, written into its record: the score, the reason, the points. */
#ifndef CHESSCADE_RESULT_H
#define CHESSCADE_RESULT_H

#include "archive/record.h"

/* The end of a game of `sides`: `winner` is an enum side, NOBODY for a draw. `reason` in words: "resignation". */
void result_set(struct record *record, int sides, int winner, const char *reason);
/* The game goes on after all: its score is "*". */
void result_forget(struct record *record);
/* Has the record a result? */
bool result_stands(const struct record *record);
/* A side of three leaves after a ply, and the others play on. */
void result_side_leaves(struct node *node, int side);

#endif
