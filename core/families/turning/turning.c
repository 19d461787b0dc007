/* turning.c - the Turning family: Turning Chess with all its armies, QuarterHorse and Octoling
 * Chess.
 *
 * The complete rules are in rules/turning.md. This file contains the table of variants, the setup
 * of rulesets, and the verdicts; turning.h lists the other files. */
#include "core/families/turning/turning.h"
#include "core/families/turning/armies.h"
#include "core/util/shared_once.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the variants */

#define OPTIONS(bare, bare_help)                                                              \
    {"white", NULL,                                                                           \
     "White's army: a name, or eight letters with facings, as RNBQKBNR. The key e opens an "  \
     "editor for armies."},                                                                   \
        {"black", NULL, "Black's army, written as if it were White's."},                      \
        {"army", NULL, "The army of both players; the white and black options override it."}, \
        {"turn", "may|must|none",                                                             \
         "Whether a piece may turn after its move, must (all but Pawns), or never does."},    \
        {"halfling", "absolute|relative",                                                     \
         "A half-slider goes half of the way to the edge, or half of the way that is free."}, \
        {"castle", "yes|no", "Whether there is castling."},                                   \
        {"castle-turn", "yes|no",                                                             \
         "Whether the piece from the corner may turn after "                                  \
         "castling."},                                                                        \
        {"promotion-turn", "yes|no", "Whether a promoted piece may turn."},                   \
        {"promotion-facing", "initial|pawn",                                                  \
         "A promoted piece faces as it would at the start of the game, or as the Pawn did."}, \
        {"bare-king", bare, bare_help},                                                       \
    {                                                                                         \
        "free-array", "no|yes",                                                               \
            "Any army of the quarter pieces, without the limits of the "                      \
            "variant."                                                                        \
    }
#define BARE_HELP "Whether a bared King loses; shatranj: not if it bares the other King at once."

static const struct option armies_options[] = {OPTIONS("off|win|shatranj", BARE_HELP)};
static const struct option quarter_options[] = {OPTIONS("win|off|shatranj", BARE_HELP)};
enum { OPTION_COUNT = sizeof armies_options / sizeof *armies_options };

#define GOAL "Checkmate, as in chess."
#define TURNS "After moving, a piece may turn an eighth, left or right"
#define ODDITY TURNS ", and then moves along the turned pattern: a turned Rook is a Bishop."
#define HALF_WAY(how_far)                                          \
    "Half slides end half way to " how_far "; two pieces ride by " \
    "Knight leaps."
#define OCTOLINGS(how_far)                                                                        \
    "All other pieces are Octolings: they slide the one way they face, and at most half " how_far \
    "."

/* V(number, id, title, army, kinds of its alphabet, options, lines of the summary...) */
#define VARIANTS(V)                                                                                \
    V(0, "turning-chess", "Turning Chess", "fide", ARMIES, armies, GOAL, ODDITY,                   \
      "Pawns turn too; King, Queen and Knight look the same from all sides.")                      \
    V(1, "turning-clobberers", "Turning Colorbound Clobberers", "clobberers", ARMIES, armies,      \
      GOAL, ODDITY, "Bede, Waffle, FAD and Cardinal are bound to a colour until they turn.")       \
    V(2, "turning-nutty-knights", "Turning Nutty Knights", "nutty-knights", ARMIES, armies, GOAL,  \
      ODDITY, "Charging Rooks and Knights, Fibnifs and a Colonel rush the way they face.")         \
    V(3, "turning-rookies", "Turning Remarkable Rookies", "rookies", ARMIES, armies, GOAL, ODDITY, \
      "Short Rooks, Woody Rooks, Half-Ducks and a Chancellor.")                                    \
    V(4, "turning-forward-fides", "Turning Forward FIDEs", "forward-fides", ARMIES, armies, GOAL,  \
      ODDITY, "Four turns make a Bishight a Knishop, and a Knishop a Bishight.")                   \
    V(5, "turning-amontillado", "Turning Amontillado", "amontillado", ARMIES, armies, GOAL,        \
      ODDITY, HALF_WAY("the edge"))                                                                \
    V(6, "turning-quarterhorse", "Turning QuarterHorse Chess", "quarterhorse", QUARTER, quarter,   \
      "Checkmate or bare the King.", TURNS ".",                                                    \
      "Every piece has a quarter of a move: Lances one ray, Quarterhorses two Knight "             \
      "squares, Quarter Queens a Rook ray and a Bishop ray.")                                      \
    V(7, "turning-octoling", "Turning Octoling Chess", "octoling", QUARTER, quarter,               \
      "Checkmate or bare the King.", TURNS ".", OCTOLINGS("way to the edge of the board"))

