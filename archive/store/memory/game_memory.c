/* game_memory.c - a store of games in memory: see game_memory.h.
 *
 * A game is the item <id>.yaml of the room "games" of its place. The store lists the ids that it
 * has seen, sorted; what other stores of the same place do is noticed by refresh(). */
#include "config.h"
#include "archive/store/memory/game_memory.h"

#include "archive/store/memory/live_memory.h"
#include "archive/store/memory/rooms.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_ROOM = ULID_LENGTH + 8 };

static const char scheme[] = "memory:", room_of_games[] = "games";

struct games_in_memory {
    struct store store;
    struct memory_place *place;
    struct room *games;
    char (*id)[ULID_LENGTH + 1]; /* [store.total] the ids of the games seen, sorted */
    int room;
    int64_t seen; /* memory_room_changes() when the ids were collected */
};

static struct games_in_memory *memory_of(struct store *store)
{
    return (struct games_in_memory *)store;
}

static void name_of_game(const char *id, char out[NAME_ROOM])
{
    snprintf(out, NAME_ROOM, "%.*s.yaml", ULID_LENGTH, id);
}

/* -------------------------------------------------------------------------------------------------
 * the list */

/* Returns the index of an id, or where it would be inserted. */
static int index_for(const struct games_in_memory *memory, const char *id, bool *there)
{
    int at = 0;
    while (at < memory->store.total && strcmp(memory->id[at], id) < 0)
        at++;
    *there = at < memory->store.total && !strcmp(memory->id[at], id);
    return at;
}

static void insert_id(struct games_in_memory *memory, int at, const char *id)
{
    int total = memory->store.total++;
    memory->id = memory_room(memory->id, &memory->room, total + 1, sizeof *memory->id);
    memmove(memory->id + at + 1, memory->id + at, (size_t)(total - at) * sizeof *memory->id);
    snprintf(memory->id[at], sizeof memory->id[at], "%s", id);
}

static void collect_id(void *argument, const char *name)
{
    struct games_in_memory *memory = argument;
    char id[ULID_LENGTH + 1];
    bool there;
    snprintf(id, sizeof id, "%.*s", ULID_LENGTH, name);
    if (!ulid_valid(id) || strcmp(name + ULID_LENGTH, ".yaml") != 0)
        return;
    int at = index_for(memory, id, &there);
    if (!there)
        insert_id(memory, at, id);
}

static void collect_ids(struct games_in_memory *memory)
{
    memory->store.total = 0;
    memory->seen = memory_room_changes(memory->games);
    room_each(memory->games, collect_id, memory);
}

static void read_game_listing(struct games_in_memory *memory, const char *id,
                              struct listing *listing)
{
    const struct yaml_limits *limits = &memory->store.limits;
    char name[NAME_ROOM], *bytes;
    size_t size;
    struct note why;
    name_of_game(id, name);
    if (room_read(memory->games, name, (size_t)limits->file_bytes, &bytes, &size, &why) < 0) {
        listing_damage(listing, id, (struct place){0}, why.text);
        return;
    }
    listing_read(listing, bytes, size, 1, limits);
    if (listing->damaged)
        memcpy(listing->id, id, sizeof listing->id);
    free(bytes);
}

static void memory_look(struct store *store)
{
    struct games_in_memory *memory = memory_of(store);
    struct listing listing = {0};
    read_game_listing(memory, memory->id[store->list.count], &listing);
    store_append(store, &listing);
}

static bool memory_refresh(struct store *store, bool behind)
{
    struct games_in_memory *memory = memory_of(store);
    bool changed = memory->seen != memory_room_changes(memory->games);
    (void)behind;
    if (changed) {
        store->stamps++;
        collect_ids(memory);
        store_forget(store);
        store_packs_compare(store);
    }
    return store_packs_open(store) || changed;
}

static void memory_label(struct store *store, int at, char *label, size_t size,
                         char id[ULID_LENGTH + 1], int *line)
{
    snprintf(id, ULID_LENGTH + 1, "%s", memory_of(store)->id[at]);
    snprintf(label, size, "games/%s.yaml", id);
    *line = 1;
}

static int memory_bytes(struct store *store, int at, char **bytes, size_t *size, struct note *why)
{
    char name[NAME_ROOM];
    name_of_game(memory_of(store)->id[at], name);
    return room_read(memory_of(store)->games, name, (size_t)store->limits.file_bytes, bytes, size,
                     why);
}

/* Updates the list after a game was written; `seen` is whether the list knew all games before. */
static void list_game(struct games_in_memory *memory, const char *id, bool seen)
{
    struct store *store = &memory->store;
    struct listing listing = {0};
    bool there;
    int at = index_for(memory, id, &there);
    if (!there)
        insert_id(memory, at, id);
    store->generation += !there;
    store->stamps++;
    if (seen)
        memory->seen = memory_room_changes(memory->games);
    if (at > store->list.count || (there && at == store->list.count))
        return; /* it is listed when the scan comes to it */
    read_game_listing(memory, id, &listing);
    if (there)
        catalog_set(&store->list, at, &listing);
    else
        catalog_insert(&store->list, at, &listing);
    listing_clear(&listing);
}

static bool knows_all(const struct games_in_memory *memory)
{
    return memory->seen == memory_room_changes(memory->games);
}

static void memory_take_copy(struct store *store, const char *id)
{
    struct games_in_memory *memory = memory_of(store);
    char name[NAME_ROOM];
    bool there;
    index_for(memory, id, &there);
    name_of_game(id, name);
    if (there || !room_has(memory->games, name))
        return;
    list_game(memory, id, false);
    store_packs_hide(store, id);
}

