/* test_keyboard_clock.c - clocks of games at one keyboard (tui/session/keyboard_clock.h), with
 * times set by the test. */
#include "config.h"
#include "tests/support/testing.h"

#include "core/family.h"
#include "tui/session/keyboard_clock.h"
#include "tui/app/app.h"
#include "tui/session/describe.h"
#include "tui/views/game/game.h"

static struct ruleset *rules;
static struct position start;
static struct record *record;
static struct keyboard_clock game;

static void begin(const char *variant, const char *control)
{
    struct note why;
    assert_int_equal(ruleset_open(&rules, variant, NULL, 0, &why), 0);
    rules->rules->setup(rules, &start);
    record = record_new(variant);
    assert_int_equal(keyboard_clock_check(control, &why), 0);
    keyboard_clock_write(record, control);
    keyboard_clock_begin(&game, record, &start);
    keyboard_clock_follow(&game, record, start.side, false, 0);
}

static void end(void)
{
    record_free(record);
    ruleset_free(rules);
}

/* The side to move plays at this time, and `next` is to move. The ply itself does not matter
 * here. */
static const char *play(int next, int64_t now)
{
    struct node *node = line_append(&record->moves, "e4");
    keyboard_clock_stamp(&game, node, now);
    keyboard_clock_follow(&game, record, next, false, now);
    return node->notes ? node->notes->clk : NULL;
}

/* Paused after 10.5 s of a turn, for an hour: 10.5 s are used, and the rest counts on. */
static void it_can_be_paused(void **state)
{
    (void)state;
    begin("turning-chess", "1+2");
    play(1, 0);
    play(0, 0);
    keyboard_clock_pause(&game, true, 10500);
    assert_false(keyboard_clock_runs(&game));
    keyboard_clock_pause(&game, true, 20000); /* once more changes nothing */
    assert_int_equal(keyboard_clock_left(&game, 0, 3600000), 51500);
    assert_false(keyboard_clock_fallen(&game, 3600000));
    keyboard_clock_pause(&game, false, 3600000);
    assert_int_equal(keyboard_clock_left(&game, 0, 3601000), 50500);
    end();
}

static void the_clock_starts_after_each_sides_first_ply(void **state)
{
    (void)state;
    begin("turning-chess", "1+2");
    assert_string_equal(play(1, 40000), "0:01:02"); /* the first ply costs nothing, and gets its
                                                       increment */
    assert_false(keyboard_clock_runs(&game));
    assert_string_equal(play(0, 90000), "0:01:02");
    assert_true(keyboard_clock_runs(&game));
    assert_int_equal(keyboard_clock_left(&game, 0, 100500), 51500);
    assert_int_equal(keyboard_clock_left(&game, 1, 100500), 62000);
    assert_string_equal(play(1, 100500), "0:00:53.500");
    assert_false(keyboard_clock_fallen(&game, 162499));
    assert_true(keyboard_clock_fallen(&game, 162500));
    end();
}

static void a_delay_costs_nothing(void **state)
{
    (void)state;
    begin("turning-chess", "1d5");
    play(1, 0);
    play(0, 0);
    assert_int_equal(keyboard_clock_left(&game, 0, 5000), 60000);
    assert_int_equal(keyboard_clock_left(&game, 0, 6000), 59000);
    assert_string_equal(play(1, 4000), "0:01:00");
    end();
}

/* The clock stops while the program is closed; the stored time is valid only for the same turn. */
static void an_interrupted_turn_is_resumed(void **state)
{
    (void)state;
    begin("turning-chess", "5+3");
    play(1, 0);
    play(0, 0);
    keyboard_clock_keep(&game, record, 100250);
    assert_string_equal(record_text(record, KEYBOARD_CLOCK_KEPT), "2 0:03:22.750");
    keyboard_clock_begin(&game, record, &start);
    keyboard_clock_follow(&game, record, 0, false, 7000000);
    assert_int_equal(keyboard_clock_left(&game, 0, 7001000), 201750);
    assert_int_equal(keyboard_clock_left(&game, 1, 7001000), 303000);
    assert_string_equal(record_text(record, KEYBOARD_CLOCK_KEPT), "");
    record_set_text(record, KEYBOARD_CLOCK_KEPT, "1 0:00:01");
    keyboard_clock_begin(&game, record, &start);
    keyboard_clock_follow(&game, record, 0, false, 8000000);
    assert_int_equal(keyboard_clock_left(&game, 0, 8000000), 303000);
    end();
}

