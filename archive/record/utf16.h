/* utf16.h - converts text files from UTF-16 to UTF-8, so that the other readers need only UTF-8. */
#ifndef CHESSCADE_ARCHIVE_RECORD_UTF16_H
#define CHESSCADE_ARCHIVE_RECORD_UTF16_H

#include "core/base.h"

/* True if the first bytes of a file are a UTF-16 byte order mark. */
bool utf16_is_marked(const char *bytes, size_t size);

/* If the regular file *fd begins with a UTF-16 byte order mark, replaces *fd by an unnamed
 * temporary file that holds the text in UTF-8 without the mark, and closes the original. Unpaired
 * surrogates become U+FFFD. *fd is then positioned at its start, whether converted or not.
 * FAIL_SYSTEM if the file is unreadable or the disk is full; *fd is then unchanged. */
int utf16_decode(int *fd, struct note *why);

#endif
