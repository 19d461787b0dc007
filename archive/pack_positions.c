/* pack_positions.c - the positions of a pack's games as hashes, in a file beside its list: writing it; see pack_parts.h for
 * its shape and pack_find.c for asking it.
 *
 * Building appends pieces, with all processors, so that it can be cut off at any time. */
#include "config.h"
#include "archive/pack_parts.h"

#include "archive/board_hash.h"
#include "archive/index_parts.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FORMAT = 3, THREADS_MOST = 8, NAME_ROOM = 300 };

static const char magic[8] = {'c', 'h', 'e', 's', 's', 'p', 'o', '\n'};

struct head {
    char magic[8];
    uint32_t format, seed;
    struct file_stamp of;
    int64_t made;
    uint64_t check;
};

_Static_assert(sizeof(struct head) == PACK_POSITIONS_HEAD, "pieces begin behind the head");

/* ---------------------------------------------------------------------------------------------------- the file */

static struct head head_of(const struct pack *pack, int64_t made)
{
    struct head head;
    memset(&head, 0, sizeof head);
    memcpy(head.magic, magic, sizeof magic);
    head.format = FORMAT;
    head.seed = BOARD_HASH_SEED;
    head.of = pack->stamp;
    head.made = made;
    head.check = sidecar_check(&head, offsetof(struct head, check), 0);
    return head;
}

uint64_t pack_piece_bytes(const struct pack_piece *piece)
{
    return sizeof *piece + pack_piece_part(piece, PART_ENTRIES) + piece->entries * sizeof(uint32_t);
}

uint64_t pack_piece_part(const struct pack_piece *piece, int part)
{
    uint64_t known = ((uint64_t)piece->games + 7) / 8 * 8, column = (uint64_t)piece->games * sizeof(uint32_t);
    uint64_t starts = known + PIECE_OPENING * column;
    return part == PART_KNOWN ? 0 : part < PART_STARTS ? known + (uint64_t)(part - PART_COLUMN) * column
           : part == PART_STARTS ? starts : starts + (PIECE_BUCKETS + 1) * sizeof(uint32_t);
}

static uint64_t check_of(const struct pack_piece *piece)
{
    return sidecar_check(piece, offsetof(struct pack_piece, check), piece->first);
}

