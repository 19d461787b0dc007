/* compose.c - composes a ply on the board step by step: see compose.h.
 * The texts it shows are at the end. */
#include "tui/session/compose.h"
#include "archive/record/record.h"
#include "core/enumerate.h"
#include "core/position_text.h"
#include "core/presentation.h"
#include "tui/session/describe.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    ACTIVATIONS_AHEAD = 2,
    STATES_AHEAD = 1000 /* positions examined for dead ends after each decision */
};

static void compose_refresh(struct compose *compose)
{
    draft_choices(&compose->draft, &compose->choices);
    compose->menu.n = 0;
}

void compose_begin(struct compose *compose, const struct position *position)
{
    position_copy(&compose->before, position);
    draft_begin(&compose->draft, &compose->before);
    compose_refresh(compose);
    compose->state = COMPOSE_IDLE;
    compose->decisions = 0;
}

void compose_clear(struct compose *compose)
{
    draft_clear(&compose->draft);
    actions_free(&compose->choices);
    actions_free(&compose->menu);
    free(compose->decision);
    free(compose->dead);
    *compose = (struct compose){0};
}

static const struct action *choice_of(const struct compose *compose, enum verb verb)
{
    for (int i = 0; i < compose->choices.n; i++)
        if (compose->choices.v[i].verb == verb)
            return &compose->choices.v[i];
    return NULL;
}

static bool compose_turned(const struct compose *compose)
{
    const struct ply *ply = &compose->draft.ply;
    return ply->n && ply->v[ply->n - 1].verb == ACTION_TURN;
}

bool compose_can_turn(const struct compose *compose)
{
    return compose_turned(compose) || choice_of(compose, ACTION_TURN);
}

cell_t compose_turner(const struct compose *compose)
{
    const struct action *turn = choice_of(compose, ACTION_TURN);
    if (compose_turned(compose))
        turn = &compose->draft.ply.v[compose->draft.ply.n - 1];
    return turn ? turn->to : CELL_NONE;
}

/* True if a choice promotes, converts or sends off a piece. Such choices do not move the lifted
 * piece. */
static bool is_aftermath(const struct action *action)
{
    return action->verb == ACTION_PROMOTE || action->verb == ACTION_CONVERT ||
           action->verb == ACTION_TELEPORT;
}

/* Search a little ahead of each choice for dead ends, and share the work among the choices. */
static void look_ahead(struct compose *compose)
{
    const struct actions *choices = &compose->choices;
    int further = 0;
    compose->dead =
        memory_room(compose->dead, &compose->dead_room, choices->n, sizeof *compose->dead);
    for (int i = 0; i < choices->n; i++)
        further += choices->v[i].verb == ACTION_PUSH;
    for (int i = 0; i < choices->n; i++) {
        int work = STATES_AHEAD / (further + 1) + 1;
        compose->dead[i] =
            search_dead_end(&compose->draft, choices->v[i], ACTIVATIONS_AHEAD, &work);
    }
}

bool compose_dead_end(const struct compose *compose, const struct action *choice)
{
    for (int i = 0; compose->state != COMPOSE_IDLE && i < compose->choices.n; i++)
        if (action_same(compose->choices.v[i], *choice))
            return compose->dead[i];
    return false;
}

/* Make forced choices and determine the next state, as compose_settle() does, but without looking
 * ahead. */
static void settle_choices(struct compose *compose, bool ask)
{
    for (;;) {
        compose_refresh(compose);
        const struct actions *choices = &compose->choices;
        bool end = choice_of(compose, ACTION_DONE) != NULL;
        if (choices->n == 0) {
            compose->state = COMPOSE_DEAD;
            return;
        }
        if (end && choices->n == 1) {
            compose->state = ask || compose_turned(compose) ? COMPOSE_READY : COMPOSE_DONE;
            return;
        }
        if (choice_of(compose, ACTION_TURN)) {
            compose->state = COMPOSE_READY;
            return;
        }
        if (choices->n == 1 && is_aftermath(choices->v) && !ask) {
            draft_take(&compose->draft, choices->v[0]);
            continue;
        }
        int aftermath = 0;
        cell_t first = choices->v[choices->v[0].verb == ACTION_DONE].to;
        for (int i = 0; i < choices->n; i++)
            aftermath += is_aftermath(&choices->v[i]) && choices->v[i].to == first;
        /* All choices promote, convert or send off a piece on one cell, except that the ply may
         * also end: for example, a Pawn that a Monolith has sent off may promote or stay a Pawn. */
        if (aftermath + end == choices->n) {
            for (int i = 0; i < choices->n; i++)
                actions_add(&compose->menu, choices->v[i]);
            compose->state = COMPOSE_CHOICE;
            return;
        }
        compose->state = end ? COMPOSE_READY : compose->draft.ply.n ? COMPOSE_OPEN : COMPOSE_IDLE;
        return;
    }
}

/* Determine the next state after the choices have changed. Forced choices are made without asking;
 * with `ask` the user confirms the end of the ply. */
static void compose_settle(struct compose *compose, bool ask)
{
    settle_choices(compose, ask);
    look_ahead(compose);
}