#define ROW(index, name, text, army, size, menu, ...) \
    {.id = name,                                      \
     .title = text,                                   \
     .board = "8x8",                                  \
     .summary = {__VA_ARGS__},                        \
     .sides = 2,                                      \
     .kinds = turning_##menu##_kinds,                 \
     .kind_count = size##_KINDS,                      \
     .options = menu##_options,                       \
     .option_count = OPTION_COUNT,                    \
     .number = index,                                 \
     .idle = (index) < 6 ? "free-array" : NULL},
#define ARMY(index, name, text, army, ...) army,

static const struct variant variants[] = {VARIANTS(ROW)};
const char *const turning_army_of[] = {VARIANTS(ARMY)};

/* ---- opening a ruleset */

static bool is_on_board(int file, int rank)
{
    return file >= 0 && file < 8 && rank >= 0 && rank < 8;
}

/* Computes the lines from every square, and for each vector between two squares the line along
 * it. */
static void fill_lines(struct turning *turning)
{
    static const int most[RANGES] = {[RANGE_FULL] = 7, [RANGE_4] = 4};
    memset(turning->line, LINE_COUNT, sizeof turning->line);
    for (int line = 0; line < LINE_COUNT; line++) {
        int x, y;
        turning_line(line, &x, &y);
        for (int n = 1; abs(n * x) <= 7 && abs(n * y) <= 7; n++)
            turning->line[turning_vector_index(n * x, n * y)] = (uint8_t)line;
        for (int square = 0; square < SQUARES; square++) {
            int steps = 0;
            while (is_on_board(square % 8 + (steps + 1) * x, square / 8 + (steps + 1) * y))
                steps++;
            for (int range = RANGE_FULL; range < RANGES; range++)
                for (int n = 1;
                     n <= steps && n <= (range == RANGE_HALF ? (steps + 1) / 2 : most[range]); n++)
                    turning->ray[range][line][square] |= (uint64_t)1 << (square + n * (8 * y + x));
        }
    }
    for (int y = -3; y <= 3; y++)
        for (int x = -3; x <= 3; x++)
            if (x || y)
                turning->near[turning_vector_index(x, y)] = (uint64_t)1 << (HOME + 8 * y + x);
}

/* Computes the pattern of each kind with each facing, and the period of each kind: the smallest
 * turn after which its pattern is the same again. */
static void fill_patterns(struct turning *turning)
{
    for (int kind = 1; kind <= turning->alphabet->count; kind++) {
        struct pattern *pattern = &turning->pattern[turning_code(kind, NORTH)];
        for (int facing = 0; facing < FACINGS; facing++)
            turning_pattern(&turning->alphabet->men[kind], facing, turning->relative,
                            &pattern[facing]);
        turning->period[kind] = 1;
        while (turning->period[kind] < FACINGS &&
               !turning_same_pattern(pattern, &pattern[turning->period[kind]]))
            turning->period[kind] *= 2;
    }
}

/* Computes the turns that a piece may make on an occasion (6.1 and the options of 10). */
static void fill_turns(struct turning *turning, enum occasion occasion, int side, int kind,
                       int facing)
{
    static const int8_t choice[] = {0, 1, -1};
    int period = turning->period[kind], patterns = period > 2 ? 3 : period;
    struct turns *turns = &turning->turns[occasion][side][turning_code(kind, facing)];
    bool may = turning->may_turn != TURN_NONE &&
               (occasion != AFTER_CASTLING || turning->castle_turn) &&
               (occasion != AFTER_PROMOTION || turning->promotion_turn);
    bool must =
        turning->may_turn == TURN_MUST && occasion == AFTER_MOVE && kind != PAWN && patterns > 1;
    for (int i = must; i < (may ? patterns : 1); i++) {
        int turned = turning_canonical(turning, side, kind, facing + choice[i] + FACINGS);
        turns->turn[turns->n] = choice[i];
        turns->code[turns->n++] = turning_code(kind, turned);
    }
}

/* The data shared by all rulesets that differ only in their armies and in options that need no
 * precomputed data. */
