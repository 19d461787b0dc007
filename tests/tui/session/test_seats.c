/* test_seats.c - who sits at an open game (tui/session/session_seats.c): the clocks of players at
 * one keyboard, and the computer, with a scripted player and at times that the test sets. */
#include "config.h"
#include "tests/support/listener.h"

#include "archive/record/header_values.h"

/* ---- the client */

static struct listener ana;

static void assert_refused(enum game_refusal cause)
{
    assert_int_equal(ana.last.cause, cause);
    assert_told(&ana, "refused");
}

/* The record is Ana's from here on. */
static void open_record(struct record *record, struct store *store, bool play)
{
    script = (struct script){0};
    listener_open(&ana, store, record, NULL, play);
    hush(&ana);
}

/* A new game that is not kept anywhere. */
static void begin(const char *variant, const char *white, const char *black, const char *clock)
{
    struct record *record = record_new(variant);
    record_set_player(record, 'w', white);
    record_set_player(record, 'b', black);
    keyboard_clock_write(record, clock);
    open_record(record, NULL, true);
}

/* The computer begins to think, and then has this answer. */
static void answers(const char *text, int score)
{
    int goes = script.goes;
    assert_true(session_computer_step(&ana.game, true) >= 0);
    assert_int_equal(script.goes, goes + 1);
    script.answer = text;
    script.score = score;
    session_computer_step(&ana.game, true);
}

static const char *ply_at(int index)
{
    return session_record(&ana.game)->moves.v[index].text;
}

static void go(int ply)
{
    session_go(&ana.game, &(struct spot){.ply = ply});
}

/* ---------------------------------------------------------------- the computer plays */

static void the_computer_answers_for_its_seat(void **state)
{
    (void)state;
    begin("classical", "Ana", "Computer (level 4)", "");
    assert_true(session_computer_is_seated(&ana.game));
    assert_false(session_computer_to_move(&ana.game));
    session_computer_step(&ana.game, true);
    assert_int_equal(script.goes, 0); /* Ana is to move */
    assert_true(plays(&ana, "e4"));
    assert_true(session_computer_to_move(&ana.game));
    assert_true(session_computer_should_undo(&ana.game));
    assert_told(&ana, "played");
    assert_false(plays(&ana, "e5")); /* for it */
    assert_refused(REFUSED_COMPUTER);
    answers("e5", 0);
    assert_told(&ana, "played computer");
    assert_false(ana.last.yes); /* the reader was there */
    assert_string_equal(ply_at(1), "e5");
    assert_false(session_computer_to_move(&ana.game));
    listener_end(&ana);
}

static void it_waits_while_the_client_is_busy(void **state)
{
    (void)state;
    begin("classical", "Computer (level 4)", "Ana", "");
    session_computer_step(&ana.game, false);
    script.answer = "e4";
    session_computer_step(&ana.game, false);
    session_computer_step(&ana.game, false);
    assert_told(&ana, "");
    session_computer_step(&ana.game, true);
    assert_told(&ana, "played computer");
    listener_end(&ana);
}

/* The reader returns to the place where the computer's ply found them. */
static void it_plays_while_somebody_reads(void **state)
{
    (void)state;
    begin("classical", "Ana", "Computer (level 4)", "");
    assert_true(plays(&ana, "e4"));
    session_computer_step(&ana.game, true);
    go(0);
    assert_false(session_computer_to_move(&ana.game));
    hush(&ana);
    script.answer = "c5";
    session_computer_step(&ana.game, true);
    assert_told(&ana, "played computer back");
    assert_int_equal(spot_plies(&ana.game.spot), 0);
    assert_string_equal(ply_at(1), "c5");
    listener_end(&ana);
}

