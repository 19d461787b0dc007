/* test_merge.c - two users edit one game: nothing that either did is lost. */
#include "config.h"
#include "tests/support/merging.h"

#include "archive/merge/merge.h"
#include "archive/record/record.h"
#include "archive/replay/replay.h"

/* ----------------------------------------------------------------------------------------------
 * records */

static void must_merge(struct merge *merge, const struct record *base, const struct record *mine,
                       const struct record *theirs)
{
    struct note why = {0};
    if (merge_records(merge, base, mine, theirs, NULL, 0, &why) < 0)
        fail_msg("%s", why.text);
}

static void same_records(const struct record *a, const struct record *b)
{
    struct yaml_text one = {0}, other = {0};
    struct record *left = record_copy(a), *right = record_copy(b);
    left->rev = right->rev = 1;
    record_write(left, &one);
    record_write(right, &other);
    assert_string_equal(one.v, other.v);
    yaml_text_clear(&one);
    yaml_text_clear(&other);
    record_free(left);
    record_free(right);
}

/* Make a change whose kind and place come from `seed`; changes by different authors never touch the
 * same field. */
static void change(struct record *record, const char *by, unsigned *seed)
{
    char text[40];
    struct spot spot;
    struct note why;
    *seed = *seed * 1103515245u + 12345u;
    unsigned r = *seed >> 8;
    spot = at_ply((int)(r % 6));
    snprintf(text, sizeof text, "%s %u", by, r % 1000);
    switch (r / 8 % 5) {
    case 0:
        edit_comment(record, &spot, by, text);
        break;
    case 1:
        edit_nag(record, &spot, 10 + (int)(r / 64 % 8));
        break;
    case 2:
        edit_mark(record, &spot, NULL, "arrow",
                  r / 128 % 2  ? r / 64 % 2 ? "e2 e4" : "d2 e4"
                  : r / 64 % 2 ? "e2 d4"
                               : "d2 d4",
                  "red");
        break;
    case 3:
        edit_play(record, &spot, *by == 'a' ? "d4" : "c4", &why);
        edit_comment(record, &spot, by, text);
        break;
    default:
        spot = at_ply(3);
        edit_comment(record, &spot, by, text);
    }
}

/* -------------------------------------------------------------------------------------------
 * properties */

static void a_change_on_one_side_is_kept_to_the_byte(void **state)
{
    (void)state;
    for (unsigned seed = 1; seed <= 200; seed++) {
        unsigned next = seed * 7919u;
        struct record *base = sample(), *a = record_copy(base);
        struct merge merge;
        for (int i = 0; i < 4; i++)
            change(a, "ana", &next);
        must_merge(&merge, base, a, base);
        same_records(merge.record, a);
        assert_int_equal(merge.conflicts, 0);
        merge_clear(&merge);
        must_merge(&merge, base, base, a);
        same_records(merge.record, a);
        merge_clear(&merge);
        must_merge(&merge, base, a, a);
        same_records(merge.record, a);
        assert_int_equal(merge.conflicts, 0);
        merge_clear(&merge);
        record_free(base);
        record_free(a);
    }
}

static void the_order_of_merging_does_not_matter(void **state)
{
    (void)state;
    int clean = 0;
    for (unsigned seed = 1; seed <= 300; seed++) {
        unsigned next = seed * 104729u;
        struct record *base = sample(), *a = record_copy(base), *b = record_copy(base);
        struct merge one, other;
        for (int i = 0; i < 3; i++) {
            change(a, "ana", &next);
            change(b, "bea", &next);
        }
        must_merge(&one, base, a, b);
        must_merge(&other, base, b, a);
        assert_int_equal(one.conflicts, other.conflicts);
        if (!one.conflicts)
            same_records(one.record, other.record);
        clean += !one.conflicts;
        merge_clear(&one);
        merge_clear(&other);
        record_free(base);
        record_free(a);
        record_free(b);
    }
    assert_true(clean > 280);
}

/* ------------------------------------------------------------------------------------------------
 * cases */

