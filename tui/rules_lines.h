/* rules_lines.h - the rules of a variant as lines of a page: how to win and what is odd first, the opening, games with notes and
 * positions to play on, the pieces with their pictures of moves, options, and the family's text with notation and inventors.
 *
 * In docs/rules a line "position: VARIANT OPTION=VALUE... TEXT -- CAPTION" is a position that can be opened and played on, and
 * "game: FILE -- CAPTION" an annotated game of the sample archive. */
#ifndef CHESSCADE_RULES_LINES_H
#define CHESSCADE_RULES_LINES_H

#include "tui/app.h"

enum { RULES_FILE_WIDE = 78 /* as the lines of docs/rules are broken */ };

enum rules_line_is { LINE_TEXT, LINE_HEADING, LINE_NAME, LINE_LINK, LINE_GAME, LINE_NEW_GAME, LINE_GALLERY, LINE_CARD };

struct rules_line {
    uint8_t is;       /* enum rules_line_is */
    char *text;       /* owned; of a card NULL */
    char *variant, *position; /* of a link; of a game: its file in the sample archive, and NULL; owned */
    bool pictured;     /* a card that is the source's picture of the kind */
    int kind, row, of; /* of a card: its kind (0: the opening), the row of it and how many there are; of a link: row 0 begins it */
};

/* Begins with `app` and `rules` set (borrowed) and the rest zero. */
struct rules_lines {
    const struct app *app;
    const struct ruleset *rules;
    struct rules_line *line;
    int n, room, text_at; /* text_at: where the family's text begins */
    int wide;             /* columns the lines were made for */
};

/* Make them for so many columns; false when they are already. */
bool rules_lines_make(struct rules_lines *lines, int wide);
void rules_lines_free(struct rules_lines *lines);
/* The line that begins the section of a number ("8.1"), or the one that section is in; -1 without any. */
int rules_lines_section(const struct rules_lines *lines, const char *rule);
/* The line with the name of a piece, below which its picture stands; -1 without one. */
int rules_lines_piece(const struct rules_lines *lines, const char *name);
/* Does the line lead somewhere? */
bool rules_line_links(const struct rules_line *line);
/* Columns a card may take. */
int rules_card_columns(const struct rules_lines *lines);

#endif
