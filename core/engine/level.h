/* level.h - weaker play: levels for people of every strength, in any variant. */
#ifndef CHESSCADE_CORE_ENGINE_LEVEL_H
#define CHESSCADE_CORE_ENGINE_LEVEL_H

#include "core/engine/engine.h"

enum { LEVEL_LEAST = 1, LEVEL_MOST = 10, ELO_LEAST = 800, ELO_MOST = 2400 };

/* Set limits for a level: a limit of nodes, a random choice among plies that are nearly as
 * good, and on low levels now and then any ply at all. The highest level changes nothing. Limits of
 * time are kept. */
void level_limit(int level, const struct ruleset *ruleset, struct engine_limits *limits);
/* Set limits for an estimated Elo rating, for Classical Chess. */
void elo_limit(int elo, struct engine_limits *limits);

#endif
