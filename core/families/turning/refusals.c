/* refusals.c - explains in words why a piece of the Turning family cannot move somewhere, and
 * describes pieces. */
#include "core/families/turning/turning.h"

#include "core/position_text.h"

#include <stdlib.h>
#include <string.h>

static const char *name_at(const struct position *position, int square)
{
    return position->rules->kinds[position->at[square].kind].name;
}

static const char *square_name(const struct position *position, int square)
{
    return board_name(position->rules->board, (cell_t)square);
}

/* Returns the facing of a piece in words, for use in sentences. turning_describe() uses letters
 * instead, because it must be short. */
static const char *turning_way_of(const struct piece *man)
{
    static const char *const ways[FACINGS] = {"north", "north-east", "east", "south-east",
                                              "south", "south-west", "west", "north-west"};
    return ways[man->facing];
}

/* Names a piece and its square. Adds the piece's facing unless it is the facing that pieces of its
 * side have at the start. */
static void man_text(const struct position *position, int square, char *buffer, size_t size)
{
    const struct piece *man = &position->at[square];
    size_t used = 0;
    text_add(buffer, size, &used, "the %s on %s", name_at(position, square),
             square_name(position, square));
    if (turning_of(position->rules)->period[man->kind] > 1 &&
        man->facing != turning_first(man->side))
        text_add(buffer, size, &used, ", facing %s,", turning_way_of(man));
}

/* Explains why a piece cannot move anywhere, if the reason lies in the piece itself. True if there
 * is such a reason. */
static bool explain_man(const struct position *position, int from, struct note *why)
{
    const struct piece *man = &position->at[from];
    if (!man->kind)
        note_set(why, -1, "%s is empty (rules/turning.md 6.1)", square_name(position, from));
    else if (man->side != position->side)
        note_set(why, -1, "the %s on %s is %s's, and %s is to move (rules/turning.md 6.1)",
                 name_at(position, from), square_name(position, from), side_name(man->side),
                 side_name(position->side));
    else if (turning_dead(turning_of(position->rules), turning_code(man->kind, man->facing), from))
        note_set(why, -1,
                 "the %s on %s is dead: facing %s it reaches no square (rules/turning.md 3.3)",
                 name_at(position, from), square_name(position, from), turning_way_of(man));
    else
        return false;
    return true;
}

/* True if the current pattern of a piece leads to a square, including en passant. Ignores check. */
static bool can_reach(const struct position *position, int from, int to)
{
    struct turning_board board;
    const struct turning *turning = turning_of(position->rules);
    turning_pack(position, &board);
    bool pawn = position->at[from].kind == PAWN;
    bool take = position->at[to].kind || (pawn && to == board.passed);
    return turning_reach(turning, &board, from, take) >> to & 1;
}

static int turning_first_of(uint64_t squares)
{
    int square = 0;
    while (square < SQUARES && !(squares >> square & 1))
        square++;
    return square;
}

/* Names the piece that attacks the King of a side: "the Rook on e8". */
static void checker_text(const struct position *position, const struct turning_board *board,
                         int side, int king, char *buffer, size_t size)
{
    int by = turning_first_of(turning_attackers(turning_of(position->rules), board, side, king));
    size_t used = 0;
    if (by == SQUARES)
        text_add(buffer, size, &used, "nobody");
    else
        text_add(buffer, size, &used, "the %s on %s",
                 position->rules->kinds[board->code[by] / FACINGS].name, square_name(position, by));
}

/* Explains that a move would leave the King in check. */
static void explain_check(const struct position *position, int from, int to, struct note *why)
{
    const struct turning *turning = turning_of(position->rules);
    struct turning_board board;
    char by[64];
    turning_pack(position, &board);
    bool passing = position->at[from].kind == PAWN && !position->at[to].kind &&
                   to == board.passed && turning_reach(turning, &board, from, true) >> to & 1;
    uint8_t verb = position->at[to].kind ? ACTION_TAKE : passing ? ACTION_PASSANT : ACTION_GO;
    turning_make(turning, &board, (struct turning_move){(uint8_t)from, (uint8_t)to, verb});
    checker_text(position, &board, position->side, board.king[position->side], by, sizeof by);
    if (position->at[from].kind == KING)
        note_set(why, -1, "on %s the King would be in check from %s (rules/turning.md 7)",
                 square_name(position, to), by);
    else
        note_set(why, -1, "your King would be in check from %s (rules/turning.md 7)", by);
}

