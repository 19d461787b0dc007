/* faults.c - see faults.h. */
#include "config.h"
#include "tests/faults/faults.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LOG_ROOM = 4096 };

static struct {
    enum fault fault;
    int at, error, calls;
    bool on;
    char log[LOG_ROOM];
} faults;

static void (*watch)(const struct faults_seen *seen);

void faults_watch(void (*seen)(const struct faults_seen *seen))
{
    watch = seen;
}

static struct {
    char letter;
    void (*deed)(void);
} before;

void faults_before(char letter, void (*deed)(void))
{
    before.letter = letter;
    before.deed = deed;
}

/* The result of a call; reports the call to the watcher if it succeeded. */
static int done(int result, struct faults_seen seen)
{
    int saved = errno;
    if (watch && result >= 0)
        watch(&seen);
    errno = saved;
    return result;
}

void faults_begin(enum fault fault, int at, int error)
{
    memset(&faults, 0, sizeof faults);
    faults.fault = fault;
    faults.at = at;
    faults.error = error;
    faults.on = true;
}

int faults_end(void)
{
    faults.on = false;
    return faults.calls;
}

const char *faults_log(void)
{
    return faults.log;
}

bool faults_strike(char letter)
{
    if (before.deed && before.letter == letter) {
        void (*deed)(void) = before.deed;
        before.deed = NULL; /* the task makes calls of its own */
        deed();
    }
    if (!faults.on)
        return false;
    if (faults.calls < LOG_ROOM - 1)
        faults.log[faults.calls] = letter;
    if (++faults.calls != faults.at)
        return false;
    if (faults.fault == FAULT_KILL || faults.fault == FAULT_TORN)
        raise(SIGKILL);
    errno = faults.error;
    return faults.fault == FAULT_ERROR;
}

int __real_openat(int folder, const char *name, int flags, ...);
int __wrap_openat(int folder, const char *name, int flags, ...);
int __wrap_openat(int folder, const char *name, int flags, ...)
{
    va_list list;
    va_start(list, flags);
    mode_t mode = flags & O_CREAT ? va_arg(list, mode_t) : 0;
    va_end(list);
    if (faults_strike('O'))
        return -1;
    int fd = __real_openat(folder, name, flags, mode);
    return flags & O_CREAT && fd >= 0
               ? (done(0, (struct faults_seen){.letter = 'O', .fd = folder, .name = name}), fd)
               : fd;
}

ssize_t __real_read(int fd, void *bytes, size_t size);
ssize_t __wrap_read(int fd, void *bytes, size_t size);
ssize_t __wrap_read(int fd, void *bytes, size_t size)
{
    return faults_strike('R') ? -1 : __real_read(fd, bytes, size);
}

ssize_t __real_pread(int fd, void *bytes, size_t size, off_t at);
ssize_t __wrap_pread(int fd, void *bytes, size_t size, off_t at);
ssize_t __wrap_pread(int fd, void *bytes, size_t size, off_t at)
{
    return faults_strike('R') ? -1 : __real_pread(fd, bytes, size, at);
}

/* True if the fault applies to this call. */
static bool is_next(void)
{
    return faults.on && faults.calls + 1 == faults.at;
}

static size_t cut(bool next, size_t size)
{
    return next && faults.fault == FAULT_SHORT && size > 1 ? size - 1 : size;
}

off_t __real_lseek(int fd, off_t offset, int whence);
ssize_t __real_write(int fd, const void *bytes, size_t size);
ssize_t __wrap_write(int fd, const void *bytes, size_t size);
ssize_t __wrap_write(int fd, const void *bytes, size_t size)
{
    bool next = is_next();
    if (next && faults.fault == FAULT_TORN && __real_write(fd, bytes, size / 2) < 0)
        return -1;
    if (faults_strike('W'))
        return -1;
    char *rotten = next && faults.fault == FAULT_ROT && size ? malloc(size) : NULL;
    if (rotten) {
        memcpy(rotten, bytes, size);
        rotten[size / 2] ^= 1;
    }
    ssize_t n = __real_write(fd, rotten ? rotten : bytes, cut(next, size));
    free(rotten);
    if (watch && n > 0)
        done(0, (struct faults_seen){.letter = 'W',
                                     .fd = fd,
                                     .bytes = bytes,
                                     .size = (size_t)n,
                                     .at = __real_lseek(fd, 0, SEEK_CUR) - n});
    return n;
}

ssize_t __real_pwrite(int fd, const void *bytes, size_t size, off_t at);
ssize_t __wrap_pwrite(int fd, const void *bytes, size_t size, off_t at);
ssize_t __wrap_pwrite(int fd, const void *bytes, size_t size, off_t at)
{
    bool next = is_next();
    if (next && faults.fault == FAULT_TORN && __real_pwrite(fd, bytes, size / 2, at) < 0)
        return -1;
    if (faults_strike('W'))
        return -1;
    ssize_t n = __real_pwrite(fd, bytes, cut(next, size), at);
    if (n > 0)
        done(0, (struct faults_seen){
                    .letter = 'W', .fd = fd, .bytes = bytes, .size = (size_t)n, .at = at});
    return n;
}

