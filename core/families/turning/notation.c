/* notation.c - reads and writes positions and plies of the Turning family as text (rules/turning.md
 * 8).
 *
 * The long and the short form of a ply are parsed in the same way: the text gives some of letter,
 * origin, goal, promotion and turn, and exactly one legal ply must match the text. */
#include "core/draft.h"
#include "core/families/turning/turning.h"
#include "core/position_text.h"

#include <stdlib.h>
#include <string.h>

/* ---- writing */

/* The parts of the origin that must be written to distinguish a move from others with the same
 * letter and goal (8.2). */
struct origin {
    bool file, rank;
};

static struct origin origin_needed(const struct position *position, const struct action *pick,
                                   const struct action *move)
{
    const struct turning *turning = turning_of(position->rules);
    struct turning_board board;
    struct turning_move list[TURNING_MOVES_MAX];
    bool others = false, on_file = false, on_rank = false;
    bool capture =
        pick->kind == PAWN && (move->verb == ACTION_TAKE || move->verb == ACTION_PASSANT);
    turning_pack(position, &board);
    for (int i = turning_moves(turning, &board, list) - 1; i >= 0; i--) {
        if (list[i].to != move->to || list[i].from == move->from || list[i].verb == ACTION_CASTLE ||
            board.code[list[i].from] / FACINGS != pick->kind)
            continue;
        others = true;
        on_file = on_file || list[i].from % 8 == move->from % 8;
        on_rank = on_rank || list[i].from / 8 == move->from / 8;
    }
    if (capture)
        return (struct origin){true, on_file};
    if (!others)
        return (struct origin){false, false};
    return on_file ? (struct origin){on_rank, true} : (struct origin){true, false};
}

static const char *turning_check_sign(const struct position *position, const struct ply *ply)
{
    const struct turning *turning = turning_of(position->rules);
    struct verdict verdict;
    struct turning_board board;
    struct position after;
    ply_play(position, ply, &after);
    turning_pack(&after, &board);
    if (board.king[board.side] == SQUARES ||
        !turning_attackers(turning, &board, board.side, board.king[board.side]))
        return "";
    position_judge(&after, &verdict);
    return verdict.outcome == OUTCOME_WIN && !strcmp(verdict.reason, "checkmate") ? "#" : "+";
}

/* Writes a move as "Pe2-e4", "e4", "Ra1-a5", "R1a5" or "e:d5". */
static void add_move(const struct position *position, const struct ply *ply, enum form form,
                     char *buffer, size_t size, size_t *used)
{
    const struct action *pick = &ply->v[0], *move = &ply->v[1];
    const char *from = board_name(position->rules->board, move->from);
    char letter = position->rules->kinds[pick->kind].letter;
    if (form == FORM_LONG) {
        text_add(buffer, size, used, "%c%s-%s", letter, from,
                 board_name(position->rules->board, move->to));
        return;
    }
    struct origin origin = origin_needed(position, pick, move);
    if (pick->kind != PAWN)
        text_add(buffer, size, used, "%c", letter);
    text_add(buffer, size, used, "%.*s%.*s%s%s", origin.file, from, origin.rank, from + 1,
             move->verb == ACTION_GO ? "" : ":", board_name(position->rules->board, move->to));
}

int turning_format(const struct position *position, const struct ply *ply, enum form form,
                   char *buffer, size_t size)
{
    size_t used = 0;
    if (size)
        buffer[0] = '\0';
    if (ply->n < 2)
        return 0;
    if (ply->v[1].verb == ACTION_CASTLE)
        text_add(buffer, size, &used, ply->v[1].to > ply->v[1].from ? "O-O" : "O-O-O");
    else
        add_move(position, ply, form, buffer, size, &used);
    for (int i = 2; i < ply->n; i++) {
        const struct action *action = &ply->v[i];
        if (action->verb == ACTION_PROMOTE)
            text_add(buffer, size, &used, "=%c", position->rules->kinds[action->kind].letter);
        else if (action->turn)
            text_add(buffer, size, &used, action->turn > 0 ? "(r)" : "(l)");
    }
    if (form == FORM_SHORT)
        text_add(buffer, size, &used, "%s", turning_check_sign(position, ply));
    return (int)used;
}

/* ---- parsing */

enum { LONGEST = 40 /* longest text, in bytes, that can be a ply */ };

