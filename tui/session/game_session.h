/* game_session.h - an open game without a screen: its record and unsaved changes, its rules, the
 * reader's spot, trials, guesses, clocks, draw offers and the computer.
 *
 * The screen (tui/views/game) and plain mode (tui/plain) each embed a session and are its clients.
 * The client calls a function here for everything that a user does with the game. During the call
 * the session reports what happens as events, in order, and the client turns them into pictures or
 * sentences. Times are milliseconds of any monotonic clock. */
#ifndef CHESSCADE_TUI_SESSION_GAME_SESSION_H
#define CHESSCADE_TUI_SESSION_GAME_SESSION_H

#include "archive/merge/merge_save.h"
#include "archive/record/edit.h"
#include "archive/store/store.h"
#include "tui/commands/command_table.h"
#include "tui/session/annotators.h"
#include "tui/session/archive/bookmarks.h"
#include "tui/session/compose.h"
#include "tui/session/game_open.h"
#include "tui/session/keyboard_clock.h"
#include "tui/session/opponent.h"
#include "tui/session/ply_text.h"

#include <stdio.h>

enum game_event_kind {
    GAME_REFUSED, /* Nothing was changed; `cause` and `why` say why. */
    GAME_MOVED,   /* The reader moved to another spot, or the record was changed. `from` is the spot
                     before, which the record may no longer have. */
    GAME_CHANGED, /* The record was changed, and its draft was stored if possible; or changes of
                     others were merged into the record. */
    GAME_DRAFT,   /* `text` is the name of the draft's file; "": there is no draft. */
    GAME_DRAFT_FAILED, /* The draft cannot be stored; `why` has the reason. */
    GAME_UNDONE,       /* The change `text` was undone, or redone if `yes`. */
    GAME_PLAYED, /* The ply `text`, as the record stores it, was played. `yes`: it is new in the
                    record. */
    GAME_NEW_VARIATION, /* A new ply began a variation; GAME_PLAYED follows. */
    GAME_LOSES, /* The ply `text` would lose the game at once. `why` has the reason, `rule` the rule
                   that it cites; NULL: none. */
    GAME_ENDED, /* The game ended. `side` has won; NOBODY: a draw. `text` is the reason, `rule` the
                   rule that it cites; NULL: none. `yes`: the rules ended the game, not a player's
                   decision. */
    GAME_REOPENED,  /* A ply was played after the result `text`, which is now removed. */
    GAME_SIDE_LEFT, /* `side` left a game of three. `yes`: its time ran out; else it resigned. */
    GAME_OFFERED,   /* `side` offered a draw; `next` must answer. */
    GAME_AGREED,    /* `side` agreed to the draw; `next` must still answer. */
    GAME_DECLINED,  /* The draw offer was declined, by the computer of `side` or, if that is NOBODY,
                       by a person. */
    GAME_TAKEN_BACK, /* The last `count` plies were taken back. */
    GAME_RESUMED,    /* The game was only being read and is now played on. */
    GAME_REMATCH,    /* The client must close this game, and open the one that session_rematch()
                      * returns.
                      */
    GAME_SEATED,     /* `side` now has the player `text`; `yes`: a computer. */
    GAME_COMPUTER_PLAYED, /* The computer played at the end of the game, or its ply was refused.
                             `yes`: the reader was elsewhere, so GAME_CAME_BACK follows. */
    GAME_CAME_BACK,       /* The reader is again at the spot before the computer's ply `text`. */
    GAME_COMPUTER_STUCK,  /* The computer's ply was refused, so the computer pauses. */
    GAME_COMPUTER_BROKE,  /* The computer failed; `why` has the reason. */
    GAME_COMPUTER_PAUSED, /* The user paused the computer. */
    GAME_COMPUTER_GOES_ON,
    GAME_SAVED, /* The game was saved. `count` is 1 if it was never saved before. `yes`: changes of
                   others were merged in. `text` is the folder to which somebody moved the game; "":
                   none. `of` is 1 if the user has another draft of it. */
    GAME_NOT_SAVED, /* The game was not saved; `why` has the reason. */
    GAME_CONFLICT,  /* The game was not saved, because others changed the same fields. The session's
                       `saving` has the conflicts. */
    GAME_QUESTION,  /* `text` asks whether `command` shall be done. Giving it again does it;
                       session_save_not() takes the question back. */
    GAME_COMMENTED, /* A comment was written (`yes`) or removed. */
    GAME_JUDGED,    /* A judgement was added (`yes`) or removed. `count` is its number; `text`
                       describes the change. */
    GAME_MARKED, /* A mark on the cells `text` was drawn (`count` is 1), erased (-1) or changed (0),
                    and has the colour `color`. `yes`: the mark is an arrow. */
    GAME_LINE_MOVED_UP, /* A line was moved up; `text` describes the change. */
    GAME_DELETED,       /* A ply and all after it were deleted; `text` describes the change. */
    GAME_REPLACED, /* A ply was replaced; `text` describes the change. Of the `of` plies after it,
                      `count` are still legal and stay. */
    GAME_PASSED,   /* A null move was made. `yes`: it is new in the record. */
    GAME_GRAFTED,  /* A copied line was inserted; `count` of its plies are new. */
    GAME_LAYER_MERGED, /* `count` notes of the annotator `text` are now unsigned. */
    GAME_TRIAL_BEGUN,
    GAME_TRIAL_ENDED, /* `yes`: the trial is now a change of the game; else it was dropped. */
    GAME_GUESSING,    /* Guessing began, so the client must hide the following plies. */
    GAME_GUESSED, /* The guess `text` is right; `yes`: it was played in a variation. `count` of `of`
                     guesses were right. */
    GAME_GUESSED_ILL, /* The guess `text` is wrong. `why` says what differs if the move itself is
                         right; NULL: the move is wrong. `count` of `of` guesses were right. */
    GAME_GUESS_END,   /* The user stopped guessing (`yes`), or no ply follows to be guessed. `count`
                         of `of` guesses were right. */
    GAME_SAID, /* A command did something that `text` describes: a sentence without its full stop.
                  It names other commands as {step-next}; the client says how to give them, by a key
                  or by a word. This holds for `why` of a refusal, too. */
    GAME_ARRIVED, /* A command has moved the reader, or undone changes. */
    GAME_ASKS,    /* `command` needs an argument, which `text` describes. `content` is what the
                     argument is at present; NULL: it has no present value. */
    GAME_CHOICES, /* `command` can have these `count` arguments; `text` is a title for a menu of
                     them. */
    GAME_TOLD,    /* `content` describes something in sentences, one a line; `text` is its title, ""
                     if it is one sentence. */
    GAME_COMPOSED, /* A decision was made on the ply being composed. `yes`: the ply is complete, and
                      the client plays it. Otherwise `content` is how it stands, in sentences, one a
                      line. */
    GAME_SHOWN,  /* `content` is a position or a picture, which is shown as it is; `text` describes
                    it. Only for clients without copied(). */
    GAME_DIFF,   /* `content` is a diff of two texts of the game; `text` is its title. */
    GAME_LAYERS, /* The notes of somebody are now hidden, or shown. */
    GAME_OTHERS_SAVED,  /* Someone else saved the game. `count` is what became of it here: an enum
                           session_taken, or FAIL_..., and then `why` has the reason. `text` is the
                           folder to which the game was moved; "": none. */
    GAME_OTHERS_MOVED,  /* Somebody moved the game to the folder `text`. */
    GAME_UNREADABLE,    /* The stored game cannot be read, and `why` has the reason; `yes`: it was
                           deleted. */
    GAME_MENDED,        /* The stored game can be read again, and has not changed. */
    GAME_UNDOES_OTHERS, /* Going back to change `count` would also undo changes of others; the
                           argument "COUNT theirs" of `history` does it all the same. */
};

