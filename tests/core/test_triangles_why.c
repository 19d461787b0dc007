/* test_triangles_why.c - refusals of triangle chess: a text, and words of the sentence that give
 * the true reason. */
#include "tests/support/positions.h"

#define OPENING "q/bkr/nrpbn/ppppppp/P8/NPP8/BRPPP8/QKRBNPP8 w - - 0 1"
#define STEPS "1/1k1/5/6p/4p4/11/4PPKPP4/2NPRPBBQPRPN2 w - - 0 1"
#define TAKES "1/1k1/5/7/4pp3/4PRP4/K5n6/15 w - - 0 1"
#define PASSED "1/1k1/5/6p/4p4/3P7/6KP5/15 b - g3f3 0 1"
#define UNICORNS "d/1k1/5/7/9/11/13/KD13 w - - 0 1"
#define HISTORY "f/1k1/5/7/9/11/13/KF13 w - - 0 1"
#define RULE(section) " (rules/triangles.md " section ")"
#define CORNERS "triangle-corners-2"
#define SIDE "triangle-corner-vs-side"
#define GRAND "grand-triangle"

struct refused {
    const char *game, *position, *text, *word;
    int failure;
};

static void assert_refused(const struct refused *row)
{
    struct ruleset *rules = open_game(row->game);
    struct position position;
    struct ply ply = {0};
    struct note why = {"", -1};
    if (rules->rules->read(rules, row->position, &position, &why) < 0)
        fail_msg("%s: %s", row->position, why.text);
    if (rules->rules->parse(&position, row->text, &ply, &why) != row->failure)
        fail_msg("'%s' does not fail as it should in %s", row->text, row->position);
    if (!strstr(why.text, row->word))
        fail_msg("'%s': '%s' does not say '%s'", row->text, why.text, row->word);
    ply_free(&ply);
    ruleset_free(rules);
}

