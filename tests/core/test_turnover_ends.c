/* test_turnover_ends.c - how games of Turnover Chess end: claimed draws, and the last Castle of one
 * side or both. */
#include "tests/support/positions.h"

#include "core/game.h"

enum { TEXT_ROOM = 512 };

static void play_texts(struct game *game, const char *texts)
{
    char copy[TEXT_ROOM], *save = NULL;
    struct note why;
    snprintf(copy, sizeof copy, "%s", texts);
    for (char *text = strtok_r(copy, " ", &save); text; text = strtok_r(NULL, " ", &save))
        if (game_play_text(game, text, &why) < 0)
            fail_msg("%s: %s", text, why.text);
}

static void assert_status(const struct game *game, const char *wanted)
{
    char status[64];
    verdict_text(&game->verdict, status, sizeof status);
    assert_string_equal(status, wanted);
}

static void draws_must_be_claimed(void **state)
{
    struct ruleset *rules = open_variant("turnover");
    struct position position;
    struct game game = {0};
    struct note why;
    (void)state;
    game_begin(&game, rules, NULL, NULL);
    play_texts(&game, "a1a2 a8a7 a2a1 a7a8 a1a2 a8a7 a2a1");
    assert_status(&game, "playing");
    assert_int_equal(game_claim(&game, &why), FAIL_RULE);
    assert_non_null(strstr(why.text, "has occurred twice (three times are needed)"));
    assert_non_null(strstr(why.text, "(rules/turnover.md 8.5)"));
    play_texts(&game, "a7a8");
    assert_status(&game, "playing (threefold)");
    play_texts(&game, "b2b3");
    assert_status(&game, "playing");
    game_back(&game, 1);
    assert_int_equal(game_claim(&game, &why), 0);
    assert_status(&game, "draw (threefold)");
    assert_int_equal(game_play_text(&game, "b2b3", &why), FAIL_RULE);
    game_clear(&game);

    read_position(rules, "7k/8/8/8/8/8/8/K6f w - - 99 60", &position);
    game_begin(&game, rules, &position, NULL);
    assert_status(&game, "playing");
    play_texts(&game, "a1b1");
    assert_status(&game, "playing (fifty-move)");
    play_texts(&game, "claim");
    assert_status(&game, "draw (fifty-move)");
    game_clear(&game);
    ruleset_free(rules);
}

/* 8.1: Castles are counted after the whole ply. */
static void the_last_castle_decides(void **state)
{
    static const struct {
        const char *position, *ply, *status;
    } ends[] = {
        {"7k/8/8/8/8/8/8/K6T w - - 0 1", "Txh8", "white-wins (no castles)"},
        {"7k/8/8/8/8/8/8/K7 w - - 0 1", "a1a3", "black-wins (no castles)"},
        {"7k/8/8/8/8/8/1C6/K7 w - - 0 1", "a1b2", "playing"}, /* rebuilt on your own Citadel */
        {"7k/8/8/8/8/8/1c6/K7 w - - 0 1", "a1b2", "playing"}, /* ... on an enemy one */
        {"7k/8/8/8/8/8/1f6/K7 w - - 0 1", "a1b2", "black-wins (no castles)"},
    };
    struct ruleset *rules = open_variant("turnover");
    (void)state;
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        struct position position;
        struct game game = {0};
        read_position(rules, ends[i].position, &position);
        game_begin(&game, rules, &position, NULL);
        play_texts(&game, ends[i].ply);
        assert_status(&game, ends[i].status);
        game_clear(&game);
    }
    ruleset_free(rules);
}

/* 11: with the options a ply can capture the enemy's last Castle and also cost your own. "If that
 * was the player's last Castle he has lost", and 8.1: dismounting with it is resigning; so the
 * moving side loses. */
static void the_last_castles_of_both(void **state)
{
    static const struct {
        const char *option, *value, *position, *ply, *status;
    } ends[] = {
        {"promotion", "castle", "k7/1K6/8/8/8/8/8/8 w - - 0 1", "Kb7-a8xK=C",
         "black-wins (no castles)"},
        {"promotion", "castle", "8/8/8/8/8/8/1k6/K7 b - - 0 1", "Kb2-a1xK=C",
         "white-wins (no castles)"},
        {"dismount", "full", "8/8/8/8/1k6/K7/8/8 w - - 0 1", "Ka3-b4/WxK",
         "black-wins (no castles)"},
        {"dismount", "full", "8/8/k7/1K6/8/8/8/8 b - - 0 1", "Ka6-b5/WxK",
         "white-wins (no castles)"},
        {"dismount", "full", "8/8/k7/1K6/8/8/8/8 b - - 0 1", "Ka6-b5xK", "black-wins (no castles)"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        struct ruleset *rules = open_variant_with(
            "turnover", &(struct setting){ends[i].option, ends[i].value}, ends[i].option != NULL);
        struct position position;
        struct game game = {0};
        read_position(rules, ends[i].position, &position);
        game_begin(&game, rules, &position, NULL);
        play_texts(&game, ends[i].ply);
        assert_status(&game, ends[i].status);
        game_clear(&game);
        ruleset_free(rules);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(draws_must_be_claimed),
        cmocka_unit_test(the_last_castle_decides),
        cmocka_unit_test(the_last_castles_of_both),
    };
    return cmocka_run_group_tests_name("ends of turnover", tests, NULL, NULL);
}
