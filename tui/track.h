/* track.h - the positions along a path of a record: what is on the board at a spot.
 *
 * A track follows a reader: going one ply on reads one ply, going elsewhere keeps what the paths have in common. */
#ifndef CHESSCADE_TRACK_H
#define CHESSCADE_TRACK_H

#include "archive/spot.h"
#include "core/rules.h"

struct track {
    const struct ruleset *rules; /* borrowed: outlives the track */
    struct position now;         /* after the path, or as far as its plies can be read */
    struct position before;      /* before the last ply played; the start when none was */
    int plies;                   /* played: fewer than the path has when it is broken */
    bool broken;                 /* the ply after those cannot be read or is not legal; `why` says why */
    struct note why;
    struct ply *ply;             /* [plies] */
    /* The rest is the track's own. */
    struct verdict verdict;
    bool judged;
    int times;                   /* how often the position has stood on the path, once it is judged */
    char **text;                 /* [plies] of the record */
    uint8_t *left;               /* [plies] sides that left after the ply, a bit each; SIDES_MAX bits further who did by time */
    uint64_t *identity;          /* [plies + 1] */
    struct position **kept;      /* one every KEEP_EVERY plies, the start first */
    int ply_room, text_room, left_room, identity_room, kept_room, ply_made, kept_made;
};

/* Begin at a position (copied). *track is zero or was cleared. */
void track_begin(struct track *track, const struct position *start);
void track_clear(struct track *track);
/* Go to a spot of the record, whatever has changed in it. */
void track_go(struct track *track, const struct record *record, const struct spot *spot);

/* Where a ply ends, CELL_NONE for a pass. */
cell_t ply_end(const struct ply *ply);
/* Where the plies end that come next from a spot of the record on that way, or those before the last one, the nearest first:
 * at most `most`, as far as they can be read. Returns how many. */
int track_ahead(const struct track *track, const struct record *record, const struct spot *spot, int choice, cell_t *cells,
                int most);
int track_behind(const struct track *track, cell_t *cells, int most);

/* What `now` is, as far as the path tells its repetitions. Kept until the track moves on. */
const struct verdict *track_verdict(struct track *track);

/* Why `side` of three went out with the last ply, or between it and the next: constant text, "checkmate", "king captured",
 * "resignation", "time"; NULL when nobody tells. */
const char *track_why_out(const struct track *track, int side);

/* Read the text of a ply of the record in a position; a pass (text_is_pass) has no
 * actions. */
int ply_read(const struct position *position, const char *text, struct ply *ply, struct note *why);

#endif
