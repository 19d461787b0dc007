/* test_conflict.c - the client when somebody else saves the game on its table; layers, the log, collections. */
#include "config.h"
#include "tests/faults/faults.h"
#include "tests/pictures.h"

#include "archive/collection.h"
#include "archive/edit.h"
#include "archive/merge_save.h"
#include "archive/tags.h"
#include "tui/app_parts.h"
#include "tui/collect.h"
#include "tui/key.h"
#include "tui/plain.h"
#include "tui/table.h"
#include "tui/view_collection.h"

#include <errno.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char top[256], club[300];

static int make_top(void **state)
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

static int drop_top(void **state)
{
    (void)state;
    remove_folder(top);
    return 0;
}

static struct store *must_open(void)
{
    struct store *store = NULL;
    struct note why = {0};
    if (store_open(&store, club, &(struct store_options){.user = "ana"}, &why) < 0)
        fail_msg("%s", why.text);
    while (store_scan(store, 1000))
        continue;
    return store;
}

static void add_game(char id[ULID_LENGTH + 1])
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

/* Somebody else: a comment of theirs on a ply, saved. */
static void comment_elsewhere(const char *id, int ply, const char *by, const char *text)
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

/* The comment of that text on a ply as it is stored: how often. */
static int stored(const char *id, int ply, const char *text)
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

static struct client at_table(const char *id)
{
    struct client client = {app_new(&(struct app_options){.charset = CHARSET_ASCII, .fixed_time = "2026-11-21T12:00:00",
                                                          .user = "ana"}),
                            must_open()};
    struct table_open open = {.where = "club"};
    struct note why;
    assert_int_equal(app_set(client.app, "name", "ana", &why), 0);
    assert_int_equal(table_load(client.store, store_find(client.store, id), &open, NULL, &why), 0);
    assert_int_equal(app_open(client.app, &table_view, &open, &why), 0);
    return client;
}

static void leave(struct client *client)
{
    app_free(client->app);
    store_close(client->store);
}

static void type(struct client *client, const char *keys)
{
    for (; *keys; keys++)
        app_key(client->app, *keys == '\n' ? K_ENTER : *keys == '\033' ? K_ESCAPE : (uint32_t)*keys);
}

/* Is a text on the screen? */
static bool shown(struct client *client, const char *text)
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

/* The log stands by revision, whoever merged, and says what each did, not that it was merged. */
static void log_is(const char *id, const char *const (*rows)[3], int n)
{
    struct store *store = must_open();
    struct record *record;
    assert_int_equal(store_load(store, store_find(store, id), &record, NULL, NULL, NULL), 0);
    const struct value *log = value_at(&record->head, "log");
    assert_non_null(log);
    assert_int_equal(log->n, n);
    for (int i = 0; i < n; i++) {
        assert_string_equal(value_text(&log->entry[i].value, "rev"), rows[i][0]);
        assert_string_equal(value_text(&log->entry[i].value, "by"), rows[i][1]);
        assert_string_equal(value_text(&log->entry[i].value, "what"), rows[i][2]);
    }
    record_free(record);
    store_close(store);
}

static void what_both_did_is_saved(void **state)
{
    (void)state;
    char id[ULID_LENGTH + 1];
    add_game(id);
    struct client client = at_table(id);
    type(&client, "lcmy note\033");
    comment_elsewhere(id, 1, "bea", "her note");
    comment_elsewhere(id, 3, "bea", "another");
    type(&client, ":save\n");
    assert_true(shown(&client, "saved with what somebody else changed"));
    assert_true(shown(&client, "her note"));
    assert_int_equal(stored(id, 1, "my note"), 1);
    assert_int_equal(stored(id, 1, "her note"), 1);
    assert_int_equal(stored(id, 3, "another"), 1);
    static const char *const log[][3] = {{"2", "bea", "a comment from elsewhere"}, {"3", "bea", "a comment from elsewhere"},
                                         {"4", "ana", "comment on 1. e4"}};
    log_is(id, log, 3);
    leave(&client);
}

