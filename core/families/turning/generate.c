/* generate.c - converts moves of a packed position to actions, lists all plies, and composes plies:
 * see turning.h. */
#include "core/draft.h"
#include "core/families/turning/turning.h"

#include <stdlib.h>

struct action turning_pick(const struct turning_board *board, int square)
{
    return (struct action){
        ACTION_PICK, board->code[square] / FACINGS, board->side, 0, (cell_t)square, (cell_t)square};
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
    return (struct action){ACTION_PROMOTE, (uint8_t)kind, (uint8_t)side, 0,
                           CELL_NONE,      (cell_t)square};
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

/* Calls `each` for the current ply with each turn that its last piece may make. */
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
    /* try the kinds in the order of their numbers */
    for (uint32_t left = turning->promotions; left && !stop; left &= left - 1) {
        int kind = __builtin_ctz(left),
            code = turning_promoted(turning, board->side, kind, board->code[move.from]);
        ply_add(&sink->ply, turning_promote(board->side, kind, move.to));
        stop = each_turn(sink, &turning->turns[AFTER_PROMOTION][board->side][code], move.to);
        sink->ply.n = n;
    }
    return stop;
}

int turning_plies(const struct position *position, const struct limits *limits, ply_fn *each,
                  void *argument)
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

/* ---- Composing a ply of the Turning family step by step: PICK a piece; then GO, TAKE, PASSANT or
 * CASTLE; then PROMOTE if a Pawn must; then TURN if the piece has more than one pattern
 * (rules/turning.md 6). */

enum stage { PICKING, GOING, PROMOTING, TURNING, COMPLETE };
enum memo {
    MEMO_TURNER,
    MEMO_OCCASION
}; /* indices of the draft's memo: the square of the piece that may turn, and the kind of move that
      it made */

void turning_begin(struct draft *draft)
{
    draft->stage = PICKING;
}

/* Lists the pieces that can move. If a piece has been picked already, lists the squares to which it
 * can move instead. */
static void move_choices(const struct draft *draft, struct actions *out)
{
    const struct turning *turning = turning_of(draft->now.rules);
    struct turning_board board;
    struct turning_move move[TURNING_MOVES_MAX];
    struct verdict verdict;
    uint64_t picked = 0;
    turning_pack(draft->before, &board);
    int n = turning_over(turning, &board, &verdict) ? 0 : turning_moves(turning, &board, move);
    for (int i = 0; i < n; i++) {
        uint64_t from = (uint64_t)1 << move[i].from;
        if (draft->stage == GOING && move[i].from == draft->hand)
            actions_add(out, turning_step(turning, &board, move[i]));
        else if (draft->stage == PICKING && !(picked & from))
            actions_add(out, turning_pick(&board, move[i].from));
        picked |= from;
    }
}

static const struct turns *turns_now(const struct draft *draft)
{
    const struct piece *man = &draft->now.at[draft->memo[MEMO_TURNER]];
    int code = turning_code(man->kind, man->facing);
    return &turning_of(draft->now.rules)->turns[draft->memo[MEMO_OCCASION]][man->side][code];
}

void turning_choices(const struct draft *draft, struct actions *out)
{
    const struct turning *turning = turning_of(draft->now.rules);
    cell_t turner = (cell_t)draft->memo[MEMO_TURNER];
    if (draft->stage == PICKING || draft->stage == GOING)
        move_choices(draft, out);
    else if (draft->stage == PROMOTING) {
        for (int kind = 1; kind <= turning->alphabet->count; kind++)
            if (turning->promotions >> kind & 1)
                actions_add(out, turning_promote(draft->before->side, kind, turner));
    } else if (draft->stage == TURNING) {
        for (int i = 0; i < turns_now(draft)->n; i++)
            actions_add(out, turning_turn(turner, turns_now(draft)->turn[i]));
    } else
        actions_add(out, (struct action){ACTION_DONE, 0, 0, 0, CELL_NONE, CELL_NONE});
}

/* Decides, after the piece has moved, whether it turns next or the ply is complete. */
static void turning_arrive(struct draft *draft)
{
    const struct turns *turns = turns_now(draft);
    draft->stage = turns->n > 1 || turns->turn[0] ? TURNING : COMPLETE;
}

/* Moves the corner piece in castling. The King has moved already. */
static void turning_take_castling(struct draft *draft, const struct action *action)
{
    struct turning_board board;
    struct castling castling;
    turning_pack(draft->before, &board);
    turning_castling(turning_of(draft->now.rules), &board, action->to < action->from, &castling);
    draft->now.at[castling.corner_goal] = draft->before->at[castling.corner];
    draft->now.at[castling.corner] = (struct piece){0};
    draft->memo[MEMO_TURNER] = castling.corner_goal;
    draft->memo[MEMO_OCCASION] = AFTER_CASTLING;
}

