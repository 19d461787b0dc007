/* test_a11y_told.c - with `a11y` the client says in sentences what happens: plies of others at a
 * table and players who are out; a step through a game; the cell under the cursor where boards and
 * positions are set up, and in the cascade finder. */
#include "config.h"
#include "tests/support/a11y.h"
#include "tests/support/live_seats.h"

#include "tui/views/setup/setup.h"
#include "tui/views/cascades/view_cascades.h"
#include "tui/views/view_variants.h"

/* The next messages must be these; waits until there are some. */
static void assert_said(struct app *app, const char *expected)
{
    char heard[2000] = "";
    for (int tries = 0; tries < 6000 && strlen(heard) < strlen(expected); tries++) {
        app_hear(app);
        type(app, "");
        char *said = app_said(app);
        strncat(heard, said ? said : "", sizeof heard - strlen(heard) - 1);
        free(said);
        usleep(*expected ? 10000 : 0);
        if (!*expected)
            break;
    }
    assert_string_equal(heard, expected);
}

/* ana's screen at a new table of three. */
static struct app *at_the_table(const char *club, const char *a11y)
{
    struct note why;
    sit_down(club, "triangle-corners-3");
    struct app *app = begin(NULL, 24, 80);
    assert_int_equal(app_set(app, "a11y", a11y, &why), 0);
    assert_int_equal(app_set(app, "messages", "nobody", &why), 0);
    assert_true(lobby_open_table(app, &place[0], live_id));
    assert_said(app, "");
    return app;
}

/* rules/triangles.md 8.8; the plies are those of tests/plain/game_three.txt, where a board shows
 * why White is mated. */
static const char *const to_the_mate[] = {"Pg1-h1", "Nj6-k4", "Nk1-h1xP",
                                          "Pf2-g2", "Pe5-e4", "Nh1-e1xN"};

static void plies_of_others_are_said(void **state)
{
    static const char *const told[] = {
        "ana: 1. h1: White Pawn from g1 goes to h1. Black is to move.\n",
        "bob: 1.b Nk4: Black Knight from j6 goes to k4. Red is to move.\n",
        "cle: 1.r Nxh1: Red Knight from k1 captures the White Pawn on h1. White is to move.\n",
        "ana: 2. g2: White Pawn from f2 goes to g2. Black is to move.\n",
        "bob: 2.b e4: Black Pawn from e5 goes to e4. Red is to move.\n",
        "ana is out (checkmate, rules/triangles.md 8.8); the others play on\ncle: 2.r Nxe1: Red Knight from h1 captures the White Knight on e1.\n"};
    (void)state;
    struct app *app = at_the_table("mated", "on");
    for (int i = 0; i < 6; i++) {
        plays(i % 3, to_the_mate[i]);
        assert_said(app, told[i]);
    }
    assert_no_lines();
    app_free(app);
    stand_up();
}

/* Without `a11y` plies are only shown; an eliminated player is announced in either case. */
static void without_a11y_only_eliminations_are_said(void **state)
{
    (void)state;
    struct app *app = at_the_table("seen", "off");
    for (int i = 0; i < 5; i++) {
        plays(i % 3, to_the_mate[i]);
        assert_said(app, "");
    }
    plays(1, "");
    assert_said(app, "bob is out (resignation); the others play on\n");
    app_free(app);
    stand_up();
}

/* A step through a game says its ply, a step through a cascade says which piece is in the air, and
 * the board's cursor says what is under it. */
static void steps_and_cells_are_said(void **state)
{
    static const struct {
        const char *keys, *told;
    } rows[] = {
        {"l", "1. Qa1~Wa5~Wc5~Re5~Wb5: 5 members, with notes. Black is to move.\n"},
        {"h", "The start of the game. White is to move.\n"},
        {"L", "member 1 of 5   in the air: White Wave from a1, momentum 2, moves like a Queen\n"},
        {"<Esc>ll", "1. Qa1~Wa5~Wc5~Re5~Wb5: 5 members, with notes. Black is to move.\n"
                    "1...Kp15: Black King from p16 goes to p15. White is to move.\n"},
        {"<Tab><Tab>", "the notes\nthe board\n"},
        {"j", "p14: empty; dark square\n"}, /* the cursor has moved with the King */
        {"k", "p15: Black King, of the last ply; light square\n"},
        {"f", "the board is turned\n"},
        {"M3<Space>",
         "Space marks a cell, a begins and ends an arrow, 1-8 choose the brush, Esc ends\nblue is drawn with\n"
         "p15: the mark is drawn, blue\n"},
        {"aka<Space><Space>",
         "an arrow begins on p15\np14: empty; dark square\np15 p14: the arrow is drawn, blue\n"
         "p14: the mark is drawn, blue\np14: the mark is erased\n"},
    };
    struct app *app = begin(source_file("tests/screens/cascade.yaml"), 30, 100);
    struct note why;
    (void)state;
    assert_int_equal(app_set(app, "messages", "nobody", &why), 0);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        type(app, rows[i].keys);
        assert_said(app, rows[i].told);
    }
    assert_int_equal(app_set(app, "a11y", "off", &why), 0);
    type(app, "h");
    assert_said(app, "");
    app_free(app);
}

