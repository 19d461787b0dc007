/* player.h - what a game asks of whoever decides the plies of a seat without sitting at this
 * keyboard: the engine (tui/workers/engine_player.h), or a scripted player in tests.
 *
 * A player thinks beside the game: no call here waits. opponent.h uses it. */
#ifndef CHESSCADE_TUI_SESSION_PLAYER_H
#define CHESSCADE_TUI_SESSION_PLAYER_H

#include "core/family.h"

/* How strongly and how long to think about one ply. Times are in milliseconds. */
struct player_limits {
    int level;    /* LEVEL_LEAST to LEVEL_MOST (core/engine/level.h) */
    int64_t most; /* for this ply, if there is no clock */
    int64_t time[SIDES_MAX], increment[SIDES_MAX]; /* on the clocks; time 0: no clock */
    uint64_t seed;                                 /* for choices by chance */
};

/* Both say how good the mover's position is, in hundredths of a Pawn, as scores of
 * core/engine/engine.h do. */
struct player_answer {
    bool found; /* false: there is no ply */
    struct ply ply;
    int score;
};

struct player_ops {
    /* A new player of games by these rules, which must outlive it. FAIL_SYSTEM. */
    int (*start)(const struct ruleset *rules, void **player, struct note *why);
    /* Set the game to think about: `start` and the legal plies after it, borrowed until go() has
     * returned. */
    void (*position)(void *player, const struct position *start, const struct ply *ply, int plies);
    /* Begin to think about the next ply. FAIL_SYSTEM. Not while it thinks. */
    int (*go)(void *player, const struct player_limits *limits, struct note *why);
    /* Fetch the answer. 1: *out (zero or freed) has it, its ply is the caller's; 0: it thinks on;
     * negative: it failed, `why` says how, and it does not think any more. */
    int (*answer)(void *player, struct player_answer *out, struct note *why);
    /* Ask for an answer at once, with the best ply so far. */
    void (*hurry)(void *player);
    /* Stop thinking; there will be no answer. May be called when the player is not thinking. */
    void (*stop)(void *player);
    /* Stop, and free the player. */
    void (*end)(void *player);
};

#endif
