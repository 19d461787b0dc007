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
    uint32_t taken;           /* of these: the kinds of men the last ply took, a bit each, whoever they belonged to */
};

/* Open the ruleset and start position a record names: 0, and the caller frees *rules when the follower is no longer used;
 * FAIL_NAME or FAIL_TEXT (*rules NULL) when this program does not know them. */
int follow_open(struct follower *follower, const struct record *record, struct ruleset **rules, struct note *why);
/* Where games of many variants begin: each is set up once, those with options as long as not too many others came since. Zero to
 * begin with. */
enum { FOLLOW_STARTS = 64 /* variants kept; there are fewer */, FOLLOW_OPTIONED = 32 /* of those with options */,
       FOLLOW_OPTIONS = 32 /* that a start has which is kept */ };
struct follow_start {
    struct start_place *place[FOLLOW_STARTS]; /* NULL: not made yet */
    struct start_place *optioned[FOLLOW_OPTIONED];
    int last, last_optioned;                  /* the ones used last */
};
/* The same as follow_open(), but the caller gives *rules back with follow_close(); those that are kept stay until so many games of
 * other variants, or options, were opened. */
int follow_open_alike(struct follower *follower, const struct record *record, struct follow_start *start,
                      struct ruleset **rules, struct note *why);
void follow_close(const struct follow_start *start, struct ruleset *rules);
/* The rules of a record's variant and options, kept like those of follow_open_alike() and not to be freed; NULL: they are not
 * known, or the options more than FOLLOW_OPTIONS. */
struct ruleset *follow_start_rules(struct follow_start *start, const struct record *record, struct note *why);
void follow_start_clear(struct follow_start *start);
/* Begin at a position. */
void follow_begin(struct follower *follower, const struct position *start);
void follow_copy(struct follower *to, const struct follower *from);
/* Play a ply: true, and its text as the record's notation wants it in `written` (of `size` >= SAN_MAX), if it is legal;
 * else nothing changes. Passing the turn
 * (text_is_pass) is a ply here, but not in check. */
bool follow_play(struct follower *follower, const char *text, char *written, size_t size);
/* Who leaves after a ply while the others play on: {is: 'resigns', side: 'b'}, {is: 'out', side: 'w', why: 'time'}; in their
 * order, each side once. `node` may be NULL. How many there are. */
struct leaver {
    uint8_t side;
    bool by_time;
};
int follow_leavers(const struct node *node, struct leaver out[SIDES_MAX]);
/* They leave when the next ply is played, so that the position of a ply is what its mover left: to be called before it, in
 * the line of `node` and in those that leave it there. */
void follow_leave(struct follower *follower, const struct node *node);
/* What takes back the last plies of a line, for readers who learn later what a variation replaces. */
enum { FOLLOW_PAST = 2 };
struct follow_past {
    struct san_step san[FOLLOW_PAST]; /* the last ply first */
    struct position position[FOLLOW_PAST];
};
/* Play a ply, and note the way back. */
bool follow_on(struct follower *follower, struct follow_past *past, const char *text, char *written, size_t size);
/* The board of `now` before its last `plies` plies, of 0 to FOLLOW_PAST that were noted. */
void follow_earlier(struct follower *to, const struct follower *now, const struct follow_past *past, int plies);

/* The present position. */
void follow_position(const struct follower *follower, struct position *out);
/* The side to move and the number of the coming ply. */
int follow_side(const struct follower *follower);
int follow_number(const struct follower *follower);

#endif
