/* sanitize.h - makes texts from files safe to display: no terminal commands, no reversed or hidden text.
 *
 * Everything that goes from a file, a user's name or a journal to a terminal, a log or an error
 * message must pass through here (docs/archive.md, promise R15). The stored text is not changed. */
#ifndef CHESSCADE_ARCHIVE_UTIL_SANITIZE_H
#define CHESSCADE_ARCHIVE_UTIL_SANITIZE_H

#include <stdbool.h>
#include <stddef.h>

enum clean {
    CLEAN_LINE, /* one line: line breaks and tabs become spaces */
    CLEAN_LINES /* line feeds stay; "\r\n" becomes one line feed, tabs become spaces */
};

enum { CLEAN_MARKS_MAX = 4 }; /* combining marks per character; further ones are dropped */

/* Writes a cleaned copy. Like snprintf(), it returns the length the whole text would have; output
 * that does not fit is cut at a character boundary. Control characters, invalid UTF-8, unassigned
 * and private-use characters become '?'. Zero-width and bidirectional controls, variation selectors
 * and marks without a base character are dropped. */
int clean_text(char *buffer, size_t size, const char *text, enum clean clean);
/* The same as a new text; free it with free(). */
char *clean_copy(const char *text, enum clean clean);
/* Returns a copy in which each byte that is not valid UTF-8 (invalid, overlong, half of a surrogate
 * pair, truncated) is replaced by U+FFFD; free it with free(). NULL if the text is valid UTF-8
 * already. Typed input passes through here when it enters the program. */
char *clean_mended(const char *text);
/* The width of a cleaned line in terminal columns. */
int clean_width(const char *text);

#endif
