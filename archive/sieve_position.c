/* sieve_position.c - the positions a term of a query asks for, as the hashes an index keeps: see sieve.h. */
#include "config.h"
#include "archive/sieve.h"

#include "archive/board_hash.h"
#include "archive/index.h"
#include "archive/query_parts.h"

#include "core/rules.h"
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

/* ----------------------------------------------------------------------------------------------- near positions */

enum { DIFFERENT = 2 /* cells: what near: means */, CHANGES_MOST = 4096 };

struct numbers {
    uint32_t *v;
    int n, room;
};

static void add_number(struct numbers *numbers, uint64_t hash)
{
    numbers->v = memory_room(numbers->v, &numbers->room, numbers->n + 1, sizeof *numbers->v);
    numbers->v[numbers->n++] = index_short_hash(hash);
}

/* What a change of one cell adds to the hash of a position; hashes of positions are sums over their cells. */
struct change {
    uint64_t add;
    int cell;
};

/* Can every piece that may stand on a cell be gone through? In the plain families a piece is a kind and a side. */
static bool is_plain(const struct position *position)
{
    for (int c = 0; c < position->rules->board->cells; c++)
        if (position->at[c].facing || position->at[c].mark)
            return false;
    return position->rules->rules == &orthodox_rules;
}

static int changes_of(const struct position *position, struct change *change)
{
    struct position other;
    uint64_t hash = board_hash(position);
    int n = 0;
    position_copy(&other, position);
    for (int c = 0; c < position->rules->board->cells; c++) {
        struct piece here = position->at[c];
        for (int kind = 0; kind <= position->rules->kind_count; kind++)
            for (int side = 0; side < (kind ? position->rules->sides : 1); side++) {
                struct piece piece = {.kind = (uint8_t)kind, .side = (uint8_t)side};
                if (!memcmp(&piece, &here, sizeof piece))
                    continue;
                if (n == CHANGES_MOST)
                    return -1;
                other.at[c] = piece;
                change[n++] = (struct change){board_hash(&other) - hash, c};
            }
        other.at[c] = here;
    }
    return n;
}

static bool add_near(struct numbers *numbers, const struct position *position)
{
    struct change *change = memory_new(CHANGES_MOST, sizeof *change);
    uint64_t hash = board_hash(position);
    int n = is_plain(position) ? changes_of(position, change) : -1;
    if (n >= 0)
        add_number(numbers, hash);
    for (int i = 0; i < n; i++) {
        add_number(numbers, hash + change[i].add);
        for (int j = i + 1; j < n; j++)
            if (change[j].cell != change[i].cell)
                add_number(numbers, hash + change[i].add + change[j].add);
    }
    free(change);
    return n >= 0;
}

static int by_number(const void *a, const void *b)
{
    uint32_t one = *(const uint32_t *)a, other = *(const uint32_t *)b;
    return (one > other) - (one < other);
}

int sieve_near(const struct catalog *list, const struct query *query, const struct term *term, uint32_t **hash)
{
    const char *variant[SIEVE_HASHES];
    struct numbers numbers = {0};
    bool here = !strcmp(term->text, "here"), good = true;
    int variants = here ? 0 : variants_of(list, variant), n = 0;
    if (here)
        good = query->here && add_near(&numbers, query->here);
    for (int i = 0; i < variants && good; i++) {
        struct ruleset *rules;
        struct position position;
        if (ruleset_open(&rules, variant[i], NULL, 0, NULL) < 0)
            continue;
        if (rules->rules->read(rules, term->text, &position, NULL) == 0)
            good = add_near(&numbers, &position);
        ruleset_free(rules);
    }
    if (!good || variants < 0) {
        free(numbers.v);
        return -1;
    }
    if (numbers.n)
        qsort(numbers.v, (size_t)numbers.n, sizeof *numbers.v, by_number);
    for (int i = 0; i < numbers.n; i++)
        if (i == 0 || numbers.v[i] != numbers.v[i - 1])
            numbers.v[n++] = numbers.v[i];
    *hash = numbers.v ? numbers.v : memory_new(1, sizeof *numbers.v);
    return n;
}
