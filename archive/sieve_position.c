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

_Static_assert(QUERY_NEAR_CELLS == 2, "one change, and pairs of them, are gone through");
enum { CHANGES_MOST = 4096 };

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
    int cell, kings; /* how many more royal pieces of White there are, and, a thousand for each, of Black */
    int sort;        /* what goes and what comes: see sort_of() */
};

/* Pieces by kind and side, 0: none, and changes by what goes and what comes. In the plain families there are so few. */
enum { PIECES = 2 * 7 + 1, SORTS = PIECES * PIECES };

static int number_of(struct piece piece)
{
    return piece.kind ? 2 * piece.kind - 1 + piece.side : 0;
}

static int sort_of(struct piece goes, struct piece comes)
{
    return number_of(goes) * PIECES + number_of(comes);
}

static int kings_of(const struct position *position, struct piece piece)
{
    bool royal = piece.kind && position->rules->kinds[piece.kind].royal;
    return !royal ? 0 : piece.side == 0 ? 1 : 1000;
}

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
                change[n++] = (struct change){board_hash(&other) - hash, c, kings_of(position, piece) - kings_of(position, here),
                                              sort_of(here, piece)};
            }
        other.at[c] = here;
    }
    return n;
}

static void count(const struct position *position, int pieces[PIECES])
{
    memset(pieces, 0, PIECES * sizeof *pieces);
    for (int c = 0; c < position->rules->board->cells; c++)
        pieces[number_of(position->at[c])]++;
}

/* Can there be so many pieces, where there were so many at first? Others than then were Pawns. */
static bool may_become(const int pieces[PIECES], const int first[PIECES], int pawn)
{
    for (int side = 0; side < 2; side++) {
        int at = number_of((struct piece){.kind = (uint8_t)pawn, .side = (uint8_t)side}), gone = first[at] - pieces[at];
        for (int other = 1 + side; other < PIECES; other += 2)
            if (other != at && pieces[other] > first[other])
                gone -= pieces[other] - first[other];
        if (gone < 0 || pieces[at] > first[at])
            return false;
    }
    return true;
}

static void apply(int pieces[PIECES], int sort, int times)
{
    pieces[sort / PIECES] -= times;
    pieces[sort % PIECES] += times;
}

/* Which two sorts of changes, or none and one, lead to what may come about in a game: [sort][sort]. */
static uint8_t *possible(const struct position *position)
{
    uint8_t *pairs = memory_new(SORTS * SORTS, 1);
    int pieces[PIECES], first[PIECES], pawn = ruleset_kind(position->rules, 'P');
    struct position set_up;
    position->rules->rules->setup(position->rules, &set_up);
    count(&set_up, first);
    count(position, pieces);
    for (int one = 0; one < SORTS; one++) {
        apply(pieces, one, 1);
        for (int other = 0; other < SORTS; other++) {
            apply(pieces, other, 1);
            pairs[one * SORTS + other] = pawn == KIND_NONE || may_become(pieces, first, pawn);
            apply(pieces, other, -1);
        }
        apply(pieces, one, -1);
    }
    return pairs;
}

/* The hashes of what is near, and those of what may come about from the set-up. */
struct near {
    struct numbers all, set_up;
};

static void add_one(struct near *near, uint64_t hash, bool may_be)
{
    add_number(&near->all, hash);
    if (may_be)
        add_number(&near->set_up, hash);
}

/* Each side keeps its King, and gets no other. */
static bool add_near(struct near *near, const struct position *position)
{
    struct change *change = memory_new(CHANGES_MOST, sizeof *change);
    uint64_t hash = board_hash(position);
    int n = is_plain(position) && 2 * position->rules->kind_count < PIECES ? changes_of(position, change) : -1;
    uint8_t *pairs = n >= 0 ? possible(position) : NULL;
    if (n >= 0)
        add_one(near, hash, pairs[0]);
    for (int i = 0; i < n; i++) {
        const uint8_t *with = pairs + (size_t)change[i].sort * SORTS;
        if (!change[i].kings)
            add_one(near, hash + change[i].add, with[0]);
        for (int j = i + 1; j < n; j++)
            if (change[j].cell != change[i].cell && !(change[i].kings + change[j].kings))
                add_one(near, hash + change[i].add + change[j].add, with[change[j].sort]);
    }
    free(pairs);
    free(change);
    return n >= 0;
}

/* By their lower halves, then by their upper ones, into `other` and back. */
static void sort_numbers(uint32_t *v, int n, uint32_t *other)
{
    enum { DIGITS = 1 << 16 };
    int *ends = memory_new(DIGITS + 1, sizeof *ends);
    for (int shift = 0; shift < 32; shift += 16) {
        memset(ends, 0, (DIGITS + 1) * sizeof *ends);
        for (int i = 0; i < n; i++)
            ends[(v[i] >> shift & (DIGITS - 1)) + 1]++;
        for (int digit = 0; digit < DIGITS; digit++)
            ends[digit + 1] += ends[digit];
        for (int i = 0; i < n; i++) /* each begins where the one before it ends */
            other[ends[v[i] >> shift & (DIGITS - 1)]++] = v[i];
        uint32_t *swap = v;
        v = other;
        other = swap;
    }
    free(ends);
}

static void put_in_order(struct sieve_many *many, struct numbers *numbers)
{
    uint32_t *other = memory_new((size_t)numbers->n + 1, sizeof *other);
    sort_numbers(numbers->v, numbers->n, other);
    free(other);
    *many = (struct sieve_many){.hash = numbers->v, .first = memory_new((1u << SIEVE_FIRST_BITS) / 64, sizeof *many->first)};
    for (int i = 0; i < numbers->n; i++) {
        uint32_t hash = numbers->v[i], first = hash >> (32 - SIEVE_FIRST_BITS);
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

bool sieve_is_among(const struct sieve_many *many, uint32_t hash)
{
    uint32_t first = hash >> (32 - SIEVE_FIRST_BITS);
    int low = 0, high = many->n;
    if (!(many->first[first / 64] >> first % 64 & 1))
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

bool sieve_near(const struct catalog *list, const struct query *query, const struct term *term, struct sieve_many *many,
                struct sieve_many *set_up)
{
    const char *variant[SIEVE_HASHES];
    struct near near = {0};
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
    if (good) {
        put_in_order(many, &near.all);
        put_in_order(set_up, &near.set_up);
    } else {
        free(near.all.v);
        free(near.set_up.v);
    }
    return good;
}