static void a_trial_does_not_disturb_it(void **state)
{
    (void)state;
    begin("classical", "Ana", "Computer (level 4)", "");
    assert_true(plays(&ana, "e4"));
    session_computer_step(&ana.game, true);
    session_trial_begin(&ana.game);
    assert_true(plays(&ana, "d5")); /* tried for it */
    script.answer = "e6";
    session_computer_step(&ana.game, true);
    assert_int_equal(session_record(&ana.game)->moves.n, 2);
    hush(&ana);
    session_trial_end(&ana.game, false);
    session_computer_step(&ana.game, true);
    assert_told(&ana, "trial-over played computer");
    assert_string_equal(ply_at(1), "e6");
    listener_end(&ana);
}

static void both_seats_can_be_the_computers(void **state)
{
    (void)state;
    begin("classical", "Computer (level 4)", "Computer (level 2)", "");
    assert_true(session_computer_to_move(&ana.game));
    assert_false(session_computer_should_undo(&ana.game)); /* nobody would play instead */
    answers("d4", 0);
    assert_int_equal(session_record(&ana.game)->moves.n, 0); /* slowly enough to be followed */
    ana.now = 5000;
    session_computer_step(&ana.game, true);
    assert_int_equal(session_record(&ana.game)->moves.n, 1);
    assert_int_equal(script.goes, 2); /* it thinks on at once, for Black */
    script.answer = "d5";
    session_computer_step(&ana.game, true);
    ana.now = 10000;
    session_computer_step(&ana.game, true);
    assert_string_equal(ply_at(0), "d4");
    assert_string_equal(ply_at(1), "d5");
    listener_end(&ana);
}

static void without_a_computer_nothing_is_due(void **state)
{
    (void)state;
    begin("classical", "Ana", "Bea", "");
    assert_false(session_computer_is_seated(&ana.game));
    assert_int_equal(session_computer_step(&ana.game, true), -1);
    assert_int_equal(session_clock_wait(&ana.game), -1);
    assert_false(session_clock_fallen(&ana.game));
    listener_end(&ana);
    struct record *record = record_new("classical"); /* a game that is only read */
    record_set_player(record, 'w', "Computer (level 4)");
    open_record(record, NULL, false);
    assert_false(session_computer_is_seated(&ana.game));
    assert_int_equal(session_computer_step(&ana.game, true), -1);
    listener_end(&ana);
    record = record_new("no-such-game"); /* without rules nobody can play */
    record_set_player(record, 'w', "Computer (level 4)");
    open_record(record, NULL, true);
    assert_false(session_computer_is_seated(&ana.game));
    listener_end(&ana);
}

/* ---------------------------------------------------------------- it ends the game, or fails */

static void it_resigns_a_lost_game(void **state)
{
    static const char *const mine[] = {"a3", "b3", "c3", "d3"}, *const its[] = {"a6", "b6", "c6",
                                                                                "d6"};
    (void)state;
    begin("classical", "Ana", "Computer (level 4)", "");
    for (int i = 0; i < 4 && !session_over(&ana.game); i++) {
        assert_true(plays(&ana, mine[i]));
        hush(&ana);
        answers(its[i], -3000);
    }
    assert_told(&ana, "ended");
    assert_string_equal(record_text(session_record(&ana.game), "result.score"), "1-0");
    assert_string_equal(record_text(session_record(&ana.game), "result.reason"), "resignation");
    assert_false(session_computer_to_move(&ana.game));
    listener_end(&ana);
}

static void a_person_resigns_while_it_thinks(void **state)
{
    (void)state;
    begin("classical", "Ana", "Computer (level 4)", "");
    assert_true(plays(&ana, "e4"));
    session_computer_step(&ana.game, true);
    go(0);
    hush(&ana);
    session_resign(&ana.game);
    assert_refused(REFUSED_NOT_THE_END);
    go(1);
    session_resign(&ana.game);
    assert_told(&ana, "ended");
    assert_string_equal(record_text(session_record(&ana.game), "result.score"), "0-1");
    session_resign(&ana.game);
    assert_refused(REFUSED_OVER);
    listener_end(&ana);
}

