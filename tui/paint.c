/* paint.c - a scene onto the terminal: see paint.h.
 *
 * The screen as last sent is remembered as characters and looks (not roles: two roles that look alike need no bytes).
 * A frame is the difference, written with the terminal's own control strings into a buffer, and sent at once. */
#include "config.h"
#include "tui/paint.h"

#include "tui/term.h"

#include <curses.h>
#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>
#include <wchar.h>

enum {
    UNKNOWN = 0xFFFFFFFE, /* a cell of which nobody knows what it shows */
    LOOKS_MAX = ROLES * ROLES + 1,
    NEAR = 4,             /* unchanged cells cheaper sent again than skipped */
    ERASE_FROM = 5,       /* blanks at a line's end cheaper erased than sent */
    SYNCHRONIZE_FROM = 1024
};

struct cell {
    uint32_t character; /* 0: blank */
    uint16_t look;      /* index into looks */
};

struct paint {
    struct term *term;
    const struct theme *theme;
    enum palette palette;
    enum charset charset;
    uint16_t pair[ROLES][ROLES]; /* look index + 1 of an ink on a ground; 0: not worked out yet */
    struct look look[LOOKS_MAX];
    int looks;
    struct cell *shown;
    int rows, columns;
    struct look now; /* what the terminal writes with */
    bool now_known;
    int row, column; /* where its cursor is; -1: unknown */
    int visible;     /* its cursor: 0, 1, or -1 unknown */
    const char *cup, *el, *clear, *setaf, *setab, *op, *sgr0, *civis, *cnorm, *cuf, *cub, *cuu, *cud;
    const char *bold, *dim, *italic, *underline, *reverse;
    int colours; /* that setaf and setab know */
    bool erases_in_colour, risky_corner;
    char *buffer;
    int n, room;
};

static const char *capability(const char *name)
{
    const char *text = tigetstr(name);
    return text && text != (char *)-1 ? text : "";
}

struct paint *paint_new(struct term *term)
{
    struct paint *paint = memory_new(1, sizeof *paint);
    paint->term = term;
    paint->cup = capability("cup");
    paint->el = capability("el");
    paint->clear = capability("clear");
    paint->setaf = capability("setaf");
    paint->setab = capability("setab");
    paint->op = capability("op");
    paint->sgr0 = capability("sgr0");
    paint->civis = capability("civis");
    paint->cnorm = capability("cnorm");
    paint->cuf = capability("cuf");
    paint->cub = capability("cub");
    paint->cuu = capability("cuu");
    paint->cud = capability("cud");
    paint->bold = capability("bold");
    paint->dim = capability("dim");
    paint->italic = capability("sitm");
    paint->underline = capability("smul");
    paint->reverse = capability("rev");
    paint->erases_in_colour = tigetflag("bce") > 0;
    paint->colours = *paint->setaf && *paint->setab ? tigetnum("colors") : 0;
    paint->risky_corner = tigetflag("am") > 0 && tigetflag("xenl") <= 0;
    paint->row = paint->column = paint->visible = -1;
    return paint;
}

void paint_free(struct paint *paint)
{
    if (!paint)
        return;
    free(paint->shown);
    free(paint->buffer);
    free(paint);
}

void paint_looks(struct paint *paint, const struct theme *theme, enum palette palette, enum charset charset)
{
    paint->theme = theme;
    paint->palette = palette;
    paint->charset = charset;
    memset(paint->pair, 0, sizeof paint->pair);
    paint->looks = 0;
    for (int i = 0; i < paint->rows * paint->columns; i++)
        paint->shown[i].character = UNKNOWN;
}

void paint_forget(struct paint *paint)
{
    paint->rows = paint->columns = 0;
}

/* ---- bytes ---- */

static void send_bytes(struct paint *paint, const char *bytes, int length)
{
    paint->buffer = memory_room(paint->buffer, &paint->room, paint->n + length, 1);
    memcpy(paint->buffer + paint->n, bytes, (size_t)length);
    paint->n += length;
}

/* A control string, delays left out. */
static void send(struct paint *paint, const char *text)
{
    while (*text) {
        const char *delay = strstr(text, "$<");
        const char *end = delay ? strchr(delay, '>') : NULL;
        int length = end ? (int)(delay - text) : (int)strlen(text);
        send_bytes(paint, text, length);
        text = end ? end + 1 : text + length;
    }
}

/* ---- looks ---- */

static bool same_look(const struct look *a, const struct look *b)
{
    return a->ink == b->ink && a->ground == b->ground && a->attributes == b->attributes;
}

