/* index_worker.h - brings an archive's index up to date in a process of its own, so that the
 * user can go on using the archive's list of games. */
#ifndef CHESSCADE_TUI_WORKERS_INDEX_WORKER_H
#define CHESSCADE_TUI_WORKERS_INDEX_WORKER_H

#include "archive/store/store.h"
#include "tui/workers/worker.h"

struct index_process {
    struct background process;
    int done, total;
    bool ended;
};

/* Start indexing the archive at a path; failure is ignored. *process must be zero or stopped.
 * `store` is the caller's store for that archive; the child closes its copy of it. */
void index_process_start(struct index_process *process, const char *path, struct store *store);
/* Read the progress of the indexing. True if it has just ended. */
bool index_process_read(struct index_process *process);
void index_process_stop(struct index_process *process);

#endif
