/* test_faults_work.c - system calls fail while the user works on an archive: making a pack and
 * editing its games, storing collections, merging duplicates, exporting, verifying and deleting
 * games, presence and chat; the lobby and drafts in plain mode, and the client's files outside
 * archives. Every call fails once, with every error: the program gives an answer or a sentence, the
 * archive is whole, and the next attempt gives the same result. */
#include "config.h"
#include "tests/support/testing.h"

#include "archive/search/collection.h"
#include "archive/import/import.h"
#include "archive/live/people.h"
#include "archive/store/store.h"
#include "tests/faults/faults.h"
#include "tui/session/archive/bookmarks.h"
#include "tui/cli/command.h"
#include "tui/plain/plain.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SOME = SANITIZED ? 6 : 25 /* SOME: calls tried in each operation, for each error */ };

static char top[256], club[PATH_MAX], pgn[PATH_MAX];
static const int errors[] = {EIO, ENOSPC, EINTR, EMFILE, EACCES};
enum { ERRORS = sizeof errors / sizeof *errors };

/* The second game is a duplicate. */
static const char games[] =
    "[White \"Ana\"]\n[Black \"Ivo\"]\n\n1. e4 {open file} e5 2. Nf3 1-0\n\n"
    "[White \"Ivo\"]\n[Black \"Cle\"]\n\n1. d4 d5 2. c4 *\n\n"
    "[White \"Ivo\"]\n[Black \"Cle\"]\n\n1. d4 d5 2. c4 *\n";

static void new_archive(void)
{
    struct note why;
    remove_folder(club);
    if (store_create(club, "Club", &why) < 0)
        fail_msg("%s", why.text);
}

/* Run a command without a screen. True if it worked; if not, it must give the reason in a line. */
static int command(char *const *argv, const char *answer)
{
    char *said = NULL, *complained = NULL, *copy[8] = {NULL};
    size_t said_size = 0, complained_size = 0;
    int argc = 0;
    for (; argv[argc]; argc++)
        copy[argc] = argv[argc];
    FILE *out = open_memstream(&said, &said_size),
         *err = open_memstream(&complained, &complained_size);
    int status = command_named(argv[0])->run(argc, copy, out, err);
    fclose(out);
    fclose(err);
    bool done = status == 0 && strstr(said, answer);
    /* No output is a valid answer, as with grep */
    bool finds = !strcmp(argv[0], "duplicates") || !strcmp(argv[0], "tree");
    if (!done && !complained_size && !said_size && !finds)
        fail_msg("%s ends with %d and says nothing", argv[0], status);
    free(said);
    free(complained);
    return done;
}

#define COMMAND(answer, ...) command((char *const[]){__VA_ARGS__, NULL}, answer)

static int make_pack(void)
{
    /* Refused because the pack exists, which an earlier failure left unknown */
    COMMAND("", (char *)"import", club, pgn, (char *)"--pack", (char *)"p");
    return COMMAND("3 games", (char *)"stats", club);
}

static int import_files(void)
{
    return COMMAND("", (char *)"import", club, pgn, (char *)"--files");
}

static void a_pack(void)
{
    new_archive();
    if (!make_pack())
        fail_msg("no pack");
}

static void three_games(void)
{
    new_archive();
    if (!import_files())
        fail_msg("no games");
}

static bool is_ana(const struct record *record)
{
    return !strcmp(record_player_known(record, 'w'), "Ana");
}

/* Change Black in the first game of Ana; if it is in a pack, this copies it out. */
static int edit(void)
{
    struct store *store;
    struct record *record;
    struct version version;
    struct note why = {{0}, -1};
    int done = 0;
    if (store_open(&store, club, NULL, &why) < 0)
        return 0;
    store_scan(store, INT_MAX);
    for (int i = 0; i < store_count(store) && !done; i++) {
        if (store_load(store, i, &record, &version, NULL, &why) < 0)
            continue;
        if (is_ana(record)) {
            record_set_player(record, 'b', "Zoe");
            done = store_save(store, record, &version, &why) == 0;
        }
        record_free(record);
    }
    assert_true(done || why.text[0] || !store_count(store));
    store_close(store);
    return done;
}

