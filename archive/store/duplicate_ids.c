/* duplicate_ids.c - finds duplicate ids in a store; see archive/store/duplicate_ids.h. */
#include "archive/store/duplicate_ids.h"

#include "archive/summary/summary_table.h"

#include <stdlib.h>
#include <string.h>

struct twin {
    uint8_t id[PACKED_ID], more; /* as catalog_pack_id() packs it */
    int at;
};

static int by_id(const struct twin *one, const struct twin *other)
{
    int order = memcmp(one->id, other->id, sizeof one->id);
    return order ? order : (one->more > other->more) - (one->more < other->more);
}

static int by_id_and_place(const void *one, const void *other)
{
    const struct twin *first = one, *second = other;
    int order = by_id(first, second);
    return order ? order : first->at - second->at;
}

void twins_of(struct twins *twins, const struct store *store)
{
    int count = store_count(store);
    *twins = (struct twins){.v = memory_new((size_t)count, sizeof *twins->v)};
    for (int i = 0; i < count; i++) {
        struct twin twin = {.at = i};
        if (catalog_pack_id(store_listing(store, i)->id, twin.id, &twin.more))
            twins->v[twins->n++] = twin;
    }
    qsort(twins->v, (size_t)twins->n, sizeof *twins->v, by_id_and_place);
}

int twins_first(const struct twins *twins, const char *id)
{
    struct twin wanted;
    int low = 0, high = twins->n;
    if (!catalog_pack_id(id, wanted.id, &wanted.more))
        return -1;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (by_id(&twins->v[middle], &wanted) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low < twins->n && by_id(&twins->v[low], &wanted) == 0 ? twins->v[low].at : -1;
}

void twins_clear(struct twins *twins)
{
    free(twins->v);
    *twins = (struct twins){.n = 0};
}
