/* test_theme.c - themes: the default file equals the built-in theme, everything is readable, and
 * mistakes are reported with their place. */
#include "tests/support/testing.h"

#include "core/variant.h"
#include "tui/boards/board_art.h"

static const char *const names[] = {"default",  "light",      "dark",     "mono",
                                    "contrast", "colorblind", "console16"};
enum { NAMES = sizeof names / sizeof *names };

static struct theme load(const char *name)
{
    char path[128];
    struct theme theme;
    struct note why;
    snprintf(path, sizeof path, "themes/%s.yaml", name);
    if (theme_load(source_file(path), "", &theme, &why) < 0)
        fail_msg("%s", why.text);
    return theme;
}

static void assert_looks(const struct look *a, const struct look *b, const char *role)
{
    if (a->ink != b->ink || a->ground != b->ground || a->attributes != b->attributes)
        fail_msg("themes/default.yaml and theme.c differ in %s", role);
}

static void the_default_file_is_the_built_in_theme(void **state)
{
    (void)state;
    struct theme file = load("default"), built;
    theme_default(&built);
    for (int r = 0; r < ROLES; r++) {
        const char *role = role_name((enum role)r);
        assert_looks(&file.role[r].look, &built.role[r].look, role);
        assert_int_equal(file.role[r].cubed, built.role[r].cubed);
        assert_looks(&file.role[r].cube, &built.role[r].cube, role);
        assert_looks(&file.role[r].sixteen, &built.role[r].sixteen, role);
        assert_looks(&file.role[r].eight, &built.role[r].eight, role);
        assert_int_equal(file.role[r].mono, built.role[r].mono);
    }
}

/* The ground may be the terminal's own, unknown colour: then ink must be readable on black and on
 * white. */
static double contrast(const struct look *look)
{
    enum { BLACKEST = COLOUR_RGB, WHITEST = COLOUR_RGB | 0xFFFFFF };
    if (look->ink == COLOUR_DEFAULT)
        return 21;
    if (look->ground != COLOUR_DEFAULT)
        return colour_contrast(look->ink, look->ground);
    double black = colour_contrast(look->ink, BLACKEST),
           white = colour_contrast(look->ink, WHITEST);
    return black < white ? black : white;
}

static colour_t of_256(colour_t number)
{
    static const int level[6] = {0, 95, 135, 175, 215, 255};
    int n = number - 16;
    if (number >= 232)
        return COLOUR_RGB | (8 + 10 * (number - 232)) * 0x10101;
    return COLOUR_RGB | level[n / 36] << 16 | level[n / 6 % 6] << 8 | level[n % 6];
}

/* The same look, its colours as RGB if they are numbers of 256. */
static struct look in_rgb(struct look look, enum palette palette)
{
    if (palette == PALETTE_256 && look.ink >= 16)
        look.ink = of_256(look.ink);
    if (palette == PALETTE_256 && look.ground >= 16)
        look.ground = of_256(look.ground);
    return look;
}

static void assert_readable_in(const char *name, const struct theme *theme, enum role ink,
                               enum role ground, enum palette palette, double least)
{
    struct look look = in_rgb(theme_look(theme, ink, ground, palette), palette);
    if (contrast(&look) < least)
        fail_msg("%s, %d colours: %s on %s has contrast %.2f, less than %.2f", name,
                 palette == PALETTE_256 ? 256 : 1 << 24, role_name(ink), role_name(ground),
                 contrast(&look), least);
}

static void assert_readable(const char *name, const struct theme *theme, enum role ink,
                            enum role ground, double least)
{
    struct look look = theme_look(theme, ink, ground, PALETTE_RGB);
    if (contrast(&look) < least)
        fail_msg("%s: %s on %s has contrast %.2f, less than %.2f", name, role_name(ink),
                 role_name(ground), contrast(&look), least);
}

/* WCAG 2 requires 4.5 for text: every ink of texts on every ground that lines have. On the
 * terminal's own, unknown ground both black and white count. Frames are lines: 3. */
