/* score_page.h - a game as a page for reading elsewhere: Markdown, or HTML with the same diagrams.
 *
 * Diagrams stand after every ply that carries marks, as preformatted text, so that every board of every
 * variant is there; variations are quoted blocks inside each other. Nothing of a file is markup: texts are
 * cleaned and escaped. */
#ifndef CHESSCADE_SCORE_PAGE_H
#define CHESSCADE_SCORE_PAGE_H

#include "archive/record.h"
#include "tui/board_art.h"

enum score_markup { SCORE_MARKDOWN, SCORE_HTML };

/* One game, a blank line at its end. The text is the caller's. */
char *score_page(const struct record *record, enum charset charset, enum score_markup markup);
/* What stands before the first game of a file and after the last; "" in Markdown. */
const char *score_page_head(enum score_markup markup);
const char *score_page_foot(enum score_markup markup);

#endif
