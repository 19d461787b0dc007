/* game_open.h - what the view of a game opens: a game of a store, the user's draft of it, or a new
 * game; and the position at each ply of a line. */
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
    struct store *store;    /* borrowed, must outlive the table; NULL: the game is not stored */
    bool owns_store;        /* the table takes ownership of the store, unless opening fails */
    struct record *record;  /* the table takes ownership, even if opening fails */
    struct version version; /* in the store; all zero for a new game */
    struct spot spot; /* where to begin; if it is the start, the table begins where the user left
                         the game, */
    bool at_spot;     /* unless this is set: then it begins at `spot` even if that is the start */
    int hit[TABLE_HITS_MAX]; /* plies of the main line that the search found, for n and N */
    int hits;
    struct note spoilt; /* why an existing draft of the game was not loaded; "" if there was none */
    bool draft;         /* the record is a draft with unsaved changes */
    bool play;          /* a game in play at this keyboard, continued after its last ply */
    const char *where;  /* for the title: "games/club.yaml 17/412"; copied; NULL: nothing */
    /* Load the next (step 1) or previous (-1) game of the list this one came from: fills *out
     * (zero) as above. May be NULL; `list` is its argument, borrowed. */
    int (*neighbour)(void *list, int step, struct table_open *out, struct note *why);
    void *list;
    /* Draw that list beside the game if the screen is wide enough; NULL: it is not shown. */
    void (*dock)(void *list, struct scene *scene, const struct area *area);
    struct openings_panel *openings; /* the openings panel that was shown beside the previous game;
                                      * the table takes ownership, unless opening fails; NULL: none
                                      */
    /* A live game on this host (tui/views/game/live.h): its journal, which the table owns in the
     * same way as the record, and its lobby, borrowed. NULL: not a live game. */
    struct journal *journal;
    struct lobby_place *place;
};

/* Create a record for a new game of a variant, with the settings that differ from the defaults, and
 * with a start of its own (NULL: the variant's). */
struct record *table_new_game(const struct ruleset *rules, const struct position *start,
                              const char *date);

/* Load the game at a place of a store's list, or this user's draft of it, into *open, whose other
 * members are kept. Fails as store_load() does. */
int table_load(struct store *store, int at, struct table_open *open, struct place *place,
               struct note *why);

/* ---- The positions along a path of a record: what is on the board at a spot.
 *
 * A track follows a reader: going one ply forward reads one ply; going elsewhere keeps the common
 * part of both paths. */

struct track {
    const struct ruleset *rules; /* borrowed: outlives the track */
    struct position now;         /* after the path, or as far as its plies could be read */
    struct position before;      /* before the last ply played; the start when none was */
    int plies;                   /* how many were played: fewer than the path has if it is broken */
    bool broken; /* the next ply cannot be read or is illegal; `why` has the reason */
    struct note why;
    struct ply *ply; /* [plies] */
    /* The remaining members are private. */
    struct verdict verdict;
    bool judged;
    int times;     /* how often the position has occurred on the path, once judged */
    char **text;   /* [plies] of the record */
    uint8_t *left; /* [plies] a bit for each side that left after the ply; SIDES_MAX bits higher,
                    * for each that ran out of time */
    uint64_t *identity;     /* [plies + 1] */
    struct position **kept; /* every KEEP_EVERY-th position, the start first */
    int ply_room, text_room, left_room, identity_room, kept_room, ply_made, kept_made;
};

/* Begin at a position (copied). *track is zero or was cleared. */
void track_begin(struct track *track, const struct position *start);
void track_clear(struct track *track);
/* Go to a spot of the record, even if the record has changed. */
void track_go(struct track *track, const struct record *record, const struct spot *spot);

/* The cell where a ply ends, CELL_NONE for a pass. */
cell_t ply_end(const struct ply *ply);
/* The cells where the next plies from a spot of the record end, along a continuation; or those
 * before the last ply. Nearest first, at most `most`, as far as they can be read. Returns how many.
 */
int track_ahead(const struct track *track, const struct record *record, const struct spot *spot,
                int choice, cell_t *cells, int most);
int track_behind(const struct track *track, cell_t *cells, int most);

/* The verdict on `now`, counting repetitions along the path. Valid until the track moves. */
const struct verdict *track_verdict(struct track *track);

/* The game up to `now` as an engine needs it: *start is a position, and the plies after it are
 * track->ply up to the number returned. After a pass, or if somebody has left, *start is `now`.
 * Valid until the track moves. */
int track_game(const struct track *track, const struct position **start);

/* Why `side` of three left the game with the last ply, or between it and the next: constant text,
 * "checkmate", "king captured", "resignation", "time"; NULL if unknown. */
const char *track_why_out(const struct track *track, int side);

/* Parse a ply of the record in a position; a pass (text_is_pass) has no actions. */
int ply_read(const struct position *position, const char *text, struct ply *ply, struct note *why);

#endif
