/* turning.c - the Turning family: Turning Chess with all its armies, QuarterHorse and Octoling Chess.
 *
 * The rules are rules/turning.md, complete. The variants as data, opening a ruleset, drafts and verdicts
 * are here; see turning.h for the other files. A draft goes PICK, then GO, TAKE, PASSANT or CASTLE, then
 * PROMOTE where it is due, then TURN if the man has more than one pattern. */
#include "core/turning.h"

#include "core/draft.h"

#include <stdlib.h>
#include <string.h>

/* ---- the variants */

#define OPTIONS(bare, bare_help)                                                                           \
    {"white", NULL, "White's army: a name, or eight letters with facings, as RNBQKBNR. The key e puts one together on the board."},                   \
    {"black", NULL, "Black's army, written as if it were White's."},                                        \
    {"army", NULL, "The army of both players; what white and black say goes before it."},                                      \
    {"turn", "may|must|none", "Whether a man may turn after its move, must (all but Pawns), or never does."},               \
    {"halfling", "absolute|relative", "A half-slider goes half of the way to the edge, or half of the way that is free."},          \
    {"castle", "yes|no", "Whether there is castling."},                                                     \
    {"castle-turn", "yes|no", "Whether the man from the corner may turn after castling."},                  \
    {"promotion-turn", "yes|no", "Whether a promoted man may turn."},                                       \
    {"promotion-facing", "initial|pawn", "A promoted man faces as at the start of the game, or as the Pawn did."},          \
    {"bare-king", bare, bare_help},                                                                        \
    {"free-array", "no|yes", "Any army of the quarter men, without the limits of the variant."}
#define BARE_HELP "Whether a bared King loses; shatranj: unless it bares the other at once."

static const struct option armies_options[] = {OPTIONS("off|win|shatranj", BARE_HELP)};
static const struct option quarter_options[] = {OPTIONS("win|off|shatranj", BARE_HELP)};
enum { OPTION_COUNT = sizeof armies_options / sizeof *armies_options };

#define GOAL "Checkmate, as in chess."
#define ODDITY                                                                                             \
    "After its move a man may turn an eighth, left or right, and then moves along the turned pattern: a "  \
    "turned Rook is a Bishop."

/* V(number, id, title, army, kinds of alphabet, options, summary...) */
#define VARIANTS(V)                                                                                        \
    V(0, "turning-chess", "Turning Chess", "fide", ARMIES, armies, GOAL, ODDITY,                           \
      "Pawns turn too; King, Queen and Knight look the same from all sides.")                              \
    V(1, "turning-clobberers", "Turning Colorbound Clobberers", "clobberers", ARMIES, armies, GOAL, ODDITY,\
      "Bede, Waffle, FAD and Cardinal are bound to a colour until they turn.")                    \
    V(2, "turning-nutty-knights", "Turning Nutty Knights", "nutty-knights", ARMIES, armies, GOAL, ODDITY,  \
      "Charging Rooks and Knights, Fibnifs, a Colonel rush the way they face.")             \
    V(3, "turning-rookies", "Turning Remarkable Rookies", "rookies", ARMIES, armies, GOAL, ODDITY,         \
      "Short Rooks, Woody Rooks, Half-Ducks and a Chancellor.")                                            \
    V(4, "turning-forward-fides", "Turning Forward FIDEs", "forward-fides", ARMIES, armies, GOAL, ODDITY,  \
      "Four turns make a Bishight a Knishop, and a Knishop a Bishight.")                                   \
    V(5, "turning-amontillado", "Turning Amontillado", "amontillado", ARMIES, armies, GOAL, ODDITY,        \
      "Half slides end half way to the edge; two men ride by Knight leaps.")         \
    V(6, "turning-quarterhorse", "Turning QuarterHorse Chess", "quarterhorse", QUARTER, quarter,           \
      "Checkmate or bare the King.", "After its move a man may turn an eighth, left or right.",            \
           "Every man has a quarter of a move: Lances one ray, Quarterhorses two Knight squares, "              \
           "Quarter Queens a Rook ray and a Bishop ray.")                                                       \
    V(7, "turning-octoling", "Turning Octoling Chess", "octoling", QUARTER, quarter,                       \
      "Checkmate or bare the King.", "After its move a man may turn an eighth, left or right.",            \
           "All other men are Octolings: they slide the one way they face, and at most half way to the edge "   \
           "of the board.")

