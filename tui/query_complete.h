/* query_complete.h - what can follow in a query being typed: its keys, then the values the games of a store have. */
#ifndef CHESSCADE_QUERY_COMPLETE_H
#define CHESSCADE_QUERY_COMPLETE_H

#include "archive/store.h"
#include "tui/app.h"

/* Complete the last word of a query: in `out` the text as far as all candidates agree, in `note` the candidates, the most
 * frequent first, with how many games have them. Games not looked at yet do not count. The number of candidates. */
int query_complete(struct store *store, const char *text, char *out, size_t size, char *note, size_t note_size);
/* The values of a key that begin so, the most frequent first; `games` have it, 0: not counted. Their number; of a key whose
 * values nobody can list 0. */
typedef void query_value_told(void *argument, const char *text, int games);
int query_values(struct store *store, const char *key, const char *begun, query_value_told *told, void *argument);
/* The same for a prompt's complete(): what does not change the text is told beside it, for another Tab. */
bool query_complete_typed(struct view *view, struct store *store, const char *text, char *out, size_t size);
/* The same of tags being typed, by those the games of a store have; NULL: there is none. */
bool tags_complete_typed(struct view *view, struct store *store, const char *text, char *out, size_t size);

#endif
