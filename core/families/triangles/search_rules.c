/* search_rules.c - how the engine searches the triangle games: see core/search_rules.h.
 *
 * A state consists of a head and the compact position of compact.c. Plies are those of the
 * generator, packed into 32 bits. */
#include "core/search_rules.h"
#include "core/families/triangles/triangles.h"

#include <stdlib.h>

enum { FACT_PASSED = 1, FACT_FROZEN = 2, FACT_MOVED = 3 };

struct triangle_state {
    struct search_head head;
    int32_t passes; /* in a game of three: consecutive turns that were passed because the player had
                       no ply */
    struct triangle_position position;
};

/* The data that one search thread needs besides its states. */
struct triangle_work {
    const struct triangles *own;
    const struct search_tables *tables;
    int kinds; /* number of kinds in the ruleset, plus one for KIND_NONE */
    struct cells ahead[SIDES_MAX][TRIANGLE_CELLS]; /* for each forward direction and cell: all cells
                                                      that a pawn-like piece can reach from there */
    uint8_t left[SIDES_MAX][TRIANGLE_CELLS]; /* for each forward direction and cell: number of steps
                                                to promotion; 255 if impossible */
};

static size_t triangles_state_size(const struct ruleset *ruleset)
{
    (void)ruleset;
    return (sizeof(struct triangle_state) + 15) / 16 * 16;
}

static int kinds_of(const struct ruleset *ruleset)
{
    return ruleset->kind_count + 1;
}

/* The engine's piece numbers are kinds. In a game of three, a taken-over pawn-like piece uses the
 * forward direction of another player, so each kind has a further number for each such player.
 * Frozen pieces have no owner; they are only part of the position's key. */
static int triangles_pieces(const struct ruleset *ruleset)
{
    return kinds_of(ruleset) * (ruleset->sides == 3 ? 1 + SIDES_MAX : 1);
}

static int triangles_slots(const struct ruleset *ruleset)
{
    return kinds_of(ruleset) * ruleset->board->cells;
}

static bool triangles_search_rules_is_pawn_like(const struct triangles *own, int kind)
{
    return own->movement[kind] & PAWN_LIKE;
}

static void triangles_piece(const struct ruleset *ruleset, int piece, struct search_piece *out)
{
    const struct triangles *own = triangles_of(ruleset);
    int kind = piece % kinds_of(ruleset), row = piece / kinds_of(ruleset);
    if (kind == KIND_NONE || (row && !triangles_search_rules_is_pawn_like(own, kind))) {
        out->flags = SEARCH_UNUSED;
        return;
    }
    out->piece.kind = (uint8_t)kind;
    out->piece.mark = (uint8_t)(row ? TRIANGLE_GOES + row - 1 : TRIANGLE_PLAIN);
    out->flags = kind == own->royal_kind                          ? SEARCH_ROYAL
                 : triangles_search_rules_is_pawn_like(own, kind) ? SEARCH_PAWN
                                                                  : 0;
    out->promoted = out->flags == SEARCH_PAWN ? own->choices[0] : (uint16_t)piece;
}

static int steps_left(const struct triangle_ground *ground, int head, int cell)
{
    struct cells front = cells_of(cell);
    for (int steps = 0; cells_any(front); steps++) {
        struct cells next = {{0, 0}};
        if (cells_meet(front, ground->last[head]))
            return steps;
        while (cells_any(front))
            next = cells_either(next, ground->step[head][cells_pop(&front)]);
        front = next;
    }
    return -1;
}

static int triangles_distance(const struct ruleset *ruleset, int side, int piece, cell_t cell)
{
    int row = piece / kinds_of(ruleset);
    return steps_left(triangles_of(ruleset)->ground, row ? row - 1 : side, cell);
}

static void lay_ahead(struct triangle_work *work, int head)
{
    const struct triangle_ground *ground = work->own->ground;
    for (int cell = 0; cell < work->own->cells; cell++) {
        struct cells all = {{0, 0}}, front = cells_of(cell);
        int left = steps_left(ground, head, cell);
        work->left[head][cell] = (uint8_t)(left < 0 ? 255 : left);
        while (cells_any(front)) {
            int at = cells_pop(&front);
            struct cells next = ground->step[head][at];
            for (int ahead = AHEAD_PAWN; ahead <= AHEAD_GIRL; ahead++)
                if (ground->used & ELEMENT(ahead))
                    next = cells_either(next, ground->aim[ahead - WALKS_END][head][at]);
            front = cells_either(front, cells_without(next, all));
            all = cells_either(all, next);
        }
        work->ahead[head][cell] = all;
    }
}

