/* test_table.c - the parts of the table that need no screen: pictures of boards, the tree as
 * lines, the comment editor, the score at the end of a game, and the scene that everything is
 * drawn into. */
#include "config.h"
#include "tests/support/pictures.h"
#include "tests/support/positions.h"

#include "archive/record/record.h"
#include "tui/widgets/editors.h"
#include "tui/widgets/key.h"
#include "tui/session/describe.h"
#include "tui/boards/move_tree.h"

/* ---------------------------------------------------------------- pictures */

/* rules/croatian.md 19.2: Croatian Ties, the opening, to the letter. */
static const char *const ties = "     a  b  c  d  e  f  g  h  i  j \n"
                                "   +------------------------------+\n"
                                "10 | r :g: n :b: q :k: b :n: g :r:| 10\n"
                                " 9 |:p: p :p: p :p: p :p: p :p: p | 9\n"
                                " 8 |   :::   :::   :::   :::   :::| 8\n"
                                " 7 |:::   :::   :::   :::   :::   | 7\n"
                                " 6 |   :::   :::   :::   :::   :::| 6\n"
                                " 5 |:::   :::   :::   :::   :::   | 5\n"
                                " 4 |   :::   :::   :::   :::   :::| 4\n"
                                " 3 |:::   :::   :::   :::   :::   | 3\n"
                                " 2 | P :P: P :P: P :P: P :P: P :P:| 2\n"
                                " 1 |:R: G :N: B :Q: K :B: N :G: R | 1\n"
                                "   +------------------------------+\n"
                                "     a  b  c  d  e  f  g  h  i  j \n"
                                "White to move\n";

static void the_opening_of_ties_is_drawn_as_in_the_rules(void **state)
{
    (void)state;
    struct position start;
    struct ruleset *rules = open_position("croatian-ties", NULL, &start);
    struct board_view view = {.position = &start, .size = -1, .coordinates = true, .shaded = true};
    char *text = board_picture(&view);
    assert_string_equal(text, ties);
    free(text);
    ruleset_free(rules);
}

/* rules/croatian.md 19.2: three ranks of the Pegasus diagram: marks are characters in empty
 * squares, and parentheses around pieces. */
static void marks_are_drawn_as_in_the_rules(void **state)
{
    (void)state;
    struct position position;
    struct ruleset *rules =
        open_position("croatian-ties", "9k/10/10/10/10/10/1P4p3/10/3G6/9K w - - 0 1", &position);
    static const struct {
        const char *cell;
        int number;
    } marked[] = {{"f10", 2}, {"f8", 2}, {"b4", 0}, {"d4", 2}, {"g4", 0}, {"a3", 4}, {"e3", 1}};
    struct board_mark mark[7];
    for (int i = 0; i < 7; i++)
        mark[i] = (struct board_mark){cell_of(rules, marked[i].cell),
                                      marked[i].number ? MARK_NUMBER : MARK_TAKE,
                                      (uint8_t)marked[i].number, ""};
    struct board_view view = {.position = &position, .size = -1, .mark = mark, .marks = 7};
    char *text = board_picture(&view);
    assert_non_null(strstr(text, " 8 |   :::   :::   :2:   :::   :::| 8\n"));
    assert_non_null(strstr(text, " 4 |   (P)   :2:   :::(p):::   :::| 4\n"));
    assert_non_null(strstr(text, " 3 |:4:   :::   :1:   :::   :::   | 3\n"));
    free(text);
    ruleset_free(rules);
}

/* Every cell, at every size, is found where it is drawn, on whole boards and through a viewport. */
static void cells_are_hit_where_they_are(void **state)
{
    (void)state;
    static const char *const variants[] = {
        "classical", "one", "turnover", "turning-chess", "triangle-corners-3", "grand-triangle"};
    for (size_t v = 0; v < sizeof variants / sizeof *variants; v++) {
        struct position start;
        struct ruleset *rules = open_position(variants[v], NULL, &start);
        const struct board_art *art = board_art_for(rules);
        struct board_view view = {.position = &start, .coordinates = true};
        int sizes = art->sizes(&view), turns = rules->board->shape == BOARD_SQUARES ? 2 : 6;
        for (view.size = 0; view.size < sizes; view.size++)
            for (view.turn = 0; view.turn < turns; view.turn++)
                for (int c = 0; c < rules->board->cells; c++) {
                    int row, column, rows, columns;
                    art->measure(&view, &rows, &columns);
                    assert_true(art->locate(&view, (cell_t)c, &row, &column));
                    assert_in_range(row, 0, rows - 1);
                    assert_in_range(column, 0, columns - 1);
                    assert_int_equal(art->hit(&view, row, column), c);
                }
        ruleset_free(rules);
    }
}

