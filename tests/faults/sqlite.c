/* sqlite.c - faults of the system calls that SQLite makes: a separate library, but one that lets
 * its system calls be replaced. */
#include "config.h"
#include "tests/faults/faults.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <sys/stat.h>
#include <unistd.h>

int __real_fcntl(int fd, int command, ...);

static int sqlite_open(const char *path, int flags, int mode)
{
    return faults_strike('o') ? -1 : open(path, flags, mode);
}

static ssize_t sqlite_pread(int fd, void *bytes, size_t size, off_t at)
{
    return faults_strike('r') ? -1 : pread(fd, bytes, size, at);
}

static ssize_t sqlite_pwrite(int fd, const void *bytes, size_t size, off_t at)
{
    return faults_strike('w') ? -1 : pwrite(fd, bytes, size, at);
}

static int sqlite_ftruncate(int fd, off_t size)
{
    return faults_strike('c') ? -1 : ftruncate(fd, size);
}

static int sqlite_fstat(int fd, struct stat *stat)
{
    return faults_strike('t') ? -1 : fstat(fd, stat);
}

static int sqlite_unlink(const char *path)
{
    return faults_strike('u') ? -1 : unlink(path);
}

static int sqlite_fcntl(int fd, int command, ...)
{
    va_list list;
    va_start(list, command);
    void *argument = va_arg(list, void *);
    va_end(list);
    return faults_strike('k') ? -1 : __real_fcntl(fd, command, argument);
}

void faults_of_sqlite(void)
{
    static const struct {
        const char *name;
        sqlite3_syscall_ptr call;
    } calls[] = {
        {"open", (sqlite3_syscall_ptr)sqlite_open},
        {"pread", (sqlite3_syscall_ptr)sqlite_pread},
        {"pread64", (sqlite3_syscall_ptr)sqlite_pread},
        {"pwrite", (sqlite3_syscall_ptr)sqlite_pwrite},
        {"pwrite64", (sqlite3_syscall_ptr)sqlite_pwrite},
        {"ftruncate", (sqlite3_syscall_ptr)sqlite_ftruncate},
        {"fstat", (sqlite3_syscall_ptr)sqlite_fstat},
        {"unlink", (sqlite3_syscall_ptr)sqlite_unlink},
        {"fcntl", (sqlite3_syscall_ptr)sqlite_fcntl},
    };
    sqlite3_vfs *vfs = sqlite3_vfs_find(NULL);
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        vfs->xSetSystemCall(vfs, calls[i].name, calls[i].call);
}
