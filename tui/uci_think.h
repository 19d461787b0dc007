/* uci_think.h - the engine thinking in a thread of its own, for protocols: what it reports and its answer are written there. */
#ifndef CHESSCADE_UCI_THINK_H
#define CHESSCADE_UCI_THINK_H

#include "core/engine/engine.h"

#include <pthread.h>
#include <stdio.h>

struct thinker {
    struct engine *engine;
    FILE *out;
    struct position position;       /* thought about */
    struct engine_limits limits;    /* its `only` is owned */
    struct ply *only;
    atomic_bool stop, pondering;
    bool endless;                   /* the answer waits for stop or, pondering, for ponderhit */
    bool runs;
    atomic_bool lost;               /* the output is closed */
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
};

void thinker_begin(struct thinker *thinker, FILE *out);
void thinker_clear(struct thinker *thinker);
/* Start; the limits, its `only` included, are taken over. Not while it runs. */
void thinker_go(struct thinker *thinker, struct engine *engine, const struct position *position,
                const struct engine_limits *limits, bool endless);
/* The opponent played the expected ply. */
void thinker_ponderhit(struct thinker *thinker);
/* Stop, and wait for the answer to be written. Nothing to do if it does not run. */
void thinker_stop(struct thinker *thinker);
/* Wait for the answer of a search that ends by itself; one that does not is stopped. */
void thinker_finish(struct thinker *thinker);
/* One line, whole. */
void thinker_say(struct thinker *thinker, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
