/* replay.h - from a record to positions: the game of a spot, played by the rules of the record's variant.
 *
 * Going from spot to spot plays and takes back only what differs, so stepping through a game costs a ply each. What
 * does not replay is shown up to there: a broken ply, a gap, a variant this program does not know. */
#ifndef CHESSCADE_REPLAY_H
#define CHESSCADE_REPLAY_H

#include "archive/spot.h"
#include "archive/yaml_in.h"
#include "core/game.h"

struct replay {
    struct ruleset *rules; /* NULL: the variant or its options are not known; the plies are only texts then */
    bool borrowed;         /* they are somebody else's */
    struct game game;      /* stands at the spot gone to, or where its path stops making sense */
    struct note trouble;   /* why there are no rules; "" otherwise */
    char **played;         /* [game.plies]: the texts played, to notice edits */
    int room;
};

/* Open the ruleset and start position of a record. *replay is zero or was cleared. Always leaves a usable replay: on
 * failure (FAIL_NAME unknown variant or option, FAIL_TEXT a start position that cannot be read) there are no rules and
 * `trouble` says why. */
int replay_open(struct replay *replay, const struct record *record, struct note *why);
/* The same for who goes through many games one after the other: rules that were opened for one serve those like it. At most one
 * such replay is open at a time in a thread. */
int replay_open_alike(struct replay *replay, const struct record *record, struct note *why);
void replay_clear(struct replay *replay);

/* Go to a spot of the record the replay was opened with, or of an edited copy of it with the same head. FAIL_RULE or
 * FAIL_TEXT with the sentence when a ply of the path does not replay: the game then stands before that ply, whose
 * index on the path is replay->game.plies. FAIL_NAME without rules. */
int replay_go(struct replay *replay, const struct record *record, const struct spot *spot, struct note *why);

/* The text of a ply as a file keeps it. FAIL_LIMIT: of a cascade so long that no file could. */
int ply_kept(const struct position *before, const struct ply *ply, enum form form, char out[PLY_ROOM], struct note *why);

/* Something that is not as it says, for verify: in a ply, or in the record as a whole (place 0, 0). */
struct finding {
    struct place place;
    int number;  /* of the ply from the start of the game, in a variation too; 0: the record as a whole */
    bool told;   /* the file says so itself: a ply marked broken, a gap, a game that could not be checked when it was imported */
    char text[400];
};
typedef void finding_fn(const struct finding *finding, void *argument);

/* Replay every line of a record and hold `end` and the sides against it. Returns the number of findings that are
 * not told. Records of unknown variants have none but that. */
int replay_check(const struct record *record, finding_fn *each, void *argument);

/* The plies of a record may be others than those of `base`, which it was: where `end` said the truth of that one, it comes to say
 * it of this one. What was wrong before stays, and is reported as ever. */
void replay_renew_end(struct record *record, const struct record *base);

#endif
