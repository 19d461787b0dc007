/* test_turnover.c - Turnover Chess: every moving piece against every target, worked examples, the
 * stages of a draft, and refusals. The tables and examples are those of the rules text
 * (rules/turnover.md). */
#include "tests/support/positions.h"

#include "core/draft.h"
#include "core/game.h"
#include "core/position_text.h"
#include "core/presentation.h"
#include "core/enumerate.h"

enum { TEXT_ROOM = 512 };

static const struct setting full = {"dismount", "full"};

/* ---- appendix A */

/* Files and ranks forward from the moving piece to the target, and what happens to T F W C S K
 * there. */
struct row {
    char mover;
    int file, rank;
    const char *enemy[6], *own[6];
};

static const struct row appendix[] = {
    {'T', 0, 2, {"x", "^C", "x", "x", "^K", "x"}, {"-", "&C", "-", "-", "&K", "-"}},
    {'T', -3, 0, {"x", "^C", "x", "x", "^K", "x"}, {"-", "&C", "-", "-", "&K", "-"}},
    {'F', 2, -2, {"^C", "x", "^S", "x", "x", "x"}, {"&C", "-", "&S", "-", "-", "-"}},
    {'C', 0, -3, {"^C", "x", "^S", "x", "x", "x"}, {"&C", "-", "&S", "-", "-", "-"}},
    {'C', 2, 2, {"^C", "x", "^S", "x", "x", "x"}, {"&C", "-", "&S", "-", "-", "-"}},
    {'S', 1, 2, {"x", "^S", "x", "^K", "x", "x"}, {"-", "&S", "-", "&K", "-", "-"}},
    {'S', -2, -1, {"x", "^S", "x", "^K", "x", "x"}, {"-", "&S", "-", "&K", "-", "-"}},
    {'W', 0, 1, {"-", "^S", "-", "^K", "-", "-"}, {"-", "&S", "-", "&K", "-", "-"}},
    {'W', 1, 1, {"x", "^S", "x", "^K", "x", "x"}, {"-", "&S", "-", "&K", "-", "-"}},
    {'W', -1, 1, {"x", "^S", "x", "^K", "x", "x"}, {"-", "&S", "-", "&K", "-", "-"}},
    {'K', 0, 1, {"x*", "^S", "x*", "^K", "x*", "x*"}, {"-", "&S", "-", "&K", "-", "-"}},
    {'K', 1, 1, {"x*", "^S", "x*", "^K", "x*", "x*"}, {"-", "&S", "-", "&K", "-", "-"}},
    {'K', 1, 0, {"x*", "^S", "x*", "^K", "x*", "x*"}, {"-", "&S", "-", "&K", "-", "-"}},
    {'K', -1, -1, {"x*", "^S", "x*", "^K", "x*", "x*"}, {"-", "&S", "-", "&K", "-", "-"}},
    {'K', 0, -1, {"x*", "^S", "x*", "^K", "x*", "x*"}, {"-", "&S", "-", "&K", "-", "-"}},
    {'K', 0, 2, {"-", "^S", "-", "^K", "-", "-"}, {"-", "&S", "-", "&K", "-", "-"}},
};

/* The letter of the ring that travels, and of what stays. */
static char travels(char mover)
{
    return strchr("TFW", mover) ? mover : mover == 'C' ? 'F' : 'W';
}

static char stays(char mover)
{
    return mover == 'C' ? 'T' : mover == 'S' ? 'F' : mover == 'K' ? 'C' : '\0';
}

static struct piece piece_of(const struct ruleset *rules, char letter, int side)
{
    return letter ? (struct piece){(uint8_t)ruleset_kind(rules, letter), (uint8_t)side, 0, 0}
                  : (struct piece){0};
}

