/* query.c - reading queries, and trying them on listings: see query.h. */
#include "config.h"

#include "archive/query_parts.h"

#include "core/ruleset.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NESTING_MAX = 100, KEPT_MAX = 20, TERMS_MAX = 1000 };

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
    while (key < KEYS && (strlen(keys[key].name) != length || memcmp(keys[key].name, name, length) != 0))
        key++;
    return (enum key)key;
}

enum query_need query_key_need(enum key key)
{
    return keys[key].need;
}

/* --- parsing: or = and { "|" and }, and = not { not }, not = [ "!" | "-" ] atom --- */

struct parser {
    const char *text, *at;
    struct query *query;
    const struct query_saved *saved; /* NULL: none are kept here */
    struct note *why;
    int depth, kept; /* parentheses and signs; searches kept under names that stand in each other */
};

static int add_term(struct parser *parser, struct term term)
{
    struct query *query = parser->query;
    query->term = memory_room(query->term, &query->room, query->n + 1, sizeof *query->term);
    query->term[query->n] = term;
    return query->n++;
}

static int fail(struct parser *parser, const char *at, const char *sentence, const char *word)
{
    return note_fail(parser->why, FAIL_TEXT, (int)(at - parser->text), sentence, word);
}

static void skip_blanks(struct parser *parser)
{
    while (*parser->at == ' ' || *parser->at == '\t')
        parser->at++;
}

/* A word, or a text in quotes; owned. NULL and a note when the quote is not closed. */
static char *read_value(struct parser *parser)
{
    const char *start = parser->at, *end;
    if (*start == '"') {
        end = strchr(start + 1, '"');
        if (!end) {
            fail(parser, start, "the quote is not closed%s", "");
            return NULL;
        }
        parser->at = end + 1;
        start++;
    } else {
        for (end = start; *end && !strchr(" \t|()", *end); end++)
            continue;
        /* Parentheses belong to the value where they are inside it: turn:(r), ring:[(o)]. */
        if (*end == '(' || *end == ')') {
            int open = 0;
            for (end = start; *end && !strchr(" \t|", *end) && (open > 0 || *end != ')'); end++)
                open += (*end == '(') - (*end == ')');
        }
        parser->at = end;
    }
    size_t length = (size_t)(end - start);
    char *value = memory_new(length + 1, 1);
    memcpy(value, start, length);
    return value;
}

const char *const query_orders[] = {[ORDER_DATE] = "date", [ORDER_WHITE] = "white", [ORDER_BLACK] = "black",
                                    [ORDER_RED] = "red", [ORDER_EVENT] = "event", [ORDER_SITE] = "site",
                                    [ORDER_ROUND] = "round", [ORDER_RESULT] = "result", [ORDER_ECO] = "eco",
                                    [ORDER_VARIANT] = "variant", [ORDER_PLIES] = "plies", [ORDER_ID] = "id", [ORDERS] = NULL};

static bool one_of(const char *value, const char *const *list)
{
    for (; *list; list++)
        if (!strcmp(*list, value))
            return true;
    return false;
}

