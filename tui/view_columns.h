/* view_columns.h - choosing the columns of the list of games. */
#ifndef CHESSCADE_VIEW_COLUMNS_H
#define CHESSCADE_VIEW_COLUMNS_H

#include "tui/game_list.h"
#include "tui/views.h"

/* The games of a view below, used for the preview of the columns; borrowed. */
struct columns_open {
    const struct game_list *games;
};

#endif
