/* test_merge.c - two people at one game: nothing that either did is lost. */
#include "config.h"
#include "tests/testing.h"

#include "archive/edit.h"
#include "archive/merge_save.h"
#include "archive/record_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---------------------------------------------------------------------------------------------- records */

static struct spot at_ply(int ply)
{
    struct spot spot = spot_start();
    spot.ply = ply;
    return spot;
}

/* 1. e4 e5 2. Nf3 (2. f4 exf4) 2...Nc6 3. Bb5, a comment, a mark. */
static struct record *sample(void)
{
    static const char *const plies[] = {"e4", "e5", "Nf3", "Nc6", "Bb5"};
    struct record *record = record_new("classical");
    struct spot spot;
    struct note why;
    record->rev = 7;
    record_set_player(record, 'w', "Ana");
    record_set_player(record, 'b', "Ivo");
    record_set_text(record, "event.name", "Test");
    record_set_text(record, "result.score", "*");
    for (int i = 0; i < 5; i++)
        line_append(&record->moves, plies[i]);
    spot = at_ply(2);
    edit_play(record, &spot, "f4", &why);
    edit_play(record, &spot, "exf4", &why);
    spot = at_ply(3);
    edit_comment(record, &spot, "ana", "a knight");
    edit_mark(record, &spot, NULL, "square", "f3", "green");
    return record;
}

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

/* A change of a kind and a place chosen by numbers; changes of different authors touch no field twice. */
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
        edit_mark(record, &spot, NULL, "arrow", r / 128 % 2 ? r / 64 % 2 ? "e2 e4" : "d2 e4" : r / 64 % 2 ? "e2 d4" : "d2 d4", "red");
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

/* ------------------------------------------------------------------------------------------- properties */

static void a_change_of_one_side_is_taken_to_the_byte(void **state)
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

static void it_does_not_matter_who_was_first(void **state)
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

/* ------------------------------------------------------------------------------------------------ cases */

static int has_comment(const struct record *record, int ply, const char *text)
{
    struct spot spot = at_ply(ply);
    const struct comments *comments = edit_comments(record, &spot);
    int n = 0;
    for (int i = 0; comments && i < comments->n; i++)
        n += !strcmp(comments->v[i].text, text);
    return n;
}

