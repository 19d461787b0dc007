/* view_duplicates.h - opening the view of duplicate games of an archive. */
#ifndef CHESSCADE_VIEW_DUPLICATES_H
#define CHESSCADE_VIEW_DUPLICATES_H

#include "archive/store.h"
#include "tui/views.h"

struct duplicates_open {
    struct store *store; /* borrowed, outlives the view */
    const int *place;    /* [n] the games to compare: places in its list; copied */
    int n;
};

extern const struct view_ops duplicates_view; /* argument: struct duplicates_open */

#endif
