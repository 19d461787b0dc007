/* watch.c - detects external changes to an open directory archive file by file, through inotify.
 *
 * An editor, git pull or another session may change games. Thanks to the notifications, a change to
 * one file does not require checking a hundred thousand, and an idle archive costs nothing. */
#include "config.h"
#include "archive/store/directory/directory_internal.h"

#include "archive/util/fs.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    FOLDERS_MOST = 1100, /* limit for folders to watch: layout 'hash' needs 1024; systems allow some
                            thousands per user */
    TOLD_MOST = 4000, /* limit for changed files that are read again one by one; if there are more,
                         the whole list is refreshed */
    MOVED_MOST = 200  /* limit for new and removed files; if there are more, the whole list is
                         refreshed, since each of them moves all later entries of the list */
};

static const char packs[] = "packs";

/* -------------------------------------------------------------------------------------------------
 * watching */

static void forget_told(struct directory *directory)
{
    directory->told_count = 0;
    directory->told_more = directory->told_packs = false;
}

void directory_unwatch(struct directory *directory)
{
    if (directory->watch >= 0)
        close(directory->watch);
    directory->watch = -1;
    free(directory->watched);
    free(directory->told);
    directory->watched = NULL;
    directory->told = NULL;
    directory->watched_count = directory->watched_room = directory->told_room = 0;
    forget_told(directory);
}

static bool watch_one(struct directory *directory, const char *path, const char *folder)
{
    int number = watch_files(directory->watch, directory->root, path),
        had = directory->watched_room;
    if (number < 1)
        return false;
    directory->watched = memory_room(directory->watched, &directory->watched_room, number + 1,
                                     sizeof *directory->watched);
    for (int i = had; i < directory->watched_room; i++)
        directory->watched[i][0] = '\0';
    if (number >= directory->watched_count)
        directory->watched_count = number + 1;
    snprintf(directory->watched[number], FOLDER_ROOM, "%s", folder);
    return true;
}

/* True if the folders of games are not too many to be watched and games/ itself exists: otherwise
 * there would be no notification about its first subfolder. */
static bool can_watch(const struct directory *directory)
{
    return directory->folders > 0 && directory->folders <= FOLDERS_MOST;
}

/* Watches the current folders; false if not all of them can be watched. */
static bool watch_folders(struct directory *directory)
{
    bool all = can_watch(directory);
    for (int i = 0; i < directory->folders && all; i++) {
        const char *name = directory->folder[i].name;
        char path[FOLDER_ROOM + 8];
        snprintf(path, sizeof path, "games%s%s", *name ? "/" : "", name);
        all = watch_one(directory, path, name);
    }
    watch_one(directory, packs, packs); /* the folder may not exist */
    return all;
}

void directory_watch_again(struct directory *directory)
{
    if (directory->watch >= 0 && !watch_folders(directory))
        directory_unwatch(directory); /* the owner of the descriptor learns from store_watch() that
                                         it has been closed */
}

int directory_watch(struct store *store)
{
    struct directory *directory = (struct directory *)store;
    if (directory->watch >= 0)
        return directory->watch;
    if (!can_watch(directory)) /* test this first, because closing a watch can take 10 ms or more */
        return -1;
    directory->watch = watch_new();
    if (directory->watch >= 0 && !watch_folders(directory))
        directory_unwatch(directory);
    if (directory->watch >= 0 && store->list.count == store->total)
        directory->unchecked = store->total; /* validate everything: changes between the scan and
                                                the watch were not reported */
    return directory->watch;
}

/* --------------------------------------------------------------------------------------------
 * notifications */

static void watch_tell(void *argument, int number, const char *name)
{
    struct directory *directory = argument;
    size_t length = strlen(name);
    const char *folder = number < directory->watched_count ? directory->watched[number] : "";
    if (name[0] == '.')
        return; /* temporary files being written are ignored */
    if (!strcmp(folder, packs)) {
        directory->told_packs = true;
        return;
    }
    bool file = number > 0 && length > 5 && length < sizeof directory->told->name &&
                !strcmp(name + length - 5, ".yaml");
    if (!file) { /* a folder appeared or disappeared, or notifications were lost */
        directory->told_more = true;
        return;
    }
    /* The system notifies about each write to a file, so the file may already be among those to
     * read again. */
    for (int i = directory->told_count - 1; i >= 0; i--)
        if (!strcmp(directory->told[i].name, name) && !strcmp(directory->told[i].folder, folder))
            return;
    if (directory->told_count == TOLD_MOST) {
        directory->told_more = true;
        return;
    }
    directory->told = memory_room(directory->told, &directory->told_room, directory->told_count + 1,
                                  sizeof *directory->told);
    struct game_file *told = &directory->told[directory->told_count++];
    *told = (struct game_file){0};
    memcpy(told->name, name, length + 1);
    memcpy(told->folder, folder, sizeof told->folder);
}

bool directory_told(struct store *store)
{
    struct directory *directory = (struct directory *)store;
    watch_told(directory->watch, watch_tell, directory);
    return directory->told_count || directory->told_more || directory->told_packs;
}

/* Reads again one file that was reported as changed. Returns true if it changed; its plies may have
 * changed even if its listing has not. */
static bool watch_take(struct directory *directory, const struct game_file *told)
{
    struct store *store = &directory->store;
    char id[ULID_LENGTH + 1], path[FOLDER_ROOM + NAME_ROOM];
    struct listing listing = {0};
    struct stat stat;
    directory_id_of(told, id);
    int at = directory_file_named(directory, told->name);
    /* True if the file is in the list, but in another folder. */
    bool others = at >= 0 && strcmp(directory->file[at].folder, told->folder) != 0;
    snprintf(path, sizeof path, "games/%s%s%s", told->folder, *told->folder ? "/" : "", told->name);
    bool gone = fstatat(directory->root, path, &stat, AT_SYMLINK_NOFOLLOW) < 0;
    if (others && gone && !directory_has_copies(directory, at))
        return false; /* directory_follow() has already found the file's new folder */
    if (others) {
        directory->told_more = true;
        return false;
    }
    if (gone) {
        if (at < 0)
            return false;
        directory_take_out(directory, at);
        store_packs_show(store, id);
        return true;
    }
    struct file_stamp now = file_stamp_of(&stat);
    if (at >= 0 && file_stamp_same(&now, &directory->file[at].stamp))
        return false; /* nothing changed: usually this is our own save */
    bool fresh = at < 0;
    if (fresh)
        at = directory_put_in(directory, told->folder, told->name);
    directory_read_listing(directory, &directory->file[at], id, &listing);
    store->changes += !fresh;
    directory_show(directory, at, fresh, &listing);
    listing_clear(&listing);
    if (fresh)
        store_packs_hide(store, id);
    return true;
}

bool directory_take_told(struct store *store)
{
    struct directory *directory = (struct directory *)store;
    bool changed = false;
    int moved = 0;
    for (int i = 0; i < directory->told_count && !directory->told_more; i++) {
        int before = store->total;
        changed = watch_take(directory, &directory->told[i]) || changed;
        moved += store->total != before;
        directory->told_more = directory->told_more || moved > MOVED_MOST;
    }
    if (directory->told_packs && !directory->told_more)
        changed = store_packs_open(store) || changed;
    if (directory->told_more) {
        changed = store->backend->refresh(store, false) || changed;
        directory_watch_again(directory);
    }
    forget_told(directory);
    return changed;
}
