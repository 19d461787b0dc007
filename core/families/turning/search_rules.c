/* search_rules.c - how the engine searches games of the Turning family: see core/search_rules.h.
 *
 * A state consists of a head and the packed position of bitboard.c. The engine's piece numbers are
 * codes (a kind with its facing). A ply is a move with its promotion and turn. */
#include "core/util/shared_once.h"
#include "core/search_rules.h"
#include "core/families/turning/turning.h"

#include <stdlib.h>

enum { FACT_RIGHTS = 1, FACT_PASSED = 2 };

/* The state of the engine. `board.passed` is a square only if a Pawn may capture en passant there
 * (7); otherwise it is SQUARES, even after a double step. */
struct turning_state {
    struct search_head head;
    struct turning_board board;
};

/* The data that one search thread needs besides its states. */
struct turning_work {
    const struct turning *turning;
    const struct search_tables *tables;
    uint8_t shelf[KINDS_MAX]; /* for each kind, its group of 64 slots in the engine's tables: slots
                                 shelf * 64 to shelf * 64 + 63 */
    uint8_t best;             /* the most valuable kind to which a Pawn may promote */
    uint64_t dead[CODES];     /* for each code, the squares on which a piece is dead (3.3) */
    uint64_t around[SQUARES]; /* each square together with its neighbours */
};

static inline uint64_t turning_search_rules_bit(int square)
{
    return (uint64_t)1 << square;
}

static inline int turning_search_rules_lowest(uint64_t squares)
{
    return __builtin_ctzll(squares);
}

static size_t turning_state_size(const struct ruleset *ruleset)
{
    (void)ruleset;
    return (sizeof(struct turning_state) + 15) / 16 * 16;
}

static int turning_pieces(const struct ruleset *ruleset)
{
    return (turning_of(ruleset)->alphabet->count + 1) * FACINGS;
}

/* Gives each kind that occurs in the armies a group of slots of its own; all other kinds share the
 * first group. Returns the number of groups. */
static int fill_shelves(const struct turning *turning, uint8_t shelf[KINDS_MAX])
{
    uint32_t used = turning->promotions | 1u << KING | 1u << PAWN;
    int n = 1;
    for (int side = WHITE; side <= BLACK; side++)
        for (int i = 0; i < ARMY_MEN; i++)
            used |= 1u << turning->army[side].code[i] / FACINGS;
    for (int kind = 0; kind < KINDS_MAX; kind++)
        shelf[kind] = used >> kind & 1 ? (uint8_t)n++ : 0;
    return n;
}

static int turning_slots(const struct ruleset *ruleset)
{
    uint8_t shelf[KINDS_MAX];
    return fill_shelves(turning_of(ruleset), shelf) * SQUARES;
}

/* ---- values */

/* Returns the mobility of a piece on a square, in hundredths of a square. The farther squares of a
 * slide count less, because they are often blocked. */
static int mobility_of(const struct turning *turning, int code, int square)
{
    static const int16_t reached[8] = {0, 100, 170, 219, 253, 277, 294, 306};
    const struct pattern *pattern = &turning->pattern[code];
    int sum = 100 * __builtin_popcountll(turning_placed(pattern->leaps, square)) +
              50 * __builtin_popcountll(turning_placed(pattern->goes | pattern->takes, square));
    for (uint64_t lines = pattern->lines; lines; lines &= lines - 1) {
        int line = turning_search_rules_lowest(lines),
            steps = __builtin_popcountll(turning->ray[pattern->slide[line]][line][square]);
        sum += reached[steps < 8 ? steps : 7];
    }
    return sum;
}

/* The average mobility of each kind over all squares and facings. An average is useful because
 * pieces can turn. */
struct means {
    int16_t mobility[KINDS_MAX];
};

static const struct means *means_of(const struct turning *turning)
{
    static struct made_once places[2][2];
    struct made_once *place = &places[turning->alphabet->quarter][turning->relative];
    const struct means *means = made_once(place);
    if (means)
        return means;
    struct means *made = memory_new(1, sizeof *made);
    for (int kind = 1; kind <= turning->alphabet->count; kind++) {
        long sum = 0;
        for (int facing = 0; facing < FACINGS; facing++)
            for (int square = 0; square < SQUARES; square++)
                sum += mobility_of(turning, turning_code(kind, facing), square);
        made->mobility[kind] = (int16_t)(sum / (FACINGS * SQUARES));
    }
    means = made_once_keep(place, made);
    if (means != made)
        free(made);
    return means;
}

