/* test_a11y.c - the screen for those who hear or feel it: the terminal's cursor is on what is active, always; with `a11y`
 * no line is drawn and every character is plain; every key can be another. */
#include "config.h"
#include "tests/testing.h"

#include "core/position_text.h"
#include "tui/app.h"
#include "tui/config_files.h"
#include "tui/lobby.h"
#include "tui/message_hook.h"
#include "tui/opening.h"
#include "tui/paths.h"
#include "tui/table.h"
#include "tui/view_army.h"
#include "tui/view_cascades.h"
#include "tui/view_setup.h"
#include "tui/view_variants.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static struct scene scene;
static char asked[60]; /* for what fails */

static struct app *begin(const char *path, int rows, int columns)
{
    struct app *app = app_new(&(struct app_options){.charset = CHARSET_UTF8, .fixed_time = "2026-01-31T12:00:00", .user = "ana"});
    struct note why;
    char left[PATH_ROOM];
    if (path_own("places", left, sizeof left))
        unlink(left); /* a game another test has left opens at its start */
    assert_int_equal(app_set(app, "a11y", "on", &why), 0);
    assert_int_equal(app_open(app, &home_view, NULL, &why), 0);
    if (path && open_place(app, path, &why) < 0)
        fail_msg("%s", why.text);
    scene_begin(&scene, rows, columns);
    app_draw(app, &scene);
    return app;
}

static void type(struct app *app, const char *keys)
{
    while (*keys)
        app_key(app, key_read(&keys));
    app_tick(app);
    scene_begin(&scene, scene.rows, scene.columns);
    app_draw(app, &scene);
}

enum { FIRST_SIGN = 0x2000 /* dashes, arrows, lines, ...: below it there are letters, of which names and paths may be */ };

/* Plain characters, and never three strokes in a row as lines are made of them. */
static void assert_no_lines(void)
{
    for (int i = 0; i < scene.rows * scene.columns; i++) {
        uint32_t c = scene.glyph[i].character;
        bool run = i >= 2 && (c == '-' || c == '|' || c == '=') && scene.glyph[i - 1].character == c &&
                   scene.glyph[i - 2].character == c && scene.glyph[i].ink == ROLE_FRAME;
        if (c >= FIRST_SIGN || run)
            fail_msg("row %d, column %d: character %x%s", i / scene.columns, i % scene.columns, (unsigned)c, asked);
    }
}

static void assert_cursor_shown(void)
{
    assert_in_range(scene.cursor_row, 0, scene.rows - 1);
    assert_in_range(scene.cursor_column, 0, scene.columns - 1);
}

/* The ground of the cell the cursor is on. */
static int ground(void)
{
    return scene.glyph[scene.cursor_row * scene.columns + scene.cursor_column].ground;
}

static void test_lists(void **state)
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
    assert_int_equal(scene.glyph[scene.cursor_row * scene.columns + scene.cursor_column - 1].character, 'r');
    type(app, "<Esc>?");
    assert_no_lines();
    assert_cursor_shown();
    app_free(app);
}