static void compose_decide(struct compose *compose)
{
    compose->decision = memory_room(compose->decision, &compose->decision_room,
                                    compose->decisions + 1, sizeof *compose->decision);
    compose->decision[compose->decisions++] = compose->draft.ply.n;
}

static void compose_take(struct compose *compose, struct action action, bool ask)
{
    compose_decide(compose);
    draft_take(&compose->draft, action);
    compose_settle(compose, ask);
}

/* Find the choices that lead to a cell. Returns how many there are. */
static int pointing_at(const struct compose *compose, cell_t cell, struct actions *out)
{
    out->n = 0;
    for (int i = 0; i < compose->choices.n; i++) {
        const struct action *action = &compose->choices.v[i];
        if (action->verb != ACTION_DONE && action->verb != ACTION_TURN && action->to == cell)
            actions_add(out, *action);
    }
    return out->n;
}

bool compose_points(const struct compose *compose, cell_t cell)
{
    struct actions there = {0};
    int n = pointing_at(compose, cell, &there);
    actions_free(&there);
    return n > 0;
}

/* True if the piece on `from` can reach `to`, but only in several steps (rules/triangles.md
 * 6.2). */
static bool steps_there(const struct compose *compose, cell_t from, cell_t to)
{
    struct actions reach = {0};
    bool steps = false;
    compose->draft.now.rules->rules->reach(&compose->draft.now, from, &reach);
    for (int i = 0; i < reach.n; i++)
        steps = steps || (reach.v[i].verb == ACTION_STEP && reach.v[i].to == to);
    actions_free(&reach);
    return steps;
}

/* Add to a refusal, before the rule that it cites, that none of the mover's pieces can move to
 * this cell; nothing is added if one of these pieces is on the cell. In Croatian Chess a later
 * member of a cascade may still get there, so the text says "directly". */
static void add_nobody_goes(const struct position *position, cell_t cell, struct note *why)
{
    struct piece there = position->at[cell];
    char rule[sizeof why->text] = "";
    char *at = strstr(why->text, " (rules/");
    size_t used = at ? (size_t)(at - why->text) : strlen(why->text);
    if (!used || (there.kind && there.side == position->side))
        return;
    if (at)
        snprintf(rule, sizeof rule, "%s", at);
    text_add(why->text, sizeof why->text, &used, "; none of your pieces can go there%s%s",
             position->rules->rules->find ? " directly" : "", rule);
}

/* True if the piece on `from` attacks or reaches `to` by its pattern of moves. Checks and other
 * restrictions are ignored. */
static bool would_go(const struct position *position, cell_t from, cell_t to)
{
    struct actions reach = {0};
    bool goes = false;
    position->rules->rules->reach(position, from, &reach);
    for (int i = 0; i < reach.n && !goes; i++)
        goes = reach.v[i].to == to &&
               reach.v[i].verb == (position->at[to].kind ? ACTION_TAKE : ACTION_GO);
    actions_free(&reach);
    return goes;
}

/* Improve a refusal: if a piece could move there by its pattern, say why the first such piece may
 * not (usually its King would be in check). Not for games with cascades, where most members cannot
 * begin a ply. */
static bool say_who_may_not(struct compose *compose, cell_t cell, struct note *why)
{
    const struct position *position = &compose->draft.now;
    const struct rules *rules = position->rules->rules;
    for (int from = 0; from < position->rules->board->cells && !rules->find; from++) {
        struct piece piece = position->at[from];
        struct note said = {.offset = -1};
        const struct action *pick = NULL;
        if (!piece.kind || piece.side != position->side || !would_go(position, (cell_t)from, cell))
            continue;
        for (int i = 0; i < compose->choices.n; i++)
            if (compose->choices.v[i].verb == ACTION_PICK && compose->choices.v[i].to == from)
                pick = &compose->choices.v[i];
        if (!pick) {
            rules->why_not(&compose->draft, (cell_t)from, why);
            return true;
        }
        const char *name = position->rules->kinds[piece.kind].name;
        draft_take(&compose->draft, *pick);
        rules->why_not(&compose->draft, cell, &said);
        draft_back(&compose->draft, 1);
        compose_refresh(compose);
        note_set(why, -1, "not the %s on %s: %s", name,
                 board_name(position->rules->board, (cell_t)from), said.text);
        return true;
    }
    return false;
}

/* If there is exactly one way to reach the cell in single steps, take these steps, each as a
 * decision that can be taken back. Returns the number of ways. */
static int compose_take_steps(struct compose *compose, cell_t cell, bool ask)
{
    struct ply way = {0};
    int ways = draft_ways_by_steps(&compose->draft, cell, &way);
    compose_refresh(compose);
    for (int i = compose->draft.ply.n; ways == 1 && i < way.n; i++)
        compose_take(compose, way.v[i], ask);
    ply_free(&way);
    return ways;
}

/* Nothing is lifted, and the cell holds nothing to lift: if exactly one piece can move there, lift
 * that piece and move it. */
