/* play.c - plain mode: plays plies, typed or composed one choice at a time; runs the
 * commands that the screen has as well. */
#include "config.h"

#include "archive/replay/replay.h"
#include "core/position_text.h"
#include "core/presentation.h"
#include "tui/plain/plain_internal.h"
#include "tui/session/typed_plies.h"
#include "tui/session/describe.h"

#include <ctype.h>
#include <limits.h>
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
    return !plain->game.track.broken && plain_live_may_play(plain);
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

static bool play_ply(struct plain *plain, const struct ply *ply)
{
    return !asks_again(plain, ply) &&
           (plain_live_on(plain) ? plain_live_play(plain, ply) : session_play(&plain->game, ply));
}

bool plain_play(struct plain *plain, const char *text)
{
    struct ply ply = {0};
    struct note why;
    bool done = false;
    if (!may_play(plain))
        return false;
    if (typed_ply_read(NULL, &plain->game.track.now, text, &ply, NULL, &why) < 0) {
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
        plain_say(plain, "Give a ply in long or short form");
}

/* ---------------------------------------------------------------- composing a ply */

static bool has_begun(const struct plain *plain)
{
    return plain->game.composing && plain->game.compose.draft.ply.n;
}

/* Print these choices, which are some of those of the draft, each with its number there. */
static void plain_tell_choices(struct plain *plain, const struct actions *some)
{
    const struct compose *compose = &plain->game.compose;
    char words[300];
    for (int i = 0; i < compose->choices.n; i++) {
        const struct action *choice = &compose->choices.v[i];
        bool told = false;
        for (int j = 0; j < some->n; j++)
            told = told || action_same(some->v[j], *choice);
        words_choice(plain->game.rules, choice, words, sizeof words);
        if (told)
            plain_say(plain, "Choice %d: %s%s", i + 1, words,
                      compose_dead_end(compose, choice) ? ", a dead end" : "");
    }
}

/* Print the state of the ply being composed. */
static void plain_play_tell_draft(struct plain *plain)
{
    const struct compose *compose = &plain->game.compose;
    const struct draft *draft = &compose->draft;
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
    if (compose->choices.n == 0)
        plain_say(plain, "This is a dead end; type \"retract\" to take the last choice back");
    else if (compose->choices.n == 1 &&
             words_choice(plain->game.rules, &compose->choices.v[0], hand, sizeof hand) > 0)
        plain_say(plain, "There is one choice; type \"choose 1\" to %s", hand);
    else
        plain_say(plain, "There are %d choices; type \"choices\" to see them%s", compose->choices.n,
                  compose_may_end(compose) ? ", \"done\" to end the ply here" : "");
}

/* Call this after each decision: plays the ply if nothing is left to choose, otherwise prints how
 * it can continue. `result` and `why` are those of the decision. */
static void plain_composed(struct plain *plain, int result, const struct note *why)
{
    struct compose *compose = &plain->game.compose;
    if (result < 0) {
        plain_told(plain, why->text[0] ? why->text : "this is not possible there");
    } else if (compose_must_end(compose)) {
        struct ply ply = {0};
        ply_copy(&ply, &compose->draft.ply);
        session_compose_drop(&plain->game);
        play_ply(plain, &ply);
        ply_free(&ply);
    } else if (!compose->draft.ply.n) {
        plain_say(plain, "The ply is dropped");
        session_compose_drop(&plain->game);
    } else {
        plain_play_tell_draft(plain);
    }
}

/* Make the choice that points at a square; if there are several choices, list them. */
static void plain_point(struct plain *plain, const char *name, cell_t cell)
{
    struct compose *compose = &plain->game.compose;
    struct note why = {.offset = -1};
    int result = FAIL_RULE;
    /* Pointing where a piece can go lifts that piece and moves it on the screen; here a square
     * without a piece to lift is a whole ply, such as e4. */
    if (!compose->draft.ply.n && !compose_points(compose, cell))
        plain->game.rules->rules->why_not(&compose->draft, cell, &why);
    else
        result = compose_select(compose, cell, &why);
    if (compose->state == COMPOSE_CHOICE && compose->menu.n < compose->choices.n) {
        plain_say(plain, "There are %d choices on %s; type the number of one", compose->menu.n,
                  name);
        plain_tell_choices(plain, &compose->menu);
    } else {
        plain_composed(plain, result, &why);
    }
}

static void plain_take(struct plain *plain, int index)
{
    struct note why = {.offset = -1};
    plain_composed(plain, compose_take_choice(&plain->game.compose, index, &why), &why);
}

/* True if a square typed alone continues the ply being composed or selects a piece to begin one.
 * Otherwise the square is a whole ply, such as "e4". */
static bool means_piece(const struct plain *plain, cell_t cell)
{
    const struct compose *compose = &plain->game.compose;
    const struct piece *piece = &compose->before.at[cell];
    return compose->draft.ply.n || (piece->kind && piece->side == compose->before.side) ||
           compose_points(compose, cell);
}

bool plain_compose(struct plain *plain, const char *text)
{
    int length, number, most = plain->game.compose.choices.n;
    cell_t cell = board_cell_named(plain->game.rules->board, text, &length);
    if (cell != CELL_NONE && !text[length]) {
        if (!means_piece(plain, cell))
            return false;
        plain_point(plain, text, cell);
        return true;
    }
    if (!isdigit((unsigned char)*text))
        return false;
    if (plain_number(plain, text, 1, most ? most : 1, &number))
        plain_take(plain, number - 1);
    return true;
}

static void plain_lift(struct plain *plain, const char *argument)
{
    cell_t cell = session_read_cell(&plain->game, REQ_SELECT, argument);
    if (cell == CELL_NONE || !may_play(plain))
        return;
    session_compose_drop(&plain->game);
    session_compose_begin(&plain->game);
    plain_point(plain, argument, cell);
    if (!has_begun(plain))
        session_compose_drop(&plain->game);
}

static void plain_to(struct plain *plain, const char *argument)
{
    if (!has_begun(plain))
        plain_say(plain, "Type \"lift CELL\" first to lift a piece");
    else if (session_read_cell(&plain->game, REQ_TO, argument) != CELL_NONE)
        plain_compose(plain, argument);
}

static void plain_choices(struct plain *plain, const char *argument)
{
    (void)argument;
    if (!may_play(plain))
        return;
    session_compose_begin(&plain->game);
    if (plain->game.compose.choices.n == 0)
        plain_say(plain, plain->game.compose.draft.ply.n
                             ? "This is a dead end; type \"retract\" to take the last choice back"
                             : "No ply is possible");
    plain_tell_choices(plain, &plain->game.compose.choices);
}

static void plain_choose(struct plain *plain, const char *argument)
{
    if (!plain->game.composing)
        plain_say(plain, "Type \"choices\" first to see them");
    else if (*argument && !plain_compose(plain, argument))
        plain_say(plain, "Give the number of a choice");
}

static void plain_done(struct plain *plain, const char *argument)
{
    struct note why = {.offset = -1};
    (void)argument;
    if (!has_begun(plain))
        plain_say(plain, "You have not begun a ply; type \"lift CELL\" to begin one");
    else
        plain_composed(plain, compose_end(&plain->game.compose, &why), &why);
}

static void plain_retract(struct plain *plain, const char *argument)
{
    (void)argument;
    if (!has_begun(plain)) {
        plain_say(plain, "You have not made any choice");
        return;
    }
    compose_back(&plain->game.compose);
    plain_say(plain, "The last choice is taken back");
    plain_play_tell_draft(plain);
}

static void plain_drop(struct plain *plain, const char *argument)
{
    (void)argument;
    plain_say(plain, has_begun(plain) ? "The ply is dropped" : "You have not begun a ply");
    session_compose_drop(&plain->game);
}

static void turn_piece(struct plain *plain, const char *argument)
{
    int turn = !strcmp(argument, "right") ? 1 : !strcmp(argument, "left") ? -1 : 0;
    struct note why = {.offset = -1};
    if (!turn)
        plain_say(plain, "Type \"turn-piece right\" or \"turn-piece left\"");
    else if (!plain->game.composing)
        plain_say(plain, "Nothing can turn that way here");
    else
        plain_composed(plain, compose_turn(&plain->game.compose, turn, &why), &why);
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
    if (plain_live_run(plain, command, argument))
        return;
    if (plain_live_on(plain) && command == REQ_TRIAL) {
        plain_say(plain, "You cannot start a trial in a live game");
        return;
    }
    if (plain_live_on(plain) && command == REQ_GUESS) {
        plain_say(plain, "You cannot guess plies in a game that is being played");
        return;
    }
    if (waits_for_computer(plain, command))
        plain_computer_settle(plain);
    game_command_run(&plain->game, command, argument);
}

const struct plain_handler plain_play_handlers[] = {
    {REQ_TYPE_MOVE, plain_play_play},
    {REQ_NUMBER_TARGETS, plain_choices},
    {REQ_SELECT, plain_lift},
    {REQ_TO, plain_to},
    {REQ_CHOOSE, plain_choose},
    {REQ_TURN_PIECE, turn_piece},
    {REQ_DONE, plain_done},
    {REQ_DROP_MEMBER, plain_retract},
    {REQ_ESCAPE, plain_drop},
    {REQ_RESIGN, NULL},
    {REQ_OFFER_DRAW, NULL},
    {REQ_ACCEPT, NULL},
    {REQ_DECLINE, NULL},
    {REQ_CLAIM_DRAW, NULL},
    {REQ_TAKE_BACK, NULL},
    {0},
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
