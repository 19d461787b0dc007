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

/* True if new games go to this archive when it is open: it is a writable folder and not that of the
 * samples. Otherwise they go to the user's own archive. NULL: no archive is open. */
bool games_go_to(const struct store *store);

/* Open the user's own archive, which is made if it does not exist. *why says that a game cannot be
 * saved anywhere. */
int games_open_own(struct store **out, struct note *why);

/* A draft: a game with unsaved changes. */
struct game_draft {
    struct record *record; /* for the caller to free */
    bool saved;            /* the game was saved before */
    bool begun;            /* it was never saved and has no result, so it is still being played */
    bool left;             /* it was saved, and is no longer in the archive */
};
/* True if the draft of a game is claimed through this store, so the game is open. */
bool games_draft_is_open(struct store *store, const char *id);
/* Read a draft without claiming it, so that other sessions can still resume it; one that is claimed
 * stays claimed. Fails as store_draft_load() does. */
int games_draft_read(struct store *store, const char *id, struct game_draft *draft);
/* True if the game of a draft is still being played: see above. */
bool games_draft_begun(const struct record *record, const struct version *version);
/* List the drafts of games of this archive, of new games if they can be saved here, and of games
 * that are no longer in it; the caller frees *ids. The user's own folder also holds drafts for
 * other archives, which are left out. */
int games_drafts(struct store *store, char (**ids)[ULID_LENGTH + 1]);

#endif
