/* notation.c - position texts of the orthodox family, and plies as text (rules/croatian.md 13): the
 * long form, the Croatian short form, SAN for Classical Chess. Also the messages about texts that
 * do not mean exactly one legal ply. */
#include "core/families/orthodox/orthodox.h"
#include "core/families/orthodox/san.h"
#include "core/position_text.h"

#include <string.h>

enum { LONG_MAX = 24 }; /* room for "[Pa10-b10xN=Q]" or "Kf10-c10&R" with a check sign */

/* Append the effects of a ply: "xN" capture, ":P" en passant, "=Q" promotion, "$R" or "&R"
 * castling. */
static void add_effects(const struct mailbox *mailbox, struct mailbox_ply ply, char *buffer,
                        size_t size, size_t *used)
{
    if (ply.how == PASSING)
        text_add(buffer, size, used, ":P");
    else if (ply.how != PLAINLY)
        text_add(buffer, size, used, ply.how == CASTLING_RIGHT ? "$R" : "&R");
    else if (mailbox->at[ply.to])
        text_add(buffer, size, used, "x%c", man_letter(mailbox->at[ply.to] & MAN_OF));
    if (ply.promoted)
        text_add(buffer, size, used, "=%c", man_letter(ply.promoted));
}

static void add_long(const struct mailbox *mailbox, struct mailbox_ply ply, char *buffer,
                     size_t size, size_t *used)
{
    char from[8], to[8];
    text_add(buffer, size, used, "%c%s-%s", man_letter(mailbox->at[ply.from] & MAN_OF),
             mailbox_cell_text(ply.from, from), mailbox_cell_text(ply.to, to));
    add_effects(mailbox, ply, buffer, size, used);
}

static const char *orthodox_check_sign(struct mailbox *mailbox, struct mailbox_ply ply)
{
    static const char *const signs[] = {"", "+", "++"};
    struct mailbox_undo undo;
    uint8_t attackers[2];
    mailbox_play(mailbox, ply, &undo);
    int side = mailbox->side, king = mailbox->king[side];
    int checks = king ? mailbox_attackers(mailbox, king, !side, attackers, 2) : 0;
    bool mate = checks && mailbox_stuck(mailbox);
    mailbox_back(mailbox, ply, &undo);
    return mate ? "#" : signs[checks];
}

/* Append the Croatian short form (13.2). A Pawn has no letter. The start square is written only if
 * the form without it fits several plies. */
static void add_short(struct mailbox *mailbox, struct mailbox_ply ply, char *buffer, size_t size,
                      size_t *used)
{
    struct mailbox_ply fits[WRITTEN_FITS_MAX];
    int man = mailbox->at[ply.from] & MAN_OF;
    char name[8];
    struct written written = {
        .man = (uint8_t)man, .file = -1, .rank = -1, .to = ply.to, .promoted = ply.promoted};
    written.passing = ply.how == PASSING;
    written.taken = mailbox->at[ply.to] & MAN_OF;
    written.hand = ply.how == CASTLING_RIGHT  ? RIGHT_HAND
                   : ply.how == CASTLING_LEFT ? LEFT_HAND
                                              : NO_HAND;
    if (man != PAWN)
        text_add(buffer, size, used, "%c", man_letter(man));
    if (written_fits(mailbox, &written, fits) > 1)
        text_add(buffer, size, used, "%s-", mailbox_cell_text(ply.from, name));
    text_add(buffer, size, used, "%s", mailbox_cell_text(ply.to, name));
    add_effects(mailbox, ply, buffer, size, used);
    text_add(buffer, size, used, "%s", orthodox_check_sign(mailbox, ply));
}

static void add_form(struct mailbox *mailbox, struct mailbox_ply ply, enum form form, char *buffer,
                     size_t size, size_t *used)
{
    char san[SAN_MAX];
    if (form == FORM_LONG) {
        add_long(mailbox, ply, buffer, size, used);
    } else if (mailbox->orthodox->san) {
        san_encode(mailbox, ply, san);
        text_add(buffer, size, used, "%s", san);
    } else {
        add_short(mailbox, ply, buffer, size, used);
    }
}