static int worth_of(const struct turning *turning, int kind)
{
    int mean = means_of(turning)->mobility[kind];
    return kind == PAWN ? 100 : mean * 58 / 100 + mean * mean * 6 / 100000;
}

static int best_promotion(const struct turning *turning)
{
    int best = KIND_NONE, most = -1;
    for (uint32_t left = turning->promotions; left; left &= left - 1)
        if (worth_of(turning, turning_search_rules_lowest(left)) > most) {
            best = turning_search_rules_lowest(left);
            most = worth_of(turning, best);
        }
    return best;
}

static void turning_search_piece(const struct ruleset *ruleset, int code, struct search_piece *out)
{
    const struct turning *turning = turning_of(ruleset);
    int kind = code / FACINGS, facing = code % FACINGS, best = best_promotion(turning);
    bool used = kind != KIND_NONE && (turning_canonical(turning, WHITE, kind, facing) == facing ||
                                      turning_canonical(turning, BLACK, kind, facing) == facing);
    if (!used) {
        out->flags = SEARCH_UNUSED;
        return;
    }
    out->piece = turning_piece(code, WHITE);
    out->flags = kind == KING ? SEARCH_ROYAL : kind == PAWN ? SEARCH_PAWN : 0;
    out->promoted = (uint16_t)code;
    if (kind == PAWN && best != KIND_NONE)
        out->promoted = (uint16_t)turning_promoted(turning, WHITE, best, code);
    if (kind != KING)
        out->worth = (int16_t)(worth_of(turning, kind) > 0 ? worth_of(turning, kind) : 1);
}

/* The number of plies that a Pawn alone on the board needs to its last rank, for each facing and
 * square; -1 if it cannot get there. */
struct turning_ways {
    int8_t left[2][FACINGS][SQUARES];
};

/* Returns the square to which a Pawn steps; SQUARES if there is none. */
static int turning_step_of(const struct turning *turning, int facing, int square)
{
    uint64_t to = turning_placed(turning->pattern[turning_code(PAWN, facing)].goes, square);
    return to ? turning_search_rules_lowest(to) : SQUARES;
}

/* Finds the squares from which a Pawn needs exactly `plies` plies to its last rank. The squares
 * that need fewer plies must already be in `left`. Returns false if it finds no square. */
static bool find_ways(const struct turning *turning, int side, int plies,
                      int8_t left[FACINGS][SQUARES])
{
    bool found = false;
    for (int facing = 0; facing < FACINGS; facing++)
        for (int square = 0; square < SQUARES; square++) {
            const struct turns *turns =
                &turning->turns[AFTER_MOVE][side][turning_code(PAWN, facing)];
            int to = turning_step_of(turning, facing, square);
            bool twice = facing == turning_first(side) && square >> 3 == (side == WHITE ? 1 : 6);
            if (left[facing][square] >= 0)
                continue;
            for (int i = 0; i < turns->n && to < SQUARES; i++) {
                int turned = turns->code[i] % FACINGS;
                if (left[turned][to] == plies - 1 ||
                    (twice && left[turned][2 * to - square] == plies - 1)) {
                    left[facing][square] = (int8_t)plies;
                    found = true;
                    break;
                }
            }
        }
    return found;
}

static int turning_distance(const struct ruleset *ruleset, int side, int code, cell_t cell)
{
    static struct made_once places[2];
    const struct turning *turning = turning_of(ruleset);
    struct made_once *place = &places[turning->may_turn != TURN_NONE];
    const struct turning_ways *ways = made_once(place);
    if (!ways) {
        struct turning_ways *made = memory_new(1, sizeof *made);
        memset(made, -1, sizeof *made);
        for (int s = WHITE; s <= BLACK; s++) {
            for (int facing = 0; facing < FACINGS; facing++)
                memset(&made->left[s][facing][s == WHITE ? 56 : 0], 0, 8);
            for (int plies = 1; find_ways(turning, s, plies, made->left[s]); plies++) {
            }
        }
        ways = made_once_keep(place, made);
        if (ways != made)
            free(made);
    }
    return ways->left[side][code % FACINGS][cell];
}

