/* rooms.c - rooms in memory: see rooms.h.
 *
 * The contents of an item are a file without a name (memfd_create). So an item can be opened,
 * locked and mapped like a file, and stays readable where it is open after it was replaced. */
#include "config.h"
#include "archive/store/memory/rooms.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

struct memory_item {
    char *name;
    int fd;
};

struct memory_contents {
    char *name;
    struct memory_item *item; /* [n] */
    int n, room;
    int64_t changes;
};

struct memory_place {
    char *name;
    struct memory_contents **contents; /* [n] */
    int n, room;
};

struct room_in_memory {
    struct room room;
    struct memory_contents *contents;
};

static struct {
    struct memory_place **v; /* [n] */
    int n, room;
} places;

static struct memory_contents *contents_of(const struct room *room)
{
    return ((const struct room_in_memory *)room)->contents;
}

static struct memory_item *item_named(const struct memory_contents *contents, const char *name)
{
    for (int i = 0; i < contents->n; i++)
        if (!strcmp(contents->item[i].name, name))
            return &contents->item[i];
    errno = ENOENT;
    return NULL;
}

static int new_file(void)
{
#ifdef MFD_CLOEXEC
    return memfd_create("item", MFD_CLOEXEC);
#else
    errno = ENOSYS;
    return -1;
#endif
}

/* Opens the contents of an item once more, with an offset of its own. */
static int open_again(const struct memory_item *item, int flags)
{
    char path[40];
    snprintf(path, sizeof path, "/proc/self/fd/%d", item->fd);
    return open(path, flags | O_CLOEXEC);
}

/* Gives the item with that name, which may be missing, the contents `fd`. */
static struct memory_item *put_item(struct memory_contents *contents, const char *name, int fd)
{
    struct memory_item *item = item_named(contents, name);
    if (item) {
        close(item->fd);
    } else {
        contents->item =
            memory_room(contents->item, &contents->room, contents->n + 1, sizeof *item);
        item = &contents->item[contents->n++];
        item->name = memory_text(name);
    }
    item->fd = fd;
    contents->changes++;
    return item;
}

static int memory_room_open(struct room *room, const char *name, enum room_way way)
{
    struct memory_contents *contents = contents_of(room);
    struct memory_item *item = item_named(contents, name);
    if (item && way == ROOM_PRIVATE) {
        errno = EEXIST;
        return -1;
    }
    if (!item && (way == ROOM_READ || way == ROOM_APPEND))
        return -1;
    if (!item) {
        int fd = new_file();
        if (fd < 0)
            return -1;
        item = put_item(contents, name, fd);
    }
    contents->changes += way != ROOM_READ;
    return open_again(item, way == ROOM_READ     ? O_RDONLY
                            : way == ROOM_APPEND ? O_WRONLY | O_APPEND
                            : way == ROOM_ANEW   ? O_WRONLY | O_APPEND | O_TRUNC
                                                 : O_RDWR);
}

static bool memory_room_is(struct room *room, const char *name, int fd)
{
    const struct memory_item *item = item_named(contents_of(room), name);
    struct stat own, open;
    return item && fstat(item->fd, &own) == 0 && fstat(fd, &open) == 0 &&
           own.st_ino == open.st_ino && own.st_dev == open.st_dev;
}

static bool memory_room_has(struct room *room, const char *name)
{
    return item_named(contents_of(room), name) != NULL;
}

static int memory_room_make(struct room *room, const char *name, bool certain, file_fill_fn *fill,
                            void *argument, struct note *why)
{
    int fd = new_file();
    (void)certain;
    if (fd < 0)
        return file_fail(why, "it cannot be kept in memory");
    int result = fill(argument, fd, why);
    if (result < 0)
        close(fd);
    else
        put_item(contents_of(room), name, fd);
    return result;
}

struct memory_bytes {
    const char *v; /* [n] */
    size_t n;
};

static int put_bytes(void *argument, int fd, struct note *why)
{
    const struct memory_bytes *bytes = argument;
    return file_put(fd, bytes->v, bytes->n) ? 0 : file_fail(why, "it cannot be kept in memory");
}

