/* header_texts.h - the header texts that a bare word of a query searches, besides those of the listing.
 *
 * These are texts that people wrote about the game: ratings, titles, tags, unknown headers.
 * Technical headers (notation, sides, end position, edits, names of PGN tags) are left out,
 * otherwise every game would match "san" and "pgn". Queries and indexes use the same texts. */
#ifndef CHESSCADE_ARCHIVE_QUERY_HEADER_TEXTS_H
#define CHESSCADE_ARCHIVE_QUERY_HEADER_TEXTS_H

#include "archive/yaml/value.h"

/* Return true to stop. */
typedef bool head_word_fn(void *argument, const char *text);

/* Calls `each` for the header texts of a record; returns true if it stopped. */
bool head_words(const struct value *head, head_word_fn *each, void *argument);

#endif