/* Computes how much more mobile a piece with this facing is than the average of its kind. Pawns and
 * Kings use the engine's own values instead. */
static bool turning_place(const struct ruleset *ruleset, int side, int code, cell_t cell,
                          int *early, int *late)
{
    const struct turning *turning = turning_of(ruleset);
    int kind = code / FACINGS, home = side == WHITE ? 0 : 7;
    if (kind == PAWN || kind == KING)
        return false;
    int more = mobility_of(turning, code, cell) - means_of(turning)->mobility[kind];
    *early = more * 9 / 100 - (cell >> 3 == home ? 10 : 0);
    *late = more * 10 / 100;
    return true;
}

/* ---- states */

static void *turning_search_open(const struct ruleset *ruleset, const struct search_tables *tables)
{
    struct turning_work *work = memory_new(1, sizeof *work);
    const struct turning *turning = work->turning = turning_of(ruleset);
    work->tables = tables;
    fill_shelves(turning, work->shelf);
    work->best = (uint8_t)best_promotion(turning);
    for (int code = FACINGS; code < turning_pieces(ruleset); code++)
        for (int square = 0; square < SQUARES; square++)
            if (turning_dead(turning, code, square))
                work->dead[code] |= turning_search_rules_bit(square);
    for (int square = 0; square < SQUARES; square++)
        work->around[square] =
            turning_placed(turning->pattern[turning_code(KING, NORTH)].leaps, square) |
            turning_search_rules_bit(square);
    return work;
}

static uint64_t turning_facts_of(const struct turning_board *board)
{
    uint64_t key = search_fact(FACT_RIGHTS, board->rights);
    return board->passed == SQUARES ? key : key ^ search_fact(FACT_PASSED, board->passed);
}

static inline int man_at(const struct turning_board *board, int square)
{
    return board->code[square];
}

static void turning_note_kings(struct turning_state *state)
{
    for (int side = WHITE; side <= BLACK; side++)
        state->head.royal[side] =
            state->board.king[side] == SQUARES ? CELL_NONE : (cell_t)state->board.king[side];
}

/* Removes the en passant square if no Pawn can capture on it. Changes nothing if the side to move
 * has no King. */
static void settle_passed(const struct turning *turning, struct turning_board *board)
{
    if (board->passed != SQUARES && board->king[board->side] != SQUARES &&
        !turning_can_take_passed(turning, board))
        board->passed = SQUARES;
}

static void turning_load(void *memory, const struct position *position, void *out)
{
    const struct turning_work *work = memory;
    struct turning_state *state = out;
    memset(state, 0, sizeof *state);
    turning_pack(position, &state->board);
    settle_passed(work->turning, &state->board);
    search_head_clear(&state->head, work->tables, position->side);
    for (int side = WHITE; side <= BLACK; side++)
        for (uint64_t left = state->board.men[side]; left; left &= left - 1)
            search_put(&state->head, work->tables, side,
                       man_at(&state->board, turning_search_rules_lowest(left)),
                       turning_search_rules_lowest(left));
    state->head.key ^= turning_facts_of(&state->board);
    state->head.halfmove =
        position->halfmove < UINT16_MAX ? (uint16_t)position->halfmove : UINT16_MAX;
    turning_note_kings(state);
}

/* ---- plies */

/* A ply: a move, a promotion (KIND_NONE if there is none), and a turn. */
struct full_move {
    struct turning_move move;
    uint8_t promoted;
    int8_t turn;
};

enum way { GOES, TAKES, PASSES_BY, CASTLES };

static inline int turning_search_rules_way_of(int verb)
{
    return verb == ACTION_GO        ? GOES
           : verb == ACTION_TAKE    ? TAKES
           : verb == ACTION_PASSANT ? PASSES_BY
                                    : CASTLES;
}

static inline uint32_t turning_code_of(const struct full_move *full)
{
    return full->move.from | (uint32_t)full->move.to << 6 |
           (uint32_t)turning_search_rules_way_of(full->move.verb) << 12 |
           (uint32_t)full->promoted << 14 | (uint32_t)(full->turn + 1) << 19 | 1u << 21;
}

