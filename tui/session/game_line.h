/* game_line.h - the positions along a path of a record: what is on the board at a spot.
 *
 * A track follows a reader: going one ply forward reads one ply; going elsewhere keeps the common part of both
 * paths. */
#ifndef CHESSCADE_TUI_SESSION_GAME_LINE_H
#define CHESSCADE_TUI_SESSION_GAME_LINE_H

#include "archive/record/cursor.h"
#include "core/family.h"

struct track {
    const struct ruleset *rules; /* borrowed: outlives the track */
    struct position now;         /* after the path, or as far as its plies could be read */
    struct position before;      /* before the last ply played; the start when none was */
    int plies;                   /* how many were played: fewer than the path has if it is broken */
    bool broken;                 /* the next ply cannot be read or is illegal; `why` has the reason */
    struct note why;
    struct ply *ply;             /* [plies] */
    /* The remaining members are private. */
    struct verdict verdict;
    bool judged;
    int times;                   /* how often the position has occurred on the path, once judged */
    char **text;                 /* [plies] of the record */
    uint8_t *left;               /* [plies] a bit for each side that left after the ply; SIDES_MAX bits higher, for each
                                  * that ran out of time */
    uint64_t *identity;          /* [plies + 1] */
    struct position **kept;      /* every KEEP_EVERY-th position, the start first */
    int ply_room, text_room, left_room, identity_room, kept_room, ply_made, kept_made;
};

/* Begin at a position (copied). *track is zero or was cleared. */
void track_begin(struct track *track, const struct position *start);
void track_clear(struct track *track);
/* Go to a spot of the record, even if the record has changed. */
void track_go(struct track *track, const struct record *record, const struct spot *spot);

/* The cell where a ply ends, CELL_NONE for a pass. */
cell_t ply_end(const struct ply *ply);
/* The cells where the next plies from a spot of the record end, along a continuation; or those before the last ply.
 * Nearest first, at most `most`, as far as they can be read. Returns how many. */
int track_ahead(const struct track *track, const struct record *record, const struct spot *spot, int choice, cell_t *cells,
                int most);
int track_behind(const struct track *track, cell_t *cells, int most);

/* The verdict on `now`, counting repetitions along the path. Valid until the track moves. */
const struct verdict *track_verdict(struct track *track);

/* Why `side` of three left the game with the last ply, or between it and the next: constant text, "checkmate",
 * "king captured", "resignation", "time"; NULL if unknown. */
const char *track_why_out(const struct track *track, int side);

/* Parse a ply of the record in a position; a pass (text_is_pass) has no actions. */
int ply_read(const struct position *position, const char *text, struct ply *ply, struct note *why);

#endif
