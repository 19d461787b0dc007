/* cascade_worker.h - searches for cascades in a process of its own, so that the screen stays
 * responsive and the user can stop the search. */
#ifndef CHESSCADE_TUI_WORKERS_CASCADE_WORKER_H
#define CHESSCADE_TUI_WORKERS_CASCADE_WORKER_H

#include "core/cascades.h"
#include "tui/workers/worker.h"

enum {
    FINDER_PLIES_MAX = 2000,
    FINDER_STATES = 4000000 /* The limits of a search: the numbers of results and of visited states.
                               A search reaches them after a few seconds, and then uses some hundred
                               MB. */
};

struct finder_process {
    struct background process;
    bool ended;     /* true if the search ended by itself, so that `end` is valid */
    int end, moves; /* end: how the search ended (enum cascade_end). moves: all plies of at most
                       this many moves have been searched */
    long states;    /* number of states visited so far */
    char *text;     /* received bytes that are not a whole line yet */
    int used, room;
};

/* Search for a goal in plies of at most `moves` moves, or if the goal is NULL, for all cascades
 * of a few members. *finder must be zero or stopped. */
int finder_process_start(struct finder_process *finder, const struct position *position,
                         const struct goal *goal, int moves, struct note *why);
/* Read results: `each` gets the long form of every ply found. Waits at most `milliseconds` for a
 * result. */
void finder_process_read(struct finder_process *finder, int milliseconds,
                         void (*each)(void *argument, const char *text), void *argument);
/* Stop the search, if it is running, and free its memory. `end` is then CASCADES_CANCELLED;
 * `moves` and `states` keep their values. */
void finder_process_stop(struct finder_process *finder);

#endif
