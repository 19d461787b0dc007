/* notes.c - the notes panel. At the start of the game it shows the headers; at a ply the
 * judgements, comments, marks and clock; while a ply is composed the piece in the air and its
 * options; while a cell is inspected its card; and the editor of comments. Menus take its place. */
#include "config.h"

#include "core/position_text.h"
#include "tui/session/describe.h"
#include "tui/session/words/game_words.h"
#include "tui/session/lobby/lobby.h"
#include "tui/views/game/game_internal.h"
#include "tui/views/game/live.h"

#include <stdlib.h>
#include <string.h>

static void game_notes_add_comments(struct table *table, struct page *page,
                                    const struct comments *comments)
{
    for (int i = 0; comments && i < comments->n; i++) {
        const struct comment *comment = &comments->v[i];
        if (table_hides(table, comment->by))
            continue;
        page_gap(page);
        if (comment->by)
            page_addf(page, ROLE_DIM, 0, "{%s%s%s}%s", comment->by, comment->lang ? " " : "",
                      comment->lang ? comment->lang : "", comment->is_private ? " private" : "");
        page_add(page, ROLE_COMMENT, 0, comment->text ? comment->text : "");
    }
}

static void add_path(char *text, size_t size, size_t *used, const char *separator, int number,
                     char *const *cell)
{
    text_add(text, size, used, "%s%d> %.8s", separator, number, *cell);
    while (*++cell)
        text_add(text, size, used, "-%.8s", *cell);
}

/* Add the target of a mark, "1> m3-k4", "h4" or "k4 l4 l5"; nothing if the mark has no target. */
static void add_mark(char *text, size_t size, size_t *used, const struct mark *mark,
                     const char *separator, int *arrows)
{
    if (mark->from && mark->to)
        text_add(text, size, used, "%s%d> %.8s-%.8s", separator, ++*arrows, mark->from, mark->to);
    else if (mark->path && mark->path[0])
        add_path(text, size, used, separator, ++*arrows, mark->path);
    else if (mark->at)
        text_add(text, size, used, "%s%.8s", separator, mark->at);
    for (int k = 0; !mark->at && mark->cells && mark->cells[k]; k++)
        text_add(text, size, used, "%s%.8s", k ? " " : separator, mark->cells[k]);
}

static void game_notes_add_marks(struct table *table, struct page *page, const struct marks *marks)
{
    char text[400];
    size_t used = 0;
    int arrows = 0;
    text[0] = '\0';
    for (int i = 0; marks && i < marks->n; i++) {
        const struct mark *mark = &marks->v[i];
        size_t before = used;
        if (table_hides(table, mark_author(mark)))
            continue;
        add_mark(text, sizeof text, &used, mark, used ? ", " : "marks: ", &arrows);
        if (used > before && mark->label && *mark->label)
            text_add(text, sizeof text, &used, " %.16s", mark->label);
        if (used > before && mark->color)
            text_add(text, sizeof text, &used, " %.10s", mark->color);
    }
    if (used) {
        page_gap(page);
        page_add(page, ROLE_LABEL, 2, text);
    }
}

void table_add_step(struct table *table, struct page *page, const struct step_note *step)
{
    char glyph[16];
    for (int k = 0; k < step->nags.n; k++) {
        const struct nag *nag = nag_numbered(step->nags.v[k]);
        nag_write(step->nags.v[k], app_charset(table->view.app) == CHARSET_UTF8, glyph,
                  sizeof glyph);
        page_addf(page, ROLE_GLYPH, 3, "%s %s", glyph, nag ? nag->words : "");
    }
    game_notes_add_comments(table, page, &step->comments);
    game_notes_add_marks(table, page, &step->marks);
}

/* Add the notes on the members of a ply, each under the member's text. */
static void add_steps(struct table *table, struct page *page, const struct notes *notes)
{
    for (int i = 0; i < notes->step_count; i++) {
        const struct step_note *step = &notes->steps[i];
        char number[24] = "";
        if (step->step)
            snprintf(number, sizeof number, ", step %d", step->step);
        page_gap(page);
        page_addf(page, ROLE_LABEL, 2, "member %d%s%s%s", step->part, number,
                  step->after ? " " : "", step->after ? step->after : "");
        table_add_step(table, page, step);
    }
}

