/* live_watch.h - being woken when something happens to the live games of a store, when somebody comes or goes, or says something:
 * where the store can tell; else one looks again now and then. */
#ifndef CHESSCADE_LIVE_WATCH_H
#define CHESSCADE_LIVE_WATCH_H

#include "archive/store.h"

enum live_watched {
    LIVE_WATCH_GAMES = 1, /* live games begin, go on, end */
    LIVE_WATCH_HERE = 2,  /* who is here */
    LIVE_WATCH_TALK = 4   /* talk outside games being played */
};

struct live_watch;

/* Nothing is watched yet. The store is borrowed. */
struct live_watch *live_watch_new(struct store *store);
/* Watch one of these; what is not there yet is made so that it can be watched. */
void live_watch_add(struct live_watch *watch, enum live_watched what);
/* Watch one live game only: LIVE_WATCH_GAMES. */
void live_watch_game(struct live_watch *watch, const char *id);
/* A descriptor to wait for, the watch's own: readable after changes; -1: nobody tells. NULL has none. */
int live_watch_fd(const struct live_watch *watch);
/* Take note of everything up to now: what has changed, of enum live_watched; all bits where nobody knows. NULL: all. */
unsigned live_watch_told(struct live_watch *watch);
void live_watch_free(struct live_watch *watch); /* NULL is nothing */

#endif
