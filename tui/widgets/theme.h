/* theme.h - themes: how each role of a scene looks, for every kind of terminal. */
#ifndef CHESSCADE_TUI_WIDGETS_THEME_H
#define CHESSCADE_TUI_WIDGETS_THEME_H

#include "core/base.h"
#include "tui/widgets/scene.h"

/* The sets of colours that a terminal can have. */
enum palette { PALETTE_NONE, PALETTE_8, PALETTE_16, PALETTE_256, PALETTE_RGB };

/* A colour: the terminal's default, one of its 16, or an RGB value. */
enum {
    COLOUR_DEFAULT = -1,
    COLOUR_RGB = 0x1000000 /* added to 0xRRGGBB to mark an RGB value; values 0..15 are colours of
                              the terminal's palette */
};
typedef int32_t colour_t;

enum attribute {
    ATTR_BOLD = 1,
    ATTR_DIM = 2,
    ATTR_ITALIC = 4,
    ATTR_UNDERLINE = 8,
    ATTR_REVERSE = 16
};

struct look {
    colour_t ink, ground;
    uint8_t attributes; /* a set of enum attribute bits */
};

/* How a role looks on each kind of terminal. */
struct role_look {
    struct look look; /* RGB colours; with 256 colours the nearest ones are used */
    struct look cube; /* if `cubed`: colours to use with 256 colours, because the nearest ones would
                         not be good enough */
    bool cubed;
    struct look sixteen; /* look with 16 colours */
    struct look eight;   /* look with 8 colours */
    uint8_t mono;        /* attributes used on terminals without colours */
};

struct theme {
    struct role_look role[ROLES];
    bool dressed; /* true if theme_dress() has given the role a variant's board colours */
};

/* The order of a variant's own board colours: light cell, dark cell, light piece, dark piece. */
enum { BOARD_COLOURS = 4 };
struct board_colours {
    colour_t colour[BOARD_COLOURS];
};

/* The default theme; needs no file. */
void theme_default(struct theme *theme);

/* Load a theme into *out. `name` is "default", a NAME that stands for
 * ~/.config/chesscade/themes/NAME.yaml or DATA/themes/NAME.yaml, or a path (with a '/'). On
 * failure *out is unchanged and `why` names file, line and column. */
int theme_load(const char *name, const char *data, struct theme *out, struct note *why);
/* Read a theme from YAML text; `where` names it in messages. Roles that the text does not
 * mention look as in the default theme. */
int theme_read(const char *yaml, size_t length, const char *where, struct theme *out,
               struct note *why);
/* Change one role. `words` are those of a theme file: "INK GROUND [ATTRIBUTE]...". */
int theme_change(struct theme *theme, const char *role, const char *words, struct note *why);

/* Parse a colour in a theme file: a name, #rrggbb or "default"; false if it is none of these. */
bool theme_colour(const char *word, colour_t *out);
/* Apply a board's own colours to a theme. This needs 256 colours or more, as fewer could not
 * distinguish some of them; below that the theme's colours stay. Where a piece would be unreadable
 * on its cell, it becomes black or white. */
void theme_dress(struct theme *theme, const struct board_colours *board);

/* The look of a glyph: its ink on its ground, in a palette. If the ink is another ground of cells,
 * that ground's colour is the ink, as it is meant for shapes, not for texts. If the ink would be
 * unreadable there, the ground's own ink is used; for Red's pieces, a darker or lighter red. With
 * 16 or 8 colours pieces have their own ground on plain cells, if their look names one. Colours in
 * the result are COLOUR_DEFAULT or 0..7, 0..15, 0..255, COLOUR_RGB
 * + 0xRRGGBB, as the palette says. */
struct look theme_look(const struct theme *theme, enum role ink, enum role ground,
                       enum palette palette);

/* The palette to use for a theme on a terminal with `palette`: PALETTE_NONE if the theme has no
 * colours, and at most PALETTE_16 if all its colours are among the terminal's own sixteen, since
 * only those are known to be readable on each other. */
enum palette theme_palette(const struct theme *theme, enum palette palette);
/* True if light and dark cells have the same ground. */
bool theme_is_flat(const struct theme *theme, enum palette palette);

/* True if both looks have the same colours and attributes. */
bool look_same(const struct look *a, const struct look *b);

/* The contrast ratio of two colours, neither of them COLOUR_DEFAULT, as defined by WCAG 2: 1 to
 * 21. */
double colour_contrast(colour_t a, colour_t b);

#endif
