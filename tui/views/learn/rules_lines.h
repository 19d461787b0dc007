/* rules_lines.h - the rules of a variant as lines of a page.
 *
 * They come in this order: how to win and what is unusual, the opening, annotated games and
 * positions to play from, the pieces with diagrams of their moves, options, and the family's text
 * with notation and inventors. */
#ifndef CHESSCADE_TUI_VIEWS_LEARN_RULES_LINES_H
#define CHESSCADE_TUI_VIEWS_LEARN_RULES_LINES_H

#include "tui/app/app.h"

enum { RULES_FILE_WIDE = 78 /* the line width of docs/rules */ };

enum rules_line_is {
    LINE_TEXT,
    LINE_HEADING,
    LINE_NAME,
    LINE_LINK,
    LINE_GAME,
    LINE_NEW_GAME,
    LINE_GALLERY,
    LINE_CARD
};

struct rules_line {
    uint8_t is; /* enum rules_line_is */
    char *text; /* owned; NULL for a line of a diagram */
    /* What a link opens: a position of a variant; or a sample game, whose file is in `variant`
     * while `position` is NULL. Owned. */
    char *variant, *position;
    bool pictured; /* the diagram is the picture that the source has of this piece */
    /* For a diagram: the kind of piece (0: the opening), the row of this line, and the number of
     * rows. For a link: row 0 is its first line. */
    int kind, row, of;
};

/* The lines of a rules page. Before the first call set `app` and `rules` (borrowed) and zero the
 * rest. */
struct rules_lines {
    const struct app *app;
    const struct ruleset *rules;
    struct rules_line *line;
    int n, room, text_at; /* text_at: the line where the family's text begins */
    int wide;             /* the width in columns for which the lines were made */
};

/* Make the lines for a width in columns. Returns false if they are already made for it. */
bool rules_lines_make(struct rules_lines *lines, int wide);
void rules_lines_free(struct rules_lines *lines);
/* The first line of the section with a number ("8.1"), or else of the section that contains it; -1:
 * none. */
int rules_lines_section(const struct rules_lines *lines, const char *rule);
/* The first line of the heading with these words, in the text; -1: none. */
int rules_lines_heading(const struct rules_lines *lines, const char *heading);
/* The line with the name of a piece, above its picture; -1: none. */
int rules_lines_piece(const struct rules_lines *lines, const char *name);
/* True if the line is a link. */
bool rules_line_links(const struct rules_line *line);
/* The number of columns available for a diagram. */
int rules_card_columns(const struct rules_lines *lines);

#endif
