/* view_columns.h - which columns the list of games has. */
#ifndef CHESSCADE_VIEW_COLUMNS_H
#define CHESSCADE_VIEW_COLUMNS_H

#include "tui/game_list.h"
#include "tui/views.h"

/* The games the columns are tried on, those of a view below; borrowed. */
struct columns_open {
    const struct game_list *games;
};

#endif
