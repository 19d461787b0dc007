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
size_t sieve_bytes(int places);
static inline bool sieve_has(const uint8_t *set, int at)
{
    return set[at / 8] >> (at % 8) & 1;
}
static inline void sieve_put(uint8_t *set, int at)
{
    set[at / 8] |= (uint8_t)(1u << at % 8);
}

/* What a prefilter knows about the result of a query, as two sets of games. The owner of the
 * struct owns the sets. */
struct sieve_set {
    uint8_t *may;  /* the games that may match, all others certainly do not; NULL if any game may
                      match */
    uint8_t *sure; /* the games that certainly match (a subset of `may`); NULL if none is known to
                    */
};
void sieve_set_clear(struct sieve_set *set);

/* Asks a source that knows more than the headers, such as an index, in which games a term may
 * match. */
typedef struct sieve_set sieve_deeper_fn(void *argument, const struct term *term);

/* The games of a catalog that may match; `deeper` may be NULL. */
struct sieve_set sieve_catalog(const struct catalog *list, const struct query *query,
                               sieve_deeper_fn *deeper, void *argument);

/* The hashes of the positions that an ASK_POS term means in the variants of a catalog. Returns
 * their number; -1 if this cannot be determined. */
enum { SIEVE_HASHES = 64 };
int sieve_hashes(const struct catalog *list, const struct query *query, const struct term *term,
                 uint64_t hash[SIEVE_HASHES]);

/* A set of position hashes that is fast even with very many members. */
enum { SIEVE_FIRST_BITS = 24 };
struct sieve_many {
    uint64_t *hash;  /* [n] sorted, distinct */
    uint64_t *first; /* one bit for each possible value of the leading bits of a hash: 0 if no hash
                        begins with them */
    int n;
};
static inline bool sieve_begins_like(const struct sieve_many *many, uint64_t hash)
{
    uint64_t first = hash >> (64 - SIEVE_FIRST_BITS);
    return many->first[first / 64] >> first % 64 & 1;
}
bool sieve_is_among(const struct sieve_many *many, uint64_t hash);
void sieve_many_clear(struct sieve_many *many);

/* Collects the hashes of all positions that an ASK_NEAR term means; the caller clears the set.
 * False if the variant has too many kinds of pieces to enumerate the positions. */
bool sieve_near(const struct catalog *list, const struct query *query, const struct term *term,
                struct sieve_many *many);

/* Appends the set of one catalog to the set of a store, from index `place` on, leaving out
 * hidden games of a pack. `shelf` is NULL for the store's own games. If `bits` is NULL, the set
 * has all games or none, depending on `all`. */
struct shelf;
void sieve_append(uint8_t *to, int place, const uint8_t *bits, bool all, int count,
                  const struct shelf *shelf);

/* Runs sieve_catalog() over all games of a completely scanned store. `index` is NULL to search
 * without one. */
struct sieve_set sieve_store(struct store *store, struct index *index, const struct query *query);

#endif
