/* summary_table.c - compact tables of game headers (catalogs), and sets of game ids: see
 * summary_table.h.
 *
 * In memory, each column is an array with one cell for each game. Text columns contain offsets into
 * a pool, in which each distinct text is stored once. While games are added, a hash table over the
 * pool finds the offset of a text. Damaged games are rare, so their messages and positions are in a
 * short sorted list beside the columns.
 *
 * The same arrays are written to a sidecar and later mapped read-only. Then `map` is set, and the
 * columns point into the mapped memory. Before a mapped cell is read, the checksum of its block is
 * verified (check_bytes()). It is also possible to verify a whole column once (make_sure_of_part())
 * and then read its cells without further checks.
 *
 * If a block is damaged, summary_table_mend() asks the owner to rebuild the catalog. If that fails,
 * it replaces the catalog by a list of as many games without data. Either way, the number and order
 * of the games stay the same, so callers need not know. This is also why functions that only read
 * take a const catalog, although they may repair it: a repair changes how the catalog is stored,
 * but not what it contains. A real change first copies a mapped catalog into memory (make_own()).
 *
 * Limits: text offsets have 32 bits. A text that does not fit into the pool is stored as "". */
#include "config.h"

#include "archive/summary/summary_table.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum {
    FLAG_DAMAGED = 1,
    FLAG_NOTES = 2,
    FLAG_ID = 4,
    ID_SHIFT = 3,
    PLIES_MOST = UINT16_MAX,
    LETTER_BITS = 5
};

static const char letters[] = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
static const char sides[] = {0, 'w', 'b', 'r'};

size_t catalog_width(const struct catalog *catalog, enum catalog_column column)
{
    switch (column) {
    case COLUMN_ID:
        return PACKED_ID;
    case COLUMN_PLIES:
    case COLUMN_CASCADED:
        return sizeof(uint16_t);
    case COLUMN_SEATS:
    case COLUMN_FLAGS:
        return 1;
    case COLUMN_OWN:
        return catalog->own;
    default:
        return sizeof(uint32_t);
    }
}

size_t catalog_bytes(const struct catalog *catalog)
{
    size_t game = 0;
    for (int c = 0; c < COLUMNS; c++)
        game += catalog_width(catalog, (enum catalog_column)c);
    return (size_t)catalog->count * game + (size_t)catalog->damages * sizeof *catalog->damage +
           (size_t)catalog->pool_used + (size_t)catalog->slots * sizeof *catalog->slot;
}

static void free_columns(struct catalog *catalog)
{
    for (int c = 0; c < COLUMNS && !catalog->map; c++)
        free(catalog->column[c]);
    if (!catalog->map) {
        free(catalog->damage);
        free(catalog->pool);
    }
    free(catalog->slot);
}

void catalog_clear(struct catalog *catalog)
{
    free_columns(catalog);
    sidecar_close(catalog->map);
    sidecar_close(catalog->old);
    *catalog = (struct catalog){.own = catalog->own};
}

void catalog_forget(struct catalog *catalog)
{
    catalog->count = catalog->damages = 0;
}

/* --------------------------------------------------------------------------------------------------
 * in a map */

enum { PART_DAMAGE = COLUMNS, PART_POOL, NUMBER_GAMES = 0, NUMBER_POOL, NUMBER_DAMAGES };

/* Replaces a damaged catalog: by one that the owner rebuilds, or else by a list of games without
 * data. Texts that were returned before stay valid. */
static void summary_table_mend(struct catalog *catalog)
{
    struct catalog anew = {.own = catalog->own};
    if (!catalog->mend || !catalog->mend(catalog->mender, &anew) || anew.count != catalog->count) {
        catalog_clear(&anew);
        for (int c = 0; c < COLUMNS; c++)
            anew.column[c] = memory_new((size_t)catalog->count + 1,
                                        catalog_width(catalog, (enum catalog_column)c) + 1);
        anew.pool = memory_new(1, 1);
        anew.pool_used = 1;
        anew.count = anew.room = catalog->count;
    }
    anew.old = catalog->map;
    free(catalog->slot);
    *catalog = anew;
}

/* Verifies bytes of a part; call it before reading them. Replaces the catalog if they are damaged.
 * `catalog` is const, because this does not change what the catalog contains. */
