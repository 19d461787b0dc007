/* index.h - what is known of the insides of a store's games from another time: an SQLite file that may be deleted at any time.
 *
 * It holds, of games in files and in packs alike, the positions they come to and how they go on from there, their plies, and the
 * letters of their texts, in parts of some thousand games (part.h). Answers are the same with and without it, only sooner: a game
 * that is not in a part as it is now is tried by the query itself. Whatever is wrong with the index, it is made anew, with a
 * notice. Small archives (INDEX_WORTH games) need none. */
#ifndef CHESSCADE_INDEX_H
#define CHESSCADE_INDEX_H

#include "archive/pack.h"
#include "archive/query.h"
#include "archive/sieve.h"
#include "archive/store.h"

enum { INDEX_WORTH = 2000 };

struct index;

/* Open the index of a store; it must be closed before the store. With `create` it is made where there is none. FAIL_NAME: there is
 * none (and none is to be made); FAIL_SYSTEM. */
int index_open(struct index **out, struct store *store, bool create, struct note *why);
void index_close(struct index *index);

/* The index that is open for a store, NULL: none. One that another program held is tried again now and then, and comes back.
 * *state is another number whenever it is another index: who keeps a finder or an opening tree for longer looks before every
 * step, and begins anew. */
struct index *index_of(const struct store *store, int *state);

/* Is there anything to bring up to date, as far as the store was looked at? `index` may be NULL: there is none. */
bool index_wanted(struct index *index, struct store *store);
/* Bring the index up to date with so many more games, scanning the store on the way; true while there is more to do. Games of packs
 * are taken by the ten thousand. `done` and `total` (may be NULL) tell how far it is. Searches of others go on meanwhile. */
bool index_step(struct index *index, int games, int *done, int *total);

/* What a person should know once: "the index was damaged and is made anew"; NULL without, and when asked again. */
const char *index_notice(struct index *index);

/* Which games may fit a query, and which surely do, of a pack (NULL: of the store's own): sieve_catalog(). */
struct sieve_set index_sieve(struct index *index, const struct pack *pack, const struct query *query);

/* How main lines go on from positions. `each` is called with games, by their places in the pack (NULL: the store), that come
 * to one of the hashes, number `met`, and all go on by ply number `next`: INDEX_ENDS where they end there, INDEX_UNKNOWN where
 * the ply has no number, so that the games may go on differently. Returns the set of games that were reported completely, owned by
 * the caller; NULL: none were. */
enum { INDEX_ENDS = -1, INDEX_UNKNOWN = 0 };
typedef void index_goes_on_fn(void *argument, int met, int next, const int *at, int n);
uint8_t *index_continuations(struct index *index, const struct pack *pack, const uint64_t *hash, int hashes, index_goes_on_fn *each,
                             void *argument);

#endif
