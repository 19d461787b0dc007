/* rank_folding.c - decides which empty ranks of a tall board are left out: see tui/boards/rank_folding.h. */
#include "tui/boards/rank_folding.h"

#include <stdlib.h>

bool fold_fits(const struct fold_rows *rows, int first, int count)
{
    bool fits = count > 0 && first > 0 && first + count < rows->n;
    for (int row = first; row < first + count && fits; row++)
        fits = !rows->used[row];
    return fits;
}

int fold_find(const struct fold_rows *rows, int count, const int *next, int nexts)
{
    int best = 0, longest = -1, nearest = 0;
    for (int first = 1; first + count < rows->n; first++) {
        if (!fold_fits(rows, first, count))
            continue;
        int lasts = 0, away = abs(2 * first + count - rows->n);
        while (lasts < nexts && (next[lasts] < first || next[lasts] >= first + count))
            lasts++;
        if (lasts > longest || (lasts == longest && away < nearest)) {
            best = first;
            longest = lasts;
            nearest = away;
        }
    }
    return best;
}
