/* charset.c - detects and converts the charset of PGN files: see pgn_to_utf8() in pgn.h.
 *
 * PGN files are in UTF-8 or, as the standard says, in Latin-1, which in practice is CP1252. Files
 * from between Poland and Croatia are in CP1250 or ISO-8859-2. Files with Cyrillic names are in
 * CP1251 or KOI8-R, and files from DOS in CP850. Collections mix them all, one game in this charset
 * and the next in that one. So each game is converted separately: as UTF-8 if it is valid,
 * otherwise as what its words look like (charset_guess.c). A single invalid byte in a game that is
 * otherwise UTF-8 does not affect any other letter. */
#include "config.h"

#include "archive/pgn/pgn.h"
#include "archive/pgn/pgn_internal.h"
#include "archive/pgn/charset_guess.h"
#include "archive/yaml/yaml_write.h"
#include "core/util/ascii.h"

#include <iconv.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

enum { HIGH = 128 };

static const uint16_t cp1252[32] = {0x20AC, 0xFFFD, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
                                    0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0xFFFD, 0x017D, 0xFFFD,
                                    0xFFFD, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
                                    0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0xFFFD, 0x017E, 0x0178};

/* The supported charsets. A game may mix two, UTF-8 and stray bytes of another one; `mixed` is
 * the name for that mixture. */
static const struct charset {
    const char *name, *mixed;
    const char *others[3]; /* other names of the charset */
} charsets[] = {
    {"UTF-8", "UTF-8", {"utf8"}},
    {"CP1252", "UTF-8 and CP1252", {"windows-1252", "ansi"}},
    {"Latin-1", "UTF-8 and Latin-1", {"latin1", "iso-8859-1"}},
    {"CP850", "UTF-8 and CP850", {"ibm850"}},
    {"CP1250", "UTF-8 and CP1250", {"windows-1250"}},
    {"ISO-8859-2", "UTF-8 and ISO-8859-2", {"latin2", "latin-2", "iso8859-2"}},
    {"CP1251", "UTF-8 and CP1251", {"windows-1251"}},
    {"KOI8-R", "UTF-8 and KOI8-R", {"koi8", "koi8r"}},
    {"CP852", "UTF-8 and CP852", {"ibm852"}},
    {"CP866", "UTF-8 and CP866", {"ibm866"}},
};
enum { CHARSETS = sizeof charsets / sizeof *charsets, UTF8 = 0, CP1252, LATIN1 };

const char pgn_charset_names[] =
    "UTF-8, CP1250, CP1251, CP1252, CP850, CP852, CP866, ISO-8859-2, KOI8-R or Latin-1";

static uint16_t letters[CHARSETS][HIGH];
static pthread_once_t made = PTHREAD_ONCE_INIT;

/* Fills a table with the character of each byte from 0x80 on; U+FFFD for bytes that have none. */
static void make_letters(void)
{
    for (int i = CP1252; i < CHARSETS; i++) {
        iconv_t converter = i <= LATIN1 ? (iconv_t)-1 : iconv_open("UTF-8", charsets[i].name);
        for (int k = 0; k < HIGH; k++) {
            char byte = (char)(HIGH + k), utf8[8], *from = &byte, *to = utf8;
            size_t left = 1, room = sizeof utf8;
            utf8proc_int32_t c = 0xFFFD;
            if (i <= LATIN1)
                c = k < 32 && i == CP1252 ? cp1252[k] : HIGH + k;
            else if (converter != (iconv_t)-1 &&
                     iconv(converter, &from, &left, &to, &room) != (size_t)-1)
                utf8proc_iterate((const utf8proc_uint8_t *)utf8, to - utf8, &c);
            letters[i][k] = c > 0 && c <= 0xFFFF ? (uint16_t)c : 0xFFFD;
        }
        if (converter != (iconv_t)-1)
            iconv_close(converter);
    }
}

static bool charset_same_name(const char *a, const char *b)
{
    while (*a && ascii_lower((unsigned char)*a) == ascii_lower((unsigned char)*b))
        a++, b++;
    return ascii_lower((unsigned char)*a) == ascii_lower((unsigned char)*b);
}

