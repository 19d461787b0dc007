/* conflicts.c - saves the game on the table, and looks for changes that others saved.
 *
 * Both are calls of tui/session/game_session.h: session_save() and session_look(); view_conflict.c
 * asks about conflicts. */
#include "config.h"
#include "tui/views/game/game_internal.h"

#include "archive/record/header_values.h"
#include "tui/views/game/live.h"
#include "tui/views/navigation.h"

void table_merge_open(struct table *table)
{
    table_merge_wake(table);
    session_recall(&table->game);
}

static void save_chosen(struct view *view, const enum merge_side *choice, int n)
{
    session_save(&table_of(view)->game, choice, n);
}

static void answer_save(struct view *view, bool yes)
{
    struct game_session *game = &table_of(view)->game;
    if (yes) {
        session_save_answered(game, "");
    } else {
        session_save_not(game);
        app_say(view->app, "nothing is saved");
    }
}

void table_ask_save(struct table *table, const char *question)
{
    app_ask(table->view.app, &table->view, question, answer_save);
}

void table_saved(struct table *table, const struct game_event *event, const struct worded *worded)
{
    struct game_session *game = &table->game;
    struct app *app = table->view.app;
    if (game->saving.unseen && event->kind != GAME_SAVED)
        app_say(app, "someone else changed the game again");
    switch (event->kind) {
    case GAME_SAVED:
        table_merge_wake(table);
        app_say(app, "%s", worded->text);
        break;
    case GAME_CONFLICT: {
        struct conflict_open open = {&game->saving.merge, &table->view,
                                     record_last_author(game->saving.theirs), save_chosen};
        game->offered = game->saving.version;
        app_try_open(app, &conflict_view, &open);
        break;
    }
    default:
        app_error(app, "%s", worded->text);
    }
}

/* ---------------------------------------------------------------- changes made elsewhere */

/* Look what other people have done to the game. */
static void look_around(void *argument)
{
    struct table *table = argument;
    table_news(table);
    /* A question, an unfinished text or an open menu refers to the game as the user sees it now, so
     * the game must not change meanwhile. */
    if (!table->playing && app_at_rest(table->view.app, &table->view) && !table->menu.title)
        table_merge_look(table);
    table_merge_wake(table);
}

void table_merge_wake(struct table *table)
{
    struct view *view = &table->view;
    if (table->game.store && table->game.version.known && !table_live_on(table))
        app_at_latest(view, &table->looking, app_now(view->app) + SESSION_LOOK_EVERY, look_around,
                      table);
    else
        app_stop(view, &table->looking);
}

bool table_merge_look(struct table *table)
{
    return !table_live_on(table) && !table->editing && session_look(&table->game);
}