static inline struct full_move move_of(uint32_t code)
{
    static const uint8_t verb[] = {ACTION_GO, ACTION_TAKE, ACTION_PASSANT, ACTION_CASTLE};
    return (struct full_move){{code & 63, code >> 6 & 63, verb[code >> 12 & 3]},
                              code >> 14 & 31,
                              (int8_t)((int)(code >> 19 & 3) - 1)};
}

/* The piece that may turn after a move: its square then, its code before turning, and its turns. */
struct turner {
    int square, code;
    const struct turns *turns;
};

static inline struct turner turner_of(const struct turning *turning,
                                      const struct turning_board *board, struct turning_move move,
                                      int promoted)
{
    enum occasion occasion;
    struct turner turner = {.square = turning_turner(turning, board, move, &occasion),
                            .code = board->code[move.from]};
    if (occasion == AFTER_CASTLING) {
        struct castling castling;
        turning_castling(turning, board, move.to < move.from, &castling);
        turner.code = board->code[castling.corner];
    } else if (occasion == AFTER_PROMOTION && promoted) {
        turner.code = turning_promoted(turning, board->side, promoted, turner.code);
    }
    turner.turns = &turning->turns[occasion][board->side][turner.code];
    return turner;
}

static inline bool is_promotion(const struct turning_board *board, struct turning_move move)
{
    return move.to >> 3 == (board->side == WHITE ? 7 : 0) &&
           board->code[move.from] / FACINGS == PAWN;
}

/* True if a piece on a square might give check. Ignores pieces in between. */
static inline bool may_check(const struct turning *turning, const struct turning_board *board,
                             int code, int square)
{
    int king = board->king[!board->side];
    if (king == SQUARES)
        return false;
    const struct pattern *pattern = &turning->pattern[code];
    int delta = turning_difference(square, king), line = turning->line[delta];
    return pattern->strikes & turning->near[delta] || pattern->lines >> line & 1;
}

/* Lists all plies that consist of one move with one promotion: one ply for each turn. If the move
 * gains material, some plies are marked so that the engine searches them last. These plies have a
 * promotion that is not the best, or a turn that cannot give check and is not the best on its
 * square. `only` restricts the list to one turn; 2 stands for all turns. False if the list is
 * full. */
static bool list_turns(const struct turning_work *work, const struct turning_board *board,
                       struct turning_move move, int promoted, int only, struct search_list *list)
{
    const struct turning *turning = work->turning;
    const int16_t *worth = work->tables->worth;
    int side = board->side, moved = board->code[move.from], shelf = work->shelf[moved / FACINGS];
    struct turner turner = turner_of(turning, board, move, promoted);
    bool gains = move.verb == ACTION_TAKE || move.verb == ACTION_PASSANT || promoted;
    int best = 0, most = INT32_MIN, gain = 0;
    for (int i = 0; gains && i < turner.turns->n; i++) {
        int value = search_entry(work->tables, side, turner.turns->code[i], turner.square)->early;
        if (value > most) {
            best = i;
            most = value;
        }
    }
    if (move.verb == ACTION_TAKE)
        gain = worth[board->code[move.to]];
    else if (move.verb == ACTION_PASSANT)
        gain = worth[turning_code(PAWN, NORTH)];
    if (promoted)
        gain += worth[turner.code] - worth[moved];
    for (int i = 0; i < turner.turns->n; i++) {
        struct full_move full = {move, (uint8_t)promoted, turner.turns->turn[i]};
        if (only != 2 && only != full.turn)
            continue;
        if (list->most && list->n >= list->most)
            return false;
        struct search_ply *out = search_list_add(list);
        int becomes = turner.turns->code[i];
        bool rare = promoted && promoted != work->best;
        out->code = turning_code_of(&full);
        out->slot = (uint32_t)(shelf * SQUARES + move.to);
        out->members = 1;
        out->gain = (int16_t)gain;
        out->risk = worth[move.verb == ACTION_CASTLE ? moved : becomes];
        out->flags = (uint8_t)((gains ? SEARCH_GAINS : 0) | (promoted ? SEARCH_PROMOTES : 0) |
                               (move.verb == ACTION_CASTLE ? SEARCH_CASTLES : 0));
        if (gains && (rare || (i != best && !may_check(turning, board, becomes, turner.square))))
            out->flags |= SEARCH_UNDER;
    }
    return true;
}

