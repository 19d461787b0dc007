/* adapter.c - search rules built on the interface that every family has: see parts.h.
 *
 * A state is a head and a position; the body of a ply is its list of actions. The family's plies(),
 * judge() and drafts do all the work. So the adapter works for every family, but it is slow. */
#include "core/engine/parts.h"

#include "core/draft.h"
#include "core/enumerate.h"

#include <stdlib.h>

/* A state. `position` is stored only up to the last cell of its board. */
struct adapted {
    struct search_head head;
    int32_t end; /* enum search_end as adapter_judge() determined it, or UNASKED before that */
    bool unsure;
    struct position position;
};
enum { UNASKED = -1 };

struct adapter {
    const struct ruleset *ruleset;
    const struct search_tables *tables;
};

/* A piece number is just the kind. Facings and marks only count in the key, which position_hash()
 * computes. */
static int adapter_pieces(const struct ruleset *ruleset)
{
    return ruleset->kind_count + 1;
}

static size_t adapter_state_size(const struct ruleset *ruleset)
{
    size_t used = offsetof(struct adapted, position) + offsetof(struct position, at) +
                  (size_t)ruleset->board->cells * sizeof(struct piece);
    return (used + 15) / 16 * 16;
}

static int adapter_slots(const struct ruleset *ruleset)
{
    return adapter_pieces(ruleset) * ruleset->board->cells;
}

static bool is_royal(const struct ruleset *ruleset, int kind)
{
    return ruleset->kinds[kind].royal || ruleset->kinds[kind].letter == 'K';
}

static void adapter_piece(const struct ruleset *ruleset, int kind, struct search_piece *out)
{
    if (kind == KIND_NONE) {
        out->flags = SEARCH_UNUSED;
        return;
    }
    out->piece.kind = (uint8_t)kind;
    out->flags = is_royal(ruleset, kind)              ? SEARCH_ROYAL
                 : ruleset->kinds[kind].letter == 'P' ? SEARCH_PAWN
                                                      : 0;
    out->promoted = (uint16_t)kind;
}

static void *adapter_open(const struct ruleset *ruleset, const struct search_tables *tables)
{
    struct adapter *adapter = memory_new(1, sizeof *adapter);
    adapter->ruleset = ruleset;
    adapter->tables = tables;
    return adapter;
}

static void adapter_close(void *work)
{
    free(work);
}

/* Compute the head of a state from its position. Whether the game is over is determined later, by
 * adapter_judge(). */
static void adapter_survey(const struct adapter *adapter, struct adapted *state)
{
    const struct position *position = &state->position;
    const struct rules *rules = adapter->ruleset->rules;
    struct search_head *head = &state->head;
    search_head_clear(head, adapter->tables, position->side);
    for (int cell = 0; cell < adapter->ruleset->board->cells; cell++) {
        struct piece piece = position->at[cell];
        if (!piece.kind)
            continue;
        search_put(head, adapter->tables, piece.side, piece.kind, cell);
        if (piece.side < SIDES_MAX && is_royal(adapter->ruleset, piece.kind) &&
            head->royal[piece.side] == CELL_NONE)
            head->royal[piece.side] = (cell_t)cell;
    }
    if (adapter->ruleset->sides > 2)
        for (int side = 0; side < adapter->ruleset->sides; side++)
            if (head->royal[side] == CELL_NONE)
                head->living &= (uint8_t) ~(1 << side);
    head->key = rules->identity ? rules->identity(position) : position_hash(position);
    head->halfmove = position->halfmove < UINT16_MAX ? (uint16_t)position->halfmove : UINT16_MAX;
    state->end = UNASKED;
}

static void adapter_judge(const struct adapter *adapter, struct adapted *state)
{
    const struct context context = {.limits = LIMITS_DEFAULT, .times = 1};
    struct verdict verdict = {0};
    if (state->end != UNASKED)
        return;
    adapter->ruleset->rules->judge(&state->position, &context, &verdict);
    state->end = verdict.outcome == OUTCOME_DRAW  ? SEARCH_DRAW
                 : verdict.outcome == OUTCOME_WIN ? SEARCH_WON + verdict.winner
                                                  : SEARCH_PLAYING;
    state->unsure = verdict.unsure;
    if (state->end == SEARCH_PLAYING)
        state->head.check = verdict.outcome == OUTCOME_PLAYING ? SEARCH_CHECK_NO : SEARCH_CHECK_YES;
    else
        state->head.check = SEARCH_CHECK_NO;
    if (state->unsure)
        state->end = SEARCH_PLAYING; /* there may be a longer ply, so the game is not over */
}

