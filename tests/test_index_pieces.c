/* test_index_pieces.c - what is kept in pieces, positions, texts and plies, for an archive's games and its packs: the same answers
 * with all of it, a part, and a rotten one. */
#include "config.h"
#include "tests/indexed_club.h"

#include "archive/pack_parts.h"
#include "archive/pack_writer.h"
#include "archive/query_parts.h"
#include "archive/sieve.h"

static void pack_game(struct pack_writer *writer, struct record *record)
{
    struct note why = {.text = ""};
    if (pack_writer_add(writer, record, &why) < 0)
        fail_msg("%s", why.text);
}

/* All games once more in a pack, and some of them many times, so that many came the same way to a position: also from a
 * position of their own that looks like the set-up, and into a variation. */
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
        bool often = !strcmp(variant, "classical") || !strcmp(variant, "turnover") || !strcmp(variant, "one");
        assert_int_equal(store_load(plain, at, &record, NULL, NULL, NULL), 0);
        pack_game(writer, record);
        for (int i = 0; often && i < COPIES; i++) {
            ulid_new(record->id);
            if (!strcmp(variant, "classical") && i == OTHER_START)
                record_set_text(record, "start.position", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1");
            if (!strcmp(variant, "classical") && i == TWO_QUEENS) /* near the set-up, where no game from it comes */
                record_set_text(record, "start.position", "rnbqkbnr/pppppppp/8/8/8/Q7/PPPPPPPP/RNBQKBNR w - - 0 1");
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

/* The answer as it is found by trying every game, with nothing that is known beforehand. */
static char *answer_of_all(struct store *store, const char *text, const struct position *here)
{
    struct query *query;
    struct yaml_text out = {0};
    assert_int_equal(query_parse(text, here, &query, NULL), 0);
    yaml_text_add(&out, "", 0);
    for (int at = 0; at < store_count(store); at++) {
        struct tried tried = {store, at, NULL};
        struct query_game game = {store_listing(store, at), load_tried, NULL, &tried, .first = true};
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
                                ? answer(store, NULL, queries[q], &here[h].position) : NULL;
        for (int t = 0; t < TREES; t++)
            grown[h][t] = tree_text(store, NULL, trees[t], h ? &here[h].position : NULL);
    }
    for (int q = 0; q < QUERIES; q++) {
        char *all = strstr(queries[q], "sort:") ? NULL : answer_of_all(store, queries[q], &here[0].position);
        if (all && strcmp(all, without[0][q]) != 0)
            fail_msg("'%s' finds\n%s\ntrying every game\n%s", queries[q], without[0][q], all);
        free(all);
    }
    struct index *index = must_index(store, true);
    bring_up(index);
    for (int turn = 0; turn < 2; turn++) { /* and without the index of the store's own games */
        for (int h = 0; h < PLACES; h++) {
            for (int q = 0; q < QUERIES; q++) {
                char *found = without[h][q] ? answer(store, turn ? NULL : index, queries[q], &here[h].position) : NULL;
                if (found && strcmp(found, without[h][q]) != 0)
                    fail_msg("'%s' finds\n%s\nwithout the index\n%s", queries[q], found, without[h][q]);
                free(found);
            }
            for (int t = 0; t < TREES; t++) {
                char *with = tree_text(store, turn ? NULL : index, trees[t], h ? &here[h].position : NULL);
                assert_string_equal(with, grown[h][t]);
                free(with);
            }
        }
    }
    /* It does know: most of those that came often need not be tried. */
    for (int h = 0; h < 4; h++) {
        struct query *query;
        assert_int_equal(query_parse("pos:here", &here[h].position, &query, NULL), 0);
        struct sieve_set set = sieve_store(store, index, query);
        for (int at = 0; at < store_count(store); at++)
            sure += sieve_has(set.sure, at);
        sieve_set_clear(&set);
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

/* Files that came the same way, too few for a piece: a position and what is near it are looked at in one of them. */
static void files_that_came_alike_are_sure(void **state)
{
    (void)state;
    enum { COPIES = 60, OTHER_START = 20, TWO_QUEENS = 21, LOST = 5 /* games that are another way's, or must be tried */ };
    static const char *const asked[] = {"near:here", "pos:here", "-near:here", "near:here in:variations"};
    char where[300], files[320];
    struct store *store;
    struct record *record, *copy[COPIES];
    int results[COPIES], classical = 0;
    snprintf(where, sizeof where, "%.280s/alike", top);
    assert_int_equal(store_create(where, "Alike", NULL), 0);
    assert_int_equal(store_open(&store, where, NULL, NULL), 0);
    while (strcmp(store_listing(plain, classical)->variant, "classical") != 0)
        classical++;
    assert_int_equal(store_load(plain, classical, &record, NULL, NULL, NULL), 0);
    for (int i = 0; i < COPIES; i++) {
        copy[i] = record_copy(record);
        ulid_new(copy[i]->id);
        copy[i]->rev = 0;
        if (i == OTHER_START || i == TWO_QUEENS)
            record_set_text(copy[i], "start.position", i == OTHER_START ? "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1"
                                                                        : "rnbqkbnr/pppppppp/8/8/8/Q7/PPPPPPPP/RNBQKBNR w - - 0 1");
    }
    assert_int_equal(store_add(store, copy, COPIES, results, NULL), 0);
    for (int i = 0; i < COPIES; i++) {
        assert_int_equal(results[i], 0);
        record_free(copy[i]);
    }
    store_close(store);
    snprintf(files, sizeof files, "%s/games", where);
    age(files);
    assert_int_equal(store_open(&store, where, NULL, NULL), 0);
    struct index *index = must_index(store, true);
    index->piece_games = PIECE_GAMES;
    bring_up(index);
    assert_int_equal(index->positions.pieces, 0);
    for (int plies = 0; plies < 3; plies++) {
        struct here here;
        position_after(plain, classical, plies, false, &here);
        for (size_t q = 0; q < sizeof asked / sizeof *asked; q++) {
            char *found = answer(store, index, asked[q], &here.position), *all = answer_of_all(store, asked[q], &here.position);
            assert_string_equal(found, all);
            free(found);
            free(all);
        }
        for (int q = 0; q < 2; q++) {
            struct query *query;
            int sure = 0;
            assert_int_equal(query_parse(asked[q], &here.position, &query, NULL), 0);
            struct sieve_set set = sieve_store(store, index, query);
            for (int at = 0; at < store_count(store); at++)
                sure += sieve_has(set.sure, at);
            assert_true(sure >= COPIES - LOST);
            sieve_set_clear(&set);
            query_free(query);
        }
        ruleset_free(here.rules);
    }
    record_free(record);
    index_close(index);
    store_close(store);
}

/* The pieces of positions beside the SQLite file: none, cut off, changed anywhere, of an SQLite file of another time. */
static void rotten_pieces_do_no_harm(void **state)
{
    (void)state;
    enum { CUTS = 5, HEADS = 10 };
    int turns = getenv("CHESSCADE_LONG") ? 60 : 16; /* make check-long */
    char path[420], *tree[HERES];
    struct stat size;
    struct store *store;
    for (int h = 0; h < HERES; h++)
        tree[h] = tree_text(plain, NULL, "", &heres[h].position);
    snprintf(path, sizeof path, "%s/.index/v1.positions", club);
    unlink(sidecar);
    unlink(path);
    for (int turn = 0; turn < turns; turn++) {
        open_store(&store);
        struct index *index = must_index(store, true);
        bring_up(index);
        if (turn == 0)
            assert_true(index->positions.games >= games_made / PIECE_OF_TEST * PIECE_OF_TEST && index->positions.pieces > 1);
        index_close(index);
        store_close(store);
        assert_int_equal(stat(path, &size), 0);
        if (turn < CUTS)
            assert_int_equal(truncate(path, size.st_size * turn / CUTS), 0);
        else if (turn < HEADS) /* where the seals and the checks are */
            overwrite(path, PIECES_HEAD + chance((int)sizeof(struct positions_piece)), 8, false);
        else if (turn < turns - 1)
            overwrite(path, chance((int)size.st_size - 8), 8, false);
        else
            unlink(sidecar); /* the numbers are given anew */
        open_store(&store);
        if (index_open(&index, store, false, NULL) < 0)
            index = must_index(store, true);
        for (int h = 0; h < HERES; h++) {
            for (int q = 0; q < QUERIES; q++) {
                char *found = truth[h][q] && strstr(queries[q], "here") ? answer(store, index, queries[q], &heres[h].position) : NULL;
                if (found && strcmp(found, truth[h][q]) != 0)
                    fail_msg("turn %d: '%s' finds\n%s\nwithout the index\n%s", turn, queries[q], found, truth[h][q]);
                free(found);
            }
            char *with = tree_text(store, index, "", &heres[h].position);
            assert_string_equal(with, tree[h]);
            free(with);
        }
        index_close(index);
        store_close(store);
    }
    for (int h = 0; h < HERES; h++)
        free(tree[h]);
}

/* How many games a query may be met in as a pack's index tells, and in how many it surely is. */
static void count_told(struct store *store, const char *text, int *may, int *sure)
{
    struct query *query;
    *may = *sure = 0;
    assert_int_equal(query_parse(text, NULL, &query, NULL), 0);
    struct sieve_set set = sieve_store(store, NULL, query);
    for (int at = 0; at < store_count(store); at++) {
        *may += sieve_has(set.may, at);
        *sure += set.sure && sieve_has(set.sure, at);
    }
    sieve_set_clear(&set);
    query_free(query);
}

/* Change each such text in a file by a letter. */
static void change_text(const char *path, const char *text)
{
    size_t size, length = strlen(text);
    char *bytes = read_file(path, &size);
    int changed = 0;
    for (char *at = bytes; (at = memmem(at, size - (size_t)(at - bytes), text, length)); changed++)
        *at ^= 1;
    assert_true(changed > 0);
    write_file(path, bytes, size);
    free(bytes);
}

/* The texts of a pack: built in pieces, none, cut off, changed anywhere; and they do narrow. */
static void rotten_texts_do_no_harm(void **state)
{
    (void)state;
    static const char *const asked[] = {"morphy", "\"open file\"", "h", "of", "text:of", "text:ring", "text:h", "by:ana", "by:a",
                                        "nag:!!", "has:line", "has:mark", "\u00DCber", "uber", "saric", "\u0161", "ss", "-text:of", "a | \u00DC",
                                        "text:hereafter", "hereafter", "xyzzy", "text:run | nag:?", "inventor's"};
    static const struct {
        const char *query;
        int sure; /* so many hundredths of these need not be tried, but where a game is odd */
    } narrow[] = {{"xyzzy", 0}, {"text:qu", 50}, {"has:mark", 100}, {"nag:!!", 100}, {"text:ring", 60}, {"text:\"open file\"", 60}};
    enum { ASKED = sizeof asked / sizeof *asked, CUTS = 6, PIECE = 100 };
    int turns = getenv("CHESSCADE_LONG") ? 60 : 18; /* make check-long */
    char where[300], path[420], *truth_of[ASKED];
    struct store *store;
    struct stat size;
    snprintf(where, sizeof where, "%.280s/packed", top);
    snprintf(path, sizeof path, "%s/.index/all.texts", where);
    unlink(path);
    assert_int_equal(store_open(&store, where, NULL, NULL), 0);
    for (int q = 0; q < ASKED; q++)
        truth_of[q] = answer(store, NULL, asked[q], NULL);
    store_close(store);
    for (int turn = 0; turn < turns; turn++) {
        int done, total;
        assert_int_equal(store_open(&store, where, NULL, NULL), 0);
        while (store_scan(store, INT_MAX))
            continue;
        struct pack *pack = store->shelf[0].pack;
        pack->text_games = PIECE;
        while (store_packs_index(store, &done, &total))
            continue;
        assert_int_equal(pack->texts.games, total);
        assert_true(pack->texts.pieces >= total / PIECE);
        for (size_t i = 0; turn == 0 && i < sizeof narrow / sizeof *narrow; i++) {
            int may, sure;
            count_told(store, narrow[i].query, &may, &sure);
            assert_true(may < total * 9 / 10);
            assert_true(sure * 100 >= may * narrow[i].sure && (sure > 0 || !narrow[i].sure));
        }
        store_close(store);
        assert_int_equal(stat(path, &size), 0);
        if (turn > 0 && turn < CUTS)
            assert_int_equal(truncate(path, size.st_size * turn / CUTS), 0);
        else if (turn == CUTS)
            change_text(path, "ring"); /* what is kept in full is checked, too */
        else if (turn > 0)
            overwrite(path, chance((int)size.st_size - 8), 8, false);
        assert_int_equal(store_open(&store, where, NULL, NULL), 0);
        for (int q = 0; q < ASKED; q++) {
            char *found = answer(store, NULL, asked[q], NULL);
            if (strcmp(found, truth_of[q]) != 0)
                fail_msg("turn %d: '%s' finds\n%s\nwithout the texts\n%s", turn, asked[q], found, truth_of[q]);
            free(found);
        }
        store_close(store);
    }
    for (int q = 0; q < ASKED; q++)
        free(truth_of[q]);
}

/* The plies of a pack: none, cut off, changed anywhere; they tell all there is to know, so that no game is tried. */
static void rotten_plies_do_no_harm(void **state)
{
    (void)state;
    static const char *const asked[] = {"move:e4", "move:e4 in:variations", "-move:e4", "ply:*x* in:variations", "move:O-O",
                                        "cascade:2", "cascade:>=2 in:variations", "turn:(r)", "turn:b@sw", "ply:N* | text:ring", "move:Na8"};
    enum { ASKED = sizeof asked / sizeof *asked, CUTS = 6 };
    int turns = getenv("CHESSCADE_LONG") ? 60 : 18, informative = 0; /* make check-long */
    char where[300], path[420], *truth_of[ASKED];
    struct store *store;
    struct stat size;
    snprintf(where, sizeof where, "%.280s/packed", top);
    snprintf(path, sizeof path, "%s/.index/all.plies", where);
    unlink(path);
    assert_int_equal(store_open(&store, where, NULL, NULL), 0);
    for (int q = 0; q < ASKED; q++) {
        truth_of[q] = answer(store, NULL, asked[q], NULL);
        informative += *truth_of[q] != '\0';
    }
    assert_true(informative > ASKED / 2);
    store_close(store);
    for (int turn = 0; turn < turns; turn++) {
        int done, total, may, sure;
        assert_int_equal(store_open(&store, where, NULL, NULL), 0);
        while (store_scan(store, INT_MAX))
            continue;
        while (store_packs_index(store, &done, &total))
            continue;
        assert_int_equal(store->shelf[0].pack->plies.games, total);
        for (int q = 0; turn == 0 && q < ASKED; q++)
            if (!strchr(asked[q], '@') && !strstr(asked[q], "text:")) { /* which ask for more than plies */
                count_told(store, asked[q], &may, &sure);
                assert_int_equal(may, sure);
            }
        store_close(store);
        assert_int_equal(stat(path, &size), 0);
        if (turn > 0 && turn < CUTS)
            assert_int_equal(truncate(path, size.st_size * turn / CUTS), 0);
        else if (turn == CUTS)
            change_text(path, "Nf3");
        else if (turn > 0)
            overwrite(path, chance((int)size.st_size - 8), 8, false);
        assert_int_equal(store_open(&store, where, NULL, NULL), 0);
        for (int q = 0; q < ASKED; q++) {
            char *found = answer(store, NULL, asked[q], NULL);
            if (strcmp(found, truth_of[q]) != 0)
                fail_msg("turn %d: '%s' finds\n%s\nwithout the plies\n%s", turn, asked[q], found, truth_of[q]);
            free(found);
        }
        store_close(store);
    }
    for (int q = 0; q < ASKED; q++)
        free(truth_of[q]);
}

/* A game of so many plies that no other has. */
static struct record *game_of_its_own(int from, int plies)
{
    struct yaml_text text = {0};
    struct record *record;
    char ply[32];
    static const char head[] = "chesscade: 1\nid: '01JD9T9Q2W4B6M8K0R3F5H7C1D'\nrev: 1\nvariant: 'classical'\nnotation: 'san'\n"
                               "players:\n- {side: 'w', name: 'A'}\n- {side: 'b', name: 'B'}\nmoves:\n";
    yaml_text_add(&text, head, strlen(head));
    for (int i = 0; i < plies; i++) {
        snprintf(ply, sizeof ply, "- 'x%d'\n", from + i);
        yaml_text_add(&text, ply, strlen(ply));
    }
    assert_int_equal(record_read(text.v, (size_t)text.n, 1, &yaml_limits_default, &record, NULL, NULL), 0);
    yaml_text_clear(&text);
    return record;
}

/* As many different plies as there is room for are told of, one more and nothing is known of the piece. */
static void too_many_plies_are_none(void **state)
{
    (void)state;
    enum { GAMES = 8, EACH = PLIES_MOST / GAMES };
    char wanted[] = "x7";
    struct term term = {.kind = TERM_KEY, .key = ASK_PLY, .text = wanted};
    for (int more = 0; more < 2; more++) {
        struct plies_making making;
        struct file_stamp stamp = {0};
        struct sidecar_place beside = {.folder = open(top, O_RDONLY | O_DIRECTORY)};
        struct pieces plies = {.fd = -1};
        uint8_t may[2] = {0}, sure[2] = {0};
        plies_making_begin(&making, 0, GAMES);
        for (int i = 0; i < GAMES; i++) {
            struct record *record = game_of_its_own(i * EACH, EACH + (more && i == GAMES - 1));
            plies_making_add(&making, i, record);
            record_free(record);
        }
        assert_int_equal(making.dropped, more);
        pieces_open(&plies, &plies_kind, &beside, more ? "more" : "most", &stamp, true);
        assert_true(plies_append(&plies, &making));
        plies_making_end(&making);
        plies_find(&plies, GAMES, &term, false, may, sure);
        assert_int_equal(plies.games, GAMES);
        assert_int_equal(may[0], more ? 0xFF : 1);
        assert_int_equal(sure[0], more ? 0 : 1);
        pieces_close(&plies);
        close(beside.folder);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(packs_answer_the_same),
        cmocka_unit_test(files_that_came_alike_are_sure),
        cmocka_unit_test(rotten_pieces_do_no_harm),
        cmocka_unit_test(rotten_texts_do_no_harm),
        cmocka_unit_test(rotten_plies_do_no_harm),
        cmocka_unit_test(too_many_plies_are_none),
    };
    return cmocka_run_group_tests_name("index_pieces", tests, make_archive, drop_archive);
}
