/* view_duplicates.h - opening the view of duplicate games of an archive. */
#ifndef CHESSCADE_TUI_VIEWS_ARCHIVE_VIEW_DUPLICATES_H
#define CHESSCADE_TUI_VIEWS_ARCHIVE_VIEW_DUPLICATES_H

#include "archive/store/store.h"
#include "tui/app/view_list.h"

struct duplicates_open {
    struct store *store; /* borrowed, outlives the view */
    const int *place;    /* [n] the games to compare: places in its list; copied */
    int n;
};

extern const struct view_ops duplicates_view; /* argument: struct duplicates_open */

#endif
