/* net_data.h - the positions that nets learn from: net_data.c writes them, net.c reads them.
 *
 * A file has one record for each position: a struct net_record, then `men` numbers of 16 bits, each
 * (side * pieces + piece) * cells + cell. */
#ifndef CHESSCADE_TESTS_BENCH_NET_DATA_H
#define CHESSCADE_TESTS_BENCH_NET_DATA_H

#include <stdint.h>

enum { RESULT_UNKNOWN = 3 };

struct net_record {
    int16_t score;  /* of a search, for the side to move, in hundredths of a pawn */
    uint8_t side;   /* to move */
    uint8_t result; /* for the side to move: 2 won, 1 drawn, 0 lost, or RESULT_UNKNOWN */
    uint8_t men, spare;
};

#endif
