/* bookmarks.c - bookmarks, and remembering how the user left a game: where, on which panel, with which lines
 * folded. */
#include "config.h"
#include "tui/views/game/game_internal.h"

#include "core/position_text.h"
#include "tui/views/view_bookmarks.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- the reader's place */

/* True if the reader's place in this game is remembered. Not for games in play, nor for guests, who all share one
 * system user. */
static bool keeps_place(const struct table *table)
{
    return table->from.store && !table->from.play && !table->from.place && !app_restricted(table->view.app);
}

/* Copy those spots that exist in the record, which may have changed. */
static void take_spots(const struct table *table, const struct spot *from, int n, struct spot **to, int *count, int *room)
{
    for (int i = 0; i < n; i++)
        if (spot_valid(table_record(table), &from[i])) {
            *to = memory_room(*to, room, *count + 1, sizeof **to);
            (*to)[(*count)++] = from[i];
        }
}

static void take_left(struct table *table)
{
    struct left left;
    left_read(table_record(table)->id, &left);
    if (!table->from.at_spot && !spot_plies(&table->spot) && spot_valid(table_record(table), &left.spot))
        table->spot = left.spot;
    if (!table->from.at_spot && (left.panel == FOCUS_NOTES || (left.panel == FOCUS_BOARD && table->rules)))
        table->focus = (enum table_focus)left.panel;
    table->fold_all = left.fold_all;
    take_spots(table, left.fold, left.folds, &table->fold, &table->folds, &table->fold_room);
    take_spots(table, left.explode, left.explosions, &table->explode, &table->explosions, &table->explode_room);
}

void table_come_in(struct table *table)
{
    table->spot = table->from.spot;
    table->focus = table->from.play && table->rules ? FOCUS_BOARD : FOCUS_MOVES;
    if (keeps_place(table))
        take_left(table);
    spot_mend(table_record(table), &table->spot);
    if (table->from.play)
        spot_end(table_record(table), &table->spot);
    table->came = table->spot;
    table->came_focus = table->focus;
    table->board_first = true;
    table->refolded = false;
}

void table_leave(struct table *table)
{
    struct left left;
    bool moved = !spot_same(&table->spot, &table->came);
    if (!keeps_place(table) || (!moved && table->focus == table->came_focus && !table->refolded))
        return;
    left_read(table_record(table)->id, &left);
    if (moved)
        left.spot = table->spot;
    left.panel = table->focus == FOCUS_MOVES ? -1 : (int)table->focus; /* the default panel */
    left.fold_all = table->fold_all;
    left.folds = table->folds < LEFT_SPOTS ? table->folds : LEFT_SPOTS;
    left.explosions = table->explosions < LEFT_SPOTS ? table->explosions : LEFT_SPOTS;
    for (int i = 0; i < left.folds; i++)
        left.fold[i] = table->fold[i];
    for (int i = 0; i < left.explosions; i++)
        left.explode[i] = table->explode[i];
    left_write(table_record(table)->id, &left);
}

/* ---------------------------------------------------------------- bookmarks */

/* Read the stored bookmarks: another terminal may have set some. Guests of a lobby have none stored. */
static void refresh(struct table *table)
{
    if (!app_restricted(table->view.app))
        bookmarks_read(table_record(table)->id, &table->bookmarks);
}

static void tell(struct table *table, struct bookmark *bookmark)
{
    char game[400], ply[200];
    char *archive = table->from.store ? realpath(store_where(table->from.store), NULL) : NULL;
    bookmark_game(table_record(table), table->rules ? table->rules->sides : 2, game, sizeof game);
    table_ply_label(table, ply, sizeof ply);
    bookmark_tell(bookmark, archive ? archive : "", game, ply);
    free(archive);
}

static void keep(struct table *table)
{
    if (!app_restricted(table->view.app))
        bookmarks_write(table_record(table)->id, &table->bookmarks);
}

static void set(struct table *table)
{
    if (table->trial && !spot_is_in(table_record(table), &table->spot, table->kept.record)) {
        app_error(table->view.app, "this ply is only tried: keep the trial first ({trial}), then set a bookmark");
        return;
    }
    refresh(table);
    struct bookmark *bookmark = bookmarks_toggle(&table->bookmarks, table_record(table)->id, &table->spot);
    if (bookmark)
        tell(table, bookmark);
    keep(table);
    app_say(table->view.app,
            bookmark ? "bookmark set: {bookmarks} goes back to it, {bookmark} here takes it away"
                     : "the bookmark is taken away");
}

static void go(struct view *view, const struct bookmark *bookmark)
{
    struct table *table = table_of(view);
    if (spot_valid(table_record(table), &bookmark->spot))
        table_go(table, &bookmark->spot);
    else
        app_error(view->app, "the game has changed: the place of this bookmark is not there any more");
}

static void removed(struct view *view, const struct bookmark *bookmark)
{
    bookmarks_toggle(&table_of(view)->bookmarks, bookmark->id, &bookmark->spot);
}

bool table_bookmark(struct table *table, const struct event *event)
{
    if (event->request == REQ_BOOKMARK) {
        set(table);
    } else if (event->request == REQ_BOOKMARKS) {
        bool guest = app_restricted(table->view.app);
        struct bookmarks_open open = {.id = table_record(table)->id, .only = guest ? &table->bookmarks : NULL, .go = go,
                                      .removed = removed};
        bookmarks_show(table->view.app, &open);
    } else {
        return false;
    }
    return true;
}
