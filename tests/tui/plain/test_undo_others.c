/* test_undo_others.c - undo after another user has changed the game, too: what undo keeps, what it
 * asks about, and what it undoes on request; on the screen and in plain mode. Also a change that
 * both made, and two different continuations. */
#include "config.h"
#include "tests/support/shared_table.h"

#include "tui/plain/plain.h"

#include <limits.h>
#include <unistd.h>

/* ----------------------------------------------------------------------------------- plain mode */

/* Types lines one after another. A line that starts with '@' is an action of another user before
 * the next line is read: "@3 bea hers" is a comment of bea on the third ply. */
struct typist {
    const char *left, *id;
};

static ssize_t type_on(void *cookie, char *bytes, size_t size)
{
    struct typist *typist = cookie;
    char by[20], text[80];
    int ply, used;
    (void)size;
    while (sscanf(typist->left, "@%d %19s %79[^\n]\n%n", &ply, by, text, &used) == 3) {
        comment_elsewhere(typist->id, ply, by, text);
        typist->left += used;
    }
    if (!*typist->left)
        return 0;
    *bytes = *typist->left++;
    return 1;
}

/* The output of plain mode. The caller frees it. */
static char *dialogue(const char *id, const char *typed)
{
    struct plain_options options = {
        .path = club, .user = "ana", .today = "2026-11-21", .prompt = true, .echo = true};
    struct typist typist = {typed, id};
    char *answer = NULL;
    size_t size = 0;
    FILE *in = fopencookie(&typist, "r", (cookie_io_functions_t){.read = type_on}),
         *out = open_memstream(&answer, &size);
    assert_true(in && out);
    setvbuf(in, NULL, _IONBF, 0);
    assert_int_equal(plain_run(&options, in, out), 0);
    fclose(in);
    fclose(out);
    return answer;
}

/* The output must contain each of these texts (the last is NULL), in this order. */
static void assert_says_in_order(const char *id, const char *typed, const char *const *told)
{
    char *answer = dialogue(id, typed);
    for (const char *at = answer; *told; told++) {
        const char *found = strstr(at, *told);
        if (!found)
            fail_msg("'%s' is not told there: %s", *told, answer);
        at = found + strlen(*told);
    }
    free(answer);
}

#define TELLS(id, typed, ...) \
    assert_says_in_order(id, typed, (const char *const[]){__VA_ARGS__, NULL})

/* A change of our own and one of another user, merged by a save. */
#define BOTH "open 1\ngo 1\ncomment mine\n@3 bea hers\nsave\n"

static void undo_reverts_own_changes_and_others_on_request(void **state)
{
    (void)state;
    char id[ULID_LENGTH + 1];
    add_game(id);
    TELLS(
        id,
        BOTH
        "undo\ngo 1\nundo\nundo theirs\ngo 3\nundo theirs\nundo\nredo\ngo 3\nredo\ngo 1\nredo\nsave\nquit\n",
        "Saved, with what someone else changed", "> undo\nUndone: comment on ply 1, White: e4",
        "> go 1\nPly 1, White: e4",
        "> undo\nOnly changes of other people are left: \"undo theirs\" undoes them",
        "> undo theirs\nUndone: the changes of someone else",
        "> undo theirs\nThere is nothing to undo", "> undo\nThere is nothing to undo",
        "> redo\nRedone: the changes of someone else", "hers",
        "> redo\nRedone: comment on ply 1, White: e4", "mine", "> redo\nThere is nothing to redo",
        "Nothing has changed since the last save");
    assert_int_equal(stored(id, 1, "mine"), 1);
    assert_int_equal(stored(id, 3, "hers"), 1);
}

