/* rules_text.h - the rules of a variant as plain text: what `chesscade rules` prints and the client shows. */
#ifndef CHESSCADE_RULES_TEXT_H
#define CHESSCADE_RULES_TEXT_H

#include "core/rules.h"

#include <stdio.h>

/* Title, goal, board (a picture, if `pictured`), pieces, options, and the text of docs/rules. `start` is the opening position. */
void rules_print(const struct position *start, bool pictured, FILE *out);

#endif
