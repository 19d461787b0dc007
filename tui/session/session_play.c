/* session_play.c - plies of an open game, and how it ends: results, offers, claims, takebacks. */
#include "config.h"

#include "tui/session/game_session.h"

#include "archive/record/header_values.h"
#include "archive/replay/replay.h"
#include "core/position_text.h"
#include "tui/session/describe.h"
#include "tui/session/session_internal.h"

#include <stdio.h>
#include <string.h>

/* ---------------------------------------------------------------- playing */

bool session_has_plies(struct game_session *game)
{
    char text[160];
    if (!game->rules) {
        session_refuse(game, REFUSED_UNKNOWN, "%s", game->unknown.text);
    } else if (game->track.broken) {
        session_refuse(game, REFUSED_BROKEN, "%s", game->track.why.text);
    } else if (verdict_over(track_verdict(&game->track)) && !track_verdict(&game->track)->goes_on) {
        words_verdict(&game->track.now, track_verdict(&game->track), text, sizeof text);
        session_refuse(game, REFUSED_FINISHED, "%s; no ply comes after that", text);
    } else {
        return true;
    }
    return false;
}

bool session_may_play(struct game_session *game)
{
    if (!session_computer_to_move(game))
        return session_has_plies(game);
    session_refuse(game, REFUSED_COMPUTER, "the computer is to move");
    return false;
}

bool session_loses(struct game_session *game, const struct ply *ply)
{
    char text[PLY_ROOM];
    struct verdict after;
    struct note why;
    if (!ply_loses(&game->track.now, ply, &after))
        return false;
    game->rules->rules->format(&game->track.now, ply, FORM_SHORT, text, sizeof text);
    note_set(&why, -1, "%s", after.reason ? after.reason : "it is over");
    session_tell(game, &(struct game_event){
                           .kind = GAME_LOSES, .text = text, .why = &why, .rule = after.rule});
    return true;
}

static void session_set_result(struct game_session *game, int winner, const char *reason,
                               const char *rule, bool by_rules)
{
    result_set(session_record(game), &game->track.now, winner, reason);
    game->offer = -1;
    session_tell(
        game,
        &(struct game_event){
            .kind = GAME_ENDED, .side = winner, .text = reason, .rule = rule, .yes = by_rules});
}

void session_judge(struct game_session *game, bool played)
{
    if (!game->play || !game->rules || !session_at_end(game) || game->track.broken)
        return;
    if (game->offer >= 0 && game->track.plies && game->track.before.side != game->offer)
        game->offer = -1; /* playing on declines the offer */
    const struct verdict *verdict = track_verdict(&game->track);
    if (!verdict_over(verdict) && session_over(game) && played) {
        char was[160];
        const char *reason = record_text(session_record(game), "result.reason");
        snprintf(was, sizeof was, "%.20s%s%.100s",
                 record_text(session_record(game), "result.score"), *reason ? "  " : "", reason);
        result_forget(session_record(game));
        session_tell(game, &(struct game_event){.kind = GAME_REOPENED, .text = was});
    }
    if (!verdict_over(verdict) || session_over(game))
        return;
    session_set_result(game, verdict->outcome == OUTCOME_DRAW ? NOBODY : verdict->winner,
                       verdict->reason
                           ? verdict->reason
                           : result_of_leaving(spot_node(session_record(game), &game->spot)),
                       verdict->rule, true);
}

/* Add a new ply to the record. Returns false if it is refused. */
static bool session_add_ply(struct game_session *game, const char *text, struct spot *to)
{
    struct note why;
    char what[80];
    if (session_refuses(game))
        return false;
    snprintf(what, sizeof what, "the ply %.60s", text);
    session_before_change(game, what);
    if (edit_play(session_record(game), to, text, &why) < 0) {
        edits_forget(&game->edits);
        session_refuse(game, REFUSED_RULES, "%s", why.text);
        return false;
    }
    session_sign_ply(game, to);
    session_clock_stamp(game, to);
    return true;
}

