/* input.c - turns what the user types into events, through curses: see input.h.
 *
 * It uses wgetch() and not get_wch(), which loses the beginning of a character whose rest comes
 * late, and which after an invalid byte swallows all keys until its buffer is full. It does not use
 * curses' mouse either: of a click and a drag that come together curses keeps only the last, it
 * knows SGR reports only where terminfo has them, and it waits for ever for the rest of a broken
 * one. */
#include "config.h"
#include "tui/terminal/input.h"

#include "tui/system/process.h"

#include <curses.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <utf8proc.h>

static const char paste_end[] = "\033[201~";
enum {
    ESCAPE = 27,
    PASTE_END = sizeof paste_end - 1,
    PASTE_PIECE = 100,    /* bytes of a paste per read; curses can take back only some 130 */
    SEQUENCE_WAIT = 1000, /* milliseconds to wait for the rest of a sequence */
    SEQUENCE_MAX = 256,
    STRING_MAX = 2048,
    ANSWER_ROOM = 64,  /* bytes of an answer that are read; more would be no colour */
    MODE_SYNC = 2026,  /* synchronized updates */
    MODE_FOCUS = 1004, /* reports of the focus */
};

static WINDOW *keys; /* a pad to read keys from, because reading from a window would draw it */

void input_screen_begins(void)
{
    keys = newpad(1, 1);
    if (!keys)
        memory_exhausted();
    keypad(keys, TRUE);
    meta(keys, TRUE);
    keyok(KEY_MOUSE, FALSE);
}

void input_screen_ends(void)
{
    delwin(keys);
    keys = NULL;
}

void input_clear(struct input *input)
{
    free(input->paste);
    *input = (struct input){.held = 0};
}

void input_escape(int milliseconds)
{
    set_escdelay(milliseconds);
}

bool input_pastes(const struct input *input)
{
    return input->pasting;
}

void input_forget(struct input *input)
{
    input->held = input->paste_n = input->tail_n = 0;
    input->pasting = false;
    if (keys)
        flushinp();
}

/* Read the next byte or key from curses, waiting at most `wait` milliseconds; ERR if there is
 * none. */
static int input_take(struct input *input, int wait)
{
    int held = input->held;
    input->held = 0;
    if (held)
        return held;
    if (!keys) /* nothing has been drawn yet, so curses has no screen */
        return ERR;
    wtimeout(keys, wait);
    return wgetch(keys);
}

static void input_hold(struct input *input, int taken)
{
    input->held = taken == ERR ? 0 : taken;
}

/* ---- keys of curses ---- */

/* Translates terminfo keys that have no number in curses, those with modifiers: "kUP5", "kEND3". */
static uint32_t extended_key(int code)
{
    static const struct {
        const char *name;
        uint32_t key;
    } names[] = {{"kUP", K_UP},     {"kDN", K_DOWN},  {"kLFT", K_LEFT},    {"kRIT", K_RIGHT},
                 {"kHOM", K_HOME},  {"kEND", K_END},  {"kPRV", K_PAGE_UP}, {"kNXT", K_PAGE_DOWN},
                 {"kIC", K_INSERT}, {"kDC", K_DELETE}};
    const char *name = keyname(code);
    size_t length = name ? strcspn(name, "0123456789") : 0;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (length == strlen(names[i].name) && !strncmp(name, names[i].name, length))
            return names[i].key;
    return 0;
}

static uint32_t input_key_of(int code)
{
    static const struct {
        int code;
        uint32_t key;
    } codes[] = {{KEY_UP, K_UP},
                 {KEY_DOWN, K_DOWN},
                 {KEY_LEFT, K_LEFT},
                 {KEY_RIGHT, K_RIGHT},
                 {KEY_HOME, K_HOME},
                 {KEY_END, K_END},
                 {KEY_PPAGE, K_PAGE_UP},
                 {KEY_NPAGE, K_PAGE_DOWN},
                 {KEY_IC, K_INSERT},
                 {KEY_DC, K_DELETE},
                 {KEY_BTAB, K_BACKTAB},
                 {KEY_ENTER, K_ENTER},
                 {KEY_BACKSPACE, K_BACKSPACE},
                 {KEY_SR, K_UP},
                 {KEY_SF, K_DOWN},
                 {KEY_SLEFT, K_LEFT},
                 {KEY_SRIGHT, K_RIGHT},
                 {KEY_SHOME, K_HOME},
                 {KEY_SEND, K_END},
                 {KEY_SPREVIOUS, K_PAGE_UP},
                 {KEY_SNEXT, K_PAGE_DOWN},
                 {KEY_SIC, K_INSERT},
                 {KEY_SDC, K_DELETE}};
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
        if (codes[i].code == code)
            return codes[i].key;
    if (code > KEY_F0 && code <= KEY_F(63)) /* curses numbers F keys with Shift, Ctrl or Alt from 13
                                               on */
        return K_F1 + (uint32_t)(code - KEY_F(1)) % 12;
    return code > KEY_MAX ? extended_key(code) : 0;
}

