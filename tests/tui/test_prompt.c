/* test_prompt.c - typing at the last line: when the view of a prompt is notified of the text. */
#include "config.h"
#include "tests/support/testing.h"

#include "tui/app/app_internal.h"
#include "tui/app/view.h"

static int times, at_done;
static char seen[EDIT_LINE_MAX + 1];

static void changed(struct view *view, const char *text)
{
    (void)view;
    times++;
    snprintf(seen, sizeof seen, "%s", text);
}

static bool done(struct view *view, const char *text)
{
    (void)view;
    assert_string_equal(text, seen);
    at_done = times;
    return true;
}

static const struct prompt prompt = {.label = "& ", .changed = changed, .done = done};

static struct app *app_with_a_prompt(void)
{
    struct app *app =
        app_new(&(struct app_options){.fixed_time = "2026-01-31T12:00:00", .user = "ana"});
    assert_int_equal(app_open(app, &home_view, NULL, NULL), 0);
    times = at_done = 0;
    app_prompt(app, app_top(app), &prompt);
    assert_int_equal(times, 1);
    return app;
}

static void type(struct app *app, const char *text)
{
    for (; *text; text++)
        app_key(app, (unsigned char)*text);
}

static void the_view_is_notified_of_each_key(void **state)
{
    (void)state;
    struct app *app = app_with_a_prompt();
    type(app, "opera");
    assert_int_equal(times, 6);
    assert_string_equal(seen, "opera");
    app_free(app);
}

static void the_view_is_notified_at_the_end_of_a_burst(void **state)
{
    (void)state;
    struct app *app = app_with_a_prompt();
    app_burst_begin(app);
    type(app, "operas");
    app_key(app, K_BACKSPACE);
    assert_int_equal(times, 1);
    app_burst_end(app);
    assert_int_equal(times, 2);
    assert_string_equal(seen, "opera");
    app_burst_begin(app);
    app_burst_end(app); /* nothing was typed */
    assert_int_equal(times, 2);
    app_free(app);
}

/* Enter and Tab ask the view what to do with the text, so it must have the text by then. */
static void enter_in_a_burst_notifies_the_view_first(void **state)
{
    (void)state;
    struct app *app = app_with_a_prompt();
    app_burst_begin(app);
    type(app, "opera");
    app_key(app, K_TAB);
    assert_string_equal(seen, "opera");
    type(app, " reti");
    app_key(app, K_ENTER);
    assert_int_equal(at_done, 3);
    app_burst_end(app);
    assert_int_equal(times, 3);
    assert_false(app_prompting(app));
    app_free(app);
}

static void a_burst_that_cancels_does_not_notify(void **state)
{
    (void)state;
    struct app *app = app_with_a_prompt();
    app_burst_begin(app);
    type(app, "op");
    app_key(app, K_ESCAPE);
    int then = times;
    app_burst_end(app);
    assert_int_equal(times, then);
    app_free(app);
}

/* The last message is that the line is full, and the view gets the text that fits. */
static void a_burst_longer_than_the_line_is_reported(void **state)
{
    (void)state;
    struct app *app = app_with_a_prompt();
    app_burst_begin(app);
    for (int i = 0; i < EDIT_LINE_MAX + 100; i++)
        app_key(app, 'a');
    app_burst_end(app);
    assert_int_equal(times, 2);
    assert_int_equal(strlen(seen), EDIT_LINE_MAX);
    assert_non_null(strstr(app->message, "this line is full"));
    app_free(app);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_view_is_notified_of_each_key),
        cmocka_unit_test(the_view_is_notified_at_the_end_of_a_burst),
        cmocka_unit_test(enter_in_a_burst_notifies_the_view_first),
        cmocka_unit_test(a_burst_that_cancels_does_not_notify),
        cmocka_unit_test(a_burst_longer_than_the_line_is_reported),
    };
    char home[256];
    if (!make_folder(home, "prompt"))
        return 99;
    setenv("HOME", home, 1);
    setenv("CHESSCADE_DATA", home, 1);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    remove_folder(home);
    return failed;
}
