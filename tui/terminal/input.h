/* input.h - turns what the user types into events: keys, mouse, pastes, answers of the terminal.
 *
 * curses reads the keys it knows. What it has no names for is read here: mouse reports, bracketed
 * pastes and answers; UTF-8, whatever the locale; and the sequences of xterm-like terminals (CSI,
 * SS3, SGR mouse), whose modifiers are ignored. Unknown sequences are swallowed whole, and nothing
 * grows without bound. */
#ifndef CHESSCADE_TUI_TERMINAL_INPUT_H
#define CHESSCADE_TUI_TERMINAL_INPUT_H

#include "tui/widgets/key.h"

enum { PASTE_MAX = 64 * 1024 };

enum mouse_what { MOUSE_PRESS, MOUSE_RELEASE, MOUSE_DRAG, MOUSE_WHEEL_UP, MOUSE_WHEEL_DOWN };

struct mouse {
    enum mouse_what what;
    int button;      /* 1 left, 2 middle, 3 right; 0 for the wheel */
    int row, column; /* in the scene, from 0 */
};

enum input_what {
    INPUT_NOTHING, /* no complete event */
    INPUT_KEY,
    INPUT_MOUSE,
    INPUT_PASTE,
    INPUT_SYNCHRONIZED, /* the terminal reports that it supports synchronized updates */
    INPUT_ANSWER,       /* ... that it is there */
};

struct input_event {
    enum input_what what;
    uint32_t key;
    struct mouse mouse;
    const char *text; /* the paste, at most PASTE_MAX bytes, borrowed until the next call */
};

struct input {
    int held; /* a byte or key read from curses but not used yet; 0: none */
    bool pasting;
    char *paste;
    int paste_n;
    char tail[8]; /* bytes after the paste so far that may begin its end marker */
    int tail_n;
    int64_t heard; /* milliseconds() of the paste's latest bytes */
};

/* Free its memory. */
void input_clear(struct input *input);
/* Set how many milliseconds an Esc waits for the rest of a sequence. */
void input_escape(int milliseconds);
/* The next event from standard input, a terminal in raw mode. Waits at most a second for the rest
 * of a sequence or character, and not at all otherwise. */
struct input_event input_next(struct input *input);
/* True if a paste has begun and not ended. */
bool input_pastes(const struct input *input);
/* The end of a paste is lost: return what has arrived. */
struct input_event input_end_paste(struct input *input);
/* Discard what has arrived. */
void input_forget(struct input *input);

/* For screen.c: curses has opened a screen, or is about to close it. */
void input_screen_begins(void);
void input_screen_ends(void);

#endif
