/* tree.c - the tree search: principal variation search (alpha-beta) with a transposition table,
 * null moves, reductions, extensions, and quiescence search at the leaves. It knows a game only
 * through its search rules.
 *
 * With three players (BRS+; Esser, Gras, Winands, Schadd, Lanctot 2014) the root's seat plays
 * against the others as one party: in every round one opponent chooses freely, and the other
 * opponent plays the ply that looks best. A score is always that of the party to move. Between two
 * opponents in a row the party is the same, so the score keeps its sign. */
#include "core/engine/parts.h"

#include <stdlib.h>

enum { TRIED_MOST = 64, FREE_CHOICE = 0, FIRST_CHOICE = 1 };

static int tree_quiesce(struct worker *worker, int ply, int depth, int alpha, int beta);

/* ---- parties: the root's seat, and all others together */

static inline bool is_root_party(const struct worker *worker, const struct search_head *head)
{
    return head->side == worker->seat;
}

/* True if the same party is to move in both states, so that the score keeps its sign. */
static inline bool same_party(const struct worker *worker, const struct search_head *a,
                              const struct search_head *b)
{
    return !worker->two && is_root_party(worker, a) == is_root_party(worker, b);
}

static inline uint64_t tree_key_of(const struct worker *worker, const struct search_head *head,
                                   int choice)
{
    return worker->two ? head->key
                       : head->key ^ search_fact(250 + (unsigned)choice, (uint64_t)worker->seat);
}

/* The value of an end of the game for the party to move, `ply` plies from the root. */
static int end_score(const struct worker *worker, const struct search_head *head, int end, int ply)
{
    int won = ENGINE_MATE - ply;
    if (end == SEARCH_DRAW)
        return worker->two || head->living >> worker->seat & 1 ? ENGINE_DRAW
               : is_root_party(worker, head)                   ? -won
                                                               : won;
    int winner = end - SEARCH_WON;
    if (worker->two)
        return winner == head->side ? won : -won;
    return (winner == worker->seat) == is_root_party(worker, head) ? won : -won;
}

/* True if, with three players, the root's seat has been eliminated. */
static inline bool root_is_out(const struct worker *worker, const struct search_head *head)
{
    return !worker->two && !(head->living >> worker->seat & 1);
}

/* ---- stopping */

static bool tree_stopped(struct worker *worker)
{
    struct engine *engine = worker->engine;
    if (atomic_load_explicit(&engine->halt, memory_order_relaxed))
        return true;
    if (worker->index == 0 && --worker->check_in <= 0) {
        bool over = budget_over(&engine->budget, worker->nodes);
        worker->check_in = engine->budget.every;
        if (over)
            atomic_store_explicit(&engine->halt, true, memory_order_relaxed);
        return over;
    }
    return false;
}

/* ---- draws that depend on the path to a position */

static bool drawn_by_history(const struct worker *worker, int ply, const struct search_head *head)
{
    int here = worker->history + ply, met = 0;
    int back = head->halfmove < here ? head->halfmove : here;
    if (worker->engine->draws && head->halfmove >= 50 * worker->engine->ruleset->sides)
        return true;
    for (int i = 1; i <= back; i++)
        if (worker->keys[here - i] == head->key && (i < ply || ++met == 2))
            return true;
    return false;
}

static int evaluate_here(struct worker *worker, int ply)
{
    return evaluate(worker->evaluator, &worker->net_memory, worker->work, state_at(worker, ply),
                    worker->two ? -1 : worker->seat);
}

/* score_out() converts a score for the table, score_in() converts it back: in the table a mate is
 * counted from the node, in the search from the root. */
static int score_out(int score, int ply)
{
    return score >= ENGINE_MATE_LEAST    ? score + ply
           : score <= -ENGINE_MATE_LEAST ? score - ply
                                         : score;
}

static int score_in(int score, int ply)
{
    return score >= ENGINE_MATE_LEAST    ? score - ply
           : score <= -ENGINE_MATE_LEAST ? score + ply
                                         : score;
}