static void adapter_load(void *work, const struct position *position, void *out)
{
    struct adapted *state = out;
    position_copy(&state->position, position);
    adapter_survey(work, state);
}

/* ---- plies */

/* Append the body of a ply: the number of actions, then the actions. *at becomes its offset. */
static void list_actions(struct search_list *list, const struct ply *ply, size_t *at)
{
    *at = search_list_body(list, sizeof(int32_t) + (size_t)ply->n * sizeof(struct action));
    int32_t n = ply->n;
    memcpy(list->body + *at, &n, sizeof n);
    if (n)
        memcpy(list->body + *at + sizeof n, ply->v, (size_t)n * sizeof(struct action));
}

static void borrow_actions(const void *body, struct ply *scratch)
{
    int32_t n;
    memcpy(&n, body, sizeof n);
    scratch->n = 0;
    for (int i = 0; i < n; i++) {
        struct action action;
        memcpy(&action, (const unsigned char *)body + sizeof n + (size_t)i * sizeof action,
               sizeof action);
        ply_add(scratch, action);
    }
}

static uint64_t adapter_code_of(const struct ply *ply)
{
    uint64_t code = HASH_START;
    for (int i = 0; i < ply->n; i++) {
        const struct action *a = &ply->v[i];
        code = hash_mix(code ^ ((uint64_t)a->from << 48 | (uint64_t)a->to << 32 |
                                (uint64_t)a->verb << 24 | (uint64_t)a->kind << 16 |
                                (uint64_t)(a->side & 15) << 8 | (uint8_t)a->turn));
    }
    return code ? code : 1;
}

struct collecting {
    const struct adapter *adapter;
    const struct position *position;
    struct search_list *list;
    unsigned want;
    int least;
    bool full;
};

static int adapter_collect(const struct ply *ply, void *argument)
{
    struct collecting *to = argument;
    const int16_t *worth = to->adapter->tables->worth;
    int side = to->position->side, members = 0, gain = 0, kind = KIND_NONE, goal = 0, flags = 0;
    for (int i = 0; i < ply->n; i++) {
        const struct action *a = &ply->v[i];
        switch (a->verb) {
        case ACTION_PICK:
        case ACTION_PUSH:
            members++;
            kind = a->kind;
            break;
        case ACTION_TAKE:
        case ACTION_PASSANT:
        case ACTION_FLIP:
            gain += worth[a->kind] * (a->verb == ACTION_FLIP ? 2 : 1);
            flags |= SEARCH_GAINS;
            break;
        case ACTION_CONVERT:
            gain += 2 * worth[a->kind];
            flags |= SEARCH_GAINS;
            break;
        case ACTION_SUMMON:
            gain += a->side == side ? worth[a->kind] : -worth[a->kind];
            flags |= SEARCH_GAINS;
            break;
        case ACTION_PROMOTE:
            gain += worth[a->kind] - worth[kind];
            flags |= SEARCH_GAINS | SEARCH_PROMOTES;
            kind = a->kind;
            break;
        case ACTION_CASTLE:
            flags |= SEARCH_CASTLES;
            break;
        default:
            break;
        }
        if (a->to != CELL_NONE)
            goal = a->to;
    }
    if (members < to->least ||
        !(to->want & (flags & SEARCH_GAINS ? SEARCH_WANT_GAINS : SEARCH_WANT_QUIET)))
        return 0;
    if (to->list->most && to->list->n >= to->list->most) {
        to->full = true;
        return 1;
    }
    size_t body;
    list_actions(to->list, ply, &body);
    struct search_ply *out = search_list_add(to->list);
    out->code = adapter_code_of(ply);
    out->body = (uint32_t)body;
    out->slot = (uint32_t)(kind * to->adapter->tables->cells + goal);
    out->gain = (int16_t)(gain > INT16_MAX ? INT16_MAX : gain < INT16_MIN ? INT16_MIN : gain);
    out->risk = worth[kind];
    out->flags = (uint8_t)flags;
    out->members = (uint8_t)(members > 255 ? 255 : members);
    return 0;
}

