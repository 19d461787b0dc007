/* plain.h - plain mode: the whole program as a dialogue in lines, for pipes, screen readers, dumb
 * terminals and tests.
 *
 * One line in, whole sentences out. Nothing is drawn or erased, and text from files reaches the
 * terminal only after it has been cleaned. */
#ifndef CHESSCADE_TUI_PLAIN_PLAIN_H
#define CHESSCADE_TUI_PLAIN_PLAIN_H

#include "core/family.h"

#include <stdbool.h>
#include <stdio.h>

struct plain_options {
    const char *path; /* an archive or a game file; NULL: the user's own archive, else the samples
                       */
    const char *variant; /* not NULL: begin with a new game of this variant; "": ask which */
    const struct setting *option; /* [options] for the variant */
    int options;
    const char *user;    /* the name that signs notes; NULL or "": unsigned */
    const char *lobby;   /* not NULL: begin in the lobby of this archive */
    const char *name;    /* ... under this name; NULL: the user's system name */
    bool restricted;     /* the user is remote: nothing but that lobby's archive can be opened */
    const char *today;   /* "2026-01-31" */
    const char *because; /* why plain mode is used and not the screen: one sentence, printed first;
                          * NULL: the user asked for it */
    bool prompt;         /* a person types: print a prompt */
    bool echo;           /* repeat what was typed, for transcripts */
    bool ascii;          /* the terminal shows ASCII only: other characters become '?' */
};

/* Run the dialogue until `in` ends or the user leaves. Returns an exit status. */
int plain_run(const struct plain_options *options, FILE *in, FILE *out);

/* ---- Plain mode's input: reading lines, and waiting for them while other players move. */

enum { PLAIN_LINE_MAX = 65536 };

struct plain_input {
    FILE *file;
    int fd, out; /* descriptors of the input and the output; -1: a text in memory, always ready */
    char buffer[4096]; /* read but not consumed yet: [at, n) */
    int at, n;
    char line[PLAIN_LINE_MAX]; /* the line so far; not terminated */
    int length;
    bool cut; /* the line was too long; the rest is skipped */
};

enum plain_wake {
    PLAIN_WAKE_INPUT,
    PLAIN_WAKE_NEWS,      /* something changed, or the timeout passed */
    PLAIN_WAKE_INTERRUPT, /* Ctrl-C, from someone at a terminal */
    PLAIN_WAKE_END        /* a signal */
};

/* Make SIGHUP, SIGTERM and the like end the dialogue as end of input does. SIGINT does the same,
 * unless input is `typed`: then it is reported as PLAIN_WAKE_INTERRUPT. */
void plain_input_end_on_signals(bool typed);

/* Read lines from `file`; `out` is flushed before waiting for them. Both are borrowed. */
void plain_input_begin(struct plain_input *input, FILE *file, FILE *out);
/* Wait for input, for `watch` (a descriptor; -1: none) or for so many milliseconds; -1 waits
 * forever. */
enum plain_wake plain_input_wait(const struct plain_input *input, int watch, int milliseconds);
/* The same, but input already typed does not end the wait. */
enum plain_wake plain_input_pause(const struct plain_input *input, int watch, int milliseconds);
/* Consume available input: 1 if the line is complete, 0 if more is needed, FAIL_TEXT at the end of
 * the input. */
int plain_input_take(struct plain_input *input);
/* Discard the line after handling it. */
void plain_input_next(struct plain_input *input);

#endif
