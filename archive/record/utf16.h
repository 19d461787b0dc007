/* utf16.h - converts text files in UTF-16 to UTF-8, so that they are read like all others. */
#ifndef CHESSCADE_ARCHIVE_RECORD_UTF16_H
#define CHESSCADE_ARCHIVE_RECORD_UTF16_H

#include "core/base.h"

/* True if a file with this start is UTF-16 text. */
bool utf16_is_marked(const char *bytes, size_t size);

/* If *fd, a regular file, begins with a UTF-16 byte order mark, *fd becomes an unnamed file with
 * its text in UTF-8, without the mark, and the original is closed; unpaired surrogates become
 * U+FFFD. In any case *fd is positioned at its start. FAIL_SYSTEM: it is unreadable, or there is no
 * disk space; *fd is unchanged. */
int utf16_decode(int *fd, struct note *why);

#endif
