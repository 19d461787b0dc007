/* test_turning.c - Turning Chess: the tables and worked examples of its rules (rules/turning.md 2
 * to 14), and the fast generator compared with the plain definition of a legal ply. */
#include "tests/support/chance.h"
#include "tests/support/positions.h"

#include "core/draft.h"
#include "core/game.h"
#include "core/enumerate.h"
#include "core/families/turning/turning.h"

enum { TEXT_ROOM = 4096, SETTINGS = 4 };

/* All plies of a position as one text: the long forms in byte order, separated by spaces. */
static void plies_text(const struct position *position, char *out, size_t size)
{
    char **texts;
    const struct limits limits = LIMITS_DEFAULT;
    size_t used = 0;
    int n = search_texts(position, &limits, false, &texts);
    out[0] = '\0';
    for (int i = 0; i < n; i++) {
        text_add(out, size, &used, "%s%s", i ? " " : "", texts[i]);
        free(texts[i]);
    }
    free(texts);
}

/* ---- 2.2 the ring rule */

static void the_ring_rule_turns_vectors(void **state)
{
    static const int table[][4] = {{0, 1, 1, 1}, {1, 1, 1, 0}, {0, 2, 2, 2}, {2, 2, 2, 0},
                                   {0, 3, 3, 3}, {3, 3, 3, 0}, {1, 2, 2, 1}, {2, 1, 2, -1},
                                   {1, 3, 3, 2}, {2, 3, 3, 1}};
    (void)state;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        int x = table[i][0], y = table[i][1];
        turning_vector(&x, &y, 1);
        assert_int_equal(x, table[i][2]);
        assert_int_equal(y, table[i][3]);
        turning_vector(&x, &y, 7); /* seven more complete the turn */
        assert_int_equal(x, table[i][0]);
        assert_int_equal(y, table[i][1]);
    }
}

static void knight_squares_follow_clockwise(void **state)
{
    static const int squares[8][2] = {{1, 2},   {2, 1},   {2, -1}, {1, -2},
                                      {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};
    (void)state;
    for (int i = 0; i < 8; i++) {
        int x = 1, y = 2;
        turning_vector(&x, &y, i);
        assert_int_equal(x, squares[i][0]);
        assert_int_equal(y, squares[i][1]);
    }
}

/* ---- 3 periods, canonical facings, patterns */

static void periods_are_as_in_the_tables(void **state)
{
    static const struct {
        const char *id, *letters[4]; /* letters of the pieces with period 1, 2, 4 and 8 */
    } table[] = {{"turning-chess", {"KQN", "RBDWFASOUCG", "IV", "PTJLEHYZXM"}},
                 {"turning-quarterhorse", {"K", "", "XV", "PLNSWQUEYOABCD"}}};
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        struct ruleset *rules = open_variant(table[i].id);
        int seen = 0;
        for (int p = 0; p < 4; p++)
            for (const char *letter = table[i].letters[p]; *letter; letter++, seen++)
                assert_int_equal(turning_of(rules)->period[ruleset_kind(rules, *letter)], 1 << p);
        assert_int_equal(seen, rules->kind_count);
        ruleset_free(rules);
    }
}

