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

/* In game_diff.c. The command "diff": "" compares with the stored game; "3" and "2 5" show what
 * changes of the list of changes did; "#12" or an id compares with another game. Tells GAME_DIFF,
 * or why there is none. */
void session_diff(struct game_session *game, const char *argument);

/* In board_commands.c: commands that describe the board in words. They need a game with rules. */
bool session_has_board(const struct game_session *game);
void session_tell_board(struct game_session *game, const char *argument);
/* The pieces with a letter, "N": White's, "n": Black's, "N'": Red's. */
void session_tell_pieces(struct game_session *game, const char *argument);
void session_tell_row(struct game_session *game, const char *argument); /* "e" or "4" */
void session_tell_cell(struct game_session *game, const char *argument);
void session_tell_moves(struct game_session *game, const char *argument);
void session_tell_attackers(struct game_session *game, const char *argument);
/* The lines through a square, outwards; on a board of squares only the diagonals. */
void session_tell_lines(struct game_session *game, const char *argument);

#endif
