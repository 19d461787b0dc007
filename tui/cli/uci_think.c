/* uci_think.c - runs the engine in a thread, and gives it a clock: see uci_think.h. */
#include "config.h"

#include "tui/cli/uci_think.h"
#include "core/base.h"
#include "core/draft.h"
#include "core/engine/uci_text.h"

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

static void add_score(char *text, size_t size, size_t *used, int score, int bound)
{
    if (score >= ENGINE_MATE_LEAST)
        text_add(text, size, used, "mate %d", (ENGINE_MATE - score + 1) / 2);
    else if (score <= -ENGINE_MATE_LEAST)
        text_add(text, size, used, "mate %d", -(ENGINE_MATE + score) / 2);
    else
        text_add(text, size, used, "cp %d", score);
    if (bound)
        text_add(text, size, used, bound > 0 ? " lowerbound" : " upperbound");
}

static void uci_think_report(const struct engine_line *line, void *argument)
{
    struct thinker *thinker = argument;
    enum { ROOM = 1 << 15 };
    char *text = memory_new(ROOM, 1), ply[UCI_PLY_ROOM];
    struct position *here = memory_new(1, sizeof *here), *next = memory_new(1, sizeof *next);
    size_t used = 0;
    position_copy(here, &thinker->position);
    text_add(text, ROOM, &used, "info depth %d seldepth %d multipv %d score ", line->depth,
             line->deepest, line->number);
    add_score(text, ROOM, &used, line->score, line->bound);
    text_add(text, ROOM, &used, " nodes %llu nps %llu hashfull %d time %lld pv",
             (unsigned long long)line->nodes,
             (unsigned long long)(line->nodes * 1000 / (uint64_t)(line->time > 0 ? line->time : 1)),
             line->full, (long long)line->time);
    for (int i = 0; i < line->plies; i++) {
        int length = uci_format(here, &line->ply[i], ply, sizeof ply);
        if (length >= UCI_PLY_ROOM || used + (size_t)length + 2 > ROOM)
            break;
        text_add(text, ROOM, &used, " %s", ply);
        ply_play(here, &line->ply[i], next);
        position_copy(here, next);
    }
    thinker_say(thinker, "%s", text);
    if (line->seats && line->number == 1) {
        static const char *const names[] = {"white", "black", "red"};
        used = 0;
        text_add(text, ROOM, &used, "info string seats");
        for (int side = 0; side < line->seats; side++)
            text_add(text, ROOM, &used, " %s %d", names[side], line->seat[side]);
        thinker_say(thinker, "%s", text);
    }
    free(text);
    free(here);
    free(next);
}

/* Wait for stop or ponderhit, before which no answer may be sent. */
static void wait_for_leave(struct thinker *thinker)
{
    pthread_mutex_lock(&thinker->lock);
    while (!atomic_load(&thinker->stop) && (thinker->endless || atomic_load(&thinker->pondering)))
        pthread_cond_wait(&thinker->changed, &thinker->lock);
    pthread_mutex_unlock(&thinker->lock);
}

static void *uci_think_think(void *argument)
{
    struct thinker *thinker = argument;
    struct engine_host host = {.now = engine_host_now,
                               .stop = &thinker->stop,
                               .report = uci_think_report,
                               .together = engine_host_together,
                               .argument = thinker};
    struct engine_result result = {0};
    char best[UCI_PLY_ROOM], ponder[UCI_PLY_ROOM];
    engine_think(thinker->engine, &thinker->limits, &host, &result);
    wait_for_leave(thinker);
    if (!result.found) {
        thinker_say(thinker, "bestmove 0000");
        return NULL;
    }
    uci_format(&thinker->position, &result.best, best, sizeof best);
    if (result.ponder.n) {
        struct position *next = memory_new(1, sizeof *next);
        ply_play(&thinker->position, &result.best, next);
        uci_format(next, &result.ponder, ponder, sizeof ponder);
        free(next);
        thinker_say(thinker, "bestmove %s ponder %s", best, ponder);
    } else {
        thinker_say(thinker, "bestmove %s", best);
    }
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
    thinker->runs = pthread_create(&thinker->thread, NULL, uci_think_think, thinker) == 0;
    if (!thinker->runs)
        uci_think_think(thinker); /* if no thread can be created, search here, where it cannot be
                                     stopped */
}

static void uci_think_wake(struct thinker *thinker)
{
    pthread_mutex_lock(&thinker->lock);
    pthread_cond_broadcast(&thinker->changed);
    pthread_mutex_unlock(&thinker->lock);
}

void thinker_ponderhit(struct thinker *thinker)
{
    atomic_store(&thinker->pondering, false);
    uci_think_wake(thinker);
}

static void uci_think_join(struct thinker *thinker)
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
    uci_think_wake(thinker);
    uci_think_join(thinker);
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
        uci_think_join(thinker);
}

/* ---- Gives the engine a clock and threads: see uci_think.h. */

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
        /* If it fails: fewer threads. */
        errand[i].runs = pthread_create(&errand[i].thread, NULL, run_errand, &errand[i]) == 0;
    }
    job(0, data);
    for (int i = 1; i < n; i++)
        if (errand[i].runs)
            pthread_join(errand[i].thread, NULL);
    free(errand);
}
