/* croatian.h - positions from the book that several tests of Croatian Chess use. */
#ifndef CHESSCADE_TESTS_SUPPORT_CROATIAN_H
#define CHESSCADE_TESTS_SUPPORT_CROATIAN_H

#include "tests/support/positions.h"

#include "core/base.h"
#include "core/draft.h"
#include "core/presentation.h"
#include "core/game.h"
#include "core/enumerate.h"

enum { TEXT_ROOM = 8192 };

/* The Wave example (book 8.1), the Stars (9.1), the game of 17.1, and a star-journey with pieces to
 * call back (16.6). */
#define WAVES "15k/16/16/16/16/16/16/16/16/16/16/w1R1W11/16/K1B1R11/16/W1Q1w11 w - - 0 1"
#define JOURNEY                                                                                              \
    "T24t/26/24k1/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/4M21/26/1I1M22/26/24K1/26/t24T[PU] w - - " \
    "0 1"
/* JOURNEY with a Wave and a Queen added. `rest` is the fifth rank from the h-file on; it sets how
 * far the Queen is from the Wave. */
#define SPENDING(rest)                                                                 \
    "T24t/26/24k1/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/4M21/26/1I1M3W" rest \
    "/26/24K1/26/t24T[PU] w - - 0 1"
#define STARS_18 "Tr14kt/17p/18/18/18/18/18/18/18/18/18/18/18/18/18/1WQ15/R15PP/trW13KT w - - 0 1"
#define CHECK_17_1 "16/16/16/16/16/16/16/16/16/16/16/16/3Q12/15r/14K1/W8k2B2q w - - 0 1"

#endif
