/* engine.c - measures the engine in every variant: nodes to a fixed depth, which change only if the
 * search changes (its signature), and nodes per second. Usage: `engine [VARIANT...]`. Run by make
 * bench-engine. */
#define _GNU_SOURCE
#include "core/engine/engine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { FAST_DEPTH = 8, CASCADES_DEPTH = 4, SLOW_DEPTH = 3, MEGABYTES = 16 };

/* Processor time, because others may use this machine, too. */
static int64_t now(void *argument)
{
    struct timespec t;
    (void)argument;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

static bool measure(const struct variant *variant, uint64_t *signature)
{
    static atomic_bool never;
    struct engine_host host = {.now = now, .stop = &never};
    struct ruleset *rules;
    struct position start;
    struct note why;
    struct engine_result result;
    if (ruleset_open(&rules, variant->id, NULL, 0, &why) < 0) {
        fprintf(stderr, "engine: %s: %s\n", variant->id, why.text);
        return false;
    }
    int64_t before = now(NULL);
    struct engine *engine = engine_new(rules, MEGABYTES, NULL, NULL);
    int64_t opened = now(NULL);
    bool fast = engine_is_fast(engine);
    int depth = !fast ? SLOW_DEPTH : rules->board->cells > 130 ? CASCADES_DEPTH : FAST_DEPTH;
    rules->rules->setup(rules, &start);
    engine_position(engine, &start, NULL, 0);
    engine_think(engine, &(struct engine_limits){.depth = depth}, &host, &result);
    double seconds = (double)(now(NULL) - opened) / 1e6;
    printf("%-26s %-8s depth %2d %10llu nodes %8.0f k/s  opened in %3.0f ms\n", variant->id,
           fast ? "own" : "adapter", depth, (unsigned long long)result.nodes,
           (double)result.nodes / 1000 / (seconds > 0 ? seconds : 1e-6),
           (double)(opened - before) / 1000);
    fflush(stdout);
    *signature = hash_mix(*signature + result.nodes);
    engine_result_free(&result);
    engine_free(engine);
    ruleset_free(rules);
    return true;
}

int main(int argc, char **argv)
{
    const struct variant *variant;
    uint64_t signature = 0;
    bool good = true;
    for (int i = 0; (variant = variant_at(i, false, NULL)); i++) {
        bool wanted = argc == 1;
        for (int a = 1; a < argc; a++)
            wanted = wanted || !strcmp(argv[a], variant->id);
        if (wanted && strcmp(variant->id, "custom") != 0)
            good = measure(variant, &signature) && good;
    }
    printf("signature %016llx\n", (unsigned long long)signature);
    return good ? 0 : 1;
}