struct ground {
    struct turning turning;
    struct kind kind[KINDS_MAX]; /* the kinds; `moves` describes their movement under the options */
    char moves[KINDS_MAX][200];
};

/* Describes how the pieces move under the options: omits turns if nothing turns, and says what half
 * means with relative half slides (10). */
static void turning_tell_kinds(struct ground *ground)
{
    const struct turning *turning = &ground->turning;
    for (int kind = 1; kind <= turning->alphabet->count; kind++) {
        const char *usual = turning->alphabet->kinds[kind].moves, *turns = strstr(usual, "; turn");
        bool half = turning->relative && (strstr(usual, "alf slide") || strstr(usual, "half way"));
        int length =
            turns && turning->may_turn == TURN_NONE ? (int)(turns - usual) : (int)strlen(usual);
        ground->kind[kind] = turning->alphabet->kinds[kind];
        snprintf(ground->moves[kind], sizeof ground->moves[kind], "%.*s%s%s", length, usual,
                 usual[length] ? "." : "",
                 half ? " It goes half of its free steps; a step that captures counts, too "
                        "(10)."
                      : "");
        ground->kind[kind].moves = ground->moves[kind];
    }
}

static void fill_ground(struct ground *ground)
{
    struct turning *turning = &ground->turning;
    fill_patterns(turning);
    fill_lines(turning);
    for (enum occasion occasion = AFTER_MOVE; occasion < OCCASIONS; occasion++)
        for (int side = WHITE; side <= BLACK; side++)
            for (int kind = 1; kind <= turning->alphabet->count; kind++)
                for (int facing = 0; facing < FACINGS; facing++)
                    fill_turns(turning, occasion, side, kind, facing);
    turning_tell_kinds(ground);
}

/* Returns the shared data for a ruleset, creating it at the first call. It is never freed.
 * Computing it is nearly all of the work of setting up a ruleset, and it does not depend on the
 * armies, which may differ in every game. */
static const struct ground *turning_ground_of(const struct ruleset *ruleset)
{
    static struct made_once grounds[2][TURN_NONE + 1][2][2][2];
    bool quarter = ruleset->kinds == turning_quarter_kinds;
    enum may_turn may_turn = ruleset_has(ruleset, "turn", "may")    ? TURN_MAY
                             : ruleset_has(ruleset, "turn", "must") ? TURN_MUST
                                                                    : TURN_NONE;
    bool relative = ruleset_has(ruleset, "halfling", "relative"),
         castle_turn = ruleset_has(ruleset, "castle-turn", "yes"),
         promotion_turn = ruleset_has(ruleset, "promotion-turn", "yes");
    struct made_once *place = &grounds[quarter][may_turn][relative][castle_turn][promotion_turn];
    const struct ground *ground = made_once(place);
    if (!ground) {
        struct ground *made = memory_new(1, sizeof *made);
        made->turning.alphabet = quarter ? &turning_quarter : &turning_armies;
        made->turning.knight = quarter ? KIND_NONE : ruleset_kind(ruleset, 'N');
        made->turning.bede = quarter ? KIND_NONE : ruleset_kind(ruleset, 'D');
        made->turning.may_turn = may_turn;
        made->turning.relative = relative;
        made->turning.castle_turn = castle_turn;
        made->turning.promotion_turn = promotion_turn;
        fill_ground(made);
        ground = made_once_keep(place, made);
        if (ground != made)
            free(made);
    }
    return ground;
}

/* True if both armies consist of the kinds in the variant's default army. */
static bool has_usual_men(const struct ruleset *ruleset, const struct turning *turning)
{
    uint32_t usual = 0;
    for (const char *letter = army_usual(ruleset); *letter; letter++)
        if (*letter >= 'A' && *letter <= 'Z' && *letter != 'K')
            usual |= (uint32_t)1 << ruleset_kind(ruleset, *letter);
    return usual == turning->promotions;
}

