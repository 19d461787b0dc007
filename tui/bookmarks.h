/* bookmarks.h - a user's bookmarks: spots in games, there again in other sessions; and how each game was left.
 *
 * ~/.local/share/chesscade/bookmarks has one a line: the game's id and the spot as archive/spot.h writes it, then behind tabs
 * the archive, what the game is called, and the ply; newest last. The file `places` beside it has how each game was left, for it
 * to be opened so again: the spot, then words "panel=2", "all", "fold=5.0/1", "members=3". */
#ifndef CHESSCADE_BOOKMARKS_H
#define CHESSCADE_BOOKMARKS_H

#include "archive/spot.h"
#include "archive/record.h"

enum { BOOKMARKS_MAX = 10 /* of a game */, BOOKMARK_ROOM = 1500, LEFT_SPOTS = 32 };

struct bookmark {
    char id[ULID_LENGTH + 1]; /* the game */
    struct spot spot;
    char text[BOOKMARK_ROOM];          /* what the three are in; "" where nothing was told */
    short archive, game, ply;          /* where each begins in it: for people, but the archive, which store_open() takes */
};

/* Those of one game, or of all: zero to begin with. */
struct bookmarks {
    struct bookmark *v; /* newest last */
    int n, room;
};

/* Those of a game, or with NULL of all games; what cannot be read is none. *out is zero or was used. */
void bookmarks_read(const char *id, struct bookmarks *out);
/* Keep those of one game, and those of other games. Failures are of no consequence but that they are not kept. */
void bookmarks_write(const char *id, const struct bookmarks *bookmarks);
void bookmarks_clear(struct bookmarks *bookmarks);
void bookmarks_copy(struct bookmarks *to, const struct bookmarks *from); /* *to is zero */

/* Set one, or take it away if it is there: the one that is set, NULL when it was taken away. The oldest of too many goes. */
struct bookmark *bookmarks_toggle(struct bookmarks *bookmarks, const char *id, const struct spot *spot);
/* What is told of it: "" where nothing is. Control characters become blanks. */
void bookmark_tell(struct bookmark *bookmark, const char *archive, const char *game, const char *ply);

/* What a game is called there: "Ana - Boris  classical". */
void bookmark_game(const struct record *record, int sides, char *out, size_t size);

/* How a game was left. */
struct left {
    struct spot spot;
    int panel;     /* the view's own number, 0 the first; -1: not known */
    bool fold_all; /* all lines but those of `fold` are folded */
    struct spot fold[LEFT_SPOTS], explode[LEFT_SPOTS];
    int folds, explosions;
};

/* How the user left a game: at the start when that is not known. Whether its spots are in a record spot_valid() tells. */
void left_read(const char *id, struct left *out);
/* Leaving it at the start with nothing else to tell, panel -1, forgets it. */
void left_write(const char *id, const struct left *left);

#endif
