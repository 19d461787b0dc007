/* test_searches.c - the games last found and how they go on (tui/session/archive/searches.h), and
 * finding and removing a game by its id (tui/session/archive/games.h). */
#include "config.h"
#include "tests/support/session_club.h"

#include "archive/record/header_values.h"
#include "core/draft.h"
#include "tui/session/archive/games.h"
#include "tui/session/archive/searches.h"
#include "tui/session/game_open.h"

#include <limits.h>

static const char *const first[] = {"e4", "d4"};
enum { GAMES = sizeof first / sizeof *first };

/* An archive with two games: 1 e4 Nf6 and 1 d4 Nf6. */
static struct store *two_games(char id[GAMES][ULID_LENGTH + 1])
{
    struct store *store;
    struct ruleset *rules;
    struct note why;
    assert_int_equal(ruleset_open(&rules, "classical", NULL, 0, &why), 0);
    remove_folder(club);
    assert_int_equal(store_create(club, "Club", &why), 0);
    assert_int_equal(store_open(&store, club, NULL, &why), 0);
    for (int i = 0; i < GAMES; i++) {
        struct record *record = table_new_game(rules, NULL, "2026-01-31");
        struct version version = {0};
        line_append(&record->moves, first[i]);
        line_append(&record->moves, "Nf6");
        assert_int_equal(store_save(store, record, &version, &why), 0);
        snprintf(id[i], sizeof id[i], "%s", record->id);
        record_free(record);
    }
    ruleset_free(rules);
    store_refresh(store);
    store_scan(store, INT_MAX);
    return store;
}

static void games_are_found_with_their_hits(void **state)
{
    char id[GAMES][ULID_LENGTH + 1];
    struct store *store = two_games(id);
    struct listed_games found = {0};
    struct note why;
    (void)state;
    assert_int_equal(listed_games_search(&found, store, NULL, "", NULL, &why), GAMES);
    assert_null(found.search);
    assert_int_equal(listed_games_hit(&found, store, 0), -1);
    assert_int_equal(listed_games_search(&found, store, NULL, "move:d4", NULL, &why), 1);
    assert_string_equal(found.search, "move:d4");
    assert_int_equal(found.at[0], store_find(store, id[1]));
    assert_int_equal(listed_games_hit(&found, store, 0), 1);
    assert_int_equal(listed_games_hit_at(&found, store, store_find(store, id[0])), -1);
    /* an invalid query leaves what was found */
    assert_true(listed_games_search(&found, store, NULL, "nothing:", NULL, &why) < 0);
    assert_string_equal(found.search, "move:d4");
    /* when the games have other numbers, nothing is found any more */
    assert_int_equal(listed_games_count(&found, store), 1);
    assert_int_equal(games_remove(store, id[0], NULL, &why), 0);
    store_refresh(store);
    assert_int_equal(listed_games_count(&found, store), 0);
    listed_games_clear(&found);
    store_close(store);
}

/* `here` in a query is the board when the search began, and stands in the query that is kept. */
static void here_is_the_board_of_then(void **state)
{
    char id[GAMES][ULID_LENGTH + 1];
    struct store *store = two_games(id);
    struct listed_games found = {0};
    struct ruleset *rules;
    struct position start;
    struct note why;
    (void)state;
    assert_int_equal(ruleset_open(&rules, "classical", NULL, 0, &why), 0);
    rules->rules->setup(rules, &start);
    assert_int_equal(listed_games_search(&found, store, NULL, "pos:here", &start, &why), GAMES);
    ruleset_free(rules);
    assert_non_null(strstr(found.search, "pos:\"rnbqkbnr/pppppppp/"));
    assert_int_equal(listed_games_hit(&found, store, 1), 0);
    listed_games_clear(&found);
    store_close(store);
}

