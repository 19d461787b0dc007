/* cascade_worker.h - searches for cascades in a process of its own.
 *
 * So the screen stays responsive and can stop the search. */
#ifndef CHESSCADE_TUI_WORKERS_CASCADE_WORKER_H
#define CHESSCADE_TUI_WORKERS_CASCADE_WORKER_H

#include "core/cascades.h"
#include "tui/workers/worker.h"

enum { FINDER_PLIES_MAX = 2000, FINDER_STATES = 4000000 /* a few seconds, some hundred MB */ };

struct finder_process {
    struct background process;
    bool ended;     /* it ended by itself; `end` is valid */
    int end, moves; /* enum cascade_end; all plies of at most so many moves have been searched */
    long states;    /* visited so far */
    char *text;     /* input that is not yet a whole line */
    int used, room;
};

/* Search for a goal in plies of at most `moves` moves, or (NULL) for all cascades of a few members.
 * *finder is zero or has been stopped. */
int finder_process_start(struct finder_process *finder, const struct position *position,
                         const struct goal *goal, int moves, struct note *why);
/* Read results: `each` gets the long form of every ply found. Waits at most `milliseconds` for
 * news. */
void finder_process_read(struct finder_process *finder, int milliseconds,
                         void (*each)(void *argument, const char *text), void *argument);
/* Stop the search, if it runs, and free its memory. The end is then CASCADES_CANCELLED; how far it
 * came is kept. */
void finder_process_stop(struct finder_process *finder);

#endif
