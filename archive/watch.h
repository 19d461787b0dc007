/* watch.h - being woken when something in the archive changes, where the system can (inotify); else one looks again now
 * and then. */
#ifndef CHESSCADE_WATCH_H
#define CHESSCADE_WATCH_H

/* A descriptor that becomes readable after changes; -1 where there is nothing of that kind. Close it with close(). */
int watch_new(void);
/* Watch a folder of the archive, or a file in it (`file` not NULL). `root`: the archive's folder. */
void watch_add(int watch, int root, const char *folder, const char *file);
/* Watch a folder for files in it that are written, come, go or get other names. Its number, from 1; -1: it cannot be watched, or
 * what other hosts do there is not told (network file systems). */
int watch_files(int watch, int root, const char *folder);
/* What was told of the folders of watch_files(): the number of the folder and the file's name; 0: some was lost. */
typedef void watch_told_fn(void *argument, int number, const char *name);
void watch_told(int watch, watch_told_fn *each, void *argument);
/* Take note of everything up to now: bit 0 stands for what was added first, and so on; all bits where nobody knows. */
unsigned watch_drain(int watch);

#endif
