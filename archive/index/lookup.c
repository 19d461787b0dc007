/* lookup.c - uses the index to find which games may match a query: see index.h.
 *
 * A set of games has one bit per game, of a pack or of the store's own games. The query is a tree
 * of terms; prefilter_catalog() combines the sets of its terms and calls lookup_set_of() for each
 * term that headers cannot decide. Each answer has two sets: `sure`, the games that certainly
 * match, and `may`, those that may match and must be tested by the query itself. Sets are always
 * too large rather than too small: a game whose current version is in no part (search.unknown) is
 * in every `may` set, and a term that cannot be narrowed down returns NULL sets, meaning any game.
 * This is why results are the same with and without an index.
 *
 * How terms are answered:
 *
 *   pos:         by the hash of the position. A hash collision is ignored, as unlikely enough.
 *   near:        by testing every hash in the index against the very many hashes of similar
 *                positions.
 *   plies        by testing each distinct ply once and uniting the lists of the plies that match;
 *                games with a ply that has no number may match.
 *   text         up to two letters directly; longer texts by their three-letter grams. A gram comes
 *                with the places where it occurs, so intersecting the grams at their distances
 *                finds exactly the texts that contain the word (meet_gram()).
 *   has:, nag:   by the lists of these properties.
 *
 * All reads of one search are in one transaction and so see one state of the file. If anything
 * fails meanwhile (is_well()), all sets found are discarded.
 *
 * Parts of single files identify a game by a hash of its id and the stamp of its file
 * (index_identity()); index_find_places() maps these to the current list. */
#include "archive/index/index_internal.h"

#include "archive/util/sanitize.h"
#include "archive/query/query_tree.h"

#include <stdlib.h>
#include <string.h>

struct search {
    struct index *index;
    const struct pack *pack; /* the pack to search; NULL to search the store's own games */
    const struct catalog *list;
    const struct query *query;
    int failures; /* number of failures of the index when the search began: if it has increased, no
                     result is valid */
    uint8_t *unknown; /* one bit for each game: set if the game is in no part */
    uint16_t *game;   /* [PART_GAMES] buffer for one list of games */
};

/* ---------------------------------------------------------------------------------------------
 * places of files */

enum store_mark index_identity(struct store *store, int at, uint64_t *identity)
{
    char id[ULID_LENGTH + 1];
    const char *named = catalog_id(&store->list, at, id) ? id : "";
    enum store_mark told =
        store->backend->mark(store, at, sidecar_check(named, strlen(named), 0), identity);
    *identity += *identity == 0;
    return told;
}

/* A hash table of files by identity. */
struct identities {
    struct {
        uint64_t identity;
        int place;
    } * slot; /* [mask + 1] the slots of the table; identity 0 marks an empty one */
    size_t mask;
};

static struct identities identities_of(struct store *store)
{
    struct identities files = {.mask = 63};
    while (files.mask / 2 < (size_t)store->list.count)
        files.mask = files.mask * 2 + 1;
    files.slot = memory_new(files.mask + 1, sizeof *files.slot);
    for (int i = 0; i < store->list.count; i++) {
        uint64_t identity = 0;
        if (index_identity(store, i, &identity) == MARK_NONE)
            continue;
        size_t at = identity & files.mask;
        while (files.slot[at].identity)
            at = (at + 1) & files.mask;
        files.slot[at].identity = identity;
        files.slot[at].place = i;
    }
    return files;
}

static int lookup_place_of(const struct identities *files, uint64_t identity)
{
    size_t at = identity & files->mask;
    while (files->slot[at].identity && files->slot[at].identity != identity)
        at = (at + 1) & files->mask;
    return files->slot[at].identity ? files->slot[at].place : -1;
}

/* Finds the current indices of the games in a part of files. If two parts have the same game,
 * the first part counts. */
