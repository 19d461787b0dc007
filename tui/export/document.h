/* document.h - exports a game as a readable document: text for paper, Markdown or HTML.
 *
 *  The document has headers, numbered plies, comments, nested variations, and a diagram after
 *  every ply that carries marks, for the board of any variant. Texts of the record are cleaned
 *  of control characters, and nothing in them is treated as markup. Text has at most 79 columns
 *  (diagrams may be wider). */
#ifndef CHESSCADE_TUI_EXPORT_DOCUMENT_H
#define CHESSCADE_TUI_EXPORT_DOCUMENT_H

#include "archive/record/record.h"
#include "tui/boards/board_art.h"

#include <stdio.h>

enum score_format { SCORE_TEXT, SCORE_MARKDOWN, SCORE_HTML };

/* Write one game, followed by a blank line. */
void score_put(const struct record *record, enum charset charset, enum score_format format,
               FILE *out);
/* Write one game as a text that the caller frees. */
char *score_write(const struct record *record, enum charset charset, enum score_format format);
/* score_head() is what a file has before its first game, score_foot() what it has after the
 * last; "" if there is nothing. */
const char *score_head(enum score_format format);
const char *score_foot(enum score_format format);

/* ---- The interface of a pen, which writes a score in one format; private to this folder.
 *
 * document.c walks a game from its headers to its result and passes each part to a pen.
 * A pen knows paragraphs, quotes and markup, and nothing of games. It gets texts as they are in the
 * record, and must clean and escape them itself. */

enum { MARK_TEXT_MAX = 300 };

/* Every kind of pen has a struct that begins with this one; its other members start as zero. */
struct pen {
    FILE *out;
};

struct pen_ops {
    size_t size;             /* size in bytes of the pen's own struct */
    const char *head, *foot; /* what a file has before its first score and after its last */
    void (*headers)(struct pen *pen, const struct record *record);
    /* A paragraph that is not a ply; `by` is its author, or NULL. */
    void (*note)(struct pen *pen, const char *text, const char *by);
    /* A ply with its judgements; `number` is "12.", "12..." or "". */
    void (*ply)(struct pen *pen, const char *number, const char *text, bool broken);
    /* A picture whose lines all end in a line feed (NULL: the board is unknown), and the marks on
     * it. */
    void (*diagram)(struct pen *pen, const char *picture, const struct marks *marks);
    /* The beginning of a variation; title and comment may be NULL. */
    void (*begin_line)(struct pen *pen, const char *title, const char *comment);
    void (*end_line)(struct pen *pen);
    void (*end)(struct pen *pen, const char *score); /* the end of the game; `score` is "" if it has
                                                        none */
};
extern const struct pen_ops text_pen, markdown_pen, html_pen;

/* Write the players of a game, or its event if no player has a name, passing each text to the pen's
 * own `put`. */
void score_title(struct pen *pen, const struct record *record,
                 void (*put)(struct pen *pen, const char *text));
/* Join a title and a text: "Member 2: the Tower stays"; either may be "". The caller frees it. */
char *score_titled(const char *title, const char *text);
/* Iterates over the headers that readers want to see, in order, without the players. Start with
 * a zero struct; false after the last. The value is valid until the next call. */
struct score_headers {
    int next;
    char options[2048];
};
bool score_header(const struct record *record, struct score_headers *at, const char **name,
                  const char **value);
/* A mark in words: "arrow e2-e4 green". */
void score_mark(const struct mark *mark, char text[static MARK_TEXT_MAX]);

#endif
