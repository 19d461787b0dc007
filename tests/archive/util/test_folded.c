/* test_folded.c - folding of text for searches (archive/util/sanitize.h): what a search finds, and
 * what the contract promises of every character. */
#include "tests/support/testing.h"

#include "archive/util/sanitize.h"

#include <string.h>
#include <utf8proc.h>

static void accents_and_case_are_folded(void **state)
{
    static const struct {
        const char *text, *folded;
    } rows[] = {
        {"", ""},
        {"Simic", "simic"},
        {"\u0160imi\u0107", "simic"},
        {"S\u030Cimic\u0301", "simic"}, /* decomposed */
        {"Jos\u00E9 Ra\u00FAl", "jose raul"},
        {"Stra\u00DFe STRA\u1E9EE", "strasse strasse"},
        {"\u0110or\u0111e \u0141\u00F3d\u017A K\u00F8benhavn \u00C6r\u00F8",
         "dorde lodz kobenhavn aero"},
        {"\u0130stanbul \u0131\u015F\u0131k", "istanbul isik"},
        {"Reykjav\u00EDk \u00DE\u00F3r", "reykjavik thor"},
        {"o\uFB03ce \uFF21\uFF22 \u212Aelvin", "office ab kelvin"},
        {"O\u2019Brien\u2026 1\u2013\u2060"
         "0",
         "o'brien... 1-0"},
        {"\u201Eja\u201C\u00A0\u00BBne\u00AB", "\"ja\" \"ne\""},
        {"zero\u200Bwidth soft\u00ADhyphen", "zerowidth softhyphen"},
        {"\u0391\u03A7\u0399\u039B\u039B\u0395\u03CE\u03A3 \u03C2",
         "\u03B1\u03C7\u03B9\u03BB\u03BB\u03B5\u03C9\u03C3 \u03C3"},
        {"\u0410\u041B\u0401\u0425\u0418\u041D", "\u0430\u043B\u0435\u0445\u0438\u043D"},
        {"\u0E01\u0E38", "\u0E01\u0E38"}, /* a vowel sign is not an accent */
        {"tab\tnew\nline\1", "tab\tnew\nline\1"},
        {"\xFF\xC3 \xC3", "\xFF\xC3 \xC3"}, /* not UTF-8 */
        {"\u0301", ""},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char *folded = folded_text(rows[i].text);
        if (strcmp(folded, rows[i].folded) != 0)
            fail_msg("'%s' folds to '%s', not '%s'", rows[i].text, folded, rows[i].folded);
        free(folded);
    }
}

static void a_word_is_found_in_any_spelling(void **state)
{
    static const struct {
        const char *text, *word;
        int at, length; /* in bytes; -1: not found */
    } rows[] = {
        {"in der Stra\u00DFe", "strasse", 7, 7},
        {"in der STRASSE", "stra\u00DFe", 7, 7},
        {"Gro\u00DF", "oss", 2, 3},
        {"Gro\u00DFe", "se", 3, 3}, /* half of the sharp s */
        {"Gros", "gro\u00DF", -1, 0},
        {"s", "\u00DF\u00DF\u00DF", -1, 0},
        {"\u00DF", "ssssssssssss", -1, 0},
        {"M\u00FCller", "mueller", -1, 0},
        {"M\u00FCller", "muller", 0, 7},
        {"Muller", "M\u00DCLLER", 0, 6},
        {"a Jose\u0301 b", "jose", 2, 6}, /* with its accent */
        {"a Jose\u0301 b", "os\u00E9 b", 3, 7},
        {"\u0160imi\u0107, Ivo", "simic, i", 0, 10},
        {"abab abac", "abac", 5, 4},
        {"\xC3\xA9\xC3", "e", 0, 2},
        {"", "a", -1, 0},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        int length = 99, at = folded_find(rows[i].text, rows[i].word, &length);
        if (at != rows[i].at || length != rows[i].length ||
            folded_contains(rows[i].text, rows[i].word) != (rows[i].at >= 0))
            fail_msg("%s in %s: %d, %d", rows[i].word, rows[i].text, at, length);
    }
    int length;
    assert_true(folded_contains("any", ""));
    assert_int_equal(folded_find("any", "", &length), -1);
    assert_true(folded_equal("JOS\u00C9", "jose"));
    assert_false(folded_equal("jose", "josef"));
}

/* Texts that are longer than the buffer of the usual comparison. */
static void long_texts_are_found(void **state)
{
    (void)state;
    enum { LETTERS = 40000 };
    char *text = memory_new(2 * LETTERS + 8, 1);
    for (int i = 0; i < LETTERS; i++)
        memcpy(text + (size_t)i * 2, "\u0161", 2);
    memcpy(text + (size_t)LETTERS * 2, "\uFDFAz", 4);
    assert_true(folded_contains(text, "sz") == false);
    assert_true(folded_contains(text, "z"));
    assert_true(folded_contains(text, "ss\uFDFA"));
    free(text);
}

/* Each character fits the buffer, does not change when folded again, folds the same between others,
 * and is reported as changing ASCII if it does. */
static void every_character_keeps_the_contract(void **state)
{
    (void)state;
    for (utf8proc_int32_t letter = 0; letter <= 0x10FFFF; letter++) {
        char bytes[16] = {'a'}, out[FOLDED_ROOM];
        if (!utf8proc_codepoint_valid(letter))
            continue;
        size_t size = (size_t)utf8proc_encode_char(letter, (utf8proc_uint8_t *)bytes + 1), n, all,
               again;
        bytes[size + 1] = 'b';
        assert_int_equal(folded_character(bytes + 1, size + 1, out, &n), size);
        bool ascii = !n;
        for (size_t i = 0; i < n; i++)
            ascii = ascii || (unsigned char)out[i] < 0x80;
        char *folded = folded_bytes(bytes, size + 2, &all),
             *twice = folded_bytes(folded, all, &again);
        if (n >= FOLDED_ROOM || all != n + 2 || memcmp(folded + 1, out, n) != 0 || again != all ||
            memcmp(folded, twice, all) != 0 ||
            folded_changes_ascii(bytes, size + 2) != (ascii && letter >= 0x80))
            fail_msg("U+%04X", (unsigned)letter);
        free(folded);
        free(twice);
    }
    assert_true(folded_changes_ascii("0123456\u00DF", 9));
    assert_false(folded_changes_ascii("0123456\u00DF", 8)); /* the character is cut */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(accents_and_case_are_folded),
        cmocka_unit_test(a_word_is_found_in_any_spelling),
        cmocka_unit_test(long_texts_are_found),
        cmocka_unit_test(every_character_keeps_the_contract),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