/* A save stores the state after undo: without our own change, or without both. */
static void undone_changes_are_not_saved(void **state)
{
    (void)state;
    for (int theirs = 0; theirs < 2; theirs++) {
        char id[ULID_LENGTH + 1], typed[200];
        add_game(id);
        snprintf(typed, sizeof typed,
                 "open %s\ngo 1\ncomment mine\n@3 bea hers\nsave\nundo\n%ssave\nquit\n", id,
                 theirs ? "undo theirs\n" : "");
        TELLS(id, typed, "Saved, with what someone else changed meanwhile, as revision 3",
              "Saved as revision 4");
        assert_int_equal(stored(id, 1, "mine"), 0);
        assert_int_equal(stored(id, 3, "hers"), !theirs);
    }
}

/* The keyword is only for changes of others; our own change needs none, and other words are not
 * guessed. */
static void the_keyword_is_only_for_changes_of_others(void **state)
{
    (void)state;
    char id[ULID_LENGTH + 1];
    add_game(id);
    TELLS(id, "open 1\nundo theirs\ngo 1\ncomment mine\nundo theirs\nundo hers\nundo\nquit\n",
          "> undo theirs\nThere is nothing to undo",
          "> undo theirs\nThe last change is your own; type \"undo\" alone to undo it",
          "> undo hers\nNothing is undone; the only word that can follow \"undo\" is \"theirs\"",
          "> undo\nUndone: comment on ply 1");
}

/* Both changed the same field: our own change cannot be undone from under theirs. */
static void a_later_change_of_another_is_undone_first(void **state)
{
    (void)state;
    char id[ULID_LENGTH + 1];
    add_game(id);
    TELLS(
        id,
        "open 1\ngo 1\ncomment mine\nsave\n@1 ana mine and more\ngo 3\ncomment third\nsave\nundo\ngo 1\nundo\n"
        "undo theirs\nundo\nquit\nquit\n",
        "Saved as revision 2", "Saved, with what someone else changed meanwhile, as revision 4",
        "Undone: comment on ply 3", "mine and more",
        "> undo\nNothing is undone: ", "\"undo theirs\" undoes the changes of other people first",
        "> undo theirs\nUndone: the changes of someone else", "> undo\nUndone: comment on ply 1");
}

static void undo_goes_back_past_others_on_request(void **state)
{
    (void)state;
    char id[ULID_LENGTH + 1];
    add_game(id);
    TELLS(
        id,
        BOTH "go 4\ncomment fourth\nhistory\nhistory 3\nhistory 2\nhistory 1\nhistory 1 thiers\n"
             "history 4 theirs\nhistory 1 theirs\nhistory\nquit\nquit\n",
        "Change 3: comment on ply 4", "Change 2, saved: the changes of someone else",
        "Change 1: comment on ply 1",
        "> history 3\nNothing is undone, because this is the last change",
        "> history 2\nUndone: comment on ply 4",
        "> history 1\nThis also undoes changes of other people: \"history 1 theirs\" does so",
        "> history 1 thiers\nNothing is undone; the only word that can follow the number is \"theirs\"",
        "> history 4 theirs\n", "> history 1 theirs\nUndone: the changes of someone else",
        "> history\nChange 1: comment on ply 1, White: e4.\nhistory [N [theirs]]:");
    TELLS(id, "open 1\nhistory 0\nhistory\nredo\nquit\nquit\n",
          "unsaved changes from an earlier session; type \"undo\"",
          "> history 0\nUndone: comment on ply 1",
          "> history\nAll changes are undone; \"redo\" redoes the first",
          "> redo\nRedone: comment on ply 1");
}

/* After a restart, too, undo knows the changes that led to the stored version, and who made
 * each. */
static void authors_of_changes_are_known_after_a_restart(void **state)
{
    (void)state;
    char id[ULID_LENGTH + 1];
    add_game(id);
    free(dialogue(id, BOTH "quit\n"));
    TELLS(id, "open 1\nhistory\nundo\nundo\nundo theirs\nundo\nquit\nquit\n",
          "Change 2, saved: the changes of someone else", "Change 1: comment on ply 1",
          "> undo\nUndone: comment on ply 1", "> undo\nOnly changes of other people are left",
          "> undo theirs\nUndone: the changes of someone else", "> undo\nThere is nothing to undo");
}

