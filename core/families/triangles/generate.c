/* generate.c - generates the legal plies of a compact position, makes plies, and counts them. Also
 * composes plies step by step.
 *
 * Most plies need no test whether they leave the royal safe (8.1). Only these plies can expose it:
 * moves of the royal itself, moves of a piece that stands alone between the royal and a walking
 * enemy, en passant captures, and captures of another royal. All other plies are safe if they end
 * all present checks, by moving to the checking piece or in between. */
#include "core/families/triangles/triangles.h"

#include <stdlib.h>
#include <string.h>

struct generator {
    const struct triangle_position *position;
    const struct triangles *own;
    const struct triangle_ground *ground;
    int side, royal;
    bool all_safe; /* true if no ply needs a test, because the game has no check rule or royal, or
                      because the caller also wants unsafe plies */
    struct cells mine, foes, occupied;
    struct cells bound; /* pieces of which every ply must be tested, because they may be pinned */
    struct cells helps; /* cells to which a piece outside `bound` may move without a test: all cells
                           or, in check, the cells on which the piece ends every check */
    struct cells royals; /* royals of the other living players; a capture of one must be tested */
    struct cells worthy; /* the cells of `helps` and `royals`: pieces outside `bound` have no other
                            legal goals */
    struct cells others; /* cells occupied by pieces of other players */
    unsigned want;       /* enum triangle_want */
    triangle_visit *visit;
    void *argument;
    struct triangle_ply ply; /* the ply that the generator is building */
    bool counting; /* count plies instead of visiting them; plies that need no test are counted as
                      whole sets */
    uint64_t counted;
};

/* True if no ply of a piece to these cells needs a test, so that all can be counted at once. */
static inline bool needs_no_test(const struct generator *g, bool bound, struct cells targets)
{
    return !bound && !cells_meet(targets, g->royals);
}

/* Tests a ply that captures another player's royal. That player is eliminated before safety is
 * judged (8.8). */
static bool safe_after_royal(const struct generator *g, const struct triangle_ply *ply, int royal)
{
    const struct triangle_position *position = g->position;
    struct cells army = position->of[code_side(position->at[ply->taken])];
    struct cells foes = cells_without(g->foes, army), occupied = g->occupied;
    if (g->own->elimination == ELIMINATION_END)
        return true;
    if (g->own->elimination == ELIMINATION_REMOVE)
        occupied = cells_without(occupied, army);
    cells_remove(&occupied, ply->from);
    cells_add(&occupied, ply->to);
    return !triangles_attacked(position, royal, foes, occupied);
}

static bool triangles_is_safe(const struct generator *g, const struct triangle_ply *ply)
{
    bool passant = ply->taken != NO_CELL && ply->taken != ply->to;
    int taken_code = ply->taken != NO_CELL ? g->position->at[ply->taken] : 0;
    bool takes_royal = code_kind(taken_code) == g->own->royal_kind && !(taken_code & CODE_FROZEN);
    if (g->all_safe)
        return true;
    if (!passant && !takes_royal && !cells_has(g->bound, ply->from))
        return cells_has(g->helps, ply->to);
    int royal = ply->from == g->royal ? ply->to : g->royal;
    if (takes_royal)
        return safe_after_royal(g, ply, royal);
    struct cells foes = g->foes, occupied = g->occupied;
    cells_remove(&occupied, ply->from);
    if (ply->taken != NO_CELL) {
        cells_remove(&foes, ply->taken);
        cells_remove(&occupied, ply->taken);
    }
    cells_add(&occupied, ply->to);
    return !triangles_attacked(g->position, royal, foes, occupied);
}

/* Visits the current ply if it is safe; if a pawn-like piece promotes, once for each kind it may
 * become. */
static int triangles_emit(struct generator *g, bool promotes)
{
    if (!triangles_is_safe(g, &g->ply))
        return 0;
    if (g->counting) {
        g->counted += promotes ? g->own->choice_count : 1;
        return 0;
    }
    if (!promotes)
        return g->visit(&g->ply, g->argument);
    int stop = 0;
    for (const uint8_t *kind = g->own->choices; *kind && !stop; kind++) {
        g->ply.becomes = *kind;
        stop = g->visit(&g->ply, g->argument);
    }
    g->ply.becomes = KIND_NONE;
    return stop;
}

