/* mark_signs.h - how marked cells look: their backgrounds, and their signs unless a family draws its own. */
#ifndef CHESSCADE_TUI_BOARDS_MARK_SIGNS_H
#define CHESSCADE_TUI_BOARDS_MARK_SIGNS_H

#include "tui/boards/board_art.h"

/* The signs of a mark: a pair at the sides, or one sign (`empty` in the middle of an empty cell, `occupied` beside a
 * piece). 0: none. */
struct mark_look {
    uint32_t left, right, empty, occupied;
};

/* True if its label is a number of two digits, which must not be cut: half of it would be another number. */
bool mark_long_number(const struct board_mark *mark);

/* The background of a cell without marks. */
static inline enum role plain_ground(const struct board *board, int cell)
{
    return board->cell[cell].dark ? ROLE_DARK_CELL : ROLE_LIGHT_CELL;
}

/* The background of a marked cell. */
enum role mark_ground(const struct board_mark *mark);

/* The usual look of a mark. `dotted`: empty cells contain dots, so a dot cannot mark a destination. */
struct mark_look mark_look_usual(enum cell_mark mark, enum charset charset, bool dotted);

#endif
