/* lattice.c - boards of triangles turned by sixths: see lattice.h. */
#include "tui/lattice.h"

/* One sixth clockwise around a corner of the lattice. x counts half sides, y thirds of a rank's height: the middle of
 * an up cell is one third above its rank's floor, that of a down cell two. */
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

/* Which size and turn fit is asked dozens of times before a screen is drawn: each turn of the two boards there are is worked
 * out once. */
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
