/* live_games.c - live games in a folder: one append-only file live/<id>.jnl for each game; see
 * archive/store/live_backend.h. The rest of that interface, people and talk, is in live_people.c.
 *
 * Several processes of different users read and write a log at the same time. Its writers share a
 * lock, .lock/<id>. A writer calls pwrite() once, then fdatasync(); if either fails, it truncates
 * the file to its old size. A reader first reads, then tests whether a writer holds the lock. If
 * none does, everything it has read has been flushed, with one exception: between the reading and
 * the test, a writer whose flush failed may have truncated the file. So the reader compares the
 * bytes with the file once more.
 *
 * A repair creates a new file and gives it the name of the damaged log. */
#include "config.h"

#include "archive/store/directory/live_internal.h"
#include "archive/util/lock.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#ifndef F_OFD_GETLK
#define F_OFD_GETLK F_GETLK
#endif

struct live_log {
    struct store *store;
    char name[LIVE_NAME_ROOM];
    int fd, lock; /* fd: the log file. lock: its lock file, to test whether a writer holds it */
};

struct live_hold {
    struct lock lock;
};

static void log_name(const char *id, char out[LIVE_NAME_ROOM])
{
    snprintf(out, LIVE_NAME_ROOM, "%.*s.jnl", ULID_LENGTH, id);
}

int64_t directory_live_now(struct store *store)
{
    struct timespec now;
    (void)store;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* ------------------------------------------------------------------------------------------
 * locks */

int directory_live_hold(struct live_hold **out, struct store *store, enum live_held held,
                        const char *name, const char *user, const char *what, struct note *why)
{
    static const char *const endings[] = {
        [LIVE_HELD_GAME] = "", [LIVE_HELD_TALK] = ".talk", [LIVE_HELD_LEAD] = ".lead"};
    char file[LIVE_NAME_ROOM];
    struct lock lock;
    struct room *locks = store_room(store, ROOM_OF_LOCKS, true);
    if (!locks)
        return file_fail(why, what);
    snprintf(file, sizeof file, "%.*s%s", ULID_LENGTH, name, endings[held]);
    int result = lock_take(&lock, locks, file, user, why);
    room_close(locks);
    if (result < 0)
        return result;
    *out = memory_new(1, sizeof **out);
    (*out)->lock = lock;
    return 0;
}

void directory_live_release(struct live_hold *hold)
{
    lock_drop(&hold->lock);
    free(hold);
}

/* -------------------------------------------------------------------------------- a list of
 * games */

int64_t directory_live_size(struct store *store, const char *id)
{
    char name[LIVE_NAME_ROOM];
    struct stat stat;
    int folder = directory_folder(store, LIVE_FOLDER, false);
    log_name(id, name);
    int64_t size = folder >= 0 && fstatat(folder, name, &stat, AT_SYMLINK_NOFOLLOW) == 0
                       ? (int64_t)stat.st_size
                       : -1;
    if (folder >= 0)
        close(folder);
    return size;
}

int directory_live_list(struct store *store, struct live_summary **list)
{
    char(*ids)[ULID_LENGTH + 1], name[LIVE_NAME_ROOM];
    int n = store_room_ids(store, LIVE_FOLDER, ".jnl", &ids),
        folder = n ? directory_folder(store, LIVE_FOLDER, false) : -1;
    struct stat stat;
    *list = n ? memory_new((size_t)n, sizeof **list) : NULL;
    for (int i = 0; i < n; i++) {
        log_name(ids[i], name);
        memcpy((*list)[i].id, ids[i], sizeof ids[i]);
        (*list)[i].size = folder >= 0 && fstatat(folder, name, &stat, AT_SYMLINK_NOFOLLOW) == 0
                              ? (int64_t)stat.st_size
                              : -1;
    }
    if (folder >= 0)
        close(folder);
    free(ids);
    return n;
}

/* ------------------------------------------------------------------------------ opening,
 * closing */

int directory_live_create(struct store *store, const char *id, const char *bytes, size_t size,
                          struct note *why)
{
    char name[LIVE_NAME_ROOM];
    int folder = directory_folder(store, LIVE_FOLDER, true);
    if (folder < 0)
        return file_fail(why, "the game cannot be started");
    log_name(id, name);
    int result = file_write(folder, name, bytes, size, true, why);
    close(folder);
    return result;
}

static int open_below(struct store *store, const char *folder, const char *name, int flags)
{
    int above = directory_folder(store, folder, (flags & O_CREAT) != 0);
    if (above < 0)
        return -1;
    return file_shut(above, flags & O_CREAT
                                ? file_open_own(above, name, flags)
                                : openat(above, name, flags | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK));
}

static bool log_is_file(int fd)
{
    struct stat stat;
    return fstat(fd, &stat) == 0 && S_ISREG(stat.st_mode);
}

int directory_live_open(struct live_log **out, struct store *store, const char *id, bool to_write,
                        struct note *why)
{
    char name[LIVE_NAME_ROOM];
    log_name(id, name);
    int fd = open_below(store, LIVE_FOLDER, name, to_write ? O_RDWR : O_RDONLY);
    if (fd < 0 && to_write && (errno == EACCES || errno == EROFS))
        fd = open_below(store, LIVE_FOLDER, name, O_RDONLY);
    if (fd < 0)
        return errno == ENOENT ? note_fail(why, FAIL_NAME, -1, "there is no such live game")
                               : file_fail(why, "the live game cannot be opened");
    if (!log_is_file(fd)) {
        close(fd);
        return note_fail(why, FAIL_SYSTEM, -1, "the live game is not a plain file");
    }
    struct live_log *log = memory_new(1, sizeof *log);
    *log = (struct live_log){.store = store, .fd = fd, .lock = -1};
    memcpy(log->name, name, sizeof name);
    if (to_write)
        log->lock = open_below(store, ROOM_OF_LOCKS, id, O_RDWR | O_CREAT);
    *out = log;
    return 0;
}

void directory_live_close(struct live_log *log)
{
    close(log->fd);
    if (log->lock >= 0)
        close(log->lock);
    free(log);
}

/* ----------------------------------------------------------------------------------------
 * reading */

int64_t directory_live_length(const struct live_log *log)
{
    struct stat stat;
    return fstat(log->fd, &stat) < 0 ? -1 : (int64_t)stat.st_size;
}

/* True if a writer holds the lock. If none does, everything read so far that is still in the file
 * has been flushed. */
static bool somebody_writes(const struct live_log *log)
{
    struct flock range = {.l_type = F_RDLCK, .l_whence = SEEK_SET};
    return log->lock >= 0 && fcntl(log->lock, F_OFD_GETLK, &range) == 0 && range.l_type == F_WRLCK;
}

/* True if the bytes that were read are still in the file. */
static bool is_still_there(const struct live_log *log, int64_t from, const char *bytes, size_t size)
{
    char again[4096];
    for (size_t at = 0; at < size;) {
        size_t wanted = size - at < sizeof again ? size - at : sizeof again;
        ssize_t n = pread(log->fd, again, wanted, (off_t)(from + (int64_t)at));
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0 || memcmp(again, bytes + at, (size_t)n))
            return false;
        at += (size_t)n;
    }
    return true;
}

