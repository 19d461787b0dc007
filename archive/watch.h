/* watch.h - being woken when something in the archive changes, where the system can (inotify); else one looks again now
 * and then. */
#ifndef CHESSCADE_WATCH_H
#define CHESSCADE_WATCH_H

/* A descriptor that becomes readable after changes; -1 where there is nothing of that kind. Close it with close(). */
int watch_new(void);
/* Watch a folder of the archive, or a file in it (`file` not NULL). `root`: the archive's folder. */
void watch_add(int watch, int root, const char *folder, const char *file);
/* Take note of everything up to now: bit 0 stands for what was added first, and so on; all bits where nobody knows. */
unsigned watch_drain(int watch);

#endif
