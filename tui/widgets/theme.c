/* theme.c - themes: the look of every role, and how it adapts to terminals with fewer colours.
 *
 * A theme gives each role a main look in RGB and, where the automatic choice would be poor, looks
 * for 256, 16 and 8 colours, and attributes for none. theme_look() combines two roles for one
 * glyph: the ink of a piece, mark or text on the ground of a cell or line. Problems arise because
 * any ink can meet any ground, and are solved in this order:
 *
 *   1. An ink that is unreadable on the ground is replaced by the ground's own ink. Readable means
 *      a contrast of 4.5 by WCAG 2 (https://www.w3.org/TR/WCAG21/#contrast-minimum), for pieces 3.
 *      Red's pieces are shaded instead, as the ground's ink would look like White's.
 *   2. On a board with the colours of its book (theme_dress()), White's and Black's inks are mixed
 *      with white or black until they are readable and differ from each other: theme_piece_ink().
 *   3. RGB colours are reduced to the nearest of the palette, by a weighted distance (3, 4, 2 for
 *      red, green, blue).
 *   4. With 16 or 8 colours no ground suits both White and Black, so pieces bring a ground of their
 *      own on plain cells; elsewhere weak pairs are replaced (look_of_few()).
 *
 * Limits: the 16 named colours differ between terminals. Contrast and distance use the VGA palette;
 * clear_on[] lists the pairs that are readable with VGA, xterm and Tango alike; a theme whose
 * colours are all named gets no more than the 16-colour palette (theme_palette()); and around a
 * board in its own colours a named ink never meets an RGB ground (theme_incomparable()). */
#include "config.h"
#include "tui/widgets/theme.h"

#include "tui/system/paths.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The default theme: L(role, with many colours, with 16, with 8, without). It keeps the terminal's
 * own colours for text, with inks that have a contrast of 4.5 on black and on white. White's pieces
 * are white, Black's golden: no ground gives both white and black letters 4.5 beside Red's and
 * nobody's, but all dark grounds do for light inks, so each side has one shade on all of them. With
 * eight or sixteen colours there is no such set of grounds: pieces then have a ground of their own,
 * like pieces of white, black and red wood. themes/default.yaml has the same looks as an example
 * for users; a test compares the two. */
