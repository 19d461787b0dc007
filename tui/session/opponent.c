/* opponent.c - the computer as a player: see opponent.h. */
#include "config.h"
#include "tui/session/opponent.h"

#include "core/engine/engine.h"
#include "core/engine/level.h"
#include "core/util/ascii.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LOOK_EVERY = 40, /* milliseconds between two checks for the answer */
    /* Least milliseconds for a ply if the computer has all seats, so that the game can be
     * watched. */
    PACE = 1000,
    /* If the computer exceeds its time limit by this many milliseconds, it must move at once; after
     * as many milliseconds more it counts as failed. The margin is this large because the host may
     * be busy. */
    MARGIN = 10000,
    RESIGN_LEVEL = 4, /* Lowest level at which the computer resigns; beginners want to give mate. */
    /* The computer resigns if it is ten Pawns behind after RESIGN_PLIES of its plies in a row. */
    RESIGN_SCORE = 1000,
    RESIGN_PLIES = 4, /* number of the computer's plies in a row with a lost score */
    DRAW_PLIES = 20   /* the computer declines a draw before this many plies have been played */
};

/* ---- names ---- */

static const char name_begins[] = "Computer (level ";

void computer_name(int level, char out[COMPUTER_NAME_ROOM])
{
    snprintf(out, COMPUTER_NAME_ROOM, "%s%d)", name_begins, level);
}

int computer_level(const char *name)
{
    char *end;
    if (strncmp(name, name_begins, sizeof name_begins - 1) != 0 ||
        !isdigit((unsigned char)name[sizeof name_begins - 1]))
        return 0;
    long level = strtol(name + sizeof name_begins - 1, &end, 10);
    return !strcmp(end, ")") && level >= LEVEL_LEAST && level <= LEVEL_MOST ? (int)level : 0;
}

int computer_typed(const char *typed, char *out, size_t size, struct note *why)
{
    static const char word[] = "computer";
    const char *rest = typed + sizeof word - 1;
    char name[COMPUTER_NAME_ROOM], *end;
    long level = COMPUTER_LEVEL_USUAL;
    if (ascii_ncasecmp(typed, word, sizeof word - 1) != 0 || (*rest && *rest != ':')) {
        snprintf(out, size, "%s", typed);
        return computer_level(typed);
    }
    if (*rest) {
        bool digit = isdigit((unsigned char)rest[1]);
        level = digit ? strtol(rest + 1, &end, 10) : 0;
        if (!digit || *end || level < LEVEL_LEAST || level > LEVEL_MOST)
            return note_fail(
                why, FAIL_TEXT, (int)(rest + 1 - typed),
                "the computer has no level '%.20s': levels go from %d (beginner) to %d (strongest), as in black=computer:4",
                rest + 1, LEVEL_LEAST, LEVEL_MOST);
    }
    computer_name((int)level, name);
    snprintf(out, size, "%s", name);
    return (int)level;
}

/* ---- seats ---- */

void opponent_seats(struct opponent *opponent, const struct record *record)
{
    static const char letters[SIDES_MAX] = {'w', 'b', 'r'};
    for (int side = 0; side < SIDES_MAX; side++)
        opponent->level[side] = opponent->rules && side < opponent->rules->sides
                                    ? computer_level(record_player(record, letters[side]))
                                    : 0;
}

void opponent_begin(struct opponent *opponent, const struct player_ops *ops,
                    const struct ruleset *rules, const struct record *record)
{
    *opponent = (struct opponent){.ops = ops, .rules = rules};
    opponent_seats(opponent, record);
}

static void opponent_forget(struct opponent *opponent)
{
    if (opponent->player && opponent->state == OPPONENT_THINKING && !opponent->answered)
        opponent->ops->stop(opponent->player);
    ply_free(&opponent->answer.ply);
    opponent->answer = (struct player_answer){0};
    opponent->answered = opponent->hurried = false;
    opponent->state = OPPONENT_IDLE;
}

void opponent_end(struct opponent *opponent)
{
    opponent_forget(opponent);
    if (opponent->player)
        opponent->ops->end(opponent->player);
    *opponent = (struct opponent){0};
}

bool opponent_plays(const struct opponent *opponent)
{
    return opponent->level[0] || opponent->level[1] || opponent->level[2];
}

bool opponent_plays_all(const struct opponent *opponent)
{
    for (int side = 0; opponent->rules && side < opponent->rules->sides; side++)
        if (!opponent->level[side])
            return false;
    return opponent->rules != NULL;
}