static int charset_at(const char *name)
{
    for (int i = 0; i < CHARSETS; i++)
        if (name == charsets[i].name || name == charsets[i].mixed ||
            !strcmp(name, charsets[i].name))
            return i;
    return CP1252;
}

const char *pgn_charset_named(const char *name)
{
    for (int i = 0; i < CHARSETS; i++) {
        if (charset_same_name(name, charsets[i].name))
            return charsets[i].name;
        for (int k = 0; k < 3 && charsets[i].others[k]; k++)
            if (charset_same_name(name, charsets[i].others[k]))
                return charsets[i].name;
    }
    return NULL;
}

bool pgn_charset_asked(const char *asked)
{
    const char *named = asked ? pgn_charset_named(asked) : NULL;
    return named && named != charsets[UTF8].name;
}

const char *pgn_survey_end(const struct pgn_survey *survey, const char *asked)
{
    struct pgn_survey copy = *survey;
    if (pgn_charset_asked(asked))
        return pgn_charset_named(asked);
    return charsets[charset_at(pgn_survey_guess(&copy, NULL))].name;
}

/* ----------------------------------------------------------------------------------------------
 * decoding */

/* How to convert a part of a text. */
struct decoding {
    const uint16_t *letter; /* character of each byte from 0x80 on; NULL if the text is UTF-8 */
    bool mixed;             /* true if valid UTF-8 sequences in the text are kept as UTF-8 */
};

static struct decoding decoding_of(const char *charset)
{
    int at = charset_at(charset);
    pthread_once(&made, make_letters);
    return (struct decoding){at == UTF8 ? NULL : letters[at],
                             at != UTF8 && charset == charsets[at].mixed};
}

/* The length of the UTF-8 character that begins here; 0 if there is none. */
static size_t utf8_here(const char *bytes, size_t size)
{
    utf8proc_int32_t c;
    utf8proc_ssize_t n = utf8proc_iterate((const utf8proc_uint8_t *)bytes,
                                          size < 4 ? (utf8proc_ssize_t)size : 4, &c);
    return n > 1 ? (size_t)n : 0;
}

/* Converts the first character. Returns its length in bytes; *length becomes its length in
 * UTF-8, which is written to `out` unless that is NULL. A line end becomes LF, a NUL becomes a
 * space. */
static size_t charset_decode(const struct decoding *decoding, const char *bytes, size_t size,
                             char *out, size_t *length)
{
    unsigned char byte = (unsigned char)*bytes;
    *length = 1;
    if (byte == '\r' && size > 1 && bytes[1] == '\n') {
        *length = 0;
        return 1;
    }
    if (byte < HIGH || !decoding->letter) {
        if (out)
            *out = byte == '\r' ? '\n' : byte ? *bytes : ' ';
        return 1;
    }
    size_t whole = decoding->mixed ? utf8_here(bytes, size) : 0;
    if (whole) {
        if (out)
            memcpy(out, bytes, whole);
        return *length = whole;
    }
    utf8proc_uint8_t letter[4];
    *length = (size_t)utf8proc_encode_char(decoding->letter[byte - HIGH], letter);
    if (out)
        memcpy(out, letter, *length);
    return 1;
}

/* ----------------------------------------------------------------------------------------------
 * games */

/* The offset where the next part of a text ends; a part has only one charset. A part is a game with
 * its tags, up to the empty line before the next tags; outside games a part is one line. */
static size_t charset_part_end(const char *bytes, size_t size, size_t from)
{
    bool tagged = false, empty = false;
    for (size_t at = from; at < size;) {
        size_t first = at, next;
        while (first < size && (bytes[first] == ' ' || bytes[first] == '\t'))
            first++;
        for (next = first; next < size && bytes[next] != '\n' && bytes[next] != '\r';)
            next++;
        bool tag = first < size && bytes[first] == '[', blank = next == first;
        if (tag && at > from && (empty || !tagged))
            return at;
        if (tag && at == from)
            tagged = true;
        next += next + 1 < size && bytes[next] == '\r' && bytes[next + 1] == '\n';
        next += next < size;
        if (!tagged)
            return next;
        empty = blank;
        at = next;
    }
    return size;
}