static void tree_enter(struct worker *worker, int ply, const struct search_head *head)
{
    worker->keys[worker->history + ply] = head->key;
    worker->nodes++;
    if (ply > worker->deepest)
        worker->deepest = ply;
}

static void note_ply(struct worker *worker, int ply, const struct search_ply *made)
{
    const struct search_head *head = state_at(worker, ply);
    struct frame *frame = &worker->frame[ply];
    frame->low = (uint32_t)made->code;
    frame->low += !frame->low;
    frame->slot = made->slot;
    frame->side = head->side;
    frame->gains = made->flags & SEARCH_GAINS;
}

static void take_pv(struct worker *worker, int ply, uint64_t code)
{
    int n = worker->pv_length[ply + 1];
    if (n >= ENGINE_PV_MAX)
        n = ENGINE_PV_MAX - 1;
    worker->pv[ply][0] = code;
    memcpy(worker->pv[ply] + 1, worker->pv[ply + 1], (size_t)n * sizeof(uint64_t));
    worker->pv_length[ply] = n + 1;
}

/* The maximal number of members of the plies to search when `depth` plies remain. */
static int cap_of(int depth)
{
    return depth >= 3 ? 2 : 1;
}

/* Called if no legal ply was found at a node; returns the node's score. *widened becomes true if
 * the picker now has longer cascades: the caller must search them instead. */
static int no_ply(struct worker *worker, struct picker *picker, int ply, int depth, int alpha,
                  int beta, bool *widened);

static int tree_search(struct worker *worker, int ply, int depth, int alpha, int beta, bool cut,
                       int choice);

/* The score of the position after a ply that was made at ply number `ply`, for the party that made
 * it. The state after the ply is at ply + 1. */
static int search_after(struct worker *worker, int ply, int depth, int alpha, int beta, bool cut,
                        int choice)
{
    const struct search_head *head = state_at(worker, ply), *next = state_at(worker, ply + 1);
    return same_party(worker, head, next)
               ? tree_search(worker, ply + 1, depth, alpha, beta, cut, choice)
               : -tree_search(worker, ply + 1, depth, -beta, -alpha, cut, choice);
}

/* ---- quiescence search: only captures and promotions (in check: all plies), until the position is
 * quiet */

