/* game_open.h - what the view of a game opens: a game of an archive, the user's draft of it (a game
 * with unsaved changes), or a new game. */
#ifndef CHESSCADE_TUI_SESSION_GAME_OPEN_H
#define CHESSCADE_TUI_SESSION_GAME_OPEN_H

#include "archive/record/cursor.h"
#include "archive/replay/track.h"
#include "archive/store/store.h"
#include "core/family.h"

struct scene;
struct area;
struct journal;
struct openings_panel;
struct lobby_place;

enum { TABLE_HITS_MAX = 99 };

struct table_open {
    /* The archive of the game; borrowed, must outlive the view. NULL: the game is not stored. */
    struct store *store;
    bool owns_store;        /* The view takes ownership of the store, unless opening fails. */
    struct record *record;  /* The game; the view takes ownership, even if opening fails. */
    struct version version; /* The stored version of the game; all zero for a new game. */
    /* The ply to show first. If this is the start of the game and `at_spot` is false, the view
     * instead shows the ply at which the user last left the game. */
    struct spot spot;
    bool at_spot; /* Show the ply at `spot` even if it is the start of the game. */
    /* Plies of the main line that a search has found, for the keys n and N. */
    int hit[TABLE_HITS_MAX];
    int hits;
    /* Why an existing draft of the game was not loaded; "" if there was no draft. */
    struct note spoilt;
    bool draft; /* The record is a draft with unsaved changes. */
    bool play;  /* The game is played at this keyboard and continues after its last ply. */
    /* The game is resumed from the home screen: if its players have no names, the title shows the
     * name that the home screen shows. */
    bool resumed;
    const char *where; /* A text for the title, copied: "games/club.yaml 17/412". NULL: nothing. */
    /* Load the next (step 1) or previous (-1) game of the list from which this game was opened:
     * fills *out, which is zero, as a struct table_open. `list` is the function's argument,
     * borrowed. The function may be NULL. */
    int (*neighbour)(void *list, int step, struct table_open *out, struct note *why);
    void *list;
    /* Draw the list beside the game if the screen is wide enough. NULL: the list is not shown. */
    void (*dock)(void *list, struct scene *scene, const struct area *area);
    /* The openings panel that was beside the previous game. The view takes ownership, unless
     * opening fails. NULL: none. */
    struct openings_panel *openings;
    /* For a live game on this host (tui/views/game/live.h): its journal, which the view takes
     * ownership of even if opening fails, and its lobby, borrowed. NULL: not a live game. */
    struct journal *journal;
    struct lobby_place *place;
};

/* Create the record of a new game: the variant, the settings that differ from the defaults, and the
 * initial position `start` (NULL: the variant's own). */
struct record *table_new_game(const struct ruleset *rules, const struct position *start,
                              const char *date);

/* Load the game at index `at` of a store, or this user's draft of it, into *open; the other members
 * of *open are unchanged. Fails as store_load() does. */
int table_load(struct store *store, int at, struct table_open *open, struct place *place,
               struct note *why);

/* Load the draft of a game, to be continued: open->play is set if the game was never saved and has
 * no result. Otherwise as table_load(). */
int table_load_draft(struct store *store, const char *id, struct table_open *open,
                     struct note *why);

#endif
