/* sieve_position.c - the positions a term of a query asks for, as the hashes an index keeps: see sieve.h. */
#include "config.h"
#include "archive/sieve.h"

#include "archive/board_hash.h"
#include "archive/index.h"
#include "archive/query_parts.h"

#include "core/ruleset.h"

#include <stdlib.h>
#include <string.h>

/* The variants of a catalog's games, each once; more than there is room for: -1. */
static int variants_of(const struct catalog *list, const char *variant[SIEVE_HASHES])
{
    const uint32_t *text = list->column[CATALOG_VARIANT];
    uint8_t *seen = memory_new((size_t)list->pool_used + 1, 1);
    int n = 0;
    for (int i = 0; i < list->count && n >= 0; i++) {
        if (seen[text[i]])
            continue;
        seen[text[i]] = 1;
        if (n == SIEVE_HASHES)
            n = -1;
        else
            variant[n++] = list->pool + text[i];
    }
    free(seen);
    return n;
}

int sieve_hashes(const struct catalog *list, const struct query *query, const struct term *term,
                 uint32_t hash[SIEVE_HASHES])
{
    const char *variant[SIEVE_HASHES];
    if (!strcmp(term->text, "here")) {
        *hash = query->here ? index_short_hash(board_hash(query->here)) : 0;
        return query->here ? 1 : -1;
    }
    /* A text is a position in every variant that can read it. */
    int variants = variants_of(list, variant), n = variants < 0 ? -1 : 0;
    for (int i = 0; i < variants; i++) {
        struct ruleset *rules;
        struct position position;
        if (ruleset_open(&rules, variant[i], NULL, 0, NULL) < 0)
            continue; /* its games cannot be followed either */
        if (rules->rules->read(rules, term->text, &position, NULL) == 0)
            hash[n++] = index_short_hash(board_hash(&position));
        ruleset_free(rules);
    }
    return n;
}
