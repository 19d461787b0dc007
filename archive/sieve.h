/* sieve.h - which games of a catalog may fit a query, without trying them one by one.
 *
 * Each different text of the headers is looked at once and the rest is numbers, so a million games take some milliseconds.
 * A set of games is bits over their places. Sets are too large rather than too small, and know whether they are exact:
 * what the headers alone decide need not be tried again. For the files of the archive, not for screens: finder.h. */
#ifndef CHESSCADE_SIEVE_H
#define CHESSCADE_SIEVE_H

#include "archive/catalog.h"
#include "archive/query.h"

struct index;
struct store;
struct term;

/* Bytes of a set over so many places. */
size_t sieve_bytes(int places);
static inline bool sieve_has(const uint8_t *set, int at)
{
    return set[at / 8] >> (at % 8) & 1;
}
static inline void sieve_put(uint8_t *set, int at)
{
    set[at / 8] |= (uint8_t)(1u << at % 8);
}

/* Somebody who knows more of the games than their headers: the games in which a term of a query may be met, a set of the
 * caller's; NULL: any may. */
typedef uint8_t *sieve_deeper_fn(void *argument, const struct term *term);

/* The games of a catalog that may fit; NULL: any may. *exact: they do. `deeper` may be NULL. */
uint8_t *sieve_catalog(const struct catalog *list, const struct query *query, sieve_deeper_fn *deeper, void *argument,
                       bool *exact);

/* The hashes of the positions that a term of kind ASK_POS means in the variants of a catalog: their number; -1: it cannot be
 * told. */
enum { SIEVE_HASHES = 64 };
int sieve_hashes(const struct catalog *list, const struct query *query, const struct term *term,
                 uint32_t hash[SIEVE_HASHES]);

/* sieve_catalog() over all places of a store that was looked at to its end, its packs with their own indexes, its own
 * games with `index` (NULL: without). */
uint8_t *sieve_store(struct store *store, struct index *index, const struct query *query, bool *exact);

#endif
