/* test_index_plies.c - the plies of an archive's files, in pieces beside the SQLite file: the same answers while they are made, as
 * they grow, and when they are rotten. */
#include "config.h"
#include "tests/indexed_club.h"

#include "archive/query_parts.h"
#include "archive/sieve.h"

static char plies[420], games[400];

/* Questions that pieces of plies answer, alone or beside others. */
static bool asks_plies(const char *query)
{
    return strstr(query, "move:") || strstr(query, "ply:") || strstr(query, "cascade:") || strstr(query, "turn:(");
}

static void same_plies(struct store *store, struct index *index)
{
    int asked = 0;
    for (int q = 0; q < QUERIES; q++) {
        if (!asks_plies(queries[q]))
            continue;
        char *found = answer(store, index, queries[q], NULL);
        if (strcmp(found, truth[0][q]) != 0)
            fail_msg("'%s' finds\n%s\nwithout the index\n%s", queries[q], found, truth[0][q]);
        free(found);
        asked++;
    }
    assert_true(asked > 10);
}

/* Games that may fit and those that surely do, as the index tells. */
static void count_told(struct store *store, struct index *index, const char *text, int *may, int *sure)
{
    struct query *query;
    *may = *sure = 0;
    assert_int_equal(query_parse(text, NULL, &query, NULL), 0);
    struct sieve_set set = index_sieve(index, query);
    for (int at = 0; at < store_count(store); at++) {
        *may += !set.may || sieve_has(set.may, at);
        *sure += set.sure && sieve_has(set.sure, at);
    }
    sieve_set_clear(&set);
    query_free(query);
}

static struct index *index_in_pieces(struct store **store, bool create, int piece_games)
{
    open_store(store);
    struct index *index = must_index(*store, create);
    index->piece_games = piece_games;
    return index;
}

/* Where all games are in pieces, nothing is left to be tried. */
static void plies_are_known(void **state)
{
    (void)state;
    static const char *const all[] = {"move:e4", "ply:*x*", "cascade:>=2", "cascade:>=2 in:variations", "turn:(r)", "ply:N*",
                                      "-move:e4"};
    enum { WHOLE = 16 };
    struct store *store;
    struct index *index = index_in_pieces(&store, true, WHOLE);
    bring_up(index);
    assert_int_equal(index_plies(index, false)->games, index->last_number + 1);
    for (size_t q = 0; q < sizeof all / sizeof *all; q++) {
        int may, sure, found = 0;
        char *ids = answer(store, NULL, all[q], NULL);
        for (const char *at = ids; (at = strchr(at, '@')); at++)
            found++;
        free(ids);
        count_told(store, index, all[q], &may, &sure);
        if (may != found || sure != found || found == 0 || found == games_made)
            fail_msg("'%s': %d games may fit, %d surely, %d do", all[q], may, sure, found);
    }
    index_close(index);
    store_close(store);
    index = index_in_pieces(&store, false, WHOLE); /* another time, for reading */
    same_plies(store, index);
    assert_false(index_plies_wanted(index));
    index_close(index);
    store_close(store);
}

/* Too few games for a piece of their own are tried. */
static void few_are_tried(void **state)
{
    (void)state;
    struct store *store;
    unlink(sidecar);
    struct index *index = index_in_pieces(&store, true, PIECE_GAMES);
    bring_up(index);
    assert_int_equal(index_plies(index, false)->pieces, 0);
    same_plies(store, index);
    index_close(index);
    store_close(store);
}

static void change_games(struct store *store, int n)
{
    for (; n > 0; n--) {
        struct record *record;
        struct version version;
        struct note why = {.text = ""};
        assert_int_equal(store_load(store, chance(store_count(store)), &record, &version, NULL, NULL), 0);
        comments_append(&record->comments, "once more", "eva");
        if (store_save(store, record, &version, &why) < 0)
            fail_msg("%s", why.text);
        record_free(record);
    }
}