static void check_cell(const struct ruleset *rules, const struct row *row, int side, bool enemy,
                       int target)
{
    static const char letters[] = "TFWCSK";
    int forward = side == WHITE ? 1 : -1, other = enemy ? !side : side;
    const char *what = (enemy ? row->enemy : row->own)[target];
    bool whole = strchr(what, '*') != NULL;
    struct position position, after;
    struct ply ply = {0};
    struct note why;
    char coordinates[8], text[TEXT_ROOM], wanted[TEXT_ROOM];
    position_clear(&position, rules);
    position.side = (uint8_t)side;
    cell_t from = board_at(rules->board, 3, side == WHITE ? 3 : 4);
    cell_t to =
        board_at(rules->board, 3 + row->file, (side == WHITE ? 3 : 4) + forward * row->rank);
    position.at[board_at(rules->board, 7, 0)] = piece_of(rules, 'K', WHITE);
    position.at[board_at(rules->board, 7, 7)] = piece_of(rules, 'K', BLACK);
    position.at[from] = piece_of(rules, row->mover, side);
    position.at[to] = piece_of(rules, letters[target], other);
    snprintf(coordinates, sizeof coordinates, "%s%s", board_name(rules->board, from),
             board_name(rules->board, to));
    int result = rules->rules->parse(&position, coordinates, &ply, &why);
    if (*what == '-') {
        assert_int_equal(result, FAIL_RULE);
        assert_non_null(strstr(why.text, "(rules/turnover.md "));
        return;
    }
    if (result < 0)
        fail_msg("%c to %c: %s", row->mover, letters[target], why.text);
    snprintf(wanted, sizeof wanted, "%c%s-%s%s%c%c", row->mover, board_name(rules->board, from),
             board_name(rules->board, to), row->mover == 'K' && !whole ? "/W" : "", *what,
             letters[target]);
    rules->rules->format(&position, &ply, FORM_LONG, text, sizeof text);
    assert_string_equal(text, wanted);
    ply_play(&position, &ply, &after);
    struct piece stands =
        piece_of(rules, *what == 'x' ? (whole ? 'K' : travels(row->mover)) : what[1], side);
    struct piece left = piece_of(rules, whole ? '\0' : stays(row->mover), side);
    assert_memory_equal(&after.at[to], &stands, sizeof stands);
    assert_memory_equal(&after.at[from], &left, sizeof left);
    assert_int_equal(after.halfmove, *what == '&' ? 1 : 0);
    ply_free(&ply);
}

static void every_piece_moves_onto_every_target(void **state)
{
    struct ruleset *rules = open_variant("turnover");
    (void)state;
    for (size_t r = 0; r < sizeof appendix / sizeof *appendix; r++)
        for (int side = WHITE; side <= BLACK; side++)
            for (int target = 0; target < 6; target++) {
                check_cell(rules, &appendix[r], side, true, target);
                check_cell(rules, &appendix[r], side, false, target);
            }
    ruleset_free(rules);
}

/* ---- worked examples, section 13 */

struct worked {
    const char *position, *option, *value, *status, *plies;
};

