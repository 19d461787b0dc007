/* test_engine_net.c - the promises of net.h: a text is read and written back the same, values equal
 * those of a plain calculation whatever was evaluated before, colours may be exchanged, and a text
 * that is wrong or for something else is refused. */
#include "tests/support/positions.h"

#include "core/draft.h"
#include "core/engine/engine.h"
#include "core/engine/parts.h"

enum { TEXT_MOST = 1 << 23 };

static uint64_t random_state;

static int random_below(int n)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (int)((random_state >> 33) % (uint64_t)n);
}

static int random_near(int most)
{
    return random_below(2 * most + 1) - most;
}

/* A net of random numbers, as a text. */
static char *random_text(const struct ruleset *rules, uint64_t seed)
{
    struct net *net = net_new(adapter_choose(rules), rules);
    char *text = memory_new(TEXT_MOST, 1);
    assert_non_null(net);
    random_state = seed;
    net->scale = 1 + random_below(NET_SCALE_MOST);
    for (int i = 0; i < NET_WIDTH; i++)
        net->bias[i] = (int16_t)random_near(NET_ONE);
    for (int i = 0; i < net->inputs * NET_WIDTH; i++)
        net->row[i] = (int16_t)random_near(i % 7 ? 60 : net->most);
    for (int stage = 0; stage < NET_STAGES; stage++) {
        net->out_bias[stage] = random_near(99999);
        for (int i = 0; i < 2 * NET_WIDTH; i++)
            net->out[stage][i] = (int16_t)random_near(NET_OUT_MOST);
    }
    net_head(net, rules, text, TEXT_MOST);
    size_t used = strlen(text);
    assert_true(net_write(net, text + used, TEXT_MOST - used) < TEXT_MOST - 300);
    net_free(net);
    return text;
}

static const char *const variants[] = {"classical", "turnover", "triangle-corners-2",
                                       "odd-classical", "croatian-ties"};
enum { VARIANTS = sizeof variants / sizeof *variants };

static void a_text_is_written_back_the_same(void **state)
{
    (void)state;
    char *again = memory_new(TEXT_MOST, 1);
    for (int i = 0; i < VARIANTS; i++) {
        struct ruleset *rules = open_variant(variants[i]);
        char *text = random_text(rules, 7 + (uint64_t)i);
        struct evaluator evaluator;
        struct note why = {0};
        evaluator_make(&evaluator, rules, text, &why);
        assert_string_equal(why.text, "");
        assert_non_null(evaluator.net);
        net_head(evaluator.net, rules, again, TEXT_MOST);
        net_write(evaluator.net, again + strlen(again), TEXT_MOST - strlen(again));
        assert_string_equal(text, again);
        evaluator_free(&evaluator);
        free(text);
        ruleset_free(rules);
    }
    free(again);
}

/* ---- the value, calculated as docs/engine.md describes it */

static int64_t plain_value(const struct net *net, const struct ruleset *rules,
                           const struct search_man *men, int n, const cell_t royal[2], int side)
{
    const struct board *board = rules->board;
    int stage = n * NET_STAGES / (net->men + 1);
    int64_t total = 0;
    stage = stage < NET_STAGES ? stage : NET_STAGES - 1;
    for (int half = 0; half < 2; half++) {
        int view = half ? !side : side;
        for (int k = 0; k < NET_WIDTH; k++) {
            int64_t sum = net->bias[k];
            for (int i = 0; i < n; i++) {
                int cell = men[i].cell, other = men[i].side != view;
                int file = board->cell[cell].file, rank = board->cell[cell].rank;
                if (net->views == 1) {
                    if (royal[view] != CELL_NONE &&
                        board->cell[royal[view]].file < board->files / 2)
                        file = board->files - 1 - file;
                    cell = board_at(board, file, view == BLACK ? board->ranks - 1 - rank : rank);
                }
                int input = (other * net->pieces + men[i].piece) * net->cells + cell +
                            (net->views == 2 && view == BLACK ? net->inputs / 2 : 0);
                sum += net->row[input * NET_WIDTH + k];
            }
            sum = sum < 0 ? 0 : sum > NET_ONE ? NET_ONE : sum;
            total += sum * sum * net->out[stage][half * NET_WIDTH + k];
        }
    }
    return (total / NET_ONE + net->out_bias[stage]) * net->scale / (NET_ONE * NET_OUT_ONE);
}

