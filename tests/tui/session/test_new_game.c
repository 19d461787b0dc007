/* test_new_game.c - a new game as a person words it (tui/session/new_game.h). */
#include "config.h"
#include "tests/support/testing.h"

#include "archive/record/header_values.h"
#include "core/position_text.h"
#include "tui/session/new_game.h"

#include <string.h>

static void words_have_names_and_values(void **state)
{
    struct new_words words = {0};
    struct note why;
    const char *text = "white=\"Ana B\"  clock=5+3 position=8/8 w";
    (void)state;
    assert_int_equal(new_words_read(&text, "position=", &words, &why), 0);
    assert_int_equal(words.n, 2);
    assert_string_equal(words.setting[0].name, "white");
    assert_string_equal(words.setting[0].value, "Ana B");
    assert_string_equal(words.setting[1].value, "5+3");
    assert_string_equal(text, "position=8/8 w");
    text = "white";
    assert_int_equal(new_words_read(&text, NULL, &words, &why), FAIL_TEXT);
    assert_non_null(strstr(why.text, "'white' is not of the form NAME=VALUE"));
}

static void a_plan_becomes_a_record(void **state)
{
    static const struct setting words[] = {{"white", "Ana"}, {"clock", "5+3"}};
    static const char lone[] = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
    struct new_game_plan plan;
    struct note why;
    (void)state;
    assert_int_equal(new_game_read("classical", words, 2, lone, &plan, &why), 0);
    assert_true(plan.placed);
    assert_string_equal(plan.clock, "5+3");
    const char *player[SIDES_MAX] = {plan.player[0], plan.player[1], plan.player[2]};
    struct record *record =
        new_game_record(plan.rules, &plan.start, "2026-01-31", player, plan.clock);
    assert_string_equal(record_player(record, 'w'), "Ana");
    assert_string_equal(record_text(record, "event.control.text"), "5+3");
    assert_string_equal(record_text(record, "start.position"), lone);
    record_free(record);
    new_game_clear(&plan);
}

/* The position reaches to the end of what is typed, and may stand in quotes, as in a shell. */
static void a_game_is_typed(void **state)
{
    static const char lone[] = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
    static const char *const typed[] = {
        "classical white=Ana position=4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        "classical white=Ana position=\"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"",
        "classical white=Ana 'position=4k3/8/8/8/8/8/8/4K3 w - - 0 1'"};
    struct new_game_plan plan;
    struct note why;
    char text[POSITION_TEXT_MAX + 1];
    (void)state;
    for (int i = 0; i < 3; i++) {
        assert_int_equal(new_game_typed(typed[i], &plan, &why), 0);
        assert_string_equal(plan.player[WHITE], "Ana");
        assert_true(plan.placed);
        plan.rules->rules->write(&plan.start, text, sizeof text);
        assert_string_equal(text, lone);
        new_game_clear(&plan);
    }
    assert_int_equal(new_game_typed("turnover", &plan, &why), 0);
    assert_false(plan.placed);
    new_game_clear(&plan);
    assert_true(new_game_typed("no-such-variant", &plan, &why) < 0);
    assert_int_equal(new_game_typed("classical white", &plan, &why), FAIL_TEXT);
}

static void the_computer_can_have_two_seats(void **state)
{
    static const struct setting words[] = {{"black", "computer:1"}, {"red", "computer:7"}};
    struct new_game_plan plan;
    struct note why;
    (void)state;
    assert_int_equal(new_game_read("triangle-corners-3", words, 2, "", &plan, &why), 0);
    assert_false(plan.placed);
    assert_string_equal(plan.player[0], "");
    assert_non_null(strstr(plan.player[1], "1"));
    assert_non_null(strstr(plan.player[2], "7"));
    new_game_clear(&plan);
}

static void what_is_wrong_is_told(void **state)
{
    static const struct {
        struct setting word;
        const char *position, *why;
    } rows[] = {
        {{"clock", "soon"}, "", "soon"},
        {{"nothing", "1"}, "", "nothing"},
        {{"white", "computer:99"}, "", "computer"},
        {{"white", "Ana"}, "9/8 w", "the position is invalid"},
    };
    struct new_game_plan plan;
    struct note why;
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_true(new_game_read("classical", &rows[i].word, 1, rows[i].position, &plan, &why) <
                    0);
        if (!strstr(why.text, rows[i].why))
            fail_msg("'%s' does not name %s", why.text, rows[i].why);
    }
    assert_true(new_game_read("no-such-game", NULL, 0, "", &plan, &why) < 0);
    assert_int_equal(new_game_seat("red"), 2);
    assert_int_equal(new_game_seat("green"), NOBODY);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_have_names_and_values),
        cmocka_unit_test(a_plan_becomes_a_record),
        cmocka_unit_test(a_game_is_typed),
        cmocka_unit_test(the_computer_can_have_two_seats),
        cmocka_unit_test(what_is_wrong_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
