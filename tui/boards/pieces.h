/* pieces.h - how families draw their pieces in the cells of a square board.
 *
 * squares.c draws every square board: cells, grounds, coordinates, the viewport;
 * marks.c draws the marks. How a piece looks in a cell of a given size is up to its
 * family: a `struct piece_art` fills a small picture of the cell. The first one in the list of
 * squares.c that fits is used; the last, letters, fits every game.
 *
 * To add one: define `const struct piece_art FAMILY_pieces` in pieces.c, declare it here, and list
 * it in squares.c before `letter_pieces`. All members but `name` and `fits` may be NULL: then
 * letters take their place. */
#ifndef CHESSCADE_TUI_BOARDS_PIECES_H
#define CHESSCADE_TUI_BOARDS_PIECES_H

#include "tui/boards/marks.h"

enum { CELL_ROWS = 6, CELL_COLUMNS = 13 };

/* The size of the inside of a cell in characters. With a grid, lines separate the cells of
 * shaded views. */
struct cell_size {
    const char *name; /* name such as "5x2"; NULL if only the screen uses this size (board_art.h) */
    uint8_t columns, rows;
    bool grid;
};

/* The inside of one cell. Only the first size->rows rows and the first size->columns columns of
 * each are used. A character of 0 is free: the ground shows there, and a mark may be put there. A
 * character with the ink ROLE_LINE, the pattern of a square, may also be replaced by a mark. Marks
 * never hide anything else; a blank, ' ', keeps them out of the inside of a piece. */
struct cell_picture {
    uint32_t at[CELL_ROWS][CELL_COLUMNS];
    uint8_t ink[CELL_ROWS][CELL_COLUMNS]; /* enum role of each character; set it for each character
                                             that you draw */
    uint8_t wide; /* number of columns in the middle that a piece's picture covers; marks go beside
                     them. 0 if the piece is a letter */
};

struct piece_art {
    const char *name;
    bool (*fits)(const struct ruleset *rules);
    /* [rungs] the cell sizes, those with names first. */
    const struct cell_size *ladder;
    int rungs;
    /* Fill the picture (all zero on entry) of the piece on a cell, in its owner's ink: piece_ink().
     * On a view with turn 1, compass directions are rotated by 180 degrees: facing_seen(). */
    void (*piece)(const struct board_view *view, cell_t cell, const struct cell_size *size,
                  struct cell_picture *out);
    /* Fill the picture of an empty cell: if view->shaded, with the pattern that distinguishes
     * dark from light cells, otherwise with a dot. */
    void (*empty)(const struct board_view *view, cell_t cell, const struct cell_size *size,
                  struct cell_picture *out);
    /* Choose the look of a mark. Return false to use the usual look (mark_look_usual()). */
    bool (*mark)(const struct board_view *view, const struct cell_size *size, enum cell_mark mark,
                 struct mark_look *out);
    /* Print the picture for `chesscade show`, exactly as in the rules text. view->size is an
     * index into the ladder, or -1 for the default size. Return false if the rules have no
     * picture of this size: the caller then prints the screen's picture. */
    bool (*show)(const struct board_view *view, FILE *out);
};

/* Fill the picture of an empty dark cell on terminals without colours: colons as in
 * rules/croatian.md 19.2, in larger cells only every second colon. */
void cell_empty(const struct board_view *view, cell_t cell, const struct cell_size *size,
                struct cell_picture *out);
/* Make a dark cell look dark under a piece on terminals without colours, as in rules/croatian.md
 * 19.2: the pattern of an empty cell fills the room that the piece's picture leaves. */
void cell_shade(const struct board_view *view, cell_t cell, const struct cell_size *size,
                struct cell_picture *out);

extern const struct piece_art letter_pieces;
extern const struct piece_art turning_pieces;
extern const struct piece_art turnover_pieces;

/* The ink role for a piece, which depends on its owner. */
enum role piece_ink(struct piece piece);

/* The column and row where a letter stands in a cell. */
static inline int cell_middle(const struct cell_size *size)
{
    return (size->columns - 1) / 2;
}
static inline int cell_letter_row(const struct cell_size *size)
{
    return (size->rows - 1) / 2;
}

/* Put a character into a cell's picture; does nothing outside the cell. */
void cell_put(struct cell_picture *picture, const struct cell_size *size, int row, int column,
              uint32_t character, enum role ink);

/* marks.c: put the sign of a mark into its cell's picture; `art` draws the family's pieces.
 * Returns true if the cell also needs a marked background. Without colours the sign of the last
 * ply is underlined, except on large boards, where underlining costs as many bytes as the sign
 * itself. `over`: on terminals without colours, the mark must be visible over any piece. */
bool cell_mark(const struct board_view *view, const struct piece_art *art,
               const struct board_mark *mark, const struct cell_size *size, bool over,
               struct cell_picture *picture);

/* The direction in which a facing (0..7 clockwise from north) appears on a rotated view. */
int facing_seen(const struct board_view *view, int facing);

#endif
