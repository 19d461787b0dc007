/* table_diff.c - what has changed since the game was saved: as lines of its file, and as a list of what was done. */
#include "config.h"
#include "tui/table_parts.h"

#include "archive/record_file.h"
#include "tui/table_merge.h"
#include "tui/text_diff.h"
#include "tui/view_pager.h"

#include <stdlib.h>

/* The bytes of the game as they are kept now, "" where it is not kept yet; the caller's. */
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
    record_free(record);
    return text.v;
}

void table_show_diff(struct table *table)
{
    char *before, *after, *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        memory_exhausted();
    table_merge_look(table); /* what somebody else saved meanwhile is no change of ours */
    before = bytes_there(table);
    after = bytes_to_come(table);
    int lines = table_is_saved(table) && table->from.version.known ? 0 : text_diff(before, after, out);
    fclose(out);
    free(before);
    free(after);
    struct pager_open open = {.title = "What saving changes in the file of the game", .text = text, .changes = true};
    if (lines) {
        app_try_open(table->view.app, &pager_view, &open);
        return;
    }
    free(text);
    app_say(table->view.app, "nothing has changed since the last save");
}

/* ---- what was done ---- */

/* Back to where a change was the last one. */
static void back_to(struct view *view, int change)
{
    struct table *table = table_of(view);
    while (table->edits.undos > change + 1)
        table_undo(table, false);
}

void table_list_changes(struct table *table)
{
    const struct edits *edits = &table->edits;
    if (edits_saved(edits)) {
        app_say(table->view.app, "nothing has changed since the last save");
        return;
    }
    table_menu_open(table, "changes: Enter goes back to one", back_to);
    for (int i = edits->undos - 1; i >= 0 && (i == edits->undos - 1 || edits->undo[i + 1].number != edits->saved); i--)
        table_menu_add(table, i, edits->undo[i].what);
}
