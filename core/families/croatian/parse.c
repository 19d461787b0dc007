/* parse.c - parse plies (13.3). From every piece that may launch, the parser follows the written
 * members one by one through the rules. It generates only the members that the text names, so a ply
 * may have any length. */
#include "core/families/croatian/croatian.h"
#include "core/util/ascii.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- comparing a written member with a legal member */

/* True if a detail was not written (it is then `none`), or was written and is correct. */
static bool is_or_none(unsigned wanted, unsigned is, unsigned none)
{
    return wanted == none || wanted == is;
}

static bool fits_portal(const struct written_member *wanted, const struct member *member)
{
    bool dives = member->ending == DIVES, teleports = member->ending == TELEPORTS;
    uint8_t host = member->leg != CELL_NONE ? wanted->leg_host : wanted->host;
    if (!dives && !teleports)
        return wanted->portal == CELL_NONE && !host;
    if (teleports && host)
        return false;
    return wanted->portal == member->portal && is_or_none(host, member->met.kind, KIND_NONE) &&
           is_or_none(wanted->portal_kind, dives ? member->piece.kind : member->met.kind,
                      KIND_NONE);
}

static bool fits_castling(const struct written_member *wanted, const struct member *member)
{
    if (member->ending != CASTLES)
        return wanted->castle == 0;
    return wanted->castle == (member->from < member->to ? 1 : -1) &&
           wanted->partner_kind == member->met.kind &&
           is_or_none(wanted->partner, member->aside, CELL_NONE);
}

static bool fits_summoning(const struct written_member *wanted, const struct member *member)
{
    return wanted->summoned == member->summoned &&
           (!member->summoned || is_or_none(wanted->summon_cell, member->aside, CELL_NONE));
}

static bool croatian_fits(const struct written_member *wanted, const struct member *member,
                          int player)
{
    bool converts =
        member->ending == CONVERTS || (member->ending == TELEPORTS && member->met.side != player);
    return wanted->kind == member->piece.kind &&
           is_or_none(wanted->from, member->from, CELL_NONE) && wanted->to == member->to &&
           wanted->leg == member->leg &&
           wanted->capture == (member->ending == CAPTURES ? member->met.kind : KIND_NONE) &&
           wanted->passant == (member->ending == PASSES) &&
           wanted->promotion == member->promotion &&
           wanted->conversion == (converts ? member->met.kind : KIND_NONE) &&
           fits_portal(wanted, member) &&
           (member->leg == CELL_NONE || is_or_none(wanted->host, MONOLITH, KIND_NONE)) &&
           fits_castling(wanted, member) && fits_summoning(wanted, member);
}

/* ---- following the written members */

enum { READINGS_MAX = 12 };

struct croatian_reader {
    struct position now;
    struct chain chain;
    struct members members;
    const struct position *before;
    const struct written_member *wanted;
    int count;
    struct ply ply;                   /* the ply being followed */
    struct ply reading[READINGS_MAX]; /* the plies that fit the text */
    int readings;
    int deepest; /* index of the member at which the farthest attempt failed */
    struct note *why;
};

/* True if the text names a portal cell where no member lets the diving or teleported piece
 * reappear. */
static bool has_other_portal(const struct croatian_reader *reader,
                             const struct written_member *wanted, const struct member *member)
{
    bool other =
        wanted->portal != CELL_NONE && (member->ending == DIVES || member->ending == TELEPORTS);
    for (int i = 0; i < reader->members.n && other; i++)
        other = reader->members.v[i].to != wanted->to ||
                reader->members.v[i].portal != wanted->portal ||
                reader->members.v[i].leg != wanted->leg;
    return other;
}

/* True if a legal member between the same cells has this ending. */
static bool croatian_may_end(const struct croatian_reader *reader, const struct member *member,
                             enum ending ending)
{
    for (int i = 0; i < reader->members.n; i++)
        if (reader->members.v[i].to == member->to && reader->members.v[i].leg == member->leg &&
            reader->members.v[i].ending == ending)
            return true;
    return false;
}

