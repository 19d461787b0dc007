/* test_hostile.c - malicious or broken files: the exact limits, refusals and their sentences, and
 * the cleaning of text for the terminal. docs/archive.md has the list. */
#include "config.h"
#include "tests/support/chance.h"
#include "tests/support/testing.h"

#include "archive/util/sanitize.h"
#include "archive/summary/summary.h"
#include "archive/record/record.h"
#include "archive/record/schema.h"

#include <sys/mman.h>
#include <unistd.h>
#include <utf8proc.h>

static const char sound[] =
    "chesscade: 1\nid: '01JD9T4W8M6Q2R7XK5V3B0N1HC'\nrev: 7\nvariant: 'classical'\nnotation: 'san'\n"
    "players:\n- {side: 'w', name: 'A'}\n- {side: 'b', name: 'B'}\nmoves:\n- 'e4'\n";

static void add(struct yaml_text *text, const char *more)
{
    yaml_text_add(text, more, strlen(more));
}

static void add_times(struct yaml_text *text, int times, const char *more)
{
    for (int i = 0; i < times; i++)
        add(text, more);
}

/* ------------------------------------------------------------------------------------------------
 * limits */

/* Makes a file that reaches a limit with `size` of something. */
typedef void make_fn(struct yaml_text *text, int size);

static void make_scalar(struct yaml_text *text, int size)
{
    add(text, "comment: '");
    add_times(text, size, "x");
    add(text, "'\n");
}

static void make_key(struct yaml_text *text, int size)
{
    add_times(text, size, "k");
    add(text, ": 1\n");
}

static void make_file(struct yaml_text *text, int size)
{
    enum { LINE = 1 << 15 };
    add(text, "x_file:\n");
    while (text->n + LINE < size) {
        add(text, "- '");
        add_times(text, LINE - 5, "x");
        add(text, "'\n");
    }
    add(text, "- '");
    add_times(text, size - text->n - 2, "x");
    add(text, "'\n");
}

/* The valid game has 26 nodes: the root, 7 keys, 5 scalars, the list of players, two mappings of 4
 * nodes each and themselves, the list of moves, a ply; x_nodes and its list are two more. */
static void make_nodes(struct yaml_text *text, int size)
{
    add(text, "x_nodes: [1");
    add_times(text, size - 28 - 1, ", 1");
    add(text, "]\n");
}

static void make_depth(struct yaml_text *text, int size) /* the root is one level */
{
    add(text, "x_depth:\n");
    add_times(text, size - 1, "- ");
    add(text, "1\n");
}

static void make_flow(struct yaml_text *text, int size)
{
    add(text, "x_flow: ");
    add_times(text, size, "[");
    add_times(text, size, "]");
    add(text, "\n");
}

static void make_plies(struct yaml_text *text, int size) /* the game already has one */
{
    add_times(text, size - 1, "- 'e5'\n");
}

/* A ply, the one it replaces, and the remaining plies instead of it */
static void make_plies_of_lines(struct yaml_text *text, int size)
{
    add(text, "- m: 'e5'\n  alts:\n  - moves:\n");
    add_times(text, size - 2, "    - 'c5'\n");
}

static void make_variations(struct yaml_text *text, int size)
{
    add(text, "- m: 'e5'\n");
    for (int i = 0; i < size; i++) {
        add_times(text, 2 + 4 * i, " ");
        add(text, "alts:\n");
        add_times(text, 2 + 4 * i, " ");
        add(text, "- moves:\n");
        add_times(text, 4 + 4 * i, " ");
        add(text, "- m: 'e5'\n");
    }
}

static void make_marks(struct yaml_text *text, int size)
{
    add(text, "- m: 'e5'\n  marks:\n");
    add_times(text, size, "  - {at: 'e4', as: 'square'}\n");
}

static void make_ply(struct yaml_text *text, int size)
{
    add(text, "- '");
    add_times(text, size, "x");
    add(text, "'\n");
}

static void make_label(struct yaml_text *text, int size)
{
    add(text, "- m: 'e5'\n  marks: [{at: 'e4', as: 'square', label: '");
    add_times(text, size, "x");
    add(text, "'}]\n");
}

