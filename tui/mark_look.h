/* mark_look.h - how marked cells look: their grounds, and the characters that stand in them where no family draws others. */
#ifndef CHESSCADE_MARK_LOOK_H
#define CHESSCADE_MARK_LOOK_H

#include "tui/board_art.h"

/* How a mark looks in a cell: a pair of characters at the sides, or one (`empty` in the middle of an empty
 * cell, `occupied` beside a piece). 0: none. */
struct mark_look {
    uint32_t left, right, empty, occupied;
};

/* Is its label a number of two digits? Half of it would be the number of another. */
bool mark_long_number(const struct board_mark *mark);

/* The ground of a cell without marks. */
static inline enum role plain_ground(const struct board *board, int cell)
{
    return board->cell[cell].dark ? ROLE_DARK_CELL : ROLE_LIGHT_CELL;
}

/* The ground of a marked cell. */
enum role mark_ground(const struct board_mark *mark);

/* The look of a mark where the family has no other. `dotted`: empty cells have dots, so that one is no sign of where a piece may
 * go. */
struct mark_look mark_look_usual(enum cell_mark mark, enum charset charset, bool dotted);

#endif