static void a_value_does_not_depend_on_what_came_before(void **state)
{
    (void)state;
    for (int i = 0; i < VARIANTS; i++) {
        struct ruleset *rules = open_variant(variants[i]);
        char *text = random_text(rules, 70 + (uint64_t)i);
        struct evaluator evaluator;
        struct net_memory memory;
        struct search_man men[CELLS_MAX];
        cell_t royal[2] = {0, CELL_NONE};
        evaluator_make(&evaluator, rules, text, NULL);
        net_memory_make(&memory, evaluator.net);
        for (int round = 0; round < 60; round++) {
            /* Mostly a few changes; now and then another board. */
            static bool taken[CELLS_MAX];
            int n = 0, keep = round % 10 ? 9 : 2;
            struct search_man before[CELLS_MAX];
            int many = round ? evaluator.net->men - random_below(9) : evaluator.net->men;
            memset(taken, 0, sizeof taken);
            memcpy(before, men, sizeof men);
            while (n < many && n < evaluator.net->cells) {
                struct search_man man = {(cell_t)random_below(evaluator.net->cells),
                                         (uint16_t)random_below(evaluator.net->pieces),
                                         (uint8_t)random_below(2)};
                if (round && random_below(10) < keep)
                    man = before[n];
                if (taken[man.cell])
                    man.cell = (cell_t)random_below(evaluator.net->cells);
                if (taken[man.cell])
                    continue;
                taken[man.cell] = true;
                men[n++] = man;
            }
            int side = random_below(2);
            for (int seat = 0; seat < 2; seat++)
                if (!random_below(4))
                    royal[seat] =
                        (cell_t)(random_below(9) ? random_below(evaluator.net->cells) : CELL_NONE);
            assert_int_equal(net_value(evaluator.net, &memory, men, n, royal, side),
                             plain_value(evaluator.net, rules, men, n, royal, side));
            for (; n < CELLS_MAX; n++)
                men[n] = (struct search_man){0};
        }
        net_memory_free(&memory);
        evaluator_free(&evaluator);
        free(text);
        ruleset_free(rules);
    }
}

static void colours_can_be_exchanged(void **state)
{
    (void)state;
    static const char *const pairs[][2] = {
        {"r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w - - 0 1",
         "r3k2r/1ppq2p1/3p4/1p2p1pb/1P2Pp2/P1PP1P2/B4PK1/R1BQ2R1 b - - 0 1"},
        {"8/5k2/8/3R4/3P4/4K3/1n6/8 b - - 3 1", "8/1N6/4k3/3p4/3r4/8/5K2/8 w - - 3 1"}};
    struct ruleset *rules = open_variant("classical");
    struct engine *engine = engine_new(rules, 1, NULL, NULL);
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        int value[2];
        for (int k = 0; k < 2; k++) {
            struct position position;
            struct note why;
            assert_int_equal(rules->rules->read(rules, pairs[i][k], &position, &why), 0);
            engine_position(engine, &position, NULL, 0);
            value[k] = engine_evaluate(engine, NULL);
        }
        assert_int_equal(value[0], value[1]);
    }
    engine_free(engine);
    ruleset_free(rules);
}

/* ---- refusals */

static void is_refused(const struct ruleset *rules, const char *text, const char *because)
{
    struct evaluator evaluator;
    struct note why = {0};
    evaluator_make(&evaluator, rules, text, &why);
    assert_string_equal(why.text, because);
    assert_null(evaluator.net);
    evaluator_free(&evaluator);
}

/* `text` with the first `from` replaced by `to`. */
static char *changed(const char *text, const char *from, const char *to)
{
    const char *at = strstr(text, from);
    char *out = memory_new(strlen(text) + strlen(to) + 1, 1);
    assert_non_null(at);
    memcpy(out, text, (size_t)(at - text));
    strcpy(out + (at - text), to);
    strcat(out, at + strlen(from));
    return out;
}

