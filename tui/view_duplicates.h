/* view_duplicates.h - games that are in an archive twice: how the view of them is opened. */
#ifndef CHESSCADE_VIEW_DUPLICATES_H
#define CHESSCADE_VIEW_DUPLICATES_H

#include "archive/store.h"
#include "tui/views.h"

struct duplicates_open {
    struct store *store; /* borrowed, outlives the view */
    const int *place;    /* [n] where to look: places of its list; copied */
    int n;
};

extern const struct view_ops duplicates_view; /* argument: struct duplicates_open */

#endif
