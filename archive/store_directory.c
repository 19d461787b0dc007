/* store_directory.c - the first store: a folder with one file per game.
 *
 *   archive.yaml              title, layout, limits
 *   games/2026/11/<id>.yaml   by the month of the id, which is that of the game's creation: a file never moves.
 *   games/XY/<id>.yaml        with layout 'hash': the last two characters of the id, for very many games
 *   drafts/<user>/<id>.yaml   unsaved edits
 *   trash/<id>.<rev>.yaml     deleted games, and old versions whose remarks could not be kept
 *   .lock/<id>                empty
 *
 * File name = id, nothing from the headers: no renames, no way out of the folder, no clash of capitals. */
#include "config.h"
#include "archive/store_parts.h"

#include "archive/file.h"
#include "archive/lock.h"
#include "archive/schema.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { NAME_ROOM = 64, FOLDER_ROOM = 24, MANIFEST_BYTES = 1 << 16 };

/* A file of games/, looked at or not. */
struct game_file {
    char name[ULID_LENGTH + 8]; /* with .yaml; another *.yaml is cut and listed as damaged */
    char folder[FOLDER_ROOM];   /* "2026/11", "7Q" */
    struct file_stamp stamp;
};

struct directory {
    struct store store;
    int root;
    char *where;                /* the folder's path, for the index */
    char id[ULID_LENGTH + 1];   /* of the archive */
    bool for_reading;           /* nothing can be written there */
    bool by_hash;
    struct game_file *file; /* [store.total], sorted by name: by time of creation */
    int room;
    int open_folder;        /* of the last file looked at, -1: games lie in folders together */
    char open_name[FOLDER_ROOM];
};

/* ------------------------------------------------------------------------------------------------- folders */

/* Open games/<folder>, both parts. */
static int games_folder(struct directory *directory, const char *folder, bool create)
{
    char part[FOLDER_ROOM];
    int fd = folder_open(directory->root, "games", create);
    while (fd >= 0 && *folder) {
        size_t length = strcspn(folder, "/");
        snprintf(part, sizeof part, "%.*s", (int)length, folder);
        folder += length + (folder[length] == '/');
        int inner = folder_open(fd, part, create), saved = errno;
        close(fd);
        errno = saved;
        fd = inner;
    }
    return fd;
}

static int hash_letter(char c)
{
    static const char letters[] = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    const char *at = strchr(letters, c);
    return at ? (int)(at - letters) : 0;
}

/* Where a new game of that id goes. */
static void folder_of_id(const struct directory *directory, const char *id, char out[FOLDER_ROOM])
{
    if (directory->by_hash) {
        snprintf(out, FOLDER_ROOM, "%.2s", id + ULID_LENGTH - 2);
        return;
    }
    uint64_t milliseconds = 0;
    for (int i = 0; i < 10; i++)
        milliseconds = milliseconds << 5 | (uint64_t)hash_letter(id[i]);
    time_t seconds = (time_t)((milliseconds & ((1ull << 48) - 1)) / 1000);
    struct tm date;
    if (!gmtime_r(&seconds, &date) || date.tm_year > 9999 - 1900)
        snprintf(out, FOLDER_ROOM, "9999/12");
    else
        snprintf(out, FOLDER_ROOM, "%04d/%02d", date.tm_year + 1900, date.tm_mon + 1);
}

/* ------------------------------------------------------------------------------------------------- walking */

static bool is_yaml(const char *name)
{
    size_t length = strlen(name);
    return name[0] != '.' && length > 5 && !strcmp(name + length - 5, ".yaml");
}

static void add_file(struct directory *directory, const char *folder, const char *name)
{
    struct store *store = &directory->store;
    directory->file =
        memory_room(directory->file, &directory->room, store->total + 1, sizeof *directory->file);
    struct game_file *file = &directory->file[store->total++];
    *file = (struct game_file){0};
    snprintf(file->name, sizeof file->name, "%s", name);
    snprintf(file->folder, sizeof file->folder, "%s", folder);
}