static void the_viewport_follows_a_cell(void **state)
{
    (void)state;
    struct position start;
    struct ruleset *rules = open_position("one", NULL, &start);
    const struct board_art *art = board_art_for(rules);
    struct board_view view = {
        .position = &start, .size = 2, .coordinates = true, .rows = 15, .columns = 40};
    for (int c = 0; c < rules->board->cells; c += 7) {
        int row, column;
        art->follow(&view, (cell_t)c);
        assert_true(art->locate(&view, (cell_t)c, &row, &column));
        assert_int_equal(art->hit(&view, row, column), c);
    }
    ruleset_free(rules);
}

/* ---------------------------------------------------------------- the tree */

static const char *const game = "chesscade: 1\n"
                                "id: '01JD9T4W8M6Q2R7XK5V3B0N1HC'\n"
                                "rev: 1\n"
                                "variant: 'classical'\n"
                                "notation: 'san'\n"
                                "players:\n"
                                "- {side: 'w', name: 'Ana'}\n"
                                "- {side: 'b', name: 'Boris'}\n"
                                "moves:\n"
                                "- 'e4'\n"
                                "- m: 'e5'\n"
                                "  alts:\n"
                                "  - moves:\n"
                                "    - 'c5'\n"
                                "    - m: 'Nf3'\n"
                                "      nags: [1]\n"
                                "- m: 'Nf3'\n"
                                "  comment: 'Natural.'\n"
                                "- 'Nc6'\n";

static void the_tree_is_shown_as_lines(void **state)
{
    (void)state;
    static const char *const expected = "  1. e4          e5\n"
                                        "   + 1...c5 2. Nf3!\n"
                                        "  2.>Nf3\n"
                                        "     Natural.\n"
                                        "  2. ...         Nc6\n";
    struct record *record;
    struct note why;
    struct tree tree = {0};
    struct ply_texts texts = {0};
    struct scene scene = {0};
    struct spot spot = spot_start(), back;
    assert_int_equal(record_read(game, strlen(game), 1, NULL, &record, NULL, &why), 0);
    assert_true(spot_go(record, &spot, 3));
    ply_texts_begin(&texts, NULL, record->notation);
    struct tree_source source = {.record = record,
                                 .texts = &texts,
                                 .sides = 2,
                                 .first_number = 1,
                                 .width = 30,
                                 .comments = TREE_COMMENTS_FULL,
                                 .spot = &spot};
    tree_build(&tree, &source);
    for (int ply = 0; ply < tree.plies; ply++) { /* places and plies agree */
        tree_spot(&tree, ply, &back);
        assert_true(spot_valid(record, &back));
        assert_int_equal(tree_find(&tree, &back), ply);
    }
    scene_begin(&scene, tree.rows, 30);
    tree_draw(&tree, &source, &scene, 0, 0, tree.rows, 0, tree_find(&tree, &spot));
    char *text = scene_picture(&scene);
    assert_string_equal(text, expected);
    free(text);
    scene_free(&scene);
    tree_free(&tree);
    ply_texts_clear(&texts);
    record_free(record);
}

/* A fork: titles are complete, on up to four lines below the ply if they do not fit beside it; so
 * is a long ply. */
