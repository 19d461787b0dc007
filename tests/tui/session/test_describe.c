/* test_describe.c - pieces, cells, ranks, plies, ends, judgements and rules in words
 * (tui/session/describe.h), in every family. */
#include "config.h"
#include "tests/support/croatian.h"

#include "tui/session/describe.h"
#include "tui/session/ply_text.h"

/* Three Kings of triangle chess: White and Red play on, Black's Rook is frozen. */
#define BLACK_IS_OUT "1/3/5/7/9/11/13/K6r(x)6K' w - - 0 1"
#define THREE_KINGS "k/3/5/7/9/11/13/K13K' w - - 0 1"

/* ---------------------------------------------------------------- pieces and cells */

static void a_piece_is_named_with_its_owner(void **state)
{
    char text[100];
    (void)state;
    struct ruleset *rules = open_variant("discovery");
    struct piece none = {0}, pawn = {.kind = (uint8_t)ruleset_kind(rules, 'P'), .side = BLACK},
                 monolith = {.kind = (uint8_t)ruleset_kind(rules, 'M'), .side = NOBODY};
    words_piece(rules, none, text, sizeof text);
    assert_string_equal(text, "no piece");
    words_piece(rules, pawn, text, sizeof text);
    assert_string_equal(text, "Black Pawn");
    words_piece(rules, monolith, text, sizeof text);
    assert_string_equal(text, "neutral Monolith");
    assert_int_equal(words_piece(rules, pawn, text, 6), (int)strlen("Black Pawn"));
    assert_string_equal(text, "Black"); /* cut like snprintf() */
    ruleset_free(rules);
}

/* What stands on a cell, what of it a list prints beside the name, and what a card says of its
 * state alone. */
static const struct {
    const char *variant, *position, *cell, *content, *beside, *carried;
} cells[] = {
    {"classical", NULL, "e1", "White King", "", ""},
    {"classical", NULL, "e4", "nothing", "", ""},
    {"turnover", "k7/8/8/8/8/8/8/K3T3 w - - 0 1", "a1", "White Castle, Tower in Fort in Wall", "",
     "Tower in Fort in Wall"}, /* the name implies the rings */
    {"turnover", "k7/8/8/8/8/8/8/K3T3 w - - 0 1", "e1", "White Tower", "", ""},
    {"turning-chess", "4k3/8/8/8/4r(sw)3/8/8/4K3 w - - 0 1", "e4",
     "Black Rook, faces south-west, now moves as the Bishop, one eighth right of straight ahead",
     ", faces south-west, now moves as the Bishop, one eighth right of straight ahead",
     "faces sw, now moves as the Bishop, one eighth right of straight ahead"},
    {"turning-chess", "4k3/8/8/7P(e)/8/8/8/4K3 w - - 0 1", "h5",
     "White Pawn, faces east, two eighths right of straight ahead; dead: it reaches no square",
     ", faces east, two eighths right of straight ahead; dead: it reaches no square",
     "faces e, two eighths right of straight ahead; dead: it reaches no square"},
    /* a list leaves out what pieces that have not turned face */
    {"turning-quarterhorse", "4k3/8/8/8/8/8/8/1S4KL w - - 0 1", "b1",
     "White Skew Quarterhorse, faces north, straight ahead", "", "faces n, straight ahead"},
    {"mirandas-veil", WAVES, "a5", "Black Wave, passive: moves when it is activated",
     ", passive: moves when it is activated", "passive: moves when it is activated"},
    /* on triangles the cell itself is described by words_field() */
    {"triangle-corners-3", BLACK_IS_OUT, "h1", "Black Rook", "", "frozen"},
    {"triangle-corners-3", BLACK_IS_OUT, "o1", "Red King", "", ""},
    {"triangle-corners-3", BLACK_IS_OUT, "b1", "nothing", "", ""},
    {"triangle-corners-3", NULL, "d4", "White Pawn", "", "has not moved"},
};

static void what_is_on_a_cell_is_spelled_out(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cells / sizeof *cells; i++) {
        struct position position;
        char text[400], carried[400];
        struct ruleset *rules = open_position(cells[i].variant, cells[i].position, &position);
        cell_t cell = cell_of(rules, cells[i].cell);
        words_content(&position, cell, text, sizeof text);
        assert_string_equal(text, cells[i].content);
        assert_string_equal(words_beside_name(&position, text), cells[i].beside);
        words_carried(&position, cell, carried, sizeof carried);
        assert_string_equal(carried, cells[i].carried);
        ruleset_free(rules);
    }
}

