/* pen.c - what a terminal is told, in the fewest bytes: see pen.h. */
#include "config.h"
#include "tui/pen.h"

#include "tui/control.h"
#include "tui/term.h"

#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

enum {
    SYNCHRONIZE_FROM = 1024,
    SHORT = 5 /* bytes that no place takes: "ESC [ row ; column H" has six */
};

struct pen {
    struct term *term;
    enum charset charset;
    struct pen_state at;
    int visible; /* the cursor: 0, 1, or -1 unknown */
    struct numbered vpa, hpa, cuu, cud, cuf, cub, ech, il, dl;
    struct placing cup;
    struct colouring colours;
    const char *cuu1, *cud1, *ri, *cr, *el, *clear, *op, *civis, *cnorm;
    const char *bold, *dim, *italic, *underline, *reverse, *smacs, *rmacs, *enacs, *acsc;
    char sgr0[32];
    bool ends_apart; /* colours and attributes end one by one, as ISO 6429 has it */
    bool drawing;    /* the line drawing characters are switched on */
    bool erases_in_colour, risky_corner;
    char *buffer;
    int n, room;
};

/* ---- what the terminal can do ---- */

/* Many end the line drawing set with all attributes; that is done apart, so it is left out, and with it most bytes. */
static void know_sgr0(struct pen *pen)
{
    static const char *const ends[] = {"\033(B", "\017"};
    snprintf(pen->sgr0, sizeof pen->sgr0, "%s", control_known("sgr0"));
    for (int i = 0; i < 2; i++) {
        char *at = strstr(pen->sgr0, ends[i]);
        if (at)
            memmove(at, at + strlen(ends[i]), strlen(at + strlen(ends[i])) + 1);
    }
}

struct pen *pen_new(struct term *term)
{
    struct pen *pen = memory_new(1, sizeof *pen);
    pen->term = term;
    pen->cup = control_placing();
    pen->colours = control_colouring();
    pen->vpa = control_numbered("vpa");
    pen->hpa = control_numbered("hpa");
    pen->cuu = control_numbered("cuu");
    pen->cud = control_numbered("cud");
    pen->cuf = control_numbered("cuf");
    pen->cub = control_numbered("cub");
    pen->ech = control_numbered("ech");
    pen->il = control_numbered("il");
    pen->dl = control_numbered("dl");
    pen->cuu1 = control_known("cuu1");
    pen->cud1 = control_known("cud1");
    pen->ri = control_known("ri");
    pen->cr = control_known("cr");
    pen->el = control_known("el");
    pen->clear = control_known("clear");
    pen->op = control_known("op");
    pen->ends_apart = !strcmp(pen->op, "\033[39;49m");
    know_sgr0(pen);
    pen->civis = control_known("civis");
    pen->cnorm = control_known("cnorm");
    pen->bold = control_known("bold");
    pen->dim = control_known("dim");
    pen->italic = control_known("sitm");
    pen->underline = control_known("smul");
    pen->reverse = control_known("rev");
    pen->smacs = control_known("smacs");
    pen->rmacs = control_known("rmacs");
    pen->enacs = control_known("enacs");
    pen->acsc = *pen->smacs && *pen->rmacs ? control_known("acsc") : "";
    pen->erases_in_colour = control_flag("bce");
    pen->risky_corner = control_flag("am") && !control_flag("xenl");
    pen->at.row = pen->at.column = pen->visible = -1;
    return pen;
}

void pen_free(struct pen *pen)
{
    if (!pen)
        return;
    free(pen->buffer);
    free(pen);
}

void pen_charset(struct pen *pen, enum charset charset)
{
    pen->charset = charset;
}

const struct pen_state *pen_state(const struct pen *pen)
{
    return &pen->at;
}

bool pen_risky_corner(const struct pen *pen)
{
    return pen->risky_corner;
}

/* ---- bytes ---- */

