/* search_rules.c - how the engine searches Turnover Chess: see core/search_rules.h.
 *
 * A state consists of a head and the bitboards of turnover.c. To the engine no piece is royal,
 * because a side has several Castles; the value of the last Castles is part of the evaluation
 * (features). */
#include "core/search_rules.h"
#include "core/families/turnover/turnover.h"

#include <stdlib.h>

struct turnover_state {
    struct search_head head;
    struct rings rings;
};

/* The data that one search thread needs besides its states. */
struct turnover_work {
    const struct turnover *own;
    const struct search_tables *tables;
};

static size_t turnover_state_size(const struct ruleset *ruleset)
{
    (void)ruleset;
    return (sizeof(struct turnover_state) + 15) / 16 * 16;
}

/* The engine's piece numbers are kinds. Its tables have 64 slots for each kind; the 64 slots of
 * number 0, which is no kind, are for Walls that leave a Castle. */
static int turnover_pieces(const struct ruleset *ruleset)
{
    (void)ruleset;
    return TURNOVER_KINDS + 1;
}

static int turnover_slots(const struct ruleset *ruleset)
{
    (void)ruleset;
    return (TURNOVER_KINDS + 1) * 64;
}

/* A piece of several rings is worth about as much as its single rings, because moving separates
 * them and joins them again. */
static void turnover_search_rules_turnover_piece(const struct ruleset *ruleset, int kind,
                                                 struct search_piece *out)
{
    static const int16_t worth[TURNOVER_KINDS + 1] = {
        [TOWER] = 380,   [FORT] = 330,     [WALL] = 120,
        [CITADEL] = 760, [FORTRESS] = 470, [CASTLE] = 980};
    (void)ruleset;
    if (kind == KIND_NONE) {
        out->flags = SEARCH_UNUSED;
        return;
    }
    out->piece.kind = (uint8_t)kind;
    out->flags = kind == WALL ? SEARCH_PAWN : 0;
    out->promoted = (uint16_t)(kind == WALL ? CITADEL : kind);
    out->worth = worth[kind];
}

static int turnover_distance(const struct ruleset *ruleset, int side, int kind, cell_t cell)
{
    (void)ruleset;
    (void)kind;
    return side == WHITE ? 7 - cell / 8 : cell / 8;
}

static void *turnover_search_open(const struct ruleset *ruleset, const struct search_tables *tables)
{
    struct turnover_work *work = memory_new(1, sizeof *work);
    work->own = ruleset->own;
    work->tables = tables;
    return work;
}

static inline int rings_at(const struct rings *rings, int side, int cell)
{
    const uint64_t *of = rings->of[side];
    return (int)(of[T] >> cell & 1) | (int)(of[F] >> cell & 1) << 1 | (int)(of[W] >> cell & 1) << 2;
}

/* Like rings_kind(), but uses a table. */
static inline int kind_of(int rings)
{
    static const uint8_t kind[RINGS_ALL + 1] = {KIND_NONE, TOWER,     FORT,     CITADEL,
                                                WALL,      KIND_NONE, FORTRESS, CASTLE};
    return kind[rings];
}

static inline int kind_at(const struct rings *rings, int side, int cell)
{
    return kind_of(rings_at(rings, side, cell));
}

static inline bool is_single(uint64_t set)
{
    return set && !(set & (set - 1));
}

static void turnover_load(void *memory, const struct position *position, void *out)
{
    const struct turnover_work *work = memory;
    struct turnover_state *state = out;
    memset(state, 0, sizeof *state);
    rings_read(&state->rings, position);
    search_head_clear(&state->head, work->tables, position->side);
    for (int side = WHITE; side <= BLACK; side++)
        for (uint64_t set = occupied_by(&state->rings, side); set; set &= set - 1)
            search_put(&state->head, work->tables, side, kind_at(&state->rings, side, lowest(set)),
                       lowest(set));
    state->head.halfmove =
        position->halfmove < UINT16_MAX ? (uint16_t)position->halfmove : UINT16_MAX;
}

/* ---- plies */

static inline uint32_t hop_code(const struct hop *hop)
{
    return hop->from | (uint32_t)hop->to << 6 | (uint32_t)hop->travel << 12 | 1u << 15;
}

static inline struct hop hop_of_code(uint32_t code)
{
    return (struct hop){.from = code & 63, .to = code >> 6 & 63, .travel = code >> 12 & 7};
}

