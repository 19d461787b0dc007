/* string_pool.c - the pool of interned short strings: see string_pool.h.
 *
 * The words (the interned strings) are stored one after the other in an array, so that a few words
 * touch few pages of memory. A hash table with open addressing holds their numbers. A word consists
 * of two halves of eight bytes and contains the text, padded with NULs. Words are never removed.
 *
 * Readers need no lock. To add a word, a thread takes the lock, stores the word and then its number
 * in the table, so that a reader never finds the number of a word that is not there yet. */
#include "archive/util/string_pool.h"

#include "core/base.h"

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { PLACES = 1 << 14, PROBES = 8, WORD_ROOM = 16 };

static _Atomic uint16_t place[PLACES]; /* hash table: each entry holds the number of a word, from 1;
                                          0 if the entry is free */
static uint64_t words[PLACES + 1][2];  /* the words, indexed by their numbers */
static int count;                      /* number of words; protected by the lock `filling` */
static pthread_mutex_t filling = PTHREAD_MUTEX_INITIALIZER;
static_assert(sizeof words[0] == WORD_ROOM, "a word is its text");
static_assert(PLACES <= UINT16_MAX, "all numbers fit");

/* Returns the table entry that holds a word, or else the free entry where it can be stored; -1 if
 * other words occupy every entry that this word could use. Sets *number to the number of the word,
 * or to 0 if the entry is free. */
static int string_pool_find(const uint64_t word[2], int *number)
{
    uint64_t hash = (word[0] * 0x9E3779B97F4A7C15U) ^ (word[1] * 0xC2B2AE3D27D4EB4FU);
    int at = (int)(hash >> 40) & (PLACES - 1);
    for (int i = 0; i < PROBES; i++, at = (at + 1) & (PLACES - 1)) {
        *number = atomic_load_explicit(&place[at], memory_order_acquire);
        if (!*number || (words[*number][0] == word[0] && words[*number][1] == word[1]))
            return at;
    }
    return -1;
}

/* Adds a word to the pool, unless another thread has just done so. Returns its number; 0 if there
 * is no free entry for it. */
static int string_pool_fill(const uint64_t word[2])
{
    int number = 0;
    pthread_mutex_lock(&filling);
    int at = string_pool_find(word, &number);
    if (at >= 0 && !number) {
        number = ++count;
        memcpy(words[number], word, WORD_ROOM);
        atomic_store_explicit(&place[at], (uint16_t)number, memory_order_release);
    }
    pthread_mutex_unlock(&filling);
    return at >= 0 ? number : 0;
}

/* Copies a text into the two halves of a word, in pieces that may overlap. Copying single bytes
 * would be slower: the processor stalls when it reads bytes just written as one number. */
static void lay_out(const char *text, size_t length, uint64_t word[2])
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
        word[0] = byte[0] | (uint64_t)byte[length / 2] << 8 * (length / 2) |
                  (uint64_t)byte[length - 1] << 8 * (length - 1);
    }
#else
    memcpy(word, text, length);
#endif
}

char *word_share(const char *text, size_t length)
{
    uint64_t word[2] = {0};
    int number;
    if (length >= WORD_ROOM || !length || !*text)
        return memory_cut(text, length);
    lay_out(text, length, word);
    if (string_pool_find(word, &number) < 0)
        return memory_cut(text, length);
    if (!number)
        number = string_pool_fill(word);
    return number ? (char *)words[number] : memory_cut(text, length);
}

static bool string_pool_is_shared(const char *word)
{
    uintptr_t at = (uintptr_t)word, first = (uintptr_t)words;
    return at >= first && at < first + sizeof words;
}

char *word_own(char *word)
{
    return word && string_pool_is_shared(word) ? memory_text(word) : word;
}

void word_drop(char *word)
{
    if (!string_pool_is_shared(word))
        free(word);
}
