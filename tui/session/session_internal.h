/* session_internal.h - internal: functions that the files implementing game_session.h share. */
#ifndef CHESSCADE_TUI_SESSION_SESSION_INTERNAL_H
#define CHESSCADE_TUI_SESSION_SESSION_INTERNAL_H

#include "tui/session/game_session.h"

/* In session_play.c. The side to move resigns (`resigns`), or else claims a draw that the rules
 * allow. */
void session_end_for_seat(struct game_session *game, bool resigns);
/* The side to move has run out of time: end the game, or with three players remove that side
 * from it. The session must be at the end of the game. */
void session_flag(struct game_session *game);

/* Call this after a ply (`played`) or after a side left. Records the result if the rules end the
 * game. If a ply was played after a result that the rules do not give, removes that result. */
void session_judge(struct game_session *game, bool played);

#endif
