/* clean.h - texts from files made safe to show: nothing that commands a terminal, turns the text around or hides.
 *
 * Whatever goes from a file, a user's name or a journal to a terminal, a log or an error message goes through here
 * (docs/archive.md, promise R15). What is stored stays as it is. */
#ifndef CHESSCADE_CLEAN_H
#define CHESSCADE_CLEAN_H

#include <stdbool.h>
#include <stddef.h>

enum clean {
    CLEAN_LINE, /* one line: line breaks and tabs become blanks */
    CLEAN_LINES /* line feeds stay; "\r\n" is one, tabs become blanks */
};

enum { CLEAN_MARKS_MAX = 4 }; /* combining marks on one character; further ones are dropped */

/* Write a cleaned copy like snprintf: the result is the length it would have had, what does not fit is cut at a
 * character. Controls, bytes that are no UTF-8, unassigned and private characters become '?'; zero-width and
 * bidirectional controls, variation selectors and marks without a base are dropped. */
int clean_text(char *buffer, size_t size, const char *text, enum clean clean);
/* The same as a new text, to be given back with free(). */
char *clean_copy(const char *text, enum clean clean);
/* A copy in which each byte that is no UTF-8 (wrong, overlong, half of a surrogate, cut off) is U+FFFD, to be given back with free();
 * NULL when the text is UTF-8 already. What people type goes through here where it comes in. */
char *clean_mended(const char *text);
/* Columns of a cleaned line on a terminal. */
int clean_width(const char *text);

#endif
