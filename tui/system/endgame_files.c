/* endgame_files.c - tables of endgames in the user's cache: see endgame_files.h. A file begins with
 * the version of the program, because other versions may have other rules. */
#include "config.h"
#include "tui/system/endgame_files.h"

#include "core/base.h"
#include "tui/system/paths.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum {
    VERSION_ROOM = 32,
    FILE_MOST = 192 << 20, /* bytes of a file that is read */
    PART_OLD = 600         /* seconds after which an unfinished file was surely left behind */
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
    char end[32];
    (void)argument;
    snprintf(end, sizeof end, ".%ld.part", (long)getpid());
    if (!table_path(name, "", path, sizeof path) || !table_path(name, end, part, sizeof part))
        return;
    path_make_folders(path);
    int fd = open(part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd < 0)
        return; /* nothing can be written there */
    version_write(version);
    bool good = write_all(fd, version, sizeof version) && write_all(fd, bytes, size);
    if (close(fd) < 0 || !good || rename(part, path) < 0)
        unlink(part);
}

/* Remove the unfinished files of processes that were killed. */
static void remove_parts(void)
{
    static const char end[] = ".part";
    char folder[PATH_ROOM], path[PATH_ROOM];
    struct stat stat;
    DIR *open = path_cache("endgames", folder, sizeof folder) ? opendir(folder) : NULL;
    for (struct dirent *entry; open && (entry = readdir(open));) {
        size_t length = strlen(entry->d_name);
        if (length > sizeof end && !strcmp(entry->d_name + length - (sizeof end - 1), end) &&
            path_join(folder, entry->d_name, path, sizeof path) && lstat(path, &stat) == 0 &&
            time(NULL) - stat.st_mtime > PART_OLD)
            unlink(path);
    }
    if (open)
        closedir(open);
}

int endgame_files_claim(void)
{
    char path[PATH_ROOM];
    errno = ENOENT;
    if (!table_path("making", "", path, sizeof path))
        return -1;
    path_make_folders(path);
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) < 0) {
        int error = errno;
        close(fd);
        errno = error;
        return -1;
    }
    if (fd >= 0)
        remove_parts();
    return fd;
}

bool endgame_files_claimed(int claim)
{
    struct stat stat;
    return fstat(claim, &stat) == 0 && stat.st_nlink > 0;
}
