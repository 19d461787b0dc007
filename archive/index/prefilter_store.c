/* prefilter_store.c - the sieve over a whole store, its packs and its own games: see archive/index/prefilter.h.
 *
 * This is where the index is used: the index is built on sieve_catalog(), and this file on both. */
#include "archive/index/prefilter.h"

#include "archive/index/index.h"
#include "archive/store/backend.h"

#include <string.h>

void sieve_append(uint8_t *to, int place, const uint8_t *bits, bool all, int count, const struct shelf *shelf)
{
    int hidden = 0, hiddens = shelf ? shelf->hiddens : 0;
    if (!bits && !all)
        return;
    if (bits && place % 8 == 0 && !hiddens) {
        memcpy(to + place / 8, bits, (size_t)count / 8);
        place += count / 8 * 8;
    }
    for (int i = bits && !hiddens && place % 8 == 0 ? count / 8 * 8 : 0; i < count; i++) {
        if (hidden < hiddens && shelf->hidden[hidden] == i) {
            hidden++;
            continue;
        }
        if (!bits || sieve_has(bits, i))
            sieve_put(to, place);
        place++;
    }
}

struct sieve_set sieve_store(struct store *store, struct index *index, const struct query *query)
{
    struct sieve_set own = index ? index_sieve(index, NULL, query) : sieve_catalog(&store->list, query, NULL, NULL), all;
    if (!store->shelves)
        return own;
    all.may = memory_new(sieve_bytes(store_count(store)), 1);
    all.sure = memory_new(sieve_bytes(store_count(store)), 1);
    sieve_append(all.may, 0, own.may, true, store->list.count, NULL);
    sieve_append(all.sure, 0, own.sure, false, store->list.count, NULL);
    sieve_set_clear(&own);
    int place = store->list.count;
    for (int i = 0; i < store->shelves; i++) {
        const struct shelf *shelf = &store->shelf[i];
        const struct catalog *list = pack_list(shelf->pack);
        struct sieve_set set = index ? index_sieve(index, shelf->pack, query) : sieve_catalog(list, query, NULL, NULL);
        int count = list->count;
        sieve_append(all.may, place, set.may, true, count, shelf);
        sieve_append(all.sure, place, set.sure, false, count, shelf);
        sieve_set_clear(&set);
        place += count - shelf->hiddens;
    }
    return all;
}
