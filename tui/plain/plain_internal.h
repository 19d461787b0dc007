/* plain_internal.h - the internals of plain mode, for the files of this folder only.
 *
 *   plain.c        the dialogue: reading lines, finding commands, help
 *   say.c          printing sentences; the board in words; replacing a ply, null moves, copied
 *                  lines; the list of changes
 *   open.c         opening, saving and closing archives and games; games with unsaved changes
 *   list.c         listing, searching, new games; statistics, duplicates, import and export
 *   rules.c        the rules, with examples
 *   collections.c  collections of games, saved searches
 *   replay.c       replaying a game and reading its notes; following another person
 *   play.c         typing or composing plies, results
 *   game_told.c    what happens to the open game, in sentences
 *   computer.c     seats that the computer has
 *   notes.c        comments, judgements, marks, variations, undo; whose notes are shown
 *   study.c        trials, guessing plies, finding cascades, bookmarks, tags, diffs
 *   lobby.c        live games on this host: people, starting and joining; what the others do
 *   live.c         the table of a live game: joining, leaving, playing, offers, chat, clocks
 *   following.c    a game of the archive that several people read at once */
#ifndef CHESSCADE_TUI_PLAIN_PLAIN_INTERNAL_H
#define CHESSCADE_TUI_PLAIN_PLAIN_INTERNAL_H

#include "archive/record/edit.h"
#include "archive/report/duplicates.h"
#include "archive/store/store.h"
#include "core/draft.h"
#include "tui/plain/plain.h"
#include "tui/session/annotators.h"
#include "tui/session/game_open.h"
#include "tui/session/game_session.h"
#include "tui/session/keyboard_clock.h"
#include "tui/session/lobby_games.h"
#include "tui/session/opponent.h"
#include "tui/session/ply_text.h"

enum { PLAIN_PAGE = 20 };

struct plain_lobby; /* plain_internal.h */
struct finder;      /* archive/search/search.h */

/* How plies are printed: Nf3; Ng1-f3; or Nf3 with every cell spelled out, N foxtrot 3. */
enum plain_style { PLAIN_SHORT, PLAIN_LONG, PLAIN_SPELLED };

struct plain {
    const struct plain_options *options;
    FILE *out;
    struct plain_input *input;
    bool interrupted;          /* by Ctrl-C, since the last command */
    bool over, warned;         /* warned: of unsaved changes */
    int lost;                  /* errno of output that could not be written; 0: none */
    bool prompted;             /* the cursor is behind the prompt */
    struct plain_lobby *lobby; /* NULL: not in a lobby */
    enum plain_style style;

    struct store *store; /* NULL: no archive is open */
    struct index *index; /* the search index of a large archive, if it has one */
    int *found;          /* [founds] places of the games last listed */
    int *hit; /* [founds] the ply at which each matches, -1: none; PLAIN_UNASKED: found out when the
               * game is printed */
    char *search; /* owned: the query that found them, with its board written out; NULL: they were
                     not searched for */
    struct query *query; /* the query that the games in `found` match; NULL: listed without a query
                          */
    struct position asked; /* the board that `here` means in the query, with rules of its own; NULL:
                              no board */
    struct ruleset *asked_rules;
    int founds, listed;         /* listed: how many have been printed */
    int generation;             /* of the store, when the games were found */
    struct duplicate_ids *pair; /* [pairs] duplicate games, as last listed */
    int pairs;

    bool open; /* a game is open; the members below describe it */
    struct game_session game;
    bool remarks_told; /* the user knows that the file has YAML comments, which saving discards: the
                          next save saves */
    int member; /* the member of its ply, counted from 1, that notes belong to; 0: the ply itself */
    const char *examples; /* the id of the variant whose examples were printed last; NULL: none */