/* Explains why a piece has no legal move. */
static void explain_stuck(const struct position *position, int from, const char *man,
                          struct note *why)
{
    const struct turning *turning = turning_of(position->rules);
    struct turning_board board;
    char by[64];
    turning_pack(position, &board);
    uint64_t empty = ~(board.men[WHITE] | board.men[BLACK]), enemies = board.men[!board.side];
    uint64_t goals = (turning_reach(turning, &board, from, false) & empty) |
                     (turning_reach(turning, &board, from, true) & enemies);
    bool check = turning_attackers(turning, &board, board.side, board.king[board.side]) != 0;
    if (!goals) {
        note_set(why, -1,
                 "%s is hemmed in: it reaches no free square and no enemy piece "
                 "(rules/turning.md 3.1)",
                 man);
    } else if (check && position->at[from].kind != KING) {
        checker_text(position, &board, board.side, board.king[board.side], by, sizeof by);
        note_set(why, -1, "%s gives check, and %s does not help (rules/turning.md 7)", by, man);
    } else if (position->at[from].kind == KING) {
        note_set(why, -1, "wherever %s goes, it would be in check (rules/turning.md 7)", man);
    } else {
        note_set(why, -1, "wherever %s goes, your King would be in check (rules/turning.md 7)",
                 man);
    }
}

/* Explains why a slide ends before its goal. False if the move fails for another reason. */
static bool explain_slide(const struct position *position, int from, int to, const char *man,
                          struct note *why)
{
    const struct turning *turning = turning_of(position->rules);
    const struct piece *piece = &position->at[from];
    const struct pattern *pattern = &turning->pattern[turning_code(piece->kind, piece->facing)];
    int line = turning_line_between(turning, from, to), x, y;
    if (line >= LINE_COUNT || !pattern->slide[line])
        return false;
    turning_line(line, &x, &y);
    for (int square = from + 8 * y + x; square != to; square += 8 * y + x)
        if (position->at[square].kind) {
            note_set(why, -1, "%s is stopped by the %s on %s (rules/turning.md 3.1)", man,
                     name_at(position, square), square_name(position, square));
            return true;
        }
    if (turning->relative && pattern->slide[line] != RANGE_4)
        note_set(
            why, -1,
            "%s goes at most half of the squares that are free there (rules/turning.md 10, 3.2)",
            man);
    else if (pattern->slide[line] == RANGE_HALF)
        note_set(why, -1,
                 "%s goes at most half way to the edge of the board there (rules/turning.md 3.2)",
                 man);
    else
        note_set(why, -1, "%s goes at most four squares (rules/turning.md 3.4)", man);
    return true;
}

bool turning_may_mean(const struct position *position, int from, int to)
{
    const struct turning *turning = turning_of(position->rules);
    const struct piece *piece = &position->at[from];
    const struct pattern *pattern = &turning->pattern[turning_code(piece->kind, piece->facing)];
    int line = turning_line_between(turning, from, to);
    return from == to || can_reach(position, from, to) ||
           (line < LINE_COUNT && pattern->slide[line]) ||
           (piece->kind == PAWN && from % 8 == to % 8);
}

void turning_explain_castling(const struct position *position, bool long_side, struct note *why)
{
    const struct turning *turning = turning_of(position->rules);
    struct turning_board board;
    struct castling castling;
    char attacked[120];
    const char *reason = NULL;
    turning_pack(position, &board);
    turning_castling(turning, &board, long_side, &castling);
    if (!turning->castle)
        reason = "there is no castling in this game";
    else if (!(board.rights & castling.right))
        reason = "the King or the piece in that corner has moved";
    else if ((board.men[WHITE] | board.men[BLACK]) & castling.empty)
        reason = "a piece is between King and corner";
    else if (turning_attackers(turning, &board, board.side, board.king[board.side]))
        reason = "the King is in check";
    else
        for (uint64_t left = castling.safe; left; left &= left - 1) {
            int square = turning_first_of(left);
            size_t used = 0;
            char by[64];
            if (!turning_attackers(turning, &board, board.side, square))
                continue;
            checker_text(position, &board, board.side, square, by, sizeof by);
            text_add(attacked, sizeof attacked, &used, "%s is attacked by %s",
                     square_name(position, square), by);
            reason = attacked;
            break;
        }
    if (!reason) /* castling is legal here, but the text writes it in a wrong form */
        note_set(why, -1, "when castling %s, the King goes to %s (rules/turning.md 6.5)",
                 long_side ? "long" : "short", square_name(position, castling.king_goal));
    else
        note_set(why, -1, "%s cannot castle %s: %s (rules/turning.md 6.5)",
                 side_name(position->side), long_side ? "long" : "short", reason);
}

