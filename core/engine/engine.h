/* engine.h - the engine: finds a good ply in a position of any ruleset. Read core/engine/README
 * first.
 *
 * It has no clock, files or threads of its own. The caller provides a struct engine_host: a clock,
 * a stop flag, a progress callback and, for a search with several threads, a function that runs
 * them. With one thread and a limit of nodes or depth, and none of time, the result is the same in
 * every run.
 *
 * With few pieces left it looks positions up in tables of endgames (endgame.h). It makes a table
 * when it begins to think, which takes some seconds; with a limit of time at most three quarters
 * of it, and goes on when it thinks next. Weaker levels use none. */
#ifndef CHESSCADE_CORE_ENGINE_ENGINE_H
#define CHESSCADE_CORE_ENGINE_ENGINE_H

#include "core/family.h"

#include <stdatomic.h>

/* Scores are hundredths of a pawn for the side to move. ENGINE_MATE - n: it mates in n plies; n -
 * ENGINE_MATE: it is mated in n plies. */
enum {
    ENGINE_MATE = 32000,
    ENGINE_MATE_LEAST = 31000,
    ENGINE_DRAW = 0,
    ENGINE_LINES_MAX = 64,
    ENGINE_PV_MAX = 32
};

struct engine_line;

/* The functions that the caller of the engine provides. */
struct engine_host {
    int64_t (*now)(void *argument); /* microseconds since any fixed moment; must never decrease */
    atomic_bool *stop; /* the caller sets it to make the engine stop and return the best ply that it
                          has found */
    void (*report)(const struct engine_line *line, void *argument); /* receives each new line of
                                                                       play; may be NULL */
    /* Run job(0, data) .. job(n - 1, data), each in a thread, and return when all have ended.
     * job(0, data) must run; others may be left out if there is no thread for them, and the engine
     * then searches with fewer. They must not run one after another, because they end together.
     * NULL: the engine uses only one thread. */
    void (*together)(int n, void (*job)(int index, void *data), void *data, void *argument);
    /* Tables of endgames on disk, by name: see struct endgame_host in endgame.h. Both may be NULL:
     * tables are made again in every process. */
    void *(*fetch)(const char *name, size_t *size, void *argument);
    void (*keep)(const char *name, const void *bytes, size_t size, void *argument);
    void *argument;
};

/* How long to think. All members 0: until stopped. Times are in milliseconds. */
struct engine_limits {
    int depth;
    uint64_t nodes;
    int64_t movetime;
    int64_t time[SIDES_MAX], increment[SIDES_MAX]; /* time left and increment on each player's
                                                      clock; time 0: no clock */
    int moves_to_go;        /* number of moves until the next time control; 0: none */
    int mate;               /* stop if a mate in this many moves is found */
    atomic_bool *pondering; /* while it is set, elapsed time does not count; may be NULL */
    int lines;              /* number of best plies to report; 0: one */
    int cascade; /* maximal number of members in a ply at the root; 0: the engine chooses */
    const struct ply *only; /* [only_count]: the plies to search; NULL: all */
    int only_count;
    int weakness;  /* choose at random among plies that are at most this many centipawns worse than
                      the best; 0: always choose the best */
    int blunders;  /* percentage of plies that are chosen at random among all legal plies */
    uint64_t seed; /* seed of the random choices */
};

/* A line of play that the engine has searched. */
struct engine_line {
    int depth, deepest; /* depth: plies searched in every line; deepest: plies in the longest of
                           them */
    int number;         /* rank among the reported lines: 1 is the best */
    int score;
    int bound; /* -1: the score is at most this, 1: at least this, 0: exact */
    uint64_t nodes;
    int64_t time;          /* milliseconds */
    int full;              /* used part of the table of positions, in thousandths */
    const struct ply *ply; /* [plies]: the line; only valid during the call */
    int plies;
    int seats; /* with three players the number of values in `seat`, one a side; otherwise 0 */
    int seat[SIDES_MAX];
};

/* The result of a search. */
struct engine_result {
    bool found;              /* false if there is no ply because the game is over */
    struct ply best, ponder; /* ponder: the expected reply, n == 0 if none; free both plies with
                                engine_result_free() */
    int score, depth;
    uint64_t nodes;
};

struct engine;

/* A new engine for a ruleset, which must outlive it. `megabytes` (at least 1) is the size of the
 * table of positions. `weights` is a text as described in README; NULL: those
 * that were learnt for the variant, if any. Never fails: weights
 * that cannot be parsed are ignored, and `why` (may be NULL) says so; it is empty if all is
 * well. */
struct engine *engine_new(const struct ruleset *ruleset, int megabytes, const char *weights,
                          struct note *why);
void engine_free(struct engine *engine);
/* Forget what the engine learnt in previous games. */
void engine_clear(struct engine *engine);
/* Replace the table of positions by an empty one of `megabytes`. */
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

/* Return the evaluation, for the side to move, of the position that was set last. seat[side] (may
 * be NULL) becomes the value of each side alone, without its opponents. */
int engine_evaluate(struct engine *engine, int seat[SIDES_MAX]);
/* True if the family has its own search rules for this ruleset; false: the adapter is used. */
bool engine_is_fast(const struct engine *engine);

#endif
