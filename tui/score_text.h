/* score_text.h - a game as people read it on paper: headers, numbered plies, comments, variations, diagrams.
 *
 * Plain text of at most 79 columns (diagrams may be wider). A diagram stands after every ply that carries marks. */
#ifndef CHESSCADE_SCORE_TEXT_H
#define CHESSCADE_SCORE_TEXT_H

#include "archive/record.h"
#include "tui/board_art.h"

/* The game, a blank line at its end; cleaned of everything a terminal would obey. The text is the caller's. */
char *score_text(const struct record *record, enum charset charset);

#endif