static bool list_move(const struct turning_work *work, const struct turning_board *board,
                      struct turning_move move, struct search_list *list)
{
    if (!is_promotion(board, move))
        return list_turns(work, board, move, KIND_NONE, 2, list);
    for (uint32_t left = work->turning->promotions; left; left &= left - 1)
        if (!list_turns(work, board, move, turning_search_rules_lowest(left), 2, list))
            return false;
    return true;
}

static bool turning_generate(void *memory, const void *in, unsigned want, int least, int most,
                             struct search_list *list)
{
    const struct turning_work *work = memory;
    const struct turning_board *board = &((const struct turning_state *)in)->board;
    struct turning_move move[TURNING_MOVES_MAX];
    uint64_t enemy = board->men[!board->side],
             last = (uint64_t)0xFF << (board->side == WHITE ? 56 : 0), goals = ~(uint64_t)0;
    (void)most;
    if (least > 1)
        return false;
    if (want == SEARCH_WANT_GAINS)
        goals =
            enemy | last | (board->passed == SQUARES ? 0 : turning_search_rules_bit(board->passed));
    else if (want == SEARCH_WANT_QUIET)
        goals = ~enemy;
    int n = turning_moves_within(work->turning, board, ~(uint64_t)0, goals, move);
    for (int i = 0; i < n; i++) {
        bool gains = move[i].verb == ACTION_TAKE || move[i].verb == ACTION_PASSANT ||
                     is_promotion(board, move[i]);
        if (want & (gains ? SEARCH_WANT_GAINS : SEARCH_WANT_QUIET) &&
            !list_move(work, board, move[i], list))
            return true;
    }
    return false;
}

/* Adds one ply to the list if it is legal. */
static bool list_if_legal(const struct turning_work *work, const struct turning_board *board,
                          struct full_move full, struct search_list *list)
{
    struct turning_move move[TURNING_MOVES_MAX];
    if (!(board->men[board->side] >> full.move.from & 1) ||
        is_promotion(board, full.move) != (full.promoted != KIND_NONE) ||
        (full.promoted && !(work->turning->promotions >> full.promoted & 1)))
        return false;
    int first = list->n,
        n = turning_moves_within(work->turning, board, turning_search_rules_bit(full.move.from),
                                 turning_search_rules_bit(full.move.to), move);
    for (int i = 0; i < n; i++)
        if (move[i].to == full.move.to && move[i].verb == full.move.verb)
            list_turns(work, board, move[i], full.promoted, full.turn, list);
    return list->n > first;
}

static bool turning_find(void *memory, const void *in, uint32_t low, struct search_list *list)
{
    struct full_move full = move_of(low);
    if (low != turning_code_of(&full) || full.turn > 1)
        return false;
    return list_if_legal(memory, &((const struct turning_state *)in)->board, full, list);
}

static bool turning_search_make(void *memory, const void *before, const struct search_ply *ply,
                                const void *body, void *out)
{
    const struct turning_work *work = memory;
    const struct turning *turning = work->turning;
    const struct search_tables *tables = work->tables;
    const struct turning_board *from = &((const struct turning_state *)before)->board;
    struct turning_state *after = out;
    struct search_head *head = &after->head;
    struct full_move full = move_of((uint32_t)ply->code);
    struct turning_move move = full.move;
    struct turner turner = turner_of(turning, from, move, full.promoted);
    int side = from->side, moved = from->code[move.from], becomes = turner.code;
    (void)body;
    memcpy(after, before, sizeof *after);
    for (int i = 0; i < turner.turns->n; i++)
        if (turner.turns->turn[i] == full.turn)
            becomes = turner.turns->code[i];
    turning_make(turning, &after->board, move);
    after->board.code[turner.square] = (uint8_t)becomes;
    settle_passed(turning, &after->board);
    if (move.verb == ACTION_CASTLE) {
        struct castling castling;
        turning_castling(turning, from, move.to < move.from, &castling);
        search_move(head, tables, side, moved, move.from, move.to);
        search_lift(head, tables, side, turner.code, castling.corner);
    } else {
        int at = move.verb == ACTION_PASSANT ? move.to + (side == WHITE ? -8 : 8) : move.to;
        if (move.verb != ACTION_GO)
            search_lift(head, tables, !side, from->code[at], at);
        search_lift(head, tables, side, moved, move.from);
    }
    search_put(head, tables, side, becomes, turner.square);
    if (from->rights != after->board.rights || from->passed != after->board.passed)
        head->key ^= turning_facts_of(from) ^ turning_facts_of(&after->board);
    turning_note_kings(after);
    search_turn(head, !side);
    bool counted = moved / FACINGS != PAWN && move.verb != ACTION_TAKE;
    head->halfmove = counted ? (uint16_t)(head->halfmove + (head->halfmove < UINT16_MAX)) : 0;
    return true;
}

