/* reader.h - the one way a text is read on the screen: scrolled, paged and searched, with a cursor on a line or without. A view of
 * such a text begins with a struct reader; it draws the lines itself. */
#ifndef CHESSCADE_READER_H
#define CHESSCADE_READER_H

#include "tui/app.h"

struct reader {
    struct view view;
    int n, top, rows; /* lines; the first one shown, how many are */
    bool pointed;     /* there is a cursor, */
    int at;           /* on this line */
    char search[256]; /* what is looked for; "": nothing */
    int kept_at;      /* while that is typed: where one was */
    /* The line the searched text is on next, looked for from so many lines on from where one is, in steps of 1 or -1, going round;
     * -1: nowhere. */
    int (*find)(const struct reader *reader, int from, int step);
};

/* Where one is, and what is shown, within the text. */
void reader_settle(struct reader *reader);
/* Lines, pages, `/ n N`, and Esc as long as something is looked for. False: not for the reader. */
bool reader_request(struct reader *reader, const struct event *event);
bool reader_can(const struct reader *reader, enum request request);
/* The wheel. False: something else was done with the mouse. */
bool reader_mouse(struct reader *reader, const struct mouse *mouse);

#endif