static void empty_cells_are_described_by_colour_or_neighbours(void **state)
{
    /* a1 is dark; in triangles (rules/triangles.md 2.2) h4 points up, h3 down, and a corner touches
     * one cell */
    static const char *const rows[][3] = {
        {"classical", "a1", "dark square"},
        {"classical", "h1", "light square"},
        {"triangle-corners-2", "h4", "up triangle; touches h3 g4 i4"},
        {"triangle-corners-2", "h3", "down triangle; touches g3 i3 h4"},
        {"triangle-corners-2", "a1", "up triangle; touches b1"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct position position;
        char text[200];
        struct ruleset *rules = open_position(rows[i][0], NULL, &position);
        words_field(&position, cell_of(rules, rows[i][1]), text, sizeof text);
        assert_string_equal(text, rows[i][2]);
        ruleset_free(rules);
    }
}

static void directions_are_named_clockwise_or_by_their_angle(void **state)
{
    static const char *const around[] = {"north", "north-east", "east", "south-east",
                                         "south", "south-west", "west", "north-west"};
    (void)state;
    struct ruleset *squares = open_variant("turning-chess"),
                   *triangles = open_variant("triangle-corners-2");
    for (int i = 0; i < 8; i++)
        assert_string_equal(words_direction(squares->board, i), around[i]);
    for (int i = 0; i < 12; i++) {
        char angle[8];
        snprintf(angle, sizeof angle, "%d ", 30 * i);
        assert_non_null(strstr(words_direction(triangles->board, i), angle));
    }
    ruleset_free(squares);
    ruleset_free(triangles);
}

static void ranks_and_files_are_read_out(void **state)
{
    struct position position;
    char text[WORDS_ROOM];
    (void)state;
    struct ruleset *rules =
        open_position("turning-chess", "r3k3/8/8/8/4R(ne)2P/8/8/4K3 w - - 0 1", &position);
    words_rank(&position, 7, text, sizeof text);
    assert_string_equal(text, "Rank 8: Black Rook on a8; Black King on e8");
    words_rank(&position, 5, text, sizeof text);
    assert_string_equal(text, "Rank 6: empty");
    assert_true(words_rank_empty(&position, 5));
    assert_false(words_rank_empty(&position, 3));
    /* the cell comes before the state */
    words_rank(&position, 3, text, sizeof text);
    assert_string_equal(text, "Rank 4: White Rook on e4, faces north-east, now moves as the "
                              "Bishop, one eighth right of straight ahead; White Pawn on h4");
    words_file(&position, 0, text, sizeof text);
    assert_string_equal(text, "File a: Black Rook on a8");
    words_file(&position, 1, text, sizeof text);
    assert_string_equal(text, "File b: empty");
    assert_int_equal(words_file(&position, 1, text, 7), (int)strlen("File b: empty"));
    assert_string_equal(text, "File b"); /* cut like snprintf() */
    ruleset_free(rules);
    rules = open_position("triangle-corners-3", BLACK_IS_OUT, &position);
    words_rank(&position, 0, text, sizeof text);
    assert_string_equal(text, "Rank 1: White King on a1; Black Rook on h1; Red King on o1");
    words_rank(&position, 7, text, sizeof text); /* of one cell */
    assert_string_equal(text, "Rank 8: empty");
    assert_true(words_rank_empty(&position, 7));
    words_file(&position, 14, text, sizeof text);
    assert_string_equal(text, "Column o: Red King on o1");
    ruleset_free(rules);
}

/* ---------------------------------------------------------------- plies */

/* Every verb as a choice. The piece of the action is a Black Rook, or another where it has to be.
 */
static void choices_are_commands(void **state)
{
    static const struct {
        enum verb verb;
        char kind;
        int turn;
        const char *from, *words;
    } rows[] = {
        {ACTION_DONE, 'R', 0, "e1", "end the ply here"},
        {ACTION_PICK, 'R', 0, "e4", "lift the Black Rook on e4"},
        {ACTION_GO, 'R', 0, "e1", "go to e4"},
        {ACTION_GO, 'R', 0, "e4", "stay on e4"}, /* the null move */
        {ACTION_STEP, 'R', 0, "e3", "step to e4"},
        {ACTION_TAKE, 'R', 0, "e1", "capture the Black Rook on e4"},
        {ACTION_PASSANT, 'P', 0, "d3", "go to e4, capturing the Black Pawn that passed it"},
        {ACTION_PUSH, 'A', 3, "e1",
         "go to e4 and activate the Black Pyramid there with momentum 3"},
        {ACTION_DIVE, 'T', 0, "e1", "dive into the Black Star on e4"},
        {ACTION_JOURNEY, 'M', 0, "e1", "begin a second leg at the Monolith on e4"},
        {ACTION_PORTAL, 'R', 0, "e1", "reappear on e4 as a Black Rook"},
        {ACTION_SUMMON, 'U', 0, "e1", "bring a Black Unicorn back on e4"},
        {ACTION_CONVERT, 'R', 0, "e1", "convert the Black Rook on e4"},
        {ACTION_PROMOTE, 'Q', 0, "e1", "become a Queen on e4"},
        {ACTION_TELEPORT, 'N', 0, "e1", "send the Black Knight on e4 off"},
        {ACTION_TURN, 'R', 0, "e1", "do not turn"},
        {ACTION_TURN, 'R', 1, "e1", "turn one eighth to the right"},
        {ACTION_TURN, 'R', -1, "e1", "turn one eighth to the left"},
        {ACTION_TURN, 'R', -3, "e1", "turn several eighths to the left"},
        {ACTION_SPLIT, 'R', 0, "e1", "split: only its Wall goes"},
        {ACTION_FLIP, 'R', 0, "e1", "turn over the Black Rook on e4"},
        {ACTION_JOIN, 'R', 0, "e1", "join the Black Rook on e4"},
        {ACTION_CASTLE, 'R', 1, "e1", "castle to e4 with the Rook on its right hand"},
        {ACTION_CASTLE, 'R', -1, "e1", "castle to e4 with the Rook on its left hand"},
        {ACTION_CASTLE, 'R', 0, "e1", "castle to e4 with the Rook"},
        {ACTION_NONE, 'R', 0, "e1", "do nothing"},
    };
    (void)state;
    struct ruleset *rules = open_variant("one"); /* it has all these kinds */
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[200];
        struct action action = {.verb = (uint8_t)rows[i].verb,
                                .kind = (uint8_t)ruleset_kind(rules, rows[i].kind),
                                .side = BLACK,
                                .turn = (int8_t)rows[i].turn,
                                .from = cell_of(rules, rows[i].from),
                                .to = cell_of(rules, "e4")};
        words_choice(rules, &action, text, sizeof text);
        assert_string_equal(text, rows[i].words);
    }
    ruleset_free(rules);
}

