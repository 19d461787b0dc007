/* test_typing.c - typed input: names of keys, key files, line editing, filters. */
#include "config.h"
#include "tests/support/testing.h"

#include "archive/util/sanitize.h"
#include "core/base.h"
#include "tui/app/app_internal.h"
#include "tui/app/config_files.h"
#include "tui/widgets/editors.h"
#include "archive/query/query.h"
#include "tui/app/list.h"
#include "tui/app/view.h"

#include <unistd.h>

/* ---- names and bindings ---- */

static void keys_have_names(void **state)
{
    struct key_sequence keys;
    char text[80];
    struct note why;
    (void)state;
    assert_int_equal(key_sequence_read("z<Left><C-l><", &keys, NULL), 0);
    assert_int_equal(keys.n, 4);
    assert_int_equal(keys.key[1], K_LEFT);
    assert_int_equal(keys.key[2], 12);
    assert_int_equal(keys.key[3], '<');
    key_sequence_write(&keys, text, sizeof text);
    assert_string_equal(text, "z<Left><C-l><");
    /* Keys 31, 29, 30, 28. */
    static const char *const signs[] = {"<C-_>", "<C-]>", "<C-^>", "<C-\\>"};
    static const uint32_t numbers[] = {31, 29, 30, 28};
    for (int i = 0; i < 4; i++) {
        assert_int_equal(key_sequence_read(signs[i], &keys, NULL), 0);
        assert_int_equal(keys.n, 1);
        assert_int_equal(keys.key[0], numbers[i]);
        key_sequence_write(&keys, text, sizeof text);
        assert_string_equal(text, signs[i]);
    }
    static const char *const bare[][2] = {
        {"F12", "<F12>"}, {"Up", "<Up>"},   {"space", "<Space>"}, {"Ctrl-x", "<C-x>"},
        {"C-_", "<C-_>"}, {"Alt-x", "Alt"}, {"M-x", "Alt"},       {"<C-%>", "no key"}};
    for (size_t i = 0; i < sizeof bare / sizeof *bare; i++) {
        assert_true(key_sequence_read(bare[i][0], &keys, &why) < 0);
        assert_non_null(strstr(why.text, bare[i][1]));
    }
    /* U and then p, as gg is g and then g. */
    assert_int_equal(key_sequence_read("up", &keys, NULL), 0);
    assert_int_equal(key_sequence_read("a-b", &keys, NULL), 0);
    assert_true(key_sequence_read("<C-s>", &keys, &why) < 0);
    assert_non_null(strstr(why.text, "<C-s> cannot be bound"));
    assert_true(key_sequence_read("", &keys, &why) < 0);
    assert_true(key_sequence_read("abcde", &keys, &why) < 0);
    assert_int_equal(why.offset, 4);
}

/* Every default key finds its request, and no key has two meanings in one keymap. */
static void default_keys_are_unambiguous(void **state)
{
    struct bindings bindings = {0};
    (void)state;
    bindings_default(&bindings);
    assert_true(bindings.n > 100);
    for (int i = 0; i < bindings.n; i++) {
        enum request request = REQ_NONE;
        enum keymap keymap = (enum keymap)bindings.v[i].keymap;
        assert_true(bindings_find(&bindings, keymap, &bindings.v[i].keys, &request) & MATCH_WHOLE);
        assert_int_equal(request, bindings.v[i].request);
    }
    for (int a = REQ_NONE + 1; a < REQUESTS; a++) {
        assert_true(strlen(request_name((enum request)a)) > 0 &&
                    strlen(request_help((enum request)a)) > 0);
        assert_int_equal(request_named(request_name((enum request)a)), a);
    }
    bindings_clear(&bindings);
}

static struct app *new_app(void)
{
    struct app_options options = {
        .charset = CHARSET_ASCII, .fixed_time = "2026-01-01T12:00:00", .user = "you"};
    struct app *app = app_new(&options);
    assert_int_equal(app_open(app, &home_view, NULL, NULL), 0);
    return app;
}

/* After ':', words of plain mode are understood, too; those that the screen has no use for say what
 * there is instead. */
static void words_of_plain_mode_are_understood(void **state)
{
    struct app *app = new_app();
    struct note why;
    (void)state;
    assert_int_equal(colon_run(app, "more", &why), FAIL_NAME);
    assert_string_equal(why.text, "'more' is a command of plain mode only: lists scroll");
    assert_int_equal(colon_run(app, "archive", &why), 0);
    app_free(app);
}