bool session_play(struct game_session *game, const struct ply *ply)
{
    char text[PLY_ROOM];
    struct spot to = game->spot;
    struct note why;
    int depth = to.depth;
    enum form form = session_record(game)->notation == NOTATION_LONG ? FORM_LONG : FORM_SHORT;
    if (session_clock_fallen(game))
        return false;
    if (ply_kept(&game->track.now, ply, form, text, &why) < 0) {
        session_refuse(game, REFUSED_RULES, "%s", why.text);
        return false;
    }
    struct way_sought sought = {session_record(game), &game->track.now, text};
    if (game->guessing)
        return session_guess(game, &sought);
    int choice = way_sought_find(&sought, &to);
    bool fresh = choice < 0;
    if (!fresh)
        spot_next(session_record(game), &to, choice);
    else if (!session_add_ply(game, text, &to))
        return false;
    session_go(game, &to);
    if (fresh)
        session_judge(game, true);
    if (fresh && !session_changed(game))
        return false;
    session_clock_follow(game);
    if (fresh && !game->play && to.depth > depth)
        session_tell(game, &(struct game_event){.kind = GAME_NEW_VARIATION});
    session_tell(game, &(struct game_event){.kind = GAME_PLAYED, .text = text, .yes = fresh});
    return true;
}

/* ---------------------------------------------------------------- ends */

/* True if the game is being played and has not ended. */
static bool session_goes_on(struct game_session *game)
{
    if (!game->play)
        session_refuse(game, REFUSED_NOT_IN_PLAY, "this game is not being played here");
    else if (!session_at_end(game))
        session_refuse(game, REFUSED_NOT_THE_END, "this is not the end of the game");
    else if (session_over(game))
        session_refuse(game, REFUSED_OVER, "the game is over");
    else
        return true;
    return false;
}

static bool session_may_end(struct game_session *game)
{
    return session_goes_on(game) && session_may_play(game);
}

/* End the game because of what a player did. `rule` is the rule that allows it; NULL: none. */
static void session_end(struct game_session *game, int winner, const char *reason, const char *rule)
{
    char what[80];
    snprintf(what, sizeof what, "the result (%s)", reason);
    session_before_change(game, what);
    session_set_result(game, winner, reason, rule, false);
    session_changed(game);
    session_clock_follow(game);
}

/* Remove a side from the game, because its time ran out (`time`) or it resigned. With two
 * players this ends the game. */
static void session_leave(struct game_session *game, int side, bool time)
{
    struct node *node = spot_node(session_record(game), &game->spot);
    if (game->rules->sides == 2) {
        session_end(game, !side, time ? "time" : "resignation", NULL);
        return;
    }
    if (!node) { /* the record stores the leaving of one of three sides with the last ply */
        session_refuse(game, REFUSED_NO_PLY,
                       "in a game of three you cannot resign before the first ply");
        return;
    }
    session_before_change(game, time ? "a flag" : "a resignation");
    result_side_leaves(node, side, time);
    session_reread(game);
    session_judge(game, false);
    if (!session_changed(game))
        return;
    session_clock_follow(game);
    session_tell(game, &(struct game_event){.kind = GAME_SIDE_LEFT, .side = side, .yes = time});
}

int session_resigner(const struct game_session *game)
{
    int side = game->track.now.side;
    return session_computer_is_seated(game) ? opponent_person(&game->computer, side) : side;
}

void session_resign(struct game_session *game)
{
    int side = session_resigner(game);
    if (side == NOBODY)
        session_refuse(game, REFUSED_COMPUTER,
                       "the computer is to move: wait for your turn to resign");
    else if (side == game->track.now.side ? session_may_end(game) : session_goes_on(game))
        session_leave(game, side, false);
}

void session_end_for_seat(struct game_session *game, bool resigns)
{
    const struct verdict *verdict = track_verdict(&game->track);
    if (resigns)
        session_leave(game, game->track.now.side, false);
    else
        session_end(game, NOBODY,
                    verdict->claims & CLAIM_THREEFOLD ? "threefold repetition" : "fifty-move rule",
                    game->rules->draws);
}

void session_flag(struct game_session *game)
{
    session_leave(game, game->track.now.side, true);
}

void session_claim(struct game_session *game)
{
    struct note why;
    if (!session_may_end(game))
        return;
    if (track_verdict(&game->track)->claims) {
        session_end_for_seat(game, false);
        return;
    }
    claim_refuse(&game->track.now, game->track.times, &why);
    session_refuse(game, REFUSED_RULES, "%s", why.text);
}

/* ---------------------------------------------------------------- offers */

int session_next_to_agree(const struct game_session *game)
{
    return words_next_to_agree(&game->track.now, game->offer, game->agreed);
}

