/* query_complete.h - completion for queries being typed: the query keys, then the values that occur in an archive. */
#ifndef CHESSCADE_TUI_SESSION_QUERY_COMPLETE_H
#define CHESSCADE_TUI_SESSION_QUERY_COMPLETE_H

#include "archive/store/store.h"
#include "tui/app/app.h"

/* Complete the last word of a query. `out` gets the text as far as all candidates agree; `note` lists the
 * candidates, most frequent first, with how many games have each. Games not read yet do not count. Returns the
 * number of candidates. */
int query_complete(struct store *store, const char *text, char *out, size_t size, char *note, size_t note_size);
/* The values of a key that begin with `begun`, most frequent first; `games` is how many games have it, 0: not
 * counted. Returns their number; 0 for a key whose values cannot be listed. */
typedef void query_value_told(void *argument, const char *text, int games);
int query_values(struct store *store, const char *key, const char *begun, query_value_told *told, void *argument);
/* The same for a prompt's complete(): if the text does not change, the candidates are shown beside it, for the next
 * Tab. */
bool query_complete_typed(struct view *view, struct store *store, const char *text, char *out, size_t size);
/* The same for tags being typed, from the tags in a store; NULL: there is no store. */
bool tags_complete_typed(struct view *view, struct store *store, const char *text, char *out, size_t size);

#endif
