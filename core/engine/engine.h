/* engine.h - the engine: finds a good ply in a position of any ruleset. Read core/engine/README
 * first.
 *
 * It has no clock, files or threads of its own. The caller provides a struct engine_host: a clock,
 * a stop flag, a progress callback and, for a search with several threads, a function that runs
 * them. With one thread and a limit of nodes or depth the result is the same in every run. */
#ifndef CHESSCADE_CORE_ENGINE_ENGINE_H
#define CHESSCADE_CORE_ENGINE_ENGINE_H

#include "core/family.h"

#include <stdatomic.h>

/* Scores are hundredths of a pawn for the side to move; mate in n plies is ENGINE_MATE - n, being
 * mated in n is n - ENGINE_MATE. */
enum {
    ENGINE_MATE = 32000,
    ENGINE_MATE_LEAST = 31000,
    ENGINE_DRAW = 0,
    ENGINE_LINES_MAX = 64,
    ENGINE_PV_MAX = 32
};

struct engine_line;

/* What the caller provides. */
struct engine_host {
    int64_t (*now)(void *argument); /* microseconds since any fixed moment; must be monotonic */
    atomic_bool *stop;              /* set by the caller: stop and return the best ply so far */
    void (*report)(const struct engine_line *line, void *argument); /* progress; may be NULL */
    /* Run job(0, data) .. job(n - 1, data) in parallel and return when all have ended. NULL: only
     * one thread. */
    void (*together)(int n, void (*job)(int index, void *data), void *data, void *argument);
    void *argument;
};

/* How long to think. All members 0: until stopped. Times are in milliseconds. */
struct engine_limits {
    int depth;
    uint64_t nodes;
    int64_t movetime;
    int64_t time[SIDES_MAX], increment[SIDES_MAX]; /* on the clocks; time 0: no clock */
    int moves_to_go;                               /* moves until the next time control; 0: none */
    int mate;                                      /* stop if a mate in this many moves is found */
    atomic_bool *pondering; /* while it is set, time does not count; may be NULL */
    int lines;              /* number of best plies to report; 0: one */
    int cascade;            /* maximal members of a ply at the root; 0: the engine chooses */
    const struct ply *only; /* [only_count]: search only these */
    int only_count;
    int weakness;  /* choose at random among plies at most this many centipawns worse; 0: the
                    * best */
    int blunders;  /* of a hundred plies, so many are chosen at random among all */
    uint64_t seed; /* for the random choices */
};

/* A line of play that the engine has searched. */
struct engine_line {
    int depth, deepest; /* plies searched everywhere, and along the longest line */
    int number;         /* rank: 1 is the best line */
    int score;
    int bound; /* -1: the score is at most this, 1: at least this, 0: exact */
    uint64_t nodes;
    int64_t time;          /* milliseconds */
    int full;              /* used part of the table, in thousandths */
    const struct ply *ply; /* [plies], only valid during the call */
    int plies;
    int seats; /* three players: number of values in `seat`, by side; otherwise 0 */
    int seat[SIDES_MAX];
};

/* The result of a search. */
struct engine_result {
    bool found;              /* false: the game is over, there is no ply */
    struct ply best, ponder; /* ponder: the expected reply, n == 0 if none; free both with
                                engine_result_free() */
    int score, depth;
    uint64_t nodes;
};

struct engine;

/* A new engine for a ruleset, which must outlive it. `megabytes` (at least 1) is the size of the
 * table of positions. `weights` is a text as described in README; NULL: those
 * that were learnt for the variant, if any. Never fails: weights
 * that cannot be parsed are ignored, and `why` (may be NULL) says so; it is empty if all is well.
 */
struct engine *engine_new(const struct ruleset *ruleset, int megabytes, const char *weights,
                          struct note *why);
void engine_free(struct engine *engine);
/* Forget what was learnt in previous games. */
void engine_clear(struct engine *engine);
/* Replace the table by an empty one of this size. */
void engine_table(struct engine *engine, int megabytes);
/* Set the number of threads; more than one needs host.together. */
void engine_threads(struct engine *engine, int threads);

/* Set the game to think about: `start` and the plies after it, all legal. */
void engine_position(struct engine *engine, const struct position *start, const struct ply *ply,
                     int plies);
/* Search the position that was set last. *out must be zero or freed. */
void engine_think(struct engine *engine, const struct engine_limits *limits,
                  const struct engine_host *host, struct engine_result *out);
void engine_result_free(struct engine_result *result);

/* The evaluation of that position for the side to move; and of each seat by itself, without its
 * opponents (may be NULL). */
int engine_evaluate(struct engine *engine, int seat[SIDES_MAX]);
/* True if the family has its own search rules for this ruleset; false: the adapter is used. */
bool engine_is_fast(const struct engine *engine);

#endif
