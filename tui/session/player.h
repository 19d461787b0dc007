/* player.h - the interface of a player that decides plies without a person at this keyboard: the
 * engine (tui/workers/engine_player.h), or a scripted player in tests.
 *
 * A player thinks in parallel to the game, so no call here blocks. opponent.h uses this
 * interface. */
#ifndef CHESSCADE_TUI_SESSION_PLAYER_H
#define CHESSCADE_TUI_SESSION_PLAYER_H

#include "core/family.h"

/* How strongly and how long a player may think about one ply. Times are in milliseconds. */
struct player_limits {
    int level;    /* LEVEL_LEAST to LEVEL_MOST (core/engine/level.h) */
    int64_t most; /* the time for this ply if there is no clock */
    /* time on each clock, and increment per ply; time 0: no clock */
    int64_t time[SIDES_MAX], increment[SIDES_MAX];
    uint64_t seed; /* seeds random choices */
};

/* The player's decision. `score` says how good the position is for the side to move, in hundredths
 * of a Pawn, as scores of core/engine/engine.h do. */
struct player_answer {
    bool found; /* false: no ply is possible */
    struct ply ply;
    int score;
};

struct player_ops {
    /* Create a player for games with these rules; the rules must outlive the player.
     * FAIL_SYSTEM. */
    int (*start)(const struct ruleset *rules, void **player, struct note *why);
    /* Set the game to think about: the position `start` and the legal plies after it, borrowed
     * until go() has returned. */
    void (*position)(void *player, const struct position *start, const struct ply *ply, int plies);
    /* Start to think about the next ply. Must not be called while the player thinks.
     * FAIL_SYSTEM. */
    int (*go)(void *player, const struct player_limits *limits, struct note *why);
    /* Fetch the answer. Returns 1 if *out (zero or freed before) holds it, and the caller owns its
     * ply; 0 if the player is still thinking; negative if the player failed and stopped, with the
     * reason in `why`. */
    int (*answer)(void *player, struct player_answer *out, struct note *why);
    /* Make the player answer at once with the best ply it has found. */
    void (*hurry)(void *player);
    /* Stop thinking without an answer. May be called when the player is not thinking. */
    void (*stop)(void *player);
    /* Stop thinking, and free the player. */
    void (*end)(void *player);
};

#endif
