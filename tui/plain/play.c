/* play.c - plain mode: playing plies, typed or composed one choice at a time, and ending games. */
#include "config.h"

#include "archive/replay/replay.h"
#include "core/enumerate.h"
#include "core/position_text.h"
#include "core/presentation.h"
#include "core/util/ascii.h"
#include "tui/plain/plain_internal.h"
#include "tui/session/describe.h"
#include "tui/system/process.h"

#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum {
    ACTIVATIONS_AHEAD = 2,
    STATES_AHEAD = 200 /* limits of the look-ahead for dead ends, for each choice */
};

void plain_drop_draft(struct plain *plain)
{
    if (!plain->composing)
        return;
    draft_clear(&plain->draft);
    actions_free(&plain->choices);
    plain->composing = false;
}

/* ---------------------------------------------------------------- a ply is played */

static bool plain_at_end(const struct plain *plain)
{
    return plain->game.spot.depth == 0 && plain->game.spot.ply == plain_record(plain)->moves.n;
}

/* Call after a ply of a game in play: if the game is over, record the result. True: the record's
 * result has changed. */
static bool plain_judge(struct plain *plain)
{
    if (!plain->game.play || !plain_at_end(plain) || plain->game.track.broken)
        return false;
    const struct verdict *verdict = track_verdict(&plain->game.track);
    bool over = verdict_over(verdict), stands = result_stands(plain_record(plain));
    if (over && !stands)
        result_set(plain_record(plain), &plain->game.track.now,
                   verdict->outcome == OUTCOME_DRAW ? NOBODY : verdict->winner,
                   verdict->reason
                       ? verdict->reason
                       : result_of_leaving(spot_node(plain_record(plain), &plain->game.spot)));
    else if (stands && !over)
        result_forget(plain_record(plain));
    return over != stands;
}

/* True if plies can be played on the board at the reader's place. */
static bool may_play(struct plain *plain)
{
    if (plain->game.track.broken) {
        plain_say(plain, "The game cannot be followed to here: %s", plain->game.track.why.text);
        return false;
    }
    if (plain_live_on(plain))
        return plain_live_may_play(plain);
    if (plain_computer_refuses(plain))
        return false;
    if (plain->game.play && plain_at_end(plain) && result_stands(plain_record(plain))) {
        plain_say(plain, "The game is over: takeback takes the last ply back");
        return false;
    }
    return true;
}

void plain_forget_losing(struct plain *plain)
{
    plain->losing[0] = '\0';
}

/* True if a ply may be played. A ply that loses the game at once is only played when it is
 * repeated. */
static bool asked_again(struct plain *plain, const struct ply *ply)
{
    char text[PLY_ROOM];
    struct verdict after;
    if (!(plain->game.play || plain_live_on(plain)) ||
        !ply_loses(&plain->game.track.now, ply, &after))
        return false;
    plain->game.rules->rules->format(&plain->game.track.now, ply, FORM_SHORT, text, sizeof text);
    if (!strcmp(text, plain->losing))
        return false;
    snprintf(plain->losing, sizeof plain->losing, "%s", text);
    plain_say(plain, "%s loses the game: %s%s%s%s. Say %s again to play it", text,
              after.reason ? after.reason : "it is over", after.rule ? " (" : "",
              after.rule ? after.rule : "", after.rule ? ")" : "", text);
    return true;
}