static void a_wrong_text_is_refused(void **state)
{
    (void)state;
    static const struct {
        const char *from, *to, *because;
    } wrong[] = {
        {"net classical", "net odd-classical", "line 1 of the weights cannot be read"},
        {" width ", " width 1", "line 1 of the weights cannot be read"},
        {" scale ", " scale 0\n#", "line 1 of the weights cannot be read"},
        {"\nbias", "\nbias 1", "line 2 of the weights cannot be read"},
        {"\noutput 0", "\noutput 8", "line 3 of the weights cannot be read"},
        {"\noutput 1 ", "\noutput 1 x", "line 4 of the weights cannot be read"},
        {"\ninput 0 ", "\ninput 1024 ", "line 11 of the weights cannot be read"},
        {"\ninput 1 ", "\ninput -1 ", "line 12 of the weights cannot be read"},
        {"\ninput 2 ", "\ninput 2 9999999 ", "line 13 of the weights cannot be read"},
        {"\ninput 3 ", "\ninputs 3 ", "line 14 of the weights cannot be read"},
        {"net ", "bias 1\nnet ", "line 1 of the weights cannot be read"},
    };
    struct ruleset *rules = open_variant("classical");
    char *text = random_text(rules, 3);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char *bad = changed(text, wrong[i].from, wrong[i].to);
        is_refused(rules, bad, wrong[i].because);
        free(bad);
    }
    char *cut = changed(text, "\ninput 5 ", "\ninput 5 17");
    *(strstr(cut, "\ninput 5 17") + 11) = '\0';
    is_refused(rules, cut, "line 16 of the weights cannot be read");
    free(cut);
    struct ruleset *three = open_variant("triangle-corners-3");
    assert_null(net_new(adapter_choose(three), three));
    ruleset_free(three);
    free(text);
    ruleset_free(rules);
}

/* The sums of 64 men and the bias fit 16 bits: 65 * 504 is less than 32768. */
static void numbers_whose_sums_do_not_fit_are_refused(void **state)
{
    (void)state;
    struct ruleset *rules = open_variant("classical");
    char *text = memory_new(TEXT_MOST, 1);
    for (int number = 504; number <= 505; number++) {
        struct net *net = net_new(adapter_choose(rules), rules);
        assert_int_equal(net->most, 504);
        net->bias[0] = (int16_t)number;
        net_head(net, rules, text, TEXT_MOST);
        net_write(net, text + strlen(text), TEXT_MOST - strlen(text));
        struct evaluator evaluator;
        struct note why = {0};
        evaluator_make(&evaluator, rules, text, &why);
        assert_int_equal(evaluator.net != NULL, number == 504);
        assert_string_equal(why.text, number == 504 ? "" : "line 2 of the weights cannot be read");
        evaluator_free(&evaluator);
        net_free(net);
    }
    free(text);
    ruleset_free(rules);
}

/* The nets that are compiled in. */
static void the_nets_of_the_program_are_read(void **state)
{
    (void)state;
    static const char *const with[] = {"classical", "odd-classical"};
    for (size_t i = 0; i < sizeof with / sizeof *with; i++) {
        struct ruleset *rules = open_variant(with[i]);
        struct evaluator evaluator;
        struct note why = {0};
        evaluator_make(&evaluator, rules, weights_learnt(rules), &why);
        assert_string_equal(why.text, "");
        assert_non_null(evaluator.net);
        evaluator_free(&evaluator);
        ruleset_free(rules);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_text_is_written_back_the_same),
        cmocka_unit_test(a_value_does_not_depend_on_what_came_before),
        cmocka_unit_test(colours_can_be_exchanged),
        cmocka_unit_test(a_wrong_text_is_refused),
        cmocka_unit_test(numbers_whose_sums_do_not_fit_are_refused),
        cmocka_unit_test(the_nets_of_the_program_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
