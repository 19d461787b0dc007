/* pack_positions.c - the positions of a pack's games as hashes, in a file beside its list: see pack.h.
 *
 * A head, then pieces of PIECE games: how many positions each game has, how many of them are its main line's, and the
 * hashes. A search reads it all, in pieces, which for eighty million positions takes a tenth of a second; a piece
 * that is not what its check value says is left out, and its games may fit anything. Building appends pieces, with all
 * processors. */
#include "config.h"
#include "archive/pack_parts.h"

#include "archive/board_hash.h"
#include "archive/index_parts.h"
#include "archive/query_parts.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FORMAT = 2, PIECE = 2048, PIECE_BYTES_MOST = 1 << 28, THREADS_MOST = 8, NAME_ROOM = 300 };

static const char magic[8] = {'c', 'h', 'e', 's', 's', 'p', 'o', '\n'};

struct head {
    char magic[8];
    uint32_t format, seed;
    struct file_stamp of;
    int64_t made;
    uint64_t check;
};

_Static_assert(sizeof(struct head) == PACK_POSITIONS_HEAD, "pieces begin behind the head");

uint64_t pack_piece_check(const struct pack_piece *piece, const void *bytes)
{
    return sidecar_check(bytes, piece->bytes, (uint64_t)piece->games << 32 | piece->first);
}

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

/* Can a piece be what its head says, with so many bytes behind the head? */
static bool piece_fits(const struct pack_piece *piece, uint64_t room)
{
    return piece->games > 0 && piece->games <= PIECE && piece->bytes >= 2 * sizeof(uint32_t) * piece->games &&
           piece->bytes < PIECE_BYTES_MOST && piece->bytes <= room;
}

/* Find the pieces that are there. */
static void find_pieces(struct pack_positions *positions, uint64_t size)
{
    struct pack_piece piece;
    positions->end = sizeof(struct head);
    positions->games = positions->pieces = 0;
    while (positions->end + sizeof piece <= size &&
           pack_read(positions->fd, positions->end, (char *)&piece, sizeof piece) &&
           piece.first == (uint32_t)positions->games && piece_fits(&piece, size - positions->end - sizeof piece)) {
        positions->at = memory_room(positions->at, &positions->room, positions->pieces + 1, sizeof *positions->at);
        positions->at[positions->pieces++] = positions->end;
        positions->games += (int)piece.games;
        positions->end += sizeof piece + piece.bytes;
    }
}

