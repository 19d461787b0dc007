/* piece_art.h - what stands in the cells of a square board: the hook by which families draw their pieces.
 *
 * art_square.c draws every square board: cells, grounds, coordinates, the viewport; art_marks.c the marks. What a piece looks
 * like in a cell of a given size is the family's: a `struct piece_art` fills a small picture of the cell.
 * The first in the list of art_square.c that fits is used; the last, letters, fits every game.
 *
 * To add one: tui/art_FAMILY.c exports `const struct piece_art FAMILY_pieces`; declare it here, list it in
 * art_square.c before `letter_pieces`. All members but `name` and `fits` may be NULL: letters do it then. */
#ifndef CHESSCADE_PIECE_ART_H
#define CHESSCADE_PIECE_ART_H

#include "tui/mark_look.h"

enum { CELL_ROWS = 6, CELL_COLUMNS = 13 };

/* A rung of the ladder: a cell's inside in characters. With a grid, lines stand between the cells of views that are
 * shaded. */
struct cell_size {
    const char *name; /* "5x2"; NULL: for the client only, see board_art.h */
    uint8_t columns, rows;
    bool grid;
};

/* The inside of one cell. Only the first size->rows rows and size->columns columns of each are looked at. A
 * character of 0 is free: the ground shows there and a mark may stand there. So it may in place of what has the ink
 * ROLE_LINE, the pattern of a field. Marks never hide anything else. */
struct cell_picture {
    uint32_t at[CELL_ROWS][CELL_COLUMNS];
    uint8_t ink[CELL_ROWS][CELL_COLUMNS]; /* enum role: who draws a character sets its ink too */
};

struct piece_art {
    const char *name;
    bool (*fits)(const struct ruleset *rules);
    /* The sizes of cells: [rungs], those with names first. */
    const struct cell_size *ladder;
    int rungs;
    /* Fill the picture (all zero at the call) of the piece on a cell, of its owner's ink: piece_ink(). Compass
     * directions are turned by half on a view with turn 1: facing_seen(). */
    void (*piece)(const struct board_view *view, cell_t cell, const struct cell_size *size,
                  struct cell_picture *out);
    /* Fill the picture of an empty cell: what tells dark from light when view->shaded, or a dot. */
    void (*empty)(const struct board_view *view, cell_t cell, const struct cell_size *size,
                  struct cell_picture *out);
    /* The look of a mark; false: the usual one (mark_look_usual). */
    bool (*mark)(const struct board_view *view, const struct cell_size *size, enum cell_mark mark, struct mark_look *out);
    /* The picture of `chesscade show`, exactly that of the rules text; view->size -1: its default size, else a rung
     * of the ladder. False: there is none for this size, and the client's picture is printed. */
    bool (*show)(const struct board_view *view, FILE *out);
};

/* Without colours a dark cell has a pattern: colons as in rules/croatian.md 19.2, in larger cells every second one. */
void cell_empty(const struct board_view *view, cell_t cell, const struct cell_size *size, struct cell_picture *out);
/* Without colours a dark cell looks dark under a piece too, as in rules/croatian.md 19.2: the pattern of empty ones where the
 * picture of the piece leaves room. */
void cell_shade(const struct board_view *view, cell_t cell, const struct cell_size *size, struct cell_picture *out);

extern const struct piece_art letter_pieces;
extern const struct piece_art turning_pieces;
extern const struct piece_art turnover_pieces;

/* The role of a piece's ink. */
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

/* Put a character of a cell's picture; outside the size nothing happens. */
void cell_put(struct cell_picture *picture, const struct cell_size *size, int row, int column, uint32_t character,
              enum role ink);

/* art_marks.c: put the sign of a mark into its cell's picture; `art` is the family's. Returns whether the sign needs a ground with
 * it. Without colours that of the last ply is underlined: on large boards that would cost as many bytes as the sign, which stands
 * alone there. `over`: without colours it is seen whatever the piece looks like. */
bool cell_mark(const struct board_view *view, const struct piece_art *art, const struct board_mark *mark,
               const struct cell_size *size, bool over, struct cell_picture *picture);

/* A facing (0..7 clockwise from north) as it is seen on the turned view. */
int facing_seen(const struct board_view *view, int facing);

#endif