/* The computer would be to move, but nobody resigns a game that is over. */
static void a_mated_computer_has_lost(void **state)
{
    struct record *record = record_new("classical");
    (void)state;
    record_set_text(record, "start.position", "7k/5Q2/6K1/8/8/8/8/8 w - - 0 1");
    record_set_player(record, 'w', "Ana");
    record_set_player(record, 'b', "Computer (level 4)");
    open_record(record, NULL, true);
    assert_true(plays(&ana, "Qg7"));
    assert_told(&ana, "ended played");
    session_resign(&ana.game);
    assert_refused(REFUSED_OVER);
    assert_string_equal(record_text(record, "result.score"), "1-0");
    assert_string_equal(record_text(record, "result.reason"), "checkmate");
    listener_end(&ana);
}

static void it_claims_a_draw(void **state)
{
    static const char *const mine[] = {"Nf3", "Ng1", "Nf3", "Ng1"}, *const its[] = {"Nc6", "Nb8",
                                                                                    "Nc6", "Nb8"};
    (void)state;
    begin("classical", "Computer (level 4)", "Ana", "");
    for (int i = 0; i < 4; i++) {
        answers(mine[i], -1);
        assert_true(plays(&ana, its[i]));
    }
    hush(&ana);
    session_computer_step(&ana.game, true);
    assert_told(&ana, "ended");
    assert_int_equal(ana.last.side, NOBODY);
    assert_string_equal(record_text(session_record(&ana.game), "result.score"), "1/2-1/2");
    assert_string_equal(record_text(session_record(&ana.game), "result.reason"),
                        "threefold repetition");
    listener_end(&ana);
}

/* It declines before ply 20, and whenever it is better. */
static void it_answers_draw_offers(void **state)
{
    static const char *const mine[] = {"a3", "b3", "c3", "d3", "e3", "f3",
                                       "g3", "h3", "a4", "b4", "c4"},
                             *const its[] = {"a6", "b6", "c6", "d6", "e6", "f6",
                                             "g6", "h6", "a5", "b5", "c5"};
    (void)state;
    begin("classical", "Ana", "Computer (level 4)", "");
    for (int i = 0; i < 11; i++) {
        assert_true(plays(&ana, mine[i]));
        answers(its[i], i == 9 ? 1 : 0);
        hush(&ana);
        session_offer_draw(&ana.game);
        if (i == 10)
            break;
        assert_told(&ana, "offered declined");
        assert_int_equal(ana.last.side, BLACK);
    }
    assert_told(&ana, "offered ended");
    assert_string_equal(record_text(session_record(&ana.game), "result.score"), "1/2-1/2");
    assert_string_equal(record_text(session_record(&ana.game), "result.reason"), "agreement");
    listener_end(&ana);
}

static void a_person_plays_for_a_computer_that_fails(void **state)
{
    (void)state;
    begin("classical", "Computer (level 4)", "Ana", "");
    session_computer_step(&ana.game, true);
    script.dies = "its process has ended";
    session_computer_step(&ana.game, true);
    assert_told(&ana, "broke");
    assert_string_equal(ana.why, "the computer cannot move: its process has ended");
    script.dies = NULL;
    assert_false(session_computer_to_move(&ana.game));
    assert_true(plays(&ana, "e4"));
    listener_end(&ana);
}

/* A ply that is refused once would be refused for ever. */
static void it_pauses_when_its_ply_is_refused(void **state)
{
    (void)state;
    begin("classical", "Computer (level 4)", "Ana", "");
    ana.led = true;
    answers("e4", 0);
    assert_told(&ana, "stuck computer");
    assert_int_equal(session_record(&ana.game)->moves.n, 0);
    session_computer_step(&ana.game, true);
    assert_int_equal(script.goes, 1); /* it does not try again by itself */
    ana.led = false;
    session_computer_pause(&ana.game, false);
    assert_told(&ana, "goes-on");
    answers("e4", 0);
    assert_string_equal(ply_at(0), "e4");
    listener_end(&ana);
}

