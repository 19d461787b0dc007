/* follow.h - a board that follows the plies of a game forwards, as fast as its variant allows.
 *
 * For imports and searches, where nothing is taken back: ordinary chess goes by the fast way of core/san.h, every other
 * variant by its family's parse(). To step through a game use archive/replay.h. */
#ifndef CHESSCADE_FOLLOW_H
#define CHESSCADE_FOLLOW_H

#include "archive/record.h"

#include "core/rules.h"
#include "core/san.h"

struct follower {
    bool classical;
    struct san_game san;      /* classical */
    struct position position; /* else */
};

/* Open the ruleset and start position a record names: 0, and the caller frees *rules when the follower is no longer used;
 * FAIL_NAME or FAIL_TEXT (*rules NULL) when this program does not know them. */
int follow_open(struct follower *follower, const struct record *record, struct ruleset **rules, struct note *why);
/* Begin at a position. */
void follow_begin(struct follower *follower, const struct position *start);
void follow_copy(struct follower *to, const struct follower *from);
/* Play a ply: true, and its text as the record's notation wants it in `written` (of `size` >= SAN_MAX), if it is legal;
 * else nothing changes. */
bool follow_play(struct follower *follower, const char *text, char *written, size_t size);
/* The present position. */
void follow_position(const struct follower *follower, struct position *out);
/* The side to move and the number of the coming ply. */
int follow_side(const struct follower *follower);
int follow_number(const struct follower *follower);

#endif
