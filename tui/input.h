/* input.h - bytes from a terminal become keys, mouse events, pastes. No terminal here: tests feed it any bytes.
 *
 * Understood: UTF-8, the sequences of xterm and its kin (CSI, SS3, SGR mouse, bracketed paste), and the key strings that
 * terminfo gives for this terminal. What is not understood is swallowed whole, and nothing grows without bound. */
#ifndef CHESSCADE_INPUT_H
#define CHESSCADE_INPUT_H

#include "tui/view.h"

enum { INPUT_ROOM = 4096, PASTE_MAX = 64 * 1024, INPUT_KEYS_MAX = 40 };

enum input_what {
    INPUT_NOTHING, /* no whole event in the buffer */
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
    unsigned char byte[INPUT_ROOM];
    int n;
    bool pasting;
    char *paste;
    int paste_n;
    struct {
        char text[16];
        uint32_t key;
    } known[INPUT_KEYS_MAX]; /* from terminfo */
    int knowns;
};

/* Free what it has. */
void input_clear(struct input *input);
/* Let the decoder know a key string of this terminal; too long ones and single characters are left out. */
void input_know(struct input *input, const char *text, uint32_t key);
/* Room for more bytes: where, and how many. Never 0 after input_next() has said INPUT_NOTHING. */
unsigned char *input_room(struct input *input, int *room);
void input_add(struct input *input, int bytes);
/* The next event. `last`: no more bytes will come soon, so what may be the beginning of something is not waited for
 * (a lone Esc is the key). */
struct input_event input_next(struct input *input, bool last);
/* Is there a beginning that waits for more bytes? A paste that has not ended is none: input_pastes(). */
bool input_waits(const struct input *input);
/* Has a paste begun whose end has not come? With `last` input_next() takes it for ended: it is asked so when nothing has come for
 * long, for then the end is lost, and what is typed next are keys. */
bool input_pastes(const struct input *input);
/* Forget what has come but is no whole event yet. */
void input_forget(struct input *input);
/* ... and is it an Esc alone, which may be the key? */
bool input_waits_at_escape(const struct input *input);

#endif
