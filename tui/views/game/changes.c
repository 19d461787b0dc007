/* changes.c - diffs of the game's file: what saving would change, what single changes did, how another game
 * differs; and the list of changes. */
#include "config.h"
#include "tui/views/game/game_internal.h"

#include "archive/merge/merge_save.h"
#include "archive/record/record_file.h"
#include "tui/views/game/conflicts.h"
#include "tui/session/text_diff.h"
#include "tui/views/view_pager.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* The bytes of the game as stored, "" if it is not stored yet; the caller frees them. */
static char *bytes_there(const struct table *table)
{
    struct store *store = table->from.store;
    char *bytes = NULL;
    size_t size;
    int at = store && table->from.version.known ? store_find(store, table_record(table)->id) : -1;
    if (at < 0 || store_bytes(store, at, &bytes, &size, NULL) < 0)
        return memory_text("");
    return bytes;
}

static char *bytes_to_come(struct table *table)
{
    struct yaml_text text = {0};
    struct record *record = table_record_to_save(table);
    record->rev = table->from.version.rev + 1;
    record_write(record, &text);
    merge_logged_drop(record);
    return text.v;
}

/* Show the diff of two texts and free both. False: they are equal. */
static bool show(struct table *table, const char *title, char *before, char *after)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        memory_exhausted();
    int lines = text_diff(before, after, out);
    fclose(out);
    free(before);
    free(after);
    struct pager_open open = {.title = title, .text = text, .changes = true};
    if (lines)
        app_try_open(table->view.app, &pager_view, &open);
    else
        free(text);
    return lines > 0;
}

static void show_unsaved(struct table *table)
{
    table_merge_look(table); /* what someone else saved meanwhile is not our change */
    bool saved = table_is_saved(table) && table->from.version.known;
    if (saved || !show(table, "What saving changes in the file of the game", bytes_there(table), bytes_to_come(table)))
        app_say(table->view.app, "nothing has changed since the last save");
}

/* ---- changes, by their numbers in the list ---- */

/* The game after that many changes, as it would be in its file; the caller frees it. */
static char *bytes_after(const struct table *table, int changes)
{
    const struct edits *edits = &table->edits;
    struct yaml_text text = {0};
    struct record *record = record_copy(changes < edits->undos ? edits->undo[changes].record : edits->record);
    record->rev = table->from.version.rev + 1; /* a changed revision number is not a change */
    value_set(&record->head, "log", NULL, false);
    record_write(record, &text);
    record_free(record);
    return text.v;
}

static void show_changes(struct table *table, int first, int last)
{
    char title[160];
    int changes = table->edits.undos;
    if (!changes) {
        app_say(table->view.app, "nothing was changed here");
        return;
    }
    if (first > last || first < 1 || last > changes) {
        app_error(table->view.app, "the changes have the numbers 1 to %d: :history lists them", changes);
        return;
    }
    if (first == last)
        snprintf(title, sizeof title, "What change %d did: %s", first, table->edits.undo[first - 1].what);
    else
        snprintf(title, sizeof title, "What the changes %d to %d did", first, last);
    if (!show(table, title, bytes_after(table, first - 1), bytes_after(table, last)))
        app_say(table->view.app, "%s is as it was before", first == last ? "after this change all" : "after these changes all");
}

/* ---- another game ---- */

/* The game with an id, or with a number in the list as #12; -1: none. */
static int game_named(struct store *store, const char *name)
{
    if (ulid_valid(name))
        return store_find(store, name);
    if (*name != '#')
        return -1;
    char *end;
    long number = strtol(name + 1, &end, 10);
    return !*end && number > 0 && number <= store_count(store) ? (int)number - 1 : -1;
}

static void show_other(struct table *table, const char *name)
{
    struct store *store = table->from.store;
    struct record *other;
    struct yaml_text mine = {0}, theirs = {0};
    struct note why;
    char title[160];
    int at = store ? game_named(store, name) : -1;
    if (at < 0) {
        app_error(table->view.app, "there is no game %.40s here: say its number in the list (#12), or its id", name);
        return;
    }
    if (store_load(store, at, &other, NULL, NULL, &why) < 0) {
        app_error(table->view.app, "%s", why.text);
        return;
    }
    record_write(table_record(table), &mine);
    record_write(other, &theirs);
    record_free(other);
    snprintf(title, sizeof title, "- this game, + the game %.40s", name);
    if (!show(table, title, mine.v, theirs.v))
        app_say(table->view.app, "that is this game");
}

void table_show_diff(struct table *table, const char *argument)
{
    int first, last, used = 0;
    argument += strspn(argument, " ");
    if (!*argument)
        show_unsaved(table);
    else if (sscanf(argument, "%d %d%n", &first, &last, &used) == 2 && !argument[used])
        show_changes(table, first, last);
    else if (sscanf(argument, "%d%n", &first, &used) == 1 && !argument[used])
        show_changes(table, first, first);
    else
        show_other(table, argument);
}

/* ---- the list of changes */

/* Undo every change made after this one. */
static void go_back_to(struct table *table, int change)
{
    for (int n = table->edits.undos; n > change; n--)
        table_undo_any(table);
}

static void answer_back(struct view *view, bool yes)
{
    if (yes)
        go_back_to(table_of(view), table_of(view)->back_to);
}

static void back_to(struct view *view, int change)
{
    struct table *table = table_of(view);
    bool others = false;
    for (int i = change; i < table->edits.undos; i++)
        others |= !strcmp(table->edits.undo[i].what, edits_of_others);
    table->back_to = change;
    if (others && !table_refuses(table))
        app_ask(view->app, view, "That takes back changes of somebody else, too. Go back?", answer_back);
    else if (!others)
        go_back_to(table, change);
}

void table_list_changes(struct table *table)
{
    const struct edits *edits = &table->edits;
    if (!edits->undos) {
        app_say(table->view.app, "nothing was changed here");
        return;
    }
    table_menu_open(table, "Enter goes back to one; :diff N", back_to);
    for (int i = edits->undos; i >= 1; i--) {
        char text[MENU_TEXT_MAX];
        unsigned after = i < edits->undos ? edits->undo[i].number : edits->number;
        snprintf(text, sizeof text, "%2d%s %.60s", i, after == edits->saved ? " saved:" : "", edits->undo[i - 1].what);
        table_menu_add(table, i, text);
    }
}
