/* test_triangles_eye.c - what the screen shows of triangle pieces: descriptions, the paths of a
 * move, and a run step by step. */
#include "tests/support/positions.h"

#include "core/draft.h"
#include "core/presentation.h"

static void pieces_are_described(void **state)
{
    (void)state;
    struct ruleset *rules = open_game("triangle-corners-3 crooked-rook=on");
    struct position position;
    char words[128];
    assert_int_equal(
        rules->rules->read(rules, "1/1k1/5/3R3/PP(b)7/b(x)10/13/K13K' w - - 0 1", &position, NULL),
        0);
    const struct {
        const char *cell, *words;
    } rows[] = {
        {"h5", "down triangle h5; touches g5 i5 h6; crooked Rook"},
        {"h4", "up triangle h4; touches h3 g4 i4"},
        {"d4", "up triangle d4; touches d3 e4; has not moved"},
        {"e4", "down triangle e4; touches d4 f4 e5; moves in Black's direction"},
        {"c3", "up triangle c3; touches c2 d3; frozen"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        cell_t cell = board_cell_named(rules->board, rows[i].cell, NULL);
        int length = piece_describe(&position, cell, words, sizeof words);
        assert_string_equal(words, rows[i].words);
        assert_int_equal(length, (int)strlen(words));
    }
    ruleset_free(rules);
}

/* The description of a piece follows the options on its movement. */
static void descriptions_follow_the_options(void **state)
{
    static const struct {
        const char *game;
        char letter;
        const char *says, *not ;
    } rows[] = {
        {"triangle-corners-2", 'R', "around a corner point", "circle"},
        {"triangle-corners-2 crooked-rook=on", 'R', "zigzag", "around a corner point"},
        {"triangle-corners-2 crooked-rook=on", 'Q', "Uncrooked rook or bishop", "Crooked"},
        {"triangle-corners-2 crooked-rook=on crooked-queen=on", 'Q', "Crooked rook or bishop",
         "circle"},
        {"triangle-shatar crooked-rook=on crooked-queen=on", 'Q',
         "Crooked rook, or one diagonal step", "bishop"},
        {"grand-triangle crooked-rook=on null-moves=on", 'D',
         "Crooked rook or unicorn. It may walk a full circle of free cells", "(9.1)"},
        {"grand-triangle crooked-rook=on null-moves=on", 'R', "zigzag", "circle"},
        {"triangle-corners-2 null-moves=on", 'R', "It may walk a full circle of free cells (9.2)",
         "zigzag"},
        {"triangle-corners-2 null-moves=on", 'B', "diagonal", "circle"},
        {"triangle-corners-2", 'P', "cell; captures one diagonal step forward", "6.2"},
        {"triangle-corner-vs-side", 'P',
         "cell, White's as its first move up to three (6.2); captures one diagonal", "line"},
        {"triangle-corner-vs-side multistep=line", 'P',
         "cell, White's up to three as far as the line d4-l4 (6.2); captures", "first"},
        {"triangle-unicorns setup=corner-vs-side", 'G', "up to three (6.2); captures one triagonal",
         "line"},
        {"triangle-unicorns", 'G', "cell; captures one triagonal", "6.2"},
        {"grand-triangle", 'G', "cell, in its own half any number (6.2); captures", "first"},
        {"grand-triangle multistep=initial", 'P',
         "cell, as its first move any number in its own half (6.2)", "three"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct ruleset *rules = open_game(rows[i].game);
        const char *words = rules->kinds[ruleset_kind(rules, rows[i].letter)].moves;
        if (!strstr(words, rows[i].says) || strstr(words, rows[i].not ))
            fail_msg("%s, %c: %s", rows[i].game, rows[i].letter, words);
        ruleset_free(rules);
    }
}

/* The paths of a rook, from the lists of 4.2: the shorter of two open ones. */
static void paths_of_pieces_are_shown(void **state)
{
    static const struct {
        const char *ply, *way;
    } rows[] = {{"Rh3-h4", "h4"},
                {"Rh3-f4", "h4g4f4"},
                {"Rh3-f3", "g3f3"},
                {"Rh3-h2", "g3g2h2"},
                {"Kb2-b1", "b1"}};
    (void)state;
    struct ruleset *rules = open_game("triangle-corners-2");
    struct position position;
    /* Its own pieces are on i3 and on the other path to f3. */
    assert_int_equal(
        rules->rules->read(rules, "1/1k1/5/7/9/5RP4/K12/15 w - - 0 1", &position, NULL), 0);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct ply ply = {0};
        struct draft draft = {0};
        cell_t way[16];
        char text[64] = "";
        size_t used = 0;
        assert_int_equal(rules->rules->parse(&position, rows[i].ply, &ply, NULL), 0);
        draft_begin(&draft, &position);
        draft_take(&draft, ply.v[0]);
        int n = action_path(&draft, &ply.v[1], way, 16);
        for (int c = 0; c < n; c++)
            text_add(text, sizeof text, &used, "%s", board_name(rules->board, way[c]));
        assert_string_equal(text, rows[i].way);
        draft_clear(&draft);
        ply_free(&ply);
    }
    ruleset_free(rules);
}

/* A pawn's run is composed step by step, and may stop after any step. */
static void a_run_is_composed_step_by_step(void **state)
{
    (void)state;
    struct ruleset *rules = open_game("triangle-corner-vs-side");
    struct position position;
    struct draft draft = {0};
    struct note why;
    cell_t g2 = board_cell_named(rules->board, "g2", NULL),
           f4 = board_cell_named(rules->board, "f4", NULL);
    cell_t g3 = board_cell_named(rules->board, "g3", NULL),
           f3 = board_cell_named(rules->board, "f3", NULL);
    rules->rules->setup(rules, &position);
    draft_begin(&draft, &position);
    assert_int_equal(draft_try(&draft,
                               (struct action){ACTION_PICK, position.at[g2].kind, WHITE, 0, g2, g2},
                               &why),
                     0);
    assert_false(draft_may_end(&draft));
    assert_int_equal(draft_try(&draft, (struct action){ACTION_STEP, 0, 0, 0, g2, g3}, &why), 0);
    assert_true(draft_may_end(&draft));
    assert_int_equal(draft.now.at[g3].kind, position.at[g2].kind);
    assert_int_equal(draft_try(&draft, (struct action){ACTION_STEP, 0, 0, 0, g3, f3}, &why), 0);
    assert_int_equal(draft_try(&draft, (struct action){ACTION_STEP, 0, 0, 0, f3, f4}, &why), 0);
    assert_int_equal(draft.now.at[g3].kind, 0);
    assert_int_equal(draft_finish(&draft, &why), 0);
    assert_int_equal(draft.now.passed_count, 3);
    draft_clear(&draft);
    ruleset_free(rules);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pieces_are_described),
        cmocka_unit_test(descriptions_follow_the_options),
        cmocka_unit_test(paths_of_pieces_are_shown),
        cmocka_unit_test(a_run_is_composed_step_by_step),
    };
    return cmocka_run_group_tests_name("triangles for the eye", tests, NULL, NULL);
}
