/* root.c - the plies of the root position, when to stop, and how weaker levels choose. In games
 * with cascades the root has more plies than other nodes: plies with more members as long as their
 * number is small, and the checks and captures that the cascade search finds. */
#include "core/cascades.h"
#include "core/draft.h"
#include "core/engine/level.h"
#include "core/engine/parts.h"
#include "core/variant.h"

#include <stdlib.h>

enum { ROOT_FEW = 1500, ROOT_MOST = 30000, CASCADE_FIRST = 3, CASCADE_LAST = 5 };
enum { FINDER_MOVES = 8, FINDER_STATES = 4000, GOALS_MOST = 4 };

static const void *root_body(const struct search_list *list, const struct search_ply *ply)
{
    return list->body ? list->body + ply->body : NULL;
}

/* From `from` on, remove plies that make() refuses. If the family merges outcomes, also remove
 * plies that are already listed before `from`. */
static void keep_legal(struct engine *engine, struct worker *worker, int from)
{
    struct search_list *list = &engine->root;
    int n = from;
    for (int i = from; i < list->n; i++) {
        struct search_ply ply = list->v[i];
        bool known = false;
        for (int j = 0; j < from && engine->rules->merges && !known; j++)
            known = list->v[j].code == ply.code;
        if (!known && engine->rules->make(worker->work, state_at(worker, 0), &ply,
                                          root_body(list, &ply), state_at(worker, 1)))
            list->v[n++] = ply;
    }
    list->n = n;
}

static bool root_list_members(struct engine *engine, struct worker *worker, int least, int most)
{
    int from = engine->root.n;
    bool more = engine->rules->generate(worker->work, state_at(worker, 0), SEARCH_WANT_ALL, least,
                                        most, &engine->root);
    keep_legal(engine, worker, from);
    return more;
}

/* ---- searching cascades */

struct root_search {
    struct engine *engine;
    struct worker *worker;
    int left;
};

static int root_add_found(const struct ply *ply, void *argument)
{
    struct root_search *finding = argument;
    struct search_list *list = &finding->engine->root;
    int from = list->n;
    if (finding->engine->rules->pack(finding->worker->work, state_at(finding->worker, 0), ply,
                                     list) &&
        list->n > from) {
        for (int i = 0; i < from; i++)
            if (list->v[i].code == list->v[from].code) {
                list->n = from;
                break;
            }
        keep_legal(finding->engine, finding->worker, from);
    }
    return --finding->left <= 0;
}

/* True if listing the root's plies has used so much time that the search should begin. */
static bool is_late(struct engine *engine)
{
    return engine->budget.hard && budget_spent(&engine->budget) > engine->budget.hard / 6;
}

static void find_goal(struct engine *engine, struct worker *worker, struct goal goal)
{
    const struct cascade_search search = {.moves = FINDER_MOVES, .states = FINDER_STATES};
    struct root_search finding = {engine, worker, 16};
    struct cascade_result result;
    cascades_find(&engine->position, &goal, &search, root_add_found, &finding, &result);
}

/* Add plies of any length that give check or capture the enemy's best pieces. */
static void list_found(struct engine *engine, struct worker *worker)
{
    struct search_man *men = memory_new(CELLS_MAX, sizeof *men);
    int n = engine->rules->men(worker->work, state_at(worker, 0), men, CELLS_MAX), goals = 0;
    const int16_t *worth = engine->evaluator.tables->worth;
    find_goal(engine, worker, (struct goal){.verb = GOAL_CHECK, .cell = CELL_NONE});
    for (; goals < GOALS_MOST && !is_late(engine); goals++) {
        int best = -1;
        for (int i = 0; i < n; i++)
            if (men[i].side < engine->ruleset->sides && men[i].side != engine->position.side &&
                worth[men[i].piece] > 0 &&
                (best < 0 || worth[men[i].piece] > worth[men[best].piece]))
                best = i;
        if (best < 0)
            break;
        find_goal(engine, worker, (struct goal){.verb = GOAL_CAPTURE, .cell = men[best].cell});
        men[best].side = NOBODY;
    }
    free(men);
}

/* ---- searching only given plies */

/* The index of the listed ply that leads to the same position as `ply`, -1 if there is none. */
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
        if (engine->rules->make(worker->work, state_at(worker, 0), listed,
                                root_body(&engine->root, listed), made) &&
            made->key == wanted->key)
            found = i;
    }
    return found;
}

