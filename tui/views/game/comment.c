/* comment.c - comments on the game on the table: whose they are, and typing them.
 *
 * What is being typed is stored in the draft as well, after a pause, or after a while if there is no pause: a
 * program that is killed loses only the last seconds. */
#include "config.h"
#include "tui/views/game/game_internal.h"

#include "tui/session/lobby.h"
#include "tui/views/game/conflicts.h"

#include <stdlib.h>
#include <string.h>

enum { PAUSE = 800, LONGEST = 4000 /* milliseconds from a key until it is stored in the draft */ };

const char *table_user(const struct table *table)
{
    return table->from.place ? table->from.place->name : app_author(table->view.app, table->from.store);
}

const char *table_author(const struct table *table)
{
    bool signs = table->from.place || app_signs(table->view.app, table->from.store);
    return signs ? table_user(table) : NULL;
}

void table_sign_line(struct table *table, const struct spot *spot)
{
    const char *by = table_author(table);
    if (by)
        edit_sign_line(table_record(table), spot, by);
}

void table_tell_side(struct table *table, const struct spot *spot)
{
    const struct track *track = &table->track;
    if (table->rules && track->plies && !track->broken)
        edit_tell_side(table_record(table), spot, track->before.side, track->now.side, table->rules->sides);
}

static const char *comment_here(const struct table *table)
{
    const struct node *node = spot_node(table_record(table), &table->spot);
    if (table_walks(table))
        return table_walk_comment(table, table_author(table));
    if (!table->editing_before)
        return edit_comment_text(table_record(table), &table->spot, table_author(table));
    return node && node->notes && node->notes->before ? node->notes->before : "";
}

void table_open_editor(struct table *table, bool before)
{
    if (table_refuses(table))
        return;
    table->editing_before = before;
    table->editing = true;
    edit_text_set(&table->editor, comment_here(table));
    char key[40];
    app_key_text(table->view.app, &table->view, REQ_ESCAPE, key, sizeof key);
    app_say(table->view.app, "%s keeps the comment%s%s", *key ? key : "Esc",
            !table_walks(table) && spot_node(table_record(table), &table->spot) ? ", Tab: before or after the ply" : "",
            app_restricted(table->view.app) ? "" : ", Ctrl-O: editor");
}

void table_label_here(struct table *table, char *out, size_t size)
{
    if (table_walks(table))
        table_walk_label(table, out, size);
    else
        table_ply_label(table, out, size);
}

static void put_before(struct record *record, const struct spot *spot, const char *text)
{
    struct node *node = spot_node(record, spot);
    struct notes *notes = node_notes(node);
    free(notes->before);
    notes->before = *text ? memory_text(text) : NULL;
    node_tidy(node);
}

/* Write a text to the place being edited, in the record as it is now. */
static void write_comment(struct table *table, const char *text)
{
    if (table_walks(table))
        table_walk_write(table, table_author(table), text);
    else if (table->editing_before)
        put_before(table_record(table), &table->spot, text);
    else
        edit_comment(table_record(table), &table->spot, table_author(table), text);
}

/* ---------------------------------------------------------------- while typing */

bool table_is_typed(const struct table *table)
{
    return table->editing && strcmp(table->editor.text, comment_here(table)) != 0;
}

static void typed(struct table *table)
{
    int64_t now = app_now(table->view.app);
    if (table->trial || !table->from.store)
        return;
    if (table->typed_at == TICK_NEVER)
        table->typed_since = now;
    table->typed_at = now + PAUSE < table->typed_since + LONGEST ? now + PAUSE : table->typed_since + LONGEST;
    table_comment_wake(table);
}

void table_comment_wake(struct table *table)
{
    struct view *view = &table->view;
    if (table->typed_at != TICK_NEVER && (view->wake == TICK_NEVER || view->wake > table->typed_at))
        view->wake = table->typed_at;
}

/* The draft gets a copy of the game with the unfinished text; the game itself changes only when the editor is
 * closed. */
void table_comment_tick(struct table *table)
{
    if (table->typed_at == TICK_NEVER || app_now(table->view.app) < table->typed_at)
        return;
    table->typed_at = TICK_NEVER;
    if (!table->editing)
        return;
    struct record *game = table->edits.record, *copy = record_copy(game);
    table->edits.record = copy;
    write_comment(table, table->editor.text);
    table->edits.record = game;
    table->typed_kept = table_draft_save(table, copy);
    record_free(copy);
}

/* The text was discarded: remove it from the draft, too. */
static void forget_typed(struct table *table)
{
    if (!table->typed_kept)
        return;
    if (table->draft_kept)
        table_draft_save(table, table_record(table));
    else
        table_draft_drop(table);
}

bool table_comment_key(struct table *table, uint32_t key)
{
    struct app *app = table->view.app;
    if (key == K_ESCAPE) {
        table_close_editor(table, true);
    } else if (key == K_TAB && !table_walks(table) && spot_node(table_record(table), &table->spot)) {
        bool before = !table->editing_before;
        table_close_editor(table, true);
        table_open_editor(table, before);
        app_say(app, before ? "the comment before the ply" : "the comment after the ply");
    } else if (key == K_CONTROL_O) {
        app_edit_outside(app, table->editor.text);
    } else {
        enum edit_answer answer = edit_text_key(&table->editor, key);
        if (answer == EDIT_UNUSED && app_beside(app, key))
            return true;
        if (answer == EDIT_FULL)
            app_say(app, "this comment is full: %d bytes", EDIT_TEXT_MAX); /* a message, but no bell for each key */
        typed(table);
    }
    return true;
}

bool table_paste(struct view *view, const char *text)
{
    struct table *table = table_of(view);
    if (!table->editing)
        return false;
    if (!edit_text_insert(&table->editor, text) || strlen(text) >= PASTE_MAX)
        app_error(view->app, "what was pasted does not fit: a comment is full at %d bytes", EDIT_TEXT_MAX);
    typed(table);
    return true;
}

void table_edited(struct view *view, const char *text)
{
    struct table *table = table_of(view);
    if (!table->editing)
        return;
    edit_text_set(&table->editor, text);
    typed(table);
}

void table_close_editor(struct table *table, bool keep)
{
    char label[60], what[80];
    char *text = table->editor.text;
    int length = table->editor.length;
    while (length > 0 && strchr(" \n", text[length - 1]))
        text[--length] = '\0';
    table->editor.length = length;
    table->editing = false;
    table->typed_at = TICK_NEVER;
    if (!keep || !strcmp(text, comment_here(table))) {
        forget_typed(table);
    } else {
        table_label_here(table, label, sizeof label);
        snprintf(what, sizeof what, "comment on %s", label);
        table_before_change(table, what);
        write_comment(table, text);
        table_changed(table);
    }
    table->typed_kept = false;
}