/* Plies whose meaning the rules give beside their notation: rules/turnover.md 9.1, turning.md 8,
 * triangles.md 6 and 7.1, croatian.md 13.1. The sentences of the members stand in order. */
static const struct {
    const char *variant, *position, *ply, *member[5];
} plies[] = {
    {"classical", NULL, "e4", {"White Pawn from e2 goes to e4"}},
    {"classical",
     "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
     "exd6",
     {"White Pawn from e5 goes to d6, capturing the Black Pawn that passed it"}},
    {"classical",
     "3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1",
     "exd8=N",
     {"White Pawn from e7 captures the Black Rook on d8 and becomes a Knight on d8"}},
    {"turning-chess",
     NULL,
     "Pe2-e4(r)",
     {"White Pawn from e2 goes to e4 and turns one eighth to the right"}},
    {"turning-chess",
     "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1",
     "Pe4-d5(l)",
     {"White Pawn from e4 captures the Black Pawn on d5 and turns one eighth to the left"}},
    {"turnover",
     NULL,
     "Kd2-d4/W",
     {"The Wall of the White Castle on d2 goes to d4; a Citadel stays on d2"}},
    {"turnover", NULL, "Ka1-b1", {"White Castle from a1 goes to b1"}},
    {"turnover",
     "k7/8/8/8/8/4f3/3K4/8 w - - 0 1",
     "Kd2-e3/W^F",
     {"The Wall of the White Castle on d2 turns over the Black Fort on e3: a Fortress; a Citadel "
      "stays on d2"}},
    {"turnover",
     "k7/8/8/8/8/8/2CK4/8 w - - 0 1",
     "Kd2-c2/W&C",
     {"The Wall of the White Castle on d2 joins the White Citadel on c2: a Castle; a Citadel "
      "stays on d2"}},
    {"turnover",
     "k7/3s4/8/8/8/8/8/K2T4 w - - 0 1",
     "Td1-d7^S",
     {"White Tower from d1 turns over the Black Fortress on d7: a Castle"}},
    {"turnover",
     "k3t3/3W4/8/8/8/8/8/K7 w - - 0 1",
     "Wd7-e8xT=C",
     {"White Wall from d7 captures the Black Tower on e8 and becomes a Citadel on e8"}},
    {"turnover",
     "k7/8/8/8/3C4/8/8/K7 w - - 0 1",
     "Cd4-g7",
     {"The Fort of the White Citadel on d4 goes to g7; a Tower stays on d4"}},
    {"triangle-corners-3", NULL, "Nc3-e4", {"White Knight from c3 goes to e4"}},
    {"triangle-corner-vs-side",
     NULL,
     "Pg2-f4/g3f3",
     {"White Pawn from g2 steps to g3, steps to f3 and steps to f4"}},
    {"mirandas-veil",
     WAVES,
     "[Qc1-a1]~[Wa1-a5]~[Wa5-c5]~[Rc5-d5]",
     {"White Queen from c1 goes to a1 and activates the White Wave there with momentum 2",
      "White Wave from a1 goes to a5 and activates the Black Wave there with momentum 2",
      "Black Wave from a5 goes to c5 and activates the White Rook there with momentum 2",
      "White Rook from c5 goes to d5"}},
    {"nineteen",
     "T15kt/17p/18/18/18/18/18/18/18/18/18/18/18/18/18/R17/16PP/t15KT w - - 0 1",
     "Ra3-a1T*a17",
     {"White Rook from a3 dives into the Black Star on a1 and reappears on a17 as a White Rook"}},
    {"discovery",
     "T22t/23k/24/24/24/24/24/24/24/24/24/24/24/24/24/24/24/24/2Pr20/3M20/24/24/K23/t22T w - - 0 1",
     "Md5-d6%R*Rb1",
     {"Monolith from d5 sends the Black Rook on d6 off, which "
      "reappears on b1 as a White Rook"}},
    {"one",
     JOURNEY,
     "Ib5-d5M>Ie7M*b2<Uc3",
     {"White Starchild from b5 begins a second leg at the Monolith on d5, dives into the neutral "
      "Monolith on e7, reappears on b2 as a White Starchild and brings a White Unicorn back on "
      "c3"}},
    {"age-of-aquarius",
     "1k12/14/14/14/14/14/14/14/14/14/14/14/14/R6K5R w KQ - 0 1",
     "Kh1-k1$R",
     {"White King from h1 castles to k1 with the Rook on its right hand"}},
    {"turning-chess",
     "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1",
     "O-O-O(r)",
     {"White King from e1 castles to c1 with the Rook on its left hand and the Rook turns one "
      "eighth to the right"}},
};

