/* test_croatian_typed.c - plies of Croatian Chess as users type them who do not know the notation:
 * which plies they mean, or why they are refused, in the words of rules/croatian.md; and what the
 * cards of Stars and Monoliths say. For the book's own plies see test_croatian.c. */
#include "tests/support/croatian.h"

#define AQUARIUS_KING "1k12/14/14/14/14/14/14/14/14/14/14/14/14/R6K5R w KQ - 0 1"

#define PUSHED "11k/12/12/12/12/12/12/12/12/2P3p5/12/K3A2Q4 w - - 0 1"

/* D11: a Wave activates a Pawn that can capture the Pawn that has just passed it. */
#define PASSED_BY_WAVE \
    "15k/16/16/16/16/16/5P10/6p9/16/16/16/16/16/1R3W10/16/K15 w - g14g13g12g11g10 0 1"

/* D10: a dark Pawn at a dark Star, and a Monolith beside a light Pawn and a dark Rook. */
#define DIVING_PAWN "T16t/18/18/18/18/18/18/18/18/18/18/18/18/18/18/9k8/1p16/t15KT b - - 0 1"
#define BESIDE_MONOLITH \
    "T22t/23k/24/24/24/24/24/24/24/24/24/24/24/24/24/24/24/24/2Pr20/3M20/24/24/K23/t22T w - - 0 1"

/* 8.7: a Rook, a Wave, and a Shaman that the Wave activates. */
#define TRANCE_KNIGHT \
    "T22t/23k/24/24/15n8/24/24/24/24/24/24/24/24/24/5H3A3B10/24/24/24/24/24/24/24/KR3W18/t22T w - - 0 1"