/* Say that a Pawn promotes on the target, and list the letters of the pieces it may become. */
static void explain_promotion(const struct croatian_reader *reader,
                              const struct written_member *wanted, const struct member *member)
{
    char letters[KIND_COUNT + 1];
    int n = 0;
    for (int i = 0; i < reader->members.n; i++) {
        const struct member *other = &reader->members.v[i];
        char letter = letter_of(other->promotion);
        if (other->to == member->to && other->ending == member->ending && other->promotion &&
            !memchr(letters, letter, (size_t)n))
            letters[n++] = letter;
    }
    letters[n] = '\0';
    if (wanted->promotion)
        note_set(reader->why, wanted->offset, "promotion is to one of %s only%s (" RULES "9.3)",
                 letters, strchr(letters, 'Q') ? "" : ": the initial setup here has no Queen");
    else
        note_set(reader->why, wanted->offset,
                 "a Pawn promotes on %s: write '=' and one of %s (" RULES "9.3)",
                 board_name(reader->chain.own->board, wanted->to), letters);
}

/* If the letter after 'x' or '%' is not that of the piece on the target, say so and return true. */
static bool explain_other_piece(const struct croatian_reader *reader,
                                const struct written_member *wanted, const struct member *member)
{
    uint8_t named = wanted->capture ? wanted->capture : wanted->conversion;
    bool converts = wanted->conversion && croatian_may_end(reader, member, CONVERTS);
    if (!named || named == member->met.kind ||
        (member->ending != CAPTURES && member->ending != CONVERTS) ||
        (wanted->conversion && !converts))
        return false;
    note_set(reader->why, wanted->offset, "%s holds a %s%s: write '%c%c' (" RULES "13.3)",
             board_name(reader->chain.own->board, wanted->to), croatian_owner(member->met),
             croatian_name(member->met), converts ? '%' : 'x', letter_of(member->met.kind));
    return true;
}

/* If a written effect is impossible for this member, say why and return true. */
static bool explain_too_much(const struct croatian_reader *reader,
                             const struct written_member *wanted, const struct member *member)
{
    struct note *why = reader->why;
    const char *cell = board_name(reader->chain.own->board, wanted->to),
               *name = croatian_name(member->piece);
    bool changes = member->piece.kind == PYRAMID || member->piece.kind == SHAMAN ||
                   member->piece.kind == MONOLITH;
    if (member->ending != LANDS && member->ending != CAPTURES)
        return false;
    if (wanted->promotion && !member->promotion)
        note_set(why, wanted->offset, "nothing promotes on %s (" RULES "9.3)", cell);
    else if (wanted->conversion && !changes)
        note_set(why, wanted->offset,
                 "a %s cannot convert: only Pyramids, Shamans and Monoliths can (" RULES "8.1)",
                 name);
    else if (wanted->conversion && member->ending == CAPTURES)
        note_set(why, wanted->offset,
                 "a %s converts on its own side only, not on %s: 'x%c' captures (" RULES
                 "8.4, 8.7)",
                 name, cell, letter_of(member->met.kind));
    else if ((wanted->capture || wanted->conversion) && member->ending == LANDS)
        note_set(why, wanted->offset, "there is no piece on %s to be %s (" RULES "13.3)", cell,
                 wanted->capture ? "captured" : "converted");
    else if (wanted->summoned)
        note_set(why, wanted->offset,
                 "only a star-journey that ends in a second Monolith summons a piece (" RULES
                 "8.9)");
    else if (wanted->portal != CELL_NONE && member->piece.kind == MONOLITH)
        note_set(why, wanted->offset, "there is no piece on %s to send off (" RULES "8.8)", cell);
    else if (wanted->portal != CELL_NONE || wanted->host)
        note_set(why, wanted->offset,
                 "there is no Star or Monolith on %s to dive into (" RULES "8.6)", cell);
    else
        return false;
    return true;
}

