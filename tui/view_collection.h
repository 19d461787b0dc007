/* view_collection.h - opening the collections of an archive. For adding games to one from elsewhere see collect.h. */
#ifndef CHESSCADE_VIEW_COLLECTION_H
#define CHESSCADE_VIEW_COLLECTION_H

#include "archive/store.h"
#include "tui/views.h"

struct collection_open {
    struct store *store; /* borrowed, outlives the view */
};

extern const struct view_ops collection_view; /* argument: struct collection_open */

#endif
