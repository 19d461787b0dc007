/* keyboard_clock.h - the clocks of a game whose players share one keyboard.
 *
 * The record keeps them: `event.control` and the `clk` of each ply. The arithmetic is that of live
 * tables (archive/live/live_game.h): the clocks start after each side's first move. Times are
 * milliseconds of any monotonic clock. While the program is closed, the clocks are stopped. */
#ifndef CHESSCADE_TUI_SESSION_KEYBOARD_CLOCK_H
#define CHESSCADE_TUI_SESSION_KEYBOARD_CLOCK_H

#include "archive/record/header_values.h"
#include "archive/record/record.h"
#include "core/position.h"

/* The time left of an interrupted turn, "PLIES H:MM:SS.mmm"; valid only while the game has that
 * many plies. */
#define KEYBOARD_CLOCK_KEPT "event.control.x_left"

struct keyboard_clock {
    struct control control;  /* without a base the game has no clock, and everything below does
                                nothing */
    int sides, first;        /* number of sides, and which side begins */
    int64_t left[SIDES_MAX]; /* at the start of this turn */
    int plies, mover;        /* identify this turn */
    int64_t since;           /* start of this turn */
    int64_t kept;            /* time left of an interrupted turn that resumes now; -1: none */
    bool over;               /* the game is over */
    bool paused;
};

/* Check a time control; "" or "none" means no clock. FAIL_TEXT for an invalid one, or for days,
 * which make no sense at one keyboard. */
int keyboard_clock_check(const char *text, struct note *why);
/* Write a checked control into a new game. */
void keyboard_clock_write(struct record *record, const char *text);
/* Set up the clocks of a game that is resumed. Removes what keyboard_clock_keep() wrote into the
 * record. */
void keyboard_clock_begin(struct keyboard_clock *clock, struct record *record,
                          const struct position *start);
/* For a game that is left: write the time left of this turn into the record. */
void keyboard_clock_keep(const struct keyboard_clock *clock, struct record *record, int64_t now);
/* The board is at the game's end, with `mover` to move: begin a turn if it is a new one. */
void keyboard_clock_follow(struct keyboard_clock *clock, const struct record *record, int mover,
                           bool over, int64_t now);

/* Stop the clocks, or let them go on; both may be repeated. */
void keyboard_clock_pause(struct keyboard_clock *clock, bool paused, int64_t now);

bool keyboard_clock_runs(const struct keyboard_clock *clock);
/* The time on a side's clock; never below 0. The mover's flag has fallen if it is 0 and the clock
 * runs. */
int64_t keyboard_clock_left(const struct keyboard_clock *clock, int side, int64_t now);
bool keyboard_clock_fallen(const struct keyboard_clock *clock, int64_t now);
/* Note on the mover's ply how much time is left after it. */
void keyboard_clock_stamp(const struct keyboard_clock *clock, struct node *node, int64_t now);

#endif
