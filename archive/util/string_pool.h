/* string_pool.h - a pool of interned short strings: plies, map keys, the shortest values.
 *
 * A million games have only some thousand distinct plies, and even fewer keys. An interned string
 * needs no allocation and is never freed. The pool has a fixed size; strings that find no room, and
 * long ones, are allocated separately. Thread-safe. */
#ifndef CHESSCADE_ARCHIVE_UTIL_STRING_POOL_H
#define CHESSCADE_ARCHIVE_UTIL_STRING_POOL_H

#include <stddef.h>

/* The string of `length` bytes: interned, or a separate copy; immutable either way. Release it with
 * word_drop(). */
char *word_share(const char *text, size_t length);
/* Converts a string from word_share(), or one on the heap, to one on the heap that the caller may
 * change and free. NULL stays NULL. */
char *word_own(char *word);
/* Releases a string from word_share(), or frees one on the heap; NULL is allowed. */
void word_drop(char *word);

#endif
