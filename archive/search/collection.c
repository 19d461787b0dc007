/* collection.c - collections as trees of values, and their files in a store; see collection.h.
 *
 * They are stored as collections/<id>.yaml in an archive. Saving works as for games: compare, write
 * a temporary file, rename. A removed collection goes to the trash. */
#include "config.h"
#include "archive/search/collection.h"

#include "archive/util/fs.h"
#include "archive/util/sanitize.h"
#include "archive/summary/summary_table.h"
#include "archive/util/lock.h"
#include "archive/record/schema.h"
#include "archive/index/prefilter.h"
#include "archive/store/backend.h"
#include "archive/store/store.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { NAME_ROOM = 64 };

/* ------------------------------------------------------------------------------------------------
 * in memory */

void collection_begin(struct collection *collection, const char *title, const char *by)
{
    char id[ULID_LENGTH + 1];
    ulid_new(id);
    *collection = (struct collection){.root.type = VALUE_MAP};
    value_set(&collection->root, "chesscade", "1", true);
    value_set(&collection->root, "kind", "collection", false);
    value_set(&collection->root, "id", id, false);
    value_set(&collection->root, "title", title, false);
    if (by && *by)
        value_set(&collection->root, "by", by, false);
}

void collection_clear(struct collection *collection)
{
    value_clear(&collection->root);
    free(collection->remarks);
    *collection = (struct collection){0};
}

const char *collection_text(const struct collection *collection, const char *key)
{
    return value_text(&collection->root, key);
}

void collection_set(struct collection *collection, const char *key, const char *text)
{
    value_set(&collection->root, key, text && *text ? text : NULL, false);
}

static struct value *items_of(const struct collection *collection)
{
    struct value *items = value_at(&collection->root, "items");
    return items && items->type == VALUE_LIST ? items : NULL;
}

int collection_items(const struct collection *collection)
{
    const struct value *items = items_of(collection);
    return items ? items->n : 0;
}

struct collection_item collection_item(const struct collection *collection, int at)
{
    const struct value *item = &items_of(collection)->entry[at].value;
    return (struct collection_item){value_text(item, "game"), value_text(item, "title"),
                                    value_text(item, "at_ply"), value_text(item, "comment")};
}

struct place collection_place(const struct collection *collection, int at)
{
    const struct value *text = at < 0 ? value_at(&collection->root, "id")
                                      : value_at(&items_of(collection)->entry[at].value, "game");
    return text ? (struct place){(int)text->line, text->column} : (struct place){0};
}

static void append_item(struct collection *collection, const char *game, const char *title,
                        const char *at_ply)
{
    struct value *item = value_add(value_list(&collection->root, "items"), NULL);
    item->type = VALUE_MAP;
    value_set(item, "game", game, false);
    if (title && *title)
        value_set(item, "title", title, false);
    if (at_ply && *at_ply)
        value_set(item, "at_ply", at_ply, false);
}

bool collection_add(struct collection *collection, const char *game, const char *title,
                    const char *at_ply)
{
    for (int i = 0; i < collection_items(collection); i++) {
        struct collection_item item = collection_item(collection, i);
        if (!strcmp(item.game, game) && !strcmp(item.at_ply, at_ply ? at_ply : ""))
            return false;
    }
    append_item(collection, game, title, at_ply);
    return true;
}

/* A game of a collection, or one to add. */
struct collected {
    const char *game;
    int order; /* the index of a game to add; -1: the collection has it */
};

static int by_game(const void *a, const void *b)
{
    const struct collected *one = a, *other = b;
    int order = strcmp(one->game, other->game);
    return order ? order : one->order - other->order;
}

int collection_add_games(struct collection *collection, const char (*game)[ULID_LENGTH + 1], int n,
                         const char *at_ply)
{
    int before = collection_items(collection), members = 0, added = 0;
    struct collected *member = memory_new((size_t)before + (size_t)n + 1, sizeof *member);
    bool *is_new = memory_new((size_t)n + 1, sizeof *is_new);
    for (int i = 0; i < before; i++) {
        struct collection_item item = collection_item(collection, i);
        if (!strcmp(item.at_ply, at_ply ? at_ply : ""))
            member[members++] = (struct collected){item.game, -1};
    }
    for (int i = 0; i < n; i++)
        member[members++] = (struct collected){game[i], i};
    qsort(member, (size_t)members, sizeof *member, by_game);
    for (int i = 0; i < members; i++)
        if (member[i].order >= 0 && (!i || strcmp(member[i].game, member[i - 1].game) != 0))
            is_new[member[i].order] = true;
    for (int i = 0; i < n; i++)
        if (is_new[i]) {
            append_item(collection, game[i], NULL, at_ply);
            added++;
        }
    free(member);
    free(is_new);
    return added;
}

