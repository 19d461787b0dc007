/* conflicts.c - noticing, merging and saving changes to a game that someone else may change at the
 * same time.
 *
 * Three records take part in every merge: mine (table->game.edits), theirs (what is stored now),
 * and the base (table->game.base), which is the stored version that my changes started from.
 * archive/merge/merge.h merges them: what only one of us changed is taken as it is, and only a
 * field that both changed differently is a conflict.
 *
 * Theirs is looked at in two situations:
 *
 *   - While the game is shown, table_merge_look() reloads it every LOOK_EVERY milliseconds, but not
 *     while a menu, a question, a comment or a ply is unfinished, since those refer to the record
 *     as it is seen. Without changes of mine theirs is shown; otherwise the result of the merge
 *     replaces mine (game_conflicts_adopt()), with an undo step back to my own version. If there
 *     are conflicts nothing changes yet: they are resolved when the game is saved.
 *   - Saving (game_conflicts_save_with()) goes through merge_save(), which merges again with what
 *     is stored at that moment. With conflicts nothing is saved; view_conflict.c asks
 *     the user. The choices apply to one stored version only (table->game.offered). If somebody
 *     saves another version meanwhile, the user is asked again.
 *
 * After a merge the base is the stored version again. The base is also stored beside the draft, so
 * that a merge is possible after a restart; without a base every difference is a conflict or an
 * addition. A deleted game stays on the table and can be saved again. */
#include "config.h"
#include "tui/views/game/game_internal.h"

#include "archive/store/edit_history.h"
#include "archive/merge/merge_save.h"
#include "archive/record/header_values.h"
#include "tui/views/game/live.h"
#include "tui/views/navigation.h"

#include <stdlib.h>
#include <string.h>

enum { LOOK_EVERY = 3000 /* milliseconds between checks */ };

/* Set the version that the changes on the table are based on. */
static void game_conflicts_set_base(struct table *table, struct record *base)
{
    record_free(table->game.base);
    table->game.base = base;
}

/* True if the game's file has moved to another folder since the last check. `told` is then text for
 * a message: "; moved to games/2026/11". */
static bool has_moved(struct table *table, char told[MERGE_FOLDER_ROOM + 16])
{
    char folder[MERGE_FOLDER_ROOM];
    merge_folder(table->game.store, table_record(table)->id, folder);
    bool moved = *folder && table->folder && *table->folder && strcmp(folder, table->folder) != 0;
    snprintf(told, MERGE_FOLDER_ROOM + 16, "%s%s", moved ? "; moved to " : "", moved ? folder : "");
    free(table->folder);
    table->folder = memory_text(folder);
    return moved;
}

void table_merge_open(struct table *table)
{
    char told[MERGE_FOLDER_ROOM + 16];
    struct store *store = table->game.store;
    bool draft = table->game.draft;
    table->look_at = app_now(table->view.app) + LOOK_EVERY;
    table->view.wake = table_merge_wake(table);
    if (!store)
        return;
    has_moved(table, told);
    if (table->game.version.known)
        game_conflicts_set_base(
            table, draft ? merge_draft_base(store, table_record(table)->id, &table->game.version)
                         : record_copy(table_record(table)));
    table->game.base_kept = draft && table->game.base;
    if (draft) /* changes made before the program ended can be undone */
        table->game.logged = edit_log_resume(store, table->game.base, &table->game.edits);
    else /* and so can changes made before the last save */
        edit_log_recall(store, &table->game.version, &table->game.edits, &table->game.past);
}

void table_merge_close(struct table *table)
{
    game_conflicts_set_base(table, NULL);
    free(table->folder);
    table->folder = NULL;
}

void table_merge_draft(struct table *table)
{
    struct note why;
    if (table->game.base && !table->game.base_kept)
        table->game.base_kept = store_draft_keep_base(table->game.store, table->game.base,
                                                      &table->game.version, &why) == 0;
}

void table_draft_drop(struct table *table)
{
    table->game.base_kept = table->game.logged = false;
    store_draft_drop(table->game.store, table_record(table)->id);
    app_draft_is(table->view.app, "");
}