static bool turning_search_pack(void *memory, const void *in, const struct ply *ply,
                                struct search_list *list)
{
    struct full_move full = {0};
    for (int i = 0; i < ply->n; i++) {
        const struct action *action = &ply->v[i];
        if (action->verb == ACTION_PROMOTE)
            full.promoted = action->kind;
        else if (action->verb == ACTION_TURN)
            full.turn = action->turn;
        else if (action->verb != ACTION_PICK && action->verb != ACTION_DONE)
            full.move =
                (struct turning_move){(uint8_t)action->from, (uint8_t)action->to, action->verb};
    }
    return list_if_legal(memory, &((const struct turning_state *)in)->board, full, list);
}

static void turning_search_unpack(void *memory, const void *in, const struct search_ply *ply,
                                  const void *body, struct ply *out)
{
    const struct turning_work *work = memory;
    const struct turning_board *board = &((const struct turning_state *)in)->board;
    struct full_move full = move_of((uint32_t)ply->code);
    struct turner turner = turner_of(work->turning, board, full.move, full.promoted);
    (void)body;
    out->n = 0;
    ply_add(out, turning_pick(board, full.move.from));
    ply_add(out, turning_step(work->turning, board, full.move));
    if (full.promoted)
        ply_add(out, turning_promote(board->side, full.promoted, full.move.to));
    if (turner.turns->n > 1 || full.turn)
        ply_add(out, turning_turn(turner.square, full.turn));
}

/* ---- check, end of the game, passing */

static bool turning_in_check(void *memory, void *in)
{
    const struct turning_work *work = memory;
    struct turning_state *state = in;
    int side = state->head.side;
    if (state->head.check == SEARCH_CHECK_UNKNOWN) {
        bool check =
            turning_attackers(work->turning, &state->board, side, state->board.king[side]) != 0;
        state->head.check = check ? SEARCH_CHECK_YES : SEARCH_CHECK_NO;
    }
    return state->head.check == SEARCH_CHECK_YES;
}

/* True if neither side has enough material to win (7, draw 4): apart from the Kings, every piece is
 * dead, which means that it can never move (3.3), or the only piece is a Knight. */
static bool is_insufficient(const struct turning_work *work, const struct turning_state *state)
{
    const struct turning_board *board = &state->board;
    int others = state->head.count[WHITE] + state->head.count[BLACK] - 2;
    for (uint64_t left = board->men[WHITE] | board->men[BLACK]; left; left &= left - 1) {
        int square = turning_search_rules_lowest(left), code = board->code[square],
            kind = code / FACINGS;
        if (kind == KING || work->dead[code] >> square & 1)
            continue;
        if (others > 1 || kind != work->turning->knight)
            return false;
    }
    return true;
}

static int turning_ended(void *memory, const void *in)
{
    const struct turning_work *work = memory;
    const struct turning_state *state = in;
    const struct search_head *head = &state->head;
    if (state->board.king[head->side] == SQUARES || head->count[WHITE] == 1 ||
        head->count[BLACK] == 1) {
        struct verdict verdict;
        if (turning_over(work->turning, &state->board, &verdict))
            return verdict.outcome == OUTCOME_DRAW ? SEARCH_DRAW : SEARCH_WON + verdict.winner;
    }
    return is_insufficient(work, state) ? SEARCH_DRAW : SEARCH_PLAYING;
}

