/* archive_places.h - the archives a user has: their own, the samples, and recently opened ones. */
#ifndef CHESSCADE_TUI_SESSION_ARCHIVE_PLACES_H
#define CHESSCADE_TUI_SESSION_ARCHIVE_PLACES_H

#include "core/base.h"

enum { RECENT_MAX = 9 };

/* The folder of the user's own games: ~/.local/share/chesscade/games. "" if there is no home folder. */
const char *place_own(void);
/* Create it, with the folders above it, if it does not exist. FAIL_SYSTEM. */
int place_own_make(struct note *why);
/* True if the path is an archive with at least one game. */
bool place_has_games(const char *path);
/* True if this user has unsaved changes there, perhaps to a game that was never saved. */
bool place_has_drafts(const char *path);
/* True if the user has seen or left the tour of the first run. After place_tour_seen() it is true in every session. */
bool place_toured(void);
void place_tour_seen(void);
/* The sample archive that comes with the program; it may not exist. */
const char *place_samples(void);
/* True if both paths lead to the same folder. */
bool place_same(const char *a, const char *b);
/* True if the path, however written, leads to the sample archive. It is read-only: new games do not go there. */
bool place_is_samples(const char *path);

/* Recently opened archives, newest first: at most RECENT_MAX paths, owned by the caller. */
int recent_read(char *path[RECENT_MAX]);
void recent_free(char **path, int n);
/* Remember that an archive was opened. Failures are ignored. */
void recent_add(const char *path);

#endif
