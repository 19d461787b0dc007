/* finder.c - see finder.h. */
#include "archive/finder.h"

#include "archive/collection.h"
#include "archive/finder_sort.h"
#include "archive/query_parts.h"
#include "archive/sieve.h"
#include "archive/store_parts.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* Which games of a pack may hold a word, for a stretch of it. */
struct stretch {
    const struct pack *pack; /* NULL: none yet */
    int from, n;             /* places of the pack */
    uint8_t *bits;           /* over them; NULL: all may */
};

struct finder {
    struct store *store;
    struct index *index;  /* NULL: without */
    struct query *query;
    struct sieve_set set; /* over the places below `sieved` */
    int sieved;           /* so many places were sieved together */
    char *word;           /* in the bytes of all games that fit; NULL: none is known */
    struct stretch stretch;
    int next;             /* the place to be tried next */
    int *found;           /* [count] places */
    int count, room;
    struct query_hit hit;  /* of the game asked for last */
    int tried;             /* the place being tried */
    struct record *record; /* of the game being tried, loaded when it is asked for */
    int order;             /* what is sorted by in the end; ORDERS: nothing */
    bool backwards, sorted;
    char *bytes;           /* of the game being tried, likewise */
    size_t size;
};

/* What the query sorts by. */
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
    (*out)->word = query_word(read);
    read_order(*out);
    return 0;
}

void finder_close(struct finder *finder)
{
    if (!finder)
        return;
    query_free(finder->query);
    sieve_set_clear(&finder->set);
    free(finder->stretch.bits);
    free(finder->word);
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

/* Sieve all games together, once, when the store has looked at all of them. */
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

/* Are there so many games to be tried from the next one on that their stretch is quicker gone through as a whole? */
static bool are_many(const struct finder *finder)
{
    enum { MANY = 600, AHEAD = 8192 };
    int many = 0;
    if (!finder->set.may)
        return true;
    for (int at = finder->next; at < finder->sieved && at < finder->next + AHEAD && many < MANY; at++)
        many += sieve_has(finder->set.may, at) && !is_sure(finder, at);
    return many == MANY;
}

/* Does the next game, of a pack, lack a word it must have? *took: what it cost to know, in games tried. */
static bool lacks_word(struct finder *finder, int *took)
{
    enum { COST = 200, SHORT = 3 /* letters: shorter ones are everywhere */, LEFT_OUT = 1024 };
    struct stretch *stretch = &finder->stretch;
    int at;
    const struct pack *pack = finder->word && strlen(finder->word) >= SHORT
                                  ? store_pack_at(finder->store, finder->next, &at)
                                  : NULL;
    if (!pack)
        return false;
    if (pack != stretch->pack || at < stretch->from || at >= stretch->from + stretch->n) {
        free(stretch->bits);
        *stretch = (struct stretch){pack, at, LEFT_OUT, NULL};
        if (are_many(finder)) {
            stretch->bits = pack_with_word(pack, finder->word, at, &stretch->n);
            *took += COST;
        }
    }
    return stretch->bits && !sieve_has(stretch->bits, at - stretch->from);
}

/* Pass by games that do not fit, eight at a time; what that cost, in games tried. */
static int pass_by(struct finder *finder)
{
    enum { ENOUGH = 400 };
    const uint8_t *set = finder->set.may;
    int took = 0;
    while (finder->next < finder->sieved) {
        if (set && !sieve_has(set, finder->next))
            finder->next += finder->next % 8 == 0 && !set[finder->next / 8] ? 8 : 1;
        else if (took < ENOUGH && !is_sure(finder, finder->next) && lacks_word(finder, &took))
            finder->next++;
        else
            break;
    }
    if (finder->sieved && finder->next > finder->sieved)
        finder->next = finder->sieved;
    return took;
}

static void add_found(struct finder *finder)
{
    finder->found = memory_room(finder->found, &finder->room, finder->count + 1, sizeof *finder->found);
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

/* Games that surely fit, as far as they stand one after another. */
static void take_sure(struct finder *finder)
{
    for (; finder->next < finder->sieved && is_sure(finder, finder->next); finder->next++)
        add_found(finder);
}

/* The next game; whether it had to be tried. */
static bool try_game(struct finder *finder)
{
    bool sure = is_sure(finder, finder->next);
    if (sure || fits(finder, finder->next, NULL))
        add_found(finder);
    finder->next++;
    return !sure;
}

bool finder_step(struct finder *finder, int games)
{
    struct store *store = finder->store;
    if ((finder->index || games == INT_MAX || store_unchecked(store)) && store_scan(store, games))
        return true; /* all games are sieved at once */
    for (int i = 0; i < games;) {
        if (finder->next >= store_count(store))
            store_scan(store, 1);
        sieve(finder);
        take_sure(finder);
        i += pass_by(finder);
        if (finder->next >= store_total(store))
            break;
        i += try_game(finder); /* what need not be tried costs nothing */
    }
    if (finder->next < store_total(store))
        return true;
    if (!finder->sorted)
        finder_sort(store, finder->found, finder->count, (enum query_order)finder->order, finder->backwards);
    finder->sorted = true;
    return false;
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
    return finder->found[found];
}

bool finder_in_order(const struct finder *finder)
{
    return finder->sorted || finder->order == ORDERS;
}

const struct query_hit *finder_hit(struct finder *finder, int found)
{
    finder->hit = (struct query_hit){.ply = -1};
    fits(finder, finder->found[found], &finder->hit);
    return &finder->hit;
}
