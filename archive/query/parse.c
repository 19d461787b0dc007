/* parse.c - parses queries: or = and { "|" and }, and = not { not }, not = [ "!" | "-" ] atom. See
 * query.h. */
#include "config.h"

#include "archive/query/query_tree.h"
#include "core/util/ascii.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NESTING_MAX = 100, KEPT_MAX = 20, KEPT_ALL_MAX = 200, TERMS_MAX = 1000 };

struct parser {
    const char *text, *at;
    struct query *query;
    const struct query_saved *saved; /* saved searches; NULL if there are none */
    struct note *why;
    int depth;  /* current nesting depth of parentheses and signs */
    bool words; /* true when parsing an expression about one text, in which keys have no meaning */
    /* In a saved search: the parser of the text that refers to it, the name of the search, and how
     * deeply saved searches are nested. *kept_all counts all saved searches of the query. */
    const struct parser *outer;
    const char *name;
    int kept, *kept_all;
    bool told; /* true if the message about an error in a saved search already names that search */
};

static int add_term(struct parser *parser, struct term term)
{
    struct query *query = parser->query;
    query->term = memory_room(query->term, &query->room, query->n + 1, sizeof *query->term);
    query->term[query->n] = term;
    return query->n++;
}

static int parse_fail(struct parser *parser, const char *at, const char *sentence, const char *word)
{
    return note_fail(parser->why, FAIL_TEXT, (int)(at - parser->text), sentence, word);
}

static const char not_closed[] = "this '(' has no matching ')'%s";
static const char closes_nothing[] = "this ')' has no matching '('%s";

static void skip_blanks(struct parser *parser)
{
    while (*parser->at == ' ' || *parser->at == '\t')
        parser->at++;
}

/* Reads a word of an expression about one text; between quotes, blanks belong to the word. The
 * caller owns the word. NULL and a note if a quote is not closed. */
static char *parse_read_word(struct parser *parser)
{
    char *word = memory_new(strlen(parser->at) + 1, 1);
    const char *quote = NULL;
    size_t n = 0;
    for (; *parser->at && (quote || !strchr(" \t|()", *parser->at)); parser->at++)
        if (*parser->at == '"')
            quote = quote ? NULL : parser->at;
        else
            word[n++] = *parser->at;
    if (!quote)
        return word;
    free(word);
    parse_fail(parser, quote, "the quote is not closed%s", "");
    return NULL;
}

/* Reads a word or a quoted text; owned. NULL and a note if a quote or parenthesis is not closed. */
static char *parse_read_value(struct parser *parser)
{
    const char *start = parser->at, *end;
    if (*start == '"') {
        end = strchr(start + 1, '"');
        if (!end) {
            parse_fail(parser, start, "the quote is not closed%s", "");
            return NULL;
        }
        parser->at = end + 1;
        start++;
    } else {
        for (end = start; *end && !strchr(" \t|()", *end); end++)
            continue;
        /* Parentheses inside a value belong to it: turn:(r), ring:[(o)]. */
        if (*end == '(' || *end == ')') {
            const char *outermost = start;
            int open = 0;
            for (end = start; *end && !strchr(" \t|", *end) && (open > 0 || *end != ')'); end++) {
                outermost = open ? outermost : end;
                open += (*end == '(') - (*end == ')');
            }
            if (open) {
                parse_fail(parser, outermost, not_closed, "");
                return NULL;
            }
        }
        parser->at = end;
    }
    size_t length = (size_t)(end - start);
    char *value = memory_new(length + 1, 1);
    memcpy(value, start, length);
    return value;
}

static int parse_regex(struct parser *parser)
{
    const char *start = parser->at, *end = strchr(start + 1, '/');
    struct term term = {.kind = TERM_REGEX};
    if (!end)
        return parse_fail(parser, start, "the regular expression has no second '/'%s", "");
    if (end == start + 1)
        return parse_fail(parser, start, "there is nothing between the slashes%s", "");
    size_t length = (size_t)(end - start - 1);
    char *pattern = memory_cut(start + 1, length);
    struct note problem;
    int result = query_regex_new(&term.regex, pattern, &problem);
    if (result == 0)
        term.text = query_regex_literal(pattern);
    free(pattern);
    if (result < 0)
        return parse_fail(parser, start + 1 + problem.offset, "%s", problem.text);
    parser->at = end + 1;
    return add_term(parser, term);
}

