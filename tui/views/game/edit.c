/* edit.c - editing the game on the table: judgements, marks, variations; undo and redo;
 * saving.
 *
 * Every change goes to the store's draft at once; saving needs a command. The status line always
 * shows whether something is unsaved. */
#include "config.h"

#include "archive/merge/merge_save.h"
#include "archive/record/record.h"
#include "archive/store/edit_history.h"
#include "tui/export/formats.h"
#include "tui/session/describe.h"
#include "tui/session/text_diff.h"
#include "tui/views/game/game_internal.h"
#include "tui/views/reader.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

bool table_refuses(struct table *table)
{
    if (table_together_refuses(table))
        return true;
    if (table->game.writable || table->game.trial)
        return false;
    app_error(table->view.app, "%s", table->game.unwritable.text);
    return true;
}

bool table_is_saved(const struct table *table)
{
    return edits_saved(&table->game.edits) && (!table->game.draft || table->game.base);
}

const char *table_state(const struct table *table)
{
    if (table->game.trial)
        return "trial";
    if (!table->game.writable)
        return "read-only";
    if (!table->game.store)
        return "not kept";
    if (table->editing && table_is_typed(table))
        return table->typed_at == TICK_NEVER ? "draft kept" : "not saved";
    if (table_is_saved(table))
        return table->game.gone ? "deleted" : table->game.version.known ? "saved" : "new";
    return table->game.draft_kept ? "draft kept" : "not saved";
}

void table_before_change(struct table *table, const char *what)
{
    edits_mark_from(&table->game.edits, table->game.base, &table->game.spot, what);
}

bool table_draft_save(struct table *table, const struct record *record)
{
    struct note why;
    bool kept = store_draft_save(table->game.store, record, &table->game.version, &why) == 0;
    char name[STORE_DRAFT_NAME_ROOM] = "";
    if (kept)
        store_draft_name(table->game.store, record->id, name, sizeof name);
    else
        app_error(table->view.app, "the draft cannot be kept: %s", why.text);
    app_draft_is(table->view.app, name);
    table_merge_draft(table);
    return kept;
}

/* Call when the record has changed: updates the draft. */
static void game_edit_keep_draft(struct table *table, enum edit_log_event event)
{
    if (table->game.trial)
        return;
    table->game.draft_kept = false;
    if (!table->game.store)
        return;
    table->game.draft_kept = table_draft_save(table, table_record(table));
    edit_log_note(table->game.store, &table->game.edits, event, &table->game.logged);
}

static void game_edit_changed(struct table *table, enum edit_log_event event)
{
    table->tree_stale = true;
    game_edit_keep_draft(table, event);
    table_together_changed(table);
}

bool table_changed(struct table *table)
{
    struct note why;
    if (!table->game.trial && table->game.store && table->game.base && table->game.edits.undos &&
        store_may_save(table->game.store, table->game.base, table_record(table), &why) < 0) {
        edits_take_back(&table->game.edits, &table->game.spot);
        spot_mend(table_record(table), &table->game.spot);
        table->tree_stale = true;
        app_error(table->view.app, "%s", why.text);
        return false;
    }
    game_edit_changed(table, LOGGED_CHANGE);
    return true;
}

static void table_save(struct table *table)
{
    if (table_refuses(table))
        return;
    if (table->game.trial) {
        app_error(table->view.app, "end the trial first: {trial}");
        return;
    }
    if (!table->game.store) {
        app_error(table->view.app, "there is no archive to save this game in");
        return;
    }
    if (table_is_saved(table) && table->game.version.known && !table->game.gone) {
        app_say(table->view.app, "nothing has changed since the last save");
        return;
    }
    table_save_merged(table);
}

/* Call after a change was undone or redone at *spot. */
static void after_undo(struct table *table, const struct spot *spot, bool redo, const char *what)
{
    table->game.spot = *spot;
    game_edit_changed(table, redo ? LOGGED_REDO : LOGGED_UNDO);
    table_reread(table);
    table_judge(table);
    app_say(table->view.app, "%s: %s", redo ? "redone" : "undone", what);
}

