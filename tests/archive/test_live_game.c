/* test_live_game.c - a live game: seats, offers, changing sides, who hears what, clocks, and
 * adjourning. */
#include "config.h"
#include "tests/support/live_club.h"

#include <unistd.h>

/* ----------------------------------------------------------------------------- seats and offers */

static void seats_can_be_taken_once(void **state)
{
    struct journal *journal =
        new_game("triangle-corners-3", (const char *const[]){"ana", "bob", "", NULL}, "br", NULL);
    struct note why = {0};
    (void)state;
    assert_int_equal(journal->live.stage, LIVE_SEATS);
    assert_int_equal(
        append(journal, JOURNAL_ACCEPT, &why, "side", "b", "what", "seat", "by", "eve"), FAIL_RULE);
    assert_non_null(strstr(why.text, "reserved for bob"));
    assert_int_equal(
        append(journal, JOURNAL_ACCEPT, &why, "side", "r", "what", "seat", "by", "ana"), FAIL_RULE);
    assert_int_equal(
        append(journal, JOURNAL_ACCEPT, &why, "side", "r", "what", "seat", "by", "../x"),
        FAIL_TEXT);
    assert_int_equal(
        append(journal, JOURNAL_ACCEPT, &why, "side", "r", "what", "seat", "by", "cle"), 0);
    assert_int_equal(
        append(journal, JOURNAL_ACCEPT, &why, "side", "r", "what", "seat", "by", "dan"), FAIL_RULE);
    assert_int_equal(journal->live.stage, LIVE_SEATS);
    assert_int_equal(
        append(journal, JOURNAL_ACCEPT, &why, "side", "b", "what", "seat", "by", "bob"), 0);
    assert_int_equal(journal->live.stage, LIVE_PLAYING);
    assert_int_equal(live_side_of(&journal->live, "cle"), RED);
    assert_int_equal(live_side_of(&journal->live, "eve"), NOBODY);
    journal_free(journal);
}

static void three_players_must_all_agree(void **state)
{
    struct journal *journal = new_game(
        "triangle-corners-3", (const char *const[]){"ana", "bob", "cle", NULL}, NULL, NULL);
    struct note why = {0};
    char score[24];
    (void)state;
    assert_int_equal(
        append(journal, JOURNAL_RESULT, &why, "side", "b", "why", "resigns", NULL, NULL),
        FAIL_RULE);
    must_play(journal, (const char *const[]){"Pd4-e4", NULL});
    assert_int_equal(append(journal, JOURNAL_OFFER, &why, "side", "r", "what", "draw", NULL, NULL),
                     0);
    assert_int_equal(append(journal, JOURNAL_OFFER, &why, "side", "w", "what", "abort", NULL, NULL),
                     FAIL_BUSY);
    assert_int_equal(append(journal, JOURNAL_ACCEPT, &why, "side", "w", "what", "draw", NULL, NULL),
                     0);
    assert_int_equal(append(journal, JOURNAL_ACCEPT, &why, "side", "w", "what", "draw", NULL, NULL),
                     FAIL_RULE);
    assert_int_equal(journal->live.stage, LIVE_PLAYING);
    assert_int_equal(
        append(journal, JOURNAL_ACCEPT, &why, "side", "b", "what", "draw", "agree", "no"), 0);
    assert_int_equal(
        append(journal, JOURNAL_RESULT, &why, "side", "b", "why", "resigns", NULL, NULL), 0);
    /* One of three is out, the others play on. */
    assert_int_equal(journal->live.stage, LIVE_PLAYING);
    assert_false(live_alive(&journal->live, BLACK));
    assert_true(live_alive(&journal->live, RED));
    assert_int_equal(
        append(journal, JOURNAL_RESULT, &why, "side", "r", "why", "resigns", NULL, NULL), 0);
    assert_int_equal(journal->live.stage, LIVE_OVER);
    live_score(&journal->live, score, sizeof score);
    assert_string_equal(score, "1-0-0");
    journal_free(journal);
}

/* A game of three: White and Black have played, Red has resigned, and it is White's turn. */
static struct journal *red_is_out(void)
{
    struct journal *journal = new_game(
        "triangle-corners-3", (const char *const[]){"ana", "bob", "cle", NULL}, NULL, NULL);
    struct note why = {0};
    must_play(journal, (const char *const[]){"Pd4-e4", "Pg5-g4", NULL});
    assert_int_equal(
        append(journal, JOURNAL_RESULT, &why, "side", "r", "why", "resigns", NULL, NULL), 0);
    assert_int_equal(journal->live.stage, LIVE_PLAYING);
    assert_int_equal(journal->live.game.now.side, WHITE);
    return journal;
}

