/* score_pen.h - what writes down a score in one format; private to the score*.c files.
 *
 * score.c walks a game from its headers to its result and tells a pen what comes next; the pens know paragraphs, quotes
 * and markup, and nothing of games. Texts are given as they are in the record: each pen cleans and escapes them. */
#ifndef CHESSCADE_SCORE_PEN_H
#define CHESSCADE_SCORE_PEN_H

#include "archive/record.h"

#include <stdio.h>

enum { MARK_TEXT_MAX = 300 };

/* The beginning of every pen; what follows it is zero to begin with. */
struct pen {
    FILE *out;
};

struct pen_ops {
    size_t size; /* of the pen */
    const char *head, *foot; /* of a file of scores */
    void (*headers)(struct pen *pen, const struct record *record);
    /* A paragraph that is no ply; `by` is who signed it, or NULL. */
    void (*note)(struct pen *pen, const char *text, const char *by);
    /* "12.", "12..." or ""; the ply and its judgements. */
    void (*ply)(struct pen *pen, const char *number, const char *text, bool broken);
    /* A picture in lines that all end in a line feed (NULL: the board is not known), and what is marked on it. */
    void (*diagram)(struct pen *pen, const char *picture, const struct marks *marks);
    /* A variation; title and comment may be NULL. */
    void (*begin_line)(struct pen *pen, const char *title, const char *comment);
    void (*end_line)(struct pen *pen);
    void (*end)(struct pen *pen, const char *score); /* of the game; "" where none is known */
};
extern const struct pen_ops text_pen, markdown_pen, html_pen;

/* Write the players of a game, or its event where nobody has a name, each text by the pen's own `put`. */
void score_title(struct pen *pen, const struct record *record, void (*put)(struct pen *pen, const char *text));
/* A text behind what it is: "Member 2: the Tower stays"; either may be "". The caller's. */
char *score_titled(const char *title, const char *text);
/* The headers worth reading, in their order, beginning with zero: false after the last. Players are not among them. The value is
 * good until the next. */
struct score_headers {
    int next;
    char options[2048];
};
bool score_header(const struct record *record, struct score_headers *at, const char **name, const char **value);
/* A mark in words: "arrow e2-e4 green". */
void score_mark(const struct mark *mark, char text[static MARK_TEXT_MAX]);

#endif