static void make_log(struct yaml_text *text, int size)
{
    add(text, "log:\n");
    add_times(text, size, "- {rev: 1}\n");
}

static void limits_hold_to_one(void **state)
{
    (void)state;
    static const struct {
        make_fn *make;
        int cap;
        const char *says;
    } rows[] = {
        {make_scalar, 65536, "the text is too long"},
        {make_key, 128, "the key is too long"},
        {make_file, 4194304, "too large"},
        {make_nodes, 200000, "too many values"},
        {make_depth, 512, "nested too deeply"},
        {make_flow, 8, "nested too deeply"},
        {make_plies, 20000, "too many plies"},
        {make_plies_of_lines, 20000, "too many plies"},
        {make_variations, 100, "nested in too many variations"},
        {make_marks, 256, "too many entries"},
        {make_ply, 4096, "too long"},
        {make_label, 32, "too long"},
        {make_log, 200, "too many entries"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int size = rows[i].cap - 1; size <= rows[i].cap + 1; size++) {
            struct yaml_text text = {0}, again = {0};
            struct record *record = NULL;
            struct place place = {0};
            struct note why = {0};
            add(&text, sound);
            rows[i].make(&text, size);
            int result = record_read(text.v, (size_t)text.n, 1, NULL, &record, &place, &why);
            if (size <= rows[i].cap && result < 0)
                fail_msg("%d is within the limit of %d, but: %s", size, rows[i].cap, why.text);
            if (size > rows[i].cap) {
                assert_int_equal(result, FAIL_LIMIT);
                if (!strstr(why.text, rows[i].says))
                    fail_msg("'%s' does not say '%s'", why.text, rows[i].says);
                assert_true(place.line > 0 && place.column > 0);
            } else {
                record_write(record, &again);
                if (rows[i].make != make_depth && rows[i].make != make_variations)
                    assert_true(again.n > 0);
                record_free(record);
            }
            yaml_text_clear(&text);
            yaml_text_clear(&again);
        }
}

/* ------------------------------------------------------------------------------------------
 * hostile files */

static void refused(const char *name, const char *bytes, size_t size, const char *says)
{
    struct record *record = NULL;
    struct place place = {0};
    struct note why = {0};
    int result = record_read(bytes, size, 1, NULL, &record, &place, &why);
    if (!says) {
        if (result < 0)
            fail_msg("%s is refused: line %d, column %d: %s", name, place.line, place.column,
                     why.text);
        record_free(record);
        return;
    }
    if (result >= 0)
        fail_msg("%s is read", name);
    if (!strstr(why.text, says) || place.line < 1)
        fail_msg("%s: '%s' (line %d) does not say '%s'", name, why.text, place.line, says);
}

/* Whole files. NULL: the file is read; otherwise the text must be part of the error sentence. */
static void hostile_files_are_refused_in_a_sentence(void **state)
{
    (void)state;
#define BYTES(text) text, sizeof(text) - 1
    static const struct {
        const char *bytes;
        size_t size;
        const char *says;
    } rows[] = {
        {BYTES(""), "contains no data"},
        {BYTES("# nothing\n# else\n"), "contains no data"},
        {BYTES("\xEF\xBB\xBF"), "contains no data"},
        {BYTES("\n\n"), "contains no data"},
        {BYTES("\xFF\xFE"
               "c\0h\0"),
         "not UTF-8"},
        {BYTES("\xFE\xFF"
               "\0c\0h"),
         "not UTF-8"},
        {BYTES("c\0h\0"), "U+0000"},
        {BYTES("a: '\xC0\x80'\n"), "not UTF-8"},
        {BYTES("a: '\xE2\x82'\n"), "not UTF-8"},
        {BYTES("a: '\xED\xA0\x80'\n"), "not UTF-8"},
        {BYTES("a: '\xF4\x90\x80\x80'\n"), "not UTF-8"},
        {BYTES("a: '\x1B[2J'\n"), "U+001B"},
        {BYTES("a: '\xC2\x9B"
               "2J'\n"),
         "U+009B"},
        {BYTES("a:\n\t- 1\n"), "not YAML"},
        {BYTES("a: &x 1\n"), "anchors"},
        {BYTES("&x a: 1\n"), "anchors"},
        {BYTES("a: *x\n"), "aliases"},
        {BYTES("a: &a [*a]\n"), "anchors"},
        {BYTES("a: &a [x,x,x]\nb: &b [*a,*a,*a]\nc: &c [*b,*b,*b]\n"), "anchors"},
        {BYTES("a: !!python/object:os.system ls\n"), "tags"},
        {BYTES("a: !!binary aGVsbG8=\n"), "tags"},
        {BYTES("a: !mine 1\n"), "tags"},
        {BYTES("a: ! '1'\n"), "tags"},
        {BYTES("--- !<tag:yaml.org,2002:map>\na: 1\n"), "tags"},
        {BYTES("%YAML 9.9\n---\na: 1\n"), "directives"},
        {BYTES("%YAML 1.1\n---\na: 1\n"), "directives"},
        {BYTES("%TAG ! tag:x,2000:\n---\na: 1\n"), "directives"},
        {BYTES("a: 1\na: 2\n"), "twice"},
        {BYTES("a: {b: 1, 'b': 2}\n"), "twice"},
        {BYTES("a:\n- b: 1\n  \"b\": 2\n"), "twice"},
        {BYTES("a: 1\n---\nb: 1\n"), "second document"},
        {BYTES("<<: {a: 1}\n"), "merge keys"},
        {BYTES("a: 1\n<<<<<<< HEAD\nb: 1\n=======\nb: 2\n>>>>>>> topic\n"),
         "unresolved merge conflict"},
        {BYTES("a:\n- 'x'\n=======\n- 'y'\n"), "unresolved merge conflict"},
        {BYTES("a:\n- 'x'\n========\n- 'y'\n"), "could not find expected"},
        {BYTES("? [a]\n: 1\n"), "key must be a text"},
        {BYTES("{[a]: 1}\n"), "key must be a text"},
        {BYTES("a: \"\\0\"\n"), "U+0000"},
        {BYTES("a\n"), "should be a mapping"},
        {BYTES("- a\n"), "should be a mapping"},
        {BYTES("a: 'never closed\n"), "quoted scalar"},
        {BYTES("a: [1, 2\n"), "not YAML"},
        {BYTES("a: b: c\n"), "not YAML"},
        {BYTES("a: \xC2\x85"
               "b\n"),
         "not YAML"},
        {BYTES("a: x\xE2\x80\xA8"
               "b\n"),
         "not YAML"},
        {BYTES("chesscade: 1\n"), "'id' is missing"},
        /* CR ends a line, too */
        {BYTES("chesscade: 1\rid: '01JD9T4W8M6Q2R7XK5V3B0N1HC'\r"), "'rev' is missing"},
        {BYTES("%PDF-1.4\n"), "directives"},
        {BYTES("PK\x03\x04\x14"), "U+0003"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char name[100];
        snprintf(name, sizeof name, "row %d, %.60s", (int)i, rows[i].bytes);
        refused(name, rows[i].bytes, rows[i].size, rows[i].says);
    }
}

/* Large files must also be refused soon; the time limit of the test runner shows that. */
static void hostile_sizes_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *name, *before, *repeated;
        int times;
        const char *after, *says;
    } rows[] = {
        {"brackets", "", "[", 100000, "", "nested"},
        {"flow mappings", "", "{a: ", 50000, "", "nested"},
        {"nine deep, many times", "x: [", "[[[[[[[[1]]]]]]]],", 230000, "]", "nested"},
        {"question marks", "", "? ", 50000, "x", "key must be a text"},
        {"dashes", "", "- ", 100000, "x", "nested"},
        {"tag directives", "", "%TAG !a! tag:x,2000:\n", 150000, "---\na: 1\n", "directives"},
        {"tag directives behind a document", "a: 1\n...\n", "%TAG !a! tag:x,2000:\n", 150000,
         "---\n", "directives"},
        {"a long text", "a: '", "x", 4000000, "'\n", "too long"},
        {"a long plain text", "a: ", "x ", 2000000, "\n", "too long"},
        {"a long literal", "a: |\n", "  xxxxxxxxxxxxx\n", 250000, "", "too long"},
        {"a long key", "? ", "k", 2000, "\n: 1\n", "key is too long"},
        {"a long plain key", "", "k", 2000, ": 1\n", "not YAML"},
        {"a long file", "a: '", "x", 5000000, "'\n", "too large"},
        {"many keys", "", "a: 1\n", 120000, "", "too many"},
        {"blank lines", "", "\n", 4000000, "a", "should be a mapping"},
        {"remarks", "", "#\n", 2000000, "a", "should be a mapping"},
        {"quotes", "a: '", "''", 2000000, "'\n", "too long"},
        {"colons", "a: ", ": ", 100000, "\n", "not YAML"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct yaml_text text = {0};
        add(&text, rows[i].before);
        add_times(&text, rows[i].times, rows[i].repeated);
        add(&text, rows[i].after);
        refused(rows[i].name, text.v, (size_t)text.n, rows[i].says);
        yaml_text_clear(&text);
    }
}

/* One line of the valid game replaced, or lines added. */
static void hostile_values_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *line, *with, *says;
    } rows[] = {
        {"rev: 7", "rev: 0", "from 1"},
        {"rev: 7", "rev: -1", "from 1"},
        {"rev: 7", "rev: 9223372036854775808", "whole number"},
        {"rev: 7", "rev: 9223372036854775807",
         "'rev' should be a number from 1 to 2147483647, not '9223372036854775807'"},
        {"rev: 7", "rev: 2147483648", "from 1 to 2147483647"},
        {"rev: 7", "rev: 2147483647", NULL},
        {"rev: 7", "rev: 1e3", "whole number"},
        {"rev: 7", "rev: 0x10", "whole number"},
        {"rev: 7", "rev: 010", "whole number"},
        {"rev: 7", "rev: [7]", "not a list"},
        {"id: '01JD9T4W8M6Q2R7XK5V3B0N1HC'", "id: '../../x'", "an id"},
        {"id: '01JD9T4W8M6Q2R7XK5V3B0N1HC'", "id: '01jd9t4w8m6q2r7xk5v3b0n1hc'", "an id"},
        {"chesscade: 1", "chesscade: 0", "from 1"},
        {"chesscade: 1", "chesscade: 99", NULL},
        {"chesscade: 1", "chesscade: {a: 1}", "not a mapping"},
        {"variant: 'classical'", "variant: '../x'", "variant"},
        {"variant: 'classical'", "variant: 'unknown-game'", NULL},
        {"notation: 'san'", "notation: 'uci'", "san, long or short"},
        {"- {side: 'b', name: 'B'}\n", "", "too few"},
        {"- {side: 'b', name: 'B'}\n",
         "- {side: 'b', name: 'B'}\n- {side: 'r', name: 'C'}\n- {side: 'w', name: 'D'}\n- {side: 'b', name: 'E'}\n"
         "- {side: 'r', name: 'F'}\n- {side: 'w', name: 'G'}\n- {side: 'b', name: 'H'}\n- {side: 'r', name: 'I'}\n",
         "too many"},
        {"players:\n- {side: 'w', name: 'A'}\n- {side: 'b', name: 'B'}\n", "players: []\n",
         "too few"},
        {"- {side: 'b', name: 'B'}", "- {side: 'w', name: 'B'}", "two players"},
        {"- {side: 'b', name: 'B'}", "- {side: 'z', name: 'B'}", "a side"},
        {"- {side: 'b', name: 'B'}", "- {side: 'b'}", "'name' is missing"},
        {"moves:\n- 'e4'\n", "moves: 7\n", "a list"},
        {"moves:\n- 'e4'\n", "moves:\n- []\n", "plies"},
        {"moves:\n- 'e4'\n", "moves:\n- {n: 1}\n", "'m' is missing"},
        {"moves:\n- 'e4'\n", "moves: []\n", NULL},
        {"moves:\n- 'e4'\n", "moves:\n- {m: 'e4', marks: [{as: 'square', at: 'a0'}]}\n", "a cell"},
        {"moves:\n- 'e4'\n", "moves:\n- {m: 'e4', marks: [{as: 'square', at: 'aa1'}]}\n", "a cell"},
        {"moves:\n- 'e4'\n", "moves:\n- {m: 'e4', marks: [{as: 'square', at: 'z99'}]}\n", NULL},
        {"moves:\n- 'e4'\n", "moves:\n- {m: 'e4', nags: [-1]}\n", "from 0"},
        {"moves:\n- 'e4'\n", "moves:\n- {m: 'e4', gap: yes}\n", "true or false"},
        {"moves:\n- 'e4'\n", "moves:\n- {m: 'e4', steps: [{part: 0}]}\n", "from 1"},
        {"moves:\n- 'e4'\n", "moves:\n- {m: 'e4', steps: [{part: -1}]}\n", "from 1"},
        {"moves:\n- 'e4'\n", "moves:\n- {m: 'e4', alts: [{moves: ['d4']}, {}]}\n",
         "'moves' is missing"},
        {"moves:\n- 'e4'\n", "moves:\n- {alts: [{moves: ['d4']}]}\n",
         "'m' is missing"}, /* a
                               variation
                               that
                               replaces
                               no ply
                             */
        {"moves:\n- 'e4'\n", "moves:\n- {m: 'e4', clk: '5'}\n", "a clock"},
        {"moves:\n- 'e4'\n", "moves:\n- 'e4'\nresult: {points: {w: nan}}\n", "0.5"},
        {"moves:\n- 'e4'\n", "moves:\n- 'e4'\nresult: {points: {w: .inf}}\n", "0.5"},
        {"moves:\n- 'e4'\n", "moves:\n- 'e4'\nresult: {points: {z: 1}}\n",
         "each key of 'points' should be a side: w, b or r, not 'z'"},
        {"moves:\n- 'e4'\n", "moves:\n- 'e4'\nevent: {date: 'yesterday'}\n", "a date"},
        {"moves:\n- 'e4'\n", "moves:\n- 'e4'\ncomment: \"\\e]52;c;\\x9b\\u202e\"\n", NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[1000], name[100];
        const char *at = strstr(sound, rows[i].line);
        assert_non_null(at);
        snprintf(text, sizeof text, "%.*s%s%s", (int)(at - sound), sound, rows[i].with,
                 at + strlen(rows[i].line));
        snprintf(name, sizeof name, "row %d, %.60s", (int)i, rows[i].with);
        refused(name, text, strlen(text), rows[i].says);
    }
}

