/* ranges.c - parses numbers, dates and ranges of them in query values. See archive/query/query_tree.h. */
#include "config.h"

#include "archive/query/query_tree.h"

#include "archive/util/date.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Skips a comparison sign; returns what follows and sets which bound is open. */
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

/* Parses one date, "1858", "1858-10", "1858-1?-??", as the first and last day possible; missing
 * parts are unknown. Parsed by hand, since it runs for every distinct date of a million games. */
static bool date_read(const char *text, size_t length, int64_t *low, int64_t *high)
{
    static const char shape[] = "0000-00-00";
    int64_t least = 0, most = 0;
    if (length != 4 && length != 7 && length != 10)
        return false;
    for (size_t i = 0; shape[i]; i++) {
        char there = i < length ? text[i] : '?';
        bool digit = there >= '0' && there <= '9';
        if (shape[i] == '-') {
            if (i < length && there != '-' && there != '.')
                return false;
            continue;
        }
        if (!digit && there != '?')
            return false;
        least = least * 10 + (digit ? there - '0' : 0);
        most = most * 10 + (digit ? there - '0' : 9);
    }
    *low = least;
    *high = most;
    return true;
}

/* Parses a date in a query; *wrong is the offset of an impossible part. */
static bool read_date(const char *text, size_t length, int64_t *low, int64_t *high, size_t *wrong)
{
    *wrong = 0;
    if (!date_read(text, length, low, high))
        return false;
    *wrong = calendar_wrong_part(text, length);
    return *wrong == 0;
}

/* Parses the second date of a range: parts it omits are taken from the first, as in "2024-01..06".
 * If that gives no date, nothing is omitted: "2024-05..2025". */
static bool read_second(const char *text, size_t first, int64_t *high, size_t *wrong)
{
    char second[11];
    const char *given = text + first + 2;
    size_t length = strlen(given), left_out = length < first ? first - length : 0;
    int64_t from;
    *wrong = first + 2;
    if (length == 0)
        return true;
    if (length > 10)
        return false;
    snprintf(second, sizeof second, "%.*s%s", (int)left_out, text, given);
    if (left_out && !date_read(second, strlen(second), &from, high)) {
        snprintf(second, sizeof second, "%s", given);
        left_out = 0;
    }
    bool good = read_date(second, strlen(second), &from, high, wrong);
    *wrong = first + 2 + (*wrong > left_out ? *wrong - left_out : 0);
    return good;
}

bool query_date_range(const char *text, int64_t *low, int64_t *high, size_t *wrong)
{
    int64_t last, from, to;
    bool less, more, strict;
    const char *dots = strstr(text, "..");
    *low = INT64_MIN;
    *high = INT64_MAX;
    *wrong = 0;
    if (dots) {
        size_t first = (size_t)(dots - text);
        if (first > 10 || !text[2] || (first > 0 && !read_date(text, first, low, &last, wrong)))
            return false;
        return read_second(text, first, high, wrong);
    }
    const char *date = comparison(text, &less, &more, &strict);
    if (!read_date(date, strlen(date), &from, &to, wrong)) {
        *wrong += (size_t)(date - text);
        return false;
    }
    if (!less)
        *low = more && strict ? to + 1 : from;
    if (!more)
        *high = less && strict ? from - 1 : to;
    return true;
}

/* Converts a single date with unknown parts to a pattern of ten characters, in which ? matches
 * anything. False if it is not one. */
enum { PATTERN_ROOM = 11 };
static bool date_pattern(const char *text, char pattern[PATTERN_ROOM])
{
    static const char shape[] = "    -  -  ";
    int64_t low, high;
    size_t length = strlen(text);
    if (!strpbrk(text, "?") || !date_read(text, length, &low, &high))
        return false;
    for (size_t i = 0; i < sizeof shape; i++)
        pattern[i] = (char)(shape[i] != ' ' ? shape[i] : i < length ? text[i] : '?');
    return true;
}

/* True if the year of a game's date is completely unknown. */
static bool is_undated(const char *date)
{
    return !*date || !strncmp(date, "????", 4);
}

/* True if a date may be one that the pattern means: no known part differs. */
static bool date_is_like(const char *date, const char *pattern)
{
    size_t length = strlen(date);
    for (size_t i = 0; pattern[i]; i++) {
        char there = i < length ? date[i] : '?';
        if (pattern[i] != '-' && there != '?' && pattern[i] != '?' && there != pattern[i])
            return false;
    }
    return true;
}

bool query_date_fits(const char *date, const char *wanted, int64_t low, int64_t high)
{
    char pattern[PATTERN_ROOM];
    int64_t first, last;
    bool readable = date_read(date, strlen(date), &first, &last), patterned = date_pattern(wanted, pattern);
    if (low > high) /* the query's text is not a date: compare it literally */
        return !strcmp(date, wanted);
    if (is_undated(date) && !(patterned && is_undated(pattern)))
        return false;
    if (!readable)
        return patterned && (!*date || strspn(pattern, "?-") == strlen(pattern));
    return patterned ? date_is_like(date, pattern) : first <= high && last >= low;
}
