/* test_croatian.c - Croatian Chess by the tables and examples of its rules text
 * (rules/croatian.md): the numbers of section 20, the book's plies of 13.5 and its slips, the
 * worked examples of 18, drafts, verdicts. For chains see test_cascades.c, for custom boards
 * test_custom.c, for other typed input test_croatian_typed.c. */
#include "tests/support/croatian.h"
#include "tests/support/drafts.h"

static int count_plies(const struct position *position, int cascade)
{
    const struct limits limits = {.cascade = cascade};
    return (int)search_perft(position, 1, &limits, true);
}

/* ------------------------------------------------------------------------------------- section
 * 20 */

static const struct numbers {
    const char *id;
    int members[3]; /* plies with at most 1, 2, 3 members */
    int perft2;     /* cap 3; 0: not in the table */
} numbers[] = {
    {"odd-mayan-ascendancy", {49, 49, 49}, 2393},
    {"mayan-ascendancy", {64, 64, 64}, 4082},
    {"odd-age-of-aquarius", {74, 74, 74}, 6050},
    {"age-of-aquarius", {96, 96, 96}, 9197},
    {"odd-mirandas-veil", {99, 99, 99}, 10569},
    {"mirandas-veil", {124, 124, 124}, 15343},
    {"odd-nineteen", {138, 138, 138}, 17420},
    {"nineteen", {158, 158, 158}, 24793},
    {"odd-hemeras-dawn", {443, 443, 443}, 97013},
    {"hemeras-dawn", {414, 414, 414}, 0},
    {"odd-tamoanchan-revisited", {514, 514, 514}, 0},
    {"tamoanchan-revisited", {481, 481, 481}, 0},
    {"odd-conquest-of-tlalocan", {455, 507, 507}, 0},
    {"conquest-of-tlalocan", {579, 646, 646}, 0},
    {"odd-discovery", {551, 603, 603}, 0},
    {"discovery", {673, 740, 740}, 0},
    {"odd-one", {842, 1032, 1772}, 0},
    {"one", {755, 949, 1689}, 0},
};

static void plies_are_as_many_as_section_20_says(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        struct position position;
        struct ruleset *rules = open_position(numbers[i].id, NULL, &position);
        for (int cap = 1; cap <= 3; cap++)
            assert_int_equal(count_plies(&position, cap), numbers[i].members[cap - 1]);
        const struct limits limits = {.cascade = 3};
        if (numbers[i].perft2) {
            assert_int_equal(search_perft(&position, 2, &limits, false), numbers[i].perft2);
            assert_int_equal(search_perft(&position, 2, &limits, true), numbers[i].perft2);
        }
        ruleset_free(rules);
    }
}

/* ------------------------------------------------------------------------------------ section
 * 13.5 */

#define AQUARIUS_KING "1k12/14/14/14/14/14/14/14/14/14/14/14/14/R6K5R w KQ - 0 1"
#define PASSED_ON_D "15k/16/16/16/16/16/16/16/16/16/16/2pP12/4p11/16/16/K15 b - d3d4 0 1"
#define PYRAMID_6_1 "11k/12/12/12/12/12/12/12/12/2P3p5/12/K3A2Q4 w - - 0 1"
#define STARS STARS_18
#define DARK_STARS(wave) \
    "Tr14kt/17p/18/18/18/18/18/18/18/18/18/18/18/18/18/1" wave "Q15/R15PP/trW13KT b - - 0 1"
#define LONG_STARS "TR14kt/17p/18/18/18/18/18/18/18/18/18/18/18/18/18/1WQ15/17P/t15KT w - - 0 1"
#define TWO_ROOKS \
    "custom:size=24;ranks=TRGAHRWCSNBQKBNSCWUHAGRT/PPPPPPPPPPPPPPPPPPPPPPPP;monolith=b8;castle=R"
#define EMPTY_RANKS "24/24/24/24/24/24/24/24/24/24/24/24/24/24/24/24/24/24/24/24/24/24/"
#define CORNERED(wave) "16/16/16/16/16/16/16/16/16/16/16/16/3Q12/15r/13PK1/" wave "8k2B2q w - - 0 1"

#define OPPONENTS_PYRAMID "K15/16/16/16/16/16/16/16/16/16/16/r2w3k8/16/3A12/16/16 b - - 0 1"
#define OPPONENTS_STARCHILD                                                                                  \
    "T24t/26/26/26/26/26/26/26/26/26/26/1M24/24K1/i25/26/26/26/26/26/26/26/23k2/26/26/23M2/t21I2T[H] b - - " \
    "0 1"

#define OBSTACLES \
    "25k/26/26/26/26/26/26/26/26/26/26/26/13r12/11PI13/26/26/26/26/26/26/26/26/26/26/26/K25[] w - - 0 1"
#define TWO_MONOLITHS                                                                                       \
    "26/25k/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/3I22/6M19/5N20/1M24/25K/t25[NUpw] w - - " \
    "0 1"

/* A ply of the book in a position built for it: its long form, or part of the reason why it is
 * refused. */