/* Collect the games of a folder and of the folders in it, two levels deep (year, month). Takes the descriptor. */
static void walk(struct directory *directory, int fd, const char *folder, int depth)
{
    DIR *stream = fd >= 0 ? fdopendir(fd) : NULL;
    if (!stream && fd >= 0)
        close(fd);
    for (struct dirent *entry; stream && (entry = readdir(stream));) {
        const char *name = entry->d_name;
        if (file_is_temporary(name) && !directory->store.read_only)
            file_sweep(fd, name);
        if (name[0] == '.')
            continue;
        char inner[FOLDER_ROOM];
        size_t length = strlen(name);
        if (is_yaml(name)) {
            add_file(directory, folder, name);
        } else if (depth < 2 && length <= 4 && strspn(name, "0123456789ABCDEFGHJKMNPQRSTVWXYZ") == length) {
            snprintf(inner, sizeof inner, "%s%s%s", folder, *folder ? "/" : "", name);
            walk(directory, folder_open(fd, name, false), inner, depth + 1);
        }
    }
    if (stream)
        closedir(stream);
}

static int by_name(const void *a, const void *b)
{
    const struct game_file *one = a, *other = b;
    int order = strcmp(one->name, other->name);
    return order ? order : strcmp(one->folder, other->folder);
}

static void collect(struct directory *directory)
{
    directory->store.total = 0;
    walk(directory, folder_open(directory->root, "games", false), "", 0);
    if (directory->store.total)
        qsort(directory->file, (size_t)directory->store.total, sizeof *directory->file, by_name);
}