static void two_comments_on_one_ply_are_both_kept(void **state)
{
    (void)state;
    static const char *const authors[][2] = {
        {"bea", "ivo"}, {"bea", "bea"}, {NULL, NULL}, {NULL, "ivo"}};
    for (size_t i = 0; i < sizeof authors / sizeof *authors; i++) {
        struct record *base = sample(), *a = record_copy(base), *b = record_copy(base);
        struct merge merge;
        struct spot spot = at_ply(2);
        edit_comment(a, &spot, authors[i][0], "mine");
        edit_comment(b, &spot, authors[i][1], "theirs");
        must_merge(&merge, base, a, b);
        assert_int_equal(merge.conflicts, 0);
        assert_int_equal(has_comment(merge.record, 2, "mine"), 1);
        assert_int_equal(has_comment(merge.record, 2, "theirs"), 1);
        merge_clear(&merge);
        record_free(base);
        record_free(a);
        record_free(b);
    }
}

static void changing_one_field_twice_asks(void **state)
{
    (void)state;
    struct record *base = sample(), *a = record_copy(base), *b = record_copy(base);
    struct merge merge;
    struct note why;
    struct spot spot = at_ply(3);
    edit_comment(a, &spot, "ana", "mine");
    edit_comment(b, &spot, "ana", "theirs");
    record_set_text(a, "event.name", "Mine");
    record_set_text(b, "event.name", "Theirs");
    record_set_text(b, "event.site", "Split");
    must_merge(&merge, base, a, b);
    assert_int_equal(merge.conflicts, 2);
    for (int i = 0; i < 2; i++) {
        bool comment = strstr(merge.conflict[i].where, "comment") != NULL;
        assert_string_equal(merge.conflict[i].base, comment ? "a knight" : "Test");
        assert_string_equal(merge.conflict[i].mine, comment ? "mine" : "Mine");
        assert_string_equal(merge.conflict[i].theirs, comment ? "theirs" : "Theirs");
        assert_int_equal(merge.conflict[i].both, comment);
    }
    assert_string_equal(record_text(merge.record, "event.name"), "Mine");
    assert_string_equal(record_text(merge.record, "event.site"), "Split");
    merge_clear(&merge);
    const enum merge_side choice[] = {MERGE_THEIRS, MERGE_THEIRS},
                          both[] = {MERGE_BOTH, MERGE_BOTH};
    assert_int_equal(merge_records(&merge, base, a, b, choice, 2, &why), 0);
    assert_int_equal(merge.conflicts, 2);
    assert_string_equal(record_text(merge.record, "event.name"), "Theirs");
    assert_int_equal(has_comment(merge.record, 3, "theirs"), 1);
    merge_clear(&merge);
    assert_int_equal(merge_records(&merge, base, a, b, both, 2, &why), 0);
    assert_int_equal(has_comment(merge.record, 3, "mine\n\ntheirs"), 1);
    merge_clear(&merge);
    record_free(base);
    record_free(a);
    record_free(b);
}

static bool has_nag(const struct record *record, int ply, int nag)
{
    const struct notes *notes = record->moves.v[ply - 1].notes;
    for (int i = 0; notes && i < notes->nags.n; i++)
        if (notes->nags.v[i] == nag)
            return true;
    return false;
}

/* A ply has one judgement, as when one person presses 1 and then 2; all other annotations are
 * kept. */
