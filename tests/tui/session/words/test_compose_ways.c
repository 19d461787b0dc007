/* test_compose_ways.c - how a ply being composed can go on, in words
 * (tui/session/words/compose_ways.h). */
#include "config.h"
#include "tests/support/hand.h"

#include "tui/session/words/compose_ways.h"

#include <string.h>

static char said[4000];

static void note_way(void *argument, enum compose_way way, const char *text)
{
    (void)argument;
    size_t used = strlen(said);
    snprintf(said + used, sizeof said - used, "%s%s\n", way == WAY_CHOICE ? "- " : "", text);
}

static const char *ways(const struct hand *hand, bool numbers, bool turns)
{
    said[0] = '\0';
    compose_ways(&hand->compose, numbers, turns, note_way, NULL);
    return said;
}

static void cells_to_go_to_are_one_entry(void **state)
{
    struct hand hand;
    (void)state;
    hand_begin(&hand, "classical", NULL, NULL);
    assert_string_equal(ways(&hand, false, true), "");
    point_at(&hand, "g1");
    assert_string_equal(ways(&hand, false, true), "goes to: f3 h3\n");
    hand_clear(&hand);
    /* 1. e4 d5: the capture is an entry of its own. */
    hand_begin(&hand, "classical", NULL,
               "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2");
    point_at(&hand, "e4");
    assert_string_equal(ways(&hand, false, true), "- capture the Pawn on d5\ngoes to: e5\n");
    hand_clear(&hand);
}

static void targets_can_be_numbered(void **state)
{
    struct hand hand;
    char told[100];
    int targets;
    (void)state;
    hand_begin(&hand, "classical", NULL,
               "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2");
    assert_int_equal(compose_target(&hand.compose, 1, &targets), CELL_NONE);
    assert_int_equal(targets, 0);
    compose_targets_words(&hand.compose, told, sizeof told);
    assert_string_equal(told, "");
    point_at(&hand, "e4");
    compose_targets_words(&hand.compose, told, sizeof told);
    int first = compose_target(&hand.compose, 1, &targets);
    assert_int_equal(targets, 2);
    assert_int_equal(first, cell_of(hand.rules, told[2] == 'e' ? "e5" : "d5"));
    assert_non_null(
        strstr(ways(&hand, true, true), told[2] == 'e' ? "-  1 go to e5\n" : "-  2 go to e5\n"));
    assert_int_equal(compose_target(&hand.compose, 3, &targets), CELL_NONE);
    hand_clear(&hand);
}

/* A piece of Turning Chess turns after its move; the keys that turn it are named. */
static void turns_are_listed_unless_they_are_drawn(void **state)
{
    struct hand hand;
    (void)state;
    hand_begin(&hand, "turning-chess", NULL, NULL);
    point_at(&hand, "e2");
    point_at(&hand, "e3");
    if (!compose_can_turn(&hand.compose))
        fail_msg("the piece on e3 cannot turn");
    assert_non_null(strstr(ways(&hand, false, true), "- {turn-right} "));
    assert_null(strstr(ways(&hand, false, false), "{turn-right}"));
    hand_clear(&hand);
}

static void a_cell_says_what_can_be_done_there(void **state)
{
    struct hand hand;
    char text[200];
    (void)state;
    hand_begin(&hand, "classical", NULL, NULL);
    point_at(&hand, "g1");
    assert_true(compose_ways_to(&hand.compose, cell_of(hand.rules, "f3"), text, sizeof text));
    assert_string_equal(text, "f3: go to f3");
    assert_false(compose_ways_to(&hand.compose, cell_of(hand.rules, "e5"), text, sizeof text));
    assert_string_equal(text, "e5: ");
    hand_clear(&hand);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cells_to_go_to_are_one_entry),
        cmocka_unit_test(targets_can_be_numbered),
        cmocka_unit_test(turns_are_listed_unless_they_are_drawn),
        cmocka_unit_test(a_cell_says_what_can_be_done_there),
    };
    return cmocka_run_group_tests_name("how a ply can go on", tests, NULL, NULL);
}