static int tree_quiesce(struct worker *worker, int ply, int depth, int alpha, int beta)
{
    struct search_head *head = state_at(worker, ply);
    struct hash_hit hit;
    struct picker picker;
    int best = -SCORE_INFINITE, eval = SCORE_NONE, known_eval = SCORE_NONE, begun = alpha;
    uint32_t best_low = 0;
    worker->pv_length[ply] = 0;
    tree_enter(worker, ply, head);
    if (tree_stopped(worker))
        return 0;
    int end = worker->rules->ended(worker->work, head);
    if (end != SEARCH_PLAYING)
        return end_score(worker, head, end, ply);
    if (root_is_out(worker, head))
        return end_score(worker, head, SEARCH_DRAW, ply);
    if (drawn_by_history(worker, ply, head))
        return ENGINE_DRAW;
    int exact;
    if (worker->engine->tabled && endgame_score(worker, ply, &exact))
        return exact;
    uint64_t key = tree_key_of(worker, head, FREE_CHOICE);
    hash_table_probe(&worker->engine->table, key, &hit);
    int known = hit.bound ? score_in(hit.score, ply) : SCORE_NONE;
    if (hit.bound && beta - alpha == 1 &&
        (hit.bound == BOUND_EXACT || (hit.bound == BOUND_LOWER ? known >= beta : known <= alpha)))
        return known;
    bool check = worker->rules->in_check && worker->rules->in_check(worker->work, head);
    if (ply >= PLY_MAX - 1)
        return check ? 0 : evaluate_here(worker, ply);
    bool evade = check && depth > -6;
    if (!evade) {
        bool rough = false;
        if (hit.bound && hit.eval != SCORE_NONE)
            eval = hit.eval;
        else if (!worker->two ||
                 !(rough = evaluate_roughly(worker->evaluator, head, alpha, beta, &eval)))
            eval = evaluate_here(worker, ply);
        best = eval;
        known_eval = rough ? SCORE_NONE : eval;
        if (hit.bound &&
            (hit.bound == BOUND_EXACT || (hit.bound == BOUND_LOWER ? known > best : known < best)))
            best = known;
        if (best >= beta)
            return best;
        if (best > alpha)
            alpha = best;
    }
    picker_begin(&picker, worker, ply, hit.low, evade, 1);
    int index, legal = 0;
    while ((index = picker_next(&picker, worker, ply)) >= 0) {
        struct search_ply v = worker->list.v[index];
        if (!evade) {
            if (!(v.flags & SEARCH_GAINS) || v.flags & SEARCH_UNDER)
                continue;
            int hope = eval + v.gain + 160;
            if (hope <= alpha && !(v.flags & SEARCH_PROMOTES)) {
                if (hope > best)
                    best = hope;
                continue;
            }
        }
        if (!worker->rules->make(worker->work, head, &v, body_at(worker, &v),
                                 state_at(worker, ply + 1)))
            continue;
        legal++;
        note_ply(worker, ply, &v);
        const struct search_head *next = state_at(worker, ply + 1);
        hash_table_fetch(&worker->engine->table, tree_key_of(worker, next, FREE_CHOICE));
        int score = same_party(worker, head, next)
                        ? tree_quiesce(worker, ply + 1, depth - 1, alpha, beta)
                        : -tree_quiesce(worker, ply + 1, depth - 1, -beta, -alpha);
        if (atomic_load_explicit(&worker->engine->halt, memory_order_relaxed))
            break;
        if (score > best) {
            best = score;
            if (score > alpha) {
                alpha = score;
                best_low = (uint32_t)v.code;
                take_pv(worker, ply, v.code);
                if (score >= beta)
                    break;
            }
        }
    }
    if (evade && !legal && !atomic_load_explicit(&worker->engine->halt, memory_order_relaxed)) {
        bool widened = false;
        best = no_ply(worker, &picker, ply, 0, alpha, beta, &widened);
    }
    picker_end(&picker, worker);
    if (atomic_load_explicit(&worker->engine->halt, memory_order_relaxed))
        return 0;
    struct hash_hit kept = {.low = best_low,
                            .score = (int16_t)score_out(best, ply),
                            .eval = (int16_t)known_eval,
                            .depth = 0,
                            .bound = best >= beta   ? BOUND_LOWER
                                     : best > begun ? BOUND_EXACT
                                                    : BOUND_UPPER};
    hash_table_store(&worker->engine->table, key, &kept);
    return best;
}

/* The score with three players after the mover was eliminated or passed its turn: the state has
 * another player to move. */
static int next_mover(struct worker *worker, struct picker *picker, int ply, int depth, int alpha,
                      int beta, int side)
{
    struct search_head *head = state_at(worker, ply);
    bool was_root = side == worker->seat, is_root = is_root_party(worker, head);
    if (root_is_out(worker, head)) {
        int lost = -(ENGINE_MATE - ply);
        return was_root ? lost : -lost;
    }
    picker_end(picker, worker);
    worker->nodes--;
    int score = was_root == is_root
                    ? tree_search(worker, ply, depth, alpha, beta, false, FREE_CHOICE)
                    : -tree_search(worker, ply, depth, -beta, -alpha, false, FREE_CHOICE);
    picker_begin(picker, worker, ply, 0, false, 1);
    return score;
}

static int no_ply(struct worker *worker, struct picker *picker, int ply, int depth, int alpha,
                  int beta, bool *widened)
{
    struct search_head *head = state_at(worker, ply);
    int side = head->side, score;
    void *kept = NULL; /* a copy of the state, because stuck() changes it and the node may be
                          searched again */
    if (worker->engine->ruleset->sides > 2) {
        kept = memory_new(1, worker->state_size);
        memcpy(kept, head, worker->state_size);
    }
    int end = worker->rules->stuck(worker->work, head);
    if (end == SEARCH_MORE) {
        *widened = picker_widen(picker, worker, ply, LIMITS_DEFAULT.cascade);
        score = *widened ? 0 : evaluate_here(worker, ply);
    } else if (end != SEARCH_PLAYING) {
        score = end_score(worker, head, end, ply);
    } else {
        score = next_mover(worker, picker, ply, depth, alpha, beta, side);
    }
    if (kept)
        memcpy(head, kept, worker->state_size);
    free(kept);
    return score;
}

