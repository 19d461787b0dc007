/* directory.c - the directory store: one file per game, its manifest, and moved files. For the
 * layout see directory_internal.h. */
#include "config.h"

#include "archive/record/schema.h"
#include "archive/store/directory/directory_internal.h"
#include "archive/store/directory/live_internal.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* -------------------------------------------------------------------------------------------------
 * folders */

/* Opens the folder games/<folder>, which may be one or two levels below games/. */
int directory_games_folder(struct directory *directory, const char *folder, bool create)
{
    char part[FOLDER_ROOM];
    int fd = folder_open(directory->root, "games", create);
    while (fd >= 0 && *folder) {
        size_t length = strcspn(folder, "/");
        snprintf(part, sizeof part, "%.*s", (int)length, folder);
        folder += length + (folder[length] == '/');
        fd = file_shut(fd, folder_open(fd, part, create));
    }
    return fd;
}

static int hash_letter(char c)
{
    static const char letters[] = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    const char *at = strchr(letters, c);
    return at ? (int)(at - letters) : 0;
}

/* The folder for a new game with that id. */
void directory_folder_of(const struct directory *directory, const char *id, char out[FOLDER_ROOM])
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

/* -------------------------------------------------------------------------------------------------
 * walking */

static bool directory_is_yaml(const char *name)
{
    size_t length = strlen(name);
    return name[0] != '.' && length > 5 && !strcmp(name + length - 5, ".yaml");
}

void directory_add_file(struct directory *directory, const char *folder, const char *name)
{
    struct store *store = &directory->store;
    directory->file =
        memory_room(directory->file, &directory->room, store->total + 1, sizeof *directory->file);
    struct game_file *file = &directory->file[store->total++];
    *file = (struct game_file){0};
    snprintf(file->name, sizeof file->name, "%s", name);
    if (strlen(name) >= sizeof file->name)
        memcpy(file->name + sizeof file->name - sizeof "...", "...", sizeof "...");
    snprintf(file->folder, sizeof file->folder, "%s", folder);
}

/* Records that the games of a folder are missing from the list, so that the user can be
 * informed. */
static void note_unread(struct directory *directory, const char *folder)
{
    char what[FOLDER_ROOM + 40];
    if (errno == ENOENT)
        return;
    snprintf(what, sizeof what, "the folder games%s%s cannot be read", *folder ? "/" : "", folder);
    file_fail(&directory->store.unread[0], what);
}

int directory_inner(int folder, const char *name)
{
    int fd = folder_open(folder, name, false), saved = errno;
    struct stat stat;
    if (fd >= 0)
        return fd;
    bool link = (saved == ENOTDIR || saved == ELOOP) &&
                fstatat(folder, name, &stat, AT_SYMLINK_NOFOLLOW) == 0 && S_ISLNK(stat.st_mode);
    errno = link ? ELOOP : saved == ENOTDIR ? ENOENT : saved;
    return -1;
}

bool directory_has_inner(const char *name, int depth)
{
    size_t length = strlen(name);
    return depth < 2 && length <= 4 && strspn(name, "0123456789ABCDEFGHJKMNPQRSTVWXYZ") == length;
}

/* Collects the games of a folder and its subfolders, two levels deep (year, month). Closes the
 * descriptor. */
static void directory_walk(struct directory *directory, int fd, const char *folder, int depth)
{
    DIR *stream = fd >= 0 ? fdopendir(fd) : NULL;
    struct stat stat;
    if (stream && fstat(fd, &stat) == 0) {
        directory->folder = memory_room(directory->folder, &directory->folder_room,
                                        directory->folders + 1, sizeof *directory->folder);
        struct game_folder *this = &directory->folder[directory->folders++];
        *this = (struct game_folder){.stamp = file_stamp_of(&stat)};
        snprintf(this->name, sizeof this->name, "%s", folder);
    }
    if (!stream) {
        note_unread(directory, folder);
        if (fd >= 0)
            close(fd);
        return;
    }
    for (struct dirent *entry; errno = 0, (entry = readdir(stream));) {
        const char *name = entry->d_name;
        if (file_is_temporary(name) && !directory->store.read_only)
            file_sweep(fd, name);
        if (name[0] == '.')
            continue;
        char inner[FOLDER_ROOM];
        if (directory_is_yaml(name)) {
            directory_add_file(directory, folder, name);
        } else if (directory_has_inner(name, depth)) {
            snprintf(inner, sizeof inner, "%s%s%.4s", folder, *folder ? "/" : "", name);
            directory_walk(directory, directory_inner(fd, name), inner, depth + 1);
        }
    }
    if (errno)
        note_unread(directory, folder);
    closedir(stream);
}

