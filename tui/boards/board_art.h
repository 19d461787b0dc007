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
    MARK_CURSOR,    /* the cell under the cursor */
    MARK_PICKED,    /* the cell that the piece in hand came from */
    MARK_LAST,      /* start or end of the last ply */
    MARK_GO,        /* a cell to which the piece in hand can move */
    MARK_TAKE,      /* a cell on which the piece in hand can capture */
    MARK_PUSH,      /* a cell on which the piece in hand activates another piece */
    MARK_DIVE,      /* a cell on which the piece in hand dives */
    MARK_TRANSFORM, /* a cell on which the piece in hand converts, promotes or turns over a piece */
    MARK_JOIN,      /* a cell on which the piece in hand joins another piece */
    MARK_CASTLE,
    MARK_FORBIDDEN,
    MARK_CHECK,  /* a royal piece under attack */
    MARK_ATTACK, /* the inspected piece attacks this cell, or is attacked from it */
    /* the number of a step or member of the ply, in `number`; the marks of all numbers show the
     * ply's path */
    MARK_NUMBER,
    /* an annotator's mark; `number`: its colour as mark_color_number() has it; `label`: its text */
    MARK_NOTE,
};

struct board_mark {
    cell_t cell;
    uint8_t mark;   /* enum cell_mark */
    uint8_t number; /* a number whose meaning depends on the mark */
    char label[3];  /* text of the mark: at most two ASCII characters, may be empty */
};

/* How boards of triangles are drawn: in strokes, or filled, the edges in steps of quarters of a
 * character or with corner characters, which few fonts draw as they should. */
enum triangles_fill { FILL_NONE, FILL_STEPS, FILL_CORNERS };
/* Colours of cells on boards of triangles: two, by where a cell points; four, as the author colours
 * the quarters to which unicorns are bound (rules/triangles.md 12.5); or one. */
enum triangles_colours { COLOURS_TWO, COLOURS_FOUR, COLOURS_ONE };

struct piece_set;

struct board_view {
    const struct position *position; /* the position drawn, borrowed */
    int size;                        /* index into the sizes of the board art */
    int turn; /* rotation of the board: 0..1 half turns for squares, 0..5 sixths of a turn for
                 triangles */
    enum charset charset;
    bool coordinates; /* label ranks and files at the border */
    /* for show(): print coordinates on boards of triangles too; the source's pictures have none */
    bool named;
    /* pictures of pieces, borrowed; NULL to draw letters. On squares they are used in cells of any
     * size, or with large_pieces only in large ones. */
    const struct piece_set *pieces;
    bool large_pieces; /* use pictures only in cells of 7x3 characters and larger */
    bool ascii_pieces; /* use only ASCII pictures, because the font may lack other characters */
    bool shaded;       /* no colours: characters tell light and dark cells apart */
    bool bare;         /* colours tell cells apart: Turning's empty squares need no dots */
    uint8_t fill;      /* enum triangles_fill; needs colours and UTF-8 */
    uint8_t colours;   /* enum triangles_colours */
    bool signs; /* mark the colours of empty triangles by the author's signs, for screens without
                   colours */
    bool quiet; /* show the last ply by its background only */
    /* mark the cursor and the last ply by the colour of only one line of the cell, that of the
     * letter, so that a mark costs the same bytes at any cell size */
    bool slim;
    bool least;         /* if every other size is too large, draw the board without cell outlines */
    bool plain;         /* always draw without lines if possible; squares then use one line per rank
                           (board_fit()), with letters as pieces */
    bool still;         /* nobody moves the cursor, so scroll as rarely as possible */
    bool unseen;        /* nothing is on the screen yet, so the viewport may start anywhere */
    const cell_t *next; /* [nexts] if `unseen`: cells that should be visible too; earlier ones
                           matter more */
    int nexts;
    /* [marks] the marks to draw. A cell shows its first mark; if that is the cursor, the second one
     * too. Squares with room also show the last ply beside an annotator's mark or a check, and an
     * annotator's mark beside a check. */
    const struct board_mark *mark;
    int marks;
    /* the first row and column that the viewport shows, in cells (on triangles `left` counts half
     * sides of a cell); 0 if the whole board fits */
    int top, left;
    int fold, folded; /* on squares: leave out `folded` ranks below the first `fold` rows; folded is
                         0 to leave out none */
    int rows, columns; /* available room in characters; 0 for unlimited */
};