static int turning_stuck(void *memory, void *in)
{
    const struct search_head *head = in;
    return turning_in_check(memory, in) ? SEARCH_WON + !head->side : SEARCH_DRAW;
}

static void turning_search_pass(void *memory, const void *before, void *out)
{
    struct turning_state *after = out;
    (void)memory;
    memcpy(after, before, sizeof *after);
    after->head.key ^= turning_facts_of(&after->board);
    after->board.passed = SQUARES;
    after->board.side = !after->board.side;
    after->head.key ^= turning_facts_of(&after->board);
    search_turn(&after->head, after->board.side);
    after->head.halfmove += after->head.halfmove < UINT16_MAX;
}

/* ---- exchanges */

/* Returns the least valuable of some pieces; SQUARES if there are none. A King counts as the most
 * valuable. */
static int turning_cheapest(const struct turning_work *work, const struct turning_board *board,
                            uint64_t men)
{
    int best = SQUARES, price = INT32_MAX;
    for (; men; men &= men - 1) {
        int square = turning_search_rules_lowest(men), code = board->code[square];
        int worth = code / FACINGS == KING ? INT16_MAX : work->tables->worth[code];
        if (worth < price) {
            best = square;
            price = worth;
        }
    }
    return best;
}

static bool turning_exchange(void *memory, const void *in, const struct search_ply *ply,
                             const void *body, int threshold)
{
    const struct turning_work *work = memory;
    const struct turning_board *board = &((const struct turning_state *)in)->board;
    struct turning_move move = move_of((uint32_t)ply->code).move;
    int swap = ply->gain - threshold, side = board->side;
    (void)body;
    if (swap < 0)
        return false;
    swap = ply->risk - swap;
    if (swap <= 0 || board->code[move.from] / FACINGS == KING)
        return true; /* the ply gains enough even if the piece is lost; or the piece is a King,
                        which captures only where it is safe */
    uint64_t men[2] = {board->men[WHITE], board->men[BLACK]};
    men[side] &= ~turning_search_rules_bit(move.from);
    men[!side] &= ~turning_search_rules_bit(move.to);
    if (move.verb == ACTION_PASSANT)
        men[!side] &= ~turning_search_rules_bit(move.to + (side == WHITE ? -8 : 8));
    bool wins = true;
    /* The sides capture in turn, each with its least valuable piece. If the side whose turn it is
     * stopped capturing, it would fall short of its goal by `swap`. */
    for (int mover = !side;; mover = !mover) {
        uint64_t occupied = men[WHITE] | men[BLACK] | turning_search_rules_bit(move.to);
        uint64_t found = turning_attackers_among(work->turning, board,
                                                 men[mover] & ~turning_search_rules_bit(move.to),
                                                 move.to, occupied);
        int from = turning_cheapest(work, board, found);
        if (from == SQUARES)
            break;
        wins = !wins;
        men[mover] &= ~turning_search_rules_bit(from);
        if (board->code[from] / FACINGS == KING) {
            occupied &= ~turning_search_rules_bit(from);
            if (turning_attackers_among(work->turning, board,
                                        men[!mover] & ~turning_search_rules_bit(move.to), move.to,
                                        occupied))
                wins = !wins; /* a King may not move to an attacked square */
            break;
        }
        swap = work->tables->worth[board->code[from]] - swap;
        if (swap < wins)
            break; /* the result cannot change any more */
    }
    return wins;
}

static bool turning_attacked(void *memory, const void *in, cell_t cell, int side)
{
    const struct turning_work *work = memory;
    const struct turning_board *board = &((const struct turning_state *)in)->board;
    uint64_t occupied = board->men[WHITE] | board->men[BLACK];
    return turning_attackers_among(work->turning, board, board->men[side], cell, occupied) != 0;
}

static int turning_search_men(void *memory, const void *in, struct search_man *out, int room)
{
    const struct turning_board *board = &((const struct turning_state *)in)->board;
    int n = 0;
    (void)memory;
    for (int side = WHITE; side <= BLACK; side++)
        for (uint64_t left = board->men[side]; left && n < room; left &= left - 1)
            out[n++] =
                (struct search_man){(cell_t)turning_search_rules_lowest(left),
                                    board->code[turning_search_rules_lowest(left)], (uint8_t)side};
    return n;
}

/* ---- features */

