/* lock.h - locks a game while it is being saved, so that only one process writes it.
 *
 * A lock is an open-file-description lock on an empty item of a room, which is never renamed or
 * deleted. It is released with the process that holds it, so a killed process leaves none behind. A
 * forked child shares it until it calls lock_leave_all(). All locks must be taken and dropped by
 * one thread. */
#ifndef CHESSCADE_ARCHIVE_UTIL_LOCK_H
#define CHESSCADE_ARCHIVE_UTIL_LOCK_H

#include "archive/util/room.h"

struct lock {
    int fd;
};

/* Takes the lock `name` in a room of locks, waiting two seconds at most. FAIL_BUSY: the message
 * says who holds the lock; FAIL_SYSTEM: the lock file cannot be created or locked. */
int lock_take(struct lock *lock, struct room *room, const char *name, const char *user,
              struct note *why);
/* Like lock_take(), but without waiting or a message: returns 1 if the lock was taken, 0 if
 * someone else holds it, FAIL_SYSTEM if it cannot be locked. The holder of a lock taken this way
 * may delete its file. */
int lock_try(struct lock *lock, struct room *room, const char *name);
/* Makes `lock` hold a file that the caller has already locked: dropping the lock closes the
 * file. */
void lock_hold(struct lock *lock, int fd);
void lock_drop(struct lock *lock);
/* In a newly forked child: leaves all locks to the parent, which releases them as usual. The child
 * no longer holds them, and dropping them does nothing. */
void lock_leave_all(void);
bool lock_is_held(const struct lock *lock);

#endif
