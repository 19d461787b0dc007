/* san.c - parse a written ply and find the legal plies that fit; write SAN: see san.h. */
#include "core/families/orthodox/san.h"
#include "core/families/orthodox/orthodox.h"
#include "core/util/ascii.h"

#include <ctype.h>
#include <string.h>

enum { TEXT_MAX = 40 }; /* maximal bytes of a ply after blanks and brackets are removed */

/* A text without blanks and brackets. `from` is the offset of each byte in the original text. */
struct clean {
    char text[TEXT_MAX + 1];
    int from[TEXT_MAX + 1];
    int length;
};

/* Convert a non-ASCII sign that people and programs use to the ASCII character it stands for.
 * Returns the number of bytes consumed, 0 if there is no such sign. */
static int ascii_of(const unsigned char *text, int left, char *out)
{
    static const char figurines[] = "KQRBNPKQRBNP"; /* U+2654 to U+265F */
    if (left >= 2 && text[0] == 0xC3 && text[1] == 0x97) {
        *out = 'x'; /* the multiplication sign */
        return 2;
    }
    if (left < 3 || text[0] != 0xE2)
        return 0;
    if (text[1] == 0x80 && text[2] >= 0x90 && text[2] <= 0x95)
        *out = '-'; /* hyphens and dashes */
    else if (text[1] == 0x80 && text[2] == 0xA6)
        *out = '.'; /* the ellipsis */
    else if (text[1] == 0x99 && text[2] >= 0x94 && text[2] <= 0x9F)
        *out = figurines[text[2] - 0x94];
    else
        return 0;
    return 3;
}

static int clean_up(const char *text, int length, struct clean *out, struct note *why)
{
    out->length = 0;
    for (int i = 0; i < length;) {
        char letter = text[i];
        int taken = 1;
        if ((unsigned char)letter >= 0x80)
            taken = ascii_of((const unsigned char *)text + i, length - i, &letter);
        if (taken == 0 || (unsigned char)letter < ' ' || letter == 0x7F)
            return note_fail(why, FAIL_TEXT, i, "this character cannot be part of a ply");
        if (letter != ' ' && letter != '[' && letter != ']') {
            if (out->length == TEXT_MAX)
                return note_fail(why, FAIL_TEXT, i, "this is too long for a ply");
            out->text[out->length] = letter;
            out->from[out->length++] = i;
        }
        i += taken;
    }
    out->text[out->length] = '\0';
    out->from[out->length] = length;
    return 0;
}

static bool ends_in(const struct clean *clean, const char *end)
{
    int length = (int)strlen(end);
    return clean->length > length &&
           !memcmp(clean->text + clean->length - length, end, (size_t)length);
}

/* Remove check signs, annotation marks and "e.p." from the end; true if "e.p." was among them. */
static bool cut_end(struct clean *clean)
{
    bool passing = false;
    for (;;) {
        switch (clean->length ? clean->text[clean->length - 1] : '\0') {
        case '+':
        case '#':
        case '!':
        case '?':
        case '=':
            clean->length--;
            break;
        case '.':
        case 'p':
            if (!ends_in(clean, "e.p.") && !ends_in(clean, "ep"))
                return passing;
            passing = true;
            clean->length -= clean->text[clean->length - 1] == 'p' ? 2 : 4;
            break;
        default:
            return passing;
        }
        clean->text[clean->length] = '\0';
    }
}

/* Skip a move number: "12." or "12...". Returns `at` if there is none. */
static const char *skip_number(const char *at)
{
    const char *digits = at;
    while (isdigit((unsigned char)*digits))
        digits++;
    if (digits == at || *digits != '.')
        return at;
    return digits + strspn(digits, ".");
}

