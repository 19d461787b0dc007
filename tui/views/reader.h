/* reader.h - shows a text on the screen: scrolled, paged and searched, with or without a cursor on a line.
 *
 * A view of such a text begins with a struct reader and draws the lines itself. */
#ifndef CHESSCADE_TUI_VIEWS_READER_H
#define CHESSCADE_TUI_VIEWS_READER_H

#include "tui/app/app.h"

struct reader {
    struct view view;
    int n, top, rows; /* number of lines; the first line shown; how many are shown */
    bool pointed;     /* true: there is a cursor, on line `at` */
    int at;           /* the cursor's line */
    char search[256]; /* the text searched for; "": none */
    int kept_at;      /* while that is typed: where the reader was before */
    /* The next line that contains the search text, searching from `from` lines away in steps of 1 or -1 and
     * wrapping round; -1: none. */
    int (*find)(const struct reader *reader, int from, int step);
};

/* Keep the cursor and the shown part within the text. */
void reader_settle(struct reader *reader);
/* Handle lines, pages, `/ n N`, and Esc while a search is active. False: not for the reader. */
bool reader_request(struct reader *reader, const struct event *event);
bool reader_can(const struct reader *reader, enum request request);
/* Handle the mouse wheel. False: the mouse did something else. */
bool reader_mouse(struct reader *reader, const struct mouse *mouse);

#endif