void table_undo_any(struct table *table)
{
    const char *what;
    struct spot spot = table->game.spot;
    if (!table_refuses(table) && edits_undo(&table->game.edits, &spot, &what))
        after_undo(table, &spot, false, what);
}

static void answer_undo(struct view *view, bool yes)
{
    if (yes)
        table_undo_any(table_of(view));
}

/* Undo the user's last change although others made changes after it; the draft's log cannot record
 * this as one step. */
static void game_edit_undo_own(struct table *table)
{
    const char *what;
    struct spot spot = table->game.spot;
    struct note why;
    int result = merge_undo(&table->game.edits, &spot, &what, &why);
    if (result < 0) {
        app_ask(table->view.app, &table->view,
                result == FAIL_NAME
                    ? "Only changes of someone else are left to undo. Take them back?"
                    : "Someone else changed the same after you. Take back theirs?",
                answer_undo);
    } else {
        if (table->game.base)
            edits_match_saved(&table->game.edits, table->game.base);
        table->game.logged = false;
        after_undo(table, &spot, false, what);
    }
}

void table_undo(struct table *table, bool redo)
{
    const char *what;
    struct spot spot = table->game.spot;
    if (table_refuses(table))
        return;
    if (!redo && edits_last_is_of_others(&table->game.edits))
        game_edit_undo_own(table);
    else if ((redo ? edits_redo : edits_undo)(&table->game.edits, &spot, &what))
        after_undo(table, &spot, redo, what);
    else if (!redo && table->game.past.text[0])
        app_error(table->view.app, "there is nothing to undo: %s", table->game.past.text);
    else
        app_say(table->view.app, redo ? "there is nothing to redo" : "there is nothing to undo");
}

/* Undo the computer's ply together with the person's before it. */
static void game_edit_undo_turn(struct table *table)
{
    int plies = table_record(table)->moves.n;
    table_undo(table, false);
    while (table_record(table)->moves.n < plies && table->game.edits.undos > 0 &&
           table_computer_should_undo(table)) {
        plies = table_record(table)->moves.n;
        table_undo(table, false);
    }
}

/* ---------------------------------------------------------------- judgements */

/* True if the ply, or the member being shown, has that glyph. Selecting it again removes it. */
static bool game_edit_has_nag(struct table *table, int nag)
{
    const struct step_note *step = table_walks(table) ? table_walk_note(table) : NULL;
    const struct node *node = spot_node(table_record(table), &table->game.spot);
    const struct nags *nags = table_walks(table)    ? (step ? &step->nags : NULL)
                              : node && node->notes ? &node->notes->nags
                                                    : NULL;
    for (int i = 0; nags && i < nags->n; i++)
        if (nags->v[i] == nag)
            return true;
    return false;
}

static void game_edit_toggle_nag(struct view *view, int nag)
{
    struct table *table = table_of(view);
    char label[60], what[96], glyph[16];
    if (table_refuses(table))
        return;
    if (!table_walks(table) && !spot_node(table_record(table), &table->game.spot)) {
        app_error(view->app, "a judgement belongs to a ply: go to one first");
        return;
    }
    table_label_here(table, label, sizeof label);
    nag_write(nag, app_charset(view->app) == CHARSET_UTF8, glyph, sizeof glyph);
    snprintf(what, sizeof what, "%s %s %s", glyph,
             game_edit_has_nag(table, nag) ? "removed from" : "on", label);
    table_before_change(table, what);
    if (table_walks(table))
        table_walk_nag(table, nag);
    else
        edit_nag(table_record(table), &table->game.spot, nag);
    if (table_changed(table))
        app_say(view->app, "%s - {undo} undoes", what);
}

static void game_edit_palette(struct table *table)
{
    const struct nag *nag;
    if (table_refuses(table))
        return;
    table_menu_open(table, "judgement", game_edit_toggle_nag);
    for (int i = 0; (nag = nag_at(i)); i++) {
        char text[MENU_TEXT_MAX];
        snprintf(text, sizeof text, "%-4s%s",
                 app_charset(table->view.app) == CHARSET_UTF8 ? nag->utf8 : nag->ascii, nag->words);
        table_menu_add(table, nag->number, text);
    }
}