#define DEFAULT_LOOKS(L)                                                                           \
    L(ROLE_TEXT, "default default", "default default", "default default", "")                      \
    L(ROLE_TITLE, "#ffffff #444444", "black white", "black white", "reverse")                      \
    L(ROLE_STATUS, "#d0d0d0 #444444", "black white", "black white", "reverse")                     \
    L(ROLE_HINT, "#767676 default", "default default", "default default", "")                      \
    L(ROLE_PROMPT, "default default", "default default", "default default", "")                    \
    L(ROLE_ERROR, "#e3242b default bold", "bright-red default bold", "red default bold", "bold")   \
    L(ROLE_FRAME, "#6c6c6c default", "default default", "default default", "")                     \
    L(ROLE_LABEL, "#5379a0 default", "bright-blue default", "default default bold", "")            \
    L(ROLE_DIM, "#767676 default", "default default", "default default", "")                       \
    L(ROLE_SELECTED, "#ffffff #5f5f87", "black cyan", "black cyan", "reverse")                     \
    L(ROLE_MATCH, "#000000 #d7af5f", "black yellow", "black yellow", "underline")                  \
    L(ROLE_COMMENT, "#4c824c default", "bright-blue default", "default default", "")               \
    L(ROLE_GLYPH, "#be5700 default", "magenta default", "magenta default", "bold")                 \
    L(ROLE_MOVE, "default default", "default default", "default default", "")                      \
    L(ROLE_VARIATION, "#767676 default", "default default", "default default", "")                 \
    L(ROLE_CURRENT, "#ffffff #5f5f87", "black cyan", "black cyan", "")                             \
    L(ROLE_LIGHT_CELL, "#ffffff #6b4628", "black cyan", "black cyan", "")                          \
    L(ROLE_DARK_CELL, "#ffffff #3d2716", "bright-white bright-black bold", "black green", "")      \
    L(ROLE_THIRD_CELL, "#ffffff #1f4a3a", "black yellow", "black yellow", "")                      \
    L(ROLE_FOURTH_CELL, "#ffffff #2c3a5e", "bright-white blue bold", "white blue bold", "")        \
    L(ROLE_LAST_CELL, "#ffffff #4a4a00", "black yellow", "black yellow", "underline")              \
    L(ROLE_CURSOR_CELL, "#ffffff #0000d7", "bright-white blue bold", "white blue bold", "")        \
    L(ROLE_PICKED_CELL, "#ffffff #5f00af", "bright-white magenta bold", "white magenta bold",      \
      "reverse")                                                                                   \
    L(ROLE_TARGET_CELL, "#ffffff #005f00", "black green", "white magenta bold", "underline")       \
    L(ROLE_TAKE_CELL, "#ffffff #87001e", "bright-white red bold", "white red bold", "underline")   \
    L(ROLE_SPECIAL_CELL, "#ffffff #87005f", "bright-white magenta bold", "white magenta bold",     \
      "underline")                                                                                 \
    L(ROLE_CHECK_CELL, "#ffffff #a00000", "bright-white red bold", "white red bold", "bold")       \
    L(ROLE_MARK_1_CELL, "#ffffff #005f00", "bright-white green bold", "white magenta bold",        \
      "underline")                                                                                 \
    L(ROLE_MARK_2_CELL, "#ffffff #870000", "bright-white red bold", "white red bold", "underline") \
    L(ROLE_MARK_3_CELL, "#ffffff #0000af", "bright-white blue bold", "white blue bold",            \
      "underline")                                                                                 \
    L(ROLE_MARK_4_CELL, "#ffffff #4e4400", "bright-white yellow bold", "white yellow bold",        \
      "underline")                                                                                 \
    L(ROLE_MARK_5_CELL, "#ffffff #004f4f", "bright-white cyan bold", "white cyan bold",            \
      "underline")                                                                                 \
    L(ROLE_MARK_6_CELL, "#ffffff #5f005f", "bright-white magenta bold", "white magenta bold",      \
      "underline")                                                                                 \
    L(ROLE_MARK_7_CELL, "#ffffff #6b3200", "bright-white yellow bold", "white yellow bold",        \
      "underline")                                                                                 \
    L(ROLE_MARK_8_CELL, "#ffffff #444444", "bright-white bright-black bold", "white blue bold",    \
      "underline")                                                                                 \
    L(ROLE_WHITE, "#ffffff #3d2716 bold", "black bright-white", "black white", "bold")             \
    L(ROLE_BLACK, "#ffd75f #3d2716", "bright-white black bold", "white black bold", "")            \
    L(ROLE_RED, "#ffafaf #3d2716 bold", "bright-white red bold", "white red bold", "underline")    \
    L(ROLE_NOBODY, "#87d7ff #3d2716", "bright-cyan black", "cyan black", "")                       \
    L(ROLE_FROZEN, "#d0d0d0 #3d2716", "white default", "white default", "")                        \
    L(ROLE_LINE, "#9e9e9e default", "default default", "default default", "")                      \
    L(ROLE_MARK, "#ffffff default bold", "bright-white default bold", "white default bold", "")

/* Looks for 256 colours where the nearest of them would be another hue, or too light: the darkest
 * brown among them is too light for the pieces, so the board is grey. */
static const struct {
    enum role role;
    const char *look;
} cube_looks[] = {
    {ROLE_ERROR, "#af5f5f default bold"},  {ROLE_LABEL, "#5f5fff default"},
    {ROLE_COMMENT, "#00875f default"},     {ROLE_GLYPH, "#d700af default"},
    {ROLE_LIGHT_CELL, "#ffffff #4e4e4e"},  {ROLE_DARK_CELL, "#ffffff #303030"},
    {ROLE_THIRD_CELL, "#ffffff #121212"},  {ROLE_FOURTH_CELL, "#ffffff #5f005f"},
    {ROLE_LAST_CELL, "#ffffff #00005f"},   {ROLE_TAKE_CELL, "#ffffff #5f0000"},
    {ROLE_CHECK_CELL, "#ffffff #870000"},  {ROLE_MARK_4_CELL, "#ffffff #262626"},
    {ROLE_MARK_5_CELL, "#ffffff #00005f"}, {ROLE_MARK_7_CELL, "#ffffff #5f0000"},
    {ROLE_WHITE, "#ffffff #303030 bold"},  {ROLE_BLACK, "#ffd75f #303030"},
    {ROLE_RED, "#ffafaf #303030 bold"},    {ROLE_NOBODY, "#87d7ff #303030"},
    {ROLE_FROZEN, "#d0d0d0 #303030"},
};
enum { CUBE_LOOKS = sizeof cube_looks / sizeof *cube_looks };