static const struct worked examples[] = {
    {"k1k1k1k1/1k1k1k1k/8/8/8/8/1K1K1K1K/K1K1K1K1 w - - 0 1", NULL, NULL, "playing",
     "Ka1-a2 Ka1-a3/W Ka1-b1 Kb2-a2 Kb2-a3 Kb2-b1 Kb2-b3 Kb2-b4/W Kb2-c2 Kb2-c3 Kc1-b1 Kc1-c2 Kc1-c3/W "
     "Kc1-d1 Kd2-c2 Kd2-c3 Kd2-d1 Kd2-d3 Kd2-d4/W Kd2-e2 Kd2-e3 Ke1-d1 Ke1-e2 Ke1-e3/W Ke1-f1 Kf2-e2 "
     "Kf2-e3 Kf2-f1 Kf2-f3 Kf2-f4/W Kf2-g2 Kf2-g3 Kg1-f1 Kg1-g2 Kg1-g3/W Kg1-h1 Kh2-g2 Kh2-g3 Kh2-h1 "
     "Kh2-h3 Kh2-h4/W"},
    {"8/8/2t1w3/2sKk3/2f1c3/8/8/8 w - - 0 1", NULL, NULL, "check",
     "Kd5-c4/W^F Kd5-c5xS Kd5-c6xT Kd5-d4 Kd5-d6 Kd5-d7/W Kd5-e4/W^C Kd5-e5xK Kd5-e6xW"},
    {"k7/8/8/8/8/2f1t3/3W4/K7 w - - 0 1", NULL, NULL, "check",
     "Ka1-a2 Ka1-a3/W Ka1-b1 Ka1-b2 Wd2-c3^F Wd2-d3 Wd2-e3xT"},
    {"k7/8/8/8/8/3t4/3W4/K7 w - - 0 1", NULL, NULL, "playing", "Ka1-a2 Ka1-a3/W Ka1-b1 Ka1-b2"},
    {"1c1c1ft1/W2W1W1W/8/8/8/7k/8/K7 w - - 0 1", NULL, NULL, "playing",
     "Ka1-a2 Ka1-a3/W Ka1-b1 Ka1-b2 Wa7-a8=C Wa7-b8^C Wd7-d8^C Wf7-f8^F Wf7-g8xT=C Wh7-g8xT=C Wh7-h8=C"},
    {"1c1c1ft1/W2W1W1W/8/8/8/7k/8/K7 w - - 0 1", "promotion", "castle", "playing",
     "Ka1-a2 Ka1-a3/W Ka1-b1 Ka1-b2 Wa7-a8=C Wa7-b8^C=C Wd7-d8^C=C Wf7-f8^F Wf7-g8xT=C Wh7-g8xT=C Wh7-h8=C"},
    {"k7/3s4/8/8/1w1T2f1/8/3W4/7K w - - 0 1", NULL, NULL, "playing",
     "Kh1-g1 Kh1-g2 Kh1-h2 Kh1-h3/W Td4-b4xW Td4-c4 Td4-d3 Td4-d5 Td4-d6 Td4-d7^S Td4-e4 Td4-f4 Td4-g4^F "
     "Wd2-d3"},
    {"k7/8/8/8/2S5/8/1C6/7K w - - 0 1", NULL, NULL, "playing",
     "Cb2-a1 Cb2-a2 Cb2-a3 Cb2-b1 Cb2-b3 Cb2-b4 Cb2-b5 Cb2-b6 Cb2-b7 Cb2-b8 Cb2-c1 Cb2-c2 Cb2-c3 Cb2-d2 "
     "Cb2-d4 Cb2-e2 Cb2-e5 Cb2-f2 Cb2-f6 Cb2-g2 Cb2-g7 Cb2-h2 Cb2-h8 Kh1-g1 Kh1-g2 Kh1-h2 Kh1-h3/W Sc4-a3 "
     "Sc4-a5 Sc4-b2&C Sc4-b6 Sc4-d2 Sc4-d6 Sc4-e3 Sc4-e5"},
    {"8/4TT2/6k1/6F1/6W1/8/8/K7 b - - 0 1", NULL, NULL, "playing (siege)",
     "Kg6-f5 Kg6-f6 Kg6-f7xT Kg6-g5/W^F Kg6-g7 Kg6-h5 Kg6-h6 Kg6-h7"},
    {"8/4TT2/6k1/6F1/6W1/8/8/K7 b - - 0 1", "siege", "lose", "white-wins (siege)", ""},
    {"7k/8/8/8/8/8/7t/K6t w - - 0 1", "siege", "lose", "black-wins (checkmate)", ""},
    {"KTTTTTTT/WWWWWWWW/8/8/8/3t4/4k3/8 w - - 0 1", NULL, NULL, "black-wins (no moves)", ""},
    {"k7/8/8/2t1w3/3K4/8/8/7K w - - 0 1", "dismount", "full", "playing",
     "Kd4-c3 Kd4-c4 Kd4-c5/WxT Kd4-c5xT Kd4-d3 Kd4-d5 Kd4-d5/W Kd4-d6/W Kd4-e3 Kd4-e4 Kd4-e5/WxW Kd4-e5xW "
     "Kh1-g1 Kh1-g2 Kh1-h2 Kh1-h2/W Kh1-h3/W"},
    /* 8.1: a player without a Castle has lost, whoever's turn it is. */
    {"k7/8/8/8/8/8/8/T7 w - - 0 1", NULL, NULL, "black-wins (no castles)", ""},
    {"t7/8/8/8/8/8/8/K7 b - - 0 1", NULL, NULL, "white-wins (no castles)", ""},
    /* 8.2: two Castles are not in check; a Wall straight ahead gives no check. */
    {"k7/8/8/8/8/8/7k/K6K w - - 0 1", NULL, NULL, "playing",
     "Ka1-a2 Ka1-a3/W Ka1-b1 Ka1-b2 Kh1-g1 Kh1-g2 Kh1-h2xK"},
    {"k7/8/8/8/3w4/3K4/8/8 w - - 0 1", NULL, NULL, "playing",
     "Kd3-c2 Kd3-c3 Kd3-c4 Kd3-d2 Kd3-d4xW Kd3-e2 Kd3-e3 Kd3-e4"},
};

static void check_example(const struct worked *example)
{
    struct ruleset *rules = open_variant_with(
        "turnover", &(struct setting){example->option, example->value}, example->option != NULL);
    struct position position;
    struct verdict verdict = {0};
    struct context context = {.limits = LIMITS_DEFAULT, .game = true, .times = 1};
    char **texts, status[64], all[2 * TEXT_ROOM] = "";
    size_t used = 0;
    read_position(rules, example->position, &position);
    rules->rules->judge(&position, &context, &verdict);
    verdict_text(&verdict, status, sizeof status);
    assert_string_equal(status, example->status);
    int n = search_texts(&position, &context.limits, false, &texts);
    for (int i = 0; i < n; i++) {
        text_add(all, sizeof all, &used, "%s%s", i ? " " : "", texts[i]);
        free(texts[i]);
    }
    free(texts);
    assert_string_equal(all, example->plies);
    ruleset_free(rules);
}

static void worked_examples_of_section_13_hold(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++)
        check_example(&examples[i]);
}

/* ---- notation */

