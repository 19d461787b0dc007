/* test_compose.c - composing plies on the board: what can be pointed at, turned, chosen and taken
 * back, and the words for it. */
#include "config.h"
#include "tests/support/hand.h"

static void a_piece_can_be_picked_up_and_put_back(void **state)
{
    (void)state;
    struct hand hand;
    hand_begin(&hand, "classical", NULL, NULL);
    assert_refused(&hand, "e5");
    assert_int_equal(hand.compose.state, COMPOSE_IDLE);
    point_at(&hand, "g1");
    assert_int_equal(hand.compose.state, COMPOSE_OPEN);
    assert_refused(&hand, "d2"); /* its own pawn: the refusal gives the reason */
    assert_true(strlen(hand.why.text) > 0);
    point_at(&hand, "g1"); /* put back */
    assert_int_equal(hand.compose.state, COMPOSE_IDLE);
    point_at(&hand, "g1 f3");
    assert_string_equal(done(&hand), "Ng1-f3");
    hand_clear(&hand);
}

/* Only one legal ply leads to the cell pointed at: pointing there again confirms it. */
static void one_click_proposes_the_only_ply(void **state)
{
    (void)state;
    struct hand hand;
    hand_begin(&hand, "classical", NULL, NULL);
    assert_refused(&hand, "f3"); /* both a knight and a pawn could go there */
    assert_string_equal(hand.why.text, "the pieces on g1, f2 can go there: lift one of them");
    point_at(&hand, "e4");
    assert_int_equal(hand.compose.state, COMPOSE_READY);
    point_at(&hand, "e4");
    assert_string_equal(done(&hand), "Pe2-e4");
    hand_clear(&hand);
}

/* Several steps to a cell (rules/triangles.md 6.2): made at once if there is one path, refused if
 * there are more. */
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
    assert_true(compose_back(&hand.compose)); /* one step at a time */
    assert_int_equal(hand.compose.state, COMPOSE_READY);
    point_at(&hand, "f3");
    assert_string_equal(done(&hand), "Pg2-f3/g3");
    hand_clear(&hand);
    hand_begin(&hand, "triangle-corner-vs-side", NULL, NULL);
    point_at(&hand, "j4"); /* only the piece on i2 reaches it: pointing picks it up, too, and Enter
                              plays the ply */
    assert_int_equal(hand.compose.state, COMPOSE_READY);
    point_at(&hand, "j4");
    assert_string_equal(done(&hand), "Pi2-j4/i3j3");
    hand_clear(&hand);
    hand_begin(&hand, "grand-triangle", NULL, NULL);
    point_at(&hand, "d6");
    assert_refused(&hand, "d7"); /* over c6 c7 or e6 e7 */
    assert_string_equal(hand.why.text,
                        "several ways lead to d7: choose each step (rules/triangles.md 6.2)");
    point_at(&hand, "c6 d7");
    assert_int_equal(hand.compose.state, COMPOSE_READY); /* it could go on */
    point_at(&hand, "d7");
    assert_string_equal(done(&hand), "Pd6-d7/c6c7");
    hand_clear(&hand);
}

/* An unfinished ply is written like the start of its long form, including portals and the pieces
 * that come out of them (rules/croatian.md 13.1). */
