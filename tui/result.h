/* result.h - how a game ended, written into its record: the score, the reason, the points. */
#ifndef CHESSCADE_RESULT_H
#define CHESSCADE_RESULT_H

#include "archive/record.h"
#include "core/position.h"

/* The end of a game in that position: `winner` is an enum side, NOBODY for a draw, which is one of those who are not out.
 * `reason` in words: "resignation". */
void result_set(struct record *record, const struct position *end, int winner, const char *reason);
/* The game goes on after all: its score is "*". */
void result_forget(struct record *record);
/* Has the record a result? */
bool result_stands(const struct record *record);
/* A side of three leaves after a ply, because its time is over or it resigns, and the others play on. */
void result_side_leaves(struct node *node, int side, bool time);
/* The reason of a result that came with the last who left there: the rules have none for it. */
const char *result_of_leaving(const struct node *node);

#endif
