/* theme.h - looks by role: a theme says how each role of a scene is shown, whatever the terminal can do. */
#ifndef CHESSCADE_THEME_H
#define CHESSCADE_THEME_H

#include "core/base.h"
#include "tui/scene.h"

/* How much colour a terminal is given. */
enum palette { PALETTE_NONE, PALETTE_8, PALETTE_16, PALETTE_256, PALETTE_RGB };

/* A colour: the terminal's own, one of its 16, or red-green-blue. */
enum { COLOUR_DEFAULT = -1, COLOUR_RGB = 0x1000000 /* added to 0xRRGGBB; below: 0..15 of the terminal */ };
typedef int32_t colour_t;

enum attribute { ATTR_BOLD = 1, ATTR_DIM = 2, ATTR_ITALIC = 4, ATTR_UNDERLINE = 8, ATTR_REVERSE = 16 };

struct look {
    colour_t ink, ground;
    uint8_t attributes; /* enum attribute bits */
};

/* How a role looks by what the terminal can do. */
struct role_look {
    struct look look;    /* red-green-blue, and of 256 the nearest */
    struct look cube;    /* of 256, where the nearest would not do: so if `cubed` */
    bool cubed;
    struct look sixteen; /* of 16 */
    struct look eight;   /* of 8 */
    uint8_t mono;        /* attributes without any colour */
};

struct theme {
    struct role_look role[ROLES];
    bool dressed; /* as a variant's board: theme_dress() */
};

/* What a variant's own board looks like: light cell, dark cell, light piece, dark piece. */
enum { BOARD_COLOURS = 4 };
struct board_colours {
    colour_t colour[BOARD_COLOURS];
};

/* The default theme: needs no file. */
void theme_default(struct theme *theme);

/* Load a theme into *out: "default"; NAME of ~/.config/chesscade/themes/NAME.yaml or of DATA/themes/NAME.yaml; or a path
 * (with a '/'). On failure *out is unchanged and `why` names file, line and column. */
int theme_load(const char *name, const char *data, struct theme *out, struct note *why);
/* Read a theme from YAML text; `where` names it in messages. Roles it leaves out are as in the default theme. */
int theme_read(const char *yaml, size_t length, const char *where, struct theme *out, struct note *why);
/* Change one role: the words of a theme file, "INK GROUND [ATTRIBUTE]...". */
int theme_change(struct theme *theme, const char *role, const char *words, struct note *why);

/* The colour of a word of a theme file: a name, #rrggbb, default; false when it is none. */
bool theme_colour(const char *word, colour_t *out);
/* Give a theme a board's own colours, with 256 colours or more: fewer could not tell some of them apart, there the theme's
 * own stay. Where a piece cannot be read on its cell, black or white is taken. */
void theme_dress(struct theme *theme, const struct board_colours *board);

/* How a glyph looks: its ink on its ground, in a palette. Where the ink would not be readable there, the ground's own
 * ink is taken, for Red's pieces a darker or lighter red. With 16 or 8 colours pieces have their own ground on plain cells,
 * if their look names one. Colours of the result are COLOUR_DEFAULT or 0..7, 0..15, 0..255, COLOUR_RGB + 0xRRGGBB, as the
 * palette says. */
struct look theme_look(const struct theme *theme, enum role ink, enum role ground, enum palette palette);

/* What a theme makes of a palette: of one whose colours are all the terminal's own sixteen no more is asked, for only so few are
 * known to be readable on each other; of one without colours none. */
enum palette theme_palette(const struct theme *theme, enum palette palette);
/* Do light and dark cells have the same ground? */
bool theme_is_flat(const struct theme *theme, enum palette palette);

/* The same in every member. */
bool look_same(const struct look *a, const struct look *b);

/* Contrast of two colours, neither of them COLOUR_DEFAULT, as WCAG 2 computes it: 1 to 21. */
double colour_contrast(colour_t a, colour_t b);

#endif