static void an_unfinished_ply_is_written_as_it_is_typed(void **state)
{
    static const char journey[] =
        "T24t/26/24k1/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/4M21/26/1I1M1W20/26/26/24K1/"
        "t24T[PU] w - - 0 1";
    static const char sent[] =
        "T22t/24/24/24/24/24/24/24/24/24/24/24/24/24/24/24/24/24/24/4MN18/4p1r17/24/10K10k2/t22T w - - 0 1";
    static const struct {
        const char *variant, *position, *go, *text;
        int entry; /* entry of a menu; -1: there is none */
    } rows[] = {
        {"discovery", sent, "e5 f5", "Me5-f5*N_", -1},
        {"discovery", sent, "e5 e4", "Me5-e4%P*P_", -1},
        {"nineteen", "T8k7t/18/18/18/18/18/18/18/18/18/18/18/18/18/18/18/1P16/tR7K6RT w - - 0 1",
         "b1 a1", "Rb1-a1T*_", -1},
        {"nineteen", "T8k7t/1P16/18/18/18/18/18/18/18/18/18/18/18/18/18/18/18/t8K7T w - - 0 1",
         "b17 a18 b1", "Pb17-a18T*Pb1", -1},
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

/* Enter takes the first of a list: among the promotions of a Pawn it is the Queen, also if another
 * piece promotes it. */
static void the_queen_is_offered_first(void **state)
{
    static const struct {
        const char *variant, *position, *go, *words;
    } rows[] = {
        {"mayan-ascendancy", "11k/4P7/12/12/12/12/12/12/12/12/12/K11 w - - 0 1", "e11 e12",
         "become a Queen"},
        {"mayan-ascendancy", "11k/12/12/12/12/2P9/12/12/12/12/12/K1A7Q1 w - - 0 1", "k1 c1 c7",
         "promote the Pawn on c7 to a Queen"},
        {"odd-mayan-ascendancy", "10k/4P6/11/11/11/11/11/11/11/11/K10 w - - 0 1", "e10 e11",
         "become a Rook"},
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

/* A Pawn that a Monolith teleported may promote or stay a Pawn (rules/croatian.md 8.8): both can be
 * chosen. */
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
        so = strcmp(words, "leave it as it is") ? so : i;
    }
    assert_true(so >= 0 && hand.compose.menu.n > 2);
    assert_int_equal(compose_choose(&hand.compose, so, &hand.why), 0);
    assert_string_equal(done(&hand), "Ml17-k17*Pw1");
    hand_clear(&hand);
}

/* A cascade whose last member may still summon (rules/croatian.md 8.9): the status has no empty
 * part. */
static void a_cascade_may_end_with_a_summoning(void **state)
{
    (void)state;
    struct hand hand;
    hand_begin(&hand, "one", NULL,
               "25k/3Q22/26/26/26/26/26/26/26/26/26/3W22/26/26/26/26/26/26/26/26/3I22/6M19/26/"
               "1M24/26/t24K[U] w - - 0 1");
    point_at(&hand, "d25 d15 d6 b3");
    /* The journey, not the dive. */
    assert_int_equal(compose_choose(&hand.compose, 1, &hand.why), 0);
    point_at(&hand, "g5 b2");
    assert_int_equal(hand.compose.state, COMPOSE_READY);
    assert_string_equal(status(&hand), "3 members; {select} plays it, or it moves on");
    point_at(&hand, "c3");
    if (hand.compose.state == COMPOSE_CHOICE)
        assert_int_equal(compose_choose(&hand.compose, 0, &hand.why), 0);
    assert_string_equal(done(&hand), "[Qd25-d15]~[Wd15-d6]~[Id6-b3M>Ig5M*b2<Uc3]");
    hand_clear(&hand);
}

/* If a piece must turn, the status does not offer Enter before it has turned (rules/turning.md 10,
 * turn=must). */
static void an_obligation_to_turn_is_shown(void **state)
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
    assert_true(compose_back(&hand.compose)); /* another cell first, then back to this one */
    assert_int_equal(hand.compose.state, COMPOSE_OPEN);
    point_at(&hand, "a8");
    assert_int_equal(compose_choose(&hand.compose, knight, &hand.why), 0);
    assert_string_equal(done(&hand), "Pa7-a8=N");
    hand_clear(&hand);
}

static void a_piece_turns_after_its_move(void **state)
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
    point_at(&hand, "h1 h2"); /* a Rook looks the same turned left and right: either key turns it,
                                 either turns it back */
    for (int i = 0; i < 4; i++)
        for (int to = 0; to < 2; to++) {
            char text[40];
            assert_int_equal(compose_turn(&hand.compose, (i >> to & 1) * 2 - 1, &hand.why), 0);
            assert_true(compose_text(&hand.compose, text, sizeof text) > 0);
            assert_string_equal(text, to ? "Rh1-h2" : "Rh1-h2(r)");
        }
    hand_clear(&hand);
}