static void facings_are_canonical(void **state)
{
    static const struct {
        const char *read, *written;
    } table[] = {
        {"4k3/8/8/8/8/8/8/R(s)3K3 w - - 0 1", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"},
        {"4k3/8/8/8/8/8/8/R(w)3K3 w - - 0 1", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"},
        {"4k3/8/8/8/8/8/8/R(nw)3K3 w - - 0 1", "4k3/8/8/8/8/8/8/R(ne)3K3 w - - 0 1"},
        {"r(nw)3k3/8/8/8/8/8/8/4K3 w - - 0 1", "r(sw)3k3/8/8/8/8/8/8/4K3 w - - 0 1"},
        {"r(n)3k3/8/8/8/8/8/8/4K3 w - - 0 1", "r3k3/8/8/8/8/8/8/4K3 w - - 0 1"},
        {"4k3/8/8/8/8/8/P(n)7/Q(e)3K3 w - - 0 1", "4k3/8/8/8/8/8/P7/Q3K3 w - - 0 1"},
        {"4k(w)3/8/8/8/8/8/8/I(e)I(s)I(nw)1K3 w - - 0 1",
         "4k3/8/8/8/8/8/8/I(e)II(se)1K3 w - - 0 1"},
        {"i(e)3k3/8/8/8/8/8/p(n)7/4K3 w - - 0 1", "i(w)3k3/8/8/8/8/8/p(n)7/4K3 w - - 0 1"},
    };
    struct ruleset *rules = open_variant("turning-chess");
    (void)state;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct position position;
        char text[256];
        read_position(rules, table[i].read, &position);
        rules->rules->write(&position, text, sizeof text);
        assert_string_equal(text, table[i].written);
    }
    ruleset_free(rules);
}

/* "Turned one eighth: R is the pattern of B ..."; the Bishight turned four eighths is the Knishop;
 * the twins of 3.5. */
static void turned_patterns_are_other_pieces(void **state)
{
    static const struct {
        const char *id;
        char man, other;
        int facing, other_facing;
    } table[] = {
        {"turning-chess", 'R', 'B', 1, 0},        {"turning-chess", 'B', 'R', 1, 0},
        {"turning-chess", 'A', 'C', 1, 0},        {"turning-chess", 'C', 'A', 1, 0},
        {"turning-chess", 'H', 'Y', 4, 0},        {"turning-chess", 'Y', 'H', 4, 0},
        {"turning-quarterhorse", 'Q', 'Y', 0, 1}, {"turning-quarterhorse", 'Q', 'Y', 5, 6},
        {"turning-quarterhorse", 'U', 'E', 0, 3}, {"turning-quarterhorse", 'U', 'E', 6, 1},
    };
    (void)state;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct ruleset *rules = open_variant(table[i].id);
        const struct turning *turning = turning_of(rules);
        int man = ruleset_kind(rules, table[i].man), other = ruleset_kind(rules, table[i].other);
        assert_true(
            turning_same_pattern(&turning->pattern[turning_code(man, table[i].facing)],
                                 &turning->pattern[turning_code(other, table[i].other_facing)]));
        assert_false(
            turning_same_pattern(&turning->pattern[turning_code(man, table[i].facing + 1)],
                                 &turning->pattern[turning_code(other, table[i].other_facing)]));
        ruleset_free(rules);
    }
}

/* ---- 5 Black's mirror image */

static void black_is_the_mirror_image(void **state)
{
    static const struct {
        const char *id, *letters;
        int sum; /* Black's facing is (sum - f) mod 8 */
    } table[] = {{"turning-chess", "KPQRBNDWFASOUCTIJLEHYZXGMV", 4},
                 {"turning-quarterhorse", "KPLNWOV", 4},
                 {"turning-quarterhorse", "SQA", 3},
                 {"turning-quarterhorse", "XUB", 1},
                 {"turning-quarterhorse", "EC", 7},
                 {"turning-quarterhorse", "YD", 5}};
    (void)state;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct ruleset *rules = open_variant(table[i].id);
        const struct turning *turning = turning_of(rules);
        for (const char *letter = table[i].letters; *letter; letter++)
            for (int facing = 0; facing < FACINGS; facing++) {
                int kind = ruleset_kind(rules, *letter), wanted = (table[i].sum - facing + 8) % 8;
                assert_int_equal(
                    turning_canonical(turning, BLACK, kind, turning_mirror(turning, kind, facing)),
                    turning_canonical(turning, BLACK, kind, wanted));
            }
        ruleset_free(rules);
    }
}