/* What a ply changes: the kinds on both squares before and after it. */
struct turnover_change {
    int kind, left, met, becomes;
    bool enemy;    /* true if the piece on the goal belongs to the opponent */
    bool promotes; /* true if a single Wall is promoted to a Citadel */
};

static inline struct turnover_change change_of(const struct turnover *own,
                                               const struct rings *rings, const struct hop *hop)
{
    int side = rings->side, from = rings_at(rings, side, hop->from),
        met = rings_at(rings, !side, hop->to);
    struct turnover_change change = {.enemy = met != 0};
    if (!met)
        met = rings_at(rings, side, hop->to);
    bool fits = fitting(rings, hop->travel) >> hop->to & 1;
    int becomes = fits ? met | hop->travel : hop->travel;
    if (hop->to >> 3 == last_row(side)) {
        change.promotes = becomes == RING_WALL;
        if (change.promotes || (becomes == RINGS_ALL && own->castle_promotes))
            becomes = RING_TOWER | RING_FORT;
    }
    change.kind = kind_of(from);
    change.left = kind_of(from & ~hop->travel);
    change.met = kind_of(met);
    change.becomes = kind_of(becomes);
    return change;
}

enum {
    LAST_CASTLE = 31999 /* gain of capturing the last Castle: this wins the game, so it is more than
                           any evaluation */
};

/* Returns the material that a ply gains, including the pieces that it separates and joins. */
static int turnover_gain_of(const struct turnover_work *work, const struct rings *rings,
                            const struct turnover_change *change)
{
    const int16_t *worth = work->tables->worth;
    int gain = worth[change->left] + worth[change->becomes] - worth[change->kind];
    if (change->enemy && change->met == CASTLE && is_single(castles(rings, !rings->side)))
        return LAST_CASTLE;
    return change->enemy ? gain + worth[change->met] : gain - worth[change->met];
}

static bool list_hop(const struct turnover_work *work, const struct rings *rings,
                     const struct hop *hop, unsigned want, struct search_list *list)
{
    struct turnover_change change = change_of(work->own, rings, hop);
    bool gains = change.enemy || change.promotes;
    if (!(want & (gains ? SEARCH_WANT_GAINS : SEARCH_WANT_QUIET)))
        return true;
    if (list->most && list->n >= list->most)
        return false;
    struct search_ply *out = search_list_add(list);
    bool dismounts = change.kind == CASTLE && hop->travel == RING_WALL;
    out->code = hop_code(hop);
    out->slot = (uint32_t)((dismounts ? 0 : change.kind) * 64 + hop->to);
    out->members = 1;
    out->gain = (int16_t)turnover_gain_of(work, rings, &change);
    out->risk = work->tables->worth[change.becomes];
    out->flags = (uint8_t)((gains ? SEARCH_GAINS : 0) | (change.promotes ? SEARCH_PROMOTES : 0));
    return true;
}

static bool turnover_generate(void *memory, const void *in, unsigned want, int least, int most,
                              struct search_list *list)
{
    const struct turnover_work *work = memory;
    const struct rings *rings = &((const struct turnover_state *)in)->rings;
    struct hop hop[HOPS_MAX];
    uint64_t others = occupied_by(rings, !rings->side),
             last = (uint64_t)0xFF << 8 * last_row(rings->side);
    uint64_t goals = want == SEARCH_WANT_GAINS   ? others | last
                     : want == SEARCH_WANT_QUIET ? ~others
                                                 : ~(uint64_t)0;
    (void)most;
    if (least > 1)
        return false;
    int n = rings_hops_within(work->own, rings, ~(uint64_t)0, goals, hop);
    for (int i = 0; i < n; i++)
        if (!list_hop(work, rings, &hop[i], want, list))
            return true;
    return false;
}

static bool turnover_find(void *memory, const void *in, uint32_t low, struct search_list *list)
{
    const struct turnover_work *work = memory;
    const struct rings *rings = &((const struct turnover_state *)in)->rings;
    struct hop wanted = hop_of_code(low), hop[HOPS_MAX];
    if (low != hop_code(&wanted) || !(occupied_by(rings, rings->side) >> wanted.from & 1))
        return false;
    int n = rings_hops_within(work->own, rings, bit(wanted.from), bit(wanted.to), hop);
    for (int i = 0; i < n; i++)
        if (hop[i].travel == wanted.travel)
            return list_hop(work, rings, &hop[i], SEARCH_WANT_ALL, list);
    return false;
}