static void a_takeback_restores_the_clock(void **state)
{
    (void)state;
    begin("turning-chess", "5");
    play(1, 0);
    play(0, 0);
    play(1, 60000);
    assert_int_equal(keyboard_clock_left(&game, 0, 60000), 240000);
    line_cut(&record->moves, 2);
    keyboard_clock_follow(&game, record, 0, false, 70000);
    assert_int_equal(keyboard_clock_left(&game, 0, 70000), 300000);
    assert_int_equal(keyboard_clock_left(&game, 1, 70000), 300000);
    end();
}

/* Of three players, the other two play on, each with their own clock; at the end all clocks
 * stop. */
static void in_a_game_of_three_the_others_play_on(void **state)
{
    (void)state;
    begin("triangle-corners-3", "1");
    play(1, 0);
    play(2, 0);
    assert_false(keyboard_clock_runs(&game));
    play(0, 0);
    assert_true(keyboard_clock_fallen(&game, 60000));
    result_side_leaves(&record->moves.v[2], 0, true);
    assert_string_equal(result_of_leaving(&record->moves.v[2]), "time");
    keyboard_clock_follow(&game, record, 1, false, 60000);
    assert_int_equal(keyboard_clock_left(&game, 0, 61000), 0);
    assert_int_equal(keyboard_clock_left(&game, 1, 61000), 59000);
    assert_int_equal(keyboard_clock_left(&game, 2, 61000), 60000);
    keyboard_clock_follow(&game, record, 1, true, 62000);
    assert_false(keyboard_clock_runs(&game));
    assert_int_equal(keyboard_clock_left(&game, 1, 99000), 58000);
    end();
}

static void an_invalid_time_control_is_refused(void **state)
{
    (void)state;
    struct note why;
    assert_int_equal(keyboard_clock_check("3 days", &why), FAIL_TEXT);
    assert_int_equal(keyboard_clock_check("soon", &why), FAIL_TEXT);
    assert_int_equal(clock_read("1:02:03.25"), 3723250);
    assert_int_equal(clock_read("0:60:00"), -1);
    assert_int_equal(clock_read("0:05"), -1);
    assert_int_equal(clock_read(""), -1);
    begin("turning-chess", "");
    play(1, 0);
    play(0, 0);
    assert_false(keyboard_clock_runs(&game));
    assert_null(record->moves.v[0].notes);
    assert_string_equal(record_text(record, "event.control.text"), "");
    end();
}

static void type(struct app *app, const char *keys)
{
    while (*keys)
        app_key(app, key_read(&keys));
}

/* In a game of two the flag ends the game as it falls, without a key; a ply being typed is no
 * longer played. */
static void in_a_game_of_two_the_flag_ends_the_game(void **state)
{
    (void)state;
    struct note why;
    struct ruleset *classical;
    struct app *app = app_new(&(struct app_options){
        .charset = CHARSET_ASCII, .fixed_time = "2026-01-31T12:00:00", .user = "ana"});
    assert_int_equal(ruleset_open(&classical, "classical", NULL, 0, &why), 0);
    struct record *played = table_new_game(classical, NULL, "2026-01-31");
    struct table_open open = {.record = played, .play = true};
    keyboard_clock_write(played, "1");
    line_append(&played->moves, "e4");
    text_replace(&node_notes(line_append(&played->moves, "e5"))->clk, "0:00:30");
    assert_int_equal(app_open(app, &table_view, &open, &why), 0);
    app_advance(app, 59900);
    assert_string_equal(record_text(played, "result.score"), "*");
    type(app, "mNf3");
    app_advance(app, 200);
    type(app, "<Enter>");
    assert_int_equal(played->moves.n, 2);
    assert_string_equal(record_text(played, "result.score"), "0-1");
    assert_string_equal(record_text(played, "result.reason"), "time");
    type(app, "mNf3<Enter>"); /* the user who types it now has seen that */
    assert_int_equal(played->moves.n, 3);
    app_free(app);
    ruleset_free(classical);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_clock_starts_after_each_sides_first_ply),
        cmocka_unit_test(it_can_be_paused),
        cmocka_unit_test(a_delay_costs_nothing),
        cmocka_unit_test(an_interrupted_turn_is_resumed),
        cmocka_unit_test(a_takeback_restores_the_clock),
        cmocka_unit_test(in_a_game_of_three_the_others_play_on),
        cmocka_unit_test(an_invalid_time_control_is_refused),
        cmocka_unit_test(in_a_game_of_two_the_flag_ends_the_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
