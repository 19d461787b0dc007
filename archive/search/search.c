/* search.c - finds the games that match a query, and sorts lists; see search.h. */
#include "config.h"

#include "archive/search/search.h"
#include "archive/index/prefilter.h"
#include "archive/query/query_tree.h"
#include "archive/search/collection.h"
#include "archive/store/backend.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct finder {
    struct store *store;
    struct index *index; /* the index; NULL if there is none */
    struct query *query;
    struct prefilter_set set; /* candidates and certain matches among the games below index
                                 `prefiltered` */
    int prefiltered; /* number of games, from the first on, that the prefilter has covered */
    int next;        /* index of the next game to test */
    int *found;      /* [count] indices of the games found; NULL if they are 0 to count - 1 */
    int count, room;
    struct query_hit hit;  /* what finder_hit() returned last */
    int tried;             /* index of the game being tested */
    struct record *record; /* record of the game being tested, loaded on demand */
    int order;             /* the final sort key; ORDERS if results are not sorted */
    bool backwards, sorted;
    char *bytes; /* bytes of the game being tested, loaded on demand */
    size_t size;
};

/* Reads the sort key of the query. */
static void read_order(struct finder *finder)
{
    const char *name = query_sort(finder->query);
    finder->backwards = *name == '-';
    while (finder->order < ORDERS &&
           strcmp(query_orders[finder->order], name + finder->backwards) != 0)
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
    prefilter_set_clear(&finder->set);
    free(finder->found);
    free(finder);
}

/* -------------------------------------------------------------------------------------------------
 * finding */

static const struct record *search_load(void *argument)
{
    struct finder *finder = argument;
    if (!finder->record &&
        store_load(finder->store, finder->tried, &finder->record, NULL, NULL, NULL) < 0)
        finder->record = NULL;
    return finder->record;
}

static const char *search_read_bytes(void *argument, size_t *size)
{
    struct finder *finder = argument;
    if (!finder->bytes &&
        store_bytes(finder->store, finder->tried, &finder->bytes, &finder->size, NULL) < 0)
        finder->bytes = NULL;
    *size = finder->size;
    return finder->bytes;
}

/* Runs the prefilter over all games together, once, as soon as the store has scanned all of
 * them. */
static void search_prefilter(struct finder *finder)
{
    int count = store_count(finder->store);
    if (finder->prefiltered || count < store_total(finder->store))
        return;
    finder->prefiltered = count;
    finder->set = prefilter_store(finder->store, finder->index, finder->query);
}

static bool is_sure(const struct finder *finder, int at)
{
    return finder->set.sure && at < finder->prefiltered && prefilter_has(finder->set.sure, at);
}

/* Makes room for more results. While `found` is NULL the results are the games 0 to count - 1; this
 * function then makes `found` and writes these numbers to it. */
static void search_make_room(struct finder *finder, int more)
{
    bool all = !finder->found;
    finder->found =
        memory_room(finder->found, &finder->room, finder->count + more, sizeof *finder->found);
    for (int i = 0; all && i < finder->count; i++)
        finder->found[i] = i;
}

static void search_add_found(struct finder *finder)
{
    search_make_room(finder, 1);
    finder->found[finder->count++] = finder->next;
}

static bool search_fits(struct finder *finder, int at, struct query_hit *hit)
{
    if (!hit && query_asks_nothing(finder->query))
        return at < store_count(finder->store);
    struct query_game game = {store_listing(finder->store, at), search_load, search_read_bytes,
                              finder, .first = true};
    finder->tried = at;
    bool fit = game.listing && query_fits(finder->query, &game, hit);
    record_free(finder->record);
    free(finder->bytes);
    finder->record = NULL;
    finder->bytes = NULL;
    return fit;
}

/* Skips ahead to the next game that must be tested. On the way adds games that certainly match
 * and skips those that cannot match. Eight games are handled together if none must be tested. */
