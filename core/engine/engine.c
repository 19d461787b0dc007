/* engine.c - the engine's public functions: opening, the game so far, thinking by iterations,
 * reporting. */
#include "core/engine/parts.h"

#include "core/draft.h"

#include <stdlib.h>

enum { ASPIRATION = 18 };

/* ---- workers */

static struct worker *worker_new(struct engine *engine, int index)
{
    struct worker *worker = memory_new(1, sizeof *worker);
    worker->engine = engine;
    worker->rules = engine->rules;
    worker->evaluator = &engine->evaluator;
    worker->index = index;
    worker->work = engine->rules->open(engine->ruleset, engine->evaluator.tables);
    worker->state_size = engine->rules->state_size(engine->ruleset);
    size_t bytes = (PLY_MAX + 3) * worker->state_size;
    worker->states = memory_new(bytes, 1);
    memory_make(&worker->memory, engine->rules->slots(engine->ruleset));
    if (worker->evaluator->net)
        net_memory_make(&worker->net_memory, worker->evaluator->net);
    return worker;
}

static void worker_free(struct worker *worker)
{
    worker->rules->close(worker->work);
    free(worker->states);
    free(worker->keys);
    free(worker->root);
    search_list_free(&worker->list);
    memory_free(&worker->memory);
    net_memory_free(&worker->net_memory);
    free(worker);
}

/* ---- opening */

struct engine *engine_new(const struct ruleset *ruleset, int megabytes, const char *weights,
                          struct note *why)
{
    struct engine *engine = memory_new(1, sizeof *engine);
    engine->ruleset = ruleset;
    evaluator_make(&engine->evaluator, ruleset, weights ? weights : weights_learnt(ruleset), why);
    engine->rules = engine->evaluator.rules;
    engine->draws = ruleset->draws != NULL;
    engine->endgames = endgames_new(ruleset);
    hash_table_make(&engine->table, megabytes);
    search_prepare();
    engine_threads(engine, 1);
    ruleset->rules->setup(ruleset, &engine->position);
    return engine;
}

void engine_free(struct engine *engine)
{
    if (!engine)
        return;
    for (int i = 0; i < engine->threads; i++)
        worker_free(engine->worker[i]);
    free(engine->worker);
    free(engine->keys);
    search_list_free(&engine->root);
    hash_table_free(&engine->table);
    endgames_free(engine->endgames);
    evaluator_free(&engine->evaluator);
    free(engine);
}

void engine_clear(struct engine *engine)
{
    hash_table_clear(&engine->table);
    for (int i = 0; i < engine->threads; i++)
        memory_clear(&engine->worker[i]->memory);
}

void engine_table(struct engine *engine, int megabytes)
{
    hash_table_make(&engine->table, megabytes);
}

void engine_threads(struct engine *engine, int threads)
{
    if (threads < 1)
        threads = 1;
    struct worker **worker = memory_new((size_t)threads, sizeof *worker);
    for (int i = 0; i < threads; i++)
        worker[i] = i < engine->threads ? engine->worker[i] : worker_new(engine, i);
    for (int i = threads; i < engine->threads; i++)
        worker_free(engine->worker[i]);
    free(engine->worker);
    engine->worker = worker;
    engine->threads = threads;
}

bool engine_is_fast(const struct engine *engine)
{
    return engine->rules != &adapter_search;
}

/* ---- the game so far */

void engine_position(struct engine *engine, const struct position *start, const struct ply *ply,
                     int plies)
{
    struct worker *worker = engine->worker[0];
    struct position *next = memory_new(1, sizeof *next);
    position_copy(&engine->position, start);
    engine->key_count = 0;
    engine->plies = plies;
    engine->keys = memory_room(engine->keys, &engine->key_room, plies + 1, sizeof *engine->keys);
    for (int i = 0; i < plies; i++) {
        const struct search_head *head = state_at(worker, 0);
        engine->rules->load(worker->work, &engine->position, state_at(worker, 0));
        engine->keys[engine->key_count++] = head->key;
        if (ply[i].n)
            ply_play(&engine->position, &ply[i], next);
        else {
            position_copy(next, &engine->position);
            position_pass(next);
        }
        position_copy(&engine->position, next);
    }
    free(next);
}

static int living_seats(const struct search_head *head)
{
    int n = 0;
    for (int side = 0; side < SIDES_MAX; side++)
        n += head->living >> side & 1;
    return n;
}