static void the_same_field_is_asked_about(void **state)
{
    (void)state;
    static const struct {
        const char *keys, *kept;
    } choices[] = {{"m\n", "xmine"}, {"t\n", "theirs"}, {"b\n", "xmine\n\ntheirs"}};
    for (size_t i = 0; i < sizeof choices / sizeof *choices; i++) {
        char id[ULID_LENGTH + 1];
        add_game(id);
        comment_elsewhere(id, 2, "ana", "x");
        struct client client = at_table(id);
        type(&client, "llcmine\033");
        comment_elsewhere(id, 2, "ana", "theirs");
        type(&client, ":save\n");
        assert_string_equal(app_top(client.app)->ops->name, "conflict");
        assert_int_equal(stored(id, 2, "theirs"), 1); /* nothing is written yet */
        type(&client, choices[i].keys);
        assert_string_equal(app_top(client.app)->ops->name, "table");
        assert_int_equal(stored(id, 2, choices[i].kept), 1);
        leave(&client);
    }
}

/* Two fields: each has its own choice, the texts are shown before and after, and nothing is written when it is closed. */
static void fields_are_chosen_one_by_one(void **state)
{
    (void)state;
    char id[ULID_LENGTH + 1], text[4000] = "", tags[100];
    struct note why;
    struct record *record;
    size_t used = 0;
    add_game(id);
    comment_elsewhere(id, 1, "ana", "first before");
    comment_elsewhere(id, 2, "ana", "second before");
    struct client client = at_table(id);
    type(&client, "lc, mine\033lc, mine\033:tags mine\n"); /* written behind what is there */
    for (int i = 0; i < 60; i++)
        text_add(text, sizeof text, &used, "%sher line %d", i ? "\n\n" : "", i);
    comment_elsewhere(id, 1, "ana", text);
    comment_elsewhere(id, 2, "ana", "her second");
    type(&client, ":save\n");
    assert_string_equal(app_top(client.app)->ops->name, "conflict");
    assert_true(shown(&client, "2 fields; nothing is written yet"));
    assert_true(shown(&client, "theirs, by ana"));
    assert_true(shown(&client, "her line 0") && shown(&client, "first before, mine"));
    assert_false(shown(&client, "her line 40"));
    for (int i = 0; i < 60; i++)
        app_key(client.app, K_PAGE_DOWN);
    assert_true(shown(&client, "her line 59") && shown(&client, "first before")); /* to its end, no further */
    assert_false(shown(&client, "first before, mine"));
    for (int i = 0; i < 60; i++)
        app_key(client.app, K_PAGE_UP);
    assert_true(shown(&client, "her line 0"));
    type(&client, "tj"); /* hers of the first; the second */
    assert_true(shown(&client, "second before, mine") && shown(&client, "her second"));
    type(&client, "q"); /* back: nothing was written */
    assert_string_equal(app_top(client.app)->ops->name, "table");
    assert_int_equal(stored(id, 2, "her second"), 1);
    type(&client, ":save\n");
    type(&client, "tjb\n");
    assert_string_equal(app_top(client.app)->ops->name, "table");
    assert_int_equal(stored(id, 1, text), 1);
    assert_int_equal(stored(id, 2, "second before, mine\n\nher second"), 1);
    assert_int_equal(merge_reload(client.store, id, &record, NULL, &why), 0);
    record_tags(record, tags, sizeof tags);
    assert_string_equal(tags, "mine"); /* what only one changed is not asked about */
    record_free(record);
    leave(&client);
}

/* Save, and where it is asked, take mine. */
static void save_mine(struct client *client)
{
    if (!strcmp(app_top(client->app)->ops->name, "table"))
        type(client, ":save\n");
    if (!strcmp(app_top(client->app)->ops->name, "conflict"))
        type(client, "m\n");
}

