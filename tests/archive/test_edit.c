/* test_edit.c - spots (positions in a record's tree), and editing a record with undo. */
#include "tests/support/testing.h"

#include "archive/record/edit.h"
#include "archive/record/record.h"
#include "archive/record/header_values.h"

/* 1. e4 e5 2. Nf3 (2. f4 exf4 (2...d5 3. exd5)) (2. Bc4) 2...Nc6 */
static struct record *sample(void)
{
    struct record *record = record_new("classical");
    struct spot spot = spot_start(), fork, inner;
    struct note why;
    static const char *const main_line[] = {"e4", "e5", "Nf3", "Nc6"};
    for (int i = 0; i < 4; i++)
        assert_int_equal(edit_play(record, &spot, main_line[i], &why), 1);
    fork = spot_before(&spot, 2);
    spot = fork;
    assert_int_equal(edit_play(record, &spot, "f4", &why), 1);
    inner = spot;
    assert_int_equal(edit_play(record, &spot, "exf4", &why), 1);
    spot = inner;
    assert_int_equal(edit_play(record, &spot, "d5", &why), 1);
    assert_int_equal(edit_play(record, &spot, "exd5", &why), 1);
    spot = fork;
    assert_int_equal(edit_play(record, &spot, "Bc4", &why), 1);
    return record;
}

static struct yaml_text text_of(const struct record *record)
{
    struct yaml_text text = {0};
    record_write(record, &text);
    return text;
}

/* Every ply in reading order: the ply, the lines that replace it, the ply after it. */
static void plies_come_in_reading_order(void **state)
{
    (void)state;
    static const char *const order[] = {"e4", "e5",   "Nf3", "f4", "exf4",
                                        "d5", "exd5", "Bc4", "Nc6"};
    struct record *record = sample();
    struct spot spot = spot_start();
    for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
        assert_true(spot_following(record, &spot));
        assert_string_equal(spot_node(record, &spot)->text, order[i]);
        assert_true(spot_valid(record, &spot));
    }
    assert_false(spot_following(record, &spot));
    record_free(record);
}

static void continuations_of_a_spot_are_listed(void **state)
{
    (void)state;
    static const char *const choice[] = {"Nf3", "f4", "Bc4"};
    struct record *record = sample();
    struct spot fork = spot_start(), to;
    assert_true(spot_go(record, &fork, 2));
    assert_int_equal(spot_choices(record, &fork), 3);
    for (int i = 0; i < 3; i++) {
        to = fork;
        assert_string_equal(spot_choice(record, &fork, i, NULL)->text, choice[i]);
        assert_true(spot_next(record, &to, i));
        assert_string_equal(spot_node(record, &to)->text, choice[i]);
        assert_true(spot_back(&to));
        assert_true(spot_same(&to, &fork));
    }
    to = fork;
    assert_false(spot_next(record, &to, 3));
    assert_true(spot_same(&to, &fork));
    assert_null(spot_choice(record, &fork, 3, NULL));
    record_free(record);
}

static void siblings_and_parents_are_found(void **state)
{
    (void)state;
    struct record *record = sample();
    struct spot spot = spot_start();
    spot_go(record, &spot, 3); /* Nf3 */
    assert_true(spot_sibling(record, &spot, 1));
    assert_string_equal(spot_node(record, &spot)->text, "f4");
    assert_true(spot_next(record, &spot, 1)); /* d5 */
    assert_true(spot_next(record, &spot, 0)); /* exd5: the siblings of its line are those of d5 */
    assert_true(spot_sibling(record, &spot, -1));
    assert_string_equal(spot_node(record, &spot)->text, "exf4");
    assert_false(spot_sibling(record, &spot, -1));
    assert_true(spot_parent(&spot));
    assert_string_equal(spot_node(record, &spot)->text, "e5");
    assert_false(spot_parent(&spot));
    assert_int_equal(spot_plies(&spot), 2);
    record_free(record);
}

/* A line may have a variation at its first ply again (PGN writes that): all of them are
 * continuations of the same fork. */