/* Writes the summary of the rules (goal and peculiarities) as the options make it. */
static void turning_settle_summary(struct ruleset *ruleset, const struct turning *turning)
{
    enum { TURNING_CHESS, CLOBBERERS, FORWARD_FIDES = 4, AMONTILLADO, OCTOLING = 7 };
    static const char *const goals[] = {
        [BARE_OFF] = GOAL,
        [BARE_WIN] = "Checkmate or bare the King.",
        [BARE_SHATRANJ] = "Checkmate, or bare the King, unless yours is bared at once.",
    };
    const char **summary = ruleset->summary;
    int number = ruleset->variant->number;
    summary[0] = goals[turning->bare_king];
    if (turning->may_turn == TURN_MUST)
        summary[1] = "After moving, a piece must turn an eighth, left or right; Pawns may.";
    else if (turning->may_turn == TURN_NONE)
        summary[1] = "No piece turns in this game: each moves as it faces from the start.";
    if (!has_usual_men(ruleset, turning))
        summary[2] = "The armies are not the usual ones of this game.";
    else if (turning->may_turn == TURN_NONE &&
             (number == TURNING_CHESS || number == CLOBBERERS || number == FORWARD_FIDES))
        summary[2] = NULL; /* leave out the third line, which is about turning */
    else if (turning->relative && number == AMONTILLADO)
        summary[2] = HALF_WAY("where they are stopped");
    else if (turning->relative && number == OCTOLING)
        summary[2] = OCTOLINGS("of the way that is free");
}

static int open_ruleset(struct ruleset *ruleset, struct note *why)
{
    const struct ground *ground = turning_ground_of(ruleset);
    struct turning *turning = memory_new(1, sizeof *turning);
    *turning = ground->turning;
    turning->bare_king = ruleset_has(ruleset, "bare-king", "off")   ? BARE_OFF
                         : ruleset_has(ruleset, "bare-king", "win") ? BARE_WIN
                                                                    : BARE_SHATRANJ;
    turning->castle = ruleset_has(ruleset, "castle", "yes");
    turning->promotion_pawn = ruleset_has(ruleset, "promotion-facing", "pawn");
    ruleset->own = turning;
    ruleset->draws = "rules/turning.md 7";
    ruleset->draws_called = true;
    ruleset->board = board_squares(8, 8);
    int result = turning_read_armies(turning, ruleset, why);
    if (result == 0) {
        ruleset->kinds = ground->kind;
        turning_settle_summary(ruleset, turning);
    }
    return result;
}

static void close_ruleset(struct ruleset *ruleset)
{
    free(ruleset->own);
    ruleset->own = NULL;
}

/* ---- verdicts */

/* Returns a number that identifies the position for repetitions. An en passant square on which
 * nobody can capture does not make a position different (7). */
static uint64_t turning_identity(const struct position *position)
{
    const struct turning *turning = turning_of(position->rules);
    struct turning_board board;
    struct position bare;
    turning_pack(position, &board);
    if (position->passed_count == 0 || board.king[board.side] == SQUARES ||
        turning_can_take_passed(turning, &board))
        return position_hash(position);
    position_copy(&bare, position);
    bare.passed_count = 0;
    return position_hash(&bare);
}

/* True if neither side has enough material to win: apart from the Kings, every piece is dead, which
 * means that it can never move (3.3), or the only piece is a Knight (3.4). */
static bool turning_insufficient(const struct turning *turning, const struct turning_board *board)
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

static struct verdict turning_drawn(const char *reason)
{
    return (struct verdict){
        .outcome = OUTCOME_DRAW, .goes_on = true, .reason = reason, .rule = "rules/turning.md 7"};
}

static void turning_judge(const struct position *position, const struct context *context,
                          struct verdict *out)
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
        *out = (struct verdict){
            .outcome = OUTCOME_DRAW, .reason = "stalemate", .rule = "rules/turning.md 7"};
    else if (turning_insufficient(turning, &board))
        *out = turning_drawn("insufficient material");
    else if (context->game && position->halfmove >= 100)
        *out = turning_drawn("fifty-move rule");
    else if (context->game && context->times >= 3)
        *out = turning_drawn("threefold repetition");
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

static unsigned turning_edits(const struct ruleset *ruleset)
{
    (void)ruleset;
    return EDIT_CASTLING | EDIT_PASSED | EDIT_FACING;
}

static const struct presentation turning_presentation = {
    .edits = turning_edits,
    .cited = {[CITE_TURN] = "rules/turning.md 6.1", [CITE_MUST_TURN] = "rules/turning.md 10"},
    .turns = true,
    .kinds_beyond = true,
    .path = turning_path,
    .describe = turning_describe,
};

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
    .begin = turning_begin,
    .choices = turning_choices,
    .take = turning_take,
    .finish = turning_finish,
    .why_not = turning_why_not,
    .judge = turning_judge,
    .identity = turning_identity,
    .format = turning_format,
    .parse = turning_parse,
    .plies = turning_plies,
    .perft = turning_perft,
    .reach = reach,
    .presentation = &turning_presentation,
    .search = &turning_search,
};

