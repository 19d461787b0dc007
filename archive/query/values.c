/* values.c - validates the values of query keys, and says where a value is wrong. See
 * query_tree.h. */
#include "config.h"

#include "archive/query/query_tree.h"
#include "archive/util/date.h"
#include "core/util/ascii.h"
#include "core/variant.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A value being checked. */
struct check {
    struct query *query;
    struct term *term;
    int at, inside; /* `at`: byte of the query where the value begins. `inside`: byte where the
                       value's text begins, after a quotation mark if there is one */
    struct note *why;
};

/* Reports that the value as a whole is invalid. */
static int values_wrong(const struct check *check, const char *sentence, const char *word)
{
    return note_fail(check->why, FAIL_TEXT, check->at, sentence, word);
}

/* Reports that the value is invalid from a byte of its text on; from byte 0, that it is invalid
 * as a whole. */
static int wrong_from(const struct check *check, size_t from, const char *sentence,
                      const char *word)
{
    return note_fail(check->why, FAIL_TEXT, from ? check->inside + (int)from : check->at, sentence,
                     word);
}

/* The length of the common prefix of two texts. */
static size_t values_common(const char *one, const char *other)
{
    size_t n = 0;
    while (one[n] && ascii_lower((unsigned char)one[n]) == ascii_lower((unsigned char)other[n]))
        n++;
    return n;
}

/* Checks that the value is one of some words; otherwise reports where it deviates from all of
 * them. */
static int check_word(const struct check *check, const char *const *words, const char *sentence)
{
    size_t most = 0;
    for (; *words; words++) {
        size_t same = values_common(check->term->text, *words);
        if (!strcmp(check->term->text, *words))
            return 0;
        most = same > most ? same : most;
    }
    return wrong_from(check, most, sentence, check->term->text);
}

static int check_number(const struct check *check)
{
    struct term *term = check->term;
    term->ranged = query_number_range(term->text, &term->low, &term->high);
    if (!term->ranged)
        return values_wrong(check, "'%.40s' is not a number or range like >40 or 10..20",
                            term->text);
    const char *dots = strstr(term->text, "..");
    return term->low <= term->high || !dots ? 0
                                            : wrong_from(check, (size_t)(dots + 2 - term->text),
                                                         "the range ends before it begins%s", "");
}

static int check_date(const struct check *check)
{
    struct term *term = check->term;
    size_t from;
    term->ranged = query_date_range(term->text, &term->low, &term->high, &from);
    if (!term->ranged)
        return wrong_from(check, from,
                          "'%.40s' is not a date or range like 1858, 185? or "
                          "2024-01..06",
                          term->text);
    const char *dots = strstr(term->text, "..");
    return term->low <= term->high || !dots ? 0
                                            : wrong_from(check, (size_t)(dots + 2 - term->text),
                                                         "the range ends before it begins%s", "");
}

/* Checks that the value is an existing variant or family. The ids of custom variants are not
 * checked, since anybody can define some. */
static int check_rules(const struct check *check, bool family)
{
    const char *text = check->term->text;
    const struct variant *variant;
    const struct rules *rules;
    size_t most = 0;
    for (int i = 0; (variant = variant_at(i, true, &rules)); i++) {
        const char *name = family ? rules->family : variant->id;
        size_t same = values_common(text, name);
        if (query_globs(name, text) || (!family && !ascii_ncasecmp(text, "custom", 6)))
            return 0;
        most = same > most ? same : most;
    }
    most = strpbrk(text, "*?") ? 0 : most;
    return wrong_from(check, most,
                      family ? "there is no family '%.40s'" : "there is no variant '%.40s'", text);
}

static int check_result(const struct check *check)
{
    static const char *const words[] = {"white", "black", "red", "draw", "open",
                                        "w",     "b",     "r",   NULL};
    const char *text = check->term->text;
    size_t signs = strspn(text, "0123456789/.+-:=*");
    if (!text[signs] && strpbrk(text, "-:=*/"))
        return 0;
    return ascii_isalpha((unsigned char)text[0])
               ? check_word(
                     check, words,
                     "result: takes 1-0, 0-1, 1/2, *, white, black, red or draw, not '%.40s'")
               : wrong_from(
                     check, signs,
                     "result: takes 1-0, 0-1, 1/2, *, white, black, red or draw, not '%.40s'",
                     text);
}

static int check_eco(const struct check *check)
{
    const char *text = check->term->text;
    size_t from = strchr("ABCDEabcde*?", text[0])
                      ? 1 + strspn(text + 1, "0123456789abcdefghijklmnopqrstuvwxyz*?")
                      : 0;
    return from && !text[from]
               ? 0
               : wrong_from(check, from, "eco: takes a code like C41, or C4* for a group%s", "");
}