static void *triangles_search_open(const struct ruleset *ruleset,
                                   const struct search_tables *tables)
{
    struct triangle_work *work = memory_new(1, sizeof *work);
    work->own = triangles_of(ruleset);
    work->tables = tables;
    work->kinds = kinds_of(ruleset);
    for (int head = 0; head < ruleset->sides; head++)
        lay_ahead(work, head);
    return work;
}

/* ---- heads */

static int piece_at(const struct triangle_work *work, const struct triangle_position *position,
                    int cell)
{
    int kind = code_kind(position->at[cell]);
    if (position->own->sides == 2 || !triangles_search_rules_is_pawn_like(work->own, kind))
        return kind;
    int head = triangles_head(position, cell);
    return head == code_side(position->at[cell]) ? kind : kind + work->kinds * (1 + head);
}

/* Returns the part of a position's key that says that the piece on a cell is frozen or has moved; 0
 * if neither is so. The key of a live piece itself is added elsewhere. */
static uint64_t fact_of(const struct triangle_work *work, const struct triangle_position *position,
                        int cell)
{
    int code = position->at[cell];
    if (code & CODE_FROZEN)
        return search_fact(FACT_FROZEN, (uint64_t)cell << 8 | (uint64_t)code);
    if (code != work->own->initial[cell] ||
        !triangles_search_rules_is_pawn_like(work->own, code_kind(code)) ||
        cells_has(position->fresh, cell) || triangles_head(position, cell) != code_side(code))
        return 0;
    return search_fact(FACT_MOVED, (uint64_t)cell);
}

static uint64_t passed_fact(const struct triangle_position *position)
{
    uint64_t key = position->passed_count;
    if (!key)
        return 0;
    for (int i = 0; i < position->passed_count; i++)
        key = hash_mix(key * 131 + position->passed[i]);
    return search_fact(FACT_PASSED, key >> 16);
}

static void triangles_search_rules_lift(const struct triangle_work *work,
                                        struct triangle_state *state, int cell)
{
    const struct triangle_position *position = &state->position;
    int code = position->at[cell];
    state->head.key ^= fact_of(work, position, cell);
    if (!(code & CODE_FROZEN))
        search_lift(&state->head, work->tables, code_side(code), piece_at(work, position, cell),
                    cell);
}

static void triangles_search_rules_put(const struct triangle_work *work,
                                       struct triangle_state *state, int cell)
{
    const struct triangle_position *position = &state->position;
    int code = position->at[cell];
    state->head.key ^= fact_of(work, position, cell);
    if (!(code & CODE_FROZEN))
        search_put(&state->head, work->tables, code_side(code), piece_at(work, position, cell),
                   cell);
}

static uint16_t triangles_few(uint32_t halfmove)
{
    return halfmove < UINT16_MAX ? (uint16_t)halfmove : UINT16_MAX;
}

/* Computes the head of a state from its position. */
static void triangles_survey(const struct triangle_work *work, struct triangle_state *state)
{
    const struct triangle_position *position = &state->position;
    struct search_head *head = &state->head;
    search_head_clear(head, work->tables, position->side);
    for (struct cells set = triangles_occupied(position); cells_any(set);)
        triangles_search_rules_put(work, state, cells_pop(&set));
    for (int side = 0; side < work->own->sides; side++) {
        head->royal[side] = position->royal[side] == NO_CELL ? CELL_NONE : position->royal[side];
        if (position->royal[side] == NO_CELL && work->own->sides == 3)
            head->living &= (uint8_t) ~(1 << side);
    }
    head->key ^= passed_fact(position);
    head->halfmove = triangles_few(position->halfmove);
}

static void triangles_search_load(void *memory, const struct position *position, void *out)
{
    struct triangle_state *state = out;
    state->passes = 0;
    triangles_load(&state->position, position);
    triangles_survey(memory, state);
}

/* ---- Plies as codes: start, goal, way of moving, and the promotion or the path of the steps. The
 * top bit is set, so that no code is 0. */

