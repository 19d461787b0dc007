/* people.h - the users in an archive now, their talk outside games, and notices of changes. If a
 * session is killed, its user disappears at once. archive/store/live_backend.h declares struct
 * person and says where presence and talk are stored. */
#ifndef CHESSCADE_ARCHIVE_LIVE_PEOPLE_H
#define CHESSCADE_ARCHIVE_LIVE_PEOPLE_H

#include "archive/live/live_game.h"
#include "archive/store/live_backend.h"
#include "archive/store/store.h"

#include <stdint.h>

struct presence;

/* Begins a session of the person `name` in the archive. The store is borrowed. FAIL_TEXT if the
 * name is invalid, FAIL_SYSTEM. */
int presence_enter(struct presence **out, struct store *store, const char *name, struct note *why);
/* Moves the session to a game, as a player or a watcher; "" is the lobby. */
void presence_go(struct presence *presence, const char *game, bool plays);
/* The right to lead the others through a finished game. Only one session can have it.
 * presence_take_baton(): FAIL_BUSY if another session has it; FAIL_SYSTEM. presence_lay_down()
 * gives it back and accepts NULL; it is also released when the session ends. */
struct baton;
int presence_take_baton(struct baton **out, const struct presence *presence, const char *game,
                        struct note *why);
void presence_lay_down(struct baton *baton);
/* Moves the session to a game as its leader. The other sessions there see `text` (without line
 * feeds, truncated if too long). */
void presence_lead(struct presence *presence, const char *game, const char *text);
/* Returns from a game to the lobby; does nothing if the session has moved on to another game. */
void presence_go_back(struct presence *presence, const char *game);
void presence_leave(struct presence *presence);

/* Changes when someone comes or leaves, but not when a session is killed. Cheap. */
int64_t presence_stamp(const struct presence *presence);
/* Lists the people in the archive now, one entry for each of their sessions; the caller owns the
 * list. */
int presence_list(const struct presence *presence, struct person **list);

/* ---- Talk outside live games: in the lobby, and at the table of a game that is over.
 *
 * A room (in an archive that is a folder the file talk/<room>.log) has one line per message, like a
 * journal but each line by itself:
 *
 *   - {seq: 0, at: '2026-11-21T20:49:09.004Z', ev: 'chat', by: 'ana', text: 'hello',
 *      crc: '0b7a91fe'}   (on one line)
 *
 * Lines are appended while the room is held. Invalid lines are skipped. */

#define TALK_LOBBY "lobby"

enum { TALK_ROOM_LINES = 200 /* kept in memory */ };

struct said {
    char by[PLAYER_NAME_MAX + 1];
    int64_t at; /* time of the message, in milliseconds since 1970 */
    char *text; /* the message, one line; clean it before display */
};

struct talk_room {
    char room[ULID_LENGTH + 1];
    struct said *v; /* [n] the latest messages */
    int n, space, ever;
    int passed;              /* invalid lines skipped so far */
    struct talk_place place; /* how far it has been read: private to people.c */
};

/* Prepares to read a room: TALK_LOBBY or the id of a game. Nothing is read yet. */
void talk_begin(struct talk_room *talk, const char *room);
void talk_clear(struct talk_room *talk);
/* Reads new messages; returns the number of lines. */
int talk_read_on(struct talk_room *talk, struct store *store);
/* Parses a line of the file without its line feed. Every reader uses this. FAIL_TEXT, FAIL_LIMIT
 * and others, and why. */
int talk_line_read(const char *line, size_t length, struct journal_record *out, struct note *why);
/* Appends a message: FAIL_TEXT if the text or name is empty, FAIL_LIMIT if it is too long,
 * FAIL_BUSY, FAIL_SYSTEM. */
int talk_say(struct talk_room *talk, struct store *store, const char *by, const char *text,
             struct note *why);

/* ---- Reports changes to live games, presence and talk; where the store cannot, the caller
 * polls. */

struct live_watch;

/* Creates a watch that watches nothing yet. The store is borrowed. */
struct live_watch *live_watch_new(struct store *store);
/* Watches one kind of change; creates missing folders so that they can be watched. */
void live_watch_add(struct live_watch *watch, enum live_watched what);
/* Watches one live game only, instead of all for LIVE_WATCH_GAMES. */
void live_watch_game(struct live_watch *watch, const char *id);
/* A descriptor to poll, owned by the watch, that is readable after changes; -1 if the store
 * cannot notify or `watch` is NULL. */
int live_watch_fd(const struct live_watch *watch);
/* Consumes all notifications so far and returns what has changed, as bits of enum live_watched; all
 * bits if unknown, or if `watch` is NULL. */
unsigned live_watch_told(struct live_watch *watch);
void live_watch_free(struct live_watch *watch); /* `watch` may be NULL */

#endif
