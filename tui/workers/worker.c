/* worker.c - starts background processes and other programs: see worker.h. */
#include "config.h"
#include "tui/workers/worker.h"

#include "archive/store/store.h"
#include "tui/system/process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { NICER = 10 };

/* Make this worker end when its parent does. On Linux the kernel sends it SIGTERM at once, so
 * that a worker which holds the index lock for seconds stops early. On other systems the worker
 * notices at its next write to the pipe. */
static void end_with(pid_t parent)
{
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGTERM);
#endif
    if (getppid() != parent)
        _exit(0);
}

/* Workers that were left to go on. */
enum { LEFT_MOST = 16 };
static pid_t left_behind[LEFT_MOST];
static int left_count;

static void left_reap(void)
{
    int kept = 0;
    for (int i = 0; i < left_count; i++)
        if (waitpid(left_behind[i], NULL, WNOHANG) == 0)
            left_behind[kept++] = left_behind[i];
    left_count = kept;
}

/* `niceness`: the niceness of the child; 0 means that of this process. */
static int start_at(struct background *background, int niceness,
                    void (*work)(int fd, void *argument), void *argument, struct note *why)
{
    int fd[2];
    *background = (struct background){.fd = -1};
    left_reap();
    if (pipe(fd) < 0)
        return note_fail(why, FAIL_SYSTEM, -1, "it cannot be started: %s", strerror(errno));
    pid_t parent = getpid(), pid = fork();
    if (pid == 0) {
        process_signals_by_default();
        end_with(parent);
        signal(SIGINT, SIG_IGN);  /* Ctrl-C is for the client, which then ends this process */
        signal(SIGXFSZ, SIG_IGN); /* this makes a write() beyond a file-size limit fail instead of
                                     killing the process */
        close(fd[0]);
        stores_leave_locks(); /* locks inherited from the parent must not outlive it */
        if (niceness)
            setpriority(PRIO_PROCESS, 0, niceness);
        work(fd[1], argument);
        _exit(0);
    }
    int error = errno;
    close(fd[1]);
    if (pid < 0) {
        close(fd[0]);
        return note_fail(why, FAIL_SYSTEM, -1, "it cannot be started: %s", strerror(error));
    }
    fcntl(fd[0], F_SETFL, O_NONBLOCK);
    fcntl(fd[0], F_SETFD, FD_CLOEXEC);
    *background = (struct background){.pid = pid, .fd = fd[0]};
    return 0;
}

int background_start(struct background *background, void (*work)(int fd, void *argument),
                     void *argument, struct note *why)
{
    return start_at(background, NICER, work, argument, why);
}

int background_start_foremost(struct background *background, void (*work)(int fd, void *argument),
                              void *argument, struct note *why)
{
    return start_at(background, 0, work, argument, why);
}

bool background_tell(int fd, const void *news, size_t size)
{
    for (const char *at = news; size;) {
        ssize_t n = write(fd, at, size);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        at += n;
        size -= (size_t)n;
    }
    return true;
}

int background_next(struct background *background, void *news, size_t size)
{
    ssize_t n;
    if (!background->pid)
        return -1;
    do
        n = read(background->fd, news, size);
    while (n < 0 && errno == EINTR);
    if (n == (ssize_t)size)
        return 1;
    if (n < 0 && errno == EAGAIN)
        return 0;
    background_end(background, 0);
    return -1;
}

int background_wait(struct background *background, void *news, size_t size)
{
    struct pollfd pipe = {.fd = background->fd, .events = POLLIN};
    int next;
    while ((next = background_next(background, news, size)) == 0)
        poll(&pipe, 1, -1);
    return next;
}

void background_ask(const struct background *background)
{
    if (background->pid > 0)
        kill(background->pid, SIGTERM);
}

/* Wait until the worker closes its end of the pipe, which happens when it ends. */
static void worker_wait_for(const struct background *background, int milliseconds)
{
    enum { STEP = 20 };
    char news[512];
    for (int waited = 0; waited < milliseconds; waited += STEP) {
        struct pollfd pipe = {.fd = background->fd, .events = POLLIN};
        poll(&pipe, 1, STEP);
        ssize_t n = pipe.revents ? read(background->fd, news, sizeof news) : -1;
        if (n == 0)
            return;
    }
}

void background_end(struct background *background, int milliseconds)
{
    if (background->pid > 0) {
        if (milliseconds > 0) {
            background_ask(background);
            worker_wait_for(background, milliseconds);
        }
        kill(background->pid, SIGKILL);
        while (waitpid(background->pid, NULL, 0) < 0 && errno == EINTR)
            continue;
        close(background->fd);
    }
    *background = (struct background){.fd = -1};
}

void background_close_others(int fd)
{
    enum { FILES_MOST = 1024 };
    for (int other = STDERR_FILENO + 1; other < FILES_MOST; other++)
        if (other != fd)
            close(other);
    int null = open("/dev/null", O_RDWR);
    for (int standard = STDIN_FILENO; null >= 0 && standard <= STDERR_FILENO; standard++)
        dup2(null, standard);
    if (null > STDERR_FILENO)
        close(null);
}

void background_outlive(void)
{
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, 0);
#endif
    setsid();
    signal(SIGHUP, SIG_IGN);
    signal(SIGPIPE, SIG_IGN);
}

void background_leave(struct background *background)
{
    left_reap();
    if (background->pid > 0 && left_count == LEFT_MOST) {
        background_end(background, 0);
    } else if (background->pid > 0) {
        left_behind[left_count++] = background->pid;
        close(background->fd);
    }
    *background = (struct background){.fd = -1};
}

/* -----------------------------------------------------------------------------------------------------
 * programs */

extern char **environ;

int program_start(const char *command, char *last, int input, pid_t *pid)
{
    char *word[PROGRAM_WORDS_MOST + 2], *left, *text = memory_text(command);
    posix_spawn_file_actions_t files;
    posix_spawnattr_t how;
    sigset_t all, none;
    int words = 0, error = 0;
    for (char *one = strtok_r(text, " ", &left); one && !error; one = strtok_r(NULL, " ", &left))
        if (words < PROGRAM_WORDS_MOST)
            word[words++] = one;
        else
            error = E2BIG;
    if (!error && !words)
        error = ENOENT;
    word[words] = last;
    word[words + 1] = NULL;
    sigfillset(&all);
    sigemptyset(&none);
    posix_spawn_file_actions_init(&files);
    posix_spawnattr_init(&how);
    posix_spawnattr_setsigdefault(&how, &all);
    posix_spawnattr_setsigmask(&how, &none);
    posix_spawnattr_setflags(&how, (short)(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK |
                                           (input < 0 ? 0 : POSIX_SPAWN_SETSID)));
    if (input >= 0) { /* the program must not read from the client's terminal */
        posix_spawn_file_actions_adddup2(&files, input, STDIN_FILENO);
        for (int fd = STDOUT_FILENO; fd <= STDERR_FILENO; fd++)
            posix_spawn_file_actions_addopen(&files, fd, "/dev/null", O_RDWR, 0);
    }
    if (!error)
        error = posix_spawnp(pid, word[0], &files, &how, word, environ);
    posix_spawnattr_destroy(&how);
    posix_spawn_file_actions_destroy(&files);
    free(text);
    return error;
}
