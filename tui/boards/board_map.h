/* board_map.h - an overview map beside a board that is only partly visible; one character stands for two by two cells. */
#ifndef CHESSCADE_TUI_BOARDS_BOARD_MAP_H
#define CHESSCADE_TUI_BOARDS_BOARD_MAP_H

#include "tui/boards/board_art.h"

/* Rows and columns of a view's map. False if none is needed: the whole board is visible, or it is not made of squares. */
bool board_map_measure(const struct board_view *view, int *rows, int *columns);
/* Draw the map at (row, column): `o` White's pieces, `*` Black's, `%` both sides', the letter of a neutral piece, `+`
 * the cursor. The visible part is highlighted and has colons between the pieces, the rest has dots. */
void board_map_draw(const struct board_view *view, cell_t cursor, struct scene *scene, int row, int column);

/* A cell of the block at a place relative to the map, or CELL_NONE. */
cell_t board_map_hit(const struct board_view *view, int row, int column);

/* Draw a legend of the signs into `columns` columns; nothing if that is too narrow. */
void board_map_legend(struct scene *scene, int row, int column, int columns);

#endif
