/* test_statistics.c - counting games, and finding duplicates. */
#include "config.h"
#include "tests/support/chance.h"
#include "tests/support/testing.h"

#include "archive/search/collection.h"
#include "archive/report/duplicates.h"
#include "archive/record/edit.h"
#include "archive/report/statistics.h"

#include <sys/wait.h>
#include <unistd.h>

static char top[256];

static int make_top(void **state)
{
    (void)state;
    return make_folder(top, "statistics") ? 0 : -1;
}

static int drop_top(void **state)
{
    (void)state;
    remove_folder(top);
    return 0;
}

static struct record *game(const char *white, const char *black, const char *score, int plies)
{
    static const char *const ply[] = {"e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4"};
    struct record *record = record_new("classical");
    record_set_player(record, 'w', white);
    record_set_player(record, 'b', black);
    record_set_text(record, "result.score", score);
    record_set_text(record, "event.date", "2026-11-21");
    for (int i = 0; i < plies; i++)
        line_append(&record->moves, ply[i]);
    return record;
}

static void add(struct statistics *statistics, const char *white, const char *black,
                const char *score)
{
    struct listing listing = {0};
    struct record *record = game(white, black, score, 4);
    listing_of_record(&listing, record);
    statistics_add(statistics, &listing);
    listing_clear(&listing);
    record_free(record);
}

static char *printed_in(struct statistics *statistics, int columns)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    statistics_print(statistics, columns, out);
    fclose(out);
    return text;
}

static char *printed(struct statistics *statistics)
{
    return printed_in(statistics, STATISTICS_COLUMNS);
}

/* Three players, each against each: points and the cross table, computed by hand. */
static void a_cross_table_is_right(void **state)
{
    (void)state;
    struct statistics *statistics = statistics_new();
    add(statistics, "Ana", "Ivo", "1-0");
    add(statistics, "Mia", "Ana", "1/2-1/2");
    add(statistics, "Ivo", "Mia", "1-0");
    add(statistics, "Ivo", "\033[31mMia", "*");
    char *text = printed(statistics);
    assert_non_null(strstr(text, "4 games, 0 with notes, 4.0 plies on average"));
    assert_non_null(strstr(text, "   1 Ana                        2      1.5 x  1  = "));
    assert_non_null(strstr(text, "   2 Ivo                        3      1   0  x  1 "));
    assert_null(strchr(text, '\033'));
    free(text);
    statistics_free(statistics);
}

/* The width of the longest line after the first, which is a sentence. */
static size_t widest(const char *text)
{
    size_t most = 0, from = strcspn(text, "\n") + 1;
    for (size_t length; text[from]; from += length + 1)
        if ((length = strcspn(text + from, "\n")) > most)
            most = length;
    return most;
}

/* Tables fit any width, with a cross table beside the points or in parts. */
static void tables_fit_any_width(void **state)
{
    (void)state;
    struct statistics *statistics = statistics_new();
    add(statistics, "Bartholomaeus Hieronymus von Unaussprechlich", "Ivo", "1-0");
    for (int i = 0; i < 9; i++)
        add(statistics, "Mia", "Ivo", "0-1");
    for (int columns = STATISTICS_LEAST; columns <= STATISTICS_COLUMNS; columns++) {
        char *text = printed_in(statistics, columns);
        assert_in_range(widest(text), STATISTICS_LEAST / 2, columns);
        free(text);
    }
    char *text = printed_in(statistics, 39);
    assert_non_null(strstr(text, "  1-0                         1  10.0 %\n"));
    assert_non_null(strstr(text, "   2 Bartholomaeus Hier      1      1  \n"));
    free(text);
    statistics_free(statistics);
}

/* "?" is not a player: games without a name may be of many people, so "?" has no row; its opponents
 * still get games and points. */
static void unnamed_players_are_not_listed(void **state)
{
    (void)state;
    struct statistics *statistics = statistics_new();
    add(statistics, "?", "?", "1-0");
    add(statistics, "?", "Ana", "0-1");
    add(statistics, "Ana", "Ivo", "1-0");
    char *text = printed(statistics);
    assert_non_null(strstr(text, "3 games"));
    assert_non_null(strstr(text, "   1 Ana                        2      2   x  1 "));
    assert_non_null(strstr(text, "   2 Ivo                        1      0   0  x "));
    assert_non_null(strstr(text, "without a name       3\n"));
    assert_null(strchr(text, '?'));
    free(text);
    statistics_free(statistics);
    statistics = statistics_new();
    add(statistics, "?", "?", "1-0");
    text = printed(statistics);
    assert_non_null(strstr(text, "none has a name"));
    free(text);
    statistics_free(statistics);
}