    bool composing;
    struct position before; /* the position that the draft borrows */
    struct draft draft;
    struct actions choices;
    char *clip;                   /* owned: the plies of the last copied line; NULL: none */
    char doomed[ULID_LENGTH + 1]; /* the collection or game that the user asked to delete: asking
                                     again deletes it; "": none */
    char losing[PLY_ROOM];        /* a ply that would lose the game at once, as the user was warned:
                                     repeating it plays it; "": none */
};

enum plain_need {
    NEED_NOTHING,
    NEED_STORE,
    NEED_LOBBY,
    NEED_TABLE, /* a live game in a lobby */
    NEED_GAME,
    NEED_RULES,
    NEED_WRITABLE, /* a game that may be changed */
    NEED_PLAYED    /* ... or a live game */
};

struct plain_command {
    const char *name, *alias; /* alias may be NULL */
    const char *usage, *help;
    enum plain_need need;
    void (*run)(struct plain *plain, const char *argument); /* "" without one; never NULL */
};

/* The command tables, each ending with a NULL name. */
extern const struct plain_command plain_general_commands[];
extern const struct plain_command plain_list_commands[];
extern const struct plain_command plain_rules_commands[];
extern const struct plain_command plain_archive_commands[];
extern const struct plain_command plain_collect_commands[];
extern const struct plain_command plain_board_commands[];
extern const struct plain_command plain_replay_commands[];
extern const struct plain_command plain_play_commands[];
extern const struct plain_command plain_computer_commands[];
extern const struct plain_command plain_note_commands[];
extern const struct plain_command plain_line_commands[];
extern const struct plain_command plain_layer_commands[];
extern const struct plain_command plain_study_commands[];
extern const struct plain_command plain_lobby_commands[];
extern const struct plain_command plain_talk_commands[];

/* ---- say.c */
/* Print an already cleaned text without ending the line; what an ASCII terminal cannot show becomes
 * a question mark. */