enum how {
    HOW_PLAINLY,
    HOW_PASSING,
    HOW_STEPPING /* the ply is a single step that could have been continued */,
    HOW_RUNNING
};
enum { CODE_TO = 7, CODE_HOW = 14, CODE_MORE = 16, CODE_TOP = 31 };

/* `steps` are the cells of at most two forward steps. True if `to` is the second of them. */
static bool is_second(struct cells steps, int to)
{
    return cells_pop(&steps) != to;
}

static uint32_t triangles_code_of(const struct triangle_position *position,
                                  const struct triangle_ply *ply)
{
    unsigned how = ply->passed_count                                ? HOW_RUNNING
                   : ply->stepping                                  ? HOW_STEPPING
                   : ply->taken != NO_CELL && ply->taken != ply->to ? HOW_PASSING
                                                                    : HOW_PLAINLY;
    uint32_t more = ply->becomes;
    if (how == HOW_RUNNING) {
        const struct cells *step = position->ground->step[triangles_head(position, ply->from)];
        int cell = ply->from;
        for (int i = 0; i <= ply->passed_count; i++) {
            int next = i < ply->passed_count ? ply->passed[i] : ply->to;
            more |= (uint32_t)is_second(step[cell], next) << i;
            cell = next;
        }
    }
    return ply->from | (uint32_t)ply->to << CODE_TO | how << CODE_HOW | more << CODE_MORE |
           1u << CODE_TOP;
}

static struct triangle_ply triangles_ply_of(const struct triangle_position *position, uint32_t code)
{
    unsigned how = code >> CODE_HOW & 3;
    uint32_t more = code >> CODE_MORE & 0x7FFF;
    struct triangle_ply ply = {.from = code & 127,
                               .to = code >> CODE_TO & 127,
                               .taken = NO_CELL,
                               .stepping = how >= HOW_STEPPING};
    if (how == HOW_RUNNING) {
        const struct cells *step = position->ground->step[triangles_head(position, ply.from)];
        int cell = ply.from;
        for (int i = 0; i < PASSED_ROOM; i++) {
            struct cells next = step[cell];
            cell = cells_pop(&next);
            if (more >> i & 1)
                cell = cells_pop(&next);
            if (cell == ply.to)
                break;
            ply.passed[ply.passed_count++] = (uint8_t)cell;
        }
        return ply;
    }
    ply.becomes = (uint8_t)more;
    if (how == HOW_PASSING)
        ply.taken = position->passed[position->passed_count - 1];
    else if (position->at[ply.to] && ply.to != ply.from)
        ply.taken = ply.to;
    return ply;
}

enum {
    ROYAL_GAIN = 3000 /* gain of capturing a royal, which eliminates a player in a game of three */
};

static int worth_at(const struct triangle_work *work, const struct triangle_position *position,
                    int cell)
{
    int code = position->at[cell];
    if (code & CODE_FROZEN)
        return 0;
    return code_kind(code) == work->own->royal_kind ? ROYAL_GAIN
                                                    : work->tables->worth[code_kind(code)];
}

struct triangles_listing {
    const struct triangle_work *work;
    const struct triangle_position *position;
    struct search_list *list;
    uint32_t wanted; /* the only code to list; 0 for all */
};

static void triangles_list_ply(const struct triangles_listing *listing,
                               const struct triangle_ply *ply, uint32_t code)
{
    const struct triangle_work *work = listing->work;
    const struct triangle_position *position = listing->position;
    const int16_t *worth = work->tables->worth;
    struct search_ply *out = search_list_add(listing->list);
    int kind = code_kind(position->at[ply->from]), stands = ply->becomes ? ply->becomes : kind;
    bool promotes = ply->becomes && triangles_search_rules_is_pawn_like(work->own, kind);
    out->code = code;
    out->slot = (uint32_t)(kind * work->tables->cells + ply->to);
    out->members = 1;
    out->gain = (int16_t)(ply->taken == NO_CELL ? 0 : worth_at(work, position, ply->taken));
    out->gain = (int16_t)(out->gain + worth[stands] - worth[kind]);
    out->risk = worth[stands];
    if (ply->taken != NO_CELL || promotes)
        out->flags |= SEARCH_GAINS;
    if (promotes)
        out->flags |= ply->becomes == work->own->choices[0] ? SEARCH_PROMOTES
                                                            : SEARCH_PROMOTES | SEARCH_UNDER;
}