/* A choice made while a call fails, each once, with each error: it is written, or a sentence says that it is not, what is
 * stored is the one value or the other, and made again in the same client it is written. */
static void choices_survive_calls_that_fail(void **state)
{
    static const int errors[] = {EIO, ENOSPC, EINTR, EMFILE, EACCES};
    int calls = 1, refused = 0;
    (void)state;
    for (size_t e = 0; e < sizeof errors / sizeof *errors; e++)
        for (int at = 0; at <= calls; at += at && !getenv("CHESSCADE_LONG") ? 3 : 1) {
            char id[ULID_LENGTH + 1];
            add_game(id);
            comment_elsewhere(id, 2, "ana", "x");
            struct client client = at_table(id);
            type(&client, "llcmine\033");
            comment_elsewhere(id, 2, "ana", "theirs");
            faults_begin(at ? FAULT_ERROR : FAULT_NONE, at, errors[e]);
            save_mine(&client);
            int made = faults_end();
            calls = at ? calls : made;
            bool saved = stored(id, 2, "xmine") == 1;
            if (!saved && (stored(id, 2, "theirs") != 1 || !client.app->message[0]))
                fail_msg("error %d of call %d: '%s' is said", errors[e], at, client.app->message);
            refused += !saved;
            if (!saved)
                save_mine(&client);
            if (stored(id, 2, "xmine") != 1)
                fail_msg("error %d of call %d: not saved again: '%s'", errors[e], at, client.app->message);
            leave(&client);
        }
    assert_true(calls > 10 && refused > 10);
}

/* What is chosen is chosen about what was shown: what they write while the question stands is asked about, too. */
static void choices_are_about_what_was_shown(void **state)
{
    (void)state;
    char id[ULID_LENGTH + 1];
    add_game(id);
    comment_elsewhere(id, 2, "ana", "x");
    struct client client = at_table(id);
    type(&client, "llcmine\033");
    comment_elsewhere(id, 2, "ana", "theirs");
    type(&client, ":save\n");
    assert_string_equal(app_top(client.app)->ops->name, "conflict");
    comment_elsewhere(id, 2, "ana", "their better one");
    type(&client, "m\n");
    assert_int_equal(stored(id, 2, "their better one"), 1); /* nobody has seen it yet */
    assert_true(shown(&client, "their better one"));
    type(&client, "m\n");
    assert_int_equal(stored(id, 2, "xmine"), 1);
    leave(&client);
}

/* Somebody else: the game ends after so many plies. */
static void cut_elsewhere(const char *id, int plies)
{
    struct store *store = must_open();
    struct record *record;
    struct version version;
    assert_int_equal(store_load(store, store_find(store, id), &record, &version, NULL, NULL), 0);
    line_cut(&record->moves, plies);
    assert_int_equal(store_save(store, record, &version, NULL), 0);
    record_free(record);
    store_close(store);
}

/* While it is asked whether a ply is to be deleted it stays the one that was asked about. */
static void a_question_is_about_what_is_seen(void **state)
{
    (void)state;
    char id[ULID_LENGTH + 1];
    add_game(id);
    struct client client = at_table(id);
    type(&client, "gg0GD");
    assert_true(shown(&client, "Delete 2...Nc6?"));
    cut_elsewhere(id, 2);
    app_advance(client.app, 10000);
    assert_true(shown(&client, "Delete 2...Nc6?"));
    type(&client, "y");
    assert_true(shown(&client, "2...Nc6 deleted"));
    app_advance(client.app, 10000);
    assert_true(shown(&client, "somebody else changed the same"));
    leave(&client);
}

