/* query_text.c - what queries compare: texts, patterns, numbers and dates. See query_parts.h. */
#include "config.h"

#include "archive/query_parts.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <utf8proc.h>

/* --- texts --- */

static bool is_ascii(const char *text)
{
    for (; *text; text++)
        if ((unsigned char)*text >= 0x80)
            return false;
    return true;
}

static bool contains_ascii(const char *text, const char *needle)
{
    size_t length = strlen(needle);
    if (length == 0)
        return true;
    int first = tolower((unsigned char)needle[0]);
    for (; *text; text++)
        if (tolower((unsigned char)*text) == first) {
            size_t i = 1;
            while (i < length && tolower((unsigned char)text[i]) == tolower((unsigned char)needle[i]))
                i++;
            if (i == length)
                return true;
        }
    return false;
}

/* Case folded, owned; the text itself where it is no UTF-8. */
static char *folded(const char *text)
{
    utf8proc_uint8_t *out = NULL;
    utf8proc_ssize_t length = utf8proc_map((const utf8proc_uint8_t *)text, 0, &out,
                                           UTF8PROC_NULLTERM | UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_CASEFOLD);
    return length >= 0 ? (char *)out : memory_text(text);
}

bool query_contains(const char *text, const char *needle)
{
    if (is_ascii(needle))
        return contains_ascii(text, needle);
    if (is_ascii(text))
        return false;
    char *a = folded(text), *b = folded(needle);
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
            if (!left || tolower((unsigned char)*at) != tolower((unsigned char)*text))
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
        const char *there = strchr(rarest_first, tolower((unsigned char)text[i]));
        if ((there && (size_t)(there - rarest_first) < best) || is_loose(text[rarest])) {
            best = there ? (size_t)(there - rarest_first) : best;
            rarest = i;
        }
    }
    return rarest;
}

bool query_bytes_lack(const char *bytes, size_t size, const char *text)
{
    static const char mark[] = "---\n", first_key[] = "chesscade:";
    if (size >= sizeof mark && !memcmp(bytes, mark, sizeof mark - 1)) {
        bytes += sizeof mark - 1;
        size -= sizeof mark - 1;
    }
    size_t length = strlen(text), rare = rarest_letter(text);
    if (size < sizeof first_key || memcmp(bytes, first_key, sizeof first_key - 1) != 0 || !is_written_literally(text) ||
        is_loose(text[rare]) || memchr(bytes, '\\', size))
        return false;
    const char few[] = {(char)tolower((unsigned char)text[rare]), (char)toupper((unsigned char)text[rare])};
    const char *end = bytes + size;
    for (int i = 0; i < 2 - (few[0] == few[1]); i++)
        for (const char *at = bytes; at < end && (at = memchr(at, few[i], (size_t)(end - at))); at++)
            if (stands(at, (size_t)(end - at), text + rare, length - rare, 1) &&
                stands(at, (size_t)(at - bytes) + 1, text + rare, rare + 1, -1))
                return false;
    return true;
}

/* The end of a class of characters; NULL: it has other brackets in it, which have rules of their own. */
static const char *class_end(const char *at)
{
    const char *end = at[1] && at[2] ? strchr(at + 2 + (at[1] == '^'), ']') : NULL;
    return end && !memchr(at + 1, '[', (size_t)(end - at - 1)) && at[1] != ']' && (at[1] != '^' || at[2] != ']') ? end : NULL;
}

/* The end of a group that begins at a '(', which is passed over; NULL: it does not end as it seems to. */
static const char *group_end(const char *at)
{
    int depth = 0;
    for (; *at; at++) {
        if (*at == '[' || (*at == '\\' && !at[1]))
            return NULL; /* brackets have rules of their own about brackets */
        if (*at == '\\')
            at++;
        else if (*at == '(')
            depth++;
        else if (*at == ')' && --depth == 0)
            return at;
    }
    return NULL;
}

/* A letter or digit that fits itself in both cases and nothing else: other alphabets have letters whose capital is I, K or S. */
static bool is_letter(char c)
{
    return isalnum((unsigned char)c) && (unsigned char)c < 0x80 && !strchr("iIkKsS", c);
}

/* Need the letter before these signs not be there at all? */
static bool is_optional(const char *at)
{
    at += strspn(at, "+");
    return *at && strchr("*?{", *at);
}

