/* watch.h - being woken when something in a folder changes, where the system can (inotify); else one looks again now and
 * then. For the stores and what is beside them; everybody above is told by store_watch() and live_watch.h. */
#ifndef CHESSCADE_WATCH_H
#define CHESSCADE_WATCH_H

#include <stdbool.h>

/* A descriptor that becomes readable after changes; -1 where there is nothing of that kind. Close it with close(). */
int watch_new(void);
/* Watch a folder that is open, or a file in it (`file` not NULL); `closing`: the closing of its files, too. Its number, from 1;
 * -1: it cannot be watched. */
int watch_add(int watch, int folder, const char *file, bool closing);
/* Watch a folder below another, `root`, for files in it that are written, come, go or get other names. Its number, from 1; -1:
 * it cannot be watched, or what other hosts do there is not told (network file systems). */
int watch_files(int watch, int root, const char *folder);
/* What was told of the folders of watch_files(): the number of the folder and the file's name; 0: some was lost. */
typedef void watch_told_fn(void *argument, int number, const char *name);
void watch_told(int watch, watch_told_fn *each, void *argument);
/* Take note of everything up to now: bit 0 stands for what was added first, and so on; all bits where nobody knows. */
unsigned watch_drain(int watch);

#endif
