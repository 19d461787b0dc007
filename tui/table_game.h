/* table_game.h - the game as a whole: whose notes are shown, its tags, its collections. For the table_*.c
 * files only. */
#ifndef CHESSCADE_TABLE_GAME_H
#define CHESSCADE_TABLE_GAME_H

#include "tui/table_parts.h"

/* Layers, tags, collections; false: the request is another. */
bool table_game(struct table *table, const struct event *event);
bool table_game_can(const struct table *table, enum request request);
/* Are the notes of that author (NULL: the anonymous ones) hidden? */
bool table_hides(const struct table *table, const char *by);
bool table_hides_any(const struct table *table);

#endif
