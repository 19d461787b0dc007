/* test_art_triangles_turned.c - triangle boards at every size and orientation: how they look, which
 * one is chosen for a room or a seat, and where the cells are. */
#include "tests/support/pictures.h"
#include "tests/support/positions.h"
#include "tui/boards/triangles.h"

/* The compact size with coordinates: two lines a rank, seventeen in all. */
static void compact_boards_have_two_lines_a_rank(void **state)
{
    static const char wanted[] = "                  /\\\n"
                                 " 8               /q_\\\n"
                                 "                /\\k /\\\n"
                                 " 7             /b_\\/r_\\\n"
                                 "              /\\r /\\b /\\\n"
                                 " 6           /n_\\/p_\\/n_\\\n"
                                 "            /\\p /\\p /\\p /\\\n"
                                 " 5         /p_\\/p_\\/p_\\/p_\\\n"
                                 "          /\\  /\\  /\\  /\\  /\\\n"
                                 " 4       /P_\\/__\\/__\\/__\\/P'\\\n"
                                 "        /\\P /\\  /\\  /\\  /\\P'/\\\n"
                                 " 3     /N_\\/P_\\/__\\/__\\/P'\\/N'\\\n"
                                 "      /\\R /\\P /\\  /\\  /\\P'/\\B'/\\\n"
                                 " 2   /B_\\/P_\\/P_\\/__\\/P'\\/P'\\/R'\\\n"
                                 "    /\\K /\\B /\\P /\\  /\\P'/\\R'/\\K'/\\\n"
                                 " 1 /Q_\\/R_\\/N_\\/P_\\/P'\\/N'\\/B'\\/Q'\\\n"
                                 "    a b c d e f g h i j k l m n o\n";
    struct ruleset *rules = open_variant("triangle-corners-3");
    struct position start;
    (void)state;
    rules->rules->setup(rules, &start);
    assert_drawn(&(struct board_view){.position = &start, .size = 0, .coordinates = true}, wanted);
    ruleset_free(rules);
}

/* The smallest size has the pieces of the compact one, a line a rank; a dot at the bottom or the
 * top shows which way an empty cell points. */
static void the_smallest_boards_have_one_line_a_rank(void **state)
{
    static const char wanted[] = " 8               q\n"
                                 " 7             b k r\n"
                                 " 6           n r p b n\n"
                                 " 5         p p p p p p p\n"
                                 " 4       P ' . ' . ' . ' P'\n"
                                 " 3     N P P ' . ' . ' P'P'N'\n"
                                 " 2   B R P P P ' . ' P'P'P'B'R'\n"
                                 " 1 Q K R B N P P ' P'P'N'R'B'K'Q'\n"
                                 "   a b c d e f g h i j k l m n o\n";
    struct ruleset *rules = open_variant("triangle-corners-3");
    struct position start;
    (void)state;
    rules->rules->setup(rules, &start);
    struct board_view view = {.position = &start, .coordinates = true, .least = true};
    view.size = board_fit(&view, 10, 40, -1);
    assert_drawn(&view, wanted);
    view.size = board_fit(&view, 17, 40, -1); /* if there is room, the compact one */
    assert_int_equal(view.size, 0);
    view.plain = true; /* but not if no lines may be drawn, however large the room */
    view.least = false;
    view.size = board_fit(&view, 60, 200, -1);
    assert_drawn(&view, wanted);
    ruleset_free(rules);
}

/* A board within its room must look like this. */
static void assert_seen(const struct board_view *view, const char *wanted)
{
    struct scene scene = {0};
    scene_begin(&scene, view->rows, view->columns);
    triangle_art.draw(view, &scene, 0, 0);
    char *drawn = scene_picture(&scene);
    assert_string_equal(drawn, wanted);
    free(drawn);
    scene_free(&scene);
}

/* The text below a board names what is out of its room, and files that are seen keep their letters
 * there. */