static void offers_do_not_ask_a_player_who_is_out(void **state)
{
    static const struct {
        const char *what;
        enum live_stage stage;
    } offers[] = {{"draw", LIVE_OVER},
                  {"abort", LIVE_OVER},
                  {"pause", LIVE_PAUSED},
                  {"adjourn", LIVE_PAUSED},
                  {"swap", LIVE_PLAYING}};
    struct note why = {0};
    (void)state;
    for (size_t i = 0; i < sizeof offers / sizeof *offers; i++) {
        struct journal *journal = red_is_out();
        const char *what = offers[i].what;
        assert_int_equal(
            append(journal, JOURNAL_OFFER, &why, "side", "r", "what", what, NULL, NULL), FAIL_RULE);
        assert_int_equal(
            append(journal, JOURNAL_OFFER, &why, "side", "w", "what", what, NULL, NULL), 0);
        assert_int_equal(
            append(journal, JOURNAL_ACCEPT, &why, "side", "r", "what", what, NULL, NULL),
            FAIL_RULE);
        if (strcmp(what, "adjourn") != 0) /* a casual game can be left without agreement */
            assert_int_equal(
                append(journal, JOURNAL_ACCEPT, &why, "side", "b", "what", what, NULL, NULL), 0);
        assert_int_equal(journal->live.stage, offers[i].stage);
        assert_int_equal(journal->live.offer.kind, LIVE_NO_OFFER);
        if (journal->live.stage == LIVE_PAUSED) {
            assert_int_equal(
                append(journal, JOURNAL_OFFER, &why, "side", "b", "what", "resume", NULL, NULL), 0);
            assert_int_equal(
                append(journal, JOURNAL_ACCEPT, &why, "side", "w", "what", "resume", NULL, NULL),
                0);
            assert_int_equal(journal->live.stage, LIVE_PLAYING);
        }
        journal_free(journal);
    }
}

/* A takeback cannot go back beyond a resignation, which would bring the player back. */
static void a_player_who_resigned_stays_out(void **state)
{
    struct journal *journal = red_is_out();
    struct note why = {0};
    (void)state;
    assert_int_equal(append(journal, JOURNAL_TAKEBACK, &why, "side", "b", NULL, NULL, NULL, NULL),
                     FAIL_RULE);
    assert_int_equal(
        append(journal, JOURNAL_OFFER, &why, "side", "b", "what", "takeback", "count", "1"),
        FAIL_RULE);
    assert_non_null(strstr(why.text, "before Red left the game"));
    must_play(journal, (const char *const[]){"Pe4-f4", NULL});
    assert_int_equal(
        append(journal, JOURNAL_OFFER, &why, "side", "w", "what", "takeback", "count", "2"),
        FAIL_RULE);
    assert_int_equal(
        append(journal, JOURNAL_OFFER, &why, "side", "w", "what", "takeback", "count", "1"), 0);
    assert_int_equal(
        append(journal, JOURNAL_ACCEPT, &why, "side", "b", "what", "takeback", NULL, NULL), 0);
    assert_int_equal(journal->live.game.plies, 2);
    assert_int_equal(journal->live.game.now.side, WHITE);
    assert_false(live_alive(&journal->live, RED));
    struct journal *again = reopen(journal->live.id);
    assert_int_equal(again->live.crc, journal->live.crc);
    assert_false(live_alive(&again->live, RED));
    journal_free(again);
    journal_free(journal);
}

/* The last player who has not agreed goes out: then everyone agrees, except on taking back plies
 * played before that. */
static void an_offer_passes_when_the_last_dissenter_goes_out(void **state)
{
    static const char *const offers[] = {"draw", "pause", "takeback"};
    struct note why = {0};
    char score[24];
    (void)state;
    for (int i = 0; i < 3; i++) {
        struct journal *journal = new_game(
            "triangle-corners-3", (const char *const[]){"ana", "bob", "cle", NULL}, NULL, NULL);
        must_play(journal, (const char *const[]){"Pd4-e4", NULL});
        assert_int_equal(
            append(journal, JOURNAL_OFFER, &why, "side", "w", "what", offers[i], "count", "1"), 0);
        assert_int_equal(
            append(journal, JOURNAL_ACCEPT, &why, "side", "b", "what", offers[i], NULL, NULL), 0);
        assert_int_equal(
            append(journal, JOURNAL_RESULT, &why, "side", "r", "why", "resigns", NULL, NULL), 0);
        assert_int_equal(journal->live.offer.kind, LIVE_NO_OFFER);
        assert_int_equal(journal->live.stage, i == 0   ? LIVE_OVER
                                              : i == 1 ? LIVE_PAUSED
                                                       : LIVE_PLAYING);
        assert_int_equal(journal->live.game.plies, 1);
        live_score(&journal->live, score, sizeof score);
        assert_string_equal(score, i == 0 ? "1/2-1/2-0" : "*");
        journal_free(journal);
    }
}

