/* prefilter.h - finds which games of a catalog may match a query without testing them one by one.
 *
 * Each distinct text of the headers is tested once and the rest are numbers, so a million games
 * take a few milliseconds. A set of games has one bit per index. A query is answered with two sets:
 * games that may match, and games that certainly do and need not be tested. For the archive's own
 * files; screens use archive/search/search.h. */
#ifndef CHESSCADE_ARCHIVE_INDEX_PREFILTER_H
#define CHESSCADE_ARCHIVE_INDEX_PREFILTER_H

#include "archive/summary/summary_table.h"
#include "archive/query/query.h"

struct index;
struct store;
struct term;

/* The number of bytes of a set over `places` games. */
size_t prefilter_bytes(int places);
static inline bool prefilter_has(const uint8_t *set, int at)
{
    return set[at / 8] >> (at % 8) & 1;
}
static inline void prefilter_put(uint8_t *set, int at)
{
    set[at / 8] |= (uint8_t)(1u << at % 8);
}

/* What a prefilter knows about the result of a query, as two sets of games. The owner of the
 * struct owns the sets. */
struct prefilter_set {
    uint8_t *may;  /* the games that may match; all others certainly do not match. NULL if any game
                      may match */
    uint8_t *sure; /* the games that certainly match, a subset of `may`; NULL if none is known to
                      match */
};
void prefilter_set_clear(struct prefilter_set *set);

/* A callback that finds the games in which a term may match, from a source that knows more than the
 * headers, such as an index. */
typedef struct prefilter_set prefilter_deeper_fn(void *argument, const struct term *term);

/* The games of a catalog that may match; `deeper` may be NULL. */
struct prefilter_set prefilter_catalog(const struct catalog *list, const struct query *query,
                                       prefilter_deeper_fn *deeper, void *argument);

/* The hashes of the positions that an ASK_POS term means in the variants of a catalog. Returns
 * their number; -1 if this cannot be determined. */
enum { PREFILTER_HASHES = 64 };
int prefilter_hashes(const struct catalog *list, const struct query *query, const struct term *term,
                     uint64_t hash[PREFILTER_HASHES]);

/* A set of position hashes that is fast even with very many members. */
enum { PREFILTER_FIRST_BITS = 24 };
struct prefilter_many {
    uint64_t *hash;  /* [n] sorted, distinct */
    uint64_t *first; /* one bit for each possible value of the leading bits of a hash: 0 if no hash
                        begins with them */
    int n;
};
static inline bool prefilter_begins_like(const struct prefilter_many *many, uint64_t hash)
{
    uint64_t first = hash >> (64 - PREFILTER_FIRST_BITS);
    return many->first[first / 64] >> first % 64 & 1;
}
bool prefilter_is_among(const struct prefilter_many *many, uint64_t hash);
void prefilter_many_clear(struct prefilter_many *many);

/* Collects the hashes of all positions that an ASK_NEAR term means; the caller clears the set.
 * False if the variant has too many kinds of pieces to enumerate the positions. */
bool prefilter_near(const struct catalog *list, const struct query *query, const struct term *term,
                    struct prefilter_many *many);

/* Appends to the set of a store, from its index `place` on, the set of one catalog. Leaves out the
 * hidden games of a pack. `shelf` is NULL for the store's own games. If `bits` is NULL, the set has
 * all games or none, depending on `all`. */
struct shelf;
void prefilter_append(uint8_t *to, int place, const uint8_t *bits, bool all, int count,
                      const struct shelf *shelf);

/* Runs prefilter_catalog() over all games of a completely scanned store. `index` is NULL to search
 * without one. */
struct prefilter_set prefilter_store(struct store *store, struct index *index,
                                     const struct query *query);

#endif
