/* test_commands.c - the table of commands: what is possible on the screen is possible in plain
 * mode, and the other way round, or the table says why not; and each word means one command. */
#include "config.h"
#include "tests/support/testing.h"

#include "tui/commands/arguments.h"
#include "tui/commands/commands.h"

#include <string.h>

/* Read the next of some words with blanks between them. Returns false after the last one. */
static bool next_word(const char **at, char out[COMMAND_WORD_ROOM])
{
    if (!*at || !**at)
        return false;
    size_t length = strcspn(*at, " ");
    assert_true(length > 0 && length < COMMAND_WORD_ROOM);
    memcpy(out, *at, length);
    out[length] = '\0';
    *at += length + ((*at)[length] == ' ');
    return true;
}

static bool told(const char *text)
{
    return text && *text && *text != ' ';
}

static void every_command_is_on_both_sides_or_says_why_not(void **state)
{
    (void)state;
    for (int c = REQ_NONE + 1; c < COMMANDS; c++) {
        const struct command_row *row = command_row((enum request)c);
        int ways = (row->words != NULL) + (row->line != NULL) + (row->reason != NULL);
        const char *name = row->name ? row->name : row->words;
        if (ways != 1)
            fail_msg("%s: %d ways to do it in plain mode", name, ways);
        if (row->words && (!row->usage || !told(row->plain_help ? row->plain_help : row->help)))
            fail_msg("%s: plain mode has no help on it", name);
        if ((row->line && !told(row->line)) || (row->reason && !told(row->reason)))
            fail_msg("%s: what is to be done in plain mode?", name);
        if (c < REQUESTS ? !told(row->name) || !told(row->hint) || !told(row->help) || !row->keys
                         : !told(row->elsewhere) || !row->words)
            fail_msg("%s: what is to be done on the screen?", name);
    }
}

/* A line that stands for a command of the screen begins with a command of plain mode. */
static void lines_begin_with_commands(void **state)
{
    char word[COMMAND_WORD_ROOM];
    (void)state;
    for (int c = REQ_NONE + 1; c < REQUESTS; c++) {
        const char *at = command_row((enum request)c)->line;
        if (next_word(&at, word) && !command_row(command_told(word))->words)
            fail_msg("%s: '%s' is no command", request_name((enum request)c), word);
    }
}

static void names_are_unique(void **state)
{
    char word[COMMAND_WORD_ROOM];
    (void)state;
    for (int c = REQ_NONE + 1; c < COMMANDS; c++) {
        const struct command_row *row = command_row((enum request)c);
        const char *words = row->words, *also = row->also;
        while (next_word(&words, word))
            if (command_told(word) != (enum request)c)
                fail_msg("'%s' is two commands of plain mode", word);
        while (next_word(&also, word))
            if (command_typed(word) != (enum request)c)
                fail_msg("'%s' is two commands of the screen", word);
        if (row->name && (command_typed(row->name) != (enum request)c ||
                          request_named(row->name) != (enum request)c))
            fail_msg("'%s' is two commands of the screen", row->name);
    }
}

/* A word that both sides know means the same on both, but for these, which people are used to:
 * `leave` leaves the program here and a live game there, and so on. */
static void words_mean_the_same_on_both_sides(void **state)
{
    static const char different[] = " last leave play q search ";
    char word[COMMAND_WORD_ROOM], found[COMMAND_WORD_ROOM + 2];
    (void)state;
    for (int c = REQ_NONE + 1; c < COMMANDS; c++) {
        const struct command_row *row = command_row((enum request)c);
        const char *lists[] = {row->name, row->also, row->words};
        for (int i = 0; i < 3; i++)
            for (const char *at = lists[i]; next_word(&at, word);) {
                enum request here = command_typed(word), there = command_told(word);
                snprintf(found, sizeof found, " %s ", word);
                if (here != there && here != REQ_NONE && !strstr(different, found))
                    fail_msg("'%s' means two things", word);
                if (here == there && strstr(different, found))
                    fail_msg("'%s' means one thing", word);
            }
    }
}

static void words_are_found(void **state)
{
    char word[COMMAND_WORD_ROOM];
    (void)state;
    assert_int_equal(command_typed("export"), REQ_COPY_GAME);
    assert_int_equal(command_typed("q"), REQ_CLOSE);
    assert_int_equal(command_typed("attackers"), REQ_ATTACKERS);
    assert_int_equal(command_typed("x"), REQ_NONE); /* a letter is a word of plain mode only */
    assert_int_equal(command_typed(""), REQ_NONE);
    assert_int_equal(command_typed("no-such-word"), REQ_NONE);
    assert_int_equal(command_told("Undo"), REQ_UNDO);
    assert_int_equal(command_told("x"), REQ_ATTACKERS);
    assert_int_equal(command_told("X"), REQ_NONE); /* a capital letter could be a piece */
    assert_int_equal(command_told("take-back"), REQ_TAKE_BACK);
    assert_int_equal(command_told("no-such-word"), REQ_NONE);
    assert_int_equal(command_told(""), REQ_NONE);
    assert_string_equal(command_word(REQ_STEP_NEXT, word), "next");
    assert_string_equal(command_word(REQ_FLIP, word), "");
}

/* What is typed behind a name: words between blanks, and whole numbers in a range. */
static void arguments_are_read(void **state)
{
    const char *text = "  Openings of  1889";
    char word[6];
    struct note why;
    int number = 7;
    (void)state;
    assert_true(argument_word(&text, word, sizeof word));
    assert_string_equal(word, "Openi"); /* cut, and the rest of the word skipped */
    assert_string_equal(text, "of  1889");
    assert_true(argument_word(&text, word, sizeof word));
    assert_true(argument_word(&text, word, sizeof word));
    assert_string_equal(word, "1889");
    assert_false(argument_word(&text, word, sizeof word));
    assert_string_equal(word, "");
    assert_int_equal(argument_number("0", 0, 12, &number, &why), 0);
    assert_int_equal(number, 0);
    assert_int_equal(argument_number("12", 1, 12, &number, &why), 0);
    static const char *const wrong[] = {"",   "0",  "13",  "-1", "+1",
                                        " 1", "1x", "1.5", "x",  "99999999999999999999"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char expected[100];
        snprintf(expected, sizeof expected, "give a number from 1 to 12, not '%s'", wrong[i]);
        assert_int_equal(argument_number(wrong[i], 1, 12, &number, &why), FAIL_TEXT);
        assert_string_equal(why.text, expected);
    }
    assert_int_equal(number, 12);
}

static void sentences_are_lines(void **state)
{
    struct sentences sentences;
    (void)state;
    sentences_begin(&sentences);
    char *text = sentences_end(&sentences);
    assert_string_equal(text, "");
    free(text);
    sentences_begin(&sentences);
    sentences_add(&sentences, "White is to move");
    sentences_addf(&sentences, "a %s", "comment\nof two lines");
    text = sentences_end(&sentences);
    assert_string_equal(text, "White is to move\na comment of two lines\n");
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_command_is_on_both_sides_or_says_why_not),
        cmocka_unit_test(lines_begin_with_commands),
        cmocka_unit_test(names_are_unique),
        cmocka_unit_test(words_mean_the_same_on_both_sides),
        cmocka_unit_test(words_are_found),
        cmocka_unit_test(arguments_are_read),
        cmocka_unit_test(sentences_are_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