static void two_judgements_of_one_ply_ask(void **state)
{
    (void)state;
    struct record *base = sample(), *a = record_copy(base), *b = record_copy(base);
    struct merge merge;
    struct note why;
    struct spot spot = at_ply(4), third = at_ply(3);
    const enum merge_side choice[] = {MERGE_THEIRS};
    edit_nag(a, &spot, 1);
    edit_nag(a, &spot, 13);
    edit_nag(b, &spot, 2);
    edit_nag(b, &spot, 36);
    edit_nag(a, &third, 5);
    edit_nag(b, &third, 5);
    must_merge(&merge, base, a, b);
    assert_int_equal(merge.conflicts, 1);
    /* In the words of the screen */
    assert_string_equal(merge.conflict[0].where, "ply 4 Nc6: judgement");
    assert_string_equal(merge.conflict[0].base, "");
    assert_string_equal(merge.conflict[0].mine, "!");
    assert_string_equal(merge.conflict[0].theirs, "?");
    assert_false(merge.conflict[0].both);
    assert_true(has_nag(merge.record, 4, 1) && !has_nag(merge.record, 4, 2));
    assert_true(has_nag(merge.record, 4, 13) && has_nag(merge.record, 4, 36) &&
                has_nag(merge.record, 3, 5));
    merge_clear(&merge);
    assert_int_equal(merge_records(&merge, base, a, b, choice, 1, &why), 0);
    assert_true(!has_nag(merge.record, 4, 1) && has_nag(merge.record, 4, 2) &&
                has_nag(merge.record, 4, 13));
    merge_clear(&merge);
    record_free(b);
    b = record_copy(a); /* one user changes "!" to "?!", the other only adds a comment: no question
                         */
    edit_nag(b, &spot, 6);
    record_free(base);
    base = record_copy(a);
    edit_comment(a, &spot, "ana", "developed");
    must_merge(&merge, base, a, b);
    assert_int_equal(merge.conflicts, 0);
    assert_true(has_nag(merge.record, 4, 6) && !has_nag(merge.record, 4, 1));
    merge_clear(&merge);
    record_free(base);
    record_free(a);
    record_free(b);
}

static void two_continuations_are_both_kept(void **state)
{
    (void)state;
    struct record *base = sample(), *a = record_copy(base), *b = record_copy(base);
    struct merge merge;
    struct record_counts counts;
    line_append(&a->moves, "a6");
    line_append(&b->moves, "Nf6");
    line_append(&b->moves, "O-O");
    must_merge(&merge, base, a, b);
    assert_int_equal(merge.conflicts, 1);
    assert_string_equal(merge.conflict[0].mine, "a6");
    assert_string_equal(merge.conflict[0].theirs, "Nf6 O-O");
    assert_string_equal(merge.record->moves.v[5].text, "a6");
    assert_string_equal(merge.record->moves.v[5].notes->alts.v[0].v[1].text, "O-O");
    record_count(merge.record, &counts);
    assert_int_equal(counts.plies, 10);
    merge_clear(&merge);
    record_free(base);
    record_free(a);
    record_free(b);
}

/* One user promotes a variation, the other annotates the line that was the main line. */
static void promoting_a_line_keeps_new_notes_on_the_old_one(void **state)
{
    (void)state;
    struct record *base = sample(), *a = record_copy(base), *b = record_copy(base);
    struct merge merge;
    struct note why;
    struct record_counts counts;
    struct spot spot = at_ply(2), noted = at_ply(4);
    assert_true(spot_next(a, &spot, 1));
    assert_int_equal(edit_promote(a, &spot, &why), 0);
    assert_string_equal(a->moves.v[2].text, "f4");
    edit_comment(b, &noted, "bea", "on the old line");
    for (int turn = 0; turn < 2; turn++) {
        must_merge(&merge, base, turn ? b : a, turn ? a : b);
        assert_int_equal(merge.conflicts, 0);
        assert_string_equal(merge.record->moves.v[2].text, "f4");
        const struct lines *alts = &merge.record->moves.v[2].notes->alts;
        assert_int_equal(alts->n, 1);
        assert_string_equal(alts->v[0].v[0].text, "Nf3");
        assert_string_equal(alts->v[0].v[1].notes->comments.v[0].text, "on the old line");
        record_count(merge.record, &counts);
        assert_int_equal(counts.plies, 7);
        merge_clear(&merge);
    }
    record_free(base);
    record_free(a);
    record_free(b);
}

static void deleting_what_another_annotates_asks(void **state)
{
    (void)state;
    struct record *base = sample(), *a = record_copy(base), *b = record_copy(base);
    struct merge merge;
    struct spot spot = at_ply(5);
    line_cut(&a->moves, 4);
    must_merge(&merge, base, a, base);
    assert_int_equal(merge.record->moves.n, 4);
    merge_clear(&merge);
    edit_comment(b, &spot, "bea", "the Spanish bishop");
    must_merge(&merge, base, a, b);
    assert_int_equal(merge.conflicts, 1);
    merge_clear(&merge);
    record_free(base);
    record_free(a);
    record_free(b);
}

