/* texts_met.h - counts the distinct texts in a column of very many games.
 *
 * Most texts are interned, so they are recognised by their address and compared only once. Two addresses may hold
 * the same text, which is then counted separately. */
#ifndef CHESSCADE_TUI_SESSION_TEXTS_MET_H
#define CHESSCADE_TUI_SESSION_TEXTS_MET_H

#include "core/base.h"

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
