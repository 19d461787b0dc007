/* table_commands.h - the commands of a live table: when each is possible, and what it does. The
 * screen and plain mode both run them here (tui/session/commands/game_commands.h has those of an
 * open game).
 *
 * tui/commands/command_table.h has the names, keys and help of a command. What comes of it are news
 * (live_table.h). */
#ifndef CHESSCADE_TUI_SESSION_COMMANDS_TABLE_COMMANDS_H
#define CHESSCADE_TUI_SESSION_COMMANDS_TABLE_COMMANDS_H

#include "tui/commands/commands.h"
#include "tui/session/lobby/live_table.h"

/* Returns -1 if a live table has nothing to say about a command; otherwise 1 or 0: whether it is
 * possible now. Some commands that act on an open game, such as REQ_PLAY, are impossible until the
 * game is over. */
int table_command_can(const struct live_table *table, enum request command);
/* True if `who`, the argument of the command "resign", names the user or the user's side, or is
 * "". */
bool table_resigns_for(const struct live_table *table, const char *who);
/* Run a command. `argument` is "" if none was given. Returns false if it is not one of a live
 * table. */
bool table_command_run(struct live_table *table, enum request command, const char *argument);

#endif