/* Explains that a Pawn can only capture on a square, or can only move to it. False if the move
 * fails for another reason. */
static bool explain_pawn(const struct position *position, int from, int to, const char *man,
                         struct note *why)
{
    struct turning_board board;
    const struct turning *turning = turning_of(position->rules);
    turning_pack(position, &board);
    bool takes = turning_reach(turning, &board, from, true) >> to & 1,
         empty = !position->at[to].kind;
    board.men[position->side] &= ~(1ull << to);
    board.men[!position->side] &= ~(1ull << to);
    bool goes = turning_reach(turning, &board, from, false) >> to & 1;
    if (takes && empty)
        note_set(
            why, -1,
            "%s can only capture on %s: no piece is there, and none has just passed it (rules/turning.md 6.3)",
            man, square_name(position, to));
    else if (goes && !empty)
        note_set(why, -1, "%s cannot capture on %s: it only moves that way (rules/turning.md 3.3)",
                 man, square_name(position, to));
    return (takes && empty) || (goes && !empty);
}

/* True if a Pawn may make a double step, judging by its square and facing only. */
static bool may_go_two(const struct position *position, int from)
{
    const struct piece *pawn = &position->at[from];
    return from / 8 == (pawn->side == WHITE ? 1 : 6) && pawn->facing == turning_first(pawn->side);
}

/* True if a piece could move to a square if the square were empty. */
static bool reaches_but_for(const struct position *position, int from, int to)
{
    const struct turning *turning = turning_of(position->rules);
    struct turning_board board;
    turning_pack(position, &board);
    board.men[WHITE] &= ~(1ull << to);
    board.men[BLACK] &= ~(1ull << to);
    return (turning_reach(turning, &board, from, false) |
            turning_reach(turning, &board, from, true)) >>
               to &
           1;
}

/* Writes ": it goes to c3 or d2" for a piece that has only a few squares even on an empty board; ""
 * for any other piece. */
static void goals_text(const struct position *position, int from, char *buffer, size_t size)
{
    enum { FEW = 4 };
    const struct turning *turning = turning_of(position->rules);
    struct turning_board board;
    uint64_t goals;
    size_t used = 0;
    int n = 0, said = 0;
    turning_pack(position, &board);
    board.men[WHITE] = board.men[BLACK] = 0;
    board.men[position->side] = 1ull << from;
    goals = turning_reach(turning, &board, from, false);
    for (uint64_t left = goals; left; left &= left - 1)
        n++;
    buffer[0] = '\0';
    for (uint64_t left = n <= FEW ? goals : 0; left; left &= left - 1, said++)
        text_add(buffer, size, &used, "%s%s",
                 !said           ? ": it goes to "
                 : said + 1 == n ? " or "
                                 : ", ",
                 square_name(position, turning_first_of(left)));
}

/* Explains that the pattern of a piece does not lead to a square. Adds how the piece moves if its
 * description is true for its current facing. */