char *query_regex_literal(const char *pattern)
{
    const char *best = NULL, *run = NULL;
    size_t most = 1; /* a single letter is nearly everywhere */
    for (const char *at = pattern;; at++) {
        if (is_letter(*at) && !is_optional(at + 1)) {
            run = run ? run : at;
            continue;
        }
        if (run && (size_t)(at - run) > most) {
            best = run;
            most = (size_t)(at - run);
        }
        run = NULL;
        if (!*at)
            break;
        if (*at == '|' || (unsigned char)*at >= 0x80)
            return NULL; /* other things may stand there */
        if (*at == '[' && !(at = class_end(at)))
            return NULL;
        if (*at == '(' && !(at = group_end(at)))
            return NULL;
        if (*at == '\\' && !*++at)
            return NULL;
        if (*at == '{') {
            at = strchr(at, '}');
            if (!at)
                return NULL;
        }
    }
    if (!best)
        return NULL;
    char *literal = memory_new(most + 1, 1);
    memcpy(literal, best, most);
    return literal;
}

bool query_globs(const char *text, const char *pattern)
{
    const char *star = NULL, *back = NULL;
    while (*text) {
        if (*pattern == '*') {
            star = pattern++;
            back = text;
        } else if (*pattern && (*pattern == '?' || tolower((unsigned char)*pattern) == tolower((unsigned char)*text))) {
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

/* --- ranges --- */

/* A comparison in front: moves past it and says which bound it leaves open. */
static const char *comparison(const char *text, bool *less, bool *more, bool *strict)
{
    *less = *text == '<';
    *more = *text == '>';
    text += *less || *more || *text == '=';
    *strict = (*less || *more) && *text != '=';
    return text + ((*less || *more) && *text == '=');
}

static bool read_integer(const char *text, size_t length, int64_t *out)
{
    char digits[20], *end;
    if (length == 0 || length >= sizeof digits)
        return false;
    memcpy(digits, text, length);
    digits[length] = '\0';
    *out = strtoll(digits, &end, 10);
    return *end == '\0' && isdigit((unsigned char)digits[0]);
}

bool query_number_range(const char *text, int64_t *low, int64_t *high)
{
    bool less, more, strict;
    const char *dots = strstr(text, "..");
    *low = INT64_MIN;
    *high = INT64_MAX;
    if (dots) {
        bool from = dots == text || read_integer(text, (size_t)(dots - text), low);
        return from && (!dots[2] || read_integer(dots + 2, strlen(dots + 2), high)) && text[2];
    }
    int64_t value;
    text = comparison(text, &less, &more, &strict);
    if (!read_integer(text, strlen(text), &value))
        return false;
    if (!less)
        *low = more && strict ? value + 1 : value;
    if (!more)
        *high = less && strict ? value - 1 : value;
    return true;
}

bool query_date_read(const char *text, size_t length, int64_t *low, int64_t *high)
{
    static const char shape[] = "0000-00-00";
    char least[] = "0000-00-00", most[] = "9999-99-99";
    if (length != 4 && length != 7 && length != 10)
        return false;
    for (size_t i = 0; i < length; i++) {
        if (shape[i] == '-' ? text[i] != '-' && text[i] != '.' : !isdigit((unsigned char)text[i]) && text[i] != '?')
            return false;
        if (isdigit((unsigned char)text[i]))
            least[i] = most[i] = text[i];
    }
    *low = strtoll(least, NULL, 10) * 10000 + strtoll(least + 5, NULL, 10) * 100 + strtoll(least + 8, NULL, 10);
    *high = strtoll(most, NULL, 10) * 10000 + strtoll(most + 5, NULL, 10) * 100 + strtoll(most + 8, NULL, 10);
    return true;
}

bool query_date_range(const char *text, int64_t *low, int64_t *high)
{
    int64_t first, last, from, to;
    bool less, more, strict;
    const char *dots = strstr(text, "..");
    if (dots) {
        /* "2024-01..06": what the second leaves out is as in the first. */
        char second[11];
        size_t a = (size_t)(dots - text), b = strlen(dots + 2);
        if (a > 10 || b > 10 || a + b == 0)
            return false;
        snprintf(second, sizeof second, "%s", dots + 2);
        if (b > 0 && b < a)
            snprintf(second, sizeof second, "%.*s%s", (int)(a - b), text, dots + 2);
        *low = INT64_MIN;
        *high = INT64_MAX;
        if (a > 0 && !query_date_read(text, a, low, &last))
            return false;
        return b == 0 || query_date_read(second, strlen(second), &first, high);
    }
    text = comparison(text, &less, &more, &strict);
    if (!query_date_read(text, strlen(text), &from, &to))
        return false;
    *low = less ? INT64_MIN : more && strict ? to + 1 : from;
    *high = more ? INT64_MAX : less && strict ? from - 1 : to;
    return true;
}
