/* test_collecting.c - what a person does with collections (tui/session/archive/collecting.h): what
 * is stored, and the sentence about it. */
#include "config.h"
#include "tests/support/session_club.h"

#include "tui/session/archive/collecting.h"
#include "tui/session/game_open.h"

#include <time.h>

enum { GAMES = 3 };

/* An archive with three games, whose ids are written to `id`. */
static struct store *three_games(char id[GAMES][ULID_LENGTH + 1])
{
    struct store *store;
    struct ruleset *rules;
    struct note why;
    assert_int_equal(ruleset_open(&rules, "classical", NULL, 0, &why), 0);
    assert_int_equal(store_open(&store, club, NULL, &why), 0);
    for (int i = 0; i < GAMES; i++) {
        struct record *record = table_new_game(rules, NULL, "2026-01-31");
        struct version version = {0};
        assert_int_equal(store_save(store, record, &version, &why), 0);
        snprintf(id[i], sizeof id[i], "%s", record->id);
        record_free(record);
    }
    ruleset_free(rules);
    store_refresh(store);
    store_scan(store, GAMES);
    return store;
}

static void titled(struct store *store, const char *title, struct collection *out)
{
    assert_true(store_collection_titled(store, title, out));
}

static void games_are_added_once(void **state)
{
    char id[GAMES][ULID_LENGTH + 1];
    struct store *store = three_games(id);
    struct collection studies;
    struct note said;
    (void)state;
    assert_int_equal(
        collecting_add(store, "Studies", "ana", (const char(*)[ULID_LENGTH + 1]) id, 1, 7, &said),
        1);
    assert_string_equal(said.text, "the game is added to 'Studies', at ply 7");
    assert_int_equal(
        collecting_add(store, "studies", "bob", (const char(*)[ULID_LENGTH + 1]) id, 1, 7, &said),
        0);
    assert_string_equal(said.text, "the game is in that collection already");
    assert_int_equal(collecting_add(store, "Studies", "bob",
                                    (const char(*)[ULID_LENGTH + 1]) id + 1, 2, 0, &said),
                     1);
    assert_string_equal(said.text, "added to 'Studies': 2 of 2 games");
    titled(store, "Studies", &studies);
    assert_string_equal(collection_text(&studies, "by"), "ana");
    assert_int_equal(collection_items(&studies), 3);
    assert_string_equal(collection_item(&studies, 0).at_ply, "7");
    collection_clear(&studies);
    store_close(store);
}

/* Adding takes as long as sorting, not the square of it. */
static void many_games_are_added_at_once(void **state)
{
    enum { MANY = 40000, SECONDS = 5 /* comparing all with all takes longer */ };
    char(*id)[ULID_LENGTH + 1] = memory_new(MANY, sizeof *id);
    struct collection collection;
    (void)state;
    for (int i = 0; i < MANY; i++)
        snprintf(id[i], sizeof *id, "01%024d", i / 2 * 7919 % MANY); /* each twice */
    collection_begin(&collection, "Many", NULL);
    collection_add(&collection, id[6], "It is there", NULL);
    collection_add(&collection, id[8], "At a ply", "3");
    clock_t begun = clock();
    assert_int_equal(
        collection_add_games(&collection, (const char(*)[ULID_LENGTH + 1]) id, MANY, ""),
        MANY / 2 - 1);
    assert_int_equal(
        collection_add_games(&collection, (const char(*)[ULID_LENGTH + 1]) id, MANY, ""), 0);
    assert_true(clock() - begun < (clock_t)SECONDS * CLOCKS_PER_SEC);
    /* in their order, behind those that were there */
    assert_string_equal(collection_item(&collection, 2).game, id[0]);
    assert_string_equal(collection_item(&collection, 4).game, id[4]);
    assert_string_equal(collection_item(&collection, 5).game, id[8]);
    collection_clear(&collection);
    free(id);
}

static void items_are_moved_described_and_taken_out(void **state)
{
    char id[GAMES][ULID_LENGTH + 1], wanted[120];
    struct store *store = three_games(id);
    struct collection c;
    struct note said;
    (void)state;
    assert_int_equal(
        collecting_add(store, "Items", NULL, (const char(*)[ULID_LENGTH + 1]) id, GAMES, 0, &said),
        1);
    titled(store, "Items", &c);
    assert_int_equal(collecting_item_of(&c, id[1], GAMES), 1);
    assert_int_equal(collecting_item_of(&c, id[1], 1), -1);
    int number = store_find(store, id[2]) + 1;
    assert_int_equal(collecting_move(store, &c, 2, 1, &said), 0);
    snprintf(wanted, sizeof wanted, "game %d is already the last of that collection", number);
    assert_string_equal(said.text, wanted);
    assert_int_equal(collecting_move(store, &c, 2, -1, &said), 1);
    snprintf(wanted, sizeof wanted, "game %d has moved up by one", number);
    assert_string_equal(said.text, wanted);
    assert_int_equal(collecting_describe(store, &c, 1, "Rings", &said), 1);
    assert_int_equal(collecting_take_out(store, &c, 0, &said), 1);
    collection_clear(&c);
    titled(store, "Items", &c);
    assert_int_equal(collection_items(&c), 2);
    assert_string_equal(collection_item(&c, 0).game, id[2]);
    assert_string_equal(collection_item(&c, 0).title, "Rings");
    collection_clear(&c);
    store_close(store);
}