/* ---- reductions: 0.8 + ln(depth) * ln(number) / 2.3, in whole plies */

static int8_t reduction[64][64];

static double tree_natural(int n) /* an approximation of ln that is good enough, without libm */
{
    double sum = 0;
    for (int i = 1; i <= n; i++)
        sum += 1.0 / i;
    return sum - 0.5772 - 0.5 / n;
}

void search_prepare(void)
{
    for (int d = 1; d < 64; d++)
        for (int n = 1; n < 64; n++)
            reduction[d][n] = (int8_t)(0.8 + tree_natural(d) * tree_natural(n) / 2.3);
}

/* Null move: if the score is at least beta after passing, some ply reaches beta too. True if the
 * search of the node can stop with *score. */
static bool null_cuts(struct worker *worker, int ply, int depth, int beta, int eval, int *score)
{
    struct search_head *head = state_at(worker, ply);
    int less = 3 + depth / 4 + (eval - beta > 400 ? 2 : (eval - beta) / 200);
    worker->rules->pass(worker->work, head, state_at(worker, ply + 1));
    worker->frame[ply].low = 0;
    worker->frame[ply].gains = false;
    *score = search_after(worker, ply, depth - less, beta - 1, beta, false, FREE_CHOICE);
    if (atomic_load_explicit(&worker->engine->halt, memory_order_relaxed) || *score < beta)
        return false;
    if (*score >= ENGINE_MATE_LEAST)
        *score = beta;
    if (depth < 12)
        return true;
    int kept = worker->null_below;
    worker->null_below = ply + 3 * (depth - less) / 4;
    int verified = tree_search(worker, ply, depth - less, beta - 1, beta, false, FREE_CHOICE);
    worker->null_below = kept;
    return verified >= beta;
}