static void begin_stretch(struct pgn_stretches *stretches, size_t text, size_t byte,
                          const char *charset)
{
    if (stretches->n && stretches->v[stretches->n - 1].charset == charset)
        return;
    stretches->v =
        memory_room(stretches->v, &stretches->room, stretches->n + 1, sizeof *stretches->v);
    stretches->v[stretches->n++] = (struct pgn_stretch){text, byte, charset};
}

/* Detects the charset of a part if the user did not choose one; `usual` is the likely charset of
 * the file. */
static const char *charset_of(const char *bytes, size_t size, const char *usual)
{
    struct pgn_survey survey = {0};
    pgn_survey_add(&survey, bytes, size);
    const char *charset = pgn_survey_guess(&survey, usual);
    return survey.mixed ? charsets[charset_at(charset)].mixed : charset;
}

char *pgn_recode(const char *bytes, size_t size, const char *charset, bool asked, size_t *length,
                 struct pgn_stretches *stretches)
{
    struct pgn_stretches own = {0}, *to = stretches ? stretches : &own;
    bool plain = !asked && pgn_is_utf8(bytes, size);
    char *text = memory_new((plain ? 1 : 3) * size + 1, 1);
    size_t n = 0;
    to->n = 0;
    if (plain)
        begin_stretch(to, 0, 0, charsets[UTF8].name);
    if (plain && !memchr(bytes, '\r', size) && !memchr(bytes, '\0', size)) {
        memcpy(text, bytes, size);
        n = size;
    }
    for (size_t at = n, end; at < size; at = end) {
        const char *part = plain ? charsets[UTF8].name : charset;
        end = plain || asked ? size : charset_part_end(bytes, size, at);
        if (!plain && !asked)
            part = charset_of(bytes + at, end - at, charset);
        begin_stretch(to, n, at, part);
        struct decoding decoding = decoding_of(part);
        for (size_t i = at, put; i < end; n += put)
            i += charset_decode(&decoding, bytes + i, end - i, text + n, &put);
    }
    if (!to->n)
        begin_stretch(to, 0, 0, charsets[UTF8].name);
    text[n] = '\0';
    *length = n;
    free(own.v);
    return text;
}

