/* compose_commands.c - commands that play a ply: typed whole, or composed in words instead of with
 * a cursor, one choice at a time. They tell GAME_COMPOSED. */
#include "config.h"

#include "core/position_text.h"
#include "tui/session/commands/commands_internal.h"
#include "tui/session/commands/game_commands.h"
#include "tui/session/typed_plies.h"
#include "tui/session/words/compose_ways.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- telling */

static void refuse_ply(struct game_session *game, const struct note *why)
{
    struct note reason = *why;
    if (!*reason.text)
        note_set(&reason, -1, "this is not possible there");
    session_tell(
        game, &(struct game_event){.kind = GAME_REFUSED, .cause = REFUSED_RULES, .why = &reason});
}

/* Tell how the ply can go on. `some`: it is one of these choices, which lead to the cell `to`. */
static void tell_ways(struct game_session *game, const struct actions *some, cell_t to)
{
    struct sentences telling;
    sentences_begin(&telling);
    if (some)
        compose_choices_on(&game->compose, some, to, sentences_add, &telling);
    else
        compose_state_told(&game->compose, sentences_add, &telling);
    session_tell_sentences(game, &telling, &(struct game_event){.kind = GAME_COMPOSED});
}

/* ---------------------------------------------------------------- decisions */

static bool may_play(struct game_session *game)
{
    return game->ops->may_play ? game->ops->may_play(game->client) : session_may_play(game);
}

static void play(struct game_session *game, const struct ply *ply)
{
    if (game->ops->play)
        game->ops->play(game->client, ply);
    else if (!session_loses(game, ply))
        session_play(game, ply);
}

bool session_has_begun(const struct game_session *game)
{
    return game->composing && game->compose.draft.ply.n;
}

/* A decision was made, or refused: `result` and `why` are those of the function that made it. */
static void decided(struct game_session *game, int result, const struct note *why)
{
    struct compose *compose = &game->compose;
    if (result < 0) {
        refuse_ply(game, why);
    } else if (!compose->draft.ply.n) {
        session_compose_drop(game);
        session_say(game, "the ply is dropped");
    } else if (compose_must_end(compose) && compose_end(compose, NULL) == 0) {
        session_tell(game, &(struct game_event){.kind = GAME_COMPOSED, .yes = true, .content = ""});
    } else {
        tell_ways(game, NULL, CELL_NONE);
    }
}

/* Point at a cell. If it can mean several choices, tell them. */
static void point_at(struct game_session *game, cell_t cell)
{
    struct compose *compose = &game->compose;
    struct note why = {.offset = -1};
    int result = FAIL_RULE;
    /* On the screen, pointing where a single piece can go lifts that piece and moves it. As words,
     * a cell without a piece to lift is a whole ply, such as e4. */
    if (!compose->draft.ply.n && !compose_points(compose, cell))
        game->rules->rules->why_not(&compose->draft, cell, &why);
    else
        result = compose_select(compose, cell, &why);
    if (result == 0 && compose->state == COMPOSE_CHOICE && compose->menu.n < compose->choices.n)
        tell_ways(game, &compose->menu, cell);
    else
        decided(game, result, &why);
}

/* True if a cell continues the ply, or has a piece that can begin one. */
static bool means_piece(const struct compose *compose, cell_t cell)
{
    const struct piece *piece = &compose->before.at[cell];
    return compose->draft.ply.n || (piece->kind && piece->side == compose->before.side) ||
           compose_points(compose, cell);
}

bool session_compose_typed(struct game_session *game, const char *text)
{
    struct note why = {.offset = -1};
    int length, number, most;
    if (!game->composing)
        return false;
    most = game->compose.choices.n;
    cell_t cell = board_cell_named(game->rules->board, text, &length);
    if (cell != CELL_NONE && !text[length]) {
        if (!means_piece(&game->compose, cell))
            return false;
        point_at(game, cell);
        return true;
    }
    if (!isdigit((unsigned char)*text))
        return false;
    if (session_read_number(game, text, 1, most ? most : 1, &number))
        decided(game,
                compose_take_choice(&game->compose, compose_numbered(&game->compose, number), &why),
                &why);
    return true;
}

/* ---------------------------------------------------------------- the commands */