/* What the text of a ply determines; -1 or KIND_NONE for everything else. */
struct turning_request {
    int castle; /* 0 for none, 1 for short, 2 for long castling */
    int kind, file, rank, to, promotion;
    int turn;
    bool turn_named;
};

/* The part of a text that is not parsed yet. Annotation marks and the turn have been removed from
 * its end. */
struct scan {
    const char *text;
    int length;
};

static bool turning_ends_with(const struct scan *scan, const char *end)
{
    int n = (int)strlen(end);
    return scan->length >= n && !memcmp(scan->text + scan->length - n, end, (size_t)n);
}

static void scan_end(struct scan *scan, struct turning_request *wish)
{
    while (scan->length && strchr("+#!?", scan->text[scan->length - 1]))
        scan->length--;
    if (turning_ends_with(scan, "(r)") || turning_ends_with(scan, "(l)")) {
        wish->turn = turning_ends_with(scan, "(r)") ? 1 : -1;
        wish->turn_named = true;
        scan->length -= 3;
    }
}

static bool turning_scan_castling(const struct scan *scan, struct turning_request *wish)
{
    static const char *const words[] = {"O-O", "O-O-O", "0-0", "0-0-0"};
    for (int i = 0; i < 4; i++)
        if ((int)strlen(words[i]) == scan->length &&
            !memcmp(words[i], scan->text, (size_t)scan->length))
            wish->castle = 1 + i % 2;
    return wish->castle;
}

static int turning_unreadable(const char *text, int offset, const char *what, struct note *why)
{
    return note_fail(why, FAIL_TEXT, offset, "'%.20s' cannot be read: %s (rules/turning.md 8)",
                     text, what);
}

/* Parses the letter of a piece at the beginning; no letter means a Pawn. Returns the length of the
 * letter in bytes, or a failure. */
static int turning_scan_letter(const struct ruleset *rules, const struct scan *scan,
                               struct turning_request *wish, struct note *why)
{
    char first = scan->length ? scan->text[0] : '\0';
    wish->kind = PAWN;
    if (turning_of(rules)->alphabet->quarter && scan->length > 3 && !memcmp(scan->text, "tfR", 3)) {
        wish->kind = ruleset_kind(rules, 'L'); /* "tfR" is the inventor's abbreviation of a Turning
                                                  Lance */
        return 3;
    }
    if (first < 'A' || first > 'Z')
        return 0;
    wish->kind = ruleset_kind(rules, first);
    if (wish->kind == KIND_NONE)
        return turning_unreadable(scan->text, 0, "no piece of this variant has that letter", why);
    return 1;
}

/* Parses a promotion like "=Q" at the end of the text, and removes it. */
static int scan_promotion(const struct ruleset *rules, struct scan *scan,
                          struct turning_request *wish, struct note *why)
{
    if (scan->length < 2 || scan->text[scan->length - 2] != '=')
        return 0;
    wish->promotion = ruleset_kind(rules, scan->text[scan->length - 1]);
    if (wish->promotion == KIND_NONE)
        return turning_unreadable(scan->text, scan->length - 1,
                                  "after '=' comes the letter of a piece", why);
    scan->length -= 2;
    return 0;
}

/* Parses the squares in "e4", "de5", "1a5", "a1-a5" or "e:d5": the origin or parts of it, an
 * optional sign, and the goal. */
static int scan_squares(const struct ruleset *rules, const struct scan *scan, int at,
                        struct turning_request *wish, struct note *why)
{
    int goal = scan->length - 2, length = 0;
    cell_t to = goal >= at ? board_cell_named(rules->board, scan->text + goal, &length) : CELL_NONE;
    if (board_refuses_name(rules->board, scan->text, "rules/turning.md 8", why))
        return FAIL_TEXT;
    if (memchr(scan->text, '(', (size_t)scan->length) ||
        (goal > at && strchr("rl", scan->text[scan->length - 1])))
        return turning_unreadable(scan->text, at,
                                  "a ply has at most one turn, at its end: (r) to the right or (l) "
                                  "to the left",
                                  why);
    char before[LONGEST + 1];
    if (text_takes_behind(scan->text, "x:", before, sizeof before))
        return note_fail(why, FAIL_TEXT, at,
                         "the sign of a capture comes before the square: %s (rules/turning.md 8)",
                         before);
    if (to == CELL_NONE || length != 2)
        return turning_unreadable(
            scan->text, at, "a ply names the square it goes to, as in Ra1-a5(r), d4 or e:d5", why);
    wish->to = to;
    int end = goal > at && strchr(":x-", scan->text[goal - 1]) ? goal - 1 : goal;
    if (at < end && scan->text[at] >= 'a' && scan->text[at] <= 'h')
        wish->file = scan->text[at++] - 'a';
    if (at < end && scan->text[at] >= '1' && scan->text[at] <= '8')
        wish->rank = scan->text[at++] - '1';
    return at == end ? 0 : turning_unreadable(scan->text, at, "this is not part of a ply", why);
}

