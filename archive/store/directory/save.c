/* save.c - saves, deletes and adds games of a directory; docs/archive.md describes the protocol. */
#include "config.h"
#include "archive/store/directory/directory_internal.h"

#include "archive/util/lock.h"
#include "archive/store/store.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* -------------------------------------------------------------------------------------------------
 * writing */

/* A game locked for saving: its folder, its name, and the stored bytes. */
struct saving {
    struct directory *directory;
    struct lock lock;
    int folder;
    char name[NAME_ROOM], where[FOLDER_ROOM];
    char *bytes; /* the stored bytes; NULL if the game does not exist */
    size_t size;
};

static void saving_end(struct saving *saving)
{
    if (saving->lock.fd >= 0)
        lock_drop(&saving->lock);
    if (saving->folder >= 0)
        close(saving->folder);
    free(saving->bytes);
}

static int saving_begin(struct saving *saving, struct directory *directory, const char *id,
                        const struct version *version, struct note *why)
{
    *saving = (struct saving){.directory = directory, .lock = {-1}, .folder = -1};
    int at = directory_file_of(directory, id);
    if (at >= 0)
        memcpy(saving->where, directory->file[at].folder, sizeof saving->where);
    else
        directory_folder_of(directory, id, saving->where);
    snprintf(saving->name, sizeof saving->name, "%s.yaml", id);
    struct room *locks = store_room(&directory->store, ROOM_OF_LOCKS, true);
    if (!locks)
        return file_fail(why, "the game cannot be locked");
    int result = lock_take(&saving->lock, locks, id, directory->store.user, why);
    room_close(locks);
    if (result < 0)
        return result;
    if (at >= 0 || version->known || version->rev) /* true if the game existed before */
        directory_follow(directory, at, saving->name, saving->where);
    saving->folder = directory_games_folder(directory, saving->where, true);
    if (saving->folder < 0)
        return file_fail(why, "the game cannot be saved");
    file_sweep_locked(saving->folder, saving->name); /* a process killed while saving this game may
                                                        have left a temporary file */
    result = file_read(saving->folder, saving->name, (size_t)directory->store.limits.file_bytes,
                       &saving->bytes, &saving->size, NULL, why);
    return result == FAIL_NAME ? 0 : result;
}

static int refuse_changed(const struct saving *saving, const struct version *version,
                          struct note *why)
{
    struct record *there;
    struct note reason;
    if (!saving->bytes)
        return note_fail(why, FAIL_CONFLICT, -1,
                         "the game was deleted meanwhile: nothing was written");
    if (!version->known)
        return note_fail(why, FAIL_CONFLICT, -1,
                         "a game with that id already exists; nothing was written");
    if (record_read(saving->bytes, saving->size, 1, NULL, &there, NULL, &reason) < 0)
        return note_fail(why, FAIL_CONFLICT, -1,
                         "the game was changed meanwhile and cannot be read now: %s", reason.text);
    note_set(why, -1,
             "someone else changed the game meanwhile (it is revision %" PRId64
             " now, yours began from %" PRId64 "): nothing was overwritten",
             there->rev, version->rev);
    record_free(there);
    return FAIL_CONFLICT;
}

static int keep_in_trash(struct saving *saving, int64_t rev, struct note *why)
{
    return trash_keep(&saving->directory->store, saving->name, rev, saving->bytes, saving->size,
                      "the old version cannot be put into the trash", why);
}

/* Updates the list after saving a game. */
static void update_listing(struct directory *directory, const struct saving *saving,
                           const struct record *record)
{
    struct store *store = &directory->store;
    int at = directory_file_of(directory, record->id);
    bool fresh = false;
    if (at < 0) {
        at = directory_put_in(directory, saving->where, saving->name);
        fresh = at <= store->list.count;
    }
    struct stat stat;
    if (file_stat_settled(saving->folder, saving->name, &stat) == 0)
        directory->file[at].stamp = file_stamp_of(&stat);
    if (!fresh && at >= store->list.count)
        return;
    struct listing listing = {0};
    listing_of_record(&listing, record);
    directory_show(directory, at, fresh, &listing);
    listing_clear(&listing);
}

