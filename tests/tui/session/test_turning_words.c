/* test_turning_words.c - the texts of Turning Chess: short forms, why a piece cannot be picked up,
 * why a ply is illegal, which position texts are refused, how pieces are described
 * (rules/turning.md 8, 9). */
#include "tests/support/positions.h"

#include "core/draft.h"
#include "core/presentation.h"
#include "core/families/turning/turning.h"
#include "tui/session/variant_file.h"

static void short_forms_are_written(void **state)
{
    static const struct {
        const char *position, *longer, *shorter;
    } table[] = {
        {"4k3/8/8/4p3/3P(ne)PP(nw)2/8/8/4K3 w - - 0 1", "Pd4-c4", NULL},
        {"4k3/8/8/8/3P(ne)PP(nw)2/8/8/4K3 w - - 0 1", "Pd4-e5", "de5"},
        {"4k3/8/8/8/3P(ne)PP(nw)2/8/8/4K3 w - - 0 1", "Pe4-e5", "ee5"},
        {"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "Pe4-d5(l)", "e:d5(l)"},
        {"4k3/8/8/R6R/8/8/8/R3K3 w - - 0 1", "Ra5-d5", "Rad5"},
        {"4k3/8/8/R6R/8/8/8/R3K3 w - - 0 1", "Ra1-a4", "R1a4"},
        {"4k3/8/8/R6R/8/8/8/R3K3 w - - 0 1", "Rh5-h8(r)", "Rh8(r)"},
        {"4k3/8/8/R6R/8/8/8/R3K3 w - - 0 1", "Rh5-h8", "Rh8+"},
        {"7k/8/6K1/8/8/8/8/R7 w - - 0 1", "Ra1-a8", "Ra8#"},
        {"k7/3P(s)1P(s)2/3P(ne)1P(nw)2/3Pp(ne)P2/8/8/8/K7 w - e6 0 2", "Pd7-e6", "d7:e6"},
        {"4k3/6P1/8/8/8/8/8/4K3 w - - 0 1", "Pg7-g8=N", "g8=N"},
        {"4k3/6P1/8/8/8/8/8/4K3 w - - 0 1", "Pg7-g8=R", "g8=R+"},
        {"4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "O-O-O(r)", "O-O-O(r)"},
    };
    struct ruleset *rules = open_variant("turning-chess");
    (void)state;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct position position;
        struct ply ply = {0};
        struct note why;
        char text[64];
        read_position(rules, table[i].position, &position);
        int result = rules->rules->parse(&position, table[i].longer, &ply, &why);
        assert_int_equal(result, table[i].shorter ? 0 : FAIL_RULE);
        if (table[i].shorter) {
            rules->rules->format(&position, &ply, FORM_SHORT, text, sizeof text);
            assert_string_equal(text, table[i].shorter);
        }
        ply_free(&ply);
    }
    ruleset_free(rules);
}

/* Why a piece cannot be picked up: it is blocked, cannot answer a check, or is pinned. */
static void refusals_to_pick_up_a_piece_give_the_reason(void **state)
{
    static const struct {
        const char *position, *square, *words;
    } table[] = {
        {NULL, "a1",
         "the Rook on a1 is hemmed in: it reaches no free square and no enemy piece "
         "(rules/turning.md 3.1)"},
        {"4r1k1/8/8/8/8/8/N7/4K3 w - - 0 1", "a2",
         "the Rook on e8 gives check, and the Knight on a2 does not help"},
        {"4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1", "e2",
         "wherever the Knight on e2 goes, your King would be in check"},
        {"4k3/8/8/8/8/8/8/4K3 w - - 0 1", "e5", "e5 is empty"},
    };
    (void)state;
    struct ruleset *rules = open_variant("turning-chess");
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct position position;
        struct draft draft = {0};
        struct note why = {.text = ""};
        if (table[i].position)
            read_position(rules, table[i].position, &position);
        else
            rules->rules->setup(rules, &position);
        draft_begin(&draft, &position);
        rules->rules->why_not(&draft, board_cell_named(rules->board, table[i].square, NULL), &why);
        if (!strstr(why.text, table[i].words))
            fail_msg("%s is refused with '%s', not '%s'", table[i].square, why.text,
                     table[i].words);
        draft_clear(&draft);
    }
    ruleset_free(rules);
}

