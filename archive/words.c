/* words.c - see words.h.
 *
 * A table with open addressing; a place is two halves of eight bytes, the text with NULs behind it. A place is filled under the
 * lock, its first half last; readers look without a lock and come to it only for a word that is not there yet. Places
 * are never emptied. */
#include "archive/words.h"

#include "core/base.h"

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { PLACES = 1 << 14, PROBES = 8, WORD_ROOM = 16 };

static _Atomic uint64_t words[PLACES][2]; /* first half 0: nobody is there */
static pthread_mutex_t filling = PTHREAD_MUTEX_INITIALIZER;
static_assert(sizeof words[0] == WORD_ROOM, "a place is its text");

/* Where a word is or could be, *there says which; -1: its places are taken by others. */
static int find(const uint64_t word[2], bool *there)
{
    uint64_t hash = (word[0] * 0x9E3779B97F4A7C15U) ^ (word[1] * 0xC2B2AE3D27D4EB4FU);
    int at = (int)(hash >> 40) & (PLACES - 1);
    for (int i = 0; i < PROBES; i++, at = (at + 1) & (PLACES - 1)) {
        uint64_t first = atomic_load_explicit(&words[at][0], memory_order_acquire);
        *there = first == word[0] && atomic_load_explicit(&words[at][1], memory_order_relaxed) == word[1];
        if (*there || !first)
            return at;
    }
    return -1;
}

/* Nobody has shared this word yet. */
static int fill(const uint64_t word[2])
{
    bool there;
    pthread_mutex_lock(&filling);
    int at = find(word, &there);
    if (at >= 0 && !there) {
        atomic_store_explicit(&words[at][1], word[1], memory_order_relaxed);
        atomic_store_explicit(&words[at][0], word[0], memory_order_release);
    }
    pthread_mutex_unlock(&filling);
    return at;
}

/* A text as a place has it. Made of parts that overlap: bytes written one by one and read together would be waited for. */
static void place_text(const char *text, size_t length, uint64_t word[2])
{
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    uint64_t end;
    uint32_t first, last;
    if (length >= sizeof end) {
        memcpy(&word[0], text, sizeof end);
        memcpy(&end, text + length - sizeof end, sizeof end);
        word[1] = length > sizeof end ? end >> 8 * (WORD_ROOM - length) : 0;
    } else if (length >= sizeof first) {
        memcpy(&first, text, sizeof first);
        memcpy(&last, text + length - sizeof last, sizeof last);
        word[0] = first | (uint64_t)last << 8 * (length - sizeof last);
    } else {
        const unsigned char *byte = (const unsigned char *)text;
        word[0] = byte[0] | (uint64_t)byte[length / 2] << 8 * (length / 2) | (uint64_t)byte[length - 1] << 8 * (length - 1);
    }
#else
    memcpy(word, text, length);
#endif
}

char *word_share(const char *text, size_t length)
{
    uint64_t word[2] = {0};
    bool there;
    if (length >= WORD_ROOM || !length || !*text)
        return memory_cut(text, length);
    place_text(text, length, word);
    int at = find(word, &there);
    if (at >= 0 && !there)
        at = fill(word);
    return at >= 0 ? (char *)words[at] : memory_cut(text, length);
}

static bool is_shared(const char *word)
{
    uintptr_t at = (uintptr_t)word, first = (uintptr_t)words;
    return at >= first && at < first + sizeof words;
}

char *word_own(char *word)
{
    return word && is_shared(word) ? memory_text(word) : word;
}

void word_drop(char *word)
{
    if (!is_shared(word))
        free(word);
}
