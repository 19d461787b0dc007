/* watch.c - see watch.h. */
#include "config.h"
#include "archive/watch.h"

#include "archive/presence.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#ifdef HAVE_SYS_INOTIFY_H
#include <sys/inotify.h>
#endif

#ifdef HAVE_SYS_INOTIFY_H

int watch_new(void)
{
    return inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
}

void watch_add(int watch, int root, const char *folder, const char *file)
{
    char path[PATH_MAX];
    if (watch < 0)
        return;
    snprintf(path, sizeof path, "/proc/self/fd/%d/%s%s%s", root, folder, file ? "/" : "", file ? file : "");
    uint32_t events = file ? IN_MODIFY | IN_MOVE_SELF | IN_DELETE_SELF
                           : IN_MODIFY | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO;
    /* A killed session's file is closed by the system. Elsewhere closing tells nothing, and those who look at journals
     * would wake each other without end. */
    if (!strcmp(folder, PRESENCE_FOLDER))
        events |= IN_CLOSE_WRITE;
    inotify_add_watch(watch, path, events);
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
            changed |= event->wd < 1 || event->wd > 32 ? ~0u : 1u << (event->wd - 1); /* numbered from 1 */
            at += (ssize_t)(sizeof *event + event->len);
        }
    return changed;
}

#else

int watch_new(void)
{
    return -1;
}

void watch_add(int watch, int root, const char *folder, const char *file)
{
    (void)watch;
    (void)root;
    (void)folder;
    (void)file;
}

unsigned watch_drain(int watch)
{
    (void)watch;
    return ~0u;
}

#endif
