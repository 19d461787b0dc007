/* search_rules.c - search rules of the orthodox family for the engine: see core/search_rules.h. The
 * state is a head and a mailbox; generate.c and mailbox.c generate and make the plies. The second
 * half of the file counts the features of the evaluation. */
#include "core/families/orthodox/search_rules.h"

#include <stdlib.h>

enum { FACT_RIGHTS = 1, FACT_PASSED = 2 };

static size_t orthodox_state_size(const struct ruleset *ruleset)
{
    (void)ruleset;
    return (sizeof(struct orthodox_state) + 15) / 16 * 16;
}

static int orthodox_pieces(const struct ruleset *ruleset)
{
    (void)ruleset;
    return MEN;
}

static int orthodox_slots(const struct ruleset *ruleset)
{
    return MEN * ruleset->board->cells;
}

static void orthodox_piece(const struct ruleset *ruleset, int man, struct search_piece *out)
{
    /* The usual values. A Pegasus, which only large boards have, is worth a little more than a
     * Rook. */
    static const int16_t worth[MEN] = {
        [PAWN] = 100, [KNIGHT] = 325, [BISHOP] = 340, [ROOK] = 510, [QUEEN] = 990, [PEGASUS] = 520};
    const struct orthodox *orthodox = ruleset->own;
    if (man == NO_MAN || orthodox->kind_of[man] == KIND_NONE) {
        out->flags = SEARCH_UNUSED;
        return;
    }
    out->piece.kind = orthodox->kind_of[man];
    out->flags = man == KING ? SEARCH_ROYAL : man == PAWN ? SEARCH_PAWN : 0;
    out->promoted = man == PAWN ? orthodox->promotion[0] : (uint16_t)man;
    out->worth = worth[man];
}

static int orthodox_distance(const struct ruleset *ruleset, int side, int man, cell_t cell)
{
    const struct orthodox *orthodox = ruleset->own;
    int rank = ruleset->board->cell[cell].rank,
        left = side == WHITE ? orthodox->size - 1 - rank : rank;
    (void)man;
    if (left == orthodox->size - 2)
        left -= orthodox->rush - 1;
    return left;
}

/* The bonus that a piece has on a cell; ranks count from its own side. */
static bool orthodox_place(const struct ruleset *ruleset, int side, int man, cell_t cell,
                           int *early, int *late)
{
    const struct orthodox *orthodox = ruleset->own;
    const struct board_cell *at = &ruleset->board->cell[cell];
    int size = orthodox->size, row = side == WHITE ? at->rank : size - 1 - at->rank,
        file = at->file;
    int edge_file = file < size - 1 - file ? file : size - 1 - file,
        edge_row = row < size - 1 - row ? row : size - 1 - row;
    int centre = edge_file + edge_row, most = 2 * ((size - 1) / 2); /* number of files plus number
                                                                       of ranks between the cell and
                                                                       the nearest edges; 0 in a
                                                                       corner */
    int middle = 2 * centre - most; /* from about -most in a corner to most in the centre */
    int left = size - 1 - row;
    switch (man) {
    case PAWN: {
        static const int advance[] = {0, 110, 55, 26, 12, 5, 0};
        int gone = left < 7 ? advance[left] : 0;
        bool central = edge_file >= size / 2 - 1;
        *early = gone / 3 + 3 * edge_file - (edge_file == 0 ? 8 : 0) +
                 (central && row >= 3 && left > 2 ? 16 : 0) - (central && row == 1 ? 12 : 0);
        *late = gone;
        break;
    }
    case KNIGHT:
        *early =
            6 * middle - (row == 0 ? 14 : 0) + (row >= 4 && left >= 2 && edge_file >= 2 ? 14 : 0);
        *late = 5 * middle;
        break;
    case BISHOP:
        *early = 3 * middle - (row == 0 ? 12 : 0);
        *late = 2 * middle;
        break;
    case ROOK:
        *early = 2 * edge_file + (left == 1 ? 18 : 0) + (left == 0 ? 6 : 0);
        *late = left == 1 ? 14 : left <= 3 ? 6 : 0;
        break;
    case QUEEN:
        *early = middle - (row == 0 ? 2 : 0);
        *late = 4 * middle;
        break;
    case PEGASUS:
        *early = 3 * middle - (row == 0 ? 8 : 0);
        *late = 3 * middle;
        break;
    case KING:
        *early =
            row == 0 ? 24 - 11 * edge_file + (edge_file == 0 ? -4 : 0) : -14 * row - 4 * edge_file;
        *late = 7 * middle;
        break;
    default:
        return false;
    }
    return true;
}

