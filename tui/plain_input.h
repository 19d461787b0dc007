/* plain_input.h - plain mode's input: lines, and waiting for them while others play. */
#ifndef CHESSCADE_PLAIN_INPUT_H
#define CHESSCADE_PLAIN_INPUT_H

#include <stdbool.h>
#include <stdio.h>

enum { PLAIN_LINE_MAX = 65536 };

struct plain_input {
    FILE *file;
    int fd, out;         /* descriptors of the input and the output; -1: a text in memory, always ready */
    char buffer[4096];   /* read and not taken yet: [at, n) */
    int at, n;
    char line[PLAIN_LINE_MAX]; /* as far as it is there; without a terminating zero */
    int length;
    bool cut;            /* the line was longer; the rest is skipped */
};

enum plain_wake {
    PLAIN_WAKE_INPUT,
    PLAIN_WAKE_NEWS,      /* a change, or the time is over */
    PLAIN_WAKE_INTERRUPT, /* Ctrl-C, of somebody who sits at a terminal */
    PLAIN_WAKE_END        /* a signal */
};

/* SIGHUP, SIGTERM and the like end the dialogue as the end of its input does; so does SIGINT, unless it is `typed`. */
void plain_input_end_on_signals(bool typed);

/* Lines come from `file`; what was printed to `out` is sent before it is waited for them. Both are borrowed. */
void plain_input_begin(struct plain_input *input, FILE *file, FILE *out);
/* Wait for input, for `watch` (a descriptor, -1 none) or so long; -1 is for ever. */
enum plain_wake plain_input_wait(const struct plain_input *input, int watch, int milliseconds);
/* The same whatever has been typed meanwhile. */
enum plain_wake plain_input_pause(const struct plain_input *input, int watch, int milliseconds);
/* Take what is there: 1 when the line is whole, 0 when more must be waited for, FAIL_TEXT at the end of the input. */
int plain_input_take(struct plain_input *input);
/* The line has been dealt with. */
void plain_input_next(struct plain_input *input);

#endif
