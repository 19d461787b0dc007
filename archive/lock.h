/* lock.h - one editor of a game at a time, for the moment of saving.
 *
 * A lock is an open-file-description lock on an empty file of its own that is never renamed or deleted; it goes with
 * the process that holds it, so a killed one leaves none behind. A process that was forked off holds it, too, until it leaves it
 * to the other: lock_leave_all(). Locks are taken and dropped by one thread. */
#ifndef CHESSCADE_LOCK_H
#define CHESSCADE_LOCK_H

#include "core/base.h"

struct lock {
    int fd;
};

/* Take the lock `name` in a folder of locks, waiting two seconds at most: FAIL_BUSY and who holds it, FAIL_SYSTEM. */
int lock_take(struct lock *lock, int folder, const char *name, const char *user, struct note *why);
/* The same at once and without a word: 1, it is taken; 0, somebody else has it; FAIL_SYSTEM, it cannot be locked there. A lock
 * that is taken so may be deleted by who holds it. */
int lock_try(struct lock *lock, int folder, const char *name);
/* A file that its owner has locked is held like these from now on: dropping it closes it. */
void lock_hold(struct lock *lock, int fd);
void lock_drop(struct lock *lock);
/* In a process that was just forked off: all locks that are held stay with the process that took them, and go with it. Here they
 * are held no more, and dropping them does nothing. */
void lock_leave_all(void);
bool lock_is_held(const struct lock *lock);

#endif
