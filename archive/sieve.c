/* sieve.c - see sieve.h. */
#include "config.h"
#include "archive/sieve.h"

#include "archive/index_parts.h"
#include "archive/query_parts.h"

#include <stdlib.h>
#include <string.h>

struct sieve {
    const struct catalog *list;
    const struct query *query;
    sieve_deeper_fn *deeper;
    void *argument;
};

struct set {
    uint8_t *bits; /* NULL: any game */
    bool exact;
};

size_t sieve_bytes(int places)
{
    return (size_t)places / 8 + 1;
}

static uint8_t *new_bits(const struct sieve *sieve, bool all)
{
    size_t size = sieve_bytes(sieve->list->count);
    uint8_t *bits = memory_new(size, 1);
    if (all)
        memset(bits, 0xFF, size);
    return bits;
}

/* --------------------------------------------------------------------------------------------------- headers */

/* What is known of a text of the pool: it was not looked at, it does not fit, it fits. */
enum { UNKNOWN, NO, YES };

typedef bool text_fits_fn(const struct term *term, const char *text);

struct texts {
    const struct catalog *list;
    const struct term *term;
    text_fits_fn *fits;
    uint8_t *verdict; /* [pool_used] */
};

static struct texts texts_begin(const struct sieve *sieve, const struct term *term, text_fits_fn *fits)
{
    return (struct texts){sieve->list, term, fits, memory_new((size_t)sieve->list->pool_used + 1, 1)};
}

static bool text_fits(const struct texts *texts, uint32_t text)
{
    uint8_t *verdict = &texts->verdict[text];
    if (*verdict == UNKNOWN)
        *verdict = texts->fits(texts->term, texts->list->pool + text) ? YES : NO;
    return *verdict == YES;
}

/* Add the games whose text in a column fits, where the byte of `seats` allows it; NULL: everywhere. */
static void add_column(const struct texts *texts, int column, const bool *seats, uint8_t *bits)
{
    const struct catalog *list = texts->list;
    const uint32_t *text = list->column[column];
    const uint8_t *seat = list->column[COLUMN_SEATS];
    for (int i = 0; i < list->count; i++)
        if (text_fits(texts, text[i]) && (!seats || seats[seat[i]]))
            sieve_put(bits, i);
}

/* The players of a side, 0: of any. */
static void add_players(const struct texts *texts, char side, uint8_t *bits)
{
    enum { SEATS = 256 };
    for (int player = 0; player < LISTING_PLAYERS; player++) {
        bool allowed[SEATS];
        for (int seats = 0; seats < SEATS; seats++) {
            char there = catalog_seat((uint8_t)seats, player);
            allowed[seats] = there && (!side || there == side);
        }
        add_column(texts, CATALOG_PLAYER + player, allowed, bits);
    }
}

static bool name_fits(const struct term *term, const char *text)
{
    return query_contains(text, term->text);
}

static bool score_is(const struct term *term, const char *text)
{
    return !strcmp(text, term->text);
}

/* A word somewhere in the headers: query_headers_contain(). */
static uint8_t *with_word(const struct sieve *sieve, const struct term *term)
{
    static const int columns[] = {CATALOG_EVENT, CATALOG_SITE, CATALOG_VARIANT, CATALOG_DATE, CATALOG_ECO};
    uint8_t *bits = new_bits(sieve, false);
    struct texts texts = texts_begin(sieve, term, name_fits);
    add_players(&texts, 0, bits);
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        add_column(&texts, columns[i], NULL, bits);
    free(texts.verdict);
    texts = texts_begin(sieve, term, score_is);
    add_column(&texts, CATALOG_SCORE, NULL, bits);
    free(texts.verdict);
    return bits;
}

static void add_numbers(const struct sieve *sieve, const struct term *term, uint8_t *bits)
{
    const struct catalog *list = sieve->list;
    for (int i = 0; i < list->count; i++) {
        bool fits;
        if (term->key == ASK_PLIES) {
            int plies = catalog_plies(list, i);
            fits = plies >= term->low && plies <= term->high;
        } else if (term->key == ASK_STATUS && strchr("dg", term->text[0])) {
            fits = catalog_damaged(list, i) == (term->text[0] == 'd');
        } else {
            struct listing listing;
            catalog_get(list, i, &listing);
            fits = query_listing_fits(&listing, term);
        }
        if (fits)
            sieve_put(bits, i);
    }
}

