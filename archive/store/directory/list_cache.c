/* list_cache.c - caches the list of a directory's games between runs: v1.list in the index folder.
 *
 * The cached list is shown at once, but before anything else depends on it, every game is validated
 * against its file; a changed file is read again. The modification times of folders reveal files
 * that appeared, disappeared or were renamed: then the files are collected again first. A file's
 * own times and inode reveal everything else. As everywhere, a file that changed just before it was
 * read is not trusted, because its times might not show another change. */
#include "config.h"
#include "archive/store/directory/directory_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { KIND_FILES = 5, NUMBER_FOLDERS = CATALOG_NUMBERS };
enum { PART_STAMPS = CATALOG_PARTS, PART_FOLDERS, PART_FOLDER_OF };

static const char list_name[] = "v1.list";

/* Identifies the folder of games for the cache; changes of its contents are checked separately. */
static bool list_cache_place_of(struct directory *directory, bool create,
                                struct sidecar_place *place, struct file_stamp *of)
{
    struct store *store = &directory->store;
    struct stat stat;
    *of = (struct file_stamp){0};
    if (fstatat(directory->root, "games", &stat, AT_SYMLINK_NOFOLLOW) < 0 ||
        !store_cache(store, create, place))
        return false;
    of->dev = (uint64_t)stat.st_dev;
    of->ino = (uint64_t)stat.st_ino;
    return true;
}

/* ---------------------------------------------------------------------------------------------------
 * reading */

static bool folder_is_same(const struct directory *directory, const struct game_folder *folder)
{
    char path[FOLDER_ROOM + 8];
    struct stat stat;
    snprintf(path, sizeof path, "games%s%s", *folder->name ? "/" : "", folder->name);
    if (fstatat(directory->root, path, &stat, AT_SYMLINK_NOFOLLOW) < 0 || !S_ISDIR(stat.st_mode))
        return false;
    struct file_stamp now = file_stamp_of(&stat);
    return file_stamp_same(&now, &folder->stamp);
}

bool directory_same_folders(const struct directory *directory)
{
    for (int i = 0; i < directory->folders; i++)
        if (!folder_is_same(directory, &directory->folder[i]))
            return false;
    return directory->folders > 0;
}

/* True if all folders of the list that exist are readable. If one is not, the list must be scanned,
 * which reports at once that games are missing. */
static bool folders_open(const struct directory *directory)
{
    bool open = true;
    for (int i = 0; i < directory->folders && open; i++) {
        char path[FOLDER_ROOM + 8];
        const char *name = directory->folder[i].name;
        snprintf(path, sizeof path, "games%s%s", *name ? "/" : "", name);
        open = faccessat(directory->root, path, R_OK | X_OK, AT_EACCESS) == 0 || errno == ENOENT;
    }
    return open;
}

/* Asks the system to provide all pages of memory that is about to be filled. Otherwise it would
 * provide them one by one when they are first used. */
static void hand_out(void *memory, size_t size)
{
#ifdef MADV_POPULATE_WRITE
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE),
              from = ((uintptr_t)memory + page - 1) / page * page;
    uintptr_t end = ((uintptr_t)memory + size) / page * page;
    /* A failure is harmless: the system then provides the pages one by one, which is slower. */
    if (end > from)
        madvise((void *)from, end - from, MADV_POPULATE_WRITE);
#else
    (void)memory, (void)size;
#endif
}

/* Sets the file names of the games of a loaded list; false if some ids do not give file names. */
static bool list_cache_name_files(struct directory *directory, const struct file_stamp *stamp,
                                  const uint16_t *folder_of)
{
    const struct catalog *list = &directory->store.list;
    directory->file =
        memory_room(directory->file, &directory->room, list->count, sizeof *directory->file);
    hand_out(directory->file, (size_t)list->count * sizeof *directory->file);
    for (int i = 0; i < list->count; i++) {
        struct game_file *file = &directory->file[i];
        *file = (struct game_file){.stamp = stamp[i]};
        if (folder_of[i] >= directory->folders || !catalog_id(list, i, file->name))
            return false;
        memcpy(file->name + ULID_LENGTH, ".yaml", sizeof ".yaml");
        memcpy(file->folder, directory->folder[folder_of[i]].name, sizeof file->folder);
        if (i > 0 && directory_by_name(file - 1, file) >= 0)
            return false;
    }
    return true;
}

