/* room.h - a named place of a store for things other than games: collections, drafts, packs, the
 * trash. A room has items with names and contents.
 *
 * Who uses a room does not know whether it is a folder or anything else: no path, folder descriptor
 * or inode is needed. A new kind of room is one struct room_kind; kinds of folders are in room.c,
 * those in memory in archive/store/memory. Every name is a single component, never a path.
 *
 * Functions that return -1 set errno. */
#ifndef CHESSCADE_ARCHIVE_UTIL_ROOM_H
#define CHESSCADE_ARCHIVE_UTIL_ROOM_H

#include "archive/util/fs.h"

/* For what an item is opened. */
enum room_way {
    ROOM_READ,   /* to read it; errno is ENOENT if there is no such item */
    ROOM_APPEND, /* to append to an item that exists */
    ROOM_ANEW,   /* to append to an item that is emptied first, or made */
    ROOM_SHARED, /* to read and write an item that others write too; makes it if it is missing */
    ROOM_OWN,    /* to read and write an item of this process; makes it if it is missing */
    ROOM_PRIVATE /* to write a new item that only this user may read; fails with EEXIST */
};

struct room;
typedef void room_name_fn(void *argument, const char *name);

/* What a kind of room must be able to do. None of these may be NULL except `path`. The functions
 * room_...() below say what they do. */
struct room_kind {
    int (*open)(struct room *room, const char *name, enum room_way way);
    bool (*is)(struct room *room, const char *name, int fd);
    bool (*has)(struct room *room, const char *name);
    int (*write)(struct room *room, const char *name, const char *bytes, size_t size, bool fresh,
                 struct note *why);
    int (*make)(struct room *room, const char *name, bool certain, file_fill_fn *fill,
                void *argument, struct note *why);
    int (*rename)(struct room *room, const char *from, const char *to, bool fresh);
    int (*remove)(struct room *room, const char *name);
    int (*sync)(struct room *room);
    int (*each)(struct room *room, room_name_fn *each, void *argument);
    void (*sweep)(struct room *room, bool large);
    bool (*path)(struct room *room, const char *name, char *out, size_t size);
    void (*close)(struct room *room); /* frees the room */
};

/* Each kind of room is a struct that begins with this one. */
struct room {
    const struct room_kind *kind;
    int holders; /* how often room_close() must be called until the room is closed */
};

/* Makes a room of an open folder, which it then owns. `path` is the path of that folder, for
 * room_path(); it may be NULL. Returns NULL, with the errno of before, if `folder` is negative. */
struct room *room_of_folder(int folder, const char *path);
/* Holds the same room once more; close each of them. room_close() does not change errno; `room` may
 * be NULL. */
struct room *room_hold(struct room *room);
void room_close(struct room *room);

/* Opens an item and returns a descriptor of its contents, or -1. */
int room_open(struct room *room, const char *name, enum room_way way);
/* True if the name still stands for an item that was opened: nobody has removed or replaced it. */
bool room_is(struct room *room, const char *name, int fd);
/* True if there is an item with that name, of whatever kind. */
bool room_has(struct room *room, const char *name);
/* Reads an item like file_read(): FAIL_NAME if there is none, FAIL_LIMIT, FAIL_SYSTEM. */
int room_read(struct room *room, const char *name, size_t most, char **bytes, size_t *size,
              struct note *why);
/* Writes an item like file_write(); FAIL_CONFLICT if it is to be `fresh` and exists. */
int room_write(struct room *room, const char *name, const char *bytes, size_t size, bool fresh,
               struct note *why);
/* Writes a large item like file_make(). */
int room_make(struct room *room, const char *name, bool certain, file_fill_fn *fill, void *argument,
              struct note *why);
/* Gives an item another name; if `fresh`, fails with EEXIST if that is taken, otherwise replaces
 * what has it. 0 or -1. room_remove() removes an item; 0 or -1. */
int room_rename(struct room *room, const char *from, const char *to, bool fresh);
int room_remove(struct room *room, const char *name);
/* Makes sure that names given and removed survive a crash. 0 or -1. */
int room_sync(struct room *room);
/* Calls `each` for the name of every item, in no particular order. It may remove the item. -1 if
 * not all could be listed. */
int room_each(struct room *room, room_name_fn *each, void *argument);
/* Removes temporary items that killed processes left; with `large`, also those only a minute old,
 * because each takes as much space as a large file. */
void room_sweep(struct room *room, bool large);
/* Gets the path of an item, for libraries that open files themselves. False if the room has no
 * paths. */
bool room_path(struct room *room, const char *name, char *out, size_t size);

#endif
