/* store.c - what all kinds of stores have in common, including versions and the trash: see
 * store.h. */
#include "config.h"

#include "archive/store/store.h"
#include "archive/record/utf16.h"
#include "archive/store/backend.h"
#include "archive/store/live_backend.h"
#include "archive/store/guest_policy.h"
#include "archive/util/unpack.h"
#include "archive/util/fs.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <nettle/sha2.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* -------------------------------------------------------------------------------------------------
 * opening */

/* The user name as the system knows it; not from the environment, which anyone may set. */
static char *system_user(void)
{
    char number[32];
    const struct passwd *entry = getpwuid(getuid());
    snprintf(number, sizeof number, "%ld", (long)getuid());
    return memory_text(entry && entry->pw_name && *entry->pw_name ? entry->pw_name : number);
}

/* Refuses a file that is compressed or not text. */
static int store_refuse_foreign(const char *where, struct note *why)
{
    char bytes[FILE_KIND_BYTES];
    int fd = open(where, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    ssize_t n = fd >= 0 ? pread(fd, bytes, sizeof bytes, 0) : 0;
    if (fd >= 0)
        close(fd);
    if (n <= 0 || utf16_is_marked(bytes, (size_t)n)) /* the error is reported when the file is
                                                        opened */
        return 0;
    const char *packer = unpack_packer(bytes, (size_t)n),
               *foreign = file_kind_foreign(bytes, (size_t)n);
    if (packer)
        return note_fail(
            why, FAIL_TEXT, -1,
            "it is compressed by %s: import it into an archive (chesscade import ARCHIVE FILE), or unpack it with %s -d",
            packer, packer);
    return foreign ? note_fail(why, FAIL_TEXT, -1, "it is %s, not a file of games", foreign) : 0;
}

static const struct live_backend *live_elsewhere; /* set by stores_live_at(); NULL by default */

void stores_live_at(const struct live_backend *backend)
{
    live_elsewhere = backend;
}

const struct live_backend *store_live(const struct store *store)
{
    return store->live;
}

/* All backends. The first one that takes a place opens it; stores_also() adds one before them. */
static const struct store_backend *backends[] = {NULL, &directory_store, &pgn_store, &stream_store};
enum { BACKENDS = sizeof backends / sizeof *backends };

void stores_also(const struct store_backend *backend)
{
    backends[0] = backend;
}

/* Finds the backend that takes a place. */
static int find_backend(const struct store_backend **out, const char *where, struct note *why)
{
    struct stat stat_of;
    enum store_there there = THERE_NOTHING;
    int error = stat(where, &stat_of) < 0 ? errno : 0;
    if (!error && S_ISDIR(stat_of.st_mode))
        there = THERE_FOLDER;
    else if (!error && S_ISREG(stat_of.st_mode))
        there = THERE_FILE;
    if (there == THERE_FILE && store_refuse_foreign(where, why) < 0)
        return FAIL_TEXT;
    for (int i = 0; i < BACKENDS; i++)
        if (backends[i] && backends[i]->takes(where, there)) {
            *out = backends[i];
            return 0;
        }
    errno = error;
    return error ? file_fail(why, "it cannot be opened")
                 : note_fail(why, FAIL_TEXT, -1, "it is neither a folder nor a plain file");
}

int store_open(struct store **out, const char *where, const struct store_options *options,
               struct note *why)
{
    const struct store_backend *backend = NULL;
    int result = find_backend(&backend, where, why);
    if (result == 0)
        result = backend->open(out, where, options && options->read_only, why);
    if (result == 0)
        (*out)->user = options && options->user ? memory_text(options->user) : system_user();
    if (result == 0)
        (*out)->where = memory_text(where);
    if (result == 0)
        (*out)->live = live_elsewhere ? live_elsewhere : backend->live;
    if (result == 0)
        (*out)->guest = options && options->guest;
    return result;
}

const char *store_user(const struct store *store)
{
    return store->user;
}

bool store_is_guest(const struct store *store)
{
    return store->guest;
}

bool store_shared(const struct store *store)
{
    return store->guest || (store->backend->shared && store->backend->shared(store));
}

void store_members(const struct store *store, store_member_fn *each, void *argument)
{
    if (store->backend->members)
        store->backend->members(store, each, argument);
}

int store_may_play(const struct store *store, struct note *why)
{
    return store->live ? 0
                       : note_fail(why, FAIL_TEXT, -1,
                                   "a lobby needs an archive folder, not a single file");
}

const char *store_where(const struct store *store)
{
    return store->where;
}

const char *store_title(const struct store *store)
{
    return store->title;
}

const char *store_unread(const struct store *store)
{
    return store->unread[0].text[0] ? store->unread[0].text : store->unread[1].text;
}

const char *store_wrong(const struct store *store)
{
    return store->wrong.text;
}

bool store_writable(const struct store *store, struct note *why)
{
    if (store->read_only)
        note_set(why, -1, "the archive is read only: %s", store->why_read_only);
    return !store->read_only;
}

/* ------------------------------------------------------------------------------------------------
 * the list */

enum { SHOWN = 32, /* number of listings that are valid at the same time */ LABEL_ROOM = 200 };

bool store_scan(struct store *store, int games)
{
    while (games > 0 && store->list.count < store->total) {
        store->backend->look(store);
        games -= games < INT_MAX;
    }
    bool more = store->list.count < store->total;
    if (!more && games > 0 && store->backend->check)
        more = store->backend->check(store, games);
    return more || store_packs_scan(store, games);
}

bool store_reads_files(const struct store *store)
{
    return store->list.count < store->total;
}

bool store_unchecked(const struct store *store)
{
    bool kept;
    return store->backend->unchecked && store->backend->unchecked(store, &kept) > 0;
}

int store_changes(const struct store *store)
{
    return store->changes;
}

int store_count(const struct store *store)
{
    return store->list.count < store->total ? store->list.count
                                            : store->total + store_packs_count(store);
}

int store_generation(const struct store *store)
{
    return store->generation;
}

int store_total(const struct store *store)
{
    return store->total + store_packs_total(store);
}

const struct catalog *store_catalog_at(const struct store *store, int at, int *in_catalog)
{
    const struct catalog *list = &store->list;
    *in_catalog = at;
    if (at >= store->total) {
        const struct pack *pack = store_pack_at(store, at, in_catalog);
        list = pack ? pack_list(pack) : NULL;
    }
    return list && *in_catalog >= 0 && *in_catalog < list->count ? list : NULL;
}

const struct listing *store_listing(const struct store *store, int at)
{
    const struct catalog *list = store_catalog_at(store, at, &at);
    if (!list)
        return NULL;
    struct store *ring = (struct store *)store; /* a cast, because the ring of listings is a cache
                                                   in a const store */
    if (!ring->shown)
        ring->shown = memory_new(SHOWN, sizeof *ring->shown);
    ring->shown_next = (ring->shown_next + 1) % SHOWN;
    catalog_get(list, at, &ring->shown[ring->shown_next]);
    return &ring->shown[ring->shown_next];
}

/* The index of a game by its id. Packed games come after all single files, so their indices are
 * known only once those are scanned. */
static int store_place_of(const struct store *store, const char *id)
{
    int at = catalog_find(&store->list, id);
    return at >= 0 ? at : store_packs_find(store, id);
}

int store_find(const struct store *store, const char *id)
{
    int at = catalog_find(&store->list, id);
    if (at >= 0)
        return at;
    at = store_packs_find(store, id);
    return at < store_count(store) ? at : -1;
}

void store_label(struct store *store, int at, char *label, size_t size, char id[ULID_LENGTH + 1],
                 int *line)
{
    int in_pack;
    const struct pack *pack = store_pack_at(store, at, &in_pack);
    if (!pack) {
        store->backend->label(store, at, label, size, id, line);
        return;
    }
    if (store_has_rooms(store))
        snprintf(label, size, "packs/%s.yaml", pack_name(pack));
    else if (size)
        *label = '\0'; /* empty, because the store consists of that one file */
    *id = '\0';
    *line = pack_line(pack, in_pack);
}

const struct yaml_limits *store_limits(const struct store *store)
{
    return &store->limits;
}

/* Counts a change of indices in the store's generation, from which all views of the store learn
 * about it. Returns `changed`. */
static bool has_other_places(struct store *store, bool changed)
{
    store->generation += changed;
    return changed;
}

bool store_refresh(struct store *store)
{
    return has_other_places(store, store->backend->refresh(store, false));
}

bool store_refresh_behind(struct store *store)
{
    return has_other_places(store, store->backend->refresh(store, true));
}

int store_watch(struct store *store)
{
    return store->backend->watch ? store->backend->watch(store) : -1;
}

bool store_told(struct store *store)
{
    return store->backend->told && store->backend->told(store);
}

bool store_take_told(struct store *store)
{
    return has_other_places(store, store->backend->take_told && store->backend->take_told(store));
}

void store_look_in_packs(struct store *store, const char *id)
{
    int in_pack;
    has_other_places(store, store_packs_renew(store, id));
    if (store->backend->take_copy && store_pack_at(store, store_packs_find(store, id), &in_pack))
        store->backend->take_copy(store, id);
}

bool store_is_packed(const struct store *store, int at)
{
    int in_pack;
    return store_has_rooms(store) && store_pack_at(store, at, &in_pack);
}

/* ---------------------------------------------------------------------------------------------------
 * games */

int store_bytes(struct store *store, int at, char **bytes, size_t *size, struct note *why)
{
    int in_pack;
    if (at < 0 || at >= store_count(store))
        return note_fail(why, FAIL_NAME, -1, "there is no such game in the list");
    const struct pack *pack = store_pack_at(store, at, &in_pack);
    if (pack)
        return pack_bytes(pack, in_pack, bytes, size, why);
    return store->backend->bytes(store, at, bytes, size, why);
}

bool store_converts(const struct store *store)
{
    return store->backend->convert != NULL;
}

void store_place(struct store *store, int at, struct place *place)
{
    char label[LABEL_ROOM], id[ULID_LENGTH + 1];
    if (!store->backend->convert)
        return;
    store_label(store, at, label, sizeof label, id, &place->line);
    place->column = 1;
}

int store_load(struct store *store, int at, struct record **out, struct version *version,
               struct place *place, struct note *why)
{
    char *bytes, label[LABEL_ROOM], id[ULID_LENGTH + 1];
    size_t size;
    int line;
    if (place)
        *place = (struct place){0};
    if (!version && store_converts(store) && at >= 0 && at < store_count(store) &&
        (*out = store->backend->convert(store, at)))
        return 0;
    int result = store_bytes(store, at, &bytes, &size, why);
    if (result < 0)
        return result;
    store_label(store, at, label, sizeof label, id, &line);
    result = record_read(bytes, size, line, &store->limits, out, place, why);
    if (result == 0 && version)
        version_of(version, (*out)->rev, bytes, size);
    if (result < 0 && place)
        store_place(store, at, place);
    free(bytes);
    return result;
}

/* Checks what a guest may save. A guest may add a game only if it has a journal, which shows that
 * it was played here. A guest may change other games within limits. FAIL_CONFLICT if the stored
 * version is not the one that the guest has seen, because the limits depend on it. */
static int store_check_guest(struct store *store, const struct record *record,
                             const struct version *version, struct note *why)
{
    struct record *old;
    struct version stored;
    if (!version->known)
        return value_at(&record->head, "journal")
                   ? 0
                   : note_fail(why, FAIL_RULE, -1,
                               "guests can add games here only by playing them");
    int at = store_find(store, record->id);
    int result = at < 0 ? note_fail(why, FAIL_RULE, -1, "the game is no longer in this archive")
                        : store_load(store, at, &old, &stored, NULL, why);
    if (result < 0)
        return result;
    if (memcmp(stored.hash, version->hash, sizeof stored.hash) != 0)
        result = note_fail(why, FAIL_CONFLICT, -1,
                           "someone else saved revision %lld of the game meanwhile",
                           (long long)stored.rev);
    else
        result = guest_may_save(old, record, store->user, why);
    record_free(old);
    return result;
}

bool store_loses_remarks(struct store *store, const char *id)
{
    char *bytes;
    size_t size;
    int at = store_find(store, id);
    if (at < 0 || store_is_packed(store, at) || store_converts(store) ||
        store_bytes(store, at, &bytes, &size, NULL) < 0)
        return false;
    bool loses = yaml_has_remarks(bytes, size, false);
    free(bytes);
    return loses;
}

int store_may_save(const struct store *store, const struct record *old, const struct record *new,
                   struct note *why)
{
    return store->guest ? guest_may_save(old, new, store->user, why) : 0;
}

int store_save(struct store *store, struct record *record, struct version *version,
               struct note *why)
{
    if (!store_writable(store, why))
        return FAIL_SYSTEM;
    int result = store->guest ? store_check_guest(store, record, version, why) : 0;
    return result < 0 ? result : store->backend->save(store, record, version, why);
}

int store_remove(struct store *store, const char *id, const struct version *version,
                 struct note *why)
{
    int in_pack;
    const struct pack *pack = store_pack_at(store, store_place_of(store, id), &in_pack);
    if (!store_writable(store, why))
        return FAIL_SYSTEM;
    if (store->guest)
        return note_fail(why, FAIL_RULE, -1, "only the archive's owner can delete games");
    if (pack && store_has_rooms(store))
        return note_fail(why, FAIL_RULE, -1, "the game is in the pack '%.80s', which is read-only",
                         pack_name(pack));
    int result = store->backend->remove(store, id, version, why);
    if (result == 0)
        store_past_drop(store, id);
    return result;
}

/* ---- Identifies versions of stored games, and composes the bytes of a game to be stored: see
 * backend.h. */

static void store_hash_of(uint8_t out[32], const char *bytes, size_t size)
{
    struct sha256_ctx context;
    sha256_init(&context);
    sha256_update(&context, size, (const uint8_t *)bytes);
    sha256_digest(&context, SHA256_DIGEST_SIZE, out);
}

void version_of(struct version *version, int64_t rev, const char *bytes, size_t size)
{
    *version = (struct version){.rev = rev, .known = true};
    store_hash_of(version->hash, bytes, size);
}

bool version_fits(const struct version *version, const char *bytes, size_t size)
{
    uint8_t hash[32];
    store_hash_of(hash, bytes, size);
    return version->known && !memcmp(hash, version->hash, sizeof hash);
}

int store_compose(const struct store *store, struct record *record, int64_t rev,
                  struct yaml_text *text, struct note *why)
{
    enum { MAJOR = 1 };
    int64_t before = record->rev;
    struct record *again;
    struct note reason;
    if (record->major > MAJOR)
        return note_fail(why, FAIL_RULE, -1,
                         "the game was written by a newer version of the program (schema %d)",
                         record->major);
    if (!ulid_valid(record->id))
        return note_fail(why, FAIL_TEXT, -1, "the game's id is invalid");
    record->rev = rev;
    *text = (struct yaml_text){0};
    record_write(record, text);
    record->rev = before;
    /* The bytes are read back before anything is written: if they cannot be read, or read
     * differently, they must not replace a good file. */
    int result = record_read(text->v, (size_t)text->n, 1, &store->limits, &again, NULL, &reason);
    if (result == 0) {
        struct version first;
        version_of(&first, rev, text->v, (size_t)text->n);
        text->n = 0; /* the record read back is serialized into the same buffer, so that a large
                        game is not in memory as two texts */
        record_write(again, text);
        if (!version_fits(&first, text->v, (size_t)text->n)) {
            note_set(&reason, -1, "it would differ");
            result = FAIL_TEXT;
        }
        record_free(again);
    }
    if (result == 0)
        return 0;
    yaml_text_clear(text);
    return note_fail(why, result, -1, "the game could not be read again after saving: %s",
                     reason.text);
}

/* ---- Keeps deleted and replaced games; see backend.h. */

enum { NAMES_MAX = 10000 };

/* True if the file with that name has exactly these bytes. A larger file is not read further. */
static bool store_is_there(struct room *trash, const char *name, const char *bytes, size_t size)
{
    char *there;
    size_t n;
    if (room_read(trash, name, size, &there, &n, NULL) < 0)
        return false;
    bool same = n == size && !memcmp(there, bytes, size);
    free(there);
    return same;
}

int trash_keep(struct store *store, const char *id, int64_t rev, const char *bytes, size_t size,
               const char *what, struct note *why)
{
    char name[FILE_NAME_ROOM];
    int result = FAIL_CONFLICT;
    struct room *trash = store_room(store, ROOM_OF_TRASH, true);
    if (!trash)
        return file_fail(why, what);
    room_sweep(trash, false);
    for (int i = 1; i <= NAMES_MAX && result == FAIL_CONFLICT; i++) {
        int used = snprintf(name, sizeof name, "%.26s.%" PRId64, id, rev);
        snprintf(name + used, sizeof name - (size_t)used, i > 1 ? ".%d.yaml" : ".yaml", i);
        result = store_is_there(trash, name, bytes, size)
                     ? 0
                     : room_write(trash, name, bytes, size, true, why);
    }
    room_close(trash);
    return result == FAIL_CONFLICT
               ? note_fail(why, FAIL_SYSTEM, -1,
                           "the trash holds too many versions of that game; empty the trash")
               : result;
}

/* ---- What every kind of store begins and ends with: see backend.h. */

void store_close(struct store *store)
{
    if (!store)
        return;
    store_packs_close(store);
    store_drafts_leave(store);
    store->backend->close(store);
    catalog_clear(&store->list);
    free(store->shown);
    free(store->title);
    free(store->user);
    free(store->where);
    free(store);
}

void store_append(struct store *store, struct listing *listing)
{
    catalog_add(&store->list, listing);
    listing_clear(listing);
}

void store_forget(struct store *store)
{
    catalog_forget(&store->list);
}

struct room *store_room(struct store *store, const char *name, bool create)
{
    errno = ENOTDIR;
    return store->backend->room ? store->backend->room(store, name, create) : NULL;
}

bool store_has_rooms(const struct store *store)
{
    return store->backend->room != NULL;
}

bool store_cache(struct store *store, bool create, struct sidecar_place *place)
{
    *place = (struct sidecar_place){0};
    return store->backend->cache && store->backend->cache(store, create, place);
}

static int store_by_id(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* The ids found in a room so far. */
struct room_ids {
    const char *ending;
    char (*id)[ULID_LENGTH + 1]; /* [n] */
    int n, room;
    bool temporary; /* true if there are temporary items, too */
};

static void store_take_id(void *argument, const char *name)
{
    struct room_ids *ids = argument;
    char id[ULID_LENGTH + 1];
    ids->temporary = ids->temporary || file_is_temporary(name);
    snprintf(id, sizeof id, "%.26s", name);
    if (!ulid_valid(id) || strcmp(name + ULID_LENGTH, ids->ending) != 0)
        return;
    ids->id = memory_room(ids->id, &ids->room, ids->n + 1, sizeof *ids->id);
    memcpy(ids->id[ids->n++], id, sizeof id);
}

int store_room_ids(struct store *store, const char *name, const char *ending,
                   char (**ids)[ULID_LENGTH + 1])
{
    struct room *room = store_room(store, name, false);
    struct room_ids found = {.ending = ending};
    if (room) {
        room_each(room, store_take_id, &found);
        if (found.temporary && !store->read_only)
            room_sweep(room, false);
    }
    room_close(room);
    if (found.n)
        qsort(found.id, (size_t)found.n, sizeof *found.id, store_by_id);
    *ids = found.id;
    return found.n;
}