/* ---- The pieces of the Turning family as data, and how they turn: rules/turning.md 2 and 3.
 *
 * A piece is a list of vectors for facing north, written with Betza's letters. The ring rule
 * determines all the rest: the pattern for each facing, the period, the canonical facing, and the
 * mirror image for Black. */

/* Betza's names for leaps in all directions: W and F are one step (orthogonal and diagonal), D and
 * A two steps, H and G three steps, N is the Knight's leap. */
#define W(how)                              \
    {0, 1, how}, {1, 0, how}, {0, -1, how}, \
    {                                       \
        -1, 0, how                          \
    }
#define F(how)                                \
    {1, 1, how}, {1, -1, how}, {-1, -1, how}, \
    {                                         \
        -1, 1, how                            \
    }
#define D(how)                              \
    {0, 2, how}, {2, 0, how}, {0, -2, how}, \
    {                                       \
        -2, 0, how                          \
    }
#define A(how)                                \
    {2, 2, how}, {2, -2, how}, {-2, -2, how}, \
    {                                         \
        -2, 2, how                            \
    }
#define H(how)                              \
    {0, 3, how}, {3, 0, how}, {0, -3, how}, \
    {                                       \
        -3, 0, how                          \
    }
#define N(how) FORE_N(how), BACK_N(how)
/* Betza's leaps, restricted to those forward or backward. */
#define FORE_N(how)                         \
    {1, 2, how}, {2, 1, how}, {-2, 1, how}, \
    {                                       \
        -1, 2, how                          \
    }
#define BACK_N(how)                            \
    {2, -1, how}, {1, -2, how}, {-1, -2, how}, \
    {                                          \
        -2, -1, how                            \
    }
#define FORE_F(how) \
    {1, 1, how},    \
    {               \
        -1, 1, how  \
    }
#define BACK_F(how) \
    {1, -1, how},   \
    {               \
        -1, -1, how \
    }
#define BACK_K(how)             \
    {1, -1, how}, {0, -1, how}, \
    {                           \
        -1, -1, how             \
    }
#define SIDES(how) \
    {1, 0, how},   \
    {              \
        -1, 0, how \
    }
#define AHEAD(how) \
    {              \
        0, 1, how  \
    }

/* M(letter, royal, name, section of rules/turning.md, how it moves when facing north,
 * elements...) */
#define COMMON(M)                                                                                  \
    M('K', true, "King", "3.4", "One step in any direction; turning does not change it.", W(LEAP), \
      F(LEAP))                                                                                     \
    M('P', false, "Pawn", "3.3",                                                                   \
      "Moves a step the way it faces, at first up to two; captures one step away, at an "          \
      "eighth to its left or right.",                                                              \
      AHEAD(MOVE_ONLY), FORE_F(CAPTURE_ONLY))                                                      \
    M('V', false, "Half-Rook", "3.4", "Slides straight ahead and straight back.", AHEAD(SLIDE),    \
      {0, -1, SLIDE})