static int read_wish(const struct ruleset *rules, const char *text, struct turning_request *wish,
                     struct note *why)
{
    struct scan scan = {text, 0};
    while (scan.length <= LONGEST && text[scan.length])
        scan.length++;
    *wish = (struct turning_request){.file = -1, .rank = -1, .to = -1};
    for (int i = 0; i < scan.length; i++)
        if (text[i] <= ' ' || text[i] > '~')
            return note_fail(why, FAIL_TEXT, i, "write a ply in plain characters, without blanks");
    if (scan.length == 0 || scan.length > LONGEST)
        return note_fail(why, FAIL_TEXT, 0,
                         "write a ply like Ra1-a5(r), d4 or e:d5 (rules/turning.md 8)");
    if (text_says_pass(text))
        return note_fail(why, FAIL_TEXT, 0, "you cannot pass: move a piece (rules/turning.md 6.1)");
    scan_end(&scan, wish);
    if (turning_scan_castling(&scan, wish))
        return 0;
    int at = turning_scan_letter(rules, &scan, wish, why);
    if (at < 0)
        return at;
    int result = scan_promotion(rules, &scan, wish, why);
    return result < 0 ? result : scan_squares(rules, &scan, at, wish, why);
}

/* True if, according to the text, the ply may begin on this square. */
static bool turning_may_begin(const struct turning_request *wish, int square)
{
    return (wish->file < 0 || square % 8 == wish->file) &&
           (wish->rank < 0 || square / 8 == wish->rank);
}

/* True if a legal move matches the text. Ignores promotion and turn. */
static bool turning_move_fits(const struct turning_board *board, struct turning_move move,
                              const struct turning_request *wish)
{
    if (move.verb == ACTION_CASTLE && !wish->castle) /* castling may be written as a move of the
                                                        King: "Kg1", "e1g1" */
        return wish->kind == KING && move.to == wish->to && turning_may_begin(wish, move.from);
    if (move.verb == ACTION_CASTLE || wish->castle)
        return move.verb == ACTION_CASTLE && wish->castle == (move.to > move.from ? 1 : 2);
    return board->code[move.from] / FACINGS == wish->kind && move.to == wish->to &&
           turning_may_begin(wish, move.from);
}

/* Returns the index of the turn that the text means; -1 if there is none. For a piece with period
 * 2, (l) means the same as (r) (6.1). */
static int turn_meant(const struct turning *turning, const struct turns *turns,
                      const struct turning_request *wish)
{
    int period = turning->period[turns->code[0] / FACINGS];
    int turn = period == 1 ? 0 : period == 2 && wish->turn < 0 ? 1 : wish->turn;
    bool no_turns = turns->n == 1 && !turns->turn[0] && period > 1;
    for (int i = 0; i < turns->n; i++)
        if (turns->turn[i] == turn && !(no_turns && wish->turn_named))
            return i;
    return -1;
}

static int refuse_promotion(const struct position *position, bool due, bool named, struct note *why)
{
    const struct turning *turning = turning_of(position->rules);
    char letters[3 * KINDS_MAX] = "";
    size_t used = 0;
    for (int kind = 1; kind <= turning->alphabet->count; kind++)
        if (turning->promotions >> kind & 1)
            text_add(letters, sizeof letters, &used, "%s=%c", used ? " " : "",
                     position->rules->kinds[kind].letter);
    if (due && named)
        return note_fail(why, FAIL_RULE, -1,
                         "only %s: pieces of either army, no King and no Pawn "
                         "(rules/turning.md 6.4)",
                         letters);
    if (due)
        return note_fail(why, FAIL_RULE, -1,
                         "a Pawn here becomes a piece of either army: %s (rules/turning.md 6.4)",
                         letters);
    return note_fail(why, FAIL_RULE, -1,
                     "only a Pawn on its last rank promotes (rules/turning.md 6.4)");
}

