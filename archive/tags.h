/* tags.h - the tags of a game as one line of words, and the log of who saved what. */
#ifndef CHESSCADE_TAGS_H
#define CHESSCADE_TAGS_H

#include "archive/record.h"

/* "blitz sicilian": the tags, a blank between them; one that is more than a word, as others write them, stands in quotes, in which
 * a quote is doubled: "world championship". The caller's. */
char *record_tags(const struct record *record);
/* Replace them by the words of a text; a comma or a blank ends a word that is not in quotes, nothing is there twice. */
void record_set_tags(struct record *record, const char *words);
/* What somebody typed: "+blitz -club" adds the one, takes the other away, and the rest stays; words without a sign at the beginning
 * replace what is there. */
void record_change_tags(struct record *record, const char *words);

enum { EDIT_LOG_MAX = 200 };
/* Say in the log who saved revision `rev` and what they did; of a long log the oldest entries go. `from` is
 * the record whose log is gone on with: undoing a change must not undo the log. */
void record_log(struct record *record, const struct record *from, int64_t rev, const char *by,
                const char *what);
/* Who saved the revision a record is of, as its log says; "": nobody knows. Borrowed from the record. */
const char *record_last_author(const struct record *record);

#endif
