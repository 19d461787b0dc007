/* custom.h - custom (non-conforming) variants of Croatian Chess: definitions as text (rules/croatian.md 16). */
#ifndef CHESSCADE_CUSTOM_H
#define CHESSCADE_CUSTOM_H

#include "core/ruleset.h"

/* Turn the text of a definition file, lines `key = value`, blank lines and lines that begin with '#', into
 * the id by which ruleset_open() opens it: "custom:key=value;...". *id is the caller's to free. FAIL_TEXT
 * when it is no definition, with the byte of `text` where it goes wrong. */
int custom_id(const char *text, char **id, struct note *why);

/* The named classes (rules/croatian.md 16) a board belongs to. */
enum custom_class {
    CLASS_STABLE = 1,       /* Knight, Pegasus, Unicorn and Centaur all occur */
    CLASS_UNIVERSE = 2,     /* Pyramid, Wave and Star all occur */
    CLASS_PEASANT = 4,      /* no Pawns */
    CLASS_ASYMMETRICAL = 8, /* some rank is not its own mirror image, the middle left out */
    CLASS_CASTLING = 16,    /* the King castles with others than Rooks */
    CLASS_POPULATED = 32    /* more than two ranks */
};

/* The classes as bits of enum custom_class; 0 for a ruleset of another family. */
unsigned custom_classes(const struct ruleset *ruleset);

/* The name a custom definition gives itself, "" without one. */
const char *custom_name(const struct ruleset *ruleset);

/* A colour of a custom definition as written: 0 light cell, 1 dark cell, 2 light piece, 3 dark piece; "" when
 * it has none. */
const char *custom_colour(const struct ruleset *ruleset, int index);

#endif
