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

/* Starts a search; `here` as in query_parse(). Both are borrowed. FAIL_TEXT and why->offset if the
 * query is invalid. `index` (borrowed) may be NULL. Close the finder when the store's indices
 * change: after a scan, save or refresh. */
int finder_open(struct finder **out, struct store *store, struct index *index, const char *query,
                const struct position *here, struct note *why);
void finder_close(struct finder *finder);

/* Tests up to `games` more, scanning the store for them where needed; true while there are more. */
bool finder_step(struct finder *finder, int games);

/* A sentence without a full stop about texts for which a regular expression of the query gave up
 * (query_given_up()); false and "" if there are none. */
enum { FINDER_TOLD_ROOM = 120 };
bool finder_given_up(const struct finder *finder, char out[FINDER_TOLD_ROOM]);

/* How many of the store_total() games have been tested. */
int finder_tried(const struct finder *finder);
/* The games found so far, in the store's order; once all are tested, in the order of the query's
 * "sort:key". */
int finder_count(const struct finder *finder);
int finder_at(const struct finder *finder, int found); /* index in the store */
/* True if the results so far keep their positions; false if they will be sorted at the end. */
bool finder_in_order(const struct finder *finder);
/* Where a result matches the query; tests the game again for this. Borrowed until the next call. */
const struct query_hit *finder_hit(struct finder *finder, int found);

/* ---- Sorts games of a store: search results and the columns of a list. */

/* What else than query_order games are ranked by: the first and the second player, why they ended,
 * tags, whether they have notes (those first), members of a ply. */
enum {
    ORDER_FIRST = ORDERS + 1,
    ORDER_SECOND,
    ORDER_END,
    ORDER_TAGS,
    ORDER_NOTES,
    ORDER_CASCADES,
    GAME_ORDERS
};

/* Rank games by a header, not their ids, texts by their bytes, rounds by their numbers first:
 * rank[i] of the game at place[i], of all from the first on where that is NULL; one the store has
 * not looked at may have any. The same is the same rank; the result is more than the highest. */
uint32_t games_rank(const struct store *store, const int *place, int count, int key,
                    uint32_t *rank);
/* Sort places by their ranks, rank[i] of place[i], which are below `ranks` and are changed; those
 * of the same rank stay in the order they have, backwards too. */
void games_by_rank(int *place, int count, uint32_t *rank, uint32_t ranks, bool backwards);
/* Sorts places that are in the store's order by a header. Equal games stay in the store's order,
 * also when sorting backwards. */
void finder_sort(const struct store *store, int *found, int count, enum query_order key,
                 bool backwards);

#endif
