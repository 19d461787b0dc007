/* keyboard_clock.h - the clocks of a game at one keyboard, as its record keeps them: `event.control` and the `clk` of each ply.
 * The arithmetic is that of live tables (archive/live_game.h): clocks run when everybody has played once. Times are
 * milliseconds of any clock that only goes forward; while the program is closed the clocks stand. */
#ifndef CHESSCADE_KEYBOARD_CLOCK_H
#define CHESSCADE_KEYBOARD_CLOCK_H

#include "archive/control.h"
#include "archive/record.h"
#include "core/position.h"

/* The time left of a turn that was broken off, "PLIES H:MM:SS.mmm": it holds for that many plies only. */
#define KEYBOARD_CLOCK_KEPT "event.control.x_left"

struct keyboard_clock {
    struct control control; /* no base: the game has no clock, and everything below does nothing */
    int sides, first;       /* who plays, and which side begins */
    int64_t left[SIDES_MAX]; /* at the beginning of this turn */
    int plies, mover;       /* what this turn is known by */
    int64_t since;          /* when it began */
    int64_t kept;           /* of a turn that was broken off and goes on now; -1: none was */
    bool over;              /* the game is */
};

/* A time control that can be used at one keyboard, "" or "none" for no clock; days cannot: FAIL_TEXT. */
int keyboard_clock_check(const char *text, struct note *why);
/* Write a control that was checked into a new game. */
void keyboard_clock_write(struct record *record, const char *text);
/* The clocks of a game that is gone on with; what keyboard_clock_keep() wrote is taken out of the record. */
void keyboard_clock_begin(struct keyboard_clock *clock, struct record *record, const struct position *start);
/* For a game that is left: what is left of this turn's time. */
void keyboard_clock_keep(const struct keyboard_clock *clock, struct record *record, int64_t now);
/* The game stands at its end, where `mover` is to move: begins a turn if it is not the one there was. */
void keyboard_clock_follow(struct keyboard_clock *clock, const struct record *record, int mover, bool over, int64_t now);

bool keyboard_clock_runs(const struct keyboard_clock *clock);
/* What a side's clock shows; never below 0. The mover's time is over when it is 0 and the clock runs. */
int64_t keyboard_clock_left(const struct keyboard_clock *clock, int side, int64_t now);
bool keyboard_clock_fallen(const struct keyboard_clock *clock, int64_t now);
/* Onto the mover's ply what is left after it. */
void keyboard_clock_stamp(const struct keyboard_clock *clock, struct node *node, int64_t now);

#endif
