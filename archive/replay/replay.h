/* replay.h - replays a record by the rules of its variant to get the position at a spot.
 *
 * Going from spot to spot plays and takes back only the plies that differ, so stepping through a
 * game costs one ply each. A game that cannot be replayed completely (a broken ply, a gap, an
 * unknown variant) is shown up to that point. */
#ifndef CHESSCADE_ARCHIVE_REPLAY_REPLAY_H
#define CHESSCADE_ARCHIVE_REPLAY_REPLAY_H

#include "archive/record/cursor.h"
#include "archive/yaml/yaml_read.h"
#include "core/game.h"

struct replay {
    struct ruleset *rules; /* NULL: the variant or its options are unknown; the plies are then only
                              texts */
    bool borrowed;         /* the rules belong to someone else */
    struct game game; /* stands at the current spot, or where its path can no longer be replayed */
    struct note trouble; /* why there are no rules; otherwise "" */
    char **played;       /* [game.plies] the texts played, to detect edits */
    int room;
};

/* Opens the ruleset and start position of a record. *replay must be zero or cleared. Always leaves
 * a usable replay: on failure (FAIL_NAME: unknown variant or option, FAIL_TEXT: unreadable start
 * position) there are no rules, and `trouble` says why. */
int replay_open(struct replay *replay, const struct record *record, struct note *why);
/* The same for going through many games: the rules are reused for similar games. At most one such
 * replay per thread can be open at a time. */
int replay_open_alike(struct replay *replay, const struct record *record, struct note *why);
void replay_clear(struct replay *replay);

/* Goes to a spot of the record that was opened, or of an edited copy with the same head. FAIL_RULE
 * or FAIL_TEXT with a message if a ply of the path cannot be replayed: the game then stands before
 * that ply, whose index on the path is replay->game.plies. FAIL_NAME without rules. */
int replay_go(struct replay *replay, const struct record *record, const struct spot *spot,
              struct note *why);

/* The text of a ply as a file keeps it. FAIL_LIMIT for a cascade too long for any file. */
int ply_kept(const struct position *before, const struct ply *ply, enum form form,
             char out[PLY_ROOM], struct note *why);

/* A discrepancy reported by verify: in a ply, or in the record as a whole (place 0, 0). */
struct finding {
    struct place place;
    int number; /* number of the ply from the start of the game, also in a variation; 0: the record
                   as a whole */
    bool told;  /* the file itself says so: a ply marked broken, a gap, a game that could not be
                   checked on import */
    char text[400];
};
typedef void finding_fn(const struct finding *finding, void *argument);

/* Replays every line of a record and compares the result with `end` and the sides. Returns the
 * number of findings that are not `told`. A record of an unknown variant has only that finding. */
int replay_check(const struct record *record, finding_fn *each, void *argument);

/* The plies of `record` may differ from those of its former version `base`: if `end` was correct
 * for `base`, it is updated for `record`. If it was already wrong, it stays and is still reported.
 */
void replay_renew_end(struct record *record, const struct record *base);

#endif
