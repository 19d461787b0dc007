/* rules_text.h - the rules of a variant as plain text: what `chesscade rules` prints and the client shows. */
#ifndef CHESSCADE_RULES_TEXT_H
#define CHESSCADE_RULES_TEXT_H

#include "core/rules.h"

#include <stdio.h>

/* The kinds the rules tell of into `out`, those a learner meets first: where men of other armies could take part too (Turning
 * Chess) those of the set-up `start` come first, *own of them; elsewhere *own is all. Of a board of one's own only those that
 * stand there. Returns how many. */
int rules_kinds(const struct position *start, int out[KINDS_MAX], int *own);
/* The heading over the others. */
#define RULES_OTHER_KINDS "Men of other armies, not in this set-up"
/* Title, goal, board (a picture, if `pictured`), pieces, options, and the text of docs/rules. `start` is the opening position. */
void rules_print(const struct position *start, bool pictured, FILE *out);

/* The text of the variant in docs/rules, or else that of its family; NULL without one. */
FILE *rules_open_text(const struct ruleset *rules);

/* "26x26", also of a board of one's own. Like snprintf. */
int rules_board_size(const struct ruleset *rules, char *out, size_t size);

#endif
