/* screen.c - draws scenes through curses: see screen.h.
 *
 * How a frame is made. A scene is a grid of glyphs, each with a character and two roles, ink and
 * ground. Each glyph becomes a `cell`: a character and the index of a `shade`, which is a look
 * (colours and attributes from the theme) together with its curses attributes and colour pair.
 * `shown` keeps the cells that curses was given last. For each row, make_row() builds the new
 * cells, screen_put_row() finds the first and last that differ from `shown`, and only that range
 * goes to curses, which works out the bytes: cursor movement, colours, erasing, inserted lines.
 * Comparing cells before that is much cheaper than building curses' characters for a whole screen.
 *
 * Why a memory file. curses writes to a FILE when doupdate() is called. Here that is a memfd, so a
 * frame is a block of bytes that terminal.c sends in one write, perhaps between the brackets of a
 * synchronized update. Without such a file (a small limit on file sizes) curses writes to the
 * terminal directly. What newterm() writes is dropped and endwin() is never called: terminal.c
 * switches the terminal's modes itself, because its signal handlers must be able to restore them.
 *
 * Few bytes. Blanks have no visible ink, so blend_blanks() gives them the look of their neighbours
 * where that looks the same, and blank_shade() drops the ink. A role pair is resolved once per
 * theme (shade_of, blank_of).
 *
 * Limits. At most PAIRS_MAX colour pairs: when a new theme finds more than half of them in use,
 * they are allocated again and the screen is redrawn. If they run out, a cell gets the terminal's
 * default colours. A character whose width the C library does not agree on is drawn as '?', as it
 * would shift the rest of the row. curses keeps global state: one screen at a time. */
#include "config.h"
#include "tui/terminal/screen.h"

#include "tui/widgets/cluster.h"
#include "tui/terminal/caps.h"
#include "tui/terminal/input.h"

#include <curses.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>
#include <utf8proc.h>
#include <wchar.h>

static const uint32_t UNKNOWN = 0xFFFFFFFE; /* a cell whose contents on the screen are unknown */

enum {
    LOOKS_MAX = ROLES * (ROLES + 1),
    PAIRS_MAX = 1024,
    FRAME_MOST = 16 << 20 /* FRAME_MOST: largest frame in bytes. PAIRS_MAX: largest number of colour
                             pairs */
};

/* A look, with its curses attributes and colour pair. */
struct shade {
    struct look look;
    attr_t attributes;
    int pair;
};

struct cell {
    uint32_t character; /* the character; 0 for blank */
    uint32_t look;      /* index of the cell's shade */
};

struct screen {
    FILE *file;  /* the file that curses writes to */
    bool direct; /* true if that file is the terminal itself */
    char *bytes; /* if not direct: the bytes that curses wrote for the frame */
    int room;
    SCREEN *curses; /* curses' screen; NULL before the first frame */
    /* Names of terminfo entries: the one that the palette needs, and the one in use. */
    char wanted[CAPS_ENTRY_ROOM], entry[CAPS_ENTRY_ROOM];
    bool defaults; /* true if the terminal has default colours */
    int indexed;   /* with direct colours: numbers below this are palette indices. 0 without direct
                      colours */
    const char *acs;
    const struct theme *theme;
    enum palette palette;
    enum charset charset;
    uint16_t shade_of[ROLES][ROLES]; /* for each ink and ground, the index of the shade plus 1; 0 if
                                        it is not resolved yet */
    uint16_t blank_of[ROLES];        /* for each ground, the index plus 1 of the shade of a blank */
    struct shade shade[LOOKS_MAX];
    int shades;
    struct {
        int ink, ground;
    } pair[PAIRS_MAX]; /* the colours of curses' pairs, numbered from 1 */
    int pairs, pairs_most;
    struct cell *shown; /* [rows * columns] the cells that curses was given last */
    struct cell *fresh; /* [columns] the new cells of a row */
    cchar_t *line;      /* [columns] the new cells of a row, as curses characters */
    int rows, columns;
    bool whole;  /* true to send everything with the next frame */
    bool hidden; /* true if the terminal's cursor is hidden */
};