static void *orthodox_search_open(const struct ruleset *ruleset, const struct search_tables *tables)
{
    struct orthodox_work *work = memory_new(1, sizeof *work);
    work->orthodox = ruleset->own;
    work->tables = tables;
    work->pawns = memory_new(PAWN_NOTES, sizeof *work->pawns);
    return work;
}

static void orthodox_search_close(void *memory)
{
    struct orthodox_work *work = memory;
    free(work->pawns);
    free(work);
}

/* The part of the key that covers castling rights and en passant. */
static uint64_t orthodox_facts_of(const struct mailbox *mailbox)
{
    const struct mailbox_state *state = &mailbox->state;
    uint64_t key = search_fact(FACT_RIGHTS, state->rights);
    if (state->passed_count)
        key ^= search_fact(FACT_PASSED, (uint64_t)state->passed << 8 | state->passed_count);
    return key;
}

static int cell_outside(const struct orthodox_work *work, int cell)
{
    return work->orthodox->outside[cell];
}

static void orthodox_note_kings(const struct orthodox_work *work, struct orthodox_state *state)
{
    for (int side = WHITE; side <= BLACK; side++)
        state->head.royal[side] = state->mailbox.king[side]
                                      ? work->orthodox->outside[state->mailbox.king[side]]
                                      : CELL_NONE;
}

static inline uint64_t pawn_key(const struct orthodox_work *work, int side, int cell)
{
    return search_entry(work->tables, side, PAWN, cell)->key;
}

static void orthodox_load(void *memory, const struct position *position, void *out)
{
    const struct orthodox_work *work = memory;
    struct orthodox_state *state = out;
    memset(state, 0, sizeof *state);
    mailbox_load(&state->mailbox, position);
    const struct mailbox *mailbox = &state->mailbox;
    search_head_clear(&state->head, work->tables, position->side);
    for (int side = WHITE; side <= BLACK; side++)
        for (int i = 0; i < mailbox->count[side]; i++) {
            int cell = mailbox->list[side][i], man = mailbox->at[cell] & MAN_OF;
            search_put(&state->head, work->tables, side, man, cell_outside(work, cell));
            if (man == PAWN)
                state->pawns ^= pawn_key(work, side, cell_outside(work, cell));
        }
    state->head.key ^= orthodox_facts_of(mailbox);
    state->head.halfmove =
        position->halfmove < UINT16_MAX ? (uint16_t)position->halfmove : UINT16_MAX;
    orthodox_note_kings(work, state);
}

/* ---- plies */

static inline uint32_t ply_code(struct mailbox_ply ply)
{
    return ply.from | (uint32_t)ply.to << 8 | (uint32_t)ply.promoted << 16 |
           (uint32_t)ply.how << 20 | 1u << 24;
}

static inline struct mailbox_ply orthodox_ply_of(uint32_t code)
{
    return (struct mailbox_ply){code & 0xFF, code >> 8 & 0xFF, code >> 16 & 0xF, code >> 20 & 3};
}

static void orthodox_list_ply(const struct orthodox_work *work, const struct mailbox *mailbox,
                              struct mailbox_ply ply, struct search_list *list)
{
    const int16_t *worth = work->tables->worth;
    int man = mailbox->at[ply.from] & MAN_OF, met = mailbox->at[ply.to] & MAN_OF;
    struct search_ply *out = search_list_add(list);
    if (ply.how == PASSING)
        met = PAWN;
    out->code = ply_code(ply);
    out->slot = (uint32_t)(man * work->tables->cells + cell_outside(work, ply.to));
    out->members = 1;
    out->gain = worth[met];
    out->risk = worth[man];
    if (ply.promoted) {
        out->gain = (int16_t)(out->gain + worth[ply.promoted] - worth[PAWN]);
        out->risk = worth[ply.promoted];
        out->flags = ply.promoted == work->orthodox->promotion[0] ? SEARCH_PROMOTES
                                                                  : SEARCH_PROMOTES | SEARCH_UNDER;
    }
    if (met || ply.promoted)
        out->flags |= SEARCH_GAINS;
    else if (ply.how != PLAINLY)
        out->flags |= SEARCH_CASTLES;
}

/* The mailbox of a state. Generating tries King moves on it and restores it; the cast from const is
 * allowed, because the states are in the engine's memory. */
static struct mailbox *orthodox_board_of(const void *state)
{
    return &((struct orthodox_state *)state)->mailbox;
}

