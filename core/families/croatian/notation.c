/* notation.c - write plies (13.1, 13.2) and positions of the Croatian family as text. */
#include "core/draft.h"
#include "core/families/croatian/croatian.h"
#include "core/position_text.h"
#include "core/util/ascii.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* The state while a ply is written. */
struct writer {
    const struct position *before;
    char *buffer;
    size_t size, used;
    struct piece mover; /* the piece that makes the member being written */
};

static const char *croatian_name_of(const struct writer *writer, cell_t cell)
{
    return board_name(writer->before->rules->board, cell);
}

/* The cell of the castling partner: the first piece in the direction of castling. */
static cell_t partner_of(const struct position *before, const struct action *castle)
{
    cell_t cell = castle->from;
    do
        cell = board_next(before->rules->board, cell, castle->turn > 0 ? EAST : WEST);
    while (cell != CELL_NONE && before->at[cell].kind == KIND_NONE);
    return cell;
}

/* True if the setup has several partners on the side to which the King castles. Then the text must
 * also name the partner's cell. */
static bool several_partners(const struct croatian *own, const struct action *castle)
{
    int king = own->board->cell[castle->from].file, n = 0;
    for (int file = 0; file < own->size; file++)
        n += own->partners[castle->side] >> file & 1 &&
             (castle->turn > 0 ? file > king : file < king);
    return n > 1;
}

static void write_castling(struct writer *writer, const struct action *action)
{
    text_add(writer->buffer, writer->size, &writer->used, "%c%c", action->turn > 0 ? '$' : '&',
             letter_of(action->kind));
    if (several_partners(croatian_of(writer->before), action))
        text_add(writer->buffer, writer->size, &writer->used, "%s",
                 croatian_name_of(writer, partner_of(writer->before, action)));
}

/* Write the cell where a piece reappears, after a dive or a teleport. The piece's letter comes
 * first if the piece was teleported or has changed sides (13.1). */
static void write_portal(struct writer *writer, const struct action *action, bool teleported)
{
    bool changed = teleported || action->side != writer->mover.side;
    text_add(writer->buffer, writer->size, &writer->used, "*");
    if (changed)
        text_add(writer->buffer, writer->size, &writer->used, "%c", letter_of(action->kind));
    text_add(writer->buffer, writer->size, &writer->used, "%s",
             croatian_name_of(writer, action->to));
}

/* Write the side effects of a member, whose `n` actions are in `v`. */
static void write_effects(struct writer *writer, const struct action *v, int n)
{
    bool teleported = false;
    for (int i = 0; i < n; i++) {
        char letter = letter_of(v[i].kind);
        switch (v[i].verb) {
        case ACTION_TAKE:
            text_add(writer->buffer, writer->size, &writer->used, "x%c", letter);
            break;
        case ACTION_PASSANT:
            text_add(writer->buffer, writer->size, &writer->used, ":P");
            break;
        case ACTION_PROMOTE:
            text_add(writer->buffer, writer->size, &writer->used, "=%c", letter);
            break;
        case ACTION_CONVERT:
            text_add(writer->buffer, writer->size, &writer->used, "%%%c", letter);
            break;
        case ACTION_DIVE:
            text_add(writer->buffer, writer->size, &writer->used, "%c", letter);
            break;
        case ACTION_TELEPORT:
            teleported = true;
            if (v[i].side != writer->before->side)
                text_add(writer->buffer, writer->size, &writer->used, "%%%c", letter);
            break;
        case ACTION_PORTAL:
            write_portal(writer, &v[i], teleported);
            break;
        case ACTION_JOURNEY:
            text_add(writer->buffer, writer->size, &writer->used, "M>I%s",
                     croatian_name_of(writer, v[i + 1].to));
            break;
        case ACTION_SUMMON:
            text_add(writer->buffer, writer->size, &writer->used, "<%c%s", letter,
                     croatian_name_of(writer, v[i].to));
            break;
        case ACTION_CASTLE:
            write_castling(writer, &v[i]);
            break;
        }
    }
}

/* The number of actions of the member that begins at v[0]. A member ends with an activation, or
 * with the ply. */
static int member_length(const struct action *v, int left)
{
    for (int i = 0; i < left; i++)
        if (v[i].verb == ACTION_PUSH)
            return i + 1;
    return left;
}

/* How much of each member is written. */
enum style {
    STYLE_LONG,  /* everything */
    STYLE_FIRST, /* the short form with the starting cell of the first member */
    STYLE_BARE   /* the short form without starting cells */
};