/* ---- sequences curses does not know ---- */

static uint32_t final_key(int final)
{
    switch (final) {
    case 'A':
        return K_UP;
    case 'B':
        return K_DOWN;
    case 'C':
        return K_RIGHT;
    case 'D':
        return K_LEFT;
    case 'H':
        return K_HOME;
    case 'F':
        return K_END;
    case 'Z':
        return K_BACKTAB;
    case 'M':
        return K_ENTER;
    case 'P':
        return K_F1;
    case 'Q':
        return K_F2;
    case 'R':
        return K_F3;
    case 'S':
        return K_F4;
    default:
        return 0;
    }
}

static uint32_t tilde_key(int number)
{
    static const uint32_t numbered[] = {
        [1] = K_HOME,      [2] = K_INSERT, [3] = K_DELETE, [4] = K_END,  [5] = K_PAGE_UP,
        [6] = K_PAGE_DOWN, [7] = K_HOME,   [8] = K_END,    [11] = K_F1,  [12] = K_F2,
        [13] = K_F3,       [14] = K_F4,    [15] = K_F5,    [17] = K_F6,  [18] = K_F7,
        [19] = K_F8,       [20] = K_F9,    [21] = K_F10,   [23] = K_F11, [24] = K_F12};
    return number >= 0 && number < (int)(sizeof numbered / sizeof *numbered) ? numbered[number] : 0;
}

static struct input_event input_nothing(void)
{
    return (struct input_event){.what = INPUT_NOTHING};
}

static struct input_event key_event(uint32_t key)
{
    return (struct input_event){.what = key ? INPUT_KEY : INPUT_NOTHING, .key = key};
}

/* Translates an SGR mouse report: "<BUTTON;COLUMN;ROW" and M or m. */
static struct input_event mouse_event(const int *number, int numbers, bool release)
{
    struct input_event event = {.what = INPUT_MOUSE};
    int button = number[0];
    if (numbers < 3 || number[1] < 1 || number[2] < 1)
        return input_nothing();
    event.mouse.column = number[1] - 1;
    event.mouse.row = number[2] - 1;
    if (button & 64) {
        if ((button & 3) > 1)
            return input_nothing();
        event.mouse.what = button & 1 ? MOUSE_WHEEL_DOWN : MOUSE_WHEEL_UP;
        return event;
    }
    event.mouse.what = release ? MOUSE_RELEASE : button & 32 ? MOUSE_DRAG : MOUSE_PRESS;
    event.mouse.button = (button & 3) + 1;
    return event.mouse.button == 4 ? input_nothing() : event;
}