static void plies_are_told_member_by_member(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof plies / sizeof *plies; i++) {
        struct position before;
        struct ply ply = {0};
        struct note why;
        char text[WORDS_ROOM];
        int members = 0;
        struct ruleset *rules = open_position(plies[i].variant, plies[i].position, &before);
        if (rules->rules->parse(&before, plies[i].ply, &ply, &why) < 0)
            fail_msg("%s: %s", plies[i].ply, why.text);
        for (; plies[i].member[members]; members++) {
            int length = words_member(&before, &ply, members, text, sizeof text);
            assert_string_equal(text, plies[i].member[members]);
            assert_int_equal(length, (int)strlen(text));
        }
        assert_int_equal(ply_walk_members(&ply), members);
        assert_int_equal(words_member(&before, &ply, members, text, sizeof text), 0);
        assert_string_equal(text, ""); /* there is no such member */
        ply_free(&ply);
        ruleset_free(rules);
    }
}

/* ---------------------------------------------------------------- verdicts */

static void the_state_of_a_game_is_a_sentence(void **state)
{
    static const struct {
        struct verdict verdict;
        const char *words; /* Black is to move */
    } rows[] = {
        {{.outcome = OUTCOME_PLAYING}, "Black is to move"},
        {{.outcome = OUTCOME_CHECK}, "Black is to move and in check"},
        {{.outcome = OUTCOME_DOUBLE_CHECK}, "Black is to move and in double check"},
        {{.outcome = OUTCOME_WIN, .winner = WHITE, .reason = "checkmate"},
         "White has won: checkmate"},
        {{.outcome = OUTCOME_WIN, .winner = RED}, "Red has won"},
        {{.outcome = OUTCOME_DRAW, .reason = "stalemate", .rule = "rules/triangles.md 8.3"},
         "The game is drawn: stalemate (rules/triangles.md 8.3)"},
        {{.outcome = OUTCOME_DRAW}, "The game is drawn"},
        {{.outcome = OUTCOME_CHECK, .notes = NOTE_SIEGE, .rule = "rules/turnover.md 8.3"},
         "Black is to move and in check, under siege: after every ply the last Castle can be "
         "captured (rules/turnover.md 8.3)"},
        {{.outcome = OUTCOME_PLAYING, .claims = CLAIM_THREEFOLD},
         "Black is to move; a draw can be claimed: the same position for the third time"},
        {{.outcome = OUTCOME_DRAW, .claims = CLAIM_FIFTY}, "The game is drawn"},
        {{.outcome = OUTCOME_DRAW, .reason = "niol"},
         "The game is drawn: niol, a mate without a bers or a rook"},
    };
    struct position position;
    char text[300];
    (void)state;
    struct ruleset *rules = open_position("triangle-corners-3", THREE_KINGS, &position);
    position.side = BLACK;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        words_verdict(&position, &rows[i].verdict, text, sizeof text);
        assert_string_equal(text, rows[i].words);
    }
    ruleset_free(rules);
    assert_null(words_reason(NULL));
    assert_string_equal(words_reason("checkmate"), "checkmate");
    assert_string_equal(words_reason("robado"), "robado, a king without any other piece");
}