static void texts_are_readable(void **state)
{
    static const enum role grounds[] = {ROLE_TEXT,     ROLE_TITLE,   ROLE_STATUS,
                                        ROLE_SELECTED, ROLE_CURRENT, ROLE_MATCH};
    (void)state;
    for (int n = 0; n < NAMES; n++) {
        struct theme theme = load(names[n]);
        if (!strcmp(names[n], "console16"))
            continue; /* its colours are the console's: see the next tests */
        for (int palette = PALETTE_256; palette <= PALETTE_RGB; palette++)
            for (int ink = ROLE_TEXT; ink < ROLE_LIGHT_CELL; ink++)
                for (size_t g = 0; g < sizeof grounds / sizeof *grounds; g++) {
                    bool bar = theme.role[ink].look.ground != COLOUR_DEFAULT && ink != ROLE_TEXT;
                    if (bar ? (enum role)ink != grounds[g] : ink == ROLE_FRAME && g > 0)
                        continue; /* is not drawn */
                    assert_readable_in(names[n], &theme, (enum role)ink, grounds[g],
                                       (enum palette)palette, ink == ROLE_FRAME ? 3 : 4.5);
                }
    }
}

/* The same for all that stands on the cells of a board: pieces of every owner, marks, and a
 * cell's own ink. Strokes and patterns are lines: 3, where they are drawn, on plain cells. A side
 * has one shade on all grounds. */
static void pieces_are_readable(void **state)
{
    (void)state;
    for (int n = 0; n < NAMES; n++) {
        struct theme theme = load(names[n]);
        for (int palette = PALETTE_256; palette <= PALETTE_RGB; palette++) {
            if (theme_palette(&theme, (enum palette)palette) != (enum palette)palette)
                continue; /* it never has more than sixteen colours: see below */
            for (int ground = ROLE_LIGHT_CELL; ground <= ROLE_MARK_8_CELL; ground++) {
                for (int ink = ROLE_WHITE; ink <= ROLE_MARK; ink++) {
                    if (ink == ROLE_LINE && ground > ROLE_DARK_CELL)
                        continue;
                    assert_readable_in(names[n], &theme, (enum role)ink, (enum role)ground,
                                       (enum palette)palette, ink == ROLE_LINE ? 3 : 4.5);
                    if (ink <= ROLE_FROZEN)
                        assert_int_equal(theme_look(&theme, (enum role)ink, (enum role)ground,
                                                    (enum palette)palette)
                                             .ink,
                                         theme_look(&theme, (enum role)ink, ROLE_LIGHT_CELL,
                                                    (enum palette)palette)
                                             .ink);
                }
                assert_readable_in(names[n], &theme, (enum role)ground, (enum role)ground,
                                   (enum palette)palette, 4.5);
            }
        }
    }
}

/* How terminals show eight colours and their bright versions: VGA, xterm, Tango. */
enum { VGA, XTERM, TANGO, CONSOLES };
static const int consoles[CONSOLES][16] = {
    {0x000000, 0xAA0000, 0x00AA00, 0xAA5500, 0x0000AA, 0xAA00AA, 0x00AAAA, 0xAAAAAA, 0x555555,
     0xFF5555, 0x55FF55, 0xFFFF55, 0x5555FF, 0xFF55FF, 0x55FFFF, 0xFFFFFF},
    {0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5, 0x7F7F7F,
     0xFF0000, 0x00FF00, 0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF},
    {0x2E3436, 0xCC0000, 0x4E9A06, 0xC4A000, 0x3465A4, 0x75507B, 0x06989A, 0xD3D7CF, 0x555753,
     0xEF2929, 0x8AE234, 0xFCE94F, 0x729FCF, 0xAD7FA8, 0x34E2E2, 0xEEEEEC}};

