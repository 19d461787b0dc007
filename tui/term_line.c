/* term_line.c - the line to the terminal: see term_line.h. */
#include "tui/term_line.h"

enum { ANSWER_LATE = 400 /* ms: a first screen of 10 KB took longer than at 200 kbit/s */,
       ASK_FROM = 64 /* bytes: a dozen moves of a cursor */, UNDER_WAY_MOST = 256 /* bytes */, COUNT_MOST = 1 << 20, ANSWERS_TRUSTED = 2,
       ANSWER_WAIT = 2000, ANSWER_WAIT_BYTE = 4 /* ms, and for each byte before it: it does not come any more */ };

bool term_line_sent(struct term_line *line, int bytes)
{
    line->behind += bytes < COUNT_MOST - line->behind ? bytes : COUNT_MOST - line->behind;
    return line->slow && line->answers > 0 && !line->asked && line->behind >= ASK_FROM;
}

void term_line_asked(struct term_line *line, int64_t now)
{
    line->asked = now;
    line->before = line->behind;
    line->behind = 0;
}

void term_line_answered(struct term_line *line, int64_t now)
{
    if (!line->asked)
        return;
    if (!line->answers)
        line->slow = now - line->asked > ANSWER_LATE;
    line->answers += line->answers < ANSWERS_TRUSTED;
    line->asked = 0;
    line->before = 0;
}

void term_line_forget(struct term_line *line)
{
    line->asked = 0;
    line->before = line->behind = 0;
}

bool term_line_full(const struct term_line *line, int64_t now)
{
    return line->answers >= ANSWERS_TRUSTED && line->slow && line->before + line->behind >= UNDER_WAY_MOST && term_line_wait(line, now) > 0;
}

int term_line_wait(const struct term_line *line, int64_t now)
{
    if (!line->asked || !line->answers)
        return -1;
    int64_t left = line->asked + ANSWER_WAIT + (int64_t)line->before * ANSWER_WAIT_BYTE - now;
    return left > 0 ? (int)left : -1;
}
