/* test_cluster.c - letters with combining marks on the screen: composed if Unicode has such a
 * letter, otherwise together in one cell. */
#include "config.h"
#include "tests/support/testing.h"

#include "tui/widgets/cluster.h"
#include "tui/widgets/scene.h"

/* A text must be shown like this in a scene, in this many columns. */
static void assert_shown(const char *text, const char *shown, int columns)
{
    struct scene scene = {0};
    char *printed;
    size_t size;
    scene_begin(&scene, 1, 40);
    assert_int_equal(scene_text(&scene, 0, 0, 40, text, ROLE_TEXT, ROLE_TEXT), columns);
    assert_int_equal(scene_columns(text), columns);
    FILE *out = open_memstream(&printed, &size);
    scene_print(&scene, out);
    fclose(out);
    printed[strcspn(printed, "\n")] = '\0';
    if (strcmp(printed, shown) != 0)
        fail_msg("'%s' is shown as '%s', not '%s'", text, printed, shown);
    free(printed);
    scene_free(&scene);
}

static void letters_are_composed(void **state)
{
    (void)state;
    assert_shown("Mu\u0308ller", "M\u00FCller", 6);
    assert_shown("S\u030Cimic\u0301", "\u0160imi\u0107", 5);
    assert_shown("nai\u0308ve", "na\u00EFve", 5);
    assert_shown("\u00FC\u0304", "\u01D6", 1); /* a composed letter with one more mark */
    assert_shown("a\u0323\u0302b", "\u1EADb", 2);
    assert_shown("a\u0302\u0323b", "\u1EADb", 2); /* in any order */
}

static void letters_without_a_composed_form_share_a_cell(void **state)
{
    (void)state;
    assert_shown("x\u0302y", "x\u0302y", 2);
    assert_shown("\u0939\u093F\u0928\u094D\u0926\u0940", "\u0939\u093F\u0928\u094D\u0926\u0940", 5);
    assert_shown("q\u0301\u0302\u0303\u0304\u0305\u0306r", "q\u0301\u0302\u0303\u0304r",
                 2);                                   /* four
                                                          marks
                                                          at
                                                          most
                                                        */
    assert_shown("\u5C71\u3099!", "\u5C71\u3099!", 3); /* a wide character */
    assert_shown("\u0301a", "?a", 2);                  /* without a letter before it */
    assert_shown("a\u200Db", "a?b", 3);
}

static void a_cluster_is_stored_once(void **state)
{
    const int32_t one[] = {'x', 0x302}, other[] = {'x', 0x303};
    uint32_t point[CLUSTER_POINTS];
    (void)state;
    uint32_t first = cluster_of(one, 2);
    assert_true(first >= CLUSTER_FIRST);
    assert_int_equal(cluster_of(one, 2), first);
    assert_int_not_equal(cluster_of(other, 2), first);
    assert_int_equal(cluster_points(first, point), 2);
    assert_int_equal(point[1], 0x302);
    /* When the table of clusters is full, new ones show only their letter, and the earlier ones
     * stay. */
    for (int32_t i = 0; i < 2 * CLUSTERS_MOST; i++) {
        const int32_t many[] = {0x4E00 + i, 0x302};
        uint32_t character = cluster_of(many, 2);
        assert_true(character == (uint32_t)many[0] || character >= CLUSTER_FIRST);
    }
    assert_int_equal(cluster_of(one, 2), first);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(letters_are_composed),
        cmocka_unit_test(letters_without_a_composed_form_share_a_cell),
        cmocka_unit_test(a_cluster_is_stored_once),
    };
    return cmocka_run_group_tests_name("cluster", tests, NULL, NULL);
}
