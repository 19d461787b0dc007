/* computer.c - lets the computer act in a game (tui/session/game_session.h) when the user is not
 * busy, and shows what it did. */
#include "config.h"

#include "core/position_text.h"
#include "tui/views/game/game_internal.h"

#include <string.h>

static bool is_free(const struct table *table)
{
    return !table->game.trial && !table->game.guessing && !table->editing &&
           !table->game.composing && !table->marking && !table->playing && !table->menu.title &&
           !session_walks(&table->game) && !app_prompting(table->view.app);
}

static void step_computer(void *argument)
{
    struct table *table = argument;
    session_computer_step(&table->game, is_free(table));
    table_computer_wake(table);
}

void table_computer_wake(struct table *table)
{
    struct view *view = &table->view;
    if (!session_computer_is_seated(&table->game))
        return;
    int64_t now = app_now(view->app);
    int wait = opponent_wait(&table->game.computer, now);
    bool turn = table->game.computer.state == OPPONENT_IDLE && session_stands(&table->game) &&
                !table->over && opponent_has(&table->game.computer, table->game.track.now.side);
    if (wait < 0 && !turn && table->game.computer.state != OPPONENT_THINKING)
        return;
    app_at_latest(view, &table->computing, now + (wait < 0 ? 0 : wait), step_computer, table);
}

const char *table_computer_status(const struct table *table)
{
    return session_computer_is_seated(&table->game) && !table->over
               ? opponent_status(&table->game.computer)
               : "";
}

/* ---- requests ---- */

static bool computer_can(const struct table *table, enum request request)
{
    bool going =
        table->game.play && table->game.rules && !table->live && !table->over && !table->game.trial;
    switch (request) {
    case REQ_PLAY_NOW:
        return going && table->game.computer.state == OPPONENT_THINKING &&
               !table->game.computer.answered;
    case REQ_COMPUTER:
        return going && session_stands(&table->game);
    case REQ_OFFER_PAUSE:
        return going && session_computer_is_seated(&table->game) && !table->game.computer.paused;
    case REQ_GO_ON:
        return going && session_computer_is_seated(&table->game) &&
               (table->game.computer.paused || table->game.computer.state == OPPONENT_FAILED);
    default:
        return false;
    }
}

static void computer_hurry(struct table *table)
{
    opponent_hurry(&table->game.computer);
}

static void computer_sits(struct table *table, const char *argument)
{
    session_computer_sits(&table->game, argument);
}

static void computer_pause(struct table *table, int pause)
{
    session_computer_pause(&table->game, pause);
}

const struct table_action table_computer_actions[] = {
    {REQ_PLAY_NOW, .can = computer_can, .act = computer_hurry},
    {REQ_COMPUTER, .can = computer_can, .with = computer_sits},
    {REQ_OFFER_PAUSE, .can = computer_can, .by = computer_pause, .step = true},
    {REQ_GO_ON, .can = computer_can, .by = computer_pause, .step = false},
    {0},
};
