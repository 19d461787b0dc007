/* san_replay.h - plays through a game forwards as fast as its variant allows.
 *
 * For imports and searches, which never step back. Orthodox chess uses the fast path of
 * core/families/orthodox/san.h, every other variant its family's parse(). To step through a game
 * use replay.h. */
#ifndef CHESSCADE_ARCHIVE_REPLAY_SAN_REPLAY_H
#define CHESSCADE_ARCHIVE_REPLAY_SAN_REPLAY_H

#include "archive/record/record.h"

#include "core/family.h"
#include "core/families/orthodox/san.h"

struct follower {
    bool classical;
    struct san_game san;      /* classical */
    struct position position; /* if not classical */
    uint32_t taken; /* if not classical: the kinds of pieces the last ply captured, one bit each,
                     * whoever owned them */
};

/* Sets up the ruleset and start position of a record. 0: the caller frees *rules when done with the
 * follower. FAIL_NAME or FAIL_TEXT (*rules NULL) if this program does not know them. */
int follow_open(struct follower *follower, const struct record *record, struct ruleset **rules,
                struct note *why);
/* A cache of start positions: each variant is set up once; variants with options are evicted in
 * turn. Zero-initialize. */
enum {
    FOLLOW_STARTS = 64 /* more than there are variants */,
    FOLLOW_OPTIONED = 32 /* cached variants with options */,
    FOLLOW_OPTIONS = 32 /* options of a cached start at most */
};
struct follow_start {
    struct start_place *place[FOLLOW_STARTS]; /* NULL: not set up yet */
    struct start_place *optioned[FOLLOW_OPTIONED];
    int last, last_optioned; /* the entries used last */
};
/* Like follow_open(), but with a cache, and the caller gives *rules back with follow_close(). A
 * cached start stays until enough games of other variants or options have been opened. */
int follow_open_alike(struct follower *follower, const struct record *record,
                      struct follow_start *start, struct ruleset **rules, struct note *why);
void follow_close(const struct follow_start *start, struct ruleset *rules);
/* The rules of a record's variant and options, cached as above; do not free them. NULL if they are
 * unknown or there are more than FOLLOW_OPTIONS options. */
struct ruleset *follow_start_rules(struct follow_start *start, const struct record *record,
                                   struct note *why);
void follow_start_clear(struct follow_start *start);
/* Starts at a position. */
void follow_begin(struct follower *follower, const struct position *start);
void follow_copy(struct follower *to, const struct follower *from);
/* Plays a ply if it is legal: returns true and writes its text in the record's notation to
 * `written` (`size` >= SAN_MAX). Otherwise nothing changes. Passing the turn (text_is_pass) is
 * accepted, except in check. */
bool follow_play(struct follower *follower, const char *text, char *written, size_t size);
/* The sides that leave after a ply while the others play on: {is: 'resigns', side: 'b'}, {is:
 * 'out', side: 'w', why: 'time'}; in order, each side once. `node` may be NULL. Returns their
 * number. */
struct leaver {
    uint8_t side;
    bool by_time;
};
int follow_leavers(const struct node *node, struct leaver out[SIDES_MAX]);
/* Removes the sides that left after `node`. Call it before playing the next ply (in the line of
 * `node` or a variation from it), so that the position after a ply is still as its mover left it.
 */
void follow_leave(struct follower *follower, const struct node *node);
/* Keeps enough to undo the last plies of a line, for readers who learn only later what a variation
 * replaces. */
enum { FOLLOW_PAST = 2 };
struct follow_past {
    struct san_step san[FOLLOW_PAST]; /* latest ply first */
    struct position position[FOLLOW_PAST];
};
/* Plays a ply and records how to undo it. */
bool follow_on(struct follower *follower, struct follow_past *past, const char *text, char *written,
               size_t size);
/* The position before the last `plies` plies of `now`, 0 to FOLLOW_PAST of those recorded. */
void follow_earlier(struct follower *to, const struct follower *now, const struct follow_past *past,
                    int plies);

/* The current position. */
void follow_position(const struct follower *follower, struct position *out);
/* The side to move, and the number of the next ply. */
int follow_side(const struct follower *follower);
int follow_number(const struct follower *follower);

#endif