/* Why something was refused. The event's `why` has a sentence. */
enum game_refusal {
    REFUSED_READ_ONLY,
    REFUSED_POLICY,   /* a guest may not make this change; it was reverted */
    REFUSED_RULES,    /* the rules forbid it; `why` cites the rule */
    REFUSED_UNKNOWN,  /* the variant is unknown */
    REFUSED_BROKEN,   /* the game cannot be replayed up to here */
    REFUSED_FINISHED, /* the position allows no ply */
    REFUSED_OVER,     /* the game has a result */
    REFUSED_COMPUTER, /* the computer is to move */
    REFUSED_NOT_IN_PLAY,
    REFUSED_NOT_THE_END, /* the reader is not at the end of the main line */
    REFUSED_NO_PLY,
    REFUSED_NOTHING_THERE,
    REFUSED_NO_OFFER,
    REFUSED_NOTHING_TO_UNDO, /* `why` says why changes before the last save cannot be undone; "" if
                                nothing prevents it */
    REFUSED_NOTHING_TO_REDO,
    REFUSED_OF_OTHERS,    /* the only changes left to undo were made by others */
    REFUSED_OTHERS_SINCE, /* someone else changed the same element afterwards */
    REFUSED_IN_TRIAL,
    REFUSED_NO_STORE,
    REFUSED_UNCHANGED,
    REFUSED_TEXT, /* the text that the user typed is invalid */
};

