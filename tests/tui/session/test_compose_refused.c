/* test_compose_refused.c - composing plies on the board: what is refused, and whether the sentence
 * gives the reason. */
#include "config.h"
#include "tests/support/hand.h"

/* If very many pieces can go somewhere, the sentence names a few, and cuts no name in half. */
static void only_a_few_of_many_pieces_are_named(void **state)
{
    (void)state;
    struct hand hand;
    hand_begin(&hand, "classical", NULL, "4k3/8/2N1N3/1N3N2/Q6Q/1N3N2/2N1N3/4K3 w - - 0 1");
    assert_refused(&hand, "d4"); /* eight Knights, two Queens */
    assert_string_equal(hand.why.text,
                        "the pieces on c2, e2, b3, f3, a4, h4 and 4 more can go there: lift one");
    hand_clear(&hand);
}

/* The cell is empty and no piece can go there: the sentence says both, in every family, before
 * naming a rule. */
static void an_unreachable_empty_cell_is_explained(void **state)
{
    static const struct {
        const char *variant, *cell, *other;
    } try[] = {{"classical", "e6", "e7"},
               {"turning-chess", "e6", "e7"},
               {"turnover", "d6", "d7"},
               {"triangle-corners-3", "f4", "f6"},
               {"one", "k24", "k25"}};
    const char *says;
    (void)state;
    for (size_t i = 0; i < sizeof try / sizeof *try; i++) {
        struct hand hand;
        hand_begin(&hand, try[i].variant, NULL, NULL);
        assert_refused(&hand, try[i].cell);
        says = i < 4 ? "; none of your pieces can go there (rules/"
                     : "; none of your pieces can go there directly (rules/"; /* of a cascade */
        assert_non_null(strstr(hand.why.text, says));
        assert_int_equal(hand.why.text[strlen(hand.why.text) - 1], ')');
        assert_refused(&hand, try[i].other); /* Black's */
        assert_non_null(strstr(hand.why.text, says));
        hand_clear(&hand);
    }
}

/* If a piece would go to a cell but may not because of the King, the sentence says so, whether the
 * piece is picked up or not. */