/* The bytes end where the memory ends, as those of a mapped file can, for every prefix of a game:
 * the reader never reads past the end. */
static void nothing_past_the_end_is_read(void **state)
{
    (void)state;
    static const char more[] =
        "event: {name: 'E', date: '2026-11-21'}\ncomment: |-\n  one # two\n  \n  three\ntags: ['a', 'b']\n";
    char text[1500];
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    int n = snprintf(text, sizeof text, "%s%s", sound, more);
    char *pages = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_true(pages != MAP_FAILED && mprotect(pages + page, page, PROT_NONE) == 0);
    /* The game, and what follows it alone */
    for (int from = 0; from < n; from += n - (int)sizeof more + 1)
        for (int to = from + 1; to <= n; to++) {
            struct listing listing = {0};
            char *bytes = pages + page - (to - from);
            memcpy(bytes, text + from, (size_t)(to - from));
            listing_read(&listing, bytes, (size_t)(to - from), 1, NULL);
            listing_clear(&listing);
        }
    munmap(pages, 2 * page);
}

/* A file of a later schema can be viewed: parts that do not fit are left out, the rest is shown. */
static void later_schemas_can_be_viewed(void **state)
{
    (void)state;
    char text[1000];
    snprintf(text, sizeof text, "%s%s", sound,
             "comment: [now, a, list]\nresult: {score: '1-0', points: 'all'}\n");
    text[strlen("chesscade: ")] = '2';
    struct record *record = NULL;
    struct note why = {0};
    assert_int_equal(record_read(text, strlen(text), 1, NULL, &record, NULL, &why), 0);
    assert_int_equal(record->major, 2);
    assert_string_equal(record_text(record, "result.score"), "1-0");
    assert_int_equal(record->comments.n, 0);
    record_free(record);
}