static const struct typed {
    const char *id, *position, *text, *longer, *reason; /* its long form, or part of the reason */
} typed[] = {
    {"age-of-aquarius", AQUARIUS_KING, "Kd1$R", NULL,
     "'$' castles to the right, and d1 is to the left of the King: write '&'"},
    {"age-of-aquarius", AQUARIUS_KING, "Kl1$Q", NULL,
     "the partner there is the Rook on n1: write '$R'"},
    {"age-of-aquarius", AQUARIUS_KING, "Ki1$R", NULL,
     "a castling King moves 2 to 5 squares, at most next to the Rook"},
    {"custom:size=9;ranks=R...K..N.", "4k4/9/9/9/9/9/9/9/R3K4 w Q - 0 1", "Kb1&R", NULL,
     "a castling King moves 2 squares, at most next to the Rook (rules/croatian.md 9.1)"},
    {"custom:size=9;ranks=R...K..N.", "4k4/9/9/9/9/9/9/9/R3K4 w Q - 0 1", "Kg1$R", NULL,
     "no castling to this side: there is no partner on it (rules/croatian.md 9.1)"},
    {"age-of-aquarius", AQUARIUS_KING, "Kj2$R", NULL,
     "castling goes along the King's rank, and j2 is not on it"},
    {"age-of-aquarius", AQUARIUS_KING, "Rl1$R", NULL, "the King castles: write its target"},
    {"age-of-aquarius", AQUARIUS_KING, "O-O", NULL,
     "write castling as Ki1$R: target, $ (right) or & (left), and partner"},
    {"age-of-aquarius", AQUARIUS_KING, "Kl15", NULL,
     "there is no cell l15: this board has a1 to n14 (rules/croatian.md 3)"},
    {"mirandas-veil", PASSED_BY_WAVE, "Rf3~Wf10~[g11:P]", "[Rb3-f3]~[Wf3-f10]~[Pf10-g11:P]", NULL},
    {"mirandas-veil", PASSED_BY_WAVE, "e11:P", NULL,
     "no Pawn has just passed e11 to be captured en passant (rules/croatian.md 9.2)"},
    {"mirandas-veil", PASSED_BY_WAVE, "e11", NULL,
     "a Pawn captures, activates or dives diagonally, and e11 is empty"},
    {"mirandas-veil", PASSED_BY_WAVE, "Rf3~Wf10~g11", NULL, "en passant is written with ':P'"},
    {"mirandas-veil", PASSED_BY_WAVE, "Rf3~Wf10~f14", NULL,
     "does not reach f14: 1 forward, captures diagonally"},
    {"mirandas-veil", PASSED_BY_WAVE, "Rf3~Wg10", NULL,
     "like a Rook the Wave does not reach g10: it rides straight"},
    {"mirandas-veil", PASSED_BY_WAVE, "Rf3~[Wb3-f10]~[g11:P]", NULL,
     "the Wave that must move next is on f3, not on b3"},
    {"mirandas-veil", PASSED_BY_WAVE, "Rf3~[Wg3*b2]", NULL,
     "there is no Star or Monolith on g3 to dive into"},
    {"mirandas-veil", PASSED_BY_WAVE, "Rf3~[Wg3<Na2]", NULL,
     "only a star-journey that ends in a second Monolith summons a piece"},
    {"mayan-ascendancy", "A11/bP9k/12/12/12/12/12/12/12/12/12/K11 w - - 0 1", "a12", NULL,
     "a dead end: the Pyramid on a12 would be in the air without a move (rules/croatian.md 7.1)"},
    {"mayan-ascendancy", "11k/12/12/12/12/12/12/12/12/12/12/K3A1Q5 w - - 0 1", "Qe1~Ae4", NULL,
     "does not reach e4 with momentum 2"},
    {"mayan-ascendancy", "11k/12/12/12/12/12/12/12/12/4P7/12/K3A1Q5 w - - 0 1", "Qe1~Ae4", NULL,
     "does not reach e4 with momentum 2"},
    {"mayan-ascendancy", "11k/12/12/12/12/12/12/12/12/4P7/12/K3A2Q4 w - - 0 1", "Qe1~Ae4", NULL,
     "the Pyramid on e1 is stopped by the White Pawn on e3"},
    {"nineteen", DIVING_PAWN, "a1*b18=Q", "Pb2-a1T*Pb18=Q", NULL},
    {"nineteen", DIVING_PAWN, "a1", NULL, "a piece that dives reappears: write '*'"},
    {"nineteen", DIVING_PAWN, "a1*b18", NULL,
     "a Pawn promotes on its last rank: write '=' and a figure after b18"},
    {"nineteen", DIVING_PAWN, "a1*b18=K", NULL, "promotion ('=') is to a figure of the setup"},
    {"nineteen", DIVING_PAWN, "a1*a17=Q", NULL, "nothing promotes on a17"},
    {"nineteen", DIVING_PAWN, "a1*Ra17", NULL, "the Pawn reappears there: write its letter"},
    {"discovery", BESIDE_MONOLITH, "Md6", NULL, "a Monolith teleports a piece: write '*'"},
    {"discovery", BESIDE_MONOLITH, "Md6*Rb1", NULL,
     "the Monolith converts the Black Rook: write '%R' before '*'"},
    {"discovery", BESIDE_MONOLITH, "Md6%R*Rb1", "Md5-d6%R*Rb1", NULL},
    {"discovery", BESIDE_MONOLITH, "Mc6*w24", NULL, "a Pawn promotes on its last rank"},
    {"discovery", BESIDE_MONOLITH, "Mc6*Pb24=Q", "Md5-c6*Pb24=Q", NULL},
    {"conquest-of-tlalocan", TRANCE_KNIGHT, "Rf2~Wf10~Hp20~Nn21",
     "[Rb2-f2]~[Wf2-f10]~[Hf10-p20]~[Np20-n21]", NULL},
    {"conquest-of-tlalocan", TRANCE_KNIGHT, "Rf2~Wf10~[Hp20xN]", NULL,
     "the Black Knight on p20 is activated there, and moves on"},
    {"conquest-of-tlalocan", TRANCE_KNIGHT, "Rf2~Wf10~Hg12", NULL,
     "does not reach g12: straight or diagonally (rules/croatian.md 8.7)"},
    {"conquest-of-tlalocan", TRANCE_KNIGHT, "Hf15", NULL,
     "does not reach f15: near jumps here, or 3 straight"},
    {"conquest-of-tlalocan", TRANCE_KNIGHT, "pass", NULL, "you cannot pass"},
    {"one", JOURNEY, "Tb3", NULL, "Stars never move (rules/croatian.md 8.6)"},
    {"one", JOURNEY, "Ad4", NULL,
     "a Pyramid is passive: another piece must activate it (rules/croatian.md 7.1)"},
    {"mirandas-veil", "15k/16/16/16/16/16/16/R1p13/16/16/16/16/16/R15/16/15K w - - 0 1", "Re9",
     NULL, "the Rook on a9 is stopped by the Black Pawn on c9"},
    {"mirandas-veil", "15k/16/16/16/16/16/16/16/16/16/16/16/1P14/15P/16/15K w - - 0 1", "p7", NULL,
     "the Pawn on p3 does not reach p7: 1 forward"},
    {"one", JOURNEY, "Ig9", NULL,
     "only a star-journey reaches g9: move onto the Monolith on e7 first"},
    /* Something is written that does not happen there. */
    {"mayan-ascendancy", PUSHED, "Qh1-h3=Q", NULL,
     "nothing promotes on h3 (rules/croatian.md 9.3)"},
    {"mayan-ascendancy", PUSHED, "Qh1-h3xP", NULL,
     "there is no piece on h3 to be captured (rules/croatian.md 13.3)"},
    {"mayan-ascendancy", PUSHED, "Qh1-h3%P", NULL,
     "a Queen cannot convert: only Pyramids, Shamans and Monoliths can (rules/croatian.md 8.1)"},
    {"mayan-ascendancy", PUSHED, "[Qh1-e1]~[Ae1-f1%P]", NULL,
     "there is no piece on f1 to be converted (rules/croatian.md 13.3)"},
    {"mayan-ascendancy", PUSHED, "[Qh1-e1]~[Ae1-g3%P]~[Pg3-g4]", NULL, "the ply ends here"},
    {"mayan-ascendancy", PUSHED, "Nh1-h3", NULL,
     "the piece on h1 is a Queen, not a Knight (rules/croatian.md 13.1)"},
    {"mayan-ascendancy", "11k/12/12/12/12/4r7/12/12/12/12/11K/4A6Q w - - 0 1",
     "[Ql1-e1]~[Ae1-e7%R]", NULL,
     "a Pyramid converts on its own side only, not on e7: 'xR' captures (rules/croatian.md "
     "8.4, 8.7)"},
    /* What may vary in a long ply: its first piece, and its end. */
    {"mirandas-veil", "15k/16/16/16/16/16/16/16/16/16/16/w1R1W11/16/K1B1R11/Q15/W1Q1w11 w - - 0 1",
     "Qa1~Wa5~We5~Wa5~We5~Wa5~We5~Wa5~We5~Wa5~We5~Wa5~We5~Wd5", NULL,
     "ambiguous, it may be [Qc1-a1]~ ... ~[We5-d5], [Qa2-a1]~ ... ~[We5-d5] (rules/croatian.md 13.2)"},
    {"one", JOURNEY, "Ib5-c6M>Ig9", NULL,
     "no Monolith stands on c6, and star-journeys begin on one (rules/croatian.md 8.9)"},
    {"one", JOURNEY, "Ky3-y4M>Ig9", NULL,
     "a King cannot make a star-journey: only a Starchild can (rules/croatian.md 8.9)"},
    /* a journey's leg ends there */
    {"one",
     "25k/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/3I22/6M19/26/1M24/26/t24K[] w - - 0 1",
     "Id6-b3M*c4", NULL, "c4 is not a portal cell: no Star is beside it (rules/croatian.md 8.8)"},
    {"one", JOURNEY, "Id5M>Ig9M*b2", NULL, "there is no Star or Monolith on g9 to dive into"},
};

