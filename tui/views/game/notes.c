/* notes.c - the notes panel. At the start of the game it shows the headers; at a ply the
 * judgements, comments, marks and clock; while a ply is composed the piece in the air and its
 * options; while a cell is inspected its card; and the editor of comments. Menus take its place. */
#include "config.h"

#include "core/position_text.h"
#include "tui/session/words/cell_facts.h"
#include "tui/session/describe.h"
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

/* Add the cells to which a verb applies, in one paragraph, each cell once. */
static void game_notes_add_cells(const struct compose *compose, struct page *page, enum verb verb,
                                 const char *head)
{
    /* at most this many cells are listed by name; the board shows the others */
    enum { LISTED = 60 };
    char text[1200];
    size_t used = 0;
    int cells = 0;
    const struct action *action = compose->choices.v;
    text[0] = '\0';
    for (int i = 0; i < compose->choices.n; i++) {
        /* `again`: the cell is listed already. Round trips and moves back to the piece's own cell
         * are listed separately. */
        bool again = action[i].verb != verb || compose_goes_round(compose, &action[i]) ||
                     (verb == ACTION_GO && compose_stays(compose, &action[i]));
        for (int before = 0; before < i && !again; before++)
            again = action[before].verb == verb && action[before].to == action[i].to;
        if (!again)
            text_add(text, sizeof text, &used, "%s %s", used ? "" : head,
                     board_name(compose->before.rules->board, action[i].to));
        cells += !again;
    }
    if (cells > LISTED)
        page_addf(page, ROLE_DIM, 2, "%s %d cells, marked on the board", head, cells);
    else if (used)
        page_add(page, ROLE_DIM, 2, text);
}

/* Explain that Enter again on the piece's own cell plays a round trip and does not put the piece
 * back. */
static void add_round(const struct table *table, struct page *page)
{
    const struct compose *compose = &table->compose;
    char text[120], key[64];
    for (int i = 0; i < compose->choices.n; i++)
        if (compose_goes_round(compose, &compose->choices.v[i])) {
            compose_words(compose, &compose->choices.v[i], text, sizeof text);
            page_addf(page, ROLE_DIM, 2, "%s on %s: %s",
                      app_words(table->view.app, &table->view, "{select}", key, sizeof key),
                      board_name(compose->before.rules->board, compose->draft.hand), text);
        }
}

/* Explain that a Castle which moves two squares forward leaves its inner rings behind. */
static void add_split_goals(const struct compose *compose, struct page *page)
{
    const struct kind *kinds = compose->before.rules->kinds;
    for (int i = 0; i < compose->choices.n; i++) {
        const struct action *action = &compose->choices.v[i];
        int stays = action->verb == ACTION_GO ? compose_stays(compose, action) : KIND_NONE;
        if (stays)
            page_addf(page, ROLE_DIM, 2, "only its Wall goes to: %s; a %s stays on %s",
                      board_name(compose->before.rules->board, action->to), kinds[stays].name,
                      board_name(compose->before.rules->board, compose->draft.hand));
    }
}

/* The kind of piece with which the King castles, if a list of all ways to castle would be long;
 * KIND_NONE if the list is short or there are several kinds. */
static int castles_at_length(const struct compose *compose)
{
    enum { FEW = 3 };
    int n = 0, kind = KIND_NONE;
    for (int i = 0; i < compose->choices.n; i++) {
        const struct action *action = &compose->choices.v[i];
        if (action->verb != ACTION_CASTLE)
            continue;
        if (n++ && action->kind != kind)
            return KIND_NONE;
        kind = action->kind;
    }
    return n > FEW ? kind : KIND_NONE;
}

/* Add what a piece becomes by itself on certain cells. */
static void add_changes(const struct compose *compose, struct page *page)
{
    const struct ruleset *rules = compose->before.rules;
    char text[400];
    size_t used = 0;
    int to = KIND_NONE;
    text[0] = '\0';
    for (int i = 0; i < compose->choices.n; i++) {
        int kind = compose_becomes(compose, &compose->choices.v[i]);
        if (!kind || (to && kind != to))
            continue;
        to = kind;
        text_add(text, sizeof text, &used, " %s",
                 board_name(rules->board, compose->choices.v[i].to));
    }
    if (to)
        page_addf(page, ROLE_DIM, 2, "becomes %s %s on:%s", name_article(rules->kinds[to].name),
                  rules->kinds[to].name, text);
}

/* Add where a piece that was just lifted can go in several steps (rules/triangles.md 6.2). Enter on
 * such a cell makes all the steps if there is exactly one way. */
