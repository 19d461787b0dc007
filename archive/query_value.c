/* query_value.c - what may stand behind the colon of a key: words, numbers, dates, ranges of them. See query_parts.h. */
#include "config.h"

#include "archive/query_parts.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

/* --- what a key takes --- */

static bool one_of(const char *value, const char *const *list)
{
    for (; *list; list++)
        if (!strcmp(*list, value))
            return true;
    return false;
}

static int fail(struct note *why, int at, const char *sentence, const char *word)
{
    return note_fail(why, FAIL_TEXT, at, sentence, word);
}

int query_value_check(struct query *query, struct term *term, int at, struct note *why)
{
    static const char *const rings[] = {"o", "()", "[]", "(o)", "[()]", "[(o)]", NULL};
    static const char *const statuses[] = {"damaged", "good", "live", "over", NULL};
    static const char *const turns[] = {"(r)", "(l)", "r", "l", NULL};
    static const char *const facings[] = {"n", "ne", "e", "se", "s", "sw", "w", "nw", NULL};
    const char *value = term->text;
    if (!*value)
        return fail(why, at, "%s: needs a value", query_key_name(term->key));
    switch (term->key) {
    case ASK_PLIES:
    case ASK_CASCADE:
        term->ranged = query_number_range(value, &term->low, &term->high);
        return term->ranged ? 0 : fail(why, at, "'%.40s' is no number or range like >40 or 10..20", value);
    case ASK_DATE:
        term->ranged = query_date_range(value, &term->low, &term->high);
        return term->ranged ? 0 : fail(why, at, "'%.40s' is no date or range like 1858 or 2024-01..06", value);
    case ASK_RING:
        return one_of(value, rings) ? 0 : fail(why, at, "ring: takes o () [] (o) [()] or [(o)]%s", "");
    case ASK_HAS:
        return query_has(value) ? 0 : fail(why, at, "has: takes comment, line, nag, mark, clock, step or broken%s", "");
    case ASK_NAG:
        return query_nag(value) > 0 ? 0 : fail(why, at, "nag: takes ! ? !! ?? !? ?! or a number, not '%.40s'", value);
    case ASK_STATUS:
        return one_of(value, statuses) ? 0 : fail(why, at, "status: takes damaged, good, live or over%s", "");
    case ASK_IN:
        if (strcmp(value, "variations") != 0)
            return fail(why, at, "in: takes variations%s", "");
        query->variations = true;
        term->kind = TERM_ALL;
        return 0;
    case ASK_TURN:
        if (one_of(value, turns) || (isalpha((unsigned char)value[0]) && value[1] == '@' && one_of(value + 2, facings)))
            return 0;
        return fail(why, at, "turn: takes (r), (l) or a piece and where it faces, like b@sw%s", "");
    case ASK_SORT:
        if (!one_of(value + (*value == '-'), query_orders))
            return fail(why, at, "there is no order '%.40s': Tab lists them", value);
        snprintf(query->sort, sizeof query->sort, "%s", value);
        term->kind = TERM_ALL;
        return 0;
    case ASK_POS:
    case ASK_NEAR:
        if (!strcmp(value, "here") && !query->here)
            return fail(why, at, "there is no board here: give the position as a quoted text%s", "");
        if (strcmp(value, "here") != 0 && !strpbrk(value, "/0123456789"))
            return fail(why, at, "'%.40s' is no position: here, or a quoted position text", value);
        return 0;
    case ASK_PIECE:
        return isalpha((unsigned char)value[0]) && strchr(value, '@')
                   ? 0 : fail(why, at, "piece: takes a letter and a cell, like N@e5%s", "");
    default:
        return 0;
    }
}
