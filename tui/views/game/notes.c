/* notes.c - the notes panel. At the start of the game it shows the headers; at a ply the
 * judgements, comments, marks and clock; while a ply is composed the piece in the air and its
 * options; while a cell is inspected its card; and the editor of comments. Menus take its place. */
#include "config.h"

#include "tui/boards/turn_choices.h"
#include "tui/session/words/cell_facts.h"
#include "tui/session/describe.h"
#include "tui/session/words/compose_ways.h"
#include "tui/session/words/place_words.h"
#include "tui/session/lobby/lobby.h"
#include "tui/views/game/game_internal.h"
#include "tui/views/game/live.h"

#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- what there is to tell */

/* How each kind of entry looks: its role, the indentation of its further rows, and if a gap comes
 * before it. Entries of one kind with a separator are joined to a paragraph after the heading. */
static const struct {
    enum role ink;
    int hang;
    bool gap;
    const char *heading, *separator;
} looks[] = {
    [TOLD_VARIANT] = {ROLE_LABEL, 0, false, "", NULL},
    [TOLD_OPTION] = {ROLE_GLYPH, 2, false, "", NULL},
    [TOLD_OPTIONS] = {ROLE_DIM, 2, false, "", NULL},
    [TOLD_HEADER] = {ROLE_TEXT, 2, false, "", NULL},
    [TOLD_LINE] = {ROLE_DIM, 0, false, "", NULL},
    [TOLD_JUDGEMENT] = {ROLE_GLYPH, 3, false, "", NULL},
    [TOLD_CLOCK] = {ROLE_LABEL, 0, false, "clock ", "  "},
    [TOLD_SPENT] = {ROLE_LABEL, 0, false, "spent ", "  "},
    [TOLD_EVALUATION] = {ROLE_LABEL, 0, false, "eval ", "  "},
    [TOLD_MATE] = {ROLE_LABEL, 0, false, "mate in ", "  "},
    [TOLD_QUIZ] = {ROLE_PROMPT, 0, true, "Quiz: ", NULL},
    [TOLD_BEFORE] = {ROLE_COMMENT, 0, true, "", NULL},
    [TOLD_COMMENT] = {ROLE_COMMENT, 0, true, "", NULL},
    [TOLD_MARK] = {ROLE_LABEL, 2, true, "marks: ", ", "},
    [TOLD_MEMBER] = {ROLE_LABEL, 2, true, "", NULL},
    [TOLD_ELSEWHERE] = {ROLE_ERROR, 0, false, "", NULL},
    [TOLD_DAMAGE] = {ROLE_ERROR, 0, true, "", NULL},
    [TOLD_GONE] = {ROLE_GLYPH, 0, true, "", NULL},
    [TOLD_VERDICT] = {ROLE_GLYPH, 0, true, "", NULL},
    [TOLD_HELD] = {ROLE_DIM, 2, false, "", NULL},
    [TOLD_ABOUT] = {ROLE_DIM, 0, true, "", NULL},
    [TOLD_DEFINITION] = {ROLE_COMMENT, 0, false, "", NULL},
};

/* Add the entries from `at` on that belong to one paragraph. Returns how many those are. */
static int add_joined(const struct told_list *told, int at, struct page *page)
{
    char text[400] = "";
    size_t used = 0;
    const char *separator = looks[told->v[at].kind].separator;
    int end = at;
    for (; end < told->n && looks[told->v[end].kind].separator &&
           !strcmp(looks[told->v[end].kind].separator, separator);
         end++) {
        const struct told *entry = &told->v[end];
        bool mark = entry->kind == TOLD_MARK;
        if (!mark || *entry->brief)
            text_add(text, sizeof text, &used, "%s%s%s", used ? separator : "",
                     mark && used ? "" : looks[entry->kind].heading,
                     mark ? entry->brief : entry->text);
    }
    if (used && looks[told->v[at].kind].gap)
        page_gap(page);
    if (used)
        page_add(page, looks[told->v[at].kind].ink, looks[told->v[at].kind].hang, text);
    return end - at;
}