/* -------------------------------------------------------------------------------------------------
 * saving */

/* Reads what is stored of a game: *bytes is NULL if there is nothing. Fails if that is not the
 * version from which the change began; for a game of a pack, there is nothing. */
static int compare_game(struct games_in_memory *memory, const char *id,
                        const struct version *version, char **bytes, size_t *size, struct note *why)
{
    char name[NAME_ROOM];
    name_of_game(id, name);
    *bytes = NULL;
    int result =
        room_read(memory->games, name, (size_t)memory->store.limits.file_bytes, bytes, size, why);
    if (result == FAIL_NAME)
        return !version->known || store_packs_have(&memory->store, id, version)
                   ? 0
                   : note_fail(why, FAIL_CONFLICT, -1, "someone else deleted the game meanwhile");
    if (result < 0 || (version->known && version_fits(version, *bytes, *size)))
        return result;
    free(*bytes);
    *bytes = NULL;
    return note_fail(why, FAIL_CONFLICT, -1,
                     version->known ? "someone else changed the game meanwhile"
                                    : "a game with that id already exists; nothing was written");
}

static int memory_save(struct store *store, struct record *record, struct version *version,
                       struct note *why)
{
    struct games_in_memory *memory = memory_of(store);
    struct yaml_text text;
    char name[NAME_ROOM], *old;
    size_t size;
    int64_t rev = version->rev + 1;
    bool seen = knows_all(memory);
    int result = store_compose(store, record, rev, &text, why);
    if (result < 0)
        return result;
    name_of_game(record->id, name);
    result = compare_game(memory, record->id, version, &old, &size, why);
    if (result == 0 && old && yaml_has_remarks(old, size, false))
        result = trash_keep(store, record->id, version->rev, old, size,
                            "the old version cannot be put into the trash", why);
    if (result == 0)
        result = room_write(memory->games, name, text.v, (size_t)text.n, false, why);
    if (result == 0) {
        record->rev = rev;
        record->lost_remarks = false;
        version_of(version, rev, text.v, (size_t)text.n);
        list_game(memory, record->id, seen);
        store_packs_hide(store, record->id);
    }
    free(old);
    yaml_text_clear(&text);
    return result;
}

static int memory_remove(struct store *store, const char *id, const struct version *version,
                         struct note *why)
{
    struct games_in_memory *memory = memory_of(store);
    char name[NAME_ROOM], *old;
    size_t size;
    bool there, seen = knows_all(memory);
    name_of_game(id, name);
    int result = compare_game(memory, id, version, &old, &size, why);
    if (result == 0 && !old)
        result = note_fail(why, FAIL_CONFLICT, -1, "someone else deleted the game meanwhile");
    if (result == 0)
        result = trash_keep(store, id, version->rev, old, size,
                            "the old version cannot be put into the trash", why);
    free(old);
    if (result < 0)
        return result;
    room_remove(memory->games, name);
    int at = index_for(memory, id, &there);
    if (seen)
        memory->seen = memory_room_changes(memory->games);
    if (!there)
        return 0;
    store->total--;
    store->generation++;
    store->stamps++;
    memmove(memory->id + at, memory->id + at + 1, (size_t)(store->total - at) * sizeof *memory->id);
    if (at < store->list.count)
        catalog_remove(&store->list, at);
    store_packs_show(store, id);
    return 0;
}

/* -------------------------------------------------------------------------------------------------
 * rooms, opening */

static struct room *memory_store_room(struct store *store, const char *name, bool create)
{
    struct room *room =
        memory_room_named(memory_of(store)->place, name, create && !store->read_only);
    if (!room && create)
        errno = EROFS;
    return room;
}

static bool memory_cache(struct store *store, bool create, struct sidecar_place *place)
{
    place->room = memory_room_named(memory_of(store)->place, ".index", create);
    return place->room != NULL;
}

static bool memory_takes(const char *where, enum store_there there)
{
    return there == THERE_NOTHING && !strncmp(where, scheme, sizeof scheme - 1);
}

static int memory_open(struct store **out, const char *where, bool read_only, struct note *why)
{
    struct games_in_memory *memory = memory_new(1, sizeof *memory);
    struct store *store = &memory->store;
    (void)why;
    store->backend = &memory_store;
    store->limits = yaml_limits_default;
    store->title = memory_text(where + sizeof scheme - 1);
    store->read_only = read_only;
    snprintf(store->why_read_only, sizeof store->why_read_only, "it was opened only for reading");
    memory->place = memory_place_named(where);
    memory->games = memory_room_named(memory->place, room_of_games, true);
    collect_ids(memory);
    store_packs_open(store);
    *out = store;
    return 0;
}

static void memory_close(struct store *store)
{
    room_close(memory_of(store)->games);
    free(memory_of(store)->id);
}

void memory_store_clear(void)
{
    memory_places_clear();
}

const struct store_backend memory_store = {.takes = memory_takes,
                                           .open = memory_open,
                                           .look = memory_look,
                                           .refresh = memory_refresh,
                                           .label = memory_label,
                                           .bytes = memory_bytes,
                                           .save = memory_save,
                                           .remove = memory_remove,
                                           .room = memory_store_room,
                                           .cache = memory_cache,
                                           .take_copy = memory_take_copy,
                                           .close = memory_close,
                                           .live = &live_memory};
