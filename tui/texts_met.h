/* texts_met.h - the different texts of a column of very many games, which mostly stand once each where they are kept: each is told
 * by its place, and looked at once. Two places may have the same text. */
#ifndef CHESSCADE_TEXTS_MET_H
#define CHESSCADE_TEXTS_MET_H

#include "core/base.h"

struct text_met {
    const char *text; /* borrowed */
    uint32_t number;  /* in the order they were met, from 0 on */
    int times;
};

/* Zero to begin with. */
struct texts_met {
    struct text_met *v; /* [n] */
    uint32_t *slot;     /* [slots] a number and 1, by where the text stands; 0: empty */
    int n, room;
    size_t slots;
};

/* Meet a text once more: its number. */
uint32_t texts_meet(struct texts_met *met, const char *text);
void texts_met_clear(struct texts_met *met);

#endif