/* The place of a game's file, whether looked at or not; -1. */
static int file_of(const struct directory *directory, const char *id)
{
    int low = 0, high = directory->store.total;
    char name[NAME_ROOM];
    snprintf(name, sizeof name, "%s.yaml", id);
    while (low < high) {
        int middle = (low + high) / 2;
        int order = strcmp(directory->file[middle].name, name);
        if (order == 0)
            return middle;
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return -1;
}

/* ------------------------------------------------------------------------------------------------- reading */

/* Open the folder of a game's file, unless it is the one that is open. */
static int open_folder_of(struct directory *directory, const struct game_file *file, struct note *why)
{
    if (directory->open_folder < 0 || strcmp(directory->open_name, file->folder)) {
        if (directory->open_folder >= 0)
            close(directory->open_folder);
        directory->open_folder = games_folder(directory, file->folder, false);
        memcpy(directory->open_name, file->folder, sizeof file->folder);
    }
    return directory->open_folder < 0 ? file_fail(why, "the folder of the game cannot be opened") : 0;
}

static int read_game(struct directory *directory, struct game_file *file, char **bytes, size_t *size,
                     struct note *why)
{
    int result = open_folder_of(directory, file, why);
    if (result < 0)
        return result;
    return file_read(directory->open_folder, file->name, (size_t)directory->store.limits.file_bytes, bytes, size,
                     &file->stamp, why);
}

/* Ask the cache for a game's listing: the file is looked at, but not opened. */
static bool look_up(struct directory *directory, struct game_file *file, const char *id, struct listing *listing)
{
    struct listing_cache *cache = directory->store.cache;
    struct stat stat;
    if (!cache || open_folder_of(directory, file, NULL) < 0 ||
        fstatat(directory->open_folder, file->name, &stat, AT_SYMLINK_NOFOLLOW) < 0 || !S_ISREG(stat.st_mode))
        return false;
    struct file_stamp stamp = file_stamp_of(&stat);
    if (!cache->get(cache->argument, id, &stamp, listing))
        return false;
    file->stamp = stamp;
    return true;
}

/* What the name of a file says the id of its game is. */
static void id_of_file(const struct game_file *file, char id[ULID_LENGTH + 1])
{
    snprintf(id, ULID_LENGTH + 1, "%.*s", (int)strcspn(file->name, "."), file->name);
}

static void look(struct store *store)
{
    struct directory *directory = (struct directory *)store;
    struct game_file *file = &directory->file[store->count];
    struct listing *listing = store_next(store);
    char id[ULID_LENGTH + 1], *bytes;
    size_t size;
    struct note why;
    id_of_file(file, id);
    if (look_up(directory, file, id, listing))
        return;
    if (read_game(directory, file, &bytes, &size, &why) < 0) {
        listing_damage(listing, id, (struct place){0}, why.text);
        return;
    }
    listing_read(listing, bytes, size, 1, &store->limits);
    free(bytes);
    if (listing->damaged && ulid_valid(id))
        memcpy(listing->id, id, sizeof id);
    if (!listing->damaged && strcmp(listing->id, id)) {
        note_set(&why, -1, "its id is %s, but the file is named %s", listing->id, file->name);
        listing_clear(listing);
        listing_damage(listing, id, (struct place){0}, why.text);
    }
    if (store->cache && ulid_valid(id))
        store->cache->put(store->cache->argument, id, &file->stamp, listing);
}

static bool stamp(struct store *store, int at, struct file_stamp *out)
{
    *out = ((struct directory *)store)->file[at].stamp;
    return out->ino != 0;
}

static bool refresh(struct store *store)
{
    struct directory *directory = (struct directory *)store;
    struct game_file *old = directory->file;
    int old_total = store->total, count = store->count;
    directory->file = NULL;
    directory->room = 0;
    collect(directory);
    bool changed = old_total != store->total;
    for (int i = 0; i < old_total && !changed; i++)
        changed = by_name(&old[i], &directory->file[i]) != 0;
    for (int i = 0, fd = -1; i < count && !changed; i++) {
        struct stat stat;
        if (i == 0 || strcmp(old[i].folder, old[i - 1].folder)) {
            if (fd >= 0)
                close(fd);
            fd = games_folder(directory, old[i].folder, false);
        }
        struct file_stamp stamp = {0};
        if (fd >= 0 && fstatat(fd, old[i].name, &stat, AT_SYMLINK_NOFOLLOW) == 0)
            stamp = file_stamp_of(&stat);
        changed = !file_stamp_same(&stamp, &old[i].stamp) && old[i].stamp.ino;
        directory->file[i].stamp = old[i].stamp;
        if (fd >= 0 && (changed || i + 1 == count))
            close(fd);
    }
    free(old);
    if (changed)
        store_forget(store);
    return changed;
}

static void label(struct store *store, int at, char *label_of, size_t size, char id[ULID_LENGTH + 1], int *line)
{
    const struct game_file *file = &((struct directory *)store)->file[at];
    snprintf(label_of, size, "games/%s%s%s", file->folder, *file->folder ? "/" : "", file->name);
    id_of_file(file, id);
    *line = 1;
}

static int game_bytes(struct store *store, int at, char **bytes, size_t *size, struct note *why)
{
    struct directory *directory = (struct directory *)store;
    return read_game(directory, &directory->file[at], bytes, size, why);
}

/* ------------------------------------------------------------------------------------------------- writing */

/* A game locked for saving: its folder, its name, and what is there now. */
struct saving {
    struct directory *directory;
    struct lock lock;
    int locks, folder;
    char name[NAME_ROOM], where[FOLDER_ROOM];
    char *bytes; /* NULL: there is no such game */
    size_t size;
};

static void saving_end(struct saving *saving)
{
    if (saving->lock.fd >= 0)
        lock_drop(&saving->lock);
    if (saving->locks >= 0)
        close(saving->locks);
    if (saving->folder >= 0)
        close(saving->folder);
    free(saving->bytes);
}

static int saving_begin(struct saving *saving, struct directory *directory, const char *id, struct note *why)
{
    *saving = (struct saving){.directory = directory, .lock = {-1}, .locks = -1, .folder = -1};
    int at = file_of(directory, id);
    if (at >= 0)
        memcpy(saving->where, directory->file[at].folder, sizeof saving->where);
    else
        folder_of_id(directory, id, saving->where);
    snprintf(saving->name, sizeof saving->name, "%s.yaml", id);
    saving->locks = folder_open(directory->root, ".lock", true);
    if (saving->locks < 0)
        return file_fail(why, "the game cannot be locked");
    int result = lock_take(&saving->lock, saving->locks, id, directory->store.user, why);
    if (result < 0)
        return result;
    saving->folder = games_folder(directory, saving->where, true);
    if (saving->folder < 0)
        return file_fail(why, "the game cannot be saved");
    result = file_read(saving->folder, saving->name, (size_t)directory->store.limits.file_bytes, &saving->bytes,
                       &saving->size, NULL, why);
    return result == FAIL_NAME ? 0 : result;
}

static int refuse_changed(const struct saving *saving, const struct version *version, struct note *why)
{
    struct record *there;
    struct note reason;
    if (!saving->bytes)
        return note_fail(why, FAIL_CONFLICT, -1, "the game was deleted meanwhile: nothing was written");
    if (!version->known)
        return note_fail(why, FAIL_CONFLICT, -1, "there is a game of that id already: nothing was written");
    if (record_read(saving->bytes, saving->size, 1, NULL, &there, NULL, &reason) < 0)
        return note_fail(why, FAIL_CONFLICT, -1, "the game was changed meanwhile and cannot be read now: %s",
                         reason.text);
    note_set(why, -1,
             "somebody else changed the game meanwhile (it is revision %" PRId64 " now, yours began from %" PRId64
             "): nothing was overwritten",
             there->rev, version->rev);
    record_free(there);
    return FAIL_CONFLICT;
}

static int keep_in_trash(struct saving *saving, int64_t rev, struct note *why)
{
    char name[NAME_ROOM];
    snprintf(name, sizeof name, "%.*s.%" PRId64 ".yaml", ULID_LENGTH, saving->name, rev);
    int trash = folder_open(saving->directory->root, "trash", true);
    if (trash < 0)
        return file_fail(why, "the old version cannot be kept in the trash");
    int result = file_write(trash, name, saving->bytes, saving->size, false, why);
    close(trash);
    return result;
}

/* Show a saved game in the list. */
static void update_listing(struct directory *directory, const struct saving *saving, const struct record *record)
{
    struct store *store = &directory->store;
    int at = file_of(directory, record->id);
    if (at < 0) {
        add_file(directory, saving->where, saving->name);
        struct game_file new = directory->file[store->total - 1];
        for (at = store->total - 1; at > 0 && by_name(&directory->file[at - 1], &new) > 0; at--)
            directory->file[at] = directory->file[at - 1];
        directory->file[at] = new;
        if (at <= store->count) {
            store_next(store);
            memmove(store->listing + at + 1, store->listing + at,
                    (size_t)(store->count - 1 - at) * sizeof *store->listing);
            store->listing[at] = (struct listing){0};
        }
    }
    struct stat stat;
    if (fstatat(saving->folder, saving->name, &stat, AT_SYMLINK_NOFOLLOW) == 0)
        directory->file[at].stamp = file_stamp_of(&stat);
    if (at < store->count) {
        listing_clear(&store->listing[at]);
        listing_of_record(&store->listing[at], record);
    }
}

/* With the game locked: compare, write. */
static int replace(struct saving *saving, const struct record *record, const struct version *version,
                   const struct yaml_text *text, struct note *why)
{
    bool same = saving->bytes && (size_t)text->n == saving->size && !memcmp(text->v, saving->bytes, saving->size);
    if (same) /* our own save of before, whose end was not certain */
        return file_flush(saving->folder, saving->name, why);
    if (version->known ? !saving->bytes || !version_fits(version, saving->bytes, saving->size)
                       : saving->bytes != NULL)
        return refuse_changed(saving, version, why);
    int result = record->lost_remarks && saving->bytes ? keep_in_trash(saving, version->rev, why) : 0;
    if (result == 0)
        result = file_write(saving->folder, saving->name, text->v, (size_t)text->n, !version->known, why);
    return result;
}

static int save(struct store *store, struct record *record, struct version *version, struct note *why)
{
    struct directory *directory = (struct directory *)store;
    struct saving saving;
    struct yaml_text text;
    int64_t rev = version->rev + 1;
    int result = store_compose(store, record, rev, &text, why);
    if (result < 0)
        return result;
    result = saving_begin(&saving, directory, record->id, why);
    if (result == 0)
        result = replace(&saving, record, version, &text, why);
    if (result == 0) {
        record->rev = rev;
        record->lost_remarks = false;
        version_of(version, rev, text.v, (size_t)text.n);
        update_listing(directory, &saving, record);
    }
    saving_end(&saving);
    yaml_text_clear(&text);
    return result;
}

static int remove_game(struct store *store, const char *id, const struct version *version, struct note *why)
{
    struct directory *directory = (struct directory *)store;
    struct saving saving;
    int at = file_of(directory, id);
    int result = saving_begin(&saving, directory, id, why);
    if (result == 0 && (!saving.bytes || !version_fits(version, saving.bytes, saving.size)))
        result = refuse_changed(&saving, version, why);
    if (result == 0)
        result = keep_in_trash(&saving, version->rev, why);
    if (result == 0 && (unlinkat(saving.folder, saving.name, 0) < 0 || folder_sync(saving.folder) < 0))
        result = file_fail(why, "the game cannot be deleted");
    saving_end(&saving);
    if (result < 0 || at < 0)
        return result;
    store->total--;
    memmove(directory->file + at, directory->file + at + 1, (size_t)(store->total - at) * sizeof *directory->file);
    if (at < store->count) {
        listing_clear(&store->listing[at]);
        store->count--;
        memmove(store->listing + at, store->listing + at + 1, (size_t)(store->count - at) * sizeof *store->listing);
    }
    return 0;
}

/* ------------------------------------------------------------------------------------------------- adding */

/* A new game written under a temporary name; "": it is not. */
struct staged {
    char where[FOLDER_ROOM], name[NAME_ROOM], temporary[FILE_NAME_ROOM];
};

/* Make *fd the folder of a game; `open` names the one it is. */
static int change_folder(struct directory *directory, int *fd, char open_name[FOLDER_ROOM], const char *where)
{
    if (*fd >= 0 && !strcmp(open_name, where))
        return 0;
    if (*fd >= 0)
        close(*fd);
    *fd = games_folder(directory, where, true);
    snprintf(open_name, FOLDER_ROOM, "%s", where);
    return *fd < 0 ? FAIL_SYSTEM : 0;
}

/* Write the games under temporary names; what a single game is refused for is in its result. */
static int stage_all(struct directory *directory, struct record *const *records, int n, struct staged *staged,
                     int *results, struct note *why)
{
    char open_name[FOLDER_ROOM] = "";
    int fd = -1, result = 0;
    for (int i = 0; i < n && result == 0; i++) {
        struct staged *one = &staged[i];
        struct yaml_text text;
        results[i] = store_compose(&directory->store, records[i], records[i]->rev, &text, NULL);
        if (results[i] < 0)
            continue;
        folder_of_id(directory, records[i]->id, one->where);
        snprintf(one->name, NAME_ROOM, "%s.yaml", records[i]->id);
        result = change_folder(directory, &fd, open_name, one->where);
        if (result < 0)
            file_fail(why, "the games cannot be saved");
        else
            result = file_stage(fd, one->name, text.v, (size_t)text.n, one->temporary, why);
        if (result < 0)
            one->temporary[0] = '\0';
        yaml_text_clear(&text);
    }
    if (fd >= 0)
        close(fd);
    return result;
}

/* Give the staged games their names, or, after a failure, drop them. */
static int place_all(struct directory *directory, int n, struct staged *staged, int *results, int result,
                     struct note *why)
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
        results[i] = result < 0 || !open ? FAIL_SYSTEM : file_place(fd, one->temporary, one->name, &reason);
        if (results[i] == 0)
            add_file(directory, one->where, one->name);
        else if (open)
            file_drop(fd, one->temporary);
        if (result == 0 && results[i] < 0 && results[i] != FAIL_CONFLICT)
            result = note_fail(why, FAIL_SYSTEM, -1, "%s", open ? reason.text : "the games' folder cannot be opened");
    }
    if (fd >= 0) {
        flushed = folder_sync(fd) == 0 && flushed;
        close(fd);
    }
    if (result == 0 && !flushed)
        result = file_fail(why, "the games were written, but it is not certain that they would survive a power loss");
    return result;
}

