/* view_collection.h - the collections of an archive: how they are opened, and adding a game to one. */
#ifndef CHESSCADE_VIEW_COLLECTION_H
#define CHESSCADE_VIEW_COLLECTION_H

#include "archive/store.h"
#include "tui/views.h"

struct collection_open {
    struct store *store; /* borrowed, outlives the view */
};

extern const struct view_ops collection_view; /* argument: struct collection_open */

/* Ask for the title of a collection and add `n` games to it, at that many plies (0: none is noted); a collection
 * that is not there is made. The ids are copied. `view` is who asks; the store outlives it. */
void collect_games(struct view *view, struct store *store, char (*id)[ULID_LENGTH + 1], int n, int plies);
/* Ask for the title of a collection that is to look for what fits a query. */
void keep_search(struct view *view, struct store *store, const char *query);

#endif
