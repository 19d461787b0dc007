/* process.h - the process: its signals by meaning (requests to end, crashes), the clock, the
 * locale's charset, messages on standard error.
 *
 * The groups are defined here alone; the screen, plain mode and helper processes each install their
 * own handlers. */
#ifndef CHESSCADE_TUI_SYSTEM_PROCESS_H
#define CHESSCADE_TUI_SYSTEM_PROCESS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* Install a handler for every signal that asks the program to end, and for those that would kill
 * it by default although the program does not use them: HUP, TERM, the timer and user signals,
 * the real-time signals. The signals interrupt reads. SIGINT is not included. NULL restores the
 * defaults. */
void process_signals_on_end(void (*handler)(int number));
/* Install a one-shot handler, on a stack of its own, for every signal that reports a crash, and for
 * SIGQUIT, which asks for a core dump. NULL restores the defaults. */
void process_signals_on_crash(void (*handler)(int number));
/* In a newly forked process: unblock every signal and restore every default. A program that it
 * executes inherits this. */
void process_signals_by_default(void);

/* ---- A monotonic clock for measuring durations. Times shown to the user come from app_now(). */

/* Milliseconds since an arbitrary moment that is fixed for the process. */
int64_t milliseconds(void);

/* ---- The character encoding of the locale.
 *
 * The program uses nothing else of the locale. Reading it takes a twelfth of the start-up time, so
 * it is read on first use. */

/* The system's name of the locale's encoding; never NULL. */
const char *codeset(void);
bool codeset_is_utf8(void);

/* ---- What a command says on standard error, and how it ends. */

enum command_status { COMMAND_DONE = 0, COMMAND_NO = 1, COMMAND_USAGE = 2 };

/* Print the message "chesscade: WHERE: text" on one line, without control characters; `where`
 * may be NULL. */
void command_error(FILE *err, const char *where, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Print a text from a file on one line: without control characters, cut at 255 bytes, padded with
 * blanks to a number of columns, then a blank. */
void command_cell(FILE *out, const char *text, int columns);

#endif
