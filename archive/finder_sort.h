/* finder_sort.h - games of a store put in order. */
#ifndef CHESSCADE_FINDER_SORT_H
#define CHESSCADE_FINDER_SORT_H

#include "archive/query.h"
#include "archive/store.h"

/* Sort places of a store, which are in its order, by a header; games equal by that stay in the store's order, backwards too. */
void finder_sort(const struct store *store, int *found, int count, enum query_order key, bool backwards);

#endif
