/* following.h - a shared reading: one person leads, and others with the same game open see what the leader
 * shows and writes, or go their own way. For the table_*.c files only.
 *
 * Nothing is transmitted beyond what is stored anyway: the leader saves every change, and announces revision and
 * ply in their presence file (presence.h). Followers load that revision and go to that ply. The baton is a lock
 * beside the game, so there is only one, and it is released when the session that holds it ends. */
#ifndef CHESSCADE_TUI_VIEWS_GAME_FOLLOWING_H
#define CHESSCADE_TUI_VIEWS_GAME_FOLLOWING_H

#include "tui/session/lobby.h"
#include "tui/views/game/game_internal.h"

struct table_together {
    struct lobby_place *place; /* borrowed */
    bool local;                /* the user chose to follow nobody */
    struct baton *baton;       /* held while leading; NULL: not leading */
    struct person *person;     /* [persons] the others at this game */
    int persons;
    char shown[PRESENCE_TEXT_MAX + 1]; /* the leader's last state that was followed */
    struct talk_room talk;     /* the chat here since the game ended */
    int64_t publish_at;        /* app_now() when to announce our state to the others; TICK_NEVER */
};

/* Call when the game on the table is in the archive of that lobby. All other functions may be called for tables
 * nobody shares. */
void table_together_open(struct table *table, struct lobby_place *place);
void table_together_close(struct table *table);
void table_together_tick(struct table *table);
/* Shorten the sleep so that the next announcement is not late. */
void table_together_wake(struct table *table);
/* Call when the reader moves to another spot, and when the record has changed. */
void table_together_moved(struct table *table);
void table_together_changed(struct table *table);
/* True if someone else leads, so that nothing may be changed here; that is then shown. */
bool table_together_refuses(struct table *table);
bool table_together_request(struct table *table, const struct event *event);
/* -1: not a request for shared readings; else whether it is possible now. */
int table_together_can(const struct table *table, enum request request);
/* Add the chat since the game ended. */
void table_together_notes(const struct table *table, struct page *page);
void table_together_face(const struct table *table, struct face *face);

#endif
