/* level.h - playing weaker: levels for people of every strength, in any variant. */
#ifndef CHESSCADE_ENGINE_LEVEL_H
#define CHESSCADE_ENGINE_LEVEL_H

#include "core/engine/engine.h"

enum { LEVEL_LEAST = 1, LEVEL_MOST = 10, ELO_LEAST = 800, ELO_MOST = 2400 };

/* Limit nodes, and choose among plies nearly as good, by a level; the highest one changes nothing. Time limits stay. */
void level_limit(int level, const struct ruleset *ruleset, struct engine_limits *limits);
/* The same by an estimate of Elo, for Classical Chess. */
void elo_limit(int elo, struct engine_limits *limits);

#endif
