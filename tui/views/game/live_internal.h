/* live_internal.h - the internals of a live table, for the table_live_*.c files only.
 *
 *   tui/views/game/live.c       opening, updates from the journal, timers
 *   tui/views/game/live_play.c  a player's actions: plies, offers; which requests are possible
 *   tui/views/game/live_talk.c  chat
 *   tui/views/game/live_end.c   the result, the archive's copy, a rematch
 *   tui/views/game/live_draw.c  what is drawn besides board and moves */
#ifndef CHESSCADE_TUI_VIEWS_GAME_LIVE_INTERNAL_H
#define CHESSCADE_TUI_VIEWS_GAME_LIVE_INTERNAL_H

#include "tui/views/game/live.h"

static inline const struct live_game *live_game_of(const struct table *table)
{
    return &table->live->journal->live;
}

/* tui/views/game/live.c */
/* Show the present state of the journal. */
void table_live_update(struct table *table);
/* Replace the record on the table, which takes ownership; a reader at the end of the old one moves to the end of
 * the new one. */
void table_live_put_record(struct table *table, struct record *record);

/* True if a watcher may sit down here: on a free seat, or on their own seat that another login held. */
bool table_live_seat_is_free(const struct table *table);
void table_live_sit_down(struct table *table);

/* How many of the latest plies are still hidden from this watcher because the gallery has a delay. */
int table_live_hidden(const struct table_live *live);
bool table_live_late(const struct table_live *live);

/* tui/views/game/live_draw.c */
/* True if a session with that name is at this table now. */
bool table_live_sits(const struct table_live *live, const char *name);

/* tui/views/game/live_play.c */
/* Begin a record of your own side. */
struct journal_record table_live_record(const struct table *table, enum journal_event event);
/* Append it and show the result; a failure is shown as a message. */
bool table_live_append(struct table *table, struct journal_record *record);

/* tui/views/game/live_talk.c */
/* Count the lines of chat since the last look. */
void table_live_notice_talk(struct table *table);
/* Handle a typed line: it goes to the table or to the gallery. */
bool table_live_said(struct view *view, const char *text);
void table_live_talk(struct table *table);

/* tui/views/game/live_end.c */
void table_live_tell_result(struct table *table);
/* The game is over: add it to the archive and show the archive's copy. */
void table_live_finish(struct table *table);
void table_live_rematch(struct table *table);
/* Replace this table by the table of another game. */
void table_live_open_instead(struct table *table, const char *id);
/* If another player has started a rematch, say so, once. */
void table_live_look_for_rematch(struct table *table);

#endif
