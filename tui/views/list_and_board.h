/* list_and_board.h - divides the body of a view between a list and a board. */
#ifndef CHESSCADE_TUI_VIEWS_LIST_AND_BOARD_H
#define CHESSCADE_TUI_VIEWS_LIST_AND_BOARD_H

#include "tui/boards/board_art.h"
#include "tui/app/view.h"

enum board_place { BOARD_NOWHERE, BOARD_BESIDE, BOARD_BELOW };

/* Place the board beside the list if that leaves the list `columns` columns. On tall or narrow screens place it
 * below, if it is whole there but not beside, or much larger there; or below and cut if there is no other room.
 * BOARD_NOWHERE: the list gets everything. Sets the view's size, turn, rows and columns. */
enum board_place board_beside_list(struct board_view *view, const struct area *body, int columns, struct area *list,
                                   struct area *board);
/* The list gets `rows` rows and the board goes below them, cut if necessary. */
enum board_place board_below_rows(struct board_view *view, const struct area *body, int rows, struct area *list,
                                  struct area *board);

#endif
