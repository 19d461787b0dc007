/* shift.c - rows of a screen that moved: see shift.h. */
#include "tui/shift.h"

#include <stdlib.h>

enum { ROWS_MOST = 1000 };

/* What a move by so many rows is good for: the stretch of rows that gains the most, less what the rows that come in lose. */
static int try_shift(int rows, int by, const int *now, const int *blank, shift_alike *alike, const void *of,
                     struct shift *shift)
{
    int from = by < 0 ? -by : 0, to = by > 0 ? rows - by : rows, sum = 0, begin = from, best = 0;
    for (int row = from; row < to; row++) {
        sum += alike(of, row + by, row) - now[row];
        if (sum <= 0) {
            sum = 0;
            begin = row + 1;
        } else if (sum > best) {
            best = sum;
            *shift = (struct shift){by < 0 ? begin + by : begin, by > 0 ? row + 1 + by : row + 1, by};
        }
    }
    for (int i = 0, in = by > 0 ? shift->last - by : shift->first; best && i < abs(by); i++)
        best -= now[in + i] - blank[in + i];
    return best;
}

bool shift_find(int rows, int most, int least, shift_alike *alike, const void *of, struct shift *shift)
{
    int now[ROWS_MOST], blank[ROWS_MOST], best = least - 1;
    if (rows > ROWS_MOST)
        return false;
    for (int row = 0; row < rows; row++) {
        now[row] = alike(of, row, row);
        blank[row] = alike(of, -1, row);
    }
    for (int by = -most; by <= most; by++) {
        struct shift tried;
        int gain = by == 0 || abs(by) >= rows ? 0 : try_shift(rows, by, now, blank, alike, of, &tried);
        if (gain > best) {
            best = gain;
            *shift = tried;
        }
    }
    return best >= least;
}