/* Say which effect is missing or wrong in the text. `member` goes to the right cell. */
static void explain_effects(const struct croatian_reader *reader,
                            const struct written_member *wanted, const struct member *member)
{
    struct note *why = reader->why;
    int at = wanted->offset;
    char met = letter_of(member->met.kind);
    if (explain_other_piece(reader, wanted, member) || explain_too_much(reader, wanted, member))
        return;
    if (member->leg != CELL_NONE)
        note_set(why, at,
                 "a star-journey is written with '>' and the cell where it ends (" RULES
                 "8.9, 13.3)");
    else if (has_other_portal(reader, wanted, member)) {
        refuse_portal(&reader->chain, member->to, wanted->portal, why);
        why->offset = at;
    } else if (member->ending == DIVES && wanted->host && wanted->host != member->met.kind) {
        note_set(why, at, "the piece on %s is a %s, written %c (" RULES "13.1)",
                 board_name(reader->chain.own->board, wanted->to), croatian_name(member->met), met);
    } else if (member->ending == DIVES && wanted->summoned) {
        note_set(why, at,
                 "only a star-journey that ends in a second Monolith summons a piece (" RULES
                 "8.9)");
    } else if (member->ending == TELEPORTS && wanted->conversion &&
               member->met.side == reader->before->side) {
        note_set(why, at,
                 "the %s on %s is your own: '%%' converts an opponent's piece (" RULES "8.8)",
                 croatian_name(member->met), board_name(reader->chain.own->board, wanted->to));
    } else if (member->ending == DIVES || member->ending == TELEPORTS) {
        refuse_arrival(&reader->chain, &reader->members, member->to, wanted->portal,
                       wanted->promotion, why);
        why->offset = at;
    } else if (member->ending == CASTLES)
        note_set(why, at,
                 "castling is written with '$' or '&' and the partner's letter (" RULES
                 "9.1, 13.1)");
    else if (member->ending == PASSES)
        note_set(why, at, "en passant is written with ':P' (" RULES "9.2, 13.1)");
    else if (member->ending == PUSHES)
        note_set(why, at, "the %s%s on %s is activated there, and moves on (" RULES "8.1)",
                 croatian_owner(member->met), croatian_name(member->met),
                 board_name(reader->chain.own->board, member_end(member)));
    else if (member->promotion)
        explain_promotion(reader, wanted, member);
    else if (croatian_may_end(reader, member, CONVERTS))
        note_set(why, at,
                 "name the piece on that cell: 'x%c' captures it, '%%%c' converts it (" RULES
                 "13.3)",
                 met, met);
    else if (member->ending == CAPTURES)
        note_set(why, at, "name the captured piece, too: 'x%c' (" RULES "13.3)", met);
    else
        note_set(why, at, "the signs after the cell do not fit this move (" RULES "13.3)");
}

/* True if a member activates a piece that can then make no move. Overwrites the list of members. */
static bool gets_stuck(struct croatian_reader *reader, struct member member)
{
    struct pushed pushed;
    chain_push(&reader->chain, &member, &pushed);
    reader->members.n = 0;
    members_of(&reader->chain);
    chain_pull(&reader->chain, &member, &pushed);
    return reader->members.n == 0;
}

/* If the member is legal but at the wrong place in the text, say so and return true. Either it ends
 * the ply and the text goes on, or it activates a piece and the text stops. */
static bool explain_length(struct croatian_reader *reader, const struct written_member *wanted,
                           int index)
{
    for (int i = 0; i < reader->members.n; i++) {
        const struct member *member = &reader->members.v[i];
        if (member->to != wanted->to || member->piece.kind != wanted->kind ||
            !croatian_fits(wanted, member, reader->before->side))
            continue;
        const char *met = croatian_kinds[member->met.kind].name,
                   *cell = board_name(reader->chain.own->board, member_end(member));
        if (member->ending != PUSHES || index + 1 < reader->count)
            note_set(reader->why, wanted->offset,
                     "the ply ends here, because this move activates no piece (" RULES "7.1)");
        else if (gets_stuck(reader, *member))
            note_set(reader->why, wanted->offset,
                     "a dead end: the %s on %s would be in the air without a move (" RULES "7.1)",
                     met, cell);
        else
            note_set(reader->why, wanted->offset,
                     "not complete: the %s on %s is in the air and must move on (" RULES "7.1)",
                     met, cell);
        return true;
    }
    return false;
}