/* Reads bytes and, for LIVE_READ_SETTLED, makes sure that they are on disk. A writer whose flush
 * failed truncates the file and releases the lock. If that happens between our reading and our test
 * of the lock, no one seems to be writing, and yet the bytes are not on disk; is_still_there()
 * detects this. */
int directory_live_read(struct live_log *log, enum live_reading reading, int64_t from, char *bytes,
                        size_t room, size_t *size)
{
    *size = 0;
    while (*size < room) {
        ssize_t n = pread(log->fd, bytes + *size, room - *size, (off_t)(from + (int64_t)*size));
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            break;
        *size += (size_t)n;
    }
    if (reading == LIVE_READ_SETTLED &&
        (somebody_writes(log) || !is_still_there(log, from, bytes, *size))) {
        *size = 0;
        return FAIL_BUSY;
    }
    return 0;
}

enum live_log_state directory_live_state(const struct live_log *log)
{
    struct stat stat, named;
    enum live_log_state state = LIVE_LOG_UNKNOWN;
    int folder = directory_folder(log->store, LIVE_FOLDER, false);
    if (folder >= 0 && fstat(log->fd, &stat) == 0)
        state = fstatat(folder, log->name, &named, AT_SYMLINK_NOFOLLOW) < 0  ? LIVE_LOG_GONE
                : named.st_ino == stat.st_ino && named.st_dev == stat.st_dev ? LIVE_LOG_HERE
                : S_ISREG(named.st_mode)                                     ? LIVE_LOG_REPLACED
                                                                             : LIVE_LOG_GONE;
    if (folder >= 0)
        close(folder);
    return state;
}

