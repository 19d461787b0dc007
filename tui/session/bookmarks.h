/* bookmarks.h - a user's bookmarks, which persist between sessions, and how each game was left.
 *
 * ~/.local/share/chesscade/bookmarks has one bookmark per line, newest last: the game's id and the
 * place in the game as archive/record/cursor.h writes it; then, separated by tabs, the archive, the
 * game's title and the ply. The file `places` beside it keeps how each game was left, to reopen it
 * the same way: the place in the game, then the words "panel=2", "all", "fold=5.0/1", "members=3".
 */
#ifndef CHESSCADE_TUI_SESSION_BOOKMARKS_H
#define CHESSCADE_TUI_SESSION_BOOKMARKS_H

#include "archive/record/cursor.h"
#include "archive/record/record.h"
#include "core/base.h"

enum { BOOKMARKS_MAX = 10 /* a game */, BOOKMARK_ROOM = 1500, LEFT_SPOTS = 32 };

struct bookmark {
    char id[ULID_LENGTH + 1]; /* of the game */
    struct spot spot;
    char text[BOOKMARK_ROOM]; /* holds archive, game and ply; "" if none were given */
    short archive, game, ply; /* where each begins in `text`; for display, but store_open() takes
                                 the archive */
};

/* The bookmarks of one game or of all games. Starts as zero. */
struct bookmarks {
    struct bookmark *v; /* newest last */
    int n, room;
};

/* Read the bookmarks of a game, or with NULL of all games. Lines that cannot be read are skipped.
 * *out is zero or in use. */
void bookmarks_read(const char *id, struct bookmarks *out);
/* Write the bookmarks of one game and keep those of other games. If it fails they are not saved;
 * nothing else happens. */
void bookmarks_write(const char *id, const struct bookmarks *bookmarks);
void bookmarks_clear(struct bookmarks *bookmarks);
void bookmarks_copy(struct bookmarks *to, const struct bookmarks *from); /* *to is zero */

/* Set a bookmark, or remove it if it exists. Returns the new one, or NULL if it was removed. If
 * there are too many, the oldest is dropped. */
struct bookmark *bookmarks_toggle(struct bookmarks *bookmarks, const char *id,
                                  const struct spot *spot);
/* Fill in the display texts; "" where one is missing. Control characters become blanks. */
void bookmark_tell(struct bookmark *bookmark, const char *archive, const char *game,
                   const char *ply);

/* A game's title in the list of bookmarks: "Ana - Boris  classical". */
void bookmark_game(const struct record *record, int sides, char *out, size_t size);

/* How the user left a game. */
struct left {
    struct spot spot;
    int panel;     /* the view's own numbering, 0 is the first; -1: unknown */
    bool fold_all; /* all lines are folded except those in `fold` */
    struct spot fold[LEFT_SPOTS], explode[LEFT_SPOTS];
    int folds, explosions;
};

/* Read how the user left a game; at the start if unknown. Use spot_valid() to check its spots
 * against the record. */
void left_read(const char *id, struct left *out);
/* Write how the user left a game. If it is the start, with panel -1 and nothing else, the entry is
 * deleted. */
void left_write(const char *id, const struct left *left);

/* ---- The archives a user has: their own, the samples, and recently opened ones. */

enum { RECENT_MAX = 9 };

/* The folder of the user's own games: ~/.local/share/chesscade/games. "" if there is no home
 * folder. */
const char *place_own(void);
/* Create it, with the folders above it, if it does not exist. FAIL_SYSTEM. */
int place_own_make(struct note *why);
/* True if the path is an archive with at least one game. */
bool place_has_games(const char *path);
/* True if this user has unsaved changes there, perhaps to a game that was never saved. */
bool place_has_drafts(const char *path);
/* True if the user has seen or left the tour of the first run. After place_tour_seen() it is true
 * in every session. */
bool place_toured(void);
void place_tour_seen(void);
/* The sample archive that comes with the program; it may not exist. */
const char *place_samples(void);
/* True if both paths lead to the same folder. */
bool place_same(const char *a, const char *b);
/* True if the path, however written, leads to the sample archive. It is read-only: new games do not
 * go there. */
bool place_is_samples(const char *path);

/* Recently opened archives, newest first: at most RECENT_MAX paths, owned by the caller. */
int recent_read(char *path[RECENT_MAX]);
void recent_free(char **path, int n);
/* Remember that an archive was opened. Failures are ignored. */
void recent_add(const char *path);

#endif