/* True if all parts of a map have the right sizes and are undamaged. */
static bool is_list(struct sidecar_map *map, int64_t games, int64_t folders)
{
    const struct sidecar_part *part = map->sidecar.part;
    bool sound = games > 0 && folders > 0 && folders <= UINT16_MAX &&
                 part[PART_STAMPS].size == (uint64_t)games * sizeof(struct file_stamp) &&
                 part[PART_FOLDERS].size == (uint64_t)folders * sizeof(struct game_folder) &&
                 part[PART_FOLDER_OF].size == (uint64_t)games * sizeof(uint16_t);
    for (int i = 0; i < SIDECAR_PARTS && sound; i++)
        sound = sidecar_is_sound(map, i, 0, part[i].size);
    return sound;
}

/* Takes over the files and folders of a mapped list. Returns false if the list is invalid; the
 * caller then clears what was already copied. */
static bool list_cache_take_list(struct directory *directory, struct sidecar_map *map)
{
    struct store *store = &directory->store;
    const struct sidecar_part *part = map->sidecar.part;
    int64_t folders = map->sidecar.number[NUMBER_FOLDERS];
    if (!is_list(map, store->list.count, folders))
        return false;
    directory->folder = memory_new((size_t)folders, sizeof *directory->folder);
    memcpy(directory->folder, part[PART_FOLDERS].bytes, (size_t)part[PART_FOLDERS].size);
    directory->folders = directory->folder_room = (int)folders;
    for (int i = 0; i < directory->folders; i++)
        directory->folder[i].name[FOLDER_ROOM - 1] = '\0';
    directory->behind = !directory_same_folders(directory);
    return (!directory->behind || folders_open(directory)) &&
           list_cache_name_files(directory, part[PART_STAMPS].bytes, part[PART_FOLDER_OF].bytes);
}

bool directory_find_list(struct directory *directory)
{
    struct store *store = &directory->store;
    struct sidecar_place place = {0};
    struct file_stamp of;
    struct sidecar_map *map = list_cache_place_of(directory, false, &place, &of)
                                  ? sidecar_open(&place, list_name, KIND_FILES, &of, catalog_look)
                                  : NULL;
    bool taken = map && catalog_open(&store->list, map, NULL, NULL);
    if (!taken)
        sidecar_close(map);
    bool found = taken && list_cache_take_list(directory, map);
    room_close(place.room);
    if (found) {
        store->total = directory->unchecked = store->list.count;
        directory->collected = INT64_MAX; /* trust the times of the folders: they were old enough
                                             when the list was written */
    } else {
        catalog_clear(&store->list);
        free(directory->folder);
        directory->folder = NULL;
        directory->folders = directory->folder_room = 0;
        directory->behind = false;
    }
    directory->kept = found && !directory->behind;
    return found;
}

/* -------------------------------------------------------------------------------------------------
 * updating */

/* Sets from[i] to the former index of file number `i`, or to -1 if the file is new. For a former
 * file, also copies what was known about it. Returns the number of new files. */
static int compare_files(struct directory *directory, const struct game_file *old, int old_total,
                         int *from)
{
    int fresh = 0;
    for (int i = 0, n = 0; i < directory->store.total; i++) {
        struct game_file *file = &directory->file[i];
        while (n < old_total && directory_by_name(&old[n], file) < 0)
            n++;
        bool there = n < old_total && directory_by_name(&old[n], file) == 0;
        from[i] = there ? n : -1;
        fresh += !there;
        if (there) {
            file->stamp = old[n].stamp;
            file->believed = old[n].believed;
        }
    }
    return fresh;
}

static void read_fresh(struct directory *directory, const int *from)
{
    struct store *store = &directory->store;
    for (int i = 0; i < store->total; i++) {
        struct listing listing = {0};
        char id[ULID_LENGTH + 1];
        if (from[i] >= 0)
            continue;
        directory_id_of(&directory->file[i], id);
        directory_read_listing(directory, &directory->file[i], id, &listing);
        catalog_set(&store->list, i, &listing);
        listing_clear(&listing);
    }
}

