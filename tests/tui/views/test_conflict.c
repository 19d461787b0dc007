/* test_conflict.c - the client when another user saves the game on the table; also layers and the
 * log. */
#include "config.h"
#include "tests/faults/faults.h"
#include "tests/support/shared_table.h"

#include "archive/merge/merge_save.h"

/* The log is ordered by revision, whoever merged, and says what each user did, not that it was
 * merged. */
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

static void both_users_changes_are_saved(void **state)
{
    (void)state;
    char id[ULID_LENGTH + 1];
    add_game(id);
    struct client client = at_table(id);
    type(&client, "lcmy note\033");
    comment_elsewhere(id, 1, "bea", "her note");
    comment_elsewhere(id, 3, "bea", "another");
    type(&client, ":save\n");
    assert_true(shown(&client, "saved, with what someone else changed"));
    assert_true(shown(&client, "her note"));
    assert_int_equal(stored(id, 1, "my note"), 1);
    assert_int_equal(stored(id, 1, "her note"), 1);
    assert_int_equal(stored(id, 3, "another"), 1);
    static const char *const log[][3] = {{"2", "bea", "a comment from elsewhere"},
                                         {"3", "bea", "a comment from elsewhere"},
                                         {"4", "ana", "comment on 1. e4"}};
    log_is(id, log, 3);
    leave(&client);
}

/* Guests can merge, too: not having seen a new comment does not count as trying to remove it. */
static void changes_of_guests_are_merged(void **state)
{
    (void)state;
    char id[ULID_LENGTH + 1];
    struct store *store;
    struct record *record;
    struct version version;
    struct merge_saving saving;
    struct note why;
    add_game(id);
    assert_int_equal(
        store_open(&store, club, &(struct store_options){.user = "eve", .guest = true}, &why), 0);
    while (store_scan(store, 1000))
        continue;
    assert_int_equal(store_load(store, store_find(store, id), &record, &version, NULL, &why), 0);
    struct record *base = record_copy(record);
    struct spot spot = spot_start();
    spot.ply = 1;
    edit_comment(record, &spot, "eve", "my note");
    comment_elsewhere(id, 1, "bea", "her note");
    assert_int_equal(store_save(store, record, &version, &why), FAIL_CONFLICT);
    assert_int_equal(merge_save(store, record, &version, base, NULL, &saving, &why), 0);
    assert_int_equal(stored(id, 1, "my note"), 1);
    assert_int_equal(stored(id, 1, "her note"), 1);
    merge_saving_clear(&saving);
    record_free(base);
    record_free(record);
    store_close(store);
}

static void changing_the_same_field_asks(void **state)
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

/* Two fields: each has its own choice, both texts are shown, and closing the question writes
 * nothing. */
static void fields_are_chosen_one_by_one(void **state)
{
    (void)state;
    char id[ULID_LENGTH + 1], text[4000] = "";
    struct note why;
    struct record *record;
    size_t used = 0;
    add_game(id);
    comment_elsewhere(id, 1, "ana", "first before");
    comment_elsewhere(id, 2, "ana", "second before");
    struct client client = at_table(id);
    type(&client, "lc, mine\033lc, mine\033:tags mine\n"); /* written after the existing comment */
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
    /* To its end, no further. */
    assert_true(shown(&client, "her line 59") && shown(&client, "first before"));
    assert_false(shown(&client, "first before, mine"));
    for (int i = 0; i < 60; i++)
        app_key(client.app, K_PAGE_UP);
    assert_true(shown(&client, "her line 0"));
    type(&client, "tj"); /* her version of the first field; then the second */
    assert_true(shown(&client, "second before, mine") && shown(&client, "her second"));
    type(&client, "q"); /* closed: nothing was written */
    assert_string_equal(app_top(client.app)->ops->name, "table");
    assert_int_equal(stored(id, 2, "her second"), 1);
    type(&client, ":save\n");
    type(&client, "tjb\n");
    assert_string_equal(app_top(client.app)->ops->name, "table");
    assert_int_equal(stored(id, 1, text), 1);
    assert_int_equal(stored(id, 2, "second before, mine\n\nher second"), 1);
    assert_int_equal(merge_reload(client.store, id, &record, NULL, &why), 0);
    char *tags = record_tags(record);
    assert_string_equal(tags, "mine"); /* a change of only one user is no question */
    free(tags);
    record_free(record);
    leave(&client);
}