static void the_console_theme_is_readable(void **state)
{
    (void)state;
    for (int n = 0; n < NAMES; n++) {
        struct theme theme = load(names[n]);
        for (int palette = PALETTE_8; palette <= PALETTE_16; palette++)
            for (int ink = 0; ink < ROLES; ink++)
                for (int ground = 0; ground <= ROLE_MARK_8_CELL; ground++) {
                    struct look look = theme_look(&theme, (enum role)ink, (enum role)ground,
                                                  (enum palette)palette);
                    bool bar = ground == ROLE_TITLE || ground == ROLE_STATUS ||
                               ground == ROLE_SELECTED || ground == ROLE_CURRENT ||
                               ground == ROLE_MATCH;
                    if (bar ? ink != ground : ground < ROLE_LIGHT_CELL || ink < ROLE_WHITE)
                        continue;
                    if (look.ink != COLOUR_DEFAULT && look.ink == look.ground)
                        fail_msg("%s: %s on %s is invisible", names[n], role_name((enum role)ink),
                                 role_name((enum role)ground));
                    assert_true(look.ink < (palette == PALETTE_8 ? 8 : 16));
                    assert_true(look.ground < (palette == PALETTE_8 ? 8 : 16));
                }
    }
}

/* A theme of the terminal's own colours uses sixteen of them, however many the terminal has:
 * white letters on xterm's yellow have a contrast of 1.7, and with so few colours pieces get
 * grounds of their own. A theme without colours has none; if all cells have one ground, signs
 * tell them apart. */
static void themes_use_the_palette_they_need(void **state)
{
    (void)state;
    for (int n = 0; n < NAMES; n++) {
        struct theme theme = load(names[n]);
        bool mono = !strcmp(names[n], "mono"), console = !strcmp(names[n], "console16");
        for (int palette = PALETTE_NONE; palette <= PALETTE_RGB; palette++) {
            int most = mono ? PALETTE_NONE : console ? PALETTE_16 : PALETTE_RGB;
            enum palette used = theme_palette(&theme, (enum palette)palette);
            assert_int_equal(used, palette < most ? palette : most);
            /* Its cells are, with so few colours */
            bool black = !strcmp(names[n], "contrast") && used == PALETTE_8;
            assert_int_equal(theme_is_flat(&theme, used), used == PALETTE_NONE || black);
        }
    }
    struct theme theme = load("mono");
    const struct board_colours board = {{COLOUR_RGB | 0xEFEFEF, COLOUR_RGB | 0x606060,
                                         COLOUR_RGB | 0xB0B0B0, COLOUR_RGB | 0x202020}};
    theme_dress(&theme, &board);
    assert_int_equal(theme_palette(&theme, PALETTE_256), PALETTE_256);
    assert_false(theme_is_flat(&theme, PALETTE_256));
}

/* The contrast on one of them, the less if bold may be bright there or not. */
static double on_console(const struct look *look, int console)
{
    const int *shade = consoles[console];
    colour_t ground = COLOUR_RGB | shade[look->ground];
    double least = colour_contrast(COLOUR_RGB | shade[look->ink], ground);
    if (look->attributes & ATTR_BOLD && look->ink < 8) {
        double bright = colour_contrast(COLOUR_RGB | shade[look->ink + 8], ground);
        least = bright < least ? bright : least;
    }
    return least;
}

/* The least contrast on any of them. */
static double contrast_of_few(const struct look *look)
{
    double least = 21;
    for (int c = 0; c < CONSOLES; c++) {
        double now = on_console(look, c);
        least = now < least ? now : least;
    }
    return least;
}

/* With eight or sixteen colours no ground suits both white and black letters, yet everything on a
 * cell must be readable on all three. White on cyan, the earlier choice, has 1.2. On xterm alone
 * more can be promised: 3, as WCAG 2 requires for large text. */