static void it_pauses_with_the_clocks(void **state)
{
    (void)state;
    begin("classical", "Ana", "Computer (level 4)", "1");
    assert_true(plays(&ana, "e4"));
    answers("e5", 0);
    assert_int_equal(session_clock_wait(&ana.game), 60000);
    hush(&ana);
    ana.now = 10000;
    session_computer_pause(&ana.game, true);
    assert_told(&ana, "paused");
    assert_int_equal(session_clock_wait(&ana.game), -1);
    ana.now = 500000;
    assert_false(session_clock_fallen(&ana.game));
    assert_true(plays(&ana, "Nf3"));
    session_computer_step(&ana.game, true);
    assert_int_equal(script.goes, 1); /* it does not begin to think */
    session_computer_pause(&ana.game, false);
    session_computer_step(&ana.game, true);
    assert_int_equal(script.goes, 2);
    listener_end(&ana);
}

/* ---------------------------------------------------------------- changing seats */

static void seats_change_hands(void **state)
{
    (void)state;
    begin("classical", "Ana", "Bea", "");
    struct record *record = session_record(&ana.game);
    session_computer_sits(&ana.game, "4");
    assert_told(&ana, "seated");
    assert_int_equal(ana.last.side, WHITE);
    assert_true(ana.last.yes);
    assert_string_equal(ana.text, "Computer (level 4)");
    assert_string_equal(record_player(record, 'w'), "Computer (level 4)");
    answers("e4", 0);
    hush(&ana);
    session_computer_sits(&ana.game, ""); /* at the usual level */
    assert_string_equal(record_player(record, 'b'), "Computer (level 3)");
    assert_true(session_computer_to_move(&ana.game));
    session_computer_sits(&ana.game, ""); /* a person again */
    assert_false(ana.last.yes);
    assert_int_equal(ana.last.side, BLACK);
    assert_string_equal(record_player(record, 'b'), "Black");
    assert_true(plays(&ana, "e5"));
    session_computer_sits(&ana.game, "off");
    assert_string_equal(record_player(record, 'w'), "White");
    assert_told(&ana, "seated seated played seated");
    assert_false(session_computer_is_seated(&ana.game));
    listener_end(&ana);
}

static void seats_that_cannot_change_are_refused(void **state)
{
    (void)state;
    begin("classical", "Ana", "Bea", "");
    session_computer_sits(&ana.game, "11");
    assert_refused(REFUSED_TEXT);
    assert_non_null(strstr(ana.why, "the computer has no level '11'"));
    assert_true(plays(&ana, "e4"));
    go(0);
    hush(&ana);
    session_computer_sits(&ana.game, "4");
    assert_refused(REFUSED_NOT_THE_END);
    go(1);
    session_trial_begin(&ana.game);
    hush(&ana);
    session_computer_sits(&ana.game, "4");
    assert_refused(REFUSED_NOT_IN_PLAY);
    session_trial_end(&ana.game, false);
    hush(&ana);
    ana.led = true; /* the client says why */
    session_computer_sits(&ana.game, "4");
    assert_told(&ana, "");
    assert_string_equal(record_player(session_record(&ana.game), 'b'), "Bea");
    listener_end(&ana);
    open_record(record_new("classical"), NULL, false);
    session_computer_sits(&ana.game, "4");
    assert_refused(REFUSED_NOT_IN_PLAY);
    listener_end(&ana);
}

/* ---------------------------------------------------------------- clocks */

