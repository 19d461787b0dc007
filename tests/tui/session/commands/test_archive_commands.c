/* test_archive_commands.c - the commands that act on an open archive
 * (tui/session/commands/archive_commands.h), as the screen and plain mode run them: by name and
 * argument. */
#include "config.h"
#include "tests/support/session_club.h"

#include "archive/search/collection.h"
#include "tui/session/commands/archive_commands.h"
#include "tui/session/game_open.h"

#include <limits.h>

/* ---- the client: it keeps the last event that says something */

struct listener {
    struct archive_session archive;
    struct archive_event last;
    char text[sizeof((struct note *)0)->text], lines[4000], hint[300];
    bool guest;
    int collected, renumbered; /* how often it was told of a change */
};

static void listen(void *self, const struct archive_event *event)
{
    struct listener *listener = self;
    listener->collected += event->kind == ARCHIVE_COLLECTED;
    listener->renumbered += event->kind == ARCHIVE_RENUMBERED;
    if (event->kind == ARCHIVE_COLLECTED || event->kind == ARCHIVE_RENUMBERED)
        return;
    listener->last = *event;
    snprintf(listener->text, sizeof listener->text, "%s", event->text ? event->text : "");
    snprintf(listener->lines, sizeof listener->lines, "%s", event->lines ? event->lines : "");
    snprintf(listener->hint, sizeof listener->hint, "%s", event->hint ? event->hint : "");
}

static bool listener_is_guest(void *self)
{
    return ((struct listener *)self)->guest;
}

static const struct archive_client listens = {
    .tell = listen, .guest = listener_is_guest, .author = client_name};

/* An archive with two games: Ana - Ivo, 1 e4 Nf6, and Mia - Ivo, 1 d4 Nf6. */
static void listener_begin(struct listener *listener)
{
    static const char *const first[] = {"e4", "d4"}, *const white[] = {"Ana", "Mia"};
    struct ruleset *rules;
    struct store *store;
    struct note why;
    assert_int_equal(ruleset_open(&rules, "classical", NULL, 0, &why), 0);
    remove_folder(club);
    assert_int_equal(store_create(club, "Club", &why), 0);
    assert_int_equal(store_open(&store, club, NULL, &why), 0);
    for (int i = 0; i < 2; i++) {
        struct record *record = table_new_game(rules, NULL, "2026-01-31");
        struct version version = {0};
        record_set_player(record, 'w', white[i]);
        record_set_player(record, 'b', "Ivo");
        line_append(&record->moves, first[i]);
        line_append(&record->moves, "Nf6");
        assert_int_equal(store_save(store, record, &version, &why), 0);
        record_free(record);
    }
    ruleset_free(rules);
    store_refresh(store);
    store_scan(store, INT_MAX);
    *listener = (struct listener){.archive = {.ops = &listens, .client = listener, .store = store}};
}

static void listener_end(struct listener *listener)
{
    archive_session_clear(&listener->archive);
    store_close(listener->archive.store);
}

static void run(struct listener *listener, enum request command, const char *argument)
{
    listener->last = (struct archive_event){0};
    listener->text[0] = listener->lines[0] = listener->hint[0] = '\0';
    assert_true(archive_command_run(&listener->archive, command, argument));
}

static void said(struct listener *listener, enum request command, const char *argument,
                 const char *text)
{
    run(listener, command, argument);
    assert_string_equal(listener->text, text);
    assert_int_equal(listener->last.kind, ARCHIVE_SAID);
}

static void refused(struct listener *listener, enum request command, const char *argument,
                    const char *text)
{
    run(listener, command, argument);
    assert_string_equal(listener->text, text);
    assert_int_equal(listener->last.kind, ARCHIVE_REFUSED);
}

static void asks(struct listener *listener, enum request command, const char *argument,
                 const char *text)
{
    run(listener, command, argument);
    assert_string_equal(listener->text, text);
    assert_int_equal(listener->last.kind, ARCHIVE_ASKS);
    assert_int_equal(listener->last.command, command);
}

/* The command asks a question first; `argument` then confirms it. */
static void questions(struct listener *listener, enum request command, const char *argument,
                      const char *text)
{
    run(listener, command, argument);
    assert_string_equal(listener->text, text);
    assert_int_equal(listener->last.kind, ARCHIVE_QUESTION);
    assert_int_equal(listener->last.command, command);
    assert_string_equal(listener->last.argument, argument);
}

/* Put all games into the list of games found. */
static void list_all(struct listener *listener)
{
    struct note why;
    assert_int_equal(listed_games_search(&listener->archive.found, listener->archive.store, NULL,
                                         "", NULL, &why),
                     2);
}

