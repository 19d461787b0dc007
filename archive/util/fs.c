/* fs.c - reads and writes files atomically and safely, and watches files for changes: see fs.h.
 *
 * The order of calls in file_write() is the save protocol of docs/archive.md. */
#include "config.h"

#include "archive/util/fs.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#ifdef __APPLE__ /* macOS has other names for the members of struct stat with the file times */
#define st_mtim st_mtimespec
#define st_ctim st_ctimespec
#endif

#ifndef ENODATA
#define ENODATA EIO /* stands for ENODATA on systems that do not have this error code */
#endif

enum { TEMPORARY_AGE = 24 * 60 * 60, NAME_ROOM = FILE_NAME_ROOM };

/* 1 if one call, syncfs(), can flush many files at once, with the whole file system; 0 if each file
 * must be flushed by itself. */
#ifdef HAVE_SYNCFS
enum { FLUSH_TOGETHER = 1 };
#else
enum { FLUSH_TOGETHER = 0 };
#endif

/* Converts a time to nanoseconds. Overflow is harmless, because values are only compared for
 * equality. */
static int64_t fs_nanoseconds(const struct timespec *time)
{
    return (int64_t)((uint64_t)time->tv_sec * 1000000000 + (uint64_t)time->tv_nsec);
}

struct file_stamp file_stamp_of(const struct stat *stat)
{
    return (struct file_stamp){
        .dev = (uint64_t)stat->st_dev,
        .ino = (uint64_t)stat->st_ino,
        .size = (int64_t)stat->st_size,
        .mtime = fs_nanoseconds(&stat->st_mtim),
        .ctime = fs_nanoseconds(&stat->st_ctim),
    };
}

bool file_stamp_same(const struct file_stamp *a, const struct file_stamp *b)
{
    return a->dev == b->dev && a->ino == b->ino && a->size == b->size && a->mtime == b->mtime &&
           a->ctime == b->ctime;
}

int64_t file_now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_REALTIME, &time);
    return fs_nanoseconds(&time);
}

bool file_stamp_tells(const struct file_stamp *stamp, int64_t looked)
{
    static const uint64_t racy = 2000000000;
    return stamp->mtime < (int64_t)((uint64_t)looked - racy);
}

bool file_is_changed(int fd, const struct file_stamp *stamp)
{
    struct stat stat;
    if (fstat(fd, &stat) < 0)
        return true;
    struct file_stamp now = file_stamp_of(&stat);
    return now.size != stamp->size || now.mtime != stamp->mtime;
}

/* True if the file changed in the current tick of the file system's clock, so that another change
 * could get the same time. */
static bool is_unsettled(const struct stat *stat)
{
    enum { TICK_MAX = 20000000 };
    struct timespec now;
#ifdef CLOCK_REALTIME_COARSE
    clock_gettime(CLOCK_REALTIME_COARSE, &now);
    int64_t settled = 0;
#else
    clock_gettime(CLOCK_REALTIME, &now);
    int64_t settled = TICK_MAX;
#endif
    int64_t seconds = (int64_t)now.tv_sec - stat->st_ctim.tv_sec,
            age = now.tv_nsec - stat->st_ctim.tv_nsec;
    if (seconds < -1 || seconds > 1)
        return false;
    age += seconds * 1000000000;
    return age <= settled && age > -TICK_MAX; /* a time further in the future comes from another
                                                 clock, and waiting would not help */
}

int file_stat_settled(int folder, const char *name, struct stat *stat)
{
    static const struct timespec millisecond = {0, 1000000};
    for (int waits = 0;; waits++) {
        int result = name ? fstatat(folder, name, stat, AT_SYMLINK_NOFOLLOW) : fstat(folder, stat);
        if (result < 0 || waits == 40 || !is_unsettled(stat))
            return result;
        nanosleep(&millisecond, NULL);
    }
}