bool opponent_has(const struct opponent *opponent, int side)
{
    return side >= 0 && side < SIDES_MAX && opponent->level[side] && !opponent->paused &&
           opponent->state != OPPONENT_FAILED;
}

const char *opponent_status(const struct opponent *opponent)
{
    return opponent->state == OPPONENT_THINKING && !opponent->answered ? "the computer thinks"
           : opponent->state == OPPONENT_THINKING && !opponent_plays_all(opponent)
               ? "the computer has found its ply"
           : opponent->paused && opponent_plays(opponent) ? "the computer pauses"
                                                          : "";
}

int opponent_person(const struct opponent *opponent, int to_move)
{
    if (to_move < 0 || to_move >= SIDES_MAX || !opponent->rules)
        return NOBODY;
    if (!opponent->level[to_move])
        return to_move;
    return opponent->rules->sides == 2 && !opponent->level[!to_move] ? !to_move : NOBODY;
}

/* ---- thinking ---- */

/* A hash of the game: the plies of its main line, how many events each ply has (such as a side
 * leaving), and the score. */
static uint64_t opponent_digest(const struct record *record)
{
    uint64_t digest = hash_text(HASH_START, record_text(record, "result.score"));
    for (int i = 0; i < record->moves.n; i++) {
        const struct node *node = &record->moves.v[i];
        const struct value *events = node->notes ? value_at(&node->notes->other, "events") : NULL;
        digest = hash_text(digest, node->text);
        digest = hash_mix(digest + (uint64_t)(events ? events->n : 0));
    }
    return hash_mix(digest + (uint64_t)record->moves.n);
}

/* Milliseconds for a ply of a game without clocks. Only the upper levels need them. */
static int64_t opponent_time(int level)
{
    return level < 6 ? 1000 : level < 9 ? 2000 : level < LEVEL_MOST ? 3000 : 5000;
}

/* Compute the time limits for the computer's ply. Returns after how many milliseconds it is
 * late. */
static int64_t opponent_limits(const struct opponent *opponent, const struct opponent_game *game,
                               int64_t now, struct player_limits *limits)
{
    *limits = (struct player_limits){.level = opponent->level[opponent->side],
                                     .most = opponent_time(opponent->level[opponent->side]),
                                     .seed = opponent->about ^ (uint64_t)now};
    if (!game->clock->control.base)
        return limits->most;
    for (int side = 0; side < opponent->rules->sides; side++) {
        int64_t left = keyboard_clock_left(game->clock, side, now);
        limits->time[side] = left > 0 ? left : 1;
        limits->increment[side] = game->clock->control.inc;
    }
    return limits->time[opponent->side];
}

static enum opponent_deed_kind opponent_breaks(struct opponent *opponent,
                                               struct opponent_deed *deed, const char *why)
{
    opponent_forget(opponent);
    opponent->state = OPPONENT_FAILED;
    deed->kind = OPPONENT_BROKE;
    note_set(&deed->why, -1, "the computer cannot move: %s", why);
    return deed->kind;
}

static enum opponent_deed_kind opponent_think(struct opponent *opponent,
                                              const struct opponent_game *game, int64_t now,
                                              struct opponent_deed *deed)
{
    const struct track *track = game->track;
    struct player_limits limits;
    struct note why = {.offset = -1};
    const struct position *start;
    int64_t time = opponent_limits(opponent, game, now, &limits);
    int status =
        opponent->player ? 0 : opponent->ops->start(opponent->rules, &opponent->player, &why);
    if (status == 0) {
        int plies = track_game(track, &start);
        opponent->ops->position(opponent->player, start, track->ply, plies);
        status = opponent->ops->go(opponent->player, &limits, &why);
    }
    if (status < 0)
        return opponent_breaks(opponent, deed, why.text);
    ply_free(&opponent->answer.ply); /* free the answer of the computer's last turn */
    opponent->answer = (struct player_answer){0};
    opponent->state = OPPONENT_THINKING;
    opponent->since = now;
    opponent->late = now + time + MARGIN;
    opponent->dead = opponent->late + MARGIN;
    return OPPONENT_NOTHING;
}

