/* lattice.h - boards of triangles turned by sixths, clockwise: every cell goes to another place of the same lattice, where it
 * may point the other way. */
#ifndef CHESSCADE_LATTICE_H
#define CHESSCADE_LATTICE_H

#include "core/board.h"

enum { LATTICE_CELLS = 128 };

/* Where a cell is on the turned board: columns of half a side from the left, rows from the top. */
struct lattice_spot {
    int16_t column, row;
    bool up;
    bool last; /* of its row */
};

/* A board turned so often. */
struct lattice {
    int rows, columns;
    bool down_first, up_last; /* a cell of the first row points down, one of the last up */
    struct lattice_spot spot[LATTICE_CELLS];
};

/* `turns`: 0 to 5. */
const struct lattice *lattice_turned(const struct board *board, int turns);

/* The cell one row up and one column to the right of a cell, as far as asked (-1, 0, 1); CELL_NONE without one. */
cell_t lattice_beside(const struct board *board, int turns, cell_t cell, int up, int right);

#endif
