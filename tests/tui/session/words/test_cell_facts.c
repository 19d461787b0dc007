/* test_cell_facts.c - what there is to say about a cell (tui/session/words/cell_facts.h): how the
 * piece on it moves, what reaches it, which moves are legal now. */
#include "config.h"
#include "tests/support/positions.h"

#include "tui/session/words/cell_facts.h"

#include <stdlib.h>
#include <string.h>

static char said[4000];

/* The rules of the kinds have tests of their own. */
static void note_fact(void *argument, enum cell_fact fact, const char *text)
{
    (void)argument;
    if (fact == CELL_GAIT || fact == CELL_SOURCE)
        return;
    strncat(said, text, sizeof said - strlen(said) - 2);
    strcat(said, "\n");
}

/* The facts about a cell of a position; NULL: of the opening. */
static const char *facts(const char *variant, const char *text, const char *cell,
                         struct cell_asked asked)
{
    struct position *position = memory_new(1, sizeof *position);
    struct ruleset *rules = open_position(variant, text, position);
    said[0] = '\0';
    asked.position = position;
    asked.cell = cell_of(rules, cell);
    cell_tell(&asked, note_fact, NULL);
    ruleset_free(rules);
    free(position);
    return said;
}

static void a_piece_says_where_it_goes_and_what_attacks_it(void **state)
{
    (void)state;
    assert_string_equal(facts("classical", NULL, "e2", (struct cell_asked){0}),
                        "e2: White Pawn\ngoes to: e3 e4\na light square\n");
    /* 1. e4 d5: the Pawn on e4 attacks d5, and d5 attacks it. */
    assert_string_equal(
        facts("classical", "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2", "e4",
              (struct cell_asked){0}),
        "e4: White Pawn\ngoes to: e5\nattacks: pd5\nattacked by: pd5\na light square\n");
    assert_string_equal(facts("classical", NULL, "h1", (struct cell_asked){0}),
                        "h1: White Rook\ncannot move by itself in the current position\n"
                        "a light square\n");
}

static void an_empty_cell_says_what_can_go_there(void **state)
{
    (void)state;
    assert_string_equal(
        facts("classical", NULL, "f3", (struct cell_asked){0}),
        "f3: empty\ncan go there: Ng1 Pf2\nwould capture there: Pe2 Pg2\na light square\n");
    assert_string_equal(facts("classical", NULL, "d4", (struct cell_asked){0}),
                        "d4: empty\ncan go there: Pd2\na dark square\n");
}

/* The Knight on e2 is pinned by the Rook on e8. */
static void only_some_moves_are_legal_now(void **state)
{
    static const char pinned[] = "4r2k/8/8/8/8/8/4R3/4K3 w - - 0 1";
    const struct cell_asked begins = {.begins = true};
    (void)state;
    assert_non_null(strstr(facts("classical", "4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1", "e2", begins),
                           "legal now: none of them\n"));
    assert_non_null(
        strstr(facts("classical", pinned, "e2", begins), "legal now: e3 e4 e5 e6 e7 e8\n"));
    assert_null(strstr(facts("classical", pinned, "e2", (struct cell_asked){0}), "legal now"));
    assert_non_null(strstr(facts("classical", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1", begins),
                           "castles to: g1\n"));
}

static void very_many_cells_are_only_counted(void **state)
{
    static const char queen[] = "4k3/8/8/8/3Q4/8/8/4K3 w - - 0 1";
    (void)state;
    /* From d4 a Queen alone reaches 27 cells. */
    assert_non_null(strstr(facts("classical", queen, "d4", (struct cell_asked){.most = 26}),
                           "goes to: 27 cells, marked on the board\n"));
    assert_null(strstr(facts("classical", queen, "d4", (struct cell_asked){.most = 27}), "marked"));
}

/* rules/triangles.md 2.2: a triangle that points up has its edges at 30, 150 and 270 degrees. */
static void a_triangle_names_its_neighbours(void **state)
{
    (void)state;
    const char *text = facts("triangle-corners-3", NULL, "k1", (struct cell_asked){0});
    assert_non_null(strstr(text, "triangle pointing up, "));
    assert_non_null(strstr(text, "edges: j1 l1\n"));
    text = facts("triangle-corners-3", NULL, "k1", (struct cell_asked){.turned = true});
    assert_non_null(strstr(text, "triangle pointing down on this turned board, "));
}

static void a_piece_in_hand_is_not_on_the_board(void **state)
{
    (void)state;
    assert_string_equal(facts("classical", NULL, "e2", (struct cell_asked){.in_hand = true}),
                        "e2: White Pawn\na light square\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_piece_says_where_it_goes_and_what_attacks_it),
        cmocka_unit_test(an_empty_cell_says_what_can_go_there),
        cmocka_unit_test(only_some_moves_are_legal_now),
        cmocka_unit_test(very_many_cells_are_only_counted),
        cmocka_unit_test(a_triangle_names_its_neighbours),
        cmocka_unit_test(a_piece_in_hand_is_not_on_the_board),
    };
    return cmocka_run_group_tests_name("what there is to say about a cell", tests, NULL, NULL);
}