static void each_ply_is_stamped_with_the_time_left(void **state)
{
    (void)state;
    begin("classical", "Ana", "Bea", "1+2");
    assert_true(plays(&ana, "e4"));
    assert_true(plays(&ana, "e5"));
    ana.now = 10000;
    assert_true(plays(&ana, "Nf3"));
    /* a minute less ten seconds, and two seconds for each ply */
    assert_non_null(session_record(&ana.game)->moves.v[2].notes);
    assert_string_equal(session_record(&ana.game)->moves.v[2].notes->clk, "0:00:54");
    assert_int_equal(session_clock_wait(&ana.game), 62000); /* Bea's */
    ana.now = 30500;
    assert_int_equal(session_clock_wait(&ana.game), 41500);
    char clock[CLOCK_ROOM];
    assert_true(session_clock_text(&ana.game, BLACK, clock));
    assert_string_equal(clock, "0:00:41"); /* 62 seconds at 10.0, whole seconds are shown */
    assert_true(session_clock_text(&ana.game, WHITE, clock));
    assert_string_equal(clock, "0:00:54");
    go(1); /* earlier plies show the clocks that were recorded with them */
    assert_false(session_clock_text(&ana.game, BLACK, clock));
    assert_string_equal(clock, "");
    go(3);
    session_trial_begin(&ana.game); /* a trial has no clocks */
    assert_int_equal(session_clock_wait(&ana.game), -1);
    assert_true(plays(&ana, "Nc6"));
    assert_null(session_record(&ana.game)->moves.v[3].notes);
    ana.now = 10000000;
    assert_false(session_clock_fallen(&ana.game));
    session_trial_end(&ana.game, false);
    assert_int_equal(session_clock_wait(&ana.game), 0);
    assert_true(session_clock_fallen(&ana.game)); /* it ran on meanwhile */
    listener_end(&ana);
}

/* Whoever is away from the end of the game is led there by the flag. */
static void a_flag_falls_while_somebody_reads(void **state)
{
    (void)state;
    begin("classical", "Ana", "Bea", "1");
    assert_true(plays(&ana, "e4"));
    assert_true(plays(&ana, "e5"));
    go(1);
    hush(&ana);
    ana.now = 59999;
    assert_false(session_clock_fallen(&ana.game));
    assert_int_equal(spot_plies(&ana.game.spot), 1);
    ana.now = 60000;
    assert_true(session_clock_fallen(&ana.game));
    assert_told(&ana, "ended");
    assert_int_equal(spot_plies(&ana.game.spot), 2);
    assert_string_equal(record_text(session_record(&ana.game), "result.score"), "0-1");
    assert_string_equal(record_text(session_record(&ana.game), "result.reason"), "time");
    assert_int_equal(session_clock_wait(&ana.game), -1);
    assert_false(session_clock_fallen(&ana.game)); /* once */
    listener_end(&ana);
}

static void of_three_players_one_runs_out_of_time(void **state)
{
    (void)state;
    begin("triangle-corners-3", "Ana", "Bea", "1");
    assert_true(plays(&ana, "h1"));
    assert_true(plays(&ana, "Nk4"));
    assert_int_equal(session_clock_wait(&ana.game), -1); /* Red has not moved yet */
    assert_true(plays(&ana, "Nxh1"));
    hush(&ana);
    ana.now = 60000;
    assert_true(session_clock_fallen(&ana.game));
    assert_told(&ana, "left");
    assert_int_equal(ana.last.side, WHITE);
    assert_true(ana.last.yes); /* out of time */
    assert_false(session_over(&ana.game));
    assert_int_equal(ana.game.track.now.side, BLACK);
    assert_int_equal(session_clock_wait(&ana.game), 60000); /* the others play on */
    listener_end(&ana);
}

