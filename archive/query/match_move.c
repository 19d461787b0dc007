/* match_move.c - parses plies as they are written, and matches move: and ply: against them. See archive/query/query_tree.h.
 *
 * In a file, a ply has its long form, [Qc1-a1]~[Wa1-a5], or in orthodox chess SAN. People read and
 * type the short form, Qa1~Wa5, or Qxf7 where the long one is Qd5-f7xP. A move, that is one member
 * of a ply, is parsed in the same way from all of these forms, so that a query finds it however it
 * is written. */
#include "config.h"

#include "archive/query/query_tree.h"

#include "archive/record/record.h"
#include "core/util/ascii.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

size_t query_bare_ply(const char *text)
{
    size_t length = strlen(text);
    while (length > 0 && strchr("+#!?", text[length - 1]))
        length--;
    return length < PLY_ROOM ? length : PLY_ROOM - 1;
}

/* ---------------------------------------------------------------------------------------------------- a move */

/* The origin of a move, complete or in part: a file, a rank, both or neither. */
struct spot_of_move {
    char file; /* '\0': not given */
    int rank;  /* 0: not given */
};

/* A parsed move: "Qd5-f7xP", "Nbd2", "exd5", "Pa2-a1T*a17", "K^e3/W", "B:d4(r)". */
struct move {
    char letter; /* '\0': a pawn's */
    struct spot_of_move from, to;
    bool takes;
    char meets; /* ^ or & if it precedes the cell: the piece there is flipped or joined */
    const char *cell, *effects, *end; /* the destination, what follows it, and the end of the text */
};

static const char *read_spot(const char *at, const char *end, struct spot_of_move *out)
{
    enum { RANK_MOST = 99 };
    *out = (struct spot_of_move){'\0', 0};
    if (at < end && ascii_islower((unsigned char)*at))
        out->file = *at++;
    for (; at < end && isdigit((unsigned char)*at) && out->rank <= RANK_MOST; at++)
        out->rank = out->rank * 10 + (*at - '0');
    return at;
}

static bool is_cell(struct spot_of_move spot)
{
    return spot.file && spot.rank;
}

static bool same_spot(struct spot_of_move one, struct spot_of_move other)
{
    return one.file == other.file && one.rank == other.rank;
}

/* Parses a move; false if it has no destination cell, like O-O. */
static bool move_read(const char *at, const char *end, struct move *out)
{
    struct spot_of_move first, second;
    bool sign = false; /* a capture sign before a cell */
    *out = (struct move){.end = end};
    if (at < end && ascii_isupper((unsigned char)*at))
        out->letter = *at++;
    if (out->letter == 'P')
        out->letter = '\0';
    const char *part = at, *behind = read_spot(at, end, &first), *next = behind;
    if (first.file == 'x' && !first.rank)
        sign = true; /* or the file x, on boards where captures are written after the cell */
    else if (behind < end && strchr("-x&^:", *behind)) /* Turning Chess's ":" does not occur in the long form */
        sign = *next++ == 'x';
    out->cell = next;
    out->effects = read_spot(next, end, &second);
    if (is_cell(second)) {
        out->from = first;
        out->to = second;
        out->takes = sign;
        out->meets = next > part && strchr("^&", next[-1]) ? next[-1] : '\0';
    } else if (is_cell(first)) {
        out->to = first;
        out->cell = part;
        out->effects = behind;
    } else {
        return false;
    }
    out->takes = out->takes || (out->effects < end && strchr("x:", *out->effects));
    return true;
}

/* True if a piece reappears on a cell, out of a Star or a Monolith: "*a17", "*Ra17", "M>Ig8". */
static bool reappears(const struct move *move, struct spot_of_move wanted)
{
    for (const char *at = move->effects; at < move->end; at++) {
        struct spot_of_move there;
        if (*at != '*' && *at != '>')
            continue;
        bool other = at + 1 < move->end && ascii_isupper((unsigned char)at[1]);
        if (other && at[1] != (move->letter ? move->letter : 'P'))
            continue;
        read_spot(at + 1 + other, move->end, &there);
        if (is_cell(there) && same_spot(there, wanted))
            return true;
    }
    return false;
}

/* Where the text says which piece is met: "xP", "^F", "&C"; NULL: nowhere. */
static const char *met(const char *at, const char *end)
{
    for (; at + 1 < end; at++)
        if (strchr("x:^&", *at) && ascii_isupper((unsigned char)at[1]))
            return at;
    return NULL;
}