static void of_three_some_are_out(void **state)
{
    struct position now, before, two;
    bool agreed[SIDES_MAX] = {false};
    (void)state;
    struct ruleset *rules = open_position("triangle-corners-3", BLACK_IS_OUT, &now),
                   *chess = open_position("classical", NULL, &two);
    assert_false(words_is_out(&now, WHITE));
    assert_true(words_is_out(&now, BLACK));
    assert_false(words_is_out(&now, RED));
    assert_false(words_is_out(&two, BLACK)); /* of two nobody leaves while the game goes on */
    /* a draw that White offers: Black is not asked */
    assert_int_equal(words_next_to_agree(&now, WHITE, agreed), RED);
    agreed[RED] = true;
    assert_int_equal(words_next_to_agree(&now, WHITE, agreed), NOBODY);
    agreed[RED] = false;
    assert_int_equal(words_next_to_agree(&now, RED, agreed), WHITE);
    assert_int_equal(words_next_to_agree(&two, WHITE, agreed), BLACK);
    /* Skipping a player who is out of the game is not a pass. */
    position_copy(&before, &now);
    now.side = RED;
    assert_false(words_is_passed(&before, &now, BLACK));
    ruleset_free(rules);
    rules = open_position("triangle-corners-3", THREE_KINGS, &before);
    position_copy(&now, &before);
    now.side = BLACK; /* the turns follow each other */
    for (int side = WHITE; side <= RED; side++)
        assert_false(words_is_passed(&before, &now, side));
    now.side = RED;
    assert_true(words_is_passed(&before, &now, BLACK));
    assert_false(words_is_passed(&before, &now, RED));
    assert_false(words_is_passed(&before, &now, WHITE));
    assert_int_equal(words_next_to_agree(&now, BLACK, agreed), RED); /* in the order of play */
    assert_false(words_is_passed(&two, &two, BLACK));
    ruleset_free(rules);
    ruleset_free(chess);
}

/* A winner's opponents are all out, also those whose King still stands. */
static void a_winner_is_alone(void **state)
{
    struct position end;
    (void)state;
    struct ruleset *rules =
        open_position("triangle-corners-3", "1/3/5/7/9/11/13/K13K'(x) w - - 0 1", &end);
    assert_false(words_is_out(&end, WHITE));
    assert_true(words_is_out(&end, BLACK));
    assert_true(words_is_out(&end, RED));
    ruleset_free(rules);
}

/* ---------------------------------------------------------------- results */