static void text_below_names_what_is_cut_off(void **state)
{
    static const char above[] = " 3     N P P ' . ' . ' P'P'N'\n"
                                " 2   B R P P P ' . ' P'P'P'B'R'\n"
                                " 1 Q K R B N P P ' P'P'N'R'B'K'Q'\n"
                                "   a b c d e f g h i j k l m n o\n"
                                "   hidden: 5 above\n";
    static const char around[] = " 4     P ' . ' . ' .\n"
                                 " 3   N P P ' . ' . '\n"
                                 " 2 B R P P P ' . ' P'\n"
                                 "   b c d e f g h i j\n"
                                 "   ^4 v1 <1 >5\n";
    struct ruleset *rules = open_variant("triangle-corners-3");
    struct position start;
    int row, column;
    (void)state;
    rules->rules->setup(rules, &start);
    struct board_view view = {
        .position = &start, .coordinates = true, .least = true, .rows = 5, .columns = 33};
    view.size = board_fit(&view, 5, 33, -1);
    view.top = 5;
    assert_seen(&view, above);
    assert_int_equal(triangle_art.hit(&view, 2, 3), cell_of(rules, "a1"));
    assert_int_equal(triangle_art.hit(&view, 3, 3), CELL_NONE);
    triangle_art.follow(&view, cell_of(rules, "h8")); /* the tip */
    assert_int_equal(view.top, 0);
    assert_true(triangle_art.locate(&view, cell_of(rules, "h8"), &row, &column));
    view.top = 4;
    view.left = 1;
    view.columns = 21;
    assert_seen(&view, around);
    ruleset_free(rules);
}

/* Turned by a sixth the diamond is a parallelogram of 16 lines and 48 columns (the sketch shows
 * three of its strips). */
static void a_diamond_turned_by_a_sixth_is_a_parallelogram(void **state)
{
    static const char strips[] = "     /\\  /\\  /\\  /\\  /\\  /\\  /\\  /\\  /\n"
                                 "    /__\\/__\\/__\\/__\\/__\\/__\\/__\\/__\\/\n"
                                 "   /\\  /\\  /\\  /\\  /\\  /\\  /\\  /\\  /\n"
                                 "  /__\\/__\\/__\\/__\\/__\\/__\\/__\\/__\\/\n"
                                 " /\\  /\\  /\\  /\\  /\\  /\\  /\\  /\\  /\n"
                                 "/__\\/__\\/__\\/__\\/__\\/__\\/__\\/__\\/\n";
    struct ruleset *rules = open_variant("grand-triangle");
    struct position empty;
    int rows, columns;
    (void)state;
    position_clear(&empty, rules);
    struct board_view view = {.position = &empty, .size = 0, .turn = 1};
    triangle_art.measure(&view, &rows, &columns);
    assert_int_equal(rows, 16);
    assert_int_equal(columns, 48);
    char *drawn = board_drawn(&view), *line = drawn;
    for (int i = 0; i < 10; i++)
        line = strchr(line, '\n') + 1;
    assert_string_equal(line, strips);
    free(drawn);
    ruleset_free(rules);
}

/* In a low room the diamond is turned on its side, and in a wide one, if it is larger that way. If
 * it fits as it is, or the board is a triangle, nothing turns. */
static void a_diamond_turns_to_fit(void **state)
{
    (void)state;
    struct ruleset *diamond = open_variant("grand-triangle");
    struct ruleset *triangle = open_variant("triangle-corners-2");
    struct position empty;
    position_clear(&empty, diamond);
    assert_int_equal(
        board_turn_to_fit(&(struct board_view){.position = &empty, .coordinates = true}, 0, 21, 55),
        1);
    assert_int_equal(
        board_turn_to_fit(&(struct board_view){.position = &empty, .coordinates = true}, 0, 40, 55),
        0);
    assert_int_equal(board_turn_to_fit(
                         &(struct board_view){.position = &empty, .coordinates = true}, 0, 40, 105),
                     1);
    assert_int_equal(board_turn_to_fit(
                         &(struct board_view){.position = &empty, .coordinates = true}, 3, 40, 105),
                     4);
    assert_int_equal(
        board_turn_to_fit(&(struct board_view){.position = &empty, .coordinates = true}, 0, 10, 20),
        0);
    position_clear(&empty, triangle);
    assert_int_equal(
        board_turn_to_fit(&(struct board_view){.position = &empty, .coordinates = true}, 0, 21, 55),
        0);
    ruleset_free(diamond);
    ruleset_free(triangle);
}