static const struct book_ply {
    const char *id, *position, *text, *longer, *reason;
} examples[] = {
    {"mayan-ascendancy", "11k/12/12/12/12/12/12/12/12/12/4B7/K11 w - - 0 1", "Bh5", "Be2-h5", NULL},
    {"mayan-ascendancy", "11k/12/12/12/12/12/12/12/12/12/4P7/K11 w - - 0 1", "e5", "Pe2-e5", NULL},
    {"mayan-ascendancy", "11k/12/12/12/12/12/12/6n5/12/12/12/K5R5 w - - 0 1", "Rg5\xC3\x97N",
     "Rg1-g5xN", NULL},
    {"age-of-aquarius", "13k/14/14/14/14/14/14/6Pp6/14/14/14/14/14/K13 b - g3g4g5g6 0 1", "g6:P",
     "Ph7-g6:P", NULL},
    {"age-of-aquarius", "13k/14/14/14/14/14/14/6Pp6/14/14/14/14/14/K13 b - g3g4g5g6 0 1", "g6",
     NULL, ":P"},
    {"mayan-ascendancy", "11k/12/12/12/12/12/12/12/12/5N6/12/K11 w - - 0 1", "Nf3-g5", "Nf3-g5",
     NULL},
    {"mayan-ascendancy", "11k/12/12/12/12/12/12/12/12/12/4p7/K11 b - - 0 1", "e1=Q", "Pe2-e1=Q",
     NULL},
    {"mayan-ascendancy", "11k/12/12/12/12/12/12/12/12/12/4p7/K11 b - - 0 1", "e1", NULL,
     "a Pawn promotes on e1: write '=' and one of QRBNGA (rules"},
    {"mayan-ascendancy", "11k/12/12/12/12/12/12/12/12/2B1A7/12/K11 w - - 0 1", "[Bc3-e3]~Af4", NULL,
     "does not reach e3"},
    {"mayan-ascendancy", "11k/12/12/10Q1/4P7/12/12/12/12/4A7/12/K11 w - - 0 1", "Qe3~[Ae8=G]",
     "[Qk9-e3]~[Ae3-e8=G]", NULL},
    {"age-of-aquarius", "14/14/14/14/14/10Q3/14/4r8k/14/14/14/4A9/14/K13 w - - 0 1", "Qe3~[Ae7%R]+",
     "[Qk9-e3]~[Ae3-e7%R]", NULL},
    {"mayan-ascendancy", "12/12/12/10Q1/12/4r6k/12/12/12/4A7/12/K11 w - - 0 1", "Qe3~[Ae7%R]+",
     NULL, "'xR'"},
    {"age-of-aquarius", AQUARIUS_KING, "Kl1$R", "Kh1-l1$R", NULL},
    {"age-of-aquarius", AQUARIUS_KING, "Kd1&R", "Kh1-d1&R", NULL},
    {"age-of-aquarius", AQUARIUS_KING, "Kd1", NULL, "castling"},
    {"mirandas-veil", "1k14/16/16/16/16/16/16/16/16/16/16/16/16/16/16/R7K6R w KQ - 0 1", "Kl1$R",
     "Ki1-l1$R", NULL},
    {"mirandas-veil", "1k14/16/16/16/16/16/16/16/16/16/16/16/16/16/16/R7K6R w KQ - 0 1", "Kd1&R",
     "Ki1-d1&R", NULL},
    {TWO_ROOKS, "23k/" EMPTY_RANKS "1R3R6K9R1 w KQf1 - 0 1", "Km1&Rf1", NULL, "began"},
    {TWO_ROOKS, "23k/" EMPTY_RANKS "1R10K9R1 w KQ - 0 1", "Km1&Rb1", NULL, "began"},
    {TWO_ROOKS, "23k/" EMPTY_RANKS "1R3R6K9R1 w KQf1 - 0 1", "Kk1&Rf1", "Km1-k1&Rf1", NULL},
    {TWO_ROOKS, "23k/" EMPTY_RANKS "1R3R6K9R1 w KQf1 - 0 1", "Kk1&R", "Km1-k1&Rf1", NULL},
    {TWO_ROOKS, "23k/" EMPTY_RANKS "1R10K9R1 w KQ - 0 1", "Kk1&Rb1", "Km1-k1&Rb1", NULL},
    {"mirandas-veil", "15k/16/16/16/16/16/16/16/16/1Q14/16/16/16/16/1W5R8/K15 w - - 0 1",
     "Rb2~Wb7~Qf3", "[Rh2-b2]~[Wb2-b7]~[Qb7-f3]", NULL},
    {"mirandas-veil", "15k/16/16/16/16/16/16/16/16/1Q14/1R14/16/16/16/1W5R8/K15 w - - 0 1",
     "[Rh2-b2]~Wb7~Qf3", "[Rh2-b2]~[Wb2-b7]~[Qb7-f3]", NULL},
    {"mirandas-veil", "15k/16/16/16/16/16/16/16/16/1Q14/1R14/16/16/16/1W5R8/K15 w - - 0 1",
     "Rb2~Wb7~Qf3", NULL,
     "ambiguous, it may be [Rh2-b2]~[Wb2-b7]~[Qb7-f3], [Rb6-b2]~[Wb2-b7]~[Qb7-f3]"},
    {"mirandas-veil", "15k/16/16/16/16/16/16/16/16/1a2p11/16/16/16/16/1w5r8/15K b - - 0 1",
     "Rb2~Wb7~[Ae7=G]", "[Rh2-b2]~[Wb2-b7]~[Ab7-e7=G]", NULL},
    {"mirandas-veil", "15k/16/16/16/16/16/16/16/16/1A2P11/16/16/16/16/1W5R8/15K w - - 0 1",
     "Rb2~Wb7~[Ae7=G]", NULL, "a Pyramid promotes Pawns only on the opponent's side, not on e7"},
    {"one", JOURNEY, "Id5M>Ie7M", NULL, "star-journey"},
    {"one", JOURNEY, "[Ib5-d5M]>Ie7M", NULL, "star-journey"},
    {"nineteen", "T15kt/17p/18/18/18/18/18/18/18/18/18/18/18/18/18/R17/16PP/t15KT w - - 0 1",
     "Ra1T*b18", "Ra3-a1T*b18", NULL},
    {"nineteen", "T15kt/17p/18/18/18/18/18/18/18/18/18/18/18/18/18/R17/16PP/t15KT w - - 0 1",
     "[Ra3-a1T]*b18", "Ra3-a1T*b18", NULL},
    {"nineteen", "T15kt/17p/18/18/18/18/18/18/18/18/18/18/18/18/18/R17/16PP/t15KT w - - 0 1",
     "Ra1*a17", "Ra3-a1T*a17", NULL},
    {"discovery",
     "T22t/23k/24/24/24/24/24/24/24/24/24/24/24/24/24/24/24/24/24/1R22/24/24/1WQM20/tK21T w - - 0 1",
     "Rb2~Wc2~[Qd2M*b17]", NULL, "portal"},
    {"nineteen", "T15kt/1R15p/18/18/18/18/18/18/18/18/18/18/18/18/18/18/1WQ14P/t15KT w - - 0 1",
     "[Rb17-b2]~Wc2~[Qr18T*Qb16]", NULL, "does not reach r18"},
    {"nineteen", LONG_STARS, "[Rb18-b3]~Wc3~[Qr18T*Qb16]", NULL, "portal"},
    {"nineteen", LONG_STARS, "[Rb18-b3]~Wc3~[Qr18T*Qb17]", "[Rb18-b3]~[Wb3-c3]~[Qc3-r18T*Qb17]",
     NULL},
    {"one", JOURNEY, "Id5M>Ie7M*Ib25T", "Ib5-d5M>Ie7M*b25", NULL},
    {"one", JOURNEY, "Id5M>Ie7M*Ib2T<U", NULL, "ambiguous"},
    {"one", JOURNEY, "Id5M>Ie7M*Ib2T<Uc3", "Ib5-d5M>Ie7M*b2<Uc3", NULL},
    {"mirandas-veil", WAVES, "Qa1~Wa5~Wc5~Re5~Wb5", "[Qc1-a1]~[Wa1-a5]~[Wa5-c5]~[Rc5-e5]~[We5-b5]",
     NULL},
    {"mirandas-veil", WAVES, "Qa1~We5~We1~Wc3~Be1~Wd2",
     "[Qc1-a1]~[Wa1-e5]~[We5-e1]~[We1-c3]~[Bc3-e1]~[We1-d2]", NULL},
    {"mirandas-veil", WAVES, "Qa1{~Wa5~We5}...", NULL, "no meaning"},
    {"mirandas-veil", WAVES, "Qa1~Wa5~We5", NULL, "in the air"},
    {"nineteen", STARS, "Qc3~Wb1~[Ra1*Ra17]", NULL,
     "the Queen stands on c3 already: write where it goes (rules/croatian.md 13.2)"},
    {"nineteen", STARS, "Qc1~Wb1~[Ra1*Ra17]", "[Qc3-c1]~[Wc1-b1]~[Rb1-a1T*Ra17]", NULL},
    {"nineteen", STARS, "Qb3~Wb1~[Ra1*Ra17]", "[Qc3-b3]~[Wb3-b1]~[Rb1-a1T*Ra17]", NULL},
    {"nineteen", DARK_STARS("w"), "[Rb1-b3]~Wc3~[Qa1*b17]", "[Rb1-b3]~[Wb3-c3]~[Qc3-a1T*b17]",
     NULL},
    {"nineteen", DARK_STARS("w"), "[Rb18-b3]~Wc3~[Qr18*Qb17]", "[Rb18-b3]~[Wb3-c3]~[Qc3-r18T*Qb17]",
     NULL},
    {"nineteen", DARK_STARS("W"), "[Rb1-b3]~Wc3~[Qa1*b17]", NULL, "'xW'"},
    {"mirandas-veil", CHECK_17_1,
     "Qa1~Wp1~Qm1\xC3\x97"
     "B+",
     "[Qd4-a1]~[Wa1-p1]~[Qp1-m1xB]", NULL},
    {"mirandas-veil", CHECK_17_1, "Qa1~Wp1~[Qm1xB]+", "[Qd4-a1]~[Wa1-p1]~[Qp1-m1xB]", NULL},
    {"mirandas-veil", CHECK_17_1, "Qd8", NULL,
     "the Queen on p1 would still attack your King (rules"},
    /* A Knight that an enemy Pyramid converts gives check, though the enemy had no Knight. */
    {"mirandas-veil", "15k/16/3a12/16/2W13/16/1N1K12/16/16/16/16/16/16/16/16/16 w - - 0 1",
     "Nc12~Wd14~[Ac12%N]", NULL, "would attack your King"},
    {"mirandas-veil", "15k/16/3a12/16/2W13/16/1N2K11/16/16/16/16/16/16/16/16/16 w - - 0 1",
     "Nc12~Wd14~[Ac12%N]", "[Nb10-c12]~[Wc12-d14]~[Ad14-c12%N]", NULL},
    /* The spellings of 13.3. */
    {"mirandas-veil", CHECK_17_1, " [ Q d4 - a1 ] ~ Wa1-p1 ~ Q m1 x B ++",
     "[Qd4-a1]~[Wa1-p1]~[Qp1-m1xB]", NULL},
    {"one", JOURNEY, "Id5>e7*b25", "Ib5-d5M>Ie7M*b25", NULL},
    {"one", JOURNEY, "Id5M>e7*Ib2<Pa2#", "Ib5-d5M>Ie7M*b2<Pa2", NULL},
    {"one", JOURNEY, "Id5M>Ie7M*Nb25", NULL, "star-journey"},
    {"one", JOURNEY, "Id5M>Ie7M*b25<Uc25", NULL,
     "summons beside a Star on its own side: b25 is not"},
    {"one", JOURNEY, "Id5M>Ie7M*b2<Qc3", NULL,
     "no White Queen was captured that could be summoned"},
    {"one", JOURNEY, "Id5M>Ie7M*b2<Ue5", NULL, "onto a free square beside the Starchild on b2"},
    {"one", JOURNEY, "Id5M>Ie7M*e5", NULL, "e5 is not a portal cell: no Star is beside it"},
    /* A Starchild that spends momentum continues with what its first leg left, and may summon
     * then. */
    {"one", SPENDING("3Q14"), "Qh5~Wb5~[Id5M>Ie7M*b2<Uc3]",
     "[Ql5-h5]~[Wh5-b5]~[Ib5-d5M>Ie7M*b2<Uc3]", NULL},
    {"one", SPENDING("2Q15"), "Qh5~Wb5~[Id5M>Ie7M*b2<Uc3]", NULL,
     "does not reach e7: momentum 1 is left"},
    {"one", SPENDING("1Q16"), "Qh5~Wb5~[Id5M>Ie7M*b2<Uc3]", NULL,
     "does not reach e7: momentum 0 is left"},
    {"one", JOURNEY, "Id5M>Ib5", NULL, "does not end on b5, where the Starchild began"},
    /* Cells without a sign between them, as in UCI. */
    {"mirandas-veil", CHECK_17_1, "Ko2n2", "Ko2-n2", NULL},
    {"one",
     "26/25k/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/25K/22R3[] w - - 0 1",
     "Rw1x1", "Rw1-x1", NULL},
    {"mirandas-veil", CHECK_17_1, "Xd8", NULL, "no piece has this letter"},
    /* Signs written behind the cell, or before it as in other games. */
    {"mirandas-veil", CHECK_17_1, "Ko2xp1", NULL,
     "the cell comes first, then 'x' and the letter of the captured piece: Kp1xR captures a "
     "Rook (rules/croatian.md 13.1)"},
    {"mirandas-veil", PASSED_ON_D, "c5:d4", NULL,
     "the cell comes first, then ':P': d4:P captures en passant (rules/croatian.md 13.1)"},
    {"mirandas-veil", PASSED_ON_D, "d4", NULL,
     "en passant is written with ':P' (rules/croatian.md 9.2, 13.1)"}, /* c5, not e4 */
    {"mirandas-veil", "15k/3P12/16/16/16/16/16/16/16/16/16/16/16/K15/16/16 w - - 0 1", "d16", NULL,
     "a Pawn promotes on d16: write '=' and one of QRBNGAUW (rules/croatian.md 9.3)"},
    {"mayan-ascendancy", PYRAMID_6_1, "Qe1~[Ag3%Q]", NULL,
     "g3 holds a Black Pawn: write '%P' (rules/croatian.md 13.3)"},
    {"mayan-ascendancy", PYRAMID_6_1, "Qe1~[Ag3xN]", NULL,
     "g3 holds a Black Pawn: write 'xP' (rules/croatian.md 13.3)"},
    {"mayan-ascendancy", PYRAMID_6_1, "Qe1~[Ag3]", NULL,
     "'xP' captures it, '%P' converts it (rules/croatian.md 13.3)"},
    {"nineteen", STARS, "Ra2-a1M*a17", NULL,
     "the piece on a1 is a Star, written T (rules/croatian.md 13.1)"},
    {"one", JOURNEY, "Id5M*b2<Uc3", NULL,
     "only a star-journey that ends in a second Monolith summons a piece (rules/croatian.md 8.9)"},
    {"mirandas-veil", CHECK_17_1, "", NULL, "no ply"},
    {"mirandas-veil", CHECK_17_1, "Qd4-a1~", NULL, "cell"},
    {"mirandas-veil", CHECK_17_1, "Wa1-a2", NULL, "passive"},
    {"mirandas-veil", CHECK_17_1, "Qp1-p2", NULL, "is Black's, and White is to move"},
    {"mirandas-veil", CHECK_17_1, "Na3", NULL, "no Knight"},
    /* 10.2, D18: the opponent's Pyramid converts for its owner, here the first Rook of that
     * side. */
    {"mirandas-veil", OPPONENTS_PYRAMID, "Rd5~Wd3~[Ad5xR]", "[Ra5-d5]~[Wd5-d3]~[Ad3-d5xR]", NULL},
    {"mirandas-veil", OPPONENTS_PYRAMID, "Rd5~Wd3~[Ad5%R]", NULL, "would attack your King"},
    /* ... and the opponent's Starchild calls back its owner's pieces (8.9): a Shaman on z2 attacks
     * x5. */
    {"one", OPPONENTS_STARCHILD, "Ib15>w1~Ix2>b15*y1<Hx1", "[Ia13-b15M>Iw1]~[Iw1-x2M>Ib15M*y1<Hx1]",
     NULL},
    {"one", OPPONENTS_STARCHILD, "Ib15>w1~Ix2>b15*y1<Hz2", NULL, "would attack your King"},
    /* 10.1: Kings attack, too, if a position is set up with both side by side. */
    {"classical", "8/8/8/5K2/6k1/3R4/8/3b1N2 b - - 0 66", "Bd1-c2", NULL, "in check from the King"},
    {"classical", "8/8/8/5K2/6k1/3R4/8/3b1N2 b - - 0 66", "Kg4-h5", "Kg4-h5", NULL},
};