static void results_are_recorded_and_forgotten(void **state)
{
    static const struct {
        const char *variant, *position;
        int winner;
        const char *score, *points[3];
    } rows[] = {
        {"classical", NULL, WHITE, "1-0", {"1", "0"}},
        {"classical", NULL, BLACK, "0-1", {"0", "1"}},
        {"classical", NULL, NOBODY, "1/2-1/2", {"0.5", "0.5"}},
        {"triangle-corners-3", THREE_KINGS, RED, "0-0-1", {"0", "0", "1"}},
        {"triangle-corners-3", THREE_KINGS, NOBODY, "1/2-1/2-1/2", {"0.5", "0.5", "0.5"}},
        /* those still in the game share */
        {"triangle-corners-3", BLACK_IS_OUT, NOBODY, "1/2-0-1/2", {"0.5", "0", "0.5"}},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct position end;
        struct ruleset *rules = open_position(rows[i].variant, rows[i].position, &end);
        struct record *record = record_new(rows[i].variant);
        assert_false(result_stands(record));
        result_set(record, &end, rows[i].winner, "agreement");
        assert_true(result_stands(record));
        assert_string_equal(record_text(record, "result.score"), rows[i].score);
        assert_string_equal(record_text(record, "result.reason"), "agreement");
        for (int side = 0; side < rules->sides; side++) {
            char path[32];
            snprintf(path, sizeof path, "result.points.%c", "wbr"[side]);
            assert_string_equal(record_text(record, path), rows[i].points[side]);
        }
        result_forget(record);
        assert_false(result_stands(record));
        assert_string_equal(record_text(record, "result.score"), "*");
        assert_string_equal(record_text(record, "result.reason"), "");
        assert_string_equal(record_text(record, "result.points.w"), "");
        result_forget(record); /* nothing is left to forget */
        assert_false(result_stands(record));
        record_free(record);
        ruleset_free(rules);
    }
}

static void who_left_last_gives_the_reason(void **state)
{
    (void)state;
    struct record *record = record_new("triangle-corners-3");
    struct node *node = line_append(&record->moves, "Nc3-e4");
    assert_string_equal(result_of_leaving(NULL), "resignation");
    assert_string_equal(result_of_leaving(node), "resignation");
    result_side_leaves(node, BLACK, false);
    assert_string_equal(result_of_leaving(node), "resignation");
    result_side_leaves(node, RED, true);
    assert_string_equal(result_of_leaving(node), "time");
    const struct value *events = value_at(&node->notes->other, "events");
    assert_int_equal(events->n, 2);
    assert_string_equal(value_text(&events->entry[0].value, "is"), "resigns");
    assert_string_equal(value_text(&events->entry[0].value, "side"), "b");
    assert_string_equal(value_text(&events->entry[1].value, "is"), "flag");
    assert_string_equal(value_text(&events->entry[1].value, "side"), "r");
    record_free(record);
}

/* ---------------------------------------------------------------- judgements, rule numbers */

static void judgements_have_signs_and_words(void **state)
{
    /* the numbers of the PGN standard */
    static const struct {
        int number;
        const char *sign, *words;
    } rows[] = {{1, "!", "good move"}, {2, "?", "mistake"}, {3, "!!", "brilliant move"},
                {4, "??", "blunder"},  {10, "=", "equal"},  {19, "-+", "Black is winning"}};
    char sign[16];
    int n = 0;
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct nag *nag = nag_numbered(rows[i].number);
        assert_non_null(nag);
        assert_string_equal(nag->ascii, rows[i].sign);
        assert_string_equal(nag->words, rows[i].words);
    }
    for (const struct nag *nag; (nag = nag_at(n)); n++) {
        assert_ptr_equal(nag_numbered(nag->number), nag); /* no number twice */
        for (const char *c = nag->ascii; *c; c++)
            assert_true(*c > ' ' && *c < 127);
        nag_write(nag->number, false, sign, sizeof sign);
        assert_string_equal(sign, nag->ascii);
        nag_write(nag->number, true, sign, sizeof sign);
        assert_string_equal(sign, nag->utf8);
    }
    assert_true(n >= NAG_JUDGEMENTS);
    assert_null(nag_at(-1));
    assert_null(nag_at(n));
    assert_null(nag_numbered(0));
    assert_null(nag_numbered(255));
    assert_int_equal(nag_write(255, true, sign, sizeof sign), 4);
    assert_string_equal(sign, "$255");
}

