/* search_rules.c - search rules of the Croatian family for the engine: see core/search_rules.h. The
 * state is a head, the set of occupied cells and a position as long as its board requires.
 * members_of() finds the plies, as everywhere in this family.
 *
 * The body of a ply is its list of members. The code of a single move says where it goes and how.
 * The code of a cascade, or of a move through Stars and Monoliths, is a hash of the position after
 * it. So only one of several plies with the same outcome is listed. */
#include "core/families/croatian/croatian.h"
#include "core/search_rules.h"

#include <stdlib.h>
#include <string.h>

enum {
    FACT_RIGHTS = 1 /* Light's rights are fact 1, Dark's fact 2 */,
    FACT_PASSED = 3,
    FACT_HELD = 4
};
enum {
    DARK_STAR = KINDS_END,
    PIECES
}; /* in the tables nobody owns a Star; its colour is part of the piece number instead */

struct croatian_state {
    struct search_head head;
    int32_t men; /* number of pieces other than Kings, Stars and Monoliths */
    cells_t occupied;
    struct position position; /* must be the last member: the engine stores a state only up to the
                                 last cell of its board */
};

/* A hash table of the codes listed during one call. A slot is in use if its `turn` is the
 * table's. */
struct known {
    struct {
        uint64_t code;
        uint32_t turn;
    } * slot;               /* [room] */
    uint32_t room, n, turn; /* room: size of the table, a power of two; n: number of codes */
};

/* An entry of a cache: the cells on which the opponent could capture by an ordinary move, in the
 * state whose key is `key`. */
struct struck {
    uint64_t key;
    bool known;
    cells_t set;
};
enum { STRUCK = 128 };

/* The data of one search thread. */
struct croatian_work {
    const struct croatian *own;
    const struct search_tables *tables;
    struct members members;
    struct member *path; /* the members of the cascade being followed */
    int path_room;
    struct known known;
    struct struck struck[STRUCK]; /* cache of attacked cells, indexed by the key of the state */
    struct position before; /* the position before the plies being listed, while chain_push() and
                               others change the state's board */
    struct chain chain;
};

/* What the functions that list plies share: which plies are wanted, and the list to which they
 * append. */
struct croatian_search_rules_listing {
    struct croatian_work *work;
    const struct search_head *head;
    struct search_list *list;
    unsigned want;
    int best; /* the kind with the highest worth among those a Pawn may promote to */
    bool full;
};

static size_t croatian_state_size(const struct ruleset *ruleset)
{
    size_t used = offsetof(struct croatian_state, position) + offsetof(struct position, at) +
                  (size_t)ruleset->board->cells * sizeof(struct piece);
    return (used + 15) / 16 * 16;
}

static int croatian_pieces(const struct ruleset *ruleset)
{
    (void)ruleset;
    return PIECES;
}

static int croatian_slots(const struct ruleset *ruleset)
{
    return KINDS_END * ruleset->board->cells;
}

static void croatian_piece(const struct ruleset *ruleset, int piece, struct search_piece *out)
{
    /* Values of pieces whose mobility does not show their worth: other pieces move the passive
     * ones, and Starchildren capture nothing. */
    static const int16_t worth[KINDS_END] = {[PYRAMID] = 260, [WAVE] = 300, [STARCHILD] = 330};
    if (piece == KIND_NONE || piece > ruleset->kind_count || piece == STAR || piece == MONOLITH) {
        out->flags = SEARCH_UNUSED;
        return;
    }
    out->piece.kind = (uint8_t)piece;
    out->flags = piece == KING       ? SEARCH_ROYAL
                 : piece == PAWN     ? SEARCH_PAWN
                 : is_passive(piece) ? SEARCH_PASSIVE
                                     : 0;
    out->promoted = (uint16_t)(piece == PAWN ? ROOK : piece);
    out->worth = worth[piece];
}

static int croatian_distance(const struct ruleset *ruleset, int side, int piece, cell_t cell)
{
    const struct croatian *own = ruleset->own;
    int plies = 0;
    (void)piece;
    for (int rank = advance_of(own, cell, side); rank < own->size - 1; plies++)
        rank += own->pawn_steps[rank] > 1 ? own->pawn_steps[rank] : 1;
    return plies;
}

static void *croatian_search_open(const struct ruleset *ruleset, const struct search_tables *tables)
{
    struct croatian_work *work = memory_new(1, sizeof *work);
    work->own = ruleset->own;
    work->tables = tables;
    return work;
}

