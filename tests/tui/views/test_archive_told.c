/* test_archive_told.c - what is typed after `:` in the list of games about an open archive: its
 * text, its questions, and what becomes of the list. */
#include "config.h"
#include "tests/support/shared_table.h"

#include "tui/views/archive/archive_internal.h"

/* A client with the list of an archive of two games, 1: Ana - Ivo, 2: Mia - Ivo. */
static struct client at_list(void)
{
    char id[ULID_LENGTH + 1];
    struct note why;
    add_game(id);
    struct store *store = must_open();
    struct record *record = record_new("classical");
    struct version version = {0};
    record_set_player(record, 'w', "Mia");
    record_set_player(record, 'b', "Ivo");
    assert_int_equal(store_save(store, record, &version, &why), 0);
    record_free(record);
    store_close(store);
    struct client client = {app_new(&(struct app_options){.charset = CHARSET_ASCII,
                                                          .fixed_time = "2026-11-21T12:00:00",
                                                          .user = "ana"}),
                            must_open()};
    struct archive_open open = {.store = client.store};
    assert_int_equal(app_open(client.app, &archive_view, &open, &why), 0);
    return client;
}

/* True if a text is in the line of the cursor. */
static bool chosen(struct client *client, const char *text)
{
    struct scene scene = {0};
    scene_begin(&scene, 30, 100);
    app_draw(client->app, &scene);
    char *picture = scene_picture(&scene), *line = picture, *end;
    for (int i = 0; line && i < scene.cursor_row; i++)
        line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL;
    assert_non_null(line);
    end = strchr(line, '\n');
    if (end)
        *end = '\0';
    bool there = strstr(line, text) != NULL;
    free(picture);
    scene_free(&scene);
    return there;
}

/* `:trash N` asks, and shows the game that it asks about; undo brings it back. */
static void a_game_is_trashed_by_its_number(void **state)
{
    (void)state;
    struct client client = at_list();
    type(&client, ":trash 3\n");
    assert_true(shown(&client, "give a number from 1 to 2, not '3'"));
    assert_true(chosen(&client, "Ana - Ivo"));
    type(&client, ":trash 2\n");
    assert_true(shown(&client, "Move game 2, Mia - Ivo, to the trash?"));
    type(&client, "n");
    assert_true(chosen(&client, "Mia - Ivo")); /* the game that the question was about */
    type(&client, ":trash 2\n");
    assert_true(shown(&client, "Move game 2, Mia - Ivo, to the trash?")); /* "no" forgets the
                                                                             question */
    type(&client, "y");
    assert_true(shown(&client, "1 game moved to the trash; u brings it back"));
    assert_false(shown(&client, "Mia"));
    type(&client, "u");
    assert_true(shown(&client, "1 game is back"));
    assert_true(chosen(&client, "Mia - Ivo"));
    /* without a number, a prompt asks for it */
    type(&client, ":trash\n1\n");
    assert_true(shown(&client, "Move game 1, Ana - Ivo, to the trash?"));
    type(&client, "n");
    /* the key asks about the game under the cursor */
    type(&client, "Dy");
    assert_true(shown(&client, "1 game moved to the trash; u brings it back"));
    assert_false(shown(&client, "Ana"));
    type(&client, "u");
    assert_true(shown(&client, "Ana - Ivo"));
    /* a game that the filter hides is named, too */
    type(&client, "&white:ana\n:trash 2\n");
    assert_true(shown(&client, "Move game 2, Mia - Ivo, to the trash?"));
    type(&client, "n");
    leave(&client);
}

static void keys_of_searches_are_a_text(void **state)
{
    (void)state;
    struct client client = at_list();
    type(&client, ":search-keys white\n");
    assert_true(shown(&client, "Values of a key"));
    assert_true(shown(&client, "white:Mia: 1 game"));
    type(&client, "q:search-keys\n");
    assert_true(shown(&client, "Keys of searches"));
    type(&client, "G");
    assert_true(shown(&client, "type a key, as in :search-keys variant, for its values"));
    type(&client, "q:search-keys colour\n");
    assert_true(shown(&client, "there is no key 'colour'; :search-keys lists the keys"));
    leave(&client);
}

