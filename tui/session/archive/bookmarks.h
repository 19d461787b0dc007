/* bookmarks.h - a user's bookmarks and reading positions, which persist between sessions.
 *
 * ~/.local/share/chesscade/bookmarks has one bookmark per line, newest last: the game's id and the
 * bookmarked ply as archive/record/cursor.h writes it; then, separated by tabs, the archive, the
 * game's title and the text of the ply. The file `places` beside it stores how the user left each
 * game, to reopen the game the same way: the ply, then the words "panel=2", "all", "fold=5.0/1",
 * "members=3". */
#ifndef CHESSCADE_TUI_SESSION_ARCHIVE_BOOKMARKS_H
#define CHESSCADE_TUI_SESSION_ARCHIVE_BOOKMARKS_H

#include "archive/record/cursor.h"
#include "archive/record/record.h"
#include "archive/store/store.h"
#include "core/base.h"

enum { BOOKMARKS_MAX = 10 /* for each game */, BOOKMARK_ROOM = 1500, LEFT_SPOTS = 32 };

struct bookmark {
    char id[ULID_LENGTH + 1]; /* the id of the bookmarked game */
    struct spot spot;
    /* archive, title and ply of the bookmark, for display; "" for those that were not given */
    char text[BOOKMARK_ROOM];
    /* Offsets in `text` of the archive, the title and the ply. The archive can be given to
     * store_open(). */
    short archive, game, ply;
};

/* The bookmarks of one game or of all games. Zero-initialise. */
struct bookmarks {
    struct bookmark *v; /* the bookmarks, newest last */
    int n, room;
};

/* Read the bookmarks of a game, or of all games if `id` is NULL. Invalid lines are skipped. *out is
 * zero or holds earlier bookmarks, which are replaced. */
void bookmarks_read(const char *id, struct bookmarks *out);
/* Write the bookmarks of one game and keep those of other games. If writing fails the bookmarks are
 * lost; no error is reported. */
void bookmarks_write(const char *id, const struct bookmarks *bookmarks);
void bookmarks_clear(struct bookmarks *bookmarks);
/* The bookmark with a number that a person has typed; 1 is the newest. NULL: there is none, and
 * *why says what can be typed. */
const struct bookmark *bookmarks_numbered(const struct bookmarks *bookmarks, const char *text,
                                          struct note *why);
void bookmarks_copy(struct bookmarks *to, const struct bookmarks *from); /* *to must be zero */

/* Set a bookmark at a spot, or remove the one that is there. Returns the new bookmark, or NULL if
 * one was removed. If a game has too many bookmarks, its oldest one is dropped. */
struct bookmark *bookmarks_toggle(struct bookmarks *bookmarks, const char *id,
                                  const struct spot *spot);
/* Fill in the texts that display a bookmark; "" where one is missing. Control characters become
 * blanks. */
void bookmark_tell(struct bookmark *bookmark, const char *archive, const char *game,
                   const char *ply);

/* A game's title in the list of bookmarks: "Ana - Boris  classical". */
void bookmark_game(const struct record *record, int sides, char *out, size_t size);

/* How the user left a game: the last ply read and the state of the view. */
struct left {
    struct spot spot;
    int panel;     /* the shown panel, numbered by the view from 0; -1: unknown */
    bool fold_all; /* all variations are folded except those in `fold` */
    struct spot fold[LEFT_SPOTS], explode[LEFT_SPOTS];
    int folds, explosions;
};

/* Find the game of a bookmark in an open store (NULL: none is open) or, if it is not there, in the
 * archive that the bookmark names, which is then opened. Returns the game's index in *found, which
 * is the open store or one that the caller closes; FAIL_... if there is no such game or archive. */
int bookmark_find(const struct bookmark *bookmark, struct store *open, struct store **found,
                  struct note *why);
/* True if a game still has the ply of a bookmark. */
bool bookmark_stands(const struct bookmark *bookmark, const struct record *record,
                     struct note *why);

/* Read how the user left a game. If that is unknown, *out is the start of the game. The caller must
 * check the spots against the record with spot_valid(). */
void left_read(const char *id, struct left *out);
/* Write how the user left a game. If `left` holds only the start and panel -1, the game's entry is
 * deleted. */
void left_write(const char *id, const struct left *left);

/* ---- The archives a user has: their own, the samples, and recently opened ones. */

enum { RECENT_MAX = 9 };

/* The folder of the user's own games: ~/.local/share/chesscade/games. "" if there is no home
 * folder. */
const char *place_own(void);
/* Create the folder of the user's own games, with the folders above it, if it does not exist.
 * FAIL_SYSTEM. */
int place_own_make(struct note *why);
/* True if the path is an archive with at least one game. */
bool place_has_games(const char *path);
/* True if this user has unsaved changes in the archive at `path`, perhaps to a game that was never
 * saved. */
bool place_has_drafts(const char *path);
/* True if the user has seen or skipped the tour of the first run. After place_tour_seen() it is
 * true in all later sessions. */
bool place_toured(void);
void place_tour_seen(void);
/* The path of the sample archive that comes with the program; the archive may be missing. */
const char *place_samples(void);
/* True if both paths lead to the same folder, however they are written. */
bool place_same(const char *a, const char *b);
/* True if the path, however written, leads to the sample archive. That archive is read-only, so new
 * games must go elsewhere. */
bool place_is_samples(const char *path);

/* Read the recently opened archives, newest first: at most RECENT_MAX paths, which the caller frees
 * with recent_free(). Returns how many. */
int recent_read(char *path[RECENT_MAX]);
void recent_free(char **path, int n);
/* Remember that an archive was opened. Failures are ignored. */
void recent_add(const char *path);

#endif
