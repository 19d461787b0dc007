/* test_pack_sidecars.c - the list and index kept for a pack are only a cache: missing, truncated,
 * damaged, or from another pack. */
#include "config.h"
#include "tests/support/packed_club.h"

#include "archive/index/index_internal.h"

/* Sidecars that are missing, truncated, changed in any byte, from another pack, or from an earlier
 * state of the pack: the list is the same. */
static void sidecars_are_only_a_cache(void **state)
{
    (void)state;
    enum { GAMES = 60 };
    struct store *store = new_archive("cache");
    new_pgn("first.pgn", GAMES);
    new_pgn("second.pgn", GAMES / 2);
    import(store, in_top("first.pgn"), "first");
    import(store, in_top("second.pgn"), "second");
    make_older(in_top("cache/packs/first.yaml"));
    make_older(in_top("cache/packs/second.yaml"));
    store_close(store);
    store = open_archive("cache");
    size_t size, other_size, pack_size;
    char *good = read_file(in_top("cache/.index/first.headers"), &size);
    char *other = read_file(in_top("cache/.index/second.headers"), &other_size);
    struct listing copy[GAMES];
    for (int i = 0; i < GAMES; i++)
        copy[i] = *store_listing(store, i);
    for (int turn = 0; turn < 40; turn++) {
        const char *path = in_top("cache/.index/first.headers");
        if (turn == 0) {
            unlink(path);
        } else if (turn == 1) {
            write_file(path, other, other_size);
        } else if (turn < 10) {
            write_file(path, good, size * (size_t)(turn - 2) / 8);
        } else {
            size_t at = (size_t)(turn - 10) * size / 30;
            good[at] ^= 1;
            write_file(path, good, size);
            good[at] ^= 1;
        }
        struct store *again = open_archive("cache");
        assert_int_equal(store_count(again), GAMES + GAMES / 2);
        for (int i = 0; i < GAMES; i++)
            same_listing(&copy[i], store_listing(again, i), true);
        store_close(again);
        size_t made_size;
        char *made = read_file(in_top("cache/.index/first.headers"), &made_size);
        assert_int_equal(made_size, size); /* rebuilt */
        free(made);
    }
    /* Another pack of the same size and times under the same name. */
    struct stat stat_of;
    assert_int_equal(stat(in_top("cache/packs/first.yaml"), &stat_of), 0);
    char *pack = read_file(in_top("cache/packs/first.yaml"), &pack_size);
    memcpy(strstr(pack, "Player"), "Reyalp", 6);
    write_file(in_top("cache/packs/first.yaml"), pack, pack_size);
    assert_int_equal(utimensat(AT_FDCWD, in_top("cache/packs/first.yaml"),
                               (struct timespec[2]){stat_of.st_atim, stat_of.st_mtim}, 0),
                     0);
    assert_true(store_refresh(store));
    while (store_scan(store, 7))
        continue;
    assert_int_equal(strncmp(store_listing(store, 0)->player[0], "Reyalp", 6), 0);
    assert_int_equal(unlink(in_top("cache/packs/first.yaml")), 0);
    assert_true(store_refresh(store));
    assert_int_equal(store_count(store), GAMES / 2);
    store_close(store);
    free(good);
    free(other);
    free(pack);
}

/* A long list is there at once; damaged listings in it are rebuilt when they are read. */
static void a_long_list_is_there_at_once(void **state)
{
    (void)state;
    enum { GAMES = 20500 };
    struct yaml_text text = {0};
    store_close(new_archive("long"));
    for (int i = 0; i < GAMES; i++) {
        char game[300];
        snprintf(
            game, sizeof game,
            "---\nchesscade: 1\nid: '01M80D4X0G9JE61NP9C%07d'\nrev: 1\nvariant: 'classical'\nnotation: 'san'\n"
            "players: [{side: 'w', name: 'Player %d'}, {side: 'b', name: 'B'}]\nresult: {score: '*'}\nmoves: []\n",
            i, i);
        yaml_text_add(&text, game, strlen(game));
    }
    mkdir(in_top("long/packs"), 0777);
    write_file(in_top("long/packs/all.yaml"), text.v, (size_t)text.n);
    make_older(in_top("long/packs/all.yaml"));
    store_close(open_archive("long")); /* this makes the list */
    size_t size;
    char *good = read_file(in_top("long/.index/all.headers"), &size);
    for (int damaged = 0; damaged < 2; damaged++) {
        struct store *store;
        good[size / 2] ^= damaged;
        write_file(in_top("long/.index/all.headers"), good, size);
        assert_int_equal(store_open(&store, in_top("long"), NULL, NULL), 0);
        assert_int_equal(store_count(store), GAMES);
        assert_false(store_scan(store, 1));
        for (int i = 0; i < GAMES; i++)
            assert_int_equal(atoi(store_listing(store, i)->player[0] + strlen("Player ")), i);
        store_close(store);
    }
    free(good);
    yaml_text_clear(&text);
}

