/* test_compose.c - plies put together on the board: what can be pointed at, turned, chosen and taken back, and the words
 * for it. */
#include "config.h"
#include "tests/positions.h"

#include "tui/compose.h"

/* A ply in the making, and why the last thing tried was refused. */
struct hand {
    struct ruleset *rules;
    struct compose compose;
    struct note why;
};

/* At a position of a variant, NULL the opening, with an option set or none. */
static void hand_begin(struct hand *hand, const char *variant, const struct setting *setting, const char *position)
{
    struct position start;
    *hand = (struct hand){.rules = open_variant_with(variant, setting, setting != NULL)};
    read_position(hand->rules, position, &start);
    compose_begin(&hand->compose, &start);
}

static void hand_clear(struct hand *hand)
{
    compose_clear(&hand->compose);
    ruleset_free(hand->rules);
}

/* Point at cells one after the other, "g1 f3". */
static void point_at(struct hand *hand, const char *cells)
{
    char copy[80], *save = NULL;
    snprintf(copy, sizeof copy, "%s", cells);
    for (char *name = strtok_r(copy, " ", &save); name; name = strtok_r(NULL, " ", &save))
        if (compose_select(&hand->compose, cell_of(hand->rules, name), &hand->why) < 0)
            fail_msg("%s of %s: %s", name, cells, hand->why.text);
}

static void point_in_vain(struct hand *hand, const char *cell)
{
    assert_true(compose_select(&hand->compose, cell_of(hand->rules, cell), &hand->why) < 0);
}

static const char *status(const struct hand *hand)
{
    static char text[300];
    compose_status(&hand->compose, text, sizeof text);
    return text;
}

/* The long form of the finished ply. */
static const char *done(const struct hand *hand)
{
    static char text[400];
    const struct compose *compose = &hand->compose;
    assert_int_equal(compose->state, COMPOSE_DONE);
    hand->rules->rules->format(&compose->before, &compose->draft.ply, FORM_LONG, text, sizeof text);
    return text;
}

static void lift_and_drop(void **state)
{
    (void)state;
    struct hand hand;
    hand_begin(&hand, "classical", NULL, NULL);
    point_in_vain(&hand, "e5");
    assert_int_equal(hand.compose.state, COMPOSE_IDLE);
    point_at(&hand, "g1");
    assert_int_equal(hand.compose.state, COMPOSE_OPEN);
    point_in_vain(&hand, "d2"); /* its own pawn: why is said */
    assert_true(strlen(hand.why.text) > 0);
    point_at(&hand, "g1"); /* put back */
    assert_int_equal(hand.compose.state, COMPOSE_IDLE);
    point_at(&hand, "g1 f3");
    assert_string_equal(done(&hand), "Ng1-f3");
    hand_clear(&hand);
}

/* One legal ply to the cell pointed at: it waits to be confirmed by pointing there again. */
static void one_click(void **state)
{
    (void)state;
    struct hand hand;
    hand_begin(&hand, "classical", NULL, NULL);
    point_in_vain(&hand, "f3"); /* knight and pawn */
    assert_string_equal(hand.why.text, "the pieces on g1, f2 can go there: lift one of them");
    point_at(&hand, "e4");
    assert_int_equal(hand.compose.state, COMPOSE_READY);
    point_at(&hand, "e4");
    assert_string_equal(done(&hand), "Pe2-e4");
    hand_clear(&hand);
}

/* Several steps to a cell (rules/triangles.md 6.2): taken at once where there is one way, refused where there are more. */
static void steps_are_taken_at_once(void **state)
{
    (void)state;
    struct hand hand;
    hand_begin(&hand, "triangle-corner-vs-side", NULL, NULL);
    point_at(&hand, "g2 f4"); /* over g3 and f3 */
    assert_string_equal(done(&hand), "Pg2-f4/g3f3");
    hand_clear(&hand);
    hand_begin(&hand, "triangle-corner-vs-side", NULL, NULL);
    point_at(&hand, "g2 f4");
    assert_true(compose_back(&hand.compose)); /* a step at a time */
    assert_int_equal(hand.compose.state, COMPOSE_READY);
    point_at(&hand, "f3");
    assert_string_equal(done(&hand), "Pg2-f3/g3");
    hand_clear(&hand);
    hand_begin(&hand, "triangle-corner-vs-side", NULL, NULL);
    point_at(&hand, "j4"); /* i2 alone comes there: lifted too, and Enter plays it */
    assert_int_equal(hand.compose.state, COMPOSE_READY);
    point_at(&hand, "j4");
    assert_string_equal(done(&hand), "Pi2-j4/i3j3");
    hand_clear(&hand);
    hand_begin(&hand, "grand-triangle", NULL, NULL);
    point_at(&hand, "d6");
    point_in_vain(&hand, "d7"); /* over c6 c7 or e6 e7 */
    assert_string_equal(hand.why.text, "several ways lead to d7: {select} on each step (rules/triangles.md 6.2)");
    point_at(&hand, "c6 d7");
    assert_int_equal(hand.compose.state, COMPOSE_READY); /* it might go on */
    point_at(&hand, "d7");
    assert_string_equal(done(&hand), "Pd6-d7/c6c7");
    hand_clear(&hand);
}

