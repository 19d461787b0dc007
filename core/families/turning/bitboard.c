/* bitboard.c - the packed position of the Turning family: legal moves, attacks, and fast counting
 * of plies.
 *
 * Legality is computed once per position, not for every move: which pieces give check, which pieces
 * are pinned, and where these may still move. Only moves of the King, castling and en passant are
 * tested one by one. A turn comes after the move and changes only the piece that moved, so it never
 * makes a ply illegal (rules/turning.md 6.1). */
#include "core/families/turning/turning.h"

#include <string.h>

static inline uint64_t turning_bit(int square)
{
    return (uint64_t)1 << square;
}

static inline int turning_lowest(uint64_t squares)
{
    return __builtin_ctzll(squares);
}

static inline int turning_highest(uint64_t squares)
{
    return 63 - __builtin_clzll(squares);
}

static inline bool turning_single(uint64_t squares)
{
    return squares && !(squares & (squares - 1));
}

void turning_pack(const struct position *position, struct turning_board *out)
{
    *out = (struct turning_board){.side = position->side,
                                  .rights = (uint8_t)position->rights,
                                  .passed = position->passed_count ? (uint8_t)position->passed[0]
                                                                   : SQUARES,
                                  .king = {SQUARES, SQUARES}};
    for (int square = 0; square < SQUARES; square++) {
        const struct piece *piece = &position->at[square];
        if (!piece->kind)
            continue;
        out->code[square] = turning_code(piece->kind, piece->facing);
        out->men[piece->side] |= turning_bit(square);
        if (piece->kind == KING)
            out->king[piece->side] = (uint8_t)square;
    }
}

/* Returns the first square of a set on a line; 0 <= line < LINE_COUNT. Along 8 of the 16 lines the
 * square numbers increase, so the first square has the lowest number; along the others it has the
 * highest. */
static inline int turning_nearest(uint64_t squares, int line)
{
    enum {
        UPWARD = 1 << NORTH | 1 << NORTH_EAST | 1 << EAST | 1 << NORTH_WEST | 0x3 << 8 | 0xC0 << 8
    };
    return UPWARD >> line & 1 ? turning_lowest(squares) : turning_highest(squares);
}

/* Returns the squares of a slide: the empty ones, and the square of the first piece in its way,
 * whoever owns it. */
static inline uint64_t turning_slide(const struct turning *turning, int range, int line, int square,
                                     uint64_t occupied)
{
    uint64_t squares = turning->ray[range][line][square], met = squares & occupied;
    return met ? squares & ~turning->ray[RANGE_FULL][line][turning_nearest(met, line)] : squares;
}

/* Returns the squares of a relative half slide (10): the nearer half, rounded up, of the squares
 * that a full slide could reach. */
static uint64_t relative_slide(const struct turning *turning, int line, int square,
                               uint64_t occupied, uint64_t own)
{
    uint64_t full = turning_slide(turning, RANGE_FULL, line, square, occupied) & ~own, half = 0;
    for (int steps = (__builtin_popcountll(full) + 1) / 2; steps > 0; steps--) {
        int next = turning_nearest(full, line);
        half |= turning_bit(next);
        full &= ~turning_bit(next);
    }
    return half;
}

static inline uint64_t turning_slides(const struct turning *turning, const struct pattern *pattern,
                                      int square, uint64_t occupied, uint64_t own)
{
    uint64_t out = 0;
    for (uint64_t lines = pattern->lines; lines; lines &= lines - 1) {
        int line = turning_lowest(lines), range = pattern->slide[line];
        if (range == RANGE_HALF && turning->relative)
            out |= relative_slide(turning, line, square, occupied, own);
        else
            out |= turning_slide(turning, range, line, square, occupied);
    }
    return out & ~own;
}

/* Returns the goal of a Pawn's double step (6.2); 0 if a piece is in the way. The Pawn must be on
 * its initial square, with its initial facing. */
static inline uint64_t double_step(int side, int square, uint64_t occupied)
{
    int forward = side == WHITE ? 8 : -8;
    uint64_t way = turning_bit(square + forward) | turning_bit(square + 2 * forward);
    return way & occupied ? 0 : turning_bit(square + 2 * forward);
}

static inline bool at_start(int side, int code, int square)
{
    return code == PAWN * FACINGS + turning_first(side) && square >> 3 == (side == WHITE ? 1 : 6);
}