/* -------------------------------------------------------------------------------------------------
 * streams */

static void streams_are_cut_at_their_markers(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        const char *starts; /* the number of the first line of each document */
    } rows[] = {
        {"", ""},
        {"a: 1\n", "1 "},
        {"---\na: 1\n", "1 "},
        {"# x\n---\na: 1\n", "1 "},
        {"a: 1\n---\nb: 1\n", "1 2 "},
        {"a: 1\n--- {b: 1}\n---\n---\nc: 1\n", "1 2 4 "},
        {"a: 1\n...\n---\nb: 1\n...\n", "1 3 "},
        {"a: |\n  ---\n ---\n----\n---x\nb: 1", "1 "},
        {"---\n# only remarks\n---\na: 1\n---", "3 "},
        {"\xEF\xBB\xBF---\na: 1\n--- # x\nb: 1\n", "1 3 "},
        {"a: [\n---\nb: '\n---\nc: 1\n", "1 2 4 "},
        {"a: 1\r\n---\r\nb: 1\r\n", "1 2 "},
        {"%YAML 1.1\n---\na: 1\n", "1 "}, /* directives belong to the document after them */
        {"# x\n%YAML 1.1\n%TAG ! !\n# y\n\n---\na: 1\n...\n%YAML 1.1\n---\nb: 1\n---\nc: 1\n",
         "1 9 12 "},
        {"---\n...\n%YAML 1.1\n---\na: 1\n", "3 "},
        {"%YAML 1.1\n---\n---\na: 1\n", "1 3 "},
        {"%YAML 1.1\n...\n---\na: 1\n", "1 3 "},
        {"%YAML 1.1\na: 1\n---\nb: 1\n", "1 3 "}, /* not before a `---`: an error within a document
                                                   */
        {"a: 1\n%YAML 1.1\n---\nb: 1\n", "1 3 "},
        {"---\n%YAML 1.1\n---\na: 1\n", "1 3 "},
        {"a: 1\n...\n%YAML 1.1", "1 3 "},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct yaml_piece piece = {0};
        char starts[100] = "";
        size_t used = 0, end = 0;
        while (yaml_next(rows[i].text, strlen(rows[i].text), &piece)) {
            text_add(starts, sizeof starts, &used, "%d ", piece.line);
            assert_true(piece.start >= end && piece.end > piece.start);
            end = piece.end;
        }
        if (strcmp(starts, rows[i].starts))
            fail_msg("%s: '%s', not '%s'", rows[i].text, starts, rows[i].starts);
    }
}