/* True if the written member would be legal without rule 10.2 (the King's safety); *unsafe becomes
 * that member. */
static bool fits_but_unsafe(struct croatian_reader *reader, const struct written_member *wanted,
                            bool last, struct member *unsafe)
{
    struct chain *chain = &reader->chain;
    struct members all = {0};
    bool any = false;
    chain->out = &all;
    chain->careless = true;
    members_of(chain);
    chain->careless = false;
    chain->out = &reader->members;
    for (int i = 0; i < all.n && !any; i++) {
        any = (all.v[i].ending != PUSHES) == last &&
              croatian_fits(wanted, &all.v[i], reader->before->side);
        *unsafe = all.v[i];
    }
    free(all.v);
    return any;
}

/* If the rules let the right piece go to the right cell, say what is wrong with the rest of the
 * written member and return true. Returns false if no legal member goes there. */
static bool explain_member(struct croatian_reader *reader, const struct written_member *wanted)
{
    const struct member *member = NULL;
    for (int i = 0; i < reader->members.n && !member; i++)
        if (reader->members.v[i].to == wanted->to &&
            reader->members.v[i].piece.kind == wanted->kind)
            member = &reader->members.v[i];
    if (!member)
        return false;
    struct journey journey = {wanted->to, wanted->leg, wanted->portal, wanted->summoned};
    if (wanted->leg != CELL_NONE) {
        refuse_journey(&reader->chain, &reader->members, &journey, reader->why);
        reader->why->offset = wanted->offset;
    } else {
        explain_effects(reader, wanted, member);
    }
    return true;
}

/* Say why the written member is none of the legal ones. Only the attempt that followed most members
 * is reported. */
static void croatian_explain(struct croatian_reader *reader, int index)
{
    const struct written_member *wanted = &reader->wanted[index];
    if (index <= reader->deepest || !reader->why)
        return;
    reader->deepest = index;
    if (index && wanted->from != CELL_NONE && wanted->from != reader->chain.hand &&
        wanted->kind == reader->chain.air.kind) {
        note_set(reader->why, wanted->offset,
                 "the %s that must move next is on %s, not on %s (" RULES "7.1)",
                 croatian_name(reader->chain.air),
                 board_name(reader->chain.own->board, reader->chain.hand),
                 board_name(reader->chain.own->board, wanted->from));
        return;
    }
    struct member unsafe;
    if (fits_but_unsafe(reader, wanted, index + 1 == reader->count, &unsafe)) {
        refuse_unsafe(&reader->chain, &unsafe, reader->why);
        reader->why->offset = wanted->offset;
        return;
    }
    if (wanted->castle && wanted->kind == reader->chain.air.kind) {
        refuse_castling_text(&reader->chain, &reader->members, wanted->to, wanted->castle,
                             reader->why);
        reader->why->offset = wanted->offset;
        return;
    }
    bool passed = false;
    for (int i = 0; i < reader->before->passed_count; i++)
        passed = passed || reader->before->passed[i] == wanted->to;
    if (wanted->passant && !passed) {
        note_set(reader->why, wanted->offset,
                 "no Pawn has just passed %s to be captured en passant (" RULES "9.2)",
                 board_name(reader->chain.own->board, wanted->to));
        return;
    }
    if (explain_length(reader, wanted, index) || explain_member(reader, wanted))
        return;
    if (reader->chain.air.kind != wanted->kind)
        note_set(reader->why, wanted->offset,
                 "the piece that must move next is a %s, not a %s (" RULES "7.1)",
                 croatian_name(reader->chain.air), croatian_kinds[wanted->kind].name);
    else if (index == 0 && wanted->from == CELL_NONE && wanted->to == reader->chain.hand)
        note_set(
            reader->why, -1, "the %s stands on %s already: write where it goes (" RULES "13.2)",
            croatian_name(reader->chain.air), board_name(reader->chain.own->board, wanted->to));
    else
        refusal(&reader->chain, wanted->to, reader->why);
    reader->why->offset = wanted->offset;
}

