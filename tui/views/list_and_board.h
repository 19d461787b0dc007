/* list_and_board.h - what views of lists share: a board beside the list, counts of saved searches,
 * checks for changes of the store. */
#ifndef CHESSCADE_TUI_VIEWS_LIST_AND_BOARD_H
#define CHESSCADE_TUI_VIEWS_LIST_AND_BOARD_H

#include "archive/search/collection.h"
#include "archive/search/search.h"
#include "archive/store/store.h"
#include "tui/app/app.h"
#include "tui/app/view.h"
#include "tui/boards/board_art.h"

enum board_place { BOARD_NOWHERE, BOARD_BESIDE, BOARD_BELOW };

/* Place the board beside the list if that leaves the list `columns` columns. On tall or narrow
 * screens place it below, if it is whole there but not beside, or much larger there; or below and
 * cut if there is no other room. BOARD_NOWHERE: the list gets everything. Sets the view's size,
 * turn, rows and columns. */
enum board_place board_beside_list(struct board_view *view, const struct area *body, int columns,
                                   struct area *list, struct area *board);
/* The list gets `rows` rows and the board goes below them, cut if necessary. */
enum board_place board_below_rows(struct board_view *view, const struct area *body, int rows,
                                  struct area *list, struct area *board);

/* ---- Counts the games that saved searches find, in small portions while the screen is in use. */

enum { COUNT_COMING = -1, COUNT_WRONG = -2 /* the search can no longer be parsed */ };

struct search_counts {
    struct store *store; /* borrowed */
    int *found;          /* [n] by collection: a count, or one of the values above */
    int n, room, next;   /* next: the collection being counted */
    struct finder *finder;
    int index_state, total, changes, generation; /* state of the store when counting began */
};

/* Frees everything; afterwards all is zero but the store. */
void search_counts_clear(struct search_counts *counts);
/* Start counting for so many collections; those without a search are skipped. If `same` (they are
 * the same collections as before), old counts are shown until the new ones are known. */
void search_counts_start(struct search_counts *counts, int collections, bool same);
/* Continue for some milliseconds; true while there is more to count. Restarts if the games of the
 * store have changed. *told: a new count is available. */
bool search_counts_step(struct search_counts *counts, const struct collection *collection,
                        bool *told);
/* The text for a collection that has a search: "12 fit", "counting", "cannot be searched". */
void search_counts_text(const struct search_counts *counts, int collection, char *out, size_t size);

/* ---- Applies changes that others make to a store (an editor, git pull, another client) while a
 * view shows it. */

/* Zero except for the store, which is borrowed. */
struct outside {
    struct store *store;
    int64_t told; /* app_now() of the first notification not yet applied; 0: none */
    int64_t next; /* earliest next check */
};

/* For tick(), when the view has nothing else to do: apply changes by others, if there are any and
 * the view is idle, and set when to tick next (view->wake, view->fd). True if indices into the
 * store have changed. Small stores are polled; large ones wait for the system to report changes, if
 * it can. */
bool outside_take(struct outside *outside, struct view *view);
/* Report how long it took to show the changes; the next ones are delayed so that this stays a small
 * share of the time. */
void outside_took(struct outside *outside, struct view *view, int64_t milliseconds);

#endif