/* A copied line is whole however long it is, and one that cannot be put in leaves the game as it is. */
static void a_long_line_is_copied_whole(void **state)
{
    (void)state;
    enum { PLIES = 2000 };
    static const char *const dance[] = {"Nf3", "Nf6", "Ng1", "Ng8"};
    char id[ULID_LENGTH + 1];
    struct store *store = must_open();
    struct record *record = record_new("classical");
    struct version version = {0};
    for (int i = 0; i < PLIES; i++)
        line_append(&record->moves, dance[i % 4]);
    memcpy(id, record->id, sizeof id);
    record_set_player(record, 'w', "Ana");
    record_set_player(record, 'b', "Ivo");
    assert_int_equal(store_save(store, record, &version, NULL), 0);
    record_free(record);
    store_close(store);
    struct client client = at_table(id);
    type(&client, "gg0ylGgp");
    assert_true(shown(&client, "2000/4000"));
    type(&client, "gg0lgp"); /* Black to move */
    assert_true(shown(&client, "is not possible here"));
    type(&client, "u");
    assert_true(shown(&client, "undone: a copied line"));
    leave(&client);
}

/* A game deleted meanwhile: it is asked whether it shall be saved all the same. */
static void a_deleted_game_is_asked_about(void **state)
{
    (void)state;
    char id[ULID_LENGTH + 1];
    struct version version;
    struct record *record;
    struct note why;
    add_game(id);
    struct client client = at_table(id);
    type(&client, "lcmy note\033");
    struct store *store = must_open();
    assert_int_equal(store_load(store, store_find(store, id), &record, &version, NULL, &why), 0);
    assert_int_equal(store_remove(store, id, &version, &why), 0);
    record_free(record);
    store_close(store);
    type(&client, ":save\n");
    assert_true(shown(&client, "deleted meanwhile"));
    type(&client, "n");
    store = must_open();
    assert_int_equal(store_find(store, id), -1);
    store_close(store);
    type(&client, ":save\ny");
    assert_int_equal(stored(id, 1, "my note"), 1);
    leave(&client);
}

static void changes_elsewhere_are_noticed(void **state)
{
    (void)state;
    char id[ULID_LENGTH + 1];
    add_game(id);
    struct client client = at_table(id);
    type(&client, "l");
    assert_false(shown(&client, "her note"));
    comment_elsewhere(id, 1, "bea", "her note");
    app_advance(client.app, 10000);
    assert_true(shown(&client, "her note"));
    /* with changes of one's own, both are there, and saving needs no merge */
    type(&client, "lcmy note\033");
    comment_elsewhere(id, 1, "ivo", "his note");
    app_advance(client.app, 10000);
    type(&client, "h");
    assert_true(shown(&client, "his note"));
    type(&client, ":save\n");
    assert_int_equal(stored(id, 2, "my note"), 1);
    assert_int_equal(stored(id, 1, "his note"), 1);
    static const char *const log[][3] = {{"2", "bea", "a comment from elsewhere"}, {"3", "ivo", "a comment from elsewhere"},
                                         {"4", "ana", "comment on 1...e5"}};
    log_is(id, log, 3);
    leave(&client);
}

static void a_draft_merges_with_its_base(void **state)
{
    (void)state;
    char id[ULID_LENGTH + 1];
    add_game(id);
    struct client client = at_table(id);
    type(&client, "lcmy note\033");
    leave(&client); /* the draft stays */
    comment_elsewhere(id, 3, "bea", "her note");
    client = at_table(id);
    type(&client, "u"); /* undo reaches back over the restart */
    assert_true(shown(&client, "undone: comment on 1. e4"));
    app_key(client.app, 0x12);
    type(&client, ":save\n");
    assert_int_equal(stored(id, 1, "my note"), 1);
    assert_int_equal(stored(id, 3, "her note"), 1);
    leave(&client);
}

static void a_layer_is_hidden(void **state)
{
    (void)state;
    char id[ULID_LENGTH + 1];
    add_game(id);
    comment_elsewhere(id, 1, "bea", "her note");
    comment_elsewhere(id, 1, "ivo", "his note");
    struct client client = at_table(id);
    type(&client, "l");
    assert_true(shown(&client, "her note") && shown(&client, "his note"));
    type(&client, ":layer bea off\n");
    assert_true(!shown(&client, "her note") && shown(&client, "his note"));
    type(&client, ":layer all\n");
    assert_true(shown(&client, "her note"));
    leave(&client);
}