/* ---------------------------------------------------------------- marks */

static void start_marking(struct table *table)
{
    if (table_refuses(table) || !table->game.rules)
        return;
    table->marking = !table->marking;
    table->arrow[0] = '\0';
    table->marks_hidden = false;
    table_set_keymaps(table);
    if (table->marking)
        app_say(
            table->view.app,
            "{mark-cell} marks a cell, {mark-arrow} begins and ends an arrow, {mark-brush} choose the brush, {escape} ends");
}

static int game_edit_count_marks(struct table *table)
{
    const struct step_note *note = table_walks(table) ? table_walk_note(table) : NULL;
    const struct marks *marks = table_walks(table)
                                    ? (note ? &note->marks : NULL)
                                    : edit_marks(table_record(table), &table->game.spot);
    return marks ? marks->n : 0;
}

static void put_mark(struct table *table, const char *as, const char *cells)
{
    char what[80];
    int marks = game_edit_count_marks(table);
    snprintf(what, sizeof what, "%s %.60s", as, cells);
    table_before_change(table, what);
    if (table_walks(table))
        table_walk_mark(table, as, cells);
    else
        edit_mark(table_record(table), &table->game.spot, table_author(table), as, cells,
                  mark_color_name(table->brush));
    if (!table_changed(table))
        return;
    marks = game_edit_count_marks(table) - marks;
    table_deed(table, "%.80s: the %s is %s%s", cells, !strcmp(as, "arrow") ? "arrow" : "mark",
               marks > 0   ? "drawn, "
               : marks < 0 ? "erased"
                           : "now ",
               marks < 0 ? "" : mark_color_name(table->brush));
}

/* Extend the arrow being drawn to the cell under the cursor; false if it can have no more cells. */
static bool lead_arrow(struct table *table)
{
    size_t used = strlen(table->arrow);
    const char *name = board_name(table->game.rules->board, table->cursor),
               *last = strrchr(table->arrow, ' ');
    if (!strcmp(last ? last + 1 : table->arrow, name))
        return true;
    if (used + 1 + strlen(name) >= sizeof table->arrow) {
        app_say(table->view.app, "an arrow has no room for more cells");
        return false;
    }
    text_add(table->arrow, sizeof table->arrow, &used, "%s%s", used ? " " : "", name);
    return true;
}

static void mark_arrow(struct table *table)
{
    bool begun = *table->arrow;
    if (!lead_arrow(table))
        return;
    if (!begun) {
        table_deed(table, "an arrow begins on %s", table->arrow);
        return;
    }
    if (strchr(table->arrow, ' '))
        put_mark(table, "arrow", table->arrow);
    table->arrow[0] = '\0';
}

static void game_edit_mark_cell(struct table *table)
{
    if (*table->arrow && lead_arrow(table))
        table_deed(table, "the arrow goes by %s", table->arrow);
    else if (!*table->arrow)
        put_mark(table, "square", board_name(table->game.rules->board, table->cursor));
}

static bool game_edit_marking(struct table *table, const struct event *event)
{
    switch (event->request) {
    case REQ_MARK_CELL:
        game_edit_mark_cell(table);
        return true;
    case REQ_MARK_ARROW:
        mark_arrow(table);
        return true;
    case REQ_MARK_BRUSH:
        if (event->digit < 1 || event->digit > MARK_COLORS) {
            app_say(table->view.app, "there are eight brushes: 1 to 8");
            return true;
        }
        table->brush = event->digit;
        table_deed(table, "%s is drawn with", mark_color_name(table->brush));
        return true;
    default:
        return false;
    }
}

/* ---------------------------------------------------------------- lines */

static void game_edit_promote(struct table *table)
{
    struct note why;
    char label[60], what[80];
    if (table_refuses(table))
        return;
    table_ply_label(table, label, sizeof label);
    snprintf(what, sizeof what, "the line of %.50s moved up", label);
    table_before_change(table, what);
    struct spot spot = table->game.spot;
    if (edit_promote(table_record(table), &spot, &why) < 0) {
        edits_forget(&table->game.edits);
        app_error(table->view.app, "%s", why.text);
        return;
    }
    table->game.spot = spot;
    bool done = table_changed(table);
    table_reread(table);
    if (done)
        app_say(table->view.app, "%s - {undo} undoes", what);
}