/* A colour of the cube is sent by its number: the same colour in fewer bytes. */
static int cube_number(int rgb)
{
    int number = 16;
    for (int shift = 16, weight = 36; shift >= 0; shift -= 8, weight /= 6) {
        int value = rgb >> shift & 0xFF;
        if (value != 0 && (value < 95 || (value - 95) % 40 != 0))
            return -1;
        number += weight * (value ? (value - 95) / 40 + 1 : 0);
    }
    return number;
}

static uint16_t look_of(struct paint *paint, int ink, int ground)
{
    uint16_t *known = &paint->pair[ink][ground];
    if (*known)
        return (uint16_t)(*known - 1);
    struct look look = theme_look(paint->theme, (enum role)ink, (enum role)ground, paint->palette);
    int i = 0;
    while (i < paint->looks && !same_look(&paint->look[i], &look))
        i++;
    if (i == paint->looks)
        paint->look[paint->looks++] = look;
    *known = (uint16_t)(i + 1);
    return (uint16_t)i;
}

/* What terminfo does not know of this terminal, since the user says that it has more colours, is sent as ISO 6429 and
 * xterm have it. */
static void send_colour(struct paint *paint, colour_t colour, bool ground)
{
    int number = colour & COLOUR_RGB ? cube_number(colour & 0xFFFFFF) : colour;
    int base = ground ? 40 : 30;
    char text[32];
    if (number >= 0 && number < paint->colours) {
        send(paint, tiparm(ground ? paint->setab : paint->setaf, number));
        return;
    }
    if (number < 0)
        snprintf(text, sizeof text, "\033[%d;2;%d;%d;%dm", base + 8, colour >> 16 & 0xFF, colour >> 8 & 0xFF,
                 colour & 0xFF);
    else if (number < 16)
        snprintf(text, sizeof text, "\033[%dm", number < 8 ? base + number : base + 60 + number - 8);
    else
        snprintf(text, sizeof text, "\033[%d;5;%dm", base + 8, number);
    send_bytes(paint, text, (int)strlen(text));
}

static void send_look(struct paint *paint, const struct look *look)
{
    static const uint8_t bits[] = {ATTR_BOLD, ATTR_DIM, ATTR_ITALIC, ATTR_UNDERLINE, ATTR_REVERSE};
    const char *const texts[] = {paint->bold, paint->dim, paint->italic, paint->underline, paint->reverse};
    if (paint->now_known && same_look(&paint->now, look))
        return;
    if (!paint->now_known || paint->now.attributes & ~look->attributes) {
        send(paint, paint->sgr0);
        paint->now = (struct look){COLOUR_DEFAULT, COLOUR_DEFAULT, 0};
    }
    bool ink_ends = look->ink == COLOUR_DEFAULT && paint->now.ink != COLOUR_DEFAULT;
    bool ground_ends = look->ground == COLOUR_DEFAULT && paint->now.ground != COLOUR_DEFAULT;
    if (ink_ends || ground_ends) {
        send(paint, *paint->op ? paint->op : paint->sgr0);
        if (!*paint->op)
            paint->now.attributes = 0;
        paint->now.ink = paint->now.ground = COLOUR_DEFAULT;
    }
    for (int i = 0; i < 5; i++)
        if (look->attributes & bits[i] & ~paint->now.attributes)
            send(paint, texts[i]);
    if (look->ink != paint->now.ink)
        send_colour(paint, look->ink, false);
    if (look->ground != paint->now.ground)
        send_colour(paint, look->ground, true);
    paint->now = *look;
    paint->now_known = true;
}

/* ---- characters ---- */

/* What stands for a character where UTF-8 is not spoken: the locale's own form of it, the nearest ASCII, or '?'. */
static int poor_character(uint32_t character, char *out)
{
    static const struct {
        uint32_t from, to;
        char sign;
    } signs[] = {{0x2500, 0x2501, '-'}, {0x2502, 0x2503, '|'}, {0x250C, 0x254B, '+'}, {0x2550, 0x2550, '='},
                 {0x2551, 0x2551, '|'}, {0x2013, 0x2014, '-'}, {0x2018, 0x2019, '\''}, {0x201C, 0x201D, '"'},
                 {0x2026, 0x2026, '~'}, {0x00B7, 0x00B7, '.'}, {0x2192, 0x2192, '>'}, {0x2190, 0x2190, '<'}};
    utf8proc_int32_t parts[8];
    mbstate_t state;
    memset(&state, 0, sizeof state);
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (character >= signs[i].from && character <= signs[i].to) {
            out[0] = signs[i].sign;
            return 1;
        }
    utf8proc_ssize_t n = utf8proc_decompose_char((utf8proc_int32_t)character, parts, 8, UTF8PROC_DECOMPOSE | UTF8PROC_COMPAT,
                                                 NULL);
    out[0] = n > 0 && parts[0] < 127 && parts[0] >= 32 ? (char)parts[0] : '?';
    return 1;
}