static int tree_search(struct worker *worker, int ply, int depth, int alpha, int beta, bool cut,
                       int choice)
{
    struct engine *engine = worker->engine;
    const struct search_rules *rules = worker->rules;
    struct search_head *head = state_at(worker, ply);
    struct frame *frame = &worker->frame[ply];
    bool pv = beta - alpha > 1;
    if (depth <= 0)
        return tree_quiesce(worker, ply, 0, alpha, beta);
    worker->pv_length[ply] = 0;
    tree_enter(worker, ply, head);
    if (tree_stopped(worker))
        return 0;

    int end = rules->ended(worker->work, head);
    if (end != SEARCH_PLAYING)
        return end_score(worker, head, end, ply);
    if (root_is_out(worker, head))
        return end_score(worker, head, SEARCH_DRAW, ply);
    if (ply && drawn_by_history(worker, ply, head))
        return ENGINE_DRAW;
    int exact;
    if (ply && engine->tabled && endgame_score(worker, ply, &exact))
        return exact;
    if (ply >= PLY_MAX - 1)
        return evaluate_here(worker, ply);
    if (alpha < ply - ENGINE_MATE) /* a shorter mate than any in this node is already known */
        alpha = ply - ENGINE_MATE;
    if (beta > ENGINE_MATE - ply - 1)
        beta = ENGINE_MATE - ply - 1;
    if (alpha >= beta)
        return alpha;

    uint32_t excluded = frame->excluded;
    uint64_t key = tree_key_of(worker, head, choice) ^ (excluded ? search_fact(249, excluded) : 0);
    struct hash_hit hit;
    hash_table_probe(&engine->table, key, &hit);
    int known = hit.bound ? score_in(hit.score, ply) : SCORE_NONE;
    if (hit.bound && !pv && hit.depth >= depth &&
        (hit.bound == BOUND_EXACT || (hit.bound == BOUND_LOWER ? known >= beta : known <= alpha)))
        return known;

    bool check = rules->in_check && rules->in_check(worker->work, head);
    frame->check = check;
    if (check && ply < 2 * DEPTH_MAX / 3)
        depth++;
    int eval = check                                 ? SCORE_NONE
               : hit.bound && hit.eval != SCORE_NONE ? hit.eval
                                                     : evaluate_here(worker, ply);
    frame->eval = eval;
    int guess = eval; /* the table's score is a better guess, but only if its depth is similar;
                         otherwise the search would never go deeper */
    if (!check && hit.bound && hit.depth + 2 >= depth &&
        (hit.bound == BOUND_EXACT || (hit.bound == BOUND_LOWER ? known > eval : known < eval)))
        guess = known;
    bool improving =
        !check && ply >= 2 && (worker->frame[ply - 2].check || eval > worker->frame[ply - 2].eval);
    worker->frame[ply + 2].killer[0] = worker->frame[ply + 2].killer[1] = 0;
    worker->frame[ply + 1].excluded = 0;

    bool mates = beta >= ENGINE_MATE_LEAST || alpha <= -ENGINE_MATE_LEAST;
    if (!pv && !check && !excluded && choice == FREE_CHOICE && !mates) {
        if (depth <= 7 && guess - (75 * (depth - improving)) >= beta && guess < ENGINE_MATE_LEAST)
            return guess; /* the side to move is so far ahead that a few plies do not change the
                             result */
        if (depth <= 3 && guess + 220 * depth <= alpha) {
            int score = tree_quiesce(worker, ply, 0, alpha, alpha + 1);
            if (score <= alpha || atomic_load_explicit(&engine->halt, memory_order_relaxed))
                return score;
            worker->pv_length[ply] = 0;
        }
        int score;
        bool passed = ply > 0 && !worker->frame[ply - 1].low;
        if (rules->null_move && rules->pass && worker->two && depth >= 3 && !passed &&
            guess >= beta && head->force[head->side] * 12 >= worker->evaluator->full &&
            !engine->limits->mate && ply >= worker->null_below &&
            null_cuts(worker, ply, depth, beta, guess, &score))
            return score;
        if (atomic_load_explicit(&engine->halt, memory_order_relaxed))
            return 0;
    }
    if (!hit.low && depth >= 5 && (pv || cut))
        depth--; /* the table has no ply for this node, so search less deep; the next search then
                    has a good first ply */

    struct picker picker;
    struct search_ply tried[TRIED_MOST], best_ply = {0};
    int best = -SCORE_INFINITE, begun = alpha, index, legal = 0, tries = 0;
    bool widened = false;
    picker_begin(&picker, worker, ply, hit.low, true, cap_of(depth));
again:
    while ((index = picker_next(&picker, worker, ply)) >= 0) {
        struct search_ply v = worker->list.v[index];
        unsigned flags = picker.flags;
        bool quiet = !(v.flags & SEARCH_GAINS);
        int order = v.order;
        if ((uint32_t)v.code == excluded && excluded)
            continue;
        bool hopeless = false; /* true: the ply is pruned unless it gives check */
        if (best > -ENGINE_MATE_LEAST && ply && !pv && !check && choice == FREE_CHOICE &&
            worker->two && !(flags & PICKED_TABLE)) {
            /* Near the leaves, prune plies that can hardly raise the score above alpha. */
            hopeless = (quiet && !(flags & PICKED_KILLER) && depth <= 6 &&
                        eval + 90 + 85 * depth <= alpha) ||
                       (quiet && depth <= 4 && v.members == 1 && order < -1400 * depth) ||
                       (rules->exchange && depth <= 5 && !(flags & PICKED_GOOD) && v.members == 1 &&
                        !rules->exchange(worker->work, head, &v, body_at(worker, &v),
                                         quiet ? -45 * depth : -25 * depth * depth));
            if (hopeless && (rules->cascades || !rules->in_check))
                continue; /* without in_check(), or with cascades, a test for check is impossible or
                             too slow */
        }
        /* Singular extension: a ply that is much better than all others is searched deeper. */
        int longer = 0;
        if (ply && depth >= 7 && flags & PICKED_TABLE && !excluded && hit.bound != BOUND_UPPER &&
            hit.depth >= depth - 3 && hit.bound && known < ENGINE_MATE_LEAST &&
            known > -ENGINE_MATE_LEAST && worker->two && ply < DEPTH_MAX / 2) {
            int below = known - 2 * depth;
            /* This node is searched again without the ply; the lists of that search are put on top
             * of this node's lists. */
            frame->excluded = (uint32_t)v.code;
            int score = tree_search(worker, ply, (depth - 1) / 2, below - 1, below, cut, choice);
            frame->excluded = 0;
            if (atomic_load_explicit(&engine->halt, memory_order_relaxed))
                break;
            if (score < below)
                longer = 1;
            else if (below >= beta) {
                picker_end(&picker, worker);
                return below; /* several plies reach beta */
            }
            frame->check = check;
            frame->eval = eval;
        }
        if (!rules->make(worker->work, head, &v, body_at(worker, &v), state_at(worker, ply + 1)))
            continue;
        if (hopeless && !rules->in_check(worker->work, state_at(worker, ply + 1)))
            continue;
        legal++;
        note_ply(worker, ply, &v);
        const struct search_head *next = state_at(worker, ply + 1);
        hash_table_fetch(&worker->engine->table, tree_key_of(worker, next, FREE_CHOICE));
        bool same = same_party(worker, head, next);
        /* Two opponents in a row: after the first ply searched here the next opponent chooses
         * freely; after every other ply the next opponent only plays the ply that looks best. */
        int after = worker->two || !same ? FREE_CHOICE : legal == 1 ? FREE_CHOICE : FIRST_CHOICE;
        int deep = depth - 1 + longer, score;
        if (legal == 1) {
            score = search_after(worker, ply, deep, alpha, beta, !pv && !same && !cut, after);
        } else {
            int less = 0;
            if (depth >= 3 && !(flags & (PICKED_TABLE | PICKED_GOOD))) {
                less = reduction[depth < 64 ? depth : 63][legal < 64 ? legal : 63];
                less += !pv && cut;
                less += !improving && !check;
                less -= pv;
                less -= (flags & PICKED_KILLER) != 0;
                less -= order > 8000 ? 1 : 0;
                less += quiet && order < -8000 && v.members == 1 ? 1 : 0;
                less += v.members > 1 && quiet;
                if (check)
                    less--;
                if (!quiet)
                    less--;
                less = less < 0 ? 0 : less > deep - 1 ? deep - 1 : less;
            }
            score = search_after(worker, ply, deep - less, alpha, alpha + 1, true, after);
            if (score > alpha && less)
                score = search_after(worker, ply, deep, alpha, alpha + 1, !cut, after);
            if (score > alpha && score < beta)
                score = search_after(worker, ply, deep, alpha, beta, false, after);
        }
        if (atomic_load_explicit(&engine->halt, memory_order_relaxed))
            break;
        if (tries < TRIED_MOST)
            tried[tries++] = v;
        if (score > best) {
            best = score;
            if (score > alpha) {
                best_ply = v;
                if (pv)
                    take_pv(worker, ply, v.code);
                alpha = score;
                if (score >= beta)
                    break;
            }
        }
        if (choice == FIRST_CHOICE)
            break;
    }
    if (atomic_load_explicit(&engine->halt, memory_order_relaxed)) {
        picker_end(&picker, worker);
        return 0;
    }
    if (!legal && excluded) {
        picker_end(&picker, worker);
        return alpha;
    }
    if (!legal && best == -SCORE_INFINITE) {
        if (!widened) {
            best = no_ply(worker, &picker, ply, depth, alpha, beta, &widened);
            if (widened) {
                best = -SCORE_INFINITE;
                goto again;
            }
        } else {
            best = evaluate_here(worker, ply);
        }
        picker_end(&picker, worker);
        return best;
    }
    picker_end(&picker, worker);
    if (best == -SCORE_INFINITE)
        best = begun;
    if (best_ply.code && best >= beta)
        learn(worker, ply, &best_ply, depth, tried, tries);
    if (!excluded) {
        struct hash_hit kept = {.low = best_ply.code ? (uint32_t)best_ply.code : 0,
                                .score = (int16_t)score_out(best, ply),
                                .eval = (int16_t)eval,
                                .depth = (uint8_t)(depth > 0 ? depth : 0),
                                .bound = best >= beta         ? BOUND_LOWER
                                         : best > begun && pv ? BOUND_EXACT
                                                              : BOUND_UPPER};
        hash_table_store(&engine->table, key, &kept);
    }
    return best;
}

