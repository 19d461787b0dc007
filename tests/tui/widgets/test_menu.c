/* test_menu.c - menus (tui/widgets/menu.h): keys select and take entries, clicks find them, and
 * long menus scroll. */
#include "config.h"
#include "tests/support/pictures.h"

#include "tui/widgets/key.h"
#include "tui/widgets/menu.h"

#include <stdlib.h>
#include <string.h>

static struct menu menu;
static struct page page;
static struct scene scene;

static void fruits(void)
{
    menu_begin(&menu, "fruits");
    menu_add(&menu, 10, "apple");
    menu_add(&menu, 20, "banana");
    menu_add(&menu, 30, "avocado");
}

/* What the menu looks like in so many rows and columns. */
static const char *drawn(int rows, int columns)
{
    static char text[2000];
    scene_begin(&scene, rows, columns);
    menu_draw(&menu, &page, &scene, &(struct area){0, 0, rows, columns});
    char *printed = scene_picture(&scene);
    snprintf(text, sizeof text, "%s", printed);
    free(printed);
    return text;
}

static void keys_select_and_take_entries(void **state)
{
    (void)state;
    fruits();
    assert_int_equal(menu_key(&menu, 'j'), MENU_MOVED);
    assert_int_equal(menu.at, 1);
    assert_int_equal(menu_key(&menu, K_DOWN), MENU_MOVED);
    assert_int_equal(menu_key(&menu, K_DOWN), MENU_MOVED); /* from the last to the first */
    assert_int_equal(menu.at, 0);
    assert_int_equal(menu_key(&menu, 'k'), MENU_MOVED);
    assert_int_equal(menu.at, 2);
    assert_int_equal(menu_key(&menu, K_ENTER), MENU_CHOSEN);
    assert_int_equal(menu.at, 2);
    assert_int_equal(menu_key(&menu, '2'), MENU_CHOSEN);
    assert_int_equal(menu.value[menu.at], 20);
    assert_int_equal(menu_key(&menu, '4'), MENU_UNUSED);
    /* A letter leads to the next entry that begins with it. */
    assert_int_equal(menu_key(&menu, 'a'), MENU_MOVED);
    assert_int_equal(menu.at, 2);
    assert_int_equal(menu_key(&menu, 'a'), MENU_MOVED);
    assert_int_equal(menu.at, 0);
    assert_int_equal(menu_key(&menu, 'x'), MENU_UNUSED);
    assert_int_equal(menu_key(&menu, K_ESCAPE), MENU_LEFT);
    assert_int_equal(menu_key(&menu, 'q'), MENU_LEFT);
}

static void entries_stand_below_the_title_and_are_found_there(void **state)
{
    (void)state;
    fruits();
    menu_key(&menu, 'j');
    snprintf(menu.remark, sizeof menu.remark, "no pears");
    assert_string_equal(drawn(6, 20), "fruits\n  apple\n> banana\n  avocado\n  no pears\n\n");
    assert_int_equal(scene.cursor_row, 2);
    assert_int_equal(menu_hit(&menu, 0), -1);
    assert_int_equal(menu_hit(&menu, 1), 0);
    assert_int_equal(menu_hit(&menu, 3), 2);
    assert_int_equal(menu_hit(&menu, 4), -1); /* the remark */
}

static void the_last_entry_brings_the_remark_with_it(void **state)
{
    (void)state;
    fruits();
    snprintf(menu.remark, sizeof menu.remark, "no pears");
    assert_string_equal(drawn(3, 20), "fruits, 1 of 3\n> apple\n  banana\n");
    menu_key(&menu, 'k');
    assert_string_equal(drawn(3, 20), "fruits, 3 of 3\n> avocado\n  no pears\n");
    /* A remark longer than the menu leaves the entry visible. */
    snprintf(menu.remark, sizeof menu.remark, "no pears, no plums and no peaches this year");
    assert_string_equal(drawn(3, 20), "fruits, 3 of 3\n> avocado\n  no pears, no\n");
}

/* Without room for all the title says where the selected entry is, and that entry is visible. */
static void a_long_menu_scrolls(void **state)
{
    (void)state;
    fruits();
    assert_string_equal(drawn(3, 20), "fruits, 1 of 3\n> apple\n  banana\n");
    menu_key(&menu, 'k');
    assert_string_equal(drawn(3, 20), "fruits, 3 of 3\n  banana\n> avocado\n");
    assert_int_equal(menu_hit(&menu, 1), 1);
    /* In a single row the entry is more important than the title. */
    assert_string_equal(drawn(1, 20), "> avocado\n");
}

static void a_long_entry_takes_several_rows(void **state)
{
    (void)state;
    menu_begin(&menu, "t");
    menu_add(&menu, 1, "one two three");
    menu_add(&menu, 2, "four");
    assert_string_equal(drawn(5, 12), "t\n> one two\n  three\n  four\n\n");
    assert_int_equal(menu_hit(&menu, 2), 0);
    assert_int_equal(menu_hit(&menu, 3), 1);
}

static void too_many_entries_are_dropped(void **state)
{
    (void)state;
    menu_begin(&menu, "many");
    for (int i = 0; i < MENU_ITEMS_MAX + 5; i++)
        menu_add(&menu, i, "entry");
    assert_int_equal(menu.n, MENU_ITEMS_MAX);
}

static int free_all(void **state)
{
    (void)state;
    page_free(&page);
    scene_free(&scene);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_select_and_take_entries),
        cmocka_unit_test(entries_stand_below_the_title_and_are_found_there),
        cmocka_unit_test(the_last_entry_brings_the_remark_with_it),
        cmocka_unit_test(a_long_menu_scrolls),
        cmocka_unit_test(a_long_entry_takes_several_rows),
        cmocka_unit_test(too_many_entries_are_dropped),
    };
    return cmocka_run_group_tests_name("menus", tests, NULL, free_all);
}