static void pieces_are_readable_with_few_colours(void **state)
{
    (void)state;
    for (int n = 0; n < NAMES; n++)
        for (int palette = PALETTE_8; palette <= PALETTE_16; palette++) {
            struct theme theme = load(names[n]);
            if (!strcmp(names[n], "mono"))
                continue;
            for (int ground = ROLE_LIGHT_CELL; ground <= ROLE_MARK_8_CELL; ground++)
                for (int ink = ROLE_WHITE; ink < ROLES; ink++) {
                    struct look look = theme_look(&theme, (enum role)ink, (enum role)ground,
                                                  (enum palette)palette);
                    if (on_console(&look, XTERM) < 3)
                        fail_msg("%s: %s on %s has %.2f of xterm's %d colours", names[n],
                                 role_name((enum role)ink), role_name((enum role)ground),
                                 on_console(&look, XTERM), palette == PALETTE_8 ? 8 : 16);
                    if (ink != ROLE_LINE && contrast_of_few(&look) < 2.4)
                        fail_msg("%s: %s on %s has %.2f of %d colours", names[n],
                                 role_name((enum role)ink), role_name((enum role)ground),
                                 contrast_of_few(&look), palette == PALETTE_8 ? 8 : 16);
                }
            /* And the cell is visible beside the piece */
            for (int ground = ROLE_LIGHT_CELL; ground <= ROLE_DARK_CELL; ground++) {
                struct look cell =
                    theme_look(&theme, (enum role)ground, (enum role)ground, (enum palette)palette);
                struct look last =
                    theme_look(&theme, ROLE_LAST_CELL, ROLE_LAST_CELL, (enum palette)palette);
                assert_int_not_equal(cell.ground, last.ground);
            }
        }
}

/* Texts on the terminal's own, unknown ground are readable on black and on white, though less so
 * than with many colours: with black on white, a plain xterm has 1.98 for cyan, 1.07 for bright
 * yellow. A line is visible at least. */
static void texts_are_readable_with_few_colours(void **state)
{
    static const enum role texts[] = {ROLE_TEXT,  ROLE_HINT,      ROLE_PROMPT,  ROLE_ERROR,
                                      ROLE_LABEL, ROLE_DIM,       ROLE_COMMENT, ROLE_GLYPH,
                                      ROLE_MOVE,  ROLE_VARIATION, ROLE_FRAME};
    enum { BLACKEST = COLOUR_RGB, WHITEST = COLOUR_RGB | 0xFFFFFF };
    (void)state;
    for (int n = 0; n < NAMES; n++)
        for (int palette = PALETTE_8; palette <= PALETTE_16; palette++)
            for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
                struct theme theme = load(names[n]);
                struct look look = theme_look(&theme, texts[i], ROLE_TEXT, (enum palette)palette);
                double least = 21;
                if (look.ink != COLOUR_DEFAULT && look.ground != COLOUR_DEFAULT)
                    least = contrast_of_few(&look);
                else if (look.ink != COLOUR_DEFAULT)
                    for (int c = 0; c < CONSOLES; c++)
                        for (int white = 0; white < 2; white++) {
                            colour_t ink = COLOUR_RGB | consoles[c][look.ink],
                                     ground = white ? WHITEST : BLACKEST;
                            double now = colour_contrast(ink, ground);
                            least = now < least ? now : least;
                        }
                if (least < (texts[i] == ROLE_FRAME ? 1.7 : 2.4))
                    fail_msg("%s: %s has %.2f of %d colours", names[n], role_name(texts[i]), least,
                             palette == PALETTE_8 ? 8 : 16);
            }
}

/* A user's own theme may need brighter colours than eight: bright black becomes black then, and
 * would be invisible on black. */
static void eight_colours_hide_nothing(void **state)
{
    static const char yaml[] =
        "roles: {text: {look: 'white black', 8: 'white black'}, frame: {8: 'bright-black default'}}";
    struct theme theme;
    (void)state;
    assert_int_equal(theme_read(yaml, strlen(yaml), "x", &theme, NULL), 0);
    assert_int_equal(theme_look(&theme, ROLE_FRAME, ROLE_TEXT, PALETTE_8).ink, 7);
}

/* With 256 colours a board keeps its hue, or is grey: brown has less blue than green, but the
 * nearest of the 256 is a mauve, which has not. */