static void explain_pattern(const struct position *position, int from, int to, const char *man,
                            struct note *why)
{
    const struct turning *turning = turning_of(position->rules);
    const struct piece *piece = &position->at[from];
    const struct kind *kind = &position->rules->kinds[piece->kind];
    int like = turning_like(turning, *piece);
    if (like)
        note_set(why, -1, "the %s on %s now moves as a %s, which does not reach %s (%s)",
                 kind->name, square_name(position, from), position->rules->kinds[like].name,
                 square_name(position, to), kind->source);
    else if (turning->period[piece->kind] == 1 || piece->facing == turning_first(piece->side)) {
        /* Leave out how the piece would move after a turn. */
        const char *turned = strstr(kind->moves, "; turn");
        int length = turned ? (int)(turned - kind->moves) : (int)strcspn(kind->moves, ".");
        char first = kind->moves[0];
        for (int other = 1; other <= position->rules->kind_count; other++) /* keep the capital
                                                                              letter of a piece's
                                                                              name */
            if (!strncmp(kind->moves, position->rules->kinds[other].name,
                         strlen(position->rules->kinds[other].name)))
                first = '\0';
        note_set(why, -1, "%s does not reach %s: %c%.*s (%s)", man, square_name(position, to),
                 first ? first | 0x20 : kind->moves[0], length - 1, kind->moves + 1, kind->source);
    } else {
        char goals[40];
        goals_text(position, from, goals, sizeof goals);
        note_set(why, -1, "%s does not reach %s%s (rules/turning.md 3.1)", man,
                 square_name(position, to), goals);
    }
}

void turning_explain(const struct position *position, int from, int to, struct note *why)
{
    char man[64];
    if (explain_man(position, from, why))
        return;
    man_text(position, from, man, sizeof man);
    if (to >= SQUARES)
        explain_stuck(position, from, man, why);
    else if (to == from)
        note_set(why, -1, "no piece turns without moving (rules/turning.md 6.1)");
    else if (position->at[to].side == position->side && position->at[to].kind &&
             reaches_but_for(position, from, to))
        note_set(why, -1, "your own %s is on %s (rules/turning.md 3.1)", name_at(position, to),
                 square_name(position, to));
    else if (position->at[from].kind == KING && from == (position->side == WHITE ? 4 : 60) &&
             from / 8 == to / 8 && abs(to - from) > 1)
        turning_explain_castling(position, to < from, why);
    else if (can_reach(position, from, to))
        explain_check(position, from, to, why);
    else if (position->at[from].kind != PAWN && explain_slide(position, from, to, man, why))
        return;
    else if (position->at[from].kind == PAWN && explain_pawn(position, from, to, man, why))
        return;
    else if (position->at[from].kind == PAWN && abs(to - from) == 16 && may_go_two(position, from))
        note_set(why, -1, "%s is stopped by the %s on %s (rules/turning.md 6.2)", man,
                 name_at(position, (to + from) / 2), square_name(position, (to + from) / 2));
    else if (position->at[from].kind == PAWN && abs(to - from) == 16)
        note_set(why, -1,
                 "a Pawn can move two squares only if unturned and on its second rank "
                 "(rules/turning.md 6.2)");
    else if (position->at[from].kind == PAWN)
        note_set(
            why, -1,
            "the Pawn on %s faces %s: it moves one step that way%s and captures to either side (rules/turning.md 3.3)",
            square_name(position, from), turning_way_of(&position->at[from]),
            may_go_two(position, from) ? " or two from here" : "");
    else
        explain_pattern(position, from, to, man, why);
}

int turning_describe(const struct position *position, cell_t cell, char *buffer, size_t size)
{
    /* These texts describe a facing by its angle to the forward direction of the piece's owner. The
     * facing at the start would not do, because some armies and positions begin with turned
     * pieces. */
    static const char *const turned[FACINGS] = {"straight ahead",
                                                "one eighth right of straight ahead",
                                                "two eighths right of straight ahead",
                                                "three eighths right of straight ahead",
                                                "straight back",
                                                "three eighths left of straight ahead",
                                                "two eighths left of straight ahead",
                                                "one eighth left of straight ahead"};
    const struct turning *turning = turning_of(position->rules);
    const struct piece *man = &position->at[cell];
    size_t used = 0;
    if (size)
        buffer[0] = '\0';
    if (!man->kind || turning->period[man->kind] == 1)
        return 0;
    int like = turning_like(turning, *man);
    text_add(buffer, size, &used, "faces %s", turning_facing_name(man->facing));
    if (like)
        text_add(buffer, size, &used, ", now moves as the %s", position->rules->kinds[like].name);
    text_add(buffer, size, &used, ", %s",
             turned[(man->facing - turning_first(man->side) + FACINGS) % FACINGS]);
    if (turning_dead(turning, turning_code(man->kind, man->facing), cell))
        text_add(buffer, size, &used, "; dead: it reaches no square");
    return (int)used;
}