static const struct {
    const char *look, *sixteen, *eight, *mono;
} default_looks[ROLES] = {
#define LOOK_ROW(role, look, sixteen, eight, mono) [role] = {look, sixteen, eight, mono},
    DEFAULT_LOOKS(LOOK_ROW)
#undef LOOK_ROW
};

/* ---- parsing looks ---- */

static const char *const colour_names[16] = {
    "black",        "red",           "green",       "yellow",         "blue",
    "magenta",      "cyan",          "white",       "bright-black",   "bright-red",
    "bright-green", "bright-yellow", "bright-blue", "bright-magenta", "bright-cyan",
    "bright-white",
};

/* The 16 colours as the VGA console shows them. Terminals differ, but distances and contrasts
 * are computed with these. */
static const int vga[16] = {0x000000, 0xAA0000, 0x00AA00, 0xAA5500, 0x0000AA, 0xAA00AA,
                            0x00AAAA, 0xAAAAAA, 0x555555, 0xFF5555, 0x55FF55, 0xFFFF55,
                            0x5555FF, 0xFF55FF, 0x55FFFF, 0xFFFFFF};

static const struct {
    const char *name;
    uint8_t bit;
} attribute_names[] = {{"bold", ATTR_BOLD},       {"dim", ATTR_DIM},
                       {"italic", ATTR_ITALIC},   {"underline", ATTR_UNDERLINE},
                       {"reverse", ATTR_REVERSE}, {"plain", 0}};
enum { ATTRIBUTES = sizeof attribute_names / sizeof *attribute_names };

bool theme_colour(const char *word, colour_t *out)
{
    char *end;
    if (!strcmp(word, "default")) {
        *out = COLOUR_DEFAULT;
        return true;
    }
    for (int i = 0; i < 16; i++)
        if (!strcmp(word, colour_names[i])) {
            *out = i;
            return true;
        }
    if (word[0] != '#' || strlen(word) != 7 || strspn(word + 1, "0123456789abcdefABCDEF") != 6)
        return false;
    *out = COLOUR_RGB | (colour_t)strtol(word + 1, &end, 16);
    return true;
}

static bool theme_read_attribute(const char *word, uint8_t *out)
{
    for (int i = 0; i < ATTRIBUTES; i++)
        if (!strcmp(word, attribute_names[i].name)) {
            *out |= attribute_names[i].bit;
            return true;
        }
    return false;
}

/* Read the next word of a look into `word`, truncated if it is too long to be valid. Returns its
 * length, 0 at the end. */
static size_t theme_next_word(const char **at, char word[24])
{
    *at += strspn(*at, " \t");
    size_t length = strcspn(*at, " \t"), kept = length < 24 ? length : 23;
    memcpy(word, *at, kept);
    word[kept] = '\0';
    *at += length;
    return length;
}

/* Parse a look: "INK GROUND [ATTRIBUTE]...". */
static int read_look(const char *words, struct look *out, struct note *why)
{
    struct look look = {COLOUR_DEFAULT, COLOUR_DEFAULT, 0};
    const char *at = words;
    char word[24];
    for (int i = 0; theme_next_word(&at, word); i++) {
        if (i < 2 && theme_colour(word, i ? &look.ground : &look.ink))
            continue;
        if (i >= 1 && theme_read_attribute(word, &look.attributes))
            continue;
        return i < 2 ? note_fail(
                           why, FAIL_TEXT, -1,
                           "'%s' is not a colour: a name such as red or bright-red, #rrggbb, or "
                           "default",
                           word)
                     : note_fail(why, FAIL_TEXT, -1,
                                 "'%s' is not an attribute: bold, dim, italic, underline, reverse",
                                 word);
    }
    *out = look;
    return 0;
}

static int read_mono(const char *words, uint8_t *out, struct note *why)
{
    uint8_t attributes = 0;
    char word[24];
    while (theme_next_word(&words, word))
        if (!theme_read_attribute(word, &attributes))
            return note_fail(why, FAIL_TEXT, -1,
                             "'%s' is not an attribute: bold, dim, italic, underline, reverse",
                             word);
    *out = attributes;
    return 0;
}