static void typed_plies_are_accepted_or_explained(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof typed / sizeof *typed; i++) {
        struct position position;
        struct ruleset *rules = open_position(typed[i].id, typed[i].position, &position);
        struct ply ply = {0};
        struct note why = {.text = ""};
        char text[TEXT_ROOM] = "";
        if (rules->rules->parse(&position, typed[i].text, &ply, &why) == 0)
            rules->rules->format(&position, &ply, FORM_LONG, text, sizeof text);
        if (typed[i].longer)
            assert_string_equal(text, typed[i].longer);
        else if (*text || !strstr(why.text, typed[i].reason))
            fail_msg("'%s' must be refused because '%s', not: %s%s", typed[i].text, typed[i].reason,
                     why.text, text);
        ply_free(&ply);
        ruleset_free(rules);
    }
}

/* 8.1 limits neither the members of a ply nor their repetition: two Waves activate each other on a5
 * and e5 as often as the player likes, until the last one goes beside the other (the examples of
 * that section, with more rounds). */
static void cascades_may_repeat_without_limit(void **state)
{
    static const int members[] = {3, 20, 21, 100000};
    (void)state;
    for (size_t i = 0; i < sizeof members / sizeof *members; i++) {
        struct position position;
        struct ruleset *rules = open_position("mirandas-veil", WAVES, &position);
        struct game game = {0};
        struct note why = {.text = ""};
        char *text = memory_new((size_t)members[i] * 4 + 1, 1);
        strcpy(text, "Qa1");
        for (int m = 1; m < members[i]; m++)
            memcpy(text + 4 * m - 1,
                   m + 1 < members[i] ? m % 2 ? "~Wa5" : "~We5"
                   : m % 2            ? "~Wd5"
                                      : "~Wb5",
                   4);
        game_begin(&game, rules, &position, NULL);
        if (game_play_text(&game, text, &why) < 0)
            fail_msg("%d members: %s", members[i], why.text);
        assert_int_equal(
            game.now.at[board_cell_named(rules->board, members[i] % 2 ? "b5" : "d5", NULL)].kind,
            position.at[board_cell_named(rules->board, "a1", NULL)].kind);
        game_clear(&game);
        free(text);
        ruleset_free(rules);
    }
}