static void croatian_search_close(void *memory)
{
    struct croatian_work *work = memory;
    free(work->members.v);
    free(work->path);
    free(work->known.slot);
    free(work);
}

/* ---- heads */

static inline int piece_number(struct piece piece)
{
    return piece.kind == STAR && piece.side == BLACK ? DARK_STAR : piece.kind;
}

static inline int piece_owner(struct piece piece)
{
    return piece.kind == STAR ? NOBODY : piece.side;
}

static inline bool is_man(struct piece piece)
{
    return !(KIND_BIT(piece.kind) & (KIND_BIT(KING) | KIND_BIT(STAR) | KIND_BIT(MONOLITH)));
}

static inline uint64_t key_of_piece(const struct search_tables *tables, struct piece piece,
                                    cell_t cell)
{
    return piece.kind ? search_entry(tables, piece_owner(piece), piece_number(piece), cell)->key
                      : 0;
}

static inline void state_put(const struct croatian_work *work, struct croatian_state *state,
                             struct piece piece, cell_t cell)
{
    search_put(&state->head, work->tables, piece_owner(piece), piece_number(piece), cell);
    cells_add(state->occupied, cell);
    state->men += is_man(piece);
    if (piece.kind == KING)
        state->head.royal[piece.side] = cell;
}

static inline void state_lift(const struct croatian_work *work, struct croatian_state *state,
                              struct piece piece, cell_t cell)
{
    search_lift(&state->head, work->tables, piece_owner(piece), piece_number(piece), cell);
    state->occupied[cell / 64] &= ~((uint64_t)1 << cell % 64);
    state->men -= is_man(piece);
}

/* The part of the key that covers castling rights and en passant. */
static uint64_t croatian_facts_of(const struct position *position)
{
    uint64_t key = 0;
    for (int side = WHITE; side <= BLACK; side++) {
        uint32_t files = rights_of(position, side);
        if (files)
            key ^= search_fact(FACT_RIGHTS + (unsigned)side, files);
    }
    for (int i = 0; i < position->passed_count; i++)
        key ^= search_fact(FACT_PASSED, (uint64_t)i << 16 | position->passed[i]);
    return key;
}

static uint64_t held_fact(const struct position *position)
{
    uint64_t key = 0;
    for (int side = WHITE; side <= BLACK; side++)
        for (int kind = PAWN; kind < KINDS_END; kind++)
            if (position->held[side][kind])
                key ^= search_fact(FACT_HELD, (uint64_t)side << 32 | (uint64_t)kind << 24 |
                                                  position->held[side][kind]);
    return key;
}

static void note_halfmove(struct croatian_state *state)
{
    uint32_t halfmove = state->position.halfmove;
    state->head.halfmove = halfmove < UINT16_MAX ? (uint16_t)halfmove : UINT16_MAX;
}

static void croatian_load(void *memory, const struct position *position, void *out)
{
    const struct croatian_work *work = memory;
    struct croatian_state *state = out;
    search_head_clear(&state->head, work->tables, position->side);
    state->men = 0;
    memset(state->occupied, 0, sizeof state->occupied);
    position_copy(&state->position, position);
    for (int cell = work->own->cells - 1; cell >= 0; cell--)
        if (position->at[cell].kind)
            state_put(work, state, position->at[cell], (cell_t)cell);
    state->head.key ^= croatian_facts_of(position) ^ held_fact(position);
    note_halfmove(state);
}

/* ---- what a ply gains; only its last member counts, because the others capture nothing */

/* The value of a piece of kind `kind` and owner `side` for the player: negative if the opponent
 * owns it. */
static inline int count_for(const struct croatian_work *work, int player, int side, int kind)
{
    int worth =
        kind == DARK_STAR || kind == STAR || kind == MONOLITH ? 0 : work->tables->worth[kind];
    return side == player ? worth : side == !player ? -worth : 0;
}

static bool croatian_gains(const struct member *last)
{
    if (last->promotion || last->summoned)
        return true;
    switch (last->ending) {
    case CAPTURES:
    case PASSES:
    case CONVERTS:
    case PROMOTES:
        return true;
    case DIVES:
        return last->side != last->piece.side;
    case TELEPORTS:
        return last->side != last->met.side;
    default:
        return false;
    }
}

/* The cell where the last member of a ply ends, and the piece that is on it after the ply. */
struct arrival {
    cell_t cell;
    int kind, side;
};

