/* conflicts.c - saves the game on the table, and notices what others save meanwhile.
 *
 * Saving is session_save() of tui/session/game_session.h; view_conflict.c asks about conflicts.
 * While the game is shown, table_merge_look() reloads it every LOOK_EVERY milliseconds, but not
 * while a menu, a question, a comment or a ply is unfinished, since those refer to the record as it
 * is seen. What others changed is merged in; conflicts are resolved when the game is saved. */
#include "config.h"
#include "tui/views/game/game_internal.h"

#include "archive/merge/merge_save.h"
#include "archive/record/header_values.h"
#include "tui/views/game/live.h"
#include "tui/views/navigation.h"

#include <string.h>

enum { LOOK_EVERY = 3000 /* milliseconds between checks */ };

void table_merge_open(struct table *table)
{
    table_merge_wake(table);
    session_recall(&table->game);
}

static void save_chosen(struct view *view, const enum merge_side *choice, int n)
{
    session_save(&table_of(view)->game, choice, n);
}

static void save_anew(struct view *view, bool yes)
{
    if (yes)
        session_save_anew(&table_of(view)->game);
}

void table_saved(struct table *table, const struct game_event *event, const struct worded *worded)
{
    struct game_session *game = &table->game;
    struct app *app = table->view.app;
    if (game->saving.unseen && event->kind != GAME_SAVED)
        app_say(app, "someone else changed the game again");
    switch (event->kind) {
    case GAME_SAVED:
        table->told_trouble = false;
        /* if the previously stored version comes back, that is a change */
        table->seen = game->version;
        table_merge_wake(table);
        app_say(app, "%s", worded->text);
        break;
    case GAME_GONE:
        app_ask(app, &table->view, "The game was deleted meanwhile. Save it anyway?", save_anew);
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

static void answer_remarks(struct view *view, bool yes)
{
    if (yes)
        session_save(&table_of(view)->game, NULL, 0);
    else
        app_say(view->app, "nothing is saved");
}

void table_save_merged(struct table *table)
{
    if (session_loses_remarks(&table->game))
        app_ask(table->view.app, &table->view,
                "Saving loses the file's # remarks; the old file goes to the trash. Save?",
                answer_remarks);
    else
        session_save(&table->game, NULL, 0);
}

/* ---------------------------------------------------------------- changes made elsewhere */

/* Merge the stored version into the game, and show a message that ends with `moved`. */
static void game_conflicts_take_over(struct table *table, struct record *theirs,
                                     const struct version *version, const char *moved)
{
    struct app *app = table->view.app;
    struct note why;
    switch (session_take_over(&table->game, theirs, version, &why)) {
    case TAKEN_NOTHING:
        app_error(app,
                  "someone else changed the same fields; saving will ask which version to keep%s",
                  moved);
        break;
    case TAKEN_ALL:
        app_say(app, "someone else changed the game: this is revision %lld%s",
                (long long)theirs->rev, moved);
        break;
    case TAKEN_SAME:
        app_say(app, "someone else changed the game: the new version has all your changes%s",
                moved);
        break;
    case TAKEN_BOTH:
        app_say(app,
                "someone else changed the game: both changes are here, but yours are not saved%s",
                moved);
        break;
    default:
        app_error(app, "someone else changed the game: %s%s", why.text, moved);
    }
}

/* Look what other people have done to the game. */
static void look_around(void *argument)
{
    struct table *table = argument;
    table_news(table);
    /* A question, an unfinished text or an open menu refers to the game as the user sees it now, so
     * the game must not change meanwhile. */
    if (!table_live_on(table) && !table->game.trial && !table->playing &&
        app_at_rest(table->view.app, &table->view) && !table->menu.title)
        table_merge_look(table);
    table_merge_wake(table);
}

void table_merge_wake(struct table *table)
{
    struct view *view = &table->view;
    if (table->game.store && table->game.version.known && !table_live_on(table))
        app_at_latest(view, &table->looking, app_now(view->app) + LOOK_EVERY, look_around, table);
    else
        app_stop(view, &table->looking);
}

/* Check an archive that is a single file: it is kept in memory, so the whole file is checked.
 * (Games in a folder are read when needed.) */
static void look_at_file(struct table *table)
{
    char label[80], id[ULID_LENGTH + 1];
    int line;
    int at = store_find(table->game.store, table_record(table)->id);
    if (at >= 0)
        store_label(table->game.store, at, label, sizeof label, id, &line);
    if (at >= 0 && !*label)
        store_refresh(table->game.store);
}

/* The stored game cannot be read: show that once, and only at the second check, because an editor
 * may be writing the file just now. */
static void notice_trouble(struct table *table, int result, const struct note *why)
{
    struct app *app = table->view.app;
    bool again = !strcmp(table->trouble.text, why->text);
    table->told_trouble &= again;
    table->trouble = *why;
    if (!again || table->told_trouble)
        return;
    table->told_trouble = true;
    table->game.gone = result == FAIL_NAME;
    if (table->game.gone)
        app_error(app, "the game was deleted meanwhile: it stays here%s",
                  table->game.writable ? ", :w saves it anew" : " until you leave it");
    else
        app_error(app, "%s - your own version stays here%s", why->text,
                  session_is_saved(&table->game) ? "" : ", as a draft");
}

static void notice_mended(struct table *table, bool new)
{
    if (table->told_trouble && !new)
        app_say(table->view.app, "the game can be read again and has not changed");
    table->trouble = (struct note){{0}, -1};
    table->told_trouble = table->game.gone = false;
}

bool table_merge_look(struct table *table)
{
    struct version version;
    struct record *theirs;
    struct note why;
    if (!table->game.store || !table->game.version.known || table_live_on(table) ||
        table->editing || table->game.composing ||
        (!*table->trouble.text && store_find(table->game.store, table_record(table)->id) < 0))
        return false;
    look_at_file(table);
    int result = merge_reload(table->game.store, table_record(table)->id, &theirs, &version, &why);
    if (result < 0) {
        notice_trouble(table, result, &why);
        return false;
    }
    char told[MERGE_FOLDER_ROOM + 16];
    bool moved = session_has_moved(&table->game);
    snprintf(told, sizeof told, "%s%s", moved ? "; moved to " : "",
             moved ? table->game.folder : "");
    bool other = memcmp(version.hash, table->game.version.hash, sizeof version.hash) != 0;
    bool new = other &&memcmp(version.hash, table->seen.hash, sizeof version.hash) != 0;
    table->seen = version;
    notice_mended(table, new || moved);
    if (new)
        game_conflicts_take_over(table, theirs, &version, told);
    else if (moved)
        app_say(table->view.app, "the game was moved to %s, and is saved there from now on",
                table->game.folder);
    record_free(theirs);
    return new;
}