bool plain_put_ply(struct plain *plain, const struct ply *ply)
{
    char text[PLY_ROOM], what[80];
    struct spot to = plain->game.spot;
    struct note why;
    enum form form = plain_record(plain)->notation == NOTATION_LONG ? FORM_LONG : FORM_SHORT;
    if (ply_kept(&plain->game.track.now, ply, form, text, &why) < 0) {
        plain_refuse(plain, why.text);
        return false;
    }
    struct way_sought sought = {plain_record(plain), &plain->game.track.now, text};
    if (plain->game.guessing)
        return plain_guess(plain, &sought);
    int choice = way_sought_find(&sought, &to);
    bool fresh = choice < 0;
    if (fresh && !plain_writable(plain))
        return false;
    if (fresh) {
        snprintf(what, sizeof what, "the ply %.60s", text);
        plain_before_change(plain, what);
    }
    if (!fresh) {
        spot_next(plain_record(plain), &to, choice);
    } else if (edit_play(plain_record(plain), &to, text, &why) < 0) {
        edits_forget(&plain->game.edits);
        plain_refuse(plain, why.text);
        return false;
    }
    if (fresh && plain_author(plain))
        edit_sign_line(plain_record(plain), &to, plain_author(plain));
    if (fresh && plain->game.track.plies)
        edit_tell_side(plain_record(plain), &to, plain->game.track.before.side,
                       plain->game.track.now.side, plain->game.rules->sides);
    if (fresh)
        plain_clock_stamp(plain, &to);
    if (plain->game.offer != plain->game.track.now.side)
        plain->game.offer = -1; /* playing on declines the offer */
    plain_go(plain, &to);
    bool judged = plain_judge(plain);
    if ((fresh || judged) && !plain_changed(plain))
        return false;
    if (fresh && !plain->game.play && spot_plies(&to) && to.depth)
        plain_say(plain, "This is a new variation");
    plain_tell(plain);
    return true;
}

static bool play_ply(struct plain *plain, const struct ply *ply)
{
    return !asked_again(plain, ply) &&
           (plain_live_on(plain) ? plain_live_play(plain, ply) : plain_put_ply(plain, ply));
}

bool plain_play(struct plain *plain, const char *text)
{
    struct ply ply = {0};
    struct note why;
    bool done = false;
    if (!may_play(plain))
        return false;
    if (plain->game.rules->rules->parse(&plain->game.track.now, text, &ply, &why) < 0) {
        if (!plain_meant_command(plain, text))
            plain_refuse(plain, why.text);
    } else {
        done = play_ply(plain, &ply);
    }
    ply_free(&ply);
    return done;
}

static void plain_play_play(struct plain *plain, const char *argument)
{
    if (*argument)
        plain_play(plain, argument);
    else
        plain_say(plain, "Say a ply in long or short form");
}

/* ---------------------------------------------------------------- composing a ply */

static bool plain_may_end(const struct plain *plain)
{
    for (int i = 0; i < plain->choices.n; i++)
        if (plain->choices.v[i].verb == ACTION_DONE)
            return true;
    return false;
}

static void plain_play_begin(struct plain *plain)
{
    if (plain->composing)
        return;
    position_copy(&plain->before, &plain->game.track.now);
    plain->draft = (struct draft){0};
    draft_begin(&plain->draft, &plain->before);
    plain->choices = (struct actions){0};
    draft_choices(&plain->draft, &plain->choices);
    plain->composing = true;
}

static void plain_play_finish(struct plain *plain)
{
    struct ply ply = {0};
    ply_copy(&ply, &plain->draft.ply);
    plain_drop_draft(plain);
    play_ply(plain, &ply);
    ply_free(&ply);
}

static void plain_tell_choices(struct plain *plain, const char *only)
{
    char words[300];
    for (int i = 0; i < plain->choices.n; i++) {
        if (only && strcmp(only, board_name(plain->game.rules->board, plain->choices.v[i].to)) != 0)
            continue;
        int work = STATES_AHEAD;
        bool dead = search_dead_end(&plain->draft, plain->choices.v[i], ACTIVATIONS_AHEAD, &work);
        words_choice(plain->game.rules, &plain->choices.v[i], words, sizeof words);
        plain_say(plain, "Choice %d: %s%s", i + 1, words, dead ? ", a dead end" : "");
    }
}

