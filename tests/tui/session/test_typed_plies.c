/* test_typed_plies.c - the plies that a typed text may become (tui/session/typed_plies.h). */
#include "config.h"
#include "tests/support/positions.h"

#include "tui/session/ply_text.h"
#include "tui/session/typed_plies.h"

static void plies_that_begin_with_the_text_are_found(void **state)
{
    static const struct {
        const char *text;
        int n;
        bool exactly;
        const char *first, *completed; /* completed NULL: nothing begins so */
    } rows[] = {
        {"", 20, true, "Na3", ""},
        {"N", 4, true, "Na3", "N"},
        {"Na", 1, true, "Na3", "Na3"},
        {"nf", 1, false, "Nf3", "Nf3"}, /* in any case of letters */
        {"e", 2, true, "e3", "e"},
        {"e4", 1, true, "e4", "e4"},
        {"Ng", 2, true, "Ng1-f3", "Ng1-"}, /* no short form begins so, the long ones do */
        {"ng1-h", 1, false, "Ng1-h3", "Ng1-h3"},
        {"e5", 0, false, NULL, NULL},
        {"Ke", 0, false, NULL, NULL},
        {"Nf3x", 0, false, NULL, NULL},
    };
    struct position position;
    struct ruleset *rules = open_position("classical", NULL, &position);
    struct typed_plies *typed = typed_plies_new(&position);
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct typed_found found = typed_plies_find(typed, rows[i].text);
        char out[100] = "untouched";
        if (found.n != rows[i].n)
            fail_msg("'%s': %d plies", rows[i].text, found.n);
        if (found.n) {
            assert_string_equal(found.first[0], rows[i].first);
            assert_int_equal(found.exactly, rows[i].exactly);
        }
        assert_int_equal(typed_plies_complete(typed, rows[i].text, out, sizeof out),
                         rows[i].completed != NULL);
        assert_string_equal(out, rows[i].completed ? rows[i].completed : "untouched");
    }
    /* Of many, the first are returned, in order */
    struct typed_found all = typed_plies_find(typed, "");
    for (int i = 1; i < TYPED_SHOWN; i++)
        assert_true(strcmp(all.first[i - 1], all.first[i]) < 0);
    typed_plies_free(typed);
    ruleset_free(rules);
}

static void the_same_case_of_letters_is_preferred(void **state)
{
    struct position position;
    struct ruleset *rules =
        open_position("classical", "4k3/8/8/8/8/8/1P6/2B1K3 w - - 0 1", &position);
    struct typed_plies *typed = typed_plies_new(&position);
    (void)state;
    /* b3 and b4, not the plies of the Bishop: d2, e3, f4, g5, h6 */
    assert_int_equal(typed_plies_find(typed, "b").n, 2);
    assert_int_equal(typed_plies_find(typed, "B").n, 5);
    assert_string_equal(typed_plies_find(typed, "bh").first[0], "Bh6");
    typed_plies_free(typed);
    ruleset_free(rules);
}

static void ambiguous_plies_are_listed(void **state)
{
    static const struct {
        const char *position, *text, *says; /* says NULL: nothing to type more exactly */
    } rows[] = {
        {"4k3/8/8/8/8/8/6K1/R4R2 w - - 0 1", "Rd1", "type one of: Rad1  Rfd1"},
        {"4k3/8/8/8/8/8/6K1/R4R2 w - - 0 1", "Ra4", NULL}, /* one Rook can go there */
        {"4k3/8/8/8/8/8/6K1/R4R2 w - - 0 1", "R", NULL},
        {"4k3/8/8/3p4/2P1P3/8/8/4K3 w - - 0 1", "d5", "type one of: cxd5  exd5"},
        {"4k3/8/8/3p4/2P1P3/8/8/4K3 w - - 0 1", "d", NULL},
        {"4k3/8/8/3p4/2P1P3/8/8/4K3 w - - 0 1", "Qd5", NULL},
    };
    char out[200];
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct position position;
        struct ruleset *rules = open_position("classical", rows[i].position, &position);
        struct typed_plies *typed = typed_plies_new(&position);
        assert_int_equal(typed_plies_more_exactly(typed, rows[i].text, out, sizeof out),
                         rows[i].says != NULL);
        if (rows[i].says)
            assert_string_equal(out, rows[i].says);
        typed_plies_free(typed);
        ruleset_free(rules);
    }
}

