/* symmetry.h - the symmetries of a board: the ways to turn and mirror it that map it onto itself.
 * Only tables of endgames use them. Whether the rules have a symmetry too depends on the pieces:
 * the caller compares their patterns, and then positions. */
#ifndef CHESSCADE_CORE_ENGINE_SYMMETRY_H
#define CHESSCADE_CORE_ENGINE_SYMMETRY_H

#include "core/family.h"

enum { SYMMETRIES_MOST = 24 };

/* Write the symmetries of a board into `out`, the identity first, and return their number. Each is
 * an array [cells] that says which cell a cell becomes. The caller frees the arrays with free(). */
int board_symmetries(const struct board *board, cell_t *out[SYMMETRIES_MOST]);

/* Describe how a piece moves on an empty board: out[map[cell]] becomes a number for the goals that
 * it has from `cell`, each replaced by its image in `map`. If this gives the same numbers for one
 * piece as the identity gives for another, the symmetry makes the first piece the second one.
 * `empty` is a position without pieces; it is empty again afterwards. */
void symmetry_pattern(struct position *empty, struct piece piece, const cell_t *map, uint64_t *out);

#endif