static int parse_or(struct parser *parser);
static int parse_all(struct parser *parser);

/* Parses the contents of parentheses or of a saved search, or the whole text. A term
 * `in:variations` applies to all of that, and to nothing outside. */
static int parse_scope(struct parser *parser, int (*inside)(struct parser *parser))
{
    struct query *query = parser->query;
    bool outer = query->variations;
    int first = query->n;
    query->variations = false;
    int root = inside(parser);
    for (int i = first; query->variations && i < query->n; i++)
        query->term[i].variations = true;
    query->variations = outer;
    return root;
}

static int parse_check_kept(struct parser *parser, const char *name, const char *at)
{
    parser->told = true;
    for (const struct parser *in = parser; in; in = in->outer)
        if (in->name && !strcmp(in->name, name))
            return parse_fail(parser, at, "a search cannot refer to itself%s", "");
    if (parser->kept >= KEPT_MAX)
        return parse_fail(parser, at, "more than 20 saved searches are nested in each other%s", "");
    if (++*parser->kept_all > KEPT_ALL_MAX)
        return parse_fail(parser, at, "the query expands to more than 200 saved searches%s", "");
    parser->told = false;
    return parser->saved && parser->saved->saved
               ? 0
               : parse_fail(parser, at, "no searches are saved here%s", "");
}

/* Parses a saved search in place of its name. An error in the saved search is reported once, at
 * this name. The message says in which saved search the error is. */
static int parse_saved(struct parser *parser, const char *name, const char *at)
{
    struct note why = {.offset = -1};
    char sentence[300], *text = NULL;
    int result = parse_check_kept(parser, name, at);
    if (result < 0)
        return result;
    text = parser->saved->saved(parser->saved->argument, name, &why);
    if (!text)
        return parse_fail(parser, at, "%s", why.text);
    struct parser inner = *parser;
    inner.text = inner.at = text;
    inner.why = &why;
    inner.outer = parser;
    inner.name = name;
    inner.kept++;
    result = parse_scope(&inner, parse_all);
    int character = result < 0 && why.offset >= 0 ? text_character(text, why.offset) : 1;
    free(text);
    if (result >= 0)
        return result;
    parser->told = true;
    snprintf(sentence, sizeof sentence,
             "the saved search '%.40s' has an error at character %d: %.200s", name, character,
             why.text);
    return parse_fail(parser, at, "%s", inner.told ? why.text : sentence);
}

/* True if a value is unknown to this program but occurs in some game. */
static bool parse_is_listed(const struct parser *parser, struct term *term)
{
    static const enum key open_keys[] = {ASK_VARIANT, ASK_ECO, ASK_RESULT, ASK_DATE, ASK_OPTION};
    bool open = false;
    for (size_t i = 0; i < sizeof open_keys / sizeof *open_keys; i++)
        open = open || term->key == open_keys[i];
    if (!open || !*term->text || !parser->saved || !parser->saved->listed)
        return false;
    term->ranged = false;
    term->low = INT64_MAX; /* the text is not a range: only exactly this text matches */
    term->high = INT64_MIN;
    struct query one = {.term = term, .n = 1};
    return parser->saved->listed(parser->saved->argument, &one);
}

/* Adds a term. If it is for a ply with signs after it, also adds a term for the ply without signs,
 * which indexes can use. */
static int add_signed(struct parser *parser, struct term term)
{
    struct term hint = term;
    hint.text = memory_text(term.text);
    hint.hint = true;
    hint.check[0] = '\0';
    hint.nag = 0;
    int left = add_term(parser, hint);
    return add_term(parser,
                    (struct term){.kind = TERM_AND, .left = left, .right = add_term(parser, term)});
}

