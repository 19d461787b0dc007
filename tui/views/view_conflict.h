/* view_conflict.h - opening the view of conflicts: fields that two people changed, each to be resolved as mine or
 * theirs. */
#ifndef CHESSCADE_TUI_VIEWS_VIEW_CONFLICT_H
#define CHESSCADE_TUI_VIEWS_VIEW_CONFLICT_H

#include "archive/merge/merge.h"
#include "tui/app/view_list.h"

struct conflict_open {
    struct merge *merge; /* the view takes ownership of its conflicts */
    struct view *below;  /* the view of the game */
    const char *theirs;  /* who made the other changes, "": unknown; borrowed during opening */
    /* Save with these choices, in the order of the conflicts. The view is then closing. */
    void (*done)(struct view *below, const enum merge_side *choice, int n);
};

extern const struct view_ops conflict_view; /* argument: struct conflict_open */

#endif