static struct arrival arrival_of(const struct member *last)
{
    struct arrival to = {member_end(last), last->piece.kind, last->piece.side};
    if (last->ending == CONVERTS)
        to.kind = last->met.kind;
    if (last->ending == TELEPORTS)
        to.kind = last->met.kind;
    if (last->ending == DIVES || last->ending == TELEPORTS) {
        to.cell = last->portal;
        to.side = last->side;
    }
    if (last->promotion)
        to.kind = last->promotion;
    return to;
}

static int croatian_gain_of(const struct croatian_work *work, const struct member *last, int player)
{
    const struct piece piece = last->piece, met = last->met;
    bool stays = piece.kind == SHAMAN && work->own->shaman_stays;
    struct arrival to = arrival_of(last);
    int gain = 0;
    switch (last->ending) {
    case CAPTURES:
    case PASSES:
        gain = -count_for(work, player, met.side, met.kind);
        break;
    case CONVERTS:
        gain = count_for(work, player, piece.side, met.kind) -
               count_for(work, player, met.side, met.kind) -
               (stays ? 0 : count_for(work, player, piece.side, piece.kind));
        break;
    case PROMOTES:
        return count_for(work, player, piece.side, last->promotion) -
               count_for(work, player, piece.side, PAWN) -
               (stays ? 0 : count_for(work, player, piece.side, piece.kind));
    case DIVES:
        gain = count_for(work, player, last->side, piece.kind) -
               count_for(work, player, piece.side, piece.kind);
        break;
    case TELEPORTS:
        gain = count_for(work, player, last->side, met.kind) -
               count_for(work, player, met.side, met.kind);
        break;
    default:
        break;
    }
    if (last->promotion)
        gain += count_for(work, player, to.side, last->promotion) -
                count_for(work, player, to.side, PAWN);
    if (last->summoned)
        gain += count_for(work, player, piece.side, last->summoned);
    return gain;
}

static int16_t croatian_clamp(int value)
{
    return (int16_t)(value > 30000 ? 30000 : value < -30000 ? -30000 : value);
}

/* Append the ply that consists of the `before` members in `path` and the member `last`. */
static void croatian_search_rules_list_ply(const struct croatian_search_rules_listing *listing,
                                           uint64_t code, const struct member *path, int before,
                                           const struct member *last)
{
    struct croatian_work *work = listing->work;
    struct search_list *list = listing->list;
    struct arrival to = arrival_of(last);
    size_t one = sizeof *last, at = search_list_body(list, (size_t)(before + 1) * one);
    if (before)
        memcpy(list->body + at, path, (size_t)before * one);
    memcpy(list->body + at + (size_t)before * one, last, one);
    struct search_ply *out = search_list_add(list);
    out->code = code;
    out->body = (uint32_t)at;
    out->slot = (uint32_t)(to.kind * work->tables->cells + to.cell);
    out->gain = croatian_clamp(croatian_gain_of(work, last, listing->head->side));
    out->risk = croatian_clamp(
        to.side == listing->head->side ? count_for(work, to.side, to.side, to.kind) : 0);
    out->members = (uint8_t)(before < 255 ? before + 1 : 255);
    out->flags = croatian_gains(last) ? SEARCH_GAINS : 0;
    if (last->promotion)
        out->flags |=
            last->promotion == listing->best ? SEARCH_PROMOTES : SEARCH_PROMOTES | SEARCH_UNDER;
    if (last->ending == CASTLES)
        out->flags |= SEARCH_CASTLES;
}

/* ---- single moves */

enum { CODE_TO = 10, CODE_ENDING = 20, CODE_PROMOTION = 24, CODE_SINGLE = 31 };

/* The code of a single move. For most moves it has only 32 bits, which describe the move, and bit
 * CODE_SINGLE is set. Moves through Stars and Monoliths have a hash with that bit clear. */
static uint64_t code_of_single(const struct member *member)
{
    uint32_t plain = member->from | (uint32_t)member->to << CODE_TO |
                     (uint32_t)member->ending << CODE_ENDING |
                     (uint32_t)member->promotion << CODE_PROMOTION | 1u << CODE_SINGLE;
    if (member->ending < DIVES && member->leg == CELL_NONE)
        return plain;
    if (member->ending == CASTLES)
        return plain;
    uint64_t code =
        hash_mix(plain + ((uint64_t)member->leg << 48) + ((uint64_t)member->portal << 32));
    code = hash_mix(code + ((uint64_t)member->aside << 16) + ((uint64_t)member->side << 8) +
                    member->summoned);
    return (code & ~((uint64_t)1 << CODE_SINGLE)) | (uint64_t)1 << 32;
}