static void the_log_says_who_saved(void **state)
{
    (void)state;
    char id[ULID_LENGTH + 1];
    struct note why;
    struct record *record;
    add_game(id);
    struct client client = at_table(id);
    type(&client, "lca note\033:save\n3:tags open\n:save\n");
    assert_int_equal(merge_reload(client.store, id, &record, NULL, &why), 0);
    const struct value *log = value_at(&record->head, "log");
    assert_non_null(log);
    assert_int_equal(log->n, 2);
    assert_string_equal(value_text(&log->entry[1].value, "rev"), "3");
    assert_string_equal(value_text(&log->entry[1].value, "by"), "ana");
    for (int i = 0; i < 300; i++)
        record_log(record, record, 4 + i, "ana", "more");
    log = value_at(&record->head, "log");
    assert_int_equal(log->n, EDIT_LOG_MAX);
    assert_string_equal(value_text(&log->entry[EDIT_LOG_MAX - 1].value, "rev"), "303");
    record_free(record);
    leave(&client);
}

/* ---------------------------------------------------------------------------------------------- collections */

static void collections_are_kept(void **state)
{
    (void)state;
    char first[ULID_LENGTH + 1], second[ULID_LENGTH + 1], id[ULID_LENGTH + 1], (*ids)[ULID_LENGTH + 1];
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

/* The example of the format is read and written again byte for byte, without its remarks. */
/* A collection somebody else changes is shown as it is now, while its view is open. */
static void open_collections_are_looked_after(void **state)
{
    (void)state;
    struct store *store = must_open();
    struct collection collection;
    struct note why;
    struct collection_open open = {must_open()};
    struct app *app = app_new(&(struct app_options){.charset = CHARSET_ASCII, .fixed_time = "2026-11-21T12:00:00", .user = "ana"});
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
    snprintf(command, sizeof command, "sed -i 's/Rook/Pawn/' '%s'/collections/*.yaml", club); /* by an editor: no new revision */
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
    assert_true(shown(&client, "There are none yet"));
    collection_clear(&collection);
    store_close(store);
    leave(&client);
}

static void keep_as(struct client *client, const char *query, const char *typed)
{
    keep_search(app_top(client->app), client->store, query);
    type(client, typed);
}

/* Does the collection of that title look for that, as it is stored? */
static bool looks_for(struct client *client, const char *title, const char *query)
{
    struct collection collection;
    assert_true(store_collection_titled(client->store, title, &collection));
    bool same = !strcmp(collection_text(&collection, "query"), query);
    collection_clear(&collection);
    return same;
}

/* A search kept under a title there is replaces what is there after a question only, which says whose it is. */
static void a_kept_search_is_not_replaced_silently(void **state)
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
    assert_true(shown(&client, "'Hers' of bea looks for white:bea already. Replace that search?"));
    type(&client, "n");
    assert_true(looks_for(&client, "Hers", "white:bea"));
    keep_as(&client, "black:ivo", "Hers\n");
    collection_set(&collection, "query", "white:bea result:1-0"); /* while the question stands */
    assert_int_equal(store_collection_save(client.store, &collection, &why), 0);
    type(&client, "y");
    assert_true(shown(&client, "nothing was overwritten"));
    assert_true(looks_for(&client, "Hers", "white:bea result:1-0"));
    keep_as(&client, "black:ivo", "Hers\ny");
    assert_true(looks_for(&client, "Hers", "black:ivo"));
    keep_as(&client, "black:ivo", "Hers\n");
    assert_true(shown(&client, "looks for that already"));
    keep_as(&client, "black:ivo", "New\n"); /* nothing to ask */
    assert_true(looks_for(&client, "New", "black:ivo"));
    collection_clear(&collection);
    leave(&client);
}

static void canonical_collections_stay_as_they_are(void **state)
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

