/* board_colours.h - the board colours that a variant's own source prescribes. */
#ifndef CHESSCADE_TUI_BOARDS_BOARD_COLOURS_H
#define CHESSCADE_TUI_BOARDS_BOARD_COLOURS_H

#include "core/family.h"
#include "tui/widgets/theme.h"

/* The colours of light cells, dark cells, light pieces and dark pieces: from rules/croatian.md 19.1, or from a custom
 * definition that names them (16). False, with *out unchanged, if the variant has none. */
bool board_colours(const struct ruleset *rules, struct board_colours *out);

#endif