static int go_there(struct compose *compose, cell_t cell, struct note *why)
{
    enum { NAMED = 6 }; /* at most this many pieces are named, so that the message fits a line */
    struct actions picks = {0}, there = {0}, ways = {0};
    struct action found[2] = {{0}}, stepper = {0};
    int result = FAIL_RULE, steppers = 0, named = 0;
    char from[100];
    size_t used = 0;
    from[0] = '\0';
    for (int i = 0; i < compose->choices.n; i++)
        actions_add(&picks, compose->choices.v[i]);
    for (int i = 0; i < picks.n; i++) {
        if (picks.v[i].verb != ACTION_PICK)
            continue;
        bool stepping = steps_there(compose, picks.v[i].from, cell);
        draft_take(&compose->draft, picks.v[i]);
        compose_refresh(compose);
        bool direct = pointing_at(compose, cell, &there) > 0;
        if (direct) {
            found[0] = picks.v[i];
            found[1] = there.v[0];
            actions_add(&ways, picks.v[i]);
        }
        if (direct || stepping) {
            steppers += !direct;
            stepper = picks.v[i];
            if (named++ < NAMED)
                text_add(from, sizeof from, &used, "%s%s", used ? ", " : "",
                         board_name(compose->draft.now.rules->board, picks.v[i].from));
        }
        draft_back(&compose->draft, 1);
    }
    compose_refresh(compose);
    if (ways.n == 1 && !steppers) {
        compose_take(compose, found[0], true);
        if (there.n <= 1 || pointing_at(compose, cell, &there) == 1)
            compose_take(compose, found[1], true);
        result = 0;
    } else if (named > NAMED) {
        note_set(why, -1, "the pieces on %s and %d more can go there: lift one", from,
                 named - NAMED);
    } else if (ways.n + steppers > 1) {
        note_set(why, -1, "the pieces on %s can go there: lift one of them", from);
    } else if (steppers) {
        compose_take(compose, stepper, true);
        result = compose_take_steps(compose, cell, true) == 1 ? 0 : FAIL_RULE;
        if (result < 0) {
            compose_back(compose);
            note_set(why, -1, "%s has several ways there: lift it, and choose each step (%s)", from,
                     rule_cited(compose->before.rules, CITE_STEPS));
        }
    } else {
        struct piece here = compose->draft.now.at[cell];
        bool own = here.kind && here.side == compose->draft.now.side;
        if (own || !say_who_may_not(compose, cell, why)) {
            compose->draft.now.rules->rules->why_not(&compose->draft, cell, why);
            add_nobody_goes(&compose->draft.now, cell, why);
        }
    }
    actions_free(&picks);
    actions_free(&there);
    actions_free(&ways);
    return result;
}

/* True if the only choices left are to end the ply or to turn a piece. */
static bool is_made(const struct compose *compose)
{
    bool made = compose->state == COMPOSE_READY;
    for (int i = 0; i < compose->choices.n && made; i++)
        made =
            compose->choices.v[i].verb == ACTION_DONE || compose->choices.v[i].verb == ACTION_TURN;
    return made;
}

/* The cell to which the finished ply moved its piece. */
static cell_t went_to(const struct compose *compose)
{
    cell_t to = CELL_NONE;
    for (int i = 0; i < compose->draft.ply.n; i++)
        if (compose->draft.ply.v[i].verb != ACTION_TURN)
            to = compose->draft.ply.v[i].to;
    return to;
}

static int refuse_by_rules(const struct compose *compose, cell_t cell, struct note *why)
{
    struct note said = {.offset = -1};
    compose->draft.now.rules->rules->why_not(&compose->draft, cell, &said);
    return note_fail(why, FAIL_RULE, -1, "%s",
                     said.text[0] ? said.text : "this is not possible here");
}

static int compose_refuse(const struct compose *compose, cell_t cell, int ways, struct note *why)
{
    if (ways > 1)
        return note_fail(why, FAIL_RULE, -1, "several ways lead to %s: choose each step (%s)",
                         board_name(compose->before.rules->board, cell),
                         rule_cited(compose->before.rules, CITE_STEPS));
    if (is_made(compose))
        return note_fail(why, FAIL_RULE, -1,
                         "the ply is complete: {select} on %s plays it, {drop-member} takes it "
                         "back",
                         board_name(compose->before.rules->board, went_to(compose)));
    return refuse_by_rules(compose, cell, why);
}

/* True if the finished ply ended on this cell, or the piece that turned after it (a Rook after
 * castling) is there. Enter on such a cell plays the ply. */
static bool ended_on(const struct compose *compose, cell_t cell)
{
    const struct ply *ply = &compose->draft.ply;
    bool there = compose->draft.hand == cell;
    for (int i = ply->n - 1, turn = ACTION_TURN; i >= 0 && turn == ACTION_TURN && !there; i--) {
        there = ply->v[i].to == cell;
        turn = ply->v[i].verb;
    }
    return there;
}

