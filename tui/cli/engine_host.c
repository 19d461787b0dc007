/* engine_host.c - gives the engine a clock and threads: see engine_host.h. */
#include "config.h"
#include "tui/cli/engine_host.h"

#include "core/base.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

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
        errand[i].runs = pthread_create(&errand[i].thread, NULL, run_errand, &errand[i]) == 0; /* if it fails: fewer threads */
    }
    job(0, data);
    for (int i = 1; i < n; i++)
        if (errand[i].runs)
            pthread_join(errand[i].thread, NULL);
    free(errand);
}