static void without_a_list_there_are_none(void **state)
{
    char out[20];
    (void)state;
    assert_int_equal(typed_plies_find(NULL, "e").n, 0);
    assert_false(typed_plies_complete(NULL, "e", out, sizeof out));
    assert_false(typed_plies_more_exactly(NULL, "Rd1", out, sizeof out));
    typed_plies_free(NULL);
}

/* ---------------------------------------------------------------- cascades */

/* Waves hand on their momentum (docs/rules/croatian.md): the Queen activates the Wave on a1. */
static const char waves[] =
    "15k/16/16/16/16/16/16/16/16/16/16/w1R1W11/16/K1B1R11/16/W1Q1w11 w - - 0 1";

/* Each text found is a legal ply of `members` members, or waits with '~' for the next one. Returns
 * how many are legal plies. */
static int check_found(const struct position *position, const struct typed_found *found,
                       const char *begun, int members)
{
    int plies = 0;
    for (int i = 0; i < found->among->n; i++) {
        const char *text = found->among->v[i];
        struct ply ply = {0};
        struct note why;
        if (strncmp(text, begun, strlen(begun)) != 0)
            fail_msg("%s does not begin with %s", text, begun);
        if (text[strlen(text) - 1] == '~')
            continue;
        if (position->rules->rules->parse(position, text, &ply, &why) < 0)
            fail_msg("%s: %s", text, why.text);
        assert_int_equal(ply_walk_members(&ply), members);
        ply_free(&ply);
        plies++;
    }
    return plies;
}

static bool lists(const struct typed_plies *typed, const char *text)
{
    const struct typed_texts *texts = &typed->form[FORM_SHORT];
    for (int i = 0; i < texts->n; i++)
        if (!strcmp(texts->v[i], text))
            return true;
    return false;
}

static void members_are_followed(void **state)
{
    struct position position;
    struct ruleset *rules = open_position("mirandas-veil", waves, &position);
    struct typed_plies *typed = typed_plies_new(&position);
    struct typed_found found;
    char out[100];
    (void)state;
    assert_true(lists(typed, "Qa1~")); /* a first member that activates */
    typed_plies_follow(typed, "Qa1~");
    found = typed_plies_find(typed, "Qa1~");
    assert_true(check_found(&position, &found, "Qa1~", 2) > 0);
    assert_true(lists(typed, "Qa1~Wa2"));  /* to an empty cell: the ply is complete */
    assert_true(lists(typed, "Qa1~Wc3~")); /* it activates its own Bishop */
    assert_true(lists(typed, "Qa1~Wa5~")); /* and the enemy's Wave, too */
    assert_false(lists(typed, "Qa1~Wa3")); /* no Wave activates or captures a King */
    assert_false(lists(typed, "Qa1~Wa3~"));
    /* The third member; typing on in it changes nothing */
    typed_plies_follow(typed, "Qa1~Wc3~");
    found = typed_plies_find(typed, "Qa1~Wc3~");
    int plies = check_found(&position, &found, "Qa1~Wc3~", 3);
    assert_true(plies > 0);
    typed_plies_follow(typed, "Qa1~Wc3~Bd");
    found = typed_plies_find(typed, "Qa1~Wc3~");
    assert_int_equal(check_found(&position, &found, "Qa1~Wc3~", 3), plies);
    assert_true(typed_plies_complete(typed, "qa1~wc3~bd", out, sizeof out));
    assert_string_equal(out, "Qa1~Wc3~Bd"); /* to d2 or d4 */
    assert_true(lists(typed, "Qa1~Wc3~Bd2"));
    assert_true(lists(typed, "Qa1~Wc3~Bd4"));
    /* Back at one member, the plies with few members are listed again */
    typed_plies_follow(typed, "Q");
    assert_true(lists(typed, "Qa1~"));
    typed_plies_free(typed);
    ruleset_free(rules);
}