int compose_select(struct compose *compose, cell_t cell, struct note *why)
{
    struct actions there = {0};
    int result = 0, n = pointing_at(compose, cell, &there);
    bool lifted_here = compose->draft.ply.n == 1 && compose->draft.hand == cell;
    if (compose->state == COMPOSE_CHOICE || compose->state == COMPOSE_DEAD) {
        result = note_fail(why, FAIL_RULE, -1,
                           compose->state == COMPOSE_DEAD
                               ? "no move is possible from here: take a member back"
                               : "choose a piece from the list first");
    } else if (n == 1) {
        compose_take(compose, there.v[0], false);
    } else if (n > 1) {
        compose->menu.n = 0;
        for (int i = 0; i < n; i++)
            actions_add(&compose->menu, there.v[i]);
        compose_decide(compose);
        compose->state = COMPOSE_CHOICE;
    } else if (compose->state == COMPOSE_READY && ended_on(compose, cell)) {
        result = compose_end(compose, why);
    } else if (lifted_here) {
        compose_back(compose);
    } else if (compose->draft.ply.n == 0) {
        result = go_there(compose, cell, why);
    } else {
        int ways = compose_take_steps(compose, cell, false);
        result = ways == 1 ? 0 : compose_refuse(compose, cell, ways, why);
    }
    actions_free(&there);
    return result;
}

/* Take a choice. If a menu was opened by pointing, that was already the decision. */
static void take_chosen(struct compose *compose, struct action action)
{
    bool decided =
        compose->decisions && compose->decision[compose->decisions - 1] == compose->draft.ply.n;
    if (!decided)
        compose_decide(compose);
    draft_take(&compose->draft, action);
    compose_settle(compose, false);
}

static int choose_from(struct compose *compose, const struct actions *from, int entry,
                       struct note *why)
{
    if (entry < 0 || entry >= from->n)
        return note_fail(why, FAIL_RULE, -1, "there is nothing to choose here");
    if (from->v[entry].verb == ACTION_DONE)
        return compose_end(compose, why);
    take_chosen(compose, from->v[entry]);
    return 0;
}

int compose_choose(struct compose *compose, int entry, struct note *why)
{
    static const struct actions none = {0};
    return choose_from(compose, compose->state == COMPOSE_CHOICE ? &compose->menu : &none, entry,
                       why);
}

int compose_take_choice(struct compose *compose, int index, struct note *why)
{
    return choose_from(compose, &compose->choices, index, why);
}

/* Write the long form of the ply if it promotes to the menu's first entry and ends as soon as it
 * can. Returns false if there is no such ply or it does not fit. */
static bool promoted_text(struct compose *compose, char *text, size_t size)
{
    struct draft *draft = &compose->draft;
    int taken = draft->ply.n;
    draft_take(draft, compose->menu.v[compose->menu.v[0].verb == ACTION_DONE]);
    for (compose_refresh(compose); compose->choices.n && !choice_of(compose, ACTION_DONE);
         compose_refresh(compose))
        draft_take(draft, compose->choices.v[0]);
    int length =
        compose->before.rules->rules->format(&compose->before, &draft->ply, FORM_LONG, text, size);
    draft_back(draft, draft->ply.n - taken);
    return length < (int)size;
}

static bool in_menu(const struct ruleset *rules, const struct actions *menu, char letter)
{
    for (int i = 0; i < menu->n; i++)
        if (menu->v[i].verb == ACTION_PROMOTE && rules->kinds[menu->v[i].kind].letter == letter)
            return true;
    return false;
}

bool compose_refused(struct compose *compose, struct note *out)
{
    static const char wanted = 'Q';
    struct actions menu = {0};
    struct ply ply = {0};
    char text[PLY_ROOM];
    for (int i = 0; i < compose->menu.n; i++)
        actions_add(&menu, compose->menu.v[i]);
    bool promotes =
        compose->state == COMPOSE_CHOICE && menu.n && menu.v[menu.n - 1].verb == ACTION_PROMOTE;
    char *sign = promotes && !in_menu(compose->before.rules, &menu, wanted) &&
                         promoted_text(compose, text, sizeof text)
                     ? strrchr(text, '=')
                     : NULL;
    if (sign)
        sign[1] = wanted;
    bool refused =
        sign && compose->before.rules->rules->parse(&compose->before, text, &ply, out) < 0;
    compose_refresh(compose);
    for (int i = 0; i < menu.n; i++)
        actions_add(&compose->menu, menu.v[i]);
    actions_free(&menu);
    ply_free(&ply);
    return refused;
}

/* The choice that turns the piece by this many eighths of a circle; NULL: none. If the piece has
 * only one possible turn, that turn is returned for 1 and for -1. */
static const struct action *turn_choice(const struct compose *compose, int eighths)
{
    const struct action *only = NULL;
    int turns = 0;
    for (int i = 0; i < compose->choices.n; i++) {
        const struct action *action = &compose->choices.v[i];
        if (action->verb != ACTION_TURN || !action->turn)
            continue;
        if (action->turn == eighths)
            return action;
        only = action;
        turns++;
    }
    return turns == 1 && (eighths == 1 || eighths == -1) ? only : NULL;
}

/* True if the piece has only one possible turn, because left and right lead to the same pattern of
 * moves. */
