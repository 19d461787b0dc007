/* compose_text.c - describes a ply being composed, in words: see compose.h. */
#include "tui/session/compose.h"

#include "tui/session/describe.h"

#include "core/position_text.h"
#include "core/families/triangles/triangles.h"

#include <stdio.h>
#include <stdlib.h>

enum { SMALL_BOARD = 128 /* cells */ };

static const char *kind_name(const struct ruleset *rules, int kind)
{
    return kind > 0 && kind <= rules->kind_count ? rules->kinds[kind].name : "piece";
}

/* "frozen Black Queen". On triangles the capture sign covers the dot that marks a frozen piece, and with three
 * players the letter alone does not say whose piece it is. */
static int taken_words(const struct compose *compose, const struct action *action, char *buffer, size_t size)
{
    const struct ruleset *rules = compose->before.rules;
    struct piece taken = compose->draft.now.at[action->to];
    bool triangles = rules->board->shape == BOARD_TRIANGLES && taken.kind;
    return snprintf(buffer, size, "take the %s%s%s%s on %s", triangles && taken.mark == TRIANGLE_FROZEN ? "frozen " : "",
                    triangles && rules->sides > 2 ? side_name(taken.side) : "", triangles && rules->sides > 2 ? " " : "",
                    kind_name(rules, action->kind), board_name(rules->board, action->to));
}

int compose_words(const struct compose *compose, const struct action *action, char *buffer, size_t size)
{
    const struct ruleset *rules = compose->before.rules;
    const char *name = kind_name(rules, action->kind), *cell = board_name(rules->board, action->to);
    switch (action->verb) {
    case ACTION_DONE:
        return snprintf(buffer, size, "leave it so");
    case ACTION_PICK:
        return snprintf(buffer, size, "lift the %s on %s", name, cell);
    case ACTION_GO:
    case ACTION_STEP:
        return snprintf(buffer, size, action->from == action->to ? "go round and back to %s" : "go to %s", cell);
    case ACTION_TAKE:
        return taken_words(compose, action, buffer, size);
    case ACTION_PASSANT:
        return snprintf(buffer, size, "take the %s that passed %s", name, cell);
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
        if (compose->draft.held.kind && compose->draft.hand != action->to) /* by another piece */
            return snprintf(buffer, size, "promote the %s on %s to %s %s",
                            kind_name(rules, compose->draft.now.at[action->to].kind), cell, name_article(name), name);
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
        return snprintf(buffer, size, action->turn > 0   ? "turn right"
                                      : action->turn < 0 ? "turn left"
                                                         : "do not turn");
    default:
        return snprintf(buffer, size, "end the ply");
    }
}

/* The draft after taking a choice. */
static void board_after(const struct compose *compose, const struct action *action, struct draft *out)
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
    board_after(compose, action, &after);
    int kind = after.now.at[compose->draft.hand].kind;
    draft_clear(&after);
    return kind;
}

bool compose_goes_round(const struct compose *compose, const struct action *action)
{
    return action->verb == ACTION_GO && action->from == action->to && action->to == compose->draft.hand;
}

int compose_becomes(const struct compose *compose, const struct action *action)
{
    struct draft after;
    struct actions next = {0};
    bool large = compose->before.rules->board->cells > SMALL_BOARD; /* such boards never force it, and trying takes time there */
    if (large || (action->verb != ACTION_GO && action->verb != ACTION_TAKE))
        return KIND_NONE;
    board_after(compose, action, &after);
    draft_choices(&after, &next);
    int kind = next.n == 1 && next.v[0].verb == ACTION_PROMOTE ? next.v[0].kind : KIND_NONE;
    actions_free(&next);
    draft_clear(&after);
    return kind;
}

int compose_outcome(const struct compose *compose, const struct action *action, char *buffer, size_t size)
{
    const struct ruleset *rules = compose->before.rules;
    size_t used = 0;
    if (size)
        buffer[0] = '\0';
    if (action->verb != ACTION_FLIP && action->verb != ACTION_JOIN)
        return 0;
    struct draft after;
    board_after(compose, action, &after);
    int made = after.now.at[action->to].kind, stays = compose_stays(compose, action);
    draft_clear(&after);
    text_add(buffer, size, &used, ": %s %s", name_article(kind_name(rules, made)), kind_name(rules, made));
    if (stays)
        text_add(buffer, size, &used, "; %s %s stays on %s", name_article(kind_name(rules, stays)), kind_name(rules, stays),
                 board_name(rules->board, compose->draft.hand));
    return (int)used;
}

/* The letter of a kind as files write it in plies: capital for both sides. */
static char letter(const struct ruleset *rules, int kind)
{
    return kind > 0 && kind <= rules->kind_count ? rules->kinds[kind].letter : '?';
}

/* True if the sign for a star-journey, a dive or a teleport is already written, so that no dash follows. */
static bool goes_on(const struct action *action)
{
    return action->verb == ACTION_JOURNEY || action->verb == ACTION_DIVE || action->verb == ACTION_TELEPORT;
}

