/* engine_player.c - the engine at the table: see tui/workers/engine_player.h.
 *
 * The child sends pieces of one size: first PIECE_READY, when it may be hurried; then the long form
 * of its ply, cut into PIECE_TEXT and ended by PIECE_DONE; or PIECE_NONE. A SIGUSR1 hurries it. */
#include "config.h"
#include "tui/workers/engine_player.h"

#include "core/draft.h"
#include "core/engine/engine.h"
#include "core/engine/level.h"
#include "tui/workers/worker.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { TABLE_MEGABYTES = 16, PIECE_ROOM = 200 };

enum piece_kind { PIECE_READY, PIECE_TEXT, PIECE_DONE, PIECE_NONE };

struct answer_piece {
    int32_t kind, score, length;
    char text[PIECE_ROOM];
};

struct engine_seat {
    const struct ruleset *rules;
    struct background process;
    const struct position *start; /* borrowed until go() */
    const struct ply *ply;
    int plies;
    struct position now; /* whose ply is thought about */
    bool ready, hurry;   /* ready: the child listens to SIGUSR1 */
    char *text;          /* of the ply, as far as it has come */
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
    struct answer_piece piece = {.kind = PIECE_NONE, .score = result->score};
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
    struct engine_host host = {.now = engine_seat_time, .stop = &answer_now};
    struct engine_result result = {0};
    struct answer_piece ready = {.kind = PIECE_READY};
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
    /* the process ends: nothing needs to be freed */
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
    return background_start(&seat->process, engine_seat_think, &work, why);
}

static int engine_seat_fail(struct engine_seat *seat, struct note *why, const char *what)
{
    background_end(&seat->process, 0);
    return note_fail(why, FAIL_SYSTEM, -1, "%s", what);
}

static int engine_seat_answer(void *player, struct player_answer *out, struct note *why)
{
    struct engine_seat *seat = player;
    struct answer_piece piece;
    struct note said;
    int next;
    while ((next = background_next(&seat->process, &piece, sizeof piece)) > 0) {
        if (piece.kind == PIECE_READY) {
            seat->ready = true;
            if (seat->hurry)
                kill(seat->process.pid, SIGUSR1);
        } else if (piece.kind == PIECE_TEXT && piece.length > 0 && piece.length <= PIECE_ROOM) {
            seat->text = memory_room(seat->text, &seat->room, seat->used + piece.length + 1, 1);
            memcpy(seat->text + seat->used, piece.text, (size_t)piece.length);
            seat->used += piece.length;
            seat->text[seat->used] = '\0';
        } else if (piece.kind == PIECE_NONE) {
            background_end(&seat->process, 0);
            out->found = false;
            return 1;
        } else if (piece.kind == PIECE_DONE && seat->used) {
            if (seat->rules->rules->parse(&seat->now, seat->text, &out->ply, &said) < 0)
                return engine_seat_fail(seat, why, said.text);
            background_end(&seat->process, 0);
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
    seat->hurry = true;
    if (seat->ready && seat->process.pid > 0)
        kill(seat->process.pid, SIGUSR1);
}

static void engine_seat_stop(void *player)
{
    background_end(&((struct engine_seat *)player)->process, 0);
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
