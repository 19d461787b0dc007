/* ways.h - the ways games came to a position, ply by ply: what is true of one game is true of all that came the same way.
 *
 * A way is the hashes of the positions from the set-up of a variant on. Games are known to have been in the same positions, by
 * hashes of 32 bits and without replaying them, if they begin as the variant is set up, and in the game that was replayed
 * no two plies from any of the positions lead to the same hash. Not for variants whose plies cannot all be looked at. */
#ifndef CHESSCADE_WAYS_H
#define CHESSCADE_WAYS_H

#include "archive/query.h"

enum { WAYS_PLIES = 32 /* hashes of a way */, WAYS_WORTH = 16 /* games on a way that is replayed once for them all */ };

struct term;

struct ways {
    struct way *way; /* [n]; 0 is none */
    int n, room;
    uint32_t *slot; /* [slots] a hash table of them */
    uint32_t slots;
    struct came *came; /* [comers] */
    int comers, came_room;
};

/* The game at a place came by `n` hashes, the last of which is what is looked for; `variant` tells variants apart. What is too
 * much to be kept is left out. */
void ways_came(struct ways *ways, uint32_t variant, const uint32_t *hash, int n, int at);
/* Replay a game (`load`: its record, the callee's to free; NULL: none) of each way that many came, and add all of them
 * to a set of places if it fits a term of a query there. The ways are forgotten. */
typedef struct record *ways_load_fn(void *argument, int at);
void ways_make_sure(struct ways *ways, const struct query *query, const struct term *term, ways_load_fn *load,
                    void *argument, uint8_t *sure);

#endif