/* Returns the squares to which a piece may move. Ignores check and en passant. */
static inline uint64_t turning_targets(const struct turning *turning,
                                       const struct turning_board *board, int square)
{
    int side = board->side;
    uint64_t own = board->men[side], enemy = board->men[!side], occupied = own | enemy;
    const struct pattern *pattern = &turning->pattern[board->code[square]];
    uint64_t out = turning_placed(pattern->leaps, square) & ~own;
    out |= turning_placed(pattern->goes, square) & ~occupied;
    out |= turning_placed(pattern->takes, square) & enemy;
    if (pattern->lines)
        out |= turning_slides(turning, pattern, square, occupied, own);
    if (at_start(side, board->code[square], square))
        out |= double_step(side, square, occupied);
    return out;
}

uint64_t turning_reach(const struct turning *turning, const struct turning_board *board, int square,
                       bool take)
{
    int side = board->men[BLACK] >> square & 1;
    uint64_t own = board->men[side], enemy = board->men[!side], occupied = own | enemy;
    const struct pattern *pattern = &turning->pattern[board->code[square]];
    uint64_t both = (turning_placed(pattern->leaps, square) & ~own) |
                    turning_slides(turning, pattern, square, occupied, own);
    if (take)
        return both | (turning_placed(pattern->takes, square) & ~own);
    if (at_start(side, board->code[square], square))
        both |= double_step(side, square, occupied);
    return (both | turning_placed(pattern->goes, square)) & ~occupied;
}

/* Returns the pieces among `enemies` that could capture a King on `square`. */
static uint64_t turning_bitboard_attackers(const struct turning *turning,
                                           const struct turning_board *board, uint64_t enemies,
                                           int square, uint64_t occupied)
{
    uint64_t found = 0;
    for (uint64_t left = enemies; left; left &= left - 1) {
        int from = turning_lowest(left), delta = turning_difference(from, square),
            line = turning->line[delta];
        const struct pattern *pattern = &turning->pattern[board->code[from]];
        if (pattern->strikes & turning->near[delta])
            found |= turning_bit(from);
        else if (pattern->lines >> line & 1 &&
                 !(pattern->slide[line] == RANGE_HALF && turning->relative) &&
                 turning_slide(turning, pattern->slide[line], line, from,
                               occupied & ~turning_bit(square)) &
                     turning_bit(square))
            found |= turning_bit(from);
    }
    return found;
}

uint64_t turning_attackers(const struct turning *turning, const struct turning_board *board,
                           int side, int square)
{
    return turning_bitboard_attackers(turning, board, board->men[!side], square,
                                      board->men[WHITE] | board->men[BLACK]);
}

uint64_t turning_attackers_among(const struct turning *turning, const struct turning_board *board,
                                 uint64_t men, int square, uint64_t occupied)
{
    return turning_bitboard_attackers(turning, board, men, square, occupied);
}

uint64_t turning_covers(const struct turning *turning, const struct turning_board *board,
                        int square)
{
    const struct pattern *pattern = &turning->pattern[board->code[square]];
    uint64_t near = turning_placed(pattern->leaps | pattern->takes, square);
    return pattern->lines ? near | turning_slides(turning, pattern, square,
                                                  board->men[WHITE] | board->men[BLACK], 0)
                          : near;
}

/* The data that decides which moves are legal. Computed once per position. */
struct turning_survey {
    uint64_t checkers;
    uint64_t evade; /* where pieces other than the King may move; all squares, unless there is a
                       check to answer */
    uint64_t pinned;
    uint64_t limit[SQUARES]; /* for each pinned piece, by its square: where it may still move */
};

/* Stores what a slide of an enemy piece towards the King does: the enemy piece gives check, or it
 * pins the only piece in between. */
static void survey_slide(const struct turning *turning, const struct turning_board *board, int from,
                         int line, struct turning_survey *survey)
{
    int king = board->king[board->side];
    uint64_t own = board->men[board->side], occupied = own | board->men[!board->side];
    uint64_t between = turning->ray[RANGE_FULL][line][from] &
                       ~turning->ray[RANGE_FULL][line][king] & ~turning_bit(king);
    uint64_t met = between & occupied;
    if (!met) {
        survey->checkers |= turning_bit(from);
        survey->evade &= between | turning_bit(from);
    } else if (turning_single(met) && met & own) {
        int man = turning_lowest(met);
        if (!(survey->pinned & met))
            survey->limit[man] = ~(uint64_t)0;
        survey->pinned |= met;
        survey->limit[man] &= between | turning_bit(from);
    }
}

