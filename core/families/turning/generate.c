/* generate.c - convert moves of a packed position to actions, and list all plies: see turning.h. */
#include "core/families/turning/turning.h"

struct action turning_pick(const struct turning_board *board, int square)
{
    return (struct action){ACTION_PICK,   board->code[square] / FACINGS, board->side, 0, (cell_t)square,
                           (cell_t)square};
}

struct action turning_step(const struct turning *turning, const struct turning_board *board,
                           struct turning_move move)
{
    struct action action = {move.verb, 0, 0, 0, move.from, move.to};
    struct castling castling;
    if (move.verb == ACTION_TAKE) {
        action.kind = board->code[move.to] / FACINGS;
        action.side = !board->side;
    } else if (move.verb == ACTION_PASSANT) {
        action.kind = PAWN;
        action.side = !board->side;
    } else if (move.verb == ACTION_CASTLE) {
        turning_castling(turning, board, move.to < move.from, &castling);
        action.kind = board->code[castling.corner] / FACINGS;
        action.side = board->side;
        action.turn = (move.to > move.from) == (board->side == WHITE) ? 1 : -1;
    }
    return action;
}

struct action turning_promote(int side, int kind, int square)
{
    return (struct action){ACTION_PROMOTE, (uint8_t)kind, (uint8_t)side, 0, CELL_NONE, (cell_t)square};
}

struct action turning_turn(int square, int turn)
{
    return (struct action){ACTION_TURN, 0, 0, (int8_t)turn, CELL_NONE, (cell_t)square};
}

/* ---- listing all plies */

struct sink {
    struct ply ply;
    ply_fn *each;
    void *argument;
};

/* Report the ply so far with each turn its last piece may make. */
static int each_turn(struct sink *sink, const struct turns *turns, int square)
{
    int stop = 0, n = sink->ply.n;
    for (int i = 0; i < turns->n && !stop; i++) {
        if (turns->n > 1 || turns->turn[i])
            ply_add(&sink->ply, turning_turn(square, turns->turn[i]));
        stop = sink->each(&sink->ply, sink->argument);
        sink->ply.n = n;
    }
    return stop;
}

static int each_promotion(const struct turning *turning, const struct turning_board *board,
                          struct turning_move move, struct sink *sink)
{
    int stop = 0, n = sink->ply.n;
    for (uint32_t left = turning->promotions; left && !stop; left &= left - 1) { /* the lowest kind first */
        int kind = __builtin_ctz(left), code = turning_promoted(turning, board->side, kind, board->code[move.from]);
        ply_add(&sink->ply, turning_promote(board->side, kind, move.to));
        stop = each_turn(sink, &turning->turns[AFTER_PROMOTION][board->side][code], move.to);
        sink->ply.n = n;
    }
    return stop;
}

int turning_plies(const struct position *position, const struct limits *limits, ply_fn *each, void *argument)
{
    const struct turning *turning = turning_of(position->rules);
    struct turning_board board;
    struct turning_move move[TURNING_MOVES_MAX];
    struct sink sink = {.each = each, .argument = argument};
    int stop = 0;
    (void)limits;
    struct verdict verdict;
    turning_pack(position, &board);
    int n = turning_over(turning, &board, &verdict) ? 0 : turning_moves(turning, &board, move);
    for (int i = 0; i < n && !stop; i++) {
        enum occasion occasion;
        int square = turning_turner(turning, &board, move[i], &occasion);
        sink.ply.n = 0;
        ply_add(&sink.ply, turning_pick(&board, move[i].from));
        ply_add(&sink.ply, turning_step(turning, &board, move[i]));
        if (occasion == AFTER_PROMOTION) {
            stop = each_promotion(turning, &board, move[i], &sink);
            continue;
        }
        struct turning_board after = board;
        turning_make(turning, &after, move[i]);
        stop = each_turn(&sink, &turning->turns[occasion][board.side][after.code[square]], square);
    }
    ply_free(&sink.ply);
    return stop;
}
