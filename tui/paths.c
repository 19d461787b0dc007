/* paths.c - where the client's files are: see paths.h. */
#include "config.h"
#include "tui/paths.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

bool path_join(const char *folder, const char *name, char *out, size_t size)
{
    int length = snprintf(out, size, "%s/%s", folder, name);
    return length >= 0 && (size_t)length < size;
}

/* $VARIABLE/chesscade/NAME, else ~/HOME_FOLDER/chesscade/NAME. */
static bool user_file(const char *variable, const char *home_folder, const char *name, char *out, size_t size)
{
    const char *base = getenv(variable), *home = getenv("HOME");
    int length;
    if (base && base[0] == '/')
        length = snprintf(out, size, "%s/chesscade/%s", base, name);
    else if (home && home[0] == '/')
        length = snprintf(out, size, "%s/%s/chesscade/%s", home, home_folder, name);
    else
        return false;
    return length >= 0 && (size_t)length < size;
}

bool path_config(const char *name, char *out, size_t size)
{
    return user_file("XDG_CONFIG_HOME", ".config", name, out, size);
}

bool path_own(const char *name, char *out, size_t size)
{
    return user_file("XDG_DATA_HOME", ".local/share", name, out, size);
}

void path_make_folders(const char *path)
{
    char folder[PATH_ROOM + 16];
    snprintf(folder, sizeof folder, "%s", path);
    for (char *slash = strchr(folder + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(folder, 0777);
        *slash = '/';
    }
}

bool path_exists(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0;
}

bool path_is_folder(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}
