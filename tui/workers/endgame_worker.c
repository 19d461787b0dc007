/* endgame_worker.c - makes tables of endgames in the background: see endgame_worker.h. */
#include "config.h"
#include "tui/workers/endgame_worker.h"

#include "core/engine/endgame.h"
#include "tui/session/endgame_note.h"
#include "tui/system/endgame_files.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

enum {
    NICEST = 19,
    SECONDS_MOST = 600, /* of processor time */
    CLAIM_WAIT = 100,   /* milliseconds between two attempts to begin */
    QUESTIONS_SKIP = 64 /* questions whether to stop between two looks at the folder */
};

static bool is_quick(const struct position *position)
{
    int men = 0;
    for (int cell = 0; cell < position->rules->board->cells; cell++)
        men += position->at[cell].kind != KIND_NONE;
    return men <= ENDGAME_MEN_QUICK;
}

struct maker {
    int claim;
    int questions;
};

static bool maker_must_stop(void *argument)
{
    struct maker *maker = argument;
    return ++maker->questions % QUESTIONS_SKIP == 0 && !endgame_files_claimed(maker->claim);
}

static void *maker_fetch(const char *name, size_t *size, void *argument)
{
    (void)argument;
    return endgame_files_fetch(name, size, NULL);
}

static void maker_keep(const char *name, const void *bytes, size_t size, void *argument)
{
    struct maker *maker = argument;
    if (endgame_files_claimed(maker->claim))
        endgame_files_keep(name, bytes, size, NULL);
}

static void endgame_worker_make(int fd, void *argument)
{
    const struct timespec wait = {.tv_nsec = CLAIM_WAIT * 1000000L};
    const struct rlimit seconds = {SECONDS_MOST, SECONDS_MOST};
    const struct position *position = argument;
    struct maker maker = {.claim = -1};
    const struct endgame_host host = {
        .stop = maker_must_stop, .fetch = maker_fetch, .keep = maker_keep, .argument = &maker};
    char begun = 1;
    background_close_others(fd);
    while ((maker.claim = endgame_files_claim()) < 0) {
        if (errno != EWOULDBLOCK)
            return;
        nanosleep(&wait, NULL);
    }
    if (!background_tell(fd, &begun, sizeof begun))
        return;
    background_outlive();
    if (!is_quick(position))
        setpriority(PRIO_PROCESS, 0, NICEST);
    setrlimit(RLIMIT_CPU, &seconds);
    struct endgames *set = endgames_new(position->rules);
    if (set)
        endgames_make(set, position, false, &host);
    endgames_free(set);
}

void endgame_process_start(struct endgame_process *process, const struct position *position)
{
    *process = (struct endgame_process){.process.fd = -1};
    background_start(&process->process, endgame_worker_make, (void *)position, NULL);
}

bool endgame_process_read(struct endgame_process *process)
{
    char news;
    int next = 0;
    while (process->process.pid &&
           (next = background_next(&process->process, &news, sizeof news)) > 0)
        process->begun = true;
    return next < 0;
}

void endgame_process_leave(struct endgame_process *process)
{
    if (!endgame_process_read(process)) {
        if (process->begun)
            background_leave(&process->process);
        else
            background_end(&process->process, 0);
    }
    *process = (struct endgame_process){.process.fd = -1};
}

void endgame_process_order(const struct position *position)
{
    static struct endgame_process ordered = {.process.fd = -1};
    static uint64_t last;
    uint64_t material = endgame_material(position);
    if (!material || material == last || is_quick(position))
        return;
    last = material;
    endgame_process_leave(&ordered);
    endgame_process_start(&ordered, position);
}