static int triangles_visit(const struct triangle_ply *ply, void *argument)
{
    const struct triangles_listing *listing = argument;
    struct search_list *list = listing->list;
    uint32_t code = triangles_code_of(listing->position, ply);
    if (listing->wanted) {
        if (code == listing->wanted)
            triangles_list_ply(listing, ply, code);
        return code == listing->wanted;
    }
    if (list->most && list->n >= list->most)
        return 1;
    triangles_list_ply(listing, ply, code);
    return 0;
}

static bool triangles_search_generate(void *memory, const void *in, unsigned want, int least,
                                      int most, struct search_list *list)
{
    const struct triangle_state *state = in;
    struct triangles_listing listing = {memory, &state->position, list, 0};
    (void)most;
    return least <= 1 &&
           triangles_generate_wanted(&state->position, (struct cells){{UINT64_MAX, UINT64_MAX}},
                                     want, triangles_visit, &listing);
}

static bool list_coded(const struct triangle_work *work, const struct triangle_position *position,
                       uint32_t code, struct search_list *list)
{
    struct triangles_listing listing = {work, position, list, code};
    return triangles_generate_wanted(position, cells_of(code & 127), WANT_ALL_PLIES,
                                     triangles_visit, &listing);
}

static bool triangles_search_find(void *memory, const void *in, uint32_t low,
                                  struct search_list *list)
{
    const struct triangle_state *state = in;
    return low >> CODE_TOP && list_coded(memory, &state->position, low, list);
}

static bool triangles_search_make(void *memory, const void *before, const struct search_ply *ply,
                                  const void *body, void *out)
{
    const struct triangle_work *work = memory;
    const struct triangle_state *from = before;
    struct triangle_state *after = out;
    struct triangle_ply coded = triangles_ply_of(&from->position, (uint32_t)ply->code);
    (void)body;
    memcpy(after, from,
           offsetof(struct triangle_state, position) + offsetof(struct triangle_position, at) +
               (size_t)work->own->cells);
    after->passes = 0;
    bool royal = coded.taken != NO_CELL &&
                 code_kind(from->position.at[coded.taken]) == work->own->royal_kind &&
                 !(from->position.at[coded.taken] & CODE_FROZEN);
    if (royal) { /* this changes the whole army of that player, so compute the head of the state
                    anew */
        triangles_do(&after->position, &coded);
        triangles_hand_over(&after->position);
        triangles_survey(work, after);
        return true;
    }
    after->head.key ^= passed_fact(&from->position);
    if (coded.taken != NO_CELL)
        triangles_search_rules_lift(work, after, coded.taken);
    triangles_search_rules_lift(work, after, coded.from);
    triangles_do(&after->position, &coded);
    triangles_search_rules_put(work, after, coded.to);
    after->head.key ^= passed_fact(&after->position);
    int side = from->position.side;
    after->head.royal[side] =
        after->position.royal[side] == NO_CELL ? CELL_NONE : after->position.royal[side];
    after->head.halfmove = triangles_few(after->position.halfmove);
    triangles_hand_over(&after->position);
    search_turn(&after->head, after->position.side);
    return true;
}

static bool triangles_pack(void *memory, const void *in, const struct ply *ply,
                           struct search_list *list)
{
    const struct triangle_state *state = in;
    struct triangle_ply compact = triangles_compact(&state->position, ply);
    return list_coded(memory, &state->position, triangles_code_of(&state->position, &compact),
                      list);
}

static void triangles_unpack(void *memory, const void *in, const struct search_ply *ply,
                             const void *body, struct ply *out)
{
    const struct triangle_state *state = in;
    struct triangle_ply coded = triangles_ply_of(&state->position, (uint32_t)ply->code);
    (void)memory;
    (void)body;
    triangles_actions(&state->position, &coded, out);
}

/* ---- check, end of the game, passing */

static bool triangles_search_in_check(void *memory, void *in)
{
    struct triangle_state *state = in;
    (void)memory;
    if (state->head.check == SEARCH_CHECK_UNKNOWN)
        state->head.check = triangles_in_check(&state->position, state->position.side)
                                ? SEARCH_CHECK_YES
                                : SEARCH_CHECK_NO;
    return state->head.check == SEARCH_CHECK_YES;
}

static int triangles_end_of(const struct verdict *verdict)
{
    return verdict->outcome == OUTCOME_WIN ? SEARCH_WON + verdict->winner : SEARCH_DRAW;
}

