/* collections.c - whose notes are hidden, the completion of arguments, how the user left the game,
 * bookmarks. */
#include "config.h"

#include "tui/views/game/game_internal.h"
#include "tui/session/archive/collecting.h"
#include "tui/system/paths.h"
#include "tui/views/prompts.h"
#include "tui/views/navigation.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- layers */

bool table_hides(const struct table *table, const char *by)
{
    return layers_hide(&table->game.layers, by);
}

bool table_hides_any(const struct table *table)
{
    return layers_hide_any(&table->game.layers);
}

/* ---------------------------------------------------------------- completion */

bool table_complete(struct view *view, const char *text, char *out, size_t size)
{
    struct table *table = table_of(view);
    switch (table->offered.command) {
    case REQ_TAGS:
        return tags_complete_typed(view, table->game.store, text, out, size);
    case REQ_COLLECT:
        return collecting_complete(table->game.store, text, out, size);
    default:
        return path_complete(text, out, size);
    }
}

/* ---- Bookmarks, and remembering how the user left a game: the ply, the panel, the folded
 * variations. */

/* ---------------------------------------------------------------- the reader's place */

static void take_spots(const struct spot *from, int n, struct spot **to, int *count, int *room)
{
    *to = memory_room(*to, room, *count + n, sizeof **to);
    for (int i = 0; i < n; i++)
        (*to)[(*count)++] = from[i];
}

static void take_left(struct table *table, const struct left *left)
{
    if (!table->from.at_spot &&
        (left->panel == FOCUS_NOTES || (left->panel == FOCUS_BOARD && table->game.rules)))
        table->focus = (enum panel_focus)left->panel;
    struct tree_folds *folds = &table->folds;
    folds->all = left->fold_all;
    take_spots(left->fold, left->folds, &folds->fold, &folds->folds, &folds->fold_room);
    take_spots(left->explode, left->explosions, &folds->explode, &folds->explosions,
               &folds->explode_room);
}

void table_come_in(struct table *table)
{
    struct left left;
    bool asked = table->from.at_spot || spot_plies(&table->from.spot);
    session_set_first_spot(&table->game, asked ? &table->from.spot : NULL, table->from.place,
                           &left);
    table->focus = table->game.play && table->game.rules ? FOCUS_BOARD : FOCUS_MOVES;
    take_left(table, &left);
    table->came_focus = table->focus;
    table->board_first = true;
    table->refolded = false;
}

void table_leave(struct table *table)
{
    struct left left;
    bool moved = !spot_same(&table->game.spot, &table->game.came);
    if ((!moved && table->focus == table->came_focus && !table->refolded) ||
        !session_get_left(&table->game, table->from.place, &left))
        return;
    left.panel = table->focus == FOCUS_MOVES ? -1 : (int)table->focus; /* the default panel */
    left.fold_all = table->folds.all;
    left.folds = table->folds.folds < LEFT_SPOTS ? table->folds.folds : LEFT_SPOTS;
    left.explosions = table->folds.explosions < LEFT_SPOTS ? table->folds.explosions : LEFT_SPOTS;
    for (int i = 0; i < left.folds; i++)
        left.fold[i] = table->folds.fold[i];
    for (int i = 0; i < left.explosions; i++)
        left.explode[i] = table->folds.explode[i];
    left_write(table_record(table)->id, &left);
}

/* ---------------------------------------------------------------- bookmarks */

static void game_collections_go(struct view *view, const struct bookmark *bookmark)
{
    struct table *table = table_of(view);
    struct note why;
    if (bookmark_stands(bookmark, table_record(table), &why))
        session_go(&table->game, &bookmark->spot);
    else
        app_error(view->app, "%s", why.text);
}

static void game_collections_removed(struct view *view, const struct bookmark *bookmark)
{
    bookmarks_toggle(&table_of(view)->game.bookmarks, bookmark->id, &bookmark->spot);
}

static void game_collections_bookmarks(struct table *table, const char *number)
{
    bool guest = app_restricted(table->view.app);
    struct bookmarks_open open = {.id = table_record(table)->id,
                                  .only = guest ? &table->game.bookmarks : NULL,
                                  .go = game_collections_go,
                                  .removed = game_collections_removed};
    bookmarks_show(table->view.app, &open, number);
}

const struct table_action table_game_actions[] = {
    {REQ_BOOKMARKS, .with = game_collections_bookmarks},
    {0},
};
