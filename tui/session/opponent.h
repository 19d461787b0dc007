/* opponent.h - the computer at the table: which seats of a game it has, and what it does there.
 *
 * The screen and plain mode both ask opponent_step() whenever something may have changed, and carry
 * out the deed it returns in the same way as if a person had done it: they play the ply, resign,
 * claim the draw, or say that the computer failed. It starts and stops the player that thinks
 * (player.h). Times are milliseconds of any monotonic clock.
 *
 * A seat is the computer's if its player has the name that computer_name() writes, so a saved game
 * says who played, and a game that is resumed goes on with it. */
#ifndef CHESSCADE_TUI_SESSION_OPPONENT_H
#define CHESSCADE_TUI_SESSION_OPPONENT_H

#include "tui/session/game_open.h"
#include "tui/session/keyboard_clock.h"
#include "tui/session/player.h"

/* ---- names ---- */

enum {
    COMPUTER_NAME_ROOM = 40,
    COMPUTER_LEVEL_USUAL = 3, /* friendly to beginners */
    COMPUTER_LEVEL_MOST = 10  /* LEVEL_MOST of core/engine/level.h */
};

/* "Computer (level 4)". */
void computer_name(int level, char out[COMPUTER_NAME_ROOM]);
/* The level in such a name, 0: a person's name. */
int computer_level(const char *name);
/* What a person typed for a seat: "computer" or "computer:4" becomes the name of a computer, any
 * other text stays a name. Returns the level, 0 for a person; FAIL_TEXT for a level that does not
 * exist. *out is then unchanged. */
int computer_typed(const char *typed, char *out, size_t size, struct note *why);

/* ---- the computer ---- */

enum opponent_state {
    OPPONENT_IDLE,     /* a person is to move, or the game is over */
    OPPONENT_THINKING, /* or it has decided, and waits until its ply can be played */
    OPPONENT_FAILED    /* it will not move: a person plays its ply, or opponent_again() */
};

struct opponent {
    const struct player_ops *ops; /* borrowed */
    const struct ruleset *rules;  /* borrowed */
    int level[SIDES_MAX];         /* 0: a person has this seat */
    enum opponent_state state;
    bool paused; /* it does not begin to think */
    /* The remaining members are private. */
    void *player;
    uint64_t about; /* the game it thinks about, opponent_digest() */
    int side;       /* and its seat there */
    int64_t since, late, dead;
    bool hurried, answered;
    struct player_answer answer;
    bool scored[SIDES_MAX];
    int score[SIDES_MAX], lost[SIDES_MAX]; /* lost: how many of its plies in a row were lost */
};

/* The game as its client has it now; borrowed during a call. */
struct opponent_game {
    const struct record *record;
    struct track *track; /* at the reader's place */
    const struct keyboard_clock *clock;
    bool at_end; /* the track is at the end of the game itself, not of a variation or a trial */
    bool over;   /* it has a result */
    bool free;   /* a ply can be played now: nobody is typing, composing a ply, or trying one */
};

enum opponent_deed_kind {
    OPPONENT_NOTHING,
    OPPONENT_PLAYS,   /* `ply`, at the end of the game */
    OPPONENT_RESIGNS, /* its side is to move at the end of the game */
    OPPONENT_CLAIMS,  /* it claims the draw that the rules give; the board shows the end */
    OPPONENT_BROKE    /* `why`: a sentence about what failed, without its full stop */
};

struct opponent_deed {
    enum opponent_deed_kind kind;
    int side;
    const struct ply *ply; /* borrowed until the next call */
    struct note why;
};

/* Read from the players' names which seats the computer has. *opponent is zero or has ended. */
void opponent_begin(struct opponent *opponent, const struct player_ops *ops,
                    const struct ruleset *rules, const struct record *record);
/* Read them again: a name has changed. */
void opponent_seats(struct opponent *opponent, const struct record *record);
/* Stop thinking and free everything. May be called again. */
void opponent_end(struct opponent *opponent);

/* Start thinking if it is a computer's turn, stop if the game has changed, and fill *deed with what
 * the computer does now, if anything. Call it after every change of the game, and when
 * opponent_wait() says so. Returns deed->kind. */
enum opponent_deed_kind opponent_step(struct opponent *opponent, const struct opponent_game *game,
                                      int64_t now, struct opponent_deed *deed);
/* In how many milliseconds the next step is due; -1: none is. */
int opponent_wait(const struct opponent *opponent, int64_t now);

/* True if the computer has a seat; if it has all of them. */
bool opponent_plays(const struct opponent *opponent);
bool opponent_plays_all(const struct opponent *opponent);
/* True if it is about to move there: a person may not play that ply. */
bool opponent_has(const struct opponent *opponent, int side);
/* "the computer thinks"; "" if it does not. */
const char *opponent_status(const struct opponent *opponent);

/* Let it play the best ply found so far; false: it is not thinking. */
bool opponent_hurry(struct opponent *opponent);
/* Do not think until opponent_again(). */
void opponent_pause(struct opponent *opponent);
/* Think again, after a pause or a failure. */
void opponent_again(struct opponent *opponent);
/* A computer's answer to a draw offer, after so many plies: it agrees if its last score was not
 * above 0. */
bool opponent_agrees(const struct opponent *opponent, int side, int plies);
/* The person who resigns when a side is to move: that side, or the only other person in a game of
 * two; NOBODY: that cannot be told. */
int opponent_person(const struct opponent *opponent, int to_move);

#endif
