/* presence.h - lists the open sessions of an archive: one small file each in its folder here/, locked while the session lives.
 *
 * The lock is released with its process, so a killed session is gone at once, and whoever looks
 * next removes its file. Closing the file, for whatever reason, notifies those who watch the folder
 * (archive/util/fs_watch.h). */
#ifndef CHESSCADE_ARCHIVE_LIVE_PRESENCE_H
#define CHESSCADE_ARCHIVE_LIVE_PRESENCE_H

#include <stdint.h>
#include "archive/live/live_game.h"
#include "archive/store/store.h"

struct presence;

enum { PRESENCE_TEXT_MAX = 400 };

struct person {
    char name[PLAYER_NAME_MAX + 1];
    char game[ULID_LENGTH + 1]; /* at that table; "": in the lobby */
    bool plays;                 /* has a seat there */
    bool leads;                 /* leads others through the game after it; `text` says where */
    char text[PRESENCE_TEXT_MAX + 1];
    bool self;                  /* this session */
};

/* Enters. The store is borrowed. FAIL_TEXT for an invalid name, FAIL_SYSTEM. */
int presence_enter(struct presence **out, struct store *store, const char *name, struct note *why);
/* Goes to a table as a player or a watcher; "" is the lobby. */
void presence_go(struct presence *presence, const char *game, bool plays);
/* Takes the lead at a table. Only one session can have it, and it is released with that session.
 * FAIL_BUSY: someone else has it; FAIL_SYSTEM. Give it back with presence_lay_down(), which accepts
 * NULL. */
struct baton;
int presence_take_baton(struct baton **out, const struct presence *presence, const char *game, struct note *why);
void presence_lay_down(struct baton *baton);
/* Enters a table as its leader. The other sessions at the table see `text` (without line feeds,
 * truncated if too long). */
void presence_lead(struct presence *presence, const char *game, const char *text);
/* Returns from a table to the lobby; does nothing if the session has moved on to another table. */
void presence_go_back(struct presence *presence, const char *game);
void presence_leave(struct presence *presence);

/* Changes when someone comes or leaves (except a killed session). Cheap. */
int64_t presence_stamp(const struct presence *presence);
/* Lists everyone who is here, with each session of a name separately; the caller owns the list. */
int presence_list(const struct presence *presence, struct person **list);

#endif