static void plays_as_written(const struct book_ply *example)
{
    struct position position;
    struct ruleset *rules = open_position(example->id, example->position, &position);
    struct ply ply = {0};
    struct note why = {.text = ""};
    char text[TEXT_ROOM];
    int result = rules->rules->parse(&position, example->text, &ply, &why);
    if (example->reason) {
        if (result == 0 || !strstr(why.text, example->reason))
            fail_msg("'%s' must be refused because '%s', not: %s", example->text, example->reason,
                     result == 0 ? "it is taken" : why.text);
    } else {
        if (result < 0)
            fail_msg("'%s' is refused: %s", example->text, why.text);
        rules->rules->format(&position, &ply, FORM_LONG, text, sizeof text);
        assert_string_equal(text, example->longer);
    }
    ply_free(&ply);
    ruleset_free(rules);
}

static void plies_of_the_book_are_as_section_13_5_says(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++)
        plays_as_written(&examples[i]);
}

/* Why a piece cannot be picked up or cannot go somewhere, as the user learns with the cursor: the
 * file and section, and the piece that prevents it. */
static const struct reason {
    const char *id, *position, *from, *to, *words;
} reasons[] = {
    {"mirandas-veil", NULL, "a1", NULL,
     "the Rook on a1 has no square to go to (rules/croatian.md 6, 8.1)"},
    {"mirandas-veil", NULL, "c1", NULL,
     "the Pyramid on c1 is passive: another piece must activate it (rules/croatian.md 7.1)"},
    {"mirandas-veil", NULL, "i2", "i9", "does not reach i9: 1-6 forward, captures diagonally"},
    {"mirandas-veil", NULL, "d1", "f1", "does not reach f1: a long jump here: (1,4), (2,3)"},
    {"mayan-ascendancy", "k3r7/12/12/12/12/12/12/12/12/12/4N7/4K7 w - - 0 1", "e2", NULL,
     "wherever the Knight on e2 goes, your King would be attacked (rules/croatian.md 10.2)"},
    {"mayan-ascendancy", "k3r7/12/12/12/12/12/12/12/12/12/N11/4K7 w - - 0 1", "a2", NULL,
     "the Rook on e12 gives check, and the Knight on a2 does not help"},
    {"mayan-ascendancy", "k3r7/12/12/12/12/12/12/12/12/12/N2P8/4K7 w - - 0 1", "e1", "e2",
     "the Rook on e12 would still attack your King (rules/croatian.md 10.2)"},
    {"mayan-ascendancy", "k11/12/12/12/12/12/12/12/12/2p9/12/2Q2K6 w - - 0 1", "c1", "c5",
     "the Queen on c1 is stopped by the Black Pawn on c3 (rules/croatian.md 6)"},
    {"mayan-ascendancy", "k11/12/12/12/12/12/12/12/2p9/12/2P9/5K6 w - - 0 1", "c2", "c5",
     "a Pawn moves on over empty squares only: a Black Pawn is on c4 (rules/croatian.md 8.3)"},
    {"mayan-ascendancy", "1k10/12/12/12/12/12/12/12/12/12/12/R1N3K4R w KQ - 0 1", "g1", "d1",
     "no castling: the Knight on c1 stands between King and Rook (rules/croatian.md 9.1)"},
    {"mayan-ascendancy", "1k10/12/12/12/12/12/12/12/12/12/12/R5K4R w K - 0 1", "g1", "d1",
     "no castling to this side: the King or the partner has moved (rules/croatian.md 9.1)"},
    {"mayan-ascendancy", "1k2r7/12/12/12/12/12/12/12/12/12/12/R5K4R w KQ - 0 1", "g1", "d1",
     "no castling: e1 is attacked by the Rook on e12 (rules/croatian.md 9.1)"},
    {"tamoanchan-revisited",
     "21k/22/22/22/22/22/22/22/22/22/22/22/22/22/7Sp13/22/22/22/22/22/21K/22 w - - 0 1", "h8", "i8",
     "a straight step needs an empty square: a Black Pawn is on i8 (rules/croatian.md 6)"},
    {"mayan-ascendancy", "1k10/12/12/12/12/12/12/12/12/12/12/R5K4R w KQ - 0 1", "g1", "b1",
     "a castling King moves 2 to 4 squares, at most next to the Rook (rules/croatian.md 9.1)"},
};