static bool orthodox_generate(void *memory, const void *state, unsigned want, int least, int most,
                              struct search_list *list)
{
    const struct orthodox_work *work = memory;
    struct mailbox *mailbox = orthodox_board_of(state);
    struct mailbox_ply plies[MAILBOX_PLIES_MAX];
    (void)most;
    if (least > 1)
        return false;
    /* enum mailbox_want has the same values as enum search_want */
    int n = mailbox_plies_wanted(mailbox, want, plies);
    for (int i = 0; i < n; i++) {
        if (list->most && list->n >= list->most)
            return true;
        orthodox_list_ply(work, mailbox, plies[i], list);
    }
    return false;
}

/* True if a Pawn of the side to move may move like this, ignoring check; en passant excluded. */
static bool pawn_goes(const struct mailbox *mailbox, struct mailbox_ply ply)
{
    const struct orthodox *orthodox = mailbox->orthodox;
    int side = mailbox->side, forward = forward_of(side), way = ply.to - ply.from,
        met = mailbox->at[ply.to];
    bool last = mailbox_rank(ply.to) == last_rank(orthodox, side), listed = !last && !ply.promoted;
    for (int i = 0; i < orthodox->promotions && last; i++)
        listed |= ply.promoted == orthodox->promotion[i];
    if (!listed)
        return false;
    if (way == forward - 1 || way == forward + 1)
        return met & man_bit(!side);
    bool home = mailbox_rank(ply.from) == (side == WHITE ? 1 : orthodox->size - 2);
    for (int i = 1, to = ply.from + forward; i <= (home ? orthodox->rush : 1) && !mailbox->at[to];
         i++, to += forward)
        if (to == ply.to)
            return true;
    return false;
}

/* True if a piece other than a Pawn may move like this, ignoring check; castling excluded. */
static bool man_goes(const struct mailbox *mailbox, int man, struct mailbox_ply ply)
{
    int step = line_between(ply.from, ply.to, man == KNIGHT || man == PEGASUS);
    if (ply.promoted || !step || !man_goes_along(man, step))
        return false;
    if (!man_steps[man].ride)
        return ply.from + step == ply.to;
    for (int cell = ply.from + step; cell != ply.to; cell += step)
        if (mailbox->at[cell])
            return false;
    return true;
}

static bool passes_by(const struct mailbox *mailbox, struct mailbox_ply ply)
{
    int side = mailbox->side, forward = forward_of(side), way = ply.to - ply.from;
    if (ply.promoted || (mailbox->at[ply.from] & MAN_OF) != PAWN ||
        (way != forward - 1 && way != forward + 1))
        return false;
    for (int i = 0; i < mailbox->state.passed_count; i++)
        if (ply.to == mailbox->state.passed + i * forward_of(!side))
            return true;
    return false;
}

static bool orthodox_playable(struct mailbox *mailbox, struct mailbox_ply ply)
{
    int side = mailbox->side;
    if (ply.from >= MAILBOX_CELLS || ply.to >= MAILBOX_CELLS || ply.promoted >= MEN ||
        ply.from == ply.to)
        return false;
    uint8_t mover = mailbox->at[ply.from], met = mailbox->at[ply.to];
    int man = mover & MAN_OF;
    if (!(mover & man_bit(side)) ||
        (ply.how < CASTLING_RIGHT &&
         (met & (man_bit(side) | MAN_BORDER) || (met & MAN_OF) == KING)))
        return false;
    if (ply.how >= CASTLING_RIGHT) {
        struct mailbox_ply castling[MAILBOX_SIZE_MAX];
        int n = man == KING && !ply.promoted
                    ? mailbox_castling(mailbox, ply.how == CASTLING_LEFT, castling)
                    : 0;
        for (int i = 0; i < n; i++)
            if (castling[i].from == ply.from && castling[i].to == ply.to)
                return true;
        return false;
    }
    bool goes = ply.how == PASSING ? passes_by(mailbox, ply)
                : man == PAWN      ? pawn_goes(mailbox, ply)
                                   : man_goes(mailbox, man, ply);
    return goes && mailbox_safe(mailbox, ply);
}

static bool orthodox_find(void *memory, const void *state, uint32_t low, struct search_list *list)
{
    struct mailbox *mailbox = orthodox_board_of(state);
    struct mailbox_ply ply = orthodox_ply_of(low);
    if (low != ply_code(ply) || !orthodox_playable(mailbox, ply))
        return false;
    orthodox_list_ply(memory, mailbox, ply, list);
    return true;
}