enum {
    FEATURE_MOBILITY, /* number of squares to which pieces (but not Pawns and Kings) can move and
                         which no enemy Pawn attacks */
    FEATURE_KING_ATTACKED, /* number of attacks on the squares around the enemy King, multiplied by
                              the number of attackers; at most 60 */
    FEATURE_SHELTER,       /* number of the King's neighbours that are pieces of its own side */
    FEATURE_THREATS,       /* number of enemy pieces attacked by less valuable pieces */
    FEATURE_HANGING,       /* number of enemy pieces that are attacked and not protected */
    TURNING_FEATURES
};

static const struct search_feature feature[TURNING_FEATURES] = {
    [FEATURE_MOBILITY] = {"mobility", 4, 4}, [FEATURE_KING_ATTACKED] = {"king-attacked", 4, 1},
    [FEATURE_SHELTER] = {"shelter", 6, 0},   [FEATURE_THREATS] = {"threats", 25, 25},
    [FEATURE_HANGING] = {"hanging", 18, 18},
};

static void turning_count(void *memory, const void *in, int16_t out[SIDES_MAX][SEARCH_FEATURES_MAX])
{
    const struct turning_work *work = memory;
    const struct turning_board *board = &((const struct turning_state *)in)->board;
    const int16_t *worth = work->tables->worth;
    uint64_t covers[SQUARES], all[2] = {0, 0}, pawns[2] = {0, 0};
    for (int side = WHITE; side <= BLACK; side++)
        for (uint64_t left = board->men[side]; left; left &= left - 1) {
            int square = turning_search_rules_lowest(left);
            covers[square] = turning_covers(work->turning, board, square);
            all[side] |= covers[square];
            if (board->code[square] / FACINGS == PAWN)
                pawns[side] |= covers[square];
        }
    for (int side = WHITE; side <= BLACK; side++) {
        int16_t *of = out[side];
        uint64_t own = board->men[side], enemy = board->men[!side];
        uint64_t zone = board->king[!side] == SQUARES ? 0 : work->around[board->king[!side]];
        int aims = 0, attackers = 0;
        for (uint64_t left = own; left; left &= left - 1) {
            int square = turning_search_rules_lowest(left), code = board->code[square],
                kind = code / FACINGS;
            if (kind == KING)
                continue;
            if (kind != PAWN)
                of[FEATURE_MOBILITY] =
                    (int16_t)(of[FEATURE_MOBILITY] +
                              __builtin_popcountll(covers[square] & ~own & ~pawns[!side]));
            int aimed = __builtin_popcountll(covers[square] & zone);
            aims += aimed;
            attackers += aimed != 0;
            for (uint64_t met = covers[square] & enemy; met; met &= met - 1)
                of[FEATURE_THREATS] =
                    (int16_t)(of[FEATURE_THREATS] +
                              (worth[board->code[turning_search_rules_lowest(met)]] >
                               worth[code] + 50));
        }
        of[FEATURE_KING_ATTACKED] = (int16_t)(aims * attackers > 60 ? 60 : aims * attackers);
        if (board->king[side] != SQUARES)
            of[FEATURE_SHELTER] =
                (int16_t)__builtin_popcountll(work->around[board->king[side]] & own &
                                              ~turning_search_rules_bit(board->king[side]));
        of[FEATURE_HANGING] = (int16_t)__builtin_popcountll(enemy & all[side] & ~all[!side]);
    }
}

const struct search_rules turning_search = {
    .null_move = true,
    .state_size = turning_state_size,
    .pieces = turning_pieces,
    .slots = turning_slots,
    .piece = turning_search_piece,
    .distance = turning_distance,
    .place = turning_place,
    .open = turning_search_open,
    .close = free,
    .load = turning_load,
    .generate = turning_generate,
    .find = turning_find,
    .make = turning_search_make,
    .pack = turning_search_pack,
    .unpack = turning_search_unpack,
    .in_check = turning_in_check,
    .ended = turning_ended,
    .stuck = turning_stuck,
    .pass = turning_search_pass,
    .exchange = turning_exchange,
    .attacked = turning_attacked,
    .men = turning_search_men,
    .feature = feature,
    .features = TURNING_FEATURES,
    .count = turning_count,
};
