/* setup_state.h - what a position says beside its pieces, changed by pointing at a cell: castling rights, the field passed
 * over, what a piece carries with it.
 *
 * No family is known here: what is wanted is tried as a position text, and the rules that read it say whether it can be. */
#ifndef CHESSCADE_SETUP_STATE_H
#define CHESSCADE_SETUP_STATE_H

#include "core/rules.h"

/* Give the right to castle with the piece on a cell, or take it away; on a King, all its rights at once. *out is the
 * position then. FAIL_RULE with the reason where there is no such right. */
int setup_toggle_castling(const struct position *position, cell_t cell, struct position *out, struct note *why);

/* Say that the piece on a cell has just made a move of several steps: the next way in which it can have come, none after the
 * last. FAIL_RULE where it can have come in none. */
int setup_next_passed(const struct position *position, cell_t cell, struct position *out, struct note *why);

/* The next thing the piece on a cell may carry: its facing, or that it has moved, is frozen, goes another player's way.
 * FAIL_RULE where there is nothing. */
int setup_next_mark(const struct position *position, cell_t cell, struct position *out, struct note *why);

/* One captured piece more (or less, with `by` -1) that may come back. FAIL_RULE where nothing comes back. */
int setup_hold(const struct position *position, struct piece piece, int by, struct position *out, struct note *why);

#endif