static int triangles_ended(void *memory, const void *in)
{
    const struct triangle_work *work = memory;
    const struct triangle_state *state = in;
    const struct search_head *head = &state->head;
    struct verdict verdict;
    bool bare = false;
    int living = 0;
    for (int side = 0; side < work->own->sides; side++)
        if (head->living >> side & 1) {
            bare |= head->count[side] == 1;
            living++;
        }
    if (living > 1 && !bare)
        return SEARCH_PLAYING;
    return triangles_over_by_material(&state->position, &verdict) ? triangles_end_of(&verdict)
                                                                  : SEARCH_PLAYING;
}

static int triangles_search_stuck(void *memory, void *in)
{
    struct triangle_state *state = in;
    struct triangle_position *position = &state->position;
    if (position->own->sides == 2) {
        struct verdict verdict = {0};
        triangles_judge_stuck(position, triangles_search_in_check(memory, state), &verdict);
        return triangles_end_of(&verdict);
    }
    int passes = state->passes;
    if (triangles_stuck(position, &passes))
        return SEARCH_DRAW;
    state->passes = passes;
    triangles_hand_over(position);
    triangles_survey(memory, state);
    return SEARCH_PLAYING;
}

static void triangles_search_pass(void *memory, const void *before, void *out)
{
    struct triangle_state *after = out;
    memcpy(after, before, sizeof *after);
    after->head.key ^= passed_fact(&after->position);
    after->position.passed_count = 0;
    after->position.halfmove++;
    if (after->position.own->sides == 3) { /* triangles_pass_turn() eliminates a player who has no
                                              ply */
        triangles_pass_turn(&after->position);
        triangles_survey(memory, after);
        return;
    }
    triangles_hand_over(&after->position);
    search_turn(&after->head, after->position.side);
    after->head.halfmove = triangles_few(after->position.halfmove);
}

/* ---- exchanges */

/* Returns the least valuable of some pieces. A royal counts as the most valuable. */
static int triangles_cheapest(const struct triangle_work *work,
                              const struct triangle_position *position, struct cells set)
{
    int best = cells_pop(&set);
    while (cells_any(set)) {
        int cell = cells_pop(&set);
        if (worth_at(work, position, cell) < worth_at(work, position, best))
            best = cell;
    }
    return best;
}

static bool triangles_exchange(void *memory, const void *in, const struct search_ply *ply,
                               const void *body, int threshold)
{
    const struct triangle_work *work = memory;
    const struct triangle_position *position = &((const struct triangle_state *)in)->position;
    struct triangle_ply coded = triangles_ply_of(position, (uint32_t)ply->code);
    int swap = ply->gain - threshold, royal = work->own->royal_kind;
    (void)body;
    if (swap < 0)
        return false;
    swap = ply->risk - swap;
    if (swap <= 0 || code_kind(position->at[coded.from]) == royal)
        return true; /* the ply gains enough even if the piece is lost; or the piece is a royal,
                        which captures only where it is safe */
    /* The sides capture in turn, each with its least valuable piece. If the side whose turn it is
     * stopped capturing, it would fall short of its goal by `swap`. */
    struct cells occupied = triangles_occupied(position), gone = cells_of(coded.from);
    struct cells party[2] = {position->of[position->side],
                             triangles_foes(position, position->side)};
    if (coded.taken != NO_CELL)
        cells_add(&gone, coded.taken);
    occupied = cells_without(occupied, gone);
    cells_add(&occupied, coded.to);
    bool wins = true;
    for (int mover = 1;; mover = !mover) {
        party[mover] = cells_without(party[mover], gone);
        struct cells men = triangles_attackers(position, coded.to, party[mover], occupied);
        if (!cells_any(men))
            break;
        wins = !wins;
        int from = triangles_cheapest(work, position, men);
        cells_add(&gone, from);
        cells_remove(&occupied, from);
        if (code_kind(position->at[from]) == royal) {
            wins ^= cells_any(triangles_attackers(position, coded.to,
                                                  cells_without(party[!mover], gone), occupied));
            break; /* a royal may not move to an attacked cell */
        }
        swap = work->tables->worth[code_kind(position->at[from])] - swap;
        if (swap < wins)
            break; /* the result cannot change any more */
    }
    return wins;
}

