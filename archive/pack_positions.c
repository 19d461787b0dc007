/* pack_positions.c - the positions of a pack's games: building the file of them (positions.h), with all processors, and asking
 * it. */
#include "config.h"
#include "archive/pack_parts.h"

#include "archive/index_parts.h"
#include "archive/query_parts.h"
#include "archive/sieve.h"
#include "archive/ways.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { THREADS_MOST = 8 };

static void open_positions(struct pack *pack, bool write)
{
    positions_open(&pack->positions, &pack->beside, pack->name, &pack->stamp, write);
}

void pack_index_forget(struct pack *pack)
{
    positions_close(&pack->positions);
}

/* -------------------------------------------------------------------------------------------------- building */

/* The work on one piece. */
struct job {
    const struct pack *pack;
    struct positions_making making;
    pthread_t thread;
    bool started;
};

static void *build(void *argument)
{
    struct job *job = argument;
    for (int i = 0; i < job->making.games; i++) {
        struct record *record = NULL;
        char *bytes;
        size_t size;
        if (pack_bytes(job->pack, job->making.first + i, &bytes, &size, NULL) < 0)
            continue;
        if (record_read(bytes, size, 1, &job->pack->limits, &record, NULL, NULL) == 0) {
            int main, n;
            uint32_t *hashes = index_hashes(record, &main, &n);
            positions_making_add(&job->making, i, hashes, n, main, index_starts_as_set_up(record));
            free(hashes);
        }
        record_free(record);
        free(bytes);
    }
    return NULL;
}

bool pack_index_step(struct pack *pack, int *done)
{
    struct positions *positions = &pack->positions;
    struct job *job[THREADS_MOST];
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    int threads = processors < 1 ? 1 : processors > THREADS_MOST ? THREADS_MOST : (int)processors, jobs = 0;
    open_positions(pack, true);
    *done = positions->games;
    if (!pack->scanned || positions->fd < 0 || !positions->writing)
        return false;
    for (int first = positions->games; jobs < threads && first < pack->list.count; jobs++) {
        int left = pack->list.count - first, games = left < PIECE_GAMES ? left : PIECE_GAMES;
        job[jobs] = memory_new(1, sizeof *job[jobs]);
        job[jobs]->pack = pack;
        positions_making_begin(&job[jobs]->making, first, games);
        first += games;
        job[jobs]->started = jobs > 0 && pthread_create(&job[jobs]->thread, NULL, build, job[jobs]) == 0;
    }
    bool good = true;
    for (int i = 0; i < jobs; i++)
        if (!job[i]->started)
            build(job[i]);
    for (int i = 0; i < jobs; i++) {
        if (job[i]->started)
            pthread_join(job[i]->thread, NULL);
        good = good && positions_append(positions, &job[i]->making);
        positions_making_end(&job[i]->making);
        free(job[i]);
    }
    *done = positions->games;
    return good && positions->games < pack->list.count;
}

bool pack_indexed(struct pack *pack)
{
    open_positions(pack, false);
    return pack->scanned && pack->positions.games >= pack->list.count;
}

/* ---------------------------------------------------------------------------------------------------- asking */

struct asking {
    struct pack *pack;
    const struct query *query;
};

static struct positions_asking asking_of(struct pack *pack)
{
    return (struct positions_asking){&pack->positions, &pack->list, NULL, pack->list.count};
}

/* Of games in no good piece nothing is known. */
static void add_others(const struct pack *pack, uint8_t *may)
{
    for (int i = pack->positions.games; i < pack->list.count; i++)
        sieve_put(may, i);
}

static struct record *load(void *argument, int at)
{
    const struct pack *pack = argument;
    struct record *record = NULL;
    char *bytes;
    size_t size;
    if (pack_bytes(pack, at, &bytes, &size, NULL) < 0)
        return NULL;
    if (record_read(bytes, size, 1, &pack->limits, &record, NULL, NULL) < 0)
        record = NULL;
    free(bytes);
    return record;
}

static struct sieve_set with_positions(const struct asking *asking, const struct term *term)
{
    struct pack *pack = asking->pack;
    struct positions_asking positions = asking_of(pack);
    struct sieve_set set = {0};
    struct ways ways = {0};
    uint32_t hash[SIEVE_HASHES];
    int hashes = sieve_hashes(&pack->list, asking->query, term, hash);
    if (hashes < 0)
        return set;
    set.may = memory_new(sieve_bytes(pack->list.count), 1);
    set.sure = memory_new(sieve_bytes(pack->list.count), 1);
    positions_meet(&positions, hash, hashes, set.may, &ways);
    ways_make_sure(&ways, asking->query, term, load, pack, set.sure);
    add_others(pack, set.may);
    return set;
}

static struct sieve_set near_positions(const struct asking *asking, const struct term *term)
{
    struct pack *pack = asking->pack;
    struct positions_asking positions = asking_of(pack);
    uint32_t *hash;
    int hashes = sieve_near(&pack->list, asking->query, term, &hash);
    if (hashes < 0)
        return (struct sieve_set){0};
    uint8_t *may = memory_new(sieve_bytes(pack->list.count), 1);
    positions_meet_any(&positions, hash, hashes, may);
    free(hash);
    add_others(pack, may);
    return (struct sieve_set){.may = may};
}

static struct sieve_set set_of(void *argument, const struct term *term)
{
    const struct asking *asking = argument;
    if (term->kind != TERM_KEY || (term->key != ASK_POS && term->key != ASK_NEAR))
        return (struct sieve_set){0};
    open_positions(asking->pack, false);
    if (!asking->pack->positions.pieces)
        return (struct sieve_set){0};
    return (term->key == ASK_NEAR ? near_positions : with_positions)(asking, term);
}

struct sieve_set pack_sieve(struct pack *pack, const struct query *query)
{
    struct asking asking = {.pack = pack, .query = query};
    return sieve_catalog(&pack->list, query, set_of, &asking);
}

uint8_t *pack_continuations(struct pack *pack, const uint32_t *hash, int hashes, positions_goes_on_fn *each, void *argument)
{
    struct positions_asking asking = asking_of(pack);
    open_positions(pack, false);
    if (!pack->positions.pieces)
        return NULL;
    uint8_t *told = memory_new(sieve_bytes(pack->list.count), 1);
    positions_go_on(&asking, hash, hashes, each, argument, told);
    return told;
}
