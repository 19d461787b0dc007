/* prompts.h - prompts that several views have: adding games or a search to a collection by title,
 * completion of queries and tags. */
#ifndef CHESSCADE_TUI_VIEWS_PROMPTS_H
#define CHESSCADE_TUI_VIEWS_PROMPTS_H

#include "archive/store/store.h"
#include "tui/app/app.h"
#include "tui/app/view.h"

/* Ask for the title of a collection and add `n` games to it, each at that ply (0: at none). The
 * collection is created if there is none of that title. The ids are copied; `view` asks; the store
 * must outlive it. */
void collect_games(struct view *view, struct store *store, char (*id)[ULID_LENGTH + 1], int n,
                   int plies);
/* Ask for the title of a collection and give it this query as its search. */
void keep_search(struct view *view, struct store *store, const char *query);

/* ---- Tab at a prompt for a query or for tags. */

/* query_complete() for a prompt's complete(): if the text does not change, the candidates are shown
 * beside it, for the next Tab. */
bool query_complete_typed(struct view *view, struct store *store, const char *text, char *out,
                          size_t size);
/* The same for tags being typed, from the tags in a store; NULL: there is no store. */
bool tags_complete_typed(struct view *view, struct store *store, const char *text, char *out,
                         size_t size);

#endif