const char *file_reason(int error)
{
    return error == ENOSPC    ? "the disk is full"
           : error == EDQUOT  ? "your disk quota is used up"
           : error == EFBIG   ? "the file would be larger than this system allows"
           : error == EROFS   ? "the disk is read only"
           : error == EACCES  ? "you have no permission"
           : error == ENOENT  ? "there is no such file or folder"
           : error == EISDIR  ? "it is a folder"
           : error == ENOTDIR ? "it is not a folder"
           : error == EIO     ? "the disk reports an error"
           : error == ELOOP   ? "it is a symbolic link"
           : error == ENODATA ? "the file has become shorter"
                              : strerror(error);
}

int file_fail(struct note *why, const char *what)
{
    return note_fail(why, FAIL_SYSTEM, -1, "%s: %s", what, file_reason(errno));
}

int file_shut(int fd, int result)
{
    int saved = errno;
    close(fd);
    errno = saved;
    return result;
}

int folder_sync(int folder)
{
    /* On some file systems fsync() fails with EINVAL for every folder. There is nothing else to
     * try, so this counts as success. */
    return fsync(folder) < 0 && errno != EINVAL ? -1 : 0;
}

int folder_sync_above(int folder)
{
    /* If the parent is writable but not readable, it cannot be opened; flush the whole file system
     * instead, if possible. */
    int above = openat(folder, "..", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    return above < 0 ? file_flush_staged(folder, NULL) : file_shut(above, folder_sync(above));
}

/* If root creates something in another user's archive (while viewing or verifying it), gives it to
 * the archive's owner; otherwise only root could use it. */
static void give_to_owner(int fd, const struct stat *above)
{
    if (geteuid() == 0 && above->st_uid != 0 && fchown(fd, above->st_uid, above->st_gid) < 0) {
        /* if changing the owner fails, the file stays root's */
    }
}

void file_give(int fd, int folder, const char *name)
{
    struct stat there;
    if (geteuid() == 0 &&
        ((fstatat(folder, name, &there, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(there.st_mode)) ||
         fstat(folder, &there) == 0))
        give_to_owner(fd, &there);
}

enum { FOLDER_FLAGS = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC };

int folder_make(int folder, const char *name)
{
    struct stat above;
    if (fstat(folder, &above) < 0)
        return FAIL_SYSTEM;
    mode_t mode = above.st_mode & 07777;
    if (mkdirat(folder, name, mode) < 0 && errno != EEXIST)
        return FAIL_SYSTEM;
    int fd = openat(folder, name, FOLDER_FLAGS);
    if (fd < 0)
        return FAIL_SYSTEM;
    /* A new folder gets the mode of its parent, whatever the umask, so that all members of a club
     * can write in it. */
    give_to_owner(fd, &above);
    if (fchmod(fd, mode) == 0)
        return fd;
    return file_shut(fd, FAIL_SYSTEM);
}

int folder_open(int folder, const char *name, bool create)
{
    int fd = openat(folder, name, FOLDER_FLAGS);
    if (fd >= 0 || errno != ENOENT || !create)
        return fd < 0 ? FAIL_SYSTEM : fd;
    fd = folder_make(folder, name);
    bool matters = strcmp(name, ".lock") && strcmp(name, ".index"); /* these two folders need no
                                                                       flush: they are made again if
                                                                       a crash loses them */
    if (fd < 0 || !matters || folder_sync(folder) == 0)
        return fd;
    return file_shut(fd, FAIL_SYSTEM);
}

/* -------------------------------------------------------------------------------------------------
 * reading */

/* Reads to the end of the file, but at most `most` + 1 bytes, so that the caller notices a file
 * that is too large; -1 with errno set. */
static ssize_t read_all(int fd, char **bytes, size_t expected, size_t most)
{
    size_t room = expected + 1, used = 0;
    char *buffer = memory_new(room + 1, 1);
    for (;;) {
        if (used == room) {
            if (used > most)
                break;
            size_t wider = room * 2 < most + 1 ? room * 2 : most + 1;
            char *moved = realloc(buffer, wider + 1);
            if (!moved)
                memory_exhausted();
            buffer = moved;
            room = wider;
        }
        ssize_t n = read(fd, buffer + used, room - used);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0) {
            free(buffer);
            return -1;
        }
        if (n == 0)
            break;
        used += (size_t)n;
    }
    buffer[used] = '\0';
    *bytes = buffer;
    return (ssize_t)used;
}

static int fs_read_open(int fd, size_t most, char **bytes, size_t *size, struct file_stamp *stamp,
                        struct note *why)
{
    struct stat stat;
    char *read = NULL;
    if ((stamp ? file_stat_settled(fd, NULL, &stat) : fstat(fd, &stat)) < 0)
        return file_fail(why, "the file cannot be read");
    if (!S_ISREG(stat.st_mode))
        return note_fail(why, FAIL_SYSTEM, -1, "it is not a plain file");
    if ((uint64_t)stat.st_size > most)
        return note_fail(why, FAIL_LIMIT, -1, "the file is too large");
    ssize_t n = read_all(fd, &read, (size_t)stat.st_size, most);
    if (n < 0)
        return file_fail(why, "the file cannot be read");
    if ((size_t)n > most) {
        free(read);
        return note_fail(why, FAIL_LIMIT, -1, "the file is too large");
    }
    *bytes = read;
    *size = (size_t)n;
    if (stamp)
        *stamp = file_stamp_of(&stat);
    return 0;
}

int file_read(int folder, const char *name, size_t most, char **bytes, size_t *size,
              struct file_stamp *stamp, struct note *why)
{
    /* O_NONBLOCK: if the name is that of a fifo, opening it must not wait for a writer. */
    return file_read_once(openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC),
                          most, bytes, size, stamp, why);
}

