/* view_conflict.h - fields two people changed: each is chosen, mine or theirs. How it is opened. */
#ifndef CHESSCADE_VIEW_CONFLICT_H
#define CHESSCADE_VIEW_CONFLICT_H

#include "archive/merge.h"
#include "tui/views.h"

struct conflict_open {
    struct merge *merge; /* its conflicts are the view's own from now on */
    struct view *below;  /* whose game it is */
    const char *theirs;  /* who changed it meanwhile, "" where nobody knows; borrowed while it is opened */
    /* Save with these choices, in the order of the conflicts. The view is being closed. */
    void (*done)(struct view *below, const enum merge_side *choice, int n);
};

extern const struct view_ops conflict_view; /* argument: struct conflict_open */

#endif