static void turning_take_move(struct draft *draft, const struct action *action)
{
    struct piece man = draft->held;
    int back = man.side == WHITE ? -8 : 8;
    draft->now.at[action->to] = man;
    draft->held = (struct piece){0};
    draft->hand = CELL_NONE;
    draft->moves = 1;
    draft->memo[MEMO_TURNER] = action->to;
    draft->memo[MEMO_OCCASION] = AFTER_MOVE;
    if (action->verb == ACTION_PASSANT)
        draft->now.at[action->to + back] = (struct piece){0};
    if (action->verb == ACTION_CASTLE)
        turning_take_castling(draft, action);
    if (man.kind == PAWN && action->to / 8 == (man.side == WHITE ? 7 : 0))
        draft->stage = PROMOTING;
    else
        turning_arrive(draft);
}

void turning_take(struct draft *draft, const struct action *action)
{
    const struct turning *turning = turning_of(draft->now.rules);
    struct piece *man = &draft->now.at[action->to];
    int code;
    switch (action->verb) {
    case ACTION_PICK:
        draft->held = *man;
        draft->hand = action->to;
        *man = (struct piece){0};
        draft->stage = GOING;
        break;
    case ACTION_PROMOTE:
        code = turning_promoted(turning, man->side, action->kind,
                                turning_code(man->kind, man->facing));
        *man = turning_piece(code, man->side);
        draft->memo[MEMO_OCCASION] = AFTER_PROMOTION;
        turning_arrive(draft);
        break;
    case ACTION_TURN:
        man->facing = (uint8_t)turning_canonical(turning, man->side, man->kind,
                                                 man->facing + action->turn + FACINGS);
        draft->stage = COMPLETE;
        break;
    default:
        turning_take_move(draft, action);
    }
}

void turning_finish(struct draft *draft)
{
    struct position *now = &draft->now;
    const struct action *pick = &draft->ply.v[0], *move = &draft->ply.v[1];
    /* For each castling right: the squares of the King and of the corner piece. */
    static const int touched[4][2] = {{4, 7}, {4, 0}, {60, 63}, {60, 56}};
    bool pawn = pick->kind == PAWN;
    now->passed_count = pawn && abs(move->to - move->from) == 16;
    now->passed[0] = (cell_t)((move->to + move->from) / 2);
    for (int right = 0; right < 4; right++)
        for (int i = 0; i < 2; i++)
            if (move->from == touched[right][i] || move->to == touched[right][i])
                now->rights &= ~(1u << right);
    now->halfmove = pawn || move->verb == ACTION_TAKE ? 0 : now->halfmove + 1;
    now->fullmove += now->side == BLACK;
    now->side = !now->side;
}

/* Lists the squares of a slide or a double step one by one. A leap has only its goal. */
int turning_path(const struct draft *draft, const struct action *action, cell_t *out, int room)
{
    const struct turning *turning = turning_of(draft->now.rules);
    if (action->to >= SQUARES || action->from >= SQUARES || room < 1)
        return 0;
    const struct piece *man = &draft->before->at[action->from];
    if (!man->kind)
        return 0;
    int from = action->from, to = action->to, step = to - from, n = 0;
    int line = turning_line_between(turning, from, to);
    const struct pattern *pattern = &turning->pattern[turning_code(man->kind, man->facing)];
    if (line < LINE_COUNT &&
        (pattern->slide[line] || man->kind == PAWN || action->verb == ACTION_CASTLE)) {
        int x, y;
        turning_line(line, &x, &y);
        step = 8 * y + x;
    }
    if (step == 0)
        return 0;
    for (int square = from; square != to && n < room; n++)
        out[n] = (cell_t)(square += step);
    return n;
}

/* Explains why a piece does not turn after its move. */
static void explain_stiff(const struct draft *draft, cell_t at, struct note *why)
{
    const struct ruleset *rules = draft->now.rules;
    const struct piece *man = &draft->now.at[at];
    if (turning_of(rules)->period[man->kind] == 1)
        note_set(why, -1, "a %s has the same pattern however it turns (rules/turning.md 6.1)",
                 rules->kinds[man->kind].name);
    else
        note_set(why, -1,
                 "the %s may not turn here, by an option of this game (rules/turning.md 10)",
                 rules->kinds[man->kind].name);
}

void turning_why_not(const struct draft *draft, cell_t to, struct note *why)
{
    const struct kind *kinds = draft->now.rules->kinds;
    if (draft->stage == PICKING)
        turning_explain(draft->before, to, SQUARES, why);
    else if (draft->stage == GOING)
        turning_explain(draft->before, draft->hand, to, why);
    else if (draft->stage == PROMOTING)
        note_set(why, -1, "first choose what the Pawn becomes (rules/turning.md 6.4)");
    else if (draft->stage == TURNING)
        note_set(why, -1, "first choose whether the %s turns (rules/turning.md 6.1)",
                 kinds[draft->now.at[draft->memo[MEMO_TURNER]].kind].name);
    else if (to == draft->ply.v[draft->ply.n - 1].to)
        explain_stiff(draft, draft->memo[MEMO_TURNER], why);
    else
        note_set(why, -1,
                 "the ply is complete; only the piece that moved may turn (rules/turning.md "
                 "6.1)");
}
