/* computer.c - the computer at the table: carries out what tui/session/opponent.h decides, as if
 * its player sat at this keyboard. */
#include "config.h"

#include "core/position_text.h"
#include "tui/session/describe.h"
#include "tui/session/opponent.h"
#include "tui/views/game/game_internal.h"
#include "tui/workers/engine_player.h"

#include <string.h>

static bool is_seated(const struct table *table)
{
    return table->game.play && table->game.rules && !table->live &&
           opponent_plays(&table->game.computer);
}

/* The game itself, also during a trial. */
static const struct record *game_of_computer(const struct table *table)
{
    return table->game.trial ? table->game.kept.record : table->game.edits.record;
}

static bool is_free(const struct table *table)
{
    return !table->game.trial && !table->game.guessing && !table->editing && !table->composing &&
           !table->marking && !table->playing && !table->menu.title && !table_walks(table) &&
           !app_prompting(table->view.app);
}

void table_computer_open(struct table *table)
{
    if (table->game.play && table->game.rules && !table->live)
        opponent_begin(&table->game.computer, &engine_player, table->game.rules,
                       table_record(table));
    table_computer_wake(table);
}

void table_computer_close(struct table *table)
{
    opponent_end(&table->game.computer);
}

void table_computer_wake(struct table *table)
{
    struct view *view = &table->view;
    if (!is_seated(table))
        return;
    int64_t now = app_now(view->app);
    int wait = opponent_wait(&table->game.computer, now);
    bool turn = table->game.computer.state == OPPONENT_IDLE && table_stands(table) &&
                !table->over && opponent_has(&table->game.computer, table->game.track.now.side);
    if (wait < 0 && !turn && table->game.computer.state != OPPONENT_THINKING)
        return;
    int64_t at = now + (wait < 0 ? 0 : wait);
    if (view->wake == TICK_NEVER || view->wake > at)
        view->wake = at;
}

/* Play its ply at the end of the game; a reader who is elsewhere comes back to that place. */
static void computer_plays(struct table *table, const struct ply *ply)
{
    struct spot was = table->game.spot, end = spot_start();
    bool away = !table_at_end(table);
    char label[60];
    if (away) {
        spot_end(table_record(table), &end);
        table_go(table, &end);
    }
    int before = table_record(table)->moves.n;
    table_play_for_seat(table, ply);
    if (table_record(table)->moves.n == before && !table->over)
        opponent_pause(&table->game.computer); /* what is refused now would be refused again */
    if (!away) {
        table_look(table);
        return;
    }
    table_ply_label(table, label, sizeof label);
    table->jumping = true; /* not a place to jump back from */
    table_go(table, &was);
    table->jumping = false;
    app_say(table->view.app, "the computer has played %s at the end of the game", label);
}

static void computer_acts(struct table *table, const struct opponent_deed *deed)
{
    switch (deed->kind) {
    case OPPONENT_PLAYS:
        computer_plays(table, deed->ply);
        break;
    case OPPONENT_RESIGNS:
    case OPPONENT_CLAIMS: {
        struct spot end = spot_start();
        spot_end(table_record(table), &end);
        if (!table_at_end(table))
            table_go(table, &end);
        table_end_for_seat(table, deed->kind == OPPONENT_RESIGNS);
        break;
    }
    case OPPONENT_BROKE:
        app_error(table->view.app, "%s; play its ply, or {go-on}: it tries again", deed->why.text);
        break;
    default:
        break;
    }
}

void table_computer_tick(struct table *table)
{
    struct opponent_deed deed;
    if (!is_seated(table))
        return;
    struct opponent_game game = {.record = game_of_computer(table),
                                 .track = &table->game.track,
                                 .clock = &table->game.clock,
                                 .at_end = table_stands(table),
                                 .over = table->over,
                                 .free = is_free(table)};
    if (opponent_step(&table->game.computer, &game, app_now(table->view.app), &deed) !=
        OPPONENT_NOTHING)
        computer_acts(table, &deed);
}

