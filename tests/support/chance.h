/* chance.h - pseudo-random numbers for tests. Every run gets the same ones, so a failure
 * repeats. */
#ifndef CHESSCADE_TESTS_SUPPORT_CHANCE_H
#define CHESSCADE_TESTS_SUPPORT_CHANCE_H

#include <stdint.h>

/* The state of the generator. A test that sets it starts a sequence of its own. */
static uint64_t seed = 20261121;

/* A number from 0 to below - 1. */
static inline int chance(int below)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (int)((seed >> 33) % (uint64_t)below);
}

#endif
