/* positions.c - the file of which games meet which positions: opening, checking and adding to it; see positions.h for its
 * shape and positions_find.c for asking it. */
#include "config.h"
#include "archive/positions.h"

#include "archive/board_hash.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FORMAT = 4, NAME_ROOM = 300 };

static const char magic[8] = {'c', 'h', 'e', 's', 's', 'p', 'o', '\n'};

struct head {
    char magic[8];
    uint32_t format, seed;
    struct file_stamp of;
    int64_t made;
    uint64_t check;
};

_Static_assert(sizeof(struct head) == POSITIONS_HEAD, "pieces begin behind the head");

/* ---------------------------------------------------------------------------------------------------- the file */

static struct head head_of(const struct file_stamp *of, int64_t made)
{
    struct head head;
    memset(&head, 0, sizeof head);
    memcpy(head.magic, magic, sizeof magic);
    head.format = FORMAT;
    head.seed = BOARD_HASH_SEED;
    head.of = *of;
    head.made = made;
    head.check = sidecar_check(&head, offsetof(struct head, check), 0);
    return head;
}

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

bool positions_piece_read(const struct positions *positions, uint64_t at, struct positions_piece *piece)
{
    return file_read_at(positions->fd, at, piece, sizeof *piece) && piece->games > 0 &&
           piece->games <= PIECE_GAMES && piece->entries < PIECE_ENTRIES_MOST && piece->first < INT32_MAX &&
           piece->check == check_of(piece);
}

static void add_piece(struct positions *positions, const struct positions_piece *piece)
{
    positions->piece = memory_room(positions->piece, &positions->room, positions->pieces + 1, sizeof *positions->piece);
    positions->piece[positions->pieces++] = (struct positions_spot){positions->end, piece->check, positions->games};
    positions->games += (int)piece->games;
    positions->end += positions_piece_bytes(piece);
}

/* Find the pieces that are there. */
static void find_pieces(struct positions *positions, uint64_t size)
{
    struct positions_piece piece;
    positions->end = sizeof(struct head);
    positions->games = positions->pieces = 0;
    while (positions->end + sizeof piece <= size && positions_piece_read(positions, positions->end, &piece) &&
           piece.first == (uint32_t)positions->games && positions_piece_bytes(&piece) <= size - positions->end) {
        add_piece(positions, &piece);
    }
}

static bool is_of(int fd, const struct file_stamp *of, const struct stat *stat)
{
    struct head head;
    if (!S_ISREG(stat->st_mode) || stat->st_uid != geteuid() || stat->st_size < (off_t)sizeof head ||
        !file_read_at(fd, 0, &head, sizeof head))
        return false;
    struct head wanted = head_of(of, head.made);
    return !memcmp(&head, &wanted, sizeof head) && file_stamp_tells(of, head.made);
}

/* Nobody else writes it meanwhile; the lock goes with the descriptor. */
static bool take(int fd)
{
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
#ifdef F_OFD_SETLK
    return fcntl(fd, F_OFD_SETLK, &lock) == 0;
#else
    return fcntl(fd, F_SETLK, &lock) == 0;
#endif
}

void positions_open(struct positions *positions, const struct sidecar_place *beside, const char *name,
                    const struct file_stamp *of, bool write)
{
    char file[NAME_ROOM];
    struct stat stat;
    if (positions->opened && (positions->writing || !write))
        return;
    positions_close(positions);
    positions->opened = true;
    if (beside->folder < 0)
        return;
    snprintf(file, sizeof file, "%s%.200s.positions", beside->prefix, name);
    positions->fd = openat(beside->folder, file,
                           (write ? O_RDWR | O_CREAT : O_RDONLY) | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0600);
    if (positions->fd < 0 || fstat(positions->fd, &stat) < 0 || (write && !take(positions->fd))) {
        positions_close(positions);
        positions->opened = true;
        return;
    }
    positions->writing = write;
    if (is_of(positions->fd, of, &stat)) {
        find_pieces(positions, (uint64_t)stat.st_size);
        if (write && ftruncate(positions->fd, (off_t)positions->end) < 0) /* what a crash left behind the last piece */
            positions->writing = false;
        return;
    }
    struct head head = head_of(of, file_now());
    if (write && S_ISREG(stat.st_mode) && ftruncate(positions->fd, 0) == 0 &&
        file_put_at(positions->fd, 0, &head, sizeof head)) {
        positions->end = sizeof head;
        return;
    }
    positions_close(positions);
    positions->opened = true;
}

void positions_close(struct positions *positions)
{
    if (positions->opened && positions->fd >= 0)
        close(positions->fd);
    free(positions->piece);
    *positions = (struct positions){.fd = -1};
}

void positions_cut_off(struct positions *positions, int piece)
{
    if (piece >= positions->pieces)
        return;
    positions->end = positions->piece[piece].at;
    positions->pieces = piece;
    positions->games = positions->piece[piece].first;
}

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

/* Sort what the games meet into buckets; `starts` gets where each begins. The list is the caller's. */
static uint32_t *entries_of(const struct positions_making *making, uint32_t starts[PIECE_BUCKETS + 1])
{
    uint32_t *entry = memory_new((size_t)making->meetings + 1, sizeof *entry), to = 0;
    memset(starts, 0, (PIECE_BUCKETS + 1) * sizeof *starts);
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

static void put_part(char *bytes, const struct positions_piece *piece, int part, const void *from, size_t size)
{
    if (size)
        memcpy(bytes + sizeof *piece + positions_piece_part(piece, part), from, size);
}

bool positions_append(struct positions *positions, const struct positions_making *making)
{
    struct positions_piece piece;
    uint32_t starts[PIECE_BUCKETS + 1], *entry = entries_of(making, starts);
    memset(&piece, 0, sizeof piece);
    piece.first = (uint32_t)making->first;
    piece.games = (uint32_t)making->games;
    piece.entries = starts[PIECE_BUCKETS];
    size_t games = (size_t)making->games, size = (size_t)positions_piece_bytes(&piece);
    char *bytes = memory_new(size, 1), *parts = bytes + sizeof piece;
    put_part(bytes, &piece, PART_KNOWN, making->known, games);
    put_part(bytes, &piece, PART_COLUMN, making->column, PIECE_OPENING * games * sizeof(uint32_t));
    put_part(bytes, &piece, PART_STARTS, starts, sizeof starts);
    put_part(bytes, &piece, PART_ENTRIES, entry, piece.entries * sizeof *entry);
    positions_piece_seal(&piece, parts);
    free(entry);
    memcpy(bytes, &piece, sizeof piece);
    bool written = file_put_at(positions->fd, positions->end, bytes, size);
    free(bytes);
    if (written)
        add_piece(positions, &piece);
    return written;
}