int orthodox_format(const struct position *position, const struct ply *ply, enum form form,
                    char *buffer, size_t size)
{
    struct mailbox mailbox;
    size_t used = 0;
    mailbox_load(&mailbox, position);
    add_form(&mailbox, orthodox_pack(mailbox.orthodox, ply), form, buffer, size, &used);
    return (int)used;
}

/* ---- messages about a text that does not mean exactly one legal ply */

static int orthodox_refuse_several(struct mailbox *mailbox, const struct mailbox_ply *fits, int n,
                                   struct note *why)
{
    enum { LISTED = 6 };
    char list[LISTED * LONG_MAX + 16] = "";
    size_t used = 0;
    for (int i = 0; i < n && i < LISTED; i++) {
        if (i > 0)
            text_add(list, sizeof list, &used, i + 1 == n ? " or " : ", ");
        add_form(mailbox, fits[i], mailbox->orthodox->san ? FORM_SHORT : FORM_LONG, list,
                 sizeof list, &used);
    }
    if (n > LISTED)
        text_add(list, sizeof list, &used, " ...");
    return note_fail(why, FAIL_RULE, -1, "that is ambiguous: %s (%s)", list,
                     orthodox_rule(mailbox->orthodox, RULE_NOTATION));
}

/* Say why castling is not possible although the text says castling. */
static int orthodox_refuse_castling(struct mailbox *mailbox, const struct written *written,
                                    struct note *why)
{
    const struct orthodox *orthodox = mailbox->orthodox;
    int side = mailbox->side, king = mailbox->king[side], to = written->to;
    if (king != orthodox->king_home[side])
        return note_fail(why, FAIL_RULE, -1, "castling is lost: the King has left its square (%s)",
                         orthodox_rule(mailbox->orthodox, RULE_CASTLING));
    if (!to)
        to = king + (written->hand == LEFT_HAND ? -2 : 2);
    if (mailbox_rank(to) != mailbox_rank(king) || written->man != KING)
        return note_fail(why, FAIL_RULE, -1, "castling is a move of the King along its rank (%s)",
                         orthodox_rule(mailbox->orthodox, RULE_CASTLING));
    orthodox_why_no_castling(mailbox, written->hand == LEFT_HAND, to, why);
    return FAIL_RULE;
}

/* Say which detail of the text is wrong. The piece on `from` could go to the target. */
static int orthodox_refuse_details(struct mailbox *mailbox, const struct written *written, int from,
                                   struct note *why)
{
    char to[8];
    const struct orthodox *orthodox = mailbox->orthodox;
    int man = mailbox->at[from] & MAN_OF, met = mailbox->at[written->to] & MAN_OF;
    bool passing = man == PAWN && !met && mailbox_file(from) != mailbox_file(written->to);
    bool arrives = man == PAWN && mailbox_rank(written->to) == last_rank(orthodox, mailbox->side);
    mailbox_cell_text(written->to, to);
    if (passing)
        return note_fail(why, FAIL_RULE, -1, "an en passant capture on %s is written ':P' (%s)", to,
                         orthodox_rule(mailbox->orthodox, RULE_NOTATION));
    if (!met && (written->takes || written->taken || written->passing))
        return note_fail(why, FAIL_RULE, -1, "there is nothing to capture on %s (%s)", to,
                         orthodox_rule(mailbox->orthodox, RULE_NOTHING));
    if (met && written->passing)
        return note_fail(why, FAIL_RULE, -1, "the capture on %s is not en passant (%s)", to,
                         orthodox_rule(mailbox->orthodox, RULE_PASSING));
    if (met && written->taken && written->taken != met)
        return note_fail(why, FAIL_RULE, -1, "a %s stands on %s, not a %s (%s)", man_name(met), to,
                         man_name(written->taken), orthodox_rule(mailbox->orthodox, RULE_NOTATION));
    if (met && !written->taken && !orthodox->san)
        return note_fail(why, FAIL_RULE, -1, "this captures a %s on %s: write x%c (%s)",
                         man_name(met), to, man_letter(met),
                         orthodox_rule(mailbox->orthodox, RULE_NOTATION));
    if (written->promoted && !arrives)
        return note_fail(why, FAIL_RULE, -1, "nothing promotes on %s (%s)", to,
                         orthodox_rule(mailbox->orthodox, RULE_PROMOTION));
    if (written->promoted)
        return note_fail(why, FAIL_RULE, -1, "a Pawn does not promote to a %s here (%s)",
                         man_name(written->promoted),
                         orthodox_rule(mailbox->orthodox, RULE_PROMOTION));
    orthodox_why_not(mailbox, from, written->to, why);
    return FAIL_RULE;
}