static void a_move_that_exposes_the_king_is_explained(void **state)
{
    static const struct {
        const char *variant, *position, *cell, *says;
    } rows[] = {
        {"classical", "4r2k/8/8/8/8/8/4N3/R3K2R w KQ - 0 1", "e2",
         "wherever the Knight on e2 goes, the King would be in check"},
        {"classical", "4r2k/8/8/8/8/8/4N3/R3K2R w KQ - 0 1", "f4",
         "wherever the Knight on e2 goes, the King would be in check"},
        {"classical", "4r2k/8/8/8/8/8/8/R3K2R w KQ - 0 1", "a2",
         "the King is in check, and the Rook on a1 cannot help"},
        {"classical", "3r1r1k/8/8/8/8/8/8/R3K2R w KQ - 0 1", "d2",
         "not the King on e1: the King would be in check from the Rook on d8"},
        {"classical", "7k/8/8/8/8/8/8/K7 w - - 0 1", "g3",
         "there is nothing on g3; none of your pieces can go there"},
        {"classical", "rnbqkbnr/8/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1", "a1",
         "the Rook on a1 has no legal move"},
        {"turning-chess", "4r2k/8/8/8/8/8/4N3/R3K2R w - - 0 1", "f4",
         "wherever the Knight on e2 goes, your King would be in check"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct hand hand;
        hand_begin(&hand, rows[i].variant, NULL, rows[i].position);
        assert_refused(&hand, rows[i].cell);
        if (strncmp(hand.why.text, rows[i].says, strlen(rows[i].says)))
            fail_msg("%s on %s: %s", rows[i].position, rows[i].cell, hand.why.text);
        hand_clear(&hand);
    }
}

/* Why a diving piece cannot reappear somewhere, or a star-journey cannot end there, including the
 * King's safety. */
static void refused_portals_are_explained(void **state)
{
    static const char pawns[] =
        "T16t/PP14P1/18/18/18/18/18/18/18/9k8/18/18/18/18/18/18/1p14p1/t15KT w - - 0 1";
    static const char journey[] =
        "T24t/26/24k1/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/4M21/26/1I1M22/26/3K22/26/"
        "t24T[PU] w - - 0 1";
    static const struct {
        const char *variant, *position, *go, *cell, *says;
        int entry; /* entry of the menu: 0 a dive, 1 a star-journey; -1: there is none */
    } rows[] = {
        {"nineteen", pawns, "q17 r18", "r2",
         "the Pawn on r2 would attack your King (rules/croatian.md 10.2)", -1},
        {"nineteen", pawns, "q17 r18", "q2",
         "q2 is not free: the Black Pawn stands there (rules/croatian.md 8.6, 8.8)", -1},
        {"nineteen", pawns, "q17 r18", "d5",
         "d5 is not a portal cell: no White Star is beside it (rules/croatian.md 8.6)", -1},
        {"one", journey, "b5 e7", "c3",
         "c3 is not a portal cell: no Star is beside it (rules/croatian.md 8.8)", 0},
        {"one", journey, "b5 d5", "b5",
         "a star-journey does not end on b5, where the Starchild began (rules/croatian.md 8.9)", 1},
        {"one", journey, "b5 d5", "d3",
         "no piece can move onto a King's cell (rules/croatian.md 10.3)", 1},
        {"one", journey, "b5 d5", "d2",
         "the journey from d5 to d2 is stopped by the White King on d3 (rules/croatian.md 8.9)", 1},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct hand hand;
        hand_begin(&hand, rows[i].variant, NULL, rows[i].position);
        point_at(&hand, rows[i].go);
        if (rows[i].entry >= 0)
            assert_int_equal(compose_choose(&hand.compose, rows[i].entry, &hand.why), 0);
        assert_refused(&hand, rows[i].cell);
        assert_string_equal(hand.why.text, rows[i].says);
        hand_clear(&hand);
    }
}

/* A menu lists what can be chosen. If there is no Queen, which users look for, the sentence
 * explains why, and the menu stays as it was. */
static void a_missing_queen_is_explained(void **state)
{
    static const struct {
        const char *variant, *position, *go, *says; /* says NULL: no message */
    } rows[] = {
        {"classical", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7 a8", NULL},
        {"mayan-ascendancy", "11k/4P7/12/12/12/12/12/12/12/12/12/K11 w - - 0 1", "e11 e12", NULL},
        {"odd-croatian-ties", "9/P8/9/9/4k4/9/9/4K4/9 w - - 0 1", "a8 a9",
         "a Pawn becomes one of GRBN, not Q (rules/croatian.md 9.3)"},
        {"odd-mayan-ascendancy", "10k/4P6/11/11/11/11/11/11/11/11/K10 w - - 0 1", "e10 e11",
         "promotion is to one of RBNGA only: the initial setup here has no Queen "
         "(rules/croatian.md 9.3)"},
        {"turning-chess", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7 a8", NULL},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct hand hand;
        struct note refused = {.text = ""};
        hand_begin(&hand, rows[i].variant, NULL, rows[i].position);
        point_at(&hand, rows[i].go);
        int entries = hand.compose.menu.n;
        assert_int_equal(compose_refused(&hand.compose, &refused), rows[i].says != NULL);
        if (rows[i].says)
            assert_string_equal(refused.text, rows[i].says);
        assert_int_equal(hand.compose.menu.n, entries);
        assert_int_equal(compose_choose(&hand.compose, 0, &hand.why), 0);
        hand_clear(&hand);
    }
}

/* A Wave without momentum activates only Shamans (rules/croatian.md 8.1): if there are any, the
 * refusal says so. */
static void a_wave_without_momentum_is_explained(void **state)
{
    static const struct {
        const char *variant, *position, *says;
    } rows[] = {
        {"mirandas-veil", "15k/16/16/16/16/16/16/16/16/16/16/16/1QWRW1W9/16/16/K15 w - - 0 1",
         "a Wave without momentum cannot meet a piece (rules/croatian.md 8.5)"},
        {"conquest-of-tlalocan",
         "24/24/24/24/24/24/24/24/24/24/24/24/24/24/24/24/24/24/24/24/1QWRW1W2H14/24/24/10K10k2 w - - 0 1",
         "a Wave without momentum cannot meet a piece except Shamans (rules/croatian.md 8.5)"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct hand hand;
        hand_begin(&hand, rows[i].variant, NULL, rows[i].position);
        point_at(&hand, "b4 c4 d4 e4");
        assert_refused(&hand, "g4");
        assert_string_equal(hand.why.text, rows[i].says);
        if (i)
            point_at(&hand, "j4 j8");
        hand_clear(&hand);
    }
}

/* A piece that follows a Shaman in trance moves as it does in trance, and a refusal says so
 * (rules/croatian.md 8.7). */
static void a_pattern_in_trance_is_explained(void **state)
{
    (void)state;
    struct hand hand;
    hand_begin(
        &hand, "one", NULL,
        "26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/4QW2H4W2A9/26/26/25K/9k16[] w - - 0 1");
    point_at(&hand, "e5 f5 i5 q5");
    assert_refused(&hand, "q7");
    assert_string_equal(
        hand.why.text,
        "like a Shaman in trance the Pyramid does not reach q7 with momentum 1 (rules/croatian.md 7.2)");
    hand_clear(&hand);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_a_few_of_many_pieces_are_named),
        cmocka_unit_test(an_unreachable_empty_cell_is_explained),
        cmocka_unit_test(a_move_that_exposes_the_king_is_explained),
        cmocka_unit_test(refused_portals_are_explained),
        cmocka_unit_test(a_missing_queen_is_explained),
        cmocka_unit_test(a_wave_without_momentum_is_explained),
        cmocka_unit_test(a_pattern_in_trance_is_explained),
    };
    return cmocka_run_group_tests_name("refused while composing", tests, NULL, NULL);
}