static void with_256_colours_the_hue_is_kept(void **state)
{
    (void)state;
    for (int n = 0; n < NAMES; n++) {
        struct theme theme = load(names[n]);
        for (int ground = ROLE_LIGHT_CELL; ground <= ROLE_DARK_CELL; ground++) {
            colour_t full =
                theme_look(&theme, (enum role)ground, (enum role)ground, PALETTE_RGB).ground;
            struct look look = theme_look(&theme, ROLE_WHITE, (enum role)ground, PALETTE_256);
            if (full < COLOUR_RGB || look.ground < 16 || look.ground >= 232)
                continue; /* a grey has no other hue */
            colour_t here = of_256(look.ground);
            for (int a = 0; a < 24; a += 8)
                for (int b = 0; b < 24; b += 8)
                    if ((full >> a & 0xFF) - (full >> b & 0xFF) >= 0x18 &&
                        (here >> a & 0xFF) <= (here >> b & 0xFF))
                        fail_msg("%s: %s is #%06x, of 256 colours #%06x", names[n],
                                 role_name((enum role)ground), (unsigned)full & 0xFFFFFF,
                                 (unsigned)here & 0xFFFFFF);
            for (int ink = ROLE_WHITE; ink <= ROLE_BLACK; ink++) {
                look = theme_look(&theme, (enum role)ink, (enum role)ground, PALETTE_256);
                assert_true(colour_contrast(of_256(look.ink), here) > 2.9);
            }
        }
    }
    struct theme theme;
    struct note why;
    static const char first[] =
        "roles: {board-dark: {256: '#000000 #ffffff', look: '#ffffff #000000'}}";
    assert_int_equal(theme_read(first, strlen(first), "x", &theme, &why), 0);
    assert_int_equal(theme_look(&theme, ROLE_DARK_CELL, ROLE_DARK_CELL, PALETTE_256).ground, 231);
    static const char none[] = "roles: {board-dark: '#ffffff #000087'}";
    assert_int_equal(theme_read(none, strlen(none), "x", &theme, &why), 0);
    assert_int_equal(theme_look(&theme, ROLE_DARK_CELL, ROLE_DARK_CELL, PALETTE_256).ground, 18);
}

static void the_sides_look_different(void **state)
{
    (void)state;
    for (int n = 0; n < NAMES; n++) {
        struct theme theme = load(names[n]);
        for (int palette = PALETTE_NONE; palette <= PALETTE_RGB; palette++)
            for (int ground = ROLE_LIGHT_CELL; ground <= ROLE_DARK_CELL; ground++) {
                struct look white =
                    theme_look(&theme, ROLE_WHITE, (enum role)ground, (enum palette)palette);
                struct look black =
                    theme_look(&theme, ROLE_BLACK, (enum role)ground, (enum palette)palette);
                assert_true(white.ink != black.ink || white.attributes != black.attributes);
                assert_true(palette == PALETTE_NONE || !strcmp(names[n], "mono") ||
                            white.ink != black.ink);
                struct look red =
                    theme_look(&theme, ROLE_RED, (enum role)ground, (enum palette)palette);
                assert_true(red.ink != white.ink || red.ground != white.ground ||
                            palette == PALETTE_NONE || !strcmp(names[n], "mono"));
                if (palette == PALETTE_NONE) /* rules/triangles.md 12.4: White bold, Black normal,
                                                Red underlined */
                    assert_true(white.attributes != black.attributes &&
                                white.attributes != red.attributes &&
                                black.attributes != red.attributes);
                /* Red, however dark or light. */
                if (palette == PALETTE_RGB && red.ink >= COLOUR_RGB)
                    assert_true((red.ink >> 16 & 0xFF) - (red.ink & 0xFF) >= 0x20);
            }
    }
}