/* True if the effects match the wanted ones, whether or not they say which piece is met. If none
 * are wanted, any match. */
static bool effects_fit(const struct move *move, const struct move *wanted)
{
    const char *at = move->effects, *pair = met(at, move->end);
    size_t length = (size_t)(wanted->end - wanted->effects), all = (size_t)(move->end - at), first = pair ? (size_t)(pair - at) : 0;
    if (!length || (all == length && !memcmp(at, wanted->effects, length)))
        return true;
    return pair && all - 2 == length && !memcmp(at, wanted->effects, first) &&
           !memcmp(pair + 2, wanted->effects + first, length - first);
}

/* True if the piece met is flipped or joined, if that is required. */
static bool meets(const struct move *move, char sign)
{
    const char *pair = met(move->effects, move->end);
    return !sign || move->meets == sign || (pair && *pair == sign);
}

/* True if a move matches the wanted one as far as that is specified. "Qf7" matches Qf7, Qxf7,
 * Qd5-f7, Qd5-f7xP; "exd5" only a capture from the e-file. */
static bool is_move(const struct move *move, const struct move *wanted)
{
    struct spot_of_move from = wanted->from;
    if (move->letter != wanted->letter)
        return false;
    if (!same_spot(move->to, wanted->to))
        return wanted->effects == wanted->end && !wanted->takes && !from.file && !from.rank && reappears(move, wanted->to);
    if (from.file == 'x' && !from.rank) /* the capture sign, or the file x */
        from = move->takes ? (struct spot_of_move){'\0', 0} : from;
    return (!from.file || from.file == move->from.file) && (!from.rank || from.rank == move->from.rank) &&
           (!wanted->takes || move->takes || move->from.file == 'x') && meets(move, wanted->meets) && effects_fit(move, wanted);
}

/* ---------------------------------------------------------------------------------------------------- forms */

/* The next member of a ply, without its brackets; *at moves past it. False if there is none. */
static bool next_member(const char **at, const char **from, const char **to)
{
    if (!**at)
        return false;
    *from = *at;
    *at += strcspn(*at, "~");
    *to = *at;
    *at += **at == '~';
    if (*to > *from && **from == '[' && (*to)[-1] == ']') {
        ++*from;
        --*to;
    }
    return true;
}

/* Other forms in which a ply may be written: its members without brackets; also without the cells
 * they start from, except for a file or rank; and with what is met before the cell. */
enum writing { BARE = -1, SHORT, WITH_FILE = 1, WITH_RANK = 2, MEETING = 4, WRITINGS = 8 };

static void write_move(const char *from, const char *to, int writing, char *out, size_t size, size_t *used)
{
    struct move move;
    bool apart = writing != BARE && memchr(from, '-', (size_t)(to - from)) && move_read(from, to, &move);
    if (!apart || !is_cell(move.from)) {
        text_add_bytes(out, size, used, from, (size_t)(to - from));
        return;
    }
    const char *pair = writing & MEETING ? met(move.effects, to) : NULL;
    pair = pair && *pair != ':' ? pair : NULL; /* an en passant sign follows the cell in short forms, too */
    bool file = writing & WITH_FILE || (pair && *pair == 'x' && !move.letter);
    const char *rest = pair ? pair + 2 : to;
    text_add_bytes(out, size, used, &move.letter, move.letter != '\0');
    text_add_bytes(out, size, used, &move.from.file, file);
    if (writing & WITH_RANK)
        text_add(out, size, used, "%d", move.from.rank);
    text_add_bytes(out, size, used, pair, pair != NULL);
    text_add_bytes(out, size, used, move.cell, (size_t)((pair ? pair : to) - move.cell));
    text_add_bytes(out, size, used, rest, (size_t)(to - rest));
}

/* Removes from a pattern the brackets and Turning Chess's capture sign, which do not occur in the
 * long form. */
static void drop_signs(const char *text, char *out, size_t size)
{
    size_t used = 0;
    for (; *text && used + 1 < size; text++)
        if (*text != '[' && *text != ']' && (*text != ':' || !ascii_islower((unsigned char)text[1])))
            out[used++] = *text;
    out[used] = '\0';
}

