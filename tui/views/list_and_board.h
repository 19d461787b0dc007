/* list_and_board.h - what views of lists share: a board beside the list, counts of saved searches,
 * and checks for changes of the store. */
#ifndef CHESSCADE_TUI_VIEWS_LIST_AND_BOARD_H
#define CHESSCADE_TUI_VIEWS_LIST_AND_BOARD_H

#include "archive/search/collection.h"
#include "archive/search/search.h"
#include "archive/store/store.h"
#include "tui/app/app.h"
#include "tui/app/view.h"
#include "tui/boards/board_art.h"

enum board_place { BOARD_NOWHERE, BOARD_BESIDE, BOARD_BELOW };

/* Place the board beside the list if at least `columns` columns remain for the list; some ranks are
 * hidden if the screen is too low. On screens that are tall and narrow, place the board below the
 * list if it fits whole only there or is much larger there. If the board is too wide for the space
 * beside the list, place it below the list and cut it. Returns BOARD_NOWHERE if the screen is too
 * low for that, and the list gets all the space. Sets the size, turn, rows and columns of *view. */
enum board_place board_beside_list(struct board_view *view, const struct area *body, int columns,
                                   struct area *list, struct area *board);
/* Give the list `rows` rows and place the board below them, cut if necessary. */
enum board_place board_below_rows(struct board_view *view, const struct area *body, int rows,
                                  struct area *list, struct area *board);

/* ---- Counts the games that saved searches match, in small portions while the screen is in use. */

enum {
    COUNT_COMING = -1,
    COUNT_WRONG = -2 /* COUNT_COMING: not counted yet. COUNT_WRONG: the search can no longer be
                        parsed. */
};

struct search_counts {
    struct store *store; /* borrowed */
    /* [n] For each collection the number of matching games, or one of the values above. */
    int *found;
    int n, room, next; /* next: the collection that is being counted */
    struct finder *finder;
    int index_state, total, changes, generation; /* the state of the store when counting began */
};

/* Free everything. Afterwards all members are zero except the store. */
void search_counts_clear(struct search_counts *counts);
/* Start to count for this many collections; those without a search are skipped. With `same` the
 * collections are the same as before, so old counts are shown until the new ones are known. */
void search_counts_start(struct search_counts *counts, int collections, bool same);
/* Continue to count for some milliseconds. Returns true while there is more to count. Starts again
 * if the games of the store have changed. *told is set if a new count is available. */
bool search_counts_step(struct search_counts *counts, const struct collection *collection,
                        bool *told);
/* Write the text for a collection that has a search: "12 match", "counting", "cannot be
 * searched". */
void search_counts_text(const struct search_counts *counts, int collection, char *out, size_t size);

/* ---- Applies changes that other programs (an editor, git pull, another client) make to a store
 * while a view shows it. */

/* Set up by outside_begin(). */
struct outside {
    struct store *store;
    struct view *view;
    loop_fn *look;
    void *argument;
    loop_handle watch, time;
    /* app_now() of the first reported change that has not been applied yet; 0: none */
    int64_t told;
    int64_t next; /* app_now() of the earliest next check */
};

/* `look(argument)` is called whenever outside_take() should be called, for the first time after
 * outside_take() or outside_later() was called once. Store and view are borrowed. */
void outside_begin(struct outside *outside, struct store *store, struct view *view, loop_fn *look,
                   void *argument);
/* Apply changes by others, if there are any and the view is idle, and wait for the next ones.
 * Returns true if indices into the store have changed. Small stores are polled; for large ones the
 * system reports changes, if it can. */
bool outside_take(struct outside *outside);
/* The view has something else to do: look later. */
void outside_later(struct outside *outside);
/* Wait no longer. Call this before the store is closed, if the view stays open. */
void outside_end(struct outside *outside);
/* Report how long it took to show the changes. The next changes are delayed so that showing them
 * takes only a small share of the time. */
void outside_took(struct outside *outside, int64_t milliseconds);

#endif