static void start_reading(struct croatian_reader *reader, cell_t cell)
{
    struct piece piece = reader->before->at[cell];
    position_copy(&reader->now, reader->before);
    chain_begin(&reader->chain, &reader->now, &reader->members);
    chain_lift(&reader->chain, cell);
    ply_add_launch(&reader->ply, piece, cell);
}

static void keep_reading(struct croatian_reader *reader, const struct member *last)
{
    int length = reader->ply.n;
    ply_add_member(&reader->ply, last);
    if (reader->readings < READINGS_MAX)
        ply_copy(&reader->reading[reader->readings], &reader->ply);
    reader->readings++;
    reader->ply.n = length;
}

/* Follow the written members from the launching piece on `cell`. */
static void croatian_parse_follow(struct croatian_reader *reader, cell_t cell)
{
    start_reading(reader, cell);
    for (int i = 0; i < reader->count; i++) {
        bool last = i + 1 == reader->count, found = false;
        reader->members.n = 0;
        members_of(&reader->chain);
        for (int m = 0; m < reader->members.n; m++) {
            struct member member = reader->members.v[m];
            struct pushed pushed;
            if ((member.ending == PUSHES) == last ||
                !croatian_fits(&reader->wanted[i], &member, reader->before->side))
                continue;
            found = true;
            if (last) {
                keep_reading(reader, &member);
                continue;
            }
            ply_add_member(&reader->ply, &member);
            chain_push(&reader->chain, &member, &pushed);
            break;
        }
        if (!found) {
            croatian_explain(reader, i);
            return;
        }
    }
}

static void explain_no_launch(const struct croatian_reader *reader)
{
    const struct written_member *wanted = &reader->wanted[0];
    const struct board *board = reader->before->rules->board;
    const char *name = croatian_kinds[wanted->kind].name;
    if (wanted->from != CELL_NONE && may_launch(reader->before, wanted->from))
        note_set(reader->why, wanted->offset, "the piece on %s is a %s, not a %s (" RULES "13.1)",
                 board_name(board, wanted->from), croatian_name(reader->before->at[wanted->from]),
                 name);
    else if (wanted->from != CELL_NONE)
        refuse_launch(reader->before, wanted->from, reader->why);
    else if (is_passive(wanted->kind))
        note_set(reader->why, wanted->offset,
                 "a %s is passive: another piece must activate it (" RULES "7.1)", name);
    else if (wanted->kind == STAR)
        note_set(reader->why, wanted->offset, "Stars never move (" RULES "8.6)");
    else
        note_set(reader->why, wanted->offset,
                 "no %s can begin this ply: only your active pieces and Monoliths can (" RULES
                 "7.1)",
                 name);
}

/* Follow the written members from every piece that fits. Pieces that would reach the target on an
 * empty board come first, so that the reported reason concerns them. */
static void croatian_parse_follow_all(struct croatian_reader *reader)
{
    enum { LIKELY, OTHERS, NEVER, PASSES_END };
    const struct written_member *wanted = &reader->wanted[0];
    bool any = false, told = wanted->from != CELL_NONE; /* `told`: true if the text names the
                                                           starting cell */
    int first = told ? wanted->from : 0,
        end = told ? first + 1 : reader->before->rules->board->cells;
    for (int pass = LIKELY; pass < PASSES_END; pass++)
        for (int c = first; c < end; c++) {
            if (reader->before->at[c].kind != wanted->kind ||
                !may_launch(reader->before, (cell_t)c))
                continue;
            int likely = told                                              ? LIKELY
                         : wanted->to == c                                 ? NEVER
                         : may_mean(reader->before, (cell_t)c, wanted->to) ? LIKELY
                                                                           : OTHERS;
            if (likely != pass)
                continue;
            any = true;
            croatian_parse_follow(reader, (cell_t)c);
        }
    if (!any && reader->why)
        explain_no_launch(reader);
}

/* Write one of several plies that a text may mean. A long ply of three or more members is shortened
 * to its first and last member. */
