/* lists.c - see lists.h. */
#include "archive/lists.h"

#include "archive/sieve.h"

#include <stdlib.h>
#include <string.h>

enum { GAME_SHIFT = 14, FORM_SHIFT = 6, IN_BLOCK = LISTS_BLOCK - 1 };
enum list_form { FORM_ALL, FORM_BITS, FORM_STEPS };

_Static_assert(LISTS_GAMES == 1 << GAME_SHIFT && (uint64_t)LISTS_CODES << GAME_SHIFT <= (uint64_t)UINT32_MAX + 1,
               "a code and a game are one number");

/* -------------------------------------------------------------------------------------------------- building */

void lists_add(struct lists_making *making, uint32_t code, int game)
{
    making->entry = memory_room(making->entry, &making->room, making->entries + 1, sizeof *making->entry);
    making->entry[making->entries++] = code << GAME_SHIFT | (uint32_t)game;
    making->unordered = making->unordered || game < making->last;
    making->last = game;
}

void lists_clear(struct lists_making *making)
{
    free(making->entry);
    *making = (struct lists_making){0};
}

static int by_number(const void *a, const void *b)
{
    return *(const uint16_t *)a - *(const uint16_t *)b;
}

/* The games of each code, one after another, by code and then by number; `starts` [codes + 1] where each begins. */
static uint16_t *sorted(const struct lists_making *making, int codes, uint32_t *starts)
{
    uint16_t *game = memory_new((size_t)making->entries + 1, sizeof *game);
    for (int i = 0; i < making->entries; i++)
        starts[(making->entry[i] >> GAME_SHIFT) + 1]++;
    for (int code = 0; code < codes; code++)
        starts[code + 1] += starts[code];
    for (int i = 0; i < making->entries; i++) /* each start moves to the next one's ... */
        game[starts[making->entry[i] >> GAME_SHIFT]++] = (uint16_t)(making->entry[i] & (LISTS_GAMES - 1));
    for (int code = codes; code > 0; code--) /* ... and back */
        starts[code] = starts[code - 1];
    starts[0] = 0;
    for (int code = 0; code < codes && making->unordered; code++)
        qsort(game + starts[code], starts[code + 1] - starts[code], sizeof *game, by_number);
    return game;
}

static int put_number(uint8_t *to, uint32_t number)
{
    int n = 0;
    for (; number >= 0x80; number >>= 7)
        to[n++] = (uint8_t)(number | 0x80);
    to[n++] = (uint8_t)number;
    return n;
}

/* Add the list of a code in the shortest form. */
static void add_list(struct yaml_text *out, int in_block, const uint16_t *game, int n, int games)
{
    uint8_t list[3 * LISTS_GAMES], head[5];
    int bytes = 0, before = -1;
    enum list_form form = n == games ? FORM_ALL : FORM_STEPS;
    for (int i = 0; i < n && form == FORM_STEPS; i++) {
        bytes += put_number(list + bytes, (uint32_t)(game[i] - before));
        before = game[i];
    }
    if (bytes > (games + 7) / 8) {
        form = FORM_BITS;
        bytes = (int)(((unsigned)games + 7) / 8);
        memset(list, 0, LISTS_GAMES / 8);
        for (int i = 0; i < n; i++)
            sieve_put(list, game[i]);
    }
    head[0] = (uint8_t)(in_block | (int)form << FORM_SHIFT);
    yaml_text_add(out, (const char *)head, 1 + (size_t)put_number(head + 1, (uint32_t)bytes));
    yaml_text_add(out, (const char *)list, (size_t)bytes);
}

