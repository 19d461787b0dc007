/* positions.c - the pieces of which games meet which positions: checking and making them; see positions.h for their
 * shape and positions_find.c for asking them. */
#include "config.h"
#include "archive/positions.h"

#include "archive/board_hash.h"

#include <stdlib.h>
#include <string.h>

enum { FORMAT = 4 };

uint64_t positions_piece_bytes(const struct positions_piece *piece)
{
    return sizeof *piece + positions_piece_part(piece, PART_ENTRIES) + piece->entries * sizeof(uint32_t);
}

uint64_t positions_piece_part(const struct positions_piece *piece, int part)
{
    uint64_t known = ((uint64_t)piece->games + 7) / 8 * 8, column = (uint64_t)piece->games * sizeof(uint32_t);
    uint64_t starts = known + PIECE_OPENING * column;
    return part == PART_KNOWN ? 0 : part < PART_STARTS ? known + (uint64_t)(part - PART_COLUMN) * column
           : part == PART_STARTS ? starts : starts + (PIECE_BUCKETS + 1) * sizeof(uint32_t);
}

static uint64_t check_of(const struct positions_piece *piece)
{
    return sidecar_check(piece, offsetof(struct positions_piece, check), piece->first);
}

void positions_piece_seal(struct positions_piece *piece, const void *parts)
{
    const char *bytes = parts, *entries = bytes + positions_piece_part(piece, PART_ENTRIES);
    const uint32_t *starts = (const uint32_t *)(const void *)(bytes + positions_piece_part(piece, PART_STARTS));
    for (int part = 0; part < PART_ENTRIES; part++) {
        uint64_t from = positions_piece_part(piece, part), to = positions_piece_part(piece, part + 1);
        piece->check_part[part] = sidecar_check(bytes + from, (size_t)(to - from), piece->first);
    }
    for (int g = 0; g < PIECE_GROUPS; g++) {
        uint64_t from = starts[g * GROUP_BUCKETS], to = starts[(g + 1) * GROUP_BUCKETS];
        piece->check_group[g] = from <= to && to <= piece->entries
                                    ? sidecar_check(entries + from * sizeof(uint32_t), (to - from) * sizeof(uint32_t),
                                                    piece->first) : 0;
    }
    piece->check = check_of(piece);
}

bool positions_piece_read(const struct pieces *positions, uint64_t at, struct positions_piece *piece)
{
    return file_read_at(positions->fd, at, piece, sizeof *piece) && piece->games > 0 &&
           piece->games <= PIECE_GAMES && piece->entries < PIECE_ENTRIES_MOST && piece->first < INT32_MAX &&
           piece->check == check_of(piece);
}

static bool look(const struct pieces *positions, uint64_t at, struct pieces_head *head)
{
    struct positions_piece piece;
    if (!positions_piece_read(positions, at, &piece))
        return false;
    *head = (struct pieces_head){(int)piece.first, (int)piece.games, positions_piece_bytes(&piece), piece.check};
    return true;
}

const struct pieces_kind positions_kind = {.ending = "positions", .magic = {'c', 'h', 'e', 's', 's', 'p', 'o', '\n'},
                                           .format = FORMAT, .seed = BOARD_HASH_SEED, .look = look};

/* -------------------------------------------------------------------------------------------------- building */

/* A position of a game of the piece. */
struct meeting {
    uint32_t hash, game;
};

void positions_making_begin(struct positions_making *making, int first, int games)
{
    *making = (struct positions_making){.first = first, .games = games};
    making->known = memory_new((size_t)games, 1);
    making->column = memory_new((size_t)games * PIECE_OPENING, sizeof *making->column);
}

void positions_making_end(struct positions_making *making)
{
    free(making->known);
    free(making->column);
    free(making->meeting);
    free(making->entry);
    free(making->starts);
    *making = (struct positions_making){0};
}

