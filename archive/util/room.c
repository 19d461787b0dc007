/* room.c - rooms that are folders, and what all rooms have in common: see room.h. */
#include "config.h"
#include "archive/util/room.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct folder_room {
    struct room room;
    int folder;
    char *path; /* the path of the folder; NULL if unknown */
};

static int folder_of(const struct room *room)
{
    return ((const struct folder_room *)room)->folder;
}

/* Makes a file to be written over a long time: with the mode of the folder whatever the umask. */
static int open_own(int folder, const char *name)
{
    struct stat above;
    int fd = openat(folder, name, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (fd >= 0 && (fstat(folder, &above) < 0 || fchmod(fd, above.st_mode & 0666) < 0))
        return file_shut(fd, -1);
    if (fd >= 0)
        file_give(fd, folder, "");
    return fd;
}

static int folder_room_open(struct room *room, const char *name, enum room_way way)
{
    /* O_NONBLOCK: opening a pipe must not wait for its other end. */
    const int safely = O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;
    int folder = folder_of(room);
    switch (way) {
    case ROOM_READ:
        return openat(folder, name, O_RDONLY | safely);
    case ROOM_APPEND:
        return openat(folder, name, O_WRONLY | O_APPEND | safely);
    case ROOM_ANEW:
        return file_open_own(folder, name, O_WRONLY | O_APPEND | O_TRUNC);
    case ROOM_SHARED:
        return file_open_own(folder, name, O_RDWR);
    case ROOM_OWN:
        return open_own(folder, name);
    case ROOM_PRIVATE:
        return openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    }
    errno = EINVAL;
    return -1;
}

static bool folder_room_is(struct room *room, const char *name, int fd)
{
    struct stat open, named;
    return fstat(fd, &open) == 0 &&
           fstatat(folder_of(room), name, &named, AT_SYMLINK_NOFOLLOW) == 0 &&
           open.st_ino == named.st_ino && open.st_dev == named.st_dev;
}

static bool folder_room_has(struct room *room, const char *name)
{
    return faccessat(folder_of(room), name, F_OK, AT_SYMLINK_NOFOLLOW) == 0;
}

static int folder_room_write(struct room *room, const char *name, const char *bytes, size_t size,
                             bool fresh, struct note *why)
{
    return file_write(folder_of(room), name, bytes, size, fresh, why);
}

static int folder_room_make(struct room *room, const char *name, bool certain, file_fill_fn *fill,
                            void *argument, struct note *why)
{
    return file_make(folder_of(room), name, certain, fill, argument, why);
}

static int folder_room_rename(struct room *room, const char *from, const char *to, bool fresh)
{
    int folder = folder_of(room);
    if (!fresh)
        return renameat(folder, from, folder, to);
    if (linkat(folder, from, folder, to, 0) < 0)
        return -1;
    unlinkat(folder, from, 0); /* if this fails, the item has two names, which does no harm */
    return 0;
}

static int folder_room_remove(struct room *room, const char *name)
{
    return unlinkat(folder_of(room), name, 0);
}

static int folder_room_sync(struct room *room)
{
    return folder_sync(folder_of(room));
}

static int folder_room_each(struct room *room, room_name_fn *each, void *argument)
{
    int fd = openat(folder_of(room), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *stream = fd < 0 ? NULL : fdopendir(fd);
    if (!stream)
        return fd < 0 ? -1 : file_shut(fd, -1);
    for (struct dirent *entry; errno = 0, (entry = readdir(stream));)
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            each(argument, entry->d_name);
    int saved = errno;
    closedir(stream);
    errno = saved;
    return saved ? -1 : 0;
}

static void folder_room_sweep(struct room *room, bool large)
{
    if (large)
        folder_sweep_large(folder_of(room));
    else
        folder_sweep(folder_of(room));
}

static bool folder_room_path(struct room *room, const char *name, char *out, size_t size)
{
    const struct folder_room *own = (const struct folder_room *)room;
    return own->path && (size_t)snprintf(out, size, "%s/%s", own->path, name) < size;
}

static void folder_room_close(struct room *room)
{
    struct folder_room *own = (struct folder_room *)room;
    close(own->folder);
    free(own->path);
    free(own);
}

static const struct room_kind folder_room_kind = {.open = folder_room_open,
                                                  .is = folder_room_is,
                                                  .has = folder_room_has,
                                                  .write = folder_room_write,
                                                  .make = folder_room_make,
                                                  .rename = folder_room_rename,
                                                  .remove = folder_room_remove,
                                                  .sync = folder_room_sync,
                                                  .each = folder_room_each,
                                                  .sweep = folder_room_sweep,
                                                  .path = folder_room_path,
                                                  .close = folder_room_close};

struct room *room_of_folder(int folder, const char *path)
{
    if (folder < 0)
        return NULL;
    struct folder_room *own = memory_new(1, sizeof *own);
    own->room = (struct room){&folder_room_kind, 1};
    own->folder = folder;
    own->path = path ? memory_text(path) : NULL;
    return &own->room;
}

/* -------------------------------------------------------------------------------------------------
 * all rooms */

struct room *room_hold(struct room *room)
{
    room->holders++;
    return room;
}

void room_close(struct room *room)
{
    int saved = errno;
    if (room && --room->holders == 0)
        room->kind->close(room);
    errno = saved;
}

int room_open(struct room *room, const char *name, enum room_way way)
{
    return room->kind->open(room, name, way);
}

bool room_is(struct room *room, const char *name, int fd)
{
    return room->kind->is(room, name, fd);
}

bool room_has(struct room *room, const char *name)
{
    return room->kind->has(room, name);
}

int room_read(struct room *room, const char *name, size_t most, char **bytes, size_t *size,
              struct note *why)
{
    return file_read_once(room_open(room, name, ROOM_READ), most, bytes, size, NULL, why);
}

int room_write(struct room *room, const char *name, const char *bytes, size_t size, bool fresh,
               struct note *why)
{
    return room->kind->write(room, name, bytes, size, fresh, why);
}

int room_make(struct room *room, const char *name, bool certain, file_fill_fn *fill, void *argument,
              struct note *why)
{
    return room->kind->make(room, name, certain, fill, argument, why);
}

int room_rename(struct room *room, const char *from, const char *to, bool fresh)
{
    return room->kind->rename(room, from, to, fresh);
}

int room_remove(struct room *room, const char *name)
{
    return room->kind->remove(room, name);
}

int room_sync(struct room *room)
{
    return room->kind->sync(room);
}

int room_each(struct room *room, room_name_fn *each, void *argument)
{
    return room->kind->each(room, each, argument);
}

void room_sweep(struct room *room, bool large)
{
    room->kind->sweep(room, large);
}

bool room_path(struct room *room, const char *name, char *out, size_t size)
{
    return room->kind->path && room->kind->path(room, name, out, size);
}
