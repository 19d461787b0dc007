/* fs.h - atomic and safe file access relative to an open folder: follows no links, leaves nothing
 * half written.
 *
 * All names are single components, never paths. Only the stores use this. */
#ifndef CHESSCADE_ARCHIVE_UTIL_FS_H
#define CHESSCADE_ARCHIVE_UTIL_FS_H

#include "core/base.h"

#include <stdbool.h>
#include <sys/stat.h>

/* Identifies a state of a file without reading it. ctime also catches `touch -r` and `cp -p`. */
struct file_stamp {
    uint64_t dev, ino;
    int64_t size, mtime, ctime; /* times in nanoseconds */
};
struct file_stamp file_stamp_of(const struct stat *stat);
bool file_stamp_same(const struct file_stamp *a, const struct file_stamp *b);
/* The current time, comparable with the times in stamps. */
int64_t file_now(void);
/* True if the file was at least two seconds old at time `looked`: any later change must then alter
 * the stamp. */
bool file_stamp_tells(const struct file_stamp *stamp, int64_t looked);
/* lstat() for a stamp to be kept: any later change to the file must alter it. File times advance in
 * ticks of some milliseconds, so if the file changed in the current tick, this waits for the next
 * one. `name` is in `folder`; with NULL, `folder` is a descriptor of the file itself. -1 with errno
 * set. */
int file_stat_settled(int folder, const char *name, struct stat *stat);

/* True if an open file was written to since that stamp, or this cannot be determined. A file that
 * replaced it does not count. */
bool file_is_changed(int fd, const struct file_stamp *stamp);

/* Describes an errno in plain words: "the disk is full". */
const char *file_reason(int error);
/* Sets "cannot be saved: the disk is full": what was tried, then errno in plain words. Returns
 * FAIL_SYSTEM. */
int file_fail(struct note *why, const char *what);
/* Closes a descriptor, keeping the errno that belongs to `result`. Returns `result`. */
int file_shut(int fd, int result);

/* Opens a folder below another, creating it if `create` and missing. Returns a descriptor, or
 * FAIL_SYSTEM with errno set. */
int folder_open(int folder, const char *name, bool create);
/* Creates and opens a folder without flushing its name, for callers that create several and flush
 * once. */
int folder_make(int folder, const char *name);

/* Reads a whole file of at most `most` bytes into *bytes (owned by the caller, NUL-terminated).
 * Refuses anything but a regular file. FAIL_NAME if there is none, FAIL_LIMIT, FAIL_SYSTEM. `stamp`
 * may be NULL. */
int file_read(int folder, const char *name, size_t most, char **bytes, size_t *size,
              struct file_stamp *stamp, struct note *why);

/* Reads bytes of an open file from an offset; false with errno set if not all of them are there. */
bool file_read_at(int fd, uint64_t from, void *bytes, size_t size);

/* Writes all bytes at the current offset or at a given one; false with errno set if not all were
 * written (some may have been). Nothing is flushed. */
bool file_put(int fd, const void *bytes, size_t size);
bool file_put_at(int fd, uint64_t at, const void *bytes, size_t size);

/* Writes a small file that nothing depends on, such as .gitignore, if it is missing or a crash left
 * it empty. It is not flushed, because that would take most of the time, and errors are ignored. */
void file_jot(int folder, const char *name, const char *text);

/* Writes a file atomically: after any crash it is the old or the new version, whole; once this
 * returns 0, the new one. Writes a temporary file beside it, reads it back and compares, then
 * fsync, rename (or link if it must be `fresh`: FAIL_CONFLICT if the name exists) and fsync of the
 * folder. On failure the old file is unchanged, with one exception, which the message states: the
 * new file is in place but the folder could not be flushed. */
int file_write(int folder, const char *name, const char *bytes, size_t size, bool fresh,
               struct note *why);
/* The same if the caller holds the lock of the file, as all its writers must. Its temporary file
 * has a fixed name, so the next writer removes what a killed writer left; file_sweep_locked() does
 * only that. */
int file_write_locked(int folder, const char *name, const char *bytes, size_t size, bool fresh,
                      struct note *why);
void file_sweep_locked(int folder, const char *name);
/* The same for a file too large for memory: `fill` writes it and must verify what it wrote. If not
 * `certain`, the folder is not flushed; the caller will rename the file and flush then. */
typedef int file_fill_fn(void *argument, int fd, struct note *why);
int file_make(int folder, const char *name, bool certain, file_fill_fn *fill, void *argument,
              struct note *why);
/* The same for many new files at once: stage each under a temporary name (`temporary`,
 * FILE_NAME_ROOM bytes), flush all with one file_flush_staged(), then place each under its name
 * (FAIL_CONFLICT if it is taken) and flush the folder with folder_sync(). Drop a staged file that
 * is no longer wanted. */
enum { FILE_NAME_ROOM = 256 };
int file_stage(int folder, const char *name, const char *bytes, size_t size, char *temporary,
               struct note *why);
int file_flush_staged(int folder, struct note *why);
int file_place_staged(int folder, const char *temporary, const char *name, struct note *why);
void file_drop(int folder, const char *temporary);

/* Flushes a file that was read, and its folder. */
int file_flush(int folder, const char *name, struct note *why);

/* Flushes a folder, so that names created or removed in it are durable. */
int folder_sync(int folder);
/* Flushes the parent folder, so that a newly created folder is itself durable. */
int folder_sync_above(int folder);

/* Removes temporary files left by a crash once they are a day old. */
bool file_is_temporary(const char *name);
void file_sweep(int folder, const char *name);
/* The same for all such files of a folder; called when something is about to be written anyway. */
void folder_sweep(int folder);

/* For a new file that replaces or becomes `name`: if root created it, gives it to the owner of that
 * file or of the folder, so that others can still use it. Errors are ignored: the file then stays
 * root's. */
void file_give(int fd, int folder, const char *name);

/* Opens a small file that is locked or written in place, creating it if missing with the mode of
 * the folder, whatever the umask. `flags` as in open(); O_CREAT and safety flags are added. -1 with
 * errno set. */
int file_open_own(int folder, const char *name, int flags);

/* ---- Notifies about changes in folders if the system can (inotify); otherwise poll.
 *
 * For the stores and what is beside them; everything above uses store_watch() and
 * archive/live/people.h. */

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
