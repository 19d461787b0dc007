/* endgame_worker.c - makes tables of endgames in the background: see endgame_worker.h. */
#include "config.h"
#include "tui/workers/endgame_worker.h"

#include "core/engine/endgame.h"
#include "tui/system/endgame_files.h"

#include <stdlib.h>

static void endgame_worker_make(int fd, void *argument)
{
    const struct position *position = argument;
    const struct endgame_host host = {.fetch = endgame_files_fetch, .keep = endgame_files_keep};
    struct endgames *set = endgames_new(position->rules);
    (void)fd;
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
    int news;
    return process->process.pid && background_next(&process->process, &news, sizeof news) < 0;
}

void endgame_process_stop(struct endgame_process *process)
{
    background_end(&process->process, 0);
    *process = (struct endgame_process){.process.fd = -1};
}