static void send_character(struct paint *paint, uint32_t character)
{
    char bytes[8];
    int length = 1;
    if (character < 128)
        bytes[0] = character ? (char)character : ' ';
    else if (paint->charset == CHARSET_UTF8)
        length = (int)utf8proc_encode_char((utf8proc_int32_t)character, (utf8proc_uint8_t *)bytes);
    else
        length = poor_character(character, bytes);
    send_bytes(paint, bytes, length);
}

/* ---- the cursor ---- */

static bool shorter(const char *candidate, const char **best)
{
    if (*candidate && (!*best || strlen(candidate) < strlen(*best))) {
        *best = candidate;
        return true;
    }
    return false;
}

static void move_to(struct paint *paint, int row, int column)
{
    char absolute[64], relative[64] = "", back[8] = "";
    const char *best = absolute;
    if (paint->row == row && paint->column == column)
        return;
    snprintf(absolute, sizeof absolute, "%s", tiparm(paint->cup, row, column));
    if (paint->row >= 0 && (paint->row == row || paint->column == column)) {
        int down = row - paint->row, right = column - paint->column;
        const char *move = down > 0 ? paint->cud : down < 0 ? paint->cuu : right > 0 ? paint->cuf : paint->cub;
        if (*move)
            snprintf(relative, sizeof relative, "%s", tiparm(move, abs(down ? down : right)));
        for (int i = 0; down == 0 && right < 0 && i < -right && -right < 4; i++)
            back[i] = '\b';
        shorter(relative, &best);
        shorter(back, &best);
    }
    send(paint, best);
    paint->row = row;
    paint->column = column;
}

/* ---- a frame ---- */

static struct cell cell_of(struct paint *paint, const struct glyph *glyph)
{
    uint32_t character = glyph->character;
    uint16_t look = look_of(paint, character ? glyph->ink : glyph->ground, glyph->ground);
    if (paint->charset == CHARSET_ASCII && character == ' ')
        character = 0;
    return (struct cell){character, look};
}

static bool same_cell(const struct cell *a, const struct cell *b)
{
    return a->character == b->character && a->look == b->look;
}

/* A blank shows no ink: whatever the terminal writes with may stay. */
static struct look blank_look(const struct paint *paint, const struct look *look)
{
    const uint8_t seen = ATTR_UNDERLINE | ATTR_REVERSE;
    if (!paint->now_known || (paint->now.attributes | look->attributes) & seen)
        return *look;
    return (struct look){paint->now.ink, look->ground, paint->now.attributes};
}

static struct look look_for(const struct paint *paint, const struct cell *cell)
{
    const struct look *look = &paint->look[cell->look];
    return cell->character == 0 ? blank_look(paint, look) : *look;
}

static void put(struct paint *paint, int row, int column, const struct cell *cell)
{
    struct look look = look_for(paint, cell);
    move_to(paint, row, column);
    send_look(paint, &look);
    send_character(paint, cell->character);
    paint->column++;
    if (paint->column >= paint->columns)
        paint->row = paint->column = -1; /* terminals differ in where the cursor is now */
}

/* From which column on is the rest of the row blank in a look that erasing leaves behind? */
static int blank_from(const struct paint *paint, const struct cell *row)
{
    int column = paint->columns;
    const struct look *look = &paint->look[row[column - 1].look];
    if (!*paint->el || look->attributes & (ATTR_REVERSE | ATTR_UNDERLINE))
        return column;
    if (look->ground != COLOUR_DEFAULT && !paint->erases_in_colour)
        return column;
    while (column > 0 && row[column - 1].character == 0 && row[column - 1].look == row[paint->columns - 1].look)
        column--;
    return column;
}

/* Go on from the last cell sent by sending unchanged ones again, where that is cheaper than moving. */
static int step_back(const struct paint *paint, const struct cell *fresh, int row, int column)
{
    int from = paint->column;
    if (paint->row != row || from < 0 || from >= column || column - from > NEAR || !paint->now_known)
        return column;
    for (int c = from; c < column; c++) {
        struct look look = look_for(paint, &fresh[c]);
        if (fresh[c].character >= 128 || !same_look(&look, &paint->now))
            return column;
    }
    return from;
}