/* The side of castling written with letters O or zeros; NO_HAND if the text is not castling. */
static int castling_sign(const char *at)
{
    int rings = 0;
    for (; *at; at++) {
        if (*at == 'O' || *at == 'o' || *at == '0')
            rings++;
        else if (*at != '-' || rings == 0 || !at[1] || at[1] == '-')
            return NO_HAND;
    }
    return rings == 2 ? RIGHT_HAND : rings == 3 ? LEFT_HAND : NO_HAND;
}

static bool orthodox_is_file(const struct orthodox *orthodox, char letter)
{
    return letter >= 'a' && letter < 'a' + orthodox->size;
}

/* Parse a file, a rank, both or neither. A part that is not there is -1. Returns the rest of the
 * text. */
static const char *orthodox_read_field(const struct orthodox *orthodox, const char *at,
                                       int8_t *file, int8_t *rank)
{
    *file = *rank = -1;
    if (orthodox_is_file(orthodox, *at))
        *file = (int8_t)(*at++ - 'a');
    if (*at >= '1' && *at <= '9') {
        int number = *at - '0',
            longer = 10 * number + (isdigit((unsigned char)at[1]) ? at[1] - '0' : 1000);
        bool two = longer <= orthodox->size;
        if (two || number <= orthodox->size) {
            *rank = (int8_t)((two ? longer : number) - 1);
            at += two ? 2 : 1;
        }
    }
    return at;
}

/* The piece that a letter names, NO_MAN if the variant does not have it. Lower case only counts if
 * the variant uses SAN. */
static int man_named(const struct orthodox *orthodox, char letter)
{
    int man = man_of_letter(orthodox->san ? (char)ascii_upper((unsigned char)letter) : letter);
    return orthodox->kind_of[man] ? man : NO_MAN;
}

/* Parse one effect after the target square: capture, en passant, promotion, castling. Returns the
 * rest of the text, NULL if there is no effect. */
static const char *orthodox_read_effect(const struct orthodox *orthodox, const char *at,
                                        struct written *out)
{
    int8_t file, rank;
    if (*at == 'x' && (out->taken = (uint8_t)man_named(orthodox, at[1])) != NO_MAN)
        return at + 2;
    if (at[0] == ':' && at[1] == 'P') {
        out->passing = true;
        return at + 2;
    }
    if (*at == '$' || *at == '&') {
        out->hand = *at == '$' ? RIGHT_HAND : LEFT_HAND;
        at += at[1] == 'R' ? 2 : 1;
        return orthodox_read_field(orthodox, at, &file, &rank);
    }
    at += orthodox->san && at[0] == '=' && at[1] == '('; /* skip the '=' of "e8=(Q)" */
    bool sign = *at == '=' || (orthodox->san && (*at == '(' || *at == '/'));
    bool closed = *at == '(';
    if (!sign && !orthodox->san)
        return NULL;
    at += sign;
    out->promoted = (uint8_t)(*at ? man_named(orthodox, *at) : NO_MAN);
    if (out->promoted == NO_MAN || (closed && at[1] != ')'))
        return NULL;
    return at + (closed ? 2 : 1);
}

/* Write the letters of all pieces that the variant has to `out`; returns `out`. */
static const char *men_letters(const struct orthodox *orthodox, char out[MEN + 1])
{
    int n = 0;
    for (int man = MEN - 1; man > NO_MAN; man--)
        if (orthodox->kind_of[man])
            out[n++] = man_letter(man);
    out[n] = '\0';
    return out;
}

/* Write the letters of the pieces that a Pawn may promote to, to `out`; returns `out`. */
static const char *promotion_letters(const struct orthodox *orthodox, char out[MEN + 1])
{
    char all[MEN + 1];
    int n = 0;
    for (const char *at = men_letters(orthodox, all); *at; at++)
        if (*at != man_letter(KING) && *at != man_letter(PAWN))
            out[n++] = *at;
    out[n] = '\0';
    return out;
}

