/* test_rules_page.c - the text of docs/rules (tui/session/rules_page.h): sections and rules by
 * number and by title, examples, and the text as sentences. */
#include "config.h"
#include "tests/support/testing.h"
#include "tests/support/positions.h"

#include "archive/yaml/yaml_write.h"
#include "tui/session/rules_page.h"

static char folder[256];
static struct ruleset *rules;
static struct rules_page page;

/* A page of rules with everything that such a page can have, for a variant of the family. */
static const char text[] =
    "# Turnover\n"
    "\n"
    "## 1. The board\n"
    "\n"
    "1.1 The board has *eight* files\n"
    "and `eight` ranks,\n"
    "1.2 and this is the last rule of the section.\n"
    "\n"
    "      8  . . .\n"
    "      7  . . .\n"
    "\n"
    "## 2. The pieces\n"
    "\n"
    "  letter  piece     it moves\n"
    "  T       Tower     like a Rook\n"
    "  W       Wall      straight ahead\n"
    "\n"
    "- The Tower is large;\n"
    "  it stands alone.\n"
    "- The Wall is not.\n"
    "position: turnover 8/8/8/8/8/8/8/8 w - - 0 1 -- Nothing is left\n"
    "position: turnover-great siege=lose 8/8 w - - 0 1 -- Of another variant\n"
    "game: games/2026/01/ID.yaml -- A game with notes\n"
    "position: turnover 8/8 w\n"
    "\n"
    "## Neighbours\n"
    "\n"
    "Chess is [a game](https://example.org).\n";

static int begin(void **state)
{
    char path[4096];
    (void)state;
    assert_true(make_folder(folder, "rules"));
    snprintf(path, sizeof path, "%s/docs", folder);
    assert_int_equal(mkdir(path, 0700), 0);
    snprintf(path, sizeof path, "%s/docs/rules", folder);
    assert_int_equal(mkdir(path, 0700), 0);
    snprintf(path, sizeof path, "%s/docs/rules/turnover.md", folder);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
    setenv("CHESSCADE_DATA", folder, 1);
    rules = open_variant("turnover");
    assert_true(rules_page_read(&page, rules));
    return 0;
}

static int end(void **state)
{
    (void)state;
    rules_page_clear(&page);
    ruleset_free(rules);
    remove_folder(folder);
    return 0;
}

static void note_said(void *argument, enum rules_said is, const char *said)
{
    static const char signs[] = {
        [RULES_SECTION] = '#', [RULES_SENTENCE] = '.', [RULES_PICTURE] = '*'};
    struct yaml_text *out = argument;
    yaml_text_add(out, &signs[is], 1);
    yaml_text_add(out, said, strlen(said));
    yaml_text_add(out, "\n", 1);
}

static void assert_said(int from, int to, const char *wanted)
{
    struct yaml_text out = {0};
    rules_page_tell(&page, from, to, note_said, &out);
    assert_string_equal(out.v, wanted);
    free(out.v);
}

static void a_page_becomes_sentences(void **state)
{
    (void)state;
    assert_said(0, page.n,
                "#1. The board\n"
                /* a paragraph is one line; the comma before the next rule is dropped */
                ".1.1 The board has eight files and eight ranks, 1.2 and this is the last rule of "
                "the section.\n"
                "*\n"
                "#2. The pieces\n"
                ".letter: T; piece: Tower; it moves: like a Rook\n"
                ".letter: W; piece: Wall; it moves: straight ahead\n"
                ".The Tower is large; it stands alone.\n"
                ".The Wall is not.\n"
                ".Neighbours\n"
                ".Chess is a game.\n"); /* links are no sentences */
}

static void parts_are_found_by_number_and_title(void **state)
{
    static const struct {
        const char *asked, *first, *after; /* after NULL: the end of the page */
    } rows[] = {
        {"2", "## 2. The pieces", "## Neighbours"},
        {"the p", "## 2. The pieces", "## Neighbours"},
        {"1.1", "1.1 The board has *eight* files", "1.2 and this is the last rule of the section."},
        {"1.2", "1.2 and this is the last rule of the section.", "## 2. The pieces"},
        {"1.7", "## 1. The board", "## 2. The pieces"}, /* a rule without a line of its own */
        {"neighbours", "## Neighbours", NULL},
    };
    int from, to;
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_true(rules_page_part(&page, rows[i].asked, &from, &to));
        assert_string_equal(page.line[from], rows[i].first);
        if (rows[i].after)
            assert_string_equal(page.line[to], rows[i].after);
        else
            assert_int_equal(to, page.n);
    }
    assert_false(rules_page_part(&page, "3", &from, &to));
    assert_false(rules_page_part(&page, "Neighbours of chess in the world", &from, &to));
    assert_null(rules_page_section(&page, 0)); /* the title of the page */
    assert_string_equal(rules_page_section(&page, 2), "1. The board");
}

static void examples_are_numbered(void **state)
{
    struct rules_example example;
    (void)state;
    assert_true(rules_page_example(&page, 1, &example));
    assert_false(example.game);
    assert_string_equal(example.where, "turnover");
    assert_string_equal(example.position, "8/8/8/8/8/8/8/8 w - - 0 1");
    assert_string_equal(example.caption, "Nothing is left");
    assert_true(rules_page_example(&page, 2, &example));
    assert_string_equal(example.position, "siege=lose 8/8 w - - 0 1");
    assert_true(rules_page_example(&page, 3, &example));
    assert_true(example.game);
    assert_string_equal(example.where, "games/2026/01/ID.yaml");
    assert_string_equal(example.caption, "A game with notes");
    assert_false(rules_page_example(&page, 4, &example)); /* the last link has no caption */
}

static void a_text_may_be_missing(void **state)
{
    struct rules_page none;
    struct ruleset *other = open_variant("classical");
    int from, to;
    (void)state;
    assert_false(rules_page_read(&none, other));
    assert_false(rules_page_part(&none, "1", &from, &to));
    rules_page_clear(&none);
    ruleset_free(other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_page_becomes_sentences),
        cmocka_unit_test(parts_are_found_by_number_and_title),
        cmocka_unit_test(examples_are_numbered),
        cmocka_unit_test(a_text_may_be_missing),
    };
    return cmocka_run_group_tests_name("rules page", tests, begin, end);
}