static void game_edit_answer_delete(struct view *view, bool yes)
{
    struct table *table = table_of(view);
    struct note why;
    char label[60], what[80];
    if (!yes)
        return;
    table_ply_label(table, label, sizeof label);
    snprintf(what, sizeof what, "%s deleted", label);
    table_before_change(table, what);
    struct spot spot = table->game.spot;
    if (edit_delete(table_record(table), &spot, &why) < 0) {
        edits_forget(&table->game.edits);
        app_error(view->app, "%s", why.text);
        return;
    }
    table->game.spot = spot;
    bool done = table_changed(table);
    table_reread(table);
    if (done)
        app_say(view->app, "%s - {undo} undoes", what);
}

static void ask_delete(struct table *table)
{
    char label[60], question[160];
    int more = spot_line(table_record(table), &table->game.spot)->n - table->game.spot.ply;
    if (table_refuses(table))
        return;
    if (table->game.spot.ply == 0) {
        app_error(table->view.app, "go to the first ply you want to delete");
        return;
    }
    table_ply_label(table, label, sizeof label);
    if (more)
        snprintf(question, sizeof question, "Delete %s and the %d %s after it?", label, more,
                 more == 1 ? "ply" : "plies");
    else
        snprintf(question, sizeof question, "Delete %s?", label);
    app_ask(table->view.app, &table->view, question, game_edit_answer_delete);
}

static const char only_in_variations[] =
    "you cannot pass in a game: null moves are only for variations";

/* True if a null move here would be played in a game in progress. */
static bool nobody_passes(const struct table *table)
{
    return table->game.play && !table->over && table_at_end(table);
}

/* Append a ply without further checks, if the rules can parse it. */
static bool game_edit_append(struct table *table, const char *text, struct note *why)
{
    struct spot to = table->game.spot;
    struct ply ply = {0};
    if (nobody_passes(table) && text_is_pass(text))
        return note_set(why, -1, "%s", only_in_variations), false;
    bool good = !table->game.rules || table->game.track.broken ||
                ply_read(&table->game.track.now, text, &ply, why) == 0;
    ply_free(&ply);
    if (!good || edit_play(table_record(table), &to, text, why) < 0)
        return false;
    table_sign_line(table, &to);
    table_tell_side(table, &to);
    table_go(table, &to);
    return true;
}

static void game_edit_null_move(struct table *table)
{
    struct note why;
    if (table_refuses(table))
        return;
    if (nobody_passes(table)) {
        app_error(table->view.app, "%s", only_in_variations);
        return;
    }
    table_before_change(table, "a null move");
    if (!game_edit_append(table, "--", &why)) {
        edits_forget(&table->game.edits);
        app_error(table->view.app, "%s", why.text);
        return;
    }
    table_changed(table);
}

static void game_edit_copy_line(struct table *table, const char *file)
{
    struct spot at = table->game.spot;
    struct yaml_text clip = {0};
    for (int choice = table->choice; spot_next(table_record(table), &at, choice); choice = 0) {
        const char *text = spot_node(table_record(table), &at)->text;
        yaml_text_add(&clip, " ", clip.n > 0);
        yaml_text_add(&clip, text, strlen(text));
    }
    yaml_text_add(&clip, "", 1);
    if (*clip.v) {
        app_keep_line(table->view.app, clip.v);
        app_copy(table->view.app, "the line", clip.v, file);
    } else {
        app_say(table->view.app, "no ply follows here");
    }
    yaml_text_clear(&clip);
}

static void game_edit_graft(struct table *table)
{
    char *text = memory_text(app_line(table->view.app)), *rest = NULL;
    struct note why;
    int n = 0;
    if (!*text) {
        app_say(table->view.app, "no line has been copied: {copy-line} copies one");
    } else if (!table_refuses(table)) {
        struct spot was = table->game.spot;
        table_before_change(table, "a copied line");
        for (char *ply = strtok_r(text, " ", &rest); ply; ply = strtok_r(NULL, " ", &rest), n++)
            if (!game_edit_append(table, ply, &why)) {
                app_error(table->view.app, "'%.40s' is not possible here: %s", ply, why.text);
                break;
            }
        table_go(table, &was);
        if (n > 0)
            table_changed(table);
        else
            edits_forget(&table->game.edits);
    }
    free(text);
}