static void take_prefiltered(struct finder *finder)
{
    const uint8_t *may = finder->set.may, *sure = finder->set.sure;
    while (finder->next < finder->prefiltered) {
        int at = finder->next;
        bool eight = at % 8 == 0 && finder->prefiltered - at >= 8;
        if (eight && may && !may[at / 8]) {
            finder->next += 8;
        } else if (eight && sure &&
                   (sure[at / 8] == UINT8_MAX || (may && sure[at / 8] == may[at / 8]))) {
            search_make_room(finder, 8);
            for (int i = 0; i < 8; i++)
                if (prefilter_has(sure, at + i))
                    finder->found[finder->count++] = at + i;
            finder->next += 8;
        } else if (is_sure(finder, at)) {
            search_add_found(finder);
            finder->next++;
        } else if (may && !prefilter_has(may, at)) {
            finder->next++;
        } else {
            return;
        }
    }
}

static void try_game(struct finder *finder)
{
    if (search_fits(finder, finder->next, NULL))
        search_add_found(finder);
    finder->next++;
}

/* If the query matches everything and does not sort, all games are results at once, and no list is
 * needed. */
static void search_take_all(struct finder *finder)
{
    int total = store_total(finder->store);
    if (!finder->found && finder->count == finder->next && finder->order == ORDERS &&
        query_asks_nothing(finder->query) && store_count(finder->store) == total)
        finder->count = finder->next = total;
}

bool finder_step(struct finder *finder, int games)
{
    struct store *store = finder->store;
    if ((finder->index || games == INT_MAX || store_unchecked(store)) && store_scan(store, games))
        return true; /* the prefilter handles all games in this call */
    search_take_all(finder);
    for (int i = 0; i < games; i++) { /* games that need no test are not counted against the limit
                                         `games` */
        if (finder->next >= store_count(store))
            store_scan(store, 1);
        search_prefilter(finder);
        take_prefiltered(finder);
        if (finder->next >= store_total(store))
            break;
        try_game(finder);
    }
    if (finder->next < store_total(store))
        return true;
    if (!finder->sorted)
        finder_sort(store, finder->found, finder->count, (enum query_order)finder->order,
                    finder->backwards);
    finder->sorted = true;
    return false;
}