/* Describe the state of the ply being composed. */
static void plain_play_tell_draft(struct plain *plain)
{
    const struct draft *draft = &plain->draft;
    char piece[100], hand[400];
    if (draft->held.kind) {
        words_piece(plain->game.rules, draft->held, piece, sizeof piece);
        hand_describe(draft, hand, sizeof hand);
        if (*hand)
            plain_say(plain, "The %s is in hand, %s", piece, hand);
        else
            plain_say(plain, "The %s is in hand over %s", piece,
                      board_name(plain->game.rules->board, draft->hand));
    }
    if (plain->choices.n == 0)
        plain_say(plain, "This is a dead end: retract takes the last choice back");
    else if (plain->choices.n == 1 &&
             words_choice(plain->game.rules, &plain->choices.v[0], hand, sizeof hand) > 0)
        plain_say(plain, "There is one choice: choose 1 to %s", hand);
    else
        plain_say(plain, "There are %d choices: choices shows them%s", plain->choices.n,
                  plain_may_end(plain) ? ", done ends the ply here" : "");
}

static void plain_take(struct plain *plain, int index)
{
    struct action action = plain->choices.v[index];
    if (action.verb == ACTION_DONE) {
        plain_play_finish(plain);
        return;
    }
    draft_take(&plain->draft, action);
    draft_choices(&plain->draft, &plain->choices);
    if (plain->choices.n == 1 && plain_may_end(plain))
        plain_play_finish(plain);
    else
        plain_play_tell_draft(plain);
}

/* Make the steps that lead to a cell (rules/triangles.md 6.2) if there is exactly one way; false if
 * there is none. */
static bool plain_take_steps(struct plain *plain, const char *name, cell_t cell)
{
    struct ply way = {0};
    int ways = draft_ways_by_steps(&plain->draft, cell, &way);
    if (ways > 1)
        plain_say(plain, "Several ways lead to %s: say each step (%s)", name,
                  rule_cited(plain->game.rules, CITE_STEPS));
    while (ways == 1 && plain->draft.ply.n + 1 < way.n)
        draft_take(&plain->draft, way.v[plain->draft.ply.n]);
    if (ways == 1) {
        draft_choices(&plain->draft, &plain->choices);
        for (int i = 0; i < plain->choices.n; i++)
            if (action_same(plain->choices.v[i], way.v[way.n - 1])) {
                plain_take(plain, i);
                break;
            }
    }
    ply_free(&way);
    return ways > 0;
}

/* Make the choice that points at a cell; if there are several, list them. */
static void plain_point(struct plain *plain, const char *name, cell_t cell)
{
    int found = -1, count = 0;
    for (int i = 0; i < plain->choices.n; i++)
        if (plain->choices.v[i].to == cell && plain->choices.v[i].verb != ACTION_DONE) {
            found = i;
            count++;
        }
    if (count == 1) {
        plain_take(plain, found);
    } else if (count > 1) {
        plain_say(plain, "There are %d ways to do something on %s; say the number of one", count,
                  name);
        plain_tell_choices(plain, name);
    } else if (!plain_take_steps(plain, name, cell)) {
        struct note why = {.offset = -1};
        plain->game.rules->rules->why_not(&plain->draft, cell, &why);
        plain_refuse(plain, why.text[0] ? why.text : "This is not possible there");
    }
}

/* True if a cell typed alone selects a piece to begin a ply with. Otherwise it is a ply, as e4 is.
 */
static bool means_piece(const struct plain *plain, cell_t cell)
{
    const struct piece *piece = &plain->before.at[cell];
    if (plain->draft.ply.n || (piece->kind && piece->side == plain->before.side))
        return true;
    for (int i = 0; i < plain->choices.n; i++)
        if (plain->choices.v[i].to == cell)
            return true;
    return false;
}

