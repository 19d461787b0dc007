/* test_board_steps.c - the cursor on a board: where it begins, how it goes over the border, and
 * which cell is nearest to a click (tui/boards/board_art.h). */
#include "config.h"
#include "tests/support/positions.h"

#include "tui/boards/board_art.h"

#include <stdlib.h>

static struct position *start;

static struct board_view view_of(struct ruleset *rules)
{
    read_position(rules, NULL, start);
    return (struct board_view){.position = start, .coordinates = true};
}

/* The e2-Pawn is the movable piece nearest to the middle of the first rank, for Black the e7-Pawn.
 */
static void a_side_begins_at_a_piece_that_can_move(void **state)
{
    (void)state;
    struct ruleset *rules = open_variant("classical");
    view_of(rules);
    assert_int_equal(board_home(start, WHITE), cell_of(rules, "e2"));
    assert_int_equal(board_home(start, BLACK), cell_of(rules, "e7"));
    assert_int_equal(start->side, WHITE); /* the position is as it was */
    ruleset_free(rules);
}

static void the_cursor_stops_at_the_border_or_goes_around(void **state)
{
    (void)state;
    struct ruleset *rules = open_variant("classical");
    struct board_view view = view_of(rules);
    cell_t h4 = cell_of(rules, "h4"), e8 = cell_of(rules, "e8");
    assert_int_equal(board_walk(&view, h4, 0, 1), h4);
    assert_int_equal(board_walk_around(&view, h4, 0, 1), cell_of(rules, "a4"));
    assert_int_equal(board_walk_around(&view, e8, 1, 0), cell_of(rules, "e1"));
    assert_int_equal(board_walk_around(&view, e8, 0, 1), cell_of(rules, "f8"));
    ruleset_free(rules);
}

/* Only on a board that is cut: a click beside its cells scrolls it. */
static void a_click_beside_a_cut_board_finds_the_nearest_cell(void **state)
{
    int row, column;
    (void)state;
    struct ruleset *rules = open_variant("mirandas-veil");
    struct board_view view = view_of(rules);
    const struct board_art *art = board_art_for(rules);
    view.rows = 100;
    view.columns = 200;
    assert_int_equal(board_nearest(&view, 0, 0), CELL_NONE);
    view.rows = 9;
    view.columns = 20;
    art->follow(&view, cell_of(rules, "a1"));
    assert_true(art->locate(&view, cell_of(rules, "a1"), &row, &column));
    assert_int_equal(board_nearest(&view, row + 3, column - 3), cell_of(rules, "a1"));
    assert_int_equal(board_nearest(&view, row, column), cell_of(rules, "a1"));
    ruleset_free(rules);
}

static int make_start(void **state)
{
    (void)state;
    start = memory_new(1, sizeof *start);
    return 0;
}

static int free_start(void **state)
{
    (void)state;
    free(start);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_side_begins_at_a_piece_that_can_move),
        cmocka_unit_test(the_cursor_stops_at_the_border_or_goes_around),
        cmocka_unit_test(a_click_beside_a_cut_board_finds_the_nearest_cell),
    };
    return cmocka_run_group_tests_name("the cursor on a board", tests, make_start, free_start);
}