/* Cards of Stars and Monoliths name the portal cells (3, 8.6); those of Starchildren name the
 * pieces that can be summoned (8.9). */
static void gates_and_starchildren_are_described(void **state)
{
    static const struct {
        const char *id, *position, *cell, *words;
    } rows[] = {
        {"nineteen", NULL, "a1", "on White's side; no portal cell free"},
        {"nineteen", DIVING_PAWN, "a1", "on White's side; portal cells a2 b1"},
        {"discovery", BESIDE_MONOLITH, "d5", "portal cells e6 e5 e4 d4 c4 c5"},
        {"one",
         "25k/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/3I22/6M19/5N20/1M24/25K/26/t25[NPPUqw] w - - 0 1",
         "d7", "may summon Pawn (2), Knight, Unicorn"},
        {"one", NULL, "f1", ""},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct position position;
        struct ruleset *rules = open_position(rows[i].id, rows[i].position, &position);
        char text[200];
        piece_describe(&position, board_cell_named(rules->board, rows[i].cell, NULL), text,
                       sizeof text);
        assert_string_equal(text, rows[i].words);
        ruleset_free(rules);
    }
}

#define RANKS_3(rank) rank "/" rank "/" rank "/"
#define RANKS_9(rank) RANKS_3(rank) RANKS_3(rank) RANKS_3(rank)
#define WOKEN_PAWN "15k/" RANKS_9("16") "16/3Q3W8/16/16/4A11/3P11K w - - 7 9"
#define CHECKED_KING "k15/" RANKS_3("16") RANKS_3("16") "4r11/" RANKS_3("16") "4K11/4W11/16/16/16"
#define TELEPORTED(piece) \
    "T22t/23k/" RANKS_9("24") RANKS_9("24") "3" piece "20/24/3M20/tK21T w - - 7 9"
