/* test_tree_folds.c - which variations and cascades of a move tree are folded, and which rows of it
 * are visible (tui/boards/move_tree.h). */
#include "config.h"
#include "tests/support/testing.h"

#include "archive/record/edit.h"
#include "tui/boards/move_tree.h"

#include <string.h>

/* 1. e4 e5 2. Nf3, with 1... c5 2. Nc3 as a variation. */
static struct record *branched(void)
{
    struct record *record = record_new("classical");
    struct spot side = {.ply = 1};
    struct note why;
    line_append(&record->moves, "e4");
    line_append(&record->moves, "e5");
    line_append(&record->moves, "Nf3");
    assert_int_equal(edit_play(record, &side, "c5", &why), 1);
    assert_int_equal(edit_play(record, &side, "Nc3", &why), 1);
    return record;
}

/* The place of the second ply of the variation in a tree with these folds; -1: it is folded. */
static int second_ply(struct record *record, const struct tree_folds *folds)
{
    struct tree tree = {0};
    struct ply_texts texts = {0};
    struct spot spot = spot_start();
    struct tree_source source = {.record = record,
                                 .texts = &texts,
                                 .sides = 2,
                                 .first_number = 1,
                                 .width = 30,
                                 .spot = &spot,
                                 .folds = folds};
    ply_texts_begin(&texts, NULL, record->notation);
    tree_build(&tree, &source);
    struct spot inside = {.ply = 1};
    spot_next(record, &inside, 1);
    spot_next(record, &inside, 0);
    int found = tree_find(&tree, &inside);
    tree_free(&tree);
    ply_texts_clear(&texts);
    return found;
}

static void variations_are_folded_one_by_one_or_all(void **state)
{
    (void)state;
    struct record *record = branched();
    struct tree_folds folds = {0};
    struct spot side = {.ply = 1};
    assert_true(spot_next(record, &side, 1));
    assert_true(tree_has_variations(record));
    assert_true(second_ply(record, NULL) >= 0);
    assert_true(second_ply(record, &folds) >= 0);
    assert_true(tree_fold(&folds, &side)); /* folded: its second ply is not shown */
    assert_true(second_ply(record, &folds) < 0);
    assert_false(tree_fold(&folds, &side));
    assert_true(second_ply(record, &folds) >= 0);
    folds.all = true;
    assert_true(second_ply(record, &folds) < 0);
    assert_false(tree_fold(&folds, &side)); /* all but this one */
    assert_true(second_ply(record, &folds) >= 0);
    tree_folds_free(&folds);
    record_free(record);
    record = record_new("classical");
    line_append(&record->moves, "e4");
    assert_false(tree_has_variations(record));
    record_free(record);
}

static void only_cascades_can_be_shown_by_members(void **state)
{
    (void)state;
    struct record *record = branched();
    struct tree_folds folds = {0};
    struct spot first = {.ply = 1};
    struct node cascade = {.text = (char[]){"[Qc1-a1]~[Wa1-a5]"}};
    assert_false(tree_can_explode(NULL));
    assert_false(tree_can_explode(spot_node(record, &first)));
    assert_true(tree_can_explode(&cascade));
    tree_explode(&folds, &first);
    assert_int_equal(folds.explosions, 1);
    tree_explode(&folds, &first);
    assert_int_equal(folds.explosions, 0);
    tree_folds_free(&folds);
    record_free(record);
}

/* Of 8 visible rows the current one keeps a margin of a quarter above and below. */
static void the_current_row_stays_visible(void **state)
{
    const struct tree tree = {0};
    (void)state;
    assert_int_equal(tree_followed(&tree, 10, 8, 13, 0), 10); /* in the middle: nothing moves */
    assert_int_equal(tree_followed(&tree, 10, 8, 16, 0), 11);
    assert_int_equal(tree_followed(&tree, 10, 8, 11, 0), 9);
    assert_int_equal(tree_followed(&tree, 0, 8, 40, 0), 35);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(variations_are_folded_one_by_one_or_all),
        cmocka_unit_test(only_cascades_can_be_shown_by_members),
        cmocka_unit_test(the_current_row_stays_visible),
    };
    return cmocka_run_group_tests_name("folds of the move tree", tests, NULL, NULL);
}
