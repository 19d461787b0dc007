/* query_complete.h - completes queries while they are typed: the query keys, then the values that
 * occur in an archive. */
#ifndef CHESSCADE_TUI_SESSION_ARCHIVE_QUERY_COMPLETE_H
#define CHESSCADE_TUI_SESSION_ARCHIVE_QUERY_COMPLETE_H

#include "archive/store/store.h"
#include "core/base.h"

/* Complete the last word of a query. `out` gets the text as far as all candidates agree. `note`
 * lists the candidates, most frequent first, with the number of games for each; games that have not
 * been read yet are not counted. Returns the number of candidates. */
int query_complete(struct store *store, const char *text, char *out, size_t size, char *note,
                   size_t note_size);
/* Pass the values of a key that begin with `begun` to `told`, most frequent first. `games` is how
 * many games have the value, 0: not counted. Returns the number of values; 0 if the values of the
 * key cannot be listed. */
typedef void query_value_told(void *argument, const char *text, int games);
int query_values(struct store *store, const char *key, const char *begun, query_value_told *told,
                 void *argument);
/* Complete the last of several tags with tags that the games of a store have. Parameters and result
 * are as in query_complete(). */
int tags_complete(struct store *store, const char *text, char *out, size_t size, char *note,
                  size_t note_size);

/* ---- Counts the distinct texts in a column of very many games.
 *
 * Most texts are interned, so they are recognised by their address and compared only once. If two
 * addresses hold the same text, the text is counted twice. */

struct text_met {
    const char *text; /* borrowed */
    uint32_t number;  /* number of the text, counted from 0 in order of first appearance */
    int times;
};

/* The texts counted so far. Zero-initialise. */
struct texts_met {
    struct text_met *v; /* [n] */
    /* [slots] Hash table by address: the text's number + 1, or 0 if the slot is empty. */
    uint32_t *slot;
    int n, room;
    size_t slots;
};

/* Count one more occurrence of a text. Returns the text's number. */
uint32_t texts_meet(struct texts_met *met, const char *text);
void texts_met_clear(struct texts_met *met);

#endif