static void survey_board(const struct turning *turning, const struct turning_board *board,
                         struct turning_survey *survey)
{
    int king = board->king[board->side];
    survey->checkers = survey->pinned = 0;
    survey->evade = ~(uint64_t)0;
    for (uint64_t left = board->men[!board->side]; left; left &= left - 1) {
        int from = turning_lowest(left), delta = turning_difference(from, king),
            line = turning->line[delta];
        const struct pattern *pattern = &turning->pattern[board->code[from]];
        if (pattern->strikes & turning->near[delta]) {
            survey->checkers |= turning_bit(from);
            survey->evade &= turning_bit(from);
        } else if (pattern->lines >> line & 1 &&
                   !(pattern->slide[line] == RANGE_HALF && turning->relative) &&
                   turning->ray[pattern->slide[line]][line][from] & turning_bit(king)) {
            survey_slide(turning, board, from, line, survey);
        }
    }
}

/* Lists the moves of one piece to the squares `targets`, which must be legal. */
static inline int add_moves(const struct turning_board *board, int from, uint64_t targets,
                            struct turning_move *out)
{
    uint64_t enemy = board->men[!board->side];
    int n = 0;
    for (; targets; targets &= targets - 1) {
        int to = turning_lowest(targets);
        out[n++] = (struct turning_move){(uint8_t)from, (uint8_t)to,
                                         enemy >> to & 1 ? ACTION_TAKE : ACTION_GO};
    }
    return n;
}

static uint64_t king_targets(const struct turning *turning, const struct turning_board *board,
                             uint64_t goals)
{
    int king = board->king[board->side];
    uint64_t safe = 0, enemy = board->men[!board->side];
    uint64_t occupied = (board->men[WHITE] | board->men[BLACK]) & ~turning_bit(king);
    for (uint64_t left = turning_targets(turning, board, king) & goals; left; left &= left - 1) {
        int to = turning_lowest(left);
        if (!turning_bitboard_attackers(turning, board, enemy & ~turning_bit(to), to, occupied))
            safe |= turning_bit(to);
    }
    return safe;
}

/* True if a move does not leave the mover's King in check. Used for the few kinds of moves that
 * turning_survey cannot decide. */
static bool leaves_safe(const struct turning *turning, const struct turning_board *board,
                        struct turning_move move)
{
    struct turning_board after = *board;
    turning_make(turning, &after, move);
    return !turning_attackers(turning, &after, board->side, after.king[board->side]);
}

static int turning_add_passant(const struct turning *turning, const struct turning_board *board,
                               uint64_t movers, struct turning_move *out)
{
    int n = 0;
    for (uint64_t left = board->men[board->side] & movers; left; left &= left - 1) {
        int from = turning_lowest(left);
        struct turning_move move = {(uint8_t)from, board->passed, ACTION_PASSANT};
        if (board->code[from] / FACINGS == PAWN &&
            turning->pattern[board->code[from]].takes &
                turning->near[turning_difference(from, board->passed)] &&
            leaves_safe(turning, board, move))
            out[n++] = move;
    }
    return n;
}

bool turning_can_take_passed(const struct turning *turning, const struct turning_board *board)
{
    struct turning_move move[SQUARES];
    return board->passed != SQUARES && turning_add_passant(turning, board, ~(uint64_t)0, move) > 0;
}

void turning_castling(const struct turning *turning, const struct turning_board *board,
                      bool long_side, struct castling *out)
{
    int base = board->side == WHITE ? 0 : 56, shift = board->side == WHITE ? 0 : 2;
    bool bede = long_side && turning->bede && board->code[base] / FACINGS == turning->bede;
    if (!long_side)
        *out = (struct castling){7, 6, 5, RIGHT_WHITE_SHORT, 0x60, 0x70};
    else if (bede)
        *out = (struct castling){0, 1, 2, RIGHT_WHITE_LONG, 0x0E, 0x1E};
    else
        *out = (struct castling){0, 2, 3, RIGHT_WHITE_LONG, 0x0E, 0x1C};
    out->corner = (uint8_t)(out->corner + base);
    out->king_goal = (uint8_t)(out->king_goal + base);
    out->corner_goal = (uint8_t)(out->corner_goal + base);
    out->right = (uint8_t)(out->right << shift);
    out->empty <<= base;
    out->safe <<= base;
}

static int turning_add_castling(const struct turning *turning, const struct turning_board *board,
                                struct turning_move *out)
{
    uint64_t occupied = board->men[WHITE] | board->men[BLACK];
    int n = 0;
    for (int long_side = 0; long_side < 2; long_side++) {
        struct castling castling;
        turning_castling(turning, board, long_side, &castling);
        bool may = board->rights & castling.right && !(occupied & castling.empty);
        for (uint64_t left = castling.safe; left && may; left &= left - 1)
            may = !turning_attackers(turning, board, board->side, turning_lowest(left));
        struct turning_move move = {board->king[board->side], castling.king_goal, ACTION_CASTLE};
        if (may && leaves_safe(turning, board, move))
            out[n++] = move;
    }
    return n;
}