static int parse_atom(struct parser *parser)
{
    const char *start = parser->at;
    if (parser->query->n >= TERMS_MAX)
        return parse_fail(parser, start, "the query is too long%s", "");
    if (*start == '(') {
        parser->at++;
        int inside = parse_scope(parser, parse_or);
        if (inside < 0)
            return inside;
        skip_blanks(parser);
        if (*parser->at != ')')
            return parse_fail(parser, start, not_closed, "");
        parser->at++;
        return inside;
    }
    if (*start == '/' && !parser->words)
        return parse_regex(parser);
    if (*start == '&')
        return parse_fail(parser, start, "separate words with blanks, not with '&'%s", "");
    size_t name = 0;
    while (!parser->words && ascii_isalpha((unsigned char)start[name]))
        name++;
    struct term term = {.kind = TERM_TEXT};
    if (name > 0 && start[name] == ':') {
        term.kind = TERM_KEY;
        term.key = query_key_named(start, name);
        if (term.key == KEYS) {
            char word[32];
            snprintf(word, sizeof word, "%.*s", (int)(name < 30 ? name : 30), start);
            return parse_fail(parser, start, "there is no key '%s'", word);
        }
        parser->at += name + 1;
    }
    const char *value = parser->at;
    term.text = parser->words ? parse_read_word(parser) : parse_read_value(parser);
    if (!term.text)
        return FAIL_TEXT;
    int result = term.kind == TERM_KEY
                     ? query_value_check(parser->query, &term, (int)(value - parser->text),
                                         *value == '"', parser->why)
                     : 0;
    if (result < 0 && parse_is_listed(parser, &term))
        result = 0;
    if (result == 0 && term.kind == TERM_KEY && term.key == ASK_SAVED)
        return result = parse_saved(parser, term.text, value), free(term.text), result;
    if (result < 0) {
        free(term.text);
        return result;
    }
    if (term.kind == TERM_TEXT && !*term.text)
        return free(term.text),
               parse_fail(parser, start, "there is nothing between the quotes%s", "");
    return term.kind == TERM_KEY && query_asks_signs(&term) ? add_signed(parser, term)
                                                            : add_term(parser, term);
}

static int parse_not(struct parser *parser)
{
    bool negated = false;
    int result;
    while (*parser->at == '!' || (*parser->at == '-' && !parser->words)) {
        negated = !negated;
        parser->at++;
        if (!*parser->at || strchr(" \t|)", *parser->at))
            return parse_fail(parser, parser->at - 1,
                              "'%.1s' needs something after it; quote it to search for it",
                              parser->at - 1);
    }
    if (++parser->depth > NESTING_MAX)
        return parse_fail(parser, parser->at, "the query is nested too deeply%s", "");
    result = parse_atom(parser);
    parser->depth--;
    if (result < 0 || !negated)
        return result;
    return add_term(parser, (struct term){.kind = TERM_NOT, .left = result});
}

static bool parse_at_end(struct parser *parser)
{
    skip_blanks(parser);
    return !*parser->at || *parser->at == ')' || *parser->at == '|';
}

/* Handles a missing word: an empty query matches all games, but an operator requires a word. */
static int parse_nothing(struct parser *parser)
{
    const char *at = parser->at, *before = at;
    while (before > parser->text && strchr(" \t", before[-1]))
        before--;
    bool first = before-- == parser->text;
    if (first && !*at)
        return add_term(parser, (struct term){.kind = TERM_ALL});
    if (*at == '|')
        return !first && before == at - 1 && *before == '|'
                   ? parse_fail(parser, at, "one '|' is enough%s", "")
                   : parse_fail(parser, at, "'|' needs something before it%s", "");
    if (first)
        return parse_fail(parser, at, closes_nothing, "");
    if (*before == '|')
        return parse_fail(parser, before, "'|' needs something after it%s", "");
    return parse_fail(parser, before,
                      *at ? "there is nothing between the parentheses%s" : not_closed, "");
}

static int parse_and(struct parser *parser)
{
    if (parse_at_end(parser))
        return parse_nothing(parser);
    int left = parse_not(parser);
    while (left >= 0 && !parse_at_end(parser)) {
        int right = parse_not(parser);
        if (right < 0)
            return right;
        left = add_term(parser, (struct term){.kind = TERM_AND, .left = left, .right = right});
    }
    return left;
}