static void check_bytes(const struct catalog *catalog, int part, size_t from, size_t size)
{
    if (!sidecar_is_sound(catalog->map, part, from, size))
        summary_table_mend((struct catalog *)catalog);
}

static inline void make_sure(const struct catalog *catalog, int part, size_t from, size_t size)
{
    if (catalog->map && !(catalog->sound >> part & 1))
        check_bytes(catalog, part, from, size);
}

/* Verifies a whole part, so that all its cells can be read without further checks. */
static void make_sure_of_part(const struct catalog *catalog, int part, size_t size)
{
    make_sure(catalog, part, 0, size);
    ((struct catalog *)catalog)->sound |= 1u << part;
}

const void *catalog_column(const struct catalog *catalog, enum catalog_column column)
{
    make_sure_of_part(catalog, (int)column,
                      (size_t)catalog->count * catalog_width(catalog, column));
    return catalog->column[column];
}

const char *catalog_pool(const struct catalog *catalog)
{
    make_sure_of_part(catalog, PART_POOL, (size_t)catalog->pool_used);
    return catalog->pool;
}

int catalog_write(const struct catalog *catalog, const struct sidecar_place *place,
                  const char *name, struct sidecar *more)
{
    more->number[NUMBER_GAMES] = catalog->count;
    more->number[NUMBER_POOL] = catalog->pool_used;
    more->number[NUMBER_DAMAGES] = catalog->damages;
    for (int c = 0; c < COLUMNS; c++)
        more->part[c] = (struct sidecar_part){catalog->column[c],
                                              (uint64_t)catalog->count *
                                                  catalog_width(catalog, (enum catalog_column)c)};
    more->part[PART_DAMAGE] = (struct sidecar_part){catalog->damage, (uint64_t)catalog->damages *
                                                                         sizeof *catalog->damage};
    more->part[PART_POOL] = (struct sidecar_part){catalog->pool, (uint64_t)catalog->pool_used};
    return sidecar_write(place, name, more, NULL);
}

bool catalog_look(const struct sidecar *sidecar, int part, const void *bytes, size_t size)
{
    int64_t pool = sidecar->number[NUMBER_POOL];
    return part >= CATALOG_TEXTS ||
           (pool > 0 && pool < INT_MAX &&
            catalog_texts_sound(bytes, size / sizeof(uint32_t), (uint32_t)pool));
}

/* True if the list of damaged games is valid: each entry refers to a game and has a message. */
static bool damages_are_sound(const struct catalog *catalog)
{
    for (int i = 0; i < catalog->damages; i++) {
        const struct damage *damage = &catalog->damage[i];
        if (damage->why >= (uint32_t)catalog->pool_used || damage->at < 0 ||
            damage->at >= catalog->count || (i && damage->at <= damage[-1].at))
            return false;
    }
    return true;
}

bool catalog_open(struct catalog *catalog, struct sidecar_map *map, catalog_mend_fn *mender,
                  void *argument)
{
    const struct sidecar *sidecar = &map->sidecar;
    struct catalog anew = {.own = catalog->own, .map = map, .mend = mender, .mender = argument};
    int64_t games = sidecar->number[NUMBER_GAMES], pool = sidecar->number[NUMBER_POOL],
            damages = sidecar->number[NUMBER_DAMAGES];
    bool fits = games >= 0 && games < INT_MAX && pool > 0 && pool < INT_MAX && damages >= 0 &&
                damages <= games &&
                sidecar->part[PART_DAMAGE].size == (uint64_t)damages * sizeof *anew.damage &&
                sidecar->part[PART_POOL].size == (uint64_t)pool;
    for (int c = 0; c < COLUMNS && fits; c++) {
        anew.column[c] = sidecar->part[c].bytes;
        fits =
            sidecar->part[c].size == (uint64_t)games * catalog_width(&anew, (enum catalog_column)c);
    }
    if (!fits)
        return false;
    anew.damage = sidecar->part[PART_DAMAGE].bytes;
    anew.pool = sidecar->part[PART_POOL].bytes;
    anew.count = anew.room = (int)games;
    anew.damages = anew.damage_room = (int)damages;
    anew.pool_used = anew.pool_room = (int)pool;
    if (!sidecar_is_sound(map, PART_DAMAGE, 0, sidecar->part[PART_DAMAGE].size) ||
        !damages_are_sound(&anew) || anew.pool[0] || anew.pool[pool - 1])
        return false;
    catalog_clear(catalog);
    *catalog = anew;
    return true;
}

