/* test_screen.c - the bytes that curses sends for a scene: a simulated terminal ends up with the
 * right character and theme colours in each cell, whatever it showed before; palettes and charsets
 * are respected. */
#include "config.h"
#include "tests/support/testing.h"

#include "core/base.h"
#include "tui/terminal/caps.h"
#include "tui/terminal/screen.h"

#include <locale.h>
#include <wchar.h>

enum { ROWS_MOST = 30, COLUMNS_MOST = 90 };

/* ---- a simulated terminal: as much of an xterm as curses uses ---- */

struct shown {
    uint32_t character; /* 0: blank; SCENE_WIDE_TAIL */
    struct look look;
};

static struct {
    int rows, columns, row, column, top, bottom; /* lines top to bottom-1 scroll */
    bool wraps; /* the last column is written: the next character starts the next row */
    bool visible;
    struct look look;
    int kept_row, kept_column;
    struct look kept_look;
    struct shown cell[ROWS_MOST][COLUMNS_MOST];
} tty;

static void tty_begin(int rows, int columns)
{
    memset(&tty, 0, sizeof tty);
    tty.rows = tty.bottom = rows;
    tty.columns = columns;
    tty.visible = true;
    tty.look = (struct look){COLOUR_DEFAULT, COLOUR_DEFAULT, 0};
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < columns; c++)
            tty.cell[r][c] = (struct shown){'?', {1, 2, 3}}; /* garbage that must be cleared */
}

/* Erased cells get the ground colour, as in xterm. */
static void erase(int row, int from, int to)
{
    for (int c = from; c < to; c++)
        tty.cell[row][c] = (struct shown){0, {COLOUR_DEFAULT, tty.look.ground, 0}};
}

static void move_rows(int first, int last, int by)
{
    for (int i = 0; i < abs(by) && i < last - first; i++) {
        if (by > 0) {
            memmove(tty.cell[first], tty.cell[first + 1],
                    (size_t)(last - first - 1) * sizeof tty.cell[0]);
            erase(last - 1, 0, tty.columns);
        } else {
            memmove(tty.cell[first + 1], tty.cell[first],
                    (size_t)(last - first - 1) * sizeof tty.cell[0]);
            erase(first, 0, tty.columns);
        }
    }
}

static void line_feed(void)
{
    if (tty.row == tty.bottom - 1)
        move_rows(tty.top, tty.bottom, 1);
    else if (tty.row < tty.rows - 1)
        tty.row++;
}

static void put(uint32_t character)
{
    int wide = character < 128 ? 1 : wcwidth((wchar_t)character);
    assert_in_range(wide, 1, 2);
    if (tty.wraps || tty.column + wide > tty.columns) {
        tty.column = 0;
        line_feed();
    }
    struct shown *cell = &tty.cell[tty.row][tty.column];
    if (cell->character == SCENE_WIDE_TAIL && tty.column > 0)
        cell[-1].character = 0;
    for (int i = 0; i < wide; i++)
        cell[i] = (struct shown){i ? SCENE_WIDE_TAIL : character == ' ' ? 0 : character, tty.look};
    if (tty.column + wide < tty.columns && cell[wide].character == SCENE_WIDE_TAIL)
        cell[wide].character = 0;
    tty.column += wide;
    tty.wraps = tty.column == tty.columns;
    tty.column -= tty.wraps;
}

/* An extended colour after 38 or 48: one of 256 or, with colons, three parts. */
static colour_t extended_colour(const int *number, int *i)
{
    if (number[*i + 1] == 5) {
        *i += 2;
        return number[*i];
    }
    assert_int_equal(number[*i + 1], 2);
    *i += 5; /* 2, no colour space, red, green, blue */
    return COLOUR_RGB + (number[*i - 2] << 16) + (number[*i - 1] << 8) + number[*i];
}

