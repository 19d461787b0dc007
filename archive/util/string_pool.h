/* string_pool.h - a pool of interned short strings: plies, map keys and very short values.
 *
 * A million games contain only some thousand distinct plies, and fewer keys. An interned string is
 * stored once and never freed. The pool has a fixed size: a string is allocated separately if it is
 * long or the pool is full. Thread-safe. */
#ifndef CHESSCADE_ARCHIVE_UTIL_STRING_POOL_H
#define CHESSCADE_ARCHIVE_UTIL_STRING_POOL_H

#include <stddef.h>

/* Returns a string with these `length` bytes: an interned one or a separate copy. It must not be
 * changed. Release it with word_drop(). */
char *word_share(const char *text, size_t length);
/* Turns a string from word_share() into a string on the heap, which the caller may change and free.
 * Returns a string that is already on the heap unchanged. NULL stays NULL. */
char *word_own(char *word);
/* Releases a string from word_share(); frees a string that is on the heap. `word` may be NULL. */
void word_drop(char *word);

#endif
