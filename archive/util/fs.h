/* fs.h - reads and writes files atomically and safely, relative to an open folder. Never follows
 * symbolic links and never leaves a half-written file under its final name.
 *
 * Every name is a single component, never a path. Only the stores use this module. */
#ifndef CHESSCADE_ARCHIVE_UTIL_FS_H
#define CHESSCADE_ARCHIVE_UTIL_FS_H

#include "core/base.h"

#include <stdbool.h>
#include <sys/stat.h>

/* Identifies the state of a file without reading the file. The ctime detects changes that keep the
 * mtime, as by `touch -r` and `cp -p`. */
struct file_stamp {
    uint64_t dev, ino;
    int64_t size, mtime, ctime; /* size in bytes, times in nanoseconds */
};
struct file_stamp file_stamp_of(const struct stat *stat);
bool file_stamp_same(const struct file_stamp *a, const struct file_stamp *b);
/* Returns the current time, which can be compared with the times in a stamp. */
int64_t file_now(void);
/* True if the file was at least two seconds old at the time `looked`. Any later change then gives
 * it another stamp. */
bool file_stamp_tells(const struct file_stamp *stamp, int64_t looked);
/* Like lstat(), for a stamp that will be kept: any later change to the file gives it another stamp.
 * The clock of a file system advances in ticks of some milliseconds, so if the file changed in the
 * current tick, this function waits for the next one. `name` is a file in `folder`; if it is NULL,
 * `folder` is a descriptor of the file itself. -1 with errno set. */
int file_stat_settled(int folder, const char *name, struct stat *stat);

/* True if an open file was changed after `stamp` was made, or if this cannot be determined. Does
 * not notice that another file now has its name. */
bool file_is_changed(int fd, const struct file_stamp *stamp);

/* Describes an errno value in plain words, such as "the disk is full". */
const char *file_reason(int error);
/* Sets a message like "cannot be saved: the disk is full" from `what`, which says what failed, and
 * errno. Returns FAIL_SYSTEM. */
int file_fail(struct note *why, const char *what);
/* Closes a descriptor without changing errno, and returns `result`, so that it can end a function:
 * return file_shut(fd, FAIL_SYSTEM). */
int file_shut(int fd, int result);

/* Opens a folder inside another and, with `create`, creates it if it is missing. Returns a
 * descriptor, or FAIL_SYSTEM with errno set. */
int folder_open(int folder, const char *name, bool create);
/* Like folder_open() with `create`, but does not flush the new name: for callers that create
 * several folders and flush once. */
int folder_make(int folder, const char *name);

/* Reads a whole file of at most `most` bytes into *bytes, which is NUL-terminated and owned by the
 * caller. `stamp` may be NULL. FAIL_NAME if the file does not exist, FAIL_LIMIT if it is too large,
 * FAIL_SYSTEM if it is unreadable or not a regular file. */
int file_read(int folder, const char *name, size_t most, char **bytes, size_t *size,
              struct file_stamp *stamp, struct note *why);
/* The same for a file just opened, which is closed; if `fd` is negative, errno says why. */
int file_read_once(int fd, size_t most, char **bytes, size_t *size, struct file_stamp *stamp,
                   struct note *why);

/* Reads `size` bytes of an open file from the offset `from`. False with errno set if they cannot
 * all be read. */
bool file_read_at(int fd, uint64_t from, void *bytes, size_t size);

/* Write all bytes, at the current offset or at the offset `at`, without flushing. False with errno
 * set on failure; some bytes may then have been written. */
bool file_put(int fd, const void *bytes, size_t size);
bool file_put_at(int fd, uint64_t at, const void *bytes, size_t size);

/* Writes a small file that nothing depends on, such as .gitignore, if it is missing or empty (as
 * after a crash). Does not flush the file, because that would be slow, and ignores errors. */
void file_jot(int folder, const char *name, const char *text);

/* Writes a file atomically. After a crash the file is complete, in its old or its new version;
 * after a return of 0 it is always the new version.
 *
 * Writes a temporary file in the same folder, reads it back and compares it, then calls fsync,
 * rename and fsync of the folder. If `fresh`, the file must not exist: then calls link instead of
 * rename, and returns FAIL_CONFLICT if the name is taken. On failure the old file is unchanged,
 * with one exception, which the message describes: the new file is in place, but flushing the
 * folder failed. */