/* At one keyboard the players agree in the order of play. */
static void session_agree(struct game_session *game)
{
    int side = session_next_to_agree(game);
    if (side != NOBODY)
        game->agreed[side] = true;
    int next = session_next_to_agree(game);
    if (next == NOBODY)
        session_end(game, NOBODY, "agreement", NULL);
    else
        session_tell(game, &(struct game_event){.kind = GAME_AGREED, .side = side, .next = next});
}

/* Computers answer an offer at once. */
static void session_computers_answer(struct game_session *game)
{
    int side;
    while (game->offer >= 0 && (side = session_next_to_agree(game)) != NOBODY &&
           session_computer_is_seated(game) && opponent_has(&game->computer, side)) {
        if (opponent_agrees(&game->computer, side, game->track.plies)) {
            session_agree(game);
            continue;
        }
        game->offer = -1;
        session_tell(game, &(struct game_event){.kind = GAME_DECLINED, .side = side});
    }
}

void session_offer_draw(struct game_session *game)
{
    if (!session_may_end(game))
        return;
    game->offer = game->track.now.side;
    for (int side = 0; side < SIDES_MAX; side++)
        game->agreed[side] = side == game->offer;
    session_tell(game, &(struct game_event){.kind = GAME_OFFERED,
                                            .side = game->offer,
                                            .next = session_next_to_agree(game)});
    session_computers_answer(game);
}

void session_accept(struct game_session *game)
{
    if (game->offer < 0) {
        session_refuse(game, REFUSED_NO_OFFER, "nothing is offered");
    } else if (session_may_end(game)) {
        session_agree(game);
        session_computers_answer(game);
    }
}

void session_decline(struct game_session *game)
{
    if (game->offer < 0) {
        session_refuse(game, REFUSED_NO_OFFER, "nothing is offered");
        return;
    }
    game->offer = -1;
    session_tell(game, &(struct game_event){.kind = GAME_DECLINED, .side = NOBODY});
}

/* ---------------------------------------------------------------- takebacks, going on */

void session_take_back(struct game_session *game)
{
    struct note why;
    struct spot spot = spot_start();
    int taken = 0;
    if (!game->play) {
        session_refuse(game, REFUSED_NOT_IN_PLAY, "this game is not being played here");
        return;
    }
    if (session_refuses(game))
        return;
    if (!spot_end(session_record(game), &spot) || spot.ply == 0) {
        session_refuse(game, REFUSED_NO_PLY, "no ply has been played");
        return;
    }
    session_before_change(game, "a ply taken back");
    if (opponent_plays_all(&game->computer))
        opponent_pause(&game->computer); /* else the computer would play the same ply again */
    do { /* against a computer, take plies back until a person is to move */
        if (edit_delete(session_record(game), &spot, &why) < 0) {
            edits_forget(&game->edits);
            session_refuse(game, REFUSED_RULES, "%s", why.text);
            return;
        }
        result_forget(session_record(game));
        game->offer = -1;
        game->spot = spot;
        session_reread(game);
        taken++;
    } while (session_computer_should_undo(game) && spot.ply > 0);
    if (!session_changed(game))
        return;
    session_clock_follow(game);
    session_tell(game, &(struct game_event){.kind = GAME_TAKEN_BACK, .count = taken});
}

bool session_may_rematch(const struct game_session *game)
{
    return game->play && game->rules && !game->trial && session_over(game);
}

struct record *session_rematch(const struct game_session *game, const char *date)
{
    struct record *record = table_new_game(game->rules, &game->start, date);
    for (int side = 0; side < game->rules->sides; side++) {
        int from = (side + 1) % game->rules->sides;
        const char *name = record_player(session_record(game), side_letter(from));
        if (strcmp(name, side_name(from)) != 0)
            record_set_player(record, side_letter(side), name);
    }
    keyboard_clock_write(record, record_text(session_record(game), "event.control.text"));
    return record;
}

bool session_stands_still(const struct game_session *game)
{
    return game->rules && !game->play && !game->trial && !game->guessing && !session_over(game);
}

void session_resume(struct game_session *game)
{
    struct spot end = spot_start();
    if (session_refuses(game))
        return;
    spot_end(session_record(game), &end);
    game->play = true;
    session_go(game, &end);
    session_seats_open(game);
    session_tell(game, &(struct game_event){.kind = GAME_RESUMED});
}
