/* session_seats.c - who sits at an open game: the clocks of players at one keyboard
 * (keyboard_clock.h), and the computer (opponent.h), which acts as if a person had done it. */
#include "config.h"

#include "tui/session/game_session.h"

#include "archive/record/header_values.h"
#include "core/position_text.h"
#include "tui/session/describe.h"
#include "tui/session/session_internal.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

static int64_t session_now(const struct game_session *game)
{
    return game->ops->now(game->client);
}

/* ---------------------------------------------------------------- clocks */

bool session_has_clocks(const struct game_session *game)
{
    return game->clock.control.base && session_stands(game);
}

bool session_clock_text(const struct game_session *game, int side, char out[CLOCK_ROOM])
{
    out[0] = '\0';
    if (!session_has_clocks(game))
        return false;
    clock_write(keyboard_clock_left(&game->clock, side, session_now(game)) / 1000 * 1000, false,
                out);
    return true;
}

void session_clock_follow(struct game_session *game)
{
    if (session_has_clocks(game))
        keyboard_clock_follow(&game->clock, session_record(game), game->track.now.side,
                              session_over(game), session_now(game));
}

void session_seats_open(struct game_session *game)
{
    if (!game->play || !game->rules)
        return;
    keyboard_clock_begin(&game->clock, session_record(game), &game->start);
    session_clock_follow(game);
    session_judge(game, false);
    opponent_begin(&game->computer, game->ops->computer, game->rules, session_record(game));
}

void session_seats_close(struct game_session *game)
{
    struct record *record = session_record(game);
    opponent_end(&game->computer);
    /* Only an unsaved new game keeps its clocks in its draft: a saved game is not resumed from a
     * draft. */
    if (!game->trial && !game->version.known && game->store && game->draft_kept) {
        keyboard_clock_keep(&game->clock, record, session_now(game));
        if (*record_text(record, KEYBOARD_CLOCK_KEPT))
            game->draft_kept = session_draft_save(game, record);
    }
}

void session_clock_stamp(struct game_session *game, const struct spot *spot)
{
    struct record *record = session_record(game);
    if (game->clock.control.base && !game->trial && spot->depth == 0 &&
        spot->ply == record->moves.n)
        keyboard_clock_stamp(&game->clock, spot_node(record, spot), session_now(game));
}

bool session_clock_fallen(struct game_session *game)
{
    struct spot end = spot_start();
    if (!game->clock.control.base)
        return false;
    session_clock_follow(game);
    if (game->trial || game->guessing || !keyboard_clock_fallen(&game->clock, session_now(game)))
        return false;
    spot_end(session_record(game), &end);
    session_go(game, &end);
    session_clock_follow(game);
    bool fallen = keyboard_clock_fallen(&game->clock, session_now(game));
    if (fallen)
        session_flag(game);
    session_clock_follow(game);
    return fallen;
}

int session_clock_wait(struct game_session *game)
{
    const struct keyboard_clock *clock = &game->clock;
    if (!clock->control.base)
        return -1;
    session_clock_follow(game);
    if (game->trial || game->guessing || !keyboard_clock_runs(clock))
        return -1;
    int64_t falls = clock->since + clock->control.delay + clock->left[clock->mover],
            now = session_now(game);
    return falls <= now ? 0 : falls - now > INT_MAX ? INT_MAX : (int)(falls - now);
}

/* True if a side ran out of time after the ply that has these notes. */
static bool flag_fell(const struct notes *notes, int side)
{
    const struct value *events = notes ? value_at(&notes->other, "events") : NULL;
    for (int i = 0; events && i < events->n; i++)
        if (!strcmp(value_text(&events->entry[i].value, "is"), "flag") &&
            side_of_letter(value_text(&events->entry[i].value, "side")[0]) == side)
            return true;
    return false;
}

const char *session_clock_recorded(const struct game_session *game, int side)
{
    static const char fallen[] = "0:00:00";
    const struct record *record = session_record(game);
    bool at_end = game->spot.depth == 0 && game->spot.ply == record->moves.n;
    bool lost = at_end && game->track.now.side == side &&
                !strcmp(record_text(record, "result.reason"), "time");
    for (int i = spot_plies(&game->spot), sides = game->rules->sides; i > 0; i--) {
        const struct notes *notes = spot_path(record, &game->spot, i - 1)->notes;
        int moved =
            notes && notes->side ? side_of_letter(notes->side) : (game->start.side + i - 1) % sides;
        if (flag_fell(notes, side))
            return fallen;
        if (moved == side && notes && notes->clk)
            return lost ? fallen : notes->clk;
    }
    return "";
}

/* ---------------------------------------------------------------- the computer */

bool session_computer_is_seated(const struct game_session *game)
{
    return game->play && game->rules && opponent_plays(&game->computer);
}

