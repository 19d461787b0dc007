/* test_yaml.c - the archive's YAML: what is read, what is refused and at which place, what is
 * written.
 *
 * The examples of docs/archive.md (tests/archives/) show the canonical form. The tables below test
 * its rules one by one, values at, below and above each limit, and hostile files. */
#include "tests/support/random_record.h"
#include "tests/support/testing.h"

#include "archive/util/sanitize.h"
#include "archive/record/record.h"
#include "archive/record/schema.h"

static struct record *must_read(const char *bytes, size_t size)
{
    struct record *record = NULL;
    struct place place = {0};
    struct note why = {0};
    if (record_read(bytes, size, 1, NULL, &record, &place, &why) < 0)
        fail_msg("line %d, column %d: %s\n%.200s", place.line, place.column, why.text, bytes);
    return record;
}

/* The YAML of a record. Its copy must give the same bytes. */
static char *must_write(const struct record *record)
{
    struct yaml_text text = {0};
    struct record *copy = record_copy(record);
    assert_true(record_same(record, copy));
    record_free(copy);
    record_write(record, &text);
    return text.v;
}

/* ---------------------------------------------------------------------------------- round trips */

static const char *const examples[] = {"1-classical", "2-croatian", "3-triangles", "4-turning",
                                       "5-turnover"};
enum { EXAMPLES = sizeof examples / sizeof *examples };

static char *example(int number, size_t *size)
{
    char name[100];
    snprintf(name, sizeof name, "tests/archives/%s.yaml", examples[number]);
    return read_file(source_file(name), size);
}

static void examples_are_written_back_byte_for_byte(void **state)
{
    (void)state;
    for (int i = 0; i < EXAMPLES; i++) {
        size_t size;
        char *bytes = example(i, &size);
        struct record *record = must_read(bytes, size);
        char *again = must_write(record);
        assert_string_equal(again, bytes);
        assert_false(record->lost_remarks);
        free(bytes);
        free(again);
        record_free(record);
    }
}

static void the_opera_game_is_counted(void **state)
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
    assert_int_equal(record->moves.v[5].line, 36); /* m: 'Bg4' is in this line */
    free(bytes);
    record_free(record);
}

/* --------------------------------------------------------------------------- the canonical form */

/* A valid game with room for more keys at its end. */
static const char sound[] =
    "chesscade: 1\nid: '01JD9T4W8M6Q2R7XK5V3B0N1HC'\nrev: 7\nvariant: 'classical'\nnotation: 'san'\n"
    "players:\n- {side: 'w', name: 'A'}\n- {side: 'b', name: 'B'}\nmoves:\n- 'e4'\n";

static char *valid_game_with(const char *rest)
{
    size_t size = strlen(sound) + strlen(rest) + 1;
    char *text = memory_new(size, 1);
    snprintf(text, size, "%s%s", sound, rest);
    return text;
}

/* Rules 1 and 2 of the form, one text at a time: a comment of the game, and how the file must show
 * it. */
