/* one_line.c - the table on screens without room for a board: one line describes a cell, with moves or notes
 * below it. On a screen of one row there is only the status line. */
#include "config.h"
#include "tui/views/game/game_internal.h"

#include "tui/session/describe.h"

#include <string.h>

enum { DETAIL_ROOM = 400, FRAME = 11 /* columns between mode, status and its right part */ };

/* True if the line describes the cell under the board's cursor. */
static bool has_cursor(const struct table *table)
{
    return table->focus == FOCUS_BOARD || table->marking || table->inspecting || table->composing;
}

/* Add what the ply being composed may do on a cell, "go to e4", one option after another; false: nothing. */
static bool add_choices(const struct table *table, cell_t cell, char *out, size_t size, size_t *used)
{
    const struct compose *compose = &table->compose;
    bool any = false;
    for (int i = 0; i < compose->choices.n; i++) {
        const struct action *action = &compose->choices.v[i];
        char words[200];
        if (action->to != cell || action->verb == ACTION_PICK || mark_of_action(action) == MARK_NONE)
            continue;
        words_choice(table->rules, action, words, sizeof words);
        text_add(out, size, used, "%s%s%s", any ? ", or " : "", words,
                 compose_dead_end(compose, action) ? ": a dead end" : "");
        any = true;
    }
    return any;
}

/* Add the meaning of the marks on a cell, one of each kind. */
static void add_marks(const struct table *table, cell_t cell, char *out, size_t size, size_t *used)
{
    bool told[MARK_NOTE + 1] = {false};
    for (int i = 0; i < table->board.marks; i++) {
        const struct board_mark *mark = &table->board.mark[i];
        if (mark->cell != cell || told[mark->mark])
            continue;
        told[mark->mark] = true;
        if (mark->mark == MARK_CHECK)
            text_add(out, size, used, ", in check");
        else if (mark->mark == MARK_LAST)
            text_add(out, size, used, ", of the last ply");
        else if (mark->mark == MARK_NOTE)
            text_add(out, size, used, ", marked%s%s", mark->number ? " " : "",
                     mark->number ? mark_color_name(mark->number) : "");
        else if (mark->mark == MARK_PICKED && table->compose.draft.hand != cell)
            text_add(out, size, used, ", where it was lifted");
    }
}

/* If the ply being composed may continue on the cell, describe that alone and return true. */
static bool tell_choices(const struct table *table, cell_t cell, char *out, size_t size)
{
    size_t used = 0;
    if (!table->composing)
        return false;
    text_add(out, size, &used, "%s: ", board_name(table->rules->board, cell));
    return add_choices(table, cell, out, size, &used);
}

/* Add to a cell's contents its role in the ply being composed, and its marks. */
static void add_state(const struct table *table, cell_t cell, char *out, size_t size, size_t *used)
{
    if (table->composing && table->compose.draft.held.kind && table->compose.draft.hand == cell)
        text_add(out, size, used, ", in hand");
    else if (table->composing)
        text_add(out, size, used, ", no way there");
    add_marks(table, cell, out, size, used);
}

void table_tell_cell(struct table *table, cell_t cell, char *out, size_t size)
{
    char words[300];
    size_t used = 0;
    if (tell_choices(table, cell, out, size))
        return;
    words_content(&table->board.shown, cell, words, sizeof words);
    text_add(out, size, &used, "%s: %s", board_name(table->rules->board, cell), table->board.shown.at[cell].kind ? words : "empty");
    add_state(table, cell, out, size, &used);
    words_field(&table->board.shown, cell, words, sizeof words);
    text_add(out, size, &used, "; %s", words);
}

static void detail_text(struct table *table, char *out, size_t size)
{
    cell_t cell = has_cursor(table) ? table->cursor : table_looked_at(table);
    char field[200];
    size_t used;
    if (tell_choices(table, cell, out, size))
        return;
    table_describe(table, cell, out, size);
    used = strlen(out);
    add_state(table, cell, out, size, &used);
    words_field(&table->board.shown, cell, field, sizeof field);
    if (!strstr(out, " triangle ")) /* the text about a piece on a triangle has that already */
        text_add(out, size, &used, "; %s", field);
}

void table_words_lay_out(struct table *table, const struct area *body)
{
    struct table_layout *layout = &table->layout;
    struct area rest = {body->row + 1, body->column + 1, body->rows - 1, body->columns - 1};
    if (!table->turned)
        table->turn = table->seat_turn;
    layout->detail = (struct area){body->row, body->column + 1, 1, body->columns - 1};
    if (table->inspecting && !table->editing && !table->menu.title) { /* the card has the same and more */
        layout->notes = (struct area){body->row, body->column + 1, body->rows, body->columns - 1};
        layout->detail.rows = 0;
        return;
    }
    if (rest.rows < 1)
        return;
    if (table->composing || table->focus == FOCUS_NOTES)
        layout->notes = rest;
    else
        layout->moves = rest;
}

void table_words_draw(struct table *table, struct scene *scene)
{
    const struct area *area = &table->layout.detail;
    char text[DETAIL_ROOM];
    detail_text(table, text, sizeof text);
    scene_text_cut(scene, area->row, area->column, area->columns, text, ROLE_TEXT, ROLE_TEXT, app_cut_sign(table->view.app));
    if (has_cursor(table) || scene->cursor_row < 0) {
        scene->cursor_row = area->row;
        scene->cursor_column = area->column;
    }
}

/* On a screen of one row: a summary of what the panels would show. */
static void one_row(struct table *table, struct face *face)
{
    char said[sizeof face->status], text[DETAIL_ROOM], pending[160];
    snprintf(said, sizeof said, "%s", face->status);
    if (has_cursor(table))
        detail_text(table, text, sizeof text);
    else
        table_ply_label(table, text, sizeof text);
    if (table->composing) {
        compose_text(&table->compose, pending, sizeof pending);
        snprintf(face->status, sizeof face->status, "%.80s  %.170s", pending, text);
    } else {
        snprintf(face->status, sizeof face->status, "%.150s%s%.100s", text, *said ? "  " : "", said);
    }
    face->status_of_ply = false;
    face->alone = true;
}

void table_words_face(struct table *table, const struct scene *scene, struct face *face)
{
    if (scene->rows == 1)
        one_row(table, face);
    bool common = table->composing || !strcmp(face->mode, "BOARD") || !strcmp(face->mode, "REPLAY") ||
                  !strcmp(face->mode, "NOTES") || !strcmp(face->mode, "PLAY");
    int wanted = scene_columns(face->mode) + scene_columns(face->status) + scene_columns(face->status_side) + FRAME;
    if (common && wanted > scene->columns)
        face->mode[0] = '\0'; /* the rest of the line shows the activity */
}
