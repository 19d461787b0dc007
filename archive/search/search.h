/* search.h - finds the games of a store that match a query, in portions, so that the user can keep
 * typing.
 *
 * The client, `list`, `export` and the opening tree all search this way. If there is an index
 * (archive/index/index.h), it first narrows the games down to candidates; the query itself then
 * tests each candidate, so the results are the same with and without an index. */
#ifndef CHESSCADE_ARCHIVE_SEARCH_SEARCH_H
#define CHESSCADE_ARCHIVE_SEARCH_SEARCH_H

#include "archive/index/index.h"
#include "archive/query/query.h"
#include "archive/store/store.h"

struct finder;

/* Starts a search. `store`, `here` (the position that pos:here means, see query_parse()) and
 * `index` are borrowed; `index` may be NULL. FAIL_TEXT and why->offset if the query is invalid.
 * Close the finder when indices into the store change: after a scan, save or refresh. */
int finder_open(struct finder **out, struct store *store, struct index *index, const char *query,
                const struct position *here, struct note *why);
void finder_close(struct finder *finder);

/* Tests up to `games` more games, and scans the store for them where needed. Returns true while
 * untested games remain. */
bool finder_step(struct finder *finder, int games);

/* Writes a sentence without a full stop that says for how many texts a regular expression of the
 * query gave up (query_given_up()). Returns false and writes "" if there are none. */
enum { FINDER_TOLD_ROOM = 120 };
bool finder_given_up(const struct finder *finder, char out[FINDER_TOLD_ROOM]);

/* How many of the store_total() games have been tested. */
int finder_tried(const struct finder *finder);
/* The games found so far, in the store's order; once all are tested, in the order of the query's
 * "sort:key". */
int finder_count(const struct finder *finder);
int finder_at(const struct finder *finder, int found); /* the index in the store of result number
                                                          `found` */
/* True if results keep their numbers while the search goes on; false if they will be sorted at the
 * end. */
bool finder_in_order(const struct finder *finder);
/* Where result number `found` matches the query. The game is tested again for this. The hit is
 * borrowed until the next call. */
const struct query_hit *finder_hit(struct finder *finder, int found);

/* ---- Sorts games of a store: search results and the columns of a list. */

/* Sort keys in addition to those of enum query_order: the first and the second player, the
 * reason of the result, the tags, whether the game has notes (games with notes first), and the
 * number of members of a ply. */
enum {
    ORDER_FIRST = ORDERS + 1,
    ORDER_SECOND,
    ORDER_END,
    ORDER_TAGS,
    ORDER_NOTES,
    ORDER_CASCADES,
    GAME_ORDERS
};

/* Computes rank[i] of the game at index place[i] (at index i if `place` is NULL) by a header.
 * Ids are not supported; texts are compared by their bytes, rounds by their numbers first. Equal
 * headers get equal ranks; a game that the store has not scanned gets an arbitrary rank. Returns
 * a number above the highest rank. */
uint32_t games_rank(const struct store *store, const int *place, int count, int key,
                    uint32_t *rank);
/* Sorts indices of games by rank: rank[i] belongs to place[i] and is below `ranks`; the array
 * `rank` is overwritten. Games of equal rank keep their order, also when sorting backwards. */
void games_by_rank(int *place, int count, uint32_t *rank, uint32_t ranks, bool backwards);
/* Sorts indices that are in the store's order by a header. Equal games stay in the store's
 * order, also when sorting backwards. */
void finder_sort(const struct store *store, int *found, int count, enum query_order key,
                 bool backwards);

#endif