/* True if the computer is to move here; that is then shown. */
bool table_computer_refuses(struct table *table)
{
    if (!is_seated(table) || table->over || !table_stands(table) ||
        !opponent_has(&table->game.computer, table->game.track.now.side))
        return false;
    app_error(table->view.app, "the computer is to move: {play-now} makes it move at once");
    return true;
}

bool table_computer_answers(struct table *table, int side)
{
    return opponent_has(&table->game.computer, side) && is_seated(table);
}

bool table_computer_agrees(const struct table *table, int side)
{
    return opponent_agrees(&table->game.computer, side, table->game.track.plies);
}

bool table_computer_should_undo(const struct table *table)
{
    return is_seated(table) && !opponent_plays_all(&table->game.computer) && table_stands(table) &&
           opponent_has(&table->game.computer, table->game.track.now.side);
}

int table_computer_resigner(const struct table *table)
{
    return is_seated(table) ? opponent_person(&table->game.computer, table->game.track.now.side)
                            : table->game.track.now.side;
}

const char *table_computer_status(const struct table *table)
{
    return is_seated(table) && !table->over ? opponent_status(&table->game.computer) : "";
}

/* ---- requests ---- */

/* Give the seat to move to the computer ("": the usual level, "4"), or to a person ("off"). */
static void computer_sits(struct table *table, const char *argument)
{
    char typed[80], name[COMPUTER_NAME_ROOM], what[120];
    struct note why;
    int side = table->game.track.now.side;
    bool off = !strcmp(argument, "off"), has = table->game.computer.level[side];
    snprintf(typed, sizeof typed, "computer%s%.60s", *argument ? ":" : "", argument);
    if (off || (has && !*argument)) {
        snprintf(name, sizeof name, "%s", side_name(side));
    } else if (computer_typed(typed, name, sizeof name, &why) < 0) {
        app_error(table->view.app, "%s", why.text);
        return;
    }
    if (table_refuses(table))
        return;
    snprintf(what, sizeof what, "%s for %s", name, side_name(side));
    table_before_change(table, what);
    record_set_player(table_record(table), side_letter(side), name);
    if (!table_changed(table))
        return;
    opponent_seats(&table->game.computer, table_record(table));
    opponent_again(&table->game.computer);
    keyboard_clock_pause(&table->game.clock, false, app_now(table->view.app));
    app_say(table->view.app,
            computer_level(name) ? "%s plays %s" : "a person plays %.0s%s from now on", name,
            side_name(side));
}

bool table_computer_can(const struct table *table, enum request request)
{
    bool going =
        table->game.play && table->game.rules && !table->live && !table->over && !table->game.trial;
    switch (request) {
    case REQ_PLAY_NOW:
        return going && table->game.computer.state == OPPONENT_THINKING &&
               !table->game.computer.answered;
    case REQ_COMPUTER:
        return going && table_stands(table);
    case REQ_OFFER_PAUSE:
        return going && is_seated(table) && !table->game.computer.paused;
    case REQ_GO_ON:
        return going && is_seated(table) &&
               (table->game.computer.paused || table->game.computer.state == OPPONENT_FAILED);
    default:
        return false;
    }
}

bool table_computer(struct table *table, const struct event *event)
{
    if (!table_computer_can(table, event->request))
        return false;
    switch (event->request) {
    case REQ_PLAY_NOW:
        opponent_hurry(&table->game.computer);
        break;
    case REQ_COMPUTER:
        computer_sits(table, event->argument);
        break;
    case REQ_OFFER_PAUSE:
        opponent_pause(&table->game.computer);
        keyboard_clock_pause(&table->game.clock, true, app_now(table->view.app));
        app_say(table->view.app, "the computer pauses%s; to resume: {actions}, go on",
                table->game.clock.control.base ? ", and the clocks stand" : "");
        break;
    default:
        opponent_again(&table->game.computer);
        keyboard_clock_pause(&table->game.clock, false, app_now(table->view.app));
        app_say(table->view.app, "the computer plays on");
    }
    return true;
}
