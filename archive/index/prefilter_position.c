/* prefilter_position.c - computes the position hashes that a query term means, for lookup in an index: see archive/index/prefilter.h. */
#include "config.h"
#include "archive/index/prefilter.h"

#include "archive/index/board_hash.h"
#include "archive/query/query_tree.h"

#include "core/family.h"
#include "core/variant.h"

#include <stdlib.h>
#include <string.h>

/* The distinct variants of a catalog's games; -1 if there are more than fit. */
static int variants_of(const struct catalog *list, const char *variant[SIEVE_HASHES])
{
    catalog_pool(list);
    const uint32_t *text = catalog_column(list, (enum catalog_column)CATALOG_VARIANT);
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
                 uint64_t hash[SIEVE_HASHES])
{
    const char *variant[SIEVE_HASHES];
    if (!strcmp(term->text, "here")) {
        *hash = query->here ? board_hash(query->here) : 0;
        return query->here ? 1 : -1;
    }
    /* A text is a position in every variant that can read it. */
    int variants = variants_of(list, variant), n = variants < 0 ? -1 : 0;
    for (int i = 0; i < variants; i++) {
        struct ruleset *rules;
        struct position position;
        if (ruleset_open(&rules, variant[i], NULL, 0, NULL) < 0)
            continue; /* its games cannot be replayed, either */
        if (rules->rules->read(rules, term->text, &position, NULL) == 0)
            hash[n++] = board_hash(&position);
        ruleset_free(rules);
    }
    return n;
}

/* ----------------------------------------------------------------------------------------------- near positions */

_Static_assert(QUERY_NEAR_CELLS == 2, "one change, and pairs of them, are gone through");
enum { CHANGES_MOST = 4096 };

struct numbers {
    uint64_t *v;
    int n, room;
};

static void add_number(struct numbers *numbers, uint64_t hash)
{
    numbers->v = memory_room(numbers->v, &numbers->room, numbers->n + 1, sizeof *numbers->v);
    numbers->v[numbers->n++] = hash;
}

/* The change of one cell, as what it adds to the hash of a position: hashes are sums over the
 * cells. */
struct change {
    uint64_t add;
    int cell, kings; /* change in the number of royal pieces: White's, plus a thousand times Black's */
};

static int kings_of(const struct position *position, struct piece piece)
{
    bool royal = piece.kind && position->rules->kinds[piece.kind].royal;
    return !royal ? 0 : piece.side == 0 ? 1 : 1000;
}

/* True if all pieces that may be on a cell can be enumerated. In the plain families a piece is a
 * kind and a side. */
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
                change[n++] = (struct change){board_hash(&other) - hash, c, kings_of(position, piece) - kings_of(position, here)};
            }
        other.at[c] = here;
    }
    return n;
}

/* Each side keeps its king, and gets no second one. */
static bool add_near(struct numbers *near, const struct position *position)
{
    struct change *change = memory_new(CHANGES_MOST, sizeof *change);
    uint64_t hash = board_hash(position);
    int n = is_plain(position) ? changes_of(position, change) : -1;
    if (n >= 0)
        add_number(near, hash);
    for (int i = 0; i < n; i++) {
        if (!change[i].kings)
            add_number(near, hash + change[i].add);
        for (int j = i + 1; j < n; j++)
            if (change[j].cell != change[i].cell && !(change[i].kings + change[j].kings))
                add_number(near, hash + change[i].add + change[j].add);
    }
    free(change);
    return n >= 0;
}

/* A radix sort by two bytes at a time, lowest first, into `other` and back. */
static void sort_numbers(uint64_t *v, int n, uint64_t *other)
{
    enum { DIGITS = 1 << 16 };
    int *ends = memory_new(DIGITS + 1, sizeof *ends);
    for (int shift = 0; shift < 64; shift += 16) {
        memset(ends, 0, (DIGITS + 1) * sizeof *ends);
        for (int i = 0; i < n; i++)
            ends[(v[i] >> shift & (DIGITS - 1)) + 1]++;
        for (int digit = 0; digit < DIGITS; digit++)
            ends[digit + 1] += ends[digit];
        for (int i = 0; i < n; i++) /* each begins where the previous one ends */
            other[ends[v[i] >> shift & (DIGITS - 1)]++] = v[i];
        uint64_t *swap = v;
        v = other;
        other = swap;
    }
    free(ends);
}

static void put_in_order(struct sieve_many *many, struct numbers *numbers)
{
    uint64_t *other = memory_new((size_t)numbers->n + 1, sizeof *other);
    sort_numbers(numbers->v, numbers->n, other);
    free(other);
    *many = (struct sieve_many){.hash = numbers->v, .first = memory_new((1u << SIEVE_FIRST_BITS) / 64, sizeof *many->first)};
    for (int i = 0; i < numbers->n; i++) {
        uint64_t hash = numbers->v[i], first = hash >> (64 - SIEVE_FIRST_BITS);
        if (i == 0 || hash != many->hash[many->n - 1])
            many->hash[many->n++] = hash;
        many->first[first / 64] |= (uint64_t)1 << first % 64;
    }
}

void sieve_many_clear(struct sieve_many *many)
{
    free(many->hash);
    free(many->first);
    *many = (struct sieve_many){0};
}

bool sieve_is_among(const struct sieve_many *many, uint64_t hash)
{
    int low = 0, high = many->n;
    if (!sieve_begins_like(many, hash))
        return false;
    while (low < high) {
        int middle = (low + high) / 2;
        if (many->hash[middle] < hash)
            low = middle + 1;
        else
            high = middle;
    }
    return low < many->n && many->hash[low] == hash;
}

bool sieve_near(const struct catalog *list, const struct query *query, const struct term *term, struct sieve_many *many)
{
    const char *variant[SIEVE_HASHES];
    struct numbers near = {0};
    bool here = !strcmp(term->text, "here"), good = true;
    int variants = here ? 0 : variants_of(list, variant);
    if (here)
        good = query->here && add_near(&near, query->here);
    for (int i = 0; i < variants && good; i++) {
        struct ruleset *rules;
        struct position position;
        if (ruleset_open(&rules, variant[i], NULL, 0, NULL) < 0)
            continue;
        if (rules->rules->read(rules, term->text, &position, NULL) == 0)
            good = add_near(&near, &position);
        ruleset_free(rules);
    }
    good = good && variants >= 0;
    if (good)
        put_in_order(many, &near);
    else
        free(near.v);
    return good;
}
