/* test_setup.c - the state of a position besides its pieces, changed by pointing at cells: castling
 * rights, the en passant square, marks of pieces, captured pieces. */
#include "tests/support/positions.h"
#include "tests/support/testing.h"

#include "tui/session/position_editor.h"

#include <string.h>

typedef int change(const struct position *, cell_t, struct position *, struct note *);

static const struct row {
    const char *variant, *before, *cell;
    change *change;
    const char *after; /* NULL: refused */
} rows[] = {
    /* A Rook at home, on and off; a King has both rights; a Bishop has none (rules/croatian.md 14,
     * 9.1). */
    {"classical", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "h1", setup_toggle_castling,
     "r3k2r/8/8/8/8/8/8/R3K2R w Qkq - 0 1"},
    {"classical", "r3k2r/8/8/8/8/8/8/R3K2R w Qk - 0 1", "a8", setup_toggle_castling,
     "r3k2r/8/8/8/8/8/8/R3K2R w Qkq - 0 1"},
    {"classical", "r3k2r/8/8/8/8/8/8/R3K2R w kq - 0 1", "e1", setup_toggle_castling,
     "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"},
    {"classical", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e8", setup_toggle_castling,
     "r3k2r/8/8/8/8/8/8/R3K2R w KQ - 0 1"},
    {"classical", "4k3/8/8/8/8/8/8/R3K1R1 w - - 0 1", "g1", setup_toggle_castling, NULL},
    {"classical", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "e1", setup_toggle_castling,
     "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"},
    {"classical", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "b1", setup_toggle_castling, NULL},
    {"classical", "4k3/8/8/8/4P3/8/8/R3K2R w - - 0 1", "e4", setup_toggle_castling, NULL},
    {"turning-chess", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1", setup_toggle_castling,
     "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"},
    /* An inner castling partner of a custom board is named by its cell (rules/croatian.md 16). */
    {"custom:size=10;ranks=R..R.K..RR/PPPPPPPPPP;castle=R",
     "5k4/10/10/10/10/10/10/10/10/R2R1K3R w - - 0 1", "d1", setup_toggle_castling,
     "5k4/10/10/10/10/10/10/10/10/R2R1K3R w d1 - 0 1"},
    /* A castling partner on the files k and q, whose letters also stand for rights. */
    {"nineteen", "Tr7k6rt/18/18/18/18/18/18/18/18/18/18/18/18/18/18/18/18/tR7K6RT w - - 0 1", "q1",
     setup_toggle_castling,
     "Tr7k6rt/18/18/18/18/18/18/18/18/18/18/18/18/18/18/18/18/tR7K6RT w K - 0 1"},
    {"custom:size=12;ranks=R....K....RR/PPPPPPPPPPPP;castle=R",
     "r4k4rr/12/12/12/12/12/12/12/12/12/12/R4K4RR w k1 - 0 1", "k12", setup_toggle_castling,
     "r4k4rr/12/12/12/12/12/12/12/12/12/12/R4K4RR w k1k12 - 0 1"},
    {"custom:size=12;ranks=R....K....RR/PPPPPPPPPPPP;castle=R",
     "r4k4rr/12/12/12/12/12/12/12/12/12/12/R4K4RR w Kk1 - 0 1", "f1", setup_toggle_castling,
     "r4k4rr/12/12/12/12/12/12/12/12/12/12/R4K4RR w k1 - 0 1"},
    /* After e2-e4, e3 has been passed; a Pawn at home has passed nothing (9.2). */
    {"classical", "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1", "e4", setup_next_passed,
     "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1"},
    {"classical", "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1", "e4", setup_next_passed, NULL},
    {"turning-chess", "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1", "e4", setup_next_passed,
     "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1"},
    {"triangle-corners-2", NULL, "f4", setup_next_passed, NULL},
    /* A Rook turned by an eighth to the right (rules/turning.md 9); in Turnover Chess nothing can
     * be turned. */
    {"turning-chess", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1", setup_next_mark,
     "4k3/8/8/8/8/8/8/R(ne)3K3 w - - 0 1"},
    {"turnover", NULL, "a1", setup_next_mark, NULL},
};