static void add_entry(struct table *table, struct page *page, const struct told *entry)
{
    enum role ink = looks[entry->kind].ink;
    int hang = looks[entry->kind].hang;
    char sign[16], text[400];
    if (looks[entry->kind].gap)
        page_gap(page);
    switch (entry->kind) {
    case TOLD_JUDGEMENT:
        nag_write(entry->number, app_charset(table->view.app) == CHARSET_UTF8, sign, sizeof sign);
        page_addf(page, ink, hang, "%s%s%s", sign, *entry->text ? " " : "", entry->text);
        break;
    case TOLD_COMMENT:
        if (entry->by)
            page_addf(page, ROLE_DIM, 0, "{%s%s%s}%s", entry->by, entry->lang ? " " : "",
                      entry->lang ? entry->lang : "", entry->is_private ? " private" : "");
        page_add(page, ink, hang, entry->text);
        break;
    case TOLD_VERDICT:
        page_add(page, ink, hang,
                 app_words(table->view.app, &table->view, entry->text, text, sizeof text));
        break;
    case TOLD_HELD:
        if (!table_shows_held(table, entry->number))
            page_add(page, ink, hang, entry->text);
        break;
    default:
        page_addf(page, ink, hang, "%s%s", looks[entry->kind].heading, entry->text);
    }
}

/* Lay out what there is to tell. */
void table_add_told(struct table *table, struct page *page, const struct told_list *told)
{
    for (int i = 0; i < told->n;) {
        if (told->v[i].kind == TOLD_MARK && table->marks_hidden) {
            i++;
        } else if (looks[told->v[i].kind].separator) {
            i += add_joined(told, i, page);
        } else {
            add_entry(table, page, &told->v[i++]);
        }
    }
}

static void add_place(struct table *table, struct page *page, const struct node *node)
{
    struct told_list told = {0};
    char label[300];
    /* Show the ply only if it is not visible in the moves panel. */
    if (node && (node_is_noted(node) || !table->layout.moves.rows)) {
        table_ply_label(table, label, sizeof label);
        page_add(page, ROLE_MOVE, 2, label);
    }
    told_here(&table->game, &told);
    table_add_told(table, page, &told);
    told_free(&told);
}

/* ---------------------------------------------------------------- a ply being composed */

struct pending {
    struct table *table;
    struct page *page;
};

static void add_way(void *argument, enum compose_way way, const char *text)
{
    struct pending *pending = argument;
    const struct view *view = &pending->table->view;
    char keyed[WAY_ROOM];
    page_add(pending->page, ROLE_DIM, way == WAY_CHOICE ? 3 : 2,
             app_words(view->app, view, text, keyed, sizeof keyed));
}

/* Add the text about the ply being composed. `turns`: list the facings, because they are not
 * drawn. */
static void add_pending(struct table *table, struct page *page, bool turns)
{
    struct pending pending = {table, page};
    char text[400];
    compose_text(&table->game.compose, text, sizeof text);
    page_add(page, ROLE_MOVE, 2, text);
    table_compose_status(table, text, sizeof text);
    page_add(page, ROLE_TEXT, 0, text);
    page_gap(page);
    compose_ways(&table->game.compose, table->numbers, turns, add_way, &pending);
}

/* ---------------------------------------------------------------- drawing */

static void draw_editor(struct table *table, struct scene *scene, const struct area *area)
{
    char label[200];
    if (session_walks(&table->game))
        session_walk_label(&table->game, label, sizeof label);
    else
        table_ply_label(table, label, sizeof label);
    scene_textf(scene, area->row, area->column, area->columns, ROLE_LABEL, ROLE_TEXT,
                "comment on %s", label);
    edit_text_draw(&table->editor, scene, area->row + 1, area->column, area->rows - 1,
                   area->columns);
}

void table_scroll_notes(struct table *table, int rows)
{
    table->notes_cut = table->page.rows > rows;
    if (table->notes_top > table->page.rows - rows)
        table->notes_top = table->page.rows - rows;
    if (table->notes_top < 0)
        table->notes_top = 0;
}

/* Write the keys that lead from the focused panel to the hidden part of the notes: "Tab, then
 * j". */
