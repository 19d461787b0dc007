/* reader.h - shows a text on the screen: scrolled, paged and searched, with or without a cursor on
 * a line.
 *
 * A view of such a text begins with a struct reader and draws the lines itself. */
#ifndef CHESSCADE_TUI_VIEWS_READER_H
#define CHESSCADE_TUI_VIEWS_READER_H

#include "tui/app/app.h"
#include "tui/app/view.h"

struct reader {
    struct view view;
    int n, top, rows; /* number of lines; the first line shown; how many are shown */
    bool pointed;     /* true: there is a cursor, on line `at` */
    int at;           /* the cursor's line */
    char search[256]; /* the text searched for; "": none */
    int kept_at;      /* while that is typed: where the reader was before */
    /* The next line that contains the search text, searching from `from` lines away in steps of 1
     * or -1 and wrapping round; -1: none. */
    int (*find)(const struct reader *reader, int from, int step);
};

/* Keep the cursor and the shown part within the text. */
void reader_settle(struct reader *reader);
/* Handle lines, pages, `/ n N`, and Esc while a search is active. False: not for the reader. */
bool reader_request(struct reader *reader, const struct event *event);
bool reader_can(const struct reader *reader, enum request request);
/* Handle the mouse wheel. False: the mouse did something else. */
bool reader_mouse(struct reader *reader, const struct mouse *mouse);

/* ---- Opening a text to read, and the rules of a variant. */

struct pager_open {
    const char *title; /* copied */
    char *text;        /* the pager takes ownership, even if opening fails; cleaned when shown */
    bool changes;      /* it is a diff: show lines beginning with + and - as added and removed */
    int line;          /* the line to begin at and highlight, counted from 1; 0: begin at the top */
};

/* Which rules: a variant and its options. */
struct rules_wanted {
    const char *id;
    const struct setting *setting; /* [settings]; borrowed during the call */
    int settings;
};

/* Open the rules of a variant by its id, with default options. Shows an error if that fails. */
void rules_open(struct app *app, const char *id);
/* The same with the options of a game, or of one being set up, at the section cited by a sentence,
 * as below. */
void rules_open_of(struct app *app, const struct ruleset *rules, const char *rule);
/* The same at the section that a sentence cites, "... (rules/turning.md 6.5)"; at the top if it
 * cites none. */
void rules_open_at(struct app *app, const char *id, const char *rule);
/* The same at the card of a piece. */
void rules_open_at_piece(struct app *app, const char *id, const char *name);

#endif
