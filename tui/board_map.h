/* board_map.h - the small map beside a board of which only a part is seen: a character for every two by two cells. */
#ifndef CHESSCADE_BOARD_MAP_H
#define CHESSCADE_BOARD_MAP_H

#include "tui/board_art.h"

/* Rows and columns of the map of a view; false: none is needed, for all of the board is seen, or the board has no squares. */
bool board_map_measure(const struct board_view *view, int *rows, int *columns);
/* Draw it at (row, column): `o` where White's pieces stand, `*` Black's, `%` both sides', the letter of a
 * piece that is nobody's, `+` the cursor; what the view
 * shows is set off and has colons between the pieces, the rest dots. */
void board_map_draw(const struct board_view *view, cell_t cursor, struct scene *scene, int row, int column);

/* A cell of the block at a place relative to the map, CELL_NONE beside it. */
cell_t board_map_hit(const struct board_view *view, int row, int column);

/* What its signs mean, in as many columns; nothing where that is too narrow. */
void board_map_legend(struct scene *scene, int row, int column, int columns);

#endif
