/* computer.c - plain mode's games against the computer (tui/session/opponent.h): waiting for its
 * plies, and its commands. */
#include "config.h"

#include "tui/plain/plain_internal.h"

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

static void plain_computer(struct plain *plain, const char *argument)
{
    session_computer_sits(&plain->game, argument);
}

const struct plain_handler plain_computer_handlers[] = {
    {REQ_COMPUTER, plain_computer},
    {REQ_PLAY_NOW, plain_play_now},
    {0},
};
