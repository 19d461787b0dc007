/* level.h - weaker play: levels for people of every strength, in any variant. */
#ifndef CHESSCADE_CORE_ENGINE_LEVEL_H
#define CHESSCADE_CORE_ENGINE_LEVEL_H

#include "core/engine/engine.h"

enum { LEVEL_LEAST = 1, LEVEL_MOST = 10, ELO_LEAST = 800, ELO_MOST = 2400 };

/* Set limits for a level: the number of nodes, how much worse than the best a randomly chosen ply
 * may be, and on low levels how often to play any ply at all. The highest level sets no limits.
 * Limits of time stay as they are. */
void level_limit(int level, const struct ruleset *ruleset, struct engine_limits *limits);
/* Set limits for a strength in Classical Chess, given as an estimated Elo rating. */
void elo_limit(int elo, struct engine_limits *limits);

#endif
