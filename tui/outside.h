/* outside.h - what others do in a store (an editor, git pull, another client), noticed by a view that is looked at. */
#ifndef CHESSCADE_OUTSIDE_H
#define CHESSCADE_OUTSIDE_H

#include "archive/store.h"
#include "tui/app.h"

/* All zero but for the store, which is borrowed. */
struct outside {
    struct store *store;
    int64_t told; /* app_now() when changes were told of first; 0: they were not, since they were taken over */
    int64_t next; /* not looked before */
};

/* For tick(), when the view has nothing else to do: takes over what others did, if there is something and the view is at rest, and
 * says when it wants to tick next (view->wake, view->fd). True: places in the store are new. Small stores are looked at now and
 * then, large ones when the system tells of changes. */
bool outside_take(struct outside *outside, struct view *view);
/* It took so many milliseconds to show the changes: the next ones are taken over in a time that this is a small part of. */
void outside_took(struct outside *outside, struct view *view, int64_t milliseconds);

#endif