static void keep_only(struct engine *engine, struct worker *worker,
                      const struct engine_limits *limits)
{
    struct search_list *list = &engine->root;
    bool *keep = memory_new((size_t)list->n + (size_t)limits->only_count + 1, sizeof *keep);
    int n = 0;
    for (int i = 0; i < limits->only_count; i++) {
        int at = same_outcome(engine, worker, &limits->only[i]);
        if (at < 0 && engine->rules->pack) {
            int from = list->n;
            if (engine->rules->pack(worker->work, state_at(worker, 0), &limits->only[i], list) &&
                list->n > from)
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
    bool more = root_list_members(engine, worker, 1, 1);
    if (first > 1)
        more = root_list_members(engine, worker, 2, first);
    if (rules->cascades && more && !limits->cascade) {
        if (list->n < ROOT_FEW && rules != &adapter_search)
            for (int members = first + 1;
                 members <= CASCADE_LAST && list->n < ROOT_FEW && more && !is_late(engine);
                 members++)
                more = root_list_members(engine, worker, members, members);
        if (rules->pack && engine->ruleset->rules->find && rules != &adapter_search &&
            !is_late(engine))
            list_found(engine, worker);
    }
    if (!list->n && rules->cascades) /* the side to move may be saved only by a longer ply */
        root_list_members(engine, worker, first + 1, first + 2);
    if (limits->only_count)
        keep_only(engine, worker, limits);
}

/* ---- When to stop thinking: by nodes, by a time for the move, or by a clock with increment. The
 * host provides the time. */

/* Microseconds reserved for the time between the last reading of the clock and the arrival of the
 * answer: OVERHEAD_MOVE for a fixed time per move; OVERHEAD_CLOCK, more cautious, for a clock. */
enum {
    ALARMED = 3 /* times the usual nodes at most */,
    MILLI = 1000,
    OVERHEAD_MOVE = 3 * MILLI,
    OVERHEAD_CLOCK = 15 * MILLI
};

static int64_t root_least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

void budget_begin(struct budget *budget, const struct engine_host *host,
                  const struct engine_limits *limits, int side, int plies)
{
    *budget = (struct budget){.host = host, .limits = limits, .every = 32};
    budget->begun = budget->looked = host->now(host->argument);
    if (limits->movetime) {
        int64_t all = limits->movetime * MILLI, rest = all - root_least(OVERHEAD_MOVE, all / 4);
        budget->soft = budget->hard = rest > 0 ? rest : 1;
    } else if (limits->time[side]) {
        /* Spend a share of the clock. The game is expected to last 36 more moves, or 28 after 40
         * plies. */
        int64_t clock = limits->time[side] * MILLI - OVERHEAD_CLOCK,
                increment = limits->increment[side] * MILLI;
        if (clock < MILLI)
            clock = MILLI;
        int moves = limits->moves_to_go ? limits->moves_to_go : plies < 40 ? 36 : 28;
        if (moves > 50)
            moves = 50;
        int64_t share = clock / moves + increment * 3 / 4,
                most = limits->moves_to_go == 1 ? clock * 9 / 10 : clock / 3;
        budget->soft = root_least(share, most);
        budget->hard = root_least(4 * share, most);
        if (budget->soft < 1)
            budget->soft = 1;
        if (budget->hard < 1)
            budget->hard = 1;
    }
}

int64_t budget_spent(struct budget *budget)
{
    int64_t now = budget->host->now(budget->host->argument);
    if (budget->limits->pondering) {
        bool pondering = atomic_load_explicit(budget->limits->pondering, memory_order_relaxed);
        if (pondering || budget->was_pondering)
            budget->pondered = now - budget->begun;
        budget->was_pondering = pondering;
    }
    budget->looked = now;
    return now - budget->begun - budget->pondered;
}

bool budget_over(struct budget *budget, uint64_t nodes)
{
    const struct engine_limits *limits = budget->limits;
    int64_t before = budget->looked;
    if (budget->host->stop && atomic_load_explicit(budget->host->stop, memory_order_relaxed))
        return true;
    uint64_t most = limits->nodes * (budget->alarmed ? ALARMED : 1);
    if (limits->nodes && nodes >= most)
        return true;
    if (limits->nodes) { /* count nodes exactly, so that every run gives the same result */
        uint64_t left = most - nodes;
        budget->every = left < 256 ? (int)left : 256;
        if (!budget->hard)
            return false;
    }
    int64_t spent = budget_spent(budget), since = budget->looked - before;
    if (!limits->nodes) {
        if (since > 2 * MILLI && budget->every > 1)
            budget->every = (budget->every + 1) / 2;
        else if (since < MILLI && budget->every < 4096)
            budget->every *= 2;
    }
    return budget->hard && spent >= budget->hard;
}

bool budget_enough(struct budget *budget, int calm)
{
    const struct engine_limits *limits = budget->limits;
    if (!budget->soft)
        return false;
    int64_t spent = budget_spent(budget);
    if (limits->movetime)
        return spent >= budget->soft; /* go on until the time is used: even an unfinished iteration
                                         may find a better ply */
    return spent >= root_least(budget->soft * calm / 100, budget->hard);
}

/* ---- Weaker play: see level.h. */

static void root_limit(struct engine_limits *limits, uint64_t nodes, int weakness)
{
    if (!limits->nodes || limits->nodes > nodes)
        limits->nodes = nodes;
    limits->weakness = weakness;
}

void level_limit(int level, const struct ruleset *ruleset, struct engine_limits *limits)
{
    static const struct {
        uint32_t nodes;
        int weakness, blunders;
    } table[] = {{60, 600, 70}, {150, 300, 40}, {400, 180, 18}, {1000, 100, 6}, {2500, 60, 0},
                 {7000, 30, 0}, {20000, 15, 0}, {80000, 0, 0},  {400000, 0, 0}};
    int larger = ruleset->board->cells / 64; /* a larger board has more plies per position, so it
                                                needs more nodes */
    if (level >= LEVEL_MOST)
        return;
    if (level < LEVEL_LEAST)
        level = LEVEL_LEAST;
    root_limit(limits, (uint64_t)table[level - 1].nodes * (uint64_t)(larger > 1 ? larger : 1),
               table[level - 1].weakness);
    limits->blunders = table[level - 1].blunders;
}

void elo_limit(int elo, struct engine_limits *limits)
{
    uint64_t nodes = 60;
    int step = elo < ELO_LEAST ? 0 : elo - ELO_LEAST;
    for (; step >= 120; step -= 120) /* 120 Elo more need about twice the nodes */
        nodes *= 2;
    nodes += nodes * (uint64_t)step / 120;
    root_limit(limits, nodes, elo < 1700 ? (1700 - elo) / 6 : 0);
}

/* ---- Convert codes of plies to plies of actions: find each code among the plies of its
 * position. */

/* Append all plies of a state that have `least` to `most` members to `list`, which must not be the
 * worker's list. Returns the index in `list` of the ply with the code `code`, -1 if none of them
 * has it. */
static int root_look_for(struct worker *worker, const void *state, uint64_t code, int least,
                         int most, struct search_list *list)
{
    int from = list->n;
    worker->rules->generate(worker->work, state, SEARCH_WANT_ALL, least, most, list);
    for (int i = from; i < list->n; i++)
        if (list->v[i].code == code)
            return i;
    return -1;
}

/* Append to `list` the plies of a state that the tables of endgames know, and make one that wins as
 * soon, or loses as late, as they say; *after becomes the state after it. Returns its index, -1 if
 * there is none, or the game would be drawn. */
static int root_look_up(struct engine *engine, struct worker *worker, int ply,
                        struct search_list *list)
{
    struct endgame_value here, next;
    const struct search_rules *rules = engine->rules;
    void *state = state_at(worker, ply), *after = state_at(worker, ply + 1);
    if (!engine->tabled || !endgames_probe(engine->endgames, worker->work, state, &here) ||
        !here.outcome)
        return -1;
    rules->generate(worker->work, state, SEARCH_WANT_ALL, 1, 1, list);
    for (int i = 0; i < list->n; i++) {
        if (!rules->make(worker->work, state, &list->v[i],
                         list->body ? list->body + list->v[i].body : NULL, after))
            continue;
        int end = rules->ended(worker->work, after);
        if (end != SEARCH_PLAYING && end != SEARCH_DRAW && here.plies == 1)
            return i;
        if (end == SEARCH_PLAYING && endgames_probe(engine->endgames, worker->work, after, &next) &&
            next.outcome == -here.outcome && next.plies == here.plies - 1)
            return i;
    }
    return -1;
}

int line_unpack(struct engine *engine, struct worker *worker, const struct root_ply *root,
                struct ply *out, int room)
{
    const struct search_rules *rules = engine->rules;
    struct search_list list = {.most = 50000};
    int n = 0;
    if (room < 1)
        return 0;
    const unsigned char *body = engine->root.body ? engine->root.body + root->ply.body : NULL;
    rules->unpack(worker->work, state_at(worker, 0), &root->ply, body, &out[n++]);
    bool made =
        rules->make(worker->work, state_at(worker, 0), &root->ply, body, state_at(worker, 1));
    while (made && n < room && n < PLY_MAX - 2) {
        void *state = state_at(worker, n);
        list.n = 0;
        list.body_used = 0;
        if (rules->ended(worker->work, state) != SEARCH_PLAYING)
            break;
        bool searched = n < root->pv_length;
        int at = searched ? root_look_for(worker, state, root->pv[n], 1, 1, &list)
                          : root_look_up(engine, worker, n, &list);
        if (at < 0 && searched && rules->cascades)
            at = root_look_for(worker, state, root->pv[n], 2, 2, &list);
        if (at < 0)
            break;
        struct search_ply ply = list.v[at];
        const void *with = list.body ? list.body + ply.body : NULL;
        made = rules->make(worker->work, state, &ply, with, state_at(worker, n + 1));
        if (made)
            rules->unpack(worker->work, state, &ply, with, &out[n++]);
    }
    search_list_free(&list);
    return n;
}