static void pointing_changes_the_state(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct row *row = &rows[i];
        struct ruleset *rules;
        static struct position before, after;
        struct note why = {.offset = -1};
        char text[4096];
        if (ruleset_open(&rules, row->variant, NULL, 0, &why) < 0)
            fail_msg("row %zu: %s", i, why.text);
        if (!row->before)
            rules->rules->setup(rules, &before);
        else if (rules->rules->read(rules, row->before, &before, &why) < 0)
            fail_msg("row %zu: %s", i, why.text);
        int status =
            row->change(&before, board_cell_named(rules->board, row->cell, NULL), &after, &why);
        if ((status < 0) != !row->after)
            fail_msg("row %zu: %s", i, status < 0 ? why.text : "not refused");
        if (status < 0) {
            assert_true(why.text[0]);
        } else {
            rules->rules->write(&after, text, sizeof text);
            assert_string_equal(text, row->after);
        }
        ruleset_free(rules);
    }
}

/* The piece that has just moved belongs to the side that is not to move. */
static void the_last_move_was_the_other_sides(void **state)
{
    struct ruleset *rules = open_variant("classical");
    struct position position, next;
    struct note why = {.text = ""};
    (void)state;
    read_position(rules, "4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", &position);
    assert_true(
        setup_next_passed(&position, board_cell_named(rules->board, "e4", NULL), &next, &why) < 0);
    assert_string_equal(why.text, "White is to move, so the piece on e4 cannot have just moved");
    ruleset_free(rules);
}

/* rules/triangles.md 3: after Pg2-f4/g3f3 the passed cells are g3f3f4. Pressing again goes through
 * the possible paths, and then marks nothing as passed. */
static void passed_cells_on_triangles_follow_the_path(void **state)
{
    (void)state;
    struct ruleset *rules;
    static struct position position, next;
    struct note why = {.offset = -1};
    bool found = false;
    int ways = 0;
    assert_int_equal(ruleset_open(&rules, "triangle-corner-vs-side", NULL, 0, &why), 0);
    rules->rules->setup(rules, &position);
    cell_t from = board_cell_named(rules->board, "g2", NULL),
           to = board_cell_named(rules->board, "f4", NULL);
    if (position.at[from].kind == KIND_NONE)
        fail_msg("no pawn on g2");
    position.at[to] = position.at[from];
    position.at[from] = (struct piece){0};
    position.side = BLACK;
    do {
        int status = setup_next_passed(&position, to, &next, &why);
        if (status < 0)
            fail_msg("%s", why.text);
        position = next;
        char text[4096];
        rules->rules->write(&position, text, sizeof text);
        found = found || strstr(text, " g3f3f4 ");
        assert_true(++ways < 50);
    } while (position.passed_count);
    assert_true(found);
    ruleset_free(rules);
}

/* rules/croatian.md 14: captured pieces are listed if there are Starchildren, and only then. */
static void captured_pieces_are_listed_for_starchildren(void **state)
{
    (void)state;
    struct ruleset *rules;
    static struct position position, next;
    struct note why = {.offset = -1};
    char text[4096];
    assert_int_equal(ruleset_open(&rules, "odd-one", NULL, 0, &why), 0);
    rules->rules->setup(rules, &position);
    struct piece rook = {(uint8_t)ruleset_kind(rules, 'R'), BLACK, 0, 0};
    assert_true(setup_hold(&position, rook, -1, &next, &why) < 0);
    assert_int_equal(setup_hold(&position, rook, 1, &next, &why), 0);
    rules->rules->write(&next, text, sizeof text);
    assert_non_null(strstr(text, "[r]"));
    assert_int_equal(setup_hold(&next, rook, -1, &position, &why), 0);
    assert_int_equal(position.held[BLACK][rook.kind], 0);
    position_clear(&position, rules); /* Kings may be added later */
    assert_int_equal(setup_hold(&position, rook, 1, &next, &why), 0);
    assert_int_equal(next.held[BLACK][rook.kind], 1);
    struct piece king = {(uint8_t)ruleset_kind(rules, 'K'), BLACK, 0, 0};
    assert_true(setup_hold(&position, king, 1, &next, &why) < 0);
    ruleset_free(rules);
    assert_int_equal(ruleset_open(&rules, "classical", NULL, 0, &why), 0);
    rules->rules->setup(rules, &position);
    rook.kind = (uint8_t)ruleset_kind(rules, 'R');
    assert_true(setup_hold(&position, rook, 1, &next, &why) < 0);
    ruleset_free(rules);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_last_move_was_the_other_sides),
        cmocka_unit_test(pointing_changes_the_state),
        cmocka_unit_test(passed_cells_on_triangles_follow_the_path),
        cmocka_unit_test(captured_pieces_are_listed_for_starchildren),
    };
    return cmocka_run_group_tests_name("set up", tests, NULL, NULL);
}
