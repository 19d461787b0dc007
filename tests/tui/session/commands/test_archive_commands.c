/* test_archive_commands.c - the commands that act on an open archive
 * (tui/session/commands/archive_commands.h), as the screen and plain mode run them: by name and
 * argument. */
#include "config.h"
#include "tests/support/session_club.h"

#include "archive/search/collection.h"
#include "tui/session/commands/archive_commands.h"
#include "tui/session/game_open.h"
#include "tui/session/words/list_words.h"

#include <limits.h>

/* ---- the client: it keeps the last event that says something */

struct listener {
    struct archive_session archive;
    struct archive_event last;
    char text[sizeof((struct note *)0)->text], lines[8000], hint[300];
    char id[ULID_LENGTH + 1];
    struct spot spot; /* of the bookmark */
    const char *open; /* the id of the open game; NULL: none */
    bool guest;
    int collected, renumbered; /* how many of these events were told */
    char counted[2000];        /* the statistics that it was told, as sentences */
};

static void listen(void *self, const struct archive_event *event)
{
    struct listener *listener = self;
    listener->collected += event->kind == ARCHIVE_COLLECTED;
    listener->renumbered += event->kind == ARCHIVE_RENUMBERED;
    if (event->kind == ARCHIVE_COLLECTED || event->kind == ARCHIVE_RENUMBERED)
        return;
    listener->last = *event;
    if (event->kind == ARCHIVE_STATISTICS) {
        FILE *out = fmemopen(listener->counted, sizeof listener->counted, "w");
        assert_non_null(out);
        statistics_tell(event->statistics, out);
        fclose(out);
    }
    snprintf(listener->text, sizeof listener->text, "%s", event->text ? event->text : "");
    snprintf(listener->lines, sizeof listener->lines, "%s", event->lines ? event->lines : "");
    snprintf(listener->id, sizeof listener->id, "%s", event->id ? event->id : "");
    if (event->bookmark)
        listener->spot = event->bookmark->spot;
    snprintf(listener->hint, sizeof listener->hint, "%s", event->hint ? event->hint : "");
}

static bool listener_is_guest(void *self)
{
    return ((struct listener *)self)->guest;
}

static bool listener_has_open(void *self, const char *id)
{
    const struct listener *listener = self;
    return listener->open && !strcmp(listener->open, id);
}

static const struct archive_client listens = {.tell = listen,
                                              .guest = listener_is_guest,
                                              .author = client_name,
                                              .is_open = listener_has_open};

