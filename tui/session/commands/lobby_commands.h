/* lobby_commands.h - the commands of a lobby: who and what is there; starting, joining and ending
 * games; chat. The screen and plain mode both run them here, in the lobby and at its games.
 *
 * tui/commands/command_table.h has the names, arguments and help of a command. What comes of it are
 * news of the lobby (lobby_session.h), and at a live game of its table (live_table.h). A game is
 * named by its number in the last list, or by its mark. */
#ifndef CHESSCADE_TUI_SESSION_COMMANDS_LOBBY_COMMANDS_H
#define CHESSCADE_TUI_SESSION_COMMANDS_LOBBY_COMMANDS_H

#include "tui/commands/commands.h"
#include "tui/session/lobby/live_table.h"
#include "tui/session/lobby/lobby_session.h"
#include "tui/session/lobby/shared_reading.h"

/* Where in a lobby a person is. */
struct lobby_here {
    struct lobby_place *place;      /* NULL: in no lobby */
    struct live_table *table;       /* the live game that is open; NULL: none */
    struct shared_reading *reading; /* the game that is read together with others; NULL: none */
};

/* Returns -1 if a command is not one of those here; otherwise 1 or 0: whether it is possible now.
 */
int lobby_command_can(const struct lobby_here *here, enum request command);
/* Run a command. `argument` is "" if none was given. Returns false if it is not one of those here,
 * or needs a lobby. */
bool lobby_command_run(const struct lobby_here *here, enum request command, const char *argument);

#endif
