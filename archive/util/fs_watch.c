/* fs_watch.c - notifies about changes in folders; see archive/util/fs_watch.h. */
#include "config.h"
#include "archive/util/fs_watch.h"

#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <unistd.h>
#ifdef HAVE_SYS_INOTIFY_H
#include <sys/inotify.h>
#include <sys/vfs.h>
#endif

#ifdef HAVE_SYS_INOTIFY_H

int watch_new(void)
{
    return inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
}

int watch_add(int watch, int folder, const char *file, bool closing)
{
    char path[PATH_MAX];
    if (watch < 0)
        return -1;
    snprintf(path, sizeof path, "/proc/self/fd/%d/%s", folder, file ? file : ".");
    uint32_t events = file ? IN_MODIFY | IN_MOVE_SELF | IN_DELETE_SELF
                           : IN_MODIFY | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO;
    return inotify_add_watch(watch, path, closing ? events | IN_CLOSE_WRITE : events);
}

/* True if the file system reports changes made by other hosts. The numbers of file systems are
 * those in the kernel's magic.h. */
static bool tells_all(int root)
{
    static const uint32_t remote[] = {0x6969 /* NFS */, 0x517B /* SMB */, 0xFF534D42 /* CIFS */, 0xFE534D42 /* SMB 2 */,
                                      0x65735546 /* FUSE */, 0x01021997 /* 9P */, 0x5346414F /* AFS */, 0x00C36400 /* Ceph */};
    struct statfs system;
    bool all = fstatfs(root, &system) == 0;
    for (size_t i = 0; i < sizeof remote / sizeof *remote; i++)
        all = all && (uint32_t)system.f_type != remote[i];
    return all;
}

int watch_files(int watch, int root, const char *folder)
{
    char path[PATH_MAX];
    if (watch < 0 || !tells_all(root))
        return -1;
    snprintf(path, sizeof path, "/proc/self/fd/%d/%s", root, folder);
    return inotify_add_watch(watch, path, IN_CLOSE_WRITE | IN_ATTRIB | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO |
                                              IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR);
}

void watch_told(int watch, watch_told_fn *each, void *argument)
{
    _Alignas(struct inotify_event) char events[4096];
    ssize_t n;
    while (watch >= 0 && (n = read(watch, events, sizeof events)) > 0)
        for (ssize_t at = 0; at < n;) {
            const struct inotify_event *event = (const void *)(events + at);
            each(argument, event->wd < 1 ? 0 : event->wd, event->len ? event->name : "");
            at += (ssize_t)(sizeof *event + event->len);
        }
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

int watch_add(int watch, int folder, const char *file, bool closing)
{
    (void)watch;
    (void)folder;
    (void)file;
    (void)closing;
    return -1;
}

int watch_files(int watch, int root, const char *folder)
{
    (void)watch;
    (void)root;
    (void)folder;
    return -1;
}

void watch_told(int watch, watch_told_fn *each, void *argument)
{
    (void)watch;
    (void)each;
    (void)argument;
}

unsigned watch_drain(int watch)
{
    (void)watch;
    return ~0u;
}

#endif