void collection_remove(struct collection *collection, int at)
{
    value_remove(items_of(collection), at);
}

bool collection_move(struct collection *collection, int at, int step)
{
    struct value *items = items_of(collection);
    int to = at + step;
    if (!items || at < 0 || to < 0 || at >= items->n || to >= items->n)
        return false;
    struct entry moved = items->entry[at];
    items->entry[at] = items->entry[to];
    items->entry[to] = moved;
    return true;
}

void collection_set_item(struct collection *collection, int at, const char *key, const char *text)
{
    value_set(&items_of(collection)->entry[at].value, key, text && *text ? text : NULL, false);
}

int collection_ply(const char *at_ply, int sides)
{
    char *end;
    long first = strtol(at_ply, &end, 10);
    if (end == at_ply || first < 1 || first > 1000000)
        return 0;
    if (!*end)
        return (int)first;
    long second = *end == '.' ? strtol(end + 1, &end, 10) : 0;
    return !*end && second >= 1 && second <= sides ? (int)((first - 1) * sides + second) : 0;
}

/* --------------------------------------------------------------------------------------------------
 * as text */

int collection_read(struct collection *out, const char *bytes, size_t size, struct place *place,
                    struct note *why)
{
    struct yaml_document document;
    int result = yaml_read(bytes, size, 1, NULL, &document, place, why);
    if (result < 0)
        return result;
    bool later = strtol(value_text(&document.root, "chesscade"), NULL, 10) > SCHEMA_MAJOR;
    result = schema_settle(&document.root, schema_collection, NULL, later, place, why);
    if (result == 0 && strcmp(value_text(&document.root, "kind"), "collection") != 0) {
        const struct value *kind = value_at(&document.root, "kind");
        if (place && kind)
            *place = (struct place){(int)kind->line, kind->column};
        result = note_fail(why, FAIL_TEXT, -1, "the file does not say 'kind: collection'");
    }
    if (result == 0) {
        *out = (struct collection){.root = document.root, .remarks = document.remarks};
        document.root = (struct value){0};
        document.remarks = NULL;
    }
    yaml_document_clear(&document);
    return result;
}

/* Copies a map. The keys that `keys` lists come first, in the order of that table. The copy is
 * shallow: free only its entries. */
static struct value collection_in_order(const struct value *map, const struct schema_key *keys)
{
    struct value out = *map;
    out.entry = memory_new((size_t)map->n + 1, sizeof *out.entry);
    out.n = 0;
    for (const struct schema_key *key = keys; key->name; key++)
        for (int i = 0; i < map->n; i++)
            if (!strcmp(map->entry[i].key, key->name))
                out.entry[out.n++] = map->entry[i];
    for (int i = 0; i < map->n; i++)
        if (!schema_key_named(keys, map->entry[i].key))
            out.entry[out.n++] = map->entry[i];
    return out;
}

void collection_write(const struct collection *collection, struct yaml_text *out)
{
    const struct schema_key *item_key = schema_key_named(schema_collection, "items");
    struct value root = collection_in_order(&collection->root, schema_collection),
                 *items = value_at(&root, "items");
    int n = items && items->type == VALUE_LIST ? items->n : 0;
    if (collection->remarks)
        yaml_text_add(out, collection->remarks, strlen(collection->remarks));
    struct entry *sorted = memory_new((size_t)n + 1, sizeof *sorted);
    for (int i = 0; i < n; i++) {
        sorted[i] = items->entry[i];
        if (sorted[i].value.type == VALUE_MAP)
            sorted[i].value = collection_in_order(&items->entry[i].value, item_key->of);
    }
    if (items && items->type == VALUE_LIST) {
        struct entry *own = items->entry; /* the entries of the collection; put back into `items`
                                             below */
        items->entry = sorted;
        yaml_write(out, &root);
        items->entry = own;
    } else {
        yaml_write(out, &root);
    }
    for (int i = 0; i < n; i++)
        if (sorted[i].value.type == VALUE_MAP)
            free(sorted[i].value.entry);
    free(sorted);
    free(root.entry);
}

/* -------------------------------------------------------------------------------------------------
 * in a store */

static const char collections[] = "collections", /* the room of the collections */
    not_in_trash[] = "a copy of the collection cannot be put into the trash";

int store_collections(struct store *store, char (**ids)[ULID_LENGTH + 1])
{
    return store_room_ids(store, collections, ".yaml", ids);
}