static void colours_are_reduced_to_the_palette(void **state)
{
    struct theme theme;
    (void)state;
    theme_default(&theme);
    assert_int_equal(theme_change(&theme, "title", "#ff0000 #00005f bold", NULL), 0);
    struct look rgb = theme_look(&theme, ROLE_TITLE, ROLE_TITLE, PALETTE_RGB);
    assert_int_equal(rgb.ink, COLOUR_RGB | 0xFF0000);
    assert_int_equal(rgb.attributes, ATTR_BOLD);
    struct look cube = theme_look(&theme, ROLE_TITLE, ROLE_TITLE, PALETTE_256);
    assert_int_equal(cube.ink, 196);   /* 16 + 36 * 5: the cube's pure red */
    assert_int_equal(cube.ground, 17); /* 16 + 1: its darkest blue */
    assert_int_equal(theme_look(&theme, ROLE_TITLE, ROLE_TITLE, PALETTE_8).ground, 4);
    struct look none = theme_look(&theme, ROLE_TITLE, ROLE_TITLE, PALETTE_NONE);
    assert_int_equal(none.ink, COLOUR_DEFAULT);
    assert_int_equal(none.ground, COLOUR_DEFAULT);
    assert_int_equal(none.attributes, ATTR_BOLD);
    /* WCAG: black on white is 21. */
    assert_true(colour_contrast(COLOUR_RGB, COLOUR_RGB | 0xFFFFFF) > 20.99);
}

static void unreadable_ink_is_replaced(void **state)
{
    struct theme theme;
    (void)state;
    theme_default(&theme);
    theme_change(&theme, "selected", "#ffffff #000000", NULL);
    theme_change(&theme, "dim", "#101010 default", NULL);
    assert_int_equal(theme_look(&theme, ROLE_DIM, ROLE_SELECTED, PALETTE_RGB).ink,
                     COLOUR_RGB | 0xFFFFFF);
}

/* Both sides' pieces on a cell are as readable as text if black or white could be (WCAG 2: 4.5),
 * and one side is clearly darker than the other. */
static void assert_sides_clear(const char *id, const struct theme *theme, enum role ground)
{
    const colour_t black = COLOUR_RGB, white = COLOUR_RGB | 0xFFFFFF;
    struct look sides[2] = {theme_look(theme, ROLE_WHITE, ground, PALETTE_RGB),
                            theme_look(theme, ROLE_BLACK, ground, PALETTE_RGB)};
    for (int i = 0; i < 2; i++) {
        bool darker =
            colour_contrast(sides[i].ink, black) < colour_contrast(sides[i].ground, black);
        double most = colour_contrast(darker ? black : white, sides[i].ground),
               least = most < 4.5 ? most : 4.5;
        if (contrast(&sides[i]) < least - 0.01)
            fail_msg("%s: %s on %s has contrast %.2f", id, i ? "Black" : "White", role_name(ground),
                     contrast(&sides[i]));
    }
    if (colour_contrast(sides[0].ink, sides[1].ink) < 1.7)
        fail_msg("%s: the sides on %s differ by %.2f", id, role_name(ground),
                 colour_contrast(sides[0].ink, sides[1].ink));
}

/* rules/croatian.md 19.1: light cell, dark cell, light piece and dark piece by their xterm numbers.
 * Whatever theme gets these colours, pieces stay readable and the sides different; with fewer
 * colours the theme keeps its own. */
