/* cascades.c - find plies that reach a goal, in any family, and parse goals: see cascades.h.
 *
 * There are two ways to search. A family with cascades has its own search (rules.find;
 * core/families/croatian/goal_search.c explains it), because the number of its plies may be
 * unlimited, so that they cannot all be listed. In every other family a ply is one move: the search
 * lists all plies, makes each of them and compares the result with the goal. That is complete and
 * costs one make per legal ply.
 *
 * Before either search cascades_impossible() rejects goals that no ply can reach, so that the
 * answer "none" is certain at once instead of after millions of states. It relies on facts that
 * hold in all current families; revise it for a new family with other captures or summonings.
 *
 * Limits: a goal concerns the position after one ply, not a plan of several plies. A search may
 * stop at a number of moves or of states. cascade_result.end says which, and cascades_none() tells
 * the user whether "none" is certain or only true for the plies that were searched. */
#include "core/cascades.h"

#include "core/util/ascii.h"
#include "core/draft.h"
#include "core/enumerate.h"

#include <stdio.h>
#include <string.h>

static bool in_check(const struct position *position)
{
    struct verdict verdict;
    position_judge(position, &verdict);
    return verdict.outcome == OUTCOME_CHECK || verdict.outcome == OUTCOME_DOUBLE_CHECK ||
           (verdict.outcome == OUTCOME_WIN && verdict.winner != position->side);
}

static bool takes_verb(uint8_t verb)
{
    return verb == ACTION_TAKE || verb == ACTION_PASSANT;
}

static bool has_verb(const struct ply *ply, enum verb verb)
{
    for (int i = 0; i < ply->n; i++)
        if (ply->v[i].verb == verb)
            return true;
    return false;
}

/* True if the ply captured the piece on `cell`: afterwards the cell is empty or has another
 * piece. */
static bool cascades_captured(const struct position *before, const struct ply *ply,
                              const struct position *after, cell_t cell)
{
    struct piece was = before->at[cell], is = after->at[cell];
    bool takes = false;
    for (int i = 0; i < ply->n; i++)
        takes = takes || takes_verb(ply->v[i].verb);
    return takes && was.kind && was.side != before->side &&
           (is.kind != was.kind || is.side != was.side);
}

/* The arguments of cascades_look_at(), which compares each listed ply with the goal. */
struct cascades_lookup {
    const struct position *position;
    const struct goal *goal;
    ply_fn *each;
    void *argument;
    struct cascade_result *result;
};

static bool reaches_goal(const struct cascades_lookup *looking, const struct ply *ply)
{
    const struct goal *goal = looking->goal;
    const struct position *before = looking->position;
    struct position after;
    ply_play(before, ply, &after);
    switch (goal->verb) {
    case GOAL_CAPTURE:
        return cascades_captured(before, ply, &after, goal->cell);
    case GOAL_REACH:
        return after.at[goal->cell].kind == goal->kind &&
               (before->at[goal->cell].kind != goal->kind ||
                before->at[goal->cell].side != after.at[goal->cell].side);
    case GOAL_CHECK:
        return in_check(&after);
    case GOAL_PROMOTE:
        return has_verb(ply, ACTION_PROMOTE);
    case GOAL_SUMMON:
        return has_verb(ply, ACTION_SUMMON);
    default:
        return true;
    }
}

static int cascades_look_at(const struct ply *ply, void *argument)
{
    struct cascades_lookup *looking = argument;
    looking->result->states++;
    if (!reaches_goal(looking, ply))
        return 0;
    looking->result->found++;
    looking->result->moves = 1;
    return looking->each(ply, looking->argument);
}

/* True if at least one captured piece may return. */
static bool any_held(const struct position *position)
{
    bool any = false;
    for (int side = 0; side < position->rules->sides; side++)
        for (int kind = 1; kind <= position->rules->kind_count; kind++)
            any = any || position->held[side][kind];
    return any;
}

/* A quick test: true if the goal is certainly impossible; `why` then says the reason. False: a
 * search must decide. In no family can a ply capture a piece that arrived on its cell in the same
 * ply. Only Starchildren bring pieces back (rules/croatian.md 8.9); in their family Kings, Stars
 * and Monoliths are never captured. */
static bool cascades_impossible(const struct position *position, const struct goal *goal, char *why,
                                size_t size)
{
    const struct ruleset *rules = position->rules;
    int there = goal->verb == GOAL_CAPTURE ? position->at[goal->cell].kind : KIND_NONE;
    if (goal->verb == GOAL_CAPTURE && !there)
        snprintf(why, size, "no piece is on %s", board_name(rules->board, goal->cell));
    else if (goal->verb == GOAL_CAPTURE && rules->rules->find &&
             strchr("KTM", rules->kinds[there].letter))
        snprintf(why, size, "a %s is never captured", rules->kinds[there].name);
    else if (goal->verb == GOAL_SUMMON && ruleset_kind(rules, 'I') == KIND_NONE)
        snprintf(why, size, "there are no Starchildren in this game");
    else if (goal->verb == GOAL_SUMMON && !any_held(position))
        snprintf(why, size, "no captured piece can return");
    else
        return false;
    return true;
}

