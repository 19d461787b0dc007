/* computer.c - plain mode's computer at the table: carries out what tui/session/opponent.h decides,
 * as if its player had typed it, and tells it. */
#include "config.h"

#include "core/position_text.h"
#include "tui/plain/plain_internal.h"
#include "tui/session/describe.h"
#include "tui/system/process.h"
#include "tui/workers/engine_player.h"

#include <string.h>

static bool computer_is_seated(const struct plain *plain)
{
    return plain->open && plain->game.play && plain->game.rules && !plain_live_on(plain) &&
           opponent_plays(&plain->game.computer);
}

/* True if the reader is at the end of the game itself. */
static bool game_stands(const struct plain *plain)
{
    return !plain->game.trial && !plain->game.guessing && plain->game.spot.depth == 0 &&
           plain->game.spot.ply == plain_record(plain)->moves.n;
}

static const struct record *game_itself(const struct plain *plain)
{
    return plain->game.trial ? plain->game.kept.record : plain_record(plain);
}

void plain_computer_open(struct plain *plain)
{
    if (plain->game.play && plain->game.rules)
        opponent_begin(&plain->game.computer, &engine_player, plain->game.rules,
                       plain_record(plain));
}

void plain_computer_close(struct plain *plain)
{
    opponent_end(&plain->game.computer);
}

/* Play its ply at the end of the game; a reader who is elsewhere comes back to that place. */
static void plain_computer_plays(struct plain *plain, const struct ply *ply)
{
    struct spot was = plain->game.spot, end = spot_start();
    bool away = !game_stands(plain);
    spot_end(plain_record(plain), &end);
    if (away)
        plain_go(plain, &end);
    if (!plain_put_ply(plain, ply)) {
        opponent_pause(&plain->game.computer); /* what is refused now would be refused again */
        plain_say(plain, "The computer pauses: computer again lets it try again");
    }
    if (!away)
        return;
    plain_go(plain, &was);
    plain_say(plain, "You are still where you were: end goes to the end of the game");
}

static void plain_computer_acts(struct plain *plain, const struct opponent_deed *deed)
{
    struct spot end = spot_start();
    if (plain->prompted) /* the output begins on a new line */
        fputc('\n', plain->out);
    plain->prompted = false;
    switch (deed->kind) {
    case OPPONENT_PLAYS:
        plain_computer_plays(plain, deed->ply);
        break;
    case OPPONENT_RESIGNS:
    case OPPONENT_CLAIMS:
        spot_end(plain_record(plain), &end);
        if (!game_stands(plain))
            plain_go(plain, &end);
        plain_end_for_seat(plain, deed->kind == OPPONENT_RESIGNS);
        break;
    default:
        plain_refuse(plain, deed->why.text);
        plain_say(plain, "Play its ply, or say computer again");
    }
}

int plain_computer_attend(struct plain *plain)
{
    struct opponent_deed deed;
    if (!computer_is_seated(plain))
        return -1;
    struct opponent_game game = {.record = game_itself(plain),
                                 .track = &plain->game.track,
                                 .clock = &plain->game.clock,
                                 .at_end = game_stands(plain),
                                 .over = result_stands(game_itself(plain)),
                                 .free = !plain->game.trial && !plain->game.guessing &&
                                         !plain->composing};
    while (opponent_step(&plain->game.computer, &game, milliseconds(), &deed) != OPPONENT_NOTHING) {
        plain_computer_acts(plain, &deed);
        game.record = game_itself(plain);
        game.at_end = game_stands(plain);
        game.over = result_stands(game.record);
    }
    return opponent_wait(&plain->game.computer, milliseconds());
}

bool plain_computer_to_move(const struct plain *plain)
{
    return computer_is_seated(plain) && game_stands(plain) && !result_stands(plain_record(plain)) &&
           opponent_has(&plain->game.computer, plain->game.track.now.side);
}

