/* view_collection_internal.h - internals of the screen of collections, for its own files only. */
#ifndef CHESSCADE_TUI_VIEWS_ARCHIVE_VIEW_COLLECTION_INTERNAL_H
#define CHESSCADE_TUI_VIEWS_ARCHIVE_VIEW_COLLECTION_INTERNAL_H

#include "archive/search/collection.h"
#include "tui/app/list.h"
#include "tui/views/store_poll.h"
#include "tui/views/search_counts.h"
#include "tui/views/archive/view_collection.h"

/* A line of the list: a collection (item -1) or one of its games. */
struct collection_line {
    int collection, item;
};

struct collections {
    struct view view;
    struct store *store; /* borrowed */
    struct list list;
    struct collection *collection; /* [n] */
    int n;
    struct collection_line *line; /* [lines] */
    int lines, room;
    uint64_t known; /* hash of all collections when they were loaded: state_of_all() */
    int64_t look;   /* app_now() at which to check for changes */
    struct search_counts counts;
    struct outside outside;
};

/* The line under the cursor. False if there is none. */
bool collections_current(const struct collections *collections, struct collection_line *out);
/* collections_load() reads all collections again; collections_set_lines() only rebuilds the lines. */
void collections_load(struct collections *collections);
void collections_set_lines(struct collections *collections);

/* Changes to the collection or game of the current line; missing values are asked for. */
void collections_ask_search(struct collections *collections);
void collections_ask_title(struct collections *collections);
void collections_ask_remove(struct collections *collections);
void collections_ask_new(struct collections *collections);
/* Move the game of the current line one place up (-1) or down (1) in its collection. */
void collections_move(struct collections *collections, int step);

#endif