static int collect(void)
{
    struct store *store;
    struct collection collection;
    struct note why = {{0}, -1};
    char(*ids)[ULID_LENGTH + 1];
    if (store_open(&store, club, NULL, &why) < 0)
        return 0;
    if (!store_collection_titled(store, "Openings", &collection))
        collection_begin(&collection, "Openings", "ana");
    collection_set(&collection, "query", "white:ana");
    int result = store_collection_save(store, &collection, &why), n;
    assert_true(result == 0 || why.text[0]);
    collection_clear(&collection);
    n = store_collections(store, &ids);
    free(ids);
    store_close(store);
    return result == 0 && n == 1;
}

static int take_out(void)
{
    struct store *store;
    struct record *record;
    struct version version;
    struct note why = {{0}, -1};
    int left = -1;
    if (store_open(&store, club, NULL, &why) < 0)
        return 0;
    store_scan(store, INT_MAX);
    for (int i = 0, found = 0; i < store_count(store) && !found; i++) {
        if (store_load(store, i, &record, &version, NULL, &why) < 0)
            continue;
        found = is_ana(record);
        if (found)
            assert_true(store_remove(store, record->id, &version, &why) == 0 || why.text[0]);
        record_free(record);
    }
    store_close(store);
    if (store_open(&store, club, NULL, &why) == 0) {
        store_scan(store, INT_MAX);
        left = store_count(store);
        store_close(store);
    }
    return left == 2;
}

static int talk(void)
{
    struct store *store;
    struct presence *presence;
    struct person *all = NULL;
    struct talk_room room;
    struct note why = {{0}, -1};
    int said = -1, here = 0;
    if (store_open(&store, club, NULL, &why) < 0)
        return 0;
    if (presence_enter(&presence, store, "ana", &why) == 0) {
        talk_begin(&room, "");
        said = talk_say(&room, store, "ana", "good evening", &why);
        talk_read_on(&room, store);
        talk_clear(&room);
        here = presence_list(presence, &all);
        free(all);
        presence_leave(presence);
    }
    assert_true(said == 0 || why.text[0]);
    store_close(store);
    return said == 0 && here == 1;
}

static int merge_duplicates(void)
{
    COMMAND("", (char *)"duplicates", club, (char *)"--merge");
    return COMMAND("2 games", (char *)"stats", club);
}

static int verify(void)
{
    return COMMAND("verified", (char *)"verify", club);
}

static int export(void)
{
    return COMMAND("Nf3", (char *)"export", club, (char *)"--format", (char *)"pgn") &&
           COMMAND("Ana", (char *)"export", club, (char *)"--format", (char *)"html");
}

static int tree(void)
{
    return COMMAND("e4", (char *)"tree", club);
}

static int count(void)
{
    return COMMAND("3 games", (char *)"stats", club);
}

static void a_kept_search(void)
{
    three_games();
    if (!collect())
        fail_msg("no collection");
}

static int search_as_kept(void)
{
    return COMMAND("Ana", (char *)"list", club, (char *)"saved:Openings");
}

/* Run a dialogue in plain mode. True if the output contains the answer and reports no failure. */
static int dialogue(const struct plain_options *options, const char *typed, const char *answer)
{
    char *said = NULL;
    size_t size = 0;
    FILE *in = fmemopen((void *)(uintptr_t)typed, strlen(typed), "r"),
         *out = open_memstream(&said, &size);
    plain_run(options, in, out);
    fclose(in);
    fclose(out);
    assert_true(size > 0);
    bool done = strstr(said, answer) && !strstr(said, "cannot be");
    free(said);
    return done;
}

