/* test_loop.c - the event loop (tui/system/loop.h), driven with pipes and a clock that the test
 * sets. */
#include "config.h"
#include "tests/support/testing.h"

#include "tui/system/loop.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { PIPES = 6 };

static struct loop *loop;
static int64_t clock_now;
static int pipes[PIPES][2];
static char heard[200]; /* one letter for each call */
static loop_handle handle[PIPES], timed[PIPES];

static int64_t test_now(void *host)
{
    (void)host;
    return clock_now;
}

static const struct loop_ops ops = {.now = test_now};

static int setup(void **state)
{
    (void)state;
    loop = loop_new(&ops, NULL);
    clock_now = 1000;
    *heard = '\0';
    for (int i = 0; i < PIPES; i++) {
        handle[i] = timed[i] = 0;
        if (pipe(pipes[i]) < 0)
            return -1;
    }
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    loop_free(loop);
    for (int i = 0; i < PIPES; i++)
        for (int end = 0; end < 2; end++)
            if (pipes[i][end] >= 0)
                close(pipes[i][end]);
    return 0;
}

static void hear(void *argument)
{
    snprintf(heard + strlen(heard), sizeof heard - strlen(heard), "%s", (const char *)argument);
}

/* What is called after a look at the descriptors. */
static const char *run(void)
{
    *heard = '\0';
    loop_wait(loop, 0);
    loop_run(loop);
    return heard;
}

static void say(int i)
{
    assert_int_equal(write(pipes[i][1], "x", 1), 1);
}

static void take(int i)
{
    char byte;
    assert_int_equal(read(pipes[i][0], &byte, 1), 1);
}

static void watch(int i, const char *word)
{
    loop_watch(loop, &handle[i], NULL, pipes[i][0], LOOP_READABLE, hear, (void *)word);
}

static void at(int i, int64_t when, const char *word)
{
    loop_at(loop, &timed[i], NULL, when, hear, (void *)word);
}

/* ---- descriptors ---- */

static void test_several_descriptors(void **state)
{
    (void)state;
    watch(0, "a");
    watch(1, "b");
    watch(2, "c");
    assert_string_equal(run(), "");
    say(2);
    say(0);
    assert_string_equal(run(), "ac"); /* in the order of watching */
    assert_string_equal(run(), "ac"); /* as long as nobody reads */
    take(0);
    assert_string_equal(run(), "c");
    loop_cancel(loop, &handle[2]);
    assert_int_equal(handle[2], 0);
    assert_string_equal(run(), "");
}

static void test_watch_is_repeated(void **state)
{
    (void)state;
    watch(0, "a");
    watch(1, "b");
    loop_handle before = handle[0];
    loop_watch(loop, &handle[0], NULL, pipes[0][0], LOOP_READABLE, hear, (void *)"a");
    assert_int_equal(handle[0], before);
    say(0);
    assert_string_equal(run(), "a"); /* once, though it was watched twice */
    loop_watch(loop, &handle[0], NULL, pipes[2][0], LOOP_READABLE, hear, (void *)"a");
    assert_string_equal(run(), ""); /* the handle watches another descriptor now */
    loop_watch(loop, &handle[0], NULL, -1, LOOP_READABLE, hear, (void *)"a");
    say(2);
    assert_string_equal(run(), "");
}

static void test_found_without_a_function(void **state)
{
    (void)state;
    loop_watch(loop, &handle[0], NULL, pipes[0][0], LOOP_READABLE, NULL, NULL);
    loop_watch(loop, &handle[1], NULL, pipes[1][1], LOOP_BROKEN, NULL, NULL);
    assert_int_equal(loop_wait(loop, 0), 0);
    say(0);
    assert_int_equal(loop_wait(loop, -1), 1);
    assert_int_equal(loop_found(loop, handle[0]), LOOP_INPUT);
    assert_int_equal(loop_found(loop, handle[1]), 0);
    assert_false(loop_run(loop));
    assert_int_equal(loop_found(loop, handle[0]), 0); /* served */
    close(pipes[1][0]);
    pipes[1][0] = -1;
    loop_wait(loop, -1);
    assert_true(loop_found(loop, handle[1])); /* nobody can read what is written */
    take(0);
    close(pipes[0][1]);
    pipes[0][1] = -1;
    loop_wait(loop, -1);
    assert_int_equal(loop_found(loop, handle[0]), LOOP_HANGUP);
}

