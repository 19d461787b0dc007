/* test_a11y.c - the screen with a screen reader or braille display: the terminal's cursor is always
 * on the active item; with `a11y` no lines are drawn and every character is plain; every key can be
 * changed. */
#include "config.h"
#include "tests/support/a11y.h"

#include "tui/app/config_files.h"
#include "tui/workers/message_hook.h"
#include "tui/views/game/game.h"

static void assert_cursor_shown(void)
{
    assert_in_range(scene.cursor_row, 0, scene.rows - 1);
    assert_in_range(scene.cursor_column, 0, scene.columns - 1);
}

/* The ground of the cell under the cursor. */
static int ground(void)
{
    return scene.glyph[scene.cursor_row * scene.columns + scene.cursor_column].ground;
}

static void the_cursor_follows_a_lists_selection(void **state)
{
    struct app *app = begin("samples", 24, 80);
    (void)state;
    int row = scene.cursor_row;
    for (int i = 0; i < 5; i++) { /* the cursor goes with the selected line */
        assert_no_lines();
        assert_cursor_shown();
        assert_int_equal(ground(), ROLE_SELECTED);
        assert_int_equal(scene.cursor_row, row + i);
        type(app, "j");
    }
    type(app, "/mor"); /* a prompt: the cursor is where the next character goes */
    assert_int_equal(scene.cursor_row, scene.rows - 1);
    assert_int_equal(
        scene.glyph[scene.cursor_row * scene.columns + scene.cursor_column - 1].character, 'r');
    type(app, "<Esc>?");
    assert_no_lines();
    assert_cursor_shown();
    app_free(app);
}

static void the_cursor_follows_the_board(void **state)
{
    static const char *const variants[] = {"classical", "turning-chess",      "turnover",
                                           "one",       "triangle-corners-3", "grand-triangle"};
    (void)state;
    for (size_t v = 0; v < sizeof variants / sizeof *variants; v++) {
        struct ruleset *rules;
        struct note why;
        assert_int_equal(ruleset_open(&rules, variants[v], NULL, 0, &why), 0);
        for (int size = 0; size < 2; size++) {
            struct app *app = begin(NULL, size ? 40 : 24, size ? 120 : 80);
            struct table_open open = {.record = table_new_game(rules, NULL, "2026-01-31"),
                                      .play = true};
            assert_int_equal(app_open(app, &table_view, &open, &why), 0);
            type(app, "");
            /* The board consists of their edges */
            bool triangles = rules->board->shape == BOARD_TRIANGLES;
            if (!triangles)
                assert_no_lines();
            int first = scene.cursor_row;
            type(app, "k"); /* one line a rank: a screen reader or braille line shows the rank with
                               its number */
            assert_int_equal(scene.cursor_row, first - 1);
            type(app, "j");
            for (const char *keys = "hjkllkjh"; *keys; keys++) {
                char key[2] = {*keys, '\0'};
                type(app, key);
                assert_cursor_shown();
                assert_int_equal(ground(), ROLE_CURSOR_CELL);
            }
            int column = scene.cursor_column, row = scene.cursor_row;
            type(app, "l");
            assert_true(scene.cursor_column > column);
            assert_true(triangles || scene.cursor_row == row);
            app_free(app);
        }
        ruleset_free(rules);
    }
}

/* Without its own cursor on the board, the terminal's cursor is where the ply, or the part walked
 * through, has arrived: after each of the first four members of Qa1~Wa5~Wc5~Re5~Wb5 this piece is
 * in the air there. At the start of the game it is where the plies will be listed. */
static void the_cursor_follows_a_replay(void **state)
{
    (void)state;
    struct app *app = begin(source_file("tests/screens/cascade.yaml"), 30, 100);
    assert_cursor_shown();
    int row = scene.cursor_row;
    for (const char *piece = "WwRW"; *piece; piece++) {
        type(app, "L");
        assert_cursor_shown();
        assert_int_equal(
            scene.glyph[scene.cursor_row * scene.columns + scene.cursor_column].character, *piece);
        assert_true(scene.cursor_row > row);
    }
    type(app, "G");
    scene_begin(&scene, 5, 30); /* room for the board's cells only, or less */
    app_draw(app, &scene);
    assert_cursor_shown();
    app_free(app);
}

/* Nothing to choose from: the cursor is where the list would start. */
static void the_cursor_of_an_empty_list_is_at_its_start(void **state)
{
    (void)state;
    struct app *app = begin("samples", 24, 80);
    int row = scene.cursor_row;
    type(app, "&nothing-like-it<Enter>");
    assert_int_equal(scene.cursor_row, row);
    assert_int_equal(scene.cursor_column, 0);
    app_free(app);
}

