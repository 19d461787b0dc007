/* shared_table.h - a client shows a club's game while other users save it: type keys, read the
 * screen, read what is stored. */
#ifndef CHESSCADE_TESTS_SUPPORT_SHARED_TABLE_H
#define CHESSCADE_TESTS_SUPPORT_SHARED_TABLE_H

#include "tests/support/pictures.h"

#include "archive/record/edit.h"
#include "archive/record/header_values.h"
#include "tui/app/app_internal.h"
#include "tui/widgets/key.h"
#include "tui/views/game/game.h"

static char top[256], club[300];

static inline int make_top(void **state)
{
    struct note why;
    (void)state;
    if (!make_folder(top, "conflict"))
        return -1;
    snprintf(club, sizeof club, "%s/club", top);
    setenv("HOME", top, 1);
    setenv("XDG_STATE_HOME", top, 1);
    return store_create(club, "Club", &why);
}

static inline int drop_top(void **state)
{
    (void)state;
    remove_folder(top);
    return 0;
}

static inline struct store *must_open(void)
{
    struct store *store = NULL;
    struct note why = {0};
    if (store_open(&store, club, &(struct store_options){.user = "ana"}, &why) < 0)
        fail_msg("%s", why.text);
    while (store_scan(store, 1000))
        continue;
    return store;
}

static inline void add_game(char id[ULID_LENGTH + 1])
{
    struct store *store = must_open();
    struct record *record = record_new("classical");
    struct version version = {0};
    struct note why;
    static const char *const plies[] = {"e4", "e5", "Nf3", "Nc6"};
    record_set_player(record, 'w', "Ana");
    record_set_player(record, 'b', "Ivo");
    for (int i = 0; i < 4; i++)
        line_append(&record->moves, plies[i]);
    memcpy(id, record->id, ULID_LENGTH + 1);
    assert_int_equal(store_save(store, record, &version, &why), 0);
    record_free(record);
    store_close(store);
}

/* Another user saves a comment on a ply. */
static inline void comment_elsewhere(const char *id, int ply, const char *by, const char *text)
{
    struct store *store = must_open();
    struct record *record;
    struct version version;
    struct note why;
    struct spot spot = spot_start();
    spot.ply = ply;
    assert_int_equal(store_load(store, store_find(store, id), &record, &version, NULL, &why), 0);
    edit_comment(record, &spot, by, text);
    record_log(record, record, record->rev + 1, by, "a comment from elsewhere");
    assert_int_equal(store_save(store, record, &version, &why), 0);
    record_free(record);
    store_close(store);
}

/* How often a comment of this text is stored on a ply. */
static inline int stored(const char *id, int ply, const char *text)
{
    struct store *store = must_open();
    struct record *record;
    struct note why;
    struct spot spot = spot_start();
    int n = 0;
    spot.ply = ply;
    assert_int_equal(store_load(store, store_find(store, id), &record, NULL, NULL, &why), 0);
    const struct comments *comments = edit_comments(record, &spot);
    for (int i = 0; comments && i < comments->n; i++)
        n += !strcmp(comments->v[i].text, text);
    record_free(record);
    store_close(store);
    return n;
}

struct client {
    struct app *app;
    struct store *store;
};

/* A client with a game of the store open. The client owns the store. */
static inline struct client at_table_in(struct store *store, const char *id)
{
    struct client client = {app_new(&(struct app_options){.charset = CHARSET_ASCII,
                                                          .fixed_time = "2026-11-21T12:00:00",
                                                          .user = "ana"}),
                            store};
    struct table_open open = {.where = "club"};
    struct note why;
    assert_int_equal(app_set(client.app, "name", "ana", &why), 0);
    assert_int_equal(table_load(client.store, store_find(client.store, id), &open, NULL, &why), 0);
    assert_int_equal(app_open(client.app, &table_view, &open, &why), 0);
    return client;
}

static inline struct client at_table(const char *id)
{
    return at_table_in(must_open(), id);
}

static inline void leave(struct client *client)
{
    app_free(client->app);
    store_close(client->store);
}

static inline void type(struct client *client, const char *keys)
{
    for (; *keys; keys++)
        app_key(client->app, *keys == '\n'     ? K_ENTER
                             : *keys == '\033' ? K_ESCAPE
                                               : (uint32_t)*keys);
}

/* True if a text is on the screen. */
static inline bool shown(struct client *client, const char *text)
{
    struct scene scene = {0};
    scene_begin(&scene, 30, 100);
    app_draw(client->app, &scene);
    char *picture = scene_picture(&scene);
    bool there = strstr(picture, text) != NULL;
    free(picture);
    scene_free(&scene);
    return there;
}

/* A test that starts with an empty club. */
#define CASE(name) cmocka_unit_test_setup_teardown(name, make_top, drop_top)

#endif