/* The list is read anew afterwards: where the games stand in it depends on their ids. */
static int add(struct store *store, struct record *const *records, int n, int *results, struct note *why)
{
    struct directory *directory = (struct directory *)store;
    struct staged *staged = memory_new((size_t)n, sizeof *staged);
    int result = stage_all(directory, records, n, staged, results, why);
    if (result == 0)
        result = file_flush_staged(directory->root, why);
    result = place_all(directory, n, staged, results, result, why);
    free(staged);
    qsort(directory->file, (size_t)store->total, sizeof *directory->file, by_name);
    store_forget(store);
    return result;
}

static int folder(struct store *store, const char *name, bool create)
{
    return folder_open(((struct directory *)store)->root, name, create && !store->read_only);
}

/* --------------------------------------------------------------------------------------------------- index */

/* Beside the games where they are only ours; else in the user's own folder: an SQLite file another user can write is
 * never opened. */
static bool index_place(struct store *store, bool create, char *path, size_t size)
{
    struct directory *directory = (struct directory *)store;
    struct stat stat;
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    if (fstat(directory->root, &stat) < 0)
        return false;
    bool ours = stat.st_uid == geteuid() && !(stat.st_mode & (S_IWGRP | S_IWOTH)) && !directory->for_reading;
    int fd = ours ? folder_open(directory->root, ".index", create) : -1;
    if (fd >= 0) {
        if (create)
            file_write(fd, ".gitignore", "*\n", 2, true, NULL);
        close(fd);
        return (size_t)snprintf(path, size, "%s/.index/v1.sqlite3", directory->where) < size;
    }
    if (!(cache && *cache == '/') && !(home && *home == '/'))
        return false;
    char folder[PATH_MAX];
    bool xdg = cache && *cache == '/';
    snprintf(folder, sizeof folder, "%s%s", xdg ? cache : home, xdg ? "" : "/.cache");
    if (create)
        mkdir(folder, 0700);
    size_t used = strlen(folder);
    text_add(folder, sizeof folder, &used, "/chesscade");
    if (create)
        mkdir(folder, 0700);
    return *directory->id && (size_t)snprintf(path, size, "%s/%s.sqlite3", folder, directory->id) < size;
}