static const char *tell_way_here(struct table *table, char *out, size_t size)
{
    char panel[16], down[16];
    app_key_text(table->view.app, &table->view, REQ_NEXT_PANEL, panel, sizeof panel);
    app_key_text(table->view.app, &table->view, REQ_DOWN, down, sizeof down);
    snprintf(out, size, "%s%s%s, then %s", panel, table->focus == FOCUS_BOARD ? " " : "",
             table->focus == FOCUS_BOARD ? panel : "", down);
    return *panel && *down ? out : NULL;
}

void table_draw_notes(struct table *table, struct scene *scene, const struct area *area)
{
    struct page *page = &table->page;
    const struct node *node = spot_node(table_record(table), &table->game.spot);
    table->layout.turns = (struct area){0};
    if (table->editing) {
        draw_editor(table, scene, area);
        return;
    }
    if (table->menu.title) {
        menu_draw(&table->menu, &table->page, scene, area);
        return;
    }
    if (table->inspecting && table->game.rules) {
        table_draw_card(table, scene, area);
        return;
    }
    int diagrams = table->game.composing ? turn_choices_rows(&table->game.compose, area) : 0;
    page_begin(page, area->columns);
    /* the message line would cut the text, so show it in the panel as well */
    if ((int)strlen(table->refusal.text) >= scene->columns) {
        page_add(page, ROLE_ERROR, 0, table->refusal.text);
        page_gap(page);
    }
    if (table->game.composing)
        add_pending(table, page, !diagrams);
    else if (session_walks(&table->game))
        table_walk_notes(table, page);
    else if (table_live_on(table))
        table_live_notes(table, page);
    else
        add_place(table, page, node);
    /* Add the chat during the game. */
    if (table->live && !table_live_on(table) && !node && !table->game.composing)
        table_live_add_talk(table, page);
    if (!table_live_on(table) && !table->game.composing)
        table_together_notes(table, page);
    bool told =
        table->game.rules && verdict_over(&table->game.track.verdict) && table->game.track.judged;
    if (table->result_text[0] && !told && !table->game.composing && !table->inspecting &&
        spot_line(table_record(table), &table->game.spot)->n == table->game.spot.ply &&
        !table->game.spot.depth && node) {
        page_gap(page);
        page_add(page, ROLE_LABEL, 0, table->result_text);
    }
    struct area text = {area->row, area->column, area->rows - diagrams, area->columns};
    char keys[60];
    table_add_standing(table, page, text.rows);
    table_scroll_notes(table, text.rows);
    /* While a ply is composed the hint line shows the keys that lead to the hidden part of the
     * notes. */
    if (!table->game.composing && table->focus != FOCUS_NOTES)
        page->keys = tell_way_here(table, keys, sizeof keys);
    page_draw(page, scene, &text, table->notes_top);
    if (diagrams) {
        int above = page->rows < text.rows ? page->rows + 1 : text.rows;
        table->layout.turns =
            (struct area){area->row + above, area->column, diagrams, area->columns};
        turn_choices_draw(&table->game.compose, scene, &table->layout.turns);
    }
    if (table->focus == FOCUS_NOTES && !table->marking) {
        scene->cursor_row = area->row;
        scene->cursor_column = area->column;
    }
}

/* ---- Comments on the open game: whose they are, and typing them.
 *
 * The text that is being typed is stored in the draft as well, whenever the user pauses, and after
 * a while even without a pause, so a program that is killed loses only the last seconds. */

enum {
    /* Milliseconds until typed text is stored in the draft: PAUSE after the last key, but at most
     * LONGEST after the first key that is not stored yet. */
    PAUSE = 800,
    LONGEST = 4000
};

const char *table_user(const struct table *table)
{
    return table->from.place ? table->from.place->name
                             : app_author(table->view.app, table->game.store);
}

const char *table_author(const struct table *table)
{
    bool signs = table->from.place || app_signs(table->view.app, table->game.store);
    return signs ? table_user(table) : NULL;
}

struct session_place table_place_here(const struct table *table)
{
    struct session_place here = {.before = table->editing && table->editing_before};
    if (session_walks(&table->game))
        here =
            (struct session_place){session_walk_node(&table->game), session_walk_part(&table->game),
                                   table->game.walk.cell, false};
    return here;
}

