/* view_bookmarks.h - the user's bookmarks in all games: go to one, in the game below or in another, take one away. */
#ifndef CHESSCADE_VIEW_BOOKMARKS_H
#define CHESSCADE_VIEW_BOOKMARKS_H

#include "tui/bookmarks.h"
#include "tui/views.h"

/* The argument of bookmarks_view; NULL: no game is below. */
struct bookmarks_open {
    const char *id;                  /* of the game below */
    const struct bookmarks *only;    /* copied: these are all there are, kept nowhere; NULL: the user's */
    void (*go)(struct view *below, const struct bookmark *bookmark);   /* go there in that game */
    void (*removed)(struct view *below, const struct bookmark *bookmark); /* with `only`: it was taken away */
};

/* Open the list over a view; nothing is opened, and it is said, when there are none. */
void bookmarks_show(struct app *app, const struct bookmarks_open *open);

#endif
