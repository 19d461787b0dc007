/* test_collections.c - collections: stored, changed by others while they are shown, written in
 * their original form, and the plies they refer to. */
#include "config.h"
#include "tests/support/shared_table.h"

#include "archive/search/collection.h"
#include "tui/app/app_internal.h"
#include "tui/views/archive/archive_internal.h"

static void collections_are_stored(void **state)
{
    (void)state;
    char first[ULID_LENGTH + 1], second[ULID_LENGTH + 1], id[ULID_LENGTH + 1],
        (*ids)[ULID_LENGTH + 1];
    struct store *store = must_open();
    struct collection collection, other, again;
    struct note why;
    ulid_new(first);
    ulid_new(second);
    collection_begin(&collection, "Cascades", "ana");
    snprintf(id, sizeof id, "%s", collection_text(&collection, "id"));
    assert_true(collection_add(&collection, first, "One", "1.2"));
    assert_true(collection_add(&collection, second, NULL, NULL));
    assert_false(collection_add(&collection, second, NULL, NULL));
    value_set(&collection.root, "x_more", "kept", false);
    assert_int_equal(store_collection_save(store, &collection, &why), 0);
    assert_int_equal(store_collection_load(store, id, &other, NULL, &why), 0);
    assert_true(collection_move(&collection, 1, -1));
    assert_false(collection_move(&collection, 0, -1));
    assert_int_equal(store_collection_save(store, &collection, &why), 0);
    collection_set(&other, "title", "Overwritten");
    assert_int_equal(store_collection_save(store, &other, &why), FAIL_CONFLICT);
    assert_int_equal(store_collections(store, &ids), 1);
    char games[2][ULID_LENGTH + 1];
    ulid_new(games[0]);
    ulid_new(games[1]);
    assert_int_equal(store_collections_with(store, (const char(*)[ULID_LENGTH + 1]) games, 2), 0);
    memcpy(games[1], first, sizeof games[1]);
    assert_int_equal(store_collections_with(store, (const char(*)[ULID_LENGTH + 1]) games, 1), 0);
    assert_int_equal(store_collections_with(store, (const char(*)[ULID_LENGTH + 1]) games, 2), 1);
    assert_int_equal(store_collection_load(store, ids[0], &again, NULL, &why), 0);
    assert_string_equal(collection_text(&again, "title"), "Cascades");
    assert_string_equal(collection_text(&again, "x_more"), "kept");
    assert_string_equal(collection_item(&again, 0).game, second);
    assert_string_equal(collection_item(&again, 1).at_ply, "1.2");
    assert_int_equal(store_collection_remove(store, &again, &why), 0);
    free(ids);
    assert_int_equal(store_collections(store, &ids), 0);
    free(ids);
    collection_clear(&collection);
    collection_clear(&other);
    collection_clear(&again);
    store_close(store);
}

/* YAML comments above the first key of a collection stay; if a file has others, it goes to the
 * trash when the collection is saved. */
static void yaml_comments_in_collections_are_not_lost(void **state)
{
    (void)state;
    struct store *store = must_open();
    struct collection collection;
    struct note why;
    char path[500], trash[500], id[ULID_LENGTH + 1], text[600];
    collection_begin(&collection, "Noted", "ana");
    snprintf(id, sizeof id, "%s", collection_text(&collection, "id"));
    assert_int_equal(store_collection_save(store, &collection, &why), 0);
    collection_clear(&collection);
    snprintf(path, sizeof path, "%s/collections/%s.yaml", club, id);
    snprintf(trash, sizeof trash, "%s/trash/%s.1.yaml", club, id);
    snprintf(
        text, sizeof text,
        "# above\nchesscade: 1\nkind: 'collection'\nid: '%s'\nrev: 1\ntitle: 'Noted' # within\n",
        id);
    write_file(path, text, strlen(text));
    assert_int_equal(store_collection_load(store, id, &collection, NULL, &why), 0);
    collection_set(&collection, "title", "Noted again");
    assert_int_equal(store_collection_save(store, &collection, &why), 0);
    size_t size;
    char *now = read_file(path, &size), *old = read_file(trash, &size);
    assert_true(now && old);
    assert_non_null(strstr(now, "# above\nchesscade: 1"));
    assert_non_null(strstr(now, "Noted again"));
    assert_int_equal(size, strlen(text));
    assert_memory_equal(old, text, size);
    free(now);
    free(old);
    collection_set(&collection, "title", "And again");
    assert_int_equal(store_collection_save(store, &collection, &why), 0);
    assert_int_equal(store_collection_remove(store, &collection, &why), 0);
    collection_clear(&collection);
    store_close(store);
}