static void add_clock(struct page *page, const struct notes *notes)
{
    char text[200];
    size_t used = 0;
    text[0] = '\0';
    if (notes->clk)
        text_add(text, sizeof text, &used, "clock %.20s", notes->clk);
    if (notes->emt)
        text_add(text, sizeof text, &used, "%sspent %.20s", used ? "  " : "", notes->emt);
    const char *cp = value_path(&notes->other, "eval.cp"),
               *mate = value_path(&notes->other, "eval.mate");
    if (*cp)
        text_add(text, sizeof text, &used, "%seval %.12s/100", used ? "  " : "", cp);
    if (*mate)
        text_add(text, sizeof text, &used, "%smate in %.12s", used ? "  " : "", mate);
    if (used)
        page_add(page, ROLE_LABEL, 0, text);
    const char *ask = value_path(&notes->other, "quiz.ask");
    if (*ask) {
        page_gap(page);
        page_addf(page, ROLE_PROMPT, 0, "Quiz: %.400s", ask);
    }
}

/* Append the value of a header to a line, unless the value is unknown. */
static void game_notes_join(char *line, size_t size, size_t *used, const char *before,
                            const char *text)
{
    if (text && *text && strcmp(text, "?") != 0)
        text_add(line, size, used, "%s%s%s", *used ? ", " : "", before, text);
}

static void game_notes_add_line(struct page *page, const char *line)
{
    if (*line)
        page_add(page, ROLE_TEXT, 2, line);
}

/* Add the headers of the game: where and when it was played, and how it ended. */
static void add_headers(const struct record *record, struct page *page)
{
    char where[600] = "", what[400] = "", end[200] = "";
    size_t used = 0;
    game_notes_join(where, sizeof where, &used, "", record_text(record, "event.name"));
    game_notes_join(where, sizeof where, &used, "round ", record_text(record, "event.round"));
    game_notes_join(where, sizeof where, &used, "", record_text(record, "event.site"));
    game_notes_join(where, sizeof where, &used, "", record_text(record, "event.date"));
    used = 0;
    game_notes_join(what, sizeof what, &used, "", record_text(record, "opening.name"));
    game_notes_join(what, sizeof what, &used, "from ", record_text(record, "start.name"));
    used = 0;
    const char *score = record_text(record, "result.score"),
               *reason = record_text(record, "result.reason");
    game_notes_join(end, sizeof end, &used, "",
                    strcmp(score, "*") ? score
                    : *reason          ? ""
                                       : "not finished");
    game_notes_join(end, sizeof end, &used, "", reason);
    game_notes_add_line(page, where);
    game_notes_add_line(page, what);
    game_notes_add_line(page, end);
}

/* Add the options that differ from the defaults, because nothing else on the screen shows them. */
static void add_settings(const struct ruleset *rules, struct page *page)
{
    for (int i = 0; i < rules->settings; i++) {
        const struct setting *setting = &rules->setting[i];
        page_addf(page, ROLE_GLYPH, 2, "%s: %s", setting->name, setting->value);
    }
    if (rules->settings)
        page_add(page, ROLE_DIM, 2,
                 rules->settings > 1 ? "(unlike the default rules)" : "(unlike the default rule)");
}

/* Add the verdict on the position: "White wins: checkmate (rules/croatian.md 11)". */
static void add_verdict(struct table *table, struct page *page)
{
    if (!table->game.rules || table->game.track.broken)
        return;
    const struct verdict *verdict = track_verdict(&table->game.track);
    static const char *const words[] = {"", "check", "double check", "", "draw"};
    char text[200];
    size_t used = 0;
    text[0] = '\0';
    if (words_gone(&table->game, text, sizeof text)) {
        page_gap(page);
        page_add(page, ROLE_GLYPH, 0, text);
    }
    text[0] = '\0';
    if (verdict->outcome == OUTCOME_WIN)
        text_add(text, sizeof text, &used, "%s wins", side_name(verdict->winner));
    else
        text_add(text, sizeof text, &used, "%s", words[verdict->outcome]);
    if (verdict->reason)
        text_add(text, sizeof text, &used, "%s%s", used ? ": " : "", words_reason(verdict->reason));
    if (verdict->notes & NOTE_SIEGE)
        text_add(text, sizeof text, &used,
                 "%ssiege: after every ply the last Castle can be "
                 "captured",
                 used ? ", " : "");
    bool ended = table->over &&
                 spot_line(table_record(table), &table->game.spot)->n == table->game.spot.ply &&
                 !table->game.spot.depth;
    if (verdict->claims && !verdict_over(verdict) && !ended) {
        bool threefold = verdict->claims & CLAIM_THREEFOLD;
        char key[32];
        text_add(text, sizeof text, &used, "%sa draw can be claimed (%s): %s", used ? ", " : "",
                 app_key_text(table->view.app, &table->view, REQ_ACTIONS, key, sizeof key),
                 threefold ? "the same position for the third time"
                           : "fifty moves without a lasting change");
    }
    if (used && verdict->rule)
        text_add(text, sizeof text, &used, " (%s)", verdict->rule);
    if (!used)
        return;
    page_gap(page);
    page_add(page, ROLE_GLYPH, 0, text);
}