static bool orthodox_make(void *memory, const void *before, const struct search_ply *ply,
                          const void *body, void *out)
{
    const struct orthodox_work *work = memory;
    const struct search_tables *tables = work->tables;
    const struct orthodox_state *from = before;
    struct orthodox_state *after = out;
    struct mailbox_ply packed = orthodox_ply_of((uint32_t)ply->code);
    struct mailbox_undo undo;
    (void)body;
    memcpy(after, from, sizeof *after);
    struct search_head *head = &after->head;
    struct mailbox *mailbox = &after->mailbox;
    int side = mailbox->side, man = mailbox->at[packed.from] & MAN_OF;
    int here = cell_outside(work, packed.from), there = cell_outside(work, packed.to);
    head->key ^= orthodox_facts_of(mailbox);
    mailbox_play(mailbox, packed, &undo);
    head->key ^= orthodox_facts_of(mailbox);
    if (undo.taken) {
        search_lift(head, tables, !side, undo.taken & MAN_OF, cell_outside(work, undo.taken_at));
        if ((undo.taken & MAN_OF) == PAWN)
            after->pawns ^= pawn_key(work, !side, cell_outside(work, undo.taken_at));
    }
    if (man == PAWN)
        after->pawns ^=
            pawn_key(work, side, here) ^ (packed.promoted ? 0 : pawn_key(work, side, there));
    if (packed.promoted) {
        search_lift(head, tables, side, man, here);
        search_put(head, tables, side, packed.promoted, there);
    } else {
        search_move(head, tables, side, man, here, there);
    }
    if (packed.how >= CASTLING_RIGHT) {
        int hand = packed.how == CASTLING_LEFT, partner = work->orthodox->partner_home[side][hand];
        search_move(head, tables, side, ROOK, cell_outside(work, partner),
                    cell_outside(work, packed.to + (hand ? 1 : -1)));
    }
    if (man == KING)
        head->royal[side] = (cell_t)there;
    search_turn(head, !side);
    head->halfmove =
        mailbox->state.halfmove < UINT16_MAX ? (uint16_t)mailbox->state.halfmove : UINT16_MAX;
    head->check = mailbox_gives_check(mailbox, packed) ? SEARCH_CHECK_YES : SEARCH_CHECK_NO;
    return true;
}

static bool orthodox_search_pack(void *memory, const void *state, const struct ply *ply,
                                 struct search_list *list)
{
    const struct orthodox_work *work = memory;
    orthodox_list_ply(work, orthodox_board_of(state), orthodox_pack(work->orthodox, ply), list);
    return true;
}

static void orthodox_search_unpack(void *memory, const void *state, const struct search_ply *ply,
                                   const void *body, struct ply *out)
{
    (void)memory;
    (void)body;
    orthodox_unpack(orthodox_board_of(state), orthodox_ply_of((uint32_t)ply->code), out);
}

/* ---- check, end, pass */

static bool orthodox_in_check(void *memory, void *out)
{
    struct orthodox_state *state = out;
    (void)memory;
    if (state->head.check == SEARCH_CHECK_UNKNOWN)
        state->head.check = mailbox_in_check(&state->mailbox, state->head.side) ? SEARCH_CHECK_YES
                                                                                : SEARCH_CHECK_NO;
    return state->head.check == SEARCH_CHECK_YES;
}

static int orthodox_ended(void *memory, const void *in)
{
    const struct orthodox_state *state = in;
    (void)memory;
    bool bare = state->head.count[WHITE] == 1 && state->head.count[BLACK] == 1 &&
                state->mailbox.king[WHITE] && state->mailbox.king[BLACK];
    return bare ? SEARCH_DRAW : SEARCH_PLAYING;
}

static int orthodox_stuck(void *memory, void *state)
{
    const struct search_head *head = state;
    return orthodox_in_check(memory, state) ? SEARCH_WON + !head->side : SEARCH_DRAW;
}

static void orthodox_search_pass(void *memory, const void *before, void *out)
{
    struct orthodox_state *after = out;
    (void)memory;
    memcpy(after, before, sizeof *after);
    after->head.key ^= orthodox_facts_of(&after->mailbox);
    mailbox_pass(&after->mailbox);
    after->head.key ^= orthodox_facts_of(&after->mailbox);
    search_turn(&after->head, !after->head.side);
    after->head.halfmove += after->head.halfmove < UINT16_MAX;
}

/* ---- static exchange evaluation */

