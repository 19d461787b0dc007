/* game_list_internal.h - internals of a list of games.
 *
 * For its own files only: game_list.c, game_list_draw.c, game_list_sort.c. */
#ifndef CHESSCADE_TUI_VIEWS_ARCHIVE_GAME_LIST_INTERNAL_H
#define CHESSCADE_TUI_VIEWS_ARCHIVE_GAME_LIST_INTERNAL_H

#include "tui/views/archive/game_list.h"

/* game_list_draw.c */
/* The columns of the setting. Errors in it were reported when it was set. */
struct game_columns game_list_columns(const struct game_list *games);
/* The draw() of its list_ops. */
void game_list_draw(const struct list *list, int at, struct scene *scene, const struct area *line, enum role ground);

/* game_list_sort.c */
/* Sort the list by its sort column. The sort is stable. */
void game_list_order(struct game_list *games);

#endif
