/* index.c - keeping the index up to date, and listings it remembers: see index.h; the file itself is index_file.c, finding by it
 * index_find.c. */
#include "config.h"
#include "archive/index_parts.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { CHECK_BYTES = 4 };

/* A check value over bytes that SQLite does not check. */
static uint32_t index_check(const void *bytes, size_t size, uint32_t seed)
{
    return hash32_bytes(HASH32_START ^ seed, bytes, size);
}

static bool run(struct index *index, enum statement statement)
{
    sqlite3_stmt *found = index_statement(index, statement);
    return found && index_next(index, found) == SQLITE_DONE;
}

/* ------------------------------------------------------------------------------------------------- entries */

static int place_of_entry(const struct index *index, const char *id)
{
    int low = 0, high = index->games;
    while (low < high) {
        int middle = (low + high) / 2;
        if (strcmp(index->game[middle].id, id) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static struct entry_of_game *entry_of(struct index *index, const char *id)
{
    int at = place_of_entry(index, id);
    return at < index->games && !strcmp(index->game[at].id, id) ? &index->game[at] : NULL;
}

static struct entry_of_game *add_entry(struct index *index, const char *id)
{
    int at = place_of_entry(index, id);
    index->game = memory_room(index->game, &index->room, index->games + 1, sizeof *index->game);
    memmove(index->game + at + 1, index->game + at, (size_t)(index->games - at) * sizeof *index->game);
    index->games++;
    index->game[at] = (struct entry_of_game){.number = 0};
    snprintf(index->game[at].id, sizeof index->game[at].id, "%s", id);
    return &index->game[at];
}

/* Take all rows, as far as they are not listings: where the store did not ask for these. */
static void sweep(struct index *index)
{
    sqlite3_stmt *row = index_statement(index, SQL_ENTRIES);
    index->unswept = false;
    index->games = 0;
    index->state++;
    while (row && index_next(index, row) == SQLITE_ROW) {
        const char *id = (const char *)sqlite.column_text(row, 0);
        struct entry_of_game entry = {.number = sqlite.column_int(row, 1), .complete = sqlite.column_int(row, 3) != 0};
        if (!id || !ulid_valid(id) || sqlite.column_bytes(row, 2) != sizeof entry.stamp) {
            index_fail(index, SQLITE_CORRUPT);
            return;
        }
        memcpy(entry.id, id, sizeof entry.id);
        memcpy(&entry.stamp, sqlite.column_blob(row, 2), sizeof entry.stamp);
        index->game = memory_room(index->game, &index->room, index->games + 1, sizeof *index->game);
        index->game[index->games++] = entry; /* rows come by id */
        if (entry.number > index->last_number)
            index->last_number = entry.number;
    }
    index->through = true;
}

struct entry_of_game *index_fresh(struct index *index, int at)
{
    if (index->unswept)
        sweep(index);
    const struct listing *listing = store_listing(index->store, at);
    struct entry_of_game *entry = listing ? entry_of(index, listing->id) : NULL;
    struct file_stamp stamp;
    return entry && index->store->kind->stamp(index->store, at, &stamp) && file_stamp_same(&stamp, &entry->stamp)
               ? entry : NULL;
}

/* ---------------------------------------------------------------------------------------- listings: the cache */

/* Take the row the sweep stands at, and go to the next one. Its listing is for `wanted`, if the stamp is that. */
static bool take_row(struct index *index, const char *wanted, const struct file_stamp *stamp, struct listing *listing)
{
    sqlite3_stmt *row = index->statement[SQL_GAMES];
    const char *id = (const char *)sqlite.column_text(row, 0);
    const unsigned char *bytes = sqlite.column_blob(row, 5);
    index->state++;
    size_t size = (size_t)sqlite.column_bytes(row, 5);
    uint32_t check;
    bool taken = false;
    if (!id || sqlite.column_bytes(row, 2) != sizeof *stamp || size < CHECK_BYTES || !ulid_valid(id)) {
        index_fail(index, SQLITE_CORRUPT);
        return false;
    }
    struct entry_of_game entry = {.number = sqlite.column_int(row, 1), .complete = sqlite.column_int(row, 4) != 0};
    memcpy(entry.id, id, sizeof entry.id);
    memcpy(&entry.stamp, sqlite.column_blob(row, 2), sizeof entry.stamp);
    memcpy(&check, bytes, CHECK_BYTES);
    if (check != index_check(bytes + CHECK_BYTES, size - CHECK_BYTES, (uint32_t)entry.stamp.mtime)) {
        index_fail(index, SQLITE_CORRUPT);
        return false;
    }
    if (wanted && !strcmp(wanted, id) && file_stamp_same(stamp, &entry.stamp)) {
        int64_t listed = sqlite.column_int64(row, 3);
        taken = file_stamp_tells(stamp, listed) && listing_unpack(listing, id, bytes + CHECK_BYTES, size - CHECK_BYTES);
        if (!taken)
            entry.stamp = (struct file_stamp){0};
    }
    index->game = memory_room(index->game, &index->room, index->games + 1, sizeof *index->game);
    index->game[index->games++] = entry; /* rows come by id */
    if (entry.number > index->last_number)
        index->last_number = entry.number;
    int code = index_next(index, row);
    index->sweeping = code == SQLITE_ROW;
    index->through = !index->sweeping;
    return taken;
}

static bool get(void *argument, const char *id, const struct file_stamp *stamp, struct listing *listing)
{
    struct index *index = argument;
    bool again = index->games && strcmp(id, index->game[index->games - 1].id) <= 0;
    index->unswept = false;
    if (!index->file || !ulid_valid(id))
        return false;
    if (again && index->through) { /* the store begins anew */
        if (index->create && index->pendings)
            return false;
        index->games = 0;
        index->through = false;
    }
    if (!index->sweeping && !index->through) {
        index->sweeping = index_next(index, index_statement(index, SQL_GAMES)) == SQLITE_ROW;
        index->through = !index->sweeping;
    }
    while (index->sweeping) {
        int order = strcmp((const char *)sqlite.column_text(index->statement[SQL_GAMES], 0), id);
        if (order > 0)
            return false;
        bool taken = take_row(index, id, stamp, listing);
        if (order == 0)
            return taken;
    }
    return false;
}

/* The listing itself is taken from the store when it is written: a copy of each would be half of the memory an index takes. */
static void put(void *argument, const char *id, const struct file_stamp *stamp, const struct listing *listing)
{
    (void)listing;
    struct index *index = argument;
    index->state++;
    if (index->unswept)
        sweep(index);
    if (!index->file || !index->create)
        return;
    struct entry_of_game *entry = entry_of(index, id);
    index->pending = memory_room(index->pending, &index->pending_room, index->pendings + 1, sizeof *index->pending);
    struct pending *pending = &index->pending[index->pendings++];
    *pending = (struct pending){.old_number = entry ? entry->number : 0, .listed = file_now()};
    snprintf(pending->id, sizeof pending->id, "%s", id);
    if (!entry)
        entry = add_entry(index, id);
    entry->stamp = *stamp;
    entry->complete = false;
    entry->number = 0; /* until it is written */
}

void index_cache_begin(struct index *index)
{
    index->cache = (struct listing_cache){get, put, index};
    index->store->cache = &index->cache;
}

/* ---------------------------------------------------------------------------------------------- bringing up */

/* A row of SQL_GAMES, with the game's listing as bytes and their check value; false: it could not be written. */
static bool write_entry(struct index *index, const struct entry_of_game *entry, int64_t listed, const struct listing *listing)
{
    struct yaml_text bytes = {0};
    yaml_text_add(&bytes, "    ", CHECK_BYTES);
    listing_pack(listing, &bytes);
    uint32_t check = index_check(bytes.v + CHECK_BYTES, (size_t)bytes.n - CHECK_BYTES, (uint32_t)entry->stamp.mtime);
    memcpy(bytes.v, &check, CHECK_BYTES);
    sqlite3_stmt *statement = index_statement(index, SQL_PUT);
    sqlite.bind_text(statement, 1, entry->id, -1, SQLITE_STATIC);
    sqlite.bind_int(statement, 2, entry->number);
    sqlite.bind_blob(statement, 3, &entry->stamp, sizeof entry->stamp, SQLITE_STATIC);
    sqlite.bind_int64(statement, 4, listed);
    sqlite.bind_int(statement, 5, 0);
    sqlite.bind_blob(statement, 6, bytes.v, bytes.n, SQLITE_STATIC);
    bool written = index_next(index, statement) == SQLITE_DONE;
    yaml_text_clear(&bytes);
    return written;
}

/* Write the listings that wait. The numbers of all games must be known: the sweep is through. */
static bool write_pending(struct index *index)
{
    for (int i = 0; i < index->pendings; i++) {
        struct pending *pending = &index->pending[i];
        struct entry_of_game *entry = entry_of(index, pending->id);
        if (pending->old_number) {
            sqlite3_stmt *drop = index_statement(index, SQL_DROP_POSITIONS);
            sqlite.bind_int(drop, 1, pending->old_number);
            if (index_next(index, drop) != SQLITE_DONE)
                return false;
        }
        int at = entry ? catalog_find(&index->store->list, entry->id) : -1;
        if (at < 0)
            continue;
        entry->number = ++index->last_number;
        if (!write_entry(index, entry, pending->listed, store_listing(index->store, at)))
            return false;
    }
    index->pendings = 0;
    return true;
}

static bool put_texts(struct index *index, const struct entry_of_game *entry, const struct index_texts *texts)
{
    if (!texts->words.n)
        return true;
    sqlite3_stmt *statement = index_statement(index, SQL_PUT_TEXT);
    sqlite.bind_int(statement, 1, entry->number);
    for (int column = 0; column < INDEX_COLUMNS; column++)
        sqlite.bind_text(statement, 2 + column, texts->column[column].v, texts->column[column].n, SQLITE_STATIC);
    if (index_next(index, statement) != SQLITE_DONE)
        return false;
    statement = index_statement(index, SQL_PUT_SHORT);
    sqlite.bind_int(statement, 1, entry->number);
    sqlite.bind_text(statement, 2, texts->words.v, texts->words.n, SQLITE_STATIC);
    return index_next(index, statement) == SQLITE_DONE;
}

/* Texts and positions of a game. One that cannot be read just now is left as it is: to be tried, and completed another time. */
static bool complete_game(struct index *index, struct entry_of_game *entry, int at)
{
    struct record *record;
    int loaded = store_load(index->store, at, &record, NULL, NULL, NULL);
    if (loaded == FAIL_SYSTEM)
        return true;
    if (loaded == 0) {
        int main, n;
        struct index_texts texts;
        index_texts_begin(&texts, record);
        uint32_t *hashes = index_hashes(record, &index->start, &main, &n);
        bool set_up = index_starts_as_set_up(record);
        index_plies_add(index, entry->number, record);
        record_free(record);
        bool done = put_texts(index, entry, &texts);
        if (done && n) {
            sqlite3_stmt *statement = index_statement(index, SQL_PUT_POSITIONS);
            sqlite.bind_int(statement, 1, entry->number);
            sqlite.bind_int(statement, 2, main | (set_up ? MAIN_SET_UP : 0));
            sqlite.bind_blob(statement, 3, hashes, n * (int)sizeof *hashes, SQLITE_STATIC);
            done = index_next(index, statement) == SQLITE_DONE;
        }
        index_texts_clear(&texts);
        free(hashes);
        if (!done)
            return false;
    } else {
        index_plies_add(index, entry->number, NULL);
    }
    sqlite3_stmt *statement = index_statement(index, SQL_COMPLETE);
    sqlite.bind_text(statement, 1, entry->id, -1, SQLITE_STATIC);
    if (index_next(index, statement) != SQLITE_DONE)
        return false;
    entry->complete = true;
    return true;
}

/* Take games that are in the store no more out of the index. */
static bool drop_gone(struct index *index)
{
    int kept = 0, at = 0, count = index->store->list.count;
    for (int i = 0; i < index->games; i++) {
        struct entry_of_game *entry = &index->game[i];
        while (at < count && strcmp(store_listing(index->store, at)->id, entry->id) < 0)
            at++;
        if (at < count && !strcmp(store_listing(index->store, at)->id, entry->id)) {
            index->game[kept++] = *entry;
            continue;
        }
        sqlite3_stmt *drop = index_statement(index, SQL_DROP);
        sqlite.bind_text(drop, 1, entry->id, -1, SQLITE_STATIC);
        if (index_next(index, drop) != SQLITE_DONE)
            return false;
        drop = index_statement(index, SQL_DROP_POSITIONS);
        sqlite.bind_int(drop, 1, entry->number);
        if (index_next(index, drop) != SQLITE_DONE)
            return false;
    }
    index->games = kept;
    return true;
}

/* Games whose listings the store had from elsewhere, and did not ask the index for nor tell it of. */
static void put_others(struct index *index)
{
    struct store *store = index->store;
    for (int i = 0; i < store->list.count; i++) {
        struct file_stamp stamp;
        const struct listing *listing = store_listing(store, i);
        if (!index_fresh(index, i) && ulid_valid(listing->id) && store->kind->stamp(store, i, &stamp))
            put(index, listing->id, &stamp, listing);
    }
}

/* Within a transaction: what waits, and so many games more. */
static bool bring_up(struct index *index, int games)
{
    int count = index->store->list.count;
    if (index->next == 0)
        put_others(index);
    if (!write_pending(index))
        return false;
    if (index->next == 0 && !drop_gone(index))
        return false;
    index_plies_begin(index);
    for (; index->next < count && games > 0; index->next++) {
        struct entry_of_game *entry = index_fresh(index, index->next);
        if (!entry || entry->complete || !entry->number)
            continue;
        games--;
        if (!complete_game(index, entry, index->next))
            return false;
    }
    return true;
}

/* The same of the store's own games; how far it is. */
static bool step_own(struct index *index, int games)
{
    struct store *store = index->store;
    if (index->unswept)
        sweep(index);
    index->state++;
    if (!index->file || !index->create)
        return false;
    while (index->sweeping) /* games behind the last one of the store */
        take_row(index, NULL, NULL, NULL);
    if (!index->file || !run(index, SQL_BEGIN))
        return false;
    int failures = index->failures;
    bool up = bring_up(index, games), piece = up && index->next >= store->list.count && index_piece_wanted(index);
    if (piece)
        piece = index_piece_make(index);
    bool plies = up && index_plies_step(index, games);
    if (up)
        run(index, SQL_COMMIT);
    else if (index->failures == failures)
        run(index, SQL_ROLLBACK);
    if (index->failures != failures) { /* made anew: look at everything again */
        store_forget(store);
        return index->file != NULL;
    }
    return index->next < store->list.count || piece || plies;
}

/* How many of the packs' games that are listed are in their indexes, which have those that files stand for as well. */
static int listed_of(const struct store *store, int packed, int in_packs)
{
    int listed = store_total(store) - store->list.count;
    return packed == in_packs ? listed : packed < listed ? packed : listed - 1;
}

bool index_step(struct index *index, int games, int *done, int *total)
{
    struct store *store = index->store;
    int packed = 0, in_packs = 0;
    bool more = store_scan(store, games < INT_MAX / 8 ? games * 8 : INT_MAX); /* looking is quicker than completing */
    if (!more)
        more = step_own(index, games) || (index->create && store_packs_index(store, &packed, &in_packs));
    if (!more && index->create && store->kind->keep_list)
        store->kind->keep_list(store);
    if (done)
        *done = more && store->list.count < store->total ? 0 : index->next + (in_packs ? listed_of(store, packed, in_packs) : 0);
    if (total)
        *total = store_total(store);
    return more;
}

bool index_wanted(struct index *index, struct store *store)
{
    bool kept = true;
    if (!store_packs_indexed(store))
        return true;
    if (store->list.count && store->kind->unchecked)
        store->kind->unchecked(store, &kept);
    if (!kept)
        return true;
    if (!index || !index->file)
        return store->list.count > 0;
    return !index_knows_all(index) || index_piece_wanted(index) || index_plies_wanted(index);
}
