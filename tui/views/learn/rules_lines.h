/* rules_lines.h - the rules of a variant as lines of a page.
 *
 * The order: how to win and what is unusual, the opening, annotated games and positions to play on,
 * the pieces with diagrams of their moves, options, and the family's text with notation and
 * inventors. */
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
    uint8_t is;               /* enum rules_line_is */
    char *text;               /* owned; NULL for a card */
    char *variant, *position; /* of a link; of a game: its file in the sample archive, and NULL;
                                 owned */
    bool pictured;            /* a card that shows the source's own picture of the kind */
    int kind, row, of; /* of a card: its kind (0: the opening), its row and how many rows it has; of
                          a link: row 0 begins it */
};

/* Set `app` and `rules` (borrowed) and zero the rest before the first call. */
struct rules_lines {
    const struct app *app;
    const struct ruleset *rules;
    struct rules_line *line;
    int n, room, text_at; /* text_at: the line where the family's text begins */
    int wide;             /* the width in columns that the lines were made for */
};

/* Make the lines for so many columns; false if they already are. */
bool rules_lines_make(struct rules_lines *lines, int wide);
void rules_lines_free(struct rules_lines *lines);
/* The first line of the section with a number ("8.1"), else of the section that contains it; -1:
 * none. */
int rules_lines_section(const struct rules_lines *lines, const char *rule);
/* The line with the name of a piece, above its picture; -1: none. */
int rules_lines_piece(const struct rules_lines *lines, const char *name);
/* True if the line is a link. */
bool rules_line_links(const struct rules_line *line);
/* The columns available for a card. */
int rules_card_columns(const struct rules_lines *lines);

#endif
