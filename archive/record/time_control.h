/* time_control.h - time controls as people write them: "15", "15+10", "15d5", "3 days". */
#ifndef CHESSCADE_ARCHIVE_RECORD_TIME_CONTROL_H
#define CHESSCADE_ARCHIVE_RECORD_TIME_CONTROL_H

#include "core/base.h"

/* Milliseconds. All zero: no clock. */
struct control {
    int64_t base;  /* for the whole game; sudden death if inc and delay are 0 */
    int64_t inc;   /* added after every ply */
    int64_t delay; /* free time at the start of each turn */
    int64_t ply;   /* fresh for every ply: days per ply in a correspondence game */
};

/* Parses minutes, minutes+increment in seconds, "minutes d seconds" of delay, or days; "" or "none"
 * is no clock. FAIL_TEXT if it is none of these. */
int control_read(const char *text, struct control *out, struct note *why);

/* Writes "0:15:06" or "0:15:06.250"; a negative time is 0:00:00. With `words`, long times are "2
 * days 3 h". */
enum { CLOCK_ROOM = 32 };
void clock_write(int64_t milliseconds, bool words, char out[CLOCK_ROOM]);

/* Parses such a clock text, with fractions of a second, into milliseconds; -1 if it is not one. */
int64_t clock_read(const char *text);

#endif