/* The saved undo history is damaged: a user who wants to undo learns it, on the screen and in plain
 * mode. */
static void a_damaged_history_is_reported_on_undo(void **state)
{
    static const char lost[] =
        "here is nothing to undo: changes made before the last save cannot be undone any more: the undo history file is damaged";
    (void)state;
    char id[ULID_LENGTH + 1], path[PATH_MAX];
    add_game(id);
    for (int plain = 0; plain < 2; plain++) {
        struct client client = at_table(id);
        struct store *store;
        struct note why;
        assert_int_equal(store_open(&store, club, NULL, &why), 0);
        snprintf(path, sizeof path, "%s/drafts/%s/%s.past", club, plain ? store_user(store) : "ana",
                 id);
        store_close(store);
        if (plain) {
            free(dialogue(id, "open 1\ngo 2\ncomment second\nsave\nquit\n"));
        } else {
            type(&client, "lcmy note\033:save\n");
        }
        leave(&client);
        assert_int_equal(truncate(path, 200), 0);
        client = at_table(id);
        if (plain) {
            TELLS(
                id,
                "open 1\nundo\nredo\ngo 1\ncomment again\nundo\nundo\ngo 3\ncomment x\nsave\nundo\nundo\nquit\nquit\n",
                lost, "> redo\nThere is nothing to redo.", "Undone: comment on", lost, "Saved as",
                "Undone: comment on", "There is nothing to undo.");
        } else {
            type(&client, "u");
            assert_true(shown(
                &client,
                "there is nothing to undo: changes made before the last save cannot be undone any more"));
            type(&client, "\022");
        }
        leave(&client);
    }
}

/* Of two abandoned drafts, saving one announces the other. */
static void another_draft_is_announced(void **state)
{
    (void)state;
    char id[ULID_LENGTH + 1];
    struct record *record;
    struct version version;
    struct note why;
    struct spot spot = spot_start();
    add_game(id);
    struct store *one, *other; /* of the same user as plain mode */
    assert_int_equal(store_open(&one, club, NULL, &why), 0);
    assert_int_equal(store_open(&other, club, NULL, &why), 0);
    store_scan(one, 10);
    assert_int_equal(store_load(one, store_find(one, id), &record, &version, NULL, &why), 0);
    edit_comment(record, &spot, "ana", "one draft");
    assert_int_equal(store_draft_save(one, record, &version, &why), 0);
    edit_comment(record, &spot, "ana", "another draft");
    assert_int_equal(store_draft_save(other, record, &version, &why), 0);
    record_free(record);
    store_close(one);
    store_close(other);
    TELLS(id, "open 1\nsave\nquit\n", "another draft", "Saved as revision 2",
          "this game has another draft: open the game again to resume that draft");
    char *answer = dialogue(id, "save\nquit\n");
    assert_null(strstr(answer, "has another draft"));
    free(answer);
    assert_int_equal(stored(id, 0, "one draft"), 1);
    assert_int_equal(stored(id, 0, "another draft"), 1);
}

/* Plain mode looks every few seconds while it waits for a line, and before it tells differences. */
static void plain_mode_tells_what_others_save(void **state)
{
    (void)state;
    char id[ULID_LENGTH + 1], typed[200];
    add_game(id);
    TELLS(id, "open 1\n@3 bea hers\ndiff\ngo 3\nquit\n",
          "> diff\nSomeone else changed the game: this is revision 2.\n"
          "Nothing was changed since the game was saved.\n",
          "hers");
    add_game(id);
    snprintf(typed, sizeof typed, "open %s\ngo 1\ncomment mine\n@3 bea hers\ndiff\nsave\nquit\n",
             id);
    TELLS(id, typed,
          "> diff\nSomeone else changed the game: both changes are here, but yours are not saved.\n"
          "Changed since the game was saved: comment on ply 1, White: e4.\n",
          "> save\nSaved as revision 3");
    assert_int_equal(stored(id, 1, "mine"), 1);
    assert_int_equal(stored(id, 3, "hers"), 1);
}