void pack_piece_seal(struct pack_piece *piece, const void *parts)
{
    const char *bytes = parts, *entries = bytes + pack_piece_part(piece, PART_ENTRIES);
    const uint32_t *starts = (const uint32_t *)(const void *)(bytes + pack_piece_part(piece, PART_STARTS));
    for (int part = 0; part < PART_ENTRIES; part++) {
        uint64_t from = pack_piece_part(piece, part), to = pack_piece_part(piece, part + 1);
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

bool pack_piece_read(const struct pack_positions *positions, uint64_t at, struct pack_piece *piece)
{
    return pack_read(positions->fd, at, (char *)piece, sizeof *piece) && piece->games > 0 &&
           piece->games <= PIECE_GAMES && piece->entries < PIECE_ENTRIES_MOST && piece->first < INT32_MAX &&
           piece->check == check_of(piece);
}

/* Find the pieces that are there. */
static void find_pieces(struct pack_positions *positions, uint64_t size)
{
    struct pack_piece piece;
    positions->end = sizeof(struct head);
    positions->games = positions->pieces = 0;
    while (positions->end + sizeof piece <= size && pack_piece_read(positions, positions->end, &piece) &&
           piece.first == (uint32_t)positions->games && pack_piece_bytes(&piece) <= size - positions->end) {
        positions->at = memory_room(positions->at, &positions->room, positions->pieces + 1, sizeof *positions->at);
        positions->at[positions->pieces++] = positions->end;
        positions->games += (int)piece.games;
        positions->end += pack_piece_bytes(&piece);
    }
}

static bool is_of(const struct pack *pack, const struct stat *stat)
{
    struct head head;
    if (!S_ISREG(stat->st_mode) || stat->st_uid != geteuid() || stat->st_size < (off_t)sizeof head ||
        !pack_read(pack->positions.fd, 0, (char *)&head, sizeof head))
        return false;
    struct head wanted = head_of(pack, head.made);
    return !memcmp(&head, &wanted, sizeof head) && file_stamp_tells(&pack->stamp, head.made);
}

static bool write_at(int fd, uint64_t at, const void *bytes, size_t size)
{
    const char *from = bytes;
    while (size) {
        ssize_t n = pwrite(fd, from, size, (off_t)at);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        from += n;
        at += (uint64_t)n;
        size -= (size_t)n;
    }
    return true;
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

void pack_positions_open(struct pack *pack, bool write)
{
    struct pack_positions *positions = &pack->positions;
    char name[NAME_ROOM];
    struct stat stat;
    if (positions->opened && (positions->writing || !write))
        return;
    pack_index_forget(pack);
    positions->opened = true;
    if (pack->beside.folder < 0)
        return;
    snprintf(name, sizeof name, "%s%.200s.positions", pack->beside.prefix, pack->name);
    positions->fd = openat(pack->beside.folder, name, (write ? O_RDWR | O_CREAT : O_RDONLY) | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC,
                           0600);
    if (positions->fd < 0 || fstat(positions->fd, &stat) < 0 || (write && !take(positions->fd))) {
        pack_index_forget(pack);
        positions->opened = true;
        return;
    }
    positions->writing = write;
    if (is_of(pack, &stat)) {
        find_pieces(positions, (uint64_t)stat.st_size);
        if (write && ftruncate(positions->fd, (off_t)positions->end) < 0) /* what a crash left behind the last piece */
            positions->writing = false;
        return;
    }
    struct head head = head_of(pack, file_now());
    if (write && S_ISREG(stat.st_mode) && ftruncate(positions->fd, 0) == 0 &&
        write_at(positions->fd, 0, &head, sizeof head)) {
        positions->end = sizeof head;
        return;
    }
    pack_index_forget(pack);
    positions->opened = true;
}

void pack_index_forget(struct pack *pack)
{
    struct pack_positions *positions = &pack->positions;
    if (positions->fd >= 0)
        close(positions->fd);
    free(positions->at);
    *positions = (struct pack_positions){.fd = -1};
}

/* -------------------------------------------------------------------------------------------------- building */

/* A position of a game of the piece. */
struct meeting {
    uint32_t hash, game;
};

/* The work on one piece. */
struct job {
    const struct pack *pack;
    int first, games;
    uint8_t known[PIECE_GAMES];
    uint32_t *column;        /* [PIECE_OPENING][games] */
    struct meeting *meeting; /* [meetings] by game */
    int meetings, room;
    pthread_t thread;
    bool started;
};

static void add_game(struct job *job, int game, const struct record *record)
{
    int main, n;
    uint32_t *hashes = index_hashes(record, &main, &n);
    int opening = main < PIECE_OPENING ? main : PIECE_OPENING;
    job->known[game] = (uint8_t)(opening | (index_starts_as_set_up(record) ? KNOWN_SET_UP : 0));
    for (int i = 0; i < opening; i++)
        job->column[(size_t)i * (size_t)job->games + (size_t)game] = hashes[i];
    job->meeting = memory_room(job->meeting, &job->room, job->meetings + n, sizeof *job->meeting);
    for (int i = 0; i < n; i++)
        job->meeting[job->meetings++] = (struct meeting){hashes[i], (uint32_t)game};
    free(hashes);
}

static void *build(void *argument)
{
    struct job *job = argument;
    for (int i = 0; i < job->games; i++) {
        struct record *record = NULL;
        char *bytes;
        size_t size;
        if (pack_bytes(job->pack, job->first + i, &bytes, &size, NULL) < 0)
            continue;
        if (record_read(bytes, size, 1, &job->pack->limits, &record, NULL, NULL) == 0)
            add_game(job, i, record);
        record_free(record);
        free(bytes);
    }
    return NULL;
}

static int by_number(const void *a, const void *b)
{
    uint32_t one = *(const uint32_t *)a, other = *(const uint32_t *)b;
    return (one > other) - (one < other);
}

/* Sort what the games meet into buckets; `starts` gets where each begins. The list is the caller's. */
static uint32_t *entries_of(const struct job *job, uint32_t starts[PIECE_BUCKETS + 1])
{
    uint32_t *entry = memory_new((size_t)job->meetings + 1, sizeof *entry), to = 0;
    memset(starts, 0, (PIECE_BUCKETS + 1) * sizeof *starts);
    for (int i = 0; i < job->meetings; i++)
        starts[pack_bucket(job->meeting[i].hash) + 1]++;
    for (int b = 0; b < PIECE_BUCKETS; b++)
        starts[b + 1] += starts[b];
    for (int i = 0; i < job->meetings; i++) /* each bucket's start moves to its end ... */
        entry[starts[pack_bucket(job->meeting[i].hash)]++] = pack_entry(job->meeting[i].hash, job->meeting[i].game);
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

static void put_part(char *bytes, const struct pack_piece *piece, int part, const void *from, size_t size)
{
    if (size)
        memcpy(bytes + sizeof *piece + pack_piece_part(piece, part), from, size);
}

static bool append(struct pack_positions *positions, const struct job *job)
{
    struct pack_piece piece;
    uint32_t starts[PIECE_BUCKETS + 1], *entry = entries_of(job, starts);
    memset(&piece, 0, sizeof piece);
    piece.first = (uint32_t)job->first;
    piece.games = (uint32_t)job->games;
    piece.entries = starts[PIECE_BUCKETS];
    size_t games = (size_t)job->games, size = (size_t)pack_piece_bytes(&piece);
    char *bytes = memory_new(size, 1), *parts = bytes + sizeof piece;
    put_part(bytes, &piece, PART_KNOWN, job->known, games);
    put_part(bytes, &piece, PART_COLUMN, job->column, PIECE_OPENING * games * sizeof(uint32_t));
    put_part(bytes, &piece, PART_STARTS, starts, sizeof starts);
    put_part(bytes, &piece, PART_ENTRIES, entry, piece.entries * sizeof *entry);
    pack_piece_seal(&piece, parts);
    free(entry);
    memcpy(bytes, &piece, sizeof piece);
    bool written = write_at(positions->fd, positions->end, bytes, size);
    free(bytes);
    if (!written)
        return false;
    positions->at = memory_room(positions->at, &positions->room, positions->pieces + 1, sizeof *positions->at);
    positions->at[positions->pieces++] = positions->end;
    positions->games += job->games;
    positions->end += size;
    return true;
}

bool pack_index_step(struct pack *pack, int *done)
{
    struct pack_positions *positions = &pack->positions;
    struct job *job[THREADS_MOST];
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    int threads = processors < 1 ? 1 : processors > THREADS_MOST ? THREADS_MOST : (int)processors, jobs = 0;
    pack_positions_open(pack, true);
    *done = positions->games;
    if (!pack->scanned || positions->fd < 0 || !positions->writing)
        return false;
    for (int first = positions->games; jobs < threads && first < pack->list.count; jobs++) {
        int left = pack->list.count - first;
        job[jobs] = memory_new(1, sizeof *job[jobs]);
        job[jobs]->pack = pack;
        job[jobs]->first = first;
        job[jobs]->games = left < PIECE_GAMES ? left : PIECE_GAMES;
        job[jobs]->column = memory_new((size_t)job[jobs]->games * PIECE_OPENING, sizeof(uint32_t));
        first += job[jobs]->games;
        job[jobs]->started = jobs > 0 && pthread_create(&job[jobs]->thread, NULL, build, job[jobs]) == 0;
    }
    bool good = true;
    for (int i = 0; i < jobs; i++)
        if (!job[i]->started)
            build(job[i]);
    for (int i = 0; i < jobs; i++) {
        if (job[i]->started)
            pthread_join(job[i]->thread, NULL);
        good = good && append(positions, job[i]);
        free(job[i]->column);
        free(job[i]->meeting);
        free(job[i]);
    }
    *done = positions->games;
    return good && positions->games < pack->list.count;
}

bool pack_indexed(struct pack *pack)
{
    pack_positions_open(pack, false);
    return pack->scanned && pack->positions.games >= pack->list.count;
}