static void long_short_and_coordinates_agree(void **state)
{
    static const struct {
        const char *position, *written, *wanted, *text_short;
    } plies[] = {
        /* The table of 9.5, each with the pieces it needs. */
        {"7k/8/8/8/8/8/8/K7 w - - 0 1", "a1b1", "Ka1-b1", "Kb1"},
        {"7k/8/8/8/8/8/1k6/K7 w - - 0 1", "Kxb2", "Ka1-b2xK", "Kxb2"},
        {"7k/8/8/8/8/8/3K4/K7 w - - 0 1", "Kd4/W", "Kd2-d4/W", "Kd4/W"},
        {"7k/8/8/8/8/4f3/3K4/K7 w - - 0 1", "d2e3", "Kd2-e3/W^F", "K^e3/W"},
        {"7k/8/8/8/8/8/2CK4/K7 w - - 0 1", "K&c2/W", "Kd2-c2/W&C", "K&c2/W"},
        {"8/8/3K4/7k/8/8/8/K7 w - - 0 1", "d6d8", "Kd6-d8/W=C", "Kd8/W=C"},
        {"4t3/3W4/8/8/7k/8/8/K7 w - - 0 1", "xe8=C", "Wd7-e8xT=C", "Wxe8=C"},
        {"3f4/3W4/8/8/7k/8/8/K7 w - - 0 1", "d7d8", "Wd7-d8^F", "W^d8"},
        {"3k4/8/4S3/8/8/6k1/8/K7 w - - 0 1", "Sxd8=C", "Se6-d8xK=C", "Sxd8=C"},
        {"7k/3s4/8/8/8/8/8/K2T4 w - - 0 1", "T^d7", "Td1-d7^S", "T^d7"},
        {"k7/8/8/8/3C4/8/8/7K w - - 0 1", "Cd4g7", "Cd4-g7", "Cg7"},
        /* Disambiguation by file, rank and square; and the end signs. */
        {"4k3/8/8/8/8/8/8/K2T3T w - - 0 1", "Tdf1", "Td1-f1", "Tdf1"},
        {"4k3/8/3T4/8/8/8/8/K2T4 w - - 0 1", "T1d3", "Td1-d3", "T1d3"},
        {"7k/8/8/3C1C2/8/3C4/8/K7 w - - 0 1", "Cd5f3", "Cd5-f3", "Cd5f3"},
        {"7k/8/8/8/8/8/8/K2T4 w - - 0 1", "Th1+", "Td1-h1", "Th1+"},
        {"7k/8/8/8/8/8/8/K6T w - - 0 1", "Txh8#", "Th1-h8xK", "Txh8#"},
        {"7k/8/8/8/8/8/8/K6T w - - 0 1", "h1h8", "Th1-h8xK", "Txh8#"},
        /* Losing your own last Castle wins nothing. */
        {"7k/8/8/8/8/8/8/K6T w - - 0 1", "a1a3", "Ka1-a3/W", "Ka3/W"},
    };
    struct ruleset *rules = open_variant("turnover");
    (void)state;
    for (size_t i = 0; i < sizeof plies / sizeof *plies; i++) {
        const char *const writings[] = {plies[i].written, plies[i].wanted, plies[i].text_short};
        struct position position;
        read_position(rules, plies[i].position, &position);
        for (int w = 0; w < 3; w++) {
            struct ply ply = {0};
            struct note why;
            char text[TEXT_ROOM];
            if (rules->rules->parse(&position, writings[w], &ply, &why) < 0)
                fail_msg("%s: %s", writings[w], why.text);
            rules->rules->format(&position, &ply, FORM_LONG, text, sizeof text);
            assert_string_equal(text, plies[i].wanted);
            rules->rules->format(&position, &ply, FORM_SHORT, text, sizeof text);
            assert_string_equal(text, plies[i].text_short);
            ply_free(&ply);
        }
    }
    ruleset_free(rules);
}

/* If both the whole Castle and its Wall can make the step, bare coordinates mean the whole Castle:
 * 9.3. */
static void bare_coordinates_mean_the_whole_castle(void **state)
{
    struct ruleset *rules = open_variant_with("turnover", &full, 1);
    struct position position;
    struct ply ply = {0};
    char text[TEXT_ROOM];
    (void)state;
    read_position(rules, "k7/8/8/2t5/3K4/8/8/7K w - - 0 1", &position);
    static const char *const pairs[][2] = {
        {"d4d5", "Kd4-d5"},       {"d4d5/W", "Kd4-d5/W"},   {"d4c5", "Kd4-c5xT"},
        {"d4c5/W", "Kd4-c5/WxT"}, {"Kxc5/W", "Kd4-c5/WxT"},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        assert_int_equal(rules->rules->parse(&position, pairs[i][0], &ply, NULL), 0);
        rules->rules->format(&position, &ply, FORM_LONG, text, sizeof text);
        assert_string_equal(text, pairs[i][1]);
    }
    ply_free(&ply);
    ruleset_free(rules);
}

