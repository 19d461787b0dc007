/* setup.h - the editors of positions, armies and boards, and the form for a new game. */
#ifndef CHESSCADE_TUI_VIEWS_SETUP_SETUP_H
#define CHESSCADE_TUI_VIEWS_SETUP_SETUP_H

#include "core/family.h"
#include "core/position.h"
#include "core/variant.h"
#include "tui/app/app.h"
#include "tui/app/list.h"
#include "tui/app/view.h"
#include "tui/boards/board_scene.h"
#include "tui/widgets/page.h"

/* The argument of setup_view: the initial position; copied, with a ruleset of its own. */
struct setup_open {
    const struct position *position;
    const char *player[SIDES_MAX]; /* the players of the game that will begin from it; copied; NULL:
                                      unknown */
    const char *clock;             /* a time control for keyboard_clock.h; copied; NULL: none */
};

/* ---- Opening the editor for the armies of a Turning Chess game. */

enum { ARMY_TEXT = 80 }; /* enough for eight tokens */

/* Gives both armies, as texts, to the view below; `beyond`: they exceed the limits on arrays, which
 * must be lifted. */
typedef void army_chosen(struct view *below, const char *white, const char *black, bool beyond);

struct army_open {
    const struct ruleset *rules; /* of the game; borrowed */
    const char *army[2]; /* names or texts, White's and Black's; "": the variant's own army */
    army_chosen *chosen;
};

/* ---- Internals of the form for a new game, for view_new.c only. */

enum { NEW_GAME_NAME_WIDE = 19 }; /* columns for the label of a line */

struct new_game {
    struct view view;
    struct list list;
    struct ruleset *rules; /* with the current settings */
    struct position start;
    char *position; /* start position as text; "": the opening position */
    bool least;     /* the board may be drawn at the least size */
    char *player[SIDES_MAX];
    char *clock;  /* in the syntax of archive/record/header_values.h; "": none */
    char **value; /* [variant->option_count] owned */
};

/* Items: 0 starts the game; then one player per side, the options, and last the clock. */
static inline bool new_game_is_clock(const struct new_game *game, int item)
{
    return item > 0 && item == game->list.items - 1;
}

/* The option of an item, or NULL. */
const struct option *new_game_option(const struct new_game *game, int item);
/* True if the variant has something to compose: armies, or (new_game_has_own_board()) a board. */
bool new_game_has_armies(const struct new_game *game);
static inline bool new_game_has_own_board(const struct new_game *game)
{
    return custom_definition(game->rules->id) != NULL;
}

void new_game_draw(struct view *view, struct scene *scene, const struct area *body,
                   struct face *face);

/* ---- A board on which the user places pieces, beside a panel of text.
 *
 * Shared by the views that set up a position and that compose armies and boards. */

enum { EDITOR_TELLS = 3, EDITOR_TOLD_ROOM = 300 };

struct board_editor {
    struct app *app; /* borrowed */
    struct board_scene board;
    cell_t cursor;
    struct page page;         /* the panel; the view fills it after board_editor_begin_page() */
    struct area drawn, panel; /* the areas of the board and the panel; a board area without columns:
                                 no room for the board */
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
void board_editor_begin(struct board_editor *editor, struct app *app,
                        const struct position *position);
void board_editor_free(struct board_editor *editor);

/* Lay out the board and the panel in a body, and begin the panel's page. */
struct page *board_editor_begin_page(struct board_editor *editor, const struct position *position,
                                     const struct area *body);
/* Draw the board and the panel. */
void board_editor_draw(struct board_editor *editor, struct scene *scene);

/* Move the cursor a step, or the panel a page. False if the request does neither. */
bool board_editor_walk(struct board_editor *editor, enum request request);
/* The cell that was clicked, or CELL_NONE. */
cell_t board_editor_hit(const struct board_editor *editor, const struct mouse *mouse);

/* For screen-reader users, as aloud() of view.h: the piece under the cursor and its cell, what
 * Space places, and the rules' verdict, as far as they have changed. False if nothing has. */
bool board_editor_aloud(struct board_editor *editor, const struct position *position,
                        const char *puts, const char *state, char *out, size_t size);

/* "White Rook", "neutral Monolith", "empty". */
void board_editor_piece_words(const struct ruleset *rules, struct piece piece, char *out,
                              size_t size);

#endif