static void *copy_of(const struct sidecar_part *part)
{
    char *copy = memory_new((size_t)part->size + 1, 1);
    if (part->size)
        memcpy(copy, part->bytes, (size_t)part->size);
    return copy;
}

bool catalog_take(struct catalog *catalog)
{
    struct sidecar_map *map = catalog->map;
    bool good = true;
    for (int i = 0; map && i < CATALOG_PARTS && good; i++)
        good = sidecar_is_sound(map, i, 0, map->sidecar.part[i].size);
    if (!map || !good)
        return !map;
    for (int c = 0; c < COLUMNS; c++)
        catalog->column[c] = copy_of(&map->sidecar.part[c]);
    catalog->damage = copy_of(&map->sidecar.part[PART_DAMAGE]);
    catalog->pool = copy_of(&map->sidecar.part[PART_POOL]);
    catalog->map = NULL;
    catalog->old = map;
    return true;
}

/* Copies a mapped catalog into memory. Call this before every change, because mapped memory is
 * read-only. */
static void make_own(struct catalog *catalog)
{
    if (catalog->map && !catalog_take(catalog))
        summary_table_mend(catalog);
}

/* ----------------------------------------------------------------------------------------------------
 * texts */

static uint32_t summary_table_hash_of(const char *text)
{
    uint32_t hash = hash32_bytes(HASH32_START, text, strlen(text));
    return hash ^ hash >> 15;
}

static uint32_t *summary_table_slot_of(const struct catalog *catalog, const char *text)
{
    uint32_t mask = (uint32_t)catalog->slots - 1, at = summary_table_hash_of(text) & mask;
    while (catalog->slot[at] && strcmp(catalog->pool + catalog->slot[at], text) != 0)
        at = (at + 1) & mask;
    return &catalog->slot[at];
}

/* Creates the hash table of texts, or enlarges it. */
static void summary_table_widen(struct catalog *catalog)
{
    enum { LEAST = 1024 };
    int texts = 0;
    for (int at = 1; at < catalog->pool_used; at += (int)strlen(catalog->pool + at) + 1)
        texts++;
    int slots = LEAST;
    while (slots < 4 * texts)
        slots *= 2;
    free(catalog->slot);
    catalog->slot = memory_new((size_t)slots, sizeof *catalog->slot);
    catalog->slots = slots;
    catalog->slots_used = texts;
    for (int at = 1; at < catalog->pool_used; at += (int)strlen(catalog->pool + at) + 1)
        *summary_table_slot_of(catalog, catalog->pool + at) = (uint32_t)at;
}

/* Returns the offset of a text, and adds the text if it is new. If the pool is full, returns the
 * offset of "". */
static uint32_t summary_table_number_of(struct catalog *catalog, const char *text)
{
    if (!catalog->pool_used) {
        catalog->pool = memory_room(catalog->pool, &catalog->pool_room, 1, 1);
        catalog->pool[catalog->pool_used++] = '\0';
    }
    if (!text || !*text)
        return 0;
    if (catalog->slots_used * 2 >= catalog->slots)
        summary_table_widen(catalog);
    uint32_t *slot = summary_table_slot_of(catalog, text);
    if (*slot)
        return *slot;
    size_t size = strlen(text) + 1;
    if (size > (size_t)(INT32_MAX - catalog->pool_used))
        return 0;
    catalog->pool =
        memory_room(catalog->pool, &catalog->pool_room, catalog->pool_used + (int)size, 1);
    memcpy(catalog->pool + catalog->pool_used, text, size);
    *slot = (uint32_t)catalog->pool_used;
    catalog->pool_used += (int)size;
    catalog->slots_used++;
    return *slot;
}

/* ------------------------------------------------------------------------------------------------------
 * ids */

