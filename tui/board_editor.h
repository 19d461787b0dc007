/* board_editor.h - a board on which pieces are put by hand, beside a panel of text: what setting up a position and composing
 * boards and armies of one's own have in common. */
#ifndef CHESSCADE_BOARD_EDITOR_H
#define CHESSCADE_BOARD_EDITOR_H

#include "tui/app.h"
#include "tui/board_scene.h"
#include "tui/page.h"
#include "tui/view.h"

enum { EDITOR_TELLS = 3, EDITOR_TOLD_ROOM = 300 };

struct board_editor {
    struct app *app; /* borrowed */
    struct board_scene board;
    cell_t cursor;
    struct page page; /* the panel: filled by the view after board_editor_begin_page() */
    struct area drawn, panel; /* where the board and the panel are; a board of no columns: there is no room for it */
    bool above;               /* the board is, on a narrow screen or a high one */
    bool least;               /* triangles have no strokes */
    int top, left;            /* of the viewport */
    int turn;                 /* at which a diamond of triangles is seen whole, as at a table */
    int read;                 /* rows of the page above the panel */
    bool cut;                 /* some are below it */
    char told[EDITOR_TELLS][EDITOR_TOLD_ROOM]; /* what was told last */
    bool telling;
};

/* Begin with a position, whose board may be walked before it is drawn. */
void board_editor_begin(struct board_editor *editor, struct app *app, const struct position *position);
void board_editor_free(struct board_editor *editor);

/* Lay the board and the panel out in a body, and begin the panel's page. */
struct page *board_editor_begin_page(struct board_editor *editor, const struct position *position, const struct area *body);
/* Draw both. */
void board_editor_draw(struct board_editor *editor, struct scene *scene);

/* A step of the cursor, a page of the panel; false: the request is none. */
bool board_editor_walk(struct board_editor *editor, enum request request);
/* The cell that was clicked, CELL_NONE without one. */
cell_t board_editor_hit(const struct board_editor *editor, const struct mouse *mouse);

/* For those who hear the screen, as aloud() of view.h: what stands under the cursor and on which field, what Space puts, what the
 * rules say of it all, as far as they are not as they were. False: they are. */
bool board_editor_aloud(struct board_editor *editor, const struct position *position, const char *puts, const char *state,
                        char *out, size_t size);

/* "White Rook", "neutral Monolith", "empty". */
void board_editor_piece_words(const struct ruleset *rules, struct piece piece, char *out, size_t size);

#endif
