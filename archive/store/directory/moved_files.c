/* moved_files.c - finds games whose files were moved to another folder or copied out of a pack.
 *
 * The user may have moved a file (mv, git mv). Its name is the game's id, so the game is found
 * again, and from then on read and saved there. A game of a pack becomes a file when someone saves
 * it. */
#include "config.h"
#include "archive/store/directory/directory_internal.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static bool has_file(int folder, const char *name)
{
    struct stat stat;
    return folder >= 0 && fstatat(folder, name, &stat, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(stat.st_mode);
}

/* Searches a folder and its subfolders for a file; closes the descriptor. */
static bool seek(int fd, const char *folder, int depth, const char *name, char found[FOLDER_ROOM])
{
    DIR *stream = fd >= 0 ? fdopendir(fd) : NULL;
    bool here = has_file(fd, name), there = false;
    if (here)
        snprintf(found, FOLDER_ROOM, "%s", folder);
    for (struct dirent *entry; stream && depth < 2 && !here && !there && (entry = readdir(stream));) {
        char inner[FOLDER_ROOM];
        if (!directory_has_inner(entry->d_name, depth))
            continue;
        snprintf(inner, sizeof inner, "%s%s%.4s", folder, *folder ? "/" : "", entry->d_name);
        there = seek(directory_inner(fd, entry->d_name), inner, depth + 1, name, found);
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

/* Updates only the folder in the list. The listing may be out of date: the file's stamp stays the
 * old one, so that the next validation notices. */
static void list_there(struct directory *directory, int at, const char *folder)
{
    if (directory_has_copies(directory, at))
        return; /* the list may have the other copy already */
    memcpy(directory->file[at].folder, folder, FOLDER_ROOM);
    directory->kept = false;
}

bool directory_follow(struct directory *directory, int at, const char *name, char folder[FOLDER_ROOM])
{
    char found[FOLDER_ROOM] = "";
    int fd = directory_games_folder(directory, folder, false);
    bool here = has_file(fd, name);
    if (fd >= 0)
        close(fd);
    if (here || !seek(directory_inner(directory->root, "games"), "", 0, name, found))
        return false;
    memcpy(folder, found, FOLDER_ROOM);
    if (at >= 0)
        list_there(directory, at, folder);
    return true;
}

/* Saving put the file where a new game with that id goes. If the list has not been scanned that
 * far, the scan will find it. */
void directory_take_copy(struct store *store, const char *id)
{
    struct directory *directory = (struct directory *)store;
    struct listing listing = {0};
    char name[NAME_ROOM], where[FOLDER_ROOM];
    snprintf(name, sizeof name, "%s.yaml", id);
    directory_folder_of(directory, id, where);
    int fd = directory_file_named(directory, name) < 0 ? directory_games_folder(directory, where, false) : -1;
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
    snprintf(path, sizeof path, "games%s%s", *directory->open_name ? "/" : "", directory->open_name);
    if (directory->open_folder < 0 ||
        (fstat(directory->open_folder, &open) == 0 && fstatat(directory->root, path, &named, AT_SYMLINK_NOFOLLOW) == 0 &&
         open.st_dev == named.st_dev && open.st_ino == named.st_ino))
        return;
    close(directory->open_folder);
    directory->open_folder = -1;
}
