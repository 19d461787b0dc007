/* engine.h - the engine: it finds a good ply in a position of any ruleset. Read core/engine/README first.
 *
 * It has no clock, no file and no thread of its own. Whoever uses it hands over a struct engine_host: the time, a flag that
 * stops it, a function that hears of its progress, and, for a search by several threads, one that starts them. With one
 * thread and a limit of nodes or depth it does the same in every run. */
#ifndef CHESSCADE_ENGINE_H
#define CHESSCADE_ENGINE_H

#include "core/rules.h"

#include <stdatomic.h>

/* Scores are hundredths of a pawn for the side to move; a mate in n plies is ENGINE_MATE - n, being mated in n is n -
 * ENGINE_MATE. */
enum { ENGINE_MATE = 32000, ENGINE_MATE_LEAST = 31000, ENGINE_DRAW = 0, ENGINE_LINES_MAX = 64, ENGINE_PV_MAX = 32 };

struct engine_line;

/* What the engine borrows from outside. */
struct engine_host {
    int64_t (*now)(void *argument);              /* microseconds, from any beginning; never goes back */
    atomic_bool *stop;                           /* set by others: give up and answer */
    void (*report)(const struct engine_line *line, void *argument); /* progress; may be NULL */
    /* Run job(0, data) .. job(n - 1, data) at the same time and return when all have ended. NULL: one thread. */
    void (*together)(int n, void (*job)(int index, void *data), void *data, void *argument);
    void *argument;
};

/* How long to think. 0 everywhere: until stopped. Times in milliseconds. */
struct engine_limits {
    int depth;
    uint64_t nodes;
    int64_t movetime;
    int64_t time[SIDES_MAX], increment[SIDES_MAX]; /* of the clocks; time 0: no clock */
    int moves_to_go;                               /* until the clock is set anew; 0: never */
    int mate;                                      /* stop when a mate in so many moves is found */
    atomic_bool *pondering;                        /* while set, time does not count; may be NULL */
    int lines;                                     /* best plies to report; 0: one */
    int cascade;                                   /* members of a ply at the root at most; 0: the engine chooses */
    const struct ply *only;                        /* [only_count]: look at these alone */
    int only_count;
    int weakness;                                  /* centipawns among which the choice is by chance; 0: the best */
    uint64_t seed;                                 /* of that chance */
};

/* A line of play the engine has looked at. */
struct engine_line {
    int depth, deepest;   /* plies looked at everywhere, and at most */
    int number;           /* 1: the best */
    int score;
    int bound;            /* -1: the score is at most this, 1: at least, 0: exact */
    uint64_t nodes;
    int64_t time;         /* milliseconds */
    int full;             /* of the table, thousandths */
    const struct ply *ply; /* [plies], borrowed during the call */
    int plies;
    int seats;             /* three players: values of the seats, by side; else 0 */
    int seat[SIDES_MAX];
};

/* What came out. */
struct engine_result {
    bool found;          /* false: the game is over, there is no ply */
    struct ply best, ponder; /* ponder: n == 0 if none is expected; both freed by engine_result_free() */
    int score, depth;
    uint64_t nodes;
};

struct engine;

/* For a ruleset, borrowed. `megabytes` for the table of positions, at least 1. `weights`, a text as README says, may be NULL.
 * Never fails; a text of weights that cannot be read is left aside, and `why` (may be NULL) says so: an empty text if all is well. */
struct engine *engine_new(const struct ruleset *ruleset, int megabytes, const char *weights, struct note *why);
void engine_free(struct engine *engine);
/* Forget what was learnt in other games. */
void engine_clear(struct engine *engine);
/* The table anew. */
void engine_table(struct engine *engine, int megabytes);
/* How many threads; more than one needs host.together. */
void engine_threads(struct engine *engine, int threads);

/* The game to think about: from `start` by these plies, all legal. */
void engine_position(struct engine *engine, const struct position *start, const struct ply *ply, int plies);
/* Think about the last position set. *out is zero or was freed. */
void engine_think(struct engine *engine, const struct engine_limits *limits, const struct engine_host *host,
                  struct engine_result *out);
void engine_result_free(struct engine_result *result);

/* The evaluation of the position set, for the side to move; and of each seat, without the others (may be NULL). */
int engine_evaluate(struct engine *engine, int seat[SIDES_MAX]);
/* Does the family search this ruleset itself, or the adapter? */
bool engine_is_fast(const struct engine *engine);

#endif