static void refusals_name_the_rule(void **state)
{
    static const struct {
        const char *position, *text, *words;
        struct setting setting;
    } table[] = {
        {NULL, "Pe2-e5", "3.3", {0}},
        {NULL, "Ra1-a1", "6.1", {0}},
        {NULL, "Ra1-a2", "3.1", {0}},
        {NULL, "Pe7-e6", "White is to move", {0}},
        {NULL, "O-O", "6.5", {0}},
        {NULL, "Ng1-h2", "does not reach h2", {0}}, /* and not that your own Pawn is there */
        {NULL, "Ng1-e2", "your own Pawn is on e2 (rules/turning.md 3.1)", {0}},
        {NULL,
         "Kg1",
         "White cannot castle short: a piece is between King and corner (rules/turning.md 6.5)",
         {0}},
        {NULL, "Ng1-e3", "does not reach e3", {0}},
        {NULL, "Pe2-e4=Q", "6.4", {0}},
        {NULL, "Pe2-e4(r)", "turning.md 10", {"turn", "none"}},
        {NULL, "Ng1-f3(r)", "turning.md 10", {"turn", "none"}},
        {NULL, "", "turning.md 8", {0}},
        {NULL, "Pe2(r)", "no piece turns without moving (rules/turning.md 6.1)", {0}},
        {NULL, "Ra3", "the Rook on a1 is stopped by the Pawn on a2", {0}},
        {NULL, "Bb5", "the Bishop on f1 is stopped by the Pawn on e2", {0}},
        {NULL,
         "e5",
         "the Pawn on e2 faces north: it moves one step that way or two from here and captures to either side (rules/turning.md 3.3)",
         {0}},
        {"4k3/8/8/8/8/4P3/8/4K3 w - - 0 2",
         "e6",
         "the Pawn on e3 faces north: it moves one step that way and captures to either side (rules/turning.md 3.3)",
         {0}},
        {NULL, "Rd5", "no Rook can go to d5", {0}},
        {NULL,
         "Pe2-e4(s)",
         "a ply has at most one turn, at its end: (r) to the right or (l) to the left",
         {0}},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - - 0 2",
         "e:d6",
         "the Pawn on e5 can only capture on d6: no piece is there, and none has just passed it (rules/turning.md 6.3)",
         {0}},
        {"4k3/8/4p3/4P3/8/8/8/4K3 w - - 0 2",
         "e6",
         "the Pawn on e5 cannot capture on e6: it only moves that way (rules/turning.md 3.3)",
         {0}},
        {"4k3/8/8/8/8/4p3/4P3/4K3 w - - 0 2",
         "e4",
         "the Pawn on e2 is stopped by the Pawn on e3 (rules/turning.md 6.2)",
         {0}},
        {"4k3/8/8/8/A7/8/8/4K3 w - - 0 2",
         "Ad4",
         "the Cardinal on a4 does not reach d4: Bishop and Knight in one (rules/turning.md 3.4)",
         {0}},
        {"4k3/8/8/8/R(ne)7/8/8/4K3 w - - 0 2",
         "Ra5",
         "the Rook on a4 now moves as a Bishop, which does not reach a5 (rules/turning.md 3.4)",
         {0}},
        {"4k3/8/8/8/R7/8/8/4K3 w - - 0 2",
         "Rb5",
         "does not reach b5: slides along ranks and files (rules/turning.md 3.4)",
         {0}},
        {"4k3/8/8/8/L(ne)7/8/8/4K3 w - - 0 2",
         "Lf5",
         "the Colonel on a4, facing north-east, does not reach f5 (rules/turning.md 3.1)",
         {0}},
        {"4k3/8/8/8/8/8/4I3/4K3 w - - 0 2",
         "Ie4",
         "the Fibnif on e2 does not reach e4: one step diagonally",
         {0}},
        {"4k3/8/8/8/8/8/8/V(e)3K3 w - - 0 2",
         "Va2",
         "the Half-Rook on a1, facing east, does not reach a2 (rules/turning.md 3.1)",
         {0}},
        {"4k3/8/8/7P(e)/8/8/8/4K3 w - - 0 2",
         "h6",
         "the Pawn on h5 is dead: facing east it reaches no square (rules/turning.md 3.3)",
         {0}},
        {"4k3/8/8/8/X(ne)7/8/8/4K3 w - - 0 2",
         "Xa5",
         "the Barcfil on a4, facing north-east, does not reach a5: it goes to a2, c3, c4 or a6 (rules/turning.md 3.1)",
         {0}},
        {NULL, "Xe4", "White has no Barcfil (rules/turning.md 8)", {0}},
        {"4k3/8/3P4/3P4/8/8/8/4K3 w - - 0 2",
         "Pd5-d7",
         "a Pawn can move two squares only if unturned and on its second rank (rules/turning.md 6.2)",
         {0}},
        {"4k3/3P(s)4/3P4/8/8/8/8/4K3 w - - 0 2",
         "Pd7-d5",
         "a Pawn can move two squares only if unturned and on its second rank (rules/turning.md 6.2)",
         {0}},
        {NULL, "null", "you cannot pass: move a piece (rules/turning.md 6.1)", {0}},
        {NULL, "e4r", "a ply has at most one turn", {0}},
        {NULL,
         "Rd4xP(r)",
         "the sign of a capture comes before the square: Rxd4 (rules/turning.md 8)",
         {0}},
        {NULL, "d4(r)(l)", "a ply has at most one turn", {0}},
        {NULL, "Nf9", "there is no cell f9: this board has a1 to h8 (rules/turning.md 8)", {0}},
        {NULL, "\x1b[2J", "plain characters", {0}},
        {"4k3/8/8/7P(e)/8/8/8/4K3 w - - 0 1", "h6", "3.3", {0}},
        {"4k3/8/8/8/8/8/2P(ne)5/4K3 w - - 0 1", "Pc2-c4", "6.2", {0}},
        {"4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "Ra1-a4", "must turn", {"turn", "must"}},
        {"4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "O-O-O(r)", "turning.md 10", {"castle-turn", "no"}},
        {"4r1k1/8/8/8/8/8/4R3/4K3 w - - 0 1",
         "Re2-d2",
         "would be in check from the Rook on e8 (rules/turning.md 7)",
         {0}},
        {"4k3/8/8/8/8/P7/8/R3K3 w - - 0 1",
         "Ra1-a5",
         "is stopped by the Pawn on a3 (rules/turning.md 3.1)",
         {0}},
        {"4k3/8/8/8/8/8/8/G3K3 w - - 0 1",
         "Ga1-f6",
         "half way to the edge of the board there (rules/turning.md 3.2)",
         {0}},
        {"4k3/8/8/8/p7/8/8/G3K3 w - - 0 1",
         "Ga1-f6",
         "at most half of the squares that are free there (rules/turning.md 10, 3.2)",
         {"halfling", "relative"}},
        {"4k3/8/8/8/8/8/8/S3K3 w - - 0 1",
         "Sa1-a6",
         "at most four squares (rules/turning.md 3.4)",
         {0}},
        {"r3k2r/8/8/8/5r2/8/8/R3K2R w KQkq - 0 1",
         "O-O",
         "short: f1 is attacked by the Rook on f4 (rules/turning.md 6.5)",
         {0}},
        {"4k3/8/8/8/8/8/8/7K w - - 0 1", "Kh1-d1", "the King on h1 does not reach d1", {0}},
        {"r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1",
         "Ke8-h8",
         "when castling short, the King goes to g8 (rules/turning.md 6.5)",
         {0}},
        {"r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1",
         "Ke8-b8",
         "when castling long, the King goes to c8 (rules/turning.md 6.5)",
         {0}},
        {"d3k2r/8/8/8/8/8/8/4K3 b kq - 0 1",
         "Ke8-c8",
         "when castling long, the King goes to b8 (rules/turning.md 6.5)",
         {0}},
        {"k7/4P3/8/8/8/8/8/K7 w - - 0 1",
         "Pe7-e8",
         "a Pawn here becomes a piece of either army: =Q =R =B =N (rules/turning.md 6.4)",
         {0}},
        {"k7/4P3/8/8/8/8/8/K7 w - - 0 1",
         "Pe7-e8=C",
         "only =Q =R =B =N: pieces of either army, no King and no Pawn (rules/turning.md 6.4)",
         {0}},
        {"4k3/8/8/8/3P(ne)PP(nw)2/8/8/4K3 w - - 0 1", "e5", "may mean 3 plies", {0}},
    };
    (void)state;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct ruleset *rules =
            open_variant_with("turning-chess", &table[i].setting, table[i].setting.name != NULL);
        struct position position;
        struct ply ply = {0};
        struct note why = {.text = ""};
        if (table[i].position)
            read_position(rules, table[i].position, &position);
        else
            rules->rules->setup(rules, &position);
        assert_true(rules->rules->parse(&position, table[i].text, &ply, &why) < 0);
        if (!strstr(why.text, table[i].words))
            fail_msg("'%s' is refused with '%s', not '%s'", table[i].text, why.text,
                     table[i].words);
        ply_free(&ply);
        ruleset_free(rules);
    }
}

