/* test_requests.c - every request works everywhere: each request of the key table, on every kind of
 * screen, with and without an argument, and long random sequences of keys. The program keeps
 * drawing, its cursor is on the screen, and it shows only printable characters. */
#include "config.h"
#include "tests/support/testing.h"

#include "archive/record/header_values.h"
#include "tui/app/app.h"
#include "tui/views/navigation.h"
#include "tui/system/paths.h"
#include "tui/views/game/game.h"
#include "tui/views/setup/setup.h"
#include "tui/views/view_variants.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

static struct scene scene;

static void draw(struct app *app, int rows, int columns)
{
    if (app_over(app))
        return;
    scene_begin(&scene, rows, columns);
    app_draw(app, &scene);
    assert_in_range(scene.cursor_row, 0, rows - 1);
    assert_in_range(scene.cursor_column, 0, columns - 1);
    for (int i = 0; i < rows * columns; i++) {
        uint32_t c = scene.glyph[i].character;
        if ((c && c < 0x20) || (c >= 0x7F && c < 0xA0) || (c >= 0x202A && c <= 0x202E) ||
            (c >= 0x2066 && c <= 0x2069))
            fail_msg("character %x is on the screen", (unsigned)c);
    }
}

static struct app *app_on_a_home(void)
{
    struct app *app = app_new(&(struct app_options){
        .charset = CHARSET_UTF8, .fixed_time = "2026-01-31T12:00:00", .user = "ana"});
    assert_int_equal(app_open(app, &home_view, NULL, NULL), 0);
    return app;
}

static void open_table(struct app *app, const char *variant, bool play, const char *plies)
{
    struct ruleset *rules;
    struct note why;
    char ply[40];
    assert_int_equal(ruleset_open(&rules, variant, NULL, 0, &why), 0);
    struct table_open open = {.record = table_new_game(rules, NULL, "2026-01-31"), .play = play};
    for (int n; sscanf(plies, "%39s%n", ply, &n) == 1; plies += n)
        line_append(&open.record->moves, ply);
    ruleset_free(rules);
    assert_int_equal(app_open(app, &table_view, &open, &why), 0);
}

enum screen {
    HOME,
    ARCHIVE,
    SAMPLE,
    PLAYED,
    CASCADES,
    THREE,
    TURNED,
    RINGS,
    NEW,
    RULES,
    OPTIONS,
    HELP,
    SCREENS
};

static struct app *screen_of(enum screen screen)
{
    struct app *app = app_on_a_home();
    struct note why;
    switch (screen) {
    case HOME:
        break;
    case ARCHIVE:
        assert_int_equal(open_place(app, "samples", &why), 0);
        break;
    case SAMPLE:
        assert_int_equal(
            open_place(app, "samples/games/2026/11/01M80D15W06SR13JMGNH8JBZFJ.yaml", &why), 0);
        break;
    case PLAYED:
        open_table(app, "classical", true, "e4 e5 Nf3 Nc6");
        break;
    case CASCADES:
        open_table(app, "one", true, "");
        break;
    case THREE:
        open_table(app, "triangle-corners-3", true, "Pd4-e4");
        break;
    case TURNED:
        open_table(app, "turning-chess", true, "e4(r) e5");
        break;
    case RINGS:
        open_table(app, "turnover", false, "");
        break;
    case NEW:
        assert_int_equal(
            app_open(app, &variants_view, &(struct variants_open){.purpose = VARIANTS_NEW}, &why),
            0);
        break;
    case RULES:
        app_request(app, REQ_RULES, "");
        break;
    case OPTIONS:
        app_request(app, REQ_OPTIONS, "");
        break;
    case HELP:
        app_request(app, REQ_HELP, "");
        break;
    default:
        break;
    }
    draw(app, 24, 80);
    return app;
}

static void keys(struct app *app, const char *text)
{
    while (*text && !app_over(app))
        app_key(app, key_read(&text));
}

static void every_request_works_on_every_screen(void **state)
{
    static const char *const arguments[] = {"", "e4", "2", "no such thing"};
    (void)state;
    for (int screen = 0; screen < SCREENS; screen++)
        for (int request = REQ_NONE + 1; request < REQUESTS; request++) {
            struct app *app = screen_of((enum screen)screen);
            for (int a = 0; a < 4 && !app_over(app); a++) {
                app_request(app, (enum request)request, arguments[a]);
                draw(app, 24, 80);
                keys(app, "j<Enter>x<Esc>n<Esc>");
                if (!app_over(app))
                    app_advance(app, 3000);
                draw(app, 9, 33);
            }
            free(app_clipboard(app));
            app_free(app);
        }
}