static void answer_nothing(struct view *view, bool yes)
{
    (void)view;
    (void)yes;
}

/* A question that another one has replaced is asked again. */
static void a_replaced_question_is_asked_again(void **state)
{
    (void)state;
    struct client client = at_list();
    type(&client, ":trash 2\n");
    assert_true(shown(&client, "to the trash?"));
    app_ask(client.app, app_top(client.app), "Something else?", answer_nothing);
    type(&client, "n:trash 2\n");
    assert_true(shown(&client, "to the trash?"));
    type(&client, "n");
    leave(&client);
}

/* A long list of values is cut, as in plain mode. */
static void many_values_are_cut(void **state)
{
    enum { MANY = 230 };
    struct note why;
    (void)state;
    struct client client = at_list();
    for (int i = 0; i < MANY; i++) {
        struct record *record = record_new("classical");
        struct version version = {0};
        char name[40];
        snprintf(name, sizeof name, "Player %d", i);
        record_set_player(record, 'w', name);
        record_set_player(record, 'b', "Ivo");
        assert_int_equal(store_save(client.store, record, &version, &why), 0);
        record_free(record);
    }
    store_refresh(client.store);
    while (store_scan(client.store, 1000))
        continue;
    app_advance(client.app, 5000);
    type(&client, ":search-keys white\nG");
    assert_true(shown(&client, "there are 32 more"));
    leave(&client);
}

/* An argument selects games; without one, those shown are meant. */
static void a_query_selects_games(void **state)
{
    (void)state;
    struct client client = at_list();
    type(&client, "gs");
    assert_true(shown(&client, "Statistics of the games shown"));
    assert_true(shown(&client, "2 games"));
    type(&client, "q:statistics white:mia\n");
    assert_true(shown(&client, "Statistics of the games that match"));
    assert_true(shown(&client, "1 game"));
    type(&client, "q&white:ana\ngs");
    assert_true(shown(&client, "Statistics of the games shown"));
    assert_true(shown(&client, "1 game"));
    type(&client, "q:statistics (\n");
    assert_true(shown(&client, "the query is invalid at character 1"));
    type(&client, ":duplicates black:ivo\n");
    app_advance(client.app, 1000);
    assert_true(shown(&client, "There are no duplicates among the 2 games shown."));
    type(&client, "qgD");
    app_advance(client.app, 1000);
    assert_true(shown(&client, "There are no duplicates among the 1 game shown."));
    /* if none is shown, others can still be meant */
    type(&client, "q&nobody\ngs");
    assert_true(shown(&client, "no games are shown; Esc clears the filter"));
    type(&client, "gD");
    assert_true(shown(&client, "no games are shown; Esc clears the filter"));
    type(&client, ":statistics white:mia\n");
    assert_true(shown(&client, "Statistics of the games that match"));
    type(&client, "q:duplicates black:ivo\n");
    app_advance(client.app, 1000);
    assert_true(shown(&client, "There are no duplicates among the 2 games shown."));
    leave(&client);
}

/* The openings are those of the games that match what is typed, otherwise of those shown. */
static void openings_are_of_the_games_that_match(void **state)
{
    (void)state;
    struct client client = at_list();
    type(&client, "&white:mia\ngo"); /* her game has no plies */
    assert_true(shown(&client, "& white:mia"));
    assert_true(shown(&client, "1 of 1 games"));
    assert_false(shown(&client, "classical e4"));
    type(&client, "q:openings white:ana\n");
    assert_true(shown(&client, "& white:ana"));
    assert_true(shown(&client, "classical e4"));
    assert_true(shown(&client, "1 of 1 games"));
    type(&client, ":openings white:mia\n"); /* in the view itself */
    assert_true(shown(&client, "& white:mia"));
    assert_false(shown(&client, "classical e4"));
    type(&client, ":openings colour:x\n");
    assert_true(shown(&client, ":search-keys lists the keys"));
    assert_true(shown(&client, "OPENINGS"));
    type(&client, ":openings\n");
    assert_true(shown(&client, "2 of 2 games"));
    assert_false(shown(&client, "& white:mia"));
    type(&client, "q:openings (\n");
    assert_true(shown(&client, "the query is invalid at character 1"));
    type(&client, ":openings colour:x\n");
    assert_true(shown(&client, ":search-keys lists the keys"));
    type(&client, "\033:open 1\n0:openings pos:here\n"); /* the start, which both games have */
    assert_true(shown(&client, "OPENINGS"));
    assert_true(shown(&client, "2 of 2 games"));
    type(&client, "q0l:openings pos:here\n"); /* after the first ply */
    assert_true(shown(&client, "1 of 1 games"));
    leave(&client);
}

