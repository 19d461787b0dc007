/* pgn_follow.h - a board that follows the plies of a PGN game; private to the pgn_*.c files.
 *
 * Ordinary chess goes by the fast way of core/san.h, every other variant by its family's parse(). */
#ifndef CHESSCADE_PGN_FOLLOW_H
#define CHESSCADE_PGN_FOLLOW_H

#include "archive/record.h"

#include "core/rules.h"
#include "core/san.h"

struct pgn_follower {
    bool classical;
    struct san_game san;      /* classical */
    struct position position; /* else */
};

/* Begin at a position. */
void pgn_follow_begin(struct pgn_follower *follower, const struct position *start);
void pgn_follow_copy(struct pgn_follower *to, const struct pgn_follower *from);
/* Play a ply: true, and its text as the record's notation wants it in `written` (of `size` >= SAN_MAX), if it is legal;
 * else nothing changes. */
bool pgn_follow_play(struct pgn_follower *follower, const char *text, char *written, size_t size);
/* The side to move and the number of the coming ply. */
int pgn_follow_side(const struct pgn_follower *follower);
int pgn_follow_number(const struct pgn_follower *follower);

#endif
