/* head_words.h - the texts of a game's head that a bare word of a query is looked for in, beside those of its listing.
 *
 * What somebody wrote of the game: ratings, titles, tags, headers nobody knows. What says how the game is kept is none of it: its
 * notation, sides, end position, edits, the names of PGN's tags: else every game had "san" and "pgn" in it. A query and an
 * index go through the same ones. */
#ifndef CHESSCADE_HEAD_WORDS_H
#define CHESSCADE_HEAD_WORDS_H

#include "archive/value.h"

/* True: that is enough. */
typedef bool head_word_fn(void *argument, const char *text);

/* Go through the head of a record; was it enough? */
bool head_words(const struct value *head, head_word_fn *each, void *argument);

#endif
