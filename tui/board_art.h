/* board_art.h - drawing boards in character art: a file for each way of drawing, all behind one table.
 *
 * A picture of a board is made for a `board_view`: which position, how large, turned how, with which marks. The
 * same functions serve the client, `chesscade show`, snapshots and tests: they write into a scene. */
#ifndef CHESSCADE_BOARD_ART_H
#define CHESSCADE_BOARD_ART_H

#include "core/rules.h"
#include "tui/scene.h"

/* CHARSET_LINES: ASCII, and the line drawing set of terminals like the VT100 for the lines between panels. */
enum charset { CHARSET_ASCII, CHARSET_UTF8, CHARSET_LINES };

enum cell_mark {
    MARK_NONE,
    MARK_CURSOR,    /* the cursor */
    MARK_PICKED,    /* the piece in hand came from here */
    MARK_LAST,      /* from or to of the last ply */
    MARK_GO,        /* the piece in hand may go here */
    MARK_TAKE,      /* ... may take here */
    MARK_PUSH,      /* ... activates here */
    MARK_DIVE,      /* ... dives here */
    MARK_TRANSFORM, /* ... converts, promotes, turns over here */
    MARK_JOIN,      /* ... joins what stands here */
    MARK_CASTLE,
    MARK_FORBIDDEN,
    MARK_CHECK,     /* a royal piece attacked */
    MARK_ATTACK,    /* inspected piece attacks / is attacked from here */
    MARK_NUMBER,    /* step or member number of a trail, in `number` */
    MARK_NOTE,      /* an annotator's mark, colour in `number` 1..MARK_COLORS or 0, label in `label` */
};
enum { MARK_COLORS = 8 };

struct board_mark {
    cell_t cell;
    uint8_t mark;   /* enum cell_mark */
    uint8_t number; /* see the mark */
    char label[3];  /* at most two ASCII characters; empty without one */
};

struct board_view {
    const struct position *position; /* borrowed */
    int size;                        /* rung of the art's ladder */
    int turn;                        /* squares: halves of a turn, 0..1; triangles: sixths, 0..5 */
    enum charset charset;
    bool coordinates;                /* ranks and files at the border */
    bool named;                      /* show(): of triangles too, whose picture in the source has none */
    bool symbols;                    /* pieces as figures where the charset has them */
    bool shaded;                     /* no colours: grounds are told apart by characters */
    bool quiet;                      /* the last ply is shown by its ground alone */
    bool slim;                       /* the grounds of the cursor and of the last ply cover the letter's line only: they
                                        cost the same bytes however large the cells are */
    bool least;                      /* where all else is too large: a picture without the cells' outlines */
    bool plain;                      /* that picture wherever there is one: no lines are drawn, squares have a line a rank
                                        (board_fit()), with the letters of the pieces in it */
    bool still;                      /* nobody moves the cursor: the viewport follows it as rarely as it can, */
    bool unseen;                     /* ... and begins wherever it likes: nothing is on the screen yet */
    const cell_t *next;              /* ... [nexts] and rather to where these cells are seen too, the first of them first */
    int nexts;
    const struct board_mark *mark;   /* [marks]; of several on a cell the first counts, and the second too where the first is
                                        the cursor; squares show more if there is room: the last ply beside an annotator's
                                        mark or a check, that mark beside a check */
    int marks;
    int top, left;                   /* viewport: first board row and column shown, in cells (0: all fits) */
    int fold, folded;                /* squares: so many ranks are left out below the first `fold` rows; folded 0: none */
    int rows, columns;               /* room in characters; 0: as much as it takes */
};

struct board_art {
    const char *name;
    /* Does this art draw boards of these rules? The first in the list that does is used. */
    bool (*fits)(const struct ruleset *rules);
    /* How many sizes there are for this view's ruleset and charset. */
    int (*sizes)(const struct board_view *view);
    /* Rows and columns of the whole picture, coordinates included if wanted, without a viewport. */
    void (*measure)(const struct board_view *view, int *rows, int *columns);
    /* Draw at (row, column) of the scene. */
    void (*draw)(const struct board_view *view, struct scene *scene, int row, int column);
    /* Where the middle of a cell is, relative to the picture; false when the viewport hides it. */
    bool (*locate)(const struct board_view *view, cell_t cell, int *row, int *column);
    /* The cell at a place relative to the picture, CELL_NONE without one. */
    cell_t (*hit)(const struct board_view *view, int row, int column);
    /* Print exactly the picture of `chesscade show`, that of the rules text's Drawing section; size -1: its
     * default size. The view's position, size, charset and turn count. */
    void (*show)(const struct board_view *view, FILE *out);
    /* The name of a size, "5x2": for --size, zi and zo. May be NULL: sizes are numbers. A size whose name is NULL is the
     * client's own: --size does not count it, and it comes after all others. */
    const char *(*size_name)(const struct board_view *view, int size);
    /* Where the picture does not fit view->rows and columns: move top and left so that the cell and a margin
     * around it are seen. May be NULL: there is no viewport. */
    void (*follow)(struct board_view *view, cell_t cell);
};

extern const struct board_art triangle_art;
extern const struct board_art square_art; /* its pieces come from piece_art.h */

/* The art for a ruleset, never NULL. */
const struct board_art *board_art_for(const struct ruleset *rules);

/* The next larger (step 1) or smaller (-1) size, -1 without one. Sizes are compared by the room they take. */
int board_size_step(const struct board_view *view, int size, int step);

/* Has a board of squares a line for each rank at this size, no more? */
bool board_line_a_rank(const struct board_view *view, int size);

/* The largest size whose whole picture fits into the room, not more than `most` steps above the smallest (< 0: any);
 * the smallest when none fits. */
int board_fit(const struct board_view *view, int rows, int columns, int most);

/* The turn at which the board fits into the room in the largest size: `from` when no other one is better. Only the
 * diamond of triangles is turned: it becomes lower. */
int board_turn_to_fit(const struct board_view *view, int from, int rows, int columns);

/* All of a board in a room, turned if need be, `least`: triangles without strokes if need be, too: size, turn, rows and columns.
 * False, and nothing has changed: it does not fit. */
bool board_fit_whole(struct board_view *view, bool least, int rows, int columns);

/* The turn at which a side's army stands nearest to who sits there, left rather than right: 0 for White. */
int board_turn_for(const struct ruleset *rules, int side);

/* The cell the cursor reaches from `cell` by an arrow key (row and column steps of -1, 0, 1 as seen on the turned
 * picture), or `cell` itself at the border. */
cell_t board_walk(const struct board_view *view, cell_t cell, int up, int right);

#endif
