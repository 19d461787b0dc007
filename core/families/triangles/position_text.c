/* position_text.c - position texts of the triangle games, and rejecting impossible positions: section 3. */
#include "core/families/triangles/triangles.h"

#include "core/position_text.h"

#include <string.h>

#define RULE "(" RULES "3)"

static bool is_pawn_like(const struct ruleset *ruleset, int kind)
{
    return triangles_of(ruleset)->movement[kind] & PAWN_LIKE;
}

static int read_attribute(const struct ruleset *ruleset, struct piece *piece, const char *text, int length,
                          struct note *why)
{
    char letter = length == 1 ? text[0] : '?';
    int head = side_of_letter(letter);
    if (letter != 'm' && letter != 'x' && head >= ruleset->sides)
        return note_fail(why, FAIL_TEXT, 0, "an attribute is (m), (x), (w), (b) or (r), not '(%.*s)' " RULE,
                         length < 12 ? length : 12, text);
    if (letter != 'm' && ruleset->sides == 2)
        return note_fail(why, FAIL_TEXT, 0, "(%c) is only for games of three players " RULE, letter);
    if (letter != 'x' && !is_pawn_like(ruleset, piece->kind))
        return note_fail(why, FAIL_TEXT, 0, "(%c) is only for pawns and girls " RULE, letter);
    if (letter != 'm' && letter != 'x' && head == piece->side)
        return note_fail(why, FAIL_TEXT, 0, "(%c) names another player than the owner " RULE, letter);
    piece->mark = (uint8_t)(letter == 'm' ? TRIANGLE_MOVED : letter == 'x' ? TRIANGLE_FROZEN : TRIANGLE_GOES + head);
    return 0;
}

static void write_attribute(const struct position *position, cell_t cell, char out[8])
{
    int mark = position->at[cell].mark;
    out[0] = '\0';
    if (mark == TRIANGLE_PLAIN)
        return;
    out[0] = '(';
    out[1] = mark == TRIANGLE_MOVED ? 'm' : mark == TRIANGLE_FROZEN ? 'x' : side_letter(mark - TRIANGLE_GOES);
    out[2] = ')';
    out[3] = '\0';
}

/* (m) is only allowed where the owner had the same letter in the opening: elsewhere it has no meaning. */
static int check_moved(const struct position *position, struct note *why)
{
    const struct triangles *own = triangles_of(position->rules);
    for (int c = 0; c < own->cells; c++) {
        struct piece piece = position->at[c];
        if (piece.mark == TRIANGLE_MOVED && own->initial[c] != (piece.kind | piece.side << CODE_SIDE))
            return note_fail(why, FAIL_TEXT, -1, "(m) on %s is not allowed: %s had no such piece there at first " RULE,
                             board_name(position->rules->board, (cell_t)c), side_name(piece.side));
    }
    return 0;
}

static int check_royals(const struct position *position, struct note *why)
{
    const struct triangles *own = triangles_of(position->rules);
    const char *royal = position->rules->kinds[own->royal_kind].name;
    int pieces[SIDES_MAX] = {0}, royals[SIDES_MAX] = {0}, living = 0;
    for (int c = 0; c < own->cells; c++)
        if (position->at[c].kind && position->at[c].mark != TRIANGLE_FROZEN) {
            pieces[position->at[c].side]++;
            royals[position->at[c].side] += position->at[c].kind == own->royal_kind;
        }
    for (int side = 0; side < own->sides; side++) {
        living += royals[side] > 0;
        if (royals[side] > 1)
            return note_fail(why, FAIL_TEXT, -1, "%s has more than one %s " RULE, side_name(side), royal);
        if (royals[side] == 0 && (own->sides == 2 || pieces[side]))
            return note_fail(why, FAIL_TEXT, -1, "%s has no %s " RULE, side_name(side), royal);
    }
    return living ? 0 : note_fail(why, FAIL_TEXT, -1, "no player has a living %s " RULE, royal);
}

/* Check that the last multi-step move, with these passed cells and this end, could have been made. */
static int check_passed(const struct position *position, int offset, struct note *why)
{
    const struct triangles *own = triangles_of(position->rules);
    int count = position->passed_count, mover = !position->side;
    if (count == 0)
        return 0;
    const struct triangle_ground *ground = own->ground;
    bool fits = own->sides == 2 && cells_any(ground->zone[mover]) && count >= 2 && count <= PASSED_ROOM;
    for (int i = 0; i < count && fits; i++) {
        int cell = position->passed[i];
        struct piece piece = position->at[cell];
        fits = cells_has(ground->zone[mover], cell) && (i == 0 || cells_has(ground->step[mover][position->passed[i - 1]], cell));
        if (fits)
            fits = i < count - 1 ? !piece.kind : is_pawn_like(position->rules, piece.kind) && piece.side == mover;
    }
    return fits ? 0 : note_fail(why, FAIL_TEXT, offset,
                                "the en passant field is no multi-step move of %s that could just have ended " RULE,
                                side_name(mover));
}

/* In a two-player game the player who is not to move must not be in check; with three players that is possible (8.8). */
static int check_turn(const struct position *position, struct note *why)
{
    struct triangle_position compact;
    triangles_load(&compact, position);
    if (compact.own->sides == 2 && triangles_in_check(&compact, !compact.side))
        return note_fail(why, FAIL_TEXT, -1, "%s is in check, but it is not %s's turn " RULE, side_name(!compact.side),
                         side_name(!compact.side));
    return 0;
}

/* With three players: find whose turn it really is (8.8). */
static void settle(struct position *position)
{
    struct triangle_position compact;
    triangles_load(&compact, position);
    triangles_settle_turn(&compact);
    triangles_store(&compact, position);
}

int triangles_read(const struct ruleset *ruleset, const char *text, struct position *out, struct note *why)
{
    struct position position;
    struct position_fields fields;
    int used = 0, result = position_split(&fields, text, POSITION_FIELDS, why);
    if (result < 0)
        return result;
    position_clear(&position, ruleset);
    result = placement_read(ruleset, text, fields.field[0].length, KIND_NONE, read_attribute, &position, &used, why);
    if (result == 0 && used < fields.field[0].length)
        result = note_fail(why, FAIL_TEXT, used, "no piece is held in hand in this game " RULE);
    if (result == 0)
        result = side_read(ruleset, &fields, &position, why);
    if (result == 0 && (fields.field[2].length != 1 || *fields.field[2].at != '-'))
        result = note_fail(why, FAIL_TEXT, (int)(fields.field[2].at - text), "there is no castling: write '-' " RULE);
    if (result == 0)
        result = passed_read(ruleset, &fields, &position, why);
    if (result == 0)
        result = counters_read(&fields, &position, why);
    if (result == 0)
        result = check_moved(&position, why);
    if (result == 0)
        result = check_royals(&position, why);
    if (result == 0)
        result = check_passed(&position, (int)(fields.field[3].at - text), why);
    if (result == 0)
        result = check_turn(&position, why);
    if (result < 0)
        return result;
    settle(&position);
    position_copy(out, &position);
    return 0;
}

int triangles_write(const struct position *position, char *buffer, size_t size)
{
    size_t used = 0;
    placement_write(position, write_attribute, buffer, size, &used);
    position_write_rest(position, "-", buffer, size, &used);
    return (int)used;
}
