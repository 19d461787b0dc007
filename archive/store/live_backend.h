/* live_backend.h - what a place that keeps live games must be able to do: a folder, a server, or
 * the memory of this process. A place stores the live games, the users online, and their talk.
 *
 * Only backends include this header, and archive/live, which knows what the records of a game mean.
 * Here a live game is a log of bytes: lines are appended to it one by one, and no failure may take
 * back what a reader has seen. A position in a log is the number of bytes before it. No path,
 * folder descriptor, inode or file time crosses this interface.
 *
 * A new kind of place is one table of these functions, none of them NULL. A store names the table
 * in the list of store.c; stores_live_at() names it for all stores. All calls come from one
 * thread. */
#ifndef CHESSCADE_ARCHIVE_STORE_LIVE_BACKEND_H
#define CHESSCADE_ARCHIVE_STORE_LIVE_BACKEND_H

#include "archive/record/header_values.h"
#include "archive/store/store.h"
#include "core/base.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct live_log;     /* an open live game; each backend defines this struct */
struct live_hold;    /* a lock that only one session can hold at a time */
struct live_session; /* one login of a user */
struct live_watcher; /* receives notifications of changes */

enum { PRESENCE_TEXT_MAX = 400, LIVE_NAME_ROOM = ULID_LENGTH + 32 };

/* What a session can lock: the right to write to a game, the right to write to a room of talk, or
 * the lead (baton) at a table. */
enum live_held { LIVE_HELD_GAME, LIVE_HELD_TALK, LIVE_HELD_LEAD };

/* What a reader of a log gets: only bytes that no failure can take back any more, or all bytes. For
 * the session that holds the game, both are the same. */
enum live_reading { LIVE_READ_SETTLED, LIVE_READ_ALL };

/* What has happened to a log since it was opened: nothing, a repair has replaced it by a new log,
 * it was removed, or unknown. */
enum live_log_state { LIVE_LOG_HERE, LIVE_LOG_REPLACED, LIVE_LOG_GONE, LIVE_LOG_UNKNOWN };

struct live_summary {
    char id[ULID_LENGTH + 1];
    int64_t size; /* bytes in the log: it grows whenever something is appended */
};

struct person {
    char name[PLAYER_NAME_MAX + 1];
    char game[ULID_LENGTH + 1]; /* the game at whose table the person is; "" in the lobby */
    bool plays;                 /* true if the person has a seat at that table */
    bool leads; /* true if the person leads others through the finished game; `text` says to which
                   position */
    char text[PRESENCE_TEXT_MAX + 1];
    bool self; /* this session */
};

/* Up to where a room of talk has been read; all zero: nothing has been read. Only the backend knows
 * what the members mean. */
struct talk_place {
    uint64_t of;
    int64_t at;
};

/* The kinds of changes that a watcher can report, as bits. */
enum live_watched {
    LIVE_WATCH_GAMES = 1, /* live games start, continue, end */
    LIVE_WATCH_HERE = 2,  /* people came, went, or went to another game */
    LIVE_WATCH_TALK = 4   /* talk outside live games */
};

struct live_backend {
    const char *name; /* the name of the place for messages: "memory" */

    /* Returns the time that all players of this place share and journals record: milliseconds since
     * 1970, UTC. */
    int64_t (*now)(struct store *store);

    /* Takes a lock, waiting two seconds at most. `name` is the id of the game or the name of the
     * room; `what` begins the message of a failure. FAIL_BUSY: the message says who holds the lock;
     * FAIL_SYSTEM. release() releases the lock, and so does the end of the process. */
    int (*hold)(struct live_hold **out, struct store *store, enum live_held held, const char *name,
                const char *user, const char *what, struct note *why);
    void (*release)(struct live_hold *hold);