/* Prepare a worker for a new search: load the root position and the keys of the game so far. */
static void worker_begin(struct worker *worker)
{
    struct engine *engine = worker->engine;
    const struct search_head *head = state_at(worker, 0);
    engine->rules->load(worker->work, &engine->position, state_at(worker, 0));
    free(worker->keys);
    worker->keys = memory_new((size_t)engine->key_count + PLY_MAX + 4, sizeof *worker->keys);
    if (engine->key_count)
        memcpy(worker->keys, engine->keys, (size_t)engine->key_count * sizeof *worker->keys);
    worker->history = engine->key_count;
    worker->keys[worker->history] = head->key;
    worker->seat = head->side;
    worker->two = engine->ruleset->sides == 2 || living_seats(head) <= 2;
    worker->nodes = 0;
    worker->deepest = worker->line = worker->null_below = 0;
    worker->check_in = 1;
    worker->list.n = 0;
    worker->list.body_used = 0;
    memset(worker->frame, 0, sizeof worker->frame);
}

/* Copy the root's plies for this worker, sorted by a rough score. */
static void worker_take_root(struct worker *worker)
{
    struct engine *engine = worker->engine;
    int n = engine->root.n;
    free(worker->root);
    worker->root = memory_new((size_t)n + 1, sizeof *worker->root);
    worker->roots = n;
    worker->body = engine->root.body;
    for (int i = 0; i < n; i++) {
        struct root_ply *root = &worker->root[i];
        root->ply = engine->root.v[i];
        root->score =
            8 * root->ply.gain - root->ply.risk * (root->ply.gain > 0) - root->ply.members;
        root->before = SCORE_NONE;
        root->pv[0] = root->ply.code;
        root->pv_length = 1;
    }
    for (int gap = n / 2; gap > 0; gap /= 2)
        for (int i = gap; i < n; i++) {
            struct root_ply kept = worker->root[i];
            int j = i;
            for (; j >= gap && worker->root[j - gap].score < kept.score; j -= gap)
                worker->root[j] = worker->root[j - gap];
            worker->root[j] = kept;
        }
}

/* ---- tables of endgames */

/* Tables that are made quickly are made at once for a position with as many pieces; with one more
 * only under a clock, so that a search by nodes or depth does not depend on what was kept. Tables
 * of more pieces are only fetched, also under a clock only. */
enum { TABLES_NEAR = ENDGAME_MEN_QUICK + 1, TABLES_FAR = ENDGAME_MEN_QUICK + 3 };

struct tabling {
    struct engine *engine;
    int share; /* how many percent of the time may be used */
};

static bool tabling_must_stop(void *argument)
{
    const struct tabling *tabling = argument;
    struct engine *engine = tabling->engine;
    if (engine->host->stop && atomic_load_explicit(engine->host->stop, memory_order_relaxed))
        return true;
    return engine->budget.hard &&
           budget_spent(&engine->budget) > engine->budget.hard * tabling->share / 100;
}

static void *tabling_fetch(const char *name, size_t *size, void *argument)
{
    const struct engine_host *host = ((struct tabling *)argument)->engine->host;
    return host->fetch ? host->fetch(name, size, host->argument) : NULL;
}

static void tabling_keep(const char *name, const void *bytes, size_t size, void *argument)
{
    const struct engine_host *host = ((struct tabling *)argument)->engine->host;
    if (host->keep)
        host->keep(name, bytes, size, host->argument);
}

/* Fetch or make the tables that this search can use, as far as the time allows. */
static void engine_make_tables(struct engine *engine)
{
    const struct engine_limits *limits = engine->limits;
    const struct search_head *head = state_at(engine->worker[0], 0);
    int men = head->count[0] + head->count[1];
    bool timed = engine->budget.hard || !(limits->nodes || limits->depth);
    struct tabling tabling = {engine, 75};
    const struct endgame_host host = {.stop = tabling_must_stop,
                                      .fetch = tabling_fetch,
                                      .keep = tabling_keep,
                                      .argument = &tabling};
    engine->tabled = engine->endgames && !limits->weakness && !limits->blunders;
    if (!engine->tabled)
        return;
    if (men <= ENDGAME_MEN_QUICK || (timed && men <= ENDGAME_MEN_MOST))
        endgames_make(engine->endgames, &engine->position, men > ENDGAME_MEN_QUICK, &host);
    tabling.share = 25;
    if (men > ENDGAME_MEN_QUICK && timed && men <= TABLES_FAR)
        endgames_make_below(engine->endgames, &engine->position,
                            men > TABLES_NEAR || !engine->budget.hard, &host);
}

bool endgame_score(const struct worker *worker, int ply, int *score)
{
    const struct search_head *head = state_at(worker, ply);
    struct endgame_value value;
    if (head->count[0] + head->count[1] > ENDGAME_MEN_MOST ||
        !endgames_probe(worker->engine->endgames, worker->work, head, &value))
        return false;
    int limit = 50 * worker->engine->ruleset->sides;
    if (value.outcome && worker->engine->draws && head->halfmove + value.plies >= limit)
        return false;
    *score = value.outcome ? value.outcome * (ENGINE_MATE - ply - value.plies) : ENGINE_DRAW;
    return true;
}