#define TO_PROMOTE                                                      \
    "23k/" RANKS_3("24") RANKS_3("24") "24/3P20/24/3H20/" RANKS_9("24") \
        RANKS_3("24") "23K w - - 7 9"

/* The position that a ply leads to, or part of the reason why it is refused. */
static const struct led {
    const char *game, *position, *ply, *after, *reason;
} led[] = {
    /* 7.3: a Pyramid activated by a Pawn goes one forward, also from the Pawns' own rank. */
    {"mirandas-veil", WOKEN_PAWN, "[Qd5-h5]~[Wh5-d1]~[Pd1-e2]~[Ae2-e3]",
     "15k/" RANKS_9("16") "16/7Q8/16/4A11/4P11/3W11K b - - 0 9", NULL},
    {"mirandas-veil", WOKEN_PAWN, "[Qd5-h5]~[Wh5-d1]~[Pd1-e2]~[Ae2-e4]", NULL, "does not reach e4"},
    /* 9.1: castling out of check is refused; a piece that moved within a cascade can no longer
     * castle. */
    {"mirandas-veil", "1k6r7/" RANKS_9("16") RANKS_3("16") "16/16/R7K6R w KQ - 0 1", "Ki1-l1$R",
     NULL, "i1 is attacked"},
    {"mirandas-veil", "1k14/" RANKS_9("16") RANKS_3("16") "15W/16/R7K6R w KQ - 7 9",
     "[Rp1-p3]~[Wp3-p9]",
     "1k14/" RANKS_3("16") RANKS_3("16") "15W/" RANKS_3("16") "16/16/15R/16/R7K7 b Q - 8 9", NULL},
    /* 9.2: only the moving side's Pawn can be captured en passant after its long step. */
    {"mirandas-veil", "15k/7p8/" RANKS_9("16") "3Q3W8/" RANKS_3("16") "15K w - - 7 9",
     "[Qd5-h5]~[Wh5-h15]~[Ph15-h13]",
     "15k/7W8/16/7p8/" RANKS_3("16") RANKS_3("16") "16/7Q8/" RANKS_3("16") "15K b - - 0 9", NULL},
    /* 10.2: nobody attacks a King that moves, even before a piece is interposed. */
    {"mirandas-veil", CHECKED_KING " w - - 0 1", "[Ke5-e4]~[We4-e6]", NULL,
     "would still attack your King"},
    /* 14: what restarts the count: a Pawn that moved on the way, a conversion, a dive that changes
     * colour, a teleported piece if it is a Pawn or was the opponent's. */
    {"mirandas-veil", "15k/" RANKS_9("16") RANKS_3("16") "5W10/4P11/K15 w - - 7 9",
     "[Pe2-f3]~[Wf3-f9]",
     "15k/" RANKS_3("16") RANKS_3("16") "5W10/" RANKS_3("16") "16/16/5P10/16/K15 b - - 0 9", NULL},
    {"age-of-aquarius", "14/14/14/14/14/10Q3/14/4r8k/14/14/14/4A9/14/K13 w - - 7 9",
     "[Qk9-e3]~[Ae3-e7%R]", "14/14/14/14/14/14/14/4R8k/14/14/14/4Q9/14/K13 b - - 0 9", NULL},
    {"nineteen", "T15kt/18/R17/" RANKS_9("18") RANKS_3("18") "18/18/t15KT w - - 7 9",
     "Ra16-a18T*a2", "T15kt/18/" RANKS_9("18") RANKS_3("18") "18/18/r17/t15KT b - - 0 9", NULL},
    {"discovery", TELEPORTED("P"), "Md2-d4*Pa2",
     "T22t/23k/" RANKS_9("24") RANKS_9("24") "3M20/24/P23/tK21T b - - 0 9", NULL},
    {"discovery", TELEPORTED("n"), "Md2-d4%N*Na2",
     "T22t/23k/" RANKS_9("24") RANKS_9("24") "3M20/24/N23/tK21T b - - 0 9", NULL},
    {"discovery", TELEPORTED("N"), "Md2-d4*Na2",
     "T22t/23k/" RANKS_9("24") RANKS_9("24") "3M20/24/N23/tK21T b - - 8 9", NULL},
    /* 8.7, 15: a Shaman that promotes is removed, unless an option lets it stay. */
    {"conquest-of-tlalocan", TO_PROMOTE, "Hd14-d16=Q",
     "23k/" RANKS_3("24") RANKS_3("24") "24/3Q20/24/24/" RANKS_9("24")
         RANKS_3("24") "23K b - - 0 9",
     NULL},
    {"conquest-of-tlalocan shaman-transform=stay", TO_PROMOTE, "Hd14-d16=Q",
     "23k/" RANKS_3("24") RANKS_3("24") "24/3Q20/24/3H20/" RANKS_9("24")
         RANKS_3("24") "23K b - - 0 9",
     NULL},
};

