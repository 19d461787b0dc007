/* ply_table.c - numbers the distinct plies of all games; see ply_table.h. */
#include "archive/index/ply_table.h"

#include <stdlib.h>
#include <string.h>

static uint32_t *slot_of(const struct ply_table *table, const char *ply, size_t size)
{
    uint32_t mask = table->slots - 1, at = (uint32_t)(hash_bytes(HASH_START, ply, size) >> 32) & mask;
    for (; table->slot[at]; at = (at + 1) & mask) {
        const char *there = ply_table_text(table, table->slot[at]);
        if (!strncmp(there, ply, size) && !there[size])
            break;
    }
    return &table->slot[at];
}

static void widen(struct ply_table *table)
{
    enum { LEAST = 1 << 10 };
    table->slots = table->slots ? 2 * table->slots : LEAST;
    free(table->slot);
    table->slot = memory_new(table->slots, sizeof *table->slot);
    for (uint32_t i = 1; i <= (uint32_t)table->n; i++) {
        const char *ply = ply_table_text(table, i);
        *slot_of(table, ply, strlen(ply)) = i;
    }
}

uint32_t ply_table_put(struct ply_table *table, const char *ply, size_t size)
{
    if (2 * (uint32_t)table->n >= table->slots)
        widen(table);
    uint32_t *slot = slot_of(table, ply, size);
    if (*slot)
        return *slot;
    if (table->n == PLY_TABLE_MOST || (size_t)table->pool.n + size >= PLY_TABLE_BYTES)
        return PLY_OTHER;
    table->at = memory_room(table->at, &table->room, table->n + 1, sizeof *table->at);
    table->at[table->n++] = table->pool.n;
    yaml_text_add(&table->pool, ply, size);
    yaml_text_add(&table->pool, "", 1);
    *slot = (uint32_t)table->n;
    return *slot;
}

const char *ply_table_text(const struct ply_table *table, uint32_t number)
{
    return number > 0 && number <= (uint32_t)table->n ? table->pool.v + table->at[number - 1] : NULL;
}

void ply_table_clear(struct ply_table *table)
{
    yaml_text_clear(&table->pool);
    free(table->at);
    free(table->slot);
    *table = (struct ply_table){.n = 0};
}
