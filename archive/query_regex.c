/* query_regex.c - regular expressions in queries: which are too large to be compiled, what fits one, and what stands in whatever
 * does. */
#include "config.h"

#include "archive/query_parts.h"
#include "core/ascii.h"
#include "core/made_once.h"

#include <ctype.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>

/* The letters of the files, UTF-8, whatever those of the terminal are: the screen and a command with no locale at all find the
 * same. 0 where the system has none: then as the locale has it. */
static locale_t letters_of_files(void)
{
    static struct made_once place;
    static const char *const names[] = {"C.UTF-8", "C.utf8", "en_US.UTF-8"};
    locale_t letters = made_once(&place);
    for (size_t i = 0; !letters && i < sizeof names / sizeof *names; i++)
        letters = newlocale(LC_CTYPE_MASK, names[i], (locale_t)0);
    if (!letters)
        return (locale_t)0;
    locale_t kept = made_once_keep(&place, letters);
    if (kept != letters)
        freelocale(letters);
    return kept;
}

int query_regex_compile(regex_t *regex, const char *pattern)
{
    locale_t before = uselocale(letters_of_files());
    int result = regcomp(regex, pattern, REG_EXTENDED | REG_NOSUB | REG_ICASE);
    uselocale(before);
    return result;
}

bool query_regex_fits(const regex_t *regex, const char *text)
{
    locale_t before = uselocale(letters_of_files());
    bool result = regexec(regex, text, 0, NULL, 0) == 0;
    uselocale(before);
    return result;
}

/* How often a repetition sign at *text repeats what stands before it, which the compiler of expressions copies so often:
 * 0 when it is none. *text is advanced to its last character. */
static int repeats(const char **text)
{
    const char *at = *text;
    long most = 0;
    if (*at == '*' || *at == '+' || *at == '?')
        return 2;
    if (*at != '{' || !isdigit((unsigned char)at[1]))
        return 0;
    for (at++; isdigit((unsigned char)*at) || *at == ','; at += *at == ',') {
        char *end;
        long number = strtol(at, &end, 10);
        most = number > most ? number : most;
        at = end;
    }
    if (*at != '}')
        return 0;
    *text = at;
    return most < 1000 ? (int)most + 1 : 1000;
}

/* The bracket that ends a class of characters, where one that comes first is one of them and [:alpha:] has its own. NULL:
 * it never ends. */
static const char *class_end(const char *at)
{
    at += 1 + (at[1] == '^');
    at += *at == ']';
    for (; *at && *at != ']'; at++)
        if (*at == '[' && at[1] && strchr(":.=", at[1])) {
            const char close[] = {at[1], ']', '\0'};
            at = strstr(at + 2, close);
            if (!at)
                return NULL;
            at++;
        }
    return *at ? at : NULL;
}

/* Would an expression be too large when its repetitions are written out? Ten signs in a row are a thousand copies, which
 * regcomp() makes, whatever memory it takes, and its time goes with their square. */
bool query_regex_is_too_large(const char *pattern)
{
    enum { DEPTH = 50, SIZE = 2000 };
    long sum[DEPTH + 1] = {0}, last[DEPTH + 1] = {0}; /* by depth of parentheses: what is done, and the last part of it */
    int depth = 0;
    for (const char *at = pattern; *at; at++) {
        int times = repeats(&at);
        if (times) {
            last[depth] *= times;
        } else if (*at == ')' && depth > 0) {
            depth--;
            last[depth] = sum[depth + 1] + last[depth + 1] + 1;
        } else {
            sum[depth] += last[depth];
            last[depth] = 1;
            if (*at == '(' && ++depth > DEPTH)
                return true;
            if (*at == '(')
                sum[depth] = last[depth] = 0;
            else if (*at == '\\' && at[1])
                at++;
            else if (*at == '[' && !(at = class_end(at)))
                return false; /* regcomp() says what is wrong */
        }
        if (sum[depth] + last[depth] > SIZE)
            return true;
    }
    return false;
}

/* The end of a group that begins at a '(', which is passed over; NULL: it does not end as it seems to. */
static const char *group_end(const char *at)
{
    int depth = 0;
    for (; *at; at++) {
        if ((*at == '[' && !(at = class_end(at))) || (*at == '\\' && !at[1]))
            return NULL;
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
    return ascii_isalnum((unsigned char)c) && (unsigned char)c < 0x80 && !strchr("iIkKsS", c);
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