static void variations_of_a_first_ply_belong_to_the_same_fork(void **state)
{
    (void)state;
    struct record *record = sample();
    struct spot fork = spot_start(), to;
    spot_go(record, &fork, 2);
    struct lines *lines = spot_lines(record, &fork);
    line_append(lines_append(&node_notes(&lines->v[0].v[0])->alts), "d4");
    assert_int_equal(spot_choices(record, &fork), 4);
    to = fork;
    assert_true(spot_next(record, &to, 2));
    assert_string_equal(spot_node(record, &to)->text, "d4");
    assert_int_equal(spot_plies(&to), 3);
    assert_true(spot_back(&to));
    assert_true(spot_same(&to, &fork));
    record_free(record);
}

static void playing_an_existing_ply_changes_nothing(void **state)
{
    (void)state;
    struct record *record = sample();
    struct yaml_text before = text_of(record), after;
    struct spot spot = spot_start();
    struct note why;
    static const char *const plies[] = {"e4", "e5", "f4", "d5", "exd5"};
    for (int i = 0; i < 5; i++)
        assert_int_equal(edit_play(record, &spot, plies[i], &why), 0);
    after = text_of(record);
    assert_string_equal(before.v, after.v);
    yaml_text_clear(&before);
    yaml_text_clear(&after);
    record_free(record);
}

/* After two promotions at the same fork, the lines are as before; the spot stays on its ply. */
static void promoting_swaps_two_lines(void **state)
{
    (void)state;
    struct record *record = sample();
    struct spot spot = spot_start();
    struct note why;
    spot_go(record, &spot, 2);
    spot_next(record, &spot, 1);
    assert_int_equal(edit_promote(record, &spot, &why), 0);
    assert_int_equal(spot.depth, 0);
    assert_string_equal(spot_node(record, &spot)->text, "f4");
    assert_string_equal(record->moves.v[3].text, "exf4");
    struct spot fork = spot_before(&spot, 2);
    assert_string_equal(spot_choice(record, &fork, 1, NULL)->text, "Nf3");
    assert_string_equal(spot_choice(record, &fork, 2, NULL)->text, "Bc4");
    assert_true(spot_next(record, &fork, 1));
    assert_true(spot_next(record, &fork, 0));
    assert_string_equal(spot_node(record, &fork)->text, "Nc6");
    assert_true(edit_promote(record, &spot, &why) < 0); /* the main line has nothing above it */
    record_free(record);
}

/* A spot stays behind its plies when the record changes: lines promoted, lines deleted, plies
 * replaced. */
static void spots_move_with_their_plies(void **state)
{
    (void)state;
    struct record *record = sample(), *other = sample();
    struct spot f4 = spot_start(), d5, bc4, nc6, now;
    struct note why;
    assert_true(spot_go(record, &f4, 2));
    nc6 = bc4 = f4;
    assert_true(spot_next(record, &f4, 1));
    assert_true(spot_next(record, &bc4, 2));
    assert_true(spot_go(record, &nc6, 4));
    d5 = f4;
    assert_true(spot_next(record, &d5, 1));
    struct spot promoted = f4;
    assert_int_equal(edit_promote(other, &promoted, &why), 0);
    const struct spot *const all[] = {&f4, &d5, &bc4, &nc6};
    static const char *const texts[] = {"f4", "d5", "Bc4", "Nc6"};
    for (int i = 0; i < 4; i++) {
        now = spot_moved(record, all[i], other);
        assert_int_equal(spot_plies(&now), spot_plies(all[i]));
        assert_string_equal(spot_node(other, &now)->text, texts[i]);
    }
    record_free(other);
    other = sample();
    struct spot deleted = f4;
    assert_int_equal(edit_delete(other, &deleted, &why), 0);
    now = spot_moved(record, &bc4, other);
    /* The second line there has become the first */
    assert_string_equal(spot_node(other, &now)->text, "Bc4");
    now = spot_moved(record, &d5, other);
    assert_string_equal(spot_node(other, &now)->text, "e5");
    text_replace(&other->moves.v[1].text, "c5");
    now = spot_moved(record, &nc6, other); /* a ply before it was corrected */
    assert_string_equal(spot_node(other, &now)->text, "Nc6");
    record_free(other);
    record_free(record);
}

