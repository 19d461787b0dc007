/* places.h - the archives a user has: their own, the samples, those opened lately. */
#ifndef CHESSCADE_PLACES_H
#define CHESSCADE_PLACES_H

#include "core/base.h"

enum { RECENT_MAX = 9 };

/* Where the user's own games are kept: ~/.local/share/chesscade/games. "" when there is no home. */
const char *place_own(void);
/* Make it, with the folders above it, when it is not there yet. FAIL_SYSTEM. */
int place_own_make(struct note *why);
/* Is there an archive with at least one game? */
bool place_has_games(const char *path);
/* Has this user changes there that were not saved, to a game that may never have been? */
bool place_has_drafts(const char *path);
/* Has the user seen the tour of the first run, or left it? From place_tour_seen() on, in every session. */
bool place_toured(void);
void place_tour_seen(void);
/* The sample archive of the program; it may not exist. */
const char *place_samples(void);
/* Do both paths lead to the same folder? */
bool place_same(const char *a, const char *b);
/* Is it that archive, by whatever path? It is for reading: what is new does not go there. */
bool place_is_samples(const char *path);

/* The archives opened lately, newest first: at most RECENT_MAX paths, owned by the caller. */
int recent_read(char *path[RECENT_MAX]);
void recent_free(char **path, int n);
/* Remember that an archive was opened. Failures are of no consequence. */
void recent_add(const char *path);

#endif
