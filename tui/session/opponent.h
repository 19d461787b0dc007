/* opponent.h - the computer as a player: which seats of a game it has, and what it does there.
 *
 * The screen and plain mode both call opponent_step() whenever something may have changed, and
 * carry out the deed that it returns as if a person had done it: they play the ply, resign, claim
 * the draw, or report that the computer failed. opponent_step() starts and stops the player that
 * thinks (player.h). Times are milliseconds of any monotonic clock.
 *
 * A seat is the computer's if its player has a name that computer_name() writes. So a saved game
 * shows who played, and the computer plays on when the game is resumed. */
#ifndef CHESSCADE_TUI_SESSION_OPPONENT_H
#define CHESSCADE_TUI_SESSION_OPPONENT_H

#include "tui/session/game_open.h"
#include "tui/session/keyboard_clock.h"
#include "tui/session/player.h"

/* ---- names ---- */

enum {
    COMPUTER_NAME_ROOM = 40,
    COMPUTER_LEVEL_USUAL = 3, /* a level for beginners */
    COMPUTER_LEVEL_MOST = 10  /* LEVEL_MOST of core/engine/level.h */
};

/* Write the name of the computer at a level: "Computer (level 4)". */
void computer_name(int level, char out[COMPUTER_NAME_ROOM]);
/* The level in a name that computer_name() wrote; 0: a person's name. */
int computer_level(const char *name);
/* Interpret what a person typed for a seat: "computer" or "computer:4" becomes the computer's name,
 * and any other text stays as it is. Returns the level, 0 for a person. FAIL_TEXT, with *out
 * unchanged, for a level that does not exist. */
int computer_typed(const char *typed, char *out, size_t size, struct note *why);

/* ---- the computer ---- */

enum opponent_state {
    OPPONENT_IDLE, /* a person is to move, or the game is over, or the computer is paused */
    /* the computer thinks, or has decided and waits until its ply can be played */
    OPPONENT_THINKING,
    /* the computer will not move: a person plays its ply, or opponent_again() retries */
    OPPONENT_FAILED
};

struct opponent {
    const struct player_ops *ops; /* borrowed */
    const struct ruleset *rules;  /* borrowed */
    int level[SIDES_MAX];         /* the computer's level on each side; 0: a person has this seat */
    enum opponent_state state;
    bool paused; /* the computer is paused, so it does not start to think */
    /* The remaining members are private. */
    void *player;
    /* identifies the game that the computer thinks about, as opponent_digest() does */
    uint64_t about;
    int side; /* the computer's side in that game */
    int64_t since, late, dead;
    bool hurried, answered;
    struct player_answer answer;
    bool scored[SIDES_MAX];
    /* score: the computer's last score. lost: how many of its plies in a row had a lost score. */
    int score[SIDES_MAX], lost[SIDES_MAX];
};

/* The present state of the game, as the screen or plain mode knows it; borrowed during a call. */
struct opponent_game {
    const struct record *record;
    struct track *track; /* the track at the place that the user sees */
    const struct keyboard_clock *clock;
    bool at_end; /* `track` is at the end of the main line, not in a variation or a trial */
    bool over;   /* the game has a result */
    bool free;   /* a ply can be played now: the user is not typing, composing or trying one */
};

enum opponent_deed_kind {
    OPPONENT_NOTHING,
    OPPONENT_PLAYS,   /* play `ply` at the end of the game */
    OPPONENT_RESIGNS, /* resign for `side`, which is to move at the end of the game */
    OPPONENT_CLAIMS,  /* claim a draw that the rules allow at the end of the game */
    OPPONENT_BROKE    /* report `why`, a sentence without its full stop about what failed */
};

struct opponent_deed {
    enum opponent_deed_kind kind;
    int side;
    const struct ply *ply; /* borrowed until the next call */
    struct note why;
};

/* Find out from the players' names which seats the computer has. *opponent is zero or has ended. */
void opponent_begin(struct opponent *opponent, const struct player_ops *ops,
                    const struct ruleset *rules, const struct record *record);
/* Read the players' names again, because one has changed. */
void opponent_seats(struct opponent *opponent, const struct record *record);
/* Stop thinking and free everything. Repeating the call has no effect. */
void opponent_end(struct opponent *opponent);

/* Start to think if it is the computer's turn, stop if the game has changed, and fill *deed with
 * what the computer does now, if anything. Call this after every change of the game and when the
 * time that opponent_wait() returns has passed. Returns deed->kind. */
enum opponent_deed_kind opponent_step(struct opponent *opponent, const struct opponent_game *game,
                                      int64_t now, struct opponent_deed *deed);
/* Milliseconds until opponent_step() must be called again; -1: no call is due. */
int opponent_wait(const struct opponent *opponent, int64_t now);

/* opponent_plays() is true if the computer has a seat, opponent_plays_all() if it has all seats. */
bool opponent_plays(const struct opponent *opponent);
bool opponent_plays_all(const struct opponent *opponent);
/* True if the computer is about to move for this side, so a person may not play that ply. */
bool opponent_has(const struct opponent *opponent, int side);
/* "the computer thinks", or "" if it does not. */
const char *opponent_status(const struct opponent *opponent);

/* Make the computer play the best ply it has found so far. Returns false if it is not thinking. */
bool opponent_hurry(struct opponent *opponent);
/* Make the computer stop thinking until opponent_again() is called. */
void opponent_pause(struct opponent *opponent);
/* Let the computer think again after a pause or a failure. */
void opponent_again(struct opponent *opponent);
/* True if the computer of `side` agrees to a draw offer after this many plies: its last score must
 * not be above 0. */
bool opponent_agrees(const struct opponent *opponent, int side, int plies);
/* The side for which a person resigns while `to_move` is to move: `to_move` itself if a person
 * has this seat, else (in a game of two) the person who plays against the computer. NOBODY if there
 * is no such side. */
int opponent_person(const struct opponent *opponent, int to_move);

#endif
