/* pictures.h - what the tests of the screen share: scenes and boards as text. */
#ifndef CHESSCADE_TESTS_PICTURES_H
#define CHESSCADE_TESTS_PICTURES_H

#include "tests/testing.h"

#include "tui/board_art.h"
#include "tui/scene.h"

/* A scene as lines of text; the caller's. */
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

/* A board as `chesscade show` prints it; the caller's. */
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

#endif