/* Turned by a third the three-player set-up is the same with the armies passed on; turned by half
 * it is upside down. */
static void a_set_up_can_be_turned(void **state)
{
    struct ruleset *rules = open_variant("triangle-corners-3");
    struct position start;
    (void)state;
    rules->rules->setup(rules, &start);
    struct board_view view = {.position = &start, .size = 1};
    const struct {
        int turn;
        const char *top_left;
    } rows[] = {{2, "/Q \\"}, {4, "/Q'\\"}}; /* the piece in the top corner */
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        view.turn = rows[i].turn;
        char *drawn = board_drawn(&view);
        assert_memory_equal(drawn + strcspn(drawn, "\n") + 1 + 14, rows[i].top_left, 4);
        free(drawn);
    }
    view.turn = 3;
    char *drawn = board_drawn(&view), first[64];
    snprintf(first, sizeof first, "%.32s", drawn);
    assert_string_equal(first, "--------------------------------");
    assert_memory_equal(drawn + strcspn(drawn, "\n") + 1,
                        "\\Q'/\\B'/\\N'/\\P'/\\P /\\N /\\R /\\Q /\n", 33);
    free(drawn);
    ruleset_free(rules);
}

/* A player sees their own army where White sees White's: in the corner on the left, or at the
 * bottom. */
static void boards_turn_to_the_players_seat(void **state)
{
    static const struct {
        const char *id;
        int side;
        const char *begins; /* the last line with letters */
    } rows[] = {{"triangle-corners-3", WHITE, "/Q \\/R \\/N \\/P "},
                {"triangle-corners-3", BLACK, "/q \\/b \\/n \\/p "},
                {"triangle-corners-3", RED, "/Q'\\/R'\\/N'\\/P'"},
                {"triangle-sides-3", BLACK, "/  \\/n \\/r \\/q \\/b "},
                {"triangle-corner-vs-side", BLACK, "/q \\/b \\/n \\/p "}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct ruleset *rules = open_variant(rows[i].id);
        struct position start;
        rules->rules->setup(rules, &start);
        char *drawn = board_drawn(&(struct board_view){
            .position = &start, .size = 1, .turn = board_turn_for(rules, rows[i].side)});
        char *line = drawn; /* the 23rd line of 24 */
        for (int k = 0; k < 22; k++)
            line = strchr(line, '\n') + 1;
        if (strncmp(line, rows[i].begins, strlen(rows[i].begins)) != 0)
            fail_msg("%s, side %d: %.32s", rows[i].id, rows[i].side, line);
        free(drawn);
        ruleset_free(rules);
    }
    struct ruleset *diamond = open_variant("grand-triangle"), *squares = open_variant("classical");
    assert_int_equal(board_turn_for(diamond, BLACK), 3);
    assert_int_equal(board_turn_for(squares, WHITE), 0);
    assert_int_equal(board_turn_for(squares, BLACK), 1);
    ruleset_free(diamond);
    ruleset_free(squares);
}