static void test_closed_descriptor_is_told_once(void **state)
{
    (void)state;
    watch(0, "a");
    watch(1, "b");
    close(pipes[0][0]);
    pipes[0][0] = -1;
    say(1);
    assert_string_equal(run(), "ab");
    assert_string_equal(run(), "b");
    loop_cancel(loop, &handle[0]); /* its watch has ended, and that is no harm */
    assert_string_equal(run(), "b");
}

/* ---- times ---- */

static void test_times_come_in_order(void **state)
{
    (void)state;
    at(0, 1300, "c");
    at(1, 1100, "a");
    at(2, 1200, "b");
    at(3, 1200, "B");
    at(4, 5000, "d");
    assert_int_equal(loop_next(loop), 1100);
    assert_string_equal(run(), "");
    clock_now = 1100;
    assert_string_equal(run(), "a");
    assert_string_equal(run(), ""); /* each time comes once */
    assert_int_equal(loop_due(loop, timed[1]), LOOP_NEVER);
    clock_now = 1400;
    assert_string_equal(run(), "bBc");
    assert_int_equal(loop_next(loop), 5000);
    loop_cancel(loop, &timed[4]);
    assert_int_equal(loop_next(loop), LOOP_NEVER);
    loop_cancel(loop, &timed[4]);
    loop_cancel(loop, &timed[1]);
}

static void test_a_time_is_moved(void **state)
{
    (void)state;
    at(0, 1100, "a");
    at(0, 1300, "a");
    assert_int_equal(loop_due(loop, timed[0]), 1300);
    loop_at_latest(loop, &timed[0], NULL, 1500, hear, (void *)"late");
    assert_int_equal(loop_due(loop, timed[0]), 1300);
    loop_at_latest(loop, &timed[0], NULL, 1200, hear, (void *)"b");
    assert_int_equal(loop_due(loop, timed[0]), 1200);
    loop_at_latest(loop, &timed[1], NULL, 1250, hear, (void *)"c");
    clock_now = 2000;
    assert_string_equal(run(), "bc");
    at(0, 2100, "a");
    at(0, LOOP_NEVER, "a");
    clock_now = 3000;
    assert_string_equal(run(), "");
}

static void test_sleep_ends_with_the_first_time(void **state)
{
    (void)state;
    loop_free(loop);
    loop = loop_new(NULL, NULL); /* on the real clock */
    loop_watch(loop, &handle[0], NULL, pipes[0][0], LOOP_READABLE, hear, (void *)"x");
    loop_at(loop, &timed[0], NULL, 0, hear, (void *)"a"); /* long past */
    assert_int_equal(loop_wait(loop, -1), 0);
    *heard = '\0';
    assert_true(loop_run(loop));
    assert_string_equal(heard, "a");
    assert_false(loop_run(loop));
}

/* ---- functions that add and cancel ---- */

static void cancel_others(void *argument)
{
    hear(argument);
    loop_cancel(loop, &handle[0]); /* itself */
    loop_cancel(loop, &handle[2]); /* one that is ready */
    loop_cancel(loop, &timed[0]);
}

static void test_cancel_inside(void **state)
{
    (void)state;
    loop_watch(loop, &handle[0], NULL, pipes[0][0], LOOP_READABLE, cancel_others, (void *)"a");
    watch(1, "b");
    watch(2, "c");
    at(0, 1000, "t");
    at(1, 1000, "u");
    for (int i = 0; i < 3; i++)
        say(i);
    assert_string_equal(run(), "abu");
    assert_string_equal(run(), "b");
}

static void cancel_next(void *argument)
{
    hear(argument);
    loop_cancel(loop, &timed[1]);
}

static void test_cancel_a_time_inside(void **state)
{
    (void)state;
    loop_at(loop, &timed[0], NULL, 900, cancel_next, (void *)"a");
    at(1, 950, "b");
    at(2, 980, "c");
    assert_string_equal(run(), "ac");
}