/* At the end of a game the result is said, as in plain mode. */
static void the_result_is_said_at_the_end(void **state)
{
    (void)state;
    struct app *app = begin(source_file("tests/screens/resigned.yaml"), 24, 80);
    struct note why;
    assert_int_equal(app_set(app, "messages", "nobody", &why), 0);
    type(app, "G");
    assert_said(app, "3. Nf3: White Knight from c3 goes to f3. White has won. The result is 1-0-0: "
                     "resignation.\n");
    app_free(app);
}

#define WHITE_MOVES "This position can be played, White to move.\n"
#define BLACK_MOVES "This position can be played, Black to move.\n"
/* Setting up boards: the cursor says its cell and square, a placed piece is said, and what the
 * rules object to; in the cascade finder a ply is said in words. */
static void setting_up_a_position_is_said(void **state)
{
    static const struct {
        const char *variant, *keys, *told; /* at the first cell of the setup, e2 on squares */
    } rows[] = {
        {"classical", "k<Space>", "e3: nothing; dark square.\ne3: White Pawn; dark square.\n"},
        {"classical", "j", "e1: White King; dark square.\n"},
        {"classical", "]", "Space puts: White Knight.\n"},
        {"turning-chess", "kjts",
         "e3: nothing; dark square.\ne2: White Pawn, faces north, straight ahead; light square.\n"
         "e2: White Pawn, faces north-east, one eighth right of straight ahead; light square.\n" BLACK_MOVES},
        {"turnover", "j", "e1: White Castle, Tower in Fort in Wall; dark square.\n"},
        {"triangle-corners-2", "k", "h3: nothing; down triangle; touches g3 i3 h4.\n"},
        {"classical", "x<Space>uu<C-r>",
         "e2: nothing; light square.\ne2: White Pawn; light square.\ne2: nothing; light square.\n"
         "e2: White Pawn; light square.\ne2: nothing; light square.\n"},
        {"classical", "xsuu<C-r><C-r><C-r>",
         "e2: nothing; light square.\n" BLACK_MOVES WHITE_MOVES
         "e2: White Pawn; light square.\ne2: nothing; light square.\n" BLACK_MOVES
         "there is nothing to redo\n"},
        {"classical", "xus<C-r>",
         "e2: nothing; light square.\ne2: White Pawn; light square.\n" BLACK_MOVES
         "there is nothing to redo\n"},
        {"classical", "sT5+3<Enter>uuu",
         BLACK_MOVES WHITE_MOVES "there is nothing to undo\n"}, /* the clock, too */
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct app *app = begin(NULL, 24, 80);
        struct ruleset *rules;
        static struct position start;
        struct note why;
        assert_int_equal(ruleset_open(&rules, rows[i].variant, NULL, 0, &why), 0);
        rules->rules->setup(rules, &start);
        assert_int_equal(app_set(app, "messages", "nobody", &why), 0);
        assert_int_equal(app_open(app, &setup_view, &(struct setup_open){.position = &start}, &why),
                         0);
        assert_said(app, "");
        type(app, rows[i].keys);
        assert_said(app, rows[i].told);
        app_free(app);
        ruleset_free(rules);
    }
}

#define PUT                                                            \
    "b1: White Half-Rook, faces north, straight ahead; light square. " \
    "These armies can play: white RVBQKBNR, black RNBQKBNR.\n"
#define CLOBBERERS \
    "b1: White Waffle, faces north, straight ahead; light square. These armies can play: white DWFAKFWD, black RNBQKBNR.\n"
#define NAMED "White: clobberers; u brings your own army back\n" CLOBBERERS
#define USUAL \
    "b1: White Knight; light square. These armies can play: white RNBQKBNR, black RNBQKBNR.\n"