/* A key that listings decide. */
static uint8_t *with_header(const struct sieve *sieve, const struct term *term)
{
    uint8_t *bits = new_bits(sieve, false);
    struct texts texts = texts_begin(sieve, term, query_text_fits);
    switch (term->key) {
    case ASK_WHITE: add_players(&texts, 'w', bits); break;
    case ASK_BLACK: add_players(&texts, 'b', bits); break;
    case ASK_RED: add_players(&texts, 'r', bits); break;
    case ASK_PLAYER: add_players(&texts, 0, bits); break;
    case ASK_EVENT: add_column(&texts, CATALOG_EVENT, NULL, bits); break;
    case ASK_SITE: add_column(&texts, CATALOG_SITE, NULL, bits); break;
    case ASK_ROUND: add_column(&texts, CATALOG_ROUND, NULL, bits); break;
    case ASK_DATE: add_column(&texts, CATALOG_DATE, NULL, bits); break;
    case ASK_VARIANT:
    case ASK_FAMILY: add_column(&texts, CATALOG_VARIANT, NULL, bits); break;
    case ASK_RESULT: add_column(&texts, CATALOG_SCORE, NULL, bits); break;
    case ASK_ECO: add_column(&texts, CATALOG_ECO, NULL, bits); break;
    default: add_numbers(sieve, term, bits); break;
    }
    free(texts.verdict);
    return bits;
}

/* ----------------------------------------------------------------------------------------------------- terms */

static struct set set_of(const struct sieve *sieve, int at);

static struct set set_of_pair(const struct sieve *sieve, const struct term *term)
{
    struct set left = set_of(sieve, term->left), right = set_of(sieve, term->right);
    bool both = term->kind == TERM_AND;
    if (!left.bits || !right.bits) {
        uint8_t *known = left.bits ? left.bits : right.bits;
        if (!both) {
            free(known);
            known = NULL;
        }
        return (struct set){known, false};
    }
    size_t size = sieve_bytes(sieve->list->count);
    for (size_t i = 0; i < size; i++)
        left.bits[i] = both ? left.bits[i] & right.bits[i] : left.bits[i] | right.bits[i];
    free(right.bits);
    return (struct set){left.bits, left.exact && right.exact};
}

static struct set set_of_not(const struct sieve *sieve, const struct term *term)
{
    struct set set = set_of(sieve, term->left);
    size_t size = sieve_bytes(sieve->list->count);
    if (!set.exact) { /* what may fit may also not */
        free(set.bits);
        return (struct set){NULL, false};
    }
    for (size_t i = 0; i < size; i++)
        set.bits[i] = (uint8_t)~set.bits[i];
    return set;
}

static struct set set_of_word(const struct sieve *sieve, const struct term *term)
{
    uint8_t *inside = sieve->deeper ? sieve->deeper(sieve->argument, term) : NULL;
    uint8_t *bits = inside ? with_word(sieve, term) : NULL;
    size_t size = sieve_bytes(sieve->list->count);
    for (size_t i = 0; bits && i < size; i++)
        bits[i] |= inside[i];
    free(inside);
    return (struct set){bits, false};
}

static struct set set_of(const struct sieve *sieve, int at)
{
    const struct term *term = &sieve->query->term[at];
    switch (term->kind) {
    case TERM_ALL:
        return (struct set){new_bits(sieve, true), true};
    case TERM_AND:
    case TERM_OR:
        return set_of_pair(sieve, term);
    case TERM_NOT:
        return set_of_not(sieve, term);
    case TERM_TEXT:
        return set_of_word(sieve, term);
    case TERM_KEY:
        if (query_key_need(term->key) == QUERY_LISTING)
            return (struct set){with_header(sieve, term), true};
        break;
    case TERM_REGEX:
        break;
    }
    return (struct set){sieve->deeper ? sieve->deeper(sieve->argument, term) : NULL, false};
}

uint8_t *sieve_catalog(const struct catalog *list, const struct query *query, sieve_deeper_fn *deeper, void *argument,
                       bool *exact)
{
    struct sieve sieve = {list, query, deeper, argument};
    struct set set = set_of(&sieve, query->root);
    *exact = set.exact;
    return set.bits;
}

/* --------------------------------------------------------------------------------------------------- a store */

/* Put the set of one catalog behind the places before it, but for hidden games. NULL bits: all of them. */
static int append(uint8_t *to, int place, const uint8_t *bits, int count, const struct shelf *shelf)
{
    int hidden = 0;
    for (int i = 0; i < count; i++) {
        if (shelf && hidden < shelf->hiddens && shelf->hidden[hidden] == i) {
            hidden++;
            continue;
        }
        if (!bits || sieve_has(bits, i))
            sieve_put(to, place);
        place++;
    }
    return place;
}

uint8_t *sieve_store(struct store *store, struct index *index, const struct query *query, bool *exact)
{
    bool one;
    uint8_t *own = index ? index_sieve(index, query, exact) : sieve_catalog(&store->list, query, NULL, NULL, exact);
    uint8_t *all = own;
    if (!store->shelves)
        return own;
    all = memory_new(sieve_bytes(store_count(store)), 1);
    int place = append(all, 0, own, store->list.count, NULL);
    free(own);
    for (int i = 0; i < store->shelves; i++) {
        const struct shelf *shelf = &store->shelf[i];
        uint8_t *bits = pack_sieve(shelf->pack, query, &one);
        *exact = *exact && one;
        place = append(all, place, bits, pack_list(shelf->pack)->count, shelf);
        free(bits);
    }
    return all;
}
