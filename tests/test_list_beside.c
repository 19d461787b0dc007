/* test_list_beside.c - the list of games that stands beside a game on a very wide screen, while others change the archive. */
#include "config.h"
#include "tests/shared_table.h"

#include "tui/view_archive.h"

/* As the client does it: a tick, then what is there is drawn. */
static bool shown_wide(struct app *app, const char *text)
{
    enum { STEP = 250 /* ms */ };
    struct scene scene = {0};
    app->fixed += STEP;
    app_tick(app);
    scene_begin(&scene, 50, 240);
    app_draw(app, &scene);
    char *picture = scene_picture(&scene);
    bool there = strstr(picture, text) != NULL;
    free(picture);
    scene_free(&scene);
    return there;
}

static void delete_elsewhere(const char *id)
{
    struct store *store = must_open();
    struct record *record;
    struct version version;
    struct note why;
    assert_int_equal(store_load(store, store_find(store, id), &record, &version, NULL, &why), 0);
    assert_int_equal(store_remove(store, id, &version, &why), 0);
    record_free(record);
    store_close(store);
}

/* On a very wide screen the list stands beside a game, whose panel of openings may be the first to notice what others do. */
static void the_list_beside_a_game_is_of_the_games_there_are(void **state)
{
    (void)state;
    enum { GAMES = 3 };
    char id[GAMES][ULID_LENGTH + 1];
    struct client client = {.app = app_new(&(struct app_options){.charset = CHARSET_ASCII, .fixed_time = "2026-11-21T12:00:00"})};
    struct note why;
    add_game(id[0]);
    add_game(id[1]);
    assert_int_equal(app_open(client.app, &archive_view, &(struct archive_open){.path = club}, &why), 0);
    app_advance(client.app, 1000);
    type(&client, "G\ngO");
    assert_true(shown_wide(client.app, "    2 Ana - Ivo") && !shown_wide(client.app, "    3 Ana - Ivo"));
    add_game(id[2]);
    for (int i = 0; i < 40; i++)
        assert_true(shown_wide(client.app, "    2 Ana - Ivo"));
    assert_true(shown_wide(client.app, "    3 Ana - Ivo"));
    delete_elsewhere(id[0]);
    for (int i = 0; i < 40; i++)
        assert_true(shown_wide(client.app, "    2 Ana - Ivo"));
    assert_false(shown_wide(client.app, "    3 Ana - Ivo"));
    app_free(client.app);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(the_list_beside_a_game_is_of_the_games_there_are),
    };
    return cmocka_run_group_tests_name("list beside", tests, NULL, NULL);
}
