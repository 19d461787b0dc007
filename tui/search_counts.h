/* search_counts.h - how many games the searches kept in collections find, counted in portions while the screen is used. */
#ifndef CHESSCADE_SEARCH_COUNTS_H
#define CHESSCADE_SEARCH_COUNTS_H

#include "archive/collection.h"
#include "archive/finder.h"

enum { COUNT_COMING = -1, COUNT_WRONG = -2 /* the search cannot be read any more */ };

struct search_counts {
    struct store *store; /* borrowed */
    int *found;          /* [n] by collection: a number, or one of the above */
    int n, room, next;   /* the collection that is counted */
    struct finder *finder;
    int index_state, total, changes, generation; /* of the store when it was begun with */
};

/* All zero but for the store. */
void search_counts_clear(struct search_counts *counts);
/* Count for so many collections; those without a search are not asked for. What was known is shown until it is known anew where
 * `same` says that they are the same ones. */
void search_counts_start(struct search_counts *counts, int collections, bool same);
/* Go on for some milliseconds; true while there is more to count. Begins anew when the store has other games. *told: a number
 * has come. */
bool search_counts_step(struct search_counts *counts, const struct collection *collection, bool *told);
/* "12 fit", "counting", "cannot be searched" for a collection that keeps a search. */
void search_counts_text(const struct search_counts *counts, int collection, char *out, size_t size);

#endif