/* The values of the letters of Crockford's base 32, plus 1; 0 for all other characters. */
static const uint8_t numbers[256] = {
    ['0'] = 1,  ['1'] = 2,  ['2'] = 3,  ['3'] = 4,  ['4'] = 5,  ['5'] = 6,  ['6'] = 7,  ['7'] = 8,
    ['8'] = 9,  ['9'] = 10, ['A'] = 11, ['B'] = 12, ['C'] = 13, ['D'] = 14, ['E'] = 15, ['F'] = 16,
    ['G'] = 17, ['H'] = 18, ['J'] = 19, ['K'] = 20, ['M'] = 21, ['N'] = 22, ['P'] = 23, ['Q'] = 24,
    ['R'] = 25, ['S'] = 26, ['T'] = 27, ['V'] = 28, ['W'] = 29, ['X'] = 30, ['Y'] = 31, ['Z'] = 32,
};

static bool is_id(const char *id)
{
    int n = 0;
    while (n < ULID_LENGTH && numbers[(unsigned char)id[n]])
        n++;
    return n == ULID_LENGTH && !id[n];
}

/* Packs the ULID_LENGTH letters of an id into bits. */
static void pack_letters(const char *id, uint8_t packed[PACKED_ID], uint8_t *more)
{
    uint64_t high = 0, low = 0;
    *more = 0;
    for (int i = 0; i < ULID_LENGTH; i++) {
        uint64_t five = numbers[(unsigned char)id[i]] - 1U;
        *more = (uint8_t)(*more << LETTER_BITS | high >> (64 - LETTER_BITS)) & 3;
        high = high << LETTER_BITS | low >> (64 - LETTER_BITS);
        low = low << LETTER_BITS | five;
    }
    for (int i = 0; i < 8; i++) {
        packed[i] = (uint8_t)(high >> (56 - 8 * i));
        packed[8 + i] = (uint8_t)(low >> (56 - 8 * i));
    }
}

bool catalog_pack_id(const char *id, uint8_t packed[PACKED_ID], uint8_t *more)
{
    *more = 0;
    memset(packed, 0, PACKED_ID);
    if (!is_id(id))
        return false;
    pack_letters(id, packed, more);
    return true;
}

void catalog_unpack_id(const uint8_t packed[PACKED_ID], uint8_t more, char id[ULID_LENGTH + 1])
{
    uint64_t high = 0, low = 0;
    for (int i = 0; i < 8; i++) {
        high = high << 8 | packed[i];
        low = low << 8 | packed[8 + i];
    }
    for (int i = ULID_LENGTH - 1; i >= 0; i--) {
        id[i] = letters[low & 31];
        low = low >> LETTER_BITS | high << (64 - LETTER_BITS);
        high = high >> LETTER_BITS | (uint64_t)more << (64 - LETTER_BITS);
        more = (uint8_t)(more >> LETTER_BITS);
    }
    id[ULID_LENGTH] = '\0';
}

void catalog_with_id(const struct catalog *catalog, const char *start, uint8_t *set)
{
    const uint8_t *ids = catalog_column(catalog, COLUMN_ID),
                  *flags = catalog_column(catalog, COLUMN_FLAGS);
    uint8_t low[PACKED_ID], high[PACKED_ID], low_more, high_more;
    char id[ULID_LENGTH + 1];
    size_t length = strlen(start);
    if (length > ULID_LENGTH || strspn(start, letters) != length)
        return;
    /* An id has this prefix if it lies between the prefix padded with the lowest letter and the
     * prefix padded with the highest letter. */
    memcpy(id, start, length);
    memset(id + length, letters[0], sizeof id - length);
    pack_letters(id, low, &low_more);
    memset(id + length, letters[sizeof letters - 2], sizeof id - length);
    pack_letters(id, high, &high_more);
    for (int i = 0; i < catalog->count; i++) {
        const uint8_t *packed = ids + (size_t)i * PACKED_ID;
        uint8_t more = flags[i] >> ID_SHIFT;
        bool from = more > low_more || (more == low_more && memcmp(packed, low, PACKED_ID) >= 0);
        bool to = more < high_more || (more == high_more && memcmp(packed, high, PACKED_ID) <= 0);
        if (flags[i] & FLAG_ID && from && to)
            set[i / 8] |= (uint8_t)(1u << i % 8);
    }
}

