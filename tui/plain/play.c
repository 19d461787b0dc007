/* play.c - plain mode: plays plies, typed or composed one choice at a time; runs the
 * commands that the screen has as well. */
#include "config.h"

#include "core/position_text.h"
#include "tui/plain/plain_internal.h"
#include "tui/session/typed_plies.h"
#include "tui/session/describe.h"

#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- a ply is played */

/* True if plies can be played from the position that the reader sees. */
static bool may_play(struct plain *plain)
{
    if (!plain_live_on(plain)) {
        plain_computer_settle(plain);
        return session_may_play(&plain->game);
    }
    if (plain->game.track.broken)
        plain_say(plain, "The game cannot be replayed to this ply: %s", plain->game.track.why.text);
    return !plain->game.track.broken && live_table_may_play(&plain->lobby->table);
}

void plain_forget_losing(struct plain *plain)
{
    plain->losing[0] = '\0';
}

/* True if a ply must be typed again before it is played, because it would lose the game at once.
 * The user has then been warned. */
static bool asks_again(struct plain *plain, const struct ply *ply)
{
    char text[PLY_ROOM];
    if (!plain_live_on(plain) && (!plain->game.play || plain->game.trial))
        return false;
    plain->game.rules->rules->format(&plain->game.track.now, ply, FORM_SHORT, text, sizeof text);
    return strcmp(text, plain->losing) != 0 && session_loses(&plain->game, ply);
}

bool plain_may_play(void *self)
{
    return may_play(self);
}

void plain_plays(void *self, const struct ply *ply)
{
    struct plain *plain = self;
    if (asks_again(plain, ply))
        return;
    if (plain_live_on(plain))
        live_table_play(&plain->lobby->table, ply);
    else
        session_play(&plain->game, ply);
}

void plain_play(struct plain *plain, const char *text)
{
    struct ply ply = {0};
    bool unread = typed_ply_read(NULL, &plain->game.track.now, text, &ply, NULL, NULL) < 0;
    ply_free(&ply);
    if (!unread || !plain_meant_command(plain, text))
        game_command_run(&plain->game, REQ_TYPE_MOVE, text);
}

/* ---------------------------------------------------------------- commands of every client */

/* True if a command is about the position in which the computer, if it is to move, has played. */
static bool waits_for_computer(const struct plain *plain, enum request command)
{
    return command == REQ_OFFER_DRAW || command == REQ_ACCEPT || command == REQ_CLAIM_DRAW ||
           (command == REQ_RESIGN && session_resigner(&plain->game) == plain->game.track.now.side);
}

void plain_run_shared(struct plain *plain, enum request command, const char *argument)
{
    if (plain_lobby_run(plain, command, argument) || plain_live_run(plain, command, argument))
        return;
    if (waits_for_computer(plain, command))
        plain_computer_settle(plain);
    game_command_run(&plain->game, command, argument);
}

const struct plain_handler plain_play_handlers[] = {
    {REQ_TYPE_MOVE, NULL},  {REQ_NUMBER_TARGETS, NULL},
    {REQ_SELECT, NULL},     {REQ_TO, NULL},
    {REQ_CHOOSE, NULL},     {REQ_TURN_PIECE, NULL},
    {REQ_DONE, NULL},       {REQ_DROP_MEMBER, NULL},
    {REQ_ESCAPE, NULL},     {REQ_RESIGN, NULL},
    {REQ_OFFER_DRAW, NULL}, {REQ_ACCEPT, NULL},
    {REQ_DECLINE, NULL},    {REQ_CLAIM_DRAW, NULL},
    {REQ_TAKE_BACK, NULL},  {0},
};

/* ---- Games against the computer (tui/session/opponent.h): waiting for its plies, and commands. */

bool plain_computer_attend(struct plain *plain)
{
    int wait = session_computer_step(&plain->game, !plain->game.composing);
    plain_at(plain, &plain->waits.computer, wait, NULL);
    return wait >= 0;
}

void plain_computer_wait(struct plain *plain)
{
    plain_attend_no_more(plain);
    while (!plain->over && session_computer_to_move(&plain->game)) {
        if (!plain_computer_attend(plain) || session_clock_fallen(&plain->game))
            continue;
        if (fflush(plain->out) == EOF)
            return;
        if (!plain_pause(plain, -1))
            return;
    }
}

void plain_computer_settle(struct plain *plain)
{
    /* Without a prompt a program sends the lines, and it cannot see whether the computer has
     * moved. So its next line is handled only after the computer's ply. */
    if (!plain->options->prompt)
        plain_computer_wait(plain);
}

static void plain_play_now(struct plain *plain, const char *argument)
{
    (void)argument;
    plain_computer_attend(plain);
    if (!opponent_hurry(&plain->game.computer))
        plain_say(plain, "The computer is not thinking");
    else
        plain_computer_wait(plain);
}

static void plain_computer(struct plain *plain, const char *argument)
{
    session_computer_sits(&plain->game, argument);
}

const struct plain_handler plain_computer_handlers[] = {
    {REQ_COMPUTER, plain_computer},
    {REQ_PLAY_NOW, plain_play_now},
    {0},
};