/* An open view shows the changes that another user makes to its collection. */
static void open_collections_follow_changes_of_others(void **state)
{
    (void)state;
    struct store *store = must_open();
    struct collection collection;
    struct note why;
    struct collection_open open = {.store = must_open()};
    struct app *app = app_new(&(struct app_options){
        .charset = CHARSET_ASCII, .fixed_time = "2026-11-21T12:00:00", .user = "ana"});
    struct client client = {app, open.store};
    collection_begin(&collection, "Endings", "bea");
    assert_int_equal(store_collection_save(store, &collection, &why), 0);
    assert_int_equal(app_open(app, &collection_view, &open, &why), 0);
    assert_true(shown(&client, "Endings, by bea"));
    collection_set(&collection, "title", "Rook endings");
    assert_int_equal(store_collection_save(store, &collection, &why), 0);
    assert_false(shown(&client, "Rook endings"));
    app_advance(app, 10000);
    assert_true(shown(&client, "Rook endings, by bea"));
    char command[800];
    snprintf(command, sizeof command, "sed -i 's/Rook/Pawn/' '%s'/collections/*.yaml",
             club); /* by
                       an
                       editor:
                       no
                       new
                       revision
                     */
    assert_int_equal(system(command), 0);
    app_advance(app, 10000);
    assert_true(shown(&client, "Pawn endings, by bea"));
    char(*ids)[ULID_LENGTH + 1];
    assert_int_equal(store_collections(store, &ids), 1);
    collection_clear(&collection);
    assert_int_equal(store_collection_load(store, ids[0], &collection, NULL, &why), 0);
    free(ids);
    assert_int_equal(store_collection_remove(store, &collection, &why), 0);
    app_advance(app, 10000);
    assert_true(shown(&client, "No collections yet"));
    collection_clear(&collection);
    store_close(store);
    leave(&client);
}

/* List the games that match a query and keep that search: type its title, and perhaps an
 * answer. */
static void keep_as(struct client *client, const char *query, const char *typed)
{
    struct archive_open open = {.store = client->store, .filter = query};
    struct note why;
    assert_int_equal(app_open(client->app, &archive_view, &open, &why), 0);
    type(client, "gk");
    type(client, typed);
}

/* True if the stored collection with this title has this query. */
static bool looks_for(struct client *client, const char *title, const char *query)
{
    struct collection collection;
    assert_true(store_collection_titled(client->store, title, &collection));
    bool same = !strcmp(collection_text(&collection, "query"), query);
    collection_clear(&collection);
    return same;
}

/* Storing a search under an existing title replaces the old one only after a question, which names
 * its owner. */
static void a_stored_search_is_not_replaced_silently(void **state)
{
    (void)state;
    char id[ULID_LENGTH + 1];
    struct collection collection;
    struct note why;
    add_game(id);
    struct client client = at_table(id);
    collection_begin(&collection, "Hers", "bea");
    collection_set(&collection, "query", "white:bea");
    assert_int_equal(store_collection_save(client.store, &collection, &why), 0);
    keep_as(&client, "black:ivo", "Hers\n");
    assert_true(shown(&client, "'Hers' of bea searches for white:bea already. Replace that "
                               "search?"));
    type(&client, "n");
    assert_true(looks_for(&client, "Hers", "white:bea"));
    keep_as(&client, "black:ivo", "Hers\n");
    collection_set(&collection, "query", "white:bea result:1-0"); /* while the question is open */
    assert_int_equal(store_collection_save(client.store, &collection, &why), 0);
    type(&client, "y");
    assert_true(shown(&client, "'Hers' of bea searches for white:bea result:1-0 already."));
    type(&client, "n");
    assert_true(looks_for(&client, "Hers", "white:bea result:1-0"));
    keep_as(&client, "black:ivo", "Hers\ny");
    assert_true(looks_for(&client, "Hers", "black:ivo"));
    keep_as(&client, "black:ivo", "Hers\n");
    assert_true(shown(&client, "already has this search"));
    keep_as(&client, "black:ivo", "New\n"); /* no question */
    assert_true(looks_for(&client, "New", "black:ivo"));
    collection_clear(&collection);
    leave(&client);
}

/* After `:`, the commands that name a collection work in the list of games and in that of
 * collections. */
