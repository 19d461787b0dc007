/* archive_commands.h - the commands that act on an open archive
 * (tui/session/archive/archive_session.h). Each is one function, which the screen and plain mode
 * both run.
 *
 * tui/commands/command_table.h has the names, arguments, keys and help of a command. A command that
 * needs an argument and got none tells ARCHIVE_ASKS: the screen then opens a prompt, and plain mode
 * prints what can be typed. One that must be confirmed tells ARCHIVE_QUESTION. */
#ifndef CHESSCADE_TUI_SESSION_COMMANDS_ARCHIVE_COMMANDS_H
#define CHESSCADE_TUI_SESSION_COMMANDS_ARCHIVE_COMMANDS_H

#include "tui/commands/commands.h"
#include "tui/session/archive/archive_session.h"

/* True if a command is one of those here. */
bool archive_command_is(enum request command);
/* The `i`-th command, counted from 0; REQ_NONE after the last one. */
enum request archive_command_at(int i);
/* Run a command. `argument` is "" if none was given. Returns false if it is not one of those
 * here. */
bool archive_command_run(struct archive_session *archive, enum request command,
                         const char *argument);

/* Count games: tells ARCHIVE_STATISTICS under a title. */
void archive_count(struct archive_session *archive, const char *title,
                   const struct listed_games *games);

#endif