static bool place_part(struct index *index, struct index_part *part, const struct identities *files)
{
    struct row_cursor cursor;
    int failures = index->failures;
    row_cursor_begin(&cursor, index, PART_GAMES_OF);
    row_cursor_part(&cursor, part);
    bool good =
        row_cursor_seek(&cursor, 0) && cursor.row.size == (size_t)part->games * sizeof(uint64_t);
    if (good) {
        part->place = memory_new((size_t)part->games, sizeof *part->place);
        part->live = 0;
    }
    for (int i = 0; i < part->games && good; i++) {
        uint64_t identity;
        memcpy(&identity, cursor.row.kept + (size_t)i * sizeof identity, sizeof identity);
        int place = identity ? lookup_place_of(files, identity) : -1;
        if (place >= 0 && !(index->unknown[place / 8] >> place % 8 & 1))
            place = -1;
        part->place[i] = place;
        if (place < 0)
            continue;
        index->unknown[place / 8] &= (uint8_t) ~(1u << place % 8);
        part->live++;
    }
    row_cursor_end(&cursor);
    if (!good && index->failures == failures)
        index_fail(index, SQLITE_CORRUPT);
    return good;
}

bool index_find_places(struct index *index)
{
    struct store *store = index->store;
    bool good = true;
    if (index->unknown && index->places == store->list.count && index->stamps == store->stamps &&
        index->placed_version == index->version)
        return true;
    struct identities files = identities_of(store);
    free(index->unknown);
    index->unknown = memory_new(prefilter_bytes(store->list.count), 1);
    for (int i = 0; i < store->list.count; i++)
        prefilter_put(index->unknown, i);
    for (int i = 0; i < index->parts && good; i++) {
        free(index->part[i].place);
        index->part[i].place = NULL;
        if (!*index->part[i].source)
            good = place_part(index, &index->part[i], &files);
    }
    free(files.slot);
    if (!good)
        return false;
    index->places = store->list.count;
    index->stamps = store->stamps;
    index->placed_version = index->version;
    return true;
}

/* ----------------------------------------------------------------------------------------------------
 * parts */

/* True if nothing has failed yet. */
static bool is_well(const struct search *search)
{
    return search->index->file && search->index->failures == search->failures;
}

bool index_part_is_of(const struct index_part *part, const struct pack *pack)
{
    return !strcmp(part->source, pack_name(pack)) &&
           file_stamp_same(&part->stamp, pack_stamp(pack));
}

/* The next part to search, from index *at on; NULL if there are no more, or the file was closed. */
static const struct index_part *next_part(const struct search *search, int *at)
{
    const struct index *index = search->index;
    for (; is_well(search) && *at < index->parts; ++*at) {
        const struct index_part *part = &index->part[*at];
        if (search->pack ? *part->source && index_part_is_of(part, search->pack) : !*part->source)
            return &index->part[(*at)++];
    }
    return NULL;
}

/* The current index of a part's game in the list; -1 if the game no longer exists. */
static int place_in(const struct search *search, const struct index_part *part, int game)
{
    int place = part->place ? part->place[game] : part->first + game;
    return place < search->list->count ? place : -1;
}

static void put_place(const struct search *search, const struct index_part *part, int game,
                      uint8_t *set)
{
    int place = place_in(search, part, game);
    if (place >= 0)
        prefilter_put(set, place);
}

/* Removes the indices from `from` up to, but not including, `end` from a set. */
static void lookup_take_out(uint8_t *set, int from, int end)
{
    for (; from < end && (from % 8 || end - from < 8); from++)
        set[from / 8] &= (uint8_t) ~(1u << from % 8);
    if (from < end) {
        memset(set + from / 8, 0, (size_t)(end - from) / 8);
        lookup_take_out(set, from + (end - from) / 8 * 8, end);
    }
}

/* Begin a read transaction, so that the following queries see one state of the file. False if there
 * is no index to query. */
