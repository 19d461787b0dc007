/* conflicts.h - a game on the table that someone else may change meanwhile: for the table_*.c files only. */
#ifndef CHESSCADE_TUI_VIEWS_GAME_CONFLICTS_H
#define CHESSCADE_TUI_VIEWS_GAME_CONFLICTS_H

#include "tui/views/game/game_internal.h"

/* Call when the record is loaded: finds the version it is based on. */
void table_merge_open(struct table *table);
void table_merge_close(struct table *table);
/* Call after a draft was saved: stores the version it is based on beside it. */
void table_merge_draft(struct table *table);
/* The record as it would be saved, with an entry for this save in its log; free it with merge_logged_drop(). */
struct record *table_record_to_save(const struct table *table);
/* Save; concurrent changes are merged, and the user is asked about conflicts. */
void table_save_merged(struct table *table);
/* app_now() when to check whether someone else changed the game, or TICK_NEVER. */
int64_t table_merge_wake(const struct table *table);
void table_merge_tick(struct table *table);
/* Check whether the stored game has changed, and merge its changes. True: they are on the screen. */
bool table_merge_look(struct table *table);

#endif
