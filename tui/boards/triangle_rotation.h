/* triangle_rotation.h - turns boards of triangles by sixths, clockwise.
 *
 * A turn maps each cell to a cell of the same lattice; it may point the other way there. */
#ifndef CHESSCADE_TUI_BOARDS_TRIANGLE_ROTATION_H
#define CHESSCADE_TUI_BOARDS_TRIANGLE_ROTATION_H

#include "core/board.h"

enum { LATTICE_CELLS = 128 };

/* The place of a cell on the turned board: column in half sides from the left, row from the top. */
struct lattice_spot {
    int16_t column, row;
    bool up;
    bool last; /* last cell of its row */
};

/* A board after some turns. */
struct lattice {
    int rows, columns;
    bool down_first, up_last; /* a cell of the first row points down; a cell of the last row points up */
    struct lattice_spot spot[LATTICE_CELLS];
};

/* `turns`: 0 to 5. The result is cached and never freed. */
const struct lattice *lattice_turned(const struct board *board, int turns);

/* The neighbour of a cell, `up` rows up and `right` columns to the right (each -1, 0 or 1); CELL_NONE if there is
 * none. */
cell_t lattice_beside(const struct board *board, int turns, cell_t cell, int up, int right);

#endif
