/* shared_once.h - lock-free lazy initialisation: a value built on first use and kept until the
 * program ends, shared by all threads.
 *
 * Nobody waits: concurrent callers may each build one; the first to finish wins, and the others
 * free theirs. The value is never freed, so pointers into it need no owner. */
#ifndef CHESSCADE_CORE_UTIL_SHARED_ONCE_H
#define CHESSCADE_CORE_UTIL_SHARED_ONCE_H

#include <stdatomic.h>
#include <stddef.h>

/* Where the value is kept: a static object, initially zero. */
struct made_once {
    _Atomic(void *) kept;
};

/* The value, or NULL if nobody has built it yet. */
static inline void *made_once(struct made_once *place)
{
    return atomic_load(&place->kept);
}

/* Publish what the caller has built and return the value now kept. If another thread was faster,
 * that is not `made`, and the caller must free `made`. */
static inline void *made_once_keep(struct made_once *place, void *made)
{
    void *first = NULL;
    return atomic_compare_exchange_strong(&place->kept, &first, made) ? made : first;
}

#endif