/* Pieces can be turned only in games with facings, and only there is a key for it shown. */
static void turning_is_offered_where_pieces_turn(void **state)
{
    static const struct {
        enum screen screen;
        bool turns;
    } rows[] = {{TURNED, true}, {RINGS, false}, {THREE, false}, {PLAYED, false}, {CASCADES, false}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct app *app = screen_of(rows[i].screen);
        const struct view *table = app_top(app);
        assert_int_equal(table->ops->can(table, REQ_TURN_LEFT), rows[i].turns);
        assert_int_equal(table->ops->can(table, REQ_TURN_RIGHT), rows[i].turns);
        app_free(app);
    }
}

static uint32_t next_random(uint32_t *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 8;
}

static void random_keys_do_no_harm(void **state)
{
    static const char *const typed[] = {"h",
                                        "j",
                                        "k",
                                        "l",
                                        "<Enter>",
                                        "<Space>",
                                        "<Esc>",
                                        "m",
                                        "e4<Enter>",
                                        "d5<Enter>",
                                        "Nf3<Enter>",
                                        "c",
                                        "some words<Esc>",
                                        "1",
                                        "2",
                                        "4",
                                        "=",
                                        "M",
                                        "a",
                                        "u",
                                        "<C-r>",
                                        "P",
                                        "D",
                                        "y",
                                        "x",
                                        "w",
                                        "b",
                                        "'",
                                        "i",
                                        "f",
                                        "F",
                                        "v",
                                        "zi",
                                        "zo",
                                        "za",
                                        "zM",
                                        "zR",
                                        "<Tab>",
                                        "<BackTab>",
                                        "O",
                                        "L",
                                        "H",
                                        "gg",
                                        "G",
                                        "[",
                                        "]",
                                        "{",
                                        "}",
                                        "(",
                                        ")",
                                        "^",
                                        "<Backspace>",
                                        "#",
                                        "p",
                                        "J",
                                        "K",
                                        "q",
                                        "n",
                                        "?",
                                        "yl",
                                        "gp",
                                        "--",
                                        ":take-back<Enter>",
                                        ":offer-draw<Enter>",
                                        ":accept<Enter>",
                                        ":resign<Enter>",
                                        ":claim-draw<Enter>",
                                        ":rematch<Enter>",
                                        ":diff<Enter>",
                                        "yp",
                                        "yd",
                                        "yg",
                                        "&",
                                        "/",
                                        "s",
                                        ".",
                                        "t"};
    enum { TYPED = sizeof typed / sizeof *typed, RUNS = 6, KEYS = 250 };
    (void)state;
    for (int screen = ARCHIVE; screen <= RINGS; screen++)
        for (uint32_t run = 0; run < RUNS; run++) {
            uint32_t seed = run * 977 + (uint32_t)screen;
            struct app *app = screen_of((enum screen)screen);
            for (int i = 0; i < KEYS && !app_over(app); i++) {
                keys(app, typed[next_random(&seed) % TYPED]);
                if (i % 7 == 0)
                    draw(app, 1 + (int)(next_random(&seed) % 50),
                         1 + (int)(next_random(&seed) % 140));
                if (!app_over(app) && i % 11 == 0)
                    app_advance(app, 700);
            }
            free(app_clipboard(app));
            app_free(app);
        }
}

static void open_setup(struct app *app, const char *variant)
{
    static struct position start;
    struct ruleset *rules;
    struct note why;
    assert_int_equal(ruleset_open(&rules, variant, NULL, 0, &why), 0);
    rules->rules->setup(rules, &start);
    assert_int_equal(app_open(app, &setup_view, &(struct setup_open){.position = &start}, &why), 0);
    ruleset_free(rules);
}

/* Screens that keys can open: games, set-up positions, and others. */
enum { OPENED = 19 };

static void open_nth(struct app *app, int n)
{
    static const char *const played[] = {"classical",      "one",           "triangle-corners-3",
                                         "grand-triangle", "turning-chess", "turnover"};
    enum { PLAYED_MOST = sizeof played / sizeof *played };
    struct note why;
    if (n < PLAYED_MOST)
        open_table(app, played[n], true, "");
    else if (n < 2 * PLAYED_MOST)
        open_setup(app, played[n - PLAYED_MOST]);
    else
        switch (n - 2 * PLAYED_MOST) {
        case 0:
            assert_int_equal(
                app_open(app, &own_board_view, &(struct own_board_open){NULL, NULL}, &why), 0);
            break;
        case 1:
            assert_int_equal(open_place(app, "samples", &why), 0);
            break;
        case 2:
            assert_int_equal(
                open_place(app, "samples/games/2026/11/01M80D15W06SR13JMGNH8JBZFJ.yaml", &why), 0);
            break;
        case 3:
            app_request(app, REQ_RULES, "");
            break;
        case 4:
            app_request(app, REQ_OPTIONS, "");
            break;
        case 5:
            app_request(app, REQ_HELP, "");
            break;
        default:
            app_request(app, REQ_GALLERY, "");
            break;
        }
}

