/* view_collection.h - opening the collections of an archive. For adding games to one from elsewhere see tui/views/collect_prompt.h. */
#ifndef CHESSCADE_TUI_VIEWS_ARCHIVE_VIEW_COLLECTION_H
#define CHESSCADE_TUI_VIEWS_ARCHIVE_VIEW_COLLECTION_H

#include "archive/store/store.h"
#include "tui/app/view_list.h"

struct collection_open {
    struct store *store; /* borrowed, outlives the view */
};

extern const struct view_ops collection_view; /* argument: struct collection_open */

#endif
