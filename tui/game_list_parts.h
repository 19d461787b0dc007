/* game_list_parts.h - the inside of a list of games, shared by its own files only: game_list.c, game_list_draw.c,
 * game_list_sort.c. */
#ifndef CHESSCADE_GAME_LIST_PARTS_H
#define CHESSCADE_GAME_LIST_PARTS_H

#include "tui/game_list.h"

/* game_list_draw.c */
/* Those of the setting. What is wrong with it was said when it was set. */
struct game_columns game_list_columns(const struct game_list *games);
/* A list_ops draw(). */
void game_list_draw(const struct list *list, int at, struct scene *scene, const struct area *line, enum role ground);

/* game_list_sort.c */
/* Put the list in the order of the column it is sorted by; games that are equal by that stay in the order they have. */
void game_list_order(struct game_list *games);

#endif
