/* compose_ways.c - how a ply that is being composed can go on: see compose_ways.h. */
#include "config.h"

#include "tui/session/words/compose_ways.h"

#include "core/position_text.h"
#include "core/presentation.h"
#include "tui/session/describe.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* The ply, and to whom its ways are told. */
struct ways_told {
    const struct compose *compose;
    compose_way_fn *each;
    void *argument;
};

static void tell_goals(const struct ways_told *told, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void tell_goals(const struct ways_told *told, const char *format, ...)
{
    char text[WAY_ROOM];
    va_list values;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    told->each(told->argument, WAY_GOALS, text);
}

/* Add the cells to which a verb applies, in one paragraph, each cell once. */
static void add_cells(const struct ways_told *told, enum verb verb, const char *head)
{
    const struct compose *compose = told->compose;
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
        tell_goals(told, "%s %d cells, marked on the board", head, cells);
    else if (used)
        tell_goals(told, "%s", text);
}

/* Explain that Enter again on the piece's own cell plays a round trip and does not put the piece
 * back. */
static void add_round(const struct ways_told *told)
{
    const struct compose *compose = told->compose;
    char text[120];
    for (int i = 0; i < compose->choices.n; i++)
        if (compose_goes_round(compose, &compose->choices.v[i])) {
            compose_words(compose, &compose->choices.v[i], text, sizeof text);
            tell_goals(told, "{select} on %s: %s",
                       board_name(compose->before.rules->board, compose->draft.hand), text);
        }
}

/* Explain that a Castle which moves two squares forward leaves its inner rings behind. */
static void add_split_goals(const struct ways_told *told)
{
    const struct compose *compose = told->compose;
    const struct kind *kinds = compose->before.rules->kinds;
    for (int i = 0; i < compose->choices.n; i++) {
        const struct action *action = &compose->choices.v[i];
        int stays = action->verb == ACTION_GO ? compose_stays(compose, action) : KIND_NONE;
        if (stays)
            tell_goals(told, "only its Wall goes to: %s; a %s stays on %s",
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
static void add_changes(const struct ways_told *told)
{
    const struct compose *compose = told->compose;
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
        tell_goals(told, "becomes %s %s on:%s", name_article(rules->kinds[to].name),
                   rules->kinds[to].name, text);
}

/* Add where a piece that was just lifted can go in several steps (rules/triangles.md 6.2). Enter on
 * such a cell makes all the steps if there is exactly one way. */
static void add_further(const struct ways_told *told)
{
    const struct compose *compose = told->compose;
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
        tell_goals(told, "%s", text);
    actions_free(&reach);
}

static void add_goals(const struct ways_told *told)
{
    const struct compose *compose = told->compose;
    int partner = castles_at_length(compose);
    char castles[80];
    if (partner) {
        snprintf(castles, sizeof castles,
                 "castles with a %s to:", compose->before.rules->kinds[partner].name);
        add_cells(told, ACTION_CASTLE, castles);
    }
    const char *goes = compose->state == COMPOSE_READY ? "may go on to:" : "goes to:";
    add_cells(told, ACTION_GO, goes);
    add_round(told);
    add_cells(told, ACTION_STEP, goes);
    add_further(told);
    add_cells(told, ACTION_PORTAL, "reappears on:");
    add_cells(told, ACTION_SUMMON, "may bring a captured piece back on:");
    add_cells(told, ACTION_PROMOTE, "promotes the Pawn on:");
    add_split_goals(told);
    add_changes(told);
}

/* True if a choice is listed by itself, and not together with others as goals. */
static bool is_single(const struct compose *compose, const struct action *action, bool numbers,
                      bool turns)
{
    switch (action->verb) {
    case ACTION_PICK:
    case ACTION_DONE:
        return false;
    case ACTION_TURN:
        return turns;
    case ACTION_GO:
    case ACTION_STEP:
    case ACTION_PORTAL:
    case ACTION_SUMMON:
    case ACTION_PROMOTE:
        return numbers;
    case ACTION_CASTLE:
        return numbers || !castles_at_length(compose);
    default:
        return true;
    }
}

void compose_ways(const struct compose *compose, bool numbers, bool turns, compose_way_fn *each,
                  void *argument)
{
    const struct ways_told told = {compose, each, argument};
    int number = 0;
    for (int i = 0; i < compose->choices.n; i++) {
        const struct action *action = &compose->choices.v[i];
        char text[WAY_ROOM], words[300], outcome[200];
        size_t used = 0;
        number += compose_is_target(action);
        if (!is_single(compose, action, numbers, turns))
            continue;
        compose_words(compose, action, words, sizeof words);
        compose_outcome(compose, action, outcome, sizeof outcome);
        if (action->verb == ACTION_TURN)
            text_add(text, sizeof text, &used, "%s ",
                     action->turn > 0   ? "{turn-right}"
                     : action->turn < 0 ? "{turn-left}"
                                        : " ");
        else if (numbers)
            text_add(text, sizeof text, &used, "%2d ", number);
        text_add(text, sizeof text, &used, "%s%s%s", words, outcome,
                 compose_dead_end(compose, action) ? ": a dead end" : "");
        each(argument, WAY_CHOICE, text);
    }
    /* The board marks the cells to reach in several steps as well, so they are listed last. */
    if (!numbers)
        add_goals(&told);
}

bool compose_ways_to(const struct compose *compose, cell_t cell, char *out, size_t size)
{
    size_t used = 0;
    bool any = false;
    text_add(out, size, &used, "%s: ", board_name(compose->before.rules->board, cell));
    for (int i = 0; i < compose->choices.n; i++) {
        const struct action *action = &compose->choices.v[i];
        char words[200];
        if (action->to != cell || !compose_is_target(action))
            continue;
        words_choice(compose->before.rules, action, words, sizeof words);
        text_add(out, size, &used, "%s%s%s", any ? ", or " : "", words,
                 compose_dead_end(compose, action) ? ": a dead end" : "");
        any = true;
    }
    return any;
}

cell_t compose_target(const struct compose *compose, int number, int *targets)
{
    cell_t cell = CELL_NONE;
    *targets = 0;
    for (int i = 0; i < compose->choices.n; i++)
        if (compose_is_target(&compose->choices.v[i]) && ++*targets == number)
            cell = compose->choices.v[i].to;
    return cell;
}

void compose_targets_words(const struct compose *compose, char *out, size_t size)
{
    size_t used = 0;
    int number = 0;
    out[0] = '\0';
    for (int i = 0; i < compose->choices.n; i++)
        if (compose_is_target(&compose->choices.v[i]))
            text_add(out, size, &used, "%s%d %s", used ? ", " : "", ++number,
                     board_name(compose->before.rules->board, compose->choices.v[i].to));
}

/* ---- How the ply stands, in sentences. */

void compose_state_told(const struct compose *compose, compose_told_fn *tell, void *argument)
{
    const struct draft *draft = &compose->draft;
    const struct ruleset *rules = compose->before.rules;
    char piece[100], words[400], text[600];
    if (draft->held.kind) {
        words_piece(rules, draft->held, piece, sizeof piece);
        hand_describe(draft, words, sizeof words);
        snprintf(text, sizeof text, "The %s is in hand%s%s", piece, *words ? ", " : " over ",
                 *words ? words : board_name(rules->board, draft->hand));
        tell(argument, text);
    }
    if (compose->choices.n == 0)
        snprintf(text, sizeof text, "This is a dead end; {drop-member} takes the last choice back");
    else if (compose->choices.n == 1 &&
             words_choice(rules, &compose->choices.v[0], words, sizeof words) > 0)
        snprintf(text, sizeof text, "There is one choice; {choose 1} makes it: %s", words);
    else
        snprintf(text, sizeof text, "There are %d choices; {number-targets} lists them%s",
                 compose->choices.n, compose_may_end(compose) ? ", {done} ends the ply here" : "");
    tell(argument, text);
}

int compose_numbered(const struct compose *compose, int number)
{
    for (int targets = 1; targets >= 0; targets--)
        for (int i = 0; i < compose->choices.n; i++)
            if (compose_is_target(&compose->choices.v[i]) == targets && --number == 0)
                return i;
    return -1;
}

void compose_choices_told(const struct compose *compose, const struct actions *some,
                          compose_told_fn *tell, void *argument)
{
    char words[300], text[400];
    for (int number = 1; number <= compose->choices.n; number++) {
        const struct action *choice = &compose->choices.v[compose_numbered(compose, number)];
        bool told = false;
        for (int j = 0; j < some->n; j++)
            told = told || action_same(some->v[j], *choice);
        words_choice(compose->before.rules, choice, words, sizeof words);
        snprintf(text, sizeof text, "Choice %d: %s%s", number, words,
                 compose_dead_end(compose, choice) ? ", a dead end" : "");
        if (told)
            tell(argument, text);
    }
}

void compose_choices_on(const struct compose *compose, const struct actions *some, cell_t to,
                        compose_told_fn *tell, void *argument)
{
    char text[100];
    snprintf(text, sizeof text, "There are %d choices on %s; give the number of one", some->n,
             board_name(compose->before.rules->board, to));
    tell(argument, text);
    compose_choices_told(compose, some, tell, argument);
}