static void cited_rules_are_found(void **state)
{
    char number[RULE_NUMBER_ROOM], text[200];
    (void)state;
    assert_true(rule_number_in("no castling (rules/turning.md 6.5)", number));
    assert_string_equal(number, "6.5");
    assert_true(rule_number_in("see rules/turnover.md 8.1, and rules/turnover.md 5.", number));
    assert_string_equal(number, "5"); /* the last, without the full stop */
    assert_true(rule_number_in("rules/classical.md C", number));
    assert_string_equal(number, "C");
    assert_false(rule_number_in("rules/classical.md says it", number));
    assert_string_equal(number, "");
    assert_false(rule_number_in("see rules/x.md 1.2.3.4.5.6.7.8.9", number)); /* no such number */
    assert_false(rule_number_in("", number));
    rule_number_brief("no (rules/turning.md 6.5), nor (rules/classical.md C)", text, sizeof text);
    assert_string_equal(text, "no (rule 6.5), nor (appendix C)");
    rule_number_brief("the rules/ are in rules/README and rules/x.md", text, sizeof text);
    assert_string_equal(text, "the rules/ are in rules/README and rules/x.md");
    rule_number_brief("(rules/turning.md 6.5)", text, 6);
    assert_string_equal(text, "(rule"); /* cut, but ended */
}

static void sections_begin_with_their_numbers(void **state)
{
    static const struct {
        const char *line, *number;
        bool begins;
    } rows[] = {
        {"6.5 Castling is as in chess", "6.5", true},
        {"  6.5 Castling", "6.5", true},
        {"6.51 Castling", "6.5", false},
        {"6. A ply", "6", true},
        {"6 . . . .", "6", false}, /* a rank of a board */
        {"16. A ply", "6", false},
        {"2. The board, 7. the set-up", "2", true},
        {"2. The board, 7. the set-up", "7", true},
        {"2. The board, 7 the set-up", "7", false},
        {"The board, 7. the set-up", "7", false}, /* no heading */
        {"", "7", false},
    };
    char number[RULE_NUMBER_ROOM] = "6.5.1";
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rule_number_begins(rows[i].line, rows[i].number) != rows[i].begins)
            fail_msg("'%s' %s section %s", rows[i].line, rows[i].begins ? "begins" : "is no",
                     rows[i].number);
    assert_true(rule_number_up(number));
    assert_string_equal(number, "6.5");
    assert_true(rule_number_up(number));
    assert_string_equal(number, "6");
    assert_false(rule_number_up(number));
    assert_string_equal(number, "6");
}

/* ---------------------------------------------------------------- rules */

static void the_kinds_of_a_variant_come_in_order(void **state)
{
    struct position start;
    int kinds[KINDS_MAX], own = -1;
    char size[20];
    (void)state;
    /* turnover has six kinds, and begins with Castles only (rules/turnover.md 3, 7) */
    struct ruleset *rules = open_position("turnover", NULL, &start);
    assert_int_equal(rules_kinds(&start, kinds, &own), 6);
    assert_int_equal(own, 6);
    rules_board_size(rules, size, sizeof size);
    assert_string_equal(size, "8x8");
    ruleset_free(rules);
    /* the armies of Turning Chess: King, Pawn, Queen, Rook, Bishop, Knight, then all others */
    rules = open_position("turning-chess", NULL, &start);
    int n = rules_kinds(&start, kinds, &own);
    assert_int_equal(own, 6);
    assert_true(n > own);
    bool met[KINDS_MAX] = {false};
    for (int i = 0; i < n; i++) {
        assert_false(met[kinds[i]]);
        met[kinds[i]] = true;
        assert_int_equal(strchr("KPQRBN", rules->kinds[kinds[i]].letter) != NULL, i < own);
    }
    ruleset_free(rules);
    /* a custom board: those on it */
    rules = open_position("custom:size=9;ranks=R...K..N.", NULL, &start);
    assert_int_equal(rules_kinds(&start, kinds, &own), 3);
    assert_int_equal(own, 3);
    rules_board_size(rules, size, sizeof size);
    assert_string_equal(size, "9x9");
    ruleset_free(rules);
}

static void picture(const struct position *position, FILE *out)
{
    fprintf(out, "<%s>\n", position->rules->id);
}

/* What rules_print() prints, to be freed. */
static char *printed_rules(const char *variant, bool pictured)
{
    struct position start;
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    struct ruleset *rules = open_position(variant, NULL, &start);
    assert_non_null(out);
    rules_print(&start, pictured ? picture : NULL, out);
    fclose(out);
    ruleset_free(rules);
    return text;
}

