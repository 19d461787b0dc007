/* root.c - the plies of the root position. In games with cascades more are listed than in the tree: plies with more members as
 * long as they are few, and the checks and captures that the cascade search finds. */
#include "core/engine/parts.h"

#include "core/cascades.h"
#include "core/draft.h"

#include <stdlib.h>

enum { ROOT_FEW = 1500, ROOT_MOST = 30000, CASCADE_FIRST = 3, CASCADE_LAST = 5 };
enum { FINDER_MOVES = 8, FINDER_STATES = 4000, GOALS_MOST = 4 };

static const void *root_body(const struct search_list *list, const struct search_ply *ply)
{
    return list->body ? list->body + ply->body : NULL;
}

/* Remove plies that make() refuses and, if outcomes are merged, duplicates. */
static void keep_legal(struct engine *engine, struct worker *worker, int from)
{
    struct search_list *list = &engine->root;
    int n = from;
    for (int i = from; i < list->n; i++) {
        struct search_ply ply = list->v[i];
        bool known = false;
        for (int j = 0; j < from && engine->rules->merges && !known; j++)
            known = list->v[j].code == ply.code;
        if (!known && engine->rules->make(worker->work, state_at(worker, 0), &ply, root_body(list, &ply), state_at(worker, 1)))
            list->v[n++] = ply;
    }
    list->n = n;
}

static bool list_members(struct engine *engine, struct worker *worker, int least, int most)
{
    int from = engine->root.n;
    bool more = engine->rules->generate(worker->work, state_at(worker, 0), SEARCH_WANT_ALL, least, most, &engine->root);
    keep_legal(engine, worker, from);
    return more;
}

/* ---- searching cascades */

struct finding {
    struct engine *engine;
    struct worker *worker;
    int left;
};

static int add_found(const struct ply *ply, void *argument)
{
    struct finding *finding = argument;
    struct search_list *list = &finding->engine->root;
    int from = list->n;
    if (finding->engine->rules->pack(finding->worker->work, state_at(finding->worker, 0), ply, list) && list->n > from) {
        for (int i = 0; i < from; i++)
            if (list->v[i].code == list->v[from].code) {
                list->n = from;
                break;
            }
        keep_legal(finding->engine, finding->worker, from);
    }
    return --finding->left <= 0;
}

/* True if listing has used so much time that the search should begin. */
static bool is_late(struct engine *engine)
{
    return engine->budget.hard && budget_spent(&engine->budget) > engine->budget.hard / 6;
}

static void find_goal(struct engine *engine, struct worker *worker, struct goal goal)
{
    const struct cascade_search search = {.moves = FINDER_MOVES, .states = FINDER_STATES};
    struct finding finding = {engine, worker, 16};
    struct cascade_result result;
    cascades_find(&engine->position, &goal, &search, add_found, &finding, &result);
}

/* Add checks, and captures of the enemy's best pieces, of any length. */
static void list_found(struct engine *engine, struct worker *worker)
{
    struct search_man *men = memory_new(CELLS_MAX, sizeof *men);
    int n = engine->rules->men(worker->work, state_at(worker, 0), men, CELLS_MAX), goals = 0;
    const int16_t *worth = engine->evaluator.tables->worth;
    find_goal(engine, worker, (struct goal){.verb = GOAL_CHECK, .cell = CELL_NONE});
    for (; goals < GOALS_MOST && !is_late(engine); goals++) {
        int best = -1;
        for (int i = 0; i < n; i++)
            if (men[i].side < engine->ruleset->sides && men[i].side != engine->position.side && worth[men[i].piece] > 0 &&
                (best < 0 || worth[men[i].piece] > worth[men[best].piece]))
                best = i;
        if (best < 0)
            break;
        find_goal(engine, worker, (struct goal){.verb = GOAL_CAPTURE, .cell = men[best].cell});
        men[best].side = NOBODY;
    }
    free(men);
}

/* ---- restriction to given plies */

/* The index of the listed ply with the same outcome as this one, -1 if none. */
static int same_outcome(struct engine *engine, struct worker *worker, const struct ply *ply)
{
    struct position *after = memory_new(1, sizeof *after);
    struct search_head *wanted = state_at(worker, 2);
    int found = -1;
    ply_play(&engine->position, ply, after);
    engine->rules->load(worker->work, after, wanted);
    free(after);
    for (int i = 0; i < engine->root.n && found < 0; i++) {
        const struct search_ply *listed = &engine->root.v[i];
        struct search_head *made = state_at(worker, 1);
        if (engine->rules->make(worker->work, state_at(worker, 0), listed, root_body(&engine->root, listed), made) &&
            made->key == wanted->key)
            found = i;
    }
    return found;
}

static void keep_only(struct engine *engine, struct worker *worker, const struct engine_limits *limits)
{
    struct search_list *list = &engine->root;
    bool *keep = memory_new((size_t)list->n + (size_t)limits->only_count + 1, sizeof *keep);
    int n = 0;
    for (int i = 0; i < limits->only_count; i++) {
        int at = same_outcome(engine, worker, &limits->only[i]);
        if (at < 0 && engine->rules->pack) {
            int from = list->n;
            if (engine->rules->pack(worker->work, state_at(worker, 0), &limits->only[i], list) && list->n > from)
                at = from;
            list->n = at < 0 ? from : from + 1;
        }
        if (at >= 0)
            keep[at] = true;
    }
    for (int i = 0; i < list->n; i++)
        if (keep[i])
            list->v[n++] = list->v[i];
    list->n = n;
    free(keep);
}

void root_list(struct engine *engine, struct worker *worker)
{
    const struct engine_limits *limits = engine->limits;
    const struct search_rules *rules = engine->rules;
    struct search_list *list = &engine->root;
    list->n = 0;
    list->body_used = 0;
    list->most = ROOT_MOST;
    if (rules->ended(worker->work, state_at(worker, 0)) != SEARCH_PLAYING)
        return;
    int first = !rules->cascades ? 1 : limits->cascade ? limits->cascade : CASCADE_FIRST;
    bool more = list_members(engine, worker, 1, 1);
    if (first > 1)
        more = list_members(engine, worker, 2, first);
    if (rules->cascades && more && !limits->cascade) {
        if (list->n < ROOT_FEW && rules != &adapter_search)
            for (int members = first + 1; members <= CASCADE_LAST && list->n < ROOT_FEW && more && !is_late(engine); members++)
                more = list_members(engine, worker, members, members);
        if (rules->pack && engine->ruleset->rules->find && rules != &adapter_search && !is_late(engine))
            list_found(engine, worker);
    }
    if (!list->n && rules->cascades) /* only a longer ply can help */
        list_members(engine, worker, first + 1, first + 2);
    if (limits->only_count)
        keep_only(engine, worker, limits);
}