static bool has_effects(const struct action *v, int n)
{
    return n > 1 || (v[0].verb != ACTION_GO && v[0].verb != ACTION_PUSH);
}

static void write_member(struct writer *writer, const struct action *v, int n, cell_t from,
                         enum style style, bool first, bool cascade)
{
    bool with_from = style == STYLE_LONG || (style == STYLE_FIRST && first);
    bool brackets = cascade && (with_from || has_effects(v, n));
    if (brackets)
        text_add(writer->buffer, writer->size, &writer->used, "[");
    if (writer->mover.kind != PAWN || style == STYLE_LONG)
        text_add(writer->buffer, writer->size, &writer->used, "%c", letter_of(writer->mover.kind));
    if (with_from)
        text_add(writer->buffer, writer->size, &writer->used, "%s-",
                 croatian_name_of(writer, from));
    text_add(writer->buffer, writer->size, &writer->used, "%s", croatian_name_of(writer, v[0].to));
    write_effects(writer, v, n);
    if (brackets)
        text_add(writer->buffer, writer->size, &writer->used, "]");
}

static size_t croatian_write_ply(const struct position *position, const struct ply *ply,
                                 enum style style, char *buffer, size_t size)
{
    struct writer writer = {.before = position, .buffer = buffer, .size = size};
    const struct action *pick = &ply->v[0];
    cell_t from = pick->from;
    bool cascade = 1 + member_length(ply->v + 1, ply->n - 1) < ply->n;
    writer.mover = (struct piece){pick->kind, pick->side, 0, 0};
    if (size)
        buffer[0] = '\0';
    for (int i = 1; i < ply->n;) {
        int n = member_length(ply->v + i, ply->n - i);
        const struct action *last = &ply->v[i + n - 1];
        if (i > 1)
            text_add(buffer, size, &writer.used, "~");
        write_member(&writer, ply->v + i, n, from, style, i == 1, cascade);
        writer.mover = (struct piece){last->kind, last->side, 0, 0};
        from = last->to;
        i += n;
    }
    return writer.used;
}

/* The check sign at the end of a short form: "+", "++", "#" or "". */
static const char *croatian_check_sign(const struct position *position, const struct ply *ply)
{
    struct position after;
    struct verdict verdict;
    ply_play(position, ply, &after);
    position_judge(&after, &verdict);
    if (verdict.outcome == OUTCOME_WIN)
        return "#";
    return verdict.outcome == OUTCOME_CHECK          ? "+"
           : verdict.outcome == OUTCOME_DOUBLE_CHECK ? "++"
                                                     : "";
}

int croatian_format(const struct position *position, const struct ply *ply, enum form form,
                    char *buffer, size_t size)
{
    size_t used;
    if (form == FORM_LONG)
        return (int)croatian_write_ply(position, ply, STYLE_LONG, buffer, size);
    size_t room = croatian_write_ply(position, ply, STYLE_FIRST, NULL, 0) + 1;
    char *text = memory_new(room, 1);
    croatian_write_ply(position, ply, STYLE_BARE, text, room);
    struct ply read = {0};
    bool unique = croatian_parse(position, text, &read, NULL) == 0;
    used = croatian_write_ply(position, ply, unique ? STYLE_BARE : STYLE_FIRST, buffer, size);
    text_add(buffer, size, &used, "%s", croatian_check_sign(position, ply));
    ply_free(&read);
    free(text);
    return (int)used;
}

/* ---- Position texts of the Croatian family (14). */

/* Parse the captured pieces after the placement, such as "[QRnn]". */
static int read_held(const struct ruleset *ruleset, const char *text, int length, int offset,
                     struct position *out, struct note *why)
{
    const struct croatian *own = ruleset->own;
    if (length == 0)
        return 0;
    if (!own->holds)
        return note_fail(why, FAIL_TEXT, offset,
                         "only games with Starchildren remember captured pieces (" RULES "14)");
    if (length < 2 || text[length - 1] != ']')
        return note_fail(why, FAIL_TEXT, offset, "the list of captured pieces ends with ']'");
    for (int i = 1; i < length - 1; i++) {
        int kind = kind_of_letter((char)ascii_upper((unsigned char)text[i]));
        if (!ascii_isalpha((unsigned char)text[i]) || kind == KIND_NONE || kind == KING ||
            kind == STAR || kind == MONOLITH)
            return note_fail(why, FAIL_TEXT, offset + i, "'%c' cannot be a captured piece",
                             text[i]);
        out->held[ascii_islower((unsigned char)text[i]) ? BLACK : WHITE][kind]++;
    }
    return 0;
}