/* Every request, from a list, a game and a live game: no line is drawn, and the cursor is shown.
 * Only `charset` may change the characters. */
static void every_screen_is_accessible(void **state)
{
    static const char *const variants[] = {NULL, "one", "turnover"};
    (void)state;
    for (size_t v = 0; v < sizeof variants / sizeof *variants; v++)
        for (int request = REQ_NONE + 1; request < REQUESTS; request++) {
            struct app *app = begin("samples", 30, 100);
            struct ruleset *rules;
            struct note why;
            if (request == REQ_CHARSET) {
                app_free(app);
                continue;
            }
            if (variants[v]) {
                assert_int_equal(ruleset_open(&rules, variants[v], NULL, 0, &why), 0);
                struct table_open open = {.record = table_new_game(rules, NULL, "2026-01-31"),
                                          .play = true};
                assert_int_equal(app_open(app, &table_view, &open, &why), 0);
                ruleset_free(rules);
            }
            snprintf(asked, sizeof asked, ", after '%s'", request_name((enum request)request));
            app_request(app, (enum request)request, "");
            for (const char *const *keys = (const char *const[]){"", "j", "<Enter>", "<Esc>", NULL};
                 *keys && !app_over(app); keys++) {
                type(app, *keys);
                if (app_over(app))
                    break;
                assert_cursor_shown();
                assert_no_lines();
            }
            free(app_clipboard(app));
            app_free(app);
        }
}

/* At sizes too small to use there is still a place for the cursor. */
static void small_screens_have_a_cursor(void **state)
{
    static const int sizes[][2] = {{1, 1}, {1, 10}, {2, 2}, {3, 5}, {5, 3}, {10, 40}, {200, 500}};
    (void)state;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct app *app = begin("samples", sizes[i][0], sizes[i][1]);
        type(app, "jj<Enter>ll");
        assert_cursor_shown();
        app_free(app);
    }
}

/* Any key can be given to any request, except the four of terminals and multiplexers. */
static void every_key_can_be_changed(void **state)
{
    static const char yaml[] = "list:\n  down: 'x'\n  up: '<F5>'\n";
    struct app *app = begin("samples", 24, 80);
    struct note why;
    (void)state;
    assert_int_equal(keys_read(app, yaml, sizeof yaml - 1, "keys", &why), 0);
    int row = scene.cursor_row;
    type(app, "xx");
    assert_int_equal(scene.cursor_row, row + 2);
    type(app, "<F5>");
    assert_int_equal(scene.cursor_row, row + 1);
    app_free(app);
}

/* A program can get the messages, too: each message, question and notice as a line, but never for a
 * user who plays as a guest. */
static void messages_go_to_a_program(void **state)
{
    (void)state;
    struct app *app = begin(NULL, 24, 80);
    struct note why;
    app_say(app, "nobody listens yet");
    assert_null(app_said(app));
    assert_int_equal(app_set(app, "messages", "nobody", &why), 0);
    type(app, "<C-l>Z");
    app_notify(app, "Your \033]0;turn\a");
    type(app, "<C-c><C-c>");
    char *said = app_said(app);
    assert_string_equal(
        said,
        "Z does nothing here; ? lists what does\nYour ?]0;turn?\n"
        "Q leaves the program; or press Ctrl-C again\nLeave chesscade? y leaves, any other key stays\n");
    free(said);
    assert_null(app_said(app));
    type(app, "n");
    app_restrict(app);
    assert_int_equal(app_set(app, "messages", "touch pwned", &why), FAIL_NAME);
    assert_int_equal(app_set(app, "messages", "", &why), FAIL_NAME);
    app_free(app);
}

/* The lines that a program received, once there are this many. */
static void assert_lines(const char *path, const char *expected)
{
    char text[400];
    for (int tries = 0; tries < 6000; tries++) {
        FILE *file = fopen(path, "r");
        size_t n = file ? fread(text, 1, sizeof text - 1, file) : 0;
        if (file)
            fclose(file);
        text[n] = '\0';
        if (n >= strlen(expected))
            break;
        usleep(10000);
    }
    assert_string_equal(text, expected);
}

/* The message program: its words are not run by a shell, it gets clean lines, the client never
 * waits for it, and its end is reported. */
