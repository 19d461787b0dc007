/* test_disturbed.c - the examples of the file format with unknown keys put in everywhere, which
 * must stay to the byte, and with random damage, which must be read or refused in a sentence. */
#include "config.h"
#include "tests/support/chance.h"
#include "tests/support/testing.h"

#include "archive/record/edit.h"
#include "archive/summary/summary.h"
#include "archive/merge/merge.h"
#include "archive/record/schema.h"

static void add(struct yaml_text *text, const char *more)
{
    yaml_text_add(text, more, strlen(more));
}

static const char *const examples[] = {"1-classical", "2-croatian", "3-triangles", "4-turning",
                                       "5-turnover"};
enum { EXAMPLES = sizeof examples / sizeof *examples };

static struct yaml_text example(int number)
{
    char name[100], bytes[4096];
    struct yaml_text text = {0};
    snprintf(name, sizeof name, "tests/archives/%s.yaml", examples[number]);
    FILE *file = fopen(source_file(name), "rb");
    assert_non_null(file);
    for (size_t n; (n = fread(bytes, 1, sizeof bytes, file)) > 0;)
        yaml_text_add(&text, bytes, n);
    fclose(file);
    return text;
}

static const char *const flow_extras[] = {"4",
                                          "'a''b'",
                                          "\"a\\tb\"",
                                          "plain text",
                                          "true",
                                          "~",
                                          "[1, 'a', {b: c}]",
                                          "{k: 'v', l: [1, two]}",
                                          "[]",
                                          "{}",
                                          "-1",
                                          "0x10",
                                          "2026-11-21",
                                          "''"};
static const char *const block_extras[] = {"|-\n%sa\n%s# b", ">-\n%sfolded", "\n%s- 1\n%s- two: 2",
                                           "\n%sa:\n%s- b"};
enum {
    FLOW_EXTRAS = sizeof flow_extras / sizeof *flow_extras,
    BLOCK_EXTRAS = sizeof block_extras / sizeof *block_extras
};

/* Insert an unknown key after the last line of a mapping's block at this indentation. */
static void add_extra(struct yaml_text *out, int columns, int number)
{
    char indent[64] = "", deeper[64] = "", line[400];
    memset(indent, ' ', (size_t)columns);
    memset(deeper, ' ', (size_t)columns + 2);
    int kind = chance(FLOW_EXTRAS + BLOCK_EXTRAS);
    snprintf(line, sizeof line, "%sx_extra%d: ", indent, number);
    if (kind >= FLOW_EXTRAS && block_extras[kind - FLOW_EXTRAS][0] == '\n')
        line[strlen(line) - 1] = '\0';
    add(out, line);
    if (kind < FLOW_EXTRAS) {
        add(out, flow_extras[kind]);
    } else {
        const char *in = strstr(block_extras[kind - FLOW_EXTRAS], "\n%s- 1") ? indent : deeper;
        for (const char *b = block_extras[kind - FLOW_EXTRAS]; *b; b++)
            if (b[0] == '%' && b[1] == 's') {
                add(out, in);
                b++;
            } else {
                yaml_text_add(out, b, 1);
            }
    }
    add(out, "\n");
}

/* R13: unknown keys in every kind of element, in braces. An unknown key that is a mapping does not
 * change its neighbours to braces. */