static const char *read_man(const struct orthodox *orthodox, const char *at, bool bishop,
                            struct written *out)
{
    int man = man_named(orthodox, *at);
    if (man != NO_MAN && (ascii_isupper((unsigned char)*at) || !orthodox_is_file(orthodox, *at) ||
                          (bishop && *at == 'b'))) {
        out->man = (uint8_t)man;
        return at + 1;
    }
    out->man = PAWN;
    return at;
}

/* Parse the start and the target square. A single square is the target. Returns the rest of the
 * text, NULL without a target. */
static const char *orthodox_read_way(const struct orthodox *orthodox, const char *at,
                                     struct written *out)
{
    int8_t file, rank;
    at = orthodox_read_field(orthodox, at, &out->file, &out->rank);
    const char *next = at + (*at == '-' || *at == 'x' || *at == ':');
    if (orthodox_is_file(orthodox, *next)) {
        out->takes = next > at && *at != '-';
        at = orthodox_read_field(orthodox, next, &file, &rank);
    } else {
        file = out->file;
        rank = out->rank;
        out->file = out->rank = -1;
    }
    if (file < 0 || rank < 0)
        return NULL;
    out->to = (uint8_t)mailbox_cell(file, rank);
    return at;
}

int written_read(const struct orthodox *orthodox, const char *text, int length, bool bishop,
                 struct written *out, struct note *why)
{
    struct clean clean;
    struct written written = {.file = -1, .rank = -1};
    int result = clean_up(text, length, &clean, why);
    if (result < 0)
        return result;
    written.passing = cut_end(&clean);
    const char *at = skip_number(clean.text);
    bool named = ascii_isupper((unsigned char)*at);
    if (orthodox->san && (written.hand = (uint8_t)castling_sign(at)) != NO_HAND) {
        written.man = KING;
        *out = written;
        return 0;
    }
    const char *field = read_man(orthodox, at, bishop, &written),
               *end = orthodox_read_way(orthodox, field, &written);
    if (!end && castling_sign(at) != NO_HAND)
        return note_fail(why, FAIL_TEXT, 0,
                         "write castling as Kh1$R: target, $ (right) or & (left), and partner (%s)",
                         orthodox_rule(orthodox, RULE_CASTLING));
    if (!end && ascii_isupper((unsigned char)*at) && man_named(orthodox, *at) == NO_MAN &&
        orthodox_is_file(orthodox, at[1])) {
        char letters[MEN + 1];
        return note_fail(why, FAIL_TEXT, clean.from[at - clean.text],
                         "there is no piece %c here, but %s (%s)", *at,
                         men_letters(orthodox, letters), orthodox_rule(orthodox, RULE_NOTATION));
    }
    if (!end)
        return note_fail(why, FAIL_TEXT, clean.from[field - clean.text],
                         "'%s' does not name a target square (%s)", clean.text,
                         orthodox_rule(orthodox, RULE_NOTATION));
    if (orthodox->san && !named && field == at && written.file >= 0 && written.rank >= 0)
        written.man = NO_MAN; /* e2e4 or g1f3, as programs write plies: the piece is not named */
    else if (orthodox->san && *at == 'b' && field == at && written.file >= 0)
        written.maybe_bishop = true;
    while (*end) {
        const char *next = orthodox_read_effect(orthodox, end, &written);
        if (!next && *end == '=' && ascii_isalpha((unsigned char)end[1])) {
            char letters[MEN + 1];
            return note_fail(why, FAIL_TEXT, clean.from[end - clean.text],
                             "a Pawn becomes one of %s, not %c (%s)",
                             promotion_letters(orthodox, letters), end[1],
                             orthodox_rule(orthodox, RULE_PROMOTION));
        }
        if (!next)
            return note_fail(why, FAIL_TEXT, clean.from[end - clean.text],
                             "in '%s' the part '%s' has no meaning (%s)", clean.text, end,
                             orthodox_rule(orthodox, RULE_NOTATION));
        end = next;
    }
    *out = written;
    return 0;
}

/* ---- find the legal plies that a written ply means */

