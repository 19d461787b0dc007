/* test_index_parts.c - the parts of an index, of files and of packs: the answers stay the same
 * while parts are made, merged or killed in the making, and whichever byte of a row is changed
 * (promise R16). */
#include "config.h"
#include "tests/support/indexed_club.h"

#include "archive/store/pack/pack_writer.h"
#include "archive/query/query_tree.h"

#include <errno.h>
#include <signal.h>
#include <sys/wait.h>

static void pack_game(struct pack_writer *writer, struct record *record)
{
    struct note why = {.text = ""};
    if (pack_writer_add(writer, record, &why) < 0)
        fail_msg("%s", why.text);
}

/* Put all games in a pack once more, some of them many times, so that many games reach a position
 * in the same way. Some start from a position that looks like the initial one, and some reach it in
 * a variation. */
static void make_pack(const char *where)
{
    enum { COPIES = 40, OTHER_START = 30, TWO_QUEENS = 31 };
    struct store *store;
    struct pack_writer *writer;
    struct pack_mark mark;
    struct note why = {.text = ""};
    assert_int_equal(store_create(where, "Packed", &why), 0);
    assert_int_equal(store_open(&store, where, NULL, &why), 0);
    assert_int_equal(pack_writer_begin(&writer, store, "all", "a source", &mark, &why), 0);
    for (int at = 0; at < games_made; at++) {
        struct record *record;
        const char *variant = store_listing(plain, at)->variant;
        bool often = !strcmp(variant, "classical") || !strcmp(variant, "turnover") ||
                     !strcmp(variant, "one");
        assert_int_equal(store_load(plain, at, &record, NULL, NULL, NULL), 0);
        pack_game(writer, record);
        for (int i = 0; often && i < COPIES; i++) {
            ulid_new(record->id);
            if (!strcmp(variant, "classical") && i == OTHER_START)
                record_set_text(record, "start.position",
                                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1");
            /* Near the initial position, but no game reaches it from there */
            if (!strcmp(variant, "classical") && i == TWO_QUEENS)
                record_set_text(record, "start.position",
                                "rnbqkbnr/pppppppp/8/8/8/Q7/PPPPPPPP/RNBQKBNR w - - 0 1");
            pack_game(writer, record);
            if (i == TWO_QUEENS)
                record_set_text(record, "start.position", "");
        }
        record_free(record);
    }
    assert_int_equal(pack_writer_end(writer, &why), 0);
    store_close(store);
}

struct tried {
    struct store *store;
    int at;
    struct record *record;
};

static const struct record *load_tried(void *argument)
{
    struct tried *tried = argument;
    if (!tried->record)
        store_load(tried->store, tried->at, &tried->record, NULL, NULL, NULL);
    return tried->record;
}

/* The answer found by replaying every game, without any cache. */
static char *answer_of_all(struct store *store, const char *text, const struct position *here)
{
    struct query *query;
    struct yaml_text out = {0};
    assert_int_equal(query_parse(text, here, &query, NULL), 0);
    yaml_text_add(&out, "", 0);
    for (int at = 0; at < store_count(store); at++) {
        struct tried tried = {store, at, NULL};
        struct query_game game = {store_listing(store, at), load_tried, NULL, &tried,
                                  .first = true};
        struct query_hit hit;
        char one[80];
        if (query_fits(query, &game, &hit)) {
            snprintf(one, sizeof one, "%s@%d ", store_listing(store, at)->id, hit.ply);
            yaml_text_add(&out, one, strlen(one));
        }
        record_free(tried.record);
    }
    query_free(query);
    return out.v;
}

static void packs_answer_the_same(void **state)
{
    (void)state;
    static const char *const trees[] = {"", "morphy", "result:1-0 | by:ana"};
    enum { TREES = sizeof trees / sizeof *trees, PLACES = 5 };
    char where[300], *without[PLACES][QUERIES], *grown[PLACES][TREES];
    struct here here[PLACES];
    struct store *store;
    int classical = 0, sure = 0;
    snprintf(where, sizeof where, "%.280s/packed", top);
    make_pack(where);
    while (strcmp(store_listing(plain, classical)->variant, "classical") != 0)
        classical++;
    for (int i = 0; i < PLACES; i++)
        position_after(plain, i < 4 ? classical : games_made / 2, i == 3 ? 8 : i, i == 4, &here[i]);
    assert_int_equal(store_open(&store, where, NULL, NULL), 0);
    while (store_scan(store, INT_MAX))
        continue;
    for (int h = 0; h < PLACES; h++) {
        for (int q = 0; q < QUERIES; q++)
            without[h][q] = h == 0 || strstr(queries[q], "here")
                                ? answer(store, NULL, queries[q], &here[h].position)
                                : NULL;
        for (int t = 0; t < TREES; t++)
            grown[h][t] = tree_text(store, NULL, trees[t], h ? &here[h].position : NULL);
    }
    for (int q = 0; q < QUERIES; q++) {
        char *all = strstr(queries[q], "sort:")
                        ? NULL
                        : answer_of_all(store, queries[q], &here[0].position);
        if (all && strcmp(all, without[0][q]) != 0)
            fail_msg("'%s' finds\n%s\ntrying every game\n%s", queries[q], without[0][q], all);
        free(all);
    }
    struct index *index = must_index(store, true);
    index->part_games = PART_OF_TEST + 5;
    for (int turn = 0; turn < 2; turn++) { /* while it is built, and when it is complete */
        if (turn)
            update_index(index);
        else
            index_step(index, 50, NULL, NULL);
        assert_int_equal(index_wanted(index, store), !turn);
        for (int h = 0; h < PLACES; h++) {
            for (int q = 0; q < QUERIES; q++) {
                char *found =
                    without[h][q] ? answer(store, index, queries[q], &here[h].position) : NULL;
                if (found && strcmp(found, without[h][q]) != 0)
                    fail_msg("'%s' finds\n%s\nwithout the index\n%s", queries[q], found,
                             without[h][q]);
                free(found);
            }
            for (int t = 0; t < TREES; t++) {
                char *with = tree_text(store, index, trees[t], h ? &here[h].position : NULL);
                assert_string_equal(with, grown[h][t]);
                free(with);
            }
        }
    }
    /* The index does know: no game needs to be replayed for these positions. */
    for (int h = 0; h < 4; h++) {
        struct query *query;
        assert_int_equal(query_parse("pos:here", &here[h].position, &query, NULL), 0);
        struct prefilter_set set = prefilter_store(store, index, query);
        for (int at = 0; at < store_count(store); at++) {
            sure += prefilter_has(set.sure, at);
            assert_int_equal(prefilter_has(set.sure, at), prefilter_has(set.may, at));
        }
        prefilter_set_clear(&set);
        query_free(query);
    }
    assert_true(sure > 100);
    for (int h = 0; h < PLACES; h++) {
        for (int q = 0; q < QUERIES; q++)
            free(without[h][q]);
        for (int t = 0; t < TREES; t++)
            free(grown[h][t]);
        ruleset_free(here[h].rules);
    }
    index_close(index);
    store_close(store);
}

/* Count in how many games the index says that a query may match, and in how many it certainly
 * matches. */
static void count_told(struct store *store, struct index *index, const char *text, int *may,
                       int *sure)
{
    struct query *query;
    *may = *sure = 0;
    assert_int_equal(query_parse(text, NULL, &query, NULL), 0);
    struct prefilter_set set = prefilter_store(store, index, query);
    for (int at = 0; at < store_count(store); at++) {
        *may += !set.may || prefilter_has(set.may, at);
        *sure += set.sure && prefilter_has(set.sure, at);
    }
    prefilter_set_clear(&set);
    query_free(query);
}

/* Plies, texts and notes are indexed: when all games are in parts, no candidate is left to
 * check. */
static void a_complete_index_leaves_nothing_to_check(void **state)
{
    (void)state;
    static const char *const all[] = {"move:e4",
                                      "ply:*x*",
                                      "cascade:>=2",
                                      "cascade:>=2 in:variations",
                                      "turn:(r)",
                                      "ply:N*",
                                      "-move:e4",
                                      "text:ring",
                                      "text:\"open file\"",
                                      "text:of",
                                      "text:h",
                                      "by:ana",
                                      "by:a",
                                      "has:mark",
                                      "nag:!!",
                                      "\u00DCber",
                                      "\u0161",
                                      "-text:of",
                                      "text:STRASSE",
                                      "text:\"passed by\""};
    struct store *store;
    open_store(&store);
    struct index *index = must_index(store, true);
    update_index(index);
    for (size_t q = 0; q < sizeof all / sizeof *all; q++) {
        int may, sure, found = 0;
        char *ids = answer(store, NULL, all[q], NULL);
        for (const char *at = ids; (at = strchr(at, '@')); at++)
            found++;
        free(ids);
        count_told(store, index, all[q], &may, &sure);
        if (may != found || sure != found || found == games_made)
            fail_msg("'%s': %d games may fit, %d surely, %d do", all[q], may, sure, found);
    }
    index_close(index);
    store_close(store);
}

static void change_games(struct store *store, int n)
{
    for (; n > 0; n--) {
        struct record *record;
        struct version version;
        struct note why = {.text = ""};
        assert_int_equal(
            store_load(store, chance(store_count(store)), &record, &version, NULL, NULL), 0);
        comments_append(&record->comments, "once more", "eva");
        if (store_save(store, record, &version, &why) < 0)
            fail_msg("%s", why.text);
        record_free(record);
    }
}

/* Small parts of files are merged into larger ones, without games that are gone; an unfinished
 * index is continued. */
static void small_parts_are_merged(void **state)
{
    (void)state;
    enum {
        WHOLE = 32,
        ROUNDS = SANITIZED ? 9 : 24,
        SMALL = 6 /* each part is at most half as large as the next; one more is allowed */
    };
    int unfinished = 0;
    char files[400];
    snprintf(files, sizeof files, "%s/games", club);
    unlink(sidecar);
    for (int round = 0; round < ROUNDS; round++) {
        struct store *store;
        open_store(&store);
        struct index *index = must_index(store, true);
        index->part_games = WHOLE;
        bool cut_off = round % 3 == 1 || round == 0;
        while (index_step(index, 3, NULL, NULL) && !(cut_off && chance(round ? 2 : 20) == 0))
            continue;
        same_answers(store, index, 9);
        if (!cut_off) {
            int live = 0;
            for (int i = 0; i < index->parts; i++) {
                assert_true(index->part[i].games <= WHOLE && index->part[i].live > 0);
                live += index->part[i].live;
            }
            assert_int_equal(live, games_made);
            assert_true(index->parts <= 2 * games_made / WHOLE + SMALL);
        } else {
            unfinished += index_wanted(index, store);
        }
        change_games(store, 1 + chance(6));
        same_answers(store, index, 9);
        assert_null(index_notice(index));
        index_close(index);
        store_close(store);
        age(files);
    }
    assert_true(unfinished > 0);
}

/* --- killed --- */

static void make_parts(const char *where, int part_games)
{
    struct store *store;
    assert_int_equal(store_open(&store, where, NULL, NULL), 0);
    struct index *index = must_index(store, true);
    index->part_games = part_games;
    update_index(index);
    index_close(index);
    store_close(store);
}

/* Delete an index with the files that SQLite keeps beside it. */
static void forget_index(const char *file)
{
    static const char *const beside[] = {"", "-wal", "-shm"};
    for (int i = 0; i < 3; i++) {
        char path[340];
        snprintf(path, sizeof path, "%s%s", file, beside[i]);
        unlink(path);
    }
}

/* Continue the index, and stop this process (SIGSTOP) at the first new part. */
static void make_parts_with_a_rest(const char *where, int part_games)
{
    struct store *store;
    assert_int_equal(store_open(&store, where, NULL, NULL), 0);
    struct index *index = must_index(store, true);
    index->part_games = part_games;
    for (bool rested = false; index_step(index, part_games, NULL, NULL);)
        if (!rested && index->parts > 0) {
            rested = true;
            raise(SIGSTOP);
        }
    index_close(index);
    store_close(store);
}

/* Another process builds the index and is killed at any point, while searches never fail; the next
 * process continues. On a fast machine it may finish before it is killed. So the last process
 * begins from scratch and stops after a part: then a half-built index is searched on any machine.
 */
static void a_killed_build_is_continued(void **state)
{
    (void)state;
    static const char *const asked[] = {"text:ring", "move:e4", "by:ana", "pos:here", "has:line"};
    enum { ASKED = sizeof asked / sizeof *asked, KILLS = 6, PART = 20 };
    char where[300], file[320], *without[ASKED];
    struct store *store;
    int searched = 0;
    snprintf(where, sizeof where, "%.280s/packed", top);
    snprintf(file, sizeof file, "%s/.index/v1.sqlite3", where);
    forget_index(file);
    assert_int_equal(store_open(&store, where, NULL, NULL), 0);
    for (int q = 0; q < ASKED; q++)
        without[q] = answer(store, NULL, asked[q], &heres[0].position);
    for (int turn = 0; turn <= KILLS; turn++) {
        int status = 0;
        if (turn == KILLS)
            forget_index(file);
        pid_t child = fork();
        if (child == 0) {
            if (turn == KILLS)
                make_parts_with_a_rest(where, PART);
            else
                make_parts(where, PART);
            _exit(0);
        }
        if (turn == KILLS && waitpid(child, &status, WUNTRACED) == child && !WIFSTOPPED(status))
            fail_msg("there was nothing left to build: status %x", (unsigned)status);
        for (int i = 0, much = turn * 3;
             (turn == KILLS || i < much) && waitpid(child, &status, WNOHANG) == 0; i++) {
            struct index *index = NULL;
            if (index_open(&index, store, false, NULL) < 0)
                continue; /* the index does not exist yet */
            char *found = answer(store, index, asked[i % ASKED], &heres[0].position);
            assert_string_equal(found, without[i % ASKED]);
            const char *notice = index_notice(index);
            if (notice && !strstr(notice, "another program")) /* the tables are being created */
                fail_msg("%s", notice);
            searched += index->parts > 0;
            free(found);
            index_close(index);
            if (turn == KILLS && i >= ASKED)
                kill(child, SIGCONT);
        }
        kill(child, SIGKILL);
        while (waitpid(child, &status, 0) < 0 && errno == EINTR)
            continue;
    }
    struct index *index = must_index(store, false);
    assert_false(index_wanted(index, store));
    for (int q = 0; q < ASKED; q++) {
        char *found = answer(store, index, asked[q], &heres[0].position);
        assert_string_equal(found, without[q]);
        free(found);
        free(without[q]);
    }
    assert_true(searched > 0);
    index_close(index);
    store_close(store);
}

/* --- damaged rows --- */

enum { ROWS_MOST = 4000 };

/* The keys of all rows of the file, and the size of each row in bytes. */
static int keys_of(const char *file, int64_t *key, int *size)
{
    sqlite3 *connection;
    sqlite3_stmt *row;
    int n = 0;
    assert_int_equal(sqlite3_open(file, &connection), SQLITE_OK);
    assert_int_equal(
        sqlite3_prepare_v2(connection, "SELECT key, length(v) FROM posting", -1, &row, NULL),
        SQLITE_OK);
    while (sqlite3_step(row) == SQLITE_ROW && n < ROWS_MOST) {
        key[n] = sqlite3_column_int64(row, 0);
        size[n++] = sqlite3_column_int(row, 1);
    }
    sqlite3_finalize(row);
    assert_int_equal(sqlite3_close(connection), SQLITE_OK);
    return n;
}

/* Change a byte of a row in a way that SQLite does not notice. */
static void change_row(const char *file, int64_t key, int at)
{
    sqlite3 *connection;
    sqlite3_blob *row;
    unsigned char byte;
    assert_int_equal(sqlite3_open(file, &connection), SQLITE_OK);
    assert_int_equal(sqlite3_blob_open(connection, "main", "posting", "v", key, 1, &row),
                     SQLITE_OK);
    assert_int_equal(sqlite3_blob_read(row, &byte, 1, at), SQLITE_OK);
    byte ^= (unsigned char)(1 << chance(8));
    assert_int_equal(sqlite3_blob_write(row, &byte, 1, at), SQLITE_OK);
    sqlite3_blob_close(row);
    assert_int_equal(sqlite3_close(connection), SQLITE_OK);
}

static void change_file(const char *file, const char *sql)
{
    sqlite3 *connection;
    assert_int_equal(sqlite3_open(file, &connection), SQLITE_OK);
    assert_int_equal(sqlite3_exec(connection, sql, NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_changes(connection), 1);
    assert_int_equal(sqlite3_close(connection), SQLITE_OK);
}

static const char *const rotten_asked[] = {"text:\"open file\"",
                                           "text:of",
                                           "by:ana",
                                           "nag:!!",
                                           "has:mark",
                                           "\u0161",
                                           "move:e4",
                                           "pos:here",
                                           "near:here",
                                           "cascade:>=2 in:variations",
                                           "-text:ring",
                                           "ply:*x*"};
enum { ROTTEN = sizeof rotten_asked / sizeof *rotten_asked };

/* Run every query on a changed file; true if the damage was noticed. */
static bool ask_all(const char *where, char *const *truth_of, const char *what)
{
    struct store *store;
    struct index *index;
    bool noticed = false;
    assert_int_equal(store_open(&store, where, NULL, NULL), 0);
    if (index_open(&index, store, false, NULL) < 0)
        index = NULL;
    for (int q = 0; q < ROTTEN; q++) {
        char *found = answer(store, index, rotten_asked[q], &heres[0].position);
        if (strcmp(found, truth_of[q]) != 0)
            fail_msg("%s: '%s' finds\n%s\nwithout the index\n%s", what, rotten_asked[q], found,
                     truth_of[q]);
        free(found);
    }
    char *tree = tree_text(store, index, "", &heres[0].position);
    assert_string_equal(tree, truth_of[ROTTEN]);
    free(tree);
    noticed = index && index_notice(index);
    index_close(index);
    store_close(store);
    return noticed;
}

/* Whichever byte of a row changes, whichever row is missing or moved: the answers are those without
 * the index, and the next update rebuilds it. */
static void damaged_rows_do_no_harm(void **state)
{
    (void)state;
    static const char *const changes[] = {
        "DELETE FROM posting WHERE key = (SELECT max(key) FROM posting WHERE key < 0x20100000000)", /* positions of the second part */
        "UPDATE posting SET key = key + 1 WHERE key = (SELECT max(key) FROM posting WHERE key < 0x20100000000)",
        "UPDATE posting SET v = (SELECT v FROM posting WHERE key = 0x10100000000) WHERE key = 0x20100000000",
        "DELETE FROM posting WHERE key = 0x10200000000",
        "DELETE FROM posting WHERE key = 1",
        "UPDATE part SET first = first + 1 WHERE number = 1",
        "UPDATE part SET games = games - 1 WHERE number = 2",
        "UPDATE part SET seal = seal + 1 WHERE number = 1",
        "UPDATE part SET plies = 1 WHERE number = 1",
        "UPDATE part SET number = 900 WHERE number = 2",
        "UPDATE part SET stamp = zeroblob(3) WHERE number = 2",
        "UPDATE part SET source = 'another' WHERE number = 1",
    };
    enum { CHANGES = sizeof changes / sizeof *changes, PART = 60 };
    int turns = getenv("CHESSCADE_LONG") ? 600
                : SANITIZED              ? 12
                                         : 60,
        rows, size[ROWS_MOST]; /* make check-long */
    int64_t key[ROWS_MOST];
    char where[300], file[320], *truth_of[ROTTEN + 1];
    struct store *store;
    snprintf(where, sizeof where, "%.280s/packed", top);
    snprintf(file, sizeof file, "%s/.index/v1.sqlite3", where);
    unlink(file);
    assert_int_equal(store_open(&store, where, NULL, NULL), 0);
    for (int q = 0; q < ROTTEN; q++)
        truth_of[q] = answer(store, NULL, rotten_asked[q], &heres[0].position);
    truth_of[ROTTEN] = tree_text(store, NULL, "", &heres[0].position);
    store_close(store);
    make_parts(where, PART);
    size_t bytes;
    char *good = read_file(file, &bytes);
    rows = keys_of(file, key, size);
    assert_true(rows > 10 && !ask_all(where, truth_of, "as it was made"));
    for (int turn = 0; turn < turns + CHANGES; turn++) {
        char what[80];
        int row = chance(rows);
        if (turn < turns) {
            int at =
                turn % 4 ? chance(size[row]) : chance(ROW_HEAD < size[row] ? ROW_HEAD : size[row]);
            snprintf(what, sizeof what, "byte %d of row %llx", at, (unsigned long long)key[row]);
            change_row(file, key[row], at);
        } else {
            snprintf(what, sizeof what, "%.70s", changes[turn - turns]);
            change_file(file, changes[turn - turns]);
        }
        bool noticed = ask_all(where, truth_of, what);
        if (turn >= turns && !noticed)
            fail_msg("%s: was not noticed", what);
        if (noticed && turn % 10 == 0) {
            assert_int_equal(store_open(&store, where, NULL, NULL), 0);
            struct index *index = must_index(store, true);
            assert_string_equal(index_notice(index), "the index was damaged; rebuilding it");
            index->part_games = PART;
            update_index(index);
            index_close(index);
            store_close(store);
            assert_false(ask_all(where, truth_of, "made anew"));
        }
        write_file(file, good, bytes);
    }
    for (int q = 0; q <= ROTTEN; q++)
        free(truth_of[q]);
    free(good);
}

/* --- limits --- */

/* There are more different plies than the table has room for: for a game with such a ply, the index
 * never says that a ply is missing. */
static void a_ply_without_a_number_may_match_any_ply(void **state)
{
    (void)state;
    struct shared_plies shared = {.table = {.n = 0}};
    struct part_making making;
    struct part_rows rows;
    struct row_reader reader;
    struct record *record = record_new("classical");
    uint32_t last;
    char ply[20];
    int there = 0;
    pthread_mutex_init(&shared.lock, NULL);
    for (int i = 0; i < PLY_TABLE_MOST - 1; i++)
        assert_true(ply_table_put(&shared.table, ply, (size_t)snprintf(ply, sizeof ply, "%d", i)) >
                    PLY_OTHER);
    line_append(&record->moves, "e4");
    line_append(&record->moves, "e5");
    part_begin(&making, &shared, false);
    part_add(&making, record, 0);
    part_finish(&making, 1, &rows);
    const struct rows *plies = &rows.kind[PART_PLIES];
    assert_true(row_open(&reader, plies->out.v, (size_t)plies->row[0].size,
                         part_seed(1, PART_PLIES), 0, 0, &last));
    while (row_next(&reader)) {
        assert_true(reader.code == 2 * PLY_OTHER || reader.code == (uint64_t)2 * PLY_TABLE_MOST);
        there++;
    }
    assert_int_equal(there, 2);
    part_rows_clear(&rows);
    part_end(&making);
    ply_table_clear(&shared.table);
    pthread_mutex_destroy(&shared.lock);
    record_free(record);
}

/* A million games may use 200 MB, enough for two threads; more games may use more memory, and so
 * more threads. */
static void threads_stay_within_the_memory_limit(void **state)
{
    (void)state;
    assert_int_equal(index_threads(1000000, 1), 1);
    assert_int_equal(index_threads(1000000, 2), 2);
    assert_int_equal(index_threads(1000000, 64), 2);
    assert_int_equal(index_threads(2000000, 64), 4);
    assert_int_equal(index_threads(50000000, 64), 8);
    assert_int_equal(index_threads(0, 64), 2);
    assert_int_equal(index_threads(0, -1), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(packs_answer_the_same),
        cmocka_unit_test(a_complete_index_leaves_nothing_to_check),
        cmocka_unit_test(a_killed_build_is_continued),
        cmocka_unit_test(damaged_rows_do_no_harm),
        cmocka_unit_test(small_parts_are_merged),
        cmocka_unit_test(a_ply_without_a_number_may_match_any_ply),
        cmocka_unit_test(threads_stay_within_the_memory_limit),
    };
    return cmocka_run_group_tests_name("index_parts", tests, make_archive, drop_archive);
}
