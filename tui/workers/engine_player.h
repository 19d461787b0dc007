/* engine_player.h - the engine as a player of tui/session/player.h, thinking in a process of its
 * own at low priority.
 *
 *  Normally each process thinks about one ply, so the client never waits for it, can stop it at
 *  any moment, and survives its crashes. A session that will not be allowed to start processes
 *  (tui/system/sandbox.h) starts one process beforehand, which thinks about one ply after the
 *  other, for one game at a time. */
#ifndef CHESSCADE_TUI_WORKERS_ENGINE_PLAYER_H
#define CHESSCADE_TUI_WORKERS_ENGINE_PLAYER_H

#include "tui/session/player.h"

extern const struct player_ops engine_player;

/* Call before confine_process(): start the process that will think for this session, and confine
 * it too. It ends with the session. If it cannot be started, the session has no computer player. */
void engine_player_keep(void);

#endif