/* Twice as large, with floors instead of dashes: four lines a rank. */
static void double_size_has_four_lines_a_rank(void **state)
{
    static const char top[] = "                               /\\\n"
                              "                              /  \\\n"
                              "                             / q  \\\n"
                              "                            /______\\\n"
                              "                           /\\      /\\\n"
                              "                          /  \\ k  /  \\\n"
                              "                         / b  \\  / r  \\\n"
                              "                        /______\\/______\\\n";
    struct ruleset *rules = open_variant("triangle-corners-3");
    struct position start;
    int rows, columns;
    (void)state;
    rules->rules->setup(rules, &start);
    struct board_view view = {.position = &start, .size = 5};
    triangle_art.measure(&view, &rows, &columns);
    assert_int_equal(rows, 32);
    assert_int_equal(columns, 64);
    char *drawn = board_drawn(&view);
    assert_memory_equal(drawn, top, strlen(top));
    free(drawn);
    ruleset_free(rules);
}

/* At every size and orientation, each cell is found where it is drawn, inside the picture, and no
 * two at one place; a small viewport that follows a cell shows it. */
static void every_cell_is_found_where_it_is_drawn(void **state)
{
    static const char *const ids[] = {"triangle-corners-3", "grand-triangle"};
    (void)state;
    for (int g = 0; g < 2; g++) {
        struct ruleset *rules = open_variant(ids[g]);
        struct position start;
        rules->rules->setup(rules, &start);
        struct board_view view = {.position = &start, .coordinates = true, .least = true};
        for (view.size = 0; view.size < triangle_art.sizes(&view); view.size++)
            for (view.turn = 0; view.turn < 6; view.turn++)
                for (int c = 0; c < rules->board->cells; c++) {
                    int row, column, rows, columns;
                    view.rows = view.columns = view.top = view.left = 0;
                    triangle_art.measure(&view, &rows, &columns);
                    assert_true(triangle_art.locate(&view, (cell_t)c, &row, &column));
                    assert_true(row >= 0 && column >= 0 && row < rows && column < columns);
                    assert_int_equal(triangle_art.hit(&view, row, column), c);
                    assert_int_equal(triangle_art.hit(&view, row, column + 1), c);
                    view.rows = 18;
                    view.columns = 40;
                    triangle_art.follow(&view, (cell_t)c);
                    assert_true(triangle_art.locate(&view, (cell_t)c, &row, &column));
                    assert_true(row < 18 && column < 40);
                    assert_int_equal(triangle_art.hit(&view, row, column), c);
                }
        ruleset_free(rules);
    }
}

/* A stroke belongs to a cell, too: upper tips to cells that point up, lower tips to the others. The
 * four top lines of the compact board:  h8 15 and 16;  14 to 17;  g7 13 and 14, h7 15 and 16, i7 17
 * and 18;  g7 12 to 14, h7 15 and 16, i7 17 to 19. */
static void strokes_belong_to_cells(void **state)
{
    static const struct {
        int row, column;
        const char *cell; /* NULL: none */
    } rows[] = {
        {0, 14, NULL}, {0, 15, "h8"}, {0, 16, "h8"}, {0, 17, NULL}, {1, 13, NULL}, {1, 14, "h8"},
        {1, 16, "h8"}, {1, 17, "h8"}, {1, 18, NULL}, {2, 13, "g7"}, {2, 14, "g7"}, {2, 15, "h7"},
        {2, 17, "i7"}, {2, 18, "i7"}, {3, 12, "g7"}, {3, 14, "g7"}, {3, 15, "h7"}, {3, 16, "h7"},
        {3, 17, "i7"}, {3, 19, "i7"}, {3, 20, NULL},
    };
    struct ruleset *rules = open_variant("triangle-corners-2");
    struct position start;
    struct board_view view = {.position = &start};
    (void)state;
    rules->rules->setup(rules, &start);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        cell_t wanted = rows[i].cell ? cell_of(rules, rows[i].cell) : CELL_NONE;
        if (triangle_art.hit(&view, rows[i].row, rows[i].column) != wanted)
            fail_msg("line %d, column %d is not %s", rows[i].row, rows[i].column,
                     rows[i].cell ? rows[i].cell : "outside");
    }
    ruleset_free(rules);
}