void theme_default(struct theme *theme)
{
    *theme = (struct theme){0};
    for (int r = 0; r < ROLES; r++) {
        struct role_look *role = &theme->role[r];
        read_look(default_looks[r].look, &role->look, NULL);
        read_look(default_looks[r].sixteen, &role->sixteen, NULL);
        read_look(default_looks[r].eight, &role->eight, NULL);
        read_mono(default_looks[r].mono, &role->mono, NULL);
    }
    for (int i = 0; i < CUBE_LOOKS; i++) {
        read_look(cube_looks[i].look, &theme->role[cube_looks[i].role].cube, NULL);
        theme->role[cube_looks[i].role].cubed = true;
    }
}

/* ---- colours on poorer terminals ---- */

static int rgb_of(colour_t colour)
{
    return colour & COLOUR_RGB ? colour & 0xFFFFFF : vga[colour & 15];
}

static int theme_channel(int rgb, int shift)
{
    return rgb >> shift & 0xFF;
}

static int theme_distance(int a, int b)
{
    int red = theme_channel(a, 16) - theme_channel(b, 16),
        green = theme_channel(a, 8) - theme_channel(b, 8);
    int blue = theme_channel(a, 0) - theme_channel(b, 0);
    return 3 * red * red + 4 * green * green + 2 * blue * blue;
}

static const int level[6] = {0,   95,  135,
                             175, 215, 255}; /* channel values of the 6x6x6 colour cube */

static int nearest_level(int value)
{
    int best = 0;
    for (int l = 1; l < 6; l++)
        if (abs(level[l] - value) < abs(level[best] - value))
            best = l;
    return best;
}

/* The nearest colour among the colour cube and the greys, 16..255. */
static colour_t nearest_256(int rgb)
{
    int part[3],
        grey = (theme_channel(rgb, 16) + theme_channel(rgb, 8) + theme_channel(rgb, 0)) / 3;
    for (int i = 0; i < 3; i++)
        part[i] = nearest_level(theme_channel(rgb, 16 - 8 * i));
    int cube = level[part[0]] << 16 | level[part[1]] << 8 | level[part[2]];
    int step = grey < 8 ? 0 : grey > 238 ? 23 : (grey - 8 + 5) / 10;
    int shade = 8 + 10 * step;
    if (theme_distance(shade << 16 | shade << 8 | shade, rgb) < theme_distance(cube, rgb))
        return 232 + step;
    return 16 + 36 * part[0] + 6 * part[1] + part[2];
}

static colour_t nearest_of(int rgb, int colours)
{
    int best = 0;
    for (int i = 1; i < colours; i++)
        if (theme_distance(vga[i], rgb) < theme_distance(vga[best], rgb))
            best = i;
    return best;
}

static colour_t theme_reduced(colour_t colour, enum palette palette)
{
    if (colour == COLOUR_DEFAULT || palette == PALETTE_RGB)
        return colour;
    if (palette == PALETTE_256)
        return colour & COLOUR_RGB ? nearest_256(rgb_of(colour)) : colour;
    if (colour & COLOUR_RGB)
        return nearest_of(rgb_of(colour), palette == PALETTE_16 ? 16 : 8);
    return palette == PALETTE_16 ? colour : colour & 7;
}

static double theme_linear(int value)
{
    double v = value / 255.0;
    return v <= 0.03928 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4);
}

static double theme_luminance(int rgb)
{
    return 0.2126 * theme_linear(theme_channel(rgb, 16)) +
           0.7152 * theme_linear(theme_channel(rgb, 8)) +
           0.0722 * theme_linear(theme_channel(rgb, 0));
}

double colour_contrast(colour_t a, colour_t b)
{
    double one = theme_luminance(rgb_of(a)), other = theme_luminance(rgb_of(b));
    return one > other ? (one + 0.05) / (other + 0.05) : (other + 0.05) / (one + 0.05);
}

/* The contrasts that WCAG 2 asks for: of text, and of large text, pictures and lines. */
static const double TEXT_CONTRAST = 4.5, PICTURE_CONTRAST = 2.99;