#define ARMIES(M)                                                                                          \
    M('Q', false, "Queen", "3.4", "Slides in all eight directions; turning does not change it.",           \
      W(SLIDE), F(SLIDE))                                                                                  \
    M('R', false, "Rook", "3.4", "Slides along ranks and files; turned, it is a Bishop.",                  \
      W(SLIDE))                                                                                            \
    M('B', false, "Bishop", "3.4", "Slides along diagonals; turned, it is a Rook.", F(SLIDE))              \
    M('N', false, "Knight", "3.4", "Leaps to the Knight squares; turning does not change it.",             \
      N(LEAP))                                                                                             \
    M('D', false, "Bede", "3.4", "Slides as a Bishop, leaps two squares along ranks and files.",           \
      F(SLIDE), D(LEAP))                                                                                   \
    M('W', false, "Waffle", "3.4", "One step along ranks and files, leaps two diagonally.",                \
      W(LEAP), A(LEAP))                                                                                    \
    M('F', false, "FAD", "3.4", "One step diagonally, leaps two squares in all eight directions.",         \
      F(LEAP), A(LEAP), D(LEAP))                                                                           \
    M('A', false, "Cardinal", "3.4", "Bishop and Knight in one; turned, a Chancellor.", F(SLIDE),          \
      N(LEAP))                                                                                             \
    M('S', false, "Short Rook", "3.4", "Slides up to four squares along ranks and files.",                 \
      W(SLIDE_4))                                                                                          \
    M('O', false, "Woody Rook", "3.4", "One step, or a leap of two, along ranks and files.",               \
      W(LEAP), D(LEAP))                                                                                    \
    M('U', false, "Half-Duck", "3.4",                                                                      \
      "One step diagonally, leaps two or three squares along ranks and files.", H(LEAP), F(LEAP),          \
      D(LEAP))                                                                                             \
    M('C', false, "Chancellor", "3.4", "Rook and Knight in one; turned, a Cardinal.", W(SLIDE),            \
      N(LEAP))                                                                                             \
    M('T', false, "Charging Rook", "3.4",                                                                  \
      "Slides ahead and to both sides as a Rook, steps back as a King.", AHEAD(SLIDE),                     \
      SIDES(SLIDE), BACK_K(LEAP))                                                                          \
    M('I', false, "Fibnif", "3.4",                                                                         \
      "One step diagonally, and the narrow Knight leaps ahead and back.", F(LEAP), {1, 2, LEAP},           \
      {1, -2, LEAP}, {-1, -2, LEAP}, {-1, 2, LEAP})                                                        \
    M('J', false, "Charging Knight", "3.4",                                                                \
      "Leaps ahead as a Knight, steps sideways and back as a King.", FORE_N(LEAP), SIDES(LEAP),            \
      BACK_K(LEAP))                                                                                        \
    M('L', false, "Colonel", "3.4",                                                                        \
      "Slides ahead and sideways as a Rook, leaps ahead as a Knight, steps as a King.",                    \
      AHEAD(SLIDE), SIDES(SLIDE), FORE_N(LEAP), F(LEAP), {0, -1, LEAP})                                    \
    M('E', false, "Forequeen", "3.4",                                                                      \
      "Slides ahead and sideways as a Queen, goes back as a King or Knight.", AHEAD(SLIDE),                \
      FORE_F(SLIDE), SIDES(SLIDE), BACK_K(LEAP), BACK_N(LEAP))                                             \
    M('H', false, "Bishight", "3.4",                                                                       \
      "Slides ahead as a Bishop, leaps back as a Knight; turned four times, a Knishop.",                   \
      FORE_F(SLIDE), BACK_N(LEAP))                                                                         \
    M('Y', false, "Knishop", "3.4",                                                                        \
      "Leaps ahead as a Knight, slides back as a Bishop; turned four times, a Bishight.",                  \
      FORE_N(LEAP), BACK_F(SLIDE))                                                                         \
    M('Z', false, "Hasdrubal", "3.4",                                                                      \
      "Rides by the wide Knight leaps ahead and the narrow ones back; half slides along ranks and files.", \
      {2, 1, SLIDE}, {1, -2, SLIDE}, {-1, -2, SLIDE}, {-2, 1, SLIDE}, W(HALF_SLIDE))                       \
    M('X', false, "Barcfil", "3.4",                                                                        \
      "Leaps two squares diagonally, by the wide Knight leaps ahead and by the narrow ones back.",         \
      A(LEAP), {2, 1, LEAP}, {1, -2, LEAP}, {-1, -2, LEAP}, {-2, 1, LEAP})                                 \
    M('G', false, "Bed", "3.4",                                                                            \
      "Half slides along diagonals, leaps two squares along ranks and files.", F(HALF_SLIDE),              \
      D(LEAP))                                                                                             \
    M('M', false, "Hamilcar", "3.4",                                                                       \
      "Half slides as a Queen, leaps as a Knight, rides by the wide leaps ahead and narrow ones back.",    \
      {2, 1, SLIDE}, {1, -2, SLIDE}, {-1, -2, SLIDE}, {-2, 1, SLIDE}, {1, 2, LEAP}, {2, -1, LEAP},         \
      {-2, -1, LEAP}, {-1, 2, LEAP}, W(HALF_SLIDE), F(HALF_SLIDE))