static void offers_are_carried_out(void **state)
{
    struct journal *journal = new_classical();
    struct note why = {0};
    (void)state;
    must_play(journal, (const char *const[]){"e4", "e5", "Nf3", NULL});
    assert_int_equal(
        append(journal, JOURNAL_OFFER, &why, "side", "w", "what", "takeback", "count", "1"), 0);
    assert_int_equal(
        append(journal, JOURNAL_ACCEPT, &why, "side", "b", "what", "takeback", NULL, NULL), 0);
    assert_int_equal(journal->live.game.plies, 2);
    assert_int_equal(
        append(journal, JOURNAL_OFFER, &why, "side", "b", "what", "resume", NULL, NULL), FAIL_RULE);
    assert_non_null(strstr(why.text, "not paused"));
    assert_int_equal(append(journal, JOURNAL_OFFER, &why, "side", "b", "what", "pause", NULL, NULL),
                     0);
    assert_int_equal(
        append(journal, JOURNAL_ACCEPT, &why, "side", "w", "what", "pause", NULL, NULL), 0);
    assert_int_equal(journal->live.stage, LIVE_PAUSED);
    assert_int_equal(append(journal, JOURNAL_OFFER, &why, "side", "w", "what", "draw", NULL, NULL),
                     FAIL_RULE);
    assert_non_null(strstr(why.text, "is paused"));
    assert_int_equal(append(journal, JOURNAL_PLY, &why, "side", "w", "m", "Ng1-f3", NULL, NULL),
                     FAIL_RULE);
    assert_int_equal(
        append(journal, JOURNAL_OFFER, &why, "side", "w", "what", "resume", NULL, NULL), 0);
    assert_int_equal(
        append(journal, JOURNAL_ACCEPT, &why, "side", "b", "what", "resume", "agree", "no"), 0);
    assert_int_equal(journal->live.stage, LIVE_PAUSED);
    assert_int_equal(
        append(journal, JOURNAL_OFFER, &why, "side", "w", "what", "resume", NULL, NULL), 0);
    assert_int_equal(
        append(journal, JOURNAL_ACCEPT, &why, "side", "b", "what", "resume", NULL, NULL), 0);
    must_play(journal, (const char *const[]){"Nf3", NULL});
    assert_int_equal(append(journal, JOURNAL_OFFER, &why, "side", "w", "what", "draw", NULL, NULL),
                     0);
    must_play(journal, (const char *const[]){"Nc6", NULL}); /* playing on declines */
    assert_int_equal(journal->live.offer.kind, LIVE_NO_OFFER);
    assert_int_equal(append(journal, JOURNAL_TAKEBACK, &why, "side", "b", NULL, NULL, NULL, NULL),
                     0);
    assert_int_equal(journal->live.game.plies, 3);
    assert_int_equal(append(journal, JOURNAL_OFFER, &why, "side", "b", "what", "draw", NULL, NULL),
                     0);
    assert_int_equal(append(journal, JOURNAL_ACCEPT, &why, "side", "w", "what", "draw", NULL, NULL),
                     0);
    assert_int_equal(journal->live.stage, LIVE_OVER);
    assert_string_equal(journal->live.reason, "agreement");
    /* A reader computes the same. */
    struct journal *again = reopen(journal->live.id);
    assert_int_equal(again->live.records, journal->live.records);
    assert_int_equal(again->live.stage, LIVE_OVER);
    assert_int_equal(again->live.crc, journal->live.crc);
    journal_free(again);
    journal_free(journal);
}

/* Clocks depend only on the records. */
static void sides_change_when_both_agree(void **state)
{
    struct journal *journal =
        new_game("classical", (const char *const[]){"ana", "bob", NULL}, NULL, "15");
    struct note why = {0};
    (void)state;
    must_play(journal, (const char *const[]){"e4", "e5", NULL});
    int64_t white = journal->live.seat[WHITE].left, black = journal->live.seat[BLACK].left;
    assert_int_equal(append(journal, JOURNAL_OFFER, &why, "side", "w", "what", "swap", NULL, NULL),
                     0);
    assert_string_equal(journal->live.seat[WHITE].name, "ana"); /* not before the other agrees */
    assert_int_equal(
        append(journal, JOURNAL_ACCEPT, &why, "side", "b", "what", "swap", "by", "ana"), FAIL_RULE);
    assert_int_equal(
        append(journal, JOURNAL_ACCEPT, &why, "side", "b", "what", "swap", "by", "bob"), 0);
    assert_string_equal(journal->live.seat[WHITE].name, "bob");
    assert_string_equal(journal->live.seat[BLACK].name, "ana");
    assert_true(journal->live.seat[WHITE].left == white && journal->live.seat[BLACK].left == black);
    assert_int_equal(live_side_of(&journal->live, "ana"), BLACK);
    /* A ply, a resignation or an answer sent before the exchange, from the player who sat there, is
     * refused. */
    assert_int_equal(append(journal, JOURNAL_PLY, &why, "side", "w", "m", "Ng1-f3", "by", "ana"),
                     FAIL_RULE);
    assert_int_equal(
        append(journal, JOURNAL_RESULT, &why, "side", "w", "why", "resigns", "by", "ana"),
        FAIL_RULE);
    assert_int_equal(append(journal, JOURNAL_PLY, &why, "side", "w", "m", "Ng1-f3", "by", "bob"),
                     0);
    struct journal *again = reopen(journal->live.id);
    assert_int_equal(again->live.crc, journal->live.crc);
    assert_string_equal(again->live.seat[WHITE].name, "bob");
    struct record *record = live_record(&again->live);
    assert_string_equal(record_player(record, 'w'), "bob");
    assert_string_equal(record->moves.v[1].notes->comments.v[0].text,
                        "After this ply the players changed sides.");
    record_free(record);
    journal_free(again);
    journal_free(journal);
}