/* ---- reporting */

static uint64_t nodes_of_all(const struct engine *engine)
{
    uint64_t nodes = 0;
    for (int i = 0; i < engine->threads; i++)
        nodes += engine->worker[i]->nodes; /* other threads may be counting at the same time, so the
                                              sum is approximate */
    return nodes;
}

static void engine_report(struct worker *worker, int depth, int number, const struct root_ply *root,
                          int bound)
{
    struct engine *engine = worker->engine;
    struct ply ply[ENGINE_PV_MAX];
    if (!engine->host->report)
        return;
    memset(ply, 0, sizeof ply);
    int n = line_unpack(engine, worker, root, ply, ENGINE_PV_MAX);
    struct engine_line line = {.depth = depth,
                               .deepest = worker->deepest,
                               .number = number,
                               .score = root->score,
                               .bound = bound,
                               .nodes = nodes_of_all(engine),
                               .time = budget_spent(&engine->budget) / 1000,
                               .full = hash_table_full(&engine->table),
                               .ply = ply,
                               .plies = n};
    if (engine->ruleset->sides > 2) {
        line.seats = engine->ruleset->sides;
        evaluate_seats(&engine->evaluator, worker->work, state_at(worker, 0), line.seat);
    }
    engine->host->report(&line, engine->host->argument);
    for (int i = 0; i < ENGINE_PV_MAX; i++)
        ply_free(&ply[i]);
}

/* ---- iterations */

static bool engine_halted(const struct worker *worker)
{
    return atomic_load_explicit(&worker->engine->halt, memory_order_relaxed);
}

/* Search the plies from worker->line on at one depth. The search begins with a narrow window around
 * the previous score (aspiration window) and widens it until the score is inside. */
static void search_line(struct worker *worker, int depth)
{
    struct root_ply *first = &worker->root[worker->line];
    int guess = first->before, width = ASPIRATION + (depth < 6 ? 20 : 0), alpha = -SCORE_INFINITE,
        beta = SCORE_INFINITE;
    if (depth >= 4 && guess > -ENGINE_MATE_LEAST && guess < ENGINE_MATE_LEAST) {
        alpha = guess - width;
        beta = guess + width;
    }
    for (int fails = 0;; fails++) {
        int score = search_root(worker, depth, alpha, beta);
        if (engine_halted(worker))
            return;
        if (score <= alpha && alpha > -SCORE_INFINITE) {
            beta = (alpha + beta) / 2;
            alpha = fails > 3 ? -SCORE_INFINITE : score - width;
        } else if (score >= beta && beta < SCORE_INFINITE) {
            beta = fails > 3 ? SCORE_INFINITE : score + width;
        } else {
            return;
        }
        if (alpha < -SCORE_INFINITE)
            alpha = -SCORE_INFINITE;
        if (beta > SCORE_INFINITE)
            beta = SCORE_INFINITE;
        first->before = score; /* what is known if the next search is stopped at once */
        width *= 2;
    }
}

/* How much of the normal thinking time to spend, in percent, judging by this iteration. */
static int calm_of(const struct worker *worker, int score, int before, int unchanged)
{
    int calm = 100;
    if (before != SCORE_NONE && score < before - 30)
        calm += score < before - 100 ? 120 : 60; /* the score dropped, so think longer */
    calm -= unchanged > 6 ? 40 : 6 * unchanged;
    if (worker->root[0].nodes * 10 > worker->nodes * 9 && unchanged > 3)
        calm -= 20;
    return calm;
}

static bool engine_enough(struct worker *worker, int depth, int score, int before, int unchanged)
{
    struct engine *engine = worker->engine;
    const struct engine_limits *limits = engine->limits;
    int to_mate = ENGINE_MATE - (score < 0 ? -score : score);
    bool mate = score >= ENGINE_MATE_LEAST || score <= -ENGINE_MATE_LEAST;
    if (limits->mate && score >= ENGINE_MATE_LEAST && to_mate <= 2 * limits->mate - 1)
        return true;
    if (limits->depth && depth >= limits->depth)
        return true;
    if (mate && to_mate <= depth &&
        (limits->movetime || limits->time[worker->seat] || limits->nodes) && !limits->mate)
        return true; /* a complete search to this depth would have found a shorter mate */
    if (worker->roots == 1 && limits->time[worker->seat] && depth >= 3)
        return true;
    return budget_enough(&engine->budget, calm_of(worker, score, before, unchanged));
}