/* Each refusal names the rule that it follows from. */
static void refusals_name_the_rule(void **state)
{
    static const struct {
        const char *position, *text, *rule;
    } refused[] = {
        {NULL, "Ka1-b2", "(rules/turnover.md 4)"},     /* your own Castle does not fit */
        {NULL, "Ka1-a2/W", "(rules/turnover.md 5.6)"}, /* the Wall cannot go one square */
        {NULL, "Ka1-a3", "(rules/turnover.md 9.1)"},   /* the mark is missing */
        {NULL, "Kb2-c4", "(rules/turnover.md 5.6)"},
        {NULL, "Ka8-a7", "(rules/turnover.md 1)"},
        {NULL, "Ta1-a2", "(rules/turnover.md 9.1)"},
        {NULL, "Kb1-a1", "(rules/turnover.md 9.1)"},
        {NULL, "Kb2-b3=C", "(rules/turnover.md 9.1)"},
        {NULL, "xyz", "(rules/turnover.md 9.4)"},
        {NULL, "Tb4xW",
         "in short form the sign stands before the square: Txb4 (rules/turnover.md 9.2)"},
        {NULL, "Kg4^F", "before the square: K^g4"},
        {NULL, "Kz9-a1", "there is no cell z9: this board has a1 to h8 (rules/turnover.md 2)"},
        {NULL, "", "(rules/turnover.md 9.4)"},
        {NULL, "K", "(rules/turnover.md 9.4)"},
        {NULL, "Kb1", "(rules/turnover.md 9.2)"}, /* three Castles reach b1 */
        {NULL, "Tb1", "(rules/turnover.md 9.2)"},
        {NULL, "Ke6", "(rules/turnover.md 5.6)"},
        {NULL, "a1a1", "(rules/turnover.md 5)"},
        {NULL, "Kb2-b3\x1b[31m", "(rules/turnover.md 9.4)"},
        {"k7/8/8/3t4/3W4/8/8/7K w - - 0 1", "Wd4-d5xT", "(rules/turnover.md 5.5)"},
        {"k7/8/8/3t4/3W4/8/8/7K w - - 0 1", "Wd4-e5", "(rules/turnover.md 5.5)"},
        {"k7/8/8/3t4/3W4/8/8/7K w - - 0 1", "Wd4-d6", "(rules/turnover.md 5.5)"},
        {"k7/8/8/3T4/8/3f4/8/7K w - - 0 1", "Td5-d2", "(rules/turnover.md 5.1)"},
        {"k7/8/8/3T4/8/3f4/8/7K w - - 0 1", "Td5-e6", "(rules/turnover.md 5.1)"},
        {"k7/8/8/3T4/8/3f4/8/7K w - - 0 1", "Td5-d3xF", "(rules/turnover.md 9.1)"},
        {"k7/8/8/3T4/8/3f4/8/7K w - - 0 1", "Td3", "(rules/turnover.md 9.2)"},
        {"k7/8/8/3T4/8/3f4/8/7K w - - 0 1", "Td5-d6/W", "(rules/turnover.md 9.1)"},
        {"k7/8/3t4/8/3K4/8/8/8 w - - 0 1", "Kd4-d6/WxT", "(rules/turnover.md 5.6)"},
        {"k7/8/8/3T4/3K4/8/8/8 w - - 0 1", "d4d6", "(rules/turnover.md 5.6)"},
        {"k7/8/8/8/8/8/8/T7 w - - 0 1", "Ta1-a2", "(rules/turnover.md 8)"},
        /* the same reason for each Castle that could be meant */
        {NULL, "Kd2",
         "d2 holds White's own Castle, which a Wall does not fit (rules/turnover.md 4)"},
        {NULL, "e4",
         "White has no Wall: only a Wall is written without its letter (rules/turnover.md 9.2)"},
        {"k7/8/8/3T4/8/3f4/8/7K w - - 0 1", "Tad1",
         "White has no Tower there (rules/turnover.md 9.2)"},
        {"k7/8/8/3T4/8/3f4/8/7K w - - 0 1", "Td5-d1",
         "the Fort on d3 stands in the way from d5 to d1 (rules/turnover.md 5.1)"},
        {NULL, "--", "you cannot pass"},
        {NULL, "O-O", "there is no castling"},
    };
    struct ruleset *rules = open_variant("turnover");
    (void)state;
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        struct position position;
        struct ply ply = {0};
        struct note why = {"", 0};
        rules->rules->setup(rules, &position);
        if (refused[i].position)
            read_position(rules, refused[i].position, &position);
        assert_true(rules->rules->parse(&position, refused[i].text, &ply, &why) < 0);
        assert_int_equal(ply.n, 0);
        if (!strstr(why.text, refused[i].rule) || strpbrk(why.text, "\x1b\n"))
            fail_msg("'%s' is refused as: %s", refused[i].text, why.text);
        ply_free(&ply);
    }
    ruleset_free(rules);
}