/* The file of a side's outermost castling partner to the right or left of the King; -1 if there is
 * none. */
static int outer_file(const struct croatian *own, int side, bool right)
{
    int king = own->board->cell[own->king[side]].file;
    for (int i = 0; i < own->size; i++) {
        int file = right ? own->size - 1 - i : i;
        if ((own->partners[side] >> file & 1) && (right ? file > king : file < king))
            return file;
    }
    return -1;
}

/* The files of the castling partners that are on their initial cells, as bits; 0 if the King is not
 * on its own initial cell. */
static uint32_t files_at_home(const struct position *position, int side)
{
    const struct croatian *own = croatian_of(position);
    const struct piece *king = &position->at[own->king[side]];
    uint32_t files = 0;
    if (king->kind != KING || king->side != side)
        return 0;
    for (int file = 0; file < own->size; file++) {
        cell_t cell = board_at(own->board, file, own->board->cell[own->king[side]].rank);
        bool same = position->at[cell].kind == own->home[cell].kind &&
                    position->at[cell].side == own->home[cell].side;
        if (same && own->partners[side] >> file & 1)
            files |= 1u << file;
    }
    return files;
}

static int read_castling(const struct position_fields *fields, struct position *out,
                         struct note *why)
{
    static const char letters[] = "KQkq";
    const struct croatian *own = croatian_of(out);
    const char *start = fields->field[2].at, *at = start, *end = at + fields->field[2].length;
    uint32_t files[2] = {0, 0};
    if (end - at == 1 && *at == '-')
        at = end;
    while (at < end) {
        int length = 1, side = WHITE, file = -1;
        /* "k1" is a cell, "k" alone is a castling right */
        bool named = at + 1 < end && isdigit((unsigned char)at[1]);
        const char *letter = named ? NULL : strchr(letters, *at);
        cell_t cell = board_cell_named(own->board, at, &length);
        if (letter) {
            side = letter - letters >= 2 ? BLACK : WHITE;
            file = outer_file(own, side, (letter - letters) % 2 == 0);
            length = 1;
        } else if (cell != CELL_NONE && length <= end - at) {
            side = own->board->cell[cell].rank == own->board->cell[own->king[WHITE]].rank ? WHITE
                                                                                          : BLACK;
            file = own->board->cell[cell].rank == own->board->cell[own->king[side]].rank
                       ? own->board->cell[cell].file
                       : -1;
        } else {
            return note_fail(why, FAIL_TEXT, (int)(at - fields->text),
                             "castling rights are '-' or some of KQkq%s",
                             " and cells of inner partners (" RULES "14)");
        }
        if (file < 0 || !(own->partners[side] >> file & 1))
            return note_fail(why, FAIL_TEXT, (int)(at - fields->text),
                             "there is no partner to castle with");
        if (files[side] >> file & 1)
            return note_fail(why, FAIL_TEXT, (int)(at - fields->text),
                             "this castling right is given twice");
        files[side] |= 1u << file;
        at += length;
    }
    rights_set(out, WHITE, files[WHITE] & files_at_home(out, WHITE));
    rights_set(out, BLACK, files[BLACK] & files_at_home(out, BLACK));
    return 0;
}

/* Check the en passant field. The passed cells must be empty and consecutive, begin in front of a
 * rank from which Pawns start, and end before a Pawn of the side that has moved (9.2). The starting
 * cell of that Pawn may be occupied, by the piece that activated it. */
static int croatian_check_passed(const struct position_fields *fields,
                                 const struct position *position, struct note *why)
{
    const struct croatian *own = croatian_of(position);
    int mover = !position->side, count = position->passed_count;
    int start = count ? advance_of(own, position->passed[0], mover) - 1 : 0;
    bool fits = start >= 0 && count < own->pawn_steps[start];
    for (int i = 0; i < count; i++) {
        cell_t cell = position->passed[i], next = forward_of(own, cell, mover, 0);
        fits = fits && next != CELL_NONE && position->at[cell].kind == KIND_NONE;
        if (i + 1 < count)
            fits = fits && next == position->passed[i + 1];
        else
            fits = fits && position->at[next].kind == PAWN && position->at[next].side == mover;
    }
    if (!fits)
        return note_fail(
            why, FAIL_TEXT, (int)(fields->field[3].at - fields->text),
            "the en passant field lists the empty cells that a Pawn has just passed, in order (" RULES
            "9.2)");
    return 0;
}

