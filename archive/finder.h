/* finder.h - the games of a store that fit a query, found in portions, so that a person can type on meanwhile.
 *
 * One way for the client, `list`, `export` and the opening tree. An index (archive/index.h), where there is one, narrows
 * the games down to candidates first; every candidate is tried by the query itself, so the answers are the same. */
#ifndef CHESSCADE_FINDER_H
#define CHESSCADE_FINDER_H

#include "archive/index/index.h"
#include "archive/query.h"
#include "archive/store.h"

struct finder;

/* Begin to look for the games that fit a query; `here` as in query_parse(), both borrowed. FAIL_TEXT and why->offset when
 * the query is wrong. `index` (borrowed) may be NULL. The finder ends when the store's places change: scan, save, refresh. */
int finder_open(struct finder **out, struct store *store, struct index *index, const char *query,
                const struct position *here, struct note *why);
void finder_close(struct finder *finder);

/* Try so many more games, looking at them first where the store has not; true while there are others. */
bool finder_step(struct finder *finder, int games);

/* What is to be told of texts in which its query's regular expressions were given up (query_given_up()), a sentence without a stop;
 * false: nothing, "". */
enum { FINDER_TOLD_ROOM = 120 };
bool finder_given_up(const struct finder *finder, char out[FINDER_TOLD_ROOM]);

/* How many places were tried, of store_total(). */
int finder_tried(const struct finder *finder);
/* What was found so far, in the store's order, or, when all was tried, in that of the query's "sort:key". */
int finder_count(const struct finder *finder);
int finder_at(const struct finder *finder, int found); /* place in the store */
/* Do those found so far stay where they are? Not when they are sorted in the end. */
bool finder_in_order(const struct finder *finder);
/* Where it fits: the game is tried for that. Borrowed until the next one is asked for. */
const struct query_hit *finder_hit(struct finder *finder, int found);

#endif