/* What a key's value must be like. */
static int check_value(struct parser *parser, struct term *term, const char *at)
{
    static const char *const has[] = {"comment", "line", "variation", "nag", "mark", "clock", "step", "step-comment",
                                      "broken", "note", NULL};
    static const char *const rings[] = {"o", "()", "[]", "(o)", "[()]", "[(o)]", NULL};
    static const char *const statuses[] = {"damaged", "good", "live", "over", NULL};
    static const char *const turns[] = {"(r)", "(l)", "r", "l", NULL};
    static const char *const facings[] = {"n", "ne", "e", "se", "s", "sw", "w", "nw", NULL};
    struct query *query = parser->query;
    const char *value = term->text;
    if (!*value)
        return fail(parser, at, "%s: needs a value", keys[term->key].name);
    switch (term->key) {
    case ASK_PLIES:
    case ASK_CASCADE:
        term->ranged = query_number_range(value, &term->low, &term->high);
        return term->ranged ? 0 : fail(parser, at, "'%.40s' is no number or range like >40 or 10..20", value);
    case ASK_DATE:
        term->ranged = query_date_range(value, &term->low, &term->high);
        return term->ranged ? 0 : fail(parser, at, "'%.40s' is no date or range like 1858 or 2024-01..06", value);
    case ASK_RING:
        return one_of(value, rings) ? 0 : fail(parser, at, "ring: takes o () [] (o) [()] or [(o)]%s", "");
    case ASK_HAS:
        return one_of(value, has) ? 0 : fail(parser, at, "has: takes comment, line, nag, mark, clock, step or broken%s", "");
    case ASK_NAG:
        return query_nag(value) > 0 ? 0 : fail(parser, at, "nag: takes ! ? !! ?? !? ?! or a number, not '%.40s'", value);
    case ASK_STATUS:
        return one_of(value, statuses) ? 0 : fail(parser, at, "status: takes damaged, good, live or over%s", "");
    case ASK_IN:
        if (strcmp(value, "variations") != 0)
            return fail(parser, at, "in: takes variations%s", "");
        query->variations = true;
        term->kind = TERM_ALL;
        return 0;
    case ASK_TURN:
        if (one_of(value, turns) || (isalpha((unsigned char)value[0]) && value[1] == '@' && one_of(value + 2, facings)))
            return 0;
        return fail(parser, at, "turn: takes (r), (l) or a piece and where it faces, like b@sw%s", "");
    case ASK_SORT:
        if (!one_of(value + (*value == '-'), query_orders))
            return fail(parser, at, "there is no order '%.40s': Tab lists them", value);
        snprintf(query->sort, sizeof query->sort, "%s", value);
        term->kind = TERM_ALL;
        return 0;
    case ASK_POS:
    case ASK_NEAR:
        if (!strcmp(value, "here") && !query->here)
            return fail(parser, at, "there is no board here: give the position as a quoted text%s", "");
        if (strcmp(value, "here") != 0 && !strpbrk(value, "/0123456789"))
            return fail(parser, at, "'%.40s' is no position: here, or a quoted position text", value);
        return 0;
    case ASK_PIECE:
        return isalpha((unsigned char)value[0]) && strchr(value, '@')
                   ? 0 : fail(parser, at, "piece: takes a letter and a cell, like N@e5%s", "");
    default:
        return 0;
    }
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

/* The bracket that ends a class of characters; a bracket that comes first is one of them. NULL: it never ends. */
static const char *class_end(const char *at)
{
    at += 1 + (at[1] == '^');
    return *at ? strchr(at + 1, ']') : NULL;
}

/* Would an expression be too large when its repetitions are written out? Ten signs in a row are a thousand copies, which
 * regcomp() makes, whatever memory it takes, and its time goes with their square. */
static bool regex_is_too_large(const char *pattern)
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

static int parse_regex(struct parser *parser)
{
    const char *start = parser->at, *end = strchr(start + 1, '/');
    struct term term = {.kind = TERM_REGEX};
    if (!end)
        return fail(parser, start, "the regular expression has no second '/'%s", "");
    size_t length = (size_t)(end - start - 1);
    char *pattern = memory_new(length + 1, 1), problem[128];
    memcpy(pattern, start + 1, length);
    bool large = length > 1000 || regex_is_too_large(pattern);
    int bad = large ? 0 : regcomp(&term.regex, pattern, REG_EXTENDED | REG_NOSUB | REG_ICASE);
    if (!large && !bad)
        term.text = query_regex_literal(pattern);
    free(pattern);
    if (large)
        return fail(parser, start, "the regular expression is too large when its repetitions are written out%s", "");
    if (bad) {
        regerror(bad, NULL, problem, sizeof problem);
        return fail(parser, start, "the regular expression cannot be read: %s", problem);
    }
    parser->at = end + 1;
    return add_term(parser, term);
}

static int parse_or(struct parser *parser);
static int parse_all(struct parser *parser);

static const char stands_for_itself[] = "a search cannot stand for itself%s";

/* What a search kept under a name asks for, in its place. What is wrong in it is told at the name. */
static int parse_saved(struct parser *parser, const char *name, const char *at)
{
    struct note why = {.text = ""};
    char *text = NULL;
    if (parser->kept >= KEPT_MAX)
        return fail(parser, at, stands_for_itself, "");
    if (!parser->saved)
        return fail(parser, at, "no searches are kept here%s", "");
    text = parser->saved->saved(parser->saved->argument, name, &why);
    if (!text)
        return fail(parser, at, "%s", why.text);
    struct parser inner = *parser;
    inner.text = inner.at = text;
    inner.why = &why;
    inner.kept++;
    int result = parse_all(&inner);
    free(text);
    if (result >= 0)
        return result;
    char sentence[300];
    if (!strncmp(why.text, stands_for_itself, sizeof stands_for_itself - 3)) /* that is told once, at the outermost */
        return fail(parser, at, stands_for_itself, "");
    snprintf(sentence, sizeof sentence, "'%.40s' cannot be searched: %.200s", name, why.text);
    return fail(parser, at, "%s", sentence);
}

static int parse_atom(struct parser *parser)
{
    const char *start = parser->at;
    if (parser->query->n >= TERMS_MAX)
        return fail(parser, start, "the query is too long%s", "");
    if (*start == '(') {
        parser->at++;
        int inside = parse_or(parser);
        if (inside < 0)
            return inside;
        skip_blanks(parser);
        if (*parser->at != ')')
            return fail(parser, start, "the parenthesis is not closed%s", "");
        parser->at++;
        return inside;
    }
    if (*start == '/')
        return parse_regex(parser);
    size_t name = 0;
    while (isalpha((unsigned char)start[name]))
        name++;
    struct term term = {.kind = TERM_TEXT};
    if (name > 0 && start[name] == ':') {
        term.kind = TERM_KEY;
        term.key = query_key_named(start, name);
        if (term.key == KEYS) {
            char word[32];
            snprintf(word, sizeof word, "%.*s", (int)(name < 30 ? name : 30), start);
            return fail(parser, start, "there is no key '%s'; Tab lists them", word);
        }
        parser->at += name + 1;
    }
    const char *value = parser->at;
    term.text = read_value(parser);
    if (!term.text)
        return FAIL_TEXT;
    int result = term.kind == TERM_KEY ? check_value(parser, &term, value) : 0;
    if (result == 0 && term.kind == TERM_KEY && term.key == ASK_SAVED)
        return result = parse_saved(parser, term.text, value), free(term.text), result;
    if (result < 0) {
        free(term.text);
        return result;
    }
    if (term.kind == TERM_TEXT && parser->at == start)
        return free(term.text), fail(parser, start, "'%.1s' stands where a word was expected", start);
    return add_term(parser, term);
}

static int parse_not(struct parser *parser)
{
    bool negated = false;
    int result;
    while (*parser->at == '!' || (*parser->at == '-' && parser->at[1] && parser->at[1] != ' ')) {
        negated = !negated;
        parser->at++;
    }
    if (++parser->depth > NESTING_MAX)
        return fail(parser, parser->at, "the query is nested too deep%s", "");
    result = parse_atom(parser);
    parser->depth--;
    if (result < 0 || !negated)
        return result;
    return add_term(parser, (struct term){.kind = TERM_NOT, .left = result});
}

static bool at_end(struct parser *parser)
{
    skip_blanks(parser);
    return !*parser->at || *parser->at == ')' || *parser->at == '|';
}

static int parse_and(struct parser *parser)
{
    if (at_end(parser))
        return add_term(parser, (struct term){.kind = TERM_ALL});
    int left = parse_not(parser);
    while (left >= 0 && !at_end(parser)) {
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

/* The whole text: the number of its term. */
static int parse_all(struct parser *parser)
{
    int root = parse_or(parser);
    return root >= 0 && *parser->at ? fail(parser, parser->at, "the parenthesis closes nothing%s", "") : root;
}

int query_parse(const char *text, const struct position *here, struct query **out, struct note *why)
{
    return query_parse_saved(text, here, NULL, out, why);
}

int query_parse_saved(const char *text, const struct position *here, const struct query_saved *saved, struct query **out,
                      struct note *why)
{
    struct query *query = memory_new(1, sizeof *query);
    struct parser parser = {.text = text, .at = text, .query = query, .saved = saved, .why = why};
    query->here = here;
    query->root = parse_all(&parser);
    if (query->root < 0) {
        int result = query->root;
        query_free(query);
        return result;
    }
    *out = query;
    return 0;
}

void query_free(struct query *query)
{
    if (!query)
        return;
    for (int i = 0; i < query->n; i++) {
        free(query->term[i].text);
        if (query->term[i].kind == TERM_REGEX)
            regfree(&query->term[i].regex);
    }
    free(query->term);
    free(query);
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

/* --- trying --- */

struct trial {
    const struct query *query;
    const struct query_game *game;
    const struct record *record;
    bool loaded;
    struct query_hit *hit;
};

static const struct record *record_of(struct trial *trial)
{
    if (!trial->loaded && trial->game->record)
        trial->record = trial->game->record(trial->game->argument);
    trial->loaded = true;
    return trial->record;
}

static bool family_fits(const char *variant, const char *family)
{
    const struct variant *row;
    const struct rules *rules;
    for (int i = 0; (row = variant_at(i, false, &rules)); i++)
        if (!strcmp(row->id, variant) || (!strncmp(variant, "custom:", 7) && !strcmp(row->id, "custom")))
            return query_globs(rules->family, family);
    return false;
}

static bool score_fits(const char *score, const char *wanted)
{
    static const struct {
        const char *word, *score;
    } words[] = {{"white", "1-0"}, {"black", "0-1"}, {"draw", "1/2-1/2"}, {"1/2", "1/2-1/2"}, {"=", "1/2-1/2"},
                 {"open", "*"},    {"w", "1-0"},     {"b", "0-1"}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!strcmp(wanted, words[i].word))
            return !strcmp(score, words[i].score);
    return !strcmp(score, wanted);
}

static bool date_fits(const char *date, const struct term *term)
{
    int64_t low, high;
    return query_date_read(date, strlen(date), &low, &high) && low <= term->high && high >= term->low &&
           strncmp(date, "????", 4) != 0;
}

bool query_text_fits(const struct term *term, const char *text)
{
    switch (term->key) {
    case ASK_WHITE:
    case ASK_BLACK:
    case ASK_RED:
    case ASK_PLAYER:
    case ASK_EVENT:
    case ASK_SITE:
        return query_contains(text, term->text);
    case ASK_ROUND:
    case ASK_VARIANT:
    case ASK_ECO:
        return query_globs(text, term->text);
    case ASK_DATE:
        return date_fits(text, term);
    case ASK_FAMILY:
        return family_fits(text, term->text);
    case ASK_RESULT:
        return score_fits(text, term->text);
    default:
        return false;
    }
}

static bool player_fits(const struct listing *listing, char side, const struct term *term)
{
    for (int i = 0; i < listing->players; i++)
        if ((!side || listing->side[i] == side) && query_text_fits(term, listing->player[i]))
            return true;
    return false;
}

bool query_listing_fits(const struct listing *listing, const struct term *term)
{
    switch (term->key) {
    case ASK_WHITE:
        return player_fits(listing, 'w', term);
    case ASK_BLACK:
        return player_fits(listing, 'b', term);
    case ASK_RED:
        return player_fits(listing, 'r', term);
    case ASK_PLAYER:
        return player_fits(listing, 0, term);
    case ASK_EVENT:
        return query_text_fits(term, listing->event);
    case ASK_SITE:
        return query_text_fits(term, listing->site);
    case ASK_ROUND:
        return query_text_fits(term, listing->round);
    case ASK_DATE:
        return query_text_fits(term, listing->date);
    case ASK_VARIANT:
    case ASK_FAMILY:
        return query_text_fits(term, listing->variant);
    case ASK_RESULT:
        return query_text_fits(term, listing->score);
    case ASK_ECO:
        return query_text_fits(term, listing->eco);
    case ASK_PLIES:
        return listing->plies >= term->low && listing->plies <= term->high;
    case ASK_ID:
        return !strncmp(listing->id, term->text, strlen(term->text));
    case ASK_STATUS:
        if (term->text[0] == 'd' || term->text[0] == 'g')
            return listing->damaged == (term->text[0] == 'd');
        return !listing->damaged && (!*listing->score || !strcmp(listing->score, "*")) == (term->text[0] == 'l');
    default:
        return false;
    }
}

bool query_says(const struct term *term, const char *text)
{
    if (!text)
        return false;
    return term->kind == TERM_REGEX ? regexec(&term->regex, text, 0, NULL, 0) == 0 : query_contains(text, term->text);
}

bool query_headers_say(const struct listing *listing, const struct term *term)
{
    for (int i = 0; i < listing->players; i++)
        if (query_says(term, listing->player[i]))
            return true;
    return query_says(term, listing->event) || query_says(term, listing->site) || query_says(term, listing->variant) ||
           query_says(term, listing->date) || query_says(term, listing->eco) ||
           (term->kind == TERM_REGEX ? query_says(term, listing->score) : !strcmp(listing->score, term->text));
}

/* What must stand in the bytes of a game for a ply to fit: the longest piece of the pattern without * and ?, or, of a
 * move, where it goes ("f7" of Qf7, which is Qd5-f7 too). */
static void piece_of_pattern(const struct term *term, char *out, size_t size)
{
    const char *text = term->text, *best = text;
    size_t most = 0;
    for (const char *at = text; *at;) {
        size_t length = strcspn(at, "*?");
        if (length > most) {
            best = at;
            most = length;
        }
        at += length + (at[length] != '\0');
    }
    if (term->key == ASK_MOVE && most == strlen(text)) {
        size_t digits = 0;
        while (digits < most && isdigit((unsigned char)text[most - 1 - digits]))
            digits++;
        if (digits && digits < most) {
            best = text + most - digits - 1;
            most = digits + 1;
        }
    }
    snprintf(out, size, "%.*s", (int)most, best);
}

/* What must stand in the bytes of a game for a term to fit, if not in its headers; NULL: nothing is known to. */
static const char *literal_of(const struct term *term, char *piece, size_t size)
{
    bool keyed = term->kind == TERM_KEY;
    if (keyed && (term->key == ASK_MOVE || term->key == ASK_PLY)) {
        piece_of_pattern(term, piece, size);
        return piece;
    }
    bool literal = term->kind == TERM_TEXT || term->kind == TERM_REGEX ||
                   (keyed && (term->key == ASK_TEXT || term->key == ASK_BY || term->key == ASK_TAG || term->key == ASK_END));
    return literal ? term->text : NULL;
}

enum { PIECE_ROOM = 64 };

/* A look at the bytes of a game before it is loaded: is what the term asks for certainly not there? */
static bool bytes_lack(struct trial *trial, const struct term *term)
{
    const struct query_game *game = trial->game;
    char piece[PIECE_ROOM];
    size_t size;
    const char *literal = literal_of(term, piece, sizeof piece);
    const char *bytes = literal && game->bytes && !trial->loaded ? game->bytes(game->argument, &size) : NULL;
    return bytes && query_bytes_lack(bytes, size, literal);
}

static char *word_of(const struct query *query, int at)
{
    const struct term *term = &query->term[at];
    char piece[PIECE_ROOM];
    if (term->kind == TERM_AND) {
        char *one = word_of(query, term->left), *other = word_of(query, term->right);
        bool longer = one && (!other || strlen(one) >= strlen(other));
        free(longer ? other : one);
        return longer ? one : other;
    }
    const char *literal = literal_of(term, piece, sizeof piece);
    return literal && *literal ? memory_text(literal) : NULL;
}

char *query_word(const struct query *query)
{
    return word_of(query, query->root);
}

static bool fits(struct trial *trial, int index)
{
    const struct term *term = &trial->query->term[index];
    const struct listing *listing = trial->game->listing;
    switch (term->kind) {
    case TERM_ALL:
        return true;
    case TERM_AND:
        return fits(trial, term->left) && fits(trial, term->right);
    case TERM_OR:
        return fits(trial, term->left) || fits(trial, term->right);
    case TERM_NOT: {
        struct query_hit *hit = trial->hit, none = {.ply = -1};
        trial->hit = &none; /* what must not be there is no place to open a game at */
        bool inside = fits(trial, term->left);
        trial->hit = hit;
        return !inside;
    }
    case TERM_TEXT:
    case TERM_REGEX:
        if (query_headers_say(listing, term))
            return true;
        break;
    case TERM_KEY:
        if (keys[term->key].need == QUERY_LISTING)
            return query_listing_fits(listing, term);
        break;
    }
    if (bytes_lack(trial, term))
        return false;
    const struct record *record = record_of(trial);
    return record && query_record_fits(trial->query, term, record, trial->hit);
}

bool query_fits(const struct query *query, const struct query_game *game, struct query_hit *hit)
{
    struct query_hit none;
    struct trial trial = {.query = query, .game = game, .hit = hit ? hit : &none};
    *trial.hit = (struct query_hit){.ply = -1, .first = game->first || !hit};
    return fits(&trial, query->root);
}

int query_plies(const struct query *query, const struct query_game *game, int *ply, int room)
{
    struct query_hit hit = {.ply = -1};
    struct trial trial = {.query = query, .game = game, .hit = &hit};
    int n = 0;
    while (n < room && fits(&trial, query->root) && hit.ply >= 0) {
        ply[n++] = hit.ply;
        hit = (struct query_hit){.ply = -1, .from = hit.ply + 1};
    }
    return n;
}