    /* ---- games */
    /* All live games, oldest first; the caller owns the list. */
    int (*list)(struct store *store, struct live_summary **list);
    /* Returns the size of one live game in bytes; -1 if there is no such game. */
    int64_t (*size)(struct store *store, const char *id);
    /* Creates the log of a game with these bytes. Once it returns 0, no failure can take the log
     * back. */
    int (*create)(struct store *store, const char *id, const char *bytes, size_t size,
                  struct note *why);
    /* Opens the log of a game; only for reading if `to_write` is false or the user may not write.
     * FAIL_NAME: there is no such game; FAIL_SYSTEM. */
    int (*open)(struct live_log **out, struct store *store, const char *id, bool to_write,
                struct note *why);
    void (*close)(struct live_log *log);
    /* Returns the number of bytes in the log now; -1 if it is unknown. */
    int64_t (*length)(const struct live_log *log);
    /* Reads up to `room` bytes from the position `from` on; *size becomes the number of bytes read.
     * FAIL_BUSY: nothing was read, because another session is writing and a failure could still
     * take the bytes back. */
    int (*read)(struct live_log *log, enum live_reading reading, int64_t from, char *bytes,
                size_t room, size_t *size);
    enum live_log_state (*state)(const struct live_log *log);
    /* Opens the log that replaced this one; false if that fails. */
    bool (*renew)(struct live_log *log);
    /* Call append() and cut() only while this session holds the game. */
    /* Appends bytes at the position `at`, which is the end of the log. Once it returns 0, no
     * failure of programs or power takes them back. On failure the log is unchanged. */
    int (*append)(struct live_log *log, int64_t at, const char *bytes, size_t size,
                  struct note *why);
    /* Removes everything from the position `at` on: the rest of an interrupted write. */
    int (*cut)(struct live_log *log, int64_t at, struct note *why);
    /* Moves the log of a finished game to the trash for good. The session need not hold the game.
     * Succeeds, too, if another session has already moved it. */
    int (*finish)(struct live_log *log, struct note *why);

    /* ---- people */
    /* Enters the lobby under a name, which the caller has checked. Other people see this session
     * from then on. */
    int (*enter)(struct live_session **out, struct store *store, const char *name,
                 struct note *why);
    /* Moves this session to the table or the lobby that `where` says; ignores the members `name`
     * and `self`. Others may see the change a little later. */
    void (*go)(struct live_session *session, const struct person *where);
    void (*leave)(struct live_session *session);
    /* Lists the sessions that are online now, in any order; the caller owns the list. */
    int (*people)(struct live_session *session, struct person **list);
    /* Returns a number that changes when a person comes or leaves. It may miss changes that are not
     * cheap to detect. */
    int64_t (*stamp)(const struct live_session *session);

    /* ---- talk outside live games */
    /* Reads the complete lines of a room that follow `place`, and moves `place` behind them. The
     * caller frees *bytes, which is NULL if there are no new lines. */
    void (*hear)(struct store *store, const char *room, struct talk_place *place, char **bytes,
                 size_t *size);
    /* Appends a line to a room. The session must hold the room and have read it up to `place`. */
    int (*say)(struct store *store, const char *room, const struct talk_place *place,
               const char *bytes, size_t size, struct note *why);
    /* Lists the names of everything that contains talk; the caller frees the list and each name.
     * The part of a name before its first dot is the room. */
    int (*talks)(struct store *store, char ***names);

    /* ---- repair: a game by its id, or talk by its name (LIVE_HELD_GAME or _TALK) */
    /* Reads all bytes, `most` at most; the caller owns them. FAIL_NAME, FAIL_LIMIT, FAIL_SYSTEM. */
    int (*whole)(struct store *store, enum live_held kind, const char *name, size_t most,
                 char **bytes, size_t *size, struct note *why);
    /* Replaces all bytes. The session must hold the game or room. Keeps the old bytes under the
     * name that it writes to `kept`. */
    int (*replace)(struct store *store, enum live_held kind, const char *name, const char *bytes,
                   size_t size, char kept[LIVE_NAME_ROOM], struct note *why);

    /* ---- watching */
    /* Creates a watcher that watches nothing yet; NULL if the place cannot notify. */
    struct live_watcher *(*watch)(struct store *store);
    /* Adds one kind of change to those that the watcher reports. For games, `id` limits it to one
     * game; NULL means all games. */
    void (*watch_add)(struct live_watcher *watcher, enum live_watched what, const char *id);
    /* Returns a descriptor, owned by the watcher, that becomes readable after a change; -1 if there
     * is none: then look for changes at intervals. */
    int (*watch_fd)(const struct live_watcher *watcher);
    /* Consumes the pending notifications and returns which kinds of changes they report, as bits of
     * enum live_watched; all bits if that is unknown. */
    unsigned (*told)(struct live_watcher *watcher);
    void (*unwatch)(struct live_watcher *watcher);
};

/* Returns the backend for the live games of a store; NULL if the store cannot have any (see
 * store_may_play()). */
const struct live_backend *store_live(const struct store *store);
/* From now on, every store that this process opens keeps its live games in `backend`. NULL restores
 * the default: each store keeps them where its other games are. */
void stores_live_at(const struct live_backend *backend);

#endif
