/* test_list_beside.c - a list of games while others change the archive: beside a game on a very wide screen, and where a save finds
 * other games than the list has. */
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

/* A file of so many games, put in the place of the one before as editors do it. */
static void put_games(const char *path, int games)
{
    char text[4000], new[400];
    size_t used = 0;
    snprintf(new, sizeof new, "%.300s.new", path);
    for (int i = 0; i < games; i++)
        text_add(text, sizeof text, &used,
                 "---\nchesscade: 1\nid: '01JD9T4W8M6Q2R7XK5V3B0N1H%d'\nrev: 1\nvariant: 'classical'\nnotation: 'san'\nplayers:\n"
                 "- {side: 'w', name: 'Ana'}\n- {side: 'b', name: 'Ivo'}\nmoves:\n- 'e4'\n", i);
    write_file(new, text, used);
    assert_int_equal(rename(new, path), 0);
}

/* Whatever is asked for next is about the games there are. */
static void a_save_may_find_fewer_games(void **state)
{
    (void)state;
    static const enum request next[] = {REQ_STATISTICS, REQ_RULES, REQ_SEARCH_POSITION, REQ_ENTER, REQ_COPY_GAME, REQ_DUPLICATES};
    for (size_t i = 0; i < sizeof next / sizeof *next; i++) {
        struct client client = {.app = app_new(&(struct app_options){.charset = CHARSET_ASCII, .fixed_time = "2026-11-21T12:00:00"})};
        char path[300];
        struct note why;
        snprintf(path, sizeof path, "%.200s/some.yaml", top);
        put_games(path, 6);
        assert_int_equal(app_open(client.app, &archive_view, &(struct archive_open){.path = path}, &why), 0);
        app_advance(client.app, 1000);
        type(&client, "G");
        assert_true(shown_wide(client.app, "6 games"));
        put_games(path, 2);
        app_request(client.app, REQ_TAGS, "study");
        app_request(client.app, next[i], "");
        if (app_top(client.app)->ops != &archive_view)
            type(&client, "q");
        assert_true(shown_wide(client.app, "2 games"));
        free(app_clipboard(client.app));
        app_free(client.app);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(the_list_beside_a_game_is_of_the_games_there_are),
        CASE(a_save_may_find_fewer_games),
    };
    return cmocka_run_group_tests_name("list beside", tests, NULL, NULL);
}