static void key_files_are_read(void **state)
{
    static const char good[] =
        "list:\n  down: [n, '<C-n>']\neverywhere:\n  leave: 'ZZ'\n  none: 'Q'\n  undo: none\n  redo: 'none'\n";
    char undo[60];
    static const struct {
        const char *yaml, *said;
    } bad[] = {
        {"list:\n  dawn: j\n", "k.yaml:2:9: There is no request 'dawn': did you mean 'down'?"},
        {"lists:\n  down: j\n", "k.yaml:2:9: There is no keymap 'lists': did you mean "
                                "'list'?"},
        {"board:\n  flip: '<Esc>x'\n",
         "k.yaml: in 'board', you could never type <Esc>x: it begins with <Esc>, which is 'escape' everywhere"},
        {"moves:\n  flip: 'Fx'\n",
         "k.yaml: in 'moves', you could never type Fx: it begins with F, which is 'flip-back' at a game"},
        {"board:\n  flip: 'F2'\n",
         "k.yaml:2:9: 'F2' means a sequence of letter keys; for the key, write <F2>"},
        {"list:\n  down: ['j', '<C-q>']\n", "k.yaml:2:15: <C-q> cannot be bound"},
        {"list:\n  down: '<Dwon>'\n", "k.yaml:2:9: There is no key <Dwon>: did you mean "
                                      "'Down'?"},
        {"list:\n  down: '<M-x>'\n",
         "k.yaml:2:9: There is no key <M-x>: terminals send Alt as Esc and then the key"},
        {"list:\n  enter: '<C-j>'\n",
         "k.yaml:2:10: <C-j> cannot be bound: some terminals send it for <Enter>"},
        {"list:\n  down: 'g<C-h>'\n",
         "k.yaml:2:9: <C-h> cannot be bound: some terminals send it for <Backspace>"},
        {"list:\n  down: '<F13>'\n", "k.yaml:2:9: There is no key <F13>"},
        {"list: j\n", "k.yaml:1:7: KEYMAP, REQUEST and keys"},
        {"list:\n  down: 'x'\n  up: 'u x'\n", "k.yaml:3:7: x is already a key of 'down'"},
        {"list:\n  none: 'x'\n  up: 'x'\n", "k.yaml:3:7: x is already a key of 'none'"},
        {"list:\n  down: 'g'\n",
         "k.yaml: in 'list', gg (first) begins with g (down), so you could never type it"},
        {"moves:\n  up: 'za<Up>'\n", "k.yaml: in 'moves', za<Up> (up) begins with za ("},
    };
    struct app *app = new_app();
    struct note why;
    (void)state;
    int before = app->bindings.n;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_true(keys_read(app, bad[i].yaml, strlen(bad[i].yaml), "k.yaml", &why) < 0);
        if (strncmp(why.text, bad[i].said, strlen(bad[i].said)) != 0)
            fail_msg("said '%s', not '%s'", why.text, bad[i].said);
        assert_int_equal(app->bindings.n, before);
    }
    assert_int_equal(keys_read(app, good, sizeof good - 1, "k.yaml", &why), 0);
    assert_string_equal(app_keys_text(app, KEYMAP_EVERYWHERE, REQ_UNDO, undo, sizeof undo), "");
    assert_string_equal(app_keys_text(app, KEYMAP_EVERYWHERE, REQ_REDO, undo, sizeof undo), "");
    app_key(app, 'Q');
    assert_false(app_over(app));
    app_key(app, 'Z');
    app_key(app, 'Z');
    assert_true(app_over(app));
    app_free(app);
}

/* A key bound everywhere that a nearer keymap uses for something else works where it can; a message
 * says where it does not, and why. */
