/* test_pack_sidecars.c - what is kept beside packs, lists, positions, texts and plies, is only a cache: none, cut off, damaged, another's. */
#include "config.h"
#include "tests/packed_club.h"

#include "archive/pack_parts.h"

#include <signal.h>

/* Sidecars: absent, cut off, with any byte changed, of another pack, of the pack as it was: the same list. */
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
        assert_int_equal(made_size, size); /* made anew */
        free(made);
    }
    /* Another pack of the same size and times under the same name. */
    struct stat stat_of;
    assert_int_equal(stat(in_top("cache/packs/first.yaml"), &stat_of), 0);
    char *pack = read_file(in_top("cache/packs/first.yaml"), &pack_size);
    memcpy(strstr(pack, "Player"), "Reyalp", 6);
    write_file(in_top("cache/packs/first.yaml"), pack, pack_size);
    assert_int_equal(utimensat(AT_FDCWD, in_top("cache/packs/first.yaml"), (struct timespec[2]){stat_of.st_atim, stat_of.st_mtim}, 0),
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

/* A long list waits until more than a screen of it is asked for; what it says first is what it says then. One that is
 * damaged behind its head is found out when it is asked for. */
static void a_long_list_waits(void **state)
{
    (void)state;
    enum { GAMES = 20500, LOOKED_AT = 30 };
    struct yaml_text text = {0};
    struct listing first[LOOKED_AT];
    store_close(new_archive("long"));
    for (int i = 0; i < GAMES; i++) {
        char game[300];
        snprintf(game, sizeof game,
                 "---\nchesscade: 1\nid: '01M80D4X0G9JE61NP9C%07d'\nrev: 1\nvariant: 'classical'\nnotation: 'san'\n"
                 "players: [{side: 'w', name: 'Player %d'}, {side: 'b', name: 'B'}]\nresult: {score: '*'}\nmoves: []\n", i, i);
        yaml_text_add(&text, game, strlen(game));
    }
    mkdir(in_top("long/packs"), 0777);
    write_file(in_top("long/packs/all.yaml"), text.v, (size_t)text.n);
    make_older(in_top("long/packs/all.yaml"));
    store_close(open_archive("long")); /* the list is made */
    size_t size;
    char *good = read_file(in_top("long/.index/all.headers"), &size);
    for (int damaged = 0; damaged < 2; damaged++) {
        struct store *store;
        good[size / 2] ^= damaged;
        write_file(in_top("long/.index/all.headers"), good, size);
        assert_int_equal(store_open(&store, in_top("long"), NULL, NULL), 0);
        assert_int_equal(store_count(store), 0);
        assert_int_equal(store_total(store), GAMES);
        assert_true(store_scan(store, LOOKED_AT));
        assert_int_equal(store_count(store), LOOKED_AT);
        for (int i = 0; i < LOOKED_AT; i++) {
            first[i] = *store_listing(store, i);
            assert_int_equal(atoi(first[i].player[0] + strlen("Player ")), i);
        }
        assert_int_equal(store_scan(store, 500), damaged);
        assert_int_equal(store_count(store), damaged ? LOOKED_AT + 500 : GAMES);
        while (store_scan(store, 5000))
            continue;
        assert_int_equal(store_count(store), GAMES);
        for (int i = 0; i < LOOKED_AT; i++)
            assert_string_equal(store_listing(store, i)->id, first[i].id);
        assert_string_equal(store_listing(store, GAMES - 1)->player[0], "Player 20499");
        store_close(store);
    }
    free(good);
    yaml_text_clear(&text);
}

/* The index of positions: none, all of it, a part, damaged anywhere, another pack's: the same games are found. */
static void positions_are_the_same(void **state)
{
    (void)state;
    enum { GAMES = 200 }; /* many enough that some need not be tried */
    static const char query[] = "pos:\"rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2\"";
    struct store *store = new_archive("places");
    new_pgn("many_places.pgn", GAMES);
    import(store, in_top("many_places.pgn"), "many_places");
    char *without = found(store, query);
    assert_true(strlen(without) > 20);
    store_close(store);
    char *good = NULL;
    size_t size = 0;
    for (int turn = 0; turn < 70; turn++) {
        const char *path = in_top("places/.index/many_places.positions");
        if (turn == 1) {
            int folder = open(in_top("places/packs"), O_RDONLY | O_DIRECTORY), done;
            struct sidecar_place beside = {.folder = open(in_top("places/.index"), O_RDONLY | O_DIRECTORY)};
            struct pack *pack;
            struct note why;
            assert_int_equal(pack_open(&pack, folder, "many_places.yaml", &beside, &yaml_limits_default, &why), 0);
            while (pack_index_step(pack, &done))
                continue;
            assert_int_equal(done, GAMES);
            pack_close(pack);
            close(folder);
            close(beside.folder);
            good = read_file(path, &size);
            assert_true(size > GAMES * 8);
        } else if (turn >= 2 && turn < 12) {
            write_file(path, good, size * (size_t)(turn - 2) / 10);
        } else if (turn >= 60) { /* how many games a piece has is part of what is checked */
            char *games = good + PIECES_HEAD + offsetof(struct positions_piece, games);
            *games = (char)((GAMES & 0xFF) - (turn - 59));
            write_file(path, good, size);
            *games = (char)GAMES;
        } else if (turn >= 12) {
            size_t at = (size_t)(turn - 12) * size / 48;
            good[at] ^= 4;
            write_file(path, good, size);
            good[at] ^= 4;
        }
        store = open_archive("places");
        char *with = found(store, query);
        assert_string_equal(with, without);
        free(with);
        store_close(store);
    }
    free(without);
    free(good);
}

/* Positions, texts and plies of another pack with as many games, or of the pack as it was: they are not believed. */
static void pieces_of_others_are_none(void **state)
{
    (void)state;
    enum { GAMES = 120, FILES = 3, QUERIES = 4 };
    static const char *const files[FILES] = {"positions", "texts", "plies"};
    static const char *const queries[QUERIES] = {"pos:\"rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq d3 0 1\"", "text:quiet",
                                                 "text:loud", "move:d4"};
    char from[300], to[300], *game = memory_new(GAMES, 100), *truth[QUERIES];
    struct store *store = new_archive("others");
    size_t used = 0, size;
    for (int i = 0; i < GAMES; i++)
        text_add(game, GAMES * 100, &used, "[White \"%d\"]\n\n1. %s *\n\n", i, i % 3 ? "d4 {quiet}" : "e4 {loud}");
    write_file(in_top("one.pgn"), game, used);
    for (char *at = game; (at = strstr(at, "1. ")); at++)
        at[3] = at[3] == 'd' ? 'e' : 'd';
    for (char *at = game; (at = strstr(at, "{quiet}")); at++)
        memcpy(at, "{loud}.", 6);
    write_file(in_top("two.pgn"), game, used);
    import(store, in_top("one.pgn"), "one");
    import(store, in_top("two.pgn"), "two");
    store_close(store);
    make_older(in_top("others/packs/one.yaml"));
    make_older(in_top("others/packs/two.yaml"));
    store = open_archive("others");
    for (int q = 0; q < QUERIES; q++)
        truth[q] = found(store, queries[q]);
    assert_string_not_equal(truth[0], truth[1]);
    int done, total;
    while (store_packs_index(store, &done, &total))
        continue;
    assert_int_equal(done, 2 * GAMES);
    store_close(store);
    for (int turn = 0; turn <= FILES; turn++) {
        if (turn < FILES) {
            snprintf(from, sizeof from, "%s/.index/one.%s", in_top("others"), files[turn]);
            snprintf(to, sizeof to, "%s/.index/two.%s", in_top("others"), files[turn]);
            char *bytes = read_file(from, &size);
            write_file(to, bytes, size);
            free(bytes);
        } else
            utimensat(AT_FDCWD, in_top("others/packs/one.yaml"), (struct timespec[]){{1e9, 0}, {1e9, 0}}, 0);
        store = open_archive("others");
        for (int q = 0; q < QUERIES; q++) {
            char *now = found(store, queries[q]);
            if (strcmp(now, truth[q]) != 0)
                fail_msg("turn %d: '%s' finds\n%s\nand not\n%s", turn, queries[q], now, truth[q]);
            free(now);
        }
        store_close(store);
    }
    for (int q = 0; q < QUERIES; q++)
        free(truth[q]);
    free(game);
}

/* Of a pack written a moment before it was indexed it is not certain that it stayed so: its index is none. */
static void pieces_of_a_pack_just_written_are_none(void **state)
{
    (void)state;
    enum { GAMES = 50 };
    int done, total;
    struct store *store = new_archive("fresh");
    new_pgn("fresh.pgn", GAMES);
    import(store, in_top("fresh.pgn"), "fresh");
    store_close(store);
    for (int old = 0; old < 2; old++) {
        if (old)
            make_older(in_top("fresh/packs/fresh.yaml"));
        else /* not by an import, which sees to that itself */
            assert_int_equal(utimensat(AT_FDCWD, in_top("fresh/packs/fresh.yaml"), NULL, 0), 0);
        store = open_archive("fresh");
        while (store_packs_index(store, &done, &total))
            continue;
        store_close(store);
        store = open_archive("fresh");
        free(found(store, "text:quiet"));
        assert_int_equal(store->shelf[0].pack->texts.games, old ? GAMES : 0);
        store_close(store);
    }
}

/* A pack of games one knows all positions of: every third begins with 1. d4, and every fourth has 1... c5 as a variation. */
enum { KNOWN_GAMES = PIECE_GAMES + 2000 }; /* two pieces */

static void known_pack(const char *name)
{
    struct yaml_text text = {0};
    char path[300], game[400];
    store_close(new_archive(name));
    for (int i = 0; i < KNOWN_GAMES; i++) {
        snprintf(game, sizeof game,
                 "---\nchesscade: 1\nid: '01M80D4X0G9JE61NP9D%07d'\nrev: 1\nvariant: 'classical'\nnotation: 'san'\n"
                 "players: [{side: 'w', name: 'A'}, {side: 'b', name: 'B'}]\nresult: {score: '*'}\nmoves:\n- '%s'\n%s", i,
                 i % 3 ? "e4" : "d4", i % 4 ? "- 'e5'\n" : "- m: 'e5'\n  alts:\n  - moves: ['c5']\n");
        yaml_text_add(&text, game, strlen(game));
    }
    snprintf(path, sizeof path, "%s/packs", in_top(name));
    mkdir(path, 0777);
    snprintf(path, sizeof path, "%s/packs/all.yaml", in_top(name));
    write_file(path, text.v, (size_t)text.n);
    make_older(path);
    yaml_text_clear(&text);
    store_close(open_archive(name)); /* its list is made */
}

/* Build the positions of that pack, or go on with it. */
static void build_positions(const char *name)
{
    char path[300];
    snprintf(path, sizeof path, "%s/packs", in_top(name));
    int folder = open(path, O_RDONLY | O_DIRECTORY), done;
    snprintf(path, sizeof path, "%s/.index", in_top(name));
    struct sidecar_place beside = {.folder = open(path, O_RDONLY | O_DIRECTORY)};
    struct pack *pack;
    struct note why;
    assert_int_equal(pack_open(&pack, folder, "all.yaml", &beside, &yaml_limits_default, &why), 0);
    while (pack_scan(pack, 5000))
        continue;
    while (pack_index_step(pack, &done))
        continue;
    assert_int_equal(done, KNOWN_GAMES);
    pack_close(pack);
    close(folder);
    close(beside.folder);
}

static int count_found(struct store *store, const char *query)
{
    struct finder *finder;
    assert_int_equal(finder_open(&finder, store, NULL, query, NULL, NULL), 0);
    while (finder_step(finder, 1000))
        continue;
    int n = finder_count(finder);
    finder_close(finder);
    return n;
}

/* The answers are known without asking anything of ours. */
static void known_positions_are_found(const char *name)
{
    int d4 = (KNOWN_GAMES + 2) / 3, c5 = (KNOWN_GAMES + 3) / 4, both = (KNOWN_GAMES + 11) / 12;
    struct store *store = open_archive(name);
    assert_int_equal(count_found(store, "pos:\"rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq d3 0 1\""), d4);
    static const char sicilian[] = "pos:\"rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6 0 2\"";
    static const char benoni[] = "pos:\"rnbqkbnr/pp1ppppp/8/2p5/3P4/8/PPP1PPPP/RNBQKBNR w KQkq c6 0 2\" in:variations";
    char everywhere[200];
    snprintf(everywhere, sizeof everywhere, "%s in:variations", sicilian);
    assert_int_equal(count_found(store, sicilian), 0);
    assert_int_equal(count_found(store, everywhere), c5 - both);
    assert_int_equal(count_found(store, benoni), both);
    assert_int_equal(count_found(store, "pos:\"rnbqkbnr/pppppppp/8/8/5P2/8/PPPPP1PP/RNBQKBNR b KQkq f3 0 1\""), 0);
    store_close(store);
}

/* Building the positions is killed anywhere, and cut off anywhere: it goes on, to the same bytes as without. */
static void killed_positions_go_on(void **state)
{
    enum { KILLS = 3, CUTS = 3 };
    char path[300];
    size_t size, again_size;
    (void)state;
    known_pack("killed");
    snprintf(path, sizeof path, "%s/.index/all.positions", in_top("killed"));
    build_positions("killed");
    char *whole = read_file(path, &size);
    known_positions_are_found("killed");
    for (int turn = 0; turn < KILLS + CUTS; turn++) {
        unlink(path);
        if (turn < KILLS) {
            struct stat stat_of;
            int status = 0;
            pid_t child = fork();
            if (child == 0) {
                build_positions("killed");
                _exit(0);
            }
            while ((stat(path, &stat_of) < 0 || (size_t)stat_of.st_size < size * (size_t)turn / KILLS) &&
                   waitpid(child, &status, WNOHANG) == 0)
                nanosleep(&(struct timespec){.tv_nsec = 200000}, NULL);
            kill(child, SIGKILL);
            while (waitpid(child, &status, 0) < 0 && errno == EINTR)
                continue;
        } else {
            write_file(path, whole, size * (size_t)(turn - KILLS + 1) / (CUTS + 1));
        }
        if (turn % 2)
            known_positions_are_found("killed"); /* as far as it is there */
        build_positions("killed");
        char *again = read_file(path, &again_size);
        /* The head says when it was made. */
        if (again_size != size || memcmp(again + PIECES_HEAD, whole + PIECES_HEAD, size - PIECES_HEAD) != 0)
            fail_msg("turn %d: %zu bytes, not the %zu of before, or others", turn, again_size, size);
        free(again);
    }
    known_positions_are_found("killed");
    free(whole);
}

/* A million games have 128 MB, of which the list takes up to 96 and a piece 15. */
static void many_processors_take_no_more_memory_than_is_promised(void **state)
{
    (void)state;
    assert_int_equal(pack_index_threads(1000000, 1), 1);
    assert_int_equal(pack_index_threads(1000000, 2), 2);
    assert_int_equal(pack_index_threads(1000000, 64), 2);
    assert_int_equal(pack_index_threads(2000000, 64), 4);
    assert_int_equal(pack_index_threads(50000000, 64), 8);
    assert_int_equal(pack_index_threads(100000, 64), 5);
    assert_int_equal(pack_index_threads(780000, 64), 1);
    assert_int_equal(pack_index_threads(0, 64), 6);
    assert_int_equal(pack_index_threads(0, -1), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sidecars_are_only_a_cache),
        cmocka_unit_test(a_long_list_waits),
        cmocka_unit_test(positions_are_the_same),
        cmocka_unit_test(pieces_of_others_are_none),
        cmocka_unit_test(pieces_of_a_pack_just_written_are_none),
        cmocka_unit_test(killed_positions_go_on),
        cmocka_unit_test(many_processors_take_no_more_memory_than_is_promised),
    };
    return cmocka_run_group_tests_name("pack_sidecars", tests, make_top, drop_top);
}