static void long_titles_of_a_fork_are_shown_whole(void **state)
{
    (void)state;
    static const char *const expected = "  >a 1. e4       main line\n"
                                        "   b 1. d4       1 ply  A quiet\n"
                                        "       way to begin, and by far\n"
                                        "       the longest title of all\n"
                                        "       that will ever stand in..\n"
                                        "   c 1. Nf3      1 ply\n"
                                        "       unbroken_and_longer_than~\n";
    char text[1024];
    struct record *record;
    struct note why;
    struct tree tree = {0};
    struct ply_texts texts = {0};
    struct scene scene = {0};
    struct spot spot = spot_start();
    int n = (int)(strstr(game, "- 'e4'") - game); /* the header */
    snprintf(
        text, sizeof text,
        "%.*s- m: 'e4'\n  alts:\n"
        "  - title: 'A quiet way to begin, and by far the longest title of all that will ever stand in so small a panel'\n"
        "    moves:\n    - 'd4'\n"
        "  - title: 'unbroken_and_longer_than_a_row_is'\n    moves:\n    - 'Nf3'\n",
        n, game);
    assert_int_equal(record_read(text, strlen(text), 1, NULL, &record, NULL, &why), 0);
    ply_texts_begin(&texts, NULL, record->notation);
    struct tree_source source = {.record = record,
                                 .texts = &texts,
                                 .sides = 2,
                                 .first_number = 1,
                                 .width = 32,
                                 .comments = TREE_COMMENTS_FULL,
                                 .spot = &spot};
    tree_build(&tree, &source);
    assert_int_equal(tree_fork_rows(&tree), 7);
    assert_int_equal(tree_row_of_choice(&tree, 0), 0);
    assert_int_equal(tree_row_of_choice(&tree, 1), 4);
    assert_int_equal(tree_row_of_choice(&tree, 3), -1);
    for (int row = 0; row < 7; row++) /* a click on any of its lines chooses the continuation */
        assert_int_equal(tree_hit(&tree, row, 7)->choice, row == 0 ? 0 : row < 5 ? 1 : 2);
    scene_begin(&scene, 7, 32);
    tree_draw(&tree, &source, &scene, 0, 0, 7, 0, -1);
    char *picture = scene_picture(&scene);
    assert_string_equal(picture, expected);
    free(picture);
    scene_free(&scene);
    tree_free(&tree);
    ply_texts_clear(&texts);
    record_free(record);
}

/* ---------------------------------------------------------------- the editor */

static void type(struct edit_text *edit, const char *keys)
{
    for (uint32_t key; (key = key_read(&keys));)
        edit_text_key(edit, key);
}

static void text_can_be_edited(void **state)
{
    (void)state;
    static const struct {
        const char *keys, *text;
    } cases[] = {
        {"abc<Left><Left>x", "axbc"}, {"one two<C-w>2", "one 2"},
        {"a<Enter>b<Up>c", "ac\nb"},  {"\xc3\xa9\xc3\xa8<Backspace>!", "\xc3\xa9!"},
        {"abc<Home><Delete>", "bc"},  {"ab<Enter>cd<C-u>x", "ab\nx"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct edit_text edit = {0};
        edit_text_set(&edit, "");
        type(&edit, cases[i].keys);
        assert_string_equal(edit.text, cases[i].text);
        edit_text_clear(&edit);
    }
}

/* Lines break at spaces, long words where necessary, long cascades between members, and nothing is
 * lost. */
static void text_breaks_into_lines(void **state)
{
    static const struct {
        const char *text;
        int columns;
        const char *rows[7];
    } cases[] = {
        {"the quick brownfoxjumps\nover", 6, {"the", "quick", "brownf", "oxjump", "s", "over"}},
        {"3. Qm14~Wq14~Hq20~Rr20", 17, {"3. Qm14~Wq14~", "Hq20~Rr20"}},
        {"3. Qm14~Wq14~Hq20~Rr20", 12, {"3. Qm14~", "Wq14~Hq20~", "Rr20"}},
        {"take Rb2~Wb7 then", 10, {"take", "Rb2~Wb7", "then"}}, /* fits a line of its own */
    };
    (void)state;
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        const char *text = cases[c].text;
        int from = 0, next, length = (int)strlen(text);
        for (int i = 0; cases[c].rows[i]; i++, from = next) {
            int end = text_row(text, length, from, cases[c].columns, &next);
            assert_int_equal(end - from, strlen(cases[c].rows[i]));
            assert_memory_equal(text + from, cases[c].rows[i], (size_t)(end - from));
        }
        assert_true(from > length);
    }
}

/* A draw is shared by the players who are still in, whether they agreed or the position decides
 * it. */
