/* test_faults_import.c - system calls fail while games are imported, exported and indexed, also the
 * calls that SQLite makes.
 *
 * Every call fails once, with every error. Each attempt must end with an answer or a sentence, and
 * the archive's games must be whole; repeating it without the fault must give every game exactly
 * once, and the same answers. CHESSCADE_LONG=1 tries every call, otherwise a selection. The same
 * holds if the power fails after any call of an import and everything not flushed is lost. */
#include "config.h"
#include "tests/support/testing.h"

#include "archive/search/search.h"
#include "archive/import/import.h"
#include "archive/pgn/pgn.h"
#include "tests/faults/faults.h"
#include "tests/faults/power.h"

#include <errno.h>
#include <limits.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    GAMES = 3,
    SOME = SANITIZED ? 4 : 15 /* SOME: calls tried in each operation, for each error */
};

static char top[256], club[PATH_MAX], pgn[PATH_MAX], yaml[PATH_MAX];
static const int errors[] = {EIO, ENOSPC, EINTR, EACCES};
enum { ERRORS = sizeof errors / sizeof *errors };

static const char games[] =
    "[White \"Ana\"]\n[Black \"Ivo\"]\n\n1. e4 {open file} e5 (1... c5 2. Nf3) 2. Nf3 1-0\n\n"
    "[White \"Ivo\"]\n[Black \"Cle\"]\n\n1. d4 d5 2. c4 *\n\n"
    "[White \"Cle\"]\n[Black \"Ana\"]\n\n1. e4 Zz9 *\n";

static void put_file(const char *path, const char *text)
{
    write_file(path, text, strlen(text));
}

static void new_archive(void)
{
    struct note why;
    remove_folder(club);
    if (store_create(club, "Club", &why) < 0)
        fail_msg("%s", why.text);
}

/* --------------------------------------------- operations: 1 success, 0 refused with a sentence */

static int import_one(const char *path, const char *pack)
{
    struct store *store;
    struct import_report report = {0};
    struct note why = {{0}, -1};
    int result = store_open(&store, club, NULL, &why);
    if (result == 0) {
        result = import_file(store, path, &(struct import_options){.pack = pack}, &report, &why);
        store_close(store);
    }
    assert_true(result == 0 || why.text[0]);
    return result == 0;
}

static int import_pgn(void)
{
    return import_one(pgn, NULL);
}

static int import_yaml(void)
{
    return import_one(yaml, NULL);
}

static int import_pack(void)
{
    return import_one(pgn, "all");
}

static int found_by(struct store *store, struct index *index, const char *query)
{
    struct finder *finder;
    struct note why;
    int found;
    if (finder_open(&finder, store, index, query, NULL, &why) < 0)
        fail_msg("%s", why.text);
    while (finder_step(finder, 10))
        continue;
    found = finder_count(finder);
    finder_close(finder);
    return found;
}

/* Create or open the index, bring it up to date, and query it. If files can be read, the answers
 * are right in any case. */
static int ask(void)
{
    struct store *store;
    struct index *index = NULL;
    struct note why = {{0}, -1};
    int damaged = 0;
    if (store_open(&store, club, NULL, &why) < 0) {
        assert_true(why.text[0]);
        return 0;
    }
    if (index_open(&index, store, true, &why) < 0) {
        assert_true(why.text[0]);
        index = NULL;
    }
    for (int i = 0; index && i < 10000 && index_step(index, 20, NULL, NULL); i++)
        continue;
    store_scan(store, INT_MAX);
    int n = store_count(store), text = found_by(store, index, "text:\"open file\""),
        white = found_by(store, index, "white:ivo"),
        ply = found_by(store, index,
                       "pos:\"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1\"");
    for (int i = 0; i < store_count(store); i++)
        damaged += store_listing(store, i)->damaged;
    bool made = index != NULL;
    index_close(index);
    store_close(store);
    assert_true(text <= 1 && white <= 1 && ply <= 2 && n <= GAMES);
    return made && n == GAMES && !damaged && text == 1 && white == 1 && ply == 2;
}

/* ---------------------------------------------------------------- every call fails once */

static int games_there(void)
{
    struct store *store;
    struct note why;
    if (store_open(&store, club, NULL, &why) < 0)
        fail_msg("%s", why.text);
    store_scan(store, INT_MAX);
    int n = store_count(store);
    for (int i = 0; i < n; i++)
        if (store_listing(store, i)->damaged)
            fail_msg("a game is damaged: %s", store_listing(store, i)->why);
    store_close(store);
    return n;
}

/* `before` sets the state before each attempt. */
static void fail_everywhere(const char *name, int (*deed)(void), void (*before)(void))
{
    before();
    faults_begin(FAULT_NONE, 0, 0);
    assert_int_equal(deed(), 1);
    int calls = faults_end(), step = getenv("CHESSCADE_LONG") || calls < SOME ? 1 : calls / SOME;
    char *log = memory_text(faults_log());
    assert_true(calls > 10);
    for (int e = 0; e < ERRORS; e++)
        for (int at = 1; at <= calls; at++) {
            if ((at - 1 - e) % step && (SANITIZED || log[at - 1] != 'R' ||
                                        /* Reads that fail with EIO are all tried, also between the
                                         * steps. */
                                        errors[e] != EIO))
                continue;
            before();
            faults_begin(FAULT_ERROR, at, errors[e]);
            deed();
            faults_end();
            if (games_there() > GAMES)
                fail_msg("%s: a game twice after error %d of call %d", name, errors[e], at);
            if (deed() != 1 || games_there() != GAMES)
                fail_msg("%s does not come back after error %d of call %d: %d games", name,
                         errors[e], at, games_there());
        }
    free(log);
    /* Killed at a call instead of an error: the same must hold. */
    for (int at = 1; at <= calls; at += step) {
        before();
        pid_t child = fork();
        if (child == 0) {
            faults_begin(FAULT_KILL, at, 0);
            deed();
            _exit(0);
        }
        waitpid(child, NULL, 0);
        if (games_there() > GAMES || deed() != 1 || games_there() != GAMES)
            fail_msg("%s does not come back after an end at call %d: %d games", name, at,
                     games_there());
    }
}

