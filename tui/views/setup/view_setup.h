/* view_setup.h - opening the position editor. */
#ifndef CHESSCADE_TUI_VIEWS_SETUP_VIEW_SETUP_H
#define CHESSCADE_TUI_VIEWS_SETUP_VIEW_SETUP_H

#include "core/position.h"
#include "tui/app/view_list.h"

/* The argument of setup_view: the initial position; copied, with a ruleset of its own. */
struct setup_open {
    const struct position *position;
    const char *player[SIDES_MAX]; /* the players of the game that will begin from it; copied; NULL: unknown */
    const char *clock;             /* a time control for keyboard_clock.h; copied; NULL: none */
};

#endif
