/* replay.h - replays a record by the rules of its variant, to get the position at any spot
 * (record/cursor.h) of the record.
 *
 * Going from one spot to another takes back and plays only the plies that differ, so stepping
 * through a game costs one ply per step. A game that cannot be replayed to its end (it has an
 * illegal ply, a gap or an unknown variant) is replayed as far as possible. */
#ifndef CHESSCADE_ARCHIVE_REPLAY_REPLAY_H
#define CHESSCADE_ARCHIVE_REPLAY_REPLAY_H

#include "archive/replay/track.h"
#include "archive/yaml/yaml_read.h"

struct follow_start;

struct replay {
    struct ruleset *rules; /* NULL if the variant or its options are unknown; the plies are then
                              only texts */
    bool borrowed;         /* true if another module owns the rules */
    struct track track;    /* the positions along the path to the current spot, or to the first ply
                              of it that cannot be replayed */
    struct note trouble;   /* why there are no rules; "" if there are */
};

/* Sets up the rules and the start position of a record. *replay must be zero or cleared. On failure
 * (FAIL_NAME: unknown variant or option; FAIL_TEXT: invalid start position) *replay can still be
 * used; it then has no rules, and `trouble` says why. */
int replay_open(struct replay *replay, const struct record *record, struct note *why);
/* Like replay_open(), for replaying many games one after the other: keeps the rules for the next
 * game of the same variant. Each thread can have only one such replay open at a time. */
int replay_open_alike(struct replay *replay, const struct record *record, struct note *why);
void replay_clear(struct replay *replay);

/* Replays to a spot. `record` is the record that was opened, or an edited copy with the same head.
 * FAIL_RULE or FAIL_TEXT with a message if a ply on the path cannot be replayed. The game then
 * stands before that ply, and replay->track.plies is the index of the ply on the path. FAIL_NAME if
 * there are no rules. */
int replay_go(struct replay *replay, const struct record *record, const struct spot *spot,
              struct note *why);

/* For replay_check(): what replay_go() says about a gap, and the rules that replay_open_alike()
 * keeps in this thread. */
extern const char replay_gap[];
struct follow_start *replay_rules_of_many(void);

/* Writes a ply as a file stores it. `before` is the position before the ply. FAIL_LIMIT if it is a
 * cascade that is too long for a file. */
int ply_kept(const struct position *before, const struct ply *ply, enum form form,
             char out[PLY_ROOM], struct note *why);

/* A problem that replay_check() found. It is in the ply at `place`; if `place` is 0, 0, it concerns
 * the record as a whole. */
struct finding {
    struct place place;
    int number; /* number of the ply counted from the start of the game, even in a variation; 0 for
                   the whole record */
    bool told;  /* true if the file itself reports the problem: a ply marked as broken, a gap, or a
                   game that the import could not check */
    char text[400];
};
typedef void finding_fn(const struct finding *finding, void *argument);

/* Replays all lines of a record, and compares the sides of the plies and the final position with
 * what the file states (`side`, `end`). Calls `each` for every problem. Returns the number of
 * problems that the file itself does not report. For a record of an unknown variant, that is the
 * only problem. */
int replay_check(const struct record *record, finding_fn *each, void *argument);

/* Updates the key `end` (the final position) after the plies of `base` were edited, which gave
 * `record`. Does nothing if `end` was wrong for `base`: it stays wrong, so that replay_check()
 * still reports it. */
void replay_renew_end(struct record *record, const struct record *base);

#endif