static void bad_positions_are_refused(void **state)
{
    static const char *const texts[] = {
        "",
        "8/8/8/8/8/8/8/8 w - - 0 1",
        "4k3/8/8/8/8/8/8/4KK2 w - - 0 1",
        "3Pk3/8/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/4K2p(n) w - - 0 1",
        "4k3/8/8/8/8/8/8/4K(x)3 w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3 r - - 0 1",
        "4k3/8/8/8/8/8/8/4K2R w Q - 0 1",
        "4k3/8/8/8/8/8/8/R3K2R w QK - 0 1",
        "4k3/8/8/8/8/8/8/3K3R w K - 0 1",
        "4k3/8/8/8/8/8/8/4K2P w K - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - e6 0 1",
        "4k3/8/8/4p3/8/8/8/4K3 b - e6 0 1",
        "4k3/4p3/8/4p3/8/8/8/4K3 w - e6 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - - 0 0",
        "4k3/8/8/8/8/8/8/4K3 w - - 0",
    };
    struct ruleset *rules = open_variant("turning-chess");
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct position position;
        struct note why;
        if (rules->rules->read(rules, texts[i], &position, &why) == 0)
            fail_msg("'%s' is read", texts[i]);
    }
    ruleset_free(rules);
}

static void pieces_are_described(void **state)
{
    static const struct {
        const char *id, *position, *cell, *words;
    } table[] = {
        {"turning-chess", "4k3/8/8/8/4r(sw)3/8/8/4K3 w - - 0 1", "e4",
         "faces sw, now moves as the Bishop, one eighth right of straight ahead"},
        {"turning-chess", "4k3/8/8/8/4H(s)3/8/8/4K3 w - - 0 1", "e4",
         "faces s, now moves as the Knishop, straight back"},
        {"turning-chess", "4k3/8/8/7P(e)/8/8/8/4K3 w - - 0 1", "h5",
         "faces e, two eighths right of straight ahead; dead: it reaches no square"},
        {"turning-chess", "4k3/8/8/8/4p(e)3/8/8/4K3 w - - 0 1", "e4",
         "faces e, two eighths left of straight ahead"},
        {"turning-chess", "4k3/8/8/8/4Q3/8/8/4K3 w - - 0 1", "e4", ""},
        /* Pieces that an army starts with turned must not be described as turned since, nor others
         * as standing as they started. */
        {"turning-quarterhorse", "4k3/8/8/8/8/8/8/1S(ne)L(ne)1K1S(w)L w - - 0 1", "b1",
         "faces ne, one eighth right of straight ahead"},
        {"turning-quarterhorse", "4k3/8/8/8/8/8/8/1S(ne)L(ne)1K1S(w)L w - - 0 1", "g1",
         "faces w, two eighths left of straight ahead"},
        {"turning-quarterhorse", "4k3/8/8/8/8/8/8/1S4KL w - - 0 1", "b1",
         "faces n, straight ahead"},
        {"turning-octoling", "oo(se)6/4k3/8/8/8/8/8/4K3 w - - 0 1", "b8",
         "faces se, one eighth left of straight ahead"},
        {"turning-octoling", "4k3/8/8/1o(n)6/8/8/8/4K3 w - - 0 1", "b5", "faces n, straight back"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct ruleset *rules = open_variant(table[i].id);
        struct position position;
        char words[128];
        read_position(rules, table[i].position, &position);
        piece_describe(&position, board_cell_named(rules->board, table[i].cell, NULL), words,
                       sizeof words);
        assert_string_equal(words, table[i].words);
        ruleset_free(rules);
    }
}

/* Where the program asks for an army, the user can find the names: by typing a wrong one, or the
 * beginning of one, or by stepping through them. */
static void army_names_can_be_found(void **state)
{
    (void)state;
    struct ruleset *none = NULL, *rules = open_variant("turning-chess");
    struct setting setting = {"white", "nutty"};
    struct note why;
    char text[200];
    assert_int_equal(ruleset_open(&none, "turning-chess", &setting, 1, &why), FAIL_TEXT);
    assert_string_equal(
        why.text,
        "option white: an army is eight capital letters of the variant's pieces, or a name "
        "(fide, clobberers, clobberers2, nutty-knights, rookies, forward-fides, amontillado) "
        "(rules/turning.md 5)");
    army_names_list(rules, text, sizeof text);
    assert_string_equal(
        text, "fide, clobberers, clobberers2, nutty-knights, rookies, forward-fides, amontillado");
    assert_true(army_names_complete(rules, "nu", text, sizeof text));
    assert_string_equal(text, "nutty-knights");
    assert_true(army_names_complete(rules, "cl", text, sizeof text));
    assert_string_equal(text, "clobberers");
    assert_false(army_names_complete(rules, "f", text, sizeof text)); /* fide, forward-fides */
    assert_false(army_names_complete(rules, "clobberers", text, sizeof text));
    assert_false(army_names_complete(rules, "RNBQ", text, sizeof text));
    assert_true(army_names_meant(rules, "white", "rookies") &&
                army_names_meant(rules, "black", "rookeis"));
    assert_true(army_names_meant(rules, "white", "VNBQKBNV") &&
                army_names_meant(rules, "white", "RNBQKBN"));
    assert_true(army_names_meant(rules, "white", "LS(ne)LQKL(nw)SL") &&
                army_names_meant(rules, "white", "LS(ne"));
    assert_false(army_names_meant(rules, "white", "Ana") ||
                 army_names_meant(rules, "white", "ANA")); /* players */
    assert_false(army_names_meant(rules, "white", "Maximilian") ||
                 army_names_meant(rules, "white", ""));
    assert_false(army_names_meant(rules, "turn", "fide"));
    assert_string_equal(army_names_step(rules, "", 1), "fide");
    assert_string_equal(army_names_step(rules, "fide", -1), "");
    assert_string_equal(army_names_step(rules, "", -1), "amontillado");
    assert_string_equal(army_names_step(rules, "amontillado", 1), "");
    assert_string_equal(army_names_step(rules, "clobberers2", 1), "nutty-knights");
    /* A custom army has no place among them */
    assert_string_equal(army_names_step(rules, "RNBQKBNR", 1), "fide");
    ruleset_free(rules);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(short_forms_are_written),
        cmocka_unit_test(refusals_name_the_rule),
        cmocka_unit_test(refusals_to_pick_up_a_piece_give_the_reason),
        cmocka_unit_test(bad_positions_are_refused),
        cmocka_unit_test(pieces_are_described),
        cmocka_unit_test(army_names_can_be_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
