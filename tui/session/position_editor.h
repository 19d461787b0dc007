/* position_editor.h - edits what a position contains besides its pieces, by pointing at a cell:
 * castling rights, the en passant square, the state of a piece.
 *
 * This file knows no family: it edits the position text, and the parser of the rules decides
 * whether the result is valid. */
#ifndef CHESSCADE_TUI_SESSION_POSITION_EDITOR_H
#define CHESSCADE_TUI_SESSION_POSITION_EDITOR_H

#include "core/family.h"

/* Give the right to castle with the piece on a cell, or remove that right; on a King, all its
 * rights at once. *out is the new position. FAIL_RULE, with the reason, if there is no such
 * right. */
int setup_toggle_castling(const struct position *position, cell_t cell, struct position *out,
                          struct note *why);

/* Edit which move of several steps the piece on a cell has just made, for en passant: each call
 * selects the next possible origin, and after the last origin none. FAIL_RULE if no origin is
 * possible. */
int setup_next_passed(const struct position *position, cell_t cell, struct position *out,
                      struct note *why);

/* Select the next state that the piece on a cell can have: a facing, or that it has moved, is
 * frozen, or moves in another player's direction. FAIL_RULE if the piece has no states. */
int setup_next_mark(const struct position *position, cell_t cell, struct position *out,
                    struct note *why);

/* Add one captured piece that may come back later, or remove one if `by` is -1. FAIL_RULE if
 * captured pieces never return in this variant. */
int setup_hold(const struct position *position, struct piece piece, int by, struct position *out,
               struct note *why);

#endif
