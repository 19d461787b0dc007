/* plain_internal.h - the internals of plain mode, for the files of this folder only.
 *
 *   plain.c        the dialogue: reads lines, finds commands, prints help
 *   say.c          prints sentences
 *   open.c         opens, saves and closes archives and games; games with unsaved changes
 *   list.c         lists games page by page, starts new ones; import and export
 *   rules.c        the rules, with examples
 *   play.c         typing or composing plies, results; the computer
 *   archive_told.c prints what happens to the open archive, and answers what the session asks
 *   game_told.c    prints what happens to the open game, and answers what the session asks
 *   lobby.c        a lobby, and games of its archive that several people read at once
 *   live.c         a live game: opening it, and what happens at its table
 *
 * Three words of this folder: a *spot* is a point of a game (a path of choices through its plies
 * and variations); a *table* is a live game that several people play or watch; *telling* something
 * is printing it. */
#ifndef CHESSCADE_TUI_PLAIN_PLAIN_INTERNAL_H
#define CHESSCADE_TUI_PLAIN_PLAIN_INTERNAL_H

#include "archive/record/edit.h"
#include "archive/store/store.h"
#include "tui/plain/plain.h"
#include "tui/session/annotators.h"
#include "tui/session/archive/archive_session.h"
#include "tui/commands/arguments.h"
#include "tui/commands/commands.h"
#include "tui/session/commands/game_commands.h"
#include "tui/session/commands/lobby_commands.h"
#include "tui/session/game_open.h"
#include "tui/session/game_session.h"
#include "tui/session/keyboard_clock.h"
#include "tui/session/lobby/live_table.h"
#include "tui/session/lobby/lobby_session.h"
#include "tui/session/lobby/shared_reading.h"
#include "tui/session/opponent.h"
#include "tui/session/ply_text.h"
#include "tui/session/words/worded.h"

enum { PLAIN_PAGE = 20 };

struct plain_lobby; /* below */

/* How plies are printed: short (Nf3), long (Ng1-f3), or short with each square spelled out (N
 * foxtrot 3). */
enum plain_style { PLAIN_SHORT, PLAIN_LONG, PLAIN_SPELLED };

struct plain {
    const struct plain_options *options;
    FILE *out;
    struct plain_input *input;
    struct loop *loop;
    /* What ends the sleep besides input: a change in the lobby, the next poll of the lobby, a
     * player's flag, the computer, the next check what others did to the game. */
    struct {
        loop_handle lobby, look, flag, computer, others;
    } waits;
    bool interrupted; /* The user has pressed Ctrl-C since the last command. */
    /* over: the dialogue ends. warned: the user has been warned that leaving loses unsaved
     * changes. */
    bool over, warned;
    int lost;                  /* The errno of output that could not be written; 0: none. */
    bool prompted;             /* The prompt has been printed and nothing after it. */
    struct plain_lobby *lobby; /* The lobby the user is in; NULL: none. */
    enum plain_style style;

    struct store *store; /* The open archive or file; NULL: none. */
    /* The search index of the open archive; NULL: it has none, as small archives do. */
    struct index *index;
    struct archive_session archive; /* The games last listed, and what is done with them. */
    int listed;                     /* How many of the games last listed have been printed. */

    bool open; /* A game is open; the members below describe it. */
    struct game_session game;
    const char *examples; /* The variant id whose examples were printed last; NULL: none. */

    /* A ply that would lose the game at once: the user was warned, and repeating the ply plays
     * it. "": none. */
    char losing[PLY_ROOM];
};

/* The function of a command, which tui/commands/command_table.h describes. */
struct plain_handler {
    enum request command;
    /* Runs the command; `argument` is "" if none was typed, never NULL. NULL: the command is one of
     * tui/session/commands, and only its place in `help` is given here. */
    void (*run)(struct plain *plain, const char *argument);
};

/* The commands of each file, in the order of `help`. Each list ends with REQ_NONE. Commands of
 * tui/session/commands/game_commands.h that are in none of them come last. */
extern const struct plain_handler plain_general_handlers[];
extern const struct plain_handler plain_list_handlers[];
extern const struct plain_handler plain_rules_handlers[];
extern const struct plain_handler plain_archive_handlers[];
extern const struct plain_handler plain_collect_handlers[];
extern const struct plain_handler plain_board_handlers[];
extern const struct plain_handler plain_replay_handlers[];
extern const struct plain_handler plain_play_handlers[];
extern const struct plain_handler plain_computer_handlers[];
extern const struct plain_handler plain_note_handlers[];
extern const struct plain_handler plain_line_handlers[];
extern const struct plain_handler plain_layer_handlers[];
extern const struct plain_handler plain_study_handlers[];
extern const struct plain_handler plain_lobby_handlers[];
extern const struct plain_handler plain_talk_handlers[];

