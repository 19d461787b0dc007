/* engine_player.h - the engine as a player of tui/session/player.h, thinking in a process of its
 * own at low priority.
 *
 * One process thinks about one ply. So the client never waits for it, can stop it at any moment,
 * and survives whatever happens to it. */
#ifndef CHESSCADE_TUI_WORKERS_ENGINE_PLAYER_H
#define CHESSCADE_TUI_WORKERS_ENGINE_PLAYER_H

#include "tui/session/player.h"

extern const struct player_ops engine_player;

#endif
