/* triangle_rotation.c - turns boards of triangles by sixths: see tui/boards/triangle_rotation.h.
 *
 * All arithmetic is exact, in integers. A cell is known by its middle: x counts half sides and y counts thirds of a
 * rank's height. With a side of 2 units the height of a rank is sqrt(3), so a third of it is 1/sqrt(3). The middle of
 * an up cell is one third above the floor of its rank and that of a down cell two thirds, so y mod 3 (1 or 2) tells
 * up from down, and y / 3 is the rank.
 *
 * Turning a point (X, Y) clockwise by 60 degrees gives (X/2 + Y sqrt(3)/2, Y/2 - X sqrt(3)/2). With X = x and Y =
 * y/sqrt(3) the roots cancel:
 *
 *       x' = (x + y) / 2        y' = (y - 3x) / 2
 *
 * and both are integers again, because the middles of cells have x + y even. A turn maps the lattice onto itself, so
 * the same reading of y works after it. Then the cells are shifted so that rows and columns begin at 0.
 *
 * Limits: at most LATTICE_CELLS cells, and one cached board of each of two sizes. */
#include "tui/boards/triangle_rotation.h"

/* Turn a middle by one sixth, clockwise, around the corner (0, 0) of the lattice. */
static void turn_once(int *x, int *y)
{
    int turned = (*x + *y) / 2;
    *y = (*y - 3 * *x) / 2;
    *x = turned;
}

static void place_cells(struct lattice *out, const struct board *board, int turns)
{
    int least_x = 1000, least_rank = 1000, rank[LATTICE_CELLS], last[LATTICE_CELLS] = {0};
    for (int c = 0; c < board->cells; c++) {
        const struct board_cell *cell = &board->cell[c];
        int x = cell->file + 1, y = 3 * cell->rank + (cell->up ? 1 : 2);
        for (int i = 0; i < turns; i++)
            turn_once(&x, &y);
        rank[c] = (y + 300) / 3 - 100; /* rounded down, also below 0 */
        out->spot[c] = (struct lattice_spot){(int16_t)x, 0, y - 3 * rank[c] == 1, false};
        least_x = x < least_x ? x : least_x;
        least_rank = rank[c] < least_rank ? rank[c] : least_rank;
    }
    for (int c = 0; c < board->cells; c++) {
        out->spot[c].column = (int16_t)(out->spot[c].column - least_x);
        rank[c] -= least_rank;
        out->rows = rank[c] >= out->rows ? rank[c] + 1 : out->rows;
        out->columns = out->spot[c].column + 2 > out->columns ? out->spot[c].column + 2 : out->columns;
    }
    for (int c = 0; c < board->cells; c++) {
        out->spot[c].row = (int16_t)(out->rows - 1 - rank[c]);
        out->down_first |= out->spot[c].row == 0 && !out->spot[c].up;
        out->up_last |= out->spot[c].row == out->rows - 1 && out->spot[c].up;
        if (out->spot[c].column > last[rank[c]])
            last[rank[c]] = out->spot[c].column;
    }
    for (int c = 0; c < board->cells; c++)
        out->spot[c].last = out->spot[c].column == last[rank[c]];
}

/* Fitting a board tries sizes and turns dozens of times per frame, so each turn of the two existing boards is
 * computed once. */
const struct lattice *lattice_turned(const struct board *board, int turns)
{
    static struct lattice known[2][6];
    struct lattice *turned = &known[board->cells > LATTICE_CELLS / 2][turns];
    if (!turned->rows)
        place_cells(turned, board, turns);
    return turned;
}

cell_t lattice_beside(const struct board *board, int turns, cell_t cell, int up, int right)
{
    const struct lattice_spot *spot = lattice_turned(board, turns)->spot;
    for (int c = 0; c < board->cells; c++)
        if (spot[c].row == spot[cell].row - up && spot[c].column == spot[cell].column + right)
            return (cell_t)c;
    return CELL_NONE;
}