/* -------------------------------------------------------------------------------------------------
 * cleaning */

/* Ten thousand marks on a letter are cut to four, and the width on the screen is that of the
 * letter. */
static void stacked_accents_are_limited(void **state)
{
    enum { MARKS = 10000 };
    char *text = memory_new(2 * MARKS + 3, 1);
    (void)state;
    text[0] = 'e';
    for (int i = 0; i < MARKS; i++)
        memcpy(text + 1 + 2 * i, "\xCC\x81", 2);
    strcpy(text + 1 + 2 * MARKS, "x");
    char *clean = clean_copy(text, CLEAN_LINE);
    assert_string_equal(clean, "e\xCC\x81\xCC\x81\xCC\x81\xCC\x81x");
    assert_int_equal(clean_width(clean), 2);
    free(clean);
    free(text);
}

static void control_characters_are_cleaned(void **state)
{
    (void)state;
    static const struct {
        const char *text, *line, *lines;
    } rows[] = {
        {"plain", "plain", "plain"},
        {"a\nb\r\nc\td", "a b c d", "a\nb\nc d"},
        {"\x1b]52;c;eA==\x07", "?]52;c;eA==?", "?]52;c;eA==?"},
        {"resigns\rwins", "resigns?wins", "resigns?wins"},
        {"a\xC2\x9B"
         "31mb",
         "a?31mb", "a?31mb"},
        {"a\xE2\x80\xAE"
         "b\xE2\x81\xA6"
         "c",
         "abc", "abc"},
        {"a\xE2\x80\x8B\xEF\xBB\xBF"
         "b",
         "ab", "ab"},
        {"\xCC\x81x", "x", "x"},
        {"e\xCC\x81\xCC\x81\xCC\x81\xCC\x81\xCC\x81x", "e\xCC\x81\xCC\x81\xCC\x81\xCC\x81x",
         "e\xCC\x81\xCC\x81\xCC\x81\xCC\x81x"},
        {"\xFF\xC4", "??", "??"},
        {"\xC4\x8D\xE6\xA3\x8B", "\xC4\x8D\xE6\xA3\x8B", "\xC4\x8D\xE6\xA3\x8B"},
        {"\xE2\x80\xA8x", " x", " x"},
        {"\xF3\xB0\x80\x80", "?", "?"},
        {"\xE2\x99\x9F\xEF\xB8\x8F", "\xE2\x99\x9F", "\xE2\x99\x9F"},
        /* U+E0100, also a variation selector */
        {"\xE2\x99\x9F\xF3\xA0\x84\x80", "\xE2\x99\x9F", "\xE2\x99\x9F"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char *line = clean_copy(rows[i].text, CLEAN_LINE),
             *lines = clean_copy(rows[i].text, CLEAN_LINES), small[4];
        assert_string_equal(line, rows[i].line);
        assert_string_equal(lines, rows[i].lines);
        clean_text(small, sizeof small, rows[i].text, CLEAN_LINE);
        assert_true(strlen(small) < sizeof small);
        assert_memory_equal(small, line, strlen(small));
        free(line);
        free(lines);
    }
    assert_int_equal(clean_width("\xC4\x8D\xE6\xA3\x8Bx"), 4);
}

/* R15 with random bytes: the cleaned text has no control, direction or hidden characters, whatever
 * the input was. */
static void nothing_harmful_is_left(void **state)
{
    (void)state;
    seed = 15;
    for (int round = 0; round < 20000; round++) {
        char text[64];
        int n = 1 + chance(60), marks = 0;
        for (int i = 0; i < n; i++)
            text[i] = (char)(chance(3) ? 0x80 + chance(128) : 1 + chance(127));
        if (chance(2))
            for (int i = 0; i + 3 < n; i += 3) { /* whole characters of the planes that matter */
                utf8proc_uint8_t bytes[4];
                utf8proc_ssize_t size = utf8proc_encode_char(0x80 + chance(0xFF00), bytes);
                if (size <= 3)
                    memcpy(text + i, bytes, (size_t)size);
            }
        text[n] = '\0';
        char *clean = clean_copy(text, chance(2) ? CLEAN_LINE : CLEAN_LINES);
        for (const char *c = clean; *c;) {
            utf8proc_int32_t code;
            utf8proc_ssize_t size = utf8proc_iterate((const utf8proc_uint8_t *)c, -1, &code);
            assert_true(size > 0);
            assert_false(code < 0x20 && code != '\n');
            assert_false(code >= 0x7F && code <= 0x9F);
            utf8proc_category_t category = utf8proc_category(code);
            assert_true(category != UTF8PROC_CATEGORY_CF && category != UTF8PROC_CATEGORY_CN &&
                        category != UTF8PROC_CATEGORY_CO && category != UTF8PROC_CATEGORY_ZL);
            bool mark = category == UTF8PROC_CATEGORY_MN || category == UTF8PROC_CATEGORY_ME;
            marks = mark ? marks + 1 : category == UTF8PROC_CATEGORY_MC ? marks : 0;
            assert_true(marks <= 4);
            assert_true(marks || category == UTF8PROC_CATEGORY_MC || code == '\n' ||
                        utf8proc_charwidth(code) > 0);
            c += size;
        }
        free(clean);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(limits_hold_to_one),
        cmocka_unit_test(hostile_files_are_refused_in_a_sentence),
        cmocka_unit_test(hostile_sizes_are_refused),
        cmocka_unit_test(hostile_values_are_refused),
        cmocka_unit_test(nothing_past_the_end_is_read),
        cmocka_unit_test(later_schemas_can_be_viewed),
        cmocka_unit_test(streams_are_cut_at_their_markers),
        cmocka_unit_test(control_characters_are_cleaned),
        cmocka_unit_test(stacked_accents_are_limited),
        cmocka_unit_test(nothing_harmful_is_left),
    };
    return cmocka_run_group_tests_name("hostile", tests, NULL, NULL);
}