/* If a Wall can dismount in three ways, the refusal must not speak of one. */
static void refusals_count_the_ways_to_dismount(void **state)
{
    struct ruleset *rules = open_game("turnover dismount=full");
    struct position position;
    struct ply ply = {0};
    struct note why = {"", 0};
    (void)state;
    read_position(rules, "k7/8/8/2t1w3/3K4/8/8/7K w - - 0 1", &position);
    assert_true(rules->rules->parse(&position, "Kd4-e4/W", &ply, &why) < 0);
    assert_non_null(strstr(
        why.text,
        "turns over a Fort or a Citadel one square away, moves straight ahead or captures diagonally ahead"));
    ruleset_free(rules);
}

/* Damaged texts of legal plies: each is read as a ply whose long form reads back as itself, or
 * refused with a sentence and a rule. */
static void any_text_is_accepted_or_refused_with_a_rule(void **state)
{
    static const char letters[] = "TFWCSKabcdefgh12345678-/x^&=+# ~\xc3";
    struct ruleset *rules = open_variant_with("turnover", &full, 1);
    struct limits limits = LIMITS_DEFAULT;
    struct position position;
    uint32_t seed = 1;
    char **plies;
    int read = 0, refused = 0;
    (void)state;
    read_position(rules, "1c1k1ft1/W2WTWSW/2f5/C2T1F2/3K1c2/2W1s3/1w1F1T2/K1K2C1k w - - 0 1",
                  &position);
    int n = search_texts(&position, &limits, false, &plies);
    for (int i = 0; i < 50000; i++) {
        char text[TEXT_ROOM], longer[TEXT_ROOM], again[TEXT_ROOM];
        struct ply ply = {0};
        struct note why = {"", 0};
        snprintf(text, sizeof text, "%s", plies[i % n]);
        for (int damage = 1 + i % 3; damage > 0; damage--) {
            seed = seed * 1664525u + 1013904223u;
            size_t length = strlen(text), at = (seed >> 16) % (length + 1);
            if (seed >> 31 && at < length)
                memmove(text + at, text + at + 1, length - at);
            else if (at < length)
                text[at] = letters[(seed >> 8) % (sizeof letters - 1)];
        }
        if (rules->rules->parse(&position, text, &ply, &why) < 0) {
            refused += strstr(why.text, "(rules/turnover.md ") != NULL;
        } else {
            rules->rules->format(&position, &ply, FORM_LONG, longer, sizeof longer);
            assert_int_equal(rules->rules->parse(&position, longer, &ply, &why), 0);
            rules->rules->format(&position, &ply, FORM_LONG, again, sizeof again);
            assert_string_equal(longer, again);
            read++;
        }
        ply_free(&ply);
    }
    assert_int_equal(read + refused, 50000);
    assert_true(read > 1000);
    for (int i = 0; i < n; i++)
        free(plies[i]);
    free(plies);
    ruleset_free(rules);
}

static void bad_positions_are_refused(void **state)
{
    static const char *const texts[] = {"",
                                        "8/8/8/8/8/8/8/8 w - - 0 1",
                                        "k7/8/8/8/8/8/8/K7 w - - 0",
                                        "k7/8/8/8/8/8/8/K7 w - - 0 1 0",
                                        "k7/8/8/8/8/8/K7 w - - 0 1",
                                        "k7/8/8/8/8/8/8/8/K7 w - - 0 1",
                                        "k8/8/8/8/8/8/8/K7 w - - 0 1",
                                        "k6/8/8/8/8/8/8/K7 w - - 0 1",
                                        "q7/8/8/8/8/8/8/K7 w - - 0 1",
                                        "k7/8/8/8/8/8/8/K7 r - - 0 1",
                                        "k7/8/8/8/8/8/8/K7 w K - 0 1",
                                        "k7/8/8/8/8/8/8/K7 w - e3 0 1",
                                        "k7/8/8/8/8/8/8/K7 w - - -1 1",
                                        "k7/8/8/8/8/8/8/K7 w - - 0 0",
                                        "k7/8/8/8/8/8/8/K7 w - - x 1",
                                        "k7/8/8/8/8/8/8/K(n)7 w - - 0 1",
                                        "k7/8/8/8/8/8/8/K7[T] w - - 0 1",
                                        "0k7/8/8/8/8/8/8/K7 w - - 0 1"};
    struct ruleset *rules = open_variant("turnover");
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct position position;
        struct note why = {"", 0};
        if (rules->rules->read(rules, texts[i], &position, &why) >= 0)
            fail_msg("'%s' is accepted", texts[i]);
        assert_true(why.text[0] != '\0');
    }
    ruleset_free(rules);
}

