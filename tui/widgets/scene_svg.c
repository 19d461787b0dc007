/* scene_svg.c - a scene with its colours as an SVG picture: see scene_svg.h. */
#include "tui/widgets/scene_svg.h"
#include "tui/widgets/cluster.h"

enum { WIDE = 8, HIGH = 16, BASE = 12, SIZE = 13, OWN_INK = 0xD8D8D8, OWN_GROUND = 0x101010 };

/* A colour as 0xRRGGBB: the sixteen of a terminal are those of xterm. */
static unsigned svg_colour(colour_t colour, unsigned own)
{
    static const unsigned sixteen[] = {0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD,
                                       0x00CDCD, 0xE5E5E5, 0x7F7F7F, 0xFF0000, 0x00FF00, 0xFFFF00,
                                       0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF};
    return colour == COLOUR_DEFAULT ? own
           : colour >= COLOUR_RGB   ? (unsigned)(colour - COLOUR_RGB)
           : colour < 16            ? sixteen[colour]
                                    : own;
}

struct svg_look {
    unsigned ink, ground;
    unsigned attributes; /* enum attribute bits */
};

static struct svg_look svg_look_of(const struct glyph *glyph, const struct theme *theme,
                                   enum palette palette)
{
    struct look look = theme_look(theme, (enum role)glyph->ink, (enum role)glyph->ground, palette);
    struct svg_look svg = {svg_colour(look.ink, OWN_INK), svg_colour(look.ground, OWN_GROUND),
                           look.attributes};
    if (look.attributes & ATTR_REVERSE)
        svg = (struct svg_look){svg.ground, svg.ink, look.attributes};
    return svg;
}

/* The quarters of a cell that a block character fills, as bits: upper left 1, upper right 2, lower
 * left 4, lower right 8. 0: the character is no such block. */
static int quarters_of(uint32_t character)
{
    static const unsigned char quadrants[] = {4, 8, 1, 13, 9, 7, 11, 2, 6, 14}; /* from U+2596 */
    switch (character) {
    case 0x2580:
        return 3;
    case 0x2584:
        return 12;
    case 0x2588:
        return 15;
    case 0x258C:
        return 5;
    case 0x2590:
        return 10;
    default:
        return character >= 0x2596 && character <= 0x259F ? quadrants[character - 0x2596] : 0;
    }
}

static void svg_quarters(int quarters, int x, int y, unsigned ink, FILE *out)
{
    for (int i = 0; i < 4; i++) {
        bool both = i % 2 == 0 && quarters >> i & 1 && quarters >> (i + 1) & 1;
        if (!(quarters >> i & 1) || (i % 2 && quarters >> (i - 1) & 1))
            continue;
        fprintf(out, "<rect x='%d' y='%d' width='%d' height='%d' fill='#%06X'/>",
                x + i % 2 * WIDE / 2, y + i / 2 * HIGH / 2, both ? WIDE : WIDE / 2, HIGH / 2, ink);
    }
}

static void svg_character(uint32_t character, FILE *out)
{
    char bytes[CLUSTER_BYTES];
    switch (character) {
    case '&':
        fputs("&amp;", out);
        return;
    case '<':
        fputs("&lt;", out);
        return;
    case '>':
        fputs("&gt;", out);
        return;
    default:
        fwrite(bytes, 1, (size_t)cluster_utf8(character, bytes), out);
    }
}

/* Half a cell below or above its diagonal: U+25E2 to U+25E5. */
static bool svg_is_corner(uint32_t character)
{
    return character >= 0x25E2 && character <= 0x25E5;
}

static void svg_corner(uint32_t character, int x, int y, unsigned ink, FILE *out)
{
    static const char *const paths[] = {"m8 0v16h-8", "v16h8", "h8l-8 16", "h8v16"};
    fprintf(out, "<path d='M%d %d%sz' fill='#%06X'/>", x, y, paths[character - 0x25E2], ink);
}

static bool svg_is_text(const struct glyph *glyph)
{
    return glyph->character && glyph->character != ' ' && glyph->character != SCENE_WIDE_TAIL &&
           !quarters_of(glyph->character) && !svg_is_corner(glyph->character);
}

static bool svg_same(const struct svg_look *a, const struct svg_look *b)
{
    return a->ink == b->ink && a->ground == b->ground && a->attributes == b->attributes;
}

/* The column after the run of glyphs from `from` on that look the same. With `words` the run also
 * ends before a glyph that is not drawn as text. */
static int svg_run(const struct scene *scene, const struct glyph *line, int from,
                   const struct theme *theme, enum palette palette, bool words)
{
    struct svg_look look = svg_look_of(&line[from], theme, palette);
    int end = from + 1;
    while (end < scene->columns) {
        struct svg_look other = svg_look_of(&line[end], theme, palette);
        if (!svg_same(&look, &other) || (words && !svg_is_text(&line[end])))
            break;
        end++;
    }
    return end;
}

static void svg_row(const struct scene *scene, int row, const struct theme *theme,
                    enum palette palette, FILE *out)
{
    const struct glyph *line = &scene->glyph[row * scene->columns];
    int y = row * HIGH, end;
    for (int column = 0; column < scene->columns; column = end) {
        struct svg_look look = svg_look_of(&line[column], theme, palette);
        end = svg_run(scene, line, column, theme, palette, false);
        if (look.ground != OWN_GROUND)
            fprintf(out, "<rect x='%d' y='%d' width='%d' height='%d' fill='#%06X'/>\n",
                    column * WIDE, y, (end - column) * WIDE, HIGH, look.ground);
    }
    for (int column = 0; column < scene->columns; column = end) {
        struct svg_look look = svg_look_of(&line[column], theme, palette);
        int quarters = quarters_of(line[column].character);
        end = column + 1;
        if (quarters)
            svg_quarters(quarters, column * WIDE, y, look.ink, out);
        if (svg_is_corner(line[column].character))
            svg_corner(line[column].character, column * WIDE, y, look.ink, out);
        if (!svg_is_text(&line[column]))
            continue;
        end = svg_run(scene, line, column, theme, palette, true);
        fprintf(out, "<text x='%d' y='%d' textLength='%d' fill='#%06X'%s%s>", column * WIDE,
                y + BASE, (end - column) * WIDE, look.ink,
                look.attributes & ATTR_BOLD ? " font-weight='bold'" : "",
                look.attributes & ATTR_UNDERLINE ? " text-decoration='underline'" : "");
        for (int c = column; c < end; c++)
            svg_character(line[c].character, out);
        fputs("</text>\n", out);
    }
}

void scene_print_svg(const struct scene *scene, const struct theme *theme, enum palette palette,
                     FILE *out)
{
    fprintf(out,
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 %d %d' width='%d' height='%d' "
            "font-family=\"'DejaVu Sans Mono',Menlo,Consolas,monospace\" font-size='%d' "
            "shape-rendering='crispEdges'>\n",
            scene->columns * WIDE, scene->rows * HIGH, scene->columns * WIDE, scene->rows * HIGH,
            (int)SIZE);
    fprintf(out, "<rect width='100%%' height='100%%' fill='#%06X'/>\n", (unsigned)OWN_GROUND);
    for (int row = 0; row < scene->rows; row++)
        svg_row(scene, row, theme, palette, out);
    fputs("</svg>\n", out);
}
