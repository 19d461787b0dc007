/* board.h - boards as graphs of named cells.
 *
 * A board knows its cells, their neighbours in every direction, and where each cell is drawn; it knows
 * nothing of pieces. It is immutable once built. Two shapes exist: squares, with 8 directions clockwise
 * from north, and triangles, with 12 directions of 30 degrees counter-clockwise from east
 * (rules/triangles.md 2.2), so that direction d of a triangle is the angle 30*d. */
#ifndef CHESSCADE_BOARD_H
#define CHESSCADE_BOARD_H

#include "core/base.h"

typedef uint16_t cell_t; /* index of a cell on its board, or CELL_NONE */

enum { CELL_NONE = 0xFFFF, CELLS_MAX = 26 * 26, FILES_MAX = 26 };

enum board_shape { BOARD_SQUARES, BOARD_TRIANGLES };

/* Directions of a board of squares, as White sees them. */
enum square_direction {
    NORTH, NORTH_EAST, EAST, SOUTH_EAST, SOUTH, SOUTH_WEST, WEST, NORTH_WEST, SQUARE_DIRECTIONS
};

enum { TRIANGLE_DIRECTIONS = 12 };

struct board_cell {
    char name[8];  /* "a1" .. "z26" */
    uint8_t file;  /* 0.. from the left (triangles: the absolute column) */
    uint8_t rank;  /* 0.. from the bottom */
    uint8_t dark;  /* 1: a dark cell; squares: a1 of an even board is dark, the lower right one is light */
    uint8_t up;    /* triangles: 1 when it points up; squares: 0 */
    int16_t x, y;  /* its middle in half cells, y upwards: where it is drawn */
};

struct board {
    enum board_shape shape;
    int files, ranks, cells, directions;
    struct board_cell *cell;  /* [cells], rank by rank from the bottom, each from the left */
    cell_t *next;             /* [cells * directions]: the neighbour, CELL_NONE at the border */
    cell_t at[FILES_MAX][FILES_MAX]; /* [rank][file]: the cell there, or CELL_NONE */
};

/* The caller owns the board and gives it back with board_free(). 1 <= files, ranks <= FILES_MAX. */
struct board *board_squares(int files, int ranks);
struct board *board_triangle(void); /* 64 cells, rules/triangles.md 2.1 */
struct board *board_diamond(void);  /* 128 cells, rules/triangles.md 2.1 */
void board_free(struct board *board);

/* The neighbour of a cell in a direction, CELL_NONE at the border. */
static inline cell_t board_next(const struct board *board, cell_t cell, int direction)
{
    return board->next[cell * board->directions + direction];
}

/* The cell of a file and a rank, CELL_NONE when it is off the board; any int is allowed. */
cell_t board_at(const struct board *board, int file, int rank);

/* Read a cell's name at the beginning of a text: its cell, and *length bytes taken. CELL_NONE and *length 0
 * when there is no name of a cell of this board. Ranks are read as long as digits follow: "a11" is rank 11.
 * `length` may be NULL. */
cell_t board_cell_named(const struct board *board, const char *text, int *length);

/* Does a text name a cell that this board has not? Then true, and `why` is "there is no cell a9: this board has a1 to h8"
 * with the rule that says so, and where it is. A lower-case letter with a number is a name; 'x' before one takes. */
bool board_refuses_name(const struct board *board, const char *text, const char *rule, struct note *why);

/* The name of a cell; "-" for CELL_NONE. Lives as long as the board. */
const char *board_name(const struct board *board, cell_t cell);

#endif