static bool lookup_begin(struct search *search, struct index *index, const struct pack *pack,
                         const struct query *query)
{
    const struct catalog *list = pack ? pack_list(pack) : &index->store->list;
    *search = (struct search){index, pack, list, query, .failures = index->failures};
    if (!index->file || !index_begin(index, false))
        return false;
    if (!index_read_parts(index) || (!pack && !index_find_places(index))) {
        index_end(index, false);
        return false;
    }
    const struct index_part *part;
    search->game = memory_new(PART_GAMES, sizeof *search->game);
    search->unknown = memory_new(prefilter_bytes(list->count), 1);
    if (!pack) {
        memcpy(search->unknown, index->unknown, prefilter_bytes(list->count));
        return true;
    }
    memset(search->unknown, 0xFF, prefilter_bytes(list->count));
    for (int at = 0; (part = next_part(search, &at));)
        lookup_take_out(search->unknown, part->first,
                        part->first + part->games < list->count ? part->first + part->games
                                                                : list->count);
    return true;
}

static void lookup_end(struct search *search)
{
    index_end(search->index, false);
    free(search->unknown);
    free(search->game);
}

static uint8_t *new_set(const struct search *search)
{
    return memory_new(prefilter_bytes(search->list->count), 1);
}

/* The result of a search: games in `sure` match; games in `may` and games in no part may match.
 * Takes ownership of the sets. The result is empty if the file failed meanwhile. */
static struct prefilter_set found_set(const struct search *search, uint8_t *may, uint8_t *sure)
{
    struct prefilter_set set = {may, sure};
    if (!is_well(search))
        prefilter_set_clear(&set);
    for (size_t i = 0; set.may && i < prefilter_bytes(search->list->count); i++)
        set.may[i] |= search->unknown[i] | (sure ? sure[i] : 0);
    return set;
}

static void lookup_damaged(const struct search *search)
{
    if (is_well(search))
        index_fail(search->index, SQLITE_CORRUPT);
}

/* Adds the games of the list at the cursor to a set. */
static void lookup_put_list(const struct search *search, const struct row_cursor *cursor,
                            uint8_t *set)
{
    const uint8_t *at = cursor->row.kept;
    int n = list_take(&at, at + cursor->row.size, cursor->part->games, search->game);
    if (n < 0)
        lookup_damaged(search);
    for (int i = 0; i < n; i++)
        put_place(search, cursor->part, search->game[i], set);
}

/* ----------------------------------------------------------------------------------------------------
 * words */

/* Adds the games that have any of these words (codes in ascending order) to a set. */
static void lookup_put_words(const struct search *search, const uint32_t *code, int codes,
                             uint8_t *set)
{
    const struct index_part *part;
    struct row_cursor cursor;
    row_cursor_begin(&cursor, search->index, PART_WORDS);
    for (int at = 0; (part = next_part(search, &at));) {
        row_cursor_part(&cursor, part);
        for (int i = 0; i < codes && is_well(search); i++)
            if (row_cursor_seek(&cursor, code[i]))
                lookup_put_list(search, &cursor, set);
    }
    row_cursor_end(&cursor);
}

/* The games that have what a term has: or nag: asks for. */
static struct prefilter_set lookup_with_notes(const struct search *search, const struct term *term)
{
    enum { BITS = 32 };
    uint32_t code[BITS];
    int codes = 0, nag = term->key == ASK_NAG ? query_nag(term->text) : -1;
    unsigned wanted = term->key == ASK_HAS ? query_has_wanted(term->text) : 0;
    if (nag >= 0)
        code[codes++] = WORD_NAG + (uint32_t)nag;
    for (uint32_t bit = 0; wanted >> bit; bit++)
        if (wanted >> bit & 1)
            code[codes++] = WORD_HAS + bit;
    if (!codes)
        return (struct prefilter_set){0};
    uint8_t *sure = new_set(search);
    lookup_put_words(search, code, codes, sure);
    return found_set(search, new_set(search), sure);
}

/* The layout of a number that stands for a game and a place in its texts: the game in the bits from
 * PLACE_BITS up, the place in the bits below. */
enum { PLACE_BITS = 32 };
struct spots {
    uint64_t *v;
    int n, room;
};

/* `spots` holds places in texts. Keeps only those places that are followed, `offset` bytes later,
 * by the gram at the cursor. If `all` is true, `spots` is still empty: then adds every place with
 * this gram `offset` bytes later. */
