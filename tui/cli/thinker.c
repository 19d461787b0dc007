/* thinker.c - runs the engine in a thread, and gives it a clock: see thinker.h. */
#include "config.h"

#include "tui/cli/thinker.h"
#include "core/action.h"
#include "core/base.h"
#include "tui/system/endgame_files.h"
#include "tui/workers/endgame_worker.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

void thinker_begin(struct thinker *thinker, FILE *out)
{
    memset(thinker, 0, sizeof *thinker);
    thinker->out = out;
    pthread_mutex_init(&thinker->lock, NULL);
    pthread_cond_init(&thinker->changed, NULL);
}

static void drop_only(struct thinker *thinker)
{
    for (int i = 0; i < thinker->limits.only_count; i++)
        ply_free(&thinker->only[i]);
    free(thinker->only);
    thinker->only = NULL;
    thinker->limits.only_count = 0;
}

void thinker_clear(struct thinker *thinker)
{
    thinker_stop(thinker);
    drop_only(thinker);
    pthread_cond_destroy(&thinker->changed);
    pthread_mutex_destroy(&thinker->lock);
}

void thinker_say(struct thinker *thinker, const char *format, ...)
{
    va_list list;
    pthread_mutex_lock(&thinker->lock);
    va_start(list, format);
    vfprintf(thinker->out, format, list);
    va_end(list);
    fputc('\n', thinker->out);
    if (fflush(thinker->out) == EOF || ferror(thinker->out))
        atomic_store(&thinker->lost, true);
    pthread_mutex_unlock(&thinker->lock);
    if (atomic_load(&thinker->lost))
        atomic_store(&thinker->stop, true);
}

/* ---- in the thread */

static void thinker_report(const struct engine_line *line, void *argument)
{
    struct thinker *thinker = argument;
    thinker->report(thinker, line);
}

/* Wait until the protocol allows an answer. An endless search waits for the command stop, a
 * pondering search for stop or ponderhit. */
static void wait_for_leave(struct thinker *thinker)
{
    pthread_mutex_lock(&thinker->lock);
    while (!atomic_load(&thinker->stop) && (thinker->endless || atomic_load(&thinker->pondering)))
        pthread_cond_wait(&thinker->changed, &thinker->lock);
    pthread_mutex_unlock(&thinker->lock);
}

static void *thinker_run(void *argument)
{
    struct thinker *thinker = argument;
    struct engine_host host = {.now = engine_host_now,
                               .stop = &thinker->stop,
                               .report = thinker_report,
                               .together = engine_host_together,
                               .fetch = endgame_files_fetch,
                               .keep = endgame_files_keep,
                               .argument = thinker};
    struct engine_result result = {0};
    engine_think(thinker->engine, &thinker->limits, &host, &result);
    wait_for_leave(thinker);
    thinker->answer(thinker, &result);
    engine_result_free(&result);
    return NULL;
}

/* ---- in the main thread */

void thinker_go(struct thinker *thinker, struct engine *engine, const struct position *position,
                const struct engine_limits *limits, bool endless)
{
    bool pondering = limits->pondering != NULL;
    drop_only(thinker);
    thinker->engine = engine;
    position_copy(&thinker->position, position);
    thinker->limits = *limits;
    thinker->only = (struct ply *)limits->only;
    thinker->limits.pondering = &thinker->pondering;
    thinker->endless = endless;
    atomic_store(&thinker->pondering, pondering);
    atomic_store(&thinker->stop, atomic_load(&thinker->lost));
    if (!limits->nodes && !limits->depth)
        endgame_process_order(position);
    thinker->runs = pthread_create(&thinker->thread, NULL, thinker_run, thinker) == 0;
    if (!thinker->runs)
        thinker_run(thinker); /* if no thread can be created, search here, where it cannot be
                                     stopped */
}

static void thinker_wake(struct thinker *thinker)
{
    pthread_mutex_lock(&thinker->lock);
    pthread_cond_broadcast(&thinker->changed);
    pthread_mutex_unlock(&thinker->lock);
}

void thinker_ponderhit(struct thinker *thinker)
{
    atomic_store(&thinker->pondering, false);
    thinker_wake(thinker);
}

static void thinker_join(struct thinker *thinker)
{
    if (thinker->runs)
        pthread_join(thinker->thread, NULL);
    thinker->runs = false;
}

void thinker_stop(struct thinker *thinker)
{
    if (!thinker->runs)
        return;
    atomic_store(&thinker->stop, true);
    thinker_wake(thinker);
    thinker_join(thinker);
}

void thinker_finish(struct thinker *thinker)
{
    const struct engine_limits *limits = &thinker->limits;
    bool ends = limits->movetime || limits->nodes || limits->depth;
    for (int side = 0; side < SIDES_MAX; side++)
        ends = ends || limits->time[side];
    if (thinker->endless || atomic_load(&thinker->pondering) || !ends)
        thinker_stop(thinker);
    else
        thinker_join(thinker);
}

/* ---- Gives the engine a clock and threads: see thinker.h. */

int64_t engine_host_now(void *argument)
{
    struct timespec now;
    (void)argument;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

struct errand {
    void (*job)(int index, void *data);
    void *data;
    int index;
    pthread_t thread;
    bool runs;
};

static void *run_errand(void *argument)
{
    struct errand *errand = argument;
    errand->job(errand->index, errand->data);
    return NULL;
}

void engine_host_together(int n, void (*job)(int index, void *data), void *data, void *argument)
{
    struct errand *errand = memory_new((size_t)n, sizeof *errand);
    (void)argument;
    for (int i = 1; i < n; i++) {
        errand[i] = (struct errand){.job = job, .data = data, .index = i};
        errand[i].runs = pthread_create(&errand[i].thread, NULL, run_errand, &errand[i]) == 0;
    }
    job(0, data);
    for (int i = 1; i < n; i++)
        if (errand[i].runs)
            pthread_join(errand[i].thread, NULL);
    free(errand);
}