static void plies_lead_to_the_positions_of_the_rules(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof led / sizeof *led; i++) {
        struct position position;
        struct ruleset *rules = open_game(led[i].game);
        struct game game = {0};
        struct note why = {.text = ""};
        char text[TEXT_ROOM];
        read_position(rules, led[i].position, &position);
        game_begin(&game, rules, &position, NULL);
        int result = game_play_text(&game, led[i].ply, &why);
        if (led[i].after && result < 0)
            fail_msg("%s: %s", led[i].ply, why.text);
        if (led[i].reason && (result >= 0 || !strstr(why.text, led[i].reason)))
            fail_msg("%s must be refused because '%s', not: %s", led[i].ply, led[i].reason,
                     result < 0 ? why.text : "it is played");
        rules->rules->write(&game.now, text, sizeof text);
        if (led[i].after)
            assert_string_equal(text, led[i].after);
        game_clear(&game);
        ruleset_free(rules);
    }
}

/* Counting makes plies by a faster way than playing: castling rights and long steps must come out
 * the same. A light Wave on p1 is no castling partner, though a Rook left from there in the same
 * ply; a dark Pawn does not capture its own piece, which light has moved. */
static void counting_and_playing_give_the_same_rights(void **state)
{
    static const struct {
        const char *position;
        int depth, cascade;
    } rows[] = {
        {"1k14/" RANKS_9("16") RANKS_3("16") "12PPPW/9P6/8K6R w K - 7 9", 3, 2},
        {"15k/6pp8/" RANKS_9("16") "7W8/16/7R8/16/15K w - - 7 9", 2, 3},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct position position;
        struct limits limits = LIMITS_DEFAULT;
        struct ruleset *rules = open_position("mirandas-veil", rows[i].position, &position);
        limits.cascade = rows[i].cascade;
        uint64_t plies = search_perft_drafts(&position, rows[i].depth, &limits);
        assert_int_equal(search_perft(&position, rows[i].depth, &limits, false), plies);
        assert_int_equal(search_perft(&position, rows[i].depth, &limits, true), plies);
        ruleset_free(rules);
    }
}

/* 11: Stars and Monoliths do not count as material. */
static void kings_are_bare_beside_stars_and_monoliths(void **state)
{
    static const char text[] = "T22t/23k/" RANKS_9("24") RANKS_9("24") "24/24/3M20/tK21T w - - 0 1";
    struct position position;
    struct verdict verdict;
    (void)state;
    struct ruleset *rules = open_position("discovery", text, &position);
    position_judge(&position, &verdict);
    assert_string_equal(verdict.reason, "bare kings");
    ruleset_free(rules);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(typed_plies_are_accepted_or_explained),
        cmocka_unit_test(cascades_may_repeat_without_limit),
        cmocka_unit_test(gates_and_starchildren_are_described),
        cmocka_unit_test(plies_lead_to_the_positions_of_the_rules),
        cmocka_unit_test(counting_and_playing_give_the_same_rights),
        cmocka_unit_test(kings_are_bare_beside_stars_and_monoliths),
    };
    return cmocka_run_group_tests_name("croatian, typed", tests, NULL, NULL);
}
