/* board_editor.h - a board on which the user places pieces, beside a panel of text.
 *
 * Shared by the views that set up a position and that compose armies and boards. */
#ifndef CHESSCADE_TUI_VIEWS_SETUP_BOARD_EDITOR_H
#define CHESSCADE_TUI_VIEWS_SETUP_BOARD_EDITOR_H

#include "tui/app/app.h"
#include "tui/boards/board_scene.h"
#include "tui/widgets/page.h"
#include "tui/app/view.h"

enum { EDITOR_TELLS = 3, EDITOR_TOLD_ROOM = 300 };

struct board_editor {
    struct app *app; /* borrowed */
    struct board_scene board;
    cell_t cursor;
    struct page page; /* the panel; the view fills it after board_editor_begin_page() */
    struct area drawn, panel; /* the areas of the board and the panel; a board area without columns: no room for the board */
    bool above;               /* the board is above the panel, on a narrow or tall screen */
    bool least;               /* triangles are drawn without strokes */
    int top, left;            /* of the viewport */
    int turn;                 /* at which a diamond of triangles fits whole, as at a table */
    int read;                 /* rows of the page scrolled past */
    bool cut;                 /* rows are hidden below the panel */
    char told[EDITOR_TELLS][EDITOR_TOLD_ROOM]; /* the last announcements for screen readers */
    bool telling;
};

/* Begin with a position. The cursor may move over its board before the first drawing. */
void board_editor_begin(struct board_editor *editor, struct app *app, const struct position *position);
void board_editor_free(struct board_editor *editor);

/* Lay out the board and the panel in a body, and begin the panel's page. */
struct page *board_editor_begin_page(struct board_editor *editor, const struct position *position, const struct area *body);
/* Draw the board and the panel. */
void board_editor_draw(struct board_editor *editor, struct scene *scene);

/* Move the cursor a step, or the panel a page. False if the request does neither. */
bool board_editor_walk(struct board_editor *editor, enum request request);
/* The cell that was clicked, or CELL_NONE. */
cell_t board_editor_hit(const struct board_editor *editor, const struct mouse *mouse);

/* For screen-reader users, as aloud() of view.h: the piece under the cursor and its cell, what Space places, and the
 * rules' verdict, as far as they have changed. False if nothing has. */
bool board_editor_aloud(struct board_editor *editor, const struct position *position, const char *puts, const char *state,
                        char *out, size_t size);

/* "White Rook", "neutral Monolith", "empty". */
void board_editor_piece_words(const struct ruleset *rules, struct piece piece, char *out, size_t size);

#endif
