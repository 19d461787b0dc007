/* army_names.h - the armies of Turning Chess that have names (rules/turning.md 5), where an option of a game asks for one. */
#ifndef CHESSCADE_ARMY_NAMES_H
#define CHESSCADE_ARMY_NAMES_H

#include "core/ruleset.h"

/* Does the option ask for an army? */
bool army_names_asked(const struct ruleset *rules, const struct option *option);
/* All names, with commas between. Like snprintf. */
int army_names_list(const struct ruleset *rules, char *out, size_t size);
/* A typed beginning as far as it goes on in one way; false: no name begins so, or it is no shorter. */
bool army_names_complete(const struct ruleset *rules, const char *text, char *out, size_t size);
/* white=TEXT of a new game: is it an army, or was it meant to be one, where the option `name` asks for one? Else it is a player. */
bool army_names_meant(const struct ruleset *rules, const char *name, const char *text);
/* The name after (1) or before (-1) one, round and round; "" stands between the last and the first. */
const char *army_names_step(const struct ruleset *rules, const char *now, int by);

#endif
