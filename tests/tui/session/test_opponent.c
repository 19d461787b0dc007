/* test_opponent.c - the computer at the table (tui/session/opponent.h), with a scripted player in
 * place of the engine and at times that the test says. */
#include "config.h"
#include "tests/support/scripted_player.h"

#include "archive/record/edit.h"
#include "core/enumerate.h"
#include "tui/session/describe.h"

/* ---- a game with it, as a client has one */

static struct table {
    struct ruleset *rules;
    struct position start;
    struct record *record;
    struct track track;
    struct keyboard_clock clock;
    struct opponent opponent;
    struct opponent_deed deed;
    bool away, busy;
    int64_t now;
} table;

static void begin(const char *variant, const char *white, const char *black, const char *red,
                  const char *clock)
{
    struct note why;
    script = (struct script){0};
    table = (struct table){0};
    assert_int_equal(ruleset_open(&table.rules, variant, NULL, 0, &why), 0);
    table.rules->rules->setup(table.rules, &table.start);
    table.record = table_new_game(table.rules, NULL, "2026-11-28");
    const char *name[] = {white, black, red};
    for (int side = 0; side < table.rules->sides; side++)
        record_set_player(table.record, "wbr"[side], name[side]);
    keyboard_clock_write(table.record, clock);
    keyboard_clock_begin(&table.clock, table.record, &table.start);
    track_begin(&table.track, &table.start);
    opponent_begin(&table.opponent, &scripted, table.rules, table.record);
}

static void end(void)
{
    opponent_end(&table.opponent);
    track_clear(&table.track);
    record_free(table.record);
    ruleset_free(table.rules);
}

static void follow(void)
{
    struct spot spot = spot_start();
    spot_end(table.record, &spot);
    track_go(&table.track, table.record, &spot);
    keyboard_clock_follow(&table.clock, table.record, table.track.now.side,
                          result_stands(table.record), table.now);
}

/* One step, so many milliseconds later. */
static enum opponent_deed_kind step(int64_t later)
{
    table.now += later;
    follow();
    struct opponent_game game = {.record = table.record,
                                 .track = &table.track,
                                 .clock = &table.clock,
                                 .at_end = !table.away,
                                 .over = result_stands(table.record),
                                 .free = !table.busy};
    return opponent_step(&table.opponent, &game, table.now, &table.deed);
}

/* A ply of a person, or of the deed. */
static void play(const char *text)
{
    struct spot end = spot_start();
    struct note why;
    spot_end(table.record, &end);
    assert_true(edit_play(table.record, &end, text, &why) >= 0);
    follow();
    assert_false(table.track.broken);
}

static void carry_out(void)
{
    char text[PLY_ROOM];
    assert_int_equal(table.deed.kind, OPPONENT_PLAYS);
    table.rules->rules->format(&table.track.now, table.deed.ply, FORM_SHORT, text, sizeof text);
    play(text);
}

static void take_back(void)
{
    struct spot end = spot_start();
    struct note why;
    spot_end(table.record, &end);
    assert_int_equal(edit_delete(table.record, &end, &why), 0);
    follow();
}

/* It thinks, and gives this answer with this score. */
static enum opponent_deed_kind answers(const char *text, int score)
{
    assert_int_equal(step(0), OPPONENT_NOTHING);
    assert_int_equal(table.opponent.state, OPPONENT_THINKING);
    script.answer = text;
    script.score = score;
    return step(1000);
}

/* ---- names */

static void names(void **state)
{
    (void)state;
    char name[COMPUTER_NAME_ROOM], out[100] = "as before";
    struct note why;
    computer_name(4, name);
    assert_string_equal(name, "Computer (level 4)");
    for (int level = 1; level <= 10; level++) {
        computer_name(level, name);
        assert_int_equal(computer_level(name), level);
    }
    static const char *const people[] = {"Computer",
                                         "Computer (level 0)",
                                         "Computer (level 11)",
                                         "Computer (level 4) jr.",
                                         "Computer (level )",
                                         "Computer (level -1)",
                                         "Ana",
                                         ""};
    for (size_t i = 0; i < sizeof people / sizeof *people; i++)
        assert_int_equal(computer_level(people[i]), 0);
    assert_int_equal(computer_typed("computer", out, sizeof out, &why), COMPUTER_LEVEL_USUAL);
    assert_string_equal(out, "Computer (level 3)");
    assert_int_equal(computer_typed("Computer:10", out, sizeof out, &why), 10);
    assert_string_equal(out, "Computer (level 10)");
    assert_int_equal(computer_typed("Computers", out, sizeof out, &why), 0); /* a name */
    assert_string_equal(out, "Computers");
    static const char *const wrong[] = {"computer:0",  "computer:11",
                                        "computer:",   "computer:x",
                                        "computer:4x", "computer:99999999999999999999",
                                        "computer:-3"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_int_equal(computer_typed(wrong[i], out, sizeof out, &why), FAIL_TEXT);
        assert_string_equal(out, "Computers"); /* unchanged */
        assert_non_null(strstr(why.text, "the computer has no level '"));
    }
}

