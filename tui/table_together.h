/* table_together.h - a game of the archive on the tables of several people at once: one leads, the others see what is
 * shown and written, or go their own way. For the table_*.c files only.
 *
 * Nothing is sent but what is kept anyway: who leads saves every change, and says in the file of their presence
 * (presence.h) at which revision and ply they are. Whoever follows loads that revision and goes there. The baton is a
 * lock beside the game, so there is one, and it goes with the session that holds it. */
#ifndef CHESSCADE_TABLE_TOGETHER_H
#define CHESSCADE_TABLE_TOGETHER_H

#include "tui/lobby.h"
#include "tui/table_parts.h"

struct table_together {
    struct lobby_place *place; /* borrowed */
    bool local;                /* follows nobody, by choice */
    struct baton *baton;       /* held while leading; NULL: not */
    struct person *person;     /* [persons] the others at this game */
    int persons;
    char shown[PRESENCE_TEXT_MAX + 1]; /* of the leader, as far as it was followed */
    struct talk_room talk;     /* what is said here since the game is over */
    int64_t publish_at;        /* app_now() at which the others are to see it; TICK_NEVER */
};

/* The game on the table is in the archive of that place. All others may be called for tables without company. */
void table_together_open(struct table *table, struct lobby_place *place);
void table_together_close(struct table *table);
void table_together_tick(struct table *table);
/* Do not sleep longer than until the others are to see something. */
void table_together_wake(struct table *table);
/* The reader goes to another spot; the record was changed. */
void table_together_moved(struct table *table);
void table_together_changed(struct table *table);
/* Does somebody else lead, so that nothing is to be changed here? It is said then. */
bool table_together_refuses(struct table *table);
bool table_together_request(struct table *table, const struct event *event);
/* -1: not a matter of company; else whether it can be done. */
int table_together_can(const struct table *table, enum request request);
/* What was said since the game is over. */
void table_together_notes(const struct table *table, struct page *page);
void table_together_face(const struct table *table, struct face *face);

#endif