static void deleting_removes_a_ply_and_its_continuation(void **state)
{
    (void)state;
    struct record *record = sample();
    struct spot spot = spot_start();
    struct note why;
    spot_go(record, &spot, 2);
    spot_next(record, &spot, 2); /* Bc4: a line disappears with its only ply */
    assert_int_equal(edit_delete(record, &spot, &why), 0);
    assert_string_equal(spot_node(record, &spot)->text, "e5");
    assert_int_equal(spot_choices(record, &spot), 2);
    spot_next(record, &spot, 0); /* Nf3: the line that replaced it takes its place */
    assert_int_equal(edit_delete(record, &spot, &why), 0);
    assert_int_equal(spot_choices(record, &spot), 1);
    assert_string_equal(record->moves.v[2].text, "f4");
    assert_string_equal(record->moves.v[3].text, "exf4");
    assert_int_equal(record->moves.n, 4);
    struct spot start = spot_start();
    assert_true(edit_delete(record, &start, &why) < 0);
    record_free(record);
}

/* A file may hold lines without plies: what follows them survives when the ply they replace is
 * deleted. */
static void deleting_beside_an_empty_line_loses_nothing(void **state)
{
    (void)state;
    struct record *record = sample();
    struct spot spot = spot_start();
    spot_go(record, &spot, 3);
    struct lines *alts = &node_notes(spot_node(record, &spot))->alts;
    lines_insert(alts, 0)->title = memory_text("nothing");
    /* Deleted with the rest of its line */
    line_append(lines_append(line_then(&record->moves)), "Bb5");
    assert_int_equal(edit_delete(record, &spot, NULL), 0);
    assert_string_equal(spot_node(record, &spot)->text, "e5");
    assert_int_equal(record->moves.n, 4);
    assert_string_equal(record->moves.v[2].text, "f4");
    assert_int_equal(spot_choices(record, &spot), 2);
    assert_string_equal(spot_choice(record, &spot, 1, NULL)->text, "Bc4");
    assert_false(record->moves.then && record->moves.then->n);
    record_free(record);
}

static void undo_restores_every_byte(void **state)
{
    (void)state;
    struct edits edits = {0};
    struct spot spot = spot_start();
    struct note why;
    const char *what;
    edits_begin(&edits, sample());
    struct yaml_text text[6];
    for (int i = 0; i < 5; i++) {
        text[i] = text_of(edits.record);
        spot_go(edits.record, &spot, 3);
        edits_mark(&edits, &spot, "a change");
        assert_false(edits_saved(&edits));
        switch (i) {
        case 0:
            edit_comment(edits.record, &spot, "ana", "good");
            break;
        case 1:
            edit_nag(edits.record, &spot, 3);
            break;
        case 2:
            edit_mark(edits.record, &spot, NULL, "arrow", "g1 f3", "green");
            break;
        case 3:
            edit_play(edits.record, &spot, "d6", &why);
            break;
        default:
            edit_delete(edits.record, &spot, &why);
        }
    }
    text[5] = text_of(edits.record);
    for (int i = 4; i >= 0; i--) {
        assert_true(edits_undo(&edits, &spot, &what));
        assert_string_equal(what, "a change");
        struct yaml_text now = text_of(edits.record);
        assert_string_equal(now.v, text[i].v);
        yaml_text_clear(&now);
    }
    assert_true(edits_saved(&edits));
    assert_false(edits_undo(&edits, &spot, NULL));
    for (int i = 1; i <= 5; i++) {
        assert_true(edits_redo(&edits, &spot, NULL));
        struct yaml_text now = text_of(edits.record);
        assert_string_equal(now.v, text[i].v);
        yaml_text_clear(&now);
    }
    assert_false(edits_redo(&edits, &spot, NULL));
    for (int i = 0; i < 6; i++)
        yaml_text_clear(&text[i]);
    edits_clear(&edits);
}

static void annotations_and_marks_toggle(void **state)
{
    (void)state;
    struct record *record = sample();
    struct spot spot = spot_start();
    spot_go(record, &spot, 3);
    edit_nag(record, &spot, 1);
    edit_nag(record, &spot, 4); /* a blunder replaces a good move */
    edit_nag(record, &spot, 14);
    const struct nags *nags = &spot_node(record, &spot)->notes->nags;
    assert_int_equal(nags->n, 2);
    assert_int_equal(nags->v[0], 4);
    edit_nag(record, &spot, 4);
    edit_nag(record, &spot, 14);
    edit_mark(record, &spot, NULL, "square", "e4", "green");
    edit_mark(record, &spot, NULL, "square", "e4", "red"); /* another colour repaints it */
    assert_int_equal(edit_marks(record, &spot)->n, 1);
    assert_string_equal(edit_marks(record, &spot)->v[0].color, "red");
    edit_mark(record, &spot, NULL, "square", "e4", "red"); /* the same colour erases it */
    edit_comment(record, &spot, NULL, "first");
    edit_comment(record, &spot, "ana", "hers");
    assert_string_equal(edit_comment_text(record, &spot, NULL), "first");
    assert_string_equal(edit_comment_text(record, &spot, "ana"), "hers");
    edit_comment(record, &spot, NULL, "");
    edit_comment(record, &spot, "ana", "");
    struct spot fork = spot_before(&spot, 2);
    assert_int_equal(spot_lines(record, &fork)->n, 2); /* the lines there stayed */
    record_free(record);
}