/* Interpret a CSI sequence: what follows "ESC [", up to and including its final byte. */
static struct input_event csi_meaning(struct input *input, const char *text, int n)
{
    int number[4] = {0}, numbers = 0, final = text[n - 1];
    for (const char *c = text + (*text == '<' || *text == '?'); c < text + n - 1; c++) {
        numbers += numbers == 0 && *c >= '0' && *c <= '9';
        if (*c >= '0' && *c <= '9' && number[numbers - 1] < 100000)
            number[numbers - 1] = number[numbers - 1] * 10 + *c - '0';
        else if (*c == ';' && numbers < 4)
            numbers += numbers == 0 ? 2 : 1;
    }
    if (*text == '<')
        return mouse_event(number, numbers, final == 'm');
    if (*text == '?') {
        bool known = final == 'y' && number[1] >= 1 && number[1] <= 3;
        return (struct input_event){.what = final == 'c'                       ? INPUT_ATTRIBUTES
                                            : known && number[0] == MODE_SYNC  ? INPUT_SYNCHRONIZED
                                            : known && number[0] == MODE_FOCUS ? INPUT_FOCUS_IN
                                                                               : INPUT_NOTHING};
    }
    if (n == 1 && (final == 'I' || final == 'O'))
        return (struct input_event){.what = final == 'I' ? INPUT_FOCUS_IN : INPUT_FOCUS_OUT};
    if (final == 'R' && number[0] > 1) /* this is a cursor position report; for F3 the first number
                                          is 1 */
        return input_nothing();
    if (final == 'n')
        return (struct input_event){.what = INPUT_ANSWER};
    if (final == '~' && number[0] == 200) {
        input->pasting = true;
        input->heard = milliseconds();
        return input_nothing();
    }
    return key_event(final == '~' ? tilde_key(number[0]) : final_key(final));
}

/* Read what follows "ESC [". Nobody types these two keys so quickly, so this is a sequence; on a
 * bad connection its rest may arrive late. */
static struct input_event csi_event(struct input *input)
{
    char text[SEQUENCE_MAX];
    for (int n = 0; n < SEQUENCE_MAX;) {
        int c = input_take(input, SEQUENCE_WAIT);
        if (c == ERR && n == 0) {
            input_hold(input, '[');
            return key_event(K_ESCAPE);
        }
        if (c < ' ' || c > 0xFF) { /* the sequence was broken off */
            input_hold(input, c);
            return input_nothing();
        }
        if (n == 0 && c == 'M') { /* this is an old mouse report: skip its three bytes */
            for (int i = 0; i < 3; i++)
                input_take(input, SEQUENCE_WAIT);
            return input_nothing();
        }
        text[n++] = (char)c;
        if (c >= 0x40 && c <= 0x7E)
            return csi_meaning(input, text, n);
    }
    return input_nothing();
}

/* Interpret what an OSC string says of the terminal's ground: "11;rgb:RRRR/GGGG/BBBB", with one to
 * four digits for each colour. */
static struct input_event ground_meaning(const char *text)
{
    unsigned colour[3];
    int shade = 0, end[3] = {0};
    static const int weight[3] = {299, 587, 114}; /* how light the eye sees red, green and blue */
    const char *at = !strncmp(text, "11;rgb:", 7)    ? text + 7
                     : !strncmp(text, "11;rgba:", 8) ? text + 8
                                                     : NULL;
    for (int i = 0; i < 3; i++) {
        if (!at || sscanf(at, "%4x%n", &colour[i], &end[i]) != 1 || end[i] < 1)
            return input_nothing();
        shade += weight[i] * (int)(colour[i] * 255 / ((1u << (4 * end[i])) - 1));
        at += end[i];
        at += *at == '/';
    }
    return (struct input_event){.what = INPUT_GROUND, .key = shade > 255 * 500};
}

/* Read an OSC, DCS or APC string, which ends with BEL or ESC backslash. Only the answer to the
 * question for the terminal's ground means something. */
static struct input_event string_event(struct input *input, bool osc)
{
    char text[ANSWER_ROOM] = "";
    for (int n = 0; n < STRING_MAX; n++) {
        int c = input_take(input, SEQUENCE_WAIT);
        if (n < ANSWER_ROOM - 1 && c >= ' ' && c < 0x7F)
            text[n] = (char)c;
        if (c == ESCAPE) {
            c = input_take(input, SEQUENCE_WAIT);
            if (c != '\\')
                input_hold(input, c);
            break;
        }
        if (c == ERR || c == '\a')
            break;
        if (c > 0xFF) {
            input_hold(input, c);
            break;
        }
    }
    return osc ? ground_meaning(text) : input_nothing();
}

/* Read an event that begins with Esc but is no key of curses. If it is a sequence, the rest has
 * arrived by now. */
static struct input_event escape_event(struct input *input)
{
    int second = input_take(input, 0), third;
    switch (second) {
    case '[':
        return csi_event(input);
    case 'O':
        third = input_take(input, SEQUENCE_WAIT);
        if (third != ERR)
            return third > 0xFF ? (input_hold(input, third), input_nothing())
                                : key_event(final_key(third));
        break;
    case ']':
    case 'P':
    case '_':
        return string_event(input, second == ']');
    default:
        break;
    }
    input_hold(input, second); /* Esc and a key pressed together, or Alt with a key: such keys are
                                  never bound */
    return key_event(K_ESCAPE);
}