static void meet_gram(const struct search *search, const struct row_cursor *cursor, unsigned offset,
                      bool all, struct spots *spots)
{
    const uint8_t *at = cursor->row.kept, *behind = at + cursor->row.size;
    uint64_t game = 0, step, places, further;
    int next = 0, kept = 0;
    while (at < behind && (all || next < spots->n)) {
        uint64_t place = 0;
        places = 1;
        if (!number_take(&at, behind, &step) ||
            (game += step >> 1) >= (uint64_t)cursor->part->games ||
            (step & 1 && !number_take(&at, behind, &places))) {
            lookup_damaged(search);
            break;
        }
        for (; places && number_take(&at, behind, &further); places--) {
            place += further;
            if (place < offset)
                continue;
            uint64_t spot = game << PLACE_BITS | (place - offset);
            if (all) {
                spots->v = memory_room(spots->v, &spots->room, spots->n + 1, sizeof *spots->v);
                spots->v[spots->n++] = spot;
            }
            while (!all && next < spots->n && spots->v[next] < spot)
                next++;
            if (!all && next < spots->n && spots->v[next] == spot)
                spots->v[kept++] = spots->v[next++];
        }
    }
    if (!all)
        spots->n = kept;
}

/* Three letters of the text searched for, and their offset in it. */
struct gram {
    uint32_t code;
    unsigned offset;
};

static int by_code(const void *a, const void *b)
{
    const struct gram *one = a, *other = b;
    return (one->code > other->code) - (one->code < other->code);
}

/* Adds to a set the games whose texts in a column contain a text of three letters or more. */
static void put_long(const struct search *search, const char *text, enum game_texts_column column,
                     uint8_t *set)
{
    enum { GRAM = 3 };
    size_t length = strlen(text);
    struct gram *gram = memory_new(length / GRAM + 2, sizeof *gram);
    struct spots spots = {0};
    struct row_cursor cursor;
    const struct index_part *part;
    int grams = 0;
    for (size_t i = 0; i < length; i += GRAM) { /* the last gram may overlap the previous one */
        size_t from = i + GRAM <= length ? i : length - GRAM;
        gram[grams++] =
            (struct gram){word_code(column, (const uint8_t *)text + from, GRAM), (unsigned)from};
    }
    qsort(gram, (size_t)grams, sizeof *gram, by_code);
    row_cursor_begin(&cursor, search->index, PART_WORDS);
    for (int at = 0; (part = next_part(search, &at));) {
        bool there = true;
        row_cursor_part(&cursor, part);
        spots.n = 0;
        for (int i = 0; i < grams && there; i++) {
            there = row_cursor_seek(&cursor, gram[i].code);
            if (there)
                meet_gram(search, &cursor, gram[i].offset, i == 0, &spots);
            there = there && spots.n > 0;
        }
        for (int i = 0; there && is_well(search) && i < spots.n; i++)
            put_place(search, part, (int)(spots.v[i] >> PLACE_BITS), set);
    }
    row_cursor_end(&cursor);
    free(spots.v);
    free(gram);
}

/* The games that have a text in a column, or in any column if `column` is TEXTS_COLUMNS. */
static struct prefilter_set with_text(const struct search *search, const char *text,
                                      enum game_texts_column column)
{
    for (const char *c = text; *c; c++)
        if ((unsigned char)*c < ' ')
            return (struct prefilter_set){0};
    char *folded = folded_text(text);
    int length = (int)strlen(folded);
    struct prefilter_set set = {0};
    if (length) {
        uint8_t *may = new_set(search), *sure = new_set(search);
        lookup_put_words(search, &(uint32_t){WORD_CUT}, 1, may);
        for (int c = column == TEXTS_COLUMNS ? 0 : (int)column;
             c < (column == TEXTS_COLUMNS ? TEXTS_COLUMNS : (int)column + 1); c++)
            if (length < 3)
                lookup_put_words(search,
                                 &(uint32_t){word_code((enum game_texts_column)c,
                                                       (const uint8_t *)folded, length)},
                                 1, sure);
            else
                put_long(search, folded, (enum game_texts_column)c, sure);
        set = found_set(search, may, sure);
    }
    free(folded);
    return set;
}

