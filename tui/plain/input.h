/* input.h - plain mode's input: reading lines, and waiting for them while other players move. */
#ifndef CHESSCADE_TUI_PLAIN_INPUT_H
#define CHESSCADE_TUI_PLAIN_INPUT_H

#include <stdbool.h>
#include <stdio.h>

enum { PLAIN_LINE_MAX = 65536 };

struct plain_input {
    FILE *file;
    int fd, out;         /* descriptors of the input and the output; -1: a text in memory, always ready */
    char buffer[4096];   /* read but not consumed yet: [at, n) */
    int at, n;
    char line[PLAIN_LINE_MAX]; /* the line so far; not terminated */
    int length;
    bool cut;            /* the line was too long; the rest is skipped */
};

enum plain_wake {
    PLAIN_WAKE_INPUT,
    PLAIN_WAKE_NEWS,      /* something changed, or the timeout passed */
    PLAIN_WAKE_INTERRUPT, /* Ctrl-C, from someone at a terminal */
    PLAIN_WAKE_END        /* a signal */
};

/* Make SIGHUP, SIGTERM and the like end the dialogue as end of input does. SIGINT does the same, unless input is
 * `typed`: then it is reported as PLAIN_WAKE_INTERRUPT. */
void plain_input_end_on_signals(bool typed);

/* Read lines from `file`; `out` is flushed before waiting for them. Both are borrowed. */
void plain_input_begin(struct plain_input *input, FILE *file, FILE *out);
/* Wait for input, for `watch` (a descriptor; -1: none) or for so many milliseconds; -1 waits forever. */
enum plain_wake plain_input_wait(const struct plain_input *input, int watch, int milliseconds);
/* The same, but input already typed does not end the wait. */
enum plain_wake plain_input_pause(const struct plain_input *input, int watch, int milliseconds);
/* Consume available input: 1 if the line is complete, 0 if more is needed, FAIL_TEXT at the end of the input. */
int plain_input_take(struct plain_input *input);
/* Discard the line after handling it. */
void plain_input_next(struct plain_input *input);

#endif