static void openings_are_as_in_the_table(void **state)
{
    static const char *const table[][2] = {
        {"turning-chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"},
        {"turning-clobberers", "dwfakfwd/pppppppp/8/8/8/8/PPPPPPPP/DWFAKFWD w KQkq - 0 1"},
        {"turning-nutty-knights", "tijlkjit/pppppppp/8/8/8/8/PPPPPPPP/TIJLKJIT w KQkq - 0 1"},
        {"turning-rookies", "souckuos/pppppppp/8/8/8/8/PPPPPPPP/SOUCKUOS w KQkq - 0 1"},
        {"turning-forward-fides", "tyhekhyt/pppppppp/8/8/8/8/PPPPPPPP/TYHEKHYT w KQkq - 0 1"},
        {"turning-amontillado", "zxgmkgxz/pppppppp/8/8/8/8/PPPPPPPP/ZXGMKGXZ w KQkq - 0 1"},
        {"turning-quarterhorse",
         "ls(e)l(se)q(se)kl(sw)s(sw)l/pppppppp/8/8/8/8/PPPPPPPP/LS(ne)L(ne)QKL(nw)S(w)L w KQkq - 0 1"},
        {"turning-octoling",
         "oo(se)o(se)oko(sw)o(sw)o/pppppppp/8/8/8/8/PPPPPPPP/OO(ne)O(ne)OKO(nw)O(nw)O w KQkq - 0 1"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct ruleset *rules = open_variant(table[i][0]);
        struct position position;
        char text[256];
        rules->rules->setup(rules, &position);
        rules->rules->write(&position, text, sizeof text);
        assert_string_equal(text, table[i][1]);
        ruleset_free(rules);
    }
}

/* The three lines that open a game describe its options. */
static void summaries_follow_the_options(void **state)
{
    static const struct {
        const char *variant;
        struct setting setting;
        int line;
        const char *text; /* NULL: there is no such line */
    } rows[] = {
        {"turning-chess",
         {"white", "fide"},
         2,
         "Pawns turn too; King, Queen and Knight look the same from all sides."},
        {"turning-chess", {"turn", "none"}, 2, NULL},
        {"turning-chess",
         {"turn", "none"},
         1,
         "No piece turns in this game: each moves as it faces from the start."},
        {"turning-chess",
         {"turn", "must"},
         1,
         "After moving, a piece must turn an eighth, left or right; Pawns may."},
        {"turning-chess", {"bare-king", "win"}, 0, "Checkmate or bare the King."},
        {"turning-octoling", {"bare-king", "off"}, 0, "Checkmate, as in chess."},
        {"turning-octoling",
         {"bare-king", "shatranj"},
         0,
         "Checkmate, or bare the King, unless yours is bared at once."},
        {"turning-octoling",
         {"army", "halfling"},
         2,
         "The armies are not the usual ones of this game."},
        {"turning-octoling",
         {"halfling", "relative"},
         2,
         "All other pieces are Octolings: they slide the one way they face, and at most half "
         "of the way that is free."},
        {"turning-amontillado",
         {"halfling", "relative"},
         2,
         "Half slides end half way to where they are stopped; two pieces ride by Knight leaps."},
        {"turning-clobberers",
         {"black", "clobberers2"},
         2,
         "Bede, Waffle, FAD and Cardinal are bound to a colour until they turn."},
        {"turning-rookies",
         {"black", "fide"},
         2,
         "The armies are not the usual ones of this game."},
        {"turnover",
         {"siege", "lose"},
         0,
         "Leave the opponent without a Castle, or besiege them: no ply saves their last one from capture."},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct ruleset *rules = open_variant_with(rows[i].variant, &rows[i].setting, 1);
        const char *line = rules->summary[rows[i].line];
        if (rows[i].text ? !line || strcmp(line, rows[i].text) != 0 : line != NULL)
            fail_msg("%s %s=%s: %s", rows[i].variant, rows[i].setting.name, rows[i].setting.value,
                     line ? line : "nothing");
        ruleset_free(rules);
    }
}

static void bad_armies_are_refused(void **state)
{
    static const char *const table[][3] = {
        {"turning-chess", "army", "FIDE"},
        {"turning-chess", "army", "RNBQKBN"},
        {"turning-chess", "army", "RNBQKBNRR"},
        {"turning-chess", "white", "RNBKQBNR"},
        {"turning-chess", "white", "RNBKKBNR"},
        {"turning-chess", "black", "RNBPKBNR"},
        {"turning-chess", "black", "RNB(x)QKBNR"},
        {"turning-chess", "black", "RNB(neQKBNR"},
        {"turning-chess", "army", "quarterhorse"},
        {"turning-quarterhorse", "army", "fide"},
        {"turning-quarterhorse", "army", "LSLQKLNL"},
        {"turning-quarterhorse", "army", "OSLQKLSL"},
        {"turning-quarterhorse", "army", "LSLLKLSL"},
        {"turning-octoling", "army", "OSOQKOSO"},
        {"turning-octoling", "army", "LSLQKLSL"},
        {"turning-chess", "army", ""},
    };
    (void)state;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct ruleset *rules = NULL;
        struct note why;
        struct setting setting = {table[i][1], table[i][2]};
        assert_int_equal(ruleset_open(&rules, table[i][0], &setting, 1, &why), FAIL_TEXT);
        assert_non_null(strstr(why.text, "rules/turning.md 5"));
        assert_null(rules);
    }
}

