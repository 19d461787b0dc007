/* nag.h - judgements of plies and positions by their PGN number: as a glyph, and in words. */
#ifndef CHESSCADE_NAG_H
#define CHESSCADE_NAG_H

#include "tui/board_art.h"

struct nag {
    int number;
    const char *ascii, *utf8; /* "!?" */
    const char *words;        /* "a move worth attention" */
};

/* The judgements with a glyph or words, in the order of the palette: index 0.., NULL past the end. */
const struct nag *nag_at(int index);
/* The judgement of a number, NULL when it has no glyph. */
const struct nag *nag_numbered(int number);
/* The glyph, or "$n" without one. Like snprintf. */
int nag_write(int number, enum charset charset, char *buffer, size_t size);

#endif
