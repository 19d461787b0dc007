/* collect_prompt.h - adds games, or a search, from a list or a game to a collection, after asking for its title. */
#ifndef CHESSCADE_TUI_VIEWS_COLLECT_PROMPT_H
#define CHESSCADE_TUI_VIEWS_COLLECT_PROMPT_H

#include "archive/store/store.h"
#include "tui/app/view_list.h"

/* Ask for the title of a collection and add `n` games to it, each at that ply (0: at none). The collection is created
 * if there is none of that title. The ids are copied; `view` asks; the store must outlive it. */
void collect_games(struct view *view, struct store *store, char (*id)[ULID_LENGTH + 1], int n, int plies);
/* Ask for the title of a collection and give it this query as its search. */
void keep_search(struct view *view, struct store *store, const char *query);

#endif
