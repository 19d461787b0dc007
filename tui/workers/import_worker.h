/* import_worker.h - imports a file into an archive in a process of its own, so that the user can go
 * on using the archive's list of games.
 *
 * If the import is stopped or killed, the games imported so far stay: importing the same file again
 * continues there (archive/import/import.h). */
#ifndef CHESSCADE_TUI_WORKERS_IMPORT_WORKER_H
#define CHESSCADE_TUI_WORKERS_IMPORT_WORKER_H

#include "archive/import/import.h"
#include "tui/workers/worker.h"

struct import_process {
    struct background process;
    size_t done, size; /* progress: bytes of the file imported so far, and its size */
    int games;
    bool ended, failed; /* ended: the process has ended. failed: the import failed, was stopped or
                           left something out */
    char text[400];     /* the result as a sentence */
};

/* Start importing `file` into the archive at the path `archive`. The games go into a pack named
 * `pack`, or into single files if it is ""; NULL: the size of the file decides. `store` is the
 * caller's store for that archive; the child closes its copy of it. *process must be zero or
 * stopped. FAIL_SYSTEM. */
int import_process_start(struct import_process *process, const char *archive, const char *file,
                         const char *pack, struct store *store, struct note *why);
/* Read the progress of the import. True if it has just ended. */
bool import_process_read(struct import_process *process);
/* Ask the import to stop at a point where it can be resumed. When it has stopped,
 * import_process_read() returns true. */
void import_process_cancel(struct import_process *process);
/* Stop the import, if it is running; it gets some time to end by itself. */
void import_process_stop(struct import_process *process);

#endif
