/* new_game.h - internals of the form for a new game, for view_new.c and view_new_draw.c only. */
#ifndef CHESSCADE_TUI_VIEWS_SETUP_NEW_GAME_H
#define CHESSCADE_TUI_VIEWS_SETUP_NEW_GAME_H

#include "core/family.h"
#include "tui/app/app.h"
#include "tui/app/list.h"

enum { NEW_GAME_NAME_WIDE = 19 }; /* columns for the label of a line */

struct new_game {
    struct view view;
    struct list list;
    struct ruleset *rules; /* with the current settings */
    struct position start;
    char *position; /* start position as text; "": the opening position */
    bool least; /* the board may be drawn at the least size */
    char *player[SIDES_MAX];
    char *clock;  /* in the syntax of archive/record/time_control.h; "": none */
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

void new_game_draw(struct view *view, struct scene *scene, const struct area *body, struct face *face);

#endif