static int turning_refuse_turn(const struct position *position, const struct turns *turns,
                               const struct turning_request *wish, struct note *why)
{
    const char *name = position->rules->kinds[turns->code[0] / FACINGS].name;
    if (wish->turn_named)
        return note_fail(why, FAIL_RULE, -1,
                         "the %s may not turn here, by an option of this game "
                         "(rules/turning.md 10)",
                         name);
    return note_fail(why, FAIL_RULE, -1,
                     "the %s must turn after its move, (r) or (l): turn=must "
                     "(rules/turning.md 10)",
                     name);
}

/* Adds the promotion and the turn to the only move that matches the text. */
static int turning_complete(const struct position *position, const struct turning_board *board,
                            struct turning_move move, const struct turning_request *wish,
                            struct ply *out, struct note *why)
{
    const struct turning *turning = turning_of(position->rules);
    enum occasion occasion;
    struct turning_board after = *board;
    int square = turning_turner(turning, board, move, &occasion), side = board->side;
    turning_make(turning, &after, move);
    int code = after.code[square];
    if ((occasion == AFTER_PROMOTION) != (wish->promotion != KIND_NONE) ||
        (wish->promotion && !(turning->promotions >> wish->promotion & 1)))
        return refuse_promotion(position, occasion == AFTER_PROMOTION, wish->promotion != KIND_NONE,
                                why);
    if (occasion == AFTER_PROMOTION)
        code = turning_promoted(turning, side, wish->promotion, code);
    const struct turns *turns = &turning->turns[occasion][side][code];
    bool none = turning->may_turn == TURN_NONE && wish->turn_named;
    int meant = none ? -1 : turn_meant(turning, turns, wish);
    if (meant < 0)
        return turning_refuse_turn(position, turns, wish, why);
    out->n = 0;
    ply_add(out, turning_pick(board, move.from));
    ply_add(out, turning_step(turning, board, move));
    if (occasion == AFTER_PROMOTION)
        ply_add(out, turning_promote(side, wish->promotion, square));
    if (turns->n > 1 || turns->turn[0])
        ply_add(out, turning_turn(square, turns->turn[meant]));
    return 0;
}

/* Explains why no move matches the text. If the text can mean only one piece, says why this piece
 * cannot move to the goal. */
static int turning_refuse_move(const struct position *position, const struct turning_request *wish,
                               struct note *why)
{
    int found = SQUARES, count = 0;
    if (wish->castle) {
        turning_explain_castling(position, wish->castle == 2, why);
        return FAIL_RULE;
    }
    if (wish->file >= 0 && wish->rank >= 0 &&
        position->at[8 * wish->rank + wish->file].kind != wish->kind)
        return note_fail(why, FAIL_RULE, -1, "there is no %s on %c%d (rules/turning.md 8)",
                         position->rules->kinds[wish->kind].name, 'a' + wish->file, wish->rank + 1);
    for (int square = 0; square < SQUARES; square++) {
        const struct piece *piece = &position->at[square];
        bool full = wish->file >= 0 && wish->rank >= 0;
        if (piece->kind == wish->kind && (full || piece->side == position->side) &&
            turning_may_begin(wish, square)) {
            found = square;
            count++;
        }
    }
    /* If the text can mean several pieces, choose the one that could move to the goal on an empty
     * board. */
    for (int square = 0; square < SQUARES && count > 1; square++)
        if (position->at[square].kind == wish->kind &&
            position->at[square].side == position->side && turning_may_begin(wish, square) &&
            turning_may_mean(position, square, wish->to)) {
            found = square;
            count = 1;
        }
    if (count == 1) {
        turning_explain(position, found, wish->to, why);
        return FAIL_RULE;
    }
    for (int square = 0; square < SQUARES && count >= 0; square++)
        if (position->at[square].kind == wish->kind && position->at[square].side == position->side)
            count = -1;
    if (count >= 0)
        return note_fail(why, FAIL_RULE, -1, "%s has no %s (rules/turning.md 8)",
                         side_name(position->side), position->rules->kinds[wish->kind].name);
    return note_fail(why, FAIL_RULE, -1, "no %s can go to %s (rules/turning.md 3)",
                     position->rules->kinds[wish->kind].name,
                     board_name(position->rules->board, (cell_t)wish->to));
}