/* Compares and writes a game, which must be locked. A packed game that has not been copied out
 * counts as new here. */
static int save_replace(struct saving *saving, const struct record *record,
                        const struct version *version, const struct yaml_text *text,
                        struct note *why)
{
    bool packed = !saving->bytes && version->known &&
                  store_packs_have(&saving->directory->store, record->id, version);
    bool known = version->known && !packed;
    bool same = saving->bytes && (size_t)text->n == saving->size &&
                !memcmp(text->v, saving->bytes, saving->size);
    if (same) /* the stored bytes are our own earlier save, whose success was uncertain */
        return file_flush(saving->folder, saving->name, why);
    if (known ? !saving->bytes || !version_fits(version, saving->bytes, saving->size)
              : saving->bytes != NULL)
        return refuse_changed(saving, version, why);
    /* True if the stored file has '#' remarks. A record does not contain them, so saving would
     * lose them. */
    bool lost = saving->bytes && yaml_has_remarks(saving->bytes, saving->size, false);
    int result = lost ? keep_in_trash(saving, version->rev, why) : 0;
    if (result == 0)
        result =
            file_write_locked(saving->folder, saving->name, text->v, (size_t)text->n, !known, why);
    return result;
}

int directory_save(struct store *store, struct record *record, struct version *version,
                   struct note *why)
{
    struct directory *directory = (struct directory *)store;
    struct saving saving;
    struct yaml_text text;
    int64_t rev = version->rev + 1;
    int result = store_compose(store, record, rev, &text, why);
    if (result < 0)
        return result;
    result = saving_begin(&saving, directory, record->id, version, why);
    if (result == 0)
        result = save_replace(&saving, record, version, &text, why);
    if (result == 0) {
        record->rev = rev;
        record->lost_remarks = false;
        version_of(version, rev, text.v, (size_t)text.n);
        update_listing(directory, &saving, record);
        store_packs_hide(store, record->id);
    }
    saving_end(&saving);
    yaml_text_clear(&text);
    return result;
}

int directory_remove(struct store *store, const char *id, const struct version *version,
                     struct note *why)
{
    struct directory *directory = (struct directory *)store;
    struct saving saving;
    int at = directory_file_of(directory, id);
    int result = saving_begin(&saving, directory, id, version, why);
    if (result == 0 && (!saving.bytes || !version_fits(version, saving.bytes, saving.size)))
        result = refuse_changed(&saving, version, why);
    if (result == 0)
        result = keep_in_trash(&saving, version->rev, why);
    if (result == 0 &&
        (unlinkat(saving.folder, saving.name, 0) < 0 || folder_sync(saving.folder) < 0))
        result = file_fail(why, "the game cannot be deleted");
    saving_end(&saving);
    if (result < 0 || at < 0)
        return result;
    directory_take_out(directory, at);
    store_packs_show(store, id);
    return 0;
}

/* -------------------------------------------------------------------------------------------------
 * adding */

/* A new game written under a temporary name; the name is "" if it was not written. */
struct staged {
    char where[FOLDER_ROOM], name[NAME_ROOM], temporary[FILE_NAME_ROOM];
};

/* Sets *fd to a descriptor of the folder `where`, and closes the former descriptor if that is of
 * another folder. `open_name` is the name of the folder that *fd refers to. */
static int change_folder(struct directory *directory, int *fd, char open_name[FOLDER_ROOM],
                         const char *where)
{
    if (*fd >= 0 && !strcmp(open_name, where))
        return 0;
    if (*fd >= 0)
        close(*fd);
    *fd = directory_games_folder(directory, where, true);
    snprintf(open_name, FOLDER_ROOM, "%s", where);
    return *fd < 0 ? FAIL_SYSTEM : 0;
}

