/* shared_once.h - lock-free lazy initialisation: a value built on first use and kept until the
 * program ends, shared by all threads.
 *
 * No thread waits: concurrent callers may each build a value; the first to finish wins, and the
 * others free theirs. The value is never freed, so pointers into it stay valid. */
#ifndef CHESSCADE_CORE_UTIL_SHARED_ONCE_H
#define CHESSCADE_CORE_UTIL_SHARED_ONCE_H

#include <stdatomic.h>
#include <stddef.h>

/* Holds a shared value: a static object, initially zero. */
struct made_once {
    _Atomic(void *) kept;
};

/* The value, or NULL if nobody has built it yet. */
static inline void *made_once(struct made_once *place)
{
    return atomic_load(&place->kept);
}

/* Publish the value `made` that the caller has built, and return the shared value. If another
 * thread published first, the result differs from `made`, and the caller must free `made`. */
static inline void *made_once_keep(struct made_once *place, void *made)
{
    void *first = NULL;
    return atomic_compare_exchange_strong(&place->kept, &first, made) ? made : first;
}

#endif