static void boards_have_their_own_colours(void **state)
{
    static const struct {
        const char *id;
        int number[BOARD_COLOURS];
    } rows[] = {{"classical", {255, 59, 145, 234}},
                {"croatian-ties", {255, 196, 145, 52}},
                {"mayan-ascendancy", {226, 32, 100, 17}},
                {"age-of-aquarius", {230, 71, 144, 22}},
                {"mirandas-veil", {230, 53, 213, 96}},
                {"nineteen", {186, 231, 143, 238}},
                {"hemeras-dawn", {52, 246, 196, 236}},
                {"tamoanchan-revisited", {50, 25, 47, 17}},
                {"conquest-of-tlalocan", {50, 196, 47, 88}},
                {"discovery", {230, 145, 244, 235}},
                {"one", {231, 53, 207, 53}},
                {"odd-one", {231, 53, 207, 53}}};
    static const enum role roles[] = {ROLE_LIGHT_CELL, ROLE_DARK_CELL, ROLE_WHITE, ROLE_BLACK};
    static const enum role inks[] = {ROLE_WHITE, ROLE_BLACK, ROLE_NOBODY, ROLE_MARK};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct ruleset *rules;
        struct board_colours board;
        struct theme theme, plain;
        assert_int_equal(ruleset_open(&rules, rows[i].id, NULL, 0, NULL), 0);
        assert_true(board_colours(rules, &board));
        theme_default(&theme);
        theme_default(&plain);
        theme_dress(&theme, &board);
        for (int k = 0; k < BOARD_COLOURS; k++) {
            struct look look =
                theme_look(&theme, roles[k], k < 2 ? roles[k] : ROLE_TEXT, PALETTE_256);
            if ((k < 2 ? look.ground : look.ink) != rows[i].number[k])
                fail_msg("%s: colour %d is %d, not %d", rows[i].id, k,
                         k < 2 ? look.ground : look.ink, rows[i].number[k]);
            assert_memory_equal(&theme.role[roles[k]].eight, &plain.role[roles[k]].eight,
                                sizeof(struct look));
            assert_memory_equal(&theme.role[roles[k]].sixteen, &plain.role[roles[k]].sixteen,
                                sizeof(struct look));
        }
        for (int ground = ROLE_LIGHT_CELL; ground <= ROLE_DARK_CELL; ground++)
            assert_sides_clear(rows[i].id, &theme, (enum role)ground);
        for (int ground = ROLE_LIGHT_CELL; ground <= ROLE_MARK_8_CELL; ground++) {
            for (size_t k = 0; k < sizeof inks / sizeof *inks; k++)
                assert_readable(rows[i].id, &theme, inks[k], (enum role)ground, 2.99);
            struct look white = theme_look(&theme, ROLE_WHITE, (enum role)ground, PALETTE_RGB);
            struct look black = theme_look(&theme, ROLE_BLACK, (enum role)ground, PALETTE_RGB);
            bool differ = white.ink != black.ink || white.attributes != black.attributes;
            /* On the others the letters tell the sides apart */
            assert_true(differ || ground > ROLE_DARK_CELL);
        }
        ruleset_free(rules);
    }
}

/* The same for a colour that may be a name, on any console. */
static double contrast_anywhere(const struct look *look)
{
    double least = 21;
    for (int c = 0; c < CONSOLES; c++) {
        colour_t ink = look->ink & COLOUR_RGB ? look->ink : COLOUR_RGB | consoles[c][look->ink];
        colour_t ground =
            look->ground & COLOUR_RGB ? look->ground : COLOUR_RGB | consoles[c][look->ground];
        double now = colour_contrast(ink, ground);
        least = now < least ? now : least;
    }
    return least;
}

/* Every theme can take a board's colours, even one whose sixteen colours are names: its cursor is a
 * name, a piece in the board's colours is not. */
static void any_theme_can_take_a_boards_colours(void **state)
{
    static const char *const ids[] = {"classical", "mirandas-veil", "one",
                                      "discovery", "hemeras-dawn",  "mayan-ascendancy"};
    static const enum role inks[] = {ROLE_WHITE, ROLE_BLACK, ROLE_NOBODY, ROLE_MARK};
    (void)state;
    for (int n = 0; n < NAMES; n++)
        for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
            struct ruleset *rules;
            struct board_colours board;
            struct theme theme = load(names[n]);
            assert_int_equal(ruleset_open(&rules, ids[i], NULL, 0, NULL), 0);
            assert_true(board_colours(rules, &board));
            theme_dress(&theme, &board);
            for (int ground = ROLE_LIGHT_CELL; ground <= ROLE_MARK_8_CELL; ground++)
                for (size_t k = 0; k < sizeof inks / sizeof *inks; k++) {
                    struct look look = theme_look(&theme, inks[k], (enum role)ground, PALETTE_RGB);
                    if (look.ink == COLOUR_DEFAULT)
                        continue;
                    if (look.ground == COLOUR_DEFAULT) /* a book's dark violet is for its cells */
                        fail_msg("%s as %s: %s on %s is on any ground", names[n], ids[i],
                                 role_name(inks[k]), role_name((enum role)ground));
                    if (contrast_anywhere(&look) < 2.4)
                        fail_msg("%s as %s: %s on %s has contrast %.2f", names[n], ids[i],
                                 role_name(inks[k]), role_name((enum role)ground),
                                 contrast_anywhere(&look));
                }
            ruleset_free(rules);
        }
}

