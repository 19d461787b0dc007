/* live_watch.h - reports changes to live games, presence and talk; where the store cannot, the caller polls. */
#ifndef CHESSCADE_ARCHIVE_LIVE_LIVE_WATCH_H
#define CHESSCADE_ARCHIVE_LIVE_LIVE_WATCH_H

#include "archive/store/store.h"

enum live_watched {
    LIVE_WATCH_GAMES = 1, /* live games start, continue, end */
    LIVE_WATCH_HERE = 2,  /* who is here */
    LIVE_WATCH_TALK = 4   /* talk outside live games */
};

struct live_watch;

/* A new watch, of nothing yet. The store is borrowed. */
struct live_watch *live_watch_new(struct store *store);
/* Watches one of these; creates what is missing so that it can be watched. */
void live_watch_add(struct live_watch *watch, enum live_watched what);
/* Watches one live game only: LIVE_WATCH_GAMES. */
void live_watch_game(struct live_watch *watch, const char *id);
/* A descriptor to poll, owned by the watch: readable after changes; -1 if the store cannot notify.
 * NULL has none. */
int live_watch_fd(const struct live_watch *watch);
/* Consumes all notifications so far and returns what has changed, as bits of enum live_watched; all
 * bits if unknown, or if `watch` is NULL. */
unsigned live_watch_told(struct live_watch *watch);
void live_watch_free(struct live_watch *watch); /* NULL is allowed */

#endif