static int parse_or(struct parser *parser)
{
    int left = parse_and(parser);
    while (left >= 0 && *parser->at == '|') {
        parser->at++;
        int right = parse_and(parser);
        if (right < 0)
            return right;
        left = add_term(parser, (struct term){.kind = TERM_OR, .left = left, .right = right});
    }
    return left;
}

/* Parses the whole text; returns the index of its term. */
static int parse_all(struct parser *parser)
{
    int root = parse_or(parser);
    return root >= 0 && *parser->at ? parse_fail(parser, parser->at, closes_nothing, "") : root;
}

static int read_query(struct parser *parser, const struct position *here, struct query **out)
{
    struct query *query = parser->query = memory_new(1, sizeof *query);
    parser->at = parser->text;
    query->here = here;
    query->root = parse_scope(parser, parse_all);
    if (query->root < 0) {
        int result = query->root;
        query_free(query);
        return result;
    }
    *out = query;
    return 0;
}

int query_parse(const char *text, const struct position *here, struct query **out, struct note *why)
{
    return query_parse_saved(text, here, NULL, out, why);
}

int query_parse_saved(const char *text, const struct position *here,
                      const struct query_saved *saved, struct query **out, struct note *why)
{
    int kept_all = 0;
    return read_query(
        &(struct parser){.text = text, .saved = saved, .why = why, .kept_all = &kept_all}, here,
        out);
}

int query_parse_words(const char *text, struct query **out, struct note *why)
{
    return read_query(&(struct parser){.text = text, .why = why, .words = true}, NULL, out);
}

/* ---- The keys of the query language, and queries as a whole: see query.h.
 *
 * Parsing: parse.c, values.c, regex.c. Matching:
 * match.c, match.c, match_position.c,
 * match_position.c, text.c. */

static const struct {
    const char *name;
    enum query_need need;
} keys[KEYS] = {
#define ASK_ROW(name, text, need, example, help) {text, need},
    QUERY_KEYS(ASK_ROW)
#undef ASK_ROW
};

static const struct query_key key_help[KEYS] = {
#define ASK_HELP(name, text, need, example, help) {text, example, help},
    QUERY_KEYS(ASK_HELP)
#undef ASK_HELP
};

const struct query_key *query_keys(int *count)
{
    *count = KEYS;
    return key_help;
}

enum key query_key_named(const char *name, size_t length)
{
    int key = 0;
    while (key < KEYS &&
           (strlen(keys[key].name) != length || memcmp(keys[key].name, name, length) != 0))
        key++;
    return (enum key)key;
}

const char *query_key_name(enum key key)
{
    return keys[key].name;
}

enum query_need query_key_need(enum key key)
{
    return keys[key].need;
}

const char *const query_orders[] = {[ORDER_DATE] = "date",   [ORDER_WHITE] = "white",
                                    [ORDER_BLACK] = "black", [ORDER_RED] = "red",
                                    [ORDER_EVENT] = "event", [ORDER_SITE] = "site",
                                    [ORDER_ROUND] = "round", [ORDER_RESULT] = "result",
                                    [ORDER_ECO] = "eco",     [ORDER_VARIANT] = "variant",
                                    [ORDER_PLIES] = "plies", [ORDER_ID] = "id",
                                    [ORDERS] = NULL};

void query_free(struct query *query)
{
    if (!query)
        return;
    for (int i = 0; i < query->n; i++) {
        free(query->term[i].text);
        query_regex_free(query->term[i].regex);
    }
    free(query->term);
    free(query);
}

int query_given_up(const struct query *query)
{
    int texts = 0;
    for (int i = 0; i < query->n; i++)
        texts += query->term[i].regex ? query_regex_given_up(query->term[i].regex) : 0;
    return texts;
}

static enum query_need need_of(const struct term *term)
{
    switch (term->kind) {
    case TERM_KEY:
        return keys[term->key].need;
    case TERM_TEXT:
    case TERM_REGEX:
        return QUERY_RECORD;
    default:
        return QUERY_LISTING;
    }
}

enum query_need query_needs(const struct query *query)
{
    enum query_need need = QUERY_LISTING;
    for (int i = 0; i < query->n; i++)
        if (need_of(&query->term[i]) > need)
            need = need_of(&query->term[i]);
    return need;
}

const char *query_sort(const struct query *query)
{
    return query->sort;
}