static void refusals_on_the_board_name_the_rule(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++) {
        const struct reason *reason = &reasons[i];
        struct position position;
        struct ruleset *rules = open_position(reason->id, reason->position, &position);
        cell_t from = board_cell_named(rules->board, reason->from, NULL);
        struct note why = {.text = ""};
        struct draft draft = {0};
        draft_begin(&draft, &position);
        if (reason->to) {
            struct piece piece = position.at[from];
            struct action pick = {ACTION_PICK, piece.kind, piece.side, 0, from, from};
            assert_int_equal(draft_try(&draft, pick, &why), 0);
        }
        rules->rules->why_not(
            &draft, reason->to ? board_cell_named(rules->board, reason->to, NULL) : from, &why);
        if (!strstr(why.text, reason->words))
            fail_msg("%s %s: '%s', not '%s'", reason->from, reason->to ? reason->to : "", why.text,
                     reason->words);
        draft_clear(&draft);
        ruleset_free(rules);
    }
}

/* The mark on the one piece that can be encountered: its verb; ACTION_NONE: no mark. */
static void pieces_that_can_be_encountered_are_marked(void **state)
{
    static const struct {
        const char *position, *from, *to;
        enum verb verb;
    } rows[] = {
        {"T22t/23k/24/3p20/3M20/24/24/24/24/24/24/24/24/24/24/24/24/24/24/24/24/24/K23/t22T w - - 0 1",
         "d20", "d21", ACTION_NONE},
        {"T22t/23k/24/3P20/3M20/24/24/24/24/24/24/24/24/24/24/24/24/24/24/24/24/24/K23/t22T w - - 0 1",
         "d20", "d21", ACTION_TELEPORT},
        {"T22t/23k/24/24/24/24/24/24/24/24/24/24/24/24/24/24/24/24/3p20/3M20/24/24/K23/t22T w - - 0 1",
         "d5", "d6", ACTION_TELEPORT},
        {"T22t/23k/24/3P20/3H20/24/24/24/24/24/24/24/24/24/24/24/24/24/24/24/24/24/K23/t22T w - - 0 1",
         "d20", "d21", ACTION_PROMOTE},
        {"T22t/23k/24/3N20/3H20/24/24/24/24/24/24/24/24/24/24/24/24/24/24/24/24/24/K23/t22T w - - 0 1",
         "d20", "d21", ACTION_NONE},
        {"T22t/23k/24/24/24/24/24/24/24/24/24/24/24/24/24/24/24/24/3P20/3H20/24/24/K23/t22T w - - 0 1",
         "d5", "d6", ACTION_NONE},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct position position;
        struct ruleset *rules = open_position("discovery", rows[i].position, &position);
        cell_t to = board_cell_named(rules->board, rows[i].to, NULL);
        struct actions reach = {0};
        enum verb verb = ACTION_NONE;
        rules->rules->reach(&position, board_cell_named(rules->board, rows[i].from, NULL), &reach);
        for (int k = 0; k < reach.n; k++)
            if (reach.v[k].to == to)
                verb = (enum verb)reach.v[k].verb;
        assert_int_equal(verb, rows[i].verb);
        actions_free(&reach);
        ruleset_free(rules);
    }
}