int file_read_once(int fd, size_t most, char **bytes, size_t *size, struct file_stamp *stamp,
                   struct note *why)
{
    if (fd < 0) {
        int result = errno == ENOENT ? FAIL_NAME : FAIL_SYSTEM;
        file_fail(why, "the file cannot be read");
        return result;
    }
    int result = fs_read_open(fd, most, bytes, size, stamp, why);
    close(fd);
    return result;
}

/* Limits the size to request in one call, because some kernels refuse sizes that do not fit an
 * int. */
static size_t at_once(size_t size)
{
    enum { MOST = 1 << 30 };
    return size < MOST ? size : MOST;
}

bool file_read_at(int fd, uint64_t from, void *bytes, size_t size)
{
    for (char *to = bytes; size;) {
        ssize_t n = pread(fd, to, at_once(size), (off_t)from);
        if (n < 0 && errno == EINTR)
            continue;
        if (n == 0)
            errno = ENODATA; /* the file has become shorter */
        if (n <= 0)
            return false;
        to += n;
        from += (uint64_t)n;
        size -= (size_t)n;
    }
    return true;
}

/* -------------------------------------------------------------------------------------------------
 * writing */

bool file_put(int fd, const void *bytes, size_t size)
{
    for (const char *from = bytes; size;) {
        ssize_t n = write(fd, from, at_once(size));
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        from += n;
        size -= (size_t)n;
    }
    return true;
}

bool file_put_at(int fd, uint64_t at, const void *bytes, size_t size)
{
    for (const char *from = bytes; size;) {
        ssize_t n = pwrite(fd, from, at_once(size), (off_t)at);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        from += n;
        at += (uint64_t)n;
        size -= (size_t)n;
    }
    return true;
}

