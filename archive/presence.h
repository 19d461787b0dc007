/* presence.h - who is here: one small file a session in the archive's folder here/, locked as long as the session lives.
 *
 * The lock goes with its process, so a session that was killed is gone at once, and the next who looks sweeps its file
 * away. The closing of the file, by whatever end, wakes those who watch the folder (watch.h). */
#ifndef CHESSCADE_PRESENCE_H
#define CHESSCADE_PRESENCE_H

#include <stdint.h>
#include "archive/live_game.h"
#include "archive/store.h"

struct presence;

enum { PRESENCE_TEXT_MAX = 400 };

struct person {
    char name[PLAYER_NAME_MAX + 1];
    char game[ULID_LENGTH + 1]; /* at that table; "": in the lobby */
    bool plays;                 /* has a seat there */
    bool leads;                 /* shows others around after the game; `text` says where it is at */
    char text[PRESENCE_TEXT_MAX + 1];
    bool self;                  /* this session */
};

/* Enter. The store is borrowed. FAIL_TEXT for a bad name, FAIL_SYSTEM. */
int presence_enter(struct presence **out, struct store *store, const char *name, struct note *why);
/* Go to a table, as a player or a watcher; "" is the lobby. */
void presence_go(struct presence *presence, const char *game, bool plays);
/* The lead at a table: one session has it at a time, and it goes with that session. FAIL_BUSY: somebody else has it;
 * FAIL_SYSTEM. Given back by presence_lay_down(), for which NULL is none. */
struct baton;
int presence_take_baton(struct baton **out, const struct presence *presence, const char *game, struct note *why);
void presence_lay_down(struct baton *baton);
/* Stay at a table and lead those who are there: they see `text` (without line feeds, cut where it is too long). */
void presence_lead(struct presence *presence, const char *game, const char *text);
/* Back to the lobby from a table; nothing happens when one has gone on to another. */
void presence_go_back(struct presence *presence, const char *game);
void presence_leave(struct presence *presence);

/* Differs from the last one when somebody came or left (a killed session leaves unseen). Cheap. */
int64_t presence_stamp(const struct presence *presence);
/* Everybody who is here, sessions of one name each by itself; the list is the caller's. */
int presence_list(const struct presence *presence, struct person **list);

#endif