/* Checks that the value is the beginning of an id, in capitals or small letters. */
static int check_id(const struct check *check)
{
    char *text = check->term->text;
    for (char *at = text; *at; at++)
        *at = (char)ascii_upper((unsigned char)*at);
    size_t good = strspn(text, "0123456789ABCDEFGHJKMNPQRSTVWXYZ");
    if (text[good])
        return wrong_from(check, good,
                          "an id consists of digits and capitals other than I, L, O and U%s", "");
    return good <= ULID_LENGTH ? 0
                               : wrong_from(check, ULID_LENGTH, "an id has 26 characters%s", "");
}

/* True if a value is one of those listed as "may|must|none". */
static bool values_lists(const char *values, const char *value)
{
    size_t length = strlen(value);
    for (const char *at = values; at; at = strchr(at, '|'), at = at ? at + 1 : NULL)
        if (strcspn(at, "|") == length && !memcmp(at, value, length))
            return true;
    return false;
}

/* Checks that the value is NAME or NAME=VALUE of an option that some variant has. */
static int check_option(const struct check *check)
{
    const char *text = check->term->text, *equals = strchr(text, '=');
    size_t name = equals ? (size_t)(equals - text) : strlen(text), most = 0;
    const struct variant *variant;
    bool known = false;
    for (int i = 0; (variant = variant_at(i, true, NULL)); i++)
        for (int o = 0; o < variant->option_count; o++) {
            const struct option *option = &variant->options[o];
            size_t same = values_common(text, option->name);
            most = same > most ? same : most;
            if (strlen(option->name) != name || memcmp(option->name, text, name) != 0)
                continue;
            if (!equals || !option->values || values_lists(option->values, equals + 1))
                return 0;
            known = true;
        }
    return known
               ? wrong_from(check, name + 1,
                            "that option has no value '%.40s'; 'chesscade rules' lists its values",
                            equals + 1)
               : wrong_from(check, most < name ? most : 0, "no variant has the option '%.40s'",
                            text);
}

static bool values_ends_with(const char *text, size_t length, const char *end)
{
    size_t n = strlen(end);
    return length > n && !strcmp(text + length - n, end);
}

/* Signs after a ply are not part of its text: check signs are matched against the board, glyphs
 * against the notes. A question mark that does not follow a check sign is a wildcard, so search for
 * the glyphs ? and ?? with nag:. */
static void read_signs(struct term *term)
{
    static const char *const judgements[] = {"!!", "!?", "?!", "!"}, *const mistakes[] = {"?\?",
                                                                                          "?"};
    char *text = term->text;
    size_t length = strlen(text);
    const char *judgement = NULL;
    for (size_t i = 0; i < sizeof judgements / sizeof *judgements && !judgement; i++)
        if (values_ends_with(text, length, judgements[i]))
            judgement = judgements[i];
    for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes && !judgement; i++)
        if (values_ends_with(text, length, mistakes[i]) &&
            strchr("+#", text[length - strlen(mistakes[i]) - 1]))
            judgement = mistakes[i];
    if (judgement) {
        term->nag = (uint8_t)query_nag(judgement);
        length -= strlen(judgement);
    }
    size_t checks = 0;
    while (length - checks > 1 && strchr("+#", text[length - checks - 1]))
        checks++;
    length -= checks;
    snprintf(term->check, sizeof term->check, "%s",
             !checks                              ? ""
             : memchr(text + length, '#', checks) ? "#"
             : checks > 1                         ? "++"
                                                  : "+");
    text[length] = '\0';
}

/* Checks that the value is a ply or a pattern of one, which must go to a cell, castle or pass. */
static int check_ply(const struct check *check)
{
    static const char *const without_cell[] = {"O-O", "O-O-O", "--", NULL};
    const char *text = check->term->text, *at = text;
    read_signs(check->term);
    while ((unsigned char)*at > ' ' && *at != '"')
        at++;
    if (*at)
        return wrong_from(check, (size_t)(at - text), "a ply has no blanks%s", "");
    for (const char *const *ply = without_cell; *ply; ply++)
        if (!strcmp(text, *ply))
            return 0;
    return strpbrk(text, "0123456789*?")
               ? 0
               : values_wrong(check,
                              "'%.40s' is not a ply like Qf7, e4 or O-O: it names no "
                              "cell",
                              text);
}

/* The length of a piece's letter at the start of a text, as in a position: N, n, or N' of a third
 * player. */
