/* catalog_parts.c - see catalog_parts.h. */
#include "config.h"
#include "archive/catalog_parts.h"

#include <limits.h>

enum { NUMBER_GAMES = CATALOG_GAMES, NUMBER_POOL, NUMBER_DAMAGES, PART_DAMAGE = COLUMNS, PART_POOL };

void catalog_to_parts(const struct catalog *catalog, struct sidecar *sidecar)
{
    sidecar->number[NUMBER_GAMES] = catalog->count;
    sidecar->number[NUMBER_POOL] = catalog->pool_used;
    sidecar->number[NUMBER_DAMAGES] = catalog->damages;
    for (int c = 0; c < COLUMNS; c++) {
        size_t width = catalog_width(catalog, (enum catalog_column)c);
        sidecar->part[c] = (struct sidecar_part){catalog->column[c], (uint64_t)catalog->count * width, (uint32_t)width};
    }
    sidecar->part[PART_DAMAGE] = (struct sidecar_part){catalog->damage, (uint64_t)catalog->damages * sizeof *catalog->damage, 0};
    sidecar->part[PART_POOL] = (struct sidecar_part){catalog->pool, (uint64_t)catalog->pool_used, 0};
}

bool catalog_part_sound(const struct sidecar *sidecar, int part, const void *bytes, size_t size)
{
    int64_t pool = sidecar->number[NUMBER_POOL];
    return part >= CATALOG_TEXTS ||
           (pool > 0 && pool < INT_MAX && catalog_texts_sound(bytes, size / sizeof(uint32_t), (uint32_t)pool));
}

bool catalog_from_parts(struct catalog *catalog, struct sidecar *sidecar)
{
    struct catalog new = {.own = catalog->own};
    int64_t games = sidecar->number[NUMBER_GAMES], pool = sidecar->number[NUMBER_POOL];
    int64_t damages = sidecar->number[NUMBER_DAMAGES];
    bool fits = games >= 0 && games < INT_MAX && pool > 0 && pool < INT_MAX && damages >= 0 && damages <= games &&
                sidecar->part[PART_DAMAGE].size == (uint64_t)damages * sizeof *new.damage &&
                sidecar->part[PART_POOL].size == (uint64_t)pool;
    for (int c = 0; c < COLUMNS && fits; c++)
        fits = sidecar->part[c].size == (uint64_t)games * catalog_width(&new, (enum catalog_column)c);
    if (!fits)
        return false;
    for (int c = 0; c < COLUMNS; c++)
        new.column[c] = sidecar->part[c].bytes;
    new.damage = sidecar->part[PART_DAMAGE].bytes;
    new.pool = sidecar->part[PART_POOL].bytes;
    new.count = new.room = (int)games;
    new.damages = new.damage_room = (int)damages;
    new.pool_used = new.pool_room = (int)pool;
    if (!catalog_sound(&new))
        return false;
    catalog_clear(catalog);
    *catalog = new;
    for (int i = 0; i < CATALOG_PARTS; i++)
        sidecar->part[i].bytes = NULL;
    return true;
}