/* The short form of a ply as the book would write it. */
static const struct shortened {
    const char *id, *position, *longer, *shorter;
} shortened[] = {
    {"mirandas-veil", CHECK_17_1, "[Qd4-a1]~[Wa1-p1]~[Qp1-m1xB]", "Qa1~Wp1~[Qm1xB]+"},
    {"mirandas-veil", "15k/16/16/16/16/16/16/16/16/1Q14/1R14/16/16/16/1W5R8/K15 w - - 0 1",
     "[Rh2-b2]~[Wb2-b7]~[Qb7-f3]", "[Rh2-b2]~Wb7~Qf3"},
    {"mayan-ascendancy", "11k/12/12/12/12/12/12/12/12/12/4P7/K11 w - - 0 1", "Pe2-e5", "e5"},
    {"mayan-ascendancy", "11k/12/12/10Q1/4P7/12/12/12/12/4A7/12/K11 w - - 0 1",
     "[Qk9-e3]~[Ae3-e8=G]", "Qe3~[Ae8=G]"},
    {"age-of-aquarius", AQUARIUS_KING, "Kh1-l1$R", "Kl1$R"},
    {TWO_ROOKS, "23k/" EMPTY_RANKS "1R3R6K9R1 w KQf1 - 0 1", "Km1-k1&Rf1", "Kk1&Rf1"},
    {"one", JOURNEY, "Ib5-d5M>Ie7M*b2<Uc3", "Id5M>Ie7M*b2<Uc3"},
    {"mirandas-veil", "16/16/16/16/16/16/16/16/16/16/16/16/16/13r2/14q1/W8k1KB3 b - - 5 3",
     "Qo2-k2", "Qk2#"},
};

