/* test_drafts.c - what is being changed and not saved: drafts of every user and terminal, and what was undone. */
#include "config.h"
#include "tests/club.h"

#include "archive/edit_log.h"

#include <dirent.h>

static void drafts_are_per_user(void **state)
{
    (void)state;
    static const char *const names[] = {"ana", "..", "-rf", "a/b", "", "\xC4\x8Ditalac"};
    struct store *store = new_archive();
    struct version version = {0}, base;
    struct record *record = new_game("Ana"), *draft;
    struct note why = {0};
    must_save(store, record, &version);
    store_close(store);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char(*ids)[ULID_LENGTH + 1];
        assert_int_equal(store_open(&store, in_top("club"), &(struct store_options){.user = names[i]}, &why), 0);
        assert_int_equal(store_draft_load(store, record->id, &draft, &base, &why), FAIL_NAME);
        line_append(&record->moves, "Nf3");
        assert_int_equal(store_draft_save(store, record, &version, &why), 0);
        assert_int_equal(store_drafts(store, &ids), 1);
        assert_string_equal(ids[0], record->id);
        free(ids);
        assert_int_equal(store_draft_load(store, record->id, &draft, &base, &why), 0);
        assert_true(record_same(record, draft));
        assert_memory_equal(&base, &version, sizeof base);
        record_free(draft);
        if (i == 0) {
            store_draft_drop(store, record->id);
            assert_int_equal(store_draft_load(store, record->id, &draft, &base, &why), FAIL_NAME);
            assert_int_equal(store_draft_save(store, record, &version, &why), 0);
        }
        store_close(store);
    }
    record_free(record);
}

/* How many plies the draft has that a store is given; -1: it is given none. */
static int plies_of_draft(struct store *store, const char *id)
{
    struct record *draft;
    if (store_draft_load(store, id, &draft, NULL, NULL) < 0)
        return -1;
    int plies = draft->moves.n;
    record_free(draft);
    return plies;
}

/* Two terminals of one user change a game: each has its draft, whatever happens to the other, and what was left by one that
 * was killed waits for the next. */
static void every_terminal_has_its_draft(void **state)
{
    (void)state;
    struct store_options ana = {.user = "ana"};
    struct store *first = new_archive(), *second, *third;
    struct version version = {0};
    struct record *record = new_game("Ana");
    struct note why = {0};
    must_save(first, record, &version);
    store_close(first);
    assert_int_equal(store_open(&first, in_top("club"), &ana, &why), 0);
    assert_int_equal(store_open(&second, in_top("club"), &ana, &why), 0);
    int plies = record->moves.n;
    line_append(&record->moves, "Nf3");
    assert_int_equal(store_draft_save(first, record, &version, &why), 0);
    assert_int_equal(plies_of_draft(second, record->id), -1); /* somebody is at it */
    line_append(&record->moves, "Nf6");
    assert_int_equal(store_draft_save(second, record, &version, &why), 0);
    assert_int_equal(store_draft_save(second, record, &version, &why), 0); /* and again */
    assert_int_equal(plies_of_draft(first, record->id), plies + 1);
    assert_int_equal(plies_of_draft(second, record->id), plies + 2);
    char(*ids)[ULID_LENGTH + 1];
    assert_int_equal(store_drafts(first, &ids), 1);
    free(ids);
    store_close(second); /* as if it had been killed: its draft waits */
    assert_true(store_draft_more(first, record->id));
    store_draft_drop(first, record->id);
    assert_int_equal(store_open(&third, in_top("club"), &ana, &why), 0);
    assert_int_equal(plies_of_draft(third, record->id), plies + 2);
    assert_int_equal(plies_of_draft(first, record->id), -1);
    /* Whoever begins now does not write over what the third goes on with. */
    record->moves.n = plies;
    assert_int_equal(store_draft_save(first, record, &version, &why), 0);
    assert_int_equal(plies_of_draft(third, record->id), plies + 2);
    store_draft_drop(third, record->id);
    store_draft_drop(first, record->id);
    store_close(third);
    assert_int_equal(store_drafts(first, &ids), 0);
    store_close(first);
    DIR *stream = opendir(in_top("club/drafts/ana"));
    assert_non_null(stream);
    for (struct dirent *entry; (entry = readdir(stream));)
        assert_true(entry->d_name[0] == '.'); /* nothing is left */
    closedir(stream);
    free(ids);
    record_free(record);
}

