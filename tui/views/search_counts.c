/* search_counts.c - counts the games that saved searches find: see search_counts.h. */
#include "tui/views/search_counts.h"
#include "tui/system/clock.h"

#include "archive/store/store.h"

#include <stdio.h>
#include <stdlib.h>

enum { PORTION = 50 /* games at a time */, MILLISECONDS = 20 };

void search_counts_clear(struct search_counts *counts)
{
    finder_close(counts->finder);
    free(counts->found);
    *counts = (struct search_counts){.store = counts->store};
}

static void note_state(struct search_counts *counts)
{
    counts->total = store_total(counts->store);
    counts->changes = store_changes(counts->store);
    counts->generation = store_generation(counts->store);
}

static bool is_another(const struct search_counts *counts)
{
    int state;
    index_of(counts->store, &state);
    return state != counts->index_state || store_total(counts->store) != counts->total ||
           store_changes(counts->store) != counts->changes || store_generation(counts->store) != counts->generation;
}

void search_counts_start(struct search_counts *counts, int collections, bool same)
{
    finder_close(counts->finder);
    counts->finder = NULL;
    counts->found = memory_room(counts->found, &counts->room, collections, sizeof *counts->found);
    for (int i = same ? counts->n : 0; i < collections; i++)
        counts->found[i] = COUNT_COMING;
    counts->n = collections;
    counts->next = 0;
    index_of(counts->store, &counts->index_state);
    note_state(counts);
}

/* Begin with the next collection that has a search; false: there is none. */
static bool begin_next(struct search_counts *counts, const struct collection *collection)
{
    struct index *index = index_of(counts->store, &counts->index_state);
    for (; counts->next < counts->n; counts->next++) {
        const char *query = collection_text(&collection[counts->next], "query");
        struct note why;
        if (!*query)
            continue;
        if (finder_open(&counts->finder, counts->store, index, query, NULL, &why) == 0)
            return true;
        counts->finder = NULL;
        counts->found[counts->next] = COUNT_WRONG;
    }
    return false;
}

bool search_counts_step(struct search_counts *counts, const struct collection *collection, bool *told)
{
    int64_t until = milliseconds() + MILLISECONDS;
    *told = false;
    if (is_another(counts))
        search_counts_start(counts, counts->n, true);
    if (!counts->finder && !begin_next(counts, collection))
        return false;
    bool more = true;
    while (more && milliseconds() < until)
        more = finder_step(counts->finder, PORTION);
    note_state(counts); /* scanning may have found new games */
    if (more)
        return true;
    counts->found[counts->next++] = finder_count(counts->finder);
    finder_close(counts->finder);
    counts->finder = NULL;
    *told = true;
    return counts->next < counts->n;
}

void search_counts_text(const struct search_counts *counts, int collection, char *out, size_t size)
{
    int found = collection < counts->n ? counts->found[collection] : COUNT_COMING;
    if (found >= 0)
        snprintf(out, size, "%d fit%s", found, found == 1 ? "s" : "");
    else
        snprintf(out, size, "%s", found == COUNT_WRONG ? "cannot be searched" : "counting");
}