/* Texts that are not plies by their form, or name something that is not there. */
static void malformed_texts_are_explained(void **state)
{
    static const struct refused rows[] = {
        {CORNERS, OPENING, "", "is not a ply", FAIL_TEXT},
        {CORNERS, OPENING, "hello", "is not a ply", FAIL_TEXT},
        {CORNERS, OPENING, "O-O", "there is no castling on triangles" RULE("6"), FAIL_TEXT},
        {CORNERS, OPENING, "--", "you cannot pass: move a piece" RULE("6"), FAIL_TEXT},
        {CORNERS, OPENING, "pass", "you cannot pass", FAIL_TEXT},
        {CORNERS, OPENING, "Nc3-e4\033[2J", "is not a ply", FAIL_TEXT},
        {CORNERS, TAKES, "Rh4xP",
         "in short form the capture sign stands before the cell: Rxh4" RULE("7.2"), FAIL_TEXT},
        {CORNERS, TAKES, "h4xP", "before the cell: xh4", FAIL_TEXT},
        {CORNERS, TAKES, "Rxh4P", "is not a ply", FAIL_TEXT},
        {CORNERS, TAKES, "4xP", "is not a ply", FAIL_TEXT},
        {CORNERS, OPENING, "Nc3-z9",
         "there is no cell z9: this board has the ranks 1 to 8" RULE("2.1"), FAIL_TEXT},
        {CORNERS, OPENING, "Pc4-c5", "there is no cell c4: rank 4 has d4 to l4" RULE("2.1"),
         FAIL_TEXT},
        {CORNERS, OPENING, "Gd4-e4",
         "this game has no piece G; its pieces are K, Q, R, B, N, P" RULE("4"), FAIL_RULE},
        {CORNERS, OPENING, "Ra1-b1", "on a1 there is a Queen, written Q" RULE("7"), FAIL_RULE},
        {CORNERS, OPENING, "Rh3-h4", "there is no piece on h3" RULE("6"), FAIL_RULE},
        {CORNERS, OPENING, "Ph6-h5", "the Pawn on h6 is Black's, and White is to move" RULE("6"),
         FAIL_RULE},
        {CORNERS, OPENING, "Nc3-e4xP",
         "there is nothing to capture on e4: write Nc3-e4" RULE("7.1"), FAIL_RULE},
        {CORNERS, OPENING, "Pd4-e4=Q",
         "a Pawn does not become another piece on e4: write Pd4-e4" RULE("6.4"), FAIL_RULE},
        {CORNERS, OPENING, "Ne4=Q",
         "a Knight does not become another piece on e4: write Nc3-e4" RULE("6.4"), FAIL_RULE},
        {CORNERS, TAKES, "Rh3-h4", "write what is captured on h4, too: Rh3-h4xP" RULE("7.1"),
         FAIL_RULE},
        {CORNERS, TAKES, "Rh3-h4xQ", "it captures a Pawn on h4: write Rh3-h4xP" RULE("7.1"),
         FAIL_RULE},
        {CORNERS, TAKES, "R:h4", "it captures a Pawn on h4: write Rh3-h4xP" RULE("7.1"), FAIL_RULE},
        {"triangle-unicorns", UNICORNS, "Pd4-e4",
         "this game has no piece P; its pieces are K, D, R, U, N, G" RULE("4"), FAIL_RULE},
        {"triangle-unicorns archer=on", UNICORNS, "Pd4-e4",
         "this game has no piece P; its pieces are K, D, R, U, A, G" RULE("4"), FAIL_RULE},
        {"triangle-chaturanga", HISTORY, "Qa1-b1",
         "this game has no piece Q; its pieces are K, F, R, E, N, P" RULE("4"), FAIL_RULE},
        {CORNERS, "1/1k1/5/7/9/3R1R5/13/K14 w - - 0 1", "Rg3",
         "it may mean Rf3-g3, Rh3-g3: add the cell it starts from" RULE("7.2"), FAIL_RULE},
        {CORNERS, "1/1k1/5/7/8P/11/K12/15 w - - 0 1", "Pl4-l5=K", "there is no cell l5", FAIL_TEXT},
        {CORNERS, "1/1k1/5/7/9/11/K12/R14 w - - 0 1", "h4", "White has no such Pawn" RULE("7.2"),
         FAIL_RULE},
        {"triangle-corners-3", "1/1k(x)1/5/7/P8/11/13/K13K' w - - 0 1", "Kh7-h8",
         "the King on h7 is frozen: its player is out" RULE("8.8"), FAIL_RULE},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_refused(&rows[i]);
}

/* A piece in between, another piece on the cell, how the piece moves, what could capture the
 * King. */
static void moves_of_pieces_are_explained(void **state)
{
    static const struct refused rows[] = {
        {CORNERS, OPENING, "Nc3-e5", "4.5", FAIL_RULE},
        {CORNERS, OPENING, "Rc1-b1", "White's own piece is on b1" RULE("4"), FAIL_RULE},
        {CORNERS, OPENING, "Nce5",
         "a Knight does not go to e5: an orthogonal step and a diagonal one", FAIL_RULE},
        {CORNERS, OPENING, "Ne5", "no Knight of White's can go to e5" RULE("4.5"),
         /* Either could be meant */
         FAIL_RULE},
        /* The same for either */
        {CORNERS, OPENING, "Rd2", "White's own piece is on d2" RULE("4"), FAIL_RULE},
        {CORNERS, OPENING, "Ke4",
         "a King does not go to e4: one orthogonal or diagonal step" RULE("4"), FAIL_RULE},
        {CORNERS, OPENING, "Rc1-h8",
         "a Rook does not go to h8: walks around a corner point of its cell" RULE("4.2"),
         FAIL_RULE},
        {CORNERS " crooked-rook=on", OPENING, "Rc1-h8",
         "a Rook does not go to h8: zigzags in a straight strip", FAIL_RULE},
        {CORNERS " crooked-rook=on", OPENING, "Qa1-h4",
         "a Queen does not go to h4: uncrooked rook or bishop" RULE("4"), FAIL_RULE},
        {CORNERS, OPENING, "Pd4-h4",
         "a Pawn does not go to h4: 1 forward, captures diagonally" RULE("4.6"), FAIL_RULE},
        {SIDE, STEPS, "Pg2-a1",
         "a Pawn does not go to a1: 1 forward, at first more, captures diagonally" RULE("4.6"),
         FAIL_RULE},
        {SIDE, PASSED, "Ph4-h8",
         "a Pawn does not go to h8: 1 forward, captures diagonally" RULE("4.6"), FAIL_RULE},
        {GRAND, "k/1q1/5/7/9/11/13/15/15/13/11/4A4/7/5/3/K w - - 0 1", "Ah5-h6",
         "an Archer does not go to h6", FAIL_RULE},
        {CORNERS, "1/1k1/b4/7/9/3R7/4K8/15 w - - 0 1", "Kf2-f4", "does not go", FAIL_RULE},
        {CORNERS, "1/1k1/5/7/4pp3/4PRP4/K5n6/15 w - - 0 1", "Rh3-f4",
         "every way from h3 to f4 is blocked" RULE("4"), FAIL_RULE},
        {CORNERS, "1/1k1/5/3p3/9/3B7/K12/15 w - - 0 1", "Bf3-i6",
         "the Pawn on h5 stands between f3 and i6", FAIL_RULE},
        {CORNERS, "1/1k1/5/7/9/b1R1K6/13/15 w - - 0 1", "Re3-d3",
         "open to capture by the Bishop on c3" RULE("8.1"), FAIL_RULE},
        {CORNERS, "1/1k1/5/7/9/3R1R5/13/K14 w - - 0 1", "Rf3-f3",
         "a piece may not go back to f3, its own cell" RULE("4.2"), FAIL_RULE},
        {CORNERS " null-moves=on", "1/1k1/5/7/4p4/5R5/K5p6/14B w - - 0 1", "Rh3-h3",
         "no full circle of free cells leads back to h3", FAIL_RULE},
        {CORNERS " null-moves=on", "1/1k1/5/7/4p4/5R5/K5p6/14B w - - 0 1", "Bo1-o1",
         "the ply must leave o1: you cannot pass" RULE("6"), FAIL_RULE},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_refused(&rows[i]);
}

/* Pawns and girls: steps, captures, several steps, promotion. */
static void moves_of_pawns_are_explained(void **state)
{
    static const struct refused rows[] = {
        {CORNERS, OPENING, "Pd4-e5xP",
         "a Pawn that has not moved may not capture one that has not moved" RULE("6.1"), FAIL_RULE},
        {CORNERS, OPENING, "dxe5",
         /* Two on that file: d4 takes there */
         "a Pawn that has not moved may not capture one that has not moved", FAIL_RULE},
        {CORNERS, OPENING, "gxi1", "only to capture there", FAIL_RULE},
        {SIDE, "1/3/1K3/7/9/11/13/8k4Pp w - - 0 1", "Pn1-m2", "only to capture there" RULE("4.6"),
         FAIL_RULE},
        {SIDE, "1/1k1/5/7/9/7p3/2K10/15 b - - 0 1", "Pj3-i2", "only to capture there or en passant",
         FAIL_RULE},
        {CORNERS, OPENING, "h7", "no Pawn of White's can go to h7" RULE("4.6"), FAIL_RULE},
        {CORNERS, "1/1k1/5/7/9/4Pn5/K12/15 w - - 0 1", "Pg3-h3", "occupied", FAIL_RULE},
        {CORNERS, "1/1k1/5/6P/9/11/K12/15 w - - 0 1", "Pk5-j5=K", "does not go to j5", FAIL_RULE},
        {CORNERS, "1/1k1/5/5P1/9/11/K12/15 w - - 0 1", "Pj5-k5=K",
         "a Pawn that reaches k5 becomes another piece: =Q =R =B =N" RULE("6.4"), FAIL_RULE},
        {CORNERS, "1/1k1/5/5P1/9/11/K12/15 w - - 0 1", "Pj5-k5",
         "becomes another piece: =Q =R =B =N", FAIL_RULE},
        {CORNERS, "1/1k1/5/5P1/9/11/K12/15 w - - 0 1", "k5", "becomes another piece: =Q =R =B =N",
         FAIL_RULE},
        {"triangle-sides-3 elimination=takeover", "1/3/5/k6/2P(b)5K'/p10/2R3K6/15 w - - 0 1",
         "Pf4-e4", "this Pawn still moves in Black's direction, not to e4" RULE("4.6"), FAIL_RULE},
        {"triangle-sides-3 elimination=takeover", "1/3/5/k6/2P(b)5K'/p10/2R3K6/15 w - - 0 1",
         "Pf4-g3",
         "only to capture there" RULE("4.6") "; this one still moves in Black's direction",
         FAIL_RULE},
        {SIDE, STEPS, "Pg2-g4/g3",
         "multi-step moves must end on or before the line d4 to l4" RULE("6.2"), FAIL_RULE},
        {SIDE, STEPS, "Pf2-f4/g2g3f3", "a Pawn may make at most 3 steps" RULE("6.2"), FAIL_RULE},
        {SIDE, STEPS, "Pg2-f4/g3g4",
         "no multi-step move reaches f4 that way: write Pg2-f4/g3f3" RULE("6.2"), FAIL_RULE},
        {SIDE, STEPS, "Pg2-f4", "write the cells passed over, too: Pg2-f4/g3f3" RULE("6.2, 7.1"),
         FAIL_RULE},
        {SIDE, PASSED, "Ph4-g3xP", "en passant is written with ':': Ph4-g3:P" RULE("6.3, 7.1"),
         FAIL_RULE},
        {SIDE, PASSED, "Ph4-g3", "en passant is written with ':': Ph4-g3:P", FAIL_RULE},
        {SIDE, PASSED, "Ph4-g3:G", "en passant is written with ':': Ph4-g3:P", FAIL_RULE},
        {SIDE, "1/1k1/5/7/9/5p5/5PK6/15 w - - 0 1", "Pg2-h4/g3h3",
         "a multi-step move needs free cells: the way to h4 is blocked" RULE("6.2"), FAIL_RULE},
        /* Of two paths from d6 the first is meant */
        {GRAND, "k/1q1/5/7/9/11/13/15/15/13/1P1P7/9/7/5/3/K w - - 0 1", "d7",
         "it may mean Pd6-d7/c6c7, Pf6-d7/e6e7: add the cell it starts from" RULE("7.2"),
         FAIL_RULE},
        {GRAND " multistep=initial", "k/1q1/5/7/9/11/13/15/15/13/11/4P4/7/5/3/K w - - 0 1",
         "Ph5-g7/h6g6", "only a Pawn that has not moved may make several steps" RULE("6.2"),
         FAIL_RULE},
        {GRAND, "k/1q1/5/7/9/11/13/15/7P7/13/11/9/7/5/3/K w - - 0 1", "Ph8-h10/h9",
         "multi-step moves must stay in White's own half" RULE("6.2"), FAIL_RULE},
        {GRAND " promote-on-capture=on", "k/3/5/7/p8/11/13/15/15/13/1Pq8/1R7/7/5/3/K w - - 0 1",
         "Re5-e6xQ", "write what the Rook becomes on e6, too: Re5-e6xQ=C" RULE("9.3"), FAIL_RULE},
        {GRAND " promote-on-capture=on", "k/3/5/7/p8/11/13/15/15/13/1Pq8/1R7/7/5/3/K w - - 0 1",
         "Re5-e6xQ=Z", "a Rook that reaches e6 becomes another piece: =C" RULE("9.3"), FAIL_RULE},
        {GRAND, "k/3/5/7/p8/11/13/15/15/13/1Pq8/1R7/7/5/3/K w - - 0 1", "Re5-e6xQ=C",
         "a Rook does not become another piece on e6: write Re5-e6xQ" RULE("9.3"), FAIL_RULE},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_refused(&rows[i]);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(malformed_texts_are_explained),
        cmocka_unit_test(moves_of_pieces_are_explained),
        cmocka_unit_test(moves_of_pawns_are_explained),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
