/* game_session.h - an open game without a screen: its record and what is unsaved of it, its rules,
 * the reader's place, trials, guesses, clocks, offers and the computer.
 *
 * The screen (tui/views/game) and plain mode (tui/plain) each embed one. What a person does with
 * the game is a call here; what comes of it is told to the client as events, during that call and
 * in the order in which it happens. The client turns events into pictures or sentences. Times are
 * milliseconds of any monotonic clock. */
#ifndef CHESSCADE_TUI_SESSION_GAME_SESSION_H
#define CHESSCADE_TUI_SESSION_GAME_SESSION_H

#include "archive/merge/merge_save.h"
#include "archive/record/edit.h"
#include "archive/store/store.h"
#include "tui/session/annotators.h"
#include "tui/session/game_open.h"
#include "tui/session/keyboard_clock.h"
#include "tui/session/opponent.h"
#include "tui/session/ply_text.h"

enum game_event_kind {
    GAME_REFUSED,      /* `cause`, `why`: nothing was changed */
    GAME_MOVED,        /* the reader is at another spot, or the record is another; `from`: the spot
                          before, which the record may not have any more */
    GAME_CHANGED,      /* the record was changed (and its draft kept as far as that is possible), or
                          replaced by one with changes of others */
    GAME_DRAFT,        /* `text`: the name of the draft's file, "": there is none */
    GAME_DRAFT_FAILED, /* `why` */
    GAME_UNDONE,       /* `text`: what; `yes`: redone */
    GAME_PLAYED,       /* a ply; `yes`: it is new, `text`: as the record has it */
    GAME_NEW_VARIATION,   /* ... and began a variation */
    GAME_LOSES,           /* `text`, a ply, would lose the game at once: `why`, `rule` */
    GAME_ENDED,           /* `side` has won, NOBODY: a draw; `text`: the reason; `rule`: the rule it
                             cites, NULL; `yes`: by the rules, not by what a player did */
    GAME_REOPENED,        /* by a ply after the result `text`, which is removed */
    GAME_SIDE_LEFT,       /* `side` of three, and the others play on; `yes`: out of time */
    GAME_OFFERED,         /* a draw by `side`; `next` is to answer */
    GAME_AGREED,          /* `side`; `next` is still to answer */
    GAME_DECLINED,        /* the offer, by `side` if that is a computer, else NOBODY */
    GAME_TAKEN_BACK,      /* `count` plies */
    GAME_RESUMED,         /* the game is played on */
    GAME_SEATED,          /* `side` is `text` from now on; `yes`: a computer */
    GAME_COMPUTER_PLAYED, /* at the end of the game; `yes`: the reader was elsewhere, */
    GAME_CAME_BACK,       /* and is there again */
    GAME_COMPUTER_STUCK,  /* its ply was refused: it pauses */
    GAME_COMPUTER_BROKE,  /* `why` */
    GAME_COMPUTER_PAUSED, /* by the user */
    GAME_COMPUTER_GOES_ON,
    GAME_SAVED,         /* `count`: for the first time; `yes`: with changes of others; `text`: the
                           folder it was moved to, ""; `of`: another draft of it is kept */
    GAME_NOT_SAVED,     /* `why` */
    GAME_CONFLICT,      /* not saved: `saving` has what others changed, too */
    GAME_GONE,          /* not saved: the game was deleted meanwhile; session_save_anew() */
    GAME_COMMENTED,     /* `yes`: written, else removed */
    GAME_JUDGED,        /* `count`: the number of the judgement; `yes`: written, else removed;
                           `text`: what was done */
    GAME_MARKED,        /* `text`: its cells; `yes`: an arrow; `count`: how many marks more */
    GAME_LINE_MOVED_UP, /* `text`: what was done */
    GAME_DELETED,       /* `text`: what was done */
    GAME_REPLACED,      /* `text`: what was done; `count` of the `of` plies after it are left */
    GAME_PASSED,        /* a null move; `yes`: it is new */
    GAME_GRAFTED,       /* `count` plies are new */
    GAME_LAYER_MERGED,  /* `count` notes of `text` are the game's own now */
    GAME_TRIAL_BEGUN,
    GAME_TRIAL_ENDED, /* `yes`: it is a change of the game now */
    GAME_GUESSING,    /* what follows is hidden */
    GAME_GUESSED,     /* `text` was played, too; `yes`: in a variation; `count` of `of` are right */
    GAME_GUESSED_ILL, /* `text` was not played; `why`: what is right about it, NULL: nothing */
    GAME_GUESS_END,   /* nothing follows here, or (`yes`) guessing has ended: `count` of `of` */
};