int directory_by_name(const void *a, const void *b)
{
    const struct game_file *one = a, *other = b;
    int order = strcmp(one->name, other->name);
    return order ? order : strcmp(one->folder, other->folder);
}

void directory_collect(struct directory *directory)
{
    free(directory->folder);
    directory->folder = NULL;
    directory->folders = directory->folder_room = 0;
    directory->collected = file_now();
    directory->store.total = 0;
    directory->store.unread[0].text[0] = '\0';
    int games = directory_inner(directory->root, "games");
    if (games < 0 && errno == ENOENT && faccessat(directory->root, "games", F_OK, 0) == 0)
        errno = ENOTDIR;
    directory_walk(directory, games, "", 0);
    if (directory->store.total)
        qsort(directory->file, (size_t)directory->store.total, sizeof *directory->file,
              directory_by_name);
}

int directory_put_in(struct directory *directory, const char *folder, const char *name)
{
    directory_add_file(directory, folder, name);
    int at = directory->store.total - 1;
    struct game_file new = directory->file[at];
    for (; at > 0 && directory_by_name(&directory->file[at - 1], &new) > 0; at--)
        directory->file[at] = directory->file[at - 1];
    directory->file[at] = new;
    return at;
}

void directory_take_out(struct directory *directory, int at)
{
    struct store *store = &directory->store;
    directory->unchecked -= directory->unchecked && at >= store->total - directory->unchecked;
    directory->kept = false;
    store->stamps++;
    store->total--;
    memmove(directory->file + at, directory->file + at + 1,
            (size_t)(store->total - at) * sizeof *directory->file);
    if (at < store->list.count)
        catalog_remove(&store->list, at);
    store->generation++;
}

void directory_show(struct directory *directory, int at, bool fresh, const struct listing *listing)
{
    struct store *store = &directory->store;
    store->generation += fresh;
    store->stamps++;
    directory->kept = false;
    directory->unchecked +=
        fresh && directory->unchecked && at >= store->total - 1 - directory->unchecked;
    if (fresh)
        catalog_insert(&store->list, at, listing);
    else
        catalog_set(&store->list, at, listing);
}