/* A user enters the lobby, chats, starts a game and leaves it. */
static int lobby(void)
{
    return dialogue(
        &(struct plain_options){.lobby = club, .name = "ana", .today = "2026-01-31"},
        "who\nsay good evening\ntalk\nseek classical side=white\nsay hello\nleave\ngames\nquit\n",
        "Sent to the people at this game");
}

/* Leave a comment unsaved; later resume it, undo it, redo it, and save it. */
static int leave_and_resume(void)
{
    const struct plain_options options = {.path = club, .user = "ana", .today = "2026-01-31"};
    static int times;
    char typed[100];
    snprintf(typed, sizeof typed, "open 1\nnext\ncomment number %d\nnag ?!\nquit\nquit\n",
             ++times); /* different from the stored one */
    bool left = dialogue(&options, typed, "draft");
    return dialogue(&options, "resume 1\nundo\nredo\nhistory\nsave\nquit\nquit\n", " revision ") &&
           left;
}

/* The client's files outside archives remember two games and a bookmark in each. */
static int keep_beside(void)
{
    static const char *const ids[] = {"01JD9T4W8M6Q2R7XK5V3B0N1HC", "01JD9T4W8M6Q2R7XK5V3B0N1HD"};
    struct spot spot = spot_start();
    int done = 0;
    for (int i = 0; i < 2; i++) {
        struct bookmarks marks = {0};
        struct left left;
        spot.ply = i + 1;
        bookmarks_read(ids[i], &marks);
        if (!marks.n)
            bookmarks_toggle(&marks, ids[i], &spot);
        bookmarks_write(ids[i], &marks);
        left_write(ids[i], &(struct left){.spot = spot, .panel = -1});
        bookmarks_read(ids[i], &marks);
        left_read(ids[i], &left);
        done += marks.n == 1 && spot_same(&marks.v[0].spot, &spot) && spot_same(&left.spot, &spot);
        bookmarks_clear(&marks);
    }
    recent_add(club);
    return done == 2;
}

/* Whatever happened, games, packs and collections are whole. */
static void assert_whole(const char *name, int at, int error)
{
    char *said = NULL, *complained = NULL;
    size_t size;
    FILE *out = open_memstream(&said, &size), *err = open_memstream(&complained, &size);
    char *argv[] = {(char *)"verify", club, NULL};
    int status = command_named("verify")->run(2, argv, out, err);
    fclose(out);
    fclose(err);
    if (status != 0)
        fail_msg("%s: after error %d of call %d: %s", name, error, at, complained);
    free(said);
    free(complained);
}

static const struct {
    const char *name;
    void (*before)(void);
    int (*deed)(void);
} deeds[] = {{"a pack", new_archive, make_pack},
             {"an edit of a game in a pack", a_pack, edit},
             {"a collection", three_games, collect},
             {"a game taken out", three_games, take_out},
             {"talk", new_archive, talk},
             {"duplicates merged", three_games, merge_duplicates},
             {"a look over all", three_games, verify},
             {"an export", three_games, export},
             {"a tree of openings", three_games, tree},
             {"a tree of a pack", a_pack, tree},
             {"a look over a pack", a_pack, verify},
             {"games as files", new_archive, import_files},
             {"statistics", three_games, count},
             {"a kept search", a_kept_search, search_as_kept},
             {"the lobby", new_archive, lobby},
             {"a draft", three_games, leave_and_resume},
             {"bookmarks and places", new_archive, keep_beside}};

/* The output of a command on the archive. The caller frees it. *quiet: it reports no problem. */
static char *said_by(const char *name, bool *quiet)
{
    char *said = NULL, *complained = NULL, *argv[] = {(char *)(uintptr_t)name, club, NULL};
    size_t size, complaints = 0;
    FILE *out = open_memstream(&said, &size), *err = open_memstream(&complained, &complaints);
    command_named(name)->run(2, argv, out, err);
    fclose(out);
    fclose(err);
    *quiet = complaints == 0;
    free(complained);
    return said;
}

