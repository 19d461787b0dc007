/* background.h - work in a process of its own beside the client: what it finds out comes through a pipe, as pieces of one
 * size. It ends by itself when the client is gone; the client ends it when the work is not wanted any more. */
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
/* In the work: a piece of news, at most 512 bytes, waiting for room. False: nobody listens any more. */
bool background_tell(int fd, const void *news, size_t size);
/* The next piece of news of that size: 1; 0: none yet; -1: there is no more and the process has been ended. */
int background_next(struct background *background, void *news, size_t size);
/* Ask it to come to its end (SIGTERM), if it runs. */
void background_ask(const struct background *background);
/* End it, if it runs: at once, or when so many milliseconds after being asked it has not ended by itself. */
void background_end(struct background *background, int milliseconds);

#endif
