/* cascade_worker.c - searches for cascades in a process of its own: see
 * cascade_worker.h.
 *
 * The child writes lines: "p MOVES STATES" for progress, "f PLY" for each result, and "e END MOVES
 * STATES" at the end. */
#include "config.h"
#include "tui/workers/cascade_worker.h"

#include "core/enumerate.h"
#include "tui/session/ply_text.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ALL_MOVES = 3, LINE_ROOM = 4100 };

/* ---------------------------------------------------------------- the child */

struct cascade_worker_work {
    const struct position *position;
    const struct goal *goal; /* the goal; NULL to list all cascades */
    int moves;
};

struct cascade_worker_child {
    int fd, found;
    bool cascades_only;
    const struct position *position;
};

static int cascade_worker_on_progress(int moves, size_t states, void *argument)
{
    char line[80];
    int n = snprintf(line, sizeof line, "p %d %zu\n", moves, states);
    return !background_tell(((struct cascade_worker_child *)argument)->fd, line, (size_t)n);
}

static int on_ply(const struct ply *ply, void *argument)
{
    struct cascade_worker_child *child = argument;
    char line[LINE_ROOM] = "f ";
    if (child->cascades_only && ply_walk_members(ply) < 2)
        return 0;
    int n = child->position->rules->rules->format(child->position, ply, FORM_LONG, line + 2,
                                                  sizeof line - 3);
    if (n < 0 || n > (int)sizeof line - 4)
        return 0;
    line[n + 2] = '\n';
    return !background_tell(child->fd, line, (size_t)n + 3) || ++child->found >= FINDER_PLIES_MAX;
}

static void cascade_worker_search(int fd, void *argument)
{
    const struct cascade_worker_work *work = argument;
    struct cascade_worker_child child = {.fd = fd, .position = work->position};
    char line[80];
    struct cascade_result result = {.end = CASCADES_LIMIT, .looked = ALL_MOVES};
    if (work->goal) {
        struct cascade_search how = {work->moves, FINDER_STATES, cascade_worker_on_progress,
                                     &child};
        cascades_find(child.position, work->goal, &how, on_ply, &child, &result);
    } else {
        struct limits limits = {.cascade = ALL_MOVES};
        child.cascades_only = true;
        if (search_plies(child.position, &limits, on_ply, &child))
            result.end = CASCADES_CANCELLED;
    }
    int n =
        snprintf(line, sizeof line, "e %d %d %zu\n", (int)result.end, result.looked, result.states);
    background_tell(fd, line, (size_t)n);
}

/* ---------------------------------------------------------------- the parent */

int finder_process_start(struct finder_process *finder, const struct position *position,
                         const struct goal *goal, int moves, struct note *why)
{
    *finder = (struct finder_process){.process.fd = -1};
    return background_start(&finder->process, cascade_worker_search,
                            &(struct cascade_worker_work){position, goal, moves}, why);
}

void finder_process_stop(struct finder_process *finder)
{
    background_end(&finder->process, 0);
    free(finder->text);
    *finder = (struct finder_process){.process.fd = -1,
                                      .end = CASCADES_CANCELLED,
                                      .moves = finder->moves,
                                      .states = finder->states};
}

static void cascade_worker_take_line(struct finder_process *finder, const char *line,
                                     void (*each)(void *argument, const char *text), void *argument)
{
    if (line[0] == 'f' && line[1])
        each(argument, line + 2);
    else if (line[0] == 'p')
        sscanf(line, "p %d %ld", &finder->moves, &finder->states);
    else if (line[0] == 'e')
        finder->ended =
            sscanf(line, "e %d %d %ld", &finder->end, &finder->moves, &finder->states) == 3;
}

void finder_process_read(struct finder_process *finder, int milliseconds,
                         void (*each)(void *argument, const char *text), void *argument)
{
    struct pollfd wait = {.fd = finder->process.fd, .events = POLLIN};
    ssize_t n = 1;
    if (!finder->process.pid)
        return;
    poll(&wait, 1, milliseconds);
    while (n > 0) {
        finder->text = memory_room(finder->text, &finder->room, finder->used + LINE_ROOM, 1);
        n = read(finder->process.fd, finder->text + finder->used, LINE_ROOM - 1);
        if (n > 0)
            finder->used += (int)n;
        int from = 0;
        char *end;
        while (finder->used > from &&
               (end = memchr(finder->text + from, '\n', (size_t)(finder->used - from)))) {
            *end = '\0';
            cascade_worker_take_line(finder, finder->text + from, each, argument);
            from = (int)(end - finder->text) + 1;
        }
        memmove(finder->text, finder->text + from, (size_t)(finder->used - from));
        finder->used -= from;
    }
    if (n == 0 || finder->ended) { /* the child has died or finished */
        background_end(&finder->process, 0);
        if (!finder->ended)
            finder->end = CASCADES_CANCELLED;
        finder->ended = true;
    }
}
