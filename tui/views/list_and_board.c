/* list_and_board.c - what views of lists share: a board beside the list, counts of saved searches,
 * checks for changes: see list_and_board.h. */
#include "tui/views/list_and_board.h"
#include "archive/index/index.h"
#include "archive/store/store.h"
#include "tui/system/process.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    HIGH = 30 /* fewest rows of a screen with the whole board below the list */,
    WIDE = 100 /* a screen with the whole board below the list has fewer columns */,
    LIST_ROWS = 10 /* rows that the list keeps above the board */,
    BELOW_ROWS = 18 /* fewest rows of the screen for a board below the list that must be cut */
};

/* Choose the largest size at which the whole board fits. Returns false if the board has to be cut
 * or is too wide. */
static bool list_and_board_settle(struct board_view *view, int rows, int columns)
{
    if (rows < 1 || columns < 1)
        return false;
    if (board_fit_whole(view, false, rows, columns) || board_fit_whole(view, true, rows, columns))
        return true;
    int tall, wide;
    view->size = board_fit(view, rows, columns, -1);
    board_art_for(view->position->rules)->measure(view, &tall, &wide);
    view->rows = tall < rows ? tall : rows;
    view->columns = wide < columns ? wide : columns;
    return false;
}

static int list_and_board_room_of(const struct board_view *view)
{
    return view->rows * view->columns;
}

/* Place the board below `rows` rows of the list. */
static enum board_place place_below(int rows, struct area *list, struct area *board)
{
    list->rows = rows;
    board->row += rows + 1;
    board->rows -= rows + 1;
    return BOARD_BELOW;
}

enum board_place board_below_rows(struct board_view *view, const struct area *body, int rows,
                                  struct area *list, struct area *board)
{
    *list = *board = *body;
    list_and_board_settle(view, body->rows - rows - 1, body->columns);
    return place_below(rows, list, board);
}

enum board_place board_beside_list(struct board_view *view, const struct area *body, int columns,
                                   struct area *list, struct area *board)
{
    struct board_view beside = *view, below = *view;
    int room = body->columns - columns - 2,
        high = body->rows / 3 > LIST_ROWS ? body->rows / 3 : LIST_ROWS, tall, wide;
    *list = *board = *body;
    bool whole = list_and_board_settle(&beside, body->rows, room);
    if (body->rows >= HIGH && body->columns < WIDE &&
        list_and_board_settle(&below, body->rows - high - 1, body->columns) &&
        (!whole || list_and_board_room_of(&below) * 2 > list_and_board_room_of(&beside) * 3)) {
        *view = below;
        return place_below(high, list, board);
    }
    if (!whole && room > 0) {
        beside.rows = beside.columns = 0;
        board_art_for(view->position->rules)->measure(&beside, &tall, &wide);
        whole = wide <= room; /* show as many ranks of the board as there are rows */
        beside.rows = tall < body->rows ? tall : body->rows;
        beside.columns = wide;
    }
    if (whole) {
        *view = beside;
        list->columns = body->columns - beside.columns - 2;
        board->column += list->columns + 2;
        board->columns = beside.columns;
        return BOARD_BESIDE;
    }
    if (body->rows < BELOW_ROWS)
        return BOARD_NOWHERE;
    return board_below_rows(view, body, body->rows / 2 - 1, list, board);
}

/* ---- Counts the games that saved searches find: see list_and_board.h. */

enum { PORTION = 50 /* games counted at a time */, MILLISECONDS = 20 };

void search_counts_clear(struct search_counts *counts)
{
    finder_close(counts->finder);
    free(counts->found);
    *counts = (struct search_counts){.store = counts->store};
}

static void list_and_board_note_state(struct search_counts *counts)
{
    counts->total = store_total(counts->store);
    counts->changes = store_changes(counts->store);
    counts->generation = store_generation(counts->store);
}

static bool is_another(const struct search_counts *counts)
{
    int state;
    index_of(counts->store, &state);
    return state != counts->index_state || store_total(counts->store) != counts->total ||
           store_changes(counts->store) != counts->changes ||
           store_generation(counts->store) != counts->generation;
}

void search_counts_start(struct search_counts *counts, int collections, bool same)
{
    finder_close(counts->finder);
    counts->finder = NULL;
    counts->found = memory_room(counts->found, &counts->room, collections, sizeof *counts->found);
    for (int i = same ? counts->n : 0; i < collections; i++)
        counts->found[i] = COUNT_COMING;
    counts->n = collections;
    counts->next = 0;
    index_of(counts->store, &counts->index_state);
    list_and_board_note_state(counts);
}