static int (*importing)(void);

static void look_after_power_loss(int acknowledged)
{
    int n = games_there();
    if (n > GAMES || (acknowledged && n != GAMES) || importing() != 1 || games_there() != GAMES)
        fail_msg("%d games after the power was lost, %d when they are imported again", n,
                 games_there());
}

static void a_power_loss_loses_no_imported_game(void **state)
{
    static int (*const imports[])(void) = {import_pgn, import_yaml, import_pack};
    (void)state;
    for (int i = 0; i < 3; i++) {
        importing = imports[i];
        new_archive();
        power_begin(club);
        assert_int_equal(importing(), 1);
        power_acknowledge();
        assert_true(power_end() > 10);
        int states = power_replay(look_after_power_loss);
        print_message("%d states of the disk\n", states);
        assert_true(states > 100);
    }
}

/* Games with old file times: the index trusts what it has of them while the times are the same. */
static void with_games(void)
{
    new_archive();
    assert_int_equal(import_pgn(), 1);
    make_old(club);
}

static void with_a_pack(void)
{
    new_archive();
    assert_int_equal(import_one(pgn, "all"), 1);
    make_old(club);
}

static void with_an_index(void)
{
    static bool made;
    if (!made)
        with_games();
    made = true;
    assert_int_equal(ask(), 1);
}

static void failed_calls_do_no_harm_to_a_pgn_import(void **state)
{
    (void)state;
    fail_everywhere("importing PGN", import_pgn, new_archive);
}

static void failed_calls_do_no_harm_to_a_yaml_import(void **state)
{
    (void)state;
    fail_everywhere("importing YAML", import_yaml, new_archive);
}

/* A pack gets its name when it is whole. Later steps may still fail; then repeating the import has
 * only those left to do. */
static void failed_calls_do_no_harm_to_an_import_into_a_pack(void **state)
{
    enum {
        FLUSHES = 5 /* the archive with its new folders; the copy of the file, the pack; the folder
                       of each */
    };
    int flushes = 0;
    (void)state;
    new_archive();
    faults_begin(FAULT_NONE, 0, 0);
    assert_int_equal(import_pack(), 1);
    faults_end();
    for (const char *c = faults_log(); *c; c++)
        flushes += strchr("SDF", *c) != NULL;
    assert_int_equal(flushes, FLUSHES); /* each flush takes as long as reading several games */
    fail_everywhere("importing into a pack", import_pack, new_archive);
}

static void failed_calls_do_no_harm_to_making_an_index(void **state)
{
    (void)state;
    fail_everywhere("making an index", ask, with_games);
}

static void failed_calls_do_no_harm_to_indexing_a_pack(void **state)
{
    (void)state;
    fail_everywhere("making an index of a pack", ask, with_a_pack);
}

static void failed_calls_do_no_harm_to_a_query(void **state)
{
    (void)state;
    fail_everywhere("asking an index", ask, with_an_index);
}

static int begin(void **state)
{
    (void)state;
    if (!make_quick_home(top, "faults-import"))
        return -1;
    snprintf(club, sizeof club, "%s/club", top);
    snprintf(pgn, sizeof pgn, "%s/games.pgn", top);
    snprintf(yaml, sizeof yaml, "%s/games.yaml", top);
    put_file(pgn, games);
    static const char ids[GAMES][ULID_LENGTH + 1] = {
        "01GD9T4W8M6Q2R7XK5V3B0N1H0", "01HD9T4W8M6Q2R7XK5V3B0N1H0", "01JD9T4W8M6Q2R7XK5V3B0N1H0"};
    const char(*id)[ULID_LENGTH + 1] = ids;
    struct pgn_reader reader;
    struct yaml_text text = {0};
    pgn_begin(&reader, games, sizeof games - 1);
    for (struct record *record; (record = pgn_next(&reader)); id++) {
        record->rev = 1;
        memcpy(record->id, *id, sizeof *id); /* each game has its own folder, which is flushed
                                                separately */
        yaml_text_add(&text, "---\n", 4);
        record_write(record, &text);
        record_free(record);
    }
    pgn_end(&reader);
    yaml_text_add(&text, "", 0);
    put_file(yaml, text.v);
    yaml_text_clear(&text);
    faults_of_sqlite();
    return 0;
}

static int end(void **state)
{
    (void)state;
    power_tell();
    remove_folder(top);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(failed_calls_do_no_harm_to_a_pgn_import),
        cmocka_unit_test(failed_calls_do_no_harm_to_a_yaml_import),
        cmocka_unit_test(failed_calls_do_no_harm_to_an_import_into_a_pack),
        cmocka_unit_test(failed_calls_do_no_harm_to_making_an_index),
        cmocka_unit_test(failed_calls_do_no_harm_to_indexing_a_pack),
        cmocka_unit_test(failed_calls_do_no_harm_to_a_query),
        cmocka_unit_test(a_power_loss_loses_no_imported_game),
    };
    return cmocka_run_group_tests_name("importing and indexing where the system says no", tests,
                                       begin, end);
}