#define QUARTER(M)                                                                                 \
    M('L', false, "Lance", "3.5", "Slides the way it faces.", AHEAD(SLIDE))                        \
    M('N', false, "Narrow Quarterhorse", "3.5",                                                    \
      "Leaps to two Knight squares one eighth apart, as the Shogi Knight.", {-1, 2, LEAP},         \
      {1, 2, LEAP})                                                                                \
    M('S', false, "Skew Quarterhorse", "3.5", "Leaps to two Knight squares two eighths apart.",    \
      {-1, 2, LEAP}, {2, 1, LEAP})                                                                 \
    M('W', false, "Wide Quarterhorse", "3.5", "Leaps to two Knight squares three eighths apart.",  \
      {-2, 1, LEAP}, {2, 1, LEAP})                                                                 \
    M('X', false, "Axle Quarterhorse", "3.5", "Leaps to two opposite Knight squares.",             \
      {-1, 2, LEAP}, {1, -2, LEAP})                                                                \
    M('Q', false, "Quarter Queen NE", "3.5",                                                       \
      "Slides the way it faces, and an eighth of a turn to the right.", AHEAD(SLIDE),              \
      {1, 1, SLIDE})                                                                               \
    M('U', false, "Quarter Queen SE", "3.5",                                                       \
      "Slides the way it faces, and three eighths of a turn to the right.", AHEAD(SLIDE),          \
      {1, -1, SLIDE})                                                                              \
    M('E', false, "Quarter Queen SW", "3.5",                                                       \
      "Slides the way it faces, and three eighths of a turn to the left.", AHEAD(SLIDE),           \
      {-1, -1, SLIDE})                                                                             \
    M('Y', false, "Quarter Queen NW", "3.5",                                                       \
      "Slides the way it faces, and an eighth of a turn to the left.", AHEAD(SLIDE),               \
      {-1, 1, SLIDE})                                                                              \
    M('O', false, "Octoling", "3.5", "Slides the way it faces, at most half way to the edge.",     \
      AHEAD(HALF_SLIDE))                                                                           \
    M('A', false, "Halfling Quarter Queen NE", "3.5",                                              \
      "Half slides the way it faces, and an eighth of a turn to the right.", AHEAD(HALF_SLIDE),    \
      {1, 1, HALF_SLIDE})                                                                          \
    M('B', false, "Halfling Quarter Queen SE", "3.5",                                              \
      "Half slides the way it faces, and three eighths of a turn to the right.",                   \
      AHEAD(HALF_SLIDE), {1, -1, HALF_SLIDE})                                                      \
    M('C', false, "Halfling Quarter Queen SW", "3.5",                                              \
      "Half slides the way it faces, and three eighths of a turn to the left.", AHEAD(HALF_SLIDE), \
      {-1, -1, HALF_SLIDE})                                                                        \
    M('D', false, "Halfling Quarter Queen NW", "3.5",                                              \
      "Half slides the way it faces, and an eighth of a turn to the left.", AHEAD(HALF_SLIDE),     \
      {-1, 1, HALF_SLIDE})

#define KIND(letter, royal, name, section, moves, ...) \
    {letter, name, moves, "rules/turning.md " section, royal},
#define MAN(letter, royal, name, section, moves, ...) \
    {{__VA_ARGS__}, (int)(sizeof((const struct element[]){__VA_ARGS__}) / sizeof(struct element))},

const struct kind turning_armies_kinds[] = {{0}, COMMON(KIND) ARMIES(KIND)};
const struct kind turning_quarter_kinds[] = {{0}, COMMON(KIND) QUARTER(KIND)};
static const struct man armies_men[] = {{.elements = 0}, COMMON(MAN) ARMIES(MAN)};
static const struct man quarter_men[] = {{.elements = 0}, COMMON(MAN) QUARTER(MAN)};

const struct alphabet turning_armies = {turning_armies_kinds, armies_men, ARMIES_KINDS, false};
const struct alphabet turning_quarter = {turning_quarter_kinds, quarter_men, QUARTER_KINDS, true};

_Static_assert(sizeof armies_men / sizeof *armies_men == ARMIES_KINDS + 1, "a row a kind");
_Static_assert(sizeof quarter_men / sizeof *quarter_men == QUARTER_KINDS + 1, "a row a kind");

/* Moves a vector one place clockwise on the ring of squares at distance r. */
static void turn_place(int *x, int *y, int r)
{
    if (*y == r && *x < r)
        ++*x;
    else if (*x == r && *y > -r)
        --*y;
    else if (*y == -r && *x > -r)
        --*x;
    else
        ++*y;
}