int turning_parse(const struct position *position, const char *text, struct ply *out,
                  struct note *why)
{
    const struct turning *turning = turning_of(position->rules);
    struct turning_board board;
    struct turning_move move[TURNING_MOVES_MAX];
    struct verdict verdict;
    struct turning_request wish;
    int fits = 0, found = 0, result = read_wish(position->rules, text, &wish, why);
    if (result < 0)
        return result;
    turning_pack(position, &board);
    if (turning_over(turning, &board, &verdict))
        return note_fail(why, FAIL_RULE, -1, "the game is over: %s (rules/turning.md 7)",
                         verdict.reason);
    int n = turning_moves(turning, &board, move);
    for (int i = 0; i < n; i++)
        if (turning_move_fits(&board, move[i], &wish)) {
            found = i;
            fits++;
        }
    if (fits == 1)
        return turning_complete(position, &board, move[found], &wish, out, why);
    if (fits == 0)
        return turning_refuse_move(position, &wish, why);
    return note_fail(why, FAIL_RULE, 0,
                     "'%.20s' may mean %d plies: add the file or rank of the %s "
                     "(rules/turning.md 8.2)",
                     text, fits, position->rules->kinds[wish.kind].name);
}

/* ---- The opening position, and positions as text: rules/turning.md 4 and 9. */

void turning_setup(const struct ruleset *ruleset, struct position *out)
{
    const struct turning *turning = turning_of(ruleset);
    position_clear(out, ruleset);
    for (int side = WHITE; side <= BLACK; side++)
        for (int file = 0; file < ARMY_MEN; file++) {
            int pawn = turning_code(PAWN, turning_first(side));
            out->at[board_at(ruleset->board, file, side == WHITE ? 0 : 7)] =
                turning_piece(turning->army[side].code[file], side);
            out->at[board_at(ruleset->board, file, side == WHITE ? 1 : 6)] =
                turning_piece(pawn, side);
        }
    if (turning->castle)
        out->rights = RIGHT_WHITE_SHORT | RIGHT_WHITE_LONG | RIGHT_BLACK_SHORT | RIGHT_BLACK_LONG;
}

static const char *const facing_names[] = {"n", "ne", "e", "se", "s", "sw", "w", "nw"};

const char *turning_facing_name(int facing)
{
    return facing_names[facing & 7];
}

int turning_facing_named(const char *text, int length)
{
    for (int facing = 0; facing < FACINGS; facing++)
        if ((int)strlen(facing_names[facing]) == length &&
            !memcmp(facing_names[facing], text, (size_t)length))
            return facing;
    return -1;
}

/* Parses a facing in parentheses. Marks the piece as having a written facing, for
 * finish_pieces(). */
static int read_facing(const struct ruleset *ruleset, struct piece *piece, const char *text,
                       int length, struct note *why)
{
    int facing = turning_facing_named(text, length);
    (void)ruleset;
    if (facing < 0)
        return note_fail(why, FAIL_TEXT, -1,
                         "a facing is one of n ne e se s sw w nw (rules/turning.md 9)");
    piece->facing = (uint8_t)facing;
    piece->mark = 1;
    return 0;
}

static void write_facing(const struct position *position, cell_t cell, char out[8])
{
    const struct piece *piece = &position->at[cell];
    size_t used = 0;
    out[0] = '\0';
    if (piece->facing != turning_first(piece->side))
        text_add(out, 8, &used, "(%s)", turning_facing_name(piece->facing));
}

/* Makes all facings canonical, and refuses positions that section 9 forbids. */
static int finish_pieces(struct position *position, struct note *why)
{
    const struct turning *turning = turning_of(position->rules);
    int kings[2] = {0, 0};
    for (int square = 0; square < SQUARES; square++) {
        struct piece *piece = &position->at[square];
        if (!piece->kind)
            continue;
        int facing = piece->mark ? piece->facing : turning_first(piece->side);
        piece->facing = (uint8_t)turning_canonical(turning, piece->side, piece->kind, facing);
        piece->mark = 0;
        kings[piece->side] += piece->kind == KING;
        if (piece->kind == PAWN && square / 8 == (piece->side == WHITE ? 7 : 0))
            return note_fail(why, FAIL_TEXT, 0,
                             "the Pawn on %s would have been promoted (rules/turning.md 9)",
                             board_name(position->rules->board, (cell_t)square));
    }
    return kings_check(kings, " (rules/turning.md 9)", why);
}

