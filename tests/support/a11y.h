/* a11y.h - drives a client in accessible mode (`a11y`): types keys and reads the resulting
 * scene. */
#ifndef CHESSCADE_TESTS_SUPPORT_A11Y_H
#define CHESSCADE_TESTS_SUPPORT_A11Y_H

#include "tests/support/testing.h"

#include "tui/app/app.h"
#include "tui/views/navigation.h"
#include "tui/system/paths.h"
#include "tui/app/view.h"

static struct scene scene;
static char asked[60]; /* printed when a test fails */

static inline struct app *begin(const char *path, int rows, int columns)
{
    struct app *app = app_new(&(struct app_options){
        .charset = CHARSET_UTF8, .fixed_time = "2026-01-31T12:00:00", .user = "ana"});
    struct note why;
    char left[PATH_ROOM];
    if (path_own("places", left, sizeof left))
        unlink(left); /* start a game that another test left from its first position */
    assert_int_equal(app_set(app, "a11y", "on", &why), 0);
    assert_int_equal(app_open(app, &home_view, NULL, &why), 0);
    if (path && open_place(app, path, &why) < 0)
        fail_msg("%s", why.text);
    scene_begin(&scene, rows, columns);
    app_draw(app, &scene);
    return app;
}

static inline void type(struct app *app, const char *keys)
{
    while (*keys)
        app_key(app, key_read(&keys));
    app_tick(app);
    scene_begin(&scene, scene.rows, scene.columns);
    app_draw(app, &scene);
}

enum {
    FIRST_SIGN = 0x2000 /* box drawing, arrows and ellipses start here; the characters below are
                           letters, which names and paths may contain */
};

/* The screen has only plain characters, and never three of the strokes in a row that draw lines. */
static inline void assert_no_lines(void)
{
    for (int i = 0; i < scene.rows * scene.columns; i++) {
        uint32_t c = scene.glyph[i].character;
        bool run = i >= 2 && (c == '-' || c == '|' || c == '=') &&
                   scene.glyph[i - 1].character == c && scene.glyph[i - 2].character == c &&
                   scene.glyph[i].ink == ROLE_FRAME;
        if (c >= FIRST_SIGN || run)
            fail_msg("row %d, column %d: character %x%s", i / scene.columns, i % scene.columns,
                     (unsigned)c, asked);
    }
}

static char folder[256];

static inline int home(void **state)
{
    (void)state;
    return move_into(folder, "a11y") ? 0 : -1;
}

static inline int leave(void **state)
{
    (void)state;
    remove_folder(folder);
    return 0;
}

#endif
