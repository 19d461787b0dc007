/* words.h - short texts that occur again and again, kept once: plies, keys of maps, the shortest values.
 *
 * A million games hold some thousand different plies, and keys fewer still: a shared text costs no allocation, and is
 * never freed. The room is fixed; what finds none, and what is long, is a text of its own. Any thread may share. */
#ifndef CHESSCADE_WORDS_H
#define CHESSCADE_WORDS_H

#include <stddef.h>

/* The text of so many bytes: shared, or a copy of its own; nobody changes it either way. To be given back with word_drop(). */
char *word_share(const char *text, size_t length);
/* What word_share() gave, or a text on the heap, as a text on the heap: the caller's to change and free. NULL stays NULL. */
char *word_own(char *word);
/* Give back what word_share() gave, or free a text on the heap; NULL: nothing. */
void word_drop(char *word);

#endif