bool plain_compose(struct plain *plain, const char *text)
{
    int length, number;
    cell_t cell = board_cell_named(plain->game.rules->board, text, &length);
    if (cell != CELL_NONE && !text[length]) {
        if (!means_piece(plain, cell))
            return false;
        plain_point(plain, text, cell);
        return true;
    }
    if (!isdigit((unsigned char)*text))
        return false;
    if (plain_number(plain, text, 1, plain->choices.n ? plain->choices.n : 1, &number) &&
        number <= plain->choices.n)
        plain_take(plain, number - 1);
    return true;
}

static void plain_lift(struct plain *plain, const char *argument)
{
    cell_t cell = plain_cell(plain, argument);
    if (cell == CELL_NONE || !may_play(plain))
        return;
    plain_drop_draft(plain);
    plain_play_begin(plain);
    plain_point(plain, argument, cell);
    if (plain->composing && plain->draft.ply.n == 0)
        plain_drop_draft(plain);
}

static void plain_to(struct plain *plain, const char *argument)
{
    if (!plain->composing || plain->draft.ply.n == 0)
        plain_say(plain, "Lift a piece first: lift CELL");
    else if (plain_cell(plain, argument) != CELL_NONE)
        plain_compose(plain, argument);
}

static void plain_choices(struct plain *plain, const char *argument)
{
    (void)argument;
    if (!may_play(plain))
        return;
    plain_play_begin(plain);
    if (plain->choices.n == 0)
        plain_say(plain, plain->draft.ply.n
                             ? "This is a dead end: retract takes the last choice back"
                             : "There is no ply to be played");
    plain_tell_choices(plain, NULL);
}

static void plain_choose(struct plain *plain, const char *argument)
{
    if (!plain->composing)
        plain_say(plain, "Ask for the choices first");
    else if (*argument && !plain_compose(plain, argument))
        plain_say(plain, "Say the number of a choice");
}

static void plain_done(struct plain *plain, const char *argument)
{
    (void)argument;
    int stay = -1;
    if (!plain->composing || plain->draft.ply.n == 0) {
        plain_say(plain, "No ply has been begun: lift CELL");
        return;
    }
    for (int i = 0; i < plain->choices.n; i++)
        if (plain->choices.v[i].verb == ACTION_TURN && plain->choices.v[i].turn == 0)
            stay = i; /* ending here means not turning */
    if (plain_may_end(plain))
        plain_play_finish(plain);
    else if (stay >= 0)
        plain_take(plain, stay);
    else
        plain_say(plain, "The ply cannot end here");
}

static void plain_retract(struct plain *plain, const char *argument)
{
    (void)argument;
    if (!plain->composing || plain->draft.ply.n == 0) {
        plain_say(plain, "Nothing has been chosen");
        return;
    }
    draft_back(&plain->draft, 1);
    draft_choices(&plain->draft, &plain->choices);
    plain_say(plain, "The last choice is taken back");
    plain_play_tell_draft(plain);
}

static void plain_drop(struct plain *plain, const char *argument)
{
    (void)argument;
    plain_say(plain, plain->composing && plain->draft.ply.n ? "The ply is dropped"
                                                            : "No ply has been begun");
    plain_drop_draft(plain);
}

static void turn_piece(struct plain *plain, const char *argument)
{
    int turn = !strcmp(argument, "right") ? 1 : !strcmp(argument, "left") ? -1 : 0;
    if (!turn) {
        plain_say(plain, "Say turn-piece right or turn-piece left");
        return;
    }
    for (int i = 0; plain->composing && i < plain->choices.n; i++)
        if (plain->choices.v[i].verb == ACTION_TURN && plain->choices.v[i].turn == turn) {
            plain_take(plain, i);
            return;
        }
    plain_say(plain, "Nothing can turn that way here");
}

/* ---------------------------------------------------------------- ends */

static bool may_end_game(struct plain *plain)
{
    if (!plain->game.play)
        plain_say(plain, "This game is not being played here");
    else if (!plain_at_end(plain))
        plain_say(plain, "This is not the end of the game: say end to go there");
    else if (may_play(plain))
        return true;
    return false;
}

