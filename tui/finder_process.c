/* finder_process.c - the search of cascades in a process of its own: see finder_process.h.
 *
 * The child writes lines: "p MOVES STATES" now and then, "f PLY" for what it found, "e END MOVES STATES" at the end. */
#include "config.h"
#include "tui/finder_process.h"

#include "archive/store.h"
#include "core/search.h"
#include "tui/ply_walk.h"
#include "tui/process_signals.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ALL_MOVES = 3, LINE_ROOM = 4100 };

/* ---------------------------------------------------------------- the child */

struct child {
    int fd, found;
    bool cascades_only;
    const struct position *position;
};

static bool say(const struct child *child, const char *line, size_t length)
{
    while (length) {
        ssize_t n = write(child->fd, line, length);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        line += n;
        length -= (size_t)n;
    }
    return true;
}

static int on_progress(int moves, size_t states, void *argument)
{
    char line[80];
    int n = snprintf(line, sizeof line, "p %d %zu\n", moves, states);
    return !say(argument, line, (size_t)n);
}

static int on_ply(const struct ply *ply, void *argument)
{
    struct child *child = argument;
    char line[LINE_ROOM] = "f ";
    if (child->cascades_only && ply_walk_members(ply) < 2)
        return 0;
    int n = child->position->rules->rules->format(child->position, ply, FORM_LONG, line + 2, sizeof line - 3);
    if (n < 0 || n > (int)sizeof line - 4)
        return 0;
    line[n + 2] = '\n';
    return !say(child, line, (size_t)n + 3) || ++child->found >= FINDER_PLIES_MAX;
}

static void search(struct child *child, const struct goal *goal, int moves)
{
    char line[80];
    struct cascade_result result = {.end = CASCADES_LIMIT, .looked = ALL_MOVES};
    if (goal) {
        struct cascade_search how = {moves, FINDER_STATES, on_progress, child};
        cascades_find(child->position, goal, &how, on_ply, child, &result);
    } else {
        struct limits limits = {.cascade = ALL_MOVES};
        child->cascades_only = true;
        if (search_plies(child->position, &limits, on_ply, child))
            result.end = CASCADES_CANCELLED;
    }
    int n = snprintf(line, sizeof line, "e %d %d %zu\n", (int)result.end, result.looked, result.states);
    say(child, line, (size_t)n);
}

/* ---------------------------------------------------------------- the parent */

int finder_process_start(struct finder_process *finder, const struct position *position, const struct goal *goal, int moves,
                         struct note *why)
{
    int fd[2];
    if (pipe(fd) < 0)
        return note_fail(why, FAIL_SYSTEM, -1, "the search cannot be started: %s", strerror(errno));
    pid_t pid = fork();
    if (pid == 0) {
        struct child child = {.fd = fd[1], .position = position};
        close(fd[0]);
        process_signals_by_default(); /* what would be done for the terminal is its parent's to do */
        stores_leave_locks();
        signal(SIGINT, SIG_IGN); /* the terminal's; this process is ended by its parent */
        search(&child, goal, moves);
        _exit(0);
    }
    close(fd[1]);
    if (pid < 0) {
        close(fd[0]);
        return note_fail(why, FAIL_SYSTEM, -1, "the search cannot be started: %s", strerror(errno));
    }
    fcntl(fd[0], F_SETFL, O_NONBLOCK);
    fcntl(fd[0], F_SETFD, FD_CLOEXEC);
    *finder = (struct finder_process){.pid = pid, .fd = fd[0]};
    return 0;
}

static void end_process(struct finder_process *finder)
{
    if (!finder->pid)
        return;
    kill(finder->pid, SIGKILL);
    while (waitpid(finder->pid, NULL, 0) < 0 && errno == EINTR)
        ;
    close(finder->fd);
    finder->pid = 0;
    finder->fd = -1;
}

void finder_process_stop(struct finder_process *finder)
{
    end_process(finder);
    free(finder->text);
    *finder = (struct finder_process){.fd = -1, .end = CASCADES_CANCELLED, .moves = finder->moves, .states = finder->states};
}

static void take_line(struct finder_process *finder, const char *line,
                      void (*each)(void *argument, const char *text), void *argument)
{
    if (line[0] == 'f' && line[1])
        each(argument, line + 2);
    else if (line[0] == 'p')
        sscanf(line, "p %d %ld", &finder->moves, &finder->states);
    else if (line[0] == 'e')
        finder->ended = sscanf(line, "e %d %d %ld", &finder->end, &finder->moves, &finder->states) == 3;
}

void finder_process_read(struct finder_process *finder, int milliseconds,
                         void (*each)(void *argument, const char *text), void *argument)
{
    struct pollfd wait = {.fd = finder->fd, .events = POLLIN};
    ssize_t n = 1;
    if (!finder->pid)
        return;
    poll(&wait, 1, milliseconds);
    while (n > 0) {
        finder->text = memory_room(finder->text, &finder->room, finder->used + LINE_ROOM, 1);
        n = read(finder->fd, finder->text + finder->used, LINE_ROOM - 1);
        if (n > 0)
            finder->used += (int)n;
        int from = 0;
        char *end;
        while (finder->used > from && (end = memchr(finder->text + from, '\n', (size_t)(finder->used - from)))) {
            *end = '\0';
            take_line(finder, finder->text + from, each, argument);
            from = (int)(end - finder->text) + 1;
        }
        memmove(finder->text, finder->text + from, (size_t)(finder->used - from));
        finder->used -= from;
    }
    if (n == 0 || finder->ended) { /* it is gone, or has nothing more to say */
        end_process(finder);
        if (!finder->ended)
            finder->end = CASCADES_CANCELLED;
        finder->ended = true;
    }
}