static void unknown_keys_in_braces_are_kept(void **state)
{
    static const char text[] =
        "chesscade: 1\nid: '01JD9T4W8M6Q2R7XK5V3B0N1HC'\nrev: 1\nvariant: 'classical'\nnotation: 'san'\n"
        "players:\n- {side: 'w', name: 'A', x_a: 1}\n- {side: 'b', name: 'B'}\nevent: {name: 'E', x_b: 'two'}\n"
        "comments:\n- {by: 'ana', text: 'c', x_c: true}\nmarks:\n- {at: 'e4', as: 'circle', x_d: [1, 2]}\nmoves:\n"
        "- m: 'e4'\n  comments:\n  - {by: 'ana', text: 'd', x_e: 5}\n  marks:\n  - {at: 'e5', as: 'square', x_f: 6}\n"
        "  steps:\n  - {part: 1, comment: 'e', x_g: 7}\n  alts:\n  - moves: ['d4']\n    x_h: 8\n"
        "- m: 'e5'\n  comments:\n  - by: 'ana'\n    text: 'f'\n    x_i: {x_j: 9}\n";
    struct record *record = NULL;
    struct yaml_text again = {0};
    struct place place = {0};
    struct note why = {0};
    (void)state;
    if (record_read(text, sizeof text - 1, 1, NULL, &record, &place, &why) < 0)
        fail_msg("line %d: %s", place.line, why.text);
    struct record *copy = record_copy(record); /* copied as undo, drafts and merges do */
    for (int copied = 0; copied < 2; copied++) {
        again.n = 0;
        record_write(copied ? copy : record, &again);
        assert_string_equal(again.v, text);
    }
    /* A note on a cascade member that has nothing left but an unknown key is kept, and its ply with
     * it. */
    edit_step_comment(&record->moves.v[0], 1, 0, NULL, "");
    again.n = 0;
    record_write(record, &again);
    assert_non_null(strstr(again.v, "  steps:\n  - {part: 1, x_g: 7}\n"));
    yaml_text_clear(&again);
    record_free(copy);
    record_free(record);
}

/* A record has kept every line that was added to a text. */
static void assert_extras_stay(const char *text, const struct record *record, int extras)
{
    struct yaml_text again = {0};
    record_write(record, &again);
    for (int n = 1; n <= extras; n++) {
        char key[40];
        snprintf(key, sizeof key, "x_extra%d:", n);
        const char *was = strstr(text, key), *is = strstr(again.v, key);
        assert_non_null(is);
        assert_memory_equal(was, is, strcspn(was, "\n"));
    }
    yaml_text_clear(&again);
}

/* The same if another user has changed something else meanwhile. */
static void assert_extras_stay_when_merged(const char *text, const struct edits *edits, int extras)
{
    const struct record *base = edits->undo[0].record;
    struct record *theirs = record_copy(base);
    struct merge merge;
    struct note why = {0};
    record_set_text(theirs, "event.round", "13");
    if (merge_records(&merge, base, edits->record, theirs, NULL, 0, &why) < 0 || merge.conflicts)
        fail_msg("%s", why.text);
    assert_string_equal(record_text(merge.record, "event.round"), "13");
    assert_string_equal(record_text(merge.record, "event.site"), "Zagreb");
    assert_extras_stay(text, merge.record, extras);
    merge_clear(&merge);
    record_free(theirs);
}

/* Edit something else, undo it, and merge: every added line is still there. Frees the record. */
static void edits_keep_extras(struct record *record, const char *text, int extras)
{
    struct edits edits = {0};
    struct spot spot = {.ply = 1};
    struct yaml_text again = {0};
    edits_begin(&edits, record);
    edits_mark(&edits, &spot, "an edit");
    comments_append(&node_notes(&record->moves.v[0])->comments, "an edit", "ana");
    record_set_text(record, "event.site", "Zagreb");
    assert_true(edits_undo(&edits, &spot, NULL));
    record_write(edits.record, &again);
    assert_string_equal(again.v, text);
    assert_true(edits_redo(&edits, &spot, NULL));
    assert_extras_stay(text, edits.record, extras);
    assert_extras_stay_when_merged(text, &edits, extras);
    yaml_text_clear(&again);
    edits_clear(&edits);
}

