/* test_position_words.c - what stands on a board and can move on it, in sentences
 * (tui/session/describe.h). */
#include "config.h"
#include "tests/support/positions.h"

#include "tui/session/describe.h"

#include <stdlib.h>
#include <string.h>

static struct position *position;
static char said[4000], words[2000];

static void note_sentence(void *argument, const char *sentence)
{
    (void)argument;
    strncat(said, sentence, sizeof said - strlen(said) - 2);
    strcat(said, "\n");
}

/* 1. e4 d5: the Pawns attack each other. */
static const char centre[] = "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2";

static void empty_ranks_are_one_sentence(void **state)
{
    (void)state;
    struct ruleset *rules = open_position("classical", "4k3/8/8/8/8/8/P7/4K3 w - - 0 1", position);
    said[0] = '\0';
    words_board(position, note_sentence, NULL);
    assert_string_equal(said, "Rank 8: Black King on e8\nRanks 7 to 3: empty\n"
                              "Rank 2: White Pawn on a2\nRank 1: White King on e1\n");
    ruleset_free(rules);
}

static void pieces_of_a_kind_are_found(void **state)
{
    (void)state;
    struct ruleset *rules = open_position("classical", centre, position);
    int knight = ruleset_kind(rules, 'N');
    words_pieces(position, knight, WHITE, words, sizeof words);
    assert_string_equal(words, "White Knight: b1; g1");
    position->at[cell_of(rules, "b8")] = position->at[cell_of(rules, "g8")] = (struct piece){0};
    words_pieces(position, knight, BLACK, words, sizeof words);
    assert_string_equal(words, "Black has no Knight");
    ruleset_free(rules);
}

static void a_piece_says_what_it_can_do(void **state)
{
    (void)state;
    struct ruleset *rules = open_position("classical", centre, position);
    words_moves_from(position, cell_of(rules, "g1"), words, sizeof words);
    assert_string_equal(words, "From g1 it can go to e2; go to f3; go to h3");
    words_moves_from(position, cell_of(rules, "a1"), words, sizeof words);
    assert_memory_equal(words, "No piece can move from a1: ", 27);
    assert_true(strlen(words) > 27);
    ruleset_free(rules);
}

static void attackers_are_named(void **state)
{
    (void)state;
    struct ruleset *rules = open_position("classical", centre, position);
    words_attackers(position, cell_of(rules, "e4"), words, sizeof words);
    assert_string_equal(words, "These pieces could capture on e4: Black Pawn on d5");
    words_attackers(position, cell_of(rules, "a1"), words, sizeof words);
    assert_string_equal(words, "No piece could capture on a1");
    ruleset_free(rules);
}

static void diagonals_are_read_outwards(void **state)
{
    (void)state;
    struct ruleset *rules = open_position("classical", "4k3/8/8/8/8/8/P7/4K3 w - - 0 1", position);
    said[0] = '\0';
    words_lines_through(position, cell_of(rules, "b1"), note_sentence, NULL);
    assert_string_equal(said, "Towards north-east: c2 nothing; d3 nothing; e4 nothing; f5 nothing; "
                              "g6 nothing; h7 nothing\nTowards north-west: a2 White Pawn\n");
    ruleset_free(rules);
}

static int make_position(void **state)
{
    (void)state;
    position = memory_new(1, sizeof *position);
    return 0;
}

static int free_position(void **state)
{
    (void)state;
    free(position);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(empty_ranks_are_one_sentence),
        cmocka_unit_test(pieces_of_a_kind_are_found),
        cmocka_unit_test(a_piece_says_what_it_can_do),
        cmocka_unit_test(attackers_are_named),
        cmocka_unit_test(diagonals_are_read_outwards),
    };
    return cmocka_run_group_tests_name("positions in sentences", tests, make_position,
                                       free_position);
}
