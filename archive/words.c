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

char *word_share(const char *text, size_t length)
{
    uint64_t word[2] = {0};
    bool there;
    if (length >= WORD_ROOM || !length || !*text)
        return memory_cut(text, length);
    memcpy(word, text, length);
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
