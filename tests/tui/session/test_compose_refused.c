/* test_compose_refused.c - a ply put together on the board: what is refused, and whether the words
 * say why. */
#include "config.h"
#include "tests/support/hand.h"

/* Of very many pieces that can go somewhere a few are named, none by half its name. */
static void few_of_many_are_named(void **state)
{
    (void)state;
    struct hand hand;
    hand_begin(&hand, "classical", NULL, "4k3/8/2N1N3/1N3N2/Q6Q/1N3N2/2N1N3/4K3 w - - 0 1");
    point_in_vain(&hand, "d4"); /* eight Knights, two Queens */
    assert_string_equal(hand.why.text,
                        "the pieces on c2, e2, b3, f3, a4, h4 and 4 more can go there: lift one");
    hand_clear(&hand);
}

/* Nothing stands there and nobody comes there: both are said, in every family, and before the rule.
 */
static void nobody_goes_there(void **state)
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
        point_in_vain(&hand, try[i].cell);
        says = i < 4 ? "; none of your pieces can go there (rules/"
                     : "; none of your pieces can go there directly (rules/"; /* of a cascade */
        assert_non_null(strstr(hand.why.text, says));
        assert_int_equal(hand.why.text[strlen(hand.why.text) - 1], ')');
        point_in_vain(&hand, try[i].other); /* Black's */
        assert_non_null(strstr(hand.why.text, says));
        hand_clear(&hand);
    }
}

/* Who would go to a cell and may not, for the King's sake: that is said of it, lifted or not. */
static void who_may_not_go_there(void **state)
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
        point_in_vain(&hand, rows[i].cell);
        if (strncmp(hand.why.text, rows[i].says, strlen(rows[i].says)))
            fail_msg("%s on %s: %s", rows[i].position, rows[i].cell, hand.why.text);
        hand_clear(&hand);
    }
}

/* Where a piece that dives does not reappear, where a star-journey does not end: why, by the King's
 * safety too. */
static void refused_gates_are_told(void **state)
{
    static const char pawns[] =
        "T16t/PP14P1/18/18/18/18/18/18/18/9k8/18/18/18/18/18/18/1p14p1/t15KT w - - 0 1";
    static const char journey[] =
        "T24t/26/24k1/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/4M21/26/1I1M22/26/3K22/26/"
        "t24T[PU] w - - 0 1";
    static const struct {
        const char *variant, *position, *go, *cell, *says;
        int entry; /* of the menu then: 0 a dive, 1 a star-journey; -1 there is none */
    } rows[] = {
        {"nineteen", pawns, "q17 r18", "r2",
         "the Pawn on r2 would attack your King (rules/croatian.md 10.2)", -1},
        {"nineteen", pawns, "q17 r18", "q2",
         "q2 is not free: the Black Pawn stands there (rules/croatian.md 8.6, 8.8)", -1},
        {"nineteen", pawns, "q17 r18", "d5",
         "d5 is no portal cell: no White Star is beside it (rules/croatian.md 8.6)", -1},
        {"one", journey, "b5 e7", "c3",
         "c3 is no portal cell: no Star is beside it (rules/croatian.md 8.8)", 0},
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
        point_in_vain(&hand, rows[i].cell);
        assert_string_equal(hand.why.text, rows[i].says);
        hand_clear(&hand);
    }
}

/* A menu has what can be chosen; where there is no Queen, which everybody looks for, it is said
 * why, and the menu is as before. */
static void a_missing_queen_is_told(void **state)
{
    static const struct {
        const char *variant, *position, *go, *says; /* NULL: nothing */
    } rows[] = {
        {"classical", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7 a8", NULL},
        {"mayan-ascendancy", "11k/4P7/12/12/12/12/12/12/12/12/12/K11 w - - 0 1", "e11 e12", NULL},
        {"odd-croatian-ties", "9/P8/9/9/4k4/9/9/4K4/9 w - - 0 1", "a8 a9",
         "a Pawn becomes one of GRBN, not Q (rules/croatian.md 9.3)"},
        {"odd-mayan-ascendancy", "10k/4P6/11/11/11/11/11/11/11/11/K10 w - - 0 1", "e10 e11",
         "promotion is to one of RBNGA only: the opening here has no Queen (rules/croatian.md 9.3)"},
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

/* A Wave without momentum wakes Shamans only (rules/croatian.md 8.1): where there are any, the
 * refusal says so. */
static void a_wave_without_momentum(void **state)
{
    static const struct {
        const char *variant, *position, *says;
    } rows[] = {
        {"mirandas-veil", "15k/16/16/16/16/16/16/16/16/16/16/16/1QWRW1W9/16/16/K15 w - - 0 1",
         "a Wave without momentum can meet no piece (rules/croatian.md 8.5)"},
        {"conquest-of-tlalocan",
         "24/24/24/24/24/24/24/24/24/24/24/24/24/24/24/24/24/24/24/24/1QWRW1W2H14/24/24/10K10k2 w - - 0 1",
         "a Wave without momentum can meet no piece except Shamans (rules/croatian.md 8.5)"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct hand hand;
        hand_begin(&hand, rows[i].variant, NULL, rows[i].position);
        point_at(&hand, "b4 c4 d4 e4");
        point_in_vain(&hand, "g4");
        assert_string_equal(hand.why.text, rows[i].says);
        if (i)
            point_at(&hand, "j4 j8");
        hand_clear(&hand);
    }
}

/* What follows a Shaman in trance moves as he does in it, and a refusal says so
 * (rules/croatian.md 8.7). */
static void a_pattern_in_trance(void **state)
{
    (void)state;
    struct hand hand;
    hand_begin(
        &hand, "one", NULL,
        "26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/4QW2H4W2A9/26/26/25K/9k16[] w - - 0 1");
    point_at(&hand, "e5 f5 i5 q5");
    point_in_vain(&hand, "q7");
    assert_string_equal(
        hand.why.text,
        "like a Shaman in trance the Pyramid does not reach q7 with momentum 1 (rules/croatian.md 7.2)");
    hand_clear(&hand);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(few_of_many_are_named),   cmocka_unit_test(nobody_goes_there),
        cmocka_unit_test(who_may_not_go_there),    cmocka_unit_test(refused_gates_are_told),
        cmocka_unit_test(a_missing_queen_is_told), cmocka_unit_test(a_wave_without_momentum),
        cmocka_unit_test(a_pattern_in_trance),
    };
    return cmocka_run_group_tests_name("refused while composing", tests, NULL, NULL);
}
