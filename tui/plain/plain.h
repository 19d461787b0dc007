/* plain.h - plain mode: the whole program as a dialogue in lines, for pipes, screen readers, dumb
 * terminals and tests.
 *
 * One line in, whole sentences out. Nothing is drawn or erased, and text from files reaches the
 * terminal only after it has been cleaned. */
#ifndef CHESSCADE_TUI_PLAIN_PLAIN_H
#define CHESSCADE_TUI_PLAIN_PLAIN_H

#include "core/family.h"

#include "tui/system/loop.h"

#include <stdbool.h>
#include <stdio.h>

struct plain_options {
    /* The archive or game file to open. NULL: the user's own archive, or the samples if the user
     * has no archive. */
    const char *path;
    /* Begin with a new game of this variant. "": ask which variant. NULL: no new game. */
    const char *variant;
    const struct setting *option; /* [options] Settings of the variant, for the new game. */
    int options;
    const char *user;  /* The name that signs the user's notes; NULL or "": notes are unsigned. */
    const char *lobby; /* Begin in the lobby of this archive. NULL: outside any lobby. */
    const char *name;  /* The user's name in the lobby; NULL: the user's system name. */
    bool restricted;   /* The user is remote: only the lobby's archive can be opened. */
    const char *today; /* The date of new games and notes, "2026-01-31". */
    /* One sentence, printed first, why plain mode runs instead of the screen. NULL: the user
     * asked for plain mode. */
    const char *because;
    bool prompt; /* Print a prompt, because a person is typing. */
    bool echo;   /* Repeat each input line in the output, for transcripts. */
    bool ascii;  /* The terminal shows only ASCII: print '?' for other characters. */
};

/* Run the dialogue until `in` ends or the user leaves. Returns an exit status. */
int plain_run(const struct plain_options *options, FILE *in, FILE *out);

/* ---- Plain mode's input: reads lines, and waits for them while other players move. */

enum { PLAIN_LINE_MAX = 65536 };

struct plain_input {
    FILE *file;
    struct loop *loop;
    loop_handle typed, signals, reader; /* watches: of the input, the signals and the output */
    /* Descriptors of the input and the output. -1: the text is in memory and always ready. */
    int fd, out;
    char buffer[4096]; /* Bytes [at, n) have been read but not consumed yet. */
    int at, n;
    char line[PLAIN_LINE_MAX]; /* The input line as far as it has been read; not NUL-terminated. */
    int length;
    bool cut; /* The line was longer than PLAIN_LINE_MAX, so its rest is skipped. */
};

enum plain_wake {
    PLAIN_WAKE_INPUT,
    PLAIN_WAKE_NEWS,      /* Something else happened that was waited for, or a time has come. */
    PLAIN_WAKE_INTERRUPT, /* The user at the terminal pressed Ctrl-C. */
    PLAIN_WAKE_END        /* A signal ended the program (SIGTERM, SIGHUP). */
};

/* Make SIGHUP, SIGTERM and similar signals end the dialogue as the end of input does. SIGINT ends
 * it too, but while input is `typed` at a terminal SIGINT is reported as PLAIN_WAKE_INTERRUPT. */
void plain_input_end_on_signals(bool typed);

/* Start reading lines from `file`; `out` is flushed before each wait for input. Files and loop are
 * borrowed. */
void plain_input_begin(struct plain_input *input, struct loop *loop, FILE *file, FILE *out);
/* Wait until input arrives or something else happens in the loop, whose functions are then
 * called. */
enum plain_wake plain_input_wait(struct plain_input *input);
/* Wait as plain_input_wait() does, but what is typed does not end the wait. At most `most`
 * milliseconds; -1: no limit; with 0 only look, and call nothing. */
enum plain_wake plain_input_pause(struct plain_input *input, int most);
/* Consume available input. Returns 1 if a line is complete, 0 if more input is needed, FAIL_TEXT at
 * the end of the input. */
int plain_input_take(struct plain_input *input);
/* Discard the current line once it has been handled. */
void plain_input_next(struct plain_input *input);

#endif