static void write_reading(const struct position *before, const struct ply *reading, char *out,
                          size_t size)
{
    enum { WHOLE = 80 };
    char first[1];
    size_t length = (size_t)croatian_format(before, reading, FORM_LONG, first, sizeof first),
           used = 0;
    char *text = memory_new(length + 1, 1);
    croatian_format(before, reading, FORM_LONG, text, length + 1);
    const char *second = strchr(text, '~'), *last = strrchr(text, '~');
    if (length > WHOLE && second != last)
        text_add(out, size, &used, "%.*s~ ... %s", (int)(second - text), text, last);
    else
        text_add(out, size, &used, "%s", text);
    free(text);
}

static void list_readings(const struct croatian_reader *reader)
{
    char list[110], text[120]; /* enough for one or two lines on the screen */
    size_t used = 0;
    list[0] = '\0';
    for (int i = 0; i < reader->readings && i < READINGS_MAX; i++) {
        write_reading(reader->before, &reader->reading[i], text, sizeof text);
        if (used + strlen(text) + sizeof ", , ..." > sizeof list) {
            text_add(list, sizeof list, &used, ", ...");
            break;
        }
        text_add(list, sizeof list, &used, "%s%s", i ? ", " : "", text);
    }
    note_set(reader->why, 0, "ambiguous, it may be %s (" RULES "13.2)", list);
}

int croatian_parse(const struct position *position, const char *text, struct ply *out,
                   struct note *why)
{
    struct written_member *wanted;
    int count, result = wanted_read(croatian_of(position), text, &wanted, &count, why);
    if (result == 0) {
        struct croatian_reader *reader = memory_new(1, sizeof *reader);
        reader->before = position;
        reader->wanted = wanted;
        reader->count = count;
        reader->deepest = -1;
        reader->why = why;
        croatian_parse_follow_all(reader);
        if (reader->readings == 1)
            ply_copy(out, &reader->reading[0]);
        else if (reader->readings > 1 && why)
            list_readings(reader);
        result = reader->readings == 1 ? 0 : FAIL_RULE;
        for (int i = 0; i < READINGS_MAX; i++)
            ply_free(&reader->reading[i]);
        ply_free(&reader->ply);
        free(reader->members.v);
        free(reader);
    }
    free(wanted);
    return result;
}

/* ---- Parse the text of a ply into members (13.3): see croatian.h.
 *
 * The parser accepts what people often leave out or add: brackets, blanks, a check sign, the letter
 * P, the letter of a Star or Monolith. A part that is not written may have any value. */

/* A text without brackets and blanks, which is parsed from left to right. */
struct scanner {
    const struct croatian *own;
    char *text;
    int *offset; /* offset of each character in the original text */
    int at;
    struct written_member *v;
    int n, room;
};

static int croatian_clean(struct scanner *scanner, const char *text, struct note *why)
{
    size_t length = strlen(text);
    int n = 0;
    scanner->text = memory_new(length + 1, 1);
    scanner->offset = memory_new(length + 1, sizeof *scanner->offset);
    for (size_t i = 0; i < length; i++) {
        char letter = text[i];
        scanner->offset[n] = (int)i;
        if ((unsigned char)letter == 0xC3 && (unsigned char)text[i + 1] == 0x97) {
            letter = 'x'; /* the multiplication sign */
            i++;
        }
        if (letter == '[' || letter == ']' || letter == ' ')
            continue;
        if (letter < '!' || letter > '~')
            return note_fail(why, FAIL_TEXT, (int)i,
                             "a ply has letters, digits and signs only (" RULES "13)");
        scanner->text[n++] = letter;
    }
    scanner->offset[n] = (int)length;
    while (n > 0 && (scanner->text[n - 1] == '+' || scanner->text[n - 1] == '#'))
        scanner->text[--n] = '\0';
    if (n == 0)
        return note_fail(why, FAIL_TEXT, 0, "no ply is written here (" RULES "13.1)");
    return 0;
}

