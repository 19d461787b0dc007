/* test_finder_view.c - the screen of the cascade finder: the cursor stays on its ply while others
 * are found, each ply is stepped through separately, and a large board shows the part that the ply
 * leads to. */
#include "config.h"
#include "tests/support/pictures.h"
#include "tests/support/positions.h"

#include "tui/app/app.h"
#include "tui/views/cascades/internal.h"
#include "tui/widgets/key.h"
#include "tui/views/cascades/view_cascades.h"

static struct scene scene;

/* The finder on a position, with a dummy process in place of the search: the test writes the
 * results. */
struct finder_screen {
    struct app *app;
    struct ruleset *rules;
    struct cascades *cascades;
    int say, alive; /* pipes: one for the results, one that ends the dummy process when this program
                       ends, even by a failure */
};

static struct finder_screen open_finder(const char *variant, const char *text)
{
    const struct app_options options = {.charset = CHARSET_ASCII,
                                        .fixed_time = "2026-01-31T12:00:00"};
    struct finder_screen screen = {.app = app_new(&options)};
    struct position position;
    struct note why;
    int fd[2], alive[2];
    char end;
    screen.rules = open_position(variant, text, &position);
    struct cascades_open open = {.position = &position,
                                 .cell = board_cell_named(screen.rules->board, "a1", NULL)};
    assert_int_equal(app_open(screen.app, &cascades_view, &open, &why), 0);
    screen.cascades = (struct cascades *)app_top(screen.app);
    assert_true(pipe(fd) == 0 && pipe(alive) == 0);
    pid_t pid = fork();
    if (pid == 0) {
        close(alive[1]);
        while (read(alive[0], &end, 1) < 0 && errno == EINTR)
            continue;
        _exit(0);
    }
    close(alive[0]);
    fcntl(fd[0], F_SETFL, O_NONBLOCK);
    screen.cascades->finder = (struct finder_process){.process = {pid, fd[0]}};
    snprintf(screen.cascades->goal, sizeof screen.cascades->goal, "all");
    screen.say = fd[1];
    screen.alive = alive[1];
    return screen;
}

static void found(struct finder_screen *screen, const char *lines)
{
    assert_int_equal(write(screen->say, lines, strlen(lines)), strlen(lines));
    cascades_tick(screen->cascades);
}

static void close_finder(struct finder_screen *screen)
{
    app_free(screen->app);
    close(screen->say);
    close(screen->alive);
    ruleset_free(screen->rules);
    scene_free(&scene);
}

static void keys(struct app *app, const char *text)
{
    while (*text)
        app_key(app, key_read(&text));
}

static char *drawn(struct app *app)
{
    scene_begin(&scene, 24, 80);
    app_draw(app, &scene);
    return scene_picture(&scene);
}

/* True if the cursor's row has this text. */
static bool cursor_is_at(struct app *app, const char *text)
{
    char *picture = drawn(app), *line = picture;
    for (int row = 0; row < scene.cursor_row; row++)
        line = strchr(line, '\n') + 1;
    *strchr(line, '\n') = '\0';
    bool there = strstr(line, text) != NULL;
    free(picture);
    return there;
}

static bool is_shown(struct app *app, const char *text)
{
    char *picture = drawn(app);
    bool there = strstr(picture, text) != NULL;
    free(picture);
    return there;
}

static const char *const pushes =
    "15k/16/16/16/16/16/16/16/16/16/16/16/16/16/R3W3W7/Q14K w - - 0 1";

/* Shorter plies are listed first, whenever they are found. */
static void the_cursor_stays_on_its_ply(void **state)
{
    (void)state;
    struct finder_screen screen = open_finder("mirandas-veil", pushes);
    found(&screen, "f Ra2-e2~We2-i2~Wi2-i5\n");
    assert_true(cursor_is_at(screen.app, "Ra2-e2~We2-i2~Wi2-i5"));
    found(&screen, "f Ra2-e2~We2-i2~Wi2-i4\n"); /* on the first ply, until the user chooses another
                                                 */
    assert_true(cursor_is_at(screen.app, "Ra2-e2~We2-i2~Wi2-i4"));
    keys(screen.app, "GL"); /* step to its first member */
    assert_true(cursor_is_at(screen.app, "Ra2-e2~We2-i2~Wi2-i5"));
    assert_true(is_shown(screen.app, "after 1 of 3 members"));
    found(&screen, "f Ra2-e2~We2-e4\nf Ra2-e2~We2-i2~Wi2-i3\n");
    assert_true(cursor_is_at(screen.app, "Ra2-e2~We2-i2~Wi2-i5"));
    assert_true(is_shown(screen.app, "after 1 of 3 members"));
    close_finder(&screen);
}

/* However the cursor moves to another ply (also by a click or a search), that ply is shown
 * unstepped. */
static void another_ply_is_shown_whole(void **state)
{
    (void)state;
    struct finder_screen screen = open_finder("mirandas-veil", pushes);
    found(&screen, "f Ra2-e2~We2-e4\nf Ra2-e2~We2-i2~Wi2-i4\ne 0 3 9\n");
    keys(screen.app, "GLL");
    assert_true(is_shown(screen.app, "after 2 of 3 members"));
    struct mouse mouse = {MOUSE_PRESS, 1, scene.cursor_row - 1, 5};
    app_mouse(screen.app, &mouse);
    assert_true(cursor_is_at(screen.app, "Ra2-e2~We2-e4"));
    assert_false(is_shown(screen.app, "after "));
    keys(screen.app, "L/i4<Enter>");
    assert_true(cursor_is_at(screen.app, "Ra2-e2~We2-i2~Wi2-i4"));
    assert_false(is_shown(screen.app, "after "));
    close_finder(&screen);
}

/* Of 26 ranks 20 are visible on 24 lines: those the ply leads to, not those of the goal's cell. */
static void the_ply_is_seen_on_a_large_board(void **state)
{
    (void)state;
    struct finder_screen screen = open_finder(
        "one",
        "12k13/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/Q3W21/13K12 w - - 0 1");
    assert_true(is_shown(screen.app, " 1 "));
    found(&screen, "f Qa2-e2~We2-e25\ne 0 2 9\n");
    assert_true(cursor_is_at(screen.app, "Qa2-e2~We2-e25"));
    assert_true(is_shown(screen.app, "| 25 "));
    keys(screen.app, "L"); /* the first member: where the Wave is activated */
    assert_true(is_shown(screen.app, "|  2 "));
    close_finder(&screen);
}

/* A number after the goal says how many moves a ply may have. */
static void the_number_of_moves_is_read(void **state)
{
    (void)state;
    struct finder_screen screen = open_finder("mirandas-veil", pushes);
    app_request(screen.app, REQ_CASCADES, "check 3");
    assert_string_equal(screen.cascades->goal, "check");
    assert_int_equal(screen.cascades->moves, 3);
    app_request(screen.app, REQ_CASCADES, "check 99");
    assert_true(is_shown(screen.app, "give a number from 1 to 40, not '99'"));
    assert_int_equal(screen.cascades->moves, 3);
    close_finder(&screen);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_cursor_stays_on_its_ply),
        cmocka_unit_test(another_ply_is_shown_whole),
        cmocka_unit_test(the_ply_is_seen_on_a_large_board),
        cmocka_unit_test(the_number_of_moves_is_read),
    };
    return cmocka_run_group_tests_name("the screen of the cascade finder", tests, NULL, NULL);
}