static void the_message_program_is_run_safely(void **state)
{
    (void)state;
    struct message_hook hook = MESSAGE_HOOK_NONE;
    struct note why;
    signal(SIGPIPE, SIG_IGN);
    assert_int_equal(message_hook_set(&hook, "tee heard $(touch${IFS}pwned) ;touch pwned", &why),
                     0);
    assert_int_equal(message_hook_say(&hook, "one\nline \033[2J", &why), 0);
    assert_int_equal(message_hook_say(&hook, "", &why), 0);
    assert_int_equal(message_hook_set(&hook, "tee heard $(touch${IFS}pwned) ;touch pwned", &why),
                     0);
    assert_int_equal(message_hook_say(&hook, "and another", &why), 0);
    message_hook_end(&hook);
    assert_lines("heard", "one line ?[2J\nand another\n");
    /* An ordinary argument: tee created a file of that name */
    assert_int_equal(access("$(touch${IFS}pwned)", F_OK), 0);
    assert_int_equal(access(";touch", F_OK), 0);

    assert_int_equal(message_hook_set(&hook, "no-such-program-as-this -x", &why), FAIL_SYSTEM);
    assert_non_null(strstr(why.text, "no-such-program-as-this: No such file"));
    /* Not started again and again */
    assert_int_equal(message_hook_set(&hook, "no-such-program-as-this -x", &why), 0);
    assert_int_equal(message_hook_say(&hook, "to nobody", &why), 0);
    char many[200] = "x";
    for (int i = 0; i < 40; i++)
        strcat(many, " x");
    assert_int_equal(message_hook_set(&hook, many, &why), FAIL_TEXT);

    /* It reads nothing, so the pipe is soon full */
    assert_int_equal(message_hook_set(&hook, "sleep 20", &why), 0);
    for (int i = 0; i < 2000; i++)
        assert_int_equal(
            message_hook_say(&hook, "a message of some length that nobody ever reads", &why), 0);

    assert_int_equal(message_hook_set(&hook, "true", &why), 0);
    int result = 0, told = 0;
    for (int tries = 0; tries < 6000 && result == 0; tries++) {
        usleep(10000);
        result = message_hook_say(&hook, "is anybody there?", &why);
    }
    assert_int_equal(result, FAIL_SYSTEM);
    assert_string_equal(why.text, "the program for messages has ended");
    for (int i = 0; i < 5; i++)
        told += message_hook_say(&hook, "again", &why) < 0;
    assert_int_equal(told, 0);
    message_hook_end(&hook);
}

/* How often the screen changes during a minute of automatic replay. */
static int changes(const char *motion, const char *a11y, const char *pause)
{
    struct app *app = begin(source_file("tests/screens/cascade.yaml"), 30, 100);
    static uint32_t before[30 * 100];
    struct note why;
    int count = 0;
    assert_int_equal(app_set(app, "motion", motion, &why), 0);
    assert_int_equal(app_set(app, "a11y", a11y, &why), 0);
    assert_int_equal(app_set(app, "pause", pause, &why), 0);
    type(app, "<Space>");
    for (int t = 0; t < 600; t++) {
        bool other = false;
        for (int g = 0; g < 30 * 100; g++)
            before[g] = scene.glyph[g].character;
        app_advance(app, 100);
        type(app, "");
        for (int g = 0; g < 30 * 100; g++)
            other |= before[g] != scene.glyph[g].character;
        count += other;
    }
    app_free(app);
    return count;
}

/* With reduced motion a cascade is shown at once, without steps for its five members. The replay
 * can stop at a comment. */
static void reduced_motion_shows_plies_at_once(void **state)
{
    (void)state;
    int whole = changes("reduced", "off", "off");
    assert_in_range(whole, 2, 4);
    assert_int_equal(changes("full", "off", "off"), whole + 5);
    assert_int_equal(changes("auto", "off", "off"), whole + 5);
    assert_int_equal(changes("auto", "on", "off"), whole);
    assert_int_equal(changes("full", "on", "on"), whole + 5);
    assert_int_equal(changes("reduced", "off", "stop"), 1); /* the first ply has a comment */
    assert_int_equal(changes("full", "off", "stop"), 1);    /* so has its first member */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_cursor_follows_a_lists_selection),
        cmocka_unit_test(the_cursor_follows_the_board),
        cmocka_unit_test(the_cursor_follows_a_replay),
        cmocka_unit_test(the_cursor_of_an_empty_list_is_at_its_start),
        cmocka_unit_test(every_screen_is_accessible),
        cmocka_unit_test(small_screens_have_a_cursor),
        cmocka_unit_test(every_key_can_be_changed),
        cmocka_unit_test(messages_go_to_a_program),
        cmocka_unit_test(the_message_program_is_run_safely),
        cmocka_unit_test(reduced_motion_shows_plies_at_once),
    };
    int failed = cmocka_run_group_tests_name("accessibility", tests, home, leave);
    scene_free(&scene);
    return failed;
}