static void collections_are_changed_by_name(void **state)
{
    (void)state;
    char id[ULID_LENGTH + 1];
    add_game(id);
    struct client client = at_table(id);
    struct archive_open open = {.store = client.store};
    struct note why;
    assert_int_equal(app_open(client.app, &archive_view, &open, &why), 0);
    type(&client, ":collect-listed All\n");
    assert_true(shown(&client, "the game is added to 'All'"));
    type(&client, ":collect-listed\nMore\n"); /* asked for */
    assert_true(shown(&client, "the game is added to 'More'"));
    type(&client, ":collect Third\n"); /* the game under the cursor */
    assert_true(shown(&client, "the game is added to 'Third'"));
    type(&client, ":name-game 1 More The first\n");
    assert_true(shown(&client, "game 1 has this description"));
    type(&client, ":collection More\n");
    assert_true(shown(&client, "COLLECTIONS"));
    assert_true(shown(&client, "1  The first"));
    type(&client, "Dn"); /* the cursor is on the collection */
    assert_true(shown(&client, "More, by ana"));
    type(&client, ":move-down 1 More\n"); /* a game that is named, not the cursor's */
    assert_true(shown(&client, "game 1 is already the last of that collection"));
    type(&client, ":move-down\n");
    assert_true(shown(&client, "choose a game of a collection first"));
    type(&client, ":rename 2 Less\n");
    assert_true(shown(&client, "Less, by ana"));
    type(&client, ":take-out 1 Less\n");
    assert_false(shown(&client, "1  The first"));
    type(&client, ":rename Less {undo}\n"); /* people's braces name no commands */
    assert_true(shown(&client, "the collection is called {undo} now"));
    type(&client, ":rename {undo} Less\n");
    type(&client, ":delete-collection Less\n");
    assert_true(shown(&client, "Delete the collection Less? Its games stay."));
    type(&client, "n:delete-collection Less\n"); /* "no" forgets the question */
    assert_true(shown(&client, "Less, by ana"));
    type(&client, "y");
    assert_false(shown(&client, "Less, by ana"));
    assert_true(shown(&client, "All, by ana"));
    leave(&client);
}

/* Titles are found regardless of capitals, as in any search. */
static void titles_are_found_in_any_script(void **state)
{
    (void)state;
    struct store *store = must_open();
    struct collection collection;
    struct query *query;
    struct note why;
    collection_begin(&collection, "Šah", "bea");
    collection_set(&collection, "query", "white:bea");
    assert_int_equal(store_collection_save(store, &collection, &why), 0);
    collection_clear(&collection);
    assert_int_equal(store_query(store, "saved:šah", NULL, &query, &why), 0);
    query_free(query);
    assert_int_equal(store_query_can_be(store, "ŠAH", "black:ivo saved:šah", &why), FAIL_TEXT);
    assert_string_equal(why.text, "a search cannot refer to itself");
    store_close(store);
}

/* The example of the format is read and written byte for byte, except for its YAML comments. */
static void canonical_collections_are_written_unchanged(void **state)
{
    (void)state;
    char bytes[4096];
    struct collection collection;
    struct yaml_text text = {0};
    struct note why;
    FILE *file = fopen(source_file("samples/collections/01M80DCP5K7B9QH3T2N8RXWZ4A.yaml"), "rb");
    assert_non_null(file);
    size_t size = fread(bytes, 1, sizeof bytes - 1, file);
    bytes[size] = '\0';
    fclose(file);
    assert_int_equal(collection_read(&collection, bytes, size, NULL, &why), 0);
    collection_write(&collection, &text);
    assert_string_equal(text.v, bytes);
    yaml_text_clear(&text);
    collection_clear(&collection);
}

static void items_refer_to_plies(void **state)
{
    (void)state;
    assert_int_equal(collection_ply("7", 2), 7);
    assert_int_equal(collection_ply("1.2", 2), 2);
    assert_int_equal(collection_ply("3.1", 3), 7);
    assert_int_equal(collection_ply("3.4", 3), 0);
    assert_int_equal(collection_ply("", 2), 0);
    assert_int_equal(collection_ply("x", 2), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(open_collections_follow_changes_of_others),
        CASE(collections_are_stored),
        CASE(yaml_comments_in_collections_are_not_lost),
        CASE(a_stored_search_is_not_replaced_silently),
        CASE(collections_are_changed_by_name),
        CASE(titles_are_found_in_any_script),
        cmocka_unit_test(canonical_collections_are_written_unchanged),
        cmocka_unit_test(items_refer_to_plies),
    };
    return cmocka_run_group_tests_name("collections", tests, NULL, NULL);
}