void plain_computer_wait(struct plain *plain)
{
    while (!plain->over && plain_computer_to_move(plain)) {
        int pause = plain_computer_attend(plain);
        if (pause < 0 || plain_clock_fallen(plain))
            continue;
        if (fflush(plain->out) == EOF)
            return;
        enum plain_wake wake = plain_input_pause(plain->input, -1, pause);
        plain->over = wake == PLAIN_WAKE_END;
        if (wake == PLAIN_WAKE_INTERRUPT) {
            fputc('\n', plain->out); /* after the ^C that the terminal prints */
            plain_say(plain, "You wait no more");
            return;
        }
    }
}

bool plain_computer_refuses(struct plain *plain)
{
    if (!plain->options->prompt) /* nobody can know when it has moved: the next line waits */
        plain_computer_wait(plain);
    if (!plain_computer_to_move(plain))
        return false;
    plain_say(plain, "The computer is to move: wait waits for it, play-now makes it move at once");
    return true;
}

int plain_computer_resigner(const struct plain *plain)
{
    return computer_is_seated(plain)
               ? opponent_person(&plain->game.computer, plain->game.track.now.side)
               : plain->game.track.now.side;
}

bool plain_computer_should_undo(const struct plain *plain)
{
    return plain_computer_to_move(plain) && !opponent_plays_all(&plain->game.computer);
}

bool plain_computer_answers(struct plain *plain, int side, bool *agrees)
{
    *agrees = opponent_agrees(&plain->game.computer, side, plain->game.track.plies);
    return computer_is_seated(plain) && opponent_has(&plain->game.computer, side);
}

/* ---- commands ---- */

static void plain_play_now(struct plain *plain, const char *argument)
{
    (void)argument;
    plain_computer_attend(plain);
    if (!opponent_hurry(&plain->game.computer))
        plain_say(plain, "The computer is not thinking");
    else
        plain_computer_wait(plain);
}

/* Give the seat to move to the computer, or to a person. */
static void plain_computer_sits(struct plain *plain, const char *argument)
{
    char typed[80], name[COMPUTER_NAME_ROOM], what[120];
    struct note why;
    int side = plain->game.track.now.side;
    snprintf(typed, sizeof typed, "computer%s%.60s", *argument ? ":" : "", argument);
    if (!strcmp(argument, "off")) {
        snprintf(name, sizeof name, "%s", side_name(side));
    } else if (computer_typed(typed, name, sizeof name, &why) < 0) {
        plain_refuse(plain, why.text);
        return;
    }
    if (!plain_writable(plain))
        return;
    snprintf(what, sizeof what, "%s for %s", name, side_name(side));
    plain_before_change(plain, what);
    record_set_player(plain_record(plain), side_letter(side), name);
    if (!plain_changed(plain))
        return;
    opponent_seats(&plain->game.computer, plain_record(plain));
    opponent_again(&plain->game.computer);
    if (computer_level(name))
        plain_say(plain, "%s plays %s", name, side_name(side));
    else
        plain_say(plain, "A person plays %s from now on", side_name(side));
}

static void plain_computer(struct plain *plain, const char *argument)
{
    bool seated = computer_is_seated(plain);
    if (!plain->game.play || plain_live_on(plain) || plain->game.trial) {
        plain_say(plain, "This game is not being played here");
    } else if (seated && !strcmp(argument, "pause")) {
        opponent_pause(&plain->game.computer);
        keyboard_clock_pause(&plain->game.clock, true, milliseconds());
        plain_say(plain, "The computer pauses%s: computer again resumes",
                  plain->game.clock.control.base ? ", and the clocks stand" : "");
    } else if (seated && !strcmp(argument, "again")) {
        opponent_again(&plain->game.computer);
        keyboard_clock_pause(&plain->game.clock, false, milliseconds());
        plain_say(plain, "The computer plays on");
    } else if (!game_stands(plain)) {
        plain_say(plain, "This is not the end of the game: say end to go there");
    } else {
        plain_computer_sits(plain, argument);
    }
}

const struct plain_command plain_computer_commands[] = {
    {"computer", NULL, "[LEVEL|off|pause|again]",
     "lets the computer play the side to move, at level 1 to 10; off: a person plays; pause: it "
     "stops; again: it resumes",
     NEED_RULES, plain_computer},
    {"play-now", "now", "", "lets the computer play the best ply it has found so far", NEED_RULES,
     plain_play_now},
    {0},
};