static bool is_of(const struct pack *pack, const struct stat *stat)
{
    struct head head;
    if (!S_ISREG(stat->st_mode) || stat->st_uid != geteuid() || stat->st_size < (off_t)sizeof head ||
        !pack_read(pack->positions.fd, 0, (char *)&head, sizeof head))
        return false;
    struct head wanted = head_of(pack, head.made);
    return !memcmp(&head, &wanted, sizeof head) && sidecar_settled(&pack->stamp, head.made);
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

/* Open the index, for writing if it is to be brought up to date. */
static void open_positions(struct pack *pack, bool write)
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
    struct head head = head_of(pack, sidecar_now());
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

struct numbers {
    uint32_t *v;
    int n, room;
};

static void add_number(struct numbers *numbers, uint32_t number)
{
    numbers->v = memory_room(numbers->v, &numbers->room, numbers->n + 1, sizeof *numbers->v);
    numbers->v[numbers->n++] = number;
}

/* The work on one piece. */
struct job {
    const struct pack *pack;
    int first, games;
    struct numbers count, main, hash;
    pthread_t thread;
    bool started;
};

static void *build(void *argument)
{
    struct job *job = argument;
    for (int i = 0; i < job->games; i++) {
        struct record *record = NULL;
        uint32_t *hashes = NULL;
        char *bytes;
        size_t size;
        int main = 0, n = 0;
        if (pack_bytes(job->pack, job->first + i, &bytes, &size, NULL) == 0) {
            if (record_read(bytes, size, 1, &job->pack->limits, &record, NULL, NULL) == 0)
                hashes = index_hashes(record, &main, &n);
            record_free(record);
            free(bytes);
        }
        add_number(&job->count, (uint32_t)n);
        add_number(&job->main, (uint32_t)main);
        for (int h = 0; h < n; h++)
            add_number(&job->hash, hashes[h]);
        free(hashes);
    }
    return NULL;
}

static bool append(struct pack_positions *positions, const struct job *job)
{
    struct pack_piece head = {(uint32_t)job->first, (uint32_t)job->games, 0, 0};
    const struct numbers *const part[] = {&job->count, &job->main, &job->hash};
    for (int i = 0; i < 3; i++)
        head.bytes += (uint64_t)part[i]->n * sizeof(uint32_t);
    char *bytes = memory_new(sizeof head + head.bytes, 1), *at = bytes + sizeof head;
    for (int i = 0; i < 3; i++) {
        if (part[i]->n)
            memcpy(at, part[i]->v, (size_t)part[i]->n * sizeof(uint32_t));
        at += (size_t)part[i]->n * sizeof(uint32_t);
    }
    head.check = pack_piece_check(&head, bytes + sizeof head);
    memcpy(bytes, &head, sizeof head);
    bool written = write_at(positions->fd, positions->end, bytes, sizeof head + head.bytes);
    free(bytes);
    if (!written)
        return false;
    positions->at = memory_room(positions->at, &positions->room, positions->pieces + 1, sizeof *positions->at);
    positions->at[positions->pieces++] = positions->end;
    positions->games += job->games;
    positions->end += sizeof head + head.bytes;
    return true;
}

bool pack_index_step(struct pack *pack, int *done)
{
    struct pack_positions *positions = &pack->positions;
    struct job job[THREADS_MOST];
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    int threads = processors < 1 ? 1 : processors > THREADS_MOST ? THREADS_MOST : (int)processors, jobs = 0;
    open_positions(pack, true);
    *done = positions->games;
    if (!pack->scanned || positions->fd < 0 || !positions->writing)
        return false;
    for (int first = positions->games; jobs < threads && first < pack->list.count; jobs++) {
        int left = pack->list.count - first;
        job[jobs] = (struct job){.pack = pack, .first = first, .games = left < PIECE ? left : PIECE};
        first += job[jobs].games;
        job[jobs].started = jobs > 0 && pthread_create(&job[jobs].thread, NULL, build, &job[jobs]) == 0;
    }
    bool good = true;
    for (int i = 0; i < jobs; i++)
        if (!job[i].started)
            build(&job[i]);
    for (int i = 0; i < jobs; i++) {
        if (job[i].started)
            pthread_join(job[i].thread, NULL);
        good = good && append(positions, &job[i]);
        free(job[i].count.v);
        free(job[i].main.v);
        free(job[i].hash.v);
    }
    *done = positions->games;
    return good && positions->games < pack->list.count;
}

bool pack_indexed(struct pack *pack)
{
    open_positions(pack, false);
    return pack->scanned && pack->positions.games >= pack->list.count;
}

/* ------------------------------------------------------------------------------------------------- searching */

static bool meets(const uint32_t *v, uint64_t n, const uint32_t *hash, int hashes)
{
    uint32_t found = 0;
    for (int h = 0; h < hashes; h++)
        for (uint64_t i = 0; i < n; i++)
            found |= v[i] == hash[h];
    return found;
}

/* Add the games of a piece with one of the positions; false: it is no piece. */
static bool search_piece(const struct pack_piece *head, const uint32_t *numbers, const uint32_t *hash, int hashes,
                         uint8_t *set)
{
    uint64_t at = 2 * (uint64_t)head->games, all = head->bytes / sizeof(uint32_t);
    if (!meets(numbers + at, all - at, hash, hashes))
        return true;
    for (uint32_t i = 0; i < head->games; at += numbers[i++]) {
        if (numbers[i] > all - at)
            return false;
        if (meets(numbers + at, numbers[i], hash, hashes))
            sieve_put(set, (int)(head->first + i));
    }
    return true;
}

/* The games with one of some positions, and those of which nothing is known. */
static uint8_t *with_positions(struct pack *pack, const uint32_t *hash, int hashes)
{
    struct pack_positions *positions = &pack->positions;
    uint8_t *set = memory_new(sieve_bytes(pack->list.count), 1);
    char *buffer = NULL;
    int room = 0;
    for (int p = 0; p < positions->pieces; p++) {
        struct pack_piece head;
        bool good = pack_read(positions->fd, positions->at[p], (char *)&head, sizeof head) &&
                    piece_fits(&head, PIECE_BYTES_MOST) && head.first < (uint32_t)pack->list.count &&
                    head.games <= (uint32_t)pack->list.count - head.first;
        if (good) {
            buffer = memory_room(buffer, &room, (int)head.bytes + 1, 1);
            good = pack_read(positions->fd, positions->at[p] + sizeof head, buffer, head.bytes) &&
                   pack_piece_check(&head, buffer) == head.check &&
                   search_piece(&head, (const uint32_t *)(const void *)buffer, hash, hashes, set);
        }
        if (good)
            continue;
        /* From here on nothing is certain; whoever builds it next writes over it. */
        positions->pieces = p;
        positions->games = p * PIECE;
        positions->end = p ? positions->at[p] : sizeof(struct head);
    }
    free(buffer);
    for (int i = positions->games; i < pack->list.count; i++)
        sieve_put(set, i);
    return set;
}

struct asking {
    struct pack *pack;
    const struct query *query;
};

static uint8_t *set_of(void *argument, const struct term *term)
{
    const struct asking *asking = argument;
    struct pack *pack = asking->pack;
    uint32_t hash[SIEVE_HASHES];
    if (term->kind != TERM_KEY || term->key != ASK_POS)
        return NULL;
    open_positions(pack, false);
    int hashes = pack->positions.pieces ? sieve_hashes(&pack->list, asking->query, term, hash) : -1;
    return hashes < 0 ? NULL : with_positions(pack, hash, hashes);
}

uint8_t *pack_sieve(struct pack *pack, const struct query *query, bool *exact)
{
    struct asking asking = {pack, query};
    return sieve_catalog(&pack->list, query, set_of, &asking, exact);
}