/* Arrows are the same only if they pass through the same cells. */
static void arrows_differ_by_their_cells(void **state)
{
    (void)state;
    struct record *record = sample();
    struct spot spot = spot_start();
    spot_go(record, &spot, 3);
    edit_mark(record, &spot, NULL, "arrow", "e2 e4", "green");
    edit_mark(record, &spot, NULL, "arrow", "e2 e3 e4", "orange");
    const struct marks *marks = edit_marks(record, &spot);
    assert_int_equal(marks->n, 2);
    assert_string_equal(marks->v[0].to, "e4");
    assert_null(marks->v[0].path);
    assert_null(marks->v[1].from);
    assert_string_equal(marks->v[1].path[1], "e3");
    assert_null(marks->v[1].path[3]);
    /* Part of an arrow is another arrow */
    edit_mark(record, &spot, NULL, "arrow", "e2 e3", "green");
    assert_int_equal(marks->n, 3);
    edit_mark(record, &spot, NULL, "arrow", "e2 e3 e4", "white");
    assert_int_equal(marks->n, 3);
    assert_string_equal(marks->v[2].color, "white");
    edit_mark(record, &spot, NULL, "arrow", "e2 e3 e4", "white");
    edit_mark(record, &spot, NULL, "arrow", "e2 e4", "green");
    assert_int_equal(marks->n, 1);
    assert_string_equal(marks->v[0].to, "e3");
    record_free(record);
}

/* Tags as a user types them. Tags that are there and not named stay, even those that are not single
 * words. */
static void plus_and_minus_change_tags_and_plain_words_replace_them(void **state)
{
    (void)state;
    static const struct {
        const char *typed, *tags;
    } rows[] = {
        {"blitz, club  blitz", "blitz club"},
        {"+club +study", "blitz club study"},
        {"-club", "blitz study"},
        {"+a-b -blitz --", "study a-b"},
        {"+", "study a-b"},
        {" -study -a-b", ""},
        {"+new", "new"},
        {"", ""},
        {"a \"two words\",b", "a \"two words\" b"},
        {"-\"two words\" +\"-c\"", "a b \"-c\""},
        {"\"say \"\"x\"\"\"", "\"say \"\"x\"\"\""},
        {"\"never ends", "\"never ends\""},
        {"", ""},
    };
    struct record *record = record_new("classical");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        record_change_tags(record, rows[i].typed);
        char *tags = record_tags(record);
        assert_string_equal(tags, rows[i].tags);
        assert_int_equal(value_at(&record->head, "tags") != NULL, *tags != '\0');
        free(tags);
    }
    value_put(value_append(value_list(&record->head, "tags")), "two words", STYLE_CANONICAL);
    record_change_tags(record, "+one");
    assert_int_equal(value_at(&record->head, "tags")->n, 2);
    assert_string_equal(value_at(&record->head, "tags")->entry[0].value.text, "two words");
    value_put(value_append(value_list(&record->head, "tags")), "+, \"odd\" -one", STYLE_CANONICAL);
    value_put(value_append(value_list(&record->head, "tags")), "", STYLE_CANONICAL);
    char *tags = record_tags(record);
    struct record *before = record_copy(record);
    record_change_tags(record, tags); /* confirmed as shown */
    assert_true(record_same(before, record));
    free(tags);
    record_free(before);
    record_free(record);
}

/* Undo shares the record on disk instead of copying it. Later edits do not change it, whichever
 * owner frees it first. */