static bool is_only_turn(const struct compose *compose)
{
    const struct action *left = turn_choice(compose, -1);
    return left && left == turn_choice(compose, 1);
}

/* Refuse a turn. `can`: the piece may turn, but not by the amount that the user asked for. */
static int compose_refuse_turn(const struct compose *compose, bool can, struct note *why)
{
    const struct ruleset *rules = compose->before.rules;
    bool turns = presentation_of(rules)->turns;
    if (turns && is_made(compose) && !can)
        return refuse_by_rules(compose, went_to(compose), why);
    if (!turns)
        return note_fail(why, FAIL_RULE, -1, "pieces do not turn in this game");
    return note_fail(why, FAIL_RULE, -1, "%s (%s)",
                     can ? "a piece turns by one eighth at most"
                         : "a piece can turn only after moving",
                     rule_cited(rules, CITE_TURN));
}

int compose_turn(struct compose *compose, int eighth, struct note *why)
{
    struct action was = {0}, wanted;
    bool again = compose_turned(compose);
    if (again) {
        was = compose->draft.ply.v[compose->draft.ply.n - 1];
        draft_back(&compose->draft, 1);
        compose_refresh(compose);
    }
    const struct action *found = turn_choice(compose, was.turn + eighth);
    /* If left and right lead to the same pattern of moves, either key undoes the turn. */
    bool same = was.turn && turn_choice(compose, was.turn) == turn_choice(compose, -was.turn);
    bool can = choice_of(compose, ACTION_TURN) != NULL, back = same || was.turn + eighth == 0;
    if (found || (again && !back)) {
        wanted = found ? *found : was;
        draft_take(&compose->draft, wanted);
    }
    compose_settle(compose, true);
    if (found || (again && back))
        return 0;
    return compose_refuse_turn(compose, can, why);
}

bool compose_in_the_air(const struct compose *compose, cell_t cell)
{
    const struct draft *draft = &compose->draft;
    enum verb last = draft->ply.n ? (enum verb)draft->ply.v[draft->ply.n - 1].verb : ACTION_NONE;
    bool gone = last == ACTION_DIVE || last == ACTION_TELEPORT || last == ACTION_JOURNEY;
    return (draft->moves > 0 || gone) && draft->held.kind && draft->hand == cell;
}

int compose_end(struct compose *compose, struct note *why)
{
    const struct action *stay = NULL;
    for (int i = 0; i < compose->choices.n; i++) {
        if (compose->choices.v[i].verb == ACTION_TURN && !compose->choices.v[i].turn)
            stay = &compose->choices.v[i];
    }
    if (!choice_of(compose, ACTION_DONE) && stay)
        compose_take(compose, *stay, false);
    if (compose_may_end(compose)) {
        compose->state = COMPOSE_DONE;
        return 0;
    }
    if (compose->draft.ply.n == 0)
        return note_fail(why, FAIL_RULE, -1, "lift a piece first");
    if (choice_of(compose, ACTION_TURN))
        return note_fail(why, FAIL_RULE, -1,
                         "the piece must turn: {turn-right} right, {turn-left} left (%s)",
                         rule_cited(compose->before.rules, CITE_MUST_TURN));
    return note_fail(why, FAIL_RULE, -1, "the ply cannot end here");
}

bool compose_is_target(const struct action *choice)
{
    return choice->verb != ACTION_NONE && choice->verb != ACTION_PICK &&
           choice->verb != ACTION_TURN && choice->verb != ACTION_DONE;
}

bool compose_may_end(const struct compose *compose)
{
    return compose->state == COMPOSE_DONE || choice_of(compose, ACTION_DONE) != NULL;
}

bool compose_must_end(const struct compose *compose)
{
    return compose->state == COMPOSE_DONE ||
           (compose->choices.n == 1 && choice_of(compose, ACTION_DONE) != NULL);
}

bool compose_back(struct compose *compose)
{
    if (compose_turned(compose) && compose->decisions &&
        compose->decision[compose->decisions - 1] < compose->draft.ply.n - 1) {
        draft_back(&compose->draft, 1);
        compose_settle(compose, true);
        return true;
    }
    if (!compose->decisions)
        return false;
    int to = compose->decision[--compose->decisions];
    draft_back(&compose->draft, compose->draft.ply.n - to);
    compose_settle(compose, true);
    return true;
}

/* ---- Describes a ply being composed, in words: see compose.h. */

enum { SMALL_BOARD = 128 /* cells */ };

static const char *compose_kind_name(const struct ruleset *rules, int kind)
{
    return kind > 0 && kind <= rules->kind_count ? rules->kinds[kind].name : "piece";
}

/* Write "capture the frozen Black Queen on e4". The text names the state, because the sign for
 * captures covers the dot that marks a frozen piece on the board. With three players it names the
 * side, because the letter does not say whose piece it is. */
static int taken_words(const struct compose *compose, const struct action *action, char *buffer,
                       size_t size)
{
    const struct ruleset *rules = compose->before.rules;
    struct piece taken = compose->draft.now.at[action->to];
    const char *state = piece_state(rules, taken);
    bool owner = rules->sides > 2 && taken.kind;
    return snprintf(buffer, size, "capture the %s%s%s%s%s on %s", state, *state ? " " : "",
                    owner ? side_name(taken.side) : "", owner ? " " : "",
                    compose_kind_name(rules, action->kind), board_name(rules->board, action->to));
}