static void plain_end_game(struct plain *plain, int winner, const char *reason)
{
    plain_before_change(plain, reason);
    result_set(plain_record(plain), &plain->game.track.now, winner, reason);
    plain->game.offer = -1;
    if (!plain_changed(plain))
        return;
    if (winner == NOBODY)
        plain_say(plain, "The game is drawn: %s", reason);
    else
        plain_say(plain, "%s has won: %s", side_name(winner), reason);
}

/* A side leaves the game, out of time or resigning. */
static void plain_play_leave(struct plain *plain, int side, bool time)
{
    struct spot here = plain->game.spot;
    if (plain->game.rules->sides == 2) {
        plain_end_game(plain, !side, time ? "time" : "resignation");
        return;
    }
    struct node *node = spot_node(plain_record(plain), &plain->game.spot);
    if (!node) {
        plain_say(plain, "You cannot resign before the first ply");
        return;
    }
    plain_before_change(plain, time ? "a flag" : "a resignation");
    result_side_leaves(node, side, time);
    plain_go(plain, &here);
    plain_judge(plain);
    if (!plain_changed(plain))
        return;
    plain_say(plain, time ? "%s has no time left" : "%s resigns", side_name(side));
    plain_tell(plain);
}

/* `resign`: the side to move resigns; an argument must name that side or its player. */
static void plain_resign(struct plain *plain, const char *argument)
{
    int side = plain_computer_resigner(plain);
    if (plain_live_on(plain))
        plain_live_resign(plain);
    else if (side == NOBODY)
        plain_say(plain, "The computer is to move: wait for your turn to resign");
    else if (side == plain->game.track.now.side && !may_end_game(plain))
        return;
    else if (*argument && ascii_casecmp(argument, side_name(side)) != 0 &&
             strcmp(argument, record_player(plain_record(plain), side_letter(side))) != 0)
        plain_say(plain, "%s is to move, and only the side to move can resign", side_name(side));
    else
        plain_play_leave(plain, side, false);
}

void plain_flag(struct plain *plain)
{
    plain_play_leave(plain, plain->game.track.now.side, true);
}

/* `agree`: at one keyboard the players agree in the order of play. */
static void plain_agree(struct plain *plain)
{
    int side = plain_next_to_agree(plain);
    if (side != NOBODY)
        plain->game.agreed[side] = true;
    int next = plain_next_to_agree(plain);
    if (next == NOBODY)
        plain_end_game(plain, NOBODY, "agreement");
    else
        plain_say(plain, "%s agrees; %s is still to answer: accept or decline", side_name(side),
                  side_name(next));
}

/* Computers answer an offer at once. */
static void plain_computers_answer(struct plain *plain)
{
    int side;
    bool agrees;
    while (plain->game.offer >= 0 && (side = plain_next_to_agree(plain)) != NOBODY &&
           plain_computer_answers(plain, side, &agrees)) {
        if (agrees) {
            plain_agree(plain);
            continue;
        }
        plain->game.offer = -1;
        plain_say(plain, "%s declines the draw", side_name(side));
    }
}

static void plain_draw(struct plain *plain, const char *argument)
{
    (void)argument;
    if (plain_live_on(plain)) {
        plain_live_draw(plain);
        return;
    }
    if (!may_end_game(plain))
        return;
    plain->game.offer = plain->game.track.now.side;
    for (int side = 0; side < SIDES_MAX; side++)
        plain->game.agreed[side] = side == plain->game.offer;
    plain_tell_draw(plain);
    plain_computers_answer(plain);
}

static void plain_accept(struct plain *plain, const char *argument)
{
    (void)argument;
    if (plain_live_on(plain))
        plain_live_answer(plain, true);
    else if (plain->game.offer < 0)
        plain_say(plain, "Nothing is offered");
    else if (may_end_game(plain)) {
        plain_agree(plain);
        plain_computers_answer(plain);
    }
}

