/* bookmarks.h - a user's bookmarks: spots in games, there again in other sessions.
 *
 * ~/.local/share/chesscade/bookmarks has one a line: the game's id and the spot as archive/spot.h writes it, newest last.
 * In the same way the file `places` beside it has where each game was left, for it to be opened there again. */
#ifndef CHESSCADE_BOOKMARKS_H
#define CHESSCADE_BOOKMARKS_H

#include "archive/spot.h"

enum { BOOKMARKS_MAX = 10 /* of a game */ };

struct bookmarks {
    struct spot spot[BOOKMARKS_MAX]; /* newest last */
    int n;
};

/* Those of a game; what cannot be read is none. */
void bookmarks_read(const char *id, struct bookmarks *out);
/* Keep them, and those of other games. Failures are of no consequence but that they are not kept. */
void bookmarks_write(const char *id, const struct bookmarks *bookmarks);

/* Where the user left a game: the start when that is not known. Leaving it at the start forgets it. */
struct spot bookmarks_place(const char *id);
void bookmarks_leave(const char *id, const struct spot *spot);

/* Set one, or take it away if it is there: true: it is set. The oldest of too many goes. */
bool bookmarks_toggle(struct bookmarks *bookmarks, const struct spot *spot);

#endif