int compose_words(const struct compose *compose, const struct action *action, char *buffer,
                  size_t size)
{
    const struct ruleset *rules = compose->before.rules;
    const char *name = compose_kind_name(rules, action->kind),
               *cell = board_name(rules->board, action->to);
    switch (action->verb) {
    case ACTION_DONE:
        return snprintf(buffer, size, "leave it as it is");
    case ACTION_PICK:
        return snprintf(buffer, size, "lift the %s on %s", name, cell);
    case ACTION_GO:
    case ACTION_STEP:
        return snprintf(buffer, size,
                        action->from == action->to ? "go round and back to %s" : "go to %s", cell);
    case ACTION_TAKE:
        return taken_words(compose, action, buffer, size);
    case ACTION_PASSANT:
        return snprintf(buffer, size, "capture the %s that passed %s", name, cell);
    case ACTION_PUSH:
        return snprintf(buffer, size, "activate the %s on %s", name, cell);
    case ACTION_DIVE:
        return snprintf(buffer, size, "dive into the %s on %s", name, cell);
    case ACTION_JOURNEY:
        return snprintf(buffer, size, "begin a star-journey: a second leg from %s", cell);
    case ACTION_PORTAL:
        return snprintf(buffer, size, "reappear on %s", cell);
    case ACTION_SUMMON:
        return snprintf(buffer, size, "bring a %s back on %s", name, cell);
    case ACTION_CONVERT:
        return snprintf(buffer, size, "convert the %s on %s", name, cell);
    case ACTION_PROMOTE:
        /* the piece that promotes is not the one in hand */
        if (compose->draft.held.kind && compose->draft.hand != action->to)
            return snprintf(buffer, size, "promote the %s on %s to %s %s",
                            compose_kind_name(rules, compose->draft.now.at[action->to].kind), cell,
                            name_article(name), name);
        return snprintf(buffer, size, "become %s %s", name_article(name), name);
    case ACTION_TELEPORT:
        return snprintf(buffer, size, "send the %s on %s off%s", name, cell,
                        action->side == compose->draft.now.side ? "" : " as yours");
    case ACTION_SPLIT:
        return snprintf(buffer, size, "{select} on %s splits it: only its Wall goes", cell);
    case ACTION_FLIP:
        return snprintf(buffer, size, "turn over the %s on %s", name, cell);
    case ACTION_JOIN:
        return snprintf(buffer, size, "join the %s on %s", name, cell);
    case ACTION_CASTLE:
        return snprintf(buffer, size, "castle to %s with the %s", cell, name);
    case ACTION_TURN:
        return snprintf(buffer, size,
                        !action->turn           ? "do not turn"
                        : is_only_turn(compose) ? "turn (left and right are the same)"
                        : action->turn > 0      ? "turn right"
                                                : "turn left");
    default:
        return snprintf(buffer, size, "end the ply");
    }
}

/* Build the draft as it is after a choice. */
static void compose_board_after(const struct compose *compose, const struct action *action,
                                struct draft *out)
{
    *out = (struct draft){0};
    draft_copy(out, &compose->draft);
    draft_take(out, *action);
}

int compose_stays(const struct compose *compose, const struct action *action)
{
    struct draft after;
    bool splits = false;
    for (int i = 0; i < compose->choices.n; i++)
        splits = splits || compose->choices.v[i].verb == ACTION_SPLIT;
    if (!splits || action->verb == ACTION_SPLIT)
        return KIND_NONE;
    compose_board_after(compose, action, &after);
    int kind = after.now.at[compose->draft.hand].kind;
    draft_clear(&after);
    return kind;
}

bool compose_goes_round(const struct compose *compose, const struct action *action)
{
    return action->verb == ACTION_GO && action->from == action->to &&
           action->to == compose->draft.hand;
}

int compose_becomes(const struct compose *compose, const struct action *action)
{
    struct draft after;
    struct actions next = {0};
    /* On a large board the choice never forces a kind, and trying it would take time. */
    bool large = compose->before.rules->board->cells > SMALL_BOARD;
    if (large || (action->verb != ACTION_GO && action->verb != ACTION_TAKE))
        return KIND_NONE;
    compose_board_after(compose, action, &after);
    draft_choices(&after, &next);
    int kind = next.n == 1 && next.v[0].verb == ACTION_PROMOTE ? next.v[0].kind : KIND_NONE;
    actions_free(&next);
    draft_clear(&after);
    return kind;
}