/* ---------------------------------------------------------------- copies and changes */

static void game_edit_copy_position(struct table *table, const char *file)
{
    char text[8192];
    if (!table->game.rules)
        return;
    /* The position before a ply being composed, since a partial ply has no position text. */
    table->game.rules->rules->write(&table->game.track.now, text, sizeof text);
    app_copy(table->view.app, "the position", text, file);
}

static void copy_diagram(struct table *table, const char *file)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = table->game.rules ? open_memstream(&text, &size) : NULL;
    if (!out)
        return;
    table_make_board(table);
    struct board_view view = table_board_view(table);
    view.size = -1;
    view.named = view.coordinates;
    board_art_for(table->game.rules)->show(&view, out);
    fclose(out);
    app_copy(table->view.app, "the diagram", text, file);
    free(text);
}

/* Copy the game as the archive has it, or write it to a file in the format of its extension: .pgn,
 * .html, .md, .txt. */
static void copy_game(struct table *table, const char *file)
{
    char *text = game_text_file(table_record(table), game_format_of_file(file),
                                app_charset(table->view.app)),
         what[80];
    snprintf(what, sizeof what, "the game%s", game_format_told(file));
    app_copy(table->view.app, what, text, file);
    free(text);
}

bool table_edit(struct table *table, const struct event *event)
{
    if (table->marking && game_edit_marking(table, event))
        return true;
    switch (event->request) {
    case REQ_SAVE:
        table_save(table);
        return true;
    case REQ_UNDO:
    case REQ_REDO: /* undo steps back in the ply being composed; while there is one, nothing before
                      it changes */
        if (event->request == REQ_UNDO && table_compose_back(table))
            return true;
        if (event->request == REQ_REDO)
            table_undo(table, true);
        else
            game_edit_undo_turn(table);
        return true;
    case REQ_COMMENT:
        table_open_editor(table, false);
        return true;
    case REQ_NAG_GOOD:
    case REQ_NAG_MISTAKE:
    case REQ_NAG_BRILLIANT:
    case REQ_NAG_BLUNDER:
    case REQ_NAG_INTERESTING:
    case REQ_NAG_DUBIOUS:
        game_edit_toggle_nag(&table->view, (int)(event->request - REQ_NAG_GOOD) + 1);
        return true;
    case REQ_NAG_PALETTE:
        game_edit_palette(table);
        return true;
    case REQ_MARKS:
        start_marking(table);
        return true;
    case REQ_PROMOTE:
        game_edit_promote(table);
        return true;
    case REQ_DELETE:
        ask_delete(table);
        return true;
    case REQ_NULL_MOVE:
        game_edit_null_move(table);
        return true;
    case REQ_COPY_LINE:
        game_edit_copy_line(table, event->argument);
        return true;
    case REQ_GRAFT:
        game_edit_graft(table);
        return true;
    case REQ_COPY_POSITION:
        game_edit_copy_position(table, event->argument);
        return true;
    case REQ_COPY_DIAGRAM:
        copy_diagram(table, event->argument);
        return true;
    case REQ_COPY_GAME:
        copy_game(table, event->argument);
        return true;
    case REQ_DIFF:
        table_show_diff(table, event->argument);
        return true;
    case REQ_HISTORY:
        table_list_changes(table);
        return true;
    default:
        return false;
    }
}

/* ---- Diffs of the game's file: what saving would change, what single changes did, how another
 * game differs; and the list of changes. */

/* The bytes of the game as stored, "" if it is not stored yet; the caller frees them. */
static char *bytes_there(const struct table *table)
{
    struct store *store = table->game.store;
    char *bytes = NULL;
    size_t size;
    int at = store && table->game.version.known ? store_find(store, table_record(table)->id) : -1;
    if (at < 0 || store_bytes(store, at, &bytes, &size, NULL) < 0)
        return memory_text("");
    return bytes;
}