static void hidden_keys_are_reported(void **state)
{
    static const struct {
        const char *yaml, *said;
    } files[] = {
        {"everywhere:\n  redraw: 'j'\n",
         "k.yaml:2:11: j is 'redraw' everywhere except in 'list', where j is 'down', and in "},
        {"everywhere: {redraw: ['<F5>', 'S']}\n",
         "k.yaml:1:31: S is 'redraw' everywhere except in 'table', where S is 'setup'"},
        /* Both were given. */
        {"everywhere:\n  redraw: 'gx'\nlist: {first: '<Home>', down: 'g'}\n", ""},
        {"everywhere:\n  redraw: 'jx'\n",
         "k.yaml:2:11: jx is 'redraw' everywhere except in 'list', where j is 'down'"},
        {"everywhere:\n  redraw: 'g'\n",
         "k.yaml:2:11: g is 'redraw' everywhere, so you cannot type gg ('first' in 'list'"},
        {"everywhere: {search-next: 'n'}\n", ""}, /* the same as without a file */
        {"everywhere: {redraw: '<F5>'}\n", ""},
        {"list: {redraw: 'j'}\n", ""},
    };
    (void)state;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        struct app *app = new_app();
        struct note why;
        assert_int_equal(keys_read(app, files[i].yaml, strlen(files[i].yaml), "k.yaml", &why), 0);
        if (*files[i].said ? strncmp(why.text, files[i].said, strlen(files[i].said)) != 0
                           : *why.text)
            fail_msg("file %d: said '%s', not '%s'", (int)i, why.text, files[i].said);
        app_free(app);
    }
    struct app *app = new_app();
    struct note why;
    assert_int_equal(colon_run(app, "bind everywhere j redraw", &why), 0);
    assert_non_null(strstr(app->message, "except in 'list', where j is 'down'"));
    app_free(app);
}

/* A changed delay or key is not visible on the screen: a typed change is confirmed; lines of a file
 * say nothing. */
static void typed_settings_are_confirmed(void **state)
{
    static const char *const lines[][2] = {
        {":set notice 10\r", "notice is 10 now"},
        {":set escape=300\r", "escape is 300 now"},
        {":set wrap\r", "wrap is off; it can be"},
        {":bind list <F5> down\r", "<F5> in every list: go down"},
        {":bind list <F5> none\r", "<F5> in every list: do nothing"},
        {":bind everywhere j redraw\r", "except in 'list', where j is 'down'"}};
    struct app *app = new_app();
    struct note why;
    (void)state;
    assert_int_equal(colon_run(app, "set notice 30", &why), 0);
    assert_int_equal(colon_run(app, "bind list <F6> down", &why), 0);
    assert_string_equal(app->message, "");
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        for (const char *at = lines[i][0]; *at; at++)
            app_key(app, (unsigned char)*at);
        if (!strstr(app->message, lines[i][1]))
            fail_msg("%s: '%s'", lines[i][0], app->message);
    }
    app_free(app);
}

static void the_shipped_key_file_is_valid(void **state)
{
    struct app *app = new_app();
    struct bindings before = {0};
    struct note why;
    (void)state;
    bindings_default(&before);
    if (keys_read_file(app, source_file("themes/keys.yaml"), &why) < 0)
        fail_msg("%s", why.text);
    assert_int_equal(app->bindings.n, before.n);
    for (int i = 0; i < before.n; i++) {
        enum request request = REQ_NONE;
        assert_true(bindings_find(&app->bindings, (enum keymap)before.v[i].keymap,
                                  &before.v[i].keys, &request) &
                    MATCH_WHOLE);
        assert_int_equal(request, before.v[i].request);
    }
    bindings_clear(&before);
    app_free(app);
}

/* Everything can be moved to function keys: lists, prompts, questions and comments use them, and
 * the old keys no longer work. */
static void every_key_can_be_moved(void **state)
{
    static const char yaml[] =
        "list: {first: '<Home>', enter: '<F2>', up: '<F5>', down: '<F6>'}\n"
        "everywhere: {escape: '<F3>', command: '<F4>', next-panel: '<F7>', close: '<F8>', leave: '<F9>', "
        "search: '<F10>'}\n";
    static const struct {
        uint32_t key;
        bool prompting;
    } keys[] = {{K_ENTER, false}, {'/', false},  {':', false},  {'Q', false}, {K_F4, true},
                {'x', true},      {K_F3, false}, {K_F4, true},  {'r', true},  {'u', true},
                {'l', true},      {K_F7, true},  {K_F2, false}, {K_F8, false}};
    struct app *app = new_app();
    struct note why;
    (void)state;
    if (keys_read(app, yaml, sizeof yaml - 1, "k.yaml", &why) < 0)
        fail_msg("%s", why.text);
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        app_key(app, keys[i].key);
        if (app_prompting(app) != keys[i].prompting || app_over(app))
            fail_msg("after key %d of the list", (int)i);
    }
    assert_int_equal(colon_run(app, "bind list g down", &why), 0); /* gg was removed above */
    assert_int_equal(colon_run(app, "bind list gx up", &why), FAIL_NAME);
    assert_non_null(strstr(why.text, "gx (up) begins with g (down)"));
    /* Nothing is saved, and the message does not claim so */
    assert_int_equal(colon_run(app, "w elsewhere.yaml", &why), FAIL_TEXT);
    assert_non_null(strstr(why.text, "w takes no name"));
    assert_int_equal(colon_run(app, "bind list g none", &why), 0);
    app_key(app, K_F9);
    assert_true(app_over(app));
    app_free(app);
}

