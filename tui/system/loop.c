/* loop.c - an event loop over poll(): see loop.h. */
#include "config.h"

#include "core/base.h"
#include "tui/system/loop.h"
#include "tui/system/process.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>

enum {
    SLEEP_MOST = 60000 /* milliseconds after which the clock is read again */
};

struct watch {
    loop_handle handle; /* 0: cancelled; the entry goes when no function is running */
    void *owner;
    int fd;
    enum loop_event event;
    loop_fn *function;
    void *argument;
    short revents; /* what loop_wait() has found and loop_run() has not served */
};

struct timed {
    loop_handle handle;
    void *owner;
    int64_t at;
    loop_fn *function;
    void *argument;
};

struct loop {
    const struct loop_ops *ops;
    void *host;
    loop_handle last; /* the newest handle */
    struct watch *watch;
    int watches, watch_room;
    struct timed *timed;
    int times, timed_room;
    struct pollfd *polled; /* [polled_room] */
    int polled_room;
    int depth; /* how many calls of loop_run() are running */
};

struct loop *loop_new(const struct loop_ops *ops, void *host)
{
    static const struct loop_ops none = {0};
    struct loop *loop = memory_new(1, sizeof *loop);
    loop->ops = ops ? ops : &none;
    loop->host = host;
    return loop;
}

void loop_free(struct loop *loop)
{
    if (!loop)
        return;
    free(loop->watch);
    free(loop->timed);
    free(loop->polled);
    free(loop);
}

static int64_t loop_now(const struct loop *loop)
{
    return loop->ops->now ? loop->ops->now(loop->host) : milliseconds();
}

static void loop_call(struct loop *loop, void *owner, loop_fn *function, void *argument)
{
    if (!function)
        return;
    if (loop->ops->call)
        loop->ops->call(loop->host, owner, function, argument);
    else
        function(argument);
}

/* ---- adding and cancelling ---- */

static struct watch *watch_of(const struct loop *loop, loop_handle handle)
{
    for (int i = 0; handle && i < loop->watches; i++)
        if (loop->watch[i].handle == handle)
            return &loop->watch[i];
    return NULL;
}

static struct timed *timed_of(const struct loop *loop, loop_handle handle)
{
    for (int i = 0; handle && i < loop->times; i++)
        if (loop->timed[i].handle == handle)
            return &loop->timed[i];
    return NULL;
}

/* Remove the entries of cancelled watches, unless loop_run() is going through them. */
static void sweep(struct loop *loop)
{
    int n = 0;
    if (loop->depth)
        return;
    for (int i = 0; i < loop->watches; i++)
        if (loop->watch[i].handle)
            loop->watch[n++] = loop->watch[i];
    loop->watches = n;
}

static void drop_timed(struct loop *loop, struct timed *timed)
{
    struct timed *end = loop->timed + --loop->times;
    for (; timed < end; timed++)
        timed[0] = timed[1];
}

void loop_cancel(struct loop *loop, loop_handle *handle)
{
    struct watch *watch = watch_of(loop, *handle);
    struct timed *timed = timed_of(loop, *handle);
    if (watch)
        watch->handle = 0;
    if (timed)
        drop_timed(loop, timed);
    *handle = 0;
    sweep(loop);
}

void loop_drop(struct loop *loop, const void *owner)
{
    for (int i = 0; i < loop->watches; i++)
        if (loop->watch[i].owner == owner)
            loop->watch[i].handle = 0;
    for (int i = loop->times - 1; i >= 0; i--)
        if (loop->timed[i].owner == owner)
            drop_timed(loop, &loop->timed[i]);
    sweep(loop);
}

void loop_watch(struct loop *loop, loop_handle *handle, void *owner, int fd, enum loop_event event,
                loop_fn *function, void *argument)
{
    const struct watch *old = watch_of(loop, *handle);
    if (old && old->fd == fd && old->event == event && old->function == function &&
        old->argument == argument)
        return;
    loop_cancel(loop, handle);
    if (fd < 0)
        return;
    loop->watch =
        memory_room(loop->watch, &loop->watch_room, loop->watches + 1, sizeof *loop->watch);
    *handle = ++loop->last;
    loop->watch[loop->watches++] = (struct watch){.handle = *handle,
                                                  .owner = owner,
                                                  .fd = fd,
                                                  .event = event,
                                                  .function = function,
                                                  .argument = argument};
}