static int save_by_id(const void *a, const void *b)
{
    const struct store_text *one = *(const struct store_text *const *)a,
                            *other = *(const struct store_text *const *)b;
    int order = strcmp(one->id, other->id);
    return order ? order : (one > other) - (one < other);
}

/* If several games have the same id, refuses all but the first. */
static void refuse_twice(const struct store_text *texts, int n, int *results)
{
    const struct store_text **sorted = memory_new((size_t)n, sizeof *sorted);
    for (int i = 0; i < n; i++)
        sorted[i] = &texts[i];
    qsort(sorted, (size_t)n, sizeof *sorted, save_by_id);
    for (int i = 1; i < n; i++)
        if (!strcmp(sorted[i]->id, sorted[i - 1]->id))
            results[sorted[i] - texts] = FAIL_CONFLICT;
    free(sorted);
}

/* Writes the games under temporary names, except those already refused. */
static int stage_all(struct directory *directory, const struct store_text *texts, int n,
                     struct staged *staged, const int *results, struct note *why)
{
    char open_name[FOLDER_ROOM] = "";
    int fd = -1, result = 0;
    for (int i = 0; i < n && result == 0; i++) {
        struct staged *one = &staged[i];
        if (results[i] == FAIL_CONFLICT)
            continue;
        directory_folder_of(directory, texts[i].id, one->where);
        snprintf(one->name, NAME_ROOM, "%s.yaml", texts[i].id);
        result = change_folder(directory, &fd, open_name, one->where);
        if (result < 0)
            file_fail(why, "the games cannot be saved");
        else
            result = file_stage(fd, one->name, texts[i].bytes, texts[i].size, one->temporary, why);
        if (result < 0)
            one->temporary[0] = '\0';
    }
    if (fd >= 0)
        close(fd);
    return result;
}

/* Renames the staged games to their final names, or drops them after a failure. */
static int place_all(struct directory *directory, int n, struct staged *staged, int *results,
                     int result, struct note *why)
{
    char open_name[FOLDER_ROOM] = "";
    int fd = -1;
    bool flushed = true;
    struct note reason;
    for (int i = 0; i < n; i++) {
        struct staged *one = &staged[i];
        if (!one->temporary[0])
            continue;
        if (fd >= 0 && strcmp(open_name, one->where) != 0)
            flushed = folder_sync(fd) == 0 && flushed;
        bool open = change_folder(directory, &fd, open_name, one->where) == 0;
        results[i] = result < 0 || !open
                         ? FAIL_SYSTEM
                         : file_place_staged(fd, one->temporary, one->name, &reason);
        if (results[i] == 0)
            directory_add_file(directory, one->where, one->name);
        else if (open)
            file_drop(fd, one->temporary);
        if (result == 0 && results[i] < 0 && results[i] != FAIL_CONFLICT)
            result = note_fail(why, FAIL_SYSTEM, -1, "%s",
                               open ? reason.text : "the games' folder cannot be opened");
    }
    if (fd >= 0) {
        flushed = folder_sync(fd) == 0 && flushed;
        close(fd);
    }
    if (result == 0 && !flushed)
        result = file_fail(
            why, "the games were written, but a power failure now might still destroy them");
    return result;
}

/* Adds games. The list must then be scanned again, since the ids of the games determine their
 * indices. */
int directory_add(struct store *store, const struct store_text *texts, int n, int *results,
                  struct note *why)
{
    struct directory *directory = (struct directory *)store;
    struct staged *staged = memory_new((size_t)n, sizeof *staged);
    refuse_twice(texts, n, results);
    int result = stage_all(directory, texts, n, staged, results, why);
    if (result == 0)
        result = file_flush_staged(directory->root, why);
    result = place_all(directory, n, staged, results, result, why);
    free(staged);
    if (store->total > 0)
        qsort(directory->file, (size_t)store->total, sizeof *directory->file, directory_by_name);
    directory->unchecked = 0;
    directory->kept = false;
    store->stamps++;
    store_forget(store);
    store_packs_compare(store);
    return result;
}