static int pawn_origins(const struct mailbox *mailbox, int to, uint8_t *out)
{
    const struct orthodox *orthodox = mailbox->orthodox;
    int side = mailbox->side, pawn = man_bit(side) | PAWN, back = -forward_of(side), n = 0;
    int home = side == WHITE ? 1 : orthodox->size - 2;
    bool passed = false;
    for (int i = 0; i < mailbox->state.passed_count; i++)
        passed = passed || to == mailbox->state.passed + i * forward_of(!side);
    if (mailbox->at[to] || passed)
        for (int d = -1; d <= 1; d += 2)
            if (mailbox->at[to + back + d] == pawn)
                out[n++] = (uint8_t)(to + back + d);
    if (mailbox->at[to])
        return n;
    int from = to + back, steps = 1;
    for (; !mailbox->at[from] && steps < orthodox->rush; steps++)
        from += back;
    if (mailbox->at[from] == pawn && (steps == 1 || mailbox_rank(from) == home))
        out[n++] = (uint8_t)from;
    return n;
}

int written_origins(const struct mailbox *mailbox, int man, int to, uint8_t *out)
{
    int side = mailbox->side, wanted = man_bit(side) | man, n = 0;
    bool jumps = man == KNIGHT || man == PEGASUS;
    if (mailbox->at[to] & man_bit(side) || (mailbox->at[to] & MAN_OF) == KING)
        return 0;
    if (man == PAWN)
        return pawn_origins(mailbox, to, out);
    for (int i = 0; i < mailbox->count[side]; i++) {
        int from = mailbox->list[side][i], vector, cell;
        if (mailbox->at[from] != wanted || !(vector = line_between(to, from, jumps)) ||
            !man_goes_along(man, vector))
            continue;
        for (cell = to + vector; man_steps[man].ride && !mailbox->at[cell];)
            cell += vector;
        if (cell == from)
            out[n++] = (uint8_t)from;
    }
    return n;
}

/* List the cells from which the piece of a SAN move could come; returns their number. The rank or
 * file that the text gives for the start is not compared yet, except for a Pawn's capture. */
static int usual_origins(const struct mailbox *mailbox, const struct written *written, uint8_t *out)
{
    int side = mailbox->side, forward = forward_of(side), met = mailbox->at[written->to];
    if (written->man == KING) {
        int row = written->to - mailbox->king[side];
        row = row < 0 ? -row : row;
        out[0] = mailbox->king[side];
        return mailbox->king[side] && (row == 1 || (row >= ROW - 1 && row <= ROW + 1));
    }
    if (written->man != PAWN)
        return written_origins(mailbox, written->man, written->to, out);
    int from = written->to - forward, pawn = man_bit(side) | PAWN;
    if (written->takes)
        from += written->file - mailbox_file(written->to);
    else if (met)
        return 0;
    else if (!mailbox->at[from] &&
             mailbox_rank(from -= forward) != (side == WHITE ? 1 : mailbox->orthodox->size - 2))
        return 0;
    out[0] = (uint8_t)from;
    return mailbox->at[from] == pawn;
}