static bool triangles_search_attacked(void *memory, const void *in, cell_t cell, int side)
{
    const struct triangle_position *position = &((const struct triangle_state *)in)->position;
    (void)memory;
    return triangles_attacked(position, cell, position->of[side], triangles_occupied(position));
}

static int triangles_men(void *memory, const void *in, struct search_man *out, int room)
{
    const struct triangle_position *position = &((const struct triangle_state *)in)->position;
    int n = 0;
    for (int side = 0; side < position->own->sides; side++)
        for (struct cells set = position->of[side]; cells_any(set) && n < room;) {
            int cell = cells_pop(&set);
            out[n++] = (struct search_man){(cell_t)cell, (uint16_t)piece_at(memory, position, cell),
                                           (uint8_t)side};
        }
    return n;
}

/* ---- features */

enum {
    FEATURE_MOBILITY, /* number of cells to which pieces (but not royals and pawns) can move, scaled
                         to a board of 64 cells */
    FEATURE_DANGER,   /* number of attacks on the cells around the royal, multiplied by half the
                         number of attackers; 0 if there is only one attacker */
    FEATURE_ROOM,     /* number of cells to which the royal may move */
    FEATURE_HANGING,  /* number of pieces that are attacked and not protected */
    FEATURE_THREATS,  /* number of enemy pieces, except pawns, that pawns attack */
    FEATURE_PASSED,   /* pawns that no enemy pawn can stop; those further advanced count more */
    FEATURE_SHARE, /* if two players are left: the surplus of material of the stronger one, in 32nds
                      of the material of both */
    FEATURE_LONELY, /* in games where a bare royal loses: 4, 2 or 1 if the royal has one, two or
                       three other pieces; otherwise 0 */
    TRIANGLE_FEATURES
};

static const struct search_feature feature[TRIANGLE_FEATURES] = {
    [FEATURE_MOBILITY] = {"mobility", 5, 5},
    [FEATURE_DANGER] = {"royal-danger", -5, -2},
    [FEATURE_ROOM] = {"royal-room", 2, 6},
    [FEATURE_HANGING] = {"hanging", -18, -18},
    [FEATURE_THREATS] = {"pawn-threats", 22, 22},
    [FEATURE_PASSED] = {"passed", 4, 12},
    [FEATURE_SHARE] = {"share", 6, 6},
    [FEATURE_LONELY] = {"lonely", -60, -60},
};

struct surveyed {
    struct cells attacks[SIDES_MAX], by_pawns[SIDES_MAX], zone[SIDES_MAX];
    int aimed[SIDES_MAX], aiming[SIDES_MAX]; /* `aimed`: how often the cells around a player's royal
                                                are attacked; `aiming`: by how many pieces */
};

/* Counts the mobility of a side, and collects the cells that it attacks. */
static void survey_side(const struct triangle_position *position, int side, struct cells occupied,
                        struct surveyed *to, int16_t out[SEARCH_FEATURES_MAX])
{
    const struct triangle_ground *ground = position->ground;
    struct cells pieces = position->of[side], all = {{0, 0}};
    int mobility = 0;
    for (int ahead = AHEAD_PAWN; ahead <= AHEAD_GIRL; ahead++) {
        struct cells pawns = cells_both(position->of[side], position->has[ahead]);
        pieces = cells_without(pieces, pawns);
        while (cells_any(pawns)) {
            int cell = cells_pop(&pawns);
            all = cells_either(
                all, ground->aim[ahead - WALKS_END][triangles_head(position, cell)][cell]);
        }
    }
    to->by_pawns[side] = all;
    cells_remove(&pieces, position->royal[side]);
    while (cells_any(pieces)) {
        struct cells targets = triangles_targets(position, cells_pop(&pieces), occupied);
        mobility += cells_count(cells_without(targets, position->of[side]));
        all = cells_either(all, targets);
        for (int other = 0; other < position->own->sides; other++)
            if (other != side && cells_meet(targets, to->zone[other])) {
                to->aimed[other] += cells_count(cells_both(targets, to->zone[other]));
                to->aiming[other]++;
            }
    }
    to->attacks[side] =
        cells_either(all, ground->near[position->own->royal_kind][position->royal[side]]);
    out[FEATURE_MOBILITY] = (int16_t)(mobility * 64 / position->own->cells);
}