/* ------------------------------------------------------------------------------------------------ manifest */

static void narrow(const struct value *limits, const char *key, int *limit)
{
    int64_t number = strtoll(value_text(limits, key), NULL, 10);
    if (number > 0 && number < *limit)
        *limit = (int)number;
}

static int read_manifest(struct directory *directory, const char *where, struct note *why)
{
    struct store *store = &directory->store;
    struct yaml_document manifest = {0};
    struct place place = {0};
    struct note reason;
    char *bytes;
    size_t size;
    int result = file_read(directory->root, "archive.yaml", MANIFEST_BYTES, &bytes, &size, NULL, &reason);
    if (result == FAIL_NAME)
        return note_fail(why, FAIL_TEXT, -1, "the folder is no archive: it has no archive.yaml");
    if (result < 0)
        return note_fail(why, result, -1, "archive.yaml: %s", reason.text);
    result = yaml_read(bytes, size, 1, NULL, &manifest, &place, &reason);
    free(bytes);
    if (result == 0)
        result = schema_settle(&manifest.root, schema_archive, NULL, true, &place, &reason);
    if (result == 0 && strcmp(value_text(&manifest.root, "kind"), "archive"))
        result = note_fail(&reason, FAIL_TEXT, -1, "its kind is not 'archive'");
    if (result < 0) {
        note_set(why, -1, "archive.yaml, line %d, column %d: %s", place.line, place.column, reason.text);
    } else {
        const struct value *limits = value_at(&manifest.root, "limits");
        if (ulid_valid(value_text(&manifest.root, "id")))
            snprintf(directory->id, sizeof directory->id, "%s", value_text(&manifest.root, "id"));
        const char *title = value_text(&manifest.root, "title");
        store->title = memory_text(*title ? title : where);
        directory->by_hash = !strcmp(value_text(&manifest.root, "layout"), "hash");
        narrow(limits, "file_bytes", &store->limits.file_bytes);
        narrow(limits, "plies", &store->limits.plies);
        narrow(limits, "depth", &store->limits.variations);
        narrow(limits, "comment_bytes", &store->limits.scalar_bytes);
        narrow(limits, "nodes", &store->limits.nodes);
        narrow(limits, "nesting", &store->limits.depth);
        narrow(limits, "flow_nesting", &store->limits.flow_depth);
        narrow(limits, "marks", &store->limits.marks);
        if (strtol(value_text(&manifest.root, "chesscade"), NULL, 10) > SCHEMA_MAJOR && !store->read_only) {
            store->read_only = true;
            snprintf(store->why_read_only, sizeof store->why_read_only, "a later version of the program made it");
        }
    }
    yaml_document_clear(&manifest);
    return result;
}