static void add_further(const struct compose *compose, struct page *page)
{
    const struct board *board = compose->before.rules->board;
    struct actions reach = {0};
    char text[1200];
    size_t used = 0;
    bool there[CELLS_MAX] = {false};
    if (compose->draft.ply.n != 1 || !compose->draft.held.kind)
        return;
    for (int i = 0; i < compose->choices.n; i++)
        if (compose->choices.v[i].to != CELL_NONE)
            there[compose->choices.v[i].to] = true;
    compose->before.rules->rules->reach(&compose->before, compose->draft.ply.v[0].from, &reach);
    for (int i = 0; i < reach.n; i++) {
        cell_t to = reach.v[i].to;
        if (reach.v[i].verb != ACTION_STEP || there[to])
            continue;
        there[to] = true;
        text_add(text, sizeof text, &used, "%s %s",
                 used ? "" : "in several steps to:", board_name(board, to));
    }
    if (used)
        page_add(page, ROLE_DIM, 2, text);
    actions_free(&reach);
}

static void game_notes_add_goals(const struct table *table, struct page *page)
{
    const struct compose *compose = &table->compose;
    int partner = castles_at_length(compose);
    char castles[80];
    if (partner) {
        snprintf(castles, sizeof castles,
                 "castles with a %s to:", compose->before.rules->kinds[partner].name);
        game_notes_add_cells(compose, page, ACTION_CASTLE, castles);
    }
    const char *goes = compose->state == COMPOSE_READY ? "may go on to:" : "goes to:";
    game_notes_add_cells(compose, page, ACTION_GO, goes);
    add_round(table, page);
    game_notes_add_cells(compose, page, ACTION_STEP, goes);
    add_further(compose, page);
    game_notes_add_cells(compose, page, ACTION_PORTAL, "reappears on:");
    game_notes_add_cells(compose, page, ACTION_SUMMON, "may bring a captured piece back on:");
    game_notes_add_cells(compose, page, ACTION_PROMOTE, "promotes the Pawn on:");
    add_split_goals(compose, page);
    add_changes(compose, page);
}

/* Add the text about the ply being composed. `turns`: list the facings, because they are not
 * drawn. */
static void add_pending(struct table *table, struct page *page, bool turns)
{
    const struct compose *compose = &table->compose;
    char text[400], keyed[400];
    int number = 0;
    compose_text(compose, text, sizeof text);
    page_add(page, ROLE_MOVE, 2, text);
    table_compose_status(table, text, sizeof text);
    page_add(page, ROLE_TEXT, 0, text);
    page_gap(page);
    for (int i = 0; i < compose->choices.n; i++) {
        const struct action *action = &compose->choices.v[i];
        enum cell_mark mark = mark_of_action(action);
        number += mark != MARK_NONE;
        if (action->verb == ACTION_PICK || action->verb == ACTION_DONE ||
            (action->verb == ACTION_PROMOTE && !table->numbers) ||
            (action->verb == ACTION_CASTLE && !table->numbers && castles_at_length(compose)) ||
            (action->verb == ACTION_TURN && !turns) || (mark == MARK_GO && !table->numbers))
            continue;
        int words = compose_words(compose, action, text, sizeof text);
        words += compose_outcome(compose, action, text + words, sizeof text - (size_t)words);
        snprintf(keyed, sizeof keyed, "%s", text);
        app_words(table->view.app, &table->view, keyed, text, sizeof text);
        words = (int)strlen(text);
        if (compose_dead_end(compose, action))
            snprintf(text + words, sizeof text - (size_t)words, ": a dead end");
        if (action->verb == ACTION_TURN)
            page_addf(page, ROLE_DIM, 3, "%s %s",
                      action->turn > 0   ? "]"
                      : action->turn < 0 ? "["
                                         : " ",
                      text);
        else if (table->numbers)
            page_addf(page, ROLE_DIM, 3, "%2d %s", number, text);
        else
            page_add(page, ROLE_DIM, 3, text);
    }
    /* The board marks the cells to reach in several steps as well, so they are listed last. */
    if (!table->numbers)
        game_notes_add_goals(table, page);
}

/* ---------------------------------------------------------------- drawing */

static void draw_editor(struct table *table, struct scene *scene, const struct area *area)
{
    char label[200];
    if (table_walks(table))
        table_walk_label(table, label, sizeof label);
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
        table_menu_draw(table, scene, area);
        return;
    }
    if (table->inspecting && table->game.rules) {
        table_draw_card(table, scene, area);
        return;
    }
    int diagrams = table_turns_rows(table, area);
    page_begin(page, area->columns);
    /* the message line would cut the text, so show it in the panel as well */
    if ((int)strlen(table->refusal.text) >= scene->columns) {
        page_add(page, ROLE_ERROR, 0, table->refusal.text);
        page_gap(page);
    }
    if (table->composing)
        add_pending(table, page, !diagrams);
    else if (table_walks(table))
        table_walk_notes(table, page);
    else if (table_live_on(table))
        table_live_notes(table, page);
    else
        add_place(table, page, node);
    /* Add the chat during the game. */
    if (table->live && !table_live_on(table) && !node && !table->composing)
        table_live_add_talk(table, page);
    if (!table_live_on(table) && !table->composing)
        table_together_notes(table, page);
    bool told =
        table->game.rules && verdict_over(&table->game.track.verdict) && table->game.track.judged;
    if (table->result_text[0] && !told && !table->composing && !table->inspecting &&
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
    if (!table->composing && table->focus != FOCUS_NOTES)
        page->keys = tell_way_here(table, keys, sizeof keys);
    page_draw(page, scene, &text, table->notes_top);
    if (diagrams) {
        int above = page->rows < text.rows ? page->rows + 1 : text.rows;
        table->layout.turns =
            (struct area){area->row + above, area->column, diagrams, area->columns};
        table_draw_turns(table, scene, &table->layout.turns);
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
    if (table_walks(table))
        here = (struct session_place){table_walk_node(table), table_walk_part(table),
                                      table->walk.cell, false};
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
            !table_walks(table) && spot_node(table_record(table), &table->game.spot)
                ? ", Tab: before or after the ply"
                : "",
            app_restricted(table->view.app) ? "" : ", Ctrl-O: editor");
}