void collection_label(const char *id, char *label, size_t size)
{
    snprintf(label, size, "collections/%.26s.yaml", id);
}

static int collection_read_bytes(struct store *store, struct room *room, const char *id,
                                 char **bytes, size_t *size, struct note *why)
{
    char name[NAME_ROOM];
    snprintf(name, sizeof name, "%.26s.yaml", id);
    return room_read(room, name, (size_t)store->limits.file_bytes, bytes, size, why);
}

int store_collection_load(struct store *store, const char *id, struct collection *out,
                          struct place *place, struct note *why)
{
    char *bytes;
    size_t size;
    if (!ulid_valid(id))
        return note_fail(why, FAIL_NAME, -1, "there is no such collection");
    struct room *room = store_room(store, collections, false);
    if (!room)
        return note_fail(why, FAIL_NAME, -1, "there is no such collection");
    int result = collection_read_bytes(store, room, id, &bytes, &size, why);
    room_close(room);
    if (result < 0)
        return result;
    result = collection_read(out, bytes, size, place, why);
    if (result == 0)
        version_of(&out->version, strtoll(value_text(&out->root, "rev"), NULL, 10), bytes, size);
    free(bytes);
    return result;
}

/* Compares the stored version of a collection with the one that was loaded. The collection must
 * be locked. */
static int collection_compare(struct store *store, struct room *room,
                              const struct collection *collection, char **bytes, size_t *size,
                              struct note *why)
{
    *bytes = NULL;
    int result =
        collection_read_bytes(store, room, collection_text(collection, "id"), bytes, size, why);
    if (result == FAIL_NAME && !collection->version.known)
        return 0;
    if (result < 0 && result != FAIL_NAME)
        return result;
    if (result == 0 && version_fits(&collection->version, *bytes, *size))
        return 0;
    free(*bytes);
    *bytes = NULL;
    return note_fail(why, FAIL_CONFLICT, -1,
                     "someone else changed the collection meanwhile: nothing was overwritten");
}

/* The room and lock of a collection; release both with collection_unlock(). */
struct locked {
    struct room *room;
    struct lock lock;
};

static void collection_unlock(struct locked *locked)
{
    if (locked->lock.fd >= 0)
        lock_drop(&locked->lock);
    room_close(locked->room);
}

static int lock_it(struct store *store, const char *id, struct locked *locked, struct note *why)
{
    *locked = (struct locked){NULL, {-1}};
    if (!store_writable(store, why))
        return FAIL_SYSTEM;
    if (!ulid_valid(id))
        return note_fail(why, FAIL_TEXT, -1, "the collection's id is invalid");
    if (!store_has_rooms(store))
        return note_fail(why, FAIL_SYSTEM, -1,
                         "a single file has no collections; only an archive folder has them");
    struct room *locks = store_room(store, ROOM_OF_LOCKS, true);
    if (!locks)
        return file_fail(why, "the collection cannot be locked");
    int result = lock_take(&locked->lock, locks, id, store->user, why);
    room_close(locks);
    if (result < 0)
        return result;
    locked->room = store_room(store, collections, true);
    return locked->room ? 0 : file_fail(why, "the collection cannot be saved");
}

/* Checks whether the store's user may change a collection: a guest (archive/store/guest_policy.h)
 * may change only the guest's own. `bytes` is the stored version, or NULL for a new collection,
 * which then gets the guest's name. */
static int collection_check_guest(const struct store *store, struct collection *collection,
                                  const char *bytes, size_t size, struct note *why)
{
    struct collection old;
    if (!store->guest)
        return 0;
    if (!bytes) {
        if (collection)
            value_set(&collection->root, "by", store->user, false);
        return 0;
    }
    int result = collection_read(&old, bytes, size, NULL, why);
    if (result < 0)
        return result;
    bool own = !strcmp(collection_text(&old, "by"), store->user);
    if (!own)
        note_set(why, -1, "the collection belongs to %s%.40s; create your own",
                 *collection_text(&old, "by") ? "" : "the archive", collection_text(&old, "by"));
    else if (collection)
        value_set(&collection->root, "by", store->user, false);
    collection_clear(&old);
    return own ? 0 : FAIL_RULE;
}

/* Copies the stored version to the trash if it has '#' remarks that saving loses: all except those
 * at its top. */
static int keep_remarks(struct store *store, const struct collection *collection, const char *bytes,
                        size_t size, struct note *why)
{
    if (!bytes || !yaml_has_remarks(bytes, size, false))
        return 0;
    return trash_keep(store, collection_text(collection, "id"), collection->version.rev, bytes,
                      size, not_in_trash, why);
}

