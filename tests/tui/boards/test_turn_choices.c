/* test_turn_choices.c - the facings that a piece may turn to, as diagrams
 * (tui/boards/turn_choices.h). */
#include "config.h"
#include "tests/support/hand.h"
#include "tests/support/pictures.h"

#include "tui/boards/marks.h"
#include "tui/boards/turn_choices.h"

#include <stdlib.h>
#include <string.h>

static char *drawn(const struct compose *compose, const struct area *area)
{
    struct scene scene = {0};
    scene_begin(&scene, area->rows, area->columns);
    turn_choices_draw(compose, &scene, area);
    char *text = scene_picture(&scene);
    scene_free(&scene);
    return text;
}

/* A Pawn of Turning Chess may turn to either side or stay as it is. */
static void only_a_piece_that_can_turn_has_diagrams(void **state)
{
    const struct area wide = {0, 0, 2 * PATTERN_ROWS + 4, 100};
    struct hand hand;
    (void)state;
    hand_begin(&hand, "classical", NULL, NULL);
    point_at(&hand, "g1 f3");
    assert_int_equal(turn_choices(&hand.compose), 0);
    assert_int_equal(turn_choices_rows(&hand.compose, &wide), 0);
    assert_int_equal(turn_choices_hit(&hand.compose, &wide, 0, 0), 0);
    hand_clear(&hand);
    hand_begin(&hand, "turning-chess", NULL, NULL);
    assert_int_equal(turn_choices(&hand.compose), 0);
    point_at(&hand, "e2 e3");
    assert_int_equal(turn_choices(&hand.compose), 3);
    assert_int_equal(turn_choices_rows(&hand.compose, &wide), PATTERN_ROWS + 1);
    /* Without room for the diagrams and two rows of text there are none. */
    assert_int_equal(turn_choices_rows(&hand.compose, &(struct area){0, 0, PATTERN_ROWS + 2, 100}),
                     0);
    hand_clear(&hand);
}

static void a_click_on_a_diagram_turns_the_piece(void **state)
{
    const struct area wide = {0, 0, PATTERN_ROWS + 1, 3 * PATTERN_COLUMNS + 2 * PATTERN_GAP};
    struct hand hand;
    (void)state;
    hand_begin(&hand, "turning-chess", NULL, NULL);
    point_at(&hand, "e2 e3");
    char *text = drawn(&hand.compose, &wide);
    const char *left = strstr(text, "[ to the left"), *right = strstr(text, "] to the right");
    assert_non_null(left);
    assert_non_null(right);
    assert_non_null(strstr(text, ">as it is"));
    assert_int_equal(turn_choices_hit(&hand.compose, &wide, 0, (int)(left - text)), -1);
    assert_int_equal(turn_choices_hit(&hand.compose, &wide, 0, (int)(right - text)), 1);
    assert_int_equal(
        turn_choices_hit(&hand.compose, &wide, 0, (int)(strstr(text, ">as it is") - text)), 0);
    free(text);
    /* After a turn to the right, the way back is one to the left, to straight ahead. */
    assert_int_equal(compose_turn(&hand.compose, 1, &hand.why), 0);
    text = drawn(&hand.compose, &wide);
    assert_non_null(strstr(text, ">] to the right"));
    assert_int_equal(
        turn_choices_hit(&hand.compose, &wide, 0, (int)(strstr(text, "as it is") - text)), -1);
    free(text);
    hand_clear(&hand);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_a_piece_that_can_turn_has_diagrams),
        cmocka_unit_test(a_click_on_a_diagram_turns_the_piece),
    };
    return cmocka_run_group_tests_name("facings to turn to", tests, NULL, NULL);
}
