/* text_diff.h - what differs between two texts, line by line. */
#ifndef CHESSCADE_TEXT_DIFF_H
#define CHESSCADE_TEXT_DIFF_H

#include <stdio.h>

/* Print the lines that go ("-") and come ("+") from one text to the other, with up to three lines around them (" "), and
 * above each place "@@ line 31 @@", of the text after. Returns how many lines differ; 0: nothing was printed. Texts of very
 * many lines between their first and last difference are told as one change. */
int text_diff(const char *before, const char *after, FILE *out);

#endif