/* Parse strict SAN such as "Nbxd2+". False if the text is not strict SAN. */
static bool usual_read(const struct orthodox *orthodox, const char *text, int length,
                       struct written *out)
{
    enum { SIZE = 8 };
    static const uint8_t men[] = {
        ['N'] = KNIGHT, ['B'] = BISHOP, ['R'] = ROOK, ['Q'] = QUEEN, ['K'] = KING};
    const char *at = text, *end = text + length;
    if (!orthodox->san || orthodox->size != SIZE || orthodox->rush < 2)
        return false;
    end -= length > 2 && (end[-1] == '+' || end[-1] == '#');
    unsigned first = (unsigned char)*at;
    out->man = first < sizeof men && men[first] ? men[first] : PAWN;
    at += out->man != PAWN;
    if (out->man == PAWN && end - at > 3 && end[-2] == '=') {
        unsigned last = (unsigned char)end[-1];
        out->promoted = last < sizeof men ? men[last] : NO_MAN;
        end -= 2;
        if (out->promoted == NO_MAN)
            return false;
    }
    if (end - at < 2)
        return false;
    int file = *(end - 2) - 'a', rank = *(end - 1) - '1';
    if (file < 0 || file >= SIZE || rank < 0 || rank >= SIZE)
        return false;
    out->to = (uint8_t)mailbox_cell(file, rank);
    end -= 2;
    out->takes = end > at && end[-1] == 'x';
    end -= out->takes;
    if (end > at && *at >= 'a' && *at < 'a' + SIZE)
        out->file = (int8_t)(*at++ - 'a');
    if (end > at && *at >= '1' && *at < '1' + SIZE)
        out->rank = (int8_t)(*at++ - '1');
    if (out->man != PAWN)
        return at == end;
    int aside = out->file - file;
    return at == end && out->rank < 0 &&
           (out->takes ? out->file >= 0 && (aside == 1 || aside == -1) : out->file < 0);
}

bool written_usual(struct mailbox *mailbox, const char *text, int length, struct mailbox_ply *out,
                   bool *unique)
{
    const struct orthodox *orthodox = mailbox->orthodox;
    struct written written = {.file = -1, .rank = -1};
    uint8_t origin[8];
    int found = 0;
    if (!usual_read(orthodox, text, length, &written))
        return false;
    int met = mailbox->at[written.to], to = written.to;
    bool pawn = written.man == PAWN, passing = false;
    for (int i = 0; pawn && i < mailbox->state.passed_count; i++)
        passing = passing || to == mailbox->state.passed + i * forward_of(!mailbox->side);
    if (met & man_bit(mailbox->side) || (met & MAN_OF) == KING ||
        (passing ? !written.takes : written.takes && !met) ||
        (pawn &&
         (mailbox_rank(to) == last_rank(orthodox, mailbox->side)) != (written.promoted != NO_MAN)))
        return false;
    int n = usual_origins(mailbox, &written, origin);
    for (int i = 0; i < n; i++) {
        struct mailbox_ply ply = {origin[i], written.to, written.promoted,
                                  passing ? PASSING : PLAINLY};
        if ((written.file < 0 || mailbox_file(origin[i]) == written.file) &&
            (written.rank < 0 || mailbox_rank(origin[i]) == written.rank) &&
            mailbox_safe(mailbox, ply)) {
            *out = ply;
            found++;
        }
    }
    for (int i = 0; written.promoted && i <= orthodox->promotions; i++) {
        if (i == orthodox->promotions)
            return false;
        if (orthodox->promotion[i] == written.promoted)
            break;
    }
    if (unique)
        *unique = written.file < 0 && written.rank < 0;
    return found == 1;
}

/* True if the capture as written fits the ply. In SAN the capture may be left out; otherwise it
 * must be complete (13.3). */
static bool captures_fit(const struct mailbox *mailbox, const struct written *written,
                         struct mailbox_ply ply)
{
    int met = mailbox->at[ply.to] & MAN_OF;
    if (ply.how == PASSING)
        return written->taken == NO_MAN && (mailbox->orthodox->san || written->passing);
    if (written->passing || (written->takes && !met))
        return false;
    if (written->taken != NO_MAN || !mailbox->orthodox->san)
        return written->taken == met;
    return true;
}

static int castling_fits(struct mailbox *mailbox, const struct written *written,
                         struct mailbox_ply *out)
{
    struct mailbox_ply plies[2 * MAILBOX_SIZE_MAX];
    int n = 0, fits = 0;
    for (int hand = RIGHT_HAND; hand <= LEFT_HAND; hand++)
        if (written->hand == hand || written->hand == NO_HAND)
            n += mailbox_castling(mailbox, hand == LEFT_HAND, plies + n);
    for (int i = 0; i < n; i++) {
        int length = plies[i].to - plies[i].from;
        bool starts = (written->file < 0 || mailbox_file(plies[i].from) == written->file) &&
                      (written->rank < 0 || mailbox_rank(plies[i].from) == written->rank);
        if (starts && (written->to ? plies[i].to == written->to : length == 2 || length == -2))
            out[fits++] = plies[i];
    }
    return fits;
}

