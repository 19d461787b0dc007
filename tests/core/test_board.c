/* test_board.c - the geometry of the boards, compared with the rules texts. */
#include "tests/support/testing.h"

#include "core/board.h"

/* rules/triangles.md 2.2: the neighbours of h3 (down) and h4 (up), by kind. */
static void triangles_have_the_neighbours_of_the_rules(void **state)
{
    (void)state;
    static const struct {
        const char *cell, *by_angle[TRIANGLE_DIRECTIONS]; /* 0, 30, ... 330 degrees */
    } expected[] = {
        {"h3", {"j3", "j4", "i4", "h4", "g4", "f4", "f3", "g3", "g2", "h2", "i2", "i3"}},
        {"h4", {"j4", "i4", "i5", "h5", "g5", "g4", "f4", "f3", "g3", "h3", "i3", "j3"}},
    };
    struct board *board = board_triangle();
    assert_int_equal(board->cells, 64);
    for (int i = 0; i < 2; i++) {
        cell_t cell = board_cell_named(board, expected[i].cell, NULL);
        for (int d = 0; d < TRIANGLE_DIRECTIONS; d++)
            assert_string_equal(board_name(board, board_next(board, cell, d)),
                                expected[i].by_angle[d]);
    }
    cell_t corner = board_cell_named(board, "a1", NULL);
    int neighbours = 0;
    for (int d = 0; d < TRIANGLE_DIRECTIONS; d++)
        neighbours += board_next(board, corner, d) != CELL_NONE;
    assert_int_equal(neighbours, 3); /* b1 | b2 c1 | none */
    board_free(board);
}

/* Every step can be undone by the opposite step, on every board. */
static void every_step_has_an_opposite(void **state)
{
    (void)state;
    struct board *boards[] = {board_squares(7, 7), board_squares(26, 26), board_triangle(),
                              board_diamond()};
    for (int b = 0; b < 4; b++) {
        for (int c = 0; c < boards[b]->cells; c++)
            for (int d = 0; d < boards[b]->directions; d++) {
                cell_t to = board_next(boards[b], (cell_t)c, d);
                int back = (d + boards[b]->directions / 2) % boards[b]->directions;
                if (to != CELL_NONE)
                    assert_int_equal(board_next(boards[b], to, back), c);
            }
        board_free(boards[b]);
    }
}

/* rules/croatian.md 3: the lower right square is light on every board; triangles.md 2.1: up cells
 * are dark. */
static void cells_have_the_colours_of_the_rules(void **state)
{
    (void)state;
    for (int n = 7; n <= 26; n++) {
        struct board *board = board_squares(n, n);
        assert_int_equal(board->cell[board_at(board, n - 1, 0)].dark, 0);
        assert_int_equal(board->cell[board_at(board, 0, 0)].dark, n % 2 == 0);
        board_free(board);
    }
    struct board *board = board_diamond();
    assert_int_equal(board->cells, 128);
    assert_int_equal(board->cell[board_cell_named(board, "h1", NULL)].up, 0);
    assert_int_equal(board->cell[board_cell_named(board, "a9", NULL)].up, 1);
    board_free(board);
}

static void cells_have_names(void **state)
{
    (void)state;
    struct board *board = board_squares(26, 26);
    int length = -1;
    assert_int_equal(board_cell_named(board, "z26", &length), 26 * 26 - 1);
    assert_int_equal(length, 3);
    assert_int_equal(board_cell_named(board, "a0", &length), CELL_NONE);
    assert_int_equal(board_cell_named(board, "a27", &length), CELL_NONE);
    assert_int_equal(board_cell_named(board, "aa1", &length), CELL_NONE);
    assert_int_equal(board_cell_named(board, "", &length), CELL_NONE);
    assert_int_equal(length, 0);
    for (int c = 0; c < board->cells; c++)
        assert_int_equal(board_cell_named(board, board_name(board, (cell_t)c), NULL), c);
    board_free(board);
}

/* The message for a name that no cell has; NULL: the text names no wrong cell. */
static void wrong_names_are_explained(void **state)
{
    (void)state;
    static const struct {
        const char *text, *says;
        int offset;
    } rows[] = {
        {"Ra9", "there is no cell a9: this board has a1 to h8 (rule)", 1},
        {"Ra1-i1", "there is no cell i1: this board has a1 to h8 (rule)", 4},
        {"Ra0", "there is no cell a0: this board has a1 to h8 (rule)", 1},
        {"e2-e1234567890", "there is no cell e123456: this board has a1 to h8 (rule)", 3},
        {"Rx5", NULL, 0},
        {"Ra1-a8", NULL, 0},
        {"O-O", NULL, 0},
        {"", NULL, 0},
    };
    struct board *board = board_squares(8, 8), *diamond = board_diamond();
    struct note why;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_int_equal(board_refuses_name(board, rows[i].text, "rule", &why),
                         rows[i].says != NULL);
        if (rows[i].says)
            assert_string_equal(why.text, rows[i].says);
        if (rows[i].says)
            assert_int_equal(why.offset, rows[i].offset);
    }
    assert_true(board_refuses_name(diamond, "Na1", "rule", &why));
    assert_string_equal(why.text, "there is no cell a1: rank 1 has h1 only (rule)");
    assert_true(board_refuses_name(diamond, "Na3", "rule", &why));
    assert_string_equal(why.text, "there is no cell a3: rank 3 has f3 to j3 (rule)");
    assert_true(board_refuses_name(diamond, "Na17", "rule", &why));
    assert_string_equal(why.text, "there is no cell a17: this board has the ranks 1 to 16 (rule)");
    board_free(board);
    board_free(diamond);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(triangles_have_the_neighbours_of_the_rules),
        cmocka_unit_test(every_step_has_an_opposite),
        cmocka_unit_test(cells_have_the_colours_of_the_rules),
        cmocka_unit_test(cells_have_names),
        cmocka_unit_test(wrong_names_are_explained),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
