/* loop.h - an event loop: calls functions when descriptors become readable and when times come.
 *
 * Whoever waits for something gives the loop a descriptor or a time, a function and its argument,
 * and keeps a handle. The loop is run in two steps, so that its host can look first at what cannot
 * wait: loop_wait() sleeps and notes which descriptors are ready, loop_run() calls the functions.
 *
 * Order: loop_run() first serves the ready descriptors in the order in which they were added, then
 * the times that have come, the earliest first, equal times in the order in which they were set.
 * Each is served once. What a called function adds or sets again is served by the next run, however
 * early it is due. So a function that always wants to be called again keeps no other one waiting.
 * A function may add and cancel anything, itself included; what it cancels is not called any more.
 */
#ifndef CHESSCADE_TUI_SYSTEM_LOOP_H
#define CHESSCADE_TUI_SYSTEM_LOOP_H

#include <stdbool.h>
#include <stdint.h>

struct loop;

/* The handle of a watched descriptor or of a time. 0, the initial value, means none. A handle stays
 * unique after its end, so cancelling twice does no harm. */
typedef uint64_t loop_handle;
typedef void loop_fn(void *argument);

enum { LOOP_NEVER = -1 };

/* How the loop's host takes part. Each member may be NULL. */
struct loop_ops {
    /* the time in milliseconds; NULL: milliseconds() of process.h. The loop sleeps in real time. */
    int64_t (*now)(void *host);
    /* Called in place of each function, which it should call; for what has to happen around it. */
    void (*call)(void *host, void *owner, loop_fn *function, void *argument);
};

/* Create a loop; `ops`, NULL for none, and `host` are borrowed. */
struct loop *loop_new(const struct loop_ops *ops, void *host);
void loop_free(struct loop *loop);

enum loop_event {
    LOOP_READABLE, /* There is something to read, or the end of it. */
    LOOP_BROKEN    /* The other end is gone, so that nothing can be written any more. */
};

enum loop_found {
    LOOP_INPUT = 1,  /* bytes can be read */
    LOOP_HANGUP = 2, /* the other end is gone */
    LOOP_FAILED = 4  /* an error, or the descriptor is closed */
};

/* Watch a descriptor, which is borrowed: cancel the watch before closing it. If *handle is a watch
 * of the same descriptor and function, it stays as it is; otherwise it is replaced. `fd` -1 only
 * cancels. `owner` groups handles for loop_drop(); `function` NULL: loop_found() alone tells. A
 * descriptor that turns out to be closed is reported once, and its watch ends. */
void loop_watch(struct loop *loop, loop_handle *handle, void *owner, int fd, enum loop_event event,
                loop_fn *function, void *argument);
/* Call a function once when the time `at` has come, in milliseconds of the loop's clock. *handle is
 * set to this time if it had another one. LOOP_NEVER only cancels. `function` NULL: the time only
 * ends loop_wait(). */
void loop_at(struct loop *loop, loop_handle *handle, void *owner, int64_t at, loop_fn *function,
             void *argument);
/* As loop_at(), but keeps an earlier time that *handle has already. */
void loop_at_latest(struct loop *loop, loop_handle *handle, void *owner, int64_t at,
                    loop_fn *function, void *argument);
/* Cancel a watch or a time, and set *handle to 0. */
void loop_cancel(struct loop *loop, loop_handle *handle);
/* Cancel everything of this owner. */
void loop_drop(struct loop *loop, const void *owner);

/* The time that is set for a handle; LOOP_NEVER: none. */
int64_t loop_due(const struct loop *loop, loop_handle handle);
/* The earliest time of all; LOOP_NEVER: none. */
int64_t loop_next(const struct loop *loop);
/* What loop_wait() has found at the descriptor of a watch, until loop_run() serves it: bits of enum
 * loop_found, 0 for nothing. */
unsigned loop_found(const struct loop *loop, loop_handle handle);

/* Sleep until a descriptor is ready or a time has come, but at most `most` milliseconds (-1: no
 * limit). Returns the number of ready descriptors, 0 if there are none, and -1 with errno if a
 * signal has ended the sleep. Nothing is called. */
int loop_wait(struct loop *loop, int most);
/* Call the functions of the descriptors that loop_wait() has found ready, then those of the times
 * that have come. loop_run_watches() does only the former. Returns true if anything was called. */
bool loop_run(struct loop *loop);
bool loop_run_watches(struct loop *loop);

#endif