/* If a folder or file cannot be opened, the incomplete answer must be marked as incomplete. */
static void incomplete_answers_are_marked(void **state)
{
    static const char *const names[] = {"list", "verify", "list", "verify"};
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        bool quiet;
        if (i < 2)
            three_games();
        else
            a_pack();
        faults_begin(FAULT_NONE, 0, 0);
        char *all = said_by(names[i], &quiet);
        int calls = faults_end();
        char *log = memory_text(faults_log());
        assert_true(quiet);
        for (int at = 1; at <= calls; at += EACH_CALL) {
            if (log[at - 1] != 'O')
                continue;
            faults_begin(FAULT_ERROR, at, EIO);
            char *said = said_by(names[i], &quiet);
            faults_end();
            /* For a game: it is listed as damaged, with the reason */
            if (quiet && strcmp(said, all) != 0 && !strstr(said, "cannot be"))
                fail_msg(
                    "%s: when call %d (O) fails, something is missing and no message says so: %s",
                    names[i], at, said);
            free(said);
        }
        free(log);
        free(all);
    }
}

/* Bytes that were not flushed may still be lost, however whole they look now: if a flush fails, the
 * program must not report success. */
static void failed_flushes_are_reported(void **state)
{
    (void)state;
    for (size_t d = 0; d < sizeof deeds / sizeof *deeds; d++) {
        deeds[d].before();
        faults_begin(FAULT_NONE, 0, 0);
        deeds[d].deed();
        int calls = faults_end();
        char *log = memory_text(faults_log());
        if (deeds[d].deed == leave_and_resume) /* then it is saved in the other place */
            calls = 0;
        if (deeds[d].deed == lobby) /* the last flush is of leaving, which the empty seat shows as
                                       well */
            *strrchr(log, 'S') = ' ';
        for (int at = 1; at <= calls; at += EACH_CALL) {
            if (!strchr("SF", log[at - 1])) /* folders of caches are flushed, too, but need not be
                                             */
                continue;
            deeds[d].before();
            faults_begin(FAULT_ERROR, at, EIO);
            int done = deeds[d].deed();
            faults_end();
            if (done == 1)
                fail_msg("%s: call %d (%c) did not flush, and nobody was told", deeds[d].name, at,
                         log[at - 1]);
        }
        free(log);
    }
}

static void a_failure_of_any_call_does_no_harm(void **state)
{
    (void)state;
    for (size_t d = 0; d < sizeof deeds / sizeof *deeds; d++) {
        deeds[d].before();
        faults_begin(FAULT_NONE, 0, 0);
        assert_int_equal(deeds[d].deed(), 1);
        int calls = faults_end(),
            step = getenv("CHESSCADE_LONG") || calls < SOME ? 1 : calls / SOME;
        assert_true(calls > 3);
        for (int e = 0; e < ERRORS; e++)
            for (int at = 1 + e % step; at <= calls; at += step) {
                deeds[d].before();
                faults_begin(FAULT_ERROR, at, errors[e]);
                deeds[d].deed();
                faults_end();
                assert_whole(deeds[d].name, at, errors[e]);
                if (deeds[d].deed() != 1)
                    fail_msg("%s does not come back after error %d of call %d", deeds[d].name,
                             errors[e], at);
                assert_whole(deeds[d].name, at, errors[e]);
            }
    }
}

static int begin(void **state)
{
    (void)state;
    if (!make_quick_home(top, "work"))
        return -1;
    snprintf(club, sizeof club, "%s/club", top);
    snprintf(pgn, sizeof pgn, "%s/games.pgn", top);
    write_file(pgn, games, sizeof games - 1);
    return 0;
}

static int end(void **state)
{
    (void)state;
    remove_folder(top);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(incomplete_answers_are_marked),
                                       cmocka_unit_test(failed_flushes_are_reported),
                                       cmocka_unit_test(a_failure_of_any_call_does_no_harm)};
    return cmocka_run_group_tests_name("work on an archive", tests, begin, end);
}
