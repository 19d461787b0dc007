/* fold.h - which empty ranks of a board too large for its room are left out, so that both its ends are seen at once. */
#ifndef CHESSCADE_FOLD_H
#define CHESSCADE_FOLD_H

#include <stdbool.h>

enum { FOLD_ROWS_MAX = 64 };

/* Rows of a board from its top: which of them something stands on. */
struct fold_rows {
    bool used[FOLD_ROWS_MAX];
    int n;
};

/* Are `count` rows from `first` on empty, and none of them the top or the bottom one? */
bool fold_fits(const struct fold_rows *rows, int first, int count);

/* The first of `count` rows to leave out, 0: there are not so many empty ones. Of several stretches the one that will not be
 * entered for the longest time: next[] are the rows that come to be used, soonest first; else the one nearest to the middle. */
int fold_find(const struct fold_rows *rows, int count, const int *next, int nexts);

#endif
