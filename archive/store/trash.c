/* trash.c - keeps deleted and replaced files; see trash.h. */
#include "config.h"
#include "archive/store/trash.h"

#include "archive/util/fs.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAMES_MAX = 10000 };

/* True if the file with that name has exactly these bytes. A larger file is not read further. */
static bool is_there(int trash, const char *name, const char *bytes, size_t size)
{
    char *there;
    size_t n;
    if (file_read(trash, name, size, &there, &n, NULL, NULL) < 0)
        return false;
    bool same = n == size && !memcmp(there, bytes, size);
    free(there);
    return same;
}

int trash_keep(int trash, const char *id, int64_t rev, const char *bytes, size_t size, struct note *why)
{
    char name[FILE_NAME_ROOM];
    int result = FAIL_CONFLICT;
    folder_sweep(trash);
    for (int i = 1; i <= NAMES_MAX && result == FAIL_CONFLICT; i++) {
        int used = snprintf(name, sizeof name, "%.26s.%" PRId64, id, rev);
        snprintf(name + used, sizeof name - (size_t)used, i > 1 ? ".%d.yaml" : ".yaml", i);
        if (is_there(trash, name, bytes, size))
            return 0;
        result = file_write(trash, name, bytes, size, true, why);
    }
    return result == FAIL_CONFLICT ? note_fail(why, FAIL_SYSTEM, -1, "the trash is full of that game: empty it") : result;
}