/* Save, and answer a question with our own version. */
static void save_mine(struct client *client)
{
    if (!strcmp(app_top(client->app)->ops->name, "table"))
        type(client, ":save\n");
    if (!strcmp(app_top(client->app)->ops->name, "conflict"))
        type(client, "m\n");
}

/* A choice is made while a call fails, each call once, with each error: it is written, or a
 * sentence says that it is not; the stored value is one or the other, and repeating it in the same
 * client writes it. */
static void choices_survive_failed_calls(void **state)
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
                fail_msg("error %d of call %d: not saved again: '%s'", errors[e], at,
                         client.app->message);
            leave(&client);
        }
    assert_true(calls > 10 && refused > 10);
}

/* A choice counts for what was shown: a save of the other user while the question is open leads to
 * another question. */
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

/* Another user cuts the game after this many plies. */
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

/* While the client asks whether to delete a ply, the answer is about that ply. */
static void the_answer_to_a_question_is_about_the_ply_shown(void **state)
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
    assert_true(shown(&client, "this ply and all after it are deleted"));
    app_advance(client.app, 10000);
    assert_true(shown(&client, "someone else changed the same fields"));
    leave(&client);
}

/* A copied line is complete however long it is, and one that cannot be inserted leaves the game
 * unchanged. */
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

static void delete_elsewhere(const char *id)
{
    struct version version;
    struct record *record;
    struct note why;
    struct store *store = must_open();
    assert_int_equal(store_load(store, store_find(store, id), &record, &version, NULL, &why), 0);
    assert_int_equal(store_remove(store, id, &version, &why), 0);
    record_free(record);
    store_close(store);
}

static bool is_there(const char *id)
{
    struct store *store = must_open();
    bool there = store_find(store, id) >= 0;
    store_close(store);
    return there;
}

/* The game was deleted meanwhile: the client asks whether to save it anyway. */
static void saving_a_deleted_game_asks(void **state)
{
    (void)state;
    char id[ULID_LENGTH + 1];
    add_game(id);
    struct client client = at_table(id);
    type(&client, "lcmy note\033");
    delete_elsewhere(id);
    type(&client, ":save\n");
    assert_true(shown(&client, "deleted meanwhile"));
    type(&client, "n");
    assert_false(is_there(id));
    type(&client, ":save\ny");
    assert_int_equal(stored(id, 1, "my note"), 1);
    leave(&client);
}

/* A game that was only read can be saved again, too, as the message about its deletion says. */
static void a_deleted_game_can_be_saved_unchanged(void **state)
{
    (void)state;
    char id[ULID_LENGTH + 1];
    add_game(id);
    struct client client = at_table(id);
    type(&client, ":save\n");
    assert_true(shown(&client, "nothing to save"));
    delete_elsewhere(id);
    app_advance(client.app, 10000);
    app_advance(client.app, 20000);
    assert_true(shown(&client, "it stays here, w saves it anew"));
    assert_true(shown(&client, " deleted "));
    type(&client, ":save\ny");
    assert_true(is_there(id));
    app_advance(client.app, 30000);
    assert_false(shown(&client, "read again")); /* it is no longer gone */
    leave(&client);
}

/* A game that disappears from a PGN file, which is read-only, is reported as gone at every check,
 * and cannot be saved again. */
