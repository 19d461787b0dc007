/* rank_folding.h - chooses which empty ranks of a tall board to leave out, so that both ends are visible at once. */
#ifndef CHESSCADE_TUI_BOARDS_RANK_FOLDING_H
#define CHESSCADE_TUI_BOARDS_RANK_FOLDING_H

#include <stdbool.h>

enum { FOLD_ROWS_MAX = 64 };

/* The rows of a board from the top; used: holds a piece. */
struct fold_rows {
    bool used[FOLD_ROWS_MAX];
    int n;
};

/* True if `count` rows from `first` on are empty and include neither the top nor the bottom row. */
bool fold_fits(const struct fold_rows *rows, int first, int count);

/* The first of `count` empty rows to leave out; 0 if there are not so many. Prefer the stretch that stays unused
 * longest: next[] are the rows used next, soonest first. Otherwise prefer the stretch nearest to the middle. */
int fold_find(const struct fold_rows *rows, int count, const int *next, int nexts);

#endif
