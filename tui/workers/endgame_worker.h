/* endgame_worker.h - makes a table of endgames in a process of its own and leaves it in the user's
 * cache, so that the screen never waits for it. */
#ifndef CHESSCADE_TUI_WORKERS_ENDGAME_WORKER_H
#define CHESSCADE_TUI_WORKERS_ENDGAME_WORKER_H

#include "core/family.h"
#include "tui/workers/worker.h"

struct endgame_process {
    struct background process;
};

/* Start making the table of a position's material; failure is ignored. *process must be zero or
 * stopped. */
void endgame_process_start(struct endgame_process *process, const struct position *position);
/* True if the process has just ended. */
bool endgame_process_read(struct endgame_process *process);
void endgame_process_stop(struct endgame_process *process);

#endif
