/* input.h - turns what the user types into events: keys, mouse, pastes, answers of the terminal.
 *
 *  curses reads the keys that it knows. This file reads everything else: mouse reports,
 *  bracketed pastes and answers; UTF-8, whatever the locale; and the sequences of xterm-like
 *  terminals (CSI, SS3, SGR mouse), whose modifiers are ignored. Unknown sequences are discarded
 *  whole, and no buffer grows without bound. */
#ifndef CHESSCADE_TUI_TERMINAL_INPUT_H
#define CHESSCADE_TUI_TERMINAL_INPUT_H

#include "tui/widgets/key.h"

enum { PASTE_MAX = 64 * 1024 };

enum mouse_what { MOUSE_PRESS, MOUSE_RELEASE, MOUSE_DRAG, MOUSE_WHEEL_UP, MOUSE_WHEEL_DOWN };

struct mouse {
    enum mouse_what what;
    int button;      /* mouse button: 1 left, 2 middle, 3 right; 0 for the wheel */
    int row, column; /* position in the scene, counted from 0 */
};

enum input_what {
    INPUT_NOTHING, /* no complete event has arrived */
    INPUT_KEY,
    INPUT_MOUSE,
    INPUT_PASTE,
    INPUT_SYNCHRONIZED, /* the terminal reports that it supports synchronized updates */
    INPUT_ANSWER,       /* the terminal has answered, which shows that the connection works */
    INPUT_FOCUS_IN,   /* the terminal has the user's attention, or says that it will report this */
    INPUT_FOCUS_OUT,  /* the user has gone to another window */
    INPUT_GROUND,     /* the terminal's own ground: key is 1 if it is light, 0 if it is dark */
    INPUT_ATTRIBUTES, /* the answer to the last question at the start: all others have come */
};

struct input_event {
    enum input_what what;
    uint32_t key;
    struct mouse mouse;
    const char *text; /* the pasted text, at most PASTE_MAX bytes, borrowed until the next call */
};

struct input {
    int held; /* a byte or key read from curses but not used yet; 0 if there is none */
    bool pasting;
    char *paste;
    int paste_n;
    char tail[8]; /* bytes after the paste so far that may begin its end marker */
    int tail_n;
    int64_t heard; /* time of the paste's latest bytes, as given by milliseconds() */
};

/* Free the memory of an input. */
void input_clear(struct input *input);
/* Set how many milliseconds an Esc waits for the rest of a sequence. */
void input_escape(int milliseconds);
/* Read the next event from standard input, a terminal in raw mode. In the middle of a sequence
 * or character it waits at most a second for the rest; otherwise it does not wait. */
struct input_event input_next(struct input *input);
/* True if a paste has begun and not ended. */
bool input_pastes(const struct input *input);
/* End a paste whose end marker never arrived, and return the text that has arrived. */
struct input_event input_end_paste(struct input *input);
/* Discard all input that has arrived. */
void input_forget(struct input *input);

/* For screen.c: input_screen_begins() after curses has opened a screen, input_screen_ends()
 * before it closes it. */
void input_screen_begins(void);
void input_screen_ends(void);

#endif