/* -------------------------------------------------------------------------------- on the screen */

/* A client with a change of our own that was saved, and a change of another user that was
 * merged. */
static struct client both_changed(char id[ULID_LENGTH + 1])
{
    add_game(id);
    struct client client = at_table(id);
    type(&client, "lcmy note\033:save\n");
    comment_elsewhere(id, 3, "bea", "her note");
    app_advance(client.app, 4000);
    assert_true(shown(&client, "someone else changed the game"));
    return client;
}

static void changes_of_others_are_undone_on_request(void **state)
{
    (void)state;
    static const char only[] = "Only another user's changes are left to undo. Undo them?";
    char id[ULID_LENGTH + 1];
    struct client client = both_changed(id);
    type(&client, "u");
    assert_true(shown(&client, "undone: comment on 1. e4"));
    type(&client, "ll");
    assert_true(shown(&client, "her note"));
    type(&client, "u");
    assert_true(shown(&client, only));
    type(&client, "n");
    assert_false(shown(&client, only));
    assert_true(shown(&client, "her note"));
    type(&client, "uy");
    assert_true(shown(&client, "undone: the changes of someone else"));
    assert_false(shown(&client, "her note"));
    assert_int_equal(stored(id, 3, "her note"), 1); /* not before the save */
    type(&client, "u");
    assert_true(shown(&client, "there is nothing to undo"));
    type(&client, ":save\n");
    assert_int_equal(stored(id, 3, "her note"), 0);
    assert_int_equal(stored(id, 1, "my note"), 0);
    leave(&client);
}

static void the_list_of_changes_asks_before_undoing_others(void **state)
{
    (void)state;
    static const char question[] = "This also undoes another user's changes. Go back?";
    char id[ULID_LENGTH + 1];
    struct client client = both_changed(id);
    type(&client, "llcmy second\033:history\n");
    assert_true(shown(&client, "Change 3: comment on 2. Nf3"));
    type(&client, "j\n"); /* theirs was the last one: nothing of theirs is undone */
    assert_false(shown(&client, question));
    assert_true(shown(&client, "her note"));
    assert_false(shown(&client, "my second"));
    type(&client, ":history\nj\n");
    assert_true(shown(&client, question));
    type(&client, "n");
    assert_true(shown(&client, "her note"));
    type(&client, ":history\nj\ny");
    assert_true(shown(&client, "undone: the changes of someone else"));
    assert_false(shown(&client, "her note"));
    type(&client, "u");
    assert_true(shown(&client, "undone: comment on 1. e4"));
    leave(&client);
}

/* Another user has saved exactly what is unsaved here (or our own other terminal did, and was
 * killed before it deleted its draft): nothing is left to save. */
static void an_identical_save_leaves_nothing_to_save(void **state)
{
    (void)state;
    char id[ULID_LENGTH + 1];
    char(*ids)[ULID_LENGTH + 1];
    add_game(id);
    struct client client = at_table(id);
    type(&client, "lcthe same\033");
    assert_true(shown(&client, "draft kept"));
    comment_elsewhere(id, 1, "ana", "the same");
    app_advance(client.app, 4000);
    assert_true(
        shown(&client, "someone else changed the game: the new version has all your changes"));
    assert_true(shown(&client, " saved  "));
    assert_int_equal(store_drafts(client.store, &ids), 0);
    free(ids);
    type(&client, "u");
    assert_true(shown(&client, "undone: comment on 1. e4") ||
                shown(&client, "Someone else changed the same"));
    leave(&client);
}