static bool adapter_generate(void *work, const void *in, unsigned want, int least, int most,
                             struct search_list *list)
{
    const struct adapted *state = in;
    struct collecting collecting = {
        .adapter = work, .position = &state->position, .list = list, .want = want, .least = least};
    const struct limits limits = {.cascade = most};
    search_plies(&state->position, &limits, adapter_collect, &collecting);
    return collecting.full;
}

static bool adapter_make(void *work, const void *before, const struct search_ply *ply,
                         const void *body, void *out)
{
    const struct adapted *state = before;
    struct adapted *after = out;
    struct ply actions = {0};
    (void)ply;
    borrow_actions(body, &actions);
    ply_play(&state->position, &actions, &after->position);
    ply_free(&actions);
    adapter_survey(work, after);
    return true;
}

static void adapter_unpack(void *work, const void *state, const struct search_ply *ply,
                           const void *body, struct ply *out)
{
    (void)work;
    (void)state;
    (void)ply;
    borrow_actions(body, out);
}

static bool adapter_pack(void *work, const void *in, const struct ply *ply,
                         struct search_list *list)
{
    const struct adapted *state = in;
    struct collecting collecting = {
        .adapter = work, .position = &state->position, .list = list, .want = SEARCH_WANT_ALL};
    adapter_collect(ply, &collecting);
    return true;
}

/* ---- check, end, pass */

static bool adapter_in_check(void *work, void *state)
{
    adapter_judge(work, state);
    return ((struct adapted *)state)->head.check == SEARCH_CHECK_YES;
}

static int adapter_ended(void *work, const void *state)
{
    struct adapted *own = (struct adapted *)state; /* Casting const away is safe, because states are
                                                      in the engine's writable memory.
                                                      adapter_judge() caches its answer in the
                                                      state. */
    adapter_judge(work, own);
    return own->end;
}

static int adapter_stuck(void *work, void *state)
{
    struct adapted *own = state;
    adapter_judge(work, own);
    return own->unsure || own->end == SEARCH_PLAYING ? SEARCH_MORE : own->end;
}

static void adapter_pass(void *work, const void *before, void *out)
{
    const struct adapted *state = before;
    struct adapted *after = out;
    position_copy(&after->position, &state->position);
    position_pass(&after->position);
    adapter_survey(work, after);
}

static int adapter_men(void *work, const void *in, struct search_man *out, int room)
{
    const struct adapter *adapter = work;
    const struct adapted *state = in;
    int n = 0;
    for (int cell = 0; cell < adapter->tables->cells && n < room; cell++) {
        struct piece piece = state->position.at[cell];
        if (piece.kind)
            out[n++] = (struct search_man){(cell_t)cell, piece.kind, piece.side};
    }
    return n;
}

const struct search_rules adapter_search = {
    .cascades = true,
    .state_size = adapter_state_size,
    .pieces = adapter_pieces,
    .slots = adapter_slots,
    .piece = adapter_piece,
    .open = adapter_open,
    .close = adapter_close,
    .load = adapter_load,
    .generate = adapter_generate,
    .make = adapter_make,
    .pack = adapter_pack,
    .unpack = adapter_unpack,
    .in_check = adapter_in_check,
    .ended = adapter_ended,
    .stuck = adapter_stuck,
    .pass = adapter_pass,
    .men = adapter_men,
};

const struct search_rules *adapter_choose(const struct ruleset *ruleset)
{
    const struct search_rules *own = ruleset->rules->search;
    if (own) {
        struct search_tables *tables = search_tables_new(own, ruleset);
        void *work = own->open(ruleset, tables);
        if (work)
            own->close(work);
        search_tables_free(tables);
        if (work)
            return own;
    }
    return &adapter_search;
}
