/* engine_player.c - the engine as a player: see engine_player.h.
 *
 *  The child sends messages of one size: first PIECE_READY, when it can be hurried; then the
 *  long form of its ply, cut into PIECE_TEXT messages and ended by PIECE_DONE; or PIECE_NONE.
 *  SIGUSR1 tells it to move at once. */
#include "config.h"
#include "tui/workers/engine_player.h"

#include "core/draft.h"
#include "core/engine/engine.h"
#include "core/engine/level.h"
#include "core/position_text.h"
#include "tui/system/endgame_files.h"
#include "tui/system/sandbox.h"
#include "tui/workers/worker.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { TABLE_MEGABYTES = 16, PIECE_ROOM = 200 };

enum piece_kind { PIECE_READY, PIECE_TEXT, PIECE_DONE, PIECE_NONE };

struct answer_piece {
    int32_t kind, score, length, task;
    char text[PIECE_ROOM];
};

struct engine_seat {
    const struct ruleset *rules;
    struct background process;
    const struct position *start; /* the start position of the game, borrowed until go() */
    const struct ply *ply;
    int plies;
    struct position now; /* the position in which the engine is to move */
    bool ready, hurry;   /* ready: the child listens to SIGUSR1. hurry: it must move at once */
    int32_t task; /* number of this seat's request to the session's engine process; 0: the seat has
                     its own process */
    char *text;   /* the part of the ply's text received so far */
    int used, room;
};

/* ---------------------------------------------------------------- the child */

static atomic_bool answer_now;

static void engine_seat_hurried(int number)
{
    (void)number;
    atomic_store(&answer_now, true);
}

