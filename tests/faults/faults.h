/* faults.h - a system that fails on purpose: calls of the archive's code can be counted, logged,
 * refused or be the last one of the process. Linked in with -Wl,--wrap, so nothing but a test
 * program is changed. */
#ifndef CHESSCADE_TESTS_FAULTS_FAULTS_H
#define CHESSCADE_TESTS_FAULTS_FAULTS_H

#include <stdbool.h>
#include <sys/types.h>

enum fault {
    FAULT_NONE,  /* count and log only */
    FAULT_KILL,  /* SIGKILL instead of call number `at` */
    FAULT_TORN,  /* the same, but a write() does half of its work first */
    FAULT_ERROR, /* call number `at` fails with `error` */
    FAULT_SHORT, /* write() number `at` writes one byte less than asked */
    FAULT_ROT    /* it writes another byte than asked, and says nothing */
};

/* Begin counting at 0; calls are numbered from 1. */
void faults_begin(enum fault fault, int at, int error);
/* End: faults do not happen any more. The number of calls made. */
int faults_end(void);

/* A call of a library that cannot be wrapped: count it; true when it is to fail, with errno set. */
bool faults_strike(char letter);

/* Let SQLite's own calls count, and fail, with the others: its open, read, write, truncate, lock,
 * stat and unlink. */
void faults_of_sqlite(void);

/* What was called, one letter each, in order: O open, R read, W write, C close, S fsync of a file,
 * D fsync of a folder, L link, N rename, U unlink, M mkdir, P chmod, K lock, E seek, X truncate, F
 * flush of everything. */
const char *faults_log(void);

/* Do something once, before the next call of that letter: what another process does just then. */
void faults_before(char letter, void (*deed)(void));

/* A call that was done and may have changed something on the disk: its letter (O W X S D F L N U
 * M), the folder and name or the file it was about, of L and N the folder and name that are new; of
 * W where which bytes went, of X the new size. */
struct faults_seen {
    char letter;
    int fd, other;
    const char *name, *other_name;
    const void *bytes;
    size_t size;
    off_t at;
};
/* Let every such call be seen, faults or not; NULL: no more. */
void faults_watch(void (*watch)(const struct faults_seen *seen));

#endif
