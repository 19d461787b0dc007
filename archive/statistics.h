/* statistics.h - what the games found have in common, counted: results, variants, years, players; a cross
 * table. */
#ifndef CHESSCADE_STATISTICS_H
#define CHESSCADE_STATISTICS_H

#include "archive/listing.h"

#include <stdio.h>

struct statistics;

enum { STATISTICS_COLUMNS = 79, STATISTICS_LEAST = 29 };

/* Of no games yet; the caller's. */
struct statistics *statistics_new(void);
void statistics_free(struct statistics *statistics);
/* Count a game; damaged ones are counted as that. */
void statistics_add(struct statistics *statistics, const struct listing *listing);
/* Print as text, tables in lines of so many columns, STATISTICS_LEAST at least, cleaned: sums, then players by points; with at most
 * 16 players a cross table, in which each of three stands against each of the others. */
void statistics_print(struct statistics *statistics, int columns, FILE *out);
/* The same in whole sentences, a line each, for those who hear them; who met whom is told of at most 20 pairs. */
void statistics_tell(struct statistics *statistics, FILE *out);

#endif
