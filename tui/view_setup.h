/* view_setup.h - a position set up by hand: how it is opened. */
#ifndef CHESSCADE_VIEW_SETUP_H
#define CHESSCADE_VIEW_SETUP_H

#include "core/position.h"
#include "tui/views.h"

/* The argument of setup_view: the position to begin with; copied, its ruleset opened anew. */
struct setup_open {
    const struct position *position;
    const char *player[SIDES_MAX]; /* who plays the game that begins from it; copied; NULL: not known */
    const char *clock;             /* as keyboard_clock.h reads it; copied; NULL: none */
};

#endif
