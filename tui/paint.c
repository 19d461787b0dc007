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

static const uint32_t UNKNOWN = 0xFFFFFFFE; /* a cell of which nobody knows what it shows */

enum {
    LOOKS_MAX = ROLES * ROLES + 1,
    NEAR = 4,             /* unchanged cells cheaper sent again than skipped */
    ERASE_FROM = 5,       /* blanks at a line's end cheaper erased than sent */
    SYNCHRONIZE_FROM = 1024,
    SPANS_ORDERED = 32,   /* so few stretches of cells are sent in the order that is cheapest, more from top to bottom */
    CONTROL_ROOM = 160    /* bytes of a control string, or of those of a look */
};

struct cell {
    uint32_t character; /* 0: blank */
    uint16_t look;      /* index into looks */
};

/* Cells of a row that changed. */
struct span {
    int row, from, to; /* columns from..to-1 */
};

struct paint {
    struct term *term;
    const struct theme *theme;
    enum palette palette;
    enum charset charset;
    uint16_t pair[ROLES][ROLES]; /* look index + 1 of an ink on a ground; 0: not worked out yet */
    struct look look[LOOKS_MAX];
    int looks;
    struct cell *shown, *fresh; /* [rows * columns] what the terminal shows, and what it is to show */
    int rows, columns;
    struct span *span; /* of the frame */
    int spans, span_room;
    struct look now; /* what the terminal writes with */
    bool now_known;
    int row, column; /* where its cursor is; -1: unknown */
    int visible;     /* its cursor: 0, 1, or -1 unknown */
    const char *cup, *el, *clear, *setaf, *setab, *op, *civis, *cnorm, *cuf, *cub, *cuu, *cud;
    const char *bold, *dim, *italic, *underline, *reverse, *smacs, *rmacs, *enacs, *acsc;
    char sgr0[32];
    bool drawing; /* the line drawing characters are switched on */
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

/* Many end the line drawing set with all attributes; that is done apart, so it is left out, and with it most bytes. */
static void know_sgr0(struct paint *paint)
{
    static const char *const ends[] = {"\033(B", "\017"};
    snprintf(paint->sgr0, sizeof paint->sgr0, "%s", capability("sgr0"));
    for (int i = 0; i < 2; i++) {
        char *at = strstr(paint->sgr0, ends[i]);
        if (at)
            memmove(at, at + strlen(ends[i]), strlen(at + strlen(ends[i])) + 1);
    }
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
    know_sgr0(paint);
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
    paint->smacs = capability("smacs");
    paint->rmacs = capability("rmacs");
    paint->enacs = capability("enacs");
    paint->acsc = *paint->smacs && *paint->rmacs ? capability("acsc") : "";
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
    free(paint->fresh);
    free(paint->span);
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

/* The bytes of a control string, put together before it is sent, to know how many they are. */
struct control {
    char at[CONTROL_ROOM];
    int n;
};

static void send_bytes(struct paint *paint, const char *bytes, int length)
{
    paint->buffer = memory_room(paint->buffer, &paint->room, paint->n + length, 1);
    memcpy(paint->buffer + paint->n, bytes, (size_t)length);
    paint->n += length;
}

/* Append a control string, delays left out: terminals that need them are gone. */
static void append(struct control *control, const char *text)
{
    while (*text && control->n < CONTROL_ROOM - 1) {
        if (text[0] == '$' && text[1] == '<' && strchr(text, '>'))
            text = strchr(text, '>') + 1;
        else
            control->at[control->n++] = *text++;
    }
    control->at[control->n] = '\0';
}

/* Is it "ESC [ numbers m", a look and nothing else? */
static bool is_look(const char *text)
{
    size_t numbers = strncmp(text, "\033[", 2) ? 0 : strspn(text + 2, "0123456789;") + 2;
    return numbers && text[numbers] == 'm' && !text[numbers + 1];
}

/* Append the control string of a look: two of ISO 6429 are one with both their numbers. */
static void append_look(struct control *control, const char *text)
{
    if (control->n && is_look(control->at) && is_look(text)) {
        control->at[control->n - 1] = ';';
        append(control, text + 2);
    } else {
        append(control, text);
    }
}

static void send(struct paint *paint, const char *text)
{
    struct control control = {.n = 0};
    append(&control, text);
    send_bytes(paint, control.at, control.n);
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
static void append_colour(const struct paint *paint, struct control *control, colour_t colour, bool ground)
{
    int number = colour & COLOUR_RGB ? cube_number(colour & 0xFFFFFF) : colour;
    int base = ground ? 40 : 30;
    char text[32];
    if (number >= 0 && number < paint->colours) {
        append_look(control, tiparm(ground ? paint->setab : paint->setaf, number));
        return;
    }
    if (number < 0)
        snprintf(text, sizeof text, "\033[%d;2;%d;%d;%dm", base + 8, colour >> 16 & 0xFF, colour >> 8 & 0xFF,
                 colour & 0xFF);
    else if (number < 16)
        snprintf(text, sizeof text, "\033[%dm", number < 8 ? base + number : base + 60 + number - 8);
    else
        snprintf(text, sizeof text, "\033[%d;5;%dm", base + 8, number);
    append_look(control, text);
}

/* What leads from one look to another that has all its attributes. */
static void append_change(const struct paint *paint, struct control *control, struct look now, const struct look *look)
{
    static const uint8_t bits[] = {ATTR_BOLD, ATTR_DIM, ATTR_ITALIC, ATTR_UNDERLINE, ATTR_REVERSE};
    const char *const texts[] = {paint->bold, paint->dim, paint->italic, paint->underline, paint->reverse};
    bool ink_ends = look->ink == COLOUR_DEFAULT && now.ink != COLOUR_DEFAULT;
    bool ground_ends = look->ground == COLOUR_DEFAULT && now.ground != COLOUR_DEFAULT;
    if (ink_ends || ground_ends) {
        append_look(control, *paint->op ? paint->op : paint->sgr0);
        if (!*paint->op)
            now.attributes = 0;
        now.ink = now.ground = COLOUR_DEFAULT;
    }
    for (int i = 0; i < 5; i++)
        if (look->attributes & bits[i] & ~now.attributes)
            append_look(control, texts[i]);
    if (look->ink != now.ink)
        append_colour(paint, control, look->ink, false);
    if (look->ground != now.ground)
        append_colour(paint, control, look->ground, true);
}

/* The shortest string after which the terminal writes in a look: from what it writes in now, or from the beginning. */
static void look_control(const struct paint *paint, const struct look *look, struct control *out)
{
    struct control afresh = {.n = 0};
    out->n = 0;
    if (paint->now_known && same_look(&paint->now, look))
        return;
    append_look(&afresh, paint->sgr0);
    append_change(paint, &afresh, (struct look){COLOUR_DEFAULT, COLOUR_DEFAULT, 0}, look);
    if (paint->now_known && !(paint->now.attributes & ~look->attributes))
        append_change(paint, out, paint->now, look);
    if (out->n == 0 || out->n > afresh.n)
        *out = afresh;
}

static void send_look(struct paint *paint, const struct look *look)
{
    struct control control;
    look_control(paint, look, &control);
    send_bytes(paint, control.at, control.n);
    paint->now = *look;
    paint->now_known = true;
}

/* ---- characters ---- */

/* What stands for a character where UTF-8 is not spoken: the nearest ASCII, or '?'. */
static char poor_character(uint32_t character)
{
    static const struct {
        uint32_t from, to;
        char sign;
    } signs[] = {{0x2500, 0x2501, '-'}, {0x2502, 0x2503, '|'}, {0x250C, 0x254B, '+'}, {0x2550, 0x2550, '='},
                 {0x2551, 0x2551, '|'}, {0x2013, 0x2014, '-'}, {0x2018, 0x2019, '\''}, {0x201C, 0x201D, '"'},
                 {0x2026, 0x2026, '~'}, {0x00B7, 0x00B7, '.'}, {0x2192, 0x2192, '>'}, {0x2190, 0x2190, '<'}};
    utf8proc_int32_t parts[8];
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (character >= signs[i].from && character <= signs[i].to)
            return signs[i].sign;
    utf8proc_ssize_t n = utf8proc_decompose_char((utf8proc_int32_t)character, parts, 8, UTF8PROC_DECOMPOSE | UTF8PROC_COMPAT,
                                                 NULL);
    return n > 0 && parts[0] < 127 && parts[0] >= 32 ? (char)parts[0] : '?';
}

/* The line drawing character of a terminal that has such a set, 0 without one: its pairs are VT100's and its own. */
static char drawn_character(const struct paint *paint, uint32_t character)
{
    static const struct {
        uint32_t from;
        char name;
    } names[] = {{0x2500, 'q'}, {0x2502, 'x'}, {0x250C, 'l'}, {0x2510, 'k'}, {0x2514, 'm'}, {0x2518, 'j'}, {0x251C, 't'},
                 {0x2524, 'u'}, {0x252C, 'w'}, {0x2534, 'v'}, {0x253C, 'n'}, {0x00B7, '~'}};
    for (size_t i = 0; paint->charset == CHARSET_LINES && i < sizeof names / sizeof *names; i++)
        for (const char *pair = paint->acsc; names[i].from == character && pair[0] && pair[1]; pair += 2)
            if (pair[0] == names[i].name)
                return pair[1];
    return 0;
}

static void send_character(struct paint *paint, uint32_t character)
{
    char bytes[8];
    int length = 1;
    char drawn = character < 128 ? 0 : drawn_character(paint, character);
    if (!drawn != !paint->drawing) {
        send(paint, drawn ? paint->smacs : paint->rmacs);
        paint->drawing = drawn != 0;
    }
    if (drawn)
        bytes[0] = drawn;
    else if (character < 128)
        bytes[0] = character ? (char)character : ' ';
    else if (paint->charset == CHARSET_UTF8)
        length = (int)utf8proc_encode_char((utf8proc_int32_t)character, (utf8proc_uint8_t *)bytes);
    else
        bytes[0] = poor_character(character);
    send_bytes(paint, bytes, length);
}

/* ---- the cursor ---- */

/* The shortest string that brings the cursor to a place: by rows and columns from where it is, or by the place itself. */
static void move_control(const struct paint *paint, int row, int column, struct control *out)
{
    int down = row - paint->row, right = column - paint->column;
    struct control from = {.n = 0};
    out->n = 0;
    if (paint->row == row && paint->column == column)
        return;
    append(out, tiparm(paint->cup, row, column));
    if (paint->row < 0 || (down && !*(down > 0 ? paint->cud : paint->cuu)))
        return;
    if (down)
        append(&from, tiparm(down > 0 ? paint->cud : paint->cuu, abs(down)));
    if (right < 0 && right > -4)
        append(&from, &"\b\b\b"[3 + right]);
    else if (right && !*(right > 0 ? paint->cuf : paint->cub))
        return;
    else if (right)
        append(&from, tiparm(right > 0 ? paint->cuf : paint->cub, abs(right)));
    if (from.n < out->n)
        *out = from;
}

static void move_to(struct paint *paint, int row, int column)
{
    struct control control;
    move_control(paint, row, column, &control);
    send_bytes(paint, control.at, control.n);
    paint->row = row;
    paint->column = column;
}

/* ---- a frame ---- */

static struct cell cell_of(struct paint *paint, const struct glyph *glyph)
{
    uint32_t character = glyph->character;
    uint16_t look = look_of(paint, character ? glyph->ink : glyph->ground, glyph->ground);
    if (paint->charset != CHARSET_UTF8 && character == ' ')
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
static int step_back(const struct paint *paint, int row, int column)
{
    const struct cell *fresh = paint->fresh + row * paint->columns;
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

static void add_span(struct paint *paint, int row, int from, int to)
{
    paint->span = memory_room(paint->span, &paint->span_room, paint->spans + 1, sizeof *paint->span);
    paint->span[paint->spans++] = (struct span){row, from, to};
}

/* The stretches of a row that changed; behind what can be erased there is nothing more. */
static void compare_row(struct paint *paint, int row)
{
    const struct cell *shown = paint->shown + row * paint->columns, *fresh = paint->fresh + row * paint->columns;
    int blank = blank_from(paint, fresh), last = paint->columns, from = -1;
    if (paint->risky_corner && row == paint->rows - 1)
        last--;
    for (int column = 0; column <= last; column++) {
        bool changed = column < last && !same_cell(&shown[column], &fresh[column]);
        bool erase = changed && column >= blank && paint->columns - column >= ERASE_FROM;
        if (from >= 0 && (!changed || erase)) {
            add_span(paint, row, from, column);
            from = -1;
        }
        if (erase) {
            add_span(paint, row, column, paint->columns);
            return;
        }
        if (changed && from < 0)
            from = column;
    }
}

static void send_span(struct paint *paint, const struct span *span)
{
    const struct cell *fresh = paint->fresh + span->row * paint->columns;
    bool erase = span->to == paint->columns && span->from >= blank_from(paint, fresh) &&
                 paint->columns - span->from >= ERASE_FROM;
    if (erase) {
        struct look look = look_for(paint, &fresh[span->from]);
        move_to(paint, span->row, span->from);
        send_look(paint, &look);
        send(paint, paint->el);
        return;
    }
    for (int column = step_back(paint, span->row, span->from); column < span->to; column++) {
        if (fresh[column].character == SCENE_WIDE_TAIL)
            continue; /* its head sends both */
        put(paint, span->row, column, &fresh[column]);
        if (column + 1 < paint->columns && fresh[column + 1].character == SCENE_WIDE_TAIL && paint->column >= 0)
            paint->column++;
    }
}

/* Bytes it takes to begin a stretch from where the terminal is now. */
static int cost_of(const struct paint *paint, const struct span *span)
{
    struct look look = look_for(paint, &paint->fresh[span->row * paint->columns + span->from]);
    struct control control;
    look_control(paint, &look, &control);
    int cost = control.n, from = step_back(paint, span->row, span->from);
    if (from < span->from)
        return cost + span->from - from;
    move_control(paint, span->row, span->from, &control);
    return cost + control.n;
}

static void send_spans(struct paint *paint)
{
    bool order = paint->spans <= SPANS_ORDERED;
    for (int i = 0; i < paint->spans; i++) {
        int best = i, least = order ? cost_of(paint, &paint->span[i]) : 0;
        for (int k = i + 1; order && k < paint->spans; k++) {
            int cost = cost_of(paint, &paint->span[k]);
            if (cost < least) {
                least = cost;
                best = k;
            }
        }
        struct span span = paint->span[best];
        memmove(&paint->span[i + 1], &paint->span[i], (size_t)(best - i) * sizeof span);
        paint->span[i] = span;
        send_span(paint, &span);
    }
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
    free(paint->fresh);
    paint->shown = memory_new((size_t)cells, sizeof *paint->shown);
    paint->fresh = memory_new((size_t)cells, sizeof *paint->fresh);
    paint->rows = scene->rows;
    paint->columns = scene->columns;
    paint->now_known = false;
    paint->visible = paint->row = paint->column = -1;
    if (paint->charset == CHARSET_LINES)
        send(paint, paint->enacs);
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
    paint->n = paint->spans = 0;
    if (scene->rows != paint->rows || scene->columns != paint->columns)
        begin_screen(paint, scene);
    for (int row = 0; row < scene->rows; row++) {
        struct cell *fresh = paint->fresh + row * scene->columns;
        for (int column = 0; column < scene->columns; column++)
            fresh[column] = cell_of(paint, &scene->glyph[row * scene->columns + column]);
        mend_wide(paint->shown + row * paint->columns, fresh, scene->columns);
        compare_row(paint, row);
    }
    send_spans(paint);
    memcpy(paint->shown, paint->fresh, (size_t)(paint->rows * paint->columns) * sizeof *paint->shown);
    place_cursor(paint, scene);
    if (paint->n >= SYNCHRONIZE_FROM && term_synchronized(paint->term)) {
        static const char begin[] = "\033[?2026h", end[] = "\033[?2026l";
        send_bytes(paint, end, sizeof end - 1);
        send_bytes(paint, begin, sizeof begin - 1); /* makes room for the move below */
        memmove(paint->buffer + sizeof begin - 1, paint->buffer, (size_t)paint->n - (sizeof begin - 1));
        memcpy(paint->buffer, begin, sizeof begin - 1);
    }
    term_write(paint->term, paint->buffer, (size_t)paint->n);
}
