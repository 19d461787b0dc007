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
    /* the players of the game that will be started from the position; copied; NULL: unknown */
    const char *player[SIDES_MAX];
    const char *clock; /* a time control for keyboard_clock.h; copied; NULL: none */
};

/* ---- Opening the editor for the armies of a Turning Chess game. */

enum { ARMY_TEXT = 80 }; /* enough for the eight letters of an army with their facings */

/* Passes both armies, as texts, to the view below. `beyond`: they exceed the usual limits on
 * armies, which must be lifted. */
typedef void army_chosen(struct view *below, const char *white, const char *black, bool beyond);

struct army_open {
    const struct ruleset *rules; /* the rules of the game; borrowed */
    /* White's and Black's army, as names or texts; "": the variant's own army */
    const char *army[2];
    army_chosen *chosen;
};

/* ---- Internals of the form for a new game, for view_new.c only. */

enum { NEW_GAME_NAME_WIDE = 19 }; /* columns for the label of a line */

struct new_game {
    struct view view;
    struct list list;
    struct ruleset *rules; /* the rules with the current settings */
    struct position start;
    char *position; /* the text of the start position; "": the opening position */
    bool least;     /* the board may be drawn at the smallest size */
    char *player[SIDES_MAX];
    char *clock;  /* the time control, as in archive/record/header_values.h; "": none */
    char **value; /* [variant->option_count] The values of the options; owned. */
};

/* True if an item of the form is the clock. Item 0 starts the game; then come one item for each
 * player, the options, and last the clock. */
static inline bool new_game_is_clock(const struct new_game *game, int item)
{
    return item > 0 && item == game->list.items - 1;
}

/* The option that an item of the form stands for; NULL: none. */
const struct option *new_game_option(const struct new_game *game, int item);
/* True if the user can compose armies for the variant. The next function is true if the user can
 * compose a board. */
bool new_game_has_armies(const struct new_game *game);
static inline bool new_game_has_own_board(const struct new_game *game)
{
    return custom_definition(game->rules->id) != NULL;
}

void new_game_draw(struct view *view, struct scene *scene, const struct area *body,
                   struct face *face);

/* ---- A board on which the user places pieces, beside a panel of text. The views that set up a
 * position, armies or a board share it. */

enum { EDITOR_TELLS = 3, EDITOR_TOLD_ROOM = 300 };

struct board_editor {
    struct app *app; /* borrowed */
    struct board_scene board;
    cell_t cursor;
    struct page page; /* the text of the panel; the view fills it after board_editor_begin_page() */
    /* The areas of the board and the panel. The board's area has no columns if there is no room
     * for the board. */
    struct area drawn, panel;
    bool above;    /* the board is above the panel, because the screen is narrow or tall */
    bool least;    /* triangles are drawn without lines */
    int top, left; /* the first visible row and column of the board */
    int turn;      /* how a diamond of triangles is turned so that it fits whole */
    int read;      /* how many rows of the panel's text have been scrolled past */
    bool cut;      /* rows of the panel are hidden below the screen */
    char told[EDITOR_TELLS][EDITOR_TOLD_ROOM]; /* the last announcements for screen readers */
    bool telling;
};

/* Begin to edit a position. The cursor may move over its board before the first drawing. */
void board_editor_begin(struct board_editor *editor, struct app *app,
                        const struct position *position);
void board_editor_free(struct board_editor *editor);

/* Lay out the board and the panel in a view's body, and begin the panel's text. */
struct page *board_editor_begin_page(struct board_editor *editor, const struct position *position,
                                     const struct area *body);
/* Draw the board and the panel. */
void board_editor_draw(struct board_editor *editor, struct scene *scene);

/* Move the cursor by a step, or the panel by a page. Returns false for other requests. */
bool board_editor_walk(struct board_editor *editor, enum request request);
/* The cell that was clicked; CELL_NONE: none. */
cell_t board_editor_hit(const struct board_editor *editor, const struct mouse *mouse);

/* For users of a screen reader, like aloud() of view.h: write the piece under the cursor and its
 * cell, what Space places, and whether the rules accept the position, as far as these have changed.
 * Returns false if nothing has changed. */
bool board_editor_aloud(struct board_editor *editor, const struct position *position,
                        const char *puts, const char *state, char *out, size_t size);

/* Name a piece: "White Rook", "neutral Monolith", "empty". */
void board_editor_piece_words(const struct ruleset *rules, struct piece piece, char *out,
                              size_t size);

#endif