/* A custom definition may name its colours; one without them has none, like the other families. */
static void custom_boards_can_name_their_colours(void **state)
{
    static const char own[] =
        "custom:name=X;size=8;ranks=RNBQKBNR/PPPPPPPP;colours=#112233,white,#fef,black";
    struct ruleset *rules;
    struct board_colours board;
    struct note why;
    (void)state;
    if (ruleset_open(&rules, own, NULL, 0, &why) < 0)
        fail_msg("%s", why.text);
    assert_true(board_colours(rules, &board));
    assert_int_equal(board.colour[0], COLOUR_RGB | 0x112233);
    assert_int_equal(board.colour[1], 7);
    assert_int_equal(board.colour[2], COLOUR_RGB | 0xFFEEFF);
    ruleset_free(rules);
    assert_int_equal(ruleset_open(&rules, "turnover", NULL, 0, NULL), 0);
    assert_false(board_colours(rules, &board));
    ruleset_free(rules);
}

static void mistakes_are_reported_with_their_place(void **state)
{
    static const struct {
        const char *yaml, *said;
    } cases[] = {
        {"roles:\n  tytle: red default\n", "x.yaml:2:10: There is no role 'tytle'"},
        {"roles:\n  title: redd default\n", "x.yaml:2:10: 'redd' is not a colour"},
        {"roles:\n  title: '#12345 default'\n", "x.yaml:2:10: '#12345' is not a colour"},
        {"roles:\n  title: red default bald\n", "x.yaml:2:10: 'bald' is not an attribute"},
        {"roles:\n  title: {luck: red}\n", "x.yaml:2:17: 'luck' is none of look, 256, 16, 8, mono"},
        {"colours: red\n", "x.yaml:1:10: 'colours' is none of name, about, roles"},
        {"roles:\n  - title\n", "x.yaml:2:5: "},
        {"roles: {title: red\n", "x.yaml:2:1: This is not YAML"},
        {"- a\n", "x.yaml:1:1: The file must be a mapping of keys and values"},
        {"roles: {title: {look: {a: b}}}\n", "x.yaml:1:23: This is nested too deep"},
        {"name: \"a\\0b\"\n", "x.yaml:1:7: A value holds a zero byte"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct theme theme = {0}, before = theme;
        struct note why;
        assert_true(theme_read(cases[i].yaml, strlen(cases[i].yaml), "x.yaml", &theme, &why) < 0);
        if (strncmp(why.text, cases[i].said, strlen(cases[i].said)) != 0)
            fail_msg("said '%s', not '%s'", why.text, cases[i].said);
        assert_memory_equal(&theme, &before, sizeof theme);
    }
    struct note why;
    struct theme theme;
    assert_true(theme_load("no-such-theme", "/nowhere", &theme, &why) < 0);
    assert_true(theme_load("../default", "/nowhere", &theme, &why) < 0);
    assert_true(theme_load("", "/nowhere", &theme, &why) < 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_default_file_is_the_built_in_theme),
        cmocka_unit_test(texts_are_readable),
        cmocka_unit_test(the_console_theme_is_readable),
        cmocka_unit_test(pieces_are_readable),
        cmocka_unit_test(themes_use_the_palette_they_need),
        cmocka_unit_test(pieces_are_readable_with_few_colours),
        cmocka_unit_test(texts_are_readable_with_few_colours),
        cmocka_unit_test(eight_colours_hide_nothing),
        cmocka_unit_test(with_256_colours_the_hue_is_kept),
        cmocka_unit_test(the_sides_look_different),
        cmocka_unit_test(colours_are_reduced_to_the_palette),
        cmocka_unit_test(boards_have_their_own_colours),
        cmocka_unit_test(any_theme_can_take_a_boards_colours),
        cmocka_unit_test(custom_boards_can_name_their_colours),
        cmocka_unit_test(unreadable_ink_is_replaced),
        cmocka_unit_test(mistakes_are_reported_with_their_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
