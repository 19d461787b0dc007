/* session_internal.h - internal: what the files of game_session.h share. */
#ifndef CHESSCADE_TUI_SESSION_SESSION_INTERNAL_H
#define CHESSCADE_TUI_SESSION_SESSION_INTERNAL_H

#include "tui/session/game_session.h"

/* session_play.c: the side to move resigns, or claims the draw that the rules give. */
void session_end_for_seat(struct game_session *game, bool resigns);
/* The side to move has run out of time, at the end of the game. */
void session_flag(struct game_session *game);

/* After a ply (`played`), or when somebody left: record the result if the rules end the game; who
 * plays on after a result that they do not give reopens the game. */
void session_judge(struct game_session *game, bool played);

#endif
