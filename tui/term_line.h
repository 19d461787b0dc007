/* term_line.h - the line to the terminal: is it slow, and how much of what was sent is still on its way? The terminal is asked
 * whether it is there: what it answers comes after it has taken all that was sent before the question. One question at a time.
 * No terminal here: who has one tells what was sent, asked and answered, in milliseconds of a clock that never goes back. */
#ifndef CHESSCADE_TERM_LINE_H
#define CHESSCADE_TERM_LINE_H

#include <stdbool.h>
#include <stdint.h>

/* Zero to begin with. */
struct term_line {
    bool slow;     /* few bytes are to be sent */
    int answers;   /* how many there were, as far as it matters; the first tells whether the line is slow */
    int64_t asked; /* when, without an answer yet; 0: nothing is asked */
    int before;    /* bytes sent before that question */
    int behind;    /* ... and since, or since the one that was answered last */
};

/* Bytes are sent. Is the terminal to be asked behind them? Only on slow lines, and not for the few bytes of a cursor's move. */
bool term_line_sent(struct term_line *line, int bytes);
/* The question is sent, after all of term_line_sent(). */
void term_line_asked(struct term_line *line, int64_t now);
/* An answer came; one that was not asked for tells nothing. */
void term_line_answered(struct term_line *line, int64_t now);
/* The terminal was another's for a while: no answer will come. */
void term_line_forget(struct term_line *line);
/* Is so much on its way that what is sent now would be seen late, and is an answer still expected? Not of a terminal that has
 * answered but once. */
bool term_line_full(const struct term_line *line, int64_t now);
/* Milliseconds for which an answer is still expected of a terminal that has answered before; -1: for none. */
int term_line_wait(const struct term_line *line, int64_t now);

#endif
