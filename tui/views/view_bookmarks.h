/* view_bookmarks.h - the list of bookmarks in all games: go to one, in the game below or another, or remove one. */
#ifndef CHESSCADE_TUI_VIEWS_VIEW_BOOKMARKS_H
#define CHESSCADE_TUI_VIEWS_VIEW_BOOKMARKS_H

#include "tui/session/bookmarks.h"
#include "tui/app/view_list.h"

/* The argument of bookmarks_view; NULL: no game is open below. */
struct bookmarks_open {
    const char *id;                  /* of the game below */
    const struct bookmarks *only;    /* copied: show only these, which are not stored; NULL: the user's bookmarks */
    void (*go)(struct view *below, const struct bookmark *bookmark);   /* go to a bookmark of that game */
    void (*removed)(struct view *below, const struct bookmark *bookmark); /* with `only`: called when one was removed */
};

/* Open the list over a view; if there are no bookmarks, only say so. */
void bookmarks_show(struct app *app, const struct bookmarks_open *open);

#endif
