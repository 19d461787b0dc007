/* rule_number.h - finds the rule numbers that refusals, cards and game endings cite: "(rules/turning.md 6.5)". */
#ifndef CHESSCADE_TUI_SESSION_RULE_NUMBER_H
#define CHESSCADE_TUI_SESSION_RULE_NUMBER_H

#include <stdbool.h>
#include <stddef.h>

enum { RULE_NUMBER_ROOM = 16 };

/* Write the last number that a sentence cites, "6.5", or "" if there is none; returns true if there is one. */
bool rule_number_in(const char *text, char out[RULE_NUMBER_ROOM]);
/* Shorten the citations for places where a key opens the rules of this game: "(rule 6.5)" for "(rules/turning.md
 * 6.5)", "(appendix C)" for "(rules/classical.md C)". */
void rule_number_brief(const char *text, char *out, size_t size);
/* True if a line of a rules page begins that section: "6.5 Castling ...", "6. A ply", or, for 7, "2. The board, 7.
 * the set-up". */
bool rule_number_begins(const char *line, const char *number);
/* The section that contains a number: "6.5" becomes "6"; false: there is none. */
bool rule_number_up(char number[RULE_NUMBER_ROOM]);

#endif
