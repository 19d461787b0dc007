/* file.h - files and folders below a folder that is open: no links followed, nothing half written.
 *
 * All names are single names, never paths. Only the stores use this. */
#ifndef CHESSCADE_FILE_H
#define CHESSCADE_FILE_H

#include "core/base.h"

#include <sys/stat.h>

/* What tells one state of a file from another without reading it; ctime notices `touch -r` and `cp -p`. */
struct file_stamp {
    uint64_t dev, ino;
    int64_t size, mtime, ctime; /* times in nanoseconds */
};
struct file_stamp file_stamp_of(const struct stat *stat);
bool file_stamp_same(const struct file_stamp *a, const struct file_stamp *b);
/* The time as stamps have it. */
int64_t file_now(void);
/* Had a file of that stamp rested for two seconds when it was looked at? Then any change since has given it another. */
bool file_stamp_tells(const struct file_stamp *stamp, int64_t looked);
/* lstat for a stamp that is to be kept: whoever changes the file afterwards gives it another. Systems count the times of
 * files in ticks of some milliseconds; if the file was changed in the tick that is running, the next one is waited for.
 * A name in a folder, or NULL and the descriptor of the file itself. -1 with errno set. */
int file_stat_settled(int folder, const char *name, struct stat *stat);

/* Was an open file written to since it had that stamp, or cannot that be told? What has taken its place is another file. */
bool file_is_changed(int fd, const struct file_stamp *stamp);

/* What an errno means, in words people use: "the disk is full". */
const char *file_reason(int error);
/* "cannot be saved: the disk is full": what was tried and errno in words people use. */
int file_fail(struct note *why, const char *what);
/* Close, and errno stays what it was: `result`, which it belongs to. */
int file_shut(int fd, int result);

/* Open a folder below another, made when `create` and missing. A descriptor, or FAIL_SYSTEM with errno set. */
int folder_open(int folder, const char *name, bool create);
/* Make one that is not there and open it, its name not flushed: for who makes several and flushes them together. */
int folder_make(int folder, const char *name);

/* Read a whole file of at most `most` bytes into *bytes (the caller's; NUL follows). Refuses what is no plain file.
 * FAIL_NAME when there is none, FAIL_LIMIT, FAIL_SYSTEM. `stamp` may be NULL. */
int file_read(int folder, const char *name, size_t most, char **bytes, size_t *size, struct file_stamp *stamp,
              struct note *why);

/* Bytes of an open file from a place on; false, and errno, when they are not all there. */
bool file_read_at(int fd, uint64_t from, void *bytes, size_t size);

/* Write all of some bytes where an open file stands, or at a place; false, with errno, when they did not all go out: some
 * of them may have. Nothing is flushed. */
bool file_put(int fd, const void *bytes, size_t size);
bool file_put_at(int fd, uint64_t at, const void *bytes, size_t size);

/* Write a small file on which nothing depends, such as .gitignore: where there is none, or an empty one that a crash has left. It
 * is not flushed, since that takes longer than all else, and that it cannot be written is not told. */
void file_jot(int folder, const char *name, const char *text);

/* Write a file so that after any crash it is the old or the new one, whole, and when this returns 0 the new one:
 * a temporary file beside it, read back and compared, fsync, rename (or link, if it must be `fresh`: FAIL_CONFLICT when
 * there is one of that name), fsync of the folder. On failure the old file is as it was, but for one case the
 * sentence tells: the new one is in place and the folder could not be flushed. */
int file_write(int folder, const char *name, const char *bytes, size_t size, bool fresh, struct note *why);
/* The same while the caller holds the lock of that file, as all who write it do: its temporary file has one name, so that the
 * next writer takes away what one who was killed has left, also with file_sweep_locked() alone. */
int file_write_locked(int folder, const char *name, const char *bytes, size_t size, bool fresh, struct note *why);
void file_sweep_locked(int folder, const char *name);
/* The same for a file too large to be in memory: `fill` writes it, and sees to it that what was written is there. Not `certain`:
 * the folder is not flushed, since the caller gives the file another name that is. */
typedef int file_fill_fn(void *argument, int fd, struct note *why);
int file_make(int folder, const char *name, bool certain, file_fill_fn *fill, void *argument, struct note *why);
/* The same for many new files at once: stage each under a temporary name (`temporary`, FILE_NAME_ROOM bytes), flush all
 * with one file_flush_staged(), then give each its name (FAIL_CONFLICT: it is taken) and flush the folder with
 * folder_sync(). A staged file not wanted any more is dropped. */
enum { FILE_NAME_ROOM = 256 };
int file_stage(int folder, const char *name, const char *bytes, size_t size, char *temporary, struct note *why);
int file_flush_staged(int folder, struct note *why);
int file_place_staged(int folder, const char *temporary, const char *name, struct note *why);
void file_drop(int folder, const char *temporary);

/* Flush a file that was read and its folder. */
int file_flush(int folder, const char *name, struct note *why);

/* Flush a folder, so that names made or removed in it stay so. */
int folder_sync(int folder);
/* Flush the one above it, so that a folder just made stays there itself. */
int folder_sync_above(int folder);

/* Remove temporary files a crash left behind, once they are a day old. */
bool file_is_temporary(const char *name);
void file_sweep(int folder, const char *name);
/* The same for all that are in a folder: where something is about to be written anyway. */
void folder_sweep(int folder);

/* A new file that takes the place of `name`, or comes to be it: made by root it is given to the owner of that file, or of the
 * folder, or nobody else could use it. Failing is no failure: it stays root's. */
void file_give(int fd, int folder, const char *name);

/* Open a small file that is locked or written in place, and make it if it is not there: with the mode of the folder,
 * whatever the umask. `flags` as of open(), O_CREAT and the usual care are added. -1 and errno. */
int file_open_own(int folder, const char *name, int flags);

#endif