/* Handle that it is the computer's turn: start to think, or act. */
static enum opponent_deed_kind opponent_turn(struct opponent *opponent,
                                             const struct opponent_game *game, int64_t now,
                                             struct opponent_deed *deed)
{
    int side = game->track->now.side;
    opponent->side = deed->side = side;
    if (track_verdict(game->track)->claims && opponent->scored[side] && opponent->score[side] <= 0)
        return deed->kind = OPPONENT_CLAIMS;
    return opponent_think(opponent, game, now, deed);
}

static void opponent_take_score(struct opponent *opponent)
{
    int side = opponent->side, score = opponent->answer.score;
    opponent->scored[side] = true;
    opponent->score[side] = score;
    opponent->lost[side] = score <= -RESIGN_SCORE ? opponent->lost[side] + 1 : 0;
}

/* Check whether the computer has decided. */
static enum opponent_deed_kind opponent_look(struct opponent *opponent, int64_t now,
                                             struct opponent_deed *deed)
{
    struct note why = {.offset = -1};
    int status = opponent->ops->answer(opponent->player, &opponent->answer, &why);
    if (status < 0) {
        opponent->answered = true; /* the player has stopped by itself */
        return opponent_breaks(opponent, deed, why.text);
    }
    if (status > 0 && !opponent->answer.found) {
        opponent->answered = true;
        return opponent_breaks(opponent, deed, "it found no ply");
    }
    if (status > 0) {
        opponent->answered = true;
        opponent_take_score(opponent);
        return OPPONENT_NOTHING;
    }
    if (now >= opponent->dead)
        return opponent_breaks(opponent, deed, "it did not answer in time");
    if (now >= opponent->late)
        opponent_hurry(opponent);
    return OPPONENT_NOTHING;
}

enum opponent_deed_kind opponent_step(struct opponent *opponent, const struct opponent_game *game,
                                      int64_t now, struct opponent_deed *deed)
{
    *deed = (struct opponent_deed){.side = opponent->side, .why = {.offset = -1}};
    if (!opponent_plays(opponent))
        return OPPONENT_NOTHING;
    uint64_t about = opponent_digest(game->record);
    if (opponent->state != OPPONENT_IDLE && opponent->about != about)
        opponent_forget(opponent);
    opponent->about = about;
    if (opponent->state == OPPONENT_IDLE) {
        bool turn = game->at_end && !game->over && !game->track->broken && !opponent->paused &&
                    opponent->level[game->track->now.side];
        return turn ? opponent_turn(opponent, game, now, deed) : OPPONENT_NOTHING;
    }
    if (opponent->state == OPPONENT_FAILED)
        return OPPONENT_NOTHING;
    enum opponent_deed_kind kind =
        opponent->answered ? OPPONENT_NOTHING : opponent_look(opponent, now, deed);
    if (kind != OPPONENT_NOTHING || !opponent->answered || !game->free ||
        (opponent_plays_all(opponent) && now < opponent->since + PACE))
        return kind;
    opponent->state = OPPONENT_IDLE; /* `opponent` keeps the ply until the next search begins */
    opponent->answered = false;
    opponent->hurried = false;
    deed->side = opponent->side;
    deed->ply = &opponent->answer.ply;
    bool lost = opponent->rules->sides == 2 && opponent->level[opponent->side] >= RESIGN_LEVEL &&
                opponent->lost[opponent->side] >= RESIGN_PLIES;
    return deed->kind = lost ? OPPONENT_RESIGNS : OPPONENT_PLAYS;
}

int opponent_wait(const struct opponent *opponent, int64_t now)
{
    if (opponent->state != OPPONENT_THINKING)
        return -1;
    int64_t rest = opponent->since + PACE - now;
    return opponent->answered && opponent_plays_all(opponent) && rest > LOOK_EVERY ? (int)rest
                                                                                   : LOOK_EVERY;
}

bool opponent_hurry(struct opponent *opponent)
{
    if (opponent->state != OPPONENT_THINKING || opponent->answered)
        return false;
    if (!opponent->hurried)
        opponent->ops->hurry(opponent->player);
    opponent->hurried = true;
    return true;
}

void opponent_pause(struct opponent *opponent)
{
    opponent_forget(opponent);
    opponent->paused = true;
}

void opponent_again(struct opponent *opponent)
{
    if (opponent->state == OPPONENT_FAILED)
        opponent->state = OPPONENT_IDLE;
    opponent->paused = false;
}

bool opponent_agrees(const struct opponent *opponent, int side, int plies)
{
    return plies >= DRAW_PLIES && opponent->scored[side] && opponent->score[side] <= ENGINE_DRAW;
}