int catalog_find(const struct catalog *catalog, const char *id)
{
    uint8_t packed[PACKED_ID], more;
    const uint8_t *ids = catalog_column(catalog, COLUMN_ID),
                  *flags = catalog_column(catalog, COLUMN_FLAGS);
    if (!catalog_pack_id(id, packed, &more))
        return -1;
    for (int i = 0; i < catalog->count; i++)
        if (!memcmp(ids + (size_t)i * PACKED_ID, packed, PACKED_ID) &&
            flags[i] >> ID_SHIFT == more && flags[i] & FLAG_ID)
            return i;
    return -1;
}

/* ---------------------------------------------------------------------------------------------------
 * columns */

static uint32_t *summary_table_texts_of(const struct catalog *catalog, int column)
{
    return catalog->column[column];
}

/* Returns the cell of a game without verifying it: for writing, or for reading a cell already
 * verified. */
static void *summary_table_cell(const struct catalog *catalog, enum catalog_column column, int at)
{
    return (char *)catalog->column[column] + (size_t)at * catalog_width(catalog, column);
}

/* Returns the cell of a game for reading, and verifies it first. */
static const void *summary_table_look_at(const struct catalog *catalog, int column, int at)
{
    size_t width = catalog_width(catalog, (enum catalog_column)column);
    make_sure(catalog, column, (size_t)at * width, width);
    return summary_table_cell(catalog, (enum catalog_column)column, at);
}

const void *catalog_own(const struct catalog *catalog, int at)
{
    return summary_table_look_at(catalog, COLUMN_OWN, at);
}

static void summary_table_make_room(struct catalog *catalog, int count)
{
    make_own(catalog);
    int before = catalog->room;
    if (count <= before)
        return;
    for (int c = 0; c < COLUMNS; c++) {
        int room = before;
        size_t width = catalog_width(catalog, (enum catalog_column)c);
        if (width)
            catalog->column[c] = memory_room(catalog->column[c], &room, count, width);
        catalog->room = room > catalog->room ? room : catalog->room;
    }
}

/* Returns the index of a game's entry in the list of damaged games, or the index where it would be
 * inserted. */