/* Random keys in random order: the program continues or exits, and every screen can be drawn at
 * every size. */
static void random_keys_do_no_harm(void **state)
{
    static const uint32_t special[] = {K_ENTER,     K_ESCAPE, K_TAB,       K_UP,        K_DOWN,
                                       K_PAGE_DOWN, K_HOME,   K_END,       K_BACKSPACE, K_DELETE,
                                       K_LEFT,      K_RIGHT,  K_CONTROL_C, 0xE9};
    struct scene scene = {0};
    uint32_t seed = 7;
    (void)state;
    for (int round = 0; round < 12; round++) {
        struct app *app = new_app();
        for (int i = 0; i < 400 && !app_over(app); i++) {
            seed = seed * 1664525 + 1013904223;
            uint32_t pick = seed >> 16;
            uint32_t key = pick % 5 == 0 ? special[pick / 5 % 14] : 33 + pick % 94;
            if (key == 'Q')
                continue;
            app_key(app, key);
            app_advance(app, 5);
            if (app_over(app))
                break;
            scene_begin(&scene, 1 + (int)(pick / 7 % 50), 1 + (int)(pick / 11 % 150));
            app_draw(app, &scene);
        }
        app_free(app);
    }
    scene_free(&scene);
}

/* ---- lines and filters ---- */

static void lines_can_be_edited(void **state)
{
    struct edit_line line = {.length = 0};
    (void)state;
    edit_line_set(&line, "na\xc3\xafve caf\xc3\xa9");
    edit_line_key(&line, K_BACKSPACE);
    assert_string_equal(line.text, "na\xc3\xafve caf");
    edit_line_key(&line, K_CONTROL_W);
    assert_string_equal(line.text, "na\xc3\xafve ");
    edit_line_key(&line, K_HOME);
    edit_line_key(&line, K_RIGHT);
    edit_line_key(&line, K_RIGHT);
    edit_line_key(&line, K_DELETE);
    assert_string_equal(line.text, "nave ");
    edit_line_key(&line, 0x17D);
    assert_string_equal(line.text, "na\xc5\xbdve ");
    edit_line_insert(&line, "\xff\n\033[A");
    assert_string_equal(line.text, "na\xc5\xbd  [Ave ");
    edit_line_key(&line, K_CONTROL_U);
    assert_string_equal(line.text, "ve ");
    assert_int_equal(edit_line_key(&line, K_UP), EDIT_UNUSED);
    for (int i = 0; i < EDIT_LINE_MAX + 10; i++)
        edit_line_key(&line, 'x');
    assert_int_equal(line.length, EDIT_LINE_MAX);
    assert_int_equal(edit_line_key(&line, 'x'), EDIT_FULL);
    assert_false(edit_line_insert(&line, "x"));
}

static void filters_match_texts(void **state)
{
    static const struct {
        const char *filter;
        bool fits;
    } cases[] = {
        {"", true},
        {"opera", true},
        {"opera MORPHY", true},
        {"opera lasker", false},
        {"lasker | opera", true},
        {"!lasker", true},
        {"!opera", false},
        {"!(lasker | reti)", true},
        {"\"opera game\"", true},
        {"\"game opera\"", false},
        {"-opera", false},
        {"/opera/", false},
        {"white:opera", false},
        {"-", true},
        {"a:\"b - c\"", true},
        {"r\xc3\x89ti", false},
        {"\xc3\xa9t\xc3\xa9", true},
        {"ete", true},
    };
    char deep[400];
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct query *words;
        assert_int_equal(query_parse_words(cases[i].filter, &words, NULL), 0);
        if (query_words_fit(words, "The Opera Game, Morphy, \xc3\x89t\xc3\xa9, a:b - c") !=
            cases[i].fits)
            fail_msg("'%s'", cases[i].filter);
        query_free(words);
    }
    memset(deep, '(', sizeof deep - 1);
    deep[sizeof deep - 1] = '\0';
    /* However deep the nesting, the stack does not overflow */
    assert_int_equal(query_parse_words(deep, &(struct query *){NULL}, NULL), FAIL_TEXT);
}