/* ------------------------------------------------------------------------------------------------
 * positions */

/* Adds the games of the position at the cursor: to `sure` those that reach it in their main line;
 * with `variations`, also to `may` those that reach it in a variation. */
static void lookup_put_position(const struct search *search, const struct row_cursor *cursor,
                                bool variations, uint8_t *may, uint8_t *sure)
{
    const uint8_t *at = cursor->row.kept, *behind = at + cursor->row.size;
    uint64_t next = 1;
    while (next & 1) {
        int n = number_take(&at, behind, &next)
                    ? list_take(&at, behind, cursor->part->games, search->game)
                    : -1;
        uint8_t *set = next >> 1 != NEXT_VARIATION ? sure : variations ? may : NULL;
        if (n < 0) {
            lookup_damaged(search);
            return;
        }
        for (int i = 0; set && i < n; i++)
            put_place(search, cursor->part, search->game[i], set);
    }
}

static struct prefilter_set with_position(const struct search *search, const struct term *term)
{
    uint64_t hash[PREFILTER_HASHES];
    int hashes = prefilter_hashes(search->list, search->query, term, hash);
    const struct index_part *part;
    struct row_cursor cursor;
    if (hashes < 0)
        return (struct prefilter_set){0};
    uint8_t *may = new_set(search), *sure = new_set(search);
    row_cursor_begin(&cursor, search->index, PART_POSITIONS);
    for (int at = 0; (part = next_part(search, &at));)
        for (int h = 0; h < hashes && is_well(search); h++) {
            row_cursor_part(&cursor, part);
            if (row_cursor_seek(&cursor, hash[h]))
                lookup_put_position(search, &cursor, term->variations, may, sure);
        }
    row_cursor_end(&cursor);
    return found_set(search, may, sure);
}

/* The games with a position that has any of very many hashes; this reads all rows. */
static struct prefilter_set near_position(const struct search *search, const struct term *term)
{
    struct prefilter_many many;
    const struct index_part *part;
    struct row_cursor cursor;
    if (!prefilter_near(search->list, search->query, term, &many))
        return (struct prefilter_set){0};
    uint8_t *may = new_set(search), *sure = new_set(search);
    row_cursor_begin(&cursor, search->index, PART_POSITIONS);
    for (int at = 0; (part = next_part(search, &at));) {
        row_cursor_part(&cursor, part);
        while (is_well(search) && row_cursor_next_row(&cursor)) {
            while (is_well(search) && row_next(&cursor.row))
                if (prefilter_begins_like(&many, cursor.row.code) &&
                    prefilter_is_among(&many, cursor.row.code))
                    lookup_put_position(search, &cursor, term->variations, may, sure);
            if (cursor.row.bad)
                lookup_damaged(search);
        }
    }
    row_cursor_end(&cursor);
    prefilter_many_clear(&many);
    return found_set(search, may, sure);
}

/* ----------------------------------------------------------------------------------------------------
 * plies */

/* The games with a ply that matches. */
static struct prefilter_set with_plies(const struct search *search, const struct term *term)
{
    struct index *index = search->index;
    const struct index_part *part;
    struct row_cursor cursor;
    uint32_t *number = NULL;
    int numbers = 0, room = 0;
    if (!index_read_plies(index))
        return (struct prefilter_set){0};
    for (uint32_t i = 1; i <= (uint32_t)index->plies.n; i++)
        if (query_ply_fits(term, ply_table_text(&index->plies, i))) {
            number = memory_room(number, &room, numbers + 1, sizeof *number);
            number[numbers++] = i;
        }
    uint8_t *may = new_set(search), *sure = new_set(search);
    row_cursor_begin(&cursor, index, PART_PLIES);
    for (int at = 0; (part = next_part(search, &at));) {
        row_cursor_part(&cursor, part);
        for (uint32_t variation = 0; variation < 1u + term->variations && is_well(search);
             variation++)
            if (row_cursor_seek(&cursor, 2 * PLY_OTHER + variation))
                lookup_put_list(search, &cursor, may);
        for (int i = 0; i < numbers && is_well(search); i++)
            for (uint32_t variation = 0; variation < 1u + term->variations && is_well(search);
                 variation++)
                if (row_cursor_seek(&cursor, (uint64_t)2 * number[i] + variation))
                    lookup_put_list(search, &cursor, sure);
    }
    row_cursor_end(&cursor);
    free(number);
    return found_set(search, may, sure);
}