static void test_board(void **state)
{
    static const char *const variants[] = {"classical", "turning-chess", "turnover", "one", "triangle-corners-3", "grand-triangle"};
    (void)state;
    for (size_t v = 0; v < sizeof variants / sizeof *variants; v++) {
        struct ruleset *rules;
        struct note why;
        assert_int_equal(ruleset_open(&rules, variants[v], NULL, 0, &why), 0);
        for (int size = 0; size < 2; size++) {
            struct app *app = begin(NULL, size ? 40 : 24, size ? 120 : 80);
            struct table_open open = {.record = table_new_game(rules, NULL, "2026-01-31"), .play = true};
            assert_int_equal(app_open(app, &table_view, &open, &why), 0);
            type(app, "");
            bool triangles = rules->board->shape == BOARD_TRIANGLES; /* their edges are the board */
            if (!triangles)
                assert_no_lines();
            int first = scene.cursor_row;
            type(app, "k"); /* a line a rank: a reader, or a line of braille, has the rank with its number */
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

/* Without a cursor of one's own on the board it is where the ply, or the part of it walked through, has come to: after each of
 * the first four members of Qa1~Wa5~Wc5~Re5~Wb5 this piece is in the air there. At the start of the game it is where the plies will be. */
static void test_replay(void **state)
{
    (void)state;
    struct app *app = begin(source_file("tests/screens/cascade.yaml"), 30, 100);
    assert_cursor_shown();
    int row = scene.cursor_row;
    for (const char *piece = "WwRW"; *piece; piece++) {
        type(app, "L");
        assert_cursor_shown();
        assert_int_equal(scene.glyph[scene.cursor_row * scene.columns + scene.cursor_column].character, *piece);
        assert_true(scene.cursor_row > row);
    }
    type(app, "G");
    scene_begin(&scene, 5, 30); /* room for the board's cells only, or less */
    app_draw(app, &scene);
    assert_cursor_shown();
    app_free(app);
}

/* Nothing to choose from: the cursor is where it would begin. */
static void test_empty_list(void **state)
{
    (void)state;
    struct app *app = begin("samples", 24, 80);
    int row = scene.cursor_row;
    type(app, "&nothing-like-it<Enter>");
    assert_int_equal(scene.cursor_row, row);
    assert_int_equal(scene.cursor_column, 0);
    app_free(app);
}

/* Whatever is asked for, from a list, from a game and from a game being played: no line is drawn, and the cursor is shown. But
 * `charset` is asked for characters. */
static void test_every_screen(void **state)
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
                struct table_open open = {.record = table_new_game(rules, NULL, "2026-01-31"), .play = true};
                assert_int_equal(app_open(app, &table_view, &open, &why), 0);
                ruleset_free(rules);
            }
            snprintf(asked, sizeof asked, ", after '%s'", request_name((enum request)request));
            app_request(app, (enum request)request, "");
            for (const char *const *keys = (const char *const[]){"", "j", "<Enter>", "<Esc>", NULL}; *keys && !app_over(app); keys++) {
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

/* Below any useful size there is still a place for the cursor. */
static void test_small(void **state)
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

/* Any key but the four of terminals and multiplexers can ask for anything. */
static void test_keys_are_free(void **state)
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

/* What is said goes on to a program too: each message, question and notice a line, never to somebody who plays as a guest. */
static void test_messages(void **state)
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
    assert_string_equal(said, "Z does nothing here; ? lists what does\nYour ?]0;turn?\n"
                              "Q leaves the program; Ctrl-C once more asks\nLeave chesscade? y leaves, any other key stays\n");
    free(said);
    assert_null(app_said(app));
    type(app, "n");
    app_restrict(app);
    assert_int_equal(app_set(app, "messages", "touch pwned", &why), FAIL_NAME);
    assert_int_equal(app_set(app, "messages", "", &why), FAIL_NAME);
    app_free(app);
}

/* The lines a program got, once it has that many. */
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

/* The program of the messages: its words are no shell's, it gets clean lines, it is never waited for, its end is told. */
static void test_message_hook(void **state)
{
    (void)state;
    struct message_hook hook = MESSAGE_HOOK_NONE;
    struct note why;
    signal(SIGPIPE, SIG_IGN);
    assert_int_equal(message_hook_set(&hook, "tee heard $(touch${IFS}pwned) ;touch pwned", &why), 0);
    assert_int_equal(message_hook_say(&hook, "one\nline \033[2J", &why), 0);
    assert_int_equal(message_hook_say(&hook, "", &why), 0);
    assert_int_equal(message_hook_set(&hook, "tee heard $(touch${IFS}pwned) ;touch pwned", &why), 0);
    assert_int_equal(message_hook_say(&hook, "and another", &why), 0);
    message_hook_end(&hook);
    assert_lines("heard", "one line ?[2J\nand another\n");
    assert_int_equal(access("$(touch${IFS}pwned)", F_OK), 0); /* a word like others: tee made a file of that name */
    assert_int_equal(access(";touch", F_OK), 0);

    assert_int_equal(message_hook_set(&hook, "no-such-program-as-this -x", &why), FAIL_SYSTEM);
    assert_non_null(strstr(why.text, "no-such-program-as-this: No such file"));
    assert_int_equal(message_hook_set(&hook, "no-such-program-as-this -x", &why), 0); /* not tried again and again */
    assert_int_equal(message_hook_say(&hook, "to nobody", &why), 0);
    char many[200] = "x";
    for (int i = 0; i < 40; i++)
        strcat(many, " x");
    assert_int_equal(message_hook_set(&hook, many, &why), FAIL_TEXT);

    assert_int_equal(message_hook_set(&hook, "sleep 20", &why), 0); /* it reads nothing: the pipe is full soon */
    for (int i = 0; i < 2000; i++)
        assert_int_equal(message_hook_say(&hook, "a message of some length that nobody ever reads", &why), 0);

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

/* How many times the screen changes in a minute of replay by itself. */
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

/* With reduced motion a cascade is shown whole: its five members are no steps of their own. At a note the replay can stop. */
static void test_motion(void **state)
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

/* ---- a live table of three: what the others do is told, and who goes out ---- */

enum { LIVE_PLAYERS = 3 };

static struct lobby_place place[LIVE_PLAYERS];

/* The player of a side plays a ply from a session of their own. */
static void plays(int side, const char *id, const char *ply)
{
    struct journal *journal;
    struct note why;
    assert_int_equal(journal_open(&journal, place[side].store, place[side].name, id, &why), 0);
    struct journal_record record;
    journal_record_begin(&record, *ply ? JOURNAL_PLY : JOURNAL_RESULT);
    value_set(&record.value, "side", (char[]){side_letter(side), '\0'}, false);
    value_set(&record.value, *ply ? "m" : "why", *ply ? ply : "resigns", false);
    if (lobby_append(journal, &record, &why) < 0)
        fail_msg("%s: %s", ply, why.text);
    journal_free(journal);
}

/* What was said since the last look, once there is something. */
static void assert_told(struct app *app, const char *expected)
{
    char heard[2000] = "";
    for (int tries = 0; tries < 6000 && strlen(heard) < strlen(expected); tries++) {
        int fd[8], n = app_descriptors(app, fd, 8);
        for (int i = 0; i < n; i++) /* as if each had woken it */
            app_readable(app, fd[i]);
        type(app, "");
        char *said = app_said(app);
        strncat(heard, said ? said : "", sizeof heard - strlen(heard) - 1);
        free(said);
        usleep(*expected ? 10000 : 0);
        if (!*expected)
            break;
    }
    assert_string_equal(heard, expected);
}

static char live_id[ULID_LENGTH + 1];

/* ana, bob and cle at a new table of three, ana's screen with it. */
static struct app *sit_down(const char *club, const char *a11y)
{
    static const char *const names[] = {"ana", "bob", "cle"};
    struct ruleset *rules;
    struct note why;
    assert_int_equal(store_create(club, "Club", &why), 0);
    assert_int_equal(ruleset_open(&rules, "triangle-corners-3", NULL, 0, &why), 0);
    for (int i = 0; i < LIVE_PLAYERS; i++)
        assert_int_equal(lobby_enter(&place[i], club, names[i], true, true, &why), 0);
    struct seek seek = {.rules = rules, .name = {"ana", "bob", "cle"}, .control = ""};
    assert_int_equal(lobby_begin_game(&place[0], &seek, live_id, &why), 0);
    assert_int_equal(lobby_sit_down(&place[1], live_id, &why), 0);
    assert_int_equal(lobby_sit_down(&place[2], live_id, &why), 0);
    ruleset_free(rules);
    struct app *app = begin(NULL, 24, 80);
    assert_int_equal(app_set(app, "a11y", a11y, &why), 0);
    assert_int_equal(app_set(app, "messages", "nobody", &why), 0);
    assert_true(lobby_open_table(app, &place[0], live_id));
    assert_told(app, "");
    return app;
}

static void stand_up(struct app *app)
{
    app_free(app);
    for (int i = 0; i < LIVE_PLAYERS; i++)
        lobby_leave(&place[i]);
}

/* rules/triangles.md 8.8; the plies are those of tests/plain/game_three.txt, where a board shows why White is mated. */
static const char *const to_the_mate[] = {"Pg1-h1", "Nj6-k4", "Nk1-h1xP", "Pf2-g2", "Pe5-e4", "Nh1-e1xN"};

static void test_live_table(void **state)
{
    static const char *const told[] = {
        "ana: 1. h1: White Pawn from g1 goes to h1. Black is to move.\n",
        "bob: 1.b Nk4: Black Knight from j6 goes to k4. Red is to move.\n",
        "cle: 1.r Nxh1: Red Knight from k1 takes the White Pawn on h1. White is to move.\n",
        "ana: 2. g2: White Pawn from f2 goes to g2. Black is to move.\n",
        "bob: 2.b e4: Black Pawn from e5 goes to e4. Red is to move.\n",
        "ana is out (checkmate, rules/triangles.md 8.8); the others play on\ncle: 2.r Nxe1: Red Knight from h1 takes the White Knight on e1.\n"};
    (void)state;
    struct app *app = sit_down("mated", "on");
    for (int i = 0; i < 6; i++) {
        plays(i % 3, live_id, to_the_mate[i]);
        assert_told(app, told[i]);
    }
    assert_no_lines();
    stand_up(app);
}

/* Without `a11y` plies are seen; that somebody is out is told in either case. */
static void test_live_table_seen(void **state)
{
    (void)state;
    struct app *app = sit_down("seen", "off");
    for (int i = 0; i < 5; i++) {
        plays(i % 3, live_id, to_the_mate[i]);
        assert_told(app, "");
    }
    plays(1, live_id, "");
    assert_told(app, "bob is out (resignation); the others play on\n");
    stand_up(app);
}

/* A step through a game tells its ply, one through a cascade what is in the air, the board's cursor what is under it. */
static void test_told_aloud(void **state)
{
    static const struct {
        const char *keys, *told;
    } rows[] = {
        {"l", "1. Qa1~Wa5~Wc5~Re5~Wb5: 5 members, with notes. Black is to move.\n"},
        {"h", "The start of the game. White is to move.\n"},
        {"L", "member 1 of 5   in the air: White Wave from a1, momentum 2, moves like a Queen\n"},
        {"<Esc>ll", "1. Qa1~Wa5~Wc5~Re5~Wb5: 5 members, with notes. Black is to move.\n"
                    "1...Kp15: Black King from p16 goes to p15. White is to move.\n"},
        {"<Tab><Tab>", "the notes\nthe board\n"},
        {"j", "p14: empty; dark field\n"}, /* the cursor has gone with the King */
        {"k", "p15: Black King, of the last ply; light field\n"},
        {"f", "the board is turned\n"},
        {"M3<Space>", "Space marks a cell, a begins and ends an arrow, 1-8 choose the brush, Esc ends\nblue is drawn with\n"
                      "p15: the mark is drawn, blue\n"},
        {"aka<Space><Space>", "an arrow begins on p15\np14: empty; dark field\np15 p14: the arrow is drawn, blue\n"
                              "p14: the mark is drawn, blue\np14: the mark is erased\n"},
    };
    struct app *app = begin(source_file("tests/screens/cascade.yaml"), 30, 100);
    struct note why;
    (void)state;
    assert_int_equal(app_set(app, "messages", "nobody", &why), 0);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        type(app, rows[i].keys);
        assert_told(app, rows[i].told);
    }
    assert_int_equal(app_set(app, "a11y", "off", &why), 0);
    type(app, "h");
    assert_told(app, "");
    app_free(app);
}

#define WHITE_MOVES "This position can be played, White to move.\n"
#define BLACK_MOVES "This position can be played, Black to move.\n"
/* Boards set up by hand: the cursor tells its cell and field, a piece put is told, and what the rules say of it; in the finder of
 * cascades a ply is told in words. */
static void test_editors_aloud(void **state)
{
    static const struct {
        const char *variant, *keys, *told; /* at the setup's first cell, e2 of squares */
    } rows[] = {
        {"classical", "k<Space>", "e3: nothing; dark field.\ne3: White Pawn; dark field.\n"},
        {"classical", "j", "e1: White King; dark field.\n"},
        {"classical", "]", "Space puts: White Knight.\n"},
        {"turning-chess", "kjts", "e3: nothing; dark field.\ne2: White Pawn, faces north, straight ahead; light field.\n"
         "e2: White Pawn, faces north-east, one eighth right of straight ahead; light field.\n"
         BLACK_MOVES},
        {"turnover", "j", "e1: White Castle, Tower in Fort in Wall; dark field.\n"},
        {"triangle-corners-2", "k", "h3: nothing; down triangle; touches g3 i3 h4.\n"},
        {"classical", "x<Space>uu<C-r>", "e2: nothing; light field.\ne2: White Pawn; light field.\ne2: nothing; light field.\n"
         "e2: White Pawn; light field.\ne2: nothing; light field.\n"},
        {"classical", "xsuu<C-r><C-r><C-r>", "e2: nothing; light field.\n" BLACK_MOVES WHITE_MOVES "e2: White Pawn; light field.\n"
         "e2: nothing; light field.\n" BLACK_MOVES "there is nothing to do again\n"},
        {"classical", "xus<C-r>", "e2: nothing; light field.\ne2: White Pawn; light field.\n" BLACK_MOVES
         "there is nothing to do again\n"},
        {"classical", "sT5+3<Enter>uuu", BLACK_MOVES WHITE_MOVES "there is nothing to undo\n"}, /* the clock, too */
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct app *app = begin(NULL, 24, 80);
        struct ruleset *rules;
        static struct position start;
        struct note why;
        assert_int_equal(ruleset_open(&rules, rows[i].variant, NULL, 0, &why), 0);
        rules->rules->setup(rules, &start);
        assert_int_equal(app_set(app, "messages", "nobody", &why), 0);
        assert_int_equal(app_open(app, &setup_view, &(struct setup_open){.position = &start}, &why), 0);
        assert_told(app, "");
        type(app, rows[i].keys);
        assert_told(app, rows[i].told);
        app_free(app);
        ruleset_free(rules);
    }
}

#define PUT "b1: White Half-Rook, faces north, straight ahead; light field. These armies can play: white RVBQKBNR, black RNBQKBNR.\n"
#define CLOBBERERS \
    "b1: White Waffle, faces north, straight ahead; light field. These armies can play: white DWFAKFWD, black RNBQKBNR.\n"
#define NAMED "White: clobberers; u brings your own army back\n" CLOBBERERS
#define USUAL "b1: White Knight; light field. These armies can play: white RNBQKBNR, black RNBQKBNR.\n"
static void test_armies_aloud(void **state)
{
    struct ruleset *rules;
    struct note why;
    struct app *app = begin(NULL, 24, 80);
    (void)state;
    assert_int_equal(ruleset_open(&rules, "turning-chess", NULL, 0, &why), 0);
    assert_int_equal(app_set(app, "messages", "nobody", &why), 0);
    assert_int_equal(app_open(app, &army_view, &(struct army_open){rules, {"", ""}, NULL}, &why), 0);
    type(app, "l<Space>nuuu"); /* a named army in place of one's own: undone, as is what was put before */
    assert_told(app, "b1: White Knight; light field.\n" PUT NAMED PUT USUAL "there is nothing to undo\n");
    type(app, "<C-r><C-r><C-r>u<C-r>"); /* and done again, to the last of it */
    assert_told(app, PUT CLOBBERERS "there is nothing to do again\n" PUT CLOBBERERS);
    type(app, "u<Space>u<C-r><C-r>"); /* what is there already changes nothing */
    assert_told(app, PUT USUAL PUT CLOBBERERS);
    type(app, "ut<C-r>"); /* a change drops what was undone */
    assert_told(app, PUT "b1: White Half-Rook, faces north-east, one eighth right of straight ahead; light field. "
                     "These armies can play: white RV(ne)BQKBNR, black RNBQKBNR.\nthere is nothing to do again\n");
    app_free(app);
    ruleset_free(rules);
}

#define READY " This board can be played; "
#define KINGS " Not yet: a side has exactly one King and at most one Queen (rules/croatian.md 16); "
static void test_own_board_aloud(void **state)
{
    struct app *app = begin(NULL, 24, 80);
    struct note why;
    (void)state;
    assert_int_equal(app_set(app, "messages", "nobody", &why), 0);
    assert_int_equal(app_open(app, &own_board_view, &(struct own_board_open){NULL, NULL}, &why), 0);
    type(app, "j<Space>uh+cuuu"); /* a King put over, a larger board and a cleared one: each is undone */
    assert_told(app, "e1: White King; dark field.\n"
                     "e1: White Pawn; dark field." KINGS "8 by 8.\n"
                     "e1: White King; dark field." READY "8 by 8.\n"
                     "d1: White Queen; light field.\n"
                     "e2: White Pawn; dark field." READY "9 by 9.\n"
                     "e2: nothing; dark field." KINGS "9 by 9.\n"
                     "e2: White Pawn; dark field." READY "9 by 9.\n"
                     "e2: White Pawn; light field." READY "8 by 8.\n"
                     "there is nothing to undo\n");
    type(app, "<C-r><C-r><C-r>"); /* and done again */
    assert_told(app, "e2: White Pawn; dark field." READY "9 by 9.\n"
                     "e2: nothing; dark field." KINGS "9 by 9.\n"
                     "there is nothing to do again\n");
    type(app, "u<Space>u<C-r><C-r>"); /* what is there already changes nothing */
    assert_told(app, "e2: White Pawn; dark field." READY "9 by 9.\n"
                     "e2: White Pawn; light field." READY "8 by 8.\n"
                     "e2: White Pawn; dark field." READY "9 by 9.\n"
                     "e2: nothing; dark field." KINGS "9 by 9.\n");
    type(app, "uC<C-r>"); /* a change drops what was undone */
    assert_told(app, "e2: White Pawn; dark field." READY "9 by 9.\nthere is nothing to do again\n");
    app_free(app);
}

static void test_finder_aloud(void **state)
{
    static const char pushed[] = "11k/12/12/12/12/12/12/12/12/2P3p5/12/K3A2Q4 w - - 0 1"; /* a Pyramid is pushed */
    static struct position position;
    struct ruleset *rules;
    struct note why;
    struct app *app = begin(NULL, 24, 80);
    (void)state;
    assert_int_equal(ruleset_open(&rules, "mayan-ascendancy", NULL, 0, &why), 0);
    assert_int_equal(rules->rules->read(rules, pushed, &position, &why), 0);
    assert_int_equal(app_set(app, "messages", "nobody", &why), 0);
    assert_int_equal(app_open(app, &cascades_view, &(struct cascades_open){.position = &position, .goal = "capture:g3"}, &why), 0);
    assert_told(app, "2 members: White Queen from h1 goes to e1 and activates the White Pyramid there with momentum 3; "
                     "White Pyramid from e1 takes the Black Pawn on g3.\n");
    type(app, "L");
    assert_told(app, "After 1 of 2 members: in the air: White Pyramid from e1, momentum 3, moves like a Queen.\n");
    type(app, "gg:cascades capture:h9<Enter>"); /* nobody is there */
    assert_told(app, "No ply does that, for certain: nobody stands on h9; choose another goal, or look again from another position.\n");
    app_free(app);
    ruleset_free(rules);
}

static char folder[256];

static int home(void **state)
{
    (void)state;
    return move_into(folder, "a11y") ? 0 : -1;
}

static int leave(void **state)
{
    (void)state;
    remove_folder(folder);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lists), cmocka_unit_test(test_board), cmocka_unit_test(test_replay),
        cmocka_unit_test(test_empty_list), cmocka_unit_test(test_every_screen), cmocka_unit_test(test_small),
        cmocka_unit_test(test_keys_are_free), cmocka_unit_test(test_messages),
        cmocka_unit_test(test_message_hook),
        cmocka_unit_test(test_motion),
        cmocka_unit_test(test_live_table),
        cmocka_unit_test(test_live_table_seen),
        cmocka_unit_test(test_told_aloud), cmocka_unit_test(test_editors_aloud), cmocka_unit_test(test_armies_aloud),
        cmocka_unit_test(test_own_board_aloud),
        cmocka_unit_test(test_finder_aloud),
    };
    int failed = cmocka_run_group_tests_name("accessibility", tests, home, leave);
    scene_free(&scene);
    return failed;
}