/* The cell of the cheapest piece of a side that attacks `cell`, 0 if there is none. A piece that
 * has already captured in the exchange is off the board and does not count. */
static int cheapest_attacker(const struct mailbox *mailbox, const int16_t *worth, int cell,
                             int side)
{
    uint8_t attackers[64];
    int n = mailbox_attackers(mailbox, cell, side, attackers, 64), best = 0, price = 0;
    for (int i = 0; i < n; i++) {
        int man = mailbox->at[attackers[i]] & MAN_OF, worths = man == KING ? INT16_MAX : worth[man];
        if (!best || worths < price) {
            best = attackers[i];
            price = worths;
        }
    }
    return best;
}

static bool orthodox_exchange(void *memory, const void *state, const struct search_ply *ply,
                              const void *body, int threshold)
{
    const struct orthodox_work *work = memory;
    const int16_t *worth = work->tables->worth;
    struct mailbox *mailbox = orthodox_board_of(state);
    struct mailbox_ply packed = orthodox_ply_of((uint32_t)ply->code);
    uint8_t taken_cell[64], taken_man[64];
    int taken = 0, side = mailbox->side, swap = ply->gain - threshold;
    (void)body;
    if (swap < 0)
        return false;
    swap = ply->risk - swap;
    if ((mailbox->at[packed.from] & MAN_OF) == KING || swap <= 0)
        return true; /* a King captures only where it is safe; if swap <= 0, the ply gains enough
                        even if the capturing piece is lost */
    /* Both sides capture in turn with their cheapest piece. If the side whose turn it is stopped
     * capturing, it would fall short of its goal by `swap`. */
    taken_cell[taken] = packed.from;
    taken_man[taken++] = mailbox->at[packed.from];
    mailbox->at[packed.from] = 0;
    uint8_t goal = mailbox->at[packed.to];
    /* The kind of this piece does not matter: the cell only has to be occupied. */
    mailbox->at[packed.to] = (uint8_t)(man_bit(side) | QUEEN);
    if (packed.how == PASSING) {
        int victim = mailbox->state.passed + mailbox->state.passed_count * forward_of(!side);
        taken_cell[taken] = (uint8_t)victim;
        taken_man[taken++] = mailbox->at[victim];
        mailbox->at[victim] = 0;
    }
    bool wins = true;
    for (int mover = !side; taken < 62; mover = !mover) {
        int from = cheapest_attacker(mailbox, worth, packed.to, mover),
            man = mailbox->at[from] & MAN_OF;
        if (!from)
            break;
        wins = !wins;
        taken_cell[taken] = (uint8_t)from;
        taken_man[taken++] = mailbox->at[from];
        mailbox->at[from] = 0;
        if (man == KING) {
            /* A King may not capture where it would be attacked. */
            wins ^= cheapest_attacker(mailbox, worth, packed.to, !mover) != 0;
            break;
        }
        swap = worth[man] - swap;
        if (swap < wins)
            break; /* the result is certain, whatever captures follow */
    }
    mailbox->at[packed.to] = goal;
    while (taken) {
        taken--;
        mailbox->at[taken_cell[taken]] = taken_man[taken];
    }
    return wins;
}

static bool orthodox_attacked(void *memory, const void *state, cell_t cell, int side)
{
    const struct orthodox_work *work = memory;
    return mailbox_attacked(orthodox_board_of(state), work->orthodox->inside[cell], side);
}

static int orthodox_men(void *memory, const void *state, struct search_man *out, int room)
{
    const struct orthodox_work *work = memory;
    const struct mailbox *mailbox = orthodox_board_of(state);
    int n = 0;
    for (int side = WHITE; side <= BLACK; side++)
        for (int i = 0; i < mailbox->count[side] && n < room; i++) {
            int cell = mailbox->list[side][i];
            out[n++] = (struct search_man){work->orthodox->outside[cell],
                                           mailbox->at[cell] & MAN_OF, (uint8_t)side};
        }
    return n;
}

const struct search_rules orthodox_search = {
    .null_move = true,
    .state_size = orthodox_state_size,
    .pieces = orthodox_pieces,
    .slots = orthodox_slots,
    .piece = orthodox_piece,
    .distance = orthodox_distance,
    .place = orthodox_place,
    .open = orthodox_search_open,
    .close = orthodox_search_close,
    .load = orthodox_load,
    .generate = orthodox_generate,
    .find = orthodox_find,
    .make = orthodox_make,
    .pack = orthodox_search_pack,
    .unpack = orthodox_search_unpack,
    .in_check = orthodox_in_check,
    .ended = orthodox_ended,
    .stuck = orthodox_stuck,
    .pass = orthodox_search_pass,
    .exchange = orthodox_exchange,
    .attacked = orthodox_attacked,
    .men = orthodox_men,
    .feature = orthodox_feature,
    .features = ORTHODOX_FEATURES,
    .count = orthodox_count,
};