static size_t piece_length(const char *text)
{
    return ascii_isalpha((unsigned char)*text) ? 1 + (text[1] == '\'') : 0;
}

static int values_check_turn(const struct check *check)
{
    static const char *const turns[] = {"(r)", "(l)", "r", "l"};
    const char *text = check->term->text;
    size_t letter = piece_length(text);
    for (size_t i = 0; i < sizeof turns / sizeof *turns; i++)
        if (!strcmp(text, turns[i]))
            return 0;
    if (letter && text[letter] == '@')
        return query_facing(text + letter + 1) >= 0
                   ? 0
                   : wrong_from(check, letter + 1, "a piece faces n, ne, e, se, s, sw, w or nw%s",
                                "");
    return values_wrong(check, "turn: takes (r), (l), or a piece and its facing, like b@sw%s", "");
}

/* Checks the letter of a piece with what follows the '@': a cell (N@e5), a part of the board
 * (N@e5..g7; N@e5.. is everything from e5 on), or a facing. The key turn: takes a facing in
 * parentheses, (b@sw). */
static int check_piece(const struct check *check)
{
    struct cell_range range;
    const char *text = check->term->text;
    size_t letter = piece_length(text);
    if (!letter || text[letter] != '@')
        return wrong_from(check, letter, "piece: takes a letter and a cell, like N@e5%s", "");
    if (query_facing(text + letter + 1) >= 0 || query_cells_read(text + letter + 1, &range))
        return 0;
    return wrong_from(check, letter + 1,
                      "'%.40s' is neither a cell nor a part of the board "
                      "like e5..g7",
                      text + letter + 1);
}

static int check_capture(const struct check *check)
{
    const char *text = check->term->text;
    if (!ascii_isalpha((unsigned char)text[0]))
        return values_wrong(check, "capture: takes the letter of a piece, like Q%s", "");
    return text[1] ? wrong_from(check, 1, "capture: takes one letter%s", "") : 0;
}

/* Checks the pieces of both sides, given by their letters. "KRvKR", the usual name of an ending,
 * becomes KRkr. */
static int check_material(const struct check *check)
{
    char *text = check->term->text, *against = strchr(text, 'v');
    bool ending = against && against > text &&
                  !against[strcspn(against + 1, "abcdefghijklmnopqrstuvwxyz") + 1] && against[1];
    for (const char *at = text; ending && at < against; at++)
        ending = !ascii_islower((unsigned char)*at);
    for (const char *at = text; *at;) {
        size_t letter = piece_length(at);
        if (!letter)
            return wrong_from(check, (size_t)(at - text),
                              "material: takes letters of pieces, like KRkr or KRvKR%s", "");
        at += letter;
    }
    if (ending) {
        memmove(against, against + 1, strlen(against));
        for (; *against; against++)
            *against = (char)ascii_lower((unsigned char)*against);
    }
    return 0;
}

/* Checks that some variant can read the value as a position; otherwise reports the error of the
 * variant that got furthest. */
static int check_position(const struct check *check)
{
    const char *text = check->term->text;
    const struct variant *variant;
    struct note furthest = {.offset = -1};
    if (!strcmp(text, "here"))
        return check->query->here
                   ? 0
                   : values_wrong(
                         check, "there is no board here: give the position as a quoted text%s", "");
    if (!strpbrk(text, "/0123456789"))
        return values_wrong(check,
                            "'%.40s' is not a position: write here or a quoted position "
                            "text",
                            text);
    struct position *position = memory_new(1, sizeof *position);
    bool good = false;
    for (int i = 0; !good && (variant = variant_at(i, true, NULL)); i++) {
        struct ruleset *rules;
        struct note why = {.offset = -1};
        if (ruleset_open(&rules, variant->id, NULL, 0, NULL) < 0)
            continue;
        good = rules->rules->read(rules, text, position, &why) == 0;
        if (!good && why.offset > furthest.offset)
            furthest = why;
        ruleset_free(rules);
    }
    free(position);
    return good ? 0
                : wrong_from(check, furthest.offset > 0 ? (size_t)furthest.offset : 0,
                             "this is not a position of any variant: %.200s",
                             furthest.text[0] ? furthest.text : "it cannot be read");
}

static int check_in(const struct check *check)
{
    static const char *const words[] = {"variations", NULL};
    int result = check_word(check, words, "in: takes variations, not '%.40s'");
    if (result == 0) {
        check->query->variations = true;
        check->term->kind = TERM_ALL;
    }
    return result;
}