/* ---- 3.2 and 3.3 halflings, dead pieces */

static void halflings_go_half_the_distance(void **state)
{
    static const struct {
        const char *halfling, *position, *from, *goals;
    } table[] = {
        /* 3.2: from a8 south as far as a4, then a2, then a1. The distance to the edge counts, not
         * the pieces in between. */
        {"absolute", "o7/8/8/8/8/8/8/4K2k b - - 0 1", "a8", "a7 a6 a5 a4"},
        {"absolute", "8/8/8/8/o7/8/8/4K2k b - - 0 1", "a4", "a3 a2"},
        {"absolute", "8/8/8/8/8/8/o7/4K2k b - - 0 1", "a2", "a1"},
        {"absolute", "o7/8/8/P7/8/8/8/4K2k b - - 0 1", "a8", "a7 a6 a5"},
        {"absolute", "o7/8/8/8/8/P7/8/4K2k b - - 0 1", "a8", "a7 a6 a5 a4"},
        /* 10: half of the free distance: seven steps to the edge, three to the enemy, five to its
         * own piece. */
        {"relative", "o7/8/8/8/8/8/8/4K2k b - - 0 1", "a8", "a7 a6 a5 a4"},
        {"relative", "o7/8/8/P7/8/8/8/4K2k b - - 0 1", "a8", "a7 a6"},
        {"relative", "o7/P7/8/8/8/8/8/4K2k b - - 0 1", "a8", "a7"},
        {"relative", "o7/8/8/8/8/8/o7/4K2k b - - 0 1", "a8", "a7 a6 a5"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct setting setting = {"halfling", table[i].halfling};
        struct ruleset *rules = open_variant_with("turning-octoling", &setting, 1);
        struct position position;
        struct actions reach = {0};
        char goals[64] = "";
        size_t used = 0;
        read_position(rules, table[i].position, &position);
        rules->rules->reach(&position, board_cell_named(rules->board, table[i].from, NULL), &reach);
        for (int n = reach.n - 1; n >= 0; n--) /* from the top down */
            if (reach.v[n].verb == ACTION_TAKE)
                text_add(goals, sizeof goals, &used, "%s%s", used ? " " : "",
                         board_name(rules->board, reach.v[n].to));
        assert_string_equal(goals, table[i].goals);
        actions_free(&reach);
        ruleset_free(rules);
    }
}

static void dead_pieces_reach_nothing(void **state)
{
    static const struct {
        const char *id;
        char letter;
        int facing;
        const char *square;
        bool dead;
    } table[] = {
        {"turning-chess", 'P', EAST, "h4", true},
        {"turning-chess", 'P', EAST, "g4", false},
        {"turning-chess", 'P', NORTH_EAST, "h4", false}, /* it could capture on h5 */
        {"turning-chess", 'P', WEST, "a1", true},
        {"turning-chess", 'P', SOUTH, "c1", true},
        {"turning-chess", 'K', NORTH, "a1", false},
        {"turning-quarterhorse", 'L', NORTH_EAST, "h2", true},
        {"turning-quarterhorse", 'L', NORTH_WEST, "h2", false},
        {"turning-quarterhorse", 'N', NORTH, "d7", true},
        {"turning-quarterhorse", 'X', NORTH, "d7", false},
        {"turning-quarterhorse", 'O', SOUTH, "e1", true},
    };
    (void)state;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct ruleset *rules = open_variant(table[i].id);
        int code = turning_code(ruleset_kind(rules, table[i].letter), table[i].facing);
        cell_t square = board_cell_named(rules->board, table[i].square, NULL);
        assert_int_equal(turning_dead(turning_of(rules), code, square), table[i].dead);
        ruleset_free(rules);
    }
}

/* ---- 13 the worked examples */

struct played {
    const char *id, *start, *plies, *after, *status;
};

