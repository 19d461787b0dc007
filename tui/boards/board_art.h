/* board_art.h - draws boards in character art: one file for each way of drawing, all behind one
 * table.
 *
 * A picture is drawn for a `board_view`: which position, size, turn and marks. The same functions
 * serve the client, `chesscade show`, snapshots and tests: they write into a scene. */
#ifndef CHESSCADE_TUI_BOARDS_BOARD_ART_H
#define CHESSCADE_TUI_BOARDS_BOARD_ART_H

#include "core/family.h"
#include "tui/widgets/scene.h"
#include "tui/widgets/theme.h"

/* CHARSET_LINES: ASCII, plus the VT100 line-drawing set for the lines between panels. */
enum charset { CHARSET_ASCII, CHARSET_UTF8, CHARSET_LINES };

enum cell_mark {
    MARK_NONE,
    MARK_CURSOR,    /* the cursor */
    MARK_PICKED,    /* where the piece in hand came from */
    MARK_LAST,      /* start or end of the last ply */
    MARK_GO,        /* the piece in hand can move here */
    MARK_TAKE,      /* ... can capture here */
    MARK_PUSH,      /* ... activates a piece here */
    MARK_DIVE,      /* ... dives here */
    MARK_TRANSFORM, /* ... converts, promotes or turns over here */
    MARK_JOIN,      /* ... joins the piece here */
    MARK_CASTLE,
    MARK_FORBIDDEN,
    MARK_CHECK,  /* a royal piece under attack */
    MARK_ATTACK, /* the inspected piece attacks this cell, or is attacked from it */
    MARK_NUMBER, /* step or member number of a trail, in `number` */
    MARK_NOTE,   /* an annotator's mark: colour 1..MARK_COLORS or 0 in `number`, its text in `label`
                  */
};
enum { MARK_COLORS = 8 };

struct board_mark {
    cell_t cell;
    uint8_t mark;   /* enum cell_mark */
    uint8_t number; /* its meaning depends on the mark */
    char label[3];  /* at most two ASCII characters; may be empty */
};

struct piece_set;

struct board_view {
    const struct position *position; /* borrowed */
    int size;                        /* index into the art's sizes */
    int turn;                        /* squares: half turns, 0..1; triangles: sixths, 0..5 */
    enum charset charset;
    bool coordinates; /* label ranks and files at the border */
    bool named; /* show(): with coordinates for triangles too, which the picture in the source lacks
                 */
    const struct piece_set *pieces; /* borrowed; NULL: pieces are letters. On squares its pictures
                                       are drawn in cells of every size, */
    bool large_pieces;              /* ... or only in those of 7x3 and larger */
    bool ascii_pieces; /* only its ASCII pictures: the font is not known to have the others */
    bool shaded;       /* no colours: characters tell light and dark cells apart */
    bool quiet;        /* show the last ply by its background only */
    bool slim;   /* colour only the letter's line for the cursor and the last ply, so that they cost
                    the   same bytes at any cell size */
    bool least;  /* if all else is too large: draw without cell outlines */
    bool plain;  /* always draw that way if possible: no lines, and squares use one line per rank
                    (board_fit()), with the pieces' letters */
    bool still;  /* nobody moves the cursor: scroll as rarely as possible, */
    bool unseen; /* ... and start anywhere: nothing is on the screen yet */
    const cell_t *next; /* [nexts] with `unseen`: start where these cells are visible, too, if
                           possible; earlier ones matter more */
    int nexts;
    const struct board_mark *mark; /* [marks]; the first one on a cell wins, and the second is drawn
                                      too if the first is the cursor. Squares draw more if there is
                                      room: the last ply beside an annotator's mark or a check, and
                                      that mark beside a check */
    int marks;
    int top, left;     /* viewport: the first board row and column shown, in cells; 0: all fits */
    int fold, folded;  /* squares: leave out `folded` ranks below the first `fold` rows; folded 0:
                          none */
    int rows, columns; /* available room in characters; 0: unlimited */
};

struct board_art {
    const char *name;
    /* True if this art can draw the board of these rules. The first such art in the table is used.
     */
    bool (*fits)(const struct ruleset *rules);
    /* The number of sizes for this view's ruleset and charset. */
    int (*sizes)(const struct board_view *view);
    /* Rows and columns of the whole picture without a viewport, coordinates included if wanted. */
    void (*measure)(const struct board_view *view, int *rows, int *columns);
    /* Draw at (row, column) of the scene. */
    void (*draw)(const struct board_view *view, struct scene *scene, int row, int column);
    /* Find the middle of a cell, relative to the picture. False if the viewport hides it. */
    bool (*locate)(const struct board_view *view, cell_t cell, int *row, int *column);
    /* The cell at a place relative to the picture, or CELL_NONE. */
    cell_t (*hit)(const struct board_view *view, int row, int column);
    /* Print exactly the picture of `chesscade show`, which the Drawing section of the rules text
     * defines. Uses the view's position, size (-1: the default), charset and turn. */
    void (*show)(const struct board_view *view, FILE *out);
    /* The name of a size, such as "5x2", for --size, zi and zo. May be NULL: sizes are numbers
     * then. A size whose name is NULL is for the client only: --size does not count it, and it
     * comes after all others. */
    const char *(*size_name)(const struct board_view *view, int size);
    /* If the picture does not fit into view->rows and columns: change top and left so that the cell
     * is visible, with a margin. May be NULL: no viewport. */
    void (*follow)(struct board_view *view, cell_t cell);
};

extern const struct board_art triangle_art;
extern const struct board_art square_art; /* takes its pieces from pieces.h */

/* The art for a ruleset. Never NULL. */
const struct board_art *board_art_for(const struct ruleset *rules);

/* The next larger (step 1) or smaller (-1) size by the room it takes; -1 if there is none. */
int board_size_step(const struct board_view *view, int size, int step);

/* True if the pieces on a board of squares have pictures that fill its cells at view->size, so that
 * they do not look lost in large ones. */
bool board_is_filled(const struct board_view *view);

/* True if a board of squares has exactly one line per rank at this size. */
bool board_line_a_rank(const struct board_view *view, int size);

/* The largest size at which the whole picture fits, at most `most` steps above the smallest (< 0:
 * no limit); the smallest if none fits. */
int board_fit(const struct board_view *view, int rows, int columns, int most);

/* The turn at which the board fits at the largest size; `from` if no other is better. Only a
 * diamond of triangles is ever turned, which makes it lower. */
int board_turn_to_fit(const struct board_view *view, int from, int rows, int columns);

/* Fit the whole board into the room, turned if necessary, and with `least` as triangles without
 * strokes if necessary. Sets size, turn, rows and columns. False if it does not fit; the view is
 * unchanged then. */
bool board_fit_whole(struct board_view *view, bool least, int rows, int columns);

/* The turn at which a side's army is nearest to the player, left rather than right. 0 for White. */
int board_turn_for(const struct ruleset *rules, int side);

/* The cell that an arrow key reaches from `cell`, in steps of -1, 0 or 1 as seen on the turned
 * picture; `cell` itself at the border. */
cell_t board_walk(const struct board_view *view, cell_t cell, int up, int right);

/* ---- The board colours that a variant's own source prescribes. */

/* The colours of light cells, dark cells, light pieces and dark pieces: from
 * rules/croatian.md 19.1, or from a custom definition that names them (16). False, with *out
 * unchanged, if the variant has none. */
bool board_colours(const struct ruleset *rules, struct board_colours *out);

#endif
