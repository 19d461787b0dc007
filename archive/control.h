/* control.h - time controls as people write them: "15", "15+10", "15d5", "3 days". */
#ifndef CHESSCADE_CONTROL_H
#define CHESSCADE_CONTROL_H

#include "core/base.h"

/* All zero: no clock. Milliseconds. */
struct control {
    int64_t base;  /* for the game; sudden death when inc and delay are 0 */
    int64_t inc;   /* added after every ply */
    int64_t delay; /* at the beginning of a turn that costs nothing */
    int64_t ply;   /* for every ply anew: days of a correspondence game */
};

/* Minutes, minutes+seconds of increment, minutes d seconds of delay, days; "" or "none" for no clock. FAIL_TEXT. */
int control_read(const char *text, struct control *out, struct note *why);

/* "0:15:06" or "0:15:06.250"; negative times are 0:00:00. "2 days 3 h" for long ones when `words`. */
enum { CLOCK_ROOM = 32 };
void clock_write(int64_t milliseconds, bool words, char out[CLOCK_ROOM]);

/* What it says, fractions of a second too; -1: it is no such text. */
int64_t clock_read(const char *text);

#endif