/* True if the contrast of an ink on a ground is below `least`. The exact shades of the 16 colours
 * are unknown, so among those only equal ones count as unreadable. */
static bool theme_unreadable(colour_t ink, colour_t ground, double least)
{
    if (ink == COLOUR_DEFAULT || ground == COLOUR_DEFAULT)
        return false;
    if (!(ink & COLOUR_RGB) || !(ground & COLOUR_RGB))
        return ink == ground;
    return colour_contrast(ink, ground) < least;
}

/* The contrast below which an ink is replaced by the ground's own. The ground's own ink would make
 * both sides' pieces look the same, so a theme whose pieces have less than 4.5 keeps them. */
static double theme_least(enum role ink)
{
    return ink < ROLE_WHITE || ink == ROLE_MARK ? TEXT_CONTRAST : PICTURE_CONTRAST;
}

enum { MIX_STEPS = 16, LIGHTEST = 255 };

/* For each of sixteen inks, the grounds (one bit each) on which its contrast is 2.4 or more with
 * each of the palettes of VGA, xterm and Tango (white on cyan, for example, has 1.2). With eight
 * colours the inks are the same, bold or not. */
static const uint16_t clear_on[16] = {0xFECC, 0xCC80, 0x0001, 0x0001, 0xCC80, 0xCC80,
                                      0x0001, 0x0133, 0xCC80, 0xC801, 0x0133, 0x2333,
                                      0x0001, 0x8801, 0x0333, 0x2333};

static bool is_weak(colour_t ink, colour_t ground)
{
    return ink != COLOUR_DEFAULT && ground != COLOUR_DEFAULT &&
           !(clear_on[ink & 15] >> (ground & 15) & 1);
}

/* The look of a glyph on a cell's ground with few colours. Pieces with a ground of their own have
 * it on plain cells. Otherwise an ink that is weak on the ground is replaced by the cell's own ink
 * or, if that is weak too, by black or white. */
static struct look look_of_few(const struct look *own, enum role ink, const struct look *cell,
                               enum role ground, struct look look, enum palette palette)
{
    if (ink >= ROLE_WHITE && ink <= ROLE_FROZEN && own->ground != COLOUR_DEFAULT) {
        if (ground >= ROLE_LIGHT_CELL && ground <= ROLE_FOURTH_CELL)
            return (struct look){theme_reduced(own->ink, palette),
                                 theme_reduced(own->ground, palette), own->attributes};
        look.ink = theme_reduced(cell->ink, palette);
        look.attributes = cell->attributes;
    }
    if (is_weak(look.ink, look.ground)) {
        look.ink = theme_reduced(cell->ink, palette);
        if (is_weak(look.ink, look.ground))
            look.ink = !is_weak(0, look.ground) ? 0 : palette == PALETTE_8 ? 7 : 15;
    }
    if (look.ink == 0)
        look.attributes &= (uint8_t)~ATTR_BOLD; /* bold black looks grey on many terminals */
    return look;
}

static const struct look *look_in(const struct role_look *role, enum palette palette)
{
    if (palette == PALETTE_256 && role->cubed)
        return &role->cube;
    return palette == PALETTE_8    ? &role->eight
           : palette == PALETTE_16 ? &role->sixteen
                                   : &role->look;
}

/* Mix an ink with black (end 0) or white (255), in sixteenths. */
static colour_t theme_mixed(colour_t ink, int end, int step)
{
    int out = 0;
    for (int shift = 16; shift >= 0; shift -= 8) {
        int value =
            (theme_channel(rgb_of(ink), shift) * (MIX_STEPS - step) + end * step) / MIX_STEPS;
        out |= value << shift;
    }
    return COLOUR_RGB | out;
}

/* The nearest colour of the colour cube. Only such colours look the same with 256 colours as in
 * RGB. */
static colour_t in_cube(colour_t colour)
{
    int out = 0;
    for (int shift = 16; shift >= 0; shift -= 8)
        out |= level[nearest_level(theme_channel(rgb_of(colour), shift))] << shift;
    return COLOUR_RGB | out;
}

/* Make an ink darker or lighter, whichever needs the smaller change, until it is readable. */
static colour_t shaded_for(colour_t ink, colour_t ground)
{
    for (int step = 1; step <= MIX_STEPS; step++)
        for (int end = 0; end <= LIGHTEST; end += LIGHTEST)
            if (!theme_unreadable(in_cube(theme_mixed(ink, end, step)), ground, PICTURE_CONTRAST))
                return in_cube(theme_mixed(ink, end, step));
    return ink;
}