static const struct played examples[] = {
    {"turning-chess", NULL, "Pf2-f3(r) Pa7-a6 Pf3-g4(r) Pa6-a5 Pg4-h4 Pa5-a4",
     "rnbqkbnr/1ppppppp/8/8/p6P(e)/8/PPPPP1PP/RNBQKBNR w KQkq - 0 4", "playing"},
    {"turning-chess", "8/P(s)7/8/8/8/8/7k/K7 w - - 0 1",
     "a6(l) Kh1 b5(l) Kh2 c5(l) Kh1 d6(l) Kh2 d7 Kh1 d8=Q", "3Q4/8/8/8/8/8/8/K6k b - - 0 6",
     "playing"},
    {"turning-quarterhorse", "4k3/p7/8/8/8/7P/8/4K2L w - - 0 1",
     "Lh1-h2(l) Ke8-d8 tfRh2-g3(r) Kd8-e8 Lg3-g8", "4k1L1/p7/8/8/8/7P/8/4K3 b - - 5 3", "playing"},
    {"turning-clobberers", "d3k2d/8/8/8/8/8/8/D3K2D w KQkq - 0 1", "O-O-O(r)",
     "d3k2d/8/8/8/8/8/8/1KD(ne)4D b kq - 1 1", "playing"},
    {"turning-chess", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "Ra1-a4(r)",
     "4k3/8/8/8/R(ne)7/8/8/4K3 b - - 1 1", "check"},
    {"turning-chess", "7K/5k2/4b3/8/7p(ne)/8/3r(sw)4/8 b - - 3 67", "Rd2-h6(r)",
     "7K/5k2/4b2r/8/7p(ne)/8/8/8 w - - 4 68", "black-wins (checkmate)"},
    {"turning-chess", NULL, "d4(r) d5 Nf3 Bf5(r)",
     "rn1qkbnr/ppp1pppp/8/3p1b(sw)2/3P(ne)4/5N2/PPP1PPPP/RNBQKB1R w KQkq - 2 3", "playing"},
    /* 7: the draws that the program declares, and playing on after them. */
    {"turning-chess", "4k3/8/8/8/8/8/8/4K2R w - - 98 80", "Rh1-h2 Ke8-d8",
     "3k4/8/8/8/8/8/7R/4K3 w - - 100 81", "draw (fifty-move rule)"},
    {"turning-chess", "4k3/8/8/8/8/8/8/4K2R w - - 98 80", "Rh1-h2 Ke8-d8 Rh2-h1 Kd8-e8",
     "4k3/8/8/8/8/8/8/4K2R w - - 102 82", "draw (fifty-move rule)"},
    /* ... if two apply, the first in the list of 7. */
    {"turning-chess", "4k3/8/8/8/8/8/8/4K2R w - - 92 80",
     "Rh1-h2 Ke8-d8 Rh2-h1 Kd8-e8 Rh1-h2 Ke8-d8 Rh2-h1 Kd8-e8", "4k3/8/8/8/8/8/8/4K2R w - - 100 84",
     "draw (fifty-move rule)"},
    {"turning-chess", "4k3/8/8/P(w)6p(e)/8/8/4n3/4K3 w - - 0 1", "Ke1-e2",
     "4k3/8/8/P(w)6p(e)/8/8/4K3/8 b - - 0 1", "draw (insufficient material)"},
    /* 7.4: one Knight alone is not enough, but it is against a dead Pawn, which can block its own
     * King: the "not material" of D15 is about sides whose pieces are all dead. */
    {"turning-chess", "7k/8/6n1/8/5N2/8/8/K7 w - - 0 1", "Nf4-g6", "7k/8/6N1/8/8/8/8/K7 b - - 0 1",
     "draw (insufficient material)"},
    {"turning-chess", "7k/5K1p(e)/8/8/5N2/8/8/8 w - - 0 1", "",
     "7k/5K1p(e)/8/8/5N2/8/8/8 w - - 0 1", "playing"},
    {"turning-chess", "7k/5K1p(e)/8/8/5N2/8/8/8 w - - 0 1", "Nf4-g6",
     "7k/5K1p(e)/6N1/8/8/8/8/8 b - - 1 1", "white-wins (checkmate)"},
    {"turning-quarterhorse", "4k3/8/8/8/l7/8/8/L3K3 w - - 0 1", "La1-a4",
     "4k3/8/8/8/L7/8/8/4K3 b - - 0 1", "white-wins (bare king)"},
};