static void make_index(struct store *store)
{
    struct index *index;
    assert_int_equal(index_open(&index, store, true, NULL), 0);
    while (index_step(index, 100, NULL, NULL))
        continue;
    index_close(index);
}

/* The games that a query finds with the existing index; *all: the index knew every game. */
static char *found_by_index(struct store *store, const char *query, bool *all)
{
    struct index *index;
    assert_int_equal(index_open(&index, store, false, NULL), 0);
    *all = !index_wanted(index, store);
    char *there = found_with(store, index, query);
    index_close(index);
    return there;
}

/* An index made for an earlier state of the pack, or for another pack with its name and times, is
 * not trusted. */
static void the_index_of_another_pack_is_not_trusted(void **state)
{
    (void)state;
    enum { GAMES = 120, QUERIES = 4 };
    static const char *const queries[QUERIES] = {
        "pos:\"rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq d3 0 1\"", "text:quiet",
        "text:loud", "move:d4"};
    char *game = memory_new(GAMES, 100), one[300], two[300];
    struct store *store = new_archive("others");
    size_t used = 0, size;
    bool all;
    for (int i = 0; i < GAMES; i++)
        text_add(game, GAMES * 100, &used, "[White \"%d\"]\n\n1. %s *\n\n", i,
                 i % 3 ? "d4 {quiet}" : "e4 {loud}");
    write_file(in_top("one.pgn"), game, used);
    for (char *at = game; (at = strstr(at, "1. ")); at++)
        at[3] = at[3] == 'd' ? 'e' : 'd';
    for (char *at = game; (at = strstr(at, "{quiet}")); at++)
        memcpy(at, "{loud}.", 6);
    write_file(in_top("two.pgn"), game, used);
    import(store, in_top("one.pgn"), "one");
    import(store, in_top("two.pgn"), "two");
    store_close(store);
    snprintf(one, sizeof one, "%s", in_top("others/packs/one.yaml"));
    snprintf(two, sizeof two, "%s", in_top("others/packs/two.yaml"));
    make_older(one);
    make_older(two);
    store = open_archive("others");
    make_index(store);
    store_close(store);
    for (int turn = 0; turn < 3; turn++) {
        if (turn == 1) { /* the other pack under this name, with the old times */
            char *bytes = read_file(two, &size);
            write_file(one, bytes, size);
            make_older(one);
            free(bytes);
        } else if (turn == 2) {
            utimensat(AT_FDCWD, two, (struct timespec[]){{1e9, 0}, {1e9, 0}}, 0);
        }
        store = open_archive("others");
        for (int q = 0; q < QUERIES; q++) {
            char *without = found(store, queries[q]),
                 *with = found_by_index(store, queries[q], &all);
            assert_string_equal(with, without);
            assert_int_equal(all, turn == 0);
            free(with);
            free(without);
        }
        store_close(store);
    }
    store = open_archive("others");
    make_index(store); /* parts that are out of date are removed */
    struct index *index;
    assert_int_equal(index_open(&index, store, false, NULL), 0);
    assert_false(index_wanted(index, store));
    assert_int_equal(index->parts, 2);
    index_close(index);
    store_close(store);
    free(game);
}

/* A pack written a moment ago may still change: it is indexed when it is old enough. */
static void a_recent_pack_is_not_indexed_yet(void **state)
{
    (void)state;
    enum { GAMES = 50 };
    struct stat stat_of;
    struct timespec now;
    bool all;
    struct store *store = new_archive("fresh");
    new_pgn("fresh.pgn", GAMES);
    import(store, in_top("fresh.pgn"), "fresh");
    store_close(store);
    assert_int_equal(utimensat(AT_FDCWD, in_top("fresh/packs/fresh.yaml"), NULL, 0), 0);
    store = open_archive("fresh");
    make_index(store);
    clock_gettime(CLOCK_REALTIME, &now);
    assert_int_equal(stat(in_top("fresh/packs/fresh.yaml"), &stat_of), 0);
    assert_true(now.tv_sec - stat_of.st_mtim.tv_sec >= 2);
    char *quiet = found_by_index(store, "text:quiet", &all);
    assert_true(all && *quiet);
    free(quiet);
    store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sidecars_are_only_a_cache),
        cmocka_unit_test(a_long_list_is_there_at_once),
        cmocka_unit_test(the_index_of_another_pack_is_not_trusted),
        cmocka_unit_test(a_recent_pack_is_not_indexed_yet),
    };
    return cmocka_run_group_tests_name("pack_sidecars", tests, make_top, drop_top);
}