/* Why something was refused; a sentence is in `why`. */
enum game_refusal {
    REFUSED_READ_ONLY,
    REFUSED_POLICY,   /* a guest may not make this change; it was reverted */
    REFUSED_RULES,    /* `why` cites the rule */
    REFUSED_UNKNOWN,  /* the variant is unknown */
    REFUSED_BROKEN,   /* the game cannot be replayed up to here */
    REFUSED_FINISHED, /* the position allows no ply */
    REFUSED_OVER,     /* the game has a result */
    REFUSED_COMPUTER, /* the computer is to move */
    REFUSED_NOT_IN_PLAY,
    REFUSED_NOT_THE_END, /* the reader is not at the end of the game */
    REFUSED_NO_PLY,
    REFUSED_NOTHING_THERE,
    REFUSED_NO_OFFER,
    REFUSED_NOTHING_TO_UNDO, /* `why`: why undo stops at the last save; "": it does not */
    REFUSED_NOTHING_TO_REDO,
    REFUSED_OF_OTHERS,    /* only changes of someone else are left to undo */
    REFUSED_OTHERS_SINCE, /* someone else changed the same afterwards */
    REFUSED_IN_TRIAL,
    REFUSED_NO_STORE,
    REFUSED_UNCHANGED,
    REFUSED_TEXT, /* what was typed is wrong */
};

struct game_event {
    enum game_event_kind kind;
    enum game_refusal cause;
    int side, next, count, of;
    bool yes;
    const char *text, *rule;
    const struct note *why;
    const struct spot *from;
};

/* The client: `self` is game_session.client. */
struct game_client {
    void (*tell)(void *self, const struct game_event *event);
    int64_t (*now)(void *self);
    /* The name that signs notes; NULL: unsigned. */
    const char *(*author)(void *self);
    /* The name under which the log has what this user saves; NULL: none. */
    const char *(*saver)(void *self);
    /* Label the place that notes belong to, for the list of changes. */
    void (*label)(void *self, char *out, size_t size);
    /* True if something outside the game forbids changing it; the client has told what. May be
     * NULL. */
    bool (*refuses)(void *self);
    const struct player_ops *computer;
};

struct game_session {
    const struct game_client *ops;
    void *client;

    /* the record, and what of it is stored */
    struct store *store;    /* borrowed; NULL: the game is not kept anywhere */
    struct version version; /* the stored version that the changes are based on; zero: a new game */
    struct edits edits;     /* of a trial, while there is one */
    struct record *base;    /* owned: the record of `version`, for merging; NULL: not known */
    bool writable;
    struct note unwritable; /* why not */
    bool draft;             /* it was opened as a draft with unsaved changes */
    bool draft_kept;        /* the latest changes are stored as a draft */
    bool base_kept;         /* `base` is stored beside the draft */
    bool logged;            /* so is a log of the single changes */
    /* Why undo stops at the last save. Empty if it does not stop there, or nothing was changed. */
    struct note past;
    /* The version that was stored when the user was asked which changes to keep. The user's choices
     * apply to this version only. */
    struct version offered;
    struct merge_saving saving;     /* of the last session_save() */
    char folder[MERGE_FOLDER_ROOM]; /* where the game's file is; "": not in a file of its own */
    bool gone; /* it was deleted from the store, and the user knows: saving creates it again */
    bool play; /* it is played at this keyboard: results are recorded */

    /* the board */
    struct ruleset *rules; /* NULL: the variant is unknown, so the game is only text */
    struct note unknown;   /* why */
    struct position start;
    struct track track;

    /* the reader's place */
    struct spot spot;
    struct spot came; /* where the game was opened */

    /* reading and trying */
    struct layers layers; /* whose notes are shown */
    bool trial;           /* `edits` belong to a trial; the game's are kept here: */
    struct edits kept;
    struct spot kept_spot;
    bool guessing; /* what follows is hidden, and a played ply is compared with it */
    int guesses, guessed;

    /* a game in play */
    struct keyboard_clock clock;
    struct opponent computer;
    int offer; /* the side whose draw offer is open, -1: none; with three players, everyone still in
                * the game must agree: */
    bool agreed[SIDES_MAX];
};

/* The record: the trial's, while there is one. */
static inline struct record *session_record(const struct game_session *game)
{
    return game->edits.record;
}

/* ---- game_session.c: opening, changing */

