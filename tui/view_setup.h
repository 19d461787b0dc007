/* view_setup.h - a position set up by hand: how it is opened. */
#ifndef CHESSCADE_VIEW_SETUP_H
#define CHESSCADE_VIEW_SETUP_H

#include "core/position.h"
#include "tui/views.h"

/* The argument of setup_view: the position to begin with; copied, its ruleset opened anew. */
struct setup_open {
    const struct position *position;
};

#endif