/* In the list of duplicates, `m` merges the pair under the cursor, `:merge N` the pair N. */
static void a_pair_is_merged_by_its_number(void **state)
{
    (void)state;
    struct note why;
    struct client client = at_list();
    for (int i = 0; i < 2; i++) { /* two games, each there twice */
        struct record *record = record_new("classical");
        record_set_player(record, 'w', i ? "Bea" : "Cle");
        record_set_player(record, 'b', "Ivo");
        for (const char *ply = "e4\0e5\0Nf3\0Nc6\0Bb5\0a6\0Ba4\0Nf6\0"; *ply;
             ply += strlen(ply) + 1)
            line_append(&record->moves, ply);
        if (i)
            line_append(&record->moves, "Qe2");
        for (int twice = 0; twice < 2; twice++) {
            struct record *copy = record_copy(record);
            struct version version = {0};
            ulid_new(copy->id);
            assert_int_equal(store_save(client.store, copy, &version, &why), 0);
            record_free(copy);
        }
        record_free(record);
    }
    store_refresh(client.store);
    while (store_scan(client.store, 1000))
        continue;
    app_advance(client.app, 5000);
    type(&client, "gD");
    app_advance(client.app, 1000);
    assert_true(shown(&client, "2 pairs"));
    assert_true(chosen(&client, "Cle"));
    type(&client, ":merge 2\n");
    assert_true(shown(&client, "Merge the two games?"));
    type(&client, "y");
    assert_true(shown(&client, "merged; u undoes"));
    assert_true(chosen(&client, "Bea"));
    type(&client, "ku");
    assert_true(shown(&client, "the merge is undone"));
    assert_true(chosen(&client, "Bea")); /* at its pair */
    type(&client, "kmy");
    assert_true(shown(&client, "merged; u undoes"));
    assert_true(chosen(&client, "merged"));
    type(&client, ":merge 1\n");
    assert_true(shown(&client, "these two games are merged already"));
    type(&client, "k:merge 2\n"); /* another pair than that of the cursor, which is merged */
    assert_true(shown(&client, "Merge the two games?"));
    leave(&client);
}

/* :drafts lists the games with unsaved changes, :resume N opens one; :bookmarks N goes to one. */
static void unsaved_games_and_bookmarks_have_numbers(void **state)
{
    (void)state;
    struct record *record;
    struct version version;
    struct note why;
    struct client client = at_list();
    type(&client, ":drafts\n");
    assert_true(shown(&client, "There are no unsaved changes"));
    assert_int_equal(store_load(client.store, 0, &record, &version, NULL, &why), 0);
    record_set_text(record, "result.score", "0-1");
    assert_int_equal(store_draft_save(client.store, record, &version, &why), 0);
    store_draft_leave(client.store, record->id);
    record_free(record);
    type(&client, ":drafts\n");
    assert_true(shown(&client, "1, classical, Ana against Ivo, 4 plies: unsaved changes"));
    assert_true(shown(&client, "type :resume N to continue game N"));
    type(&client, "q:resume 2\n");
    assert_true(shown(&client, "give a number from 1 to 1, not '2'"));
    type(&client, ":resume 1\n");
    assert_true(shown(&client, "Ana"));
    assert_false(shown(&client, "ARCHIVE"));
    type(&client, "lllb"); /* a bookmark at some ply */
    type(&client, "hhb");  /* a newer one */
    type(&client, ":bookmarks 3\n");
    assert_true(shown(&client, "give a number from 1 to 2, not '3'"));
    type(&client, ":bookmarks 2\n");
    assert_false(shown(&client, "BOOKMARKS"));
    type(&client, "b"); /* it is gone, so the reader was there */
    assert_true(shown(&client, "removed"));
    leave(&client);
}