static void choosing_an_army_is_said(void **state)
{
    struct ruleset *rules;
    struct note why;
    struct app *app = begin(NULL, 24, 80);
    (void)state;
    assert_int_equal(ruleset_open(&rules, "turning-chess", NULL, 0, &why), 0);
    assert_int_equal(app_set(app, "messages", "nobody", &why), 0);
    assert_int_equal(app_open(app, &army_view, &(struct army_open){rules, {"", ""}, NULL}, &why),
                     0);
    type(app, "l<Space>nuuu"); /* a named army replaces the custom one: undone, like the pieces
                                  placed before */
    assert_said(app, "b1: White Knight; light square.\n" PUT NAMED PUT USUAL
                     "there is nothing to undo\n");
    type(app, "<C-r><C-r><C-r>u<C-r>"); /* and redone, to the last change */
    assert_said(app, PUT CLOBBERERS "there is nothing to redo\n" PUT CLOBBERERS);
    type(app, "u<Space>u<C-r><C-r>"); /* placing the same piece changes nothing */
    assert_said(app, PUT USUAL PUT CLOBBERERS);
    type(app, "ut<C-r>"); /* a new change discards what was undone */
    assert_said(
        app,
        PUT "b1: White Half-Rook, faces north-east, one eighth right of straight ahead; light "
            "square. These armies can play: white RV(ne)BQKBNR, black RNBQKBNR.\nthere is nothing "
            "to redo\n");
    app_free(app);
    ruleset_free(rules);
}

#define READY " This board can be played; "
#define KINGS \
    " Not ready: a side has exactly one King and at most one Queen (rules/croatian.md 16); "
static void designing_a_board_is_said(void **state)
{
    struct app *app = begin(NULL, 24, 80);
    struct note why;
    (void)state;
    assert_int_equal(app_set(app, "messages", "nobody", &why), 0);
    assert_int_equal(app_open(app, &own_board_view, &(struct own_board_open){NULL, NULL}, &why), 0);
    type(app, "j<Space>uh+cuuu"); /* a King placed over a piece, a larger board and a cleared one:
                                     each can be undone */
    assert_said(app, "e1: White King; dark square.\n"
                     "e1: White Pawn; dark square." KINGS "8 by 8.\n"
                     "e1: White King; dark square." READY "8 by 8.\n"
                     "d1: White Queen; light square.\n"
                     "e2: White Pawn; dark square." READY "9 by 9.\n"
                     "e2: nothing; dark square." KINGS "9 by 9.\n"
                     "e2: White Pawn; dark square." READY "9 by 9.\n"
                     "e2: White Pawn; light square." READY "8 by 8.\n"
                     "there is nothing to undo\n");
    type(app, "<C-r><C-r><C-r>"); /* and redone */
    assert_said(app, "e2: White Pawn; dark square." READY "9 by 9.\n"
                     "e2: nothing; dark square." KINGS "9 by 9.\nthere is nothing to redo\n");
    type(app, "u<Space>u<C-r><C-r>"); /* placing the same piece changes nothing */
    assert_said(app, "e2: White Pawn; dark square." READY "9 by 9.\n"
                     "e2: White Pawn; light square." READY "8 by 8.\n"
                     "e2: White Pawn; dark square." READY "9 by 9.\n"
                     "e2: nothing; dark square." KINGS "9 by 9.\n");
    type(app, "uC<C-r>"); /* a new change discards what was undone */
    assert_said(app, "e2: White Pawn; dark square." READY "9 by 9.\nthere is nothing to redo\n");
    app_free(app);
}

static void the_cascade_finder_is_said(void **state)
{
    /* A Pyramid is pushed. */
    static const char pushed[] = "11k/12/12/12/12/12/12/12/12/2P3p5/12/K3A2Q4 w - - 0 1";
    static struct position position;
    struct ruleset *rules;
    struct note why;
    struct app *app = begin(NULL, 24, 80);
    (void)state;
    assert_int_equal(ruleset_open(&rules, "mayan-ascendancy", NULL, 0, &why), 0);
    assert_int_equal(rules->rules->read(rules, pushed, &position, &why), 0);
    assert_int_equal(app_set(app, "messages", "nobody", &why), 0);
    assert_int_equal(app_open(app, &cascades_view,
                              &(struct cascades_open){.position = &position, .goal = "capture:g3"},
                              &why),
                     0);
    assert_said(
        app,
        "2 members: White Queen from h1 goes to e1 and activates the White Pyramid there with momentum 3; "
        "White Pyramid from e1 captures the Black Pawn on g3.\n");
    type(app, "L");
    assert_said(
        app,
        "After 1 of 2 members: in the air: White Pyramid from e1, momentum 3, moves like a Queen.\n");
    type(app, "gg:cascades capture:h9<Enter>"); /* the cell is empty */
    assert_said(app, "No ply can do this: no piece is on h9; try another goal or position.\n");
    app_free(app);
    ruleset_free(rules);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plies_of_others_are_said),
        cmocka_unit_test(without_a11y_only_eliminations_are_said),
        cmocka_unit_test(steps_and_cells_are_said),
        cmocka_unit_test(the_result_is_said_at_the_end),
        cmocka_unit_test(setting_up_a_position_is_said),
        cmocka_unit_test(choosing_an_army_is_said),
        cmocka_unit_test(designing_a_board_is_said),
        cmocka_unit_test(the_cascade_finder_is_said),
    };
    int failed = cmocka_run_group_tests_name("told aloud", tests, home, leave);
    scene_free(&scene);
    return failed;
}