static int damage_of(const struct catalog *catalog, int at)
{
    int low = 0, high = catalog->damages;
    while (low < high) {
        int middle = (low + high) / 2;
        if (catalog->damage[middle].at < at)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void add_damage(struct catalog *catalog, const struct damage *damage)
{
    int n = damage_of(catalog, damage->at);
    catalog->damage =
        memory_room(catalog->damage, &catalog->damage_room, catalog->damages + 1, sizeof *damage);
    memmove(catalog->damage + n + 1, catalog->damage + n,
            (size_t)(catalog->damages - n) * sizeof *damage);
    catalog->damage[n] = *damage;
    catalog->damages++;
}

static void drop_damage(struct catalog *catalog, int at)
{
    int n = damage_of(catalog, at);
    if (n == catalog->damages || catalog->damage[n].at != at)
        return;
    catalog->damages--;
    memmove(catalog->damage + n, catalog->damage + n + 1,
            (size_t)(catalog->damages - n) * sizeof *catalog->damage);
}

static uint8_t seats_of(const struct listing *listing)
{
    uint8_t seats = (uint8_t)(listing->players & 3);
    for (int i = 0; i < listing->players; i++) {
        const char *side = memchr(sides, listing->side[i], sizeof sides);
        seats |= (uint8_t)((side ? side - sides : 0) << (2 + 2 * i));
    }
    return seats;
}

static uint16_t within_bounds(int plies)
{
    return (uint16_t)(plies < 0 ? 0 : plies > PLIES_MOST ? PLIES_MOST : plies);
}

static void summary_table_put(struct catalog *catalog, int at, const struct listing *listing)
{
    const char *const text[] = {listing->variant,   listing->event,    listing->site,
                                listing->round,     listing->date,     listing->score,
                                listing->eco,       listing->facts,    listing->player[0],
                                listing->player[1], listing->player[2]};
    uint8_t more, *flags = summary_table_cell(catalog, COLUMN_FLAGS, at);
    for (int c = 0; c < CATALOG_TEXTS; c++)
        summary_table_texts_of(catalog, c)[at] = summary_table_number_of(catalog, text[c]);
    bool named = catalog_pack_id(listing->id, summary_table_cell(catalog, COLUMN_ID, at), &more);
    *flags = (uint8_t)((listing->damaged ? FLAG_DAMAGED : 0) | (listing->notes ? FLAG_NOTES : 0) |
                       (named ? FLAG_ID : 0) | more << ID_SHIFT);
    *(uint8_t *)summary_table_cell(catalog, COLUMN_SEATS, at) = seats_of(listing);
    *(uint16_t *)summary_table_cell(catalog, COLUMN_PLIES, at) = within_bounds(listing->plies);
    *(uint16_t *)summary_table_cell(catalog, COLUMN_CASCADED, at) =
        within_bounds(listing->cascaded);
    if (listing->damaged)
        add_damage(catalog, &(struct damage){at, listing->place.line, listing->place.column,
                                             summary_table_number_of(catalog, listing->why)});
}

void catalog_insert(struct catalog *catalog, int at, const struct listing *listing)
{
    summary_table_make_room(catalog, catalog->count + 1);
    for (int c = 0; c < COLUMNS; c++) {
        size_t width = catalog_width(catalog, (enum catalog_column)c);
        if (width && at < catalog->count)
            memmove(summary_table_cell(catalog, (enum catalog_column)c, at + 1),
                    summary_table_cell(catalog, (enum catalog_column)c, at),
                    (size_t)(catalog->count - at) * width);
    }
    catalog->count++;
    for (int i = damage_of(catalog, at); i < catalog->damages; i++)
        catalog->damage[i].at++;
    if (catalog->own)
        memset(summary_table_cell(catalog, COLUMN_OWN, at), 0, catalog->own);
    summary_table_put(catalog, at, listing);
}

void catalog_add(struct catalog *catalog, const struct listing *listing)
{
    catalog_insert(catalog, catalog->count, listing);
}

void catalog_set(struct catalog *catalog, int at, const struct listing *listing)
{
    make_own(catalog);
    drop_damage(catalog, at);
    summary_table_put(catalog, at, listing);
}

void catalog_remove(struct catalog *catalog, int at)
{
    make_own(catalog);
    drop_damage(catalog, at);
    for (int i = damage_of(catalog, at); i < catalog->damages; i++)
        catalog->damage[i].at--;
    catalog->count--;
    for (int c = 0; c < COLUMNS; c++) {
        size_t width = catalog_width(catalog, (enum catalog_column)c);
        if (width)
            memmove(summary_table_cell(catalog, (enum catalog_column)c, at),
                    summary_table_cell(catalog, (enum catalog_column)c, at + 1),
                    (size_t)(catalog->count - at) * width);
    }
}

void catalog_join(struct catalog *catalog, const struct catalog *other)
{
    int from = catalog->count;
    uint32_t *number = memory_new((size_t)other->pool_used + 1, sizeof *number);
    for (int at = 1; at < other->pool_used; at += (int)strlen(other->pool + at) + 1)
        number[at] = summary_table_number_of(catalog, other->pool + at);
    summary_table_number_of(catalog, "");
    summary_table_make_room(catalog, from + other->count);
    for (int c = 0; c < COLUMNS && other->count; c++) {
        size_t width = catalog_width(catalog, (enum catalog_column)c);
        if (width && c >= CATALOG_TEXTS)
            memcpy(summary_table_cell(catalog, (enum catalog_column)c, from), other->column[c],
                   (size_t)other->count * width);
        for (int i = 0; c < CATALOG_TEXTS && i < other->count; i++)
            summary_table_texts_of(catalog, c)[from + i] =
                number[summary_table_texts_of(other, c)[i]];
    }
    catalog->count += other->count;
    for (int i = 0; i < other->damages; i++) {
        struct damage damage = other->damage[i];
        damage.at += from;
        damage.why = number[damage.why];
        add_damage(catalog, &damage);
    }
    free(number);
}

void catalog_arrange(struct catalog *catalog, const int *from, int count)
{
    make_own(catalog);
    struct damage *damage = catalog->damage;
    int damages = catalog->damages, room = 0;
    for (int c = 0; c < COLUMNS; c++) {
        size_t width = catalog_width(catalog, (enum catalog_column)c);
        char *column = width ? memory_new((size_t)count + 1, width) : NULL;
        for (int i = 0; column && i < count; i++)
            if (from[i] >= 0)
                memcpy(column + (size_t)i * width,
                       summary_table_cell(catalog, (enum catalog_column)c, from[i]), width);
        free(catalog->column[c]);
        catalog->column[c] = column;
    }
    catalog->damage = NULL;
    catalog->damages = catalog->damage_room = 0;
    /* Games that stay keep their order, so one pass over both lists is enough. */
    for (int i = 0, n = 0; i < count && n < damages; i++) {
        while (from[i] >= 0 && n < damages && damage[n].at < from[i])
            n++;
        if (from[i] < 0 || n == damages || damage[n].at != from[i])
            continue;
        catalog->damage = memory_room(catalog->damage, &room, catalog->damages + 1, sizeof *damage);
        catalog->damage[catalog->damages] = damage[n];
        catalog->damage[catalog->damages++].at = i;
    }
    catalog->damage_room = room;
    free(damage);
    catalog->count = count;
    catalog->room = count + 1;
}

/* ---------------------------------------------------------------------------------------------------
 * looking */

bool catalog_id(const struct catalog *catalog, int at, char id[ULID_LENGTH + 1])
{
    uint8_t flags = *(const uint8_t *)summary_table_look_at(catalog, COLUMN_FLAGS, at);
    if (flags & FLAG_ID)
        catalog_unpack_id(summary_table_look_at(catalog, COLUMN_ID, at), flags >> ID_SHIFT, id);
    return flags & FLAG_ID;
}

uint8_t catalog_id_more(const struct catalog *catalog, int at)
{
    return *(const uint8_t *)summary_table_look_at(catalog, COLUMN_FLAGS, at) >> ID_SHIFT;
}

const uint8_t *catalog_packed_id(const struct catalog *catalog, int at)
{
    return summary_table_look_at(catalog, COLUMN_ID, at);
}

const char *catalog_text(const struct catalog *catalog, int at, enum catalog_text text)
{
    catalog_pool(catalog); /* verify the pool first: if it is damaged, rebuilding the catalog
                              changes the offsets of texts */
    uint32_t number = *(const uint32_t *)summary_table_look_at(catalog, (int)text, at);
    return catalog->pool + number;
}

int catalog_players(const struct catalog *catalog, int at)
{
    return catalog_seats_players(
        *(const uint8_t *)summary_table_look_at(catalog, COLUMN_SEATS, at));
}

int catalog_cascaded(const struct catalog *catalog, int at)
{
    return *(const uint16_t *)summary_table_look_at(catalog, COLUMN_CASCADED, at);
}

int catalog_plies(const struct catalog *catalog, int at)
{
    return *(const uint16_t *)summary_table_look_at(catalog, COLUMN_PLIES, at);
}

bool catalog_notes(const struct catalog *catalog, int at)
{
    return *(const uint8_t *)summary_table_look_at(catalog, COLUMN_FLAGS, at) & FLAG_NOTES;
}

void catalog_mark_notes(const struct catalog *catalog, uint8_t *bits)
{
    const uint8_t *flags = catalog_column(catalog, (enum catalog_column)COLUMN_FLAGS);
    for (int i = 0; i < catalog->count; i++)
        if (flags[i] & FLAG_NOTES)
            bits[i / 8] |= (uint8_t)(1u << i % 8);
}

bool catalog_damaged(const struct catalog *catalog, int at)
{
    return *(const uint8_t *)summary_table_look_at(catalog, COLUMN_FLAGS, at) & FLAG_DAMAGED;
}

int catalog_seats_players(uint8_t seats)
{
    return seats & 3;
}

char catalog_seat(uint8_t seats, int player)
{
    return player < catalog_seats_players(seats) ? sides[seats >> (2 + 2 * player) & 3] : 0;
}

/* Returns the side of a player of a game; 0 if there is no such player. */
static char catalog_side(const struct catalog *catalog, int at, int player)
{
    return catalog_seat(*(const uint8_t *)summary_table_look_at(catalog, COLUMN_SEATS, at), player);
}

void catalog_get(const struct catalog *catalog, int at, struct listing *listing)
{
    uint8_t flags = *(const uint8_t *)summary_table_look_at(catalog, COLUMN_FLAGS, at);
    *listing =
        (struct listing){.damaged = flags & FLAG_DAMAGED, .notes = flags & FLAG_NOTES, .why = ""};
    catalog_id(catalog, at, listing->id);
    listing->players = catalog_players(catalog, at);
    listing->plies = catalog_plies(catalog, at);
    listing->cascaded = catalog_cascaded(catalog, at);
    const char **const text[] = {&listing->variant,   &listing->event,    &listing->site,
                                 &listing->round,     &listing->date,     &listing->score,
                                 &listing->eco,       &listing->facts,    &listing->player[0],
                                 &listing->player[1], &listing->player[2]};
    for (int c = 0; c < CATALOG_TEXTS; c++)
        *text[c] = catalog_text(catalog, at, (enum catalog_text)c);
    for (int i = 0; i < listing->players; i++)
        listing->side[i] = catalog_side(catalog, at, i);
    int n = listing->damaged ? damage_of(catalog, at) : catalog->damages;
    if (n < catalog->damages && catalog->damage[n].at == at) {
        listing->place = (struct place){catalog->damage[n].line, catalog->damage[n].column};
        listing->why = catalog_pool(catalog) + catalog->damage[n].why;
    }
}

/* Collects the sign bits of the differences instead of comparing. Without branches, the compiler
 * can process eight neighbours with a few instructions. */
bool catalog_texts_sound(const uint32_t *text, size_t count, uint32_t pool)
{
    enum { BESIDE = 8 };
    uint32_t signs[BESIDE] = {0}, any = 0;
    size_t i = 0;
    for (; i + BESIDE <= count; i += BESIDE)
        for (int k = 0; k < BESIDE; k++)
            signs[k] |= text[i + k] | (pool - 1 - text[i + k]);
    for (; i < count; i++)
        any |= text[i] | (pool - 1 - text[i]);
    for (int k = 0; k < BESIDE; k++)
        any |= signs[k];
    return !(any >> 31);
}

/* ---- A hash set of game ids: see summary_table.h.
 *
 * The table is always between a quarter and half full. The end of an id is random and serves as its
 * hash. On a collision, the id goes to the next free slot. */

static const uint8_t none[PACKED_ID];

static uint8_t *id_set_slot_of(const struct id_set *set, const uint8_t packed[PACKED_ID])
{
    uint64_t hash;
    memcpy(&hash, packed + PACKED_ID - sizeof hash, sizeof hash);
    uint32_t mask = (uint32_t)set->slots - 1,
             at = (uint32_t)(hash * 0x9E3779B97F4A7C15u >> 32) & mask;
    while (memcmp(set->slot[at], none, PACKED_ID) != 0 &&
           memcmp(set->slot[at], packed, PACKED_ID) != 0)
        at = (at + 1) & mask;
    return set->slot[at];
}

bool id_set_add(struct id_set *set, const uint8_t packed[PACKED_ID])
{
    enum { ID_SET_LEAST = 64 };
    if (!memcmp(packed, none, PACKED_ID))
        return true;
    if (set->used * 2 >= set->slots) {
        struct id_set wider = {.slots = set->slots ? set->slots * 2 : ID_SET_LEAST};
        wider.slot = memory_new((size_t)wider.slots, PACKED_ID);
        for (int i = 0; i < set->slots; i++)
            if (memcmp(set->slot[i], none, PACKED_ID) != 0)
                id_set_add(&wider, set->slot[i]);
        free(set->slot);
        *set = wider;
    }
    uint8_t *slot = id_set_slot_of(set, packed);
    if (!memcmp(slot, packed, PACKED_ID))
        return false;
    memcpy(slot, packed, PACKED_ID);
    set->used++;
    return true;
}

bool id_set_has(const struct id_set *set, const uint8_t packed[PACKED_ID])
{
    return set->used && memcmp(packed, none, PACKED_ID) != 0 &&
           !memcmp(id_set_slot_of(set, packed), packed, PACKED_ID);
}

void id_set_clear(struct id_set *set)
{
    free(set->slot);
    *set = (struct id_set){0};
}
