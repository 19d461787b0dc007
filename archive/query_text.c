/* query_text.c - what queries compare: texts, patterns, numbers and dates. See query_parts.h. */
#include "config.h"

#include "archive/query_parts.h"
#include "core/ascii.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

/* --- texts --- */

/* Eight bytes at once: what is asked for is looked at again before each text, and may be as long as a line to type in. */
bool query_is_ascii(const char *text)
{
    const uint64_t high = 0x8080808080808080u;
    uint64_t all = 0, some;
    size_t left = strlen(text);
    for (; left >= sizeof some; left -= sizeof some, text += sizeof some) {
        memcpy(&some, text, sizeof some);
        all |= some;
    }
    some = 0;
    memcpy(&some, text, left);
    return !((all | some) & high);
}

static bool contains_ascii(const char *text, const char *needle)
{
    size_t length = strlen(needle);
    if (length == 0)
        return true;
    int first = ascii_lower((unsigned char)needle[0]);
    for (; *text; text++)
        if (ascii_lower((unsigned char)*text) == first) {
            size_t i = 1;
            while (i < length && ascii_lower((unsigned char)text[i]) == ascii_lower((unsigned char)needle[i]))
                i++;
            if (i == length)
                return true;
        }
    return false;
}

char *query_folded(const char *text)
{
    utf8proc_uint8_t *out = NULL;
    utf8proc_ssize_t length = utf8proc_map((const utf8proc_uint8_t *)text, 0, &out,
                                           UTF8PROC_NULLTERM | UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_CASEFOLD);
    return length >= 0 ? (char *)out : memory_text(text);
}

/* All letters of Unicode that have one of ASCII in them when they are folded, and how many there are in a row. */
static const struct {
    const char *letter;
    int n;
} odd_letters[] = {{"\u00DF", 1}, {"\u0130", 1}, {"\u0149", 1}, {"\u017F", 1}, {"\u01F0", 1},
                   {"\u1E96", 5}, {"\u1E9E", 1}, {"\u212A", 1}, {"\uFB00", 7}};

static bool is_odd_letter(const unsigned char *at, size_t left)
{
    for (size_t i = 0; i < sizeof odd_letters / sizeof *odd_letters; i++) {
        const unsigned char *odd = (const unsigned char *)odd_letters[i].letter;
        size_t last = strlen(odd_letters[i].letter) - 1;
        if (*odd == *at && last < left && !memcmp(odd, at, last) && at[last] >= odd[last] &&
            at[last] < odd[last] + odd_letters[i].n)
            return true;
    }
    return false;
}

bool query_is_odd(const char *bytes, size_t size)
{
    const uint64_t high = 0x8080808080808080u;
    uint64_t some;
    for (size_t i = 0; i < size; i++) {
        for (; i + sizeof some <= size; i += sizeof some) {
            memcpy(&some, bytes + i, sizeof some);
            if (some & high)
                break;
        }
        if (i < size && (unsigned char)bytes[i] >= 0xC0 && is_odd_letter((const unsigned char *)bytes + i, size - i))
            return true;
    }
    return false;
}

bool query_contains(const char *text, const char *needle)
{
    enum { SHORTEST = 3 /* what is folded has no less than a third of its bytes before, and no more than three times these */ };
    bool ascii = query_is_ascii(needle);
    if (ascii && contains_ascii(text, needle))
        return true;
    bool plain = query_is_ascii(text);
    size_t length = strlen(text);
    if ((plain && ascii) || ((plain || ascii) && strlen(needle) / SHORTEST > length) ||
        (ascii && !query_is_odd(text, length)) || (plain && !query_is_odd(needle, strlen(needle))))
        return false;
    char *a = query_folded(text), *b = query_folded(needle);
    bool found = strstr(a, b) != NULL;
    free(a);
    free(b);
    return found;
}

/* A text of a YAML scalar stands in its file letter by letter, whatever the quotes, unless it is written with escapes; but a blank
 * may have become the end of a line, and a quote two. */
static bool is_written_literally(const char *text)
{
    for (const char *at = text; *at; at++)
        if (*at < ' ' || *at >= 0x7F || *at == '\\')
            return false;
    return *text != '\0';
}