static void begin_ply(struct generator *g, int from, int to, int taken)
{
    g->ply.from = (uint8_t)from;
    g->ply.to = (uint8_t)to;
    g->ply.taken = (uint8_t)taken;
    g->ply.becomes = KIND_NONE;
    g->ply.stepping = 0;
    g->ply.passed_count = 0;
}

static int piece_plies(struct generator *g, int from)
{
    int kind = code_kind(g->position->at[from]), stop = 0;
    if (!cells_any(cells_without(g->ground->near[kind][from], g->mine)))
        return 0;
    bool bound = cells_has(g->bound, from);
    struct cells targets =
        cells_without(triangles_targets(g->position, from, g->occupied), g->mine);
    if (!bound)
        targets = cells_both(targets, g->worthy);
    if (g->want != WANT_ALL_PLIES)
        targets = g->want == WANT_GAINS ? cells_both(targets, g->others)
                                        : cells_without(targets, g->others);
    if (g->counting && cells_any(targets) && needs_no_test(g, bound, targets)) {
        g->counted += (uint64_t)cells_count(targets);
        targets = (struct cells){{0, 0}};
    }
    while (cells_any(targets) && !stop) {
        int to = cells_pop(&targets), code = g->position->at[to];
        begin_ply(g, from, to, code ? to : NO_CELL);
        if (code && g->own->compound[code_kind(code)])
            g->ply.becomes = g->own->becomes[kind];
        stop = triangles_emit(g, false);
    }
    if (!stop && g->own->null_moves && g->want & WANT_QUIET &&
        triangles_null_move(g->own, g->own->movement[kind], from, g->occupied)) {
        begin_ply(g, from, from, NO_CELL);
        stop = triangles_emit(g, false);
    }
    return stop;
}

/* Continues a multi-step move from g->ply.to after `steps` steps (6.2). */
static int further_steps(struct generator *g, int head, int steps)
{
    int stop = 0, here = g->ply.to;
    if (steps == g->own->steps_most)
        return 0;
    struct cells next = cells_both(g->ground->step[head][here], g->ground->zone[g->side]);
    next = cells_without(next, g->occupied);
    while (cells_any(next) && !stop) {
        g->ply.passed[g->ply.passed_count++] = (uint8_t)here;
        g->ply.to = (uint8_t)cells_pop(&next);
        stop = triangles_emit(g, false);
        if (!stop)
            stop = further_steps(g, head, steps + 1);
        g->ply.passed_count--;
    }
    return stop;
}

static bool may_run(const struct generator *g, int from, int to)
{
    const struct triangles *own = g->own;
    const struct triangle_ground *ground = g->ground;
    return own->multistep != MULTISTEP_NONE && cells_has(ground->zone[g->side], from) &&
           cells_has(ground->zone[g->side], to) &&
           (own->multistep == MULTISTEP_ALL || cells_has(g->position->fresh, from));
}

/* Counts the plies of the pawn-like pieces whose legality depends only on the goal: those outside
 * `bound` that have neither multi-step moves nor captures of a royal. Returns the pieces that are
 * not counted. */
static struct cells count_free_pawns(struct generator *g, struct cells pawns, int head, int ahead)
{
    const struct triangles *own = g->own;
    const struct triangle_ground *ground = g->ground;
    const struct cells *step = ground->step[head], *aim = ground->aim[ahead - WALKS_END][head];
    struct cells fresh = g->position->fresh, last = ground->last[head];
    struct cells clear = cells_without(g->worthy, g->occupied),
                 prey = cells_both(g->worthy, g->others);
    struct cells left = g->bound;
    if (own->multistep != MULTISTEP_NONE)
        left = cells_either(left, ground->zone[g->side]);
    left = cells_both(pawns, left);
    pawns = cells_without(pawns, left);
    while (cells_any(pawns)) {
        int from = cells_pop(&pawns);
        struct cells takes = cells_both(aim[from], prey), arrivals = cells_both(step[from], clear);
        if (cells_any(takes)) {
            if (cells_has(fresh, from))
                takes = cells_without(takes, fresh); /* unmoved pawns may not capture each other
                                                        (6.1) */
            if (cells_meet(takes, g->royals)) {
                cells_add(&left, from);
                continue;
            }
            arrivals = cells_either(arrivals, takes);
        }
        g->counted += (uint64_t)cells_count(arrivals);
        if (cells_meet(arrivals, last))
            g->counted +=
                (uint64_t)cells_count(cells_both(arrivals, last)) * (own->choice_count - 1u);
    }
    return left;
}

