/* worker.h - starts background processes: our own work, and other programs.
 *
 * What work finds out comes through a pipe, mostly as pieces of one size. It ends by itself when
 * the client is gone; the client ends it when the work is not wanted any more. */
#ifndef CHESSCADE_TUI_WORKERS_WORKER_H
#define CHESSCADE_TUI_WORKERS_WORKER_H

#include "core/base.h"

#include <sys/types.h>

struct background {
    pid_t pid; /* 0: not running */
    int fd;    /* read end of the worker's pipe, non-blocking; -1: none */
};

/* Run work(fd, argument) in a child process at low priority; `fd` is for background_tell(). The
 * child has a copy of all memory and default signal handlers, except for SIGINT, which belongs to
 * the terminal. FAIL_SYSTEM. *background is zero or has ended. */
int background_start(struct background *background, void (*work)(int fd, void *argument),
                     void *argument, struct note *why);
/* For the worker: send a message, waiting for room in the pipe. A message of at most 512 bytes is
 * sent atomically. False if nobody reads any more. */
bool background_tell(int fd, const void *news, size_t size);
/* Read the next message of this size. 1: read; 0: none yet; -1: no more will come, and the process
 * has been reaped. */
int background_next(struct background *background, void *news, size_t size);
/* Like background_next(), but waits: 1 or -1. */
int background_wait(struct background *background, void *news, size_t size);
/* Ask the process to end (SIGTERM), if it runs. */
void background_ask(const struct background *background);
/* End the process, if it runs. With `milliseconds` > 0, ask it first and give it that long to end
 * by itself. */
void background_end(struct background *background, int milliseconds);

enum { PROGRAM_WORDS_MOST = 32 };

/* Start a program. `command` is its name, looked up in PATH, and its arguments, separated by blanks
 * and read by no shell; `last` (NULL: none) is added as the last argument. `input` becomes the
 * standard input of a program without a terminal and without output; -1: the program shares our
 * terminal. Signals have their default effect. Returns 0 and sets *pid, which the caller must wait
 * for, or returns an errno: E2BIG for more than PROGRAM_WORDS_MOST words, ENOENT for none. */
int program_start(const char *command, char *last, int input, pid_t *pid);

#endif
