/* view_cascades.h - the cascade finder: choose a goal, see the plies that reach it, step through
 * each, play one. */
#ifndef CHESSCADE_TUI_VIEWS_CASCADES_VIEW_CASCADES_H
#define CHESSCADE_TUI_VIEWS_CASCADES_VIEW_CASCADES_H

#include "core/action.h"
#include "tui/app/view.h"

/* The argument of cascades_view. */
struct cascades_open {
    const struct position *position; /* copied, with a ruleset of its own */
    cell_t cell;                     /* the cell that goals refer to at first */
    const char *goal;                /* the initial goal: "check", "capture:e5"; "" or NULL: ask */
    /* Play a ply in the game of the view below; NULL: that is not possible. */
    void (*play)(struct view *below, const struct ply *ply);
};

#endif
