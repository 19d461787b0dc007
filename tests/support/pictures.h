/* pictures.h - shared by the screen tests: scenes and boards as text. */
#ifndef CHESSCADE_TESTS_SUPPORT_PICTURES_H
#define CHESSCADE_TESTS_SUPPORT_PICTURES_H

#include "tests/support/testing.h"

#include "tui/boards/board_art.h"
#include "tui/widgets/scene.h"

/* A scene as lines of text. The caller frees it. */
static inline char *scene_picture(const struct scene *scene)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    scene_print(scene, out);
    fclose(out);
    return text;
}

/* A board as `chesscade show` prints it. The caller frees it. */
static inline char *board_picture(const struct board_view *view)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    board_art_for(view->position->rules)->show(view, out);
    fclose(out);
    return text;
}

/* A board as the client draws it, with its marks. The caller frees it. */
static inline char *board_drawn(const struct board_view *view)
{
    const struct board_art *art = board_art_for(view->position->rules);
    struct scene scene = {0};
    int rows, columns;
    art->measure(view, &rows, &columns);
    scene_begin(&scene, rows, columns);
    art->draw(view, &scene, 0, 0);
    char *text = scene_picture(&scene);
    scene_free(&scene);
    return text;
}

static inline void assert_drawn(const struct board_view *view, const char *wanted)
{
    char *drawn = board_drawn(view);
    assert_string_equal(drawn, wanted);
    free(drawn);
}

#endif