static void look_control(const int *number, int n)
{
    for (int i = 0; i < n; i++) {
        int k = number[i];
        struct look *look = &tty.look;
        switch (k) {
        case 0:
            *look = (struct look){COLOUR_DEFAULT, COLOUR_DEFAULT, 0};
            break;
        case 1:
            look->attributes |= ATTR_BOLD;
            break;
        case 2:
            look->attributes |= ATTR_DIM;
            break;
        case 3:
            look->attributes |= ATTR_ITALIC;
            break;
        case 4:
            look->attributes |= ATTR_UNDERLINE;
            break;
        case 7:
            look->attributes |= ATTR_REVERSE;
            break;
        case 22:
            look->attributes &= (uint8_t) ~(ATTR_BOLD | ATTR_DIM);
            break;
        case 23:
            look->attributes &= (uint8_t)~ATTR_ITALIC;
            break;
        case 24:
            look->attributes &= (uint8_t)~ATTR_UNDERLINE;
            break;
        case 27:
            look->attributes &= (uint8_t)~ATTR_REVERSE;
            break;
        case 38:
            look->ink = extended_colour(number, &i);
            break;
        case 48:
            look->ground = extended_colour(number, &i);
            break;
        case 39:
            look->ink = COLOUR_DEFAULT;
            break;
        case 49:
            look->ground = COLOUR_DEFAULT;
            break;
        default:
            if (k >= 30 && k < 38)
                look->ink = k - 30;
            else if (k >= 40 && k < 48)
                look->ground = k - 40;
            else if (k >= 90 && k < 98)
                look->ink = k - 90 + 8;
            else if (k >= 100 && k < 108)
                look->ground = k - 100 + 8;
            else
                fail_msg("a look of %d", k);
        }
    }
}

static int clamped(int value, int least, int most)
{
    return value < least ? least : value > most ? most : value;
}

/* Handle "ESC [" and its sequence; returns the bytes used. */
static size_t control(const char *text)
{
    int number[16] = {0}, n = 0;
    const char *c = text;
    bool private = *c == '?';
    for (c += private; (*c >= '0' && *c <= '9') || *c == ';' || *c == ':'; c++) {
        if (*c >= '0' && *c <= '9')
            number[n] = number[n] * 10 + *c - '0';
        else
            assert_true(++n < 16);
    }
    bool given = c > text + private;
    n += given;
    int count = number[0] ? number[0] : 1;
    struct shown *row = tty.cell[tty.row];
    if (*c != 'm' && *c != 'h' && *c != 'l' && *c != 'b')
        tty.wraps = false;
    switch (*c) {
    case 'm':
        look_control(number, n ? n : 1);
        break;
    case 'H':
        tty.row = clamped(count - 1, 0, tty.rows - 1);
        tty.column = clamped((number[1] ? number[1] : 1) - 1, 0, tty.columns - 1);
        break;
    case 'd':
        tty.row = clamped(count - 1, 0, tty.rows - 1);
        break;
    case 'G':
        tty.column = clamped(count - 1, 0, tty.columns - 1);
        break;
    case 'A':
        tty.row = clamped(tty.row - count, 0, tty.rows - 1);
        break;
    case 'B':
        tty.row = clamped(tty.row + count, 0, tty.rows - 1);
        break;
    case 'C':
        tty.column = clamped(tty.column + count, 0, tty.columns - 1);
        break;
    case 'D':
        tty.column = clamped(tty.column - count, 0, tty.columns - 1);
        break;
    case 'Z':
        tty.column = clamped(((tty.column + 7) / 8 - count) * 8, 0, tty.columns - 1);
        break;
    case 'K':
        erase(tty.row, number[0] ? 0 : tty.column, number[0] == 1 ? tty.column + 1 : tty.columns);
        break;
    case 'J':
        assert_true(number[0] == 0 || number[0] == 2);
        if (number[0] == 0)
            erase(tty.row, tty.column, tty.columns);
        for (int r = number[0] ? 0 : tty.row + 1; r < tty.rows; r++)
            erase(r, 0, tty.columns);
        break;
    case 'X':
        erase(tty.row, tty.column, clamped(tty.column + count, 0, tty.columns));
        break;
    case 'P':
        memmove(row + tty.column, row + clamped(tty.column + count, 0, tty.columns),
                (size_t)(tty.columns - clamped(tty.column + count, 0, tty.columns)) * sizeof *row);
        erase(tty.row, clamped(tty.columns - count, tty.column, tty.columns), tty.columns);
        break;
    case '@':
        memmove(row + clamped(tty.column + count, 0, tty.columns), row + tty.column,
                (size_t)(tty.columns - clamped(tty.column + count, 0, tty.columns)) * sizeof *row);
        erase(tty.row, tty.column, clamped(tty.column + count, 0, tty.columns));
        break;
    case 'L':
        move_rows(tty.row, tty.bottom, -count);
        tty.column = 0;
        break;
    case 'M':
        move_rows(tty.row, tty.bottom, count);
        tty.column = 0;
        break;
    case 'S':
        move_rows(tty.top, tty.bottom, count);
        break;
    case 'T':
        move_rows(tty.top, tty.bottom, -count);
        break;
    case 'r':
        tty.top = given ? number[0] - 1 : 0;
        tty.bottom = given ? number[1] : tty.rows;
        tty.row = tty.column = 0;
        break;
    case 'b':
        for (uint32_t last = tty.cell[tty.row][tty.wraps ? tty.column : tty.column - 1].character;
             count > 0; count--)
            put(last ? last : ' ');
        break;
    case 'h':
    case 'l':
        if (private && number[0] == 25)
            tty.visible = *c == 'h';
        break;
    default:
        fail_msg("an unknown control ESC [ %.10s", text);
    }
    return (size_t)(c - text) + 1;
}

