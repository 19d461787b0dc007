/* view_archive.h - the list of games of an archive: how it is opened. */
#ifndef CHESSCADE_VIEW_ARCHIVE_H
#define CHESSCADE_VIEW_ARCHIVE_H

#include "archive/store.h"
#include "core/rules.h"
#include "tui/views.h"

struct archive_open {
    const char *path; /* copied */
    struct store *store;         /* borrowed, already open; NULL: the path says which */
    const struct position *here; /* what pos:here means in filters; copied; NULL: nothing */
    const char *filter;          /* to begin with; NULL: none */
    const char *name;            /* of what is filtered out, for the title; copied; NULL: none */
};

#endif
