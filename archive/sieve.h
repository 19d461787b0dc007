/* sieve.h - which games of a catalog may fit a query, without trying them one by one.
 *
 * Each different text of the headers is looked at once and the rest is numbers, so a million games take some milliseconds.
 * A set of games is bits over their places. A query is answered with two: the games that may fit, and those that certainly
 * do, which need not be tried. For the files of the archive, not for screens: finder.h. */
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

/* What is known of the answer; the sets are the owner's of the struct. */
struct sieve_set {
    uint8_t *may;  /* no other game fits; NULL: any may */
    uint8_t *sure; /* these do; NULL: none is known to. They are in `may` */
};
void sieve_set_clear(struct sieve_set *set);

/* Somebody who knows more of the games than their headers: in which of them a term of a query may be met. */
typedef struct sieve_set sieve_deeper_fn(void *argument, const struct term *term);

/* The games of a catalog that may fit; `deeper` may be NULL. */
struct sieve_set sieve_catalog(const struct catalog *list, const struct query *query, sieve_deeper_fn *deeper,
                               void *argument);

/* The hashes of the positions that a term of kind ASK_POS means in the variants of a catalog: their number; -1: it cannot be
 * told. */
enum { SIEVE_HASHES = 64 };
int sieve_hashes(const struct catalog *list, const struct query *query, const struct term *term,
                 uint64_t hash[SIEVE_HASHES]);

/* Very many hashes. */
enum { SIEVE_FIRST_BITS = 24 };
struct sieve_many {
    uint64_t *hash;  /* [n] sorted, each once */
    uint64_t *first; /* bits over their first bits: none of them begins so where it is 0 */
    int n;
};
static inline bool sieve_begins_like(const struct sieve_many *many, uint64_t hash)
{
    uint64_t first = hash >> (64 - SIEVE_FIRST_BITS);
    return many->first[first / 64] >> first % 64 & 1;
}
bool sieve_is_among(const struct sieve_many *many, uint64_t hash);
void sieve_many_clear(struct sieve_many *many);

/* All hashes of the positions that a term of kind ASK_NEAR means, to be cleared by the caller; false: it cannot be told, since the
 * variant has pieces of more kinds than can be gone through. */
bool sieve_near(const struct catalog *list, const struct query *query, const struct term *term, struct sieve_many *many);

/* Put the set of one catalog behind the places before it, but for games of a pack that are hidden; `shelf` is NULL where
 * the games are the store's own. NULL bits: all of them, or none. */
struct shelf;
void sieve_append(uint8_t *to, int place, const uint8_t *bits, bool all, int count, const struct shelf *shelf);

/* sieve_catalog() over all places of a store that was looked at to its end, with `index` (NULL: without). */
struct sieve_set sieve_store(struct store *store, struct index *index, const struct query *query);

#endif