static int croatian_refuse(const struct scanner *scanner, struct note *why, const char *what)
{
    const char *rest = scanner->text + scanner->at;
    int offset = scanner->offset[scanner->at];
    if (!*rest)
        return note_fail(why, FAIL_TEXT, offset, "%s at the end (" RULES "13.1)", what);
    return note_fail(why, FAIL_TEXT, offset, "%s at '%.12s' (" RULES "13.1)", what, rest);
}

/* Parse the letter of a piece; KIND_NONE if there is none. */
static uint8_t croatian_scan_letter(struct scanner *scanner)
{
    int kind = ascii_isupper((unsigned char)scanner->text[scanner->at])
                   ? kind_of_letter(scanner->text[scanner->at])
                   : 0;
    if (kind)
        scanner->at++;
    return (uint8_t)kind;
}

static cell_t scan_cell(struct scanner *scanner)
{
    int length;
    cell_t cell = board_cell_named(scanner->own->board, scanner->text + scanner->at, &length);
    scanner->at += length;
    return cell;
}

static int need_letter(struct scanner *scanner, uint8_t *out, struct note *why)
{
    *out = croatian_scan_letter(scanner);
    return *out ? 0 : croatian_refuse(scanner, why, "the letter of a piece is missing");
}

static int need_cell(struct scanner *scanner, cell_t *out, struct note *why)
{
    const char *rest = scanner->text + scanner->at;
    *out = scan_cell(scanner);
    if (*out != CELL_NONE)
        return 0;
    if (ascii_islower((unsigned char)rest[0]) &&
        board_refuses_name(scanner->own->board, rest, RULES "3", why)) {
        if (why)
            why->offset = scanner->offset[scanner->at];
        return FAIL_TEXT;
    }
    return croatian_refuse(scanner, why, "a cell of this board is missing");
}

/* Parse what follows "*": a cell, perhaps with a piece's letter before it and the letter of a Star
 * or Monolith after it. */
static int scan_portal(struct scanner *scanner, struct written_member *wanted, struct note *why)
{
    wanted->portal_kind = croatian_scan_letter(scanner);
    int result = need_cell(scanner, &wanted->portal, why);
    char next = scanner->text[scanner->at];
    if (result == 0 && (next == 'T' || next == 'M'))
        scanner->at++;
    return result;
}

static int croatian_scan_castling(struct scanner *scanner, struct written_member *wanted,
                                  int direction, struct note *why)
{
    wanted->castle = (int8_t)direction;
    int result = need_letter(scanner, &wanted->partner_kind, why);
    if (result == 0)
        wanted->partner = scan_cell(scanner);
    return result;
}

static int note_host(struct written_member *wanted, char letter)
{
    uint8_t kind = letter == 'T' ? STAR : MONOLITH;
    if (wanted->leg != CELL_NONE)
        wanted->leg_host = kind;
    else
        wanted->host = kind;
    return 0;
}

static int scan_effect(struct scanner *scanner, struct written_member *wanted, struct note *why)
{
    char sign = scanner->text[scanner->at++];
    switch (sign) {
    case 'x':
        return need_letter(scanner, &wanted->capture, why);
    case '=':
        return need_letter(scanner, &wanted->promotion, why);
    case '%':
        return need_letter(scanner, &wanted->conversion, why);
    case 'T':
    case 'M':
        return note_host(wanted, sign);
    case '*':
        return scan_portal(scanner, wanted, why);
    case '$':
        return croatian_scan_castling(scanner, wanted, 1, why);
    case '&':
        return croatian_scan_castling(scanner, wanted, -1, why);
    case '>':
        if (scanner->text[scanner->at] == 'I')
            scanner->at++;
        return need_cell(scanner, &wanted->leg, why);
    case '<': {
        int result = need_letter(scanner, &wanted->summoned, why);
        wanted->summon_cell = result == 0 ? scan_cell(scanner) : CELL_NONE;
        return result;
    }
    case ':':
        wanted->passant = true;
        if (scanner->text[scanner->at] == 'P') {
            scanner->at++;
            return 0;
        }
        break;
    }
    scanner->at--;
    return croatian_refuse(scanner, why, "this sign has no meaning");
}

/* If a capture is written as in other games ("Rxa9", "e4xd5", "c5:d4"), say so and return true: in
 * Croatian Chess the captured piece follows the cell. */