/* ---- plays */

static void it_answers_a_ply(void **state)
{
    (void)state;
    begin("classical", "Ana", "Computer (level 4)", "", "");
    assert_int_equal(step(0), OPPONENT_NOTHING); /* a person begins */
    assert_int_equal(script.goes, 0);
    assert_int_equal(opponent_wait(&table.opponent, table.now), -1);
    assert_false(opponent_has(&table.opponent, WHITE));
    assert_true(opponent_has(&table.opponent, BLACK));
    play("e4");
    assert_int_equal(step(0), OPPONENT_NOTHING);
    assert_int_equal(script.goes, 1);
    assert_int_equal(script.plies, 1); /* the game so far, for repetitions */
    assert_int_equal(script.limits.level, 4);
    assert_int_equal(script.limits.time[BLACK], 0); /* no clock */
    assert_true(script.limits.most > 0);
    assert_string_equal(opponent_status(&table.opponent), "the computer thinks");
    assert_true(opponent_wait(&table.opponent, table.now) >= 0);
    assert_int_equal(step(100), OPPONENT_NOTHING);
    script.answer = "e5";
    assert_int_equal(step(100), OPPONENT_PLAYS);
    assert_int_equal(table.deed.side, BLACK);
    carry_out();
    assert_string_equal(table.record->moves.v[1].text, "e5");
    assert_int_equal(step(0), OPPONENT_NOTHING);
    assert_string_equal(opponent_status(&table.opponent), "");
    assert_int_equal(script.goes, 1); /* once for each of its turns */
    play("Nf3");
    assert_int_equal(answers("Nc6", 0), OPPONENT_PLAYS);
    assert_int_equal(script.starts, 1); /* the same player goes on */
    end();
    assert_int_equal(script.ends, 1);
}

/* While a person types or tries something, its ply waits; and it is played from elsewhere. */
static void it_waits_until_it_may(void **state)
{
    (void)state;
    begin("classical", "Computer (level 1)", "Ana", "", "");
    table.busy = true;
    assert_int_equal(answers("e4", 0), OPPONENT_NOTHING);
    assert_string_equal(opponent_status(&table.opponent), "the computer has found its ply");
    assert_int_equal(step(60000), OPPONENT_NOTHING);
    table.away = true;
    table.busy = false;
    assert_int_equal(step(0), OPPONENT_PLAYS);
    end();
}

static void a_ply_taken_back_stops_it(void **state)
{
    (void)state;
    begin("classical", "Ana", "Computer (level 4)", "", "");
    play("e4");
    step(0);
    take_back();
    assert_int_equal(step(10), OPPONENT_NOTHING);
    assert_int_equal(script.stops, 1);
    assert_int_equal(table.opponent.state, OPPONENT_IDLE);
    play("d4"); /* another ply: it thinks about that one */
    script.answer = "e5";
    assert_int_equal(answers("d5", 0), OPPONENT_PLAYS);
    assert_int_equal(script.goes, 2);
    carry_out();
    assert_string_equal(table.record->moves.v[1].text, "d5");
    /* a decided ply that has not been played is dropped, too */
    play("c4");
    table.busy = true;
    assert_int_equal(answers("e6", 0), OPPONENT_NOTHING);
    take_back();
    table.busy = false;
    assert_int_equal(step(0), OPPONENT_NOTHING);
    assert_int_equal(table.record->moves.n, 2);
    end();
}

static void the_end_of_the_game_stops_it(void **state)
{
    (void)state;
    begin("classical", "Ana", "Computer (level 4)", "", "");
    play("e4");
    step(0);
    result_set(table.record, &table.track.now, BLACK, "resignation"); /* the person resigned */
    assert_int_equal(step(10), OPPONENT_NOTHING);
    assert_int_equal(script.stops, 1);
    assert_int_equal(step(10), OPPONENT_NOTHING);
    assert_int_equal(script.goes, 1);
    end();
}

static void it_can_be_hurried_and_paused(void **state)
{
    (void)state;
    begin("classical", "Ana", "Computer (level 10)", "", "");
    assert_false(opponent_hurry(&table.opponent)); /* not its turn */
    play("e4");
    step(0);
    assert_true(opponent_hurry(&table.opponent));
    assert_true(opponent_hurry(&table.opponent));
    assert_int_equal(script.hurries, 1); /* once is enough */
    opponent_pause(&table.opponent);
    assert_int_equal(script.stops, 1);
    assert_int_equal(step(10), OPPONENT_NOTHING);
    assert_int_equal(script.goes, 1);
    assert_false(opponent_has(&table.opponent, BLACK)); /* a person may play its ply */
    assert_string_equal(opponent_status(&table.opponent), "the computer pauses");
    opponent_again(&table.opponent);
    assert_int_equal(answers("e5", 0), OPPONENT_PLAYS);
    assert_int_equal(script.goes, 2);
    end();
}

