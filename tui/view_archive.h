/* view_archive.h - the list of games of an archive: how it is opened. */
#ifndef CHESSCADE_VIEW_ARCHIVE_H
#define CHESSCADE_VIEW_ARCHIVE_H

#include "archive/store.h"
#include "tui/views.h"

struct archive_open {
    const char *path; /* copied */
};

#endif