/* ---- curses ---- */

/* Open an anonymous file. NULL if the process may write only small files, as that limit would apply
 * to it. */
static FILE *open_memory(void)
{
    struct rlimit most;
    if (getrlimit(RLIMIT_FSIZE, &most) == 0 && most.rlim_cur < FRAME_MOST)
        return NULL;
#ifdef MFD_CLOEXEC
    int fd = memfd_create("screen", MFD_CLOEXEC);
    FILE *file = fd < 0 ? NULL : fdopen(fd, "w+");
    if (file)
        return file;
    if (fd >= 0)
        close(fd);
#endif
    return tmpfile();
}

static FILE *open_terminal(void)
{
    int fd = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0);
    FILE *file = fd < 0 ? NULL : fdopen(fd, "w");
    if (!file && fd >= 0)
        close(fd);
    return file;
}

/* Discard what curses has written so far. */
static void drop_written(const struct screen *screen)
{
    if (!screen->direct && lseek(fileno(screen->file), 0, SEEK_SET) < 0)
        memory_exhausted();
}

/* Close the curses screen without endwin(), which would restore a terminal that has been
 * restored already. */
static void end_curses(struct screen *screen)
{
    if (!screen->curses)
        return;
    input_screen_ends();
    delscreen(screen->curses);
    screen->curses = NULL;
    drop_written(screen);
}

/* Set up colours: -1 stands for default colours if the terminal has them, otherwise white on
 * black is used. */
static void begin_colours(struct screen *screen)
{
    screen->pairs = 0;
    screen->pairs_most = 0;
    screen->indexed = 0;
    if (!has_colors() || start_color() != OK)
        return;
    screen->defaults = use_default_colors() == OK;
    screen->pairs_most = (COLOR_PAIRS < PAIRS_MAX ? COLOR_PAIRS : PAIRS_MAX) - 1;
    if (COLORS >= 1 << 24)
        screen->indexed = caps_number("CO") > 0 ? caps_number("CO") : 8;
}

/* Set LINES and COLUMNS for newterm(), which has no terminal to ask. Resizing afterwards would
 * allocate everything twice. */
static SCREEN *open_sized(struct screen *screen, int rows, int columns)
{
    static const char *const names[] = {"LINES", "COLUMNS"};
    const int sizes[] = {rows, columns};
    char *kept[2], number[NUMBER_TEXT_MAX];
    for (int i = 0; i < 2; i++) {
        const char *now = getenv(names[i]);
        kept[i] = now ? memory_text(now) : NULL;
        snprintf(number, sizeof number, "%d", sizes[i]);
        setenv(names[i], number, 1);
    }
    SCREEN *curses = newterm(screen->entry, screen->file, stdin);
    for (int i = 0; i < 2; i++) {
        if (kept[i])
            setenv(names[i], kept[i], 1);
        else
            unsetenv(names[i]);
        free(kept[i]);
    }
    return curses;
}

/* Open a curses screen. What newterm() writes is dropped: terminal.c sends its own strings at
 * begin and end, the same ones as its signal handlers. */
static void begin_curses(struct screen *screen, int rows, int columns)
{
    end_curses(screen);
    memcpy(screen->entry, screen->wanted, sizeof screen->entry);
    screen->hidden = false;
    screen->curses = open_sized(screen, rows, columns);
    if (!screen->curses)
        memory_exhausted(); /* the entry has been found before, so only memory can be lacking */
    raw();                  /* the terminal is already in these modes */
    nonl();
    typeahead(-1); /* makes curses finish a frame even if a key arrives */
    idlok(stdscr, TRUE);
    leaveok(stdscr, FALSE);
    input_screen_begins();
    begin_colours(screen);
    screen->acs = caps_text("acsc");
    screen->rows = screen->columns = 0;
    curs_set(1); /* makes curses write what it has buffered */
    drop_written(screen);
}

int screen_new(struct screen **out, struct note *why)
{
    FILE *memory = open_memory(), *file = memory ? memory : open_terminal();
    if (!file)
        return note_fail(why, FAIL_SYSTEM, -1, "The screen cannot be opened: %s", strerror(errno));
    struct screen *screen = memory_new(1, sizeof *screen);
    screen->file = file;
    screen->direct = !memory;
    *out = screen;
    return 0;
}

