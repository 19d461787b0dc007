/* live_both.h - runs tests of live games twice, as one plan: with live games in a folder, and in
 * the memory of the test. */
#ifndef CHESSCADE_TESTS_SUPPORT_LIVE_BOTH_H
#define CHESSCADE_TESTS_SUPPORT_LIVE_BOTH_H

#include "tests/support/testing.h"

#include "archive/store/memory/live_memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool in_memory;
static CMFixtureFunction both_setup, both_teardown;

static inline void from_here_on_in_memory(void **state)
{
    if (both_teardown)
        assert_int_equal(both_teardown(state), 0);
    in_memory = true;
    stores_live_at(&live_memory);
    if (both_setup)
        assert_int_equal(both_setup(state), 0);
}

/* Runs `both` (n) in a folder, then `files` (m), which look at files or start processes, then
 * `both` in memory. begin() and end() are those of the group; NULL: each test has its own. */
static inline int run_on_both(const struct CMUnitTest *both, size_t n,
                              const struct CMUnitTest *files, size_t m, CMFixtureFunction begin,
                              CMFixtureFunction end)
{
    struct CMUnitTest *all = calloc(2 * n + m + 1, sizeof *all);
    char(*name)[120] = calloc(n, sizeof *name);
    assert_true(all && name);
    both_setup = begin;
    both_teardown = end;
    memcpy(all, both, n * sizeof *all);
    if (m)
        memcpy(all + n, files, m * sizeof *all);
    all[n + m] = (struct CMUnitTest)cmocka_unit_test(from_here_on_in_memory);
    memcpy(all + n + m + 1, both, n * sizeof *all);
    for (size_t i = 0; i < n; i++) {
        snprintf(name[i], sizeof name[i], "in memory: %s", both[i].name);
        all[n + m + 1 + i].name = name[i];
    }
    int failed = _cmocka_run_group_tests("live games", all, 2 * n + m + 1, begin, end);
    free(name);
    free(all);
    return failed;
}

#define COUNT_OF(tests) (sizeof(tests) / sizeof *(tests))

#endif
