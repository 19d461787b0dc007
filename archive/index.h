/* index.h - what is known of the games of a store from another time: an SQLite file that may be deleted at
 * any time.
 *
 * It holds the listings, the texts (FTS5, in trigrams, and in ones and twos), and the positions of every game
 * with its variations as hashes; beside it lie these once more, and the plies, in pieces. Answers are the same
 * with and without it, only sooner: a listing counts only while its file's stamp is the one it was made from,
 * and what the index says a query might fit is tried by the query itself, unless it knows exactly. Whatever
 * goes wrong with the index, it is made anew, with a notice. Small archives (INDEX_WORTH games) need none. */
#ifndef CHESSCADE_INDEX_H
#define CHESSCADE_INDEX_H

#include "archive/query.h"
#include "archive/store.h"

enum { INDEX_WORTH = 2000 };

struct index;

/* Open the index of a store, best before the store was scanned; it must be closed before the store. Packs take notice, too,
 * of what another process has made of their indexes. With `create` it is made
 * where there is none. FAIL_NAME: there is none (and none is to be made); FAIL_SYSTEM. */
int index_open(struct index **out, struct store *store, bool create, struct note *why);
void index_close(struct index *index);

/* The index that is open for a store, NULL: none. One that another program held is tried again now and then, and comes back.
 * *state is another number whenever it is another index: who keeps a finder or an opening tree for longer looks before every
 * step, and begins anew. */
struct index *index_of(const struct store *store, int *state);

/* Is there anything to bring up to date, as far as the store was looked at? `index` may be NULL: there is none. */
bool index_wanted(struct index *index, struct store *store);
/* Bring the index up to date with so many more games, scanning the store on the way; true while there is more to do.
 * `done` and `total` (may be NULL) tell how far it is. For idle moments: a portion of 20 takes a few milliseconds. */
bool index_step(struct index *index, int games, int *done, int *total);

/* What a person should know once: "the index was damaged and is made anew"; NULL without, and when asked again. */
const char *index_notice(struct index *index);

/* The plies of a game as positions: hashes of the start and of the positions after each ply of the main line, *n of
 * them, the caller's. NULL when the index does not know the game as it is now. */
uint32_t *index_positions(struct index *index, int at, int *n);
/* How the main lines go on from a position: `each` is called for every game the index knows as it is now, with the first
 * of the hashes that its main line meets: `met` which one (-1: none) and the hash of the next position, 0 at the end of
 * the line. False when it broke off: the calls were not of all games then. */
typedef void index_goes_on_fn(void *argument, int at, int met, uint32_t next);
bool index_continuations(struct index *index, const uint32_t *hash, int hashes, index_goes_on_fn *each, void *argument);
/* A position hash as the index keeps it. */
uint32_t index_short_hash(uint64_t hash);

#endif