/* The index of the stretch (a run of text in one charset) that contains an offset of the text. */
static int stretch_of(const struct pgn_stretches *stretches, size_t text)
{
    int low = 0, high = stretches->n - 1;
    while (low < high) {
        int middle = (low + high + 1) / 2;
        if (stretches->v[middle].text <= text)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

const char *pgn_stretch_charset(const struct pgn_stretches *stretches, size_t text)
{
    return stretches->v[stretch_of(stretches, text)].charset;
}

size_t pgn_recoded(const char *bytes, size_t size, const struct pgn_stretches *stretches,
                   size_t from, size_t from_byte, size_t text)
{
    for (int i = stretch_of(stretches, from); i < stretches->n && from < text; i++) {
        const struct pgn_stretch *next = i + 1 < stretches->n ? &stretches->v[i + 1] : NULL;
        size_t stop = next && next->text < text ? next->text : text, end = next ? next->byte : size;
        struct decoding decoding = decoding_of(stretches->v[i].charset);
        for (size_t put; from_byte < end && from < stop; from += put)
            from_byte += charset_decode(&decoding, bytes + from_byte, end - from_byte, NULL, &put);
        if (next && next->text <= text) {
            from = next->text;
            from_byte = next->byte;
        }
    }
    return from_byte;
}

char *pgn_to_utf8(const char *bytes, size_t size, const char *asked, const char **charset,
                  size_t *length)
{
    struct pgn_survey survey = {0};
    size_t mark = pgn_byte_order_mark(bytes, size);
    pgn_survey_add(&survey, bytes + mark, size - mark);
    *charset = pgn_survey_end(&survey, asked);
    return pgn_recode(bytes + mark, size - mark, *charset, pgn_charset_asked(asked), length, NULL);
}

size_t pgn_byte_order_mark(const char *bytes, size_t size)
{
    return size >= 3 && !memcmp(bytes, "\xEF\xBB\xBF", 3) ? 3 : 0;
}

/* ---- Writes PGN text, escaping characters that must not occur in it unchanged.
 *
 * "[%cc.u202E]" in a comment is a character that controls a terminal, reverses text or would be
 * folded away: none of our files contains it unescaped. */

char *pgn_room(struct pgn_text *out, size_t length)
{
    enum { USUAL = 512 }; /* bytes to allocate at first; most games need no more */
    int need = out->length + (int)length + 1;
    if (need > out->room)
        out->text = memory_room(out->text, &out->room, need > USUAL ? need : USUAL, 1);
    return out->text + out->length;
}

void pgn_put_cut(struct pgn_text *out, const char *text, size_t length)
{
    memcpy(pgn_room(out, length), text, length);
    out->length += (int)length;
    out->text[out->length] = '\0';
}

void pgn_put(struct pgn_text *out, const char *text)
{
    pgn_put_cut(out, text, strlen(text));
}

static utf8proc_int32_t charset_character(const char *text, size_t *length)
{
    utf8proc_int32_t c;
    utf8proc_ssize_t n = utf8proc_iterate((const utf8proc_uint8_t *)text, -1, &c);
    *length = n > 0 ? (size_t)n : 1;
    return n > 0 ? c : 0xFFFD;
}

bool pgn_is_clean(const char *text)
{
    size_t length;
    for (; *text; text += length) {
        length = 1;
        if (*text >= 0x20 && *text < 0x7F)
            continue;
        if (*text == '\n' || yaml_escapes(charset_character(text, &length)))
            return false;
    }
    return true;
}

/* True if a reader of the file would drop this blank or line feed or read it as something else. A
 * line feed within a text is written as an empty line. */
static bool charset_is_folded(const char *from, const char *at)
{
    static const char blanks[] = " \n";
    bool first = at == from || strchr(blanks, at[-1]),
         last = !at[1] || (*at == '\n' && strchr(blanks, at[1]));
    return strchr(blanks, *at) && (first || last);
}

void pgn_text_put(struct pgn_text *out, const char *text)
{
    size_t length;
    char one[24];
    for (const char *t = text; *t; t += length) {
        utf8proc_int32_t c = charset_character(t, &length);
        if (c == '}')
            snprintf(one, sizeof one, "[%%cc.close]");
        else if (charset_is_folded(text, t) || (c != '\n' && yaml_escapes(c)) ||
                 (c == '[' && (t[1] == '%' || (t > text && t[-1] == '\n')))) /* not a tag */
            snprintf(one, sizeof one, "[%%cc.u%X]", (unsigned)c);
        else
            snprintf(one, sizeof one, "%.*s", (int)length, c == '\n' ? "\n" : t);
        pgn_put(out, one);
        if (*one == '\n')
            pgn_put(out, "\n");
    }
}

size_t pgn_character_take(const char *text, size_t length, char out[8])
{
    static const char command[] = "[%cc.u", digits[] = "0123456789ABCDEF";
    size_t at = sizeof command - 1;
    utf8proc_int32_t c = 0;
    if (length <= at || memcmp(text, command, at) != 0)
        return 0;
    for (; at < length && text[at] && strchr(digits, text[at]) && c <= 0x10FFFF; at++)
        c = c * 16 + (int)(strchr(digits, text[at]) - digits);
    if (at == length || text[at] != ']' || c == 0 || !utf8proc_codepoint_valid(c))
        return 0;
    out[utf8proc_encode_char(c, (utf8proc_uint8_t *)out)] = '\0';
    return at + 1;
}

bool pgn_unparsed_is_clean(const struct record *record)
{
    size_t length;
    for (const char *text = record->unparsed; *text; text += length)
        if (yaml_escapes(charset_character(text, &length)) && *text != '\t')
            return false;
    const char *open = strrchr(record->unparsed, '{'), *closed = strrchr(record->unparsed, '}');
    if (open && (!closed || closed < open))
        return false; /* the result after it would become part of a comment */
    return pgn_rest_reads_back(record->unparsed, !strcmp(record_variant(record), "classical"));
}
