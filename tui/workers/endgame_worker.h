/* endgame_worker.h - makes a table of endgames in a process of its own and leaves it in the user's
 * cache, so that nobody waits for it and no table is lost when a view or the program is closed.
 *
 * Only one such process of a user works at a time; others wait for it, as long as somebody wants
 * their table. A process that works goes on at low priority, also after the program has ended, for
 * at most ten minutes of processor time. It gives up when its folder is deleted. */
#ifndef CHESSCADE_TUI_WORKERS_ENDGAME_WORKER_H
#define CHESSCADE_TUI_WORKERS_ENDGAME_WORKER_H

#include "core/family.h"
#include "tui/workers/worker.h"

struct endgame_process {
    struct background process;
    bool begun; /* it works: it no longer waits for another process */
};

/* Start making the table of a position's material; failure is ignored. *process must be zero or
 * stopped. */
void endgame_process_start(struct endgame_process *process, const struct position *position);
/* True if the process has just ended. */
bool endgame_process_read(struct endgame_process *process);
/* Nobody wants the table any more: end the process if it waits, let it go on if it works. */
void endgame_process_leave(struct endgame_process *process);
/* Start making the table of a position that the engine would only fetch (ENDGAME_MEN_QUICK), unless
 * the last order was for the same material. Nobody hears when it is made. */
void endgame_process_order(const struct position *position);

#endif
