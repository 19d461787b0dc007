/* board.h - boards as graphs of named cells.
 *
 * A board knows its cells, their neighbours in every direction, and where each cell is drawn; it
 * knows nothing about pieces. It is immutable once built. There are two shapes. Boards of squares
 * have 8 directions, clockwise from north. Boards of triangles have 12 directions at 30 degrees,
 * counter-clockwise from east (rules/triangles.md 2.2), so that direction d is the angle 30*d. */
#ifndef CHESSCADE_CORE_BOARD_H
#define CHESSCADE_CORE_BOARD_H

#include "core/base.h"

typedef uint16_t cell_t; /* index of a cell on its board, or CELL_NONE */

enum { CELL_NONE = 0xFFFF, CELLS_MAX = 26 * 26, FILES_MAX = 26 };

enum board_shape { BOARD_SQUARES, BOARD_TRIANGLES };

/* Directions of a board of squares, as White sees them. */
enum square_direction {
    NORTH,
    NORTH_EAST,
    EAST,
    SOUTH_EAST,
    SOUTH,
    SOUTH_WEST,
    WEST,
    NORTH_WEST,
    SQUARE_DIRECTIONS
};

enum { TRIANGLE_DIRECTIONS = 12 };

struct board_cell {
    char name[8]; /* "a1" .. "z26" */
    uint8_t file; /* counted from 0 at the left (triangles: the absolute column) */
    uint8_t rank; /* counted from 0 at the bottom */
    uint8_t dark; /* 1: a dark cell. On a board of squares the lower right corner is light, so a1 is
                     dark if the size is even */
    uint8_t up;   /* 1: a triangle that points up; 0: a triangle that points down, or a square */
    int16_t x, y; /* where the cell's centre is drawn, in half cells, y upwards */
};

struct board {
    enum board_shape shape;
    int files, ranks, cells, directions;
    struct board_cell *cell; /* [cells]: rank by rank from the bottom, each rank from the left */
    cell_t *next; /* [cells * directions]: the neighbour in each direction, or CELL_NONE */
    cell_t at[FILES_MAX][FILES_MAX]; /* [rank][file]: the cell there, or CELL_NONE */
};

/* The caller owns the board and frees it with board_free(). 1 <= files, ranks <= FILES_MAX. */
struct board *board_squares(int files, int ranks);
struct board *board_triangle(void); /* 64 cells, rules/triangles.md 2.1 */
struct board *board_diamond(void);  /* 128 cells, rules/triangles.md 2.1 */
void board_free(struct board *board);

/* The neighbour of a cell in a direction, CELL_NONE at the border. */
static inline cell_t board_next(const struct board *board, cell_t cell, int direction)
{
    return board->next[cell * board->directions + direction];
}

/* The cell at a file and a rank, CELL_NONE if that is off the board; any int is allowed. */
cell_t board_at(const struct board *board, int file, int rank);

/* Parse a cell name at the beginning of a text. Returns the cell and sets *length to the number of
 * bytes of its name. If no cell of this board is named there, returns CELL_NONE and sets *length to
 * 0. A rank takes all digits that follow: "a11" is rank 11. `length` may be NULL. */
cell_t board_cell_named(const struct board *board, const char *text, int *length);

/* True if a text names a cell that this board does not have. `why` then says "there is no cell a9:
 * this board has a1 to h8", cites `rule`, and has the offset of the name. A name is a lower-case
 * letter followed by a number. An 'x' before a name is skipped as a capture sign. */
bool board_refuses_name(const struct board *board, const char *text, const char *rule,
                        struct note *why);

/* The name of a cell; "-" for CELL_NONE. The text is valid as long as the board exists. */
const char *board_name(const struct board *board, cell_t cell);

#endif