/* Add the ply to `out` if it is legal and fits the text; a promoting ply is added once for each
 * promotion that fits. Returns the number added. */
static int add_fits(struct mailbox *mailbox, const struct written *written, struct mailbox_ply ply,
                    struct mailbox_ply *out)
{
    const struct orthodox *orthodox = mailbox->orthodox;
    int n = 0;
    bool pawn = (mailbox->at[ply.from] & MAN_OF) == PAWN;
    if (pawn && mailbox_file(ply.from) != mailbox_file(ply.to) && !mailbox->at[ply.to])
        ply.how = PASSING;
    if (!captures_fit(mailbox, written, ply) || !mailbox_safe(mailbox, ply))
        return 0;
    if (!pawn || mailbox_rank(ply.to) != last_rank(orthodox, mailbox->side)) {
        out[0] = ply;
        return written->promoted == NO_MAN;
    }
    for (int i = 0; i < orthodox->promotions; i++)
        if (written->promoted == NO_MAN || written->promoted == orthodox->promotion[i]) {
            out[n] = ply;
            out[n++].promoted = orthodox->promotion[i];
        }
    return n;
}

int written_fits(struct mailbox *mailbox, const struct written *written, struct mailbox_ply *out)
{
    uint8_t origin[8];
    int fits = 0, man = written->man;
    if (written->hand != NO_HAND)
        return man == KING && !written->promoted && !written->taken
                   ? castling_fits(mailbox, written, out)
                   : 0;
    if (man == NO_MAN) {
        int standing = mailbox->at[mailbox_cell(written->file, written->rank)];
        man = standing & man_bit(mailbox->side) ? standing & MAN_OF : PAWN;
    }
    int n = written_origins(mailbox, man, written->to, origin);
    for (int i = 0; i < n; i++)
        if ((written->file < 0 || mailbox_file(origin[i]) == written->file) &&
            (written->rank < 0 || mailbox_rank(origin[i]) == written->rank))
            fits +=
                add_fits(mailbox, written,
                         (struct mailbox_ply){origin[i], written->to, NO_MAN, PLAINLY}, out + fits);
    if (fits == 0 && man == KING && mailbox->orthodox->san && !written->takes && !written->promoted)
        return castling_fits(mailbox, written, out); /* castling written as a King's move: e1g1 */
    return fits;
}

/* ---- Write SAN and replay games: see san.h. */

/* Determine whether the file and the rank of the start square must be written, because other pieces
 * of the same kind can legally go to the same target. */
static void orthodox_disambiguate(struct mailbox *mailbox, struct mailbox_ply ply, int man,
                                  bool *file, bool *rank)
{
    uint8_t origin[8];
    bool others = false, same_file = false, same_rank = false;
    int n = written_origins(mailbox, man, ply.to, origin);
    for (int i = 0; i < n; i++) {
        struct mailbox_ply other = {origin[i], ply.to, NO_MAN, PLAINLY};
        if (origin[i] == ply.from || !mailbox_safe(mailbox, other))
            continue;
        others = true;
        same_file = same_file || mailbox_file(origin[i]) == mailbox_file(ply.from);
        same_rank = same_rank || mailbox_rank(origin[i]) == mailbox_rank(ply.from);
    }
    *file = others && (!same_file || same_rank);
    *rank = same_file;
}

static char *orthodox_add_field(char *at, int cell)
{
    char name[8];
    const char *text = mailbox_cell_text(cell, name);
    while (*text)
        *at++ = *text++;
    return at;
}