int directory_file_named(const struct directory *directory, const char *name)
{
    int low = 0, high = directory->store.total;
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

int directory_file_of(const struct directory *directory, const char *id)
{
    char name[NAME_ROOM];
    snprintf(name, sizeof name, "%s.yaml", id);
    return directory_file_named(directory, name);
}

/* -------------------------------------------------------------------------------------------------
 * reading */

/* Opens the folder of a game's file, unless it is the one already open. */
static int open_folder_of(struct directory *directory, const struct game_file *file,
                          struct note *why)
{
    if (directory->open_folder < 0 || strcmp(directory->open_name, file->folder)) {
        if (directory->open_folder >= 0)
            close(directory->open_folder);
        directory->open_folder = directory_games_folder(directory, file->folder, false);
        memcpy(directory->open_name, file->folder, sizeof file->folder);
    }
    if (directory->open_folder >= 0)
        return 0;
    int result = errno == ENOENT ? FAIL_NAME : FAIL_SYSTEM;
    file_fail(why, "the folder of the game cannot be opened");
    return result;
}

/* Reads a game's file, and writes its current stamp to *stamp (may be NULL). Let this replace the
 * stamp in the list only if a listing is then made from these bytes: with a new stamp, an old
 * listing would seem to be up to date. */
static int directory_read_game(struct directory *directory, const struct game_file *file,
                               char **bytes, size_t *size, struct file_stamp *stamp,
                               struct note *why)
{
    if (strcmp(file->name + strlen(file->name) - 5, ".yaml") != 0) /* the name was truncated, so the
                                                                      file cannot be opened */
        return note_fail(why, FAIL_NAME, -1,
                         "the file name is too long: a game's file is named by its id and .yaml");
    int result = open_folder_of(directory, file, why);
    if (result < 0)
        return result;
    return file_read(directory->open_folder, file->name, (size_t)directory->store.limits.file_bytes,
                     bytes, size, stamp, why);
}

/* Gets the id from a file name that consists of an id and ".yaml"; the names of copies that
 * other programs make ("ID (1).yaml") give no id. */
void directory_id_of(const struct game_file *file, char id[ULID_LENGTH + 1])
{
    bool named =
        strlen(file->name) == ULID_LENGTH + 5 && !strcmp(file->name + ULID_LENGTH, ".yaml");
    snprintf(id, ULID_LENGTH + 1, "%.*s", named ? ULID_LENGTH : 0, file->name);
}

void directory_read_listing(struct directory *directory, struct game_file *file, const char *id,
                            struct listing *listing)
{
    struct store *store = &directory->store;
    char *bytes;
    size_t size;
    struct note why;
    int64_t before = file_now();
    file->believed = false;
    if (directory_read_game(directory, file, &bytes, &size, &file->stamp, &why) < 0) {
        listing_damage(listing, id, (struct place){0}, why.text);
        return;
    }
    file->believed = file_stamp_tells(&file->stamp, before);
    listing_read(listing, bytes, size, 1, &store->limits);
    free(bytes);
    if (listing->damaged && ulid_valid(id))
        memcpy(listing->id, id, sizeof listing->id);
    if (!listing->damaged && strcmp(listing->id, id)) {
        note_set(&why, -1, "its id is %s, but the file is named %s", listing->id, file->name);
        listing_clear(listing);
        listing_damage(listing, id, (struct place){0}, why.text);
    }
}

static void directory_look(struct store *store)
{
    struct directory *directory = (struct directory *)store;
    struct game_file *file = &directory->file[store->list.count];
    struct listing listing = {0};
    char id[ULID_LENGTH + 1];
    directory_id_of(file, id);
    store->stamps++;
    directory_read_listing(directory, file, id, &listing);
    store_append(store, &listing);
}

/* Validates up to `games` cached listings against their files, and reads changed files again. If
 * folders have changed, it first updates the list to the files that exist; a call for few games
 * leaves this to a later call, because it takes several times as long and the first screen should
 * appear at once. */
static bool directory_check(struct store *store, int games)
{
    enum { FIRST_GAMES = 100 };
    struct directory *directory = (struct directory *)store;
    if (directory->behind && (games > FIRST_GAMES || !directory->unchecked))
        directory_mend_list(directory);
    if (store->list.count < store->total)
        return true;
    for (; games > 0 && directory->unchecked; games -= games < INT_MAX) {
        int at = store->total - directory->unchecked--;
        struct game_file *file = &directory->file[at];
        struct stat stat;
        struct listing listing = {0};
        char id[ULID_LENGTH + 1];
        if (open_folder_of(directory, file, NULL) == 0 &&
            fstatat(directory->open_folder, file->name, &stat, AT_SYMLINK_NOFOLLOW) == 0) {
            struct file_stamp now = file_stamp_of(&stat);
            file->believed = file_stamp_same(&now, &file->stamp);
            if (file->believed)
                continue;
        }
        directory_id_of(file, id);
        file->stamp = (struct file_stamp){0};
        directory_read_listing(directory, file, id, &listing);
        struct listing before;
        catalog_get(&store->list, at, &before);
        store->changes += !listing_same(&before, &listing);
        directory_show(directory, at, false, &listing);
        listing_clear(&listing);
    }
    return directory->unchecked > 0 || directory->behind;
}

static int directory_unchecked(const struct store *store, bool *kept)
{
    const struct directory *directory = (const struct directory *)store;
    *kept = directory->kept;
    return directory->unchecked + directory->behind;
}

static enum store_mark directory_mark(struct store *store, int at, uint64_t seed, uint64_t *mark)
{
    const struct file_stamp *stamp = &((struct directory *)store)->file[at].stamp;
    int64_t now = file_now();
    if (!stamp->ino)
        return MARK_NONE;
    *mark = sidecar_check(stamp, sizeof *stamp, seed);
    return file_stamp_tells(stamp, now) ? MARK_SURE : stamp->mtime > now ? MARK_NEVER : MARK_YOUNG;
}

/* Collects the files again, except when the times of the folders prove that no file was added,
 * removed or renamed. Returns true if the files differ from those collected before. */
static bool collect_again(struct directory *directory)
{
    struct store *store = &directory->store;
    struct game_file *old = directory->file;
    int old_total = store->total;
    bool told = directory_same_folders(directory);
    for (int i = 0; i < directory->folders && told; i++)
        told = file_stamp_tells(&directory->folder[i].stamp, directory->collected);
    if (told)
        return false;
    directory->file = NULL;
    directory->room = 0;
    directory_collect(directory);
    bool changed = old_total != store->total;
    for (int i = 0; i < old_total && !changed; i++) {
        changed = directory_by_name(&old[i], &directory->file[i]) != 0;
        directory->file[i].stamp = old[i].stamp;
        directory->file[i].believed = old[i].believed;
    }
    free(old);
    return changed;
}

/* True if a file of the list has changed since it was read. */
static bool another_file(struct store *store)
{
    struct directory *directory = (struct directory *)store;
    bool changed = false;
    for (int i = 0, fd = -1; i < store->list.count && !changed; i++) {
        const struct game_file *file = &directory->file[i];
        struct stat stat;
        if (i == 0 || strcmp(file->folder, file[-1].folder) != 0) {
            if (fd >= 0)
                close(fd);
            fd = directory_games_folder(directory, file->folder, false);
        }
        struct file_stamp stamp = {0};
        if (fd >= 0 && fstatat(fd, file->name, &stat, AT_SYMLINK_NOFOLLOW) == 0)
            stamp = file_stamp_of(&stat);
        changed = !file_stamp_same(&stamp, &file->stamp) && file->stamp.ino;
        if (fd >= 0 && (changed || i + 1 == store->list.count))
            close(fd);
    }
    return changed;
}

static bool directory_refresh(struct store *store, bool behind)
{
    struct directory *directory = (struct directory *)store;
    bool all = store->list.count == store->total, changed = collect_again(directory);
    if (!changed && behind && all)
        directory->unchecked = store->total;
    else
        changed = changed || another_file(store);
    store->stamps++;
    directory->behind = false;
    if (changed) {
        directory->unchecked = 0;
        directory->kept = false;
        store_forget(store);
        store_packs_compare(store);
    }
    return store_packs_open(store) || changed;
}

static void directory_label(struct store *store, int at, char *label_of, size_t size,
                            char id[ULID_LENGTH + 1], int *line)
{
    const struct game_file *file = &((struct directory *)store)->file[at];
    snprintf(label_of, size, "games/%s%s%s", file->folder, *file->folder ? "/" : "", file->name);
    directory_id_of(file, id);
    *line = 1;
}

static int directory_game_bytes(struct store *store, int at, char **bytes, size_t *size,
                                struct note *why)
{
    struct directory *directory = (struct directory *)store;
    struct game_file file = directory->file[at];
    directory_let_go(directory);
    int result = directory_read_game(directory, &file, bytes, size, NULL, why);
    if (result < 0 && directory_follow(directory, at, file.name, file.folder))
        result = directory_read_game(directory, &file, bytes, size, NULL, why);
    return result;
}

int directory_folder(struct store *store, const char *name, bool create)
{
    int root = ((struct directory *)store)->root,
        fd = folder_open(root, name, create && !store->read_only);
    if (fd < 0 && errno == ENOENT && create && faccessat(root, ".", W_OK | X_OK, AT_EACCESS) == 0)
        errno = EROFS; /* the folder is writable, so the store was opened read only; if it is not
                          writable, faccessat() has set errno */
    return fd;
}

static struct room *directory_room(struct store *store, const char *name, bool create)
{
    char outer[FILE_NAME_ROOM];
    size_t length = strcspn(name, "/");
    snprintf(outer, sizeof outer, "%.*s", (int)length, name);
    int fd = directory_folder(store, outer, create);
    if (fd >= 0 && name[length])
        fd = file_shut(fd, folder_open(fd, name + length + 1, create && !store->read_only));
    return room_of_folder(fd, NULL);
}

/* Creates several folders and flushes them together. If that fails, removes the new folders; later
 * calls create them again. */
static void directory_rooms(struct store *store, const char *const *names, int n)
{
    int root = ((struct directory *)store)->root;
    bool *made = memory_new((size_t)n, sizeof *made), any = false;
    for (int i = 0; i < n; i++) {
        bool missing = faccessat(root, names[i], F_OK, AT_SYMLINK_NOFOLLOW) < 0 && errno == ENOENT;
        int fd = missing ? folder_make(root, names[i]) : -1;
        made[i] = fd >= 0;
        any = any || made[i];
        if (fd >= 0)
            close(fd);
    }
    bool certain = !any || folder_sync(root) == 0;
    for (int i = 0; i < n && !certain; i++)
        if (made[i])
            unlinkat(root, names[i], AT_REMOVEDIR);
    free(made);
}

/* ---------------------------------------------------------------------------------------------------
 * index */

/* Opens the folder for index files. It is beside the games if only this user can write there;
 * otherwise it is in the user's own cache folder, since an SQLite file that others can write must
 * never be opened. Returns a descriptor, or -1 if there is no folder. *ours becomes true if the
 * folder is beside the games; `path` becomes the path of the folder. */
static int index_folder(struct directory *directory, bool create, bool *ours, char path[PATH_MAX])
{
    struct stat stat;
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    *ours = false;
    if (fstat(directory->root, &stat) < 0)
        return -1;
    *ours = stat.st_uid == geteuid() && !(stat.st_mode & (S_IWGRP | S_IWOTH)) &&
            !directory->for_reading;
    int fd = *ours ? folder_open(directory->root, ".index", create) : -1;
    if (fd >= 0) {
        if (create)
            file_jot(fd, ".gitignore", "*\n");
        return (size_t)snprintf(path, PATH_MAX, "%s/.index", directory->where) < PATH_MAX
                   ? fd
                   : (close(fd), -1);
    }
    *ours = false;
    bool xdg = cache && *cache == '/';
    if (!*directory->id || (!xdg && !(home && *home == '/')))
        return -1;
    snprintf(path, PATH_MAX, "%s%s", xdg ? cache : home, xdg ? "" : "/.cache");
    if (create)
        mkdir(path, 0700);
    size_t used = strlen(path);
    text_add(path, PATH_MAX, &used, "/chesscade");
    if (used >= PATH_MAX)
        return -1;
    if (create)
        mkdir(path, 0700);
    fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    return fd < 0 ? -1 : fd;
}

static bool directory_cache(struct store *store, bool create, struct sidecar_place *place)
{
    struct directory *directory = (struct directory *)store;
    char where[PATH_MAX];
    bool ours;
    place->room = room_of_folder(index_folder(directory, create, &ours, where), where);
    snprintf(place->prefix, sizeof place->prefix, "%s%s", ours ? "" : directory->id,
             ours ? "" : ".");
    return place->room != NULL;
}

/* True if the archive belongs to someone else, or anyone can write to it, or it was made for a
 * group. A folder that is writable for its group counts as made for a group only if it passes the
 * group on to new files (docs/ssh.md); otherwise only the umask has made it writable. */
static bool directory_is_shared(const struct store *store)
{
    struct stat stat;
    return fstat(((const struct directory *)store)->root, &stat) == 0 &&
           (stat.st_uid != geteuid() || (stat.st_mode & S_IWOTH) ||
            ((stat.st_mode & S_IWGRP) && (stat.st_mode & S_ISGID)));
}

/* Lists the members of the group that the archive belongs to, if any. */
static void directory_members(const struct store *store, store_member_fn *each, void *argument)
{
    struct stat stat;
    const struct group *group = NULL;
    if (fstat(((const struct directory *)store)->root, &stat) == 0 && (stat.st_mode & S_ISGID) &&
        (stat.st_mode & S_IWGRP))
        group = getgrgid(stat.st_gid);
    for (int i = 0; group && group->gr_mem[i]; i++)
        each(argument, group->gr_mem[i]);
}

static void close_directory(struct store *store)
{
    struct directory *directory = (struct directory *)store;
    if (directory->open_folder >= 0)
        close(directory->open_folder);
    directory_unwatch(directory);
    close(directory->root);
    free(directory->where);
    free(directory->file);
    free(directory->folder);
}

static bool directory_takes(const char *where, enum store_there there)
{
    (void)where;
    return there == THERE_FOLDER;
}

static int directory_open(struct store **out, const char *where, bool read_only, struct note *why)
{
    int root = open(where, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (root < 0)
        return file_fail(why, "the archive cannot be opened");
    struct directory *directory = memory_new(1, sizeof *directory);
    struct store *store = &directory->store;
    directory->root = root;
    directory->open_folder = directory->watch = -1;
    directory->where = realpath(where, NULL);
    if (!directory->where)
        directory->where = memory_text(where);
    directory->for_reading = faccessat(root, ".", W_OK | X_OK, AT_EACCESS) < 0;
    store->backend = &directory_store;
    store->limits = yaml_limits_default;
    store->read_only = read_only;
    snprintf(store->why_read_only, sizeof store->why_read_only, "it was opened only for reading");
    if (!read_only && faccessat(root, ".", W_OK | X_OK, AT_EACCESS) < 0) {
        store->read_only = true;
        snprintf(store->why_read_only, sizeof store->why_read_only, "%s",
                 errno == EROFS ? "the disk is read only"
                                : "you have no permission to write in its folder");
    }
    int result = directory_read_manifest(directory, where, why);
    if (result < 0) {
        store_close(store);
        return result;
    }
    if (!directory_find_list(directory))
        directory_collect(directory);
    store_packs_open(store);
    *out = store;
    return 0;
}

const struct store_backend directory_store = {.takes = directory_takes,
                                              .open = directory_open,
                                              .look = directory_look,
                                              .refresh = directory_refresh,
                                              .check = directory_check,
                                              .unchecked = directory_unchecked,
                                              .keep_list = directory_keep_list,
                                              .label = directory_label,
                                              .bytes = directory_game_bytes,
                                              .save = directory_save,
                                              .remove = directory_remove,
                                              .room = directory_room,
                                              .rooms = directory_rooms,
                                              .add = directory_add,
                                              .mark = directory_mark,
                                              .shared = directory_is_shared,
                                              .members = directory_members,
                                              .cache = directory_cache,
                                              .watch = directory_watch,
                                              .told = directory_told,
                                              .take_told = directory_take_told,
                                              .take_copy = directory_take_copy,
                                              .live = &directory_live,
                                              .close = close_directory};

/* ---- Reads archive.yaml, and creates new archives. */

enum { MANIFEST_BYTES = 1 << 16 };

/* ------------------------------------------------------------------------------------------------
 * manifest */

static void directory_narrow(const struct value *limits, const char *key, int *limit)
{
    int64_t number = strtoll(value_text(limits, key), NULL, 10);
    if (number > 0 && number < *limit)
        *limit = (int)number;
}

/* Writes a message such as "archive.yaml, line 5, column 9: ...". */
static void directory_tell(struct note *why, struct place place, const struct note *reason)
{
    char words[PLACE_ROOM];
    note_set(why, -1, "archive.yaml%s%s%s", place.line ? ", " : ": ", place_words(place, words),
             reason->text);
}

/* Applies the manifest. An invalid value is reported, and the archive still opens, because its
 * games are not affected. */
static int settle_manifest(struct store *store, struct value *root, struct place *place,
                           struct note *reason)
{
    bool later = strtol(value_text(root, "chesscade"), NULL, 10) > SCHEMA_MAJOR;
    if (!later && schema_settle(root, schema_archive, NULL, false, place, reason) < 0)
        directory_tell(&store->wrong, *place, reason);
    return schema_settle(root, schema_archive, NULL, true, place, reason);
}

int directory_read_manifest(struct directory *directory, const char *where, struct note *why)
{
    struct store *store = &directory->store;
    struct yaml_document manifest = {0};
    struct place place = {0};
    struct note reason;
    char *bytes;
    size_t size;
    int result =
        file_read(directory->root, "archive.yaml", MANIFEST_BYTES, &bytes, &size, NULL, &reason);
    if (result == FAIL_NAME)
        return note_fail(why, FAIL_TEXT, -1,
                         "the folder is not an archive: it has no archive.yaml");
    if (result < 0)
        return note_fail(why, result, -1, "archive.yaml: %s", reason.text);
    result = yaml_read(bytes, size, 1, NULL, &manifest, &place, &reason);
    free(bytes);
    if (result == 0)
        result = settle_manifest(store, &manifest.root, &place, &reason);
    if (result == 0 && strcmp(value_text(&manifest.root, "kind"), "archive")) {
        const struct value *kind = value_at(&manifest.root, "kind");
        place = kind ? (struct place){(int)kind->line, kind->column} : (struct place){0};
        result = note_fail(&reason, FAIL_TEXT, -1, "its archive.yaml does not say 'kind: archive'");
    }
    if (result < 0) {
        directory_tell(why, place, &reason);
    } else {
        const struct value *limits = value_at(&manifest.root, "limits");
        if (ulid_valid(value_text(&manifest.root, "id")))
            snprintf(directory->id, sizeof directory->id, "%s", value_text(&manifest.root, "id"));
        const char *title = value_text(&manifest.root, "title");
        store->title = memory_text(*title ? title : where);
        directory->by_hash = !strcmp(value_text(&manifest.root, "layout"), "hash");
        directory_narrow(limits, "file_bytes", &store->limits.file_bytes);
        directory_narrow(limits, "plies", &store->limits.plies);
        directory_narrow(limits, "depth", &store->limits.variations);
        directory_narrow(limits, "comment_bytes", &store->limits.scalar_bytes);
        directory_narrow(limits, "nodes", &store->limits.nodes);
        directory_narrow(limits, "nesting", &store->limits.depth);
        directory_narrow(limits, "flow_nesting", &store->limits.flow_depth);
        directory_narrow(limits, "marks", &store->limits.marks);
        if (strtol(value_text(&manifest.root, "chesscade"), NULL, 10) > SCHEMA_MAJOR &&
            !store->read_only) {
            store->read_only = true;
            snprintf(store->why_read_only, sizeof store->why_read_only,
                     "a newer version of the program made it");
        }
    }
    yaml_document_clear(&manifest);
    return result;
}

/* True for names that do not matter when a folder must be empty: someone may have started a
 * repository in it. */
static bool counts_as_empty(const char *name)
{
    return !strcmp(name, ".") || !strcmp(name, "..") || !strcmp(name, ".git") ||
           !strcmp(name, ".gitignore");
}

/* Writes a .gitignore, because locks, the index, unsaved edits, live games and the trash belong to
 * one machine and not into git. Failure is ignored. */
static void write_gitignore(int root)
{
    file_jot(root, ".gitignore", "/.index/\n/.lock/\n/drafts/\n/here/\n/live/\n/talk/\n/trash/\n");
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
        empty = empty && counts_as_empty(entry->d_name);
    closedir(stream);
    int result = 0;
    if (!empty)
        result = note_fail(why, FAIL_SYSTEM, -1,
                           "the folder is not empty; a new archive needs an empty folder");
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
    if (result == 0 && folder_sync_above(root) < 0) /* flush the folder even if it existed before,
                                                       since its creator probably did not do it */
        result =
            file_fail(why, "the archive was made, but a power failure now might still destroy it");
    if (result == 0)
        write_gitignore(root);
    yaml_text_clear(&text);
    value_clear(&manifest);
    close(root);
    return result;
}

/* ---- Finds games whose files were moved to another folder or copied out of a pack.
 *
 * The user may have moved a file (mv, git mv). Its name is the game's id, so the game is found
 * again, and from then on read and saved there. A game of a pack becomes a file when someone saves
 * it. */

static bool has_file(int folder, const char *name)
{
    struct stat stat;
    return folder >= 0 && fstatat(folder, name, &stat, AT_SYMLINK_NOFOLLOW) == 0 &&
           S_ISREG(stat.st_mode);
}

/* Searches a folder and its subfolders for a file; closes the descriptor. */
static bool directory_seek(int fd, const char *folder, int depth, const char *name,
                           char found[FOLDER_ROOM])
{
    DIR *stream = fd >= 0 ? fdopendir(fd) : NULL;
    bool here = has_file(fd, name), there = false;
    if (here)
        snprintf(found, FOLDER_ROOM, "%s", folder);
    for (struct dirent *entry;
         stream && depth < 2 && !here && !there && (entry = readdir(stream));) {
        char inner[FOLDER_ROOM];
        if (!directory_has_inner(entry->d_name, depth))
            continue;
        snprintf(inner, sizeof inner, "%s%s%.4s", folder, *folder ? "/" : "", entry->d_name);
        there = directory_seek(directory_inner(fd, entry->d_name), inner, depth + 1, name, found);
    }
    if (stream)
        closedir(stream);
    else if (fd >= 0)
        close(fd);
    return here || there;
}

bool directory_has_copies(const struct directory *directory, int at)
{
    const struct game_file *file = &directory->file[at];
    return (at > 0 && !strcmp(file[-1].name, file->name)) ||
           (at + 1 < directory->store.total && !strcmp(file[1].name, file->name));
}

/* Stores the new folder of a game in the list. Does not update the listing, which may be out of
 * date; the file's stamp stays the old one, so that the next validation notices. */
static void list_there(struct directory *directory, int at, const char *folder)
{
    if (directory_has_copies(directory, at))
        return; /* the list may already have the other copy */
    memcpy(directory->file[at].folder, folder, FOLDER_ROOM);
    directory->kept = false;
}

bool directory_follow(struct directory *directory, int at, const char *name,
                      char folder[FOLDER_ROOM])
{
    char found[FOLDER_ROOM] = "";
    int fd = directory_games_folder(directory, folder, false);
    bool here = has_file(fd, name);
    if (fd >= 0)
        close(fd);
    if (here || !directory_seek(directory_inner(directory->root, "games"), "", 0, name, found))
        return false;
    memcpy(folder, found, FOLDER_ROOM);
    if (at >= 0)
        list_there(directory, at, folder);
    return true;
}

/* Adds to the list a game that was just copied out of a pack. The copy is in the folder for new
 * games. If the list has not been scanned completely, the scan will find the copy. */
void directory_take_copy(struct store *store, const char *id)
{
    struct directory *directory = (struct directory *)store;
    struct listing listing = {0};
    char name[NAME_ROOM], where[FOLDER_ROOM];
    snprintf(name, sizeof name, "%s.yaml", id);
    directory_folder_of(directory, id, where);
    int fd = directory_file_named(directory, name) < 0
                 ? directory_games_folder(directory, where, false)
                 : -1;
    bool there = has_file(fd, name);
    if (fd >= 0)
        close(fd);
    if (!there)
        return;
    int at = directory_put_in(directory, where, name);
    if (at <= store->list.count) {
        directory_read_listing(directory, &directory->file[at], id, &listing);
        directory_show(directory, at, true, &listing);
        listing_clear(&listing);
    }
    store_packs_hide(store, id);
}

void directory_let_go(struct directory *directory)
{
    struct stat open, named;
    char path[FOLDER_ROOM + 8];
    snprintf(path, sizeof path, "games%s%s", *directory->open_name ? "/" : "",
             directory->open_name);
    if (directory->open_folder < 0 ||
        (fstat(directory->open_folder, &open) == 0 &&
         fstatat(directory->root, path, &named, AT_SYMLINK_NOFOLLOW) == 0 &&
         open.st_dev == named.st_dev && open.st_ino == named.st_ino))
        return;
    close(directory->open_folder);
    directory->open_folder = -1;
}
