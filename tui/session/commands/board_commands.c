/* board_commands.c - commands that describe the board in words: everything on it, the pieces of a
 * kind, a rank or file, a square, where a piece can move, what could capture on a square, the lines
 * through it. They tell GAME_TOLD. Two more give the position to other programs. */
#include "config.h"

#include "core/position_text.h"
#include "core/util/ascii.h"
#include "tui/session/describe.h"
#include "tui/session/commands/game_commands.h"
#include "tui/session/commands/commands_internal.h"
#include "tui/session/words/cell_facts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

cell_t session_read_cell(struct game_session *game, enum request command, const char *text)
{
    int length;
    const struct board *board = game->rules->board;
    cell_t cell = board_cell_named(board, text, &length);
    if (cell != CELL_NONE && !text[length])
        return cell;
    if (!*text)
        session_ask(game, command, "a cell");
    else
        session_refuse(game, REFUSED_TEXT,
                       "'%.20s' is not a cell of this board; cells are named like %s", text,
                       board_name(board, 0));
    return CELL_NONE;
}

void session_tell_board(struct game_session *game, const char *argument)
{
    struct sentences telling;
    (void)argument;
    sentences_begin(&telling);
    words_board(session_shown(game), sentences_add, &telling);
    session_told(game, &telling, "The board");
}

/* Read the letter of a piece: upper case means White's, lower case Black's, N' Red's; the letter of
 * a neutral piece finds that piece. Returns the kind; KIND_NONE: it is none. */
static int read_letter(const struct ruleset *rules, const char *text, int *side)
{
    bool red = rules->sides > 2 && text[0] && text[1] == '\'';
    *side = red ? RED : ascii_isupper((unsigned char)text[0]) ? WHITE : BLACK;
    return !text[0] || text[1 + red]
               ? KIND_NONE
               : ruleset_kind(rules, (char)ascii_upper((unsigned char)text[0]));
}

void session_tell_pieces(struct game_session *game, const char *argument)
{
    char words[WORDS_ROOM * 2];
    int side, kind = read_letter(game->rules, argument, &side);
    if (kind == KIND_NONE) {
        session_refuse(
            game, REFUSED_TEXT,
            "give the letter of a piece: upper case for White's, lower case for Black's%s",
            game->rules->sides > 2 ? ", with an apostrophe for Red's" : "");
        return;
    }
    words_pieces(session_shown(game), kind, side, words, sizeof words);
    session_tell_one(game, words);
}

void session_tell_row(struct game_session *game, const char *argument)
{
    const struct board *board = game->rules->board;
    char words[WORDS_ROOM * 4];
    int rank, file = argument[0] - 'a';
    if (argument_number(argument, 1, board->ranks, &rank, NULL) == 0)
        words_rank(session_shown(game), rank - 1, words, sizeof words);
    else if (ascii_islower((unsigned char)argument[0]) && !argument[1] && file < board->files)
        words_file(session_shown(game), file, words, sizeof words);
    else {
        session_refuse(game, REFUSED_TEXT, "give a file from a to %c or a rank from 1 to %d",
                       'a' + board->files - 1, board->ranks);
        return;
    }
    session_tell_one(game, words);
}

void session_tell_cell(struct game_session *game, const char *argument)
{
    cell_t cell = session_read_cell(game, REQ_LOOK, argument);
    char words[WORDS_ROOM];
    if (cell == CELL_NONE)
        return;
    words_cell(session_shown(game), cell, words, sizeof words);
    session_tell_one(game, words);
}

void session_inspect(struct game_session *game, const char *argument)
{
    struct sentences telling;
    cell_t cell = session_read_cell(game, REQ_INSPECT, argument);
    const struct position *position = session_shown(game);
    if (cell == CELL_NONE)
        return;
    struct cell_asked asked = {
        .position = position,
        .cell = cell,
        .begins = !game->composing && !game->track.broken &&
                  position->at[cell].side == position->side &&
                  !verdict_over(track_verdict(&game->track)),
        .in_hand = game->composing && compose_in_the_air(&game->compose, cell),
    };
    sentences_begin(&telling);
    cell_tell_sentences(&asked, sentences_add, &telling);
    session_told(game, &telling, "All about a square");
}

void session_tell_moves(struct game_session *game, const char *argument)
{
    char words[WORDS_ROOM * 8];
    int length;
    cell_t cell = board_cell_named(game->rules->board, argument, &length);
    /* The argument may be a whole ply, as in "m e2e4", because m begins a ply in other programs. */
    if (*argument && (cell == CELL_NONE || argument[length])) {
        session_refuse(game, REFUSED_TEXT,
                       "'%.20s' is not a square: this tells where the piece on a square can move; "
                       "{type-move} plays a ply",
                       argument);
        return;
    }
    cell = session_read_cell(game, REQ_MOVES_FROM, argument);
    if (cell == CELL_NONE)
        return;
    words_moves_from(&game->track.now, cell, words, sizeof words);
    session_tell_one(game, words);
}

void session_tell_attackers(struct game_session *game, const char *argument)
{
    char words[WORDS_ROOM];
    cell_t cell = session_read_cell(game, REQ_ATTACKERS, argument);
    if (cell == CELL_NONE)
        return;
    words_attackers(session_shown(game), cell, words, sizeof words);
    session_tell_one(game, words);
}

void session_tell_lines(struct game_session *game, const char *argument)
{
    struct sentences telling;
    cell_t from = session_read_cell(game, REQ_DIAGONALS, argument);
    if (from == CELL_NONE)
        return;
    sentences_begin(&telling);
    words_lines_through(session_shown(game), from, sentences_add, &telling);
    session_told(game, &telling, "Lines from a square");
}

/* ---------------------------------------------------------------- for other programs */

/* Copy a text or show it, as the client does, or write it to a new file. */
static void hand_over(struct game_session *game, enum request command, const char *what,
                      const char *text, const char *file)
{
    bool guest = game->ops->restricted && game->ops->restricted(game->client);
    if (*file && (guest || !game->ops->copied))
        session_copy(game, command, what, text, file);
    else if (game->ops->copied)
        game->ops->copied(game->client, what, text, file);
    else
        session_tell(game, &(struct game_event){.kind = GAME_SHOWN, .text = what, .content = text});
}

void session_copy_position(struct game_session *game, const char *file)
{
    char text[POSITION_TEXT_MAX + 1];
    /* Use the position before a ply that is being composed, because a partial ply has no position
     * text. */
    game->rules->rules->write(&game->track.now, text, sizeof text);
    hand_over(game, REQ_COPY_POSITION, "the position", text, file);
}

void session_copy_diagram(struct game_session *game, const char *file)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        memory_exhausted();
    game->ops->draw(game->client, out);
    fclose(out);
    hand_over(game, REQ_COPY_DIAGRAM, "the diagram", text, file);
    free(text);
}
