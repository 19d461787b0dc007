/* game_commands.h - the commands that act on the open game. Each is one function of
 * game_commands.c, which the screen and plain mode both run.
 *
 * tui/commands/command_table.h has the names, arguments, keys and help of a command. What comes of
 * it are events (game_session.h). A command that needs an argument and got none tells GAME_ASKS, or
 * GAME_CHOICES if it can list the arguments: the screen then opens a prompt or a menu, and plain
 * mode prints what can be typed. */
#ifndef CHESSCADE_TUI_SESSION_COMMANDS_GAME_COMMANDS_H
#define CHESSCADE_TUI_SESSION_COMMANDS_GAME_COMMANDS_H

#include "tui/commands/commands.h"
#include "tui/session/game_session.h"

/* True if a command is one of those here. */
bool game_command_is(enum request command);
/* The `i`-th command, counted from 0; REQ_NONE after the last one. */
enum request game_command_at(int i);
/* True if a command is one of those here and may be offered now. */
bool game_command_can(const struct game_session *game, enum request command);
/* Run a command. `argument` is "" if none was given. Returns false if it is not one of those
 * here. */
bool game_command_run(struct game_session *game, enum request command, const char *argument);

/* Read the name of a square for a command. Returns CELL_NONE after telling what is wrong, or asking
 * for a square if the text is "". */
cell_t session_read_cell(struct game_session *game, enum request command, const char *text);

/* Write a text to a new file, for a command whose argument is the name `file`; `what` describes the
 * text: "the game". Tells what was done, why not, or that the name is missing. */
void session_copy(struct game_session *game, enum request command, const char *what,
                  const char *text, const char *file);

/* Go forward, back, to a note and so on by a command that moves the reader: `count` plies if it
 * goes by plies. Tells GAME_ARRIVED,
 * or why the reader stays, and then returns false. */
bool session_travel(struct game_session *game, enum request command, int count);

/* True if choices of a ply were made. */
bool session_has_begun(const struct game_session *game);
/* While a ply is composed, take a cell or the number of a choice as the next decision. Returns
 * false if the text is neither. */
bool session_compose_typed(struct game_session *game, const char *text);
/* Play the ply that was composed, after GAME_COMPOSED has told that it is complete. */
void session_compose_play(struct game_session *game);

/* True if a name is that of the side to move or of its player, or "". Otherwise tells that only the
 * side to move can resign. */
bool session_resigns_as(struct game_session *game, const char *who);

#endif
