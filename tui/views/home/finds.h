/* finds.h - what the home screen finds on the disk, step by step so that nobody waits for it: games
 * to go on with, unsaved changes, archives and how many games they have. */
#ifndef CHESSCADE_TUI_VIEWS_HOME_FINDS_H
#define CHESSCADE_TUI_VIEWS_HOME_FINDS_H

#include "archive/store/store.h"
#include "tui/session/bookmarks.h"

enum { FOUND_UNFINISHED_MOST = 9, FOUND_UNKNOWN = -1 };

/* A game to go on with, or changes that are not saved. Texts are owned. */
struct found_game {
    char *path;  /* of its archive */
    char *title; /* "Ana - Boris"; never "" */
    char *variant;
    char date[16];
    char id[ULID_LENGTH + 1];
    int plies;
    bool draft;   /* not saved; else it is saved and unfinished */
    bool begun;   /* a draft of a game that was never saved and is still being played */
    bool deleted; /* a draft whose game is no longer in its archive */
};

struct found_archive {
    char *path, *title; /* owned */
    int games;          /* FOUND_UNKNOWN: not counted yet, or it cannot be opened */
    bool own, shared;   /* the user's own; one where others can write, too */
};

/* A draft, found by an archive's list, whose game is no longer in the archive. */
struct found_offer {
    char *path; /* owned */
    char id[ULID_LENGTH + 1];
};

struct finds {
    struct found_game *game; /* [games] what is being played, then other drafts; the newest first */
    int games, game_room;
    struct found_archive *archive; /* [archives] the user's own, the samples, then recent ones */
    int archives, archive_room;
    const struct found_offer *offer; /* [offers] borrowed */
    int offers;
    /* The remaining members are private. */
    int step;            /* which archive or offer is looked at next */
    struct store *store; /* the archive that is being read; NULL: none */
};

/* Begin anew: lists the archives, without opening any. *finds is zero or in use. */
void finds_begin(struct finds *finds, const struct found_offer *offer, int offers);
/* Look at a little more; false when all has been found. */
bool finds_step(struct finds *finds);
void finds_clear(struct finds *finds);
/* An archive in which others may play, too: of those found so far; NULL: none. */
const struct found_archive *finds_shared(const struct finds *finds);

#endif