/* An argument that a command can have. */
struct game_choice {
    const char *text; /* for a list */
    const char *argument;
    bool other; /* it leads to something else than the others, which the help names as well */
};

struct game_event {
    enum game_event_kind kind;
    enum game_refusal cause;
    enum request command;
    int side, next, count, of;
    bool yes;
    const char *text, *content, *rule, *color;
    const struct note *why;
    const struct spot *from;
    const struct game_choice *choice;
};

/* What a note belongs to. If `node` is NULL: the ply at the reader's spot, or the whole game at
 * its start. Otherwise a member `part` of the ply `node`, counted from 1, and of that member the
 * step `step`, counted from 1; 0: the whole member. */
struct session_place {
    struct node *node;
    int part, step;
    bool before; /* the comment stands before the ply; only if `node` is NULL */
};

/* The functions of the client. `self` is the `client` member of struct game_session. */
struct game_client {
    void (*tell)(void *self, const struct game_event *event);
    int64_t (*now)(void *self);
    /* The name with which the user signs notes; NULL: the notes are unsigned. */
    const char *(*author)(void *self);
    /* The name of the user for the game's log of saved changes; NULL: none. */
    const char *(*saver)(void *self);
    /* Describe what the user's notes belong to, such as a ply, for the list of changes. */
    void (*label)(void *self, char *out, size_t size);
    /* True if the client forbids changing the game; it has then told the user why. May be NULL. */
    bool (*refuses)(void *self);
    /* What the user's notes belong to. May be NULL: to the ply at the reader's spot, or its
     * selected member. */
    struct session_place (*place)(void *self);
    /* Copies a text to where other programs can take it, or to a new file if `file` is not "", and
     * tells the user. `what` describes the text. NULL: there is no such place. */
    void (*copied)(void *self, const char *what, const char *text, const char *file);
    /* Draws the board that the user sees in characters. */
    void (*draw)(void *self, FILE *out);
    /* True if the user is a guest, who may not read or write files. May be NULL: false. */
    bool (*restricted)(void *self);
    /* For plies that commands play. may_play() returns true if plies can be played at the reader's
     * spot, and otherwise has told why not; NULL: session_may_play(). play() plays a legal ply,
     * perhaps after a question; NULL: by session_play(), if the ply does not lose at once. */
    bool (*may_play)(void *self);
    void (*play)(void *self, const struct ply *ply);
    /* The form in which plies are written. May be NULL: FORM_SHORT. */
    enum form (*form)(void *self);
    /* The number of `go-to` is that of a move, as score sheets have it; else that of a ply. */
    bool counts_moves;
    /* The client shows a ply half-made, so selecting a member steps to it; else `member` of struct
     * game_session is selected. */
    bool steps;
    const struct player_ops *computer;
};

struct game_session {
    const struct game_client *ops;
    void *client;

    /* the record, and how it is stored */
    struct store *store;    /* borrowed; NULL: the game is not stored anywhere */
    struct version version; /* the stored version that the changes are based on; zero: a new game */
    struct edits edits;     /* the record and its undo history; during a trial those of the trial */
    struct record *base;    /* the record of `version`, for merging; owned; NULL: unknown */
    bool writable;
    struct note unwritable; /* why the game is not writable */
    bool draft;             /* the game was opened from a draft with unsaved changes */
    bool draft_kept;        /* the latest changes are stored as a draft */
    bool base_kept;         /* `base` is stored beside the draft */
    bool logged;            /* a log of the single changes is stored beside the draft */
    /* Why changes before the last save cannot be undone, if their history is unreadable;
     * otherwise "". */
    struct note past;
    /* The version that was stored when the user was asked which changes to keep. The user's choices
     * apply to this version only. */
    struct version offered;
    struct version seen; /* the stored version that the last check for changes found */
    struct note trouble; /* why the last check for changes failed; empty: it succeeded */
    bool told_trouble;
    struct merge_saving saving;     /* what the last session_save() found, such as conflicts */
    char folder[MERGE_FOLDER_ROOM]; /* the folder of the game's file; "": the game has no file of
                                       its own */
    bool gone; /* The game was deleted from the store, and the user knows it; saving creates it
                  again. */
    bool remarks_told; /* The user knows that saving loses the YAML comments of the file. */
    bool play;         /* The game is played at this keyboard, so results are recorded. */
    bool live;         /* The game is played at a table of the lobby. */

