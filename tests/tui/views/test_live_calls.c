/* test_live_calls.c - at a live table the bell rings for what the user has chosen: a check and the
 * end, when they come, but not when a game with one of them is opened. */
#include "config.h"
#include "tests/support/pictures.h"

#include "tests/support/a11y.h"
#include "tests/support/live_seats.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ana's screen, with a bell for `what` alone: "bell-check", "bell-end". */
static struct app *opens(const char *what)
{
    struct note why;
    struct app *app = begin(NULL, 24, 80);
    assert_int_equal(app_set(app, "a11y", "off", &why), 0);
    assert_int_equal(app_set(app, "bell-turn", "off", &why), 0);
    assert_int_equal(app_set(app, what, "on", &why), 0);
    assert_true(lobby_open_table(app, &place[0], live_id));
    type(app, "");
    return app;
}

/* True if the bell rings until the text is on the screen. */
static bool rings_until(struct app *app, const char *text)
{
    bool rings = false, shown = false;
    for (int tries = 0; tries < 6000 && !shown; tries++) {
        app_hear(app);
        type(app, "");
        rings = app_wishes(app) & WISH_BELL || rings;
        char *picture = scene_picture(&scene);
        shown = strstr(picture, text) != NULL;
        free(picture);
        if (!shown)
            usleep(10000);
    }
    if (!shown)
        fail_msg("never on the screen: %s", text);
    return rings;
}

static void check_rings_when_it_comes(void **state)
{
    (void)state;
    sit_down("checks", "classical");
    struct app *app = opens("bell-check");
    plays(0, "Pf2-f4");
    assert_false(rings_until(app, "f4"));
    plays(1, "Pe7-e6");
    assert_false(rings_until(app, "e6"));
    plays(0, "Ph2-h3");
    assert_false(rings_until(app, "h3"));
    type(app, "gg"); /* she looks at the start, where nobody is in check */
    plays(1, "Qd8-h4");
    assert_true(rings_until(app, "Qh4"));
    app_free(app);
    app = opens("bell-check");
    assert_false(rings_until(app, "Qh4"));
    plays(0, "Pg2-g3");
    assert_false(rings_until(app, "g3"));
    app_free(app);
    stand_up();
}

static void the_end_rings_when_it_comes(void **state)
{
    (void)state;
    sit_down("ends", "classical");
    struct app *app = opens("bell-end");
    plays(0, "Pe2-e4");
    assert_false(rings_until(app, "e4"));
    plays(1, "");
    assert_true(rings_until(app, "resignation"));
    app_free(app);
    stand_up();
}

/* A game that has ended, but is not in the archive yet. */
static void a_game_that_has_ended_is_opened_silently(void **state)
{
    (void)state;
    sit_down("over", "classical");
    plays(0, "Pe2-e4");
    plays(1, "");
    struct app *app = opens("bell-end");
    assert_false(rings_until(app, "resignation"));
    app_free(app);
    stand_up();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(check_rings_when_it_comes),
        cmocka_unit_test(the_end_rings_when_it_comes),
        cmocka_unit_test(a_game_that_has_ended_is_opened_silently),
    };
    int failed = cmocka_run_group_tests_name("calls at live tables", tests, home, leave);
    scene_free(&scene);
    return failed;
}