/* After castling it is the Rook that turns; Enter on the King's cell plays the ply all the same. */
static void a_castled_rook_turns(void **state)
{
    (void)state;
    struct hand hand;
    hand_begin(&hand, "turning-chess", NULL, "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    point_at(&hand, "e1 g1");
    assert_int_equal(compose_turn(&hand.compose, 1, &hand.why), 0);
    assert_refused(&hand, "a1");
    point_at(&hand, "g1");
    assert_string_equal(done(&hand), "O-O(r)");
    hand_clear(&hand);
}

/* If a Pyramid promotes its own side's Pawn, the status names that Pawn, and does not say that the
 * Pyramid becomes something. */
static void a_pyramid_promotes(void **state)
{
    (void)state;
    struct hand hand;
    char words[80];
    hand_begin(&hand, "mayan-ascendancy", NULL,
               "11k/12/12/10Q1/4P7/12/12/12/12/4A7/12/K11 w - - 0 1");
    point_at(&hand, "k9 e3 e8");
    assert_int_equal(hand.compose.state, COMPOSE_CHOICE);
    compose_words(&hand.compose, &hand.compose.menu.v[0], words, sizeof words);
    assert_string_equal(words, "promote the Pawn on e8 to a Queen");
    assert_int_equal(compose_choose(&hand.compose, 0, &hand.why), 0);
    assert_string_equal(done(&hand), "[Qk9-e3]~[Ae3-e8=Q]");
    hand_clear(&hand);
}

/* A Pawn that faces the edge of the board is dead: the status warns of that turn before it is
 * played, and not of the others. */
static void a_turn_that_leaves_the_piece_dead_is_announced(void **state)
{
    (void)state;
    struct hand hand;
    hand_begin(&hand, "turning-chess", NULL, "4k3/8/8/8/8/6P(ne)1/8/4K2N w - - 0 1");
    point_at(&hand, "g3 h4");
    assert_string_equal(status(&hand), "{select} plays it");
    assert_int_equal(compose_turn(&hand.compose, 1, &hand.why), 0);
    assert_string_equal(status(&hand), "dead: it can never move again; {select} plays it");
    hand_clear(&hand);
}

/* The Wave on c1 would activate the Rook in the corner, which its own Knight and Pawn block; the
 * Knight can move. */
static void dead_ends_are_shown_in_advance(void **state)
{
    (void)state;
    struct hand hand;
    int dead = 0;
    hand_begin(&hand, "mirandas-veil", NULL,
               "8k7/16/16/16/16/16/16/16/16/16/16/16/16/2Q13/PP14/RNW12K w - - 0 1");
    point_at(&hand, "c3 c1");
    for (int i = 0; i < hand.compose.choices.n; i++)
        if (compose_dead_end(&hand.compose, &hand.compose.choices.v[i])) {
            assert_int_equal(hand.compose.choices.v[i].to, cell_of(hand.rules, "a1"));
            dead++;
        }
    assert_int_equal(dead, 1);
    point_at(&hand, "b1");
    /* Not its pattern: it is active */
    assert_string_equal(status(&hand), "2 members; White Knight in the air from b1, momentum 2");
    assert_true(compose_back(&hand.compose));
    point_at(&hand, "a1"); /* never forbidden */
    assert_int_equal(hand.compose.state, COMPOSE_DEAD);
    hand_clear(&hand);
}

/* The name of a choice on the screen, for every kind of action; and the notation of the unfinished
 * ply. */
static void actions_have_words(void **state)
{
    static const struct {
        const char *variant;
        struct action action;
        char kind;
        const char *cell, *words;
    } rows[] = {
        {"turnover", {.verb = ACTION_JOIN}, 'W', "c3", "join the Wall on c3"},
        {"turnover",
         {.verb = ACTION_SPLIT},
         'K',
         "c3",
         "{select} on c3 splits it: only its Wall goes"},
        {"turnover", {.verb = ACTION_FLIP}, 'F', "c3", "turn over the Fort on c3"},
        {"nineteen", {.verb = ACTION_DIVE}, 'T', "a1", "dive into the Star on a1"},
        {"nineteen", {.verb = ACTION_PORTAL}, 'Q', "b2", "reappear on b2"},
        {"nineteen", {.verb = ACTION_PUSH}, 'W', "e5", "activate the Wave on e5"},
        {"discovery",
         {.verb = ACTION_TELEPORT, .side = WHITE},
         'N',
         "e5",
         "send the Knight on e5 off"},
        {"discovery",
         {.verb = ACTION_TELEPORT, .side = BLACK},
         'N',
         "e5",
         "send the Knight on e5 off as yours"},
        {"classical", {.verb = ACTION_TAKE}, 'N', "e5", "capture the Knight on e5"},
        {"classical", {.verb = ACTION_PICK}, 'P', "e2", "lift the Pawn on e2"},
        {"classical", {.verb = ACTION_PROMOTE}, 'Q', "e8", "become a Queen"},
        {"classical", {.verb = ACTION_PASSANT}, 'P', "e6", "capture the Pawn that passed e6"},
        {"classical", {.verb = ACTION_CASTLE}, 'R', "g1", "castle to g1 with the Rook"},
        {"mayan-ascendancy", {.verb = ACTION_CONVERT}, 'R', "c4", "convert the Rook on c4"},
        {"one", {.verb = ACTION_SUMMON}, 'U', "c3", "bring a Unicorn back on c3"},
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

/* Turnover Chess: a player who takes his last Castle apart loses; with another Castle he does
 * not. */
static void plies_that_lose_are_announced(void **state)
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

/* On triangles the sign of a capture hides the captured piece, so the status names it
 * (rules/triangles.md 12.4, its own example: Black is out). */
static void captured_pieces_are_named(void **state)
{
    struct hand hand;
    char all[400] = "";
    (void)state;
    hand_begin(&hand, "triangle-corners-3", NULL,
               "1/1k(x)1/5/p(x)6/P3q(x)P'3/5R1N'3/11R'1/K2B10K' w - - 2 14");
    point_at(&hand, "h3");
    for (int i = 0; i < hand.compose.choices.n; i++) {
        char words[100];
        compose_words(&hand.compose, &hand.compose.choices.v[i], words, sizeof words);
        if (hand.compose.choices.v[i].verb == ACTION_TAKE)
            snprintf(all + strlen(all), sizeof all - strlen(all), "%s; ", words);
    }
    assert_string_equal(all, "capture the Red Knight on j3; capture the frozen Black Queen on "
                             "h4; ");
    hand_clear(&hand);
}

/* The choice of a lifted piece with this verb on this cell. */
static const struct action *choice_on(const struct hand *hand, enum verb verb, const char *cell)
{
    cell_t to = cell_of(hand->rules, cell);
    for (int i = 0; i < hand->compose.choices.n; i++)
        if (hand->compose.choices.v[i].verb == verb && hand->compose.choices.v[i].to == to)
            return &hand->compose.choices.v[i];
    fail_msg("there is no such choice on %s", cell);
    return NULL;
}

/* What a ring becomes where it lands, and what it leaves behind (rules/turnover.md 3, 4, 6). */
static void rings_say_what_they_become(void **state)
{
    (void)state;
    struct hand hand;
    char text[80];
    hand_begin(&hand, "turnover", NULL, "k7/3s4/8/8/8/8/8/K2T4 w - - 0 1");
    point_at(&hand, "d1");
    compose_outcome(&hand.compose, choice_on(&hand, ACTION_FLIP, "d7"), text, sizeof text);
    assert_string_equal(text, ": a Castle");
    compose_outcome(&hand.compose, choice_on(&hand, ACTION_GO, "d5"), text, sizeof text);
    assert_string_equal(text, "");
    assert_int_equal(compose_becomes(&hand.compose, choice_on(&hand, ACTION_GO, "d5")), KIND_NONE);
    assert_int_equal(compose_stays(&hand.compose, choice_on(&hand, ACTION_GO, "d5")), KIND_NONE);
    assert_false(compose_goes_round(&hand.compose, choice_on(&hand, ACTION_GO, "d5")));
    hand_clear(&hand);
    /* a lone Wall on its last row becomes a Citadel */
    hand_begin(&hand, "turnover", NULL, "k3t3/3W4/8/8/8/8/8/K7 w - - 0 1");
    point_at(&hand, "d7");
    assert_int_equal(compose_becomes(&hand.compose, choice_on(&hand, ACTION_TAKE, "e8")),
                     ruleset_kind(hand.rules, 'C'));
    hand_clear(&hand);
}

/* A Rook of triangles walks round its corner point to its own cell (rules/triangles.md 9.2). */
static void the_null_move_goes_round(void **state)
{
    static const struct setting on = {"null-moves", "on"};
    (void)state;
    struct hand hand;
    hand_begin(&hand, "triangle-corners-2", &on, "k/3/5/7/9/5R5/13/K14 w - - 0 1");
    point_at(&hand, "h3");
    assert_true(compose_goes_round(&hand.compose, choice_on(&hand, ACTION_GO, "h3")));
    assert_false(compose_goes_round(&hand.compose, choice_on(&hand, ACTION_GO, "h4")));
    hand_clear(&hand);
}

static void what_cannot_be_done_yet_is_refused(void **state)
{
    (void)state;
    struct hand hand;
    hand_begin(&hand, "classical", NULL, NULL);
    assert_false(compose_can_turn(&hand.compose));
    assert_int_equal(compose_end(&hand.compose, &hand.why), FAIL_RULE);
    assert_string_equal(hand.why.text, "lift a piece first");
    assert_int_equal(compose_choose(&hand.compose, 0, &hand.why), FAIL_RULE);
    assert_string_equal(hand.why.text, "there is nothing to choose here");
    assert_false(compose_back(&hand.compose));
    point_at(&hand, "e2");
    assert_int_equal(compose_end(&hand.compose, &hand.why), FAIL_RULE);
    assert_true(compose_turn(&hand.compose, 1, &hand.why) < 0);
    assert_int_equal(hand.compose.draft.ply.n, 1); /* unchanged */
    hand_clear(&hand);
}

/* Plain mode takes choices by their number in the whole list, also those of a menu and the end. */
static void choices_are_taken_by_number(void **state)
{
    (void)state;
    struct hand hand;
    hand_begin(&hand, "turning-chess", NULL, "4k3/P7/8/8/8/8/8/R3K3 w - - 0 1");
    assert_false(compose_points(&hand.compose, cell_of(hand.rules, "a8")));
    assert_true(compose_points(&hand.compose, cell_of(hand.rules, "a7")));
    assert_true(compose_take_choice(&hand.compose, -1, &hand.why) < 0);
    assert_true(compose_take_choice(&hand.compose, hand.compose.choices.n, &hand.why) < 0);
    assert_string_equal(hand.why.text, "there is nothing to choose here");
    point_at(&hand, "a7 a8");
    assert_int_equal(hand.compose.state, COMPOSE_CHOICE);
    int rook = -1;
    for (int i = 0; i < hand.compose.choices.n; i++)
        if (hand.compose.choices.v[i].verb == ACTION_PROMOTE &&
            hand.rules->kinds[hand.compose.choices.v[i].kind].letter == 'R')
            rook = i;
    assert_int_equal(compose_take_choice(&hand.compose, rook, &hand.why), 0);
    assert_int_equal(hand.compose.state, COMPOSE_READY);
    assert_false(compose_must_end(&hand.compose)); /* it may still turn */
    assert_int_equal(compose_turn(&hand.compose, 1, &hand.why), 0);
    assert_true(compose_may_end(&hand.compose));
    assert_true(compose_must_end(&hand.compose));
    assert_int_equal(compose_take_choice(&hand.compose, 0, &hand.why), 0);
    assert_string_equal(done(&hand), "Pa7-a8=R(r)");
    hand_clear(&hand);
}

/* One choice of a menu that pointing opened is one decision: a step back leads before the menu. */
static void a_numbered_choice_of_a_menu_is_one_decision(void **state)
{
    (void)state;
    struct hand hand;
    hand_begin(&hand, "one", NULL,
               "25k/3Q22/26/26/26/26/26/26/26/26/26/3W22/26/26/26/26/26/26/26/26/3I22/6M19/26/"
               "1M24/26/t24K[U] w - - 0 1");
    point_at(&hand, "d25 d15 d6 b3"); /* a journey or a dive */
    assert_int_equal(hand.compose.state, COMPOSE_CHOICE);
    int taken = hand.compose.draft.ply.n, at = -1;
    for (int i = 0; i < hand.compose.choices.n && at < 0; i++)
        if (action_same(hand.compose.choices.v[i], hand.compose.menu.v[1]))
            at = i;
    assert_int_equal(compose_take_choice(&hand.compose, at, &hand.why), 0);
    assert_int_equal(hand.compose.draft.ply.n, taken + 1);
    assert_true(compose_back(&hand.compose));
    assert_int_equal(hand.compose.draft.ply.n, taken);
    assert_int_equal(hand.compose.state, COMPOSE_OPEN);
    hand_clear(&hand);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rings_say_what_they_become),
        cmocka_unit_test(the_null_move_goes_round),
        cmocka_unit_test(what_cannot_be_done_yet_is_refused),
        cmocka_unit_test(choices_are_taken_by_number),
        cmocka_unit_test(a_numbered_choice_of_a_menu_is_one_decision),
        cmocka_unit_test(a_piece_can_be_picked_up_and_put_back),
        cmocka_unit_test(one_click_proposes_the_only_ply),
        cmocka_unit_test(steps_are_taken_at_once),
        cmocka_unit_test(an_offer_can_be_declined),
        cmocka_unit_test(an_unfinished_ply_is_written_as_it_is_typed),
        cmocka_unit_test(the_queen_is_offered_first),
        cmocka_unit_test(a_cascade_may_end_with_a_summoning),
        cmocka_unit_test(an_obligation_to_turn_is_shown),
        cmocka_unit_test(promotion_is_a_menu),
        cmocka_unit_test(a_piece_turns_after_its_move),
        cmocka_unit_test(a_castled_rook_turns),
        cmocka_unit_test(a_pyramid_promotes),
        cmocka_unit_test(a_turn_that_leaves_the_piece_dead_is_announced),
        cmocka_unit_test(dead_ends_are_shown_in_advance),
        cmocka_unit_test(actions_have_words),
        cmocka_unit_test(plies_that_lose_are_announced),
        cmocka_unit_test(captured_pieces_are_named),
    };
    return cmocka_run_group_tests_name("compose", tests, NULL, NULL);
}
