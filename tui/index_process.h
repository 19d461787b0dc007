/* index_process.h - bringing the index of an archive up to date in a process of its own, while its list is in use. */
#ifndef CHESSCADE_INDEX_PROCESS_H
#define CHESSCADE_INDEX_PROCESS_H

#include "archive/store.h"
#include "tui/background.h"

struct index_process {
    struct background process;
    int done, total;
    bool ended;
};

/* Start it for the archive at a path; nothing happens where it cannot be. *process is zero or was stopped. `store` is the
 * caller's of that archive: the new process does without its copy. */
void index_process_start(struct index_process *process, const char *path, struct store *store);
/* Take its news; true when it has just come to its end. */
bool index_process_read(struct index_process *process);
void index_process_stop(struct index_process *process);

#endif