static void short_forms_are_as_in_the_book(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof shortened / sizeof *shortened; i++) {
        struct ruleset *rules = open_variant(shortened[i].id);
        assert_short_form(rules, shortened[i].position, shortened[i].longer, shortened[i].shorter);
        ruleset_free(rules);
    }
}

/* -------------------------------------------------------------------------------------- section
 * 18 */

/* Counts the plies whose long form starts with a text, or has it behind a bracket, up to the end of
 * a cell. */
struct sought {
    const struct position *position;
    const char *text;
    int found;
};

static int seek(const struct ply *ply, void *argument)
{
    struct sought *sought = argument;
    char text[TEXT_ROOM];
    sought->position->rules->rules->format(sought->position, ply, FORM_LONG, text, sizeof text);
    const char *at = strstr(text, sought->text), *end = at ? at + strlen(sought->text) : NULL;
    sought->found += at && !(*end >= '0' && *end <= '9');
    return 0;
}

static int plies_with(const struct position *position, int cascade, const char *text)
{
    struct sought sought = {.position = position, .text = text};
    const struct limits limits = {.cascade = cascade};
    search_plies(position, &limits, seek, &sought);
    return sought.found;
}

/* What a piece reaches, and what it does not: a prefix of the long form, and cells separated by
 * spaces. */
