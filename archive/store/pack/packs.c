/* packs.c - includes packs in the list of a store. See archive/store/packs.h.
 *
 * The games of packs come after the store's own games. A game that was copied out of a pack is
 * hidden by its copy. */
#include "config.h"
#include "archive/store/backend.h"
#include "archive/store/packs.h"

#include "archive/summary/summary_table.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PACK_NAME_ROOM = 200 };

/* -------------------------------------------------------------------------------------------------
 * hiding ids */

static void drop_ids(struct store *store)
{
    if (store->own_ids)
        id_set_clear(store->own_ids);
    free(store->own_ids);
    store->own_ids = NULL;
}

/* The ids of the store's own games, taken from their file names, so that they need not be
 * scanned. */
static const struct id_set *own_ids(struct store *store)
{
    if (store->own_ids)
        return store->own_ids;
    store->own_ids = memory_new(1, sizeof *store->own_ids);
    for (int i = 0; i < store->total; i++) {
        char label[1], id[ULID_LENGTH + 1];
        uint8_t packed[PACKED_ID], more;
        int line;
        store->backend->label(store, i, label, sizeof label, id, &line);
        if (catalog_pack_id(id, packed, &more))
            id_set_add(store->own_ids, packed);
    }
    return store->own_ids;
}

/* ---------------------------------------------------------------------------------------------------
 * hiding */