static void worked_examples_of_section_13_hold(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
        const struct played *played = &examples[i];
        struct ruleset *rules = open_variant(played->id);
        struct position start;
        struct game game = {0};
        struct note why;
        char text[TEXT_ROOM], *save = NULL;
        if (played->start)
            read_position(rules, played->start, &start);
        game_begin(&game, rules, played->start ? &start : NULL, NULL);
        snprintf(text, sizeof text, "%s", played->plies);
        for (char *ply = strtok_r(text, " ", &save); ply; ply = strtok_r(NULL, " ", &save))
            if (game_play_text(&game, ply, &why) < 0)
                fail_msg("%s in %s: %s", ply, played->plies, why.text);
        rules->rules->write(&game.now, text, sizeof text);
        assert_string_equal(text, played->after);
        verdict_text(&game.verdict, text, sizeof text);
        assert_string_equal(text, played->status);
        game_clear(&game);
        ruleset_free(rules);
    }
}

static void example_five_ends_in_a_promotion(void **state)
{
    struct ruleset *rules = open_variant("turning-chess");
    struct position position;
    char text[TEXT_ROOM];
    (void)state;
    read_position(rules, "k7/4P(ne)3/8/8/8/8/8/K7 w - - 0 1", &position);
    plies_text(&position, text, sizeof text);
    assert_string_equal(text,
                        "Ka1-a2 Ka1-b1 Ka1-b2 Pe7-f8=B Pe7-f8=B(r) Pe7-f8=N Pe7-f8=Q Pe7-f8=R "
                        "Pe7-f8=R(r)");
    ruleset_free(rules);
}

/* ---- 14 numbers */

static void plies_are_as_many_as_section_14_says(void **state)
{
    static const struct {
        const char *id, *position;
        struct setting setting;
        int depth;
        uint64_t count;
    } table[] = {
        {"turning-chess", NULL, {0}, 4, 7886020},
        {"turning-clobberers", NULL, {0}, 3, 394722},
        {"turning-nutty-knights", NULL, {0}, 3, 504114},
        {"turning-rookies", NULL, {0}, 3, 272214},
        {"turning-forward-fides", NULL, {0}, 3, 239184},
        {"turning-amontillado", NULL, {0}, 3, 298485},
        {"turning-quarterhorse", NULL, {0}, 3, 165366},
        {"turning-octoling", NULL, {0}, 3, 118296},
        {"turning-chess", NULL, {"turn", "none"}, 4, 197281},
        {"turning-chess",
         "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
         {"turn", "none"},
         3,
         97862},
    };
    const struct limits limits = LIMITS_DEFAULT;
    (void)state;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct ruleset *rules =
            open_variant_with(table[i].id, &table[i].setting, table[i].setting.name != NULL);
        struct position position;
        if (table[i].position)
            read_position(rules, table[i].position, &position);
        else
            rules->rules->setup(rules, &position);
        for (int bulk = 0; bulk < 2; bulk++)
            assert_int_equal(search_perft(&position, table[i].depth, &limits, bulk),
                             table[i].count);
        ruleset_free(rules);
    }
}

/* ---- the generator against the definition: a move of the piece's pattern after which no enemy
 * piece reaches the King */

static bool reaches(const struct position *position, cell_t from, cell_t to, enum verb verb)
{
    struct actions reach = {0};
    bool found = false;
    position->rules->rules->reach(position, from, &reach);
    for (int i = 0; i < reach.n; i++)
        found = found || (reach.v[i].to == to && reach.v[i].verb == verb);
    actions_free(&reach);
    return found;
}

static bool king_attacked(const struct position *position, int side)
{
    cell_t king = position_find(position, KING, side);
    for (int c = 0; c < SQUARES; c++)
        if (position->at[c].kind && position->at[c].side != side &&
            reaches(position, (cell_t)c, king, ACTION_TAKE))
            return true;
    return false;
}

struct pairs {
    uint64_t to[SQUARES]; /* by origin: ordinary moves and captures */
};

static int collect_pair(const struct ply *ply, void *argument)
{
    struct pairs *pairs = argument;
    const struct action *move = &ply->v[1];
    if (move->verb == ACTION_GO || move->verb == ACTION_TAKE)
        pairs->to[move->from] |= (uint64_t)1 << move->to;
    return 0;
}