int turning_moves(const struct turning *turning, const struct turning_board *board,
                  struct turning_move *out)
{
    return turning_moves_within(turning, board, ~(uint64_t)0, ~(uint64_t)0, out);
}

int turning_moves_within(const struct turning *turning, const struct turning_board *board,
                         uint64_t movers, uint64_t goals, struct turning_move *out)
{
    struct turning_survey survey;
    int king = board->king[board->side], n = 0;
    survey_board(turning, board, &survey);
    for (uint64_t left = board->men[board->side] & movers; left; left &= left - 1) {
        int from = turning_lowest(left);
        if (from == king) {
            n += add_moves(board, from, king_targets(turning, board, goals), out + n);
            continue;
        }
        uint64_t legal = turning_targets(turning, board, from) & survey.evade & goals;
        if (survey.pinned >> from & 1)
            legal &= survey.limit[from];
        n += add_moves(board, from, legal, out + n);
    }
    if (board->passed != SQUARES && goals >> board->passed & 1)
        n += turning_add_passant(turning, board, movers, out + n);
    if (board->rights && !survey.checkers && movers >> king & 1)
        n += turning_add_castling(turning, board, out + n);
    return n;
}

/* Finishes castling: the King has moved already; moves the corner piece. */
static void make_castling(const struct turning *turning, struct turning_board *board,
                          struct turning_move move)
{
    struct castling castling;
    turning_castling(turning, board, move.to < move.from, &castling);
    board->code[castling.king_goal] = board->code[move.from];
    board->code[castling.corner_goal] = board->code[castling.corner];
    board->men[board->side] &= ~(turning_bit(move.from) | turning_bit(castling.corner));
    board->men[board->side] |= turning_bit(castling.king_goal) | turning_bit(castling.corner_goal);
}

void turning_make(const struct turning *turning, struct turning_board *board,
                  struct turning_move move)
{
    static const uint8_t lost[SQUARES] = {[0] = RIGHT_WHITE_LONG,
                                          [4] = RIGHT_WHITE_SHORT | RIGHT_WHITE_LONG,
                                          [7] = RIGHT_WHITE_SHORT,
                                          [56] = RIGHT_BLACK_LONG,
                                          [60] = RIGHT_BLACK_SHORT | RIGHT_BLACK_LONG,
                                          [63] = RIGHT_BLACK_SHORT};
    int side = board->side, code = board->code[move.from], back = side == WHITE ? -8 : 8;
    board->passed = SQUARES;
    if (move.to == board->king[!side])
        board->king[!side] = SQUARES;
    if (move.verb == ACTION_CASTLE) {
        make_castling(turning, board, move);
    } else {
        board->men[side] ^= turning_bit(move.from) | turning_bit(move.to);
        board->men[!side] &= ~turning_bit(move.verb == ACTION_PASSANT ? move.to + back : move.to);
        board->code[move.to] = (uint8_t)code;
        if (code / FACINGS == PAWN && move.to - move.from == -2 * back)
            board->passed = (uint8_t)(move.from - back);
    }
    if (code / FACINGS == KING)
        board->king[side] = move.to;
    board->rights &= (uint8_t) ~(lost[move.from] | lost[move.to]);
    board->side = (uint8_t)!side;
}

/* True if a move brings a Pawn to its last rank. */
static bool turning_promotes(const struct turning_board *board, struct turning_move move)
{
    return move.to >> 3 == (board->side == WHITE ? 7 : 0) &&
           board->code[move.from] / FACINGS == PAWN;
}

int turning_turner(const struct turning *turning, const struct turning_board *board,
                   struct turning_move move, enum occasion *occasion)
{
    struct castling castling;
    *occasion = turning_promotes(board, move) ? AFTER_PROMOTION : AFTER_MOVE;
    if (move.verb != ACTION_CASTLE)
        return move.to;
    *occasion = AFTER_CASTLING;
    turning_castling(turning, board, move.to < move.from, &castling);
    return castling.corner_goal;
}

int turning_promoted(const struct turning *turning, int side, int kind, int pawn)
{
    int facing = turning->promotion_pawn ? pawn % FACINGS : turning_first(side);
    return turning_code(kind, turning_canonical(turning, side, kind, facing));
}