/* Make an ink darker (end 0) or lighter (255) until its contrast with another colour is
 * sufficient, or black or white is reached. */
static colour_t shaded_to(colour_t ink, int end, colour_t other, double least)
{
    colour_t out = ink;
    for (int step = 1; step <= MIX_STEPS && colour_contrast(out, other) < least; step++)
        out = theme_mixed(ink, end, step);
    return out;
}

/* The ink of a piece on a ground of a board with its own colours. Books draw outlines; letters
 * have none. So White's colour becomes lighter if the ground allows it, otherwise darker, and
 * Black's the other way round. If both would change in the same direction, one of them changes
 * more. */
static colour_t theme_piece_ink(const struct theme *theme, enum role role, colour_t ground)
{
    static const double CLEAR = 4.5 /* the contrast that WCAG 2 asks for normal text */, LARGE = 3,
                        APART = 1.8;
    static const enum role sides[] = {ROLE_WHITE, ROLE_BLACK};
    colour_t ink[2];
    int end[2];
    for (int i = 0; i < 2; i++) {
        colour_t own = theme->role[sides[i]].look.ink;
        end[i] = i ? 0 : LIGHTEST;
        if (colour_contrast(theme_mixed(own, end[i], MIX_STEPS), ground) < LARGE)
            end[i] = LIGHTEST - end[i];
        ink[i] = shaded_to(own, end[i], ground, CLEAR);
    }
    int further = colour_contrast(ink[1], ground) > colour_contrast(ink[0], ground);
    if (end[0] == end[1])
        ink[further] = shaded_to(ink[further], end[further], ink[!further], APART);
    return ink[role == ROLE_BLACK];
}

/* True if one of two colours is a named colour, whose exact shade is unknown, and the other is a
 * known RGB colour. */
static bool theme_incomparable(colour_t ink, colour_t ground)
{
    return ink != COLOUR_DEFAULT && ground != COLOUR_DEFAULT &&
           (ink & COLOUR_RGB) != (ground & COLOUR_RGB);
}

static bool is_named(colour_t colour)
{
    return colour != COLOUR_DEFAULT && !(colour & COLOUR_RGB) && colour < 16;
}

bool look_same(const struct look *a, const struct look *b)
{
    return a->ink == b->ink && a->ground == b->ground && a->attributes == b->attributes;
}

/* The look of a shape in the colour of one ground on another. */
static struct look theme_shape(const struct theme *theme, colour_t shape, colour_t ground,
                               enum palette palette)
{
    if (ground == COLOUR_DEFAULT)
        ground = look_in(&theme->role[ROLE_TEXT], palette)->ground;
    return (struct look){theme_reduced(shape, palette), theme_reduced(ground, palette), 0};
}

