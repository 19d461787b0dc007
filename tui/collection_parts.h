/* collection_parts.h - what the files of the screen of collections share. Only they include it. */
#ifndef CHESSCADE_COLLECTION_PARTS_H
#define CHESSCADE_COLLECTION_PARTS_H

#include "archive/collection.h"
#include "tui/list.h"
#include "tui/outside.h"
#include "tui/search_counts.h"
#include "tui/view_collection.h"

/* A line: a collection (item -1) or one of its games. */
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
    uint64_t known; /* what there was when they were loaded, as state_of_all() sums it up */
    int64_t look;   /* app_now() at which to look whether there is something else */
    struct search_counts counts;
    struct outside outside;
};

/* The line under the cursor; false without one. */
bool collections_current(const struct collections *collections, struct collection_line *out);
/* Read them all anew, or make the lines of those read. */
void collections_load(struct collections *collections);
void collections_set_lines(struct collections *collections);

/* What can be done to the collection or game of the current line; what is not known yet is asked for. */
void collections_ask_search(struct collections *collections);
void collections_ask_title(struct collections *collections);
void collections_ask_remove(struct collections *collections);
void collections_ask_new(struct collections *collections);
/* The game of the current line one place up (-1) or down (1) in its collection. */
void collections_move(struct collections *collections, int step);

#endif
