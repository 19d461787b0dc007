/* rooms.h - internal: rooms (archive/util/room.h) in the memory of this process, and the places
 * that have them. */
#ifndef CHESSCADE_ARCHIVE_STORE_MEMORY_ROOMS_H
#define CHESSCADE_ARCHIVE_STORE_MEMORY_ROOMS_H

#include "archive/util/room.h"

/* What a room contains; every room opened with one name at one place has the same contents. */
struct memory_contents;

/* A place: named contents. It exists until memory_places_clear(). */
struct memory_place;
struct memory_place *memory_place_named(const char *name);
void memory_places_clear(void);

/* Opens a room of a place; NULL with errno ENOENT if it is missing and not to be created. */
struct room *memory_room_named(struct memory_place *place, const char *name, bool create);
/* A number that changes with the contents of a room made by memory_room_named(). */
int64_t memory_room_changes(const struct room *room);

#endif