static void search(struct listener *listener, const char *query)
{
    struct note why;
    assert_true(listed_games_search(&listener->archive.found, listener->archive.store, NULL, query,
                                    NULL, &why) >= 0);
}

/* Each command here is one of the screen and of plain mode, so a person can give it in both. */
static void every_command_is_on_both_sides(void **state)
{
    enum request command;
    int n = 0;
    (void)state;
    for (; (command = archive_command_at(n)) != REQ_NONE; n++) {
        if (command >= REQUESTS || !command_row(command)->words)
            fail_msg("command %d is not on both sides", (int)command);
        assert_true(archive_command_is(command));
    }
    assert_true(n >= 10);
    assert_false(archive_command_is(REQ_FLIP));
}

/* ---- collections */

static void games_are_collected_and_listed(void **state)
{
    struct listener ana;
    (void)state;
    listener_begin(&ana);
    said(&ana, REQ_COLLECTIONS, "",
         "there are no collections here; {collect TITLE} starts one with the open game");
    refused(&ana, REQ_COLLECTION, "1",
            "there are no collections here; {collect TITLE} starts one with the open game");
    refused(&ana, REQ_COLLECT_LISTED, "All",
            "no games are listed; {filter QUERY} lists those that match");
    list_all(&ana);
    asks(&ana, REQ_COLLECT_LISTED, "", "the title of a new or existing collection");
    said(&ana, REQ_COLLECT_LISTED, "All", "added to 'All': 2 of 2 games");
    assert_int_equal(ana.collected, 1);
    said(&ana, REQ_COLLECT_LISTED, "All", "these games are in that collection already");
    assert_int_equal(ana.collected, 1);
    run(&ana, REQ_COLLECTIONS, "");
    assert_int_equal(ana.last.kind, ARCHIVE_TOLD);
    assert_string_equal(ana.text, "Collections");
    assert_string_equal(ana.lines, "Collection 1, All, by ana: 2 games\n");
    assert_string_equal(ana.hint, "type {collection N} to list the games of collection N");
    asks(&ana, REQ_COLLECTION, "", "the number or title of a collection");
    refused(&ana, REQ_COLLECTION, "2", "give a number from 1 to 1, not '2'");
    refused(&ana, REQ_COLLECTION, "Any", "there is no collection Any; {collections} lists them");
    archive_session_forget_found(&ana.archive);
    run(&ana, REQ_COLLECTION, "all");
    assert_int_equal(ana.last.kind, ARCHIVE_FOUND);
    assert_string_equal(ana.text, "All has 2 games");
    assert_int_equal(archive_session_founds(&ana.archive), 2);
    listener_end(&ana);
}

/* A collection can be named by its number, its title or its id. */
static void collections_are_found_by_name(void **state)
{
    struct listener ana;
    struct collection collection;
    char id[ULID_LENGTH + 1];
    (void)state;
    listener_begin(&ana);
    list_all(&ana);
    run(&ana, REQ_COLLECT_LISTED, "All");
    assert_true(store_collection_titled(ana.archive.store, "All", &collection));
    snprintf(id, sizeof id, "%s", collection_text(&collection, "id"));
    collection_clear(&collection);
    said(&ana, REQ_RENAME, "1 Both", "the collection is called Both now");
    said(&ana, REQ_RENAME, "Both Two games", "the collection is called Two games now");
    run(&ana, REQ_COLLECTION, id);
    assert_string_equal(ana.text, "Two games has 2 games");
    asks(&ana, REQ_RENAME, "1", "the number of a collection and its new title");
    id[0] = id[0] == '0' ? '1' : '0';
    run(&ana, REQ_COLLECTION, id);
    assert_int_equal(ana.last.kind, ARCHIVE_REFUSED);
    listener_end(&ana);
}

static void games_of_a_collection_are_moved_and_described(void **state)
{
    struct listener ana;
    (void)state;
    listener_begin(&ana);
    list_all(&ana);
    run(&ana, REQ_COLLECT_LISTED, "All");
    asks(&ana, REQ_MOVE_UP, "2", "the number of a game, and a collection");
    refused(&ana, REQ_MOVE_UP, "3 All", "give a number from 1 to 2, not '3'");
    said(&ana, REQ_MOVE_UP, "2 All", "game 2 has moved up by one");
    said(&ana, REQ_MOVE_UP, "2 All", "game 2 is already the first of that collection");
    said(&ana, REQ_MOVE_DOWN, "2 1", "game 2 has moved down by one");
    said(&ana, REQ_NAME_GAME, "2 All Queen's pawn",
         "game 2 has this description in the collection now");
    run(&ana, REQ_COLLECTION, "All");
    assert_string_equal(ana.lines, "On game 2: Queen's pawn\n");
    said(&ana, REQ_NAME_GAME, "2 All", "game 2 has no description in the collection now");
    asks(&ana, REQ_NAME_GAME, "2", "the number of a game, and a collection");
    said(&ana, REQ_REMOVE, "1 All",
         "game 1 is removed from the collection; it stays in the archive");
    refused(&ana, REQ_REMOVE, "1 All", "game 1 is not in that collection");
    refused(&ana, REQ_REMOVE, "1 Any", "there is no collection Any; {collections} lists them");
    listener_end(&ana);
}

