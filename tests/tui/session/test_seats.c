/* test_seats.c - who sits at an open game (tui/session/session_seats.c): the clocks of players at
 * one keyboard, and the computer, with a scripted player and at times that the test sets. */
#include "config.h"
#include "tests/support/session_club.h"

#include "archive/record/header_values.h"
#include "core/draft.h"
#include "tui/session/game_session.h"

#include <limits.h>

/* ---- The scripted player: the answers that a test sets, and the calls that it received. */

static struct script {
    const char *answer; /* NULL: it still thinks */
    int score, goes, stops;
    bool dies;
    struct position now;
} script;

static int script_start(const struct ruleset *rules, void **player, struct note *why)
{
    (void)rules;
    (void)why;
    *player = &script;
    return 0;
}

static void script_position(void *player, const struct position *start, const struct ply *ply,
                            int plies)
{
    struct position before;
    (void)player;
    position_copy(&script.now, start);
    for (int i = 0; i < plies; i++) {
        position_copy(&before, &script.now);
        ply_play(&before, &ply[i], &script.now);
    }
}

static int script_go(void *player, const struct player_limits *limits, struct note *why)
{
    (void)player;
    (void)limits;
    (void)why;
    script.goes++;
    return 0;
}

static int script_answer(void *player, struct player_answer *out, struct note *why)
{
    (void)player;
    if (script.dies)
        return note_fail(why, FAIL_SYSTEM, -1, "its process has ended");
    if (!script.answer)
        return 0;
    out->found = true;
    out->score = script.score;
    assert_int_equal(script.now.rules->rules->parse(&script.now, script.answer, &out->ply, why), 0);
    script.answer = NULL;
    return 1;
}

static void script_hurry(void *player)
{
    (void)player;
}

static void script_stop(void *player)
{
    (void)player;
    script.stops++;
}

static const struct player_ops scripted = {script_start, script_position, script_go,  script_answer,
                                           script_hurry, script_stop,     script_stop};

/* ---- the client: it keeps the kinds of the events that it is told, and the last one */

enum { TOLD_MAX = 100 };

static struct table {
    struct game_session game;
    enum game_event_kind told[TOLD_MAX];
    int n;
    struct game_event last;
    char text[200], why[400];
    int64_t now;
    bool led; /* somebody else leads, so nothing may be changed */
} table;

static void listen(void *self, const struct game_event *event)
{
    (void)self;
    /* nearly every command moves the reader or changes the draft: leave these events out */
    if (event->kind == GAME_MOVED || event->kind == GAME_CHANGED || event->kind == GAME_DRAFT)
        return;
    assert_true(table.n < TOLD_MAX);
    table.told[table.n++] = event->kind;
    table.last = *event;
    snprintf(table.text, sizeof table.text, "%s", event->text ? event->text : "");
    snprintf(table.why, sizeof table.why, "%s", event->why ? event->why->text : "");
}

static int64_t table_now(void *self)
{
    (void)self;
    return table.now;
}

static bool table_refuses(void *self)
{
    (void)self;
    return table.led;
}

static const struct game_client client = {.tell = listen,
                                          .now = table_now,
                                          .author = client_name,
                                          .saver = client_name,
                                          .label = client_label,
                                          .refuses = table_refuses,
                                          .computer = &scripted};

/* The events since the last call must be these. */
static void assert_told(const enum game_event_kind *events, int n)
{
    for (int i = 0; i < n && i < table.n; i++)
        assert_int_equal(table.told[i], events[i]);
    assert_int_equal(table.n, n);
    table.n = 0;
}

#define TOLD(...)                                            \
    assert_told((const enum game_event_kind[]){__VA_ARGS__}, \
                (int)(sizeof(enum game_event_kind[]){__VA_ARGS__} / sizeof(enum game_event_kind)))

static void assert_refused(enum game_refusal cause)
{
    assert_int_equal(table.last.kind, GAME_REFUSED);
    assert_int_equal(table.last.cause, cause);
    TOLD(GAME_REFUSED);
}

