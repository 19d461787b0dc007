/* chance.h - numbers for the tests that try much: the same ones at every run, so that what failed
 * fails again. */
#ifndef CHESSCADE_TESTS_SUPPORT_CHANCE_H
#define CHESSCADE_TESTS_SUPPORT_CHANCE_H

#include <stdint.h>

/* Where the row of numbers stands; a test that sets it begins a row of its own. */
static uint64_t seed = 20261121;

/* 0 to below - 1. */
static inline int chance(int below)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (int)((seed >> 33) % (uint64_t)below);
}

#endif