bool directory_live_renew(struct live_log *log)
{
    int fd = open_below(log->store, LIVE_FOLDER, log->name, O_RDWR);
    if (fd < 0)
        fd = open_below(log->store, LIVE_FOLDER, log->name, O_RDONLY);
    if (fd < 0)
        return false;
    close(log->fd);
    log->fd = fd;
    return true;
}

/* ----------------------------------------------------------------------------------------
 * writing */

int directory_live_append(struct live_log *log, int64_t at, const char *bytes, size_t size,
                          struct note *why)
{
    ssize_t n = pwrite(log->fd, bytes, size, (off_t)at);
    if (n >= 0 && (size_t)n < size)
        errno = ENOSPC;
    if (n < 0 && errno == EBADF)
        errno = EACCES; /* the file was opened for reading only, for lack of permission */
    if (n >= 0 && (size_t)n == size && fdatasync(log->fd) == 0)
        return 0;
    int result = file_fail(why, "the journal cannot be written; nothing was done");
    if (ftruncate(log->fd, (off_t)at) < 0 || fdatasync(log->fd) < 0) {
        /* the bytes stay, but no one has read them: the next writer truncates the file */
    }
    return result;
}

int directory_live_cut(struct live_log *log, int64_t at, struct note *why)
{
    return ftruncate(log->fd, (off_t)at) < 0 || fdatasync(log->fd) < 0
               ? file_fail(why, "the journal of the game cannot be repaired")
               : 0;
}

int directory_live_finish(struct live_log *log, struct note *why)
{
    int live = directory_folder(log->store, LIVE_FOLDER, false),
        trash = directory_folder(log->store, ROOM_OF_TRASH, true), result = 0;
    if (live < 0 || trash < 0 ||
        (renameat(live, log->name, trash, log->name) < 0 && errno != ENOENT) ||
        folder_sync(live) < 0 || folder_sync(trash) < 0)
        result = file_fail(why, "the journal cannot be moved to the trash");
    if (live >= 0)
        close(live);
    if (trash >= 0)
        close(trash);
    return result;
}

/* -----------------------------------------------------------------------------------------
 * repair */

static int open_folder_for(struct store *store, enum live_held kind)
{
    return directory_folder(store, kind == LIVE_HELD_GAME ? LIVE_FOLDER : TALK_FOLDER, false);
}

static void name_for(enum live_held kind, const char *name, char out[LIVE_NAME_ROOM])
{
    if (kind == LIVE_HELD_GAME)
        log_name(name, out);
    else
        snprintf(out, LIVE_NAME_ROOM, "%s", name);
}

int directory_live_whole(struct store *store, enum live_held kind, const char *name, size_t most,
                         char **bytes, size_t *size, struct note *why)
{
    char file[LIVE_NAME_ROOM];
    int folder = open_folder_for(store, kind);
    if (folder < 0)
        return note_fail(why, FAIL_NAME, -1, "there is no %s",
                         kind == LIVE_HELD_GAME ? "live game" : "talk");
    name_for(kind, name, file);
    int result = file_read(folder, file, most, bytes, size, NULL, why);
    close(folder);
    return result;
}

/* Keeps the old file beside the new one under the name NAME.damaged. */
int directory_live_replace(struct store *store, enum live_held kind, const char *name,
                           const char *bytes, size_t size, char kept[LIVE_NAME_ROOM],
                           struct note *why)
{
    enum { TRIES = 1000 };
    char file[LIVE_NAME_ROOM];
    int result = -1, folder = open_folder_for(store, kind);
    name_for(kind, name, file);
    for (int i = 1; folder >= 0 && i <= TRIES && result < 0; i++) {
        snprintf(kept, LIVE_NAME_ROOM, i == 1 ? "%.40s.damaged" : "%.40s.damaged%d", file, i);
        result = linkat(folder, file, folder, kept, 0);
        if (result < 0 && errno != EEXIST)
            break;
    }
    result = result < 0
                 ? file_fail(why, "the damaged file cannot be copied, so nothing was repaired")
                 : file_write(folder, file, bytes, size, false, why);
    if (folder >= 0)
        close(folder);
    return result;
}
