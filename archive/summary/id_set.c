/* id_set.c - a hash set of game ids; see id_set.h.
 *
 * The table is a quarter to half full. The random end of an id is its hash; collisions go to the
 * next free slot. */
#include "archive/summary/id_set.h"

#include <stdlib.h>
#include <string.h>

static const uint8_t none[PACKED_ID];

static uint8_t *slot_of(const struct id_set *set, const uint8_t packed[PACKED_ID])
{
    uint64_t hash;
    memcpy(&hash, packed + PACKED_ID - sizeof hash, sizeof hash);
    uint32_t mask = (uint32_t)set->slots - 1, at = (uint32_t)(hash * 0x9E3779B97F4A7C15u >> 32) & mask;
    while (memcmp(set->slot[at], none, PACKED_ID) != 0 && memcmp(set->slot[at], packed, PACKED_ID) != 0)
        at = (at + 1) & mask;
    return set->slot[at];
}

bool id_set_add(struct id_set *set, const uint8_t packed[PACKED_ID])
{
    enum { LEAST = 64 };
    if (!memcmp(packed, none, PACKED_ID))
        return true;
    if (set->used * 2 >= set->slots) {
        struct id_set wider = {.slots = set->slots ? set->slots * 2 : LEAST};
        wider.slot = memory_new((size_t)wider.slots, PACKED_ID);
        for (int i = 0; i < set->slots; i++)
            if (memcmp(set->slot[i], none, PACKED_ID) != 0)
                id_set_add(&wider, set->slot[i]);
        free(set->slot);
        *set = wider;
    }
    uint8_t *slot = slot_of(set, packed);
    if (!memcmp(slot, packed, PACKED_ID))
        return false;
    memcpy(slot, packed, PACKED_ID);
    set->used++;
    return true;
}

bool id_set_has(const struct id_set *set, const uint8_t packed[PACKED_ID])
{
    return set->used && memcmp(packed, none, PACKED_ID) != 0 && !memcmp(slot_of(set, packed), packed, PACKED_ID);
}

void id_set_clear(struct id_set *set)
{
    free(set->slot);
    *set = (struct id_set){0};
}