static void engine_iterate(struct worker *worker)
{
    struct engine *engine = worker->engine;
    const struct engine_limits *limits = engine->limits;
    int lines = limits->lines < 1                  ? 1
                : limits->lines > ENGINE_LINES_MAX ? ENGINE_LINES_MAX
                                                   : limits->lines;
    if (limits->weakness && lines < 8)
        lines = 8;
    if (lines > worker->roots)
        lines = worker->roots;
    int before = SCORE_NONE, unchanged = 0;
    uint64_t best = 0;
    for (int depth = 1; depth < DEPTH_MAX && !engine_halted(worker); depth++) {
        if (worker->index && depth > 3 && (depth + worker->index) % 3 == 0)
            continue; /* helper threads skip some depths, so that threads search different depths */
        for (int i = 0; i < worker->roots; i++)
            worker->root[i].nodes = 0;
        for (worker->line = 0; worker->line < lines && !engine_halted(worker); worker->line++) {
            for (int i = worker->line; i < worker->roots; i++)
                if (worker->root[i].score > -SCORE_INFINITE && depth > 1)
                    worker->root[i].before = worker->root[i].score;
            search_line(worker, depth);
            if (worker->index == 0 && !engine_halted(worker))
                engine_report(worker, depth, worker->line + 1, &worker->root[worker->line], 0);
        }
        worker->line = 0;
        if (worker->index || engine_halted(worker))
            continue;
        unchanged = worker->root[0].ply.code == best ? unchanged + 1 : 0;
        best = worker->root[0].ply.code;
        int score = worker->root[0].score;
        if (engine_enough(worker, depth, score, before, unchanged))
            break;
        before = score;
        worker->deepest = worker->deepest > depth ? worker->deepest : depth;
    }
}

static void think_job(int index, void *data)
{
    struct engine *engine = data;
    engine_iterate(engine->worker[index]);
    if (index == 0)
        atomic_store(&engine->halt, true);
}

/* The index of the root ply to play at a weaker level: now and then any ply, otherwise one of those
 * that are nearly as good as the best. */
static int choose_weakly(struct worker *worker, const struct engine_limits *limits)
{
    uint64_t chance =
        hash_mix(limits->seed + 0x9E3779B97F4A7C15u * (uint64_t)(worker->engine->plies + 1));
    int near = 1;
    if ((int)(chance % 100) < limits->blunders)
        return (int)(hash_mix(chance) % (uint64_t)worker->roots);
    while (near < worker->roots && near < 8 && worker->root[near].score > -SCORE_INFINITE &&
           worker->root[near].score + limits->weakness >= worker->root[0].score)
        near++;
    return (int)(hash_mix(chance) % (uint64_t)near);
}

void engine_think(struct engine *engine, const struct engine_limits *limits,
                  const struct engine_host *host, struct engine_result *out)
{
    struct worker *main = engine->worker[0];
    engine->limits = limits;
    engine->host = host;
    atomic_store(&engine->halt, false);
    engine->table.age++;
    for (int i = 0; i < engine->threads; i++)
        worker_begin(engine->worker[i]);
    budget_begin(&engine->budget, host, limits, main->seat, engine->plies);
    engine_make_tables(engine);
    root_list(engine, main);
    *out = (struct engine_result){0};
    if (engine->root.n == 0)
        return;
    for (int i = 0; i < engine->threads; i++)
        worker_take_root(engine->worker[i]);
    if (engine->threads > 1 && host->together)
        host->together(engine->threads, think_job, engine, host->argument);
    else
        think_job(0, engine);
    const struct root_ply *best =
        &main->root[limits->weakness || limits->blunders ? choose_weakly(main, limits) : 0];
    struct ply line[2] = {{0}};
    int n = line_unpack(engine, main, best, line, 2);
    out->found = true;
    ply_copy(&out->best, &line[0]);
    if (n > 1)
        ply_copy(&out->ponder, &line[1]);
    ply_free(&line[0]);
    ply_free(&line[1]);
    out->score = best->score > -SCORE_INFINITE ? best->score
                 : best->before != SCORE_NONE  ? best->before
                                               : main->root[0].score; /* a blunder */
    out->nodes = nodes_of_all(engine);
    out->depth = main->deepest;
}

void engine_result_free(struct engine_result *result)
{
    ply_free(&result->best);
    ply_free(&result->ponder);
    *result = (struct engine_result){0};
}

int engine_evaluate(struct engine *engine, int seat[SIDES_MAX])
{
    struct worker *worker = engine->worker[0];
    worker_begin(worker);
    if (seat)
        evaluate_seats(&engine->evaluator, worker->work, state_at(worker, 0), seat);
    return evaluate(&engine->evaluator, &worker->net_memory, worker->work, state_at(worker, 0),
                    worker->two ? -1 : worker->seat);
}