/* ---- the root */

static void sort_root(struct root_ply *root, int from, int n)
{
    for (int i = from + 1; i < n; i++) { /* stable: plies with equal scores keep their order */
        struct root_ply kept = root[i];
        int j = i;
        for (; j > from && root[j - 1].score < kept.score; j--)
            root[j] = root[j - 1];
        root[j] = kept;
    }
}

int search_root(struct worker *worker, int depth, int alpha, int beta)
{
    struct search_head *head = state_at(worker, 0);
    int best = -SCORE_INFINITE;
    struct frame *frame = &worker->frame[0];
    bool check = worker->rules->in_check && worker->rules->in_check(worker->work, head);
    tree_enter(worker, 0, head);
    frame->check = check;
    frame->eval = check ? SCORE_NONE : evaluate_here(worker, 0);
    frame->excluded = worker->frame[1].excluded = 0;
    for (int i = 0; i < 3; i++)
        worker->frame[i].killer[0] = worker->frame[i].killer[1] = 0;
    int known = worker->root[worker->line].before; /* the score of the best ply before this search
                                                    */
    for (int i = worker->line; i < worker->roots; i++)
        worker->root[i].score = -SCORE_INFINITE;
    for (int i = worker->line; i < worker->roots; i++) {
        struct root_ply *root = &worker->root[i];
        uint64_t nodes = worker->nodes;
        if (!worker->rules->make(worker->work, head, &root->ply, worker->body + root->ply.body,
                                 state_at(worker, 1)))
            continue;
        note_ply(worker, 0, &root->ply);
        bool first = i == worker->line;
        int number = i - worker->line + 1, score;
        if (first) {
            score = search_after(worker, 0, depth - 1, alpha, beta, false, FREE_CHOICE);
        } else {
            int less = 0;
            if (depth >= 3 && number > 3 && !(root->ply.flags & SEARCH_GAINS) && !check)
                less = reduction[depth < 64 ? depth : 63][number < 64 ? number : 63] - 1;
            less = less > depth - 2 ? depth - 2 : less;
            less = less < 0 ? 0 : less;
            score = search_after(worker, 0, depth - 1 - less, alpha, alpha + 1, true, FREE_CHOICE);
            if (score > alpha && less)
                score = search_after(worker, 0, depth - 1, alpha, alpha + 1, true, FREE_CHOICE);
            if (score > alpha && score < beta)
                score = search_after(worker, 0, depth - 1, alpha, beta, false, FREE_CHOICE);
        }
        root->nodes += worker->nodes - nodes;
        if (worker->index == 0 && worker->line == 0)
            worker->engine->budget.alarmed =
                known != SCORE_NONE && (score > best ? score : best) < known - 150;
        if (atomic_load_explicit(&worker->engine->halt, memory_order_relaxed))
            break;
        if (first || score > alpha) {
            root->score = score;
            root->pv[0] = root->ply.code;
            int n =
                worker->pv_length[1] < ENGINE_PV_MAX - 1 ? worker->pv_length[1] : ENGINE_PV_MAX - 1;
            memcpy(root->pv + 1, worker->pv[1], (size_t)n * sizeof(uint64_t));
            root->pv_length = n + 1;
        }
        if (score > best)
            best = score;
        if (score > alpha) {
            alpha = score;
            if (score >= beta)
                break;
        }
    }
    if (worker->index == 0)
        worker->engine->budget.alarmed = false;
    sort_root(worker->root, worker->line, worker->roots);
    return best;
}