/* ---- failures */

static void it_dies(void **state)
{
    (void)state;
    begin("classical", "Ana", "Computer (level 4)", "", "");
    play("e4");
    step(0);
    script.dies = "its process has ended without an answer";
    assert_int_equal(step(10), OPPONENT_BROKE);
    assert_string_equal(table.deed.why.text,
                        "the computer cannot move: its process has ended without an answer");
    assert_int_equal(step(10), OPPONENT_NOTHING); /* said once */
    assert_false(opponent_has(&table.opponent, BLACK));
    script.dies = NULL;
    play("e5"); /* a person plays its ply, and it goes on by itself after the next one */
    step(0);
    play("Nf3");
    assert_int_equal(answers("Nc6", 0), OPPONENT_PLAYS);
    carry_out();
    play("d4");
    step(0);
    script.dies = "again";
    assert_int_equal(step(10), OPPONENT_BROKE);
    script.dies = NULL;
    opponent_again(&table.opponent);
    assert_int_equal(answers("exd4", 0), OPPONENT_PLAYS);
    end();
}

static void it_cannot_start(void **state)
{
    (void)state;
    begin("classical", "Computer (level 4)", "Ana", "", "");
    script.no_start = true;
    assert_int_equal(step(0), OPPONENT_BROKE);
    assert_string_equal(table.deed.why.text,
                        "the computer cannot move: it cannot be started: no memory");
    end();
}

/* Hurried when its time and ten seconds more have passed; given up ten seconds after that. */
static void it_hangs(void **state)
{
    (void)state;
    begin("classical", "Ana", "Computer (level 4)", "", "");
    play("e4");
    step(0);
    int64_t late = script.limits.most + 10000;
    assert_int_equal(step(late - 1), OPPONENT_NOTHING);
    assert_int_equal(script.hurries, 0);
    assert_int_equal(step(1), OPPONENT_NOTHING);
    assert_int_equal(script.hurries, 1);
    assert_int_equal(step(9999), OPPONENT_NOTHING);
    assert_int_equal(step(1), OPPONENT_BROKE);
    assert_int_equal(script.stops, 1);
    assert_string_equal(table.deed.why.text, "the computer cannot move: it did not answer in time");
    end();
}

/* ---- the clock: the engine learns what time it has, after both sides' first plies as they run
 * then */

static void its_clock(void **state)
{
    (void)state;
    begin("classical", "Ana", "Computer (level 10)", "", "1+2");
    play("e4");
    assert_int_equal(answers("e5", 0), OPPONENT_PLAYS);
    carry_out();
    play("Nf3");
    step(0);
    assert_int_equal(script.limits.time[BLACK], 60000);
    assert_int_equal(script.limits.increment[BLACK], 2000);
    assert_int_equal(step(20000), OPPONENT_NOTHING);
    assert_int_equal(keyboard_clock_left(&table.clock, BLACK, table.now), 40000); /* it counts */
    end();
}

/* ---- resigning, draws */

/* Ten Pawns behind in four of its plies in a row; beginners (below level 4) may give mate. */
static void it_resigns(void **state)
{
    (void)state;
    static const char *const mine[] = {"a3", "b3", "c3", "d3", "e3"}, *const its[] = {"a6", "b6",
                                                                                      "c6", "d6",
                                                                                      "e6"};
    static const int scores[] = {-1000, -900, -1000, -32000 + 3, -1200};
    static const char *const name[] = {"Computer (level 3)", "Computer (level 4)"};
    for (int level = 0; level < 2; level++) {
        begin("classical", "Ana", name[level], "", "");
        for (int i = 0; i < 5; i++) {
            play(mine[i]);
            assert_int_equal(answers(its[i], scores[i]), OPPONENT_PLAYS); /* -900 began anew */
            carry_out();
        }
        play("f3");
        assert_int_equal(answers("f6", -1000), level ? OPPONENT_RESIGNS : OPPONENT_PLAYS);
        assert_int_equal(table.deed.side, BLACK);
        end();
    }
}

