/* test_annotators.c - the notes of single annotators (tui/session/annotators.h): counted, hidden,
 * found and made unsigned. */
#include "config.h"
#include "tests/support/testing.h"

#include "archive/record/edit.h"
#include "tui/session/annotators.h"

/* 1. e4 e5 with a variation by Ana; notes of all sorts by Ana, by Bea, and unsigned ones. */
static struct record *noted(void)
{
    struct record *record = record_new("classical");
    struct spot first = {.ply = 1}, side = {.ply = 1};
    struct note why;
    line_append(&record->moves, "e4");
    line_append(&record->moves, "e5");
    assert_int_equal(edit_play(record, &side, "c5", &why), 1);
    edit_sign_line(record, &side, "Ana");
    edit_comment(record, &(struct spot){0}, "Ana", "about the game");
    edit_comment(record, &first, NULL, "unsigned");
    edit_comment(record, &first, "Ana", "hers");
    edit_comment(record, &first, "Bea", "of Bea");
    edit_comment(record, &side, "Ana", "beside");
    edit_nag(record, &first, 1);
    edit_mark(record, &first, "Ana", "circle", "e4", "red");
    edit_mark(record, &first, "Bea", "circle", "e4", "red");
    edit_mark(record, &first, NULL, "circle", "d4", "red");
    edit_step_comment(&record->moves.v[0], 1, 0, "Ana", "on a member");
    return record;
}

static int notes_of(const struct layers *layers, const char *by)
{
    int at = layers_find(layers, by);
    return at < 0 ? 0 : layers->v[at].notes;
}

static void notes_are_counted_by_annotator(void **state)
{
    struct layers layers = {0};
    (void)state;
    struct record *record = noted();
    assert_int_equal(layers_find(&layers, "Ana"), -1);
    layers_count(&layers, record);
    /* three comments, one of them on a member's step, a mark, a variation, and the game's comment
     */
    assert_int_equal(notes_of(&layers, "Ana"), 6);
    assert_int_equal(notes_of(&layers, "Bea"), 2);
    /* a comment, a judgement and a mark */
    assert_int_equal(notes_of(&layers, NULL), 3);
    assert_int_equal(layers_find(&layers, ""), layers_find(&layers, "nobody"));
    assert_int_equal(layers_find(&layers, "Cle"), -1);
    assert_int_equal(layers.n, 3);
    assert_true(layer_is_signed(&layers.v[layers_find(&layers, "Ana")]));
    assert_false(layer_is_signed(&layers.v[layers_find(&layers, NULL)]));
    /* counting again keeps what is hidden */
    assert_false(layers_hide_any(&layers));
    layers.v[layers_find(&layers, "Bea")].hidden = true;
    layers_count(&layers, record);
    assert_true(layers_hide(&layers, "Bea") && layers_hide_any(&layers));
    assert_false(layers_hide(&layers, "Ana") || layers_hide(&layers, "Cle"));
    assert_int_equal(notes_of(&layers, "Bea"), 2);
    /* a layer may lose its notes */
    struct record *empty = record_new("classical");
    layers_count(&layers, empty);
    assert_int_equal(notes_of(&layers, "Ana"), 0);
    assert_false(layer_is_signed(&layers.v[layers_find(&layers, "Ana")]));
    record_free(empty);
    record_free(record);
}

static void more_annotators_than_layers_do_no_harm(void **state)
{
    struct layers layers = {0};
    char name[20];
    (void)state;
    struct record *record = record_new("classical");
    for (int i = 0; i < LAYERS_MAX + 5; i++) {
        snprintf(name, sizeof name, "annotator %d", i);
        edit_comment(record, &(struct spot){0}, name, "a note");
    }
    layers_count(&layers, record);
    assert_int_equal(layers.n, LAYERS_MAX);
    assert_int_equal(notes_of(&layers, "annotator 0"), 1);
    record_free(record);
}

static void who_wrote_where_is_known(void **state)
{
    static const struct spot start, first = {.ply = 1}, second = {.ply = 2};
    (void)state;
    struct record *record = noted();
    assert_true(layer_written_at(record, &start, "Ana"));
    assert_false(layer_written_at(record, &start, "Bea"));
    assert_true(layer_written_at(record, &first, "Ana"));
    assert_true(layer_written_at(record, &first, "Bea"));
    assert_false(layer_written_at(record, &first, "Cle"));
    /* the variation beside the second ply is hers; she wrote nothing else there */
    assert_true(layer_written_at(record, &second, "Ana"));
    assert_false(layer_written_at(record, &second, "Bea"));
    /* on a ply without notes nobody wrote */
    line_append(&record->moves, "Nf3");
    assert_false(layer_written_at(record, &(struct spot){.ply = 3}, "Ana"));
    record_free(record);
}

static void merging_makes_notes_unsigned(void **state)
{
    static const struct spot start, first = {.ply = 1};
    struct layers layers = {0};
    (void)state;
    struct record *record = noted();
    /* what Ana wrote on the first ply: a comment, one on its member, a mark */
    assert_int_equal(layer_merge(record, "Ana", &first), 3);
    assert_false(layer_written_at(record, &first, "Ana"));
    assert_string_equal(edit_comment_text(record, &first, NULL), "unsigned\nhers");
    assert_string_equal(edit_comment_text(record, &first, "Bea"), "of Bea");
    assert_true(layer_written_at(record, &start, "Ana"));
    /* all the rest: the game's comment, the variation, the comment in it */
    assert_int_equal(layer_merge(record, "Ana", NULL), 3);
    assert_string_equal(edit_comment_text(record, &start, NULL), "about the game");
    assert_int_equal(layer_merge(record, "Ana", NULL), 0);
    layers_count(&layers, record);
    assert_int_equal(layers_find(&layers, "Ana"), -1);
    assert_int_equal(notes_of(&layers, "Bea"), 2);
    /* the two comments of one ply are one now */
    assert_int_equal(notes_of(&layers, NULL), 8);
    record_free(record);
}

/* A ply or a member has notes as long as one of them is shown. */
static void notes_are_there_if_they_are_shown(void **state)
{
    struct layers layers = {0};
    (void)state;
    struct record *record = noted();
    const struct node *first = &record->moves.v[0];
    layers_count(&layers, record);
    assert_true(layers_show_ply(&layers, first));
    layers.v[layers_find(&layers, NULL)].hidden = true;
    layers.v[layers_find(&layers, "Bea")].hidden = true;
    assert_true(layers_show_ply(&layers, first));
    assert_true(layers_show_step(&layers, &first->notes->steps[0]));
    layers.v[layers_find(&layers, "Ana")].hidden = true;
    assert_false(layers_show_ply(&layers, first));
    assert_false(layers_show_step(&layers, &first->notes->steps[0]));
    assert_false(layers_show_ply(&layers, NULL));
    record_free(record);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(notes_are_counted_by_annotator),
        cmocka_unit_test(notes_are_there_if_they_are_shown),
        cmocka_unit_test(more_annotators_than_layers_do_no_harm),
        cmocka_unit_test(who_wrote_where_is_known),
        cmocka_unit_test(merging_makes_notes_unsigned),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
