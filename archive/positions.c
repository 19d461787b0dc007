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

/* The hashes of a game, in those of the piece. */
struct positions_met {
    uint32_t at, n;
};

void positions_making_begin(struct positions_making *making, int first, int games)
{
    *making = (struct positions_making){.first = first, .games = games};
    making->known = memory_new((size_t)games, 1);
    making->met = memory_new((size_t)games, sizeof *making->met);
}

static void forget_games(struct positions_making *making)
{
    free(making->known);
    free(making->met);
    free(making->hash);
    making->known = NULL;
    making->met = NULL;
    making->hash = NULL;
    making->hashes = making->room = 0;
}

void positions_making_end(struct positions_making *making)
{
    forget_games(making);
    free(making->made);
    *making = (struct positions_making){0};
}

void positions_making_add(struct positions_making *making, int game, const uint32_t *hashes, int n, int main, bool set_up)
{
    int opening = main < PIECE_OPENING ? main : PIECE_OPENING;
    making->known[game] = (uint8_t)(opening | (set_up ? KNOWN_SET_UP : 0));
    making->met[game] = (struct positions_met){(uint32_t)making->hashes, (uint32_t)n};
    making->hash = memory_room(making->hash, &making->room, making->hashes + n, sizeof *making->hash);
    if (n)
        memcpy(making->hash + making->hashes, hashes, (size_t)n * sizeof *hashes);
    making->hashes += n;
}

/* The columns: the main line is the first of a game's hashes. */
static void put_columns(const struct positions_making *making, uint32_t *column)
{
    for (int game = 0; game < making->games; game++)
        for (int i = 0; i < (making->known[game] & KNOWN_POSITIONS); i++)
            column[(size_t)i * (size_t)making->games + (size_t)game] = making->hash[making->met[game].at + (uint32_t)i];
}

static int by_number(const void *a, const void *b)
{
    uint32_t one = *(const uint32_t *)a, other = *(const uint32_t *)b;
    return (one > other) - (one < other);
}

/* What the games meet, sorted into buckets. `starts` [PIECE_BUCKETS + 1], of zeros, gets where each begins, `entry` has room for
 * all hashes. */
static void put_entries(const struct positions_making *making, uint32_t *starts, uint32_t *entry)
{
    uint32_t to = 0;
    for (int i = 0; i < making->hashes; i++)
        starts[positions_bucket(making->hash[i]) + 1]++;
    for (int b = 0; b < PIECE_BUCKETS; b++)
        starts[b + 1] += starts[b];
    for (int game = 0; game < making->games; game++) { /* each bucket's start moves to its end ... */
        const uint32_t *hash = making->hash + making->met[game].at;
        for (uint32_t i = 0; i < making->met[game].n; i++)
            entry[starts[positions_bucket(hash[i])]++] = positions_entry(hash[i], (uint32_t)game);
    }
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
}

void positions_making_finish(struct positions_making *making)
{
    struct positions_piece piece;
    if (making->made)
        return;
    memset(&piece, 0, sizeof piece);
    piece.first = (uint32_t)making->first;
    piece.games = (uint32_t)making->games;
    piece.entries = (uint64_t)making->hashes; /* at most */
    making->made = memory_new((size_t)positions_piece_bytes(&piece), 1);
    char *parts = (char *)(making->made + 1);
    uint32_t *column = (uint32_t *)(void *)(parts + positions_piece_part(&piece, PART_COLUMN));
    uint32_t *starts = (uint32_t *)(void *)(parts + positions_piece_part(&piece, PART_STARTS));
    memcpy(parts, making->known, (size_t)making->games);
    put_columns(making, column);
    put_entries(making, starts, (uint32_t *)(void *)(parts + positions_piece_part(&piece, PART_ENTRIES)));
    forget_games(making);
    piece.entries = starts[PIECE_BUCKETS];
    positions_piece_seal(&piece, parts);
    *making->made = piece;
}

bool positions_append(struct pieces *positions, struct positions_making *making)
{
    positions_making_finish(making);
    const struct positions_piece *piece = making->made;
    struct pieces_head head = {making->first, making->games, positions_piece_bytes(piece), piece->check};
    return pieces_append(positions, &head, (const char *)piece);
}
