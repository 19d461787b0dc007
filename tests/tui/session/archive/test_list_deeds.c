/* test_list_deeds.c - what a person does with the games of a list
 * (tui/session/archive/list_deeds.h): deleting, merging duplicates, and undoing both. */
#include "config.h"
#include "tests/support/session_club.h"

#include "archive/record/edit.h"
#include "tui/session/archive/collecting.h"
#include "tui/session/archive/games.h"
#include "tui/session/archive/list_deeds.h"
#include "tui/session/game_open.h"

#include <limits.h>

typedef const char (*game_ids)[ULID_LENGTH + 1];

static struct store *store;
static char id[3][ULID_LENGTH + 1];

/* The archive has three new games; the first two are alike but for a comment and a name. */
static int set_up(void **state)
{
    struct ruleset *rules;
    struct note why;
    if (make_club(state) < 0 || ruleset_open(&rules, "classical", NULL, 0, &why) < 0 ||
        store_open(&store, club, NULL, &why) < 0)
        return -1;
    for (int i = 0; i < 3; i++) {
        struct record *record = table_new_game(rules, NULL, i < 2 ? "2026-01-31" : "2026-02-01");
        struct version version = {0};
        record_set_player(record, 'w', i < 2 ? "Ana" : "Cle");
        if (i == 1)
            edit_comment(record, &(struct spot){0}, NULL, "of the second");
        if (store_save(store, record, &version, &why) < 0)
            return -1;
        snprintf(id[i], sizeof id[i], "%s", record->id);
        record_free(record);
    }
    ruleset_free(rules);
    store_refresh(store);
    store_scan(store, INT_MAX);
    return 0;
}

static int tear_down(void **state)
{
    store_close(store);
    return drop_club(state);
}

static bool there(int i)
{
    return store_find(store, id[i]) >= 0;
}

static void guests_delete_nothing(void **state)
{
    struct store *read_only;
    struct note said;
    (void)state;
    assert_true(games_may_delete(store, false, &said));
    assert_false(games_may_delete(store, true, &said));
    assert_string_equal(said.text, "only the archive's owner can delete games");
    assert_false(games_may_import(store, true, &said));
    assert_int_equal(
        store_open(&read_only, club, &(struct store_options){.read_only = true}, &said), 0);
    assert_false(games_may_delete(read_only, false, &said));
    assert_true(games_go_to(store));
    assert_false(games_go_to(read_only)); /* nor do new games go to a read-only archive */
    assert_false(games_go_to(NULL));
    store_close(read_only);
}

static void deleted_games_can_be_put_back(void **state)
{
    struct deleted_games last = {0};
    struct note said;
    char question[LIST_QUESTION_ROOM];
    int gone;
    (void)state;
    games_ask_delete(store, (game_ids)id, 1, question);
    assert_string_equal(question, "Move game 1, Ana - Black, to the trash?");
    assert_int_equal(collecting_add(store, "Studies", NULL, (game_ids)id, 1, 0, &said), 1);
    games_ask_delete(store, (game_ids)id, 2, question);
    assert_string_equal(question, "1 collection has some of the games. Move 2 games to the trash?");
    assert_int_equal(games_delete(store, (game_ids)id, 1, &last, &gone, &said), 0);
    assert_string_equal(said.text, "1 game moved to the trash; {undo} brings it back");
    /* the first of these is gone already */
    assert_int_equal(games_delete(store, (game_ids)id, 3, &last, &gone, &said), 0);
    assert_int_equal(gone, 2);
    assert_string_equal(said.text,
                        "2 games moved to the trash; 1 was gone already; {undo} brings them back");
    assert_false(there(0) || there(1) || there(2));
    assert_int_equal(games_undelete(store, &last, &said), 0);
    assert_string_equal(said.text, "2 games are back");
    store_scan(store, INT_MAX);
    assert_true(!there(0) && there(1) && there(2));
    assert_int_equal(games_delete(store, (game_ids)id + 2, 1, &last, &gone, &said), 0);
    assert_int_equal(games_delete(store, (game_ids)id, 1, &last, &gone, &said), FAIL_NAME);
    assert_int_equal(last.n, 1); /* what was deleted before can still be put back */
    assert_int_equal(games_undelete(store, &last, &said), 0);
    store_scan(store, INT_MAX);
    assert_int_equal(games_delete(store, (game_ids)id, 1, &last, &gone, &said), FAIL_NAME);
    assert_string_equal(said.text, "the game is no longer in this archive");
    assert_int_equal(gone, 0);
    assert_int_equal(last.n, 0);
    deleted_games_clear(&last);
}