static const char rights_letters[] = "KQkq";

/* True if a castling right is possible: the King is on its initial square and a piece is in the
 * corner. */
static bool can_castle_ever(const struct position *position, int right)
{
    int side = right / 2, base = side == WHITE ? 0 : 56;
    struct piece king = position->at[base + 4], corner = position->at[base + (right % 2 ? 0 : 7)];
    return king.kind == KING && king.side == side && corner.kind && corner.side == side &&
           corner.kind != KING && corner.kind != PAWN;
}

static int read_rights(const struct position_fields *fields, struct position *position,
                       struct note *why)
{
    const char *at = fields->field[2].at, *end = at + fields->field[2].length,
               *next = rights_letters;
    if (end - at == 1 && *at == '-')
        return 0;
    for (; at < end; at++) {
        const char *found = strchr(next, *at);
        int offset = (int)(at - fields->text);
        if (!found || !*found)
            return note_fail(
                why, FAIL_TEXT, offset,
                "castling is '-' or letters of KQkq in that order (rules/turning.md 9)");
        int right = (int)(found - rights_letters);
        next = found + 1;
        if (!turning_of(position->rules)->castle)
            continue; /* castling rights have no meaning if the option turns castling off */
        if (!can_castle_ever(position, right))
            return note_fail(
                why, FAIL_TEXT, offset,
                "castling '%c' needs the King on its initial square and a piece in the corner "
                "(rules/turning.md 9)",
                *at);
        position->rights |= 1u << right;
    }
    return 0;
}

/* Checks that a double step can just have passed over the en passant square of the text, if the
 * text has one. */
static int turning_check_passed(const struct position_fields *fields,
                                const struct position *position, struct note *why)
{
    int forward = position->side == WHITE ? -8 : 8, square = position->passed[0];
    if (position->passed_count == 0)
        return 0;
    if (position->passed_count == 1 && square / 8 == (position->side == WHITE ? 5 : 2)) {
        struct piece pawn = position->at[square + forward];
        if (pawn.kind == PAWN && pawn.side != position->side && !position->at[square].kind &&
            !position->at[square - forward].kind)
            return 0;
    }
    return note_fail(why, FAIL_TEXT, (int)(fields->field[3].at - fields->text),
                     "no Pawn has just passed over that square (rules/turning.md 9)");
}

int turning_read(const struct ruleset *ruleset, const char *text, struct position *out,
                 struct note *why)
{
    struct position position;
    struct position_fields fields;
    int used = 0, result = position_split(&fields, text, POSITION_FIELDS, why);
    position_clear(&position, ruleset);
    if (result == 0)
        result = placement_read(ruleset, text, fields.field[0].length, KIND_NONE, read_facing,
                                &position, &used, why);
    if (result == 0 && used < fields.field[0].length)
        result = note_fail(why, FAIL_TEXT, used, "this game has no pieces in hand");
    if (result == 0)
        result = finish_pieces(&position, why);
    if (result == 0)
        result = side_read(ruleset, &fields, &position, why);
    if (result == 0)
        result = read_rights(&fields, &position, why);
    if (result == 0)
        result = passed_read(ruleset, &fields, &position, why);
    if (result == 0)
        result = turning_check_passed(&fields, &position, why);
    if (result == 0)
        result = counters_read(&fields, &position, why);
    if (result == 0)
        position_copy(out, &position);
    return result;
}

int turning_write(const struct position *position, char *buffer, size_t size)
{
    size_t used = 0, n = 0;
    char rights[8] = "-";
    for (int right = 0; right < 4; right++)
        if (position->rights >> right & 1)
            text_add(rights, sizeof rights, &n, "%c", rights_letters[right]);
    placement_write(position, write_facing, buffer, size, &used);
    position_write_rest(position, rights, buffer, size, &used);
    return (int)used;
}
