/* search_sort.h - sorts games of a store: search results and the columns of a list. */
#ifndef CHESSCADE_ARCHIVE_SEARCH_SEARCH_SORT_H
#define CHESSCADE_ARCHIVE_SEARCH_SEARCH_SORT_H

#include "archive/query/query.h"
#include "archive/store/store.h"

/* What else than query_order games are ranked by: the first and the second player, why they ended, tags, whether they have notes
 * (those first), members of a ply. */
enum { ORDER_FIRST = ORDERS + 1, ORDER_SECOND, ORDER_END, ORDER_TAGS, ORDER_NOTES, ORDER_CASCADES, GAME_ORDERS };

/* Rank games by a header, not their ids, texts by their bytes, rounds by their numbers first: rank[i] of the game at place[i], of
 * all from the first on where that is NULL; one the store has not looked at may have any. The same is the same rank; the result
 * is more than the highest. */
uint32_t games_rank(const struct store *store, const int *place, int count, int key, uint32_t *rank);
/* Sort places by their ranks, rank[i] of place[i], which are below `ranks` and are changed; those of the same rank stay in the
 * order they have, backwards too. */
void games_by_rank(int *place, int count, uint32_t *rank, uint32_t ranks, bool backwards);
/* Sorts places that are in the store's order by a header. Equal games stay in the store's order,
 * also when sorting backwards. */
void finder_sort(const struct store *store, int *found, int count, enum query_order key, bool backwards);

#endif
