/* croatian.h - what the tests of Croatian Chess share: opening variants and positions, chance with a fixed
 * seed. */
#ifndef CHESSCADE_TESTS_CROATIAN_H
#define CHESSCADE_TESTS_CROATIAN_H

#include "tests/testing.h"

#include "core/base.h"
#include "core/draft.h"
#include "core/game.h"
#include "core/search.h"

enum { TEXT_ROOM = 8192 };

static inline int chance(uint64_t *seed, int below)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (int)((*seed >> 33) % (uint64_t)below);
}

static inline struct ruleset *open_rules(const char *id)
{
    struct ruleset *rules;
    struct note why;
    if (ruleset_open(&rules, id, NULL, 0, &why) < 0)
        fail_msg("%s: %s", id, why.text);
    return rules;
}

/* Open a variant and read a position of it; NULL: the opening. */
static inline struct ruleset *open_position(const char *id, const char *text, struct position *out)
{
    struct ruleset *rules = open_rules(id);
    struct note why;
    if (!text)
        rules->rules->setup(rules, out);
    else if (rules->rules->read(rules, text, out, &why) < 0)
        fail_msg("%s: %s: %s", id, text, why.text);
    return rules;
}

/* The Wave example of the book 8.1, its Stars of 9.1, its game of 17.1, and a star-journey with pieces to call back (16.6). */
#define WAVES "15k/16/16/16/16/16/16/16/16/16/16/w1R1W11/16/K1B1R11/16/W1Q1w11 w - - 0 1"
#define JOURNEY                                                                                              \
    "T24t/26/24k1/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/4M21/26/1I1M22/26/24K1/26/t24T[PU] w - - " \
    "0 1"
#define STARS_18 "Tr14kt/17p/18/18/18/18/18/18/18/18/18/18/18/18/18/1WQ15/R15PP/trW13KT w - - 0 1"
#define CHECK_17_1 "16/16/16/16/16/16/16/16/16/16/16/16/3Q12/15r/14K1/W8k2B2q w - - 0 1"

#endif