void screen_free(struct screen *screen)
{
    if (!screen)
        return;
    end_curses(screen);
    fclose(screen->file);
    free(screen->bytes);
    free(screen->shown);
    free(screen->fresh);
    free(screen->line);
    free(screen);
}

bool screen_is_direct(const struct screen *screen)
{
    return screen->direct;
}

void screen_looks(struct screen *screen, const struct theme *theme, enum palette palette,
                  enum charset charset)
{
    snprintf(screen->wanted, sizeof screen->wanted, "%s", caps_entry(&palette));
    screen->theme = theme;
    screen->palette = palette;
    screen->charset = charset;
    memset(screen->shade_of, 0, sizeof screen->shade_of);
    memset(screen->blank_of, 0, sizeof screen->blank_of);
    screen->shades = 0;
    for (int i = 0; i < screen->rows * screen->columns; i++)
        screen->shown[i].character = UNKNOWN;
    /* If pairs of an old theme fill the table, allocates them again, which needs a redraw. */
    if (screen->curses && screen->pairs > screen->pairs_most / 2) {
        screen->pairs = 0;
        screen_forget(screen);
    }
}

void screen_forget(struct screen *screen)
{
    screen->whole = true;
    if (screen->curses && screen->hidden) /* the cursor is visible after the terminal is taken over
                                             again */
        curs_set(1);
    screen->hidden = false;
}

/* ---- looks ---- */

/* The number of a colour for curses. */
static int screen_number_of(const struct screen *screen, colour_t colour, int otherwise)
{
    static const int bright[] = {0x7F7F7F, 0xFF0000, 0x00FF00, 0xFFFF00,
                                 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF};
    if (colour == COLOUR_DEFAULT)
        return screen->defaults ? -1 : otherwise;
    if (!screen->indexed || (colour < 16 && colour < screen->indexed))
        return colour;
    int direct = colour < 8 ? 0 : colour < 16 ? bright[colour - 8] : colour & 0xFFFFFF;
    /* A number below `indexed` would be taken for a palette index, so red is changed by one
     * step, which is invisible. */
    return direct < screen->indexed ? direct | 0x010000 : direct;
}

static int screen_pair_of(struct screen *screen, const struct look *look)
{
    int ink = screen_number_of(screen, look->ink, COLOR_WHITE),
        ground = screen_number_of(screen, look->ground, COLOR_BLACK), i = 0;
    if (ink == -1 && ground == -1)
        return 0;
    while (i < screen->pairs && (screen->pair[i].ink != ink || screen->pair[i].ground != ground))
        i++;
    if (i == screen->pairs_most)
        return 0;
    if (i == screen->pairs) {
        screen->pair[screen->pairs].ink = ink;
        screen->pair[screen->pairs++].ground = ground;
        init_extended_pair(i + 1, ink, ground);
    }
    return i + 1;
}

static attr_t attributes_of(const struct look *look)
{
    static const struct {
        uint8_t ours;
        attr_t theirs;
    } attributes[] = {{ATTR_BOLD, A_BOLD},
                      {ATTR_DIM, A_DIM},
                      {ATTR_ITALIC, A_ITALIC},
                      {ATTR_UNDERLINE, A_UNDERLINE},
                      {ATTR_REVERSE, A_REVERSE}};
    attr_t out = A_NORMAL;
    for (size_t i = 0; i < sizeof attributes / sizeof *attributes; i++)
        if (look->attributes & attributes[i].ours)
            out |= attributes[i].theirs;
    return out;
}

static uint32_t shade_for(struct screen *screen, const struct look *look)
{
    int i = 0;
    while (i < screen->shades && !look_same(&screen->shade[i].look, look))
        i++;
    if (i == screen->shades)
        screen->shade[screen->shades++] =
            (struct shade){*look, attributes_of(look), screen_pair_of(screen, look)};
    return (uint32_t)i;
}