/* The longest part of a pattern that every matching ply contains, in whatever form it is written. */
static const char *piece_of(const char *pattern, size_t *length)
{
    const char *best = pattern;
    *length = 0;
    for (const char *at = pattern; *at;) {
        size_t n = ascii_islower((unsigned char)*at) && *at != 'x'; /* not x: it may be elsewhere */
        n += n ? strspn(at + n, "0123456789") : 0;
        if (n > *length) {
            best = at;
            *length = n;
        }
        at += n + (at[n] != '\0');
    }
    return best;
}

static bool has_piece(const char *ply, const char *pattern)
{
    size_t length;
    const char *piece = piece_of(pattern, &length);
    while (length && *ply && ascii_ncasecmp(ply, piece, length) != 0)
        ply++;
    return !length || *ply;
}

/* True if a ply matches a pattern in another form than the one it is written in. */
static bool forms_fit(const char *ply, const char *pattern)
{
    char wanted[PLY_ROOM], text[PLY_ROOM];
    bool joined = strpbrk(ply, "[~"), dashed = strchr(ply, '-'), cells = strchr(pattern, '-');
    if ((!joined && (!dashed || cells || strchr(pattern, '~'))) || !has_piece(ply, pattern))
        return false;
    drop_signs(pattern, wanted, sizeof wanted);
    for (int writing = joined ? BARE : SHORT; writing < (cells ? SHORT : WRITINGS); writing++) {
        const char *at = ply, *from, *to;
        size_t used = 0;
        while (next_member(&at, &from, &to)) {
            text_add_bytes(text, sizeof text, &used, "~", used > 0);
            write_move(from, to, writing, text, sizeof text, &used);
        }
        if (query_globs(text, wanted))
            return true;
    }
    return false;
}

static bool ply_fits(const char *ply, const char *pattern)
{
    return query_globs(ply, pattern) || forms_fit(ply, pattern);
}

/* Matches a member of the ply, or the whole ply. */
static bool move_fits(const char *ply, const char *text)
{
    const char *at = ply, *from, *to;
    struct move wanted, move;
    bool pattern = strpbrk(text, "*?"), apart = !pattern && move_read(text, text + strlen(text), &wanted);
    if (pattern ? ply_fits(ply, text) : query_globs(ply, text))
        return true;
    if (!apart && !strchr(ply, '~'))
        return false;
    while (next_member(&at, &from, &to)) {
        char member[PLY_ROOM];
        if (apart && move_read(from, to, &move) && is_move(&move, &wanted))
            return true;
        snprintf(member, sizeof member, "%.*s", !apart ? (int)(to - from) : 0, from);
        if (!apart && ply_fits(member, text))
            return true;
    }
    return false;
}

static int members_of(const char *ply)
{
    int members = 1;
    for (; *ply; ply++)
        members += *ply == '~';
    return members;
}

/* ----------------------------------------------------------------------------------------------------
 * queries */

bool query_asks_plies(const struct term *term)
{
    bool facing = term->key == ASK_TURN && strchr(term->text, '@');
    return term->kind == TERM_KEY && !facing && !query_asks_signs(term) &&
           (term->key == ASK_MOVE || term->key == ASK_PLY || term->key == ASK_CASCADE || term->key == ASK_TURN);
}

bool query_asks_signs(const struct term *term)
{
    return *term->check || term->nag;
}

bool query_ply_fits(const struct term *term, const char *bare)
{
    int members;
    switch (term->key) {
    case ASK_PLY:
        return ply_fits(bare, term->text);
    case ASK_CASCADE:
        members = members_of(bare);
        return members >= term->low && members <= term->high;
    case ASK_TURN: {
        size_t length = strlen(bare), wanted = strlen(term->text);
        return length > wanted && !strcmp(bare + length - wanted, term->text);
    }
    default:
        return move_fits(bare, term->text);
    }
}

void query_ply_piece(const struct term *term, char *out, size_t size)
{
    const char *text = term->text;
    size_t length = strlen(text);
    struct move wanted;
    if (term->key != ASK_MOVE || strpbrk(text, "*?") || !move_read(text, text + length, &wanted)) {
        const char *piece = piece_of(text, &length);
        snprintf(out, size, "%.*s", (int)length, piece);
        return;
    }
    char letter = wanted.letter ? wanted.letter : QUERY_PAWN;
    bool alone = wanted.cell == text; /* if something precedes it, it may be a piece in small letters */
    snprintf(out, size, "%.*s%.*s%.*s", wanted.letter || alone, &letter, wanted.letter != '\0', (const char[]){QUERY_WITHIN_PLY},
             (int)(wanted.effects - wanted.cell), wanted.cell);
}