/* Add captured pieces that may return, if the players' rows have no room for all of them: "captured
 * from White: 3A 2B Q". */
static void add_held(struct table *table, struct page *page)
{
    const struct position *position = &table->game.track.now;
    for (int side = 0; table->game.rules && side < table->game.rules->sides; side++) {
        char text[8 * KINDS_MAX] = "", count[8], letters[4];
        size_t used = 0;
        if (table_shows_held(table, side))
            continue;
        for (int kind = 1; kind <= position->rules->kind_count; kind++) {
            int n = position->held[side][kind];
            piece_letters(position->rules, (struct piece){(uint8_t)kind, (uint8_t)side, 0, 0},
                          letters);
            snprintf(count, sizeof count, "%d", n);
            if (n)
                text_add(text, sizeof text, &used, "%s%s%s", used ? " " : "", n > 1 ? count : "",
                         letters);
        }
        if (used)
            page_addf(page, ROLE_DIM, 2, "captured from %s: %s", side_name(side), text);
    }
}

/* Add the text for the start of the game: its headers, and what its variant is about. */
static void game_notes_add_game(struct table *table, struct page *page)
{
    const struct record *record = table_record(table);
    const struct variant *variant = table->game.rules ? table->game.rules->variant : NULL;
    page_add(page, ROLE_LABEL, 0,
             variant ? ruleset_title(table->game.rules) : record_variant(record));
    if (table->game.rules)
        add_settings(table->game.rules, page);
    add_headers(record, page);
    game_notes_add_comments(table, page, &record->comments);
    game_notes_add_marks(table, page, &record->marks);
    add_verdict(table, page); /* a position that was set up may already be decided */
    add_held(table, page);
    const char *id = table->game.rules ? table->game.rules->id : "";
    /* the user has made such a custom board and need not be told what it is about */
    if (variant && table->game.rules->summary[0] && custom_definition(id)) {
        page_gap(page);
        page_add(page, ROLE_DIM, 0, table->game.rules->summary[0]);
        page_add(page, ROLE_COMMENT, 0, id);
    } else if (variant && table->game.rules->summary[0] && strcmp(variant->id, "classical") != 0) {
        page_gap(page);
        char text[400];
        size_t used = 0;
        for (int i = 0; i < 3 && table->game.rules->summary[i]; i++)
            text_add(text, sizeof text, &used, "%s%s", i ? " " : "", table->game.rules->summary[i]);
        page_add(page, ROLE_DIM, 0, text);
    }
}

static void game_notes_add_ply(struct table *table, struct page *page, const struct node *node)
{
    char label[300];
    const struct notes *notes = node->notes;
    bool unsigned_hidden = table_hides(table, NULL);
    /* Show the ply only if it is not visible in the moves panel. */
    if (node_is_noted(node) || !table->layout.moves.rows) {
        table_ply_label(table, label, sizeof label);
        page_add(page, ROLE_MOVE, 2, label);
    }
    if (table->game.spot.depth) {
        const struct line *line = spot_line(table_record(table), &table->game.spot);
        if (line->title || line->kind || line->by)
            page_addf(page, ROLE_DIM, 0, "%s%s%s%s",
                      line->title  ? line->title
                      : line->kind ? line->kind
                                   : "",
                      line->by ? " {" : "", line->by ? line->by : "", line->by ? "}" : "");
    }
    if (!notes) {
        add_verdict(table, page);
        add_held(table, page);
        return;
    }
    for (int i = 0; i < notes->nags.n && !unsigned_hidden; i++) {
        const struct nag *nag = nag_numbered(notes->nags.v[i]);
        if (nag)
            page_addf(page, ROLE_GLYPH, 3, "%s %s",
                      app_charset(table->view.app) == CHARSET_UTF8 ? nag->utf8 : nag->ascii,
                      nag->words);
        else
            page_addf(page, ROLE_GLYPH, 3, "$%d", notes->nags.v[i]);
    }
    add_clock(page, notes);
    if (notes->before && !unsigned_hidden) {
        page_gap(page);
        page_add(page, ROLE_COMMENT, 0, notes->before);
    }
    game_notes_add_comments(table, page, &notes->comments);
    add_steps(table, page, notes);
    if (!table->marks_hidden)
        game_notes_add_marks(table, page, &notes->marks);
    add_verdict(table, page);
    add_held(table, page);
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
    else if (!node)
        game_notes_add_game(table, page);
    else
        game_notes_add_ply(table, page, node);
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
    table_describe(table, cell, out, size);
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