static void open_record(struct record *record, struct store *store, bool play)
{
    script = (struct script){0};
    table = (struct table){.game = {.ops = &client, .store = store, .play = play}};
    edits_begin(&table.game.edits, record);
    session_begin(&table.game);
    session_recall(&table.game);
    session_reread(&table.game);
    session_seats_open(&table.game);
    table.n = 0;
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

static void end(void)
{
    session_seats_close(&table.game);
    session_clear(&table.game);
}

static bool plays(const char *text)
{
    struct game_session *game = &table.game;
    struct ply ply = {0};
    struct note why;
    bool played = session_may_play(game) &&
                  game->rules->rules->parse(&game->track.now, text, &ply, &why) == 0 &&
                  session_play(game, &ply);
    ply_free(&ply);
    return played;
}

/* The computer begins to think, and then has this answer. */
static void answers(const char *text, int score)
{
    int goes = script.goes;
    assert_true(session_computer_step(&table.game, true) >= 0);
    assert_int_equal(script.goes, goes + 1);
    script.answer = text;
    script.score = score;
    session_computer_step(&table.game, true);
}

static const char *ply_at(int index)
{
    return session_record(&table.game)->moves.v[index].text;
}

static void go(int ply)
{
    session_go(&table.game, &(struct spot){.ply = ply});
}

/* ---------------------------------------------------------------- the computer plays */

static void the_computer_answers_for_its_seat(void **state)
{
    (void)state;
    begin("classical", "Ana", "Computer (level 4)", "");
    assert_true(session_computer_is_seated(&table.game));
    assert_false(session_computer_to_move(&table.game));
    session_computer_step(&table.game, true);
    assert_int_equal(script.goes, 0); /* Ana is to move */
    assert_true(plays("e4"));
    assert_true(session_computer_to_move(&table.game));
    assert_true(session_computer_should_undo(&table.game));
    TOLD(GAME_PLAYED);
    assert_false(plays("e5")); /* for it */
    assert_refused(REFUSED_COMPUTER);
    answers("e5", 0);
    TOLD(GAME_PLAYED, GAME_COMPUTER_PLAYED);
    assert_false(table.last.yes); /* the reader was there */
    assert_string_equal(ply_at(1), "e5");
    assert_false(session_computer_to_move(&table.game));
    end();
}

static void it_waits_while_the_client_is_busy(void **state)
{
    (void)state;
    begin("classical", "Computer (level 4)", "Ana", "");
    session_computer_step(&table.game, false);
    script.answer = "e4";
    session_computer_step(&table.game, false);
    session_computer_step(&table.game, false);
    assert_int_equal(table.n, 0);
    session_computer_step(&table.game, true);
    TOLD(GAME_PLAYED, GAME_COMPUTER_PLAYED);
    end();
}

/* The reader returns to the place where the computer's ply found them. */
static void it_plays_while_somebody_reads(void **state)
{
    (void)state;
    begin("classical", "Ana", "Computer (level 4)", "");
    assert_true(plays("e4"));
    session_computer_step(&table.game, true);
    go(0);
    assert_false(session_computer_to_move(&table.game));
    table.n = 0;
    script.answer = "c5";
    session_computer_step(&table.game, true);
    TOLD(GAME_PLAYED, GAME_COMPUTER_PLAYED, GAME_CAME_BACK);
    assert_int_equal(spot_plies(&table.game.spot), 0);
    assert_string_equal(ply_at(1), "c5");
    end();
}

static void a_trial_does_not_disturb_it(void **state)
{
    (void)state;
    begin("classical", "Ana", "Computer (level 4)", "");
    assert_true(plays("e4"));
    session_computer_step(&table.game, true);
    session_trial_begin(&table.game);
    assert_true(plays("d5")); /* tried for it */
    script.answer = "e6";
    session_computer_step(&table.game, true);
    assert_int_equal(session_record(&table.game)->moves.n, 2);
    table.n = 0;
    session_trial_end(&table.game, false);
    session_computer_step(&table.game, true);
    TOLD(GAME_TRIAL_ENDED, GAME_PLAYED, GAME_COMPUTER_PLAYED);
    assert_string_equal(ply_at(1), "e6");
    end();
}

static void both_seats_can_be_the_computers(void **state)
{
    (void)state;
    begin("classical", "Computer (level 4)", "Computer (level 2)", "");
    assert_true(session_computer_to_move(&table.game));
    assert_false(session_computer_should_undo(&table.game)); /* nobody would play instead */
    answers("d4", 0);
    assert_int_equal(session_record(&table.game)->moves.n, 0); /* slowly enough to be followed */
    table.now = 5000;
    session_computer_step(&table.game, true);
    assert_int_equal(session_record(&table.game)->moves.n, 1);
    assert_int_equal(script.goes, 2); /* it thinks on at once, for Black */
    script.answer = "d5";
    session_computer_step(&table.game, true);
    table.now = 10000;
    session_computer_step(&table.game, true);
    assert_string_equal(ply_at(0), "d4");
    assert_string_equal(ply_at(1), "d5");
    end();
}

static void without_a_computer_nothing_is_due(void **state)
{
    (void)state;
    begin("classical", "Ana", "Bea", "");
    assert_false(session_computer_is_seated(&table.game));
    assert_int_equal(session_computer_step(&table.game, true), -1);
    assert_int_equal(session_clock_wait(&table.game), -1);
    assert_false(session_clock_fallen(&table.game));
    end();
    struct record *record = record_new("classical"); /* a game that is only read */
    record_set_player(record, 'w', "Computer (level 4)");
    open_record(record, NULL, false);
    assert_false(session_computer_is_seated(&table.game));
    assert_int_equal(session_computer_step(&table.game, true), -1);
    end();
    record = record_new("no-such-game"); /* without rules nobody can play */
    record_set_player(record, 'w', "Computer (level 4)");
    open_record(record, NULL, true);
    assert_false(session_computer_is_seated(&table.game));
    end();
}

/* ---------------------------------------------------------------- it ends the game, or fails */

static void it_resigns_a_lost_game(void **state)
{
    static const char *const mine[] = {"a3", "b3", "c3", "d3"}, *const its[] = {"a6", "b6", "c6",
                                                                                "d6"};
    (void)state;
    begin("classical", "Ana", "Computer (level 4)", "");
    for (int i = 0; i < 4 && !session_over(&table.game); i++) {
        assert_true(plays(mine[i]));
        table.n = 0;
        answers(its[i], -3000);
    }
    TOLD(GAME_ENDED);
    assert_string_equal(record_text(session_record(&table.game), "result.score"), "1-0");
    assert_string_equal(record_text(session_record(&table.game), "result.reason"), "resignation");
    assert_false(session_computer_to_move(&table.game));
    end();
}

static void it_claims_a_draw(void **state)
{
    static const char *const mine[] = {"Nf3", "Ng1", "Nf3", "Ng1"}, *const its[] = {"Nc6", "Nb8",
                                                                                    "Nc6", "Nb8"};
    (void)state;
    begin("classical", "Computer (level 4)", "Ana", "");
    for (int i = 0; i < 4; i++) {
        answers(mine[i], -1);
        assert_true(plays(its[i]));
    }
    table.n = 0;
    session_computer_step(&table.game, true);
    TOLD(GAME_ENDED);
    assert_int_equal(table.last.side, NOBODY);
    assert_string_equal(record_text(session_record(&table.game), "result.score"), "1/2-1/2");
    assert_string_equal(record_text(session_record(&table.game), "result.reason"),
                        "threefold repetition");
    end();
}

static void a_person_plays_for_a_computer_that_fails(void **state)
{
    (void)state;
    begin("classical", "Computer (level 4)", "Ana", "");
    session_computer_step(&table.game, true);
    script.dies = true;
    session_computer_step(&table.game, true);
    TOLD(GAME_COMPUTER_BROKE);
    assert_string_equal(table.why, "the computer cannot move: its process has ended");
    script.dies = false;
    assert_false(session_computer_to_move(&table.game));
    assert_true(plays("e4"));
    end();
}

/* A ply that is refused once would be refused for ever. */
static void it_pauses_when_its_ply_is_refused(void **state)
{
    (void)state;
    begin("classical", "Computer (level 4)", "Ana", "");
    table.led = true;
    answers("e4", 0);
    TOLD(GAME_COMPUTER_STUCK, GAME_COMPUTER_PLAYED);
    assert_int_equal(session_record(&table.game)->moves.n, 0);
    session_computer_step(&table.game, true);
    assert_int_equal(script.goes, 1); /* it does not try again by itself */
    table.led = false;
    session_computer_pause(&table.game, false);
    TOLD(GAME_COMPUTER_GOES_ON);
    answers("e4", 0);
    assert_string_equal(ply_at(0), "e4");
    end();
}

static void it_pauses_with_the_clocks(void **state)
{
    (void)state;
    begin("classical", "Ana", "Computer (level 4)", "1");
    assert_true(plays("e4"));
    answers("e5", 0);
    assert_int_equal(session_clock_wait(&table.game), 60000);
    table.n = 0;
    table.now = 10000;
    session_computer_pause(&table.game, true);
    TOLD(GAME_COMPUTER_PAUSED);
    assert_int_equal(session_clock_wait(&table.game), -1);
    table.now = 500000;
    assert_false(session_clock_fallen(&table.game));
    assert_true(plays("Nf3"));
    session_computer_step(&table.game, true);
    assert_int_equal(script.goes, 1); /* it does not begin to think */
    session_computer_pause(&table.game, false);
    session_computer_step(&table.game, true);
    assert_int_equal(script.goes, 2);
    end();
}

/* ---------------------------------------------------------------- changing seats */

static void seats_change_hands(void **state)
{
    (void)state;
    begin("classical", "Ana", "Bea", "");
    struct record *record = session_record(&table.game);
    session_computer_sits(&table.game, "4");
    TOLD(GAME_SEATED);
    assert_int_equal(table.last.side, WHITE);
    assert_true(table.last.yes);
    assert_string_equal(table.text, "Computer (level 4)");
    assert_string_equal(record_player(record, 'w'), "Computer (level 4)");
    answers("e4", 0);
    table.n = 0;
    session_computer_sits(&table.game, ""); /* at the usual level */
    assert_string_equal(record_player(record, 'b'), "Computer (level 3)");
    assert_true(session_computer_to_move(&table.game));
    session_computer_sits(&table.game, ""); /* a person again */
    assert_false(table.last.yes);
    assert_int_equal(table.last.side, BLACK);
    assert_string_equal(record_player(record, 'b'), "Black");
    assert_true(plays("e5"));
    session_computer_sits(&table.game, "off");
    assert_string_equal(record_player(record, 'w'), "White");
    TOLD(GAME_SEATED, GAME_SEATED, GAME_PLAYED, GAME_SEATED);
    assert_false(session_computer_is_seated(&table.game));
    end();
}

static void seats_that_cannot_change_are_refused(void **state)
{
    (void)state;
    begin("classical", "Ana", "Bea", "");
    session_computer_sits(&table.game, "11");
    assert_refused(REFUSED_TEXT);
    assert_non_null(strstr(table.why, "the computer has no level '11'"));
    assert_true(plays("e4"));
    go(0);
    table.n = 0;
    session_computer_sits(&table.game, "4");
    assert_refused(REFUSED_NOT_THE_END);
    go(1);
    session_trial_begin(&table.game);
    table.n = 0;
    session_computer_sits(&table.game, "4");
    assert_refused(REFUSED_NOT_IN_PLAY);
    session_trial_end(&table.game, false);
    table.n = 0;
    table.led = true; /* the client says why */
    session_computer_sits(&table.game, "4");
    assert_int_equal(table.n, 0);
    assert_string_equal(record_player(session_record(&table.game), 'b'), "Bea");
    end();
    open_record(record_new("classical"), NULL, false);
    session_computer_sits(&table.game, "4");
    assert_refused(REFUSED_NOT_IN_PLAY);
    end();
}

/* ---------------------------------------------------------------- clocks */

static void each_ply_is_stamped_with_the_time_left(void **state)
{
    (void)state;
    begin("classical", "Ana", "Bea", "1+2");
    assert_true(plays("e4"));
    assert_true(plays("e5"));
    table.now = 10000;
    assert_true(plays("Nf3"));
    /* a minute less ten seconds, and two seconds for each ply */
    assert_non_null(session_record(&table.game)->moves.v[2].notes);
    assert_string_equal(session_record(&table.game)->moves.v[2].notes->clk, "0:00:54");
    assert_int_equal(session_clock_wait(&table.game), 62000); /* Bea's */
    table.now = 30500;
    assert_int_equal(session_clock_wait(&table.game), 41500);
    char clock[CLOCK_ROOM];
    assert_true(session_clock_text(&table.game, BLACK, clock));
    assert_string_equal(clock, "0:00:41"); /* 62 seconds at 10.0, whole seconds are shown */
    assert_true(session_clock_text(&table.game, WHITE, clock));
    assert_string_equal(clock, "0:00:54");
    go(1); /* earlier plies show the clocks that were recorded with them */
    assert_false(session_clock_text(&table.game, BLACK, clock));
    assert_string_equal(clock, "");
    go(3);
    session_trial_begin(&table.game); /* a trial has no clocks */
    assert_int_equal(session_clock_wait(&table.game), -1);
    assert_true(plays("Nc6"));
    assert_null(session_record(&table.game)->moves.v[3].notes);
    table.now = 10000000;
    assert_false(session_clock_fallen(&table.game));
    session_trial_end(&table.game, false);
    assert_int_equal(session_clock_wait(&table.game), 0);
    assert_true(session_clock_fallen(&table.game)); /* it ran on meanwhile */
    end();
}

/* Whoever is away from the end of the game is led there by the flag. */
static void a_flag_falls_while_somebody_reads(void **state)
{
    (void)state;
    begin("classical", "Ana", "Bea", "1");
    assert_true(plays("e4"));
    assert_true(plays("e5"));
    go(1);
    table.n = 0;
    table.now = 59999;
    assert_false(session_clock_fallen(&table.game));
    assert_int_equal(spot_plies(&table.game.spot), 1);
    table.now = 60000;
    assert_true(session_clock_fallen(&table.game));
    TOLD(GAME_ENDED);
    assert_int_equal(spot_plies(&table.game.spot), 2);
    assert_string_equal(record_text(session_record(&table.game), "result.score"), "0-1");
    assert_string_equal(record_text(session_record(&table.game), "result.reason"), "time");
    assert_int_equal(session_clock_wait(&table.game), -1);
    assert_false(session_clock_fallen(&table.game)); /* once */
    end();
}

static void of_three_players_one_runs_out_of_time(void **state)
{
    (void)state;
    begin("triangle-corners-3", "Ana", "Bea", "1");
    assert_true(plays("h1"));
    assert_true(plays("Nk4"));
    assert_int_equal(session_clock_wait(&table.game), -1); /* Red has not moved yet */
    assert_true(plays("Nxh1"));
    table.n = 0;
    table.now = 60000;
    assert_true(session_clock_fallen(&table.game));
    TOLD(GAME_SIDE_LEFT);
    assert_int_equal(table.last.side, WHITE);
    assert_true(table.last.yes); /* out of time */
    assert_false(session_over(&table.game));
    assert_int_equal(table.game.track.now.side, BLACK);
    assert_int_equal(session_clock_wait(&table.game), 60000); /* the others play on */
    end();
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
    assert_true(plays("e4"));
    assert_true(plays("e5"));
    assert_true(table.game.draft_kept);
    table.now = 15000;
    session_seats_close(&table.game);
    assert_string_equal(record_text(session_record(&table.game), KEYBOARD_CLOCK_KEPT), "2 0:00:45");
    record = record_copy(session_record(&table.game));
    session_draft_drop(&table.game);
    session_clear(&table.game);
    open_record(record, NULL, true);
    assert_int_equal(session_clock_wait(&table.game), -1); /* the reader is at the start */
    go(2);
    assert_int_equal(session_clock_wait(&table.game), 45000);
    assert_string_equal(record_text(session_record(&table.game), KEYBOARD_CLOCK_KEPT), "");
    end();
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
        cmocka_unit_test(it_claims_a_draw),
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