void turning_vector(int *x, int *y, int eighths)
{
    int r = abs(*x) > abs(*y) ? abs(*x) : abs(*y);
    for (int i = 0; i < (eighths & 7) * r; i++)
        turn_place(x, y, r);
}

/* The vectors of the lines: the 8 directions, then the 8 Knight's leaps (2.1, 2.2). */
static const int8_t lines[LINE_COUNT][2] = {{0, 1},   {1, 1},   {1, 0},  {1, -1}, {0, -1}, {-1, -1},
                                            {-1, 0},  {-1, 1},  {1, 2},  {2, 1},  {2, -1}, {1, -2},
                                            {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};

void turning_line(int line, int *x, int *y)
{
    *x = lines[line][0];
    *y = lines[line][1];
}

static int turning_line_of(int x, int y)
{
    int line = 0;
    while (lines[line][0] != x || lines[line][1] != y)
        line++;
    return line;
}

void turning_pattern(const struct man *man, int facing, bool relative, struct pattern *out)
{
    static const uint8_t ranges[] = {
        [SLIDE] = RANGE_FULL, [SLIDE_4] = RANGE_4, [HALF_SLIDE] = RANGE_HALF};
    *out = (struct pattern){0};
    for (int i = 0; i < man->elements; i++) {
        const struct element *element = &man->element[i];
        int x = element->x, y = element->y;
        turning_vector(&x, &y, facing);
        uint64_t near = (uint64_t)1 << (HOME + 8 * y + x);
        if (element->how == LEAP)
            out->leaps |= near;
        else if (element->how == MOVE_ONLY)
            out->goes |= near;
        else if (element->how == CAPTURE_ONLY)
            out->takes |= near;
        else {
            int line = turning_line_of(x, y);
            out->lines |= (uint64_t)1 << line;
            out->slide[line] = ranges[element->how];
            if (relative && element->how == HALF_SLIDE)
                out->strikes |= near;
        }
    }
    out->strikes |= out->leaps | out->takes;
}

bool turning_same_pattern(const struct pattern *a, const struct pattern *b)
{
    return a->leaps == b->leaps && a->goes == b->goes && a->takes == b->takes &&
           a->lines == b->lines && !memcmp(a->slide, b->slide, sizeof a->slide);
}

int turning_canonical(const struct turning *turning, int side, int kind, int facing)
{
    int first = turning_first(side);
    return (first + (facing - first + FACINGS) % turning->period[kind]) % FACINGS;
}

/* Computes the pattern of a piece, mirrored so that ranks 1 and 8 are exchanged. */
static struct pattern turning_mirrored(const struct man *man, int facing)
{
    struct man mirror = *man;
    for (int i = 0; i < mirror.elements; i++) {
        int x = mirror.element[i].x, y = mirror.element[i].y;
        turning_vector(&x, &y, facing);
        mirror.element[i].x = (int8_t)x;
        mirror.element[i].y = (int8_t)-y;
    }
    struct pattern pattern;
    turning_pattern(&mirror, NORTH, false, &pattern);
    return pattern;
}

int turning_mirror(const struct turning *turning, int kind, int facing)
{
    struct pattern wanted = turning_mirrored(&turning->alphabet->men[kind], facing);
    int found = 0;
    while (found < FACINGS &&
           !turning_same_pattern(&turning->pattern[turning_code(kind, found)], &wanted))
        found++;
    return found % FACINGS;
}

int turning_like(const struct turning *turning, struct piece piece)
{
    int first = turning_first(piece.side);
    const struct pattern *present = &turning->pattern[turning_code(piece.kind, piece.facing)];
    if (piece.facing == first)
        return KIND_NONE;
    for (int kind = 1; kind <= turning->alphabet->count; kind++)
        if (kind != piece.kind &&
            turning_same_pattern(present, &turning->pattern[turning_code(kind, first)]))
            return kind;
    return KIND_NONE;
}

static bool on_board(int square, int x, int y)
{
    int file = square % 8 + x, rank = square / 8 + y;
    return file >= 0 && file < 8 && rank >= 0 && rank < 8;
}

bool turning_dead(const struct turning *turning, int code, int square)
{
    const struct man *man = &turning->alphabet->men[code / FACINGS];
    for (int i = 0; i < man->elements; i++) {
        int x = man->element[i].x, y = man->element[i].y;
        turning_vector(&x, &y, code % FACINGS);
        if (on_board(square, x, y))
            return false;
    }
    return true;
}