/* A coloured compact board has no holes: each line has a cell's ground from its first to its last
 * stroke, ... */
static void coloured_boards_have_no_holes(void **state)
{
    struct ruleset *rules = open_variant("triangle-corners-2");
    struct position start;
    struct board_view view = {.position = &start};
    struct scene scene = {0};
    (void)state;
    rules->rules->setup(rules, &start);
    for (view.size = TRIANGLES_COMPACT; view.size < TRIANGLES_LEAST; view.size++) {
        int rows, columns;
        if (view.size > TRIANGLES_COMPACT && view.size < TRIANGLES_SCALES)
            continue;
        triangle_art.measure(&view, &rows, &columns);
        scene_begin(&scene, rows, columns);
        triangle_art.draw(&view, &scene, 0, 0);
        for (int row = 0; row < rows; row++) {
            const struct glyph *line = scene.glyph + (size_t)row * (size_t)columns;
            int first = 0, end = columns;
            while (first < columns - 1 && line[first].ground == ROLE_TEXT)
                first++;
            while (end > 1 && line[end - 1].ground == ROLE_TEXT)
                end--;
            assert_int_equal(line[first].character, '/');
            assert_int_equal(line[end - 1].character, '\\');
            for (int column = first; column < end; column++)
                assert_int_not_equal(line[column].ground, ROLE_TEXT);
        }
    }
    scene_free(&scene);
    ruleset_free(rules);
}

/* ... as wide as its triangles are there: in the two lines of a rank, cells that point up have 1
 * and 3 columns, the others 3 and 1; the last stroke belongs to the last cell. This is the lowest
 * rank of 64 triangles, where the cells that point up are the dark ones. */
static void strokes_have_the_ground_of_their_cells(void **state)
{
    static const char *const wanted[] = {" =---=---=---=---=---=---=---== ",
                                         "===-===-===-===-===-===-===-===="};
    struct ruleset *rules = open_variant("triangle-corners-2");
    struct position start;
    struct board_view view = {.position = &start, .size = TRIANGLES_COMPACT};
    struct scene scene = {0};
    int rows, columns;
    (void)state;
    rules->rules->setup(rules, &start);
    triangle_art.measure(&view, &rows, &columns);
    scene_begin(&scene, rows, columns);
    triangle_art.draw(&view, &scene, 0, 0);
    for (int i = 0; i < 2; i++) {
        char seen[40];
        assert_int_equal(columns, 32);
        for (int column = 0; column < columns; column++) {
            int ground = scene.glyph[(rows - 2 + i) * columns + column].ground;
            seen[column] = ground == ROLE_DARK_CELL ? '=' : ground == ROLE_LIGHT_CELL ? '-' : ' ';
        }
        seen[columns] = '\0';
        assert_string_equal(seen, wanted[i]);
    }
    scene_free(&scene);
    ruleset_free(rules);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(compact_boards_have_two_lines_a_rank),
        cmocka_unit_test(the_smallest_boards_have_one_line_a_rank),
        cmocka_unit_test(text_below_names_what_is_cut_off),
        cmocka_unit_test(a_diamond_turned_by_a_sixth_is_a_parallelogram),
        cmocka_unit_test(a_diamond_turns_to_fit),
        cmocka_unit_test(a_set_up_can_be_turned),
        cmocka_unit_test(boards_turn_to_the_players_seat),
        cmocka_unit_test(double_size_has_four_lines_a_rank),
        cmocka_unit_test(every_cell_is_found_where_it_is_drawn),
        cmocka_unit_test(strokes_belong_to_cells),
        cmocka_unit_test(coloured_boards_have_no_holes),
        cmocka_unit_test(strokes_have_the_ground_of_their_cells),
    };
    return cmocka_run_group_tests_name("triangles turned", tests, NULL, NULL);
}