static const struct worked {
    const char *id, *position, *prefix, *there, *not_there;
} worked[] = {
    {"mayan-ascendancy", "k10K/12/12/12/12/12/12/12/12/2P3p5/12/4A2Q4 w - - 0 1", "[Qh1-e1]~[Ae1-",
     "f1] g1] h1] d1] c1] b1] e2] e3] e4] d2] f2] g3xP] g3%P]", "c3 b4 h4 e5 a1"},
    {"nineteen", STARS, "Ra2-a1T*", "a17 b17", "b18 q1 q2 r2"},
    {"hemeras-dawn", "19k/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/c18K b - - 0 1",
     "Ca1-", "d3 b4 e6 c7 f9 d10", "a2 b1"},
    {"tamoanchan-revisited",
     "21k/22/22/22/22/22/22/22/22/22/22/22/22/22/22/22/22/22/22/22/22/KS20 w - - 0 1", "Sb1-",
     "a2 b3 a4 b5 c4 d5 e4 c1 b2", "b1 b9"},
    {"discovery",
     "T23/23k/24/24/24/24/24/24/24/24/24/24/24/24/24/24/12r11/10PM12/24/24/24/24/K23/23T w - - 0 1",
     "Ml7-", "l8 l4 o7 k8 i10 k6", "j7 i7 j8 j6 i8 i6 i9 i5 n9 o10"},
    {"one", OBSTACLES, "Im13-", "m14 m16 p13 l12 j10", "k13 j13 o15 p16 o14 p14 n15 n16 p15 o16"},
    {"one", TWO_MONOLITHS, "Id6-b3M>Ig5M*b2<U", "a2 a3 c3 c2 c1 b1", "b2 d2"},
    {"one", TWO_MONOLITHS, "Id6-g5M", "*a2 *b2", ">Ib3"},
};

static void expect_cells(const struct position *position, const struct worked *example,
                         const char *list, bool there)
{
    char copy[128], text[64], *save = NULL;
    snprintf(copy, sizeof copy, "%s", list);
    for (char *cell = strtok_r(copy, " ", &save); cell; cell = strtok_r(NULL, " ", &save)) {
        snprintf(text, sizeof text, "%s%s", example->prefix, cell);
        bool found = plies_with(position, 2, text) > 0;
        if (found != there)
            fail_msg("%s is %s", text, there ? "missing" : "listed");
    }
}

static void worked_examples_of_section_18_hold(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof worked / sizeof *worked; i++) {
        struct position position;
        struct ruleset *rules = open_position(worked[i].id, worked[i].position, &position);
        expect_cells(&position, &worked[i], worked[i].there, true);
        expect_cells(&position, &worked[i], worked[i].not_there, false);
        ruleset_free(rules);
    }
}

static void waves_of_18_3_and_the_check_of_18_10_hold(void **state)
{
    (void)state;
    static const int plies[] = {47, 174, 457, 940};
    struct position position;
    struct ruleset *rules = open_position("mirandas-veil", WAVES, &position);
    for (int cap = 1; cap <= 4; cap++)
        assert_int_equal(count_plies(&position, cap), plies[cap - 1]);
    ruleset_free(rules);
    rules = open_position("mirandas-veil", CHECK_17_1, &position);
    assert_int_equal(count_plies(&position, 3), 2);
    assert_int_equal(plies_with(&position, 3, "Ko2-n2"), 1);
    assert_int_equal(plies_with(&position, 3, "[Qd4-a1]~[Wa1-p1]~[Qp1-m1xB]"), 1);
    ruleset_free(rules);
}

/* ------------------------------------------------------------------------- drafts and dead ends */

static void a_cascade_can_be_composed_and_taken_back(void **state)
{
    (void)state;
    struct position position;
    struct ruleset *rules = open_position("mirandas-veil", WAVES, &position);
    struct draft draft = {0};
    struct actions choices = {0};
    struct note why;
    char words[128];
    draft_begin(&draft, &position);
    draft_take(&draft, action_to(&draft, ACTION_PICK, "c1"));
    draft_take(&draft, action_to(&draft, ACTION_PUSH, "a1"));
    assert_int_equal(draft.momentum, 2);
    hand_describe(&draft, words, sizeof words);
    assert_string_equal(words, "in the air from a1, momentum 2, moves like a Queen");
    assert_false(draft_may_end(&draft));
    assert_int_equal(draft_finish(&draft, &why), FAIL_RULE);
    assert_int_equal(draft_try(&draft,
                               (struct action){ACTION_PUSH, 0, 0, 0, 0,
                                               board_cell_named(rules->board, "a3", NULL)},
                               &why),
                     FAIL_RULE);
    assert_non_null(strstr(why.text, "10.3")); /* a Wave and a King never interact */
    draft_take(&draft, action_to(&draft, ACTION_PUSH, "e5"));
    draft_take(&draft, action_to(&draft, ACTION_PUSH, "c5"));
    draft_take(&draft, action_to(&draft, ACTION_PUSH, "e5"));
    assert_int_equal(draft.held.kind, ruleset_kind(rules, 'W'));
    assert_int_equal(draft.momentum, 0); /* a Wave without momentum activates nobody */
    draft_choices(&draft, &choices);
    for (int i = 0; i < choices.n; i++)
        assert_int_equal(choices.v[i].verb, ACTION_GO);
    draft_back(&draft, 3);
    assert_int_equal(draft.momentum, 2);
    assert_int_equal(draft.hand, board_cell_named(rules->board, "a1", NULL));
    draft_back(&draft, 2);
    assert_true(position_same(&draft.now, &position));
    actions_free(&choices);
    draft_clear(&draft);
    ruleset_free(rules);
}

