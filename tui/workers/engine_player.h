/* engine_player.h - the engine as a player of tui/session/player.h, thinking in a process of its
 * own at low priority.
 *
 * One process thinks about one ply. So the client never waits for it, can stop it at any moment,
 * and survives whatever happens to it. A session that may start no process (tui/system/sandbox.h)
 * starts one before that, which thinks about one ply after the other, for one game at a time. */
#ifndef CHESSCADE_TUI_WORKERS_ENGINE_PLAYER_H
#define CHESSCADE_TUI_WORKERS_ENGINE_PLAYER_H

#include "tui/session/player.h"

extern const struct player_ops engine_player;

/* Before confine_process(): start the process that will think for this session, confined itself. It
 * ends with the session. If it cannot be started, no computer plays in it. */
void engine_player_keep(void);

#endif