static void three_change_sides_except_a_player_who_is_out(void **state)
{
    struct journal *journal = new_game(
        "triangle-corners-3", (const char *const[]){"ana", "bob", "cle", NULL}, NULL, NULL);
    struct note why = {0};
    (void)state;
    must_play(journal, (const char *const[]){"Pd4-e4", NULL});
    assert_int_equal(append(journal, JOURNAL_OFFER, &why, "side", "w", "what", "swap", NULL, NULL),
                     0);
    assert_int_equal(append(journal, JOURNAL_ACCEPT, &why, "side", "b", "what", "swap", NULL, NULL),
                     0);
    assert_int_equal(journal->live.swaps, 0);
    assert_int_equal(append(journal, JOURNAL_ACCEPT, &why, "side", "r", "what", "swap", NULL, NULL),
                     0);
    assert_string_equal(journal->live.seat[WHITE].name, "bob");
    assert_string_equal(journal->live.seat[BLACK].name, "cle");
    assert_string_equal(journal->live.seat[RED].name, "ana");
    assert_int_equal(
        append(journal, JOURNAL_RESULT, &why, "side", "b", "why", "resigns", NULL, NULL), 0);
    assert_int_equal(append(journal, JOURNAL_OFFER, &why, "side", "w", "what", "swap", NULL, NULL),
                     0);
    assert_int_equal(append(journal, JOURNAL_ACCEPT, &why, "side", "b", "what", "swap", NULL, NULL),
                     FAIL_RULE);
    assert_int_equal(append(journal, JOURNAL_ACCEPT, &why, "side", "r", "what", "swap", NULL, NULL),
                     0);
    assert_string_equal(journal->live.seat[WHITE].name, "ana");
    assert_string_equal(journal->live.seat[BLACK].name, "cle");
    assert_string_equal(journal->live.seat[RED].name, "bob");
    journal_free(journal);
}

/* A takeback does not remove the chat at those plies; a delayed gallery hears it when it has seen
 * that many plies. */
static void talk_outlives_plies(void **state)
{
    struct journal *journal = new_classical();
    struct note why = {0};
    struct live_game *live = &journal->live;
    (void)state;
    must_play(journal, (const char *const[]){"e4", "e5", "Nf3", NULL});
    assert_int_equal(
        append(journal, JOURNAL_CHAT, &why, "by", "ana", "room", "table", "text", "oh no"), 0);
    assert_int_equal(
        append(journal, JOURNAL_OFFER, &why, "side", "w", "what", "takeback", "count", "2"), 0);
    assert_int_equal(
        append(journal, JOURNAL_ACCEPT, &why, "side", "b", "what", "takeback", NULL, NULL), 0);
    assert_int_equal(live->game.plies, 1);
    assert_true(live_hears(live, "ana", &live->talk[0]) && live_hears(live, "bob", &live->talk[0]));
    assert_true(live_hears(live, "eve", &live->talk[0]));
    live->gallery_delay = 1;
    assert_false(live_hears(live, "eve", &live->talk[0]));
    must_play(journal, (const char *const[]){"c5", NULL});
    assert_true(live_hears(live, "eve", &live->talk[0]));
    journal_free(journal);
}

/* A player whose opponent never begins can stop the game alone, whatever the clock says; later,
 * both must agree. */
static void a_game_that_never_begins_can_be_stopped_alone(void **state)
{
    static const char *const controls[] = {NULL, "15+10", "3 days"};
    struct note why = {0};
    (void)state;
    for (int i = 0; i < 3; i++)
        for (int plies = 0; plies < 3; plies++)
            for (int side = 0; side < 2; side++) {
                struct journal *journal = new_game(
                    "classical", (const char *const[]){"ana", "bob", NULL}, NULL, controls[i]);
                if (plies)
                    must_play(journal, (const char *const[]){"e4", NULL});
                if (plies == 2)
                    must_play(journal, (const char *const[]){"e5", NULL});
                assert_int_equal(live_may_abort(&journal->live, side), plies < 2);
                int result = append(journal, JOURNAL_RESULT, &why, "side", side ? "b" : "w", "why",
                                    "aborts", NULL, NULL);
                assert_int_equal(result, plies < 2 ? 0 : FAIL_RULE);
                assert_int_equal(journal->live.stage, plies < 2 ? LIVE_OVER : LIVE_PLAYING);
                assert_int_equal(journal->live.aborted, plies < 2);
                if (plies == 2)
                    assert_non_null(strstr(why.text, "all players must agree"));
                else
                    assert_int_equal(
                        append(journal, JOURNAL_PLY, &why, "side", "w", "m", "Pe2-e4", NULL, NULL),
                        FAIL_RULE);
                journal_free(journal);
            }
    struct journal *three = new_game("triangle-corners-3",
                                     (const char *const[]){"ana", "bob", "cle", NULL}, NULL, NULL);
    must_play(three, (const char *const[]){"Pd4-e4", "Pg5-g4", NULL});
    assert_int_equal(append(three, JOURNAL_RESULT, &why, "side", "w", "why", "aborts", NULL, NULL),
                     0);
    assert_true(three->live.aborted);
    journal_free(three);
    three = red_is_out(); /* everyone who still plays has begun */
    assert_int_equal(append(three, JOURNAL_RESULT, &why, "side", "w", "why", "aborts", NULL, NULL),
                     FAIL_RULE);
    assert_int_equal(append(three, JOURNAL_RESULT, &why, "side", "r", "why", "aborts", NULL, NULL),
                     FAIL_RULE);
    journal_free(three);
}