static void close_directory(struct store *store)
{
    struct directory *directory = (struct directory *)store;
    if (directory->open_folder >= 0)
        close(directory->open_folder);
    close(directory->root);
    free(directory->where);
    free(directory->file);
}

static const struct store_kind directory_kind = {look, refresh, label, game_bytes, save, remove_game, folder, add, stamp, index_place,
                                                 close_directory};

int directory_open(struct store **out, const char *where, bool read_only, struct note *why)
{
    int root = open(where, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (root < 0)
        return file_fail(why, "the archive cannot be opened");
    struct directory *directory = memory_new(1, sizeof *directory);
    struct store *store = &directory->store;
    directory->root = root;
    directory->open_folder = -1;
    directory->where = realpath(where, NULL);
    if (!directory->where)
        directory->where = memory_text(where);
    directory->for_reading = faccessat(root, ".", W_OK | X_OK, AT_EACCESS) < 0;
    store->kind = &directory_kind;
    store->limits = yaml_limits_default;
    store->read_only = read_only;
    snprintf(store->why_read_only, sizeof store->why_read_only, "it was opened for reading");
    if (!read_only && faccessat(root, ".", W_OK | X_OK, AT_EACCESS) < 0) {
        store->read_only = true;
        snprintf(store->why_read_only, sizeof store->why_read_only, "%s",
                 errno == EROFS ? "the disk is read only" : "you have no permission to write in its folder");
    }
    int result = read_manifest(directory, where, why);
    if (result < 0) {
        store_close(store);
        return result;
    }
    collect(directory);
    *out = store;
    return 0;
}

int store_create(const char *where, const char *title, struct note *why)
{
    if (mkdir(where, 0777) < 0 && errno != EEXIST)
        return file_fail(why, "the archive's folder cannot be made");
    int root = open(where, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *stream = root >= 0 ? fdopendir(dup(root)) : NULL;
    bool empty = true;
    if (!stream) {
        int result = file_fail(why, "the archive's folder cannot be opened");
        if (root >= 0)
            close(root);
        return result;
    }
    for (struct dirent *entry; (entry = readdir(stream));)
        empty = empty && (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, ".."));
    closedir(stream);
    int result = 0;
    if (!empty)
        result = note_fail(why, FAIL_SYSTEM, -1, "the folder is not empty: a new archive begins in an empty one");
    struct value manifest = {.type = VALUE_MAP};
    struct yaml_text text = {0};
    char id[ULID_LENGTH + 1];
    ulid_new(id);
    value_set(&manifest, "chesscade", "1", true);
    value_set(&manifest, "kind", "archive", false);
    value_set(&manifest, "id", id, false);
    value_set(&manifest, "title", title, false);
    value_set(&manifest, "layout", "month", false);
    yaml_write(&text, &manifest);
    if (result == 0)
        result = file_write(root, "archive.yaml", text.v, (size_t)text.n, true, why);
    yaml_text_clear(&text);
    value_clear(&manifest);
    close(root);
    return result;
}
