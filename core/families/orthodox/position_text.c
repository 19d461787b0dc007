/* position_text.c - position texts of the orthodox family; for Classical Chess they are FEN
 * (rules/croatian.md 14). */
#include "core/families/orthodox/orthodox.h"
#include "core/position_text.h"

#include <string.h>

static const char rights_letters[] = "KQkq"; /* by bit: RIGHT_K, RIGHT_Q, RIGHT_k, RIGHT_q */

static int castling_read(const struct position_fields *fields, struct position *out, struct note *why)
{
    const char *at = fields->field[2].at;
    int length = fields->field[2].length, offset = (int)(at - fields->text);
    out->rights = 0;
    if (length == 1 && *at == '-')
        return 0;
    for (int i = 0; i < length; i++) {
        const char *letter = strchr(rights_letters, at[i]);
        uint32_t right = letter ? 1u << (letter - rights_letters) : 0;
        if (!right || out->rights & right)
            return note_fail(why, FAIL_TEXT, offset + i,
                             "the castling field is '-' or some of the letters KQkq");
        out->rights |= right;
    }
    return 0;
}

static int kings_read(const struct position *position, struct note *why)
{
    const struct orthodox *orthodox = position->rules->own;
    int kings[2] = {0};
    for (int c = 0; c < position->rules->board->cells; c++)
        if (position->at[c].kind == orthodox->kind_of[KING])
            kings[position->at[c].side]++;
    return kings_check(kings, "", why);
}

/* The cells passed over must be what a Pawn of the side that has just moved can leave behind: they begin at its initial rank,
 * all are empty, and the Pawn is in front of the last (9.2). */
static int passed_check(const struct position_fields *fields, const struct position *position,
                        struct note *why)
{
    const struct orthodox *orthodox = position->rules->own;
    const struct piece pawn = {orthodox->kind_of[PAWN], !position->side, 0, 0};
    int forward = forward_of(!position->side), count = position->passed_count;
    if (count == 0)
        return 0;
    int first = orthodox->inside[position->passed[0]], start = first - forward;
    int home = position->side == WHITE ? orthodox->size - 2 : 1;
    bool fits =
        count < orthodox->rush && mailbox_rank(start) == home && !position->at[orthodox->outside[start]].kind;
    for (int i = 0; i < count && fits; i++)
        fits = position->passed[i] == orthodox->outside[first + i * forward] &&
               !position->at[position->passed[i]].kind;
    if (fits) {
        struct piece ahead = position->at[orthodox->outside[first + count * forward]];
        fits = ahead.kind == pawn.kind && ahead.side == pawn.side;
    }
    if (!fits)
        return note_fail(why, FAIL_TEXT, (int)(fields->field[3].at - fields->text),
                         "the en passant field does not fit: no Pawn of %s has just gone over it",
                         side_name(pawn.side));
    return 0;
}

int orthodox_read(const struct ruleset *ruleset, const char *text, struct position *out, struct note *why)
{
    struct position position;
    struct position_fields fields;
    int used = 0, result = position_split(&fields, text, 4, why);
    position_clear(&position, ruleset);
    if (result == 0)
        result =
            placement_read(ruleset, text, fields.field[0].length, KIND_NONE, NULL, &position, &used, why);
    if (result == 0 && used < fields.field[0].length)
        result =
            note_fail(why, FAIL_TEXT, used, "captured pieces do not come back in %s", ruleset->variant->id);
    if (result == 0)
        result = kings_read(&position, why);
    if (result == 0)
        result = side_read(ruleset, &fields, &position, why);
    if (result == 0)
        result = castling_read(&fields, &position, why);
    if (result == 0)
        result = passed_read(ruleset, &fields, &position, why);
    if (result == 0)
        result = passed_check(&fields, &position, why);
    if (result == 0)
        result = counters_read(&fields, &position, why);
    if (result < 0)
        return result;
    struct mailbox mailbox;
    mailbox_load(&mailbox, &position); /* drops castling rights of pieces that are not on their initial squares */
    position.rights = mailbox.state.rights;
    position_copy(out, &position);
    return 0;
}

int orthodox_write(const struct position *position, char *buffer, size_t size)
{
    char castling[sizeof rights_letters] = "";
    size_t used = 0;
    int n = 0;
    for (int i = 0; i < 4; i++)
        if (position->rights & 1u << i)
            castling[n++] = rights_letters[i];
    castling[n] = '\0';
    placement_write(position, NULL, buffer, size, &used);
    position_write_rest(position, n ? castling : "-", buffer, size, &used);
    return (int)used;
}