static void chat_reaches_those_who_may_hear_it(void **state)
{
    struct journal *journal = new_game(
        "triangle-corners-3", (const char *const[]){"ana", "bob", "cle", NULL}, NULL, NULL);
    struct note why = {0};
    struct live_game *live = &journal->live;
    (void)state;
    must_play(journal, (const char *const[]){"Pd4-e4", NULL});
    assert_string_equal(live_room(live, "cle"), "table");
    assert_string_equal(live_room(live, "eve"), "gallery");
    assert_int_equal(
        append(journal, JOURNAL_CHAT, &why, "by", "eve", "room", "gallery", "text", "psst"), 0);
    assert_int_equal(
        append(journal, JOURNAL_CHAT, &why, "by", "ana", "room", "table", "text", "hello"), 0);
    assert_false(live_hears(live, "cle", &live->talk[0]));
    assert_true(live_hears(live, "eve", &live->talk[0]) && live_hears(live, "cle", &live->talk[1]));
    /* An eliminated player chats with the watchers, and hears them and the players. */
    assert_int_equal(
        append(journal, JOURNAL_RESULT, &why, "side", "r", "why", "resigns", NULL, NULL), 0);
    assert_string_equal(live_room(live, "cle"), "gallery");
    assert_int_equal(
        append(journal, JOURNAL_CHAT, &why, "by", "cle", "room", "gallery", "text", "bob wins"), 0);
    assert_true(live_hears(live, "cle", &live->talk[0]) && live_hears(live, "cle", &live->talk[1]));
    assert_true(live_hears(live, "eve", &live->talk[2]) &&
                !live_hears(live, "ana", &live->talk[2]));
    /* In a delayed gallery, watchers of the present game hear chat as late as they see plies. */
    live->gallery_delay = 3;
    assert_int_equal(live_hidden(live, "eve"), 1);
    assert_int_equal(live_hidden(live, "cle"), 0);
    assert_true(live_is_late(live, "eve") && !live_is_late(live, "cle"));
    assert_false(live_hears(live, "eve", &live->talk[1]) ||
                 live_hears(live, "eve", &live->talk[2]));
    assert_true(live_hears(live, "eve", &live->talk[0]));
    journal_free(journal);
    journal = new_classical(); /* delayed from the beginning, and no longer when the game is over */
    journal->live.gallery_delay = 3;
    assert_true(live_is_late(&journal->live, "eve") && !live_is_late(&journal->live, "bob"));
    assert_int_equal(live_hidden(&journal->live, "eve"), 0);
    must_play(journal, fools_mate);
    assert_false(live_is_late(&journal->live, "eve"));
    journal_free(journal);
}

static void clocks_are_computed_from_the_records(void **state)
{
    static const char *const plies[] = {
        "at: '2026-11-21T20:50:00.000Z', ev: 'ply', side: 'w', m: 'Pe2-e4'",
        "at: '2026-11-21T20:51:00.000Z', ev: 'ply', side: 'b', m: 'Pe7-e5'",
        "at: '2026-11-21T20:51:30.000Z', ev: 'ply', side: 'w', m: 'Ng1-f3'",
        "at: '2026-11-21T20:51:35.000Z', ev: 'ply', side: 'b', m: 'Nb8-c6'",
    };
    struct forged forged = {0};
    char id[ULID_LENGTH + 1], bare[512];
    (void)state;
    ulid_new(id);
    snprintf(
        bare, sizeof bare,
        "at: '2026-11-21T20:49:03.120Z', ev: 'open', variant: 'classical', control: '1+2', sides: ['ana', 'bob'], "
        "chesscade: 1, game: '%s'",
        id);
    forge(&forged, bare);
    for (int i = 0; i < 4; i++)
        forge(&forged, plies[i]);
    check_forged(&forged, id, 5, NULL);
    struct journal *journal = reopen(id);
    int64_t last = utc_read("2026-11-21T20:51:35.000Z");
    /* A minute, plus two seconds for each of two plies; the first plies cost nothing, then White
     * used 30 s, Black 5. */
    assert_int_equal(live_clock(&journal->live, WHITE, last), (60 + 2 + 2 - 30) * 1000);
    assert_int_equal(live_clock(&journal->live, BLACK, last), (60 + 2 + 2 - 5) * 1000);
    assert_int_equal(live_clock(&journal->live, WHITE, last + 4000), (34 - 4) * 1000);
    assert_int_equal(live_clock(&journal->live, BLACK, last + 4000), 59000);
    journal_free(journal);
    /* One second too early. */
    forge(&forged, "at: '2026-11-21T20:52:08.000Z', ev: 'clock', side: 'w'");
    check_forged(&forged, id, 5, "still has time");
    yaml_text_clear(&forged.text);
}

/* A player who has come back with another login is not marked as away because of the earlier
 * one. */
