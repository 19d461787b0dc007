/* input.h - what is typed, as curses reads it: keys, and what it has no names for: mouse reports, pastes in brackets, answers.
 *
 * Understood besides curses' own keys: UTF-8, whatever the locale; the sequences of xterm and its kin (CSI, SS3, SGR mouse), with
 * the keys held down beside them left out. What is not understood is swallowed whole, and nothing grows without bound. */
#ifndef CHESSCADE_TERMINAL_INPUT_H
#define CHESSCADE_TERMINAL_INPUT_H

#include "tui/key.h"

enum { PASTE_MAX = 64 * 1024 };

enum mouse_what { MOUSE_PRESS, MOUSE_RELEASE, MOUSE_DRAG, MOUSE_WHEEL_UP, MOUSE_WHEEL_DOWN };

struct mouse {
    enum mouse_what what;
    int button; /* 1 left, 2 middle, 3 right; 0 of the wheel */
    int row, column; /* of the scene, from 0 */
};

enum input_what {
    INPUT_NOTHING, /* no whole event has come */
    INPUT_KEY,
    INPUT_MOUSE,
    INPUT_PASTE,
    INPUT_SYNCHRONIZED, /* the terminal says that it knows synchronized updates */
    INPUT_ANSWER,       /* ... that it is there */
};

struct input_event {
    enum input_what what;
    uint32_t key;
    struct mouse mouse;
    const char *text; /* of a paste, at most PASTE_MAX bytes, borrowed until the next call */
};

struct input {
    int held; /* read and not used yet, as curses gave it; 0: nothing */
    bool pasting;
    char *paste;
    int paste_n;
    char tail[8]; /* bytes behind it with which its end may begin */
    int tail_n;
    int64_t heard; /* milliseconds(): when bytes of the paste came last */
};

/* Free what it has. */
void input_clear(struct input *input);
/* For how many milliseconds an Esc is waited on for the rest of a sequence. */
void input_escape(int milliseconds);
/* The next event of standard input, which is a terminal in raw mode. The beginning of a sequence or of a character is waited on,
 * a second at the most; nothing else is. */
struct input_event input_next(struct input *input);
/* Has a paste begun whose end has not come? */
bool input_pastes(const struct input *input);
/* Its end is lost: what has come of it. */
struct input_event input_end_paste(struct input *input);
/* Forget what has come. */
void input_forget(struct input *input);

/* curses has a screen, and lets go of it: for screen.c. */
void input_screen_begins(void);
void input_screen_ends(void);

#endif
