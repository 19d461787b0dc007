/* search_counts.h - counts the games that saved searches find, in small portions while the screen is in use. */
#ifndef CHESSCADE_TUI_VIEWS_SEARCH_COUNTS_H
#define CHESSCADE_TUI_VIEWS_SEARCH_COUNTS_H

#include "archive/search/collection.h"
#include "archive/search/search.h"

enum { COUNT_COMING = -1, COUNT_WRONG = -2 /* the search can no longer be parsed */ };

struct search_counts {
    struct store *store; /* borrowed */
    int *found;          /* [n] by collection: a count, or one of the values above */
    int n, room, next;   /* next: the collection being counted */
    struct finder *finder;
    int index_state, total, changes, generation; /* state of the store when counting began */
};

/* Frees everything; afterwards all is zero but the store. */
void search_counts_clear(struct search_counts *counts);
/* Start counting for so many collections; those without a search are skipped. If `same` (they are the same
 * collections as before), old counts are shown until the new ones are known. */
void search_counts_start(struct search_counts *counts, int collections, bool same);
/* Continue for some milliseconds; true while there is more to count. Restarts if the games of the store have
 * changed. *told: a new count is available. */
bool search_counts_step(struct search_counts *counts, const struct collection *collection, bool *told);
/* The text for a collection that has a search: "12 fit", "counting", "cannot be searched". */
void search_counts_text(const struct search_counts *counts, int collection, char *out, size_t size);

#endif