static int orthodox_refuse_start(const struct mailbox *mailbox, const struct written *written,
                                 struct note *why)
{
    int from = mailbox_cell(written->file, written->rank), met = mailbox->at[from];
    char name[8];
    mailbox_cell_text(from, name);
    if (!met)
        return note_fail(why, FAIL_RULE, -1, "there is nothing on %s (%s)", name,
                         orthodox_rule(mailbox->orthodox, RULE_TURN));
    if (!(met & man_bit(mailbox->side)))
        return note_fail(why, FAIL_RULE, -1, "the %s on %s is %s's, and %s is to move (%s)",
                         man_name(met & MAN_OF), name, side_name(!mailbox->side),
                         side_name(mailbox->side), orthodox_rule(mailbox->orthodox, RULE_TURN));
    return note_fail(why, FAIL_RULE, -1, "a %s stands on %s, not a %s (%s)", man_name(met & MAN_OF),
                     name, man_name(written->man), orthodox_rule(mailbox->orthodox, RULE_NOTATION));
}

/* No legal ply fits the text: find the piece that was most likely meant and say why it cannot go to
 * the target. */
static int orthodox_refuse_move(struct mailbox *mailbox, const struct written *written,
                                struct note *why)
{
    int side = mailbox->side, man = written->man, of_kind = 0, meant = 0, able = 0, likely = 0;
    uint8_t origin[8];
    char to[8];
    if (written->file >= 0 && written->rank >= 0) {
        int from = mailbox_cell(written->file, written->rank);
        if (!(mailbox->at[from] & man_bit(side)) || (man && (mailbox->at[from] & MAN_OF) != man))
            return orthodox_refuse_start(mailbox, written, why);
        man = mailbox->at[from] & MAN_OF;
    }
    int n = written_origins(mailbox, man, written->to, origin);
    for (int i = 0; i < mailbox->count[side]; i++) {
        int from = mailbox->list[side][i];
        if ((mailbox->at[from] & MAN_OF) != man ||
            (written->file >= 0 && mailbox_file(from) != written->file) ||
            (written->rank >= 0 && mailbox_rank(from) != written->rank))
            continue;
        of_kind++;
        if (orthodox_may_mean(mailbox, from, written->to) && likely++ == 0)
            meant = from;
        else if (!likely)
            meant = from;
        for (int j = 0; j < n; j++)
            if (origin[j] == from)
                able = from;
    }
    if (able)
        return orthodox_refuse_details(mailbox, written, able, why);
    if (of_kind == 1 || likely == 1) {
        orthodox_why_not(mailbox, meant, written->to, why);
        return FAIL_RULE;
    }
    mailbox_cell_text(written->to, to);
    if (of_kind == 0)
        return note_fail(why, FAIL_RULE, -1, "%s has no %s %s (%s)", side_name(side), man_name(man),
                         written->file >= 0 || written->rank >= 0 ? "there" : "on the board",
                         orthodox_rule(mailbox->orthodox, RULE_NOTATION));
    if (mailbox->at[written->to] & man_bit(side))
        return note_fail(why, FAIL_RULE, -1, "your own %s is on %s (%s)",
                         man_name(mailbox->at[written->to] & MAN_OF), to,
                         orthodox_rule(mailbox->orthodox, RULE_OWN));
    return note_fail(why, FAIL_RULE, -1, "no %s of %s can go to %s (%s)", man_name(man),
                     side_name(side), to, orthodox_rule_of(mailbox->orthodox, man));
}