/* ---- characters ---- */

static struct input_event character_event(struct input *input, int first)
{
    utf8proc_uint8_t bytes[4] = {(utf8proc_uint8_t)first};
    utf8proc_int32_t character;
    int length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    if (first < 0xC2 || first > 0xF4)
        return input_nothing();
    for (int n = 1; n < length; n++) {
        int c = input_take(input, SEQUENCE_WAIT);
        if (c < 0x80 || c > 0xBF) {
            input_hold(input, c);
            return input_nothing();
        }
        bytes[n] = (utf8proc_uint8_t)c;
    }
    return utf8proc_iterate(bytes, length, &character) == length ? key_event((uint32_t)character)
                                                                 : input_nothing();
}

/* ---- pastes ---- */

static struct input_event paste_event(struct input *input)
{
    input->paste[input->paste_n] = '\0';
    input->pasting = false;
    input->paste_n = 0;
    for (char *c = input->paste; *c; c++)
        if (*c == '\r')
            *c = '\n';
    return (struct input_event){.what = INPUT_PASTE, .text = input->paste};
}

/* Add bytes to the paste; what exceeds PASTE_MAX is dropped. */
static void paste_add(struct input *input, const char *bytes, int n)
{
    int room = PASTE_MAX - input->paste_n;
    memcpy(input->paste + input->paste_n, bytes, (size_t)(n < room ? n : room));
    input->paste_n += n < room ? n : room;
}

/* Read more of a paste directly from the terminal, since curses would need two system calls per
 * byte. Bytes beyond the end of the paste are given back to curses. */
static struct input_event paste_next(struct input *input)
{
    char bytes[PASTE_END + PASTE_PIECE];
    struct pollfd in = {.fd = STDIN_FILENO, .events = POLLIN};
    if (!input->paste)
        input->paste = memory_new(PASTE_MAX + 1, 1);
    while (poll(&in, 1, 0) > 0) {
        memcpy(bytes, input->tail, (size_t)input->tail_n);
        ssize_t got = read(STDIN_FILENO, bytes + input->tail_n, PASTE_PIECE);
        if (got <= 0)
            break;
        int n = input->tail_n + (int)got, at = 0;
        input->heard = milliseconds();
        while (at < n && memcmp(bytes + at, paste_end,
                                (size_t)(n - at < PASTE_END ? n - at : PASTE_END)) != 0)
            at++;
        paste_add(input, bytes, at);
        if (n - at >= PASTE_END) {
            input->tail_n = 0;
            while (n > at + PASTE_END)
                ungetch((unsigned char)bytes[--n]);
            return paste_event(input);
        }
        input->tail_n = n - at;
        memcpy(input->tail, bytes + at, (size_t)input->tail_n);
    }
    return input_nothing();
}

struct input_event input_end_paste(struct input *input)
{
    if (!input->paste)
        input->paste = memory_new(PASTE_MAX + 1, 1);
    input->tail_n = 0;
    return paste_event(input);
}

/* What curses has recognized: a key, or a report of the focus where terminfo knows it. */
static struct input_event curses_event(int code)
{
    const char *name = keyname(code);
    if (name && !strcmp(name, "kxIN"))
        return (struct input_event){.what = INPUT_FOCUS_IN};
    if (name && !strcmp(name, "kxOUT"))
        return (struct input_event){.what = INPUT_FOCUS_OUT};
    return key_event(input_key_of(code));
}

struct input_event input_next(struct input *input)
{
    for (;;) {
        struct input_event event;
        if (input->pasting)
            return paste_next(input);
        int c = input_take(input, 0);
        if (c == ERR)
            return input_nothing();
        if (c > 0xFF)
            event = curses_event(c);
        else if (c == ESCAPE)
            event = escape_event(input);
        else if (c >= 0x80)
            event = character_event(input, c);
        else
            event = key_event(c == '\n' ? K_ENTER : c == '\b' ? K_BACKSPACE : (uint32_t)c);
        if (event.what != INPUT_NOTHING)
            return event;
    }
}