static bool is_loose(char c)
{
    return c == ' ' || c == '\'';
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* Does a text of `length` signs, `step` 1 forwards or -1 backwards, stand at a place that has so many bytes in that direction? */
static bool stands(const char *at, size_t left, const char *text, size_t length, int step)
{
    for (size_t i = 0; i < length; i++, text += step) {
        if (!is_loose(*text)) {
            if (!left || ascii_lower((unsigned char)*at) != ascii_lower((unsigned char)*text))
                return false;
            left--;
            at += step;
            continue;
        }
        size_t there = 0, wanted = *text == ' ' ? 1 : 0;
        for (; *text == '\'' && i + wanted < length && text[(int)wanted * step] == '\''; wanted++)
            continue;
        for (; there < left && (*text == ' ' ? is_blank(*at) : *at == '\''); there++)
            at += step;
        left -= there;
        if (there < wanted)
            return false;
        for (char loose = *text; i + 1 < length && text[step] == loose; i++)
            text += step;
    }
    return true;
}

/* Which letter of a text is the rarest in games: most of what they hold are plies. */
static size_t rarest_letter(const char *text)
{
    static const char rarest_first[] = "zjyvuwpmkgtslqirhnocdxfabe";
    size_t rarest = 0, best = sizeof rarest_first;
    for (size_t i = 0; text[i]; i++) {
        const char *there = strchr(rarest_first, ascii_lower((unsigned char)text[i]));
        if ((there && (size_t)(there - rarest_first) < best) || is_loose(text[rarest])) {
            best = there ? (size_t)(there - rarest_first) : best;
            rarest = i;
        }
    }
    return rarest;
}

/* Does the ply that goes on at a place have a letter before it? Plies stand in items of a list, a line or more each. */
static bool is_in_ply(const char *bytes, const char *at, char letter)
{
    bool item = false;
    for (int wanted = ascii_lower((unsigned char)letter); at > bytes && !(at[-1] == '\n' && item); at--) {
        char c = at[-1];
        if (ascii_lower((unsigned char)c) == wanted)
            return true;
        if (!is_blank(c))
            item = c == '-';
    }
    return false;
}

/* Does the ply that goes on at a place certainly begin with the letter of a piece, which is no pawn? */
static bool is_of_piece(const char *bytes, const char *at)
{
    while (at > bytes && (ascii_islower((unsigned char)at[-1]) || isdigit((unsigned char)at[-1]) || at[-1] == '-'))
        at--;
    return at - bytes >= 2 && ascii_isupper((unsigned char)at[-1]) && at[-1] != 'P' && (at[-2] == '\'' || at[-2] == '"') &&
           (at - bytes == 2 || at[-3] != at[-2]);
}

bool query_bytes_lack(const char *bytes, size_t size, const char *text)
{
    char first = *text && text[1] == QUERY_WITHIN_PLY ? *text : '\0';
    bool pawn = *text == QUERY_PAWN;
    text += first ? 2 : pawn;
    static const char mark[] = "---\n", first_key[] = "chesscade:";
    if (size >= sizeof mark && !memcmp(bytes, mark, sizeof mark - 1)) {
        bytes += sizeof mark - 1;
        size -= sizeof mark - 1;
    }
    size_t length = strlen(text), rare = rarest_letter(text);
    if (size < sizeof first_key || memcmp(bytes, first_key, sizeof first_key - 1) != 0 || !is_written_literally(text) ||
        is_loose(text[rare]) || memchr(bytes, '\\', size))
        return false;
    const char few[] = {(char)ascii_lower((unsigned char)text[rare]), (char)ascii_upper((unsigned char)text[rare])};
    const char *end = bytes + size;
    for (int i = 0; i < 2 - (few[0] == few[1]); i++)
        for (const char *at = bytes; at < end && (at = memchr(at, few[i], (size_t)(end - at))); at++)
            if (stands(at, (size_t)(end - at), text + rare, length - rare, 1) &&
                stands(at, (size_t)(at - bytes) + 1, text + rare, rare + 1, -1) && (!first || is_in_ply(bytes, at - rare, first)) &&
                (!pawn || !is_of_piece(bytes, at - rare)))
                return false;
    return !query_is_odd(bytes, size);
}

bool query_globs(const char *text, const char *pattern)
{
    const char *star = NULL, *back = NULL;
    while (*text) {
        if (*pattern == '*') {
            star = pattern++;
            back = text;
        } else if (*pattern && (*pattern == '?' || ascii_lower((unsigned char)*pattern) == ascii_lower((unsigned char)*text))) {
            pattern++;
            text++;
        } else if (star) {
            pattern = star + 1;
            text = ++back;
        } else {
            return false;
        }
    }
    while (*pattern == '*')
        pattern++;
    return !*pattern;
}
