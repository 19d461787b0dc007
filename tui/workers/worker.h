/* worker.h - starts background processes: workers of this program, and other programs.
 *
 *  A worker sends its results through a pipe, mostly as messages of one size. It ends by itself
 *  when the client has gone; the client ends it when its result is no longer needed. */
#ifndef CHESSCADE_TUI_WORKERS_WORKER_H
#define CHESSCADE_TUI_WORKERS_WORKER_H

#include "core/base.h"

#include <sys/types.h>

struct background {
    pid_t pid; /* process id of the worker; 0 if it is not running */
    int fd;    /* read end of the worker's pipe, non-blocking; -1 if there is none */
};

/* Run work(fd, argument) in a child process at low priority, so that the keys come first; `fd` is
 * for background_tell(). The child has a copy of all memory and default signal handlers, except for
 * SIGINT, which belongs to the terminal. FAIL_SYSTEM. *background must be zero, or its process must
 * have ended. */
int background_start(struct background *background, void (*work)(int fd, void *argument),
                     void *argument, struct note *why);
/* As background_start(), but at the priority of this process: for work that the user waits for. */
int background_start_foremost(struct background *background, void (*work)(int fd, void *argument),
                              void *argument, struct note *why);
/* Called in the worker: send a message, waiting for room in the pipe. A message of at most 512
 * bytes is sent atomically. False if nobody reads the pipe any more. */
bool background_tell(int fd, const void *news, size_t size);
/* Read the next message of this size. Returns 1 if one was read, 0 if none has arrived yet, -1
 * if no more will come and the process has been reaped. */
int background_next(struct background *background, void *news, size_t size);
/* Wait for the next message of this size. Returns 1 if one was read, -1 if no more will come. */
int background_wait(struct background *background, void *news, size_t size);
/* Ask the process to end with SIGTERM, if it is running. */
void background_ask(const struct background *background);
/* End the process, if it is running. If `milliseconds` is above 0, ask it first and give it that
 * long to end by itself. */
void background_end(struct background *background, int milliseconds);

/* Called in the worker: close everything that it has inherited except `fd`, so that neither files
 * nor the terminal stay open for the sake of this process. Standard input and output become
 * /dev/null. */
void background_close_others(int fd);
/* Called in the worker: from now on it goes on when the client or the terminal has gone. */
void background_outlive(void);
/* Called in the client: forget a worker that is to go on. It is reaped when it has ended. */
void background_leave(struct background *background);

enum { PROGRAM_WORDS_MOST = 32 };

/* Start a program. `command` is its name, looked up in PATH, followed by its arguments,
 * separated by blanks; no shell reads it. `last` (may be NULL) is added as the last argument. If
 * `input` is a descriptor, it becomes the standard input of the program, which gets no terminal
 * and no output; with -1 the program shares our terminal. Signals have their default effect.
 * Returns 0 and sets *pid, which the caller must wait for, or returns an errno: E2BIG for more
 * than PROGRAM_WORDS_MOST words, ENOENT for an empty command. */
int program_start(const char *command, char *last, int input, pid_t *pid);

#endif