/* Keys typed before a screen is first drawn still act on that screen. */
static void keys_before_the_first_drawing_work(void **state)
{
    static const char *const typed[] = {"h",  "k",  "<Tab>", "<PageDown>", "<PageUp>", "G", "O",
                                        "zi", "zo", "i",     "<Enter>",    "?",        "a"};
    static const int size[][2] = {{24, 80}, {12, 40}, {36, 132}};
    char left[PATH_ROOM];
    struct scene drawn = {0};
    (void)state;
    assert_true(path_own("places", left, sizeof left));
    for (int n = 0; n < OPENED; n++)
        for (size_t s = 0; s < sizeof size / sizeof *size; s++)
            for (size_t t = 0; t < sizeof typed / sizeof *typed; t++) {
                for (int ahead = 0; ahead < 2; ahead++) {
                    unlink(left); /* a game opens where it was left */
                    struct app *app = app_on_a_home();
                    draw(app, size[s][0], size[s][1]);
                    open_nth(app, n);
                    if (!ahead)
                        draw(app, size[s][0], size[s][1]);
                    keys(app, typed[t]);
                    draw(app, size[s][0], size[s][1]);
                    app_free(app);
                    if (!ahead) {
                        struct scene other = drawn;
                        drawn = scene;
                        scene = other;
                    }
                }
                if (memcmp(drawn.glyph, scene.glyph,
                           (size_t)scene.rows * (size_t)scene.columns * sizeof *scene.glyph) != 0 ||
                    drawn.cursor_row != scene.cursor_row ||
                    drawn.cursor_column != scene.cursor_column)
                    fail_msg("opened %d at %dx%d: %s does something else before it is drawn", n,
                             size[s][1], size[s][0], typed[t]);
            }
    scene_free(&drawn);
}

static char folder[256];

static int home(void **state)
{
    (void)state;
    return move_into(folder, "requests") ? 0 : -1;
}

static int leave(void **state)
{
    (void)state;
    remove_folder(folder);
    return 0;
}

/* If only part of a text fits a line, that part must not be taken for the whole. */
static void a_text_longer_than_a_line_is_not_cut(void **state)
{
    (void)state;
    enum { TAGS = 300, ROOM = TAGS * 10 };
    char *tags = memory_new(ROOM, 1), *now;
    struct app *app = app_on_a_home();
    struct record *record = record_new("classical");
    size_t used = 0;
    struct note why;
    for (int i = 0; i < TAGS; i++)
        text_add(tags, ROOM, &used, "%stag-%d", i ? " " : "", i);
    record_set_tags(record, tags);
    assert_int_equal(app_open(app, &table_view, &(struct table_open){.record = record}, &why), 0);
    app_request(app, REQ_TAGS, "");
    assert_false(app_prompting(app));
    app_request(app, REQ_TAGS, "+another");
    now = record_tags(record);
    assert_int_equal(strncmp(now, tags, strlen(tags)), 0);
    assert_string_equal(now + strlen(tags), " another");
    free(now);
    app_request(app, REQ_TAGS, "blitz");
    app_request(app, REQ_TAGS, "");
    assert_true(app_prompting(app));
    free(tags);
    app_free(app);
}

/* A view that could not be opened leaves nothing open. */
static void with_too_many_views_no_game_is_opened(void **state)
{
    (void)state;
    static const char *const nobody[SIDES_MAX] = {"", "", ""};
    struct app *app = app_on_a_home();
    struct ruleset *rules;
    struct note why;
    assert_int_equal(ruleset_open(&rules, "classical", NULL, 0, &why), 0);
    while (app_open(app, &home_view, NULL, &why) == 0)
        ;
    assert_non_null(strstr(why.text, "Too many views"));
    int descriptors = open_descriptors();
    assert_false(open_new_game(app, rules, nobody, ""));
    assert_int_equal(open_place(app, "samples/games/2026/11/01M80D15W06SR13JMGNH8JBZFJ.yaml", &why),
                     FAIL_LIMIT);
    assert_int_equal(open_descriptors(), descriptors);
    ruleset_free(rules);
    app_free(app);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_text_longer_than_a_line_is_not_cut),
        cmocka_unit_test(with_too_many_views_no_game_is_opened),
        cmocka_unit_test(every_request_works_on_every_screen),
        cmocka_unit_test(turning_is_offered_where_pieces_turn),
        cmocka_unit_test(random_keys_do_no_harm),
        cmocka_unit_test(keys_before_the_first_drawing_work),
    };
    int failed = cmocka_run_group_tests_name("any request anywhere", tests, home, leave);
    scene_free(&scene);
    return failed;
}