/* ---- The evaluation features of orthodox games: mobility, danger to Kings, Pawn structure,
 * threats. The weights here are the defaults; a file in engine/weights may replace them. */

const struct search_feature orthodox_feature[ORTHODOX_FEATURES] = {
    [FEATURE_KNIGHT] = {"mobility-knight", 5, 4},
    [FEATURE_BISHOP] = {"mobility-bishop", 5, 4},
    [FEATURE_ROOK] = {"mobility-rook", 2, 5},
    [FEATURE_QUEEN] = {"mobility-queen", 2, 3},
    [FEATURE_PEGASUS] = {"mobility-pegasus", 4, 4},
    [FEATURE_KING_ATTACKED] = {"king-attacked", 1, 0},
    [FEATURE_SHIELD] = {"shield", 12, 0},
    [FEATURE_BISHOPS] = {"bishop-pair", 32, 48},
    [FEATURE_DOUBLED] = {"doubled", -8, -16},
    [FEATURE_ISOLATED] = {"isolated", -13, -13},
    [FEATURE_BACKED] = {"backed", 7, 5},
    [FEATURE_PASSED] = {"passed", 2, 6},
    [FEATURE_PASSED_FREE] = {"passed-free", 1, 4},
    [FEATURE_PASSED_KINGS] = {"passed-kings", 0, 4},
    [FEATURE_OPEN] = {"rook-open", 24, 8},
    [FEATURE_HALF_OPEN] = {"rook-half-open", 11, 6},
    [FEATURE_PAWN_THREATS] = {"pawn-threats", 40, 30},
    [FEATURE_THREATS] = {"threats", 18, 16},
};

/* What the evaluation of a piece needs to know about both sides. It is computed before the first
 * piece is evaluated. */
struct orthodox_survey {
    const struct mailbox *mailbox;
    const struct pawn_notes *pawns;
    uint8_t zone[MAILBOX_CELLS]; /* by cell, two bits for each side: whether its Pawns attack the
                                    cell, and whether its King is next to the cell */
    int attack[2]; /* by side: sum of the weights of attacks on the squares around the enemy King */
    int attackers[2];
};
enum {
    ZONE_PAWN = 1,
    ZONE_KING = 4
}; /* bits of `zone` for White; for Black they are shifted left by one */

/* By side and by file (index file + 1): the ranks of the rearmost and of the foremost Pawn, as that
 * side sees the board. */
struct files {
    uint8_t rear[2][MAILBOX_SIZE_MAX + 2], front[2][MAILBOX_SIZE_MAX + 2];
};

static void survey_pawns(const struct mailbox *mailbox, struct pawn_notes *out, struct files *files)
{
    for (int side = WHITE; side <= BLACK; side++)
        for (int i = 0; i < mailbox->count[side]; i++) {
            int cell = mailbox->list[side][i];
            if ((mailbox->at[cell] & MAN_OF) != PAWN)
                continue;
            int file = mailbox_file(cell) + 1, rank = mailbox_rank(cell),
                ahead = cell + forward_of(side);
            uint8_t *rear = &files->rear[side][file], *front = &files->front[side][file];
            out->zone[ahead - 1] |= (uint8_t)(ZONE_PAWN << side);
            out->zone[ahead + 1] |= (uint8_t)(ZONE_PAWN << side);
            if (!out->pawns[side][file]++)
                *rear = *front = (uint8_t)rank;
            else if (side == WHITE ? rank < *rear : rank > *rear)
                *rear = (uint8_t)rank;
            else if (side == WHITE ? rank > *front : rank < *front)
                *front = (uint8_t)rank;
        }
}

static void survey_pawn(const struct mailbox *mailbox, const struct files *files, int side,
                        int cell, struct pawn_notes *out)
{
    int file = mailbox_file(cell) + 1, rank = mailbox_rank(cell), enemy = !side;
    bool passed = true;
    if (!out->pawns[side][file - 1] && !out->pawns[side][file + 1])
        out->isolated[side]++;
    if (out->zone[cell] & ZONE_PAWN << side || mailbox->at[cell + 1] == (man_bit(side) | PAWN))
        out->backed[side]++;
    if (files->front[side][file] != rank) {
        out->doubled[side]++;
        return;
    }
    for (int f = file - 1; f <= file + 1 && passed; f++)
        if (out->pawns[enemy][f])
            passed = side == WHITE ? files->rear[enemy][f] <= rank : files->rear[enemy][f] >= rank;
    if (passed)
        out->passed[side][out->passers[side]++] = (uint8_t)cell;
}

