/* reader.h - shows a text on the screen that can be scrolled, paged and searched, with or without a
 * cursor on a line.
 *
 * The struct of such a view begins with a struct reader, and the view draws the lines itself. */
#ifndef CHESSCADE_TUI_VIEWS_READER_H
#define CHESSCADE_TUI_VIEWS_READER_H

#include "tui/app/app.h"
#include "tui/app/view.h"

struct reader {
    struct view view;
    /* n: number of lines. top: the first visible line. rows: how many lines are visible. */
    int n, top, rows;
    bool pointed;     /* the text has a cursor, on line `at` */
    int at;           /* the cursor's line */
    char search[256]; /* the text searched for; "": none */
    int kept_at;      /* where the reader was before the user began to type the search text */
    /* Returns the next line that contains the search text, starting `from` lines away and going on
     * in steps of 1 or -1, wrapping round; -1: none. */
    int (*find)(const struct reader *reader, int from, int step);
};

/* Move the cursor and the visible part back into the text if they are outside. */
void reader_settle(struct reader *reader);
/* Handle the requests for lines and pages, `/ n N`, and Esc while a search is active. Returns false
 * for other requests. */
bool reader_request(struct reader *reader, const struct event *event);
bool reader_can(const struct reader *reader, enum request request);
/* Handle the mouse wheel. Returns false for other actions of the mouse. */
bool reader_mouse(struct reader *reader, const struct mouse *mouse);

/* ---- Opening a text to read, and the rules of a variant. */

struct pager_open {
    const char *title; /* copied */
    /* The pager takes ownership, even if opening fails. Control characters are removed when the
     * text is shown. */
    char *text;
    /* the text is a diff: lines beginning with + and - are shown as added and removed */
    bool changes;
    int line; /* the line to show first and highlight, counted from 1; 0: begin at the top */
};

/* Which rules to show: a variant and its options. */
struct rules_wanted {
    const char *id;
    const struct setting *setting; /* [settings]; borrowed during the call */
    int settings;
};

/* Open the rules of a variant by its id, with default options. Shows an error if that fails. */
void rules_open(struct app *app, const char *id);
/* Open the rules of a variant with the options of a game, or of one being set up, at the section
 * that the sentence `rule` cites (see rules_open_at()). */
void rules_open_of(struct app *app, const struct ruleset *rules, const char *rule);
/* Open the rules of a variant at the section that a sentence cites, as in "... (rules/turning.md
 * 6.5)"; at the top if it cites none. */
void rules_open_at(struct app *app, const char *id, const char *rule);
/* Open the rules of a variant at the diagram of the piece `name`. */
void rules_open_at_piece(struct app *app, const char *id, const char *name);

#endif