void positions_making_add(struct positions_making *making, int game, const uint32_t *hashes, int n, int main, bool set_up)
{
    int opening = main < PIECE_OPENING ? main : PIECE_OPENING;
    making->known[game] = (uint8_t)(opening | (set_up ? KNOWN_SET_UP : 0));
    for (int i = 0; i < opening; i++)
        making->column[(size_t)i * (size_t)making->games + (size_t)game] = hashes[i];
    making->meeting = memory_room(making->meeting, &making->room, making->meetings + n, sizeof *making->meeting);
    for (int i = 0; i < n; i++)
        making->meeting[making->meetings++] = (struct meeting){hashes[i], (uint32_t)game};
}

static int by_number(const void *a, const void *b)
{
    uint32_t one = *(const uint32_t *)a, other = *(const uint32_t *)b;
    return (one > other) - (one < other);
}

/* What the games meet, sorted into buckets. `starts` [PIECE_BUCKETS + 1], of zeros, gets where each begins.
 * The caller's. */
static uint32_t *entries_of(const struct positions_making *making, uint32_t *starts)
{
    uint32_t *entry = memory_new((size_t)making->meetings + 1, sizeof *entry), to = 0;
    for (int i = 0; i < making->meetings; i++)
        starts[positions_bucket(making->meeting[i].hash) + 1]++;
    for (int b = 0; b < PIECE_BUCKETS; b++)
        starts[b + 1] += starts[b];
    for (int i = 0; i < making->meetings; i++) /* each bucket's start moves to its end ... */
        entry[starts[positions_bucket(making->meeting[i].hash)]++] =
            positions_entry(making->meeting[i].hash, making->meeting[i].game);
    for (int b = PIECE_BUCKETS; b > 0; b--) /* ... which is the start of the next */
        starts[b] = starts[b - 1];
    starts[0] = 0;
    for (int b = 0; b < PIECE_BUCKETS; b++) {
        uint32_t from = starts[b], end = starts[b + 1];
        qsort(entry + from, end - from, sizeof *entry, by_number);
        starts[b] = to;
        for (uint32_t i = from; i < end; i++)
            if (i == from || entry[i] != entry[i - 1]) /* a game meets a position more than once */
                entry[to++] = entry[i];
    }
    starts[PIECE_BUCKETS] = to;
    return entry;
}

void positions_making_sort(struct positions_making *making)
{
    if (making->entry)
        return;
    making->starts = memory_new(PIECE_BUCKETS + 1, sizeof *making->starts);
    making->entry = entries_of(making, making->starts);
    free(making->meeting);
    making->meeting = NULL;
    making->meetings = making->room = 0;
}

static void put_part(char *bytes, const struct positions_piece *piece, int part, const void *from, size_t size)
{
    if (size)
        memcpy(bytes + sizeof *piece + positions_piece_part(piece, part), from, size);
}

bool positions_append(struct pieces *positions, struct positions_making *making)
{
    struct positions_piece piece;
    positions_making_sort(making);
    memset(&piece, 0, sizeof piece);
    piece.first = (uint32_t)making->first;
    piece.games = (uint32_t)making->games;
    piece.entries = making->starts[PIECE_BUCKETS];
    size_t games = (size_t)making->games, size = (size_t)positions_piece_bytes(&piece);
    char *bytes = memory_new(size, 1), *parts = bytes + sizeof piece;
    put_part(bytes, &piece, PART_KNOWN, making->known, games);
    put_part(bytes, &piece, PART_COLUMN, making->column, PIECE_OPENING * games * sizeof(uint32_t));
    put_part(bytes, &piece, PART_STARTS, making->starts, (PIECE_BUCKETS + 1) * sizeof *making->starts);
    put_part(bytes, &piece, PART_ENTRIES, making->entry, piece.entries * sizeof *making->entry);
    positions_piece_seal(&piece, parts);
    memcpy(bytes, &piece, sizeof piece);
    bool written = pieces_append(positions, &(struct pieces_head){making->first, making->games, size, piece.check}, bytes);
    free(bytes);
    return written;
}
