/* test_standing.c - how a game stands, in words, in every family; and where a piece can go. */
#include "config.h"
#include "tests/support/positions.h"
#include "core/engine/endgame.h"
#include "tui/session/endgame_note.h"
#include "tui/session/standing.h"
#include "tui/system/endgame_files.h"

#include <stdlib.h>
#include <string.h>

static char said[2000];
static bool live; /* the game is at a table of the lobby */

static void note_line(void *argument, const char *line)
{
    (void)argument;
    strncat(said, line, sizeof said - strlen(said) - 2);
    strcat(said, "\n");
}

/* What is said of a position in a game from the opening. */
static const char *standing(const char *variant, const char *text)
{
    struct game_session *game = memory_new(1, sizeof *game);
    game->rules = open_position(variant, text, &game->track.now);
    game->live = live;
    said[0] = '\0';
    read_position(game->rules, NULL, &game->start);
    standing_tell(game, note_line, NULL);
    ruleset_free(game->rules);
    free(game);
    return said;
}

static void of_ordinary_chess(void **state)
{
    (void)state;
    assert_string_equal(standing("classical", NULL),
                        "may castle: White on both sides, Black on both sides\n");
    assert_string_equal(
        standing("classical", "r1bqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR b KQq - 0 3"),
        "captured from Black: p n\npieces: White 16, Black 14; White +4\n"
        "may castle: White on both sides, Black on the Queen's side\n");
    assert_string_equal(
        standing("classical", "rnbq1bnr/ppppkppp/8/8/4pP2/8/PPPP2PP/RNBQ1KNR b - f3 0 6"),
        "captured from White: P B\npieces: White 14, Black 16; Black +4\n"
        "nobody may castle any more\nen passant: f3\n");
}

static void of_the_other_families(void **state)
{
    (void)state;
    assert_string_equal(standing("turnover", "k7/8/8/8/3K4/8/3W4/3T3K w - - 0 1") + strlen(said) -
                            strlen("Castles left: White 2, Black 1\n"),
                        "Castles left: White 2, Black 1\n");
    assert_non_null(strstr(standing("turning-chess", NULL), "may castle: White"));
    assert_string_equal(standing("triangle-corners-2", NULL), "");
}

/* With a table of endgames at hand, the mate is announced. */
static void of_an_endgame(void **state)
{
    static const char rook[] = "8/8/8/4k3/8/8/8/KR6 w - - 0 1",
                      lost[] = "8/8/8/4k3/8/8/8/KR6 b - - 0 1";
    const struct endgame_host host = {.fetch = endgame_files_fetch, .keep = endgame_files_keep};
    struct position position;
    (void)state;
    assert_null(strstr(standing("classical", rook), "best play"));
    struct ruleset *rules = open_position("classical", rook, &position);
    struct endgames *set = endgames_new(rules);
    assert_true(endgames_make(set, &position, false, &host));
    endgames_free(set);
    ruleset_free(rules);
    assert_null(strstr(standing("classical", rook), "best play")); /* the answer is remembered */
    endgame_note_again();
    assert_non_null(strstr(standing("classical", rook), "best play: mate in 15 for White\n"));
    assert_non_null(strstr(standing("classical", lost), "best play: mate in 1"));
    live = true; /* nobody gets help in a live game */
    assert_string_equal(strstr(standing("classical", rook), "best play") ? said : "", "");
    live = false;
    assert_non_null(
        strstr(standing("classical", "8/8/8/8/8/8/2k5/1R5K b - - 0 1"), "best play: a draw\n"));
    assert_null(
        strstr(standing("classical", "8/8/8/4k3/8/8/8/KR6 w - - 80 99"), "best play")); /* 50 moves
                                                                                         */
    assert_null(strstr(standing("turnover", NULL), "best play"));
}

static void where_a_piece_can_go(void **state)
{
    struct position *now = memory_new(1, sizeof *now);
    char reach[STANDING_ROOM];
    int length;
    (void)state;
    struct ruleset *rules = open_position("classical", "4k3/8/8/4p3/3P4/8/8/R3K3 w - - 0 1", now);
    assert_true(standing_reach(now, board_cell_named(rules->board, "d4", &length), reach));
    assert_non_null(strstr(reach, "d5"));
    assert_non_null(strstr(reach, "xe5"));
    assert_false(standing_reach(now, board_cell_named(rules->board, "e5", &length), reach));
    assert_false(standing_reach(now, board_cell_named(rules->board, "h8", &length), reach));
    ruleset_free(rules);
    rules = open_position("classical", NULL, now);
    assert_true(standing_reach(now, board_cell_named(rules->board, "a1", &length), reach));
    assert_string_equal(reach, "");
    ruleset_free(rules);
    free(now);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(of_ordinary_chess),
        cmocka_unit_test(of_the_other_families),
        cmocka_unit_test(of_an_endgame),
        cmocka_unit_test(where_a_piece_can_go),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
