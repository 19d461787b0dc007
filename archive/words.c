/* words.c - see words.h.
 *
 * A table with open addressing. A place is filled under the lock and its length published last; readers look without a
 * lock and come to it only for a word that is not there yet. Places are never emptied. */
#include "archive/words.h"

#include "core/base.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { PLACES = 1 << 14, PROBES = 8, WORD_ROOM = 16 };

static char words[PLACES][WORD_ROOM];   /* each with NULs behind it to its end */
static atomic_uchar lengths[PLACES];    /* +1; 0: nobody is there */
static pthread_mutex_t filling = PTHREAD_MUTEX_INITIALIZER;

/* Where a word is or could be; NULL: its places are taken by others. *there says which. */
static char *find(const char word[WORD_ROOM], size_t length, bool *there)
{
    uint64_t half[2];
    memcpy(half, word, sizeof half);
    uint64_t hash = (half[0] * 0x9E3779B97F4A7C15U) ^ (half[1] * 0xC2B2AE3D27D4EB4FU);
    unsigned at = (unsigned)(hash >> 40);
    for (int i = 0; i < PROBES; i++) {
        unsigned place = (at + (unsigned)i) % PLACES;
        unsigned char taken = atomic_load_explicit(&lengths[place], memory_order_acquire);
        *there = taken == length + 1 && !memcmp(words[place], word, WORD_ROOM);
        if (*there || !taken)
            return words[place];
    }
    *there = false;
    return NULL;
}

/* Nobody has shared this word yet. */
static char *fill(const char word[WORD_ROOM], size_t length)
{
    bool there;
    pthread_mutex_lock(&filling);
    char *place = find(word, length, &there);
    if (place && !there) {
        memcpy(place, word, WORD_ROOM);
        atomic_store_explicit(&lengths[(place - words[0]) / WORD_ROOM], (unsigned char)(length + 1),
                              memory_order_release);
    }
    pthread_mutex_unlock(&filling);
    return place;
}

char *word_share(const char *text, size_t length)
{
    char word[WORD_ROOM] = "";
    bool there;
    if (length >= WORD_ROOM)
        return memory_cut(text, length);
    memcpy(word, text, length);
    char *place = find(word, length, &there);
    if (place && !there)
        place = fill(word, length);
    return place ? place : memory_cut(text, length);
}

void word_drop(char *word)
{
    uintptr_t at = (uintptr_t)word, first = (uintptr_t)words;
    if (at < first || at >= first + sizeof words)
        free(word);
}
