/* edit.c - edits the open game: judgements, marks, variations; undo and redo; saving.
 *
 * Every change goes to the store's draft at once, and saving needs a command. The status line
 * always shows whether something is unsaved. */
#include "config.h"

#include "archive/merge/merge_save.h"
#include "archive/record/record.h"
#include "archive/store/edit_history.h"
#include "tui/export/formats.h"
#include "tui/session/describe.h"
#include "tui/views/game/game_internal.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

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
    if (session_is_saved(&table->game))
        return table->game.gone ? "deleted" : table->game.version.known ? "saved" : "new";
    return table->game.draft_kept ? "draft kept" : "not saved";
}

/* ---------------------------------------------------------------- judgements */

static void game_edit_toggle_nag(struct view *view, int nag)
{
    struct table *table = table_of(view);
    struct session_place here = table_place_here(table);
    session_judge_ply(&table->game, &here, nag);
}

static void game_edit_nag(struct table *table, int nag)
{
    game_edit_toggle_nag(&table->view, nag);
}

static void game_edit_palette(struct table *table)
{
    const struct nag *nag;
    if (session_refuses(&table->game))
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
    if (session_refuses(&table->game) || !table->game.rules)
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

static void put_mark(struct table *table, const char *as, const char *cells)
{
    struct session_place here = table_place_here(table);
    session_mark(&table->game, &here, as, cells, mark_color_name(table->brush));
}

/* Extend the arrow that the user is drawing to the cell under the cursor. Returns false if the
 * arrow cannot have more cells. */
static bool lead_arrow(struct table *table)
{
    size_t used = strlen(table->arrow);
    const char *name = board_name(table->game.rules->board, table->cursor),
               *last = strrchr(table->arrow, ' ');
    if (!strcmp(last ? last + 1 : table->arrow, name))
        return true;
    if (used + 1 + strlen(name) >= sizeof table->arrow) {
        app_say(table->view.app, "the arrow cannot pass over more cells");
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
        table_deed(table, "the arrow goes over %s", table->arrow);
    else if (!*table->arrow)
        put_mark(table, "square", board_name(table->game.rules->board, table->cursor));
}

static bool mark_brush(struct table *table, const struct event *event)
{
    if (event->digit < 1 || event->digit > MARK_COLORS) {
        app_say(table->view.app, "there are eight brushes: 1 to 8");
        return true;
    }
    table->brush = event->digit;
    table_deed(table, "%s is drawn with", mark_color_name(table->brush));
    return true;
}

/* ---------------------------------------------------------------- lines */

static void game_edit_answer_delete(struct view *view, bool yes)
{
    if (yes)
        session_delete(&table_of(view)->game);
}

static void ask_delete(struct table *table)
{
    char label[60], question[160];
    int more = spot_line(table_record(table), &table->game.spot)->n - table->game.spot.ply;
    if (session_refuses(&table->game))
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

/* ---------------------------------------------------------------- copies and changes */

/* Copy the game as the archive stores it, or write it to a file in the format of the file's
 * extension: .pgn, .html, .md or .txt. */
static void copy_game(struct table *table, const char *file)
{
    char *text = game_text_file(table_record(table), game_format_of_file(file),
                                app_charset(table->view.app)),
         what[80];
    snprintf(what, sizeof what, "the game%s", game_format_told(file));
    app_copy(table->view.app, what, text, file);
    free(text);
}

static void game_edit_diff(struct table *table, const char *argument)
{
    game_command_run(&table->game, REQ_DIFF, *argument ? argument : "all");
}

static bool game_edit_differs(const struct table *table, enum request request)
{
    return game_command_can(&table->game, request);
}

static void game_edit_save(struct table *table)
{
    if (session_may_save(&table->game))
        session_save_answered(&table->game, "");
}

/* Undo steps back in the ply that is being composed; while there is such a ply, nothing before it
 * changes. */
static void game_edit_undo(struct table *table, const char *argument)
{
    if (!table_compose_back(table))
        game_command_run(&table->game, REQ_UNDO, argument);
}

static void game_edit_comment(struct table *table, const char *text)
{
    if (*text)
        game_command_run(&table->game, REQ_COMMENT, text);
    else
        table_open_editor(table, false);
}

/* ---------------------------------------------------------------- trials */

enum trial_end { TRIAL_BACK, TRIAL_KEEP, TRIAL_ON };

static void end_trial(struct view *view, int choice)
{
    if (choice != TRIAL_ON)
        session_trial_end(&table_of(view)->game, choice == TRIAL_KEEP);
}

static void game_edit_trial(struct table *table)
{
    if (!table->game.trial) {
        session_trial_begin(&table->game);
        return;
    }
    if (edits_saved(&table->game.edits)) {
        end_trial(&table->view, TRIAL_BACK);
        return;
    }
    table_menu_open(table, "the trial", end_trial);
    table_menu_add(table, TRIAL_BACK, "back to the game as it was");
    if (table->game.writable)
        table_menu_add(table, TRIAL_KEEP, "keep it as a change of the game");
    table_menu_add(table, TRIAL_ON, "continue the trial");
}

const struct table_action table_edit_actions[] = {
    {REQ_MARK_CELL, {IF_MARKING}, .act = game_edit_mark_cell},
    {REQ_MARK_ARROW, {IF_MARKING}, .act = mark_arrow},
    {REQ_MARK_BRUSH, {IF_MARKING}, .event = mark_brush},
    {REQ_SAVE, {IF_UNSAVED}, .act = game_edit_save},
    {REQ_UNDO, {IF_UNDO}, .with = game_edit_undo},
    {REQ_COMMENT, {IF_WRITABLE}, .with = game_edit_comment},
    {REQ_NAG_GOOD, .by = game_edit_nag, .step = 1},
    {REQ_NAG_MISTAKE, .by = game_edit_nag, .step = 2},
    {REQ_NAG_BRILLIANT, .by = game_edit_nag, .step = 3},
    {REQ_NAG_BLUNDER, .by = game_edit_nag, .step = 4},
    {REQ_NAG_INTERESTING, .by = game_edit_nag, .step = 5},
    {REQ_NAG_DUBIOUS, .by = game_edit_nag, .step = 6},
    {REQ_NAG_PALETTE, .act = game_edit_palette},
    {REQ_MARKS, {IF_BOARD}, .act = start_marking},
    {REQ_DELETE, {IF_PLY, IF_WRITABLE}, .act = ask_delete},
    {REQ_COPY_GAME, .with = copy_game},
    {REQ_TRIAL, .act = game_edit_trial},
    {REQ_DIFF, .can = game_edit_differs, .with = game_edit_diff},
    {0},
};
