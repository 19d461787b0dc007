/* position_editor.h - edits the state of a position beyond its pieces, by pointing at a cell:
 * castling rights, the en passant square, what a piece carries.
 *
 * This file knows no family: it tries the edited position text, and the parser of the rules decides
 * whether it is valid. */
#ifndef CHESSCADE_TUI_SESSION_POSITION_EDITOR_H
#define CHESSCADE_TUI_SESSION_POSITION_EDITOR_H

#include "core/family.h"

/* Give the right to castle with the piece on a cell, or remove it; on a King, all its rights at
 * once. *out is the new position. FAIL_RULE with the reason if there is no such right. */
int setup_toggle_castling(const struct position *position, cell_t cell, struct position *out,
                          struct note *why);

/* Say that the piece on a cell has just made a move of several steps: each call selects the next
 * possible origin, and after the last one none. FAIL_RULE if there is no possible origin. */
int setup_next_passed(const struct position *position, cell_t cell, struct position *out,
                      struct note *why);

/* Select the next state the piece on a cell may have: a facing, or that it has moved, is frozen, or
 * moves in another player's direction. FAIL_RULE if it has no states. */
int setup_next_mark(const struct position *position, cell_t cell, struct position *out,
                    struct note *why);

/* Add one captured piece (or remove one, with `by` -1) that may come back later. FAIL_RULE if
 * captured pieces never return. */
int setup_hold(const struct position *position, struct piece piece, int by, struct position *out,
               struct note *why);

#endif
