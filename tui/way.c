/* way.c - a cheap way past some places: see way.h. */
#include "tui/way.h"

#include <stdbool.h>
#include <string.h>

/* First from each to the cheapest next. */
static void walk_nearest(struct way *way)
{
    bool gone[WAY_MOST + 1] = {false};
    way->order[0] = way->order[way->places + 1] = way->places;
    for (int i = 1; i <= way->places; i++) {
        int best = -1;
        for (int k = 0; k < way->places; k++)
            if (!gone[k] && (best < 0 || way->cost[way->order[i - 1]][k] < way->cost[way->order[i - 1]][best]))
                best = k;
        way->order[i] = best;
        gone[best] = true;
    }
}

/* Then go through some of them in the other direction, as long as that helps. */
static bool turn_round(struct way *way)
{
    int *order = way->order;
    for (int from = 1; from < way->places; from++)
        for (int to = from + 1, inside = 0; to <= way->places; to++) { /* first and last */
            inside += way->cost[order[to - 1]][order[to]] - way->cost[order[to]][order[to - 1]];
            int before = way->cost[order[from - 1]][order[from]] + way->cost[order[to]][order[to + 1]] + inside;
            int after = way->cost[order[from - 1]][order[to]] + way->cost[order[from]][order[to + 1]];
            if (after >= before)
                continue;
            for (int i = from, k = to; i < k; i++, k--) {
                int other = order[i];
                order[i] = order[k];
                order[k] = other;
            }
            return true;
        }
    return false;
}

/* And move up to three in a row to where they cost less. */
static bool move_some(struct way *way)
{
    int *order = way->order;
    for (int n = 1; n <= 3; n++)
        for (int from = 1; from + n <= way->places + 1; from++)
            for (int to = 0; to <= way->places; to++) { /* behind which */
                if (to >= from - 1 && to < from + n)
                    continue;
                int first = order[from], last = order[from + n - 1], moved[3];
                int before = way->cost[order[from - 1]][first] + way->cost[last][order[from + n]] +
                             way->cost[order[to]][order[to + 1]];
                int after = way->cost[order[from - 1]][order[from + n]] + way->cost[order[to]][first] +
                            way->cost[last][order[to + 1]];
                if (after >= before)
                    continue;
                memcpy(moved, order + from, (size_t)n * sizeof *order);
                if (to < from) {
                    memmove(order + to + 1 + n, order + to + 1, (size_t)(from - to - 1) * sizeof *order);
                    memcpy(order + to + 1, moved, (size_t)n * sizeof *order);
                } else {
                    memmove(order + from, order + from + n, (size_t)(to - from - n + 1) * sizeof *order);
                    memcpy(order + to - n + 1, moved, (size_t)n * sizeof *order);
                }
                return true;
            }
    return false;
}

void way_find(struct way *way)
{
    walk_nearest(way);
    while (move_some(way) || turn_round(way))
        ;
}