static int pawn_steps(struct generator *g, int from, int head, struct cells steps)
{
    int stop = 0;
    while (cells_any(steps) && !stop) {
        int to = cells_pop(&steps);
        begin_ply(g, from, to, NO_CELL);
        bool runs = may_run(g, from, to);
        g->ply.stepping = runs;
        stop = triangles_emit(g, cells_has(g->ground->last[head], to));
        if (!stop && runs)
            stop = further_steps(g, head, 1);
    }
    return stop;
}

/* Visits the en passant captures of a piece (6.3). */
static int pawn_in_passing(struct generator *g, int from, int head, struct cells aim)
{
    const struct triangle_position *position = g->position;
    struct cells passed = {{0, 0}};
    int stop = 0;
    for (int i = 0; i < position->passed_count - 1; i++)
        cells_add(&passed, position->passed[i]);
    passed = cells_both(passed, aim);
    while (cells_any(passed) && !stop) {
        int to = cells_pop(&passed);
        begin_ply(g, from, to, position->passed[position->passed_count - 1]);
        stop = triangles_emit(g, cells_has(g->ground->last[head], to));
    }
    return stop;
}

static int triangles_pawn_plies(struct generator *g, int from, int head, int ahead)
{
    const struct triangle_position *position = g->position;
    const struct triangles *own = g->own;
    const struct triangle_ground *ground = g->ground;
    bool bound = cells_has(g->bound, from);
    struct cells aim = ground->aim[ahead - WALKS_END][head][from];
    struct cells steps = cells_without(ground->step[head][from], g->occupied),
                 takes = cells_both(aim, g->others);
    if (cells_any(takes) && cells_has(position->fresh, from))
        takes = cells_without(takes, position->fresh); /* unmoved pawns may not capture each other
                                                          (6.1) */
    if (!bound) {
        bool runs = own->multistep != MULTISTEP_NONE && cells_has(ground->zone[g->side], from);
        takes = cells_both(takes, g->worthy);
        if (!runs) /* in a multi-step move, a later step may end a check that the first step does
                      not end */
            steps = cells_both(steps, g->worthy);
    }
    if (g->want == WANT_GAINS)
        steps = cells_both(steps, ground->last[head]);
    else if (g->want == WANT_QUIET) {
        steps = cells_without(steps, ground->last[head]);
        takes = (struct cells){{0, 0}};
    }
    int stop = pawn_steps(g, from, head, steps);
    while (cells_any(takes) && !stop) {
        int to = cells_pop(&takes);
        begin_ply(g, from, to, to);
        stop = triangles_emit(g, cells_has(ground->last[head], to));
    }
    return stop || position->passed_count == 0 || g->want == WANT_QUIET
               ? stop
               : pawn_in_passing(g, from, head, aim);
}

/* How the generator tests whether plies are safe. */
enum safety {
    SAFE_PLIES, /* visit legal plies only, and test only those plies that can be unsafe */
    ANY_SAFE,   /* visit legal plies only, and test each: faster if the caller needs only one ply */
    ALL_PLIES   /* visit all plies, even unsafe ones */
};

/* Initialises the generator. Sets the members one by one, because clearing the whole struct would
 * cost as much as finding a few plies. */