void plain_print(struct plain *plain, const char *text);
/* Print a cleaned sentence on a line of its own, adding a full stop if it has none. */
void plain_say(struct plain *plain, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The same for the reason of a refusal, whose first letter is capitalised. */
void plain_refuse(struct plain *plain, const char *why);
/* The same for a variant that cannot be opened; the sentence names plain mode's command. */
void plain_no_variant(struct plain *plain, const struct note *why);
/* Read the next word of *text and advance past it and the blanks after it: false at the end. */
bool plain_word(const char **text, char *out, size_t size);
/* Read a whole number from `least` to `most`; otherwise print what is expected and return false. */
bool plain_number(struct plain *plain, const char *text, int least, int most, int *out);
/* A cell of the board by name; CELL_NONE after printing an error. */
cell_t plain_cell(struct plain *plain, const char *text);
/* The known part of a date, 1858 for 1858-??-??; "" if nothing is known. */
enum { PLAIN_DATE_ROOM = 40 };
const char *plain_date(const char *date, char out[PLAIN_DATE_ROOM]);

static inline struct record *plain_record(const struct plain *plain)
{
    return plain->game.edits.record;
}

/* plain.c: true if a text that is not a ply was probably a mistyped command; then that has been
 * printed. */
bool plain_meant_command(struct plain *plain, const char *text);

/* ---- list.c */
/* Parse the words of `new VARIANT ...` and similar commands. */
enum { PLAIN_NAMED_MAX = 16, PLAIN_NAMED_ROOM = 300 };
struct plain_named {
    char text[PLAIN_NAMED_MAX][PLAIN_NAMED_ROOM];
    struct setting setting[PLAIN_NAMED_MAX]; /* [n] name and value, borrowed from `text` */
    int n;
};
/* Read NAME=VALUE words to the end or to `until` (NULL: none); false after printing an error. */
bool plain_read_named(struct plain *plain, const char **argument, const char *until,
                      struct plain_named *named);
/* play.c: true if this is a game with clocks, in play, and the reader is at its end. */
bool plain_clock_told(const struct plain *plain);
/* Print the clocks; false: there is nothing to print. */
bool plain_clock_tell(struct plain *plain);

/* computer.c: let it think and act; returns milliseconds until the next call, -1: it does not
 * think. */
int plain_computer_attend(struct plain *plain);
/* Wait until a person is to move, or the game is over; without a prompt only (...settle). */
void plain_computer_wait(struct plain *plain);
void plain_computer_settle(struct plain *plain);

/* game_told.c: tells what happens to the open game. */
extern const struct game_client plain_game_client;

/* Start a new game from a position ("": the opening); "white", "black", "red" and "clock" may be
 * among the settings. False after printing an error. */
bool plain_new_game_with(struct plain *plain, const char *variant, const struct setting *named,
                         int n, const char *position);

/* Start a search for games; NULL after printing what is wrong with the query. `here` as in
 * finder_open(). */
struct finder *plain_find(struct plain *plain, const char *query, const struct position *here);
/* Run the search to its end, and print which games could not be searched. */
void plain_find_all(struct plain *plain, struct finder *finder);
/* Open the archive that new games go to: the open one if it is writable, else the user's own; true:
 * it was the latter. */
bool plain_store_for_new(struct plain *plain);
/* The text before the i-th of so many players' names: "Ana against Ivo", "Ana, Bob and Cle". */
const char *plain_between_players(int i, int players);
/* Describe the game at a place of the store in one sentence. */
void plain_tell_listing(struct plain *plain, int at);
/* Print the next games of the list. */
void plain_tell_more(struct plain *plain);

/* ---- open.c */
/* Open an archive or a file; if the file holds one game, open that game. False after printing an
 * error. */
bool plain_open_store(struct plain *plain, const char *path, bool read_only);
/* Leave the game, and the lobby if any, for an archive or a file; if that cannot be opened, print
 * why and change nothing. */
void plain_go_to_store(struct plain *plain, const char *path);
void plain_close_store(struct plain *plain);
enum { PLAIN_UNASKED = -2 };
void plain_close_game(struct plain *plain);
/* True if there are changes that the archive has neither saved nor kept as a draft. */
bool plain_unsaved(const struct plain *plain);
/* Load the game at a place of the store without printing it; `hit` is the ply to go to, -1: where
 * the user left it. False after printing an error. */
bool plain_load(struct plain *plain, int at, int hit);
/* Resume a draft at its end; takes ownership of the record. */
void plain_go_on(struct plain *plain, struct record *record, const struct version *version);
/* Begin with a record and take ownership of it. */
void plain_begin_game(struct plain *plain, struct record *record, const struct spot *spot);
/* True if the open game may be left. If not, warns about unsaved changes; the second call returns
 * true. */
bool plain_may_close(struct plain *plain);
/* Forget the listed games: another archive or another search. */
void plain_forget_found(struct plain *plain);
/* Remember that the places in `found` refer to the present state of the store. */
void plain_note_found(struct plain *plain);
/* How many games are listed; 0, and the list is forgotten, if the places of games in the store have
 * changed since. */
int plain_founds(struct plain *plain);
/* plain_load(), then print the game's header. */
void plain_open_at(struct plain *plain, int at, int hit);

/* ---- replay.c */
/* Describe where the reader is: the ply, its notes, the continuations, whose turn it is. */
void plain_tell(struct plain *plain);
/* Print the ply again, and its members one by one. */
void plain_tell_ply(struct plain *plain);
/* Print who has offered a draw at this keyboard, if anyone, and who must answer. */
void plain_tell_draw(struct plain *plain);
/* Print whose turn it is, or how the game ended. */
void plain_tell_turn(struct plain *plain);
/* "ply 3, White: Nf3". */
void plain_ply_label(const struct plain *plain, const struct spot *spot, char *out, size_t size);

/* ---- play.c */
/* Play a ply given as text; false after printing an error. */
bool plain_play(struct plain *plain, const char *text);
void plain_drop_draft(struct plain *plain);
/* Forget the ply that the user was warned would lose the game: the next one is asked about again.
 */
void plain_forget_losing(struct plain *plain);
/* Handle a cell or a number typed while a ply is being composed. True: it was one. */
bool plain_compose(struct plain *plain, const char *text);

/* study.c: end the trial, if any, and restore the game without printing anything. */
void plain_trial_end(struct plain *plain);

/* open.c: the commands `drafts` and `resume`, and a line saying how many drafts there
 * are. */
void plain_count_drafts(struct plain *plain);
void plain_tell_drafts(struct plain *plain, const char *argument);
void plain_resume(struct plain *plain, const char *argument);
/* True if the open game has no result and could be played on, but is only being read. Guests may
 * not change plies already played. */
bool plain_stands_still(const struct plain *plain);

/* ---- notes.c */
/* Undo up to so many changes and describe the result; `any`: whoever made them, else only the
 * user's own, leaving those of others. */
void plain_undo(struct plain *plain, int changes, bool any);
/* True if the game may be changed; if not, the reason is printed. */
bool plain_writable(struct plain *plain);
/* The name that signs notes; NULL: unsigned. */
const char *plain_author(const struct plain *plain);

/* open.c: save, merging with what others saved meanwhile. `argument`: which side of each
 * conflict to keep, see the command's help. */
void plain_save(struct plain *plain, const char *argument);

/* ---- lobby.c */
/* Enter a lobby; NULL: the one of the user's own archive. False after printing an error. */
bool plain_lobby_enter(struct plain *plain, const char *path);
void plain_lobby_leave(struct plain *plain);
/* The user's name in the lobby. */
const char *plain_lobby_name(const struct plain *plain);
/* Report what has changed since the last call; returns milliseconds until the next poll, -1 without
 * a lobby. */
int plain_attend(struct plain *plain);
/* A descriptor that becomes readable when something has changed; -1: none. */
int plain_watch(const struct plain *plain);

/* live.c: all of these may be called without a live table. */
/* True if the open game is a live game in a lobby. */
bool plain_live_on(const struct plain *plain);
void plain_live_close(struct plain *plain);
/* Report what has changed at the table; returns milliseconds until the next poll. */
int plain_live_attend(struct plain *plain);
/* True if the user may play a ply there now; if not, the reason is printed. */
bool plain_live_may_play(struct plain *plain);
bool plain_live_play(struct plain *plain, const struct ply *ply);
void plain_live_resign(struct plain *plain);

/* ---- live.c */
void plain_live_draw(struct plain *plain);
void plain_live_accept(struct plain *plain);
void plain_live_decline(struct plain *plain);
void plain_live_claim(struct plain *plain);
void plain_live_take_back(struct plain *plain);

/* following.c: these may be called without a lobby. */
/* True if the open game belongs to the lobby's archive, so that others may have it open, too. */
bool plain_is_together(const struct plain *plain);
void plain_together_close(struct plain *plain);
/* True if someone else leads, so that nothing may be changed here; that is then printed. */
bool plain_together_refuses(struct plain *plain);

/* ---- Plain mode with other people on one host: the state and functions that lobby.c,
 * live.c, lobby.c, live.c, replay.c and
 * following.c share. */

/* A live table, and how much of it has been reported to the user. */
struct plain_table {
    struct journal *journal; /* owned; NULL: at no table */
    uint8_t side;            /* enum side; NOBODY: a watcher */
    bool held;               /* another login of this name holds the seat */
    bool ended;              /* the game is over: the archive's copy is open instead */
    bool told_torn;          /* the user knows that a record of the journal is incomplete */
    int told_passed;         /* damaged lines of talk reported so far */
    uint8_t stage;           /* enum live_stage */
    int records, talks, exits, swaps;
    struct live_offer offer;
    bool lot; /* sides had not been drawn yet */
    bool taken[SIDES_MAX], here[SIDES_MAX];
};

/* A game of the archive that others may have open, too. */
struct plain_together {
    char game[ULID_LENGTH + 1]; /* "": none is open */
    struct person *person;      /* [persons] the others who have it open */
    int persons;
    struct talk_room talk; /* what has been said there since the game ended */
    struct baton *baton;   /* held while leading; NULL: not leading */
    unsigned tried; /* while leading: the value of edits.number at the last attempt to save */
    bool local;     /* the user chose to follow nobody */
    char shown[PRESENCE_TEXT_MAX + 1]; /* what the others see of us; while following: the leader's
                                        * last state that was followed */
    struct spot at; /* ... and that spot: if the user is elsewhere, they moved away themselves */
    int shows;      /* how often something was shown */
};

struct plain_lobby {
    struct lobby_place place;
    struct lobby_games games;      /* as last numbered for the user */
    int *order;                    /* [games.n] maps a number to a game */
    struct lobby_games seen;       /* the games at the last poll */
    char (*told)[ULID_LENGTH + 1]; /* [tolds] games waiting for this name that the user knows of */
    int tolds;
    int alike_of; /* how many names were known when similar names were last reported, and that
                     report */
    char alike[400];
    struct live_watch *watch;
    struct talk_room talk; /* the lobby's chat */
    struct plain_table table;
    struct plain_together together;
};

/* ---- lobby.c */
/* Begin a game and go to its table. */
void plain_lobby_begin(struct plain *plain, const struct seek *seek);

/* Report similar-looking names, if new ones have come since the last report. */
void plain_tell_alike(struct plain *plain);

/* ---- live.c */
/* Go to a table: as a player if this name has a seat there, else as a watcher. */
void plain_live_open(struct plain *plain, const char *id);
/* Take your own seat, even if another login of the name holds it. */
void plain_live_sit(struct plain *plain);
/* Begin a record of your own side; append one and report the result: false after printing why it
 * failed. */
struct journal_record plain_live_record(const struct plain *plain, enum journal_event event);
bool plain_live_append(struct plain *plain, struct journal_record *record);
/* True if something needs an answer: your turn, an offer, the end. For a watcher: if plies were
 * played (`plies`: how many there were before), or the game is over. */
bool plain_live_waits_for_us(const struct plain *plain, int plies);

/* Check who is here; report changes if `tell`. */
void plain_look_around(struct plain *plain, bool tell);

/* ---- lobby.c */
/* The game as far as this reader may see it; owned by the caller. */
struct record *plain_shown_record(const struct plain *plain);
/* Report what has happened since the last report; who has which seat; how the game ended. */
void plain_tell_news(struct plain *plain);
void plain_tell_seats(struct plain *plain);
void plain_tell_end(struct plain *plain);

static inline struct live_game *plain_live_game(const struct plain *plain)
{
    return &plain->lobby->table.journal->live;
}

/* replay.c: the command; and going to the table where the followed person plays, once the
 * user is free to go. */
void plain_follow(struct plain *plain, const char *argument);
void plain_follow_on(struct plain *plain);

/* following.c: the commands for following somebody, and news to and from the people who have the
 * same game open. */
void plain_lead(struct plain *plain, const char *argument);
void plain_sync(struct plain *plain, const char *argument);
void plain_together_attend(struct plain *plain);

/* ---- live.c */
/* Add the author to a record, in games where the players may exchange sides. */
void plain_live_sign(const struct plain *plain, struct journal_record *record);
/* Report new chat of the lobby while the user is at no table. */
void plain_attend_lobby_talk(struct plain *plain);
/* True if this user may read that line. */
bool plain_hears(const struct plain *plain, const struct live_talk *talk);
void plain_tell_talk(struct plain *plain, const struct live_talk *talk);
void plain_tell_offer(struct plain *plain);
void plain_tell_clocks(struct plain *plain);

#endif
