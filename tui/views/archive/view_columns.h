/* view_columns.h - choosing the columns of the list of games. */
#ifndef CHESSCADE_TUI_VIEWS_ARCHIVE_VIEW_COLUMNS_H
#define CHESSCADE_TUI_VIEWS_ARCHIVE_VIEW_COLUMNS_H

#include "tui/views/archive/game_list.h"
#include "tui/app/view_list.h"

/* The games of a view below, used for the preview of the columns; borrowed. */
struct columns_open {
    const struct game_list *games;
};

#endif