static void two_comments_on_one_ply_are_both_there(void **state)
{
    (void)state;
    static const char *const authors[][2] = {{"bea", "ivo"}, {"bea", "bea"}, {NULL, NULL}, {NULL, "ivo"}};
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

static void one_field_changed_twice_is_asked_about(void **state)
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
    const enum merge_side choice[] = {MERGE_THEIRS, MERGE_THEIRS}, both[] = {MERGE_BOTH, MERGE_BOTH};
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

/* A ply has one judgement, as when one person presses 1 and then 2; what is said besides is all kept. */
static void two_judgements_of_one_ply_are_asked_about(void **state)
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
    assert_string_equal(merge.conflict[0].where, "ply 4 Nc6: judgement"); /* as people say */
    assert_string_equal(merge.conflict[0].base, "");
    assert_string_equal(merge.conflict[0].mine, "!");
    assert_string_equal(merge.conflict[0].theirs, "?");
    assert_false(merge.conflict[0].both);
    assert_true(has_nag(merge.record, 4, 1) && !has_nag(merge.record, 4, 2));
    assert_true(has_nag(merge.record, 4, 13) && has_nag(merge.record, 4, 36) && has_nag(merge.record, 3, 5));
    merge_clear(&merge);
    assert_int_equal(merge_records(&merge, base, a, b, choice, 1, &why), 0);
    assert_true(!has_nag(merge.record, 4, 1) && has_nag(merge.record, 4, 2) && has_nag(merge.record, 4, 13));
    merge_clear(&merge);
    record_free(b);
    b = record_copy(a); /* from "!" one goes on to "?!", the other adds nothing but a comment: nobody is asked */
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

static void a_game_that_went_on_twice_keeps_both_ways(void **state)
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

/* One makes another line the game, the other annotates the line that was it. */
static void a_promoted_line_and_notes_on_the_old_one(void **state)
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

static void deleted_here_annotated_there_is_asked_about(void **state)
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

/* ------------------------------------------------------------------------------------------- many savers */

enum { SAVERS = 16, GAMES = 5, FAST_NOTES = 8, LONG_NOTES = 200 };

static char top[256];

static int make_top(void **state)
{
    (void)state;
    const char *where = getenv("TMPDIR");
    if (!where || !*where)
        where = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
    snprintf(top, sizeof top, "%.200s/chesscade-merge.XXXXXX", where);
    return mkdtemp(top) ? 0 : -1;
}

static int drop_top(void **state)
{
    (void)state;
    remove_folder(top);
    return 0;
}

static struct store *must_open(void)
{
    struct store *store = NULL;
    char path[300];
    struct note why = {0};
    snprintf(path, sizeof path, "%s/club", top);
    if (store_open(&store, path, &(struct store_options){.user = "ana"}, &why) < 0)
        fail_msg("%s", why.text);
    while (store_scan(store, 1000))
        continue;
    return store;
}

/* One process: load a game, add a note, save, over and over. 0: all were saved. */
static int annotate(int number, int notes)
{
    struct store *store = must_open();
    unsigned seed = (unsigned)number * 7919u + 1;
    int bad = 0;
    for (int i = 0; i < notes; i++) {
        struct record *record;
        struct version version;
        struct merge_saving saving;
        struct note why;
        char text[40];
        seed = seed * 1103515245u + 12345u;
        if (store_load(store, (int)(seed >> 16) % GAMES, &record, &version, NULL, &why) < 0)
            return 1;
        struct record *base = record_copy(record);
        struct spot spot = at_ply((int)(seed >> 20) % 6);
        struct node *node = spot_node(record, &spot);
        snprintf(text, sizeof text, "note %d of %d", i, number);
        comments_append(node ? &node_notes(node)->comments : &record->comments, text, number % 2 ? "ana" : NULL);
        int result;
        do { /* on a slow machine the lock may be held for longer than anybody waits */
            result = merge_save(store, record, &version, base, NULL, &saving, &why);
            merge_saving_clear(&saving);
        } while (result == FAIL_BUSY);
        if (result < 0 && ++bad)
            fprintf(stderr, "%s\n", why.text);
        record_free(base);
        record_free(record);
    }
    store_close(store);
    return bad;
}

static void many_savers_lose_nothing(void **state)
{
    (void)state;
    int notes = getenv("CHESSCADE_LONG") ? LONG_NOTES : FAST_NOTES;
    char path[300];
    struct note why = {0};
    pid_t child[SAVERS];
    snprintf(path, sizeof path, "%s/club", top);
    assert_int_equal(store_create(path, "Club", &why), 0);
    struct store *store = must_open();
    for (int i = 0; i < GAMES; i++) {
        struct record *record = sample();
        struct version version = {0};
        assert_int_equal(store_save(store, record, &version, &why), 0);
        record_free(record);
    }
    store_close(store);
    for (int i = 0; i < SAVERS; i++) {
        child[i] = fork();
        if (child[i] == 0)
            _exit(annotate(i, notes) != 0);
    }
    for (int i = 0; i < SAVERS; i++) {
        int status;
        assert_int_equal(waitpid(child[i], &status, 0), child[i]);
        assert_int_equal(status, 0);
    }
    store = must_open();
    int found = 0;
    for (int i = 0; i < GAMES; i++) {
        struct record *record;
        struct record_counts counts;
        assert_int_equal(store_load(store, i, &record, NULL, NULL, &why), 0);
        record_count(record, &counts);
        found += counts.comments - 1;
        for (int n = 0; n < SAVERS; n++)
            for (int k = 0; k < notes; k++) {
                char text[40];
                int times = 0;
                snprintf(text, sizeof text, "note %d of %d", k, n);
                for (int ply = 0; ply < 6; ply++)
                    times += has_comment(record, ply, text);
                assert_true(times <= 1);
            }
        record_free(record);
    }
    assert_int_equal(found, SAVERS * notes);
    store_close(store);
}

/* ------------------------------------------------------------------------------------ edits made outside */

/* R7: the file is changed by something that is not us; its size and time stay, it is replaced, deleted, broken. */
static void outside_edits_are_never_overwritten(void **state)
{
    (void)state;
    enum { SAME_SIZE, REPLACED, DELETED, BROKEN, WAYS };
    char path[300], label[200], file[600], id[ULID_LENGTH + 1];
    struct note why = {0};
    int line;
    snprintf(path, sizeof path, "%s/club", top);
    assert_int_equal(store_create(path, "Club", &why), 0);
    for (int way = 0; way < WAYS; way++) {
        struct store *store = must_open();
        struct record *record = sample(), *base;
        struct version version = {0};
        struct merge_saving saving;
        struct stat before;
        char text[1 << 14];
        assert_int_equal(store_save(store, record, &version, &why), 0);
        store_label(store, store_find(store, record->id), label, sizeof label, id, &line);
        snprintf(file, sizeof file, "%s/%s", path, label);
        base = record_copy(record);
        FILE *in = fopen(file, "rb");
        size_t size = fread(text, 1, sizeof text - 1, in);
        fclose(in);
        text[size] = '\0';
        assert_int_equal(stat(file, &before), 0);
        memcpy(strstr(text, "a knight"), "A KNIGHT", 8);
        if (way != SAME_SIZE)
            unlink(file);
        if (way != DELETED) {
            FILE *out = fopen(file, "wb");
            fputs(way == BROKEN ? "chesscade: [" : text, out);
            fclose(out);
            const struct timespec times[2] = {before.st_atim, before.st_mtim};
            assert_int_equal(utimensat(AT_FDCWD, file, times, 0), 0);
        }
        struct spot spot = at_ply(4);
        edit_comment(record, &spot, "ivo", "mine");
        int result = merge_save(store, record, &version, base, NULL, &saving, &why);
        assert_int_equal(result, way == DELETED || way == BROKEN ? FAIL_CONFLICT : 0);
        assert_int_equal(has_comment(record, 4, "mine"), 1); /* what was not saved is still there */
        if (result == 0) {
            assert_int_equal(has_comment(saving.merge.record, 3, "A KNIGHT"), 1);
            assert_int_equal(has_comment(saving.merge.record, 4, "mine"), 1);
        }
        assert_true(way != DELETED || access(file, F_OK) < 0);
        merge_saving_clear(&saving);
        record_free(record);
        record_free(base);
        store_close(store);
        unlink(file);
    }
}

/* What is chosen counts for the version it was chosen about, and is saved over that one only. */
static void choices_are_of_one_version(void **state)
{
    (void)state;
    char path[300];
    struct note why = {0};
    struct version version = {0}, other;
    struct merge_saving saving;
    static const enum merge_side mine[] = {MERGE_MINE};
    snprintf(path, sizeof path, "%s/club", top);
    assert_int_equal(store_create(path, "Club", &why), 0);
    struct store *store = must_open();
    struct record *record = sample(), *theirs;
    assert_int_equal(store_save(store, record, &version, &why), 0);
    struct record *base = record_copy(record);
    record_set_text(record, "event.name", "Mine");
    struct merge_choices choices = {mine, 1, {0}};
    for (int round = 0; round < 2; round++) { /* each time they write once more */
        assert_int_equal(store_load(store, 0, &theirs, &other, NULL, &why), 0);
        record_set_text(theirs, "event.name", round ? "Theirs again" : "Theirs");
        assert_int_equal(store_save(store, theirs, &other, &why), 0);
        record_free(theirs);
        assert_int_equal(merge_save(store, record, &version, base, &choices, &saving, &why), FAIL_CONFLICT);
        assert_true(saving.unseen);
        assert_int_equal(saving.merge.conflicts, 1);
        choices.seen = saving.version;
        merge_saving_clear(&saving);
    }
    assert_int_equal(merge_save(store, record, &version, base, &choices, &saving, &why), 0);
    assert_false(saving.unseen);
    assert_string_equal(record_text(saving.merge.record, "event.name"), "Mine");
    merge_saving_clear(&saving);
    record_free(record);
    record_free(base);
    store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_change_of_one_side_is_taken_to_the_byte),
        cmocka_unit_test(it_does_not_matter_who_was_first),
        cmocka_unit_test(two_comments_on_one_ply_are_both_there),
        cmocka_unit_test(one_field_changed_twice_is_asked_about),
        cmocka_unit_test(two_judgements_of_one_ply_are_asked_about),
        cmocka_unit_test(a_game_that_went_on_twice_keeps_both_ways),
        cmocka_unit_test(a_promoted_line_and_notes_on_the_old_one),
        cmocka_unit_test(deleted_here_annotated_there_is_asked_about),
        cmocka_unit_test(unknown_keys_and_sets_are_merged),
        cmocka_unit_test_setup_teardown(outside_edits_are_never_overwritten, make_top, drop_top),
        cmocka_unit_test_setup_teardown(choices_are_of_one_version, make_top, drop_top),
        cmocka_unit_test_setup_teardown(many_savers_lose_nothing, make_top, drop_top),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