/* Returns how many games of a pack with an index below `place` are hidden. */
static int hidden_before(const struct shelf *shelf, int place)
{
    int low = 0, high = shelf->hiddens;
    while (low < high) {
        int middle = (low + high) / 2;
        if (shelf->hidden[middle] < place)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void packs_hide(struct shelf *shelf, int place)
{
    int n = hidden_before(shelf, place);
    if (n < shelf->hiddens && shelf->hidden[n] == place)
        return;
    shelf->hidden =
        memory_room(shelf->hidden, &shelf->hidden_room, shelf->hiddens + 1, sizeof *shelf->hidden);
    memmove(shelf->hidden + n + 1, shelf->hidden + n,
            (size_t)(shelf->hiddens - n) * sizeof *shelf->hidden);
    shelf->hidden[n] = place;
    shelf->hiddens++;
}

/* Compares newly scanned games of a pack with the store's own games, and hides those that the store
 * has. */
static void packs_compare(struct store *store, struct shelf *shelf)
{
    const struct catalog *list = pack_list(shelf->pack);
    const struct id_set *own = shelf->seen < list->count ? own_ids(store) : NULL;
    const uint8_t *ids = own && own->used ? catalog_column(list, COLUMN_ID) : NULL;
    for (; own && own->used && shelf->seen < list->count; shelf->seen++) {
        const uint8_t *packed = ids + (size_t)shelf->seen * PACKED_ID;
        if (id_set_has(own, packed))
            packs_hide(shelf, shelf->seen);
    }
    shelf->seen = list->count;
}

void store_packs_ids(const struct store *store, struct id_set *ids)
{
    for (int i = 0; i < store->shelves; i++) {
        const struct catalog *list = pack_list(store->shelf[i].pack);
        const uint8_t *column = catalog_column(list, COLUMN_ID);
        for (int place = 0; place < list->count; place++)
            id_set_add(ids, column + (size_t)place * PACKED_ID);
    }
}

void store_ids(struct store *store, struct id_set *ids)
{
    uint8_t packed[PACKED_ID], more;
    for (int i = 0; i < store->total; i++) {
        char label[1], id[ULID_LENGTH + 1];
        int line;
        store->backend->label(store, i, label, sizeof label, id, &line);
        if (catalog_pack_id(id, packed, &more))
            id_set_add(ids, packed);
    }
    store_packs_ids(store, ids);
}

void store_packs_compare(struct store *store)
{
    drop_ids(store);
    for (int i = 0; i < store->shelves; i++) {
        store->shelf[i].hiddens = store->shelf[i].seen = 0;
        packs_compare(store, &store->shelf[i]);
    }
}

void store_packs_hide(struct store *store, const char *id)
{
    uint8_t packed[PACKED_ID], more;
    if (!store->shelves || !catalog_pack_id(id, packed, &more))
        return;
    own_ids(store);
    id_set_add(store->own_ids, packed);
    for (int i = 0; i < store->shelves; i++) {
        int at = catalog_find(pack_list(store->shelf[i].pack), id);
        if (at >= 0)
            packs_hide(&store->shelf[i], at);
    }
}

void store_packs_show(struct store *store, const char *id)
{
    drop_ids(store);
    for (int i = 0; i < store->shelves; i++) {
        struct shelf *shelf = &store->shelf[i];
        int at = catalog_find(pack_list(shelf->pack), id),
            n = at < 0 ? shelf->hiddens : hidden_before(shelf, at);
        if (n == shelf->hiddens || shelf->hidden[n] != at)
            continue;
        shelf->hiddens--;
        memmove(shelf->hidden + n, shelf->hidden + n + 1,
                (size_t)(shelf->hiddens - n) * sizeof *shelf->hidden);
    }
}

/* ---------------------------------------------------------------------------------------------------
 * places */

static int packs_shown(const struct shelf *shelf)
{
    return pack_list(shelf->pack)->count - shelf->hiddens;
}

int store_packs_count(const struct store *store)
{
    int count = 0;
    for (int i = 0; i < store->shelves; i++) {
        count += packs_shown(&store->shelf[i]);
        if (!pack_scanned(store->shelf[i].pack))
            break;
    }
    return count;
}

int store_packs_total(const struct store *store)
{
    int total = 0;
    for (int i = 0; i < store->shelves; i++)
        total += pack_total(store->shelf[i].pack) - store->shelf[i].hiddens;
    return total;
}

const struct pack *store_pack_at(const struct store *store, int at, int *in_pack)
{
    at -= store->total;
    for (int i = 0; i < store->shelves && at >= 0; i++) {
        const struct shelf *shelf = &store->shelf[i];
        if (at >= packs_shown(shelf)) {
            at -= packs_shown(shelf);
            continue;
        }
        int low = 0, high = shelf->hiddens; /* binary search for the number of hidden games before
                                               it */
        while (low < high) {
            int middle = (low + high) / 2;
            if (shelf->hidden[middle] - middle <= at)
                low = middle + 1;
            else
                high = middle;
        }
        *in_pack = at + low;
        return shelf->pack;
    }
    return NULL;
}

int store_packs_find(const struct store *store, const char *id)
{
    int first = store->total;
    for (int i = 0; i < store->shelves; i++) {
        const struct shelf *shelf = &store->shelf[i];
        int at = catalog_find(pack_list(shelf->pack), id),
            n = at < 0 ? 0 : hidden_before(shelf, at);
        if (at >= 0 && !(n < shelf->hiddens && shelf->hidden[n] == at))
            return first + at - n;
        first += packs_shown(shelf);
        if (!pack_scanned(shelf->pack))
            break;
    }
    return -1;
}

bool store_packs_have(struct store *store, const char *id, const struct version *version)
{
    char *bytes;
    size_t size;
    for (int i = 0; i < store->shelves; i++) {
        const struct pack *pack = store->shelf[i].pack;
        int at = catalog_find(pack_list(pack), id);
        if (at < 0 || pack_is_replaced(pack) || pack_bytes(pack, at, &bytes, &size, NULL) < 0)
            continue;
        bool same = version_fits(version, bytes, size);
        free(bytes);
        if (same)
            return true;
    }
    return false;
}

/* If the pack's file was replaced, opens the new file. It is then scanned from its beginning. */
static bool packs_refresh(struct shelf *shelf)
{
    if (!pack_refresh(shelf->pack))
        return false;
    shelf->seen = shelf->hiddens = 0;
    return true;
}

bool store_packs_renew(struct store *store, const char *id)
{
    bool changed = false;
    for (int i = 0; i < store->shelves; i++)
        if (catalog_find(pack_list(store->shelf[i].pack), id) >= 0)
            changed = packs_refresh(&store->shelf[i]) || changed;
    return changed;
}

bool store_packs_scan(struct store *store, int games)
{
    bool more = false;
    for (int i = 0; i < store->shelves && !more; i++) {
        struct shelf *shelf = &store->shelf[i];
        if (games > 0 && !pack_scanned(shelf->pack))
            pack_scan(shelf->pack, games);
        packs_compare(store, shelf);
        more = !pack_scanned(shelf->pack);
        if (pack_cut_short(shelf->pack))
            note_set(&store->unread[1], -1, STORE_CUT_SHORT, pack_list(shelf->pack)->count);
    }
    return more;
}

void store_packs_adopt(struct store *store, const char *file, int fd, struct catalog *list)
{
    for (int i = 0; i < store->shelves; i++) {
        const char *name = pack_name(store->shelf[i].pack);
        size_t length = strlen(name);
        if (!strncmp(file, name, length) && !strcmp(file + length, ".yaml"))
            pack_adopt(store->shelf[i].pack, fd, list);
    }
}

/* --------------------------------------------------------------------------------------------------
 * opening */

static int packs_by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

struct pack_names {
    char **name; /* [n] */
    int n, room;
};

static void take_name(void *argument, const char *name)
{
    struct pack_names *names = argument;
    size_t length = strlen(name);
    if (name[0] == '.' || length <= 5 || length >= PACK_NAME_ROOM ||
        strcmp(name + length - 5, ".yaml") != 0)
        return;
    names->name = memory_room(names->name, &names->room, names->n + 1, sizeof *names->name);
    names->name[names->n++] = memory_text(name);
}

/* The sorted names of the packs; the caller owns the list and its texts. If they cannot all be
 * read, `unread` says so. */
static int names_in(struct room *packs, char ***names, struct note *unread)
{
    struct pack_names found = {0};
    if (room_each(packs, take_name, &found) < 0)
        file_fail(unread, "the packs cannot be read");
    if (found.n)
        qsort(found.name, (size_t)found.n, sizeof *found.name, packs_by_name);
    *names = found.name;
    return found.n;
}

static void close_shelf(struct shelf *shelf)
{
    pack_close(shelf->pack);
    free(shelf->hidden);
}

/* Gets the pack with that file name: takes it from the packs that are already open, or opens it.
 * Reports an error if the pack exists but cannot be opened. */
static bool take_shelf(struct store *store, struct room *packs, const struct sidecar_place *beside,
                       const char *file, struct shelf *out, bool *changed)
{
    struct note why;
    for (int i = 0; i < store->shelves; i++) {
        struct shelf *old = &store->shelf[i];
        size_t length = old->pack ? strlen(pack_name(old->pack)) : 0;
        if (!old->pack || strncmp(pack_name(old->pack), file, length) != 0 ||
            strcmp(file + length, ".yaml") != 0)
            continue;
        *out = *old;
        *old = (struct shelf){0};
        *changed = packs_refresh(out) || *changed;
        return true;
    }
    *out = (struct shelf){0};
    *changed = true;
    if (pack_open(&out->pack, packs, file, beside, &store->limits, &why) == 0)
        return true;
    if (room_has(packs, file))
        note_set(&store->unread[1], -1, "the pack %.100s: %.300s", file, why.text);
    return false;
}

bool store_packs_open(struct store *store)
{
    struct sidecar_place beside = {0};
    struct shelf *shelf = NULL;
    char **names = NULL;
    bool changed = false;
    int shelves = 0, room = 0;
    struct room *packs = store_room(store, ROOM_OF_PACKS, false);
    store->unread[1].text[0] = '\0';
    if (!packs && store_has_rooms(store) && errno != ENOENT)
        file_fail(&store->unread[1], "the packs cannot be read");
    int n = packs ? names_in(packs, &names, &store->unread[1]) : 0;
    if (n)
        store_cache(store, true, &beside);
    for (int i = 0; i < n; i++) {
        shelf = memory_room(shelf, &room, shelves + 1, sizeof *shelf);
        if (take_shelf(store, packs, &beside, names[i], &shelf[shelves], &changed))
            shelves++;
        free(names[i]);
    }
    free(names);
    for (int i = 0; i < store->shelves; i++)
        if (store->shelf[i].pack) {
            close_shelf(&store->shelf[i]);
            changed = true;
        }
    free(store->shelf);
    store->shelf = shelf;
    store->shelves = shelves;
    for (int i = 0; i < shelves; i++)
        packs_compare(store, &store->shelf[i]);
    room_close(packs);
    room_close(beside.room);
    return changed;
}

void store_packs_close(struct store *store)
{
    for (int i = 0; i < store->shelves; i++)
        close_shelf(&store->shelf[i]);
    free(store->shelf);
    drop_ids(store);
}