/* R13: unknown keys at the end of every block mapping of every example. */
static void unknown_keys_stay_to_the_byte(void **state)
{
    (void)state;
    int all = 0;
    seed = 13;
    for (int round = 0; round < 200; round++) {
        struct yaml_text text = example(round % EXAMPLES), out = {0}, again = {0};
        int extras = 0;
        bool literal = false;
        for (const char *line = text.v; *line;) {
            const char *end = strchr(line, '\n') + 1, *next = end + strspn(end, " ");
            int column = (int)strspn(line, " "), below = (int)(next - end);
            bool dash = !strncmp(line + column, "- ", 2),
                 map = strstr(line, ": ") && strstr(line, ": ") < end;
            yaml_text_add(&out, line, (size_t)(end - line));
            literal = end - line > 3 && (!strncmp(end - 3, "|-\n", 3) || (literal && below >= 2));
            int keys = dash ? column + 2 : column;
            bool scalar = map && end[-2] != ':' && line[keys] != '{' && line[keys] != '\'' &&
                          line[keys] != '-';
            bool last = !*end || below < keys || (below == keys - 2 && !strncmp(next, "- ", 2));
            if (scalar && last && !literal && chance(2) == 0)
                for (int n = 1 + chance(2); n > 0; n--)
                    add_extra(&out, keys, ++extras);
            line = end;
        }
        struct record *record = NULL;
        struct place place = {0};
        struct note why = {0};
        if (record_read(out.v, (size_t)out.n, 1, NULL, &record, &place, &why) < 0)
            fail_msg("line %d: %s\n%s", place.line, why.text, out.v);
        record_write(record, &again);
        assert_string_equal(again.v, out.v);
        all += extras;
        edits_keep_extras(record, out.v, extras);
        yaml_text_clear(&text);
        yaml_text_clear(&out);
        yaml_text_clear(&again);
    }
    assert_true(all > 500);
}

/* Damage a text a little: change a byte, or remove or repeat a part. */
static void damage(struct yaml_text *text)
{
    static const char signs[] = "'\"{}[]:,-#|>&*!%\n \tx0\\";
    int at = chance(text->n), length = 1 + chance(20);
    if (at + length > text->n)
        length = text->n - at;
    switch (chance(4)) {
    case 0:
        text->v[at] = signs[chance((int)sizeof signs - 1)];
        break;
    case 1:
        text->v[at] = (char)chance(256);
        break;
    case 2:
        memmove(text->v + at, text->v + at + length, (size_t)(text->n - at - length));
        text->n -= length;
        break;
    default:
        yaml_text_add(text, "xxxxxxxxxxxxxxxxxxxx", (size_t)length);
        memmove(text->v + at + length, text->v + at, (size_t)(text->n - length - at));
        break;
    }
}

/* 10,000 damaged examples: none crashes the reader, and what it accepts is written the same the
 * second time. */
static void damaged_examples_are_read_or_refused(void **state)
{
    (void)state;
    int accepted = 0;
    seed = 14;
    for (int round = 0; round < 10000; round++) {
        struct yaml_text text = example(round % EXAMPLES), once = {0}, twice = {0};
        struct record *record = NULL, *again = NULL;
        struct place place = {0};
        struct note why = {0};
        for (int n = 1 + chance(3); n > 0; n--)
            damage(&text);
        yaml_text_add(&text, "", 0);
        int result = record_read(text.v, (size_t)text.n, 1, NULL, &record, &place, &why);
        if (result < 0) {
            assert_true(why.text[0] && place.line > 0);
        } else {
            accepted++;
            record_write(record, &once);
            if (record_read(once.v, (size_t)once.n, 1, NULL, &again, &place, &why) < 0)
                fail_msg("not read again, line %d: %s\n%s\nfrom\n%s", place.line, why.text, once.v,
                         text.v);
            record_write(again, &twice);
            assert_string_equal(once.v, twice.v);
            record_free(record);
            record_free(again);
        }
        yaml_text_clear(&text);
        yaml_text_clear(&once);
        yaml_text_clear(&twice);
    }
    assert_true(accepted > 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unknown_keys_in_braces_are_kept),
        cmocka_unit_test(unknown_keys_stay_to_the_byte),
        cmocka_unit_test(damaged_examples_are_read_or_refused),
    };
    return cmocka_run_group_tests_name("disturbed", tests, NULL, NULL);
}