static void tty_take(const char *bytes, size_t length)
{
    mbstate_t state = {0};
    for (const char *c = bytes, *end = bytes + length; c < end;) {
        wchar_t character;
        if (c[0] == '\033' && c[1] == '[') {
            c += 2 + control(c + 2);
        } else if (c[0] == '\033' && c[1] == '(') {
            c += 3;
        } else if (c[0] == '\033' && c[1] == '7') {
            tty.kept_row = tty.row, tty.kept_column = tty.column, tty.kept_look = tty.look;
            c += 2;
        } else if (c[0] == '\033' && c[1] == '8') {
            tty.row = tty.kept_row, tty.column = tty.kept_column, tty.look = tty.kept_look;
            tty.wraps = false;
            c += 2;
        } else if (c[0] == '\033' && c[1] == 'M') {
            if (tty.row == tty.top)
                move_rows(tty.top, tty.bottom, -1);
            else
                tty.row -= tty.row > 0;
            c += 2;
        } else if ((unsigned char)*c < ' ') {
            tty.wraps = false;
            switch (*c++) {
            case '\016':
            case '\017':
                break; /* selects another charset: only letters matter here */
            case '\r':
                tty.column = 0;
                break;
            case '\n':
                line_feed();
                break;
            case '\b':
                tty.column -= tty.column > 0;
                break;
            case '\t':
                tty.column = clamped((tty.column / 8 + 1) * 8, 0, tty.columns - 1);
                break;
            default:
                fail_msg("a control character %d %.10s", c[-1], c);
            }
        } else {
            size_t n = mbrtowc(&character, c, (size_t)(end - c), &state);
            assert_in_range(n, 1, 4);
            put((uint32_t)character);
            c += n;
        }
    }
}

/* ---- scenes ---- */

static struct theme theme;

static struct screen *begin(const char *term, enum palette palette, enum charset charset)
{
    struct screen *screen;
    struct note why;
    setenv("TERM", term, 1);
    assert_true(caps_learn());
    assert_int_equal(screen_new(&screen, &why), 0);
    theme_default(&theme);
    screen_looks(screen, &theme, palette, charset);
    return screen;
}

static void end(struct screen *screen, struct scene *scene)
{
    screen_free(screen);
    scene_free(scene);
    caps_forget();
}

static void show(struct screen *screen, const struct scene *scene)
{
    size_t length;
    const char *bytes = screen_frame(screen, scene, &length);
    tty_take(bytes, length);
}

/* With direct colours the first eight numbers do not mean themselves: the nearest colour is
 * sent. */
static colour_t as_sent(colour_t colour, enum palette palette)
{
    return palette == PALETTE_RGB && colour >= COLOUR_RGB && colour < COLOUR_RGB + 8
               ? colour | 0x010000
               : colour;
}

/* Each cell shows what it should. For a blank, ink and bold do not matter; but where pieces have
 * grounds of their own, a blank in a piece has that ground. */
