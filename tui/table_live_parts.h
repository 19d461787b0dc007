/* table_live_parts.h - the inside of a live table, for the table_live_*.c files only.
 *
 *   table_live.c       opening, what has arrived, time
 *   table_live_play.c  what a player does: plies, offers; which requests there are
 *   table_live_talk.c  who hears whom
 *   table_live_end.c   the result, the archive's game, a rematch
 *   table_live_draw.c  what is seen of it besides board and moves                                            */
#ifndef CHESSCADE_TABLE_LIVE_PARTS_H
#define CHESSCADE_TABLE_LIVE_PARTS_H

#include "tui/table_live.h"

static inline const struct live_game *live_game_of(const struct table *table)
{
    return &table->live->journal->live;
}

/* table_live.c */
/* Show what the journal says by now. */
void table_live_update(struct table *table);
/* Put another state of the game on the table, whose own it is then; who was at its end goes along. */
void table_live_put_record(struct table *table, struct record *record);

/* May a watcher sit down here: on a free seat, or on the own one, which another login had? */
bool table_live_seat_is_free(const struct table *table);
void table_live_sit_down(struct table *table);

/* So many of the latest plies are not for this watcher yet, where the gallery is delayed. */
int table_live_hidden(const struct table_live *live);
bool table_live_late(const struct table_live *live);

/* table_live_draw.c */
/* Does a session of that name sit at this table now? */
bool table_live_sits(const struct table_live *live, const char *name);

/* table_live_play.c */
/* Begin a record of the own side. */
struct journal_record table_live_record(const struct table *table, enum journal_event event);
/* Append it, and show what came of it; a failure is said. */
bool table_live_append(struct table *table, struct journal_record *record);

/* table_live_talk.c */
/* Count what was said since the last look. */
void table_live_notice_talk(struct table *table);
/* A line was typed; it goes to the table or the gallery. */
bool table_live_said(struct view *view, const char *text);
void table_live_talk(struct table *table);

/* table_live_end.c */
void table_live_tell_result(struct table *table);
/* The game is over: into the archive with it, and onto the table from there. */
void table_live_finish(struct table *table);
void table_live_rematch(struct table *table);
/* The table of another game in the place of this one. */
void table_live_open_instead(struct table *table, const char *id);
/* Has another player begun a rematch? It is said, once. */
void table_live_look_for_rematch(struct table *table);

#endif