static void judge_bare(const struct turning *turning, const struct turning_board *board,
                       struct verdict *out)
{
    bool own = turning_single(board->men[board->side]),
         other = turning_single(board->men[!board->side]);
    int winner = own ? !board->side : board->side;
    if (!own && !other)
        return;
    if (own && other) {
        *out = (struct verdict){.outcome = OUTCOME_DRAW, .reason = "bare kings"};
        return;
    }
    if (turning->bare_king == BARE_SHATRANJ && own) {
        uint64_t last = board->men[!board->side] & ~turning_bit(board->king[!board->side]);
        if (turning_single(last) && king_targets(turning, board, last))
            return;
    }
    *out =
        (struct verdict){.outcome = OUTCOME_WIN, .winner = (uint8_t)winner, .reason = "bare king"};
}

bool turning_over(const struct turning *turning, const struct turning_board *board,
                  struct verdict *out)
{
    struct verdict verdict = {0};
    if (board->king[board->side] == SQUARES)
        verdict = (struct verdict){
            .outcome = OUTCOME_WIN, .winner = !board->side, .reason = "king captured"};
    else if (turning->bare_king != BARE_OFF)
        judge_bare(turning, board, &verdict);
    verdict.rule = verdict_over(&verdict) ? "rules/turning.md 7" : NULL;
    *out = verdict;
    return verdict_over(&verdict);
}

/* ---- counting */

static uint64_t turning_bitboard_count(const struct turning *turning,
                                       const struct turning_board *board, int depth, bool bulk);

/* Returns the number of plies that begin with a move: one for each combination of promotion and
 * turn. */
static inline uint64_t turning_width(const struct turning *turning,
                                     const struct turning_board *board, struct turning_move move)
{
    int code = board->code[move.from], side = board->side;
    uint64_t total = 0;
    if (move.verb == ACTION_CASTLE) {
        struct castling castling;
        turning_castling(turning, board, move.to < move.from, &castling);
        return turning->turns[AFTER_CASTLING][side][board->code[castling.corner]].n;
    }
    if (!turning_promotes(board, move))
        return turning->turns[AFTER_MOVE][side][code].n;
    for (uint32_t left = turning->promotions; left; left &= left - 1)
        total += turning
                     ->turns[AFTER_PROMOTION][side]
                            [turning_promoted(turning, side, turning_lowest(left), code)]
                     .n;
    return total;
}

/* Counts the plies after a move that has been made, once for each turn. */
static inline uint64_t count_turns(const struct turning *turning, struct turning_board *after,
                                   int square, const struct turns *turns, int depth, bool bulk)
{
    uint64_t total = 0;
    for (int i = 0; i < turns->n; i++) {
        after->code[square] = turns->code[i];
        total += turning_bitboard_count(turning, after, depth - 1, bulk);
    }
    return total;
}

static uint64_t count_promotions(const struct turning *turning, struct turning_board *after,
                                 int square, int depth, bool bulk)
{
    int pawn = after->code[square], side = !after->side;
    uint64_t total = 0;
    for (uint32_t left = turning->promotions; left; left &= left - 1) {
        int code = turning_promoted(turning, side, turning_lowest(left), pawn);
        total += count_turns(turning, after, square, &turning->turns[AFTER_PROMOTION][side][code],
                             depth, bulk);
    }
    return total;
}

/* Without `bulk`, plays every ply, even the last ones, and counts the positions of depth 0. */
static uint64_t turning_bitboard_count(const struct turning *turning,
                                       const struct turning_board *board, int depth, bool bulk)
{
    struct turning_move move[TURNING_MOVES_MAX];
    uint64_t total = 0;
    if (depth == 0)
        return 1;
    if (board->king[board->side] == SQUARES || turning->bare_king != BARE_OFF) {
        struct verdict verdict;
        if (turning_over(turning, board, &verdict))
            return 0;
    }
    int n = turning_moves(turning, board, move);
    for (int i = 0; i < n; i++) {
        if (bulk && depth == 1) {
            total += turning_width(turning, board, move[i]);
            continue;
        }
        struct turning_board after = *board;
        enum occasion occasion;
        int square = turning_turner(turning, board, move[i], &occasion);
        turning_make(turning, &after, move[i]);
        if (occasion == AFTER_PROMOTION)
            total += count_promotions(turning, &after, square, depth, bulk);
        else
            total += count_turns(turning, &after, square,
                                 &turning->turns[occasion][board->side][after.code[square]], depth,
                                 bulk);
    }
    return total;
}

uint64_t turning_perft(const struct position *position, int depth, const struct limits *limits,
                       bool bulk)
{
    struct turning_board board;
    (void)limits;
    turning_pack(position, &board);
    return turning_bitboard_count(turning_of(position->rules), &board, depth, bulk);
}