int store_collection_save(struct store *store, struct collection *collection, struct note *why)
{
    struct locked locked;
    struct collection again;
    struct yaml_text text = {0};
    char *bytes = NULL, name[NAME_ROOM], rev[24];
    size_t size;
    const char *id = collection_text(collection, "id");
    snprintf(name, sizeof name, "%.26s.yaml", id);
    int result = lock_it(store, id, &locked, why);
    if (result == 0)
        result = collection_compare(store, locked.room, collection, &bytes, &size, why);
    if (result == 0)
        result = collection_check_guest(store, collection, bytes, size, why);
    if (result == 0)
        result = keep_remarks(store, collection, bytes, size, why);
    if (result == 0) {
        char *before = memory_text(collection_text(collection, "rev"));
        snprintf(rev, sizeof rev, "%" PRId64, collection->version.rev + 1);
        value_set(&collection->root, "rev", rev, true);
        collection_write(collection, &text);
        result = collection_read(&again, text.v, (size_t)text.n, NULL, why);
        if (result == 0)
            collection_clear(&again);
        if (result == 0)
            result = room_write(locked.room, name, text.v, (size_t)text.n,
                                !collection->version.known, why);
        if (result == 0)
            version_of(&collection->version, collection->version.rev + 1, text.v, (size_t)text.n);
        else
            value_set(&collection->root, "rev", *before ? before : NULL, true);
        free(before);
    }
    collection_unlock(&locked);
    free(bytes);
    yaml_text_clear(&text);
    return result;
}

int store_collection_remove(struct store *store, const struct collection *collection,
                            struct note *why)
{
    struct locked locked;
    char *bytes = NULL, name[NAME_ROOM];
    size_t size;
    const char *id = collection_text(collection, "id");
    int result = lock_it(store, id, &locked, why);
    snprintf(name, sizeof name, "%.26s.yaml", id);
    if (result == 0)
        result = collection_compare(store, locked.room, collection, &bytes, &size, why);
    if (result == 0)
        result = collection_check_guest(store, NULL, bytes, size, why);
    if (result == 0 && bytes)
        result = trash_keep(store, id, collection->version.rev, bytes, size, not_in_trash, why);
    if (result == 0 && bytes && (room_remove(locked.room, name) < 0 || room_sync(locked.room) < 0))
        result = file_fail(why, "the collection cannot be removed");
    collection_unlock(&locked);
    free(bytes);
    return result;
}

/* Replaces one game by another in all items, and drops items that would become duplicates. Returns
 * true if any item had the game. */
static bool collection_refer(struct collection *collection, const char *from, const char *to)
{
    bool some = false;
    for (int at = collection_items(collection) - 1; at >= 0; at--) {
        struct collection_item item = collection_item(collection, at);
        bool there = false;
        if (strcmp(item.game, from) != 0)
            continue;
        for (int i = 0; i < collection_items(collection) && !there; i++) {
            struct collection_item other = collection_item(collection, i);
            there = !strcmp(other.game, to) && !strcmp(other.at_ply, item.at_ply);
        }
        some = true;
        if (there && !*item.title && !*item.comment)
            collection_remove(collection, at);
        else
            collection_set_item(collection, at, "game", to);
    }
    return some;
}

static bool has_one_of(const struct collection *collection, const struct id_set *games)
{
    uint8_t packed[PACKED_ID], more;
    for (int at = 0; at < collection_items(collection); at++)
        if (catalog_pack_id(collection_item(collection, at).game, packed, &more) &&
            id_set_has(games, packed))
            return true;
    return false;
}

int store_collections_with(struct store *store, const char (*games)[ULID_LENGTH + 1], int n)
{
    char(*ids)[ULID_LENGTH + 1];
    uint8_t packed[PACKED_ID], more;
    struct id_set wanted = {.slots = 0};
    int all = store_collections(store, &ids), with = 0;
    for (int i = 0; i < n && all; i++)
        if (catalog_pack_id(games[i], packed, &more))
            id_set_add(&wanted, packed);
    for (int i = 0; i < all && wanted.used; i++) {
        struct collection collection;
        if (store_collection_load(store, ids[i], &collection, NULL, NULL) < 0)
            continue;
        with += has_one_of(&collection, &wanted);
        collection_clear(&collection);
    }
    id_set_clear(&wanted);
    free(ids);
    return with;
}

