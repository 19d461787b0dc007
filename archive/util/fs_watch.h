/* fs_watch.h - notifies about changes in folders if the system can (inotify); otherwise poll.
 *
 * For the stores and what is beside them; everything above uses store_watch() and live_watch.h. */
#ifndef CHESSCADE_ARCHIVE_UTIL_FS_WATCH_H
#define CHESSCADE_ARCHIVE_UTIL_FS_WATCH_H

#include <stdbool.h>

/* A descriptor that becomes readable after changes; -1 if not supported. Close it with close(). */
int watch_new(void);
/* Watches an open folder, or a file in it (`file` not NULL); `closing`: also report when its files
 * are closed. Returns its number, from 1; -1 if it cannot be watched. */
int watch_add(int watch, int folder, const char *file, bool closing);
/* Watches a folder below `root` for files that are written, appear, disappear or are renamed.
 * Returns its number, from 1; -1 if it cannot be watched, or changes from other hosts would go
 * unnoticed (network file systems). */
int watch_files(int watch, int root, const char *folder);
/* Reports pending changes in the folders of watch_files(): the number of the folder and the file's
 * name; number 0: some notifications were lost. */
typedef void watch_told_fn(void *argument, int number, const char *name);
void watch_told(int watch, watch_told_fn *each, void *argument);
/* Consumes all notifications so far: bit 0 stands for the first folder added, and so on; all bits
 * if unknown. */
unsigned watch_drain(int watch);

#endif