static void send_bytes(struct pen *pen, const char *bytes, int length)
{
    if (length == 0)
        return;
    pen->buffer = memory_room(pen->buffer, &pen->room, pen->n + length, 1);
    memcpy(pen->buffer + pen->n, bytes, (size_t)length);
    pen->n += length;
}

static void send(struct pen *pen, const char *text)
{
    struct control control = {.n = 0};
    control_add(&control, text);
    send_bytes(pen, control.at, control.n);
}

struct pen_mark pen_mark(const struct pen *pen)
{
    return (struct pen_mark){.at = pen->at, .n = pen->n, .drawing = pen->drawing};
}

void pen_back(struct pen *pen, const struct pen_mark *mark)
{
    pen->at = mark->at;
    pen->n = mark->n;
    pen->drawing = mark->drawing;
}

int pen_collected(const struct pen *pen)
{
    return pen->n;
}

void pen_send(struct pen *pen)
{
    if (pen->n >= SYNCHRONIZE_FROM && term_synchronized(pen->term)) {
        static const char begin[] = "\033[?2026h", end[] = "\033[?2026l";
        send_bytes(pen, end, sizeof end - 1);
        send_bytes(pen, begin, sizeof begin - 1); /* makes room for the move below */
        memmove(pen->buffer + sizeof begin - 1, pen->buffer, (size_t)pen->n - (sizeof begin - 1));
        memcpy(pen->buffer, begin, sizeof begin - 1);
    }
    term_write(pen->term, pen->buffer, (size_t)pen->n);
    pen->n = 0;
}

/* ---- looks ---- */

/* What leads from one look to another; where the terminal knows no end of a single attribute or colour, the other look has
 * to have all attributes of the one, and its colours end together. */
static void add_change(const struct pen *pen, struct control *control, struct look now, const struct look *look)
{
    static const uint8_t bits[] = {ATTR_BOLD, ATTR_DIM, ATTR_ITALIC, ATTR_UNDERLINE, ATTR_REVERSE};
    static const char *const ends[] = {"\033[22m", "\033[22m", "\033[23m", "\033[24m", "\033[27m"};
    const char *const texts[] = {pen->bold, pen->dim, pen->italic, pen->underline, pen->reverse};
    bool ink_ends = look->ink == COLOUR_DEFAULT && now.ink != COLOUR_DEFAULT;
    bool ground_ends = look->ground == COLOUR_DEFAULT && now.ground != COLOUR_DEFAULT;
    for (int i = 0; i < 5; i++)
        if (now.attributes & bits[i] & ~look->attributes) {
            control_add_look(control, ends[i]);
            now.attributes &= (uint8_t)~(i < 2 ? ATTR_BOLD | ATTR_DIM : bits[i]);
        }
    if (pen->ends_apart && ink_ends != ground_ends) {
        control_add_look(control, ink_ends ? "\033[39m" : "\033[49m");
        *(ink_ends ? &now.ink : &now.ground) = COLOUR_DEFAULT;
    } else if (ink_ends || ground_ends) {
        control_add_look(control, *pen->op ? pen->op : pen->sgr0);
        if (!*pen->op)
            now.attributes = 0;
        now.ink = now.ground = COLOUR_DEFAULT;
    }
    for (int i = 0; i < 5; i++)
        if (look->attributes & bits[i] & ~now.attributes)
            control_add_look(control, texts[i]);
    if (look->ink != now.ink)
        control_add_colour(control, &pen->colours, look->ink, false);
    if (look->ground != now.ground)
        control_add_colour(control, &pen->colours, look->ground, true);
}

/* The shortest string after which the terminal writes in a look: from what it writes in now, or from the beginning. */
static void look_control(const struct pen *pen, const struct pen_state *from, const struct look *look,
                         struct control *out)
{
    struct control afresh;
    out->n = 0;
    if (from->look_known && look_same(&from->look, look))
        return;
    afresh.n = 0;
    control_add_look(&afresh, pen->sgr0);
    add_change(pen, &afresh, (struct look){COLOUR_DEFAULT, COLOUR_DEFAULT, 0}, look);
    if (from->look_known && (pen->ends_apart || !(from->look.attributes & ~look->attributes)))
        add_change(pen, out, from->look, look);
    if (out->n == 0 || out->n > afresh.n)
        *out = afresh;
}