static void find_best_figure(struct croatian_search_rules_listing *listing)
{
    const struct croatian *own = listing->work->own;
    const int16_t *worth = listing->work->tables->worth;
    listing->best = own->figures ? own->figure[0] : KIND_NONE;
    for (int i = 1; i < own->figures; i++)
        if (worth[own->figure[i]] > worth[listing->best])
            listing->best = own->figure[i];
}

/* Begin a chain on the board of a state. Generating changes this board and restores it, which is
 * allowed because states are in the engine's writable memory. */
static struct chain *begin_chain(struct croatian_work *work, const void *in)
{
    struct croatian_state *state = (struct croatian_state *)in;
    work->members.n = 0;
    chain_begin_among(&work->chain, &state->position, &work->members, state->occupied);
    return &work->chain;
}

static void list_singles(struct croatian_search_rules_listing *listing, struct chain *chain)
{
    struct members *members = &listing->work->members;
    const struct search_list *list = listing->list;
    chain->most = 1;
    chain->no_landings = listing->want == SEARCH_WANT_GAINS;
    for (int i = 0; i < chain->launches && !listing->full; i++) {
        members->n = 0;
        chain_lift(chain, chain->launch[i]);
        members_of(chain);
        chain_drop(chain);
        for (int j = 0; j < members->n; j++) {
            const struct member *member = &members->v[j];
            if (!(listing->want & (croatian_gains(member) ? SEARCH_WANT_GAINS : SEARCH_WANT_QUIET)))
                continue;
            if (list->most && list->n >= list->most) {
                listing->full = true;
                break;
            }
            croatian_search_rules_list_ply(listing, code_of_single(member), NULL, 0, member);
        }
    }
    chain->no_landings = false;
}

/* ---- cascades */

static void known_clear(struct known *known)
{
    if (!known->room) {
        known->room = 1 << 10;
        known->slot = memory_new(known->room, sizeof *known->slot);
    }
    known->n = 0;
    known->turn++;
}

static void known_grow(struct known *known)
{
    struct known wider = {.room = 2 * known->room, .turn = 1};
    wider.slot = memory_new(wider.room, sizeof *wider.slot);
    for (uint32_t i = 0; i < known->room; i++)
        if (known->slot[i].turn == known->turn) {
            uint32_t at = (uint32_t)(known->slot[i].code >> 33) & (wider.room - 1);
            while (wider.slot[at].turn)
                at = (at + 1) & (wider.room - 1);
            wider.slot[at].code = known->slot[i].code;
            wider.slot[at].turn = 1;
            wider.n++;
        }
    free(known->slot);
    *known = wider;
}

/* Add a code; true if it was new. */
static bool known_add(struct known *known, uint64_t code)
{
    if (2 * known->n >= known->room)
        known_grow(known);
    uint32_t at = (uint32_t)(code >> 33) & (known->room - 1);
    for (; known->slot[at].turn == known->turn; at = (at + 1) & (known->room - 1))
        if (known->slot[at].code == code)
            return false;
    known->slot[at].code = code;
    known->slot[at].turn = known->turn;
    known->n++;
    return true;
}

enum { CELLS_FEW = 64 };

/* The cells that a ply touches, each once. With CELLS_FEW entries the list may be incomplete. */
struct touched {
    cell_t v[CELLS_FEW];
    int n;
};

static inline void croatian_search_rules_touch(struct touched *touched, cell_t cell)
{
    for (int i = 0; i < touched->n; i++)
        if (touched->v[i] == cell)
            return;
    if (touched->n < CELLS_FEW)
        touched->v[touched->n++] = cell;
}

static void touch_member(struct touched *touched, const struct member *member)
{
    cell_t cell[MEMBER_TOUCHES];
    int n = member_touches(member, cell);
    for (int i = 0; i < n; i++)
        croatian_search_rules_touch(touched, cell[i]);
}

/* The code of a cascade: a hash of the position after the cascade. `last` is its last member; the
 * chain has already made the `before` members that precede `last`. */
