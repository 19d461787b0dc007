/* index_worker.c - updates an index in a process of its own: see index_worker.h.
 *
 * The child writes its progress as two numbers. */
#include "config.h"
#include "tui/workers/index_worker.h"

#include "archive/index/index.h"

enum { PORTION = 200, NEWS = 2 };

struct index_worker_work {
    const char *path;
    struct store *store;
};

/* Build the index in the child. It ends by itself when nobody reads the pipe any more. */
static void index_worker_build(int fd, void *argument)
{
    const struct index_worker_work *work = argument;
    struct store *store;
    struct index *index;
    bool looked = false;
    int done = 0, total = 0;
    store_close(work->store); /* free the child's copy of the memory */
    if (store_open(&store, work->path, NULL, NULL) < 0)
        return;
    if (index_open(&index, store, true, NULL) == 0) {
        while (index_step(index, PORTION, &done, &total)) {
            /* If games must first be scanned one by one, count the scanning as half of the work. */
            looked = looked || store_count(store) < total;
            if (looked)
                done = (store_count(store) + done) / 2;
            if (!background_tell(fd, (int[NEWS]){done, total}, sizeof(int[NEWS])))
                break;
        }
        index_close(index);
    }
    store_close(store);
}

void index_process_start(struct index_process *process, const char *path, struct store *store)
{
    *process = (struct index_process){.process.fd = -1};
    background_start(&process->process, index_worker_build,
                     &(struct index_worker_work){path, store}, NULL);
}

bool index_process_read(struct index_process *process)
{
    int news[NEWS], next = 0;
    if (!process->process.pid)
        return false;
    while ((next = background_next(&process->process, news, sizeof news)) > 0) {
        process->done = news[0];
        process->total = news[1];
    }
    process->ended = next < 0;
    return process->ended;
}

void index_process_stop(struct index_process *process)
{
    background_end(&process->process, 0);
    *process = (struct index_process){.process.fd = -1};
}