/* Whole pieces take the place of the small ones at the end; an index that was not finished is gone on with. */
static void pieces_grow(void **state)
{
    (void)state;
    enum { WHOLE = 32, ROUNDS = 24 };
    int small = 0, unfinished = 0, saved = 0;
    unlink(sidecar);
    for (int round = 0; round < ROUNDS; round++) {
        struct store *store;
        struct index *index = index_in_pieces(&store, true, WHOLE);
        bool cut_off = round % 3 == 1 || round == 0;
        while (index_step(index, 3, NULL, NULL) && !(cut_off && chance(round ? 2 : 20) == 0))
            continue;
        const struct pieces *there = index_plies(index, false);
        int whole = (index->last_number + 1) / WHOLE;
        if (!cut_off) {
            assert_int_equal(there->games, index->last_number + 1);
            assert_true(there->pieces >= whole && there->pieces <= whole + WHOLE);
            for (int p = 0; p < whole; p++)
                assert_int_equal(there->piece[p].first, p * WHOLE);
            small += there->pieces - whole > 1;
        } else {
            unfinished += there->games < index->last_number + 1;
        }
        same_plies(store, index);
        assert_true(cut_off || there->games == index->last_number + 1); /* none was bad */
        change_games(store, 1 + chance(6));
        same_plies(store, index);
        saved++;
        index_close(index);
        store_close(store);
    }
    assert_true(small > 0 && unfinished > 0 && saved == ROUNDS);
}

/* None, cut off, changed anywhere, of an SQLite file of another time. */
static void rotten_plies_do_no_harm(void **state)
{
    (void)state;
    enum { WHOLE = 16, CUTS = 5, HEADS = 12 };
    int turns = getenv("CHESSCADE_LONG") ? 100 : 30; /* make check-long */
    struct store *store;
    struct stat size;
    unlink(sidecar);
    for (int turn = 0; turn < turns; turn++) {
        struct index *index = index_in_pieces(&store, true, WHOLE);
        bring_up(index);
        assert_int_equal(index_plies(index, false)->games, index->last_number + 1); /* what was rotten is made again */
        index_close(index);
        store_close(store);
        assert_int_equal(stat(plies, &size), 0);
        if (turn == 0)
            unlink(plies);
        else if (turn < CUTS)
            assert_int_equal(truncate(plies, size.st_size * turn / CUTS), 0);
        else if (turn < HEADS)
            overwrite(plies, PIECES_HEAD + chance(64), 8, false);
        else if (turn < turns - 2)
            overwrite(plies, chance((int)size.st_size - 8), 8, false);
        else
            unlink(sidecar); /* the numbers are given anew */
        if (turn == turns - 1) { /* by games in another order, so that a number is another game's */
            open_store(&store);
            change_games(store, 20);
            store_close(store);
            age(games);
        }
        index = index_in_pieces(&store, turn >= turns - 2, WHOLE);
        if (turn >= turns - 2)
            index_step(index, 5, NULL, NULL);
        same_plies(store, index);
        index_close(index);
        store_close(store);
    }
}

/* Games are added in any order: every hundredth of very many has a ply, from the last to the first. */
static void games_come_in_any_order(void **state)
{
    (void)state;
    enum { GAMES = 5000, EACH = 100 };
    static char wanted[] = "e4";
    const struct term term = {.kind = TERM_KEY, .key = ASK_PLY, .text = wanted};
    static uint8_t may[GAMES / 8 + 1], sure[GAMES / 8 + 1];
    struct plies_making making;
    struct pieces there = {.fd = -1};
    struct file_stamp stamp = {0};
    struct sidecar_place beside = {.folder = open(top, O_RDONLY | O_DIRECTORY)};
    struct record *with = record_new("classical"), *without = record_new("classical");
    line_append(&with->moves, "e4");
    line_append(&without->moves, "d4");
    plies_making_begin(&making, 0, GAMES);
    for (int i = GAMES - 1; i >= 0; i--)
        plies_making_add(&making, i, i % EACH ? without : with);
    pieces_open(&there, &plies_kind, &beside, "any", &stamp, true);
    assert_true(plies_append(&there, &making));
    plies_find(&there, GAMES, &term, false, may, sure);
    assert_int_equal(there.games, GAMES); /* it was not cut off */
    for (int i = 0; i < GAMES; i++)
        assert_true(sieve_has(sure, i) == (i % EACH == 0) && sieve_has(may, i) == (i % EACH == 0));
    plies_making_end(&making);
    pieces_close(&there);
    close(beside.folder);
    record_free(with);
    record_free(without);
}

static int make_club(void **state)
{
    int made = make_archive(state);
    snprintf(plies, sizeof plies, "%s/.index/v1.plies", club);
    snprintf(games, sizeof games, "%s/games", club);
    return made;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plies_are_known),
        cmocka_unit_test(few_are_tried),
        cmocka_unit_test(pieces_grow),
        cmocka_unit_test(rotten_plies_do_no_harm),
        cmocka_unit_test(games_come_in_any_order),
    };
    return cmocka_run_group_tests_name("index_plies", tests, make_club, drop_archive);
}
