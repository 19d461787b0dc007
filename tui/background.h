/* background.h - processes beside this one: work of our own, and other programs. Nothing else begins any.
 *
 * What work finds out comes through a pipe, mostly as pieces of one size. It ends by itself when the client is gone; the client
 * ends it when the work is not wanted any more. */
#ifndef CHESSCADE_BACKGROUND_H
#define CHESSCADE_BACKGROUND_H

#include "core/base.h"

#include <sys/types.h>

struct background {
    pid_t pid; /* 0: none is running */
    int fd;    /* what it writes, not waiting; -1 without */
};

/* Start work(fd, argument) in a process of its own, at a low priority; `fd` is for background_tell(). The new process has
 * copies of all memory, and default signals but for SIGINT, which is the terminal's. FAIL_SYSTEM. *background is zero,
 * or was ended. */
int background_start(struct background *background, void (*work)(int fd, void *argument), void *argument,
                     struct note *why);
/* In the work: a piece of news, waiting for room; one of at most 512 bytes comes as one. False: nobody listens any more. */
bool background_tell(int fd, const void *news, size_t size);
/* The next piece of news of that size: 1; 0: none yet; -1: there is no more and the process has been ended. */
int background_next(struct background *background, void *news, size_t size);
/* The same, but it is waited for: 1 or -1. */
int background_wait(struct background *background, void *news, size_t size);
/* Ask it to come to its end (SIGTERM), if it runs. */
void background_ask(const struct background *background);
/* End it, if it runs: at once, or when so many milliseconds after being asked it has not ended by itself. */
void background_end(struct background *background, int milliseconds);

enum { PROGRAM_WORDS_MOST = 32 };

/* Start a program: its name, found as a shell would find it, and its arguments, parted by blanks, which no shell reads; behind them
 * `last`, NULL: nothing. `input`: what it reads, for a program that has no terminal and nowhere to write to; -1: it has ours. Each
 * signal does what it does by default. 0 and *pid, which the caller is to wait for; or an error of errno.h, E2BIG for more words
 * than that, ENOENT for none. */
int program_start(const char *command, char *last, int input, pid_t *pid);

#endif
