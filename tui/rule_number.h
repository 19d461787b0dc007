/* rule_number.h - the numbers by which refusals, cards and ends of games name a rule: "(rules/turning.md 6.5)". */
#ifndef CHESSCADE_RULE_NUMBER_H
#define CHESSCADE_RULE_NUMBER_H

#include <stdbool.h>
#include <stddef.h>

enum { RULE_NUMBER_ROOM = 16 };

/* The last number a sentence names, "6.5", or "" when it names none; returns whether it does. */
bool rule_number_in(const char *text, char out[RULE_NUMBER_ROOM]);
/* The sentence as it is said where a key leads to the rules of this game: "(rule 6.5)" for "(rules/turning.md 6.5)",
 * "(appendix C)" for "(rules/classical.md C)". */
void rule_number_brief(const char *text, char *out, size_t size);
/* Does a line of a family's page begin that section: "6.5 Castling ...", "6. A ply", "2. The board, 7. the set-up" for 7? */
bool rule_number_begins(const char *line, const char *number);
/* The section a number is in: "6.5" becomes "6"; false: it is in none. */
bool rule_number_up(char number[RULE_NUMBER_ROOM]);

#endif