/* Begin with the next collection that has a search. Returns false if there is none. */
static bool begin_next(struct search_counts *counts, const struct collection *collection)
{
    struct index *index = index_of(counts->store, &counts->index_state);
    for (; counts->next < counts->n; counts->next++) {
        const char *query = collection_text(&collection[counts->next], "query");
        struct note why;
        if (!*query)
            continue;
        if (finder_open(&counts->finder, counts->store, index, query, NULL, &why) == 0)
            return true;
        counts->finder = NULL;
        counts->found[counts->next] = COUNT_WRONG;
    }
    return false;
}

bool search_counts_step(struct search_counts *counts, const struct collection *collection,
                        bool *told)
{
    int64_t until = milliseconds() + MILLISECONDS;
    *told = false;
    if (is_another(counts))
        search_counts_start(counts, counts->n, true);
    if (!counts->finder && !begin_next(counts, collection))
        return false;
    bool more = true;
    while (more && milliseconds() < until)
        more = finder_step(counts->finder, PORTION);
    list_and_board_note_state(counts); /* scanning may have found new games */
    if (more)
        return true;
    counts->found[counts->next++] = finder_count(counts->finder);
    finder_close(counts->finder);
    counts->finder = NULL;
    *told = true;
    return counts->next < counts->n;
}

void search_counts_text(const struct search_counts *counts, int collection, char *out, size_t size)
{
    int found = collection < counts->n ? counts->found[collection] : COUNT_COMING;
    if (found >= 0)
        snprintf(out, size, "%d match%s", found, found == 1 ? "es" : "");
    else
        snprintf(out, size, "%s", found == COUNT_WRONG ? "cannot be searched" : "counting");
}

/* ---- Applies changes that others make to a store: see list_and_board.h. */

enum {
    LOOK_EVERY = 2000, /* ms */
    SETTLE = 300,      /* ms to wait for further changes: git pull writes many files */
    SHARE = 4          /* showing changes takes at most 1/SHARE of the time */
};

static int64_t list_and_board_later(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

void outside_begin(struct outside *outside, struct store *store, struct view *view, loop_fn *look,
                   void *argument)
{
    *outside = (struct outside){.store = store, .view = view, .look = look, .argument = argument};
}

/* Wait for reports by the system, if there are any, and for the time `due`. */
static void outside_wait(struct outside *outside, int fd, int64_t due)
{
    app_watch(outside->view, &outside->watch, fd, outside->look, outside->argument);
    app_at(outside->view, &outside->time, due, outside->look, outside->argument);
}

bool outside_take(struct outside *outside)
{
    struct store *store = outside->store;
    struct view *view = outside->view;
    int64_t now = app_now(view->app), due;
    bool large = store_total(store) >= INDEX_WORTH;
    int fd = large ? store_watch(store) : -1;
    if (fd >= 0 && store_told(store)) /* false if another view has read the notification */
        outside->told = outside->told ? outside->told : now;
    else if (large)
        outside->told = 0;
    due = large && !outside->told
              ? TICK_NEVER
              : list_and_board_later(outside->next, large ? outside->told + SETTLE : 0);
    if (due == TICK_NEVER || due > now) {
        outside_wait(outside, fd, due);
        return false;
    }
    outside->next = now + LOOK_EVERY;
    if (!app_at_rest(view->app, view) || store_unchecked(store) ||
        store_count(store) < store_total(store)) {
        outside_wait(outside, fd, outside->next);
        return false;
    }
    bool changed = large ? store_take_told(store) : store_refresh(store);
    outside->told = 0;
    outside->next = now + LOOK_EVERY;
    outside_wait(outside, large ? store_watch(store) : -1, large ? TICK_NEVER : outside->next);
    if (changed)
        app_store_changed(view, store);
    return changed;
}

void outside_later(struct outside *outside)
{
    outside_wait(outside, -1, app_now(outside->view->app) + LOOK_EVERY);
}

void outside_end(struct outside *outside)
{
    if (outside->view)
        outside_wait(outside, -1, TICK_NEVER);
}

void outside_took(struct outside *outside, int64_t milliseconds)
{
    outside->next =
        app_now(outside->view->app) + list_and_board_later(LOOK_EVERY, SHARE * milliseconds);
}