int __real_ftruncate(int fd, off_t size);
int __wrap_ftruncate(int fd, off_t size);
int __wrap_ftruncate(int fd, off_t size)
{
    return faults_strike('X') ? -1
                              : done(__real_ftruncate(fd, size),
                                     (struct faults_seen){.letter = 'X', .fd = fd, .at = size});
}

#ifdef HAVE_SYNCFS
int __real_syncfs(int fd);
int __wrap_syncfs(int fd);
int __wrap_syncfs(int fd)
{
    return faults_strike('F')
               ? -1
               : done(__real_syncfs(fd), (struct faults_seen){.letter = 'F', .fd = fd});
}
#endif

int __real_close(int fd);
int __wrap_close(int fd);
int __wrap_close(int fd)
{
    bool fails = faults_strike('C');
    int saved = errno, result = __real_close(fd); /* a close that fails has closed the file all the
                                                     same */
    errno = fails ? saved : errno;
    return fails ? -1 : result;
}

int __real_fsync(int fd);
int __wrap_fsync(int fd);
int __wrap_fsync(int fd)
{
    struct stat stat;
    bool folder = fstat(fd, &stat) == 0 && S_ISDIR(stat.st_mode);
    return faults_strike(folder ? 'D' : 'S')
               ? -1
               : done(__real_fsync(fd), (struct faults_seen){.letter = 'S', .fd = fd});
}

int __real_fdatasync(int fd);
int __wrap_fdatasync(int fd);
int __wrap_fdatasync(int fd)
{
    return faults_strike('S')
               ? -1
               : done(__real_fdatasync(fd), (struct faults_seen){.letter = 'S', .fd = fd});
}

int __real_linkat(int from, const char *name, int to, const char *other, int flags);
int __wrap_linkat(int from, const char *name, int to, const char *other, int flags);
int __wrap_linkat(int from, const char *name, int to, const char *other, int flags)
{
    return faults_strike('L') ? -1
                              : done(__real_linkat(from, name, to, other, flags),
                                     (struct faults_seen){'L', from, to, name, other, NULL, 0, 0});
}

int __real_renameat(int from, const char *name, int to, const char *other);
int __wrap_renameat(int from, const char *name, int to, const char *other);
int __wrap_renameat(int from, const char *name, int to, const char *other)
{
    return faults_strike('N') ? -1
                              : done(__real_renameat(from, name, to, other),
                                     (struct faults_seen){'N', from, to, name, other, NULL, 0, 0});
}

int __real_renameat2(int from, const char *name, int to, const char *other, unsigned flags);
int __wrap_renameat2(int from, const char *name, int to, const char *other, unsigned flags);
int __wrap_renameat2(int from, const char *name, int to, const char *other, unsigned flags)
{
    return faults_strike('N') ? -1
                              : done(__real_renameat2(from, name, to, other, flags),
                                     (struct faults_seen){'N', from, to, name, other, NULL, 0, 0});
}

int __real_unlinkat(int folder, const char *name, int flags);
int __wrap_unlinkat(int folder, const char *name, int flags);
int __wrap_unlinkat(int folder, const char *name, int flags)
{
    return faults_strike('U')
               ? -1
               : done(__real_unlinkat(folder, name, flags),
                      (struct faults_seen){.letter = 'U', .fd = folder, .name = name});
}

int __real_mkdirat(int folder, const char *name, mode_t mode);
int __wrap_mkdirat(int folder, const char *name, mode_t mode);
int __wrap_mkdirat(int folder, const char *name, mode_t mode)
{
    return faults_strike('M')
               ? -1
               : done(__real_mkdirat(folder, name, mode),
                      (struct faults_seen){.letter = 'M', .fd = folder, .name = name});
}

/* A path, which is reported as a name in its parent folder. */
int __real_mkdir(const char *path, mode_t mode);
int __wrap_mkdir(const char *path, mode_t mode);
int __wrap_mkdir(const char *path, mode_t mode)
{
    const char *slash = strrchr(path, '/');
    char *above = slash ? strndup(path, (size_t)(slash - path) + 1) : strdup(".");
    int fd = -1, result = faults_strike('M') ? -1 : __real_mkdir(path, mode), saved = errno;
    if (watch && result == 0 && above &&
        (fd = open(above, O_RDONLY | O_DIRECTORY | O_CLOEXEC)) >= 0)
        done(0, (struct faults_seen){.letter = 'M', .fd = fd, .name = slash ? slash + 1 : path});
    if (fd >= 0)
        __real_close(fd);
    free(above);
    errno = saved;
    return result;
}

int __real_fchmod(int fd, mode_t mode);
int __wrap_fchmod(int fd, mode_t mode);
int __wrap_fchmod(int fd, mode_t mode)
{
    return faults_strike('P') ? -1 : __real_fchmod(fd, mode);
}

int __real_fcntl(int fd, int command, ...);
int __wrap_fcntl(int fd, int command, ...);
int __wrap_fcntl(int fd, int command, ...)
{
    va_list list;
    va_start(list, command);
    void *argument = va_arg(list, void *);
    va_end(list);
    return faults_strike('K') ? -1 : __real_fcntl(fd, command, argument);
}

off_t __wrap_lseek(int fd, off_t offset, int whence);
off_t __wrap_lseek(int fd, off_t offset, int whence)
{
    return faults_strike('E') ? -1 : __real_lseek(fd, offset, whence);
}