void command_play(struct game_session *game, const char *text)
{
    struct ply ply = {0};
    struct note why = {.offset = -1};
    if (!*text) {
        session_ask(game, REQ_TYPE_MOVE, "a ply");
        return;
    }
    if (!may_play(game))
        return;
    if (!session_has_begun(game))
        session_compose_drop(game);
    if (typed_ply_read(NULL, &game->track.now, text, &ply, NULL, &why) < 0)
        refuse_ply(game, &why);
    else
        play(game, &ply);
    ply_free(&ply);
}

void session_compose_play(struct game_session *game)
{
    struct ply ply = {0};
    ply_copy(&ply, &game->compose.draft.ply);
    session_compose_drop(game);
    play(game, &ply);
    ply_free(&ply);
}

void command_lift(struct game_session *game, const char *name)
{
    cell_t cell = session_read_cell(game, REQ_SELECT, name);
    if (cell == CELL_NONE || !may_play(game))
        return;
    session_compose_drop(game);
    session_compose_begin(game);
    point_at(game, cell);
    if (!session_has_begun(game))
        session_compose_drop(game);
}

void command_move_to(struct game_session *game, const char *name)
{
    if (!session_has_begun(game))
        session_refuse(game, REFUSED_NOTHING_THERE, "no piece is lifted: {select CELL} lifts one");
    else if (session_read_cell(game, REQ_TO, name) != CELL_NONE)
        session_compose_typed(game, name);
}

bool session_has_targets(const struct game_session *game)
{
    int targets = 0;
    if (game->composing)
        compose_target(&game->compose, 0, &targets);
    return game->rules && (!game->composing || targets);
}

void command_list_choices(struct game_session *game, const char *argument)
{
    struct sentences telling;
    (void)argument;
    if (!may_play(game))
        return;
    session_compose_begin(game);
    if (!game->compose.choices.n && game->compose.draft.ply.n) {
        tell_ways(game, NULL, CELL_NONE);
        return;
    }
    sentences_begin(&telling);
    compose_choices_told(&game->compose, &game->compose.choices, sentences_add, &telling);
    if (!game->compose.choices.n)
        sentences_add(&telling, "No ply is possible");
    session_told(game, &telling, "Choices");
    /* On a screen, a ply that has not begun is no ply in progress. */
    if (game->ops->steps && !session_has_begun(game))
        session_compose_drop(game);
}

void command_make_choice(struct game_session *game, const char *argument)
{
    bool began = game->composing;
    if (!*argument || !isdigit((unsigned char)*argument)) {
        session_ask(game, REQ_CHOOSE, "the number of a choice");
        return;
    }
    if (!began && !may_play(game))
        return;
    session_compose_begin(game);
    session_compose_typed(game, argument);
    if (!began && !session_has_begun(game))
        session_compose_drop(game);
}

void command_turn_piece(struct game_session *game, const char *argument)
{
    int turn = !strcmp(argument, "right") ? 1 : !strcmp(argument, "left") ? -1 : 0;
    struct note why = {.offset = -1};
    if (!turn)
        session_ask(game, REQ_TURN_PIECE, "the direction of the turn, right or left");
    else if (!game->composing)
        session_refuse(game, REFUSED_NOTHING_THERE, "nothing can turn that way here");
    else
        decided(game, compose_turn(&game->compose, turn, &why), &why);
}

void command_end_ply(struct game_session *game, const char *argument)
{
    struct note why = {.offset = -1};
    (void)argument;
    if (!session_has_begun(game))
        session_refuse(game, REFUSED_NOTHING_THERE,
                       "you have not begun a ply: {select CELL} begins one");
    else
        decided(game, compose_end(&game->compose, &why), &why);
}

void command_retract(struct game_session *game, const char *argument)
{
    (void)argument;
    if (!session_has_begun(game)) {
        session_refuse(game, REFUSED_NOTHING_THERE, "you have not made any choice");
        return;
    }
    compose_back(&game->compose);
    session_say(game, "the last choice is taken back");
    tell_ways(game, NULL, CELL_NONE);
}

void command_drop(struct game_session *game, const char *argument)
{
    (void)argument;
    session_say(game, session_has_begun(game) ? "the ply is dropped" : "you have not begun a ply");
    session_compose_drop(game);
}
