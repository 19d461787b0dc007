/* table_merge.h - a game on the table that somebody else changes meanwhile: for the table_*.c files only. */
#ifndef CHESSCADE_TABLE_MERGE_H
#define CHESSCADE_TABLE_MERGE_H

#include "tui/table_parts.h"

/* The record is there: find the version it began with. */
void table_merge_open(struct table *table);
void table_merge_close(struct table *table);
/* A draft was kept: keep what it began with beside it. */
void table_merge_draft(struct table *table);
/* The record as saving writes it, with this save in its log: goes by merge_logged_drop(). */
struct record *table_record_to_save(const struct table *table);
/* Save; what was changed meanwhile is merged, or asked about. */
void table_save_merged(struct table *table);
/* When to look whether somebody else changed the game: app_now() of it, or TICK_NEVER. */
int64_t table_merge_wake(const struct table *table);
void table_merge_tick(struct table *table);
/* Look whether the game was changed where it is kept, and take the changes over. True: they are on the
 * screen. */
bool table_merge_look(struct table *table);

#endif