static uint64_t outcome_of(struct croatian_work *work, uint64_t key, struct chain *chain,
                           int before, const struct member *last)
{
    const struct search_tables *tables = work->tables;
    const struct position *now = chain->now;
    struct finished finished;
    key ^= croatian_facts_of(&work->before);
    chain_finish(chain, last, &finished);
    if (before + 3 < CELLS_FEW / 2) {
        struct touched touched = {.n = 0};
        for (int i = 0; i < before; i++)
            touch_member(&touched, &work->path[i]);
        touch_member(&touched, last);
        for (int i = 0; i < touched.n; i++) {
            cell_t cell = touched.v[i];
            key ^= key_of_piece(tables, work->before.at[cell], cell) ^
                   key_of_piece(tables, now->at[cell], cell);
        }
    } else {
        for (int cell = 0; cell < work->own->cells; cell++)
            key ^= key_of_piece(tables, work->before.at[cell], (cell_t)cell) ^
                   key_of_piece(tables, now->at[cell], (cell_t)cell);
    }
    key ^= croatian_facts_of(now);
    if (work->own->holds && croatian_gains(last))
        key ^= held_fact(&work->before) ^ held_fact(now);
    bool irreversible = now->halfmove == 0;
    chain_resume(chain, &finished);
    key = hash_mix(key + irreversible);
    return (key & ~((uint64_t)1 << CODE_SINGLE)) | (uint64_t)1 << 32;
}

/* List the plies that continue with the piece in the air, after `before` members. */
static void croatian_search_rules_follow(struct croatian_search_rules_listing *listing,
                                         struct chain *chain, int before)
{
    struct croatian_work *work = listing->work;
    struct members *members = &work->members;
    const struct search_list *list = listing->list;
    int first = members->n;
    members_of(chain);
    int end = members->n;
    work->path = memory_room(work->path, &work->path_room, before + 1, sizeof *work->path);
    for (int i = first; i < end && !listing->full; i++) {
        struct member member = members->v[i];
        if (member.ending == PUSHES) {
            struct pushed pushed;
            work->path[before] = member;
            chain_push(chain, &member, &pushed);
            croatian_search_rules_follow(listing, chain, before + 1);
            chain_pull(chain, &member, &pushed);
            continue;
        }
        if (!(listing->want & (croatian_gains(&member) ? SEARCH_WANT_GAINS : SEARCH_WANT_QUIET)))
            continue;
        if (list->most && list->n >= list->most) {
            listing->full = true;
            break;
        }
        uint64_t code = outcome_of(work, listing->head->key, chain, before, &member);
        if (known_add(&work->known, code))
            croatian_search_rules_list_ply(listing, code, work->path, before, &member);
    }
    members->n = first;
}

static void list_cascades(struct croatian_search_rules_listing *listing, struct chain *chain,
                          int least, int most)
{
    struct croatian_work *work = listing->work;
    position_copy(&work->before, chain->now);
    known_clear(&work->known);
    chain->least = least;
    chain->most = most;
    for (int i = 0; i < chain->launches && !listing->full; i++) {
        chain_lift(chain, chain->launch[i]);
        croatian_search_rules_follow(listing, chain, 0);
        chain_drop(chain);
    }
}

static bool croatian_generate(void *memory, const void *in, unsigned want, int least, int most,
                              struct search_list *list)
{
    const struct croatian_state *state = in;
    struct croatian_search_rules_listing listing = {
        .work = memory, .head = &state->head, .list = list, .want = want};
    if (most < least || most < 1)
        return false;
    struct chain *chain = begin_chain(memory, in);
    find_best_figure(&listing);
    if (least <= 1)
        list_singles(&listing, chain);
    bool more = chain->cut;
    if (most > 1 && (least > 1 || more)) {
        chain->cut = false;
        list_cascades(&listing, chain, least > 2 ? least : 2, most);
        more = chain->cut;
    }
    return more || listing.full;
}

static bool croatian_search_find(void *memory, const void *in, uint32_t low,
                                 struct search_list *list)
{
    struct croatian_work *work = memory;
    const struct croatian_state *state = in;
    cell_t from = low & 1023;
    if (!(low >> CODE_SINGLE) || from >= work->own->cells || !cells_has(state->occupied, from) ||
        !may_launch(&state->position, from))
        return false;
    struct croatian_search_rules_listing listing = {
        .work = memory, .head = &state->head, .list = list, .want = SEARCH_WANT_ALL};
    struct chain *chain = begin_chain(memory, in);
    find_best_figure(&listing);
    chain->most = 1;
    chain_lift(chain, from);
    members_of(chain);
    chain_drop(chain);
    for (int i = 0; i < work->members.n; i++)
        if (code_of_single(&work->members.v[i]) == low) {
            croatian_search_rules_list_ply(&listing, low, NULL, 0, &work->members.v[i]);
            return true;
        }
    return false;
}

