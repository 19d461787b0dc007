/* twins.h - games of a store that have the same id: of a file copied to another folder, of a document that stands in a stream
 * twice. Only one of them is the game. */
#ifndef CHESSCADE_TWINS_H
#define CHESSCADE_TWINS_H

#include "archive/store.h"

struct twins {
    struct twin *v; /* [n] owned: by id, then place */
    int n;
};

/* Of all games looked at; to be cleared. Games without a known id are none. */
void twins_of(struct twins *twins, const struct store *store);
/* The first place of a game of this id, -1: there is none. */
int twins_first(const struct twins *twins, const char *id);
void twins_clear(struct twins *twins);

#endif
