/* paths.c - where the user's files are: see paths.h. */
#include "config.h"
#include "tui/system/paths.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

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

/* Flush the parent of a newly created folder to disk. Parents that may not be read, or whose file system cannot
 * flush folders, are skipped. */
static bool flush_above(const char *folder)
{
    char above[PATH_ROOM + 32];
    snprintf(above, sizeof above, "%s/..", folder);
    int fd = open(above, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool flushed = fd < 0 || fsync(fd) == 0 || errno == EINVAL;
    if (fd >= 0)
        close(fd);
    return flushed;
}

bool path_make_folders(const char *path)
{
    char folder[PATH_ROOM + 16];
    bool flushed = true;
    snprintf(folder, sizeof folder, "%s", path);
    for (char *slash = strchr(folder + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (mkdir(folder, 0777) == 0)
            flushed = flush_above(folder) && flushed;
        *slash = '/';
    }
    return flushed;
}

FILE *path_open(const char *path)
{
    struct stat info = {0};
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    bool plain = fd >= 0 && fstat(fd, &info) == 0 && S_ISREG(info.st_mode);
    FILE *file = plain ? fdopen(fd, "r") : NULL;
    if (!file && fd >= 0) {
        int saved = plain ? errno : S_ISDIR(info.st_mode) ? EISDIR : EINVAL;
        close(fd);
        errno = saved;
    }
    return file;
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

bool path_expand(const char *text, char *out, size_t size)
{
    const char *home = getenv("HOME");
    bool of_home = text[0] == '~' && (text[1] == '/' || !text[1]) && home;
    int length = snprintf(out, size, "%s%s", of_home ? home : "", text + of_home);
    return length >= 0 && (size_t)length < size;
}

/* Take one more candidate for completion into account: `common` is the prefix that all of them share. */
static void narrow(const char *name, char *common, size_t size, int *n)
{
    size_t same = 0;
    if ((*n)++ == 0)
        snprintf(common, size, "%s", name);
    while (common[same] && common[same] == name[same])
        same++;
    while (common[same] && same && ((unsigned char)common[same] & 0xC0) == 0x80)
        same--; /* whole UTF-8 characters only */
    common[same] = '\0';
}

bool path_complete(const char *text, char *out, size_t size)
{
    char folder[PATH_ROOM], path[PATH_ROOM], common[PATH_ROOM] = "";
    const char *slash = strrchr(text, '/'), *begun = slash ? slash + 1 : text;
    int n = 0, head = (int)(begun - text);
    snprintf(path, sizeof path, "%.*s", head, text);
    if (!path_expand(path, folder, sizeof folder))
        return false;
    DIR *stream = opendir(*folder ? folder : ".");
    for (struct dirent *entry; stream && (entry = readdir(stream));)
        if (!strncmp(entry->d_name, begun, strlen(begun)) && (entry->d_name[0] != '.' || *begun == '.'))
            narrow(entry->d_name, common, sizeof common, &n);
    if (stream)
        closedir(stream);
    if (n == 0 || snprintf(path, sizeof path, "%s%s", folder, common) >= (int)sizeof path)
        return false;
    int length = snprintf(out, size, "%.*s%s%s", head, text, common, n == 1 && path_is_folder(path) ? "/" : "");
    return length >= 0 && (size_t)length < size;
}

int path_lock(const char *path)
{
    char folder[PATH_ROOM];
    snprintf(folder, sizeof folder, "%s", path);
    *strrchr(folder, '/') = '\0';
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd >= 0)
        flock(fd, LOCK_EX);
    return fd;
}

bool path_write(const char *path, const char *text, bool new)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | (new ? O_EXCL : O_TRUNC), new ? 0666 : 0600);
    FILE *file = fd < 0 ? NULL : fdopen(fd, "w");
    if (!file) {
        if (fd >= 0)
            close(fd);
        return false;
    }
    fputs(text, file);
    bool written = !ferror(file);
    return fclose(file) == 0 && written;
}