static void a_player_who_came_back_is_not_marked_away(void **state)
{
    struct journal *journal = new_classical();
    struct note why = {0};
    (void)state;
    must_play(journal, (const char *const[]){"e4", NULL});
    assert_int_equal(append(journal, JOURNAL_BACK, &why, "side", "w", "session", "one", NULL, NULL),
                     0);
    assert_int_equal(append(journal, JOURNAL_BACK, &why, "side", "w", "session", "two", NULL, NULL),
                     0);
    assert_int_equal(append(journal, JOURNAL_GONE, &why, "side", "w", "session", "one", NULL, NULL),
                     FAIL_RULE);
    assert_true(journal->live.seat[WHITE].present);
    assert_int_equal(append(journal, JOURNAL_GONE, &why, "side", "w", "session", "two", NULL, NULL),
                     0);
    assert_false(journal->live.seat[WHITE].present);
    journal_free(journal);
}

/* The clock of a player who lost the connection waits for the grace of the game, and no longer. */
static void clocks_wait_for_lost_connections(void **state)
{
    static const char *const records[] = {
        "at: '2026-11-21T20:50:00.000Z', ev: 'ply', side: 'w', m: 'Pe2-e4'",
        "at: '2026-11-21T20:50:10.000Z', ev: 'ply', side: 'b', m: 'Pe7-e5'",
        "at: '2026-11-21T20:50:20.000Z', ev: 'gone', side: 'w', why: 'lost', by: 'bob'",
    };
    struct forged forged = {0};
    char id[ULID_LENGTH + 1], bare[512];
    (void)state;
    ulid_new(id);
    snprintf(
        bare, sizeof bare,
        "at: '2026-11-21T20:49:03.120Z', ev: 'open', variant: 'classical', control: '5', sides: ['ana', 'bob'], grace: 1, "
        "chesscade: 1, game: '%s'",
        id);
    forge(&forged, bare);
    for (int i = 0; i < 3; i++)
        forge(&forged, records[i]);
    check_forged(&forged, id, 4, NULL);
    struct journal *journal = reopen(id);
    int64_t lost = utc_read("2026-11-21T20:50:20.000Z");
    /* Ten seconds were used before; a minute is waited; then the clock runs on. */
    assert_int_equal(live_clock(&journal->live, WHITE, lost + 59000), (300 - 10) * 1000);
    assert_int_equal(live_clock(&journal->live, WHITE, lost + 75000), (300 - 10 - 15) * 1000);
    journal_free(journal);
    /* Back after 40 seconds, which are used up: the next absence has 20 left. */
    forge(&forged, "at: '2026-11-21T20:51:00.000Z', ev: 'back', side: 'w', session: 'abc'");
    forge(&forged, "at: '2026-11-21T20:51:05.000Z', ev: 'gone', side: 'w', why: 'hangup'");
    check_forged(&forged, id, 6, NULL);
    journal = reopen(id);
    int64_t again = utc_read("2026-11-21T20:51:05.000Z");
    assert_int_equal(live_clock(&journal->live, WHITE, again + 20000), (300 - 10 - 5) * 1000);
    assert_int_equal(live_clock(&journal->live, WHITE, again + 30000), (300 - 10 - 5 - 10) * 1000);
    journal_free(journal);
    /* The game does not wait for a player who leaves. */
    forge(&forged, "at: '2026-11-21T20:51:10.000Z', ev: 'back', side: 'w', session: 'abc'");
    forge(&forged, "at: '2026-11-21T20:51:10.000Z', ev: 'gone', side: 'w', why: 'left'");
    check_forged(&forged, id, 8, NULL);
    journal = reopen(id);
    assert_int_equal(live_clock(&journal->live, WHITE, again + 15000), (300 - 10 - 5 - 10) * 1000);
    journal_free(journal);
    yaml_text_clear(&forged.text);
}

static int decline(struct journal *journal, const char *by, struct note *why)
{
    struct journal_record record;
    journal_record_begin(&record, JOURNAL_ACCEPT);
    value_set(&record.value, "side", "b", false);
    value_set(&record.value, "what", "seat", false);
    value_set(&record.value, "by", by, false);
    value_set(&record.value, "agree", "no", false);
    int result = journal_append(journal, &record, why);
    journal_record_clear(&record);
    return result;
}

static void a_game_is_adjourned_or_declined(void **state)
{
    struct journal *journal = new_classical();
    struct note why = {0};
    (void)state;
    must_play(journal, (const char *const[]){"e4", NULL});
    assert_int_equal(
        append(journal, JOURNAL_OFFER, &why, "side", "w", "what", "adjourn", NULL, NULL), 0);
    assert_int_equal(journal->live.stage, LIVE_PAUSED); /* a casual game needs no agreement */
    assert_int_equal(append(journal, JOURNAL_GONE, &why, "side", "w", "why", "lost", NULL, NULL),
                     FAIL_RULE);
    journal_free(journal);
    journal = new_game("classical", (const char *const[]){"ana", "bob", NULL}, "b", NULL);
    assert_int_equal(decline(journal, "eve", &why), FAIL_RULE);
    assert_int_equal(journal->live.stage, LIVE_SEATS);
    assert_int_equal(decline(journal, "bob", &why), 0);
    assert_int_equal(journal->live.stage, LIVE_OVER);
    assert_true(journal->live.aborted);
    /* Ana has not seen it: nobody may remove it */
    assert_true(live_is_news(&journal->live, journal_clock()));
    journal_recover(store, "bob");
    assert_int_equal(journal_read_on(journal), 0);
    assert_int_equal(journal->live.stage, LIVE_OVER);
    assert_false(
        live_is_news(&journal->live, journal_clock() + (int64_t)NEWS_DAYS * 24 * 3600 * 1000));
    assert_string_equal(journal->live.opener, "ana");
    assert_int_equal(journal_finish(journal, &why), 0);
    assert_false(live_is_news(&journal->live, journal_clock()));
    journal_free(journal);
}

