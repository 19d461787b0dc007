/* filter.c - combines a filter with what the user types: see filter.h. */
#include "tui/widgets/filter.h"

#include <stdio.h>
#include <string.h>

const char *filter_rest(const char *typed)
{
    typed += *typed && strchr("&+-!", *typed) ? 1 : 0;
    return typed + strspn(typed, " ");
}

/* A part with the parentheses it needs when joined to others. */
struct part {
    const char *open, *text, *close;
};

static struct part part_of(const char *text, bool whole)
{
    return whole ? (struct part){"", text, ""} : (struct part){"(", text, ")"};
}

/* True if the text contains in:variations, which applies to the parentheses it stands in. */
static bool looks_into_variations(const char *text)
{
    return strstr(text, "in:") != NULL;
}

/* In a conjunction a part needs parentheses if it contains alternatives. */
static struct part one_of_all(const char *text)
{
    return part_of(text, !strchr(text, '|') && !looks_into_variations(text));
}

static struct part one_of_several(const char *text)
{
    return part_of(text, !looks_into_variations(text));
}

static struct part negated(const char *text)
{
    return part_of(text, !strpbrk(text, " \t|()\"") && *text != '!' && *text != '-');
}

bool filter_join(const char *before, const char *typed, char *out, size_t size)
{
    char sign = typed[0];
    const char *rest = filter_rest(typed);
    struct part first = one_of_all(before), second = sign == '-' || sign == '!' ? negated(rest) : one_of_all(rest);
    int length;
    if (sign == '!' && !*rest && *before) {
        first = negated(before);
        length = snprintf(out, size, "!%s%s%s", first.open, first.text, first.close);
    } else if (sign == '!') {
        length = snprintf(out, size, "%s", typed);
    } else if (!*rest && rest != typed) {
        length = snprintf(out, size, "%s", before);
    } else if (rest == typed || (!*before && sign != '-')) {
        length = snprintf(out, size, "%s", rest);
    } else if (sign == '+') {
        first = one_of_several(before);
        second = one_of_several(rest);
        length = snprintf(out, size, "%s%s%s | %s%s%s", first.open, before, first.close, second.open, rest, second.close);
    } else {
        length = snprintf(out, size, "%s%s%s%s%s%s%s%s", *before ? first.open : "", before, *before ? first.close : "",
                          *before ? " " : "", sign == '-' ? "!" : "", second.open, rest, second.close);
    }
    return length >= 0 && (size_t)length < size;
}
