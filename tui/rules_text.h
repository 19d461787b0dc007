/* rules_text.h - the rules of a variant as plain text: what `chesscade rules` prints and the client shows. */
#ifndef CHESSCADE_RULES_TEXT_H
#define CHESSCADE_RULES_TEXT_H

#include "core/rules.h"

#include <stdio.h>

/* The kinds of a ruleset into `out`, those a learner meets first: where men of other armies could take part too (Turning
 * Chess) those of the set-up `start` come first. Returns how many those are, and all of them where no others are. */
int rules_kinds(const struct position *start, int out[KINDS_MAX]);
/* The heading over the others. */
#define RULES_OTHER_KINDS "Men of other armies, not in this set-up"
/* Title, goal, board (a picture, if `pictured`), pieces, options, and the text of docs/rules. `start` is the opening position. */
void rules_print(const struct position *start, bool pictured, FILE *out);

#endif
