/* board_beside.h - where a list and a board are that share the body of a view. */
#ifndef CHESSCADE_BOARD_BESIDE_H
#define CHESSCADE_BOARD_BESIDE_H

#include "tui/board_art.h"
#include "tui/view.h"

enum board_place { BOARD_NOWHERE, BOARD_BESIDE, BOARD_BELOW };

/* The list and the board right of it, if the list keeps so many columns; below it on high and narrow screens if the board is whole
 * there and is not beside, or is much larger; below it, and cut, where there is no other room; nowhere: the list has all.
 * The view gets its size, turn, rows and columns. */
enum board_place board_beside_list(struct board_view *view, const struct area *body, int columns, struct area *list,
                                   struct area *board);
/* The list keeps so many rows, and the board is below them, cut where it must be. */
enum board_place board_below_rows(struct board_view *view, const struct area *body, int rows, struct area *list,
                                  struct area *board);

#endif
