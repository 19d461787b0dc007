/* finds.h - finds what the home screen lists: unfinished games, unsaved changes, and archives with
 * their numbers of games. The search takes many short steps, so that the screen never waits. */
#ifndef CHESSCADE_TUI_VIEWS_HOME_FINDS_H
#define CHESSCADE_TUI_VIEWS_HOME_FINDS_H

#include "archive/store/store.h"
#include "tui/session/archive/bookmarks.h"

enum { FOUND_UNFINISHED_MOST = 9, FOUND_UNKNOWN = -1 };

/* A game without a result, or with unsaved changes. The texts are owned. */
struct found_game {
    char *path;  /* of its archive */
    char *title; /* "Ana - Boris", or "Turnover Chess" if the players have no names; never "" */
    char *variant;
    char *state; /* what is unsaved, in words; "": nothing */
    char date[16];
    char id[ULID_LENGTH + 1];
    int plies;
    bool draft; /* the game has unsaved changes; false: it is saved and has no result */
    bool begun; /* the game was never saved and has no result, so it is still being played */
};

struct found_archive {
    char *path, *title; /* owned */
    int games;          /* FOUND_UNKNOWN: not counted yet, or the archive cannot be opened */
    bool own, shared; /* own: it is the user's own archive. shared: others can write to it, too. */
};

/* A draft, found by an archive's list, whose game is no longer in the archive. */
struct found_offer {
    char *path; /* owned */
    char id[ULID_LENGTH + 1];
};

struct finds {
    struct found_game *game; /* [games] games in play, then other unsaved changes; each group newest
                                first */
    int games, game_room;
    struct found_archive *archive; /* [archives] the user's own archive, the samples, then archives
                                      opened recently */
    int archives, archive_room;
    const struct found_offer *offer; /* [offers] borrowed */
    int offers;
    /* The remaining members are private. */
    int step; /* the index of the archive that is read next; after the archives come the offers */
    struct store *store; /* the archive that is being read; NULL: none */
};

/* List the archives without opening any, and begin the search for games. *finds is zero or in use.
 * `offer` is borrowed. */
void finds_begin(struct finds *finds, const struct found_offer *offer, int offers);
/* Search for a short time. Returns false when everything has been found. */
bool finds_step(struct finds *finds);
void finds_clear(struct finds *finds);
/* The first of the archives found so far in which others may play, too; NULL: none. */
const struct found_archive *finds_shared(const struct finds *finds);

#endif