/* An incomplete filter has a place for its error. */
static void incomplete_filters_are_refused(void **state)
{
    static const struct {
        const char *filter;
        int wrong_at;
    } cases[] = {
        {"", -1},           {"  ", -1},       {"a b", -1},   {"a | (b !c)", -1}, {"!(a | b)", -1},
        {"\"a (b\" c", -1}, {"AT&T", -1},     {"&", 0},      {"a & b", 2},       {"&&", 0},
        {"|", 0},           {"a |", 2},       {"a || b", 3}, {"(| a)", 1},       {"!", 0},
        {"a !", 2},         {"(!)", 1},       {"(a", 0},     {"((a)", 0},        {"a (b (c)", 2},
        {"a)", 1},          {"(", 0},         {")", 0},      {"a ()", 2},        {"\"a", 0},
        {"a \"", 2},        {"key:\"a b", 4},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct note why = {.offset = -1};
        struct query *words = NULL;
        int result = query_parse_words(cases[i].filter, &words, &why);
        query_free(words);
        if ((result < 0) != (cases[i].wrong_at >= 0) || why.offset != cases[i].wrong_at)
            fail_msg("'%s': '%s' at %d, wanted %d", cases[i].filter, why.text, why.offset,
                     cases[i].wrong_at);
    }
}

static void filters_are_joined(void **state)
{
    static const char *const cases[][3] = {
        {"a", "b", "b"},
        {"a", "&b", "a b"},
        {"a", "+b", "a | b"},
        {"a", "-b", "a !b"},
        {"a b", "+c d", "a b | c d"},
        {"a | b", "&c", "(a | b) c"},
        {"a", "&b | c", "a (b | c)"},
        {"a b", "-c d", "a b !(c d)"},
        {"a | b", "-c", "(a | b) !c"},
        {"a", "!", "!a"},
        {"a b", "!", "!(a b)"},
        {"!a", "!", "!(!a)"},
        {"", "&b", "b"},
        {"", "-b", "!b"},
        {"", "-b c", "!(b c)"},
        {"", "+b", "b"},
        {"a", "&", "a"},
        {"a", "", ""},
        {"a", "+b in:c", "a | (b in:c)"},
        {"a in:c", "&b", "(a in:c) b"},
        {"a in:c", "-b", "(a in:c) !b"},
        {"a", "-b in:c", "a !(b in:c)"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char out[64];
        assert_true(filter_join(cases[i][0], cases[i][1], out, sizeof out));
        assert_string_equal(out, cases[i][2]);
        /* Nothing is cut without a message */
        assert_false(filter_join(cases[i][0], cases[i][1], out, strlen(cases[i][2])));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_have_names),
        cmocka_unit_test(default_keys_are_unambiguous),
        cmocka_unit_test(words_of_plain_mode_are_understood),
        cmocka_unit_test(key_files_are_read),
        cmocka_unit_test(hidden_keys_are_reported),
        cmocka_unit_test(typed_settings_are_confirmed),
        cmocka_unit_test(the_shipped_key_file_is_valid),
        cmocka_unit_test(every_key_can_be_moved),
        cmocka_unit_test(random_keys_do_no_harm),
        cmocka_unit_test(lines_can_be_edited),
        cmocka_unit_test(filters_match_texts),
        cmocka_unit_test(filters_are_joined),
        cmocka_unit_test(incomplete_filters_are_refused),
    };
    /* Random keys may open, change and save things: the test has its own home, and no archives from
     * earlier. */
    char home[256], themes[300];
    if (!make_folder(home, "typing"))
        return 99;
    setenv("HOME", home, 1);
    setenv("CHESSCADE_DATA", home, 1);
    unsetenv("XDG_CONFIG_HOME");
    unsetenv("XDG_DATA_HOME");
    unsetenv("XDG_STATE_HOME");
    snprintf(themes, sizeof themes, "%s/themes", home);
    if (symlink(source_file("themes"), themes) < 0)
        return 99;
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    remove_folder(home);
    return failed;
}