static char *bytes_to_come(struct table *table)
{
    struct yaml_text text = {0};
    struct record *record = table_record_to_save(table);
    record->rev = table->game.version.rev + 1;
    record_write(record, &text);
    merge_logged_drop(record);
    return text.v;
}

/* Show the diff of two texts and free both. False: they are equal. */
static bool game_edit_show(struct table *table, const char *title, char *before, char *after)
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
    bool saved = table_is_saved(table) && table->game.version.known;
    if (saved || !game_edit_show(table, "What saving changes in the file of the game",
                                 bytes_there(table), bytes_to_come(table)))
        app_say(table->view.app, "nothing has changed since the last save");
}

/* ---- changes, by their numbers in the list ---- */

/* The game after that many changes, as it would be in its file; the caller frees it. */
static char *bytes_after(const struct table *table, int changes)
{
    const struct edits *edits = &table->game.edits;
    struct yaml_text text = {0};
    struct record *record =
        record_copy(changes < edits->undos ? edits->undo[changes].record : edits->record);
    record->rev = table->game.version.rev + 1; /* a changed revision number is not a change */
    value_set(&record->head, "log", NULL, false);
    record_write(record, &text);
    record_free(record);
    return text.v;
}

static void show_changes(struct table *table, int first, int last)
{
    char title[160];
    int changes = table->game.edits.undos;
    if (!changes) {
        app_say(table->view.app, "nothing was changed here");
        return;
    }
    if (first > last || first < 1 || last > changes) {
        app_error(table->view.app, "changes are numbered 1 to %d: :history lists them", changes);
        return;
    }
    if (first == last)
        snprintf(title, sizeof title, "What change %d did: %s", first,
                 table->game.edits.undo[first - 1].what);
    else
        snprintf(title, sizeof title, "What the changes %d to %d did", first, last);
    if (!game_edit_show(table, title, bytes_after(table, first - 1), bytes_after(table, last)))
        app_say(table->view.app, "%s is as it was before",
                first == last ? "after this change all" : "after these changes all");
}

/* ---- another game ---- */

/* The game with an id, or with a number in the list as #12; -1: none. */
static int game_edit_game_named(struct store *store, const char *name)
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
    struct store *store = table->game.store;
    struct record *other;
    struct yaml_text mine = {0}, theirs = {0};
    struct note why;
    char title[160];
    int at = store ? game_edit_game_named(store, name) : -1;
    if (at < 0) {
        app_error(table->view.app,
                  "there is no game %.40s here: say its number in the list (#12), or its id", name);
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
    if (!game_edit_show(table, title, mine.v, theirs.v))
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
    for (int n = table->game.edits.undos; n > change; n--)
        table_undo_any(table);
}

static void answer_back(struct view *view, bool yes)
{
    if (yes)
        go_back_to(table_of(view), table_of(view)->back_to);
}

static void game_edit_back_to(struct view *view, int change)
{
    struct table *table = table_of(view);
    bool others = false;
    for (int i = change; i < table->game.edits.undos; i++)
        others |= !strcmp(table->game.edits.undo[i].what, edits_of_others);
    table->back_to = change;
    if (others && !table_refuses(table))
        app_ask(view->app, view, "That takes back changes of someone else, too. Go back?",
                answer_back);
    else if (!others)
        go_back_to(table, change);
}

void table_list_changes(struct table *table)
{
    const struct edits *edits = &table->game.edits;
    if (!edits->undos) {
        app_say(table->view.app, "nothing was changed here");
        return;
    }
    table_menu_open(table, "Enter goes back to one; :diff N", game_edit_back_to);
    for (int i = edits->undos; i >= 1; i--) {
        char text[MENU_TEXT_MAX];
        unsigned after = i < edits->undos ? edits->undo[i].number : edits->number;
        snprintf(text, sizeof text, "%2d%s %.60s", i, after == edits->saved ? " saved:" : "",
                 edits->undo[i - 1].what);
        table_menu_add(table, i, text);
    }
}