/* Games of three have points, too; a score for another number of players does not count. */
static void three_players_have_points(void **state)
{
    static const char *const scores[] = {"1-0-0", "1/2-1/2-1/2", "0-1/2-1/2",
                                         "1-0",   "0-0-1-1",     "*"};
    struct statistics *statistics = statistics_new();
    char *text = NULL;
    size_t size = 0;
    (void)state;
    for (int i = 0; i < 6; i++) {
        struct listing listing = {.players = 3,
                                  .side = {'w', 'b', 'r'},
                                  .variant = "triangle-corners-3",
                                  .date = "",
                                  .score = scores[i],
                                  .player = {"Ana", "Ivo", "Mia"}};
        statistics_add(statistics, &listing);
    }
    FILE *out = open_memstream(&text, &size);
    statistics_print(statistics, STATISTICS_COLUMNS, out);
    fclose(out);
    /* A win against both, a draw of all three, a loss to both: anything else is not a result. */
    assert_non_null(
        strstr(text, "   1 Ana                        6      1.5 x      1=0*** 1=0***"));
    assert_non_null(
        strstr(text, "   2 Ivo                        6      1   0=1*** x      ===***"));
    assert_non_null(
        strstr(text, "   3 Mia                        6      1   0=1*** ===*** x     "));
    assert_non_null(strstr(text, "In games of three, players are compared in pairs: 1 for"));
    free(text);
    text = NULL;
    out = open_memstream(&text, &size);
    statistics_tell(statistics, out);
    fclose(out);
    assert_non_null(strstr(text, "In games of three, players are compared in pairs"));
    assert_non_null(strstr(text, "Ana against Ivo: 6 games, 1.5 to 1.5.\n"));
    free(text);
    statistics_free(statistics);
}

/* Sixteen players, six games each pair: one line would need 154 columns, so the table is in parts.
 * No line is wider than 79 columns, and each pair's games are there for both sides. */
static void a_wide_cross_table_stands_in_parts(void **state)
{
    enum { PLAYERS = 16, EACH = 6, WIDE = 79 };
    struct statistics *statistics = statistics_new();
    char name[PLAYERS][16];
    (void)state;
    for (int i = 0; i < PLAYERS; i++)
        snprintf(name[i], sizeof name[i], "P%02d", i + 1);
    for (int i = 0; i < PLAYERS; i++)
        for (int k = i + 1; k < PLAYERS; k++)
            for (int game = 0; game < EACH; game++)
                add(statistics, name[i], name[k], "1-0");
    char *text = printed(statistics), *rest = NULL;
    assert_non_null(strstr(text, "   1 P01                       90     90  \n"));
    assert_non_null(strstr(text, "\nagainst players 1 to 8\n"));
    assert_non_null(strstr(text, "\nagainst players 9 to 16\n"));
    assert_non_null(strstr(text, "   2 P02              000000 x      111111 "));
    assert_non_null(
        strstr(text, "  16 P16              000000 000000 000000 000000 000000 000000 000000 x "));
    for (char *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest))
        assert_true(strlen(line) <= WIDE);
    free(text);
    statistics_free(statistics);
}

/* A match is shown in full: each game, or, if there are many, the wins out of how many. */
static void a_match_is_shown_in_full(void **state)
{
    (void)state;
    struct statistics *statistics = statistics_new();
    for (int i = 0; i < 6; i++)
        add(statistics, i % 2 ? "Ana" : "Ivo", i % 2 ? "Ivo" : "Ana", i < 4 ? "1-0" : "1/2-1/2");
    for (int i = 0; i < 7; i++)
        add(statistics, "Mia", "Ana", i == 0 ? "1/2-1/2" : i == 1 ? "*" : "0-1");
    char *text = printed(statistics);
    assert_non_null(
        strstr(text, "   1 Ana                       13      8.5 x      0101== 5.5/6 "));
    assert_non_null(
        strstr(text, "   2 Ivo                        6      3   1010== x      .     "));
    assert_non_null(
        strstr(text, "   3 Mia                        7      0.5 0.5/6  .      x     "));
    free(text);
    statistics_free(statistics);
}

