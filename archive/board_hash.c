/* board_hash.c - see board_hash.h. */
#include "archive/board_hash.h"

/* SplitMix64's finalizer: every bit of the input moves every bit of the result. */
static uint64_t mix(uint64_t x)
{
    x += 0x9E3779B97F4A7C15u;
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9u;
    x = (x ^ x >> 27) * 0x94D049BB133111EBu;
    return x ^ x >> 31;
}

uint64_t board_hash(const struct position *position)
{
    uint64_t hash = BOARD_HASH_SEED;
    for (const char *id = position->rules->variant->id; *id; id++)
        hash = mix(hash ^ (unsigned char)*id);
    hash ^= mix((uint64_t)position->side << 56);
    for (int c = 0; c < position->rules->board->cells; c++) {
        const struct piece *piece = &position->at[c];
        uint64_t what = (uint64_t)piece->kind | (uint64_t)piece->side << 8 | (uint64_t)piece->facing << 16 |
                        (uint64_t)piece->mark << 24;
        if (what)
            hash += mix((uint64_t)c << 32 | what); /* a sum: the order of the cells does not matter */
    }
    return hash;
}