static bool turnover_search_make(void *memory, const void *before, const struct search_ply *ply,
                                 const void *body, void *out)
{
    const struct turnover_work *work = memory;
    const struct search_tables *tables = work->tables;
    const struct turnover_state *from = before;
    struct turnover_state *after = out;
    struct search_head *head = &after->head;
    struct hop hop = hop_of_code((uint32_t)ply->code);
    struct turnover_change change = change_of(work->own, &from->rings, &hop);
    int side = from->rings.side;
    (void)body;
    *head = from->head;
    rings_make(work->own, &from->rings, &hop, &after->rings);
    search_lift(head, tables, side, change.kind, hop.from);
    if (change.left)
        search_put(head, tables, side, change.left, hop.from);
    if (change.met)
        search_lift(head, tables, change.enemy ? !side : side, change.met, hop.to);
    search_put(head, tables, side, change.becomes, hop.to);
    search_turn(head, !side);
    head->halfmove = change.enemy ? 0 : (uint16_t)(head->halfmove + (head->halfmove < UINT16_MAX));
    return true;
}

static bool turnover_pack(void *memory, const void *in, const struct ply *ply,
                          struct search_list *list)
{
    const struct turnover_work *work = memory;
    const struct rings *rings = &((const struct turnover_state *)in)->rings;
    struct hop wanted = hop_of(ply), hop[HOPS_MAX];
    int n = rings_hops_within(work->own, rings, bit(wanted.from), bit(wanted.to), hop);
    for (int i = 0; i < n; i++)
        if (hop[i].travel == wanted.travel)
            return list_hop(work, rings, &hop[i], SEARCH_WANT_ALL, list);
    return false;
}

static void turnover_unpack(void *memory, const void *in, const struct search_ply *ply,
                            const void *body, struct ply *out)
{
    const struct turnover_work *work = memory;
    const struct rings *rings = &((const struct turnover_state *)in)->rings;
    struct hop hop = hop_of_code((uint32_t)ply->code);
    (void)body;
    hop.kind = (uint8_t)kind_at(rings, rings->side, hop.from);
    hop_complete(work->own, rings, &hop);
    hop_compose(&hop, rings->side, out);
}

/* ---- check, end of the game, passing */

static bool turnover_in_check(void *memory, void *in)
{
    const struct turnover_work *work = memory;
    struct turnover_state *state = in;
    if (state->head.check == SEARCH_CHECK_UNKNOWN)
        state->head.check =
            is_checked(work->own, &state->rings) ? SEARCH_CHECK_YES : SEARCH_CHECK_NO;
    return state->head.check == SEARCH_CHECK_YES;
}

/* Siege is tested only if it ends the game. A side that has no ply at all does not count as
 * besieged here; stuck() decides who has won in that case. */
static int turnover_ended(void *memory, const void *in)
{
    const struct turnover_work *work = memory;
    const struct rings *rings = &((const struct turnover_state *)in)->rings;
    if (!castles(rings, !rings->side))
        return SEARCH_WON + rings->side;
    if (!castles(rings, rings->side) ||
        (work->own->siege_loses && rings_besieged(work->own, rings)))
        return SEARCH_WON + !rings->side;
    return SEARCH_PLAYING;
}

static int turnover_stuck(void *memory, void *in)
{
    const struct search_head *head = in;
    (void)memory;
    return SEARCH_WON + !head->side;
}

static void turnover_pass(void *memory, const void *before, void *out)
{
    struct turnover_state *after = out;
    (void)memory;
    memcpy(after, before, sizeof *after);
    after->rings.side = !after->rings.side;
    search_turn(&after->head, after->rings.side);
    after->head.halfmove += after->head.halfmove < UINT16_MAX;
}

/* ---- exchanges */

/* Finds how the side to move captures or turns over the piece on a square at the least risk: the
 * ply of its least valuable piece that can do so. False if there is none. */