static void add_many(void *argument)
{
    hear(argument);
    for (int i = 1; i < PIPES; i++) {
        watch(i, "n");
        at(i, 0, "t");
    }
}

static void test_add_inside(void **state)
{
    (void)state;
    loop_watch(loop, &handle[0], NULL, pipes[0][0], LOOP_READABLE, add_many, (void *)"a");
    for (int i = 0; i < PIPES; i++)
        say(i);
    assert_string_equal(run(), "a");
    take(0);
    assert_string_equal(run(), "nnnnnttttt");
}

static void again(void *argument)
{
    hear(argument);
    loop_at(loop, &timed[0], NULL, clock_now, again, argument);
}

static void test_nobody_starves(void **state)
{
    (void)state;
    loop_at(loop, &timed[0], NULL, 1000, again, (void *)"a"); /* always due */
    at(1, 1000, "b");
    watch(0, "r"); /* always readable */
    watch(1, "s");
    say(0);
    say(1);
    assert_string_equal(run(), "rsab");
    at(1, 1001, "b");
    assert_string_equal(run(), "rsa");
    clock_now = 1001;
    /* "a" was set again for 1000, so it comes first, and once */
    assert_string_equal(run(), "rsab");
    assert_string_equal(run(), "rsa");
}

/* ---- owners and the host ---- */

static void test_owner_is_dropped(void **state)
{
    int one, other;
    (void)state;
    loop_watch(loop, &handle[0], &one, pipes[0][0], LOOP_READABLE, hear, (void *)"a");
    loop_watch(loop, &handle[1], &other, pipes[1][0], LOOP_READABLE, hear, (void *)"b");
    loop_at(loop, &timed[0], &one, 1000, hear, (void *)"c");
    loop_at(loop, &timed[1], &other, 1000, hear, (void *)"d");
    loop_at(loop, &timed[2], &one, 1000, hear, (void *)"e");
    say(0);
    say(1);
    loop_drop(loop, &one);
    assert_string_equal(run(), "bd");
}

static void drop_owner(void *argument)
{
    hear((void *)"x");
    loop_drop(loop, argument);
}

static void test_owner_is_dropped_inside(void **state)
{
    int one;
    (void)state;
    loop_watch(loop, &handle[0], &one, pipes[0][0], LOOP_READABLE, drop_owner, &one);
    loop_watch(loop, &handle[1], &one, pipes[1][0], LOOP_READABLE, hear, (void *)"b");
    loop_at(loop, &timed[0], &one, 1000, hear, (void *)"c");
    say(0);
    say(1);
    assert_string_equal(run(), "x");
    assert_string_equal(run(), "");
}

static void around(void *host, void *owner, loop_fn *function, void *argument)
{
    hear(host);
    hear(owner);
    function(argument);
    hear((void *)")");
}

static void test_host_calls(void **state)
{
    static const struct loop_ops calls = {test_now, around};
    (void)state;
    loop_free(loop);
    loop = loop_new(&calls, (void *)"(");
    loop_watch(loop, &handle[0], (void *)"o", pipes[0][0], LOOP_READABLE, hear, (void *)"a");
    loop_at(loop, &timed[0], (void *)"p", 1000, hear, (void *)"b");
    loop_at(loop, &timed[1], (void *)"q", 1000, NULL, NULL); /* only ends the sleep */
    say(0);
    assert_string_equal(run(), "(oa)(pb)");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_several_descriptors),
        TEST(test_watch_is_repeated),
        TEST(test_found_without_a_function),
        TEST(test_closed_descriptor_is_told_once),
        TEST(test_times_come_in_order),
        TEST(test_a_time_is_moved),
        TEST(test_sleep_ends_with_the_first_time),
        TEST(test_cancel_inside),
        TEST(test_cancel_a_time_inside),
        TEST(test_add_inside),
        TEST(test_nobody_starves),
        TEST(test_owner_is_dropped),
        TEST(test_owner_is_dropped_inside),
        TEST(test_host_calls),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