/* The Pawn data of a state from the cache; computes them if they are not there. */
static const struct pawn_notes *notes_of(const struct orthodox_work *work,
                                         const struct orthodox_state *state)
{
    struct pawn_notes *notes = &work->pawns[state->pawns % PAWN_NOTES];
    const struct mailbox *mailbox = &state->mailbox;
    struct files files;
    if (notes->known && notes->key == state->pawns)
        return notes;
    memset(notes, 0, sizeof *notes);
    memset(&files, 0, sizeof files);
    notes->known = true;
    notes->key = state->pawns;
    survey_pawns(mailbox, notes, &files);
    for (int side = WHITE; side <= BLACK; side++)
        for (int i = 0; i < mailbox->count[side]; i++) {
            int cell = mailbox->list[side][i];
            if ((mailbox->at[cell] & MAN_OF) == PAWN)
                survey_pawn(mailbox, &files, side, cell, notes);
        }
    return notes;
}

static void survey_kings(struct orthodox_survey *survey)
{
    for (int side = WHITE; side <= BLACK; side++) {
        int king = survey->mailbox->king[side];
        for (int row = -ROW; row <= ROW && king; row += ROW)
            for (int d = -1; d <= 1; d++)
                survey->zone[king + row + d] |= (uint8_t)(ZONE_KING << side);
    }
}

static inline int orthodox_search_rules_distance(int a, int b)
{
    int files = abs(mailbox_file(a) - mailbox_file(b)),
        rows = abs(mailbox_rank(a) - mailbox_rank(b));
    return files > rows ? files : rows;
}

static void count_passed(const struct orthodox_survey *survey, int side, int cell, int16_t *out)
{
    const struct mailbox *mailbox = survey->mailbox;
    int size = mailbox->orthodox->size, rank = mailbox_rank(cell), ahead = cell + forward_of(side),
        enemy = !side;
    int left = side == WHITE ? size - 1 - rank : rank, gone = 7 - left > 1 ? 7 - left : 1,
        worth = gone * gone / 2;
    out[FEATURE_PASSED] = (int16_t)(out[FEATURE_PASSED] + worth);
    if (!mailbox->at[ahead])
        out[FEATURE_PASSED_FREE] = (int16_t)(out[FEATURE_PASSED_FREE] + worth);
    if (gone >= 3 && mailbox->king[side] && mailbox->king[enemy])
        out[FEATURE_PASSED_KINGS] =
            (int16_t)(out[FEATURE_PASSED_KINGS] +
                      (gone - 2) * (orthodox_search_rules_distance(mailbox->king[enemy], ahead) -
                                    orthodox_search_rules_distance(mailbox->king[side], ahead)));
}

static void count_pawns(const struct orthodox_survey *survey, int side, int16_t *out)
{
    const struct pawn_notes *notes = survey->pawns;
    out[FEATURE_ISOLATED] = notes->isolated[side];
    out[FEATURE_BACKED] = notes->backed[side];
    out[FEATURE_DOUBLED] = notes->doubled[side];
    for (int i = 0; i < notes->passers[side]; i++)
        count_passed(survey, side, notes->passed[side][i], out);
}

/* Count the cells a piece can go to, except those that enemy Pawns attack; *goals becomes that
 * number minus the usual one. *near becomes the number of cells it attacks next to the enemy King.
 * Adds the enemy pieces of higher rank that it attacks to FEATURE_THREATS. */