struct look theme_look(const struct theme *theme, enum role ink, enum role ground,
                       enum palette palette)
{
    const struct role_look *front = &theme->role[ink], *back = &theme->role[ground];
    if (palette == PALETTE_NONE)
        return (struct look){COLOUR_DEFAULT, COLOUR_DEFAULT,
                             ink == ground ? back->mono : (uint8_t)(front->mono | back->mono)};
    struct look a = *look_in(front, palette), b = *look_in(back, palette);
    if (ink != ground && ink >= ROLE_LIGHT_CELL && ink <= ROLE_MARK_8_CELL)
        return theme_shape(theme, a.ground, b.ground, palette);
    const struct look *text = look_in(&theme->role[ROLE_TEXT], palette);
    struct look look = {a.ink, b.ground,
                        (uint8_t)(ink == ground ? b.attributes : a.attributes | b.attributes)};
    if (look.ground == COLOUR_DEFAULT)
        look.ground = ground == ROLE_TEXT && ink != ROLE_TEXT && a.ground != COLOUR_DEFAULT
                          ? a.ground
                          : text->ground;
    if (ink == ROLE_RED && look.ink >= COLOUR_RGB &&
        theme_unreadable(look.ink, look.ground, PICTURE_CONTRAST))
        /* the ground's own ink would look like White's */
        look.ink = shaded_for(look.ink, look.ground);
    else if (theme->dressed && (ink == ROLE_WHITE || ink == ROLE_BLACK) &&
             look.ground != COLOUR_DEFAULT && look.ground & COLOUR_RGB)
        look.ink = theme_piece_ink(theme, ink, look.ground);
    else if (theme->dressed && (ink == ROLE_WHITE || ink == ROLE_BLACK) && ground != ROLE_TEXT &&
             look.ground == COLOUR_DEFAULT)
        look.ink = b.ink; /* the book's colours are meant for its cells; on a dark terminal's own
                             ground dark violet would be illegible */
    else if (theme->dressed && theme_incomparable(look.ink, look.ground)) {
        look.ink = b.ink;
        look.attributes = b.attributes;
    } else if (look.ink == COLOUR_DEFAULT ||
               theme_unreadable(look.ink, look.ground, theme_least(ink)))
        look.ink = b.ink;
    if (look.ink == COLOUR_DEFAULT)
        look.ink = text->ink;
    /* True if the board has many colours and the theme around it few. */
    bool few = palette == PALETTE_8 || palette == PALETTE_16 ||
               (theme->dressed && is_named(look.ink) && is_named(look.ground));
    look.ink = theme_reduced(look.ink, palette);
    look.ground = theme_reduced(look.ground, palette);
    /* Equal colours result, for example, from bright black on black with eight colours. */
    if (look.ink == look.ground && look.ink != COLOUR_DEFAULT)
        look.ink = theme_reduced(b.ink != COLOUR_DEFAULT ? b.ink : text->ink, palette);
    return few && ground != ROLE_TEXT ? look_of_few(&a, ink, &b, ground, look, palette) : look;
}

enum palette theme_palette(const struct theme *theme, enum palette palette)
{
    bool named = false, theme_mixed = false;
    for (int r = 0; r < ROLES; r++) {
        const struct look *look = look_in(&theme->role[r], palette);
        named = named || look->ink != COLOUR_DEFAULT || look->ground != COLOUR_DEFAULT;
        theme_mixed = theme_mixed || (look->ink != COLOUR_DEFAULT && look->ink & COLOUR_RGB) ||
                      (look->ground != COLOUR_DEFAULT && look->ground & COLOUR_RGB);
    }
    return !named ? PALETTE_NONE : !theme_mixed && palette > PALETTE_16 ? PALETTE_16 : palette;
}

bool theme_is_flat(const struct theme *theme, enum palette palette)
{
    struct look light = theme_look(theme, ROLE_LIGHT_CELL, ROLE_LIGHT_CELL, palette);
    struct look dark = theme_look(theme, ROLE_DARK_CELL, ROLE_DARK_CELL, palette);
    return light.ground == dark.ground;
}

/* Black or white, whichever is more readable on a colour. */
static colour_t readable_on(colour_t ground)
{
    const colour_t black = COLOUR_RGB, white = COLOUR_RGB | 0xFFFFFF;
    return colour_contrast(black, ground) > colour_contrast(white, ground) ? black : white;
}

void theme_dress(struct theme *theme, const struct board_colours *board)
{
    const colour_t *colour = board->colour;
    bool few = theme_palette(theme, PALETTE_RGB) == PALETTE_16;
    for (int r = 0; few && r < ROLES; r++)
        /* outside the board the theme keeps its looks for 16 colours */
        theme->role[r].look = theme->role[r].sixteen;
    theme->dressed = true;
    theme->role[ROLE_LIGHT_CELL].cubed = theme->role[ROLE_DARK_CELL].cubed = false;
    theme->role[ROLE_WHITE].cubed = theme->role[ROLE_BLACK].cubed = false;
    theme->role[ROLE_LIGHT_CELL].look = (struct look){readable_on(colour[0]), colour[0], 0};
    theme->role[ROLE_DARK_CELL].look = (struct look){readable_on(colour[1]), colour[1], 0};
    theme->role[ROLE_WHITE].look = (struct look){colour[2], COLOUR_DEFAULT, ATTR_BOLD};
    theme->role[ROLE_BLACK].look = (struct look){colour[3], COLOUR_DEFAULT, 0};
}

/* ---- files ---- */

/* Which looks of a role the file gives; the others are derived from the main one. */
struct theme_loading {
    struct theme theme;
    bool given[ROLES], cubed[ROLES], plain[ROLES];
};

