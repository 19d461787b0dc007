/* test_shift.c - rows of a screen that moved are found, with what stands beside them left where it was. */
#include "tests/testing.h"

#include "tui/shift.h"

#include <string.h>

enum { ROWS = 8, COLUMNS = 10 };

struct screens {
    const char *was[ROWS], *is[ROWS];
};

static int alike(const void *of, int was, int is)
{
    const struct screens *screens = of;
    int n = 0;
    for (int i = 0; i < COLUMNS; i++)
        n += (was < 0 ? ' ' : screens->was[was][i]) == screens->is[is][i];
    return n;
}

static const struct screens up = {
    {"the title ", "aaaaaa   |", "bbbbbb   |", "cccccc   |", "dddddd   |", "eeeeee   |", "ffffff   |", "the status"},
    {"the title ", "cccccc   |", "dddddd   |", "eeeeee   |", "ffffff   |", "gggggg   |", "hhhhhh   |", "the status"},
};

static void rows_that_moved_up(void **state)
{
    (void)state;
    struct shift shift;
    assert_true(shift_find(ROWS, 4, 10, alike, &up, &shift));
    assert_int_equal(shift.by, 2);
    assert_int_equal(shift.first, 1); /* the title and the status stay */
    assert_int_equal(shift.last, 7);
}

static void rows_that_moved_down(void **state)
{
    (void)state;
    struct screens down;
    struct shift shift;
    memcpy(down.was, up.is, sizeof down.was);
    memcpy(down.is, up.was, sizeof down.is);
    assert_true(shift_find(ROWS, 4, 10, alike, &down, &shift));
    assert_int_equal(shift.by, -2);
    assert_int_equal(shift.first, 1);
    assert_int_equal(shift.last, 7);
}

/* Nothing is moved further than asked for, or for less than it is worth; and nothing where a column of it stays. */
static void rows_that_are_left_alone(void **state)
{
    (void)state;
    static const struct screens still = {
        {"   wwwwwww", "a  wwwwwww", "b  wwwwwww", "c  wwwwwww", "d  wwwwwww", "   xxxxxxx", "   yyyyyyy", "   zzzzzzz"},
        {"a  wwwwwww", "b  wwwwwww", "c  wwwwwww", "d  wwwwwww", "   wwwwwww", "   xxxxxxx", "   yyyyyyy", "   zzzzzzz"},
    };
    struct shift shift;
    assert_false(shift_find(ROWS, 1, 10, alike, &up, &shift));
    assert_false(shift_find(ROWS, 4, 100, alike, &up, &shift));
    assert_false(shift_find(ROWS, 4, 10, alike, &still, &shift));
    assert_false(shift_find(ROWS, 0, 1, alike, &up, &shift));
}

/* More rows to move by than there are. */
static void screens_of_one_row(void **state)
{
    (void)state;
    struct shift shift;
    assert_false(shift_find(1, 12, 1, alike, &up, &shift));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_that_moved_up),
        cmocka_unit_test(rows_that_moved_down),
        cmocka_unit_test(rows_that_are_left_alone),
        cmocka_unit_test(screens_of_one_row),
    };
    return cmocka_run_group_tests_name("rows that moved", tests, NULL, NULL);
}