void file_jot(int folder, const char *name, const char *text)
{
    struct stat there, above;
    if (fstatat(folder, name, &there, AT_SYMLINK_NOFOLLOW) == 0
            ? !S_ISREG(there.st_mode) || there.st_size > 0
            : errno != ENOENT)
        return;
    int fd = openat(folder, name, O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (fd < 0)
        return;
    if (fstat(folder, &above) == 0 && fchmod(fd, above.st_mode & 0666) == 0)
        give_to_owner(fd, &above);
    file_put(fd, text, strlen(text));
    close(fd);
}

/* Reads a file back and compares it with what was written. */
static int read_back(int fd, const char *bytes, size_t size, struct note *why)
{
    char *again;
    size_t n;
    if (lseek(fd, 0, SEEK_SET) < 0)
        return file_fail(why, "the new file cannot be read back");
    int result = fs_read_open(fd, size + 1, &again, &n, NULL, why);
    if (result < 0)
        return result;
    if (n != size || memcmp(bytes, again, size))
        result = note_fail(why, FAIL_SYSTEM, -1,
                           "the disk returned other bytes than were written to it");
    free(again);
    return result;
}

/* Writes the contents of the temporary file, verifies and flushes them, and closes the file. Use
 * the file only if the result is 0. */
static int fs_fill(int fd, mode_t mode, const char *bytes, size_t size, struct note *why)
{
    int result = 0;
    if (fchmod(fd, mode) < 0 || !file_put(fd, bytes, size))
        result = file_fail(why, "the game cannot be saved");
    if (result == 0)
        result = read_back(fd, bytes, size, why);
    if (result == 0 && fsync(fd) < 0)
        result = file_fail(why, "the game cannot be saved");
    if (close(fd) < 0 && result == 0)
        result = file_fail(why, "the game cannot be saved");
    return result;
}

/* Returns the mode for a new version of a file: that of the existing file; for a new file that of
 * the folder, whatever the umask. */
static mode_t mode_for(int folder, const char *name)
{
    struct stat there;
    if (fstatat(folder, name, &there, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(there.st_mode))
        return there.st_mode & 0777;
    return fstat(folder, &there) == 0 ? there.st_mode & 0666 : 0600;
}

static int file_place(int folder, const char *temporary, const char *name, struct note *why)
{
    if (linkat(folder, temporary, folder, name, 0) < 0) {
        if (errno == EEXIST)
            return note_fail(why, FAIL_CONFLICT, -1, "a game with this id already exists");
        return file_fail(why, "the game cannot be saved");
    }
    unlinkat(folder, temporary, 0); /* if unlink fails, a later sweep removes the extra name */
    return 0;
}

/* Gives the temporary file its final name, and flushes the folder if `certain`. */
static int put_in_place(int folder, const char *temporary, const char *name, bool fresh,
                        bool certain, struct note *why)
{
    if (fresh) {
        int result = file_place(folder, temporary, name, why);
        if (result < 0)
            return result;
    } else if (renameat(folder, temporary, folder, name) < 0) {
        return file_fail(why, "the game cannot be saved");
    }
    if (certain && folder_sync(folder) < 0)
        return file_fail(why, "the game was written, but a power failure could still destroy it");
    return 0;
}

/* Makes the name of the temporary file that the holder of a file's lock uses. The name can be fixed
 * because only one process holds the lock. */
static void locked_temporary(const char *name, char *temporary)
{
    snprintf(temporary, NAME_ROOM, ".%.200s.tmp", name);
}

/* Creates the temporary file for a new version of `name`. */
static int open_temporary(int folder, const char *name, bool locked, char *temporary,
                          struct note *why)
{
    if (locked)
        locked_temporary(name, temporary);
    else
        snprintf(temporary, NAME_ROOM, ".%.200s.%ld.tmp", name, (long)getpid());
    const int flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
    int fd = openat(folder, temporary, flags, 0600);
    if (fd < 0 && errno == EEXIST) { /* left by an earlier process with the same process id, which
                                        crashed */
        unlinkat(folder, temporary, 0);
        fd = openat(folder, temporary, flags, 0600);
    }
    if (fd < 0)
        return file_fail(why, "the game cannot be saved");
    file_give(fd, folder, name);
    return fd;
}

/* Writes the new contents of `name` to a temporary file. */
static int fs_stage(int folder, const char *name, const char *bytes, size_t size, bool locked,
                    char *temporary, struct note *why)
{
    int fd = open_temporary(folder, name, locked, temporary, why);
    if (fd < 0)
        return fd;
    int result = fs_fill(fd, mode_for(folder, name), bytes, size, why);
    if (result < 0)
        unlinkat(folder, temporary, 0);
    return result;
}

static int fs_write_file(int folder, const char *name, const char *bytes, size_t size, bool fresh,
                         bool locked, struct note *why)
{
    char temporary[NAME_ROOM];
    int result = fs_stage(folder, name, bytes, size, locked, temporary, why);
    if (result < 0)
        return result;
    result = put_in_place(folder, temporary, name, fresh, true, why);
    if (result < 0)
        unlinkat(folder, temporary, 0);
    return result;
}

int file_write(int folder, const char *name, const char *bytes, size_t size, bool fresh,
               struct note *why)
{
    return fs_write_file(folder, name, bytes, size, fresh, false, why);
}

int file_write_locked(int folder, const char *name, const char *bytes, size_t size, bool fresh,
                      struct note *why)
{
    return fs_write_file(folder, name, bytes, size, fresh, true, why);
}

void file_sweep_locked(int folder, const char *name)
{
    char temporary[NAME_ROOM];
    locked_temporary(name, temporary);
    unlinkat(folder, temporary, 0);
}

int file_make(int folder, const char *name, bool certain, file_fill_fn *fill_it, void *argument,
              struct note *why)
{
    char temporary[NAME_ROOM];
    int result = 0, fd = open_temporary(folder, name, false, temporary, why);
    if (fd < 0)
        return fd;
    if (fchmod(fd, mode_for(folder, name)) < 0)
        result = file_fail(why, "the file cannot be written");
    if (result == 0)
        result = fill_it(argument, fd, why);
    if (result == 0 && fsync(fd) < 0)
        result = file_fail(why, "the file cannot be written");
    if (close(fd) < 0 && result == 0)
        result = file_fail(why, "the file cannot be written");
    if (result == 0)
        result = put_in_place(folder, temporary, name, false, certain, why);
    if (result < 0)
        unlinkat(folder, temporary, 0);
    return result;
}

/* True if the file contains what was written. Usually needs only one system call. */
static bool reads_back(int fd, const char *bytes, size_t size)
{
    char here[8192], *again = size < sizeof here ? here : memory_new(size + 1, 1);
    bool same = pread(fd, again, size + 1, 0) == (ssize_t)size && !memcmp(again, bytes, size);
    if (again != here)
        free(again);
    return same;
}

int file_stage(int folder, const char *name, const char *bytes, size_t size, char *temporary,
               struct note *why)
{
    struct stat above;
    int result = 0, fd = open_temporary(folder, name, false, temporary, why);
    if (fd < 0)
        return fd;
    if (fstat(folder, &above) < 0 || fchmod(fd, above.st_mode & 0666) < 0 ||
        !file_put(fd, bytes, size))
        result = file_fail(why, "the game cannot be saved");
    if (result == 0 && !reads_back(fd, bytes, size))
        result = read_back(fd, bytes, size, why); /* compares again and sets a message that says
                                                     what is wrong */
    if (result == 0 && !FLUSH_TOGETHER && fsync(fd) < 0)
        result = file_fail(why, "the game cannot be saved");
    if (close(fd) < 0 && result == 0)
        result = file_fail(why, "the game cannot be saved");
    if (result < 0)
        unlinkat(folder, temporary, 0);
    return result;
}

int file_place_staged(int folder, const char *temporary, const char *name, struct note *why)
{
#ifdef HAVE_RENAMEAT2
    if (renameat2(folder, temporary, folder, name, RENAME_NOREPLACE) == 0)
        return 0;
    if (errno == EEXIST)
        return note_fail(why, FAIL_CONFLICT, -1, "a game with this id already exists");
    if (errno != EINVAL && errno != ENOSYS) /* the file system does not support link() */
        return file_fail(why, "the game cannot be saved");
#endif
    return file_place(folder, temporary, name, why);
}

int file_flush_staged(int folder, struct note *why)
{
#ifdef HAVE_SYNCFS
    if (syncfs(folder) < 0)
        return file_fail(why, "the games cannot be written to the disk");
#else
    (void)folder, (void)why;
#endif
    return 0;
}

void file_drop(int folder, const char *temporary)
{
    unlinkat(folder, temporary, 0);
}

int file_flush(int folder, const char *name, struct note *why)
{
    int fd = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    int result = fd < 0 || fsync(fd) < 0 || folder_sync(folder) < 0
                     ? file_fail(why, "the game cannot be written to the disk")
                     : 0;
    if (fd >= 0)
        close(fd);
    return result;
}

/* ------------------------------------------------------------------------------------------------
 * sweeping */

bool file_is_temporary(const char *name)
{
    size_t length = strlen(name);
    return name[0] == '.' && length > 5 && !strcmp(name + length - 4, ".tmp");
}

void file_sweep(int folder, const char *name)
{
    struct stat stat;
    if (fstatat(folder, name, &stat, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(stat.st_mode) &&
        stat.st_mtime < time(NULL) - TEMPORARY_AGE)
        unlinkat(folder, name, 0);
}

void folder_sweep(int folder)
{
    int again = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *stream = again >= 0 ? fdopendir(again) : NULL;
    for (struct dirent *entry; stream && (entry = readdir(stream));)
        if (file_is_temporary(entry->d_name))
            file_sweep(folder, entry->d_name);
    if (stream)
        closedir(stream);
    else if (again >= 0)
        close(again);
}

/* True if the process that was writing a temporary file, ".<name>.<process id>.tmp", no longer
 * exists on this machine. */
static bool writer_is_gone(const char *name)
{
    char digits[24];
    size_t end = strlen(name) - strlen(".tmp"), from = end;
    while (from > 0 && name[from - 1] >= '0' && name[from - 1] <= '9')
        from--;
    snprintf(digits, sizeof digits, "%.*s", (int)(end - from), name + from);
    long process = strtol(digits, NULL, 10);
    return process > 0 && process < INT_MAX && kill((pid_t)process, 0) < 0 && errno == ESRCH;
}

void folder_sweep_large(int folder)
{
    enum { AT_REST = 60, GIVEN_UP = 60 * 60 };
    int again = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *stream = again < 0 ? NULL : fdopendir(again);
    time_t now = time(NULL);
    struct stat stat;
    if (again >= 0 && !stream)
        close(again);
    for (struct dirent *entry; stream && (entry = readdir(stream));) {
        const char *name = entry->d_name;
        if (!file_is_temporary(name) || fstatat(folder, name, &stat, AT_SYMLINK_NOFOLLOW) < 0 ||
            !S_ISREG(stat.st_mode))
            continue;
        time_t rested = now - stat.st_mtime;
        if (rested > GIVEN_UP || (rested > AT_REST && writer_is_gone(name)))
            unlinkat(folder, name, 0);
    }
    if (stream)
        closedir(stream);
}

int file_open_own(int folder, const char *name, int flags)
{
    struct stat above, stat;
    /* O_NONBLOCK: if the name is that of a fifo, opening it must not wait. */
    int fd = openat(folder, name, flags | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0666);
    if (fd < 0 || fstat(folder, &above) < 0 || fstat(fd, &stat) < 0)
        return fd;
    if (stat.st_uid == geteuid() && (stat.st_mode & 0777) != (above.st_mode & 0666) &&
        fchmod(fd, above.st_mode & 0666) < 0)
        return file_shut(fd, -1);
    if (stat.st_uid == 0 && stat.st_size == 0 && stat.st_nlink == 1)
        give_to_owner(fd, &above);
    return fd;
}

/* ---- Notifies about changes in folders; see fs.h. */

#ifdef HAVE_SYS_INOTIFY_H
#include <sys/inotify.h>
#include <sys/vfs.h>
#endif

#ifdef HAVE_SYS_INOTIFY_H

int watch_new(void)
{
    return inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
}

int watch_add(int watch, int folder, const char *file, bool closing)
{
    char path[PATH_MAX];
    if (watch < 0)
        return -1;
    snprintf(path, sizeof path, "/proc/self/fd/%d/%s", folder, file ? file : ".");
    uint32_t events = file ? IN_MODIFY | IN_MOVE_SELF | IN_DELETE_SELF
                           : IN_MODIFY | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO;
    return inotify_add_watch(watch, path, closing ? events | IN_CLOSE_WRITE : events);
}

/* True if the file system reports changes made by other hosts. The numbers of file systems are
 * those in the kernel's <linux/magic.h>. */
static bool tells_all(int root)
{
    static const uint32_t remote[] = {
        0x6969 /* NFS */,      0x517B /* SMB */,    0xFF534D42 /* CIFS */, 0xFE534D42 /* SMB 2 */,
        0x65735546 /* FUSE */, 0x01021997 /* 9P */, 0x5346414F /* AFS */,  0x00C36400 /* Ceph */};
    struct statfs system;
    bool all = fstatfs(root, &system) == 0;
    for (size_t i = 0; i < sizeof remote / sizeof *remote; i++)
        all = all && (uint32_t)system.f_type != remote[i];
    return all;
}

int watch_files(int watch, int root, const char *folder)
{
    char path[PATH_MAX];
    if (watch < 0 || !tells_all(root))
        return -1;
    snprintf(path, sizeof path, "/proc/self/fd/%d/%s", root, folder);
    return inotify_add_watch(watch, path,
                             IN_CLOSE_WRITE | IN_ATTRIB | IN_CREATE | IN_DELETE | IN_MOVED_FROM |
                                 IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR);
}

void watch_told(int watch, watch_told_fn *each, void *argument)
{
    _Alignas(struct inotify_event) char events[4096];
    ssize_t n;
    while (watch >= 0 && (n = read(watch, events, sizeof events)) > 0)
        for (ssize_t at = 0; at < n;) {
            const struct inotify_event *event = (const void *)(events + at);
            each(argument, event->wd < 1 ? 0 : event->wd, event->len ? event->name : "");
            at += (ssize_t)(sizeof *event + event->len);
        }
}

unsigned watch_drain(int watch)
{
    _Alignas(struct inotify_event) char events[4096];
    unsigned changed = 0;
    ssize_t n;
    if (watch < 0)
        return ~0u;
    while ((n = read(watch, events, sizeof events)) > 0)
        for (ssize_t at = 0; at < n;) {
            const struct inotify_event *event = (const void *)(events + at);
            /* watches are numbered from 1, bits from 0 */
            changed |= event->wd < 1 || event->wd > 32 ? ~0u : 1u << (event->wd - 1);
            at += (ssize_t)(sizeof *event + event->len);
        }
    return changed;
}

#else

int watch_new(void)
{
    return -1;
}

int watch_add(int watch, int folder, const char *file, bool closing)
{
    (void)watch;
    (void)folder;
    (void)file;
    (void)closing;
    return -1;
}

int watch_files(int watch, int root, const char *folder)
{
    (void)watch;
    (void)root;
    (void)folder;
    return -1;
}

void watch_told(int watch, watch_told_fn *each, void *argument)
{
    (void)watch;
    (void)each;
    (void)argument;
}

unsigned watch_drain(int watch)
{
    (void)watch;
    return ~0u;
}

#endif