void cascades_find(const struct position *position, const struct goal *goal,
                   const struct cascade_search *search, ply_fn *each, void *argument,
                   struct cascade_result *result)
{
    const struct rules *rules = position->rules->rules;
    const struct limits limits = {.cascade = search->moves};
    char why[80];
    *result = (struct cascade_result){.end = CASCADES_ALL};
    if (cascades_impossible(position, goal, why, sizeof why))
        return;
    if (rules->find) {
        rules->find(position, goal, search, each, argument, result);
        return;
    }
    struct cascades_lookup looking = {position, goal, each, argument, result};
    if (search_plies(position, &limits, cascades_look_at, &looking))
        result->end = CASCADES_CANCELLED;
    else
        result->looked = 1;
}

int cascades_none(const struct position *position, const struct goal *goal,
                  const struct cascade_result *result, char *buffer, size_t size)
{
    const char *ones = result->states == 1 ? "partial cascade was" : "partial cascades were";
    bool chains = position->rules->rules->find != NULL;
    char why[80];
    if (cascades_impossible(position, goal, why, sizeof why))
        return snprintf(buffer, size, "no ply can do this: %s", why);
    if (result->end == CASCADES_ALL && !chains)
        return snprintf(buffer, size, "no ply can do this: all %zu were searched", result->states);
    if (result->end == CASCADES_ALL && result->looked < 2)
        return snprintf(buffer, size,
                        "no ply can do this: all were searched, and none has more than one member");
    if (result->end == CASCADES_ALL)
        return snprintf(
            buffer, size,
            "no ply of any length can do this: every chain was followed, %zu %s searched",
            result->states, ones);
    const char *head = result->end == CASCADES_STATES      ? "given up: "
                       : result->end == CASCADES_CANCELLED ? "stopped: "
                                                           : "";
    if (result->looked < 1)
        return snprintf(buffer, size, "%sthe search ended before all plies of one move were tried",
                        head);
    if (!chains)
        return snprintf(buffer, size, "%sno such ply was found so far", head);
    return snprintf(
        buffer, size,
        "%sno ply of at most %d member%s can do this, but a longer one might: %zu %s searched",
        head, result->looked, result->looked == 1 ? "" : "s", result->states, ones);
}

static int cascades_read_cell(const struct ruleset *rules, const char *text, int offset,
                              cell_t *out, struct note *why)
{
    int length;
    cell_t cell = board_cell_named(rules->board, text + offset, &length);
    if (cell == CELL_NONE || text[offset + length])
        return note_fail(why, FAIL_TEXT, offset, "'%.10s' is not a cell of this board",
                         text + offset);
    *out = cell;
    return 0;
}

int goal_read(const struct ruleset *rules, const char *text, struct goal *out, struct note *why)
{
    static const struct {
        const char *word;
        enum goal_verb verb;
    } words[] = {{"any", GOAL_ANY},
                 {"check", GOAL_CHECK},
                 {"promote", GOAL_PROMOTE},
                 {"summon", GOAL_SUMMON}};
    static const char capture[] = "capture:", reach[] = "reach:";
    struct goal goal = {.verb = GOAL_ANY, .cell = CELL_NONE};
    int result = 0, at = sizeof reach - 1;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!strcmp(text, words[i].word)) {
            *out = (struct goal){.verb = words[i].verb, .cell = CELL_NONE};
            return 0;
        }
    if (!strncmp(text, capture, sizeof capture - 1)) {
        goal.verb = GOAL_CAPTURE;
        result = cascades_read_cell(rules, text, sizeof capture - 1, &goal.cell, why);
    } else if (!strncmp(text, reach, sizeof reach - 1)) {
        goal.verb = GOAL_REACH;
        goal.kind = (uint8_t)(ascii_isupper((unsigned char)text[at]) ? ruleset_kind(rules, text[at])
                                                                     : KIND_NONE);
        if (!goal.kind || text[at + 1] != '@')
            return note_fail(why, FAIL_TEXT, at,
                             "write reach:LETTER@CELL with the letter of a piece");
        result = cascades_read_cell(rules, text, at + 2, &goal.cell, why);
    } else {
        return note_fail(
            why, FAIL_TEXT, 0,
            "a goal is capture:CELL, reach:LETTER@CELL, check, promote, summon or any");
    }
    if (result == 0)
        *out = goal;
    return result;
}
