/* score.h - a game as a score to be read elsewhere: on paper, in Markdown, in HTML.
 *
 * Headers, numbered plies, comments, variations inside each other, and a diagram after every ply that carries marks, so
 * that every board of every variant is there. Texts of the record are cleaned of everything a terminal would obey, and
 * nothing in them is markup. Text has at most 79 columns (diagrams may be wider). */
#ifndef CHESSCADE_SCORE_H
#define CHESSCADE_SCORE_H

#include "archive/record.h"
#include "tui/board_art.h"

enum score_format { SCORE_TEXT, SCORE_MARKDOWN, SCORE_HTML };

/* One game, a blank line at its end. */
void score_put(const struct record *record, enum charset charset, enum score_format format, FILE *out);
/* The same as a text of the caller's. */
char *score_write(const struct record *record, enum charset charset, enum score_format format);
/* What stands before the first game of a file and after the last; "" where there is nothing. */
const char *score_head(enum score_format format);
const char *score_foot(enum score_format format);

#endif