static uint32_t shade_of(struct screen *screen, int ink, int ground)
{
    uint16_t *known = &screen->shade_of[ink][ground];
    if (!*known) {
        struct look look =
            theme_look(screen->theme, (enum role)ink, (enum role)ground, screen->palette);
        *known = (uint16_t)(shade_for(screen, &look) + 1);
    }
    return *known - 1u;
}

/* The shade for a blank on a ground: it shows only the ground, unless it is underlined or
 * reversed, so its ink need not be sent. */
static uint32_t blank_shade(struct screen *screen, int ground)
{
    uint16_t *known = &screen->blank_of[ground];
    if (!*known) {
        struct look look =
            theme_look(screen->theme, (enum role)ground, (enum role)ground, screen->palette);
        if (!(look.attributes & (ATTR_UNDERLINE | ATTR_REVERSE)))
            look = (struct look){COLOUR_DEFAULT, look.ground, 0};
        *known = (uint16_t)(shade_for(screen, &look) + 1);
    }
    return *known - 1u;
}

/* ---- characters ---- */

/* The nearest ASCII character to draw on terminals without UTF-8; '?' if there is none. */
static wchar_t poor_character(uint32_t character)
{
    static const struct {
        uint32_t from, to;
        char sign;
    } signs[] = {{0x2500, 0x2501, '-'},  {0x2502, 0x2503, '|'}, {0x250C, 0x254B, '+'},
                 {0x2550, 0x2550, '='},  {0x2551, 0x2551, '|'}, {0x2013, 0x2014, '-'},
                 {0x2018, 0x2019, '\''}, {0x201C, 0x201D, '"'}, {0x2026, 0x2026, '~'},
                 {0x00B7, 0x00B7, '.'},  {0x2192, 0x2192, '>'}, {0x2190, 0x2190, '<'}};
    utf8proc_int32_t parts[8];
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (character >= signs[i].from && character <= signs[i].to)
            return signs[i].sign;
    utf8proc_ssize_t n = utf8proc_decompose_char((utf8proc_int32_t)character, parts, 8,
                                                 UTF8PROC_DECOMPOSE | UTF8PROC_COMPAT, NULL);
    return n > 0 && parts[0] < 127 && parts[0] >= 32 ? (wchar_t)parts[0] : L'?';
}

/* The letter of a line-drawing character in curses' alternate charset; 0 if the terminal has
 * none. */
static wchar_t drawn_character(const struct screen *screen, uint32_t character)
{
    static const struct {
        uint32_t from;
        char name;
    } names[] = {{0x2500, 'q'}, {0x2502, 'x'}, {0x250C, 'l'}, {0x2510, 'k'},
                 {0x2514, 'm'}, {0x2518, 'j'}, {0x251C, 't'}, {0x2524, 'u'},
                 {0x252C, 'w'}, {0x2534, 'v'}, {0x253C, 'n'}, {0x00B7, '~'}};
    for (size_t i = 0; screen->charset == CHARSET_LINES && i < sizeof names / sizeof *names; i++)
        for (const char *pair = screen->acs; names[i].from == character && pair[0] && pair[1];
             pair += 2)
            if (pair[0] == names[i].name)
                return (wchar_t)pair[0];
    return 0;
}

/* The width of a cell's letter according to the C library. */
static int head_width(const struct cell *cell)
{
    uint32_t point[CLUSTER_POINTS];
    cluster_points(cell->character, point);
    return wcwidth((wchar_t)point[0]);
}

/* Convert a cell for curses. A character whose width differs between the C library and the scene
 * would shift the rest of the row; it becomes '?'. */