int file_write(int folder, const char *name, const char *bytes, size_t size, bool fresh,
               struct note *why);
/* Like file_write(), for a file whose lock the caller holds, as every writer of that file must. The
 * temporary file has a fixed name, so each writer removes what a killed writer left behind.
 * file_sweep_locked() does only this removal. */
int file_write_locked(int folder, const char *name, const char *bytes, size_t size, bool fresh,
                      struct note *why);
void file_sweep_locked(int folder, const char *name);
/* Like file_write(), for contents too large for memory: `fill` writes them and must verify what it
 * wrote. If `certain` is false, the folder is not flushed; use this if the caller then renames the
 * file and flushes. */
typedef int file_fill_fn(void *argument, int fd, struct note *why);
int file_make(int folder, const char *name, bool certain, file_fill_fn *fill, void *argument,
              struct note *why);
/* Like file_write(), for many new files at once, in these steps:
 *
 * - file_stage() writes each file under a temporary name, stored in `temporary` (FILE_NAME_ROOM
 *   bytes).
 * - file_flush_staged() flushes all of them.
 * - file_place_staged() gives each file its final name; FAIL_CONFLICT if the name is taken.
 * - folder_sync() flushes the folder.
 * - file_drop() removes a staged file that is not needed any more. */
enum { FILE_NAME_ROOM = 256 };
int file_stage(int folder, const char *name, const char *bytes, size_t size, char *temporary,
               struct note *why);
int file_flush_staged(int folder, struct note *why);
int file_place_staged(int folder, const char *temporary, const char *name, struct note *why);
void file_drop(int folder, const char *temporary);

/* Flushes a file that another process may have written, and its folder. */
int file_flush(int folder, const char *name, struct note *why);

/* Flushes a folder, so that names created or removed in it survive a crash. */
int folder_sync(int folder);
/* Flushes the parent of a folder, so that a folder just created survives a crash. */
int folder_sync_above(int folder);

/* file_is_temporary() recognizes the names of temporary files of this module. file_sweep() removes
 * such a file if it is at least a day old: a crash left it behind. */
bool file_is_temporary(const char *name);
void file_sweep(int folder, const char *name);
/* Calls file_sweep() for all temporary files of a folder. Called when something is about to be
 * written anyway. */
void folder_sweep(int folder);

/* Removes temporary files of large files that killed processes left in a folder. Such a file is
 * removed if it has not been written to for a minute and its process no longer exists. It is always
 * removed if it has not changed for an hour, because process ids are used again and other machines
 * have their own. */
void folder_sweep_large(int folder);

/* Call this for a new file that will replace or become `name`. If root created it, gives it to the
 * owner of the existing file or of the folder, so that others can still use it. On an error the
 * file stays root's. */
void file_give(int fd, int folder, const char *name);

/* Opens a small file that is locked or written in place; creates it if missing, with the mode of
 * the folder whatever the umask. `flags` are those of open(); O_CREAT and safety flags are added.
 * -1 with errno set. */
int file_open_own(int folder, const char *name, int flags);

/* ---- Notifications about changes in folders, if the system supports them (inotify); otherwise the
 * caller must poll.
 *
 * Only for the stores and the modules beside them. Other modules use store_watch() and
 * archive/live/people.h. */

/* Returns a descriptor that becomes readable after a change; -1 if not supported. Close it with
 * close(). */
int watch_new(void);
/* Watches an open folder, or a file in it if `file` is not NULL. With `closing`, also reports that
 * a file was closed. Returns the number of the watch, from 1; -1 if it cannot be watched. */
int watch_add(int watch, int folder, const char *file, bool closing);
/* Watches a folder inside `root` for files that are written, created, removed or renamed. Returns
 * the number of the watch, from 1; -1 if it cannot be watched, or if it is on a network file
 * system, where changes made by other hosts would not be reported. */
int watch_files(int watch, int root, const char *folder);
/* Calls `each` for all pending changes in the folders of watch_files(), with the number of the
 * folder and the name of the file. The number 0 means that notifications were lost. */
typedef void watch_told_fn(void *argument, int number, const char *name);
void watch_told(int watch, watch_told_fn *each, void *argument);
/* Discards all pending notifications and returns which watches had some: bit 0 stands for the watch
 * with number 1, and so on. All bits are set if that is unknown. */
unsigned watch_drain(int watch);

#endif
