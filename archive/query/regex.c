/* regex.c - regular expressions in queries, through PCRE2, and the literal text that every match
 * must contain.
 *
 *  The syntax is Perl's in every locale, on UTF-8 text, ignoring case. PCRE2 refuses expressions
 *  that are too large to compile. Two limits end a match that would take very long or much
 *  memory; a text that reaches a limit does not match, and is counted. */
#include "config.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include "archive/query/query_tree.h"
#include "core/util/ascii.h"

#include <pcre2.h>
#include <stdlib.h>
#include <string.h>

enum {
    NESTING_MAX = 50,      /* the deepest nesting of parentheses */
    STEPS = 1 << 20,       /* greatest number of PCRE2 steps per match; so many steps take some ten
                              milliseconds */
    STEPS_LATER = 1 << 13, /* this is the limit instead of STEPS, once PATIENCE texts have exceeded
                              STEPS */
    PATIENCE = 100,        /* number of texts that may exceed STEPS before the limit is reduced */
    HEAP_KIB = 16 << 10
};

struct query_regex {
    pcre2_code *code;
    pcre2_match_data *data; /* memory for a match, for use in one thread at a time */
    pcre2_match_context *limits;
    int given_up;
};

int query_regex_new(struct query_regex **out, const char *pattern, struct note *why)
{
    const uint32_t options = PCRE2_UTF | PCRE2_UCP | PCRE2_CASELESS | PCRE2_DOTALL |
                             PCRE2_DOLLAR_ENDONLY | PCRE2_NEVER_BACKSLASH_C |
                             PCRE2_MATCH_INVALID_UTF;
    int problem = 0;
    PCRE2_SIZE at = 0;
    pcre2_compile_context *context = pcre2_compile_context_create(NULL);
    if (!context)
        memory_exhausted();
    pcre2_set_parens_nest_limit(context, NESTING_MAX);
    pcre2_code *code =
        pcre2_compile((PCRE2_SPTR)pattern, PCRE2_ZERO_TERMINATED, options, &problem, &at, context);
    pcre2_compile_context_free(context);
    if (!code) {
        char text[160];
        pcre2_get_error_message(problem, (PCRE2_UCHAR *)text, sizeof text);
        return note_fail(why, FAIL_TEXT, (int)at, "the regular expression cannot be read: %s",
                         text);
    }
    struct query_regex *regex = memory_new(1, sizeof *regex);
    regex->code = code;
    regex->data = pcre2_match_data_create(1, NULL);
    regex->limits = pcre2_match_context_create(NULL);
    if (!regex->data || !regex->limits)
        memory_exhausted();
    pcre2_set_match_limit(regex->limits, STEPS);
    pcre2_set_heap_limit(regex->limits, HEAP_KIB);
    *out = regex;
    return 0;
}

void query_regex_free(struct query_regex *regex)
{
    if (!regex)
        return;
    pcre2_match_context_free(regex->limits);
    pcre2_match_data_free(regex->data);
    pcre2_code_free(regex->code);
    free(regex);
}

bool query_regex_fits(struct query_regex *regex, const char *text)
{
    int found =
        pcre2_match(regex->code, (PCRE2_SPTR)text, strlen(text), 0, 0, regex->data, regex->limits);
    if (found == PCRE2_ERROR_NOMEMORY)
        memory_exhausted();
    if (found < 0 && found != PCRE2_ERROR_NOMATCH && ++regex->given_up == PATIENCE)
        pcre2_set_match_limit(regex->limits, STEPS_LATER);
    return found >= 0;
}

int query_regex_given_up(const struct query_regex *regex)
{
    return regex->given_up;
}

/* ----------------------------------------------------------------------------------------------------------
 * literals */

/* Finds the bracket that ends a character class. A bracket that comes first belongs to the
 * class, [:alpha:] has brackets of its own, and a backslash quotes the next character. NULL if
 * the class never ends. */
static const char *class_end(const char *at)
{
    at += 1 + (at[1] == '^');
    at += *at == ']';
    for (; *at && *at != ']'; at++) {
        if (*at == '\\' && !*++at)
            return NULL;
        if (*at == '[' && at[1] && strchr(":.=", at[1])) {
            const char close[] = {at[1], ']', '\0'};
            at = strstr(at + 2, close);
            if (!at)
                return NULL;
            at++;
        }
    }
    return *at ? at : NULL;
}

/* Finds the end of the group that begins at a '(', in order to skip it; NULL if the end cannot
 * be determined. */
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

/* True for an ASCII letter or digit. If another character matches it because case is ignored, that
 * character is also folded to it (archive/util/sanitize.h). */
static bool regex_is_letter(char c)
{
    return ascii_isalnum((unsigned char)c);
}

/* True if the letter before these characters may be absent. */
static bool is_optional(const char *at)
{
    at += strspn(at, "+");
    return *at && strchr("*?{", *at);
}

/* True if an expression changes the meaning of letters: (?x), (*COMMIT), \Qquoted\E, \x41,
 * \p{Lu}. After a backslash, punctuation stands for itself; the letters listed below stand for a
 * position or a single character, whatever follows. */
static bool is_special(const char *pattern)
{
    static const char simple[] = "bBdDsSwWhHvVAzZRnrtfe";
    for (const char *at = pattern; *at; at++) {
        if (*at == '(' && (at[1] == '?' || at[1] == '*'))
            return true;
        if (*at == '\\' && at[1] && ascii_isalnum((unsigned char)*++at) && !strchr(simple, *at))
            return true;
    }
    return false;
}

char *query_regex_literal(const char *pattern)
{
    const char *best = NULL, *run = NULL;
    size_t most = 1; /* length of the longest run so far; at first 1, since a single letter occurs
                        nearly everywhere */
    if (is_special(pattern))
        return NULL;
    for (const char *at = pattern;; at++) {
        if (regex_is_letter(*at) && !is_optional(at + 1)) {
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
        if (*at == '|')
            return NULL; /* the expression has alternatives, so no literal is certain */
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
    return best ? memory_cut(best, most) : NULL;
}
