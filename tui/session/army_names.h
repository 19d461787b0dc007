/* army_names.h - the named armies of Turning Chess (rules/turning.md 5), for games with an army option. */
#ifndef CHESSCADE_TUI_SESSION_ARMY_NAMES_H
#define CHESSCADE_TUI_SESSION_ARMY_NAMES_H

#include "core/variant.h"

/* True if the value of this option is an army. */
bool army_names_asked(const struct ruleset *rules, const struct option *option);
/* All names, separated by commas. Like snprintf. */
int army_names_list(const struct ruleset *rules, char *out, size_t size);
/* Complete a typed beginning as far as it is unambiguous. False if no name begins so, or if nothing can be added. */
bool army_names_complete(const struct ruleset *rules, const char *text, char *out, size_t size);
/* For white=TEXT of a new game, if the option `name` takes an army: true if the text is an army or looks like an
 * attempt at one; false if it is a player's name. */
bool army_names_meant(const struct ruleset *rules, const char *name, const char *text);
/* The next (by = 1) or previous (-1) name in a cycle; "" stands between the last and the first. */
const char *army_names_step(const struct ruleset *rules, const char *now, int by);

#endif