/* Keeps a change of a stored game as a draft. */
static void keep_draft(struct store *from, const char *of)
{
    struct record *record;
    struct version version;
    assert_int_equal(store_load(from, games_place_of(from, of), &record, &version, NULL, NULL), 0);
    edit_comment(record, &(struct spot){0}, "ana", "not saved yet");
    assert_int_equal(store_draft_save(from, record, &version, NULL), 0);
    record_free(record);
}

static int drafts_in(struct store *in)
{
    char(*ids)[ULID_LENGTH + 1];
    int n = games_drafts(in, &ids);
    free(ids);
    return n;
}

static void drafts_belong_to_their_archive(void **state)
{
    struct store *read_only, *other;
    struct record *record;
    struct version version;
    struct note why;
    char path[300];
    (void)state;
    assert_int_equal(store_load(store, games_place_of(store, id[2]), &record, NULL, NULL, &why), 0);
    ulid_new(record->id);
    version = (struct version){0};
    assert_int_equal(drafts_in(store), 0);
    keep_draft(store, id[0]);
    assert_int_equal(drafts_in(store), 1);
    /* of a new game, in the user's own folder: where the game can be saved */
    assert_int_equal(store_open(&read_only, club, &(struct store_options){.read_only = true}, &why),
                     0);
    assert_int_equal(store_draft_save(read_only, record, &version, &why), 0);
    assert_int_equal(drafts_in(read_only), 0);
    store_close(read_only);
    assert_int_equal(drafts_in(store), 2);
    /* of a game that has been deleted since */
    assert_int_equal(games_remove(store, id[0], NULL, &why), 0);
    assert_int_equal(drafts_in(store), 2);
    /* of a game in another archive, in the user's own folder */
    snprintf(path, sizeof path, "%s/other", top);
    assert_int_equal(store_create(path, "Other", &why), 0);
    assert_int_equal(store_open(&other, path, NULL, &why), 0);
    assert_int_equal(store_save(other, record, &version, &why), 0);
    store_close(other);
    assert_int_equal(store_open(&other, path, &(struct store_options){.read_only = true}, &why), 0);
    keep_draft(other, record->id);
    assert_int_equal(drafts_in(other), 1);
    assert_int_equal(drafts_in(store), 1); /* that of the deleted game */
    store_close(other);
    record_free(record);
}

static void a_draft_is_read_without_being_claimed(void **state)
{
    struct store *elsewhere;
    struct game_draft draft;
    struct record *record;
    struct note why;
    (void)state;
    assert_int_equal(store_open(&elsewhere, club, NULL, &why), 0);
    keep_draft(store, id[0]);
    assert_int_equal(store_draft_load(store, id[0], &record, NULL, &why), 0);
    record_free(record);
    assert_true(games_draft_is_open(store, id[0]));
    assert_int_equal(games_draft_read(store, id[0], &draft), 0);
    assert_string_equal(draft.record->comments.v[0].text, "not saved yet");
    assert_true(draft.saved && !draft.left && !draft.begun);
    record_free(draft.record);
    /* the open game's draft stays with this session */
    assert_int_equal(store_draft_load(elsewhere, id[0], &record, NULL, &why), FAIL_NAME);
    store_draft_leave(store, id[0]);
    assert_false(games_draft_is_open(store, id[0]));
    assert_int_equal(games_draft_read(store, id[0], &draft), 0);
    record_free(draft.record);
    assert_int_equal(store_draft_load(elsewhere, id[0], &record, NULL, &why), 0);
    record_free(record);
    assert_int_equal(games_draft_read(store, id[1], &draft), FAIL_NAME);
    store_close(elsewhere);
}

/* The comment at the start of a stored game; "": none. The caller frees it. */
static char *comment_of(int i)
{
    struct record *record;
    struct note why;
    assert_int_equal(store_load(store, store_find(store, id[i]), &record, NULL, NULL, &why), 0);
    char *text = memory_text(record->comments.n ? record->comments.v[0].text : "");
    record_free(record);
    return text;
}

