/* collections.h - requests about the game as a whole: whose notes are shown, its tags, its collections. For the
 * table_*.c files only. */
#ifndef CHESSCADE_TUI_VIEWS_GAME_COLLECTIONS_H
#define CHESSCADE_TUI_VIEWS_GAME_COLLECTIONS_H

#include "tui/views/game/game_internal.h"

/* Handle a request about layers, tags or collections; false: it is another request. */
bool table_game(struct table *table, const struct event *event);
bool table_game_can(const struct table *table, enum request request);
/* True if the notes of that author (NULL: the unsigned ones) are hidden. */
bool table_hides(const struct table *table, const char *by);
bool table_hides_any(const struct table *table);

#endif