static void triangles_generate_begin(struct generator *g, const struct triangle_position *position,
                                     enum safety safety)
{
    g->position = position;
    g->own = position->own;
    g->ground = position->ground;
    g->side = position->side;
    g->royal = position->royal[g->side];
    g->mine = position->of[g->side];
    g->occupied = triangles_occupied(position);
    g->foes = triangles_foes(position, g->side);
    g->others = cells_without(g->occupied, g->mine);
    g->want = WANT_ALL_PLIES;
    g->counting = false;
    g->counted = 0;
    g->all_safe = safety == ALL_PLIES || g->own->capture_rule || g->royal == NO_CELL;
    g->bound = g->royals = (struct cells){{0, 0}};
    g->helps = g->worthy = (struct cells){{UINT64_MAX, UINT64_MAX}};
    if (g->all_safe)
        return;
    if (safety == ANY_SAFE) {
        g->bound = g->mine;
        return;
    }
    for (int side = 0; side < g->own->sides; side++)
        if (side != g->side && position->royal[side] != NO_CELL)
            cells_add(&g->royals, position->royal[side]);
    g->helps = triangles_relief(position, g->royal, g->foes, g->occupied);
    g->bound = triangles_pinned(position, g->royal, g->foes, g->mine, g->occupied);
    cells_add(&g->bound, g->royal);
    g->worthy = cells_either(g->helps, g->royals);
}

/* Visits the plies of some pieces. Begins with pawn-like pieces: they are the most likely to have a
 * ply, and some callers only need to know whether there is one. */
static int run_with(struct generator *g, struct cells movers)
{
    const struct triangle_position *position = g->position;
    struct cells others = movers;
    int stop = 0;
    for (int ahead = AHEAD_PAWN; ahead <= AHEAD_GIRL && !stop; ahead++) {
        struct cells men = cells_both(movers, position->has[ahead]);
        others = cells_without(others, men);
        for (int head = 0; head < g->own->sides && cells_any(men) && !stop; head++) {
            struct cells pawns = cells_both(men, position->heads[head]);
            men = cells_without(men, pawns);
            if (g->counting && position->passed_count == 0)
                pawns = count_free_pawns(g, pawns, head, ahead);
            while (cells_any(pawns) && !stop)
                stop = triangles_pawn_plies(g, cells_pop(&pawns), head, ahead);
        }
    }
    while (cells_any(others) && !stop)
        stop = piece_plies(g, cells_pop(&others));
    return stop;
}

static int triangles_run(struct generator *g)
{
    return run_with(g, g->mine);
}

static int triangles_generate_generate(const struct triangle_position *position,
                                       triangle_visit *visit, void *argument, enum safety safety)
{
    struct generator g;
    triangles_generate_begin(&g, position, safety);
    g.visit = visit;
    g.argument = argument;
    return triangles_run(&g);
}

static uint64_t triangles_count_plies(const struct triangle_position *position)
{
    struct generator g;
    triangles_generate_begin(&g, position, SAFE_PLIES);
    g.counting = true;
    triangles_run(&g);
    return g.counted;
}

int triangles_generate(const struct triangle_position *position, triangle_visit *visit,
                       void *argument)
{
    return triangles_generate_generate(position, visit, argument, SAFE_PLIES);
}

int triangles_generate_wanted(const struct triangle_position *position, struct cells movers,
                              unsigned want, triangle_visit *visit, void *argument)
{
    struct generator g;
    triangles_generate_begin(&g, position, SAFE_PLIES);
    g.visit = visit;
    g.argument = argument;
    g.want = want;
    return run_with(&g, cells_both(g.mine, movers));
}

int triangles_generate_all(const struct triangle_position *position, triangle_visit *visit,
                           void *argument)
{
    return triangles_generate_generate(position, visit, argument, ALL_PLIES);
}

static int collect_one(const struct triangle_ply *ply, void *argument)
{
    struct triangle_list *list = argument;
    list->v = memory_room(list->v, &list->room, list->n + 1, sizeof *list->v);
    list->v[list->n++] = *ply;
    return 0;
}

void triangles_collect(const struct triangle_position *position, struct triangle_list *list)
{
    if (!triangles_over_by_material(position, NULL))
        triangles_generate(position, collect_one, list);
}

static int stop_at_once(const struct triangle_ply *ply, void *argument)
{
    (void)ply;
    (void)argument;
    return 1;
}

bool triangles_has_ply(const struct triangle_position *position)
{
    return triangles_generate_generate(position, stop_at_once, NULL, ANY_SAFE);
}

