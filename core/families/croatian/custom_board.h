/* custom_board.h - custom (non-conforming) variants of Croatian Chess, defined by a text
 * (rules/croatian.md 16). */
#ifndef CHESSCADE_CORE_FAMILIES_CROATIAN_CUSTOM_BOARD_H
#define CHESSCADE_CORE_FAMILIES_CROATIAN_CUSTOM_BOARD_H

#include "core/variant.h"

/* Convert the text of a definition file (lines `key = value`, blank lines, lines that begin with
 * '#') into the id by which ruleset_open() opens it: "custom:key=value;...". The caller frees *id.
 * FAIL_TEXT if the text is not a definition, with the byte offset of the error in `text`. */
int custom_id(const char *text, char **id, struct note *why);

/* The named classes (rules/croatian.md 16) a board belongs to. */
enum custom_class {
    CLASS_STABLE = 1,       /* Knight, Pegasus, Unicorn and Centaur all occur */
    CLASS_UNIVERSE = 2,     /* Pyramid, Wave and Star all occur */
    CLASS_PEASANT = 4,      /* no Pawns */
    CLASS_ASYMMETRICAL = 8, /* some rank is not its own mirror image (ignoring the middle file) */
    CLASS_CASTLING = 16,    /* the King castles with pieces other than Rooks */
    CLASS_POPULATED = 32    /* more than two ranks of pieces */
};

/* The classes as bits of enum custom_class; 0 for a ruleset of another family. */
unsigned custom_classes(const struct ruleset *ruleset);

/* The name a custom definition gives itself, "" without one. */
const char *custom_name(const struct ruleset *ruleset);

/* A colour of a custom definition as written; `index` is 0 light square, 1 dark square, 2 light
 * piece, 3 dark piece. "" if it has none. */
const char *custom_colour(const struct ruleset *ruleset, int index);

#endif
