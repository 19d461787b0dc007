/* level.c - weaker play: see level.h. */
#include "core/engine/level.h"

#include "core/variant.h"

static void limit(struct engine_limits *limits, uint64_t nodes, int weakness)
{
    if (!limits->nodes || limits->nodes > nodes)
        limits->nodes = nodes;
    limits->weakness = weakness;
}

void level_limit(int level, const struct ruleset *ruleset, struct engine_limits *limits)
{
    static const struct {
        uint32_t nodes;
        int weakness;
    } table[] = {{400, 350}, {500, 220}, {800, 140}, {1500, 90}, {3000, 55}, {8000, 30}, {20000, 15}, {80000, 0}, {400000, 0}};
    int larger = ruleset->board->cells / 64; /* larger boards have more plies per position */
    if (level >= LEVEL_MOST)
        return;
    if (level < LEVEL_LEAST)
        level = LEVEL_LEAST;
    limit(limits, (uint64_t)table[level - 1].nodes * (uint64_t)(larger > 1 ? larger : 1), table[level - 1].weakness);
}

void elo_limit(int elo, struct engine_limits *limits)
{
    uint64_t nodes = 60;
    int step = elo < ELO_LEAST ? 0 : elo - ELO_LEAST;
    for (; step >= 120; step -= 120) /* about twice the nodes for 120 Elo more */
        nodes *= 2;
    nodes += nodes * (uint64_t)step / 120;
    limit(limits, nodes, elo < 1700 ? (1700 - elo) / 6 : 0);
}
