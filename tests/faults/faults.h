/* faults.h - a system that fails on purpose: calls of the archive's code can be counted, logged,
 * made to fail, or be the last one of the process. Linked in with -Wl,--wrap, so it affects only
 * test programs. */
#ifndef CHESSCADE_TESTS_FAULTS_FAULTS_H
#define CHESSCADE_TESTS_FAULTS_FAULTS_H

#include <stdbool.h>
#include <sys/types.h>

enum fault {
    FAULT_NONE,  /* count and log only */
    FAULT_KILL,  /* SIGKILL instead of call number `at` */
    FAULT_TORN,  /* the same, but a write() first writes half of its bytes */
    FAULT_ERROR, /* call number `at` fails with `error` */
    FAULT_SHORT, /* write() number `at` writes one byte less than asked */
    FAULT_ROT    /* it writes one wrong byte, and reports success */
};

/* Start counting at 0; calls are numbered from 1. */
void faults_begin(enum fault fault, int at, int error);
/* Stop all faults. Returns the number of calls made. */
int faults_end(void);

/* For a library call that cannot be wrapped: count it. Returns true if it must fail, with errno
 * set. */
bool faults_strike(char letter);

/* Count SQLite's own calls, too, and let them fail: its open, read, write, truncate, lock, stat and
 * unlink. */
void faults_of_sqlite(void);

/* The calls made, one letter each, in order: O open, R read, W write, C close, S fsync of a file, D
 * fsync of a folder, L link, N rename, U unlink, M mkdir, P chmod, K lock, E seek, X truncate, F
 * flush of everything. */
const char *faults_log(void);

/* Run `deed` once, before the next call with this letter: it stands for another process that acts
 * just then. */
void faults_before(char letter, void (*deed)(void));

/* A successful call that may have changed something on the disk: its letter (O W X S D F L N U M),
 * and the folder and name or the file concerned; for L and N the new folder and name; for W the
 * bytes and their offset; for X the new size. */
struct faults_seen {
    char letter;
    int fd, other;
    const char *name, *other_name;
    const void *bytes;
    size_t size;
    off_t at;
};
/* Report every such call to `watch`, whether or not there are faults; NULL stops it. */
void faults_watch(void (*watch)(const struct faults_seen *seen));

#endif