/* Set up a game whose record is in `edits`: whether it may be changed, its rules, the track. */
void session_begin(struct game_session *game);
/* Open the rules that the record names, with its options and start, and begin the track there. If
 * that fails, `rules` is NULL and `unknown` says why; FAIL_... then. */
int session_open_rules(struct game_session *game);
/* Free everything that a session owns, and make it ready for another game; the client stays. */
void session_clear(struct game_session *game);

/* True if the game equals the stored one: nothing is unsaved. */
bool session_is_saved(const struct game_session *game);
/* True if the game has a result. */
bool session_over(const struct game_session *game);
/* True if the reader is at the end of the main line. */
bool session_at_end(const struct game_session *game);
/* ... and the game is played here: no trial, no guessing. */
bool session_stands(const struct game_session *game);

/* Tell the client. */
void session_tell(struct game_session *game, const struct game_event *event);
void session_refuse(struct game_session *game, enum game_refusal cause, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Go to a spot, or as near as the record has it. */
void session_go(struct game_session *game, const struct spot *spot);
/* The record is another: find the reader's place in it again. */
void session_reread(struct game_session *game);

/* True if the game may not be changed; that was told. */
bool session_refuses(struct game_session *game);
/* Call these before and after a change. False: the user may not make that change
 * (archive/store/guest_policy.h); it was reverted, and the reason told. */
void session_before_change(struct game_session *game, const char *what);
bool session_changed(struct game_session *game);
/* Save a record as the draft of the game, with the version it is based on; false if that failed. */
bool session_draft_save(struct game_session *game, const struct record *record);
void session_draft_drop(struct game_session *game);
/* Sign a line that the ply at a spot began, and record its side if counting plies does not tell. */
void session_sign_ply(struct game_session *game, const struct spot *spot);

/* Undo up to so many changes, and further to a person's turn against a computer; `any`: whoever
 * made them, else only the user's own, leaving those of others. Returns how many. */
int session_undo(struct game_session *game, int changes, bool any);
bool session_redo(struct game_session *game);

/* ---- session_play.c: plies and ends */

/* True if plies can be played at the reader's place; else it is told why not. */
bool session_may_play(struct game_session *game);
/* True, and told, if a ply would lose the game at once. */
bool session_loses(struct game_session *game, const struct ply *ply);
/* Play a ply that is legal here; while guessing, compare it instead. False: it was refused. */
bool session_play(struct game_session *game, const struct ply *ply);

/* Resign for the side to move, or for the person who waits for the computer. */
void session_resign(struct game_session *game);
/* The side for which a person resigns now; NOBODY: that cannot be told. */
int session_resigner(const struct game_session *game);
void session_offer_draw(struct game_session *game);
void session_accept(struct game_session *game);
void session_decline(struct game_session *game);
/* Who must answer the offer; NOBODY: everyone still playing has agreed. */
int session_next_to_agree(const struct game_session *game);
void session_claim(struct game_session *game);
/* Take the last ply of the game back; against a computer to a person's turn. */
void session_take_back(struct game_session *game);
/* True if the game has no result and could be played on, but is only being read. */
bool session_stands_still(const struct game_session *game);
/* Play such a game on, with its clocks. */
void session_resume(struct game_session *game);

/* ---- session_save.c: see there */

/* Call when the record is loaded: finds the version it is based on, and what can be undone. */
void session_recall(struct game_session *game);
/* True if the game's file is in another folder than at the last call: `folder` is the new one. */
bool session_has_moved(struct game_session *game);
/* True if there is something to be saved, and it may be; else it is told why not. */
bool session_may_save(struct game_session *game);
/* True if the file has YAML comments, which saving discards. */
bool session_loses_remarks(const struct game_session *game);
/* Save; changes of others are merged in. With `choices` (0: none) for the conflicts of `offered`,
 * which the client sets to the version of `saving` when it shows them; they do not apply to a later
 * version. FAIL_... as merge_save(); all outcomes are told, too. */
int session_save(struct game_session *game, const enum merge_side *choice, int choices);
/* Save a game that was deleted; if it has come back, merge with it. */
int session_save_anew(struct game_session *game);
/* The record as it would be saved, with an entry for this save in its log; free it with
 * merge_logged_drop(). */
struct record *session_to_save(const struct game_session *game);

/* The stored version is another one: merge it in. TAKEN_NOTHING: both changed the same, so nothing
 * is done; FAIL_... if merging fails. */
enum session_taken {
    TAKEN_NOTHING,
    TAKEN_ALL,  /* there were no changes of mine */
    TAKEN_SAME, /* all of mine are in it */
    TAKEN_BOTH  /* mine are not saved yet */
};
int session_take_over(struct game_session *game, const struct record *theirs,
                      const struct version *version, struct note *why);
/* The same with what is stored now; FAIL_... as merge_reload(). */
int session_reload(struct game_session *game, struct note *why);

/* ---- session_seats.c: clocks of players at one keyboard, and the computer. All of them do nothing
 * in games without. */

/* Call when a game in play is opened; and before it is closed: keeps the time used for the turn. */
void session_seats_open(struct game_session *game);
void session_seats_close(struct game_session *game);
/* Call after anything that may have begun another turn. */
void session_clock_follow(struct game_session *game);
/* Record the mover's remaining time with the ply at a spot. */
void session_clock_stamp(struct game_session *game, const struct spot *spot);
/* True if the side to move has run out of time: the game has then ended for it. */
bool session_clock_fallen(struct game_session *game);
/* Milliseconds until that may be so; -1: no clock runs. */
int session_clock_wait(struct game_session *game);

/* Let the computer think and act; `free`: the client can show a ply now. Returns milliseconds until
 * the next call, -1: it does not think. */
int session_computer_step(struct game_session *game, bool free);
bool session_computer_is_seated(const struct game_session *game);
bool session_computer_to_move(const struct game_session *game);
/* True if undoing or taking back must go on: the computer is to move, and a person wants to. */
bool session_computer_should_undo(const struct game_session *game);
/* Give the seat to move to a computer ("": the usual level, or a person again; "4"), or to a person
 * ("off"). */
void session_computer_sits(struct game_session *game, const char *argument);
void session_computer_pause(struct game_session *game, bool pause);

/* ---- session_notes.c: notes and lines, at the reader's place */

/* What a note belongs to: with a node a member of that ply (part, from 1; step 0), or a step of its
 * path (from 1); else the ply at the reader's place, and at the start the game. */
struct session_place {
    struct node *node;
    int part, step;
    bool before; /* for comments without a node: before the ply */
};

/* The user's comment there, "" if there is none. */
const char *session_comment_text(const struct game_session *game, const struct session_place *at);
/* Write it into the record as it is now, without a change to be undone. */
void session_put_comment(struct game_session *game, const struct session_place *at,
                         const char *text);
/* Write the user's comment; "" removes it. The client asks session_refuses() before it is typed:
 * what is typed is kept. */
void session_comment(struct game_session *game, const struct session_place *at, const char *text);
/* Judge, by the number of a judgement; again removes it. */
void session_judge_ply(struct game_session *game, const struct session_place *at, int nag);
/* Draw a mark, see edit_mark(); again erases it. */
void session_mark(struct game_session *game, const struct session_place *at, const char *as,
                  const char *cells, const char *color);

/* Move the line up; delete the ply and what follows it. */
void session_promote(struct game_session *game);
void session_delete(struct game_session *game);
/* Put another ply in place of this one; what follows is kept as long as it is legal. False: it was
 * refused. */
bool session_replace(struct game_session *game, const char *text);
void session_null_move(struct game_session *game);
/* The plies that follow along a continuation, to be inserted elsewhere by session_graft(); owned by
 * the caller; NULL: none follow. */
char *session_line_text(const struct game_session *game, int choice);
void session_graft(struct game_session *game, const char *line);

/* Make the notes of an annotator the game's own: those at the reader's place, or all. */
void session_merge_layer(struct game_session *game, const char *by, bool here);
/* Set the tags: words; or +word and -word; "-": none. False: it was refused. */
bool session_tag(struct game_session *game, const char *words);

/* ---- session_study.c: trials and guesses.
 *
 * A trial is a copy of the game in which anything may be changed, even if the game is read-only; at
 * its end the game is restored, unless the trial is kept as a change of it. Guessing hides the
 * following plies and compares what the user plays with them. */

void session_trial_begin(struct game_session *game);
/* End it; `keep`: make what was tried one change of the game. Does nothing without a trial. */
void session_trial_end(struct game_session *game, bool keep);
/* For a game that is closed: the same without telling anything. */
void session_trial_drop(struct game_session *game);
/* Begin to guess, or end it. */
void session_guess_toggle(struct game_session *game);
/* Compare a ply with what follows, and go on if it is right; true: it is. */
bool session_guess(struct game_session *game, const struct way_sought *ply);

#endif
