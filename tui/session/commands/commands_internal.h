/* commands_internal.h - internal: what the files here share, and commands of game_commands.c that
 * have a file of their own. Each gets its argument as text, and tells events. */
#ifndef CHESSCADE_TUI_SESSION_COMMANDS_COMMANDS_INTERNAL_H
#define CHESSCADE_TUI_SESSION_COMMANDS_COMMANDS_INTERNAL_H

#include "tui/commands/arguments.h"
#include "tui/session/game_session.h"

enum { STEPS_MOST = 100000 }; /* the highest number of plies, or of a ply, that can be typed */

/* In game_commands.c. A command needs an argument, which `what` describes. */
void session_ask(struct game_session *game, enum request command, const char *what);
/* In game_commands.c. Read a whole number. Returns false after telling what is expected. */
bool session_read_number(struct game_session *game, const char *text, int least, int most,
                         int *out);

/* In game_commands.c. Go to a spot, and tell GAME_ARRIVED. */
void session_arrive(struct game_session *game, const struct spot *at);
/* In game_commands.c. Tell GAME_TOLD with one sentence. */
void session_tell_one(struct game_session *game, const char *sentence);
/* In game_commands.c. End the sentences of a command, and tell an event that has them as its
 * `content`; or if there are any, GAME_TOLD with a title. */
void session_tell_sentences(struct game_session *game, struct sentences *sentences,
                            const struct game_event *event);
void session_told(struct game_session *game, struct sentences *sentences, const char *title);

/* In game_diff.c. The command "diff": "" tells in a sentence what was changed since the game was
 * saved; "all" compares with the stored game; "3" and "2 5" show what changes of the list of
 * changes did; "#12" or an id compares with another game. Tells GAME_DIFF, or why there is none; in
 * a live game there is none. */
void session_diff(struct game_session *game, const char *argument);

/* In board_commands.c: commands that describe the board in words. They need a game with rules. */
void session_tell_board(struct game_session *game, const char *argument);
/* The pieces with a letter, "N": White's, "n": Black's, "N'": Red's. */
void session_tell_pieces(struct game_session *game, const char *argument);
void session_tell_row(struct game_session *game, const char *argument); /* "e" or "4" */
void session_tell_cell(struct game_session *game, const char *argument);
void session_tell_moves(struct game_session *game, const char *argument);
void session_tell_attackers(struct game_session *game, const char *argument);
/* The lines through a square, outwards; on a board of squares only the diagonals. */
void session_tell_lines(struct game_session *game, const char *argument);
/* All about a square: what is on it, how that moves, by which rule, what reaches the square. */
void session_inspect(struct game_session *game, const char *argument);
/* The position as a line of text, and the board as a picture, for other programs: copied or shown,
 * or written to a new file. */
void session_copy_position(struct game_session *game, const char *file);
void session_copy_diagram(struct game_session *game, const char *file);

/* In compose_commands.c: commands that play a ply in words. They need a game with rules. */
void command_play(struct game_session *game, const char *text); /* a whole ply */
/* True if no ply is composed, or if the one that is can go to a cell. */
bool session_has_targets(const struct game_session *game);
void command_list_choices(struct game_session *game, const char *argument);
void command_lift(struct game_session *game, const char *name);    /* of a cell */
void command_move_to(struct game_session *game, const char *name); /* of a cell */
void command_make_choice(struct game_session *game, const char *argument);
void command_turn_piece(struct game_session *game, const char *argument); /* "right", "left" */
void command_end_ply(struct game_session *game, const char *argument);
void command_retract(struct game_session *game, const char *argument);
void command_drop(struct game_session *game, const char *argument);
/* In place_commands.c: commands that tell what is at the reader's place, or go to another by its
 * number. */
void session_tell_place(struct game_session *game, const char *argument);
/* True if the following plies are hidden, because the user guesses them; the client has then been
 * told. */
bool session_hides_plies(struct game_session *game);
void session_tell_plies(struct game_session *game, const char *count);
void session_tell_last(struct game_session *game, const char *argument);
void session_tell_turn(struct game_session *game, const char *argument);
void session_tell_ways(struct game_session *game, const char *argument);
void session_tell_members(struct game_session *game, const char *argument);
/* True if cascades can be looked for: the rules have some, and the game goes on here. */
bool session_can_find(const struct game_session *game);
void session_find_cascades(struct game_session *game, const char *goal);
/* Select a member of the ply for notes, or step to it (struct game_client); 0 selects the whole
 * ply. */
void session_select_member(struct game_session *game, const char *number);
/* Go to the ply, or the move, with a number (struct game_client); 0 is the start. */
void session_go_to(struct game_session *game, const char *number);

#endif