    /* the board */
    struct ruleset *rules; /* NULL: the variant is unknown, so the game is only text */
    struct note unknown;   /* why the variant is unknown */
    struct position start;
    struct track track;

    /* the reader's place */
    struct spot spot;
    struct spot came; /* the spot at which the game was opened */
    int choice;       /* the index of the continuation that the reader has chosen */
    /* How many members and cells of that continuation are shown; zero: the reader is not stepping
     * through it. */
    struct walk_place walk;
    /* The selected member of the ply at the reader's spot, counted from 1, to which notes then
     * belong; 0: none. Going anywhere selects none. */
    int member;

    /* the ply that the user composes at the reader's spot */
    bool composing;
    struct compose compose; /* if `composing` */

    /* reading and trying */
    /* The bookmarks of this game as last read. Those of a guest are only here and are not kept,
     * because all guests share one system user. */
    struct bookmarks bookmarks;
    struct layers layers; /* the annotators, and whose notes are hidden */
    bool trial; /* a trial is open: `edits` belongs to it, and `kept` has the game's own */
    struct edits kept;
    struct spot kept_spot;
    bool guessing; /* the following plies are hidden, and played plies are compared with them */
    int guesses, guessed;

    /* a game in play */
    struct keyboard_clock clock;
    struct opponent computer;
    /* The side whose draw offer is open; -1: none. With three players everyone still in the game
     * must agree; `agreed` says who has. */
    int offer;
    bool agreed[SIDES_MAX];
};

/* The record of the game; during a trial, that of the trial. */
static inline struct record *session_record(const struct game_session *game)
{
    return game->edits.record;
}

/* ---- game_session.c: opening, changing */

/* Set up the session of a game whose record is in `edits`: find out whether the game may be
 * changed, open its rules and begin the track. */
void session_begin(struct game_session *game);
/* Open the rules that the record names, with its options and start position, and begin the track
 * there. On failure returns FAIL_..., and then `rules` is NULL and `unknown` says why. */
int session_open_rules(struct game_session *game);
/* Free everything that a session owns, and make it ready for another game. The client stays the
 * same. */
void session_clear(struct game_session *game);

/* Set the reader's spot when the game has been opened, before session_go(): `at`, or if that is
 * NULL where the user left the game, and the end of the user's own unfinished game. *left is how
 * the user left it (tui/session/archive/bookmarks.h), without spots that the record no longer has.
 * Of games in play, of live games (`live`), and for guests nothing is remembered. */
void session_set_first_spot(struct game_session *game, const struct spot *at, bool live,
                            struct left *left);
/* How the user leaves the game: *left is what was stored before, with the reader's spot if that has
 * changed; the client may change it and writes it by left_write(). Returns false if nothing is
 * remembered of this game. */
bool session_get_left(const struct game_session *game, bool live, struct left *left);

/* True if the game has no unsaved changes. */
bool session_is_saved(const struct game_session *game);
/* True if the game has a result. */
bool session_over(const struct game_session *game);
/* True if the reader is at the end of the main line. */
bool session_at_end(const struct game_session *game);
/* True if the game is played here and the reader is at the end of its main line, outside trials
 * and guessing. */
bool session_stands(const struct game_session *game);

