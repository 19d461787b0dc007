/* pty.h - makes a pseudo-terminal for a test and runs a program on it. */
#ifndef CHESSCADE_TESTS_SUPPORT_PTY_H
#define CHESSCADE_TESTS_SUPPORT_PTY_H

#include "tests/support/testing.h"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { PTY_NAME_ROOM = 100 };

/* Make a terminal of 80x24. Returns its master; `slave` gets the name of the other end. */
static inline int pty_open(char slave[PTY_NAME_ROOM])
{
    int master = posix_openpt(O_RDWR | O_NOCTTY);
    assert_true(master >= 0 && grantpt(master) == 0 && unlockpt(master) == 0);
    fcntl(master, F_SETFD, FD_CLOEXEC);
    snprintf(slave, PTY_NAME_ROOM, "%s", ptsname(master));
    struct winsize size = {.ws_row = 24, .ws_col = 80};
    ioctl(master, TIOCSWINSZ, &size);
    return master;
}

/* In a child process: run a program on the terminal. `words` starts with the program's name and
 * ends with NULL. */
static inline _Noreturn void pty_run_words(const char *slave, const char *term, char *const *words)
{
    const char *program = getenv("CHESSCADE");
    setsid();
    int fd = open(slave, O_RDWR);
    if (fd < 0 || ioctl(fd, TIOCSCTTY, 0) < 0)
        _exit(126);
    for (int i = 0; i < 3; i++)
        dup2(fd, i);
    if (fd > 2)
        close(fd);
    setenv("TERM", term, 1);
    execv(program ? program : "./chesscade", words);
    _exit(126);
}

/* The same with a path as the argument. */
static inline _Noreturn void pty_run(const char *slave, const char *term, const char *path)
{
    pty_run_words(slave, term, (char *const[]){(char *)"chesscade", (char *)(uintptr_t)path, NULL});
}

#endif
