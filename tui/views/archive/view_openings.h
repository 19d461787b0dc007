/* view_openings.h - opening the view that counts how an archive's games continue from a position. */
#ifndef CHESSCADE_TUI_VIEWS_ARCHIVE_VIEW_OPENINGS_H
#define CHESSCADE_TUI_VIEWS_ARCHIVE_VIEW_OPENINGS_H

#include "archive/store/store.h"
#include "core/family.h"
#include "tui/app/view_list.h"

/* The argument of openings_view. */
struct openings_open {
    struct store *store; /* borrowed, or, once opened, the view's own if: */
    bool owns_store;
    const char *query;           /* which games count: archive/query/query.h; copied; "": all */
    const struct position *here; /* copied, with a ruleset of its own; NULL: the openings of all variants in the archive */
};

#endif
