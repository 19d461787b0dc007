/* test_rules_words.c - which rules a text asks for, and the rules in sentences
 * (tui/session/words/rules_words.h). The text of docs/rules is that of the program. */
#include "config.h"
#include "tests/support/positions.h"

#include "tui/session/words/rules_words.h"

static char told[60000];

static void hear(void *argument, const char *sentence)
{
    size_t used = strlen(told);
    (void)argument;
    text_add(told, sizeof told, &used, "%s\n", sentence);
}

static void assert_asks(const char *text, const struct ruleset *open, const char *variant,
                        const char *section, const char *number, const char *heading)
{
    struct rules_asked asked;
    struct note why;
    char found[RULE_NUMBER_ROOM], title[RULES_HEADING_ROOM];
    if (rules_asked_read(text, open, &asked, &why) < 0)
        fail_msg("%s: %s", text, why.text);
    assert_string_equal(asked.rules->id, variant);
    assert_string_equal(asked.section, section);
    assert_int_equal(rules_asked_place(&asked, found, title), *number || *heading);
    assert_string_equal(found, number);
    assert_string_equal(title, heading);
    rules_asked_clear(&asked);
}

static void a_variant_and_a_section_are_read(void **state)
{
    struct ruleset *open = open_variant("classical");
    struct rules_asked asked;
    struct note why;
    (void)state;
    assert_asks("turnover", NULL, "turnover", "", "", "");
    assert_asks("turnover 8.3", NULL, "turnover", "8.3", "8.3", "");
    assert_asks("turnover options", NULL, "turnover", "options", "", "11. Options");
    assert_asks("turnover a few", NULL, "turnover", "a few", "", "A few things to know");
    assert_asks("turnover nowhere", NULL, "turnover", "nowhere", "", "");
    assert_asks("turnover 99", NULL, "turnover", "99", "", "");
    assert_asks("turnover all", open, "turnover", "all", "", "");
    assert_asks("", open, "classical", "", "", "");
    assert_asks("3.2", open, "classical", "3.2", "3.2", ""); /* of the open game */
    assert_int_equal(rules_asked_read("", NULL, &asked, &why), FAIL_NAME);
    assert_string_equal(why.text, "give a variant, as in {rules classical}; {variants} lists them");
    assert_int_equal(rules_asked_read("3.2", NULL, &asked, &why), FAIL_NAME);
    assert_int_equal(rules_asked_read("nothing-like-it", open, &asked, &why), FAIL_NAME);
    assert_string_equal(why.text, "there is no variant 'nothing-like-it'; {variants} lists them");
    ruleset_free(open);
}

/* Without a section an overview is told; with one, only that section. */
static void the_rules_are_told(void **state)
{
    struct rules_asked asked;
    struct note why;
    (void)state;
    assert_int_equal(rules_asked_read("turning-chess", NULL, &asked, &why), 0);
    told[0] = '\0';
    assert_int_equal(rules_tell_asked(&asked, hear, NULL, &why), 0);
    assert_ptr_equal(strstr(told, "Turning Chess, called turning-chess here, is played by 2 on a "
                                  "board of 8x8\n"),
                     told);
    assert_non_null(strstr(told, "\nThe pieces:\nKing, royal, letter K: "));
    assert_non_null(strstr(told, "\nThe rules text has these sections:\n"));
    assert_non_null(strstr(told, "{rules turning-chess all} reads everything\n"));
    asked.section = "1";
    told[0] = '\0';
    assert_int_equal(rules_tell_asked(&asked, hear, NULL, &why), 0);
    assert_ptr_equal(strstr(told, "Section 1. "), told);
    assert_null(strstr(told, "The pieces:"));
    asked.section = "99";
    assert_int_equal(rules_tell_asked(&asked, hear, NULL, &why), FAIL_NAME);
    assert_string_equal(why.text, "the rules of Turning Chess have no section '99'; {rules "
                                  "turning-chess} lists them");
    rules_asked_clear(&asked);
}

static void options_are_told_with_their_values(void **state)
{
    struct rules_asked asked;
    (void)state;
    assert_int_equal(rules_asked_read("turnover", NULL, &asked, NULL), 0);
    told[0] = '\0';
    rules_tell_asked(&asked, hear, NULL, NULL);
    assert_non_null(strstr(told, "\nsiege, play or lose: "));
    rules_asked_clear(&asked);
}

static void examples_have_numbers(void **state)
{
    struct ruleset *rules = open_variant("turnover");
    (void)state;
    told[0] = '\0';
    rules_tell_examples(rules, hear, NULL);
    assert_ptr_equal(strstr(told, "Example 1, "), told);
    assert_non_null(strstr(told, "\nExample 2, "));
    assert_non_null(strstr(told, "\n{example N} opens one\n"));
    ruleset_free(rules);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_variant_and_a_section_are_read),
        cmocka_unit_test(the_rules_are_told),
        cmocka_unit_test(options_are_told_with_their_values),
        cmocka_unit_test(examples_have_numbers),
    };
    setenv("CHESSCADE_DATA", getenv("CHESSCADE_SOURCE"), 1);
    return cmocka_run_group_tests_name("the rules in sentences", tests, NULL, NULL);
}
