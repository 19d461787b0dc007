/* index.h - a disposable SQLite index of the contents of a store's games, which speeds up searches.
 *
 * For games in files and in packs alike it holds the positions they reach and the continuations
 * from there, their plies, and the letters of their texts, in parts of some thousand games
 * (part.h). Results are the same with and without it: a game that is missing from the index, or has
 * changed since, is tested by the query itself. If anything is wrong with the index, it is rebuilt,
 * with a notice. The file may be deleted at any time. Small archives (INDEX_WORTH games) need
 * none. */
#ifndef CHESSCADE_ARCHIVE_INDEX_INDEX_H
#define CHESSCADE_ARCHIVE_INDEX_INDEX_H

#include "archive/pack/pack.h"
#include "archive/query/query.h"
#include "archive/index/prefilter.h"
#include "archive/store/store.h"

enum { INDEX_WORTH = 2000 };

struct index;

/* Opens the index of a store; close it before the store. With `create` it is created if missing.
 * FAIL_NAME if there is none (and `create` is false); FAIL_SYSTEM. */
int index_open(struct index **out, struct store *store, bool create, struct note *why);
void index_close(struct index *index);

/* The open index of a store; NULL if there is none. Opening an index that another program has
 * locked is retried now and then. *state changes whenever the store gets a different index. If
 * you keep a finder or an opening tree, compare *state before every step, and start again when
 * it has changed. */
struct index *index_of(const struct store *store, int *state);

/* True if anything in the index is out of date, as far as the store has been scanned. `index` is
 * NULL if there is none. */
bool index_wanted(struct index *index, struct store *store);
/* Indexes up to `games` more games, scanning the store on the way; true while there is more to
 * do. Packed games are indexed ten thousand at a time. `done` and `total` (may be NULL) report
 * progress. Other processes can search meanwhile. */
bool index_step(struct index *index, int games, int *done, int *total);

/* A notice for the user: "the index was damaged; rebuilding it"; NULL if there is none or it was
 * already returned. */
const char *index_notice(struct index *index);

/* The games of a pack (NULL: of the store's own files) that may match a query, and those that
 * certainly do: see prefilter_catalog(). */
struct prefilter_set index_prefilter(struct index *index, const struct pack *pack,
                                     const struct query *query);

/* Reports how main lines continue from the positions with these hashes. `each` is called with games
 * (indices in the pack; in the store if `pack` is NULL) that reach the position hash[met] and all
 * continue with the ply that has the number `next`. INDEX_ENDS: the games end in this position.
 * INDEX_UNKNOWN: the next ply has no number, so the games may continue differently. Returns the set
 * of games whose continuations were all reported, owned by the caller; NULL if there are none. */
enum { INDEX_ENDS = -1, INDEX_UNKNOWN = 0 };
typedef void index_goes_on_fn(void *argument, int met, int next, const int *at, int n);
uint8_t *index_continuations(struct index *index, const struct pack *pack, const uint64_t *hash,
                             int hashes, index_goes_on_fn *each, void *argument);

#endif