/* The time left of a turn is kept with the draft of a game that was never saved. */
static void a_turn_goes_on_after_a_break(void **state)
{
    struct store *store;
    struct note why;
    (void)state;
    assert_int_equal(store_open(&store, club, &(struct store_options){.user = "ana"}, &why), 0);
    struct record *record = record_new("classical");
    keyboard_clock_write(record, "1");
    open_record(record, store, true);
    assert_true(plays(&ana, "e4"));
    assert_true(plays(&ana, "e5"));
    assert_true(ana.game.draft_kept);
    ana.now = 15000;
    session_seats_close(&ana.game);
    assert_string_equal(record_text(session_record(&ana.game), KEYBOARD_CLOCK_KEPT), "2 0:00:45");
    record = record_copy(session_record(&ana.game));
    session_draft_drop(&ana.game);
    session_clear(&ana.game);
    open_record(record, NULL, true);
    assert_int_equal(session_clock_wait(&ana.game), -1); /* the reader is at the start */
    go(2);
    assert_int_equal(session_clock_wait(&ana.game), 45000);
    assert_string_equal(record_text(session_record(&ana.game), KEYBOARD_CLOCK_KEPT), "");
    listener_end(&ana);
    store_close(store);
}

/* What the file says about the clocks, where none runs: the last one of each side before the
 * reader's spot, and nothing for a side whose flag fell. */
static void clocks_of_the_record_are_those_before_the_reader(void **state)
{
    (void)state;
    struct record *record = record_new("classical");
    static const char *const plies[] = {"e4", "e5", "Nf3", "Nc6"}, *const clocks[] = {
                                                                       "0:05:00", "0:04:50",
                                                                       "0:04:40", NULL};
    for (int i = 0; i < 4; i++) {
        line_append(&record->moves, plies[i]);
        if (clocks[i])
            text_replace(&node_notes(&record->moves.v[i])->clk, clocks[i]);
    }
    struct game_session game = {.offer = -1};
    edits_begin(&game.edits, record);
    assert_int_equal(session_open_rules(&game), 0);
    assert_string_equal(session_clock_recorded(&game, WHITE), "");
    game.spot = (struct spot){.ply = 2};
    assert_string_equal(session_clock_recorded(&game, WHITE), "0:05:00");
    assert_string_equal(session_clock_recorded(&game, BLACK), "0:04:50");
    game.spot.ply = 4;
    assert_string_equal(session_clock_recorded(&game, WHITE), "0:04:40");
    assert_string_equal(session_clock_recorded(&game, BLACK), "0:04:50");
    /* White is to move and has lost on time. */
    track_go(&game.track, record, &game.spot);
    record_set_text(record, "result.reason", "time");
    assert_string_equal(session_clock_recorded(&game, WHITE), "0:00:00");
    assert_string_equal(session_clock_recorded(&game, BLACK), "0:04:50");
    track_clear(&game.track);
    edits_clear(&game.edits);
    ruleset_free(game.rules);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_computer_answers_for_its_seat),
        cmocka_unit_test(it_waits_while_the_client_is_busy),
        cmocka_unit_test(it_plays_while_somebody_reads),
        cmocka_unit_test(a_trial_does_not_disturb_it),
        cmocka_unit_test(both_seats_can_be_the_computers),
        cmocka_unit_test(without_a_computer_nothing_is_due),
        cmocka_unit_test(it_resigns_a_lost_game),
        cmocka_unit_test(a_person_resigns_while_it_thinks),
        cmocka_unit_test(a_mated_computer_has_lost),
        cmocka_unit_test(it_claims_a_draw),
        cmocka_unit_test(it_answers_draw_offers),
        cmocka_unit_test(a_person_plays_for_a_computer_that_fails),
        cmocka_unit_test(it_pauses_when_its_ply_is_refused),
        cmocka_unit_test(it_pauses_with_the_clocks),
        cmocka_unit_test(seats_change_hands),
        cmocka_unit_test(seats_that_cannot_change_are_refused),
        cmocka_unit_test(each_ply_is_stamped_with_the_time_left),
        cmocka_unit_test(a_flag_falls_while_somebody_reads),
        cmocka_unit_test(of_three_players_one_runs_out_of_time),
        cmocka_unit_test(a_turn_goes_on_after_a_break),
        cmocka_unit_test(clocks_of_the_record_are_those_before_the_reader),
    };
    return cmocka_run_group_tests(tests, make_club, drop_club);
}