static const char *comment_here(const struct table *table)
{
    struct session_place here = table_place_here(table);
    return session_comment_text(&table->game, &here);
}

void table_open_editor(struct table *table, bool before)
{
    if (session_refuses(&table->game))
        return;
    table->editing_before = before;
    table->editing = true;
    edit_text_set(&table->editor, comment_here(table));
    char key[40];
    app_key_text(table->view.app, &table->view, REQ_ESCAPE, key, sizeof key);
    app_say(table->view.app, "%s saves the comment%s%s", *key ? key : "Esc",
            !session_walks(&table->game) && spot_node(table_record(table), &table->game.spot)
                ? ", Tab: before or after the ply"
                : "",
            app_restricted(table->view.app) ? "" : ", Ctrl-O: editor");
}

void table_label_here(struct table *table, char *out, size_t size)
{
    if (session_walks(&table->game))
        session_walk_label(&table->game, out, size);
    else
        table_ply_label(table, out, size);
}

/* ---------------------------------------------------------------- while typing */

bool table_is_typed(const struct table *table)
{
    return table->editing && strcmp(table->editor.text, comment_here(table)) != 0;
}

static void store_typed(void *argument);

static void game_notes_typed(struct table *table)
{
    int64_t now = app_now(table->view.app);
    if (table->game.trial || !table->game.store)
        return;
    if (table->typed_at == TICK_NEVER)
        table->typed_since = now;
    table->typed_at =
        now + PAUSE < table->typed_since + LONGEST ? now + PAUSE : table->typed_since + LONGEST;
    app_at(&table->view, &table->typing, table->typed_at, store_typed, table);
}

/* Store the unfinished text in the draft, in a copy of the game. The game itself changes only when
 * the editor is closed. */
static void store_typed(void *argument)
{
    struct table *table = argument;
    if (table->typed_at == TICK_NEVER)
        return;
    table->typed_at = TICK_NEVER;
    if (!table->editing)
        return;
    struct session_place here = table_place_here(table);
    table->typed_kept = session_keep_typed(&table->game, &here, table->editor.text);
}

bool table_comment_key(struct table *table, uint32_t key)
{
    struct app *app = table->view.app;
    if (key == K_ESCAPE) {
        table_close_editor(table, true);
    } else if (key == K_TAB && !session_walks(&table->game) &&
               spot_node(table_record(table), &table->game.spot)) {
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
        /* Show a message, but do not sound the bell for each key. */
        if (answer == EDIT_FULL)
            app_say(app, "this comment is full: it holds %d bytes", EDIT_TEXT_MAX);
        game_notes_typed(table);
    }
    return true;
}

bool table_paste(struct view *view, const char *text)
{
    struct table *table = table_of(view);
    if (!table->editing)
        return false;
    if (!edit_text_insert(&table->editor, text) || strlen(text) >= PASTE_MAX)
        app_error(view->app, "the pasted text does not fit: this comment is full (%d bytes)",
                  EDIT_TEXT_MAX);
    game_notes_typed(table);
    return true;
}

void table_edited(struct view *view, const char *text)
{
    struct table *table = table_of(view);
    if (!table->editing)
        return;
    edit_text_set(&table->editor, text);
    game_notes_typed(table);
}

void table_close_editor(struct table *table, bool keep)
{
    char *text = table->editor.text;
    int length = table->editor.length;
    while (length > 0 && strchr(" \n", text[length - 1]))
        text[--length] = '\0';
    table->editor.length = length;
    struct session_place here = table_place_here(table);
    bool same = !strcmp(text, comment_here(table));
    table->editing = false;
    table->typed_at = TICK_NEVER;
    if (keep && !same)
        session_comment(&table->game, &here, text);
    else if (table->typed_kept) /* the user discarded the text */
        session_forget_typed(&table->game);
    table->typed_kept = false;
}

/* ---- The view of a game on screens without room for a board: one line describes a cell, with
 * moves or notes below it. On a screen of one row there is only the status line. */

enum {
    DETAIL_ROOM = 400,
    FRAME = 11 /* columns between mode, status and the right part of the status line */
};

