/* ply_scanner.c - parse the text of a ply into members (13.3): see core/families/croatian/ply_scanner.h.
 *
 * It tolerates what people leave out or add: brackets, blanks, a check sign, the letter P, a host's letter. Whatever is not
 * written may be anything. */
#include "core/families/croatian/ply_scanner.h"
#include "core/util/ascii.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* The text without brackets and blanks, scanned from left to right. */
struct scanner {
    const struct croatian *own;
    char *text;
    int *offset; /* of each character in the original text */
    int at;
    struct wanted *v;
    int n, room;
};

static int clean(struct scanner *scanner, const char *text, struct note *why)
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
            return note_fail(why, FAIL_TEXT, (int)i, "a ply has letters, digits and signs only (" RULES "13)");
        scanner->text[n++] = letter;
    }
    scanner->offset[n] = (int)length;
    while (n > 0 && (scanner->text[n - 1] == '+' || scanner->text[n - 1] == '#'))
        scanner->text[--n] = '\0';
    if (n == 0)
        return note_fail(why, FAIL_TEXT, 0, "no ply is written here (" RULES "13.1)");
    return 0;
}

static int refuse(const struct scanner *scanner, struct note *why, const char *what)
{
    const char *rest = scanner->text + scanner->at;
    int offset = scanner->offset[scanner->at];
    if (!*rest)
        return note_fail(why, FAIL_TEXT, offset, "%s at the end (" RULES "13.1)", what);
    return note_fail(why, FAIL_TEXT, offset, "%s at '%.12s' (" RULES "13.1)", what, rest);
}

/* Parse a piece's letter, if there is one. */
static uint8_t scan_letter(struct scanner *scanner)
{
    int kind =
        ascii_isupper((unsigned char)scanner->text[scanner->at]) ? kind_of_letter(scanner->text[scanner->at]) : 0;
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
    *out = scan_letter(scanner);
    return *out ? 0 : refuse(scanner, why, "the letter of a piece is missing");
}

static int need_cell(struct scanner *scanner, cell_t *out, struct note *why)
{
    const char *rest = scanner->text + scanner->at;
    *out = scan_cell(scanner);
    if (*out != CELL_NONE)
        return 0;
    if (ascii_islower((unsigned char)rest[0]) && board_refuses_name(scanner->own->board, rest, RULES "3", why)) {
        if (why)
            why->offset = scanner->offset[scanner->at];
        return FAIL_TEXT;
    }
    return refuse(scanner, why, "a cell of this board is missing");
}

/* Parse what follows "*": the cell, perhaps with a letter before it and a host's letter after it. */
static int scan_portal(struct scanner *scanner, struct wanted *wanted, struct note *why)
{
    wanted->portal_kind = scan_letter(scanner);
    int result = need_cell(scanner, &wanted->portal, why);
    char next = scanner->text[scanner->at];
    if (result == 0 && (next == 'T' || next == 'M'))
        scanner->at++;
    return result;
}

static int scan_castling(struct scanner *scanner, struct wanted *wanted, int direction, struct note *why)
{
    wanted->castle = (int8_t)direction;
    int result = need_letter(scanner, &wanted->partner_kind, why);
    if (result == 0)
        wanted->partner = scan_cell(scanner);
    return result;
}

static int note_host(struct wanted *wanted, char letter)
{
    uint8_t kind = letter == 'T' ? STAR : MONOLITH;
    if (wanted->leg != CELL_NONE)
        wanted->leg_host = kind;
    else
        wanted->host = kind;
    return 0;
}

static int scan_effect(struct scanner *scanner, struct wanted *wanted, struct note *why)
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
        return scan_castling(scanner, wanted, 1, why);
    case '&':
        return scan_castling(scanner, wanted, -1, why);
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
    return refuse(scanner, why, "a sign has no meaning");
}

/* "Rxa9", "e4xd5", "c5:d4": captures as other games write them; here the captured piece follows the cell. True if `why` says
 * so. */
static bool refuse_sign_before(const struct scanner *scanner, const struct wanted *wanted, struct note *why)
{
    const char *rest = scanner->text + scanner->at;
    char letter[2] = {wanted->kind == PAWN ? '\0' : letter_of(wanted->kind), '\0'};
    int length;
    cell_t cell = (*rest == 'x' || *rest == ':') ? board_cell_named(scanner->own->board, rest + 1, &length) : CELL_NONE;
    if (cell == CELL_NONE)
        return false;
    bool passant = *rest == ':';
    note_set(why, scanner->offset[scanner->at], "the cell comes first, then %s: %s%s%s (" RULES "13.1)",
             passant ? "':P'" : "'x' and the letter of what is taken", letter, board_name(scanner->own->board, cell),
             passant ? ":P takes en passant" : "xR takes a Rook");
    return true;
}

static int scan_member(struct scanner *scanner, struct note *why)
{
    struct wanted wanted = {.offset = scanner->offset[scanner->at],
                            .from = CELL_NONE,
                            .leg = CELL_NONE,
                            .portal = CELL_NONE,
                            .summon_cell = CELL_NONE,
                            .partner = CELL_NONE};
    wanted.kind = scan_letter(scanner);
    if (!wanted.kind && ascii_isupper((unsigned char)scanner->text[scanner->at]))
        return refuse(scanner, why, "no piece has this letter,");
    if (!wanted.kind)
        wanted.kind = PAWN;
    if (refuse_sign_before(scanner, &wanted, why))
        return FAIL_TEXT;
    int result = need_cell(scanner, &wanted.to, why);
    const char *rest = scanner->text + scanner->at;
    if (result == 0 && refuse_sign_before(scanner, &wanted, why))
        return FAIL_TEXT;
    bool dash = rest[0] == '-';
    if (result == 0 && (dash || (ascii_islower((unsigned char)rest[0]) && isdigit((unsigned char)rest[1])))) {
        scanner->at += dash; /* "e2e4" is accepted too */
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

/* Notation of other games: "O-O" says neither how far the King goes nor, on custom boards, with which partner. */
static int refuse_foreign(const struct scanner *scanner, struct note *why)
{
    if (text_says_pass(scanner->text))
        return note_fail(why, FAIL_TEXT, 0, "you cannot pass: a ply has at least one move (" RULES "7.1)");
    if (text_says_castling(scanner->text))
        return note_fail(why, FAIL_TEXT, 0,
                         "write the King's goal, '$' (right) or '&' (left), the partner: Ki1$R (" RULES "9.1)");
    return 0;
}

static int scan(struct scanner *scanner, const char *text, struct note *why)
{
    int result = clean(scanner, text, why);
    result = result == 0 ? refuse_foreign(scanner, why) : result;
    while (result == 0) {
        result = scan_member(scanner, why);
        if (result < 0 || scanner->text[scanner->at] != '~')
            break;
        scanner->at++;
    }
    return result;
}

int wanted_read(const struct croatian *own, const char *text, struct wanted **out, int *count, struct note *why)
{
    struct scanner scanner = {.own = own};
    int result = scan(&scanner, text, why);
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