static void a_title_belongs_to_one_collection(void **state)
{
    char id[GAMES][ULID_LENGTH + 1], out[40];
    struct store *store = three_games(id);
    struct collection c;
    struct note said;
    (void)state;
    assert_int_equal(collecting_new(store, "Openings", "ana", &said), 1);
    assert_int_equal(collecting_new(store, "openings", "ana", &said), 0);
    assert_string_equal(said.text, "there already is a collection openings");
    assert_int_equal(collecting_new(store, "Endings", "ana", &said), 1);
    titled(store, "Endings", &c);
    assert_int_equal(collecting_rename(store, &c, "Openings", &said), 0);
    assert_int_equal(collecting_rename(store, &c, "endings", &said), 1);
    assert_string_equal(said.text, "the collection is called endings now");
    assert_true(collecting_complete(store, "end", out, sizeof out));
    assert_string_equal(out, "endings");
    assert_false(collecting_complete(store, "middle", out, sizeof out));
    assert_int_equal(collecting_delete(store, &c, &said), 1);
    collection_clear(&c);
    assert_false(store_collection_titled(store, "endings", &c));
    store_close(store);
}

static void a_search_must_be_a_query(void **state)
{
    char id[GAMES][ULID_LENGTH + 1];
    struct store *store = three_games(id);
    struct collection c, same;
    struct note said;
    (void)state;
    assert_int_equal(collecting_new(store, "Ana", NULL, &said), 1);
    titled(store, "Ana", &c);
    titled(store, "Ana", &same);
    assert_int_equal(collecting_search(store, &c, "year:", &said), FAIL_TEXT);
    assert_int_equal(collecting_search(store, &c, "saved:Ana", &said), FAIL_TEXT);
    assert_string_equal(collection_text(&c, "query"), "");
    assert_int_equal(collecting_search(store, &c, "white:ana", &said), 1);
    assert_string_equal(said.text,
                        "'Ana' now searches for white:ana; {collections} lists the collections");
    /* somebody else had loaded the collection before */
    assert_int_equal(collecting_rename(store, &same, "Hers", &said), FAIL_CONFLICT);
    collection_clear(&c);
    titled(store, "Ana", &c);
    assert_string_equal(collection_text(&c, "query"), "white:ana");
    collection_clear(&c);
    collection_clear(&same);
    store_close(store);
}

/* A search is not replaced without asking, and the question says whose it is. */
static void a_saved_search_is_replaced_after_a_question(void **state)
{
    char id[GAMES][ULID_LENGTH + 1];
    struct store *store = three_games(id);
    struct collection c;
    struct note said;
    (void)state;
    assert_int_equal(collecting_keep(store, "Kept", "ana", "kept:", &c, &said), FAIL_TEXT);
    collection_clear(&c);
    assert_int_equal(collecting_keep(store, "Kept", "ana", "white:ana", &c, &said), 1);
    collection_clear(&c);
    assert_int_equal(collecting_keep(store, "kept", "bob", "white:ana", &c, &said), 0);
    assert_string_equal(said.text,
                        "'Kept' already has this search; {collections} lists the collections");
    collection_clear(&c);
    assert_int_equal(collecting_keep(store, "kept", "bob", "white:bob", &c, &said), 2);
    assert_string_equal(said.text,
                        "'Kept' of ana searches for white:ana already. Replace that search?");
    assert_string_equal(collection_text(&c, "query"), "white:ana");
    collection_clear(&c);
    assert_int_equal(
        collecting_add(store, "List", "ana", (const char(*)[ULID_LENGTH + 1]) id, 2, 0, &said), 1);
    assert_int_equal(collecting_keep(store, "List", "ana", "white:bob", &c, &said), 2);
    assert_string_equal(said.text, "'List' is a collection of 2 games. Add this search to it?");
    collection_clear(&c);
    store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_are_added_once),
        cmocka_unit_test(many_games_are_added_at_once),
        cmocka_unit_test(items_are_moved_described_and_taken_out),
        cmocka_unit_test(a_title_belongs_to_one_collection),
        cmocka_unit_test(a_search_must_be_a_query),
        cmocka_unit_test(a_saved_search_is_replaced_after_a_question),
    };
    return cmocka_run_group_tests(tests, make_club, drop_club);
}
