/* utf16.h - text files in UTF-16, as some systems write them: read as UTF-8 like all others. */
#ifndef CHESSCADE_UTF16_H
#define CHESSCADE_UTF16_H

#include "core/base.h"

/* True if a file that begins so is text in UTF-16. */
bool utf16_is_marked(const char *bytes, size_t size);

/* If the file *fd, a plain one that is read from its beginning, begins with the mark of UTF-16, *fd becomes a file without a name
 * that has its text in UTF-8, without the mark, and the other is closed; half a character becomes U+FFFD. Where *fd is read from
 * is the beginning in any case. FAIL_SYSTEM: it cannot be read, or there is no room for the other; *fd is what it was. */
int utf16_decode(int *fd, struct note *why);

#endif