int pen_look_cost(const struct pen *pen, const struct pen_state *from, const struct look *look)
{
    struct control control;
    look_control(pen, from, look, &control);
    return control.n;
}

void pen_look(struct pen *pen, const struct look *look)
{
    struct control control;
    look_control(pen, &pen->at, look, &control);
    send_bytes(pen, control.at, control.n);
    pen->at.look = *look;
    pen->at.look_known = true;
}

struct look pen_blank_look(const struct pen_state *from, const struct look *look)
{
    const uint8_t seen = ATTR_UNDERLINE | ATTR_REVERSE;
    if (!from->look_known || (from->look.attributes | look->attributes) & seen)
        return *look;
    return (struct look){from->look.ink, look->ground, from->look.attributes};
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
static char drawn_character(const struct pen *pen, uint32_t character)
{
    static const struct {
        uint32_t from;
        char name;
    } names[] = {{0x2500, 'q'}, {0x2502, 'x'}, {0x250C, 'l'}, {0x2510, 'k'}, {0x2514, 'm'}, {0x2518, 'j'}, {0x251C, 't'},
                 {0x2524, 'u'}, {0x252C, 'w'}, {0x2534, 'v'}, {0x253C, 'n'}, {0x00B7, '~'}};
    for (size_t i = 0; pen->charset == CHARSET_LINES && i < sizeof names / sizeof *names; i++)
        for (const char *pair = pen->acsc; names[i].from == character && pair[0] && pair[1]; pair += 2)
            if (pair[0] == names[i].name)
                return pair[1];
    return 0;
}

void pen_character(struct pen *pen, uint32_t character, int taken, int columns)
{
    char bytes[8];
    int length = 1;
    char drawn = character < 128 ? 0 : drawn_character(pen, character);
    if (!drawn != !pen->drawing) {
        send(pen, drawn ? pen->smacs : pen->rmacs);
        pen->drawing = drawn != 0;
    }
    if (drawn)
        bytes[0] = drawn;
    else if (character < 128)
        bytes[0] = character ? (char)character : ' ';
    else if (pen->charset == CHARSET_UTF8)
        length = (int)utf8proc_encode_char((utf8proc_int32_t)character, (utf8proc_uint8_t *)bytes);
    else
        bytes[0] = poor_character(character);
    send_bytes(pen, bytes, length);
    pen->at.column += taken;
    if (pen->at.column >= columns)
        pen->at.row = pen->at.column = -1; /* terminals differ in where the cursor is now */
}

/* ---- erasing ---- */

bool pen_erases(const struct pen *pen, const struct look *look)
{
    return !(look->attributes & (ATTR_REVERSE | ATTR_UNDERLINE)) &&
           (look->ground == COLOUR_DEFAULT || pen->erases_in_colour);
}

bool pen_erases_rest(const struct pen *pen)
{
    return *pen->el;
}

void pen_erase_rest(struct pen *pen)
{
    send(pen, pen->el);
}

int pen_erase_cost(const struct pen *pen, int cells)
{
    return control_numbered_bytes(&pen->ech, cells);
}

void pen_erase(struct pen *pen, int cells)
{
    struct control control = {.n = 0};
    control_add_numbered(&control, &pen->ech, cells);
    send_bytes(pen, control.at, control.n);
}

bool pen_clear(struct pen *pen)
{
    struct look plain = {COLOUR_DEFAULT, COLOUR_DEFAULT, 0};
    pen->at = (struct pen_state){.row = -1, .column = -1};
    pen->visible = -1;
    if (pen->charset == CHARSET_LINES)
        send(pen, pen->enacs);
    pen_look(pen, &plain);
    send(pen, pen->clear);
    return *pen->clear;
}

/* ---- the cursor ---- */

static void try_numbered(struct control *best, const struct numbered *what, int number)
{
    if (control_numbered_bytes(what, number) >= best->n)
        return;
    best->n = 0;
    control_add_numbered(best, what, number);
}

static void try_times(struct control *best, const char *text, int times)
{
    struct control control;
    if ((int)strlen(text) * times >= best->n)
        return;
    control.n = 0;
    control_add_times(&control, text, times);
    if (control.n < best->n)
        *best = control;
}

/* The shortest string from a row to another. Nothing translates a line feed: the terminal is in raw mode. */
static void vertical_control(const struct pen *pen, int from, int to, struct control *best)
{
    best->n = from == to ? 0 : CONTROL_CANNOT;
    if (from == to)
        return;
    try_numbered(best, &pen->vpa, to);
    try_numbered(best, from < to ? &pen->cud : &pen->cuu, abs(to - from));
    try_times(best, from < to ? pen->cud1 : pen->cuu1, abs(to - from));
    if (from > to)
        try_times(best, pen->ri, from - to);
}

static void horizontal_control(const struct pen *pen, int from, int to, struct control *best)
{
    best->n = from == to ? 0 : CONTROL_CANNOT;
    if (from == to)
        return;
    try_numbered(best, &pen->hpa, to);
    try_numbered(best, from < to ? &pen->cuf : &pen->cub, abs(to - from));
    if (from > to)
        try_times(best, "\b", from - to);
    if (!*pen->cr || (int)strlen(pen->cr) + (to ? control_numbered_bytes(&pen->cuf, to) : 0) >= best->n)
        return;
    best->n = 0;
    control_add(best, pen->cr);
    if (to)
        control_add_numbered(best, &pen->cuf, to);
}

/* The shortest string that brings the cursor to a place: by rows and columns from where it is, or by the place itself. */
static void move_control(const struct pen *pen, const struct pen_state *from, int row, int column, struct control *out)
{
    struct control across;
    out->n = 0;
    if (from->row == row && from->column == column)
        return;
    if (from->row < 0) {
        control_add_place(out, &pen->cup, row, column);
        return;
    }
    vertical_control(pen, from->row, row, out);
    horizontal_control(pen, from->column, column, &across);
    if (out->n + across.n > SHORT) {
        struct control place;
        place.n = 0;
        control_add_place(&place, &pen->cup, row, column);
        if (place.n <= out->n + across.n) {
            *out = place;
            return;
        }
    }
    if (across.n)
        control_add(out, across.at);
}

int pen_move_cost(const struct pen *pen, const struct pen_state *from, int row, int column)
{
    struct control control;
    move_control(pen, from, row, column, &control);
    return control.n;
}

void pen_move(struct pen *pen, int row, int column)
{
    struct control control;
    move_control(pen, &pen->at, row, column, &control);
    send_bytes(pen, control.at, control.n);
    pen->at.row = row;
    pen->at.column = column;
}

void pen_cursor(struct pen *pen, bool visible)
{
    if ((int)visible != pen->visible)
        send(pen, visible ? pen->cnorm : pen->civis);
    pen->visible = visible;
}

/* ---- moving rows ---- */

bool pen_shifts(const struct pen *pen)
{
    return *pen->il.text && *pen->dl.text;
}

static void send_rows(struct pen *pen, const struct numbered *what, int row, int rows)
{
    struct control control = {.n = 0};
    pen_move(pen, row, 0); /* terminals agree on where the cursor is afterwards only here */
    control_add_numbered(&control, what, rows);
    send_bytes(pen, control.at, control.n);
}

/* What leaves is deleted, which pulls the rows below it up; what comes in is inserted, which pushes them down again. */
void pen_shift(struct pen *pen, int first, int last, int by, int rows)
{
    int n = abs(by);
    if (by > 0 || last < rows)
        send_rows(pen, &pen->dl, by > 0 ? first : last - n, n);
    if (by < 0 || last < rows)
        send_rows(pen, &pen->il, by < 0 ? first : last - n, n);
}