/* So many days ago ana has challenged bob, and returned once the next day. */
static struct journal *challenged_before(int days)
{
    struct forged forged = {0};
    char bare[512], at[UTC_ROOM], id[ULID_LENGTH + 1];
    int64_t then = journal_clock() - (int64_t)days * 24 * 3600 * 1000;
    ulid_new(id);
    utc_write(then, at);
    snprintf(
        bare, sizeof bare,
        "at: '%s', ev: 'open', variant: 'classical', sides: ['ana', 'bob'], waits: 'b', chesscade: 1, game: '%s'",
        at, id);
    forge(&forged, bare);
    utc_write(then + 24 * 3600 * 1000, at);
    snprintf(bare, sizeof bare, "at: '%s', ev: 'back', side: 'w', session: 'X'", at);
    forge(&forged, bare);
    check_forged(&forged, id, 2, NULL);
    yaml_text_clear(&forged.text);
    return reopen(id);
}

static void open_seats_expire_after_days(void **state)
{
    struct note why = {0};
    (void)state;
    /* One day less since the last record */
    struct journal *journal = challenged_before(CHALLENGE_DAYS);
    assert_false(live_overdue(&journal->live, journal_clock()));
    assert_int_equal(
        append(journal, JOURNAL_RESULT, &why, "why", "expired", NULL, NULL, NULL, NULL), FAIL_RULE);
    assert_int_equal(journal->live.stage, LIVE_SEATS);
    journal_free(journal);
    journal = challenged_before(CHALLENGE_DAYS + 1);
    assert_true(live_overdue(&journal->live, journal_clock()));
    assert_int_equal(
        append(journal, JOURNAL_RESULT, &why, "why", "expired", NULL, NULL, NULL, NULL), 0);
    assert_int_equal(journal->live.stage, LIVE_OVER);
    assert_true(live_is_news(&journal->live, journal_clock()));
    assert_int_equal(
        append(journal, JOURNAL_RESULT, &why, "why", "expired", NULL, NULL, NULL, NULL), FAIL_RULE);
    journal_free(journal);
    journal = new_classical(); /* without an invited player it waits for nobody */
    assert_false(live_overdue(&journal->live, journal_clock() + (int64_t)99 * 24 * 3600 * 1000));
    assert_int_equal(
        append(journal, JOURNAL_RESULT, &why, "why", "expired", NULL, NULL, NULL, NULL), FAIL_RULE);
    journal_free(journal);
}