static int set_look(struct theme_loading *loading, enum role role, const char *kind,
                    const char *words, struct note *why)
{
    struct role_look *look = &loading->theme.role[role];
    if (!strcmp(kind, "look")) {
        loading->given[role] = true;
        look->cubed = loading->cubed[role]; /* the default theme's look for 256 colours no longer
                                               applies */
        return read_look(words, &look->look, why);
    }
    if (!strcmp(kind, "mono"))
        return read_mono(words, &look->mono, why);
    if (!strcmp(kind, "256")) {
        look->cubed = loading->cubed[role] = true;
        return read_look(words, &look->cube, why);
    }
    loading->plain[role] = true;
    if (!strcmp(kind, "16"))
        return read_look(words, &look->sixteen, why);
    if (!strcmp(kind, "8"))
        return read_look(words, &look->eight, why);
    return note_fail(why, FAIL_NAME, -1, "'%.40s' is none of look, 256, 16, 8, mono", kind);
}

static int theme_read_entry(void *argument, const char *const *key, int depth, const char *value,
                            struct note *why)
{
    struct theme_loading *loading = argument;
    if (depth == 1 && (!strcmp(key[0], "name") || !strcmp(key[0], "about")))
        return 0;
    if (strcmp(key[0], "roles") != 0 || depth < 2)
        return note_fail(why, FAIL_NAME, -1, "'%.40s' is none of name, about, roles", key[0]);
    enum role role = role_named(key[1]);
    if (role == ROLES)
        return note_fail(why, FAIL_NAME, -1, "There is no role '%.40s'", key[1]);
    return set_look(loading, role, depth == 2 ? "look" : key[2], value, why);
}

static void loading_begin(struct theme_loading *loading)
{
    *loading = (struct theme_loading){0};
    theme_default(&loading->theme);
}

/* Finish loading: a role with only its main look gets the nearest colours. */
static void loading_end(struct theme_loading *loading, struct theme *out)
{
    for (int r = 0; r < ROLES; r++)
        if (loading->given[r] && !loading->plain[r]) {
            struct role_look *role = &loading->theme.role[r];
            role->sixteen = role->eight = role->look;
        }
    *out = loading->theme;
}

int theme_read(const char *yaml, size_t length, const char *where, struct theme *out,
               struct note *why)
{
    struct theme_loading loading;
    loading_begin(&loading);
    int status = data_read(yaml, length, where, theme_read_entry, &loading, why);
    if (status == 0)
        loading_end(&loading, out);
    return status;
}

static int theme_read_file(const char *path, struct theme *out, struct note *why)
{
    struct theme_loading loading;
    loading_begin(&loading);
    int status = data_read_file(path, theme_read_entry, &loading, why);
    if (status == 0)
        loading_end(&loading, out);
    return status;
}

int theme_load(const char *name, const char *data, struct theme *out, struct note *why)
{
    char path[PATH_ROOM], file[PATH_ROOM];
    if (!strcmp(name, "default")) {
        theme_default(out);
        return 0;
    }
    if (strchr(name, '/'))
        return theme_read_file(name, out, why);
    if (!*name || name[0] == '.' ||
        snprintf(file, sizeof file, "themes/%s.yaml", name) >= PATH_ROOM)
        return note_fail(why, FAIL_NAME, -1, "There is no theme '%.60s'", name);
    if (path_config(file, path, sizeof path) && path_exists(path))
        return theme_read_file(path, out, why);
    if (path_join(data, file, path, sizeof path) && path_exists(path))
        return theme_read_file(path, out, why);
    return note_fail(why, FAIL_NAME, -1,
                     "There is no theme '%.60s': neither among your own nor in %.150s/themes", name,
                     data);
}

int theme_change(struct theme *theme, const char *role, const char *words, struct note *why)
{
    enum role which = role_named(role);
    struct look look;
    if (which == ROLES)
        return note_fail(why, FAIL_NAME, -1, "There is no role '%.40s'", role);
    int status = read_look(words, &look, why);
    if (status < 0)
        return status;
    theme->role[which].look = theme->role[which].sixteen = theme->role[which].eight = look;
    theme->role[which].cubed = false;
    theme->role[which].mono = look.attributes;
    return 0;
}