void directory_mend_list(struct directory *directory)
{
    enum {
        FRESH_MOST = 500 /* limit for new files; if there are more, scan the whole list */
    };
    struct store *store = &directory->store;
    struct game_file *old = directory->file;
    int old_total = store->total;
    directory->file = NULL;
    directory->room = 0;
    directory_collect(directory);
    int *from = memory_new((size_t)store->total + 1, sizeof *from);
    int fresh = compare_files(directory, old, old_total, from);
    if (fresh > FRESH_MOST) {
        store_forget(store);
        directory->unchecked = 0;
    } else if (fresh || old_total != store->total) {
        catalog_arrange(&store->list, from, store->total);
        read_fresh(directory, from);
        directory->unchecked = store->total;
    }
    free(from);
    free(old);
    store->stamps++;
    if (fresh || old_total != store->total) {
        store->generation++;
        store_packs_compare(store);
    }
    directory_watch_again(directory);
    /* The folders may have changed before the watch began. */
    directory->behind = !directory_same_folders(directory);
}

/* ---------------------------------------------------------------------------------------------------
 * writing */

/* Writes the folder number of each file. Returns false if the list cannot represent some file. */
static bool folders_of(const struct directory *directory, uint16_t *folder_of)
{
    char id[ULID_LENGTH + 1];
    for (int i = 0; i < directory->store.total; i++) {
        const struct game_file *file = &directory->file[i];
        int folder = i && !strcmp(file[-1].folder, file->folder) ? folder_of[i - 1] : 0;
        while (folder < directory->folders &&
               strcmp(directory->folder[folder].name, file->folder) != 0)
            folder++;
        if (folder == directory->folders || folder > UINT16_MAX ||
            !catalog_id(&directory->store.list, i, id) || strlen(file->name) != ULID_LENGTH + 5 ||
            memcmp(file->name, id, ULID_LENGTH) != 0)
            return false;
        folder_of[i] = (uint16_t)folder;
    }
    return true;
}

/* True if the folders still contain the same files. If so, stores the current times of the folders;
 * the cached list is valid as long as these do not change. */
static bool list_cache_look_again(struct directory *directory)
{
    struct directory now = {.root = directory->root};
    bool same = true;
    now.store.read_only = true;
    directory_collect(&now);
    /* A list with unreadable folders is not kept, because they must be reported. */
    same = now.store.total == directory->store.total && !now.store.unread[0].text[0];
    for (int i = 0; i < now.store.total && same; i++)
        same = directory_by_name(&now.file[i], &directory->file[i]) == 0;
    free(now.file);
    free(directory->folder);
    directory->folder = now.folder;
    directory->folders = now.folders;
    for (int i = 0; i < now.folders && same; i++)
        same = file_stamp_tells(&now.folder[i].stamp, now.collected);
    return same;
}

/* Copies a list without the texts that its games do not use. Texts of changed listings stay in the
 * pool, so a list that is updated again and again would only grow. */
static struct catalog without_old_texts(const struct catalog *list)
{
    struct catalog again = {.own = list->own};
    for (int i = 0; i < list->count; i++) {
        struct listing listing;
        catalog_get(list, i, &listing);
        catalog_add(&again, &listing);
    }
    return again;
}

void directory_keep_list(struct store *store)
{
    struct directory *directory = (struct directory *)store;
    struct catalog *list = &store->list, again;
    struct sidecar_place place = {0};
    struct sidecar sidecar = {.kind = KIND_FILES};
    if (directory->kept || directory->unchecked || directory->behind ||
        list->count < store->total || !list->count || !list_cache_look_again(directory))
        return;
    struct file_stamp *stamp = memory_new((size_t)store->total, sizeof *stamp);
    uint16_t *folder_of = memory_new((size_t)store->total, sizeof *folder_of);
    for (int i = 0; i < store->total; i++)
        if (directory->file[i].believed)
            stamp[i] = directory->file[i].stamp; /* all other stamps stay zero, so that the next run
                                                    reads those files again */
    again = without_old_texts(list);
    sidecar.number[NUMBER_FOLDERS] = directory->folders;
    sidecar.part[PART_STAMPS] =
        (struct sidecar_part){stamp, (uint64_t)store->total * sizeof *stamp};
    sidecar.part[PART_FOLDERS] = (struct sidecar_part){
        directory->folder, (uint64_t)directory->folders * sizeof *directory->folder};
    sidecar.part[PART_FOLDER_OF] =
        (struct sidecar_part){folder_of, (uint64_t)store->total * sizeof *folder_of};
    if (folders_of(directory, folder_of) &&
        list_cache_place_of(directory, true, &place, &sidecar.of))
        directory->kept = catalog_write(&again, &place, list_name, &sidecar) == 0;
    room_close(place.room);
    catalog_clear(&again);
    free(stamp);
    free(folder_of);
}
