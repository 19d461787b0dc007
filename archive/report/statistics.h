/* statistics.h - statistics over the games found: results, variants, years, players, and a cross
 * table. */
#ifndef CHESSCADE_ARCHIVE_REPORT_STATISTICS_H
#define CHESSCADE_ARCHIVE_REPORT_STATISTICS_H

#include "archive/summary/summary.h"

#include <stdio.h>

struct statistics;

enum { STATISTICS_COLUMNS = 79, STATISTICS_LEAST = 29 };

/* Creates statistics without any games; owned by the caller. */
struct statistics *statistics_new(void);
void statistics_free(struct statistics *statistics);
/* Counts a game; a damaged game is only counted as damaged. */
void statistics_add(struct statistics *statistics, const struct listing *listing);
/* Prints cleaned text in lines of at most `columns` columns (at least STATISTICS_LEAST): the
 * totals, then the players by points. With at most 16 players, also prints a cross table; a game of
 * three players counts in it as one game of each pair. */
void statistics_print(struct statistics *statistics, int columns, FILE *out);
/* Like statistics_print(), but in whole sentences, one per line, for screen readers; lists at
 * most 20 pairs of opponents. */
void statistics_tell(struct statistics *statistics, FILE *out);

#endif