/* Replace the record; undo returns to the user's own version. */
static void game_conflicts_adopt(struct table *table, struct record *record, const char *what)
{
    table_before_change(table, what);
    table->game.spot = spot_moved(table->game.edits.record, &table->game.spot, record);
    record_free(table->game.edits.record);
    table->game.edits.record = record;
    table->tree_stale = true;
    table_reread(table);
    table_judge(table);
}

/* The game was saved: update the state, and say so; for a new game say where. */
static void game_conflicts_saved(struct table *table, bool anew, bool merged)
{
    char moved[MERGE_FOLDER_ROOM + 16];
    has_moved(table, moved);
    edits_set_saved(&table->game.edits);
    game_conflicts_set_base(table, record_copy(table_record(table)));
    table->game.draft = table->game.draft_kept = table->game.gone = table->told_trouble = false;
    table->seen = table->game.version; /* if the previously stored version comes back, that is a
                                          change */
    table->view.wake = table_merge_wake(table);
    table->game.past.text[0] = '\0';
    edit_log_keep(table->game.store, &table->game.edits, &table->game.version);
    table_draft_drop(table);
    bool more = store_draft_more(table->game.store, table_record(table)->id);
    app_say(table->view.app, "saved%s%.60s%s, revision %lld%s%s", anew ? " in " : "",
            anew ? store_title(table->game.store) : "",
            merged ? " with what someone else changed meanwhile" : "",
            (long long)table_record(table)->rev, moved,
            more ? "; another draft of this game is kept: open it again to resume that" : "");
}

static int game_conflicts_save_with(struct table *table, const struct merge_choices *choices);

static void save_chosen(struct view *view, const enum merge_side *choice, int n)
{
    struct table *table = table_of(view);
    game_conflicts_save_with(table, &(struct merge_choices){choice, n, table->game.offered});
}

static void save_anew(struct view *view, bool yes)
{
    struct table *table = table_of(view);
    struct version was = table->game.version;
    if (!yes)
        return;
    table->game.version.known = false;
    int result = game_conflicts_save_with(table, NULL);
    if (result < 0)
        table->game.version = was;
    if (result == FAIL_CONFLICT) /* it was restored while the user was being asked: merge instead */
        game_conflicts_save_with(table, NULL);
}

struct record *table_record_to_save(const struct table *table)
{
    return merge_logged(&table->game.edits, table->game.base, table->game.version.rev + 1,
                        table_user(table));
}

static int game_conflicts_save_with(struct table *table, const struct merge_choices *choices)
{
    struct merge_saving saving;
    struct note why;
    bool anew = !table->game.version.known;
    struct record *logged = table_record_to_save(table);
    int result = merge_save(table->game.store, logged, &table->game.version, table->game.base,
                            choices, &saving, &why);
    if (saving.unseen)
        app_say(table->view.app, "someone else changed the game once more");
    if (result == 0) {
        merge_logged_adopt(&table->game.edits, logged);
        logged = NULL;
        bool merged = saving.merge.record != NULL;
        if (merged) {
            game_conflicts_adopt(table, saving.merge.record, edits_of_others);
            saving.merge.record = NULL;
        }
        game_conflicts_saved(table, anew, merged);
    } else if (result == FAIL_CONFLICT && saving.deleted) {
        app_ask(table->view.app, &table->view,
                "The game was deleted meanwhile. Save it all the same?", save_anew);
    } else if (result == FAIL_CONFLICT && saving.merge.conflicts) {
        struct conflict_open open = {&saving.merge, &table->view, record_last_author(saving.theirs),
                                     save_chosen};
        table->game.offered = saving.version;
        app_try_open(table->view.app, &conflict_view, &open);
    } else {
        app_error(table->view.app, "%s", why.text);
    }
    merge_saving_clear(&saving);
    if (logged)
        merge_logged_drop(logged);
    return result;
}

static void answer_remarks(struct view *view, bool yes)
{
    if (yes)
        game_conflicts_save_with(table_of(view), NULL);
    else
        app_say(view->app, "nothing is saved");
}

void table_save_merged(struct table *table)
{
    if (table->game.version.known &&
        store_loses_remarks(table->game.store, table_record(table)->id))
        app_ask(table->view.app, &table->view,
                "Saving loses the file's # remarks; the old file goes to the trash. Save?",
                answer_remarks);
    else
        game_conflicts_save_with(table, NULL);
}

