/* game_session.h - an open game without a screen: its record and what is unsaved of it, its rules,
 * the reader's place, trials, guesses, clocks, offers and the computer.
 *
 * The screen (tui/views/game) and plain mode (tui/plain) each embed one. */
#ifndef CHESSCADE_TUI_SESSION_GAME_SESSION_H
#define CHESSCADE_TUI_SESSION_GAME_SESSION_H

#include "archive/record/edit.h"
#include "archive/store/store.h"
#include "tui/session/annotators.h"
#include "tui/session/game_open.h"
#include "tui/session/keyboard_clock.h"
#include "tui/session/opponent.h"

struct game_session {
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
    struct note past; /* why undo stops at the last save; empty: it does not, or nothing was changed
                       */
    /* The version that was stored when the user was asked which changes to keep. The user's choices
     * apply to this version only. */
    struct version offered;
    /* True if the game was deleted from the store and the user knows. Saving creates it again. */
    bool gone;
    bool play; /* true if the game is played at this keyboard, so that results are recorded */

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
static inline struct record *game_record(const struct game_session *game)
{
    return game->edits.record;
}

/* Open the rules that the record names, with its options and start, and begin the track there. If
 * that fails, `rules` is NULL and `unknown` says why; FAIL_... then. */
int game_open_rules(struct game_session *game);

/* True if the game equals the stored one: nothing is unsaved. */
bool game_is_saved(const struct game_session *game);
/* True if the game has a result. */
bool game_over(const struct game_session *game);
/* True if the reader is at the end of the main line. */
bool game_at_end(const struct game_session *game);

#endif
