/* nag.h - annotations of plies and positions by their PGN number (NAG), as glyphs and in words. */
#ifndef CHESSCADE_TUI_SESSION_NAG_H
#define CHESSCADE_TUI_SESSION_NAG_H

#include "tui/boards/board_art.h"

struct nag {
    int number;
    const char *ascii, *utf8; /* "!?" */
    const char *words;        /* "a move worth attention" */
};

/* The annotations with a glyph or words, in the order of the palette; NULL past the end. */
const struct nag *nag_at(int index);
/* The annotation with a PGN number; NULL if it has no glyph. */
const struct nag *nag_numbered(int number);
/* The glyph, or "$n" without one. Like snprintf. */
int nag_write(int number, enum charset charset, char *buffer, size_t size);

#endif