void table_label_here(struct table *table, char *out, size_t size)
{
    if (table_walks(table))
        table_walk_label(table, out, size);
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
    struct record *game = table->game.edits.record, *copy = record_copy(game);
    table->game.edits.record = copy;
    struct session_place here = table_place_here(table);
    session_put_comment(&table->game, &here, table->editor.text);
    table->game.edits.record = game;
    table->typed_kept = session_draft_save(&table->game, copy);
    record_free(copy);
}

/* The user discarded the text, so remove it from the draft as well. */
static void forget_typed(struct table *table)
{
    if (!table->typed_kept)
        return;
    if (table->game.draft_kept)
        session_draft_save(&table->game, table_record(table));
    else
        session_draft_drop(&table->game);
}

bool table_comment_key(struct table *table, uint32_t key)
{
    struct app *app = table->view.app;
    if (key == K_ESCAPE) {
        table_close_editor(table, true);
    } else if (key == K_TAB && !table_walks(table) &&
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
    if (!keep || same)
        forget_typed(table);
    else
        session_comment(&table->game, &here, text);
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
    return table->focus == FOCUS_BOARD || table->marking || table->inspecting || table->composing;
}

/* Add what the ply being composed can do on a cell, "go to e4", one option after another. Returns
 * false if it can do nothing there. */
static bool add_choices(const struct table *table, cell_t cell, char *out, size_t size,
                        size_t *used)
{
    const struct compose *compose = &table->compose;
    bool any = false;
    for (int i = 0; i < compose->choices.n; i++) {
        const struct action *action = &compose->choices.v[i];
        char words[200];
        if (action->to != cell || action->verb == ACTION_PICK ||
            mark_of_action(action) == MARK_NONE)
            continue;
        words_choice(table->game.rules, action, words, sizeof words);
        text_add(out, size, used, "%s%s%s", any ? ", or " : "", words,
                 compose_dead_end(compose, action) ? ": a dead end" : "");
        any = true;
    }
    return any;
}

/* Add the meaning of the marks on a cell, one mark of each kind. */
static void one_line_add_marks(const struct table *table, cell_t cell, char *out, size_t size,
                               size_t *used)
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

/* If the ply being composed can continue on the cell, describe only that and return true. */
static bool game_notes_tell_choices(const struct table *table, cell_t cell, char *out, size_t size)
{
    size_t used = 0;
    if (!table->composing)
        return false;
    text_add(out, size, &used, "%s: ", board_name(table->game.rules->board, cell));
    return add_choices(table, cell, out, size, &used);
}

/* Add to the contents of a cell its role in the ply being composed, and its marks. */
static void game_notes_add_state(const struct table *table, cell_t cell, char *out, size_t size,
                                 size_t *used)
{
    if (table->composing && table->compose.draft.held.kind && table->compose.draft.hand == cell)
        text_add(out, size, used, ", in hand");
    else if (table->composing)
        text_add(out, size, used, ", no way there");
    one_line_add_marks(table, cell, out, size, used);
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

void table_words_lay_out(struct table *table, const struct area *body)
{
    struct table_layout *layout = &table->layout;
    struct area rest = {body->row + 1, body->column + 1, body->rows - 1, body->columns - 1};
    if (!table->turned)
        table->turn = table->seat_turn;
    layout->detail = (struct area){body->row, body->column + 1, 1, body->columns - 1};
    /* An open card says all that the line says and more, so it replaces the line. */
    if (table->inspecting && !table->editing && !table->menu.title) {
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
    if (table->composing) {
        compose_text(&table->compose, pending, sizeof pending);
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
    bool common = table->composing || !strcmp(face->mode, "BOARD") ||
                  !strcmp(face->mode, "REPLAY") || !strcmp(face->mode, "NOTES") ||
                  !strcmp(face->mode, "PLAY");
    int wanted = scene_columns(face->mode) + scene_columns(face->status) +
                 scene_columns(face->status_side) + FRAME;
    if (common && wanted > scene->columns)
        /* The mode of an ordinary activity is left out if the rest does not fit otherwise. */
        face->mode[0] = '\0';
}