bool finder_given_up(const struct finder *finder, char out[FINDER_TOLD_ROOM])
{
    int texts = query_given_up(finder->query);
    out[0] = '\0';
    if (!texts)
        return false;
    snprintf(out, FINDER_TOLD_ROOM,
             "the regular expression takes too many steps in %d %s, which %s left out", texts,
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
    search_fits(finder, finder_at(finder, found), &finder->hit);
    return &finder->hit;
}

/* ---- Sorts games by a header; see search.h.
 *
 * A million games have only some ten thousand distinct texts in a column. So each distinct text is
 * sorted once, and games are ordered by the ranks of their texts without comparing strings. */

/* One of the distinct texts. `number` counts these texts in the order in which they occur. Texts
 * are sorted by `first`, a numeric key, and then by their bytes. */
struct search_seen {
    const char *text;
    uint32_t number;
    long first;
};

static char side_of(int key)
{
    return key == ORDER_WHITE ? 'w' : key == ORDER_BLACK ? 'b' : key == ORDER_RED ? 'r' : 0;
}

static const int columns[GAME_ORDERS] = {
    [ORDER_DATE] = CATALOG_DATE,        [ORDER_EVENT] = CATALOG_EVENT,
    [ORDER_SITE] = CATALOG_SITE,        [ORDER_ROUND] = CATALOG_ROUND,
    [ORDER_RESULT] = CATALOG_SCORE,     [ORDER_ECO] = CATALOG_ECO,
    [ORDER_VARIANT] = CATALOG_VARIANT,  [ORDER_END] = CATALOG_FACTS,
    [ORDER_TAGS] = CATALOG_FACTS,       [ORDER_FIRST] = CATALOG_PLAYER,
    [ORDER_SECOND] = CATALOG_PLAYER + 1};

/* Verifies the columns that a sort key needs. Call it before reading many entries of a list. */
static void begin_list(const struct catalog *list, int key)
{
    catalog_pool(list);
    if (!side_of(key))
        catalog_column(list, (enum catalog_column)columns[key]);
    for (int player = 0; side_of(key) && player < LISTING_PLAYERS; player++)
        catalog_column(list, (enum catalog_column)(CATALOG_PLAYER + player));
    catalog_column(list, COLUMN_SEATS);
}

/* Returns the text by which a game is sorted, as an offset in the catalog; 0 ("") if the game does
 * not have the player whose name is the sort key. */
static uint32_t search_text_of(const struct catalog *list, int at, int key)
{
    char side = side_of(key);
    if (!side)
        return ((const uint32_t *)list->column[columns[key]])[at];
    for (int player = 0; player < LISTING_PLAYERS; player++)
        if (catalog_seat(((const uint8_t *)list->column[COLUMN_SEATS])[at], player) == side)
            return ((const uint32_t *)list->column[CATALOG_PLAYER + player])[at];
    return 0;
}

/* Finds the part of a text by which games are sorted. For a reason or a tag, this is the text after
 * the letter of the fact. A round is sorted by its number first, then as a text. A missing result
 * is sorted as "*". */
static struct search_seen search_meet(const char *text, int key, int number)
{
    char letter = key == ORDER_END ? FACT_END : key == ORDER_TAGS ? FACT_TAG : '\0';
    while (letter && *text && *text++ != letter)
        text += strcspn(text, "\n"), text += *text == '\n';
    if (key == ORDER_RESULT && !*text)
        text = "*";
    return (struct search_seen){text, (uint32_t)number,
                                key == ORDER_ROUND ? strtol(text, NULL, 10) : 0};
}

static int search_by_text(const void *a, const void *b)
{
    const struct search_seen *one = a, *other = b;
    int first = (one->first > other->first) - (one->first < other->first);
    return first ? first : strcmp(one->text, other->text);
}

/* Writes the rank of each game's text to `rank`; returns the number of ranks. */
static uint32_t rank_texts(const struct store *store, const int *found, int count, int key,
                           uint32_t *rank)
{
    const struct catalog *last = NULL;
    struct search_seen *met = NULL;
    uint32_t *number = NULL, ranks = 0; /* for each text of the last catalog its number plus one; 0
                                           if it has not occurred yet */
    int texts = 0, room = 0;
    for (int i = 0; i < count; i++) {
        int at;
        const struct catalog *list = store_catalog_at(store, found ? found[i] : i, &at);
        rank[i] = 0;
        if (!list)
            continue;
        if (list != last) { /* games of one catalog are consecutive */
            begin_list(list, key);
            free(number);
            number = memory_new((size_t)list->pool_used + 1, sizeof *number);
            last = list;
        }
        uint32_t text = search_text_of(list, at, key);
        if (!number[text]) {
            met = memory_room(met, &room, texts + 1, sizeof *met);
            met[texts] = search_meet(list->pool + text, key, texts);
            number[text] = (uint32_t)++texts;
        }
        rank[i] = number[text] - 1;
    }
    uint32_t *rank_of = memory_new((size_t)texts + 1, sizeof *rank_of);
    if (texts > 0)
        qsort(met, (size_t)texts, sizeof *met, search_by_text);
    for (int i = 0; i < texts; i++) {
        ranks += i == 0 || search_by_text(&met[i - 1], &met[i]) != 0;
        rank_of[met[i].number] = ranks - 1;
    }
    for (int i = 0; i < count; i++)
        rank[i] = rank_of[rank[i]];
    free(rank_of);
    free(number);
    free(met);
    return ranks;
}

/* Returns the value by which a game is sorted if the key is numeric. Additional members per ply are
 * given in thousandths, limited to some thousand members, because each rank takes memory. */
static uint32_t search_number_of(const struct catalog *list, int at, int key)
{
    enum { MOST = 1 << 22 };
    int plies = catalog_plies(list, at);
    if (key == ORDER_NOTES)
        return !catalog_notes(list, at);
    if (key == ORDER_PLIES)
        return (uint32_t)plies;
    int64_t members = plies ? (int64_t)catalog_cascaded(list, at) * 1000 / plies : 0;
    return (uint32_t)(members < MOST ? members : MOST);
}

static uint32_t rank_numbers(const struct store *store, const int *found, int count, int key,
                             uint32_t *rank)
{
    uint32_t ranks = 0;
    for (int i = 0; i < count; i++) {
        int at;
        const struct catalog *list = store_catalog_at(store, found ? found[i] : i, &at);
        rank[i] = list ? search_number_of(list, at, key) : 0;
        ranks = rank[i] >= ranks ? rank[i] + 1 : ranks;
    }
    return ranks;
}

uint32_t games_rank(const struct store *store, const int *place, int count, int key, uint32_t *rank)
{
    bool numbers = key == ORDER_PLIES || key == ORDER_NOTES || key == ORDER_CASCADES;
    return numbers ? rank_numbers(store, place, count, key, rank)
                   : rank_texts(store, place, count, key, rank);
}

void games_by_rank(int *place, int count, uint32_t *rank, uint32_t ranks, bool backwards)
{
    int *end = memory_new((size_t)ranks + 1, sizeof *end),
        *sorted = memory_new((size_t)count + 1, sizeof *sorted);
    for (int i = 0; i < count; i++) {
        rank[i] = backwards ? ranks - 1 - rank[i] : rank[i];
        end[rank[i] + 1]++;
    }
    for (uint32_t r = 0; r < ranks; r++)
        end[r + 1] += end[r];
    for (int i = 0; i < count; i++) /* games with the same rank stand together, after those with a
                                       lower rank */
        sorted[end[rank[i]]++] = place[i];
    memcpy(place, sorted, (size_t)count * sizeof *place);
    free(sorted);
    free(end);
}

/* -----------------------------------------------------------------------------------------------------
 * ids */

/* An id as catalogs store it: its first bits, and the rest. */
struct by_id {
    const uint8_t *id;
    int found;
    unsigned first : 8, backwards : 1;
};

static int compare_ids(const struct by_id *one, const struct by_id *other)
{
    int first = (one->first > other->first) - (one->first < other->first);
    return first ? first : memcmp(one->id, other->id, PACKED_ID);
}

static int search_by_id(const void *a, const void *b)
{
    const struct by_id *one = a, *other = b;
    int order = one->backwards ? compare_ids(other, one) : compare_ids(one, other);
    return order ? order : (one->found > other->found) - (one->found < other->found);
}

static struct by_id search_id_of(const struct store *store, int found, bool backwards)
{
    int at;
    const struct catalog *list = store_catalog_at(store, found, &at);
    return (struct by_id){catalog_packed_id(list, at), found, catalog_id_more(list, at), backwards};
}

/* True if the ids of these games are strictly ascending. */
static bool ids_rise(const struct store *store, const int *found, int count)
{
    struct by_id last = search_id_of(store, found[0], false);
    for (int i = 1; i < count; i++) {
        struct by_id next = search_id_of(store, found[i], false);
        if (compare_ids(&last, &next) >= 0)
            return false;
        last = next;
    }
    return true;
}

static void turn_round(int *found, int count)
{
    for (int i = 0, j = count - 1; i < j; i++, j--) {
        int swap = found[i];
        found[i] = found[j];
        found[j] = swap;
    }
}

static void sort_by_id(const struct store *store, int *found, int count, bool backwards)
{
    if (ids_rise(store, found, count)) { /* the usual case: the games are in the store's order
                                            already */
        if (backwards)
            turn_round(found, count);
        return;
    }
    struct by_id *sorted = memory_new((size_t)count, sizeof *sorted);
    for (int i = 0; i < count; i++)
        sorted[i] = search_id_of(store, found[i], backwards);
    qsort(sorted, (size_t)count, sizeof *sorted, search_by_id);
    for (int i = 0; i < count; i++)
        found[i] = sorted[i].found;
    free(sorted);
}

void finder_sort(const struct store *store, int *found, int count, enum query_order key,
                 bool backwards)
{
    if (key == ORDERS || count < 2)
        return;
    if (key == ORDER_ID) {
        sort_by_id(store, found, count, backwards);
        return;
    }
    uint32_t *rank = memory_new((size_t)count, sizeof *rank);
    games_by_rank(found, count, rank, games_rank(store, found, count, key, rank), backwards);
    free(rank);
}
