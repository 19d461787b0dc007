/* rules_text.h - the rules of a variant as plain text: what `chesscade rules` prints and the client shows. */
#ifndef CHESSCADE_TUI_SESSION_RULES_TEXT_H
#define CHESSCADE_TUI_SESSION_RULES_TEXT_H

#include "core/family.h"

#include <stdio.h>

/* Write the kinds of piece that the rules describe into `out`, those that a learner meets first at the front. In
 * Turning Chess, where other armies could take part, the kinds in the set-up `start` come first, *own of them;
 * elsewhere *own is the total. On a custom board only the kinds present there are listed. Returns how many. */
int rules_kinds(const struct position *start, int out[KINDS_MAX], int *own);
/* The heading above the other kinds. */
#define RULES_OTHER_KINDS "Pieces of other armies, not in this set-up"
/* Print title, goal, board (a picture, if `pictured`), pieces, options, and the text of docs/rules. `start` is the
 * opening position. */
void rules_print(const struct position *start, bool pictured, FILE *out);

/* The text of the variant in docs/rules, else of its family; NULL: there is none. */
FILE *rules_open_text(const struct ruleset *rules);

/* "26x26", also for custom boards. Like snprintf. */
int rules_board_size(const struct ruleset *rules, char *out, size_t size);

#endif