/* A text that no ply begins with finds nothing, nor does a longer one; after deleting it everything
 * is found again. */
static void vain_texts_find_nothing(void **state)
{
    struct position position;
    struct ruleset *rules = open_position("mirandas-veil", waves, &position);
    struct typed_plies *typed = typed_plies_new(&position);
    (void)state;
    int queen = typed_plies_find(typed, "Q").n;
    assert_true(queen > 0);
    typed_plies_follow(typed, "Q");
    assert_int_equal(typed_plies_find(typed, "Q").n, queen);
    static const char *const vain[] = {"Qz", "Qzz", "Qzz~", "Qzz~W", "Ka9~", "~"};
    for (size_t i = 0; i < sizeof vain / sizeof *vain; i++) {
        typed_plies_follow(typed, vain[i]);
        assert_int_equal(typed_plies_find(typed, vain[i]).n, 0);
    }
    typed_plies_follow(typed, "Q");
    assert_int_equal(typed_plies_find(typed, "Q").n, queen);
    typed_plies_free(typed);
    ruleset_free(rules);
}

/* What the prompt says while a ply is typed, and how the text is read when it is complete. */
static void a_typed_text_is_explained_and_read(void **state)
{
    struct position position;
    struct ruleset *rules = open_position("classical", NULL, &position);
    struct typed_plies *typed = typed_plies_new(&position);
    struct ply ply = {0};
    struct note why = {.offset = -1};
    char text[300], only[PLY_ROOM];
    (void)state;
    typed_plies_note(typed, &position, "N", text, sizeof text);
    assert_string_equal(text, "Na3  Nc3  Nf3  Nh3");
    typed_plies_note(typed, &position, "Qd5", text, sizeof text);
    assert_string_equal(text, "no legal ply begins like this: Enter says why");
    typed_plies_note(NULL, &position, "Ng1-f3", text, sizeof text);
    assert_string_equal(text, "Enter plays Nf3");
    /* A ply as it stands; the small letter of a piece; a text with which only one ply begins. */
    assert_int_equal(typed_ply_read(typed, &position, "Nf3", &ply, only, &why), 0);
    assert_int_equal(ply_end(&ply), cell_of(rules, "f3"));
    ply_free(&ply);
    assert_int_equal(typed_ply_read(NULL, &position, "nf3", &ply, only, &why), 0);
    assert_int_equal(ply_end(&ply), cell_of(rules, "f3"));
    ply_free(&ply);
    assert_int_equal(typed_ply_read(typed, &position, "Nf", &ply, only, &why), TYPED_ONLY);
    assert_string_equal(only, "Nf3");
    assert_int_equal(ply.n, 0);
    /* The refusal is about the Knight, not about small letters. */
    assert_int_equal(typed_ply_read(typed, &position, "nb4", &ply, only, &why), FAIL_RULE);
    assert_non_null(strstr(why.text, "Knight"));
    assert_int_equal(typed_ply_read(NULL, &position, "nb4", &ply, NULL, NULL), FAIL_RULE);
    assert_int_equal(typed_ply_read(typed, &position, "?", &ply, only, &why), FAIL_TEXT);
    ply_free(&ply);
    typed_plies_free(typed);
    ruleset_free(rules);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plies_that_begin_with_the_text_are_found),
        cmocka_unit_test(the_same_case_of_letters_is_preferred),
        cmocka_unit_test(ambiguous_plies_are_listed),
        cmocka_unit_test(without_a_list_there_are_none),
        cmocka_unit_test(members_are_followed),
        cmocka_unit_test(vain_texts_find_nothing),
        cmocka_unit_test(a_typed_text_is_explained_and_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
