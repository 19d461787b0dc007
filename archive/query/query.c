/* query.c - the keys of the query language, and queries as a whole: see query.h.
 *
 * Parsing: archive/query/parse.c, archive/query/values.c, archive/query/regex.c. Matching: archive/query/match.c, archive/query/match_record.c,
 * archive/query/match_move.c, archive/query/match_position.c, archive/query/text.c. */
#include "config.h"

#include "archive/query/query_tree.h"

#include <stdlib.h>
#include <string.h>

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

const char *query_key_name(enum key key)
{
    return keys[key].name;
}

enum query_need query_key_need(enum key key)
{
    return keys[key].need;
}

const char *const query_orders[] = {[ORDER_DATE] = "date", [ORDER_WHITE] = "white", [ORDER_BLACK] = "black",
                                    [ORDER_RED] = "red", [ORDER_EVENT] = "event", [ORDER_SITE] = "site",
                                    [ORDER_ROUND] = "round", [ORDER_RESULT] = "result", [ORDER_ECO] = "eco",
                                    [ORDER_VARIANT] = "variant", [ORDER_PLIES] = "plies", [ORDER_ID] = "id", [ORDERS] = NULL};

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