uint64_t lists_write(const struct lists_making *making, int codes, int games, uint64_t seed, struct yaml_text *out)
{
    int blocks = lists_blocks(codes), table = out->n;
    size_t table_bytes = (size_t)lists_table(codes);
    struct lists_block *block = memory_new((size_t)blocks + 1, sizeof *block);
    uint32_t *starts = memory_new((size_t)codes + 1, sizeof *starts);
    uint16_t *game = sorted(making, codes, starts);
    yaml_text_add(out, (const char *)block, table_bytes);
    int lists = out->n;
    for (int at = 0; at < blocks; at++) {
        int from = out->n, end = (at + 1) * LISTS_BLOCK < codes ? (at + 1) * LISTS_BLOCK : codes;
        for (int code = at * LISTS_BLOCK; code < end; code++)
            if (starts[code + 1] > starts[code])
                add_list(out, code % LISTS_BLOCK, game + starts[code], (int)(starts[code + 1] - starts[code]), games);
        block[at] = (struct lists_block){.at = (uint32_t)(from - lists), .size = (uint32_t)(out->n - from)};
        block[at].check = sidecar_check(out->v + from, block[at].size, seed + (uint64_t)at);
    }
    if (table_bytes)
        memcpy(out->v + table, block, table_bytes);
    free(block);
    free(starts);
    free(game);
    return (uint64_t)(out->n - lists);
}

/* ---------------------------------------------------------------------------------------------------- asking */

static void read_block(struct lists_reader *reader, int number)
{
    struct lists_block block;
    uint64_t lists = reader->at + (uint64_t)reader->blocks * sizeof block;
    if (reader->block == number || reader->bad)
        return;
    reader->block = number;
    reader->bad = !file_read_at(reader->pieces->fd, reader->at + (uint64_t)number * sizeof block, &block, sizeof block) ||
                  (uint64_t)block.at + block.size > reader->bytes || block.size > INT32_MAX;
    if (reader->bad)
        return;
    reader->size = (int)block.size;
    reader->list = memory_room(reader->list, &reader->room, reader->size + 1, 1);
    reader->bad = !file_read_at(reader->pieces->fd, lists + block.at, reader->list, block.size) ||
                  block.check != sidecar_check(reader->list, block.size, reader->seed + (uint64_t)number);
}

/* A number in some bytes; false: there is none. */
static bool take_number(const uint8_t *bytes, int size, int *at, uint32_t *number)
{
    enum { SHIFT_MOST = 21 };
    *number = 0;
    for (int shift = 0; *at < size && shift <= SHIFT_MOST; shift += 7) {
        uint8_t byte = bytes[(*at)++];
        *number |= (uint32_t)(byte & 0x7F) << shift;
        if (byte < 0x80)
            return true;
    }
    return false;
}

/* Put the games of a list into a set; false: it is none. */
static bool take_list(const struct lists_reader *reader, enum list_form form, const uint8_t *list, int size, uint8_t *set)
{
    int bytes = (int)(((unsigned)reader->games + 7) / 8);
    if (form == FORM_ALL)
        memset(set, 0xFF, (size_t)bytes);
    for (int i = 0; form == FORM_BITS && size == bytes && i < size; i++)
        set[i] |= list[i];
    if (form != FORM_STEPS)
        return form == FORM_ALL || size == bytes;
    for (int at = 0, game = -1; at < size;) {
        uint32_t step;
        if (!take_number(list, size, &at, &step) || step > LISTS_GAMES || (game += (int)step) >= reader->games || game < 0)
            return false;
        sieve_put(set, game);
    }
    return true;
}

void lists_take(struct lists_reader *reader, uint32_t code, uint8_t *set)
{
    read_block(reader, (int)code / LISTS_BLOCK);
    for (int at = 0; at < reader->size && !reader->bad;) {
        uint32_t size;
        uint8_t head = reader->list[at++];
        reader->bad = !take_number(reader->list, reader->size, &at, &size) || size > (uint32_t)(reader->size - at);
        if (!reader->bad && (head & IN_BLOCK) == code % LISTS_BLOCK) {
            reader->bad = !take_list(reader, (enum list_form)(head >> FORM_SHIFT), reader->list + at, (int)size, set);
            return;
        }
        at += reader->bad ? 0 : (int)size;
    }
}