/* Of very many pieces that can go somewhere a few are named, none by half its name. */
static void few_of_many_are_named(void **state)
{
    (void)state;
    struct hand hand;
    hand_begin(&hand, "classical", NULL, "4k3/8/2N1N3/1N3N2/Q6Q/1N3N2/2N1N3/4K3 w - - 0 1");
    point_in_vain(&hand, "d4"); /* eight Knights, two Queens */
    assert_string_equal(hand.why.text, "the pieces on c2, e2, b3, f3, a4, h4 and 4 more can go there: lift one");
    hand_clear(&hand);
}

/* Nothing stands there and nobody comes there: both are said, in every family, and before the rule. */
static void nobody_goes_there(void **state)
{
    static const struct {
        const char *variant, *cell, *other;
    } try[] = {{"classical", "e6", "e7"}, {"turning-chess", "e6", "e7"}, {"turnover", "d6", "d7"}, {"triangle-corners-3", "f4", "f6"},
               {"one", "k24", "k25"}};
    const char *says;
    (void)state;
    for (size_t i = 0; i < sizeof try / sizeof *try; i++) {
        struct hand hand;
        hand_begin(&hand, try[i].variant, NULL, NULL);
        point_in_vain(&hand, try[i].cell);
        says = i < 4 ? "; none of yours goes there (rules/" : "; none of yours goes there directly (rules/"; /* of a cascade */
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
        {"classical", "4r2k/8/8/8/8/8/4N3/R3K2R w KQ - 0 1", "e2", "wherever the Knight on e2 goes, the King would be in check"},
        {"classical", "4r2k/8/8/8/8/8/4N3/R3K2R w KQ - 0 1", "f4", "wherever the Knight on e2 goes, the King would be in check"},
        {"classical", "4r2k/8/8/8/8/8/8/R3K2R w KQ - 0 1", "a2", "the King is in check, and the Rook on a1 cannot help"},
        {"classical", "3r1r1k/8/8/8/8/8/8/R3K2R w KQ - 0 1", "d2",
         "not the King on e1: the King would be in check from the Rook on d8"},
        {"classical", "7k/8/8/8/8/8/8/K7 w - - 0 1", "g3", "there is nothing on g3; none of yours goes there"},
        {"classical", "rnbqkbnr/8/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1", "a1", "the Rook on a1 has no legal move"},
        {"turning-chess", "4r2k/8/8/8/8/8/4N3/R3K2R w - - 0 1", "f4", "wherever the Knight on e2 goes, your King would be in check"},
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

/* Where a piece that dives does not reappear, where a star-journey does not end: why, by the King's safety too. */
static void refused_gates_are_told(void **state)
{
    static const char pawns[] = "T16t/PP14P1/18/18/18/18/18/18/18/9k8/18/18/18/18/18/18/1p14p1/t15KT w - - 0 1";
    static const char journey[] = "T24t/26/24k1/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/4M21/26/1I1M22/26/3K22/26/"
                                  "t24T[PU] w - - 0 1";
    static const struct {
        const char *variant, *position, *go, *cell, *says;
        int entry; /* of the menu then: 0 a dive, 1 a star-journey; -1 there is none */
    } rows[] = {
        {"nineteen", pawns, "q17 r18", "r2", "the Pawn on r2 would attack your King (rules/croatian.md 10.2)", -1},
        {"nineteen", pawns, "q17 r18", "q2", "q2 is not free: the Black Pawn stands there (rules/croatian.md 8.6, 8.8)", -1},
        {"nineteen", pawns, "q17 r18", "d5", "d5 is no portal cell: no White Star is beside it (rules/croatian.md 8.6)", -1},
        {"one", journey, "b5 e7", "c3", "c3 is no portal cell: no Star is beside it (rules/croatian.md 8.8)", 0},
        {"one", journey, "b5 d5", "b5", "a star-journey does not end on b5, where the Starchild began (rules/croatian.md 8.9)", 1},
        {"one", journey, "b5 d5", "d3", "nobody goes onto a King's cell (rules/croatian.md 10.3)", 1},
        {"one", journey, "b5 d5", "d2", "the journey from d5 to d2 is stopped by the White King on d3 (rules/croatian.md 8.9)",
         1},
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

/* What a Pawn cannot become is said with the rule, and the menu is as before. */
static void refused_promotions_are_told(void **state)
{
    static const struct {
        const char *variant, *position, *go;
        const char *says[4];
    } rows[] = {
        {"classical", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7 a8",
         {"a Pawn does not promote to a Pawn here (rules/classical.md 3.7)",
          "a Pawn does not promote to a King here (rules/classical.md 3.7)"}},
        {"mayan-ascendancy", "11k/4P7/12/12/12/12/12/12/12/12/12/K11 w - - 0 1", "e11 e12",
         {"promotion is to one of QRBNGA only (rules/croatian.md 9.3)"}},
        {"odd-croatian-ties", "9/P8/9/9/4k4/9/9/4K4/9 w - - 0 1", "a8 a9",
         {"a Pawn does not promote to a Pawn here (rules/croatian.md 9.3)",
          "a Pawn does not promote to a King here (rules/croatian.md 9.3)",
          "a Pawn becomes one of GRBN, not Q (rules/croatian.md 9.3)"}},
        {"odd-mayan-ascendancy", "10k/4P6/11/11/11/11/11/11/11/11/K10 w - - 0 1", "e10 e11",
         {"promotion is to one of RBNGA only: the opening here has no Queen (rules/croatian.md 9.3)"}},
        {"turning-chess", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7 a8",
         {"only =Q =R =B =N: men of either army, no King and no Pawn (rules/turning.md 6.4)"}},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct hand hand;
        struct note refused[4];
        hand_begin(&hand, rows[i].variant, NULL, rows[i].position);
        point_at(&hand, rows[i].go);
        int entries = hand.compose.menu.n, n = compose_refused(&hand.compose, refused, 4);
        for (int k = 0; k < 4 && rows[i].says[k]; k++)
            assert_string_equal(k < n ? refused[k].text : "nothing", rows[i].says[k]);
        assert_int_equal(hand.compose.menu.n, entries);
        assert_int_equal(compose_choose(&hand.compose, 0, &hand.why), 0);
        hand_clear(&hand);
    }
}

/* A Wave without momentum wakes Shamans only (rules/croatian.md 8.1): where there are any, the refusal says so. */
static void a_wave_without_momentum(void **state)
{
    static const struct {
        const char *variant, *position, *says;
    } rows[] = {
        {"mirandas-veil", "15k/16/16/16/16/16/16/16/16/16/16/16/1QWRW1W9/16/16/K15 w - - 0 1",
         "a Wave without momentum meets nobody (rules/croatian.md 8.5)"},
        {"conquest-of-tlalocan", "24/24/24/24/24/24/24/24/24/24/24/24/24/24/24/24/24/24/24/24/1QWRW1W2H14/24/24/10K10k2 w - - 0 1",
         "a Wave without momentum meets nobody but Shamans (rules/croatian.md 8.5)"},
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

/* A ply in the making is written as its long form begins, gates and who comes out of them too (rules/croatian.md 13.1). */
static void what_is_pending_can_be_typed(void **state)
{
    static const char journey[] = "T24t/26/24k1/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/4M21/26/1I1M1W20/26/26/24K1/"
                                  "t24T[PU] w - - 0 1";
    static const char sent[] = "T22t/24/24/24/24/24/24/24/24/24/24/24/24/24/24/24/24/24/24/4MN18/4p1r17/24/10K10k2/t22T w - - 0 1";
    static const struct {
        const char *variant, *position, *go, *text;
        int entry; /* of a menu; -1 there is none */
    } rows[] = {
        {"discovery", sent, "e5 f5", "Me5-f5*N_", -1},
        {"discovery", sent, "e5 e4", "Me5-e4%P*P_", -1},
        {"nineteen", "T8k7t/18/18/18/18/18/18/18/18/18/18/18/18/18/18/18/1P16/tR7K6RT w - - 0 1", "b1 a1", "Rb1-a1T*_", -1},
        {"nineteen", "T8k7t/1P16/18/18/18/18/18/18/18/18/18/18/18/18/18/18/18/t8K7T w - - 0 1", "b17 a18 b1", "Pb17-a18T*Pb1", -1},
        {"one", journey, "b5 d5", "Ib5-d5M>I_", 1},
        {"one", journey, "b5 d5", "Ib5-d5M*_", 0},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct hand hand;
        char text[120];
        hand_begin(&hand, rows[i].variant, NULL, rows[i].position);
        point_at(&hand, rows[i].go);
        if (rows[i].entry >= 0)
            assert_int_equal(compose_choose(&hand.compose, rows[i].entry, &hand.why), 0);
        compose_text(&hand.compose, text, sizeof text);
        assert_string_equal(text, rows[i].text);
        if (i == 4) { /* and on to the Wave */
            point_at(&hand, "f5");
            compose_text(&hand.compose, text, sizeof text);
            assert_string_equal(text, "Ib5-d5M>If5~Wf5-_");
        }
        hand_clear(&hand);
    }
}

/* What follows a Shaman in trance moves as he does in it, and a refusal says so (rules/croatian.md 8.7). */
static void a_pattern_in_trance(void **state)
{
    (void)state;
    struct hand hand;
    hand_begin(&hand, "one", NULL,
               "26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/4QW2H4W2A9/26/26/25K/9k16[] w - - 0 1");
    point_at(&hand, "e5 f5 i5 q5");
    point_in_vain(&hand, "q7");
    assert_string_equal(hand.why.text, "like a Shaman in trance the Pyramid does not reach q7 with momentum 1 (rules/croatian.md 7.2)");
    hand_clear(&hand);
}

/* The first of a list is what Enter takes: of what a Pawn may become, the Queen; the piece that promotes it may be another one. */
static void the_queen_is_offered_first(void **state)
{
    static const struct {
        const char *variant, *position, *go, *words;
    } rows[] = {
        {"mayan-ascendancy", "11k/4P7/12/12/12/12/12/12/12/12/12/K11 w - - 0 1", "e11 e12", "become a Queen"},
        {"mayan-ascendancy", "11k/12/12/12/12/2P9/12/12/12/12/12/K1A7Q1 w - - 0 1", "k1 c1 c7", "promote the Pawn on c7 to a Queen"},
        {"odd-mayan-ascendancy", "10k/4P6/11/11/11/11/11/11/11/11/K10 w - - 0 1", "e10 e11", "become a Rook"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct hand hand;
        char words[80];
        hand_begin(&hand, rows[i].variant, NULL, rows[i].position);
        point_at(&hand, rows[i].go);
        assert_true(hand.compose.menu.n > 3);
        compose_words(&hand.compose, &hand.compose.menu.v[0], words, sizeof words);
        assert_string_equal(words, rows[i].words);
        hand_clear(&hand);
    }
}

/* A Pawn that a Monolith sent off may be promoted or left as it is (rules/croatian.md 8.8): both can be chosen. */
static void an_offer_can_be_declined(void **state)
{
    (void)state;
    struct hand hand;
    char words[80];
    hand_begin(&hand, "discovery", NULL,
               "T23/23k/24/24/24/24/12r11/10PM12/24/24/24/24/24/24/24/24/24/24/24/24/24/24/"
               "K23/23T w - - 0 1");
    point_at(&hand, "l17 k17 w1");
    assert_int_equal(hand.compose.state, COMPOSE_CHOICE);
    int so = -1;
    for (int i = 0; i < hand.compose.menu.n; i++) {
        compose_words(&hand.compose, &hand.compose.menu.v[i], words, sizeof words);
        so = strcmp(words, "leave it so") ? so : i;
    }
    assert_true(so >= 0 && hand.compose.menu.n > 2);
    assert_int_equal(compose_choose(&hand.compose, so, &hand.why), 0);
    assert_string_equal(done(&hand), "Ml17-k17*Pw1");
    hand_clear(&hand);
}

/* A cascade whose last member may still summon (rules/croatian.md 8.9): the line says so without an empty part. */
static void a_summoning_ends_a_cascade(void **state)
{
    (void)state;
    struct hand hand;
    hand_begin(&hand, "one", NULL,
               "25k/3Q22/26/26/26/26/26/26/26/26/26/3W22/26/26/26/26/26/26/26/26/3I22/6M19/26/"
               "1M24/26/t24K[U] w - - 0 1");
    point_at(&hand, "d25 d15 d6 b3");
    assert_int_equal(compose_choose(&hand.compose, 1, &hand.why), 0); /* the journey, not the dive */
    point_at(&hand, "g5 b2");
    assert_int_equal(hand.compose.state, COMPOSE_READY);
    assert_string_equal(status(&hand), "3 members; {select} plays it, or it goes on");
    point_at(&hand, "c3");
    if (hand.compose.state == COMPOSE_CHOICE)
        assert_int_equal(compose_choose(&hand.compose, 0, &hand.why), 0);
    assert_string_equal(done(&hand), "[Qd25-d15]~[Wd15-d6]~[Id6-b3M>Ig5M*b2<Uc3]");
    hand_clear(&hand);
}

/* Where a man must turn, Enter is not said to play the ply before it has (rules/turning.md 10, turn=must). */
static void a_duty_to_turn_is_said(void **state)
{
    (void)state;
    static const struct setting must = {"turn", "must"};
    struct hand hand;
    hand_begin(&hand, "turning-chess", &must, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
    point_at(&hand, "a1 a4");
    assert_null(strstr(status(&hand), "Enter"));
    assert_non_null(strstr(status(&hand), "it must turn"));
    assert_true(compose_end(&hand.compose, &hand.why) < 0);
    assert_int_equal(compose_turn(&hand.compose, 1, &hand.why), 0);
    assert_non_null(strstr(status(&hand), "{select} plays it"));
    hand_clear(&hand);
}

static void promotion_is_a_menu(void **state)
{
    (void)state;
    struct hand hand;
    char words[80];
    hand_begin(&hand, "classical", NULL, "7k/P7/8/8/8/8/8/K7 w - - 0 1");
    point_at(&hand, "a7 a8");
    assert_int_equal(hand.compose.state, COMPOSE_CHOICE);
    assert_int_equal(hand.compose.menu.n, 4);
    int knight = 0;
    for (int i = 0; i < 4; i++) {
        compose_words(&hand.compose, &hand.compose.menu.v[i], words, sizeof words);
        if (!strcmp(words, "become a Knight"))
            knight = i;
    }
    assert_true(compose_back(&hand.compose)); /* another cell after all, and here again */
    assert_int_equal(hand.compose.state, COMPOSE_OPEN);
    point_at(&hand, "a8");
    assert_int_equal(compose_choose(&hand.compose, knight, &hand.why), 0);
    assert_string_equal(done(&hand), "Pa7-a8=N");
    hand_clear(&hand);
}

static void a_man_turns_after_its_move(void **state)
{
    (void)state;
    struct hand hand;
    hand_begin(&hand, "turning-chess", NULL, NULL);
    assert_true(compose_turn(&hand.compose, 1, &hand.why) < 0);
    point_at(&hand, "h2 h4");
    assert_int_equal(hand.compose.state, COMPOSE_READY);
    assert_int_equal(compose_turn(&hand.compose, 1, &hand.why), 0);
    assert_true(compose_turn(&hand.compose, 1, &hand.why) < 0); /* no further than an eighth */
    assert_int_equal(compose_turn(&hand.compose, -1, &hand.why), 0);
    assert_int_equal(compose_turn(&hand.compose, 1, &hand.why), 0);
    point_at(&hand, "h4");
    assert_string_equal(done(&hand), "Ph2-h4(r)");
    hand_clear(&hand);
    hand_begin(&hand, "turning-chess", NULL, "4k3/8/8/8/8/8/8/4K2R w - - 0 1");
    point_at(&hand, "h1 h2"); /* a Rook looks the same turned left and right: either key turns it, either turns it back */
    for (int i = 0; i < 4; i++)
        for (int to = 0; to < 2; to++) {
            char text[40];
            assert_int_equal(compose_turn(&hand.compose, (i >> to & 1) * 2 - 1, &hand.why), 0);
            assert_true(compose_text(&hand.compose, text, sizeof text) > 0);
            assert_string_equal(text, to ? "Rh1-h2" : "Rh1-h2(r)");
        }
    hand_clear(&hand);
}

/* After castling it is the Rook that turns; Enter where the King is plays it all the same. */
static void a_castled_rook_turns(void **state)
{
    (void)state;
    struct hand hand;
    hand_begin(&hand, "turning-chess", NULL, "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    point_at(&hand, "e1 g1");
    assert_int_equal(compose_turn(&hand.compose, 1, &hand.why), 0);
    point_in_vain(&hand, "a1");
    point_at(&hand, "g1");
    assert_string_equal(done(&hand), "O-O(r)");
    hand_clear(&hand);
}

/* A Pyramid that promotes an own Pawn says which, and is not said to become something itself. */
static void a_pyramid_promotes(void **state)
{
    (void)state;
    struct hand hand;
    char words[80];
    hand_begin(&hand, "mayan-ascendancy", NULL, "11k/12/12/10Q1/4P7/12/12/12/12/4A7/12/K11 w - - 0 1");
    point_at(&hand, "k9 e3 e8");
    assert_int_equal(hand.compose.state, COMPOSE_CHOICE);
    compose_words(&hand.compose, &hand.compose.menu.v[0], words, sizeof words);
    assert_string_equal(words, "promote the Pawn on e8 to a Queen");
    assert_int_equal(compose_choose(&hand.compose, 0, &hand.why), 0);
    assert_string_equal(done(&hand), "[Qk9-e3]~[Ae3-e8=Q]");
    hand_clear(&hand);
}

/* On the edge, facing it, a Pawn is dead: that is told before it is played, and not of the other turns. */
static void a_turn_that_kills_is_told(void **state)
{
    (void)state;
    struct hand hand;
    hand_begin(&hand, "turning-chess", NULL, "4k3/8/8/8/8/6P(ne)1/8/4K2N w - - 0 1");
    point_at(&hand, "g3 h4");
    assert_string_equal(status(&hand), "{select} plays it");
    assert_int_equal(compose_turn(&hand.compose, 1, &hand.why), 0);
    assert_string_equal(status(&hand), "dead so, it never moves again; {select} plays it");
    hand_clear(&hand);
}

/* The Wave on c1 would wake the Rook in the corner, which its own Knight and Pawn hem in; the Knight can go. */
static void dead_ends_are_known_before(void **state)
{
    (void)state;
    struct hand hand;
    int dead = 0;
    hand_begin(&hand, "mirandas-veil", NULL, "8k7/16/16/16/16/16/16/16/16/16/16/16/16/2Q13/PP14/RNW12K w - - 0 1");
    point_at(&hand, "c3 c1");
    for (int i = 0; i < hand.compose.choices.n; i++)
        if (compose_dead_end(&hand.compose, &hand.compose.choices.v[i])) {
            assert_int_equal(hand.compose.choices.v[i].to, cell_of(hand.rules, "a1"));
            dead++;
        }
    assert_int_equal(dead, 1);
    point_at(&hand, "b1");
    assert_string_equal(status(&hand), "2 members; White Knight in the air from b1, momentum 2"); /* no pattern: it is active */
    assert_true(compose_back(&hand.compose));
    point_at(&hand, "a1"); /* never forbidden */
    assert_int_equal(hand.compose.state, COMPOSE_DEAD);
    hand_clear(&hand);
}

/* What a choice is called on the screen, for every kind of action; the notation of the ply in the making. */
static void actions_have_words(void **state)
{
    static const struct {
        const char *variant;
        struct action action;
        char kind;
        const char *cell, *words;
    } rows[] = {
        {"turnover", {.verb = ACTION_JOIN}, 'W', "c3", "join the Wall on c3"},
        {"turnover", {.verb = ACTION_SPLIT}, 'K', "c3", "{select} on c3 splits it: only its Wall goes"},
        {"turnover", {.verb = ACTION_FLIP}, 'F', "c3", "turn over the Fort on c3"},
        {"nineteen", {.verb = ACTION_DIVE}, 'T', "a1", "dive into the Star on a1"},
        {"nineteen", {.verb = ACTION_PORTAL}, 'Q', "b2", "reappear on b2"},
        {"nineteen", {.verb = ACTION_PUSH}, 'W', "e5", "activate the Wave on e5"},
        {"discovery", {.verb = ACTION_TELEPORT, .side = WHITE}, 'N', "e5", "send the Knight on e5 off"},
        {"discovery", {.verb = ACTION_TELEPORT, .side = BLACK}, 'N', "e5", "send the Knight on e5 off as yours"},
        {"classical", {.verb = ACTION_TAKE}, 'N', "e5", "take the Knight on e5"},
        {"classical", {.verb = ACTION_PICK}, 'P', "e2", "lift the Pawn on e2"},
        {"classical", {.verb = ACTION_PROMOTE}, 'Q', "e8", "become a Queen"},
        {"turning-chess", {.verb = ACTION_TURN, .turn = 1}, 'R', "e8", "turn right"},
        {"turning-chess", {.verb = ACTION_TURN, .turn = -1}, 'R', "e8", "turn left"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        static struct compose compose;
        struct action action = rows[i].action;
        char words[200];
        compose = (struct compose){0};
        struct ruleset *rules = open_position(rows[i].variant, NULL, &compose.before);
        action.kind = (uint8_t)ruleset_kind(rules, rows[i].kind);
        action.to = cell_of(rules, rows[i].cell);
        compose_words(&compose, &action, words, sizeof words);
        assert_string_equal(words, rows[i].words);
        ruleset_free(rules);
    }
}

/* Turnover Chess: who takes his last Castle apart has lost; with another Castle he has not. */
static void plies_that_lose(void **state)
{
    (void)state;
    struct ruleset *rules = open_variant("turnover");
    static const struct {
        const char *position, *ply;
        bool loses;
    } cases[] = {{"8/8/8/3Kk3/2f5/8/8/8 w - - 0 1", "Kd5-c4/W^F", true},
                 {"8/8/8/3Kk3/2f5/8/8/7K w - - 0 1", "Kd5-c4/W^F", false},
                 {"8/8/8/3Kk3/2f5/8/8/8 w - - 0 1", "Kd5-e5xK", false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct position start;
        struct verdict after;
        struct ply ply = {0};
        struct note why;
        read_position(rules, cases[i].position, &start);
        assert_int_equal(rules->rules->parse(&start, cases[i].ply, &ply, &why), 0);
        assert_int_equal(ply_loses(&start, &ply, &after), cases[i].loses);
        ply_free(&ply);
    }
    ruleset_free(rules);
}

/* What the sign of a capture hides on triangles is said (rules/triangles.md 12.4, its own example: Black is out). */
static void what_is_taken_is_told(void **state)
{
    struct hand hand;
    char all[400] = "";
    (void)state;
    hand_begin(&hand, "triangle-corners-3", NULL, "1/1k(x)1/5/p(x)6/P3q(x)P'3/5R1N'3/11R'1/K2B10K' w - - 2 14");
    point_at(&hand, "h3");
    for (int i = 0; i < hand.compose.choices.n; i++) {
        char words[100];
        compose_words(&hand.compose, &hand.compose.choices.v[i], words, sizeof words);
        if (hand.compose.choices.v[i].verb == ACTION_TAKE)
            snprintf(all + strlen(all), sizeof all - strlen(all), "%s; ", words);
    }
    assert_string_equal(all, "take the Red Knight on j3; take the frozen Black Queen on h4; ");
    hand_clear(&hand);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lift_and_drop),
        cmocka_unit_test(one_click), cmocka_unit_test(steps_are_taken_at_once), cmocka_unit_test(few_of_many_are_named),
        cmocka_unit_test(nobody_goes_there),
        cmocka_unit_test(who_may_not_go_there),
        cmocka_unit_test(an_offer_can_be_declined),
        cmocka_unit_test(a_wave_without_momentum),
        cmocka_unit_test(a_pattern_in_trance),
        cmocka_unit_test(what_is_pending_can_be_typed),
        cmocka_unit_test(the_queen_is_offered_first),
        cmocka_unit_test(refused_gates_are_told),
        cmocka_unit_test(refused_promotions_are_told),
        cmocka_unit_test(a_summoning_ends_a_cascade),
        cmocka_unit_test(a_duty_to_turn_is_said),
        cmocka_unit_test(promotion_is_a_menu),
        cmocka_unit_test(a_man_turns_after_its_move),
        cmocka_unit_test(a_castled_rook_turns),
        cmocka_unit_test(a_pyramid_promotes),
        cmocka_unit_test(a_turn_that_kills_is_told),
        cmocka_unit_test(dead_ends_are_known_before),
        cmocka_unit_test(actions_have_words),
        cmocka_unit_test(plies_that_lose),
        cmocka_unit_test(what_is_taken_is_told),
    };
    return cmocka_run_group_tests_name("compose", tests, NULL, NULL);
}