static void screen_cell_put(const struct screen *screen, cchar_t *out, const struct cell *cell,
                            int columns)
{
    const struct shade *shade = &screen->shade[cell->look];
    attr_t attributes = shade->attributes;
    uint32_t point[CLUSTER_POINTS];
    wchar_t text[CCHARW_MAX + 1] = L" ", drawn;
    int n = cell->character ? cluster_points(cell->character, point) : 0;
    for (int i = 0; i < n && i < CCHARW_MAX; i++)
        text[i] = (wchar_t)point[i];
    if (cell->character >= 128 && (drawn = drawn_character(screen, cell->character)) != 0) {
        text[0] = drawn;
        attributes |= A_ALTCHARSET;
    } else if (cell->character >= 128 && screen->charset != CHARSET_UTF8) {
        text[0] = poor_character(point[0]);
        text[1] = 0;
    } else if (cell->character >= 128 && wcwidth(text[0]) != columns) {
        text[0] = L'?';
        text[1] = 0;
    }
    for (int i = 1; text[0] && text[i]; i++)
        if (wcwidth(text[i]) != 0)
            text[i] = 0; /* the C library does not treat it as a combining mark */
    int pair = shade->pair;
    setcchar(out, text, attributes, 0, &pair);
}

/* True if a blank looks the same in both shades. */
static bool blank_alike(const struct screen *screen, uint32_t a, uint32_t b)
{
    const struct look *one = &screen->shade[a].look, *other = &screen->shade[b].look;
    return one->ground == other->ground &&
           !((one->attributes | other->attributes) & (ATTR_UNDERLINE | ATTR_REVERSE));
}

/* True if a glyph brings its own ground, as pieces do with few colours, also where their
 * pictures are blank. */
static bool brings_ground(const struct screen *screen, const struct glyph *glyph)
{
    return glyph->ink >= ROLE_WHITE && glyph->ink <= ROLE_FROZEN &&
           (screen->palette == PALETTE_8 || screen->palette == PALETTE_16);
}

static struct cell cell_of(struct screen *screen, const struct glyph *glyph)
{
    uint32_t character = glyph->character;
    if (character == 0 || (screen->charset != CHARSET_UTF8 && character == ' '))
        return (struct cell){0, brings_ground(screen, glyph)
                                    ? shade_of(screen, glyph->ink, glyph->ground)
                                    : blank_shade(screen, glyph->ground)};
    return (struct cell){character, shade_of(screen, glyph->ink, glyph->ground)};
}

/* Give blanks between characters the look of their neighbours where the difference is invisible.
 * At the ends of a row they keep the look that erasing leaves. */
static void blend_blanks(const struct screen *screen, struct cell *row)
{
    for (int from = 0, to; from < screen->columns; from = to) {
        to = from + 1;
        if (row[from].character != 0)
            continue;
        while (to < screen->columns && row[to].character == 0 && row[to].look == row[from].look)
            to++;
        bool plain = screen->shade[row[from].look].look.ground == COLOUR_DEFAULT;
        bool before = from > 0 && blank_alike(screen, row[from - 1].look, row[from].look);
        bool behind = to < screen->columns && blank_alike(screen, row[to].look, row[from].look);
        uint32_t look = plain && !(before && behind) ? row[from].look
                        : before                     ? row[from - 1].look
                        : behind                     ? row[to].look
                                                     : row[from].look;
        for (int column = from; column < to; column++)
            row[column].look = look;
    }
}

/* ---- a frame ---- */

static bool same_cell(const struct cell *a, const struct cell *b)
{
    return a->character == b->character && a->look == b->look;
}

/* Build the new cells of a row. Most glyphs look like the one before, so that shade is reused. */
static void make_row(struct screen *screen, const struct glyph *glyph)
{
    struct cell *fresh = screen->fresh;
    for (int column = 0; column < screen->columns; column++) {
        const struct glyph *here = &glyph[column], *last = here - 1;
        if (column > 0 && here->character == last->character && here->ink == last->ink &&
            here->ground == last->ground)
            fresh[column] = fresh[column - 1];
        else
            fresh[column] = cell_of(screen, here);
    }
    blend_blanks(screen, fresh);
}