static bool cheapest_hop(const struct turnover *own, const struct rings *rings, int cell,
                         struct hop *out)
{
    int side = rings->side, travel;
    const uint64_t *of = rings->of[side];
    uint64_t to = bit((unsigned)cell),
             occupied = occupied_by(rings, WHITE) | occupied_by(rings, BLACK), set;
    bool wall_fits = fitting(rings, RING_WALL) & to;
    uint64_t lines = 0, diagonals;
    if ((set = of[W] & ~of[F] &
               (own->diagonal_ahead[!side][cell] | (wall_fits ? own->ahead[!side][cell] : 0))) !=
            0 ||
        (set = own->leap[cell] & of[F] & of[W] & ~of[T]) != 0) {
        travel = RING_WALL;
    } else if ((set = of[F] & ~of[W] & (diagonals = diagonal(own, cell, occupied)) & ~of[T]) != 0 ||
               (set = of[F] & ~of[W] & (diagonals | (lines = straight(own, cell, occupied))) &
                      of[T]) != 0) {
        travel = RING_FORT;
    } else if ((set = of[T] & ~of[F] & lines) != 0) {
        travel = RING_TOWER;
    } else if ((set = own->step[cell] & castles(rings, side)) != 0) {
        travel = wall_fits ? RING_WALL : RINGS_ALL;
    } else {
        return false;
    }
    *out =
        (struct hop){.from = (uint8_t)lowest(set), .to = (uint8_t)cell, .travel = (uint8_t)travel};
    return true;
}

static bool turnover_exchange(void *memory, const void *in, const struct search_ply *ply,
                              const void *body, int threshold)
{
    enum { DEEPEST = 32 };
    const struct turnover_work *work = memory;
    const int16_t *worth = work->tables->worth;
    struct rings rings = ((const struct turnover_state *)in)->rings, after;
    struct hop hop = hop_of_code((uint32_t)ply->code);
    int gain[DEEPEST], n = 0;
    (void)body;
    if (ply->gain < threshold)
        return false;
    if (ply->gain == LAST_CASTLE || ply->gain - 2 * worth[CASTLE] - worth[CITADEL] >= threshold)
        return true; /* the game is over; or the ply gains enough even after subtracting more than
                        any reply can win */
    rings_make(work->own, &rings, &hop, &after);
    gain[n++] = ply->gain;
    rings = after;
    while (n < DEEPEST && cheapest_hop(work->own, &rings, ply->code >> 6 & 63, &hop)) {
        struct turnover_change change = change_of(work->own, &rings, &hop);
        gain[n++] = turnover_gain_of(work, &rings, &change);
        rings_make(work->own, &rings, &hop, &after);
        rings = after;
    }
    int best = 0; /* value of the best that the opponent can do next: 0 or a capture */
    while (--n > 0) {
        int value = gain[n] - best;
        best = value > 0 ? value : 0;
    }
    return gain[0] - best >= threshold;
}

static bool turnover_attacked(void *memory, const void *in, cell_t cell, int side)
{
    const struct turnover_work *work = memory;
    struct rings rings = ((const struct turnover_state *)in)->rings;
    struct hop hop;
    rings.side = side;
    return cheapest_hop(work->own, &rings, cell, &hop);
}

static int turnover_men(void *memory, const void *in, struct search_man *out, int room)
{
    const struct rings *rings = &((const struct turnover_state *)in)->rings;
    int n = 0;
    (void)memory;
    for (int side = WHITE; side <= BLACK; side++)
        for (uint64_t set = occupied_by(rings, side); set && n < room; set &= set - 1)
            out[n++] = (struct search_man){
                (cell_t)lowest(set), (uint16_t)kind_at(rings, side, lowest(set)), (uint8_t)side};
    return n;
}

/* ---- features */

enum {
    FEATURE_LAST,
    FEATURE_TWO,
    FEATURE_THREE,    /* LAST, TWO, THREE: 1 if the side has exactly one, two or three Castles */
    FEATURE_HUNTED,   /* number of attacked squares: the last Castle's and its neighbours */
    FEATURE_ATTACKED, /* number of Castles that the enemy attacks */
    FEATURE_MAKES,    /* number of rings that can complete a Castle with one ply */
    FEATURE_MOBILITY, /* number of squares that Towers, Forts, Citadels and Fortresses reach */
    TURNOVER_FEATURES
};

