/* data_folder.c - finds the program's own data: see data_folder.h. */
#include "config.h"
#include "tui/system/data_folder.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* True if the folder holds the sources; no installed folder has this file. */
static int is_sources(const char *folder)
{
    char path[PATH_MAX + 32];
    snprintf(path, sizeof path, "%s/core/rules.h", folder);
    return access(path, R_OK) == 0;
}

/* Search upwards from the program's folder: a build folder is inside its sources, or is the same. */
static int find_sources(char *folder, size_t size)
{
    ssize_t length = readlink("/proc/self/exe", folder, size - 1);
    if (length <= 0)
        return 0;
    folder[length] = '\0';
    for (int up = 0; up < 3; up++) {
        char *slash = strrchr(folder, '/');
        if (!slash || slash == folder)
            return 0;
        *slash = '\0';
        if (is_sources(folder))
            return 1;
    }
    return 0;
}

const char *data_folder(void)
{
    static char found[PATH_MAX];
    const char *given = getenv("CHESSCADE_DATA");
    if (given && *given)
        return given;
    if (!found[0] && !find_sources(found, sizeof found))
        snprintf(found, sizeof found, "%s", DATA_FOLDER);
    return found;
}