static void duplicates_are_merged(void **state)
{
    (void)state;
    char path[300];
    struct note why = {0};
    struct store *store;
    struct record *records[] = {
        game("Morphy, Paul", "Ivo", "1-0", 7), game("Morphy, Paul", "Ivo", "1-0", 7),
        game("Paul MORPHY", "?", "*", 7), game("Anderssen", "Ivo", "1-0", 7),
        game("Morphy, Paul", "Ivo", "1-0", 6)};
    struct spot spot = spot_start();
    spot.ply = 3;
    edit_comment(records[0], &spot, "ana", "one note");
    edit_comment(records[1], &spot, "ivo", "another");
    snprintf(path, sizeof path, "%s/club", top);
    assert_int_equal(store_create(path, "Club", &why), 0);
    assert_int_equal(store_open(&store, path, NULL, &why), 0);
    char ids[5][ULID_LENGTH + 1];
    for (int i = 0; i < 5; i++) {
        struct version version = {0};
        /* ids in the order of the array, whatever the clock does */
        snprintf(records[i]->id, sizeof records[i]->id, "01M803G080MFHJ6Z5J7C7P7WT%u",
                 (unsigned)i % 10);
        value_set(value_map(&records[i]->head, "provenance"), "game",
                  records[i]->id + ULID_LENGTH - 1, true);
        memcpy(ids[i], records[i]->id, sizeof ids[i]);
        assert_int_equal(store_save(store, records[i], &version, &why), 0);
        record_free(records[i]);
    }
    while (store_scan(store, 100))
        continue;
    struct duplicate *duplicate;
    int n = duplicates_find(store, (int[]){0, 1, 2, 3, 4}, 5, &duplicate);
    assert_int_equal(n, 2);
    for (int i = 0; i < n; i++) {
        assert_int_equal(duplicate[i].first, 0);
        assert_int_equal(duplicate[i].second, duplicate[i].exact ? 1 : 2);
    }
    free(duplicate);
    int differ = -1;
    struct collection study;
    collection_begin(&study, "A study", "ana");
    collection_add(&study, ids[1], NULL, "3");
    collection_add(&study, ids[0], NULL, NULL);
    collection_add(&study, ids[1], NULL, NULL);
    collection_add(&study, ids[3], NULL, NULL);
    collection_add(&study, ids[1], "Mine", "5");
    collection_set_item(&study, 0, "comment", "where it begins");
    assert_int_equal(store_collection_save(store, &study, &why), 0);
    assert_int_equal(duplicates_merge(store, ids[0], ids[1], &differ, &why), 0);
    assert_int_equal(differ, 0);
    /* A study keeps its games in their order; a game that is already in it is there once. */
    static const struct {
        int game;
        const char *at_ply, *title, *comment;
    } items[] = {
        {0, "3", "", "where it begins"}, {0, "", "", ""}, {3, "", "", ""}, {0, "5", "Mine", ""}};
    char study_id[ULID_LENGTH + 1];
    snprintf(study_id, sizeof study_id, "%s", collection_text(&study, "id"));
    collection_clear(&study);
    assert_int_equal(store_collection_load(store, study_id, &study, NULL, &why), 0);
    assert_int_equal(collection_items(&study), 4);
    for (int i = 0; i < 4; i++) {
        struct collection_item item = collection_item(&study, i);
        assert_string_equal(item.game, ids[items[i].game]);
        assert_string_equal(item.at_ply, items[i].at_ply);
        assert_string_equal(item.title, items[i].title);
        assert_string_equal(item.comment, items[i].comment);
    }
    collection_clear(&study);
    while (store_scan(store, 100))
        continue;
    assert_int_equal(store_find(store, ids[1]), -1);
    struct record *kept;
    assert_int_equal(store_load(store, store_find(store, ids[0]), &kept, NULL, NULL, &why), 0);
    assert_string_equal(edit_comment_text(kept, &spot, "ana"), "one note");
    assert_string_equal(edit_comment_text(kept, &spot, "ivo"), "another");
    record_free(kept);
    store_close(store);
}

/* A game in which Knights go out and back, of this many plies. */
static struct record *there_and_back(const char *white, const char *black, const char *date,
                                     int plies)
{
    static const char *const ply[] = {"Nf3", "Nf6", "Ng1", "Ng8", "Nc3", "Nc6", "Nb1", "Nb8"};
    struct record *record = game(white, black, "*", 0);
    record_set_text(record, "event.date", date);
    for (int i = 0; i < plies; i++)
        line_append(&record->moves, ply[i % 8]);
    return record;
}

/* A game that continues where another ends is offered together with it, and merged: the longer one,
 * with the comments of both. */
