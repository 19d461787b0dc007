/* view_cascades.h - the cascade finder: the user chooses a goal, sees the plies that reach it,
 * steps through them, and can play one. */
#ifndef CHESSCADE_TUI_VIEWS_CASCADES_VIEW_CASCADES_H
#define CHESSCADE_TUI_VIEWS_CASCADES_VIEW_CASCADES_H

#include "core/action.h"
#include "tui/app/view.h"

/* The argument of cascades_view. */
struct cascades_open {
    const struct position *position; /* copied, with a ruleset of its own */
    cell_t cell;                     /* the cell that goals such as "capture" refer to at first */
    const char *goal;                /* the initial goal: "check", "capture:e5"; "" or NULL: ask */
    /* Play a ply in the game of the view below. NULL: no ply can be played there. */
    void (*play)(struct view *below, const struct ply *ply);
};

#endif
