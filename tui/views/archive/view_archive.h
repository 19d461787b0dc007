/* view_archive.h - opening the list of games of an archive. */
#ifndef CHESSCADE_TUI_VIEWS_ARCHIVE_VIEW_ARCHIVE_H
#define CHESSCADE_TUI_VIEWS_ARCHIVE_VIEW_ARCHIVE_H

#include "archive/store/store.h"
#include "core/family.h"
#include "tui/app/view_list.h"

struct archive_open {
    const char *path; /* copied */
    struct store *store;         /* borrowed, already open; NULL: open `path` */
    const struct position *here; /* what pos:here means in filters; copied; NULL: nothing */
    const char *filter;          /* the initial filter; NULL: none */
    const char *name;            /* a name for the filtered games, for the title; copied; NULL: none */
};

#endif
