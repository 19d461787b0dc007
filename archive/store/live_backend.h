/* live_backend.h - where games that are being played, and the people who play them, are kept: what
 * a folder, a server or this process's memory must be able to do.
 *
 * For backends, and for archive/live, which knows what the records of a game mean; no one above
 * includes it. Here a live game is a log of bytes: lines are appended to it one by one, and what
 * one reader has seen no later failure may take back. A place in a log is the number of bytes
 * before it. No path, descriptor of a folder, inode or time of a file crosses this interface.
 *
 * A new kind is one table of these functions, none of them NULL, that its store names in the list
 * of store.c, or that stores_live_at() names for all stores. All calls come from one thread. */
#ifndef CHESSCADE_ARCHIVE_STORE_LIVE_BACKEND_H
#define CHESSCADE_ARCHIVE_STORE_LIVE_BACKEND_H

#include "archive/record/header_values.h"
#include "archive/store/store.h"
#include "core/base.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct live_log;     /* a live game that is open; the struct is the backend's */
struct live_hold;    /* what only one session can have at a time */
struct live_session; /* somebody who is here */
struct live_watcher; /* somebody who is told of changes */

enum { PRESENCE_TEXT_MAX = 400, LIVE_NAME_ROOM = ULID_LENGTH + 32 };

/* What can be held: the right to write to a game or to a room of talk, and the lead (baton) at a
 * table. */
enum live_held { LIVE_HELD_GAME, LIVE_HELD_TALK, LIVE_HELD_LEAD };

/* What a reader of a log wants: only what no failure can take back any more, or everything, which
 * is the same for those who hold the game. */
enum live_reading { LIVE_READ_SETTLED, LIVE_READ_ALL };

/* What became of a log since it was opened. A log is replaced by its repair. */
enum live_log_state { LIVE_LOG_HERE, LIVE_LOG_REPLACED, LIVE_LOG_GONE, LIVE_LOG_UNKNOWN };

struct live_summary {
    char id[ULID_LENGTH + 1];
    int64_t size; /* in bytes: changes whenever something was appended */
};

struct person {
    char name[PLAYER_NAME_MAX + 1];
    char game[ULID_LENGTH + 1]; /* at that table; "": in the lobby */
    bool plays;                 /* has a seat there */
    bool leads;                 /* leads others through the game after it; `text` says where */
    char text[PRESENCE_TEXT_MAX + 1];
    bool self; /* this session */
};

/* How far a room of talk has been heard; zero: nothing yet. What it means is the backend's. */
struct talk_place {
    uint64_t of;
    int64_t at;
};

/* What a watcher is told of: bits. */
enum live_watched {
    LIVE_WATCH_GAMES = 1, /* live games start, continue, end */
    LIVE_WATCH_HERE = 2,  /* people came, went, or went to another game */
    LIVE_WATCH_TALK = 4   /* talk outside live games */
};

struct live_backend {
    const char *name; /* for messages: "memory" */

    /* The time for all who play here, as journals have it: milliseconds since 1970, UTC. */
    int64_t (*now)(struct store *store);

    /* Takes what only one session can have at a time, waiting two seconds at most. `name`: the
     * game's id, or the room. FAIL_BUSY says who has it; FAIL_SYSTEM: `what` failed. It is given
     * back with release(), and by itself when the process ends. */
    int (*hold)(struct live_hold **out, struct store *store, enum live_held held, const char *name,
                const char *user, const char *what, struct note *why);
    void (*release)(struct live_hold *hold);

