/* tags.h - reads and edits the tags of a game as one line of words; and the log of who saved what. */
#ifndef CHESSCADE_ARCHIVE_RECORD_TAGS_H
#define CHESSCADE_ARCHIVE_RECORD_TAGS_H

#include "archive/record/record.h"

/* "blitz sicilian": the tags, separated by spaces; a tag of more than one word, as others write
 * them, is quoted, with quotes doubled: "world championship". Owned by the caller. */
char *record_tags(const struct record *record);
/* Replaces the tags by the words of a text. A comma or space ends a word that is not quoted;
 * duplicates are dropped. */
void record_set_tags(struct record *record, const char *words);
/* Applies typed input: "+blitz -club" adds one tag, removes the other and keeps the rest; words
 * without a sign replace all tags. */
void record_change_tags(struct record *record, const char *words);

enum { EDIT_LOG_MAX = 200 };
/* Logs who saved revision `rev` and what they did; a long log drops its oldest entries. `from` is
 * the record whose log is continued: undoing a change must not undo the log. */
void record_log(struct record *record, const struct record *from, int64_t rev, const char *by,
                const char *what);
/* Who saved the record's revision, according to its log; "" if unknown. Borrowed from the record. */
const char *record_last_author(const struct record *record);

#endif