/* Write actions of gates and who goes through them, as in the long form of rules/croatian.md 13.1. True if the action
 * is one of those. `mover` is the side that lifted the piece. */
static bool gate_text(const struct ruleset *rules, const struct action *action, int mover, char *buffer, size_t size, size_t *used)
{
    const char *to = board_name(rules->board, action->to);
    char sign = letter(rules, action->kind);
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

/* Write the actions of a ply, or of its beginning, for any family. Like snprintf. */
static int actions_text(const struct position *before, const struct action *action, int n, char *buffer, size_t size)
{
    const struct ruleset *rules = before->rules;
    size_t used = 0;
    int mover = before->side;
    if (size)
        buffer[0] = '\0';
    for (int i = 0; i < n; i++, action++) {
        const char *to = board_name(rules->board, action->to);
        const char *dash = i && goes_on(action - 1) ? "" : "-";
        if (action->verb == ACTION_PICK || action->verb == ACTION_PUSH)
            mover = action->side < rules->sides ? action->side : before->side;
        if (action->verb == ACTION_DIVE)
            text_add(buffer, size, &used, "%s", dash);
        if (gate_text(rules, action, mover, buffer, size, &used))
            continue;
        switch (action->verb) {
        case ACTION_PICK:
            text_add(buffer, size, &used, "%s%c%s", used ? "~" : "", letter(rules, action->kind), to);
            break;
        case ACTION_TAKE:
            text_add(buffer, size, &used, "x%s", to);
            break;
        case ACTION_PASSANT: /* rules/triangles.md 7.1 */
            text_add(buffer, size, &used, "%c%s", rules->board->shape == BOARD_TRIANGLES ? ':' : 'x', to);
            break;
        case ACTION_PUSH:
            text_add(buffer, size, &used, "%s%s~%c%s", dash, to, letter(rules, action->kind), to);
            break;
        case ACTION_PORTAL:
            if (action->side != mover && (action - 1)->verb == ACTION_DIVE) /* it changed sides */
                text_add(buffer, size, &used, "%c", letter(rules, action->kind));
            text_add(buffer, size, &used, "%s", to);
            break;
        case ACTION_PROMOTE:
            text_add(buffer, size, &used, "=%c", letter(rules, action->kind));
            break;
        case ACTION_TURN:
            text_add(buffer, size, &used, "%s", action->turn > 0 ? "(r)" : action->turn < 0 ? "(l)" : "");
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

/* If the ply may end as it is, write it in its family's long form, so that it can be typed. 0 if it may not end. */
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
        text_add(buffer, size, &used, ply->n && goes_on(&ply->v[ply->n - 1]) ? "_" : "-_");
    return (int)used;
}

/* Describe the piece in hand: just lifted, in the air, inside a Star, ... as its family puts it. */
static void add_hand(const struct compose *compose, char *buffer, size_t size, size_t *used)
{
    const struct draft *draft = &compose->draft;
    const struct ruleset *rules = compose->before.rules;
    char hand[200] = "";
    if (draft->ply.n > 1 && rules->rules->describe_hand)
        rules->rules->describe_hand(draft, hand, sizeof hand);
    text_add(buffer, size, used, "%s%s%s ", draft->held.side == NOBODY ? "" : side_name(draft->held.side),
             draft->held.side == NOBODY ? "" : " ", kind_name(rules, draft->held.kind));
    if (*hand)
        text_add(buffer, size, used, "%s", hand);
    else
        text_add(buffer, size, used, "lifted on %s", board_name(rules->board, draft->hand));
    int stays = draft->hand == CELL_NONE || draft->moves ? KIND_NONE : draft->now.at[draft->hand].kind;
    if (stays && !*hand) /* the rings within it */
        text_add(buffer, size, used, ", %s %s stays there", name_article(kind_name(rules, stays)), kind_name(rules, stays));
}

/* True if the piece that turns or has turned reaches no cell even on an empty board: it can never move again
 * (rules/turning.md 3.3). */
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

/* What the user must do next; "" if the board shows it. */
static const char *wanted_of(const struct compose *compose)
{
    const struct actions *choices = &compose->choices;
    bool more = false, dead = choices->n > 0, end = false;
    for (int i = 0; i < choices->n; i++) {
        end = end || choices->v[i].verb == ACTION_DONE || (choices->v[i].verb == ACTION_TURN && !choices->v[i].turn);
        more = more || (choices->v[i].verb != ACTION_DONE && choices->v[i].verb != ACTION_TURN);
        dead = dead && compose_dead_end(compose, &choices->v[i]);
    }
    switch (compose->state) {
    case COMPOSE_READY:
        if (!end)
            return "it must turn: {turn-right} right, {turn-left} left";
        if (stands_dead(compose))
            return "dead: it can never move again; {select} plays it";
        return more ? "{select} plays it, or it goes on" : "{select} plays it";
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
    if (stuck) /* first, or a short line would cut it off */
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