    /* ---- games */
    /* All live games, oldest first; the caller owns the list. */
    int (*list)(struct store *store, struct live_summary **list);
    /* The same of one game: its size; -1 if there is none. */
    int64_t (*size)(struct store *store, const char *id);
    /* Starts a log with these bytes. It is there for good when this returns 0. */
    int (*create)(struct store *store, const char *id, const char *bytes, size_t size,
                  struct note *why);
    /* Opens a log, for reading alone if not `to_write` or if there is no permission. FAIL_NAME:
     * there is none; FAIL_SYSTEM. */
    int (*open)(struct live_log **out, struct store *store, const char *id, bool to_write,
                struct note *why);
    void (*close)(struct live_log *log);
    /* The bytes in the log now; -1: unknown. */
    int64_t (*length)(const struct live_log *log);
    /* Reads up to `room` bytes from a place on; *size is how many. FAIL_BUSY: somebody is writing,
     * so they are not settled: nothing was read. */
    int (*read)(struct live_log *log, enum live_reading reading, int64_t from, char *bytes,
                size_t room, size_t *size);
    enum live_log_state (*state)(const struct live_log *log);
    /* Opens the log that replaced this one; false if that fails. */
    bool (*renew)(struct live_log *log);
    /* The rest only while the game is held. */
    /* Appends bytes at a place, which is the end of the log. Once it returns 0, no failure of
     * programs or power takes them back. On failure the log is as before. */
    int (*append)(struct live_log *log, int64_t at, const char *bytes, size_t size,
                  struct note *why);
    /* Removes what an interrupted write has left from a place on. */
    int (*cut)(struct live_log *log, int64_t at, struct note *why);
    /* Moves the log of a game that is over into the trash, for good. Needs no hold. Nothing is
     * wrong if somebody has done it before. */
    int (*finish)(struct live_log *log, struct note *why);

    /* ---- people */
    /* Enters under a name that was checked; then this session is in the lobby. */
    int (*enter)(struct live_session **out, struct store *store, const char *name,
                 struct note *why);
    /* Goes where `where` says (its name and self do not matter). Others may see it a little
     * later. */
    void (*go)(struct live_session *session, const struct person *where);
    void (*leave)(struct live_session *session);
    /* The sessions here now, in any order; the caller owns the list. */
    int (*people)(struct live_session *session, struct person **list);
    /* Changes when somebody comes or leaves, as far as that can be told cheaply. */
    int64_t (*stamp)(const struct live_session *session);

    /* ---- talk outside live games */
    /* Reads the whole lines of a room that follow a place, and moves the place behind them. The
     * caller frees *bytes, which is NULL if there is nothing new. */
    void (*hear)(struct store *store, const char *room, struct talk_place *place, char **bytes,
                 size_t *size);
    /* Appends a line, while the room is held and has been heard up to `place`. */
    int (*say)(struct store *store, const char *room, const struct talk_place *place,
               const char *bytes, size_t size, struct note *why);
    /* The names of all that has talk in it; the caller frees the list and each name. The room of a
     * name is what is before its first dot. */
    int (*talks)(struct store *store, char ***names);

    /* ---- repair: a game by its id, or talk by its name (LIVE_HELD_GAME or _TALK) */
    /* All of its bytes, `most` at most; the caller owns them. FAIL_NAME, FAIL_LIMIT,
     * FAIL_SYSTEM. */
    int (*whole)(struct store *store, enum live_held kind, const char *name, size_t most,
                 char **bytes, size_t *size, struct note *why);
    /* Replaces it while it is held, and keeps the old bytes under a name of their own. */
    int (*replace)(struct store *store, enum live_held kind, const char *name, const char *bytes,
                   size_t size, char kept[LIVE_NAME_ROOM], struct note *why);

    /* ---- watching */
    /* A new watcher, of nothing yet; NULL if this cannot be. */
    struct live_watcher *(*watch)(struct store *store);
    /* Watches one of enum live_watched; of games, one only if `id` is not NULL. */
    void (*watch_add)(struct live_watcher *watcher, enum live_watched what, const char *id);
    /* A descriptor to poll, owned by the watcher: readable after changes; -1: poll instead. */
    int (*watch_fd)(const struct live_watcher *watcher);
    /* Consumes what was told so far: bits of enum live_watched; all bits if unknown. */
    unsigned (*told)(struct live_watcher *watcher);
    void (*unwatch)(struct live_watcher *watcher);
};

/* The backend of a store's live games; NULL: it cannot have any (store_may_play()). */
const struct live_backend *store_live(const struct store *store);
/* From now on, stores that this process opens have their live games there instead of where their
 * games are; NULL: where their games are, as in the beginning. */
void stores_live_at(const struct live_backend *backend);

#endif