static void searches_are_kept(void **state)
{
    struct listener ana;
    (void)state;
    listener_begin(&ana);
    refused(&ana, REQ_KEEP_SEARCH, "Hers",
            "there is no search to keep; {filter QUERY} searches, then {keep-search TITLE} keeps "
            "that search");
    search(&ana, "white:ana");
    asks(&ana, REQ_KEEP_SEARCH, "", "the title of a new or existing collection");
    said(&ana, REQ_KEEP_SEARCH, "Hers",
         "'Hers' now searches for white:ana; {collections} lists the collections");
    run(&ana, REQ_COLLECTIONS, "");
    assert_string_equal(ana.lines, "Collection 1, Hers, by ana: 0 games, and a saved search, "
                                   "white:ana, which finds 1 game\n");
    run(&ana, REQ_COLLECTION, "Hers");
    assert_string_equal(ana.lines, "The collection has a saved search, white:ana; type "
                                   "list saved:\"Hers\" to run it\n");
    /* another search replaces it after a question */
    search(&ana, "move:d4");
    questions(&ana, REQ_KEEP_SEARCH, "Hers",
              "'Hers' searches for white:ana already. Replace that search?");
    said(&ana, REQ_KEEP_SEARCH, "Hers",
         "'Hers' now searches for move:d4; {collections} lists the collections");
    said(&ana, REQ_KEEP_SEARCH, "Hers",
         "'Hers' already has this search; {collections} lists the collections");
    listener_end(&ana);
}

/* The answer to a question counts only for what was asked. */
static void a_question_is_about_one_thing(void **state)
{
    struct listener ana;
    (void)state;
    listener_begin(&ana);
    list_all(&ana);
    run(&ana, REQ_COLLECT_LISTED, "One");
    run(&ana, REQ_COLLECT_LISTED, "Two");
    asks(&ana, REQ_DELETE_COLLECTION, "", "the number or title of a collection");
    questions(&ana, REQ_DELETE_COLLECTION, "One", "Delete the collection One? Its games stay.");
    questions(&ana, REQ_DELETE_COLLECTION, "Two", "Delete the collection Two? Its games stay.");
    questions(&ana, REQ_DELETE_COLLECTION, "One", "Delete the collection One? Its games stay.");
    run(&ana, REQ_COLLECTIONS, ""); /* another command is no answer */
    questions(&ana, REQ_DELETE_COLLECTION, "1", "Delete the collection One? Its games stay.");
    archive_session_no_question(&ana.archive, REQ_NONE);
    questions(&ana, REQ_DELETE_COLLECTION, "1", "Delete the collection One? Its games stay.");
    said(&ana, REQ_DELETE_COLLECTION, "One",
         "the collection One is deleted; its games stay in the archive");
    questions(&ana, REQ_DELETE_COLLECTION, "1", "Delete the collection Two? Its games stay.");
    listener_end(&ana);
}

static void a_read_only_archive_gets_no_collections(void **state)
{
    struct listener ana;
    struct note why;
    (void)state;
    listener_begin(&ana);
    store_close(ana.archive.store);
    assert_int_equal(
        store_open(&ana.archive.store, club, &(struct store_options){.read_only = true}, &why), 0);
    store_scan(ana.archive.store, INT_MAX);
    search(&ana, "white:ana");
    assert_false(store_writable(ana.archive.store, &why));
    refused(&ana, REQ_COLLECT_LISTED, "All", why.text);
    refused(&ana, REQ_KEEP_SEARCH, "All", why.text);
    listener_end(&ana);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_command_is_on_both_sides),
        cmocka_unit_test(games_are_collected_and_listed),
        cmocka_unit_test(collections_are_found_by_name),
        cmocka_unit_test(games_of_a_collection_are_moved_and_described),
        cmocka_unit_test(searches_are_kept),
        cmocka_unit_test(a_question_is_about_one_thing),
        cmocka_unit_test(a_read_only_archive_gets_no_collections),
    };
    return cmocka_run_group_tests_name("archive commands", tests, make_club, drop_club);
}