static void it_answers_draw_offers(void **state)
{
    (void)state;
    begin("classical", "Ana", "Computer (level 4)", "", "");
    play("e4");
    assert_false(opponent_agrees(&table.opponent, BLACK, 30)); /* it has not looked yet */
    answers("e5", -10);
    carry_out();
    assert_false(opponent_agrees(&table.opponent, BLACK, 2)); /* too early */
    assert_true(opponent_agrees(&table.opponent, BLACK, 20));
    play("Nf3");
    answers("Nc6", 1);
    assert_false(opponent_agrees(&table.opponent, BLACK, 20)); /* it is better */
    end();
}

/* The third repetition: it claims the draw unless it is better. */
static void it_claims_draws(void **state)
{
    (void)state;
    static const char *const mine[] = {"Nf3", "Ng1", "Nf3", "Ng1"}, *const its[] = {"Nc6", "Nb8",
                                                                                    "Nc6", "Nb8"};
    for (int score = -1; score <= 1; score++) {
        begin("classical", "Computer (level 4)", "Ana", "", "");
        for (int i = 0; i < 4; i++) {
            assert_int_equal(answers(mine[i], score), OPPONENT_PLAYS);
            carry_out();
            play(its[i]);
        }
        assert_int_equal(step(0), score <= 0 ? OPPONENT_CLAIMS : OPPONENT_NOTHING);
        end();
    }
}

/* ---- seats */

static void who_resigns(void **state)
{
    (void)state;
    begin("classical", "Ana", "Computer (level 4)", "", "");
    assert_int_equal(opponent_person(&table.opponent, WHITE), WHITE);
    assert_int_equal(opponent_person(&table.opponent, BLACK), WHITE); /* while it thinks */
    end();
    begin("classical", "Computer (level 1)", "Computer (level 4)", "", "");
    assert_int_equal(opponent_person(&table.opponent, WHITE), NOBODY);
    assert_true(opponent_plays_all(&table.opponent));
    end();
}

static int keep_ply(const struct ply *ply, void *argument)
{
    table.rules->rules->format(&table.track.now, ply, FORM_LONG, argument, PLY_ROOM);
    return 1;
}

/* A legal ply, written into a text of PLY_ROOM. */
static const char *any_ply(char *text)
{
    struct limits limits = LIMITS_DEFAULT;
    search_plies(&table.track.now, &limits, keep_ply, text);
    return text;
}

/* Two of three seats, each at its own level. */
static void three_players(void **state)
{
    (void)state;
    begin("triangle-corners-3", "Ana", "Computer (level 2)", "Computer (level 7)", "");
    assert_int_equal(step(0), OPPONENT_NOTHING);
    assert_int_equal(script.goes, 0);
    char text[PLY_ROOM];
    play(any_ply(text));
    for (int side = 1; side < 3; side++) {
        assert_int_equal(table.track.now.side, side);
        assert_int_equal(answers(any_ply(text), 0), OPPONENT_PLAYS);
        assert_int_equal(script.limits.level, side == 1 ? 2 : 7);
        assert_int_equal(table.deed.side, side);
        carry_out();
    }
    assert_int_equal(step(0), OPPONENT_NOTHING);
    assert_int_equal(script.goes, 2);
    end();
}

/* Nobody plays: a ply a second at most, so that it can be watched. */
static void two_computers(void **state)
{
    (void)state;
    begin("classical", "Computer (level 1)", "Computer (level 2)", "", "");
    step(0);
    script.answer = "e4";
    assert_int_equal(step(0), OPPONENT_NOTHING);
    assert_int_equal(step(999), OPPONENT_NOTHING);
    assert_int_equal(step(1), OPPONENT_PLAYS);
    carry_out();
    step(0);
    assert_int_equal(script.limits.level, 2);
    end();
}

/* A game without a computer asks for nothing. */
static void people_only(void **state)
{
    (void)state;
    begin("classical", "Ana", "Bob", "", "");
    assert_int_equal(step(0), OPPONENT_NOTHING);
    assert_int_equal(opponent_wait(&table.opponent, table.now), -1);
    assert_false(opponent_plays(&table.opponent));
    end();
    assert_int_equal(script.starts + script.ends, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names),
        cmocka_unit_test(it_answers_a_ply),
        cmocka_unit_test(it_waits_until_it_may),
        cmocka_unit_test(a_ply_taken_back_stops_it),
        cmocka_unit_test(the_end_of_the_game_stops_it),
        cmocka_unit_test(it_can_be_hurried_and_paused),
        cmocka_unit_test(it_dies),
        cmocka_unit_test(it_cannot_start),
        cmocka_unit_test(it_hangs),
        cmocka_unit_test(its_clock),
        cmocka_unit_test(it_resigns),
        cmocka_unit_test(it_answers_draw_offers),
        cmocka_unit_test(it_claims_draws),
        cmocka_unit_test(who_resigns),
        cmocka_unit_test(three_players),
        cmocka_unit_test(two_computers),
        cmocka_unit_test(people_only),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
