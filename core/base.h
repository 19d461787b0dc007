/* base.h - what every room of the house uses: failures, notes, memory, growing lists.
 *
 * Failure: a function that can fail returns int, 0 or more when it worked and one of FAIL_ below zero
 * when it did not, takes a `struct note *why` as its last parameter, and leaves its other arguments as
 * they were. A broken invariant is an assert. Running out of memory never returns: see memory_exhausted. */
#ifndef CHESSCADE_BASE_H
#define CHESSCADE_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum fail {
    FAIL_RULE = -1,  /* the rules of the game refuse it */
    FAIL_TEXT = -2,  /* a text cannot be read */
    FAIL_LIMIT = -3, /* a stated limit is exceeded */
    FAIL_NAME = -4,  /* no such variant, option, cell, ... */
    FAIL_SYSTEM = -5, /* the operating system said no */
    FAIL_CONFLICT = -6, /* somebody else changed it meanwhile: nothing was overwritten */
    FAIL_BUSY = -7    /* somebody else holds it just now: try again */
};

/* Why something was refused: one sentence without a full stop that a person can act on. */
struct note {
    char text[320]; /* UTF-8, no control characters, never empty after a failure */
    int offset;     /* byte of the offending text where it went wrong, -1 when there is none */
};

/* Write a sentence. `why` may be NULL: nothing happens. Cuts what does not fit at a character. */
void note_set(struct note *why, int offset, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* note_set() and the failure in one statement: return note_fail(why, FAIL_TEXT, 3, "..."). */
int note_fail(struct note *why, enum fail fail, int offset, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Write a number in digits before `end`, of NUMBER_TEXT_MAX bytes at most, the NUL with them: where it begins. Formats are several
 * times as slow, and archives hold little else but numbers and names. */
enum { NUMBER_TEXT_MAX = 24 };
char *text_number(char *end, int64_t number);

/* A ply that only passes the turn, as it is written here; annotators show a threat so. */
#define PASS_TEXT "--"
/* Is it that, or what other programs write for it: "Z0", "@@@@", "null"? */
bool text_is_pass(const char *text);
/* Is it that, or the word for it, as people type it? */
bool text_says_pass(const char *text);
/* Does it begin as castling does in ordinary chess: "O-O", "0-0", "o-o"? */
bool text_says_castling(const char *text);
/* Is a capture written as in Croatian Chess, its sign and what is taken behind the cell ("Rh4xP"), where games have the sign before
 * it? As they write it then: "Rxh4". `signs` are those that count; the caller's `out` has room for the text and a NUL. */
bool text_takes_behind(const char *text, const char *signs, char *out, size_t size);

/* For people: which character of a UTF-8 text, from 1, a byte belongs to. */
int text_character(const char *text, int byte);

/* Called when memory runs out; must not return. The client puts a function here that restores the
 * terminal and exits; the default aborts. */
extern void (*memory_exhausted)(void);

/* Zeroed memory, never NULL. Free with free(). */
void *memory_new(size_t count, size_t size);
/* A copy of so many bytes, with a NUL behind them. */
char *memory_cut(const char *from, size_t length);

/* A copy of a text, never NULL. Free with free(). */
char *memory_text(const char *text);

/* Make room for at least `need` elements of `size` bytes in a growing list: returns the list, possibly
 * moved, and updates *room. A NULL list with *room 0 is an empty one. Growth is geometric. */
void *memory_room(void *list, int *room, int need, size_t size);

/* The finaliser of splitmix64: a one-to-one mixing of 64 bits. What is stored depends on it: it never changes. */
static inline uint64_t hash_mix(uint64_t x)
{
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
    return x ^ (x >> 31);
}

/* FNV-1a, a quick hash of bytes in their order, of 64 bits and of 32: begin with HASH_START. What is stored depends on it.
 * Of no bytes `bytes` may be NULL. */
#define HASH_START 0xCBF29CE484222325u
#define HASH32_START 0x811C9DC5u
static inline uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t length)
{
    for (const unsigned char *at = bytes; length; length--)
        hash = (hash ^ *at++) * 0x100000001B3u;
    return hash;
}
static inline uint32_t hash32_bytes(uint32_t hash, const void *bytes, size_t length)
{
    for (const unsigned char *at = bytes; length; length--)
        hash = (hash ^ *at++) * 0x1000193u;
    return hash;
}
/* A text (NULL: none) and where it ends, by a byte that no UTF-8 has: "a" and "bc" are not "ab" and "c". */
uint64_t hash_text(uint64_t hash, const char *text);

/* snprintf that appends at *used and never writes past `size`; *used goes on counting past it, so that
 * the caller learns the length it would have needed, as with snprintf. */
void text_add(char *buffer, size_t size, size_t *used, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* The same of so many bytes as they are, in a tenth of the time; of none `bytes` may be NULL. */
void text_add_bytes(char *buffer, size_t size, size_t *used, const char *bytes, size_t length);

#endif
