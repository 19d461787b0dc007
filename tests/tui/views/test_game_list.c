/* test_game_list.c - the list of games: sorting by each column, whatever the order before; and how
 * many games have each value that a filter can ask for. */
#include "config.h"
#include "tests/support/shared_table.h"

#include "tests/support/chance.h"
#include "tui/views/archive/archive_internal.h"
#include "tui/views/archive/game_list.h"
#include "tui/session/archive/query_complete.h"

enum { GAMES = 300 };

static const char *pick(const char *const *words)
{
    int n = 0;
    while (words[n])
        n++;
    return words[chance(n)];
}

static void write_games(const char *path)
{
    static const char *const names[] = {"Ana", "Boris", "ana", "\u0160ari\u0107", "Zoe", NULL},
                             *const rounds[] = {"1", "2", "10", "11", "10.2", "?", NULL},
                             *const dates[] = {"1851.??.??", "1851.06.21", "2024.02.29",
                                               "????.??.??", NULL},
                             *const scores[] = {"1-0", "0-1", "1/2-1/2", "*", NULL},
                             *const moves[] = {"", "1. e4 {x}", "1. d4 d5 2. c4", NULL},
                             *const tags[] = {"blitz", "king hunt", NULL};
    FILE *file = fopen(path, "w");
    for (int i = 0; i < GAMES; i++) {
        const char *score = pick(scores);
        fprintf(file, "[Event \"%s\"]\n[Site \"%s\"]\n", pick(names), pick(names));
        fprintf(file, "[Date \"%s\"]\n[Round \"%s\"]\n", pick(dates), pick(rounds));
        fprintf(file, "[White \"%s\"]\n[Black \"%s\"]\n[Result \"%s\"]\n", pick(names), pick(names),
                score);
        if (chance(2))
            fprintf(file, "[ECO \"C%d\"]\n[CcTag \"%s\"]\n", 10 + chance(3), pick(tags));
        fprintf(file, "\n%s %s\n\n", pick(moves), score);
    }
    assert_int_equal(fclose(file), 0);
}

static int by_text(const char *one, const char *other)
{
    return strcmp(one ? one : "", other ? other : "");
}

/* The order of two games, as a reader expects it. */
static int order_of(struct store *store, enum game_column column, int a, int b)
{
    struct listing one = *store_listing(store, a), other = *store_listing(store, b);
    switch (column) {
    case GAME_NUMBER:
        return a - b;
    case GAME_DATE:
        return by_text(one.date, other.date);
    case GAME_SEATS: {
        int first = by_text(one.player[0], other.player[0]);
        return first ? first : by_text(one.player[1], other.player[1]);
    }
    case GAME_EVENT:
        return by_text(one.event, other.event);
    case GAME_SITE:
        return by_text(one.site, other.site);
    case GAME_RESULT:
        return by_text(one.score, other.score);
    case GAME_OPENING:
        return by_text(one.eco, other.eco);
    case GAME_PLIES:
        return one.plies - other.plies;
    case GAME_NOTES:
        return other.notes - one.notes;
    case GAME_ROUND: {
        int number = atoi(one.round) - atoi(other.round);
        return number ? number : by_text(one.round, other.round);
    }
    case GAME_TAGS:
        return by_text(one.facts, other.facts); /* they have no other texts */
    default:
        return 0;
    }
}

static void the_list_can_be_sorted_by_every_column(void **state)
{
    (void)state;
    struct client client = {.app = app_new(&(struct app_options){
                                .charset = CHARSET_ASCII, .fixed_time = "2026-11-21T12:00:00"})};
    struct note why;
    char path[400];
    int place[GAMES];
    snprintf(path, sizeof path, "%s/games.pgn", top);
    write_games(path);
    assert_int_equal(
        app_open(client.app, &archive_view, &(struct archive_open){.path = path}, &why), 0);
    for (int i = 0; i < 1000 && !shown(&client, " 300 games"); i++)
        app_advance(client.app, 100);
    struct game_list *games = &((struct archive *)app_top(client.app))->games;
    assert_int_equal(games->list.items, GAMES);
    for (int turn = 0; turn < 4 * GAME_COLUMN_COUNT; turn++) {
        for (int i = 0; i < GAMES; i++)
            place[list_shown(&games->list, i)] = i;
        games->sort = (enum game_column)(turn * 5 % GAME_COLUMN_COUNT);
        games->descending = turn / GAME_COLUMN_COUNT % 2;
        game_list_order(games);
        bool met[GAMES] = {false};
        for (int i = 0; i < GAMES; i++) {
            int last = i ? list_shown(&games->list, i - 1) : -1, item = list_shown(&games->list, i);
            assert_false(met[item]);
            met[item] = true;
            int order = i ? order_of(games->store, games->sort, last, item) : -1;
            order = i && games->descending ? -order : order;
            if (order > 0 || (order == 0 && place[last] > place[item]))
                fail_msg("by %s: game %d before %d", game_column_name(games->sort), last, item);
        }
    }
    app_free(client.app);
}

/* The last of three players is visible, too, however narrow the column and whatever script the
 * names have. */
static void names_of_three_are_cut_evenly(void **state)
{
    static const struct {
        const char *player[3];
        int columns;
        const char *seats;
    } rows[] = {
        {{"Ana", "Bob", "Cle"}, 22, "Ana - Bob - Cle"},
        {{"Alexandra", "Bartholomew", "Clementine"}, 36, "Alexandra - Bartholomew - Clementine"},
        {{"Alexandra", "Bartholomew", "Clementine"}, 22, "Alex. - Bart. - Cleme."},
        {{"Alexandra", "Bob", "Clementine"}, 22, "Alexa. - Bob - Clemen."},
        {{"Ana Maria de Souza", "Bob", "Cle"}, 17, "Ana. - Bob - Cle"},
        {{"\u0160ari\u0107\u0160ari\u0107", "Bob", ""}, 13, "\u0160a. - Bob - ?"},
        /* The list cuts the rest */
        {{"Alexandra", "Bartholomew", "Clementine"}, 4, "Al. - Ba. - Cl."},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct listing listing = {.players = 3};
        char seats[300];
        memcpy(listing.player, rows[i].player, sizeof listing.player);
        listing_seats_within(&listing, rows[i].columns, true, seats, sizeof seats);
        assert_string_equal(seats, rows[i].seats);
    }
}

/* Tab counts all games, however many there are. */
static void all_games_are_counted(void **state)
{
    (void)state;
    enum { MANY = 100000, OTHERS = 17 };
    struct store *store;
    struct note why;
    char path[400], out[100], note[200];
    snprintf(path, sizeof path, "%s/many.pgn", top);
    FILE *file = fopen(path, "w");
    for (int i = 0; i < MANY + OTHERS; i++)
        fprintf(file, "[White \"%s\"]\n\n*\n\n", i < MANY ? "Ana" : "Anton");
    assert_int_equal(fclose(file), 0);
    assert_int_equal(store_open(&store, path, NULL, &why), 0);
    while (store_scan(store, MANY))
        continue;
    assert_int_equal(query_complete(store, "white:a", out, sizeof out, note, sizeof note), 2);
    assert_string_equal(out, "white:An");
    assert_string_equal(note, "Ana 100000  Anton 17");
    store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(the_list_can_be_sorted_by_every_column),
        cmocka_unit_test(names_of_three_are_cut_evenly),
        CASE(all_games_are_counted),
    };
    return cmocka_run_group_tests_name("list of games", tests, NULL, NULL);
}
