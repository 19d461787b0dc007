/* board_hash.c - hashes positions; see board_hash.h. */
#include "archive/index/board_hash.h"

/* The finalizer of SplitMix64: every input bit affects every output bit. */
static uint64_t board_hash_mix(uint64_t x)
{
    x += 0x9E3779B97F4A7C15u;
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9u;
    x = (x ^ x >> 27) * 0x94D049BB133111EBu;
    return x ^ x >> 31;
}

static uint64_t variant_part(const struct ruleset *rules)
{
    uint64_t hash = BOARD_HASH_SEED;
    for (const char *id = rules->variant->id; *id; id++)
        hash = board_hash_mix(hash ^ (unsigned char)*id);
    return hash;
}

static uint64_t side_part(const struct position *position)
{
    return board_hash_mix((uint64_t)position->side << 56);
}

/* A piece and its attributes as a number; 0 for an empty cell. */
static uint32_t board_hash_man(const struct piece *piece)
{
    return (uint32_t)piece->kind | (uint32_t)piece->side << 8 | (uint32_t)piece->facing << 16 |
           (uint32_t)piece->mark << 24;
}

static uint64_t man_part(int cell, uint32_t man)
{
    return man ? board_hash_mix((uint64_t)cell << 32 | man) : 0;
}

/* Sums up the contributions of the pieces, so that the order of the cells does not matter. */
uint64_t board_hash(const struct position *position)
{
    uint64_t men = 0;
    for (int c = 0; c < position->rules->board->cells; c++)
        men += man_part(c, board_hash_man(&position->at[c]));
    return (variant_part(position->rules) ^ side_part(position)) + men;
}

void board_hasher_begin(struct board_hasher *hasher, const struct ruleset *rules)
{
    *hasher = (struct board_hasher){.variant = variant_part(rules)};
}

uint64_t board_hasher_of(struct board_hasher *hasher, const struct position *position)
{
    for (int c = 0; c < position->rules->board->cells; c++) {
        uint32_t before = board_hash_man(&hasher->at[c]), now = board_hash_man(&position->at[c]);
        if (before == now)
            continue;
        hasher->men += man_part(c, now) - man_part(c, before);
        hasher->at[c] = position->at[c];
    }
    return (hasher->variant ^ side_part(position)) + hasher->men;
}
