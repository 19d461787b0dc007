/* lock.c - locks games for saving; see lock.h. For messages, the holder's name is written beside
 * the lock to NAME.who. */
#include "config.h"
#include "archive/util/lock.h"

#include "archive/util/sanitize.h"
#include "archive/util/fs.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#ifndef F_OFD_SETLK
#define F_OFD_SETLK F_SETLK /* for systems that only have process-wide locks */
#endif

enum { WAIT_MILLISECONDS = 2000, TRY_EVERY = 20, WHO_ROOM = 128 };

/* The descriptors of all locks held. */
static struct {
    int *fd; /* [n] the descriptors */
    int n, room;
} locks;

void lock_hold(struct lock *lock, int fd)
{
    lock->fd = fd;
    locks.fd = memory_room(locks.fd, &locks.room, locks.n + 1, sizeof *locks.fd);
    locks.fd[locks.n++] = fd;
}

static void say_who(struct room *room, const char *name, const char *user)
{
    char who[WHO_ROOM], file[WHO_ROOM];
    int n = snprintf(who, sizeof who, "%.60s, process %ld\n", user, (long)getpid());
    snprintf(file, sizeof file, "%.100s.who", name);
    /* Write the holder's name over the old contents without truncating the file: readers ignore
     * what follows the line feed. A truncated file would have to be flushed together with the next
     * file. */
    int fd = room_open(room, file, ROOM_SHARED);
    if (fd < 0)
        return;
    if (write(fd, who, (size_t)n) < 0) {
        /* If this fails, only the message to others is less specific. */
    }
    close(fd);
}

static int refuse_busy(struct room *room, const char *name, struct note *why)
{
    char file[WHO_ROOM], *bytes;
    size_t size;
    struct note ignored;
    snprintf(file, sizeof file, "%.100s.who", name);
    if (room_read(room, file, WHO_ROOM, &bytes, &size, &ignored) < 0)
        return note_fail(why, FAIL_BUSY, -1, "another user is saving this game; try again");
    bytes[strcspn(bytes, "\n")] = '\0';
    char *who = clean_copy(bytes, CLEAN_LINE);
    note_set(why, -1, "%s is saving this game; try again", who);
    free(who);
    free(bytes);
    return FAIL_BUSY;
}

int lock_take(struct lock *lock, struct room *room, const char *name, const char *user,
              struct note *why)
{
    int fd = room_open(room, name, ROOM_SHARED);
    if (fd < 0)
        return file_fail(why, "the game cannot be locked");
    struct flock range = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    for (int waited = 0; fcntl(fd, F_OFD_SETLK, &range) < 0; waited += TRY_EVERY) {
        if (errno != EAGAIN && errno != EACCES && errno != EINTR) {
            int result = file_fail(why, "the game cannot be locked");
            close(fd);
            return result;
        }
        if (waited >= WAIT_MILLISECONDS) {
            close(fd);
            return refuse_busy(room, name, why);
        }
        nanosleep(&(struct timespec){.tv_nsec = TRY_EVERY * 1000000L}, NULL);
    }
    say_who(room, name, user);
    lock_hold(lock, fd);
    return 0;
}

int lock_try(struct lock *lock, struct room *room, const char *name)
{
    struct flock range = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    for (;;) {
        int fd = room_open(room, name, ROOM_SHARED);
        if (fd < 0)
            return FAIL_SYSTEM;
        if (fcntl(fd, F_OFD_SETLK, &range) < 0) {
            bool held = errno == EAGAIN || errno == EACCES;
            close(fd);
            return held ? 0 : FAIL_SYSTEM;
        }
        if (room_is(room, name, fd)) {
            lock_hold(lock, fd);
            return 1;
        }
        close(fd); /* the item was removed before it was locked: try again */
    }
}

/* The index of a lock among the locks held; -1 if it is not held. */
static int lock_place_of(const struct lock *lock)
{
    int at = locks.n - 1;
    while (at >= 0 && locks.fd[at] != lock->fd)
        at--;
    return at;
}

bool lock_is_held(const struct lock *lock)
{
    return lock_place_of(lock) >= 0;
}

static void forget_all(void)
{
    free(locks.fd);
    locks.fd = NULL;
    locks.n = locks.room = 0;
}

void lock_drop(struct lock *lock)
{
    int at = lock_place_of(lock);
    if (at >= 0) {
        close(lock->fd);
        locks.fd[at] = locks.fd[--locks.n];
    }
    lock->fd = -1;
    if (!locks.n)
        forget_all();
}

void lock_leave_all(void)
{
    for (int at = 0; at < locks.n; at++)
        close(locks.fd[at]);
    forget_all();
}