static void assert_shown(const struct scene *scene, enum palette palette)
{
    for (int i = 0; i < scene->rows * scene->columns; i++) {
        const struct glyph *glyph = &scene->glyph[i];
        const struct shown *cell = &tty.cell[i / scene->columns][i % scene->columns];
        bool piece = glyph->ink >= ROLE_WHITE && glyph->ink <= ROLE_FROZEN &&
                     (palette == PALETTE_8 || palette == PALETTE_16);
        enum role ink = (enum role)(glyph->character || piece ? glyph->ink : glyph->ground);
        struct look look = theme_look(&theme, ink, (enum role)glyph->ground, palette),
                    is = cell->look;
        look.ink = as_sent(look.ink, palette);
        look.ground = as_sent(look.ground, palette);
        if (glyph->character == 0) {
            const uint8_t seen = ATTR_REVERSE | ATTR_UNDERLINE;
            look = (struct look){0, look.ground, look.attributes & seen};
            is = (struct look){0, is.ground, is.attributes & seen};
        }
        if (cell->character != glyph->character ||
            (glyph->character != SCENE_WIDE_TAIL && !look_same(&is, &look)))
            fail_msg("row %d, column %d: '%x' %x on %x, %d in place of '%x' %x on %x, %d",
                     i / scene->columns, i % scene->columns, (unsigned)cell->character,
                     (unsigned)is.ink, (unsigned)is.ground, is.attributes,
                     (unsigned)glyph->character, (unsigned)look.ink, (unsigned)look.ground,
                     look.attributes);
    }
    assert_int_equal(tty.visible, scene->cursor_row >= 0);
    if (scene->cursor_row >= 0) {
        assert_int_equal(tty.row, scene->cursor_row);
        assert_int_equal(tty.column, scene->cursor_column);
    }
}

static uint32_t seed = 1;

static int any(int n)
{
    seed = seed * 1664525 + 1013904223;
    return (int)((seed >> 8) % (uint32_t)n);
}

/* Something like what views draw: words, cells of boards, wide characters, lines, in rows that
 * move. */
static void draw_something(struct scene *scene, int rows, int columns)
{
    static const char *const texts[] = {
        "Nf3", "  a few words", "\xe2\x99\x94", "\xe6\x97\xa5\xe6\x9c\xac", "e\xc3\xa9 ", "x"};
    struct scene old = {0};
    bool same = scene->rows == rows && scene->columns == columns && any(4);
    int by = same ? any(5) - 2 : 0;
    if (same) {
        old = *scene;
        *scene = (struct scene){0};
    }
    scene_begin(scene, rows, columns);
    for (int row = 0; same && row < rows; row++)
        if (row + by >= 0 && row + by < rows)
            memcpy(scene->glyph + row * columns, old.glyph + (row + by) * columns,
                   (size_t)columns * sizeof *old.glyph);
    scene_free(&old);
    for (int i = any(30); i >= 0; i--) {
        enum role ground = any(2) ? ROLE_TEXT : (enum role)(ROLE_LIGHT_CELL + any(10)),
                  ink = (enum role)any(ROLES);
        int row = any(rows), column = any(columns), width = 1 + any(12);
        scene_fill(scene, row, column, width, ground, ground, any(3) > 0);
        scene_text(scene, row, column, width, texts[any(6)], ink, ground);
    }
    if (any(4)) {
        scene->cursor_row = any(rows);
        scene->cursor_column = any(columns);
    }
}

static void frames_at_random(const char *term, enum palette palette)
{
    struct scene scene = {0};
    struct screen *screen = begin(term, palette, CHARSET_UTF8);
    size_t length;
    for (int round = 0; round < 300; round++) {
        int rows = round / 50 % 2 ? ROWS_MOST : 24, columns = round / 50 % 3 ? 80 : COLUMNS_MOST;
        draw_something(&scene, rows, columns);
        if (rows != tty.rows || columns != tty.columns || any(40) == 0) {
            tty_begin(rows, columns);
            screen_forget(screen);
        }
        show(screen, &scene);
        assert_shown(&scene, palette);
        screen_frame(screen, &scene, &length);
        assert_int_equal(length, 0);
    }
    end(screen, &scene);
    tty.rows = 0;
}

static void every_cell_is_right_after_every_frame(void **state)
{
    (void)state;
    frames_at_random("xterm-256color", PALETTE_256);
    frames_at_random("xterm-256color", PALETTE_16);
    frames_at_random("xterm-256color", PALETTE_8);
    frames_at_random("xterm-256color", PALETTE_NONE);
    frames_at_random("tmux-256color", PALETTE_256);
}