void loop_at(struct loop *loop, loop_handle *handle, void *owner, int64_t at, loop_fn *function,
             void *argument)
{
    loop_cancel(loop, handle);
    if (at == LOOP_NEVER)
        return;
    loop->timed = memory_room(loop->timed, &loop->timed_room, loop->times + 1, sizeof *loop->timed);
    *handle = ++loop->last;
    loop->timed[loop->times++] = (struct timed){
        .handle = *handle, .owner = owner, .at = at, .function = function, .argument = argument};
}

void loop_at_latest(struct loop *loop, loop_handle *handle, void *owner, int64_t at,
                    loop_fn *function, void *argument)
{
    int64_t due = loop_due(loop, *handle);
    if (at != LOOP_NEVER && (due == LOOP_NEVER || due > at))
        loop_at(loop, handle, owner, at, function, argument);
}

int64_t loop_due(const struct loop *loop, loop_handle handle)
{
    const struct timed *timed = timed_of(loop, handle);
    return timed ? timed->at : LOOP_NEVER;
}

int64_t loop_next(const struct loop *loop)
{
    int64_t next = LOOP_NEVER;
    for (int i = 0; i < loop->times; i++)
        if (next == LOOP_NEVER || loop->timed[i].at < next)
            next = loop->timed[i].at;
    return next;
}

unsigned loop_found(const struct loop *loop, loop_handle handle)
{
    const struct watch *watch = watch_of(loop, handle);
    short found = watch ? watch->revents : 0;
    return (found & POLLIN ? LOOP_INPUT : 0u) | (found & POLLHUP ? LOOP_HANGUP : 0u) |
           (found & (POLLERR | POLLNVAL) ? LOOP_FAILED : 0u);
}

/* ---- running ---- */

int loop_wait(struct loop *loop, int most)
{
    int64_t next = loop_next(loop), left = next == LOOP_NEVER ? -1 : next - loop_now(loop);
    if (next != LOOP_NEVER)
        left = left < 0 ? 0 : left > SLEEP_MOST ? SLEEP_MOST : left;
    if (most >= 0 && (left < 0 || left > most))
        left = most;
    loop->polled =
        memory_room(loop->polled, &loop->polled_room, loop->watches + 1, sizeof *loop->polled);
    for (int i = 0; i < loop->watches; i++) {
        struct watch *watch = &loop->watch[i];
        loop->polled[i] =
            (struct pollfd){.fd = watch->handle ? watch->fd : -1,
                            .events = watch->event == LOOP_READABLE ? POLLIN : (short)0};
        watch->revents = 0;
    }
    int ready = poll(loop->polled, (nfds_t)loop->watches, (int)left);
    for (int i = 0; ready > 0 && i < loop->watches; i++)
        loop->watch[i].revents = loop->polled[i].revents;
    return ready;
}

bool loop_run_watches(struct loop *loop)
{
    bool called = false;
    int n = loop->watches;
    loop->depth++;
    for (int i = 0; i < n; i++) {
        struct watch watch = loop->watch[i]; /* the called function may move the entries */
        if (!watch.handle || !watch.revents)
            continue;
        loop->watch[i].revents = 0;
        if (watch.revents & POLLNVAL) /* it is closed, and poll() would report that for ever */
            loop->watch[i].handle = 0;
        called = called || watch.function;
        loop_call(loop, watch.owner, watch.function, watch.argument);
    }
    loop->depth--;
    sweep(loop);
    return called;
}

/* The earliest time that has come, if it was set before this run; NULL: none. */
static struct timed *timed_next(const struct loop *loop, int64_t now, loop_handle newest)
{
    struct timed *next = NULL;
    for (int i = 0; i < loop->times; i++) {
        struct timed *timed = &loop->timed[i];
        if (timed->at <= now && timed->handle <= newest && (!next || timed->at < next->at))
            next = timed; /* entries stand in the order in which they were set */
    }
    return next;
}

static bool run_times(struct loop *loop, loop_handle newest)
{
    int64_t now = loop_now(loop);
    bool called = false;
    for (struct timed *next; (next = timed_next(loop, now, newest));) {
        struct timed timed = *next;
        drop_timed(loop, next);
        called = called || timed.function;
        loop_call(loop, timed.owner, timed.function, timed.argument);
    }
    return called;
}

bool loop_run(struct loop *loop)
{
    loop_handle newest = loop->last;
    bool called = loop_run_watches(loop);
    return run_times(loop, newest) || called;
}
