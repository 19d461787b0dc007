/* finder_process.h - the search of cascades in a process of its own, so that the screen lives on and can end it. */
#ifndef CHESSCADE_FINDER_PROCESS_H
#define CHESSCADE_FINDER_PROCESS_H

#include "core/cascades.h"
#include "tui/background.h"

enum { FINDER_PLIES_MAX = 2000, FINDER_STATES = 4000000 /* a few seconds, some hundred MB */ };

struct finder_process {
    struct background process;
    bool ended;     /* by itself: `end` holds */
    int end, moves; /* enum cascade_end; plies of at most so many moves were all looked at so far */
    long states;    /* seen so far */
    char *text;     /* what was read and is no whole line yet */
    int used, room;
};

/* Search for a goal in plies of at most so many moves, or (NULL) for all cascades of a few members. *finder is zero or was
 * stopped. */
int finder_process_start(struct finder_process *finder, const struct position *position, const struct goal *goal, int moves,
                         struct note *why);
/* Take what has been found: `each` gets the long form of every ply. Waits at most so many milliseconds for news. */
void finder_process_read(struct finder_process *finder, int milliseconds,
                         void (*each)(void *argument, const char *text), void *argument);
/* End it, if it runs, and free what it holds; it is CASCADES_CANCELLED then, and how far it came is kept. */
void finder_process_stop(struct finder_process *finder);

#endif
