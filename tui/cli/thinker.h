/* thinker.h - runs the engine in a thread. A protocol (UCI or CECP) writes the engine's reports and
 * its answer. */
#ifndef CHESSCADE_TUI_CLI_THINKER_H
#define CHESSCADE_TUI_CLI_THINKER_H

#include "core/engine/engine.h"

#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

struct thinker {
    struct engine *engine;
    FILE *out;
    /* The protocol sets these functions; the thread that searches calls them. */
    void (*report)(struct thinker *thinker, const struct engine_line *line);
    void (*answer)(struct thinker *thinker, const struct engine_result *result);
    struct position position;    /* the position being searched */
    struct engine_limits limits; /* the limits of the search; the list `only` in them is owned */
    struct ply *only;
    atomic_bool stop, pondering;
    bool endless; /* the answer waits for the command stop, even after a ponderhit */
    bool runs;
    atomic_bool lost; /* the output has been closed */
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
};

void thinker_begin(struct thinker *thinker, FILE *out);
void thinker_clear(struct thinker *thinker);
/* Start to search. Takes ownership of the limits, including `only`. The thinker must not be
 * running. */
void thinker_go(struct thinker *thinker, struct engine *engine, const struct position *position,
                const struct engine_limits *limits, bool endless);
/* Call this when the opponent has played the expected ply. */
void thinker_ponderhit(struct thinker *thinker);
/* Stop the search, and wait until the answer is written. Does nothing if no search is running. */
void thinker_stop(struct thinker *thinker);
/* Wait for the answer of a search that ends by itself. A search that would not end is stopped. */
void thinker_finish(struct thinker *thinker);
/* Write one line atomically. */
void thinker_say(struct thinker *thinker, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* ---- Gives the engine a clock and threads (struct engine_host in core/engine/engine.h) */

/* These functions are used as members of struct engine_host. They ignore their last argument. */
int64_t engine_host_now(void *argument);
void engine_host_together(int n, void (*job)(int index, void *data), void *data, void *argument);

#endif
