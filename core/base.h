/* base.h - what every part of the program uses: failures, notes, memory, growing lists, hashes,
 * text.
 *
 * Failure: a function that can fail returns int: 0 or more on success, one of FAIL_ (below zero) on
 * failure. It takes a `struct note *why` as its last parameter and leaves its other arguments
 * unchanged when it fails. A broken invariant is an assert. Running out of memory never returns:
 * see memory_exhausted. */
#ifndef CHESSCADE_CORE_BASE_H
#define CHESSCADE_CORE_BASE_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum fail {
    FAIL_RULE = -1,     /* the rules of the game forbid it */
    FAIL_TEXT = -2,     /* a text cannot be parsed */
    FAIL_LIMIT = -3,    /* a stated limit is exceeded */
    FAIL_NAME = -4,     /* a name (of a variant, an option, a cell ...) is unknown */
    FAIL_SYSTEM = -5,   /* the operating system reported an error */
    FAIL_CONFLICT = -6, /* another user or process has changed the object since we read it; nothing
                           was overwritten */
    FAIL_BUSY = -7      /* another user or process holds the object at the moment; try again */
};

/* Why something was refused: one sentence without a full stop that the user can act on. */
struct note {
    char text[320]; /* UTF-8, no control characters, never empty after a failure */
    int offset;     /* byte offset of the error in the offending text, -1 if there is none */
};

/* Write a sentence into *why; does nothing if `why` is NULL. Truncates at a character boundary. */
void note_set(struct note *why, int offset, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Like note_set(), but returns `fail`, so that one statement suffices: return note_fail(why,
 * FAIL_TEXT, 3, "..."). */
int note_fail(struct note *why, enum fail fail, int offset, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Write a number in decimal so that its NUL is the byte before `end`. Returns the beginning of the
 * text. At most NUMBER_TEXT_MAX bytes are written. printf would be several times slower, and
 * archives contain little but numbers and names. */
enum { NUMBER_TEXT_MAX = 24 };
char *text_number(char *end, int64_t number);

/* Our notation for a null move, a ply that only passes the turn; annotators show threats with
 * it. */
#define PASS_TEXT "--"
/* True for PASS_TEXT and for what other programs write instead: "Z0", "@@@@", "null". */
bool text_is_pass(const char *text);
/* True for a null move as in text_is_pass(), and for the word "pass", which people type. */
bool text_says_pass(const char *text);
/* True if the text begins like castling in ordinary chess: "O-O", "0-0", "o-o". */
bool text_says_castling(const char *text);
/* True if a capture is written as in Croatian Chess, with the sign and the captured piece after the
 * square ("Rh4xP"). Writes the form of other games, "Rxh4", to `out`, which must have room for the
 * text and a NUL. `signs` are the capture signs to recognise. */
bool text_takes_behind(const char *text, const char *signs, char *out, size_t size);

/* The number of the UTF-8 character, counted from 1, that contains byte `byte` of `text`; for
 * messages. */
int text_character(const char *text, int byte);

/* Called when memory runs out; must not return. The client installs a function here that restores
 * the terminal and exits; the default aborts. */
extern void (*memory_exhausted)(void);

/* Zeroed memory, never NULL. Free with free(). */
void *memory_new(size_t count, size_t size);
/* A copy of `length` bytes with a NUL appended. Free with free(). */
char *memory_cut(const char *from, size_t length);

/* A copy of a text, never NULL. Free with free(). */
char *memory_text(const char *text);

/* A text made as by vsprintf(), of any length. Free with free(). */
char *memory_formatted(const char *format, va_list values) __attribute__((format(printf, 1, 0)));

/* Ensure room for at least `need` elements of `size` bytes in a growing list. Returns the list,
 * which may have moved, and updates *room. An empty list is NULL with *room 0. Room grows
 * geometrically. */
void *memory_room(void *list, int *room, int need, size_t size);

/* The finaliser of splitmix64: a bijective mix of 64 bits. It must never change, because stored
 * data depends on its results. */
static inline uint64_t hash_mix(uint64_t x)
{
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
    return x ^ (x >> 31);
}

/* FNV-1a, a fast hash of a byte sequence, with 64 and with 32 bits; start with HASH_START or
 * HASH32_START. It must never change, because stored data depends on its results. `bytes` may be
 * NULL if `length` is 0. */
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
/* Hash a text (NULL: the empty text) and then a byte that never occurs in UTF-8, so that "a", "bc"
 * and "ab", "c" have different hashes. */
uint64_t hash_text(uint64_t hash, const char *text);

/* Like snprintf, but appends at *used; never writes past `size`. *used keeps counting beyond
 * `size`, so the caller learns the length that would have been needed. */
void text_add(char *buffer, size_t size, size_t *used, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* Append `length` bytes verbatim, ten times as fast as text_add(). `bytes` may be NULL if `length`
 * is 0. */
void text_add_bytes(char *buffer, size_t size, size_t *used, const char *bytes, size_t length);

#endif
