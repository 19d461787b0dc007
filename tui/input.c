/* input.c - bytes from a terminal become keys, mouse events, pastes: see input.h. */
#include "tui/input.h"

#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

/* How many bytes a parser took: 0 means that more are needed. */
static const char paste_end[] = "\033[201~";
enum { ESCAPE = 27, PASTE_END = sizeof paste_end - 1, SEQUENCE_MAX = 256 };

void input_clear(struct input *input)
{
    free(input->paste);
    *input = (struct input){.n = 0};
}

void input_know(struct input *input, const char *text, uint32_t key)
{
    size_t length = strlen(text);
    if (length < 2 || length >= sizeof input->known[0].text || input->knowns == INPUT_KEYS_MAX)
        return;
    memcpy(input->known[input->knowns].text, text, length + 1);
    input->known[input->knowns++].key = key;
}

unsigned char *input_room(struct input *input, int *room)
{
    *room = INPUT_ROOM - input->n;
    return input->byte + input->n;
}

void input_add(struct input *input, int bytes)
{
    input->n += bytes;
}

bool input_waits(const struct input *input)
{
    return input->n > 0 && !input->pasting;
}

bool input_pastes(const struct input *input)
{
    return input->pasting;
}

void input_forget(struct input *input)
{
    input->n = input->paste_n = 0;
    input->pasting = false;
}

bool input_waits_at_escape(const struct input *input)
{
    return input->n == 1 && input->byte[0] == ESCAPE;
}

static void drop(struct input *input, int bytes)
{
    input->n -= bytes;
    memmove(input->byte, input->byte + bytes, (size_t)input->n);
}

/* ---- paste ---- */

static void paste_add(struct input *input, int bytes)
{
    int room = PASTE_MAX - input->paste_n;
    int taken = bytes < room ? bytes : room;
    memcpy(input->paste + input->paste_n, input->byte, (size_t)taken);
    input->paste_n += taken;
    drop(input, bytes);
}

/* Is there the beginning of paste_end at this byte? Its length if it may go on after the buffer's end. */
static bool may_end_at(const struct input *input, int at)
{
    int left = input->n - at;
    return !memcmp(input->byte + at, paste_end, (size_t)(left < PASTE_END ? left : PASTE_END));
}

static struct input_event paste_next(struct input *input, bool last)
{
    int at = 0;
    if (!input->paste)
        input->paste = memory_new(PASTE_MAX + 1, 1);
    while (at < input->n && !may_end_at(input, at))
        at++;
    bool whole = input->n - at >= PASTE_END;
    paste_add(input, at);
    if (!whole && !last)
        return (struct input_event){.what = INPUT_NOTHING};
    drop(input, whole ? PASTE_END : input->n);
    input->paste[input->paste_n] = '\0';
    input->pasting = false;
    input->paste_n = 0;
    for (char *c = input->paste; *c; c++)
        if (*c == '\r')
            *c = '\n';
    return (struct input_event){.what = INPUT_PASTE, .text = input->paste};
}

/* ---- sequences ---- */

static uint32_t final_key(int final)
{
    switch (final) {
    case 'A': return K_UP;
    case 'B': return K_DOWN;
    case 'C': return K_RIGHT;
    case 'D': return K_LEFT;
    case 'H': return K_HOME;
    case 'F': return K_END;
    case 'Z': return K_BACKTAB;
    case 'M': return K_ENTER;
    case 'P': return K_F1;
    case 'Q': return K_F2;
    case 'R': return K_F3;
    case 'S': return K_F4;
    default: return 0;
    }
}

static uint32_t tilde_key(int number)
{
    static const uint32_t keys[] = {
        [1] = K_HOME, [2] = K_INSERT, [3] = K_DELETE, [4] = K_END, [5] = K_PAGE_UP, [6] = K_PAGE_DOWN,
        [7] = K_HOME, [8] = K_END, [11] = K_F1, [12] = K_F2, [13] = K_F3, [14] = K_F4, [15] = K_F5,
        [17] = K_F6, [18] = K_F7, [19] = K_F8, [20] = K_F9, [21] = K_F10, [23] = K_F11, [24] = K_F12};
    return number >= 0 && number < (int)(sizeof keys / sizeof *keys) ? keys[number] : 0;
}

/* SGR mouse: "<BUTTON;COLUMN;ROW" and M or m. */
static struct input_event mouse_event(const int *number, int numbers, bool release)
{
    struct input_event event = {.what = INPUT_MOUSE};
    int button = number[0];
    if (numbers < 3 || number[1] < 1 || number[2] < 1)
        return (struct input_event){.what = INPUT_NOTHING};
    event.mouse.column = number[1] - 1;
    event.mouse.row = number[2] - 1;
    if (button & 64) {
        if ((button & 3) > 1)
            return (struct input_event){.what = INPUT_NOTHING};
        event.mouse.what = button & 1 ? MOUSE_WHEEL_DOWN : MOUSE_WHEEL_UP;
        return event;
    }
    event.mouse.what = release ? MOUSE_RELEASE : button & 32 ? MOUSE_DRAG : MOUSE_PRESS;
    event.mouse.button = (button & 3) + 1;
    if (event.mouse.button == 4)
        return (struct input_event){.what = INPUT_NOTHING};
    return event;
}

