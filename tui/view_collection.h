/* view_collection.h - the collections of an archive: how they are opened. What is added to one from elsewhere: collect.h. */
#ifndef CHESSCADE_VIEW_COLLECTION_H
#define CHESSCADE_VIEW_COLLECTION_H

#include "archive/store.h"
#include "tui/views.h"

struct collection_open {
    struct store *store; /* borrowed, outlives the view */
};

extern const struct view_ops collection_view; /* argument: struct collection_open */

#endif