static void undo_shares_the_saved_record(void **state)
{
    (void)state;
    for (int kept = 0; kept < 2; kept++) {
        struct edits edits = {0};
        struct spot spot = spot_start();
        struct record *base = sample(), *was = record_copy(base);
        edits_begin(&edits, record_copy(base));
        edits_mark_from(&edits, base, &spot, "1");
        assert_ptr_equal(edits.undo[0].record, base);
        edit_comment(edits.record, &spot, NULL, "changed");
        edits_mark_from(&edits, base, &spot, "2");
        assert_ptr_not_equal(edits.undo[1].record, base); /* this one is not on disk */
        if (!kept)
            record_free(base);
        while (edits_undo(&edits, &spot, NULL))
            continue;
        assert_true(record_same(edits.record, was));
        edit_comment(edits.record, &spot, NULL, "another");
        assert_true(!kept || record_same(base, was));
        edits_clear(&edits);
        if (kept)
            record_free(base);
        record_free(was);
    }
}

/* The record to be saved has the whole game; if it is not saved, it is given back unchanged. */
static void a_failed_save_leaves_the_record_unchanged(void **state)
{
    (void)state;
    static const char *const own[] = {"log", "x_new", NULL};
    struct record *record = sample(), *was = record_copy(record);
    for (int taken = 0; taken < 2; taken++) {
        struct record *lent = record_lend(record, own);
        record_log(lent, record, 2, "Ana", "a comment");
        value_set(&lent->head, "x_new", "x", false);
        assert_true(record_same(record, was));
        record_part(taken ? record : lent, own);
        record = taken ? lent : record;
    }
    assert_string_equal(record_text(record, "x_new"), "x");
    assert_int_equal(value_at(&record->head, "log")->n, 1);
    record_free(record);
    record_free(was);
}

/* The unsaved changes in a few words: the latest first, including undone ones, but not those of
 * others. */
static void unsaved_changes_are_described(void **state)
{
    (void)state;
    static const struct {
        const char *done, *told; /* 1-9: a change, o: another user's change, s: save, u: undo, r:
                                    redo */
    } rows[] = {{"", ""},
                {"1", "1"},
                {"123", "3, and 2 more"},
                {"12s3", "3"},
                {"12s34", "4, and 1 more"},
                {"1u", ""},
                {"12u", "1"},
                {"12ur", "2, and 1 more"},
                {"1su", "undone: 1"},
                {"123suu", "undone: 3, and 1 more"},
                {"1s2o", "2"},
                {"123suur", "undone: 3"},
                {"1o2", "2, and 1 more"},
                {"1o", "1"},
                {"o1o", "1"},
                {"12su3", "3, and 1 more"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct edits edits = {0};
        struct spot spot = spot_start();
        char told[80], name[] = "1";
        edits_begin(&edits, sample());
        for (const char *at = rows[i].done; *at; at++) {
            name[0] = *at;
            if (*at == 's')
                edits_set_saved(&edits);
            else if (*at == 'u' || *at == 'r')
                assert_true((*at == 'u' ? edits_undo : edits_redo)(&edits, &spot, NULL));
            else
                edits_mark(&edits, &spot, *at == 'o' ? edits_of_others : name);
        }
        memset(told, 'x', sizeof told);
        edits_tell_unsaved(&edits, told, sizeof told);
        if (strcmp(told, rows[i].told) != 0)
            fail_msg("%s: '%s', not '%s'", rows[i].done, told, rows[i].told);
        edits_clear(&edits);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plies_come_in_reading_order),
        cmocka_unit_test(continuations_of_a_spot_are_listed),
        cmocka_unit_test(siblings_and_parents_are_found),
        cmocka_unit_test(variations_of_a_first_ply_belong_to_the_same_fork),
        cmocka_unit_test(playing_an_existing_ply_changes_nothing),
        cmocka_unit_test(promoting_swaps_two_lines),
        cmocka_unit_test(spots_move_with_their_plies),
        cmocka_unit_test(deleting_removes_a_ply_and_its_continuation),
        cmocka_unit_test(deleting_beside_an_empty_line_loses_nothing),
        cmocka_unit_test(undo_restores_every_byte),
        cmocka_unit_test(annotations_and_marks_toggle),
        cmocka_unit_test(arrows_differ_by_their_cells),
        cmocka_unit_test(undo_shares_the_saved_record),
        cmocka_unit_test(a_failed_save_leaves_the_record_unchanged),
        cmocka_unit_test(unsaved_changes_are_described),
        cmocka_unit_test(plus_and_minus_change_tags_and_plain_words_replace_them),
    };
    return cmocka_run_group_tests_name("edit", tests, NULL, NULL);
}