static void time_controls_are_read(void **state)
{
    struct control control;
    struct note why;
    (void)state;
    assert_int_equal(control_read("15+10", &control, &why), 0);
    assert_true(control.base == 900000 && control.inc == 10000 && !control.delay && !control.ply);
    assert_int_equal(control_read("5d3", &control, &why), 0);
    assert_true(control.base == 300000 && control.delay == 3000);
    assert_int_equal(control_read("3 days", &control, &why), 0);
    assert_true(control.ply == 3 * 24 * 3600 * (int64_t)1000);
    assert_int_equal(control_read("none", &control, &why), 0);
    assert_true(!control.base && !control.ply);
    static const char *const bad[] = {"x",       "0",           "15+",     "-3",
                                      "15+10+1", "99999999999", "3 daysx", "1e3"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(control_read(bad[i], &control, &why), FAIL_TEXT);
}

/* -------------------------------------------------------------------------------------------------
 * sides drawn by lot */

static struct journal *new_by_lot(const char *variant, const char *const *names, const char *waits,
                                  int version)
{
    struct journal_record open;
    struct journal *journal = NULL;
    struct note why = {0};
    char id[ULID_LENGTH + 1], number[16];
    journal_record_begin(&open, JOURNAL_OPEN);
    snprintf(number, sizeof number, "%d", version);
    value_set(&open.value, "chesscade", number, true);
    value_set(&open.value, "variant", variant, false);
    set_sides(&open, names);
    value_set(&open.value, "waits", waits, false);
    value_set(&open.value, "lot", "yes", false);
    if (journal_create(store, &open, id, &why) < 0 ||
        journal_open(&journal, store, "ana", id, &why) < 0)
        fail_msg("%s", why.text);
    journal_record_clear(&open);
    return journal;
}

/* Starting a game and withdrawing it until the sides suit teaches nothing: the sides are drawn when
 * the last seat is taken, and then the game can no longer be withdrawn. Every reader of the journal
 * draws the same. */
static void sides_are_drawn_when_the_last_seat_is_taken(void **state)
{
    enum { GAMES = 64 };
    struct note why = {0};
    int white = 0;
    (void)state;
    for (int i = 0; i < GAMES; i++) {
        struct journal *journal = new_by_lot("classical", (const char *const[]){"ana", "bob", NULL},
                                             "b", JOURNAL_VERSION_LOT);
        assert_true(journal->live.lot);
        /* The order of the seats before the draw */
        assert_int_equal(live_side_of(&journal->live, "ana"), WHITE);
        assert_int_equal(
            append(journal, JOURNAL_BACK, &why, "side", "w", "name", "ana", "session", "AAAAAAA"),
            0);
        assert_int_equal(
            append(journal, JOURNAL_ACCEPT, &why, "side", "b", "what", "seat", "by", "bob"), 0);
        assert_true(journal->live.stage == LIVE_PLAYING && journal->live.drawn &&
                    !journal->live.lot);
        assert_int_equal(
            append(journal, JOURNAL_RESULT, &why, "side", "w", "why", "withdrawn", NULL, NULL),
            FAIL_RULE);
        int side = live_side_of(&journal->live, "ana");
        white += side == WHITE;
        assert_int_equal(live_side_of(&journal->live, "bob"), 1 - side);
        /* The login moves along */
        assert_string_equal(journal->live.seat[side].session, "AAAAAAA");
        struct journal *again = reopen(journal->live.id);
        assert_int_equal(live_side_of(&again->live, "ana"), side);
        journal_free(again);
        /* Presence is recorded by name: a record prepared before the draw does not count for the
         * other player. */
        assert_int_equal(append(journal, JOURNAL_BACK, &why, "side", side == WHITE ? "b" : "w",
                                "name", "ana", "session", "BBBBBBB"),
                         0);
        assert_string_equal(journal->live.seat[side].session, "BBBBBBB");
        assert_string_equal(journal->live.seat[1 - side].session, "");
        assert_int_equal(
            append(journal, JOURNAL_GONE, &why, "side", "w", "name", "eve", "why", "left"),
            FAIL_TEXT);
        journal_free(journal);
    }
    assert_in_range(white, GAMES / 8, GAMES - GAMES / 8);
}

static void three_sides_are_drawn(void **state)
{
    enum { GAMES = 90 };
    struct note why = {0};
    int order[9] = {0};
    (void)state;
    for (int i = 0; i < GAMES; i++) {
        struct journal *journal =
            new_by_lot("triangle-corners-3", (const char *const[]){"ana", "bob", "", NULL}, "br",
                       JOURNAL_VERSION_LOT);
        assert_int_equal(
            append(journal, JOURNAL_ACCEPT, &why, "side", "r", "what", "seat", "by", "cle"), 0);
        /* Two of three: not yet. */
        assert_true(journal->live.lot && live_side_of(&journal->live, "ana") == WHITE);
        assert_int_equal(
            append(journal, JOURNAL_ACCEPT, &why, "side", "b", "what", "seat", "by", "bob"), 0);
        int ana = live_side_of(&journal->live, "ana"), bob = live_side_of(&journal->live, "bob");
        assert_true(ana != bob &&
                    ana + bob + live_side_of(&journal->live, "cle") == WHITE + BLACK + RED);
        order[ana * 3 + bob]++;
        journal_free(journal);
    }
    /* Each of the six orders, and no other. */
    for (int i = 0; i < 9; i++)
        assert_true(i % 4 ? order[i] > 1 : order[i] == 0);
}

/* If the sides were named, or an older program started the game, nothing is drawn. */
static void an_older_game_has_no_lot(void **state)
{
    struct note why = {0};
    (void)state;
    struct journal *journal =
        new_by_lot("classical", (const char *const[]){"ana", "bob", NULL}, "b", 1);
    assert_int_equal(
        append(journal, JOURNAL_ACCEPT, &why, "side", "b", "what", "seat", "by", "bob"), 0);
    assert_false(journal->live.drawn);
    assert_int_equal(live_side_of(&journal->live, "ana"), WHITE);
    journal_free(journal);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(seats_can_be_taken_once),
        cmocka_unit_test(sides_are_drawn_when_the_last_seat_is_taken),
        cmocka_unit_test(three_sides_are_drawn),
        cmocka_unit_test(an_older_game_has_no_lot),
        cmocka_unit_test(three_players_must_all_agree),
        cmocka_unit_test(offers_do_not_ask_a_player_who_is_out),
        cmocka_unit_test(a_player_who_resigned_stays_out),
        cmocka_unit_test(an_offer_passes_when_the_last_dissenter_goes_out),
        cmocka_unit_test(offers_are_carried_out),
        cmocka_unit_test(sides_change_when_both_agree),
        cmocka_unit_test(three_change_sides_except_a_player_who_is_out),
        cmocka_unit_test(talk_outlives_plies),
        cmocka_unit_test(a_game_that_never_begins_can_be_stopped_alone),
        cmocka_unit_test(chat_reaches_those_who_may_hear_it),
        cmocka_unit_test(clocks_are_computed_from_the_records),
        cmocka_unit_test(a_player_who_came_back_is_not_marked_away),
        cmocka_unit_test(clocks_wait_for_lost_connections),
        cmocka_unit_test(a_game_is_adjourned_or_declined),
        cmocka_unit_test(open_seats_expire_after_days),
        cmocka_unit_test(time_controls_are_read),
    };
    return run_on_both(tests, COUNT_OF(tests), NULL, 0, setup, teardown);
}
