/* test_columns.c - the columns of the list of games (tui/session/archive/columns.h): which are
 * chosen, and what they contain. */
#include "config.h"
#include "tests/support/testing.h"

#include "tui/session/archive/columns.h"

static void every_column_has_a_name_and_room_for_its_heading(void **state)
{
    (void)state;
    for (int i = 0; i < GAME_COLUMN_COUNT; i++) {
        enum game_column column = (enum game_column)i;
        struct game_columns chosen;
        struct note why;
        assert_true((int)strlen(game_column_head(column)) <= game_column_least(column));
        assert_true(game_column_most(column) == 0 ||
                    game_column_most(column) >= game_column_least(column));
        assert_true(*game_column_help(column));
        /* Its name chooses it */
        assert_int_equal(game_columns_read(game_column_name(column), &chosen, &why), 0);
        assert_int_equal(chosen.n, 1);
        assert_int_equal(chosen.v[0], column);
    }
}

static void no_choice_means_the_usual_columns(void **state)
{
    struct game_columns chosen;
    struct note why;
    char text[200] = "?";
    (void)state;
    assert_int_equal(game_columns_read("", &chosen, &why), 0);
    assert_false(chosen.chosen);
    assert_int_equal(chosen.n, GAME_NOTES + 1);
    for (int i = 0; i < chosen.n; i++)
        assert_int_equal(chosen.v[i], i);
    game_columns_write(&chosen, text, sizeof text);
    assert_string_equal(text, "");
    assert_int_equal(game_columns_read("   ", &chosen, &why), 0);
    assert_false(chosen.chosen);
}

static void chosen_columns_keep_their_order(void **state)
{
    struct game_columns chosen;
    struct note why;
    char text[200];
    (void)state;
    assert_int_equal(game_columns_read("  tags   date seats ", &chosen, &why), 0);
    assert_true(chosen.chosen);
    game_columns_write(&chosen, text, sizeof text);
    assert_string_equal(text, "tags date seats");
}

static void wrong_columns_change_nothing(void **state)
{
    static const struct {
        const char *text, *says;
    } rows[] = {
        {"date seats date", "The column 'date' is listed twice"},
        {"date seat", "There is no column 'seat': did you mean 'seats'?"},
        {"opening",
         "There is no column 'opening'; there are number date seats event variant result plies "
         "notes end cascades site round eco tags"},
        {"Date", "There is no column 'Date': did you mean 'date'?"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct game_columns chosen = {.n = 1, .v = {GAME_SITE}, .chosen = true};
        struct note why;
        assert_int_equal(game_columns_read(rows[i].text, &chosen, &why), FAIL_NAME);
        assert_string_equal(why.text, rows[i].says);
        assert_int_equal(chosen.n, 1);
        assert_int_equal(chosen.v[0], GAME_SITE);
    }
}

static void seats_are_players_or_a_title(void **state)
{
    static const struct {
        const char *player[3];
        int players;
        const char *event;
        bool brief;
        const char *seats;
        bool named, titled;
    } rows[] = {
        {{"Ana", "Boris", "Cle"}, 3, "Open", false, "Ana - Boris - Cle", true, false},
        {{"Carlsen, Magnus", "Anand, V"}, 2, "", false, "Carlsen, Magnus - Anand, V", true, false},
        {{"Carlsen, Magnus", "Anand, V"}, 2, "", true, "Carlsen - Anand", true, false},
        {{"Ana", ""}, 2, "Open", false, "Ana - ?", true, false},
        {{"?", "?"}, 2, "First steps", false, "First steps", false, true},
        {{"", ""}, 2, "", false, "? - ?", false, false},
        {{NULL}, 0, "First steps", true, "First steps", false, true},
        {{NULL}, 0, "", true, "", false, false},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct listing listing = {.players = rows[i].players, .event = rows[i].event};
        char seats[100];
        memcpy(listing.player, rows[i].player, sizeof listing.player);
        listing_seats(&listing, rows[i].brief, seats, sizeof seats);
        assert_string_equal(seats, rows[i].seats);
        assert_int_equal(listing_named(&listing), rows[i].named);
        assert_int_equal(listing_titled(&listing), rows[i].titled);
    }
}

static const char *text_of(const struct listing *listing, enum game_column column)
{
    static char room[GAME_COLUMN_TEXT_ROOM];
    return game_column_text(listing, 16, column, false, room);
}

static void columns_show_the_listing(void **state)
{
    static const char *const texts[GAME_COLUMN_COUNT] = {
        [GAME_NUMBER] = "17", /* places are counted from 1 */
        [GAME_DATE] = "2026-01-31", [GAME_SEATS] = "Ana - Boris",
        [GAME_EVENT] = "Open",      [GAME_VARIANT] = "one",
        [GAME_RESULT] = "1-0",      [GAME_PLIES] = "40",
        [GAME_NOTES] = "yes",       [GAME_END] = "resign",
        [GAME_CASCADES] = "1.5", /* 40 first members and 20 more */
        [GAME_SITE] = "Split",      [GAME_ROUND] = "3.1",
        [GAME_OPENING] = "C41",     [GAME_TAGS] = "blitz, long game",
    };
    struct listing listing = {.players = 2,
                              .player = {"Ana", "Boris"},
                              .notes = true,
                              .plies = 40,
                              .cascaded = 20,
                              .variant = "one",
                              .event = "Open",
                              .site = "Split",
                              .round = "3.1",
                              .date = "2026-01-31",
                              .score = "1-0",
                              .eco = "C41",
                              .facts = "tblitz\neresign\nc90+30\ntlong game"};
    (void)state;
    for (int i = 0; i < GAME_COLUMN_COUNT; i++)
        assert_string_equal(text_of(&listing, (enum game_column)i), texts[i]);
    /* A game that is not over, without notes, cascades and facts */
    listing.score = "";
    listing.facts = "";
    listing.notes = false;
    listing.cascaded = 0;
    assert_string_equal(text_of(&listing, GAME_RESULT), "*");
    assert_string_equal(text_of(&listing, GAME_NOTES), "");
    assert_string_equal(text_of(&listing, GAME_CASCADES), "");
    assert_string_equal(text_of(&listing, GAME_TAGS), "");
    assert_string_equal(text_of(&listing, GAME_END), "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_column_has_a_name_and_room_for_its_heading),
        cmocka_unit_test(no_choice_means_the_usual_columns),
        cmocka_unit_test(chosen_columns_keep_their_order),
        cmocka_unit_test(wrong_columns_change_nothing),
        cmocka_unit_test(seats_are_players_or_a_title),
        cmocka_unit_test(columns_show_the_listing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
