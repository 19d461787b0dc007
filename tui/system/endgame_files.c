/* endgame_files.c - tables of endgames in the user's cache: see endgame_files.h. A file begins with
 * the version of the program, because other versions may have other rules. */
#include "config.h"
#include "tui/system/endgame_files.h"

#include "core/base.h"
#include "tui/system/paths.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum {
    VERSION_ROOM = 32,
    FILE_MOST = 64 << 20, /* bytes of a file that is read */
    PART_OLD = 600        /* seconds after which an unfinished file was surely left behind */
};

static void version_write(char version[VERSION_ROOM])
{
    memset(version, 0, VERSION_ROOM);
    snprintf(version, VERSION_ROOM, "%s", PACKAGE_STRING);
}

static bool table_path(const char *name, const char *end, char *out, size_t size)
{
    char inner[128];
    int length = snprintf(inner, sizeof inner, "endgames/%s%s", name, end);
    return length >= 0 && (size_t)length < sizeof inner && path_cache(inner, out, size);
}

void *endgame_files_fetch(const char *name, size_t *size, void *argument)
{
    char path[PATH_ROOM], version[VERSION_ROOM], found[VERSION_ROOM];
    struct stat stat;
    FILE *file;
    (void)argument;
    if (!table_path(name, "", path, sizeof path) || !(file = path_open(path)))
        return NULL;
    version_write(version);
    unsigned char *bytes = NULL;
    if (fstat(fileno(file), &stat) == 0 && stat.st_size > VERSION_ROOM &&
        stat.st_size <= FILE_MOST && fread(found, VERSION_ROOM, 1, file) == 1 &&
        !memcmp(found, version, VERSION_ROOM)) {
        *size = (size_t)stat.st_size - VERSION_ROOM;
        bytes = memory_new(*size, 1);
        if (fread(bytes, *size, 1, file) != 1) {
            free(bytes);
            bytes = NULL;
        }
    }
    fclose(file);
    return bytes;
}

static bool write_all(int fd, const void *bytes, size_t size)
{
    for (const char *at = bytes; size;) {
        ssize_t n = write(fd, at, size);
        if (n <= 0)
            return false;
        at += n;
        size -= (size_t)n;
    }
    return true;
}

void endgame_files_keep(const char *name, const void *bytes, size_t size, void *argument)
{
    char path[PATH_ROOM], part[PATH_ROOM], version[VERSION_ROOM];
    struct stat stat;
    (void)argument;
    if (!table_path(name, "", path, sizeof path) || !table_path(name, ".part", part, sizeof part))
        return;
    path_make_folders(path);
    if (lstat(part, &stat) == 0 && time(NULL) - stat.st_mtime > PART_OLD)
        unlink(part);
    int fd = open(part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd < 0)
        return; /* another process writes the same table, or nothing can be written there */
    version_write(version);
    bool good = write_all(fd, version, sizeof version) && write_all(fd, bytes, size);
    if (close(fd) < 0 || !good || rename(part, path) < 0)
        unlink(part);
}
