/* test_list_beside.c - a list of games while others change the archive: beside a game on a very
 * wide screen, and when a save finds other games than the list has. */
#include "config.h"
#include "tests/support/shared_table.h"

#include "tui/views/archive/archive_internal.h"
#include "tui/app/view.h"

/* As the client does: a tick, then draw. True if the text is shown. */
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

/* On a very wide screen the list is beside a game, whose openings panel may be the first to notice
 * changes by others. */
static void the_list_beside_a_game_follows_changes(void **state)
{
    (void)state;
    enum { GAMES = 3 };
    char id[GAMES][ULID_LENGTH + 1];
    struct client client = {.app = app_new(&(struct app_options){
                                .charset = CHARSET_ASCII, .fixed_time = "2026-11-21T12:00:00"})};
    struct note why;
    add_game(id[0]);
    add_game(id[1]);
    assert_int_equal(
        app_open(client.app, &archive_view, &(struct archive_open){.path = club}, &why), 0);
    app_advance(client.app, 1000);
    type(&client, "G\ngO");
    assert_true(shown_wide(client.app, "    2 Ana - Ivo") &&
                !shown_wide(client.app, "    3 Ana - Ivo"));
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

/* Replace a file by one with this many games, as editors do. */
static void put_games(const char *path, int games)
{
    char text[4000], new[400];
    size_t used = 0;
    snprintf(new, sizeof new, "%.300s.new", path);
    for (int i = 0; i < games; i++)
        text_add(
            text, sizeof text, &used,
            "---\nchesscade: 1\nid: '01JD9T4W8M6Q2R7XK5V3B0N1H%d'\nrev: 1\nvariant: 'classical'\nnotation: 'san'\nplayers:\n"
            "- {side: 'w', name: 'Ana'}\n- {side: 'b', name: 'Ivo'}\nmoves:\n- 'e4'\n",
            i);
    write_file(new, text, used);
    assert_int_equal(rename(new, path), 0);
}

/* The next request, whatever it is, works with the games that exist. */
static void a_save_can_find_fewer_games(void **state)
{
    (void)state;
    static const enum request next[] = {REQ_STATISTICS, REQ_RULES,     REQ_SEARCH_POSITION,
                                        REQ_ENTER,      REQ_COPY_GAME, REQ_DUPLICATES};
    for (size_t i = 0; i < sizeof next / sizeof *next; i++) {
        struct client client = {
            .app = app_new(&(struct app_options){.charset = CHARSET_ASCII,
                                                 .fixed_time = "2026-11-21T12:00:00"})};
        char path[300];
        struct note why;
        snprintf(path, sizeof path, "%.200s/some.yaml", top);
        put_games(path, 6);
        assert_int_equal(
            app_open(client.app, &archive_view, &(struct archive_open){.path = path}, &why), 0);
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

/* ---------------------------------------------------------------- tags */

static bool is_there(const char *id)
{
    struct store *store = must_open();
    bool there = store_find(store, id) >= 0;
    store_close(store);
    return there;
}

/* A tag stays with its game when another game gets its place in the list; a deleted game is no
 * longer tagged. */
static void tags_stay_on_their_games(void **state)
{
    (void)state;
    enum { GAMES = 5 };
    char id[GAMES][ULID_LENGTH + 1];
    struct client client = {.app = app_new(&(struct app_options){
                                .charset = CHARSET_ASCII, .fixed_time = "2026-11-21T12:00:00"})};
    struct note why;
    for (int i = 0; i < GAMES; i++)
        add_game(id[i]);
    assert_int_equal(
        app_open(client.app, &archive_view, &(struct archive_open){.path = club}, &why), 0);
    app_advance(client.app, 1000);
    type(&client, "ggjtjt"); /* tagging moves the cursor to the next game */
    assert_true(shown_wide(client.app, "2 tagged"));
    type(&client, "gg\n");
    delete_elsewhere(id[0]);
    delete_elsewhere(id[1]);
    for (int i = 0; i < 100; i++)
        shown_wide(client.app, "");
    type(&client, "q");
    assert_true(shown_wide(client.app, "1 tagged"));
    type(&client, ";Dy");
    assert_false(shown_wide(client.app, "tagged"));
    assert_true(is_there(id[2]) && is_there(id[4]) && !is_there(id[3]));
    app_free(client.app);
}

/* --------------------------------------------------------------- random order */

static uint32_t seed;

static int chance(int n)
{
    seed = seed * 1664525u + 1013904223u;
    return (int)((seed >> 8) % (uint32_t)n);
}

/* The same with a PGN file. */
static void put_pgn(const char *path, int games)
{
    char text[4000], new[400];
    size_t used = 0;
    snprintf(new, sizeof new, "%.300s.new", path);
    text_add(text, sizeof text, &used, "\n");
    for (int i = 0; i < games; i++)
        text_add(text, sizeof text, &used, "[White \"Ana\"]\n[Black \"Ivo\"]\n\n1. e4 e%d *\n\n",
                 5 + chance(2));
    write_file(new, text, used);
    assert_int_equal(rename(new, path), 0);
}

/* Changes by another program to the folder, the file of games or the PGN file. */
static void change_outside_of(int kind, const char *path)
{
    enum { MOST = 9 };
    char id[ULID_LENGTH + 1];
    if (kind == 1)
        put_games(path, 1 + chance(MOST));
    else if (kind == 2)
        put_pgn(path, chance(MOST));
    else if (chance(2))
        add_game(id);
    else {
        struct store *store = must_open();
        snprintf(id, sizeof id, "%s",
                 store_count(store) > 1 ? store_listing(store, chance(store_count(store)))->id
                                        : "");
        store_close(store);
        if (*id)
            delete_elsewhere(id);
    }
}

static void changes_outside_never_end_the_program(void **state)
{
    (void)state;
    static const char *const keys[] = {"\n",
                                       "\n",
                                       "\n",
                                       "j",
                                       "k",
                                       "G",
                                       "gO",
                                       "q",
                                       "l",
                                       "t",
                                       ";",
                                       "gC",
                                       "\033",
                                       "&plies:>1\n",
                                       "&pos:here\n",
                                       "/A",
                                       ":tags a\n",
                                       ":duplicates\n",
                                       ":collections\n",
                                       ":openings\n",
                                       ":statistics\n",
                                       ":search-position\n",
                                       ":game-next\n",
                                       ":game-previous\n",
                                       ".",
                                       ":save\n",
                                       "c"};
    enum { KEYS = sizeof keys / sizeof *keys, STEPS = 500, VIEWS = 8 };
    char file[2][300];
    snprintf(file[0], sizeof file[0], "%.200s/some.yaml", top);
    snprintf(file[1], sizeof file[1], "%.200s/some.pgn", top);
    for (int kind = 0; kind < 3; kind++) {
        struct client client = {.app = app_new(&(struct app_options){
                                    .charset = CHARSET_UTF8, .fixed_time = "2026-11-21T12:00:00"})};
        struct archive_open open = {.path = kind ? file[kind - 1] : club};
        struct note why;
        seed = 11u + (uint32_t)kind;
        change_outside_of(kind, open.path);
        assert_int_equal(app_open(client.app, &home_view, NULL, &why), 0);
        for (int i = 0; i < STEPS && !app_over(client.app); i++) {
            int what = chance(10);
            const char *key = client.app->views > VIEWS ? "q" : keys[chance(KEYS)];
            if (client.app->views == 1)
                assert_int_equal(app_open(client.app, &archive_view, &open, &why), 0);
            else if (what < 6)
                type(&client, key);
            else if (what < 7)
                change_outside_of(kind, open.path);
            if (!app_over(client.app))
                shown_wide(client.app, "");
        }
        free(app_clipboard(client.app));
        app_free(client.app);
    }
}

/* A pack of this many games that has not been read yet. */
static void write_pack(int games)
{
    char folder[sizeof club + 8], file[sizeof folder + 16];
    snprintf(folder, sizeof folder, "%s/packs", club);
    assert_true(mkdir(folder, 0700) == 0 || errno == EEXIST);
    snprintf(file, sizeof file, "%s/many.yaml", folder);
    FILE *out = fopen(file, "wb");
    assert_non_null(out);
    for (int i = 0; i < games; i++)
        fprintf(
            out,
            "---\nchesscade: 1\nid: '01M803G080MFHJ6Z5J7C7P%04d'\nrev: 1\nvariant: 'classical'\nnotation: 'san'\n"
            "players:\n- {side: 'w', name: 'Mia'}\n- {side: 'b', name: 'Leo'}\nmoves: ['e4']\n",
            i);
    assert_int_equal(fclose(out), 0);
}

/* Counts of a part of the list are not shown as counts of the whole. */
static void counts_while_loading_are_marked_as_partial(void **state)
{
    enum { GAMES = 5000, TICKS = 200 };
    struct client client = {.app = app_new(&(struct app_options){
                                .charset = CHARSET_ASCII, .fixed_time = "2026-11-21T12:00:00"})};
    struct note why;
    (void)state;
    write_pack(GAMES);
    assert_int_equal(
        app_open(client.app, &archive_view, &(struct archive_open){.path = club}, &why), 0);
    type(&client, ":statistics\n");
    assert_true(shown(&client, "Statistics of the games read so far"));
    type(&client, "q");
    for (int i = 0; i < TICKS && !shown_wide(client.app, "5000 games"); i++)
        continue;
    type(&client, ":statistics\n");
    assert_true(shown(&client, "Statistics of the games shown"));
    assert_true(shown(&client, "5000 games, 0 with notes"));
    app_free(client.app);
}

/* The per cent of the list that were filtered, as the screen shows; -1: it does not. */
static int tried(struct app *app)
{
    struct scene scene = {0};
    char told[32];
    int percent = 100;
    scene_begin(&scene, 30, 100);
    app_draw(app, &scene);
    char *picture = scene_picture(&scene);
    for (; percent >= 0; percent--) {
        snprintf(told, sizeof told, "finding %d%%", percent);
        if (strstr(picture, told))
            break;
    }
    free(picture);
    scene_free(&scene);
    return percent;
}

/* Enter accepts the filter that is already running: it continues with the results so far, instead
 * of starting again. */
static void an_accepted_filter_continues(void **state)
{
    (void)state;
    enum { MANY = 20000, HALF = 50, TICKS = 10000, STEP = 250 /* ms */ };
    struct client client = {.app = app_new(&(struct app_options){
                                .charset = CHARSET_ASCII, .fixed_time = "2026-11-21T12:00:00"})};
    struct note why;
    char path[400];
    snprintf(path, sizeof path, "%s/many.pgn", top);
    FILE *file = fopen(path, "w");
    for (int i = 0; i < MANY; i++)
        fprintf(file, "[White \"Ana %d\"]\n[Black \"Ivo\"]\n\n1. e4 e5 *\n\n", i);
    assert_int_equal(fclose(file), 0);
    assert_int_equal(
        app_open(client.app, &archive_view, &(struct archive_open){.path = path}, &why), 0);
    for (int i = 0; i < TICKS && !shown_wide(client.app, " 20000 games"); i++)
        continue;
    type(&client, "&/[yz][yz]/");
    int before = tried(client.app);
    for (int i = 0; i < TICKS && before >= 0 && before < HALF; i++) {
        client.app->fixed += STEP;
        app_tick(client.app);
        before = tried(client.app);
    }
    type(&client, "\n");
    assert_true(before < 0 || tried(client.app) < 0 || tried(client.app) >= before);
    app_free(client.app);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(the_list_beside_a_game_follows_changes),
        CASE(a_save_can_find_fewer_games),
        CASE(tags_stay_on_their_games),
        CASE(changes_outside_never_end_the_program),
        CASE(counts_while_loading_are_marked_as_partial),
        CASE(an_accepted_filter_continues),
    };
    return cmocka_run_group_tests_name("list beside", tests, NULL, NULL);
}
