/* collect.h - from a list or a game: adding games, or a search, to a collection whose title is asked for. */
#ifndef CHESSCADE_COLLECT_H
#define CHESSCADE_COLLECT_H

#include "archive/store.h"
#include "tui/views.h"

/* Ask for the title of a collection and add `n` games to it, at that many plies (0: none is noted); a collection
 * that is not there is made. The ids are copied. `view` is who asks; the store outlives it. */
void collect_games(struct view *view, struct store *store, char (*id)[ULID_LENGTH + 1], int n, int plies);
/* Ask for the title of a collection that is to look for what fits a query. */
void keep_search(struct view *view, struct store *store, const char *query);

#endif
