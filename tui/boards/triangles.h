/* triangles.h - the text in a cell of a board of triangles: a piece's letters and the marks on it,
 * rules/triangles.md 12. */
#ifndef CHESSCADE_TUI_BOARDS_TRIANGLES_H
#define CHESSCADE_TUI_BOARDS_TRIANGLES_H

#include "core/board.h"
#include "tui/boards/board_art.h"

/* The sizes of these boards: compact ones draw floors instead of dashed lines, and the smallest
 * draws no strokes. */
enum triangles_size {
    TRIANGLES_COMPACT,
    TRIANGLES_BASE,
    TRIANGLES_SCALES = 5, /* from this number on: compact sizes at a scale of 2 and more */
    TRIANGLES_LEAST = 8,
    TRIANGLES_SIZES
};

struct triangle_label {
    uint32_t character[2], left, right; /* the two characters of the label; `left` and `right` are
                                           beside them; 0 for blank */
    enum role ink, mark_ink, ground;    /* ink: of the first character. mark_ink: of all others.
                                           ground: background of the inside of the cell */
};

/* The label of a cell with its first mark; if the first mark is the cursor, with the next one. */
struct triangle_label triangle_label(const struct board_view *view, int cell);

/* The quarter of the board to which a unicorn on the cell is bound: 0 to 3, for the author's signs
 * blank, `,`, `=` and `+` (rules/triangles.md 12.5). */
int triangle_quarter(const struct board *board, int cell);

/* The UTF-8 character that replaces an ASCII stroke or target sign. Any other character is
 * returned unchanged, and so are all without UTF-8. */
uint32_t triangle_character(const struct board_view *view, uint32_t character);

/* ---- Turns boards of triangles by sixths, clockwise.
 *
 * A turn maps each cell to a cell of the same lattice; it may point the other way there. */

enum { LATTICE_CELLS = 128 };

/* Where a cell is on the rotated board: column in half sides of a triangle from the left, row
 * from the top. */
struct lattice_spot {
    int16_t column, row;
    bool up;
    bool last; /* true for the last cell of its row */
};

/* A board after some sixths of a turn. */
struct lattice {
    int rows, columns;
    bool down_first, up_last; /* down_first: a cell of the first row points down. up_last: a cell of
                                 the last row points up */
    struct lattice_spot spot[LATTICE_CELLS];
};

/* The board after `turns` sixths of a turn, 0 to 5. The result is cached and never freed. */
const struct lattice *lattice_turned(const struct board *board, int turns);

/* The neighbour of a cell, `up` rows up and `right` columns to the right (each -1, 0 or 1);
 * CELL_NONE if there is none. */
cell_t lattice_beside(const struct board *board, int turns, cell_t cell, int up, int right);

#endif
