/* filter.c - filter expressions: see filter.h. */
#include "tui/filter.h"

#include <stdio.h>
#include <string.h>

struct parsing {
    const char *at;
    int depth;
    filter_fn *fits;
    const void *argument;
};

static bool any_of(struct parsing *p);

static void skip_blanks(struct parsing *p)
{
    p->at += strspn(p->at, " \t");
}

/* A word up to a blank or a sign; quotes keep blanks together, also after "key:". */
static bool one_word(struct parsing *p)
{
    char word[FILTER_WORD_MAX];
    size_t n = 0;
    bool quoted = false;
    for (; *p->at && (quoted || !strchr(" \t|()", *p->at)); p->at++) {
        if (*p->at == '"')
            quoted = !quoted;
        else if (n < sizeof word - 1)
            word[n++] = *p->at;
    }
    word[n] = '\0';
    return n == 0 || p->fits(p->argument, word);
}

static bool one(struct parsing *p)
{
    bool wanted = true, result;
    skip_blanks(p);
    while (*p->at == '!') {
        wanted = !wanted;
        p->at++;
        skip_blanks(p);
    }
    if (!*p->at || *p->at == '|' || *p->at == ')')
        return true; /* half a word: not typed yet */
    if (*p->at == '(' && p->depth < FILTER_DEPTH_MAX) {
        p->at++;
        p->depth++;
        result = any_of(p);
        p->depth--;
        if (*p->at == ')')
            p->at++;
    } else if (*p->at == '(') {
        p->at++;
        result = true;
    } else {
        result = one_word(p);
    }
    return result == wanted;
}

static bool all_of(struct parsing *p)
{
    bool result = true;
    for (skip_blanks(p); *p->at && *p->at != '|' && *p->at != ')'; skip_blanks(p))
        result = one(p) && result;
    return result;
}

static bool any_of(struct parsing *p)
{
    bool result = all_of(p);
    while (*p->at == '|') {
        p->at++;
        skip_blanks(p);
        bool empty = !*p->at || *p->at == ')';
        bool other = all_of(p);
        result = result || (other && !empty);
    }
    return result;
}

bool filter_fits(const char *expression, filter_fn *fits, const void *argument)
{
    struct parsing parsing = {expression, 0, fits, argument};
    bool result = any_of(&parsing);
    while (*parsing.at) { /* a ')' too many is passed over */
        parsing.at++;
        result = any_of(&parsing) && result;
    }
    return result;
}

static int wrong(const char *expression, const char *at, const char *sentence, struct note *why)
{
    return note_fail(why, FAIL_TEXT, (int)(at - expression), sentence, at);
}

/* The sign that waits for something behind it gets nothing. */
static int wrong_waiting(const char *expression, const char *waits, struct note *why)
{
    return wrong(expression, waits, *waits != '(' ? "'%.1s' needs something behind it"
                                                 : "there is nothing between the parentheses",
                 why);
}

/* The end of a word, or of a phrase; NULL: a quote is not closed, *quote. */
static const char *word_end(const char *at, const char **quote)
{
    *quote = NULL;
    for (; *at && (*quote || !strchr(" \t|()", *at)); at++)
        if (*at == '"')
            *quote = *quote ? NULL : at;
    return *quote ? NULL : at;
}

int filter_check(const char *expression, struct note *why)
{
    const char *open[FILTER_DEPTH_MAX], *begin = expression + strspn(expression, " \t"), *waits = NULL, *quote;
    int depth = 0;
    for (const char *at = begin; *at; at += strspn(at, " \t")) {
        if (*at == '|' && (waits || at == begin))
            return wrong(expression, at, "'|' needs something before it", why);
        if (*at == ')' && waits)
            return wrong_waiting(expression, waits, why);
        if (*at == ')' && !depth--)
            return wrong(expression, at, "the parenthesis closes nothing", why);
        if (*at == '(' && depth == FILTER_DEPTH_MAX)
            return wrong(expression, at, "the parentheses are nested too deep", why);
        if (*at == '&')
            return wrong(expression, at, "words are joined by blanks, not by '&'", why);
        if (*at == '(')
            open[depth++] = at;
        waits = strchr("(|!", *at) ? at : NULL;
        if (strchr("()|!", *at))
            at++;
        else if (!(at = word_end(at, &quote)))
            return wrong(expression, quote, "the quote is not closed", why);
    }
    if (waits && *waits != '(')
        return wrong_waiting(expression, waits, why);
    return depth ? wrong(expression, open[0], "the parenthesis is not closed", why) : 0;
}

const char *filter_rest(const char *typed)
{
    typed += *typed && strchr("&+-!", *typed) ? 1 : 0;
    return typed + strspn(typed, " ");
}

/* With parentheses, where others joined to it would part it. */
struct part {
    const char *open, *text, *close;
};

static struct part part_of(const char *text, bool whole)
{
    return whole ? (struct part){"", text, ""} : (struct part){"(", text, ")"};
}

/* in:variations is about the parentheses it stands in. */
static bool looks_into_variations(const char *text)
{
    return strstr(text, "in:") != NULL;
}

/* Among words that must all be there: is it none of several of which one will do? */
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
