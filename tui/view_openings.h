/* view_openings.h - how the games of an archive go on from a position: how it is opened. */
#ifndef CHESSCADE_VIEW_OPENINGS_H
#define CHESSCADE_VIEW_OPENINGS_H

#include "archive/store.h"
#include "core/rules.h"
#include "tui/views.h"

/* The argument of openings_view. */
struct openings_open {
    struct store *store; /* borrowed, or the view's when it has opened: */
    bool owns_store;
    const char *query;           /* which games count: archive/query.h; copied; "": all */
    const struct position *here; /* copied, its ruleset opened anew; NULL: the openings of all variants there are */
};

#endif