#define ROW(index, name, text, army, size, menu, ...)                                                      \
    {.id = name, .title = text, .board = "8x8", .summary = {__VA_ARGS__}, .sides = 2,                      \
     .kinds = turning_##menu##_kinds, .kind_count = size##_KINDS, .options = menu##_options,               \
     .option_count = OPTION_COUNT, .number = index, .idle = (index) < 6 ? "free-array" : NULL},
#define ARMY(index, name, text, army, ...) army,

static const struct variant variants[] = {VARIANTS(ROW)};
const char *const turning_army_of[] = {VARIANTS(ARMY)};

/* ---- opening a ruleset */

/* The lines from every square, and where each difference of squares leads. */
static void fill_lines(struct turning *turning, const struct board *board)
{
    static const int most[RANGES] = {[RANGE_FULL] = 7, [RANGE_4] = 4};
    memset(turning->line, LINE_COUNT, sizeof turning->line);
    for (int line = 0; line < LINE_COUNT; line++) {
        int x, y;
        turning_line(line, &x, &y);
        for (int n = 1; abs(n * x) <= 7 && abs(n * y) <= 7; n++)
            turning->line[n * (16 * y + x) + 119] = (uint8_t)line;
        for (int square = 0; square < SQUARES; square++) {
            int file = square % 8, rank = square / 8, steps = 0;
            while (board_at(board, file + (steps + 1) * x, rank + (steps + 1) * y) != CELL_NONE)
                steps++;
            for (int range = RANGE_FULL; range < RANGES; range++)
                for (int n = 1; n <= steps && n <= (range == RANGE_HALF ? (steps + 1) / 2 : most[range]); n++)
                    turning->ray[range][line][square] |= (uint64_t)1 << (square + n * (8 * y + x));
        }
    }
    for (int y = -3; y <= 3; y++)
        for (int x = -3; x <= 3; x++)
            if (x || y)
                turning->near[16 * y + x + 119] = (uint64_t)1 << (HOME + 8 * y + x);
}

/* Patterns by kind and facing, and the least turning after which the pattern comes again. */
static void fill_patterns(struct turning *turning)
{
    for (int kind = 1; kind <= turning->alphabet->count; kind++) {
        struct pattern *pattern = &turning->pattern[turning_code(kind, NORTH)];
        for (int facing = 0; facing < FACINGS; facing++)
            turning_pattern(&turning->alphabet->men[kind], facing, turning->relative, &pattern[facing]);
        turning->period[kind] = 1;
        while (turning->period[kind] < FACINGS &&
               !turning_same_pattern(pattern, &pattern[turning->period[kind]]))
            turning->period[kind] *= 2;
    }
}

/* The turns of a man after an occasion: 6.1, and the options of 10. */
static void fill_turns(struct turning *turning, enum occasion occasion, int side, int kind, int facing)
{
    static const int8_t choice[] = {0, 1, -1};
    int period = turning->period[kind], patterns = period > 2 ? 3 : period;
    struct turns *turns = &turning->turns[occasion][side][turning_code(kind, facing)];
    bool may = turning->may_turn != TURN_NONE && (occasion != AFTER_CASTLING || turning->castle_turn) &&
               (occasion != AFTER_PROMOTION || turning->promotion_turn);
    bool must = turning->may_turn == TURN_MUST && occasion == AFTER_MOVE && kind != PAWN && patterns > 1;
    for (int i = must; i < (may ? patterns : 1); i++) {
        int turned = turning_canonical(turning, side, kind, facing + choice[i] + FACINGS);
        turns->turn[turns->n] = choice[i];
        turns->code[turns->n++] = turning_code(kind, turned);
    }
}