static const struct search_feature feature[TURNOVER_FEATURES] = {
    [FEATURE_LAST] = {"last-castle", -260, -260},
    [FEATURE_TWO] = {"two-castles", -100, -100},
    [FEATURE_THREE] = {"three-castles", -30, -30},
    [FEATURE_HUNTED] = {"hunted-castle", -18, -18},
    [FEATURE_ATTACKED] = {"attacked-castle", -15, -15},
    [FEATURE_MAKES] = {"makes-castle", 25, 25},
    [FEATURE_MOBILITY] = {"mobility", 4, 4},
};

/* Returns the squares that a side attacks. Also counts the rings that can complete a Castle, and
 * the mobility. */
static uint64_t turnover_survey(const struct turnover *own, const struct rings *rings, int side,
                                int16_t out[SEARCH_FEATURES_MAX])
{
    const uint64_t *of = rings->of[side];
    uint64_t mine = occupied_by(rings, side), occupied = mine | occupied_by(rings, !side), all = 0,
             to;
    uint64_t both_f = of[F] | rings->of[!side][F], both_t = of[T] | rings->of[!side][T],
             both_w = of[W] | rings->of[!side][W];
    /* The pieces that become a Castle when one ring joins them. */
    uint64_t citadels = both_f & both_t & ~both_w, fortresses = both_f & both_w & ~both_t;
    int makes = 0, mobility = 0;
    for (uint64_t set = of[T] & ~of[F]; set; set &= set - 1) {
        all |= to = straight(own, lowest(set), occupied);
        makes += (to & fortresses) != 0;
        mobility += __builtin_popcountll(to & ~mine);
    }
    for (uint64_t set = of[F] & ~of[W]; set; set &= set - 1) {
        int from = lowest(set);
        to = diagonal(own, from, occupied);
        if (of[T] >> from & 1)
            to |= straight(own, from, occupied);
        all |= to;
        mobility += __builtin_popcountll(to & ~mine);
    }
    for (uint64_t set = of[F] & of[W] & ~of[T]; set; set &= set - 1) {
        all |= to = own->leap[lowest(set)];
        makes += (to & citadels) != 0;
        mobility += __builtin_popcountll(to & ~mine);
    }
    for (uint64_t set = of[W] & ~of[F]; set; set &= set - 1) {
        all |= to = own->diagonal_ahead[side][lowest(set)];
        makes += ((to | own->ahead[side][lowest(set)]) & citadels) != 0;
    }
    for (uint64_t set = castles(rings, side); set; set &= set - 1)
        all |= own->step[lowest(set)];
    out[FEATURE_MAKES] = (int16_t)makes;
    out[FEATURE_MOBILITY] = (int16_t)mobility;
    return all;
}

static void turnover_count(void *memory, const void *in,
                           int16_t out[SIDES_MAX][SEARCH_FEATURES_MAX])
{
    const struct turnover_work *work = memory;
    const struct rings *rings = &((const struct turnover_state *)in)->rings;
    uint64_t attacks[2];
    for (int side = WHITE; side <= BLACK; side++)
        attacks[side] = turnover_survey(work->own, rings, side, out[side]);
    for (int side = WHITE; side <= BLACK; side++) {
        uint64_t set = castles(rings, side);
        int n = __builtin_popcountll(set);
        out[side][FEATURE_LAST] = n == 1;
        out[side][FEATURE_TWO] = n == 2;
        out[side][FEATURE_THREE] = n == 3;
        out[side][FEATURE_ATTACKED] = (int16_t)__builtin_popcountll(set & attacks[!side]);
        if (n == 1)
            out[side][FEATURE_HUNTED] = (int16_t)__builtin_popcountll(
                (work->own->step[lowest(set)] | set) & attacks[!side]);
    }
}

const struct search_rules turnover_search = {
    .null_move = true,
    .state_size = turnover_state_size,
    .pieces = turnover_pieces,
    .slots = turnover_slots,
    .piece = turnover_search_rules_turnover_piece,
    .distance = turnover_distance,
    .open = turnover_search_open,
    .close = free,
    .load = turnover_load,
    .generate = turnover_generate,
    .find = turnover_find,
    .make = turnover_search_make,
    .pack = turnover_pack,
    .unpack = turnover_unpack,
    .in_check = turnover_in_check,
    .ended = turnover_ended,
    .stuck = turnover_stuck,
    .pass = turnover_pass,
    .exchange = turnover_exchange,
    .attacked = turnover_attacked,
    .men = turnover_men,
    .feature = feature,
    .features = TURNOVER_FEATURES,
    .count = turnover_count,
};