/* ---- making */

static bool croatian_make(void *memory, const void *in, const struct search_ply *ply,
                          const void *body, void *out)
{
    const struct croatian_work *work = memory;
    const struct croatian *own = work->own;
    const struct croatian_state *before = in;
    struct croatian_state *after = out;
    struct position *now = &after->position;
    const unsigned char *at = body;
    struct touched touched = {.n = 0};
    struct member member;
    bool pawn_moved = false,
         rights = before->position.rights || rights_of(&before->position, BLACK);
    int player = before->position.side;
    memcpy(after, before,
           offsetof(struct croatian_state, position) + offsetof(struct position, at) +
               (size_t)own->cells * sizeof(struct piece));
    for (int i = 0;; i++) {
        memcpy(&member, at + (size_t)i * sizeof member, sizeof member);
        if (i == 0)
            now->at[member.from] = (struct piece){0};
        cell_t cell[MEMBER_TOUCHES];
        int n = member_touches(&member, cell);
        for (int j = 0; j < n; j++) {
            croatian_search_rules_touch(&touched, cell[j]);
            if (rights)
                lose_rights(own, now, cell[j]);
        }
        if (member.ending != PUSHES)
            break;
        now->at[member_end(&member)] =
            (struct piece){.kind = member.piece.kind, .side = member.piece.side};
        pawn_moved |= member.piece.kind == PAWN;
    }
    (void)ply;
    member_apply(own, now, &member);
    uint64_t facts = croatian_facts_of(&before->position);
    bool all = touched.n == CELLS_FEW; /* more cells may have been touched than the list has room
                                          for, so compare all */
    int n = all ? own->cells : touched.n;
    for (int i = 0; i < n; i++) {
        cell_t cell = all ? (cell_t)i : touched.v[i];
        struct piece was = before->position.at[cell], is = now->at[cell];
        if (was.kind == is.kind && was.side == is.side)
            continue;
        if (was.kind)
            state_lift(work, after, was, cell);
        if (is.kind)
            state_put(work, after, is, cell);
    }
    bool long_step = member_is_long_step(own, &member, player);
    ply_settle(own, now, pawn_moved || member_irreversible(&member, player),
               long_step ? member.from : CELL_NONE, long_step ? member.to : CELL_NONE);
    after->head.key ^= facts ^ croatian_facts_of(now);
    if (own->holds && croatian_gains(&member))
        after->head.key ^= held_fact(&before->position) ^ held_fact(now);
    search_turn(&after->head, now->side);
    note_halfmove(after);
    return true;
}

/* Find the member whose own actions are the first of these `count` actions. If there are several,
 * the one with the most actions. Returns its index and sets *length to its number of actions; -1
 * and 0 if there is none. */
static int member_among(const struct members *members, const struct action *action, int count,
                        int *length)
{
    int best = -1;
    *length = 0;
    for (int i = 0; i < members->n; i++) {
        struct action actions[MEMBER_ACTIONS];
        int n = member_actions(&members->v[i], actions);
        if (n > *length && n <= count && member_begins(&members->v[i], action, n)) {
            *length = n;
            best = i;
        }
    }
    return best;
}

static bool croatian_pack(void *memory, const void *in, const struct ply *ply,
                          struct search_list *list)
{
    struct croatian_work *work = memory;
    const struct croatian_state *state = in;
    struct croatian_search_rules_listing listing = {
        .work = work, .head = &state->head, .list = list, .want = SEARCH_WANT_ALL};
    struct pushed *pushed = NULL;
    int room = 0, before = 0, at = 1, length, found = -1;
    if (ply->n < 2 || !may_launch(&state->position, ply->v[0].from))
        return false;
    struct chain *chain = begin_chain(work, in);
    position_copy(&work->before, chain->now);
    find_best_figure(&listing);
    chain_lift(chain, ply->v[0].from);
    for (;;) {
        work->members.n = 0;
        members_of(chain);
        found = member_among(&work->members, ply->v + at, ply->n - at, &length);
        if (found < 0 || work->members.v[found].ending != PUSHES)
            break;
        at += length;
        work->path = memory_room(work->path, &work->path_room, before + 1, sizeof *work->path);
        pushed = memory_room(pushed, &room, before + 1, sizeof *pushed);
        work->path[before] = work->members.v[found];
        chain_push(chain, &work->path[before], &pushed[before]);
        before++;
    }
    if (found >= 0) {
        struct member last = work->members.v[found];
        uint64_t code = before ? outcome_of(work, state->head.key, chain, before, &last)
                               : code_of_single(&last);
        croatian_search_rules_list_ply(&listing, code, work->path, before, &last);
    }
    while (before-- > 0)
        chain_pull(chain, &work->path[before], &pushed[before]);
    chain_drop(chain);
    free(pushed);
    return found >= 0;
}