/* Different themes and board colours in turn: the number of colour pairs is limited. */
static void changing_themes_keeps_colours_right(void **state)
{
    struct scene scene = {0};
    struct screen *screen = begin("xterm-256color", PALETTE_256, CHARSET_UTF8);
    (void)state;
    tty_begin(24, 80);
    for (int round = 0; round < 60; round++) {
        struct board_colours board;
        for (int i = 0; i < BOARD_COLOURS; i++)
            board.colour[i] = COLOUR_RGB + any(1 << 24);
        theme_default(&theme);
        theme_dress(&theme, &board);
        screen_looks(screen, &theme, PALETTE_256, CHARSET_UTF8);
        draw_something(&scene, 24, 80);
        show(screen, &scene);
        assert_shown(&scene, PALETTE_256);
    }
    end(screen, &scene);
}

/* ---- palettes and charsets ---- */

static bool sent(struct screen *screen, const struct scene *scene, const char *wanted)
{
    size_t length;
    screen_forget(screen);
    const char *bytes = screen_frame(screen, scene, &length);
    char *text = memory_cut(bytes, length);
    bool found = strstr(text, wanted) != NULL;
    free(text);
    return found;
}

static void direct_colours_are_used_if_terminfo_has_them(void **state)
{
    struct scene scene = {0};
    enum palette palette = PALETTE_RGB;
    (void)state;
    setenv("TERM", "xterm-256color", 1);
    assert_true(caps_learn());
    if (strcmp(caps_entry(&palette), "xterm-direct") != 0) {
        caps_forget();
        return; /* no such entry on this system; cmocka's skip() counts as a failure in TAP */
    }
    struct screen *screen = begin("xterm-256color", PALETTE_RGB, CHARSET_UTF8);
    scene_begin(&scene, 2, 80);
    scene_text(&scene, 0, 0, 9, "direct", ROLE_WHITE, ROLE_DARK_CELL);
    assert_true(sent(screen, &scene, "8:2"));
    screen_looks(screen, &theme, PALETTE_256, CHARSET_UTF8); /* a different terminfo entry */
    assert_false(sent(screen, &scene, "8:2"));
    assert_true(sent(screen, &scene, "8;5;"));
    screen_looks(screen, &theme, PALETTE_RGB, CHARSET_UTF8);
    assert_true(sent(screen, &scene, "8:2"));
    end(screen, &scene);
    frames_at_random("xterm-256color", PALETTE_RGB);
}

static void fewer_colours_are_used_otherwise(void **state)
{
    static const struct {
        const char *term;
        enum palette wanted, found;
    } cases[] = {{"screen-256color", PALETTE_RGB, PALETTE_256},
                 {"vt100", PALETTE_RGB, PALETTE_NONE},
                 {"xterm", PALETTE_8, PALETTE_8},
                 {"xterm", PALETTE_256, PALETTE_256},
                 {"xterm-256color", PALETTE_16, PALETTE_16}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        enum palette palette = cases[i].wanted;
        setenv("TERM", cases[i].term, 1);
        assert_true(caps_learn());
        caps_entry(&palette);
        assert_int_equal(palette, cases[i].found);
        caps_forget();
    }
}

static void lines_become_ascii_if_needed(void **state)
{
    struct scene scene = {0};
    (void)state;
    scene_begin(&scene, 2, 20);
    scene_put(&scene, 0, 0, 0x2500, ROLE_FRAME, ROLE_TEXT);
    scene_put(&scene, 0, 1, 0x2500, ROLE_FRAME, ROLE_TEXT);
    scene_text(&scene, 0, 2, 9, "\xc3\xa9\xe2\x99\x94\xe6\x97\xa5z", ROLE_TEXT, ROLE_TEXT);
    struct screen *screen = begin("vt100", PALETTE_NONE, CHARSET_LINES);
    assert_true(sent(screen, &scene, "qq"));
    assert_true(sent(screen, &scene, "e?? z") || sent(screen, &scene, "e??\033"));
    screen_looks(screen, &theme, PALETTE_NONE, CHARSET_ASCII);
    assert_true(sent(screen, &scene, "--e?? z"));
    end(screen, &scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_cell_is_right_after_every_frame),
        cmocka_unit_test(changing_themes_keeps_colours_right),
        cmocka_unit_test(direct_colours_are_used_if_terminfo_has_them),
        cmocka_unit_test(fewer_colours_are_used_otherwise),
        cmocka_unit_test(lines_become_ascii_if_needed),
    };
    setlocale(LC_ALL, "C.UTF-8");
    return cmocka_run_group_tests_name("the screen", tests, NULL, NULL);
}