static void check_against_definition(const struct position *position)
{
    struct pairs pairs = {{0}};
    const struct limits limits = LIMITS_DEFAULT;
    struct position after;
    search_plies(position, &limits, collect_pair, &pairs);
    for (int from = 0; from < SQUARES; from++) {
        if (!position->at[from].kind || position->at[from].side != position->side)
            continue;
        for (int to = 0; to < SQUARES; to++) {
            bool legal = reaches(position, (cell_t)from, (cell_t)to,
                                 position->at[to].kind ? ACTION_TAKE : ACTION_GO);
            if (legal) {
                position_copy(&after, position);
                after.at[to] = after.at[from];
                after.at[from] = (struct piece){0};
                legal = !king_attacked(&after, position->side);
            }
            if (legal != (bool)(pairs.to[from] >> to & 1)) {
                char text[256];
                position->rules->rules->write(position, text, sizeof text);
                fail_msg("%s: %s-%s is %s by the definition: %s", position->rules->id,
                         board_name(position->rules->board, (cell_t)from),
                         board_name(position->rules->board, (cell_t)to),
                         legal ? "legal" : "not legal", text);
            }
        }
    }
}

/* Keep a random ply: after n of them, each one is kept with probability 1 in n. */
struct pick {
    int n;
    struct ply ply;
};

static int maybe_pick(const struct ply *ply, void *argument)
{
    struct pick *pick = argument;
    if (chance(++pick->n) == 0)
        ply_copy(&pick->ply, ply);
    return 0;
}

static void the_generator_agrees_with_the_definition(void **state)
{
    static const struct {
        const char *id;
        struct setting setting[SETTINGS];
    } table[] = {
        {"turning-chess", {{0}}},
        {"turning-clobberers", {{"black", "rookies"}}},
        {"turning-nutty-knights", {{"black", "amontillado"}}},
        {"turning-forward-fides", {{"white", "clobberers2"}, {"turn", "must"}}},
        {"turning-amontillado", {{0}}},
        {"turning-amontillado", {{"halfling", "relative"}, {"white", "ZVGMKCSD(ne)"}}},
        {"turning-quarterhorse",
         {{"free-array", "yes"}, {"white", "QNSWKXVO"}, {"black", "AEOLKDUY"}}},
        {"turning-octoling",
         {{"army", "halfling"}, {"halfling", "relative"}, {"promotion-facing", "pawn"}}},
    };
    const struct limits limits = LIMITS_DEFAULT;
    (void)state;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        int settings = 0;
        while (settings < SETTINGS && table[i].setting[settings].name)
            settings++;
        struct ruleset *rules = open_variant_with(table[i].id, table[i].setting, settings);
        struct position position, after;
        struct pick pick = {0};
        for (int game = 0; game < 3; game++) {
            rules->rules->setup(rules, &position);
            for (int ply = 0; ply < 80; ply++) {
                if (ply % 4 == 3)
                    check_against_definition(&position);
                pick.n = 0;
                search_plies(&position, &limits, maybe_pick, &pick);
                if (pick.n == 0)
                    break;
                ply_play(&position, &pick.ply, &after);
                position_copy(&position, &after);
            }
        }
        ply_free(&pick.ply);
        ruleset_free(rules);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_ring_rule_turns_vectors),
        cmocka_unit_test(knight_squares_follow_clockwise),
        cmocka_unit_test(periods_are_as_in_the_tables),
        cmocka_unit_test(facings_are_canonical),
        cmocka_unit_test(turned_patterns_are_other_pieces),
        cmocka_unit_test(black_is_the_mirror_image),
        cmocka_unit_test(openings_are_as_in_the_table),
        cmocka_unit_test(bad_armies_are_refused),
        cmocka_unit_test(summaries_follow_the_options),
        cmocka_unit_test(halflings_go_half_the_distance),
        cmocka_unit_test(dead_pieces_reach_nothing),
        cmocka_unit_test(worked_examples_of_section_13_hold),
        cmocka_unit_test(example_five_ends_in_a_promotion),
        cmocka_unit_test(plies_are_as_many_as_section_14_says),
        cmocka_unit_test(the_generator_agrees_with_the_definition),
    };
    return cmocka_run_group_tests_name("turning", tests, NULL, NULL);
}
