/* people.h - lists the people who are in an archive now, carries the chat of its lobby, and
 * notifies people of changes. Each session is a small file in the folder here/, locked while the
 * session runs.
 *
 * The system releases the lock when the process ends, so a killed session is gone at once. The next
 * session that lists the people removes the file. Closing the file notifies all processes that
 * watch the folder (archive/util/fs.h). */
#ifndef CHESSCADE_ARCHIVE_LIVE_PEOPLE_H
#define CHESSCADE_ARCHIVE_LIVE_PEOPLE_H

#include "archive/live/live_game.h"
#include "archive/store/store.h"

#include <stdint.h>

struct presence;

enum { PRESENCE_TEXT_MAX = 400 };

struct person {
    char name[PLAYER_NAME_MAX + 1];
    char game[ULID_LENGTH + 1]; /* at that table; "": in the lobby */
    bool plays;                 /* has a seat there */
    bool leads;                 /* leads others through the game after it; `text` says where */
    char text[PRESENCE_TEXT_MAX + 1];
    bool self; /* this session */
};

/* Enters. The store is borrowed. FAIL_TEXT for an invalid name, FAIL_SYSTEM. */
int presence_enter(struct presence **out, struct store *store, const char *name, struct note *why);
/* Goes to a table as a player or a watcher; "" is the lobby. */
void presence_go(struct presence *presence, const char *game, bool plays);
/* Takes the lead at a table. Only one session can have it, and it is released with that session.
 * FAIL_BUSY: someone else has it; FAIL_SYSTEM. Give it back with presence_lay_down(), which accepts
 * NULL. */
struct baton;
int presence_take_baton(struct baton **out, const struct presence *presence, const char *game,
                        struct note *why);
void presence_lay_down(struct baton *baton);
/* Enters a table as its leader. The other sessions at the table see `text` (without line feeds,
 * truncated if too long). */
void presence_lead(struct presence *presence, const char *game, const char *text);
/* Returns from a table to the lobby; does nothing if the session has moved on to another table. */
void presence_go_back(struct presence *presence, const char *game);
void presence_leave(struct presence *presence);

/* Changes when someone comes or leaves (except a killed session). Cheap. */
int64_t presence_stamp(const struct presence *presence);
/* Lists the sessions of the people in the archive now, several of one name as several; the caller
 * owns the list. */
int presence_list(const struct presence *presence, struct person **list);

/* ---- Talk outside live games: in the lobby, and at the table of a game that is over.
 *
 * A room is a file of the archive, talk/<room>.log, with one line per message, like a journal but
 * each line by itself:
 *
 *   - {seq: 0, at: '2026-11-21T20:49:09.004Z', ev: 'chat', by: 'ana', text: 'hello',
 *      crc: '0b7a91fe'}   (on one line)
 *
 * Lines are appended under a lock. Invalid lines are skipped. A full file is renamed to <room>.old,
 * replacing the previous one. */

#define TALK_LOBBY "lobby"

enum { TALK_FILE_MAX = 256 << 10, TALK_ROOM_LINES = 200 /* kept in memory */ };

struct said {
    char by[PLAYER_NAME_MAX + 1];
    int64_t at; /* milliseconds since 1970 */
    char *text; /* uncleaned, one line */
};

struct talk_room {
    char room[ULID_LENGTH + 1];
    struct said *v; /* [n] the latest */
    int n, space, ever;
    int passed; /* invalid lines skipped so far */
    /* Private to people.c. */
    uint64_t inode;
    int64_t size; /* bytes read */
};

/* A room: TALK_LOBBY or the id of a game. Nothing is read yet. */
void talk_begin(struct talk_room *talk, const char *room);
void talk_clear(struct talk_room *talk);
/* Reads new messages; returns the number of lines. */
int talk_read_on(struct talk_room *talk, struct store *store);
/* Parses a line of the file (without its line feed) as every reader does: FAIL_TEXT, FAIL_LIMIT and
 * others, and why. */
int talk_line_read(const char *line, size_t length, struct journal_record *out, struct note *why);
/* Says something: FAIL_TEXT if the text or name is empty, FAIL_LIMIT if it is too much at once,
 * FAIL_BUSY, FAIL_SYSTEM. */
int talk_say(struct talk_room *talk, struct store *store, const char *by, const char *text,
             struct note *why);

/* ---- Reports changes to live games, presence and talk; where the store cannot, the caller polls.
 */

enum live_watched {
    LIVE_WATCH_GAMES = 1, /* live games start, continue, end */
    LIVE_WATCH_HERE = 2,  /* people came, went, or went to another game */
    LIVE_WATCH_TALK = 4   /* talk outside live games */
};

struct live_watch;

/* A new watch, of nothing yet. The store is borrowed. */
struct live_watch *live_watch_new(struct store *store);
/* Watches one of these; creates what is missing so that it can be watched. */
void live_watch_add(struct live_watch *watch, enum live_watched what);
/* Watches one live game only: LIVE_WATCH_GAMES. */
void live_watch_game(struct live_watch *watch, const char *id);
/* A descriptor to poll, owned by the watch: readable after changes; -1 if the store cannot notify.
 * NULL has none. */
int live_watch_fd(const struct live_watch *watch);
/* Consumes all notifications so far and returns what has changed, as bits of enum live_watched; all
 * bits if unknown, or if `watch` is NULL. */
unsigned live_watch_told(struct live_watch *watch);
void live_watch_free(struct live_watch *watch); /* NULL is allowed */

#endif