/* ---- say.c */
/* Print a text without ending the line. Its control characters must have been removed already;
 * characters that an ASCII terminal cannot show become question marks. */
void plain_print(struct plain *plain, const char *text);
/* For the functions of the session that tell sentences, with `plain` as argument. */
void plain_say_sentence(void *plain, const char *sentence);
/* Print a sentence on a line of its own; a full stop is added if it has none. Control characters
 * must have been removed. */
void plain_say(struct plain *plain, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Print the reason of a refusal as a sentence: capitalised, with a full stop. */
void plain_refuse(struct plain *plain, const char *why);
/* Print a sentence of the session as plain_refuse() does. A command that it names, as {undo},
 * becomes the word to type. */
void plain_told(struct plain *plain, const char *text);
/* The same, but the first letter stays small, because it may begin a name. */
void plain_told_as_is(struct plain *plain, const char *text);
/* Print a sentence about something that has happened in the same way; "" prints nothing. */
void plain_tell_worded(struct plain *plain, const struct worded *worded);
/* Print why a variant cannot be opened; the sentence names plain mode's command for choosing
 * another. */
void plain_no_variant(struct plain *plain, const struct note *why);
/* Read a whole number from `least` to `most`. If there is none, print what is expected and return
 * false. */
bool plain_number(struct plain *plain, const char *text, int least, int most, int *out);

static inline struct record *plain_record(const struct plain *plain)
{
    return plain->game.edits.record;
}

/* plain.c: True if a text that is not a ply was probably a mistyped command; a suggestion has then
 * been printed. */
bool plain_meant_command(struct plain *plain, const char *text);

/* plain.c: end the sleep after `wait` milliseconds (-1: do not), and then call the function, if it
 * is not NULL, with `plain` as argument. */
void plain_at(struct plain *plain, loop_handle *time, int wait, loop_fn *function);

/* plain.c: print what the help says about a command. */
void plain_tell_command(struct plain *plain, enum request command);

/* play.c: let the computer think and act, and end the sleep when it will be time again. Returns
 * false if no such time comes. */
bool plain_computer_attend(struct plain *plain);
/* Wait while the computer is to move. plain_computer_settle() waits only if there is no prompt. */
void plain_computer_wait(struct plain *plain);
void plain_computer_settle(struct plain *plain);

/* game_told.c: prints the events of the open game. */
extern const struct game_client plain_game_client;
/* Print that a command needs an argument, and how it is typed. */
void plain_tell_wanted(struct plain *plain, enum request command, const char *what);

/* archive_told.c: print a question of the session, and that giving the command again does what it
 * asks. */
void plain_tell_question(struct plain *plain, const char *question, enum request command,
                         const char *argument);

/* archive_told.c: prints the events of the open archive. */
extern const struct archive_client plain_archive_client;
/* Run a command of tui/session/commands/archive_commands.h. Returns false if it is none of them. */
bool plain_run_archive(struct plain *plain, enum request command, const char *argument);

/* Start a new game from the position text `position` ("": the usual set-up). The settings may
 * include the players "white", "black", "red" and the time control "clock". Returns false after
 * printing an error. */
bool plain_new_game_with(struct plain *plain, const char *variant, const struct setting *named,
                         int n, const char *position);

/* archive_told.c: undo the last deletion or merge of games of the list. Returns false if there is
 * none. */
bool plain_undo_deed(struct plain *plain);
/* Print the next page of the listed games. */
void plain_tell_more(struct plain *plain);

/* ---- open.c */
/* Open an archive or a file; if the file holds only one game, open that game too. Returns false
 * after printing an error. */
bool plain_open_store(struct plain *plain, const char *path, bool read_only);
/* Close the game and the lobby, if any, and open an archive or a file instead. If that fails, print
 * why and change nothing. */
void plain_go_to_store(struct plain *plain, const char *path);
void plain_close_store(struct plain *plain);
void plain_close_game(struct plain *plain);
/* True if the game has changes that are neither saved in the archive nor stored as a draft. */
bool plain_unsaved(const struct plain *plain);
/* Load the game at index `at` of the store without printing it. The reader goes to the ply `hit`,
 * or with -1 to where the user left the game. Returns false after printing an error. */
bool plain_load(struct plain *plain, int at, int hit);
/* Open a record as the current game, at a spot; NULL: where the user left it. Takes ownership of
 * the record. */
void plain_begin_game(struct plain *plain, struct record *record, const struct spot *spot);
/* plain.c: true if the open game may be closed. If it has unsaved changes the first call prints a
 * warning and returns false; the second call returns true. `what` is what the user can type then.
 */
bool plain_may_close(struct plain *plain, const char *what);
#define PLAIN_CLOSE "\"close\""
/* plain.c: wait for something to happen, at most `most` milliseconds (-1: as long as it takes).
 * Returns false if the user has pressed Ctrl-C, or the program ends. */
bool plain_pause(struct plain *plain, int most);
/* Print what others have done to the open game meanwhile. */
void plain_look(struct plain *plain);
/* Load a game as plain_load() does, then print its header. */
void plain_open_at(struct plain *plain, int at, int hit);

/* ---- play.c */
/* Play a ply given as text. */
void plain_play(struct plain *plain, const char *text);
/* Functions of the game's client: may_play() and play() of struct game_client. */
bool plain_may_play(void *self);
void plain_plays(void *self, const struct ply *ply);
/* Forget the losing ply that the user was warned about, so the next losing ply gets a warning
 * again. */
void plain_forget_losing(struct plain *plain);
/* Run a command of tui/session/commands/game_commands.h, in a live game as well. */
void plain_run_shared(struct plain *plain, enum request command, const char *argument);

/* open.c: end the trial, if there is one, and restore the game without printing anything. */
void plain_trial_end(struct plain *plain);
/* Go to a bookmark, and open its game first if it is not open. */
void plain_go_to_bookmark(struct plain *plain, const struct bookmark *to);
/* Print how many drafts there are; the command `resume`; resume the draft of a game. */
void plain_count_drafts(struct plain *plain);
void plain_resume(struct plain *plain, const char *argument);
void plain_resume_draft(struct plain *plain, const char *id);

/* ---- game_told.c */
/* Print each line of a text as a sentence. `commands`: they name commands in braces; otherwise they
 * may have words of people, which stay as they are. */
void plain_tell_lines(struct plain *plain, const char *lines, bool commands);
/* Print where the reader is: the ply, its notes, the continuations and whose turn it is. */
void plain_tell(struct plain *plain);
/* The name that signs the user's notes; NULL: notes are unsigned. */
const char *plain_author(const struct plain *plain);

/* open.c: save the game and merge what others have saved meanwhile. `argument` says which side of
 * each conflict to keep, as the help of the command `save` explains. */
void plain_save(struct plain *plain, const char *argument);

/* ---- lobby.c */
/* Enter the lobby of the archive at `path`; NULL: the user's own archive. Returns false after
 * printing an error. */
bool plain_lobby_enter(struct plain *plain, const char *path);
void plain_lobby_leave(struct plain *plain);
/* The user's name in the lobby. */
const char *plain_lobby_name(const struct plain *plain);
/* Print what has changed in the lobby since the last call, and make the next sleep end when there
 * may be more to print. Outside a lobby this only calls plain_attend_no_more(). */
void plain_attend(struct plain *plain);
/* No longer end the sleep because of the lobby. */
void plain_attend_no_more(struct plain *plain);
/* Run a command of tui/session/commands/lobby_commands.h. Returns false if the user is in no lobby,
 * or if it is not one of those. */
bool plain_lobby_run(struct plain *plain, enum request command, const char *argument);
/* End the shared reading of the open game, if there is one. */
void plain_together_close(struct plain *plain);
/* True if the user follows another person who leads the shared reading, so the user may change
 * nothing here; the user has then been told. */
bool plain_together_refuses(struct plain *plain);

/* ---- live.c: a live game. All of these functions may be called when no live game is open. */
/* True if the open game is a live game in a lobby. */
bool plain_live_on(const struct plain *plain);
void plain_live_close(struct plain *plain);
/* Print what has changed in the live game. Returns milliseconds until the next poll. */
int plain_live_attend(struct plain *plain);
/* Run a command of tui/session/commands/table_commands.h. Returns false if no live game is open, or
 * if it is not a command of live games. */
bool plain_live_run(struct plain *plain, enum request command, const char *argument);

/* ---- Plain mode with other people on one host: what lobby.c and live.c share. */

struct plain_lobby {
    struct lobby_session session;
    struct live_table table;
    struct shared_reading together;
    int shows; /* How many times a followed leader's state has been shown to the user; plain_wait()
                  watches it. */
};

static inline struct live_game *plain_live_game(const struct plain *plain)
{
    return live_table_game(&plain->lobby->table);
}
/* Make the lobby's table ready for live games. */
void plain_live_ready(struct plain *plain);
/* Open a live game: as a player if the user's name has a seat there, otherwise as a watcher. */
void plain_live_open(struct plain *plain, const char *id);

#endif