/* Tell the client. */
void session_tell(struct game_session *game, const struct game_event *event);
void session_refuse(struct game_session *game, enum game_refusal cause, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Tell the client GAME_SAID. */
void session_say(struct game_session *game, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Go to a spot, or if the record does not have it, to the nearest spot. The first continuation is
 * then chosen, and the reader is not stepping through it. */
void session_go(struct game_session *game, const struct spot *spot);
/* Call this after changing the record: moves the reader to the nearest spot that still exists. */
void session_reread(struct game_session *game);

/* The form in which the client writes plies. */
enum form session_form(const struct game_session *game);
/* What the user's notes belong to. */
struct session_place session_place_here(const struct game_session *game);

/* True if the game may not be changed; the client has then been told why. */
bool session_refuses(struct game_session *game);
/* Call these before and after a change. session_changed() returns false if the user may not make
 * that change (archive/store/guest_policy.h); then it was reverted, and the client told why. */
void session_before_change(struct game_session *game, const char *what);
bool session_changed(struct game_session *game);
/* Save a record as the draft of the game, and beside it the version that it is based on. Returns
 * false if saving the draft failed. */
bool session_draft_save(struct game_session *game, const struct record *record);
void session_draft_drop(struct game_session *game);
/* If the ply at a spot began a new variation, sign that variation. Record the side of the ply if
 * counting plies does not give it. */
void session_sign_ply(struct game_session *game, const struct spot *spot);

/* Undo up to `changes` changes. If the computer is then to move, also undo the person's ply
 * before. If `any` is false only the user's own changes are undone, and those of others stay.
 * Returns how many were undone. */
int session_undo(struct game_session *game, int changes, bool any);
bool session_redo(struct game_session *game);

/* Begin to compose a ply at the reader's spot, unless one is being composed; drop it, if one is.
 * session_go() drops it. */
void session_compose_begin(struct game_session *game);
void session_compose_drop(struct game_session *game);
/* The position that the user sees: that of the ply being composed, else the one at the reader's
 * spot. */
static inline const struct position *session_shown(const struct game_session *game)
{
    return game->composing ? &game->compose.draft.now : &game->track.now;
}

/* ---- session_play.c: plies and ends */

/* True if the position at the reader's spot is known and the rules allow plies there; if not, the
 * client has been told why. */
bool session_has_plies(struct game_session *game);
/* True if the user can play plies there; if not, the client has been told why. */
bool session_may_play(struct game_session *game);
/* True if a ply would lose the game at once; the client has then been told. */
bool session_loses(struct game_session *game, const struct ply *ply);
/* Play a legal ply at the reader's spot; while guessing, compare it with the following plies
 * instead. Returns false if it was refused or the guess was wrong. */
bool session_play(struct game_session *game, const struct ply *ply);

/* Resign for the side to move; if the computer is to move, for the person who plays against it. */
void session_resign(struct game_session *game);
/* The side for which a person would resign now; NOBODY if that is ambiguous. */
int session_resigner(const struct game_session *game);
void session_offer_draw(struct game_session *game);
void session_accept(struct game_session *game);
void session_decline(struct game_session *game);
/* The side that must answer the draw offer next; NOBODY: everyone still playing has agreed. */
int session_next_to_agree(const struct game_session *game);
void session_claim(struct game_session *game);
/* Take the last ply of the game back; against a computer, as many plies as needed until a person
 * is to move. */
void session_take_back(struct game_session *game);
/* True if the game was played here and is over. */
bool session_may_rematch(const struct game_session *game);
/* The record of another game like this one, in which the players rotate by one seat. */
struct record *session_rematch(const struct game_session *game, const char *date);
/* True if the open game has no result and could be continued, but is only being read. */
bool session_stands_still(const struct game_session *game);
/* Continue a game that is only being read, with its clocks. */
void session_resume(struct game_session *game);

/* ---- session_save.c: see there */

/* Call this when the record has been loaded: finds the version that it is based on, and what can
 * be undone. */
void session_recall(struct game_session *game);
/* True if somebody has moved the game's file since the last call. Sets `folder` to its present
 * folder. */
bool session_has_moved(struct game_session *game);
/* True if there is something to save and it may be saved; if not, the client has been told why. */
bool session_may_save(struct game_session *game);
/* Save the game, and merge in changes of others. If the game was deleted, GAME_QUESTION asks
 * whether to save it all the same. `choice` has one entry for each of the first
 * `choices` conflicts (0: none). The choices apply only to the stored version `offered`, which the
 * client must set to the version of `saving` when it shows the conflicts. Fails as merge_save()
 * does. Every outcome is an event. */
int session_save(struct game_session *game, const enum merge_side *choice, int choices);
/* Save the game when the user asks for it. If saving loses the YAML comments of the file, or if the
 * game was deleted, the first call tells GAME_QUESTION, and the next one saves. `answers` are words
 * that decide the conflicts which were shown last, in order: "mine", "theirs" or "both"; the last
 * holds for all that follow. "", or if no conflicts were shown: the conflicts must be shown first.
 * Fails as session_save() does, with FAIL_CONFLICT after a question, and with FAIL_TEXT if a word
 * is no answer; the client has then been told. */
int session_save_answered(struct game_session *game, const char *answers);
/* The user's answer to GAME_QUESTION is no: the next save asks again. */
void session_save_not(struct game_session *game);
/* The word for a side of a conflict: "mine". */
const char *session_side_word(enum merge_side side);
/* Save a game that was deleted. If somebody has restored it meanwhile, merge with it. */
int session_save_anew(struct game_session *game);
/* The record as it would be saved, with an entry for this save in its log. Free it with
 * merge_logged_drop(). */
struct record *session_to_save(const struct game_session *game);

/* Merge another stored version into the game. Returns an enum session_taken, or FAIL_... if
 * merging fails. TAKEN_NOTHING: both the user and others changed the same fields, so nothing was
 * merged. */
enum session_taken {
    TAKEN_NOTHING,
    TAKEN_ALL,  /* the user had no unsaved changes, so the record is now `theirs` */
    TAKEN_SAME, /* the other version already had all changes of the user */
    TAKEN_BOTH  /* both were merged; the user's changes are not saved yet */
};
int session_take_over(struct game_session *game, const struct record *theirs,
                      const struct version *version, struct note *why);
/* Check whether someone else has saved, moved or deleted the game, and merge what was saved.
 * Returns true if there are changes. Tells GAME_OTHERS_SAVED and so on, each change once. Do not
 * call this while something refers to the record as it is, such as an unfinished comment, or in a
 * live game. Clients call it every SESSION_LOOK_EVERY milliseconds while the game is open. */
enum { SESSION_LOOK_EVERY = 3000 };
bool session_look(struct game_session *game);
/* Merge the version that is stored now, as session_take_over() does; may also fail as
 * merge_reload() does. */
int session_reload(struct game_session *game, struct note *why);

/* ---- session_seats.c: clocks of players at one keyboard, and the computer. All of them do nothing
 * in games without. */

/* Call session_seats_open() when a game in play is opened. Call session_seats_close() before it
 * is closed: this stores the time left of the present turn. */
void session_seats_open(struct game_session *game);
void session_seats_close(struct game_session *game);
/* Call this after anything that may have begun another turn. */
void session_clock_follow(struct game_session *game);
/* True if the game has clocks and the reader is where they run. */
bool session_has_clocks(const struct game_session *game);
/* Write what a side's clock shows, in whole seconds: "0:04:59". Returns false, and writes "", if
 * session_has_clocks() is false. */
bool session_clock_text(const struct game_session *game, int side, char out[CLOCK_ROOM]);
/* Record the mover's remaining time with the ply at a spot, if that is the last ply of the game. */
void session_clock_stamp(struct game_session *game, const struct spot *spot);
/* True if the side to move has run out of time; the game has then ended for that side. */
bool session_clock_fallen(struct game_session *game);
/* Milliseconds until the side to move runs out of time; -1: no clock runs. */
int session_clock_wait(struct game_session *game);

/* The last clock of a side that the record has on the way to the reader's spot; "": none. The rules
 * must be known. Borrowed from the record. */
const char *session_clock_recorded(const struct game_session *game, int side);

/* Let the computer think and act. `free`: the client can show a ply now. Returns milliseconds
 * until the next call; -1: no call is due. */
int session_computer_step(struct game_session *game, bool free);
bool session_computer_is_seated(const struct game_session *game);
bool session_computer_to_move(const struct game_session *game);
/* True if undo or takeback must continue: the computer is to move, and a person plays as well. */
bool session_computer_should_undo(const struct game_session *game);
/* Change the player of the side to move. `argument` is the level of the computer that takes the
 * seat, such as "4"; "off": a person takes it; "": the computer at its usual level, or a person if
 * the computer has the seat. If the computer has a seat, "pause" and "again" are
 * session_computer_pause(). */
void session_computer_sits(struct game_session *game, const char *argument);
void session_computer_pause(struct game_session *game, bool pause);

/* ---- session_notes.c: notes and lines, at the reader's place */

/* The user's comment on `at`; "" if there is none. */
const char *session_comment_text(const struct game_session *game, const struct session_place *at);
/* Store the comment that the user is typing in the draft; the game itself stays as it is. Returns
 * true if it is stored. session_forget_typed() removes it from the draft again. */
bool session_keep_typed(struct game_session *game, const struct session_place *at,
                        const char *text);
void session_forget_typed(struct game_session *game);
/* Write the user's comment; "" removes it. The client must call session_refuses() before the
 * user types, because this function does not. */
void session_comment(struct game_session *game, const struct session_place *at, const char *text);
/* Add the judgement with the number `nag`, or remove it if it is there already. */
void session_judge_ply(struct game_session *game, const struct session_place *at, int nag);
/* Draw a mark as edit_mark() does, or erase an identical one. */
void session_mark(struct game_session *game, const struct session_place *at, const char *as,
                  const char *cells, const char *color);

/* session_promote() moves the line up. session_delete() deletes the ply and all plies after it. */
void session_promote(struct game_session *game);
void session_delete(struct game_session *game);
/* Replace the ply at the reader's spot, and keep the following plies as far as they are legal.
 * Returns false if the new ply was refused. */
bool session_replace(struct game_session *game, const char *text);
void session_null_move(struct game_session *game);
/* The plies along a continuation, for inserting them elsewhere with session_graft(). The caller
 * frees the text. NULL: no ply follows. */
char *session_line_text(const struct game_session *game, int choice);
void session_graft(struct game_session *game, const char *line);

/* Make an annotator's notes unsigned: those at the reader's spot if `here`, else all of them. */
void session_merge_layer(struct game_session *game, const char *by, bool here);
/* Set the tags of the game: "a b" replaces them, "+a -b" adds a and removes b, "-" removes all.
 * Returns false if the change was refused. */
bool session_tag(struct game_session *game, const char *words);

/* ---- session_study.c: trials and guesses.
 *
 * A trial is a copy of the game in which anything may be changed, even if the game is read-only; at
 * its end the game is restored, unless the trial is kept as a change of it. Guessing hides the
 * following plies and compares what the user plays with them. A live game has no trials, and a game
 * that is being played no guesses; the client is then told why. */

void session_trial_begin(struct game_session *game);
/* End the trial, if there is one. `keep`: the trial becomes one change of the game; else the
 * game is restored. */
void session_trial_end(struct game_session *game, bool keep);
/* End the trial, if there is one, and restore the game, without telling the client anything. For
 * closing a game. */
void session_trial_drop(struct game_session *game);
/* Begin guessing, or end it. */
void session_guess_toggle(struct game_session *game);
/* Compare a ply with the continuations. If one of them is this ply, go to it and return true. */
bool session_guess(struct game_session *game, const struct way_sought *ply);

/* ---- session_walk.c: choosing a continuation, and stepping through it, member by member and cell
 * by cell.
 *
 * The functions that step return false at the end of the line, or at its start. */

static inline bool session_walks(const struct game_session *game)
{
    return game->walk.member > 0 || game->walk.cell > 0;
}
/* Choose the next continuation (step 1) or the previous one (-1), leaving out those of hidden
 * annotators. Returns false if there is none. */
bool session_choose(struct game_session *game, int step);
/* The ply that is stepped through; NULL: no ply follows. */
struct node *session_walk_node(const struct game_session *game);
/* Parse this ply. Returns false if there is none to show. *ply is zero, and must be freed. */
bool session_walk_ply(struct game_session *game, struct ply *ply);
/* Step one member, or one cell, forward, inside the ply or past its end. */
bool session_walk_on(struct game_session *game);
bool session_walk_cell_on(struct game_session *game);
/* Step one member, or one cell, back, also into the ply before the reader's spot. */
bool session_walk_back(struct game_session *game);
bool session_walk_cell_back(struct game_session *game);
/* Step to the end of the ply. */
bool session_walk_past(struct game_session *game);
/* Step into the ply that leads to a spot, to the point after one of its members, counted from 1.
 * Returns false if no ply leads there. */
bool session_walk_to(struct game_session *game, const struct spot *spot, int member);
/* Go to the next note in reading order (way 1) or the previous one (-1), on a ply or a member.
 * Returns false if there is none. The notes of a ply come after those of its members. */
bool session_walk_noted(struct game_session *game, int way);
/* The number of the member that is shown (0: none), and the note on it; NULL: there is none. */
int session_walk_part(const struct game_session *game);
const struct step_note *session_walk_note(const struct game_session *game);
/* Label where the reader is in the ply: "member 2 [Wa1-a5], step 1". */
void session_walk_label(struct game_session *game, char *out, size_t size);
/* Describe where the reader is in the ply: "member 2 of 5"; `in_full`: also what is in the air. */
void session_walk_words(struct game_session *game, bool in_full, char *out, size_t size);

#endif
