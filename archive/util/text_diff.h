/* text_diff.h - a line-by-line diff of two texts. */
#ifndef CHESSCADE_ARCHIVE_UTIL_TEXT_DIFF_H
#define CHESSCADE_ARCHIVE_UTIL_TEXT_DIFF_H

#include <stdio.h>

/* Print the lines that differ, removed lines with "-" and added lines with "+", and up to three
 * lines of context with " ". Each group begins with "@@ line 31 @@", a line number of the new text.
 * Returns how many lines differ; 0: nothing was printed. If very many lines lie between the first
 * and the last difference, they are printed as one change. */
int text_diff(const char *before, const char *after, FILE *out);

#endif