static void unknown_keys_and_sets_are_merged(void **state)
{
    (void)state;
    struct record *base = sample(), *a = record_copy(base), *b = record_copy(base);
    struct merge merge;
    value_set(&a->head, "x_mine", "1", false);
    value_set(value_map(&b->head, "x_theirs"), "deep", "2", false);
    value_put(value_append(value_list(&a->head, "tags")), "blitz", STYLE_CANONICAL);
    value_put(value_append(value_list(&b->head, "tags")), "spanish", STYLE_CANONICAL);
    must_merge(&merge, base, a, b);
    assert_int_equal(merge.conflicts, 0);
    assert_string_equal(record_text(merge.record, "x_mine"), "1");
    assert_string_equal(record_text(merge.record, "x_theirs.deep"), "2");
    const struct value *tags = value_at(&merge.record->head, "tags");
    assert_int_equal(tags->n, 2);
    assert_string_equal(tags->entry[0].value.text, "blitz");
    assert_string_equal(tags->entry[1].value.text, "spanish");
    merge_clear(&merge);
    record_free(base);
    record_free(a);
    record_free(b);
}

/* The conflict names the field and both values in the user's words, not as the file does. */
static void assert_described_as(struct record *base, struct record *mine, struct record *theirs,
                                const char *where, const char *one, const char *other, bool stays)
{
    struct merge merge;
    must_merge(&merge, base, mine, theirs);
    assert_int_equal(merge.conflicts, 1);
    assert_string_equal(merge.conflict[0].where, where);
    assert_string_equal(merge.conflict[0].mine, one);
    assert_string_equal(merge.conflict[0].theirs, other);
    assert_int_equal(merge.conflict[0].stays, stays);
    merge_clear(&merge);
    record_free(base);
    record_free(mine);
    record_free(theirs);
}

/* The same game three times: base, mine, theirs. */
static void copy_three_times(struct record *three[3], struct record *record)
{
    three[0] = record;
    three[1] = record_copy(record);
    three[2] = record_copy(record);
}

static void comments_of_both(struct record *three[3], int ply, const char *by, const char *mine,
                             const char *theirs)
{
    struct spot spot = at_ply(ply);
    struct record *base = sample();
    edit_comment(base, &spot, by, "before");
    copy_three_times(three, base);
    edit_comment(three[1], &spot, by, mine);
    edit_comment(three[2], &spot, by, theirs);
}

static void conflicts_are_described_in_words(void **state)
{
    (void)state;
    struct record *three[3];
    struct spot spot = at_ply(5), line = at_ply(2);
    struct note why;
    comments_of_both(three, 1, NULL, "one", "other");
    assert_described_as(three[0], three[1], three[2], "ply 1 e4: comment", "one", "other", false);
    comments_of_both(three, 1, "ana", "", "other");
    assert_described_as(three[0], three[1], three[2], "ply 1 e4: comment by ana", "", "other",
                        false);
    comments_of_both(three, 0, "ana", "one", "");
    assert_described_as(three[0], three[1], three[2], "comment by ana", "one", "", false);

    copy_three_times(three, sample()); /* on a cascade member */
    for (int i = 0; i < 3; i++)
        edit_step_comment(spot_node(three[i], &spot), 2, 0, "ana",
                          i == 0   ? "before"
                          : i == 1 ? "one"
                                   : "other");
    assert_described_as(three[0], three[1], three[2], "ply 5 Bb5: member 2: comment by ana", "one",
                        "other", false);
    copy_three_times(three, sample());
    record_set_player(three[1], 'w', "Ann");
    record_set_player(three[2], 'w', "Anna");
    assert_described_as(three[0], three[1], three[2], "player w: name", "Ann", "Anna", false);

    copy_three_times(three, sample()); /* both added plies: the other continuation becomes a
                                          variation */
    line_append(&three[1]->moves, "a6");
    line_append(&three[2]->moves, "Nf6");
    assert_described_as(three[0], three[1], three[2], "how the game continues after ply 5 Bb5",
                        "a6", "Nf6", true);
    copy_three_times(three, sample()); /* one continued what the other deleted */
    line_cut(&three[1]->moves, 4);
    line_append(&three[2]->moves, "a6");
    assert_described_as(three[0], three[1], three[2], "how the game continues after ply 4 Nc6", "",
                        "Bb5 a6", false);
    struct record *empty = sample();
    line_cut(&empty->moves, 0);
    copy_three_times(three, empty);
    line_append(&three[1]->moves, "e4");
    line_append(&three[2]->moves, "d4");
    assert_described_as(three[0], three[1], three[2], "how the game begins", "e4", "d4", true);

    copy_three_times(three, sample()); /* a variation */
    assert_true(spot_next(three[1], &line, 1));
    assert_int_equal(edit_delete(three[1], &line, &why), 0);
    line = at_ply(2);
    assert_true(spot_next(three[2], &line, 1) && spot_next(three[2], &line, 0));
    assert_int_equal(edit_play(three[2], &line, "Nf3", &why), 1);
    assert_described_as(three[0], three[1], three[2], "ply 3 Nf3: variation f4", "", "f4 exf4 Nf3",
                        false);
}