static void count_goals(struct orthodox_survey *survey, int side, int from, int man, int *goals,
                        int *near, int16_t *out)
{
    static const uint8_t usual[MEN] = {
        [KNIGHT] = 4, [BISHOP] = 6, [ROOK] = 7, [QUEEN] = 13, [PEGASUS] = 8};
    static const uint8_t rank_of[MEN] = {
        [PAWN] = 1, [KNIGHT] = 2, [BISHOP] = 2, [PEGASUS] = 3, [ROOK] = 3, [QUEEN] = 4};
    const uint8_t *at = survey->mailbox->at, *zone = survey->zone;
    const struct steps *steps = &man_steps[man];
    int covered = ZONE_PAWN << !side, round = ZONE_KING << !side, own = man_bit(side) | MAN_BORDER,
        n = 0, close = 0;
    for (int i = 0; i < steps->count; i++) {
        int step = steps->vector[i], to = from + step, met = at[to];
        if (steps->ride)
            for (; !met; met = at[to += step]) {
                n += !(zone[to] & covered);
                close += (zone[to] & round) != 0;
            }
        close += (zone[to] & round) != 0 && met != MAN_BORDER;
        if (met & own)
            continue;
        n += !(zone[to] & covered);
        out[FEATURE_THREATS] =
            (int16_t)(out[FEATURE_THREATS] + (rank_of[met & MAN_OF] > rank_of[man]));
    }
    *goals = n - usual[man];
    *near = close;
}

static void count_man(struct orthodox_survey *survey, int side, int cell, int man, int16_t *out)
{
    static const uint8_t feature[MEN] = {[KNIGHT] = FEATURE_KNIGHT,
                                         [BISHOP] = FEATURE_BISHOP,
                                         [ROOK] = FEATURE_ROOK,
                                         [QUEEN] = FEATURE_QUEEN,
                                         [PEGASUS] = FEATURE_PEGASUS};
    static const uint8_t weight[MEN] = {
        [KNIGHT] = 3, [BISHOP] = 3, [ROOK] = 4, [QUEEN] = 6, [PEGASUS] = 4};
    int goals, near;
    count_goals(survey, side, cell, man, &goals, &near, out);
    out[feature[man]] = (int16_t)(out[feature[man]] + goals);
    if (near) {
        survey->attackers[side]++;
        survey->attack[side] += weight[man] * near;
    }
    if (man == ROOK) {
        int file = mailbox_file(cell) + 1;
        if (!survey->pawns->pawns[side][file])
            out[survey->pawns->pawns[!side][file] ? FEATURE_HALF_OPEN : FEATURE_OPEN]++;
    }
}

/* Score the Pawns in front of a King that is on its first two ranks. On each of three files, a Pawn
 * directly in front counts 2, and a Pawn one step further counts 1. */
static int count_shield(const struct orthodox_survey *survey, int side)
{
    const struct mailbox *mailbox = survey->mailbox;
    int king = mailbox->king[side], n = 0;
    int row = side == WHITE ? mailbox_rank(king) : mailbox->orthodox->size - 1 - mailbox_rank(king);
    if (!king || row > 1)
        return 0;
    for (int d = -1; d <= 1; d++) {
        int first = king + forward_of(side) + d, pawn = man_bit(side) | PAWN;
        n += mailbox->at[first] == pawn ? 2
                                        : mailbox->at[first] != MAN_BORDER &&
                                              mailbox->at[first + forward_of(side)] == pawn;
    }
    return n;
}

void orthodox_count(void *memory, const void *in, int16_t out[SIDES_MAX][SEARCH_FEATURES_MAX])
{
    const struct orthodox_state *state = in;
    const struct mailbox *mailbox = &state->mailbox;
    struct orthodox_survey survey;
    survey.mailbox = mailbox;
    survey.pawns = notes_of(memory, state);
    survey.attack[WHITE] = survey.attack[BLACK] = survey.attackers[WHITE] =
        survey.attackers[BLACK] = 0;
    memcpy(survey.zone, survey.pawns->zone, sizeof survey.zone);
    survey_kings(&survey);
    for (int side = WHITE; side <= BLACK; side++) {
        int bishops = 0;
        for (int i = 0; i < mailbox->count[side]; i++) {
            int cell = mailbox->list[side][i], man = mailbox->at[cell] & MAN_OF;
            if (man == PAWN || man == KING)
                continue;
            count_man(&survey, side, cell, man, out[side]);
            out[!side][FEATURE_PAWN_THREATS] =
                (int16_t)(out[!side][FEATURE_PAWN_THREATS] +
                          ((survey.zone[cell] & ZONE_PAWN << !side) != 0));
            bishops += man == BISHOP;
        }
        count_pawns(&survey, side, out[side]);
        out[side][FEATURE_BISHOPS] = bishops >= 2;
        out[side][FEATURE_SHIELD] = (int16_t)count_shield(&survey, side);
    }
    for (int side = WHITE; side <= BLACK; side++) {
        int units = survey.attackers[side] > 1 ? survey.attack[side] : survey.attack[side] / 3;
        out[side][FEATURE_KING_ATTACKED] = (int16_t)(units > 60 ? 360 + units : units * units / 10);
    }
}
