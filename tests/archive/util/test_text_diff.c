/* test_text_diff.c - differences between two texts: the printed diff turns one text into the other,
 * and is short. */
#include "tests/support/testing.h"

#include "core/base.h"
#include "archive/util/text_diff.h"

static char *diff_of(const char *before, const char *after, int *lines)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    *lines = text_diff(before, after, out);
    fclose(out);
    return text;
}

static void small_differences_are_printed_as_expected(void **state)
{
    (void)state;
    static const struct {
        const char *before, *after, *diff;
    } rows[] = {
        {"a\nb\n", "a\nb\n", ""},
        {"", "", ""},
        {"", "a\n", "@@ line 1 @@\n+a\n"},
        {"a\n", "", "@@ line 1 @@\n-a\n"},
        {"a\nb\nc\n", "a\nx\nc\n", "@@ line 1 @@\n a\n-b\n+x\n c\n"},
        {"1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\nx\n5\n6\n7\n8\n9\n",
         "@@ line 2 @@\n 2\n 3\n 4\n+x\n 5\n 6\n 7\n"},
        {"a\n1\n2\n3\n4\n5\n6\n7\nb\n", "x\n1\n2\n3\n4\n5\n6\n7\ny\n",
         "@@ line 1 @@\n-a\n+x\n 1\n 2\n 3\n@@ line 6 @@\n 5\n 6\n 7\n-b\n+y\n"},
        /* Near each other: one hunk */
        {"a\n1\nb\n", "x\n1\ny\n", "@@ line 1 @@\n-a\n+x\n 1\n-b\n+y\n"},
        {"a", "a\n", ""}, /* a line feed at the end of the last line is no difference */
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        int lines;
        char *diff = diff_of(rows[i].before, rows[i].after, &lines);
        assert_string_equal(diff, rows[i].diff);
        assert_int_equal(lines > 0, *rows[i].diff != '\0');
        free(diff);
    }
}

/* Apply a printed diff: lines of one letter; the line number of a hunk says how many lines stay
 * before it. */
static void apply(const char *before, const char *diff, char *out)
{
    size_t made = 0, at = 0; /* in lines of two bytes */
    while (*diff) {
        int line;
        if (sscanf(diff, "@@ line %d @@", &line) == 1) {
            while (made + 1 < (size_t)line) {
                memcpy(out + 2 * made++, before + 2 * at, 2);
                at++;
            }
        } else {
            if (diff[0] != '+')
                assert_int_equal(before[2 * at++], diff[1]);
            if (diff[0] != '-') {
                out[2 * made] = diff[1];
                out[2 * made++ + 1] = '\n';
            }
        }
        diff = strchr(diff, '\n') + 1;
    }
    strcpy(out + 2 * made, before + 2 * at);
}

/* The length of the longest common part, computed the simple way. */
static int common(const char *a, const char *b)
{
    if (!*a || !*b)
        return 0;
    if (*a == *b)
        return 1 + common(a + 2, b + 2);
    int one = common(a + 2, b), other = common(a, b + 2);
    return one > other ? one : other;
}

static void random_diffs_can_be_applied_and_are_shortest(void **state)
{
    (void)state;
    unsigned seed = 7;
    for (int round = 0; round < 3000; round++) {
        char text[2][64] = {"", ""}, out[200];
        int n[2], lines;
        for (int k = 0; k < 2; k++) {
            seed = seed * 1103515245 + 12345;
            n[k] = (int)(seed >> 16) % 9;
            for (int i = 0; i < n[k]; i++) {
                seed = seed * 1103515245 + 12345;
                sprintf(text[k] + 2 * i, "%c\n", 'a' + (int)(seed >> 16) % 3);
            }
        }
        char *diff = diff_of(text[0], text[1], &lines);
        apply(text[0], diff, out);
        assert_string_equal(out, text[1]);
        /* No more lines than necessary */
        assert_int_equal(lines, n[0] + n[1] - 2 * common(text[0], text[1]));
        free(diff);
    }
}

/* Texts that are too long for a line-by-line comparison are printed as one change. */
static void long_texts_become_one_change(void **state)
{
    (void)state;
    enum { LINES = 50000 };
    char *text[2];
    int lines;
    for (int k = 0; k < 2; k++) {
        text[k] = memory_new(8 * LINES + 1, 1);
        for (int i = 0; i < LINES; i++)
            sprintf(text[k] + 8 * i, "%c%06d\n", i && i < LINES - 1 ? 'a' + k : 'x', i);
    }
    char *diff = diff_of(text[0], text[1], &lines);
    assert_int_equal(lines, 2 * (LINES - 2));
    assert_null(strchr(strchr(diff, '\n'), '@')); /* a single hunk */
    free(diff);
    free(text[0]);
    free(text[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_differences_are_printed_as_expected),
        cmocka_unit_test(random_diffs_can_be_applied_and_are_shortest),
        cmocka_unit_test(long_texts_become_one_change),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