static void a_game_gone_from_a_pgn_file_can_still_be_read(void **state)
{
    (void)state;
    static const char first
        [] = "[White \"Ana\"]\n[Black \"Ivo\"]\n\n1. e4 *\n\n",
   both[] =
        "[White \"Ana\"]\n[Black \"Ivo\"]\n\n1. e4 *\n\n[White \"Mia\"]\n[Black \"Leo\"]\n\n1. d4 *\n\n";
    char path[300], new[320];
    struct store *store;
    struct note why;
    snprintf(path, sizeof path, "%.200s/gone.pgn", top);
    snprintf(new, sizeof new, "%s.new", path);
    write_file(path, both, sizeof both - 1);
    assert_int_equal(store_open(&store, path, NULL, &why), 0);
    store_scan(store, 10);
    struct client client = at_table_in(store, store_listing(store, 1)->id);
    write_file(new, first, sizeof first - 1);
    assert_int_equal(rename(new, path), 0);
    for (int second = 10; second < 50; second += 10)
        app_advance(client.app, second * 1000);
    assert_true(shown(&client, "it stays here until you leave it"));
    assert_true(shown(&client, "Mia"));
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
    /* With unsaved changes, both are there, and saving needs no merge. */
    type(&client, "lcmy note\033");
    comment_elsewhere(id, 1, "ivo", "his note");
    app_advance(client.app, 10000);
    type(&client, "h");
    assert_true(shown(&client, "his note"));
    type(&client, ":save\n");
    assert_int_equal(stored(id, 2, "my note"), 1);
    assert_int_equal(stored(id, 1, "his note"), 1);
    static const char *const log[][3] = {{"2", "bea", "a comment from elsewhere"},
                                         {"3", "ivo", "a comment from elsewhere"},
                                         {"4", "ana", "comment on 1...e5"}};
    log_is(id, log, 3);
    leave(&client);
}

static void a_draft_is_merged_with_later_saves(void **state)
{
    (void)state;
    char id[ULID_LENGTH + 1];
    add_game(id);
    struct client client = at_table(id);
    type(&client, "lcmy note\033");
    leave(&client); /* the draft stays */
    comment_elsewhere(id, 3, "bea", "her note");
    client = at_table(id);
    type(&client, "u"); /* undo works across the restart */
    assert_true(shown(&client, "undone: comment on 1. e4"));
    app_key(client.app, 0x12);
    type(&client, ":save\n");
    assert_int_equal(stored(id, 1, "my note"), 1);
    assert_int_equal(stored(id, 3, "her note"), 1);
    leave(&client);
}

static void a_layer_can_be_hidden(void **state)
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

/* A comment belongs to the ply where it was started: the mouse wheel does not move the game
 * meanwhile, not even before the first ply. */
static void the_wheel_does_not_move_a_comment(void **state)
{
    (void)state;
    enum { UP = 9, PLIES = 4 };
    static const char *const begun[] = {"G", "gg"};
    char id[ULID_LENGTH + 1];
    struct mouse wheel = {MOUSE_WHEEL_UP, 0, 5, 5};
    add_game(id);
    for (int i = 0; i < 2; i++) {
        struct client client = at_table(id);
        type(&client, begun[i]);
        assert_true(shown(&client, "Nc6"));
        type(&client, i ? "l" : "");
        type(&client, "c");
        type(&client, i ? "\tfirst" : "last");
        for (int k = 0; k < UP; k++)
            app_mouse(client.app, &wheel);
        app_advance(client.app, 60000); /* the draft gets the typed text */
        type(&client, "\033:save\n");
        leave(&client);
    }
    assert_int_equal(stored(id, PLIES, "last"), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(both_users_changes_are_saved),
        CASE(the_wheel_does_not_move_a_comment),
        CASE(changes_of_guests_are_merged),
        CASE(changing_the_same_field_asks),
        CASE(fields_are_chosen_one_by_one),
        CASE(choices_survive_failed_calls),
        CASE(saving_a_deleted_game_asks),
        CASE(a_deleted_game_can_be_saved_unchanged),
        CASE(a_game_gone_from_a_pgn_file_can_still_be_read),
        CASE(the_answer_to_a_question_is_about_the_ply_shown),
        CASE(choices_are_about_what_was_shown),
        CASE(a_long_line_is_copied_whole),
        CASE(changes_elsewhere_are_noticed),
        CASE(a_draft_is_merged_with_later_saves),
        CASE(a_layer_can_be_hidden),
        CASE(the_log_says_who_saved),
    };
    return cmocka_run_group_tests_name("conflict", tests, NULL, NULL);
}