static void a_draw_of_three_is_shared_by_those_still_in(void **state)
{
    static const struct {
        const char *position;
        int winner;
        const char *score;
    } rows[] = {
        {"q/bkr/nrpbn/ppppppp/P7P'/NPP5P'P'N'/BRPPP3P'P'P'B'R'/QKRBNPP1P'P'N'R'B'K'Q' w - - 0 1",
         NOBODY, "1/2-1/2-1/2"},
        {"1/1k1/5/7/P(x)8/8b2/6B'6/14K' b - - 0 2", NOBODY, "0-1/2-1/2"},
        /* Only royal pieces are left: the position decides */
        {"1/1k1/5/7/9/11/13/K13K'(x) w - - 0 2", NOBODY, "1/2-1/2-0"},
        {"1/1k1/5/7/P(x)8/8b2/6B'6/14K' b - - 0 2", RED, "0-0-1"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct position end;
        struct ruleset *rules = open_position("triangle-corners-3", rows[i].position, &end);
        struct record *record = record_new("triangle-corners-3");
        result_set(record, &end, rows[i].winner, "agreement");
        assert_string_equal(record_text(record, "result.score"), rows[i].score);
        record_free(record);
        ruleset_free(rules);
    }
}

/* ---------------------------------------------------------------- the scene */

static uint32_t character_at(const struct scene *scene, int column)
{
    return scene->glyph[column].character;
}

/* A wide character has two columns: a sign over one half removes the other half, from both
 * sides. */
static void overwriting_removes_whole_wide_characters(void **state)
{
    (void)state;
    enum { MOUNTAIN = 0x5C71, FIELD = 0x7530 };
    struct scene scene = {0};
    for (int over = 2; over <= 3; over++) {
        scene_begin(&scene, 1, 10);
        scene_text(&scene, 0, 2, 8, "\u5C71\u7530", ROLE_TEXT, ROLE_TEXT);
        assert_int_equal(character_at(&scene, 3), SCENE_WIDE_TAIL);
        scene_put(&scene, 0, over, '|', ROLE_LINE, ROLE_TEXT);
        assert_int_equal(character_at(&scene, over), '|');
        assert_int_equal(character_at(&scene, 5 - over), 0);
        assert_int_equal(character_at(&scene, 4), FIELD);
        scene_text(&scene, 0, 3, 7, "\u5C71", ROLE_TEXT, ROLE_TEXT);
        assert_int_equal(character_at(&scene, 3), MOUNTAIN);
        assert_int_equal(character_at(&scene, 4), SCENE_WIDE_TAIL);
        assert_int_equal(character_at(&scene, 5), 0);
        scene_fill(&scene, 0, 4, 2, ROLE_TEXT, ROLE_TEXT, true);
        assert_int_equal(character_at(&scene, 3), 0);
    }
    scene_free(&scene);
}

/* If a text has no room, nothing of it is drawn, however little room there is. */
static void a_text_without_room_is_not_drawn(void **state)
{
    (void)state;
    struct scene scene = {0};
    scene_begin(&scene, 1, 10);
    for (int width = -3; width <= 0; width++)
        assert_int_equal(scene_text(&scene, 0, 4, width, "away", ROLE_TEXT, ROLE_TEXT), 4);
    assert_int_equal(character_at(&scene, 4), 0);
    assert_int_equal(
        scene_text(&scene, 0, 4, SCENE_TO_BORDER, "away and more", ROLE_TEXT, ROLE_TEXT), 10);
    scene_free(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(overwriting_removes_whole_wide_characters),
        cmocka_unit_test(a_text_without_room_is_not_drawn),
        cmocka_unit_test(the_opening_of_ties_is_drawn_as_in_the_rules),
        cmocka_unit_test(marks_are_drawn_as_in_the_rules),
        cmocka_unit_test(cells_are_hit_where_they_are),
        cmocka_unit_test(the_viewport_follows_a_cell),
        cmocka_unit_test(the_tree_is_shown_as_lines),
        cmocka_unit_test(long_titles_of_a_fork_are_shown_whole),
        cmocka_unit_test(text_can_be_edited),
        cmocka_unit_test(text_breaks_into_lines),
        cmocka_unit_test(a_draw_of_three_is_shared_by_those_still_in),
    };
    return cmocka_run_group_tests_name("table", tests, NULL, NULL);
}