static void leave(struct record *record, int ply, const char *side)
{
    struct value *event =
        value_append(value_list(&node_notes(&record->moves.v[ply - 1])->other, "events"));
    event->type = VALUE_MAP;
    value_set(event, "is", "resigns", false);
    value_set(event, "side", side, false);
}

/* One of three players resigned in one copy and played on in the other: a ply cannot follow the
 * resignation. */
static void resigning_in_one_copy_and_playing_on_in_the_other_asks(void **state)
{
    static const char *const plies[] = {"Pd4-e4", "Pk5-k4"};
    struct record *base = record_new("triangle-corners-3"), *a, *b;
    struct merge merge;
    struct note why = {0};
    (void)state;
    for (int i = 0; i < 3; i++)
        record_set_player(base, "wbr"[i], "");
    for (int i = 0; i < 2; i++)
        line_append(&base->moves, plies[i]);
    a = record_copy(base);
    b = record_copy(base);
    line_append(&a->moves, "Pi1-h1");
    leave(b, 2, "r");
    for (int turn = 0; turn < 4; turn++) { /* which came first, and which is chosen */
        enum merge_side choice = turn / 2 ? MERGE_THEIRS : MERGE_MINE;
        struct record *mine = turn % 2 ? b : a, *theirs = turn % 2 ? a : b;
        if (merge_records(&merge, base, mine, theirs, &choice, 1, &why) < 0)
            fail_msg("%s", why.text);
        assert_int_equal(merge.conflicts, 1);
        assert_string_equal(merge.conflict[0].where, "how the game continues after ply 2 Pk5-k4");
        assert_string_equal(turn % 2 ? merge.conflict[0].theirs : merge.conflict[0].mine, "Pi1-h1");
        assert_string_equal(turn % 2 ? merge.conflict[0].mine : merge.conflict[0].theirs,
                            "Red is out");
        assert_false(merge.conflict[0].stays);
        bool played = (turn % 2 == 0) == (choice == MERGE_MINE);
        assert_int_equal(merge.record->moves.n, played ? 3 : 2);
        assert_int_equal(replay_check(merge.record, NULL, NULL), 0);
        merge_clear(&merge);
    }
    must_merge(&merge, base, base, b); /* only one copy has changed */
    assert_int_equal(merge.conflicts, 0);
    merge_clear(&merge);
    leave(a, 2, "r"); /* both know of it: the ply is invalid already, so there is no question */
    must_merge(&merge, base, a, b);
    assert_int_equal(merge.conflicts, 0);
    merge_clear(&merge);
    record_free(base);
    record_free(a);
    record_free(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_change_on_one_side_is_kept_to_the_byte),
        cmocka_unit_test(the_order_of_merging_does_not_matter),
        cmocka_unit_test(two_comments_on_one_ply_are_both_kept),
        cmocka_unit_test(changing_one_field_twice_asks),
        cmocka_unit_test(conflicts_are_described_in_words),
        cmocka_unit_test(two_judgements_of_one_ply_ask),
        cmocka_unit_test(two_continuations_are_both_kept),
        cmocka_unit_test(promoting_a_line_keeps_new_notes_on_the_old_one),
        cmocka_unit_test(deleting_what_another_annotates_asks),
        cmocka_unit_test(unknown_keys_and_sets_are_merged),
        cmocka_unit_test(resigning_in_one_copy_and_playing_on_in_the_other_asks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
