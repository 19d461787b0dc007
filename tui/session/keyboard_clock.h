/* keyboard_clock.h - the clocks of a game whose players share one keyboard.
 *
 * The record stores the clocks as `event.control` and the `clk` of each ply. They count as those of
 * live games do (archive/live/live_game.h), and start after each side's first move. Times are
 * milliseconds of any monotonic clock. While the program is not running, the clocks are stopped. */
#ifndef CHESSCADE_TUI_SESSION_KEYBOARD_CLOCK_H
#define CHESSCADE_TUI_SESSION_KEYBOARD_CLOCK_H

#include "archive/record/header_values.h"
#include "archive/record/record.h"
#include "core/position.h"

/* The header that stores the time left of an interrupted turn, "PLIES H:MM:SS.mmm". It is valid
 * only while the game has that many plies. */
#define KEYBOARD_CLOCK_KEPT "event.control.x_left"

struct keyboard_clock {
    /* The time control. If it has no base time, the game has no clocks and all functions below
     * do nothing. */
    struct control control;
    int sides, first;        /* number of sides, and which side begins */
    int64_t left[SIDES_MAX]; /* each side's time at the start of this turn */
    int plies, mover; /* The number of plies and the side to move, which identify this turn. */
    int64_t since;    /* when this turn started */
    int64_t kept;     /* the time left of an interrupted turn that is resumed now; -1: none */
    bool over;        /* the game is over */
    bool paused;
};

/* Check a time control as a user types it; "" or "none" means no clocks. FAIL_TEXT if it is invalid
 * or counts in days, which are useless at one keyboard. */
int keyboard_clock_check(const char *text, struct note *why);
/* Write a time control into the record of a new game. keyboard_clock_check() must have accepted
 * the text. */
void keyboard_clock_write(struct record *record, const char *text);
/* Set up the clocks of a game that is resumed. Removes the header that keyboard_clock_keep()
 * wrote. */
void keyboard_clock_begin(struct keyboard_clock *clock, struct record *record,
                          const struct position *start);
/* Call this when a game is left: writes the time left of this turn into the record. */
void keyboard_clock_keep(const struct keyboard_clock *clock, struct record *record, int64_t now);
/* Call this when the board is at the game's end and `mover` is to move: begins a turn if the
 * position is new. `over`: the game has ended, so no clock runs. */
void keyboard_clock_follow(struct keyboard_clock *clock, const struct record *record, int mover,
                           bool over, int64_t now);

/* Stop the clocks (`paused`) or let them continue. Repeating a call has no effect. */
void keyboard_clock_pause(struct keyboard_clock *clock, bool paused, int64_t now);

bool keyboard_clock_runs(const struct keyboard_clock *clock);
/* keyboard_clock_left() returns the time on a side's clock, never below 0.
 * keyboard_clock_fallen() is true if the mover's clock runs and has reached 0. */
int64_t keyboard_clock_left(const struct keyboard_clock *clock, int side, int64_t now);
bool keyboard_clock_fallen(const struct keyboard_clock *clock, int64_t now);
/* Store in the mover's ply how much time was left after it. */
void keyboard_clock_stamp(const struct keyboard_clock *clock, struct node *node, int64_t now);

#endif