static void croatian_unpack(void *memory, const void *state, const struct search_ply *ply,
                            const void *body, struct ply *out)
{
    struct member member;
    const unsigned char *at = body;
    (void)memory;
    (void)state;
    (void)ply;
    for (int i = 0;; i++) {
        memcpy(&member, at + (size_t)i * sizeof member, sizeof member);
        if (i == 0)
            ply_add_launch(out, member.piece, member.from);
        ply_add_member(out, &member);
        if (member.ending != PUSHES)
            break;
    }
}

/* ---- check, end, pass */

/* True if a piece of `side` could capture on `cell`. *cheapest (may be NULL) becomes the cell of
 * the cheapest such piece. */
static bool is_struck(const struct croatian_work *work, const struct croatian_state *state,
                      cell_t cell, int side, cell_t *cheapest)
{
    const struct croatian *own = work->own;
    const struct piece *at = state->position.at;
    int price = 0;
    bool found = false;
    for (int c = cells_next(state->occupied, 0, own->cells); c < CELLS_MAX;
         c = cells_next(state->occupied, c + 1, own->cells)) {
        struct piece piece = at[c];
        struct attackers attackers;
        cell_t man = (cell_t)c;
        int worth = piece.kind == KING ? INT16_MAX : work->tables->worth[piece.kind];
        if (piece.side != side || (found && worth >= price) ||
            !(sieve_of(own, man, cell, own->dark[man] == side) & KIND_BIT(piece.kind)))
            continue;
        attackers.n = 0;
        attackers_among(own, at, cell, side, &man, 1, &attackers, NULL);
        if (!attackers.n)
            continue;
        if (!cheapest)
            return true;
        found = true;
        price = worth;
        *cheapest = man;
    }
    return found;
}

static bool croatian_in_check(void *memory, void *in)
{
    struct croatian_state *state = in;
    cell_t king = state->head.royal[state->head.side];
    if (state->head.check == SEARCH_CHECK_UNKNOWN) {
        bool check = king != CELL_NONE && is_struck(memory, state, king, !state->head.side, NULL);
        state->head.check = check ? SEARCH_CHECK_YES : SEARCH_CHECK_NO;
    }
    return state->head.check == SEARCH_CHECK_YES;
}

static int croatian_ended(void *memory, const void *state)
{
    (void)memory;
    return ((const struct croatian_state *)state)->men ? SEARCH_PLAYING : SEARCH_DRAW;
}

static int croatian_stuck(void *memory, void *in)
{
    struct croatian_state *state = in;
    if (any_ply(&state->position, LIMITS_DEFAULT.cascade) != PLY_NONE)
        return SEARCH_MORE;
    return croatian_in_check(memory, state) ? SEARCH_WON + !state->head.side : SEARCH_DRAW;
}

static void croatian_search_pass(void *memory, const void *in, void *out)
{
    const struct croatian_work *work = memory;
    struct croatian_state *after = out;
    memcpy(after, in,
           offsetof(struct croatian_state, position) + offsetof(struct position, at) +
               (size_t)work->own->cells * sizeof(struct piece));
    after->head.key ^= croatian_facts_of(&after->position);
    position_pass(&after->position);
    after->head.key ^= croatian_facts_of(&after->position);
    search_turn(&after->head, after->position.side);
    note_halfmove(after);
}

/* ---- static exchange evaluation, with captures by ordinary moves only */