/* A Pawn's Pyramid behind its own Rooks cannot move; it can only be taken back. */
static void a_dead_end_has_no_choices(void **state)
{
    (void)state;
    struct position position;
    struct ruleset *rules = open_position(
        "mayan-ascendancy", "11k/12/12/12/12/12/3RRR6/4A7/3P8/12/12/K11 w - - 0 1", &position);
    struct draft draft = {0};
    struct actions choices = {0};
    struct note why;
    draft_begin(&draft, &position);
    draft_take(&draft, action_to(&draft, ACTION_PICK, "d4"));
    draft_take(&draft, action_to(&draft, ACTION_PUSH, "e5"));
    draft_choices(&draft, &choices);
    assert_int_equal(choices.n, 0);
    assert_int_equal(draft_finish(&draft, &why), FAIL_RULE);
    draft_back(&draft, 1);
    draft_take(&draft, action_to(&draft, ACTION_GO, "d5"));
    assert_int_equal(draft_finish(&draft, &why), 0);
    assert_int_equal(plies_with(&position, 3, "Pd4-e5"), 0);
    actions_free(&choices);
    draft_clear(&draft);
    ruleset_free(rules);
}

/* The cells that a piece passes: each is one step of its movement, the last one is where it
 * lands. */
static void paths_lead_step_by_step(void **state)
{
    (void)state;
    static const struct {
        const char *id, *position, *from, *to, *path;
    } paths[] = {
        {"mirandas-veil", CHECK_17_1, "d4", "a1", "c3 b2 a1"},
        {"hemeras-dawn", "19k/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/c18K b - - 0 1",
         "a1", "d10", "d3 b4 e6 c7 f9 d10"},
        {"tamoanchan-revisited",
         "21k/22/22/22/22/22/22/22/22/22/22/22/22/22/22/22/22/22/22/22/22/KS20 w - - 0 1", "b1",
         "e4", "a2 b3 a4 b5 c4 d5 e4"},
        {"one", OBSTACLES, "m13", "k12", "l12 k12"},
    };
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        struct position position;
        struct ruleset *rules = open_position(paths[i].id, paths[i].position, &position);
        struct draft draft = {0};
        cell_t path[64];
        char text[256] = "";
        size_t used = 0;
        draft_begin(&draft, &position);
        draft_take(&draft, action_to(&draft, ACTION_PICK, paths[i].from));
        enum verb verb = i == 0 ? ACTION_PUSH : ACTION_GO;
        struct action action = action_to(&draft, verb, paths[i].to);
        int n = action_path(&draft, &action, path, 64);
        for (int c = 0; c < n; c++)
            text_add(text, sizeof text, &used, "%s%s", c ? " " : "",
                     board_name(rules->board, path[c]));
        if (i == 2) /* several paths of seven steps lead there */
            assert_int_equal(n, 7);
        else
            assert_string_equal(text, paths[i].path);
        draft_clear(&draft);
        ruleset_free(rules);
    }
}

/* -------------------------------------------------------------------------------------------
 * verdicts */

/* White is mated if plies may have one or two members, and saved by a ply of three: the verdict
 * says that it is not certain, and the game may go on. Without the Wave no longer ply exists, and
 * the verdict is certain. */
static void verdicts_say_when_the_cap_leaves_it_open(void **state)
{
    (void)state;
    static const struct {
        const char *position;
        int cap;
        enum outcome outcome;
        bool unsure;
    } verdicts[] = {
        {CORNERED("W"), 2, OUTCOME_WIN, true},
        {CORNERED("W"), 3, OUTCOME_CHECK, false},
        {CORNERED("P"), 1, OUTCOME_WIN, false},
    };
    for (size_t i = 0; i < sizeof verdicts / sizeof *verdicts; i++) {
        struct position position;
        struct ruleset *rules = open_position("mirandas-veil", verdicts[i].position, &position);
        const struct limits limits = {.cascade = verdicts[i].cap};
        struct game game = {0};
        struct note why;
        game_begin(&game, rules, &position, &limits);
        assert_int_equal(game.verdict.outcome, verdicts[i].outcome);
        assert_int_equal(game.verdict.unsure, verdicts[i].unsure);
        if (i < 2)
            assert_int_equal(game_play_text(&game, "Qa1~Wp1~Qm1xB", &why), 0);
        else
            assert_int_equal(game_play_text(&game, "Ko2-n3", &why), FAIL_RULE);
        game_clear(&game);
        ruleset_free(rules);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plies_are_as_many_as_section_20_says),
        cmocka_unit_test(plies_of_the_book_are_as_section_13_5_says),
        cmocka_unit_test(refusals_on_the_board_name_the_rule),
        cmocka_unit_test(pieces_that_can_be_encountered_are_marked),
        cmocka_unit_test(short_forms_are_as_in_the_book),
        cmocka_unit_test(worked_examples_of_section_18_hold),
        cmocka_unit_test(waves_of_18_3_and_the_check_of_18_10_hold),
        cmocka_unit_test(a_cascade_can_be_composed_and_taken_back),
        cmocka_unit_test(a_dead_end_has_no_choices),
        cmocka_unit_test(paths_lead_step_by_step),
        cmocka_unit_test(verdicts_say_when_the_cap_leaves_it_open),
    };
    return cmocka_run_group_tests_name("croatian", tests, NULL, NULL);
}