int written_decode(struct mailbox *mailbox, const char *text, int length, struct mailbox_ply *out,
                   bool *unique, struct note *why)
{
    struct mailbox_ply fits[2 * WRITTEN_FITS_MAX];
    struct written written, bishop;
    if (written_usual(mailbox, text, length, out, unique))
        return 0;
    int result = written_read(mailbox->orthodox, text, length, false, &written, why);
    if (result < 0)
        return result;
    int n = written_fits(mailbox, &written, fits);
    if (written.maybe_bishop && (n == 0 || !written.takes) &&
        written_read(mailbox->orthodox, text, length, true, &bishop, NULL) == 0)
        n += written_fits(mailbox, &bishop, fits + n);
    if (n == 1) {
        *out = fits[0];
        if (unique)
            *unique = written.file < 0 && written.rank < 0;
        return 0;
    }
    if (n > 1)
        return orthodox_refuse_several(mailbox, fits, n, why);
    if (written.hand != NO_HAND)
        return orthodox_refuse_castling(mailbox, &written, why);
    return orthodox_refuse_move(mailbox, &written, why);
}

int orthodox_parse(const struct position *position, const char *text, struct ply *out,
                   struct note *why)
{
    struct mailbox mailbox;
    struct mailbox_ply ply;
    mailbox_load(&mailbox, position);
    int result = written_decode(&mailbox, text, (int)strlen(text), &ply, NULL, why);
    if (result == 0)
        orthodox_unpack(&mailbox, ply, out);
    else if (result == FAIL_TEXT && text_says_pass(text))
        note_set(why, 0, "you cannot pass: move a piece (%s)",
                 orthodox_rule(mailbox.orthodox, RULE_TURN));
    else if (result == FAIL_TEXT)
        board_refuses_name(position->rules->board, text,
                           orthodox_rule(mailbox.orthodox, RULE_BOARD), why);
    return result;
}

/* ---- Position texts of the orthodox family; for Classical Chess they are FEN
 * (rules/croatian.md 14). */

static const char rights_letters[] = "KQkq"; /* the letter of each bit: RIGHT_K, RIGHT_Q, RIGHT_k,
                                                RIGHT_q */

static int castling_read(const struct position_fields *fields, struct position *out,
                         struct note *why)
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

/* Check the en passant field against the board. The cells passed over must be those that a Pawn of
 * the side that has just moved can leave behind. The first of them is in front of the Pawn's
 * initial square, and the Pawn is now in front of the last. The initial square and all cells passed
 * over must be empty (9.2). */
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
    bool fits = count < orthodox->rush && mailbox_rank(start) == home &&
                !position->at[orthodox->outside[start]].kind;
    for (int i = 0; i < count && fits; i++)
        fits = position->passed[i] == orthodox->outside[first + i * forward] &&
               !position->at[position->passed[i]].kind;
    if (fits) {
        struct piece ahead = position->at[orthodox->outside[first + count * forward]];
        fits = ahead.kind == pawn.kind && ahead.side == pawn.side;
    }
    if (!fits)
        return note_fail(why, FAIL_TEXT, (int)(fields->field[3].at - fields->text),
                         "the en passant field does not fit: no Pawn of %s has just passed it",
                         side_name(pawn.side));
    return 0;
}

int orthodox_read(const struct ruleset *ruleset, const char *text, struct position *out,
                  struct note *why)
{
    struct position position;
    struct position_fields fields;
    int used = 0, result = position_split(&fields, text, 4, why);
    position_clear(&position, ruleset);
    if (result == 0)
        result = placement_read(ruleset, text, fields.field[0].length, KIND_NONE, NULL, &position,
                                &used, why);
    if (result == 0 && used < fields.field[0].length)
        result = note_fail(why, FAIL_TEXT, used, "captured pieces do not come back in %s",
                           ruleset->variant->id);
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
    mailbox_load(&mailbox, &position); /* drops castling rights of pieces that are not on their
                                          initial squares */
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
