/* index_process.c - see index_process.h. The child writes how far it is as two numbers; the last ones stand for the end. */
#include "config.h"
#include "tui/index_process.h"

#include "archive/index.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PORTION = 200, NICER = 10, NEWS = 2 };

static bool tell(int fd, int done, int total)
{
    int news[NEWS] = {done, total};
    ssize_t n;
    do
        n = write(fd, news, sizeof news);
    while (n < 0 && errno == EINTR);
    return n == sizeof news || (n < 0 && errno == EAGAIN);
}

/* Ends by itself when nobody listens any more. */
static void build(int fd, const char *path)
{
    struct store *store;
    struct index *index;
    int done = 0, total = 0;
    setpriority(PRIO_PROCESS, 0, NICER);
    if (store_open(&store, path, NULL, NULL) < 0)
        return;
    if (index_open(&index, store, true, NULL) == 0) {
        while (index_step(index, PORTION, &done, &total) && tell(fd, done, total))
            continue;
        index_close(index);
    }
    store_close(store);
}

void index_process_start(struct index_process *process, const char *path, struct store *store)
{
    int fd[2];
    *process = (struct index_process){.fd = -1};
    if (pipe(fd) < 0)
        return;
    pid_t pid = fork();
    if (pid == 0) {
        static const int defaults[] = {SIGHUP, SIGTERM, SIGPIPE, SIGWINCH, SIGTSTP, SIGCONT};
        for (size_t i = 0; i < sizeof defaults / sizeof *defaults; i++)
            signal(defaults[i], SIG_DFL);
        signal(SIGINT, SIG_IGN); /* the terminal's; this process is ended by its parent */
        close(fd[0]);
        store_close(store); /* its memory, not twice */
        build(fd[1], path);
        _exit(0);
    }
    close(fd[1]);
    if (pid < 0) {
        close(fd[0]);
        return;
    }
    fcntl(fd[0], F_SETFL, O_NONBLOCK);
    fcntl(fd[0], F_SETFD, FD_CLOEXEC);
    *process = (struct index_process){.pid = pid, .fd = fd[0]};
}

static void end_process(struct index_process *process)
{
    if (process->pid > 0) {
        kill(process->pid, SIGKILL);
        while (waitpid(process->pid, NULL, 0) < 0 && errno == EINTR)
            continue;
        close(process->fd);
    }
    process->pid = 0;
    process->fd = -1;
}

bool index_process_read(struct index_process *process)
{
    int news[NEWS];
    ssize_t n;
    if (!process->pid)
        return false;
    while ((n = read(process->fd, news, sizeof news)) == sizeof news) {
        process->done = news[0];
        process->total = news[1];
    }
    if (n != 0)
        return false;
    end_process(process);
    process->ended = true;
    return true;
}

void index_process_stop(struct index_process *process)
{
    end_process(process);
    *process = (struct index_process){.fd = -1};
}