static int check_sort(const struct check *check)
{
    struct query *query = check->query;
    const char *text = check->term->text;
    bool reverse = *text == '-';
    size_t most = 0;
    for (int i = 0; query_orders[i]; i++) {
        size_t same = values_common(text + reverse, query_orders[i]);
        if (!strcmp(text + reverse, query_orders[i])) {
            snprintf(query->sort, sizeof query->sort, "%s", text);
            check->term->kind = TERM_ALL;
            return 0;
        }
        most = same > most ? same : most;
    }
    return wrong_from(check, most ? most + reverse : 0,
                      "'%.40s' is not a sort order; use one like date or -plies", text);
}

int query_value_check(struct query *query, struct term *term, int at, bool quoted, struct note *why)
{
    static const char *const rings[] = {"o", "()", "[]", "(o)", "[()]", "[(o)]", NULL};
    static const char *const statuses[] = {"damaged", "good", "live", "over", NULL};
    const struct check check = {query, term, at, at + quoted, why};
    if (!*term->text)
        return values_wrong(&check, "%s: needs a value", query_key_name(term->key));
    switch (term->key) {
    case ASK_PLIES:
    case ASK_CASCADE:
        return check_number(&check);
    case ASK_DATE:
        return check_date(&check);
    case ASK_VARIANT:
        return check_rules(&check, false);
    case ASK_FAMILY:
        return check_rules(&check, true);
    case ASK_RESULT:
        return check_result(&check);
    case ASK_ECO:
        return check_eco(&check);
    case ASK_ID:
        return check_id(&check);
    case ASK_OPTION:
        return check_option(&check);
    case ASK_MOVE:
    case ASK_PLY:
        return check_ply(&check);
    case ASK_RING:
        return check_word(&check, rings, "ring: takes o () [] (o) [()] or [(o)], not '%.40s'");
    case ASK_HAS:
        return check_word(
            &check, query_has_words,
            "has: takes comment, line, nag, mark, clock, step or broken, not '%.40s'");
    case ASK_NAG:
        return query_nag(term->text) > 0
                   ? 0
                   : values_wrong(&check,
                                  "nag: takes ! ? !! ?? !? ?! or a number to 255, not '%.40s'",
                                  term->text);
    case ASK_STATUS:
        return check_word(&check, statuses,
                          "status: takes damaged, good, live or over, not '%.40s'");
    case ASK_IN:
        return check_in(&check);
    case ASK_TURN:
        return values_check_turn(&check);
    case ASK_PIECE:
        return check_piece(&check);
    case ASK_CAPTURE:
        return check_capture(&check);
    case ASK_MATERIAL:
        return check_material(&check);
    case ASK_SORT:
        return check_sort(&check);
    case ASK_POS:
    case ASK_NEAR:
        return check_position(&check);
    default:
        return 0; /* any text is valid, since these keys take names or words, or allow new values */
    }
}

/* ---- Parses numbers, dates and ranges of them in query values. See query_tree.h. */

/* Skips a comparison sign and returns what follows. Sets *less for < and <=, *more for > and >=,
 * and *strict if the sign has no =. */
static const char *values_comparison(const char *text, bool *less, bool *more, bool *strict)
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
    text = values_comparison(text, &less, &more, &strict);
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
static bool values_read_date(const char *text, size_t length, int64_t *low, int64_t *high,
                             size_t *wrong)
{
    *wrong = 0;
    if (!date_read(text, length, low, high))
        return false;
    *wrong = calendar_wrong_part(text, length);
    return *wrong == 0;
}

/* Parses the second date of a range. It takes the parts that it lacks from the first date, as in
 * "2024-01..06". If the result is not a date, the second date is read by itself, as in
 * "2024-05..2025". */
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
    bool good = values_read_date(second, strlen(second), &from, high, wrong);
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
        if (first > 10 || !text[2] ||
            (first > 0 && !values_read_date(text, first, low, &last, wrong)))
            return false;
        return read_second(text, first, high, wrong);
    }
    const char *date = values_comparison(text, &less, &more, &strict);
    if (!values_read_date(date, strlen(date), &from, &to, wrong)) {
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
 * anything. False if the text is not a single date. */
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

/* True if a date may be one that the pattern means: each part that is known in both is equal. */
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
    bool readable = date_read(date, strlen(date), &first, &last),
         patterned = date_pattern(wanted, pattern);
    if (low > high) /* the query's text is not a date: compare it literally */
        return !strcmp(date, wanted);
    if (is_undated(date) && !(patterned && is_undated(pattern)))
        return false;
    if (!readable)
        return patterned && (!*date || strspn(pattern, "?-") == strlen(pattern));
    return patterned ? date_is_like(date, pattern) : first <= high && last >= low;
}