static void plies_of_items(void **state)
{
    (void)state;
    assert_int_equal(collection_ply("7", 2), 7);
    assert_int_equal(collection_ply("1.2", 2), 2);
    assert_int_equal(collection_ply("3.1", 3), 7);
    assert_int_equal(collection_ply("3.4", 3), 0);
    assert_int_equal(collection_ply("", 2), 0);
    assert_int_equal(collection_ply("x", 2), 0);
}

/* ------------------------------------------------------------------------------------------- plain mode */

/* What plain mode answers when that is typed: the caller's. */
static char *dialogue(const char *typed)
{
    struct plain_options options = {.path = club, .user = "ana", .today = "2026-11-21"};
    char *answer = NULL;
    size_t size = 0;
    FILE *in = fmemopen((void *)(uintptr_t)typed, strlen(typed), "r"), *out = open_memstream(&answer, &size);
    assert_non_null(in);
    assert_non_null(out);
    assert_int_equal(plain_run(&options, in, out), 0);
    fclose(in);
    fclose(out);
    return answer;
}

static void dialogue_says(const char *typed, const char *what)
{
    char *answer = dialogue(typed);
    if (!strstr(answer, what))
        fail_msg("'%s' is not in: %s", what, answer);
    free(answer);
}

/* A draft of plain mode, somebody else's save, then its own save: both are there, the log says who and what. */
static void plain_mode_merges(void **state)
{
    char id[ULID_LENGTH + 1], text[512];
    (void)state;
    add_game(id);
    dialogue_says("open 1\ngo 1\ncomment mine\nquit\nquit\n", "The comment is written");
    comment_elsewhere(id, 3, "bea", "hers");
    dialogue_says("open 1\nsave\nquit\n", "Saved, with what somebody else changed meanwhile, as revision 3");
    assert_int_equal(stored(id, 1, "mine"), 1);
    assert_int_equal(stored(id, 3, "hers"), 1);
    struct store *store = must_open();
    struct record *record;
    assert_int_equal(store_load(store, store_find(store, id), &record, NULL, NULL, NULL), 0);
    const struct value *log = value_at(&record->head, "log");
    assert_true(log && log->n == 2);
    assert_string_equal(value_text(&log->entry[1].value, "rev"), "3"); /* not 2, which it would have been without bea */
    snprintf(text, sizeof text, "%s", value_text(&log->entry[1].value, "by"));
    assert_string_equal(text, "ana");
    record_free(record);
    store_close(store);
}

/* Both changed one field: told with both values, nothing written until it is said what stays. */
static void plain_mode_asks(void **state)
{
    static const struct {
        const char *words, *said;
        int mine, theirs;
    } ways[] = {{"save\n", "Say save mine, save theirs or save both", 0, 1},
                {"save pink\n", "only mine, theirs and both", 0, 1},
                {"save\nsave mine\n", "as revision 4", 1, 0},
                {"save mine\n", "Say save mine, save theirs or save both", 0, 1}, /* not seen yet */
                {"save\nsave theirs\n", "as revision 4", 0, 1}};
    (void)state;
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        char id[ULID_LENGTH + 1], typed[200];
        add_game(id);
        comment_elsewhere(id, 1, "ana", "before");
        snprintf(typed, sizeof typed, "open %s\ngo 1\ncomment mine\nquit\nquit\n", id);
        dialogue_says(typed, "The comment is written");
        comment_elsewhere(id, 1, "ana", "theirs");
        snprintf(typed, sizeof typed, "open %s\n%squit\nquit\n", id, ways[i].words);
        dialogue_says(typed, ways[i].said);
        assert_int_equal(stored(id, 1, "mine"), ways[i].mine);
        assert_int_equal(stored(id, 1, "theirs"), ways[i].theirs);
    }
}

/* Lines typed one after the other; somebody else saves a comment of theirs before the one that is number `when`. */
struct typist {
    const char *left, *id;
    int when, line;
    bool begun; /* within a line */
};

