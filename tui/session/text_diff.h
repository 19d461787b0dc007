/* text_diff.h - a line-by-line diff of two texts. */
#ifndef CHESSCADE_TUI_SESSION_TEXT_DIFF_H
#define CHESSCADE_TUI_SESSION_TEXT_DIFF_H

#include <stdio.h>

/* Print the removed ("-") and added ("+") lines with up to three lines of context (" "), each group
 * under "@@ line 31 @@", a line number of the new text. Returns how many lines differ; 0: nothing
 * was printed. If very many lines lie between the first and the last difference, they are printed
 * as one change. */
int text_diff(const char *before, const char *after, FILE *out);

#endif