struct board_art {
    const char *name;
    /* True if this art can draw the board of these rules. The first such art in the table is
     * used. */
    bool (*fits)(const struct ruleset *rules);
    /* The number of sizes for this view's ruleset and charset. */
    int (*sizes)(const struct board_view *view);
    /* Rows and columns of the whole picture without a viewport, coordinates included if wanted. */
    void (*measure)(const struct board_view *view, int *rows, int *columns);
    /* Draw at (row, column) of the scene. */
    void (*draw)(const struct board_view *view, struct scene *scene, int row, int column);
    /* Find the middle of a cell, relative to the picture. False if the viewport hides it. */
    bool (*locate)(const struct board_view *view, cell_t cell, int *row, int *column);
    /* The cell at a row and column of the picture, or CELL_NONE. */
    cell_t (*hit)(const struct board_view *view, int row, int column);
    /* Print exactly the picture of `chesscade show`, which the Drawing section of the rules text
     * defines. Uses the view's position, size (-1: the default), charset and turn. */
    void (*show)(const struct board_view *view, FILE *out);
    /* The name of a size, such as "5x2", for --size and for the commands zi and zo. The function
     * may be NULL: sizes are then numbers. A size whose name is NULL is for the client only:
     * --size does not count it, and it comes after all others. */
    const char *(*size_name)(const struct board_view *view, int size);
    /* If the picture does not fit into view->rows and columns: change top and left so that the cell
     * is visible, with a margin. May be NULL: no viewport. */
    void (*follow)(struct board_view *view, cell_t cell);
};

extern const struct board_art triangle_art;
extern const struct board_art square_art; /* draws boards of squares, with the piece drawings of
                                             pieces.h */

/* The art for a ruleset. Never NULL. */
const struct board_art *board_art_for(const struct ruleset *rules);

/* The next larger (step 1) or smaller (-1) size, by the room that it takes; -1 if there is none. */
int board_size_step(const struct board_view *view, int size, int step);

/* True if the pictures of pieces on a board of squares fill its cells at view->size, so that
 * pieces do not look lost in large cells. */
bool board_is_filled(const struct board_view *view);

/* True if a board of squares has exactly one line per rank at this size. */
bool board_line_a_rank(const struct board_view *view, int size);

/* The largest size at which the whole picture fits, at most `most` steps above the smallest (no
 * limit if `most` is below 0); the smallest if none fits. */
int board_fit(const struct board_view *view, int rows, int columns, int most);

/* The turn at which the board fits at the largest size; `from` if no other is better. Only a
 * diamond of triangles is ever turned, which makes it lower. */
int board_turn_to_fit(const struct board_view *view, int from, int rows, int columns);

/* Fit the whole board into the room, turned if necessary, and with `least` as triangles without
 * strokes if necessary. Sets size, turn, rows and columns. False if it does not fit; the view is
 * unchanged then. */
bool board_fit_whole(struct board_view *view, bool least, int rows, int columns);

/* The rotation that puts a side's army nearest to the player, preferably at the left. 0 for
 * White. */
int board_turn_for(const struct ruleset *rules, int side);

/* The cell that an arrow key reaches from `cell`. `up` and `right` are -1, 0 or 1, as seen on
 * the rotated picture. Returns `cell` itself at the border. */
cell_t board_walk(const struct board_view *view, cell_t cell, int up, int right);

/* The same, but from the border on to the opposite one. */
cell_t board_walk_around(const struct board_view *view, cell_t cell, int up, int right);
/* The visible cell nearest to a row and column of the picture. CELL_NONE if the whole board is
 * visible in view->rows and columns. */
cell_t board_nearest(const struct board_view *view, int row, int column);
/* Where a side begins: its movable piece that is nearest to the middle of White's first rank.
 * `start` is the first position of the game. */
cell_t board_home(const struct position *start, int side);

/* ---- The board colours that a variant's own source prescribes. */

/* The colours of light cells, dark cells, light pieces and dark pieces, taken from
 * rules/croatian.md 19.1, or from a custom variant that defines its colours. False, with *out
 * unchanged, if the variant has none. */
bool board_colours(const struct ruleset *rules, struct board_colours *out);

#endif