static void rules_are_printed_whole(void **state)
{
    (void)state;
    setenv("CHESSCADE_DATA", source_file(""), 1);
    char *text = printed_rules("turning-chess", true);
    assert_ptr_equal(strstr(text, "Turning Chess"), text);
    const char *at = text;
    static const char *const parts[] = {"board 8x8, 2 sides\n",
                                        "<turning-chess>\n",
                                        "\nPieces\n\n",
                                        "  K  King (royal)",
                                        "\n" RULES_OTHER_KINDS "\n\n",
                                        "\nOptions (--option NAME=VALUE, the default first)\n\n",
                                        "  halfling = ",
                                        "## 7. The end"};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (!(at = strstr(at, parts[i])))
            fail_msg("'%s' is not printed, or not in its place", parts[i]);
    /* what is broken into lines fits a terminal */
    for (char *line = text, *end; line < strstr(text, "\n# "); line = end + 1) {
        end = strchr(line, '\n');
        if (strncmp(line, "     ", 5) == 0)
            assert_true(end - line <= 79);
    }
    free(text);
    text = printed_rules("turnover", false);
    assert_null(strstr(text, "<turnover>"));
    assert_null(strstr(text, RULES_OTHER_KINDS));
    assert_non_null(strstr(text, "## 10. Position text"));
    free(text);
}

/* Without UTF-8 the signs of the text that are not ASCII become question marks; without the file
 * the rest is printed. */
static void rules_without_their_text_are_printed(void **state)
{
    char folder[256], path[400];
    (void)state;
    assert_true(make_folder(folder, "describe"));
    setenv("CHESSCADE_DATA", folder, 1);
    struct ruleset *rules = open_variant("turnover");
    assert_null(rules_open_text(rules));
    char *text = printed_rules("turnover", false);
    assert_non_null(strstr(text, "\nPieces\n"));
    assert_null(strstr(text, "## "));
    free(text);
    snprintf(path, sizeof path, "%s/docs", folder);
    assert_int_equal(mkdir(path, 0700), 0);
    snprintf(path, sizeof path, "%s/docs/rules", folder);
    assert_int_equal(mkdir(path, 0700), 0);
    snprintf(path, sizeof path, "%s/docs/rules/turnover.md", folder);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs("Mla\xc4\x8d"
          "ak\n",
          file);
    fclose(file);
    text = printed_rules("turnover", false);
    assert_non_null(strstr(text, "\nMla?ak\n")); /* the locale here is C */
    free(text);
    file = rules_open_text(rules);
    assert_non_null(file);
    fclose(file);
    ruleset_free(rules);
    remove_folder(folder);
}

static void players_are_joined_for_headings_and_aloud(void **state)
{
    static const char *const two[] = {"Ana", "Ivo"}, *const three[] = {"Ana", NULL, "Cle"},
                             *const unknown[] = {"?", ""};
    char text[100];
    (void)state;
    words_players(two, 2, false, NULL, text, sizeof text);
    assert_string_equal(text, "Ana - Ivo");
    words_players(two, 2, true, NULL, text, sizeof text);
    assert_string_equal(text, "Ana against Ivo");
    words_players(three, 3, true, "somebody", text, sizeof text);
    assert_string_equal(text, "Ana, somebody and Cle");
    words_players(unknown, 2, false, NULL, text, sizeof text);
    assert_string_equal(text, "White - Black");
    words_players(unknown, 0, false, NULL, text, sizeof text);
    assert_string_equal(text, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_piece_is_named_with_its_owner),
        cmocka_unit_test(what_is_on_a_cell_is_spelled_out),
        cmocka_unit_test(empty_cells_are_described_by_colour_or_neighbours),
        cmocka_unit_test(directions_are_named_clockwise_or_by_their_angle),
        cmocka_unit_test(ranks_and_files_are_read_out),
        cmocka_unit_test(choices_are_commands),
        cmocka_unit_test(plies_are_told_member_by_member),
        cmocka_unit_test(the_state_of_a_game_is_a_sentence),
        cmocka_unit_test(of_three_some_are_out),
        cmocka_unit_test(a_winner_is_alone),
        cmocka_unit_test(results_are_recorded_and_forgotten),
        cmocka_unit_test(who_left_last_gives_the_reason),
        cmocka_unit_test(judgements_have_signs_and_words),
        cmocka_unit_test(cited_rules_are_found),
        cmocka_unit_test(sections_begin_with_their_numbers),
        cmocka_unit_test(the_kinds_of_a_variant_come_in_order),
        cmocka_unit_test(rules_are_printed_whole),
        cmocka_unit_test(rules_without_their_text_are_printed),
        cmocka_unit_test(players_are_joined_for_headings_and_aloud),
    };
    setenv("LC_ALL", "C", 1); /* rules_print() writes ASCII */
    return cmocka_run_group_tests(tests, NULL, NULL);
}