/* The most played ply comes first; what others change makes the count stale. */
static void openings_are_counted_in_portions(void **state)
{
    char id[GAMES][ULID_LENGTH + 1];
    struct store *store = two_games(id);
    struct opening_count count = {0};
    struct ruleset *rules;
    struct position here, after;
    struct ply ply = {0};
    struct note why;
    (void)state;
    assert_int_equal(ruleset_open(&rules, "classical", NULL, 0, &why), 0);
    rules->rules->setup(rules, &here);
    assert_int_equal(opening_count_begin(&count, store, "(", &here, &why), FAIL_TEXT);
    assert_false(opening_count_step(&count, 1, 1));
    assert_int_equal(opening_count_begin(&count, store, "", &here, &why), 0);
    int steps = 1;
    while (opening_count_step(&count, 1, 1))
        steps++;
    assert_true(steps > GAMES); /* one game at a time */
    assert_true(count.found && count.counted);
    assert_int_equal(opening_tree_count(count.tree), 2);
    assert_int_equal(opening_tree_games(count.tree), 2);
    assert_int_equal(rules->rules->parse(&here, "d4", &ply, &why), 0);
    ply_play(&here, &ply, &after);
    opening_count_move(&count, &after); /* the games are found already */
    assert_true(count.found && !count.counted);
    while (opening_count_step(&count, INT_MAX, INT_MAX))
        continue;
    assert_int_equal(opening_tree_games(count.tree), 1);
    assert_string_equal(opening_tree_row(count.tree, 0)->ply, "Nf6");
    assert_false(opening_count_stale(&count));
    assert_int_equal(games_remove(store, id[0], NULL, &why), 0);
    assert_true(opening_count_stale(&count));
    opening_count_clear(&count);
    ply_free(&ply);
    ruleset_free(rules);
    store_close(store);
}

static void a_collection_has_the_plies_of_its_games(void **state)
{
    char id[GAMES][ULID_LENGTH + 1], gone[ULID_LENGTH + 1];
    struct store *store = two_games(id);
    struct listed_games found = {0};
    struct collection collection;
    (void)state;
    ulid_new(gone);
    collection_begin(&collection, "Two", NULL);
    collection_add(&collection, id[1], NULL, "1.2");
    collection_add(&collection, gone, NULL, NULL);
    collection_add(&collection, id[0], NULL, NULL);
    assert_int_equal(listed_games_of(&found, store, &collection), 1);
    assert_int_equal(found.n, 2);
    assert_int_equal(found.at[0], store_find(store, id[1]));
    assert_int_equal(listed_games_hit(&found, store, 0), 2);
    assert_int_equal(listed_games_hit(&found, store, 1), -1);
    collection_clear(&collection);
    listed_games_clear(&found);
    store_close(store);
}

static void a_game_is_removed_by_its_id(void **state)
{
    char id[GAMES][ULID_LENGTH + 1];
    struct store *store = two_games(id);
    struct record *gone;
    struct note why;
    (void)state;
    assert_true(games_place_of(store, id[0]) >= 0);
    assert_int_equal(games_remove(store, id[0], &gone, &why), 0);
    assert_string_equal(gone->id, id[0]);
    record_free(gone);
    store_refresh(store);
    assert_int_equal(games_place_of(store, id[0]), -1);
    assert_int_equal(games_remove(store, id[0], &gone, &why), FAIL_NAME);
    assert_null(gone);
    assert_string_equal(why.text, "the game is no longer in this archive");
    store_close(store);
}

/* The user's own archive is made when a game needs it. A draft of a game that was never saved is
 * played on, unless it has a result. */
static void drafts_are_loaded_from_the_own_archive(void **state)
{
    struct store *store;
    struct record *record = record_new("classical");
    struct version version = {0};
    struct note why;
    (void)state;
    record_set_player(record, 'w', "Ana");
    record_set_player(record, 'b', "Ivo");
    unsetenv("XDG_DATA_HOME");
    assert_int_equal(games_open_own(&store, &why), 0);
    for (int over = 0; over < 2; over++) {
        struct table_open open = {0};
        record_set_text(record, "result.score", over ? "1-0" : "*");
        assert_int_equal(store_draft_save(store, record, &version, &why), 0);
        store_draft_leave(store, record->id);
        assert_int_equal(table_load_draft(store, record->id, &open, &why), 0);
        assert_true(open.draft);
        assert_int_equal(open.play, !over);
        assert_string_equal(open.record->id, record->id);
        record_free(open.record);
    }
    struct table_open open = {0};
    store_draft_drop(store, record->id);
    assert_int_equal(table_load_draft(store, record->id, &open, &why), FAIL_NAME);
    assert_false(open.draft);
    record_free(record);
    store_close(store);
    setenv("XDG_DATA_HOME", "/dev/null/nowhere", 1);
    assert_true(games_open_own(&store, &why) < 0);
    assert_non_null(strstr(why.text, "this game cannot be saved anywhere: "));
    unsetenv("XDG_DATA_HOME");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_are_found_with_their_hits),
        cmocka_unit_test(here_is_the_board_of_then),
        cmocka_unit_test(openings_are_counted_in_portions),
        cmocka_unit_test(a_collection_has_the_plies_of_its_games),
        cmocka_unit_test(a_game_is_removed_by_its_id),
        cmocka_unit_test(drafts_are_loaded_from_the_own_archive),
    };
    return cmocka_run_group_tests(tests, make_club, drop_club);
}