/* What was undone before the program ended is done again after it, at the place where it was made. */
static void an_undone_change_is_done_again_later(void **state)
{
    (void)state;
    struct store *store = new_archive();
    struct edits edits = {0}, again = {0};
    struct spot spot = spot_start(), at;
    struct version version = {0};
    bool begun = false;
    const char *what;
    struct record *record = new_game("Ana");
    must_save(store, record, &version);
    edits_begin(&edits, record);
    assert_true(spot_next(record, &spot, 0));
    edits_mark(&edits, &spot, "judgement");
    edit_nag(edits.record, &spot, 1);
    edit_log_note(store, &edits, LOGGED_CHANGE, &begun);
    at = spot;
    assert_true(edits_undo(&edits, &at, NULL));
    edit_log_note(store, &edits, LOGGED_UNDO, &begun);
    assert_true(begun && edit_log_read(store, edits.record, &again));
    assert_int_equal(again.undos, 0);
    at = spot_start();
    assert_true(edits_redo(&again, &at, &what));
    assert_string_equal(what, "judgement");
    assert_true(spot_same(&at, &spot));
    assert_true(node_is_noted(spot_node(again.record, &spot)));
    edits_clear(&edits);
    edits_clear(&again);
    store_close(store);
}

/* A log that is full lets go of its oldest changes: the latest can be undone after a restart however much was changed. */
static void a_full_log_keeps_the_latest_changes(void **state)
{
    (void)state;
    enum { CHANGES = 50, COMMENTS = 10, LONG = 60000 };
    struct store *store = new_archive();
    struct edits edits = {0}, again = {0};
    struct spot spot = spot_start();
    struct version version = {0};
    struct stat stat_of;
    struct note why;
    bool begun = false;
    char path[300], what[40];
    char *comment = memory_new(LONG + 1, 1);
    memset(comment, 'x', LONG);
    struct record *record = new_game("Ana");
    for (int i = 0; i < COMMENTS; i++)
        comments_append(&record->comments, comment, "ana");
    must_save(store, record, &version);
    edits_begin(&edits, record);
    assert_int_equal(store_draft_save(store, record, &version, &why), 0);
    for (int i = 1; i <= CHANGES; i++) {
        snprintf(what, sizeof what, "change %d", i);
        edits_mark(&edits, &spot, what);
        record_set_text(edits.record, "event.round", what + 7);
        edit_log_note(store, &edits, LOGGED_CHANGE, &begun);
        assert_true(begun);
    }
    snprintf(path, sizeof path, "club/drafts/%s/%s.undo", store_user(store), edits.record->id);
    assert_int_equal(stat(in_top(path), &stat_of), 0);
    assert_in_range(stat_of.st_size, 1, STORE_DRAFT_LOG_MOST);
    assert_true(edit_log_read(store, edits.record, &again));
    assert_in_range(again.undos, 8, CHANGES - 1);
    assert_true(record_same(again.record, edits.record));
    for (int i = 0; i < again.undos; i++) { /* without a gap, up to the last */
        snprintf(what, sizeof what, "change %d", CHANGES - again.undos + 1 + i);
        assert_string_equal(again.undo[i].what, what);
        assert_int_equal(atoi(record_text(again.undo[i].record, "event.round")), CHANGES - again.undos + i);
    }
    edits_clear(&edits);
    edits_clear(&again);
    free(comment);
    store_close(store);
}

/* Of two drafts that were left the later comes first, then the other. */
static void left_drafts_come_one_after_another(void **state)
{
    (void)state;
    struct store_options ana = {.user = "ana"};
    struct store *one = new_archive(), *other;
    struct version version = {0};
    struct record *record = new_game("Ana");
    struct note why = {0};
    must_save(one, record, &version);
    store_close(one);
    assert_int_equal(store_open(&one, in_top("club"), &ana, &why), 0);
    assert_int_equal(store_open(&other, in_top("club"), &ana, &why), 0);
    int plies = record->moves.n;
    for (int i = 1; i <= 2; i++) {
        line_append(&record->moves, "Nf3");
        assert_int_equal(store_draft_save(i == 1 ? one : other, record, &version, &why), 0);
    }
    store_close(one);
    store_close(other);
    for (int i = 2; i >= 1; i--) {
        assert_int_equal(store_open(&one, in_top("club"), &ana, &why), 0);
        assert_int_equal(plies_of_draft(one, record->id), plies + i);
        assert_int_equal(store_draft_more(one, record->id), i == 2);
        store_draft_drop(one, record->id);
        store_close(one);
    }
    assert_int_equal(store_open(&one, in_top("club"), &ana, &why), 0);
    assert_int_equal(plies_of_draft(one, record->id), -1);
    store_close(one);
    record_free(record);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(drafts_are_per_user),
        CASE(every_terminal_has_its_draft),
        CASE(an_undone_change_is_done_again_later),
        CASE(a_full_log_keeps_the_latest_changes),
        CASE(left_drafts_come_one_after_another),
    };
    return cmocka_run_group_tests_name("drafts", tests, NULL, NULL);
}