static void plain_decline(struct plain *plain, const char *argument)
{
    (void)argument;
    if (plain_live_on(plain)) {
        plain_live_answer(plain, false);
        return;
    }
    plain_say(plain, plain->game.offer < 0 ? "Nothing is offered" : "The offer is declined");
    plain->game.offer = -1;
}

static void plain_refuse_claim(struct plain *plain)
{
    struct note why;
    claim_refuse(&plain->game.track.now, plain->game.track.times, &why);
    plain_refuse(plain, why.text);
}

void plain_end_for_seat(struct plain *plain, bool resigns)
{
    if (resigns) {
        plain_play_leave(plain, plain->game.track.now.side, false);
        return;
    }
    const struct verdict *verdict = track_verdict(&plain->game.track);
    plain_end_game(plain, NOBODY,
                   verdict->claims & CLAIM_THREEFOLD ? "threefold repetition" : "fifty-move rule");
}

static void plain_claim(struct plain *plain, const char *argument)
{
    (void)argument;
    if (plain_live_on(plain)) {
        plain_live_claim(plain);
        return;
    }
    if (!may_end_game(plain))
        return;
    if (track_verdict(&plain->game.track)->claims)
        plain_end_for_seat(plain, false);
    else
        plain_refuse_claim(plain);
}

static void plain_take_back(struct plain *plain, const char *argument)
{
    struct spot spot = spot_start();
    struct note why;
    (void)argument;
    if (plain_live_on(plain)) {
        plain_live_take_back(plain);
        return;
    }
    if (!spot_end(plain_record(plain), &spot) || spot.ply == 0) {
        plain_say(plain, "No ply has been played");
        return;
    }
    plain_before_change(plain, "a ply taken back");
    if (opponent_plays_all(&plain->game.computer))
        opponent_pause(&plain->game.computer); /* else it would play the same ply again */
    int taken = 0;
    do { /* the computer agrees: back to a person's turn */
        if (edit_delete(plain_record(plain), &spot, &why) < 0) {
            plain_refuse(plain, why.text);
            edits_forget(&plain->game.edits);
            return;
        }
        result_forget(plain_record(plain));
        plain_go(plain, &spot);
        taken++;
    } while (plain_computer_should_undo(plain) && spot.ply > 0);
    if (!plain_changed(plain))
        return;
    if (taken > 1)
        plain_say(plain, "The last %d plies are taken back, to your turn", taken);
    else
        plain_say(plain, "The last ply is taken back");
    plain_tell(plain);
}

const struct plain_command plain_play_commands[] = {
    {"play", NULL, "PLY", "plays a ply; you can omit the word play", NEED_RULES, plain_play_play},
    {"choices", NULL, "", "shows what can be chosen now, with numbers", NEED_RULES, plain_choices},
    {"lift", NULL, "CELL", "begins a ply with the piece there", NEED_RULES, plain_lift},
    {"to", NULL, "CELL",
     "goes there; during a ply, a cell alone or the number of a choice works too", NEED_RULES,
     plain_to},
    {"choose", NULL, "N", "picks a choice", NEED_RULES, plain_choose},
    {"turn-piece", NULL, "right or left", "turns the piece that moved", NEED_RULES, turn_piece},
    {"done", NULL, "", "ends the ply", NEED_RULES, plain_done},
    {"retract", NULL, "", "takes the last choice back", NEED_RULES, plain_retract},
    {"drop", NULL, "", "drops the ply in progress", NEED_RULES, plain_drop},
    {"resign", NULL, "", "resigns for the side to move", NEED_PLAYED, plain_resign},
    {"draw", NULL, "", "offers a draw", NEED_PLAYED, plain_draw},
    {"accept", NULL, "", "accepts what is offered", NEED_PLAYED, plain_accept},
    {"decline", NULL, "", "declines what is offered", NEED_PLAYED, plain_decline},
    {"claim", NULL, "", "claims a draw that the rules grant", NEED_PLAYED, plain_claim},
    {"takeback", NULL, "", "takes the last ply of the game back", NEED_PLAYED, plain_take_back},
    {0},
};

