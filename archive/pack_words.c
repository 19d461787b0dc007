/* pack_words.c - which games of a pack may hold a word: their bytes are gone through with all processors, some megabytes at a
 * time, so that there is progress to be seen and it can be left off. For what the index of texts leaves over: texts.h. */
#include "config.h"
#include "archive/pack_parts.h"

#include "archive/query_parts.h"
#include "archive/sieve.h"

#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

enum { THREADS_MOST = 4, PART_BYTES = 4 << 20, PART_GAMES = 1 << 13 /* a multiple of 8: threads do not meet in a byte */ };

struct part {
    const struct pack *pack;
    const char *word;
    int from, n;
    uint8_t *bits; /* over the part's games */
    pthread_t thread;
    bool started;
};

/* How many games from a place on are in a part. */
static int games_of(const struct pack *pack, int from)
{
    int low = 1, high = pack->list.count - from < PART_GAMES ? pack->list.count - from : PART_GAMES;
    uint64_t start = pack_start_of(pack, from);
    while (low < high) {
        int middle = (low + high + 1) / 2;
        if (pack_start_of(pack, from + middle) - start <= PART_BYTES)
            low = middle;
        else
            high = middle - 1;
    }
    return low < 8 ? low : low / 8 * 8;
}

static void *look(void *argument)
{
    struct part *part = argument;
    const struct pack *pack = part->pack;
    uint64_t start = pack_start_of(pack, part->from), end = pack_start_of(pack, part->from + part->n);
    char *bytes = end > start && end - start <= 2 * (uint64_t)PART_BYTES ? malloc((size_t)(end - start)) : NULL;
    bool read = bytes && file_read_at(pack->fd, start, bytes, (size_t)(end - start));
    for (int i = 0; i < part->n; i++) {
        uint64_t from = pack_start_of(pack, part->from + i), to = pack_start_of(pack, part->from + i + 1);
        bool known = read && from >= start && from < to && to <= end;
        if (!known || !query_bytes_lack(bytes + (from - start), (size_t)(to - from), part->word))
            sieve_put(part->bits, i);
    }
    free(bytes);
    return NULL;
}

uint8_t *pack_with_word(const struct pack *pack, const char *word, int from, int *n)
{
    struct part part[THREADS_MOST];
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    int threads = processors < 1 ? 1 : processors > THREADS_MOST ? THREADS_MOST : (int)processors, parts = 0, games = 0;
    uint8_t *bits = memory_new(sieve_bytes(THREADS_MOST * PART_GAMES), 1);
    while (parts < threads && from + games < pack->list.count && games % 8 == 0) {
        struct part *one = &part[parts];
        *one = (struct part){pack, word, from + games, games_of(pack, from + games), bits + games / 8, .started = false};
        games += one->n;
        one->started = parts++ > 0 && pthread_create(&one->thread, NULL, look, one) == 0;
    }
    for (int i = 0; i < parts; i++)
        if (!part[i].started)
            look(&part[i]);
    for (int i = 0; i < parts; i++)
        if (part[i].started)
            pthread_join(part[i].thread, NULL);
    *n = games;
    return bits;
}