static void a_game_and_its_beginning_are_duplicates(void **state)
{
    static const struct {
        const char *white, *black, *date;
        int plies, longer; /* the longer game that this one is the beginning of; -1: none */
    } rows[] = {
        {"Ana", "Ivo", "2026-01-01", DUPLICATE_BEGIN, 3},
        {"Ana", "Ivo", "2026-01-01", DUPLICATE_BEGIN - 1, -1},
        {"Ana", "Ivo", "2026-01-02", DUPLICATE_BEGIN + 2, -1},
        {"Ana", "Ivo", "2026-01-01", DUPLICATE_BEGIN + 6, -1},
        {"Ana", "ivo", "2026-01-01", DUPLICATE_BEGIN + 3, 3},
        {"Ivo", "Ana", "2026-01-01", DUPLICATE_BEGIN + 1, -1},
        {"Ana", "?", "2026-01-01", DUPLICATE_BEGIN + 5, -1},
        {"Ana", "Ivo", "2026-01-01", DUPLICATE_BEGIN + 3, -1},
    };
    enum { ROWS = sizeof rows / sizeof *rows };
    char path[300], ids[ROWS][ULID_LENGTH + 1];
    struct note why = {0};
    struct store *store;
    struct spot spot = spot_start();
    int place[ROWS], got = 0;
    (void)state;
    spot.ply = 3;
    snprintf(path, sizeof path, "%s/longer", top);
    assert_int_equal(store_create(path, "Longer", &why), 0);
    assert_int_equal(store_open(&store, path, NULL, &why), 0);
    for (int i = 0; i < ROWS; i++) {
        struct version version = {0};
        struct record *record =
            there_and_back(rows[i].white, rows[i].black, rows[i].date, rows[i].plies);
        snprintf(record->id, sizeof record->id, "01M803G080MFHJ6Z5J7C7P7WT%u", (unsigned)i);
        memcpy(ids[i], record->id, sizeof ids[i]);
        edit_comment(record, &spot, i == 3 ? "ana" : "ivo",
                     i == 3 ? "of the longer" : "of the shorter");
        assert_int_equal(store_save(store, record, &version, &why), 0);
        record_free(record);
        place[i] = i;
    }
    while (store_scan(store, 100))
        continue;
    struct duplicate *duplicate;
    int n = duplicates_find(store, place, ROWS, &duplicate);
    for (int i = 0; i < n; i++) {
        bool same = duplicate[i].first == 4 && duplicate[i].second == 7;
        assert_true(same || duplicate[i].first == rows[duplicate[i].second].longer);
        assert_false(duplicate[i].exact);
        got |= same ? 0 : 1 << duplicate[i].second;
    }
    assert_int_equal(n, 3);
    assert_int_equal(got, 1 << 0 | 1 << 4);
    free(duplicate);
    assert_int_equal(duplicates_merge(store, ids[3], ids[0], NULL, &why), 0);
    while (store_scan(store, 100))
        continue;
    struct record *kept;
    struct record_counts counts;
    assert_int_equal(store_find(store, ids[0]), -1);
    assert_int_equal(store_load(store, store_find(store, ids[3]), &kept, NULL, NULL, &why), 0);
    record_count(kept, &counts);
    assert_int_equal(kept->moves.n, DUPLICATE_BEGIN + 6);
    assert_int_equal(counts.variations, 0);
    assert_string_equal(edit_comment_text(kept, &spot, "ana"), "of the longer");
    assert_string_equal(edit_comment_text(kept, &spot, "ivo"), "of the shorter");
    record_free(kept);
    store_close(store);
}

enum { GAMES = 120 };

/* Longer than the part of a game that is stored for the comparison. */
#define LONG "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijkl"
/* Names and the player they mean; nobody: unknown. */
static const struct {
    const char *written, *who;
} names[] = {{"Ana", "ana"},
             {"ANA", "ana"},
             {"Ivo, I.", "ivo"},
             {"I. Ivo", "ivo"},
             {"?", ""},
             {"", ""},
             {"Mia M.J.", "mia"},
             {"Mia, M", "mia"},
             {"Pia L", "pia"},
             {"Leo Pia", "pia"},
             {LONG " " LONG LONG LONG " Lou", "lou"}};
enum { NAMES = sizeof names / sizeof *names };

struct drawn {
    int player[3], score;
};

static bool meet(const char *one, const char *other)
{
    return !*one || !*other || !strcmp(one, other);
}

/* By the promise, how alike two games of the same plies are: 2 exact, 1 alike, 0 neither. */
static int similarity(const struct drawn *a, const struct drawn *b, int plies)
{
    bool exact = a->score == b->score;
    for (int side = 0; side < 3; side++) {
        if (!meet(names[a->player[side]].who, names[b->player[side]].who))
            return 0;
        exact = exact && !strcmp(names[a->player[side]].written, names[b->player[side]].written);
    }
    return exact ? 2 : plies >= DUPLICATE_PLIES;
}

/* Random headers for games with the same number of players and plies; with two players the third is
 * always the same. */