static int memory_room_write(struct room *room, const char *name, const char *bytes, size_t size,
                             bool fresh, struct note *why)
{
    struct memory_bytes all = {bytes, size};
    if (fresh && memory_room_has(room, name))
        return note_fail(why, FAIL_CONFLICT, -1, "it exists already");
    return memory_room_make(room, name, true, put_bytes, &all, why);
}

static int memory_room_remove(struct room *room, const char *name)
{
    struct memory_contents *contents = contents_of(room);
    struct memory_item *item = item_named(contents, name);
    if (!item)
        return -1;
    close(item->fd);
    free(item->name);
    *item = contents->item[--contents->n];
    contents->changes++;
    return 0;
}

static int memory_room_rename(struct room *room, const char *from, const char *to, bool fresh)
{
    if (!item_named(contents_of(room), from))
        return -1;
    if (memory_room_has(room, to)) {
        errno = EEXIST;
        if (fresh)
            return -1;
        memory_room_remove(room, to);
    }
    struct memory_item *item = item_named(contents_of(room), from);
    free(item->name);
    item->name = memory_text(to);
    contents_of(room)->changes++;
    return 0;
}

static int memory_room_sync(struct room *room)
{
    (void)room;
    return 0;
}

static int memory_room_each(struct room *room, room_name_fn *each, void *argument)
{
    const struct memory_contents *contents = contents_of(room);
    int n = contents->n;
    char **names = memory_new((size_t)n + 1, sizeof *names); /* copied, since `each` may remove */
    for (int i = 0; i < n; i++)
        names[i] = memory_text(contents->item[i].name);
    for (int i = 0; i < n; i++) {
        each(argument, names[i]);
        free(names[i]);
    }
    free(names);
    return 0;
}

/* Nothing is left behind in the memory of a process that was killed. */
static void memory_room_sweep(struct room *room, bool large)
{
    (void)room, (void)large;
}

static void memory_room_close(struct room *room)
{
    free(room);
}

static const struct room_kind memory_room_kind = {.open = memory_room_open,
                                                  .is = memory_room_is,
                                                  .has = memory_room_has,
                                                  .write = memory_room_write,
                                                  .make = memory_room_make,
                                                  .rename = memory_room_rename,
                                                  .remove = memory_room_remove,
                                                  .sync = memory_room_sync,
                                                  .each = memory_room_each,
                                                  .sweep = memory_room_sweep,
                                                  .close = memory_room_close};

/* -------------------------------------------------------------------------------------------------
 * places */

struct memory_place *memory_place_named(const char *name)
{
    for (int i = 0; i < places.n; i++)
        if (!strcmp(places.v[i]->name, name))
            return places.v[i];
    places.v = memory_room(places.v, &places.room, places.n + 1, sizeof(*places.v));
    struct memory_place *place = memory_new(1, sizeof *place);
    place->name = memory_text(name);
    return places.v[places.n++] = place;
}

static void contents_free(struct memory_contents *contents)
{
    for (int i = 0; i < contents->n; i++) {
        close(contents->item[i].fd);
        free(contents->item[i].name);
    }
    free(contents->item);
    free(contents->name);
    free(contents);
}

void memory_places_clear(void)
{
    for (int i = 0; i < places.n; i++) {
        for (int k = 0; k < places.v[i]->n; k++)
            contents_free(places.v[i]->contents[k]);
        free(places.v[i]->contents);
        free(places.v[i]->name);
        free(places.v[i]);
    }
    free(places.v);
    places.v = NULL;
    places.n = places.room = 0;
}

struct room *memory_room_named(struct memory_place *place, const char *name, bool create)
{
    struct memory_contents *contents = NULL;
    for (int i = 0; i < place->n && !contents; i++)
        if (!strcmp(place->contents[i]->name, name))
            contents = place->contents[i];
    if (!contents && !create) {
        errno = ENOENT;
        return NULL;
    }
    if (!contents) {
        place->contents =
            memory_room(place->contents, &place->room, place->n + 1, sizeof(*place->contents));
        contents = place->contents[place->n++] = memory_new(1, sizeof *contents);
        contents->name = memory_text(name);
    }
    struct room_in_memory *own = memory_new(1, sizeof *own);
    own->room = (struct room){&memory_room_kind, 1};
    own->contents = contents;
    return &own->room;
}

int64_t memory_room_changes(const struct room *room)
{
    return contents_of(room)->changes;
}