/* ---------------------------------------------------------------- changes made elsewhere */

/* Merge what is stored now; `moved` is added to the message. */
static void game_conflicts_take_over(struct table *table, struct record *theirs,
                                     const struct version *version, const char *moved)
{
    struct merge merge;
    struct note why;
    bool own = !table_is_saved(table);
    if (!own) {
        game_conflicts_adopt(table, record_copy(theirs), edits_of_others);
        edits_set_saved(&table->game.edits);
        app_say(table->view.app, "someone else changed the game: this is revision %lld%s",
                (long long)theirs->rev, moved);
    } else if (merge_records(&merge, table->game.base, table_record(table), theirs, NULL, 0, &why) <
               0) {
        app_error(table->view.app, "someone else changed the game: %s%s", why.text, moved);
        return;
    } else if (merge.conflicts) {
        app_error(table->view.app,
                  "someone else changed the same: saving asks which version to keep%s", moved);
        merge_clear(&merge);
        return;
    } else {
        game_conflicts_adopt(table, merge.record, edits_of_others);
        merge.record = NULL;
        merge_clear(&merge);
        edits_set_other(&table->game.edits);
        edits_match_saved(&table->game.edits, theirs);
        app_say(table->view.app, "someone else changed the game: %s%s",
                edits_saved(&table->game.edits) ? "all your changes are in it"
                                                : "both changes are here, yours are not saved",
                moved);
    }
    table->game.version = *version;
    game_conflicts_set_base(table, record_copy(theirs));
    table->game.base_kept = false;
    if (!edits_saved(&table->game.edits)) {
        table_changed(table);
        return;
    }
    edit_log_keep(table->game.store, &table->game.edits, version);
    if (own) {
        table->game.draft = table->game.draft_kept = false;
        table_draft_drop(table);
    }
}

int64_t table_merge_wake(const struct table *table)
{
    return table->game.store && table->game.version.known && !table_live_on(table) ? table->look_at
                                                                                   : TICK_NEVER;
}

void table_merge_tick(struct table *table)
{
    if (table->game.trial) { /* check again after the trial */
        table->view.wake = app_now(table->view.app) + LOOK_EVERY;
        return;
    }
    if (table_live_on(table))
        return;
    /* A question, an unfinished text or an open menu refers to the game as it is seen now, so do
     * not change it. */
    if (app_at_rest(table->view.app, &table->view) && !table->menu.title)
        table_merge_look(table);
    else
        table->look_at = app_now(table->view.app) + LOOK_EVERY;
    table->view.wake = table_merge_wake(table);
}

/* A file of games is kept in memory, so it is checked as a whole; games in a folder are read when
 * needed. */
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

/* The stored game cannot be read: say so once, and only at the second check, since an editor may be
 * writing just now. */
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
                  table_is_saved(table) ? "" : ", as a draft");
}

static void notice_mended(struct table *table, bool new)
{
    if (table->told_trouble && !new)
        app_say(table->view.app, "the game can be read again, and is as it was");
    table->trouble = (struct note){{0}, -1};
    table->told_trouble = table->game.gone = false;
}

bool table_merge_look(struct table *table)
{
    struct version version;
    struct record *theirs;
    struct note why;
    table->look_at = app_now(table->view.app) + LOOK_EVERY;
    if (!table->game.store || !table->game.version.known || table_live_on(table) ||
        table->editing || table->composing ||
        (!*table->trouble.text && store_find(table->game.store, table_record(table)->id) < 0))
        return false;
    look_at_file(table);
    int result = merge_reload(table->game.store, table_record(table)->id, &theirs, &version, &why);
    if (result < 0) {
        notice_trouble(table, result, &why);
        return false;
    }
    char told[MERGE_FOLDER_ROOM + 16];
    bool moved = has_moved(table, told);
    bool other = memcmp(version.hash, table->game.version.hash, sizeof version.hash) != 0;
    bool new = other &&memcmp(version.hash, table->seen.hash, sizeof version.hash) != 0;
    table->seen = version;
    notice_mended(table, new || moved);
    if (new)
        game_conflicts_take_over(table, theirs, &version, told);
    else if (moved)
        app_say(table->view.app, "the game was moved to %s, and is saved there from now on",
                table->folder);
    record_free(theirs);
    return new;
}