static void draw(struct drawn *drawn, const char *path, int players, int plies)
{
    static const char *const moves[2][2] = {
        {"1. e4 e5", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4"},
        {"1. Pf2-g2 Pe5-e4",
         "1. Pf2-g2 1... Pe5-e4 1... Pk3-j3 2. Pd3-e4xP 2... Nf6-e4xP 2... Pl3-k3 3. Nc3-f3"}};
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    for (int i = 0; i < GAMES; i++) {
        drawn[i] = (struct drawn){
            {chance(NAMES), chance(NAMES), players == 3 ? chance(NAMES) % 5 : 0}, chance(2)};
        fprintf(out, "[White \"%s\"]\n[Black \"%s\"]\n", names[drawn[i].player[0]].written,
                names[drawn[i].player[1]].written);
        if (players == 3)
            fprintf(out, "[Red \"%s\"]\n[Variant \"triangle-corners-3\"]\n",
                    names[drawn[i].player[2]].written);
        fprintf(out, "\n%s %s\n\n", moves[players == 3][plies == 7], drawn[i].score ? "1-0" : "*");
    }
    fclose(out);
}

/* The search finds the same duplicates as comparing each game with each. */
static void the_search_equals_comparing_each_pair(void **state)
{
    (void)state;
    char path[300];
    for (int round = 0; round < 20; round++) {
        struct drawn drawn[GAMES];
        bool taken[GAMES] = {false};
        int plies = round % 2 ? 2 : 7, players = round % 4 < 2 ? 2 : 3, place[GAMES], k = 0;
        struct store *store;
        struct duplicate *duplicate;
        snprintf(path, sizeof path, "%s/drawn%d.pgn", top, round);
        draw(drawn, path, players, plies);
        assert_int_equal(store_open(&store, path, NULL, NULL), 0);
        while (store_scan(store, 100))
            continue;
        assert_int_equal(store_count(store), GAMES);
        assert_int_equal(store_listing(store, 0)->plies, plies);
        for (int i = 0; i < GAMES; i++)
            place[i] = i;
        int n = duplicates_find(store, place, GAMES, &duplicate);
        for (int i = 0; i < GAMES; i++)
            for (int j = i + 1; j < GAMES && !taken[i]; j++) {
                int wanted = taken[j] ? 0 : similarity(&drawn[i], &drawn[j], plies);
                if (!wanted)
                    continue;
                taken[j] = true;
                assert_true(k < n);
                assert_int_equal(duplicate[k].first, i);
                assert_int_equal(duplicate[k].second, j);
                assert_int_equal(duplicate[k++].exact, wanted == 2);
            }
        assert_int_equal(k, n);
        assert_true(n > 0);
        free(duplicate);
        store_close(store);
    }
}

/* If a game cannot be deleted, the other one does not get its notes, either. */
static void duplicates_that_cannot_be_deleted_stay(void **state)
{
    static const char twice[] = "tests/screens/twice.yaml";
    struct store *store;
    struct record *kept;
    struct spot spot = spot_start();
    struct note why;
    char path[300], *bytes;
    size_t size;
    (void)state;
    snprintf(path, sizeof path, "%s/twice.yaml", top);
    bytes = read_file(source_file(twice), &size);
    write_file(path, bytes, size);
    free(bytes);
    assert_int_equal(store_open(&store, path, NULL, &why), 0);
    while (store_scan(store, 100))
        continue;
    assert_true(duplicates_merge(store, "01JC00000000000000000000B1", "01JC00000000000000000000B2",
                                 NULL, &why) < 0);
    assert_non_null(strstr(why.text, "delete games from a single file"));
    assert_int_equal(
        store_load(store, store_find(store, "01JC00000000000000000000B1"), &kept, NULL, NULL, &why),
        0);
    spot.ply = 4;
    assert_null(spot_node(kept, &spot)->notes);
    record_free(kept);
    store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cross_table_is_right),
        cmocka_unit_test(tables_fit_any_width),
        cmocka_unit_test(unnamed_players_are_not_listed),
        cmocka_unit_test(three_players_have_points),
        cmocka_unit_test(a_wide_cross_table_stands_in_parts),
        cmocka_unit_test(a_match_is_shown_in_full),
        cmocka_unit_test_setup_teardown(duplicates_are_merged, make_top, drop_top),
        cmocka_unit_test_setup_teardown(a_game_and_its_beginning_are_duplicates, make_top,
                                        drop_top),
        cmocka_unit_test_setup_teardown(the_search_equals_comparing_each_pair, make_top, drop_top),
        cmocka_unit_test_setup_teardown(duplicates_that_cannot_be_deleted_stay, make_top, drop_top),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