/* ---------------------------------------------------------------- making a ply */

void triangles_do(struct triangle_position *position, const struct triangle_ply *ply)
{
    const struct triangles *own = position->own;
    int side = position->side, code = position->at[ply->from], kind = code_kind(code), out = NOBODY;
    int head = triangles_head(position, ply->from);
    position->halfmove =
        ply->taken != NO_CELL || own->movement[kind] & PAWN_LIKE ? 0 : position->halfmove + 1;
    if (ply->taken != NO_CELL) {
        int taken = position->at[ply->taken];
        if (code_kind(taken) == own->royal_kind && !(taken & CODE_FROZEN))
            out = code_side(taken);
        triangles_lift(position, ply->taken);
    }
    triangles_lift(position, ply->from);
    if (ply->becomes)
        triangles_put(position, ply->to, ply->becomes, side, side);
    else
        triangles_put(position, ply->to, kind, side, head);
    position->passed_count = 0;
    if (ply->passed_count) {
        memcpy(position->passed, ply->passed, ply->passed_count);
        position->passed[ply->passed_count] = ply->to;
        position->passed_count = ply->passed_count + 1;
    }
    if (out != NOBODY)
        triangles_eliminate(position, out, side, OUT_KING_CAPTURED);
}

void triangles_make(struct triangle_position *position, const struct triangle_ply *ply)
{
    triangles_do(position, ply);
    triangles_pass_turn(position);
}

/* ---------------------------------------------------------------- counting */

struct triangles_counting {
    const struct triangle_position *position;
    int depth;
    bool bulk, any; /* bulk: count the last plies without making them; any: a ply was found */
    uint64_t total;
};

static uint64_t triangles_count_from(struct triangle_position *position, int depth, bool bulk);

static int count_after(const struct triangle_ply *ply, void *argument)
{
    struct triangles_counting *counting = argument;
    struct triangle_position after;
    memcpy(&after, counting->position,
           offsetof(struct triangle_position, at) + (size_t)counting->position->own->cells);
    counting->any = true;
    if (counting->depth <= 1) {
        triangles_make(&after, ply);
        counting->total++;
    } else {
        triangles_do(&after, ply);
        triangles_hand_over(&after);
        counting->total += triangles_count_from(&after, counting->depth - 1, counting->bulk);
    }
    return 0;
}

static uint64_t count_settled(const struct triangle_position *position, int depth, bool bulk,
                              bool *any)
{
    struct triangles_counting counting = {position, depth, bulk, false, 0};
    if (triangles_over_by_material(position, NULL))
        return 0;
    if (bulk && depth <= 1)
        counting.any = (counting.total = triangles_count_plies(position)) > 0;
    else
        triangles_generate(position, count_after, &counting);
    *any = counting.any;
    return counting.total;
}

/* Counts plies from a position. In a game of three the turn may have to pass from a player without
 * plies (8.8). This shows only when no ply was found. */
static uint64_t triangles_count_from(struct triangle_position *position, int depth, bool bulk)
{
    bool any = false;
    uint64_t total = count_settled(position, depth, bulk, &any);
    if (any || position->own->sides < 3)
        return total;
    triangles_settle_turn(position);
    return count_settled(position, depth, bulk, &any);
}

uint64_t triangles_count(const struct triangle_position *position, int depth, bool bulk)
{
    bool any;
    return count_settled(position, depth, bulk, &any);
}

struct triangle_ply triangles_compact(const struct triangle_position *position,
                                      const struct ply *ply)
{
    struct triangle_ply out = {.taken = NO_CELL};
    for (int i = 0; i < ply->n; i++) {
        const struct action *action = &ply->v[i];
        if (action->verb == ACTION_PICK)
            out.from = (uint8_t)action->from;
        else if (action->verb == ACTION_PROMOTE)
            out.becomes = action->kind;
        else if (action->verb == ACTION_STEP && out.stepping)
            out.passed[out.passed_count++] = out.to;
        if (action->verb == ACTION_STEP)
            out.stepping = 1;
        if (action->verb == ACTION_TAKE)
            out.taken = (uint8_t)action->to;
        if (action->verb == ACTION_PASSANT)
            out.taken = position->passed[position->passed_count - 1];
        out.to = (uint8_t)action->to;
    }
    return out;
}