int compose_outcome(const struct compose *compose, const struct action *action, char *buffer,
                    size_t size)
{
    const struct ruleset *rules = compose->before.rules;
    size_t used = 0;
    if (size)
        buffer[0] = '\0';
    if (action->verb != ACTION_FLIP && action->verb != ACTION_JOIN)
        return 0;
    struct draft after;
    compose_board_after(compose, action, &after);
    int made = after.now.at[action->to].kind, stays = compose_stays(compose, action);
    draft_clear(&after);
    text_add(buffer, size, &used, ": %s %s", name_article(compose_kind_name(rules, made)),
             compose_kind_name(rules, made));
    if (stays)
        text_add(buffer, size, &used, "; %s %s stays on %s",
                 name_article(compose_kind_name(rules, stays)), compose_kind_name(rules, stays),
                 board_name(rules->board, compose->draft.hand));
    return (int)used;
}

/* The letter of a kind of piece in stored plies: a capital letter for every side. */
static char compose_letter(const struct ruleset *rules, int kind)
{
    return kind > 0 && kind <= rules->kind_count ? rules->kinds[kind].letter : '?';
}

/* True if the sign for a star-journey, a dive or a teleport has been written, so that no dash
 * follows. */
static bool compose_goes_on(const struct action *action)
{
    return action->verb == ACTION_JOURNEY || action->verb == ACTION_DIVE ||
           action->verb == ACTION_TELEPORT;
}

/* If the action is about gates, write it and who goes through them, as in the long form of
 * rules/croatian.md 13.1, and return true. `mover` is the side that lifted the piece. */
static bool gate_text(const struct ruleset *rules, const struct action *action, int mover,
                      char *buffer, size_t size, size_t *used)
{
    const char *to = board_name(rules->board, action->to);
    char sign = compose_letter(rules, action->kind);
    switch (action->verb) {
    case ACTION_JOURNEY:
        text_add(buffer, size, used, "-%sM>I", to);
        return true;
    case ACTION_DIVE:
        text_add(buffer, size, used, "%s%c*", to, sign);
        return true;
    case ACTION_TELEPORT:
        if (action->side == mover)
            text_add(buffer, size, used, "-%s*%c", to, sign);
        else
            text_add(buffer, size, used, "-%s%%%c*%c", to, sign, sign);
        return true;
    case ACTION_SUMMON:
        text_add(buffer, size, used, "<%c%s", sign, to);
        return true;
    default:
        return false;
    }
}

/* Write the actions of a ply, or of its beginning, in long form for any family. Like snprintf. */
static int actions_text(const struct position *before, const struct action *action, int n,
                        char *buffer, size_t size)
{
    const struct ruleset *rules = before->rules;
    size_t used = 0;
    int mover = before->side;
    if (size)
        buffer[0] = '\0';
    for (int i = 0; i < n; i++, action++) {
        const char *to = board_name(rules->board, action->to);
        const char *dash = i && compose_goes_on(action - 1) ? "" : "-";
        if (action->verb == ACTION_PICK || action->verb == ACTION_PUSH)
            mover = action->side < rules->sides ? action->side : before->side;
        if (action->verb == ACTION_DIVE)
            text_add(buffer, size, &used, "%s", dash);
        if (gate_text(rules, action, mover, buffer, size, &used))
            continue;
        switch (action->verb) {
        case ACTION_PICK:
            text_add(buffer, size, &used, "%s%c%s", used ? "~" : "",
                     compose_letter(rules, action->kind), to);
            break;
        case ACTION_TAKE:
            text_add(buffer, size, &used, "x%s", to);
            break;
        case ACTION_PASSANT:
            text_add(buffer, size, &used, "%c%s",
                     presentation_of(rules)->passant_sign ? presentation_of(rules)->passant_sign
                                                          : 'x',
                     to);
            break;
        case ACTION_PUSH:
            text_add(buffer, size, &used, "%s%s~%c%s", dash, to,
                     compose_letter(rules, action->kind), to);
            break;
        case ACTION_PORTAL:
            /* the piece has changed sides */
            if (action->side != mover && (action - 1)->verb == ACTION_DIVE)
                text_add(buffer, size, &used, "%c", compose_letter(rules, action->kind));
            text_add(buffer, size, &used, "%s", to);
            break;
        case ACTION_PROMOTE:
            text_add(buffer, size, &used, "=%c", compose_letter(rules, action->kind));
            break;
        case ACTION_TURN:
            text_add(buffer, size, &used, "%s",
                     action->turn > 0   ? "(r)"
                     : action->turn < 0 ? "(l)"
                                        : "");
            break;
        case ACTION_SPLIT:
            text_add(buffer, size, &used, "/");
            break;
        case ACTION_FLIP:
            text_add(buffer, size, &used, "^%s", to);
            break;
        case ACTION_JOIN:
            text_add(buffer, size, &used, "&%s", to);
            break;
        case ACTION_CONVERT:
            text_add(buffer, size, &used, "%%%s", to);
            break;
        case ACTION_DONE:
            break;
        default:
            text_add(buffer, size, &used, "%s%s", dash, to);
        }
    }
    return (int)used;
}

/* If the ply may end now, write it in its family's long form, so that it can be typed. Returns 0 if
 * the ply may not end. */
