/* view_cascades.h - the cascade finder: choose a goal, see the plies that reach it, walk each, play one. */
#ifndef CHESSCADE_VIEW_CASCADES_H
#define CHESSCADE_VIEW_CASCADES_H

#include "core/action.h"
#include "tui/views.h"

/* The argument of cascades_view. */
struct cascades_open {
    const struct position *position; /* copied, its ruleset opened anew */
    cell_t cell;                     /* the cell goals are about, at first */
    const char *goal;                /* begin with this one: "check", "capture:e5"; "" or NULL: choose */
    /* Play a ply in the game this came from, in the view below; NULL: it cannot be played. */
    void (*play)(struct view *below, const struct ply *ply);
};

#endif