/* Another user adds a different ply, and saves. */
static void play_elsewhere(const char *id, const char *ply)
{
    struct store *store = must_open();
    struct record *record;
    struct version version;
    struct note why;
    assert_int_equal(store_load(store, store_find(store, id), &record, &version, NULL, &why), 0);
    line_append(&record->moves, ply);
    assert_int_equal(store_save(store, record, &version, &why), 0);
    record_free(record);
    store_close(store);
}

/* Both added plies: the question says that the other continuation is kept, and it is. */
static void both_continuations_are_kept(void **state)
{
    (void)state;
    char id[ULID_LENGTH + 1];
    add_game(id);
    struct client client = at_table(id);
    type(&client, "GmBb5\n");
    play_elsewhere(id, "Bc4");
    type(&client, ":save\n");
    assert_true(shown(&client, "how the game continues after ply 4 Nc6"));
    assert_true(shown(&client, "The version you do not choose stays as a variation."));
    type(&client, "t\n");
    assert_true(shown(&client, "Bc4"));
    assert_true(shown(&client, "3. Bb5"));
    leave(&client);
}

/* Their change is in the same field: undo asks, and after a yes undoes theirs, then our own. */
static void undo_asks_about_the_same_field(void **state)
{
    (void)state;
    static const char question[] = "Someone else changed the same fields after you. Undo theirs?";
    char id[ULID_LENGTH + 1];
    add_game(id);
    struct client client = at_table(id);
    type(&client, "lcmy note\033:save\n");
    comment_elsewhere(id, 1, "ana", "my note, and hers");
    app_advance(client.app, 4000);
    type(&client, "u");
    assert_true(shown(&client, question));
    type(&client, "\033");
    assert_true(shown(&client, "my note, and hers"));
    type(&client, "uy");
    assert_true(shown(&client, "my note"));
    assert_false(shown(&client, "and hers"));
    type(&client, "u");
    assert_true(shown(&client, "undone: comment on 1. e4"));
    assert_false(shown(&client, "my note"));
    leave(&client);
}

/* Another user promotes the line being read: the reader stays behind the same ply, and new comments
 * belong to it. */
static void a_promoted_line_is_followed(void **state)
{
    (void)state;
    char id[ULID_LENGTH + 1];
    struct version version;
    struct record *record;
    struct note why;
    add_game(id);
    struct client client = at_table(id);
    type(&client, "llmf4\n:save\n");
    assert_true(shown(&client, "saved as revision 2"));
    struct store *store = must_open();
    struct spot spot = spot_start();
    assert_int_equal(store_load(store, store_find(store, id), &record, &version, NULL, &why), 0);
    assert_true(spot_go(record, &spot, 2) && spot_next(record, &spot, 1));
    assert_int_equal(edit_promote(record, &spot, &why), 0);
    assert_int_equal(store_save(store, record, &version, &why), 0);
    record_free(record);
    store_close(store);
    app_advance(client.app, 10000);
    assert_true(shown(&client, "someone else changed the game"));
    type(&client, "cmy note\033:save\n");
    assert_int_equal(stored(id, 3, "my note"), 1);
    leave(&client);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(undo_reverts_own_changes_and_others_on_request),
        CASE(undone_changes_are_not_saved),
        CASE(the_keyword_is_only_for_changes_of_others),
        CASE(a_later_change_of_another_is_undone_first),
        CASE(undo_goes_back_past_others_on_request),
        CASE(authors_of_changes_are_known_after_a_restart),
        CASE(a_damaged_history_is_reported_on_undo),
        CASE(another_draft_is_announced),
        CASE(plain_mode_tells_what_others_save),
        CASE(changes_of_others_are_undone_on_request),
        CASE(the_list_of_changes_asks_before_undoing_others),
        CASE(an_identical_save_leaves_nothing_to_save),
        CASE(a_promoted_line_is_followed),
        CASE(both_continuations_are_kept),
        CASE(undo_asks_about_the_same_field),
    };
    return cmocka_run_group_tests_name("undo beside others", tests, NULL, NULL);
}