/* Write a ply without its check sign; returns the end of the text. `unique`: no other piece of the
 * kind can go to the target. */
static char *add_body(char *at, struct mailbox *mailbox, struct mailbox_ply ply, bool unique)
{
    int man = mailbox->at[ply.from] & MAN_OF, length = ply.to - ply.from;
    bool takes = mailbox->at[ply.to] || ply.how == PASSING, file = man == PAWN && takes,
         rank = false;
    if (ply.how >= CASTLING_RIGHT && (length == 2 || length == -2)) {
        memcpy(at, "O-O-O", 5);
        return at + (ply.how == CASTLING_LEFT ? 5 : 3);
    }
    if (man != PAWN) {
        *at++ = man_letter(man);
        if (!unique)
            orthodox_disambiguate(mailbox, ply, man, &file, &rank);
    }
    if (file)
        *at++ = (char)('a' + mailbox_file(ply.from));
    if (rank)
        *at++ = (char)('1' + mailbox_rank(ply.from));
    if (takes)
        *at++ = 'x';
    at = orthodox_add_field(at, ply.to);
    if (ply.promoted) {
        *at++ = '=';
        *at++ = man_letter(ply.promoted);
    }
    if (ply.how >= CASTLING_RIGHT) { /* castling of another length, which an option allows, has no
                                        SAN: write it as in Croatian Chess */
        *at++ = ply.how == CASTLING_RIGHT ? '$' : '&';
        *at++ = man_letter(ROOK);
    }
    return at;
}

/* Append '+' if the side to move is in check, '#' if it is mated; returns the end of the text. */
static char *add_check(char *at, struct mailbox *mailbox, bool check)
{
    if (check)
        *at++ = mailbox_stuck(mailbox) ? '#' : '+';
    *at = '\0';
    return at;
}

int san_encode(struct mailbox *mailbox, struct mailbox_ply ply, char out[SAN_MAX])
{
    struct mailbox_undo undo;
    char *end = add_body(out, mailbox, ply, false);
    mailbox_play(mailbox, ply, &undo);
    end = add_check(end, mailbox, mailbox_in_check(mailbox, mailbox->side));
    mailbox_back(mailbox, ply, &undo);
    return (int)(end - out);
}

void san_begin(struct san_game *game, const struct position *start)
{
    mailbox_load(&game->now, start);
    game->rules = start->rules;
    game->last = (struct san_step){0};
    game->sound = !mailbox_in_check(&game->now, !game->now.side);
}

int san_play(struct san_game *game, const char *text, int length, char standard[SAN_MAX],
             struct note *why)
{
    struct mailbox_ply ply;
    bool unique;
    int result = written_decode(&game->now, text, length, &ply, &unique, why);
    if (result < 0)
        return result;
    char *end = standard ? add_body(standard, &game->now, ply, unique) : NULL;
    game->last.ply = ply;
    game->last.sound = game->sound;
    mailbox_play(&game->now, ply, &game->last.undo);
    bool check = game->sound ? mailbox_gives_check(&game->now, ply)
                             : mailbox_in_check(&game->now, game->now.side);
    if (end)
        add_check(end, &game->now, check);
    game->sound = true;
    return 0;
}

int san_pass(struct san_game *game, struct note *why)
{
    if (mailbox_in_check(&game->now, game->now.side))
        return note_fail(why, FAIL_RULE, -1, "a side in check cannot pass");
    game->last = (struct san_step){.undo.state = game->now.state, .sound = game->sound};
    mailbox_pass(&game->now);
    return 0;
}

void san_back(struct san_game *game, const struct san_step *last)
{
    if (last->ply.from)
        mailbox_back(&game->now, last->ply, &last->undo);
    else
        mailbox_unpass(&game->now, &last->undo.state);
    game->sound = last->sound;
}

void san_position(const struct san_game *game, struct position *out)
{
    out->rules = game->rules;
    mailbox_store(&game->now, out);
}