/* ---- Composing plies step by step.
 *
 * A position has few plies. So the choices at each step are simply the next actions of all legal
 * plies that begin with the actions chosen so far. A ply is PICK; then GO, TAKE or PASSANT, or
 * several STEPs for a move that can have more than one; then PROMOTE if the piece becomes another
 * one. */

/* ---------------------------------------------------------------- plies and actions */

void triangles_actions(const struct triangle_position *position, const struct triangle_ply *ply,
                       struct ply *out)
{
    int code = position->at[ply->from],
        taken = ply->taken != NO_CELL ? position->at[ply->taken] : 0;
    uint8_t kind = (uint8_t)code_kind(code), side = (uint8_t)code_side(code);
    enum verb verb = !taken ? ACTION_GO : ply->taken == ply->to ? ACTION_TAKE : ACTION_PASSANT;
    out->n = 0;
    ply_add(out, (struct action){ACTION_PICK, kind, side, 0, ply->from, ply->from});
    if (ply->stepping) {
        cell_t from = ply->from;
        for (int i = 0; i <= ply->passed_count; i++) {
            cell_t to = i < ply->passed_count ? ply->passed[i] : ply->to;
            ply_add(out, (struct action){ACTION_STEP, 0, 0, 0, from, to});
            from = to;
        }
    } else {
        ply_add(out, (struct action){(uint8_t)verb, (uint8_t)code_kind(taken),
                                     taken ? (uint8_t)code_side(taken) : 0, 0, ply->from, ply->to});
    }
    if (ply->becomes)
        ply_add(out, (struct action){ACTION_PROMOTE, ply->becomes, side, 0, CELL_NONE, ply->to});
}

/* ---------------------------------------------------------------- the draft */

void triangles_begin(struct draft *draft)
{
    draft->stage = 0;
}

static bool triangles_begins_with(const struct ply *ply, const struct ply *start)
{
    if (ply->n < start->n)
        return false;
    for (int i = 0; i < start->n; i++)
        if (!action_same(ply->v[i], start->v[i]))
            return false;
    return true;
}

void triangles_choices(const struct draft *draft, struct actions *out)
{
    struct triangle_position position;
    struct triangle_list list = {0};
    struct ply ply = {0};
    triangles_load(&position, draft->before);
    triangles_collect(&position, &list);
    for (int i = 0; i < list.n; i++) {
        triangles_actions(&position, &list.v[i], &ply);
        if (!triangles_begins_with(&ply, &draft->ply))
            continue;
        if (ply.n == draft->ply.n)
            actions_add_once(out, (struct action){ACTION_DONE, 0, 0, 0, CELL_NONE, CELL_NONE});
        else
            actions_add_once(out, ply.v[draft->ply.n]);
    }
    ply_free(&ply);
    free(list.v);
}

/* After a STEP the piece is on the board, because the ply may end there; the next STEP lifts it
 * again. */
void triangles_take(struct draft *draft, const struct action *action)
{
    struct position *now = &draft->now;
    if (action->verb == ACTION_PICK) {
        draft->held = now->at[action->from];
        draft->hand = action->from;
        now->at[action->from] = (struct piece){0};
        return;
    }
    if (action->verb == ACTION_PROMOTE) {
        now->at[action->to] = (struct piece){.kind = action->kind, .side = action->side};
        return;
    }
    struct piece piece = draft->held.kind ? draft->held : now->at[action->from];
    now->at[action->from] = (struct piece){0};
    if (action->verb == ACTION_PASSANT)
        now->at[now->passed[now->passed_count - 1]] = (struct piece){0};
    now->at[action->to] = piece;
    draft->held = (struct piece){0};
    draft->hand = action->verb == ACTION_STEP ? action->to : CELL_NONE;
    draft->moves = 1;
}

void triangles_finish(struct draft *draft)
{
    struct triangle_position position;
    triangles_load(&position, draft->before);
    struct triangle_ply ply = triangles_compact(&position, &draft->ply);
    triangles_make(&position, &ply);
    triangles_store(&position, &draft->now);
}