bool session_computer_to_move(const struct game_session *game)
{
    return session_computer_is_seated(game) && session_stands(game) && !session_over(game) &&
           opponent_has(&game->computer, game->track.now.side);
}

bool session_computer_should_undo(const struct game_session *game)
{
    return session_computer_to_move(game) && !opponent_plays_all(&game->computer);
}

/* Go to the end of the game. */
static void session_go_end(struct game_session *game)
{
    struct spot end = spot_start();
    spot_end(session_record(game), &end);
    if (!session_stands(game))
        session_go(game, &end);
}

/* Play the computer's ply at the end of the game. A reader who was at another ply then returns
 * to that ply. */
static void session_computer_plays(struct game_session *game, const struct ply *ply)
{
    struct spot was = game->spot;
    char played[PLY_ROOM];
    bool away = !session_stands(game);
    session_go_end(game);
    if (!session_play(game, ply) && !session_over(game)) {
        opponent_pause(&game->computer); /* a ply that is refused now would be refused again */
        session_tell(game, &(struct game_event){.kind = GAME_COMPUTER_STUCK});
    }
    session_tell(game, &(struct game_event){.kind = GAME_COMPUTER_PLAYED, .yes = away});
    if (!away)
        return;
    game->ops->label(game->client, played, sizeof played);
    session_go(game, &was);
    session_tell(game, &(struct game_event){.kind = GAME_CAME_BACK, .text = played});
}

static void session_computer_acts(struct game_session *game, const struct opponent_deed *deed)
{
    switch (deed->kind) {
    case OPPONENT_PLAYS:
        session_computer_plays(game, deed->ply);
        break;
    case OPPONENT_RESIGNS:
    case OPPONENT_CLAIMS:
        session_go_end(game);
        session_end_for_seat(game, deed->kind == OPPONENT_RESIGNS);
        break;
    default:
        session_tell(game, &(struct game_event){.kind = GAME_COMPUTER_BROKE, .why = &deed->why});
    }
}

int session_computer_step(struct game_session *game, bool free)
{
    struct opponent_deed deed;
    if (!session_computer_is_seated(game))
        return -1;
    /* during a trial the computer still sees the game, not the trial */
    const struct record *record = game->trial ? game->kept.record : session_record(game);
    struct opponent_game seen = {.record = record,
                                 .track = &game->track,
                                 .clock = &game->clock,
                                 .at_end = session_stands(game),
                                 .over = result_stands(record),
                                 .free = free && !game->trial && !game->guessing};
    while (opponent_step(&game->computer, &seen, session_now(game), &deed) != OPPONENT_NOTHING) {
        session_computer_acts(game, &deed);
        seen.record = session_record(game); /* the computer has acted, so no trial is open */
        seen.at_end = session_stands(game);
        seen.over = session_over(game);
    }
    return opponent_wait(&game->computer, session_now(game));
}

void session_computer_sits(struct game_session *game, const char *argument)
{
    char typed[80], name[COMPUTER_NAME_ROOM], what[120];
    struct note why;
    int side = game->track.now.side;
    bool leaves = !strcmp(argument, "off") || (game->computer.level[side] && !*argument);
    bool pause = !strcmp(argument, "pause");
    if (session_computer_is_seated(game) && !game->trial && (pause || !strcmp(argument, "again"))) {
        session_computer_pause(game, pause);
        return;
    }
    snprintf(typed, sizeof typed, "computer%s%.60s", *argument ? ":" : "", argument);
    if (!game->play || game->trial) {
        session_refuse(game, REFUSED_NOT_IN_PLAY, "this game is not being played here");
        return;
    }
    if (!session_stands(game)) {
        session_refuse(game, REFUSED_NOT_THE_END, "this is not the end of the game");
        return;
    }
    if (leaves) {
        snprintf(name, sizeof name, "%s", side_name(side));
    } else if (computer_typed(typed, name, sizeof name, &why) < 0) {
        session_refuse(game, REFUSED_TEXT, "%s", why.text);
        return;
    }
    if (session_refuses(game))
        return;
    snprintf(what, sizeof what, "%s for %s", name, side_name(side));
    session_before_change(game, what);
    record_set_player(session_record(game), side_letter(side), name);
    if (!session_changed(game))
        return;
    opponent_seats(&game->computer, session_record(game));
    opponent_again(&game->computer);
    keyboard_clock_pause(&game->clock, false, session_now(game));
    session_tell(game, &(struct game_event){
                           .kind = GAME_SEATED, .side = side, .text = name, .yes = !leaves});
}

void session_computer_pause(struct game_session *game, bool pause)
{
    if (pause)
        opponent_pause(&game->computer);
    else
        opponent_again(&game->computer);
    keyboard_clock_pause(&game->clock, pause, session_now(game));
    session_tell(
        game, &(struct game_event){.kind = pause ? GAME_COMPUTER_PAUSED : GAME_COMPUTER_GOES_ON});
}
