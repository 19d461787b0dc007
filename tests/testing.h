/* testing.h - what every test program includes: cmocka with the headers it needs first, and our small helpers. */
#ifndef CHESSCADE_TESTING_H
#define CHESSCADE_TESTING_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* A file of the project's sources, as a path that lives until the next call: source_file("tests/pgn/x.pgn"). */
static inline const char *source_file(const char *name)
{
    static char path[4096];
    const char *top = getenv("CHESSCADE_SOURCE");
    snprintf(path, sizeof path, "%s/%s", top ? top : ".", name);
    return path;
}

#endif
