/* centaur_paths.c - the jump sequences of Centaurs by distance: two alternating vectors lead to a cell in few ways or none (6).
 *
 * This is a table, built when a board with Centaurs opens: a few thousand short entries, some microseconds. */
#include "core/families/croatian/croatian.h"

#include <stdlib.h>

/* Index into own->centaur.first[], which says where the sequences of a slot begin. There is a slot for each distance and each
 * colour of the starting cell (it determines the first vector's set), and one at the end. */
static int slot_of(const struct croatian *own, bool own_colour, int dx, int dy)
{
    int span = 2 * own->size - 1;
    return ((own_colour ? span : 0) + dy + own->size - 1) * span + dx + own->size - 1;
}

typedef void way_fn(struct croatian *own, int slot, struct centaur_way way);

/* Visit a pair of vectors with every number of jumps from 2 on; a single jump is tested directly. */
static void each_count(struct croatian *own, bool own_colour, struct centaur_way way, way_fn *visit)
{
    const int8_t *vector[2];
    int x = 0, y = 0;
    for (int i = 0; i < 2; i++)
        vector[i] = own->vector[way.set[i]][way.vector[i]];
    for (way.count = 1;; way.count++) {
        x += vector[(way.count - 1) % 2][0];
        y += vector[(way.count - 1) % 2][1];
        if (abs(x) >= own->size || abs(y) >= own->size)
            return;
        if (way.count > 1)
            visit(own, slot_of(own, own_colour, x, y), way);
    }
}

static void each_way(struct croatian *own, way_fn *visit)
{
    for (int own_colour = 0; own_colour < 2; own_colour++) {
        struct centaur_way way = {{own_colour ? LONG_JUMPS : KNIGHTS, own_colour ? KNIGHTS : LONG_JUMPS}, {0, 0}, 0};
        for (int a = 0; a < own->vectors[way.set[0]]; a++)
            for (int b = 0; b < own->vectors[way.set[1]]; b++) {
                way.vector[0] = (uint8_t)a;
                way.vector[1] = (uint8_t)b;
                each_count(own, own_colour, way, visit);
            }
    }
}

static void count_way(struct croatian *own, int slot, struct centaur_way way)
{
    (void)way;
    own->centaur.first[slot + 1]++;
}

/* Each slot is filled from its end, so that first[] is its beginning when all sequences are entered. */
static void put_way(struct croatian *own, int slot, struct centaur_way way)
{
    own->centaur.way[--own->centaur.first[slot]] = way;
}

void centaur_lay_out(struct croatian *own)
{
    int span = 2 * own->size - 1, slots = 2 * span * span;
    own->centaur.first = memory_new((size_t)slots + 1, sizeof *own->centaur.first);
    each_way(own, count_way);
    for (int i = 0; i < slots; i++) /* for now, the end of each slot */
        own->centaur.first[i] = own->centaur.first[i + 1] + (i ? own->centaur.first[i - 1] : 0);
    own->centaur.first[slots] = own->centaur.first[slots - 1];
    own->centaur.way = memory_new((size_t)own->centaur.first[slots], sizeof *own->centaur.way);
    each_way(own, put_way);
}

void centaur_free(struct croatian *own)
{
    free(own->centaur.first);
    free(own->centaur.way);
}

int centaur_ways(const struct croatian *own, bool own_colour, int dx, int dy, const struct centaur_way **out)
{
    if (!own->centaur.way)
        return 0;
    const int *first = &own->centaur.first[slot_of(own, own_colour, dx, dy)];
    *out = own->centaur.way + first[0];
    return first[1] - first[0];
}