static void read_options(struct turning *turning, const struct ruleset *ruleset)
{
    turning->alphabet = ruleset->kinds == turning_quarter_kinds ? &turning_quarter : &turning_armies;
    turning->knight = turning->alphabet->quarter ? KIND_NONE : ruleset_kind(ruleset, 'N');
    turning->bede = turning->alphabet->quarter ? KIND_NONE : ruleset_kind(ruleset, 'D');
    turning->may_turn = ruleset_has(ruleset, "turn", "may")    ? TURN_MAY
                        : ruleset_has(ruleset, "turn", "must") ? TURN_MUST
                                                               : TURN_NONE;
    turning->bare_king = ruleset_has(ruleset, "bare-king", "off")   ? BARE_OFF
                         : ruleset_has(ruleset, "bare-king", "win") ? BARE_WIN
                                                                    : BARE_SHATRANJ;
    turning->relative = ruleset_has(ruleset, "halfling", "relative");
    turning->castle = ruleset_has(ruleset, "castle", "yes");
    turning->castle_turn = ruleset_has(ruleset, "castle-turn", "yes");
    turning->promotion_turn = ruleset_has(ruleset, "promotion-turn", "yes");
    turning->promotion_pawn = ruleset_has(ruleset, "promotion-facing", "pawn");
}

static int open_ruleset(struct ruleset *ruleset, struct note *why)
{
    struct turning *turning = memory_new(1, sizeof *turning);
    ruleset->own = turning;
    ruleset->board = board_squares(8, 8);
    read_options(turning, ruleset);
    fill_patterns(turning);
    int result = turning_read_armies(turning, ruleset, why);
    if (result < 0)
        return result;
    fill_lines(turning, ruleset->board);
    for (enum occasion occasion = AFTER_MOVE; occasion < OCCASIONS; occasion++)
        for (int side = WHITE; side <= BLACK; side++)
            for (int kind = 1; kind <= turning->alphabet->count; kind++)
                for (int facing = 0; facing < FACINGS; facing++)
                    fill_turns(turning, occasion, side, kind, facing);
    return 0;
}

static void close_ruleset(struct ruleset *ruleset)
{
    free(ruleset->own);
    ruleset->own = NULL;
}

/* ---- drafts */

enum stage { PICKING, GOING, PROMOTING, TURNING, COMPLETE };
enum memo { MEMO_TURNER, MEMO_OCCASION }; /* the cell of the man that may turn, and after what */

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

static void begin(struct draft *draft)
{
    draft->stage = PICKING;
}

/* The men that can move, or the goals of the man in hand. */
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

static void choices(const struct draft *draft, struct actions *out)
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

/* The man has arrived: does it turn next, or is the ply complete? */
static void arrive(struct draft *draft)
{
    const struct turns *turns = turns_now(draft);
    draft->stage = turns->n > 1 || turns->turn[0] ? TURNING : COMPLETE;
}

/* The corner man's part of castling; the King has arrived. */
static void take_castling(struct draft *draft, const struct action *action)
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

static void take_move(struct draft *draft, const struct action *action)
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
        take_castling(draft, action);
    if (man.kind == PAWN && action->to / 8 == (man.side == WHITE ? 7 : 0))
        draft->stage = PROMOTING;
    else
        arrive(draft);
}

static void take(struct draft *draft, const struct action *action)
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
        code = turning_promoted(turning, man->side, action->kind, turning_code(man->kind, man->facing));
        *man = turning_piece(code, man->side);
        draft->memo[MEMO_OCCASION] = AFTER_PROMOTION;
        arrive(draft);
        break;
    case ACTION_TURN:
        man->facing =
            (uint8_t)turning_canonical(turning, man->side, man->kind, man->facing + action->turn + FACINGS);
        draft->stage = COMPLETE;
        break;
    default:
        take_move(draft, action);
    }
}

