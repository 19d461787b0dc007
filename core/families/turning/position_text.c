/* position_text.c - the opening position and position texts of the Turning family: rules/turning.md 4 and 9. */
#include "core/families/turning/turning.h"

#include "core/position_text.h"

#include <string.h>

void turning_setup(const struct ruleset *ruleset, struct position *out)
{
    const struct turning *turning = turning_of(ruleset);
    position_clear(out, ruleset);
    for (int side = WHITE; side <= BLACK; side++)
        for (int file = 0; file < ARMY_MEN; file++) {
            int pawn = turning_code(PAWN, turning_first(side));
            out->at[board_at(ruleset->board, file, side == WHITE ? 0 : 7)] =
                turning_piece(turning->army[side].code[file], side);
            out->at[board_at(ruleset->board, file, side == WHITE ? 1 : 6)] = turning_piece(pawn, side);
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

/* Parse a facing in parentheses; `mark` records that there was one, until finish_pieces() has checked it. */
static int read_facing(const struct ruleset *ruleset, struct piece *piece, const char *text, int length,
                       struct note *why)
{
    int facing = turning_facing_named(text, length);
    (void)ruleset;
    if (facing < 0)
        return note_fail(why, FAIL_TEXT, -1, "a facing is one of n ne e se s sw w nw (rules/turning.md 9)");
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

/* Make facings canonical and reject forbidden positions: 9. */
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

/* True if the King is on its initial square and a piece is in the corner, as castling requires. */
static bool can_castle_ever(const struct position *position, int right)
{
    int side = right / 2, base = side == WHITE ? 0 : 56;
    struct piece king = position->at[base + 4], corner = position->at[base + (right % 2 ? 0 : 7)];
    return king.kind == KING && king.side == side && corner.kind && corner.side == side &&
           corner.kind != KING && corner.kind != PAWN;
}

static int read_rights(const struct position_fields *fields, struct position *position, struct note *why)
{
    const char *at = fields->field[2].at, *end = at + fields->field[2].length, *next = rights_letters;
    if (end - at == 1 && *at == '-')
        return 0;
    for (; at < end; at++) {
        const char *found = strchr(next, *at);
        int offset = (int)(at - fields->text);
        if (!found || !*found)
            return note_fail(why, FAIL_TEXT, offset,
                             "castling is '-' or letters of KQkq in that order (rules/turning.md 9)");
        int right = (int)(found - rights_letters);
        next = found + 1;
        if (!turning_of(position->rules)->castle)
            continue; /* castling rights have no meaning then */
        if (!can_castle_ever(position, right))
            return note_fail(
                why, FAIL_TEXT, offset,
                "castling '%c' needs the King at home and a man in the corner (rules/turning.md 9)", *at);
        position->rights |= 1u << right;
    }
    return 0;
}

/* Check that a double step can just have passed over the square that the text names, if any. */
static int check_passed(const struct position_fields *fields, const struct position *position,
                        struct note *why)
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

int turning_read(const struct ruleset *ruleset, const char *text, struct position *out, struct note *why)
{
    struct position position;
    struct position_fields fields;
    int used = 0, result = position_split(&fields, text, POSITION_FIELDS, why);
    position_clear(&position, ruleset);
    if (result == 0)
        result = placement_read(ruleset, text, fields.field[0].length, KIND_NONE, read_facing, &position,
                                &used, why);
    if (result == 0 && used < fields.field[0].length)
        result = note_fail(why, FAIL_TEXT, used, "nothing is held in hand in this game");
    if (result == 0)
        result = finish_pieces(&position, why);
    if (result == 0)
        result = side_read(ruleset, &fields, &position, why);
    if (result == 0)
        result = read_rights(&fields, &position, why);
    if (result == 0)
        result = passed_read(ruleset, &fields, &position, why);
    if (result == 0)
        result = check_passed(&fields, &position, why);
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
