/* made_once.h - what is made when it is first asked for and then kept for as long as the program runs, for all threads at once.
 *
 * Nobody waits: threads that ask at the same time each make one, the first that is ready is everybody's, and the others throw
 * theirs away. It is never freed, so what points to it needs no owner. */
#ifndef CHESSCADE_MADE_ONCE_H
#define CHESSCADE_MADE_ONCE_H

#include <stdatomic.h>
#include <stddef.h>

/* Where it is kept: static, and zero to begin with. */
struct made_once {
    _Atomic(void *) kept;
};

/* What is kept, NULL as long as nobody has made it. */
static inline void *made_once(struct made_once *place)
{
    return atomic_load(&place->kept);
}

/* Keep what the caller has made, unless somebody was quicker: what is kept now. Where it is not `made`, that is still the
 * caller's, to be freed. */
static inline void *made_once_keep(struct made_once *place, void *made)
{
    void *first = NULL;
    return atomic_compare_exchange_strong(&place->kept, &first, made) ? made : first;
}

#endif