/* What a whole CSI sequence of `n` bytes means. */
static struct input_event csi_event(struct input *input, int n)
{
    int number[4] = {0}, numbers = 0;
    const unsigned char *byte = input->byte + 2;
    int final = input->byte[n - 1];
    bool marked = byte[0] == '<' || byte[0] == '?';
    for (int i = marked; i < n - 3 + 1; i++) {
        if (byte[i] >= '0' && byte[i] <= '9') {
            if (numbers == 0)
                numbers = 1;
            if (number[numbers - 1] < 100000)
                number[numbers - 1] = number[numbers - 1] * 10 + byte[i] - '0';
        } else if (byte[i] == ';' && numbers < 4) {
            numbers += numbers == 0 ? 2 : 1;
            if (numbers > 4)
                numbers = 4;
        }
    }
    if (byte[0] == '<')
        return mouse_event(number, numbers, final == 'm');
    if (byte[0] == '?') {
        bool known = final == 'y' && number[0] == 2026 && number[1] >= 1 && number[1] <= 3;
        return (struct input_event){.what = known ? INPUT_SYNCHRONIZED : INPUT_NOTHING};
    }
    if (final == '~' && number[0] == 200) {
        input->pasting = true;
        return (struct input_event){.what = INPUT_NOTHING};
    }
    if (final == 'n')
        return (struct input_event){.what = INPUT_ANSWER};
    uint32_t key = final == '~' ? tilde_key(number[0]) : final_key(final);
    return (struct input_event){.what = key ? INPUT_KEY : INPUT_NOTHING, .key = key};
}

/* The length of the CSI sequence at the start of the buffer, 0: not whole yet. */
static int csi_length(const struct input *input)
{
    if (input->n >= 3 && input->byte[2] == 'M') /* an old mouse report: three bytes follow */
        return input->n >= 6 ? 6 : 0;
    for (int i = 2; i < input->n; i++) {
        if (input->byte[i] >= 0x40 && input->byte[i] <= 0x7E)
            return i + 1;
        if (input->byte[i] < 0x20 || i >= SEQUENCE_MAX)
            return i; /* broken off */
    }
    return 0;
}

/* The length of a string sequence (OSC, DCS, APC), which ends with BEL or ESC backslash. */
static int string_length(const struct input *input)
{
    for (int i = 2; i < input->n; i++) {
        if (input->byte[i] == 7)
            return i + 1;
        if (input->byte[i] == ESCAPE && i + 1 < input->n)
            return i + (input->byte[i + 1] == '\\' ? 2 : 0);
        if (i >= SEQUENCE_MAX * 8)
            return i;
    }
    return 0;
}

static struct input_event key_event(struct input *input, int bytes, uint32_t key)
{
    drop(input, bytes);
    return (struct input_event){.what = INPUT_KEY, .key = key};
}

/* One character: UTF-8 or a control. *bytes 0: more are needed. */
static uint32_t character_at(const struct input *input, int at, bool last, int *bytes)
{
    unsigned char first = input->byte[at];
    int length = first < 0x80 ? 1 : first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    utf8proc_int32_t character;
    *bytes = 1;
    if (first < 0x80)
        return first == '\n' ? K_ENTER : first == 8 ? K_BACKSPACE : first;
    if (at + length > input->n && !last && first >= 0xC2 && first < 0xF5) {
        *bytes = 0;
        return 0;
    }
    utf8proc_ssize_t read = utf8proc_iterate(input->byte + at, input->n - at, &character);
    if (read <= 0)
        return 0;
    *bytes = (int)read;
    return (uint32_t)character;
}

static int known_key(const struct input *input, uint32_t *key)
{
    for (int i = 0; i < input->knowns; i++) {
        int length = (int)strlen(input->known[i].text);
        if (input->n >= length && !memcmp(input->byte, input->known[i].text, (size_t)length)) {
            *key = input->known[i].key;
            return length;
        }
    }
    return 0;
}

/* A sequence at the start of the buffer. *taken 0: more bytes are needed. */
static struct input_event escape_event(struct input *input, bool last, int *taken)
{
    struct input_event event = {.what = INPUT_NOTHING};
    int second = input->n > 1 ? input->byte[1] : 0;
    *taken = 0;
    if (second == '[') {
        *taken = csi_length(input);
        if (*taken > 2 && input->byte[2] != 'M')
            event = csi_event(input, *taken);
    } else if (second == 'O') {
        *taken = input->n > 2 ? 3 : 0;
        if (*taken)
            event = (struct input_event){.what = INPUT_KEY, .key = final_key(input->byte[2])};
        if (event.key == 0)
            event.what = INPUT_NOTHING;
    } else if (second == ']' || second == 'P' || second == '_') {
        *taken = string_length(input);
    } else if (input->n > 1) { /* Esc and a key typed at once, or Alt with it, which nothing is bound to */
        *taken = 1;
        event = (struct input_event){.what = INPUT_KEY, .key = K_ESCAPE};
    }
    if (*taken == 0 && last) { /* a lone Esc, or one with a character that could have begun something; the rest is junk */
        *taken = input->n <= 2 ? 1 : input->n;
        event.what = input->n <= 2 ? INPUT_KEY : INPUT_NOTHING;
        event.key = K_ESCAPE;
    }
    return event;
}

struct input_event input_next(struct input *input, bool last)
{
    while (input->n > 0 || (last && input->pasting)) {
        uint32_t key;
        int taken;
        if (input->pasting)
            return paste_next(input, last);
        if ((taken = known_key(input, &key)) > 0)
            return key_event(input, taken, key);
        if (input->byte[0] == ESCAPE) {
            struct input_event event = escape_event(input, last, &taken);
            if (taken == 0)
                break;
            drop(input, taken);
            if (event.what != INPUT_NOTHING)
                return event;
            continue;
        }
        key = character_at(input, 0, last, &taken);
        if (taken == 0)
            break;
        if (key)
            return key_event(input, taken, key);
        drop(input, taken);
    }
    return (struct input_event){.what = INPUT_NOTHING};
}
