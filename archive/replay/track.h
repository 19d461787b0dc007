/* track.h - the positions along a path of a record: what is on the board after each ply.
 *
 * A track follows a reader through the game: going one ply forward parses only one ply, and going
 * elsewhere keeps the common part of both paths. */
#ifndef CHESSCADE_ARCHIVE_REPLAY_TRACK_H
#define CHESSCADE_ARCHIVE_REPLAY_TRACK_H

#include "archive/record/cursor.h"
#include "core/family.h"

struct track {
    const struct ruleset *rules; /* the rules; borrowed, must outlive the track */
    /* the position after the path, or after its last ply that could be played */
    struct position now;
    /* the position before the last ply played; the start if no ply was played */
    struct position before;
    int plies;   /* how many plies were played; less than the length of the path if `broken` */
    bool broken; /* the next ply of the path cannot be parsed or is illegal; `why` has the reason */
    int failure; /* if `broken`: FAIL_RULE (also for a gap in the file), FAIL_TEXT or FAIL_LIMIT */
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
