/* shift.h - rows of a screen that moved up or down: a terminal can move them itself, which costs less than sending them again. */
#ifndef CHESSCADE_SHIFT_H
#define CHESSCADE_SHIFT_H

#include <stdbool.h>

/* Rows first..last-1: each shows what was `by` rows below it (above it where `by` is negative), the others of them are new. */
struct shift {
    int first, last, by;
};

/* How many cells of a row as it was (-1: of a blank row) are the same in a row as it is to be. */
typedef int shift_alike(const void *of, int was, int is);

/* Find the move by at most `most` rows after which the most cells are what they are to be; false when none makes more of them
 * so, by at least `least`. */
bool shift_find(int rows, int most, int least, shift_alike *alike, const void *of, struct shift *shift);

#endif