static ssize_t type_on(void *cookie, char *bytes, size_t size)
{
    struct typist *typist = cookie;
    (void)size;
    if (!typist->begun && ++typist->line == typist->when)
        comment_elsewhere(typist->id, 1, "ana", "their better one");
    if (!*typist->left)
        return 0;
    *bytes = *typist->left++;
    typist->begun = *bytes != '\n';
    return 1;
}

/* What was chosen was chosen about what was told: what they save after that is asked about, too. */
static void plain_mode_asks_about_what_was_told(void **state)
{
    (void)state;
    char id[ULID_LENGTH + 1], typed[200], *answer = NULL;
    size_t size = 0;
    struct plain_options options = {.path = club, .user = "ana", .today = "2026-11-21"};
    add_game(id);
    comment_elsewhere(id, 1, "ana", "before");
    snprintf(typed, sizeof typed, "open %s\ngo 1\ncomment mine\nquit\nquit\n", id);
    dialogue_says(typed, "The comment is written");
    comment_elsewhere(id, 1, "ana", "theirs");
    snprintf(typed, sizeof typed, "open %s\nsave\nsave mine\nquit\nquit\n", id);
    struct typist typist = {.left = typed, .id = id, .when = 3};
    FILE *in = fopencookie(&typist, "r", (cookie_io_functions_t){.read = type_on}), *out = open_memstream(&answer, &size);
    setvbuf(in, NULL, _IONBF, 0);
    assert_int_equal(plain_run(&options, in, out), 0);
    fclose(in);
    fclose(out);
    assert_non_null(strstr(answer, "changed the same once more"));
    assert_non_null(strstr(answer, "theirs is their better one"));
    free(answer);
    assert_int_equal(stored(id, 1, "their better one"), 1);
    snprintf(typed, sizeof typed, "open %s\nsave\nsave mine\nquit\nquit\n", id);
    dialogue_says(typed, "as revision 5");
    assert_int_equal(stored(id, 1, "mine"), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(what_both_did_is_saved, make_top, drop_top),
        cmocka_unit_test_setup_teardown(the_same_field_is_asked_about, make_top, drop_top),
        cmocka_unit_test_setup_teardown(fields_are_chosen_one_by_one, make_top, drop_top),
        cmocka_unit_test_setup_teardown(choices_survive_calls_that_fail, make_top, drop_top),
        cmocka_unit_test_setup_teardown(a_deleted_game_is_asked_about, make_top, drop_top),
        cmocka_unit_test_setup_teardown(a_question_is_about_what_is_seen, make_top, drop_top),
        cmocka_unit_test_setup_teardown(choices_are_about_what_was_shown, make_top, drop_top),
        cmocka_unit_test_setup_teardown(a_long_line_is_copied_whole, make_top, drop_top),
        cmocka_unit_test_setup_teardown(changes_elsewhere_are_noticed, make_top, drop_top),
        cmocka_unit_test_setup_teardown(plain_mode_merges, make_top, drop_top),
        cmocka_unit_test_setup_teardown(plain_mode_asks, make_top, drop_top),
        cmocka_unit_test_setup_teardown(plain_mode_asks_about_what_was_told, make_top, drop_top),
        cmocka_unit_test_setup_teardown(a_draft_merges_with_its_base, make_top, drop_top),
        cmocka_unit_test_setup_teardown(a_layer_is_hidden, make_top, drop_top),
        cmocka_unit_test_setup_teardown(the_log_says_who_saved, make_top, drop_top),
        cmocka_unit_test_setup_teardown(open_collections_are_looked_after, make_top, drop_top),
        cmocka_unit_test_setup_teardown(collections_are_kept, make_top, drop_top),
        cmocka_unit_test_setup_teardown(a_kept_search_is_not_replaced_silently, make_top, drop_top),
        cmocka_unit_test(canonical_collections_stay_as_they_are),
        cmocka_unit_test(plies_of_items),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