static int written_ply(const struct compose *compose, char *buffer, size_t size)
{
    const struct rules *rules = compose->before.rules->rules;
    const struct action *stay = NULL;
    bool done = compose->state == COMPOSE_DONE;
    struct ply ply = {0};
    for (int i = 0; i < compose->choices.n; i++) {
        const struct action *action = &compose->choices.v[i];
        done = done || action->verb == ACTION_DONE;
        if (action->verb == ACTION_TURN && !action->turn)
            stay = action;
    }
    if ((compose->state != COMPOSE_READY && compose->state != COMPOSE_DONE) || (!done && !stay))
        return 0;
    ply_copy(&ply, &compose->draft.ply);
    if (!done)
        ply_add(&ply, *stay);
    int length = rules->format(&compose->before, &ply, FORM_LONG, buffer, size);
    ply_free(&ply);
    return length;
}

int compose_text(const struct compose *compose, char *buffer, size_t size)
{
    const struct ply *ply = &compose->draft.ply;
    int length = written_ply(compose, buffer, size);
    if (length > 0)
        return length;
    size_t used = (size_t)actions_text(&compose->before, ply->v, ply->n, buffer, size);
    if (compose->state == COMPOSE_OPEN)
        text_add(buffer, size, &used, ply->n && compose_goes_on(&ply->v[ply->n - 1]) ? "_" : "-_");
    return (int)used;
}

/* Describe the piece in hand, as its family puts it: just lifted, in the air, inside a Star, ... */
static void add_hand(const struct compose *compose, char *buffer, size_t size, size_t *used)
{
    const struct draft *draft = &compose->draft;
    const struct ruleset *rules = compose->before.rules;
    char hand[200] = "";
    if (draft->ply.n > 1)
        hand_describe(draft, hand, sizeof hand);
    text_add(buffer, size, used, "%s%s%s ",
             draft->held.side == NOBODY ? "" : side_name(draft->held.side),
             draft->held.side == NOBODY ? "" : " ", compose_kind_name(rules, draft->held.kind));
    if (*hand)
        text_add(buffer, size, used, "%s", hand);
    else
        text_add(buffer, size, used, "lifted on %s", board_name(rules->board, draft->hand));
    int stays =
        draft->hand == CELL_NONE || draft->moves ? KIND_NONE : draft->now.at[draft->hand].kind;
    if (stays && !*hand) /* name the part that stays, to show which part was lifted */
        text_add(buffer, size, used, ", %s %s stays there",
                 name_article(compose_kind_name(rules, stays)), compose_kind_name(rules, stays));
}

/* True if the piece that turns or has turned can reach no cell even on an empty board, so it could
 * never move again (rules/turning.md 3.3). */
static bool stands_dead(const struct compose *compose)
{
    const struct draft *draft = &compose->draft;
    cell_t cell = compose_turner(compose);
    struct actions reach = {0};
    if (cell == CELL_NONE)
        return false;
    struct position *alone = memory_new(1, sizeof *alone);
    position_clear(alone, draft->now.rules);
    alone->side = draft->now.at[cell].side;
    alone->at[cell] = draft->now.at[cell];
    alone->rules->rules->reach(alone, cell, &reach);
    int n = reach.n;
    actions_free(&reach);
    free(alone);
    return n == 0;
}

/* Say what the user must do next; "" if the board shows it. */
static const char *wanted_of(const struct compose *compose)
{
    const struct actions *choices = &compose->choices;
    bool more = false, dead = choices->n > 0, end = false;
    for (int i = 0; i < choices->n; i++) {
        end = end || choices->v[i].verb == ACTION_DONE ||
              (choices->v[i].verb == ACTION_TURN && !choices->v[i].turn);
        more = more || (choices->v[i].verb != ACTION_DONE && choices->v[i].verb != ACTION_TURN);
        dead = dead && compose_dead_end(compose, &choices->v[i]);
    }
    switch (compose->state) {
    case COMPOSE_READY:
        if (!end)
            return "it must turn: {turn-right} right, {turn-left} left";
        if (stands_dead(compose))
            return "dead: it can never move again; {select} plays it";
        return more ? "{select} plays it, or it moves on" : "{select} plays it";
    case COMPOSE_CHOICE:
        return "choose one";
    case COMPOSE_DEAD:
        return "a dead end: {drop-member} takes a member back";
    default:
        return dead ? "only dead ends from here: {drop-member} takes a member back" : "";
    }
}

int compose_status(const struct compose *compose, char *buffer, size_t size)
{
    size_t used = 0;
    const char *wanted = wanted_of(compose);
    bool stuck = compose->state == COMPOSE_DEAD || (compose->state == COMPOSE_OPEN && *wanted);
    if (size)
        buffer[0] = '\0';
    if (stuck) /* what to do next comes first, because a short line would cut it off at the end */
        text_add(buffer, size, &used, "%s", wanted);
    if (compose->draft.moves > 1)
        text_add(buffer, size, &used, "%s%d members", used ? "; " : "", compose->draft.moves);
    if (compose->draft.held.kind) {
        text_add(buffer, size, &used, "%s", used ? "; " : "");
        add_hand(compose, buffer, size, &used);
    }
    if (*wanted && !stuck)
        text_add(buffer, size, &used, "%s%s", used ? "; " : "", wanted);
    return (int)used;
}