/* Add a copy of the first game that differs in its result. */
static void add_duplicate(struct client *client)
{
    struct record *record;
    struct version version = {0};
    struct note why;
    assert_int_equal(store_load(client->store, 0, &record, NULL, NULL, &why), 0);
    ulid_new(record->id);
    record_set_text(record, "result.score", "1-0");
    for (const char *ply = "Bb5\0a6\0Ba4\0Nf6\0"; *ply; ply += strlen(ply) + 1)
        line_append(&record->moves, ply);
    assert_int_equal(store_save(client->store, record, &version, &why), 0);
    record_free(record);
}

/* Above an open game, the list neither trashes nor merges it, and leaves its draft to it. */
static void an_open_game_is_left_alone(void **state)
{
    char held[STORE_DRAFT_NAME_ROOM], id[ULID_LENGTH + 1];
    (void)state;
    struct client client = at_list();
    snprintf(id, sizeof id, "%s", store_listing(client.store, 0)->id);
    type(&client, ":open 1\nchello\033p:drafts\n");
    assert_true(shown(&client, "1, classical, Ana against Ivo, 4 plies: unsaved changes"));
    store_draft_name(client.store, id, held, sizeof held);
    assert_string_not_equal(held, "");
    type(&client, "q:resume 1\n");
    assert_true(shown(&client, "game 1 is open; close it first"));
    type(&client, ":trash 1\n");
    assert_true(shown(&client, "game 1 is open; close it first"));
    assert_false(shown(&client, "to the trash?"));
    type(&client, "ggD");
    assert_true(shown(&client, "game 1 is open; close it first"));
    assert_false(shown(&client, "to the trash?"));
    leave(&client);
}

static void an_open_game_is_not_merged(void **state)
{
    (void)state;
    struct client client = at_list();
    for (int i = 0; i < 2; i++)
        add_duplicate(&client);
    store_refresh(client.store);
    while (store_scan(client.store, 1000))
        continue;
    app_advance(client.app, 5000);
    type(&client, ":open 3\np:duplicates black:ivo\n");
    app_advance(client.app, 1000);
    assert_true(shown(&client, "1 pair"));
    type(&client, "m");
    assert_true(shown(&client, "game 3 is open; close it first"));
    leave(&client);
}

/* :open N opens a game of the list, :new VARIANT ... starts one. */
static void games_are_opened_and_started_by_words(void **state)
{
    (void)state;
    struct client client = at_list();
    type(&client, ":open 3\n");
    assert_true(shown(&client, "give a number from 1 to 2, not '3'"));
    type(&client, ":open 2\n");
    assert_true(shown(&client, "Mia"));
    assert_false(shown(&client, "ARCHIVE"));
    type(&client, "q");
    assert_true(chosen(&client, "Mia - Ivo"));
    type(&client, ":new classical white=\"Bea May\" black=Cle\n");
    assert_true(shown(&client, "Bea May"));
    assert_true(shown(&client, "Cle"));
    type(&client, "q:new no-such-variant\n");
    assert_true(shown(&client, "no-such-variant"));
    type(&client, "\033+"); /* without words, the variants */
    assert_true(shown(&client, "Classical Chess"));
    type(&client, "q:variants\n");
    assert_true(shown(&client, "Classical Chess"));
    leave(&client);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(a_game_is_trashed_by_its_number),
        CASE(keys_of_searches_are_a_text),
        CASE(a_replaced_question_is_asked_again),
        CASE(many_values_are_cut),
        CASE(a_query_selects_games),
        CASE(openings_are_of_the_games_that_match),
        CASE(a_pair_is_merged_by_its_number),
        CASE(games_are_opened_and_started_by_words),
        CASE(an_open_game_is_left_alone),
        CASE(an_open_game_is_not_merged),
        CASE(unsaved_games_and_bookmarks_have_numbers),
    };
    return cmocka_run_group_tests_name("commands of the list of games", tests, NULL, NULL);
}