/* ----------------------------------------------------------------------------------------------------
 * terms */

/* Searches the index for a term that headers do not decide. */
static struct prefilter_set lookup_set_of(void *argument, const struct term *term)
{
    const struct search *search = argument;
    bool keyed = term->kind == TERM_KEY;
    if (!is_well(search))
        return (struct prefilter_set){0};
    if (keyed && term->key == ASK_POS)
        return with_position(search, term);
    if (keyed && term->key == ASK_NEAR)
        return near_position(search, term);
    if (term->kind == TERM_TEXT)
        return with_text(search, term->text, TEXTS_COLUMNS);
    if (keyed && term->key == ASK_TEXT)
        return with_text(search, term->text, TEXTS_NOTES);
    if (keyed && term->key == ASK_BY)
        return with_text(search, term->text, TEXTS_AUTHORS);
    if (keyed && (term->key == ASK_HAS || term->key == ASK_NAG))
        return lookup_with_notes(search, term);
    if (query_asks_plies(term))
        return with_plies(search, term);
    return (struct prefilter_set){0};
}

struct prefilter_set index_prefilter(struct index *index, const struct pack *pack,
                                     const struct query *query)
{
    struct search search;
    const struct catalog *list = pack ? pack_list(pack) : &index->store->list;
    if (query_needs(query) == QUERY_LISTING || !lookup_begin(&search, index, pack, query))
        return prefilter_catalog(list, query, NULL, NULL);
    struct prefilter_set set = prefilter_catalog(list, query, lookup_set_of, &search);
    lookup_end(&search);
    return set;
}

/* ---------------------------------------------------------------------------------------------
 * continuations */

/* Reports the games of the position at the cursor and how they continue. */
static void tell_position(const struct search *search, const struct row_cursor *cursor, int met,
                          int *place, index_goes_on_fn *each, void *argument)
{
    const uint8_t *at = cursor->row.kept, *behind = at + cursor->row.size;
    uint64_t next = 1;
    while (next & 1) {
        int n = number_take(&at, behind, &next)
                    ? list_take(&at, behind, cursor->part->games, search->game)
                    : -1,
            there = 0;
        uint64_t how = next >> 1;
        if (n < 0) {
            lookup_damaged(search);
            return;
        }
        if (how == NEXT_VARIATION)
            continue;
        for (int i = 0; i < n; i++) {
            place[there] = place_in(search, cursor->part, search->game[i]);
            there += place[there] >= 0;
        }
        each(argument, met, how == NEXT_END ? INDEX_ENDS : (int)(how - NEXT_PLY), place, there);
    }
}

uint8_t *index_continuations(struct index *index, const struct pack *pack, const uint64_t *hash,
                             int hashes, index_goes_on_fn *each, void *argument)
{
    struct search search;
    struct row_cursor cursor;
    const struct index_part *part;
    if (!lookup_begin(&search, index, pack, NULL))
        return NULL;
    int *place = memory_new(PART_GAMES, sizeof *place);
    row_cursor_begin(&cursor, index, PART_POSITIONS);
    for (int at = 0; (part = next_part(&search, &at));)
        for (int h = 0; h < hashes && is_well(&search); h++) {
            row_cursor_part(&cursor, part);
            if (row_cursor_seek(&cursor, hash[h]))
                tell_position(&search, &cursor, h, place, each, argument);
        }
    row_cursor_end(&cursor);
    free(place);
    uint8_t *told = is_well(&search) ? new_set(&search) : NULL;
    for (size_t i = 0; told && i < prefilter_bytes(search.list->count); i++)
        told[i] = (uint8_t)~search.unknown[i];
    lookup_end(&search);
    return told;
}
