/* game_open.h - what the view of a game opens: a game of an archive, the user's draft of it (a game
 * with unsaved changes), or a new game; and the positions along a line of plies. */
#ifndef CHESSCADE_TUI_SESSION_GAME_OPEN_H
#define CHESSCADE_TUI_SESSION_GAME_OPEN_H

#include "archive/record/cursor.h"
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
    bool draft;        /* The record is a draft with unsaved changes. */
    bool play;         /* The game is played at this keyboard and continues after its last ply. */
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

/* ---- The positions along a path of a record: what is on the board after each ply.
 *
 * A track follows a reader through the game: going one ply forward parses only one ply, and going
 * elsewhere keeps the common part of both paths. */

struct track {
    const struct ruleset *rules; /* the rules; borrowed, must outlive the track */
    /* the position after the path, or after its last ply that could be played */
    struct position now;
    /* the position before the last ply played; the start if no ply was played */
    struct position before;
    int plies;   /* how many plies were played; less than the length of the path if `broken` */
    bool broken; /* the next ply of the path cannot be parsed or is illegal; `why` has the reason */
    struct note why;
    struct ply *ply; /* [plies] the parsed plies of the path */
    /* The remaining members are private. */
    struct verdict verdict;
    bool judged;
    int times;   /* how often the position has occurred on the path; valid once `judged` */
    char **text; /* [plies] the texts of the plies in the record */
    /* [plies] A bit for each side that left the game after the ply; the bit SIDES_MAX higher is
     * set as well if the side ran out of time. */
    uint8_t *left;
    uint64_t *identity;     /* [plies + 1] */
    struct position **kept; /* a copy of every KEEP_EVERY-th position, the start first */
    int ply_room, text_room, left_room, identity_room, kept_room, ply_made, kept_made;
};

/* Begin a track at a position, which is copied. *track is zero or was cleared. */
void track_begin(struct track *track, const struct position *start);
void track_clear(struct track *track);
/* Move the track to a spot of the record; the record may have changed since the last call. */
void track_go(struct track *track, const struct record *record, const struct spot *spot);

/* The cell where a ply ends; CELL_NONE for a pass. */
cell_t ply_end(const struct ply *ply);
/* track_ahead() writes the cells where the next plies end, along continuation `choice` from a
 * spot of the record, as far as the plies can be parsed. track_behind() writes the cells where the
 * plies before the last one ended. Both write the nearest ply first and at most `most` cells, and
 * return the number of cells. */
int track_ahead(const struct track *track, const struct record *record, const struct spot *spot,
                int choice, cell_t *cells, int most);
int track_behind(const struct track *track, cell_t *cells, int most);

/* The verdict on the position `now`, counting repetitions along the path. Valid until the track
 * moves. */
const struct verdict *track_verdict(struct track *track);

/* The game up to `now` as an engine needs it: the engine starts at *start and plays as many plies
 * of track->ply as the function returns. After a pass, or if a side has left, *start is `now`,
 * because engines know neither. Valid until the track moves. */
int track_game(const struct track *track, const struct position **start);

/* Why `side` left a game of three with the last ply or directly after it: constant text,
 * "checkmate", "king captured", "resignation" or "time"; NULL if unknown. */
const char *track_why_out(const struct track *track, int side);

/* Parse the text of a ply in a position. A pass (text_is_pass) has no actions. */
int ply_read(const struct position *position, const char *text, struct ply *ply, struct note *why);

#endif