int store_collections_refer(struct store *store, const char *from, const char *to, struct note *why)
{
    enum { TRIES = 20 };
    char(*ids)[ULID_LENGTH + 1];
    int n = store_collections(store, &ids), result = 0;
    for (int i = 0; i < n && result == 0; i++) {
        result = FAIL_CONFLICT;
        for (int tries = 0; tries < TRIES && result == FAIL_CONFLICT; tries++) {
            struct collection collection;
            if (store_collection_load(store, ids[i], &collection, NULL, NULL) < 0) {
                result = 0;
                break;
            }
            result = collection_refer(&collection, from, to)
                         ? store_collection_save(store, &collection, why)
                         : 0;
            collection_clear(&collection);
        }
    }
    free(ids);
    return result;
}

/* -------------------------------------------------------------------------------------------
 * saved searches */

/* True if a title equals a name when case is ignored, in any script, as in searches. */
static bool is_titled(const char *title, const char *named)
{
    return folded_equal(title, named);
}

bool store_collection_titled(struct store *store, const char *title, struct collection *out)
{
    char(*ids)[ULID_LENGTH + 1];
    int n = store_collections(store, &ids), found = -1;
    for (int i = 0; i < n; i++) {
        if (store_collection_load(store, ids[i], out, NULL, NULL) < 0)
            continue;
        const char *name = collection_text(out, "title");
        bool same = !strcmp(name, title);
        if (same || (found < 0 && is_titled(name, title)))
            found = i;
        collection_clear(out);
        if (same)
            break;
    }
    bool there = found >= 0 && store_collection_load(store, ids[found], out, NULL, NULL) == 0;
    free(ids);
    return there;
}

/* Lists the titles of collections with a saved search: "there are: endings, miniatures". */
static void tell_titles(struct store *store, const char *wanted, struct note *why)
{
    char(*ids)[ULID_LENGTH + 1], titles[160] = "";
    int n = store_collections(store, &ids), told = 0;
    size_t used = 0;
    for (int i = 0; i < n; i++) {
        struct collection collection;
        if (store_collection_load(store, ids[i], &collection, NULL, NULL) < 0)
            continue;
        if (*collection_text(&collection, "query"))
            text_add(titles, sizeof titles, &used, "%s'%.40s'", told++ ? ", " : "",
                     collection_text(&collection, "title"));
        collection_clear(&collection);
    }
    free(ids);
    note_set(why, -1, "no search is saved as '%.60s'%s%s", wanted, told ? "; there are " : "",
             titles);
}

static char *saved_query(void *argument, const char *name, struct note *why)
{
    struct store *store = argument;
    struct collection collection;
    char *query = NULL;
    if (store_collection_titled(store, name, &collection)) {
        if (*collection_text(&collection, "query"))
            query = memory_text(collection_text(&collection, "query"));
        collection_clear(&collection);
    }
    if (!query)
        tell_titles(store, name, why);
    return query;
}

/* True if at least one listed game may match `one`, a query about one header. Also true while this
 * is unknown: the list is incomplete, or comes from a cache that has not been validated. */
static bool collection_is_listed(struct store *store, const struct query *one)
{
    if (store_count(store) < store_total(store) || store_unchecked(store))
        return true;
    struct prefilter_set set = prefilter_store(store, NULL, one);
    bool any = false;
    for (int at = 0; at < store_count(store) && !any; at++)
        any = set.sure && prefilter_has(set.sure, at);
    prefilter_set_clear(&set);
    return any;
}

static bool listed_here(void *argument, const struct query *one)
{
    return collection_is_listed(argument, one);
}

/* A query that is about to be saved under a title. */
struct to_be_kept {
    struct store *store;
    const char *title, *text;
};

static char *query_to_be(void *argument, const char *name, struct note *why)
{
    const struct to_be_kept *kept = argument;
    return is_titled(kept->title, name) ? memory_text(kept->text)
                                        : saved_query(kept->store, name, why);
}

static bool listed_to_be(void *argument, const struct query *one)
{
    return collection_is_listed(((const struct to_be_kept *)argument)->store, one);
}

int store_query_can_be(struct store *store, const char *title, const char *text, struct note *why)
{
    struct to_be_kept kept = {store, title, text};
    struct query *query;
    int result = query_parse_saved(
        text, NULL, &(struct query_saved){query_to_be, &kept, listed_to_be}, &query, why);
    if (result == 0)
        query_free(query);
    return result;
}

int store_query(struct store *store, const char *text, const struct position *here,
                struct query **out, struct note *why)
{
    return query_parse_saved(text, here, &(struct query_saved){saved_query, store, listed_here},
                             out, why);
}
