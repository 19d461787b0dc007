/* search.c - finds the games that match a query; see archive/search/search.h. */
#include "archive/search/search.h"

#include "archive/search/collection.h"
#include "archive/search/search_sort.h"
#include "archive/query/query_tree.h"
#include "archive/index/prefilter.h"
#include "archive/store/backend.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct finder {
    struct store *store;
    struct index *index;  /* NULL: none */
    struct query *query;
    struct sieve_set set; /* over the games below `sieved` */
    int sieved;           /* number of games sieved together */
    int next;             /* index of the next game to test */
    int *found;           /* [count] indices; NULL: all from 0 on */
    int count, room;
    struct query_hit hit;  /* of the game last asked about */
    int tried;             /* the game being tested */
    struct record *record; /* of the game being tested, loaded on demand */
    int order;             /* the final sort key; ORDERS: none */
    bool backwards, sorted;
    char *bytes;           /* of the game being tested, likewise */
    size_t size;
};

/* Reads the sort key of the query. */
static void read_order(struct finder *finder)
{
    const char *name = query_sort(finder->query);
    finder->backwards = *name == '-';
    while (finder->order < ORDERS && strcmp(query_orders[finder->order], name + finder->backwards) != 0)
        finder->order++;
}

int finder_open(struct finder **out, struct store *store, struct index *index, const char *query,
                const struct position *here, struct note *why)
{
    struct query *read;
    int result = store_query(store, query, here, &read, why);
    if (result < 0)
        return result;
    *out = memory_new(1, sizeof **out);
    (*out)->store = store;
    (*out)->index = index;
    (*out)->query = read;
    read_order(*out);
    return 0;
}

void finder_close(struct finder *finder)
{
    if (!finder)
        return;
    query_free(finder->query);
    sieve_set_clear(&finder->set);
    free(finder->found);
    free(finder);
}

/* ------------------------------------------------------------------------------------------------- finding */

static const struct record *load(void *argument)
{
    struct finder *finder = argument;
    if (!finder->record && store_load(finder->store, finder->tried, &finder->record, NULL, NULL, NULL) < 0)
        finder->record = NULL;
    return finder->record;
}

static const char *read_bytes(void *argument, size_t *size)
{
    struct finder *finder = argument;
    if (!finder->bytes && store_bytes(finder->store, finder->tried, &finder->bytes, &finder->size, NULL) < 0)
        finder->bytes = NULL;
    *size = finder->size;
    return finder->bytes;
}

/* Sieves all games together, once, as soon as the store has scanned all. */
static void sieve(struct finder *finder)
{
    int count = store_count(finder->store);
    if (finder->sieved || count < store_total(finder->store))
        return;
    finder->sieved = count;
    finder->set = sieve_store(finder->store, finder->index, finder->query);
}

static bool is_sure(const struct finder *finder, int at)
{
    return finder->set.sure && at < finder->sieved && sieve_has(finder->set.sure, at);
}

/* Makes room for more results; converts "all so far" to an explicit list. */
static void make_room(struct finder *finder, int more)
{
    bool all = !finder->found;
    finder->found = memory_room(finder->found, &finder->room, finder->count + more, sizeof *finder->found);
    for (int i = 0; all && i < finder->count; i++)
        finder->found[i] = i;
}

static void add_found(struct finder *finder)
{
    make_room(finder, 1);
    finder->found[finder->count++] = finder->next;
}

static bool fits(struct finder *finder, int at, struct query_hit *hit)
{
    if (!hit && query_asks_nothing(finder->query))
        return at < store_count(finder->store);
    struct query_game game = {store_listing(finder->store, at), load, read_bytes, finder, .first = true};
    finder->tried = at;
    bool fit = game.listing && query_fits(finder->query, &game, hit);
    record_free(finder->record);
    free(finder->bytes);
    finder->record = NULL;
    finder->bytes = NULL;
    return fit;
}

/* Skips ahead to the next game that must be tested: adds games that certainly match and skips those
 * that do not, eight at a time where they are alike. */
static void take_sieved(struct finder *finder)
{
    const uint8_t *may = finder->set.may, *sure = finder->set.sure;
    while (finder->next < finder->sieved) {
        int at = finder->next;
        bool eight = at % 8 == 0 && finder->sieved - at >= 8;
        if (eight && may && !may[at / 8]) {
            finder->next += 8;
        } else if (eight && sure && sure[at / 8] == UINT8_MAX) {
            make_room(finder, 8);
            for (int i = 0; i < 8; i++)
                finder->found[finder->count++] = at + i;
            finder->next += 8;
        } else if (is_sure(finder, at)) {
            add_found(finder);
            finder->next++;
        } else if (may && !sieve_has(may, at)) {
            finder->next++;
        } else {
            return;
        }
    }
}

static void try_game(struct finder *finder)
{
    if (fits(finder, finder->next, NULL))
        add_found(finder);
    finder->next++;
}

/* If the query matches everything and does not sort, all games are results at once, and no list is
 * needed. */
static void take_all(struct finder *finder)
{
    int total = store_total(finder->store);
    if (!finder->found && finder->count == finder->next && finder->order == ORDERS && query_asks_nothing(finder->query) &&
        store_count(finder->store) == total)
        finder->count = finder->next = total;
}

bool finder_step(struct finder *finder, int games)
{
    struct store *store = finder->store;
    if ((finder->index || games == INT_MAX || store_unchecked(store)) && store_scan(store, games))
        return true; /* all games are sieved at once */
    take_all(finder);
    for (int i = 0; i < games; i++) { /* games that need no test are free */
        if (finder->next >= store_count(store))
            store_scan(store, 1);
        sieve(finder);
        take_sieved(finder);
        if (finder->next >= store_total(store))
            break;
        try_game(finder);
    }
    if (finder->next < store_total(store))
        return true;
    if (!finder->sorted)
        finder_sort(store, finder->found, finder->count, (enum query_order)finder->order, finder->backwards);
    finder->sorted = true;
    return false;
}

bool finder_given_up(const struct finder *finder, char out[FINDER_TOLD_ROOM])
{
    int texts = query_given_up(finder->query);
    out[0] = '\0';
    if (!texts)
        return false;
    snprintf(out, FINDER_TOLD_ROOM, "the regular expression takes too many steps in %d %s, which %s left out", texts,
             texts == 1 ? "text" : "texts", texts == 1 ? "is" : "are");
    return true;
}

int finder_tried(const struct finder *finder)
{
    return finder->next;
}

int finder_count(const struct finder *finder)
{
    return finder->count;
}

int finder_at(const struct finder *finder, int found)
{
    return finder->found ? finder->found[found] : found;
}

bool finder_in_order(const struct finder *finder)
{
    return finder->sorted || finder->order == ORDERS;
}

const struct query_hit *finder_hit(struct finder *finder, int found)
{
    finder->hit = (struct query_hit){.ply = -1};
    fits(finder, finder_at(finder, found), &finder->hit);
    return &finder->hit;
}