/* ---- Plain mode's clocks for a game at one keyboard: printed with the position; a fallen flag is
 * reported at once. See keyboard_clock.h. */

bool plain_clock_told(const struct plain *plain)
{
    return plain->open && plain->game.play && plain->game.rules && plain->game.clock.control.base &&
           !plain->game.trial && !plain->game.guessing && !plain->game.track.broken &&
           plain->game.spot.depth == 0 && plain->game.spot.ply == plain_record(plain)->moves.n;
}

static void plain_play_follow(struct plain *plain)
{
    struct record *record = plain_record(plain);
    if (plain_clock_told(plain))
        keyboard_clock_follow(&plain->game.clock, record, plain->game.track.now.side,
                              result_stands(record), milliseconds());
}

void plain_clock_open(struct plain *plain)
{
    if (plain->game.play && plain->game.rules)
        keyboard_clock_begin(&plain->game.clock, plain_record(plain), &plain->game.start);
    plain_play_follow(plain);
}

void plain_clock_close(struct plain *plain)
{
    struct note why;
    keyboard_clock_keep(&plain->game.clock, plain_record(plain), milliseconds());
    bool draft = plain->store && !plain->game.version.known && plain_unsaved(plain);
    if (draft && *record_text(plain_record(plain), KEYBOARD_CLOCK_KEPT) &&
        store_draft_save(plain->store, plain_record(plain), &plain->game.version, &why) < 0)
        plain_say(plain, "The draft cannot be kept: %s", why.text);
    plain->game.clock = (struct keyboard_clock){0};
}

void plain_clock_stamp(struct plain *plain, const struct spot *spot)
{
    if (plain->game.play && !plain->game.trial && spot->depth == 0 &&
        spot->ply == plain_record(plain)->moves.n)
        keyboard_clock_stamp(&plain->game.clock, spot_node(plain_record(plain), spot),
                             milliseconds());
}

bool plain_clock_fallen(struct plain *plain)
{
    struct spot end = spot_start();
    plain_play_follow(plain);
    if (!plain->open || plain->game.trial || plain->game.guessing ||
        !keyboard_clock_fallen(&plain->game.clock, milliseconds()))
        return false;
    plain_drop_draft(plain);
    spot_end(plain_record(plain), &end);
    plain_go(plain, &end);
    plain_play_follow(plain);
    bool fallen = keyboard_clock_fallen(&plain->game.clock, milliseconds());
    if (fallen)
        plain_flag(plain);
    plain_play_follow(plain);
    return fallen;
}

int plain_clock_pause(struct plain *plain)
{
    plain_play_follow(plain);
    if (!plain->open || plain->game.trial || plain->game.guessing ||
        !keyboard_clock_runs(&plain->game.clock))
        return -1;
    const struct keyboard_clock *clock = &plain->game.clock;
    int64_t falls = clock->since + clock->control.delay + clock->left[clock->mover],
            now = milliseconds();
    return falls <= now ? 0 : falls - now > INT_MAX ? INT_MAX : (int)(falls - now);
}

bool plain_clock_tell(struct plain *plain)
{
    char clock[CLOCK_ROOM], words[200] = "";
    size_t used = 0;
    if (!plain_clock_told(plain))
        return false;
    plain_play_follow(plain);
    for (int side = 0; side < plain->game.rules->sides; side++) {
        clock_write(keyboard_clock_left(&plain->game.clock, side, milliseconds()) / 1000 * 1000,
                    false, clock);
        text_add(words, sizeof words, &used, "%s%s has %s left", side ? ", " : "", side_name(side),
                 clock);
    }
    plain_say(plain, "%s", words);
    return true;
}