static int64_t engine_seat_time(void *argument)
{
    struct timespec now;
    (void)argument;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

struct engine_seat_work {
    const struct engine_seat *seat;
    const struct player_limits *limits;
};

static void engine_seat_tell(int fd, const struct engine_seat *seat,
                             const struct engine_result *result)
{
    enum { ROOM = 1 << 16 };
    struct answer_piece piece = {.kind = PIECE_NONE, .score = result->score, .task = seat->task};
    char *text = memory_new(ROOM, 1);
    int length = result->found
                     ? seat->rules->rules->format(&seat->now, &result->best, FORM_LONG, text, ROOM)
                     : 0;
    for (int at = 0; length < ROOM && at < length; at += piece.length) {
        piece.kind = PIECE_TEXT;
        piece.length = length - at < PIECE_ROOM ? length - at : PIECE_ROOM;
        memcpy(piece.text, text + at, (size_t)piece.length);
        background_tell(fd, &piece, sizeof piece);
    }
    piece.kind = piece.kind == PIECE_TEXT ? PIECE_DONE : PIECE_NONE;
    background_tell(fd, &piece, sizeof piece);
    free(text);
}

static void engine_seat_think(int fd, void *argument)
{
    const struct engine_seat_work *work = argument;
    const struct engine_seat *seat = work->seat;
    const struct player_limits *given = work->limits;
    struct engine_limits limits = {.seed = given->seed};
    struct engine_host host = {.now = engine_seat_time,
                               .stop = &answer_now,
                               .fetch = endgame_files_fetch,
                               .keep = endgame_files_keep};
    struct engine_result result = {0};
    struct answer_piece ready = {.kind = PIECE_READY, .task = seat->task};
    signal(SIGUSR1, engine_seat_hurried);
    background_tell(fd, &ready, sizeof ready);
    struct engine *engine = engine_new(seat->rules, TABLE_MEGABYTES, NULL, NULL);
    bool clock = given->time[seat->now.side] > 0;
    limits.movetime = clock ? 0 : given->most;
    memcpy(limits.time, given->time, sizeof limits.time);
    memcpy(limits.increment, given->increment, sizeof limits.increment);
    level_limit(given->level, seat->rules, &limits);
    engine_position(engine, seat->start, seat->ply, seat->plies);
    engine_think(engine, &limits, &host, &result);
    engine_seat_tell(fd, seat, &result);
    engine_result_free(&result);
    engine_free(engine);
}

/* ---------------------------------------------------------------- the kept process
 *
 *  A session that may start no more processes keeps one, which has no copy of the game. So a
 *  request describes the game: a head, then lines "v VARIANT", "o NAME=VALUE", "s POSITION", "p
 *  PLY". */

struct request_head {
    int32_t task, length; /* task: number of the request. length: bytes of the lines that follow */
    struct player_limits limits;
};

enum { REQUEST_MOST = 1 << 20, REQUEST_SETTINGS = 32 };

static struct {
    struct background process;
    int requests; /* write end of the pipe for requests; -1: the session keeps no engine process */
    bool broken;  /* no more requests are sent, because one was too long or was not written whole */
    int32_t task; /* number of the last request */
    const struct engine_seat *owner; /* the seat that waits for an answer; NULL: none */
} kept = {.process.fd = -1, .requests = -1};

static bool kept_read(int fd, void *out, size_t size)
{
    for (char *at = out; size;) {
        ssize_t n = read(fd, at, size);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        at += n;
        size -= (size_t)n;
    }
    return true;
}

/* Read the position and the plies of a request; false if a line cannot be read. */
static bool kept_play(struct engine_seat *seat, struct position *start, struct ply *ply,
                      char *lines)
{
    struct position before;
    struct note why;
    bool good = true;
    for (char *line = lines, *end; good && (end = strchr(line, '\n')); line = end + 1) {
        *end = '\0';
        if (*line == 's') {
            good = seat->rules->rules->read(seat->rules, line + 2, start, &why) == 0;
            if (good)
                position_copy(&seat->now, start);
        } else if (*line == 'p') {
            position_copy(&before, &seat->now);
            good = seat->rules->rules->parse(&before, line + 2, &ply[seat->plies], &why) == 0;
            if (good)
                ply_play(&before, &ply[seat->plies++], &seat->now);
        }
    }
    return good;
}

static void kept_answer(int fd, const struct request_head *head, char *lines)
{
    struct setting setting[REQUEST_SETTINGS];
    struct engine_seat *seat = memory_new(1, sizeof *seat);
    struct position *start = memory_new(1, sizeof *start);
    struct ply *ply = memory_new((size_t)head->length / 3 + 1, sizeof *ply); /* a ply is a line of 3
                                                                                or more bytes */
    struct ruleset *rules = NULL;
    int settings = 0;
    char *line = lines, *end;
    const char *id = "";
    for (; (end = strchr(line, '\n')) && (*line == 'v' || *line == 'o'); line = end + 1) {
        char *equals = strchr(line, '=');
        *end = '\0';
        if (*line == 'v') {
            id = line + 2;
        } else if (equals && equals < end && settings < REQUEST_SETTINGS) {
            *equals = '\0';
            setting[settings++] = (struct setting){line + 2, equals + 1};
        }
    }
    *seat = (struct engine_seat){.task = head->task, .start = start, .ply = ply};
    bool good = ruleset_open(&rules, id, setting, settings, NULL) == 0;
    seat->rules = rules;
    if (good && kept_play(seat, start, ply, line)) {
        engine_seat_think(fd, &(struct engine_seat_work){seat, &head->limits});
    } else {
        struct answer_piece none = {.kind = PIECE_NONE, .task = head->task};
        background_tell(fd, &none, sizeof none);
    }
    for (int i = 0; i < seat->plies; i++)
        ply_free(&ply[i]);
    free(ply);
    if (good)
        ruleset_free(rules);
    free(start);
    free(seat);
}

static void kept_serve(int fd, void *argument)
{
    int *requests = argument, null = open("/dev/null", O_RDWR);
    struct request_head head;
    close(requests[1]);
    for (int i = 0; i <= STDERR_FILENO && null >= 0; i++)
        dup2(null, i); /* standard streams go to /dev/null, since the terminal belongs to the
                          session */
    signal(SIGUSR1, engine_seat_hurried);
    confine_process();
    while (kept_read(requests[0], &head, sizeof head) && head.length >= 0 &&
           head.length < REQUEST_MOST) {
        char *lines = memory_new((size_t)head.length + 1, 1);
        struct pollfd next = {.fd = requests[0], .events = POLLIN};
        if (!kept_read(requests[0], lines, (size_t)head.length))
            return;
        atomic_store(&answer_now, false);
        if (poll(&next, 1, 0) <= 0) /* if a newer request is waiting, this one was given up
                                       meanwhile */
            kept_answer(fd, &head, lines);
        free(lines);
    }
}

void engine_player_keep(void)
{
    int requests[2];
    struct note why;
    if (kept.requests >= 0 || pipe(requests) < 0)
        return;
    if (background_start(&kept.process, kept_serve, requests, &why) < 0) {
        close(requests[1]);
    } else {
        kept.requests = requests[1];
        fcntl(kept.requests, F_SETFD, FD_CLOEXEC);
        fcntl(kept.requests, F_SETFL, O_NONBLOCK);
    }
    close(requests[0]);
}

/* Write the game of a seat as the lines of a request; the caller frees them. */
static char *kept_lines(const struct engine_seat *seat, int32_t *length)
{
    enum { ROOM = 1 << 16 };
    const struct rules *rules = seat->rules->rules;
    char *text = NULL, *form = memory_new(ROOM, 1);
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    struct position *now = memory_new(2, sizeof *now);
    if (!out)
        memory_exhausted();
    fprintf(out, "v %s\n", seat->rules->id);
    for (int i = 0; i < seat->rules->settings; i++)
        fprintf(out, "o %s=%s\n", seat->rules->setting[i].name, seat->rules->setting[i].value);
    rules->write(seat->start, form, ROOM);
    fprintf(out, "s %s\n", form);
    position_copy(&now[0], seat->start);
    for (int i = 0; i < seat->plies; i++) {
        rules->format(&now[0], &seat->ply[i], FORM_LONG, form, ROOM);
        fprintf(out, "p %s\n", form);
        ply_play(&now[0], &seat->ply[i], &now[1]);
        position_copy(&now[0], &now[1]);
    }
    free(now);
    free(form);
    fclose(out);
    *length = (int32_t)size;
    return text;
}

static int kept_go(struct engine_seat *seat, const struct player_limits *limits, struct note *why)
{
    if (kept.owner && kept.owner != seat)
        return note_fail(why, FAIL_BUSY, -1,
                         "the engine is busy with another game of this session");
    struct request_head head = {.task = ++kept.task, .limits = *limits};
    char *lines = kept_lines(seat, &head.length);
    kept.broken = kept.broken || head.length >= REQUEST_MOST ||
                  !background_tell(kept.requests, &head, sizeof head) ||
                  !background_tell(kept.requests, lines, (size_t)head.length);
    free(lines);
    if (kept.broken)
        return note_fail(why, FAIL_SYSTEM, -1, "the engine process of this session has ended");
    seat->task = head.task;
    kept.owner = seat;
    return 0;
}

/* Call this when a seat no longer waits for an answer. `answered`: the process has answered. */
static void engine_seat_rests(struct engine_seat *seat, bool answered)
{
    if (!seat->task) {
        background_end(&seat->process, 0);
        return;
    }
    if (kept.owner == seat && kept.process.pid > 0 && !answered)
        kill(kept.process.pid, SIGUSR1); /* hurry the process; its answer will be ignored */
    if (kept.owner == seat)
        kept.owner = NULL;
    seat->task = 0;
}

/* ---------------------------------------------------------------- the parent */

static int engine_seat_start(const struct ruleset *rules, void **player, struct note *why)
{
    struct engine_seat *seat = memory_new(1, sizeof *seat);
    (void)why;
    seat->rules = rules;
    seat->process.fd = -1;
    *player = seat;
    return 0;
}

static void engine_seat_position(void *player, const struct position *start, const struct ply *ply,
                                 int plies)
{
    struct engine_seat *seat = player;
    struct position before;
    seat->start = start;
    seat->ply = ply;
    seat->plies = plies;
    position_copy(&seat->now, start);
    for (int i = 0; i < plies; i++) {
        position_copy(&before, &seat->now);
        ply_play(&before, &ply[i], &seat->now);
    }
}

static int engine_seat_go(void *player, const struct player_limits *limits, struct note *why)
{
    struct engine_seat *seat = player;
    struct engine_seat_work work = {seat, limits};
    seat->ready = seat->hurry = false;
    seat->used = 0;
    if (kept.requests >= 0)
        return kept_go(seat, limits, why);
    return background_start(&seat->process, engine_seat_think, &work, why);
}

static int engine_seat_fail(struct engine_seat *seat, struct note *why, const char *what)
{
    engine_seat_rests(seat, true);
    return note_fail(why, FAIL_SYSTEM, -1, "%s", what);
}

static int engine_seat_answer(void *player, struct player_answer *out, struct note *why)
{
    struct engine_seat *seat = player;
    struct answer_piece piece;
    struct note said;
    struct background *process = seat->task ? &kept.process : &seat->process;
    int next;
    while ((next = background_next(process, &piece, sizeof piece)) > 0) {
        if (piece.task != seat->task)
            continue; /* this message belongs to a ply that was given up */
        if (piece.kind == PIECE_READY) {
            seat->ready = true;
            if (seat->hurry)
                kill(process->pid, SIGUSR1);
        } else if (piece.kind == PIECE_TEXT && piece.length > 0 && piece.length <= PIECE_ROOM) {
            seat->text = memory_room(seat->text, &seat->room, seat->used + piece.length + 1, 1);
            memcpy(seat->text + seat->used, piece.text, (size_t)piece.length);
            seat->used += piece.length;
            seat->text[seat->used] = '\0';
        } else if (piece.kind == PIECE_NONE) {
            engine_seat_rests(seat, true);
            out->found = false;
            return 1;
        } else if (piece.kind == PIECE_DONE && seat->used) {
            if (seat->rules->rules->parse(&seat->now, seat->text, &out->ply, &said) < 0)
                return engine_seat_fail(seat, why, said.text);
            engine_seat_rests(seat, true);
            out->found = true;
            out->score = piece.score;
            return 1;
        }
    }
    return next < 0 ? engine_seat_fail(seat, why, "its process has ended without an answer") : 0;
}

static void engine_seat_hurry(void *player)
{
    struct engine_seat *seat = player;
    pid_t pid = seat->task ? kept.process.pid : seat->process.pid;
    seat->hurry = true;
    if (seat->ready && pid > 0)
        kill(pid, SIGUSR1);
}

static void engine_seat_stop(void *player)
{
    engine_seat_rests(player, false);
}

static void engine_seat_end(void *player)
{
    struct engine_seat *seat = player;
    engine_seat_stop(seat);
    free(seat->text);
    free(seat);
}

const struct player_ops engine_player = {
    .start = engine_seat_start,
    .position = engine_seat_position,
    .go = engine_seat_go,
    .answer = engine_seat_answer,
    .hurry = engine_seat_hurry,
    .stop = engine_seat_stop,
    .end = engine_seat_end,
};