/* Check that the position only has kinds of pieces that the setup has, captured ones too. Custom
 * variants allow all kinds. Reports the first wrong piece in the text. */
static int check_pieces(const struct position *position, const char *text, struct note *why)
{
    const struct ruleset *ruleset = position->rules;
    const struct croatian *own = ruleset->own;
    uint32_t known = kinds_on_board(own, own->home, WHITE) | KIND_BIT(MONOLITH);
    uint32_t there =
        kinds_on_board(own, position->at, WHITE) | kinds_on_board(own, position->at, BLACK);
    if (!strcmp(ruleset->variant->id, "custom"))
        return 0;
    for (int side = WHITE; side <= BLACK; side++)
        for (int kind = PAWN; kind < KINDS_END; kind++)
            if (position->held[side][kind])
                there |= KIND_BIT(kind);
    for (const char *at = text; *at && there & ~known; at++)
        for (int kind = PAWN; kind < KINDS_END; kind++)
            if (there & KIND_BIT(kind) & ~known &&
                ascii_upper((unsigned char)*at) == croatian_kinds[kind].letter)
                return note_fail(why, FAIL_TEXT, (int)(at - text), "there is no %s in %s",
                                 croatian_kinds[kind].name, ruleset->variant->title);
    return 0;
}

static int check_kings(const struct position *position, struct note *why)
{
    int kings[2] = {0, 0};
    for (int c = 0; c < position->rules->board->cells; c++)
        if (position->at[c].kind == KING)
            kings[position->at[c].side]++;
    return kings_check(kings, "", why);
}

int croatian_read(const struct ruleset *ruleset, const char *text, struct position *out,
                  struct note *why)
{
    struct position position;
    struct position_fields fields;
    int used = 0, length, result = position_split(&fields, text, 4, why);
    position_clear(&position, ruleset);
    if (result == 0) {
        length = fields.field[0].length;
        result = placement_read(ruleset, text, length, MONOLITH, NULL, &position, &used, why);
    }
    if (result == 0)
        result = read_held(ruleset, text + used, length - used, used, &position, why);
    if (result == 0)
        result = side_read(ruleset, &fields, &position, why);
    if (result == 0)
        result = check_pieces(&position, text, why);
    if (result == 0)
        result = check_kings(&position, why);
    if (result == 0)
        result = read_castling(&fields, &position, why);
    if (result == 0)
        result = passed_read(ruleset, &fields, &position, why);
    if (result == 0)
        result = croatian_check_passed(&fields, &position, why);
    if (result == 0)
        result = counters_read(&fields, &position, why);
    if (result == 0)
        position_copy(out, &position);
    return result;
}

static void write_held(const struct position *position, char *buffer, size_t size, size_t *used)
{
    text_add(buffer, size, used, "[");
    for (int side = WHITE; side <= BLACK; side++)
        for (char letter = 'A'; letter <= 'Z'; letter++) {
            int kind = kind_of_letter(letter);
            for (int i = 0; kind && i < position->held[side][kind]; i++)
                text_add(buffer, size, used, "%c", side == BLACK ? ascii_lower(letter) : letter);
        }
    text_add(buffer, size, used, "]");
}

static void castling_text(const struct position *position, char *out, size_t size)
{
    const struct croatian *own = croatian_of(position);
    size_t used = 0;
    uint32_t inner[2];
    out[0] = '\0';
    for (int side = WHITE; side <= BLACK; side++) {
        inner[side] = rights_of(position, side);
        for (int right = 1; right >= 0; right--) {
            int file = outer_file(own, side, right);
            if (file < 0 || !(inner[side] >> file & 1))
                continue;
            text_add(out, size, &used, "%c", side == BLACK ? "qk"[right] : "QK"[right]);
            inner[side] &= ~(1u << file);
        }
    }
    for (int side = WHITE; side <= BLACK; side++)
        for (int file = 0; file < own->size; file++)
            if (inner[side] >> file & 1)
                text_add(out, size, &used, "%s",
                         board_name(own->board, board_at(own->board, file,
                                                         own->board->cell[own->king[side]].rank)));
    if (used == 0)
        text_add(out, size, &used, "-");
}

int croatian_write(const struct position *position, char *buffer, size_t size)
{
    size_t used = 0;
    char castling[256];
    placement_write(position, NULL, buffer, size, &used);
    if (croatian_of(position)->holds)
        write_held(position, buffer, size, &used);
    castling_text(position, castling, sizeof castling);
    position_write_rest(position, castling, buffer, size, &used);
    return (int)used;
}