/* Give curses the cells from..to-1 of a row. */
static void screen_put_cells(struct screen *screen, int row, int from, int to)
{
    const struct cell *cell = screen->fresh;
    int n = 0;
    for (int column = from; column < to; column++) {
        bool wide = column + 1 < screen->columns && cell[column + 1].character == SCENE_WIDE_TAIL;
        /* The second column of a wide character is sent only if its first became a '?'. */
        if (cell[column].character == SCENE_WIDE_TAIL) {
            if (screen->charset != CHARSET_UTF8 || head_width(&cell[column - 1]) != 2)
                screen_cell_put(screen, &screen->line[n++], &(struct cell){0, cell[column].look},
                                1);
        } else if (column > from && same_cell(&cell[column], &cell[column - 1])) {
            screen->line[n] = screen->line[n - 1];
            n++;
        } else {
            screen_cell_put(screen, &screen->line[n++], &cell[column], wide ? 2 : 1);
        }
    }
    mvwadd_wchnstr(stdscr, row, from, screen->line, n);
}

/* Give curses the part of a row that has changed. A wide character is always given whole. */
static void screen_put_row(struct screen *screen, int row)
{
    struct cell *shown = screen->shown + row * screen->columns;
    const struct cell *fresh = screen->fresh;
    int from = 0, to = screen->columns;
    while (from < to && same_cell(&shown[from], &fresh[from]))
        from++;
    while (to > from && same_cell(&shown[to - 1], &fresh[to - 1]))
        to--;
    if (from == to)
        return;
    while (from > 0 &&
           (shown[from].character == SCENE_WIDE_TAIL || fresh[from].character == SCENE_WIDE_TAIL))
        from--;
    screen_put_cells(screen, row, from, to);
    memcpy(shown + from, fresh + from, (size_t)(to - from) * sizeof *shown);
}

static void begin_size(struct screen *screen, int rows, int columns)
{
    if ((LINES != rows || COLS != columns) && resizeterm(rows, columns) != OK)
        memory_exhausted();
    werase(stdscr);
    free(screen->shown);
    free(screen->fresh);
    free(screen->line);
    screen->shown = memory_new((size_t)(rows * columns), sizeof *screen->shown);
    screen->fresh = memory_new((size_t)columns, sizeof *screen->fresh);
    screen->line = memory_new((size_t)columns, sizeof *screen->line);
    screen->rows = rows;
    screen->columns = columns;
    screen->whole = true;
    uint32_t plain = blank_shade(screen, ROLE_TEXT);
    bool erased = screen->shade[plain].pair == 0 && screen->shade[plain].attributes == A_NORMAL;
    for (int i = 0; i < rows * columns; i++)
        screen->shown[i] = (struct cell){erased ? 0 : UNKNOWN, plain};
}

static void show_cursor(struct screen *screen, const struct scene *scene)
{
    bool is_there = scene->cursor_row >= 0 && scene->cursor_row < scene->rows &&
                    scene->cursor_column >= 0 && scene->cursor_column < scene->columns;
    if (screen->hidden == is_there)
        curs_set(is_there);
    screen->hidden = !is_there;
    if (is_there)
        wmove(stdscr, scene->cursor_row, scene->cursor_column);
}

/* Read what curses has written into screen->bytes, and empty the file. Returns the length. */
static size_t take_written(struct screen *screen)
{
    int fd = fileno(screen->file);
    off_t end = screen->direct ? 0 : lseek(fd, 0, SEEK_CUR);
    size_t length = end > 0 ? (size_t)end : 0, got = 0;
    screen->bytes = memory_room(screen->bytes, &screen->room, (int)length + 1, 1);
    while (got < length) {
        ssize_t n = pread(fd, screen->bytes + got, length - got, (off_t)got);
        if (n <= 0)
            break;
        got += (size_t)n;
    }
    drop_written(screen);
    return got;
}

const char *screen_frame(struct screen *screen, const struct scene *scene, size_t *length)
{
    if (!screen->curses || strcmp(screen->wanted, screen->entry) != 0)
        begin_curses(screen, scene->rows, scene->columns);
    if (scene->rows != screen->rows || scene->columns != screen->columns)
        begin_size(screen, scene->rows, scene->columns);
    if (screen->whole)
        clearok(curscr, TRUE);
    for (int row = 0; row < screen->rows; row++) {
        make_row(screen, scene->glyph + row * screen->columns);
        screen_put_row(screen, row);
    }
    screen->whole = false;
    show_cursor(screen, scene);
    wnoutrefresh(stdscr);
    doupdate();
    *length = take_written(screen);
    return screen->bytes;
}