/* ---- drafts */

/* The stages of 9.7, one action each: the board shows what stays and what is held. */
static void a_draft_goes_through_the_stages(void **state)
{
    struct ruleset *rules = open_variant("turnover");
    struct position position;
    struct draft draft = {0};
    struct note why;
    (void)state;
    read_position(rules, "8/8/3K4/7k/8/8/8/K7 w - - 5 9", &position);
    cell_t d6 = board_at(rules->board, 3, 5), d8 = board_at(rules->board, 3, 7),
           d7 = board_at(rules->board, 3, 6);
    int castle = ruleset_kind(rules, 'K'), wall = ruleset_kind(rules, 'W'),
        citadel = ruleset_kind(rules, 'C');
    struct action pick = {ACTION_PICK, (uint8_t)castle, WHITE, 0, d6, d6},
                  split = {ACTION_SPLIT, 0, 0, 0, d6, d6};
    struct action go = {ACTION_GO, 0, 0, 0, d6, d8};
    struct action promote = {ACTION_PROMOTE, (uint8_t)citadel, WHITE, 0, CELL_NONE, d8};
    draft_begin(&draft, &position);
    assert_int_equal(draft_try(&draft, pick, &why), 0);
    assert_int_equal(draft.held.kind, castle);
    assert_int_equal(draft.now.at[d6].kind, KIND_NONE);
    assert_int_equal(draft_try(&draft, split, &why), 0);
    assert_int_equal(draft.held.kind, wall);
    assert_int_equal(draft.now.at[d6].kind, citadel);
    assert_int_equal(draft_try(&draft, (struct action){ACTION_GO, 0, 0, 0, d6, d7}, &why),
                     FAIL_RULE);
    cell_t path[8];
    assert_int_equal(action_path(&draft, &go, path, 8), 2);
    assert_int_equal(path[0], d7);
    assert_int_equal(path[1], d8);
    assert_int_equal(draft_try(&draft, go, &why), 0);
    assert_int_equal(draft.now.at[d8].kind, wall);
    assert_false(draft_may_end(&draft));
    assert_int_equal(draft_try(&draft, promote, &why), 0);
    assert_int_equal(draft_finish(&draft, &why), 0);
    assert_int_equal(draft.now.at[d8].kind, citadel);
    assert_int_equal(draft.now.halfmove, 6);
    draft_clear(&draft);
    /* Without SPLIT the Castle splits as it moves: this is the same ply. */
    struct ply direct = {0};
    struct position after;
    char text[TEXT_ROOM];
    ply_add(&direct, pick);
    ply_add(&direct, go);
    ply_add(&direct, promote);
    assert_int_equal(ply_try(&position, &direct, &after, &why), 0);
    rules->rules->format(&position, &direct, FORM_LONG, text, sizeof text);
    assert_string_equal(text, "Kd6-d8/W=C");
    assert_int_equal(after.at[d6].kind, citadel);
    ply_free(&direct);
    ruleset_free(rules);
}

/* For any cell that is not a choice, in any stage, there is a reason with a rule. */
static void every_refused_cell_has_a_reason_with_a_rule(void **state)
{
    struct ruleset *rules = open_variant("turnover");
    struct position position;
    struct draft draft = {0};
    struct actions picks = {0};
    (void)state;
    read_position(rules, "k2t3K/1W1w1S2/2f5/C2T1F2/1k3c2/2W1s3/1w1F1T2/K1K2C1k w - - 0 1",
                  &position);
    draft_begin(&draft, &position);
    draft_choices(&draft, &picks);
    for (int i = -1; i < picks.n; i++) {
        if (i >= 0)
            draft_take(&draft, picks.v[i]);
        for (cell_t c = 0; c < rules->board->cells; c++) {
            struct note why = {"", 0};
            rules->rules->why_not(&draft, c, &why);
            assert_non_null(strstr(why.text, "rules/turnover.md "));
        }
        draft_back(&draft, i >= 0);
    }
    actions_free(&picks);
    draft_clear(&draft);
    ruleset_free(rules);
}

/* ---- reach and description of a piece */

static int reach_count(const struct ruleset *rules, const char *text, int verb)
{
    struct position position;
    struct actions reach = {0};
    int count = 0;
    read_position(rules, text, &position);
    rules->rules->reach(&position, board_at(rules->board, 3, 3), &reach);
    for (int i = 0; i < reach.n; i++)
        count += reach.v[i].verb == verb;
    actions_free(&reach);
    return count;
}

