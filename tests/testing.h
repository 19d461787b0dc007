/* testing.h - what every test program includes: cmocka with the headers it needs first, and our small helpers. */
#ifndef CHESSCADE_TESTING_H
#define CHESSCADE_TESTING_H

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

/* A file of the project's sources, as a path that lives until the next call: source_file("tests/pgn/x.pgn"). */
static inline const char *source_file(const char *name)
{
    static char path[4096];
    const char *top = getenv("CHESSCADE_SOURCE");
    snprintf(path, sizeof path, "%s/%s", top ? top : ".", name);
    return path;
}

/* A new folder of a test's own, "NAME.XXXXXX" in TMPDIR or /tmp; `path` has room for 256 bytes. false: it cannot be made. */
static inline bool make_folder(char path[static 256], const char *name)
{
    const char *where = getenv("TMPDIR");
    snprintf(path, 256, "%.200s/chesscade-%s.XXXXXX", where && *where ? where : "/tmp", name);
    return mkdtemp(path) != NULL;
}

/* Remove a folder and all that is in it. */
static inline void remove_folder(const char *path)
{
    pid_t child = fork();
    if (child == 0) {
        execlp("rm", "rm", "-rf", path, (char *)NULL);
        _exit(127);
    }
    while (waitpid(child, NULL, 0) < 0 && errno == EINTR)
        continue;
}

#endif
