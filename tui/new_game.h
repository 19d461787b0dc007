/* new_game.h - a new game being put together, for view_new.c and its drawing in view_new_draw.c only. */
#ifndef CHESSCADE_NEW_GAME_H
#define CHESSCADE_NEW_GAME_H

#include "core/rules.h"
#include "tui/app.h"
#include "tui/list.h"

enum { NEW_GAME_NAME_WIDE = 19 }; /* columns of what a line is about */

struct new_game {
    struct view view;
    struct list list;
    struct ruleset *rules; /* with the settings as they are */
    struct position start;
    char *position; /* what it begins from, as text; "": the opening */
    bool least; /* may the board be drawn at the least size? */
    char *player[SIDES_MAX];
    char *clock;  /* as control.h reads it; "": none */
    char **value; /* [variant->option_count] owned */
};

/* Items: 0 starts the game, then a player each side, the options, and at the end the clock. */
static inline bool new_game_is_clock(const struct new_game *game, int item)
{
    return item > 0 && item == game->list.items - 1;
}

/* The option of an item, NULL of others. */
const struct option *new_game_option(const struct new_game *game, int item);
/* Is there something to put together by hand: armies, or a board of one's own? */
bool new_game_has_armies(const struct new_game *game);
static inline bool new_game_has_own_board(const struct new_game *game)
{
    return custom_definition(game->rules->id) != NULL;
}

void new_game_draw(struct view *view, struct scene *scene, const struct area *body, struct face *face);

#endif
