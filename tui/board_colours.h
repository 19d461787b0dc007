/* board_colours.h - the colours that the books of variants give their boards. */
#ifndef CHESSCADE_BOARD_COLOURS_H
#define CHESSCADE_BOARD_COLOURS_H

#include "core/rules.h"
#include "tui/theme.h"

/* Light cell, dark cell, light piece, dark piece: those of rules/croatian.md 19.1, of a custom definition those it names
 * (16). False, and *out unchanged, when the variant has none. */
bool board_colours(const struct ruleset *rules, struct board_colours *out);

#endif