/* True if the line describes the cell under the board's cursor. */
static bool has_cursor(const struct table *table)
{
    return table->focus == FOCUS_BOARD || table->marking || table->inspecting ||
           table->game.composing;
}

/* If the ply being composed can continue on the cell, describe only that and return true. */
static bool game_notes_tell_choices(const struct table *table, cell_t cell, char *out, size_t size)
{
    return table->game.composing && compose_ways_to(&table->game.compose, cell, out, size);
}

/* Add to the contents of a cell its role in the ply being composed, and its marks. */
static void game_notes_add_state(const struct table *table, cell_t cell, char *out, size_t size,
                                 size_t *used)
{
    if (table->game.composing && table->game.compose.draft.held.kind &&
        table->game.compose.draft.hand == cell)
        text_add(out, size, used, ", in hand");
    else if (table->game.composing)
        text_add(out, size, used, ", no way there");
    cell_t hand = table->game.composing ? table->game.compose.draft.hand : CELL_NONE;
    board_scene_words(&table->board, cell, hand, out, size, used);
}

void table_tell_cell(struct table *table, cell_t cell, char *out, size_t size)
{
    char words[300];
    size_t used = 0;
    if (game_notes_tell_choices(table, cell, out, size))
        return;
    words_content(&table->board.shown, cell, words, sizeof words);
    text_add(out, size, &used, "%s: %s", board_name(table->game.rules->board, cell),
             table->board.shown.at[cell].kind ? words : "empty");
    game_notes_add_state(table, cell, out, size, &used);
    words_field(&table->board.shown, cell, words, sizeof words);
    text_add(out, size, &used, "; %s", words);
}

static void detail_text(struct table *table, char *out, size_t size)
{
    cell_t cell = has_cursor(table) ? table->cursor : table_looked_at(table);
    char field[200];
    size_t used;
    if (game_notes_tell_choices(table, cell, out, size))
        return;
    cell_describe(&table->board.shown, cell, out, size);
    used = strlen(out);
    game_notes_add_state(table, cell, out, size, &used);
    words_field(&table->board.shown, cell, field, sizeof field);
    /* The text about a piece on a triangle describes the triangle already. */
    if (!strstr(out, " triangle "))
        text_add(out, size, &used, "; %s", field);
}

void table_words_draw(struct table *table, struct scene *scene)
{
    const struct area *area = &table->layout.detail;
    char text[DETAIL_ROOM];
    detail_text(table, text, sizeof text);
    scene_text_cut(scene, area->row, area->column, area->columns, text, ROLE_TEXT, ROLE_TEXT,
                   app_cut_sign(table->view.app));
    if (has_cursor(table) || scene->cursor_row < 0) {
        scene->cursor_row = area->row;
        scene->cursor_column = area->column;
    }
}

/* Write a summary of what the panels would show, for a screen of one row. */
static void one_row(struct table *table, struct face *face)
{
    char said[sizeof face->status], text[DETAIL_ROOM], pending[160];
    snprintf(said, sizeof said, "%s", face->status);
    if (has_cursor(table))
        detail_text(table, text, sizeof text);
    else
        table_ply_label(table, text, sizeof text);
    if (table->game.composing) {
        compose_text(&table->game.compose, pending, sizeof pending);
        snprintf(face->status, sizeof face->status, "%.80s  %.170s", pending, text);
    } else {
        snprintf(face->status, sizeof face->status, "%.150s%s%.100s", text, *said ? "  " : "",
                 said);
    }
    face->status_of_ply = false;
    face->alone = true;
}

void table_words_face(struct table *table, const struct scene *scene, struct face *face)
{
    if (scene->rows == 1)
        one_row(table, face);
    bool common = table->game.composing || !strcmp(face->mode, "BOARD") ||
                  !strcmp(face->mode, "REPLAY") || !strcmp(face->mode, "NOTES") ||
                  !strcmp(face->mode, "PLAY");
    int wanted = scene_columns(face->mode) + scene_columns(face->status) +
                 scene_columns(face->status_side) + FRAME;
    if (common && wanted > scene->columns)
        /* The mode of an ordinary activity is left out if the rest does not fit otherwise. */
        face->mode[0] = '\0';
}