/* An archive with two games: Ana - Ivo, 1 e4, and Mia - Ivo, 1 d4. */
static void listener_begin(struct listener *listener)
{
    static const char *const plies[][6] = {{"e4", "Nf6", "e5", "Nd5", "Nc3", "d6"},
                                           {"d4", "Nf6", "c4", "e6", "Nc3", "Bb4"}};
    static const char *const white[] = {"Ana", "Mia"};
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
        for (int p = 0; p < 6; p++)
            line_append(&record->moves, plies[i][p]);
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

static void search(struct listener *listener, const char *query)
{
    run(listener, REQ_FILTER, query);
    assert_int_equal(listener->last.kind, ARCHIVE_FOUND);
}

/* Put all games into the list of games found. */
static void list_all(struct listener *listener)
{
    search(listener, "");
    assert_int_equal(listener->archive.found.n, 2);
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

/* ---- finding games */

static void games_are_listed_and_searched(void **state)
{
    struct listener ana;
    char words[LIST_WORDS_ROOM];
    (void)state;
    listener_begin(&ana);
    run(&ana, REQ_FILTER, "");
    assert_int_equal(ana.last.kind, ARCHIVE_FOUND);
    assert_string_equal(ana.text, "There are 2 games");
    assert_string_equal(words_found(&ana.archive.found, ana.archive.store, 1, words),
                        "Game 2: Mia against Ivo, classical, 2026-01-31, 6 plies, no result yet");
    run(&ana, REQ_FILTER, "move:d4");
    assert_string_equal(ana.text, "1 of 2 games match");
    assert_string_equal(words_found(&ana.archive.found, ana.archive.store, 0, words),
                        "Game 2: Mia against Ivo, classical, 2026-01-31, 6 plies, no result yet; "
                        "it matches at ply 1");
    /* an invalid query leaves what was found */
    refused(&ana, REQ_FILTER, "(",
            "the query is invalid at character 1: this '(' has no matching ')'");
    assert_int_equal(archive_session_found_count(&ana.archive), 1);
    refused(&ana, REQ_FILTER, "colour:red",
            "the query is invalid at character 1: there is no key 'colour'; {search-keys} lists "
            "the keys");
    listener_end(&ana);
}

/* A game is opened by its number or id, at the ply that matches the last search. */
static void games_are_opened_by_number(void **state)
{
    struct listener ana;
    char id[ULID_LENGTH + 1];
    (void)state;
    listener_begin(&ana);
    asks(&ana, REQ_PICK, "", "the number of a game");
    refused(&ana, REQ_PICK, "3", "give a number from 1 to 2, not '3'");
    run(&ana, REQ_PICK, "2");
    assert_int_equal(ana.last.kind, ARCHIVE_OPENS);
    assert_int_equal(ana.last.at, 1);
    assert_int_equal(ana.last.hit, -1);
    snprintf(id, sizeof id, "%s", store_listing(ana.archive.store, 0)->id);
    run(&ana, REQ_PICK, id);
    assert_int_equal(ana.last.at, 0);
    search(&ana, "move:c4");
    run(&ana, REQ_PICK, "2");
    assert_int_equal(ana.last.hit, 3);
    for (int i = 2; i > 0; i--) {
        run(&ana, REQ_TRASH, "1");
        run(&ana, REQ_TRASH, "1");
        store_refresh(ana.archive.store);
        store_scan(ana.archive.store, INT_MAX);
    }
    refused(&ana, REQ_PICK, "1",
            "there are no games here; {new VARIANT} starts one, {import FILE} imports some");
    refused(&ana, REQ_TRASH, "1", "there are no games here");
    listener_end(&ana);
}

static void keys_and_their_values_are_listed(void **state)
{
    struct listener ana;
    (void)state;
    listener_begin(&ana);
    run(&ana, REQ_SEARCH_KEYS, "");
    assert_int_equal(ana.last.kind, ARCHIVE_TOLD);
    assert_non_null(strstr(ana.lines, "\nvariant, as variant:turn*: "));
    assert_string_equal(ana.hint,
                        "type a key, as in {search-keys variant}, for its values in this archive");
    run(&ana, REQ_SEARCH_KEYS, "white");
    assert_string_equal(ana.lines, "white, as white:morphy: who plays White\nwhite:Ana: 1 "
                                   "game\nwhite:Mia: 1 game\n");
    assert_string_equal(ana.hint, "");
    run(&ana, REQ_SEARCH_KEYS, "white: m");
    assert_string_equal(ana.lines, "white, as white:morphy: who plays White\nwhite:Mia: 1 game\n");
    ana.archive.page = 1;
    run(&ana, REQ_SEARCH_KEYS, "white");
    assert_string_equal(ana.lines, "white, as white:morphy: who plays White\nwhite:Ana: 1 game\n");
    assert_string_equal(
        ana.hint,
        "there are 1 more; type first letters, as in {search-keys white a}, to see fewer");
    refused(&ana, REQ_SEARCH_KEYS, "colour",
            "there is no key 'colour'; {search-keys} lists the keys");
    listener_end(&ana);
}

static void openings_are_counted(void **state)
{
    struct listener ana;
    struct ruleset *rules;
    struct position here;
    (void)state;
    listener_begin(&ana);
    run(&ana, REQ_OPENINGS, "");
    assert_int_equal(ana.last.kind, ARCHIVE_TOLD);
    assert_non_null(strstr(ana.lines, "classical, e4: 1 game\n"));
    assert_non_null(strstr(ana.lines, "classical, d4: 1 game\n"));
    run(&ana, REQ_OPENINGS, "white:ana");
    assert_null(strstr(ana.lines, "d4"));
    assert_int_equal(ruleset_open(&rules, "classical", NULL, 0, NULL), 0);
    rules->rules->setup(rules, &here);
    ana.archive.here = &here;
    run(&ana, REQ_OPENINGS, "white:mia");
    assert_string_equal(ana.lines, "d4: 1 game\n");
    run(&ana, REQ_OPENINGS, "white:bea");
    assert_string_equal(ana.lines, "No game has this position\n");
    run(&ana, REQ_OPENINGS, "(");
    assert_int_equal(ana.last.kind, ARCHIVE_REFUSED);
    ruleset_free(rules);
    listener_end(&ana);
}

/* Without a query, the games last listed are meant. */
static void games_are_counted(void **state)
{
    struct listener ana;
    (void)state;
    listener_begin(&ana);
    run(&ana, REQ_STATISTICS, "");
    assert_int_equal(ana.last.kind, ARCHIVE_STATISTICS);
    assert_string_equal(ana.text, "Statistics of the games shown");
    assert_ptr_equal(strstr(ana.counted, "2 games, "), ana.counted);
    search(&ana, "white:mia");
    run(&ana, REQ_STATISTICS, "");
    assert_ptr_equal(strstr(ana.counted, "1 game, "), ana.counted);
    ana.archive.partial = true;
    run(&ana, REQ_STATISTICS, "");
    assert_string_equal(ana.text, "Statistics of the games read so far");
    run(&ana, REQ_STATISTICS, "black:ivo");
    assert_string_equal(ana.text, "Statistics of the games that match");
    assert_ptr_equal(strstr(ana.counted, "2 games, "), ana.counted);
    refused(&ana, REQ_STATISTICS, "black:bea", "there are no games to count");
    run(&ana, REQ_STATISTICS, "(");
    assert_int_equal(ana.last.kind, ARCHIVE_REFUSED);
    listener_end(&ana);
}

/* ---- deleting and merging */

static void a_game_is_trashed_and_put_back(void **state)
{
    struct listener ana;
    (void)state;
    listener_begin(&ana);
    assert_false(archive_session_may_undo(&ana.archive));
    assert_false(archive_session_undo(&ana.archive));
    asks(&ana, REQ_TRASH, "", "the number of a game");
    refused(&ana, REQ_TRASH, "3", "give a number from 1 to 2, not '3'");
    ana.open = store_listing(ana.archive.store, 1)->id;
    refused(&ana, REQ_TRASH, "2", "game 2 is open; close it first");
    questions(&ana, REQ_TRASH, "1", "Move game 1, Ana - Ivo, to the trash?");
    assert_string_equal(ana.lines,
                        "Game 1: Ana against Ivo, classical, 2026-01-31, 6 plies, no result yet\n");
    assert_int_equal(ana.last.at, 0);
    list_all(&ana); /* another command is no answer */
    questions(&ana, REQ_TRASH, "1", "Move game 1, Ana - Ivo, to the trash?");
    said(&ana, REQ_TRASH, "1", "1 game moved to the trash; {undo} brings it back");
    assert_int_equal(ana.renumbered, 1);
    assert_int_equal(archive_session_found_count(&ana.archive), 0);
    store_refresh(ana.archive.store);
    store_scan(ana.archive.store, INT_MAX);
    assert_int_equal(store_count(ana.archive.store), 1);
    assert_true(archive_session_may_undo(&ana.archive));
    assert_true(archive_session_undo(&ana.archive));
    assert_string_equal(ana.text, "1 game is back");
    store_scan(ana.archive.store, INT_MAX);
    assert_int_equal(store_count(ana.archive.store), 2);
    assert_false(archive_session_may_undo(&ana.archive));
    listener_end(&ana);
}

static void guests_change_no_archive(void **state)
{
    struct listener guest;
    (void)state;
    listener_begin(&guest);
    guest.guest = true;
    refused(&guest, REQ_TRASH, "1", "only the archive's owner can delete games");
    run(&guest, REQ_DUPLICATES, "");
    refused(&guest, REQ_MERGE, "1", "no pairs are listed; {duplicates} lists them");
    listener_end(&guest);
}

/* A copy of a game with another result is a duplicate, which can be merged. */
static void duplicates_are_merged(void **state)
{
    struct listener ana;
    struct record *record;
    struct version version = {0};
    struct note why;
    (void)state;
    listener_begin(&ana);
    run(&ana, REQ_DUPLICATES, "");
    assert_int_equal(ana.last.kind, ARCHIVE_TOLD);
    assert_string_equal(ana.lines, "There are no duplicates among 2 games\n");
    refused(&ana, REQ_MERGE, "1", "no pairs are listed; {duplicates} lists them");
    assert_int_equal(store_load(ana.archive.store, 0, &record, NULL, NULL, &why), 0);
    struct record *copy = record_copy(record);
    ulid_new(copy->id);
    record_set_text(copy, "result.score", "1-0");
    assert_int_equal(store_save(ana.archive.store, copy, &version, &why), 0);
    record_free(copy);
    record_free(record);
    store_refresh(ana.archive.store);
    store_scan(ana.archive.store, INT_MAX);
    run(&ana, REQ_DUPLICATES, "white:mia");
    assert_string_equal(ana.lines, "There are no duplicates among 1 game\n");
    run(&ana, REQ_DUPLICATES, "");
    assert_string_equal(ana.lines,
                        "Pair 1, alike, but with other names, date or result:\n"
                        "Game 1: Ana against Ivo, classical, 2026-01-31, 6 plies, no result yet\n"
                        "Game 3: Ana against Ivo, classical, 2026-01-31, 6 plies, result 1-0\n");
    assert_string_equal(ana.hint,
                        "type {merge N} to merge pair N, keeping the notes of both games");
    asks(&ana, REQ_MERGE, "", "the number of a pair");
    refused(&ana, REQ_MERGE, "2", "give a number from 1 to 1, not '2'");
    ana.open = store_listing(ana.archive.store, 2)->id;
    refused(&ana, REQ_MERGE, "1", "game 3 is open; close it first");
    ana.open = NULL;
    ana.guest = true;
    refused(&ana, REQ_MERGE, "1", "only the archive's owner can merge games");
    ana.guest = false;
    questions(&ana, REQ_MERGE, "1",
              "These games differ. Merge them? The first keeps its headers, the second goes to "
              "the trash.");
    said(&ana, REQ_MERGE, "1",
         "merged; 1 field of the second game differed; the trash keeps it; {undo} undoes it");
    assert_int_equal(store_count(ana.archive.store), 2);
    refused(&ana, REQ_MERGE, "1", "these two games are merged already");
    assert_true(archive_session_undo(&ana.archive));
    assert_string_equal(ana.text, "the merge is undone: these are two games again");
    assert_int_equal(store_count(ana.archive.store), 3);
    assert_false(archive_session_undo(&ana.archive));
    /* what cannot be done leaves the other deed to undo */
    run(&ana, REQ_TRASH, "3");
    run(&ana, REQ_TRASH, "3");
    archive_session_merge(&ana.archive, 0);
    assert_int_equal(ana.last.kind, ARCHIVE_REFUSED);
    assert_true(archive_session_undo(&ana.archive));
    assert_string_equal(ana.text, "1 game is back");
    store_scan(ana.archive.store, INT_MAX);
    archive_session_merge(&ana.archive, 0);
    run(&ana, REQ_DUPLICATES, ""); /* so does another list of duplicates */
    char gone[1][ULID_LENGTH + 1] = {"01ARZ3NDEKTSV4RRFFQ69G5FAV"};
    archive_session_trash(&ana.archive, (const char(*)[ULID_LENGTH + 1]) gone, 1);
    assert_int_equal(ana.last.kind, ARCHIVE_REFUSED);
    assert_true(archive_session_undo(&ana.archive));
    assert_string_equal(ana.text, "the merge is undone: these are two games again");
    /* a long list is cut */
    ana.archive.page = 1;
    run(&ana, REQ_DUPLICATES, "");
    assert_null(strstr(ana.lines, "more pairs"));
    listener_end(&ana);
}

/* ---- unsaved games, bookmarks */

static void unsaved_games_are_listed_and_resumed(void **state)
{
    struct listener ana;
    struct record *record;
    struct version version;
    struct note why;
    (void)state;
    listener_begin(&ana);
    run(&ana, REQ_DRAFTS, "");
    assert_string_equal(ana.lines, "There are no unsaved changes\n");
    assert_string_equal(ana.hint, "");
    refused(&ana, REQ_GO_ON, "1", "there are no games with unsaved changes");
    assert_int_equal(store_load(ana.archive.store, 1, &record, &version, NULL, &why), 0);
    record_set_text(record, "result.score", "0-1");
    assert_int_equal(store_draft_save(ana.archive.store, record, &version, &why), 0);
    store_draft_leave(ana.archive.store, record->id);
    run(&ana, REQ_DRAFTS, "");
    assert_int_equal(ana.last.kind, ARCHIVE_TOLD);
    assert_string_equal(ana.lines, "1, classical, Mia against Ivo, 6 plies: unsaved changes\n");
    assert_string_equal(ana.hint, "type {go-on N} to continue game N");
    asks(&ana, REQ_GO_ON, "", "the number of a game with unsaved changes");
    refused(&ana, REQ_GO_ON, "2", "give a number from 1 to 1, not '2'");
    run(&ana, REQ_GO_ON, "1");
    assert_int_equal(ana.last.kind, ARCHIVE_RESUMES);
    assert_string_equal(ana.id, record->id);
    record_free(record);
    listener_end(&ana);
}

static void bookmarks_are_listed_and_gone_to(void **state)
{
    struct listener ana;
    struct bookmarks set = {0};
    struct spot spot = spot_start();
    (void)state;
    listener_begin(&ana);
    const char *id = store_listing(ana.archive.store, 0)->id;
    bookmarks_write(id, &set);
    refused(&ana, REQ_BOOKMARKS, "", "there are no bookmarks: {bookmark} sets one");
    for (spot.ply = 1; spot.ply <= 2; spot.ply++)
        bookmark_tell(bookmarks_toggle(&set, id, &spot), spot.ply == 1 ? club : "/elsewhere",
                      "Ana - Ivo  classical", spot.ply == 1 ? "1 e4" : "1 ... Nf6");
    bookmarks_write(id, &set);
    run(&ana, REQ_BOOKMARKS, "");
    assert_int_equal(ana.last.kind, ARCHIVE_TOLD);
    assert_string_equal(ana.lines, "Bookmark 1: Ana - Ivo, classical, 1 ... Nf6, in /elsewhere\n"
                                   "Bookmark 2: Ana - Ivo, classical, 1 e4\n");
    refused(&ana, REQ_BOOKMARKS, "3", "give a number from 1 to 2, not '3'");
    run(&ana, REQ_BOOKMARKS, "2");
    assert_int_equal(ana.last.kind, ARCHIVE_GOES_TO);
    assert_int_equal(ana.spot.ply, 1);
    /* a guest has only those of the open game */
    struct bookmarks none = {0};
    ana.archive.bookmarks = &none;
    refused(&ana, REQ_BOOKMARKS, "1", "there are no bookmarks: {bookmark} sets one");
    bookmarks_clear(&set);
    bookmarks_write(id, &set);
    listener_end(&ana);
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
    ana.archive.partial = true;
    refused(&ana, REQ_COLLECT_LISTED, "All",
            "the games are still being found; try again when all are listed");
    ana.archive.partial = false;
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
    assert_int_equal(archive_session_found_count(&ana.archive), 2);
    listener_end(&ana);
}

/* Line ends in texts of files forge no sentences of their own. */
static void texts_of_files_stay_in_their_line(void **state)
{
    struct listener ana;
    struct collection collection;
    struct version version = {0};
    struct note why;
    (void)state;
    listener_begin(&ana);
    collection_begin(&collection, "All\nGame 9: forged", "a\nb");
    collection_add(&collection, store_listing(ana.archive.store, 1)->id, "One\nOn game 1: forged",
                   NULL);
    assert_int_equal(store_collection_save(ana.archive.store, &collection, &why), 0);
    collection_clear(&collection);
    run(&ana, REQ_COLLECTIONS, "");
    assert_string_equal(ana.lines, "Collection 1, All Game 9: forged, by a b: 1 game\n");
    run(&ana, REQ_COLLECTION, "1");
    assert_string_equal(ana.text, "All Game 9: forged has 1 game");
    assert_string_equal(ana.lines, "On game 2: One On game 1: forged\n");
    questions(&ana, REQ_DELETE_COLLECTION, "1",
              "Delete the collection All Game 9: forged? Its games stay.");
    struct record *record = record_new("classical");
    record_set_player(record, 'w', "Bea\nGame 9: forged");
    record_set_player(record, 'b', "Ivo");
    assert_int_equal(store_save(ana.archive.store, record, &version, &why), 0);
    record_free(record);
    store_refresh(ana.archive.store);
    store_scan(ana.archive.store, INT_MAX);
    questions(&ana, REQ_TRASH, "3", "Move game 3, Bea Game 9: forged - Ivo, to the trash?");
    assert_null(strstr(ana.lines, "Bea\n"));
    assert_ptr_equal(strchr(ana.lines, '\n'), ana.lines + strlen(ana.lines) - 1);
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
    said(&ana, REQ_NAME_GAME, "2 \"Two games\" The second",
         "game 2 has this description in the collection now");
    said(&ana, REQ_RENAME, "\"two games\" Both games", "the collection is called Both games now");
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
    asks(&ana, REQ_KEEP_SEARCH, "", "the title of the collection that keeps this search");
    said(&ana, REQ_KEEP_SEARCH, "Hers",
         "'Hers' now searches for white:ana; {collections} lists the collections");
    run(&ana, REQ_COLLECTIONS, "");
    assert_string_equal(ana.lines, "Collection 1, Hers, by ana: 0 games, and a saved search, "
                                   "white:ana, which finds 1 game\n");
    run(&ana, REQ_COLLECTION, "Hers");
    assert_string_equal(ana.lines, "The collection has a saved search, white:ana\n");
    assert_string_equal(ana.hint, "type {filter} and saved:\"Hers\" to run the saved search");
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
        cmocka_unit_test(games_are_listed_and_searched),
        cmocka_unit_test(games_are_opened_by_number),
        cmocka_unit_test(keys_and_their_values_are_listed),
        cmocka_unit_test(openings_are_counted),
        cmocka_unit_test(games_are_counted),
        cmocka_unit_test(a_game_is_trashed_and_put_back),
        cmocka_unit_test(guests_change_no_archive),
        cmocka_unit_test(duplicates_are_merged),
        cmocka_unit_test(unsaved_games_are_listed_and_resumed),
        cmocka_unit_test(bookmarks_are_listed_and_gone_to),
        cmocka_unit_test(games_are_collected_and_listed),
        cmocka_unit_test(collections_are_found_by_name),
        cmocka_unit_test(texts_of_files_stay_in_their_line),
        cmocka_unit_test(games_of_a_collection_are_moved_and_described),
        cmocka_unit_test(searches_are_kept),
        cmocka_unit_test(a_question_is_about_one_thing),
        cmocka_unit_test(a_read_only_archive_gets_no_collections),
    };
    return cmocka_run_group_tests_name("archive commands", tests, make_club, drop_club);
}