static const struct struck *struck_at(struct croatian_work *work,
                                      const struct croatian_state *state)
{
    const struct croatian *own = work->own;
    struct struck *struck = &work->struck[state->head.key % STRUCK];
    int cells = own->cells, enemy = !state->head.side;
    if (struck->known && struck->key == state->head.key)
        return struck;
    struck->key = state->head.key;
    struck->known = true;
    memset(struck->set, 0, sizeof struck->set);
    for (int c = cells_next(state->occupied, 0, cells); c < CELLS_MAX;
         c = cells_next(state->occupied, c + 1, cells)) {
        struct piece piece = state->position.at[c];
        struct reaches *reaches = &work->chain.reaches;
        struct gait gait;
        if (piece.side != enemy || !can_attack(piece.kind))
            continue;
        gait_of(piece, piece, true, 0, enemy, &gait);
        reaches->longest = false;
        walk(own, state->position.at, (cell_t)c, &gait, reaches);
        for (int i = 0; i < reaches->n; i++)
            if (reaches->v[i].flags & REACH_CLAIM)
                cells_add(struck->set, reaches->v[i].cell);
    }
    return struck;
}

static bool croatian_exchange(void *memory, const void *in, const struct search_ply *ply,
                              const void *body, int threshold)
{
    enum { TAKEN_MOST = 64 };
    struct croatian_work *work = memory;
    struct croatian_state *state = (struct croatian_state *)in; /* this function changes the board
                                                                   and restores it */
    struct piece *at = state->position.at;
    int side = state->head.side, swap = ply->gain - threshold, taken = 0;
    struct member first;
    struct {
        cell_t cell;
        struct piece piece;
    } before[TAKEN_MOST];
    if (swap < 0)
        return false;
    swap = ply->risk - swap;
    if (swap <= 0)
        return true;
    memcpy(&first, body, sizeof first);
    if (ply->members == 1 && first.piece.kind == KING)
        return true; /* a King moves only where it is safe */
    cell_t goal = (cell_t)(ply->slot % (uint32_t)work->tables->cells);
    if (!(ply->flags & SEARCH_GAINS) && ply->members == 1 &&
        !cells_has(struck_at(work, state)->set, goal))
        return true; /* An approximation: the opponent's captures are those before the ply, so lines
                        that the ply opens are ignored. */
    before[taken].cell = goal;
    before[taken++].piece = at[goal];
    before[taken].cell = first.from;
    before[taken++].piece = at[first.from];
    at[first.from] = (struct piece){0};
    /* Any piece will do: the cell only has to be occupied. */
    at[goal] = (struct piece){.kind = QUEEN, .side = (uint8_t)side};
    bool wins = true;
    for (int mover = !side; taken < TAKEN_MOST; mover = !mover) {
        cell_t from = CELL_NONE;
        if (!is_struck(work, state, goal, mover, &from))
            break;
        wins = !wins;
        struct piece man = at[from];
        before[taken].cell = from;
        before[taken++].piece = man;
        at[from] = (struct piece){0};
        if (man.kind == KING) {
            wins ^= is_struck(work, state, goal, !mover, NULL);
            break; /* a King may not capture where it would be attacked */
        }
        swap = work->tables->worth[man.kind] - swap;
        if (swap < wins)
            break; /* the result is certain, whatever captures follow */
    }
    while (taken-- > 0)
        at[before[taken].cell] = before[taken].piece;
    return wins;
}

static bool croatian_attacked(void *memory, const void *state, cell_t cell, int side)
{
    return is_struck(memory, state, cell, side, NULL);
}

static int croatian_men(void *memory, const void *in, struct search_man *out, int room)
{
    const struct croatian_work *work = memory;
    const struct croatian_state *state = in;
    int n = 0, cells = work->own->cells;
    for (int c = cells_next(state->occupied, 0, cells); c < CELLS_MAX && n < room;
         c = cells_next(state->occupied, c + 1, cells)) {
        struct piece piece = state->position.at[c];
        out[n++] = (struct search_man){(cell_t)c, (uint16_t)piece_number(piece),
                                       (uint8_t)piece_owner(piece)};
    }
    return n;
}

const struct search_rules croatian_search = {
    .merges = true,
    .cascades = true,
    .null_move = true,
    .state_size = croatian_state_size,
    .pieces = croatian_pieces,
    .slots = croatian_slots,
    .piece = croatian_piece,
    .distance = croatian_distance,
    .open = croatian_search_open,
    .close = croatian_search_close,
    .load = croatian_load,
    .generate = croatian_generate,
    .find = croatian_search_find,
    .make = croatian_make,
    .pack = croatian_pack,
    .unpack = croatian_unpack,
    .in_check = croatian_in_check,
    .ended = croatian_ended,
    .stuck = croatian_stuck,
    .pass = croatian_search_pass,
    .exchange = croatian_exchange,
    .attacked = croatian_attacked,
    .men = croatian_men,
};