static void paint_row(struct paint *paint, int row, const struct cell *fresh)
{
    struct cell *shown = paint->shown + row * paint->columns;
    int blank = blank_from(paint, fresh);
    int last = paint->columns;
    if (paint->risky_corner && row == paint->rows - 1)
        last--;
    for (int column = 0; column < last; column++) {
        if (same_cell(&shown[column], &fresh[column]))
            continue;
        if (column >= blank && paint->columns - column >= ERASE_FROM) {
            move_to(paint, row, column);
            struct look look = look_for(paint, &fresh[column]);
            send_look(paint, &look);
            send(paint, paint->el);
            break;
        }
        if (fresh[column].character == SCENE_WIDE_TAIL)
            continue; /* its head sends both */
        for (int c = step_back(paint, fresh, row, column); c <= column; c++)
            put(paint, row, c, &fresh[c]);
        if (column + 1 < paint->columns && fresh[column + 1].character == SCENE_WIDE_TAIL && paint->column >= 0)
            paint->column++;
    }
    memcpy(shown, fresh, (size_t)paint->columns * sizeof *shown);
}

/* A wide character whose second half changed is sent again as a whole. */
static void mend_wide(struct cell *shown, const struct cell *fresh, int columns)
{
    for (int c = 1; c < columns; c++)
        if (fresh[c].character == SCENE_WIDE_TAIL && !same_cell(&shown[c], &fresh[c]))
            shown[c - 1].character = UNKNOWN;
}

static void begin_screen(struct paint *paint, const struct scene *scene)
{
    int cells = scene->rows * scene->columns;
    struct look plain = {COLOUR_DEFAULT, COLOUR_DEFAULT, 0};
    free(paint->shown);
    paint->shown = memory_new((size_t)cells, sizeof *paint->shown);
    paint->rows = scene->rows;
    paint->columns = scene->columns;
    paint->now_known = false;
    paint->visible = paint->row = paint->column = -1;
    send_look(paint, &plain);
    send(paint, paint->clear);
    /* What was cleared is blank in the terminal's own look; it has a number only if some role looks like that. */
    uint16_t look = look_of(paint, ROLE_TEXT, ROLE_TEXT);
    bool cleared = same_look(&paint->look[look], &plain);
    for (int i = 0; i < cells; i++)
        paint->shown[i] = (struct cell){cleared ? 0 : UNKNOWN, look};
    if (!*paint->clear)
        for (int i = 0; i < cells; i++)
            paint->shown[i].character = UNKNOWN;
}

static void place_cursor(struct paint *paint, const struct scene *scene)
{
    int visible = scene->cursor_row >= 0 && scene->cursor_row < scene->rows && scene->cursor_column >= 0 &&
                  scene->cursor_column < scene->columns;
    if (visible)
        move_to(paint, scene->cursor_row, scene->cursor_column);
    if (visible != paint->visible)
        send(paint, visible ? paint->cnorm : paint->civis);
    paint->visible = visible;
}

void paint_frame(struct paint *paint, const struct scene *scene)
{
    struct cell *fresh = memory_new((size_t)scene->columns, sizeof *fresh);
    paint->n = 0;
    if (scene->rows != paint->rows || scene->columns != paint->columns)
        begin_screen(paint, scene);
    for (int row = 0; row < scene->rows; row++) {
        for (int column = 0; column < scene->columns; column++)
            fresh[column] = cell_of(paint, &scene->glyph[row * scene->columns + column]);
        mend_wide(paint->shown + row * paint->columns, fresh, scene->columns);
        paint_row(paint, row, fresh);
    }
    place_cursor(paint, scene);
    free(fresh);
    if (paint->n >= SYNCHRONIZE_FROM && term_synchronized(paint->term)) {
        static const char begin[] = "\033[?2026h", end[] = "\033[?2026l";
        send_bytes(paint, end, sizeof end - 1);
        send_bytes(paint, begin, sizeof begin - 1); /* makes room for the move below */
        memmove(paint->buffer + sizeof begin - 1, paint->buffer, (size_t)paint->n - (sizeof begin - 1));
        memcpy(paint->buffer, begin, sizeof begin - 1);
    }
    if (paint->n)
        term_write(paint->term, paint->buffer, (size_t)paint->n);
}