static bool refuse_sign_before(const struct scanner *scanner, const struct written_member *wanted,
                               struct note *why)
{
    const char *rest = scanner->text + scanner->at;
    char letter[2] = {wanted->kind == PAWN ? '\0' : letter_of(wanted->kind), '\0'};
    int length;
    cell_t cell = (*rest == 'x' || *rest == ':')
                      ? board_cell_named(scanner->own->board, rest + 1, &length)
                      : CELL_NONE;
    if (cell == CELL_NONE)
        return false;
    bool passant = *rest == ':';
    note_set(why, scanner->offset[scanner->at],
             "the cell comes first, then %s: %s%s%s (" RULES "13.1)",
             passant ? "':P'" : "'x' and the letter of the captured piece", letter,
             board_name(scanner->own->board, cell),
             passant ? ":P captures en passant" : "xR captures a Rook");
    return true;
}

static int scan_member(struct scanner *scanner, struct note *why)
{
    struct written_member wanted = {.offset = scanner->offset[scanner->at],
                                    .from = CELL_NONE,
                                    .leg = CELL_NONE,
                                    .portal = CELL_NONE,
                                    .summon_cell = CELL_NONE,
                                    .partner = CELL_NONE};
    wanted.kind = croatian_scan_letter(scanner);
    if (!wanted.kind && ascii_isupper((unsigned char)scanner->text[scanner->at]))
        return croatian_refuse(scanner, why, "no piece has this letter,");
    if (!wanted.kind)
        wanted.kind = PAWN;
    if (refuse_sign_before(scanner, &wanted, why))
        return FAIL_TEXT;
    int result = need_cell(scanner, &wanted.to, why);
    const char *rest = scanner->text + scanner->at;
    if (result == 0 && refuse_sign_before(scanner, &wanted, why))
        return FAIL_TEXT;
    bool dash = rest[0] == '-';
    if (result == 0 &&
        (dash || (ascii_islower((unsigned char)rest[0]) && isdigit((unsigned char)rest[1])))) {
        scanner->at += dash; /* the dash may be missing, as in "e2e4" */
        wanted.from = wanted.to;
        result = need_cell(scanner, &wanted.to, why);
    }
    while (result == 0 && scanner->text[scanner->at] && scanner->text[scanner->at] != '~')
        result = scan_effect(scanner, &wanted, why);
    if (result < 0)
        return result;
    scanner->v = memory_room(scanner->v, &scanner->room, scanner->n + 1, sizeof *scanner->v);
    scanner->v[scanner->n++] = wanted;
    return 0;
}

/* Refuse notations of other games: passing, and "O-O", which says neither how far the King goes
 * nor, on custom boards, with which partner. */
static int croatian_refuse_foreign(const struct scanner *scanner, struct note *why)
{
    if (text_says_pass(scanner->text))
        return note_fail(why, FAIL_TEXT, 0,
                         "you cannot pass: a ply has at least one move (" RULES "7.1)");
    if (text_says_castling(scanner->text))
        return note_fail(
            why, FAIL_TEXT, 0,
            "write castling as Ki1$R: target, $ (right) or & (left), and partner (" RULES "9.1)");
    return 0;
}

static int croatian_scan(struct scanner *scanner, const char *text, struct note *why)
{
    int result = croatian_clean(scanner, text, why);
    result = result == 0 ? croatian_refuse_foreign(scanner, why) : result;
    while (result == 0) {
        result = scan_member(scanner, why);
        if (result < 0 || scanner->text[scanner->at] != '~')
            break;
        scanner->at++;
    }
    return result;
}

int wanted_read(const struct croatian *own, const char *text, struct written_member **out,
                int *count, struct note *why)
{
    struct scanner scanner = {.own = own};
    int result = croatian_scan(&scanner, text, why);
    free(scanner.text);
    free(scanner.offset);
    if (result < 0) {
        free(scanner.v);
        scanner.v = NULL;
        scanner.n = 0;
    }
    *out = scanner.v;
    *count = scanner.n;
    return result;
}
