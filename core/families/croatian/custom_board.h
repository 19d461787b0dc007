/* custom_board.h - custom (non-conforming) variants of Croatian Chess, defined by a text
 * (rules/croatian.md 16). */
#ifndef CHESSCADE_CORE_FAMILIES_CROATIAN_CUSTOM_BOARD_H
#define CHESSCADE_CORE_FAMILIES_CROATIAN_CUSTOM_BOARD_H

#include "core/variant.h"

/* Convert the text of a definition file (lines `key = value`, blank lines, lines that begin with
 * '#') into the id by which ruleset_open() opens it: "custom:key=value;...". The caller frees *id.
 * FAIL_TEXT if the text is not a definition, with the byte offset of the error in `text`. */
int custom_id(const char *text, char **id, struct note *why);

/* The classes that rules/croatian.md 16 names; a board may belong to several. */
enum custom_class {
    CLASS_STABLE = 1,       /* the board has Knight, Pegasus, Unicorn and Centaur */
    CLASS_UNIVERSE = 2,     /* the board has Pyramid, Wave and Star */
    CLASS_PEASANT = 4,      /* the board has no Pawns */
    CLASS_ASYMMETRICAL = 8, /* some rank differs from its own mirror image (ignoring the middle
                               file) */
    CLASS_CASTLING = 16,    /* the King castles with pieces other than Rooks */
    CLASS_POPULATED = 32    /* a side begins with more than two ranks of pieces */
};

/* The classes of a ruleset as bits of enum custom_class; 0 for a ruleset of another family. */
unsigned custom_classes(const struct ruleset *ruleset);

/* The name that a custom definition gives itself, "" if it gives none. */
const char *custom_name(const struct ruleset *ruleset);

/* A colour of a custom definition as it was written; "" if the definition has none. `index` is 0
 * light square, 1 dark square, 2 light piece, 3 dark piece. */
const char *custom_colour(const struct ruleset *ruleset, int index);

#endif
