/* store_poll.h - applies changes that others make to a store (an editor, git pull, another client) while a view shows it. */
#ifndef CHESSCADE_TUI_VIEWS_STORE_POLL_H
#define CHESSCADE_TUI_VIEWS_STORE_POLL_H

#include "archive/store/store.h"
#include "tui/app/app.h"

/* Zero except for the store, which is borrowed. */
struct outside {
    struct store *store;
    int64_t told; /* app_now() of the first notification not yet applied; 0: none */
    int64_t next; /* earliest next check */
};

/* For tick(), when the view has nothing else to do: apply changes by others, if there are any and the view is idle,
 * and set when to tick next (view->wake, view->fd). True if indices into the store have changed. Small stores are
 * polled; large ones wait for the system to report changes, if it can. */
bool outside_take(struct outside *outside, struct view *view);
/* Report how long it took to show the changes; the next ones are delayed so that this stays a small share of the time. */
void outside_took(struct outside *outside, struct view *view, int64_t milliseconds);

#endif