/* From d4 on an empty board, counted by hand; the side to move does not matter. */
static void patterns_are_complete(void **state)
{
    static const struct {
        const char *position;
        int go, take;
    } patterns[] = {
        {"7k/8/8/8/3T4/8/8/K7 b - - 0 1", 14, 14},   {"6k1/8/8/8/3F4/8/8/1K6 b - - 0 1", 13, 13},
        {"6k1/8/8/8/3C4/8/8/1K6 b - - 0 1", 27, 27}, {"7k/8/8/8/3S4/8/8/K7 b - - 0 1", 8, 8},
        {"7k/8/8/8/3W4/8/8/K7 b - - 0 1", 1, 2},     {"7k/8/8/8/3K4/8/8/K7 b - - 0 1", 9, 8},
        {"7k/8/8/8/3w4/8/8/K7 w - - 0 1", 1, 2},     {"7k/8/8/8/3k4/8/8/K7 w - - 0 1", 9, 8},
    };
    struct ruleset *rules = open_variant("turnover");
    (void)state;
    for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++) {
        assert_int_equal(reach_count(rules, patterns[i].position, ACTION_GO), patterns[i].go);
        assert_int_equal(reach_count(rules, patterns[i].position, ACTION_TAKE), patterns[i].take);
    }
    ruleset_free(rules);
}

static void stacks_are_described(void **state)
{
    static const char *const words[] = {
        "", "", "", "Tower in Fort", "Fort in Wall", "Tower in Fort in Wall"};
    struct ruleset *rules = open_variant("turnover");
    struct position position;
    char text[TEXT_ROOM];
    (void)state;
    read_position(rules, "k7/8/8/8/8/8/8/TFWCSK2 w - - 0 1", &position);
    for (cell_t c = 0; c < 6; c++) {
        piece_describe(&position, c, text, sizeof text);
        assert_string_equal(text, words[c]);
    }
    ruleset_free(rules);
}

/* The description of the Castle follows the options. */
static void descriptions_follow_the_options(void **state)
{
    static const struct {
        const char *game, *says, *not ;
    } rows[] = {
        {"turnover", "dismounts two squares straight ahead", "(11)"},
        {"turnover dismount=full", "may also go one square ahead, or capture diagonally ahead (11)",
         "last row"},
        {"turnover promotion=castle", "on the mover's last row it becomes a Citadel (11)",
         "may also"},
        {"turnover promotion=castle dismount=full", "diagonally ahead (11). Made or brought", NULL},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct ruleset *rules = open_game(rows[i].game);
        const char *words = rules->kinds[ruleset_kind(rules, 'K')].moves;
        if (!strstr(words, rows[i].says) || (rows[i].not &&strstr(words, rows[i].not )))
            fail_msg("%s: %s", rows[i].game, words);
        ruleset_free(rules);
    }
}

/* The number in the rules text, by both generators. */
static void the_opening_has_as_many_plies_as_the_rules_say(void **state)
{
    struct ruleset *rules = open_variant("turnover");
    struct limits limits = LIMITS_DEFAULT;
    struct position position;
    (void)state;
    rules->rules->setup(rules, &position);
    assert_int_equal(search_perft(&position, 4, &limits, false), 2965589);
    assert_int_equal(search_perft(&position, 4, &limits, true), 2965589);
    assert_int_equal(search_perft_drafts(&position, 2, &limits), 1681);
    ruleset_free(rules);
    rules = open_variant_with("turnover", &full, 1);
    rules->rules->setup(rules, &position);
    assert_int_equal(search_perft(&position, 3, &limits, false), 119516);
    ruleset_free(rules);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_piece_moves_onto_every_target),
        cmocka_unit_test(worked_examples_of_section_13_hold),
        cmocka_unit_test(long_short_and_coordinates_agree),
        cmocka_unit_test(bare_coordinates_mean_the_whole_castle),
        cmocka_unit_test(refusals_name_the_rule),
        cmocka_unit_test(refusals_count_the_ways_to_dismount),
        cmocka_unit_test(any_text_is_accepted_or_refused_with_a_rule),
        cmocka_unit_test(bad_positions_are_refused),
        cmocka_unit_test(a_draft_goes_through_the_stages),
        cmocka_unit_test(every_refused_cell_has_a_reason_with_a_rule),
        cmocka_unit_test(patterns_are_complete),
        cmocka_unit_test(stacks_are_described),
        cmocka_unit_test(descriptions_follow_the_options),
        cmocka_unit_test(the_opening_has_as_many_plies_as_the_rules_say),
    };
    return cmocka_run_group_tests_name("turnover", tests, NULL, NULL);
}
