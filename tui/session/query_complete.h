/* query_complete.h - completion for queries being typed: the query keys, then the values that occur
 * in an archive. */
#ifndef CHESSCADE_TUI_SESSION_QUERY_COMPLETE_H
#define CHESSCADE_TUI_SESSION_QUERY_COMPLETE_H

#include "archive/store/store.h"
#include "core/base.h"

/* Complete the last word of a query. `out` gets the text as far as all candidates agree; `note`
 * lists the candidates, most frequent first, with how many games have each. Games not read yet do
 * not count. Returns the number of candidates. */
int query_complete(struct store *store, const char *text, char *out, size_t size, char *note,
                   size_t note_size);
/* The values of a key that begin with `begun`, most frequent first; `games` is how many games have
 * it, 0: not counted. Returns their number; 0 for a key whose values cannot be listed. */
typedef void query_value_told(void *argument, const char *text, int games);
int query_values(struct store *store, const char *key, const char *begun, query_value_told *told,
                 void *argument);
/* Complete the last of some tags, by those the games of a store have; otherwise as
 * query_complete(). */
int tags_complete(struct store *store, const char *text, char *out, size_t size, char *note,
                  size_t note_size);

/* ---- Counts the distinct texts in a column of very many games.
 *
 * Most texts are interned, so they are recognised by their address and compared only once. Two
 * addresses may hold the same text, which is then counted separately. */

struct text_met {
    const char *text; /* borrowed */
    uint32_t number;  /* in order of first appearance, from 0 */
    int times;
};

/* Zero-initialise. */
struct texts_met {
    struct text_met *v; /* [n] */
    uint32_t *slot;     /* [slots] hash table by address: number + 1; 0: empty */
    int n, room;
    size_t slots;
};

/* Count one more occurrence of a text; returns its number. */
uint32_t texts_meet(struct texts_met *met, const char *text);
void texts_met_clear(struct texts_met *met);

#endif