static void texts_are_quoted_by_rule(void **state)
{
    (void)state;
    static const struct {
        const char *text, *written;
    } rows[] = {
        {"plain words", " 'plain words'\n"},
        {"", " ''\n"},
        {"yes", " 'yes'\n"},
        {"1e3", " '1e3'\n"},
        {"~", " '~'\n"},
        {"# no remark: it's quoted", " \"# no remark: it's quoted\"\n"},
        {"it's", " \"it's\"\n"},
        {"say \"no\"", " 'say \"no\"'\n"},
        {"a\\b", " 'a\\b'\n"},
        {"it's \"so\"", " 'it''s \"so\"'\n"},
        {"it's a\\b", " 'it''s a\\b'\n"},
        {"tab\there", " \"tab\\there\"\n"},
        {"\x1b[31m", " \"\\e[31m\"\n"},
        {"bell\x07", " \"bell\\a\"\n"},
        {"a\rb", " \"a\\rb\"\n"},
        {"nel\xC2\x85", " \"nel\\x85\"\n"},
        {"c1\xC2\x9B", " \"c1\\x9B\"\n"},
        {"\xE2\x80\xAE"
         "evil",
         " \"\\u202Eevil\"\n"},
        {"\xE2\x80\xA8", " \"\\u2028\"\n"},
        {"zero\xE2\x80\x8Bwidth", " \"zero\\u200Bwidth\"\n"},
        {"\xEF\xBB\xBF"
         "bom",
         " \"\\uFEFFbom\"\n"},
        {"\x7F", " \"\\x7F\"\n"},
        {"\xC4\x8D\xC4\x87\xC5\xBE \xF0\x9F\x98\x80",
         " '\xC4\x8D\xC4\x87\xC5\xBE \xF0\x9F\x98\x80'\n"},
        {"two\nlines", " |-\n  two\n  lines\n"},
        {"two\nlines\n", " |\n  two\n  lines\n"},
        {"more\n\n\n", " |+\n  more\n\n\n"},
        {"a\n\nb", " |-\n  a\n\n  b\n"},
        {" lead\nx", " |2-\n   lead\n  x\n"},
        {"\nlead", " |2-\n\n  lead\n"},
        {"# hash\n- dash: 'x'", " |-\n  # hash\n  - dash: 'x'\n"},
        {"blank end \nx", " \"blank end \\nx\"\n"},
        {"x\nblank end ", " \"x\\nblank end \"\n"},
        {"\n", " \"\\n\"\n"},
        {"tab\there\nx", " \"tab\\there\\nx\"\n"},
        {"|", " '|'\n"},
        {"ends in blanks  ", " 'ends in blanks  '\n"},
        {"---", " '---'\n"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct record *record = must_read(sound, strlen(sound)), *again;
        comments_append(&record->comments, rows[i].text, NULL);
        char *text = must_write(record), expected[200];
        snprintf(expected, sizeof expected, "comment:%smoves:", rows[i].written);
        if (!strstr(text, expected))
            fail_msg("'%s' should be written%s but is in %s", rows[i].text, rows[i].written, text);
        again = must_read(text, strlen(text));
        assert_string_equal(again->comments.v[0].text, rows[i].text);
        assert_true(record_same(record, again));
        free(text);
        record_free(record);
        record_free(again);
    }
}

/* Rules 3 to 5 and the types of the schema: what a user typed, and its canonical form. */
static void typed_yaml_becomes_canonical(void **state)
{
    (void)state;
    static const struct {
        const char *typed, *written;
    } rows[] = {
        /* The key decides the type, not the look of the value. */
        {"- m: e5\n  clk: 1:05:23\n", "- m: 'e5'\n  clk: '1:05:23'\n"},
        {"result:\n  score: 1-0\n", "result:\n  score: '1-0'\n"},
        {"event: {name: yes, round: 1.2, date: 2026-11-21}\n",
         "event: {name: 'yes', round: '1.2', date: '2026-11-21'}\n"},
        {"tags: [on, 'off', \"null\", 7]\n", "tags: ['on', 'off', 'null', '7']\n"},
        {"end: {plies: '1'}\n", "end: {plies: 1}\n"},
        {"result: {points: {w: 0.5, b: '0.5'}}\n", "result: {points: {w: 0.5, b: 0.5}}\n"},
        {"- {m: e5, nags: [ 1,2 ]}\n", "- {m: 'e5', nags: [1, 2]}\n"},
        /* Empty values are dropped. */
        {"tags: []\nevent:\nresult: {}\ncomment:\n", NULL},
        {"end:\n  plies:\nevent: {name: , site: }\nresult: {points: {}}\n", NULL},
        /* Known keys come in order, unknown ones after them, unchanged. */
        {"x_b: b\nend: {plies: 1}\nx_a: {z: 1, 'a': \"b\"}\nopening: {eco: A00}\nresult: {score: '*'}\n",
         "result: {score: '*'}\nopening: {eco: 'A00'}\nmoves:\n- 'e4'\nend: {plies: 1}\nx_b: b\n"
         "x_a: {z: 1, 'a': \"b\"}\n"},
        {"- {clk: '0:01:00', m: 'e5', x_1: [1, {a: b}], side: 'b'}\n",
         "- {m: 'e5', side: 'b', clk: '0:01:00', x_1: [1, {a: b}]}\n"},
        /* A valid layout that differs from the form stays. */
        {"opening:\n  eco: 'A00'\n", "opening:\n  eco: 'A00'\n"},
        {"rights: {holder: 'a', license: 'b'}\n", "rights: {license: 'b', holder: 'a'}\n"},
        {"tags:\n  - a\n  - b\n", "tags:\n- 'a'\n- 'b'\n"},
        /* Lines folded by hand are unfolded for good. */
        {"tags: ['a\n  b']\n", "tags: ['a b']\n"},
        {"x_f: >-\n  folded\n  text\n", "x_f: >-\n  folded text\n"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char *text = valid_game_with(rows[i].typed);
        struct record *record = must_read(text, strlen(text)), *again;
        char *written = must_write(record), *second;
        if (rows[i].written ? !strstr(written, rows[i].written) : strcmp(written, sound) != 0)
            fail_msg("%s\nshould become\n%s\nbut is\n%s", rows[i].typed, rows[i].written, written);
        again = must_read(written, strlen(written));
        second = must_write(again);
        assert_string_equal(written, second);
        free(text);
        free(written);
        free(second);
        record_free(record);
        record_free(again);
    }
}

/* A flow mapping is at most 120 columns wide; a bare variation has at most twelve plies in one
 * line. */
static void the_width_of_lines_is_limited(void **state)
{
    (void)state;
    enum { FIXED = sizeof "event: {name: ''}" - 1 };
    for (int width = 119; width <= 121; width++) {
        struct record *record = must_read(sound, strlen(sound));
        char name[200] = "";
        memset(name, 'x', (size_t)(width - FIXED));
        record_set_text(record, "event.name", name);
        char *text = must_write(record);
        assert_int_equal(strstr(text, "event: {") != NULL, width <= 120);
        assert_int_equal(strstr(text, "event:\n  name: 'x") != NULL, width > 120);
        free(text);
        record_free(record);
    }
    for (int plies = 11; plies <= 13; plies++) {
        struct record *record = must_read(sound, strlen(sound));
        struct line *line = lines_append(&node_notes(&record->moves.v[0])->alts);
        for (int i = 0; i < plies; i++)
            line_append(line, "d4");
        char *text = must_write(record);
        assert_int_equal(strstr(text, "  alts:\n  - moves: ['d4', ") != NULL, plies <= 12);
        assert_int_equal(strstr(text, "  alts:\n  - moves:\n    - 'd4'\n    - 'd4'\n") != NULL,
                         plies > 12);
        free(text);
        record_free(record);
    }
}

/* The program's own output for an annotated game, by the examples of the format. */
static void new_notes_are_laid_out_for_merging(void **state)
{
    (void)state;
    struct record *record = must_read(sound, strlen(sound));
    line_append(&record->moves, "e5");
    struct notes *notes = node_notes(line_append(&record->moves, "Nf3"));
    nags_add(&notes->nags, 1);
    comments_append(&notes->comments, "signed", "ana");
    comments_append(&notes->comments, "not signed", NULL);
    text_replace(&marks_append(&notes->marks, "circle")->at, "f3");
    text_replace(&node_notes(line_append(&record->moves, "Nc6"))->clk, "0:41:07");
    struct step_note *step = notes_step(node_notes(line_append(&record->moves, "Bb5")), 2, 0);
    comments_append(&step->comments, "inside", NULL);
    char *text = must_write(record);
    const char *expected =
        "moves:\n- 'e4'\n- 'e5'\n- m: 'Nf3'\n  nags: [1]\n  comment: 'not signed'\n  comments:\n"
        "  - {by: 'ana', text: 'signed'}\n  marks:\n  - {at: 'f3', as: 'circle'}\n"
        "- {m: 'Nc6', clk: '0:41:07'}\n- m: 'Bb5'\n  steps:\n  - {part: 2, comment: 'inside'}\n";
    if (!strstr(text, expected))
        fail_msg("%s", text);
    free(text);
    for (int i = 0; i < record->moves.n; i++) {
        if (record->moves.v[i].notes && record->moves.v[i].notes->nags.n) {
            nags_add(&record->moves.v[i].notes->nags, 1);
            comments_remove(&record->moves.v[i].notes->comments, 1);
            comments_remove(&record->moves.v[i].notes->comments, 0);
            marks_remove(&record->moves.v[i].notes->marks, 0);
        }
        node_tidy(&record->moves.v[i]);
    }
    text = must_write(record);
    assert_non_null(strstr(text, "- 'e5'\n- 'Nf3'\n- {m"));
    free(text);
    record_free(record);
}

/* Rule 3: every YAML reader takes each of our keys as text. */
static void check_keys(const struct schema_key *keys, int depth)
{
    static const char *const taken[] = {"y",    "n",     "yes",  "no",  "on", "off",
                                        "true", "false", "null", "nan", "inf"};
    for (; keys && keys->name && depth < 6; keys++) {
        assert_true(keys->name[0] >= 'a' && keys->name[0] <= 'z');
        assert_int_equal(strspn(keys->name, "abcdefghijklmnopqrstuvwxyz0123456789_"),
                         strlen(keys->name));
        for (size_t i = 0; i < sizeof taken / sizeof *taken; i++)
            assert_string_not_equal(keys->name, taken[i]);
        check_keys(keys->of, depth + 1);
    }
}

static void every_reader_takes_keys_as_text(void **state)
{
    (void)state;
    check_keys(schema_game, 0);
    check_keys(schema_archive, 0);
    check_keys(schema_collection, 0);
}

static void yaml_comments_at_the_top_are_kept(void **state)
{
    (void)state;
    static const struct {
        const char *before, *after;
        bool lost;
        const char *kept;
    } rows[] = {
        {"", "", false, NULL},
        {"# one\n# two\n", "", false, "# one\n# two\n"},
        {"\n# one\n\n# two\n\n", "", false, "# one\n\n# two\n"},
        {"# one\n---\n# two\n", "", false, "# one\n# two\n"},
        {"", "# at the end\n", true, NULL},
        {"# one\r\n", "x: 'a # b' # c\n", true, "# one\n"},
        {"", "x: '# no remark'\ny: \"# no\"\nz: a#b\n", false, NULL},
        {"", "x: |\n  # text\n  more # text\n", false, NULL},
        {"", "x: | # remark\n  text\n", true, NULL},
        {"", "x: |\n  text\n# remark\ny: 1\n", true, NULL},
        {"", "x: [1, # remark\n  2]\n", true, NULL},
        {"", "'\xC4\x8D#': '\xC4\x8D#\xC4\x8D'\n", false, NULL},
        {"--- # remark\n", "", true, NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[1000];
        snprintf(text, sizeof text, "%s%s%s", rows[i].before, sound, rows[i].after);
        struct record *record = must_read(text, strlen(text));
        if (record->lost_remarks != rows[i].lost)
            fail_msg("row %d: %s", (int)i, text);
        if (rows[i].kept)
            assert_string_equal(record->remarks, rows[i].kept);
        else
            assert_null(record->remarks);
        free(must_write(record));
        record_free(record);
    }
}

/* ------------------------------------------------------------------------------- random records */

/* R12 for records that the program makes: writing and reading gives the same record, and the same
 * bytes. */
static void random_records_are_read_back(void **state)
{
    int rounds = getenv("CHESSCADE_LONG") ? 100000 : 5000;
    (void)state;
    seed = 12;
    for (int round = 0; round < rounds; round++) {
        struct record *record = random_record("turning-chess");
        char *text = must_write(record), *second;
        struct record *again = must_read(text, strlen(text));
        second = must_write(again);
        assert_string_equal(text, second);
        struct record_counts one, other;
        record_count(record, &one);
        record_count(again, &other);
        assert_memory_equal(&one, &other, sizeof one);
        free(text);
        free(second);
        record_free(record);
        record_free(again);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(examples_are_written_back_byte_for_byte),
        cmocka_unit_test(the_opera_game_is_counted),
        cmocka_unit_test(texts_are_quoted_by_rule),
        cmocka_unit_test(typed_yaml_becomes_canonical),
        cmocka_unit_test(the_width_of_lines_is_limited),
        cmocka_unit_test(new_notes_are_laid_out_for_merging),
        cmocka_unit_test(every_reader_takes_keys_as_text),
        cmocka_unit_test(yaml_comments_at_the_top_are_kept),
        cmocka_unit_test(random_records_are_read_back),
    };
    return cmocka_run_group_tests_name("yaml", tests, NULL, NULL);
}
