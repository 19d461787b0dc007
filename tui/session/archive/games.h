/* games.h - single games of an archive by their ids. */
#ifndef CHESSCADE_TUI_SESSION_ARCHIVE_GAMES_H
#define CHESSCADE_TUI_SESSION_ARCHIVE_GAMES_H

#include "archive/record/record.h"
#include "archive/store/store.h"

/* The index of a game in a store, which is scanned as far as needed; -1: it is not there. */
int games_place_of(struct store *store, const char *id);
/* Move the stored version of a game to the trash, even if it is not the version that the user has
 * read. FAIL_NAME if it is no longer there. *gone (may be NULL) is then its record, which the
 * caller frees; NULL after a failure. */
int games_remove(struct store *store, const char *id, struct record **gone, struct note *why);

#endif
