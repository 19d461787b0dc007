/* san_replay.h - plays through a game forwards, as fast as its variant allows.
 *
 * Made for imports and searches, which never step back; to step through a game use replay.h. For
 * classical chess it uses the fast code in core/families/orthodox/san.h, for other variants parse()
 * of their family. A *follower* is the state of a game that is played through. */
#ifndef CHESSCADE_ARCHIVE_REPLAY_SAN_REPLAY_H
#define CHESSCADE_ARCHIVE_REPLAY_SAN_REPLAY_H

#include "archive/record/record.h"

#include "core/family.h"
#include "core/families/orthodox/san.h"

struct follower {
    bool classical;
    struct san_game san;      /* state of the game in classical chess */
    struct position position; /* state of the game in all other variants */
    uint32_t taken; /* kinds of the pieces that the last ply captured, whoever owned them, one bit
                       for each kind; not used if `classical` */
};

/* Sets up the rules and the start position of a record. Returns 0 on success: the caller then frees
 * *rules after its last use of the follower. FAIL_NAME or FAIL_TEXT, with *rules NULL, if the
 * variant, an option or the start position is unknown or invalid. */
int follow_open(struct follower *follower, const struct record *record, struct ruleset **rules,
                struct note *why);
/* A cache of rules and start positions. Variants without options stay in the cache; those with
 * options share a part of it, where new entries replace old ones. Initialize it with zero. */
enum {
    FOLLOW_STARTS = 64 /* entries for variants without options; more than there are variants */,
    FOLLOW_OPTIONED = 32 /* entries for variants with options */,
    FOLLOW_OPTIONS = 32 /* largest number of options of a cached variant */
};
struct follow_start {
    struct start_place *place[FOLLOW_STARTS]; /* cache entries for variants without options; NULL if
                                                 free */
    struct start_place *optioned[FOLLOW_OPTIONED];
    int last, last_optioned; /* indices of the entries that were used last */
};
/* Like follow_open(), but takes the rules from the cache `start`; release them with follow_close().
 * The cache keeps its entry until enough games with other options have been opened. */
int follow_open_alike(struct follower *follower, const struct record *record,
                      struct follow_start *start, struct ruleset **rules, struct note *why);
void follow_close(const struct follow_start *start, struct ruleset *rules);
/* Returns the rules for a record's variant and options from the cache, which owns them. NULL if
 * they are unknown or there are more than FOLLOW_OPTIONS options. */
struct ruleset *follow_start_rules(struct follow_start *start, const struct record *record,
                                   struct note *why);
void follow_start_clear(struct follow_start *start);
/* Starts a follower at a position. */
void follow_begin(struct follower *follower, const struct position *start);
void follow_copy(struct follower *to, const struct follower *from);
/* Plays a ply if it is legal, writes it in the record's notation to `written` (at least SAN_MAX
 * bytes) and returns true. Otherwise returns false and changes nothing. A passed turn
 * (text_is_pass) counts as legal, except in check. */
bool follow_play(struct follower *follower, const char *text, char *written, size_t size);
/* Finds the sides that leave the game after a ply while the others play on, as the file tells by
 * events like {is: 'resigns', side: 'b'} or {is: 'out', side: 'w', why: 'time'}. Lists each side
 * once, in the order of the file. `node` may be NULL. Returns the number of sides. */
struct leaver {
    uint8_t side;
    bool by_time;
};
int follow_leavers(const struct node *node, struct leaver out[SIDES_MAX]);
/* Removes the sides that left after the ply `node`. Call it before playing the next ply, in the
 * same line or in a variation. So the position directly after a ply still contains these sides. */
void follow_leave(struct follower *follower, const struct node *node);
/* The data for taking back the last plies of a line, used by readers that find out only later which
 * ply a variation replaces. */
enum { FOLLOW_PAST = 2 };
struct follow_past {
    struct san_step san[FOLLOW_PAST]; /* how to take back the last plies, the latest first */
    struct position position[FOLLOW_PAST];
};
/* Like follow_play(), but also stores in `past` how to take the ply back. */
bool follow_on(struct follower *follower, struct follow_past *past, const char *text, char *written,
               size_t size);
/* Sets `to` to the position before the last `plies` plies of `now`. `plies` is at most FOLLOW_PAST,
 * and these plies must have been played by follow_on(). */
void follow_earlier(struct follower *to, const struct follower *now, const struct follow_past *past,
                    int plies);

/* Writes the current position to *out. */
void follow_position(const struct follower *follower, struct position *out);
/* Return the side to move and the number of the next ply. */
int follow_side(const struct follower *follower);
int follow_number(const struct follower *follower);

#endif