/* Values pawns that have no enemy pawn ahead of them. Pawns closer to promotion count more. */
static int passed_pawns(const struct triangle_work *work, const struct triangle_position *position,
                        int side)
{
    struct cells all = cells_either(position->has[AHEAD_PAWN], position->has[AHEAD_GIRL]);
    struct cells mine = cells_both(position->of[side], all),
                 theirs = cells_both(triangles_foes(position, side), all);
    int sum = 0;
    while (cells_any(mine)) {
        int cell = cells_pop(&mine), head = triangles_head(position, cell),
            left = work->left[head][cell];
        if (left < 10 && !cells_meet(work->ahead[head][cell], theirs))
            sum += (10 - left) * (10 - left) / 8;
    }
    return sum;
}

/* Computes the surplus of material, and in games where a bare royal loses, how few pieces are
 * left. */
static void count_balance(const struct triangle_state *state, int side, int other,
                          int16_t out[SEARCH_FEATURES_MAX])
{
    static const uint8_t lonely[] = {0, 4, 2, 1};
    const struct search_head *head = &state->head;
    const struct triangle_game *game = state->position.own->game;
    int mine = head->force[side], theirs = head->force[other];
    if (mine > theirs)
        out[FEATURE_SHARE] = (int16_t)(32 * (mine - theirs) / (mine + theirs));
    if ((game->bare == BARE_LOSES || game->bare == BARE_BACK) && head->count[side] - 1 < 4)
        out[FEATURE_LONELY] = lonely[head->count[side] - 1];
}

static void triangles_search_count(void *memory, const void *in,
                                   int16_t out[SIDES_MAX][SEARCH_FEATURES_MAX])
{
    const struct triangle_position *position = &((const struct triangle_state *)in)->position;
    const struct triangles *own = position->own;
    struct cells occupied = triangles_occupied(position);
    struct surveyed seen = {0};
    for (int side = 0; side < own->sides; side++)
        if (position->royal[side] != NO_CELL)
            seen.zone[side] = own->ground->near[own->royal_kind][position->royal[side]];
    for (int side = 0; side < own->sides; side++)
        if (position->royal[side] != NO_CELL)
            survey_side(position, side, occupied, &seen, out[side]);
    for (int side = 0; side < own->sides; side++) {
        if (position->royal[side] == NO_CELL)
            continue;
        struct cells against = {{0, 0}}, foes = triangles_foes(position, side),
                     mine = position->of[side];
        for (int other = 0; other < own->sides; other++)
            if (other != side)
                against = cells_either(against, seen.attacks[other]);
        int danger = seen.aiming[side] > 1 ? seen.aimed[side] * seen.aiming[side] / 2 : 0;
        cells_remove(&mine, position->royal[side]);
        out[side][FEATURE_DANGER] = (int16_t)(danger < 60 ? danger : 60);
        out[side][FEATURE_ROOM] = (int16_t)cells_count(
            cells_without(cells_without(seen.zone[side], position->of[side]), against));
        out[side][FEATURE_HANGING] =
            (int16_t)cells_count(cells_without(cells_both(mine, against), seen.attacks[side]));
        struct cells prey = cells_both(seen.by_pawns[side], foes);
        prey = cells_without(cells_without(prey, position->has[AHEAD_PAWN]),
                             position->has[AHEAD_GIRL]);
        out[side][FEATURE_THREATS] = (int16_t)cells_count(prey);
        out[side][FEATURE_PASSED] = (int16_t)passed_pawns(memory, position, side);
        int others = ((const struct search_head *)in)->living & ~(1 << side);
        if (!(others & (others - 1)))
            count_balance(in, side, others >> 1, out[side]);
    }
}

const struct search_rules triangles_search = {
    .null_move = true,
    .state_size = triangles_state_size,
    .pieces = triangles_pieces,
    .slots = triangles_slots,
    .piece = triangles_piece,
    .distance = triangles_distance,
    .open = triangles_search_open,
    .close = free,
    .load = triangles_search_load,
    .generate = triangles_search_generate,
    .find = triangles_search_find,
    .make = triangles_search_make,
    .pack = triangles_pack,
    .unpack = triangles_unpack,
    .in_check = triangles_search_in_check,
    .ended = triangles_ended,
    .stuck = triangles_search_stuck,
    .pass = triangles_search_pass,
    .exchange = triangles_exchange,
    .attacked = triangles_search_attacked,
    .men = triangles_men,
    .feature = feature,
    .features = TRIANGLE_FEATURES,
    .count = triangles_search_count,
};