static void finish(struct draft *draft)
{
    struct position *now = &draft->now;
    const struct action *pick = &draft->ply.v[0], *move = &draft->ply.v[1];
    static const int touched[4][2] = {{4, 7}, {4, 0}, {60, 63}, {60, 56}}; /* by right: King and corner */
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

/* The squares of a slide or a double step one by one; leaps land at once. */
static int path(const struct draft *draft, const struct action *action, cell_t *out, int room)
{
    const struct turning *turning = turning_of(draft->now.rules);
    const struct piece *man = &draft->before->at[action->from];
    if (action->to >= SQUARES || action->from >= SQUARES || !man->kind || room < 1)
        return 0;
    int from = action->from, to = action->to, step = to - from, n = 0;
    int line = turning->line[(to + (to & 56)) - (from + (from & 56)) + 119];
    const struct pattern *pattern = &turning->pattern[turning_code(man->kind, man->facing)];
    if (line < LINE_COUNT && (pattern->slide[line] || man->kind == PAWN || action->verb == ACTION_CASTLE)) {
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

static void why_not(const struct draft *draft, cell_t to, struct note *why)
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
    else
        note_set(why, -1, "the ply is complete; only the man that moved may turn (rules/turning.md 6.1)");
}

/* ---- verdicts */

/* An en-passant field that nobody can use does not tell positions apart: 7. */
static uint64_t identity(const struct position *position)
{
    const struct turning *turning = turning_of(position->rules);
    struct turning_board board;
    struct turning_move move[TURNING_MOVES_MAX];
    struct position bare;
    turning_pack(position, &board);
    if (position->passed_count == 0 || board.king[board.side] == SQUARES)
        return position_hash(position);
    for (int i = turning_moves(turning, &board, move); i > 0; i--)
        if (move[i - 1].verb == ACTION_PASSANT)
            return position_hash(position);
    position_copy(&bare, position);
    bare.passed_count = 0;
    return position_hash(&bare);
}

/* Too little is left to win: only dead men, or (3.4) a single Knight. */
static bool insufficient(const struct turning *turning, const struct turning_board *board)
{
    int others = 0, alive = 0, knights = 0;
    for (int square = 0; square < SQUARES; square++) {
        int code = board->code[square];
        if (!((board->men[WHITE] | board->men[BLACK]) >> square & 1) || code / FACINGS == KING)
            continue;
        others++;
        alive += !turning_dead(turning, code, square);
        knights += turning->knight && code / FACINGS == turning->knight;
    }
    return alive == 0 || (others == 1 && knights == 1);
}

static struct verdict drawn(const char *reason)
{
    return (struct verdict){
        .outcome = OUTCOME_DRAW, .goes_on = true, .reason = reason, .rule = "rules/turning.md 7"};
}

static void judge(const struct position *position, const struct context *context, struct verdict *out)
{
    const struct turning *turning = turning_of(position->rules);
    struct turning_board board;
    struct turning_move move[TURNING_MOVES_MAX];
    turning_pack(position, &board);
    if (turning_over(turning, &board, out))
        return;
    int side = board.side, n = turning_moves(turning, &board, move);
    uint64_t checks = turning_attackers(turning, &board, side, board.king[side]);
    if (n == 0 && checks)
        *out = (struct verdict){.outcome = OUTCOME_WIN,
                                .winner = (uint8_t)!side,
                                .reason = "checkmate",
                                .rule = "rules/turning.md 7"};
    else if (n == 0)
        *out = (struct verdict){.outcome = OUTCOME_DRAW, .reason = "stalemate", .rule = "rules/turning.md 7"};
    else if (insufficient(turning, &board))
        *out = drawn("insufficient material");
    else if (context->game && position->halfmove >= 100)
        *out = drawn("fifty-move rule");
    else if (context->game && context->times >= 3)
        *out = drawn("threefold repetition");
    else if (checks)
        out->outcome = checks & (checks - 1) ? OUTCOME_DOUBLE_CHECK : OUTCOME_CHECK;
}

static void reach(const struct position *position, cell_t cell, struct actions *out)
{
    const struct turning *turning = turning_of(position->rules);
    struct turning_board board;
    turning_pack(position, &board);
    if (!position->at[cell].kind)
        return;
    uint64_t goes = turning_reach(turning, &board, cell, false),
             takes = turning_reach(turning, &board, cell, true);
    for (int to = 0; to < SQUARES; to++) {
        if (goes >> to & 1)
            actions_add(out, (struct action){ACTION_GO, 0, 0, 0, cell, (cell_t)to});
        if (takes >> to & 1)
            actions_add(out, (struct action){ACTION_TAKE, 0, 0, 0, cell, (cell_t)to});
    }
}

const struct rules turning_rules = {
    .family = "turning",
    .title = "Turning Chess",
    .variants = variants,
    .variant_count = sizeof variants / sizeof *variants,
    .open = open_ruleset,
    .close = close_ruleset,
    .setup = turning_setup,
    .read = turning_read,
    .write = turning_write,
    .begin = begin,
    .choices = choices,
    .take = take,
    .finish = finish,
    .path = path,
    .why_not = why_not,
    .judge = judge,
    .identity = identity,
    .format = turning_format,
    .parse = turning_parse,
    .plies = turning_plies,
    .perft = turning_perft,
    .reach = reach,
    .describe = turning_describe,
};
