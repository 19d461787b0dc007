/* document.h - exports a game as a score to be read elsewhere: on paper, in Markdown, in HTML.
 *
 * Headers, numbered plies, comments, nested variations, and a diagram after every ply that carries marks, for every
 * board of every variant. Texts of the record are cleaned of control characters, and nothing in them is treated as
 * markup. Text has at most 79 columns (diagrams may be wider). */
#ifndef CHESSCADE_TUI_EXPORT_DOCUMENT_H
#define CHESSCADE_TUI_EXPORT_DOCUMENT_H

#include "archive/record/record.h"
#include "tui/boards/board_art.h"

enum score_format { SCORE_TEXT, SCORE_MARKDOWN, SCORE_HTML };

/* Write one game, followed by a blank line. */
void score_put(const struct record *record, enum charset charset, enum score_format format, FILE *out);
/* The same as a text that the caller frees. */
char *score_write(const struct record *record, enum charset charset, enum score_format format);
/* What comes before the first game of a file and after the last; "" if there is nothing. */
const char *score_head(enum score_format format);
const char *score_foot(enum score_format format);

#endif