static void assert_comment(int i, const char *wanted)
{
    char *text = comment_of(i);
    assert_string_equal(text, wanted);
    free(text);
}

static void merges_can_be_undone(void **state)
{
    struct duplicate_pairs pairs = {0};
    struct duplicate *found;
    struct note said;
    char question[LIST_QUESTION_ROOM], first[ULID_LENGTH + 1];
    int places[3];
    (void)state;
    for (int i = 0; i < 3; i++)
        places[i] = i;
    int n = duplicates_find(store, places, 3, &found);
    assert_int_equal(n, 1);
    pairs_take(&pairs, store, found, n);
    free(found);
    assert_int_equal(pair_at(&pairs.v[0], store, 0), store_find(store, id[0]));
    assert_int_equal(pair_at(&pairs.v[0], store, 1), store_find(store, id[1]));
    assert_int_equal(pairs_unmerge(&pairs, store, first, &said), FAIL_NAME);
    assert_string_equal(said.text, "nothing was merged here");
    assert_false(pair_may_merge(&pairs.v[0], store, true, question, &said));
    assert_string_equal(said.text, "only the archive's owner can merge games");
    assert_true(pair_may_merge(&pairs.v[0], store, false, question, &said));
    assert_non_null(strstr(question, "The first gets the notes of the second"));
    assert_int_equal(pairs_merge(&pairs, 0, store, &said), 0);
    assert_string_equal(said.text, "merged; {undo} undoes it");
    assert_false(there(1));
    assert_comment(0, "of the second");
    assert_false(pair_may_merge(&pairs.v[0], store, false, question, &said));
    assert_string_equal(said.text, "these two games are merged already");
    struct duplicate_pair pair = pairs.v[0];
    pairs_take(&pairs, store, NULL, 0); /* another list leaves the merge to undo */
    assert_int_equal(pairs_unmerge(&pairs, store, first, &said), 0);
    assert_string_equal(first, id[0]);
    pair.merged = false;
    *pairs.v = pair; /* pairs_take() makes room for one more */
    pairs.n = 1;
    assert_int_equal(pairs_merge(&pairs, 0, store, &said), 0);
    assert_true(pairs.v[0].merged);
    assert_int_equal(pairs_unmerge(&pairs, store, first, &said), 0);
    assert_false(pairs.v[0].merged);
    assert_true(there(0) && there(1));
    assert_comment(0, "");
    assert_comment(1, "of the second");
    struct deleted_games last = {0};
    int gone;
    assert_int_equal(games_delete(store, (game_ids)id + 1, 1, &last, &gone, &said), 0);
    assert_false(pair_may_merge(&pairs.v[0], store, false, question, &said));
    assert_string_equal(said.text, "one of the two games is no longer here");
    assert_true(pairs_merge(&pairs, 0, store, &said) < 0);
    deleted_games_clear(&last);
    pairs_clear(&pairs);
}

static void files_to_import_are_named(void **state)
{
    char path[PATH_ROOM], wanted[PATH_ROOM], file[400];
    struct note said;
    (void)state;
    assert_int_equal(import_file_named("~/nothing.pgn", path, &said), FAIL_SYSTEM);
    assert_string_equal(said.text, "~/nothing.pgn cannot be read: No such file or directory");
    assert_int_equal(import_file_named("~/club", path, &said), FAIL_SYSTEM);
    assert_string_equal(said.text, "~/club cannot be read: it is a folder");
    snprintf(file, sizeof file, "%s/games.pgn", top);
    FILE *made = fopen(file, "w");
    assert_non_null(made);
    fclose(made);
    assert_int_equal(import_file_named("~/games.pgn", path, &said), 0);
    snprintf(wanted, sizeof wanted, "%s/games.pgn", top);
    assert_string_equal(path, wanted);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(guests_delete_nothing, set_up, tear_down),
        cmocka_unit_test_setup_teardown(deleted_games_can_be_put_back, set_up, tear_down),
        cmocka_unit_test_setup_teardown(merges_can_be_undone, set_up, tear_down),
        cmocka_unit_test_setup_teardown(files_to_import_are_named, set_up, tear_down),
        cmocka_unit_test_setup_teardown(drafts_belong_to_their_archive, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_draft_is_read_without_being_claimed, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
