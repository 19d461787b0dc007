/* time_control.c - parses and writes time controls and clocks; see archive/record/time_control.h. */
#include "archive/record/time_control.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SECOND = 1000, MINUTE = 60 * SECOND, HOUR = 60 * MINUTE, DAY = 24 * HOUR };
enum { MINUTES_MAX = 24 * 60, SECONDS_MAX = 3600, DAYS_MAX = 60 };

/* Parses a number of at most `most` at *text; -1 if there is none. */
static int number(const char **text, int most)
{
    int value = 0;
    const char *begin = *text;
    for (; **text >= '0' && **text <= '9'; (*text)++)
        if ((value = value * 10 + (**text - '0')) > most)
            return -1;
    return *text == begin ? -1 : value;
}

int control_read(const char *text, struct control *out, struct note *why)
{
    struct control control = {0};
    const char *at = text;
    if (!*text || !strcmp(text, "none")) {
        *out = control;
        return 0;
    }
    int first = number(&at, MINUTES_MAX), second = 0;
    bool days = !strcmp(at, " days") || !strcmp(at, " day");
    if (first > 0 && days && first <= DAYS_MAX) {
        control.ply = (int64_t)first * DAY;
        *out = control;
        return 0;
    }
    char kind = *at;
    if (kind == '+' || kind == 'd') {
        at++;
        second = number(&at, SECONDS_MAX);
    }
    if (first < 0 || second < 0 || *at || (first == 0 && second == 0))
        return note_fail(why, FAIL_TEXT, (int)(at - text),
                         "'%.20s' is no time control: none, 15 (minutes), 15+10 (increment), 15d5 (delay), 3 days", text);
    control.base = (int64_t)first * MINUTE;
    *(kind == 'd' ? &control.delay : &control.inc) = (int64_t)second * SECOND;
    if (first == 0)
        control.base = (int64_t)second * SECOND; /* "0+5" starts with one increment on the clock */
    *out = control;
    return 0;
}

void clock_write(int64_t time, bool words, char out[CLOCK_ROOM])
{
    if (time < 0)
        time = 0;
    if (words && time >= DAY) {
        snprintf(out, CLOCK_ROOM, "%" PRId64 " d %" PRId64 " h", time / DAY, time % DAY / HOUR);
        return;
    }
    int n = snprintf(out, CLOCK_ROOM, "%" PRId64 ":%02d:%02d", time / HOUR, (int)(time % HOUR / MINUTE),
                     (int)(time % MINUTE / SECOND));
    if (!words && time % SECOND)
        snprintf(out + n, (size_t)(CLOCK_ROOM - n), ".%03d", (int)(time % SECOND));
}

int64_t clock_read(const char *text)
{
    static const int most[3] = {99999, 59, 59};
    int64_t time = 0;
    const char *at = text;
    for (int i = 0; i < 3; i++) {
        int part = number(&at, most[i]);
        if (part < 0 || (i < 2 && *at++ != ':'))
            return -1;
        time = time * 60 + part;
    }
    time *= SECOND;
    if (*at == '.')
        at++;
    for (int unit = SECOND / 10; unit && *at >= '0' && *at <= '9'; unit /= 10)
        time += (*at++ - '0') * unit;
    return *at ? -1 : time;
}
