/* table.c - the transposition table, which all threads share without locks. A slot is two words:
 * the data, and the key XORed with the data. If two threads write a slot at once, its key fits no
 * position, so it is ignored. */
#include "core/engine/parts.h"

#include <stdlib.h>

enum { IN_BUCKET = 4, LINE = 64 /* bytes of a cache line of the processor */ };

void hash_table_make(struct hash_table *table, int megabytes)
{
    size_t wanted = (size_t)(megabytes < 1 ? 1 : megabytes) << 20, buckets = 1024;
    while (buckets * 2 * IN_BUCKET * sizeof *table->slot <= wanted)
        buckets *= 2;
    if (table->slot && table->buckets == buckets)
        return;
    free(table->memory);
    table->buckets = buckets;
    table->memory = memory_new(buckets * IN_BUCKET * sizeof *table->slot + LINE, 1);
    /* Align the slots so that each bucket is in one cache line. */
    table->slot =
        (struct hash_slot *)(((uintptr_t)table->memory + LINE - 1) & ~(uintptr_t)(LINE - 1));
    table->age = 0;
}

void hash_table_free(struct hash_table *table)
{
    free(table->memory);
    *table = (struct hash_table){0};
}

void hash_table_clear(struct hash_table *table)
{
    memset(table->slot, 0, table->buckets * IN_BUCKET * sizeof *table->slot);
    table->age = 0;
}

/* The data word: 32 bits low, 16 bits score, 16 bits eval. The low 16 bits of the key word are 8
 * bits depth, 6 bits age, 2 bits bound. */
static inline uint64_t pack_data(const struct hash_hit *hit)
{
    return (uint64_t)hit->low << 32 | (uint64_t)(uint16_t)hit->score << 16 | (uint16_t)hit->eval;
}

enum { FACTS = 0xFFFF, AGES = 63 };

static inline struct hash_slot *bucket_of(const struct hash_table *table, uint64_t key)
{
    /* The index is the low bits of the key, which the key word does not store. */
    return &table->slot[(key & (table->buckets - 1)) * IN_BUCKET];
}

void hash_table_fetch(const struct hash_table *table, uint64_t key)
{
    __builtin_prefetch(bucket_of(table, key));
}

bool hash_table_probe(const struct hash_table *table, uint64_t key, struct hash_hit *hit)
{
    struct hash_slot *slot = bucket_of(table, key);
    for (int i = 0; i < IN_BUCKET; i++) {
        uint64_t data = atomic_load_explicit(&slot[i].data, memory_order_relaxed);
        uint64_t word = atomic_load_explicit(&slot[i].key, memory_order_relaxed) ^ data;
        if ((word ^ key) & ~(uint64_t)FACTS || !(word & FACTS))
            continue;
        hit->low = (uint32_t)(data >> 32);
        hit->score = (int16_t)(uint16_t)(data >> 16);
        hit->eval = (int16_t)(uint16_t)data;
        hit->depth = (uint8_t)(word >> 8);
        hit->bound = word & 3;
        return true;
    }
    *hit = (struct hash_hit){.score = SCORE_NONE, .eval = SCORE_NONE};
    return false;
}

void hash_table_store(struct hash_table *table, uint64_t key, const struct hash_hit *hit)
{
    struct hash_slot *slot = bucket_of(table, key), *worst = slot;
    int least = 1 << 30;
    struct hash_hit kept = *hit;
    for (int i = 0; i < IN_BUCKET; i++) {
        uint64_t data = atomic_load_explicit(&slot[i].data, memory_order_relaxed);
        uint64_t word = atomic_load_explicit(&slot[i].key, memory_order_relaxed) ^ data;
        if (!((word ^ key) & ~(uint64_t)FACTS) && (word & FACTS)) {
            if (!kept.low)
                kept.low = (uint32_t)(data >> 32);
            /* An older entry for the same position stays if it was made in this search and is more
             * than 3 plies deeper, provided the new entry is not exact. */
            int age = (int)(word >> 2 & AGES);
            if (kept.bound != BOUND_EXACT && kept.depth + 3 < (int)(word >> 8 & 0xFF) &&
                age == (table->age & AGES))
                return;
            worst = &slot[i];
            break;
        }
        int age = (table->age - (int)(word >> 2 & AGES)) & AGES;
        int value = (word & FACTS) ? (int)(word >> 8 & 0xFF) - 4 * age : -(1 << 20);
        if (value < least) {
            least = value;
            worst = &slot[i];
        }
    }
    uint64_t data = pack_data(&kept);
    uint64_t word = (key & ~(uint64_t)FACTS) | (uint64_t)kept.depth << 8 |
                    (uint64_t)(table->age & AGES) << 2 | kept.bound;
    atomic_store_explicit(&worst->data, data, memory_order_relaxed);
    atomic_store_explicit(&worst->key, word ^ data, memory_order_relaxed);
}

int hash_table_full(const struct hash_table *table)
{
    int used = 0;
    for (size_t i = 0; i < 1000; i++) {
        uint64_t data = atomic_load_explicit(&table->slot[i].data, memory_order_relaxed);
        uint64_t word = atomic_load_explicit(&table->slot[i].key, memory_order_relaxed) ^ data;
        used += (word & FACTS) && (int)(word >> 2 & AGES) == (table->age & AGES);
    }
    return used;
}
